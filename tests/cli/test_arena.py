"""Tournaments from the command line."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from arena.games_kept import finished
from cli.console import mortal, run, started
from patience import PATIENCE, until
from polychrome.arena.book import NAME
from polychrome.engine.record import read
from polychrome.registry import find
from polychrome.words import LANGUAGES, Words

RIVALS = ("--bots", "random,child/random", "--seed", "4", "--jobs", "1")
RUN = ("arena", "run", "--game", "coloretto", "--seats", "2", "--games", "4", *RIVALS)


def test_a_tournament_is_played_told_and_kept(tmp_path: Path) -> None:
    folder, html, text = tmp_path / "a" / "b", tmp_path / "r.html", tmp_path / "r.md"
    result = run(*RUN, "--out", str(folder), "--html", str(html), "--markdown", str(text))
    assert result.exit_code == 0
    assert "Coloretto · 2  child/random  random" in result.stdout
    assert result.stderr.startswith("4 games to play; finished before: 0.\n")
    assert str(folder / NAME) in result.stderr
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    command = "polychrome arena run --seed 4 --games 4 --game coloretto --seats 2 --bots random,child/random"
    assert f"\n{command} --pairs ladder\n" in text.read_text(encoding="utf-8")
    again = run(*RUN, "--out", str(folder), "--json")
    assert again.stderr.startswith("0 games to play; finished before: 4.\n")
    told = json.loads(again.stdout)
    assert (told["games"], told["asked"], told["seed"]) == (4, 4, 4)
    assert told == json.loads(run("arena", "report", str(folder), "--json").stdout)
    record = run("arena", "record", str(folder), "3").stdout
    assert read(record, find).seats == 2


def test_a_tournament_goes_on_with_its_own_luck(tmp_path: Path) -> None:
    run(*RUN, "--out", str(tmp_path))
    more = ("arena", "run", "--game", "coloretto", "--seats", "2", "--games", "6", "--bots", "random,child/random")
    result = run(*more, "--out", str(tmp_path), "--jobs", "1", "--json")
    assert result.stderr.startswith("2 games to play; finished before: 4.\n")
    assert json.loads(result.stdout)["seed"] == 4


def test_an_option_goes_to_the_games_that_have_it(tmp_path: Path) -> None:
    both = ("arena", "run", "--game", "ronde,coloretto", "--seats", "2", "--games", "2", *RIVALS)
    result = run(*both, "--option", "score_side=grey", "--out", str(tmp_path))
    assert result.exit_code == 0, result.stderr
    assert "option score_side grey" in run("arena", "record", str(tmp_path), "1").stdout
    assert "game ronde" in run("arena", "record", str(tmp_path), "0").stdout
    assert run(*both, "--option", "sides=grey", "--out", str(tmp_path / "new")).exit_code == 2


def test_a_game_that_lacks_its_word_list_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLYCHROME_WORDS", str(tmp_path / "none"))
    result = run(
        "arena", "run", "--game", "color_words", "--seats", "2", "--games", "2", *RIVALS, "--out", str(tmp_path)
    )
    assert result.exit_code == 0
    assert result.stderr.startswith("There is no word list for Color Words here")


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_tournament_in_the_same_folder_is_refused_in_a_sentence(tmp_path: Path, language: str) -> None:
    run(*RUN, "--out", str(tmp_path))
    result = run(*RUN, "--seats", "3", "--seed", "5", "--out", str(tmp_path), lang=language)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    words = Words(language)
    for part in ("pairings", "seed"):
        assert words.word(f"arena.part.{part}") in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--bots", "random"), "at least two"),
        (("--bots", "random,random"), "random is named twice"),
        (("--bots", "random,serch:5"), "serch:5"),
        (("--game", "colorett"), "coloretto"),
        (("--pairs", "lader"), "ladder"),
        (("--games", "0"), "--games"),
        (("--more", "chromino"), "--more"),
        (("--more", "chromin=5"), "chromino"),
        (("--option", "score_side=blue"), "beige"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is_written(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    folder = tmp_path / "new"
    given = list(RUN)
    if arguments[0] in given:
        at = given.index(arguments[0])
        given[at : at + 2] = arguments
    else:
        given += arguments
    result = run(*given, "--out", str(folder))
    assert result.exit_code == 2
    assert words in result.stderr
    assert not folder.exists()


def test_a_report_that_cannot_be_written_is_known_beforehand(tmp_path: Path) -> None:
    result = run(*RUN, "--out", str(tmp_path / "new"), "--html", str(tmp_path / "no" / "r.html"))
    assert result.exit_code == 1
    assert not (tmp_path / "new").exists()


def test_nothing_to_report_on_is_said(tmp_path: Path) -> None:
    result = run("arena", "report", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"There are no results in {tmp_path} yet")
    assert run("arena", "record", str(tmp_path), "1").exit_code == 1


def test_a_wrong_word_is_met_with_a_hint() -> None:
    result = run("arena", "rapport")
    assert result.exit_code == 2
    assert "report" in result.stderr
    assert run("arena").exit_code == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_speaks_every_language(language: str) -> None:
    words = Words(language)
    assert words.word("arena.run.short")[:20] in run("arena", "--help", lang=language).stdout
    assert "--cluster ADDRESS" in run("arena", "run", "--help", lang=language).stdout


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as Unix does it")
def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(tmp_path: Path) -> None:
    many = ("arena", "run", "--game", "coloretto", "--seats", "2", "--games", "100000", "--bots", "random,child/random")
    folder = tmp_path / "out"
    with started(*many, "--seed", "1", "--out", str(folder), "--jobs", "2") as process, mortal(process):
        until(lambda: finished(folder) >= 4 or process.poll() is not None, "a game that is finished")
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        out, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, complaint
    kept = finished(folder)
    assert 4 <= kept < 200000
    assert f"{kept} of 100000 games are finished and kept" in complaint.decode()
    assert b"Coloretto" in out
    assert b"Traceback" not in complaint
