"""The terminal's own room: everybody at the keyboard is told everything, and a save loses nothing."""

from __future__ import annotations

import pytest

from polychrome.cli.local_room import NOW, LocalRoom
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


def step(local: LocalRoom, whims: Dice) -> list[str]:
    """Something happens at random; what whoever was asked for it had not been told before."""
    if local.looking():
        local.ready()
        return []
    turn = local.room.bot_turn()
    seat = turn.seat if turn is not None else next(iter(local.room.asked))
    action = local.table.game.text(local.table.state.sample(seat, whims))
    if turn is not None:
        assert local.keep(local.room.bot_move(turn, action, NOW))
        return []
    frame = local.look(seat)
    assert local.move(seat, frame.question, action) is None
    return frame.told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_at_the_keyboard_is_told_everything_and_nothing_twice(game: Game) -> None:
    seats = seats_of(game)
    local, whims = LocalRoom(Table(game, seats, {}, Dice(4)), {}), Dice(5)
    told: dict[int, list[str]] = {seat: [] for seat in range(seats)}
    for _ in range(STEPS):
        if not local.room.asked:
            break
        while local.looking():  # somebody looks, whoever sat there last
            local.ready()
        if local.room.asked:
            seat = next(iter(local.room.asked))
            told[seat] += step(local, whims)
    table = local.table
    for seat in range(seats):
        told[seat] += local.look(seat).told
        assert told[seat] == [table.text(line) for line in table.told(seat)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_saved_game_goes_on_at_the_same_question(game: Game) -> None:
    seats = seats_of(game)
    bots = {seats - 1: "random"} if seats > 1 else {}
    local, whims = LocalRoom(Table(game, seats, {}, Dice(6)), bots), Dice(7)
    for _ in range(STEPS):
        if not local.room.asked:
            break
        step(local, whims)
        while local.looking() and not local.room.clocks.memorising():  # what was looked at is gone when it is saved
            local.ready()
        kept = read(write(local.record()), lambda name: game)
        again = LocalRoom(resume(kept), bots)
        assert again.record() == local.record()
        assert again.table.state == local.table.state
        assert list(again.room.asked) == list(local.room.asked)
        assert again.room.undoable() == local.room.undoable()
        assert again.room.bot_turn() == local.room.bot_turn()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_was_taken_back_is_asked_again(game: Game) -> None:
    """Also the last move of a game, which a server would not give back: its secrets are out by then."""
    local, whims = LocalRoom(Table(game, seats_of(game), {}, Dice(8)), {}), Dice(9)
    taken = 0
    while local.room.asked and len(local.table.log) < 300:
        before, length = local.table.state.clone(), len(local.table.log)
        step(local, whims)
        if local.room.undoable() is None:
            continue
        action = local.table.log[-1]
        assert local.undo().key == "cli.undo.done"
        assert len(local.table.log) == length
        assert local.table.state == before
        seat = action.seat
        assert local.move(seat, local.look(seat).question, game.text(action.action)) is None
        taken += 1
    assert bool(taken) == (game.name in GIVEN_BACK)
