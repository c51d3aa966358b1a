"""Golden records replay, line by line, to what was seen when they were made."""

from __future__ import annotations

from pathlib import Path

import pytest

from polychrome.engine.record import read, resume, write
from polychrome.registry import GAMES, find
from records.golden import FOLDER, rendering, wanted

RECORDS = [file for file in sorted(FOLDER.glob("*.txt")) if not file.name.endswith(".golden.txt")]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_golden_record_replays(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = read(text, find)
    assert write(record) == text
    assert file.stem == "-".join([record.game.name, str(record.seats), *map(str, record.options.values())])
    assert resume(record).over()
    golden = file.with_suffix(".golden.txt").read_text(encoding="utf-8").split("\n")
    now = rendering(record).split("\n")
    at = next((at for at, (a, b) in enumerate(zip(golden, now, strict=False)) if a != b), min(len(golden), len(now)))
    assert now[at : at + 5] == golden[at : at + 5], f"line {at + 1}; tests/records/make.py writes renderings anew"
    assert now == golden


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_luck_of_a_golden_record_comes_again(file: Path) -> None:
    """The dice still bring, line for line, what they brought when the record was made."""
    record = read(file.read_text(encoding="utf-8"), find)
    again = resume(record._replace(lines=[]))
    while not again.over():
        again.play(*record.lines[len(again.log)])
    assert [(line.seat, line.action) for line in again.log] == record.lines


def test_every_game_has_golden_records_for_every_number_of_seats_and_every_option() -> None:
    """If a record is missing: python tests/records/make.py"""
    there = {file.stem for file in RECORDS}
    for game in GAMES:
        names = wanted(game)
        assert set(names) <= there
        assert {seats for seats, _ in names.values()} == set(range(game.fewest, game.most + 1))
        for at, option in enumerate(game.options):
            assert {options[at] for _, options in names.values()} == set(range(len(option.choices)))


def test_no_rendering_is_left_without_its_record() -> None:
    renderings = {file.name.removesuffix(".golden.txt") for file in FOLDER.glob("*.golden.txt")}
    assert renderings == {file.stem for file in RECORDS}
