"""Axe finds nothing wrong on any screen, in the light and in the dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from polychrome.registry import GAMES
from web.axe import wrong_by_day_and_night
from web.people import Person

People = Callable[..., Person]
TABLET = {"width": 820, "height": 1180}


@contextmanager
def opened(fox: Person, button: str, sight: str) -> Iterator[None]:
    fox.page.get_by_role("button", name=button, exact=True).click()
    fox.page.wait_for_selector(sight)
    yield
    fox.page.keyboard.press("Escape")
    fox.page.wait_for_selector("dialog", state="detached")


def test_before_the_game(person: People) -> None:
    fox = person()
    fox.go().page.wait_for_selector("article")
    fox.unfold()
    found = wrong_by_day_and_night(fox, "home")
    fox.make_table(4)
    owl = person().join(fox)
    owl.page.get_by_role("button", name="I am ready").click()
    fox.page.locator("li.open").first.get_by_role("button", name="Bot").click()
    fox.page.get_by_role("combobox", name="How strong?").wait_for()
    fox.page.get_by_text("Ready: 1 of 1").wait_for()
    found += wrong_by_day_and_night(fox, "lobby, host") + wrong_by_day_and_night(owl, "lobby, guest")
    assert found == []


def test_during_the_game_and_at_its_end(person: People) -> None:
    fox = person().sit_late("middle")
    found = wrong_by_day_and_night(fox, "table")
    for button, sight in (
        ("What happened", "dialog ol li p"),
        ("Rules", "dialog h3, dialog h2"),
        ("Settings", "dialog input"),
    ):
        with opened(fox, button, sight):
            found += wrong_by_day_and_night(fox, button)
    fox.page.keyboard.press("?")
    fox.page.wait_for_selector("dialog dt")
    found += wrong_by_day_and_night(fox, "keys")
    fox.sit_late("end").page.wait_for_selector("figure svg")
    found += wrong_by_day_and_night(fox, "end")
    fox.page.get_by_role("link", name="Replay").click()
    fox.page.wait_for_selector("input[type=range]")
    found += wrong_by_day_and_night(fox, "replay")
    assert found == []


def test_a_guided_first_game(person: People) -> None:
    fox = person(new=True)
    fox.go()
    fox.take().get_by_role("button", name="Learn it: Coloretto").click()
    fox.page.wait_for_selector(".guide")
    assert wrong_by_day_and_night(fox, "guide") == []


@pytest.mark.long
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_the_table_of_every_game(person: People, game: str) -> None:
    fox = person(viewport=TABLET)
    seats = next(one.most for one in GAMES if one.name == game)
    fox.sit_down(seats, "random", game)
    fox.page.wait_for_selector("[data-target], [role=gridcell], button.eye")
    found = wrong_by_day_and_night(fox, game)
    with opened(fox, "Rules", "dialog h3, dialog h2"):
        found += wrong_by_day_and_night(fox, f"{game}, rules")
    assert found == []
