"""What a good player knows of one game, in positions small enough to see why."""

from __future__ import annotations

from polychrome.bots.heuristics.colorio import ColorioHeuristics
from polychrome.bots.heuristics.les_aveugles import LesAveuglesHeuristics
from polychrome.bots.heuristics.ronde import RondeHeuristics
from polychrome.engine.core import HIDDEN
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo import les_aveugles, ronde
from polychrome.games.colomo.table import FLIP
from polychrome.games.colorio import rules as colorio

LUCK = range(20)  # seeds: what depends on luck is tried so often


def ring(die: int, **pawns: int) -> les_aveugles.LesAveugles:
    """Two seats, seat 0 to move its pawns; cells by name, as in `c3=0`."""
    state = les_aveugles.start(2, ())
    state.outside = [0, 0]
    state.seat = 0
    state.die = die
    state.phase = les_aveugles.MOVING
    for name, colour in pawns.items():
        state.disc[int(name[1:])] = colour
    return state


def moved(state: les_aveugles.LesAveugles) -> set[int]:
    return {LesAveuglesHeuristics().quick(state, 0, Dice(seed)) - les_aveugles.MOVE for seed in LUCK}


def test_the_pawn_that_jumps_others_gets_further() -> None:  # AVE-6
    assert moved(ring(2, c3=0, c12=0, c13=1, c14=1)) == {12}


def test_a_gate_is_worth_another_roll() -> None:  # AVE-9
    assert moved(ring(2, c3=0, c8=0)) == {8}


def test_pawns_that_get_equally_far_are_equally_good() -> None:
    assert moved(ring(2, c3=0, c12=0)) == {3, 12}


def test_who_knows_an_own_pawn_does_not_think_of_unknown_ones() -> None:
    state = ring(2, c3=0, c8=HIDDEN, c12=1)
    assert LesAveuglesHeuristics().moves(state, 0) == [les_aveugles.MOVE + 3]
    state.disc[3] = NONE
    assert LesAveuglesHeuristics().moves(state, 0) == [les_aveugles.MOVE + 8]
    assert moved(state) == {8}


def pairs(own: list[int]) -> ronde.Ronde:
    """Two discs of colour 0 are known, at the places 7 and 9, and one of colour 1 at place 4."""
    state = ronde.start(2, (0,))
    state.phase = FLIP
    state.own = own
    for place, colour in ((7, 0), (9, 0), (4, 1)):
        state.show(place, colour)
    return state


def turned(state: ronde.Ronde) -> set[int]:
    return {RondeHeuristics().quick(state, 0, Dice(seed)) for seed in LUCK}


def test_a_pair_that_everybody_has_is_turned_up_to_play_on() -> None:  # RON-6
    assert turned(pairs([0b01, 0b01])) == {7}
    begun = pairs([0b01, 0b01])
    begun.up = [7]
    assert turned(begun) == {9}


def test_a_pair_that_would_go_to_a_rival_is_left_alone() -> None:  # RON-5
    assert not turned(pairs([0b01, 0b00])) & {4, 7, 9}
    begun = pairs([0b01, 0b00])
    begun.up = [7]
    assert 9 not in turned(begun)


def test_a_pair_that_one_lacks_comes_before_one_that_everybody_has() -> None:
    state = pairs([0b01, 0b01])
    state.show(5, 1)
    assert turned(state) == {4}


def board(shown: list[int]) -> colorio.Colorio:
    """Caps are off from the first fields on, whose colours are these; the second turn begins."""
    state = colorio.start(2, (0, 0, 0))
    for field, colour in enumerate(shown):
        state.show(field, colour)
        state.caps &= ~(1 << field)
        state.visible[colour] += 1
        state.removed += 1
    state.first = 0
    return state


def test_while_no_colour_shows_three_times_any_unknown_cap_will_do() -> None:
    state = board([0, 1, 2, 0])
    state.caps |= 1  # somebody has covered the first field again
    state.visible[0] -= 1
    heuristics = ColorioHeuristics()
    [lift] = heuristics.moves(state, 0)
    assert state.disc[lift] == HIDDEN
    found = {heuristics.any_like(state, 0, lift, Dice(seed)) for seed in range(200)}
    assert found == {field for field in range(colorio.PLACES) if state.disc[field] == HIDDEN}


def test_when_a_colour_shows_three_times_there_is_something_to_think_about() -> None:
    state = board([0, 1, 0, 2, 0])
    heuristics = ColorioHeuristics()
    lifts = heuristics.moves(state, 0)
    assert len(lifts) > 1
    assert all(heuristics.any_like(state, 0, lift, Dice(seed)) == lift for lift in lifts for seed in LUCK)


def test_early_in_a_game_the_colour_that_shows_most_is_covered() -> None:
    state = board([0, 1, 2, 1])
    state.apply(0, colorio.LIFTS + 20)
    state.apply(-1, colorio.SHOWS + 3)
    assert ColorioHeuristics().moves(state, 0) == [colorio.MOVES + 1]
