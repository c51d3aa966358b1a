"""A puzzle of the day and a guided first game at a site without a server, after the network is gone."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec import convert

from polychrome.offline.calls import Shelved
from polychrome.room.catalogue import ours
from polychrome.room.entries import decode
from polychrome.room.room import Room
from web.alone import SHOWN, Files, People, alone, home, kept_ready, named
from web.people import Person
from web.static_host import hosting
from web.test_guides import WORDS, steps


def answer(fox: Person) -> list[str]:
    """What to touch, one after the other, to solve the puzzle that is shown."""
    found = fox.page.evaluate("keptTable()")
    header = convert(json.loads(json.dumps(found["table"])), Shelved).header
    room = Room.load(ours(), "", header, [(at, decode(text)) for at, text in found["entries"]], 0.0)
    play = room.playing()
    assert play.puzzle is not None
    best = room.game.text(play.puzzle.answer[0])
    scene = room.catalogue.draw(room.game, play.table.state.view(0), 0, ())
    return next(list(choice.path) for choice in scene.choices if choice.action == best)


def look_again(fox: Person) -> None:
    """Where the log leads when all is over: into the replay, at that moment."""
    fox.page.keyboard.press("l")
    link = fox.page.locator("dialog ol a").first
    moment = str(link.get_attribute("href")).rpartition("#")[2]
    link.click()
    fox.until(f"document.querySelector('input[type=range]')?.value === '{moment}'")


def test_puzzles_and_guides(visitor: People, site_files: Files, tmp_path: Path) -> None:
    with hosting(tmp_path, named(site_files, "learning")) as host:
        fox = alone(visitor(host)).go("/")
        kept_ready(fox)
        fox.context.set_offline(True)
        fox.page.locator(".today li button", has_text="Colorio").click()
        fox.page.wait_for_selector(".puzzle .about")
        fox.until(SHOWN)
        for target in answer(fox):
            fox.touch(target)
            fox.breathe()
        fox.page.locator(".puzzle .result", has_text=WORDS["page.puzzle.solved"]).wait_for()
        look_again(fox)
        home(fox)
        fox.take().get_by_role("button", name=f"{WORDS['page.guide']}: Coloretto").click()
        fox.page.wait_for_selector(".guide")
        assert len(steps(fox, "coloretto")) > 3  # to its end: the others do what it says
    fox.troubles.clear()  # that there is no network, the browser says as well
