"""The program as a whole: help, languages, exit codes, and one clear sentence for everything that cannot be."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import polychrome
import polychrome.cli
from cli.console import ENVIRONMENT, run, saved, started
from cli.terminal import Terminal, needs_terminals
from polychrome import __version__
from polychrome.bots import KINDS, LEVELS
from polychrome.cli.doctor import EXTRAS
from polychrome.cli.failed import CLOSED_PIPE, FAILURE, INTERRUPTED, MISUSE
from polychrome.cli.group import Group
from polychrome.cli.program import COMMANDS, program
from polychrome.cli.spoken import SpokenOption
from polychrome.registry import GAMES
from polychrome.words import LANGUAGES, Words, catalogue, gaps

CLONE = Path(__file__).parents[2]


def test_the_version_is_told() -> None:
    assert run("--version").output == f"polychrome {__version__}\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_explains_itself_in_every_language(command: str, language: str) -> None:
    result = run(*command.split(), "--help", "--lang", language)
    assert result.exit_code == 0
    heading = catalogue(language)["cli.help.examples"]
    assert f"{heading}:\n  polychrome" in result.output
    if command:
        assert f"polychrome {command}" in result.output.partition(f"{heading}:")[2]
    else:
        assert all(name in result.output for name in COMMANDS)


def help_keys(command: click.Command) -> Iterator[str]:
    """Of a command, its options and its own commands."""
    assert command.help
    yield command.help
    yield from (param.help for param in command.params if isinstance(param, SpokenOption) and param.help)
    if isinstance(command, Group):
        for name, inner in command.commands.items():
            yield command.short(name)
            yield from help_keys(inner)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_made_of_sentences(language: str) -> None:
    """With a capital at the beginning, perhaps behind the command they are about, and a full stop at the end."""
    context = click.Context(program)
    keys = {"cli.help.help", *COMMANDS.values()}
    for name in COMMANDS:
        command = program.get_command(context, name)
        assert command is not None
        keys.update(help_keys(command))
    assert len(keys) > 100
    said = {key: catalogue(language)[key] for key in sorted(keys)}
    sentence = re.compile(r"(?:[a-z]+\s?: |\W*[A-ZÀ-Ý]).*\.", re.DOTALL)
    assert {key: text for key, text in said.items() if not sentence.fullmatch(text)} == {}


def test_help_follows_the_environment() -> None:
    assert run("--help", lang="fr_FR.UTF-8").output.startswith("Utilisation\u00a0:")


def test_help_is_quick_because_slow_libraries_wait() -> None:
    script = "import sys, polychrome.cli.program; print(*{'rich', 'asyncio', 'multiprocessing'} & set(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert answer.stdout.split() == []


# What is misused: exit code 2, a sentence, and what may have been meant.


MISUSES = """
play colorreto | There is no game “colorreto” in the box; the box holds GAMES. Did you mean coloretto?
play coloretto --seats 9 | The game coloretto is for 2 to 5 players, not for 9.
play coloretto --seats x | --seats is a whole number from 1 to 14, not “x”.
play coloretto --seats | --seats is not written like that; `polychrome play --help` shows how.
play coloretto --seat 3 | `polychrome play` has no option --seat. Did you mean --seats?
play coloretto --bot serch | There is no bot “serch”; the bots are BOTS. Did you mean search?
play coloretto -o score_side | An option of the game is written NAME=VALUE, not “score_side”.
play coloretto -o final_choice=x | The option final_choice cannot be “x” here; possible: auto and manual.
play coloretto -o score_side=gray | The option score_side cannot be “gray” here; possible: beige and grey. \
Did you mean grey?
play coloretto -o x=y | The game coloretto has no option “x”; its options are score_side and final_choice.
play coloretto --humans 4 | 4 people do not fit on 3 seats.
play coloretto extra | `polychrome play` does not know what to do with extra; `polychrome play --help` shows \
what it takes.
play coloretto --resume x.txt | Either a game (coloretto) or a saved one (x.txt), not both.
play | Name a game: GAMES.
games --lang it | There are no words in “it” yet; the languages are en, fr, de and es.
games --json=3 | --json is not written like that; `polychrome games --help` shows how.
simulate coloretto | --bots is missing; `polychrome simulate --help` shows how to write it.
simulate --bots random | GAME is missing; `polychrome simulate --help` shows how to write it.
simulate coloretto --bots random --games 0 | --games is a whole number from 1 to 10000000, not “0”.
simulate coloretto --bots random,random,random --seats 2 | 3 bots do not fit on 2 seats.
join --bot shrap | There is no bot “shrap”; the bots are BOTS. Did you mean sharp?
serve --port 99999 | --port is a whole number from 0 to 65535, not “99999”.
serve --lan --host localhost | --lan and --host exclude each other: --lan listens on every address.
serve --store games.sqlite | A store is the address of a PostgreSQL database, postgresql://…; without one the games \
are kept in a file.
serve --relay here:7778 | --relay is for servers that share a database; --store names it.
words xx build | There are no words in “xx” yet; the languages are fr, de, en and es.
data | backup|restore|prune|unprune|move is missing; `polychrome data --help` shows how to write it.
completion | bash|zsh|fish is missing; `polychrome completion --help` shows how to write it.
"""


@pytest.mark.parametrize(("arguments", "sentence"), [line.split(" | ") for line in MISUSES.strip().split("\n")])
def test_misuse_is_answered_by_one_sentence(arguments: str, sentence: str) -> None:
    result = run(*arguments.split())
    sentence = sentence.replace("GAMES", Words().join([game.name for game in GAMES]))
    assert result.stderr == sentence.replace("BOTS", Words().join([*LEVELS, *KINDS])) + "\n"
    assert result.stdout == ""
    assert result.exit_code == 2


@needs_terminals
@pytest.mark.parametrize(
    "arguments", ["paly", "learn colorreto", "puzzle play rondo", "play --bot serch coloretto", "games --lang it"]
)
def test_a_terminal_breaks_no_word_of_the_sentence(arguments: str, tmp_path: Path) -> None:
    terminal = Terminal(*arguments.split(), home=tmp_path)
    assert terminal.end() == 2
    lines = terminal.said.splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert " ".join(lines) == run(*arguments.split()).stderr.rstrip("\n")


def test_an_unknown_command_is_answered_with_those_there_are() -> None:
    result = run("paly")
    assert result.stderr.startswith("There is no command “paly”; there are ")
    assert all(command in result.stderr for command in COMMANDS)
    assert result.stderr.endswith("Did you mean play?\n")
    assert result.exit_code == 2


def test_sentences_come_in_the_language_that_was_asked_for() -> None:
    assert run("play", "colorreto", "--lang", "de").stderr.endswith("Meintest du coloretto?\n")
    assert run("play", "colorreto", lang="es_ES.UTF-8").stderr.endswith("¿Querías decir coloretto?\n")
    assert run("games", "--lang", "it", lang="fr").stderr.startswith("Il n’y a pas encore de mots en «\u00a0it\u00a0»")


# Files: exit code 1.


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada,\n", encoding="utf-8")
    (tmp_path / "noise.bin").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    for command in ("replay", "show", "play"):
        for name, sentence in [
            ("nothing.txt", "There is no file {file}."),
            ("no/where.txt", "The folder of {file} does not exist."),
            ("letter.txt/x.txt", "The folder of {file} does not exist."),
            (".", "{file} is a folder; a file is needed."),
            ("letter.txt", "{file}: Line 1: this is no record of a game; a record begins with “polychrome record”."),
            ("noise.bin", "{file}: Line 1: this is no record of a game; a record begins with “polychrome record”."),
            ("empty.txt", "{file}: Line 1: this is no record of a game; a record begins with “polychrome record”."),
        ]:
            file = str(tmp_path / name)
            result = run(command, file)
            assert result.stderr == sentence.format(file=file) + "\n"
            assert result.exit_code == 1


def test_a_damaged_record_is_named_with_its_line(tmp_path: Path) -> None:
    file = saved(tmp_path)
    lines = file.read_text(encoding="utf-8").split("\n")
    file.write_text("\n".join(lines[:20]), encoding="utf-8")
    assert run("replay", str(file)).stderr == f"{file}: Line 20: the record breaks off here; its end is missing.\n"
    lines[12] = "0 fly"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert run("show", str(file)).stderr == (
        f"{file}: This record has been tampered with or damaged since it was written: its seal does not fit. "
        "Line 13: “0 fly” is no move of this game.\n"
    )


def test_an_endless_file_is_no_record() -> None:
    zero = Path("/dev/zero")
    if not zero.exists():
        pytest.skip("only where there is one")
    assert run("show", str(zero)).exit_code == 1


def test_a_name_that_no_file_can_have() -> None:
    assert run("show", "a\0b").exit_code == 1
    assert run("show", "x" * 5000).exit_code == 1


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    file = saved(tmp_path)
    for name, sentence in [
        ("no/where.svg", "The folder of {target} does not exist.\n"),
        (".", "{target} is a folder; a file is needed.\n"),
    ]:
        target = tmp_path / name
        result = run("show", str(file), "--svg", str(target))
        assert result.stderr == sentence.format(target=target)
        assert result.exit_code == 1
        assert run("play", "coloretto", "--record", str(target)).stderr == sentence.format(target=target)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada,", encoding="utf-8")
    assert "holds something else" in run("play", "coloretto", "--record", str(letter)).stderr


@pytest.mark.parametrize(
    "command",
    [
        "puzzle make colorio --out {}",
        "simulate coloretto -n 1 -b random --jobs 1 --records {}",
        "arena run --game coloretto --bots random,flat:5 --out {}",
        "site {}",
    ],
)
def test_a_file_where_a_folder_is_needed_is_named_with_what_to_do(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("polychrome.cli.site.PAGE", tmp_path)  # as if the page had been built
    (tmp_path / "index.html").touch()
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada,", encoding="utf-8")
    for folder in (letter, letter / "stock"):
        result = run(*command.format(folder).split())
        assert result.exit_code == 1
        assert result.stderr == (
            f"{letter} is a file; a folder is needed. Choose another name, or move the file away.\n"
        )
    assert letter.read_text(encoding="utf-8") == "Dear Ada,"


def test_a_folder_where_a_file_of_puzzles_is_needed_is_named(tmp_path: Path) -> None:
    (tmp_path / "colorio.jsonl").mkdir()
    result = run("puzzle", "make", "colorio", "--count", "1", "--out", str(tmp_path))
    assert result.exit_code == 1
    assert "is a folder; a file is needed." in result.stderr


def test_a_full_disk_is_said() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("only where there is one")
    command = [sys.executable, "-m", "polychrome", "games"]
    with full.open("wb") as out:
        done = subprocess.run(command, env=ENVIRONMENT, stdout=out, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr.decode().count("\n") == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments", ["games", "doctor", "replay FILE --all", "replay FILE --all --plain", "show FILE", "show FILE --svg -"]
)
def test_a_closed_pipe_is_left_quietly(arguments: str, tmp_path: Path) -> None:
    file = saved(tmp_path)
    with started(*[str(file) if word == "FILE" else word for word in arguments.split()]) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_terminal_without_unicode_gets_what_it_can_show(tmp_path: Path) -> None:
    with started("replay", str(saved(tmp_path)), "--all", PYTHONIOENCODING="ascii", PYTHONUTF8="0") as process:
        out, complaint = process.communicate()
    assert complaint == b""
    assert out.isascii()
    assert b"?" not in out


def test_a_mistake_of_ours_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polychrome.cli.games.described", lambda words, game: 1 / 0)
    for language in LANGUAGES:
        result = CliRunner().invoke(program, ["games", "--json", "--lang", language])
        assert result.exit_code == 1
        assert "ZeroDivisionError" in result.stderr
        assert "POLYCHROME_DEBUG=1" in result.stderr
        assert result.stderr.count("\n") == 1


# The small commands.


def test_all_games_are_listed_with_their_options() -> None:
    text = run("games").output
    data = json.loads(run("games", "--json").output)
    assert [game["name"] for game in data] == [game.name for game in GAMES]
    for game in GAMES:
        assert f"polychrome play {game.name}" in text
        for option in game.options:
            assert f"--option {option.name}={'|'.join(map(str, option.choices))}" in text
    (coloretto,) = (game for game in data if game["name"] == "coloretto")
    assert coloretto["seats"] == {"fewest": 2, "most": 5}
    assert coloretto["options"][0]["choices"] == ["beige", "grey"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_rules_and_options_in_every_language(language: str) -> None:
    for game in GAMES:
        assert len(str(catalogue(language)[f"cli.rules.{game.name}"])) > 500
        for option in game.options:
            assert catalogue(language)[f"cli.option.{game.name}.{option.name}"]


def test_the_doctor_tells_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(run("doctor", "--json").output)
    assert data["polychrome"] == __version__
    assert data["rules"] in ("compiled", "interpreted")
    assert set(data) >= {"python", "sqlite", "click", "rich", "compiler", "missing"}
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CC", "no-such-compiler")
    data = json.loads(run("doctor", "--json").output)
    assert data["compiler"] is None
    assert run("doctor").output.count("\n") >= 10


# The sources and the catalogues.


def test_every_gap_is_filled_where_something_is_said() -> None:
    """Calls such as translate(words, "cli.x", a=1): every gap of cli.x has its argument."""
    found = 0
    for path in Path(polychrome.cli.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or any(word.arg is None for word in node.keywords):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name not in ("translate", "note", "failed", "misused"):
                continue
            for argument in node.args:
                if isinstance(argument, ast.Constant) and str(argument.value).startswith("cli."):
                    entry = catalogue("en")[argument.value]
                    texts = [entry] if isinstance(entry, str) else list(entry.values())
                    needed = {gap for text in texts for gap, _ in gaps(text)}
                    needed |= set() if isinstance(entry, str) else {"n"}
                    assert needed <= {word.arg for word in node.keywords}, (path.name, argument.value)
                    found += 1
    assert found > 40


# For shells, and for bots that lie in the current folder.


def completed(line: str, **variables: str) -> list[str]:
    """What bash is told could stand instead of the last word."""
    words = line.split(" ")
    asking = {"_POLYCHROME_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    result = CliRunner().invoke(program, [], env={"LC_ALL": "en", **asking, **variables})
    return [text.partition(",")[2] for text in result.output.splitlines()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(shell: str) -> None:
    script = run("completion", shell).output
    assert "_POLYCHROME_COMPLETE" in script
    assert f"{shell}_complete" in script


def test_a_shell_we_do_not_know_is_answered_in_a_sentence() -> None:
    result = run("completion", "zhs")
    assert result.exit_code == 2
    assert result.output == "There is no completion for “zhs”; there is one for bash, zsh and fish. Did you mean zsh?\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("polychrome ", list(COMMANDS)),
        ("polychrome re", ["replay"]),
        ("polychrome play co", ["coloretto", "colorio", "color_words"]),
        ("polychrome simulate coloretto --bots sharp,ca", ["sharp,casual"]),
        ("polychrome doctor --", ["--json", "--data", "--lang"]),
    ],
)
def test_a_command_line_is_completed(line: str, words: list[str]) -> None:
    assert sorted(completed(line)) == sorted(words)


def test_completions_are_explained_in_the_language_of_the_environment() -> None:
    asking = {"_POLYCHROME_COMPLETE": "zsh_complete", "COMP_WORDS": "polychrome doc", "COMP_CWORD": "1", "LC_ALL": "de"}
    output = CliRunner().invoke(program, [], env=asking).output
    assert output.splitlines() == ["plain", "doctor", str(catalogue("de")["cli.doctor.short"])]


def as_installed(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """As pip's script starts us: the folder of the script is on the path, the current one is not."""
    script = folder / "bin" / "polychrome-script"
    script.parent.mkdir(exist_ok=True)
    script.write_text("from polychrome.cli import main\nmain()\n", encoding="utf-8")
    command = [sys.executable, str(script), *arguments, "--lang", "en"]
    environment = {**ENVIRONMENT, **variables}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8")


def test_a_bot_in_the_current_folder_is_found(tmp_path: Path) -> None:
    code = "def greedy(view, seat):\n    return view.legal(seat)[-1]\n"
    (tmp_path / "mybot.py").write_text(code, encoding="utf-8")
    (tmp_path / "json.py").write_text("raise SystemExit('shadows a library')", encoding="utf-8")
    words = ("simulate", "coloretto", "--games", "2", "--seed", "1", "--bots", "mybot:greedy,random", "--json")
    played = as_installed(tmp_path, *words)
    assert played.returncode == 0, played.stderr
    assert [bot["bot"] for bot in json.loads(played.stdout)["bots"]] == ["mybot:greedy", "random"]
    safe = as_installed(tmp_path, *words, PYTHONSAFEPATH="1")
    assert safe.returncode == 2
    assert "No module named 'mybot'" in safe.stderr


def test_the_doctor_names_the_line_that_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: None)
    monkeypatch.setattr("polychrome.cli.doctor.COMPILED", False)
    monkeypatch.setattr("polychrome.cli.doctor.compiler", lambda: None)
    said = run("doctor").output
    for line in ("sudo apt install gcc python3-dev", 'pip install "polychrome[png]"', "polychrome words en build"):
        assert line in said
    assert json.loads(run("doctor", "--json").output)["optional"] == [*EXTRAS, "words"]
    assert [name for name in EXTRAS if f'pip install "polychrome[{name}]"' not in unwrapped(said)] == []


def unwrapped(said: str) -> str:
    """Sentences that were broken into lines, whole again."""
    return " ".join(said.split())


def test_the_doctor_looks_for_every_extra_and_for_what_it_brings() -> None:
    project = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {*EXTRAS} == {*project["optional-dependencies"]} - {"test"}
    wanted = {module: name for name, modules in EXTRAS.items() for module in modules}
    assert [module for module in wanted if importlib.util.find_spec(module) is None] == []  # no slip of the pen


def test_a_tampered_record_is_called_tampered(tmp_path: Path) -> None:
    file = saved(tmp_path)
    text = file.read_text(encoding="utf-8")
    at = text.index("draw\n", 400)
    file.write_text(text[:at] + "take 0\n" + text[at + 5 :], encoding="utf-8")
    result = run("verify", str(file))
    assert result.exit_code == 1
    assert "This record has been tampered with or damaged since it was written" in result.output
    assert "is against the rules" in result.output


def test_colours_can_be_switched_off(tmp_path: Path) -> None:
    words = ("replay", str(saved(tmp_path)), "--all")
    colourful = as_installed(tmp_path, *words, FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="")
    assert "\x1b[" in colourful.stdout
    plain = as_installed(tmp_path, *words, FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="1")
    assert not re.search(r"\x1b\[(?:\d+;)*(?:3|4|9|10)\d[;m]", plain.stdout)


GUIDE = "\n" + (CLONE / "docs" / "cli.md").read_text(encoding="utf-8")


def variables_read() -> set[str]:
    """Whatever our sources, and what installs us, look up in the environment."""
    package = Path(polychrome.__file__).parent
    found = {"NO_COLOR", "FORWARDED_ALLOW_IPS", "SSL_CERT_FILE"}  # read by Rich, uvicorn and OpenSSL for us
    for path in (*package.rglob("*.py"), CLONE / "hatch_build.py"):
        source = path.read_text(encoding="utf-8")
        found |= {*re.findall(r"\b(?:POLYCHROME|XDG)_[A-Z_]+\b", source)}
        found |= {*re.findall(r"""environ(?:\.get\(|\[)["']([A-Z_]+)""", source)}
        found |= {*re.findall(r"""envvar=["']([A-Z_]+)""", source)}
    return {name for name in found if not name.startswith("_")} - {"HOME", "LOCALAPPDATA"}  # the system's own


def rows(title: str) -> list[str]:
    """The first cells of the table below a title of the guide."""
    section = GUIDE.partition(f"\n{title}\n")[2].partition("\n## ")[0]
    return [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("|")][2:]


def test_the_guide_has_every_command_exit_code_and_variable() -> None:
    commands = re.findall(r"polychrome (\w+)", " ".join(rows("# The command line")))
    assert sorted({*commands}) == sorted(COMMANDS)
    assert rows("## How it ends") == [str(code) for code in (0, FAILURE, MISUSE, INTERRUPTED, CLOSED_PIPE)]
    listed = {*re.findall(r"`(\w+)(?:=\w+)?`", " ".join(rows("## Environment variables")))}
    assert variables_read() - listed == set()
    assert listed - variables_read() == {"LC_ALL", "LC_MESSAGES", "LANG"}  # `words.language_from_environment`
