"""Chromino on the table: the bag, the field without end, and in front of every seat its tiles.

A tile is laid by touching it, the cell where its middle shall lie, and how it is turned: about its middle, so that the
place stays the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from polychrome.engine.core import NATURE, Argument, Message, State
from polychrome.engine.table import Line
from polychrome.games.chromino import notation, rules, tiles
from polychrome.games.chromino.ground import NO_SYSTEM, SYSTEM_A, SYSTEM_C, Ground, ground_of
from polychrome.games.chromino.rules import Chromino
from polychrome.scenes.scene import FIELD, HAND, PILE, SPOT, TILE, Button, Choice, Piece, Scene, Seat, Sum, Zone
from polychrome.scenes.turn import ending, spoken, status, why

PALETTE: Final = ("red", "yellow", "green", "blue", "violet")  # CHR-2
TABLE: Final = "table"  # the field
TARGETS_AT_ONCE: Final = 60  # targets that a person is asked to choose from at once

# Ids. A tile that can be seen has its own name wherever it lies ("tile.GRP"); the backs of a hand or the bag are all
# the same ("hand1.back"). A cell that can be touched is "at.-2.1", a way to turn a tile "turn.h.PRG".

# What people call a cell: so far from the middle of the base. By the signs of column and row.
AT: Final[dict[tuple[int, int], str]] = {
    (0, 0): "chromino.at.middle",
    (-1, 0): "chromino.at.left",
    (1, 0): "chromino.at.right",
    (0, -1): "chromino.at.up",
    (0, 1): "chromino.at.down",
    (-1, -1): "chromino.at.left_up",
    (-1, 1): "chromino.at.left_down",
    (1, -1): "chromino.at.right_up",
    (1, 1): "chromino.at.right_down",
}


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, Chromino)
    choices, buttons = chances(view, viewer)
    return Scene(
        game="chromino",
        viewer=viewer,
        seats=seats(view),
        zones=zones(view, told, choices),
        status=ended(view) if view.phase == rules.OVER else status(view),
        prompt=prompt(view, viewer),
        news=news(view, viewer, told),
        choices=choices,
        buttons=buttons,
        over=view.phase == rules.OVER,
        facts=facts(view),
        why=why(view, rule(view)) if view.phase == rules.OVER else (),
    )


def where(x: int, y: int) -> dict[str, Argument]:
    """A cell, for the gap {at:message}."""
    return {"at": AT[(x > 0) - (x < 0), (y > 0) - (y < 0)], "x": abs(x), "y": abs(y)}


def hues(colours: list[int]) -> tuple[str, ...]:
    return tuple(PALETTE[colour] for colour in colours)


def called(laid: int) -> dict[str, Argument]:
    """A tile as it lies, for the gap {tile:message}."""
    return notation.named(laid >> tiles.READING_BIT)


def middle(laid: int) -> tuple[int, int]:
    return tiles.cells_of(laid)[1]


# What lies on the table.


def zones(view: Chromino, told: Sequence[Line], choices: tuple[Choice, ...]) -> tuple[Zone, ...]:
    backs = (back("bag.back", view.left),) if view.left else ()
    hands = [hand(view, seat, told) for seat in range(view.seats)]
    return (Zone("bag", PILE, Message("chromino.bag", {}), backs), field(view, told, choices), *hands)


def back(name: str, count: int) -> Piece:
    return Piece(name, TILE, Message("chromino.back", {}), up=False, count=count)


def field(view: Chromino, told: Sequence[Line], choices: tuple[Choice, ...]) -> Zone:
    """Every tile on its cells, and the cells that can be touched now."""
    fresh = {line.action - notation.TO_PLACE for line in told if line.action >= notation.TO_PLACE}
    pieces = [lying(laid, laid in fresh) for laid in view.laid]
    spots = {target for choice in choices for target in choice.path if target.startswith("at.")}
    cells = sorted((int(y), int(x)) for _, x, y in (spot.split(".") for spot in spots))
    pieces += [Piece(at(x, y), SPOT, Message("chromino.spot", where(x, y)), cells=((x, y),)) for y, x in cells]
    return Zone(TABLE, FIELD, Message("chromino.table", {}), tuple(pieces))


def lying(laid: int, fresh: bool) -> Piece:
    key = "chromino.lies_upright" if tiles.upright(laid) else "chromino.lies_across"
    label = Message(key, {**called(laid), **where(*middle(laid))})
    cells = tuple(tiles.cells_of(laid))
    return Piece(tile_id(tiles.tile_of(laid)), TILE, label, hues(tiles.colours_of(laid)), fresh=fresh, cells=cells)


def tile_id(tile: int) -> str:
    return f"tile.{tiles.NAMES[tile]}"


def at(x: int, y: int) -> str:
    return f"at.{x}.{y}"


def hand(view: Chromino, seat: int, told: Sequence[Line]) -> Zone:
    """The tiles that the viewer can see, and the number of the others."""
    new = {line.action - notation.TILE for line in drawn_lines(told)}
    known = view.hand(seat)
    pieces = [
        Piece(
            tile_id(tile),
            TILE,
            Message("chromino.tile", notation.named(tiles.unturned(tile))),
            hues(tiles.SQUARES[tile]),
            fresh=tile in new,
        )
        for tile in known
    ]
    hidden = view.held[seat] - len(known)
    if hidden:
        pieces.append(back(f"hand{seat}.back", hidden))
    label = Message("chromino.own", {"seat": seat})
    return Zone(f"hand{seat}", HAND, label, tuple(pieces), seat=seat)


def drawn_lines(told: Sequence[Line]) -> list[Line]:
    """Tiles that were drawn in a turn, not dealt; as far as they were told."""
    return [
        line
        for before, line in pairwise(told)
        if before.action == notation.TO_DRAW and notation.TILE <= line.action < notation.TURN_UP
    ]


# Who sits there, and what there is to know.


def seats(view: Chromino) -> tuple[Seat, ...]:
    acting, scores = view.acting(), view.scores()
    winners = view.winners() if view.phase == rules.OVER else []
    counted = view.options[rules.SCORING] != NO_SYSTEM
    found = []
    for seat in range(view.seats):
        left = Message("chromino.left", {"n": view.held[seat]})
        over = view.phase == rules.OVER
        notes = () if over or not counted else (left,)
        standing = None if counted else left
        sums = count(view, seat) if over else ()
        found.append(Seat(seat, scores[seat], seat in acting, seat in winners, notes, standing=standing, sums=sums))
    return tuple(found)


def count(view: Chromino, seat: int) -> tuple[Sum, ...]:
    """What the tiles that were laid brought, and what those that were left have cost (CHR-14 to CHR-17)."""
    counted = view.options[rules.SCORING] != NO_SYSTEM
    laid = view.points[seat] if counted else 0
    cost = view.scores()[seat] - laid
    found = [Sum(Message("chromino.sum.laid", {}), laid)] if laid else []
    if view.held[seat]:
        found.append(Sum(Message("chromino.sum.left", {"n": view.held[seat]}), cost))
    return tuple(found)


def rule(view: Chromino) -> Message:
    """What decided (CHR-11, CHR-12, CHR-17)."""
    if view.options[rules.SCORING] != NO_SYSTEM:
        return Message("chromino.why.points", {})
    return Message("chromino.why.fewest" if min(view.held) else "chromino.why.out", {})


def facts(view: Chromino) -> tuple[Message, ...]:
    found = []
    if view.options[rules.SCORING] == NO_SYSTEM and 0 in view.held and rules.LOOK <= view.phase < rules.OVER:
        out = [seat for seat in range(view.seats) if not view.held[seat]]
        found.append(Message("chromino.fact.final", {"seats": out}))
    variant = view.options[rules.VARIANT]
    if variant == 0:
        found.append(Message("chromino.fact.one_draw", {}))
    elif variant == 1:
        found.append(Message("chromino.fact.draw_on", {}))
    else:
        found.append(Message("chromino.fact.draw_limit", {"limit": rules.LIMITS[view.options[rules.LIMIT]]}))
    system = view.options[rules.SCORING]
    found.append(
        Message(("chromino.fact.no_points", "chromino.fact.A", "chromino.fact.B", "chromino.fact.C")[system], {})
    )
    return tuple(found)


def ended(view: Chromino) -> Message:
    """Who won, and how: without points what counts is who is out, or who is left with least (CHR-11, CHR-12)."""
    if view.options[rules.SCORING] != NO_SYSTEM:
        return ending(view)
    winners = view.winners()
    n = min(view.held)
    if not winners:
        return Message("chromino.over.lost", {"n": n})
    if len(winners) > 1:
        return Message("chromino.over.many_blocked" if n else "chromino.over.many_out", {"seats": winners, "n": n})
    return spoken("chromino.over.blocked" if n else "chromino.over.out", winners[0], n=n)


# What just happened.

DRAWN: Final = {notation.FITS: "chromino.news.drew_fits", notation.STUCK: "chromino.news.drew_keeps"}


def news(view: Chromino, viewer: int, told: Sequence[Line]) -> tuple[Message, ...]:
    found: list[Message] = []
    dealt = False
    drawer = NATURE  # who has just drawn, until it is known whether the tile fits
    mover = NATURE  # whose turn it is then, as far as the lines tell
    laid = last_laid(told)
    for number, line in enumerate(told):
        before = told[number - 1].action if number else -1
        action = line.action
        if action >= notation.TO_PLACE:
            found += laid_news(view, line, explain=number == laid)
            drawer, mover = NATURE, (line.seat + 1) % view.seats
        elif action == notation.TO_DRAW:
            drawer = line.seat
        elif action in (notation.FITS, notation.STUCK):
            if drawer != NATURE:
                found.append(spoken(DRAWN[action], drawer))
                drawer, mover = NATURE, (drawer + 1) % view.seats
            elif action == notation.STUCK and mover != NATURE and passed(view, told, number):
                found.append(spoken("chromino.news.passes", mover))
                mover = (mover + 1) % view.seats
        elif action < notation.TILE:
            found.append(spoken("chromino.news.start", action - notation.START))
        elif action < notation.TURN_UP:
            if before == notation.TO_DRAW:
                found.append(
                    spoken("chromino.news.drew", drawer, **notation.named(tiles.unturned(action - notation.TILE)))
                )
            else:
                dealt = view.phase >= rules.LOOK
        elif action < notation.FIRST:
            found += turned_up(view, action - notation.TURN_UP)
        else:
            found.append(Message("chromino.news.base", notation.named(tiles.unturned(action - notation.FIRST))))
    if dealt:
        found.append(Message("chromino.news.dealt", {}))
    return (*found, *now(view, viewer, told))


def last_laid(told: Sequence[Line]) -> int:
    """Which line tells of the last tile: only there the points are explained."""
    return max((at for at, line in enumerate(told) if line.action >= notation.TO_PLACE), default=-1)


def passed(view: Chromino, told: Sequence[Line], number: int) -> bool:
    """Was the bag empty, so that whoever could not lay a tile could not draw either?"""
    if number == len(told) - 1:
        return view.phase != rules.DRAW
    return view.left == 0 and told[number + 1].action != notation.TO_DRAW


def now(view: Chromino, viewer: int, told: Sequence[Line]) -> list[Message]:
    """Somebody else cannot lay a tile; whoever cannot do so oneself is asked to draw."""
    if (
        told
        and told[-1].action == notation.STUCK
        and view.phase == rules.DRAW
        and not view.draws
        and view.seat != viewer
    ):
        return [Message("chromino.news.stuck", {"seat": view.seat})]
    return []


def laid_news(view: Chromino, line: Line, explain: bool) -> list[Message]:
    laid = line.action - notation.TO_PLACE
    across = "chromino.news.laid_upright" if tiles.upright(laid) else "chromino.news.laid_across"
    found = [spoken(across, line.seat, **called(laid), **where(*middle(laid)))]
    system = view.options[rules.SCORING]
    if system != NO_SYSTEM and laid in view.laid:
        ground = ground_of(view.laid[: view.laid.index(laid)])
        found.append(spoken("chromino.news.points", line.seat, n=ground.points(laid, system)))
        if explain:
            found += explained(ground, laid, system)
    return found


def explained(ground: Ground, laid: int, system: int) -> list[Message]:
    """Where the points of a tile come from: every contact, its edge, and sum or product (CHR-14 to CHR-16)."""
    contacts = ground.contacts(laid)
    mine = tiles.tile_of(laid)
    if system == SYSTEM_A:
        touched = dict.fromkeys(ground.laid[contact.other] for contact in contacts)
        rows = [Message("chromino.why.own", {**called(laid), "worth": tiles.VALUE_A[mine]})]
        return rows + [
            Message("chromino.why.touched", {**called(other), "worth": tiles.VALUE_A[tiles.tile_of(other)]})
            for other in touched
        ]
    found = []
    for contact in contacts:
        other = ground.laid[contact.other]
        key = "chromino.why.contact"  # in B it does not matter with which edge
        if system == SYSTEM_C:
            key = "chromino.why.product" if contact.short else "chromino.why.sum"
        found.append(
            Message(
                key,
                {
                    "colour": tiles.LETTERS[contact.colour],
                    **called(other),
                    "mine": tiles.VALUE_B[mine],
                    "other": tiles.VALUE_B[tiles.tile_of(other)],
                    "worth": ground.worth(laid, contact, system),
                },
            )
        )
    return found


def turned_up(view: Chromino, tile: int) -> list[Message]:
    """A last tile, or what is left at the end."""
    place = view.where[tile]
    if not rules.SHOWN <= place < rules.ON_TABLE:
        return []  # it has been laid since, or is hidden again
    key = "chromino.news.left" if view.phase >= rules.COUNT else "chromino.news.last"
    return [spoken(key, place - rules.SHOWN, **notation.named(tiles.unturned(tile)))]


# What the viewer can do.


def prompt(view: Chromino, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    if view.phase == rules.PLACE:
        return Message("chromino.prompt.lay_drawn" if view.draws else "chromino.prompt.lay", {})
    return Message("chromino.prompt.draw_again" if view.draws else "chromino.prompt.draw", {})


def chances(view: Chromino, viewer: int) -> tuple[tuple[Choice, ...], tuple[Button, ...]]:
    """The viewer's choices, and the buttons they need."""
    if viewer not in view.acting():
        return (), ()
    actions = view.legal(viewer)
    if view.phase == rules.DRAW:
        return (Choice(notation.text(actions[0]), ("bag",), Message("chromino.choice.draw", {})),), ()
    buttons: dict[str, Button] = {}
    by_tile: dict[int, list[int]] = {}
    for action in actions:
        laid = action - notation.TO_PLACE
        by_tile.setdefault(tiles.tile_of(laid), []).append(laid)
    choices = []
    for tile, ways in by_tile.items():
        start: tuple[str, ...] = (tile_id(tile),)
        if len(by_tile) > TARGETS_AT_ONCE:  # hardly ever: first the kind of tile
            kind = Button(
                f"kind.{tiles.KINDS[tiles.KIND[tile]]}", Message(f"chromino.kind.{tiles.KINDS[tiles.KIND[tile]]}", {})
            )
            buttons[kind.id] = kind
            start = (kind.id, *start)
        areas = split(tile, ways, buttons)
        for laid in ways:
            way = turn(laid)
            buttons[way.id] = way
            path = (*start, *areas.get(middle(laid), ()), at(*middle(laid)), way.id)
            choices.append(Choice(notation.text(laid + notation.TO_PLACE), path, said(view, laid)))
    return tuple(choices), tuple(buttons.values())


def split(tile: int, ways: list[int], buttons: dict[str, Button]) -> dict[tuple[int, int], tuple[str, ...]]:
    """Too many cells for one glance: by cell, the button of the rows that it belongs to, top rows first."""
    cells = sorted({middle(laid)[::-1] for laid in ways})
    if len(cells) <= TARGETS_AT_ONCE:
        return {}
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    size = -(-len(cells) // -(-len(cells) // TARGETS_AT_ONCE))
    for start in range(0, len(cells), size):
        part = cells[start : start + size]
        name = f"area.{tiles.NAMES[tile]}.{start}"
        args: dict[str, Argument] = {"top": part[0][0], "bottom": part[-1][0], "count": len(part)}
        buttons[name] = Button(name, Message("chromino.area", args))
        found.update({(x, y): (name,) for y, x in part})
    return found


def turn(laid: int) -> Button:
    upright = tiles.upright(laid)
    key = "chromino.turn.upright" if upright else "chromino.turn.across"
    name = f"turn.{'v' if upright else 'h'}.{tiles.reading_of(laid)}"
    return Button(name, Message(key, {**called(laid)}), hues(tiles.colours_of(laid)), upright)


def said(view: Chromino, laid: int) -> Message:
    """All that there is to know about a choice: tile, place, contacts, and what it scores."""
    system = view.options[rules.SCORING]
    ground = view.table()
    args: dict[str, Argument] = {**called(laid), "contacts": len(ground.contacts(laid)), **where(*middle(laid))}
    upright = tiles.upright(laid)
    if system == NO_SYSTEM:
        return Message("chromino.choice.upright" if upright else "chromino.choice.across", args)
    args["points"] = ground.points(laid, system)
    return Message("chromino.choice.upright_points" if upright else "chromino.choice.across_points", args)


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "turn": ("can_place", "draw_first", "not_yours", "on_table", "covered"),
    "contact": ("mismatch", "no_contact", "one_contact"),
}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    """The bag means to draw; a tile that is turned like this means to lay it about the cell."""
    if path[-1] == "bag":
        return ("draw",)
    cell = next((target[len(TABLE) + 1 :] for target in path if target.startswith(f"{TABLE}@")), "")
    x, y = map(notation.number, cell.split(",")) if cell.count(",") == 1 else (None, None)
    way, _, reading = path[-1].removeprefix("turn.").partition(".")
    if x is None or y is None:
        return ()
    return (f"place {reading} {x} {y - 1} v" if way == "v" else f"place {reading} {x - 1} {y} h",)
