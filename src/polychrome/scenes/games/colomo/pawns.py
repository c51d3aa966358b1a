"""What the two games of pawns share: calling “that is not yours!”, and who sits out."""

from __future__ import annotations

from polychrome.engine.core import Message
from polychrome.games.colomo.table import ACCEPT, CHALLENGE, Pawns
from polychrome.scenes.scene import Button, Choice

ANSWERS = {ACCEPT: "accept", CHALLENGE: "challenge"}


def notes(view: Pawns, seat: int) -> tuple[Message, ...]:
    return (Message("colomo.note.sits_out", {}),) if view.owed[seat] else ()


def question(view: Pawns) -> Message:
    return Message("colomo.prompt.challenge", {"seat": view.seat})


def answer(view: Pawns, action: int) -> Choice:
    """To call is a choice of weight; to let a pawn pass is not."""
    word = ANSWERS[action]
    label = Message(f"colomo.choice.{word}", {"seat": view.seat})
    return Choice(word, (word,), label, weighty=action == CHALLENGE)


def answers(view: Pawns) -> tuple[Button, ...]:
    return tuple(Button(word, Message(f"colomo.choice.{word}", {"seat": view.seat})) for word in ANSWERS.values())


def called(own: bool) -> Message:
    """How a challenge ended (AVE-12)."""
    return Message("colomo.news.own_pawn" if own else "colomo.news.foreign_pawn", {})
