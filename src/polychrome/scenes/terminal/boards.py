"""The zones that are nobody's own, in the terminal: frames beside each other, grids, rings and fields."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from polychrome.scenes.scene import FIELD, GRID, RING, ROW, SPOT, Piece, Zone
from polychrome.scenes.terminal.brush import CHIP, WIDTH, Brush, on_places
from polychrome.words import letter

WIDEST_ROW: Final = 20
AXIS: Final = 5  # columns for the number of a row of a field
SQUARES: Final = (4, 2)  # columns of a square of a field: with its code, or where it is wide, with its glyph alone


class Boards:
    """The table, from top to bottom."""

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self.scene = brush.scene

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
                found += [self.brush.heading(zone), *(self.grid(zone) if zone.kind == GRID else self.ring(zone))]
            elif zone.kind == FIELD:
                found += [self.brush.heading(zone), *self.field(zone)]
            elif zone not in rows or not framed:
                lines.append(self.brush.line(zone))
        found = [*lines, *found]
        if rows and framed:
            height = max(len(self.frame_lines(zone, width - 4)) for zone in rows)
            frames = Table.grid(padding=(0, 1, 0, 0))
            frames.add_row(*(self.frame(zone, width, height) for zone in rows))
            found.append(frames)
        return found

    def frame(self, zone: Zone, width: int, height: int) -> Panel:
        key = self.brush.key(zone.id).strip()
        return Panel(
            Group(*self.frame_lines(zone, width - 4)),
            title=Text(self.brush.translate(zone.label), "dim" if zone.closed else "bold"),
            title_align="left",
            subtitle=Text(key, "bold") if key else None,
            subtitle_align="left",
            box=box.ASCII if self.brush.ascii else box.ROUNDED,
            border_style="" if key else "dim",
            width=width,
            height=height + 2,
        )

    def frame_lines(self, zone: Zone, width: int) -> list[Text]:
        """The cards of a row one below the other, then its empty places, then what is noted."""
        lines = [self.brush.card(piece, width) for piece in zone.pieces]
        if not zone.closed:
            empty = (f"{self.brush.sign('·')} " * width)[: width - 2]
            lines += [Text(empty, "dim")] * (zone.slots - len(zone.pieces))
        note = wrap(self.brush.translate(zone.note), width) if zone.note else []
        return lines + [Text(line, "dim italic") for line in note]

    def grid(self, zone: Zone) -> list[Text]:
        """A grid as lines of chips; where it has a number of places, with letters and numbers at the edge."""
        places = on_places(zone)
        columns = zone.columns or len(places)
        lines = []
        for number, at in enumerate(range(0, len(places), columns)):
            head = f"{letter(number):>2} " if zone.slots else ""
            cells = [self.brush.cell(piece, zone) for piece in places[at : at + columns]]
            lines.append(Text.assemble((head, "dim"), *cells))
        if zone.slots:
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
        cells = {spot: self.brush.cell(piece, zone) for spot, piece in zip(around, places, strict=False)}
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
            key = self.brush.keys.get(piece.id)
            return Text(" " * wide) if key is None else Text(f"{key:>2}{'':{wide - 2}}", "bold reverse")
        colour = piece.colours[number]
        face = self.brush.code(colour) if wide > 3 else self.brush.glyph(colour)
        join = " "
        if len(piece.cells) > 1:
            upright = piece.cells[0][0] == piece.cells[1][0]
            last = number == len(piece.cells) - 1
            join = ("╮" if number == 0 else "╯" if last else "│") if upright else " " if last else "─"
            join = "◂" if last and piece.fresh else join
        sign = self.brush.sign(join) if join.strip() else join
        return Text.assemble(self.brush.painted(face, colour), (sign, "bold"))
