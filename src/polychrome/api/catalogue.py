"""What is in the box."""

from __future__ import annotations

from dataclasses import dataclass

from polychrome.engine.core import Value
from polychrome.registry import GAMES
from polychrome.words import Words


@dataclass(frozen=True)
class Entry:
    """A game of the box."""

    name: str
    """What `new` and the command line call it."""
    title: str
    fewest: int
    """players"""
    most: int
    age: int
    """years, from which on people like it"""
    minutes: int
    options: dict[str, tuple[Value, ...]]
    """Each option and its choices, the default first."""

    def __str__(self) -> str:
        options = "".join(f", {name}={'|'.join(map(str, choices))}" for name, choices in self.options.items())
        return (
            f"{self.name}: {self.title}, {self.fewest} to {self.most} players, from {self.age} years, "
            f"{self.minutes} minutes{options}"
        )


def catalogue(language: str = "en") -> list[Entry]:
    """All games of the box, with their titles in a language (`en`, `fr`, `de`, `es`).

    >>> [entry.name for entry in catalogue()][:3]
    ['ronde', 'trio', 'arc_en_ciel']
    """
    words = Words(language)
    return [
        Entry(
            game.name,
            words.word(f"game.{game.name}"),
            game.fewest,
            game.most,
            game.age,
            game.minutes,
            {option.name: option.choices for option in game.options},
        )
        for game in GAMES
    ]
