"""The command `hint` at the keyboard, and bots of one's own on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.console import run
from polychrome.bots import Explanation, own
from polychrome.cli.local_room import LocalRoom
from polychrome.cli.screen import make_screen
from polychrome.cli.sitting import Sitting
from polychrome.engine.core import Bot, Game, State
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.registry import GAMES
from polychrome.room.catalogue import needs_memory
from polychrome.words import Words


def test_a_hint_is_a_sentence_with_what_else_was_considered() -> None:
    said = run(
        *("play", "coloretto", "--seed", "5", "--bot", "random", "--plain", "--seats", "2"),
        typed="hint\ndraw\nhint\nplace 0\n\nhint\n",
    ).stdout
    assert "“Draw a card”: that is what I would do." in said  # there is nothing else to do
    assert re.search(
        r"“Place it on row [ABC]\b.*”: wins about \d+ % of the time, .* Also considered: Place it on row", said
    )


def test_a_hint_in_another_language_and_in_a_game_of_memory() -> None:
    said = run(
        "play", "ronde", "--seed", "5", "--bot", "random", "--plain", "--lang", "de", typed="\n" * 8 + "tipp\n"
    ).stdout
    assert ": Das würde ich tun." in said


def test_among_several_people_there_are_hints_only_if_asked_for() -> None:
    asked = ("play", "coloretto", "--seed", "5", "--humans", "2", "--seats", "2", "--plain")
    said = run(*asked, typed="hint\n").stdout
    assert "start with --hints" in said
    assert "that is what I would do" not in said
    said = run(*asked, "--hints", typed="hint\n").stdout
    assert "that is what I would do" in said
    assert "--humans 2" in said  # the way to go on with it is told, with all that was wished for
    assert said.rstrip().endswith("--hints")


@pytest.mark.parametrize("remember", [False, True])
@pytest.mark.parametrize("game", [game for game in GAMES if needs_memory(game)], ids=lambda game: game.name)
def test_a_hint_knows_what_lies_open_now_unless_it_is_asked_to_remember(
    game: Game, remember: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[State] = []

    def explained(adviser: Bot, view: State, seat: int) -> Explanation:
        seen.append(view)
        return Explanation(view.legal(seat)[0], None, [])

    monkeypatch.setattr("polychrome.cli.local_room.explain", explained)
    local, whims = LocalRoom(Table(game, game.fewest, None, Dice(4)), {}, hints=True, remember=remember), Dice(5)
    screen = make_screen(Words("en"), [f"seat {seat}" for seat in range(game.fewest)], True, True)
    sitting = Sitting(local, screen, False, None)
    forgotten = 0
    for _ in range(60):
        state = local.table.state
        seat = state.acting()[0]
        frame = local.look(seat)
        sitting.behold(frame, seat)
        sitting.hint()
        assert seen.pop() == state.view(seat, recall=remember)
        forgotten += state.view(seat) != state.view(seat, recall=True)
        if local.room.clocks.memorising():  # the room covers what all have seen
            local.ready()
        else:
            assert local.move(seat, frame.question, game.text(state.sample(seat, whims))) is None
        if not local.room.asked:
            break
    assert forgotten > 3


def test_the_wish_for_help_to_remember_is_kept() -> None:
    said = run("play", "ronde", "--seed", "5", "--bot", "random", "--plain", "--remember", typed="\n\nquit\n").stdout
    assert "--remember" in said


def test_a_bot_of_ones_own_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parent.parent.parent))
    spec = "examples.cautious:Cautious"
    monkeypatch.delitem(own.ENLISTED, spec, raising=False)
    result = run("simulate", "coloretto", "--bots", f"{spec},random", "--games", "4", "--jobs", "1", "--seed", "1")
    assert result.exit_code == 0
    assert spec in result.stdout


@pytest.mark.parametrize("spec", ["no_such_module:Bot", "genius", "cautious:"])
def test_a_bot_that_is_not_there_is_named(spec: str) -> None:
    result = run("simulate", "coloretto", "--bots", f"{spec},random", "--games", "1")
    assert result.exit_code == 2
    assert spec in result.stderr
