"""A tournament in its book: nothing lost, nothing twice, nothing mixed up."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from polychrome.arena import tournament
from polychrome.arena.book import NAME, Book, Unfit
from polychrome.arena.match import Watch
from polychrome.arena.schedule import Match, Pairing, Plan, Played
from polychrome.arena.tournament import play
from polychrome.arena.worker import played
from polychrome.engine.record import read, resume, write
from polychrome.registry import find

RIVALS = ("child/random", "random")
PLAN = Plan((Pairing("coloretto", 2, *RIVALS), Pairing("arc_en_ciel", 3, *RIVALS)), {}, games=6, seed=2)


class Home:
    """Plays in this very process, and keeps count."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def __call__(self, matches: Sequence[Match]) -> Generator[list[Played], None, None]:
        for match in matches:
            self.numbers.append(match.number)
            yield [played(match, Watch(len(match.bots)))]


def rows(folder: Path) -> list[tuple[object, ...]]:
    """Everything but the time it took."""
    with closing(sqlite3.connect(folder / NAME)) as base:
        games = base.execute("select * from games order by number").fetchall()
        return games + base.execute("select number, seat, bot, score, win, decisions from seats").fetchall()


def run(folder: Path, plan: Plan = PLAN, stop_after: int = 10**9) -> list[int]:
    """Play what is left, perhaps until somebody presses Ctrl-C; the numbers of the games that were begun."""
    home = Home()

    def tick(games: int) -> None:
        if len(home.numbers) >= stop_after:
            raise KeyboardInterrupt

    folder.mkdir(exist_ok=True)
    with closing(Book(folder, new=True)) as book:
        book.settle(plan.identity(), plan.games)
        try:
            play(plan, book, home, tick)
        except KeyboardInterrupt:
            assert len(home.numbers) == stop_after
    return home.numbers


def test_an_interrupted_tournament_goes_on_without_playing_anything_twice(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole")
    first = run(tmp_path / "parts", stop_after=5)
    rest = run(tmp_path / "parts")
    assert sorted(first + rest) == sorted(whole)
    assert len(whole) == len(set(whole)) == PLAN.total()
    assert rows(tmp_path / "parts") == rows(tmp_path / "whole")
    assert run(tmp_path / "parts") == []


def test_what_is_finished_is_written_down_however_long_the_next_game_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(tournament, "monotonic", lambda: now)
    with closing(Book(tmp_path, new=True)) as book:
        book.settle(PLAN.identity(), PLAN.games)

        def engine(matches: Sequence[Match]) -> Generator[list[Played], None, None]:
            nonlocal now
            yield from islice(Home()(matches), 2)
            now = 60.0
            yield []
            assert len(book.finished()) == 2
            yield from Home()(matches[2:])

        play(PLAN, book, engine)
        assert len(book.finished()) == PLAN.total()


def test_more_games_are_added_to_those_there_are(tmp_path: Path) -> None:
    before = run(tmp_path)
    more = run(tmp_path, PLAN._replace(games=9))
    assert len(more) == PLAN._replace(games=9).total() - len(before)
    assert not set(before) & set(more)


@pytest.mark.parametrize(
    ("other", "part"),
    [
        (PLAN._replace(seed=3), "arena.part.seed"),
        (PLAN._replace(pairings=PLAN.pairings[:1]), "arena.part.pairings"),
        (PLAN._replace(options={"coloretto": {"score_side": "grey"}}), "arena.part.options"),
    ],
)
def test_another_tournament_is_refused_and_changes_nothing(tmp_path: Path, other: Plan, part: str) -> None:
    run(tmp_path, stop_after=2)
    before = rows(tmp_path)
    with pytest.raises(Unfit) as refused:
        run(tmp_path, other)
    assert refused.value.reason.key == "arena.unfit.other"
    assert part in refused.value.reason.args["parts"]  # type: ignore[operator]
    assert rows(tmp_path) == before


def test_every_game_is_a_record_that_replays_to_its_scores(tmp_path: Path) -> None:
    run(tmp_path)
    with closing(Book(tmp_path)) as book:
        scores = {(one.number, one.seat): one.score for one in book.sittings()}
        for row in list(book.games()):
            number = row.number
            record = read(write(book.record(number)), find)
            table = resume(record)
            assert table.over() != row.adjudicated
            assert table.state.scores() == [scores[number, seat] for seat in range(record.seats)]
        with pytest.raises(Unfit):
            book.record(10**6)


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"Dear Ada,\n" * 100)
    with pytest.raises(Unfit) as refused:
        Book(tmp_path, new=True)
    assert refused.value.reason.key == "arena.unfit.foreign"
    assert (tmp_path / NAME).read_bytes().startswith(b"Dear Ada")


def test_the_table_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / NAME)) as base:
        base.execute("create table letters (text)")
    with pytest.raises(Unfit) as refused:
        Book(tmp_path, new=True)
    assert refused.value.reason.key == "arena.unfit.foreign"


def test_a_full_disk_is_named_and_what_was_written_stays(tmp_path: Path) -> None:
    run(tmp_path, stop_after=3)
    before = rows(tmp_path)
    fixtures = [fixture for fixture in PLAN.fixtures() if fixture.number > 2]
    matches = [PLAN.match(fixture) for fixture in fixtures]
    results = [played(match, Watch(len(match.bots))) for match in matches]
    games = list(zip(fixtures, matches, results, strict=True))
    with closing(Book(tmp_path)) as book:
        size = book.base.execute("pragma page_count").fetchone()[0]
        book.base.execute(f"pragma max_page_count = {size}")
        with pytest.raises(Unfit) as trouble:
            book.add(games)
    assert trouble.value.reason.key == "arena.unfit.writing"
    assert rows(tmp_path) == before


def test_there_is_nothing_to_read_where_nothing_was_played(tmp_path: Path) -> None:
    with pytest.raises(Unfit) as refused:
        Book(tmp_path)
    assert refused.value.reason.key == "arena.unfit.empty"
    assert list(tmp_path.iterdir()) == []
