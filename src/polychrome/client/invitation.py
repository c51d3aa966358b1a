"""Where a table is, and what opens its door."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from polychrome.engine.core import Explained, Message

TABLE: Final = re.compile(r"/t/([0-9a-z]{1,40})/?")
HOST: Final = re.compile(r"[0-9A-Za-z.:_-]+")
CODE: Final = re.compile(r"[A-Za-z0-9]{1,12}")


class Misled(Explained):
    """An invitation that leads nowhere."""


class Invitation(NamedTuple):
    """What `POST /api/join` wants: a table and its secret, or a short code; or nothing where one sits already."""

    base: str  # scheme, name and port of the server
    table: str = ""
    secret: str = ""
    code: str = ""

    @classmethod
    def read(cls, text: str) -> Invitation:
        """From `https://server/t/ID#SECRET`, or `https://server#CODE`. Misled says what is wrong with it."""
        text = text.strip()
        try:
            parts = urlsplit(text)
            port = parts.port
            host = (parts.hostname or "").encode("idna").decode()  # bücher.example is xn--bcher-kva.example
        except ValueError:
            raise Misled(Message("join.address", {"text": text[:60]})) from None
        if parts.scheme not in ("http", "https") or not HOST.fullmatch(host) or parts.username or parts.query:
            raise Misled(Message("join.address", {"text": text[:60]}))
        name = f"[{host}]" if ":" in host else host
        base = f"{parts.scheme}://{name}{f':{port}' if port else ''}"
        table = TABLE.fullmatch(parts.path)
        if table:
            return cls(base, table[1], secret=parts.fragment[:200])
        if parts.path.strip("/") or not CODE.fullmatch(parts.fragment):
            raise Misled(Message("join.address", {"text": text[:60]}))
        return cls(base, code=parts.fragment)
