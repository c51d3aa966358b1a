"""The log of a table: what happened, turn by turn, and nothing that a player would have to remember."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from web.people import Person

People = Callable[..., Person]

VISIBLE = (
    """() => [...document.querySelectorAll('[data-look]')].flatMap((node) => node.dataset.look.split(' ').slice(1))"""
)


def said(page: Any) -> list[str]:
    page.get_by_role("button", name="What happened").click()
    page.wait_for_selector("dialog ol li p")
    found = [str(text) for text in page.locator("dialog ol p").all_inner_texts()]
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    return found


def test_the_log_of_a_memory_game_holds_no_covered_colour_also_after_a_reload(person: People) -> None:
    fox = person().sit_down(2, "random", "ronde")
    fox.let_play()
    fox.until("document.querySelectorAll('.seat [data-piece], .own [data-piece]').length > 0")  # a pair was found
    fox.stop()
    for _ in range(2):
        fox.until("document.querySelector('.say.asked') && !document.querySelector('.sign .eye')")
        lines = said(fox.page)
        assert len(lines) > 3
        seen = set(fox.page.evaluate(VISIBLE))
        for line in lines:
            assert set(re.findall(r"\b(red|orange|yellow|green|blue|violet)\b", line)) <= seen, line
        fox.page.reload()
        fox.page.wait_for_selector(".board")


def test_what_is_new_since_ones_own_last_turn_stands_apart(person: People) -> None:
    fox = person().sit_down(2, "random", "coloretto")
    fox.touch(fox.asked()[0])
    while "deck" not in fox.asked():  # until it is our turn again
        fox.touch(fox.targets()[0])
    fox.page.keyboard.press("l")
    new = fox.page.locator("dialog li.new")
    new.wait_for()
    names = fox.page.locator("dialog ol li > b").all_inner_texts()
    at = names.index(new.inner_text())
    own, later = names[at - 1], names[at + 1 :]
    assert later
    assert own not in later
    assert fox.page.locator("dialog li.fresh > b").all_inner_texts() == later


def test_after_the_end_a_turn_of_the_log_leads_into_the_replay(person: People) -> None:
    fox = person().sit_late("end")
    fox.page.wait_for_selector(".verdict")
    fox.page.keyboard.press("l")
    link = fox.page.locator("dialog ol a").first
    wanted = str(link.get_attribute("href")).rpartition("#")[2]
    link.click()
    fox.until(f"document.querySelector('input[type=range]')?.value === '{wanted}'")
