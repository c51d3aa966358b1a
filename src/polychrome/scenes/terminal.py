"""Scenes for the terminal, 80 columns wide; every colour comes with its glyph and code, never alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from polychrome.engine.core import Message
from polychrome.palette import COLOURS
from polychrome.scenes.scene import (
    CARD,
    CELL,
    CIRCLED,
    CROSSED,
    FIELD,
    GRID,
    HAND,
    LINE,
    RING,
    ROW,
    SPOT,
    TILE,
    TRAY,
    Button,
    Piece,
    Place,
    Scene,
    Zone,
)
from polychrome.scenes.walk import Walk
from polychrome.words import Words, letter

WIDTH: Final = 80
CHIP: Final = 5  # columns of a piece: " ×RE "
COLUMN: Final = CHIP  # of the table of collections: one less for the chip, one for the gap
WIDEST_ROW: Final = 20
LONGEST_NAME: Final = 20
NEWS: Final = 8  # lines; older news scroll by in the terminal anyway
AXIS: Final = 5  # columns for the number of a row of a field
SQUARES: Final = (4, 2)  # columns of a square of a field: with its code, or where it is wide, with its glyph alone
CELL_WIDE: Final = 4  # columns of a cell of a sheet: glyph, letter, space, and a mark if it is new
SHEET: Final = 3 + 7 * CELL_WIDE  # columns of a sheet
ABREAST: Final = WIDTH // (SHEET + 4)  # sheets side by side
MANY: Final = 20  # pieces to choose from: their numbers stand on the board, not in a list
BLACK, WHITE = COLOURS["joker"].ink, COLOURS["joker"].hex

# Where only ASCII can be shown. Letters lose their accents by themselves, except where they would mislead.
SIGNS: Final = {
    "▸": ">",
    "★": "*",
    "☆": "o",
    "×": "x",
    "◂": "<",
    "▒": "#",
    "·": "-",
    "─": "-",
    "│": "|",
    "╮": ".",
    "╯": "'",
}
SPELLED: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "æ": "ae", "œ": "oe"}
    | dict.fromkeys("–−", "-")
    | dict.fromkeys("“”„«»", '"')
    | dict.fromkeys("’‘", "'")
    | dict.fromkeys("¿¡", "")
)


def render(
    scene: Scene, words: Words, names: Sequence[str], ascii: bool = False, walk: Walk | None = None
) -> RenderableType:
    """The whole scene; with a walk, the choices from where it stands."""
    painter = Painter(scene, words, names, ascii, walk or Walk(scene))
    return Constrain(Group(*painter.parts()), WIDTH)


class Painter:
    """Paints one scene in one language."""

    def __init__(self, scene: Scene, words: Words, names: Sequence[str], ascii: bool, walk: Walk) -> None:
        self.scene = scene
        self.words = words
        self.names = names
        self.ascii = ascii
        self.targets = walk.targets()
        self.keys = {target: number for number, (target, _) in enumerate(self.targets, 1)}  # what to type for it
        placed = {
            piece.id
            for zone in scene.zones
            for piece in zone.pieces
            if zone.seat is None and (piece.at >= 0 or (piece.cells and piece.shape == SPOT))
        }
        numbered = [target for target in self.keys if target in placed]
        self.on_board = set(numbered if len(numbered) > MANY else ())  # targets whose number stands on the board

    def parts(self) -> list[RenderableType]:
        """From top to bottom; what to do now comes last, where one types."""
        title = Text(self.word(f"game.{self.scene.game}"), "bold")
        found: list[RenderableType] = [Rule(title, characters="-" if self.ascii else "─", style="dim")]
        found += self.table()
        found += self.seats()
        found += [Text(self.say(fact), "dim") for fact in self.scene.facts]
        found += [Text(line, "dim") for line in self.legend() if line]
        found.append(Text())
        found += [Text(f"{self.sign('·')} {self.say(news)}") for news in self.scene.news[-NEWS:]]
        found += self.turn()
        if len(self.targets) > len(self.on_board):
            found.append(self.choices())
        if self.scene.composer:
            found.append(Text(self.word("text.compose"), "dim"))
        return found

    # Words and signs.

    def fit(self, text: str) -> str:
        """As this terminal can show it; control characters, which names might bring along, never pass."""
        if self.ascii:
            text = unicodedata.normalize("NFKD", text.translate(SPELLED))
            text = "".join(letter for letter in text if not unicodedata.combining(letter))
            text = text.encode("ascii", "replace").decode()
        return "".join(letter for letter in text if letter.isprintable() or letter == "\u00a0")

    def say(self, message: Message) -> str:
        return self.fit(self.words.say(message, self.names, self.scene.viewer))

    def word(self, key: str) -> str:
        return self.fit(self.words.word(key))

    def sign(self, sign: str) -> str:
        return SIGNS[sign] if self.ascii else sign

    def glyph(self, colour: str) -> str:
        return COLOURS[colour].ascii if self.ascii else COLOURS[colour].glyph

    def code(self, colour: str) -> str:
        return self.glyph(colour) + self.word(f"palette.code.{colour}")

    # Pieces.

    def painted(self, text: str, colour: str) -> Text:
        """A text on a field of a colour; the joker's field is half white and half black."""
        if colour != "joker":
            return Text(text, f"bold {COLOURS[colour].ink} on {COLOURS[colour].hex}")
        half = 2 if len(text) <= CHIP else (len(text) + 1) // 2  # never between the letters of the code
        return Text.assemble((text[:half], f"bold {BLACK} on {WHITE}"), (text[half:], f"bold {WHITE} on {BLACK}"))

    def chip(self, piece: Piece | Button) -> Text:
        """A piece as small as it gets: " ×RE "."""
        if isinstance(piece, Piece) and not piece.up:
            return self.back(piece)
        badge = piece.badge if isinstance(piece, Piece) else ""
        parts = [self.painted(f" {self.code(colour)} ", colour) for colour in piece.colours]
        if badge or not parts:
            parts.append(Text(f" {self.fit(badge) or '?':3} ", "bold reverse"))
        return Text.assemble(*parts)

    def back(self, piece: Piece, named: bool = True) -> Text:
        """A face-down piece; where places have names, with the name of its place."""
        name = self.fit(str(piece.label.args.get("place", ""))) if named and piece.at >= 0 else ""
        if piece.id in self.on_board:
            return Text(f"{self.keys[piece.id]:^{CHIP}}", "reverse")
        if not name or len(name) > CHIP - 2:
            return Text(f" {self.sign('▒') * 3} ", "dim")
        side = self.sign("▒")
        return Text(f"{side}{name:^{CHIP - 2}}{side}", "bold" if piece.id in self.keys else "dim")

    def cell(self, piece: Piece | None, zone: Zone) -> Text:
        """A place of a board: what lies there, or that nothing does; as wide as a chip, and a mark."""
        if piece is None:
            return Text(f"{self.sign('·') if zone.places else '':^{CHIP}} ", "dim")
        if piece.shape != SPOT:
            chip = self.chip(piece) if piece.up else self.back(piece, named=zone.kind != GRID or not zone.places)
            return Text.assemble(chip, (self.sign("◂") if piece.fresh else " ", "bold"))
        if piece.id in self.on_board:
            return Text(f"{self.keys[piece.id]:^{CHIP}} ", "bold")
        if piece.colours:
            return Text.assemble(" ", self.painted(f" {self.glyph(piece.colours[0])} ", piece.colours[0]), "  ")
        return Text(f"{self.fit(piece.badge) or self.sign('·'):^{CHIP}} ", "bold" if piece.id in self.keys else "dim")

    def chips(self, zone: Zone) -> Text:
        """The pieces of a zone side by side, and its empty places."""
        if zone.kind != TRAY and any(piece.at >= 0 for piece in zone.pieces):
            return Text.assemble(*(self.cell(piece, zone) for piece in on_places(zone)))
        parts = []
        for piece in zone.pieces:
            mark = self.sign("◂") if piece.fresh else ""
            count = f" {piece.count}" if piece.count > 1 else ""
            parts.append(Text.assemble(self.chip(piece), (count, "bold"), (mark, "bold")))
        if not zone.closed:
            parts += [Text(f" {self.sign('·') * 3} ", "dim")] * (zone.places - len(zone.pieces))
        return Text(" ").join(parts)

    def card(self, piece: Piece, width: int) -> Text:
        """A piece as a bar, its glyph repeated like the pattern on the real thing."""
        if not piece.up or len(piece.colours) != 1:
            bar = self.chip(piece)
            bar.pad_right(max(0, width - 2 - bar.cell_len))
        else:
            colour = piece.colours[0]
            room = width - 2 - CHIP
            pattern = (f"{self.glyph(colour)} " * room)[:room]
            bar = self.painted(f" {self.code(colour)} {pattern}", colour)
        mark = f" {self.sign('◂')}" if piece.fresh else "  "
        return Text.assemble(bar, (mark, "bold"))

    def legend(self) -> list[str]:
        """What the signs mean, line by line: name and pattern of each colour in sight."""
        shown = {colour for zone in self.scene.zones for piece in zone.pieces for colour in piece.colours}
        shown.update(colour for button in self.scene.buttons for colour in button.colours)
        lines = [""]
        for colour in COLOURS:
            if colour in shown:
                name, pattern = self.word(f"palette.{colour}"), self.word(f"palette.pattern.{colour}")
                entry = f"{self.code(colour)} {', '.join(dict.fromkeys((name, pattern)))}"
                if cell_len(lines[-1] + entry) > WIDTH:
                    lines.append("")
                lines[-1] += f"{entry}  "
        return lines

    # The table.

    def table(self) -> list[RenderableType]:
        """The zones that are nobody's own: rows in frames beside each other, the rest line by line."""
        open_zones = [zone for zone in self.scene.zones if zone.seat is None]
        rows = [zone for zone in open_zones if zone.kind == ROW]
        width = min(WIDEST_ROW, (WIDTH + 1) // max(1, len(rows)) - 1)
        framed = width >= CHIP + 6
        found: list[RenderableType] = []
        lines: list[RenderableType] = []
        for zone in open_zones:
            if zone.kind in (GRID, RING):
                found += [self.heading(zone), *(self.grid(zone) if zone.kind == GRID else self.ring(zone))]
            elif zone.kind == FIELD:
                found += [self.heading(zone), *self.field(zone)]
            elif zone not in rows or not framed:
                lines.append(self.line(zone))
        found = [*lines, *found]
        if rows and framed:
            height = max(len(self.frame_lines(zone, width - 4)) for zone in rows)
            frames = Table.grid(padding=(0, 1, 0, 0))
            frames.add_row(*(self.frame(zone, width, height) for zone in rows))
            found.append(frames)
        return found

    def key(self, target: str) -> str:
        """The number to type for a target, if it can be touched."""
        return f"[{self.keys[target]}] " if target in self.keys else ""

    def heading(self, zone: Zone) -> Text:
        return Text.assemble((self.key(zone.id), "bold"), (self.say(zone.label), "dim" if zone.closed else "bold"))

    def line(self, zone: Zone) -> Text:
        text = Text.assemble(self.heading(zone), "  ", self.chips(zone), self.note(zone))
        if zone.kind == LINE and len(zone.pieces) == 1 and zone.pieces[0].shape == CARD:  # what it says must be read
            text.append(f"  {self.say(zone.pieces[0].label)}")
        return text

    def note(self, zone: Zone) -> Text:
        return Text(f"  {self.say(zone.note)}" if zone.note else "", "dim")

    def frame(self, zone: Zone, width: int, height: int) -> Panel:
        key = self.key(zone.id).strip()
        return Panel(
            Group(*self.frame_lines(zone, width - 4)),
            title=Text(self.say(zone.label), "dim" if zone.closed else "bold"),
            title_align="left",
            subtitle=Text(key, "bold") if key else None,
            subtitle_align="left",
            box=box.ASCII if self.ascii else box.ROUNDED,
            border_style="" if key else "dim",
            width=width,
            height=height + 2,
        )

    def frame_lines(self, zone: Zone, width: int) -> list[Text]:
        """The cards of a row one below the other, then its empty places, then what is noted."""
        lines = [self.card(piece, width) for piece in zone.pieces]
        if not zone.closed:
            empty = (f"{self.sign('·')} " * width)[: width - 2]
            lines += [Text(empty, "dim")] * (zone.places - len(zone.pieces))
        note = wrap(self.say(zone.note), width) if zone.note else []
        return lines + [Text(line, "dim italic") for line in note]

    def grid(self, zone: Zone) -> list[Text]:
        """A grid as lines of chips; where it has a number of places, with letters and numbers at the edge."""
        places = on_places(zone)
        columns = zone.columns or len(places)
        lines = []
        for number, at in enumerate(range(0, len(places), columns)):
            head = f"{letter(number):>2} " if zone.places else ""
            cells = [self.cell(piece, zone) for piece in places[at : at + columns]]
            lines.append(Text.assemble((head, "dim"), *cells))
        if zone.places:
            numbers = "".join(f"{column:^{CHIP}} " for column in range(1, columns + 1))
            lines.insert(0, Text(f"   {numbers}", "dim"))
        return lines

    def ring(self, zone: Zone) -> list[Text]:
        """A ring as a frame of chips, clockwise from the top left."""
        places: list[Piece | None] = on_places(zone)
        wide = len(places) // 4 + 2
        high = max(2, -(-len(places) // 2) - wide + 2)
        around = [(0, column) for column in range(wide)]
        around += [(row, wide - 1) for row in range(1, high - 1)]
        around += [(high - 1, column) for column in reversed(range(wide))]
        around += [(row, 0) for row in reversed(range(1, high - 1))]
        cells = {spot: self.cell(piece, zone) for spot, piece in zip(around, places, strict=False)}
        gap = Text(" " * (CHIP + 1))
        return [Text.assemble(*(cells.get((row, column), gap) for column in range(wide))) for row in range(high)]

    def field(self, zone: Zone) -> list[Text]:
        """Squares with their columns and rows; one too wide for the screen in strips, from left to right."""
        squares = {cell: (piece, number) for piece in zone.pieces for number, cell in enumerate(piece.cells)}
        columns, rows = sorted({x for x, _ in squares}), sorted({y for _, y in squares})
        if not squares:
            return []
        span = columns[-1] - columns[0] + 1
        wide = next((wide for wide in SQUARES if span * wide <= WIDTH - AXIS), SQUARES[-1])
        room = (WIDTH - AXIS) // wide
        lines: list[Text] = []
        for first in range(columns[0], columns[-1] + 1, room):
            strip = range(first, min(first + room, columns[-1] + 1))
            lines.append(Text(self.scale(strip, wide), "dim"))
            for y in range(rows[0], rows[-1] + 1):
                cells = [self.square(squares.get((x, y)), wide) for x in strip]
                line = Text.assemble((f"{y:>{AXIS - 1}} ", "dim"), *cells)
                line.rstrip()
                lines.append(line)
        return lines

    def scale(self, columns: range, wide: int) -> str:
        """The numbers of the columns, as many as there is room for."""
        step = 1 if wide > 3 else 5
        line = ""
        for at, column in enumerate(columns):
            name = str(column)
            start = AXIS + at * wide + (wide - 1 - len(name)) // 2
            if column % step == 0 and start > len(line) and start + len(name) <= WIDTH:
                line = f"{line:<{start}}{name}"
        return line

    def square(self, lying: tuple[Piece, int] | None, wide: int) -> Text:
        """A square of a piece and the line that joins it to the next; the number of a free one that can be touched."""
        if lying is None:
            return Text(" " * wide)
        piece, number = lying
        if piece.shape == SPOT:
            key = self.keys.get(piece.id)
            return Text(" " * wide) if key is None else Text(f"{key:>2}{'':{wide - 2}}", "bold reverse")
        colour = piece.colours[number]
        face = self.code(colour) if wide > 3 else self.glyph(colour)
        join = " "
        if len(piece.cells) > 1:
            upright = piece.cells[0][0] == piece.cells[1][0]
            last = number == len(piece.cells) - 1
            join = ("╮" if number == 0 else "╯" if last else "│") if upright else " " if last else "─"
            join = "◂" if last and piece.fresh else join
        sign = self.sign(join) if join.strip() else join
        return Text.assemble(self.painted(face, colour), (sign, "bold"))

    # The people.

    def seats(self) -> list[RenderableType]:
        """A table with a column for each kind of piece that people collect."""
        trays = {zone.seat: zone for zone in self.scene.zones if zone.kind == TRAY and zone.seat is not None}
        kinds = self.kinds([piece for zone in trays.values() for piece in zone.pieces])
        names = [self.name(place) for place in self.scene.places]
        notes = [", ".join(self.say(note) for note in place.notes) for place in self.scene.places]
        standings = [self.say(place.standing) if place.standing else str(place.score) for place in self.scene.places]
        header = Text("" if any(place.standing for place in self.scene.places) else self.word("terminal.points"), "dim")
        widest = max(header.cell_len, *(cell_len(standing) for standing in standings))
        taken = max(name.cell_len for name in names) + 1 + len(kinds) * COLUMN + widest + 1
        beside = all(taken + cell_len(note) <= WIDTH for note in notes)

        headed = bool(kinds or header)
        table = Table(box=None, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False, show_header=headed)
        table.add_column(no_wrap=True)
        single = len(kinds) > 1 and all(len(zone.pieces) < 2 for zone in trays.values())  # everybody has their own
        if single:
            table.add_column(no_wrap=True)
        for piece in [] if single else kinds:
            table.add_column(self.tight(self.chip(piece)), width=COLUMN - 1, no_wrap=True)
        table.add_column(header, justify="right", no_wrap=True)
        table.add_column(no_wrap=True)
        for place, name, note, standing in zip(self.scene.places, names, notes, standings, strict=True):
            held = self.kinds_held(trays.get(place.seat))
            cells = [self.held(piece, held.get(kind(piece), 0)) for piece in kinds if not single or kind(piece) in held]
            if single and not cells:
                cells = [Text()]
            points = Text(standing, "bold" if place.winner or place.acting else "")
            table.add_row(name, *cells, points, Text(note if beside else "", "dim"))
        found: list[RenderableType] = [table]
        if not beside:
            for place, note in zip(self.scene.places, notes, strict=True):
                if note:
                    found.append(Text(f"  {self.fit(self.words.name(place.seat, self.names))}: {note}", "dim"))
        others = [zone for zone in self.scene.zones if zone.seat is not None and zone.kind != TRAY and not zone.within]
        sheets = [zone for zone in others if zone.kind == GRID]
        lines = [line for zone in others if zone not in sheets for line in self.own(zone)]
        return [*found, *lines, *self.sheets(sheets)]

    def sheets(self, zones: Sequence[Zone]) -> list[Text]:
        """Sheets side by side, and below them in words what was written on each."""
        lines: list[Text] = []
        for at in range(0, len(zones), ABREAST):
            row = zones[at : at + ABREAST]
            for parts in zip(*(self.sheet(zone) for zone in row), strict=True):
                lines.append(Text("    ").join(parts))
                lines[-1].rstrip()
            for zone in row:
                notes = [self.say(edge.note) for edge in self.edges(zone) if edge.note]
                said = "; ".join([*([self.say(zone.note)] if zone.note else []), *notes])
                lines.append(Text.assemble((f"{self.say(zone.label)}: ", "bold"), (said, "dim")))
        return lines

    def edges(self, zone: Zone) -> list[Zone]:
        return [other for other in self.scene.zones if other.within == zone.id]

    def sheet(self, zone: Zone) -> list[Text]:
        """The cells with their colours and letters; a star at the edge shows whether it can still be won."""
        stars = {star.badge: star for other in self.edges(zone) for star in other.pieces}
        label = self.say(zone.label)
        lines = [Text(set_cell_size(label, SHEET), "bold")]
        heads = [letter(column) for column in range(zone.columns)]
        lines.append(Text("   " + "".join(f" {name}{self.star(stars, name)} " for name in heads)))
        cells = on_places(zone)
        for row in range(len(cells) // zone.columns):
            name = str(row + 1)
            squares = [self.written(cell) for cell in cells[row * zone.columns : (row + 1) * zone.columns]]
            lines.append(Text.assemble(f"{name}{self.star(stars, name)} ", *squares))
        return lines

    def star(self, stars: dict[str, Piece], name: str) -> str:
        if name not in stars:
            return " "
        return self.sign({CIRCLED: "★", CROSSED: "×"}.get(stars[name].mark, "☆"))

    def written(self, cell: Piece | None) -> Text:
        if cell is None or cell.shape != CELL:
            return Text(" " * CELL_WIDE)
        sign = self.fit(cell.badge) or " "
        if cell.colours:
            face = self.painted(f"{self.glyph(cell.colours[0])}{sign} ", cell.colours[0])
        else:
            face = Text(f"{self.sign('▸')}{sign} ", "bold reverse")
        return Text.assemble(face, (self.sign("◂") if cell.fresh else " ", "bold"))

    def own(self, zone: Zone) -> list[Text]:
        """What lies in front of a seat; tiles of several squares take as many lines as they need."""
        if zone.kind != HAND or zone.places or not any(piece.shape == TILE for piece in zone.pieces):
            return [self.line(zone)]
        lines = [Text.assemble(self.heading(zone), " ")]
        for piece in zone.pieces:
            mark = self.sign("◂") if piece.fresh else ""
            count = f" {piece.count}" if piece.count > 1 else ""
            squares = [self.painted(self.code(colour), colour) for colour in piece.colours] or [self.chip(piece)]
            tile = Text.assemble(" ", (self.key(piece.id).rstrip(), "bold"), *squares, (count + mark, "bold"))
            if lines[-1].cell_len + tile.cell_len > WIDTH:
                lines.append(Text(" "))
            lines[-1] = Text.assemble(lines[-1], tile)
        return [*lines[:-1], Text.assemble(lines[-1], self.note(zone))]

    def tight(self, chip: Text) -> Text:
        """Without the space behind it: in the table columns are narrow."""
        return chip[: COLUMN - 1]

    def kinds(self, pieces: Sequence[Piece]) -> list[Piece]:
        """One of each kind, sorted by the palette, badges after colours, jokers last."""
        order = list(COLOURS)
        found = {kind(piece): piece for piece in pieces}

        def rank(piece: Piece) -> tuple[list[int], str]:
            return [order.index(colour) for colour in piece.colours] or [len(order) - 2], piece.badge

        return sorted(found.values(), key=rank)

    def kinds_held(self, zone: Zone | None) -> dict[tuple[tuple[str, ...], str], int]:
        return {kind(piece): piece.count for piece in zone.pieces} if zone else {}

    def held(self, piece: Piece, count: int) -> Text:
        """How many of a kind somebody holds, on its colour."""
        if not count:
            return Text(f"  {self.sign('·')}", "dim")
        sign = self.glyph(piece.colours[0]) if len(piece.colours) == 1 else " "
        text = f" {sign}{count:<2}"
        return self.painted(text, piece.colours[0]) if piece.colours else Text(text, "bold reverse")

    def name(self, place: Place) -> Text:
        name = self.fit(self.words.name(place.seat, self.names))
        if place.seat == self.scene.viewer:
            name = self.fit(self.words.say(Message("text.you", {"name": name})))
        sign = self.sign("★") if place.winner else self.sign("▸") if place.acting else " "
        if cell_len(name) > LONGEST_NAME:
            name = set_cell_size(name, LONGEST_NAME - 1) + ("." if self.ascii else "…")
        style = "bold" if place.winner or place.acting else ""
        worn: list[Text | str] = (
            [self.painted(f" {self.code(place.colour)} ", place.colour), " "] if place.colour else []
        )
        return Text.assemble((f"{sign} ", style), *worn, (name, style))

    # What to do.

    def turn(self) -> list[Text]:
        """Whose turn it is and what to do: one line, or two where one is too short."""
        status = Text(f" {self.say(self.scene.status)} ", "bold reverse")
        if self.scene.prompt is None:
            return [status]
        prompt = Text(f" {self.say(self.scene.prompt)}")
        return [Text.assemble(status, prompt)] if status.cell_len + prompt.cell_len <= WIDTH else [status, prompt]

    def choices(self) -> Table:
        """What can be touched now, numbered, in as many columns as fit."""
        buttons = {button.id: button for button in self.scene.buttons}
        cells = []
        for number, (target, label) in enumerate(self.targets, 1):
            if target in self.on_board:
                continue
            button = buttons.get(target)
            chip = Text.assemble(self.chip(button), " ") if button and len(button.colours) == 1 else ""
            cells.append(Text.assemble((f"{number:>3} ", "bold"), chip, self.say(label)))
        widest = max(cell.cell_len for cell in cells)
        columns = max(1, min(3, WIDTH // (widest + 2)) if len(cells) > 4 else 1)
        deep = -(-len(cells) // columns)
        grid = Table.grid(padding=(0, 2, 0, 0))
        for at in range(deep):
            grid.add_row(*cells[at::deep])
        return grid


def on_places(zone: Zone) -> list[Piece | None]:
    """What lies at each place of a zone whose places keep their number; a piece rather than the spot below it."""
    count = max([zone.places, *(piece.at + 1 for piece in zone.pieces)])
    places: list[Piece | None] = [None] * count
    free = 0
    for piece in zone.pieces:
        at = piece.at if piece.at >= 0 else free
        places[at : at + 1] = [piece]
        free = at + 1
    return places


def kind(piece: Piece) -> tuple[tuple[str, ...], str]:
    """Pieces of one kind look the same."""
    return piece.colours, piece.badge
