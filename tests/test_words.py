"""The catalogues: nothing missing, nothing left over, the same gaps in every language; and how messages are said."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import polychrome
from polychrome.engine.core import Message
from polychrome.words import (
    ANIMALS,
    GAP,
    LANGUAGES,
    Catalogue,
    Translation,
    Words,
    catalogue,
    gaps,
    language_from_environment,
)

SOURCE = Path(polychrome.__file__).parent
FORMS = ("one", "other")  # what all four languages need
KINDS = ("", "seat", "others", "letter", "message")  # of gaps; any other is the beginning of a key
KEY = re.compile(r"[a-z_]+(\.[\w+]+)+")


# What the sources say.


class Mentions:
    """Everything in the sources that can name a key."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.texts: set[str] = set()  # string literals
        self.patterns: list[re.Pattern[str]] = []  # f-strings such as f"palette.code.{colour}"
        self.calls: list[tuple[str, str, set[str]]] = []  # Message("key", {"a": …}) with all its arguments in sight
        for name, text in sources.items():
            for node in ast.walk(ast.parse(text)):
                self.note(name, node)

    def note(self, name: str, node: ast.AST) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.texts.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if isinstance(parts[0], str) and re.match(r"[a-z_]+\.", parts[0]):
                self.patterns.append(re.compile("".join(re.escape(str(p)) if p else r"([\w+]+)" for p in parts)))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Message", "Reason"):
            if len(node.args) != 2 or not isinstance(node.args[1], ast.Dict):
                return
            names = {key.value for key in node.args[1].keys if isinstance(key, ast.Constant)}
            if len(names) == len(node.args[1].keys):
                self.calls += [(name, key, names) for key in literals(node.args[0])]

    def uses(self, key: str) -> bool:
        if key in self.texts:
            return True
        if any(text.startswith("_") and key.removesuffix(text) in self.texts for text in self.texts):
            return True  # key + "_draw"
        if key.replace(".you_", ".") in self.texts:
            return True  # said to the one who did it, see words.py
        found = [pattern.fullmatch(key) for pattern in self.patterns]
        return any(match and all(part in self.texts or len(part) == 1 for part in match.groups()) for match in found)


def literals(node: ast.AST) -> Iterator[str]:
    """The string, or both strings of `"a" if … else "b"`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def texts(entry: Translation) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


# The checks, as lists of what is wrong.


def missing(catalogues: Mapping[str, Catalogue], mentions: Mentions) -> list[str]:
    """Keys that one language has and another has not, and keys that the sources name and nobody has."""
    every = {key for entries in catalogues.values() for key in entries}
    families = {key.split(".")[0] for key in every}
    beginnings = {key[:at] for key in every for at in range(len(key)) if key[at] == "."}
    named = {text for text in mentions.texts if KEY.fullmatch(text) and text.split(".")[0] in families}
    named |= {text for entries in catalogues.values() for entry in entries.values() for text in said_by(entry)}
    wanted = every | (named - beginnings)
    return sorted(f"{language}: {key}" for language in catalogues for key in wanted - set(catalogues[language]))


def said_by(entry: Translation) -> set[str]:
    """The beginnings of keys that the gaps of a text lead to."""
    return {kind for text in texts(entry) for _, kind in gaps(text) if kind not in KINDS}


def unused(catalogues: Mapping[str, Catalogue], mentions: Mentions) -> list[str]:
    """Keys that neither a source nor a gap leads to; tests/web looks after those that only the page says."""
    beginnings = {text for entries in catalogues.values() for entry in entries.values() for text in said_by(entry)}
    return sorted(
        f"{language}: {key}"
        for language, entries in catalogues.items()
        for key in entries
        if not mentions.uses(key) and key.rpartition(".")[0] not in beginnings
        if not key.startswith(("page.", "rules."))
    )


def wrong_gaps(catalogues: Mapping[str, Catalogue], mentions: Mentions) -> list[str]:
    """Gaps that differ between languages or forms, and gaps that the sources do not fill."""
    found = []
    for language, entries in catalogues.items():
        for key, entry in entries.items():
            here, model = all_gaps(entry), all_gaps(catalogues["en"].get(key, entry))
            if here != model:
                found.append(f"{language}: {key} has {sorted(here)}, English {sorted(model)}")
            for text in texts(entry):
                if here - gaps(text) - {("n", "")}:  # "one card" may do without the number
                    found.append(f"{language}: {key} has forms that differ")
                if re.search(r"[{}]", GAP.sub("", text)):
                    found.append(f"{language}: {key} has a stray brace")
    for name, key, filled in mentions.calls:
        entry = catalogues["en"].get(key, "")
        needed = {gap for gap, _ in all_gaps(entry)} | ({"n"} if isinstance(entry, dict) else set())
        if not any(kind == "message" for _, kind in all_gaps(entry)) and not needed <= filled:
            found.append(f"{name}: {key} lacks {sorted(needed - filled)}")
    return found


def all_gaps(entry: Translation) -> set[tuple[str, str]]:
    return set().union(*(gaps(text) for text in texts(entry)))


def wrong_forms(catalogues: Mapping[str, Catalogue]) -> list[str]:
    """Plural forms that a language needs and has not, or has and never uses."""
    return [
        f"{language}: {key} has {sorted(entry)}"
        for language, entries in catalogues.items()
        for key, entry in entries.items()
        if isinstance(entry, dict) and sorted(entry) != sorted(FORMS)
    ]


CATALOGUES = {language: catalogue(language) for language in LANGUAGES}


@pytest.fixture(scope="module")
def mentions() -> Mentions:
    sources = {str(path.relative_to(SOURCE)): path.read_text("utf-8") for path in SOURCE.rglob("*.py")}
    for script in ("build-page", "site"):  # what a language says of itself is asked by these
        text = (SOURCE.parents[1] / "scripts" / script).read_text("utf-8")
        sources[script] = repr(re.findall(r"[\"'](language\.\w+)[\"']", text))
    return Mentions(sources)


def test_no_language_lacks_words(mentions: Mentions) -> None:
    assert missing(CATALOGUES, mentions) == []


def test_no_words_are_left_over(mentions: Mentions) -> None:
    assert unused(CATALOGUES, mentions) == []


def test_gaps_are_the_same_in_every_language_and_all_are_filled(mentions: Mentions) -> None:
    assert wrong_gaps(CATALOGUES, mentions) == []


def test_plurals_have_the_forms_their_language_needs() -> None:
    assert wrong_forms(CATALOGUES) == []


def test_every_way_a_record_can_be_broken_has_words() -> None:
    source = (SOURCE / "engine" / "record.py").read_text("utf-8")
    ways = re.findall(r'\.wrong\(\s*"(\w+)"', source)
    assert len(ways) > 8
    assert [way for way in ways if f"record.{way}" not in CATALOGUES["en"]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_lists_each_key_once_and_in_order(language: str) -> None:
    def in_order(pairs: list[tuple[str, Translation]]) -> dict[str, Translation]:
        keys = [key for key, _ in pairs]
        assert keys == sorted(set(keys))
        return dict(pairs)

    text = (SOURCE / "locales" / f"{language}.json").read_text("utf-8")
    assert json.loads(text, object_pairs_hook=in_order) == CATALOGUES[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_of_errors(language: str) -> None:
    """Players are spoken to in the words of a table, not of a machine."""
    machine = re.compile(r"\b(error|invalid|erreur|invalide|fehler|ungültig\w*|inválid\w*|session)\b", re.IGNORECASE)
    assert [key for key, entry in CATALOGUES[language].items() if machine.search(" ".join(texts(entry)))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_colour_codes_are_two_letters_and_all_different(language: str) -> None:
    codes = [str(text) for key, text in CATALOGUES[language].items() if key.startswith("palette.code.")]
    assert len(codes) == 10
    assert len(set(codes)) == 10
    assert all(re.fullmatch("[A-Z]{2}", code) for code in codes)


def lines(entry: Translation) -> list[list[bool]]:
    """Of each form, which of its lines hold something."""
    return [[bool(line.strip()) for line in text.split("\n")] for text in texts(entry)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_several_lines_break_where_the_english_ones_do(language: str) -> None:
    here, english = CATALOGUES[language], CATALOGUES["en"]
    assert [key for key in here if lines(here[key]) != lines(english[key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_the_terminal_are_those_of_the_page(language: str) -> None:
    """But for what is shown there by a picture; Coloretto's are told in another order."""
    here = CATALOGUES[language]
    for key, text in here.items():
        family, game, *_ = key.split(".")
        if family == "rules" and game != "coloretto":
            assert str(text).split("\n")[0] in str(here[f"cli.rules.{game}"]), key


# The checks bite.


def planted(**changes: dict[str, Translation | None]) -> dict[str, dict[str, Translation]]:
    """The catalogues with keys changed, added or (None) taken out."""
    changed = {language: dict(entries) for language, entries in CATALOGUES.items()}
    for language, entries in changes.items():
        for key, entry in entries.items():
            if entry is None:
                del changed[language][key]
            else:
                changed[language][key] = entry
    return changed


def test_a_missing_key_is_found(mentions: Mentions) -> None:
    changed = planted(de={"coloretto.row": None})
    assert set(missing(changed, mentions)) - set(missing(CATALOGUES, mentions)) == {"de: coloretto.row"}


def test_a_key_missing_everywhere_is_found(mentions: Mentions) -> None:
    without = planted(**{language: {"refused.over": None} for language in LANGUAGES})
    found = set(missing(without, mentions)) - set(missing(CATALOGUES, mentions))
    assert found == {f"{language}: refused.over" for language in LANGUAGES}


def test_an_unused_key_is_found(mentions: Mentions) -> None:
    extra = planted(**{language: {"coloretto.chameleon": "x", "animal.zebra": "x"} for language in LANGUAGES})
    left_over = {f"{language}: {key}" for language in LANGUAGES for key in ("coloretto.chameleon", "animal.zebra")}
    assert set(unused(extra, mentions)) - set(unused(CATALOGUES, mentions)) == left_over


@pytest.mark.parametrize("text", ["Fila {fila:letter}", "Fila {row}", "Fila", "Fila {row:letter} {seat:seat}"])
def test_a_wrong_gap_is_found(mentions: Mentions, text: str) -> None:
    found = wrong_gaps(planted(es={"coloretto.row": text}), mentions)
    assert [line.split(" has")[0] for line in found] == ["es: coloretto.row"]


def test_a_gap_that_nothing_fills_is_found(mentions: Mentions) -> None:
    everywhere = planted(**{language: {"coloretto.row": "Row {row:letter} {colour}"} for language in LANGUAGES})
    assert wrong_gaps(everywhere, mentions) == ["scenes/games/coloretto.py: coloretto.row lacks ['colour']"]


def test_a_stray_brace_is_found(mentions: Mentions) -> None:
    assert wrong_gaps(planted(de={"text.full": "voll}"}), mentions) == ["de: text.full has a stray brace"]


def test_a_form_that_drops_a_gap_is_found(mentions: Mentions) -> None:
    forms = {"one": "Partie finie avec {n} point.", "other": "Partie finie : {seat:seat} gagne avec {n} points."}
    assert "fr: scene.winner has forms that differ" in wrong_gaps(planted(fr={"scene.winner": forms}), mentions)


def test_a_missing_plural_form_is_found() -> None:
    assert wrong_forms(planted(de={"text.points": {"other": "{n} Punkte"}})) == ["de: text.points has ['other']"]


# How messages are said.


def test_gaps_take_their_kinds() -> None:
    words = Words("en")
    assert words.translate(Message("coloretto.row", {"row": 2})) == "Row C"
    assert words.translate(Message("scene.turn", {"seat": 1}), ["Ada", "Ben"]) == "Ben’s turn."
    said = words.translate(Message("coloretto.news.drew", {"seat": 0, "card": "O"}), ["Ada"])
    assert said == "Ada drew an orange card."


def test_a_message_can_carry_the_key_of_another() -> None:
    args: dict[str, int | str | list[int] | list[str]] = {
        "line": 9,
        "text": "1 take 2",
        "why": "coloretto.refused.row_empty",
        "row": 2,
        "rows": [0, 1, 3],
    }
    said = Words("en").translate(Message("record.illegal", args))
    assert said == "Line 9: “1 take 2” is against the rules. Row C is still empty. Rows to take: A, B and D."


@pytest.mark.parametrize(
    ("language", "seats", "said"),
    [
        ("en", [0], "Waiting for Fox."),
        ("fr", [0, 1], "On attend Renard et Hibou."),
        ("de", [0, 1, 2], "Wir warten auf Fuchs, Eule und Bär."),
        ("es", [0, 1, 2], "Esperamos a Zorro, Búho y Oso."),
    ],
)
def test_lists_are_joined_as_the_language_does(language: str, seats: list[int], said: str) -> None:
    assert Words(language).translate(Message("scene.turns", {"seats": seats})) == said


@pytest.mark.parametrize(
    ("language", "n", "said"),
    [("en", 0, "0 points"), ("en", 1, "1 point"), ("en", -1, "-1 point"), ("fr", 0, "0 point"), ("fr", 2, "2 points")],
)
def test_plurals_follow_the_language(language: str, n: int, said: str) -> None:
    assert Words(language).translate(Message("text.points", {"n": n})) == said


def test_what_people_write_is_never_read_as_a_gap() -> None:
    message = Message("setup.game", {"name": "{games} {x:y}", "games": ["coloretto"]})
    assert Words("en").translate(message) == "There is no game “{games} {x:y}” in the box; the box holds coloretto."


def test_a_missing_key_is_named_with_its_language() -> None:
    with pytest.raises(KeyError, match=r"fr has no words for 'no\.such\.key'"):
        Words("fr").translate(Message("no.such.key", {}))


def test_an_unfilled_gap_is_named() -> None:
    with pytest.raises(KeyError, match=r"'coloretto\.row' in de has a gap 'row'"):
        Words("de").translate(Message("coloretto.row", {}))


def test_a_plural_without_its_number_is_named() -> None:
    with pytest.raises(KeyError, match=r"'text\.points' has plural forms"):
        Words("en").translate(Message("text.points", {}))


def test_an_unknown_language_is_refused_in_a_clear_sentence() -> None:
    with pytest.raises(ValueError, match=r"There are no words in 'it' yet; the languages are en, fr, de, es\."):
        Words("it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_have_different_names_however_many_they_are(language: str) -> None:
    words = Words(language)
    assert len(set(words.names(15))) == 15
    assert words.names(15)[: len(ANIMALS)] == words.names(len(ANIMALS))
    assert words.names(0) == []


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "es"}, "es"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "de_AT@euro", "LC_ALL": ""}, "de"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_the_environment_names_the_language(environ: dict[str, str], language: str) -> None:
    assert language_from_environment(environ) == language
