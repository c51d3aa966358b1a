"""Color Words in the terminal: writing, weighing, voting, the game of the day, and records of another list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.console import run
from polychrome.engine.record import read, write
from polychrome.games.color_words.lexicon import SHELF
from polychrome.lexicon.file import make, to_bytes
from polychrome.registry import find

ALONE = ("play", "color_words", "--seats", "1", "--seed", "4", "--plain", "--lang", "fr")
END = ["CHAT A1 RRR", *["pass"] * 5]


@pytest.fixture(autouse=True)
def small_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("POLYCHROME_WORDS", str(tmp_path))
    (tmp_path / "fr.words").write_bytes(to_bytes(make(["CHAT", "MER", "RETOUR", "SCORE"], "small"), "MIT"))
    yield
    SHELF.fill_from(None)


def typed(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def test_a_word_is_typed_with_its_cell_and_its_way() -> None:
    said = run(*ALONE, typed=typed("CHAT A1 RRR")).stdout
    assert re.search(r"Tu as écrit CHAT \(A1, 3 à droite\).: \d points?\.", said)


def test_a_word_that_is_a_command_elsewhere_can_be_written() -> None:
    said = run(*ALONE, typed=typed("retour a1 drrrd", "score")).stdout
    assert "Tu as écrit RETOUR" in said
    assert re.search(r"Renard.*, \d points?\.", said)


@pytest.mark.parametrize(("language", "steps", "word"), [("fr", "RR", "FUR"), ("de", "RRR", "FUER")])
def test_the_language_of_the_table_spells_what_is_typed(language: str, steps: str, word: str) -> None:  # CWO-6, CWO-11
    game = ("play", "color_words", "--seats", "1", "--seed", "6", "--plain", "-o", f"language={language}")
    lines = ("weigh für A1 RRRRR", f"submit für A1 {steps}", f"fu\u0308r A2 {steps}")
    said = run(*game, "-o", "word_check=none", typed=typed(*lines)).stdout
    assert said.count(f"You wrote {word} (") == 2
    assert f"{word} needs {len(steps)} steps" in said


def test_a_word_can_be_weighed_first() -> None:
    said = run(*ALONE, typed=typed("peser CHAT A1 RRR", "weigh QQ A1 R", "peser CHAT B1 RRR", "peser")).stdout
    assert "CHAT est dans la liste de mots." in said
    assert "QQ n’est pas dans la liste" in said
    assert re.search(r"\d points?.: .*laisse 45 cases vides\.", said)
    assert "Tu as écrit" not in said


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("CHATTERIE A1 RRRRRRRR", "sort de la feuille après G1"),
        ("CHAT B1 RRR", "commence"),
        ("QQQ A1 RR", "QQQ n’est pas dans la liste"),
        ("submit CH-T A1 RRR", "signes qui n’entrent"),
        ("CHAT A1 RR", "CHAT"),
    ],
)
def test_what_cannot_be_written_is_explained(line: str, answer: str) -> None:
    said = run(*ALONE, typed=typed(line)).stdout
    after = said.partition("Renard> ")[2]
    assert answer in after.splitlines()[0]
    assert "je ne comprends pas" not in after.casefold()


@pytest.mark.parametrize("grid", ["A", "B"])
def test_a_game_alone_is_finished_and_rated(grid: str) -> None:  # CWO-19
    lines = END if grid == "A" else [line for star in range(6) for line in ("1", "", END[star])]
    said = run(*ALONE, "-o", f"grid={grid}", typed=typed(*lines)).stdout
    assert "Pas encore d’étoile" in said
    assert "Partie finie" in said


def test_people_at_one_keyboard_vote() -> None:  # CWO-12
    game = ("play", "color_words", "--seats", "2", "--humans", "2", "--seed", "6", "--plain", "-o", "word_check=vote")
    said = run(*game, "--names", "Ann,Bob", typed=typed("QQQ A1 RR", "", "pass", "1", "")).stdout
    assert "Ann: does QQQ count as a word? yes." in said
    assert "Your word counts (1 yes, 0 no)." in said


def test_without_a_list_the_command_that_builds_one_is_named() -> None:
    said = run("play", "color_words", "--seats", "1", "--plain", "--lang", "de", typed="board\n").stdout
    assert "polychrome words de build" in said


def test_the_host_s_language_is_the_table_s() -> None:  # CWO-4a
    said = run("play", "color_words", "--seats", "1", "--plain", "--lang", "es", typed="board\n").stdout
    assert "polychrome words es build" in said


def test_the_game_of_the_day_is_the_same_for_everybody() -> None:
    game = ("play", "color_words", "--daily", "--plain")
    first, second = (run(*game, typed="quit\n").stdout.splitlines()[:2] for _ in range(2))
    assert first == second
    assert "New letters" in first[0]
    assert "leave --seats and --seed out" in run(*game, "--seed", "4").stderr
    assert run("play", "trio", "--daily").exit_code == 2


def test_a_record_of_another_list_is_believed_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run(*ALONE, "--record", str(file), typed=typed(*END))
    assert "data small" in file.read_text(encoding="utf-8")
    assert "small" not in run("replay", str(file), "--all", "--plain").stdout
    (tmp_path / "fr.words").write_bytes(to_bytes(make(["MER"], "other"), "MIT"))
    said = run("replay", str(file), "--all", "--plain").stdout
    assert "small" in said.splitlines()[0]
    assert "CHAT" in said
    record = read(file.read_text(encoding="utf-8"), find)
    assert write(record) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("way", [(), ("--ascii",)])
def test_the_sheet_is_drawn(way: tuple[str, ...]) -> None:
    said = run("play", "color_words", "--seats", "3", "--seed", "4", "--bot", "random", *way, typed="quit\n").stdout
    assert len(re.findall(r"^ {4}A {3}B {3}C {3}D", said, re.MULTILINE)) >= 2
    assert said.isascii() == bool(way)
