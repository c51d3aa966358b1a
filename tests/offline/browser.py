"""A browser without a browser: it keeps entries in a dictionary, and does the commands of its tables."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Callable
from copy import deepcopy
from itertools import count
from typing import Any

from msgspec.json import Decoder, decode, encode

from luck import number
from polychrome.offline.calls import (
    Answer,
    Ask,
    Awake,
    BotsDied,
    Call,
    Calls,
    Close,
    Commands,
    Connect,
    Done,
    Fetch,
    Fetched,
    Halt,
    HangUp,
    Hear,
    Keep,
    Round,
    Send,
    Shelved,
    Think,
    Thought,
    TimeCame,
    Trouble,
    Wake,
)
from polychrome.offline.device import HERE, Device
from polychrome.room.catalogue import Catalogue
from polychrome.room.thought import Solution, answer

CALL: Decoder[Calls] = Decoder(Calls)
ENDLESS = 3_000  # messages of one game
BEGUN = 1_800_000_000.0  # what the clock shows as 0


class Shelf:
    """What lasts, as a database of the browser would keep it."""

    def __init__(self) -> None:
        self.tables: dict[str, bytes] = {}
        self.entries: dict[str, list[tuple[int, str]]] = {}

    def keep(self, command: Keep) -> bool:
        """All of it or nothing: was there no conflict?"""
        coming: dict[str, list[tuple[int, str]]] = {}
        for kept in command.entries:
            own = coming.setdefault(kept.table, [])
            if kept.number != len(self.entries.get(kept.table, [])) + len(own):
                return False
            own.append((kept.at, kept.entry))
        for table, own in coming.items():
            self.entries.setdefault(table, []).extend(own)
        for shelved in command.tables:
            self.tables[shelved.id] = encode(shelved)
        return True

    def shelved(self) -> list[Shelved]:
        return [decode(text, type=Shelved) for text in self.tables.values()]


class Tab:
    """A page of it: everything goes through text, as between a page and its worker."""

    def __init__(self, box: Catalogue, shelf: Shelf | None = None, now: float = 0.0, **who: str) -> None:
        self.box = box
        self.shelf = Shelf() if shelf is None else shelf
        self.who = who
        self.now = now
        self.due: float | None = None
        self.heard: dict[int, list[str]] = {}
        self.closed: dict[int, int] = {}
        self.answers: dict[int, Answer] = {}
        self.halted = 0  # interpreters of bots that were ended
        self.holding: tuple[type[Commands], ...] = ()  # commands of these kinds are not done for the moment
        self.held: list[Keep | Think] = []
        self.full: str | None = None  # why nothing can be kept
        self.dead = False  # does the interpreter of bots give up?
        self.starting = 0.0  # seconds that it needs to start
        self.wakes_at: float | None = None
        self.seconds = 0.0  # that they seem to think
        self.commands: deque[Commands] = deque()
        self.numbers = count(1)
        self.device = Device(box, self.shelf.shelved(), BEGUN, **who)

    def restarted(self) -> Tab:
        """The same browser after a crash: what is kept is there, and nothing else."""
        return Tab(self.box, deepcopy(self.shelf), self.now, **self.who)

    # Calls.

    def call(self, call: Call) -> None:
        self.commands.extend(self.take(call))
        while self.commands:
            self.commands.extend(self.do(self.commands.popleft()))

    def take(self, call: Call) -> list[Commands]:
        found = self.device.take(CALL.decode(encode(call)), self.now)
        done = decode(encode(found), type=Round)
        self.due = done.next
        return done.commands

    def do(self, command: Commands) -> list[Commands]:
        match command:
            case Send(socket, text):
                self.heard[socket].append(text)
            case Close(socket, code):
                self.closed[socket] = code
            case Answer(request):
                self.answers[request] = command
            case Fetch(table):
                found = self.shelf.tables.get(table)
                shelved = None if found is None else decode(found, type=Shelved)
                return self.take(Fetched(table, shelved, self.shelf.entries.get(table, [])))
            case Wake():
                assert self.wakes_at is None, "the one before starts still"
                if self.dead:
                    return self.take(BotsDied())
                if not self.starting:
                    return self.take(Awake())
                self.wakes_at = self.now + self.starting
            case Halt():
                self.halted += 1
                self.wakes_at = None
            case Trouble(text):
                raise AssertionError(text)
            case _:
                if not isinstance(command, self.holding):
                    return self.finish(command)
                self.held.append(command)
        return []

    def finish(self, command: Keep | Think) -> list[Commands]:
        if isinstance(command, Keep):
            if self.full is not None:
                return self.take(Done(command.number, self.full))
            return self.take(Done(command.number, conflict=not self.shelf.keep(command)))
        if self.dead:
            return self.take(BotsDied())
        solution = decode(answer(self.box, command.problem), type=Solution)
        return self.take(Thought(command.number, solution, self.seconds))

    def release(self) -> None:
        """Do what was held, and hold no more."""
        held, self.held, self.holding = self.held, [], ()
        for command in held:
            self.commands.extend(self.finish(command))
            while self.commands:
                self.commands.extend(self.do(self.commands.popleft()))

    def wait(self, seconds: float | None = None) -> bool:
        """Let time pass; without a number, until something is due. Was there anything?"""
        if seconds is None:
            at = self.next()
            if at is None:
                return False
            self.now = max(self.now, at)
            if at == self.wakes_at:
                self.wakes_at = None
                self.call(Awake())
            else:
                self.call(TimeCame())
            return True
        until = self.now + seconds
        while (at := self.next()) is not None and at <= until:
            self.wait()
        self.now = until
        return True

    def next(self) -> float | None:
        return min((at for at in (self.due, self.wakes_at) if at is not None), default=None)

    # As a page.

    def ask(self, method: str, path: str, content: Any = None) -> Answer:
        """The answer to a request, which must be there now."""
        return self.answers[self.begin_to_ask(method, path, content)]

    def begin_to_ask(self, method: str, path: str, content: Any = None) -> int:
        request = next(self.numbers)
        self.call(Ask(request, method, path, "" if content is None else json.dumps(content)))
        return request

    def get(self, path: str) -> Any:
        found = self.ask("GET", path)
        assert found.status == 200, found
        return json.loads(found.text)

    def create(self, game: str, seats: int, fill: str | None = None, **options: Any) -> str:
        found = self.ask("POST", "/api/tables", {"game": game, "seats": seats, "options": options, "fill": fill})
        assert found.status == 200, found
        return str(json.loads(found.text)["table"])

    def open(self, table: str, query: str = "") -> Place:
        return Place(self, table, query)


class Place:
    """A page that looks at a table, and plays by messages."""

    def __init__(self, tab: Tab, table: str, query: str = "") -> None:
        self.tab = tab
        self.table = table
        self.socket = next(tab.numbers)
        self.texts: list[str] = []
        self.frames: dict[int | None, dict[str, Any]] = {}  # by viewer
        tab.heard[self.socket] = self.texts
        tab.call(Connect(self.socket, table, query))

    def say(self, **message: Any) -> None:
        self.tab.call(Hear(self.socket, json.dumps(message)))

    def hang_up(self) -> None:
        self.tab.call(HangUp(self.socket))

    def messages(self, kind: str) -> list[dict[str, Any]]:
        found = [json.loads(text) for text in self.texts]
        return [message for message in found if message["t"] == kind]

    def last(self, kind: str) -> dict[str, Any]:
        return self.messages(kind)[-1]

    def now(self) -> dict[str, Any] | None:
        """What was shown last: a frame or a curtain."""
        return next((m for text in reversed(self.texts) if (m := json.loads(text))["t"] in ("frame", "curtain")), None)

    def seen(self) -> str:
        frames = {frame["viewer"]: frame for frame in self.messages("frame")}
        shown = (f"{json.dumps(v)}.{f['length']}.{f.get('undone', 0)}" for v, f in frames.items())
        return f"seen={','.join(shown)}"


Watch = Callable[[Place], Place]
Sender = Callable[[Place, dict[str, Any]], Place]


def unwatched(place: Place) -> Place:
    return place


def send(place: Place, message: dict[str, Any]) -> Place:
    place.say(**message)
    return place


def play(
    place: Place, whims: random.Random, watch: Watch = unwatched, send: Sender = send, most: int | None = None
) -> Place:
    """Play to the end, or so many messages. `watch` looks at the table before each, and `send` sends a move; both may
    come back with another page."""
    for at in range(most or ENDLESS):
        place = watch(place)
        shown = place.now()
        assert shown is not None
        if shown["t"] == "curtain":
            place.say(t="curtain", seat=shown["seat"])
        elif shown["scene"].get("over"):
            return place
        elif "look" in shown or shown.get("talk") == "ask":
            place.say(t="ready")
        elif shown["question"] is not None:
            action = whims.choice(shown["scene"]["choices"])["action"]
            name, asked = f"m{at}", {"seat": shown["viewer"], "question": shown["question"]}
            place = send(place, {"t": "move", "id": name, "action": action, **asked})
            answers = [json.loads(text) for text in place.texts if f'"{name}"' in text]
            assert [answer["t"] for answer in answers] == ["ack"], answers
        else:
            assert place.tab.wait(), "nobody is asked, and nothing will happen"
    assert most, "the game has no end"
    return place


def whims(*what: object) -> random.Random:
    return random.Random(number(*what))


__all__ = ["BEGUN", "HERE", "Place", "Shelf", "Tab", "Watch", "play", "whims"]
