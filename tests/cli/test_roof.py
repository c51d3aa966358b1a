"""The room under the terminal's roof: everybody at the keyboard is told everything, and a save loses nothing."""

from __future__ import annotations

import pytest

from polychrome.cli.roof import NOW, Roof
from polychrome.engine.core import Game
from polychrome.engine.dice import Dice
from polychrome.engine.record import read, resume, write
from polychrome.engine.table import Table
from polychrome.registry import GAMES

STEPS = 40
GIVEN_BACK = (
    "blackout",
    "les_aveugles",
    "a_l_aveuglette",
    "coloretto",
    "colorio",
)  # elsewhere each move shows something


def seats_of(game: Game) -> int:
    return min(max(3, game.fewest), game.most)


def step(roof: Roof, whims: Dice) -> list[str]:
    """Something happens at random; what whoever was asked for it had not been told before."""
    if roof.looking():
        roof.ready()
        return []
    turn = roof.room.bot_turn()
    seat = turn.seat if turn is not None else next(iter(roof.room.asked))
    action = roof.table.game.text(roof.table.state.sample(seat, whims))
    if turn is not None:
        assert roof.keep(roof.room.bot_move(turn, action, NOW))
        return []
    frame = roof.look(seat)
    assert roof.move(seat, frame.question, action) is None
    return frame.told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_at_the_keyboard_is_told_everything_and_nothing_twice(game: Game) -> None:
    seats = seats_of(game)
    roof, whims = Roof(Table(game, seats, {}, Dice(4)), {}), Dice(5)
    told: dict[int, list[str]] = {seat: [] for seat in range(seats)}
    for _ in range(STEPS):
        if not roof.room.asked:
            break
        while roof.looking():  # somebody looks, whoever sat there last
            roof.ready()
        if roof.room.asked:
            seat = next(iter(roof.room.asked))
            told[seat] += step(roof, whims)
    table = roof.table
    for seat in range(seats):
        told[seat] += roof.look(seat).told
        assert told[seat] == [table.text(line) for line in table.told(seat)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_saved_game_goes_on_at_the_same_question(game: Game) -> None:
    seats = seats_of(game)
    bots = {seats - 1: "random"} if seats > 1 else {}
    roof, whims = Roof(Table(game, seats, {}, Dice(6)), bots), Dice(7)
    for _ in range(STEPS):
        if not roof.room.asked:
            break
        step(roof, whims)
        while roof.looking() and not roof.room.clocks.memorising():  # what was looked at is gone when it is saved
            roof.ready()
        kept = read(write(roof.record()), lambda name: game)
        again = Roof(resume(kept), bots)
        assert again.record() == roof.record()
        assert again.table.state == roof.table.state
        assert list(again.room.asked) == list(roof.room.asked)
        assert again.room.undoable() == roof.room.undoable()
        assert again.room.bot_turn() == roof.room.bot_turn()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_was_taken_back_is_asked_again(game: Game) -> None:
    """Also the last move of a game, which a server would not give back: its secrets are out by then."""
    roof, whims = Roof(Table(game, seats_of(game), {}, Dice(8)), {}), Dice(9)
    taken = 0
    while roof.room.asked and len(roof.table.log) < 300:
        before, length = roof.table.state.clone(), len(roof.table.log)
        step(roof, whims)
        if roof.room.undoable() is None:
            continue
        action = roof.table.log[-1]
        assert roof.undo().key == "cli.undo.done"
        assert len(roof.table.log) == length
        assert roof.table.state == before
        seat = action.seat
        assert roof.move(seat, roof.look(seat).question, game.text(action.action)) is None
        taken += 1
    assert bool(taken) == (game.name in GIVEN_BACK)
