"""Encodings with a mistake each, and the law that notices it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from laws.walks import Case
from polychrome.engine.core import Game, State
from polychrome.registry import find
from polychrome.rl.encoding import Encoding
from polychrome.rl.encodings import ronde
from polychrome.rl.encodings.ronde import RondeEncoding
from rl import sight

CASE = Case(find("ronde"), 3, (0,), 1, 40)


class Ronde(Encoding):
    """The encoding of Ronde as it is; mutants change one thing."""

    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.right = RondeEncoding(game, seats, options, recall)
        self.layout = self.right.layout
        self.symbols = self.right.symbols
        self.colours = self.right.colours

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        self.right.write(view, viewer, begun, row)

    def spell(self, state: State, seat: int, action: int) -> list[int]:
        return self.right.spell(state, seat, action)

    def open(self, state: State, seat: int, begun: list[int]) -> list[int]:
        return self.right.open(state, seat, begun)

    def read(self, state: State, seat: int, begun: list[int]) -> int:
        return self.right.read(state, seat, begun)


class Blurred(Ronde):
    """Does not say who has which pairs."""

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        super().write(view, viewer, begun, row)
        part = self.layout["own"]
        row[part.start : part.stop] = bytes(part.stop - part.start)


class Forgetful(Ronde):
    """Gives another row each time."""

    rows = 0

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        super().write(view, viewer, begun, row)
        Forgetful.rows += 1
        row[self.layout["up"].start] = Forgetful.rows % 50


class Generous(Ronde):
    """One symbol too many is open."""

    def open(self, state: State, seat: int, begun: list[int]) -> list[int]:
        return sorted({*super().open(state, seat, begun), len(self.symbols) - 1})


class Mean(Ronde):
    """One symbol too few is open."""

    def open(self, state: State, seat: int, begun: list[int]) -> list[int]:
        return super().open(state, seat, begun)[1:]


class Absolute(Ronde):
    """Shows whose turn it is by the number of the seat."""

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        super().write(view, viewer, begun, row)
        part = self.layout["turn"]
        row[part.start : part.stop] = bytes(int(seat == view.seat) for seat in range(self.seats))


class Favourite(Ronde):
    """Red is always shown first."""

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        super().write(view, viewer, begun, row)
        row[self.layout["aside"].start] = 1


class Indiscreet(Ronde):
    """Says that all lies open, where discs lie face down."""

    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.all_open = True


LAWS: dict[type[Ronde], Callable[[], None]] = {
    Blurred: lambda: sight.every_field_shows(CASE, recall=False),
    Forgetful: lambda: sight.a_view_is_a_row(CASE, recall=False),
    Generous: lambda: sight.masks_are_exact(CASE),
    Mean: lambda: sight.masks_are_exact(CASE),
    Absolute: lambda: sight.seats_are_relative(CASE, recall=False),
    Indiscreet: lambda: sight.what_lies_open_is_everything(CASE, recall=False),
    Favourite: lambda: sight.relabelling_commutes(CASE, recall=False, colours=[1, 0, 2, 3, 4, 5]),
}


@pytest.mark.parametrize("mutant", LAWS, ids=lambda mutant: mutant.__name__)
def test_the_law_notices(mutant: type[Ronde], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ronde, "ENCODING", Ronde)
    LAWS[mutant]()
    monkeypatch.setattr(ronde, "ENCODING", mutant)
    with pytest.raises(AssertionError):
        LAWS[mutant]()
