"""The log of a table: every turn is in it, and while a game runs it is nobody's memory."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from laws.walks import Case, cases, walk
from polychrome.cli.local_room import LocalRoom
from polychrome.engine.core import SPECTATOR, Game, Message, State
from polychrome.engine.table import Line, Table
from polychrome.palette import COLOURS
from polychrome.registry import GAMES
from polychrome.room.catalogue import needs_memory
from polychrome.room.logbook import LOG_TURNS, colours_of, covered_in, grouped, logbook, places_of, turns
from polychrome.room.wire import Told
from polychrome.scenes import draw
from polychrome.scenes.scene import Scene
from polychrome.words import Words
from samples import THIN

CASES = cases(GAMES, seeds=[1])
WORDS = Words("en")
NAMES = {WORDS.word(f"palette.{colour}"): colour for colour in COLOURS}


def up_to(table: Table, length: int) -> Table:
    """The same game, so many lines long."""
    then = Table(table.game, table.state.seats, table.game.named(table.state.options), None)
    for line in table.log[:length]:
        then.put(line.seat, line.action)
    return then


def visible(table: Table, viewer: int) -> set[str]:
    scene = draw(table.game, table.state.view(viewer), viewer)
    return {colour for zone in scene.zones for piece in zone.pieces if piece.up for colour in piece.colours}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_line_of_a_running_game_names_a_colour_that_is_not_visible_now(case: Case) -> None:
    whole = walk(case).table
    for length in (len(whole.log) // 3, len(whole.log) - 1):
        table = up_to(whole, length)
        for viewer in (0, SPECTATOR):
            seen = visible(table, viewer)
            for turn in turns(table, viewer, draw):
                for message in turn.said:
                    said = WORDS.translate(message).casefold()
                    named = {colour for name, colour in NAMES.items() if re.search(rf"\b{name}\b", said)}
                    assert named <= seen, said


MEMORY = [case for case in CASES if needs_memory(case.game)]


def read_by(table: Table, viewer: int) -> tuple[list[Told], int]:
    """The log of a table where nobody looks at anything any more, and the line from which on all is new to them."""
    room = LocalRoom(table, {}).room
    found = logbook(room, [] if viewer == SPECTATOR else [viewer])
    own = [begin for begin, _ in grouped(table.log) if table.log[begin].seat == viewer]
    return found, max(own, default=0) if viewer != SPECTATOR else len(table.log)


@pytest.mark.parametrize("case", MEMORY, ids=str)
def test_in_a_game_of_memory_the_log_names_no_place_of_what_is_past(case: Case) -> None:
    whole = walk(case).table
    for length in (len(whole.log) // 3, len(whole.log) - 1):
        table = up_to(whole, length)
        for viewer in (0, SPECTATOR):
            turns_read, new = read_by(table, viewer)
            for turn in turns_read:
                if turn.at <= new:
                    for message in turn.said:
                        assert not message.args.keys() & {"place", "places", "cell", "to", "order", "n"}, message


@pytest.mark.parametrize("case", MEMORY, ids=str)
def test_no_turn_tells_the_colour_of_what_is_covered_where_it_was(case: Case) -> None:
    """Nor in two sentences: one about the places, and one about the colours."""
    whole = walk(case).table
    for length in range(20, len(whole.log) - 1, max(1, len(whole.log) // 8)):
        table = up_to(whole, length)
        scene = draw(table.game, table.state.view(0), 0)
        covered = covered_in(scene)
        for turn in turns(table, 0, draw):
            places = {place for message in turn.said for place in places_of(message)}
            if places & covered:
                said = " ".join(WORDS.translate(message) for message in turn.said).casefold()
                named = {colour for name, colour in NAMES.items() if re.search(rf"\b{name}\b", said)}
                assert named <= colours_of(scene, places), said


def test_whoever_sits_down_late_reads_no_place_of_what_was_before() -> None:
    whole = walk(next(case for case in MEMORY if case.game.name == "les_aveugles")).table
    table = up_to(whole, len(whole.log) - 1)
    room = LocalRoom(table, {}).room
    room.sat[0] = len(table.log)
    assert not [message for turn in logbook(room, [0]) for message in turn.said if "cell" in message.args]


def with_faces(game: Game, view: State, viewer: int, told: Sequence[Line]) -> Scene:
    """As if the news named what was turned up, place by place."""
    scene = draw(game, view, viewer, told)
    faces = [Message("colomo.disc", {"place": place, "colour": "R"}) for place in ("A1", "A2", "B5")]
    return replace(scene, news=(*scene.news, *faces))


def test_news_that_name_a_colour_at_a_place_leave_only_the_place_in_the_log() -> None:
    case = next(case for case in CASES if case.game.name == "ronde")
    whole = walk(case).table
    length = next(at for at in range(40, len(whole.log)) if "red" in visible(up_to(whole, at), SPECTATOR))
    said = [WORDS.translate(message) for turn in turns(up_to(whole, length), 0, with_faces) for message in turn.said]
    assert any("turned up A1" in sentence for sentence in said)
    assert not [sentence for sentence in said if re.search(r"(A1|A2|B5).*red", sentence)]


@pytest.mark.parametrize("case", CASES[:: 8 * THIN], ids=str)
def test_every_turn_is_in_the_log_and_says_something(case: Case) -> None:
    table = walk(case).table
    groups = [(begin, end) for begin, end in grouped(table.log) if table.log[begin].seat >= 0][-LOG_TURNS:]
    found = [turn for turn in turns(table, SPECTATOR, draw) if turn.seat >= 0]
    assert [(turn.seat, turn.at) for turn in found] == [(table.log[begin].seat, end) for begin, end in groups]
    assert all(turn.said for turn in found)
    assert found[-1].at == len(table.log)
