"""Coloretto, clause by clause (CTO-1 to CTO-18), and against an independent twin."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import coloretto_twin as twin
from polychrome.engine.core import EVERYONE, NATURE, SPECTATOR, Refused, State, Unreadable
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table, line_text
from polychrome.games import coloretto as rules
from polychrome.games.coloretto import GAME, KINDS, Coloretto
from samples import THIN
from spec import coloretto as adapter
from spec.block import Vector
from spec.run import let_nature_act, set_up


class Script:
    """A table in an explicit position, spoken to in the notation of the rules."""

    def __init__(self, deck: str, *hands: str, start: int = 0, **options: str) -> None:
        setup = {"deck": deck, "hands": list(hands), "start": start}
        vector = Vector("", "coloretto", len(hands), dict(options), setup)
        self.table, self.chance = set_up(adapter.ADAPTER, vector)

    @property
    def state(self) -> Coloretto:
        assert isinstance(self.table.state, Coloretto)
        return self.table.state

    def play(self, *lines: str) -> Script:
        """Each line is a seat and an action."""
        for line in lines:
            seat, _, text = line.partition(" ")
            self.table.play(int(seat), GAME.parse(text))
            let_nature_act(self.table, self.chance)
        return self

    def refuses(self, line: str) -> str:
        """The key of the reason for which a line is refused."""
        seat, _, text = line.partition(" ")
        before = self.state.dump()
        with pytest.raises(Refused) as refusal:
            self.table.play(int(seat), GAME.parse(text))
        assert self.state.dump() == before
        return refusal.value.reason.key

    def legal(self) -> list[str]:
        seat = self.state.acting()[0]
        return [GAME.text(action) for action in self.state.legal(seat)]

    def look(self, key: str) -> object:
        return adapter.ADAPTER.probes[key](self.state)


def started(seats: int, seed: int = 1, **options: str) -> Table:
    return Table(GAME, seats, options, Dice(seed))


def seen(state: State) -> Coloretto:
    assert isinstance(state, Coloretto)
    return state


def pile(cards: str) -> int:
    return adapter.pile(cards)


SEATS = (2, 3, 4, 5)


def test_there_are_63_colour_cards_10_plus_two_and_3_jokers() -> None:  # CTO-1
    for seats in SEATS:
        assert started(seats).state.pieces() == [9] * 7 + [10, 3]


def test_colours_and_cards_have_their_letters() -> None:  # CTO-2
    assert KINDS == "ROYGBPN+J"
    for letter in KINDS:
        assert GAME.text(GAME.parse(f"* card {letter}")) == f"* card {letter}"
    assert GAME.text(GAME.parse("* last")) == "* last"
    for stranger in ("L", "X", "r", "RO", ""):
        with pytest.raises(Unreadable):
            GAME.parse(f"* card {stranger}")


def test_beige_and_automatic_are_the_defaults() -> None:  # CTO-3
    assert GAME.named(GAME.choose(4, {})) == {"score_side": "beige", "final_choice": "auto"}
    assert {option.name: set(option.choices) for option in GAME.options} == {
        "score_side": {"beige", "grey"},
        "final_choice": {"auto", "manual"},
    }


@pytest.mark.parametrize(
    ("side", "points"), [("beige", [1, 3, 6, 10, 15, 21, 21, 21, 21]), ("grey", [1, 4, 8, 7, 6, 5, 5, 5, 5])]
)
def test_a_colour_scores_by_its_table(side: str, points: list[int]) -> None:  # CTO-4
    assert [rules.best(pile("G" * n), side == "grey") for n in range(1, 10)] == points


@pytest.mark.parametrize(("seats", "removed"), [(2, 2), (3, 1), (4, 0), (5, 0)])
def test_as_many_colours_are_left_out_as_the_number_of_players_says(seats: int, removed: int) -> None:  # CTO-5, CTO-6
    for seed in range(20):
        state = seen(started(seats, seed).state)
        gone = rules.counts(state.gone)
        assert sorted(gone) == [0] * (9 - removed) + [9] * removed
        assert not any(gone[rules.COLOURS :])
        assert all(bool(gone[colour]) == (state.deck[colour] == 0) for colour in range(rules.COLOURS))


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 1), (4, 1), (5, 1)])
def test_everybody_starts_with_cards_of_colours_that_nobody_else_has(seats: int, each: int) -> None:  # CTO-5, CTO-6
    for seed in range(20):
        hands = [rules.counts(hand) for hand in seen(started(seats, seed).state).own]
        assert [sum(hand) for hand in hands] == [each] * seats
        assert max(sum(kinds) for kinds in zip(*hands, strict=True)) == 1
        assert not any(hand[rules.PLUS] or hand[rules.JOKER] for hand in hands)


@pytest.mark.parametrize(("seats", "deck"), [(2, 54), (3, 64), (4, 72), (5, 71)])
def test_fifteen_cards_lie_below_the_last_round_card(seats: int, deck: int) -> None:  # CTO-5, CTO-6
    state = seen(started(seats).state)
    assert (sum(state.deck), state.left, state.below) == (deck, deck, 15)
    drawn = 0
    dice = Dice(5)
    table = started(seats)
    while "* last" not in [table.text(line) for line in table.log]:
        drawn = sum(line.seat == NATURE and line.action < rules.LAST for line in table.log)
        seat = table.acting()[0]
        table.play(seat, table.state.sample(seat, dice))
    assert drawn == deck - 15


@pytest.mark.parametrize("seats", SEATS)
def test_any_seat_may_begin(seats: int) -> None:  # CTO-5
    assert {started(seats, seed).acting()[0] for seed in range(60)} == set(range(seats))


def test_any_colour_may_be_left_out_or_dealt() -> None:  # CTO-5
    tables = [started(3, seed) for seed in range(80)]
    for word in ("remove", "give"):
        texts = {table.text(line) for table in tables for line in table.log}
        assert {text[-1] for text in texts if text.startswith(f"* {word}")} == set(KINDS[:7])


def test_there_is_a_row_for_each_player_and_three_for_two() -> None:  # CTO-5, CTO-6
    assert [len(seen(started(seats).state).rows) for seats in SEATS] == [3, 3, 4, 5]


def test_rows_of_two_players_hold_one_two_and_three_cards() -> None:  # CTO-6
    script = Script("RRRRRR", "RO", "YG")
    script.play("0 draw", "0 place 0", "1 draw")
    assert script.legal() == ["place 1", "place 2"]
    script.play("1 place 1", "0 draw", "0 place 1", "1 draw")
    assert script.legal() == ["place 2"]
    script.play("1 place 2", "0 draw", "0 place 2", "1 draw", "1 place 2")
    assert script.look("rows") == ["R", "RR", "RRR"]
    assert script.legal() == ["take 0", "take 1", "take 2"]


def test_everybody_is_told_everything() -> None:  # CTO-7
    table = started(3)
    dice = Dice(2)
    while not table.over():
        for viewer in (0, 1, 2, SPECTATOR):
            assert table.state.view(viewer) == table.state
        seat = table.acting()[0]
        table.play(seat, table.state.sample(seat, dice))
    assert {line.audience for line in table.log} == {EVERYONE}


def test_a_position_knows_no_order_of_the_deck() -> None:  # CTO-7
    a = Script("RGBYO", "R", "G", "B").play("0 draw", "0 place 0")
    b = Script("ROYBG", "R", "G", "B").play("0 draw", "0 place 0")
    assert a.state == b.state


def test_who_has_drawn_must_place() -> None:  # CTO-8
    script = Script("RG", "R", "G", "B").play("0 draw")
    assert script.legal() == ["place 0", "place 1", "place 2"]
    assert script.refuses("0 draw") == "coloretto.refused.place_first"
    assert script.refuses("0 take 0") == "coloretto.refused.place_first"
    assert script.refuses("1 draw") == "refused.turn"


def test_only_who_has_drawn_can_place() -> None:  # CTO-8
    assert Script("RG", "R", "G", "B").refuses("0 place 0") == "coloretto.refused.draw_first"


def test_a_full_row_takes_no_card() -> None:  # CTO-8
    script = Script("RRRR", "R", "G", "B")
    script.play("0 draw", "0 place 1", "1 draw", "1 place 1", "2 draw", "2 place 1", "0 draw")
    assert script.legal() == ["place 0", "place 2"]
    assert script.refuses("0 place 1") == "coloretto.refused.row_full"


def test_a_row_without_a_card_cannot_be_taken() -> None:  # CTO-8
    script = Script("RG", "R", "G", "B")
    assert script.refuses("0 take 0") == "coloretto.refused.row_empty_draw"
    script.play("0 draw", "0 place 2")
    assert script.refuses("1 take 0") == "coloretto.refused.row_empty"
    assert script.refuses("1 take 4") == "coloretto.refused.no_row"


def test_a_taken_row_is_out_of_the_round() -> None:  # CTO-8
    script = Script("RGB", "R", "G", "B").play("0 draw", "0 place 0", "1 take 0")
    assert script.refuses("2 take 0") == "coloretto.refused.row_taken_draw"
    script.play("2 draw")
    assert script.refuses("2 place 0") == "coloretto.refused.row_taken"
    assert script.look("hands") == ["R", "RG", "B"]


def test_jokers_are_taken_unassigned() -> None:  # CTO-8
    script = Script("JGB", "R", "G", "B").play("0 draw", "0 place 0", "1 take 0")
    assert script.look("hands") == ["R", "GJ", "B"]


def test_the_last_round_card_is_replaced_at_once() -> None:  # CTO-8
    script = Script("LG", "R", "G", "B").play("0 draw")
    assert script.look("last") is True
    assert script.look("held") == "G"
    assert [script.table.text(line) for line in script.table.log] == ["0 draw", "* last", "* card G"]


def test_full_rows_must_be_taken() -> None:  # CTO-9
    script = Script("R" * 9, "R", "G", "B")
    for seat, row in zip([0, 1, 2] * 3, [0, 0, 0, 1, 1, 1, 2, 2, 2], strict=True):
        script.play(f"{seat} draw", f"{seat} place {row}")
    assert script.legal() == ["take 0", "take 1", "take 2"]
    assert script.refuses("0 draw") == "coloretto.refused.all_full"


def test_empty_rows_leave_only_drawing() -> None:  # CTO-9
    assert Script("R", "R", "G", "B").legal() == ["draw"]


def test_who_has_taken_is_skipped() -> None:  # CTO-10
    script = Script("RGBYO", "R", "G", "B", "Y").play("0 draw", "0 place 0", "1 take 0", "2 draw", "2 place 1")
    script.play("3 draw", "3 place 2", "0 draw", "0 place 3")
    assert script.state.acting() == [2]
    assert script.refuses("1 draw") == "refused.turn"


def test_the_last_player_goes_on_alone() -> None:  # CTO-10
    script = Script("RGBYO", "R", "G", "B").play("0 draw", "0 place 0", "1 draw", "1 place 1", "2 take 0", "0 take 1")
    for _ in range(3):
        assert script.state.acting() == [1]
        assert "draw" in script.legal()
        script.play("1 draw", "1 place 2")
    assert script.legal() == ["take 2"]


def test_who_takes_last_starts_the_next_round() -> None:  # CTO-11
    script = Script("RGBYO", "R", "G", "B").play("0 draw", "0 place 0", "1 draw", "1 place 1", "2 take 0", "0 take 1")
    script.play("1 draw", "1 place 2", "1 take 2")
    assert script.state.acting() == [1]
    assert script.look("rows") == ["", "", ""]
    assert script.look("took") == [None, None, None]


def test_the_third_row_of_two_players_leaves_the_game() -> None:  # CTO-11
    script = Script("RGBYO", "RO", "YG").play("0 draw", "0 place 2", "1 draw", "1 place 1", "0 draw", "0 place 1")
    script.play("1 take 2", "0 draw", "0 place 0", "0 take 0")
    assert script.look("removed") == 2
    assert script.look("hands") == ["ROY", "RYG"]


def test_it_can_be_seen_which_of_two_equal_rows_was_taken_last() -> None:  # CTO-11
    """The position tells, so that a page can show it: no two actions are the same."""
    script = Script("RRGB", "RO", "YG").play("0 draw", "0 place 0", "1 draw", "1 place 1", "0 draw", "0 place 2")
    script.play("1 take 2")
    one, other = script.state.clone(), script.state.clone()
    one.apply(0, GAME.parse("take 0"))
    other.apply(0, GAME.parse("take 1"))
    assert one != other


def test_the_game_ends_with_the_round_of_the_last_round_card() -> None:  # CTO-12
    script = Script("RLGBY", "R", "G", "B").play("0 draw", "0 place 0", "1 draw", "1 place 1", "2 draw", "2 place 2")
    script.play("0 take 0", "1 take 1")
    assert not script.table.over()
    script.play("2 take 2")
    assert script.table.over()
    assert script.refuses("2 draw") == "refused.over"


def test_the_game_goes_on_while_the_last_round_card_is_in_the_deck() -> None:  # CTO-12
    script = Script("RGBL", "R", "G", "B").play("0 draw", "0 place 0", "1 draw", "1 place 1", "2 draw", "2 place 2")
    assert not script.play("0 take 0", "1 take 1", "2 take 2").table.over()


@pytest.mark.parametrize("seats", SEATS)
def test_the_deck_does_not_run_out(seats: int) -> None:  # CTO-13
    """Even if everybody draws for as long as there is room."""
    table = started(seats, 3)
    while not table.over():
        seat = table.acting()[0]
        table.play(seat, table.state.legal(seat)[0])
    assert seen(table.state).left >= 0
    assert [table.text(line) for line in table.log].count("* last") == 1


def test_three_colours_count_plus_and_the_others_minus() -> None:  # CTO-14
    assert rules.best(pile("RRROOYG++"), 0) == 6 + 3 + 1 - 1 + 4
    assert rules.best(pile("ROY"), 0) == 3
    assert rules.best(pile("ROYGBPN"), 0) == 3 - 4


def test_more_than_six_cards_count_as_six() -> None:  # CTO-14
    assert rules.best(pile("R" * 9), 0) == 21
    assert rules.best(pile("R" * 9), 1) == 5


def test_jokers_may_differ_and_may_be_colours_of_nobody() -> None:  # CTO-15
    assert rules.best(pile("JJ"), 0) == 3
    assert rules.best(pile("RRRJJ"), 1) == 8 + 4
    assert rules.best(pile("RRROOOJ"), 1) == 8 + 8 + 1
    script = Script("LJJGR", "R", "GG", "B", final_choice="manual")
    script.play("0 draw", "0 place 0", "1 draw", "1 place 0", "2 draw", "2 place 1", "0 take 0", "1 take 1")
    script.play("2 draw", "2 place 2", "2 take 2", "0 choose PN RPN")
    assert script.refuses("0 choose PN RPN") == "refused.turn"


def final() -> Script:
    """Seat 0 has a joker; seat 2 has four colours; the final choice is at hand."""
    script = Script("LJRO", "R", "G", "BBYP", final_choice="manual")
    script.play("0 draw", "0 place 0", "1 draw", "1 place 1", "2 draw", "2 place 2", "0 take 0", "1 take 1")
    return script.play("2 take 2")


def test_the_final_choice_is_made_in_any_order() -> None:  # CTO-16
    script = final()
    assert script.state.acting() == [0, 1, 2]
    script.play("2 choose - BOY")
    assert script.state.acting() == [0, 1]
    script.play("0 choose R R", "1 choose - RG")
    assert script.table.over()
    assert script.look("scores") == [3, 2, 3 + 1 + 1 - 1]


def test_automatic_games_have_no_final_choice() -> None:  # CTO-16
    script = Script("LRRR", "R", "G", "B").play("0 draw", "0 place 0", "1 draw", "1 place 1", "2 draw", "2 place 2")
    assert script.play("0 take 0", "1 take 1", "2 take 2").table.over()


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("0 choose - R", "jokers"),
        ("0 choose RR R", "jokers"),
        ("0 choose R RG", "plus"),
        ("0 choose G R", "plus"),
        ("1 choose - R", "plus"),
        ("1 choose R RG", "jokers"),
        ("2 choose - BO", "plus"),
        ("2 choose - BOYP", "plus"),
        ("2 choose - BOR", "plus"),
        ("2 draw", "choose_now"),
        ("2 take 0", "choose_now"),
    ],
)
def test_a_final_choice_has_a_colour_for_each_joker_and_all_the_plus_colours_there_can_be(
    line: str, key: str
) -> None:  # CTO-16
    assert final().refuses(line) == f"coloretto.refused.{key}"


def test_the_order_of_letters_does_not_matter_but_a_plus_colour_stands_once() -> None:  # CTO-16
    assert GAME.parse("choose RB YGR") == GAME.parse("choose BR RYG")
    for text in ("choose R RR", "choose R", "choose", "choose X R", "choose R- R", "choose J R", "choose r r"):
        with pytest.raises(Unreadable):
            GAME.parse(text)


def test_a_choice_before_the_end_is_refused() -> None:  # CTO-16
    assert Script("R", "R", "G", "B").refuses("0 choose - R") == "coloretto.refused.not_final"


def test_the_highest_total_wins_and_ties_are_shared() -> None:  # CTO-17
    script = Script("RLGBY", "R", "G", "BB").play("0 draw", "0 place 0", "1 draw", "1 place 1", "2 draw", "2 place 2")
    script.play("0 take 0", "1 take 1", "2 take 2")
    assert script.look("scores") == [3, 3, 6]
    assert script.state.winners() == [2]
    tied = Script("RLGBY", "R", "G", "B").play("0 draw", "0 place 0", "1 draw", "1 place 1", "2 draw", "2 place 2")
    assert tied.play("0 take 0", "1 take 1", "2 take 2").state.winners() == [0, 1, 2]


@pytest.mark.parametrize("seats", SEATS)
def test_no_card_appears_or_vanishes(seats: int) -> None:  # CTO-18
    table = started(seats, 7)
    dice = Dice(7)
    while not table.over():
        seat = table.acting()[0]
        table.play(seat, table.state.sample(seat, dice))
        state = seen(table.state)
        assert state.pieces() == list(rules.FULL_DECK)
        assert state.left == sum(state.deck)
        assert min(state.deck) >= 0


# The best final choice, against trying everything.

POINTS = {0: twin.BEIGE, 1: twin.GREY}


def every_multiset() -> list[tuple[int, ...]]:
    """Cards of seven colours, 0 to 6 each, in ascending order: 1716 collections."""
    return list(combinations_with_replacement(range(7), 7))


@pytest.mark.parametrize("side", [0, 1])
def test_the_best_choice_is_the_best_of_all(side: int) -> None:  # CTO-14, CTO-15, CTO-16
    """All collections (on the compiled build), up to three jokers on any colours, every set of up to three pluses."""
    table = POINTS[side]
    pluses = [set(plus) for size in range(4) for plus in combinations(range(7), size)]
    without_jokers = {}
    for heights in every_multiset():
        points = [table[height] for height in heights]
        totals = [sum(p if c in plus else -p for c, p in enumerate(points)) for plus in pluses]
        without_jokers[heights] = max(totals)
    for heights in every_multiset()[::THIN]:
        reached = {heights}
        for jokers in range(4):
            expected = max(without_jokers[other] for other in reached)
            cards = sum(rules.ONE[colour] * height for colour, height in enumerate(heights))
            assert rules.best(cards + jokers * rules.ONE[rules.JOKER], side) == expected, (heights, jokers)
            reached = {
                tuple(sorted([*other[:at], min(6, other[at] + 1), *other[at + 1 :]]))
                for other in reached
                for at in range(7)
            }


@pytest.mark.parametrize("side", [0, 1])
def test_what_one_collection_is_worth_never_depends_on_others(side: int) -> None:
    """What was worked out is remembered, also for more jokers than the box holds: estimates may ask for them."""
    asked = [
        jokers * rules.ONE[rules.JOKER] + sum(rules.ONE[colour] * height for colour, height in enumerate(heights))
        for heights in every_multiset()[::THIN]
        for jokers in range(6)
    ]
    alone = []
    for pile in asked:
        rules.MEMO.clear()
        alone.append(rules.best(pile, side))
    assert [rules.best(pile, side) for pile in asked] == alone
    assert [rules.best(pile, side) for pile in asked] == alone


collections = st.lists(st.sampled_from(KINDS[:8]), max_size=30).map("".join)


@given(collections, st.integers(0, 2), st.sampled_from(["beige", "grey"]))
def test_the_best_choice_is_the_best_that_can_be_chosen(cards: str, jokers: int, side: str) -> None:  # CTO-16
    """For any hand at all, also of more than six cards of a colour: against the twin and against the legal choices."""
    hand = cards + "J" * jokers
    number = ["beige", "grey"].index(side)
    best = rules.best(pile(hand), number)
    assert best == twin.best(hand, side)
    assert best == max(rules.fixed(pile(hand), number, choice) for choice in rules.final_choices(pile(hand)))


@given(collections, st.integers(0, 3))
def test_the_final_choices_are_those_of_the_twin(cards: str, jokers: int) -> None:  # CTO-16
    texts = [GAME.text(choice) for choice in rules.final_choices(pile(cards + "J" * jokers))]
    expected = {f"choose {given or '-'} {plus or '-'}" for given, plus in twin.assignments(cards + "J" * jokers)}
    assert len(texts) == len(set(texts))
    assert set(texts) == expected


# The whole game, against the twin and against a record of other programs.


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("manual", [False, True])
@pytest.mark.parametrize("side", ["beige", "grey"])
@pytest.mark.parametrize("seats", SEATS)
def test_the_twin_plays_the_same_game(seats: int, side: str, manual: bool, seed: int) -> None:
    state = seen(GAME.begin(seats, {"score_side": side, "final_choice": "manual" if manual else "auto"}))
    other = twin.coloretto(seats, side, manual)
    board = next(other)
    dice = Dice(seed)
    while state.acting():
        compare(state, board)
        acting = state.acting()
        seat = acting[dice.below(len(acting))]
        action = state.sample(seat, dice)
        state.apply(seat, action)
        board = other.send((seat, GAME.text(action)))
    compare(state, board)
    assert state.scores() == board.scores


def compare(state: Coloretto, board: twin.Board) -> None:
    acting = state.acting()
    assert acting == sorted(board.may)
    for seat in acting:
        legal = state.legal(seat)
        weights = {GAME.text(action): state.weight(action) if seat == NATURE else 1 for action in legal}
        assert weights == board.may[seat]
    probes = adapter.ADAPTER.probes
    assert probes["hands"](state) == [twin.sort(hand) for hand in board.hands]
    assert state.deck == list(board.deck.values())
    assert probes["held"](state) == board.held
    assert adapter.spelled(rules.counts(state.gone)) == twin.sort(board.removed)
    if state.phase >= rules.CHOOSE:
        assert probes["last"](state) == board.last
        assert probes["rows"](state) == board.rows
        assert probes["took"](state) == board.took


def trace() -> list[list[list[int]]]:
    """Games of other programs: seats and start colours; the deck, top last; decisions; scores.

    A decision is a seat, its legal actions and the one it took: 0 to 4 place on a row, 5 to 9 take a row, 10 draw.
    """
    lines = Path(__file__).with_name("trace.txt").read_text(encoding="ascii").splitlines()
    rows = [[int(number) for number in line.split()] for line in lines]
    games = []
    while rows:
        end = 4 + rows[2][0]
        games.append(rows[:end])
        rows = rows[end:]
    return games


@pytest.mark.parametrize("number", range(9))
def test_other_programs_play_the_same_game(number: int) -> None:
    (_, *colours), (_, *deck), _, *decisions, scores = trace()[number]
    cards = "".join(KINDS[kind] for kind in reversed(deck))
    script = Script(cards[:-15] + "L" + cards[-15:], *[KINDS[colour] for colour in colours])
    for seat, count, *rest in decisions:
        names = [text_of(action) for action in rest[:count]]
        assert script.state.acting() == [seat]
        assert sorted(script.legal()) == sorted(names)
        script.play(f"{seat} {text_of(rest[count])}")
    assert script.table.over()
    assert script.look("scores") == scores


def text_of(action: int) -> str:
    return "draw" if action == 10 else f"take {action - 5}" if action >= 5 else f"place {action}"


def test_a_line_names_its_seat() -> None:
    assert line_text(GAME, 3, rules.DRAW) == "3 draw"
    assert line_text(GAME, NATURE, rules.LAST) == "* last"
