"""Color Words, clause by clause."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.script import Script
from polychrome.engine.core import SPECTATOR, Message, Unreadable
from polychrome.engine.dice import Dice
from polychrome.engine.record import Broken, other_data, read, record, write
from polychrome.engine.table import Table
from polychrome.games import coloretto
from polychrome.games.color_words import GAME, rules, scoring
from polychrome.games.color_words.cards import ALPHABET, BONUS_DECK, BONUSES, BY_ID, LANGUAGES, LETTER_DECK, POINTS
from polychrome.games.color_words.lexicon import SHELF, build
from polychrome.games.color_words.notation import submit, written
from polychrome.games.color_words.sheet import COLOUR, LAYOUTS, NAMES, PLAIN, SIDE, starts
from polychrome.games.color_words.spelling import normalise
from spec.adapter import Mistaken
from spec.color_words import ADAPTER
from toys.box import english

LETTERS = "TACEMRBDFGHILNOPSU"
PLAIN_CARDS = ["SZ-4", "SD-1", "FL-P", "TU-B", "SZ-8", "CE-BYR"]
THEME_CARDS = ["TH-06", "TH-05", "FL-P", "TU-B", "SZ-8", "CE-BYR"]
EMPTY_ROWS = ["......."] * SIDE


@pytest.fixture(autouse=True)
def no_lists() -> Iterator[None]:
    SHELF.fill_from(None)
    yield
    SHELF.fill_from(None)


def game(players: int = 2, bonus: list[str] | None = None, check: str = "none", **more: Any) -> Script:
    options = {"word_check": check, **{name: more.pop(name) for name in ("grid", "language") if name in more}}
    return Script(ADAPTER, players, options, letters=more.pop("letters", LETTERS), bonus=bonus or PLAIN_CARDS, **more)


def put_list(*words: str, language: str = "fr", name: str = "small") -> None:
    SHELF.put(language, build(sorted(words), name, "00ff"))


def rows(*filled: str) -> list[str]:
    return [*filled, *EMPTY_ROWS[len(filled) :]]


# The sheet and the cards.


def test_a_sheet_has_sixteen_cells_of_each_colour_and_a_plain_start() -> None:  # CWO-2
    for colours in COLOUR:
        assert colours[0] == PLAIN
        assert [colours.count(colour) for colour in range(4)] == [16, 16, 16, 1]


def test_grid_a_never_has_two_neighbours_of_one_colour() -> None:  # CWO-3
    for row in range(SIDE):
        for column in range(SIDE):
            if row or column:
                assert LAYOUTS["A"][row][column] == "BYR"[(row + 2 * column) % 3]


def test_grid_b_is_mirrored_with_blue_and_red_exchanged() -> None:  # CWO-3
    grid = LAYOUTS["B"]
    for row in range(SIDE):
        for column in range(SIDE):
            assert grid[row][column] == grid[column][row].translate(str.maketrans("BR", "RB"))
            assert row != column or grid[row][column] in "*Y"
    for line in (*grid, *["".join(column) for column in zip(*grid, strict=True)]):
        assert all(2 <= line.count(colour) <= 3 for colour in "BYR")


@pytest.mark.parametrize(
    ("language", "left_out", "firsts"),
    [
        ("fr", "JKQVWXYZ", {"A": 2, "C": 2, "P": 2, "E": 3, "M": 3, "V": 4}),
        ("de", "JPQVWXYZ", {"A": 2, "B": 2, "S": 2, "E": 3, "M": 3, "Z": 4}),
        ("en", "JKQVWXYZ", {"A": 2, "C": 2, "S": 2, "E": 3, "M": 3, "W": 4}),
        ("es", "JKQVWXYZ", {"A": 2, "C": 2, "P": 2, "E": 3, "M": 3, "V": 4}),
    ],
)
def test_each_language_has_its_cards(language: str, left_out: str, firsts: dict[str, int]) -> None:  # CWO-4, CWO-4a
    number = LANGUAGES.index(language)
    assert {letter for at, letter in enumerate(ALPHABET) if not LETTER_DECK[number] >> at & 1} == set(left_out)
    deck = [card for card in range(len(BONUSES)) if BONUS_DECK[number] >> card & 1]
    assert len(deck) == 36
    points = {BONUSES[card].id: POINTS[number][card] for card in deck}
    assert {name[3:]: value for name, value in points.items() if name.startswith("FL-")} == firsts


def test_bonus_cards_are_worth_what_the_table_says() -> None:  # CWO-5
    expected = {
        **{f"TH-{number:02}": 3 for number in range(1, 13)},
        **dict.fromkeys(["SR-1", "SR-2", "SD-1", "SD-2", "SZ-4", "SZ-5", "TU-B", "TU-Y", "TU-R", "CE-BYR"], 2),
        **dict.fromkeys(["SZ-6", "SZ-7", "CE-BBB", "CE-YYY", "CE-RRR"], 3),
        **dict.fromkeys(["SZ-8", "SZ-9", "CE-BBYYRR"], 4),
    }
    assert {card: POINTS[0][BY_ID[card]] for card in expected} == expected
    assert len(expected) == 36 - 6


def test_letters_go_to_blue_yellow_and_red_in_the_order_they_are_drawn() -> None:  # CWO-7
    table = Table(GAME, 2, {"word_check": "none"}, Dice(5))
    texts = [table.text(line) for line in table.log]
    assert [text.split()[1] for text in texts] == ["blue", "yellow", "red", "bonus"]


def test_every_letter_card_appears_once_in_a_game() -> None:  # CWO-4
    table = Table(GAME, 1, {"word_check": "none"}, Dice(9))
    while table.acting():
        table.play(0, GAME.parse("pass"))
    drawn = [text.split()[2] for text in map(table.text, table.log) if text.startswith(("* blue", "* yellow", "* red"))]
    assert sorted(drawn) == list("ABCDEFGHILMNOPRSTU")


# Placing a word.


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0 submit CHAT B1 RRR", "refused.first"),  # CWO-10.2
        ("0 submit CHATTERIE A1 RRRRRRRR", "refused.off"),  # CWO-10.1
        ("0 submit CHATTERIE A1 DDDDDDDD", "refused.off"),
        ("0 submit CHAT A1 RRR theme", "refused.flags"),  # CWO-15
        ("0 submit CHAT A1 RRR proper", "refused.flags"),
        ("0 submit CHAT A1 RR", "unreadable.count"),  # CWO-10
        ("0 submit CHAT A1 RRL", "unreadable.steps"),
        ("0 submit CHAT A1 RRU", "unreadable.steps"),
        ("0 submit CHAT H1 RRR", "unreadable.cell"),
        ("0 submit CHAT A8 RRR", "unreadable.cell"),
        ("0 submit CHAT", "unreadable.place"),
        ("0 submit CHAT A1", "unreadable.place"),
        ("0 submit A A1", "unreadable.place"),
        ("0 submit porte-clé A1 RRRRRRRR", "unreadable.letters"),  # CWO-11
        ("0 submit aujourd'hui A1 RRRRRRDDDD", "unreadable.letters"),
        ("0 submit CH4T A1 RRR", "unreadable.letters"),
        ("0 submit 🐱🐱 A1 R", "unreadable.letters"),
        ("0 submit ЖУК A1 RR", "unreadable.letters"),
        ("0 submit ABCDEFGHIJKLMN A1 RRRRRRRRRRRRR", "unreadable.word_long"),
        ("0 submit CHAT A1 RRR theme theme", "unreadable.flag"),
        ("0 submit CHAT A1 RRR please", "unreadable.flag"),
        ("0 submit " + "A" * 10_000 + " A1 RRR", "unreadable.long"),
        ("0 vote 1 word yes", "refused.write"),  # CWO-7
        ("0 cross A", "refused.write"),
        ("0 cross H", "unreadable"),
        ("0 vote 1 word perhaps", "unreadable"),
        ("0 hello", "unreadable"),
        ("0 * blue T", "refused.nature_only"),
    ],
)
def test_what_cannot_be_written_is_refused_in_its_own_words(line: str, reason: str) -> None:
    found = game().refuses(line)
    assert found.removeprefix("color_words.") == reason


def test_every_refusal_can_be_said() -> None:
    for key in english().entries:
        if key.startswith(("color_words.refused.", "color_words.unreadable")):
            args: Any = dict.fromkeys(("word", "cell", "text", "star", "most", "steps", "there"), "A1")
            text = english().translate(rules.Reason(key, {**args, "n": 3, "seat": 0, "language": "fr"}))
            assert text.endswith(".")


def test_a_one_letter_word_is_too_short() -> None:  # CWO-11
    with pytest.raises(Unreadable) as refusal:
        GAME.parse("submit A A1 R")
    assert refusal.value.reason.key == "color_words.unreadable.short"


def test_a_word_begins_edge_to_edge_with_a_letter() -> None:  # CWO-10.3
    table = game(1, grids=[rows("CHAT...")], round=2, scores=[[5]])
    assert table.refuses("0 submit MER E2 DD") == "color_words.refused.apart"
    assert table.refuses("0 submit MER A3 DD") == "color_words.refused.apart"
    assert table.refuses("0 submit MER D1 DD") == "color_words.refused.taken"
    table.play("0 submit MER E1 RD")


def test_a_word_never_runs_over_letters() -> None:  # CWO-10.1
    table = game(1, grids=[rows("CHAT...", "...A...")], round=2, scores=[[5]])
    assert table.refuses("0 submit OSER A2 RRR") == "color_words.refused.taken"
    table.play("0 submit OSER A2 RRD")


def test_who_has_written_nothing_yet_still_begins_on_the_start_cell() -> None:  # CWO-10.2
    table = game(1).play("0 pass")
    assert table.refuses("0 submit MER B1 DD") == "color_words.refused.first"
    table.play("0 submit MER A1 DD")


@given(st.sets(st.integers(0, 48), min_size=1), st.integers(0, 48), st.sampled_from("RD"))
def test_once_anything_is_written_every_word_begins_beside_it(filled: set[int], cell: int, step: str) -> None:
    letters = "".join("A" if at in filled else "." for at in range(49))  # CWO-10.3: A1, too
    grid = [letters[row * SIDE : row * SIDE + SIDE] for row in range(SIDE)]
    table = game(1, grids=[grid], round=2, scores=[[5]])
    column, row = cell % SIDE, cell // SIDE
    after = (column + 1, row) if step == "R" else (column, row + 1)
    beside = {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
    written = {(at % SIDE, at // SIDE) for at in filled}
    fits = max(after) < SIDE and written.isdisjoint([(column, row), after]) and not written.isdisjoint(beside)
    assert (table.state.refuse(0, GAME.parse(f"submit AS {NAMES[cell]} {step}")) is None) == fits


def test_only_the_first_letter_has_to_adjoin() -> None:  # CWO-10
    game(1, grids=[rows("CHAT...")], round=2, scores=[[5]]).play("0 submit OSERAIENT D2 DDDDDRRR")


def test_starts_are_the_empty_neighbours_of_letters() -> None:
    filled = [name in ("A1", "B1") for name in NAMES]
    assert [NAMES[cell] for cell in starts(filled)] == ["C1", "A2", "B2"]
    assert [NAMES[cell] for cell in starts([False] * 49)] == ["A1"]
    assert [NAMES[cell] for cell in starts([name == "D4" for name in NAMES])] == ["D3", "C4", "E4", "D5"]  # not A1
    assert starts([True] * 49) == []


def test_the_same_word_may_be_written_again() -> None:  # CWO-11
    game(1).play("0 submit MER A1 DD", "0 submit MER B1 DD")


@pytest.mark.parametrize(
    ("word", "language", "letters"),
    [
        ("Cœur", "fr", "COEUR"),
        ("ÆGIS", "fr", "AEGIS"),
        ("garçon", "fr", "GARCON"),
        ("Noël", "de", "NOEL"),
        ("Noe\u0308l", "fr", "NOEL"),
        ("Größe", "de", "GROESSE"),
        ("Größe", "fr", "GROSSE"),
        ("niño", "es", "NINO"),
        ("pingüino", "es", "PINGUINO"),
        ("arc-en-ciel", "fr", None),
        ("a b", "fr", None),
        ("R2", "fr", None),
        ("ﬁn", "fr", "FIN"),
        ("½", "fr", None),
        ("٣", "fr", None),
        ("für", "fr", "FUR"),
        ("für", "de", "FUER"),
        ("fu\u0308r", "de", "FUER"),
        ("x\u0302y\u20ddz", "fr", "XYZ"),  # no composed form
        ("Ǽon", "fr", "AEON"),
        ("-\u0308A", "de", None),
    ],
)
def test_words_lose_their_accents(word: str, language: str, letters: str | None) -> None:  # CWO-11
    assert normalise(word, language) == letters


# A word as people type it is a row of letters with marks, and the clause says what each of them fills.
MARKS = st.characters(categories=["Mn", "Mc", "Me"]) | st.sampled_from("\u0301\u0302\u0303\u0308\u0327\u0345\u20dd")
TYPED = st.lists(
    st.tuples(
        st.sampled_from("AOU" * 8 + ALPHABET + "ŒÆß") | st.sampled_from("aou" * 8 + ALPHABET.lower() + "œæẞ"),
        st.text(MARKS, max_size=2) | st.sampled_from(["", "\u0308"]),
    ),
    min_size=1,
    max_size=8,
)
ON_TWO_CELLS = {"Œ": "OE", "Æ": "AE", "SS": "SS", "ẞ": "SS"}


def cells_of(typed: list[tuple[str, str]], language: str) -> str:
    """The clause, said the other way round: letter by letter, from what was typed."""
    letters = ""
    for base, marks in typed:
        dots = language == "de" and "\u0308" in unicodedata.normalize("NFD", marks)
        letters += ON_TWO_CELLS.get(base.upper(), base.upper()) + ("E" if dots and base in "AOUaou" else "")
    return letters


@given(TYPED, st.sampled_from(LANGUAGES))
def test_every_letter_fills_its_cells_composed_or_not(typed: list[tuple[str, str]], language: str) -> None:  # CWO-11
    word = "".join(base + marks for base, marks in typed)
    letters = cells_of(typed, language)
    assert normalise(word, language) == letters
    for form in ("NFC", "NFD"):
        assert normalise(unicodedata.normalize(form, word), language) == letters
    for other in LANGUAGES:  # letters of cells are the same letters everywhere
        assert normalise(letters, other) == letters


@given(st.text(max_size=6), st.sampled_from(LANGUAGES))
def test_whatever_is_typed_is_letters_or_no_word_composed_or_not(text: str, language: str) -> None:  # CWO-11
    found = normalise(text, language)
    assert {normalise(unicodedata.normalize(form, text), language) for form in ("NFC", "NFD")} == {found}
    assert found is None or (set(found) <= set(ALPHABET) and normalise(found, language) == found)


@given(st.text(MARKS, min_size=1, max_size=3), st.sampled_from(LANGUAGES))
def test_a_mark_without_a_letter_is_no_word(marks: str, language: str) -> None:  # CWO-11
    assert normalise(marks, language) is None
    assert normalise(f"-{marks}A", language) is None


@pytest.mark.parametrize(("language", "word"), [("fr", "FUR"), ("de", "FUER"), ("en", "FUR"), ("es", "FUR")])
@pytest.mark.parametrize("typed", ["FÜR", "für", "Fu\u0308r", "FU\u0308R"])
def test_the_language_says_whether_an_umlaut_takes_one_cell_or_two(typed: str, language: str, word: str) -> None:
    table = game(1, language=language)  # CWO-6, CWO-11
    steps = "R" * (len(word) - 1)
    for wrong in ({"RR", "RRR"} - {steps}) | {"R", "RRRR"}:
        assert table.refuses(f"0 submit {typed} A1 {wrong}") == "color_words.unreadable.count"
    table.play(f"0 submit {typed} A1 {steps}")
    assert GAME.text(table.table.log[4].action) == f"submit {word} A1 {steps}"


@given(TYPED, st.sampled_from(LANGUAGES))
def test_what_is_handed_in_is_what_the_language_makes_of_it(typed: list[tuple[str, str]], language: str) -> None:
    word = "".join(base + marks for base, marks in typed)  # CWO-6, CWO-11
    letters = cells_of(typed, language)
    if 2 <= len(letters) <= 13:
        table = Table(GAME, 1, {"language": language}, None)
        action = table.read(f"submit {word} A1 {'D' * (len(letters) - 1)}")
        assert written(action).word == letters
        for other in LANGUAGES:  # in letters it is the same action at every table, and in a record
            assert Table(GAME, 1, {"language": other}, None).read(GAME.text(action)) == action
        assert GAME.parse(GAME.text(action)) == action


def test_a_line_without_a_table_has_no_letters_that_depend_on_the_language() -> None:  # CWO-6
    assert GAME.parse("submit élève a1 rrrr") == GAME.parse("submit ELEVE A1 RRRR")
    for steps in ("rrr", "rrrr"):
        with pytest.raises(Unreadable) as trouble:
            GAME.parse(f"submit über a1 {steps}")
        assert trouble.value.reason.key == "color_words.unreadable.dots"


# Scoring.


def points(word: str, place: str, trays: str, card: str, grid: str = "A", **more: Any) -> list[int]:
    start, steps = place.split()
    letters = dict(zip("BYR", trays, strict=True))
    call = {"grid": grid, "word": word, "start": start, "steps": steps, "letters": letters, "bonus": card, **more}
    found: Any = ADAPTER.calls["score"](call)
    return [found["letters"], found["bonus"], found["total"]]


def test_a_letter_earns_two_on_its_colour_and_one_elsewhere() -> None:  # CWO-13
    assert points("AAAA", "A1 RRR", "AEI", "SZ-9") == [1 + 1 + 1 + 2, 0, 5]


def test_the_start_cell_never_earns_two() -> None:  # CWO-13
    for trays in ("AEI", "EAI", "EIA"):
        assert points("AT", "A1 R", trays, "SZ-9")[0] == 1


def test_letters_without_a_card_earn_nothing() -> None:  # CWO-13
    assert points("ZOO", "A1 RR", "AEI", "SZ-9") == [0, 0, 0]


@pytest.mark.parametrize(
    ("card", "word", "place", "earned"),
    [
        ("FL-V", "VA", "A1 R", 4),
        ("FL-V", "AV", "A1 R", 0),
        ("SR-1", "CHAT", "A1 RRR", 2),
        ("SR-2", "CHAT", "A1 RRD", 0),
        ("SR-2", "CHAT", "A1 DDD", 0),
        ("SD-1", "CHAT", "A1 DDD", 2),
        ("SD-1", "CHAT", "A1 DDR", 0),
        ("SZ-4", "CHAT", "A1 RDR", 2),
        ("SZ-4", "CHATS", "A1 RDRR", 0),
        ("SZ-5", "CHATS", "A1 RDRR", 2),
        ("TU-R", "CHA", "A1 RD", 2),  # the turn is on B1, red
        ("TU-R", "CH", "A1 R", 0),  # two letters have no inner cell
        ("TU-R", "CHA", "A1 RR", 0),  # no turn
        ("TU-B", "CHA", "A1 RD", 0),
        ("TU-B", "CHAT", "A1 RRR", 0),  # ends on blue, without a turn
        ("TU-Y", "CHA", "A1 DR", 2),
        ("CE-BYR", "CHAT", "A1 RRR", 2),
        ("CE-BYR", "CHA", "A1 RR", 0),  # the start cell counts for no colour
        ("CE-BBB", "CHATTES", "A1 RRRRRR", 0),
        ("CE-BBYYRR", "CHATTES", "A1 RRRRRR", 4),
        ("CE-BBYYRR", "CHATTE", "A1 RRRRR", 0),
        ("CE-RRR", "CHATTES", "B1 RDRDRD", 3),
        ("TH-01", "CHAT", "A1 RRR", 0),
    ],
)
def test_a_bonus_is_all_or_nothing(card: str, word: str, place: str, earned: int) -> None:  # CWO-14
    assert points(word, place, "QXZ", card)[1] == earned


def test_a_word_is_scored_as_it_stands_in_the_cells() -> None:  # CWO-11, CWO-13
    assert points("élève", "A1 RRRR", "EVL", "SZ-5") == points("ELEVE", "A1 RRRR", "EVL", "SZ-5") == [6, 2, 8]
    assert points("œuf", "A1 RRR", "OEU", "SZ-4") == points("OEUF", "A1 RRR", "OEU", "SZ-4")
    assert points("für", "A1 RR", "FUR", "SZ-4")[1] == 0
    assert points("für", "A1 RRR", "FUR", "SZ-4", language="de")[1] == 2
    for wrong in ("porte-clé", "für", "R2", ""):
        with pytest.raises(Mistaken):
            points(wrong, "A1 RRRRRRRR", "EVL", "SZ-5")


def test_a_theme_is_worth_three_if_it_is_granted() -> None:  # CWO-14
    assert points("CHAT", "A1 RRR", "QXZ", "TH-06", theme_ok=True)[1] == 3


def test_first_letters_are_worth_what_the_language_says() -> None:  # CWO-4a
    for language, earned in (("fr", 0), ("de", 4)):
        table = game(1, ["FL-Z", *PLAIN_CARDS[1:]], language=language, letters="TACEMRBDFGHILNOKSU")
        assert table.play("0 submit ZOO A1 RR").look("scores") == [[earned]]


# Words and who judges them.


def test_a_word_that_is_not_in_the_list_is_refused_and_another_may_follow() -> None:  # CWO-12
    put_list("CHAT")
    table = game(check="list")
    assert table.refuses("0 submit CHIEN A1 RRRR") == "color_words.refused.unknown"
    table.play("0 submit chat A1 RRR", "1 pass")
    assert table.look("scores") == [[7], [0]]


def test_each_language_has_its_own_list() -> None:  # CWO-6
    put_list("CHAT")
    put_list("KATZE", language="de")
    table = game(check="list", language="de")
    assert table.refuses("0 submit CHAT A1 RRR") == "color_words.refused.unknown"
    table.play("0 submit Katze A1 RRRR")


def test_the_others_vote_on_words_that_the_list_lacks() -> None:  # CWO-12
    put_list("CHAT")
    table = game(3, check="vote").play("0 submit CHAT A1 RRR", "1 submit TACA A1 RRR", "2 pass")
    assert table.look("phase", "turn") == ["vote", [0, 2]]
    assert table.refuses("0 vote 0 word yes") == "color_words.refused.own_word"
    assert table.refuses("2 vote 0 word yes") == "color_words.refused.not_asked"
    assert table.refuses("2 vote 1 theme yes") == "color_words.refused.not_asked"
    assert table.refuses("2 vote 5 word yes") == "color_words.refused.not_asked"
    assert table.refuses("0 pass") == "color_words.refused.vote_now"
    assert table.refuses("0 submit CHAT A1 RRR") == "color_words.refused.vote_now"
    table.play("0 vote 1 word yes", "2 vote 1 word no")
    assert table.look("scores") == [[7], [1 + 1 + 1 + 1 + 2], [0]]


@pytest.mark.parametrize(
    ("votes", "stands"),
    [
        (("yes", "no"), True),
        (("no", "abstain"), False),
        (("yes", "abstain"), True),
        (("abstain", "abstain"), True),
        (("no", "no"), False),
    ],
)
def test_a_word_stands_if_as_many_say_yes_as_no(votes: tuple[str, str], stands: bool) -> None:  # CWO-12, CWO-20
    table = game(3, ["SZ-4", *PLAIN_CARDS[1:]], check="vote").play("0 submit CHAT A1 RRR", "1 pass", "2 pass")
    table.play(f"1 vote 0 word {votes[0]}", f"2 vote 0 word {votes[1]}")
    # A word voted down is as if wiped off: no letters, no points, no bonus.
    assert table.look("scores", "empty") == ([[[7], [0], [0]], [45, 49, 49]] if stands else [[[0]] * 3, [49] * 3])


def test_without_a_list_every_word_is_voted_on() -> None:  # CWO-12
    for check in ("vote", "list"):
        table = game(check=check).play("0 submit CHAT A1 RRR", "1 submit CHAT A1 RRR")
        assert table.look("phase", "turn") == ["vote", [0, 1]]


def test_a_missing_list_is_said() -> None:
    for check in ("list", "vote"):
        missing = rules.no_list(GAME.choose(2, {"word_check": check, "language": "de"}))
        assert missing is not None
        assert "polychrome words de build" in english().translate(missing)
    assert rules.no_list(GAME.choose(2, {"word_check": "none"})) is None
    put_list("CHAT")
    assert rules.no_list(GAME.choose(2, {})) is None


def test_alone_there_is_nobody_to_vote() -> None:  # CWO-12, CWO-15
    table = game(1, THEME_CARDS, check="vote").play("0 submit CHAT A1 RRR theme proper")
    assert table.look("scores", "round") == [[[8]], 2]
    assert table.state.unverified == 1
    assert game(1, THEME_CARDS).play("0 submit CHAT A1 RRR theme").state.unverified == 0


def test_votes_are_sealed_until_all_are_in() -> None:  # CWO-20
    table = game(3, check="vote").play("0 submit CHAT A1 RRR", "1 pass", "2 pass", "1 vote 0 word no")
    assert rules.NO in table.view(1).ballot
    for viewer in (0, 2, SPECTATOR):
        assert rules.NO not in table.view(viewer).ballot
        assert rules.HIDDEN in table.view(viewer).ballot
    assert table.refuses("1 vote 0 word yes") == "refused.turn"
    table.play("2 vote 0 word abstain")
    assert "* votes 0 word 1 no 2 abstain" in [table.table.text(line) for line in table.table.log]


def test_a_vote_is_final() -> None:  # CWO-20
    table = game(3, check="vote").play("0 submit CHAT A1 RRR", "1 submit TACA A1 RRR", "2 pass", "2 vote 0 word no")
    assert table.refuses("2 vote 0 word yes") == "color_words.refused.voted"


# Themes and names.


@pytest.mark.parametrize(
    ("votes", "points"),
    [
        (["no"], 8),  # with two players a claim is always accepted
        (["no", "no"], 5),
        (["no", "abstain"], 8),
        (["no", "no", "yes"], 8),
        (["no", "no", "abstain"], 5),
    ],
)
def test_who_claims_a_theme_counts_as_a_yes(votes: list[str], points: int) -> None:  # CWO-15
    table = game(len(votes) + 1, THEME_CARDS).play("0 submit CHAT A1 RRR theme")
    table.play(*[f"{seat} pass" for seat in range(1, len(votes) + 1)])
    table.play(*[f"{seat} vote 0 theme {vote}" for seat, vote in enumerate(votes, 1)])
    assert table.look("scores")[0] == [points]


def test_without_a_claim_there_is_no_theme_bonus() -> None:  # CWO-15
    assert game(2, THEME_CARDS).play("0 submit CHAT A1 RRR", "1 pass").look("scores") == [[5], [0]]


@pytest.mark.parametrize(("language", "word"), [("fr", "BAR"), ("de", "BAER")])
def test_a_list_of_one_s_own_judges_where_it_is_chosen(language: str, word: str) -> None:
    SHELF.put("mine", build(["BAR", "LION"], "mine", "01"))
    SHELF.put("mine-de", build(["BAER", "LION"], "mine", "02"))
    SHELF.put(language, build(["CHAT"], "other", "03"))
    table = Table(GAME, 2, {"word_check": "mine", "language": language}, Dice(1))
    steps = "R" * (len(word) - 1)
    assert table.state.refuse(0, GAME.parse(f"submit {word} A1 {steps}")) is None
    refused = table.state.refuse(0, GAME.parse("submit CHAT A1 RRR"))
    assert refused == Message(rules.UNKNOWN, {"word": "CHAT", "language": "mine"})
    assert rules.no_list(table.state.options) is None


def test_as_long_as_there_is_no_list_of_one_s_own_the_others_judge() -> None:
    table = Table(GAME, 2, {"word_check": "mine"}, Dice(1))
    missing = rules.no_list(table.state.options)
    assert missing is not None
    assert missing.key == "words.no_own"
    assert table.state.refuse(0, GAME.parse("submit CHAT A1 RRR")) is None


def test_a_name_needs_no_list_but_a_vote() -> None:  # CWO-15
    put_list("CHAT")
    table = game(2, THEME_CARDS, check="list").play("0 submit TATA A1 RRR proper", "1 pass")
    assert table.look("phase") == "vote"
    assert table.refuses("1 vote 0 word yes") == "color_words.refused.not_asked"
    table.play("1 vote 0 proper yes")
    assert table.look("scores") == [[1 + 1 + 1 + 1], [0]]


@pytest.mark.parametrize(("word", "points"), [("CHAT", 5), ("TATA", 0)])
def test_a_name_voted_down_is_a_word_if_the_list_has_it(word: str, points: int) -> None:  # CWO-15
    put_list("CHAT")
    table = game(2, THEME_CARDS, check="list").play(f"0 submit {word} A1 RRR proper", "1 pass", "1 vote 0 proper no")
    assert table.look("scores") == [[points], [0]]


def test_a_name_voted_down_stays_where_every_string_is_a_word() -> None:  # CWO-12, CWO-15
    table = game(2, THEME_CARDS, check="none").play("0 submit TATA A1 RRR proper", "1 pass", "1 vote 0 proper no")
    assert table.look("scores", "empty") == [[[1 + 1 + 1 + 1], [0]], [45, 49]]


def test_a_name_voted_down_is_void_where_no_list_has_it() -> None:  # CWO-12, CWO-15
    for check in ("list", "vote"):
        table = game(2, THEME_CARDS, check=check).play("0 submit TATA A1 RRR proper", "1 pass", "1 vote 0 proper no")
        assert table.look("scores", "empty") == [[[0], [0]], [49, 49]]


def test_a_name_voted_down_takes_its_theme_along() -> None:  # CWO-12, CWO-15
    put_list("CHAT")
    table = game(2, THEME_CARDS, check="list").play("0 submit TATA A1 RRR theme proper", "1 pass")
    assert table.legal() == [f"vote 0 {what} {how}" for what in ("theme", "proper") for how in ("no", "yes", "abstain")]
    table.play("1 vote 0 theme yes", "1 vote 0 proper no")
    assert table.look("scores", "empty") == [[[0], [0]], [49, 49]]


# Secrets and time.


def test_a_word_is_sealed_until_all_have_written() -> None:  # CWO-9
    table = game(3).play("0 submit CHAT A1 RRR")
    assert table.refuses("0 pass") == "refused.turn"  # a submission is final (CWO-7)
    assert table.view(0).answer == [GAME.parse("submit CHAT A1 RRR"), rules.OPEN, rules.OPEN]
    for viewer in (1, 2, SPECTATOR):
        assert table.view(viewer).answer == [rules.HIDDEN, rules.OPEN, rules.OPEN]
    told = [line for line in table.table.log if line.seat == 0]
    assert [line.audience for line in told] == [1]


def test_the_clock_passes_and_abstains_for_the_silent() -> None:  # CWO-7, GEN-10
    table = game(2, check="vote")
    assert GAME.text(table.state.idle(0)) == "pass"
    table.play("0 submit CHAT A1 RRR", "1 pass")
    assert GAME.text(table.state.idle(1)) == "vote 0 word abstain"


# Stars, the end and playing alone.


def test_the_fullest_sheet_gets_the_star_of_grid_a_and_ties_share_it() -> None:  # CWO-16
    last = {"round": 6, "scores": [[0] * 5] * 3, "grids": [rows("ABC...."), rows("ABC...."), rows("AB.....")]}
    table = game(3, **last).play("0 pass", "1 pass", "2 pass")
    assert table.look("totals", "winners", "over", "turn") == [[5, 5, 0], [0, 1], True, None]


@pytest.mark.parametrize(("row", "stars"), [("ABCDEFG", 5), ("ABCDEF.", 0)])
def test_alone_the_star_needs_a_nearly_full_sheet(row: str, stars: int) -> None:  # CWO-19
    sheet = [["ABCDEFG"] * 5 + [row, "......."]]
    assert game(1, round=6, scores=[[0] * 5], grids=sheet).play("0 pass").look("totals") == [stars]


def test_circled_stars_count_two_points_at_the_end() -> None:  # CWO-17
    table = game(2, grid="B", round=6, scores=[[1] * 5] * 2, circled=["A1", ""], crossed=["", "A1"])
    assert table.look("totals") == [5, 5]
    assert table.play("0 pass", "1 pass").look("totals", "circled", "crossed") == [[9, 5], ["A1", ""], ["", "A1"]]


def test_a_column_is_claimed_like_a_row() -> None:  # CWO-17
    sheet = ["A......"] * 6 + ["......."]
    table = game(2, grid="B", round=2, scores=[[0]] * 2, grids=[sheet, EMPTY_ROWS])
    table.play("0 submit OS A7 R", "1 pass")
    assert table.look("circled", "crossed") == [["A", ""], ["", "A"]]


def test_crossing_out_is_skipped_when_no_star_is_left() -> None:  # CWO-19
    table = game(1, grid="B", round=2, scores=[[0]], circled=["ABCDEFG"], crossed=["1234567"])
    assert table.look("phase") == "write"


def test_a_circled_star_cannot_be_crossed_out() -> None:  # CWO-19
    table = game(1, grid="B", round=2, scores=[[0]], circled=["A"])
    assert table.refuses("0 cross A") == "color_words.refused.star"
    assert table.refuses("0 pass") == "color_words.refused.cross_first"
    assert len(table.legal()) == 13


@pytest.mark.parametrize(
    ("grid", "totals"),
    [
        (0, {39: 0, 40: 1, 44: 1, 45: 2, 50: 3, 54: 3, 55: 4, 59: 4, 60: 5, 99: 5, 0: 0}),
        (1, {49: 0, 50: 1, 69: 4, 70: 5}),
    ],
)
def test_a_solo_total_has_a_rating(grid: int, totals: dict[int, int]) -> None:  # CWO-19
    assert {total: scoring.rating(grid, total) for total in totals} == totals


def test_alone_one_always_wins() -> None:  # CWO-19
    table = game(1).play(*["0 pass"] * 6)
    assert table.look("winners", "rating", "totals") == [[0], 0, [0]]


# Notation and records.


def test_a_submission_is_one_number_and_back() -> None:
    for text in ("submit CHAT A1 RRR", "submit ZZZZZZZZZZZZZ A1 RDRDRDRDRDRD theme proper", "submit AB G7 R proper"):
        action = GAME.parse(text)
        assert GAME.text(action) == text
        assert submit(written(action)) == action
    assert GAME.parse("submit chat a1 rrd proper theme") == GAME.parse("submit CHAT A1 RRD theme proper")


@pytest.mark.parametrize(
    "text",
    [
        "* show 2 pass",
        "* show 0 CHAT A1 RRR",
        "* show 5 CHAT A1 RRR theme proper doubtful",
        "* votes 3 proper 0 yes 1 no 2 abstain 4 no 5 yes",
        "* blue T",
        "* bonus FL-W",
        "vote 5 theme abstain",
        "cross 7",
        "cross G",
        "pass",
    ],
)
def test_texts_are_canonical(text: str) -> None:
    assert GAME.text(GAME.parse(text)) == text


SNIPPETS = """\
submit vote cross pass * show votes blue bonus CHAT über A1 G7 RRR DRDR theme proper doubtful yes no abstain word 0 5 6
SZ-4 ß - T"""


@given(st.lists(st.sampled_from(SNIPPETS.split()) | st.text(max_size=6), max_size=9), st.sampled_from(LANGUAGES))
def test_whatever_is_written_is_an_action_or_explained(parts: list[str], language: str) -> None:
    explained = ""
    try:
        action = Table(GAME, 1, {"language": language}, None).read(" ".join(parts))
    except Unreadable as trouble:
        explained = english().translate(trouble.reason)
    assert explained or GAME.parse(GAME.text(action)) == action


def played() -> Table:
    table = Table(GAME, 1, {"word_check": "list"}, Dice(3))
    table.play(0, GAME.parse("submit CHAT A1 RRR"))
    return table


def find(name: str) -> Any:
    assert name == GAME.name
    return GAME


def test_a_record_names_its_word_list_and_is_believed_where_the_list_is_another() -> None:
    put_list("CHAT", name="old")
    text = write(record(played(), luck=True))
    assert "\noption language fr\ndata old 00ff\nluck seed 3\n" in text
    assert other_data(read(text, find)) is None
    for words, key in ((["CHIEN"], "record.other_data"), ([], "record.other_data")):
        SHELF.put("fr", build(words, "new", "11ee") if words else None)
        again = read(text, find)
        difference = other_data(again)
        assert difference is not None
        assert difference.key == key
        assert english().translate(difference)
        assert write(again) == text


def test_a_record_without_a_list_is_believed_too() -> None:
    text = write(record(played()))
    assert "data" not in text
    put_list("CHIEN")
    again = read(text, find)
    difference = other_data(again)
    assert difference is not None
    assert english().translate(difference)


def test_only_the_list_is_overruled_in_a_record() -> None:
    put_list("CHAT")
    text = write(record(played()))
    with pytest.raises(Broken) as refusal:
        read(text.replace("submit CHAT A1 RRR", "submit CHAT B1 RRR"), find)
    assert refusal.value.reason.args["trouble"] == "record.illegal"
    assert refusal.value.reason.args["why"] == "color_words.refused.first"


def test_a_record_has_at_most_one_word_list_and_only_where_one_is_used() -> None:
    text = write(record(Table(GAME, 1, {"word_check": "none"}, Dice(3))))
    for extra in ("data a b\ndata c d\n", "data a\n"):
        with pytest.raises(Broken) as refusal:
            read(text.replace("option language fr\n", f"option language fr\n{extra}"), find)
        assert refusal.value.reason.args["trouble"] == "record.expected"
    other = write(record(Table(coloretto.GAME, 2, {}, Dice(3))))
    with pytest.raises(Broken) as refusal:
        read(other.replace("\n\n", "\ndata a b\n\n", 1), {"coloretto": coloretto.GAME}.__getitem__)
    assert refusal.value.reason.args["trouble"] == "record.expected"
