"""Who may do what: tokens, origins, headers, and everything that a hostile page might send."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.routing import Route
from websockets.exceptions import InvalidStatus

from polychrome.engine.core import Message
from polychrome.room import entries, wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import Began, Chance, Hosted, Invited, Seated
from polychrome.room.nicknames import Nameless, nickname_message, own_name
from polychrome.room.people import NO_TOKEN, Chair
from polychrome.room.room import CODE_LETTERS
from polychrome.server.app import Server
from polychrome.server.bot_pool import BotPool
from polychrome.server.lobby import Lobby
from polychrome.server.relay import Relays
from polychrome.server.security import COOKIE, SECURE_COOKIE, Doors, cookie, guest_of, new_token, token_in
from polychrome.server.sqlite import SqliteStore
from polychrome.server.visitors import Visitors
from polychrome.words import LANGUAGES, Words
from server.erasing import erased
from server.hands import box
from server.house import Eyes, Page, Sitting, ask, play_on, runs, served

TOYS = box()

EVERY_MESSAGE: list[Callable[[int], wire.ToServer]] = [
    lambda seat: wire.Move(seat=seat, id="evil", question=6, action="pass"),
    lambda seat: wire.Undo(seat=seat, id="evil", length=6),
    lambda seat: wire.Weigh(seat=seat, id="evil", action="submit CHAT A1 RRR", ask=True),
    lambda seat: wire.Why(seat=seat, id="evil", path=["deck"]),
    lambda seat: wire.Hint(seat=seat),
    lambda seat: wire.Emote(seat=seat, emote=1),
    lambda seat: wire.Name(seat=seat, name="Eve"),
    lambda seat: wire.Name(seat=seat, name=None),
    lambda seat: wire.Leave(seat=seat),
    lambda seat: wire.Take(seat=seat),
    lambda seat: wire.Bot(seat=seat, bot="random"),
    lambda seat: wire.Open(seat=seat),
    lambda seat: wire.Remove(seat=seat),
    lambda seat: wire.Choose(game="coloretto", seats=2, options={}),
    lambda seat: wire.Begin(),
    lambda seat: wire.Settings(own_names=True),
    lambda seat: wire.Program(),
    lambda seat: wire.StandIn(seat=seat),
    lambda seat: wire.Consent(yes=True),
    lambda seat: wire.Rematch(),
    lambda seat: wire.Ready(),
    lambda seat: wire.Curtain(seat=seat),
    lambda seat: wire.Unguide(),
]
ANSWERS = (["refused"], ["sorry"], ["weighed"], ["because"])


def test_the_list_of_messages_is_complete() -> None:
    kinds = {type(make(0)) for make in EVERY_MESSAGE} | {wire.Ping}
    assert kinds == set(wire.ToServer.__args__)  # type: ignore[attr-defined]


def lobby_of_strangers() -> tuple[Sitting, Eyes]:
    sitting = Sitting.open(TOYS, seats=3)
    sitting.join("bob")
    return sitting, sitting.arrive("eve")


def spectator() -> tuple[Sitting, Eyes]:
    sitting, _ = Sitting.between(TOYS, "hands", ["ann", "bob"])
    return sitting, sitting.arrive("eve")


def no_token() -> tuple[Sitting, Eyes]:
    sitting, _ = Sitting.between(TOYS, "hands", ["ann", "bob"])
    return sitting, sitting.arrive(NO_TOKEN)


def removed() -> tuple[Sitting, Eyes]:
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.say(ann, wire.Remove(seat=1))
    sitting.say(ann, wire.Bot(seat=1, bot="random"))
    return sitting, bob


def finished() -> tuple[Sitting, Eyes]:
    sitting, eyes = Sitting.between(TOYS, "hands", ["ann", "bob"])
    play_on(sitting, eyes, random.Random(1))
    return sitting, sitting.arrive("eve")


@pytest.mark.parametrize("who", [lobby_of_strangers, spectator, no_token, removed, finished])
def test_whoever_has_no_seat_changes_nothing(who: Callable[[], tuple[Sitting, Eyes]]) -> None:  # A10
    sitting, eve = who()
    before, writes = sitting.room.count, len(sitting.steps)
    log = list(sitting.room.table.log) if sitting.room.table else []
    others = [watcher for watcher in sitting.room.presence.watchers if watcher is not eve and isinstance(watcher, Eyes)]
    for other in others:
        other.forget()
    for make in EVERY_MESSAGE:
        for seat in range(3):
            eve.forget()
            assert sitting.room.hear(eve, make(seat), 0.0) is None
            answers = eve.heard()
            assert [answer["t"] for answer in answers] in ANSWERS
            key = answers[0]["reason"][0]
            assert key in ("room.not_yours", "room.not_seated", "room.no_seat")  # no word about the game
    assert sitting.room.count == before
    assert len(sitting.steps) == writes
    assert (list(sitting.room.table.log) if sitting.room.table else []) == log
    assert all(other.texts == [] for other in others)


def test_whoever_has_a_seat_cannot_act_for_another() -> None:  # A10
    sitting, (_, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    before = sitting.room.count
    for message in (make(0) for make in EVERY_MESSAGE):
        if isinstance(message, wire.Program):  # says something of one's own seats only
            continue
        bob.forget()
        assert sitting.room.hear(bob, message, 0.0) is None
        answers = [answer["t"] for answer in bob.heard()]
        # That one has seen enough is nobody else's business, and nothing lies open here.
        assert answers == [] if isinstance(message, wire.Ready) else answers in ANSWERS
    assert sitting.room.count == before


def test_a_seat_at_one_table_is_none_at_another() -> None:  # A10
    Sitting.between(TOYS, "hands", ["eve", "bob"])
    sitting, eve = spectator()
    sitting.move(eve, 0, "pass", "m1")
    assert eve.last("refused")["reason"][0] == "room.not_yours"


# Tokens and cookies.


def test_tokens_are_long_and_only_their_hash_is_kept() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    token = tokens.pop()
    assert len(token) == 43  # 256 bits
    assert token not in guest_of(token)
    assert guest_of(token) != guest_of(tokens.pop())
    assert guest_of(None) == NO_TOKEN


@pytest.mark.parametrize(
    "value",
    ["", "x", "x" * 42, "x" * 44, "x" * 42 + "!", '"' + "x" * 43 + '"x', "é" * 43, "x" * 100_000, ";;;=", "\x00" * 43],
)
def test_what_is_no_token_of_ours_is_none(value: str) -> None:
    header = (b"cookie", f"polychrome={value}".encode("latin-1"))
    assert token_in([header], secure=False) is None


def test_the_cookie() -> None:  # A21
    token = new_token()
    plain, secure = cookie(token, False), cookie(token, True)
    assert plain == f"polychrome={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000"
    assert secure == f"__Host-polychrome={token}; Secure; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000"
    headers = [(b"cookie", b"a=1; " + f"{COOKIE}={token}".encode())]
    assert token_in(headers, False) == token
    assert token_in(headers, True) is None  # a page on another port or over HTTP must not set what HTTPS trusts
    assert token_in([(b"cookie", f"{SECURE_COOKIE}={token}".encode())], True) == token


# Origins.

OURS = "http://127.0.0.1:7777"


def hostile() -> list[str]:
    """Origins that look a little like ours."""
    hosts = ["127.0.0.1", "localhost", "games.example.org"]
    found = ["null", "", "file://", "*", "http://", "https://", "chrome-extension://abc", "data:", "about:blank"]
    for host in hosts:
        for name in (
            f"{host}.evil.com",
            f"evil.com.{host}",
            f"evil{host}",
            f"{host}evil",
            f"evil.com/{host}",
            f"evil.com#{host}",
            f"evil.com?{host}",
            f"{host}@evil.com",
            f"evil.com@{host}",
            f"{host}%00.evil.com",
            f"xn--{host}",
            host.upper() if host.upper() != host else f"{host}.",
            f"{host}.",
            f" {host}",
            f"{host} ",
            host.replace("o", "о") if "o" in host else f"0{host}",  # a Cyrillic letter
        ):
            found += [f"http://{name}:7777", f"https://{name}:7777", f"http://{name}", f"http://{name}:77777"]
        found += [f"http://{host}:7778", f"https://{host}:7777", f"ws://{host}:7777", f"http://{host}:7777/"]
        found += [f"HTTP://{host}:7777", f"http:/{host}:7777", f"http://{host}:7777, http://{host}:7777"]
    return found


def asked_from(origin: str | None, host: str = "127.0.0.1:7777", **more: str) -> list[tuple[bytes, bytes]]:
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode("utf-8")))
    return headers + [(name.replace("_", "-").encode(), value.encode()) for name, value in more.items()]


def test_no_foreign_origin_is_let_in() -> None:  # A21
    assert len(hostile()) >= 200
    for doors in (Doors(), Doors("https://games.example.org")):
        for origin in hostile():
            assert not doors.same_origin(asked_from(origin)), origin
            assert not doors.allows(asked_from(origin, sec_fetch_site="same-origin")), origin
        assert not doors.same_origin(asked_from(None))
        assert not doors.allows(asked_from(None))
        assert not doors.allows(asked_from(None, sec_fetch_site="cross-site"))
        assert not doors.allows(asked_from(None, sec_fetch_site="same-site"))
        twice = [*asked_from(OURS), (b"origin", b"http://evil.com")]
        assert not doors.same_origin(twice)


def test_our_own_origin_is_let_in() -> None:
    assert Doors().same_origin(asked_from(OURS))
    assert Doors().allows(asked_from(OURS))
    assert Doors().allows(asked_from(None, sec_fetch_site="same-origin"))
    assert Doors().same_origin(asked_from("http://[::1]:7777", "[::1]:7777"))
    public = Doors("https://games.example.org")
    assert public.same_origin(asked_from("https://games.example.org", "games.example.org"))
    assert public.same_origin(asked_from("https://games.example.org", "127.0.0.1:7777"))  # a proxy's own words
    assert not public.same_origin(asked_from("http://games.example.org", "127.0.0.1:7777"))


PUBLIC = [
    "https://games.example.org",
    "https://Games.Example.org:443",
    "https://games.example.org:8443",
    "https://[2001:DB8:0::1]",
    "https://192.168.1.5",
    "https://localhost:8443",
    "https://127.0.0.1:8443",
    "https://[::1]:8443",
    "https://bücher.example",
    "http://games.example.org:80",
    "http://192.168.1.5:7777",
    None,
]
NAMES = ["games.example.org", "GAMES.example.org", "[2001:db8::1]", "[2001:DB8:0::1]", "192.168.1.5", "localhost"]
NAMES += ["127.0.0.1", "[::1]", "xn--bcher-kva.example", "evil.com"]
PLACES = [name + port for name in NAMES for port in ("", ":80", ":443", ":7777", ":8443")]


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, name and port, as a browser understands them."""
    parts = urlsplit(url)
    name = (parts.hostname or "").encode("idna").decode()
    with suppress(ValueError):
        name = str(ip_address(name))
    return parts.scheme, name, parts.port or {"http": 80, "https": 443}[parts.scheme]


def test_an_origin_is_ours_only_as_it_was_announced() -> None:  # A21
    """Over a table of public addresses, hosts and origins: a page that came by plain HTTP under a name that was
    announced with HTTPS may be anybody's on the way, so it is nobody of ours."""
    let_in = 0
    for public in PUBLIC:
        doors = Doors(public)
        for host in PLACES:
            for proxied in ({}, {"x_forwarded_proto": "https"}, {"x_forwarded_proto": "http"}):
                for origin in [f"{scheme}://{place}" for scheme in ("http", "https") for place in PLACES]:
                    headers = asked_from(origin, host, **proxied)
                    if not doors.same_origin(headers):
                        continue
                    let_in += 1
                    case = (public, host, origin, proxied)
                    assert doors.allows(headers), case
                    assert "evil" not in origin, case
                    said = origin_of(origin)
                    announced = origin_of(public) if public else None
                    if said == announced:
                        continue
                    assert origin == f"http://{host}", case  # then it must be the very place that was asked
                    if announced and announced[0] == "https":
                        assert not doors.secure(headers), case
                        home = said[1] in ("localhost", "127.0.0.1", "::1")  # nobody stands on the way to oneself
                        assert said[1] != announced[1] or (home and said[2] != announced[2]), case
    assert let_in > 100


@pytest.mark.parametrize("public", [url for url in PUBLIC if url])
def test_a_public_address_lets_its_own_page_in_and_the_browser_of_this_machine(public: str) -> None:
    doors = Doors(public)
    scheme, name, port = origin_of(public)
    shown = f"[{name}]" if ":" in name else name
    default = port == {"http": 80, "https": 443}[scheme]
    place = shown if default else f"{shown}:{port}"
    assert doors.same_origin(asked_from(f"{scheme}://{place}", place))
    assert doors.same_origin(asked_from(f"{scheme}://{place}", "127.0.0.1:7777"))  # a proxy's own words
    assert doors.secure(asked_from(None, place)) == (scheme == "https")
    for home in ("127.0.0.1:7777", "localhost:7777", "[::1]:7777"):
        assert doors.same_origin(asked_from(f"http://{home}", home))


def test_names_that_are_not_ours() -> None:
    """A name on the net that points to this machine must not make its owner's page ours."""
    doors = Doors("https://games.example.org", ["box"])
    for host in ("127.0.0.1", "localhost:7777", "192.168.1.5:7777", "[::1]:7777", "games.example.org", "box:7777"):
        assert doors.knows(host), host
    for name in ("evil.com", "evil.com:7777", "127.0.0.1.evil.com", "", None, "a b", "localhost:7777:1", "127.1.evil"):
        assert not doors.knows(name), name
        assert not doors.same_origin(asked_from(f"http://{name}", name or ""))


def test_https_is_known_by_its_name_or_by_the_proxy() -> None:
    doors = Doors("https://games.example.org")
    assert doors.secure(asked_from(None, "games.example.org"))
    assert doors.secure(asked_from(None, "127.0.0.1:7777", x_forwarded_proto="https"))
    assert not doors.secure(asked_from(None, "192.168.1.5:7777"))
    assert not Doors().secure(asked_from(None, x_forwarded_proto="https"))


@runs
async def test_foreign_pages_are_turned_away_at_the_door(tmp_path: Path) -> None:  # A21
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create()
        for origin in ("http://evil.com", "null", f"{where.local}.evil.com", None):
            with pytest.raises(InvalidStatus) as refused:
                async with page.socket(table, origin=origin):
                    pass
            assert refused.value.response.status_code == 403
            assert json.loads(refused.value.response.body)["reason"][0] == "server.origin"
            answer = await page.post("/api/tables", {"game": "coloretto", "seats": 2}, origin=origin)
            assert (answer.status, answer.reason, answer.cookies) == (403, "server.origin", [])
        for path in ("/", "/api/games", "/healthz"):
            answer = await ask(where.local, "GET", path, [("Host", "evil.com")])
            assert (answer.status, answer.reason) == (403, "server.host")


# Every answer.

MUST = {
    "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self'; font-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@runs
async def test_every_answer_has_its_headers_and_no_trace(tmp_path: Path) -> None:  # A22, A26
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create()
        json_type = ("Content-Type", "application/json")
        requests: list[tuple[str, str, list[tuple[str, str]], bytes, int]] = [
            ("GET", "/", [], b"", 200),
            ("HEAD", "/", [], b"", 200),
            ("GET", f"/t/{table}", [], b"", 200),
            ("GET", "/healthz", [], b"", 200),
            ("GET", "/api/games", [], b"", 200),
            ("GET", "/api/tables", [], b"", 200),
            ("GET", "/locales/en.json", [], b"", 200),
            ("GET", f"/api/qr/{table}", [], b"", 200),
            ("GET", "/nothing", [], b"", 404),
            ("GET", "/api/tables/none/record", [], b"", 404),
            ("GET", f"/api/tables/{table}/record", [], b"", 403),
            ("GET", f"/api/tables/{table}/replay?at=x", [], b"", 403),
            ("GET", f"/ws/{table}", [], b"", 404),
            ("POST", "/", [], b"", 405),
            ("PUT", "/api/tables", [json_type], b"{}", 405),
            ("DELETE", "/api/games", [], b"", 405),
            ("POST", "/api/tables", [], b"{}", 415),
            ("POST", "/api/tables", [("Content-Type", "text/plain")], b"{}", 415),
            ("POST", "/api/tables", [json_type], b"x" * (wire.MESSAGE_BYTES + 1), 413),
            ("POST", "/api/tables", [json_type], b"{", 400),
            ("POST", "/api/tables", [json_type], b"[" * 8000, 400),
            ("POST", "/api/tables", [json_type], b'{"game":"chess","seats":2}', 400),
            ("POST", "/api/tables", [json_type], b'{"game":"coloretto","seats":14}', 400),
            ("POST", "/api/tables", [json_type], b'{"game":"coloretto","seats":2,"fill":"genius"}', 400),
            ("POST", "/api/tables", [json_type], b'{"game":"coloretto","seats":2,"options":{"x":1}}', 400),
            ("POST", "/api/join", [json_type], b"{}", 400),
            ("POST", "/api/join", [json_type], b'{"code":"AAAAAA"}', 404),
            ("POST", "/api/join", [json_type], json.dumps({"table": table, "secret": "x"}).encode(), 403),
        ]
        for method, path, headers, content, status in requests:
            answer = await ask(where.local, method, path, [*page.headers(), *headers], content)
            assert answer.status == status, (method, path, answer)
            for name, value in MUST.items():
                assert answer.headers[name].startswith(value), (method, path, name)
            assert "server" not in answer.headers
            assert "strict-transport-security" not in answer.headers  # a family's home network has no HTTPS
            if status >= 400:
                assert not re.search(rb"Traceback|\.py|/work|/home|File ", answer.body)
                key, args = answer.json()["reason"]
                assert isinstance(key, str)
                assert isinstance(args, dict)
                words = Words("en")
                assert words.translate(Message(key, args))


@runs
async def test_no_answer_with_a_cookie_is_for_anybody_else(tmp_path: Path) -> None:  # A21
    """Every path and method, asked rightly and wrongly: a cache between us and a browser must not keep a cookie."""
    store = SqliteStore(tmp_path / "routes.db")
    server = Server(Lobby(store, Catalogue(), BotPool()), Doors(), Visitors(1000), Relays("", store.end_lease_at))
    paths = [(path, {"GET", "HEAD"}) for path in ("/", "/t/{table}", *server.files)]
    paths += [(route.path, route.methods or set()) for route in server.http.routes if isinstance(route, Route)]
    assert len(paths) == 2 + len(server.files) + len(server.http.routes)
    store.close()
    async with served(tmp_path / "data") as where:
        page = Page(where.local)
        table = await page.create()
        tag = (await page.get("/")).headers["etag"]
        async with page.socket(table) as talk:
            secret = (await talk.until("room"))["invite"].partition("#")[2]
        bodies = [
            b"",
            b"{}",
            b'{"game":"coloretto","seats":2}',
            json.dumps({"table": table, "secret": secret}).encode(),
        ]
        with_cookie = set()
        for pattern, methods in paths:
            path = pattern.replace("{table}", table).replace("{path:path}", "locales/en.json")
            for method in sorted(methods):
                for extra in ([], [("If-None-Match", tag)]):
                    for content in bodies if method == "POST" else [b""]:
                        headers = [*page.headers(), ("Content-Type", "application/json"), *extra]
                        answer = await ask(where.local, method, path, headers, content)
                        if answer.cookies:
                            with_cookie.add((pattern, answer.status))
                            assert "private" in answer.headers["cache-control"], (method, path, answer.headers)
                            assert "public" not in answer.headers["cache-control"]
        assert {("/", 200), ("/", 304), ("/t/{table}", 200), ("/api/tables", 200), ("/api/join", 200)} <= with_cookie


@runs
async def test_behind_https(tmp_path: Path) -> None:
    async with served(tmp_path, public_url="https://games.example.org") as where:
        assert where.base == "https://games.example.org"
        headers = [("Host", "games.example.org"), ("Origin", "https://games.example.org")]
        answer = await ask(where.local, "GET", "/", headers)
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        assert answer.cookies[0].startswith("__Host-polychrome=")
        assert "; Secure; " in answer.cookies[0]
        assert (await ask(where.local, "GET", "/healthz", [("Host", "127.0.0.1")])).status == 200


async def wrong_codes(address: str, host: str, origin: str, client: str) -> list[int]:
    headers = [("Host", host), ("Origin", origin), ("Content-Type", "application/json"), ("X-Forwarded-For", client)]
    return [(await ask(address, "POST", "/api/join", headers, b'{"code":"AAAAAA"}')).status for _ in range(12)]


@runs
async def test_behind_a_proxy_each_address_has_its_own_limits(tmp_path: Path) -> None:
    async with served(tmp_path, public_url="https://games.example.org") as where:
        names = ("games.example.org", "https://games.example.org")
        assert 429 in await wrong_codes(where.local, *names, "10.0.0.1")
        assert await wrong_codes(where.local, *names, "10.0.0.2") != [429] * 12


@runs
async def test_without_a_proxy_nobody_is_believed_to_be_somebody_else(tmp_path: Path) -> None:
    async with served(tmp_path) as where:
        names = (where.local.removeprefix("http://"), where.local)
        assert 429 in await wrong_codes(where.local, *names, "10.0.0.1")
        assert await wrong_codes(where.local, *names, "10.0.0.2") == [429] * 12


def test_nothing_that_could_be_traced_to_a_person_is_stored() -> None:  # A24
    sitting, _ = Sitting.between(Catalogue(), "coloretto", ["ann", "bob"])
    kinds = {type(entry) for _, entry in sitting.rows}
    assert kinds == {Hosted, Invited, Seated, Began, Chance}
    assert Chair.__struct_fields__ == ("kind", "guest", "name", "way", "bot", "left", "late", "program")
    anonymous = erased(entry for _, entry in sitting.rows)
    assert not any(guest in entries.encode(entry) for entry in anonymous for guest in ("ann", "bob"))


# Names.


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Zoë", "Zoë"),
        ("  two   words ", "two words"),
        ("a\u202eb\u2066c\u200bd\ufeff", "abcd"),
        ("line\nbreak\ttab", "line break tab"),
        ("<script>alert(1)</script>", "<script>alert(1)</sc"),  # shown as text; the page never makes it HTML
        ("x" * 100, "x" * 20),
        ("e" + "\u0301" * 30, "é" + "\u0301" * 2),
        ("🦊 fox", "🦊 fox"),
    ],
)
def test_what_is_left_of_a_name(given: str, shown: str) -> None:
    assert own_name(given) == shown


@pytest.mark.parametrize("given", ["", "   ", "\u200b\u200d", "\x00\x01", "\u0301"])
def test_names_of_which_nothing_is_left(given: str) -> None:
    with pytest.raises(Nameless):
        own_name(given)


def test_every_nickname_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        words = Words(language)
        names = {words.translate(nickname_message(seat, way)) for seat in range(8) for way in range(10)}
        assert len(names) == 80
        assert max(map(len, names)) <= 24


def test_codes_and_secrets() -> None:  # A23
    rooms = [Sitting.open(TOYS).room for _ in range(300)]
    assert len({room.id for room in rooms}) == len({room.seating.secret for room in rooms}) == 300
    codes = [room.seating.code or "" for room in rooms]
    assert all(len(code) == 6 and set(code) <= set(CODE_LETTERS) for code in codes)
    assert len(CODE_LETTERS) ** 6 == 2**30
    assert all(len(room.seating.secret) >= 22 for room in rooms)  # 128 bits


# Nonsense.


SHAPES = {
    "move": ("seat", "id", "question", "action"),
    "undo": ("seat", "id", "length"),
    "emote": ("seat", "emote"),
    "name": ("seat", "name"),
    "bot": ("seat", "bot"),
    "consent": ("yes",),
    "settings": ("own_names", "pause", "clock", "hints", "remember"),
    **dict.fromkeys(("take", "leave", "open", "remove", "standin", "curtain"), ("seat",)),
    **dict.fromkeys(("begin", "rematch", "ping", "frame", "room", "", "MOVE", "🦊"), ()),
}
ODD: list[Any] = [
    *(0, 1, -1, 15, 14, 10**9, 10**40, 1.5, -0.0, True, None, "", "0", "x" * 300, [], {}, [[]], {"t": "move"}),
    *("\u0000", "\ud7ff", "draw", "* card R", "search:9999999999", "random", "a" * 40, "a" * 41, "a b", "a\n", "<b>"),
]
ACTIONS = [
    "draw",
    "take 0",
    "take 1",
    "place 0",
    "place 9",
    "pass",
    "lay 1",
    "lay 2",
    "write 1",
    "accept",
    "stop",
    "flip 0",
]


def nonsense(whims: random.Random, questions: list[int] | None = None) -> str | bytes:
    """A message that is nearly right, or not at all."""
    kind = whims.choice([*SHAPES, "move", "move", "move", "move"])
    likely = {
        "seat": whims.randrange(4),
        "id": f"f{whims.randrange(200)}",
        "question": whims.choice(questions or [whims.randrange(40)]),
        "length": whims.choice(questions or [whims.randrange(40)]),
        "yes": whims.choice([True, False]),
        "action": whims.choice(ACTIONS),
        "emote": whims.randrange(13),
        "name": whims.choice(["Zoë", "\u202e", None]),
        "bot": whims.choice(["random", "search:10", "genius"]),
        "own_names": whims.choice([True, False, None]),
        "pause": whims.choice([0, 600, 9999]),
        "clock": whims.choice([0, 30]),
        "hints": whims.choice([True, False, None]),
        "remember": whims.choice([True, False, None]),
    }
    message: Any = {"t": kind, **{field: likely[field] for field in SHAPES[kind]}}
    for field in list(likely):
        if whims.random() < 0.02:
            message[field] = whims.choice(ODD)
        if whims.random() < 0.03:
            message.pop(field, None)
    luck = whims.random()
    if luck < 0.04:
        message = whims.choice([*ODD, [message]])
    text = json.dumps(message, ensure_ascii=whims.random() < 0.5)
    if luck > 0.9:  # damaged on the way
        at = whims.randrange(len(text) + 1)
        text = text[:at] + whims.choice(["", "\x00", "}", '"', "\\u12", "[" * 2000, "NaN", "é"]) + text[at + 1 :]
    if luck > 0.98:
        return bytes(whims.randrange(256) for _ in range(whims.randrange(60)))
    return text


def bombard(messages: int, seed: int) -> dict[str, int]:
    """Fuzzed messages to rooms in every phase, by owners and strangers; what they were answered."""
    whims = random.Random(seed)
    heard: dict[str, int] = {}
    for _ in range(messages // 200):
        game = whims.choice(["hands", "sealed", "peek", "pips", "coloretto"])
        sitting, eyes = Sitting.between(TOYS, game, ["ann", "bob", "cleo"])
        if whims.random() < 0.2:
            sitting = Sitting.open(TOYS, game=game, seats=3)
            eyes = [sitting.arrive("ann")]
        elif whims.random() < 0.5:
            play_on(sitting, eyes, whims, most=whims.randrange(60))
        stranger = sitting.arrive("stranger")
        for number in range(200):
            everybody = [*eyes, stranger]
            watcher = whims.choice(everybody)
            before = (sitting.room.count, len(sitting.steps))
            for one in everybody:
                one.forget()
            text = nonsense(whims, [question.number for question in sitting.room.asked.values()])
            sitting.now += 0.1
            try:
                message = wire.hear(text)
            except wire.Unwelcome:
                heard["unwelcome"] = heard.get("unwelcome", 0) + 1
                continue
            sitting.say(watcher, message)
            answers = [m["t"] for m in watcher.heard()]
            assert answers, message  # nobody is left without an answer
            heard[answers[0]] = heard.get(answers[0], 0) + 1
            if watcher is stranger:
                assert before == (sitting.room.count, len(sitting.steps))
            if number % 50 == 0:
                assert sitting.room.count == len(sitting.rows)
    return heard


def test_twenty_thousand_malformed_messages_hurt_nobody() -> None:  # A11
    heard = bombard(20_000, 1)
    assert sum(heard.values()) == 20_000
    for kind in ("unwelcome", "refused", "sorry", "room", "pong"):
        assert heard[kind] > 50, heard


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_a_million_malformed_messages_hurt_nobody(seed: int) -> None:  # A11
    assert sum(bombard(50_000, seed).values()) == 50_000


@runs
async def test_malformed_messages_over_a_real_socket(tmp_path: Path) -> None:  # A11
    whims = random.Random(2)
    async with served(tmp_path, catalogue="server.hands:box") as where:
        page = Page(where.local)
        tables = [await page.create(game=game, seats=2, fill="random") for game in ("hands", "pips", "coloretto")]
        sent = 0
        while sent < 600:
            async with page.socket(whims.choice(tables)) as talk:
                await talk.hear()
                for _ in range(60):
                    text = nonsense(whims)
                    sent += 1
                    if isinstance(text, bytes):
                        continue
                    await talk.ws.send(text)
                await talk.send(t="ping")
                await talk.until("pong")
        for table in tables:
            async with page.socket(table) as talk:
                assert (await talk.hear())["t"] == "room"
        wishes = [
            "null",
            "[]",
            "{}",
            '{"game":1}',
            '{"game":"coloretto","seats":"2"}',
            '{"table":"x","secret":"\\u0000"}',
        ]
        for path in ("/api/tables", "/api/join"):
            for wish in wishes:
                headers = [*page.headers(), ("Content-Type", "application/json")]
                assert 400 <= (await ask(where.local, "POST", path, headers, wish.encode())).status < 500
