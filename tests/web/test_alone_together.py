"""Several people at one device without a server: a curtain between their hands, what is taken back, and hints."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from polychrome.room.entries import Moved, decode
from web.alone import SHOWN, Files, People, alone, begin, home, named
from web.people import Person
from web.static_host import hosting


def sit_down_together(fox: Person, title: str) -> None:
    """On all seats."""
    fox.take(title).get_by_role("button", name=f"With friends: {title}").click()
    start = fox.page.get_by_role("button", name="Begin")
    start.wait_for()
    more = fox.page.get_by_role("button", name="Sit here too")
    while free := more.count():
        more.first.click()
        fox.look(partial(lambda free: more.count() < free, free), "a seat less")
    start.click()


def play_until_the_curtain(fox: Person) -> None:
    def curtain() -> bool:
        found = fox.page.locator(".curtain").count() > 0
        if not found:
            fox.page.evaluate("hurry()")
        return found

    fox.look(curtain, "the curtain")


def seats_played(fox: Person) -> set[int]:
    entries = [decode(text) for _, text in fox.page.evaluate("keptTable()")["entries"]]
    return {entry.seat for entry in entries if isinstance(entry, Moved)}


def test_curtain_take_back_and_hint(visitor: People, site_files: Files, tmp_path: Path) -> None:
    with hosting(tmp_path, named(site_files, "together")) as host:
        fox = alone(visitor(host)).go("/")
        sit_down_together(fox, "Chromino")
        for turn in range(1, 4):
            play_until_the_curtain(fox)
            assert re.search(r"data-piece|hand\d", fox.page.content()) is None  # of nobody's hand anything is there
            assert len(seats_played(fox)) == turn - 1
            fox.page.get_by_role("button", name="It’s me").click()
            fox.until("!!document.querySelector('[data-piece]')")
        home(fox)

        sit_down_together(fox, "Coloretto")
        fox.until("!!document.querySelector('[data-target=deck]')")
        fox.touch("deck")
        fox.until("""!!document.querySelector("[data-piece='drawn.0']")""")
        before = fox.page.locator("[data-piece^=row]").count()
        fox.touch(next(target for target in fox.targets() if target.startswith("row")))
        fox.page.get_by_role("button", name="Take back").click()
        fox.until("""!!document.querySelector("[data-piece='drawn.0']")""")
        fox.page.reload()  # that it was taken back is kept, too
        fox.until(SHOWN)
        fox.until("""!!document.querySelector("[data-piece='drawn.0']")""")
        assert fox.page.locator("[data-piece^=row]").count() == before
        home(fox)

        begin(fox, "coloretto")
        fox.until("!!document.querySelector('[data-target=deck]')")
        fox.touch("deck")
        fox.page.get_by_role("button", name="Hint").click()
        fox.until("!!document.querySelector('[data-hinted]')")
        fox.touch(str(fox.page.locator("[data-hinted]").first.get_attribute("data-target")))
        fox.until("!document.querySelector('[data-hinted]')")  # it was about that question
        assert 0 in seats_played(fox)
