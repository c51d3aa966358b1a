"""Before the game, in two browsers: seats, what is played, who is ready, and the system's own way to share."""

from __future__ import annotations

import re
from collections.abc import Callable

from web.people import Person

People = Callable[..., Person]


def test_the_host_changes_everything_and_a_guest_sees_it_and_is_ready(person: People) -> None:
    fox = person().make_table(3)
    owl = person().join(fox)
    assert owl.page.get_by_role("combobox").count() == 0  # the guest's to see
    fox.page.get_by_role("button", name="One more seat").click()
    owl.until("document.querySelectorAll('.table li').length === 4")
    fox.page.get_by_role("button", name="One seat fewer").first.click()
    owl.until("document.querySelectorAll('.table li').length === 3")

    owl.page.get_by_role("button", name="I am ready").click()
    fox.page.get_by_text("Ready: 1 of 1").wait_for()
    fox.page.get_by_role("combobox", name="What is played?").select_option(label="Color Words")
    owl.page.get_by_role("heading", name="Color Words").wait_for()
    fox.page.get_by_text("Ready: 0 of 1").wait_for()  # to something else
    owl.page.get_by_text("Time to write a word").wait_for()  # the clocks are those of the game
    language = fox.page.get_by_role("group", name="Language of the words")
    language.get_by_role("button", name="German").click()
    owl.page.locator("dl div", has_text="Language").filter(has_text="German").wait_for()
    for option in ("Who judges words", "Sheet"):
        assert owl.page.locator("dl dt", has_text=option).count() == 1

    fox.page.get_by_role("button", name="Begin").click()
    owl.page.locator("main.sheets").wait_for()


def test_the_pace_is_the_hosts(person: People) -> None:
    fox = person().make_table(2)
    owl = person().join(fox)
    assert owl.page.get_by_role("group", name="Pace").get_by_role("radio", name="normal").is_checked()
    fox.page.get_by_role("radio", name="quick").check()
    owl.until("document.querySelectorAll('[name=pace]')[2].checked")
    assert owl.page.get_by_role("radio", name="quick").is_disabled()


def test_fewer_seats_than_people_is_refused_in_words(person: People) -> None:
    fox = person().make_table(5)
    for _ in range(4):
        fox.page.get_by_role("button", name="Sit here too").first.click()
    fox.until("document.querySelectorAll('.table li.person').length === 5")
    fox.page.get_by_role("combobox", name="What is played?").select_option(label="A l’aveuglette")
    fox.page.get_by_role("alert").wait_for()
    assert "5 people sit at this table" in fox.page.get_by_role("alert").inner_text()
    assert fox.page.get_by_role("combobox", name="What is played?").input_value() == "coloretto"


def test_the_systems_share_sheet_gets_the_invitation_where_there_is_one(person: People) -> None:
    fox = person()
    fox.page.add_init_script("navigator.share = async what => { window.shared = what }")
    fox.make_table(2)
    link = fox.page.get_by_label("Link to this table").input_value()
    fox.page.get_by_role("button", name="Share").click()
    shared = fox.page.evaluate("window.shared")
    assert (shared["url"], "Coloretto" in shared["text"]) == (link, True)
    owl = person()
    owl.page.add_init_script("delete Navigator.prototype.share")
    owl.make_table(2)
    assert owl.page.get_by_role("button", name="Share").count() == 0


def test_whoever_is_sent_away_or_gets_up_is_asked_for_twice(person: People) -> None:
    fox = person().make_table(3)
    person().join(fox)
    fox.until("document.querySelectorAll('.table li.person').length === 2")
    free = fox.page.get_by_role("button", name=re.compile("Free the seat of"))
    free.click()
    said = fox.page.locator(".table li [role=status]", has_text="Tap again")
    said.wait_for()
    assert fox.page.locator(".table li.person").count() == 2
    fox.page.keyboard.press("Tab")  # they thought better of it
    said.wait_for(state="detached")
    free.click()
    free.click()
    fox.until("document.querySelectorAll('.table li.person').length === 1")
    fox.page.get_by_role("button", name="Sit here too").first.click()
    leave = fox.page.get_by_role("button", name=re.compile("leaves the table")).last
    leave.click()
    said.wait_for()
    assert fox.page.locator(".table li.person").count() == 2
    leave.click()
    fox.until("document.querySelectorAll('.table li.person').length === 1")
