"""The catalogues read aloud: every message with every colour, number and name that it can get, in all four languages,
and nothing in it that would make somebody stumble: "a orange pair", "Owl!.", "la paire (vert)", three words for a disc.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from polychrome.engine.core import Argument, Message
from polychrome.words import GAP, LANGUAGES, Words

NUMBERS = (0, 1, 2, 5)
NAMES = ("Ana", "Ole", "Ida", "Bo")
YOU = 1  # who hears what is said to "you"
CARRIED = {  # a key that a gap of the kind `message` may carry
    "tile": "chromino.tile",
    "at": "chromino.at.middle",
    "bonus": "color_words.bonus.right",
    "parts": "arena.part.seed",
    "why": "refused.over",
    "trouble": "refused.over",
}
DISCS = r"(cli\.)?(rules\.)?(arc_en_ciel|blackout|colomo|ronde|rondo|trio)\b"  # games without cards and tiles
FACES = rf"{DISCS}|(cli\.)?(rules\.)?(a_l_aveuglette|les_aveugles)\b"  # where something is turned up
EVERYWHERE = r"page\.replay|page\.promise|command\."  # said at the table of any game

# What nobody shall hear, as (where, what).
ALWAYS = (
    ("", r"[!?]\."),
    ("", r"(?<!\.)\.\.(?!\.)"),
    ("", r"[!?]:"),
    ("", r"\w  \w"),
    ("", r" ,|\( | \)"),
    ("", r"[{}]"),
)
NEVER: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("", r"\ba [aeio]\w"),
        ("", r"\ban (?!hour)[^aeiou]"),
        (f"{FACES}|{EVERYWHERE}", r"\bcards?\b"),
    ),
    "fr": (
        ("", r"\b[Vv](ous|otre|os)\b"),
        ("", r"(?i)\b(?!chez\b|assez\b|nez\b)\w+ez\b"),
        ("", r"[dD]isque"),
        ("", r"doit-il|doit-elle"),
        ("", r"’(est|es) trompé"),
        ("", r"(?<![-\w])[Bb]ots?\b"),
        ("", r" [;:?!»%]|« "),
        ("", r"\bcouleurs? positives?|en positif"),
        ("", r"\b([Ll]e|[Dd]e|[Dd]u) orange\b"),
        ("", r"\b1 (retirés|gagnées)|\bcouvre (bleu|jaune|orange|rouge|vert)\b"),
        (f"{FACES}|{EVERYWHERE}", r"\bcartes?\b"),
    ),
    "de": (
        ("", r"nicht deine\b(?! Figur| ist)"),
        ("", r"Wo ist (?!das\b)[a-zäöü]|Nach [a-zäöü]+ fragen|\bauf (rot|gelb|blau|grün|orange|violett)\b"),
        ("", r"(Joker als|[Pp]lus:|im Spiel:|Darunter liegt|Das deckt) (rot|gelb|blau|grün|orange|violett|grau)\b"),
        ("", r"Startzahl|Mitschrift"),
        ("", r"als Erster\b"),
        (f"{FACES}|{EVERYWHERE}", r"\bKarten?\b"),
    ),
    "es": (
        (FACES, r"\b[Gg]ir(a|ar|an|as|o|ad[oa]s?)\b"),
        (rf"(guide\.)?({FACES})", r"\b[Dd]estap\w+"),
        ("", r"\bganan más\b|\b1 (retiradas|ganadas)\b|[Tt]apa (azul|amarillo|naranja|rojo|verde)\b"),
        (f"{FACES}|page\\.room", r"\b[Ff]ichas?\b"),
        ("", r"\b[Dd]ibujos?\b"),
        ("cli.join|join|page.lobby|page.newcomer|room|refused", r"\b([Pp]uestos?|[Ss]itios?)\b"),
        ("", r"\b[Ll]a terminal\b|\bcomandos?\b|\bLos ordenadores\b"),
        ("colorio", r"\b(en|de|a) fila\b"),
        (f"{FACES}|{EVERYWHERE}", r"\bcartas?\b"),
    ),
}
HELD = {  # a colour behind these, after a colon or in brackets, has not been built into the sentence
    "en": "colour|pair|trio|card",
    "fr": "couleur|paire|trio|carte",
    "de": "Farbe|Paar|Trio|Karte",
    "es": "color|pareja|trío|carta",
}
TYPED = r"cli\.(play|join\.undo)|server\.(verify|data)"  # they begin with what one types, or end a sentence


class Speech:
    """One language, and how the gaps of its messages can be filled."""

    def __init__(self, language: str, textures: bool) -> None:
        self.words = Words(language, textures)
        self.ends: dict[str, list[str]] = {}  # of keys, by their beginnings
        for key in self.words.entries:
            beginning, _, end = key.rpartition(".")
            self.ends.setdefault(beginning, []).append(end)

    def values(self, name: str, kind: str) -> list[Argument]:
        """What a gap can get; of a list also two at once."""
        if kind in ("seat", "letter"):
            return [[0], [0, 2], [0, 2, 3]] if name in ("seats", "rows", "places", "order") else [0, 2]
        if kind == "others":
            return [[0, 1], [0, 1, 2]]
        if kind == "message":
            return [CARRIED[name]]
        if not kind:  # a move that is named in a sentence may be one that is called out
            called = self.words.translate(Message("colomo.choice.challenge", {"seat": 1}), NAMES)
            return ["X", called] if name in ("move", "choice") else ["X"]
        ends = self.ends[kind]
        return [[end] for end in ends] + [ends[:2]] if name.endswith("s") else [*ends]

    def gaps(self, key: str) -> set[tuple[str, str]]:
        """Those of a message and of whatever its gaps say."""
        entry = self.words.entries[key]
        found = {gap for text in ([entry] if isinstance(entry, str) else entry.values()) for gap in GAP.findall(text)}
        for name, kind in list(found):
            if kind == "message":
                found |= self.gaps(CARRIED[name])
            elif kind in self.ends:
                found |= self.gaps(f"{kind}.{self.ends[kind][0]}")
        return found

    def said(self, key: str) -> Iterator[str]:
        """A message with everything that can be in it, each at least once, and with every number."""
        filled = {name: self.values(name, kind) for name, kind in sorted(self.gaps(key)) if name != "n"}
        ordinal = ("n", "colorio.ordinal") in self.gaps(key)
        for n in (1, 2, 3) if ordinal else NUMBERS:
            for turn in range(max(map(len, filled.values()), default=1)):
                args = {name: some[turn % len(some)] for name, some in filled.items()}
                yield self.words.translate(Message(key, {**args, "n": n}), NAMES, YOU)


@cache
def everything(language: str, textures: bool = False) -> tuple[tuple[str, str], ...]:
    """All that is ever said in a language, with its key."""
    speech = Speech(language, textures)
    return tuple(dict.fromkeys((key, text) for key in speech.words.entries for text in speech.said(key)))


def colours(language: str) -> str:
    """The names of the colours, in whatever form they are said."""
    words = Words(language)
    own = ("colomo.colour.", "coloretto.card.", "coloretto.colour.", "colorio.colour.", "chromino.colour.")
    return "|".join(sorted({words.word(key) for key in words.entries if key.startswith(own) and "+" not in key}))


def heard(language: str, where: str, what: str) -> list[str]:
    """What matches, once for each key."""
    wrong, place = re.compile(what), re.compile(where)
    found = {key: text for key, text in everything(language) if place.match(key) and wrong.search(text)}
    return [f"{key}: {text[:300]}" for key, text in found.items()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_read_with_every_colour(language: str) -> None:
    read = everything(language)
    assert {key for key, _ in read} == set(Words(language).entries)
    assert len({text for key, text in read if key == "blackout.prompt.find"}) == 6
    assert len({text for key, text in read if key == "coloretto.prompt.place"}) == 9


@pytest.mark.parametrize(
    ("language", "where", "what"),
    [(language, *law) for language in LANGUAGES for law in (*ALWAYS, *NEVER[language])],
)
def test_nothing_makes_one_stumble(language: str, where: str, what: str) -> None:
    assert heard(language, where, what) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_colour_is_part_of_its_sentence(language: str) -> None:
    """ "Une paire verte", not "une paire : vert" nor "la paire (vert)", nor "una pareja de color verde"."""
    assert heard(language, "", rf"(?i)\b({HELD[language]})(\s?:|\s\(| de color| color)\s?({colours(language)})\b") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_begins_with_a_capital_letter(language: str) -> None:
    found = {key: text for key, text in everything(language) if text[:1].islower() and re.search(r"\w[.!?]$", text)}
    assert [f"{key}: {text}" for key, text in found.items() if not re.match(TYPED, key)] == []


@pytest.mark.parametrize(
    ("language", "opening", "closing"), [("de", "„", "“"), ("fr", "«", "»"), ("es", "«", "»"), ("en", "“", "”")]
)
def test_quotes_are_those_of_the_language(language: str, opening: str, closing: str) -> None:
    found = {
        key: text
        for key, text in everything(language)
        if text.count(opening) != text.count(closing) or "'" in text or re.search(r'(?<!\[)"(?!polychrome|\.|$)', text)
    }
    assert found == {}


@pytest.mark.parametrize(("opening", "closing"), ["¿?", "¡!"])
def test_spanish_opens_what_it_closes(opening: str, closing: str) -> None:
    """A question mark that stands alone is the key that one types."""
    ends = re.compile(rf"(?<=[^\s`]){re.escape(closing)}")
    found = {key: text for key, text in everything("es") if text.count(opening) != len(ends.findall(text))}
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_setting_is_called_like_one_of_its_values(language: str) -> None:
    """Not "Light: light"."""
    texts = {key: text for key, text in everything(language) if key.startswith("page.")}
    values = [(key, texts.get(key.rpartition(".")[0], "")) for key in texts]
    assert [key for key, label in values if texts[key].casefold() == label.casefold()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_edition_of_textures_no_form_of_a_colour_is_left(language: str) -> None:
    """Whatever can be said with a colour in it is said with its pattern; rules and help speak of the box itself."""
    named = re.compile(rf"\b({colours(language)})\b", re.IGNORECASE)
    itself = r"rules\.|cli\.|page\.|palette\.|.*\.unreadable|colorio\.(fact|news)\.(grey|white)"
    found = {
        key: text
        for key, text in everything(language, textures=True)
        if named.search(re.sub(r"(?i)joker|comodín", "", text)) and not re.match(itself, key)
    }
    assert found == {}


# The forms, as people hear them.


@pytest.mark.parametrize(
    ("language", "key", "colour", "text"),
    [
        ("en", "ronde.news.you_found", "O", "You found an orange pair."),
        ("fr", "ronde.news.you_found", "O", "Tu as trouvé une paire orange."),
        ("fr", "ronde.news.you_found", "G", "Tu as trouvé une paire verte."),
        ("de", "ronde.news.you_found", "G", "Du hast ein grünes Paar gefunden."),
        ("es", "ronde.news.you_found", "R", "Has encontrado una pareja roja."),
        ("en", "blackout.prompt.find", "G", "Where is the green disc?"),
        ("fr", "blackout.prompt.find", "G", "Où est le vert\u00a0?"),
        ("de", "blackout.prompt.find", "G", "Wo ist Grün?"),
        ("es", "blackout.prompt.find", "G", "¿Dónde está el verde?"),
        ("fr", "trio.news.you_found", "V", "Tu as trouvé un trio violet\u00a0!"),
        ("fr", "color_words.bonus.turn", "blue", "2 points pour un virage sur une case bleue"),
    ],
)
def test_colours_take_the_form_they_need(language: str, key: str, colour: str, text: str) -> None:
    assert Words(language).translate(Message(key, {"colour": colour, "n": 2})) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Game over: you win together with Ana, with 3 points each!"),
        ("fr", "Partie finie\u00a0: tu gagnes avec Ana, 3 points chacun\u00a0!"),
        ("de", "Das Spiel ist aus: Du gewinnst zusammen mit Ana, mit je 3 Punkten!"),
        ("es", "Fin de la partida: ¡ganas junto con Ana, con 3 puntos cada cual!"),
    ],
)
def test_whoever_shares_a_win_is_not_named_to_themselves(language: str, text: str) -> None:
    shared = Message("scene.winners", {"seats": [0, 1], "n": 3})
    assert Words(language).translate(shared, ["Ana", "Bo"], you=1) == text
