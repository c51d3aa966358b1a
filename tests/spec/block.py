"""Reading the fenced `vector` blocks of a Markdown text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from spec.adapter import Json, Mistaken

FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})\s*(.*?)\s*$")
HEADER: Final = re.compile(r"([a-z]+):\s*(.*)$")
STEP: Final = re.compile(r"(-?\d{1,3})(?:\s+(.*))?$")
HEADERS: Final = ("id", "game", "players", "options", "setup", "call", "steps")


class Block(NamedTuple):
    """The lines between two fences, and the number of the opening one."""

    line: int
    lines: list[str]
    closed: bool = True

    def items(self) -> Iterator[tuple[int, str]]:
        """What counts, with its line number: no comments, no empty lines."""
        for number, line in enumerate(self.lines, self.line + 1):
            text = line.strip()
            if text and not text.startswith("#"):
                yield number, text


class Step(NamedTuple):
    line: int
    text: str
    seat: int = -1
    action: str = ""
    refused: bool = False  # `!`: the action must be rejected
    expected: dict[str, Json] | None = None  # `=`: what the probes must show


class Vector(NamedTuple):
    id: str
    game: str
    players: int = 0
    options: dict[str, Json] | None = None
    setup: dict[str, Json] | None = None
    steps: tuple[Step, ...] = ()
    call: dict[str, Json] | None = None
    answer: Json = None  # of the call


def blocks(text: str) -> Iterator[Block]:
    """Every block of type `vector`; a fence inside another block is just text."""
    fence = kind = ""
    found: Block | None = None
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if not fence and match:
            fence, kind = match[1], match[2]
            found = Block(number, []) if kind == "vector" else None
        elif fence and match and match[1].startswith(fence) and not match[2]:
            fence = ""
            if found:
                yield found
                found = None
        elif found:
            found.lines.append(line)
    if found:
        yield found._replace(closed=False)


def vector(block: Block) -> Vector:
    """The vector in a block; Mistaken if there is none."""
    if not block.closed:
        raise Mistaken("The block has no closing fence.")
    headers: dict[str, str] = {}
    steps: list[Step] = []
    answers: list[Json] = []
    for number, text in block.items():
        if "steps" in headers:
            steps.append(step(number, text))
        elif text.startswith("=") and "call" in headers:
            answers.append(value(f"Line {number}", text[1:]))
        else:
            header(headers, number, text)
    for name in ("id", "game"):
        if not headers.get(name):
            raise Mistaken(f"The block has no `{name}:`.")
    known = Vector(headers["id"], headers["game"])
    if ("call" in headers) == ("steps" in headers):
        raise Mistaken("A block has either `steps:` or `call:`.")
    if "call" in headers:
        if len(answers) != 1:
            raise Mistaken("After `call:` there is one line `= VALUE`.")
        return known._replace(call=mapping("call", headers["call"]), answer=answers[0])
    if not steps:
        raise Mistaken("There is nothing after `steps:`.")
    if not headers.get("players", "").isdecimal():
        raise Mistaken("A block with `steps:` needs a number of `players:`.")
    return known._replace(
        players=int(headers["players"]),
        options=mapping("options", headers.get("options", "{}")),
        setup=mapping("setup", headers.get("setup", "{}")),
        steps=tuple(steps),
    )


def header(headers: dict[str, str], number: int, text: str) -> None:
    match = HEADER.match(text)
    if not match or match[1] not in HEADERS:
        raise Mistaken(f"Line {number}: {text!r} is no header; there are {', '.join(HEADERS)}.")
    if match[1] in headers:
        raise Mistaken(f"Line {number}: a second `{match[1]}:`.")
    if match[1] == "steps" and match[2]:
        raise Mistaken(f"Line {number}: the steps begin on the next line.")
    headers[match[1]] = match[2].strip()


def step(number: int, text: str) -> Step:
    if text.startswith("="):
        return Step(number, text, expected=mapping(f"Line {number}", text[1:]))
    match = STEP.match(text.removeprefix("!").strip())
    if not match:
        raise Mistaken(f"Line {number}: {text!r} is no step; steps are `SEAT ACTION`, `! SEAT ACTION` and `= {{…}}`.")
    return Step(number, text, seat=int(match[1]), action=match[2] or "", refused=text.startswith("!"))


def mapping(where: str, text: str) -> dict[str, Json]:
    found = value(where, text)
    if not isinstance(found, dict):
        raise Mistaken(f"{where}: {text.strip()} is no JSON object.")
    return found


def value(where: str, text: str) -> Json:
    try:
        found: Json = json.loads(text)
    except (ValueError, RecursionError):
        raise Mistaken(f"{where}: {text.strip()!r} is no JSON.") from None
    return found
