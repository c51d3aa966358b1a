"""Matches from Python: bots by name, and bots that were written a moment ago."""

from __future__ import annotations

import pytest

import polychrome


class First(polychrome.Bot):
    def choose(self, view: polychrome.State, seat: int) -> int:
        return view.legal(seat)[0]


def last(view: polychrome.State, seat: int) -> int:
    return view.legal(seat)[-1]


def stubborn(view: polychrome.State, seat: int) -> int:
    return 10**9


def test_the_same_seed_gives_the_same_games_on_any_number_of_cores() -> None:
    one, two = (polychrome.match("coloretto", ["quick", "random"], games=6, seed=4, jobs=jobs) for jobs in (1, 2))
    assert str(one) == str(two)
    assert str(one).startswith("Coloretto, 2 seats: 6 games, seed 4\n")
    assert set(one.standings) == {"quick", "random"}
    assert one.results[0].scores == two.results[0].scores


def test_a_class_and_a_function_of_ones_own_play() -> None:
    outcome = polychrome.match("coloretto", [First, last], games=4, seats=3, seed=4, score_side="grey")
    assert [(name.rpartition(":")[2], one.seats) for name, one in outcome.standings.items()] == [
        ("First", 1),
        ("last", 2),
    ]
    assert outcome.series.options == {"score_side": "grey"}
    assert repr(outcome).startswith("<Outcome of 4 games of coloretto: ")


def test_what_a_bot_does_wrong_is_in_the_outcome() -> None:
    outcome = polychrome.match("coloretto", [stubborn, "random"], games=2, seed=4)
    (failures,) = [one.failures for name, one in outcome.standings.items() if name.endswith(":stubborn")]
    assert [failure.kind for _, failure in failures] == ["illegal", "illegal"]
    assert ":stubborn broke the rules in 2 games (first in game 1: 1000000000)" in str(outcome)


def test_two_bots_of_one_name_are_told_apart() -> None:
    bots = [lambda view, seat: view.legal(seat)[0], lambda view, seat: 10**9]
    outcome = polychrome.match("coloretto", bots, games=2, seed=4)
    assert [len(one.failures) for one in outcome.standings.values()] == [0, 2]
    assert [name.rpartition(".")[2] for name in outcome.standings] == ["<lambda>", "<lambda> 2"]


def test_bots_that_are_made_already_play_and_one_alone_fills_all_seats() -> None:
    outcome = polychrome.match("coloretto", [polychrome.bot("quick"), First(), First()], games=2, seed=4)
    assert [one.failures for one in outcome.standings.values()] == [[], [], []]
    assert next(iter(outcome.standings)) == "QuickBot"
    assert [*polychrome.match("coloretto", "random", games=2, seed=4).standings] == ["random"]


def test_a_bar_is_shown_if_it_is_asked_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # for Rich a terminal, then
    polychrome.match("coloretto", [last], games=2, seed=4, progress=True)
    assert "2/2" in capsys.readouterr().err
