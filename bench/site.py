#!/usr/bin/env python3
"""How long people wait at a site without a server, and what it costs: python bench/site.py [--times 3]

Headless Chromium opens the page of `polychrome site` from a plain static file server, and by turns a page beside it
that starts nothing but Pyodide. Goals: the first own move is possible within 1.5 times what bare Pyodide needs to
start, on a first visit and on later ones without a network; at most 8 MB compressed without the word lists; at most
350 MB (PSS) for the page while `master` plays Chromino; `master` moves within 3 s at up to four seats in every game.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests"))
try:
    import polychrome  # noqa: F401 – the build at hand
except ImportError:
    sys.path.insert(0, str(ROOT / "src"))

from msgspec.json import encode  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from polychrome.cli.site import WORDS, compressed, parts, with_keeper  # noqa: E402
from polychrome.engine.core import NATURE  # noqa: E402
from polychrome.engine.dice import Dice  # noqa: E402
from polychrome.lexicon import shelf  # noqa: E402
from polychrome.registry import GAMES  # noqa: E402
from polychrome.room.thought import Problem  # noqa: E402
from web.conftest import ARGUMENTS, BROWSERS  # noqa: E402
from web.static_host import Host, hosting  # noqa: E402

LIMIT = 300_000  # ms
RATIO, SIZE, MEMORY, MOVE = 1.5, 8_000_000, 350_000_000, 3.0
SAMPLES = 30  # of the memory, twice a second
POSITIONS = 4  # of each game and number of seats
BARE = {
    "bare.html": b'<!doctype html><meta charset="utf-8" /><script type="module" src="bare.js"></script>',
    "bare.js": b"""const { documentElement: page } = document
new Worker('bare-worker.js', { type: 'module' }).onmessage = () => (page.id = 'ready')""",
    "bare-worker.js": b"""import { loadPyodide } from './python/pyodide.mjs.js'
const createPyodideModule = async (settings) => (await import('./python/pyodide.asm.mjs.js')).default(settings)
await loadPyodide({ indexURL: new URL('python/', self.location.href).href, createPyodideModule })
postMessage('ready')""",
}
# Before the page's scripts: tables are opened otherwise than it says.
OTHERWISE = """if (location.host) localStorage['polychrome.known'] = '["chromino"]'
const post = Worker.prototype.postMessage
Worker.prototype.postMessage = function (said) {
    const create = said?.call === 'ask' && said.method === 'POST'
    post.call(this, create ? { ...said, body: JSON.stringify({ ...JSON.parse(said.body), ...WISH }) } : said)
}"""
ALONE = {"seats": 1}  # the person is asked at once, and no bot is waited for
MASTERS = {"seats": 4, "fill": "master"}
THINK = """async (problems) => {
    window.awake ??= new Promise((done) => {
        const worker = new Worker('bots.js?' + document.documentElement.dataset.version, { type: 'module' })
        worker.onmessage = () => done(worker)
    })
    const bots = await awake
    const one = (problem, number) => new Promise((done) => {
        const begun = performance.now()
        bots.onmessage = ({ data }) => done([performance.now() - begun, data.solution?.action ?? null])
        bots.postMessage({ number, problem })
    })
    return problems.reduce(async (all, problem, at) => [...(await all), await one(problem, at)], Promise.resolve([]))
}"""


def waited(page: Any, address: str, sign: str) -> float:
    begun = perf_counter()
    page.goto(address)
    page.wait_for_selector(sign, state="attached")
    return perf_counter() - begun


def fresh(browser: Any, wish: dict[str, Any] | None = None) -> Any:
    """Somebody who was never here."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(LIMIT)
    context.add_init_script(f"const WISH = {json.dumps(wish or {})}\n{OTHERWISE}")
    return context


def until_kept(page: Any) -> None:
    """Everything is on this device, and nothing is fetched any more."""
    while not page.evaluate("!!navigator.serviceWorker.controller"):
        page.wait_for_timeout(200)


def card(page: Any) -> Any:
    """What opens Chromino."""
    game = page.locator(".games li").filter(has=page.get_by_role("heading", name="Chromino", exact=True))
    return game.get_by_role("button", name="Play now: Chromino")


def visits(browser: Any, host: Host) -> dict[str, float]:
    """Seconds of one newcomer: bare, and a game; then both again without a network."""
    found = {}
    context = fresh(browser)
    page = context.new_page()
    found["bare"] = waited(page, host.address + "/bare.html", "#ready")
    context.close()
    context = fresh(browser, ALONE)
    page = context.new_page()
    begun = perf_counter()
    found["games to choose"] = waited(page, host.address + "/", ".games button")
    card(page).click()
    page.wait_for_selector("[data-target]")
    found["first move"] = perf_counter() - begun
    until_kept(page)
    table = page.url
    page.close()
    context.set_offline(True)
    page = context.new_page()
    found["later, offline"] = waited(page, table, "[data-target]")
    context.close()
    return found


def problems(name: str, seats: int) -> Iterator[str]:
    """Positions of one game where somebody has a choice, from its beginning to its end."""
    game = next(game for game in GAMES if game.name == name)
    dice = Dice(7)
    state, found = game.begin(seats), []
    while acting := state.acting():
        seat = acting[0]
        if seat != NATURE and (len(state.legal(seat)) > 1 or name == "color_words"):  # there words are not listed
            view = state.view(seat, recall=True).dump()
            found.append(encode(Problem(name, view, seat, "master", len(found))).decode())
        state.apply(seat, state.sample(seat, dice))
    return (found[at * (len(found) - 1) // (POSITIONS - 1)] for at in range(POSITIONS))


def pss() -> int:
    """Bytes of the greatest renderer among the processes that we started."""
    parents = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(place.name)] = int((place / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    sizes = [0]
    for process in parents:
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        try:
            if above == os.getpid() and b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes():
                lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
                sizes += [int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")]
        except OSError:
            continue
    return max(sizes)


def memory_of_masters(browser: Any, host: Host) -> list[int]:
    """Bytes of a page at whose table three of them play Chromino, in some seconds from their first move on."""
    context = fresh(browser, MASTERS)
    page = context.new_page()
    page.goto(host.address + "/")
    card(page).click()
    page.wait_for_selector("[data-target]")  # they have moved, or will when the person has
    until_kept(page)
    page.locator("[data-target]").first.click()
    found = []
    for _ in range(SAMPLES):
        page.wait_for_timeout(500)
        found.append(pss())
    context.close()
    return found


def slowest_moves(browser: Any, host: Host) -> dict[str, float]:
    """Seconds of the slowest move of `master`, by game and seats."""
    context = fresh(browser)
    page = context.new_page()
    page.goto(host.address + "/")
    page.evaluate(THINK, list(problems("ronde", 2)))  # the interpreter is there
    slowest = {}
    for game in GAMES:
        for seats in sorted({max(2, game.fewest), min(4, game.most)}):
            found = page.evaluate(THINK, list(problems(game.name, seats)))
            slowest[f"{game.name} with {seats}"] = max(milliseconds for milliseconds, _ in found) / 1000
            assert all(action for _, action in found), found
    context.close()
    return slowest


def judged(what: str, good: bool) -> bool:
    print(f"{what}: {'yes' if good else 'NO'}")
    return good


def main() -> int:
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("--times", type=int, default=3)
    times = reader.parse_args().times
    files = parts()
    lists = {name: content for name, content in files.items() if name.startswith(WORDS)}
    size = compressed(files) - compressed(lists)
    good = [judged(f"{size / 1e6:.1f} MB compressed without word lists, at most {SIZE / 1e6:.0f}", size <= SIZE)]
    shelf.hand_over()
    program = next(found for name in BROWSERS if (found := shutil.which(name)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS, timeout=LIMIT)
        with hosting(Path(folder), {**with_keeper(files), **BARE}) as host:
            found = [visits(browser, host) for _ in range(times)]
            bare = median(one["bare"] for one in found)
            print(f"bare Pyodide starts within {bare:.1f} s (in the middle of {times}, on this machine just now)")
            for name in ("games to choose", "first move", "later, offline"):
                middle = median(one[name] for one in found)
                ratio = median(one[name] / one["bare"] for one in found)
                good.append(judged(f"{name}: {middle:.1f} s, {ratio:.2f} × bare, at most {RATIO}", ratio <= RATIO))
            memory = memory_of_masters(browser, host)
            middle, peak = median(memory), max(memory)
            print(f"{peak / 1e6:.0f} MB for the page at the highest, while a second interpreter starts")
            said = f"{middle / 1e6:.0f} MB in the middle while master plays Chromino, at most {MEMORY / 1e6:.0f}"
            good.append(judged(said, middle <= MEMORY))
            slowest = slowest_moves(browser, host)
            for name, seconds in slowest.items():
                good.append(judged(f"master, {name}: {seconds:.2f} s at most, {MOVE:.0f} promised", seconds <= MOVE))
        browser.close()
    print(json.dumps({"bare": bare, "visits": found, "memory": memory, "slowest": slowest}))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
