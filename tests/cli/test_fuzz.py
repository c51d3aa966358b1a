"""Whatever is typed: a result or one clear sentence, and one of the known exit codes."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.console import run, saved, started
from polychrome.words import LANGUAGES

WORDS = """
play games simulate replay show doctor coloretto colorreto GAME - -- . .. ~ ?
--seats --humans --bot --bots --option --seed --names --resume --record --plain --ascii --pause --no-pause
--lang --json --games --jobs --records --svg --text --at --theme --all --help --version -h -n -b -s -o -p -j
0 1 2 3 5 9 -1 99999999999999999999 1e3 ٣ random flat:2 search:2 search:1ms search: :5 random,random flat:0
score_side=grey final_choice=manual score_side= =grey a=b=c en fr de es xx light dark A,B ,, game.txt
"""
ANSWERS = """
1 2 3 4 ? help rules board moves hand where last score back undo save quit draw take place choose scan b r q
"""

SERVING = ("serve", "data", "verify")  # run for ever, or work on what is not the test's
typed_word = st.sampled_from(WORDS.split()) | st.text(max_size=12).filter(
    lambda word: "\0" not in word and word.strip() not in SERVING
)
language = st.sampled_from(LANGUAGES)
careless = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def small(arguments: list[str]) -> list[str]:
    """So that nobody simulates for hours: few games, one process, and no folder but the test's own."""
    return [*arguments, "--games", "2", "--jobs", "1"] if "simulate" in arguments[:3] else arguments


def check(arguments: list[str], lang: str, typed: str = "") -> None:
    result = run(*arguments, typed=typed, lang=lang)
    if result.exit_code in (1, 2):
        complaint = result.stderr.strip("\n")
        assert complaint
        assert "\n" not in complaint.replace("\\n", "") or any("\n" in word or "\r" in word for word in arguments)


@careless
@given(arguments=st.lists(typed_word, max_size=6), lang=language)
def test_any_command_line(arguments: list[str], lang: str, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("polychrome.server.run.run", lambda *_, **__: None)  # no command: would serve for ever
    check(small(arguments), lang)


@careless
@given(
    command=st.sampled_from(["play", "simulate", "replay", "show", "games", "doctor"]),
    rest=st.lists(typed_word, max_size=7),
    lang=language,
)
def test_any_arguments_of_a_command(command: str, rest: list[str], lang: str, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    saved(tmp_path)
    first = ["coloretto"] if command in ("play", "simulate") else ["game.txt"] if command in ("replay", "show") else []
    check(small([command, *first, *rest]), lang)


line = st.sampled_from(ANSWERS.split()) | st.text(max_size=20)


@settings(careless, max_examples=30)
@given(
    lines=st.lists(line | st.sampled_from(["1", "2", ""]), max_size=30),
    lang=language,
    look=st.sampled_from(["--plain", "--ascii"]),
    option=st.sampled_from(["final_choice=auto", "final_choice=manual"]),
    humans=st.integers(0, 2),
)
def test_anything_may_be_typed_at_the_table(
    lines: list[str],
    lang: str,
    look: str,
    option: str,
    humans: int,
    tmp_path: Path,
    monkeypatch,  # type: ignore[no-untyped-def]
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["play", "coloretto", "--bot", "random", "--seed", "3", "--seats", "2", look, "-o", option]
    # Lines with "save" name files: only in the test's own folder.
    tame = [text.replace("/", "").replace("\\", "").replace("~", "").replace("..", "") for text in lines]
    check([*arguments, "--humans", str(humans)], lang, typed="\n".join(tame).encode("utf-8", "replace").decode())


@careless
@given(data=st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")))
def test_any_file(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "fuzz.txt"
    file.write_bytes(data)
    for command in ("replay", "show", "play"):
        check([command, str(file)], "en")


@careless
@given(at=st.integers(0, 3000), piece=st.binary(max_size=3), cut=st.integers(0, 5))
def test_any_damage_to_a_record(at: int, piece: bytes, cut: int, tmp_path: Path) -> None:
    file = saved(tmp_path)
    data = file.read_bytes()
    file.write_bytes(data[: at % len(data)] + piece + data[at % len(data) + cut :])
    check(["show", str(file)], "en")


def test_some_of_it_for_real(tmp_path: Path) -> None:
    file = str(saved(tmp_path))
    for arguments, code in [
        (["play", "coloretto", "--plain", "--bot", "random"], 0),
        (["replay", file], 0),
        (["show", file, "--svg", str(tmp_path)], 1),
        (["show", str(tmp_path)], 1),
        (["nonsense"], 2),
        (["play", "--seats", "\udcff"], 2),
    ]:
        with started(*arguments) as process:
            out, complaint = process.communicate(b"1\n\xff\xfe\n?\n")
        assert process.returncode == code, complaint
        assert b"Traceback" not in out + complaint
