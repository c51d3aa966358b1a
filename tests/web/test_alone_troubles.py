"""What can go wrong on a device that plays without a server: a clear sentence each, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

from polychrome.words import catalogue
from web.alone import SHOWN, Files, People, alone, begin, home, kept_ready, named, play, touch
from web.people import Person
from web.static_host import hosting

# Before the scripts of the tables' worker: a browser whose disk is full when the page says so; one that keeps nothing.
DAY = 86_400.0  # seconds
FULL = b"""let full = false
new BroadcastChannel('room').onmessage = ({ data }) => (full = data === 'none')
const add = IDBObjectStore.prototype.put
IDBObjectStore.prototype.put = function (...what) { // subject: the last part of what is written together
    if (full) throw new DOMException('', 'QuotaExceededError')
    return add.apply(this, what)
}
"""
FORGETFUL = b"indexedDB.open = () => { throw new DOMException('', 'SecurityError') } // subject: in place of it\n"


def hears(fox: Person, language: str, key: str) -> None:
    """The page says this, above everything else."""
    fox.page.get_by_role("alert").get_by_text(str(catalogue(language)[key]), exact=True).wait_for()


def entries(fox: Person) -> int:
    return len(fox.page.evaluate("keptTable()")["entries"])


def test_a_device_without_room_plays_nothing_and_loses_nothing(
    visitor: People, site_files: Files, tmp_path: Path
) -> None:
    files = {**site_files, "tables.js": FULL + site_files["tables.js"]}
    with hosting(tmp_path, named(files, "full")) as host:
        fox = alone(visitor(host)).go("/")
        begin(fox, "coloretto")
        play(fox, 3)
        fox.until("!!document.querySelector('[data-target]')")
        before = entries(fox)
        fox.page.evaluate("new BroadcastChannel('room').postMessage('none')")
        sentence = catalogue("en")["offline.full"]

        def refused() -> bool:
            touch(fox)
            return fox.page.get_by_text(str(sentence)).count() > 0

        fox.look(refused, "the sentence")
        assert entries(fox) == before
        fox.page.evaluate("new BroadcastChannel('room').postMessage('plenty')")
        play(fox, 3)
        fox.look(lambda: entries(fox) > before, "a move that counts")


def test_a_browser_that_keeps_nothing(visitor: People, site_files: Files, tmp_path: Path) -> None:
    files = {**site_files, "tables.js": FORGETFUL + site_files["tables.js"]}
    with hosting(tmp_path, named(files, "forgetful")) as host:
        fox = visitor(host, locale="fr-FR").go("/")
        hears(fox, "fr", "page.site.forgetful")


def test_a_browser_that_cannot_run_python(visitor: People, site_files: Files, tmp_path: Path) -> None:
    with hosting(tmp_path, named(site_files, "unable")) as host:
        fox = visitor(host, locale="de-DE")
        fox.context.add_init_script("delete window.WebAssembly")
        fox.go("/")
        hears(fox, "de", "page.site.unable")


def test_a_broken_download_is_not_kept(visitor: People, site_files: Files, tmp_path: Path) -> None:
    whole = named(site_files, "broken")
    for name in ("python/box.zip", "python/python_stdlib.zip"):
        with hosting(tmp_path, whole) as host:
            host.put({name: whole[name][:100_000]}, age=DAY)
            fox = alone(visitor(host, locale="es-ES")).go("/")
            hears(fox, "es", "page.site.broken")
            host.put({name: whole[name]})
            fox.page.reload()
            begin(fox, "coloretto", "es")
            kept_ready(fox)
            fox.troubles.clear()  # the browser says that something is broken, too


def test_one_tab_at_a_time_has_the_tables(visitor: People, site_files: Files, tmp_path: Path) -> None:
    with hosting(tmp_path, named(site_files, "tabs")) as host:
        fox = alone(visitor(host)).go("/")
        begin(fox, "trio")
        play(fox, 4)
        before = entries(fox)
        place = fox.page.url
        second = fox.context.new_page()
        second.goto(place)
        second.get_by_role("alert").get_by_text(str(catalogue("en")["page.site.elsewhere"])).wait_for()
        fox.page.close()
        fox.page = second
        fox.until(SHOWN)
        assert second.get_by_role("alert").count() == 0
        assert entries(fox) >= before
        play(fox, 2)
        home(fox)
        second.locator(".tables li").wait_for()  # the only one
