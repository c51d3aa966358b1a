"""Coloretto's scene: what lies where, what is said, what can be touched."""

from __future__ import annotations

import pytest

from polychrome.engine.core import SPECTATOR
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout
from polychrome.games import coloretto
from polychrome.games.coloretto import COLOURS, JOKER, KINDS, ONE, PLUS, Coloretto
from polychrome.scenes.games.coloretto import best_choice, scene
from polychrome.scenes.scene import Scene
from polychrome.scenes.walk import Walk
from polychrome.words import Words
from scenes.played import DRAWN, MIDDLE, THREE, TWO, played, seen, zone


def news(scene: Scene) -> list[str]:
    return [Words("en").translate(message, (), scene.viewer) for message in scene.news]


# What lies on the table.


def test_cards_lie_in_their_rows_in_placing_order() -> None:
    row = zone(seen(played(3, MIDDLE.rpartition("; ")[0]), 0), "row0")
    assert [(piece.id, piece.colours) for piece in row.pieces] == [("row0.0", ("red",)), ("row0.1", ("blue",))]
    assert (row.slots, row.closed, row.note) == (3, False, None)


def test_a_taken_row_is_closed_and_says_whose_it_is() -> None:
    table = played(3, MIDDLE)
    said = [
        Words("en").translate(note, (), viewer) for viewer in (0, 1) if (note := zone(seen(table, viewer), "row0").note)
    ]
    assert said == ["taken by you", "taken by Fox"]
    assert zone(seen(table, 1), "row0").closed
    assert zone(seen(table, 1), "row0").pieces == ()


def test_rows_for_two_hold_one_two_and_three_cards() -> None:  # CTO-6
    shown = seen(played(2, TWO), SPECTATOR)
    assert [zone(shown, f"row{number}").slots for number in range(3)] == [1, 2, 3]


def test_a_drawn_card_lies_open_before_it_is_placed() -> None:  # CTO-7
    for viewer in (0, 1, SPECTATOR):
        (card,) = zone(seen(played(3, DRAWN), viewer, lines=2), "drawn").pieces
        assert (card.colours, card.up, card.fresh) == (("yellow",), True, True)


def test_the_deck_counts_the_last_round_card_until_it_appears() -> None:
    deck = zone(seen(played(3, THREE), 0), "deck")
    assert [(piece.count, piece.up, piece.colours) for piece in deck.pieces] == [(65, False, ())]  # 64 and the card
    assert deck.note is not None
    assert Words("en").translate(deck.note) == "49 cards before the last-round card"


def test_collections_are_sorted_and_equal_cards_lie_together() -> None:
    view = played(3, THREE).state.view(0)
    assert isinstance(view, Coloretto)
    view.own[1] = 2 * ONE[JOKER] + 3 * ONE[0] + ONE[7] + ONE[6]
    pieces = zone(scene(view, 0, []), "own1").pieces
    assert [(piece.id, piece.count) for piece in pieces] == [("own1.R", 3), ("own1.N", 1), ("own1.+", 1), ("own1.J", 2)]
    words = [Words("fr").translate(piece.label) for piece in pieces]
    assert words == ["3 rouges", "grise", "+2", "2 jokers"]


def test_colours_out_of_the_game_are_a_fact() -> None:
    facts = [Words("en").translate(fact) for fact in seen(played(2, TWO), 0).facts]
    assert "Not in this game: orange and green." in facts


def test_a_third_row_is_laid_aside() -> None:  # CTO-11
    script = f"{TWO}; 1 draw; * card R; 1 place 0; 0 draw; * card Y; 0 place 1; 1 draw; * card +; 1 place 2"
    table = played(2, f"{script}; 0 take 0; 1 take 1")
    assert [(piece.id, piece.badge) for piece in zone(seen(table, 0), "gone").pieces] == [("gone.+", "+2")]


def test_a_seat_that_has_a_row_says_so() -> None:
    notes = [[Words("de").translate(note) for note in place.notes] for place in seen(played(3, MIDDLE), 2).seats]
    assert notes == [["hat Reihe A"], [], []]


# What just happened.


def test_a_draw_and_its_placing_are_one_piece_of_news() -> None:
    table = played(3, MIDDLE)
    assert news(seen(table, 1, lines=7)) == [
        "You drew a blue card for row A.",
        "Bear drew a joker for row B.",
        "Fox took row A.",
    ]


def test_a_card_in_hand_is_news_of_its_own() -> None:
    table = played(3, DRAWN)
    assert news(seen(table, 1, lines=2)) == ["You drew a yellow card."]
    assert news(seen(table, 0, lines=2)) == ["Owl drew a yellow card."]


def test_a_placing_alone_names_only_the_row() -> None:
    assert news(seen(played(3, f"{DRAWN}; 1 place 2"), 0, lines=1)) == ["Owl placed the card on row C."]


def test_the_start_is_told() -> None:
    assert news(seen(played(3, THREE), 0, lines=5)) == ["Not in this game: orange.", "You start."]


NEW_ROUND = f"{MIDDLE}; 1 draw; * card Y; 1 place 2; 2 take 1; 1 take 2"


def test_the_end_of_a_round_is_told_at_once() -> None:  # CTO-11
    told = news(seen(played(3, NEW_ROUND), 0, lines=2))
    assert told == ["Bear took row B.", "Owl took row C.", "Everyone has a row: a new round begins."]


def test_the_end_of_a_round_is_told_also_when_play_has_gone_on() -> None:
    told = news(seen(played(3, f"{NEW_ROUND}; 1 draw; * card G; 1 place 0"), 0, lines=5))
    assert told == [
        "Bear took row B.",
        "Owl took row C.",
        "Everyone has a row: a new round begins.",
        "Owl drew a green card for row A.",
    ]


def test_taking_a_row_is_not_yet_the_end_of_the_round() -> None:
    assert news(seen(played(3, MIDDLE), 0, lines=1)) == ["You took row A."]


def test_cards_placed_since_the_last_look_are_fresh() -> None:
    before_take = MIDDLE.rpartition("; ")[0]
    shown = seen(played(3, before_take), 0, lines=6)
    fresh = [piece.id for zone in shown.zones for piece in zone.pieces if piece.fresh]
    assert fresh == ["row0.1", "row1.0"]


def test_cards_of_a_round_that_has_ended_are_not_fresh() -> None:
    shown = seen(played(3, f"{NEW_ROUND}; 1 draw; * card G; 1 place 0"), 0, lines=15)
    assert [piece.id for zone in shown.zones for piece in zone.pieces if piece.fresh] == ["row0.0"]


# What can be touched.


def test_draw_and_take_are_touched_on_the_table() -> None:
    choices = {choice.action: choice for choice in seen(played(3, MIDDLE), 1).choices}
    assert {action: choice.path for action, choice in choices.items()} == {"draw": ("deck",), "take 1": ("row1",)}
    assert [choice.weighty for choice in choices.values()] == [False, True]
    assert Words("en").translate(choices["take 1"].label) == "Take row B: joker"


def test_a_drawn_card_is_placed_by_touching_a_row() -> None:
    choices = seen(played(3, DRAWN), 1).choices
    assert [(choice.action, choice.path, choice.weighty) for choice in choices] == [
        ("place 1", ("row1",), False),
        ("place 2", ("row2",), False),
    ]
    said = [Words("en").translate(choice.label) for choice in choices]
    assert said == ["Place it on row B, next to joker", "Place it on row C"]


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_whoever_does_not_act_has_nothing_to_touch(viewer: int) -> None:
    shown = seen(played(3, MIDDLE), viewer)
    assert (shown.choices, shown.buttons, shown.prompt) == ((), (), None)


def at_the_end(pile: int) -> Coloretto:
    """Three seats, all rows taken, everybody still to choose; Fox has these cards."""
    state = coloretto.start(3, (0, coloretto.MANUAL))
    state.phase = coloretto.FINAL
    state.below = coloretto.SHOWN
    state.own = [pile, ONE[1], ONE[2]]
    state.choice = [coloretto.NONE] * 3
    return state


def test_the_final_choice_touches_own_cards_and_a_colour_for_each_joker() -> None:  # CTO-16
    shown = scene(at_the_end(ONE[0] + ONE[3] + ONE[4] + 2 * ONE[JOKER]), 0, [])
    paths = {choice.action: choice.path for choice in shown.choices}
    assert paths["choose GN RGN"] == ("joker.G", "joker.N", "own0.R", "own0.G", "plus.N")
    assert all(choice.weighty for choice in shown.choices)
    label = next(button.label for button in shown.buttons if button.id == "joker.N")
    assert Words("en").translate(label) == "Joker as grey"


def test_every_own_colour_can_be_the_first_and_none_is_lost_by_an_order() -> None:
    """Found by people: with seven colours only five could be the first, and after orange red was gone."""
    shown = scene(at_the_end(sum(ONE[colour] for colour in range(COLOURS))), 0, [])
    walk = Walk(shown)
    assert [target for target, _ in walk.targets()] == [f"own0.{letter}" for letter in KINDS[:COLOURS]]
    assert (walk.touch("own0.O"), walk.touch("own0.N")) == (None, None)
    assert walk.path == ["own0.O", "own0.N"]
    choice = walk.touch("own0.R")
    assert choice is not None
    assert choice.action == "choose - RON"  # the notation of the rules, whatever was touched first


def test_the_running_total_is_what_the_choice_will_score() -> None:
    state = at_the_end(3 * ONE[0] + 2 * ONE[3] + 4 * ONE[4] + ONE[PLUS] + 2 * ONE[JOKER])
    shown = scene(state, 0, [])
    for choice in shown.choices:
        walk = Walk(shown)
        walk.path = list(choice.path[::-1])
        assert (
            walk.total() == coloretto.fixed(state.own[0], 0, coloretto.parse(choice.action)) == choice.label.args["n"]
        )
    walk = Walk(shown)
    assert walk.total() == 2 - 6 - 3 - 10  # nothing is plus yet
    walk.touch("own0.B")
    assert walk.total() == 2 - 6 - 3 + 10
    walk.touch("joker.B")
    assert walk.total() == 2 - 6 - 3 + 15
    assert scene(state, 1, []).tallies != shown.tallies
    assert scene(state, SPECTATOR, []).tallies == ()


def test_whoever_has_no_colour_can_still_be_done() -> None:
    shown = scene(at_the_end(3 * ONE[7]), 0, [])
    assert [(choice.action, choice.path) for choice in shown.choices] == [("choose - -", ("done",))]


def test_whoever_has_chosen_is_marked_and_waits() -> None:
    state = at_the_end(ONE[0])
    state.apply(0, coloretto.parse("choose - R"))
    shown = scene(state, 0, [])
    assert Words("en").translate(shown.status, (), shown.viewer) == "Waiting for Owl and Bear."
    assert [len(place.notes) for place in shown.seats] == [1, 0, 0]


# How it ends.


def test_the_last_round_is_told_and_stays_a_fact() -> None:
    state = played(3, MIDDLE).state
    assert isinstance(state, Coloretto)
    state.below = coloretto.SHOWN
    facts = [Words("en").translate(fact) for fact in scene(state, 0, []).facts]
    assert facts[0] == "Last round: the game ends when everyone has taken a row."


def finished(seed: int, seats: int, side: int) -> Coloretto:
    state = coloretto.start(seats, (side, 0))
    playout(state, Dice(seed), 2000)
    return state


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("seats", [2, 5])
def test_the_points_shown_at_the_end_add_up_to_the_score(seats: int, side: int) -> None:  # CTO-14
    for seed in range(5):
        state = finished(seed, seats, side)
        for seat, score in enumerate(state.scores()):
            assert coloretto.fixed(state.own[seat], side, best_choice(state.own[seat], side)) == score
        for place in scene(state, 0, []).seats:
            assert sum(part.points for part in place.sums) == place.score


def test_winners_are_named() -> None:
    state = at_the_end(2 * ONE[0])
    for seat, text in enumerate(["choose - R", "choose - O", "choose - Y"]):
        state.apply(seat, coloretto.parse(text))
    said = {viewer: Words("en").translate(scene(state, viewer, []).status, (), viewer) for viewer in (0, 1)}
    assert said == {0: "Game over: you win with 3 points!", 1: "Game over: Fox wins with 3 points."}
    state.own = [ONE[0], ONE[1], ONE[2]]
    assert (
        Words("en").translate(scene(state, 1, []).status, (), 1)
        == "Game over: you win together with Fox and Bear, with 1 point each!"
    )
