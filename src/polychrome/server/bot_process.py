"""The process a bot thinks in: a question per line in, an answer per line out."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from polychrome.bots import enlist
from polychrome.engine.core import Unplayable
from polychrome.lexicon.shelf import hand_over
from polychrome.room.catalogue import named
from polychrome.room.thought import answer


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # the tables come first
    hand_over()
    catalogue = named(sys.argv[1])
    for own in sys.argv[2:]:
        with suppress(Unplayable):  # it was there when the server began; who asks for it now will hear of it
            enlist(own)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(catalogue, line) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
