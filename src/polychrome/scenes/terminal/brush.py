"""What a terminal can show of a piece and of a zone: words, signs, chips on their colour, lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from polychrome.engine.core import Message
from polychrome.palette import COLOURS
from polychrome.scenes.scene import CARD, GRID, LINE, SPOT, TRAY, Button, Piece, Scene, Zone
from polychrome.scenes.walk import Walk
from polychrome.words import Words

WIDTH: Final = 80
CHIP: Final = 5  # columns of a piece: " ×RE "
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


class Brush:
    """Paints what belongs to one scene in one language."""

    def __init__(self, scene: Scene, words: Words, names: Sequence[str], ascii: bool, walk: Walk) -> None:
        self.scene = scene
        self.words = words
        self.names = names
        self.ascii = ascii
        self.targets = walk.targets()
        self.total = walk.total()  # of what has been touched so far, where there is such a thing
        self.keys = {target: number for number, (target, _) in enumerate(self.targets, 1)}  # what to type for it
        placed = {
            piece.id
            for zone in scene.zones
            for piece in zone.pieces
            if zone.seat is None and (piece.at >= 0 or (piece.cells and piece.shape == SPOT))
        }
        numbered = [target for target in self.keys if target in placed]
        self.on_board = set(numbered if len(numbered) > MANY else ())  # targets whose number stands on the board

    def fit(self, text: str) -> str:
        """As this terminal can show it; control characters, which names might bring along, never pass."""
        if self.ascii:
            text = unicodedata.normalize("NFKD", text.translate(SPELLED))
            text = "".join(letter for letter in text if not unicodedata.combining(letter))
            text = text.encode("ascii", "replace").decode()
        return "".join(letter for letter in text if letter.isprintable() or letter == "\u00a0")

    def translate(self, message: Message) -> str:
        return self.fit(self.words.translate(message, self.names, self.scene.viewer))

    def word(self, key: str) -> str:
        return self.fit(self.words.word(key))

    def sign(self, sign: str) -> str:
        return SIGNS[sign] if self.ascii else sign

    def glyph(self, colour: str) -> str:
        return COLOURS[colour].ascii if self.ascii else COLOURS[colour].glyph

    def code(self, colour: str) -> str:
        return self.glyph(colour) + self.word(f"palette.code.{colour}")

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
            return Text(f"{self.sign('·') if zone.slots else '':^{CHIP}} ", "dim")
        if piece.shape != SPOT:
            chip = self.chip(piece) if piece.up else self.back(piece, named=zone.kind != GRID or not zone.slots)
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
            parts += [Text(f" {self.sign('·') * 3} ", "dim")] * (zone.slots - len(zone.pieces))
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

    def key(self, target: str) -> str:
        """The number to type for a target, if it can be touched."""
        return f"[{self.keys[target]}] " if target in self.keys else ""

    def heading(self, zone: Zone) -> Text:
        return Text.assemble(
            (self.key(zone.id), "bold"), (self.translate(zone.label), "dim" if zone.closed else "bold")
        )

    def note(self, zone: Zone) -> Text:
        return Text(f"  {self.translate(zone.note)}" if zone.note else "", "dim")

    def line(self, zone: Zone) -> Text:
        text = Text.assemble(self.heading(zone), "  ", self.chips(zone), self.note(zone))
        if zone.kind == LINE and len(zone.pieces) == 1 and zone.pieces[0].shape == CARD:  # what it says must be read
            text.append(f"  {self.translate(zone.pieces[0].label)}")
        return text


def on_places(zone: Zone) -> list[Piece | None]:
    """What lies at each place of a zone whose places keep their number; a piece rather than the spot below it."""
    count = max([zone.slots, *(piece.at + 1 for piece in zone.pieces)])
    places: list[Piece | None] = [None] * count
    free = 0
    for piece in zone.pieces:
        at = piece.at if piece.at >= 0 else free
        places[at : at + 1] = [piece]
        free = at + 1
    return places
