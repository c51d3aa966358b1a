"""A question that has been answered, or taken back, is never asked again: whatever answers it late is stale."""

from __future__ import annotations

import random

import pytest

from luck import NAME
from polychrome.engine.core import Game, State
from polychrome.engine.dice import Dice
from polychrome.registry import GAMES
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from server.house import Eyes, NamedLuck, Sitting, opened

STEPS = 120


def table_of(game: Game, seats: int) -> tuple[Sitting, list[Eyes]]:
    box = Catalogue(luck=NamedLuck("questions", game.name, seats))
    guests = [f"guest{seat}" for seat in range(seats)]
    sitting = Sitting(*opened(box, guests[0], game.name, seats))
    for guest in guests[1:]:
        sitting.join(guest)
    eyes = [sitting.arrive(guest) for guest in guests]
    sitting.say(eyes[0], wire.Begin())
    return sitting, eyes


def act(sitting: Sitting, eyes: list[Eyes], whims: random.Random) -> None:
    """Anybody moves, or takes back what can be taken back."""
    room, name = sitting.room, f"m{len(sitting.steps)}"
    undoable = room.undoable()
    if undoable is not None and whims.random() < 0.5:
        assert room.table is not None
        sitting.say(eyes[undoable], wire.Undo(seat=undoable, id=name, length=len(room.table.log)))
    elif room.clocks.memorising():
        sitting.wait(60)
    else:
        seat = whims.choice(sitting.acting())
        assert room.table is not None
        view = room.table.state.view(seat)
        sitting.move(eyes[seat], seat, room.game.text(view.sample(seat, Dice(whims.getrandbits(40)))), name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_question_is_asked_twice(game: Game) -> None:
    for seats in sorted({max(2, game.fewest), game.most}):
        whims = random.Random(f"{NAME} questions {game.name} {seats}")
        sitting, eyes = table_of(game, seats)
        asked: dict[int, int] = {}
        ended: set[tuple[int, int]] = set()
        for _ in range(STEPS):
            if not sitting.acting():
                break
            act(sitting, eyes, whims)
            now = {seat: question.number for seat, question in sitting.room.asked.items()}
            ended |= asked.items() - now.items()
            assert not ended & now.items()
            assert {seat: question.number for seat, question in sitting.reloaded().asked.items()} == now
            asked = now
        assert ended


def test_what_a_bot_answers_depends_on_what_it_was_asked_alone() -> None:
    """Not on when it thinks: others who are asked at the same time may have answered before."""
    answered = set()  # games in which somebody did, while others were still asked
    for game in GAMES:
        whims = random.Random(f"{NAME} bots {game.name}")
        sitting, eyes = table_of(game, max(3, game.fewest))
        views: dict[tuple[int, int], State] = {}
        for _ in range(STEPS):
            if not sitting.acting():
                break
            for seat, question in sitting.room.asked.items():
                view = sitting.room.moves.bot_view(seat)
                assert views.setdefault((seat, question.number), view) == view
                if view != sitting.room.playing().table.state.view(seat, recall=True):
                    answered.add(game.name)
            act(sitting, eyes, whims)
    assert answered >= {"color_words", "a_l_aveuglette"}


def test_a_late_answer_does_not_count_for_what_is_asked_instead() -> None:
    """Ann takes her card's place back and finds another; what Bob said to the first one was about another table."""
    sitting, (ann, bob) = table_of(next(game for game in GAMES if game.name == "coloretto"), 2)
    sitting.move(ann, 0, "draw", "m0")
    sitting.move(ann, 0, "place 1", "m1")
    answered = sitting.room.asked[1].number
    sitting.say(ann, wire.Undo(seat=0, id="u0", length=answered))
    sitting.move(ann, 0, "place 2", "m2")
    assert sitting.room.asked[1].number != answered
    sitting.move(bob, 1, "take 2", "m3", question=answered)
    assert bob.last("refused")["stale"]
    assert bob.last("refused")["reason"][0] == "room.stale"
