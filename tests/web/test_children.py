"""Small children: one switch, and whoever cannot read plays by pictures, with large discs and a voice."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from web.driver import PLAYER, play_to_the_end
from web.people import Person
from web.positions import Game, positions
from web.test_reach import all_in_reach, at_table, looked_at
from web.test_senses import VOICE
from web.watching import WATCH

People = Callable[..., Person]

GAMES = ("ronde", "trio", "arc_en_ciel", "rondo")
SIZES = ((360, 740), (740, 360), (820, 1180))
PHONE = {"width": 360, "height": 740}
FIST = 64  # pixels: a child's finger
ON = "if (location.host) localStorage['polychrome.settings'] ??= JSON.stringify({ children: true, read: true })"
KEPT = "JSON.parse(localStorage['polychrome.settings'] ?? '{}')"


def wordless(route: Any) -> None:
    """A language in which everything is called the same."""

    def blank(entry: Any) -> Any:
        return dict.fromkeys(entry, "…") if isinstance(entry, dict) else "…"

    entries = json.loads(route.fetch().text())
    route.fulfill(json={key: entry if key == "language.zero" else blank(entry) for key, entry in entries.items()})


# What every seat lacks, and what the gaps before it show.
GHOSTS = """() => [...document.querySelectorAll('.zone.tray')].map((zone) => [
    ...[...zone.querySelectorAll('[data-look]')].map(({ dataset }) => dataset.look.split(' ')[1]),
    ...[...zone.querySelectorAll('.socket .ghost use')].map((glyph) => glyph.getAttribute('href').slice(3)),
])"""
# Games with a disc that lies over the edge of their lid, or over their name.
OVERHANGING = """[...document.querySelectorAll('[data-game]')].filter((lid) => {
    const box = (node) => node.getBoundingClientRect()
    const [edge, name] = [box(lid), box(lid.lastElementChild)]
    return [...lid.querySelectorAll('.mark')].map(box).some(({ left, right, top, bottom }) =>
        left < edge.left || right > edge.right || top < edge.top || bottom > name.top + 4)
}).map((lid) => lid.dataset.game)"""
RAINBOW = ["blue", "green", "orange", "red", "violet", "yellow"]


def test_who_cannot_read_plays_to_the_end(person: People) -> None:
    child = person(viewport=PHONE, has_touch=True)
    child.page.add_init_script(VOICE + WATCH + PLAYER)
    child.page.route("**/locales/*.json", wordless)
    heard = child.listen()
    child.go()
    child.page.get_by_role("switch").tap()
    child.page.locator(".rivals").last.tap()
    child.page.locator("[data-game=ronde]").tap()
    child.page.wait_for_selector(".board")
    assert set(child.page.locator(".page").inner_text()) <= set("… 0123456789\n")  # nothing to read

    def room() -> dict[str, Any]:
        return next((told for told in reversed(heard) if told["t"] == "room"), {"settings": {"look": 0}})

    assert child.look(lambda: room()["settings"]["look"] == 6, "a longer look")
    assert room()["options"] == {"discs": 24}
    assert [seat["bot"] for seat in room()["seats"]] == [None, "kid", "kid"]
    child.say(pause=0, look=0)
    play_to_the_end(child)
    assert child.page.evaluate("leaks") == []
    assert all(sorted(tray) == RAINBOW for tray in child.page.evaluate(GHOSTS))
    assert len([one for one in child.page.evaluate("said") if one != "hush"]) > 5  # there was a voice
    assert "option discs 24" in child.record().splitlines()


def test_pictures_lie_on_their_lids(person: People) -> None:
    child = person()
    child.page.add_init_script(ON)
    child.go().page.locator("[data-game]").last.wait_for()
    for width, height in (*SIZES, (320, 640), (1440, 900)):
        child.page.set_viewport_size({"width": width, "height": height})
        child.settle()
        assert child.page.evaluate(OVERHANGING) == []


@pytest.mark.parametrize(("game", "seats"), [(game, 2 + at % 2) for at, game in enumerate(GAMES, 1)])
def test_targets_are_large(person: People, game: str, seats: int) -> None:
    child = person(has_touch=True)
    child.page.add_init_script(ON)
    small = Game(game, seats, {"discs": 24})
    all_in_reach(looked_at(child, small, positions(small), SIZES, (FIST, FIST)))


def test_a_pair_is_given_by_pictures(person: People) -> None:
    child = person(has_touch=True, viewport=PHONE)
    child.page.add_init_script(ON)
    game = Game("ronde", 3, {})
    at_table(child, game)
    giving = next(one for one in positions(game) if "give" in one.phase)
    child.page.evaluate("(told) => show(told)", {"room": giving.room, "frame": giving.frame})
    child.page.evaluate("() => { window.sent = []; wire.send = (text) => sent.push(JSON.parse(text)) }")
    heads = child.page.locator(".giving button")
    choices = giving.frame["scene"]["choices"]
    assert heads.count() == len(choices) == 2
    scene = giving.frame["scene"]
    colour = next(piece["colours"][0] for piece in scene["zones"][0]["pieces"] if piece.get("colours"))
    assert child.page.locator(".giving use").get_attribute("href") == f"#g-{colour}"
    heads.last.tap()
    child.until("sent.some(({ t }) => t === 'move')")
    moves = [sent["action"] for sent in child.page.evaluate("sent") if sent["t"] == "move"]
    assert moves == [choices[-1]["action"]]


def test_one_switch_at_home_and_at_the_table(person: People) -> None:
    child = person(viewport=PHONE)
    child.page.add_init_script(VOICE)
    child.go()
    switch = child.page.get_by_role("switch")
    switch.click()
    assert child.page.evaluate(KEPT)["read"] is True
    child.page.reload()  # it is remembered
    child.page.locator("[data-game]").nth(3).wait_for()
    assert child.page.locator("[data-game]").count() == len(GAMES)
    child.sit_down(game="trio")
    child.page.get_by_role("button", name="Settings").click()
    child.page.get_by_role("button", name="A new game with fewer discs").wait_for()
    switch.click()
    assert [child.page.evaluate(KEPT)[name] for name in ("children", "read")] == [False, False]  # nor the voice
    child.page.get_by_label("Read every turn aloud").check()
    switch.click()
    child.page.get_by_role("button", name="A new game with fewer discs").click()
    child.until("document.querySelectorAll('[data-piece^=disc]').length === 24")
    child.page.get_by_role("button", name="Settings").click()
    switch.click()
    assert child.page.evaluate(KEPT)["read"] is True  # it had been there before


def test_a_host_who_has_chosen_a_time_keeps_it(person: People) -> None:
    child = person(viewport=PHONE)
    child.page.add_init_script(ON)
    heard = child.listen()
    child.open_table("trio", 2, "kid", {"discs": 24})
    child.look(lambda: any(told.get("settings", {}).get("look") == 6 for told in heard), "a longer look")
    child.say(look=4)
    child.page.reload()
    child.page.wait_for_selector(".board")
    child.until("performance.getEntriesByType('resource').some(({ name }) => /Aside.*js/.test(name))")
    child.page.evaluate("drawn()")  # it would have asked for more by now
    child.say(pause=7)
    rooms = [told["settings"] for told in heard if told["t"] == "room"]
    assert {room["look"] for room in rooms if room["pause"] == 7} == {4}
