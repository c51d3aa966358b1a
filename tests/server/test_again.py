"""Whoever was not answered asks again, elsewhere or later, under the same name: nothing is done twice, and nobody
becomes two people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from polychrome.engine.core import Message
from polychrome.room import wire
from polychrome.room.room import ID_LENGTH, ID_LETTERS, id_for
from polychrome.server.bot_pool import BotPool
from polychrome.server.lobby import Lobby
from polychrome.server.sqlite import FILE, SqliteStore
from polychrome.server.store import Conflict, StoredRoom, Write
from server.hands import box
from server.house import DATABASES, Page, everyone, runs, served

WISH = {"game": "coloretto", "seats": 3}


async def known(address: str) -> Page:
    """A browser that has a cookie, as after every page it was shown."""
    page = Page(address)
    await page.get("/")
    assert page.cookie is not None
    return page


def elsewhere(page: Page, address: str) -> Page:
    """The same browser, sent to another server."""
    other = Page(address)
    other.cookie = page.cookie
    return other


async def create(page: Page, name: str, **wish: Any) -> str:
    answer = await page.post("/api/tables", {**WISH, **wish}, name=name)
    assert answer.status == 200, answer
    return str(answer.json()["table"])


async def own(page: Page) -> list[str]:
    return [found["table"] for found in (await page.get("/api/tables")).json()]


@runs
async def test_a_wish_that_comes_again_opens_one_table(home: Path) -> None:
    async with served(home) as where:
        ann = await known(where.local)
        at_once = await everyone(*(create(ann, "first") for _ in range(5)))
        table = at_once[0]
        assert at_once == [table] * 5
        assert await create(ann, "first", game="ronde") == table  # the first one counts
        assert await own(ann) == [table]
        assert await create(ann, "second") != table
        assert len(await own(ann)) == 2
    async with served(home) as where:
        assert await create(elsewhere(ann, where.local), "first") == table
        assert len(await own(elsewhere(ann, where.local))) == 2


@runs
async def test_a_name_opens_nothing_for_somebody_else(home: Path) -> None:
    async with served(home) as where:
        ann, bob = await known(where.local), await known(where.local)
        theirs, his = await create(ann, "first"), await create(bob, "first")
        assert theirs != his
        assert (await own(ann), await own(bob)) == ([theirs], [his])


@runs
async def test_a_wish_that_comes_again_to_another_server_opens_one_table(tmp_path: Path, database: str) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    DATABASES.update(dict.fromkeys(folders, database))
    async with served(folders[0]) as one, served(folders[1]) as two:
        here = await known(one.local)
        there = elsewhere(here, two.local)
        for name in ("a", "b", "c"):
            assert len(set(await everyone(create(here, name), create(there, name)))) == 1
        later = await create(here, "later")
        assert await create(there, "later") == later
        assert len(await own(there)) == 4
        async with there.socket(later) as talk:
            assert (await talk.until("room"))["you"] == [0]


@runs
async def test_who_is_nobody_yet_is_given_a_cookie_first(home: Path) -> None:
    """Else the same request at two servers, or twice at one that stood still, would be two people's."""
    async with served(home) as where:
        host = Page(where.local)
        stranger = await host.post("/api/tables", WISH, name="first")
        assert (stranger.status, stranger.reason) == (428, "server.no_cookie")
        assert host.cookie is not None
        assert await own(host) == []
        table = await create(host, "first")
        friend = Page(where.local)
        async with host.socket(table) as talk:
            invitation = {"table": table, "secret": (await talk.until("room"))["invite"].partition("#")[2]}
            assert (await friend.post("/api/join", invitation, name="j")).status == 428
            for _ in range(3):
                assert (await friend.post("/api/join", invitation, name="j")).json() == {"table": table}
        async with host.socket(table) as talk:
            kinds = [seat["kind"] for seat in (await talk.until("room"))["seats"]]
            assert kinds == ["person", "person", "open"]


@pytest.mark.parametrize("name", ["", "x" * 101, "two words", "é"])
def test_what_is_no_name_is_refused(name: str, tmp_path: Path) -> None:
    @runs
    async def refused() -> None:
        async with served(tmp_path) as where:
            ann = await known(where.local)
            for path, wish in (("/api/tables", WISH), ("/api/join", {"code": "ABCDEF"})):
                answer = await ann.post(path, wish, name=name)
                assert (answer.status, answer.reason) == (400, "server.unreadable")
            assert await own(ann) == []

    refused()


@runs
async def test_whoever_has_had_their_share_still_hears_what_came_of_it(tmp_path: Path) -> None:
    async with served(tmp_path) as where:
        ann = await known(where.local)
        table = await create(ann, "first")
        while (answer := await ann.post("/api/tables", WISH)).status == 200:
            pass
        assert answer.reason == "server.too_many_tables"
        assert await create(ann, "first") == table


class Late(SqliteStore):
    """Another server writes between our look and our write."""

    looks = 0

    async def look(self, table: str) -> StoredRoom | None:
        self.looks += 1
        return None if self.looks == 1 else await super().look(table)


class Waking(Late):
    """While a wish is being counted, somebody comes to the table it is about."""

    lobby: Lobby | None = None
    sought = ""

    async def spend(self, what: str, address: str, amount: int) -> bool:
        if amount and self.lobby is not None and self.sought:
            await self.lobby.find(self.sought)
        return await super().spend(what, address, amount)


@runs
async def test_a_try_that_comes_late_leaves_the_table_to_those_who_sit_there(tmp_path: Path) -> None:
    wish = wire.NewTable(game="hands", seats=2)
    store = Waking(tmp_path / FILE)
    lobby = store.lobby = Lobby(store, box(), BotPool())
    store.looks = 1
    table = await lobby.create("ann", wish, "1.2.3.4", "first")
    lobby.rooms[table].put_away()
    store.looks, store.sought = 0, table
    assert await lobby.create("ann", wish, "1.2.3.4", "first") == table
    assert not lobby.rooms[table].dead
    await lobby.close()
    store.close()


@runs
async def test_the_store_decides_who_opened_a_table(tmp_path: Path) -> None:
    wish = wire.NewTable(game="hands", seats=2)
    store = Late(tmp_path / FILE)
    other, lobby = Lobby(store, box(), BotPool()), Lobby(store, box(), BotPool())
    store.looks = 1
    table = await other.create("ann", wish, "1.2.3.4", "first")
    store.looks = 0
    assert await lobby.create("ann", wish, "1.2.3.4", "first") == table
    assert not lobby.rooms
    assert (await store.tables_of("ann", 5)) == [table]
    for one in (other, lobby):
        await one.close()
    store.close()


@runs
async def test_what_nobody_could_keep_is_not_said_to_be_there(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)
    lobby = Lobby(store, box(), BotPool())

    async def unsure(what: Write) -> None:
        raise Conflict(Message("server.unsure", {}))

    write, store.write = store.write, unsure  # type: ignore[method-assign]
    wish = wire.NewTable(game="hands", seats=2)
    with pytest.raises(Conflict):
        await lobby.create("ann", wish, "1.2.3.4", "first")
    store.write = write  # type: ignore[method-assign]
    table = await lobby.create("ann", wish, "1.2.3.4", "first")
    assert (await lobby.find(table)).room.chairs[0].guest == "ann"
    await lobby.close()
    store.close()


def test_an_id_follows_from_guest_and_name_and_from_nothing_less() -> None:
    ids = {id_for(name, guest) for name in ("a", "b", "ab") for guest in ("ann", "bob", "a")}
    assert len(ids) == 9
    assert all(len(found) == ID_LENGTH and set(found) <= set(ID_LETTERS) for found in ids)
    assert id_for("a", "ann") == id_for("a", "ann")
