"""The figures in docs/strength.md fit each other: where duels were played again, ratings are of what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from polychrome.arena.ratings import Contest, ratings

TEXT = (Path(__file__).parents[2] / "docs" / "strength.md").read_text(encoding="utf-8")
DUEL = re.compile(r"^\| [^|]+ · (\d) \| (\w+) \| (\w+) \| (\d+) \| ([\d.]+)% \|", re.MULTILINE)
RATING = re.compile(r"^\| (\w+) \| (\d+) ± (\d+) \|", re.MULTILINE)
ROUNDED = 1.0  # points that are lost because shares are told by tenths of a percent, and ratings by whole points


def duels() -> Iterator[Contest]:
    for seats, one, rest, games, share in DUEL.findall(TEXT.partition("\n## Remarks")[0]):
        yield Contest(one, rest, int(seats), int(games), int(games) * float(share) / 100)


def test_the_ratings_follow_from_the_duels() -> None:
    told = {bot: (int(value), int(width)) for bot, value, width in RATING.findall(TEXT)}
    assert len(told) == 5
    for bot, (value, low, _) in ratings(list(told), duels()).items():
        assert told[bot] == (pytest.approx(value, abs=ROUNDED), pytest.approx(value - low, abs=ROUNDED)), bot


def test_the_games_are_counted() -> None:
    (games,) = re.findall(r"^(\d+) games, seed ", TEXT, re.MULTILINE)
    assert sum(duel.games for duel in duels()) == int(games)
