"""The contract: setting games up, positions as data, and what cannot be done with them."""

from __future__ import annotations

import pytest

from polychrome.engine.core import (
    COMPILED,
    Explained,
    Game,
    Message,
    Option,
    Reason,
    Refused,
    State,
    Unplayable,
    Unreadable,
    Value,
)
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout
from polychrome.games import coloretto
from polychrome.registry import GAMES, find
from toys import peek, pips


def problem(game: Game, seats: int, options: dict[str, Value]) -> Reason:
    with pytest.raises(Unplayable) as refusal:
        game.begin(seats, options)
    return refusal.value.reason


@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 10**9])
def test_too_few_or_too_many_seats(seats: int) -> None:
    args = {"game": "coloretto", "fewest": 2, "most": 5, "seats": seats}
    assert problem(coloretto.GAME, seats, {}) == Reason("setup.seats", args)


def test_an_unknown_option() -> None:
    args = {"game": "coloretto", "option": "side", "options": ["score_side", "final_choice"]}
    assert problem(coloretto.GAME, 3, {"side": "grey"}) == Reason("setup.option", args)


def test_an_option_of_a_game_that_has_none() -> None:
    args = {"game": "blackout", "option": "side", "options": []}
    assert problem(find("blackout"), 3, {"side": "grey"}) == Reason("setup.no_options", args)


@pytest.mark.parametrize("value", ["blue", "", "Beige", 0, 1])
def test_an_unknown_choice(value: Value) -> None:
    args = {"option": "score_side", "value": str(value), "choices": ["beige", "grey"]}
    assert problem(coloretto.GAME, 3, {"score_side": value}) == Reason("setup.choice", args)


def test_a_choice_that_does_not_fit_the_seats() -> None:
    assert peek.GAME.begin(3, {"discs": 6})
    args = {"option": "discs", "value": "6", "choices": ["9"]}
    assert problem(peek.GAME, 4, {"discs": 6}) == Reason("setup.choice", args)


def test_options_are_chosen_by_name_and_named_again() -> None:
    game = coloretto.GAME
    for options in ({}, {"score_side": "grey"}, {"final_choice": "manual", "score_side": "beige"}):
        named = game.named(game.choose(4, options))
        assert named == {"score_side": "beige", "final_choice": "auto", **options}
        assert game.choose(4, named) == game.begin(4, options).options


def test_the_first_choice_is_the_default() -> None:
    assert Option("size", (5, 7)).fits(2, 7)
    assert not Option("size", (5, 7)).fits(2, 6)
    assert pips.GAME.begin(2).options == (0,)


def test_games_are_found_by_name() -> None:
    for game in GAMES:
        assert find(game.name) is game
    with pytest.raises(Unplayable) as refusal:
        find("chess")
    assert refusal.value.reason == Reason("setup.game", {"name": "chess", "games": [game.name for game in GAMES]})


def test_games_have_sound_records() -> None:
    assert len({game.name for game in GAMES}) == len(GAMES)
    for game in GAMES:
        assert 1 <= game.fewest <= game.most < 15  # the sixteenth bit of an audience is the spectators'
        assert game.version >= 1
        assert game.name == game.begin(game.fewest).NAME  # by which bots find what they know of it
        assert game.limit > 0
        for option in game.options:
            assert len(set(map(str, option.choices))) == len(option.choices) > 1
            assert all(
                " " not in f"{option.name}{choice}" for choice in option.choices
            )  # a record has them on one line
            assert all(option.fits(seats, option.choices[0]) for seats in range(game.fewest, game.most + 1))


def test_a_problem_says_its_key_and_arguments() -> None:
    for kind in (Refused, Unreadable, Unplayable):
        assert issubclass(kind, Explained)
        assert str(kind(Message("some.key", {}))) == "some.key"
        assert str(kind(Message("some.key", {"row": 2, "rows": [0, 1]}))) == "some.key (row=2, rows=[0, 1])"


def test_positions_are_equal_if_they_are_made_of_the_same() -> None:
    a, b = pips.GAME.begin(2), pips.GAME.begin(2)
    assert a == b
    b.apply(-1, pips.START)
    assert a != b
    assert a != "pips"
    assert pips.GAME.begin(2) != peek.GAME.begin(2)
    with pytest.raises(TypeError, match="a position changes"):
        hash(a)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"colour": 1}, "other fields: colour"),
        ({"bag": 2.5}, "bag is 2.5"),
        ({"bag": "RGB"}, "bag is 'RGB'"),
        ({"bag": [1, "2"]}, "a field is an int or a list of ints"),
        ({"bag": [True]}, "a field is an int or a list of ints"),
        ({"seat": None}, "seat is None"),
        ({"options": 3}, "options is 3"),
    ],
)
def test_what_is_loaded_is_ints_and_lists_of_ints(change: dict[str, object], words: str) -> None:
    data = {**pips.GAME.begin(2).dump(), **change}
    with pytest.raises(ValueError, match=words):
        pips.Pips().load(data)


def test_what_is_loaded_is_complete() -> None:
    data = pips.GAME.begin(2).dump()
    del data["bag"]
    with pytest.raises(ValueError, match="other fields: bag"):
        pips.Pips().load(data)


def test_a_dump_is_a_copy() -> None:
    state = pips.GAME.begin(2)
    dump = state.dump()
    assert isinstance(dump["bag"], list)
    dump["bag"].append(5)
    assert state.dump() != dump
    other = pips.Pips()
    other.load(dump)
    dump["bag"].append(6)
    assert other.dump() != dump


def test_a_playout_stops_at_its_limit_and_at_the_end() -> None:
    state = coloretto.GAME.begin(3)
    assert playout(state, Dice(1), 10) == 10
    assert state.acting()
    steps = playout(state, Dice(1), 5000)
    assert 50 < steps < 2000
    assert not state.acting()
    assert playout(state, Dice(1), 10) == 0


def test_a_game_says_what_it_must() -> None:
    for question in (lambda: State().acting(), lambda: State().legal(0), lambda: State().scores()):
        with pytest.raises(NotImplementedError):
            question()


def test_the_defaults_hide_nothing_and_refuse_what_is_not_legal() -> None:
    state = pips.GAME.begin(2)
    state.apply(-1, pips.START)
    assert State.refuse(state, 0, pips.DRAW) is None
    assert State.refuse(state, 0, 99) == Reason("refused.illegal", {})
    assert state.audience(0, pips.DRAW) == -1
    assert state.idle(0) is None
    assert state.view(1) == state
    assert State().pieces() == []


def test_the_build_knows_what_it_is() -> None:
    assert (not hasattr(Dice(0), "__dict__")) == COMPILED
