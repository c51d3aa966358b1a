"""Color Words at the tables of a device: lists lie beside the page, and come when somebody needs them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from luck import NamedLuck
from offline.browser import Place, Tab, play, whims
from polychrome.engine.record import read
from polychrome.games.color_words.lexicon import SHELF
from polychrome.lexicon.shelf import SHIPPED
from polychrome.offline.lists import hand_over
from polychrome.registry import find
from polychrome.room.catalogue import Catalogue, private
from polychrome.words import LANGUAGES

pytestmark = pytest.mark.usefixtures("nothing_handed_over")

Host = Callable[[str], bytes | None]


class Beside:
    """The files beside a page; `change` is what becomes of them on their way."""

    def __init__(self, change: Host | None = None) -> None:
        self.change = change
        self.asked: list[str] = []

    def fetch(self, name: str) -> bytes | None:
        self.asked.append(name)
        return self.change(name) if self.change else (SHIPPED / name).read_bytes()


def table(language: str, beside: Beside) -> Place:
    hand_over(beside.fetch)
    tab = Tab(Catalogue(luck=NamedLuck("lists", language)))
    return tab.open(tab.create("color_words", 2, "casual", language=language, word_check="list"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_its_list_and_no_other_comes(language: str) -> None:
    private(find("color_words"))  # what kind of game it is, is found out once, at a French table
    beside = Beside()
    place = play(table(language, beside), whims("lists", language))
    assert sorted(set(beside.asked)) == [f"{language}.usual", f"{language}.words"]
    assert len(beside.asked) == 2  # each once
    judged = read(place.tab.ask("GET", f"/api/tables/{place.table}/record").text, find)
    found = SHELF.find(language)
    assert found is not None
    assert judged.data == f"{found.name} {found.mark}"


def test_no_list_comes_for_other_games() -> None:
    beside = Beside()
    hand_over(beside.fetch)
    tab = Tab(Catalogue(luck=NamedLuck("lists")))
    tab.open(tab.create("ronde", 2, "casual"))
    assert beside.asked == []


@pytest.mark.parametrize(
    "change",
    [lambda _: None, lambda name: (SHIPPED / name).read_bytes()[:1000], lambda _: b"<html>no such page</html>"],
    ids=["missing", "cut off", "another file"],
)
def test_without_its_list_a_table_votes(change: Host) -> None:
    beside = Beside(change)
    hand_over(beside.fetch)
    for language in (*LANGUAGES, "mine"):
        assert SHELF.find(language) is None
        assert SHELF.find(language) is None
    assert sorted(beside.asked) == sorted(f"{language}.words" for language in LANGUAGES)  # and not again and again
    tab = Tab(Catalogue(luck=NamedLuck("no list")))
    place = tab.open(tab.create("color_words", 2, "casual", language="fr"))
    assert json.loads(place.texts[-1])["t"] == "frame"
