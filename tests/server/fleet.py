"""Three servers on one database behind a proxy that sends people anywhere; one of them, or the database, is struck."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from luck import NAME
from patience import glance
from server.balancer import Balancer, at, at_file
from server.house import DATABASES, Page
from server.postgres import Cluster
from server.victim import Victim

SERVERS = 3
KILL = (signal.SIGKILL,)


class Fleet:
    """A server is ended in one of these ways; the others go on with its tables, and it comes back when they do."""

    def __init__(self, folder: Path, database: str, ways: Sequence[signal.Signals] = KILL, luck: object = 0) -> None:
        self.folder = folder
        self.ways = cycle(ways)
        DATABASES[folder] = database
        self.victims = [Victim(folder / str(number)) for number in range(SERVERS)]
        DATABASES.update({victim.folder: database for victim in self.victims})
        self.whims = random.Random(f"{NAME} fleet {luck}")
        self.proxy = Balancer(lambda: [at("127.0.0.1", victim.port) for victim in self.victims])
        self.address = ""
        self.struck: Victim | None = None

    async def start(self) -> None:
        for victim in self.victims:
            await asyncio.to_thread(victim.start)
        await self.proxy.start()
        self.address = f"http://127.0.0.1:{self.proxy.port}"

    async def strike(self) -> None:
        self.struck, how = self.whims.choice(self.victims), next(self.ways)
        code = await asyncio.to_thread(self.struck.kill, how)
        assert code == (0 if how == signal.SIGTERM else -how)

    async def recover(self) -> None:
        if self.struck is not None:
            await asyncio.to_thread(self.struck.start)
            self.struck = None

    async def end(self) -> None:
        await self.recover()
        await self.proxy.stop()
        for victim in self.victims:
            assert await asyncio.to_thread(victim.kill, signal.SIGTERM) == 0


class Sleepers(Fleet):
    """A server stands still for far longer than its lease, and goes on as if nothing had happened."""

    seconds = 30.0

    async def strike(self) -> None:
        self.struck = self.whims.choice(self.victims)
        self.signal(signal.SIGSTOP)
        self.awakes = asyncio.get_running_loop().time() + self.seconds

    async def recover(self) -> None:
        if self.struck is not None:
            await asyncio.sleep(self.awakes - asyncio.get_running_loop().time())  # subject: others have its tables
            self.signal(signal.SIGCONT)
            self.struck = None

    def signal(self, number: signal.Signals) -> None:
        assert self.struck is not None
        process = self.struck.process
        assert process is not None
        assert process.pid is not None
        os.kill(process.pid, number)


class Restarted(Fleet):
    """Their database stops and starts again."""

    def __init__(self, folder: Path, cluster: Cluster, luck: object = 0) -> None:
        super().__init__(folder, cluster.url("postgres"), luck=luck)
        self.cluster = cluster
        self.hows = cycle(("fast", "immediate"))

    async def strike(self) -> None:
        await asyncio.to_thread(self.cluster.stop, next(self.hows))
        await asyncio.to_thread(self.cluster.start)


class CutOff(Fleet):
    """The line to their database is cut until all have noticed, and mended."""

    def __init__(self, folder: Path, cluster: Cluster, luck: object = 0) -> None:
        self.line = Balancer(lambda: [at_file(str(cluster.folder / ".s.PGSQL.5432"))])
        super().__init__(folder, cluster.url("postgres"), luck=luck)

    async def start(self) -> None:
        await self.line.start()
        for victim in self.victims:
            DATABASES[victim.folder] = f"postgresql://app@127.0.0.1:{self.line.port}/postgres"
        await super().start()

    async def strike(self) -> None:
        self.line.cut()
        for victim in self.victims:
            page = Page(victim.address)
            while (ready := await page.get("/readyz")).status == 200:
                await glance()
            assert ready.body.startswith(b"away: ")
            assert (await page.get("/healthz")).status == 200  # it is alive, and a restart would not help
        self.line.mend()

    async def end(self) -> None:
        await super().end()
        await self.line.stop()
