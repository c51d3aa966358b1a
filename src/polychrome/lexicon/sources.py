"""Where the word lists come from, and under which licences.

`polychrome words LANG build` makes these. Those that come with Polychrome are made of the same packages by
scripts/words, but for German: its dictionary is under the GPL, which a package under other licences may not hold.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Source(NamedTuple):
    """Spelling dictionaries of the npm registry, each with an affix file, expanded into all their forms."""

    packages: tuple[str, ...]
    licence: str
    names: str = ""  # a package of the Python registry that tells names from nouns
    capitals: bool = False  # are common nouns written with a capital?

    @property
    def name(self) -> str:
        """As it stands in records: one word."""
        return "+".join(package.replace("@", "-") for package in self.packages)


SOURCES: Final = {
    "fr": Source(("dictionary-fr@3.0.0",), "MPL-2.0"),
    # A capital does not tell a name from a noun in German, so names are taken out with a second list (CC BY-SA 4.0).
    "de": Source(("dictionary-de@3.0.0",), "GPL-2.0 or GPL-3.0", names="german-nouns==1.2.5", capitals=True),
    "en": Source(("dictionary-en@4.0.0", "dictionary-en-gb@3.0.0"), "MIT and BSD"),
    "es": Source(("dictionary-es@4.0.0",), "GPL-3.0 or LGPL-3.0 or MPL-1.1"),
}

LICENCES: Final = {"fr": "MPL-2.0", "de": "CC-BY-SA-4.0", "en": "MIT AND BSD-3-Clause", "es": "MPL-1.1"}  # as shipped
