"""Planted bugs: each is a game with one mistake, and the law that has to notice it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from laws import laws
from laws.walks import Case
from polychrome.engine.core import COMPILED, EVERYONE, HIDDEN, NATURE, Game, Reason, State
from polychrome.engine.dice import Dice
from polychrome.games import coloretto
from toys import peek, pips, sealed


class Mutant(NamedTuple):
    name: str
    law: Callable[[Case], None]
    game: Game


def planted(game: Game, kind: type[State]) -> Game:
    """The game with the positions of a class that has the mistake."""

    def start(seats: int, options: tuple[int, ...]) -> State:
        state = kind()
        for name, value in game.start(seats, options).dump().items():
            setattr(state, name, tuple(value) if name == "options" and isinstance(value, list) else value)
        return state

    return game._replace(start=start)


# Secrets.


class RedactionForgotten(peek.Peek):
    def redact(self, viewer: int, recall: bool) -> None:
        pass


class PoolLeaks(peek.Peek):
    """The disc is blank, but what is left in the pool gives its colour away."""

    def redact(self, viewer: int, recall: bool) -> None:
        pool = self.pool[:]
        super().redact(viewer, recall)
        self.pool = pool


class AudienceTooWide(peek.Peek):
    def audience(self, seat: int, action: int) -> int:
        return EVERYONE


class NeverForgets(peek.Peek):
    def redact(self, viewer: int, recall: bool) -> None:
        super().redact(viewer, True)


class SightingsLeak(peek.Peek):
    """Without recall the colours are blank, but it still shows where somebody has looked."""

    def redact(self, viewer: int, recall: bool) -> None:
        seen = self.seen[:]
        super().redact(viewer, recall)
        self.seen = seen


class SpectatorsSeeAll(peek.Peek):
    def redact(self, viewer: int, recall: bool) -> None:
        if viewer < self.seats:
            super().redact(viewer, recall)


class ImagineForgotten(peek.Peek):
    def imagine(self, dice: Dice) -> None:
        pass


class ImaginedFromNowhere(peek.Peek):
    """The imagined discs do not come out of the pool."""

    def imagine(self, dice: Dice) -> None:
        pool = self.pool[:]
        super().imagine(dice)
        self.pool = pool


class ImaginesOverWhatIsSeen(peek.Peek):
    def imagine(self, dice: Dice) -> None:
        super().imagine(dice)
        self.disc = [colour if colour < 0 else (colour + 1) % peek.COLOURS for colour in self.disc]


class AnswersShown(sealed.Sealed):
    def redact(self, viewer: int, recall: bool) -> None:
        pass


class NeighbourSeen(sealed.Sealed):
    def redact(self, viewer: int, recall: bool) -> None:
        neighbour = (viewer + 1) % self.seats
        answer = self.answer[neighbour]
        super().redact(viewer, recall)
        self.answer[neighbour] = answer


class OwnAnswerHidden(sealed.Sealed):
    def redact(self, viewer: int, recall: bool) -> None:
        super().redact(HIDDEN, recall)


class SealedForGood(sealed.Sealed):
    """The view says that whoever has answered may answer again."""

    def redact(self, viewer: int, recall: bool) -> None:
        super().redact(viewer, recall)
        self.answer = [sealed.OPEN if answer == HIDDEN else answer for answer in self.answer]


# Positions.


class FieldMissing(peek.Peek):
    FIELDS = tuple(name for name in peek.Peek.FIELDS if name != "turns")


class CloneShares(pips.Pips):
    def clone(self) -> CloneShares:
        new = super().clone()
        new.lost = self.lost
        return new


class ListInTheEnd(peek.Peek):
    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if not self.acting():
            self.turns = [self.turns]  # type: ignore[assignment]


class StaleCache(peek.Peek):
    def reveal(self, colour: int) -> None:
        super().reveal(colour)
        self.there = self.places()[1:]


class CacheCopied(peek.Peek):
    def clone(self) -> CacheCopied:
        new = super().clone()
        new.there = self.there
        return new


class ScoresFromElsewhere(pips.Pips):
    turns: ClassVar[dict[int, int]] = {}

    def end_turn(self) -> None:
        self.turns[id(self)] = self.turns.get(id(self), 0) + 1  # subject: what is not in the position
        super().end_turn()

    def scores(self) -> list[int]:
        return [self.turns.get(id(self), 0)] * self.seats  # subject: as above


class AskingChanges(pips.Pips):
    def winners(self) -> list[int]:
        self.own[0] += 1
        return super().winners()


class PipLost(pips.Pips):
    def end_turn(self) -> None:
        self.lost = [0] * len(self.lost)
        super().end_turn()


class NobodyWins(pips.Pips):
    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.seats) if scores[seat] > 2 * sum(scores)]


class Endless(pips.Pips):
    """What is drawn goes back into the bag."""

    def draw(self, colour: int) -> None:
        self.line = [colour]
        self.phase = pips.TURN


class RepeatsOnlyOnce(pips.Pips):
    """Something outside the position decides."""

    games: ClassVar[list[int]] = []

    def draw(self, colour: int) -> None:
        super().draw(colour)
        self.games.append(colour)
        if len(self.games) % 7 == 0:
            self.seat = (self.seat + 1) % self.seats


# Actions.


class LegalUnsorted(pips.Pips):
    def legal(self, seat: int) -> list[int]:
        return super().legal(seat)[::-1]


class LegalTooShort(pips.Pips):
    """Drawing on is forgotten, but not refused."""

    def legal(self, seat: int) -> list[int]:
        legal = super().legal(seat)
        return [pips.STOP] if legal == [pips.DRAW, pips.STOP] else legal

    def refuse(self, seat: int, action: int) -> Reason | None:
        return None if action in super().legal(seat) else Reason("refused.illegal", {})


class RefusesTheLegal(pips.Pips):
    def refuse(self, seat: int, action: int) -> Reason | None:
        full = len(self.line) == 3 and action == pips.DRAW
        return Reason("refused.illegal", {}) if full else super().refuse(seat, action)


class ReasonWithoutWords(pips.Pips):
    def refuse(self, seat: int, action: int) -> Reason | None:
        return None if action in self.legal(seat) else Reason("pips.refused.nobody_wrote_this", {})


class IdleIllegal(pips.Pips):
    def idle(self, seat: int) -> int | None:
        return pips.STOP


class SampleIgnoresWeights(pips.Pips):
    def sample(self, seat: int, dice: Dice) -> int:
        legal = self.legal(seat)
        return legal[dice.below(len(legal))]


class ViewForgetsTheLine(pips.Pips):
    """A blank that changes what its viewer may do."""

    def redact(self, viewer: int, recall: bool) -> None:
        self.line = []


class Synonyms(pips.Pips):
    """An action that does just what another does."""

    def legal(self, seat: int) -> list[int]:
        return sorted({*super().legal(seat), 9}) if self.phase == pips.TURN else super().legal(seat)

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, pips.DRAW if action == 9 else action)


def synonym_text(action: int) -> str:
    return "pull" if action == 9 else pips.text(action)


def synonym_parse(text: str) -> int:
    return 9 if text == "pull" else pips.parse(text)


class NotTold(sealed.Sealed):
    """Whoever answers is not told its own answer."""

    def audience(self, seat: int, action: int) -> int:
        return EVERYONE if seat == NATURE else 0


# Coloretto. Its compiled positions cannot be subclassed, so those mutants live on the interpreted build only.


class PlusLost(coloretto.Coloretto):
    """A row is taken without its "+2" cards."""

    def take(self, row: int) -> None:
        cards = [kind for kind in coloretto.cards(self.rows[row]) if kind != coloretto.PLUS]
        self.rows[row] = int("0" + "".join(str(kind + 1) for kind in cards))
        super().take(row)


class FieldForgotten(coloretto.Coloretto):
    FIELDS = tuple(name for name in coloretto.Coloretto.FIELDS if name != "took")


class DrawForgotten(coloretto.Coloretto):
    """Whoever can take a row is not offered to draw."""

    def legal(self, seat: int) -> list[int]:
        legal = super().legal(seat)
        return legal[1:] if self.phase == coloretto.CHOOSE and len(legal) > 1 else legal

    def refuse(self, seat: int, action: int) -> Reason | None:
        return None if action in super().legal(seat) else super().refuse(seat, action)


class EveryKindAlike(coloretto.Coloretto):
    def sample(self, seat: int, dice: Dice) -> int:
        return dice.pick(self.legal(seat))


class DeckHidden(coloretto.Coloretto):
    """A view without the number of cards left, which is public (CTO-7)."""

    def redact(self, viewer: int, recall: bool) -> None:
        self.deck = [0] * len(self.deck)


def one_text_for_two(action: int) -> str:
    """`take 1` is written `take 0`."""
    return coloretto.text(coloretto.TAKE if action == coloretto.TAKE + 1 else action)


def starless(action: int) -> str:
    return coloretto.text(action).removeprefix("* ")


def starless_parse(text: str) -> int:
    words = text.split()
    return coloretto.parse(text if words[0] in ("draw", "place", "take", "choose") else f"* {text}")


def spaced(action: int) -> str:
    return coloretto.text(action).replace(" ", "  ")


def short_of_a_card(seats: int, options: tuple[int, ...]) -> State:
    """A deck whose number of cards is not what is in it."""
    state = coloretto.start(seats, options)
    state.left -= 1
    return state


MUTANTS = [
    Mutant("redaction forgotten", laws.nobody_reads_minds, planted(peek.GAME, RedactionForgotten)),
    Mutant("pool counts leak", laws.nobody_reads_minds, planted(peek.GAME, PoolLeaks)),
    Mutant("spectators see all", laws.nobody_reads_minds, planted(peek.GAME, SpectatorsSeeAll)),
    Mutant("audience too wide", laws.no_two_actions_are_the_same, planted(peek.GAME, AudienceTooWide)),
    Mutant("covered, but still seen", laws.what_is_covered_is_forgotten, planted(peek.GAME, NeverForgets)),
    Mutant("sightings leak", laws.what_is_covered_is_forgotten, planted(peek.GAME, SightingsLeak)),
    Mutant("imagine forgotten", laws.imagined_rivals_are_as_well_informed, planted(peek.GAME, ImagineForgotten)),
    Mutant(
        "imagined from nowhere", laws.an_imagined_world_shows_the_same_view, planted(peek.GAME, ImaginedFromNowhere)
    ),
    Mutant(
        "imagined against what is seen",
        laws.an_imagined_world_shows_the_same_view,
        planted(peek.GAME, ImaginesOverWhatIsSeen),
    ),
    Mutant("sealed answers shown", laws.nobody_reads_minds, planted(sealed.GAME, AnswersShown)),
    Mutant("a neighbour's answer shown", laws.nobody_reads_minds, planted(sealed.GAME, NeighbourSeen)),
    Mutant("own answer hidden", laws.no_two_actions_are_the_same, planted(sealed.GAME, OwnAnswerHidden)),
    Mutant("answered, but asked again", laws.a_view_knows_what_its_seat_may_do, planted(sealed.GAME, SealedForGood)),
    Mutant("own action untold", laws.lines_are_told_to_their_audience, planted(sealed.GAME, NotTold)),
    Mutant("field missing from FIELDS", laws.fields_are_complete, planted(peek.GAME, FieldMissing)),
    Mutant("scores not from the position", laws.dump_and_load_are_opposites, planted(pips.GAME, ScoresFromElsewhere)),
    Mutant("clone shares a list", laws.a_clone_is_equal_and_apart, planted(pips.GAME, CloneShares)),
    Mutant("a list in the end", laws.what_is_a_list_remains_one, planted(peek.GAME, ListInTheEnd)),
    Mutant("stale cache", laws.caches_are_derived, planted(peek.GAME, StaleCache)),
    Mutant("cache copied", laws.caches_are_derived, planted(peek.GAME, CacheCopied)),
    Mutant("asking changes the position", laws.asking_changes_nothing, planted(pips.GAME, AskingChanges)),
    Mutant("pieces lost", laws.pieces_are_conserved, planted(pips.GAME, PipLost)),
    Mutant("nobody wins", laws.somebody_wins, planted(pips.GAME, NobodyWins)),
    Mutant("endless", laws.every_game_ends, planted(pips.GAME, Endless)),
    Mutant("not the same twice", laws.a_replay_reaches_the_same_positions, planted(pips.GAME, RepeatsOnlyOnce)),
    Mutant("legal unsorted", laws.legal_actions_are_in_order, planted(pips.GAME, LegalUnsorted)),
    Mutant("legal too short", laws.refusals_agree_with_legal, planted(pips.GAME, LegalTooShort)),
    Mutant("legal refused", laws.refusals_agree_with_legal, planted(pips.GAME, RefusesTheLegal)),
    Mutant("reason without words", laws.refusals_agree_with_legal, planted(pips.GAME, ReasonWithoutWords)),
    Mutant("idle illegal", laws.an_idle_seat_plays_something_legal, planted(pips.GAME, IdleIllegal)),
    Mutant("sample ignores weights", laws.nature_samples_by_weight, planted(pips.GAME, SampleIgnoresWeights)),
    Mutant("view without own actions", laws.a_view_knows_what_its_seat_may_do, planted(pips.GAME, ViewForgetsTheLine)),
    Mutant(
        "synonyms",
        laws.no_two_actions_are_the_same,
        planted(pips.GAME, Synonyms)._replace(text=synonym_text, parse=synonym_parse),
    ),
    Mutant("two actions, one text", laws.text_and_parse_are_opposites, coloretto.GAME._replace(text=one_text_for_two)),
    Mutant(
        "nature without a star",
        laws.text_and_parse_are_opposites,
        coloretto.GAME._replace(text=starless, parse=starless_parse),
    ),
    Mutant("text not canonical", laws.text_and_parse_are_opposites, coloretto.GAME._replace(text=spaced)),
    Mutant("a card miscounted", laws.nature_samples_by_weight, coloretto.GAME._replace(start=short_of_a_card)),
    Mutant("limit too low", laws.every_game_ends, coloretto.GAME._replace(limit=60)),
]

if not COMPILED:
    MUTANTS += [
        Mutant("cards lost", laws.pieces_are_conserved, planted(coloretto.GAME, PlusLost)),
        Mutant("field forgotten", laws.fields_are_complete, planted(coloretto.GAME, FieldForgotten)),
        Mutant("draw forgotten", laws.refusals_agree_with_legal, planted(coloretto.GAME, DrawForgotten)),
        Mutant("every kind alike", laws.nature_samples_by_weight, planted(coloretto.GAME, EveryKindAlike)),
        Mutant("deck hidden", laws.an_imagined_world_shows_the_same_view, planted(coloretto.GAME, DeckHidden)),
    ]
