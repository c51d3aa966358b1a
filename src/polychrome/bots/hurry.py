"""Less time than usual: where many wait for bots, whoever searches stops early and plays what looks best so far."""

from __future__ import annotations

from polychrome.bots.flat import FlatBot
from polychrome.bots.forgetful import ForgetfulBot
from polychrome.bots.levels import LevelBot
from polychrome.bots.search import SearchBot
from polychrome.engine.core import Bot


def hurry(bot: Bot, milliseconds: int) -> None:
    """At most about so long for a move. Who plays at a glance, writes words or is somebody's own goes on as ever."""
    if isinstance(bot, ForgetfulBot):
        hurry(bot.head, milliseconds)
    elif isinstance(bot, LevelBot | SearchBot | FlatBot):
        bot.hurry = milliseconds
