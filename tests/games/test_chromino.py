"""Chromino, clause by clause (CHR-1 to CHR-19), and its places against a search of the whole table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.script import Script
from polychrome.engine.core import EVERYONE, HIDDEN, NATURE, SPECTATOR, Explained, Unplayable, Unreadable
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.chromino import GAME, notation, rules, tiles
from polychrome.games.chromino.ground import SYSTEM_A, SYSTEM_B, SYSTEM_C, ground_of
from polychrome.games.chromino.rules import Chromino
from spec.adapter import Mistaken
from spec.chromino import ADAPTER, placed

NOTHING_FITS = ["YYY", "PPP", "YPY", "YYP", "PYP"]  # on a lone base RGB


def script(
    *hands: list[str], bag: list[str] | None = None, options: dict[str, Any] | None = None, **more: Any
) -> Script:
    return Script(ADAPTER, len(hands), options, hands=list(hands), bag=bag or [], **more)


def played(seats: int, seed: int, **options: Any) -> Chromino:
    """The end of a random game."""
    table = Table(GAME, seats, options, Dice(seed))
    whims = Dice(-seed)
    while table.acting():
        seat = table.acting()[0]
        table.play(seat, table.state.sample(seat, whims))
    assert isinstance(table.state, Chromino)
    return table.state


# The tiles.


def test_the_set_has_every_triple_once_up_to_reversal() -> None:  # CHR-1, CHR-3
    triples = {a + b + c for a in "RYGBP" for b in "RYGBP" for c in "RYGBP"}
    assert len(tiles.NAMES) == len(set(tiles.NAMES)) == 75
    assert {*tiles.NAMES, *(name[::-1] for name in tiles.NAMES)} == triples
    assert Counter(tiles.KIND) == {tiles.UNI: 5, tiles.BI: 20, tiles.SYM: 20, tiles.TRI: 30}
    for colour in "RYGBP":
        kinds = Counter(tiles.KIND[tile] for tile, name in enumerate(tiles.NAMES) if colour in name)
        assert kinds == {tiles.UNI: 1, tiles.BI: 8, tiles.SYM: 8, tiles.TRI: 18}


def test_a_name_is_the_reading_that_comes_first() -> None:  # CHR-3
    assert tiles.NAMES[tiles.BY_NAME["PRG"] // 2] == "GRP"
    assert tiles.NAMES[tiles.BY_NAME["YYR"] // 2] == "RYY"
    order = [["RYGBP".index(letter) for letter in name] for name in tiles.NAMES]
    assert order == sorted(order)
    assert all(triple <= triple[::-1] for triple in order)


# Setting up.


@pytest.mark.parametrize("seats", range(1, 9))
def test_everybody_gets_eight_tiles_and_the_base_has_three_colours(seats: int) -> None:  # CHR-5
    table = Table(GAME, seats, {}, Dice(seats))
    state = table.state
    assert isinstance(state, Chromino)
    assert state.held == [8] * seats
    assert [len(state.hand(seat)) for seat in range(seats)] == [8] * seats
    assert state.left == len(state.bag()) == 74 - 8 * seats
    base = state.laid[0]
    assert tiles.KIND[tiles.tile_of(base)] == tiles.TRI
    assert tiles.cells_of(base) == [(-1, 0), (0, 0), (1, 0)]
    assert tiles.reading_of(base) == tiles.NAMES[tiles.tile_of(base)]


def test_every_base_is_as_likely() -> None:  # CHR-5
    state = GAME.begin(2)
    bases = state.legal(NATURE)
    assert len(bases) == 30
    assert {state.weight(base) for base in bases} == {1}


def test_the_youngest_begins_unless_somebody_else_is_named() -> None:  # CHR-4, GEN-2
    assert Table(GAME, 3, {}, Dice(1)).state.seat == 0
    assert Table(GAME, 3, {"start_player": 2}, Dice(1)).state.seat == 2
    starts = {Table(GAME, 3, {"start_player": "random"}, Dice(seed)).state.seat for seed in range(30)}
    assert starts == {0, 1, 2}
    with pytest.raises(Unplayable):
        GAME.begin(3, {"start_player": 3})


@pytest.mark.parametrize("options", [{"draw_limit": 2}, {"draw_variant": "d"}, {"scoring": "D"}, {"reserve": "shared"}])
def test_no_other_options(options: dict[str, Any]) -> None:  # CHR-4
    with pytest.raises(Unplayable):
        GAME.begin(2, options)


@pytest.mark.parametrize("seats", [0, 9])
def test_one_to_eight_play(seats: int) -> None:
    with pytest.raises(Unplayable):
        GAME.begin(seats)


# Where a tile lies, and what it touches.


def test_a_tile_is_read_from_the_left_or_from_the_top() -> None:  # CHR-6
    laid = placed(["PRG", -2, 1, "h"])
    assert tiles.cells_of(laid) == [(-2, 1), (-1, 1), (0, 1)]
    assert [tiles.LETTERS[colour] for colour in tiles.colours_of(laid)] == ["P", "R", "G"]
    upright = placed(["PYB", 2, -2, "v"])
    assert tiles.cells_of(upright) == [(2, -2), (2, -1), (2, 0)]
    assert tiles.reading_of(upright) == "PYB"


def test_both_readings_of_a_mirrored_tile_are_one_action() -> None:  # CHR-3, CHR-6
    assert GAME.parse("place RBR 1 2 v") == notation.TO_PLACE + placed(["RBR", 1, 2, "v"])
    assert GAME.text(GAME.parse("place RBR 1 2 v")) == "place RBR 1 2 v"
    assert GAME.parse("place GRP 0 0 h") != GAME.parse("place PRG 0 0 h")
    assert GAME.parse("* tile PRG") == GAME.parse("* tile GRP")


def test_corners_do_not_touch() -> None:  # CHR-7
    ground = ground_of([placed(["RGB", -1, 0, "h"])])
    assert ground.contacts(placed(["RYY", 2, 1, "h"])) == []


def test_every_edge_counts_for_itself() -> None:  # CHR-7
    ground = ground_of([placed(["RGB", -1, 0, "h"]), placed(["BYY", 1, 1, "v"])])
    contacts = ground.contacts(placed(["GBY", 0, 1, "v"]))
    touched = [(contact.square, contact.other, contact.short) for contact in contacts]
    assert touched == [(0, 1, False), (0, 0, True), (1, 1, False), (2, 1, False)]  # two for the first square
    colours = ["RYGBP"[contact.colour] for contact in contacts]
    assert colours == ["B", "G", "Y", "Y"]


def test_on_a_lone_base_ten_tiles_fit() -> None:  # CHR-8
    for base in ("RGB", "YPR", "GBP"):
        ground = ground_of([placed([base, -1, 0, "h"])])
        fitting = {name for tile, name in enumerate(tiles.NAMES) if ground.takes(tile)}
        ends = {base[1] + base[0], base[1] + base[2]}  # an end like the middle, beside a middle like an end
        wanted = {name for name in tiles.NAMES if name[:2] in ends or name[:0:-1] in ends}
        assert fitting - {tiles.NAMES[tiles.BY_NAME[base] // 2]} == wanted
        assert len(wanted) == 10


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("place YYY 0 1 h", "mismatch"),  # yellow under green
        ("place GRP -1 0 h", "covered"),
        ("place GRP -2 0 h", "covered"),
        ("place GRP -2 -2 h", "no_contact"),
        ("place GRP 2 1 h", "no_contact"),  # a corner
        ("place GRP 0 1 v", "one_contact"),
        ("place GRP -1 1 h", "mismatch"),
        ("place RGB -1 1 h", "on_table"),
        ("place PPP 0 1 h", "not_yours"),
        ("place BBB 0 1 h", "not_yours"),
        ("draw", "can_place"),
    ],
)
def test_each_clause_has_its_own_refusal(line: str, why: str) -> None:  # CHR-8, CHR-9, GEN-5
    game = script(["YYY", "GRP"], ["PPP", "YPY"], bag=["YYP"])
    assert game.refuses(f"0 {line}") == f"chromino.refused.{why}"


def test_whoever_has_to_draw_is_told_so() -> None:  # CHR-9
    game = script(["YYY", "PPP"], ["YPY", "GRP"], bag=["YYP"])
    assert game.refuses("0 place YYY 0 1 h") == "chromino.refused.draw_first"
    assert game.legal() == ["draw"]
    assert game.refuses("1 draw") == "refused.turn"


def test_a_mismatch_is_named() -> None:
    game = script(["YYY", "GRP"], ["PPP"], bag=["YYP"])
    reason = game.state.refuse(0, GAME.parse("place YYY 0 1 h"))
    assert reason.args == {"mine": "Y", "other": "G"}


# The places, found at once and found by looking everywhere.


def by_looking(laid: list[int], tile: int) -> set[int]:
    """CHR-8 word by word, over every place near the table."""
    colour = {cell: each for one in laid for cell, each in zip(tiles.cells_of(one), tiles.colours_of(one), strict=True)}
    columns, rows = [x for x, _ in colour], [y for _, y in colour]
    found = set()
    for x in range(min(columns) - 3, max(columns) + 2):
        for y in range(min(rows) - 3, max(rows) + 2):
            for way in "hv":
                for name in {tiles.NAMES[tile], tiles.NAMES[tile][::-1]}:
                    new = placed([name, x, y, way])
                    cells = tiles.cells_of(new)
                    if not any(cell in colour for cell in cells) and suits(cells, tiles.colours_of(new), colour):
                        found.add(new)
    return found


def suits(cells: list[tuple[int, int]], colours: list[int], table: dict[tuple[int, int], int]) -> bool:
    meet = [
        (mine, table[x + dx, y + dy])
        for (x, y), mine in zip(cells, colours, strict=True)
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        if (x + dx, y + dy) in table
    ]
    return len(meet) >= 2 and all(mine == other for mine, other in meet)


@given(st.integers(0, 10_000), st.integers(1, 40))
def test_every_place_is_found_and_no_other(seed: int, turns: int) -> None:  # CHR-8
    dice = Dice(seed)
    state = GAME.begin(2, {"draw_variant": "b"})
    assert isinstance(state, Chromino)
    for _ in range(20 + 4 * turns):
        if state.acting():
            seat = state.acting()[0]
            state.apply(seat, state.sample(seat, dice))
    if not state.laid:
        return
    for tile in {dice.below(tiles.TILES) for _ in range(4)}:
        found = state.table().every_place(tile)
        assert found == sorted(by_looking(state.laid, tile))
        assert len(found) == state.table().places(tile)
        assert sorted(state.table().place(tile, number) for number in range(len(found))) == found
        assert all(state.table().fits(place) for place in found)
        near = [placed([tiles.NAMES[tile], x, y, way]) for x in range(-3, 4) for y in range(-3, 4) for way in "hv"]
        assert [place for place in near if state.table().fits(place)] == [place for place in near if place in found]


def test_a_table_may_reach_far() -> None:  # CHR-6
    far = [placed(["RGB", -1, 0, "h"])] + [placed(["RRR", 2 + 3 * at, 0, "h"]) for at in range(70)]
    ground = ground_of(far)
    assert ground.owner_at(211, 0) == 70
    assert ground.owner_at(212, 0) == -1
    assert ground.fits(placed(["RRY", 210, 1, "h"]))
    assert not ground.fits(placed(["RRY", 239, 239, "h"]))


# A turn.


def test_whoever_can_lay_a_tile_must() -> None:  # CHR-9
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"])
    legal = game.legal()
    assert "draw" not in legal
    assert {line.split()[1] for line in legal} <= {"GRP", "PRG"}
    assert game.play("0 place PRG -2 1 h").look("turn") == 1


def test_a_tile_that_does_not_fit_is_kept() -> None:  # CHR-9 a
    game = script(["YYY", "PPP"], ["YPY", "PYP"], bag=["YYP", "RRG"]).play("0 draw")
    assert game.look("turn", "hands", "bag") == [1, [["YYY", "YYP", "PPP"], ["YPY", "PYP"]], 1]


def test_a_drawn_tile_that_fits_is_laid_in_the_same_turn() -> None:  # CHR-9
    game = script(["YYY", "PPP"], ["YPY", "PYP"], bag=["RRG"]).play("0 draw")
    assert game.look("turn", "phase") == [0, "place"]
    assert {line.split()[1] for line in game.legal()} <= {"RRG", "GRR"}
    assert game.refuses("0 place YYY 0 1 h") == "chromino.refused.mismatch"


def test_variant_b_goes_on_until_a_tile_fits() -> None:  # CHR-4, CHR-9
    bag = ["YYP", "YPY", "PYP", "PPY", "RRG"]
    game = script(
        ["YYY", "PPP"], ["YPP", "GRP"], bag=["YYP", "YPY", "PYP", "RRG", "BBB"], options={"draw_variant": "b"}
    )
    for _ in range(3):
        game.play("0 draw")
        assert game.look("turn", "phase") == [0, "draw"]
    assert game.play("0 draw").look("turn", "phase", "bag") == [0, "place", 1]
    assert bag[-1] in game.look("hands")[0]


def test_variant_b_ends_with_the_bag() -> None:  # CHR-9
    game = script(["YYY", "PPP"], ["YPP", "GRP"], bag=["YYP", "YPY"], options={"draw_variant": "b"}).play(
        "0 draw", "0 draw"
    )
    assert game.look("turn", "bag") == [1, 0]


@pytest.mark.parametrize("limit", [3, 4, 5])
def test_variant_c_stops_at_the_limit(limit: int) -> None:  # CHR-4, CHR-9
    options = {"draw_variant": "c", "draw_limit": limit}
    game = script(["PPP", "GYG"], ["YPP", "GRP"], bag=["YYP", "YPY", "PYP", "YYY", "BYB", "BYP"], options=options)
    for _ in range(limit - 1):
        assert game.play("0 draw").look("turn", "phase") == [0, "draw"]
    assert game.play("0 draw").look("turn", "bag") == [1, 6 - limit]


def test_the_limit_means_nothing_without_variant_c() -> None:  # CHR-4
    game = script(["YYY", "PPP"], ["YPP", "PYP"], bag=["YYP", "YPY"], options={"draw_limit": 5}).play("0 draw")
    assert game.look("turn") == 1


def test_with_an_empty_bag_whoever_cannot_lay_is_passed_over() -> None:  # CHR-9, GEN-6
    game = script(["GRP", "YYY", "PPP"], ["YPY", "YYP"], ["GBB", "PYP"], bag=[]).play("0 place PRG -2 1 h")
    assert game.look("turn", "phase") == [2, "place"]


# What can be seen.


def test_hands_and_bag_are_hidden() -> None:  # CHR-10
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP", "RRG"])
    view = game.view(1)
    names = {name: view.where[tiles.BY_NAME[name] // 2] for name in ("GRP", "YYY", "PPP", "YPY", "YYP", "RRG")}
    assert names == {"GRP": HIDDEN, "YYY": HIDDEN, "PPP": 1, "YPY": 1, "YYP": HIDDEN, "RRG": HIDDEN}
    assert view.held == [2, 2]
    assert view.left == 2
    assert game.view(SPECTATOR).where.count(HIDDEN) == 6


def test_open_reserves_are_seen_by_all() -> None:  # CHR-10
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"], options={"reserve": "open"})
    assert game.view(SPECTATOR).hand(0) == game.state.hand(0)
    assert game.state.audience(NATURE, notation.TILE) == EVERYONE


def test_only_who_draws_sees_the_tile() -> None:  # CHR-10
    game = script(["YYY", "PPP"], ["YPY", "GRP"], bag=["YYP"]).play("0 draw")
    told = [[GAME.text(line.action) for line in game.table.told(viewer)] for viewer in (0, 1, SPECTATOR)]
    assert told[0] == ["* stuck", "0 draw"[2:], "* tile YYP", "* stuck", "* fits"]
    assert told[1] == told[2] == ["* stuck", "draw", "* stuck", "* fits"]


def test_a_last_tile_is_shown_and_hidden_again_when_another_joins_it() -> None:  # CHR-10
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP", "PYP", "RRR"]).play("0 place PRG -2 1 h")
    yyy = tiles.BY_NAME["YYY"] // 2
    assert [GAME.text(line.action) for line in game.table.log if line.action >= notation.TURN_UP][-1] == "* show YYY"
    assert game.look("shown") == ["YYY", None]
    assert game.view(1).hand(0) == [yyy]
    game.play("1 draw", "0 draw")
    assert game.look("shown") == [None, None]
    assert game.view(1).hand(0) == []
    assert game.view(1, recall=True).hand(0) == [yyy]  # whoever remembers knows one of the two


def test_an_imagined_mover_can_do_what_nature_said() -> None:
    """Nobody is imagined with a tile that fits after it was told that none does."""
    dice = Dice(5)
    for seed in range(12):
        table = Table(GAME, 3, {"draw_variant": "b"}, Dice(seed))
        while table.acting():
            mover = table.acting()[0]
            world = table.state.view((mover + 1) % 3)
            world.imagine(dice)
            assert isinstance(world, Chromino)
            assert world.can_place() == (world.phase == rules.PLACE)
            table.play(mover, table.state.sample(mover, dice))


# The end.


def test_the_round_is_finished_and_all_who_are_out_win() -> None:  # CHR-11
    game = script(["GRP"], ["GBB"], ["PPP"], bag=[]).play("0 place PRG -2 1 h")
    assert game.look("over", "final", "turn") == [False, True, 1]
    game.play("1 place GBB 0 -1 h")
    assert game.look("over", "winners") == [True, [0, 1]]


def test_the_round_ends_on_the_right_of_the_start_player() -> None:  # CHR-11
    game = script(["GRP"], ["GBB", "YYY"], ["PPP", "YPY"], bag=["RRR"], start=1)
    game.play("1 place GBB 0 -1 h")
    assert game.look("turn") == 2
    game.play("2 draw")
    assert game.look("turn", "over") == [0, False]
    game.play("0 place PRG -2 1 h")
    assert game.look("over", "winners") == [True, [0]]  # seat 0 is the last of the round that began with seat 1


def test_a_blocked_game_goes_to_the_fewest_tiles() -> None:  # CHR-12
    game = script(["GRP", "YYY"], ["PPP"], ["YPY", "YYP"], bag=[]).play("0 place PRG -2 1 h")
    assert game.look("over", "winners") == [True, [0, 1]]


def test_a_turn_that_keeps_the_last_tile_of_the_bag_counts_as_blocked() -> None:  # CHR-12
    game = script(["YYY", "PPP"], ["YPY"], bag=["YYP"]).play("0 draw")
    assert game.look("over", "winners") == [True, [1]]


def test_turns_with_a_full_bag_do_not_block() -> None:  # CHR-12
    game = script(["YYY", "PPP"], ["YPY", "PYP"], bag=["YYP", "YPP", "RRG"]).play("0 draw", "1 draw")
    assert game.look("over", "turn") == [False, 0]


def test_with_points_the_game_ends_at_once() -> None:  # CHR-13
    options = {"scoring": "A"}
    game = script(["GRP"], ["GBB"], bag=["RRR"], options=options).play("0 place PRG -2 1 h")
    assert game.look("over", "scores", "winners") == [True, [6, -2], [0]]


@pytest.mark.parametrize(("system", "left"), [("A", 3 + 2 + 2 + 1), ("B", 4 + 3 + 2 + 1), ("C", 4 + 3 + 2 + 1)])
def test_what_is_left_is_subtracted(system: str, left: int) -> None:  # CHR-17
    hands = [["GRP"], ["YPB", "YPY", "YYP", "PPP"]]
    game = script(*hands, bag=[], options={"scoring": system}, scores=[0, 5]).play("0 place PRG -2 1 h")
    assert game.look("scores")[1] == 5 - left


def test_left_tiles_are_turned_up_before_they_are_counted() -> None:  # CHR-10, CHR-17
    game = script(["GRP"], ["YPY", "PPP"], ["YYP"], bag=["RRR"], options={"scoring": "B"})
    before = len(game.table.log)
    game.play("0 place PRG -2 1 h")
    lines = [GAME.text(line.action) for line in game.table.log[before + 1 :]]
    assert lines == ["* show YPY", "* show PPP"]  # YYP lay open already
    assert {line.audience for line in game.table.log[before + 1 :]} == {EVERYONE}
    assert game.view(SPECTATOR).scores() == game.state.scores() == [16, -4, -2]


def test_points_are_counted_as_tiles_are_laid() -> None:  # CHR-13
    game = script(["GRP", "YYY"], ["GBB", "PPP"], bag=[], options={"scoring": "C"}, scores=[10, 20])
    assert game.play("0 place PRG -2 1 h").look("scores") == [26, 20]
    assert game.play("1 place GBB 0 -1 h").look("over") is True


def test_a_blocked_game_with_points_ends_too() -> None:  # CHR-12, CHR-13
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=[], options={"scoring": "B"}).play("0 place PRG -2 1 h")
    assert game.look("over", "scores", "winners") == [True, [15, -4], [0]]


def test_alone_one_can_win_or_lose() -> None:  # CHR-18
    assert script(["GRP"], bag=[]).play("0 place PRG -2 1 h").look("over", "winners") == [True, [0]]
    assert script(["GRP", "YYY"], bag=[]).play("0 place PRG -2 1 h").look("over", "winners") == [True, []]
    options = {"scoring": "B"}
    lost = script(["GRP", "YYY"], bag=[], options=options).play("0 place PRG -2 1 h")
    assert lost.look("over", "winners", "scores") == [True, [0], [15]]


# Points, contact by contact.


@pytest.mark.parametrize(
    ("table", "new", "a", "b", "c"),
    [
        ([], ["YRG", -2, 1, "h"], 6, 16, 16),
        ([["GBB", 0, 1, "h"]], ["BYP", 2, 0, "h"], 8, 14, 22),
        ([["GBB", 0, 1, "h"]], ["PYB", 2, -2, "v"], 8, 14, 16),
        ([["GBB", 0, 1, "h"], ["BYP", 2, 0, "h"]], ["BBY", 1, -1, "h"], 8, 18, 18),
    ],
)
def test_points_are_the_sum_over_the_contacts(table: list[Any], new: list[Any], a: int, b: int, c: int) -> None:
    """CHR-14, CHR-15, CHR-16."""
    ground = ground_of([placed(each) for each in [["RGB", -1, 0, "h"], *table]])
    laid = placed(new)
    assert [ground.points(laid, system) for system in (SYSTEM_A, SYSTEM_B, SYSTEM_C)] == [a, b, c]
    for system, total in ((SYSTEM_B, b), (SYSTEM_C, c)):
        assert sum(ground.worth(laid, contact, system) for contact in ground.contacts(laid)) == total


def test_only_ends_of_the_new_tile_multiply() -> None:  # CHR-16
    ground = ground_of([placed(["RGB", -1, 0, "h"]), placed(["GBB", 0, 1, "h"])])
    laid = placed(["BYP", 2, 0, "h"])
    worth = {contact.other: (contact.short, ground.worth(laid, contact, SYSTEM_C)) for contact in ground.contacts(laid)}
    assert worth == {0: (True, 16), 1: (False, 6)}


# Whole games.


@given(st.integers(1, 8), st.integers(0, 10_000), st.sampled_from("abc"), st.sampled_from(["none", "A", "B", "C"]))
def test_games_end_as_the_rules_say(seats: int, seed: int, variant: str, scoring: str) -> None:
    state = played(seats, seed, draw_variant=variant, scoring=scoring)
    out = [seat for seat in range(seats) if not state.held[seat]]
    blocked = not out
    if blocked:
        assert state.left == 0
        assert state.quiet >= seats
        assert not any(state.table().takes(tile) for seat in range(seats) for tile in state.hand(seat))
    if scoring == "none":
        fewest = [seat for seat in range(seats) if state.held[seat] == min(state.held)]
        assert state.winners() == (out or ([] if seats == 1 else fewest))
    else:
        assert len(out) <= 1
        values = tiles.VALUE_A if scoring == "A" else tiles.VALUE_B
        left = [sum(values[tile] for tile in state.hand(seat)) for seat in range(seats)]
        assert state.scores() == [points - minus for points, minus in zip(state.points, left, strict=True)]
    ground = ground_of(state.laid[:1])
    for laid in state.laid[1:]:
        assert laid in by_contacts(ground, laid)
        ground.lay(laid)


def by_contacts(ground: Any, laid: int) -> set[int]:
    """The tile itself, if it may lie there (CHR-8)."""
    contacts = ground.contacts(laid)
    matching = all(tiles.colours_of(laid)[contact.square] == contact.colour for contact in contacts)
    return {laid} if matching and len(contacts) >= 2 and not ground.covered(laid) else set()


# Words.


@pytest.mark.parametrize(
    "text",
    ["", "place", "place RGB 0 1", "place RGB 0 1 x", "place RGX 0 1 h", "place RGB a 1 h", "place RGB 0 1 h h",
     "place rgb 0 1 h", "place RGB +1 0 h", "place RGB 1_0 0 h", "place RGB ² 0 h", "* tile", "* tile XYZ", "* start 8",
     "draw 1", "* draw", "fits", "* fits 1", "place RGB - 0 h", "place RGB --1 0 h"],
)  # fmt: skip
def test_nonsense_is_not_read(text: str) -> None:  # CHR-19
    with pytest.raises(Unreadable) as problem:
        GAME.parse(text)
    assert problem.value.reason.key == "chromino.unreadable"


def test_far_away_has_words_of_its_own() -> None:
    for text in ("place RGB 241 0 h", "place RGB 0 -999999999 v"):
        with pytest.raises(Explained) as problem:
            GAME.parse(text)
        assert problem.value.reason.key == "chromino.unreadable.far"


# Set-ups that cannot be.


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"hands": [["RGB"], ["YYY"]]}, "RGB is there twice; all tiles are different."),
        ({"hands": [["YYY"]]}, "it has 2 entries."),
        ({"hands": [["YYY"], ["XYZ"]]}, "'XYZ' is no tile"),
        ({"hands": [["YYY"], []], "bag": "YYP"}, "it is a list of tiles."),
        ({"hands": [["YYY"], []], "start": 2}, "the seats are 0 to 1."),
        ({"hands": [["YYY"], []], "scores": ["1", 2]}, "scores are whole numbers."),
        ({"table": [["YYY", 0, 1, "x"]]}, "a tile lies at [tile, x, y, h or v]."),
        ({"table": [["YYY", 0, 999, "h"]]}, "the table reaches 240 cells."),
    ],
)
def test_a_set_up_that_cannot_be_is_named(setup: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistaken) as mistake:
        Script(ADAPTER, 2, None, **setup)
    assert sentence in str(mistake.value)


def test_what_a_set_up_leaves_out_is_dealt() -> None:  # GEN-4
    game = Script(ADAPTER, 3, None, base="YPR", start=2)
    assert game.look("turn", "bag", "placed") == [2, 74 - 24, 1]
    assert [len(hand) for hand in game.look("hands")] == [8, 8, 8]
