"""What cannot be done at the command line: one clear sentence and an exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from polychrome.engine.core import Argument, Explained, Message

FAILURE: Final = 1
MISUSE: Final = 2
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141  # as if SIGPIPE had ended us, like the other programs in a pipe


class Failed(Explained):
    """Something went wrong that is nobody's fault here: a missing file, a full disk."""

    code = FAILURE

    def __init__(self, reason: Message, about: str = "", hint: Message | None = None) -> None:
        super().__init__(reason)
        self.about = about  # said first: the file in question
        self.hint = hint  # said last


class Misused(Failed):
    """The command line itself cannot be understood or asks for what does not exist."""

    code = MISUSE


def failed(key: str, **args: Argument) -> Failed:
    return Failed(Message(key, args))


def misused(key: str, **args: Argument) -> Misused:
    return Misused(Message(key, args))


def meant(word: str, known: Iterable[str]) -> Message | None:
    """The known word that this one may have been meant to be."""
    near = get_close_matches(word.casefold(), list(known), n=1, cutoff=0.6)
    return Message("cli.meant", {"word": near[0]}) if near else None


def hint_for(reason: Message) -> Message | None:
    """What the engine refused at set-up may be a slip of the pen."""
    word, known = {
        "setup.game": ("name", "games"),
        "setup.option": ("option", "options"),
        "setup.choice": ("value", "choices"),
        "setup.bot": ("spec", "kinds"),
    }.get(reason.key, ("", ""))
    candidates = reason.args.get(known)
    if not isinstance(candidates, list):
        return None
    return meant(str(reason.args[word]).partition(":")[0], [str(candidate) for candidate in candidates])
