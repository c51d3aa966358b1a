"""Color Words: what the word earns."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.color_words.notation import sound, written
from polychrome.games.color_words.rules import ColorWords
from polychrome.scenes.games.weighing import explained


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, ColorWords)
    return (
        Message("color_words.reason.word", {"n": explained(view, seat, written(action))[0]}) if sound(action) else None
    )
