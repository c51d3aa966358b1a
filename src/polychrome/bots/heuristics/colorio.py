"""Colorio: lift what is safe, and leave the next player colours that are nearly full."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.base import Heuristics
from polychrome.engine.core import HIDDEN, State
from polychrome.engine.dice import Dice
from polychrome.games.colorio.rules import DECIDE, LIFT, LIFTS, MOVES, PLACES, REMOVE, Colorio
from polychrome.games.colorio.strips import COLOURS, SIDE

FIFTH: Final = COLOURS - 1  # fields that show a colour when one more puts a player out
CALM: Final = 3  # while every colour shows on fewer fields than this, nobody needs to think
CAPS_LOOKED_AT: Final = 8  # caps that somebody who thinks looks at


class ColorioHeuristics(Heuristics):
    EFFORTS = (8, 100, 350)

    def moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, Colorio)
        if state.phase == LIFT:
            found = lifts(state)
            return blank_first(state, found) if calm(state) else found
        if state.phase == DECIDE and not state.must_remove():
            return [cover_most(state)] if calm(state) else decisions(state)
        return state.legal(seat)

    def any_like(self, view: State, seat: int, action: int, dice: Dice) -> int:
        """Early in a game any cap will do that nobody has looked under."""
        assert isinstance(view, Colorio)
        if view.phase != LIFT or not calm(view) or view.disc[action - LIFTS] != HIDDEN:
            return action
        return dice.pick([lift for lift in view.legal(seat) if view.disc[lift - LIFTS] == HIDDEN])

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, Colorio)
        if state.phase == LIFT:
            return safest(state, dice)
        if state.phase == DECIDE and not state.must_remove():
            return decide(state, dice)
        return state.sample(seat, dice)

    def likings(self, state: State, seat: int, actions: list[int]) -> list[float]:
        assert isinstance(state, Colorio)
        if state.phase == LIFT:
            guess = danger(state)
            return [1.0 - risk(state, action - LIFTS, guess) for action in actions]
        return []


def calm(state: Colorio) -> bool:
    """Is the end so far away that a thought is wasted? It is better spent when colours fill up."""
    return max(state.visible) < CALM


def blank_first(state: Colorio, actions: list[int]) -> list[int]:
    """A single lift: of a cap that nobody has looked under, if there is one."""
    for action in actions:
        if state.disc[action - LIFTS] == HIDDEN:
            return [action]
    return actions[:1]


def cover_most(state: Colorio) -> int:
    """Cover a field of the colour that shows most often; remove the cap if nothing may be covered."""
    best = REMOVE
    most = 0
    for field in state.targets():
        count = state.visible[state.disc[field]]
        if count > most:
            best, most = MOVES + field, count
    return best


def danger(state: Colorio) -> float:
    """How likely a field never seen puts out whoever uncovers it, as far as the counts of colours tell."""
    bad = 0
    for colour in range(COLOURS):
        if state.visible[colour] >= FIFTH:
            bad += state.pool[colour]
    return bad / state.unseen if state.unseen else 1.0


def risk(state: Colorio, field: int, guess: float) -> float:
    colour = state.disc[field]
    if colour == HIDDEN:
        return guess
    return 1.0 if state.visible[colour] >= FIFTH else 0.0


def lifts(state: Colorio) -> list[int]:
    """Of every colour known, a cap; of those that nobody has looked under, one for each thing known of its row."""
    free = state.caps & ~state.barred
    rows = state.known_rows()
    seen: set[int] = set()
    deadly: list[int] = []
    found: list[int] = []
    for field in range(PLACES):
        if not free >> field & 1:
            continue
        colour = state.disc[field]
        kind = (rows[field // SIDE] + 1) * SIDE + field % SIDE if colour == HIDDEN else -1 - colour
        if kind in seen:
            continue
        seen.add(kind)
        if colour != HIDDEN and state.visible[colour] >= FIFTH:
            deadly.append(LIFTS + field)
        else:
            found.append(LIFTS + field)
    if not found:
        return deadly[:1]
    if len(found) <= CAPS_LOOKED_AT or danger(state) == 0.0:
        return found[:CAPS_LOOKED_AT]
    return least_risky(state, found)


def least_risky(state: Colorio, actions: list[int]) -> list[int]:
    """The safest of these, by what the strips allow."""
    ranked: list[tuple[float, int]] = []
    for action in actions:
        field = action - LIFTS
        chance = 0.0
        if state.disc[field] == HIDDEN:
            ways = state.chances(field)
            bad = 0
            for colour in range(COLOURS):
                if state.visible[colour] >= FIFTH:
                    bad += ways[colour]
            chance = bad / sum(ways)
        ranked.append((chance, action))
    ranked.sort()
    return sorted([action for _, action in ranked[:CAPS_LOOKED_AT]])


def decisions(state: Colorio) -> list[int]:
    """Remove the cap, or cover one field of each colour that may be covered."""
    covered = 0
    found: list[int] = []
    for field in state.targets():
        colour = state.disc[field]
        if not covered >> colour & 1:
            covered |= 1 << colour
            found.append(MOVES + field)
    found.append(REMOVE)
    return found


def safest(state: Colorio, dice: Dice) -> int:
    """A cap with the least risk, any of them; never one that is known to be deadly."""
    free = state.caps & ~state.barred
    guess = danger(state)
    least = 2.0
    found: list[int] = []
    for field in range(PLACES):
        if free >> field & 1:
            chance = risk(state, field, guess)
            if chance < least:
                least = chance
                found = [LIFTS + field]
            elif chance == least:
                found.append(LIFTS + field)
    return dice.pick(found)


def decide(state: Colorio, dice: Dice) -> int:
    """While more caps are to be lifted, cover what is nearly full; with the last one leave it to the next player."""
    last = state.step == 2
    worst = -1
    choice = REMOVE
    for action in decisions(state):
        if action != REMOVE:
            count = state.visible[state.disc[action - MOVES]]
            if count > worst:
                choice, worst = action, count
    if last or not state.paid:
        return choice if worst >= FIFTH and dice.below(2) == 0 else REMOVE
    return choice if worst >= FIFTH - 1 or dice.below(2) == 0 else REMOVE


HEURISTICS: Final = ColorioHeuristics
