"""One game between bots."""

from __future__ import annotations

import pytest

from polychrome.arena.match import Result, Stopped, derived, play
from polychrome.bots import make
from polychrome.engine.core import Bot, State
from polychrome.engine.record import Record, read, write
from polychrome.engine.table import Table
from polychrome.registry import find

COLORETTO = find("coloretto")


class Odd(Bot):
    """Plays along for some moves, then does something else."""

    def __init__(self, moves: int, last: object) -> None:
        self.moves = moves
        self.last = last

    def choose(self, view: State, seat: int) -> int:
        self.moves -= 1
        if self.moves >= 0:
            return view.legal(seat)[0]
        if isinstance(self.last, Exception):
            raise self.last
        return self.last  # type: ignore[return-value]


class First(Bot):
    """Plays the first legal action; a vandal spoils its view afterwards."""

    def __init__(self, vandal: bool) -> None:
        self.vandal = vandal

    def choose(self, view: State, seat: int) -> int:
        action = view.legal(seat)[0]
        if self.vandal:
            view.apply(seat, action)
            view.phase = view.seat = 1
        return action


def with_odd(last: object, moves: int = 3) -> Result:
    def make_odd(spec: str, seed: int) -> Bot:
        return Odd(moves, last) if spec == "odd" else make(spec, seed)

    return play(COLORETTO, ["random", "odd", "random"], {}, 7, make=make_odd)


def test_the_same_seed_plays_the_same_game() -> None:
    first = play(COLORETTO, ["random", "flat:5", "search:5"], {}, 3)
    assert first == play(COLORETTO, ["random", "flat:5", "search:5"], {}, 3)
    assert first.log != play(COLORETTO, ["random", "flat:5", "search:5"], {}, 4).log


def test_the_log_is_a_record_of_the_game_and_its_result() -> None:
    result = play(COLORETTO, ["random"] * 4, {"score_side": "grey"}, 11)
    options = {"score_side": "grey", "final_choice": "auto"}
    text = write(Record(COLORETTO, 4, options, result.log, f"seed {result.seed}"))
    table = Table(COLORETTO, 4, {"score_side": "grey"}, None)
    table.replay(read(text, find).lines)
    assert table.over()
    assert not result.adjudicated
    assert (table.state.scores(), table.state.winners()) == (result.scores, result.winners)
    assert result.steps == len(table.log)


def test_several_seats_may_be_asked_at_once() -> None:
    assert play(COLORETTO, ["random"] * 3, {"final_choice": "manual"}, 5).steps > 0


def test_bots_are_given_views_and_cannot_change_the_game() -> None:
    games = [play(COLORETTO, ["", ""], {}, 1, make=lambda spec, seed, v=vandal: First(v)) for vandal in (False, True)]
    assert games[0] == games[1]


def test_a_game_beyond_its_limit_is_adjudicated_by_the_standing() -> None:
    short = COLORETTO._replace(limit=30)
    result = play(short, ["random"] * 3, {}, 1)
    assert result.adjudicated
    assert result.steps >= 30
    assert result.winners


def test_a_bot_that_raises_is_named_and_its_seat_plays_on() -> None:
    result = with_odd(ValueError("lost the thread"))
    (failure,) = result.failures
    assert (failure.seat, failure.illegal, failure.what) == (1, False, "ValueError: lost the thread")
    assert not result.adjudicated


@pytest.mark.parametrize("last", [10**9, -5, 22, None, "draw", 1.5, 2**80])
def test_a_bot_that_plays_something_illegal_is_named_as_it_came_and_its_seat_plays_on(last: object) -> None:
    result = with_odd(last, moves=0)
    (failure,) = result.failures
    assert (failure.seat, failure.illegal) == (1, True)
    assert failure.what == ("* remove O" if last == 22 else repr(last))  # an outcome of chance is an action, not theirs
    assert not result.adjudicated


def test_a_game_stops_when_asked() -> None:
    with pytest.raises(Stopped):
        play(COLORETTO, ["random"] * 2, {}, 1, stop=lambda: True)


def test_derived_seeds_differ() -> None:
    seeds = {derived(seed, "game", number) for seed in range(20) for number in range(50)}
    assert len(seeds) == 1000
