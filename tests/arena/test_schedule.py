"""Who plays whom, where, with which luck."""

from __future__ import annotations

from collections import Counter

from polychrome.arena.schedule import LADDER, ROUND_ROBIN, Pairing, Plan, duels, pairings, tables
from polychrome.registry import GAMES, find

PLAN = Plan((Pairing("coloretto", 2, "b", "a"), Pairing("coloretto", 3, "b", "a")), {}, games=7, seed=5)


def test_a_ladder_climbs_from_each_to_the_next_and_ends_at_the_foot() -> None:
    assert duels(["a", "b", "c"], LADDER) == [("b", "a"), ("c", "b"), ("c", "a")]
    assert duels(["a", "b"], LADDER) == [("b", "a")]


def test_in_a_round_robin_everybody_meets_everybody() -> None:
    found = duels(["a", "b", "c", "d"], ROUND_ROBIN)
    assert len(found) == len({frozenset(pair) for pair in found}) == 6


def test_tables_are_as_wanted_or_the_nearest_that_the_game_allows() -> None:
    for game in GAMES:
        for seats in tables(game, (2, 4)):
            assert game.fewest <= seats <= game.most
    assert tables(find("coloretto"), (2, 4)) == [2, 4]
    assert tables(find("coloretto"), (9, 12)) == [5]


def test_where_luck_is_large_more_games_are_played_and_the_others_stay_as_they_are() -> None:
    few = Plan((Pairing("coloretto", 2, "b", "a"), Pairing("chromino", 2, "b", "a")), {}, games=4, seed=5)
    many = few._replace(more={"chromino": 10})
    assert Counter(fixture.pairing.game for fixture in many.fixtures()) == {"coloretto": 4, "chromino": 10}
    assert many.total() == 14
    assert set(few.fixtures()) <= set(many.fixtures())
    assert few.identity() == many.identity()


def test_larger_tables_can_be_played_the_other_way_round_too() -> None:
    found = pairings([find("coloretto")], (2, 4), ["a", "b"], LADDER, both=True)
    assert [pairing[1:] for pairing in found] == [(2, "b", "a"), (4, "b", "a"), (4, "a", "b")]


def test_everybody_sits_everywhere_equally_often() -> None:
    fixtures = list(PLAN.fixtures())
    assert len(fixtures) == PLAN.total() == 8 + 9  # seven, rounded up to whole rounds
    for seats, times in ((2, 4), (3, 3)):
        assert set(Counter(fixture.seat for fixture in fixtures if fixture.pairing.seats == seats).values()) == {times}
    for fixture in fixtures:
        bots = PLAN.match(fixture).bots
        assert bots[fixture.seat] == "b"
        assert bots.count("a") == fixture.pairing.seats - 1


def test_the_same_luck_meets_every_seating_and_every_rival() -> None:
    rivals = Plan((Pairing("coloretto", 2, "b", "a"), Pairing("coloretto", 2, "c", "b")), {}, games=4, seed=1)
    lucks: dict[int, set[int]] = {}
    seeds = set()
    for fixture in rivals.fixtures():
        match = rivals.match(fixture)
        lucks.setdefault(fixture.block, set()).add(match.luck)
        seeds.add(match.seed)
    assert [len(found) for found in lucks.values()] == [1, 1]
    assert lucks[0] != lucks[1]
    assert len(seeds) == rivals.total()  # but no two bots think alike


def test_a_longer_plan_begins_with_the_shorter_one() -> None:
    longer = PLAN._replace(games=20)
    short = {fixture.number: PLAN.match(fixture) for fixture in PLAN.fixtures()}
    long = {fixture.number: longer.match(fixture) for fixture in longer.fixtures()}
    assert {number: long[number] for number in short} == short
    assert longer.identity() == PLAN.identity()
    assert PLAN._replace(seed=6).identity() != PLAN.identity()
