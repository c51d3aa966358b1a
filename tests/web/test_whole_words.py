"""What a page says in places of a fixed size is read whole, in every language, on every phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from polychrome.registry import GAMES
from polychrome.words import LANGUAGES
from web.people import Person
from web.positions import Game, Position, positions
from web.test_reach import at_table

People = Callable[..., Person]

WHOLE = Path(__file__).with_name("whole.js").read_text(encoding="utf-8")
PHONES = ((320, 640), (360, 740), (740, 360), (820, 1180), (1440, 900))


def cases() -> list[Any]:
    """Each game in one language, by turns; in the long run in all of them."""
    found = []
    for at, game in enumerate(GAMES):
        for number, language in enumerate(LANGUAGES):
            marks = [] if number == at % len(LANGUAGES) else [pytest.mark.long]
            found.append(pytest.param(game.name, game.most, language, id=f"{game.name}-{language}", marks=marks))
    return found


@pytest.mark.parametrize(("name", "seats", "language"), cases())
def test_what_is_said_is_read_whole_by_who_opens_a_game_for_the_first_time(
    person: People, name: str, seats: int, language: str
) -> None:
    """The offer to learn it lies beside nothing else, and what is known of the table is not cut off."""
    game = Game(name, seats, {})
    fox = person(new=True, has_touch=True, locale=language)
    fox.page.add_init_script(WHOLE)
    at_table(fox, game)
    found = [among_bots(position) for position in positions(game)]
    fox.page.evaluate("(told) => show(told)", {"room": found[0].room, "frame": found[0].frame})
    fox.page.wait_for_selector(".offer")
    wrong = []
    for width, height in PHONES:
        fox.page.set_viewport_size({"width": width, "height": height})
        fox.until(f"innerWidth === {width}")
        for position in found:
            fox.page.evaluate("(told) => show(told)", {"room": position.room, "frame": position.frame})
            cut = fox.page.evaluate("notWhole()")
            wrong += [f"{width}×{height}, {position.phase}: {words}: {why}" for words, why in cut]
    assert not wrong, "\n".join(["", *wrong])


def among_bots(position: Position) -> Position:
    """Nobody else is there: so a guide is offered."""
    me, room = position.frame["viewer"], position.room
    seats = [seat if at == me else {**seat, "kind": "bot", "bot": "kid"} for at, seat in enumerate(room["seats"])]
    return position._replace(room={**room, "seats": seats})
