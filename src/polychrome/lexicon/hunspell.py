"""Expanding a spelling dictionary: every form that its stems and affix rules make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

NEVER: Final = ("FORBIDDENWORD", "ONLYINCOMPOUND", "CIRCUMFIX")  # pieces of compounds, and halves of a pair of affixes
NOT_YET: Final = ("NEEDAFFIX",)


class Ending(NamedTuple):
    """What goes on, and the flags that the new form has."""

    add: str
    flags: frozenset[str]


class Rules(NamedTuple):
    """Where a word fits, take `strip` off and put each of the endings on; for prefixes, at its beginning."""

    fits: Callable[[str], object]
    strip: str
    endings: list[Ending]


class Affixes:
    """The rules of an affix file, by flag, and the flags with a meaning of their own."""

    def __init__(self, text: str) -> None:
        self.prefixes: dict[str, dict[tuple[str, str], Rules]] = {}  # by flag, then by condition and strip
        self.suffixes: dict[str, dict[tuple[str, str], Rules]] = {}
        self.style = ""
        self.never: set[str] = set()
        self.not_yet: set[str] = set()
        for line in text.splitlines():
            self.read(line.split())

    def read(self, words: list[str]) -> None:
        if len(words) < 2:
            return
        if words[0] == "FLAG":
            self.style = words[1]
        elif words[0] in NEVER:
            self.never.add(words[1])
        elif words[0] in NOT_YET:
            self.not_yet.add(words[1])
        elif words[0] in ("PFX", "SFX") and len(words) >= 5:
            self.read_rule(*words[:5])

    def read_rule(self, kind: str, flag: str, strip: str, added: str, condition: str) -> None:
        add, _, flags = added.partition("/")
        if "'" in add or "-" in add:  # no word of the game has them
            return
        before = kind == "PFX"
        rules = (self.prefixes if before else self.suffixes).setdefault(flag, {})
        if (condition, strip) not in rules:
            pattern = condition.replace("-", r"\-")
            fits = re.compile(pattern).match if before else re.compile(f"(?:{pattern})$").search
            rules[condition, strip] = Rules(fits, "" if strip == "0" else strip, [])
        rules[condition, strip].endings.append(Ending("" if add == "0" else add, self.flags(flags)))

    def flags(self, text: str) -> frozenset[str]:
        """One letter each, or two with `FLAG long`."""
        if self.style == "long":
            return frozenset(text[at : at + 2] for at in range(0, len(text), 2))
        return frozenset(text)

    def forms(self, stem: str, flags: frozenset[str]) -> Iterator[str]:
        """All words made from a stem: it may have two suffixes, one called for by the other, and one prefix."""
        if not self.never.isdisjoint(flags):
            return
        leading = [flag for flag in flags if flag in self.prefixes]
        forms = [(stem, flags)]
        once = list(self.suffixed(stem, flags))
        for form, more in once:
            forms.append((form, more))
            forms += self.suffixed(form, more)
        for form, own in forms:
            if not self.never.isdisjoint(own):
                continue
            if self.not_yet.isdisjoint(own):
                yield form
            for flag in {*leading, *own}:
                if flag in self.prefixes:
                    yield from self.prefixed(form, flag)

    def suffixed(self, word: str, flags: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
        for flag in flags:
            for rules in self.suffixes[flag].values() if flag in self.suffixes else ():
                if rules.fits(word) and word.endswith(rules.strip):
                    begun = word[: len(word) - len(rules.strip)]
                    for add, more in rules.endings:
                        yield begun + add, more

    def prefixed(self, word: str, flag: str) -> Iterator[str]:
        for rules in self.prefixes[flag].values():
            if rules.fits(word) and word.startswith(rules.strip):
                for add, more in rules.endings:
                    if self.never.isdisjoint(more):
                        yield add + word[len(rules.strip) :]


def stems(text: str, affixes: Affixes) -> Iterator[tuple[str, frozenset[str]]]:
    """The entries of a dictionary file; the first line is their number."""
    for line in text.splitlines()[1:]:
        entry = line.split("\t")[0].split(" ")[0]
        word, _, flags = entry.partition("/")
        if word:
            yield word, affixes.flags(flags)
