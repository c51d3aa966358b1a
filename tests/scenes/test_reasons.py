"""Hints say why: what holds for the reasons of every game, and what some of them are."""

from __future__ import annotations

import pytest

from laws.walks import Case, cases, walk
from polychrome.engine.core import NATURE, Message
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.chromino.notation import TO_PLACE
from polychrome.games.chromino.rules import IN_BAG, Chromino
from polychrome.games.chromino.tiles import tile_of
from polychrome.registry import GAMES, find
from polychrome.scenes.games.weighing import weigh
from polychrome.scenes.reasons import reason
from polychrome.words import LANGUAGES, Words, catalogue
from scenes.played import DRAWN, MIDDLE, played

WORDS = [Words(language, textures) for language in LANGUAGES for textures in (False, True)]
CASES = cases(GAMES, seeds=[2])
MEMORY = {"ronde", "trio", "arc_en_ciel", "rondo", "blackout", "les_aveugles", "a_l_aveuglette", "colorio"}
REMEMBERED = {
    *("colomo.reason.seen", "colorio.reason.seen"),
    *("pawns.reason.own", "pawns.reason.foreign", "pawns.reason.mine", "pawns.reason.mine_home"),
}
ACTIONS = 12  # of a position: Chromino has hundreds, all of a kind


def reasons(case: Case, recalls: tuple[bool, ...] = (False, True)) -> list[Message]:
    """Of some actions in some positions, as a hint may know them: what lies open, and what can be remembered."""
    found = []
    positions = [state for state in walk(case).positions if state.acting() and state.acting()[0] != NATURE]
    phases = {state.phase: state for state in positions}.values()  # the last of each
    for state in [*positions[:: -(-len(positions) // case.looks)], *phases]:
        for seat in state.acting():
            for recall in recalls:
                view = state.view(seat, recall=recall)
                before = view.dump()
                legal = view.legal(seat)
                said = [reason(case.game, view, seat, one) for one in legal[:: -(-len(legal) // ACTIONS)]]
                assert view.dump() == before, "to give a reason changes nothing"
                found += [one for one in said if one is not None]
    return found


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_reason_can_be_said_in_every_language(case: Case) -> None:
    for message in {str(found): found for found in reasons(case)}.values():
        for words in WORDS:
            text = words.translate(message, [f"Name {seat}" for seat in range(case.seats)])
            assert text.strip()[-1] in ".!", (message, text)
            assert "{" not in text


def test_every_reason_is_given_somewhere() -> None:
    """No sentence is in the catalogues for nothing, and no game of the box is silent."""
    given = {message.key for case in CASES for message in reasons(case)}
    written = {key for key in catalogue("en") if ".reason." in key}
    assert written - given <= {
        "color_words.reason.word",
        "chromino.reason.last",
    }  # seldom met: they have examples below
    assert given <= written


@pytest.mark.parametrize("case", [case for case in CASES if case.game.name in MEMORY], ids=str)
def test_what_lies_covered_is_named_only_where_a_hint_may_remember(case: Case) -> None:
    assert not {message.key for message in reasons(case, recalls=(False,))} & REMEMBERED


def test_with_memory_it_is_named() -> None:
    named = {case.game.name for case in CASES if {found.key for found in reasons(case, (True,))} & REMEMBERED}
    assert named >= MEMORY - {"blackout"}  # there it takes the asked colour and its place at once


def said(table: Table, seat: int, text: str) -> str:
    view = table.state.view(seat)
    found = reason(table.game, view, seat, table.game.parse(text))
    return "" if found is None else Words("en").translate(found, ["Fox", "Owl", "Bear"])


def test_coloretto_counts_the_points_of_a_row() -> None:
    table = played(3, MIDDLE)
    assert said(table, 1, "take 1") == "It brings you 2 more points."  # a joker beside a green card
    assert said(table, 1, "draw") == "The best row brings you 2 points now; rows can still grow."
    assert said(played(3, DRAWN), 1, "place 2") == "Then this row would bring you one point."


def test_color_words_counts_what_a_word_earns() -> None:
    table = Table(find("color_words"), 1, {"language": "en"}, Dice(3))
    table.settle()
    view = table.state.view(0)
    word = table.game.parse("submit TREE A1 RRR")
    found = reason(table.game, view, 0, word)
    assert found == Message("color_words.reason.word", {"n": weigh(view, 0, "submit TREE A1 RRR", False).points})


def test_chromino_knows_the_last_tile() -> None:
    table = Table(find("chromino"), 2, {"scoring": "none"}, Dice(2))
    table.settle()
    state = table.state
    assert isinstance(state, Chromino)
    seat = state.acting()[0]
    view = state.view(seat)
    assert isinstance(view, Chromino)
    action = next(action for action in view.legal(seat) if action >= TO_PLACE)
    for tile in view.hand(seat):
        if tile != tile_of(action - TO_PLACE):
            view.where[tile] = IN_BAG
    assert reason(table.game, view, seat, action) == Message("chromino.reason.last", {})
