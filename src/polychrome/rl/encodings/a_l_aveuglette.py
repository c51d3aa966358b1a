"""A l'aveuglette: the board as the viewer sees it from its own side; a move is composed cell by cell."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.games.colomo.a_l_aveuglette import (
    CHALLENGING,
    MOVING,
    OFF,
    OUTSIDE,
    PATH,
    PAWNS,
    ALAveuglette,
    along,
    path,
)
from polychrome.games.colomo.board import CELLS, NAMES, OUT, SIDE, SIDES, turned
from polychrome.games.colomo.table import ACCEPT, CHALLENGE
from polychrome.rl.encoding import NOT_YET, Encoding
from polychrome.rl.encodings.pawns import Walking

# Symbols. A path is where the pawn comes from and where it lands, each a cell, OUT or OUTSIDE; then perhaps STAY.
STAY: Final = OUTSIDE + 1  # the pawn could jump on, and does not
ANSWER: Final = STAY + 1  # accept, challenge
ANSWERS: Final = [ANSWER, ANSWER + 1]
WORDS: Final = CELLS + 2  # of a path


def seen_from(side: int) -> list[int]:
    """By cell of the board, and for OUT and OUTSIDE: where it is for somebody on this side."""
    where = [0] * WORDS
    for right in range(SIDE):
        for forward in range(SIDE):
            east, north = turned(right, forward, side)
            where[SIDE * north + east] = SIDE * forward + right
    where[OUT] = OUT
    where[OUTSIDE] = OUTSIDE
    return where


SEEN: Final = [seen_from(side) for side in range(4)]
ON_BOARD: Final = [[seen.index(word) for word in range(WORDS)] for seen in SEEN]  # the opposite of SEEN


class ALAveugletteEncoding(Encoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.together = options[CHALLENGING] != OFF
        self.sides = SIDES[seats]
        layout = self.layout
        self.walking = Walking(layout, seats, CELLS, PAWNS, 1, recall)
        self.side = layout.add("side", ("seat", seats), ("side", 4))  # where the others sit
        self.last = layout.add("last", ("word", WORDS), most=WORDS)  # of the last path, in order from 1
        self.begun = layout.add("begun", ("word", WORDS), most=WORDS)  # the same for the one being composed
        self.symbols = [*[f"{name}" for name in NAMES], "enter", "stay", game.text(ACCEPT), game.text(CHALLENGE)]

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, ALAveuglette)
        mine = self.sides[viewer]
        seen = SEEN[mine]
        self.walking.write(view, viewer, seen, row)
        for seat in range(self.seats):
            row[self.side + (seat - viewer) % self.seats * 4 + (self.sides[seat] - mine) % 4] = 1
        for number, word in enumerate(path(view.last)):
            row[self.last + seen[word]] = number + 1
        for number, word in enumerate(begun):
            row[self.begun + word] = number + 1

    def spell(self, state: State, seat: int, action: int) -> list[int]:
        if action < PATH:
            return [ANSWER + action - ACCEPT]
        seen = SEEN[self.sides[seat]]
        spelling = [seen[word] for word in path(action)]
        begins = [other for other in state.legal(seat) if path(other)[: len(spelling)] == path(action)]
        return [*spelling, STAY] if len(begins) > 1 else spelling

    def open(self, state: State, seat: int, begun: list[int]) -> list[int]:
        assert isinstance(state, ALAveuglette)
        if state.phase != MOVING:
            return ANSWERS
        found: set[int] = set()
        whole = False
        length = len(begun)
        for spelling in self.paths(state, seat, begun):
            if len(spelling) == length:
                whole = True
            else:
                found.add(spelling[length])
        if whole:
            found.add(STAY)
        return sorted(found)

    def read(self, state: State, seat: int, begun: list[int]) -> int:
        assert isinstance(state, ALAveuglette)
        if begun[0] >= ANSWER:
            return ACCEPT + begun[0] - ANSWER
        stays = begun[-1] == STAY
        words = begun[:-1] if stays else begun
        if len(words) < 2:
            return NOT_YET
        if not stays and len(self.paths(state, seat, words)) > 1:
            return NOT_YET
        board = ON_BOARD[self.sides[seat]]
        return along([board[word] for word in words])

    def paths(self, state: ALAveuglette, seat: int, begun: list[int]) -> list[list[int]]:
        """Every legal path that begins like this, as the seat sees it."""
        side = self.sides[seat]
        found: list[int] = []
        if begun and begun[0] != OUTSIDE:
            state.list_moves(ON_BOARD[side][begun[0]], side, found)
        else:
            found = state.legal(seat)
        seen = SEEN[side]
        length = len(begun)
        spelled = [[seen[word] for word in path(action)] for action in found]
        return [spelling for spelling in spelled if spelling[:length] == begun]


ENCODING: Final = ALAveugletteEncoding
