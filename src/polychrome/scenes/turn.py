"""Whose turn it is and who won, said in the same words in every game.

Messages that name a `seat` are the same for all viewers: that very seat hears `family.you_deed` instead of
`family.deed`, if the catalogues have it (words.py). So whoever sees the same is sent the same.
"""

from __future__ import annotations

from polychrome.engine.core import NATURE, Message, State
from polychrome.remember import remembered


def view_to_draw(state: State, viewer: int) -> State:
    """The view that is drawn for somebody. When the game is over, whatever was seen and covered again is turned up.
    Where the rules hide nothing, it is the position itself: whoever draws changes nothing."""
    if type(state).redact is State.redact:
        return state
    return state.view(viewer, recall=not state.acting())


def status(view: State) -> Message:
    """One sentence: whose turn it is, or how the game ended."""
    acting = view.acting()
    if not acting:
        return ending(view)
    if acting[0] == NATURE:
        return Message("scene.chance", {})
    if len(acting) == 1:
        return turn_of(acting[0])
    return Message("scene.turns", {"seats": acting})


@remembered
def turn_of(seat: int) -> Message:
    return Message("scene.turn", {"seat": seat})


def ending(view: State) -> Message:
    winners = view.winners()
    n = view.scores()[winners[0]]
    if len(winners) > 1:
        return Message("scene.winners", {"seats": winners, "n": n})
    return Message("scene.winner", {"seat": winners[0], "n": n})


def why(view: State, rule: Message) -> tuple[Message, ...]:
    """At the end: the rule that decided, that equals share a win (GEN-9), and a kind word for whoever did not win."""
    winners = view.winners()
    others = [seat for seat in range(view.seats) if seat not in winners]
    found = [rule]
    if len(winners) > 1:
        found.append(Message("scene.why.shared", {}))
    if others:
        found.append(Message("scene.well_played", {"seats": others}))
    return tuple(found)


def signed(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


def spoken(key: str, seat: int, **args: int | str | list[int] | list[str]) -> Message:
    """What a seat did, as `family.deed`."""
    return Message(key, {"seat": seat, **args})
