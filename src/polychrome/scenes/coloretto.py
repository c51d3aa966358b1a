"""Coloretto on the table: the deck, the rows, and in front of every seat its collection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from polychrome.engine.core import NATURE, Message, State
from polychrome.engine.table import Line
from polychrome.games import coloretto as rules
from polychrome.games.coloretto import COLOURS, JOKER, KINDS, NONE, PLUS, Coloretto
from polychrome.scenes.scene import CARD, PILE, ROW, TRAY, Button, Choice, Piece, Place, Scene, Zone
from polychrome.scenes.turn import spoken, status

PALETTE: Final = ("red", "orange", "yellow", "green", "blue", "violet", "grey")  # CTO-2

# Ids. A card in a row is named by its place ("row0.1") and keeps that name until the row is taken; the card just drawn
# is "drawn.0"; in a collection equal cards lie on one pile ("own2.R"); backs of the deck are all the same ("deck.0").
# The position does not follow single cards, so neither can ids. Whoever animates pairs what has gone with what is fresh
# or has grown, colour by colour: the drawn card comes from the deck and becomes the fresh card of a row, and the cards
# of a row that closes go to the collection of the seat named in its note.


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, Coloretto)
    choices, buttons = chances(view, viewer)
    table = shared(view, told)
    return Scene(
        game="coloretto",
        viewer=viewer,
        places=table.places,
        zones=personal(table.zones, viewer),
        status=status(view, viewer),
        prompt=prompt(view, viewer),
        news=news(view, viewer, told),
        choices=choices,
        buttons=buttons,
        over=view.phase == rules.OVER,
        facts=table.facts,
    )


class Shared(NamedTuple):
    """What all viewers see alike, but for being called "you"."""

    places: tuple[Place, ...]
    zones: tuple[Zone, ...]
    facts: tuple[Message, ...]


LATEST: dict[tuple[object, ...], Shared] = {}  # of one table: its viewers are drawn one after the other


def shared(view: Coloretto, told: Sequence[Line]) -> Shared:
    fields = [getattr(view, name) for name in view.FIELDS]
    contents = [tuple(field) if isinstance(field, list) else field for field in fields]
    key = (view.seats, view.options, view.phase, view.seat, *contents, tuple(told))
    if key not in LATEST:
        LATEST.clear()
        LATEST[key] = Shared(places(view), zones(view, told), facts(view))
    return LATEST[key]


def personal(zones: tuple[Zone, ...], viewer: int) -> tuple[Zone, ...]:
    """The same zones, with what is the viewer's called so."""
    return tuple(
        replace(zone, label=Message("coloretto.own_you", {"seat": viewer}))
        if zone.seat == viewer
        else replace(zone, note=Message("coloretto.taken_you", {"seat": viewer}))
        if zone.closed and zone.note and zone.note.args["seat"] == viewer
        else zone
        for zone in zones
    )


def names(kinds: list[int]) -> list[str]:
    """Kinds as the letters by which the catalogues know them."""
    return [KINDS[kind] for kind in kinds]


# What lies on the table.


def zones(view: Coloretto, told: Sequence[Line]) -> tuple[Zone, ...]:
    found = [deck(view)]
    if view.card != NONE:
        fresh = bool(told) and told[-1].seat == NATURE
        label = Message("coloretto.drawn", {})
        found.append(Zone("drawn", PILE, label, (piece("drawn.0", view.card, fresh=fresh),)))
    fresh_cards = placed(told)
    found += [row(view, number, fresh_cards[number]) for number in range(len(view.rows))]
    aside = laid_aside(view)
    if any(aside):
        found.append(Zone("gone", TRAY, Message("coloretto.gone", {}), sorted_cards("gone", aside)))
    for seat in range(view.seats):
        cards = sorted_cards(f"own{seat}", rules.counts(view.own[seat]))
        found.append(Zone(f"own{seat}", TRAY, Message("coloretto.own", {"seat": seat}), cards, seat=seat))
    return tuple(found)


def piece(name: str, kind: int, count: int = 1, fresh: bool = False) -> Piece:
    colours = ("joker",) if kind == JOKER else PALETTE[kind : kind + 1]
    label = Message(f"coloretto.cards.{KINDS[kind]}", {"n": count})
    return Piece(name, CARD, label, colours, badge="+2" if kind == PLUS else "", count=count, fresh=fresh)


def sorted_cards(zone: str, counts: list[int]) -> tuple[Piece, ...]:
    """A pile for each kind, in the order of the rules."""
    return tuple(piece(f"{zone}.{KINDS[kind]}", kind, count) for kind, count in enumerate(counts) if count)


def deck(view: Coloretto) -> Zone:
    hidden = view.below >= 0  # the last-round card is still somewhere in it
    left = view.left + hidden
    backs = (Piece("deck.0", CARD, Message("coloretto.back", {}), up=False, count=left),) if left else ()
    note = Message("coloretto.until_last", {"n": view.left - view.below}) if hidden else None
    return Zone("deck", PILE, Message("coloretto.deck", {}), backs, note=note)


def row(view: Coloretto, number: int, fresh: int) -> Zone:
    cards = rules.cards(view.rows[number])
    pieces = tuple(piece(f"row{number}.{i}", kind, fresh=i >= len(cards) - fresh) for i, kind in enumerate(cards))
    full = (rules.FULL if view.seats > 2 else rules.FULL_FOR_TWO)[number]
    owner = next((seat for seat in range(view.seats) if taken(view, seat) == number), None)
    note = None if owner is None else Message("coloretto.taken", {"seat": owner})
    label = Message("coloretto.row", {"row": number})
    return Zone(f"row{number}", ROW, label, pieces, places=len(str(full)), note=note, closed=owner is not None)


def taken(view: Coloretto, seat: int) -> int:
    """Which row a seat has taken in this round, or NONE."""
    return (view.took >> 3 * seat & 7) - 1


def placed(told: Sequence[Line]) -> list[int]:
    """How many of the last cards of each row have just been placed."""
    fresh = [0] * 5
    for line, ends in zip(told, round_ends(told), strict=True):
        if rules.TO_ROW <= line.action < rules.TAKE:
            fresh[line.action - rules.TO_ROW] += 1
        elif ends:
            fresh = [0] * 5
        elif rules.TAKE <= line.action < rules.CARD:
            fresh[line.action - rules.TAKE] = 0
    return fresh


def laid_aside(view: Coloretto) -> list[int]:
    """Cards of third rows (CTO-11); whole colours that were never in the game are a fact, not a pile."""
    aside = rules.counts(view.gone)
    for colour in removed(view):
        aside[colour] = 0
    return aside


def removed(view: Coloretto) -> list[int]:
    gone = rules.counts(view.gone)
    return [colour for colour in range(COLOURS) if gone[colour] == rules.FULL_DECK[colour]]


# Who sits there, and what there is to know.


def places(view: Coloretto) -> tuple[Place, ...]:
    acting, scores = view.acting(), view.scores()
    over = view.phase == rules.OVER
    winners = view.winners() if over else []
    return tuple(
        Place(seat, scores[seat], seat in acting, seat in winners, notes(view, seat)) for seat in range(view.seats)
    )


def notes(view: Coloretto, seat: int) -> tuple[Message, ...]:
    if view.phase == rules.OVER:
        return breakdown(view, seat)
    if view.phase == rules.FINAL:
        return () if view.choice[seat] == NONE else (Message("coloretto.note.chosen", {}),)
    number = taken(view, seat)
    return () if number == NONE else (Message("coloretto.note.took", {"row": number}),)


def breakdown(view: Coloretto, seat: int) -> tuple[Message, ...]:
    """Where the points come from: colour by colour, jokers in their colours, then the "+2" cards (CTO-14)."""
    choice = view.choice[seat] if view.choice else best_choice(view, seat)
    jokers, plus = rules.assigned(choice), plus_colours(choice)
    held = rules.counts(view.own[seat])
    found = []
    for colour in rules.own_colours(view.own[seat], jokers):
        points = rules.POINTS[view.options[0]][min(held[colour] + jokers.count(colour), 6)]
        signed = f"+{points}" if colour in plus else f"−{points}"
        found.append(Message("coloretto.note.colour", {"colour": KINDS[colour], "points": signed}))
    if held[PLUS]:
        found.append(Message("coloretto.note.bonus", {"points": f"+{2 * held[PLUS]}"}))
    if jokers:
        found.append(Message("coloretto.note.jokers", {"colours": names(jokers)}))
    return tuple(found)


def plus_colours(choice: int) -> list[int]:
    return rules.ones((choice - rules.ASSIGN) % 128)


def best_choice(view: Coloretto, seat: int) -> int:
    """What the automatic final choice amounts to (CTO-16): the first of the best."""
    pile, side = view.own[seat], view.options[0]
    return max(rules.final_choices(pile), key=lambda choice: rules.fixed(pile, side, choice))


def facts(view: Coloretto) -> tuple[Message, ...]:
    found = []
    if view.below == rules.SHOWN and view.phase < rules.FINAL:
        found.append(Message("coloretto.fact.last_round", {}))
    if removed(view):
        found.append(Message("coloretto.fact.removed", {"colours": names(removed(view))}))
    found.append(Message("coloretto.fact.grey" if view.options[0] == rules.GREY else "coloretto.fact.beige", {}))
    return tuple(found)


# What just happened.


def round_ends(told: Sequence[Line]) -> list[bool]:
    """For each line, did a round end with it? Whoever takes last starts the next, and nobody else acts twice after
    taking; so a round ended wherever the seat that took is the next to act."""
    ends = []
    following = NATURE  # the seat of the next player's line
    for line in reversed(told):
        ends.append(line.seat == following and rules.TAKE <= line.action < rules.CARD)
        following = following if line.seat == NATURE else line.seat
    return ends[::-1]


def news(view: Coloretto, viewer: int, told: Sequence[Line]) -> tuple[Message, ...]:
    found: list[Message] = []
    without = [line.action - rules.WITHOUT for line in told if rules.WITHOUT <= line.action < rules.GIVE]
    if without:
        found.append(Message("coloretto.fact.removed", {"colours": names(without)}))
    card = NONE  # drawn, and not yet spoken of
    drawer = view.seat
    for line, ends in zip(told, round_ends(told), strict=True):
        seat, action = line.seat, line.action
        if action == rules.DRAW:
            drawer = seat
        elif action < rules.TAKE:
            args: dict[str, int | str] = {"row": action - rules.TO_ROW}
            if card == NONE:
                found.append(spoken("coloretto.news.placed", seat, viewer, **args))
            else:
                found.append(spoken("coloretto.news.drew_placed", seat, viewer, card=KINDS[card], **args))
            card = NONE
        elif action < rules.CARD:
            found.append(spoken("coloretto.news.took", seat, viewer, row=action - rules.TAKE))
            if ends:
                found.append(Message("coloretto.news.round", {}))
        elif action < rules.LAST:
            card = action - rules.CARD
        elif action == rules.LAST:
            found.append(Message("coloretto.news.last", {}))
        elif rules.START <= action < rules.ASSIGN:
            found.append(spoken("coloretto.news.start", action - rules.START, viewer))
        elif action >= rules.ASSIGN:
            found.append(chosen(action, seat, viewer))
    if card != NONE:
        found.append(spoken("coloretto.news.drew", drawer, viewer, card=KINDS[card]))
    if told and rules.TAKE <= told[-1].action < rules.CARD:  # no later line tells whether that ended the round
        if view.phase >= rules.FINAL:
            found.append(Message("coloretto.news.end", {}))
        elif not view.took & 0o77777:
            found.append(Message("coloretto.news.round", {}))
    return tuple(found)


def chosen(action: int, seat: int, viewer: int) -> Message:
    jokers, plus = names(rules.assigned(action)), names(plus_colours(action))
    if not jokers:
        return spoken("coloretto.news.chose", seat, viewer, plus=plus)
    return spoken("coloretto.news.chose_jokers", seat, viewer, jokers=jokers, plus=plus)


# What the viewer can do.


def prompt(view: Coloretto, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    if view.phase == rules.PLACE:
        return Message("coloretto.prompt.place", {"card": KINDS[view.card]})
    if view.phase == rules.FINAL:
        jokers = rules.counts(view.own[viewer])[JOKER]
        return Message("coloretto.prompt.final_jokers" if jokers else "coloretto.prompt.final", {})
    some, room = view.lines & 31, view.lines >> 5
    if some and room:
        return Message("coloretto.prompt.draw_or_take", {})
    return Message("coloretto.prompt.draw" if room else "coloretto.prompt.take", {})


def chances(view: Coloretto, viewer: int) -> tuple[tuple[Choice, ...], tuple[Button, ...]]:
    """The viewer's choices, and the buttons they need."""
    if viewer not in view.acting():
        return (), ()
    actions = view.legal(viewer)
    if view.phase != rules.FINAL:
        return tuple(on_the_table(view, action) for action in actions), ()
    choices = tuple(at_the_end(action) for action in actions)
    targets = dict.fromkeys(target for choice in choices for target in choice.path)
    return choices, tuple(button(target) for target in targets)


def on_the_table(view: Coloretto, action: int) -> Choice:
    text = rules.text(action)
    if action == rules.DRAW:
        return Choice(text, ("deck",), Message("coloretto.choice.draw", {}))
    weighty = action >= rules.TAKE
    number = action - (rules.TAKE if weighty else rules.TO_ROW)
    cards = names(rules.cards(view.rows[number]))
    key = "coloretto.choice.take" if weighty else "coloretto.choice.place_beside" if cards else "coloretto.choice.place"
    return Choice(text, (f"row{number}",), Message(key, {"row": number, "cards": cards}), weighty)


def at_the_end(action: int) -> Choice:
    """A colour for each joker, then the plus colours; both in the order of the rules, so there is only one way."""
    jokers, plus = names(rules.assigned(action)), names(plus_colours(action))
    path = [f"joker{i}.{letter}" for i, letter in enumerate(jokers, 1)]
    path += [f"plus{i}.{letter}" for i, letter in enumerate(plus, 1)]
    key = "coloretto.choice.jokers" if jokers else "coloretto.choice.plus" if plus else "coloretto.choice.nothing"
    return Choice(rules.text(action), tuple(path) or ("done",), Message(key, {"jokers": jokers, "plus": plus}), True)


def button(target: str) -> Button:
    what, _, letter = target.partition(".")
    if not letter:
        return Button(target, Message("coloretto.choice.nothing", {}))
    key = "coloretto.button.joker" if what.startswith("joker") else "coloretto.button.plus"
    label = Message(key, {"number": int(what[-1]), "colour": letter})
    return Button(target, label, (PALETTE[KINDS.index(letter)],))
