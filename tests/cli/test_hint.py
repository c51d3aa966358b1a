"""The command `hint` at the keyboard, and bots of one's own on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.console import run
from polychrome.bots import own


def test_a_hint_is_a_sentence_with_what_else_was_considered() -> None:
    said = run(
        *("play", "coloretto", "--seed", "5", "--bot", "random", "--plain", "--seats", "2"),
        typed="hint\ndraw\nhint\nplace 0\n\nhint\n",
    ).stdout
    assert "Draw a card: that is what I would do." in said  # there is nothing else to do
    assert re.search(
        r"Place it on row [ABC]\b.*: wins about \d+ % of the time, .* Also considered: Place it on row", said
    )


def test_a_hint_in_another_language_and_in_a_game_of_memory() -> None:
    said = run(
        "play", "ronde", "--seed", "5", "--bot", "random", "--plain", "--lang", "de", typed="\n" * 8 + "tipp\n"
    ).stdout
    assert ": Das würde ich tun." in said


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
