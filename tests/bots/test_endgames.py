"""Solved endgames: the same numbers as trying everything with the rules themselves, and never worse than a search."""

from __future__ import annotations

from fractions import Fraction

import pytest

from polychrome.bots import explain, make
from polychrome.bots.endgames import arc_en_ciel as rainbows
from polychrome.bots.endgames import solved
from polychrome.bots.endgames.coloretto import solved as last_round
from polychrome.bots.heuristics.coloretto import ColorettoHeuristics
from polychrome.bots.search import SearchBot
from polychrome.engine.core import HIDDEN, NATURE, State
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.table import Table
from polychrome.games.colomo.arc_en_ciel import PREDICT, PREDICTING, STOP, ArcEnCiel
from polychrome.games.colomo.table import COLOURS, FLIP
from polychrome.games.coloretto import (
    CHOOSE,
    FINAL,
    KINDS,
    ONE,
    PLACE,
    ROOM,
    SHOWN,
    Coloretto,
    best,
    fixed,
    with_card,
)
from polychrome.registry import find

NEAR = 1e-9
POINT = Fraction(1, 10**6)


def ended(state: State) -> list[Fraction]:
    """What the standing is worth to everybody: the win, shared, and a millionth for each point."""
    winners = state.winners()
    return [
        POINT * score + (Fraction(1, len(winners)) if seat in winners else 0)
        for seat, score in enumerate(state.scores())
    ]


def after(state: State, seat: int, action: int) -> State:
    new = state.clone()
    new.apply(seat, action)
    return new


# Coloretto's last round.


def by_trying(state: State) -> list[Fraction]:
    """Every action and every card, played out in the game itself; who has equal actions plays any of them."""
    acting = state.acting()
    if not acting:
        return ended(state)
    seat = acting[0]
    found = [by_trying(after(state, seat, action)) for action in state.legal(seat)]
    if seat == NATURE:
        weights = [state.weight(action) for action in state.legal(seat)]
        return [
            sum((w * v[i] for w, v in zip(weights, found, strict=True)), Fraction(0)) / sum(weights)
            for i in range(state.seats)
        ]
    top = max(value[seat] for value in found)
    good = [value for value in found if value[seat] == top]
    return [sum((value[i] for value in good), Fraction(0)) / len(good) for i in range(state.seats)]


def last_turns(seats: int, dice: Dice) -> Coloretto:
    """A last round with few kinds of cards in the deck and little room left on the rows."""
    state = find("coloretto").begin(seats)
    assert isinstance(state, Coloretto)
    most = ROOM[seats]
    state.below = SHOWN
    state.phase = CHOOSE
    kinds = [dice.below(9) for _ in range(3)]
    alike = sum(ONE[dice.below(9)] for _ in range(6))  # so that the round decides
    state.own = [alike + ONE[dice.pick(kinds)] for _ in range(seats)]
    state.still = (1 << seats) - 1
    waiting = list(range(seats))
    if dice.below(2):
        out = dice.below(seats)
        state.still -= 1 << out
        waiting.remove(out)
    free = 5 - seats  # cards that still fit, if a row has room
    for row in range(len(state.rows)):
        if row < len(state.rows) - len(waiting) - (seats == 2):
            continue  # taken
        held = most[row] - (1 if free else 0)
        for _ in range(held):
            state.rows[row] = with_card(state.rows[row], dice.pick(kinds))
        if held < most[row]:
            state.roomy |= 1 << row
            free -= 1
        state.filled |= (held > 0) << row
    state.deck = [0] * len(KINDS)
    for kind in [*kinds, dice.pick(kinds)]:
        state.deck[kind] += 1
    state.left = sum(state.deck)
    state.seat = dice.pick(waiting)
    if dice.below(3) == 0 and state.roomy:
        state.card = dice.pick(kinds)
        state.phase = PLACE
    return state


@pytest.mark.parametrize("seats", [2, 3])
def test_coloretto_s_last_round_is_worth_what_trying_everything_finds(seats: int) -> None:  # CTO-12
    dice = Dice(seats)
    chances = 0
    for _ in range(16):
        state = last_turns(seats, dice)
        found = last_round(state, state.seat)
        assert found is not None
        assert sorted(found.actions) == state.legal(state.seat)
        for action, share in zip(found.actions, found.shares, strict=True):
            exact = by_trying(after(state, state.seat, action))[state.seat]
            assert abs(share - min(1, max(0, exact))) < NEAR, (state.dump(), action)
            chances += 0.01 < share < 0.99
        assert all(one > two - NEAR for one, two in zip(found.shares, found.shares[1:], strict=False))
    assert chances > 5  # not only rounds that are won or lost whatever one does


def last_decisions(seats: int, games: int) -> list[tuple[Coloretto, int]]:
    """Positions of last rounds, met by players in a hurry."""
    found = []
    for number in range(games):
        table = Table(find("coloretto"), seats, None, Dice(number))
        bots = [make("quick", 10 * number + seat) for seat in range(seats)]
        for _ in range(400):
            if not table.acting():
                break
            seat = table.acting()[0]
            view = table.state.view(seat, recall=True)
            assert isinstance(view, Coloretto)
            if view.below == SHOWN and len(view.legal(seat)) > 1:
                found.append((view, seat))
            table.play(seat, bots[seat].choose(view, seat))
    return found


def test_the_solver_is_never_worse_than_a_search_and_sometimes_better() -> None:
    better = compared = 0
    for view, seat in [*last_decisions(2, 6), *last_decisions(3, 6)]:
        exact = last_round(view, seat, 1500)
        if exact is None:
            continue
        searched = SearchBot(1, 40, 0, 300, ColorettoHeuristics()).choose(view, seat)
        lost = exact.shares[0] - exact.shares[exact.actions.index(searched)]
        assert lost >= 0
        better += lost > 0.01
        compared += 1
    assert compared >= 12
    assert better >= 1


def test_what_is_too_large_is_left_to_the_search() -> None:
    early = [view for view, _ in last_decisions(4, 3) if view.still == 15]
    assert early
    for view in early:
        assert last_round(view, view.seat) is None
        assert make("keen:10", 1).choose(view, view.seat) in view.legal(view.seat)
    view = last_turns(2, Dice(3))
    assert last_round(view, view.seat) is not None
    assert last_round(view, view.seat, 2) is None  # the budget counts positions


def test_before_the_last_round_nothing_is_solved() -> None:
    table = Table(find("coloretto"), 2, None, Dice(1))
    table.play(table.state.seat, 0)  # the rows are empty: draw
    assert table.state.phase == PLACE
    assert solved(table.state.view(table.state.seat), table.state.seat) is None


def test_a_short_deck_set_up_by_hand_is_not_solved() -> None:  # CTO-13
    state = last_turns(3, Dice(1))
    state.deck = [0] * len(KINDS)
    state.left = 0
    state.roomy |= 1 << 2
    assert last_round(state, state.seat) is None


def test_jokers_and_plus_colours_are_chosen_for_the_best() -> None:  # CTO-16
    state = find("coloretto").begin(2, {"final_choice": "manual"})
    assert isinstance(state, Coloretto)
    state.phase = FINAL
    state.choice = [-1, -1]
    state.own = [6 * ONE[3] + 4 * ONE[2] + 3 * ONE[0] + 2 * ONE[4] + ONE[7] + ONE[8], 6 * ONE[0] + 6 * ONE[1]]
    found = solved(state, 0)
    assert found is not None
    assert fixed(state.own[0], 0, found.actions[0]) == best(state.own[0], 0) == 41  # the rulebook's example
    assert found.shares[0] < 0.01  # the other has 42
    assert make("sharp", 1).choose(state, 0) == found.actions[0]


# Arc-en-ciel's last rainbows.


def spread(seats: int, colours: str, own: list[int], seat: int = 0, up: str = "") -> ArcEnCiel:
    """Discs by place: a capital letter is known, a small one has never been seen; `up` lies face up first."""
    state = find("arc_en_ciel").begin(seats)
    assert isinstance(state, ArcEnCiel)
    discs = up + colours
    state.disc = [NONE] * 60
    state.pool = [0] * COLOURS
    state.unseen = 0
    for place, letter in enumerate(discs):
        colour = "ROYGBV".index(letter.upper())
        state.disc[place] = colour if letter.isupper() else HIDDEN
        if letter.islower():
            state.pool[colour] += 1
            state.unseen += 1
    state.left = list(range(len(discs)))
    state.up = list(range(len(up)))
    state.own = own[:]
    state.seat = seat
    state.phase = PREDICTING if len(discs) == COLOURS else FLIP
    state.bare = 0 if up else 1
    state.turns = 2 if up else 1
    return state


def kinds(state: ArcEnCiel) -> list[int]:
    """One action of every kind, in the order in which equal ones are preferred."""
    down = [place for place in state.left if place not in state.up]
    known = {state.disc[place]: place for place in reversed(down) if state.disc[place] != HIDDEN}
    blanks = [place for place in down if state.disc[place] == HIDDEN]
    shown = [state.disc[place] for place in state.up]

    def rank(colour: int) -> tuple[bool, int, int]:
        held = sum(state.disc[place] == colour for place in down)
        return (colour in shown, held, state.pool[colour])

    order = sorted(known, key=rank)
    if state.phase == FLIP:
        return [known[colour] for colour in order] + blanks[:1] + ([STOP] if state.may_stop() else [])
    missing = state.missing()
    right = [(known[colour], colour) for colour in order]
    guess = [(place, colour) for place in blanks for colour in missing if state.pool[colour]]
    wrong = [(known[colour], other) for colour in order for other in missing if other != colour]
    blunder = [(place, colour) for place in blanks for colour in order]
    chosen = [pairs[0] for pairs in (right, guess, wrong, blunder) if pairs]
    return [PREDICT + COLOURS * place + colour for place, colour in chosen]


def in_time(state: ArcEnCiel, turns: int, memo: dict[tuple[object, ...], list[Fraction]]) -> list[Fraction]:
    """Every kind of action and every colour, with the game's own rules, for so many turns; then the standing counts."""
    acting = state.acting()
    if not acting or turns == 0:
        return ended(state)
    seat = acting[0]
    down = [state.disc[place] for place in state.left if place not in state.up]
    shown = sorted(state.disc[place] for place in state.up)
    disc = state.disc[state.place] if seat == NATURE else NONE
    turn = (state.seat, state.bare, min(state.flips, 2), min(state.turns, 3), turns)
    key = (tuple(map(down.count, range(COLOURS))), *map(tuple, (shown, state.pool, state.own)), disc, state.guess, turn)
    if key not in memo:
        if seat == NATURE:
            weights = [state.weight(action) for action in state.legal(seat)]
            values = [step(state, seat, action, turns, memo) for action in state.legal(seat)]
            memo[key] = [
                sum((w * v[i] for w, v in zip(weights, values, strict=True)), Fraction(0)) / sum(weights)
                for i in range(state.seats)
            ]
        else:
            values = [step(state, seat, action, turns, memo) for action in kinds(state)]
            memo[key] = max(values, key=lambda value: value[seat])  # the first of equal ones
    return memo[key]


def step(
    state: ArcEnCiel, seat: int, action: int, turns: int, memo: dict[tuple[object, ...], list[Fraction]]
) -> list[Fraction]:
    new = after(state, seat, action)
    assert isinstance(new, ArcEnCiel)
    return in_time(new, turns - (new.seat != state.seat), memo)


RAINBOWS = [
    spread(2, "ROYGbv", [27, 27]),
    spread(2, "ROYgbv", [28, 26]),
    spread(2, "ROygbv", [24, 30]),
    spread(2, "BVROYGBv", [21, 27], up="ROYG"),
    spread(2, "VROYGbv", [25, 23], seat=1, up="ROYGB"),
    spread(2, "vROYGbV", [23, 25], up="ROYGB"),
    spread(3, "ROYGbv", [18, 18, 18]),
    spread(3, "ROYGbv", [19, 17, 18], seat=1),
    spread(4, "ROYGbv", [14, 13, 13, 14], seat=2),
]


@pytest.mark.parametrize("state", RAINBOWS, ids=range(len(RAINBOWS)))
def test_the_last_rainbows_are_worth_what_trying_everything_finds(state: ArcEnCiel) -> None:  # ARC-9
    found = solved(state, state.seat)
    assert found is not None
    memo: dict[tuple[object, ...], list[Fraction]] = {}
    horizons = (8, 9, 10, 11) if state.phase == PREDICTING else (6,)
    for action, share in zip(found.actions, found.shares, strict=True):
        assert action in state.legal(state.seat)
        for turns in horizons:
            exact = step(state, state.seat, action, turns, memo)[state.seat]
            assert abs(share - min(1, max(0, exact))) < NEAR, (action, turns, share, float(exact))


def test_what_depends_on_who_would_be_the_last_to_pass_is_not_solved() -> None:
    state = spread(3, "ROYgbv", [19, 17, 18], seat=1)
    memo: dict[tuple[object, ...], list[Fraction]] = {}
    worths = {max(step(state, 1, action, turns, memo)[1] for action in kinds(state)) for turns in range(8, 14)}
    assert len(worths) > 1
    assert solved(state, 1) is None


def test_nobody_passes_for_ever() -> None:  # GEN-15
    state = spread(2, "ROYGbv", [27, 27])
    state.dry = rainbows.PATIENT * 2
    assert solved(state, 0) is None
    assert make("master", 1).choose(state, 0) in state.legal(0)


def test_who_knows_all_that_is_left_takes_it() -> None:
    state = spread(2, "ROYGBV", [27, 27])
    found = solved(state, 0)
    assert found is not None
    assert found.shares[0] == 1
    place, colour = divmod(found.actions[0] - PREDICT, COLOURS)
    assert state.disc[place] == colour


def test_a_large_table_is_not_solved() -> None:
    table = Table(find("arc_en_ciel"), 2, None, Dice(1))
    assert solved(table.state.view(0, recall=True), table.state.seat) is None


# Who uses it.


@pytest.mark.parametrize("bot", ["keen:5", "sharp", "master"])
def test_a_solved_end_is_explained_by_its_exact_worth(bot: str) -> None:
    views: list[State] = [spread(3, "ROYGbv", [19, 17, 18], seat=1), last_turns(2, Dice(3))]
    for view in views:
        seat = view.acting()[0]
        exact = solved(view, seat)
        assert exact is not None
        found = explain(make(bot, 1), view, seat)
        assert found.estimate == exact.shares[0]
        assert found.action == make(bot, 1).choose(view, seat) == exact.actions[0]
        assert [other.estimate for other in found.alternatives] == exact.shares[1:4]


@pytest.mark.parametrize("bot", ["keen:5", "sharp", "master"])
def test_at_the_end_too_a_bot_knows_only_its_view(bot: str) -> None:
    walker = Dice(8)
    compared = 0
    for seats in (2, 3):
        table = Table(find("arc_en_ciel"), seats, None, Dice(seats))
        table.state.load(spread(seats, "ROYGbv", [18] * seats).dump())
        for _ in range(40):
            if not table.acting():
                break
            seat = table.acting()[0]
            world = table.state.view(seat, recall=True)
            world.imagine(walker)
            one, two = (make(bot, 9).choose(each.view(seat, recall=True), seat) for each in (table.state, world))
            assert one == two
            compared += 1
            table.play(seat, table.state.sample(seat, walker))
    for view, seat in last_decisions(2, 2):
        before = view.dump()
        assert make(bot, 9).choose(view, seat) == make(bot, 9).choose(view.clone(), seat)
        assert view.dump() == before
        compared += 1
    assert compared > 10
