"""Color Words under the laws, with word lists and without; its open phase; and planted bugs in what it hides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from laws.laws import LAWS, same, say
from laws.mutants import planted
from laws.walks import Case, cases, walk
from polychrome.engine.core import COMPILED, EVERYONE, HIDDEN, NATURE, Game, State
from polychrome.engine.dice import Dice
from polychrome.engine.table import Line
from polychrome.games.color_words import GAME, rules
from polychrome.games.color_words.cards import LANGUAGES
from polychrome.games.color_words.lexicon import SHELF, build
from polychrome.games.color_words.notation import SUBMITS

WORDS = "AMI AMIE ANE ANES ARC ART ARTS BAL BAS BEC BUS CAR CARTE CE CES DE DES DU EAU ET LA LAC LE LES LU MA NE NU"
LISTS = ("none at hand", "small")
ALL = cases([GAME], seeds=[1])


@pytest.fixture(params=LISTS)
def lists(request: pytest.FixtureRequest) -> Iterator[str]:
    SHELF.fill_from(None)
    walk.cache_clear()
    if request.param == "small":
        for language in LANGUAGES:
            SHELF.put(language, build(WORDS.split(), "small", "00ff"))
    yield request.param
    SHELF.fill_from(None)
    walk.cache_clear()


def samples_can_be_said(case: Case) -> None:
    """Words are not listed by `legal`, so the law of texts does not meet them."""
    dice = Dice(case.seed + 5)
    for state in walk(case).positions:
        for seat in state.acting():
            sample = state.sample(seat, dice)
            text = case.game.text(sample)
            assert case.game.parse(text) == sample
            assert text.startswith("*") == (seat == NATURE)
            assert text == " ".join(text.split())


def near_misses_are_refused_in_words(case: Case) -> None:
    """Whatever number stands near a submission is another legal one or is refused with a reason that can be said."""
    dice = Dice(case.seed + 6)
    for state in walk(case).positions:
        if state.phase == rules.WRITE:
            for seat in state.acting():
                sample = max(SUBMITS, state.sample(seat, dice))
                for action in (
                    sample ^ 1 << dice.below(99),
                    sample + dice.below(9) - 4,
                    sample << 5,
                    dice.below(1 << 30),
                ):
                    reason = state.refuse(seat, action)
                    if reason is None:
                        assert case.game.parse(case.game.text(action)) == action
                        state.clone().apply(seat, action)
                    else:
                        say(reason)


def nobody_reads_ballots(case: Case) -> None:
    """The law of minds stops where sealed words are turned over, so for sealed votes it starts again there."""
    dice = Dice(case.seed + 7)
    table, positions = walk(case)
    for at, state in enumerate(positions):
        if state.phase == rules.VOTE and positions[at - 1].phase == rules.SHOW:
            for viewer in case.viewers():
                compare_ballots(case, table.log[at:], state, viewer, dice)


def compare_ballots(case: Case, lines: list[Line], state: State, viewer: int, dice: Dice) -> None:
    a, b = state.clone(), state.clone()
    for line in lines:
        twin = line.action
        if not line.audience >> viewer & 1:
            twin = dice.pick(b.legal(line.seat))
        elif line.action not in b.legal(line.seat):
            return  # what is told now makes the difference
        a.apply(line.seat, line.action)
        b.apply(line.seat, twin)
        assert same(a.view(viewer), b.view(viewer)), f"viewer {viewer} knows how others voted"
        if line.seat == NATURE:
            return


OWN_LAWS = [samples_can_be_said, near_misses_are_refused_in_words, nobody_reads_ballots]
BOTH = [*LAWS, *OWN_LAWS]
HERE = [*[(law, "small") for law in BOTH], *[(law, "none at hand") for law in OWN_LAWS]]  # the rest: test_laws.py


@pytest.mark.parametrize(("law", "lists"), HERE, indirect=["lists"])
def test_law(law: Callable[[Case], None], lists: str) -> None:
    """A way to play in three, another third for every law: all are tried, and none of them takes long."""
    for case in ALL[BOTH.index(law) % 3 :: 3]:
        law(case._replace(looks=8))


def test_random_games_with_the_list_write_only_words_of_the_list(lists: str) -> None:
    case = Case(GAME, 3, GAME.choose(3, {"word_check": "list"}), 4)
    table = walk(case).table
    written = [rules.written(line.action) for line in table.log if line.seat != NATURE and line.action >= SUBMITS]
    plain = [entry.word for entry in written if not entry.flags & rules.IS_NAME]
    assert plain
    assert all(word in WORDS.split() for word in plain) == (lists == "small")


# Planted bugs. Compiled positions cannot be subclassed.


class AnswersShown(rules.ColorWords):
    def redact(self, viewer: int, recall: bool) -> None:
        answer = self.answer[:]
        super().redact(viewer, recall)
        self.answer = answer


class BallotsShown(rules.ColorWords):
    def redact(self, viewer: int, recall: bool) -> None:
        ballot = self.ballot[:]
        super().redact(viewer, recall)
        self.ballot = ballot


class ScoredBeforeTold(rules.ColorWords):
    """The votes are never read out: the round is scored as soon as they are in."""

    def tell(self) -> None:
        self.score_round()


class HandedInAloud(rules.ColorWords):
    def audience(self, seat: int, action: int) -> int:
        return EVERYONE


class CardComesBack(rules.ColorWords):
    def turn_up(self, action: int) -> None:
        letters = self.letters
        super().turn_up(action)
        self.letters = letters


class OwnWordHidden(rules.ColorWords):
    def redact(self, viewer: int, recall: bool) -> None:
        super().redact(HIDDEN, recall)


class BlanksStay(rules.ColorWords):
    def imagine(self, dice: Dice) -> None:
        pass


MUTANTS: list[tuple[str, type[Any]]] = [
    ("nobody_reads_minds", AnswersShown),
    ("nobody_reads_ballots", BallotsShown),
    ("nobody_reads_ballots", ScoredBeforeTold),
    ("no_two_actions_are_the_same", HandedInAloud),
    ("pieces_are_conserved", CardComesBack),
    ("no_two_actions_are_the_same", OwnWordHidden),
    ("imagined_rivals_are_as_well_informed", BlanksStay),
]


def accused(law: Callable[[Case], None], game: Game) -> bool:
    for seed in (1, 2, 3):
        for options in ({"word_check": "vote"}, {"word_check": "none"}):
            try:
                law(Case(game, 3, GAME.choose(3, options), seed))
            except (AssertionError, TypeError, ValueError, IndexError):
                return True
    return False


@pytest.mark.skipif(COMPILED, reason="compiled positions cannot be subclassed")
@pytest.mark.parametrize(("name", "kind"), MUTANTS, ids=lambda value: getattr(value, "__name__", str(value)))
def test_a_mutant_is_caught(name: str, kind: type[Any], lists: str) -> None:
    law = next(law for law in BOTH if law.__name__ == name)
    assert not accused(law, GAME)
    assert accused(law, planted(GAME, kind))
