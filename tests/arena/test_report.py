"""What a tournament shows: the right figures, in every language, on one page that needs nothing else."""

from __future__ import annotations

import json
import re
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from polychrome.arena.book import Book
from polychrome.arena.match import DIED, HUNG, Failure
from polychrome.arena.page import page
from polychrome.arena.plots import duration, heights, ticks
from polychrome.arena.schedule import Pairing, Plan, Played
from polychrome.arena.summary import Summary, data, quantile, summary
from polychrome.arena.table import markdown, mishaps, rows
from polychrome.words import LANGUAGES, Words

EVIL = "<b>|evil|</b>"  # a bot may be called anything
PLAN = Plan(
    (
        Pairing("coloretto", 2, EVIL, "random"),
        Pairing("coloretto", 4, EVIL, "random"),
        Pairing("coloretto", 2, "sure", EVIL),
    ),
    {},
    games=8,
    seed=1,
)


@pytest.fixture
def found(tmp_path: Path) -> Summary:
    """Made-up games: the one wins on seat 0 and shares the win with the last seat elsewhere; `sure` wins always."""
    with closing(Book(tmp_path, new=True)) as book:
        book.settle(PLAN.identity(), PLAN.games)
        games = []
        for fixture in PLAN.fixtures():
            seats = fixture.pairing.seats
            winners = [fixture.seat] if fixture.seat == 0 or fixture.pairing.one == "sure" else [fixture.seat, 0]
            scores = [10 if seat in winners else seat for seat in range(seats)]
            failures = []
            if fixture.number in (0, 1, 3):
                ended = {0: HUNG, 1: DIED, 3: ""}[fixture.number]
                failures = [Failure(fixture.seat, 5, fixture.number == 3, "60 s", ended)]
            one = Played(
                *(fixture.number, scores, winners, 50 + fixture.number, fixture.number == 2, failures, ""),
                *([10] * seats, [0.01] * seats, [0.005] * seats, []),
            )
            games.append((fixture, PLAN.match(fixture), one))
        book.add(games)
        return summary(book)


def test_wins_points_and_seats_are_counted(found: Summary) -> None:
    small, large = found.sheets
    assert (small.seats, small.games, large.seats, large.games) == (2, 16, 4, 8)
    first, sure = small.duels
    assert (first.pairing.one, first.games, first.wins, first.parity) == (EVIL, 8, 4 + 2, 0.5)
    assert (sure.wins, sure.verdict, sure.share.high) == (8, "above", 1.0)
    assert large.duels[0].wins == 2 + 3
    assert large.duels[0].verdict == "above"  # 62 % where luck gives 25
    assert first.points.middle == 10
    assert first.others.middle == pytest.approx((1 + 10) / 2)
    # On seat 0 the first match wins 4 + 4/2, the sure one 4; the others win the rest.
    assert [share.middle for share in small.by_seat] == pytest.approx([10 / 16, 6 / 16])
    assert sum(share.middle for share in large.by_seat) == pytest.approx(1)
    assert found.bots == ["random", EVIL, "sure"]
    assert found.ratings["sure"].middle > found.ratings[EVIL].middle > found.ratings["random"].middle
    assert small.adjudicated + large.adjudicated == 1
    assert small.tempos[0].usual == pytest.approx(0.001)


def test_everything_is_there_as_data(found: Summary) -> None:
    told = json.loads(json.dumps(data(found)))
    assert told["tables"][0]["duels"][1]["share"][2] == 1.0
    assert [failure["kind"] for failure in told["failures"]] == ["hung", "died", "illegal"]
    assert told["thought"][0]["milliseconds"] == 1.0


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_stands_alone(found: Summary, language: str) -> None:
    text = page(Words(language), found)
    seen = Seen()
    seen.feed(text)
    assert not {"script", "link", "img", "iframe"} & set(seen.tags)
    assert all(address.startswith("#") for address in seen.addresses)
    assert "http" not in re.sub(r"base64,[^)]*", "", text)
    assert seen.tags.count("svg") == 2 + 2 * 5
    assert "<b>|evil" not in text
    assert f'<html lang="{language}">' in text
    for drawing in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        assert ElementTree.fromstring(drawing).get("aria-label")


def test_the_page_of_nothing_says_so(tmp_path: Path) -> None:
    with closing(Book(tmp_path, new=True)) as book:
        book.settle(PLAN.identity(), PLAN.games)
        assert "No game has been finished yet." in page(Words("en"), summary(book))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_markdown_has_a_row_for_every_duel(found: Summary, language: str) -> None:
    text = markdown(Words(language), found, "polychrome arena run --seed 1")
    table = [line for line in text.splitlines() if line.startswith("| Coloretto")]
    bars = [len(re.findall(r"(?<!\\)\|", line)) for line in table]
    assert bars == [4, 4, 10, 10, 10]  # at a glance: a row a table, a column a pair; then every duel
    assert "polychrome arena run --seed 1" in text
    assert len(rows(Words(language), found)) == 4
    assert len(mishaps(Words(language), found)) == 1


def test_round_numbers_mark_an_axis() -> None:
    assert ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert ticks(1381, 1622) == [1400, 1450, 1500, 1550, 1600]
    assert ticks(5, 5) == [5]


def test_a_histogram_loses_nothing() -> None:
    assert heights([0, 1, 1, 2, 99, -99], -0.5, 2.5, 3) == [2, 2, 2]


def test_quantiles_and_durations() -> None:
    assert [quantile([1, 2, 3, 4], part) for part in (0, 0.5, 1)] == [1, 2.5, 4]
    assert [duration(seconds) for seconds in (0.0000042, 0.0123, 3)] == ["4.2 µs", "12.3 ms", "3 s"]
