"""The page draws scenes: no game, no zone and no button of one is known to it by name. What it needs to know of them,
scenes and GameInfo say. Only the pictures of the rules are about games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.registry import GAMES
from polychrome.scenes import draw
from polychrome.scenes import scene as model
from polychrome.scenes.scene import Scene

SOURCES = Path(__file__).parents[1] / "web" / "src"
PICTURES = SOURCES / "rules"
FILES = sorted(
    file for file in SOURCES.rglob("*") if file.suffix in (".ts", ".svelte") and PICTURES not in file.parents
)
NAMES = [*(game.name for game in GAMES), "colomo"]

# Words of the scene's own: what a zone or a piece is, whatever the game.
MODEL = {word for name, word in vars(model).items() if name.isupper() and isinstance(word, str)}
# Zones that share their name with a route, a class of the style sheet or a key of the catalogue, and where.
OTHERWISE = {
    "table": {"App.svelte", "Lobby.svelte", "route.svelte.ts"},
    "middle": {"Replay.svelte", "Tabletop.svelte", "Piece.svelte"},
    "own": {"Tabletop.svelte", "OwnZones.svelte", "Own.svelte"},
    "board": {"Board.svelte", "Desk.svelte"},
    "gone": {"Alone.svelte", "Table.svelte", "Score.svelte"},
    "letters": {"RoundCards.svelte", "Panels.svelte"},
    "bonus": {"RoundCards.svelte"},
    "sheet": {"RulePicture.svelte", "Sheet.svelte"},
}
QUOTED = re.compile(r"""['"`]([\w.]+)['"`]""")
# An id that is compared with a word, taken to pieces, or looked up in a list of the page's own; a target by its name.
NAMED = re.compile(
    r"""\bid\s*[!=]==?\s*['"`] | ['"`]\s*[!=]==?\s*(?:\w+[.?!]+)*id\b
    | \bid[)?!]*\.(?:split|startsWith|endsWith|match)\(
    | [A-Z]\[[\w.!?]*\bid\] | \b(?:armed|chosen)\s*===?\s*['"`] | \b(?:touch|targets\.(?:get|has))\(['"`]
    | data-(?:zone|target|piece)=["'][\w.]+["']""",
    re.VERBOSE,
)


def scenes() -> Iterator[Scene]:
    """What every seat sees while games are played by chance."""
    for game in GAMES:
        for seats in {max(2, game.fewest), game.most}:
            table = Table(game, seats, None, Dice(seats))
            for step in range(100):
                acting = table.acting()
                if not acting:
                    break
                for seat in range(seats):
                    yield draw(game, table.state.view(seat), seat)
                table.play(acting[0], table.state.view(acting[0]).sample(acting[0], Dice(step)))


@pytest.fixture(scope="module")
def drawn() -> list[Scene]:
    return list(scenes())


@pytest.fixture(scope="module")
def zones(drawn: list[Scene]) -> set[str]:
    """Their names, without the numbers of seats and rows."""
    return {re.sub(r"\d+$", "", zone.id) for scene in drawn for zone in scene.zones}


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def games_named(text: str) -> list[str]:
    """Also as JavaScript and people write them: arcEnCiel, Arc-en-ciel."""
    names = "|".join("[_ -]?".join(re.split("_", name)) for name in NAMES)
    return [found[0] for found in re.finditer(rf"(?<![a-z])(?:{names})(?![a-z])", text, re.IGNORECASE)]


def zones_named(file: str, text: str, zones: set[str]) -> list[str]:
    words = (re.sub(r"\d+$", "", found[1]) for found in QUOTED.finditer(text))
    return [word for word in words if word in zones - MODEL and file not in OTHERWISE.get(word, ())]


def test_there_is_a_page_to_look_at() -> None:
    assert len(FILES) > 50
    assert {file.name for file in FILES} >= {"Board.svelte", "told.ts", "Table.svelte"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_source_of_the_page_names_a_game_a_zone_or_a_button(file: Path, zones: set[str]) -> None:
    text = text_of(file)
    assert games_named(text) == []
    assert zones_named(file.name, text, zones) == []
    assert [found[0] for found in NAMED.finditer(text)] == []


def test_every_other_meaning_is_still_one() -> None:
    found = {word: {file.name for file in FILES if word in QUOTED.findall(text_of(file))} for word in OTHERWISE}
    assert {word: files - found[word] for word, files in OTHERWISE.items() if files - found[word]} == {}


def test_the_page_can_draw_the_sign_of_every_button(drawn: list[Scene]) -> None:
    icons = set(re.findall(r"^    (\w+):", text_of(SOURCES / "parts" / "Icon.svelte"), re.MULTILINE))
    signs = {button.sign for scene in drawn for button in scene.buttons if button.sign}
    assert {"thumb", "call", "tick"} <= signs <= icons


@pytest.mark.parametrize(
    "text",
    [
        "import { EXAMPLE } from '../rules/color_words'",
        "  main.coloretto {",
        "key(note) === 'colomo.note.sits_out'",
        "// as in Arc-en-ciel",
        "zone.id === 'visible'",
        "'outside2' === id",
        "button.id.split('.')",
        "SIGNS[button.id]",
        "table.armed === 'pass'",
        "targets.get('pass')",
        "table.touch('deck')",
        '<button data-target="pass">',
        "const counted = new Set(['visible'])",
    ],
)
def test_what_knows_a_game_is_found(text: str, zones: set[str]) -> None:
    assert games_named(text) or zones_named("Any.svelte", text, zones) or NAMED.search(text)
