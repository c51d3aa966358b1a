"""Matches in other processes: the same as in this one, and no bot can spoil them for the others."""

from __future__ import annotations

from contextlib import closing

import pytest

from arena import bad_bots
from polychrome.arena import pool
from polychrome.arena.match import Watch
from polychrome.arena.schedule import Match, Pairing, Plan, Played
from polychrome.arena.worker import played
from polychrome.engine.core import Unplayable

LIMIT = 4.0  # seconds; the others think for milliseconds


def matches(one: str, rest: str = "random", games: int = 2) -> list[Match]:
    plan = Plan((Pairing("coloretto", 2, one, rest),), {}, games, seed=3)
    return [plan.match(fixture) for fixture in plan.fixtures()]


def timeless(one: Played) -> Played:
    return one._replace(seconds=[], slowest=[])


def results(found: list[Match], jobs: int = 2, limit: float = LIMIT) -> dict[int, Played]:
    games = {one.number: timeless(one) for done in pool.run(found, jobs, limit, bad_bots.HERE) for one in done}
    assert sorted(games) == [match.number for match in found]
    return games


def at_home(match: Match) -> Played:
    return timeless(played(match, Watch(len(match.bots)), bad_bots.make))


def test_the_results_do_not_depend_on_the_processes() -> None:
    found = matches("flat:2", games=12)
    here = {match.number: at_home(match) for match in found}
    assert results(found, 1) == results(found, 3) == here


@pytest.mark.parametrize(
    ("bot", "kind", "what"),
    [
        ("raises", "raised", "ValueError: lost the thread"),
        ("unborn", "raised", "RuntimeError: no luck"),
        ("cheats", "illegal", "1000000000"),
        ("hangs", "hung", "4 s"),
        ("dies", "died", "exit code 3"),
    ],
)
def test_a_bad_bot_is_named_and_its_seat_plays_on(bot: str, kind: str, what: str) -> None:
    for number, one in results(matches(bot)).items():
        (failure,) = one.failures
        assert (failure.seat, failure.kind, failure.what) == (number, kind, what)
        assert failure.line > 6 or bot == "unborn"
        assert one.moves.count(f"\n{number} ") > 5  # the seat went on
        assert not one.adjudicated


def test_what_a_bot_prints_gets_between_nobodys_words() -> None:
    assert all(not one.failures for one in results(matches("chatters")).values())


def test_whoever_waits_for_a_game_hears_meanwhile_that_nothing_has_come() -> None:
    with closing(pool.run(matches("hangs"), 1, 60.0, bad_bots.HERE)) as arriving:
        assert next(arriving) == []


def test_a_process_that_is_killed_costs_no_game() -> None:
    found = matches("flat:2", games=16)
    many = pool.Pool(found, len(found), 60.0, pool.MAKER)
    games: dict[int, Played] = {}
    try:
        for done in many.run(2):
            if done and not games:
                many.workers[0].process.kill()
                many.workers[1].process.kill()
            games.update((one.number, timeless(one)) for one in done)
    finally:
        many.close()
    assert games == {match.number: at_home(match) for match in found}


def test_processes_that_cannot_even_start_are_not_started_for_ever() -> None:
    with pytest.raises(pool.Died):
        list(pool.run(matches("random"), 2, LIMIT, "no.such.module:make"))


def test_a_process_with_another_word_list_does_not_play() -> None:
    with pytest.raises(Unplayable) as refused:
        list(pool.run([match._replace(data="words-1 00ff") for match in matches("random")], 1))
    assert refused.value.reason.key == "arena.unfit.data"
