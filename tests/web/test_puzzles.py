"""Today's puzzles in the browser, on a small phone: opened from the home page, solved, shared; another answer is
explained; and keys and ears are enough."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from polychrome.engine.core import Game
from polychrome.puzzles import NEUTRAL, Puzzle, puzzle_of
from polychrome.registry import find
from polychrome.words import LANGUAGES
from web.blind import EARS
from web.people import ROOT, Person

People = Callable[..., Person]
CATALOGUES = {
    language: json.loads((ROOT / f"src/polychrome/locales/{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
WORDS = CATALOGUES["en"]
# Keys of a result that are not wholly in sight.
CUT = """[...document.querySelectorAll('.decided .key')].filter((key) =>
    key.getBoundingClientRect().bottom > key.closest('footer').getBoundingClientRect().bottom
).map((key) => key.textContent)"""


class Solver:
    """Somebody at the table of a puzzle, and what its page was told."""

    def __init__(self, fox: Person, game: str) -> None:
        self.fox = fox
        self.game: Game = find(game)
        self.told = fox.listen()

    def open(self) -> Solver:
        """From the home page."""
        self.told.clear()
        self.fox.go().page.locator(".today li button", has_text=WORDS[f"game.{self.game.name}"]).click()
        self.fox.page.wait_for_selector(".puzzle .about")
        self.fox.look(lambda: self.told and self.frame(), "a frame")
        return self

    def frame(self) -> dict[str, Any] | None:
        return next((message for message in reversed(self.told) if message["t"] == "frame"), None)

    @property
    def puzzle(self) -> Puzzle:
        frame = self.frame()
        assert frame
        puzzle = puzzle_of(self.game, NEUTRAL, frame["task"]["day"])
        assert puzzle is not None
        return puzzle

    def play(self, action: int) -> None:
        frame = self.frame()
        assert frame
        [choice] = [one for one in frame["scene"]["choices"] if one["action"] == self.game.text(action)]
        before = frame["length"]
        for target in choice["path"]:
            self.fox.touch(target)
            self.fox.breathe()
        self.fox.look(lambda: (self.frame() or {}).get("length", 0) > before, "what came of it")

    def result(self) -> str:
        self.fox.page.wait_for_selector(".puzzle .result")
        return str(self.fox.page.locator(".puzzle .result").inner_text())


def test_it_is_opened_from_home_solved_and_shared(person: People) -> None:
    fox = person(permissions=["clipboard-read", "clipboard-write"])
    solver = Solver(fox, "colorio").open()
    about = fox.page.locator(".puzzle").inner_text()
    assert WORDS["puzzle.goal.colorio"] in about
    assert WORDS["puzzle.par.colorio"].replace("{n}", "100") in about
    assert WORDS[f"puzzle.grade.{solver.puzzle.grade}"] in about
    solver.play(solver.puzzle.answer[0])
    assert solver.result().startswith(WORDS["page.puzzle.solved"])
    assert fox.page.get_by_role("button", name=WORDS["page.puzzle.again"]).count() == 0
    fox.page.get_by_role("button", name=WORDS["page.puzzle.share"]).click()
    fox.page.get_by_text(WORDS["page.puzzle.copied"]).wait_for()
    shared = fox.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"Polychrome, Colorio, puzzle of .+: A cap that is safe 100 times of a hundred; .+", shared)
    fox.page.get_by_role("link", name=WORDS["page.puzzles.back"]).click()
    fox.page.get_by_role("button", name="Colorio: ").and_(fox.page.get_by_role("button", name="100 of 100")).wait_for()


def test_another_answer_is_explained_and_may_be_tried_again(person: People) -> None:
    fox = person()
    solver = Solver(fox, "colorio").open()
    worth = solver.puzzle.worth
    solver.play(min(worth, key=lambda action: worth[action]))
    assert "the best one is safe 100 times" in solver.result()
    assert WORDS["page.puzzle.solved"] not in solver.result()
    assert fox.page.locator(".verdict").count() == 0
    for width, height in ((360, 740), (320, 640), (740, 360)):
        fox.page.set_viewport_size({"width": width, "height": height})
        fox.settle()
        assert fox.page.evaluate(CUT) == []
    fox.page.get_by_role("button", name=WORDS["page.puzzle.show"]).click()
    fox.page.get_by_text(WORDS["puzzle.best"].partition("{")[0]).wait_for()
    table = fox.page.url
    solver.told.clear()
    fox.page.get_by_role("button", name=WORDS["page.puzzle.again"]).click()
    fox.page.wait_for_selector(".puzzle .about")
    fox.look(solver.frame, "a frame")
    assert fox.page.url != table
    solver.play(solver.puzzle.answer[0])
    assert solver.result().startswith(WORDS["page.puzzle.solved"])


def test_keys_and_ears_are_enough(person: People) -> None:
    """The goal and what lies open are said; Enter ends the look, Enter turns discs up, and the result is said."""
    fox = person()
    fox.page.add_init_script(EARS)
    solver = Solver(fox, "ronde").open()
    heard = "() => heard.join(' ')"
    goal = WORDS["puzzle.goal.ronde"].replace("{discs}", str(solver.puzzle.discs))
    fox.look(lambda: goal in fox.page.evaluate(heard), "the goal")
    fox.look(lambda: WORDS["page.ears.look"] in fox.page.evaluate(heard), "how to go on")
    fox.page.keyboard.press("Enter")
    fox.look(lambda: "look" not in (solver.frame() or {"look": 0}), "covered discs")
    for action in solver.puzzle.answer:
        before = (solver.frame() or {})["length"]
        place = f"{'ABCDEF'[action // 10]}{action % 10 + 1}"
        fox.page.get_by_role("button", name=f"Turn up {place}", exact=True).press("Enter")
        fox.look(lambda before=before: (solver.frame() or {})["length"] > before, "what came of it")
    n = solver.puzzle.par
    result = WORDS["puzzle.result.ronde"]["other"].replace("{n}", str(n)).replace("{par}", str(n))
    fox.look(lambda: result in fox.page.evaluate(heard), "the result")
    assert solver.result() == f"{WORDS['page.puzzle.solved']} {result}"


def test_there_are_puzzles_of_the_days_before(person: People) -> None:
    fox = person().go()
    fox.page.get_by_role("heading", name=WORDS["page.puzzles"]).wait_for()
    assert fox.page.get_by_role("button", name=WORDS["page.puzzles.after"]).is_disabled()
    fox.page.get_by_role("button", name=WORDS["page.puzzles.before"]).click()
    fox.page.get_by_role("heading", name=WORDS["page.puzzles.of"].partition("{")[0]).wait_for()
    assert fox.page.locator(".today li button").count() == 6


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1440, 900)])
@pytest.mark.parametrize("game", ["trio", "chromino"])
def test_the_board_has_its_room_and_the_goal_is_seen(person: People, game: str, width: int, height: int) -> None:
    fox = person(viewport={"width": width, "height": height})
    Solver(fox, game).open()
    fox.settle()
    boxes = fox.page.evaluate(
        "['.middle', '.puzzle'].map(name => document.querySelector(name).getBoundingClientRect().toJSON())"
    )
    assert boxes[0]["height"] > 0.3 * height
    assert boxes[1]["top"] >= 0
    assert boxes[1]["bottom"] <= height
    assert fox.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
