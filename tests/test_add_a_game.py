"""docs/add-a-game.md is all that a game needs: Pips, added by the steps that it names, is in the box like any other."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from bare import TIMEOUT, Machine
from polychrome.client import sit
from polychrome.client.door import Door
from polychrome.client.jar import Jar
from polychrome.engine.core import Game
from polychrome.guides import Guide, guide_to, read
from polychrome.registry import GAMES
from polychrome.words import catalogue
from server.house import runs
from toys import pips
from toys.added import GUIDE, added, parts

TOYS = Path(pips.__file__).parent
WORDS = json.loads((TOYS / "pips.en.json").read_text(encoding="utf-8"))
KEYS = re.compile(r"^\| (`[a-z]+\.[^|]*NAME[^|]*`) \|", re.MULTILINE)
NAMING = re.compile(r"^- Tests that name games.*(?:\n  .*)*", re.MULTILINE)
SOME = "puzzle."  # which not every game has
ALIKE = ("colomo.", "textures.")  # where pieces are called like games: trios


def started(fresh: Path, *command: str) -> tuple[str, ...]:
    return ("env", f"PYTHONPATH={fresh / 'src'}{os.pathsep}{fresh / 'tests'}", sys.executable, *command)


def said(fresh: Path, *command: str, typed: str = "") -> str:
    """What Python says, with these sources; it must end well."""
    done = subprocess.run(
        started(fresh, *command), cwd=fresh, input=typed, capture_output=True, encoding="utf-8", timeout=TIMEOUT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def polychrome(fresh: Path, *words: str, typed: str = "") -> str:
    return said(fresh, "-m", "polychrome", *words, "--lang", "en", typed=typed)


# What each part is good for.


def is_listed(fresh: Path) -> None:
    assert "polychrome play pips" in polychrome(fresh, "games")


def is_drawn(fresh: Path) -> None:
    told = polychrome(fresh, "play", "pips", "--plain", "--seed", "1", "--bot", "random", typed="draw\nquit\n")
    assert "Draw a pip" in told


def is_explained(fresh: Path) -> None:
    told = polychrome(fresh, "play", "pips", "--plain", "--seed", "1", "--bot", "random", typed="rules\nquit\n")
    assert WORDS["cli.rules.pips"].splitlines()[-1] in told


def is_taught(fresh: Path) -> None:
    told = polychrome(fresh, "learn", "pips", "--plain", typed="draw\ndraw\nstop\nquit\n")
    assert all(sentence in told for key, sentence in WORDS.items() if key.startswith("guide."))


def is_advised(fresh: Path) -> None:
    told = polychrome(fresh, "play", "pips", "--plain", "--seed", "1", "--bot", "random", typed="hint\nquit\n")
    assert "16 of 16 pips are safe." in told


def is_known_to_bots(fresh: Path) -> None:
    """Whoever plays in a hurry, but knows what is good, surely beats luck."""
    match = ("--bots", "quick,random", "--games", "100", "--seed", "1", "--json")
    quick, random = json.loads(polychrome(fresh, "simulate", "pips", *match))["bots"]
    assert quick["share"]["low"] > random["share"]["high"]


def is_encoded(fresh: Path) -> None:
    assert "colour" in said(fresh, "-c", "from polychrome import rl; print(rl.layout('pips'))")


def is_specified(fresh: Path) -> None:
    assert said(fresh, "scripts/vectors", "tests/vectors/pips.md") == "2 passed, 0 failed\n"


NEEDED: dict[str, Callable[[Path], None]] = {
    "rules": is_listed,
    "list": is_listed,
    "scene": is_drawn,
    "words": is_explained,
    "guide": is_taught,
    "reasons": is_advised,
    "heuristics": is_known_to_bots,
    "encoding": is_encoded,
    "adapter": is_specified,
    "vectors": is_specified,
}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return added(tmp_path_factory.mktemp("box") / "clone")


@pytest.mark.parametrize("part", NEEDED)
def test_what_the_guide_names_is_enough(fresh: Path, part: str) -> None:
    NEEDED[part](fresh)


@pytest.mark.parametrize("part", NEEDED)
def test_each_part_is_needed(tmp_path: Path, part: str) -> None:
    with pytest.raises(AssertionError):
        NEEDED[part](added(tmp_path / "clone", without=part))


def test_every_part_is_looked_for() -> None:
    assert [part.name for part in parts()] == list(NEEDED)


def test_the_arena_knows_it(fresh: Path, tmp_path: Path) -> None:
    match = ("--game", "pips", "--bots", "kid,casual,sharp,master", "--games", "2", "--seed", "1")
    report = polychrome(fresh, "arena", "run", *match, "--out", str(tmp_path / "duel"))
    assert {line.split()[0] for line in report.splitlines() if "±" in line} == {"kid", "casual", "sharp", "master"}


def test_a_server_offers_it_and_plays_it(fresh: Path, tmp_path: Path) -> None:
    machine = Machine(tmp_path / "path")
    with machine.serving(tmp_path, *started(fresh, "-m", "polychrome")) as served:
        with urlopen(f"{served.address}/api/games") as answer:
            (offered,) = (game for game in json.load(answer) if game["name"] == "pips")
        assert (offered["fewest"], offered["most"], offered["guide"]) == (2, 4, True)
        assert [option["name"] for option in offered["options"]] == ["colours"]
        assert [zone["id"] for zone in offered["scene"]["zones"]][:2] == ["bag", "line"]
        with urlopen(f"{served.address}/locales/fr.json") as answer:
            assert json.load(answer)["page.about.pips"] == WORDS["page.about.pips"]
        play(served.address, Jar(tmp_path / "cookie.json"))


@runs
async def play(address: str, jar: Jar) -> None:
    """A game against a bot, to its end."""
    wish = {"game": "pips", "seats": 2, "options": {"colours": 3}, "fill": "kid"}
    table = await Door(address, jar).ask("POST", "/api/tables", wish)
    moves = 0
    async with sit(f"{address}/t/{table['table']}", jar) as place:
        await place.send(t="settings", pause=0)
        async for question in place.questions():
            await question.play(question.choices[-1])
            moves += 1
    assert moves > 1


@pytest.mark.long
def test_all_laws_hold_for_it(fresh: Path) -> None:
    """Whatever is tried with each game of the box; but for the tests that the guide tells of, which name games."""
    (named,) = NAMING.findall(GUIDE.read_text(encoding="utf-8"))
    left_out = [f"--ignore={file}" for file in ("tests/web", "tests/toys", *re.findall(r"tests/\w+/\w+\.py", named))]
    quiet = ("-q", "-n", "0", "-p", "no:cacheprovider", "-o", "strict_parametrization_ids=false")  # it is a toy as well
    told = said(fresh, "-m", "pytest", *quiet, "-k", "pips or test_words", *left_out, "tests")
    assert int(re.findall(r"(\d+) passed", told)[-1]) > 200


# The words that are asked for by the game's name.


def catalogues() -> Iterator[tuple[Game, Guide, set[str]]]:
    """Every game with its guide, and the keys of English."""
    for game in GAMES:
        guide = guide_to(game)
        assert guide is not None
        yield game, guide, set(catalogue("en"))
    yield pips.GAME, read(pips.GAME, (TOYS / "pips_guide.json").read_text(encoding="utf-8")), set(WORDS)


def documented(game: Game, guide: Guide, chapters: list[str]) -> Iterator[str]:
    """The keys that the table of the guide asks for."""
    gaps = {
        "OPTION.CHOICE": [f"{option.name}.{choice}" for option in game.options for choice in option.choices],
        "OPTION": [option.name for option in game.options],
        "CHAPTER": chapters,
        "STEP": [str(step + 1) for step in range(len(guide.steps))],
    }
    for row in KEYS.findall(GUIDE.read_text(encoding="utf-8")):
        for key in re.findall("`([^`]+)`", row.replace("NAME", game.name)):
            gap = next((gap for gap in gaps if gap in key), None)
            yield from [key.replace(gap, value) for value in gaps[gap]] if gap else [key]


def test_the_guide_names_all_words_that_are_asked_for_by_the_name_of_a_game() -> None:
    for game, guide, keys in catalogues():
        own = (f"{game.name}.", *ALIKE)
        found = {key for key in keys if game.name in key.split(".") and not key.startswith(own)}
        chapters = sorted({key.split(".")[2] for key in found if key.startswith("rules.")})
        assert "aim" in chapters
        assert found == {key for key in documented(game, guide, chapters) if key in keys or not key.startswith(SOME)}
