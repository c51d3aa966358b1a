"""The seven games of memory in a browser, each to its end by finger and by key; what is covered leaves the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from web.axe import wrong_by_day_and_night
from web.driver import SEATS, TABLET, play_to_the_end, sit
from web.people import MOVING, Person
from web.watching import WATCH, Seen, too_much

People = Callable[..., Person]


WAYS = ("tap", "keys")  # by turns, so that each game is played one way by default, and the other in the long run


def both_ways(number: int, game: str) -> list[Any]:
    return [
        pytest.param(game, way, marks=[pytest.mark.long] if (number + turn) % 2 else [], id=f"{game}-{way}")
        for turn, way in enumerate(WAYS)
    ]


@pytest.mark.parametrize(("game", "way"), [case for at, game in enumerate(SEATS) for case in both_ways(at, game)])
def test_a_whole_game_without_a_leak(person: People, game: str, way: str) -> None:
    by_key = way == "keys"
    fox = person(viewport=TABLET, has_touch=not by_key, **({} if by_key else MOVING))
    sit(fox, game)
    touched = play_to_the_end(fox, by_key)
    scans, leaks, frames = fox.page.evaluate("[scans, leaks, frames_]")
    print(f"{game} by {way}: {len(frames)} frames, {scans} scans, {len(touched)} targets")
    assert leaks == []
    assert too_much(frames, fox.record()) == []
    assert scans > 10
    assert len(touched) > 4
    assert sum("look" in frame for frame in frames) > 2  # there was something to see, and it was gone afterwards
    if game in ("les_aveugles", "a_l_aveuglette"):
        assert "accept" in touched
    if (game, way) == ("ronde", "tap"):
        planted_frames_are_found(frames, fox.record())


def planted_frames_are_found(frames: list[Seen], record: str) -> None:
    """A colour too many in two of them, so that the comparison above is known to bite."""
    plain = [frame for frame in frames if "look" not in frame]
    for frame in (plain[0], plain[len(plain) // 2]):
        lying = next(piece for piece in frame["scene"]["zones"][0]["pieces"] if not piece.get("up", True))
        lying.update(up=True, colours=["red"])
    assert len(too_much(frames, record)) == 2


def test_a_planted_leak_is_found(person: People) -> None:
    """In the page: a name, a number, a picture, old news, something kept."""
    fox = sit(person(viewport=TABLET, has_touch=True), "ronde")
    fox.page.wait_for_selector("[data-look=back]")
    frame = "frames_.at(-1)"
    assert fox.page.evaluate(f"scan({frame})") == []
    plants = [
        "document.querySelector('[data-look=back]').setAttribute('aria-label', 'A1 (red)')",
        "document.querySelector('[data-look=back] rect').setAttribute('fill', '#C8102E')",
        "document.querySelector('[data-look=back] svg').innerHTML += '<use href=\"#g-blue\" />'",
        "document.querySelector('[aria-live]').append('You turned up A1: violet.')",
        "document.querySelector('.layer').innerHTML = '<i data-look=\"disc green\"></i>'",
        "localStorage.setItem('notes', 'A1 orange')",
    ]
    for number, plant in enumerate(plants, 1):
        fox.page.evaluate(plant)
        assert len(fox.page.evaluate(f"scan({frame})")) >= number, plant


def test_what_was_turned_up_is_gone_after_its_time(person: People) -> None:
    fox = sit(person(viewport=TABLET), "trio", look=1)
    up = "document.querySelectorAll('[data-piece^=disc][data-look]:not([data-look=back])').length"
    # Beside the eye, with its ring running out; it may be gone again before anybody looks from outside.
    beside = f"document.querySelector('.eye svg') && (most = Math.max(most, {up}))"
    fox.page.evaluate(f"() => {{ window.most = 0; watchPage(() => {beside}) }}")
    for _ in range(3):
        fox.page.wait_for_selector("[data-target^=disc]")
        fox.touch(fox.targets()[0])
    fox.until("most >= 2")
    fox.page.wait_for_selector("button.eye", state="detached")
    fox.until(f"{up} <= 2")  # the bot has begun its own turn, perhaps
    assert fox.page.evaluate("leaks") == []


@pytest.mark.parametrize("game", ["ronde", "trio"])
def test_a_finger_on_what_lies_open_already_is_told_so(person: People, game: str) -> None:
    """It means the disc, and not the table below it."""
    fox = sit(person(has_touch=True), game)
    first = fox.asked()[0]
    fox.touch(first)
    fox.page.wait_for_selector(f"[data-piece='{first}'] [fill]")
    fox.asked()
    box = fox.page.locator(f"[data-piece='{first}']").bounding_box()
    assert box
    fox.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    fox.page.get_by_text("That disc already lies face up.").first.wait_for()


def test_a_line_is_shown_until_all_are_ready(person: People) -> None:
    """Blackout between two browsers: whoever has looked waits for the other."""
    host, friend = person(viewport=TABLET), person(viewport=TABLET)
    host.page.add_init_script(WATCH)
    host.open_table("blackout", 3, None, {})
    link = host.page.get_by_label("Link to this table").input_value()
    host.page.get_by_label(re.compile("Time to look at the line")).press("Home")  # no clock at all
    host.page.get_by_text("until everybody is ready").wait_for()
    friend.page.goto(link)
    friend.page.wait_for_selector("li.yours")
    host.until("document.querySelectorAll('li.person').length === 2")
    host.page.get_by_role("button", name="Begin").click()
    for one in (host, friend):
        one.page.wait_for_selector(".board")
    host.say(pause=0)
    for one in (host, friend):  # one of the three lays the discs out
        if one.page.locator("[data-target^='hand.']").count():
            for _ in range(5):
                one.touch(one.asked()[0])
    host.page.get_by_role("button", name="I have looked").click()
    host.page.locator(".say", has_text="still looking").wait_for()
    expect(host.page.locator("[data-piece^=disc][data-look]:not([data-look=back])")).to_have_count(6)
    friend.page.locator("[data-zone=line] [data-piece]").first.wait_for()
    friend.page.keyboard.press("Enter")
    host.until("!document.querySelector('[data-piece^=disc][data-look]:not([data-look=back])')")


@pytest.mark.parametrize("game", SEATS)
def test_the_table_fits_small_hands_and_small_screens(person: People, game: str) -> None:
    fox = person(locale="de-DE")
    sit(fox, game)
    for size in [(820, 1180), (1180, 820), (320, 640)]:
        fox.page.set_viewport_size({"width": size[0], "height": size[1]})
        fox.page.wait_for_selector("[data-target], button.eye")
        fox.settle()
        boxes = fox.page.evaluate(
            """[...document.querySelectorAll('[data-target], .sign button')].map((node) => {
                const { x, y, width, height } = node.getBoundingClientRect()
                return [node.dataset.target ?? 'sign', x, y, width, height]
            })"""
        )
        least = 64 if size[0] > 800 else 43.5
        assert [box for box in boxes if min(box[3], box[4]) < least and box[0] != "sign"] == []
        assert [box for box in boxes if min(box[3], box[4]) < 43.5] == []
        wide, high = fox.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert wide <= size[0]
        if size[0] > 800:
            assert high <= size[1] + 1, "the whole table is in sight"
            assert crowded([box for box in boxes if box[0].startswith(("disc", "pawn"))]) == []
        step = fox.page.evaluate("WHERE(false)")
        if step["kind"] != "wait":
            fox.page.mouse.click(step["x"], step["y"])


def crowded(boxes: list[list[Any]]) -> list[Any]:
    """Pairs with less than eight pixels between them; for round ones, between their rims."""
    found = []
    for i, (name, x, y, width, height) in enumerate(boxes):
        for other, u, v, _, _ in boxes[:i]:
            gap = max(abs(x - u) - width, abs(y - v) - height)
            rim = ((x - u) ** 2 + (y - v) ** 2) ** 0.5 - width
            if max(gap, rim) < 7.5:
                found.append((name, other, gap, rim))
    return found


def test_a_pair_is_given_away_by_touching_a_seat(person: People) -> None:
    """In Ronde that choice lies at the edge of the table, with the people (RON-6)."""
    fox = person(viewport=TABLET, has_touch=True)
    for _ in range(3):
        sit(fox, "ronde", seats=3)  # with two, there is only one to give it to
        if any(target.startswith("own") for target in play_to_the_end(fox, wanted="own")):
            return
    pytest.fail("never had a pair to give away")


def test_axe_finds_nothing_at_a_table_of_discs(person: People) -> None:
    fox = person(viewport=TABLET)
    for game in ("arc_en_ciel", "les_aveugles", "a_l_aveuglette"):
        sit(fox, game)
        fox.page.wait_for_selector("[data-target], button.eye")
        assert wrong_by_day_and_night(fox, game) == []
