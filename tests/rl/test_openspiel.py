"""OpenSpiel's own tests on every game, and its algorithms at work on ours."""

from __future__ import annotations

import pickle
import random
import re
import unittest
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install polychrome[openspiel])")

import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.algorithms import outcome_sampling_mccfr as mccfr
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from polychrome.engine.core import Value
from polychrome.engine.dice import Dice
from polychrome.registry import GAMES, find
from polychrome.rl.openspiel import late, spelled
from rl.ways import ALL_WAYS, EXTREMES, Way

LEFT = 12  # decisions of a game that is tested from near its end
SEED = 5
# Decisions left in a tree that is visited as a whole. In the other games somebody can always go on for thousands.
TREES = {"rondo": 4, "blackout": 3, "a_l_aveuglette": 3, "coloretto": 2, "chromino": 2, "color_words": 2}


def decisions(way: Way) -> int:
    """How many a random game takes."""
    game = pyspiel.load_game(f"polychrome_{way.name}", parameters(way))
    course = game.new_initial_state().course
    dice = Dice(SEED)
    count = 0
    while not course.over:
        late(course, 1, dice)
        count += 1
    return count


def parameters(way: Way) -> dict[str, Value]:
    choices = {option.name: option.choices for option in find(way.name).options}
    return {"players": way.seats} | {name: spelled(choices[name], value) for name, value in way.options.items()}


def loaded(way: Way, left: int = LEFT) -> Any:
    """The game from where so many decisions are left in random play."""
    after = max(0, decisions(way) - left)
    return pyspiel.load_game(f"polychrome_{way.name}", {**parameters(way), "late": after, "seed": SEED})


def walked(game: Any, seed: int, steps: int) -> Any:
    """A state so many steps into the game, or before its end; a player is asked there."""
    state = game.new_initial_state()
    dice = np.random.RandomState(seed)
    while steps > 0 or state.is_chance_node():
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        after = state.child(int(dice.choice(actions)))
        if after.is_terminal():
            break
        state = after
        steps -= 1
    return state


@pytest.mark.parametrize("way", EXTREMES, ids=str)
def test_random_sim(way: Way) -> None:
    pyspiel.random_sim_test(loaded(way), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("way", ALL_WAYS, ids=str)
def test_random_sim_of_every_way_to_play(way: Way) -> None:
    pyspiel.random_sim_test(loaded(way, 100), num_sims=3, serialize=True, verbose=False)


def passes(checks: type[unittest.TestCase], game: Any, *left_out: str) -> None:
    """OpenSpiel's own checks, which are a class that wants to know its game."""
    name = game.get_type().short_name
    of_this_game = type(name, (checks,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    names = [test for test in unittest.defaultTestLoader.getTestCaseNames(of_this_game) if test not in left_out]
    unittest.TestSuite(map(of_this_game, names)).run(result)
    assert result.testsRun == len(names) > 3
    assert not [trace for _, trace in result.errors + result.failures]


@pytest.mark.parametrize("way", EXTREMES, ids=str)
def test_api_checks(way: Way) -> None:
    random.seed(SEED)  # subject: what OpenSpiel itself draws from
    passes(api_test.EnforceAPIOnPartialTreeBase, pyspiel.load_game(f"polychrome_{way.name}", parameters(way)))


@pytest.mark.parametrize("name", TREES)
def test_api_checks_on_a_whole_tree(name: str) -> None:
    """Those that visit every position, also for perfect recall, where the last decisions are left.

    Left out is what compares with tables of OpenSpiel's own games.
    """
    spiel = loaded(Way(name, max(2, find(name).fewest), {}), TREES[name])
    passes(api_test.EnforceAPIOnFullTreeBase, spiel, "test_number_of_nodes", "test_game_is_perfect_recall")
    assert api_test._assert_is_perfect_recall(spiel)


@pytest.mark.parametrize("way", EXTREMES, ids=str)
def test_simulation(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel's games_sim_test: pickling of game, type and states, clones, returns."""
    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", 40)
    np.random.seed(SEED)
    games_sim_test.GamesSimTest().sim_game(loaded(way, 20))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_playthrough_can_be_played_again(game: Any) -> None:
    """What OpenSpiel writes down of a game, every kind of observation included, comes out the same again."""
    spiel = loaded(Way(game.name, max(2, game.fewest), {}), 4)
    once = generate_playthrough.playthrough(str(spiel), [], seed=SEED)
    actions = [int(action) for action in re.findall(r"^action: (\d+)$", once, re.MULTILINE)]
    assert actions
    assert generate_playthrough.playthrough(str(spiel), actions, seed=SEED) == once


def test_what_only_one_player_knows_is_not_told_apart() -> None:
    kind = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    game = pyspiel.load_game("polychrome_chromino")
    assert make_observation(game, kind).string_from(game.new_initial_state(), 0) is None


def test_parameters_are_players_and_options() -> None:
    game = pyspiel.load_game("polychrome_coloretto(players=3,score_side=grey)")
    assert game.num_players() == 3
    assert game.encoding.options == find("coloretto").choose(3, {"score_side": "grey"})


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("score_side=pink", "possible: beige and grey."),
        ("players=9", "2 to 5 players, not for 9."),
        ("late=-3", "must be 0 or more."),
        ("scores=pink", "Available parameters are: final_choice, late, players"),
    ],
)
def test_parameters_that_cannot_be_are_answered_as_openspiel_does(parameters: str, words: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=re.escape(words)):
        pyspiel.load_game(f"polychrome_coloretto({parameters})")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_not_open_is_refused_and_changes_nothing(game: Any) -> None:
    spiel = loaded(Way(game.name, max(2, game.fewest), {}))
    for steps in range(6):
        state = walked(spiel, 1, steps)
        before = state.serialize()
        shut = set(range(spiel.num_distinct_actions())) - set(state.legal_actions())
        for action in [*sorted(shut)[:5], *sorted(shut)[-5:], spiel.num_distinct_actions(), 10**6]:
            with pytest.raises(pyspiel.SpielError, match=rf"^Player \d may not play {action} now, but: .*\.$"):
                state.apply_action(action)
            with pytest.raises(pyspiel.SpielError, match="illegal action"):
                state.apply_action_with_legality_check(action)
            assert state.serialize() == before


def test_what_cannot_happen_is_refused_to_chance_too() -> None:
    state = pyspiel.load_game("polychrome_coloretto").new_initial_state()
    assert state.is_chance_node()
    with pytest.raises(pyspiel.SpielError, match=r"Chance may not play 399 now, but: 21 \(\* remove R\), "):
        state.apply_action(399)
    with pytest.raises(pyspiel.SpielError, match="from a text"):
        pyspiel.load_game("polychrome_coloretto").new_initial_state("somewhere")


def test_nothing_can_be_played_after_the_end() -> None:
    state = pyspiel.load_game("polychrome_coloretto(late=1000)").new_initial_state()
    assert state.is_terminal()
    with pytest.raises(pyspiel.SpielError, match="The game is over"):
        state.apply_action(0)


def test_chances_are_exact() -> None:
    """The first card of a game for four: nine of each colour, less those dealt; ten plus cards; three jokers."""
    state = pyspiel.load_game("polychrome_coloretto(players=4)").new_initial_state()
    while not state.current_player() >= 0:
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(0)
    chances = [chance for _, chance in state.chance_outcomes()]
    assert chances == [count / 72 for count in (8, 8, 8, 8, 9, 9, 9, 10, 3)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_another_world_looks_the_same(game: Any) -> None:
    """Resampling keeps what the player knows, and legal actions with it."""
    way = Way(game.name, max(2, game.fewest), {})
    state = walked(loaded(way), 1, 6)
    player = state.current_player()
    other = state.resample_from_infostate(player, np.random.RandomState(1).uniform)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert other.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_serialisation(game: Any) -> None:
    spiel = loaded(Way(game.name, max(2, game.fewest), {}))
    state = walked(spiel, 2, 5)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert pickle.loads(pickle.dumps(state)).observation_tensor(0) == state.observation_tensor(0)


def test_observers_name_their_slices() -> None:
    game = loaded(Way("ronde", 2, {}))
    state = walked(game, 3, 4)
    now = make_observation(game)
    ever = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    now.set_from(state, 0)
    ever.set_from(state, 0)
    assert now.dict["disc"].shape == (60, 8)
    assert "seen" in ever.dict
    assert "seen" not in now.dict
    assert now.dict["disc"][:, :6].sum() < ever.dict["disc"][:, :6].sum()


def test_ismcts_plays() -> None:
    game = loaded(Way("chromino", 2, {}), 6)
    state = walked(game, 1, 0)
    dice = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, dice),
        uct_c=1.4,
        max_simulations=8,
        random_state=dice,
    )
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(actions, p=chances)))
        else:
            action = int(bot.step(state))
            assert action in state.legal_actions()
            state.apply_action(action)
    assert sum(state.returns()) == 0


def test_mccfr_runs_on_a_late_game() -> None:
    game = loaded(Way("coloretto", 2, {}), 4)
    solver = mccfr.OutcomeSamplingSolver(game)
    np.random.seed(1)
    for _ in range(20):
        solver.iteration()
    policy = solver.average_policy()
    state = walked(game, 1, 0)
    chances = policy.action_probabilities(state)
    assert set(chances) == set(state.legal_actions())
    assert abs(sum(chances.values()) - 1) < 1e-9


def test_the_package_registers_every_game() -> None:
    names = {kind.short_name for kind in pyspiel.registered_games()}
    assert {f"polychrome_{game.name}" for game in GAMES} <= names
