"""A seat at a served table: what it is asked, what it sees, and its moves."""

from __future__ import annotations

import asyncio
import json
import secrets
import ssl
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Origin

from polychrome.client.clean import cleaned
from polychrome.client.door import Door
from polychrome.client.heard import well_formed
from polychrome.client.invitation import TABLE, Invitation, Misled
from polychrome.client.jar import Jar
from polychrome.client.pulse import BRISK, HASTY, PULSE, Pulse
from polychrome.client.reach import first
from polychrome.engine.core import NATURE, SPECTATOR, Explained, Message, Refused, State
from polychrome.engine.table import Table
from polychrome.registry import find
from polychrome.room.seen import Seen, to_ask_with
from polychrome.scenes import drawn
from polychrome.scenes.scene import Scene

LARGEST: Final = 1_000_000  # bytes of a frame
UNREAD: Final = 50_000_000  # bytes of messages that nobody has asked for yet
LINES: Final = 100_000  # of a game
HEARD: Final = 20_000  # messages in WAITING_SECONDS; a table of quick bots says some hundreds a second
FIRST_WAIT: Final = 0.2  # seconds before the second attempt to connect; each further one waits twice as long,
LONGEST_WAIT: Final = 10.0  # at most,
GIVE_UP_SECONDS: Final = 300.0  # and after so many in a row we give up
GOODBYE: Final = 1.0  # seconds for a server to answer ours
WAITING_MESSAGES: Final = 80  # that we send
WAITING_SECONDS: Final = 20.0  # in these; the server allows 100
FINAL: Final = {4404: "join.no_table", 4503: "join.damaged"}  # codes after which there is nothing to come back to


class Lost(Explained):
    """The table cannot be reached any more."""


class Question:
    """A seat is asked: play one of `choices`, or whatever else the rules allow."""

    def __init__(self, place: Place, frame: dict[str, Any]) -> None:
        self.place = place
        self.frame = frame
        self.seat: int = frame["viewer"]
        self.number: int = frame["question"]

    @property
    def choices(self) -> list[str]:
        """The actions that can be listed, as texts. Where words are written, there are more."""
        return [choice.action for choice in self.scene().choices]

    def scene(self) -> Scene:
        """The table as this seat sees it, for the renderers of `polychrome.scenes`."""
        return self.place.scene(self.frame)

    async def view(self) -> State:
        """The position as this seat may know it, for `Bot.choose`."""
        return await self.place.view(self.seat)

    async def play(self, action: str) -> None:
        """Play, and wait until it is stored for good. Raises `Refused`, with the server's reason, if it is not allowed.

        If the question is not open any more (a clock has answered it), nothing happens; the next one follows.
        """
        await self.place.play(self, action)


class Place:
    """Somebody at a table. Made by `sit`."""

    def __init__(self, door: Door, table: str, program: bool = False) -> None:
        self.door = door
        self.table = table
        self.program = program  # do we say that a program plays here?
        self.room: dict[str, Any] = {}
        """The last `room` message: game, phase, seats, settings, `you` (our seats)."""
        self.frame: dict[str, Any] | None = None
        """The last `frame` message; None in the lobby."""
        self.told: list[str] = []
        """What we have been told since we sat down, line by line."""
        self.gaps = False  # are there lines that we were not told?
        self.seen: dict[int, Seen] | None = None  # by viewer, what the last frame said; None before we were there
        self.news: asyncio.Queue[dict[str, Any] | Exception] = asyncio.Queue()
        self.sizes: deque[int] = deque()  # of what lies there
        self.unread = 0  # bytes
        self.heard: deque[float] = deque()  # when
        self.answers: dict[str, asyncio.Future[Message | None]] = {}  # by the id of the move
        self.unanswered: dict[str, dict[str, Any]] = {}  # moves to send again after a reconnect
        self.sent: deque[float] = deque()
        self.ws: ClientConnection | None = None
        self.pulse = Pulse(lambda: self.send(t="ping"), self.calm)

    # What happens.

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """Everything the server says, as docs/protocol.md lists it. Lost when the table cannot be reached any more."""
        while True:
            message = await self.news.get()
            if isinstance(message, Exception):
                raise message
            self.unread -= self.sizes.popleft()
            yield message

    async def questions(
        self, told: Callable[[Place, dict[str, Any]], None] = lambda place, message: None
    ) -> AsyncIterator[Question]:
        """Each question to one of our seats, until the game is over; `told` is called with every message meanwhile.

        A program has always looked long enough, and agrees to whatever people agree on.
        """
        asked: tuple[int | None, int | None] = (None, None)
        async for message in self.messages():
            told(self, message)
            if message["t"] == "curtain":
                await self.send(t="curtain", seat=message["seat"])
            if message["t"] != "frame":
                continue
            if message["scene"].get("over"):
                return
            if message.get("look") is not None or message.get("talk") == "ask":
                await self.send(t="ready")
            before, asked = asked, (message["viewer"], message["question"])
            if message["question"] is not None and asked != before:  # the same one comes again when a look is over
                yield Question(self, message)

    # What can be done.

    async def play(self, question: Question, action: str) -> None:
        """Answer a question; `Question.play` does it."""
        await self.act(t="move", seat=question.seat, question=question.number, action=action)

    async def undo(self) -> None:
        """Take back what one of our seats has just done; `Refused` if that cannot be (the frame's `undo` says so)."""
        frame = self.frame or {}
        await self.act(t="undo", seat=frame.get("undo", 0), length=frame.get("length", 0))

    async def act(self, **message: Any) -> None:
        """Say something that is answered, and wait for the answer; `Refused`, with the server's reason, if it is no."""
        name = self.new_id()
        self.answers[name] = asyncio.get_running_loop().create_future()
        self.unanswered[name] = {**message, "id": name}
        try:
            await self.send(**self.unanswered[name])
            reason = await self.answers[name]
        finally:
            self.answers.pop(name, None)
            self.unanswered.pop(name, None)
        if reason is not None:
            raise Refused(reason)

    def new_id(self) -> str:
        """Our own name for a message that is answered."""
        return secrets.token_hex(8)

    async def send(self, **message: Any) -> None:
        """Say something, no faster than the server allows. What a lost connection swallows is gone, except moves."""
        loop = asyncio.get_running_loop()
        while len(self.sent) >= WAITING_MESSAGES and loop.time() - self.sent[0] < WAITING_SECONDS:
            await asyncio.sleep(self.sent[0] + WAITING_SECONDS - loop.time())
        self.sent.append(loop.time())
        if len(self.sent) > WAITING_MESSAGES:
            self.sent.popleft()
        if self.ws is not None:
            with suppress(ConnectionClosed):
                await self.ws.send(json.dumps(message))

    # What is known.

    def scene(self, frame: dict[str, Any]) -> Scene:
        """The table that a frame shows. Lost if it shows none."""
        try:
            scene, viewer = drawn.scene(frame["scene"]), frame["viewer"]
            return replace(scene, viewer=viewer) if isinstance(viewer, int) else scene  # else "you" are an onlooker
        except (ValueError, RecursionError):
            raise self.foreign() from None

    def foreign(self) -> Lost:
        """What we were told is not what a server of ours says."""
        return self.lost("join.strange")

    def lost(self, key: str) -> Lost:
        """Why it is over, by the key of its sentence."""
        return Lost(Message(key, {"server": self.door.base}))

    async def view(self, seat: int) -> State:
        """The position as a seat may know it. Where we were told every line, with all that was seen and covered again;
        in games with secrets the server is asked, and says what lies open now."""
        game = find(self.room["game"])
        if not self.gaps:
            with suppress(Explained, LookupError, ValueError):
                return self.replayed().state.view(seat, recall=True)
        found = await self.door.ask("GET", f"/api/tables/{self.table}/view?seat={seat}")
        state = game.begin(len(self.room["seats"]), self.room["options"])
        try:
            state.load(found["view"])
        except (KeyError, TypeError, ValueError):
            raise self.foreign() from None
        return state

    def replayed(self) -> Table:
        """The game as we were told it."""
        game = find(self.room["game"])
        table = Table(game, len(self.room["seats"]), self.room["options"], None)
        for line in self.told:
            seat, _, words = line.partition(" ")
            actor, text = (NATURE, line) if seat == "*" else (int(seat), words)
            table.play(actor, game.parse(text), trust_external_data=True)
        return table

    # Behind the scenes.

    async def stay(self) -> None:
        """Be connected, again and again, until there is nothing to come back to."""
        loop = asyncio.get_running_loop()
        wait, since = FIRST_WAIT, loop.time()
        while True:
            try:
                async with await first(self.dial) as self.ws:
                    wait = FIRST_WAIT
                    self.seen = self.seen or {}
                    await self.listen(self.ws)
            except (OSError, InvalidHandshake, TimeoutError, ConnectionClosed) as trouble:
                if isinstance(trouble, InvalidStatus) and trouble.response.status_code == 403:
                    self.end(self.lost("join.turned_away"))
                    return
                if isinstance(trouble, ConnectionClosed) and trouble.sent is not None and not trouble.rcvd_then_sent:
                    self.end(
                        self.lost("join.strange")
                    )  # it broke the rules of sockets: a frame too large, letters that are none
                    return
            except Explained as trouble:
                self.end(trouble)
                return
            code = None
            if self.ws is not None:  # we were there a moment ago
                code, since, self.ws = self.ws.close_code, loop.time(), None
            if code in FINAL:
                self.end(self.lost(FINAL[code]))
                return
            if loop.time() - since > GIVE_UP_SECONDS:
                self.end(self.lost("join.unreachable_now"))
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def dial(self) -> ClientConnection:
        """A connection. Its frames are bounded, and its certificate is verified."""
        secure = self.door.base.startswith("https:")
        cookie = {"Cookie": self.door.cookie} if self.door.cookie else {}
        return await connect(
            f"ws{self.door.base.removeprefix('http')}/ws/{self.table}{to_ask_with(self.seen)}",
            origin=Origin(self.door.base),
            additional_headers=cookie,
            ssl=ssl.create_default_context() if secure else None,
            compression=None,
            ping_interval=None,
            proxy=None,  # as for the other requests
            max_size=LARGEST,
            max_queue=64,
            open_timeout=20,
            close_timeout=GOODBYE,
        )

    async def listen(self, ws: ClientConnection) -> None:
        """Hear what is said for as long as we are connected; what was not answered before is said again."""
        for move in list(self.unanswered.values()):  # a repeated id is answered again, never played twice
            await self.send(**move)
        watch = asyncio.create_task(self.pulse.watch(ws))
        try:
            async for text in ws:
                self.hear(text)
                if self.unmarked():
                    await self.send(t="program")
        finally:
            watch.cancel()

    def calm(self) -> float:
        """How many seconds without a word are nothing to worry about."""
        if self.unanswered:
            return HASTY
        return BRISK if self.room.get("phase") == "playing" else PULSE

    def hear(self, text: str | bytes) -> None:
        """Take in a message. Lost if it is none of ours, or if there are more than a table has to say."""
        try:
            message = cleaned(json.loads(text))
        except (ValueError, RecursionError):
            message = None
        if not well_formed(message):
            raise self.foreign()
        self.weigh(len(text))
        self.pulse.hear()
        match message:
            case {"t": "room"}:
                self.room = message
            case {"t": "frame", "told": told, "length": length}:
                self.note(told, length)
                self.frame = message
                self.mark(message)
            case {"t": "ack", "id": str(name)}:
                self.answered(name, None)
            case {"t": "refused", "id": str(name), "reason": [str(key), dict(args)], "stale": bool(stale)}:
                self.answered(name, None if stale else Message(key, args))
            case {"t": "sorry", "reason": ["room.no_programs", dict()]} if self.program:
                raise Misled(Message("room.no_programs", {}))
        self.sizes.append(len(text))
        self.news.put_nowait(message)

    def weigh(self, size: int) -> None:
        """Nobody shall fill our memory, nor keep us busy for ever."""
        now = asyncio.get_running_loop().time()
        while self.heard and now - self.heard[0] >= WAITING_SECONDS:
            self.heard.popleft()
        self.heard.append(now)
        self.unread += size
        if self.unread > UNREAD or len(self.heard) > HEARD or len(self.told) > LINES:
            raise self.lost("join.flood")

    def unmarked(self) -> bool:
        """Does a seat of ours, taken by somebody before us with this cookie, not say yet that a program plays?"""
        match self.room:
            case {"seats": list(seats), "you": list(you)} if self.program:
                return any(seats[seat].get("program") is False for seat in you)
        return False

    def note(self, told: list[str], length: int) -> None:
        """Remember what we are told; what was taken back meanwhile is told anew, or the log is shorter."""
        self.told = [*self.told[: max(0, length - len(told))], *told]
        self.gaps = len(self.told) != length

    def mark(self, frame: dict[str, Any]) -> None:
        """Remember which frames have reached us: others die with their connection, and we ask for what they told."""
        if self.seen is None:
            return
        match {"undone": 0, **frame}:
            case {"viewer": None | int() as viewer, "length": int(length), "undone": int(undone)}:
                self.seen[SPECTATOR if viewer is None else viewer] = Seen(length, undone)

    def answered(self, name: str, reason: Message | None) -> None:
        """Tell whoever waits for the answer to a message of this name: yes, or why not."""
        answer = self.answers.get(name)
        if answer is not None and not answer.done():
            answer.set_result(reason)

    def end(self, trouble: Explained) -> None:
        """It is over: tell whoever waits for an answer, and whoever asks for news."""
        for answer in self.answers.values():
            if not answer.done():
                answer.set_exception(trouble)
        self.news.put_nowait(trouble)


@asynccontextmanager
async def sit(invitation: str | Invitation, jar: Jar | None = None, program: bool = False) -> AsyncIterator[Place]:
    """Sit down at a table by its invitation, `https://server/t/ID#SECRET`, or `https://server#CODE`.

    Whoever sits there already (the cookie in the jar says so) comes back without the secret; anybody else looks on.
    Raises `Misled`, with the server's reason, if the invitation is not good. Leaving the block keeps the seat;
    `place.send(t="leave", seat=…)` gives it up.

    Whoever lets a bot play says so by `program=True`: everybody at the table sees it then. Where the host wants no bots
    from elsewhere, this raises `Misled`, too.
    """
    where = Invitation.read(invitation) if isinstance(invitation, str) else invitation
    door = Door(where.base, jar or Jar())
    table = await joined(door, where, program) if where.secret or where.code else where.table
    place = Place(door, table, program)
    staying = asyncio.create_task(place.stay())
    try:
        yield place
    finally:
        staying.cancel()
        with suppress(asyncio.CancelledError):
            await staying


async def joined(door: Door, where: Invitation, program: bool) -> str:
    """Take a seat by a secret or a code; the table."""
    wish = {"code": where.code} if where.code else {"table": where.table, "secret": where.secret}
    match await door.ask("POST", "/api/join", {**wish, "program": program}):
        case {"table": str(table)} if TABLE.fullmatch(f"/t/{table}"):
            return table
    raise Misled(Message("join.foreign", {"server": where.base, "status": 200}))
