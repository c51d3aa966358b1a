"""The laws that every game obeys. Each is a function of a random game and fails by assertion.

They know no game: whatever stands in GAMES is put under all of them. A game of memory also has an entry in memory.py.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from fractions import Fraction

from laws.memory import COVERED
from laws.walks import Case, answers, questions, some_positions, walk
from polychrome.engine.core import EVERYONE, HIDDEN, NATURE, Reason, Refused, State
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout
from polychrome.engine.record import read, record, resume, write
from toys.box import english

OF_EVERY_STATE = ("seats", "options", "phase", "seat")  # fields that State itself has
MOST_ACTIONS = 30  # of a long list of legal actions, how many are tried one by one

LAWS: list[Callable[[Case], None]] = []


def law(function: Callable[[Case], None]) -> Callable[[Case], None]:
    LAWS.append(function)
    return function


# A position and what it is made of.


@law
def legal_actions_are_in_order(case: Case) -> None:
    """Ascending, each once, at least one for everybody who acts; the acting seats too are in order."""
    for state in walk(case).positions:
        acting = state.acting()
        assert acting == sorted(set(acting)), f"acting: {acting}"
        assert acting == [NATURE] or set(acting) <= set(range(case.seats)), f"acting: {acting}"
        for seat, legal in questions(state):
            assert legal, f"seat {seat} acts, but can do nothing"
            assert legal == sorted(set(legal)), f"legal({seat}) is not ascending: {legal}"
            assert all(type(action) is int for action in legal)


@law
def asking_changes_nothing(case: Case) -> None:
    for state in some_positions(case):
        before = state.dump()
        first = answers(state)
        for viewer in case.viewers():
            state.view(viewer)
        assert answers(state) == first, "asked twice, answered differently"
        assert state.dump() == before, "a question changed the position"


@law
def a_clone_is_equal_and_apart(case: Case) -> None:
    for state in some_positions(case):
        before = state.dump()
        for seat, legal in questions(state):
            clone = state.clone()
            assert type(clone) is type(state)
            assert clone == state, "a clone differs"
            clone.apply(seat, legal[0])
            assert state.dump() == before, f"{case.game.text(legal[0])!r} on a clone changed the position"
        clone = state.clone()
        for name in state.FIELDS:
            value = getattr(clone, name)
            if isinstance(value, list):
                value.append(99)
        assert state.dump() == before, "a clone shares a list"


@law
def fields_are_complete(case: Case) -> None:
    """Whatever a position keeps, FIELDS names it, or CACHES."""
    for state in some_positions(case):
        named = {*OF_EVERY_STATE, *state.FIELDS, *state.CACHES}
        assert len(named) == len(OF_EVERY_STATE) + len(state.FIELDS) + len(state.CACHES), "a field is named twice"
        assert attributes(state) == named, f"FIELDS and attributes differ: {attributes(state) ^ named}"


@law
def what_is_a_list_remains_one(case: Case) -> None:
    """A field holds a number in every position and view of a game, or a list in all of them: copying relies on it."""
    begun = walk(case).positions[0].dump()
    for state in some_positions(case):
        for position in [state, *[state.view(viewer) for viewer in case.viewers()]]:
            changed = [name for name, value in position.dump().items() if type(value) is not type(begun[name])]
            assert not changed, f"a number has become a list, or a list a number: {changed}"


def attributes(state: State) -> set[str]:
    """What an object keeps, found in the same way on both builds."""
    names = set()
    for name in dir(state):
        constant = inspect.getattr_static(type(state), name, None)  # of the class, unless it is a compiled field
        if not name.startswith("__") and (constant is None or inspect.isdatadescriptor(constant)):
            names.add(name)
    return names


@law
def caches_are_derived(case: Case) -> None:
    """What a position has noted down along the way is what a fresh copy of it finds out."""
    if not walk(case).positions[0].CACHES:
        return
    state = case.game.begin(case.seats, case.game.named(case.options))
    for line in [*walk(case).table.log, None]:
        for position in [state, *[state.view(viewer) for viewer in case.viewers()]]:
            fresh = loaded(position)
            assert answers(position) == answers(fresh), "what a position noted down is out of date"
            for name in state.CACHES:
                kept, found = getattr(position, name), getattr(fresh, name)
                assert kept == found or not kept or not found, f"the cache {name} is out of date"
                assert not getattr(position.clone(), name), f"a clone has the cache {name}"
        if line is not None:
            state.apply(line.seat, line.action)


def loaded(state: State) -> State:
    fresh = type(state)()
    fresh.load(json.loads(json.dumps(state.dump())))
    return fresh


@law
def dump_and_load_are_opposites(case: Case) -> None:
    """A position is nothing but its dump: loaded, it is equal and answers every question the same."""
    for state in some_positions(case):
        fresh = loaded(state)
        assert fresh == state, "loaded, a position differs"
        assert answers(fresh) == answers(state), "loaded, a position answers differently"


@law
def text_and_parse_are_opposites(case: Case) -> None:
    """One canonical text for each action; only nature's begins with a star."""
    game = case.game
    met = {
        (seat == NATURE, action)
        for state in walk(case).positions
        for seat, legal in questions(state)
        for action in legal
    }
    for natures, action in met:
        text = game.text(action)
        assert game.parse(text) == action, f"{text!r} means {game.parse(text)}, not {action}"
        assert text.startswith("*") == natures, f"{text!r}: a star belongs to nature's lines"
        assert text == " ".join(text.split()), f"{text!r} has odd spaces"


@law
def pieces_are_conserved(case: Case) -> None:
    positions = walk(case).positions
    for state in positions:
        assert state.pieces() == positions[0].pieces(), f"{positions[0].pieces()} pieces became {state.pieces()}"


@law
def every_game_ends(case: Case) -> None:
    table = walk(case).table
    assert table.over(), f"still going after {case.game.limit} lines"
    assert len(table.log) < case.game.limit


@law
def somebody_wins(case: Case) -> None:
    for state in [walk(case).positions[-1], *some_positions(case)]:
        winners = state.winners()
        assert len(state.scores()) == case.seats
        assert winners or case.seats == 1, "nobody wins"  # who plays alone may lose (GEN-12)
        assert winners == sorted(set(winners))
        assert set(winners) <= set(range(case.seats)), f"winners: {winners}"


@law
def an_idle_seat_plays_something_legal(case: Case) -> None:
    for state in walk(case).positions:
        for seat, legal in questions(state):
            idle = None if seat == NATURE else state.idle(seat)
            assert idle is None or idle in legal, f"idle: {idle}"


# The log.


@law
def a_replay_reaches_the_same_positions(case: Case) -> None:
    table, positions = walk(case)
    again = case.table(None)
    for at, line in enumerate(table.log):
        assert again.state == positions[at], f"line {at}: the replay is elsewhere"
        again.play(line.seat, line.action)
    assert again.state == table.state == positions[-1], "the replay ends elsewhere"
    assert again.log == table.log, "the replay told others"


@law
def seed_and_actions_give_the_same_log(case: Case) -> None:
    table = walk(case).table
    again = case.table(Dice(case.seed))
    for line in table.log:
        if line.seat != NATURE:
            again.play(line.seat, line.action)
    assert again.log == table.log, "same seed, same actions, another game"


@law
def a_resumed_game_has_the_same_luck(case: Case) -> None:
    table = walk(case).table
    whole = record(table, luck=True)
    for at in some_lines(case):
        again = resume(whole._replace(lines=whole.lines[:at]))
        while len(again.log) < len(table.log):
            line = table.log[len(again.log)]
            again.play(line.seat, line.action)
        assert again.log == table.log, f"resumed at line {at}, the luck is another"


@law
def a_rewound_game_is_where_it_was(case: Case) -> None:
    table, positions = walk(case)
    again = case.table(None)
    again.replay([(line.seat, line.action) for line in table.log])
    for at in sorted(some_lines(case), reverse=True):
        again.rewind(at)
        assert again.state == positions[at], f"rewound to line {at}, the position is another"
        assert again.log == table.log[:at]


def some_lines(case: Case) -> set[int]:
    length = len(walk(case).table.log)
    dice = Dice(case.seed + 2)
    return {0, length, *[dice.below(length + 1) for _ in range(min(6, case.looks))]}


@law
def a_record_reads_as_it_was_written(case: Case) -> None:
    table = walk(case).table
    for luck in (False, True):
        written = record(table, luck)
        text = write(written)
        again = read(text, {case.game.name: case.game}.__getitem__)
        assert again == written, "a record reads otherwise than it was written"
        assert write(again) == text
    assert resume(again).log == table.log


@law
def lines_are_told_to_their_audience(case: Case) -> None:
    """To nobody else; and whoever plays knows what was played."""
    table, positions = walk(case)
    for line, state in zip(table.log, positions, strict=False):
        assert line.audience == state.audience(line.seat, line.action), "the log has another audience than the game"
        assert line.seat == NATURE or line.audience >> line.seat & 1, "a seat is not told its own action"
    for viewer in case.viewers():
        for since in (0, len(table.log) // 2):
            told = [line for line in table.log[since:] if line.audience >> viewer & 1]
            assert table.told(viewer, since) == told, f"viewer {viewer} was told something else"


# What is allowed.


@law
def refusals_agree_with_legal(case: Case) -> None:
    """None for every legal action; for anything else a reason that can be said."""
    dice = Dice(case.seed + 3)
    for state in some_positions(case):
        for seat, legal in questions(state):
            for action in legal:
                assert state.refuse(seat, action) is None, f"{case.game.text(action)!r} is legal, but refused"
            for action in set(strange_actions(legal, dice)) - set(legal):
                reason = state.refuse(seat, action)
                assert reason is not None, f"{action} is not legal, but not refused"
                say(reason)


def strange_actions(legal: list[int], dice: Dice) -> Iterator[int]:
    """Numbers that may or may not be actions: near misses, other actions of the game, and monsters."""
    yield from (-1 << 70, -1000, -2, -1, 1 << 31, 1 << 64, 1 << 70)
    yield from range(70)
    for _ in range(20):
        yield legal[dice.below(len(legal))] + dice.below(9) - 4
        yield dice.below(1 << 18)


SAID: set[tuple[str, ...]] = set()  # keys, each with the names of its arguments, that have words


def say(reason: Reason) -> None:
    form = (reason.key, *reason.args)
    if form not in SAID:
        words = english()
        assert reason.key in words.entries, f"there are no words for {reason.key!r}"
        assert words.translate(reason, [])
        SAID.add(form)


@law
def a_refusal_changes_nothing(case: Case) -> None:
    dice = Dice(case.seed + 4)
    for state in some_positions(case):
        table = case.table(None)
        table.state = state.clone()
        seats = [*case.viewers(), NATURE, -7, case.seats]
        for seat in seats:
            legal = state.legal(seat) if seat in state.acting() else []
            for action in [*strange_actions(legal or [0], dice)][:40:3]:
                if action not in legal:
                    try:
                        table.play(seat, action)
                    except Refused as refusal:
                        say(refusal.reason)
                    else:
                        raise AssertionError(f"seat {seat} could play {action}")
        assert table.state == state, "a refused action changed the position"
        assert table.log == [], "a refused action was logged"


# Luck.


@law
def nature_samples_by_weight(case: Case) -> None:
    """Exactly: every number the dice can show is tried. Players' samples are legal; where not all that is can be
    listed, `refuse` has the last word."""
    dice = Dice(case.seed + 5)
    for state in walk(case).positions:
        for seat, legal in questions(state):
            sample = state.sample(seat, dice)
            allowed = sample in legal or (seat != NATURE and state.refuse(seat, sample) is None)
            assert allowed, f"{case.game.text(sample)!r} is a sample, but not legal"
    for state in some_positions(case):
        if state.acting() == [NATURE]:
            weights = {outcome: state.weight(outcome) for outcome in state.legal(NATURE)}
            assert min(weights.values()) > 0, f"an outcome without weight: {weights}"
            chances = {outcome: Fraction(weight, sum(weights.values())) for outcome, weight in weights.items()}
            assert outcomes(state) == chances, "nature does not follow the weights"


class Script(Dice):
    """Dice that show given numbers, and stop where they have none."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(0)
        self.numbers = numbers
        self.asked = 0

    def below(self, n: int) -> int:
        self.asked += 1
        if self.asked > len(self.numbers):
            raise EndOfScript(n)
        return self.numbers[self.asked - 1]

    def pick(self, items: list[int]) -> int:
        return items[self.below(len(items))]


class EndOfScript(Exception):
    """The dice are asked for one more number, below n."""


def outcomes(state: State) -> dict[int, Fraction]:
    """What nature may do, and how likely it is, by trying every throw."""
    chances: dict[int, Fraction] = {}
    scripts: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    while scripts:
        numbers, chance = scripts.pop()
        try:
            outcome = state.sample(NATURE, Script(numbers))
        except EndOfScript as end:
            n = end.args[0]
            scripts += [([*numbers, number], chance / n) for number in range(n)]
        else:
            chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    return chances


# Views.


def same(a: State, b: State) -> bool:
    """Byte by byte."""
    return json.dumps(a.dump()) == json.dumps(b.dump())


def hidden(state: State) -> int:
    """How many blanks there are."""
    values = state.dump().values()
    return sum(item == HIDDEN for value in values for item in (value if isinstance(value, list) else [value]))


@law
def a_view_of_a_view_is_the_same_view(case: Case) -> None:
    """And what lies open is part of what is remembered."""
    for state in some_positions(case):
        for viewer in case.viewers():
            recalled, now = state.view(viewer, True), state.view(viewer)
            assert same(recalled.view(viewer, True), recalled), f"viewer {viewer} sees less the second time"
            assert same(now.view(viewer), now), f"viewer {viewer} sees less the second time"
            assert same(recalled.view(viewer), now), f"viewer {viewer} remembers another position than lies there"


@law
def a_view_knows_what_its_seat_may_do(case: Case) -> None:
    for state in some_positions(case):
        acting = state.acting()
        for viewer in case.viewers():
            for recall in (False, True):
                view = state.view(viewer, recall)
                assert view.acting() == acting, f"viewer {viewer} does not know who acts"
                assert len(view.scores()) == case.seats
                if viewer in acting:
                    assert view.legal(viewer) == state.legal(viewer), f"seat {viewer} does not know what it may do"


@law
def an_imagined_world_shows_the_same_view(case: Case) -> None:
    """And it can be played to its end, with all its pieces."""
    dice = Dice(case.seed + 6)
    pieces = walk(case).positions[0].pieces()
    for state in some_positions(case):
        for viewer in case.viewers():
            for recall in (False, True):
                view = state.view(viewer, recall)
                world = view.clone()
                world.imagine(dice)
                assert same(world.view(viewer, recall), view), f"viewer {viewer} would have noticed"
                assert world.pieces() == pieces, f"an imagined world has {world.pieces()} pieces, not {pieces}"
        playout(world, dice, case.game.limit)
        assert not world.acting(), "an imagined world does not end"
        assert world.pieces() == pieces


@law
def imagined_rivals_are_as_well_informed(case: Case) -> None:
    dice = Dice(case.seed + 7)
    for state in some_positions(case):
        for recall in (False, True):
            blanks = {viewer: hidden(state.view(viewer, recall)) for viewer in case.viewers()}
            for viewer in case.viewers():
                world = state.view(viewer, recall)
                world.imagine(dice)
                for other in case.viewers():
                    known = hidden(world.view(other, recall)) <= blanks[other]
                    assert known, f"in a world imagined by {viewer}, {other} knows less than it does"


@law
def nobody_reads_minds(case: Case) -> None:
    """Change what a viewer was not told, and its views stay the same to the byte."""
    table = walk(case).table
    dice = Dice(case.seed + 8)
    for viewer in case.viewers():
        if not all(line.audience >> viewer & 1 for line in table.log):
            for _ in range(2):
                compare_twins(case, viewer, dice)


def compare_twins(case: Case, viewer: int, dice: Dice) -> None:
    options = case.game.named(case.options)
    a, b = case.game.begin(case.seats, options), case.game.begin(case.seats, options)
    for line in walk(case).table.log:
        seat, action = line.seat, line.action
        if seat not in b.acting():
            raise AssertionError(f"viewer {viewer} could tell the twins apart: another seat acts")
        twin = action
        if not line.audience >> viewer & 1:
            untold = [other for other in b.legal(seat) if not b.audience(seat, other) >> viewer & 1]
            if not untold:
                return  # the twin can only do something that this viewer is told
            twin = untold[dice.below(len(untold))]
        elif action not in b.legal(seat) or not b.audience(seat, action) >> viewer & 1:
            return  # the twins have parted before the viewer's eyes
        a.apply(seat, action)
        b.apply(seat, twin)
        for recall in (False, True):
            assert same(a.view(viewer, recall), b.view(viewer, recall)), f"viewer {viewer} knows what it was not told"


@law
def what_is_covered_is_forgotten(case: Case) -> None:
    """Without recall, a view does not depend on what lies face down, even if its viewer has seen it (GEN-8)."""
    dice = Dice(case.seed + 9)
    for state in some_positions(case):
        for viewer in case.viewers():
            view = state.view(viewer)
            if not same(state.view(viewer, True), view):
                assert case.game.name in COVERED, "a game of memory needs an entry in COVERED"
            if case.game.name in COVERED:
                other = COVERED[case.game.name](state, viewer, dice)
                assert same(other.view(viewer), view), f"viewer {viewer} sees through a disc"


@law
def taking_back_is_no_second_look(case: Case) -> None:
    """Where an action may be taken back, all could tell from it what followed, and it covered nothing (A31)."""
    table, positions = walk(case)
    undoable = [
        at
        for at, line in enumerate(table.log)
        if line.seat != NATURE
        and line.audience == EVERYONE
        and NATURE not in positions[at + 1].acting()
        and not positions[at + 1].irrevocable()
    ]
    for at in undoable[:: max(1, len(undoable) // case.looks)]:
        before, after, line = positions[at], positions[at + 1], table.log[at]
        text = case.game.text(line.action)
        for viewer in case.viewers():
            view = before.view(viewer)
            for seed in range(3):
                world = view.clone()
                world.imagine(Dice(seed))
                assert world.refuse(line.seat, line.action) is None, f"{text!r} told {viewer} what {line.seat} holds"
                world.apply(line.seat, line.action)
                assert same(world.view(viewer), after.view(viewer)), f"{text!r} showed {viewer} something hidden"
            assert forgotten(after, viewer) <= forgotten(before, viewer), f"{text!r} covered what {viewer} saw"


def forgotten(state: State, viewer: int) -> int:
    """How much of what a viewer has seen does not lie open any more."""
    now, ever = state.view(viewer).dump(), state.view(viewer, recall=True).dump()
    count = 0
    for name, value in now.items():
        known = ever[name]
        if isinstance(value, list) and isinstance(known, list):
            count += sum(a != b for a, b in zip(value, known, strict=True))
    return count


@law
def no_two_actions_are_the_same(case: Case) -> None:
    """Whoever is told which of two actions was played can see it on the table."""
    dice = Dice(case.seed + 10)
    for state in some_positions(case):
        for seat, legal in questions(state):
            tried = legal
            if len(legal) > MOST_ACTIONS:
                tried = [dice.pick(legal) for _ in range(MOST_ACTIONS)]
            for viewer in case.viewers():
                seen: dict[str, int] = {}
                for action in set(tried):
                    if state.audience(seat, action) >> viewer & 1:
                        after = state.clone()
                        after.apply(seat, action)
                        look = json.dumps(after.view(viewer, True).dump())
                        twin = case.game.text(seen.get(look, action))
                        assert look not in seen, f"{case.game.text(action)!r} and {twin!r} are one and the same"
                        seen[look] = action


def broken_laws(case: Case) -> list[str]:
    """The laws that one game breaks, each with what happened."""
    found = []
    for each in LAWS:
        try:
            each(case)
        except Exception as problem:  # a game that breaks down breaks the law, too
            found.append(f"{case}: {each.__name__}: {type(problem).__name__}: {problem}")
    return found
