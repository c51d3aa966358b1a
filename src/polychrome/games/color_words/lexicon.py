"""Word lists at hand: compact, quick to walk, and handed in from outside, because rules read no files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from polychrome.games.color_words.spelling import BEFORE_A

# An edge of the graph: child << 7 | a word ends here << 6 | last edge of its node << 5 | letter, A is 1.
# A node is a run of edges; a child of 0 has none.
LETTER: Final = 31
LAST: Final = 32
ENDS: Final = 64
CHILD: Final = 7

# The names of somebody's own list on the shelf; the others are called by their language.
MINE: Final = "mine"
MINE_IN_GERMAN: Final = "mine-de"  # the same words, umlauts as two letters


class Lexicon:
    """All words of a list as a graph in which common beginnings and endings are shared (DAWG)."""

    def __init__(self, name: str, mark: str, edges: list[int], root: int, count: int) -> None:
        self.name = name
        self.mark = mark  # a fingerprint of the words
        self.edges = edges
        self.root = root
        self.count = count  # words

    def knows(self, word: str) -> bool:
        """Is this word, in capitals A to Z, in the list?"""
        edges = self.edges
        at = self.root
        ends = False
        for sign in word:
            letter = ord(sign) - BEFORE_A
            if at == 0 or not 1 <= letter <= 26:
                return False
            edge = edges[at]
            while edge & LETTER != letter:
                if edge & LAST:
                    return False
                at += 1
                edge = edges[at]
            at = edge >> CHILD
            ends = edge & ENDS != 0
        return ends

    def node(self, at: int) -> list[int]:
        """The edges of a node."""
        found: list[int] = []
        while at:
            found.append(self.edges[at])
            at = 0 if found[-1] & LAST else at + 1
        return found

    def words(self) -> Iterator[str]:
        """All of them, in order."""
        pending = [("", self.root)]
        while pending:
            begun, at = pending.pop()
            if at < 0:
                yield begun
                continue
            for edge in reversed(self.node(at)):
                word = begun + chr(BEFORE_A + (edge & LETTER))
                pending.append((word, edge >> CHILD))
                if edge & ENDS:
                    pending.append((word, -1))


class Band(NamedTuple):
    """Words that people use about equally often."""

    most: int  # words with this band and all before it
    words: list[str]


class Shelf:
    """The lists at hand, by language. Whoever starts the program says where they come from."""

    def __init__(self) -> None:
        self.lists: dict[str, Lexicon | None] = {}
        self.source: Callable[[str], Lexicon | None] | None = None
        self.bands: Callable[[str], list[Band]] | None = None
        self.vocabularies: dict[str, Lexicon] = {}

    def find(self, language: str) -> Lexicon | None:
        """The list of a language as it is now; None as long as there is none."""
        found = self.lists.get(language)
        if found is None and self.source is not None:
            found = self.source(language)
        return found

    def known(self, language: str, most: int) -> Lexicon | None:
        """Those words of a list that are among so many most usual ones; all, if nobody says how usual words are."""
        whole = self.find(language)
        if whole is None or self.bands is None:
            return whole
        key = f"{language} {whole.mark} {most}"
        if key not in self.vocabularies:
            usual = [word for band in self.bands(language) if band.most <= most for word in band.words]
            words = sorted([word for word in usual if whole.knows(word)])
            self.vocabularies[key] = build(words, whole.name, whole.mark) if words else whole
        return self.vocabularies[key]

    def put(self, language: str, lexicon: Lexicon | None) -> None:
        self.lists[language] = lexicon

    def fill_from(
        self, source: Callable[[str], Lexicon | None] | None, bands: Callable[[str], list[Band]] | None = None
    ) -> None:
        """Ask these for lists and for usual words from now on, and forget what others gave."""
        self.source = source
        self.bands = bands
        self.lists = {}
        self.vocabularies = {}


SHELF: Final = Shelf()


def build(words: list[str], name: str, mark: str) -> Lexicon:
    """A lexicon from words in capitals A to Z, sorted and each once (Daciuk and others 2000)."""
    builder = Builder()
    for word in words:
        builder.add(word)
    edges, root = builder.finish()
    return Lexicon(name, mark, edges, root, len(words))


class Builder:
    """Nodes are finished when no later word can change them; a finished node that exists already is used again."""

    def __init__(self) -> None:
        self.edges = [0]  # place 0 is no node
        self.places: dict[tuple[int, ...], int] = {}
        self.open: list[list[int]] = [[]]  # unfinished nodes along the last word, their last edge without its child
        self.last = ""

    def add(self, word: str) -> None:
        if word <= self.last or not word:
            raise ValueError(f"{word!r} comes after {self.last!r}; the words must be sorted, each once")
        shared = 0
        for a, b in zip(word, self.last, strict=False):
            if a != b:
                break
            shared += 1
        self.close(shared)
        for sign in word[shared:]:
            letter = ord(sign) - BEFORE_A
            if not 1 <= letter <= 26:
                raise ValueError(f"{word!r} has other letters than A to Z")
            self.open[-1].append(letter)
            self.open.append([])
        self.open[-2][-1] |= ENDS
        self.last = word

    def close(self, depth: int) -> None:
        """Finish the nodes below this depth."""
        while len(self.open) > depth + 1:
            node = self.open.pop()
            self.open[-1][-1] |= self.place(node) << CHILD

    def place(self, node: list[int]) -> int:
        if not node:
            return 0
        node[-1] |= LAST
        key = tuple(node)
        at = self.places.get(key, 0)
        if not at:
            at = len(self.edges)
            self.edges.extend(node)
            self.places[key] = at
        return at

    def finish(self) -> tuple[list[int], int]:
        self.close(0)
        return self.edges, self.place(self.open[0])
