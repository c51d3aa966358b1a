"""Pictures of the rules that move: each plays once when it comes into sight, and again for whoever asks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from web.people import MOVING, Person

People = Callable[..., Person]

LAST = "node => Number(node.querySelector('[data-position]').dataset.position)"


@pytest.mark.parametrize("motion", [MOVING, {}], ids=["moving", "still"])
def test_a_movement_is_shown_once_and_again(person: People, motion: dict[str, str]) -> None:
    fox = person(viewport={"width": 360, "height": 740}, **motion)
    fox.open_table("les_aveugles", 2, "casual", {})
    fox.page.get_by_role("button", name="Rules").click()
    picture = fox.page.locator("section", has=fox.page.get_by_role("button", name="Show it again")).nth(1)
    picture.scroll_into_view_if_needed()
    fox.until("document.querySelectorAll('section:has([data-position]) .again').length > 2")
    again = picture.get_by_role("button", name="Show it again")
    fox.page.wait_for_function(f"node => ({LAST})(node) === 1", arg=picture.element_handle())
    again.click()
    fox.page.wait_for_function(f"node => ({LAST})(node) === 0", arg=picture.element_handle())
    fox.page.wait_for_function(f"node => ({LAST})(node) === 1", arg=picture.element_handle())
