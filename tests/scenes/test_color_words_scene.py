"""What people see and hear of Color Words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from polychrome.engine.core import SPECTATOR, Message
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.color_words import GAME
from polychrome.games.color_words.cards import BONUSES, POINTS
from polychrome.games.color_words.lexicon import SHELF, build
from polychrome.games.color_words.notation import Written, written
from polychrome.games.color_words.rules import ColorWords
from polychrome.games.color_words.spelling import normalise
from polychrome.registry import GAMES
from polychrome.scenes import draw, picture, text, weigher
from polychrome.scenes.games import color_words
from polychrome.scenes.games.weighing import explained, weigh
from polychrome.scenes.scene import Piece, Scene, Zone
from polychrome.words import LANGUAGES, NO_LISTENER, Words

WORDS = Words("en")
CARDS = "* blue T|* yellow A|* red C"


@pytest.fixture(autouse=True)
def no_lists() -> Iterator[None]:
    SHELF.fill_from(None)
    yield
    SHELF.fill_from(None)


def played(script: str, seats: int = 2, **options: str) -> Table:
    """A game as far as a script goes; nature's lines are in it."""
    table = Table(GAME, seats, {"word_check": "none", **options}, None)
    for line in script.split("|"):
        seat = -1 if line.startswith("*") else int(line[0])
        table.play(seat, GAME.parse(line if seat < 0 else line[2:]))
    return table


def seen(table: Table, viewer: int, told: int = 0) -> Scene:
    return draw(GAME, table.state.view(viewer), viewer, table.told(viewer, told))


def zone(scene: Scene, name: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == name)


def said(messages: Sequence[Message], you: int = NO_LISTENER) -> list[str]:
    return [WORDS.translate(message, (), you) for message in messages]


def at(scene: Scene, seat: int, place: str) -> Piece:
    return next(piece for piece in zone(scene, f"sheet{seat}").pieces if piece.label.args["place"] == place)


FIRST = f"{CARDS}|* bonus SR-1|0 submit CHAT A1 RRR|1 submit TACT A1 DDD"
ROUND = f"{FIRST}|* show 0 CHAT A1 RRR|* show 1 TACT A1 DDD"
NEXT = f"{ROUND}|* blue E|* yellow M|* red R|* bonus TH-06"


def test_a_sheet_has_its_colours_and_the_start_has_none() -> None:  # CWO-2, CWO-3
    scene = seen(played(f"{CARDS}|* bonus SR-1"), 0)
    assert at(scene, 0, "A1").colours == ()
    assert at(scene, 0, "A1").mark == "begin"
    assert [at(scene, 0, f"{column}2").colours[0] for column in "ABC"] == ["yellow", "blue", "red"]
    assert [piece.at for piece in zone(scene, "sheet1").pieces] == list(range(49))


def test_an_own_word_stands_in_pencil_until_all_are_done() -> None:
    table = played(f"{CARDS}|* bonus SR-1|0 submit CHAT A1 RRR")
    assert at(seen(table, 0), 0, "D1").badge == "T"
    assert at(seen(table, 0), 0, "D1").mark == "pencil"
    for viewer in (1, SPECTATOR):
        assert all(not piece.badge for piece in zone(seen(table, viewer), "sheet0").pieces)


def test_the_words_of_a_round_stay_fresh_while_the_next_ones_are_written() -> None:
    scene = seen(played(NEXT), 0, told=1000)
    assert [piece.badge for piece in zone(scene, "sheet1").pieces if piece.fresh] == list("TACT")
    assert zone(scene, "sheet0").note == Message("color_words.sheet.words", {"words": ["CHAT 7"], "n": 45})


def test_the_news_of_a_round_tells_words_ways_and_points() -> None:
    news = said(seen(played(NEXT), 0, told=6).news, 0)
    assert news == [
        "You wrote CHAT (A1, 3 to the right): 7 points.",
        "Owl wrote TACT (A1, 3 down): 7 points.",
        "New letters: E on blue, M on yellow, R on red.",
        "Bonus: 3 points for the theme: nature, plants, animals.",
    ]


def test_news_of_several_rounds_in_one_go_have_each_its_own_points() -> None:
    second = (
        f"{NEXT}|0 pass|1 submit MER B1 RD|* show 0 pass|* show 1 MER B1 RD|* blue B|* yellow D|* red F|* bonus SZ-4"
    )
    news = said(seen(played(second), SPECTATOR, told=0).news)
    assert "Fox wrote CHAT (A1, 3 to the right): 7 points." in news
    assert "Fox wrote nothing." in news
    assert [line for line in news if "MER" in line] == ["Owl wrote MER (B1, 1 to the right and 1 down): 4 points."]


def test_a_vote_is_one_touch_and_its_outcome_is_told() -> None:  # CWO-12, CWO-15
    claimed = f"{NEXT}|0 submit MER A2 RD theme|1 pass|* show 0 MER A2 RD theme|* show 1 pass"
    table = played(claimed)
    scene = seen(table, 1)
    assert [choice.path for choice in scene.choices] == [(f"vote.0.theme.{word}",) for word in ("yes", "no", "abstain")]
    assert {button.zone for button in scene.buttons} == {"sheet0"}
    assert at(scene, 0, "B2").mark == "pencil"
    assert said(scene.facts)[0] == "Does Fox’s word MER fit the theme? Voting: Owl."
    assert [place.notes for place in scene.seats] == [(), ()]  # Fox has nothing to vote on, Owl has not voted
    table.play(1, GAME.parse("vote 0 theme no"))
    told = len(table.log)
    table.play(-1, GAME.parse("* votes 0 theme 1 no"))
    assert said(seen(table, 1, told).news, 1)[:2] == [
        "The word of Fox fits the theme (0 yes, 1 no).",
        "Fox gets 8 points in this round.",
    ]


def test_stars_are_open_then_circled_or_crossed_and_told() -> None:  # CWO-17
    table = played(f"{CARDS}|* bonus SR-1", grid="B")
    state = table.state
    assert isinstance(state, ColorWords)
    state.round = 3
    for cell in range(6):
        state.cell[cell] = 1 + 32
    table.play(0, GAME.parse("submit AN G1 D"))
    table.play(1, GAME.parse("pass"))
    told = len(table.log)
    table.play(-1, GAME.parse("* show 0 AN G1 D"))
    table.play(-1, GAME.parse("* show 1 pass"))
    scene = seen(table, 0, told)
    marks = {star.badge: star.mark for star in zone(scene, "stars0").pieces}
    assert marks["1"] == "circled"
    assert marks["2"] == ""
    assert {star.badge: star.mark for star in zone(scene, "stars1").pieces}["1"] == "crossed"
    assert zone(scene, "stars0").within == "sheet0"
    assert "You fill a line first and circle: 1." in said(scene.news, scene.viewer)


def test_alone_on_grid_b_a_star_is_touched_to_cross_it_out() -> None:  # CWO-19
    table = Table(GAME, 1, {"grid": "B"}, None)
    scene = seen(table, 0)
    assert [choice.path for choice in scene.choices][:2] == [("star0.A",), ("star0.B",)]
    table.play(0, GAME.parse("cross G"))
    assert said(seen(table, 0, 0).news, 0) == ["You cross out the star G."]


def test_the_composer_says_how_and_where_to_write() -> None:
    scene = seen(played(NEXT), 0)
    assert scene.composer is not None
    assert (scene.composer.zone, scene.composer.verb, scene.composer.keep) == ("sheet0", "submit", "2")
    places = [zone(scene, "sheet0").pieces[place].label.args["place"] for place in scene.composer.starts]
    assert places == ["E1", "A2", "B2", "C2", "D2"]
    assert [tick.id for tick in scene.composer.ticks] == ["theme", "proper"]
    assert "Ü" not in scene.composer.spelled
    assert seen(played(NEXT), SPECTATOR).composer is None
    assert seen(played(f"{NEXT}|0 pass"), 0).composer is None
    german = seen(played(f"{CARDS}|* bonus SR-1", language="de"), 0).composer
    assert german is not None
    assert german.spelled["Ü"] == "UE"
    assert german.ticks == ()


def test_the_page_spells_as_the_rules_do() -> None:  # CWO-11; web/tests/pen.test.ts reads the same file
    file = Path(__file__).parents[2] / "web" / "tests" / "spellings.json"
    spellings = json.loads(file.read_text(encoding="utf-8"))
    for row in spellings["words"]:
        assert normalise(row["typed"], row["language"]) == row["letters"]
    for language, spelled in spellings["spelled"].items():
        composer = seen(played(f"{CARDS}|* bonus SR-1", language=language), 0).composer
        assert composer is not None
        assert composer.spelled == spelled


@pytest.mark.parametrize(("language", "steps"), [("fr", "RR"), ("de", "RRR"), ("en", "RR"), ("es", "RR")])
def test_weighing_spells_in_the_language_of_the_table(language: str, steps: str) -> None:  # CWO-6, CWO-11
    table = played(f"{CARDS}|* bonus SR-1", language=language)
    for typed in ("für", "FU\u0308R"):
        assert weigh(table.state.view(0), 0, f"submit {typed} A1 {steps}", False).reason is None
        for wrong in {"RR", "RRR"} - {steps}:
            reason = weigh(table.state.view(0), 0, f"submit {typed} A1 {wrong}", False).reason
            assert reason is not None
            assert (reason.key, reason.args["n"]) == ("color_words.unreadable.count", len(steps))
    begun = weigh(table.state.view(0), 0, "submit ü A1", False).reason
    assert begun is not None
    assert begun.key == ("color_words.unreadable.place" if language == "de" else "color_words.unreadable.short")


def test_a_solo_game_ends_with_its_rating() -> None:  # CWO-19
    table = Table(GAME, 1, {"word_check": "none"}, Dice(3))
    for _ in range(6):
        table.play(0, GAME.parse("pass"))
    assert said([seen(table, 0).status]) == ["Game over: 0 points. No star yet: try again!"]


@pytest.mark.parametrize("card", range(len(BONUSES)))
def test_every_bonus_card_can_be_said_in_every_language(card: int) -> None:  # CWO-5
    for number, language in enumerate(("fr", "de", "en", "es")):
        if POINTS[number][card]:
            for words in (Words(language), Words(language, textures=True)):
                assert str(POINTS[number][card]) in words.translate(color_words.condition(card, POINTS[number][card]))


def test_only_a_game_of_words_weighs_them() -> None:
    assert [game.name for game in GAMES if weigher(game.name)] == ["color_words"]
    assert weigher("color_words") is weigh


def test_weighing_counts_what_the_rules_count() -> None:  # CWO-13, CWO-14
    dice = Dice(5)
    for seed in range(30):
        table = Table(GAME, 1, {"word_check": "none"}, Dice(seed))
        for _ in range(100):
            if table.over():
                break
            view = table.state.view(0)
            assert isinstance(view, ColorWords)
            number, action = view.round, view.sample(0, dice)
            points = weigh(view, 0, GAME.text(action), True).points
            table.play(0, action)
            assert isinstance(table.state, ColorWords)
            if action:
                assert table.state.points[number - 1] == points
        assert table.over()


def test_weighing_never_names_another_word() -> None:
    SHELF.put("fr", build(["CHAT", "CHATS", "TACT"], "few", "00"))
    view = played(f"{CARDS}|* bonus SR-1", word_check="list").state.view(0)
    answer = weigh(view, 0, "submit CHATT A1 RRRR", True)
    assert answer.reason is None
    assert answer.verdict == Message("color_words.refused.unknown", {"word": "CHATT", "language": "fr"})
    assert not {"CHATS", "TACT"} & {*str(answer).replace("'", " ").split()}


def test_a_word_that_leaves_the_sheet_still_tells_what_its_letters_bring() -> None:
    view = played(f"{CARDS}|* bonus SR-1").state.view(0)
    assert isinstance(view, ColorWords)
    points, parts = explained(view, 0, Written("CHATTERIE", 0, 0, 0))
    assert points == 1 + 2 + 2 + 1
    assert [part.args.get("place") for part in parts if "place" in part.args] == ["A1", "C1", "D1", "E1"]
    assert written(GAME.parse("submit CHATTERIE A1 RRRRRRRR")).word == "CHATTERIE"


@pytest.mark.parametrize("grid", ["A", "B"])
def test_sheets_are_drawn_with_letters_and_can_be_read_aloud(grid: str) -> None:
    scene = seen(played(NEXT, grid=grid), 0)
    drawing = picture.svg(scene, WORDS, ["Ann", "Bob"])
    assert drawing.count(">T</text>") >= 3
    assert "url(#p-yellow)" in drawing
    aloud = text.answer(scene, WORDS, ["Ann", "Bob"], "scan", "ann")
    assert "B1, red, H" in aloud
    assert ("Stars of Ann" in aloud) == (grid == "B")
    for language in LANGUAGES:
        assert "TACT" in text.render(scene, Words(language), ["Ann", "Bob"])
