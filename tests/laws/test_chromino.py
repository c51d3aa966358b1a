"""Chromino: a law of its own about hidden hands, and planted bugs, which the laws notice."""

from __future__ import annotations

import pytest

from laws import laws
from laws.hands import covered, covered_otherwise, exchange
from laws.mutants import Mutant, planted
from laws.walks import Case, cases, walk
from polychrome.engine.core import COMPILED, EVERYONE
from polychrome.engine.dice import Dice
from polychrome.games.chromino import GAME, notation, rules, tiles
from polychrome.games.chromino.ground import ground_of
from polychrome.games.chromino.rules import Chromino

CASES = cases([GAME], seeds=[1])


def test_who_plays_alone_may_lose() -> None:  # CHR-18
    ends = {}
    for seed in range(40):
        last = walk(Case(GAME, 1, GAME.choose(1, {}), seed)).positions[-1]
        assert isinstance(last, Chromino)
        ends[last.held[0] == 0] = last.winners()
    assert ends == {True: [0], False: []}


def told_lines_alone_are_seen(case: Case) -> None:
    """Whatever the hidden tiles are, the next line shows no more of them than it says.

    The law that nobody reads minds follows twins only until one of them cannot do what the other does, which is soon,
    for hands differ. So here each line is played once in the game and once with other hidden tiles.
    """
    table, positions = walk(case)
    dice = Dice(case.seed + 20)
    for state, line in zip(positions, table.log, strict=False):
        assert isinstance(state, Chromino)
        for viewer in case.viewers():
            other = covered_otherwise(state, viewer, dice)
            action = line.action
            if line.seat >= 0 and action >= notation.TO_PLACE:
                tile = tiles.tile_of(action - notation.TO_PLACE)
                if other.where[tile] != state.where[tile]:  # the tile laid is the only one that both must have
                    held = [each for each in covered(other, viewer) if other.where[each] == state.where[tile]]
                    exchange(other, tile, held[0])
            legal = other.legal(line.seat)
            if not line.audience >> viewer & 1:
                action = legal[dice.below(len(legal))]
            elif action not in legal:
                continue
            after, twin = state.clone(), other
            after.apply(line.seat, line.action)
            twin.apply(line.seat, action)
            assert after.acting() == twin.acting(), f"viewer {viewer} can see who acts"
            assert after.view(viewer).dump() == twin.view(viewer).dump(), f"viewer {viewer} sees what it was not told"


@pytest.mark.parametrize("case", CASES[1::3], ids=str)
def test_told_lines_alone_are_seen(case: Case) -> None:
    told_lines_alone_are_seen(case)


# Planted bugs. Compiled games cannot be spoilt.

MUTANTS: list[Mutant] = []

if not COMPILED:

    class HandsOpen(Chromino):
        """Hidden hands can be seen."""

        def redact(self, viewer: int, recall: bool) -> None:
            pass

    class BagKnown(Chromino):
        """Hands are blank, but the bag is not, and so it gives them away."""

        def redact(self, viewer: int, recall: bool) -> None:
            bag = self.bag()
            super().redact(viewer, recall)
            if self.phase != rules.OVER:
                for tile in bag:
                    self.where[tile] = rules.IN_BAG

    class NeverHiddenAgain(Chromino):
        """A tile that was shown once stays in sight when its hand has grown."""

        def redact(self, viewer: int, recall: bool) -> None:
            super().redact(viewer, True)

    class TilesToldToAll(Chromino):
        def audience(self, seat: int, action: int) -> int:
            return EVERYONE

    class LastTileUntold(Chromino):
        """The last tile lies open without having been turned up."""

        def place(self, laid: int) -> None:
            super().place(laid)
            if self.phase == rules.SHOW:
                self.turn_up(self.hand(self.seat)[0])

    class StuckUntold(Chromino):
        """Whoever cannot lay a tile is passed over without a word."""

        def pass_on(self) -> None:
            super().pass_on()
            if self.phase == rules.LOOK:
                self.apply(-1, self.legal(-1)[0])

    class AnyHand(Chromino):
        """The mover is imagined with a hand that cannot be what nature told."""

        def choose_hand(self, pool: list[int], lacking: int, dice: Dice) -> None:
            pass

    class FrontierForgotten(Chromino):
        """A new tile does not change where the next can go."""

        def put(self, laid: int) -> None:
            self.laid.append(laid)

    class TileStays(Chromino):
        """A tile that is laid stays in the hand, too."""

        def place(self, laid: int) -> None:
            super().place(laid)
            self.where[tiles.tile_of(laid)] = self.seat

    class BothWaysRound(Chromino):
        """A mirrored tile that is turned round is another move."""

        def legal(self, seat: int) -> list[int]:
            legal = super().legal(seat)
            if self.phase != rules.PLACE:
                return legal
            turned = [
                action + tiles.TURNED for action in legal if tiles.MIRRORED[tiles.tile_of(action - notation.TO_PLACE)]
            ]
            return sorted({*legal, *turned})

        def apply(self, seat: int, action: int) -> None:
            laid = action - notation.TO_PLACE
            if laid >= 0 and laid & tiles.TURNED and tiles.MIRRORED[tiles.tile_of(laid)]:
                action -= tiles.TURNED
            super().apply(seat, action)

    class CornersCount(Chromino):
        """One contact is thought to be enough when it is asked for, but not offered."""

        def refuse(self, seat: int, action: int) -> notation.Reason | None:
            reason = super().refuse(seat, action)
            return None if reason is not None and reason.key == "chromino.refused.one_contact" else reason

    class TileTakenBack(Chromino):
        """A tile that was shown goes back into a hidden hand."""

        def irrevocable(self) -> bool:
            return False

    class LightBag(Chromino):
        """The first tiles of the bag come more often."""

        def sample(self, seat: int, dice: Dice) -> int:
            if self.phase == rules.DRAWN:
                return notation.TILE + self.drawn(min(dice.below(self.left), dice.below(self.left)))
            return super().sample(seat, dice)

    MUTANTS += [
        Mutant("hands open", laws.nobody_reads_minds, planted(GAME, HandsOpen)),
        Mutant("bag known", laws.nobody_reads_minds, planted(GAME, BagKnown)),
        Mutant("never hidden again", laws.what_is_covered_is_forgotten, planted(GAME, NeverHiddenAgain)),
        Mutant("tiles told to all", laws.no_two_actions_are_the_same, planted(GAME, TilesToldToAll)),
        Mutant("last tile untold", told_lines_alone_are_seen, planted(GAME, LastTileUntold)),
        Mutant("any hand", laws.an_imagined_world_shows_the_same_view, planted(GAME, AnyHand)),
        Mutant("frontier forgotten", laws.caches_are_derived, planted(GAME, FrontierForgotten)),
        Mutant("tile stays", laws.pieces_are_conserved, planted(GAME, TileStays)),
        Mutant("both ways round", laws.no_two_actions_are_the_same, planted(GAME, BothWaysRound)),
        Mutant("one contact is enough", laws.refusals_agree_with_legal, planted(GAME, CornersCount)),
        Mutant("stuck untold", told_lines_alone_are_seen, planted(GAME, StuckUntold)),
        Mutant("tile taken back", laws.taking_back_is_no_second_look, planted(GAME, TileTakenBack)),
        Mutant("light bag", laws.nature_samples_by_weight, planted(GAME, LightBag)),
    ]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name.replace(" ", "_"))
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    with pytest.raises((AssertionError, IndexError)):
        sweep(mutant)


def sweep(mutant: Mutant) -> None:
    for seed in range(1, 7):
        for seats in (2, 3):
            mutant.law(Case(mutant.game, seats, GAME.choose(seats, {}), seed, 60))


def test_the_ground_is_the_same_however_it_came_about() -> None:
    case = CASES[6]
    for state in walk(case).positions:
        assert isinstance(state, Chromino)
        kept, fresh = state.table(), ground_of(state.laid)
        assert kept == fresh
