"""Who may talk to us, and what browsers may do with our answers."""

from __future__ import annotations

import re
import secrets
import socket
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from polychrome.engine.core import Explained, Message
from polychrome.room.people import NOBODY

CONTENT: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; "
    "font-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'none'; worker-src 'self'"
)
UNNEEDED: Final = ("camera", "geolocation", "microphone", "payment", "usb", "serial", "hid", "midi", "display-capture")
HEADERS: Final[list[tuple[bytes, bytes]]] = [
    (b"content-security-policy", CONTENT.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", ", ".join(f"{name}=()" for name in UNNEEDED).encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]
# The page that needs no server runs Python, and has a policy of its own beside this one.
ALONE_HEADERS: Final = [
    (name, value.replace(b"script-src 'self'", b"script-src 'self' 'wasm-unsafe-eval'")) for name, value in HEADERS
]
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")

COOKIE: Final = "polychrome"
SECURE_COOKIE: Final = "__Host-polychrome"
LIFE: Final = 30 * 86_400
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
PORTS: Final = {"http": 80, "https": 443}  # that a browser does not write
HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::([0-9]{1,5}))?")

Headers = Iterable[tuple[bytes, bytes]]


def header(headers: Headers, name: bytes) -> str | None:
    """The one value of a header; None if there is none, or if there are several that could contradict each other."""
    found = [value for key, value in headers if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


class Place(NamedTuple):
    """A name and a port, as browsers understand them however they are spelled."""

    name: str
    port: int


def place_of(host: str | None, default: int) -> Place | None:
    """What a Host header names; None if that cannot be one."""
    found = HOST.fullmatch((host or "").lower())
    if found is None:
        return None
    name = found[1].strip("[]")
    with suppress(ValueError):
        name = str(ip_address(name))
    return Place(name, int(found[2]) if found[2] else default)


def announced(url: str) -> tuple[str, Place]:
    """The scheme and the place of a public address."""
    parts = urlsplit(url)
    name = parts.hostname or ""
    try:
        port = parts.port or PORTS[parts.scheme]
    except ValueError:  # 99999
        raise Explained(Message("server.public_url", {"url": url})) from None
    with suppress(ValueError):
        name = str(ip_address(name))
    with suppress(UnicodeError):  # a browser writes bücher.example as xn--bcher-kva.example
        name = name.encode("idna").decode()
    return parts.scheme, Place(name, port)


def is_home(name: str) -> bool:
    """Does this name lead to the machine one sits at? Nobody stands on the way there."""
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


class Doors:
    """Under which names this server is reached. A name that is not ours may be an attacker's that points to us."""

    def __init__(self, public_url: str | None = None, names: Iterable[str] = ()) -> None:
        own = socket.gethostname().lower()
        self.names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}
        self.public: Place | None = None
        self.origin: str | None = None  # of the pages that people were sent to
        self.https = False
        if public_url:
            scheme, self.public = announced(public_url)
            self.https = scheme == "https"
            self.names.add(self.public.name)
            name = f"[{self.public.name}]" if ":" in self.public.name else self.public.name
            port = "" if self.public.port == PORTS[scheme] else f":{self.public.port}"
            self.origin = f"{scheme}://{name}{port}"

    def knows(self, host: str | None) -> bool:
        """Is this Host header a name of ours? An address in numbers cannot be made to point elsewhere."""
        place = place_of(host, 80)
        if place is None:
            return False
        if place.name in self.names:
            return True
        try:
            ip_address(place.name)
        except ValueError:
            return False
        return True

    def same_origin(self, headers: Headers) -> bool:
        """Does this request come from a page of ours?"""
        headers = list(headers)
        origin = header(headers, b"origin")
        if origin is None:
            return False
        if origin == self.origin:
            return True
        host = header(headers, b"host")
        return self.knows(host) and origin == f"http://{host}" and not self.betrayed(headers, host)

    def betrayed(self, headers: Headers, host: str | None) -> bool:
        """Is a page without HTTPS one that people were promised with it? Anybody on the way may have written it."""
        place = place_of(host, 80)
        if not self.https or place is None or self.public is None:
            return False
        return self.secure(headers) or (place.name == self.public.name and not is_home(place.name))

    def allows(self, headers: Headers) -> bool:
        """May this request change something? Browsers say where it comes from in one of two ways."""
        headers = list(headers)
        if any(key == b"origin" for key, _ in headers):
            return self.same_origin(headers)
        return header(headers, b"sec-fetch-site") == "same-origin" and self.knows(header(headers, b"host"))

    def secure(self, headers: Headers) -> bool:
        """Did this request reach our proxy over HTTPS?"""
        if not self.https:
            return False
        headers = list(headers)
        there = place_of(header(headers, b"host"), PORTS["https"]) == self.public
        return there or header(headers, b"x-forwarded-proto") == "https"


# Who somebody is.


def new_token() -> str:
    return secrets.token_urlsafe(32)


def token_in(headers: Headers, secure: bool) -> str | None:
    """The browser's token; None if it has none that could be ours."""
    name = SECURE_COOKIE if secure else COOKIE
    try:
        cookies = SimpleCookie("; ".join(value.decode("latin-1") for key, value in headers if key == b"cookie"))
    except CookieError:
        return None
    token = cookies[name].value if name in cookies else ""
    return token if TOKEN.fullmatch(token) else None


def guest_of(token: str | None) -> str:
    """What the store knows of a browser: a hash from which the token cannot be found."""
    if token is None:
        return NOBODY
    return blake2b(token.encode(), digest_size=16, person=b"guest").hexdigest()


def cookie(token: str, secure: bool) -> str:
    name = f"{SECURE_COOKIE}={token}; Secure" if secure else f"{COOKIE}={token}"
    return f"{name}; HttpOnly; SameSite=Lax; Path=/; Max-Age={LIFE}"
