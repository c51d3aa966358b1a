"""Delete everything, at a site without a server: nothing that was played stays in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Route

from polychrome.words import catalogue, plural
from web.alone import Files, People, alone, begin, home, named, play
from web.people import Person
from web.static_host import hosting

# As the page leaves it: a finished game and a puzzle.
RESULTS = """() => {
    const game = { table: 'x', day: '2026-01-02', game: 'ronde', seats: 2, others: [], won: true, score: 3 }
    localStorage['polychrome.finished'] = JSON.stringify({ games: [game], pauses: [] })
    localStorage['polychrome.puzzles'] = JSON.stringify({ '2026-01-02': { ronde: 9 } })
}"""
NOTHING: dict[str, Any] = {"tables": 0, "entries": 0, "results": []}


def said(key: str, **args: Any) -> str:
    found = catalogue("en")[key]
    return (found if isinstance(found, str) else found[plural("en", args["n"])]).format(**args)


def export(fox: Person) -> dict[str, Any]:
    fox.page.locator(".own").click()
    with fox.page.expect_download() as download:
        fox.page.get_by_role("button", name="Export").click()
    found: dict[str, Any] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return found


def delete(fox: Person, tables: int) -> None:
    """By two taps; between them it is said how many tables go."""
    fox.page.get_by_role("button", name="Delete everything").click()
    fox.page.get_by_role("alert").get_by_text(said("page.device.tables", n=tables)).wait_for()
    with fox.page.expect_navigation():  # this page begins anew, too
        fox.page.get_by_role("button", name=re.compile("^Delete everything. Tap again")).click()


def test_what_is_deleted_is_gone_and_stays_gone(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """Two tables, one of which runs in another tab; then one in the same tab."""
    with hosting(tmp_path, named(site_files, "deleting")) as host:
        fox = alone(visitor(host)).go("/")
        begin(fox, "trio")
        play(fox, 2)
        home(fox)
        begin(fox, "coloretto")
        play(fox, 3)
        fox.until("!!document.querySelector('[data-target]')")
        running = fox.page
        fox.page = fox.context.new_page()
        fox.go("/")
        fox.page.evaluate(RESULTS)
        fox.go("/")
        kept = export(fox)
        before = fox.page.evaluate("keptHere()")
        assert before["tables"] == len(kept["tables"]) == 2
        assert before["entries"] == sum(len(table["entries"]) for table in kept["tables"]) > 5
        assert (len(kept["games"]), kept["puzzles"]) == (1, {"2026-01-02": {"ronde": 9}})
        delete(fox, tables=2)
        assert fox.page.evaluate("keptHere()") == NOTHING
        running.get_by_role("alert").get_by_text(said("page.site.cleared")).wait_for()

        def refused() -> bool:
            running.evaluate("hurry()")
            return running.get_by_text(said("offline.unkept", why="InvalidStateError")).count() > 0

        fox.look(refused, "that nothing can be written any more")
        assert fox.page.evaluate("keptHere()") == NOTHING
        running.close()

        begin(fox, "coloretto")
        play(fox, 2)
        home(fox)
        fox.page.locator(".own", has_text=said("page.device.kept", n=1)).click()
        delete(fox, tables=1)
        assert fox.page.evaluate("keptHere()") == NOTHING
        begin(fox, "coloretto")
        assert fox.page.evaluate("keptHere()")["tables"] == 1
    fox.troubles.clear()  # what could not be written stands in the console


def test_what_is_deleted_before_the_games_are_loaded_is_said_to_be_gone(
    visitor: People, site_files: Files, tmp_path: Path
) -> None:
    """Not that a file did not come, and that nothing is lost."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    with hosting(tmp_path, named(site_files, "deleting", "early")) as host:
        fox = alone(visitor(host))
        fox.page.route("**/python/box.zip*", hold, times=1)
        fox.go("/")
        fox.until("indexedDB.databases().then((all) => all.length > 0)")
        fox.look(lambda: len(waiting), "that Python is on its way")
        fox.page.evaluate("new Promise((done) => (indexedDB.deleteDatabase('polychrome').onsuccess = () => done()))")
        with fox.page.expect_console_message():  # of the tables' worker, which cannot begin
            waiting[0].continue_()
        fox.page.get_by_role("alert").get_by_text(said("page.site.cleared")).wait_for()
    fox.troubles.clear()  # it stands in the console, too
