"""Chromino in a browser: tiles chosen, turned and laid by finger and by key, on a table that grows without end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from web.axe import wrong_by_day_and_night
from web.people import MOVING, Person
from web.watching import WATCH

People = Callable[..., Person]

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}
LAYER = Path(__file__).with_name("layer.js").read_text(encoding="utf-8")
STEPS = 900  # touches or keys that the longest game may need; waits apart


def sit(fox: Person, seats: int = 2, **options: Any) -> Person:
    fox.page.add_init_script(LAYER)
    fox.sit_down(seats, game="chromino", start_player=0, **options)
    fox.page.wait_for_selector(".field .tile")
    fox.page.wait_for_selector("[data-target]")
    return fox


def where(fox: Person) -> dict[str, Any]:
    step: dict[str, Any] = fox.page.evaluate("WHERE_TO_LAY()")
    return step


def until_asked(fox: Person, *kinds: str) -> dict[str, Any]:
    """Until the next thing to touch is of these kinds: a tile (or the bag), a place, or the same place again."""

    def asked() -> dict[str, Any] | None:
        step = where(fox)
        return step if step["kind"] in (*(kinds or ("tile", "place", "again")), "over") else None

    return fox.look(asked, f"asked for {kinds or 'anything'}")


def tap(fox: Person, step: dict[str, Any]) -> None:
    if step["kind"] == "again":
        fox.breathe()
    if step["kind"] != "over":
        fox.tap(step["x"], step["y"])


def play(fox: Person, moves: int = 1000) -> int:
    """By finger: so many tiles, or to the end. How many were laid."""
    laid = 0
    for _ in range(STEPS):
        step = until_asked(fox)
        if step["kind"] == "over" or laid == moves:
            return laid
        tap(fox, step)
        laid += step["kind"] == "again"
    pytest.fail(f"after {STEPS} taps the game goes on, {laid} tiles laid: {fox.page.locator('.say').inner_text()}")


def play_by_key(fox: Person) -> tuple[int, int]:
    """To the end with keys alone: arrows, T, Enter. How many tiles were laid, and how many of them turned."""
    page = fox.page
    laid = turned = 0
    for steps in range(STEPS):
        step = until_asked(fox)
        on = page.evaluate("document.activeElement.dataset.target ?? ''")
        if step["kind"] == "over":
            return laid, turned
        if not on:
            page.keyboard.press("ArrowRight")  # the first arrow leads to the table
        elif step["kind"] == "place" and not on.startswith("at."):
            page.keyboard.press("ArrowUp")
        elif step["kind"] == "again" and not on.startswith("at."):
            pytest.fail(f"the focus was lost: {on}")
        elif step["kind"] == "again":
            if page.get_by_role("button", name="Turn the tile").count():
                before = page.locator(".place.armed").get_attribute("aria-label")
                page.keyboard.press("t")
                assert page.locator(".place.armed").get_attribute("aria-label") != before
                turned += 1
            fox.breathe()
            page.keyboard.press("Enter")
            laid += 1
        else:
            page.keyboard.press(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")[steps % 4])
            page.keyboard.press("Enter")
    pytest.fail(f"after {STEPS} keys the game goes on, {laid} tiles laid: {page.locator('.say').inner_text()}")


def same_as_recorded(fox: Person) -> None:
    """What the page showed is what the record of the game has."""
    record = fox.record()
    assert record.count("place ") >= 8
    shown = fox.page.locator(".field [data-piece]").count()
    assert shown == record.count("place ") + 1  # and the base


def test_a_whole_game_by_finger_on_a_phone(person: People) -> None:
    fox = sit(person(viewport=PHONE, has_touch=True, **MOVING), scoring="C")
    laid = play(fox)
    print(f"{laid} tiles laid by finger")
    assert laid > 3
    same_as_recorded(fox)


def test_a_whole_game_by_key_at_a_desk(person: People) -> None:
    fox = sit(person(viewport=DESK), draw_variant="b")
    laid, turned = play_by_key(fox)
    print(f"{laid} tiles laid by key, {turned} turned")
    assert laid > 3
    same_as_recorded(fox)


def choose(fox: Person) -> None:
    """Until a tile is chosen."""
    for _ in range(STEPS):
        step = until_asked(fox)
        assert step["kind"] != "over"
        if step["kind"] == "place":
            return
        tap(fox, step)
    pytest.fail("no tile can be chosen")


def test_a_tile_is_seen_where_it_would_lie_and_can_be_taken_back(person: People) -> None:
    fox = sit(person(viewport=DESK, has_touch=True), scoring="B")
    page = fox.page
    choose(fox)
    expect(page.locator(".own [aria-pressed=true]")).to_have_count(1)
    lively, dull = page.locator(".own li .touch"), page.locator(".own li .off")
    assert lively.count() + dull.count() == page.locator(".own [data-piece]").count()
    tap(fox, where(fox))
    shown = page.locator(".preview.sure b").inner_text()
    assert re.fullmatch(r"\+\d+", shown)
    assert f"{shown[1:]} points. Tap again" in page.locator(".say").inner_text()
    assert f"{shown[1:]} points" in (page.locator(".place.armed").get_attribute("aria-label") or "")
    page.keyboard.press("Escape")
    assert page.locator(".preview.sure").count() == 0
    assert page.locator(".place").count() > 0
    page.keyboard.press("Escape")
    assert page.locator(".place").count() == 0
    choose(fox)
    step = where(fox)
    with fox.trembling():
        tap(fox, step)
        tap(fox, step)
    expect(page.locator(".preview.sure")).to_have_count(1)
    before = page.locator(".field [data-piece]").count()
    fox.breathe()
    page.get_by_role("button", name="Lay it here").click()
    fox.until(f"document.querySelectorAll('.field [data-piece]').length > {before}")


def lift(fox: Person, move: Callable[[float, float], None]) -> tuple[float, float, float, float]:
    """A tile is pulled out of the hand: where it lay, and where the first place for it is."""
    page = fox.page
    fox.until("atRest()")
    tile = page.locator(".own [data-target]").first.bounding_box()
    field = page.locator(".field").bounding_box()
    assert tile
    assert field
    x, y = tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2
    assert "Where do you lay it?" not in page.locator(".say").inner_text()
    move(x, y)
    move((x + field["x"] + 30) / 2, (y + field["y"] + field["height"]) / 2)
    expect(page.locator(".carried")).to_have_count(1)
    assert "Where do you lay it?" in page.locator(".say").inner_text()
    fox.until("atRest()")
    place = page.locator(".place").first.bounding_box()
    assert place
    return x, y, place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def until_a_tile_fits(fox: Person) -> None:
    for _ in range(STEPS):
        step = until_asked(fox)
        if step["kind"] == "tile" and fox.page.locator(".own [data-target]").count():
            return
        tap(fox, step)
    pytest.fail("no tile can be lifted")


def test_a_tile_is_carried_to_its_place_by_mouse_and_returns_from_anywhere_else(person: People) -> None:
    fox = sit(person(viewport=DESK, has_touch=True))
    page = fox.page
    until_a_tile_fits(fox)

    down: list[float] = []

    def move(x: float, y: float) -> None:
        page.mouse.move(x, y)
        if not down:
            page.mouse.down()
        down.append(x)

    x, y, *_ = lift(fox, move)
    page.mouse.move(x, y + 4)
    page.mouse.up()
    down.clear()
    expect(page.locator(".carried")).to_have_count(0)
    assert page.locator(".place").count() == 0  # it is in the hand again
    assert page.locator(".own [aria-pressed=true]").count() == 0
    *_, x, y = lift(fox, move)
    page.mouse.move(x + 3, y + 3)
    expect(page.locator(".preview:not(.sure)")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".preview.sure")).to_have_count(1)
    expect(page.locator(".carried")).to_have_count(0)
    before = page.locator(".field [data-piece]").count()
    fox.breathe()
    page.get_by_role("button", name="Lay it here").click()
    fox.until(f"document.querySelectorAll('.field [data-piece]').length > {before}")


def test_a_tile_is_drawn_alike_in_the_hand_and_under_the_pointer(person: People) -> None:
    fox = sit(person(viewport=DESK, has_touch=True))
    page = fox.page
    until_a_tile_fits(fox)
    tile = page.locator(".own [data-target]").first.get_attribute("data-target")
    pressed = False

    def move(x: float, y: float) -> None:
        nonlocal pressed
        page.mouse.move(x, y)
        if not pressed:
            page.mouse.down()
        pressed = True

    def drawn(selector: str) -> str:
        drawing: str = page.locator(selector).first.evaluate("node => node.innerHTML.replace(/<!--.*?-->/g, '')")
        return drawing

    lift(fox, move)
    carried = drawn(".carried svg")
    assert carried.count("#g-") == 3
    assert carried == drawn(f".own [data-piece='{tile}'] svg > g")
    page.mouse.up()


def test_a_finger_carries_a_tile_that_is_seen_above_it(person: People) -> None:
    fox = sit(person(viewport=PHONE, has_touch=True, **MOVING))
    page = fox.page
    until_a_tile_fits(fox)
    hand = page.context.new_cdp_session(page)
    down: list[str] = []

    def move(x: float, y: float) -> None:
        kind = "touchMove" if down else "touchStart"
        down.append(kind)
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})

    *_, x, y = lift(fox, move)
    move(x, y + 44)
    expect(page.locator(".preview")).to_have_count(1)
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".preview.sure")).to_have_count(1)
    expect(page.locator(".carried")).to_have_count(0)


# A tile that can be laid in more than one way, among the choices of the last frame.
TURNABLE = """() => {
    const ways = new Map()
    for (const { path } of frames_.at(-1).scene.choices ?? [])
        ways.set(path[0], (ways.get(path[0]) ?? new Set()).add(path.at(-1)))
    return [...ways].filter(([, turns]) => turns.size > 1).map(([tile, turns]) => [tile, turns.size])[0] ?? null
}"""


def test_a_tile_is_turned_to_where_it_fits(person: People) -> None:
    """By key and by button, round and round; its patterns stay upright."""
    fox = person(viewport=DESK, has_touch=True)
    fox.page.add_init_script(WATCH)
    sit(fox)
    page = fox.page
    found = None
    for _ in range(STEPS):
        step = until_asked(fox)
        if step["kind"] == "over":
            sit(fox)
        found = step["kind"] == "tile" and page.evaluate(TURNABLE)
        if found:
            break
        tap(fox, step)
    assert found, "no tile could ever be turned"
    tile, ways = found
    fox.touch(tile)
    tap(fox, until_asked(fox, "place"))
    armed = page.locator(".place.armed")
    names = [armed.get_attribute("aria-label")]
    for number in range(ways):
        if number % 2:
            page.keyboard.press("t")
        else:
            page.get_by_role("button", name="Turn the tile").click()
        names.append(armed.get_attribute("aria-label"))
        assert names[-1] != names[-2]
    expect(page.locator(".preview use")).to_have_count(3)
    assert page.locator(".preview [transform*=rotate]").count() == 0  # drawn anew, not rotated
    before = page.locator(".field [data-piece]").count()
    fox.breathe()
    page.get_by_role("button", name="Lay it here").click()
    fox.until(f"document.querySelectorAll('.field [data-piece]').length > {before}")


def test_the_server_says_why_a_tile_cannot_lie_there(person: People) -> None:
    fox = person(viewport=DESK, has_touch=True)
    said = fox.overhear()
    sit(fox)
    page = fox.page
    choose(fox)
    box = page.locator(".field").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 30, box["y"] + box["height"] - 30)
    page.locator(".say", has_text="That touches nothing").wait_for()
    tile = page.locator(".field [data-piece]").last.bounding_box()
    assert tile
    page.touchscreen.tap(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    page.locator(".say", has_text="There is a tile in the way").wait_for()
    assert page.locator(".place").count() > 0  # the tile is still in the hand
    assert not [message for message in said if message["t"] == "move"]


def unit(fox: Person) -> float:
    """How many pixels a square has."""
    box = fox.page.locator(".field [data-piece]").last.bounding_box()
    assert box
    return float(min(box["width"], box["height"]))


def test_buttons_keys_wheel_and_fingers_look_around(person: People) -> None:
    fox = sit(person(viewport=DESK))
    page = fox.page
    usual = unit(fox)
    page.get_by_role("button", name="Larger").click()
    assert unit(fox) > usual * 1.2
    page.get_by_role("button", name="Show the whole table").click()
    assert unit(fox) == usual
    page.keyboard.press("-")
    assert unit(fox) < usual * 0.9
    page.keyboard.press("0")
    assert unit(fox) == usual
    field = page.locator(".field").bounding_box()
    assert field
    x, y = field["x"] + 200, field["y"] + 200
    page.mouse.move(x, y)
    page.mouse.wheel(0, 300)
    fox.until(f"document.querySelector('.field [data-piece]').getBoundingClientRect().height < {usual * 0.8}")
    play_one_by_mouse(fox)
    assert unit(fox) < usual * 0.8  # whoever has looked around is left alone
    until_asked(fox)  # nobody else lays a tile while we look
    page.get_by_role("button", name="Show the whole table").click()
    left = page.locator(".field [data-piece]").first.bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y + 20, steps=4)
    page.mouse.up()
    after = page.locator(".field [data-piece]").first.bounding_box()
    assert left
    assert after
    assert abs(after["x"] - left["x"] - 90) < 12
    page.keyboard.press("0")
    page.evaluate(PINCH, [x, y])
    assert unit(fox) > usual * 1.3 or usual > 80


PINCH = """([x, y]) => {
    const field = document.querySelector('.field')
    const about = { pointerType: 'touch', clientY: y, bubbles: true }
    const finger = (kind, pointerId, clientX) =>
        field.dispatchEvent(new PointerEvent(kind, { ...about, pointerId, clientX }))
    field.setPointerCapture = () => {}
    finger('pointerdown', 11, x - 30); finger('pointerdown', 12, x + 30)
    for (let i = 33; i <= 60; i += 3) { finger('pointermove', 11, x - i); finger('pointermove', 12, x + i) }
    finger('pointerup', 11, x - 60); finger('pointerup', 12, x + 60)
}"""


def play_one_by_mouse(fox: Person) -> None:
    for _ in range(STEPS):
        step = until_asked(fox)
        fox.breathe()
        fox.page.mouse.click(step["x"], step["y"])
        if step["kind"] == "again":
            return
    pytest.fail("nothing can be laid")


OUT_OF_SIGHT = """() => {
    const box = (node) => node.getBoundingClientRect()
    const { left, top, right, bottom } = box(document.querySelector('.field'))
    const out = (one) => one.left < left || one.top < top || one.right > right || one.bottom > bottom
    return [...document.querySelectorAll('.field [data-piece]')]
        .filter((node) => out(box(node))).map((node) => node.dataset.piece)
}"""


def test_many_tiles_on_a_small_phone(person: People) -> None:
    """Whatever is touched is at least as large as a finger; the table comes nearer for it."""
    fox = person(viewport={"width": 320, "height": 568}, has_touch=True, locale="de-DE")
    sit(fox, 8, draw_variant="b")
    play(fox, 4)
    choose(fox)
    page = fox.page
    assert page.locator(".field [data-piece]").count() > 20
    assert unit(fox) < 30
    assert page.evaluate(OUT_OF_SIGHT) == []
    tap(fox, where(fox))
    assert unit(fox) > 43
    boxes = page.evaluate(
        """[...document.querySelectorAll('[data-target], button')].filter((node) => node.offsetParent).map((node) => {
            const { width, height } = node.getBoundingClientRect()
            return [node.outerHTML.slice(0, 90), width, height]
        })"""
    )
    assert [box for box in boxes if min(box[1], box[2]) < 43.5] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    before = page.locator(".field [data-piece]").count()
    tap(fox, until_asked(fox, "again"))
    fox.until(f"document.querySelectorAll('.field [data-piece]').length > {before}")
    assert unit(fox) < 30  # the whole table is of interest again


def test_the_edition_of_textures_names_patterns(person: People) -> None:
    fox = sit(person(viewport=DESK, has_touch=True))
    fox.page.get_by_role("button", name="Settings").click()
    fox.page.get_by_label("Name patterns, not colours").check()
    fox.page.keyboard.press("Escape")
    choose(fox)
    tap(fox, where(fox))
    said = fox.page.evaluate(
        """[...document.querySelectorAll('main *')]
            .map((node) => `${node.ariaLabel ?? ''} ${node.children.length ? '' : node.textContent}`).join(' ')"""
    )
    assert set(re.findall(r"[a-z]+", said)) & {"crosses", "dots", "triangles", "waves", "checks"}
    assert set(re.findall(r"[a-z]+", said)) & {"red", "yellow", "green", "blue", "violet"} == set()
    fox.page.reload()
    fox.page.wait_for_selector(".field .tile")
    assert fox.page.evaluate("document.documentElement.dataset.patterns") == "strong"


def test_axe_finds_nothing_on_a_field(person: People) -> None:
    fox = sit(person(viewport=DESK, has_touch=True), 3, scoring="C")
    choose(fox)
    tap(fox, where(fox))
    assert wrong_by_day_and_night(fox, "field") == []
