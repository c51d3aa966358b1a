"""A l'aveuglette: five pawns cross a board face down, stepping and jumping, to the opposite side."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, Option, Reason, Unreadable
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.pieces.order import after
from polychrome.games.colomo.board import CELLS, DIRECTIONS, ENTRIES, FAR, NAMES, NEAR, OUT, SIDES
from polychrome.games.colomo.table import (
    ACCEPT,
    CHALLENGE,
    CHALLENGED,
    COMMON,
    FLIP,
    LEAVING,
    OVER,
    OWN,
    SHOW,
    SHOWS,
    START,
    Pawns,
    reader,
)

MOVING: Final = FLIP  # phase: enter a pawn, or move one

# An entering or moving action is a path, a few bits a word: where the pawn comes from, and where it lands.
PATH: Final = 1024
WORD_BITS: Final = 5
WORD_MASK: Final = (1 << WORD_BITS) - 1
OUTSIDE: Final = OUT + 1  # where a pawn comes from that enters

PAWNS: Final = 5
TURNS: Final = 30  # a seat without a pawn leaving; then the game ends (ALA-10)
CHALLENGING: Final = 0  # the option challenge, and its value
OFF: Final = 1


def path(action: int) -> list[int]:
    """Where a pawn comes from (a cell or OUTSIDE) and where it lands (cells, at last perhaps OUT)."""
    words = []
    code = action - PATH
    while code > 0:
        words.append((code & WORD_MASK) - 1)
        code >>= WORD_BITS
    return words[::-1]


def ends_of(action: int) -> tuple[int, int]:
    """Where a path begins, and where it ends."""
    code = action - PATH
    end = (code & WORD_MASK) - 1
    while code > WORD_MASK:
        code >>= WORD_BITS
    return code - 1, end


def further(action: int, word: int) -> int:
    """The same path, and on to the next landing."""
    return PATH + (action - PATH << WORD_BITS | word + 1)


def along(words: list[int]) -> int:
    """The opposite of `path`."""
    action = PATH
    for word in words:
        action = further(action, word)
    return action


class ALAveuglette(Pawns):
    NAME = "a_l_aveuglette"
    FIELDS = (*Pawns.FIELDS, "last")

    def __init__(self) -> None:
        super().__init__()
        self.last = NONE  # the last entering or moving action: two ways of jumping may lead to the same board

    def legal(self, seat: int) -> list[int]:
        if self.phase != MOVING:
            return super().legal(seat)
        found: list[int] = []
        if self.outside[seat]:  # all must enter before any may move (ALA-6)
            self.list_entries(SIDES[self.seats][seat], found)
        else:
            for cell in range(CELLS):
                if self.disc[cell] != NONE:  # whoever owns it (ALA-7)
                    self.list_moves(cell, SIDES[self.seats][seat], found)
        found.sort()
        return found

    def list_entries(self, side: int, found: list[int]) -> None:
        """Steps onto the entry row, and jumps over it, which may go on (ALA-6)."""
        ways = ENTRIES[side]
        landed = 0
        for at in range(0, len(ways), 2):
            jump = self.disc[ways[at]] != NONE
            to = ways[at + 1] if jump else ways[at]
            if to != NONE and self.disc[to] == NONE and not landed >> to & 1:
                landed |= 1 << to
                action = along([OUTSIDE, to])
                found.append(action)
                if jump:
                    self.list_jumps(action, to, OUTSIDE, 1 << to, side, found)

    def list_moves(self, cell: int, side: int, found: list[int]) -> None:
        """Steps in all directions, out over the exit side, and jumps (ALA-7, ALA-9)."""
        near = NEAR[side]
        action = along([cell])
        leave = False
        for at in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
            to = near[at]
            if to == OUT:
                leave = True
            elif to != NONE and self.disc[to] == NONE:
                found.append(further(action, to))
        if leave:
            found.append(further(action, OUT))
        self.list_jumps(action, cell, cell, 1 << cell, side, found)

    def list_jumps(self, action: int, cell: int, origin: int, landed: int, side: int, found: list[int]) -> None:
        """Every way to jump on from a cell. No cell is landed on twice, and the pawn has left its origin (ALA-8)."""
        near, far = NEAR[side], FAR[side]
        leave = False
        for at in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
            over, to = near[at], far[at]
            if to == NONE or over == origin or self.disc[over] == NONE:
                continue
            if to == OUT:
                leave = origin != OUTSIDE  # a pawn that enters must end on the board (ALA-6)
            elif self.disc[to] == NONE and not landed >> to & 1:
                longer = further(action, to)
                found.append(longer)
                self.list_jumps(longer, to, origin, landed | 1 << to, side, found)
        if leave:
            found.append(further(action, OUT))

    def sample(self, seat: int, dice: Dice) -> int:
        """Without listing every chain: a pawn, a way, perhaps more jumps. All can come out, not equally often."""
        if self.phase != MOVING:
            return super().sample(seat, dice)
        side = SIDES[self.seats][seat]
        return self.any_entry(side, dice) if self.outside[seat] else self.any_move(side, dice)

    def any_entry(self, side: int, dice: Dice) -> int:
        ways = ENTRIES[side]
        while True:
            at = dice.below(len(ways) // 2) * 2
            jump = self.disc[ways[at]] != NONE
            to = ways[at + 1] if jump else ways[at]
            if to != NONE and self.disc[to] == NONE:
                action = along([OUTSIDE, to])
                return self.jump_on(action, to, OUTSIDE, 1 << to, side, dice) if jump else action

    def any_move(self, side: int, dice: Dice) -> int:
        near, far = NEAR[side], FAR[side]
        while True:
            cell = dice.below(CELLS)
            if self.disc[cell] == NONE:
                continue
            at = cell * DIRECTIONS + dice.below(DIRECTIONS)
            to = near[at]
            jump = 0 <= to < CELLS and self.disc[to] != NONE
            if jump:
                to = far[at]
            if to == OUT:
                return along([cell, OUT])
            if to != NONE and self.disc[to] == NONE:
                action = along([cell, to])
                return self.jump_on(action, to, cell, 1 << cell | 1 << to, side, dice) if jump else action

    def jump_on(self, action: int, cell: int, origin: int, landed: int, side: int, dice: Dice) -> int:
        near, far = NEAR[side], FAR[side]
        while dice.below(2):
            ways = 0
            on = NONE  # any of the next jumps
            for at in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
                over, to = near[at], far[at]
                if to == NONE or over == origin or self.disc[over] == NONE:
                    continue
                if origin != OUTSIDE if to == OUT else self.disc[to] == NONE and not landed >> to & 1:
                    ways += 1
                    if dice.below(ways) == 0:
                        on = to
            if on == NONE:
                break
            action = further(action, on)
            if on == OUT:
                break
            landed |= 1 << on
            cell = on
        return action

    def can_act(self, seat: int) -> bool:
        """Would anything be legal for this seat?"""
        side = SIDES[self.seats][seat]
        if self.outside[seat]:
            ways = ENTRIES[side]
            for at in range(0, len(ways), 2):
                to = ways[at] if self.disc[ways[at]] == NONE else ways[at + 1]
                if to != NONE and self.disc[to] == NONE:
                    return True
            return False
        near, far = NEAR[side], FAR[side]
        for at in range(CELLS * DIRECTIONS):
            if self.disc[at // DIRECTIONS] != NONE:
                to = near[at]
                if 0 <= to < CELLS and self.disc[to] != NONE:
                    to = far[at]
                if to == OUT or (to != NONE and self.disc[to] == NONE):
                    return True
        return False

    def apply(self, seat: int, action: int) -> None:
        self.played += 1
        if action >= PATH:
            self.last = action
            origin, to = ends_of(action)
            self.go(origin, to)
        elif action >= OWN:
            self.answer(seat, action)
        elif action >= START:
            self.seat = action - START
            self.phase = MOVING
        elif self.phase == SHOW:
            self.called(action - SHOWS)
        elif self.arrive(action - SHOWS, PAWNS):  # the owner's, whoever moved it (ALA-9, ALA-11)
            self.phase = OVER
        else:
            self.next_turn()

    def origin(self) -> int:
        """Where the last move began."""
        return ends_of(self.last)[0]

    def go(self, origin: int, to: int) -> None:
        if origin == OUTSIDE:
            self.outside[self.seat] -= 1
            self.disc[to] = self.seat
            self.cover(to)
            self.next_turn()
        elif to == OUT:
            self.place = origin
            self.phase = LEAVING
        else:
            self.move(origin, to)
            self.place = to
            if self.options[CHALLENGING] == OFF:
                self.end_turn()
            else:
                self.ask()

    def put_back(self) -> None:
        self.move(self.place, self.origin())

    def play_again(self) -> None:
        self.count_turn()
        self.phase = OVER if self.dry >= TURNS * self.seats else MOVING

    def end_turn(self) -> None:
        self.count_turn()
        self.next_turn()

    def count_turn(self) -> None:
        """A turn without a pawn leaving; they count once nobody has pawns waiting (ALA-10)."""
        if not any(self.outside):
            self.dry += 1

    def next_turn(self) -> None:
        """Who can do nothing is passed over; if nobody can, or nothing happens any more, the game ends (ALA-10)."""
        self.phase = OVER
        if self.dry < TURNS * self.seats:
            for _ in range(2 * self.seats):  # twice round, for those who sit out first
                self.seat = after(self.seat, self.seats, self.owed)
                if self.can_act(self.seat):
                    self.phase = MOVING
                    return

    def why_not(self, seat: int, action: int) -> Reason:
        if self.phase == CHALLENGED or action in (ACCEPT, CHALLENGE):
            return self.why_no_answer()
        words = path(action)
        if not is_path(words):
            return Reason("refused.illegal", {})
        waiting = self.outside[seat]
        if words[0] == OUTSIDE and not waiting:
            return Reason("a_l_aveuglette.refused.none_waiting", {})
        if words[0] != OUTSIDE and waiting:
            return Reason("a_l_aveuglette.refused.enter_first", {"n": waiting})
        return self.why_no_path(words, SIDES[self.seats][seat])

    def why_no_path(self, words: list[int], side: int) -> Reason:
        """What is wrong on the way."""
        found: list[int] = []
        if words[0] == OUTSIDE:
            self.list_entries(side, found)
        elif self.disc[words[0]] != NONE:
            self.list_moves(words[0], side, found)
        else:
            return Reason("a_l_aveuglette.refused.no_pawn", {"cell": NAMES[words[0]]})
        at = 1  # the first landing that is not possible
        while along(words[: at + 1]) in found:
            at += 1
        cell = NAMES[words[at]]
        if words[at] == OUT:
            return Reason(f"a_l_aveuglette.refused.{'out_entering' if words[0] == OUTSIDE else 'out'}", {})
        if words[at] in words[:at]:
            return Reason("a_l_aveuglette.refused.twice", {"cell": cell})
        if self.disc[words[at]] != NONE:
            return Reason("a_l_aveuglette.refused.occupied", {"cell": cell})
        if at > 1:
            return Reason("a_l_aveuglette.refused.chain", {"cell": cell})
        if words[0] == OUTSIDE:
            cells = [NAMES[path(action)[1]] for action in sorted(found) if len(path(action)) == 2]
            return Reason("a_l_aveuglette.refused.entry", {"cell": cell, "cells": cells})
        return Reason("a_l_aveuglette.refused.far", {"cell": cell})


def is_path(words: list[int]) -> bool:
    """Could this be written down at all?"""
    if len(words) < 2 or words[0] == OUT or not 0 <= words[0] <= OUTSIDE:
        return False
    return 0 <= words[-1] <= OUT and all(0 <= word < OUT for word in words[1:-1])


def start(seats: int, options: tuple[int, ...]) -> ALAveuglette:
    state = ALAveuglette()
    state.gather(seats, options, places=CELLS, pawns=PAWNS)
    return state


TEXTS: Final = {**COMMON, ACCEPT: "accept", CHALLENGE: "challenge"}


def text(action: int) -> str:
    if action < PATH:
        return TEXTS[action]
    words = path(action)
    names = [NAMES[word] for word in words[1:]]
    return " ".join(["enter", *names] if words[0] == OUTSIDE else ["move", NAMES[words[0]], *names])


listed: Final = reader("a_l_aveuglette.unreadable", TEXTS)


def parse(text: str) -> int:
    words = text.split()
    if not words or words[0] not in ("enter", "move"):
        return listed(text)
    if len(words) <= CELLS and all(word in NAMES for word in words[1:]):
        cells = [NAMES.index(word) for word in words[1:]]
        route = [OUTSIDE, *cells] if words[0] == "enter" else cells
        if is_path(route):
            return along(route)
    raise Unreadable(Reason("a_l_aveuglette.unreadable", {"text": text}))


GAME: Final[Game] = Game(
    name=ALAveuglette.NAME,
    version=1,
    fewest=2,
    most=4,
    age=6,
    minutes=20,
    limit=6_400,  # ten times what random play needs (GEN-14: 320), and nature's lines
    options=(Option("challenge", ("on", "off")),),
    start=start,
    text=text,
    parse=parse,
    timed=((CHALLENGED, "challenge"),),
)
