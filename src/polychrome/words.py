"""What is said to people, in their language: messages are keys of the catalogues in locales/, with gaps to fill.

A catalogue is one flat JSON object: a key, and its text or a text for each plural form, chosen by the argument `n`.
A gap is `{name}` or `{name:kind}`; of a list every item is said and the items are joined. Kinds: none, as it is;
`seat`, the name of the seat; `others`, the names of the seats but for that of whoever hears it; `letter`, 0 is A;
`message`, the value is itself a key, said with the same arguments; any other is the beginning of a key:
`{card:coloretto.card}` with card "R" says `coloretto.card.R`.

No language builds a colour into a sentence like another: English needs "an orange pair", French "une paire verte" and
"le vert", German "ein grünes Paar" and "Grün". So every form that a sentence needs is an entry of its own, colour by
colour, and the sentence has a gap for it: `{colour:colomo.pair}`. tests/test_reading.py reads all of them.

What is said of a seat (its argument `seat`, or one of `seats`) is said otherwise to whoever sits there, where the
catalogue has it: `family.you_deed` instead of `family.deed`.

In the edition of textures a colour is called by its pattern. Every name of a colour is an entry of its own, a kind and
a letter or a name (`colomo.discs.R`, `color_words.on.red`): such a key is said by `textures.` and its kind instead.
web/src/words.ts does the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from polychrome.engine.core import Argument, Message

LANGUAGES: Final = ("en", "fr", "de", "es")  # all there are: for each a catalogue, which says how it is called, too
ANIMALS: Final = ("fox", "owl", "bear", "hare", "cat", "frog", "hedgehog", "duck")  # who sits where, unless people say
TEXTURED: Final = (  # kinds of keys that name a colour: for each of them there is a key `textures.kind`
    *("colour", "discs", "the_disc", "pair", "the_pair", "trio", "pawns", "waiting"),
    *("card", "cards", "a_card", "the_card", "fields", "on"),
)
LETTERS: Final = {  # by which games call colours
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "V": "violet",
    "P": "violet",
    "N": "grey",
    "J": "joker",
}
NO_LISTENER: Final = -1  # hears it in particular
GAP: Final = re.compile(r"\{(\w+)(?::([\w.]+))?\}")

Translation = str | dict[str, str]  # a text, or a text for each plural form
Catalogue = Mapping[str, Translation]


@cache
def catalogue(language: str) -> Catalogue:
    """All texts of a language."""
    text = files("polychrome").joinpath("locales", f"{language}.json").read_text(encoding="utf-8")
    entries: dict[str, Translation] = json.loads(text)
    return entries


def gaps(text: str) -> set[tuple[str, str]]:
    """The gaps of a text, as (name, kind)."""
    return set(GAP.findall(text))


def plural(language: str, n: int) -> str:
    """The plural form for a number: CLDR's, but for the form of whole millions, which no game reaches."""
    if n == 0:  # French says "0 carte": the catalogue knows
        zero = catalogue(language)["language.zero"]
        assert isinstance(zero, str)
        return zero
    return "one" if abs(n) == 1 else "other"


def letter(number: int) -> str:
    """A row for people: A, B, C …, so that nobody wonders whether counting starts at 0 or 1."""
    return chr(ord("A") + number) if 0 <= number < 26 else str(number + 1)


def language_from_environment(environ: Mapping[str, str]) -> str:
    """The language that the locale variables ask for, English if there are no words in it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            wanted = re.split(r"[_.@-]", environ[name])[0].lower()
            return wanted if wanted in LANGUAGES else "en"
    return "en"


def spoken_of(args: Mapping[str, Argument]) -> Sequence[object]:
    seats = args.get("seats")
    return seats if isinstance(seats, list) else ()


class Words:
    """One language. Strict: a key or a gap without words is a mistake of ours, and raises KeyError."""

    def __init__(self, language: str = "en", textures: bool = False) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"There are no words in {language!r} yet; the languages are {', '.join(LANGUAGES)}.")
        self.language = language
        self.textures = textures  # patterns are named, not colours
        self.entries = catalogue(language)

    def translate(self, message: Message, names: Sequence[str] = (), you: int = NO_LISTENER) -> str:
        """A message as a text; `names` are those of the seats, animals where there is none; `you` is who hears it."""
        key, args = self.textured(message) if self.textures else message
        if you != NO_LISTENER and you in (args.get("seat"), *spoken_of(args)):
            key = self.to_you(key)
        entry = self.entries.get(key)
        if entry is None:
            raise KeyError(f"{self.language} has no words for {key!r}")
        if not isinstance(entry, str):
            n = args.get("n")
            if not isinstance(n, int):
                raise KeyError(f"{key!r} has plural forms and needs a number n, not {n!r}")
            entry = entry[plural(self.language, n)]

        def fill(gap: re.Match[str]) -> str:
            name, kind = gap[1], gap[2] or ""
            if name not in args:
                raise KeyError(f"{key!r} in {self.language} has a gap {name!r}, but nothing to fill it")
            return self.fill(args[name], kind, args, names, you)

        return GAP.sub(fill, entry)

    def word(self, key: str) -> str:
        """A text without gaps."""
        if self.textures and key.startswith("palette.code."):  # patterns begin with different letters
            return self.word(f"palette.pattern.{key.rpartition('.')[2]}")[:2].upper()
        return self.translate(Message(key, {}))

    def textured(self, message: Message) -> Message:
        """What is said instead of the name of a colour."""
        parts = message.key.split(".")
        if parts[0] == "palette" and len(parts) == 2:
            return Message(f"palette.pattern.{parts[1]}", message.args)
        if len(parts) == 3 and parts[1] in TEXTURED:
            texture = LETTERS.get(parts[2], parts[2])
            if f"palette.pattern.{texture}" in self.entries:
                return Message(f"textures.{parts[1]}", {**message.args, "texture": texture})
        return message

    def to_you(self, key: str) -> str:
        family, _, deed = key.rpartition(".")
        return personal if (personal := f"{family}.you_{deed}") in self.entries else key

    def fill(self, value: Argument, kind: str, args: dict[str, Argument], names: Sequence[str], you: int) -> str:
        if kind == "others" and isinstance(value, list):
            return self.join([self.name(seat, names) for seat in value if isinstance(seat, int) and seat != you])
        if isinstance(value, list):
            return self.join([self.fill(item, kind, args, names, you) for item in value])
        if kind == "seat" and isinstance(value, int):
            return self.name(value, names)
        if kind == "letter" and isinstance(value, int):
            return letter(value)
        if kind in ("", "seat", "letter"):
            return str(value)
        return self.translate(Message(str(value) if kind == "message" else f"{kind}.{value}", args), names, you)

    def name(self, seat: int, names: Sequence[str]) -> str:
        return names[seat] if seat < len(names) else self.names(seat + 1)[seat]

    def join(self, items: Sequence[str]) -> str:
        """A, B and C."""
        if len(items) < 2:
            return "".join(items)
        return self.word("list.comma").join(items[:-1]) + self.word("list.and") + items[-1]

    def names(self, seats: int) -> list[str]:
        """Names for seats whose people have given none; beyond the last animal they come round again, numbered."""
        animals = [self.word(f"animal.{animal}") for animal in ANIMALS]
        rounds = ["", *(f" {number}" for number in range(2, 2 + seats // len(animals)))]
        return [animals[seat % len(animals)] + rounds[seat // len(animals)] for seat in range(seats)]


def in_english(message: Message) -> str:
    """A message for programmers. Never fails: a game of somebody else's may have reasons that we have no words for."""
    try:
        return Words().translate(message)
    except KeyError:
        gaps = ", ".join(f"{name}={value}" for name, value in message.args.items())
        return f"{message.key} ({gaps})" if gaps else message.key
