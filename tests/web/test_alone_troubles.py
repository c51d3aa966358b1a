"""What can go wrong on a device that plays without a server: a clear sentence each, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Route

from polychrome.cli.pyodide import NAMES
from polychrome.cli.site import write
from polychrome.words import catalogue
from web.alone import SHOWN, Files, People, alone, as_elsewhere, begin, home, kept_ready, named, play, touch
from web.people import Person
from web.static_host import Proxy, Unknowing, hosting

# Before the scripts of the tables' worker: a browser whose disk is full when the page says so; one that keeps nothing.
DAY, MINUTE = 86_400.0, 60.0  # seconds
FULL = b"""let full = false
new BroadcastChannel('room').onmessage = ({ data }) => (full = data === 'none')
const add = IDBObjectStore.prototype.put
IDBObjectStore.prototype.put = function (...what) { // subject: the last part of what is written together
    if (full) throw new DOMException('', 'QuotaExceededError')
    return add.apply(this, what)
}
"""
FORGETFUL = b"indexedDB.open = () => { throw new DOMException('', 'SecurityError') } // subject: in place of it\n"
# One that forbids a site all data gives it no locks, either.
FORBIDDEN = FORGETFUL + b"navigator.locks.request = async () => indexedDB.open() // subject: in place of it\n"
# One whose entries cannot be read, or whose Python has given up, when the page says so.
MISCHIEF = b"""let cue = ''
new BroadcastChannel('cue').onmessage = ({ data, target }) => {
    cue = data
    target.postMessage('heard')
}
const getAll = IDBObjectStore.prototype.getAll
IDBObjectStore.prototype.getAll = function (...what) { // subject: in place of it
    if (cue === 'unread' && what.length) throw new DOMException('', 'DataError')
    return getAll.apply(this, what)
}
const parse = JSON.parse
JSON.parse = (text) => { // subject: in place of it
    if (cue === 'stopped') throw new RangeError('Maximum call stack size exceeded')
    return parse(text)
}
"""
# Before the bots' worker, while there is such a file: it does not get what it needs.
CUT_OFF = b"""const look = new XMLHttpRequest()
look.open('GET', `cut-off.txt?${performance.timeOrigin}`, false) // not as the browser still has it
look.send()
if (look.status === 200) {
    self.fetch = () => Promise.reject(new TypeError('no network')) // subject: in place of it
    new BroadcastChannel('bots').postMessage('cut off')
}
"""


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


GIVEN_UP = """const register = ServiceWorkerContainer.prototype.register
ServiceWorkerContainer.prototype.register = async function (...wanted) {
    const found = await register.apply(this, wanted)
    const worker = found.installing
    worker.addEventListener('statechange', () => (window.givenUp = worker.state === 'redundant'))
    return found
}"""


@pytest.mark.parametrize("late", [False, True], ids=["", "before the page can say so"])
def test_a_device_that_is_full_from_the_beginning(
    visitor: People, site_files: Files, tmp_path: Path, late: bool
) -> None:
    """The browser's own limit: nothing can be kept for later, no game begins, and both are said; then there is room."""
    said = catalogue("en")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    with hosting(tmp_path, named(site_files, "no room")) as host:
        fox = alone(visitor(host)).go("/licences/pyodide.txt")  # our own address, and nothing that is kept
        browser = fox.context.new_cdp_session(fox.page)
        browser.send("Storage.overrideQuotaForOrigin", {"origin": host.origin, "quotaSize": 1000})
        if late:
            fox.context.add_init_script(GIVEN_UP)
            fox.page.route("**/Offline*.js", hold, times=1)
        fox.go("/")
        if late:
            fox.until("window.givenUp")
            waiting[0].continue_()
        fox.page.get_by_text(str(said["page.site.unkept"])).wait_for()
        fox.page.get_by_role("button", name=f"{said['page.play']}: Coloretto").click()
        fox.page.get_by_role("alert").get_by_text(str(said["offline.full"])).wait_for()
        browser.send("Storage.overrideQuotaForOrigin", {"origin": host.origin})
        fox.page.reload()
        begin(fox, "coloretto")
        kept_ready(fox)
        home(fox)
        fox.page.get_by_text(str(said["page.site.kept"])).wait_for()
        assert fox.page.get_by_text(str(said["page.site.unkept"])).count() == 0
    fox.troubles.clear()  # the browser says that a service worker could not be installed


def cue(fox: Person, what: str) -> None:
    """The tables' worker has heard it."""
    hear = """(what) => new Promise((done) => {
        const cue = new BroadcastChannel('cue')
        cue.onmessage = done
        cue.postMessage(what)
    }).then(() => true)"""
    fox.page.evaluate(hear, what)


def test_what_is_kept_cannot_be_read_or_goes_away(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """A table that cannot be read, Python that gives up, somebody who clears the browser's data while one plays."""
    said = catalogue("en")
    files = {**site_files, "tables.js": MISCHIEF + site_files["tables.js"]}
    with hosting(tmp_path, named(files, "mischief")) as host:
        fox = alone(visitor(host))
        asking = "StorageManager.prototype.persist = async () => (window.asked = (window.asked ?? 0) + 1)"
        fox.context.add_init_script(asking)
        fox.go("/")
        begin(fox, "coloretto")
        assert fox.page.evaluate("asked") == 1  # the browser, not to clear this away
        play(fox, 3)
        before = entries(fox)
        home(fox)
        fox.page.locator(".tables li").wait_for()
        cue(fox, "unread")
        fox.page.locator(".tables a").click()
        fox.page.get_by_text(str(said["page.site.unread"])).wait_for()
        fox.page.reload()
        fox.until(SHOWN)
        play(fox, 2)
        assert entries(fox) >= before
        fox.until("!!document.querySelector('[data-target]')")
        before = entries(fox)
        cue(fox, "stopped")
        touch(fox)
        hears(fox, "en", "page.site.stopped")
        fox.page.reload()
        fox.until(SHOWN)
        play(fox, 2)
        assert entries(fox) >= before
        fox.page.evaluate("void indexedDB.deleteDatabase('polychrome')")
        hears(fox, "en", "page.site.cleared")
        fox.go("/")
        begin(fox, "coloretto")
        play(fox, 2)
    fox.troubles.clear()  # what went wrong stands in the console


def test_bots_that_were_cut_off_think_again(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """Chance moves for them as long as their worker cannot be loaded, and no longer."""
    files = {**site_files, "bots.js": CUT_OFF + site_files["bots.js"]}
    with hosting(tmp_path, named(files, "cut off")) as host:
        host.put({"cut-off.txt": b"yes"})
        fox = alone(visitor(host))
        fox.context.add_init_script("new BroadcastChannel('bots').onmessage = () => (window.cutOff = true)")
        fox.go("/")
        begin(fox, "coloretto")
        while not fox.page.evaluate("!!window.cutOff"):
            play(fox, 1)
        host.take_away("cut-off.txt")
        play(fox, 8)  # whoever thought just then has moved
        since = entries(fox)
        play(fox)
        assert as_elsewhere(fox, since) > 5
    fox.troubles.clear()  # what was cut off stands in the console


@pytest.mark.parametrize("kind", [FORGETFUL, FORBIDDEN], ids=["keeps nothing", "forbids everything"])
def test_a_browser_that_keeps_nothing(visitor: People, site_files: Files, tmp_path: Path, kind: bytes) -> None:
    files = {**site_files, "tables.js": kind + site_files["tables.js"]}
    with hosting(tmp_path, named(files, "forgetful")) as host:
        fox = visitor(host, locale="fr-FR").go("/")
        hears(fox, "fr", "page.site.forgetful")


def test_a_browser_that_cannot_run_python(visitor: People, site_files: Files, tmp_path: Path) -> None:
    with hosting(tmp_path, named(site_files, "unable")) as host:
        fox = visitor(host, locale="de-DE")
        fox.context.add_init_script("delete window.WebAssembly")
        fox.go("/")
        hears(fox, "de", "page.site.unable")


@pytest.mark.parametrize("name", [*NAMES, "box.zip"])
def test_a_broken_download_is_not_kept(visitor: People, site_files: Files, tmp_path: Path, name: str) -> None:
    """Whatever Python is made of, cut off or missing: it is said, and the browser's own store is not believed."""
    name = f"python/{name}"
    whole = named(site_files, "broken")
    with hosting(tmp_path, whole) as host:
        host.put({name: whole[name][: len(whole[name]) // 2]}, age=DAY)
        fox = alone(visitor(host, locale="es-ES")).go("/")
        hears(fox, "es", "page.site.broken")
        host.take_away(name)
        fox.page.reload()
        hears(fox, "es", "page.site.broken")
        host.put({name: whole[name]})
        fox.page.reload()
        begin(fox, "coloretto", "es")
        kept_ready(fox)
        fox.troubles.clear()  # the browser says that something is broken, too


def test_a_host_that_knows_few_kinds_of_files(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """As nginx in many a distribution: scripts are called `.js`, and of WebAssembly it never heard."""
    with hosting(tmp_path, named(site_files, "few kinds"), kind=Unknowing) as host:
        fox = alone(visitor(host)).go("/")
        begin(fox, "coloretto")
        kept_ready(fox)
        fox.context.set_offline(True)
        fox.page.reload()
        fox.until(SHOWN)
        play(fox)
        assert as_elsewhere(fox) > 10
    fox.troubles.clear()  # that there is no network, the browser says as well


class Plain:
    """An address that is not secure, as with `polychrome serve --lan`."""

    address = "http://games.example/games/colours"


def test_at_a_plain_address_two_tabs_play_one_game(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """Browsers keep no page for later there and have no locks: that is said, and what is kept decides who was first."""
    said = catalogue("de")
    with hosting(tmp_path, named(site_files, "plain"), kind=Proxy) as host:
        fox = alone(visitor(Plain(), locale="de-DE", proxy={"server": host.origin})).go("/")
        fox.page.get_by_text(str(said["page.site.unlasting"])).wait_for()
        assert fox.page.get_by_text(str(said["page.site.kept"])).count() == 0
        begin(fox, "coloretto", "de")
        assert not fox.page.evaluate("isSecureContext")
        play(fox, 2)
        tabs = [fox.page, fox.context.new_page()]
        tabs[1].goto(fox.page.url)
        for turn in range(8):
            fox.page = tabs[turn % 2]
            fox.until(SHOWN)
            if not touch(fox):
                break
        tabs[0].close()
        fox.page = tabs[1]
        fox.page.reload()
        fox.until(SHOWN)
        play(fox)
        assert as_elsewhere(fox) > 10


def test_a_worker_of_another_version_is_none(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """Somebody uploads while the page is opened for the first time: the page is the old one, and Python the new one."""
    old = named(site_files, "half")
    new = named({**site_files, "licences/new.txt": b"new"}, "half")
    for name, other in (("tables.js", new["tables.js"]), ("python/box.zip", old["python/box.zip"] + b"\0")):
        with hosting(tmp_path, old) as host:
            host.put({**old, name: other}, age=MINUTE)
            fox = alone(visitor(host, locale="fr-FR")).go("/")
            hears(fox, "fr", "page.site.broken")
            host.put(new)
            fox.page.reload()
            begin(fox, "coloretto", "fr")
            fox.page.close()  # it still fetches what it keeps for later, and the host goes now
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
        write(tmp_path / "other", named(site_files, "tabs"))  # in another folder of the host, with the same tables
        third = fox.context.new_page()
        third.goto(f"{host.origin}/other/")
        third.get_by_role("alert").get_by_text(str(catalogue("en")["page.site.elsewhere"])).wait_for()
        third.close()
        fox.page.close()
        fox.page = second
        fox.until(SHOWN)
        assert second.get_by_role("alert").count() == 0
        assert entries(fox) >= before
        play(fox, 2)
        home(fox)
        second.locator(".tables li").wait_for()  # the only one
