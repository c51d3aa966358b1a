"""What games share: things that lie face down, turn order, questions for several seats."""

from __future__ import annotations

from polychrome.engine.core import HIDDEN
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE, FaceDown
from polychrome.engine.pieces.order import SEATS, after, members, others


def four_discs() -> FaceDown:
    """Two red, one green, one that is gone; nobody has seen any."""
    state = FaceDown()
    state.pool = [2, 1]
    state.unseen = 3
    state.disc = [HIDDEN, HIDDEN, NONE, HIDDEN]
    state.seen = [0, 0, 0, 0]
    return state


def test_a_blank_disc_may_have_any_colour_of_the_pool() -> None:
    state = four_discs()
    assert state.colours(0) == [0, 1]
    assert [state.ways(0, colour) for colour in (0, 1)] == [2, 1]


def test_a_blank_disc_is_drawn_from_the_pool() -> None:
    state = four_discs()
    dice = Dice(1)
    drawn = [state.drawn(0, dice) for _ in range(3000)]
    assert set(drawn) == {0, 1}
    assert 0.3 < drawn.count(1) / len(drawn) < 0.37


def test_a_disc_that_was_shown_keeps_its_colour() -> None:
    state = four_discs()
    state.show(1, 1)
    assert (state.disc, state.pool, state.unseen) == ([HIDDEN, 1, NONE, HIDDEN], [2, 0], 2)
    state.show(1, 1)  # and is not taken from the pool again
    assert (state.pool, state.unseen) == ([2, 0], 2)
    assert state.colours(1) == [1]
    assert state.ways(1, 1) == 1
    assert state.drawn(1, Dice(5)) == 1


def test_covering_notes_the_time() -> None:
    state = four_discs()
    state.show(1, 1)
    state.played = 17
    state.cover(1)
    assert state.sighted(0, 1) == 17
    assert state.sighted(0, 0) == 0


def test_a_view_without_recall_tells_seen_from_unseen_no_more() -> None:
    state = four_discs()
    fresh = four_discs().view(0).dump()
    state.show(1, 1)
    state.cover(1)
    assert state.view(0).dump() == fresh
    assert state.view(0, recall=True).dump() == state.dump()


def test_forgetting_puts_a_colour_back() -> None:
    state = four_discs()
    state.show(1, 1)
    state.forget(1)
    assert state.dump() == four_discs().dump()


def test_no_face_is_lost() -> None:
    state = four_discs()
    assert state.faces() == [2, 1]
    state.show(0, 0)
    assert state.faces() == [2, 1]


def test_masks_and_their_seats() -> None:
    assert members(0b101001) == [0, 3, 5]
    assert SEATS[0b110] == [1, 2]
    assert SEATS[0] == []
    assert SEATS[others(2, 5)] == [0, 1, 3, 4]


def test_turns_go_clockwise() -> None:
    assert [after(seat, 3, [0, 0, 0]) for seat in range(3)] == [1, 2, 0]


def test_who_owes_a_turn_is_passed_over_once() -> None:
    owed = [0, 1, 1]
    assert after(0, 3, owed) == 0
    assert owed == [0, 0, 0]
    assert after(0, 3, owed) == 1
