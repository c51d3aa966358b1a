"""Hands reach everything that may be touched, at every table, in every phase, on every screen, without scrolling (B30);
and the table stands still meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from laws.walks import few_ways
from polychrome.registry import GAMES
from polychrome.room.catalogue import traits
from web.people import MOVING, Person
from web.positions import Game, Position, parts, positions

People = Callable[..., Person]
Look = dict[str, Any]

REACH = Path(__file__).with_name("reach.js").read_text(encoding="utf-8")
SIZES = ((320, 640), (360, 740), (740, 360), (820, 1180), (1440, 900))
ENOUGH = 44  # pixels from target to target
LEAST = 40  # where the window allows so many
ASIDE = {"ronde": "aside", "coloretto": "gone"}  # where pieces that leave the game lie; most games never come so far


def usual() -> list[Game]:
    """Each game with the fewest and with the most seats, as it is usually played, and what else changes the board."""
    found = [Game(game.name, seats, {}) for game in GAMES for seats in (game.fewest, game.most)]
    found += [Game("coloretto", 5, {"final_choice": "manual"}), Game("color_words", 6, {"word_check": "vote"})]
    found += [Game(name, 2, {}, zone) for name, zone in ASIDE.items()]
    return [*found, Game("coloretto", 4, {}), Game("ronde", 4, {})]  # as many before each of them as there can be


def cases() -> list[Any]:
    """Two sizes for each of them, by turns; in the long run all sizes, and each option of each game."""
    others = [Game(game.name, seats, game.named(options)) for game in GAMES for seats, options in few_ways(game)]
    found = [pytest.param(game, (SIZES[at % 5], SIZES[(at + 2) % 5]), id=str(game)) for at, game in enumerate(usual())]
    whole = {str(game): game for game in [*usual(), *others]}
    return found + [pytest.param(game, SIZES, id=f"{name}-all", marks=pytest.mark.long) for name, game in whole.items()]


def looked_at(
    fox: Person,
    game: Game,
    found: list[Position],
    sizes: tuple[tuple[int, int], ...],
    apart: tuple[int, int] = (ENOUGH, LEAST),
) -> dict[tuple[int, int], list[Look]]:
    at_table(fox, game)
    told = [{"room": position.room, "frame": position.frame, "phase": position.phase} for position in found]
    looks = {}
    for width, height in sizes:
        fox.page.set_viewport_size({"width": width, "height": height})
        fox.until(f"innerWidth === {width}")
        looks[width, height] = fox.page.evaluate("(wanted) => lookedThrough(...wanted)", [told, *apart])
    return looks


def at_table(fox: Person, game: Game) -> None:
    """A page whose server is the test."""
    fox.page.add_init_script(REACH)
    fox.page.route("**/api/tables/*/scores", lambda route: route.fulfill(json={"scores": [[0] * game.seats] * 3}))
    fox.go(f"/t/{game.name}")
    fox.until("!!window.wire")  # it has called


@pytest.mark.parametrize(("game", "sizes"), cases())
def test_everything_can_be_reached_and_the_table_stands_still(
    person: People, game: Game, sizes: tuple[tuple[int, int], ...]
) -> None:  # B30
    all_in_reach(looked_at(person(has_touch=True), game, positions(game), sizes))


@pytest.mark.parametrize(("name", "seats"), [("ronde", 2), ("ronde", 6), ("chromino", 4), ("chromino", 8)])
def test_who_is_gone_stands_in_nobodys_way(person: People, name: str, seats: int) -> None:  # B30
    """A bot can be asked to play on for each of the others, whatever else there is to touch."""
    game = Game(name, seats, {})
    company = [gone(position) for position in positions(game) if position.frame["scene"].get("choices")]
    all_in_reach(looked_at(person(has_touch=True), game, company, SIZES))


# In games with secrets all who play are asked.
ASKED = [(game.name, seats) for game in GAMES if traits(game).private for seats in (max(2, game.fewest), game.most)]


@pytest.mark.parametrize(("name", "seats"), ASKED)
def test_who_would_like_a_seat_stands_in_nobodys_way(person: People, name: str, seats: int) -> None:  # A32, B30
    game = Game(name, seats, {})
    company = [asked(position) for position in positions(game) if position.frame["scene"].get("choices")]
    all_in_reach(looked_at(person(has_touch=True), game, company, SIZES))


def gone(position: Position) -> Position:
    """The others are people who have not been there for a while."""
    me, room = position.frame["viewer"], position.room
    seats = [{**seat, "kind": "person", "bot": None, "away": at != me} for at, seat in enumerate(room["seats"])]
    return position._replace(phase=f"{position.phase}, alone", room={**room, "seats": seats})


def asked(position: Position) -> Position:
    """Somebody new would like a seat."""
    me = position.frame["viewer"]
    newcomer = {"seat": 1 - min(me, 1), "waiting": [me], "program": False}
    return position._replace(phase=f"{position.phase}, newcomer", room={**position.room, "newcomer": newcomer})


# How much of the sentence is cut off, above and below.
CUT = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect()
    const [text, say] = [box('.line > .text'), box('.line .say')]
    return [text.top - say.top, say.bottom - text.bottom].map(Math.round)
}"""


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize(
    "game", [Game("coloretto", 5, {"final_choice": "manual"}), Game("blackout", 3, {})], ids=["coloretto", "blackout"]
)
def test_what_is_to_be_decided_is_read_whole_on_a_small_phone(person: People, game: Game, language: str) -> None:
    """Also after the first touch, when there is a way back beside it."""
    fox = person(has_touch=True, locale=language, viewport={"width": 320, "height": 640})
    at_table(fox, game)
    for position in positions(game):
        if not position.frame["scene"].get("choices"):
            continue
        fox.page.evaluate("(told) => show(told)", {"room": position.room, "frame": position.frame})
        for _ in range(3):
            above, below = fox.page.evaluate(CUT)
            assert max(above, below) <= 1, position.phase
            fox.page.evaluate("document.querySelector('[data-target]:not(.armed)')?.click()")
            fox.settle()


def test_what_six_have_won_is_whole_on_a_small_phone(person: People) -> None:
    game = Game("rondo", 6, {})
    fox = person(has_touch=True, viewport={"width": 320, "height": 640})
    at_table(fox, game)
    last = positions(game)[-1]
    fox.page.evaluate("(told) => show(told)", {"room": last.room, "frame": last.frame})
    lower = """() => ['.seats', '.seats .piece'].map((name) =>
        Math.max(...[...document.querySelectorAll(name)].map((node) => node.getBoundingClientRect().bottom)))"""
    assert fox.page.locator(".seats .piece").count() > 6
    edge, lowest = fox.page.evaluate(lower)
    assert lowest <= edge


def part(key: str, **args: Any) -> list[Any]:
    return [f"color_words.part.{key}", args]


# What a server may say of a word, from little to much.
LETTERS = [
    part("match" if at % 2 else "other", letter=letter, place=f"{letter}1", n=3) for at, letter in enumerate("ABCDEF")
]
SAID = {"points": 0, "parts": [], "reason": None, "verdict": None}
ANSWERS: list[tuple[str, Look]] = [
    ("two letters", {**SAID, "points": 3, "parts": LETTERS[:2]}),
    ("long", {**SAID, "points": 23, "parts": [*LETTERS, part("star", star="C"), part("claim", n=5)]}),
    ("doubted", {**SAID, "parts": LETTERS, "verdict": ["color_words.verdict.vote", {"word": "FACADE"}]}),
    ("refused", {**SAID, "reason": ["color_words.refused.apart", {"cell": "C4"}]}),
    ("known", {**SAID, "points": 9, "parts": LETTERS, "verdict": ["color_words.verdict.known", {"word": "FACADE"}]}),
]
CLAIMS = [{"id": name, "label": [f"color_words.claim.{name}", {}]} for name in ("theme", "proper")]


@pytest.mark.parametrize("claims", [[], CLAIMS], ids=["letters", "theme"])
@pytest.mark.parametrize("touch", [False, True], ids=["keyboard", "fingers"])
def test_the_keys_that_hand_a_word_in_stand_still_whatever_is_said_of_it(
    person: People, touch: bool, claims: list[Look]
) -> None:  # B30
    """In German, which has the longest sentences: a finger on its way to a key finds it there."""
    fox = person(has_touch=touch, locale="de-DE")
    game = Game("color_words", 2, {})
    first = next(position for position in positions(game) if position.frame["scene"].get("composer"))
    composer = {**first.frame["scene"]["composer"], "verdict": True, "ticks": claims}
    frame = {**first.frame, "scene": {**first.frame["scene"], "composer": composer}}
    at_table(fox, game)
    looks = {}
    for width, height in SIZES:
        fox.page.set_viewport_size({"width": width, "height": height})
        fox.until(f"innerWidth === {width}")
        told = [{"room": first.room, "frame": frame}, "FACADE", ANSWERS]
        looks[width, height] = fox.page.evaluate("(told) => writtenOut(...told)", told)
    moved = [
        f"{width}×{height}: {key}: {seen}"
        for (width, height), rounds in looks.items()
        for found in rounds
        for key, seen in places(found).items()
        if len(seen) > 1
    ]
    assert not moved, "\n".join(["", *moved])


@pytest.mark.parametrize("name", ASIDE)
def test_something_is_laid_aside_where_it_is_looked_for(name: str) -> None:  # RON-5, CTO-11
    found = positions(Game(name, 2, {}, ASIDE[name]))
    assert {ASIDE[name] in parts(position.frame) for position in found} == {False, True}


def all_in_reach(looks: dict[tuple[int, int], list[Look]]) -> None:
    wrong = [
        f"{width}×{height}, {look['phase']}: {target}: {why}"
        for (width, height), found in looks.items()
        for look in found
        for target, why in look["wrong"]
    ]
    assert not wrong, "\n".join(["", *wrong])
    for size, found in looks.items():
        moved = [f"{part}: {seen}" for part, seen in places(found).items() if len(seen) > 1]
        assert not moved, "\n".join([f"the table does not stand still at {size}:", *moved])


def places(found: list[Look]) -> dict[str, dict[tuple[int, ...], str]]:
    """By the name of each part of the board all places where it lay, and in which phase it was first seen there."""
    seen: dict[str, dict[tuple[int, ...], str]] = {}
    for look in found:
        for part, box in look["places"].items():
            seen.setdefault(part, {}).setdefault(tuple(box), look["phase"])
    return seen


# Whether the middle of the tile that was laid last can be seen.
FRESH = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect()
    const [tile, field] = [box('.field .tile.fresh'), box('.field')]
    const [x, y] = [tile.x + tile.width / 2, tile.y + tile.height / 2]
    return x > field.left && x < field.right && y > field.top + 52 && y < field.bottom
}"""


def push_away(fox: Person) -> None:
    """As near as it comes and as far as it can be pushed, one way or the other, until the last tile is out of sight."""
    box = fox.page.locator(".field").bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(6):
        fox.page.keyboard.press("+")
    for way in (1, -1):
        if not there(fox).count():
            fox.page.mouse.move(*middle)
            fox.page.mouse.down()
            for far in (20, 5000):  # held fast once it moves, also beyond the window
                fox.page.mouse.move(middle[0] + way * far, middle[1] + way * far)
            fox.page.mouse.up()
            fox.settle()
    fox.until(f"!({FRESH})()")


def there(fox: Person) -> Any:
    """The way to what was laid last, where it is out of sight."""
    return fox.page.get_by_role("button", name="Show what was laid last")


def test_what_was_laid_out_of_sight_is_one_tap_away(person: People) -> None:
    game = Game("chromino", 2, {})
    fox = person(viewport={"width": 820, "height": 1180})
    at_table(fox, game)
    last = positions(game)[-1]
    fox.page.evaluate("(told) => show(told)", {"room": last.room, "frame": last.frame})
    assert there(fox).count() == 0  # the whole table is in sight
    assert fox.page.evaluate(FRESH)
    push_away(fox)
    there(fox).click()
    fox.settle()
    assert fox.page.evaluate(FRESH)
    assert there(fox).count() == 0


def test_the_view_follows_what_others_lay_unless_somebody_looks_around(person: People) -> None:
    game = Game("chromino", 2, {})
    fox = person(viewport={"width": 820, "height": 1180}, **MOVING)
    at_table(fox, game)
    last = positions(game)[-1]
    frame = {**last.frame, "length": last.frame["length"] + 1}
    tiles = next(zone["pieces"] for zone in frame["scene"]["zones"] if zone["kind"] == "field")
    late = next(tile for tile in tiles if tile.get("fresh"))
    show = "([room, frame, late]) => show({ room, frame: dropped(frame, late) })"
    fox.page.evaluate(
        """() => (window.dropped = (frame, late) => {
            const left = (zone) => ({ ...zone, pieces: zone.pieces?.filter(({ id }) => id !== late) })
            return { ...frame, scene: { ...frame.scene, zones: frame.scene.zones.map(left) } }
        })"""
    )
    for hasty in (True, False):
        fox.page.evaluate(show, [last.room, frame, None])
        push_away(fox)
        fox.page.evaluate(show, [last.room, frame, late["id"]])
        fox.page.evaluate("(by) => (clock.held = Date.now() + by)", 0 if hasty else 6000)  # subject: set, not measured
        fox.page.evaluate(show, [last.room, frame, None])
        if hasty:
            expect(there(fox)).to_have_count(1)
            assert not fox.page.evaluate(FRESH)
            there(fox).click()
        fox.until(f"({FRESH})()")
        expect(there(fox)).to_have_count(0)
