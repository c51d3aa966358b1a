"""Opponents by name, and bots that are at hand already."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from polychrome.bots import enlist_as, hire
from polychrome.bots.own import CalledBot
from polychrome.engine.core import Bot, Message, State, Unplayable

Player = str | Bot | type[Bot] | Callable[[State, int], int]


def bot(name: str, seed: int = 0) -> Bot:
    """An opponent by its name.

    Levels are `kid`, `casual`, `sharp` and `master`; ways to play are `random`, `quick`, `flat:500`, `search:500`,
    `search:200ms` and `keen:500`; `module:Class` is a bot of your own. The same view and seed give the same move.

    >>> bot("sharp")
    <LevelBot sharp>

    Raises `Unplayable`, with a sentence, if there is no such bot.
    """
    return hire(str(name), seed)


def at_hand(player: Player) -> Callable[[State, int], object]:
    """How whoever is to play chooses: a bot, its name, or a class or a function of one's own.

    Somebody's own code is called as it is: the compiled build would object to an answer that is no number, in words of
    its own, before we can say what would be one.
    """
    (name,) = enlisted([player])
    bot = player if isinstance(player, Bot) else hire(name, 0)
    return bot.call if isinstance(bot, CalledBot) else bot.choose


def enlisted(players: Sequence[Player]) -> list[str]:
    """The names under which these play; two that are called the same (two lambdas) are told apart by a number."""
    known: dict[str, Player] = {}
    names = []
    for player in players:
        called = name = own_name(player)
        number = 1
        while known.setdefault(name, player) is not player and not isinstance(player, str):
            number += 1
            name = f"{called} {number}"
        if not isinstance(player, str):
            enlist_as(name, player if callable(player) else player.choose)
        names.append(name)
    return names


def own_name(player: Player) -> str:
    """What a bot is called in the results."""
    if isinstance(player, str):
        return player
    if not callable(player) and not hasattr(player, "choose"):
        raise Unplayable(Message("setup.no_bot_there", {"spec": repr(player)[:200]}))
    if hasattr(player, "__qualname__"):  # a class or a function
        return f"{player.__module__}:{player.__qualname__}"
    return repr(player).strip("<>")
