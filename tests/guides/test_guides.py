"""The law of guided first games: every guide can be played as it is written, by the rules and at a real table, in every
language; whatever else is tried is explained; and what is live is what a replay gives."""

from __future__ import annotations

import re
from importlib.resources import files
from unittest.mock import patch

import pytest
from msgspec.structs import fields

from guides.lessons import LOOK, Lesson, guide_of
from polychrome.engine.core import Explained, Game, Message
from polychrome.engine.dice import Dice
from polychrome.engine.record import read as read_record
from polychrome.engine.table import Table, line_text
from polychrome.guides import LEARNER, Guide, read
from polychrome.palette import COLOURS
from polychrome.registry import GAMES, find
from polychrome.room import ended, wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.fold import OVER
from polychrome.room.guided import open_guided
from polychrome.scenes.walk import Walk
from polychrome.words import LANGUAGES, Words
from room.test_live_is_replayed import compare
from server.house import Sitting
from toys import pips

LONGEST_SENTENCE = 160  # characters of a sentence: two lines on a phone
MOVES = range(3, 7)
NAMES = ("Hedgehog", "Hedgehog", "Hedgehog")  # as long as they get

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
languages = pytest.mark.parametrize("language", LANGUAGES)


# By the rules.


def broken(game: Game, guide: Guide) -> list[str]:
    """What is wrong with a guide, by the rules alone."""
    try:
        table = Table(game, guide.seats, guide.options, None)
        for at, (seat, action) in enumerate(guide.lines):
            said = any(step.at == at for step in guide.steps)
            if seat == LEARNER and at >= guide.opening and not said:
                return [f"line {at}: the learner is not told what to do"]
            table.play(seat, action)
    except Explained as no:
        return [f"line {len(table.log)}: {line_text(game, seat, action)}: {no.reason.key}"]
    moves = [step for step in guide.steps if guide.lines[step.at][0] == LEARNER]
    return [] if len(moves) in MOVES else [f"{len(moves)} moves"]


@games
def test_a_guide_keeps_to_the_rules(game: Game) -> None:
    guide = guide_of(game.name)
    assert broken(game, guide) == []
    assert guide.teaches


@pytest.mark.parametrize(
    ("game", "before", "after", "found"),
    [
        ("ronde", '"0 flip 33"', '"0 flip 20"', "line 7: 0 flip 20: colomo.refused.up"),
        ("coloretto", '"0 take 2"', '"0 take 0"', "line 18: 0 take 0: coloretto.refused.row_taken"),
        ("coloretto", '["0 place 2", 2]', '"0 place 2"', "line 13: the learner is not told what to do"),
        ("chromino", '"* stuck"', '"* fits"', "line 25: * fits: refused.nature_only"),
        ("color_words", '"0 submit PANDA D2', '"0 submit PANDA D1', "line 12: "),
    ],
)
def test_a_guide_that_does_not_is_found(game: str, before: str, after: str, found: str) -> None:
    text = files("polychrome.guides").joinpath(f"{game}.json").read_text(encoding="utf-8")
    assert before in text
    wrong = broken(find(game), read(find(game), text.replace(before, after, 1)))
    assert wrong
    assert wrong[0].startswith(found)


@games
@languages
def test_each_sentence_is_short_and_tells_nothing_hidden(game: Game, language: str) -> None:
    """No sentence names a colour: people see it, or they have to remember it, or nobody knows it yet."""
    words, guide = Words(language), guide_of(game.name)
    colours = [words.word(f"palette.{colour}").casefold() for colour in COLOURS]
    for said in [*(step.said for step in guide.steps), guide.end]:
        text = words.translate(said, NAMES)
        assert len(text) <= LONGEST_SENTENCE, text
        assert not set(re.findall(r"\w+", text.casefold())) & set(colours), text


# At the table.


def explained(lesson: Lesson, what: str) -> None:
    """The target lies there, and leads to what is to be played; whatever else is tried is refused with a reason."""
    scene, before = lesson.scene(), len(lesson.sitting.rows)
    if scene.composer is not None:
        verb, _, start, _ = what.split()
        cells = [str(piece.label.args["place"]) for zone in scene.zones for piece in zone.pieces if zone.id == "sheet0"]
        assert verb == scene.composer.verb
        assert cells.index(start) in scene.composer.starts
    else:
        walk = Walk(scene)
        [choice] = [choice for choice in scene.choices if choice.action == what]
        assert set(choice.path) <= set(walk.labels)
        found = None
        for target in choice.path:
            found = found or walk.touch(target)
        assert found == choice
    others = [choice.action for choice in scene.choices if choice.action != what]
    for other in (*others[:3], *others[-3:]):
        assert lesson.move(other) == "guide.first"
    refused = lesson.move("nonsense")
    assert refused
    assert not refused.startswith("guide")
    assert len(lesson.sitting.rows) == before


@games
@languages
def test_a_guide_is_played_at_a_real_table(game: Game, language: str) -> None:
    lesson, words = Lesson(game.name, language), Words(language)
    steps = 0
    while what := lesson.wait():
        assert lesson.lesson is not None
        steps += 1
        assert (lesson.lesson["step"], lesson.lesson["steps"]) == (steps, len(lesson.guide.steps))
        assert words.translate(lesson.guide.steps[steps - 1].said) == words.translate(Message(*lesson.lesson["said"]))
        if what != LOOK:
            explained(lesson, what)
        lesson.do(what)
    assert steps == len(lesson.guide.steps)
    assert lesson.lesson is not None
    assert lesson.lesson["said"][0] == f"guide.{game.name}.end"
    log = [(line.seat, line.action) for line in lesson.room.playing().table.log]
    assert log[: len(lesson.guide.lines)] == list(lesson.guide.lines)


@games
def test_live_is_what_a_replay_gives(game: Game) -> None:
    lesson = Lesson(game.name)
    compare(lesson.sitting)  # as it was prepared
    while what := lesson.wait():
        lesson.do(what)
        compare(lesson.sitting)


@games
def test_after_the_guide_the_game_goes_on_like_any_other(game: Game) -> None:
    lesson = Lesson(game.name)
    lesson.walk()
    room = lesson.room
    for _ in range(12):
        lesson.sitting.wait(60)
        if room.phase == OVER:
            break
        turn, table = room.bot_turn(), room.playing().table
        if turn is not None:
            assert turn.told is None
            lesson.sitting.bot_move(turn, None)
        elif room.clocks.memorising():
            lesson.do(LOOK)
        else:
            assert lesson.move(game.text(table.state.sample(LEARNER, Dice(len(table.log))))) == ""
            assert lesson.lesson is None
    compare(lesson.sitting)


@games
def test_it_can_be_left_at_any_time(game: Game) -> None:
    for left in range(len(guide_of(game.name).steps)):
        lesson = Lesson(game.name)
        for _ in range(left):
            lesson.do(lesson.wait())
        lesson.wait()
        lesson.sitting.say(lesson.eyes, wire.Unguide())
        assert lesson.lesson is None
        if lesson.room.clocks.memorising():
            lesson.do(LOOK)
            turn = lesson.room.bot_turn()
            assert turn is not None
            assert turn.told is None
            continue
        table = lesson.room.playing().table
        action = game.text(table.state.sample(LEARNER, Dice(left)))
        assert lesson.move(action) == ""
    compare(lesson.sitting)


def test_leaving_twice_changes_nothing() -> None:
    lesson = Lesson("trio")
    lesson.sitting.say(lesson.eyes, wire.Unguide())
    before = len(lesson.sitting.rows)
    lesson.sitting.say(lesson.eyes, wire.Unguide())
    assert len(lesson.sitting.rows) == before


def test_what_is_taken_back_is_asked_for_again() -> None:
    lesson = Lesson("coloretto")
    lesson.do(lesson.wait())
    place = lesson.wait()
    lesson.do(place)
    lesson.sitting.say(lesson.eyes, wire.Undo(seat=LEARNER, id="back", length=len(lesson.room.playing().table.log)))
    compare(lesson.sitting)
    assert lesson.wait() == place
    lesson.do(place)
    assert len(lesson.walk()) == len(lesson.guide.steps) - 2


@games
def test_no_hint_says_anything_else_than_the_guide(game: Game) -> None:
    lesson = Lesson(game.name)
    while what := lesson.wait():
        if what != LOOK:
            lesson.sitting.say(lesson.eyes, wire.Hint(seat=LEARNER))
            assert b"room.guide_hint" in lesson.eyes.texts[-1]
        lesson.do(what)


def test_only_the_learner_is_told() -> None:
    lesson = Lesson("coloretto")
    stranger = lesson.sitting.arrive("bob")
    lesson.walk()
    assert all("lesson" not in frame for frame in stranger.heard("frame"))


def test_where_a_second_person_plays_nobody_is_led() -> None:
    lesson = Lesson("coloretto")
    lesson.sitting.say(lesson.eyes, wire.Open(seat=1))
    lesson.sitting.join("bob")
    assert lesson.lesson is None
    compare(lesson.sitting)
    assert lesson.move("take 0") == ""


def test_a_guide_whose_words_have_changed_meanwhile_lets_the_game_go_on() -> None:
    """A server may be brought up to date in the middle of a lesson."""
    lesson = Lesson("trio")
    lesson.do(lesson.wait())
    play = lesson.room.playing()
    lines = (*lesson.guide.lines[:2], (-1, lesson.guide.lines[2][1] + 1), *lesson.guide.lines[3:])
    other = play.guide._replace(lines=lines)
    with patch("polychrome.room.fold.guide_to", lambda game: other):
        room = lesson.sitting.reloaded()
    assert room.playing().guide is None
    assert room.asked


def test_a_finished_guided_game_shows_no_key_that_its_luck_did_not_follow_from() -> None:
    lesson = Lesson("colorio")
    lesson.walk()
    assert lesson.room.phase == OVER
    record = read_record(ended.record(lesson.room), find)
    assert record.luck == ""
    assert ended.replayed(lesson.room, 3).key == ""
    assert lesson.eyes.last("room")["commitment"] is None


@pytest.mark.parametrize(
    "wish",
    [
        wire.NewTable("ronde", 2, guide=True, daily=True),
        wire.NewTable("pips", 2, guide=True),
        wire.NewTable("color_words", 2, {"language": "la"}, guide=True),
    ],
)
def test_there_are_tables_that_nobody_can_have(wish: wire.NewTable) -> None:
    with pytest.raises(Explained):
        open_guided(Catalogue(games=(*GAMES, pips.GAME)), "", "ann", wish)


def test_nobody_can_write_a_script_of_their_own() -> None:
    """What is asked for is the game and the language; seats, options and lines are the guide's."""
    wish = wire.NewTable("coloretto", 5, {"score_side": "grey"}, guide=True)
    room, _ = open_guided(Catalogue(), "", "ann", wish)
    assert (room.header.seats, room.header.options["score_side"]) == (3, "beige")
    assert {field.name for field in fields(wire.NewTable)} == {
        *("game", "seats", "options", "fill", "daily", "guide", "puzzle")
    }
    sitting = Sitting.open(Catalogue(), "coloretto", 3, "random")
    assert sitting.room.playing().guide is None
