"""Many games from the command line: the same for the same seed, however many processes play them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from cli.console import mortal, run, started
from patience import PATIENCE, until
from polychrome.arena.match import Failure, Result
from polychrome.arena.series import Series
from polychrome.arena.tally import tally
from polychrome.cli.simulate import lines
from polychrome.engine.record import read, resume
from polychrome.registry import find
from polychrome.words import LANGUAGES, Words

SIMULATE = ("simulate", "coloretto", "--games", "6", "--bots", "flat:3,random", "--seats", "3", "--seed", "4")


def test_the_results_are_a_table_with_intervals() -> None:
    result = run(*SIMULATE, "--jobs", "1")
    assert result.stdout.startswith("Coloretto, 3 seats: 6 games, seed 4\n")
    assert re.search(
        r"^flat:3 +1 +\d+\.\d% \(\d+\.\d% – \d+\.\d%\) +33\.3% +-?\d+\.\d\d ± \d+\.\d\d$", result.stdout, re.MULTILINE
    )
    assert re.search(r"^random +2 +\d+\.\d% \(\d+\.\d% – \d+\.\d%\) +66\.7% ", result.stdout, re.MULTILINE)
    assert re.fullmatch(r"\d+\.\d s, \S+ games a second\n", result.stderr)


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_processes() -> None:
    one, two, other = (run(*SIMULATE, "--json", "--jobs", jobs).stdout for jobs in ("1", "2", "3"))
    assert one == two == other
    data = json.loads(one)
    assert data["games"] == data["asked"] == 6
    assert data["options"] == {"score_side": "beige", "final_choice": "auto"}
    assert sum(bot["wins"] for bot in data["bots"]) == pytest.approx(6)
    assert [bot["bot"] for bot in data["bots"]] == ["flat:3", "random"]
    assert data["bots"][0]["share"]["low"] <= data["bots"][0]["share"]["mean"] <= data["bots"][0]["share"]["high"]
    assert run(*SIMULATE[:-1], "5", "--json", "--jobs", "1").stdout != one


def test_records_are_whole_games_that_replay(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    result = run(*SIMULATE, "--option", "score_side=grey", "--records", str(folder), "--json", "--jobs", "1")
    data = json.loads(result.stdout)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"coloretto-{number}.txt" for number in range(1, 7)]
    points = 0.0
    for file in files:
        record = read(file.read_text(encoding="utf-8"), find)
        assert record.options["score_side"] == "grey"
        table = resume(record)
        assert table.over()
        points += sum(table.state.scores())
    assert points == pytest.approx(6 * sum(bot["score"]["mean"] * bot["seats"] for bot in data["bots"]))


def test_records_cannot_go_where_a_file_is(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada,", encoding="utf-8")
    result = run(*SIMULATE, "--records", str(file), "--jobs", "1")
    assert result.exit_code == 1
    assert str(file) in result.stderr
    assert result.stdout == ""


def test_one_game_is_not_enough_to_be_sure() -> None:
    data = json.loads(run("simulate", "coloretto", "-n", "1", "-b", "random", "--json", "--seed", "1").stdout)
    assert data["seats"] == 2
    assert data["bots"][0]["score"]["low"] is None
    assert "±" not in run("simulate", "coloretto", "-n", "1", "-b", "random", "--seed", "1").stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_went_wrong_is_reported(language: str) -> None:
    series = Series("coloretto", ("flat:3", "search:5ms"), {}, games=2, seed=0)
    failures = [Failure(0, 3, True, "take 4")], [Failure(0, 9, False, "ValueError: x"), Failure(1, 9, True, "y")]
    results = {n: Result([1, 2], [1], 10, True, failures[n], [], 0) for n in (0, 1)}
    text = "\n".join(lines(Words(language), series, tally(series, results)))
    assert "take 4" in text  # of flat:3, which failed in both games, the first time is told
    assert "ValueError: x" in text  # search:5ms sat there in the second game
    assert text.count("\n") == 10


def more_than(files: int, folder: Path, process: subprocess.Popen[bytes]) -> bool:
    """Are there so many games, of a program that still plays?"""
    assert process.poll() is None
    return folder.is_dir() and len(list(folder.iterdir())) > files


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as Unix does it")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_reports_on_the_games_that_were_finished(jobs: str, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    many = ("simulate", "coloretto", "--games", "1000000", "--bots", "random", "--seed", "4", "--json", "--jobs", jobs)
    with started(*many, "--records", str(folder)) as process, mortal(process):
        until(lambda: more_than(3, folder, process), "a game that is finished")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
        out, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    data = json.loads(out)
    assert data["asked"] == 1000000
    assert 0 < data["games"] < 1000000
    assert complaint.decode().endswith(f"Stopped: {data['games']} of 1000000 games were finished.\n")
    assert complaint.count(b"\n") == 2


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the processes as Linux lists them")
def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    many = ("simulate", "coloretto", "--games", "1000000", "--bots", "random", "--seed", "4", "--jobs", "2")

    def goes_on(files: int) -> None:
        until(lambda: more_than(files, folder, process), "another game")

    with started(*many, "--records", str(folder)) as process, mortal(process):
        goes_on(3)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        players = [child for child in children if b"arena.worker" in Path(f"/proc/{child}/cmdline").read_bytes()]
        assert len(players) == 2
        for child in players:
            os.kill(int(child), signal.SIGKILL)
        goes_on(len(list(folder.iterdir())) + 300)  # more than had been given out
        os.killpg(process.pid, signal.SIGINT)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in complaint
