"""Bugs planted in the seven COLOMO games: each is caught by a law."""

from __future__ import annotations

import pytest

from laws import laws
from laws.mutants import Mutant, planted
from laws.walks import cases
from polychrome.engine.core import COMPILED
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo import a_l_aveuglette, arc_en_ciel, blackout, les_aveugles, ronde, rondo, trio
from polychrome.games.colomo.a_l_aveuglette import ALAveuglette
from polychrome.games.colomo.arc_en_ciel import ArcEnCiel
from polychrome.games.colomo.blackout import Blackout
from polychrome.games.colomo.les_aveugles import LesAveugles
from polychrome.games.colomo.ronde import Ronde
from polychrome.games.colomo.rondo import Rondo
from polychrome.games.colomo.table import LEAVING, PEEKED, SHOWS
from polychrome.games.colomo.trio import Trio

# Compiled games cannot be spoilt.

MUTANTS: list[Mutant] = []

if not COMPILED:

    class SeesThrough(Ronde):
        def redact(self, viewer: int, recall: bool) -> None:
            super().redact(viewer, True)

    class PoolLeaks(Trio):
        """The discs are blank, but what is left in the pool gives their colours away."""

        def redact(self, viewer: int, recall: bool) -> None:
            pool = self.pool[:]
            super().redact(viewer, recall)
            self.pool = pool

    class SightingsLeak(ArcEnCiel):
        """It shows where somebody has looked."""

        def redact(self, viewer: int, recall: bool) -> None:
            seen = self.seen
            super().redact(viewer, recall)
            self.seen = seen

    class CountLeaks(Rondo):
        """It shows how many discs nobody has seen."""

        def redact(self, viewer: int, recall: bool) -> None:
            unseen = self.unseen
            super().redact(viewer, recall)
            self.unseen = unseen

    class ForgetfulLine(Blackout):
        """Even with recall, covered is gone, and the legal questions with it."""

        def redact(self, viewer: int, recall: bool) -> None:
            super().redact(viewer, False)
            self.taken = [NONE] * len(self.taken)

    class CoverTakenBack(Blackout):
        """Whoever covers the line may take that back, and all look again."""

        def irrevocable(self) -> bool:
            return False

    class PeekAdds(LesAveugles):
        """A pawn that somebody peeked at is there twice."""

        def chance(self, action: int) -> None:
            if self.phase == PEEKED:
                self.disc[(self.place + 1) % len(self.disc)] = self.disc[self.place]
            super().chance(action)

    class PathForgotten(ALAveuglette):
        """The way a pawn has jumped cannot be seen."""

        def redact(self, viewer: int, recall: bool) -> None:
            super().redact(viewer, recall)
            self.last = NONE

    class SecondLook(ALAveuglette):
        """A pawn that leaves can be any colour again."""

        def sample(self, seat: int, dice: Dice) -> int:
            return SHOWS + dice.below(self.seats) if self.phase == LEAVING else super().sample(seat, dice)

    MUTANTS += [
        Mutant("sees through discs", laws.what_is_covered_is_forgotten, planted(ronde.GAME, SeesThrough)),
        Mutant("pool leaks", laws.what_is_covered_is_forgotten, planted(trio.GAME, PoolLeaks)),
        Mutant("sightings leak", laws.what_is_covered_is_forgotten, planted(arc_en_ciel.GAME, SightingsLeak)),
        Mutant("count leaks", laws.what_is_covered_is_forgotten, planted(rondo.GAME, CountLeaks)),
        Mutant("line forgotten", laws.a_view_knows_what_its_seat_may_do, planted(blackout.GAME, ForgetfulLine)),
        Mutant("cover taken back", laws.taking_back_is_no_second_look, planted(blackout.GAME, CoverTakenBack)),
        Mutant("pawn doubled", laws.pieces_are_conserved, planted(les_aveugles.GAME, PeekAdds)),
        Mutant("path forgotten", laws.no_two_actions_are_the_same, planted(a_l_aveuglette.GAME, PathForgotten)),
        Mutant("second look", laws.nature_samples_by_weight, planted(a_l_aveuglette.GAME, SecondLook)),
    ]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name.replace(" ", "_"))
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    with pytest.raises(AssertionError):
        sweep(mutant)


def sweep(mutant: Mutant) -> None:
    for case in cases([mutant.game], seeds=[1, 2, 3]):
        mutant.law(case)
