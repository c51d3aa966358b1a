"""One list names the games; whatever else belongs to one is found by its name, and nobody asks what game this is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polychrome
from polychrome.registry import GAMES, HOMES

SOURCE = Path(polychrome.__file__).parent
NAMES = {game.name for game in GAMES}
LAYERS = (
    "games",
    "puzzles/makers",
    "scenes/games",
    "scenes/reasons",
    "bots/heuristics",
    "bots/endgames",
    "rl/encodings",
)  # with files of games
OWN = ("bots/words.py", "registry.py")  # what the heuristics of one game are made of; the list


def elsewhere() -> dict[str, ast.Module]:
    """All modules that are no game's own."""
    files = {file.relative_to(SOURCE).as_posix(): file for file in SOURCE.rglob("*.py")}
    foreign = {name: file for name, file in files.items() if not name.startswith(LAYERS) and name not in OWN}
    return {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in foreign.items()}


def docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """They may tell of games by way of example."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.Module(body=[ast.Expr(text), *_])
                | ast.ClassDef(body=[ast.Expr(text), *_])
                | ast.FunctionDef(body=[ast.Expr(text), *_])
                | ast.AsyncFunctionDef(body=[ast.Expr(text), *_])
            ):
                yield text


def games_named(tree: ast.Module) -> Iterator[str]:
    """Games whose name stands in a text; but for command lines, which are examples."""
    told = list(docstrings(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            lines = [line for line in node.value.splitlines() if not line.startswith("polychrome ")]
            yield from [word for line in lines for word in re.findall(r"\w+", line) if word in NAMES]


def kinds_asked_for(tree: ast.Module) -> Iterator[str]:
    """Classes of positions that something is compared with, or matched against."""
    positions = {type(game.begin(game.fewest)).__name__ for game in GAMES}
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("isinstance"), [_, kinds]):
                yield from (name.id for name in ast.walk(kinds) if isinstance(name, ast.Name) and name.id in positions)
            case ast.MatchClass(ast.Name(name)) if name in positions:
                yield name


def test_no_other_module_names_a_game() -> None:
    modules = elsewhere()
    assert len(modules) > 150
    assert {name: found for name, tree in modules.items() if (found := list(games_named(tree)))} == {
        "words.py": ["trio"]  # three discs of a colour
    }


def test_no_other_module_asks_which_game_a_position_is_of() -> None:
    assert {name: found for name, tree in elsewhere().items() if (found := list(kinds_asked_for(tree)))} == {}


def test_a_name_and_a_question_are_seen() -> None:
    ladder = ast.parse("if game.name == 'ronde': pass\nelif isinstance(view, Coloretto | Chromino): pass")
    assert list(games_named(ladder)) == ["ronde"]
    text = ast.parse('"As in rondo."\nHELP = "polychrome play trio"\nraise ValueError(f"{name}: see colorio, or so.")')
    assert list(games_named(text)) == ["colorio"]
    assert sorted(kinds_asked_for(ladder)) == ["Chromino", "Coloretto"]
    assert list(kinds_asked_for(ast.parse("match view:\n    case Coloretto(): pass"))) == ["Coloretto"]


def test_the_rules_of_a_game_lie_where_the_list_says() -> None:
    rules = [SOURCE / "games" / home for home in HOMES]
    assert [home for home in rules if not (home.with_suffix(".py").is_file() or (home / "rules.py").is_file())] == []
    assert [home.name for home in rules] == [game.name for game in GAMES]


def test_the_scene_of_a_game_is_called_like_it() -> None:
    assert {file.stem for file in (SOURCE / "scenes" / "games").glob("*.py")} >= NAMES
