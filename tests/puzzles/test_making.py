"""Making puzzles: the same seed makes the same, and who was interrupted goes on; the stock is what its seed makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.console import run
from polychrome.cli.puzzle import SEED, STOCK, shipped_lists
from polychrome.engine.core import Game
from polychrome.games.color_words.lexicon import SHELF
from polychrome.puzzles import NEUTRAL, editions, file_name, stock
from polychrome.puzzles.makers import maker_of
from polychrome.puzzles.making import made, make
from polychrome.registry import GAMES, find

MAKING = [game for game in GAMES if maker_of(game) is not None]
QUICK = [game for game in MAKING if editions(game) == (NEUTRAL,)]
EDITIONS = [pytest.param(game, edition, id=file_name(game, edition)) for game in MAKING for edition in editions(game)]


def written(folder: Path, game: Game, seed: int, wanted: int) -> str:
    maker = maker_of(game)
    assert maker is not None
    list(make(folder, game, NEUTRAL, maker, seed, wanted))
    return (folder / file_name(game, NEUTRAL)).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", QUICK, ids=lambda game: game.name)
def test_the_stock_is_what_its_seed_makes(game: Game, tmp_path: Path) -> None:
    assert written(tmp_path, game, SEED, 3).splitlines()[1:] == list(stock(game, NEUTRAL)[:3])


@pytest.mark.long
@pytest.mark.timeout(7200)  # minutes of one idle core, without a compiler: hours where twenty others want it, too
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_all_of_the_stock_is_what_its_seed_makes(game: Game, edition: str) -> None:
    before = SHELF.source, SHELF.bands
    shipped_lists()
    maker = maker_of(game)
    assert maker is not None
    try:
        found = [made(game, edition, maker, SEED, number).written(game) for number in range(STOCK)]
        assert found == list(stock(game, edition))
    finally:
        SHELF.fill_from(*before)


def test_what_was_interrupted_goes_on(tmp_path: Path) -> None:
    game = find("ronde")
    whole = written(tmp_path, game, 7, 5)
    file = tmp_path / "ronde.jsonl"
    file.write_text(whole[:-20], encoding="utf-8")  # in the middle of the last line
    assert written(tmp_path, game, 7, 5) == whole
    assert written(tmp_path, game, 7, 6).startswith(whole)


def test_nothing_that_was_made_is_thrown_away_where_fewer_are_wanted(tmp_path: Path) -> None:
    whole = written(tmp_path, find("ronde"), 7, 5)
    assert written(tmp_path, find("ronde"), 7, 2) == whole
    found = run("puzzle", "make", "ronde", "--count", "2", "--seed", "7", "--out", str(tmp_path), "--json")
    assert [(each["puzzles"], each["made"]) for each in json.loads(found.stdout)] == [(5, 0)]


def test_a_file_that_is_no_text_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "ronde.jsonl").write_bytes(b"\xff\xfe\n")
    assert len(written(tmp_path, find("ronde"), 7, 2).splitlines()) == 3


def test_another_seed_makes_others(tmp_path: Path) -> None:
    game = find("ronde")
    first = written(tmp_path, game, 7, 3)
    second = written(tmp_path, game, 8, 3)
    assert not set(first.splitlines()) & set(second.splitlines())


def test_the_command_makes_and_goes_on(tmp_path: Path) -> None:
    out = str(tmp_path / "stock")
    found = run("puzzle", "make", "trio", "colorio", "--count", "2", "--out", out, "--json")
    assert found.exit_code == 0
    told = json.loads(found.stdout)
    assert [(each["game"], each["made"]) for each in told] == [("trio", 2), ("colorio", 2)]
    again = run("puzzle", "make", "trio", "--count", "3", "--out", out, "--json")
    assert json.loads(again.stdout)[0]["made"] == 1


def test_a_game_without_a_maker_says_so() -> None:
    found = run("puzzle", "make", "rondo")
    assert found.exit_code == 2
    assert "There is no puzzle of Rondo; there are some of ronde, trio," in found.output
