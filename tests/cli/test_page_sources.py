"""What of our package a page takes along: enough to play, and no more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from polychrome.cli.page_sources import imported, page_sources
from polychrome.registry import GAMES

ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
import polychrome
from polychrome.offline.worker import Bots, Tables
from polychrome.bots import make
assert polychrome.__file__.startswith(sys.argv[1]), polychrome.__file__
tables, bots = Tables('{"shelved": [], "origin": 0}', lambda name: None), Bots(lambda name: None)
ask = {"call": "ask", "request": 1, "method": "GET", "path": "/api/games"}
(answer,) = json.loads(tables.take(json.dumps(ask), 0.0, 0.0))["commands"]
for game in json.loads(answer["text"]):
    for how in ({"fill": "master"}, {"guide": True}):
        body = json.dumps({"game": game["name"], "seats": max(2, game["fewest"]), "options": {}, **how})
        ask = {"call": "ask", "request": 1, "method": "POST", "path": "/api/tables", "body": body}
        (keep,) = json.loads(tables.take(json.dumps(ask), 0.0, 0.0))["commands"]
        assert keep["do"] == "keep", (game["name"], keep)
ask = {"call": "ask", "request": 1, "method": "GET", "path": "/api/puzzles/en/1970-01-01"}
(puzzles,) = json.loads(tables.take(json.dumps(ask), 0.0, 0.0))["commands"]
assert puzzles["status"] == 200 and len(json.loads(puzzles["text"])) > 3, puzzles
print(len(json.loads(answer["text"])), sorted({name.split(".")[0] for name in sys.modules} & {"click", "rich"}))
"""


def test_it_is_enough_for_all_games_their_guides_and_puzzles(tmp_path: Path) -> None:
    for name, content in page_sources().items():
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    command = [sys.executable, "-c", ALONE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.split(" ", 1) == [str(len(GAMES)), "[]\n"], done.stderr


def test_it_is_no_more_than_that() -> None:
    names = set(page_sources())
    folders = {name.split("/")[1] for name in names}
    assert not folders & {"server", "cli", "rl", "client", "api", "web_dist"}
    assert not any(part in name for name in names for part in ("scenes/terminal", "scenes/picture", "lexicon/lists"))
    assert {f"polychrome/guides/{game.name}.json" for game in GAMES} <= names
    assert "polychrome/puzzles/stock/coloretto.jsonl" in names
    assert not any("puzzles/mak" in name for name in names)


def test_what_only_type_checkers_import_stays_here() -> None:
    assert "api" not in {path.parent.name for path in imported("polychrome")}
    assert imported("msgspec") == set()
