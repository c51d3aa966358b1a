"""Every game is won by keyboard with only what is announced (B31)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from msgspec.json import decode
from playwright.sync_api import Route

import luck
from server.house import Heard
from web.blind import EARS, SEEN, Listener, Painter, Rememberer, Seeker, Writer
from web.people import Person
from web.positions import Game, played
from web.test_reach import at_table

People = Callable[..., Person]
DESK = {"width": 1000, "height": 760}


def test_a_blind_player_wins_ronde_by_the_colours_it_hears(person: People, request: pytest.FixtureRequest) -> None:
    listener = Rememberer(person(viewport=DESK), Random(luck.number(request.node.nodeid)))
    listener.sit("ronde", 2)
    listener.play()
    assert listener.known >= 3
    assert any("you" in text.lower() and "win" in text for text in listener.heard[-4:]), listener.heard[-5:]


def test_keys_say_it_again_but_no_colour_that_is_covered_by_now(person: People, request: pytest.FixtureRequest) -> None:
    fox = person(viewport=DESK)
    listener = Rememberer(fox, Random(luck.number(request.node.nodeid)))
    listener.sit("ronde", 2)
    while not listener.glimpses():  # until what a bot has turned up lies open, and it is our turn
        listener.decide(listener.asked())
    assert SEEN.search(listener.answer("1"))
    assert len(set(SEEN.findall(listener.answer("2")))) == 2
    assert "0 points" in listener.answer("3")
    covered = len(listener.heard)
    listener.press("Enter")
    fox.look(lambda: not SEEN.search(listener.lists("region", "Discs")), "discs that are covered again")
    assert "Your turn" in listener.answer("1")
    assert "Nothing lies open" in listener.answer("2")
    # On a French keyboard digits need Shift, but nobody has to press it.
    digit = """{ key: '"', code: 'Digit3', bubbles: true }"""
    fox.page.evaluate(f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {digit}))")
    listener.await_word("0 points", covered)
    said = " ".join(listener.heard[covered:])
    assert not SEEN.search(said)
    assert "Press Enter" not in said  # there is nothing to be seen any more


def test_a_game_of_cards_is_played_by_ear(person: People, request: pytest.FixtureRequest) -> None:
    Listener(person(viewport=DESK), Random(luck.number(request.node.nodeid))).sit("coloretto", 2).play()


def test_a_game_of_words_is_played_by_ear(person: People, request: pytest.FixtureRequest) -> None:
    """A word is written, weighed and handed in, and the way on after a round and to passing is found, without eyes."""
    writer = Writer(person(viewport=DESK), Random(luck.number(request.node.nodeid)))
    writer.sit("color_words", 2).play()
    assert any(f"You wrote {writer.word} " in text for text in writer.heard)


def test_keys_lead_on_where_they_were_letters_before_anybody_cared_for_the_focus(
    person: People, request: pytest.FixtureRequest
) -> None:
    """On a slow line the part of the page that leads the focus comes after the one that writes."""
    fox = person(viewport=DESK)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    fox.page.route("**/Keys-*.js", hold)
    writer = Writer(fox, Random(luck.number(request.node.nodeid)))
    writer.sit("color_words", 2)
    fox.page.locator("[role=gridcell]:focus").wait_for()
    (late,) = held
    late.continue_()
    writer.play()


def test_what_several_get_of_one_rainbow_is_said(person: People) -> None:  # ARC-7
    game = Game("arc_en_ciel", 3, {})
    told = [decode(text) for text in played(game, "rainbow")]
    room = next(message for message in told if message["t"] == "room")
    frames = [message for message in told if message["t"] == "frame"]
    before, after = next(pair for pair in pairwise(frames) if len(richer(*pair)) > 1 and finishes(pair[1]))
    fox = person(viewport=DESK)
    fox.page.add_init_script(EARS)
    at_table(fox, game)
    for frame in (before, after):
        fox.page.evaluate("heard.splice(0)")
        fox.page.evaluate("(told) => show(told)", {"room": room, "frame": frame})
        fox.until("heard.length > 0")
    said = " ".join(fox.page.evaluate("heard"))
    assert "rainbow is complete" in said
    for points in richer(before, after):
        assert f": {points} points." in said


def finishes(frame: Heard) -> bool:
    return any(key == "arc_en_ciel.news.rainbow" for key, _ in frame["scene"].get("news", ()))


def richer(before: Heard, after: Heard) -> list[int]:
    """The points of those who have others than before."""
    scores = [[seat["score"] for seat in frame["scene"]["seats"]] for frame in (before, after)]
    return [now for then, now in zip(*scores, strict=True) if now != then]


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
