"""People at a site without a server: Python runs in their browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import convert

import luck
from polychrome.cli.site import with_keeper
from polychrome.engine.dice import KeyedDice
from polychrome.offline.calls import Shelved
from polychrome.room.catalogue import by_dice, ours
from polychrome.room.entries import Chance, Moved, decode
from polychrome.room.room import Room
from polychrome.room.thought import Problem, solve
from polychrome.words import catalogue
from web.people import Person

People = Callable[..., Person]
Files = dict[str, bytes]
SCRIPT = Path(__file__).with_name("alone.js").read_text(encoding="utf-8")
LUCKY = Path(__file__).with_name("lucky.js").read_text(encoding="utf-8")
ENDLESS = 5_000  # touches
SHOWN = "location.hash.startsWith('#/t/') && !!document.querySelector('.say')?.innerText"


def named(files: Files, *what: object) -> Files:
    """A site whose tables have a luck with a name."""
    head = f"let LUCK = {luck.number('site', *what) & 0x7FFFFFFF}\n{LUCKY}".encode()
    return with_keeper({**files, "tables.js": head + files["tables.js"]})


def alone(person: Person) -> Person:
    person.context.add_init_script(f"if (location.host) {{\n{SCRIPT}\n}}")
    return person


def begin(fox: Person, game: str, language: str = "en") -> None:
    words = catalogue(language)
    title = words[f"game.{game}"]
    card = fox.page.locator(".games li").filter(has=fox.page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=f"{words['page.play']}: {title}").click()
    fox.until(SHOWN)


def home(fox: Person) -> None:
    fox.page.get_by_role("link", name="All games").click()


def touch(fox: Person) -> bool:
    """Something; not if the game is over."""
    return fox.look(lambda: fox.page.evaluate("hurry()"), "something to touch") != "over"


def play(fox: Person, most: int = ENDLESS) -> None:
    """To the end, or so many touches."""
    for _ in range(most):
        if not touch(fox):
            return
    assert most < ENDLESS, "the game has no end"


def kept_ready(fox: Person) -> None:
    """Everything is on this device."""
    fox.until("!!navigator.serviceWorker.controller")


def by_hand(fox: Person) -> list[str]:
    """What the person has played at the table that is shown."""
    entries = [decode(text) for _, text in fox.page.evaluate("keptTable()")["entries"]]
    return [entry.action for entry in entries if isinstance(entry, Moved) and entry.id is not None]


def as_elsewhere(fox: Person, since: int = 0) -> int:
    """What chance and bots did at the table that is shown, here they do, too: how many lines were compared? Only of the
    entries from this one on."""
    found: dict[str, Any] = fox.page.evaluate("keptTable()")
    header = convert(json.loads(json.dumps(found["table"])), Shelved).header
    room, compared = Room.load(ours(), "", header, [], 0.0), 0
    for number, (at, text) in enumerate(found["entries"]):
        entry = decode(text)
        if number < since:
            pass
        elif isinstance(entry, Chance):
            table = room.playing().table
            assert room.game.text(by_dice(table.state, len(table.log), KeyedDice(header.key))) == entry.action
            compared += 1
        elif isinstance(entry, Moved) and (bot := room.chairs[entry.seat].bot):
            view = room.moves.bot_view(entry.seat)
            seed = room.seed("bot", entry.seat, room.asked[entry.seat].number)
            assert solve(ours(), Problem(room.game.name, view.dump(), entry.seat, bot, seed)).action == entry.action
            compared += 1
        room.apply(at, entry)
    return compared
