"""Sheets that people write on, in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import set_cell_size
from rich.text import Text

from polychrome.scenes.scene import CELL, CIRCLED, CROSSED, Piece, Zone
from polychrome.scenes.terminal.brush import WIDTH, Brush, on_places
from polychrome.words import letter

CELL_WIDE: Final = 4  # columns of a cell of a sheet: glyph, letter, space, and a mark if it is new
SHEET: Final = 3 + 7 * CELL_WIDE  # columns of a sheet
ABREAST: Final = WIDTH // (SHEET + 4)  # sheets side by side


class Sheets:
    """Everybody's sheet, with the stars at its edges."""

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self.scene = brush.scene

    def below(self, zones: Sequence[Zone]) -> list[Text]:
        """Sheets side by side, and below them in words what was written on each."""
        lines: list[Text] = []
        for at in range(0, len(zones), ABREAST):
            row = zones[at : at + ABREAST]
            for parts in zip(*(self.sheet(zone) for zone in row), strict=True):
                lines.append(Text("    ").join(parts))
                lines[-1].rstrip()
            for zone in row:
                notes = [self.brush.translate(edge.note) for edge in self.edges(zone) if edge.note]
                said = "; ".join([*([self.brush.translate(zone.note)] if zone.note else []), *notes])
                lines.append(Text.assemble((f"{self.brush.translate(zone.label)}: ", "bold"), (said, "dim")))
        return lines

    def edges(self, zone: Zone) -> list[Zone]:
        return [other for other in self.scene.zones if other.within == zone.id]

    def sheet(self, zone: Zone) -> list[Text]:
        """The cells with their colours and letters; a star at the edge shows whether it can still be won."""
        stars = {star.badge: star for other in self.edges(zone) for star in other.pieces}
        label = self.brush.translate(zone.label)
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
        return self.brush.sign({CIRCLED: "★", CROSSED: "×"}.get(stars[name].mark, "☆"))

    def written(self, cell: Piece | None) -> Text:
        if cell is None or cell.shape != CELL:
            return Text(" " * CELL_WIDE)
        sign = self.brush.fit(cell.badge) or " "
        if cell.colours:
            face = self.brush.painted(f"{self.brush.glyph(cell.colours[0])}{sign} ", cell.colours[0])
        else:
            face = Text(f"{self.brush.sign('▸')}{sign} ", "bold reverse")
        return Text.assemble(face, (self.brush.sign("◂") if cell.fresh else " ", "bold"))
