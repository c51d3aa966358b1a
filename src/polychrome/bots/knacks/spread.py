"""Discs spread face down (Ronde, Trio, Arc-en-ciel, Rondo): what is known of them, and what to turn up."""

from __future__ import annotations

from typing import Final

from polychrome.bots.knack import Knack
from polychrome.engine.core import HIDDEN, State
from polychrome.engine.dice import Dice
from polychrome.games.colomo.arc_en_ciel import PREDICT, PREDICTING, STOP, ArcEnCiel
from polychrome.games.colomo.ronde import GIVE, GIVING, Ronde
from polychrome.games.colomo.rondo import Rondo
from polychrome.games.colomo.table import COLOURS, FLIP, SHOWS, Spread

NOWHERE: Final = -1
WORTH_A_TRY: Final = 0.1  # chance of the last colour of a rainbow


class Known:
    """What a player has in mind of the discs that lie face down."""

    def __init__(self, state: Spread) -> None:
        self.count = [0] * len(state.pool)  # by colour: discs known
        self.place = [NOWHERE] * len(state.pool)  # by colour: one of them, the first
        self.unseen = 0
        self.blank = NOWHERE  # a disc never seen, the first
        up = state.up
        disc = state.disc
        for place in state.left:
            colour = disc[place]
            if colour == HIDDEN:
                if self.unseen == 0:
                    self.blank = place
                self.unseen += 1
            elif place not in up:
                if self.count[colour] == 0:
                    self.place[colour] = place
                self.count[colour] += 1

    def one_of_each(self) -> list[int]:
        """A disc never seen, and one of every colour known: all others come to the same."""
        found = [place for place in self.place if place != NOWHERE]
        if self.unseen:
            found.append(self.blank)
        found.sort()
        return found


def any_blank(state: Spread, known: Known, dice: Dice) -> int:
    """A disc never seen; who always took the first would look at the same few for ever when memory fades."""
    number = dice.below(known.unseen)
    for place in state.left:
        if state.disc[place] == HIDDEN:
            if number == 0:
                return place
            number -= 1
    raise AssertionError("there are fewer")


def any_known(known: Known, dice: Dice) -> int:
    """A disc that tells nobody anything."""
    return dice.pick([place for place in known.place if place != NOWHERE])


class SpreadKnack(Knack):
    def moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, Spread)
        if state.phase != FLIP:
            return state.legal(seat)
        known = Known(state)
        sure = self.sure(state, seat, known)
        return [sure] if sure != NOWHERE else known.one_of_each()

    def any_like(self, view: State, seat: int, action: int, dice: Dice) -> int:
        assert isinstance(view, Spread)
        if view.phase != FLIP or action >= SHOWS:
            return action
        colour = view.disc[action]
        return dice.pick([place for place in view.legal(seat) if place < SHOWS and view.disc[place] == colour])

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, Spread)
        if state.phase != FLIP:
            return state.sample(seat, dice)
        known = Known(state)
        sure = self.sure(state, seat, known)
        return sure if sure != NOWHERE else self.unsure(state, seat, known, dice)

    def unsure(self, state: Spread, seat: int, known: Known, dice: Dice) -> int:
        """What to do in a hurry where nothing is known to be right."""
        if known.unseen and (len(known.one_of_each()) == 1 or self.curious(state, seat, known, dice)):
            return any_blank(state, known, dice)
        return any_known(known, dice)

    def sure(self, state: Spread, seat: int, known: Known) -> int:
        """A disc to turn up without a thought, or NOWHERE."""
        return NOWHERE

    def curious(self, state: Spread, seat: int, known: Known, dice: Dice) -> bool:
        """Turn up a disc never seen rather than one that everybody knows?"""
        return True


class RondeKnack(SpreadKnack):
    def sure(self, state: Spread, seat: int, known: Known) -> int:
        """A known pair of a colour that one lacks; or one that all have, which costs nothing and goes on."""
        assert isinstance(state, Ronde)
        own = state.own[seat]
        if state.up:
            colour = state.disc[state.up[0]]
            wanted = not own >> colour & 1 or had_by_all(state, colour)
            return known.place[colour] if known.count[colour] and wanted else NOWHERE
        free = NOWHERE
        for colour in range(COLOURS):
            if known.count[colour] >= 2:
                if not own >> colour & 1:
                    return known.place[colour]
                if had_by_all(state, colour):
                    free = known.place[colour]
        return free

    def curious(self, state: Spread, seat: int, known: Known, dice: Dice) -> bool:
        """The first disc should be new; a second helps the others more than oneself (tests/bots/pairs_solved.py)."""
        return not state.up or (not self.cunning and dice.below(2) == 0)

    def unsure(self, state: Spread, seat: int, known: Known, dice: Dice) -> int:
        """The second disc should not make a pair that goes to somebody else."""
        if state.up:
            colour = state.disc[state.up[0]]
            known.place[colour] = NOWHERE
            if not known.one_of_each():
                return dice.pick(state.legal(seat))
        return super().unsure(state, seat, known, dice)

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        if state.phase != GIVING:
            return super().quick(state, seat, dice)
        assert isinstance(state, Ronde)
        gifts = state.legal(seat)
        best = gifts[0]
        for gift in gifts:  # to whoever has least
            if state.own[gift - GIVE].bit_count() < state.own[best - GIVE].bit_count():
                best = gift
        return best


def had_by_all(state: Ronde, colour: int) -> bool:
    """Has everybody a pair of this colour? Then another is put aside, and whoever found it plays on (RON-5, RON-6)."""
    return all(own >> colour & 1 for own in state.own)


class TrioKnack(SpreadKnack):
    def sure(self, state: Spread, seat: int, known: Known) -> int:
        """The next disc of a trio that is known as a whole."""
        up = state.up
        if not up:
            for colour in range(COLOURS):
                if known.count[colour] >= 3:
                    return known.place[colour]
            return NOWHERE
        colour = state.disc[up[0]]
        if len(up) == 2 and state.disc[up[1]] != colour:
            return NOWHERE
        return known.place[colour] if known.count[colour] + len(up) >= 3 else NOWHERE

    def curious(self, state: Spread, seat: int, known: Known, dice: Dice) -> bool:
        """What cannot win any more only helps the others."""
        up = state.up
        if not up:
            return True
        if self.cunning:
            return len(up) == 2 and state.disc[up[0]] == state.disc[up[1]]
        if len(up) == 2 and state.disc[up[0]] != state.disc[up[1]]:
            return dice.below(5) == 0
        return dice.below(2) == 0 or known.count[state.disc[up[0]]] + len(up) == 2


class RondoKnack(SpreadKnack):
    def sure(self, state: Spread, seat: int, known: Known) -> int:
        assert isinstance(state, Rondo)
        missed = state.tried == 1 and state.disc[state.up[-1]] != state.target
        if known.count[state.target] and not missed:
            return known.place[state.target] if known.count[state.target] + state.tried >= 2 else NOWHERE
        return NOWHERE

    def curious(self, state: Spread, seat: int, known: Known, dice: Dice) -> bool:
        assert isinstance(state, Rondo)
        if state.tried == 1 and state.disc[state.up[-1]] != state.target:
            return dice.below(5) == 0
        return True


class ArcEnCielKnack(SpreadKnack):
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
