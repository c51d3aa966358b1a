"""Chromino's table on a small phone, by many deals: however the tiles have come to lie, all of them are in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from msgspec.json import decode

from server.house import Heard
from web.people import Person
from web.positions import Game, played
from web.test_chromino import OUT_OF_SIGHT
from web.test_reach import at_table

People = Callable[..., Person]

EIGHT = Game("chromino", 8, {"draw_variant": "b"})
SMALL = {"width": 320, "height": 568}
FEW = range(5)
MANY = range(5, 1005)
# Another deal, another table: a curtain falls between them.
NEXT = """(told) => {
    wire.onmessage({ data: JSON.stringify({ t: 'curtain', seat: 0 }) })
    return show(told)
}"""


def late(deal: str) -> Heard:
    """The last position of this deal in which the host is to choose, and what the page knows of the table."""
    room: Heard = {}
    found: Heard = {}
    for text in played(EIGHT, deal):
        message = decode(text)
        if message["t"] == "room":
            room = message
        elif message["t"] == "frame" and message["scene"].get("choices"):
            found = {"room": room, "frame": message}
    return found


def tiles(told: Heard) -> int:
    zones = told["frame"]["scene"]["zones"]
    return sum(piece["shape"] == "tile" for zone in zones if zone["kind"] == "field" for piece in zone["pieces"])


def hidden(fox: Person, told: Heard) -> list[str]:
    """Tiles that cannot be seen whole."""
    fox.page.evaluate(NEXT, told)
    assert fox.page.locator(".field [data-piece]").count() == tiles(told)
    found: list[str] = fox.page.evaluate(OUT_OF_SIGHT)
    return found


def all_in_sight(fox: Person, deals: Iterable[int]) -> None:
    at_table(fox, EIGHT)
    found = {deal: late(f"deal {deal}") for deal in deals}
    assert max(map(tiles, found.values())) > 40
    assert {deal: out for deal, told in found.items() if (out := hidden(fox, told))} == {}


def test_every_tile_of_a_full_table_is_in_sight_on_a_small_phone(person: People) -> None:
    all_in_sight(person(viewport=SMALL, has_touch=True), FEW)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_every_tile_is_in_sight_by_a_thousand_deals(person: People) -> None:
    all_in_sight(person(viewport=SMALL, has_touch=True), MANY)


def test_a_tile_out_of_sight_is_noticed(person: People) -> None:
    fox = person(viewport=SMALL, has_touch=True)
    at_table(fox, EIGHT)
    assert hidden(fox, late("deal 0")) == []
    for _ in range(4):
        fox.page.get_by_role("button", name="Larger").click()
    assert fox.page.evaluate(OUT_OF_SIGHT) != []
