"""The small box of 24 discs: Ronde, Trio, Arc-en-ciel and Rondo for two or three of the youngest (GEN-16)."""

from __future__ import annotations

import pytest

from laws.walks import Case, walk
from polychrome.engine.core import Game, Unplayable
from polychrome.engine.record import Broken, read, record, seal, write
from polychrome.engine.table import Table
from polychrome.games.colomo import arc_en_ciel, ronde, rondo, trio
from polychrome.registry import GAMES, find
from polychrome.scenes import draw

SMALL = {"discs": 24}
WITH_BOX = [ronde.GAME, trio.GAME, arc_en_ciel.GAME, rondo.GAME]


def test_four_games_have_the_option_and_sixty_is_the_default() -> None:  # GEN-16
    assert [game for game in GAMES if "discs" in [option.name for option in game.options]] == WITH_BOX
    for game in WITH_BOX:
        assert game.begin(2) == game.begin(2, {"discs": 60})


@pytest.mark.parametrize("game", WITH_BOX, ids=lambda game: game.name)
def test_the_small_box_is_for_two_or_three(game: Game) -> None:  # GEN-16
    for seats in (2, 3):
        game.begin(seats, SMALL)
    for seats in (4, 5, 6):
        with pytest.raises(Unplayable) as refusal:
            game.begin(seats, SMALL)
        assert refusal.value.reason.args["choices"] == ["60"]


@pytest.mark.parametrize("game", WITH_BOX, ids=lambda game: game.name)
def test_the_small_box_has_four_discs_of_each_colour(game: Game) -> None:  # GEN-16
    assert game.begin(3, SMALL).pieces()[-6:] == [4] * 6


def test_the_ring_of_rondo_keeps_its_twelve_and_twelve_lie_on_the_pile() -> None:  # GEN-16
    state = rondo.GAME.begin(2, SMALL)
    assert isinstance(state, rondo.Rondo)
    assert (len(state.disc), sum(state.pile)) == (12, 12)


def test_ronde_may_end_by_exhaustion_with_three_but_not_with_two() -> None:  # GEN-16, RON-10
    """Two pairs of a colour are enough for two players, not for three."""
    best = {seats: [max(ended(ronde.GAME, seats, seed)) for seed in range(60)] for seats in (2, 3)}
    assert set(best[2]) == {6}
    assert min(best[3]) < 6


@pytest.mark.parametrize("seats", [2, 3])
def test_trio_shares_out_six_trios(seats: int) -> None:  # GEN-16, TRI-4
    assert sum(ended(trio.GAME, seats, 1)) == 6


@pytest.mark.parametrize("seats", [2, 3])
def test_arc_en_ciel_shares_out_all_discs(seats: int) -> None:  # GEN-16, ARC-10
    assert sum(ended(arc_en_ciel.GAME, seats, 1)) == 24


def ended(game: Game, seats: int, seed: int) -> list[int]:
    return walk(Case(game, seats, game.choose(seats, SMALL), seed)).table.state.scores()


@pytest.mark.parametrize("game", WITH_BOX, ids=lambda game: game.name)
def test_a_record_names_the_box_only_where_it_is_small(game: Game) -> None:  # GEN-16
    full = write(record(Table(game, 2, {"discs": 60}, None)))
    assert "option" not in full
    small = write(record(Table(game, 2, SMALL, None)))
    assert "option discs 24" in small.splitlines()
    assert read(small, find).options == SMALL


def test_a_record_that_names_the_full_box_is_not_as_records_are_written() -> None:  # GEN-16: one text for one game
    body = "polychrome record 1\ngame trio 1\nseats 2\noption discs 60\n\n* start 0\n"
    with pytest.raises(Broken) as refusal:
        read(f"{body}end 1 {seal(body)}\n", find)
    assert refusal.value.reason.key == "record.spelling"


def test_the_discs_lie_in_four_rows_of_six_and_are_called_by_them() -> None:
    view = trio.GAME.begin(2, SMALL)
    view.apply(-1, 90)
    scene = draw(trio.GAME, view.view(0), 0, ())
    assert (scene.zones[0].slots, scene.zones[0].columns) == (24, 6)
    assert [piece.label.args["place"] for piece in scene.zones[0].pieces][5:7] == ["A6", "B1"]
    assert scene.choices[-1].label.args["place"] == "D6"
