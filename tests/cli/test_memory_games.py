"""Games of memory in the terminal: what was turned up can be looked at, and is then gone from the screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import cycle

import pytest

from cli.console import run
from families import COLOMO
from polychrome.cli.local_room import NOW, LocalRoom
from polychrome.engine.core import NATURE, Game
from polychrome.engine.dice import Dice
from polychrome.engine.table import Line, Table
from polychrome.registry import GAMES, find
from polychrome.room.catalogue import needs_memory
from polychrome.scenes import draw
from polychrome.scenes.glimpse import fleeting

TRIO = ("play", "trio", "--seed", "4", "--bot", "random", "--plain")
WIPED = "\n" * 30
OVER = {"en": "Game over", "fr": "Partie finie", "de": "Das Spiel ist aus", "es": "Fin de la partida"}


def test_a_disc_is_named_with_its_colour_while_it_lies_open() -> None:
    said = run(*TRIO, typed="\na4\nb5\n").stdout
    assert re.search(r"You turned up A4\.\nFace up: A4 \(\w+\)\.", said)
    assert re.search(r"You turned up B5\.\nFace up: A4 \(\w+\) and B5 \(\w+\)\.", said)


def test_people_look_until_enter_and_then_it_is_out_of_sight() -> None:
    said = run(*TRIO, typed="\nboard\n").stdout
    before, _, after = said.partition(WIPED)
    assert re.search(r"Face up: D3 \(\w+\), E8 \(\w+\) and E10 \(\w+\)\.", before)
    assert "Look well. Enter: cover it again." in before
    assert "Discs: 60 face down." in after


def test_a_time_can_be_set_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    said = run(*TRIO, "--look", "5", typed="a4\n").stdout
    assert slept == [5]
    assert "Enter: cover" not in said
    assert "--look 5" in said  # in the command that goes on


def test_nobody_covers_the_line_of_blackout_in_haste() -> None:
    said = run("play", "blackout", "--seed", "5", "--bot", "random", "--plain", typed="\n").stdout
    assert re.search(r"Line: A \(\w+\), .* F \(\w+\)\.", said)
    before, _, after = said.partition(WIPED)
    assert "Look well: the discs will be covered." in before
    assert "asks: where is" in after


@pytest.mark.parametrize(("name", "language"), [*zip([game.name for game in COLOMO], cycle(OVER), strict=False)])
def test_each_is_played_to_its_end_by_numbers(name: str, language: str) -> None:
    """The first move again and again would not get anywhere, so the numbers go round."""
    options = ("--seats", str(find(name).fewest), "--lang", language)
    typed = "\n".join(f"{number % 7 + 1}\n\n{number % 23 + 1}" for number in range(1500))
    said = run("play", name, "--seed", "3", "--bot", "random", "--no-pause", "--plain", *options, typed=typed).stdout
    assert OVER[language] in said


def test_bots_that_get_nowhere_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:  # GEN-15
    monkeypatch.setattr("polychrome.games.colomo.trio.Trio.stale", lambda state: state.dry >= 2)
    said = run("play", "trio", "--seed", "4", "--humans", "0", "--bot", "random", "--no-pause", "--plain").stdout
    assert "The bots get nowhere, so the standing counts. In the lead:" in said


def turn_began(log: Sequence[Line]) -> int:
    """The first line of whoever acted last, from where nobody else did."""
    players = [at for at, line in enumerate(log) if line.seat != NATURE]
    others = [at for at in players if log[at].seat != log[players[-1]].seat]
    return next((at for at in players if not others or at > others[-1]), len(log))


def step(local: LocalRoom, whims: Dice) -> None:
    """Somebody who is asked plays at random."""
    state = local.table.state
    turn = local.room.bot_turn()
    seat = turn.seat if turn is not None else next(iter(local.room.asked))
    action = local.table.game.text(state.sample(seat, whims))
    if turn is not None:
        assert local.keep(local.room.bot_move(turn, action, NOW))
    else:
        assert local.move(seat, local.look(seat).question, action) is None


@pytest.mark.parametrize("game", [game for game in GAMES if needs_memory(game)], ids=lambda game: game.name)
def test_whatever_was_turned_up_in_a_turn_is_looked_at_before_it_is_gone(game: Game) -> None:
    """Also what the first move of a turn turned up and the last one covered: between them nobody looked."""
    whims, looks, seen = Dice(10), 0, 0
    local = LocalRoom(Table(game, max(2, game.fewest), {}, Dice(0)), {1: "random"})
    while local.room.asked and len(local.table.log) < 400:
        if not local.room.clocks.memorising():
            step(local, whims)
        table, since = local.table, max(seen, turn_began(local.table.log))
        view = table.state.view(0)
        if fleeting(draw(game, view, 0, table.told(0, since)), draw(game, view, 0, [])):
            assert local.looking()
            looks += 1
        while local.looking():
            local.ready()
            seen = len(table.log)
    assert looks > 3 or game.name == "blackout"  # there the room itself shows the discs
