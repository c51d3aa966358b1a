"""A whole scene in the terminal, from top to bottom."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from polychrome.engine.core import Message
from polychrome.palette import COLOURS
from polychrome.scenes.terminal.boards import Boards
from polychrome.scenes.terminal.brush import WIDTH, Brush
from polychrome.scenes.terminal.people import People

NEWS: Final = 8  # lines; older news scroll by in the terminal anyway


class Painter:
    """Puts the parts below each other."""

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self.scene = brush.scene

    def parts(self) -> list[RenderableType]:
        """From top to bottom; what to do now comes last, where one types."""
        title = Text(self.brush.word(f"game.{self.scene.game}"), "bold")
        found: list[RenderableType] = [Rule(title, characters="-" if self.brush.ascii else "─", style="dim")]
        found += Boards(self.brush).table()
        found += People(self.brush).seats()
        found += [Text(self.brush.translate(fact), "dim") for fact in self.scene.facts]
        found += [Text(line, "dim") for line in self.legend() if line]
        found.append(Text())
        found += [Text(f"{self.brush.sign('·')} {self.brush.translate(news)}") for news in self.scene.news[-NEWS:]]
        found += self.turn()
        if self.brush.total is not None:
            found.append(Text(f" {self.brush.translate(Message('scene.total', {'n': self.brush.total}))}"))
        if len(self.brush.targets) > len(self.brush.on_board):
            found.append(self.choices())
        if self.scene.composer:
            found.append(Text(self.brush.word("text.compose"), "dim"))
        return found

    def legend(self) -> list[str]:
        """What the signs mean, line by line: name and pattern of each colour in sight."""
        shown = {colour for zone in self.scene.zones for piece in zone.pieces for colour in piece.colours}
        shown.update(colour for button in self.scene.buttons for colour in button.colours)
        lines = [""]
        for colour in COLOURS:
            if colour in shown:
                name, pattern = self.brush.word(f"palette.{colour}"), self.brush.word(f"palette.pattern.{colour}")
                entry = f"{self.brush.code(colour)} {', '.join(dict.fromkeys((name, pattern)))}"
                if cell_len(lines[-1] + entry) > WIDTH:
                    lines.append("")
                lines[-1] += f"{entry}  "
        return lines

    def turn(self) -> list[Text]:
        """Whose turn it is and what to do: one line, or two where one is too short."""
        status = Text(f" {self.brush.translate(self.scene.status)} ", "bold reverse")
        if self.scene.prompt is None:
            return [status, *(Text(f" {self.brush.translate(message)}") for message in self.scene.why)]
        prompt = Text(f" {self.brush.translate(self.scene.prompt)}")
        return [Text.assemble(status, prompt)] if status.cell_len + prompt.cell_len <= WIDTH else [status, prompt]

    def choices(self) -> Table:
        """What can be touched now, numbered, in as many columns as fit."""
        buttons = {button.id: button for button in self.scene.buttons}
        cells = []
        for number, (target, label) in enumerate(self.brush.targets, 1):
            if target in self.brush.on_board:
                continue
            button = buttons.get(target)
            chip = Text.assemble(self.brush.chip(button), " ") if button and len(button.colours) == 1 else ""
            cells.append(Text.assemble((f"{number:>3} ", "bold"), chip, self.brush.translate(label)))
        widest = max(cell.cell_len for cell in cells)
        columns = max(1, min(3, WIDTH // (widest + 2)) if len(cells) > 4 else 1)
        deep = -(-len(cells) // columns)
        grid = Table.grid(padding=(0, 2, 0, 0))
        for at in range(deep):
            grid.add_row(*cells[at::deep])
        return grid
