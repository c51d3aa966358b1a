"""The people at the table, in the terminal: what they have collected, what lies in front of them, how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from polychrome.engine.core import Message
from polychrome.palette import COLOURS
from polychrome.scenes.scene import GRID, HAND, TILE, TRAY, Piece, Seat, Zone
from polychrome.scenes.terminal.brush import CHIP, WIDTH, Brush
from polychrome.scenes.terminal.sheets import Sheets
from polychrome.scenes.turn import signed

COLUMN: Final = CHIP  # of the table of collections: one less for the chip, one for the gap
LONGEST_NAME: Final = 20


class People:
    """The seats, each with what is its own."""

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self.scene = brush.scene

    def seats(self) -> list[RenderableType]:
        """What everybody has collected and how they stand, then what else lies in front of them."""
        others = [zone for zone in self.scene.zones if zone.seat is not None and zone.kind != TRAY and not zone.within]
        sheets = [zone for zone in others if zone.kind == GRID]
        lines = [line for zone in others if zone not in sheets for line in self.own(zone)]
        return [*self.collections(), *lines, *Sheets(self.brush).below(sheets)]

    def collections(self) -> list[RenderableType]:
        """A table with a column for each kind of piece that people collect; notes go below it if it is too wide."""
        players = self.scene.seats
        trays = {zone.seat: zone for zone in self.scene.zones if zone.kind == TRAY and zone.seat is not None}
        kinds = self.kinds([piece for zone in trays.values() for piece in zone.pieces])
        single = len(kinds) > 1 and all(len(zone.pieces) < 2 for zone in trays.values())  # everybody has their own
        names = [self.name(player) for player in players]
        standings = [self.standing(player) for player in players]
        notes = [self.notes(player) for player in players]
        header = self.header()
        taken = widest(names) + 1 + len(kinds) * COLUMN + widest([header, *standings]) + 1
        beside = taken + widest(notes) <= WIDTH

        table = self.headed(kinds, single, header)
        for player, name, standing, note in zip(players, names, standings, notes, strict=True):
            cells = self.held(trays.get(player.seat), kinds, single)
            table.add_row(name, *cells, standing, note if beside else Text())
        return [table] if beside else [table, *self.notes_below()]

    def header(self) -> Text:
        """Above the standings, where they are points."""
        points = not any(player.standing for player in self.scene.seats)
        return Text(self.brush.word("terminal.points") if points else "", "dim")

    def notes_below(self) -> list[Text]:
        noted = [player for player in self.scene.seats if player.notes or player.sums]
        return [Text(f"  {self.called(player)}: {self.notes(player).plain}", "dim") for player in noted]

    def headed(self, kinds: Sequence[Piece], single: bool, header: Text) -> Table:
        """The empty table: names, a column for each kind or one for everybody's own, standings, notes."""
        headed = bool(kinds or header)
        table = Table(box=None, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False, show_header=headed)
        table.add_column(no_wrap=True)
        if single:
            table.add_column(no_wrap=True)
        for piece in [] if single else kinds:
            table.add_column(self.brush.chip(piece)[: COLUMN - 1], width=COLUMN - 1, no_wrap=True)
        table.add_column(header, justify="right", no_wrap=True)
        table.add_column(no_wrap=True)
        return table

    def standing(self, player: Seat) -> Text:
        standing = self.brush.translate(player.standing) if player.standing else str(player.score)
        return Text(standing, "bold" if player.winner or player.acting else "")

    def notes(self, player: Seat) -> Text:
        sums = [f"{self.brush.translate(part.label)} {self.brush.fit(signed(part.points))}" for part in player.sums]
        return Text(", ".join([*sums, *(self.brush.translate(note) for note in player.notes)]), "dim")

    def held(self, tray: Zone | None, kinds: Sequence[Piece], single: bool) -> list[Text]:
        """What somebody holds, a cell for each column."""
        counts = {kind(piece): piece.count for piece in tray.pieces} if tray else {}
        if not single:
            return [self.count(piece, counts.get(kind(piece), 0)) for piece in kinds]
        return [self.count(piece, counts[kind(piece)]) for piece in kinds if kind(piece) in counts] or [Text()]

    def count(self, piece: Piece, count: int) -> Text:
        """How many of a kind somebody holds, on its colour."""
        if not count:
            return Text(f"  {self.brush.sign('·')}", "dim")
        sign = self.brush.glyph(piece.colours[0]) if len(piece.colours) == 1 else " "
        text = f" {sign}{count:<2}"
        return self.brush.painted(text, piece.colours[0]) if piece.colours else Text(text, "bold reverse")

    def kinds(self, pieces: Sequence[Piece]) -> list[Piece]:
        """One of each kind, sorted by the palette, badges after colours, jokers last."""
        order = list(COLOURS)
        found = {kind(piece): piece for piece in pieces}

        def rank(piece: Piece) -> tuple[list[int], str]:
            return [order.index(colour) for colour in piece.colours] or [len(order) - 2], piece.badge

        return sorted(found.values(), key=rank)

    def own(self, zone: Zone) -> list[Text]:
        """What lies in front of a seat; tiles of several squares take as many lines as they need."""
        if zone.kind != HAND or zone.slots or not any(piece.shape == TILE for piece in zone.pieces):
            return [self.brush.line(zone)]
        lines = [Text.assemble(self.brush.heading(zone), " ")]
        for piece in zone.pieces:
            mark = self.brush.sign("◂") if piece.fresh else ""
            count = f" {piece.count}" if piece.count > 1 else ""
            squares = [self.brush.painted(self.brush.code(colour), colour) for colour in piece.colours] or [
                self.brush.chip(piece)
            ]
            tile = Text.assemble(" ", (self.brush.key(piece.id).rstrip(), "bold"), *squares, (count + mark, "bold"))
            if lines[-1].cell_len + tile.cell_len > WIDTH:
                lines.append(Text(" "))
            lines[-1] = Text.assemble(lines[-1], tile)
        return [*lines[:-1], Text.assemble(lines[-1], self.brush.note(zone))]

    def called(self, player: Seat) -> str:
        return self.brush.fit(self.brush.words.name(player.seat, self.brush.names))

    def name(self, player: Seat) -> Text:
        name = self.called(player)
        if player.seat == self.scene.viewer:
            name = self.brush.fit(self.brush.words.translate(Message("text.you", {"name": name})))
        sign = self.brush.sign("★") if player.winner else self.brush.sign("▸") if player.acting else " "
        if cell_len(name) > LONGEST_NAME:
            name = set_cell_size(name, LONGEST_NAME - 1) + ("." if self.brush.ascii else "…")
        style = "bold" if player.winner or player.acting else ""
        worn: list[Text | str] = (
            [self.brush.painted(f" {self.brush.code(player.colour)} ", player.colour), " "] if player.colour else []
        )
        return Text.assemble((f"{sign} ", style), *worn, (name, style))


def widest(texts: Sequence[Text]) -> int:
    found: int = max(text.cell_len for text in texts)
    return found


def kind(piece: Piece) -> tuple[tuple[str, ...], str]:
    """Pieces of one kind look the same."""
    return piece.colours, piece.badge
