"""The page's words: it says what words.py says, every key it names has words, and no words are left over."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from polychrome.engine.core import Message
from polychrome.words import NO_LISTENER, Words, catalogue
from web.people import ROOT

WEB = ROOT / "web"
SAID = json.loads((WEB / "tests" / "said.json").read_text(encoding="utf-8"))
FAMILIES = ("page.", "rules.")


def sources() -> str:
    files = [path for ending in ("ts", "svelte") for path in sorted((WEB / "src").rglob(f"*.{ending}"))]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def mentioned() -> list[re.Pattern[str]]:
    """Keys as the sources write them: whole, after t(, in a choice of two, or with gaps: t(`emote.${i}`)."""
    text = sources()
    found = [re.compile("(page\\.)?" + re.escape(key)) for key in re.findall(r"'([a-z_.]+)'", text)]
    for key in re.findall(r"`([a-z_]+\.(?:[\w.]|\$\{[^`{}]*\})+)`", text):
        parts = re.split(r"\$\{[^}]*\}", key)
        found.append(re.compile("(page\\.)?" + r"\w+".join(re.escape(part) for part in parts)))
    return found


@pytest.mark.parametrize("example", SAID, ids=lambda example: example["said"])
def test_both_say_the_same(example: dict[str, Any]) -> None:
    """The same examples are said by the page in web/tests/words.test.ts."""
    message = Message(example["key"], example["args"])
    words = Words(example["language"], textures="textures" in example)
    assert words.translate(message, example["names"], example.get("you", NO_LISTENER)) == example["said"]


def test_no_sentence_of_the_page_ends_twice() -> None:
    """What was said may end with "!" already: `stop` sets the full stop, never a template ("Owl!. Tap again")."""
    assert re.findall(r"`\$\{[^`]*(?:say|label|text)[^`]*\}\. \$\{t\(", sources()) == []


def test_no_words_of_the_page_are_left_over() -> None:
    patterns = mentioned()
    keys = [key.replace(".you_", ".") for key in catalogue("en") if key.startswith(FAMILIES)]  # said to oneself
    assert [key for key in keys if not any(pattern.fullmatch(key) for pattern in patterns)] == []


def test_every_key_of_the_page_has_words() -> None:
    plain = {f"page.{text}" for text in re.findall(r"\bt\('([\w.]+)'", sources())}
    plain |= set(re.findall(r"'((?:page|text|scene|list|palette)\.[\w.]+)'", sources()))
    assert sorted(plain - set(catalogue("en"))) == []
