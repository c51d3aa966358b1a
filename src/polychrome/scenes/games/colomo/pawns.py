"""What the two games of pawns share: calling “that is not yours!”, and who sits out."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Argument, Message
from polychrome.games.colomo.table import ACCEPT, CHALLENGE, Pawns
from polychrome.scenes.games.colomo import table
from polychrome.scenes.scene import CALL, THUMB, Button, Choice, Seat

CALLS: Final = ("answer_first", "no_question")  # refusals that the chapter about calling explains
ANSWERS = {ACCEPT: "accept", CHALLENGE: "challenge"}


def seats(view: Pawns) -> tuple[Seat, ...]:
    return table.seats(
        view,
        lambda seat: table.counted(view, seat, "pawns"),
        lambda seat: (Message("colomo.note.sits_out", {}),) if view.owed[seat] else (),
        coloured=True,
        skips=lambda seat: bool(view.owed[seat]),
    )


def question(view: Pawns) -> Message:
    return Message("colomo.prompt.challenge", {"seat": view.seat})


def answer(view: Pawns, action: int) -> Choice:
    """To call is a choice of weight; to let a pawn pass is not."""
    word = ANSWERS[action]
    label = Message(f"colomo.choice.{word}", {"seat": view.seat})
    return Choice(word, (word,), label, weighty=action == CHALLENGE)


def answers(view: Pawns) -> tuple[Button, ...]:
    args: dict[str, Argument] = {"seat": view.seat}
    signs = {ACCEPT: THUMB, CHALLENGE: CALL}
    return tuple(
        Button(word, Message(f"colomo.choice.{word}", args), sign=signs[action]) for action, word in ANSWERS.items()
    )


def called(own: bool) -> Message:
    """How a challenge ended (AVE-12)."""
    return Message("colomo.news.own_pawn" if own else "colomo.news.foreign_pawn", {})
