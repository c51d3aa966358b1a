"""What is live is what a replay gives (A27), to the last entry: games that bots play to their ends, by the rules or
because nobody gets anywhere (GEN-15), and the tables at which they are played again."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from luck import NAME, NamedLuck
from polychrome.engine.core import Game
from polychrome.registry import GAMES, find
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import Adjudicated, Entry, Moved, Rematched, Seated
from polychrome.room.fold import OVER, PLAYING
from polychrome.room.guided import open_guided
from polychrome.room.room import Room
from room.test_live_is_replayed import compare, forms
from samples import THIN
from server.house import Eyes, Sitting, opened

A_WHILE = 30  # seconds
SELDOM = 197  # steps between two comparisons on the way; the other file looks at beginnings, and closely
AGAIN = 6  # steps at the next table


def looked_at(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    """The fewest and the most seats; in a whole sample each option, too."""
    found = forms(game)
    return found if THIN == 1 else [found[0], found[-1]]


def go_on(sitting: Sitting, whims: random.Random) -> None:
    turn = sitting.room.bot_turn()
    if turn is not None:
        sitting.bot_move(turn, None)
    sitting.wait(whims.choice((0, 1, 40)))


def among_bots(sitting: Sitting, ann: Eyes) -> None:
    """The game begins, and its host has it played by a bot."""
    if sitting.room.phase != PLAYING:
        sitting.say(ann, wire.Begin())
    sitting.put(Seated(0, sitting.room.chairs[0].played_by("random")))
    sitting.room.depart(ann, sitting.now)


def played_twice(game: Game, seats: int, options: tuple[int, ...], kind: type[Room] = Room) -> list[Entry]:
    """To the end, then some moves at the next table. What was kept of the first one."""
    box = Catalogue(games=(game,), luck=NamedLuck("to the end", game.name, seats, options))
    whims = random.Random(f"{NAME} {game.name} {seats} {options}")
    fill = "random" if seats > 1 else None
    sitting = Sitting(*opened(box, "ann", game.name, seats, game.named(options), fill, kind))
    among_bots(sitting, sitting.arrive("ann"))
    steps = 0
    while sitting.room.phase == PLAYING:
        go_on(sitting, whims)
        steps += 1
        if steps % SELDOM == 0:
            compare(sitting)
    assert sitting.room.phase == OVER
    compare(sitting)
    ann = sitting.arrive("ann")
    compare(sitting)  # with somebody who looks at the end
    sitting.say(ann, wire.Rematch())
    compare(sitting)
    again = sitting.again
    assert again is not None
    assert ann.last("moved")["table"] == again.room.id
    played_on(again, whims)
    return [entry for _, entry in sitting.rows]


def played_on(sitting: Sitting, whims: random.Random) -> None:
    """The next table, which nobody has opened by hand."""
    assert sitting.room.phase == PLAYING
    compare(sitting)
    among_bots(sitting, sitting.arrive("ann"))
    for _ in range(AGAIN):
        go_on(sitting, whims)
    compare(sitting)
    assert any(isinstance(entry, Moved) for _, entry in sitting.rows)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_that_is_over_is_the_one_that_was_there_and_so_is_the_next(game: Game) -> None:  # A27
    for seats, options in looked_at(game):
        entries = played_twice(game, seats, options)
        assert isinstance(entries[-1], Rematched)


LEFT = find("trio")._replace(limit=30)


def left_as_it_stands(kind: type[Room] = Room) -> list[Entry]:
    seats, options = forms(LEFT)[0]
    return played_twice(LEFT, seats, options, kind)


def test_a_game_in_which_bots_get_nowhere_is_left_by_a_restarted_table_too() -> None:  # A27, GEN-15
    assert [entry for entry in left_as_it_stands() if isinstance(entry, Adjudicated)] == [Adjudicated()]


def led(game: Game) -> tuple[Sitting, Eyes]:
    """A guided first game, some steps after its beginning."""
    box = Catalogue(luck=NamedLuck("led", game.name))
    wish = wire.NewTable(game.name, 0, {"language": "en"}, guide=True)
    sitting = Sitting(*open_guided(box, "", "ann", wish, 1000.0))
    ann = sitting.arrive("ann")
    for _ in range(AGAIN):
        compare(sitting)
        turn = sitting.room.bot_turn()
        if turn is not None:
            sitting.bot_move(turn, turn.told)
        sitting.wait(A_WHILE)
    return sitting, ann


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_guide_is_there_until_it_was_left(game: Game) -> None:  # A27
    sitting, ann = led(game)
    assert ann.last("frame")["lesson"]
    compare(sitting)
    sitting.say(ann, wire.Unguide())
    assert "lesson" not in ann.last("frame")
    compare(sitting)
    sitting.rows.pop()  # Unguided, as a fold has it that forgets this
    with pytest.raises(AssertionError, match=r"^frames after "):
        compare(sitting)


# Folds that forget an entry: the comparison must notice.


class ForgetsRematches(Room):
    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay((at, entry) for at, entry in entries if not isinstance(entry, Rematched))


class ForgetsAdjudication(Room):
    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay((at, entry) for at, entry in entries if not isinstance(entry, Adjudicated))


@pytest.mark.parametrize(("kind", "what"), [(ForgetsRematches, "rooms"), (ForgetsAdjudication, "frames")])
def test_a_fold_that_forgets_how_it_ended_is_noticed(kind: type[Room], what: str) -> None:
    with pytest.raises(AssertionError, match=f"^{what} after "):
        left_as_it_stands(kind)
