"""Every game is won by keyboard with only what is announced (B31)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import luck
from web.blind import Listener, Painter, Rememberer, Seeker, Writer
from web.people import Person

People = Callable[..., Person]
DESK = {"width": 1000, "height": 760}


def test_a_blind_player_wins_ronde_by_the_colours_it_hears(person: People, request: pytest.FixtureRequest) -> None:
    listener = Rememberer(person(viewport=DESK), Random(luck.number(request.node.nodeid)))
    listener.sit("ronde", 2)
    listener.play()
    assert listener.known >= 3
    assert any("you" in text.lower() and "win" in text for text in listener.heard[-4:]), listener.heard[-5:]


def test_a_game_of_cards_is_played_by_ear(person: People, request: pytest.FixtureRequest) -> None:
    Listener(person(viewport=DESK), Random(luck.number(request.node.nodeid))).sit("coloretto", 2).play()


def test_a_game_of_words_is_played_by_ear(person: People, request: pytest.FixtureRequest) -> None:
    """The way on after a round, and passing with a second touch, are found without eyes."""
    Writer(person(viewport=DESK), Random(luck.number(request.node.nodeid))).sit("color_words", 2).play()


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats", "player"),
    [
        ("trio", 2, Rememberer),
        ("arc_en_ciel", 2, Painter),
        ("rondo", 2, Seeker),
        ("blackout", 3, Listener),
        ("les_aveugles", 2, Listener),
        ("a_l_aveuglette", 2, Listener),
        ("colorio", 3, Listener),
        ("chromino", 2, Listener),
    ],
)
def test_a_game_is_played_by_ear(
    person: People, request: pytest.FixtureRequest, game: str, seats: int, player: type[Listener]
) -> None:
    player(person(viewport=DESK), Random(luck.number(request.node.nodeid))).sit(game, seats).play()
