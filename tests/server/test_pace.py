"""Bots wait out the pace, so that people can take something back, and forget what was taken back (A31)."""

from __future__ import annotations

import pytest

from luck import NamedLuck, number
from polychrome.engine.core import Game
from polychrome.engine.dice import Dice
from polychrome.registry import GAMES
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.fold import PLAYING
from server.house import Eyes, Sitting, opened

STEPS = 120
GENTLE = [game for game in GAMES if game.name in ("arc_en_ciel", "blackout", "coloretto", "colorio")]
CALLING = [game for game in GAMES if game.name in ("les_aveugles", "a_l_aveuglette")]


def against_bots(game: Game) -> tuple[Sitting, Eyes]:
    box = Catalogue(luck=NamedLuck("pace", game.name))
    sitting = Sitting(*opened(box, "ann", game.name, max(2, game.fewest), fill="random"))
    return sitting, sitting.arrive("ann")


def sampled(sitting: Sitting, whims: Dice) -> str:
    table = sitting.room.table
    assert table is not None
    return sitting.room.game.text(table.state.view(0).sample(0, whims))


def step(sitting: Sitting, ann: Eyes, whims: Dice, name: str) -> None:
    """Somebody plays: the person, a bot without asking how long it waits, or the room."""
    room = sitting.room
    if room.clocks.memorising() or room.clocks.looking():
        sitting.say(ann, wire.Ready())
    elif 0 in room.asked:
        sitting.move(ann, 0, sampled(sitting, whims), name)
    else:
        turn = room.bot_turn()
        assert turn is not None, "nobody plays"
        sitting.bot_move(turn, None)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_while_something_may_be_taken_back_no_bot_hurries(game: Game) -> None:
    sitting, ann = against_bots(game)
    whims, met = Dice(number("pace", game.name)), 0
    for count in range(STEPS):
        room = sitting.room
        if room.phase != PLAYING:
            break
        turn = room.bot_turn()
        if room.undoable() is not None and turn is not None:
            assert turn.pause == room.settings.pause / 1000 > 0, f"after {len(ann.texts)} messages"
            met += 1
        step(sitting, ann, whims, f"m{count}")
    assert met or game not in (*GENTLE, *CALLING)  # elsewhere nothing is ever taken back when it is a bot's turn


@pytest.mark.parametrize("game", [*GENTLE, *CALLING], ids=lambda game: game.name)
def test_what_a_bot_thought_about_something_taken_back_is_not_played(game: Game) -> None:
    sitting, ann = against_bots(game)
    room, whims = sitting.room, Dice(number("pace", game.name))
    for count in range(STEPS):
        turn = room.bot_turn()
        if room.undoable() == 0 and turn is not None:
            break
        step(sitting, ann, whims, f"m{count}")
    else:
        raise AssertionError("nothing could be taken back")
    assert room.table is not None
    length = len(room.table.log)
    sitting.say(ann, wire.Undo(seat=0, id="u", length=length))
    assert len(room.table.log) == length - 1
    sitting.move(ann, 0, sampled(sitting, whims), "again")
    if turn.seat not in room.asked:  # the other action left the turn with the person
        return
    before = len(room.table.log)
    assert room.bot_move(turn, None, sitting.now) is None, "a thought about another position"
    assert len(room.table.log) == before
    again = room.bot_turn()
    assert again is not None
    sitting.bot_move(again, None)
    assert len(room.table.log) > before


@pytest.mark.parametrize("pause", [1500, 600, 150, 0])
def test_a_round_does_not_begin_by_itself_within_a_second(pause: int) -> None:
    game = next(game for game in GAMES if game.name == "blackout")
    sitting, ann = against_bots(game)
    sitting.say(ann, wire.Settings(pause=pause))
    whims, met = Dice(number("pace", "rounds")), set()
    for count in range(STEPS):
        room = sitting.room
        if room.phase != PLAYING:
            break
        turn = room.bot_turn()
        if turn is not None and not room.clocks.looking():
            opens = room.playing().table.state.phase in game.opening
            met.add((opens, turn.pause))
        step(sitting, ann, whims, f"m{count}")
    assert met == {(False, pause / 1000), (True, (1000 + 4 * pause) / 1000 if pause else 0)}
