"""A table as a programmer meets it: `import polychrome`, and nothing else."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import polychrome
from polychrome.registry import GAMES

NAMES = [game.name for game in GAMES]


def finished(name: str, seed: int = 3) -> polychrome.Table:
    table = polychrome.new(name, seed=seed)
    bot = polychrome.bot("random", seed)
    while not table.over() and not table.engine.stuck():
        table.ask(bot, table.acting()[0])
    return table


@pytest.mark.parametrize("module", ["bots", "catalogue", "contest", "table"])
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    found = doctest.testmod(import_module(f"polychrome.api.{module}"))
    assert found.failed == 0
    assert found.attempted > 0


def test_every_name_of_the_top_level_is_there_and_explained() -> None:
    for name in polychrome.HOMES:
        assert getattr(polychrome, name).__doc__, name
        assert name in dir(polychrome)
    with pytest.raises(AttributeError, match="polychrome has no 'tabel'; it has Bot, "):
        _ = polychrome.tabel  # type: ignore[attr-defined]


def test_every_method_of_a_table_has_a_docstring() -> None:
    silent = [name for name, value in vars(polychrome.Table).items() if name[0] != "_" and not value.__doc__]
    assert silent == []


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_drawn_printed_and_kept(name: str, tmp_path: Path) -> None:
    table = polychrome.new(name, seed=1)
    for seat in (None, 0):
        ElementTree.fromstring(table.svg(seat))
        assert table.text(seat)
    title = next(entry.title for entry in polychrome.catalogue() if entry.name == name)
    assert title in str(table).splitlines()[0]
    assert "\x1b" not in str(table)
    assert table._repr_svg_() == table.svg()
    table.save(tmp_path / "game.txt")
    again = polychrome.load(tmp_path / "game.txt")
    assert again.log == table.log
    assert again.options == table.options
    assert repr(again) == repr(table)


def test_texts_and_numbers_are_played_for_the_seat_that_acts() -> None:
    table = polychrome.new("coloretto", seats=3, seed=7)
    (seat,) = table.acting()
    assert table.legal() == ["draw"]
    table.play("draw")
    assert table.legal() == ["place 0", "place 1", "place 2"]
    table.play(table.engine.game.parse("place 1"))
    assert [line for line in table.log if line[0] != "*"] == [f"{seat} draw", f"{seat} place 1"]
    assert table.legal(seat) == []


def test_a_loaded_game_meets_the_luck_that_was_to_come(tmp_path: Path) -> None:
    here = polychrome.new("coloretto", seats=3, seed=7)
    here.save(tmp_path / "game.txt")
    there = polychrome.load(tmp_path / "game.txt")
    for table in (here, there):
        while not table.over():
            table.play(table.legal()[0])
    assert here.log == there.log
    assert here.scores() == there.scores()
    assert here.legal() == []
    assert repr(here).endswith(f"over, won by {here.winners()}>")


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        (lambda: polychrome.new("colloretto"), "There is no game “colloretto” in the box; the box holds ronde, "),
        (lambda: polychrome.new("coloretto", seats=9), "The game coloretto is for 2 to 5 players, not for 9."),
        (lambda: polychrome.new("coloretto", side="grey"), "The game coloretto has no option “side”; its options are "),
        (lambda: polychrome.new("coloretto", score_side="red"), "The option score_side cannot be “red” here; possible"),
        (lambda: polychrome.new("coloretto").play("fly"), "“fly” is no move in Coloretto. "),
        (
            lambda: polychrome.new("coloretto", seed=1).play("take 0"),
            "Row A is still empty, like all the o",
        ),
        (lambda: polychrome.new("coloretto", seats=2, seed=1).play("draw", seat=7), "It is not your turn; "),
        (lambda: polychrome.new("color_words", seats=2, seed=1).play("pass"), "Several seats may act now; name one of"),
        (lambda: finished("coloretto").play("draw"), "The game is over."),
        (lambda: polychrome.bot("shrap"), "There is no bot “shrap”; the bots are kid, casual, sharp, master, "),
        (lambda: polychrome.match("coloretto", ["random"] * 3, seats=2), "3 bots do not fit on 2 seats."),
        (lambda: polychrome.match("coloretto", ["nowhere:Bot"]), "The bot “nowhere:Bot” could not be loaded: "),
        (lambda: polychrome.match("coloretto", []), "Name at least one bot."),
        (lambda: polychrome.match("coloretto", ["kid"], games=0), "A match has at least one game, not 0."),
        (lambda: polychrome.match("coloretto", ["kid"], games="x"), "A match has at least one game, not x."),
        (
            lambda: polychrome.match("coloretto", ["kid"], seats=2.5),
            "The game coloretto is for 2 to 5 players, not for 2",
        ),
        (lambda: polychrome.match("coloretto", [3]), "“3” is no bot: it should be a class with a method choose, or a"),
        (lambda: polychrome.new("coloretto", seats="x"), "The game coloretto is for 2 to 5 players, not for x."),
        (lambda: polychrome.new("coloretto").ask(None), "“None” is no bot: it should be a class with a method choose"),
        (
            lambda: polychrome.new("coloretto").ask("shrap"),
            "There is no bot “shrap”; the bots are kid, casual, sharp, ",
        ),
        (lambda: polychrome.new("coloretto").ask(lambda view, seat: "x"), "“'x'” is no move in Coloretto. "),
        (lambda: polychrome.bot(3), "There is no bot “3”; the bots are kid, casual, sharp, master, "),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence_with_its_reason(deed, sentence: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(polychrome.Explained, match=re.escape(sentence)) as trouble:
        deed()
    assert trouble.value.reason.key


def test_a_damaged_record_is_said_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    finished("coloretto").save(file)
    file.write_text(file.read_text(encoding="utf-8").replace("draw", "drew", 1), encoding="utf-8")
    with pytest.raises(polychrome.Broken, match="is no move of this game"):
        polychrome.load(file)


@pytest.mark.parametrize("seat", [4, -1, "a"])
@pytest.mark.parametrize("look", ["view", "scene", "text", "svg", "legal"])
def test_there_is_no_seat_beyond_the_last(look: str, seat: int) -> None:
    with pytest.raises(ValueError, match=f"There is no seat {seat}; the seats are 0 to 3"):
        getattr(polychrome.new("coloretto", seats=4), look)(seat)


@pytest.mark.parametrize("junk", [None, 2.5, 10**30, -(10**9), b"draw", ["draw"], "", "\0", "💥"], ids=ascii)
@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_what_is_no_action_is_unreadable_in_every_game_and_changes_nothing(name: str, junk: Any) -> None:
    table = polychrome.new(name, seed=3)
    before, seat = table.log, table.acting()[0]
    with pytest.raises(polychrome.Unreadable) as trouble:
        table.play(junk, seat)
    assert " " in str(trouble.value)
    if not isinstance(junk, str):
        with pytest.raises(polychrome.Unreadable):
            table.ask(lambda view, seat: junk, seat)
    assert table.log == before


def test_a_bot_is_asked_by_its_name_or_as_it_is() -> None:
    def first(view: polychrome.State, seat: int) -> int:
        return view.legal(seat)[0]

    class First(polychrome.Bot):
        def choose(self, view: polychrome.State, seat: int) -> int:
            return first(view, seat)

    for player in ("quick", polychrome.bot("quick"), first, First, First()):
        assert polychrome.new("coloretto", seed=1).ask(player) == "draw"


def test_a_file_that_is_no_text_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(b"\xff\xfe\0polychrome")
    with pytest.raises(polychrome.Broken, match="this is no record of a game"):
        polychrome.load(file)


def test_reasons_without_words_show_their_key() -> None:
    reason = polychrome.engine.core.Message("somebodys.game", {"n": 3})
    assert str(polychrome.Refused(reason)) == "somebodys.game (n=3)"


def test_an_onlooker_is_not_shown_what_only_a_seat_may_see() -> None:
    table = polychrome.new("chromino", seats=2, seed=5)
    assert table.view() != table.view(0)
    assert table.svg() != table.svg(0)


def test_positions_games_and_bots_can_be_read() -> None:
    table = polychrome.new("ronde", seats=2, seed=5)
    assert repr(table.view(0)).startswith("Ronde(seats=2, options=[0], phase=")
    assert repr(table.engine.game) == "<game ronde, version 1, 2 to 6 seats>"
    assert repr(polychrome.bot("kid")) == "<LevelBot kid>"
    assert repr(polychrome.bot("random")) == "<RandomBot>"
    assert str(polychrome.catalogue("fr")[0]).startswith("ronde: Ronde, 2 to 6 players, from 4 years, ")
