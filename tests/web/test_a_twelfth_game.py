"""The page knows no game by name: Pips, added as docs/add-a-game.md says, is offered, explained and played there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from bare import Machine
from toys.added import added
from web.people import ROOT, Person, finish

WORDS = json.loads((ROOT / "tests" / "toys" / "pips.en.json").read_text(encoding="utf-8"))


def test_pips_is_a_game_like_any_other(visitor: Callable[..., Person], page_files: Path, tmp_path: Path) -> None:
    fresh = added(tmp_path / "clone")
    (fresh / "src" / "polychrome" / "web_dist").symlink_to(page_files)  # as it was built before there was Pips
    program = ("env", f"PYTHONPATH={fresh / 'src'}", sys.executable, "-m", "polychrome")
    with Machine(tmp_path / "path").serving(tmp_path, *program) as served:
        fox = visitor(served)
        fox.go()
        card = fox.take("Pips")
        card.get_by_text(WORDS["page.about.pips"]).wait_for()
        card.get_by_role("button", name="Learn it: Pips").wait_for()
        card.locator("summary").first.click()
        assert card.locator("fieldset").last.inner_text().split() == ["Colours", "four", "three"]

        fox.sit_down(game="pips", seats=3, bot="kid", colours=3)
        fox.page.get_by_role("button", name="Rules").click()
        fox.page.locator(".rules").get_by_text(WORDS["rules.pips.end"]).wait_for()
        chapters = fox.page.locator(".rules h3").all_inner_texts()
        assert chapters == [WORDS[f"rules.pips.{chapter}.title"] for chapter in ("aim", "turn", "end")]
        fox.page.keyboard.press("Escape")
        finish(fox)
        assert "game pips 1" in fox.record()
        fox.context.close()
