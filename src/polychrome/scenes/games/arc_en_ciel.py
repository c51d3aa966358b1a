"""Arc-en-ciel on the table: discs, of which up to six lie face up, and those that every seat has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.engine.core import Message, State
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.table import Line
from polychrome.games.colomo import arc_en_ciel as rules
from polychrome.games.colomo.arc_en_ciel import ArcEnCiel
from polychrome.games.colomo.table import COLOURS, LETTERS, OVER, OWN, SHOWS, START
from polychrome.scenes.games.colomo import table
from polychrome.scenes.scene import DISC, FACTS, STOP, Button, Choice, Piece, Scene, Sum, Zone
from polychrome.scenes.turn import spoken, status, why


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, ArcEnCiel)
    return Scene(
        game="arc_en_ciel",
        viewer=viewer,
        seats=table.seats(view, lambda seat: shares(view, seat)),
        zones=zones(view, told),
        status=status(view),
        prompt=prompt(view, viewer),
        news=news(view, told),
        choices=choices(view, viewer),
        buttons=buttons(view, viewer),
        over=view.phase == OVER,
        why=why(view, Message("arc_en_ciel.why.most", {})) if view.phase == OVER else (),
        room_for=(FACTS,),
        facts=(Message("arc_en_ciel.fact.last", {}),) if view.phase == rules.PREDICTING else (),
    )


def turned(action: int) -> int:
    """The place of a disc that is turned up, with or without a prediction."""
    return (action - rules.PREDICT) // COLOURS if action >= rules.PREDICT else table.flipped(action)


def zones(view: ArcEnCiel, told: Sequence[Line]) -> tuple[Zone, ...]:
    won = [table.own(seat, counted(view, seat)) for seat in range(view.seats)]
    return (table.spread(view, told, turned), *won)


def counted(view: ArcEnCiel, seat: int) -> list[Piece]:
    """Only their number counts (ARC-7)."""
    count = view.own[seat]
    label = Message("arc_en_ciel.won", {"n": count})
    return [Piece(f"own{seat}.0", DISC, label, up=False, count=count)] if count else []


def shares(view: ArcEnCiel, seat: int) -> list[Sum]:
    """How the discs were won: whole rainbows, 4 and 2 of those that two made, 3, 2 and 1 of those of three (ARC-7)."""
    found = []
    for share, count in enumerate(view.shares[seat * rules.SHARES : (seat + 1) * rules.SHARES]):
        if count:
            found.append(Sum(Message(f"arc_en_ciel.share.{share}", {"n": count}), count * rules.WORTH[share]))
    return found


# What just happened.


def news(view: ArcEnCiel, told: Sequence[Line]) -> tuple[Message, ...]:
    found = []
    showing = table.showings(told, turned)
    places: list[str] = []  # turned up in the turn at hand, and not yet spoken of
    for at, line in enumerate(told):
        if START <= line.action < OWN:
            found.append(table.starts(line))
        elif line.action == rules.STOP:
            found.append(spoken("arc_en_ciel.news.stopped", line.seat))
        elif at in showing:
            seat, action = told[at - 1].seat, told[at - 1].action
            if action >= rules.PREDICT:
                found.append(predicted(view, action, line.action, seat))
                continue
            places.append(table.spots(view)(action))
            key = outcome(view, told, showing, at)
            goes_on = any(line.seat == seat and line.action < SHOWS for line in told[at + 1 : at + 2])
            if key != "colomo.news.turned_up" or not goes_on:
                found.append(spoken(key, seat, places=places))
                places = []
    return tuple(found)


def outcome(view: ArcEnCiel, told: Sequence[Line], showing: list[int], at: int) -> str:
    """What a disc led to: the same colour twice passes the turn; discs leave the table only as whole rainbows."""
    if table.follower(view, told, at) != told[at - 1].seat:
        return "arc_en_ciel.news.twice"
    gone = [view.disc[turned(told[number - 1].action)] == NONE for number in showing if number >= at]
    return "arc_en_ciel.news.rainbow" if gone[0] and not any(gone[1:]) else "colomo.news.turned_up"


def predicted(view: ArcEnCiel, action: int, shown: int, seat: int) -> Message:
    place, colour = divmod(action - rules.PREDICT, COLOURS)
    key = "arc_en_ciel.news.right" if colour == shown - SHOWS else "arc_en_ciel.news.wrong"
    return spoken(key, seat, place=table.spots(view)(place))


# What the viewer can do.


def prompt(view: ArcEnCiel, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    if view.phase == rules.PREDICTING:
        return Message("arc_en_ciel.prompt.predict", {})
    if view.may_stop():
        return Message("arc_en_ciel.prompt.flip_or_stop", {})
    return Message("colomo.prompt.one_more" if view.flips else "arc_en_ciel.prompt.flip", {})


def choices(view: ArcEnCiel, viewer: int) -> tuple[Choice, ...]:
    if viewer not in view.acting():
        return ()
    return tuple(choice(view, action) for action in view.legal(viewer))


def choice(view: ArcEnCiel, action: int) -> Choice:
    text = rules.TEXTS[action]
    if action < SHOWS:
        return table.flip(action, text, table.spots(view))
    if action == rules.STOP:
        return Choice(text, ("stop",), Message("arc_en_ciel.choice.stop", {}))
    place, colour = divmod(action - rules.PREDICT, COLOURS)
    label = Message("arc_en_ciel.choice.predict", {"place": table.spots(view)(place), "colour": LETTERS[colour]})
    return Choice(text, (f"disc{place}", f"say.{LETTERS[colour]}"), label)


def buttons(view: ArcEnCiel, viewer: int) -> tuple[Button, ...]:
    if viewer not in view.acting():
        return ()
    if view.phase == rules.PREDICTING:
        return tuple(
            Button(f"say.{LETTERS[colour]}", Message(f"colomo.colour.{LETTERS[colour]}", {}), table.hue(colour))
            for colour in view.missing()
        )
    return (Button("stop", Message("arc_en_ciel.choice.stop", {}), sign=STOP),) if view.may_stop() else ()


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "turn": (*table.FLIPS, "stop_early"),
    "last": ("colour_up", "no_stop", "not_last", "predict"),
}

meant = table.meant
