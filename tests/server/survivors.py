"""People who play every game of the box while servers are killed: each comes back after every break, sends again what
was not answered, and knows for sure what was.

A kill happens in a moment that has a name: somebody who gets there waits, and with it the table, until it is over.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import signal
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from luck import NAME
from patience import PATIENCE, glance, soon
from polychrome.engine.core import Game
from polychrome.registry import GAMES
from server.house import Haste, Heard, Page, Talk, everyone
from server.kept import kept_moves
from server.victim import Life, Victim, live

T = TypeVar("T")
Tell = Callable[[str], None]  # conftest.py
BREAKS = (OSError, EOFError, ConnectionClosed, InvalidHandshake, TimeoutError, asyncio.IncompleteReadError, IndexError)

# Moments.
LOBBY: Final = "in a lobby"
FIRST: Final = "before the first move"
SENT: Final = "when a move is under way"
ACKED: Final = "when a move has just been acknowledged"
LOOK: Final = "while all look"
VOTE: Final = "before a vote"
CHALLENGE: Final = "before a challenge is answered"

TIMELESS: Final = {"look": 0, "memorise": 0, "challenge": 0, "write": 0}  # all wait for people, and for no clock
OPTIONS: Final[dict[str, dict[str, Any]]] = {"color_words": {"word_check": "vote"}}
BREATH: Final = 8  # moves
LATER: Final = ("server.away", "server.unstored", "server.moment")  # nothing has changed, and it may be tried again
ALERT: Final = 0.5  # seconds: as the page (web/src/link.ts), people ask for an answer, and wait so long for it,
SWIFT: Final = 0.4  # so long for a connection to be opened, at the first
QUICK: Final = 8  # tries, then half as long again each time,
CALM: Final = 30.0  # and at last: all may be only slow
WORD: Final = "submit CHAT A1 RRR"  # if it is the first, it can be written


class Kill(NamedTuple):
    game: str
    moment: str


class Reaper:
    """Waits for a moment, and lets those who got there wait for the end of it."""

    def __init__(self) -> None:
        self.wanted: Kill | None = None
        self.reached = asyncio.Event()
        self.over = asyncio.Event()

    def await_(self, kill: Kill) -> None:
        self.wanted = kill
        self.reached.clear()
        self.over.clear()

    async def at(self, game: str, *moments: str) -> None:
        if self.wanted is not None and self.wanted.game == game and self.wanted.moment in moments:
            self.wanted = None
            self.reached.set()
            await self.over.wait()

    async def breathe(self, game: str, moves: int) -> None:
        """Whoever has played enough since the last kill waits until those get there for whom the next one waits."""
        if self.wanted is not None and self.wanted.game != game and moves >= BREATH:
            await self.reached.wait()


class Journal(NamedTuple):
    """What is known for sure."""

    acked: list[tuple[str, str]]  # table and move
    tried: set[tuple[str, str]]


def patience(tries: int) -> float:
    """Seconds that a try is given."""
    return min(CALM, SWIFT * 1.5 ** max(0, tries - QUICK))


async def steadily(step: Callable[[], Awaitable[T]]) -> T:
    """Again after every break."""
    while True:
        with suppress(*BREAKS):
            return await step()
        await glance()


async def promptly(step: Callable[[Haste], Awaitable[T]]) -> T:
    """Again after every break, and where nobody answers: what is asked like this does nothing twice."""
    waits = map(patience, itertools.count(1))

    async def a_while() -> T:
        wait = next(waits)
        return await step(Haste(wait, max(wait, ALERT)))

    return await steadily(a_while)


async def posted(page: Page, path: str, wish: Heard, name: str, haste: Haste) -> str:
    """The table that comes of it, however often it is asked for by the same name."""
    async with asyncio.timeout(haste.door):
        answer = await page.post(path, wish, name=name)
    if answer.status in (428, 502, 503):  # not now: we were nobody, or nobody is there, or nothing can be kept
        raise ConnectionError
    assert answer.status == 200, answer
    return str(answer.json()["table"])


class Person:
    """One seat, one browser."""

    def __init__(self, company: Company, seat: int, address: str) -> None:
        self.company = company
        self.seat = seat
        self.page = Page(address)
        self.whims = random.Random(f"{NAME} {company.name} {seat}")
        self.number = 0
        self.pending: Heard | None = None
        self.again = False  # it was sent more than once; meanwhile somebody may have taken back what it answered
        self.frame: Heard | None = None  # as last seen since the last break
        self.wordless = -1  # the question to which the word was no answer
        self.tries = 0  # since a word was heard
        self.alert = ALERT

    async def play(self) -> None:
        table = ""
        while self.company.stays():
            if self.company.table != table:  # the page has a new connection for each, and nothing to go by
                table, self.tries, self.alert = self.company.table, 0, ALERT
            self.frame = None
            self.tries += 1
            haste = Haste(patience(self.tries), self.alert)
            with suppress(*BREAKS):
                async with self.page.socket(self.company.table, haste=haste) as talk:
                    try:
                        await self.sit(talk, talk.table)  # the others may have gone on while it was being reached
                    except BREAKS:  # not where one game was over, and the next one is at another table
                        self.alert = min(CALM, 2 * self.alert)  # it may have been only slow
                        raise
            await glance()

    def heard(self, talk: Talk) -> None:
        self.tries = 0
        if talk.ws.latency:  # a ping has been answered
            self.alert = max(ALERT, min(CALM, 3 * talk.ws.latency))
            talk.ws.ping_timeout = self.alert

    async def sit(self, talk: Talk, table: str) -> None:
        """Until the table is left; a break ends it as well."""
        if self.pending is not None:
            self.again = True
            await talk.send(**self.pending)
        while self.company.stays() and self.company.table == table:
            message = await talk.hear()
            self.heard(talk)
            match message["t"]:
                case "frame":
                    self.frame = message
                    self.company.look_for_ice()
                    await self.answer(talk, message)
                case "ack":
                    await self.acknowledged(talk, message)
                case "refused":
                    await self.refused(talk, message)
                case "moved":
                    self.company.table = message["table"]
                case "sorry" if message["reason"][0] in LATER:
                    await glance()
                    if self.frame is not None:
                        await self.answer(talk, self.frame)

    async def answer(self, talk: Talk, frame: Heard) -> None:
        if frame["scene"].get("over"):
            await talk.send(t="rematch")
            return
        actions = [choice["action"] for choice in frame["scene"].get("choices", ())]
        game = self.company.game.name
        if "look" in frame:
            await self.company.reaper.at(game, LOOK)
            await talk.send(t="ready")
        elif frame.get("talk") == "ask":
            await talk.send(t="ready")
        if self.pending is not None:
            return
        if frame.get("undo") == self.seat and self.whims.random() < 0.1:
            await self.say(talk, t="undo", length=frame["length"])
        elif (question := frame["question"]) is not None:
            if any(action.startswith("vote ") for action in actions):
                await self.company.reaper.at(game, VOTE)
            if "challenge" in actions:
                await self.company.reaper.at(game, CHALLENGE)
            writing = frame["scene"].get("composer") and self.wordless != question
            action = WORD if writing else self.whims.choice(actions)
            await self.company.reaper.breathe(game, self.company.moves - self.company.rested)
            await self.say(talk, t="move", question=question, action=action)

    async def say(self, talk: Talk, **message: Any) -> None:
        self.number += 1
        self.again = False
        self.pending = {**message, "seat": self.seat, "id": f"{self.company.number}p{self.seat}n{self.number}"}
        self.company.journal.tried.add((self.company.table, self.pending["id"]))
        await talk.send(**self.pending)
        await self.company.reaper.at(self.company.game.name, SENT)

    async def acknowledged(self, talk: Talk, message: Heard) -> None:
        assert self.pending is not None
        assert message["id"] == self.pending["id"], message
        self.company.journal.acked.append((talk.table, message["id"]))
        self.company.moves += 1
        self.company.went_on()
        question, self.pending = self.pending.get("question"), None
        await self.company.reaper.at(self.company.game.name, ACKED)
        if self.frame is not None and self.frame["question"] not in (None, question):
            await self.answer(talk, self.frame)  # it had been played before the break: nothing new will come

    async def refused(self, talk: Talk, message: Heard) -> None:
        assert self.pending is not None
        assert message["id"] == self.pending["id"], message
        if message["reason"][0] in LATER:
            self.again = True
            await glance()
            await talk.send(**self.pending)
            return
        pending, self.pending = self.pending, None
        if not message["stale"]:  # a frame follows whatever is stale
            assert pending.get("action") == WORD or self.again, (pending, message)
            if pending.get("action") == WORD:
                self.wordless = pending["question"]
            if self.frame is not None:  # else it comes
                await self.answer(talk, self.frame)


class Company:
    """The people of one game. When it is over they play the next one; asked to, they begin anew in a lobby."""

    def __init__(self, number: int, game: Game, address: str, reaper: Reaper, journal: Journal) -> None:
        self.number = number
        self.opened = 0
        self.game = game
        self.name = f"{game.name} {number}"
        self.reaper = reaper
        self.journal = journal
        self.people = [Person(self, seat, address) for seat in range(max(2, game.fewest))]
        self.table = ""
        self.moves = 0
        self.rested = 0  # moves before the last kill
        self.anew = False
        self.stop = False
        self.opening = self.was_opening = False  # now, and when a server was killed
        self.since: float | None = None  # when that was, if nothing has been acknowledged after it
        self.pauses: list[tuple[float, str]] = []  # seconds, and what we were doing

    def went_on(self) -> None:
        if self.since is not None:
            doing = f"{self.name}, {'sitting down' if self.was_opening else 'playing'}"
            self.pauses.append((monotonic() - self.since, doing))  # subject: told to people, never judged
            self.since = None

    def stays(self) -> bool:
        return not self.stop and not self.anew

    async def live(self) -> None:
        while not self.stop:
            self.anew = False
            for person in self.people:
                person.pending = None
            self.opening = True
            await self.open()
            self.opening = False
            await everyone(*(person.play() for person in self.people))

    async def open(self) -> None:
        host, *others = self.people
        options = OPTIONS.get(self.game.name, {})
        wanted = {"game": self.game.name, "seats": len(self.people), "options": options}
        self.opened += 1
        name = f"table{self.opened}"
        self.table = await promptly(partial(posted, host.page, "/api/tables", wanted, name))
        for person in others:
            await self.reaper.at(self.game.name, LOBBY)
            secret = (await promptly(self.room))["invite"].partition("#")[2]
            wish = {"table": self.table, "secret": secret}
            await promptly(partial(posted, person.page, "/api/join", wish, name))
        await self.reaper.at(self.game.name, LOBBY)
        kinds = [seat["kind"] for seat in (await promptly(self.room))["seats"]]
        assert kinds == ["person"] * len(self.people), f"{self.name}: a lobby has lost somebody"
        await promptly(self.begin)
        await self.reaper.at(self.game.name, FIRST)

    async def room(self, haste: Haste) -> Heard:
        async with self.people[0].page.socket(self.table, haste=haste) as talk:
            return await talk.until("room")

    async def begin(self, haste: Haste) -> None:
        async with self.people[0].page.socket(self.table, haste=haste) as talk:
            if (await talk.until("room"))["phase"] == "lobby":
                await talk.send(t="settings", **TIMELESS)
                await talk.send(t="begin")
            await talk.until("frame")

    def look_for_ice(self) -> None:
        """Nobody is asked, nobody looks, nothing is under way: this table would wait for ever."""
        frames = [person.frame for person in self.people]
        if None in frames or any(person.pending is not None for person in self.people):
            return
        seen = [frame for frame in frames if frame is not None]
        if len({frame["length"] for frame in seen}) > 1:  # somebody will be told more
            return
        going = [f["scene"].get("over") or f["question"] is not None or "look" in f or f.get("talk") for f in seen]
        assert any(going), f"{self.name}: the table is frozen after {seen[0]['length']} lines"


class Survived(NamedTuple):
    acked: int
    tried: int
    tables: int
    pauses: list[tuple[float, str]]  # seconds without an acknowledgement after a kill, and where; by length

    def __str__(self) -> str:
        (p50, _), (p99, _), (longest, where) = (self.pauses[int(p * (len(self.pauses) - 1))] for p in (0.5, 0.99, 1))
        pauses = f"{len(self.pauses)} pauses: p50 {p50:.1f} s, p99 {p99:.1f} s, longest {longest:.1f} s ({where})"
        played = f"{self.acked} acknowledged moves of {self.tried} at {self.tables} tables"
        return f"{played}, {pauses}, 0 lost, 0 twice, 0 frozen"


class Mortals(Protocol):
    """One server or several, and what happens to them."""

    address: str  # for people
    folder: Path  # where they keep what was played

    async def start(self) -> None: ...

    async def strike(self) -> None:
        """After this all tables must go on."""

    async def recover(self) -> None:
        """They have gone on: back to what it was before."""

    async def end(self) -> None: ...


class Alone:
    """One server, which is killed and started again."""

    def __init__(self, folder: Path, target: Life = live) -> None:
        self.folder = folder
        self.victim = Victim(folder, target)
        self.address = ""

    async def start(self) -> None:
        await asyncio.to_thread(self.victim.start)
        self.address = self.victim.address

    async def strike(self) -> None:
        await asyncio.to_thread(self.victim.kill)
        await asyncio.to_thread(self.victim.start)

    async def recover(self) -> None:
        """It has."""

    async def end(self) -> None:
        assert await asyncio.to_thread(self.victim.kill, signal.SIGTERM) == 0


async def survive(mortals: Mortals, kills: Iterable[Kill], games: Iterable[Game] = GAMES, luck: object = 0) -> Survived:
    """Strike at each of these moments, while all games are played; after each all tables must go on."""
    whims = random.Random(f"{NAME} kills {luck}")
    await mortals.start()
    reaper, journal = Reaper(), Journal([], set())
    companies = [Company(number, game, mortals.address, reaper, journal) for number, game in enumerate(games)]
    living = [asyncio.create_task(company.live()) for company in companies]

    def troubled() -> bool:
        """Has anybody given up? Says why."""
        for task in living:
            if task.done():
                task.result()
        return False

    async def all_go_on(before: list[int]) -> None:
        def went_on() -> bool:
            return troubled() or all(c.moves > moves for c, moves in zip(companies, before, strict=True))

        try:
            await asyncio.wait_for(soon(went_on), PATIENCE)
        except TimeoutError:
            still = [c.name for c, moves in zip(companies, before, strict=True) if c.moves == moves]
            raise AssertionError(f"these did not go on: {still}") from None

    try:
        await all_go_on([0] * len(companies))
        for kill in kills:
            reaper.await_(kill)
            for company in companies:
                company.rested = company.moves
            if kill.moment in (LOBBY, FIRST):
                for company in companies:
                    company.anew = company.anew or company.game.name == kill.game
            await soon(lambda: troubled() or reaper.reached.is_set())
            for _ in range(whims.randrange(40)):  # the others go on for a little, and so may what is under way
                await asyncio.sleep(0)
            before = [company.moves for company in companies]
            now = monotonic()  # subject: as above
            for company in companies:
                company.since, company.was_opening = now, company.opening
            await mortals.strike()
            reaper.over.set()
            await all_go_on(before)
            await mortals.recover()
    finally:
        for company in companies:
            company.stop = True
        for task in living:  # a cancelled one may take that for a broken connection, and look whether it should go on
            task.cancel()
        await asyncio.wait(living)
        await mortals.end()
    found = await kept_moves(mortals.folder)
    assert len(found) == len(set(found)), "a move was played twice"
    lost = set(journal.acked) - set(found)
    assert not lost, f"{len(lost)} acknowledged moves are lost: {sorted(lost)[:5]}"
    assert set(found) <= journal.tried, "a move was invented"
    pauses = sorted(pause for company in companies for pause in company.pauses)
    return Survived(len(set(journal.acked)), len(journal.tried), len({table for table, _ in journal.tried}), pauses)


LOOKED_AT: Final = ("ronde", "trio", "arc_en_ciel", "rondo", "blackout", "les_aveugles", "a_l_aveuglette")
EVERY_KILL: Final = [
    *(Kill(game.name, moment) for moment in (ACKED, LOBBY, FIRST, SENT) for game in GAMES),
    *(Kill(name, LOOK) for name in LOOKED_AT),
    Kill("color_words", VOTE),
    Kill("les_aveugles", CHALLENGE),
    Kill("a_l_aveuglette", CHALLENGE),
]
A_FEW: Final = [  # every game, every moment
    Kill("colorio", FIRST),
    Kill("color_words", VOTE),
    Kill("les_aveugles", CHALLENGE),
    Kill("blackout", LOOK),
    Kill("chromino", SENT),
    Kill("coloretto", ACKED),
    Kill("ronde", LOOK),
    Kill("trio", LOBBY),
    Kill("arc_en_ciel", FIRST),
    Kill("rondo", SENT),
    Kill("a_l_aveuglette", CHALLENGE),
    Kill("color_words", FIRST),
]
