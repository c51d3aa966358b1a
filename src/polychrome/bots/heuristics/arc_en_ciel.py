"""Arc-en-ciel: finish a rainbow, and leave none to the next player."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.spread import NOWHERE, Known, SpreadHeuristics, any_blank, any_known
from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from polychrome.games.colomo.arc_en_ciel import PREDICT, PREDICTING, STOP, ArcEnCiel
from polychrome.games.colomo.table import COLOURS, FLIP, Spread

WORTH_A_TRY: Final = 0.1  # chance of the last colour of a rainbow


class ArcEnCielHeuristics(SpreadHeuristics):
    def moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, ArcEnCiel)
        if state.phase == PREDICTING:
            return predictions(state)
        if state.phase != FLIP:
            return state.legal(seat)
        known = Known(state)
        sure = self.sure(state, seat, known)
        if sure != NOWHERE:
            return [sure]
        found = known.one_of_each()
        if state.may_stop():
            found.append(STOP)
        return found

    def sure(self, state: Spread, seat: int, known: Known) -> int:
        """The next disc of a rainbow that is known as a whole."""
        assert isinstance(state, ArcEnCiel)
        first = NOWHERE
        for colour in state.missing():
            if known.count[colour] == 0:
                return NOWHERE
            if first == NOWHERE:
                first = known.place[colour]
        return first

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, ArcEnCiel)
        if state.phase == PREDICTING:
            return dice.pick(predictions(state))
        return super().quick(state, seat, dice)

    def unsure(self, state: Spread, seat: int, known: Known, dice: Dice) -> int:
        assert isinstance(state, ArcEnCiel)
        missing = state.missing()
        if self.cunning:
            return self.hold_back(state, known, missing, dice)
        if state.may_stop() and (len(missing) < 4 or dice.below(3) == 0):
            return STOP
        good = [known.place[colour] for colour in missing if known.count[colour]]
        if known.unseen and (not good or dice.below(2) == 0):
            return any_blank(state, known, dice)
        return dice.pick(good) if good else any_known(known, dice)

    def hold_back(self, state: ArcEnCiel, known: Known, missing: list[int], dice: Dice) -> int:
        """Every colour face up helps the next player: go on only if a single one is missing, and not too rare."""
        if known.unseen:
            rare = 0
            blind = 0
            for colour in missing:
                if known.count[colour] == 0:
                    blind += 1
                    rare = state.pool[colour]
            if blind == 1 and rare > WORTH_A_TRY * known.unseen:
                return any_blank(state, known, dice)
        if state.may_stop():
            return STOP
        if known.unseen:
            return any_blank(state, known, dice)
        good = [known.place[colour] for colour in missing if known.count[colour]]
        return dice.pick(good) if good else any_known(known, dice)


def predictions(state: ArcEnCiel) -> list[int]:
    """Of the last rainbow: what is known. While two discs or more are not: a guess, or a mistake that tells nothing."""
    known = Known(state)
    missing = state.missing()
    mistake = NOWHERE
    for colour in missing:
        if known.count[colour]:
            right = PREDICT + COLOURS * known.place[colour] + colour
            if known.unseen < 2:
                return [right]
            if mistake == NOWHERE:
                mistake = right - colour + (missing[1] if colour == missing[0] else missing[0])
    if not known.unseen:
        return state.legal(state.seat)[:1]  # only for somebody who mixes things up
    possible = [colour for colour in missing if state.pool[colour]]
    guess = PREDICT + COLOURS * known.blank + (possible[0] if possible else missing[0])
    if known.unseen < 2 or mistake == NOWHERE:
        return [guess]
    return [guess, mistake] if guess < mistake else [mistake, guess]


HEURISTICS: Final = ArcEnCielHeuristics
