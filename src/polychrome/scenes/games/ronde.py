"""Ronde on the table: the discs of the box, and in front of every seat a rainbow of pairs with its gaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.engine.core import Message, State
from polychrome.engine.table import Line
from polychrome.games.colomo import ronde as rules
from polychrome.games.colomo.ronde import Ronde
from polychrome.games.colomo.table import COLOURS, LETTERS, OVER, OWN, SHOWS, START
from polychrome.scenes.games.colomo import table
from polychrome.scenes.games.colomo.table import FOUND, MISSED, Try
from polychrome.scenes.scene import TRAY, Choice, Scene, Zone
from polychrome.scenes.turn import spoken, status, why


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, Ronde)
    return Scene(
        game="ronde",
        viewer=viewer,
        seats=table.seats(view, lambda seat: table.counted(view, seat, "colours")),
        zones=zones(view, told),
        status=status(view),
        prompt=prompt(view, viewer),
        news=news(view, told),
        choices=choices(view, viewer),
        over=view.phase == OVER,
        why=why(view, rule(view)) if view.phase == OVER else (),
    )


def rule(view: Ronde) -> Message:
    """What decided (RON-9, RON-10)."""
    winners = view.winners()
    if view.scores()[winners[0]] == COLOURS:
        return spoken("ronde.why.all", winners[0])
    return Message("ronde.why.most", {})


def zones(view: Ronde, told: Sequence[Line]) -> tuple[Zone, ...]:
    found = [table.spread(view, told)]
    if any(view.aside):
        pieces = [table.pile("aside", colour, 2 * pairs) for colour, pairs in enumerate(view.aside) if pairs]
        found.append(Zone("aside", TRAY, Message("ronde.aside", {}), tuple(pieces)))
    fresh = received(view, told)
    return (*found, *(rainbow(view, seat, fresh) for seat in range(view.seats)))


def rainbow(view: Ronde, seat: int, fresh: list[tuple[int, int]]) -> Zone:
    """The pairs of a seat, each at the place of its colour: what is missing can be seen."""
    colours = [colour for colour in range(COLOURS) if view.has(seat, colour)]
    zone = f"own{seat}"
    pieces = [table.pile(zone, colour, 2, (seat, colour) in fresh, at=colour) for colour in colours]
    return table.own(seat, pieces, colours=table.PALETTE)


# What just happened.


def tries(view: Ronde, told: Sequence[Line]) -> dict[int, Try]:
    return table.tries(view, told, 2, pending=bool(view.up) and view.phase != rules.GIVING)


def received(view: Ronde, told: Sequence[Line]) -> list[tuple[int, int]]:
    """Who has just got which colour, as far as it is told."""
    tried = tries(view, told)
    ends = {at: ending(view, told, tried, at) for at in tried}
    found = [(tried[at].seat, tried[at].colour) for at, key in ends.items() if key == "ronde.news.found"]
    colour = -1
    for at, line in enumerate(told):
        if at in tried:
            colour = tried[at].colour
        elif line.action >= OWN and colour >= 0:
            found.append((line.action - rules.GIVE, colour))
    return found


def ending(view: Ronde, told: Sequence[Line], tried: dict[int, Try], at: int) -> str:
    """How a search ended (RON-5). Pairs of a colour are laid aside once everybody has one, and never before: so of all
    pairs of a colour, the last ones were laid aside, and the one before them was the last that somebody needed."""
    if tried[at].outcome == MISSED:
        return "ronde.news.different"
    if tried[at].outcome != FOUND:
        return "colomo.news.turned_up"
    if view.phase == rules.GIVING and at == max(tried):
        return "ronde.news.to_give"
    if any(line.action >= OWN for line in told[at + 1 : at + 2]):
        return "ronde.news.to_give"
    colour = tried[at].colour
    later = sum(other.colour == colour and other.outcome == FOUND for number, other in tried.items() if number > at)
    if later < view.aside[colour]:
        return "ronde.news.aside"
    everybody = view.had_by_all(colour)
    return "ronde.news.everybody" if everybody and later == view.aside[colour] else "ronde.news.found"


def news(view: Ronde, told: Sequence[Line]) -> tuple[Message, ...]:
    found = []
    tried = tries(view, told)
    name = table.spots(view)
    colour = -1
    for at, line in enumerate(told):
        if at in tried:
            key = ending(view, told, tried, at)
            colour = tried[at].colour
            if tried[at].outcome == FOUND:
                found.append(table.turned_up("colomo.news.turned_up", tried[at], name))
                found.append(spoken(key, tried[at].seat, colour=LETTERS[colour]))
            else:
                found.append(table.turned_up(key, tried[at], name))
        elif START <= line.action < OWN:
            found.append(table.starts(line))
        elif line.action >= OWN:
            found.append(spoken("ronde.news.gave", line.seat, other=line.action - rules.GIVE))
    return tuple(found)


# What the viewer can do.


def prompt(view: Ronde, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    if view.phase == rules.GIVING:
        return Message("ronde.prompt.give", {"colour": LETTERS[view.disc[view.place]]})
    return Message("colomo.prompt.one_more" if view.up else "ronde.prompt.flip", {})


def choices(view: Ronde, viewer: int) -> tuple[Choice, ...]:
    if viewer not in view.acting():
        return ()
    return tuple(choice(view, action) for action in view.legal(viewer))


def choice(view: Ronde, action: int) -> Choice:
    text = rules.TEXTS[action]
    if action < SHOWS:
        return table.flip(action, text, table.spots(view))
    seat, colour = action - rules.GIVE, LETTERS[view.disc[view.place]]
    return Choice(text, (f"own{seat}",), Message("ronde.choice.give", {"seat": seat, "colour": colour}))


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "turn": table.FLIPS,
    "gift": ("give_first", "has_colour", "nothing_to_give", "no_seat"),
}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    return (f"give {path[-1][3:]}",) if path[-1].startswith("own") else table.meant(path)
