"""Color Words in a browser: words written on the sheet by key, by finger and as text; weighed, kept, judged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from polychrome.lexicon import file
from polychrome.room.wire import LONGEST_WRITE
from web.axe import wrong_by_day_and_night
from web.people import Person, Served, serving

People = Callable[..., Person]

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}
ROUNDS = 6
FREE = {"word_check": "none", "language": "en"}


def sit(fox: Person, seats: int = 1, write: int = 0, **options: Any) -> Person:
    """With all the time in the world, unless seconds are named."""
    fox.sit_down(seats, game="color_words", **{**FREE, **options})
    fox.say(write=write)
    fox.page.wait_for_selector(".desk .sheet")
    return fox


def in_round(person: Person, number: int) -> None:
    """Until this player may write in this round."""
    person.page.locator(".facts", has_text=f"Round {number} of 6").wait_for()
    person.page.wait_for_selector(".writer")
    away = person.page.get_by_role("button", name="Write the next word")
    if away.count():
        away.click()
    person.page.wait_for_selector(".writing .cells")


def agree(person: Person) -> None:
    """In a theme round the clock waits until all have said so (CWO-7)."""
    button = person.page.get_by_role("button", name="We agree on the theme")
    if button.count():
        button.click()


def read(person: Person) -> str:
    """What stands in the sheet, as the text would say it."""
    text: str = person.page.evaluate(
        """() => {
            const letters = [...document.querySelectorAll('[role=gridcell][aria-selected=true]')]
            const label = (node) => node.getAttribute('aria-label').match(/^([A-Z])\\. ([A-G][1-7])/)
            const far = (node) => Number(node.dataset.cell) % 7 + Math.floor(Number(node.dataset.cell) / 7)
            const found = letters.sort((a, b) => far(a) - far(b)).map(label)
            return found.map((one) => one[1]).join('') + ' ' + found.map((one) => one[2]).join(' ')
        }"""
    )
    return text


def weighed(person: Person, points: int) -> None:
    person.page.locator(".sum:not(.late)", has_text=re.compile(rf"^{points}$")).wait_for()


def cell(person: Person, name: str) -> Any:
    number = "ABCDEFG".index(name[0]) + 7 * (int(name[1]) - 1)
    return person.page.locator(f'[data-cell="{number}"]')


def hand_in(person: Person) -> None:
    """By the button, with its second touch, once it is known what the word brings: until then things may still move."""
    person.page.locator(".sum:not(.late)").wait_for()
    button = person.page.get_by_role("button", name="Hand in")
    button.click()
    person.page.locator(".send.armed").wait_for()
    person.breathe()
    button.click()


def compose(person: Person, word: str) -> None:
    """At the first place where a word may begin: there the pen lies, and the first arrow leads to it."""
    if not person.page.locator("[role=gridcell]:focus").count():
        person.page.evaluate("document.activeElement.blur()")  # from a button that may be there a moment longer
        person.page.keyboard.press("ArrowRight")
    person.page.wait_for_selector("[role=gridcell]:focus")
    person.page.keyboard.type(word)
    person.page.wait_for_selector(".send:not(:disabled)")


def test_a_large_screen_waits_with_the_words_of_a_round_too(person: People) -> None:
    fox = sit(person(viewport=DESK), 2)
    in_round(fox, 1)
    agree(fox)
    compose(fox, "TEN")
    hand_in(fox)
    go_on = fox.page.get_by_role("button", name="Write the next word")
    go_on.wait_for()
    assert fox.page.locator(".writing .cells").count() == 0  # all sheets lie side by side
    go_on.click()
    fox.page.wait_for_selector(".writing .cells")


def test_the_clock_is_told_to_ears_and_the_host_may_change_it(person: People) -> None:
    fox = sit(person(viewport=PHONE), write=LONGEST_WRITE)
    in_round(fox, 1)
    left = int(fox.page.get_by_role("timer").inner_text())
    assert 0 < left <= LONGEST_WRITE
    fox.say(write=LONGEST_WRITE - left + 36)
    fox.page.locator("[aria-live]", has_text="30 seconds left").wait_for(state="attached")
    fox.say(write=0)
    fox.page.get_by_role("timer").wait_for(state="detached")


# Alone, by key.


def cross_a_star(fox: Person) -> None:
    page = fox.page
    page.locator(".stars .touch").first.wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".touch:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector(".touch.armed")
    fox.breathe()
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("grid", "size"), [("A", DESK), ("B", PHONE)], ids=["A desk", "B phone"])
def test_a_solo_game_by_keyboard_alone(person: People, grid: str, size: dict[str, int]) -> None:  # CWO-19
    fox = sit(person(viewport=size), grid=grid)
    page = fox.page
    for number in range(1, ROUNDS + 1):
        if grid == "B":
            cross_a_star(fox)
        in_round(fox, number)
        compose(fox, "TEN"[: 1 + number % 3] + "O")
        page.keyboard.press("Enter")
        page.locator(".say.sure").wait_for()
        fox.breathe()
        page.keyboard.press("Enter")
        page.locator(".say.sure").wait_for(state="detached")
    page.wait_for_selector(".verdict")
    record = fox.record()
    assert record.count("submit ") == ROUNDS
    assert record.count("cross ") == (ROUNDS if grid == "B" else 0)
    shown = page.locator(".sheet .letter").count()
    assert shown == sum(len(word) for word in re.findall(r"submit (\w+)", record))


# Writing.


def test_a_word_is_written_turned_taken_back_and_weighed(person: People) -> None:  # CWO-10, CWO-13
    fox = sit(person(viewport=DESK))
    page = fox.page
    in_round(fox, 1)
    page.keyboard.type("ca")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("f")
    page.evaluate(  # a key of French keyboards; accents are dropped
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'é', bubbles: true }))"
    )
    assert read(fox) == "CAFE A1 B1 B2 B3"
    field = page.get_by_label("Or type it")
    assert field.input_value() == "CAFE A1 RDD"
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("e")
    assert read(fox) == "CAFE A1 B1 B2 C2"
    parts = page.locator(".parts li")
    parts.first.wait_for()
    said = [int(found[1]) for text in parts.all_inner_texts() if (found := re.search(r": (\d)$", text))]
    weighed(fox, sum(said))
    assert page.locator(".points").count() == len([text for text in parts.all_inner_texts() if " on " in text])
    heard = page.locator("[aria-live=polite]", has_text="E on C2. CAFE,")
    heard.wait_for(state="attached")
    page.keyboard.press("Escape")
    assert read(fox) == " "
    page.get_by_role("button", name="Take up CAFE again").click()
    assert read(fox) == "CAFE A1 B1 B2 C2"


def test_the_server_says_at_once_why_a_word_cannot_stand_there(person: People) -> None:  # CWO-10
    fox = sit(person(viewport=DESK))
    in_round(fox, 1)
    cell(fox, "C3").click()
    fox.page.keyboard.type("TEN")
    fox.page.locator(".say.notice", has_text="Your first word begins on A1").wait_for()
    field = fox.page.get_by_label("Or type it")
    field.fill("porte-clé A1 RRRRRRR")
    fox.page.locator(".say.notice", has_text="only letters").wait_for()
    field.fill("TEN A1 RX")
    fox.page.locator(".say.notice", has_text="are no steps").wait_for()
    field.fill("TEN A1 RD")
    fox.page.locator(".say.notice").wait_for(state="detached")
    assert read(fox) == "TEN A1 B1 B2"
    field.press("Enter")
    fox.page.locator(".say.sure").wait_for()
    fox.breathe()
    field.press("Enter")
    in_round(fox, 2)
    expect(fox.page.locator(".letter.fresh")).to_have_count(3)


def test_by_finger_taps_bend_and_move_the_word_and_a_drag_draws_its_way(person: People) -> None:
    fox = sit(person(viewport=PHONE, has_touch=True))
    page = fox.page
    in_round(fox, 1)
    cell(fox, "A1").tap()
    for letter in "TRAIN":
        page.get_by_role("button", name=letter, exact=True).tap()
    assert read(fox) == "TRAIN A1 B1 C1 D1 E1"
    cell(fox, "B2").tap()  # below the R: there the word turns
    assert read(fox) == "TRAIN A1 B1 B2 B3 B4"
    cell(fox, "D1").tap()  # elsewhere: the word moves
    assert read(fox) == "TRAIN D1 E1 E2 E3 E4"
    page.get_by_role("button", name="Take back a letter").tap()
    page.get_by_role("button", name="Next letter to the right").tap()
    page.get_by_role("button", name="S", exact=True).tap()
    assert read(fox) == "TRAIS D1 E1 E2 E3 F3"
    boxes = [cell(fox, name).bounding_box() for name in ("A1", "B1", "B2", "C2", "C3")]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for middle in middles[1:]:
        page.mouse.move(*middle, steps=3)
    page.mouse.up()
    assert read(fox) == "TRAIS A1 B1 B2 C2 C3"
    hand_in(fox)
    in_round(fox, 2)
    expect(page.locator(".letter.fresh")).to_have_count(5)


def test_a_draft_survives_a_reload(person: People) -> None:
    fox = sit(person(viewport=PHONE))
    in_round(fox, 1)
    fox.page.keyboard.type("TEN")
    fox.page.reload()
    in_round(fox, 1)
    assert read(fox) == "TEN A1 B1 C1"
    fox.page.locator(".parts li").first.wait_for()  # and is weighed again


@pytest.fixture(scope="module")
def themed(page_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a small English word list, where every table begins with a theme."""
    words, data = tmp_path_factory.mktemp("words"), tmp_path_factory.mktemp("data")
    (words / "en.words").write_bytes(file.to_bytes(file.make(["CAT", "TEN"], "en"), "made for a test"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("POLYCHROME_WORDS", str(words))
        with serving(data, "web.themes:box") as server:
            yield server


def test_the_list_gives_its_verdict_when_asked(visitor: People, themed: Served) -> None:  # CWO-12
    fox = sit(visitor(themed, viewport=DESK), word_check="list")
    page = fox.page
    in_round(fox, 1)
    page.keyboard.type("TEN")
    page.locator(".parts li").first.wait_for()
    assert "word list" not in page.locator(".writer").inner_text()  # nobody asked
    page.get_by_role("button", name="Is it a word?").click()
    page.locator(".say", has_text="TEN is in the word list").wait_for()
    page.keyboard.press("Backspace")
    page.keyboard.type("T")
    page.get_by_role("button", name="Is it a word?").click()
    page.locator(".say", has_text="TET is not in the word list").wait_for()
    hand_in(fox)
    page.locator(".say.notice", has_text="TET is not in the word list").wait_for()
    assert read(fox) == "TET A1 B1 C1"  # nothing is lost


# Together.


def two(fox: Person, owl: Person, **options: Any) -> None:
    """Two browsers at one table, with time to think."""
    fox.open_table("color_words", 2, None, {**FREE, **options})
    fox.page.wait_for_selector(".invite img")
    owl.page.goto(fox.page.get_by_label("Link to this table").input_value())
    owl.page.wait_for_selector("li.yours")
    fox.say(write=LONGEST_WRITE)
    fox.page.get_by_role("button", name="Begin").click()
    for one in (fox, owl):
        one.page.wait_for_selector(".desk .sheet")


def vote(voter: Person) -> None:
    """Yes, by one tap for the word that is asked about."""
    button = voter.page.locator('[data-target$=".yes"]')
    button.click()
    button.wait_for(state="detached")


# The time of this round runs out; the clock is stopped as soon as the next one has begun. Says which that is.
RUN_OUT = """() => new Promise((done) => {
    let [first, now] = [0, 0]
    const socket = new WebSocket(`ws://${location.host}/ws/${location.pathname.slice(3)}`)
    const allow = (write) => socket.send(JSON.stringify({ t: 'settings', write }))
    socket.onopen = () => allow(3)
    socket.onmessage = ({ data }) => {
        const { t, scene, settings } = JSON.parse(data)
        if (t === 'frame') {
            now = scene.facts.find(([key]) => key === 'color_words.fact.round')[1].round
            first ||= now
            if (now > first) allow(0)
        } else if (t === 'room' && now > first && settings.write === 0) {
            socket.onmessage = null
            socket.close()
            done(now)
        }
    }
})"""


def test_two_browsers_play_six_rounds(person: People) -> None:  # CWO-7, CWO-12
    """With a vote, a disconnect while a word is sealed, and a round in which the time runs out."""
    fox = person(viewport=DESK)
    owl = person(viewport=PHONE, has_touch=True)
    two(fox, owl, word_check="vote")  # and no list: every word is voted on
    # Round 1: both write, both judge.
    in_round(fox, 1)
    in_round(owl, 1)
    agree(fox)
    agree(owl)
    fox.page.locator(".clock [role=timer]").wait_for()
    compose(fox, "TEN")
    hand_in(fox)
    fox.page.locator(".seal").wait_for()
    assert owl.page.locator(".letter").count() == 0  # sealed
    compose(owl, "RAT")
    hand_in(owl)
    vote(fox)
    vote(owl)
    # Round 2: Fox is gone as soon as the word is handed in; it counts all the same.
    in_round(fox, 2)
    in_round(owl, 2)
    expect(fox.page.locator(".others .now", has_text="RAT")).to_have_count(1)  # side by side
    compose(fox, "SEA")
    hand_in(fox)
    fox.page.locator(".seal").wait_for()
    address = fox.page.url
    fox.page.goto("about:blank")
    compose(owl, "OIL")
    hand_in(owl)
    owl.page.locator('[data-target$=".yes"]').first.wait_for()
    expect(owl.page.locator(".now", has_text="SEA")).to_have_count(1)
    vote(owl)
    fox.page.goto(address)
    vote(fox)
    # Round 3: nobody hands anything in.
    in_round(fox, 3)
    in_round(owl, 3)
    agree(fox)
    agree(owl)
    compose(owl, "LATER")
    number = fox.page.evaluate(RUN_OUT)
    in_round(owl, number)  # what was written is offered again
    owl.page.get_by_role("button", name="Take up LATER again").click()
    assert read(owl).startswith("LATER ") or "LATER" in owl.page.locator(".say").inner_text()
    for at in range(number, ROUNDS + 1):
        in_round(fox, at)
        in_round(owl, at)
        pass_round(fox)
        pass_round(owl)
    for one in (fox, owl):
        one.page.wait_for_selector(".verdict")
    record = fox.record()
    words = re.findall(r"submit (\w+)", record)
    assert words == ["TEN", "RAT", "SEA", "OIL"]
    assert record.count("vote ") == 4
    for one in (fox, owl):
        expect(one.page.locator(".sheet")).to_have_count(2)
        expect(one.page.locator(".sheet .letter")).to_have_count(12)


def pass_round(person: Person) -> None:
    button = person.page.get_by_role("button", name="Write nothing in this round")
    button.click()
    person.page.locator(".say", has_text="Tap again").wait_for()
    person.breathe()
    button.click()


def test_a_theme_is_claimed_by_a_tick_and_judged_by_one_tap(visitor: People, themed: Served) -> None:  # CWO-15
    fox = visitor(themed, viewport=DESK)
    owl = visitor(themed, viewport=PHONE, has_touch=True)
    two(fox, owl)
    in_round(fox, 1)
    in_round(owl, 1)
    assert fox.page.locator(".clock").count() == 0  # it waits until both have agreed what the theme means
    agree(fox)
    fox.page.get_by_role("button", name="The clock starts when all agree").wait_for()
    agree(owl)
    for one in (fox, owl):
        one.page.locator(".clock").wait_for()
    compose(fox, "TEN")
    fox.page.get_by_label("fits the theme").check()
    fox.page.locator(".parts li", has_text="if the others agree").wait_for()
    hand_in(fox)
    pass_round(owl)
    owl.page.get_by_role("group", name=re.compile("fit the theme")).wait_for()
    vote(owl)
    in_round(fox, 2)
    assert int(fox.page.locator("[data-seat='0'] .score b").inner_text()) >= 3


# For everybody.


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_axe_finds_nothing(person: People, size: dict[str, int]) -> None:
    fox = sit(person(viewport=size), 3, grid="B")
    in_round(fox, 1)
    found = wrong_by_day_and_night(fox, "a sheet")
    fox.page.keyboard.type("TEN")
    fox.page.locator(".sum:not(.late, .off)").wait_for()
    assert found + wrong_by_day_and_night(fox, "a word") == []


def test_a_small_phone(person: People) -> None:
    """Nothing is cut off at 320 pixels, cells and buttons are for fingers, and the pen stays in sight."""
    small = {"width": 320, "height": 568}
    fox = sit(person(viewport=small, has_touch=True, locale="de-DE"), 1)
    page = fox.page
    page.wait_for_selector(".keys")
    page.keyboard.type("ABCDEFG")
    page.keyboard.type("HIJKLM")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    boxes = page.evaluate(
        """[...document.querySelectorAll('[role=gridcell], .do button')].map((node) => {
            const { width, height } = node.getBoundingClientRect()
            return [node.outerHTML.slice(0, 90), width, height]
        })"""
    )
    assert [box for box in boxes if min(box[1], box[2]) < 36] == []
    keys = page.evaluate(
        "[...document.querySelectorAll('.keys button')].map((node) => node.getBoundingClientRect().width)"
    )
    assert len(keys) == 28
    assert min(keys) >= 24
    last = page.locator('[data-cell="48"]').bounding_box()  # G7
    foot = page.locator("footer").bounding_box()
    assert last
    assert foot
    assert last["y"] + last["height"] <= foot["y"] + 1
    texts = page.evaluate(
        """[...document.querySelectorAll('.do button, .tick, .card')]
            .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.innerText)"""
    )
    assert texts == []


def test_the_puzzle_of_the_day_is_the_same_for_everybody(person: People) -> None:
    fox = person(viewport=DESK)
    cards = []
    for _ in range(2):
        fox.go()
        fox.take("Color Words").get_by_role("button", name="Game of the day: Color Words").click()
        fox.page.wait_for_url(re.compile(r"/t/"))  # not the picture on its card, which has a strip of its own
        fox.page.wait_for_selector(".tray")
        cards.append(fox.page.locator(".strip").inner_text())
        expect(fox.page.locator(".sheet")).to_have_count(1)
    assert cards[0] == cards[1]
