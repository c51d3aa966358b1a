"""A real server on a real port: the protocol as a page speaks it."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
from pathlib import Path

import pytest

from patience import PATIENCE, soon
from polychrome.engine.core import Explained, Message
from polychrome.engine.record import read
from polychrome.registry import GAMES, find
from polychrome.room import wire
from polychrome.room.entries import Chance, Moved, encode
from polychrome.room.watcher import Watcher
from polychrome.server.bot_pool import BotPool
from polychrome.server.limits import SHARED, TABLES
from polychrome.server.lobby import Lobby
from polychrome.server.open_room import OpenRoom
from polychrome.server.run import Options, serve
from polychrome.server.sqlite import FILE, SqliteStore
from polychrome.server.store import Conflict, Write
from reasons import because
from server.hands import box
from server.house import Page, Talk, ask, everyone, runs, served

TOYS = "server.hands:box"


@runs
async def test_a_newcomer_plays_against_bots_to_the_end(home: Path) -> None:
    async with served(home) as where:
        page = Page(where.local)
        await page.get("/")
        assert page.cookie is not None
        table = await page.create(seats=3, fill="random")
        async with page.socket(table) as talk:
            assert (await talk.hear())["t"] == "room"
            await talk.send(t="settings", pause=0)
            while not (await talk.until_asked())["scene"].get("over"):
                assert (await talk.play())["t"] == "ack"
            while talk.room["phase"] != "over":  # type: ignore[index]
                await talk.until("room")
        text = (await page.get(f"/api/tables/{table}/record")).body.decode()
        record = read(text, find)
        assert record.luck.startswith("key ")
        length = len(record.lines)
        replay = (await page.get(f"/api/tables/{table}/replay?at={length}")).json()
        assert (replay["at"], replay["length"], replay["scene"].get("over")) == (length, length, True)
        first = (await page.get(f"/api/tables/{table}/replay")).json()  # where somebody first had to decide
        assert record.lines[first["at"]][0] >= 0 > record.lines[first["at"] - 1][0]
        assert any(place["acting"] for place in first["scene"]["seats"])
        assert replay["commitment"] == talk.room["commitment"]  # type: ignore[index]
        assert record.luck == f"key {replay['key']}"
        scores = (await page.get(f"/api/tables/{table}/scores")).json()["scores"]
        assert scores[-1] == [place["score"] for place in replay["scene"]["seats"]]
        assert (await page.get("/api/tables")).json() == []


@runs
async def test_friends_join_by_link_by_code_and_watch(home: Path) -> None:
    async with served(home, catalogue=TOYS) as where:
        ann, bob, cleo, dan = (Page(where.local) for _ in range(4))
        table = await ann.create(game="hands", seats=3)
        async with ann.socket(table) as host:
            room = await host.hear()
            base, _, secret = room["invite"].partition("#")
            assert base == f"{where.base}/t/{table}"
            assert (await bob.post("/api/join", {"table": table, "secret": secret})).json() == {"table": table}
            code = room["code"].lower()
            assert (await cleo.post("/api/join", {"code": f" {code[:3]}-{code[3:]} "})).json() == {"table": table}
            assert (await dan.post("/api/join", {"table": table, "secret": secret})).status == 200  # to watch
            assert (await bob.post("/api/join", {"table": table, "secret": secret})).status == 200  # once more
            async with bob.socket(table) as two, cleo.socket(table) as three, dan.socket(table) as watcher:
                seats = [(await talk.hear())["you"] for talk in (two, three, watcher)]
                assert seats == [[1], [2], []]
                await host.send(t="begin")
                frames = [await talk.until("frame") for talk in (host, two, three, watcher)]
                assert [frame["viewer"] for frame in frames] == [0, 1, 2, None]
                qr = await ann.get(f"/api/qr/{table}")
                assert qr.headers["content-type"] == "image/svg+xml"
                assert b"<svg" in qr.body
                for stranger in (dan, Page(where.local)):
                    assert (await stranger.get(f"/api/qr/{table}")).status == 403
        assert (await Page(where.local).post("/api/join", {"code": code})).reason == "server.no_code"  # it has begun
        mine = (await bob.get("/api/tables")).json()
        assert [(one["table"], one["game"], one["phase"], one["seats"]) for one in mine] == [
            (table, "hands", "playing", 3)
        ]


@runs
async def test_a_restarted_server_goes_on_where_it_was(home: Path) -> None:  # A6
    async with served(home) as where:
        page = Page(where.local)
        table = await page.create(seats=2)
        async with page.socket(table) as talk:
            await talk.send(t="take", seat=1)
            await talk.send(t="begin")
            for _ in range(7):
                assert (await talk.play())["t"] == "ack"
            frame, last = talk.frame, {"t": "move", "seat": 0, "id": "again", "question": 0, "action": "draw"}
            assert frame is not None
            room = talk.room
            last |= {"seat": frame["viewer"], "question": frame["question"]}
            last["action"] = frame["scene"]["choices"][0]["action"]
            await talk.send(**last)
            await talk.until("ack")
            frame = await talk.until("frame")
    async with served(home) as where:
        page.address = where.local
        async with page.socket(table) as talk:
            after = await talk.until("frame")
            assert after["scene"]["zones"] != []
            for name in ("length", "viewer", "question", "undo"):
                assert after.get(name) == frame.get(name)
            assert talk.room is not None
            assert room is not None
            for name in ("seats", "host", "you", "commitment", "phase"):
                assert talk.room[name] == room[name]
            await talk.send(**last)  # its acknowledgement might have been lost
            assert (await talk.hear()) == {"t": "ack", "id": "again", "seat": last["seat"]}
            assert (await talk.play())["t"] == "ack"


@runs
async def test_a_stopping_server_says_that_it_restarts(home: Path) -> None:
    async with served(home) as where:
        page = Page(where.local)
        table = await page.create()
        talk = page.socket(table)
        await talk.__aenter__()
        await talk.hear()
    assert await talk.closed() == 1012
    await talk.__aexit__()


@runs
async def test_a_classroom_behind_one_address_is_not_held_up(tmp_path: Path) -> None:  # A20
    async with served(tmp_path) as where:
        pupils = [Page(where.local) for _ in range(35)]
        tables = await everyone(*(pupil.create(seats=2, fill="random") for pupil in pupils))
        talks = [pupil.socket(table) for pupil, table in zip(pupils, tables, strict=True)]
        await everyone(*(talk.__aenter__() for talk in talks))
        await everyone(*(talk.send(t="settings", pause=0) for talk in talks))

        async def play(talk: Talk) -> None:
            for _ in range(4):
                assert (await talk.play())["t"] == "ack"

        await everyone(*(play(talk) for talk in talks))
        await everyone(*(talk.__aexit__() for talk in talks))
        code_table = await pupils[0].create(seats=5)
        async with pupils[0].socket(code_table) as talk:
            code = (await talk.hear())["code"]
            answers = await everyone(*(pupil.post("/api/join", {"code": code}) for pupil in pupils[1:]))
            assert {answer.status for answer in answers} == {200}


@runs
async def test_limits_per_address(tmp_path: Path) -> None:  # A20
    async with served(tmp_path) as where:
        page = Page(where.local)
        wish = {"game": "coloretto", "seats": 2, "options": {}, "fill": None}
        most, _ = SHARED[TABLES]
        statuses = [(await page.post("/api/tables", wish)).status for _ in range(int(most) + 5)]
        assert statuses[: int(most)] == [200] * int(most)
        assert 429 in statuses[int(most) :]
        wrong = [(await page.post("/api/join", {"code": "AAAAAA"})).status for _ in range(15)]
        assert wrong[:10] == [404] * 10
        assert 429 in wrong[10:]


@runs
async def test_a_flooding_socket_is_cut_and_others_are_not(tmp_path: Path) -> None:  # A20
    async with served(tmp_path) as where:
        page, other = Page(where.local), Page(where.local)
        table = await page.create()
        async with page.socket(table) as flood, other.socket(table) as calm:
            for _ in range(150):
                await flood.send(t="emote", seat=0, emote=1)
            assert await flood.closed() == 1008
            for _ in range(200):
                await calm.send(t="ping")
            pongs = 0
            while pongs < 200:
                pongs += (await calm.hear())["t"] == "pong"


@runs
async def test_messages_that_are_too_large_or_no_text_end_the_socket(tmp_path: Path) -> None:  # A11
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create()
        async with page.socket(table) as talk:
            await talk.ws.send("x" * (wire.MESSAGE_BYTES + 1))
            assert await talk.closed() == 1009
        async with page.socket(table) as talk:
            await talk.ws.send(b'{"t":"ping"}')
            assert await talk.closed() == 1003
        async with page.socket(table) as talk:
            await talk.hear()
            await talk.ws.send("x" * 8000)
            assert (await talk.hear())["reason"] == ["server.unreadable", {}]
            await talk.send(t="ping")
            assert (await talk.hear())["t"] == "pong"


@runs
async def test_a_table_that_does_not_exist(home: Path) -> None:
    async with served(home) as where:
        page = Page(where.local)
        await page.get("/")
        for name in ("nope", "22222222222", "a" * 40):
            async with page.socket(name) as talk:
                assert await talk.closed() == 4404
        for path in ("replay", "record", "scores"):
            assert (await page.get(f"/api/tables/nope/{path}")).reason == "server.no_table"
        assert (await page.get("/api/qr/nope")).status == 404
        assert (await page.post("/api/join", {"table": "nope", "secret": "x"})).status == 404


@runs
async def test_a_slow_reader_is_dropped_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # A18
    monkeypatch.setattr("polychrome.server.socket.FAREWELL", 0.3)
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create(seats=2)
        host, _, port = where.local.removeprefix("http://").rpartition(":")
        line = socket.create_connection((host, int(port)))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)  # or some systems buffer tens of megabytes
        _, writer = await asyncio.open_connection(sock=line, limit=1024)
        lines = [f"GET /ws/{table} HTTP/1.1", f"Host: {host}:{port}", f"Origin: {where.local}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        async with page.socket(table) as talk:
            await talk.hear()
            room = LOBBIES[0].rooms[table].room
            await soon(lambda: len(room.presence.watchers) == 2)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            sent = 0
            largest = 0
            while len(room.presence.watchers) == 2 and not any(each.closing for each in LOBBIES[0].sockets):
                for watcher in room.presence.watchers:
                    watcher.post(json.dumps({"t": "filler", "n": sent, "text": "x" * 20_000}).encode())
                sent += 1
                largest = max(largest, *(each.size for each in LOBBIES[0].sockets))
                assert (await talk.hear())["n"] == sent - 1  # the other reads, and is not kept waiting
            await soon(lambda: len(room.presence.watchers) == 1)
            assert largest < 300_000
            await talk.send(t="ping")
            assert (await talk.hear())["t"] == "pong"
        writer.transport.abort()


async def silent_writers(folder: Path) -> None:
    async with served(folder) as where:
        ann, bob = Page(where.local), Page(where.local)
        table = await ann.create(game="color_words", seats=2, word_check="none")
        async with ann.socket(table) as one:
            invitation = (await one.hear())["invite"].partition("#")[2]
            await bob.post("/api/join", {"table": table, "secret": invitation})
            async with bob.socket(table) as other:
                await one.send(t="settings", write=1)
                await one.send(t="begin")
                for talk in (one, other):
                    await talk.until("frame")
                    await talk.send(t="ready")  # if the round has a theme
                for talk in (one, other):  # neither writes a word: the first round is over soon, and not in a while
                    while "color_words.news.passed" not in str((await talk.until("frame"))["scene"].get("news")):
                        pass


def test_clocks_that_run_out_together_all_ring(tmp_path: Path) -> None:
    uvloop = pytest.importorskip("uvloop")  # it rings before the step of the clock before has ended
    uvloop.run(asyncio.wait_for(silent_writers(tmp_path), PATIENCE))


LOBBIES: list[Lobby] = []


@pytest.fixture(autouse=True)
def _lobbies(monkeypatch: pytest.MonkeyPatch) -> None:
    LOBBIES.clear()
    start = Lobby.start

    def noted(self: Lobby) -> None:
        LOBBIES.append(self)
        start(self)

    monkeypatch.setattr(Lobby, "start", noted)


@runs
async def test_frames_come_in_order_and_once_through_a_narrow_pipe(tmp_path: Path) -> None:
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create(seats=2)
        async with page.socket(table) as talk, page.socket(table) as lazy:
            await talk.hear()
            for pause in range(90):
                await talk.send(t="settings", pause=pause)
            seen = []
            while len(seen) < 91:
                message = await lazy.hear()
                if message["t"] == "room":
                    seen.append(message["settings"]["pause"])
                await asyncio.sleep(0.001)  # subject: a reader that takes its time
            assert seen == [600, *range(90)]


@runs
async def test_silent_sockets_are_closed(tmp_path: Path) -> None:
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create()
        async with page.socket(table) as talk:
            await talk.hear()
            for socket in LOBBIES[0].sockets:
                socket.heard -= 1000
            LOBBIES[0].sweep()
            assert await talk.closed() == 4408


@runs
async def test_a_table_that_waits_for_its_disk_keeps_nobody_waiting_who_asks_whether_anybody_is_there(
    tmp_path: Path,
) -> None:
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create()
        async with page.socket(table) as talk:
            await talk.until("room")
            async with LOBBIES[0].rooms[table].lock:  # as while a step is being written
                await talk.send(t="ping")
                await talk.until("pong")


@runs
async def test_rooms_nobody_looks_at_are_put_away(home: Path) -> None:
    async with served(home) as where:
        page = Page(where.local)
        table = await page.create(seats=2)
        lobby = LOBBIES[0]
        async with page.socket(table) as talk:
            await talk.hear()
            lobby.rooms[table].used -= 1000
            lobby.sweep()
            assert table in lobby.rooms
        await soon(lambda: not lobby.rooms[table].room.presence.watchers)
        lobby.rooms[table].used -= 1000
        lobby.sweep()
        assert table not in lobby.rooms
        async with page.socket(table) as talk:
            assert (await talk.hear())["you"] == [0]


@runs
async def test_many_tabs_of_one_seat_and_exactly_one_move_counts(home: Path) -> None:  # A9
    async with served(home) as where:
        page = Page(where.local)
        table = await page.create(seats=2)
        tabs = [page.socket(table) for _ in range(4)]
        await everyone(*(tab.__aenter__() for tab in tabs))
        await tabs[0].send(t="take", seat=1)
        await tabs[0].send(t="begin")
        for round_ in range(25):
            frames = await everyone(*(tab.until_asked() for tab in tabs))
            assert len({frame["question"] for frame in frames}) == 1
            question, seat = frames[0]["question"], frames[0]["viewer"]
            choices = [choice["action"] for choice in frames[0]["scene"]["choices"]]
            for number, tab in enumerate(tabs):
                action = choices[number % len(choices)]
                await tab.send(t="move", seat=seat, id=f"r{round_}t{number}", question=question, action=action)
            answers = await everyone(*(tab.until("ack", "refused") for tab in tabs))
            assert sorted(answer["t"] for answer in answers) == ["ack", "refused", "refused", "refused"]
            for tab in tabs:
                while tab.frame is None or tab.frame["question"] == question:
                    await tab.until("frame")
        await everyone(*(tab.__aexit__() for tab in tabs))


@runs
async def test_a_broken_step_puts_the_room_away_and_the_page_comes_back(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(home) as where:
        page = Page(where.local)
        table = await page.create(seats=2, fill="random")
        async with page.socket(table) as talk:
            await talk.hear()
            room = LOBBIES[0].rooms[table].room
            monkeypatch.setattr(type(room.presence), "feel", lambda *args: 1 / 0)
            await talk.send(t="emote", seat=0, emote=1)
            assert await talk.closed() == 1012
        assert "ZeroDivisionError" in caplog.text
        async with page.socket(table) as talk:
            assert (await talk.hear())["t"] == "room"


@runs
async def test_what_somebody_else_has_written_wins(tmp_path: Path) -> None:
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create(seats=2)
        async with page.socket(table) as talk:
            await talk.send(t="take", seat=1)
            await talk.send(t="begin")
            frame = await talk.until_asked()
            lobby = LOBBIES[0]
            stored = len(lobby.store.entries(table))
            elsewhere = encode(Moved(frame["viewer"], "draw", "elsewhere"))
            await lobby.store.write(Write([(table, stored, 0, elsewhere)]))
            await talk.send(t="move", seat=frame["viewer"], id="m1", question=frame["question"], action="draw")
            assert await talk.closed() == 1012
        async with page.socket(table) as talk:
            assert (await talk.until("frame"))["length"] == frame["length"] + 1


@runs
async def test_a_clock_at_a_table_that_went_on_elsewhere_is_one_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(self: OpenRoom, ask: object) -> bool:
        raise Conflict(Message("server.elsewhere", {}))

    async with served(tmp_path) as where:
        table = await Page(where.local).create(seats=2)
        monkeypatch.setattr(OpenRoom, "act", lost)
        await LOBBIES[0].rooms[table].tick()
    [record] = caplog.records
    assert "is no longer here" in record.message
    assert not record.exc_info


@runs
async def test_the_files_of_the_page(tmp_path: Path) -> None:
    async with served(tmp_path) as where:
        page = Page(where.local)
        for path in ("/", "/t/abc", "/r/abc"):
            answer = await page.get(path)
            assert answer.status == 200
            assert answer.headers["content-type"].startswith("text/html")
            assert answer.headers["cache-control"] == "private, no-cache"
            assert answer.cookies[0].startswith(page.cookie or "")
        catalogue = await page.get("/locales/fr.json")
        assert catalogue.json()["animal.fox"] == "Renard"
        tag = catalogue.headers["etag"]
        again = await ask(where.local, "GET", "/locales/fr.json", [*page.headers(), ("If-None-Match", tag)])
        assert (again.status, again.body) == (304, b"")
        packed = await ask(where.local, "GET", "/locales/fr.json", [*page.headers(), ("Accept-Encoding", "gzip")])
        assert packed.headers["content-encoding"] == "gzip"
        assert len(packed.body) < len(catalogue.body) / 2
        assert (await page.get("/healthz")).body == b"ok"
        for path in ("/nothing", "/../etc/passwd", "/assets/../index.html", "/locales/xx.json", "/index.html"):
            assert (await page.get(path)).reason == "server.no_page"


@runs
async def test_the_games_as_the_home_page_shows_them(tmp_path: Path) -> None:
    async with served(tmp_path) as where:
        games = (await Page(where.local).get("/api/games")).json()
        assert [game["name"] for game in games] == [game.name for game in GAMES]
        for game in games:
            assert "viewer" not in game["scene"]  # a spectator
            assert not game["scene"].get("over")
            for option in game["options"]:
                assert option["default"] in option["choices"]
                assert list(option["fits"]) == [str(n) for n in range(game["fewest"], game["most"] + 1)]


@runs
async def test_bots_play_any_game_of_the_box_in_their_own_processes(tmp_path: Path) -> None:
    async with served(tmp_path, catalogue=TOYS, workers=1) as where:
        page = Page(where.local)
        for game in ("hands", "sealed", "peek", "pips"):
            table = await page.create(game=game, seats=3, fill="search:20")
            async with page.socket(table) as talk:
                await talk.send(t="settings", pause=0)
                while not (await talk.until_asked())["scene"].get("over"):
                    assert (await talk.play())["t"] == "ack"


@runs
async def test_two_servers_with_one_folder_or_one_port(tmp_path: Path) -> None:
    async with served(tmp_path / "a") as where:
        with pytest.raises(Explained, check=because("server.in_use")):
            async with served(tmp_path / "a"):
                pass
        options = Options(port=int(where.local.rpartition(":")[2]), data=tmp_path / "b")
        with pytest.raises(Explained, check=because("server.port_busy")):
            await serve(options, lambda where: None)


@runs
async def test_a_lost_socket_is_noticed_and_the_seat_kept(home: Path) -> None:
    async with served(home) as where:
        ann, bob = Page(where.local), Page(where.local)
        table = await ann.create(seats=2)
        async with ann.socket(table) as host:
            secret = (await host.hear())["invite"].partition("#")[2]
            await bob.post("/api/join", {"table": table, "secret": secret})
            async with bob.socket(table) as guest:
                await guest.hear()
                while not (await host.until("room"))["seats"][1]["here"]:
                    pass
                guest.ws.transport.abort()
                while (await host.until("room"))["seats"][1]["here"]:
                    pass
            async with bob.socket(table) as guest:
                assert (await guest.hear())["you"] == [1]


@runs
async def test_the_lobby_without_sockets(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)
    lobby = Lobby(store, box(), BotPool())
    wish = wire.NewTable(game="hands", seats=2)
    table = await lobby.create("ann", wish, "1.2.3.4")
    lobby.rooms.clear()
    assert (await lobby.find(table)).room.chairs[0].guest == "ann"
    assert [one.table for one in await lobby.own_tables("ann")] == [table]
    assert await lobby.own_tables("") == []
    for wrong in (wire.Join(), wire.Join(table=table), wire.Join(code="x", secret="y"), wire.Join(secret="y")):
        with pytest.raises(wire.Unwelcome):
            await lobby.join("bob", wrong, "1.2.3.4")
    with pytest.raises(Explained, check=because("room.invitation")):
        await lobby.join("bob", wire.Join(table=table, secret="wrong"), "1.2.3.4")
    await lobby.close()
    store.close()
    assert json.loads(await asyncio.to_thread(lambda: "1")) == 1


@runs
async def test_a_table_that_is_being_opened_is_not_loaded_a_second_time(tmp_path: Path) -> None:
    """Whoever asks for it between the disk and us gets the same one: two would both let their bots play."""
    store = SqliteStore(tmp_path / FILE)
    lobby = Lobby(store, box(), BotPool())
    write = store.write
    seen = []

    async def slow(what: Write) -> None:
        await write(what)
        seen.extend([await lobby.find(name) for name in await store.tables_of("ann", 5)])

    store.write = slow  # type: ignore[method-assign]
    table = await lobby.create("ann", wire.NewTable(game="pips", seats=2, fill="random"), "1.2.3.4")
    assert seen == [await lobby.find(table)]
    assert seen[0].room.count > 0
    await lobby.close()
    store.close()


@runs
async def test_whoever_comes_in_while_a_room_is_put_away_is_asked_to_come_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)
    lobby = Lobby(store, box(), BotPool())
    table = await lobby.create("ann", wire.NewTable(game="pips", seats=2, fill="random"), "1.2.3.4")
    live = await lobby.find(table)
    closed: list[int] = []
    async with live.lock:
        coming = asyncio.create_task(live.arrive(Watcher("ann", lambda text: None, closed.append)))
        await asyncio.sleep(0)
        live.put_away()
    await coming
    assert closed == [1012]
    assert await lobby.find(table) is not live
    await lobby.close()
    store.close()


@runs
async def test_a_table_that_cannot_be_read_troubles_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as where:
        page = Page(where.local)
        tables = [await page.create(seats=2, fill="random") for _ in range(4)]
        lobby = LOBBIES[0]

        def spoil(db: sqlite3.Connection) -> None:
            spoiled = encode(Chance("* dance"))
            db.execute("UPDATE entries SET entry = ? WHERE table_id = ? AND seq = 8", (spoiled, tables[0]))
            db.execute("UPDATE tables SET version = 99 WHERE id = ?", (tables[1],))
            db.execute("UPDATE tables SET options = '[1' WHERE id = ?", (tables[2],))

        await lobby.store.do(spoil)
        for live in lobby.rooms.values():
            live.dead = True
        lobby.rooms.clear()
        mine = (await page.get("/api/tables")).json()
        assert [one["table"] for one in mine] == [tables[3]]
        for table in tables[:3]:
            async with page.socket(table) as talk:
                assert await talk.closed() == 4404
            assert 400 <= (await page.get(f"/api/tables/{table}/record")).status < 500
        assert "cannot be read" in caplog.text


@runs
async def test_too_many_requests_from_one_address(tmp_path: Path) -> None:
    async with served(tmp_path) as where:
        page = Page(where.local)
        LOBBIES[0].requests.bucket("127.0.0.1").left = 2
        LOBBIES[0].requests.bucket("127.0.0.1").rate = 0
        statuses = [(await page.get("/api/games")).status for _ in range(4)]
        assert statuses == [200, 200, 429, 429]
        assert (await page.get("/")).status == 200
