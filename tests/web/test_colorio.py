"""Colorio in a browser: caps lifted by finger and by key until one is left; the fifth of a colour is warned of."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.driver import play_to_the_end, sit
from web.people import MOVING, Person
from web.watching import too_much

People = Callable[..., Person]

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}
WARNING = """() => {
    const note = document.querySelector('[data-zone=visible] .note')
    const live = [...document.querySelectorAll('[aria-live=polite]')].map((node) => node.textContent).join(' ')
    return note && [note.offsetHeight > 0, note.textContent, live]
}"""


@pytest.mark.parametrize(("way", "size"), [("tap", PHONE), ("keys", DESK)], ids=["tap phone", "keys desk"])
def test_a_whole_game_without_a_leak(person: People, size: dict[str, int], way: str) -> None:
    by_key = way == "keys"
    fox = person(viewport=size, has_touch=not by_key, **({} if by_key else MOVING))
    sit(fox, "colorio", 2)
    touched = play_to_the_end(fox, by_key)
    scans, leaks, frames = fox.page.evaluate("[scans, leaks, frames_]")
    print(f"colorio by {way}, {size['width']} px: {len(frames)} frames, {scans} scans, {len(touched)} targets")
    assert leaks == []
    assert too_much(frames, fox.record()) == []
    assert scans > 10
    assert "remove" in touched
    assert len(touched) > 6


def test_the_fourth_of_a_colour_is_a_warning_for_eyes_and_ears(person: People) -> None:
    """And whoever uncovers the fifth is out, for all to see."""
    fox = sit(person(viewport=PHONE), "colorio", 3)
    for _ in range(5):  # a bot may put out everybody before we have seen a warning
        warned = play_warily(fox)
        assert fox.page.locator(".seat.out .gone").all_inner_texts() == ["out", "out"]
        assert fox.page.locator(".seat.winner.out").count() == 0
        if warned:
            return
        sit(fox, "colorio", 3)
    pytest.fail("nobody was ever warned")


def play_warily(fox: Person) -> bool:
    """To the end. Was there a warning, seen and heard?"""
    warned = False
    while targets := fox.asked():
        said = fox.page.evaluate(WARNING)
        if said:
            seen, note, live = said
            assert seen
            assert note.startswith("dangerous now: ")
            assert note in live
            warned = True
        target = "remove" if "remove" in targets else targets[0]
        fox.touch(target)
        if fox.page.locator(".armed").count():
            fox.breathe()
            fox.touch(target)
    return warned


def test_removing_is_asked_for_twice_where_there_is_a_choice(person: People) -> None:
    fox = sit(person(viewport=DESK, has_touch=True), "colorio", 2)
    page = fox.page
    while "remove" not in (targets := fox.asked()) or len(targets) == 1:
        assert targets
        fox.touch(targets[-1])
    caps = page.locator("[data-piece][data-look=back]").count()
    with fox.trembling():
        fox.touch("remove")
        expect(page.locator(".armed")).to_have_count(1)
        assert "Tap again" in page.locator(".say").inner_text()
        fox.touch("remove")
    expect(page.locator(".armed")).to_have_count(1)
    assert page.locator("[data-piece][data-look=back]").count() == caps
    fox.breathe()
    fox.touch("remove")
    fox.until("!document.querySelector('.armed')")
