"""A word list on disk: five lines of text, then the edges of its graph, four bytes each."""

from __future__ import annotations

import sys
from array import array
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from polychrome.games.color_words.lexicon import Lexicon, build

TITLE: Final = "polychrome words 1"
LARGEST: Final = 64_000_000  # bytes; real lists have less than one million


class DamagedList(Exception):
    """A file that is no word list, or not a whole one."""


class Listed(NamedTuple):
    lexicon: Lexicon
    licence: str


def make(words: list[str], name: str) -> Lexicon:
    """A lexicon with a fingerprint of its words."""
    mark = blake2b("\n".join(words).encode(), digest_size=8).hexdigest()
    return build(words, name, mark)


def to_bytes(lexicon: Lexicon, licence: str) -> bytes:
    edges = array("I", lexicon.edges)
    if sys.byteorder == "big":
        edges.byteswap()
    seal = blake2b(edges.tobytes(), digest_size=8).hexdigest()
    head = [TITLE, f"{lexicon.name} {lexicon.mark}", licence, f"{lexicon.count} {lexicon.root}", seal]
    return "\n".join([*head, ""]).encode() + edges.tobytes()


def from_bytes(data: bytes) -> Listed:
    *head, body = data.split(b"\n", 5)
    try:
        title, named, licence, numbers, seal = (line.decode() for line in head)
        name, mark = named.split(" ")
        count, root = (int(number) for number in numbers.split(" "))
    except ValueError:
        raise DamagedList from None
    if title != TITLE or blake2b(body, digest_size=8).hexdigest() != seal or len(body) % 4:
        raise DamagedList
    edges = array("I")
    edges.frombytes(body)
    if sys.byteorder == "big":
        edges.byteswap()
    return Listed(Lexicon(name, mark, edges.tolist(), root, count), licence)


def read(path: Path) -> Listed:
    """OSError if there is none, Damaged if it is broken."""
    with path.open("rb") as file:
        return from_bytes(file.read(LARGEST))
