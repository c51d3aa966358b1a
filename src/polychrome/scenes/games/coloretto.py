"""Coloretto on the table: the deck, the rows, and in front of every seat its collection."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final

from polychrome.engine.core import NATURE, Message, State
from polychrome.engine.table import Line
from polychrome.games import coloretto as rules
from polychrome.games.coloretto import COLOURS, JOKER, KINDS, NONE, PLUS, Coloretto, taken
from polychrome.remember import remembered
from polychrome.scenes.scene import (
    CARD,
    FACTS,
    PILE,
    ROW,
    TICK,
    TRAY,
    Button,
    Choice,
    Piece,
    Scene,
    Seat,
    Sum,
    Tally,
    Zone,
)
from polychrome.scenes.turn import spoken, status, why

PALETTE: Final = ("red", "orange", "yellow", "green", "blue", "violet", "grey")  # CTO-2

# Ids. A card in a row is named by its place ("row0.1") and keeps that name until the row is taken; the card just drawn
# is "drawn.0"; in a collection equal cards lie on one pile ("own2.R"); backs of the deck are all the same ("deck.0").
# The position does not follow single cards, so neither can ids. Whoever animates pairs what has gone with what is fresh
# or has grown, colour by colour: the drawn card comes from the deck and becomes the fresh card of a row, and the cards
# of a row that closes go to the collection of the seat named in its note.


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    """The scene as all see it, and for whoever is asked what there is to do."""
    assert isinstance(view, Coloretto)
    ends = round_ends(told)
    asked = viewer in view.acting()
    choices, keys = chances(view, viewer) if asked else ((), ())
    final = view.phase == rules.FINAL
    return Scene(
        game="coloretto",
        viewer=viewer,
        seats=seats(view),
        zones=zones(view, told, ends),
        status=status(view),
        prompt=prompt(view, viewer) if asked else None,
        news=news(view, told, ends),
        choices=choices,
        buttons=keys,
        over=view.phase == rules.OVER,
        facts=facts(view.below == rules.SHOWN and view.phase < rules.FINAL, view.gone, view.options[rules.SCORE_SIDE]),
        room_for=(FACTS,),
        loose=final,
        why=why(view, Message("coloretto.why.points", {})) if view.phase == rules.OVER else (),
        tallies=tallies(viewer, view.own[viewer], view.options[rules.SCORE_SIDE]) if asked and final else (),
    )


def names(kinds: list[int]) -> list[str]:
    """Kinds as the letters by which the catalogues know them."""
    return [KINDS[kind] for kind in kinds]


# What lies on the table.


def zones(view: Coloretto, told: Sequence[Line], ends: list[bool]) -> tuple[Zone, ...]:
    found = [deck(view.left, view.below)]
    if view.card != NONE:
        found.append(drawn(view.card, bool(told) and told[-1].seat == NATURE))
    fresh = placed(told, ends)
    owners = [NONE] * 6  # by row; the last is of those who have none
    for seat in range(view.seats):
        owners[taken(view.took, seat)] = seat
    for number, cards in enumerate(view.rows):
        found.append(row(number, cards, fresh[number], rules.ROOM[view.seats][number], owners[number]))
    aside = gone(view.gone) if view.gone else None
    if aside is not None:
        found.append(aside)
    found += [own(seat, cards) for seat, cards in enumerate(view.own)]
    return tuple(found)


@remembered
def piece(name: str, kind: int, count: int = 1, fresh: bool = False) -> Piece:
    colours = ("joker",) if kind == JOKER else PALETTE[kind : kind + 1]
    label = Message(f"coloretto.cards.{KINDS[kind]}", {"n": count})
    return Piece(name, CARD, label, colours, badge="+2" if kind == PLUS else "", count=count, fresh=fresh)


def sorted_cards(zone: str, counts: list[int]) -> tuple[Piece, ...]:
    """A pile for each kind, in the order of the rules."""
    return tuple(piece(f"{zone}.{KINDS[kind]}", kind, count) for kind, count in enumerate(counts) if count)


@remembered
def deck(left: int, below: int) -> Zone:
    hidden = below >= 0  # the last-round card is still somewhere in it
    cards = left + hidden
    backs = (Piece("deck.0", CARD, Message("coloretto.back", {}), up=False, count=cards),) if cards else ()
    note = Message("coloretto.until_last", {"n": left - below}) if hidden else None
    return Zone("deck", PILE, Message("coloretto.deck", {}), backs, note=note)


@remembered
def drawn(card: int, fresh: bool) -> Zone:
    return Zone("drawn", PILE, Message("coloretto.drawn", {}), (piece("drawn.0", card, fresh=fresh),))


@remembered
def row(number: int, held: int, fresh: int, room: int, owner: int) -> Zone:
    cards = rules.cards(held)
    pieces = tuple(piece(f"row{number}.{i}", kind, fresh=i >= len(cards) - fresh) for i, kind in enumerate(cards))
    note = None if owner == NONE else Message("coloretto.taken", {"seat": owner})
    label = Message("coloretto.row", {"row": number})
    return Zone(f"row{number}", ROW, label, pieces, slots=room, note=note, closed=owner != NONE)


@remembered
def gone(cards: int) -> Zone | None:
    aside = laid_aside(cards)
    return Zone("gone", TRAY, Message("coloretto.gone", {}), sorted_cards("gone", aside)) if any(aside) else None


@remembered
def own(seat: int, cards: int) -> Zone:
    label = Message("coloretto.own", {"seat": seat})
    return Zone(f"own{seat}", TRAY, label, sorted_cards(f"own{seat}", rules.counts(cards)), seat=seat)


def placed(told: Sequence[Line], ends: list[bool]) -> list[int]:
    """How many of the last cards of each row have just been placed."""
    fresh = [0] * 5
    for at, line in enumerate(told):
        action = line.action
        if rules.TO_ROW <= action < rules.TAKE:
            fresh[action - rules.TO_ROW] += 1  # in all, never more than a row holds
        elif ends[at]:
            fresh = [0] * 5
        elif rules.TAKE <= action < rules.CARD:
            fresh[action - rules.TAKE] = 0
    return fresh


def laid_aside(gone: int) -> list[int]:
    """Cards of third rows (CTO-11); whole colours that were never in the game are a fact, not a pile."""
    aside = rules.counts(gone)
    for colour in removed(gone):
        aside[colour] = 0
    return aside


def removed(gone: int) -> list[int]:
    counts = rules.counts(gone)
    return [colour for colour in range(COLOURS) if counts[colour] == rules.FULL_DECK[colour]]


# Who sits there, and what there is to know.


def seats(view: Coloretto) -> tuple[Seat, ...]:
    acting, side = view.acting(), view.options[rules.SCORE_SIDE]
    if view.phase < rules.FINAL:
        worths = [worth(cards, side) for cards in view.own]
        return tuple(player(seat, worths[seat], seat in acting, taken(view.took, seat)) for seat in range(view.seats))
    scores = view.scores()
    winners = view.winners() if view.phase == rules.OVER else []
    over = view.phase == rules.OVER
    return tuple(
        Seat(
            seat,
            scores[seat],
            seat in acting,
            seat in winners,
            notes(view, seat),
            sums=sums(view, seat) if over else (),
        )
        for seat in range(view.seats)
    )


@remembered
def worth(cards: int, side: int) -> int:
    """While nobody has chosen yet, a collection counts at its best (CTO-16)."""
    return rules.best(cards, side)


@remembered
def player(seat: int, score: int, acting: bool, row: int) -> Seat:
    return Seat(seat, score, acting, notes=() if row == NONE else (Message("coloretto.note.took", {"row": row}),))


def notes(view: Coloretto, seat: int) -> tuple[Message, ...]:
    """After the last round."""
    if view.phase == rules.OVER:
        jokers = rules.assigned(counted_as(view, seat))
        return (Message("coloretto.note.jokers", {"colours": names(jokers)}),) if jokers else ()
    return () if view.choice[seat] == NONE else (Message("coloretto.note.chosen", {}),)


def counted_as(view: Coloretto, seat: int) -> int:
    """The final choice of a seat, made by itself or for the best."""
    return view.choice[seat] if view.choice else best_choice(view.own[seat], view.options[rules.SCORE_SIDE])


def sums(view: Coloretto, seat: int) -> tuple[Sum, ...]:
    """Where the points come from: colour by colour, jokers in their colours, then the "+2" cards (CTO-14)."""
    choice = counted_as(view, seat)
    jokers, plus = rules.assigned(choice), rules.plus_colours(choice)
    held = rules.counts(view.own[seat])
    found = []
    for colour in rules.own_colours(view.own[seat], jokers):
        points = rules.points_of(view.options[rules.SCORE_SIDE], held[colour] + jokers.count(colour))
        found.append(Sum(Message(f"coloretto.colour.{KINDS[colour]}", {}), points if colour in plus else -points))
    if held[PLUS]:
        found.append(Sum(Message("coloretto.sum.bonus", {}), 2 * held[PLUS]))
    return tuple(found)


@remembered
def best_choice(pile: int, side: int) -> int:
    return rules.best_choice(pile, side)


@remembered
def facts(last_round: bool, gone: int, side: int) -> tuple[Message, ...]:
    found = [Message("coloretto.fact.last_round", {})] if last_round else []
    if removed(gone):
        found.append(Message("coloretto.fact.removed", {"colours": names(removed(gone))}))
    found.append(Message("coloretto.fact.grey" if side == rules.GREY else "coloretto.fact.beige", {}))
    return tuple(found)


# What just happened.


def round_ends(told: Sequence[Line]) -> list[bool]:
    """For each line, did a round end with it? Whoever takes last starts the next, and nobody else acts twice after
    taking; so a round ended wherever the seat that took is the next to act."""
    ends = [False] * len(told)
    following = NATURE  # the seat of the next player's line
    for at in range(len(told) - 1, -1, -1):
        line = told[at]
        ends[at] = line.seat == following and rules.TAKE <= line.action < rules.CARD
        following = following if line.seat == NATURE else line.seat
    return ends


def news(view: Coloretto, told: Sequence[Line], ends: list[bool]) -> tuple[Message, ...]:
    found = set_aside(told)
    card = NONE  # drawn, and not yet spoken of
    drawer = view.seat
    for at, line in enumerate(told):
        seat, action = line.seat, line.action
        if action == rules.DRAW:
            drawer = seat
        elif action < rules.TAKE:
            found.append(put_down(seat, action - rules.TO_ROW, card))
            card = NONE
        elif action < rules.CARD:
            found.append(took(seat, action - rules.TAKE))
            if ends[at]:
                found.append(Message("coloretto.news.round", {}))
        elif action < rules.LAST:
            card = action - rules.CARD
        elif action == rules.LAST:
            found.append(Message("coloretto.news.last", {}))
        elif rules.START <= action < rules.ASSIGN:
            found.append(spoken("coloretto.news.start", action - rules.START))
        elif action >= rules.ASSIGN:
            found.append(chosen(action, seat))
    if card != NONE:
        found.append(drew(drawer, card))
    return (*found, *ending(view, told))


def set_aside(told: Sequence[Line]) -> list[Message]:
    """The colours nobody plays with."""
    without = [line.action - rules.WITHOUT for line in told if rules.WITHOUT <= line.action < rules.GIVE]
    return [Message("coloretto.fact.removed", {"colours": names(without)})] if without else []


@remembered
def took(seat: int, row: int) -> Message:
    return spoken("coloretto.news.took", seat, row=row)


@remembered
def drew(seat: int, card: int) -> Message:
    return spoken("coloretto.news.drew", seat, card=KINDS[card])


@remembered
def put_down(seat: int, row: int, card: int) -> Message:
    if card == NONE:
        return spoken("coloretto.news.placed", seat, row=row)
    return spoken("coloretto.news.drew_placed", seat, card=KINDS[card], row=row)


def ending(view: Coloretto, told: Sequence[Line]) -> list[Message]:
    """Did the last line end a round, or the game? No later line tells."""
    if not told or not rules.TAKE <= told[-1].action < rules.CARD:
        return []
    if view.phase >= rules.FINAL:
        return [Message("coloretto.news.end", {})]
    return [] if view.took else [Message("coloretto.news.round", {})]


def chosen(action: int, seat: int) -> Message:
    jokers, plus = names(rules.assigned(action)), names(rules.plus_colours(action))
    if not jokers:
        return spoken("coloretto.news.chose", seat, plus=plus)
    return spoken("coloretto.news.chose_jokers", seat, jokers=jokers, plus=plus)


# What the viewer can do, who is to act.

PLACE_IT: Final = [Message("coloretto.prompt.place", {"card": kind}) for kind in KINDS]
DRAW_OR_TAKE: Final = Message("coloretto.prompt.draw_or_take", {})
DRAW: Final = Message("coloretto.prompt.draw", {})
TAKE: Final = Message("coloretto.prompt.take", {})


def prompt(view: Coloretto, viewer: int) -> Message:
    if view.phase == rules.PLACE:
        return PLACE_IT[view.card]
    if view.phase == rules.FINAL:
        jokers = rules.counts(view.own[viewer])[JOKER]
        return Message("coloretto.prompt.final_jokers" if jokers else "coloretto.prompt.final", {})
    if view.filled and view.roomy:
        return DRAW_OR_TAKE
    return DRAW if view.roomy else TAKE


def chances(view: Coloretto, viewer: int) -> tuple[tuple[Choice, ...], tuple[Button, ...]]:
    """The viewer's choices, and the buttons they need."""
    actions = view.legal(viewer)
    if view.phase != rules.FINAL:
        return tuple(on_the_table(action, row_of(view, action)) for action in actions), ()
    return final_chances(view, viewer, actions)


def row_of(view: Coloretto, action: int) -> int:
    """What lies in the row that an action is about."""
    return 0 if action == rules.DRAW else view.rows[action - (rules.TAKE if action >= rules.TAKE else rules.TO_ROW)]


@remembered
def on_the_table(action: int, held: int) -> Choice:
    text = rules.text(action)
    if action == rules.DRAW:
        return Choice(text, ("deck",), Message("coloretto.choice.draw", {}))
    weighty = action >= rules.TAKE
    number = action - (rules.TAKE if weighty else rules.TO_ROW)
    cards = names(rules.cards(held))
    key = "coloretto.choice.take" if weighty else "coloretto.choice.place_beside" if cards else "coloretto.choice.place"
    return Choice(text, (f"row{number}",), Message(key, {"row": number, "cards": cards}), weighty)


# The final choice is a set: a colour for each joker, and three of one's own colours, touched in any order.


def final_chances(view: Coloretto, viewer: int, actions: list[int]) -> tuple[tuple[Choice, ...], tuple[Button, ...]]:
    pile, side = view.own[viewer], view.options[rules.SCORE_SIDE]
    choices = tuple(at_the_end(action, viewer, pile, side) for action in actions)
    targets = {target for choice in choices for target in choice.path}
    return choices, tuple(button for button in buttons() if button.id in targets)


def at_the_end(action: int, seat: int, pile: int, side: int) -> Choice:
    jokers, plus = rules.assigned(action), rules.plus_colours(action)
    path = [f"joker.{KINDS[colour]}" for colour in jokers] + [counted_plus(colour, seat, pile) for colour in plus]
    key = "coloretto.choice.jokers" if jokers else "coloretto.choice.plus" if plus else "coloretto.choice.nothing"
    points = rules.fixed(pile, side, action)
    label = Message(key, {"jokers": names(jokers), "plus": names(plus), "n": points})
    return Choice(rules.text(action), tuple(path) or ("done",), label, True)


def counted_plus(colour: int, seat: int, pile: int) -> str:
    """What is touched to count a colour as plus: one's cards of it, or a button if only a joker has it."""
    return f"own{seat}.{KINDS[colour]}" if rules.counts(pile)[colour] else f"plus.{KINDS[colour]}"


@remembered
def buttons() -> tuple[Button, ...]:
    """A joker becomes a colour: where both can be seen, the page needs no words for it."""
    found = [Button("done", Message("coloretto.button.done", {}), sign=TICK)]
    for what, first in (("joker", ("joker",)), ("plus", ())):
        for letter, colour in zip(KINDS, PALETTE, strict=False):
            label = Message(f"coloretto.button.{what}", {"colour": letter})
            found.append(Button(f"{what}.{letter}", label, (*first, colour)))
    return tuple(found)


@remembered
def tallies(seat: int, pile: int, side: int) -> tuple[Tally, ...]:
    """What the final choice comes to with the jokers given so far: whatever is not plus counts minus."""
    held = rules.counts(pile)
    found = []
    for number in range(held[JOKER] + 1):
        for jokers in combinations_with_replacement(range(COLOURS), number):
            points = [rules.points_of(side, held[colour] + jokers.count(colour)) for colour in range(COLOURS)]
            gains = {counted_plus(colour, seat, pile): 2 * points[colour] for colour in range(COLOURS)}
            path = tuple(f"joker.{KINDS[colour]}" for colour in jokers)
            found.append(Tally(path, 2 * held[PLUS] - sum(points), gains))
    return tuple(found)


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "draw": ("all_full", "draw_first", "place_first", "row_full", "row_full_draw", "no_row", "no_row_draw"),
    "take": ("row_empty", "row_empty_draw", "row_taken", "row_taken_draw"),
    "score": ("choose_now", "jokers", "not_final", "plus"),
}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    """What somebody wants who touches this, whether it may be or not."""
    target = path[-1]
    if target == "deck":
        return ("draw",)
    return (f"place {target[3:]}", f"take {target[3:]}") if target.startswith("row") else ()
