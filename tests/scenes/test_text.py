"""Scenes read aloud, and the questions a listener can ask."""

from __future__ import annotations

import pytest

from polychrome.engine.core import SPECTATOR
from polychrome.scenes import text
from polychrome.scenes.scene import Scene
from polychrome.scenes.walk import Walk
from polychrome.words import LANGUAGES, Words
from scenes.played import DRAWN, MIDDLE, played, seen

NAMES = ["Ada", "Ben", "Cléo"]

MIDDLE_IN_ENGLISH = """\
Cléo drew a joker for row B.
Ada took row A.
You drew a yellow card.
Your turn. Place the yellow card on a row.

Deck: 61 face down; 45 cards before the last-round card.
Drawn card: yellow.
Row A: taken by Ada.
Row B: joker; room for 2 more.
Row C: empty; room for 3 more.
Not in this game: orange.
1 to 6 cards of a colour: 1, 3, 6, 10, 15, 21 points. Three colours count plus, the rest minus.

Ada, 4 points: 2 red, blue; has row A.
Ben (you), 1 point: green.
Cléo, 1 point: blue.

1. Place it on row B, next to joker.
2. Place it on row C.
"""

MIDDLE_IN_GERMAN = """\
Du hast Reihe A genommen.
Ben hat eine gelbe Karte gezogen.
Ben ist dran.

Nachziehstapel: 61 verdeckt; noch 45 Karten bis zur letzten Runde.
Gezogene Karte: gelb.
Reihe A: von dir genommen.
Reihe B: Joker; noch 2 Plätze.
Reihe C: leer; noch 3 Plätze.
Nicht im Spiel: Orange.
1 bis 6 Karten einer Farbe: 1, 3, 6, 10, 15, 21 Punkte. Drei Farben zählen plus, die anderen minus.

Ada (du), 4 Punkte: 2 rote, blau; hat Reihe A.
Ben, 1 Punkt: grün.
Cléo, 1 Punkt: blau.
"""


def test_whoever_acts_hears_everything_and_what_to_do() -> None:
    assert text.render(seen(played(3, DRAWN), 1, lines=6), Words("en"), NAMES) == MIDDLE_IN_ENGLISH


def test_whoever_waits_hears_everything_but_choices() -> None:
    assert text.render(seen(played(3, DRAWN), 0, lines=3), Words("de"), NAMES) == MIDDLE_IN_GERMAN


def test_nothing_needs_eyes() -> None:
    """No box, glyph or colour code: what is said are words."""
    for language in LANGUAGES:
        said = text.render(seen(played(3, DRAWN), 1, lines=6), Words(language), NAMES)
        assert not set(said) & set("×○•▲≈▚═□★│─╭╰[]|_*#")


def test_french_puts_its_spaces() -> None:
    said = text.render(seen(played(3, MIDDLE), 0), Words("fr"), NAMES)
    assert "Rangée B\u00a0: joker\u00a0; encore 2 places." in said


def test_choices_are_those_of_the_walk() -> None:
    scene = seen(played(3, MIDDLE), 1)
    assert text.answer(scene, Words("en"), NAMES, "moves", walk=Walk(scene)) == "1. Draw a card.\n2. Take row B: joker."


@pytest.fixture(name="scene")
def a_scene() -> Scene:
    return seen(played(3, DRAWN), 1, lines=6)


def ask(scene: Scene, command: str, argument: str = "", language: str = "en") -> str:
    return text.answer(scene, Words(language), NAMES, command, argument)


def test_the_board_leaves_out_what_people_hold(scene: Scene) -> None:
    said = ask(scene, "board")
    assert said.startswith("Your turn. Place the yellow card on a row.\nDeck: 61 face down")
    assert "Cléo" not in said


@pytest.mark.parametrize("name", ["row b", "Row B", "b", " B "])
def test_one_zone_is_found_by_its_name(scene: Scene, name: str) -> None:
    assert ask(scene, "scan", name) == "Row B: joker; room for 2 more."


@pytest.mark.parametrize("name", ["", "row", "row z"])
def test_an_unknown_zone_is_answered_with_those_there_are(scene: Scene, name: str) -> None:
    assert ask(scene, "scan", name).startswith("What? You can scan Deck, Drawn card, Row A, Row B, Row C, Ada’s cards")


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("", "Ben (you), 1 point: green."),
        ("ada", "Ada, 4 points: 2 red, blue; has row A."),
        ("3", "Cléo, 1 point: blue."),
        ("Zoe", "Whose? At the table sit Ada, Ben and Cléo."),
    ],
)
def test_hands_are_found_by_name_or_number(scene: Scene, wanted: str, said: str) -> None:
    assert ask(scene, "hand", wanted) == said


def test_a_spectator_has_no_hand_of_their_own() -> None:
    assert ask(seen(played(3, DRAWN), SPECTATOR), "hand").startswith("Whose?")


@pytest.mark.parametrize("wanted", ["blue", "BL", "waves", "≈", "Blue "])
def test_a_colour_is_found_by_name_code_pattern_or_glyph(scene: Scene, wanted: str) -> None:
    assert ask(scene, "where", wanted) == "Blue: Ada (1), Cléo (1)."


def test_a_colour_is_found_by_its_name_in_every_language(scene: Scene) -> None:
    assert ask(scene, "where", "jaune", "fr") == "Jaune\u00a0: Carte piochée (1)."
    assert ask(scene, "where", "Punkte", "de") == "Gelb: Gezogene Karte (1)."
    assert ask(scene, "where", "am", "es") == "Amarillo: Carta robada (1)."


def test_a_colour_may_be_nowhere_or_unknown(scene: Scene) -> None:
    assert ask(scene, "where", "pink") == "Pink: nowhere on the table."
    assert ask(scene, "where", "mauve") == "Which colour? On the table there are red, yellow, green, blue and joker."
    assert ask(scene, "where") == ask(scene, "where", "mauve")


def test_the_last_moves_are_told_again(scene: Scene) -> None:
    assert ask(scene, "last") == "Cléo drew a joker for row B.\nAda took row A.\nYou drew a yellow card."
    assert ask(seen(played(3, DRAWN), 1), "last") == "Nothing has happened yet."


def test_scores_come_best_first(scene: Scene) -> None:
    assert ask(scene, "score") == "Ada, 4 points.\nBen (you), 1 point.\nCléo, 1 point."


def test_whoever_waits_has_no_moves() -> None:
    assert ask(seen(played(3, DRAWN), 0), "moves") == "There is nothing for you to do now."


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_have_words_in_every_language(language: str) -> None:
    words = Words(language)
    own = [words.word(f"command.{name}") for name in text.COMMANDS]
    assert [text.command(words, word.upper()) for word in own] == list(text.COMMANDS)
    assert [text.command(words, name) for name in text.COMMANDS] == list(text.COMMANDS)
    assert text.command(words, "dance") is None
    assert len(text.help_lines(words)) == len(text.COMMANDS)


def test_only_commands_are_answered(scene: Scene) -> None:
    with pytest.raises(ValueError, match="'dance' is no command; there are board, scan"):
        ask(scene, "dance")
