"""Recorded games, step by step and as pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.console import run, saved
from polychrome.cli.replay import OpenedRecord, step
from polychrome.engine.core import NATURE
from polychrome.engine.record import read
from polychrome.registry import find
from polychrome.words import LANGUAGES


def test_a_move_is_an_action_and_the_answer_of_chance(tmp_path: Path) -> None:
    record = read(saved(tmp_path).read_text(encoding="utf-8"), find)
    replay = OpenedRecord(record)
    assert replay.moves() == sum(seat != NATURE for seat, _ in record.lines)
    assert replay.scene(0).choices == ()
    assert replay.scene(replay.moves()).over
    assert replay.scene(1).news


def test_an_unfinished_game_replays_as_far_as_it_goes(tmp_path: Path) -> None:
    for lines in (0, 1, 5, 6, 7):
        file = saved(tmp_path, lines=lines)
        assert run("replay", str(file), "--all", "--plain").exit_code == 0


@pytest.mark.parametrize(
    ("at", "line", "then"),
    [
        (3, "", 4),
        (3, "n", 4),
        (9, "n", 9),
        (3, "b", 2),
        (0, "b", 0),
        (3, "7", 7),
        (3, "99", 3),
        (3, "end", 9),
        (3, "?", 3),
    ],
)
def test_steps(at: int, line: str, then: int) -> None:
    assert step(at, line, 9) == then


def test_a_replay_goes_where_it_is_told(tmp_path: Path) -> None:
    file = saved(tmp_path)
    result = run("replay", str(file), "--plain", typed="n\nb\n12\nend\nn\nwhat\nq\n")
    last = OpenedRecord(read(file.read_text(encoding="utf-8"), find)).moves()
    moves = [line for line in result.stdout.split("\n") if line.startswith(("Move", "> Move"))]
    assert [int(line.split()[-3]) for line in moves] == [0, 1, 0, 12, last, last, last]
    assert "This is the end of the record." in result.stdout
    assert "Game over:" in result.stdout


def test_the_whole_game_at_once(tmp_path: Path) -> None:
    file = saved(tmp_path)
    last = OpenedRecord(read(file.read_text(encoding="utf-8"), find)).moves()
    result = run("replay", str(file), "--all", "--ascii", "--names", "Ada,Grace,Alan")
    assert result.stdout.count("Move ") == last + 1
    assert "Grace" in result.stdout
    assert result.stdout.isascii()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_is_svg_in_any_language_and_theme(language: str, tmp_path: Path) -> None:
    file, target = saved(tmp_path), tmp_path / "game.svg"
    for theme in ("light", "dark"):
        result = run("show", str(file), "--svg", str(target), "--theme", theme, "--lang", language, "--at", "20")
        assert result.exit_code == 0
        assert str(target) in result.stderr
        assert ElementTree.fromstring(target.read_text(encoding="utf-8")).tag.endswith("svg")


def test_a_picture_can_go_to_the_output(tmp_path: Path) -> None:
    assert ElementTree.fromstring(run("show", str(saved(tmp_path)), "--svg", "-").stdout).tag.endswith("svg")


def test_a_moment_in_words(tmp_path: Path) -> None:
    file = str(saved(tmp_path))
    assert "Game over:" in run("show", file).stdout
    assert "Game over:" not in run("show", file, "--at", "3", "--text").stdout


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        (("--theme", "drak"), "There is no theme “drak”; there are light and dark. Did you mean dark?\n"),
        (("--at", "9999"), "This record has {moves} moves, not 9999.\n"),
        (("--at", "-1"), "--at is a whole number from 0 to 1000000, not “-1”.\n"),
    ],
)
def test_moments_and_themes_that_do_not_exist(extra: tuple[str, str], sentence: str, tmp_path: Path) -> None:
    file = saved(tmp_path)
    moves = OpenedRecord(read(file.read_text(encoding="utf-8"), find)).moves()
    result = run("show", str(file), *extra)
    assert result.stderr == sentence.format(moves=moves)
    assert result.exit_code == 2


def test_a_picture_can_be_png(tmp_path: Path) -> None:
    target = tmp_path / "game.png"
    result = run("show", str(saved(tmp_path)), "--png", str(target), "--at", "20")
    assert (result.exit_code, result.stdout) == (0, "")
    assert target.read_bytes().startswith(b"\x89PNG\r\n")
    assert int.from_bytes(target.read_bytes()[16:20], "big") == 1600  # pixels wide


def test_without_the_package_for_png_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = run("show", str(saved(tmp_path)), "--png", str(tmp_path / "game.png"))
    assert result.exit_code == 1
    assert 'pip install "polychrome[png]"' in result.stderr
    assert not (tmp_path / "game.png").exists()
