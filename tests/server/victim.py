"""A server in a process of its own, that can be killed and started again on the same port."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from patience import PATIENCE
from polychrome.room.entries import Entry
from polychrome.room.room import Room
from polychrome.server import lobby
from polychrome.server.run import Options, run
from polychrome.server.sqlite import SqliteStore, Work
from polychrome.server.store import Write
from ports import own_port
from server.house import DATABASES, be_patient, luck_named

Life = Callable[[Options, int, Connection], None]  # which of its lives this is, and whom to tell the address


def live(options: Options, life: int, tell: Connection) -> None:
    be_patient()
    with luck_named("victim", options.data and options.data.name, life):  # several may share a database
        run(options, lambda where: tell.send(where.local))


def live_hastily(options: Options, life: int, tell: Connection) -> None:
    """A server with the mistake that the kills must find: it answers first, and stores when the next step comes."""

    put, late = SqliteStore.put, list[Write]()

    def put_off(self: SqliteStore, work: Work, then: Callable[[object], None]) -> None:
        if not isinstance(work, Write) or work.tables or not work.rows:  # without a table everybody would stop
            put(self, work, then)
            return
        while late:
            put(self, late.pop(), lambda _: None)
        late.append(work)
        then(None)

    SqliteStore.put = put_off  # type: ignore[method-assign]
    live(options, life, tell)


def live_forgetfully(options: Options, life: int, tell: Connection) -> None:
    """As it was: at a table where nothing has been played, nobody is asked after a restart."""
    lobby.Room = ForgetsToAsk  # type: ignore[misc]
    live(options, life, tell)


class ForgetsToAsk(Room):
    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay(entries)
        if self.play is not None and not self.play.table.log:
            self.play.asked = {}


class Victim:
    def __init__(self, folder: Path, target: Life = live) -> None:
        self.folder = folder
        self.target = target
        self.port = own_port()
        self.lives = 0
        self.address = ""
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(["polychrome.server.run", "polychrome.server.app", "uvloop"])
        self.process: ForkServerProcess | None = None

    def start(self) -> None:
        self.lives += 1
        here, there = self.context.Pipe(duplex=False)
        given = (Options(port=self.port, data=self.folder, store=DATABASES.get(self.folder)), self.lives, there)
        self.process = self.context.Process(target=self.target, args=given, daemon=True)
        self.process.start()
        there.close()
        assert here.poll(PATIENCE), "the server did not start"
        self.address = here.recv()
        here.close()

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int | None:
        assert self.process is not None
        assert self.process.pid is not None
        os.kill(self.process.pid, how)
        self.process.join(PATIENCE)
        code = self.process.exitcode
        self.process.close()
        return code
