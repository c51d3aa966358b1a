"""The agreement with the page: the document and the Python types say the same (the page’s types: web/test_wire.py)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from polychrome.engine.core import Message
from polychrome.room import wire
from polychrome.server import http_connection, visitors
from polychrome.server.app import DAMAGED, NOT_FOUND
from polychrome.server.limits import (
    BYTES,
    DOOR,
    FRAGMENTS,
    FRAME,
    MESSAGES,
    PIECE,
    REQUESTS,
    SHARED,
    SOCKETS,
    TABLES,
    VISITS,
    WRONG_CODES,
)
from polychrome.server.run import FILES
from polychrome.server.socket import FLOOD, IDLE, NO_TEXT, RESTART, TOO_SLOW

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
DEPLOY = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
TOO_LARGE = 1009  # uvicorn's own


def tags(union: object) -> set[str]:
    return {kind.__struct_config__.tag for kind in union.__args__}  # type: ignore[attr-defined]


def section(begin: str, end: str) -> str:
    return PROTOCOL[PROTOCOL.index(begin) : PROTOCOL.index(end)]


def test_every_example_in_the_document_is_understood() -> None:
    examples = re.findall(r"`(\{\"t\".*?\})`", section("From the page:", "From the server:"))
    assert {json.loads(example)["t"] for example in examples} == tags(wire.ToServer)
    for example in examples:
        wire.hear(example.replace("…", "abc123"))


def test_everything_the_server_says_is_in_the_document() -> None:
    said = set(re.findall(r"`\{\"t\":\"(\w+)\"", section("From the server:", "**A seat**")))
    assert said == tags(wire.FromServer)
    codes = re.findall(r"\b(\d{4})\b", PROTOCOL[PROTOCOL.index("**Closing codes**") :])
    assert {int(code) for code in codes} == {NOT_FOUND, DAMAGED, IDLE, TOO_SLOW, NO_TEXT, FLOOD, TOO_LARGE, RESTART}


def test_what_is_limited_is_in_the_guides_with_its_numbers() -> None:
    protocol, host = (" ".join(text.split()) for text in (PROTOCOL, DEPLOY))
    for said in (
        f"a message has at most {wire.MESSAGE_BYTES // 1024} KiB",
        f"{MESSAGES[0]} messages in {MESSAGES[0] / MESSAGES[1]:.0f} s per socket",
        f"{60 * SHARED[TABLES][1]:.0f} new tables and {60 * SHARED[WRONG_CODES][1]:.0f} wrong codes a minute",
        f"counts as its bytes and {FRAME} more, each piece in which the system hands bytes over as another {PIECE}",
        f"{BYTES[0] // 1024} KiB are free, {BYTES[1] // 1024} KiB more come back each second",
        f"a message may have {FRAGMENTS} fragments",
        f"per address {REQUESTS[0]:,} at once and {REQUESTS[1]:.0f} a second below `/api/`",
        f"{VISITS[0]:,} at once and {VISITS[1]:.0f} a second for pages, files, `/healthz` and new sockets together",
        f"one address {DOOR[0]} requests are served without delay and then {DOOR[1]:.0f} a second",
        f"has at most {http_connection.REQUEST_BYTES // 1024} KiB (413)",
        f"At most {SOCKETS} sockets per address (429)",
        f"takes less than {http_connection.SLOWEST // 1024} KiB of its answer",
    ):
        assert said in protocol
    for said in (
        f"up to {FILES[0]:,}; {visitors.OWN_FILES} of them",
        f"at most {visitors.STANDING:,} are for connections that speak HTTP",
    ):
        assert said in host


def test_messages_to_people_are_pairs() -> None:
    assert wire.encode(wire.Sorry(Message("a.b", {"n": 1}))) == b'{"t":"sorry","reason":["a.b",{"n":1}]}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"t":"dance"}',
        '{"t":"ping","more":1}',
        '{"t":"move","seat":0,"id":"a","question":0}',
        '{"t":"move","seat":15,"id":"a","question":0,"action":"draw"}',
        '{"t":"move","seat":0,"id":"a b","question":0,"action":"draw"}',
        '{"t":"move","seat":0,"id":"a\\n","question":0,"action":"draw"}',
        '{"t":"move","seat":0,"id":"","question":0,"action":"draw"}',
        '{"t":"move","seat":0,"id":"a","question":-1,"action":"draw"}',
        '{"t":"move","seat":true,"id":"a","question":0,"action":"draw"}',
        '{"t":"move","seat":"0","id":"a","question":0,"action":"draw"}',
        '{"t":"emote","seat":0,"emote":12}',
        '{"t":"settings","pause":5001}',
        "[" * 8000,
        '{"t":"ping","x":' + "[" * 4000 + "]" * 4000 + "}",
        '"\\ud800"',
    ],
)
def test_what_is_not_in_the_agreement_is_not_understood(text: str) -> None:  # A11
    with pytest.raises(wire.Unwelcome):
        wire.hear(text)


def test_no_bytes_hurt() -> None:
    for text in (b"\xff\xfe", b'{"t":"\xff"}', b"\x00", bytes(range(256))):
        with pytest.raises(wire.Unwelcome):
            wire.hear(text)
