"""Puzzles at a real table: whoever plays the best answer reaches par, whoever plays another is told what it was; what
is live is what a replay gives, and nobody can ask for more than a game, a day and a language."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from luck import NamedLuck
from polychrome.engine.core import NATURE, Explained, Game, Message
from polychrome.puzzles import NEUTRAL, SOLVER, Puzzle, editions, puzzle_of, read, stock
from polychrome.registry import GAMES, find
from polychrome.room import ended, wire
from polychrome.room.cards import day_puzzles
from polychrome.room.catalogue import Catalogue
from polychrome.room.fold import OVER, PLAYING
from polychrome.room.guided import open_guided, open_puzzle
from polychrome.words import LANGUAGES, Words
from room.test_live_is_replayed import compare
from server.house import Sitting

TODAY = "2026-11-18"
DAYS = [f"2026-11-{day}" for day in (16, 17, 18)]  # of each grade, where they take turns
PUZZLED = [game for game in GAMES if stock(game, editions(game)[0])]

MEMORY = [game for game in PUZZLED if '"look":true' in stock(game, editions(game)[0])[0]]
WRITTEN = [game for game in PUZZLED if editions(game) != (NEUTRAL,)]  # judged by a word list

memory = pytest.mark.parametrize("game", MEMORY, ids=lambda game: game.name)
games = pytest.mark.parametrize("game", PUZZLED, ids=lambda game: game.name)


class Solving:
    """The table of a puzzle, and the solver who looks at it."""

    def __init__(self, game: Game, day: str = TODAY, language: str = "en", look: bool = True) -> None:
        self.game = game
        wish = wire.NewTable(game.name, 1, {"language": language}, puzzle=day)
        box = Catalogue(luck=NamedLuck("puzzle", game.name, day))
        self.sitting = Sitting(*open_puzzle(box, "", "ann", wish, TODAY, 1000.0))
        self.room = self.sitting.room
        self.eyes = self.sitting.arrive("ann")
        self.first = self.frame()
        self.moves = 0
        if self.puzzle.look and look:
            self.sitting.say(self.eyes, wire.Ready())

    @property
    def puzzle(self) -> Puzzle:
        puzzle = self.room.playing().puzzle
        assert puzzle is not None
        return puzzle

    def frame(self) -> dict[str, Any]:
        """The last one."""
        return next(json.loads(text) for text in reversed(self.eyes.texts) if text.startswith(b'{"t":"frame"'))

    @property
    def task(self) -> dict[str, Any]:
        task: dict[str, Any] = self.frame()["task"]
        return task

    def play(self, *actions: int) -> None:
        for action in actions:
            self.moves += 1
            self.sitting.move(self.eyes, SOLVER, self.game.text(action), f"m{self.moves}")
            assert not [text for text in self.eyes.texts if text.startswith(b'{"t":"refused"')]

    def another(self) -> int:
        """A first move that is not the best."""
        state, answer = self.room.playing().table.state, self.puzzle.answer
        worth = self.puzzle.worth
        others = [action for action in state.legal(SOLVER) if action not in answer]
        return min(others, key=lambda action: (worth.get(action, 0), action))


@pytest.mark.parametrize("game", [game for game in PUZZLED if game not in WRITTEN], ids=lambda game: game.name)
@pytest.mark.parametrize("day", DAYS)
def test_the_best_answer_reaches_par(game: Game, day: str) -> None:
    solving = Solving(game, day)
    assert (solving.task["day"], solving.task["par"]) == (day, solving.puzzle.par)
    assert "reached" not in solving.task
    assert "best" not in solving.task
    solving.play(*solving.puzzle.answer)
    assert solving.task["reached"] == solving.task["par"]
    assert solving.room.phase == OVER
    assert solving.frame()["scene"]["over"]
    compare(solving.sitting)


@games
def test_another_answer_is_worth_less_and_the_best_is_told(game: Game) -> None:
    solving = Solving(game)
    if solving.puzzle.look:
        unseen = [place for place in range(60) if place not in solving.puzzle.answer]
        solving.play(*unseen[: 3 if game.name == "trio" else 2])  # who guesses is never lucky
        assert solving.task["reached"] == 0
    else:
        solving.play(solving.another())
    assert solving.task["reached"] < solving.task["par"]
    assert solving.room.phase == OVER
    for language in LANGUAGES:
        words = Words(language)
        result = Message(*solving.frame()["scene"]["status"])
        assert result.key == f"puzzle.result.{game.name}"
        assert str(solving.task["par"]) in words.translate(result)
        assert all(words.translate(Message(*best)) for best in solving.task["best"])
    compare(solving.sitting)


def faces(frame: dict[str, Any]) -> set[str]:
    """What lies open in the middle of the table."""
    zones = [zone for zone in frame["scene"]["zones"] if zone.get("seat") is None]
    return {piece["id"] for zone in zones for piece in zone.get("pieces", ()) if piece.get("up", True)}


@memory
def test_discs_are_shown_to_whoever_comes_until_they_have_looked(game: Game) -> None:
    solving = Solving(game)
    discs = {f"disc{place}" for place in solving.puzzle.answer}
    assert faces(solving.first) == discs
    assert faces(solving.frame()) == set()
    for back in (solving.sitting.arrive("ann"), solving.sitting.arrive("a stranger")):
        frame = back.heard("frame")[-1]
        assert frame["told"] == []
        assert faces(frame) == set()


@memory
def test_nothing_comes_back_after_a_restart(game: Game) -> None:
    solving = Solving(game)
    room, solving.sitting.room = solving.sitting.room, solving.sitting.reloaded()
    assert solving.sitting.room is not room
    frame = solving.sitting.arrive("ann").heard("frame")[-1]
    assert frame["told"] == []
    assert faces(frame) == set()


@memory
def test_whoever_turns_a_disc_up_has_looked_enough(game: Game) -> None:
    solving = Solving(game, look=False)
    first = solving.puzzle.answer[0]
    solving.play(first)
    assert faces(solving.frame()) == {f"disc{first}"}
    compare(solving.sitting)


def test_words_are_judged_by_a_list() -> None:
    """The best word and another one, where there is a list."""
    from polychrome.games.color_words.lexicon import SHELF, build

    game = find("color_words")
    before = SHELF.find("en")
    try:
        solving = Solving(game)
        word = solving.game.text(solving.puzzle.answer[0]).split()[1]
        SHELF.put("en", build([word], "one word", "00"))
        solving.play(*solving.puzzle.answer)
        assert solving.task["reached"] == solving.task["par"]
        [best] = solving.task["best"]
        assert word in Words("en").translate(Message(*best))
        compare(solving.sitting)
    finally:
        SHELF.put("en", before)


@games
def test_a_hint_is_no_way_to_solve_it(game: Game) -> None:
    solving = Solving(game)
    with pytest.raises(Explained) as no:
        solving.room.moves.hinting(solving.eyes, SOLVER)
    assert no.value.reason.key == "room.puzzle_hint"


@games
def test_a_table_whose_puzzle_has_changed_meanwhile_goes_on_as_a_game(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may be brought up to date while somebody thinks."""
    solving = Solving(game)
    puzzle = solving.puzzle
    other = puzzle._replace(lines=(*puzzle.lines[:-1], (NATURE, puzzle.lines[-1][1] + 1)))
    monkeypatch.setattr("polychrome.room.fold.puzzle_of", lambda *what: other)
    room = solving.sitting.reloaded()
    assert room.playing().puzzle is None
    assert room.phase == PLAYING
    assert room.asked


def test_no_key_is_shown_that_its_luck_did_not_follow_from() -> None:
    solving = Solving(find("colorio"))
    solving.play(*solving.puzzle.answer)
    assert ended.replayed(solving.room, 3).key == ""
    assert solving.eyes.last("room")["commitment"] is None
    assert not any(seat.get("winner") for seat in solving.eyes.last("room")["seats"])


# What can be asked for.


def test_a_day_has_the_same_puzzles_for_everybody_and_days_to_come_have_none() -> None:
    box = Catalogue()
    for language in LANGUAGES:
        found = day_puzzles(box, language, TODAY, TODAY)
        assert [each.game for each in found] == [game.name for game in PUZZLED]
        assert found == day_puzzles(box, language, TODAY, "2027-01-01")
    assert day_puzzles(box, "en", "2026-11-19", TODAY) == []
    assert day_puzzles(box, "en", "2026-13-19", TODAY) == []
    assert len(day_puzzles(box, "la", TODAY, TODAY)) == len(PUZZLED)  # in the usual language


def test_the_days_go_through_the_whole_stock() -> None:
    game = find("ronde")
    days = [date.fromordinal(date.fromisoformat(TODAY).toordinal() - back).isoformat() for back in range(60)]
    found = {puzzle.written(game) for day in days if (puzzle := puzzle_of(game, NEUTRAL, day)) is not None}
    assert found == set(stock(game, NEUTRAL))


@games
def test_what_is_written_is_read(game: Game) -> None:
    for edition in editions(game):
        for line in stock(game, edition):
            assert read(game, line).written(game) == line


@pytest.mark.parametrize(
    "wish",
    [
        wire.NewTable("ronde", 1, puzzle="2026-11-19"),  # not yet
        wire.NewTable("ronde", 1, puzzle="yesterday"),
        wire.NewTable("ronde", 1, puzzle="2026-02-30"),
        wire.NewTable("rondo", 1, puzzle=TODAY),  # has none
        wire.NewTable("ronde", 1, puzzle=TODAY, daily=True),
    ],
)
def test_there_are_tables_that_nobody_can_have(wish: wire.NewTable) -> None:
    with pytest.raises(Explained):
        open_puzzle(Catalogue(), "", "ann", wish, TODAY)


def test_nobody_can_have_a_guide_and_a_puzzle_at_once() -> None:
    with pytest.raises(Explained):
        open_guided(Catalogue(), "", "ann", wire.NewTable("ronde", 1, guide=True, puzzle=TODAY))


def test_seats_and_options_are_the_puzzle_s() -> None:
    wish = wire.NewTable("colorio", 5, {"side": "grey"}, puzzle=TODAY)
    room, _ = open_puzzle(Catalogue(), "", "ann", wish, TODAY)
    assert (room.header.seats, room.header.options["side"]) == (2, "white")
