"""A real server in a process of its own, and people who touch its page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest

from polychrome.registry import GAMES
from polychrome.server.security import COOKIE
from ports import own_port

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 300_000  # ms: it only ends a hang; a busy machine may be ten times slower
AGAIN = 30  # ms until somebody looks again, and a tenth of what they have waited
MOVING = {"reduced_motion": "no-preference"}
KNOWN = json.dumps([*(game.name for game in GAMES), "hands", "pairs", "peek", "pips", "sealed"])
HANDS = Path(__file__).with_name("hands.js").read_text(encoding="utf-8")
MESSENGER = Path(__file__).with_name("messenger.js").read_text(encoding="utf-8")

Found = TypeVar("Found")


class Place(Protocol):
    """Where people go."""

    @property
    def address(self) -> str: ...


class Served:
    """A server in a process of its own, that can be ended and started again at the same address."""

    def __init__(self, data: Path, box: str = "web.hurried:box", bots: Sequence[str] = (), site: str = "") -> None:
        self.data = data
        self.site = site  # a folder that `polychrome site` wrote
        self.box = box  # `module:function`
        self.bots = bots  # of one's own, `module:Class`
        self.port = own_port()
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "web.hurried", self.box, str(self.port), str(self.data), self.site, *self.bots]
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests"), str(ROOT)])
        env = {**os.environ, "LC_ALL": "en", "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}
        with (self.data / "server.log").open("a") as log:  # not our own stream, which it would hold if we were killed
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
        assert self.process.stdout
        first = self.process.stdout.readline()
        assert "http://127.0.0.1:" in first, first

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            if self.process.stdout:
                self.process.stdout.close()


@contextmanager
def serving(data: Path, box: str = "web.hurried:box", bots: Sequence[str] = (), site: str = "") -> Iterator[Served]:
    server = Served(data, box, bots, site)
    try:
        yield server
    finally:
        server.kill()


class Person:
    """Somebody with a browser of their own. Everything that goes wrong in it fails the test.

    Nothing moves on its page, because drawing movement without a graphics card is slow; whoever looks for movement asks
    for it (`**MOVING`). Their token is drawn by the test, so that the server has the same luck for them each time.
    They have played all games before, and are offered no guide, unless they are new.
    """

    def __init__(self, browser: Any, served: Place, token: str, new: bool = False, **circumstances: Any) -> None:
        self.served = served
        still = {"locale": "en-GB", "viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}
        settings = {**still, **circumstances}
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(LIMIT)
        self.context.add_cookies([{"name": COOKIE, "value": token, "url": served.address}])
        self.context.add_init_script(f"const LUCK = {json.dumps(token)}\n{HANDS}")
        if not new:
            self.context.add_init_script(f"if (location.host) localStorage['polychrome.known'] = {json.dumps(KNOWN)}")
        self.page = self.context.new_page()
        self.troubles: list[str] = []
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda problem: self.troubles.append(f"page error: {problem}"))
        self.page.on("request", self.watch)

    def hear(self, said: Any) -> None:
        # A lost connection is part of some tests, and the browser itself writes it down.
        if said.type in ("error", "warning") and "WebSocket connection" not in said.text:
            self.troubles.append(f"console: {said.text}")

    def watch(self, request: Any) -> None:
        """Nothing is ever loaded from elsewhere."""
        if not request.url.startswith(
            (self.served.address, self.served.address.replace("http", "ws"), "data:", "blob:")
        ):
            self.troubles.append(f"foreign request: {request.url}")

    def go(self, path: str = "/") -> Person:
        self.page.goto(self.served.address + path)
        return self

    def sit_late(self, moment: str, **options: Any) -> Person:
        """At a table of Coloretto where this browser has played already, without a page, until a certain moment came
        (`messenger.js` knows which there are)."""
        for _ in range(6):  # such players may never meet it
            table = self.wish("coloretto", 2, "random", options)
            self.go("/healthz")  # our own address, and nothing to draw
            if self.page.evaluate(MESSENGER, [table, moment, LIMIT]) or moment == "end":
                self.go(f"/t/{table}")
                self.page.wait_for_selector(".board")
                return self
        pytest.fail(f"never in six games: {moment}")

    def sit_down(self, seats: int = 2, bot: str = "random", game: str = "coloretto", **options: Any) -> Person:
        """At a table with bots that need no time to think."""
        self.open_table(game, seats, bot, options)
        self.page.wait_for_selector(".board")
        self.no_pause()
        return self

    def open_table(self, game: str, seats: int, fill: str | None, options: dict[str, Any]) -> None:
        """Past the home page, which takes long to draw."""
        self.go(f"/t/{self.wish(game, seats, fill, options)}")

    def wish(self, game: str, seats: int, fill: str | None, options: dict[str, Any]) -> str:
        """A new table; the cookie that it is ours is this browser's."""
        answer = self.context.request.post(
            f"{self.served.address}/api/tables",
            data={"game": game, "seats": seats, "options": options, "fill": fill},
            headers={"Origin": self.served.address},
        )
        assert answer.ok, answer.text()
        return str(answer.json()["table"])

    def make_table(self, seats: int, from_home: bool = False) -> Person:
        """A table for friends; its lobby."""
        if from_home:
            self.go()
            self.set_up(seats)
            self.page.get_by_role("button", name="With friends: Coloretto").click()
        else:
            self.open_table("coloretto", seats, None, {})
        self.page.wait_for_selector(".invite img")
        return self

    def join(self, host: Person) -> Person:
        """By the link that the host's lobby shows."""
        self.page.goto(host.page.get_by_label("Link to this table").input_value())
        self.page.wait_for_selector(".table li.person.yours")
        return self

    def listen(self) -> list[dict[str, Any]]:
        """All that this browser's sockets are told from now on."""
        heard: list[dict[str, Any]] = []
        self.page.on("websocket", lambda ws: ws.on("framereceived", lambda text: heard.append(json.loads(text))))
        return heard

    def overhear(self) -> list[dict[str, Any]]:
        """All that this browser's sockets say from now on."""
        said: list[dict[str, Any]] = []
        self.page.on("websocket", lambda ws: ws.on("framesent", lambda text: said.append(json.loads(text))))
        return said

    def unfold(self) -> Any:
        """Coloretto's box, opened, with everything that can be chosen there."""
        card = self.take()
        card.locator("summary").first.click()
        card.locator("details[open]").wait_for()
        return card

    def set_up(self, seats: int) -> None:
        self.unfold().locator("fieldset").first.get_by_role("button", name=str(seats)).click()

    def shelf_card(self, title: str = "Coloretto") -> Any:
        """A game on the shelf; Coloretto is called so in every language."""
        return self.page.locator(".games article", has=self.page.get_by_role("heading", name=title, exact=True))

    def take(self, title: str = "Coloretto") -> Any:
        """From the shelf; what is told about the game then."""
        self.shelf_card(title).locator(".open").click()
        return self.card(title)

    def card(self, title: str = "Coloretto") -> Any:
        return self.page.get_by_role("dialog", name=title).locator("article")

    def no_pause(self) -> None:
        """Bots that do not seem to think: the host may say so, only the page has no switch for it."""
        self.say(pause=0)

    def say(self, **settings: int) -> None:
        """The host's settings, over a socket of its own; done when the room says so."""
        self.page.evaluate(
            """([settings, limit]) => new Promise((done, fail) => {
                const Plain = window.PlainSocket ?? WebSocket
                const socket = new Plain(`ws://${location.host}/ws/${location.pathname.slice(3)}`)
                setTimeout(() => fail(new Error('the room never took the settings')), limit) // subject: ends a hang
                socket.onclose = () => fail(new Error('the room closed the socket'))
                socket.onopen = () => socket.send(JSON.stringify({ t: 'settings', ...settings }))
                socket.onmessage = (event) => {
                    const room = JSON.parse(event.data)
                    if (room.t !== 'room') return
                    if (Object.entries(settings).some(([name, value]) => room.settings[name] !== value)) return
                    done()
                    socket.close()
                }
            })""",
            [settings, LIMIT],
        )

    def targets(self) -> list[str]:
        """What can be touched now; whatever is still on its way is shown at once, as after a tap."""
        found: list[str] = self.page.evaluate(
            """() => {
                dispatchEvent(new PointerEvent('pointerdown'))
                return [...document.querySelectorAll('[data-target]')].map((node) => node.dataset.target)
            }"""
        )
        return found

    def asked(self) -> list[str]:
        """What can be touched, as soon as there is something; nothing if the game is over."""

        def found() -> tuple[list[str]] | None:
            targets = self.targets()
            return (targets,) if targets or self.over() else None

        return self.look(found, "something to touch")[0]

    def record(self) -> str:
        """The finished game of this table, as text."""
        text: str = self.page.evaluate(
            "() => fetch(`/api/tables/${location.pathname.slice(3)}/record`).then((answer) => answer.text())"
        )
        return text

    def over(self) -> bool:
        return bool(self.page.locator(".verdict").count())

    def touch(self, target: str) -> None:
        """By mouse, where it lies when it has come to rest: on its way there, the mouse would hit something else."""
        self.until("atRest()")
        self.page.locator(f'[data-target="{target}"]').click(force=True)

    def tap(self, x: float, y: float) -> None:
        """By finger; done when the page has felt it, which may be later than the finger is gone."""
        before = self.page.evaluate("touches")
        self.page.touchscreen.tap(x, y)
        self.until(f"touches > {before}")

    def breathe(self) -> None:
        """Wait for so long that the next touch does not count as the trembling of the last one."""
        self.page.evaluate("clock.breathe()")

    @contextmanager
    def trembling(self) -> Iterator[None]:
        """All touches at the same moment."""
        self.page.evaluate("clock.held = Date.now()")  # subject: stopped, not measured
        yield
        self.page.evaluate("clock.held = null")

    def settle(self) -> None:
        """Until the page has drawn what it was told last: sizes are measured while it draws."""
        self.page.evaluate("drawn()")

    def until(self, condition: str) -> None:
        """Wait for a condition inside the page."""
        self.look(lambda: self.page.evaluate(condition), condition)

    def look(self, find: Callable[[], Found | None], what: str) -> Found:
        """Look for something until it is there; from outside, because the page's policy lets nobody evaluate texts
        inside."""
        waited = 0
        while waited < LIMIT:
            if found := find():
                return found
            pause = AGAIN + waited // 10
            self.page.wait_for_timeout(pause)  # subject: how often to look again
            waited += pause
        said = self.page.locator(".say").all_inner_texts()
        pytest.fail(f"never: {what}; the page says {said}")

    def let_play(self) -> None:
        """From now on touch whatever can be touched: full rows first, then the deck, then the first place."""
        self.page.evaluate(PLAYER)

    def stop(self) -> None:
        self.page.evaluate("() => clearInterval(window.player)")


PLAYER = """() => {
    clearInterval(window.player)
    window.player = setInterval(() => { // subject: somebody who looks at the table again and again
        dispatchEvent(new PointerEvent('pointerdown'))
        const targets = [...document.querySelectorAll('.touch')]
        const armed = targets.find((node) => node.classList.contains('armed'))
        if (!targets.length) return
        if (armed) clock.breathe()
        const id = (node) => node.dataset.target
        const full = (node) => node.parentElement.querySelectorAll('.piece').length > 2 && id(node) !== 'deck'
        const choice = armed ?? targets.find(full) ?? targets.find((node) => id(node) === 'deck') ?? targets[0]
        choice.click()
    }, 15)
}"""


def finish(*people: Person) -> None:
    """Play until the game is over in every browser."""
    for person in people:
        person.let_play()
    for person in people:
        person.page.wait_for_selector(".verdict")
        person.stop()
