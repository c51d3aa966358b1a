"""A language is added in one list and one file: here Italian, which is English in all but a few words."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bare import TIMEOUT, Machine, clone
from polychrome.words import LANGUAGES
from web.people import ROOT, Person

OWN = {
    "language.name": "Italiano",
    "page.play": "Gioca ora",
    "page.settings": "Impostazioni",
    "cli.games.line": "{title}: da {fewest} a {most} giocatori",
}


def with_italian(folder: Path) -> Path:
    """The sources, with what CONTRIBUTING.md says."""
    fresh = clone(folder)
    (fresh / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    words = fresh / "src" / "polychrome" / "words.py"
    source = words.read_text(encoding="utf-8")
    listed = "LANGUAGES: Final = (" + ", ".join(f'"{language}"' for language in LANGUAGES)
    assert listed in source
    words.write_text(source.replace(listed, f'{listed}, "it"'), encoding="utf-8")
    locales = fresh / "src" / "polychrome" / "locales"
    english = json.loads((locales / "en.json").read_text(encoding="utf-8"))
    assert set(OWN) <= set(english)
    (locales / "it.json").write_text(json.dumps({**english, **OWN}), encoding="utf-8")
    return fresh


@pytest.mark.timeout(TIMEOUT)
def test_italian_can_be_chosen_everywhere(visitor: Callable[..., Person], tmp_path: Path) -> None:
    fresh = with_italian(tmp_path / "clone")
    built = subprocess.run([sys.executable, fresh / "scripts" / "build-page"], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    machine = Machine(tmp_path / "path")
    program = ("env", f"PYTHONPATH={fresh / 'src'}", sys.executable, "-m", "polychrome")

    said = machine.run(tmp_path, *program, "games", "--lang", "it")
    assert said.returncode == 0, said.stdout
    assert "Ronde: da 2 a 6 giocatori" in said.stdout
    assert re.search(
        r"\bes \w+ it\b", machine.run(tmp_path, *program, "games", "--lang", "xx").stdout
    )  # the last of all
    with machine.serving(tmp_path, *program) as served:
        person = visitor(served, locale="it")
        person.go()
        person.page.get_by_role("button", name="Gioca ora").first.wait_for()
        assert person.page.evaluate("document.documentElement.lang") == "it"
        games = person.page.evaluate("fetch('/api/games').then((answer) => answer.json())")
        person.page.get_by_role("button", name="Impostazioni").click()
        person.page.get_by_role("heading", name="Impostazioni").wait_for()
        choice = person.page.locator("select", has=person.page.locator("option[value=it]"))
        assert choice.input_value() == "it"
        assert choice.locator("option").all_inner_texts() == ["English", "Français", "Deutsch", "Español", "Italiano"]
        (words,) = (game for game in games if game["name"] == "color_words")
        (spelled,) = (option["choices"] for option in words["options"] if option["name"] == "language")
        assert sorted(spelled) == sorted(LANGUAGES)  # whose letters and bonus cards the box has
        person.context.close()
