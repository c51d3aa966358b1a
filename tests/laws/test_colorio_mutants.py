"""Bugs planted in Colorio: each is caught by a law."""

from __future__ import annotations

import pytest

from laws import laws
from laws.mutants import Mutant, planted
from laws.walks import Case, cases
from polychrome.engine.core import COMPILED, HIDDEN, Reason
from polychrome.engine.dice import Dice
from polychrome.games.colorio.rules import COLOURS, GAME, LIFT, SHOW, SHOWS, Colorio, about

# Compiled games cannot be spoilt.

MUTANTS: list[Mutant] = []

if not COMPILED:

    class SeesThrough(Colorio):
        """What was covered again can still be seen."""

        def redact(self, viewer: int, recall: bool) -> None:
            super().redact(viewer, True)

    class PoolLeaks(Colorio):
        """What is left of each colour gives away what is covered."""

        def redact(self, viewer: int, recall: bool) -> None:
            pool = self.pool[:]
            super().redact(viewer, recall)
            self.pool = pool

    class SightingsLeak(Colorio):
        """It shows which caps hide something that was seen."""

        def redact(self, viewer: int, recall: bool) -> None:
            seen = self.seen
            super().redact(viewer, recall)
            self.seen = seen

    class StripsLeak(Colorio):
        """The guesses about the rows are carried over into a view: they know what is covered."""

        def redact(self, viewer: int, recall: bool) -> None:
            rows = self.known_rows()[:]
            super().redact(viewer, recall)
            self.rows = rows

    class StaleGuesses(Colorio):
        """What has been uncovered is not noted for the row."""

        def show(self, place: int, colour: int) -> None:
            rows = self.known_rows()[:]
            super().show(place, colour)
            self.rows = rows

    class FlatLuck(Colorio):
        """Any colour is as likely as any other, strips or not."""

        def drawn(self, place: int, dice: Dice) -> int:
            return dice.below(COLOURS) if self.disc[place] == HIDDEN else self.disc[place]

    class SecondLook(Colorio):
        """A field that was seen can turn out to have another colour."""

        def sample(self, seat: int, dice: Dice) -> int:
            return SHOWS + dice.below(COLOURS) if self.phase == SHOW else super().sample(seat, dice)

    class BanForgotten(Colorio):
        """Refused, though it is on the list."""

        def legal(self, seat: int) -> list[int]:
            if self.phase != LIFT:
                return super().legal(seat)
            return [place for place in range(25) if self.caps >> place & 1]

        def refuse(self, seat: int, action: int) -> Reason | None:
            if self.phase == LIFT and 0 <= action < 25 and self.barred >> action & 1:
                return about("ban", action)
            return super().refuse(seat, action)

    class CapVanishes(Colorio):
        """Whoever goes out takes the cap along."""

        def eliminate(self) -> None:
            self.removed -= 1
            super().eliminate()

    MUTANTS += [
        Mutant("sees through caps", laws.what_is_covered_is_forgotten, planted(GAME, SeesThrough)),
        Mutant("pool leaks", laws.what_is_covered_is_forgotten, planted(GAME, PoolLeaks)),
        Mutant("sightings leak", laws.what_is_covered_is_forgotten, planted(GAME, SightingsLeak)),
        Mutant("strips leak", laws.caches_are_derived, planted(GAME, StripsLeak)),
        Mutant("stale guesses", laws.caches_are_derived, planted(GAME, StaleGuesses)),
        Mutant("flat luck", laws.nature_samples_by_weight, planted(GAME, FlatLuck)),
        Mutant("second look", laws.nature_samples_by_weight, planted(GAME, SecondLook)),
        Mutant("ban forgotten", laws.refusals_agree_with_legal, planted(GAME, BanForgotten)),
        Mutant("cap vanishes", laws.pieces_are_conserved, planted(GAME, CapVanishes)),
    ]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name.replace(" ", "_"))
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    honest = Case(GAME, 3, (0, 0, 0), 1)
    mutant.law(honest)  # it is the bug that is noticed
    assert any(accused(mutant, case) for case in cases([mutant.game], seeds=[1])[::5])


def accused(mutant: Mutant, case: Case) -> bool:
    try:
        mutant.law(case)
    except AssertionError:
        return True
    return False
