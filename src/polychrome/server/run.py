"""From options to a running server: the folder, the port, the signals, and the words at the start."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Sized
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, cast
from urllib.parse import urlsplit

import uvicorn

from polychrome.bots import enlist
from polychrome.engine.core import Explained, Message
from polychrome.folders import data_folder
from polychrome.lexicon.shelf import hand_over
from polychrome.room.catalogue import named
from polychrome.room.wire import MESSAGE_BYTES
from polychrome.server import journal, static
from polychrome.server.app import Server
from polychrome.server.bot_pool import OURS, BotPool
from polychrome.server.health import plain
from polychrome.server.http_connection import HttpConnection
from polychrome.server.internal import InternalApp
from polychrome.server.limits import DOOR, PROXY
from polychrome.server.lobby import Lobby
from polychrome.server.log_names import share
from polychrome.server.metrics import shown
from polychrome.server.postgres import PostgresStore
from polychrome.server.relay import Relays, place_of
from polychrome.server.security import Doors
from polychrome.server.sqlite import FILE, SqliteStore, sole
from polychrome.server.store import Store
from polychrome.server.visitors import VISIT_SECONDS, Visitors
from polychrome.server.websocket import WebSocketProtocol

PORT: Final = 7777
HOME: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
ALONE: Final = f"{HOME}:0"  # for servers on one machine
SWITCH: Final = 0.001  # seconds; the writer's thread must not wait long for the interpreter
LEAVE: Final = 5  # seconds that open requests have when the server stops
HAND_OVER: Final = 15.0  # seconds for all tables to be handed over
FILES: Final = (65_536, 10_240)  # that we would like to have open, sockets above all; some systems give less
RUSH: Final = 128  # connections that come in at once; the others wait with the system, and the tables go on meanwhile


class Unstartable(Explained):
    """The server cannot run like this; one sentence says why."""


class Options(NamedTuple):
    host: str = HOME
    port: int = PORT
    data: Path | None = None
    public_url: str | None = None
    days: int = 30  # that finished games are kept
    catalogue: str = OURS
    workers: int | None = None
    bots: tuple[str, ...] = ()  # of whoever runs the server, `module:Class` or entry points
    store: str | None = None  # a database that several servers share; none: a file in `data`
    relay: str = ALONE  # where the other servers of a database reach this one, and it listens to them
    metrics: str | None = None  # where figures are shown to Prometheus: a port of this machine, or HOST:PORT
    json: bool = False  # the log, as lines of it
    site: Path | None = None  # written by `polychrome site`: what is played when this server is gone


class Started(NamedTuple):
    """Where to find a server that has just started."""

    local: str  # for the browser on this machine
    base: str  # of invitations
    reachable: bool  # from other machines


def bind(host: str, port: int) -> socket.socket:
    """A port of our own, or a sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    place = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind((host, port))
        place.listen(RUSH)
    except (OSError, OverflowError) as problem:
        place.close()
        if isinstance(problem, OSError) and problem.errno in (errno.EADDRINUSE, 10048):
            raise Unstartable(Message("server.port_busy", {"port": port, "other": port + 1})) from None
        raise Unstartable(Message("server.port", {"host": host, "port": port, "why": plain(problem)})) from None
    place.setblocking(False)
    return place


def lan_address() -> str:
    """The address under which other machines in the house find this one. Asking for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return HOME


def own_address() -> str:
    """Where the other servers find this machine: what its name stands for, unless that is itself only (127.0.1.1)."""
    try:
        found = socket.gethostbyname(socket.gethostname())
    except OSError:
        found = HOME
    return lan_address() if found.startswith("127.") else found


def check_url(url: str) -> str:
    """An address people can be sent to, without its last slash."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise Unstartable(Message("server.public_url", {"url": url}))
    return f"{parts.scheme}://{parts.netloc}".lower()


def started(options: Options, port: int) -> Started:
    everywhere = options.host in (EVERYWHERE, "::")
    host = f"[{options.host}]" if ":" in options.host else options.host
    local = f"http://{HOME if everywhere else host}:{port}"
    if options.public_url is not None:
        return Started(local, check_url(options.public_url), True)
    if everywhere:
        return Started(local, f"http://{lan_address()}:{port}", True)
    return Started(local, local, options.host not in (HOME, "::1", "localhost"))


class Quiet(uvicorn.Server):
    """Leaves the signals to us: a stop is an end like any other, not a death by signal."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve(options: Options, ready: Callable[[Started], None], stop: asyncio.Event | None = None) -> None:
    """Serve until `stop` is set or the process is asked to end."""
    hand_over()
    if options.public_url is not None:
        check_url(options.public_url)
    for spec in options.bots:
        enlist(spec)
    with bind(options.host, options.port) as place, inner_place(options) as inside, shelf(options) as figures:
        where = started(options, place.getsockname()[1])
        async with opened(options, announced(options, inside)) as store:
            bot_pool = BotPool(options.catalogue, options.workers, own=options.bots)
            lobby = Lobby(store, named(options.catalogue), bot_pool, where.base, options.days)
            names = [name for name in (options.host, urlsplit(where.base).hostname) if name]
            visitors = Visitors(more_files(), door=DOOR if options.public_url is None else PROXY)
            if store.key:
                share(store.key)
            relays = Relays(store.key, store.end_lease_at)
            store.when_heard(relays.alive)
            app = Server(lobby, Doors(options.public_url, names), visitors, relays, static.site(alone=options.site))
            server = Quiet(config(app, visitors, options.public_url is not None))
            visitors.open = Connections(server.server_state.connections, relays)
            internal: Quiet | None = None
            servers = Visitors(visitors.most, door=PROXY)
            if inside is not None:
                internal = Quiet(config(InternalApp(app, store.key), servers, False))
                servers.open = internal.server_state.connections
            lobby.start()
            loop = asyncio.get_running_loop()
            stopping = loop.create_task(end(stop or asyncio.Event(), lobby, server, internal))
            telling = loop.create_task(tell(server, lambda: ready(where)))
            try:
                async with shown(figures, lobby, relays), asyncio.TaskGroup() as both:
                    both.create_task(server.serve([place]))
                    if internal is not None and inside is not None:
                        both.create_task(internal.serve([inside]))
            finally:
                for task in (stopping, telling):
                    task.cancel()
                visitors.close()
                servers.close()
                await lobby.close()


class Connections:
    """All that need an open file: those of people, and those to other servers."""

    def __init__(self, *kinds: Sized) -> None:
        self.kinds = kinds

    def __len__(self) -> int:
        return sum(map(len, self.kinds))


@contextmanager
def inner_place(options: Options) -> Iterator[socket.socket | None]:
    """Where the other servers of a database are listened to; a file has only one."""
    if options.store is None:
        yield None
        return
    with bind(*relay_place(options)) as place:
        yield place


def relay_place(options: Options) -> tuple[str, int]:
    """Where other servers find this one: at the machine's own address, if none is named."""
    host, port = place_named(options.relay)
    return host or own_address(), port


@contextmanager
def shelf(options: Options) -> Iterator[socket.socket | None]:
    """Where figures are shown, if anywhere."""
    if options.metrics is None:
        yield None
        return
    with bind(*place_named(options.metrics if ":" in options.metrics else f"{HOME}:{options.metrics}")) as place:
        yield place


def place_named(place: str) -> tuple[str, int]:
    try:
        return place_of(place)
    except ValueError:
        raise Unstartable(Message("server.place", {"place": place})) from None


def announced(options: Options, inside: socket.socket | None) -> str:
    """Where the other servers find us."""
    if inside is None:
        return ""
    host, port = relay_place(options)[0], inside.getsockname()[1]
    host = own_address() if host in (EVERYWHERE, "::") else host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


@asynccontextmanager
async def opened(options: Options, address: str) -> AsyncIterator[Store]:
    """The store, until the server ends; a folder is held for oneself meanwhile."""
    if options.store is None:
        folder = options.data or data_folder()
        with sole(folder):
            file = SqliteStore(folder / FILE)
            try:
                yield file
            finally:
                await file.end()
    else:
        database = await PostgresStore.open(options.store, address)
        try:
            yield database
        finally:
            await database.end()


def more_files() -> int:
    """How many files we may have open: as many as the system lets us."""
    try:
        import resource
    except ImportError:  # Windows does not count sockets
        return FILES[0]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wish in FILES:
        if 0 <= soft < wish:  # less than nothing is no limit
            try:
                soft = wish if hard < 0 else min(wish, hard)
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
                break
            except (OSError, ValueError):
                soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return soft if 0 <= soft < FILES[0] else FILES[0]


def config(app: Server | InternalApp, visitors: Visitors, proxied: bool) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=cast(type[asyncio.Protocol], partial(HttpConnection, visitors)),
        ws=WebSocketProtocol,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=25,
        ws_ping_timeout=25,
        lifespan="off",
        interface="asgi3",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=proxied,
        timeout_keep_alive=int(VISIT_SECONDS),
        backlog=RUSH,
        timeout_graceful_shutdown=LEAVE,
    )


async def end(stop: asyncio.Event, lobby: Lobby, server: Quiet, internal: Quiet | None) -> None:
    """When we are asked to: nobody new comes in, others go on with our tables, then everything ends."""
    await asked(stop)
    if internal is not None:
        for listener in server.servers if server.started else ():
            listener.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(HAND_OVER):
                await lobby.hand_over()
        internal.should_exit = True
    server.should_exit = True


async def asked(stop: asyncio.Event) -> None:
    """Wait until somebody sets it, or the process gets a signal."""
    loop = asyncio.get_running_loop()
    signals: tuple[signal.Signals, ...] = (signal.SIGINT, signal.SIGTERM)
    try:
        for number in signals:
            loop.add_signal_handler(number, stop.set)
    except (NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread

        def heard(number: int, frame: object) -> None:
            loop.call_soon_threadsafe(stop.set)

        try:
            for number in signals:
                signal.signal(number, heard)
        except ValueError:
            signals = ()
    try:
        await stop.wait()
    finally:
        if sys.platform != "win32":
            for number in signals:
                loop.remove_signal_handler(number)


async def tell(server: uvicorn.Server, ready: Callable[[], None]) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    ready()


def has_windows() -> bool:
    """Is there a screen to open a browser on? In a bare terminal, one would take the place of our own words."""
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def run(options: Options, ready: Callable[[Started], None], browse: bool = False) -> None:
    """Serve from a plain program, until Ctrl-C or SIGTERM."""
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # it names addresses; what matters we log ourselves
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    if options.json:
        journal.begin()
    sys.setswitchinterval(SWITCH)
    gc.freeze()  # what is loaded now stays; no need to look at it again and again
    gc.set_threshold(5_000, 1, 1_000)  # nearly all is freed without it; in small bites, so that nobody waits for long

    def announce(where: Started) -> None:
        ready(where)
        if browse and has_windows():
            threading.Thread(target=webbrowser.open, args=(where.local,), daemon=True).start()

    main = serve(options, announce)
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        asyncio.run(main)
    else:
        uvloop.run(main)
