"""What holds for the observations and symbols of every game, looked at along random games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from laws.walks import Case, walk
from polychrome.engine.core import NATURE, State
from polychrome.engine.dice import Dice
from polychrome.games.chromino.rules import Chromino
from polychrome.games.chromino.tiles import BY_NAME, colours_of, column, laid_at, upright
from polychrome.games.chromino.tiles import row as tile_row
from polychrome.games.colomo.table import SHOWS, START
from polychrome.games.coloretto import KINDS
from polychrome.rl.augment import sources, symbols
from polychrome.rl.encoding import NOT_YET, Encoding
from polychrome.rl.encodings import encoding_class

LETTERS = {"coloretto": KINDS, "colorio": "BGYRO", "chromino": "RYGBP"} | dict.fromkeys(
    ("ronde", "trio", "arc_en_ciel", "rondo", "blackout"), "ROYGBV"
)


class Look(NamedTuple):
    """A position, and what one seat sees of it."""

    state: State
    seat: int
    view: State


def encoding_of(case: Case, recall: bool) -> Encoding:
    encoding = encoding_class(case.game.name)
    assert encoding is not None
    return encoding(case.game, case.seats, case.options, recall)


def row(encoding: Encoding, view: State, viewer: int, begun: list[int] | None = None) -> bytes:
    numbers = bytearray(encoding.layout.size)
    encoding.write(view, viewer, begun or [], numbers)
    return bytes(numbers)


def looks(case: Case, recall: bool) -> Iterator[Look]:
    """Every seat at positions spread over the game."""
    positions = walk(case).positions
    stride = max(1, len(positions) // case.looks)
    for state in positions[::stride]:
        for seat in range(case.seats):
            yield Look(state, seat, state.view(seat, recall))


def key(view: State) -> str:
    return repr(sorted(view.dump().items()))


def a_view_is_a_row(case: Case, recall: bool) -> None:
    """The same view gives the same row, and views that differ give rows that differ; no number exceeds its slice."""
    encoding = encoding_of(case, recall)
    rows: dict[tuple[int, str], bytes] = {}
    views: dict[tuple[int, bytes], str] = {}
    most = [part.most for part in encoding.layout.slices for _ in range(part.start, part.stop)]
    for state, seat, view in looks(case, recall):
        here = row(encoding, view, seat)
        assert row(encoding, state.view(seat, recall), seat) == here
        assert rows.setdefault((seat, key(view)), here) == here
        assert views.setdefault((seat, here), key(view)) == key(view)
        assert all(number <= limit for number, limit in zip(here, most, strict=True))


def what_lies_open_is_everything(case: Case, recall: bool) -> None:
    """Where an encoding says that all lies open, a view hides nothing, and looking changes nothing."""
    encoding = encoding_of(case, recall)
    for state, seat, view in looks(case, recall) if encoding.all_open else ():
        before = key(state)
        assert key(view) == before
        row(encoding, state, seat)
        assert key(state) == before


# What follows from the rest of a view, and need not be shown.
DERIVED = {
    "coloretto": ("left", "still", "gone", "filled"),
    "chromino": (),
    "color_words": ("seat", "shown"),  # how much is shown follows from the phase, but for two that are nature's
    "colorio": ("unseen", "visible"),
}
OF_DISCS = ("unseen", "left")
ACCOUNTS = ("shares", "earned", "extra")  # how points came about, for the end; they show, and nothing follows from it


def every_field_shows(case: Case, recall: bool) -> None:
    """A view that differs in one field only has another row: no counter that always runs can stand in for it.

    Fields are mixed as they could be met: nothing is seen in the future, and final choices begin with their phase.
    """
    encoding = encoding_of(case, recall)
    derived = DERIVED.get(case.game.name, OF_DISCS)
    before: dict[int, State] = {}
    for _, seat, view in looks(case, recall):
        other = before.get(seat, view)
        before[seat] = view
        here, there = view.dump(), other.dump()
        for name in here:
            if here[name] == there[name] or name in derived or (name == "choice" and not (here[name] and there[name])):
                continue
            base, value = (other, here[name]) if name == "played" else (view, there[name])
            mixed = base.clone()
            mixed.load({**base.dump(), name: value})
            if name in ACCOUNTS:
                assert (mixed.scores(), mixed.acting()) == (base.scores(), base.acting())
                assert seat not in base.acting() or mixed.legal(seat) == base.legal(seat)
                continue
            assert row(encoding, mixed, seat) != row(encoding, base, seat), name


def symbols_spell_actions(case: Case) -> None:
    """Every legal action has one spelling, each of its symbols is open, and reading it gives the action back."""
    encoding = encoding_of(case, recall=False)
    dice = Dice(case.seed)
    for state, seat, _ in looks(case, recall=False):
        if seat not in state.acting():
            continue
        legal = state.legal(seat)
        few = {legal[dice.below(len(legal))] for _ in range(5)} | {state.sample(seat, dice) for _ in range(5)}
        for action in few:
            spelling = encoding.spell(state, seat, action)
            for length, symbol in enumerate(spelling):
                begun = spelling[:length]
                assert symbol in encoding.open(state, seat, begun)
                if begun:
                    assert encoding.read(state, seat, begun) == NOT_YET
            assert encoding.read(state, seat, spelling) == action


def open_symbols_are_legal(case: Case) -> None:
    """Whatever is composed of open symbols is legal; where all actions are listed, exactly they can be composed."""
    encoding = encoding_of(case, recall=False)
    dice = Dice(case.seed)
    for state, seat, view in looks(case, recall=False):
        if seat not in state.acting():
            continue
        for _ in range(3):
            begun: list[int] = []
            action = NOT_YET
            while action == NOT_YET:
                options = encoding.open(state, seat, begun)
                assert options, f"{begun} leads nowhere"
                assert options == sorted(set(options))
                before = row(encoding, view, seat, begun)
                begun.append(dice.pick(options))
                action = encoding.read(state, seat, begun)
                assert action != NOT_YET or row(encoding, view, seat, begun) != before
            assert state.refuse(seat, action) is None
            assert encoding.spell(state, seat, action) == begun


def masks_are_exact(case: Case) -> None:
    """All that can be composed is all that is legal. For games whose `legal` lists everything."""
    encoding = encoding_of(case, recall=False)
    for state, seat, _ in looks(case, recall=False):
        if seat in state.acting():
            assert sorted(composed(encoding, state, seat, [])) == state.legal(seat)


def composed(encoding: Encoding, state: State, seat: int, begun: list[int]) -> Iterator[int]:
    for symbol in encoding.open(state, seat, begun):
        action = encoding.read(state, seat, [*begun, symbol])
        if action == NOT_YET:
            yield from composed(encoding, state, seat, [*begun, symbol])
        else:
            yield action


def relabelling_commutes(case: Case, recall: bool, colours: list[int]) -> None:
    """A game played in other colours looks like the game, relabelled; and so do the symbols open in it."""
    encoding = encoding_of(case, recall)
    positions = walk(case).positions
    other = positions[0].clone()
    source = sources(encoding, colours)
    called = symbols(encoding, colours)
    stride = max(1, len(positions) // case.looks)
    for at, line in enumerate(walk(case).table.log):
        state = positions[at]
        for seat in range(case.seats) if at % stride == 0 else ():
            here = row(encoding, state.view(seat, recall), seat)
            assert row(encoding, other.view(seat, recall), seat) == bytes(here[index] for index in source)
            if seat in state.acting():
                assert {called[symbol] for symbol in encoding.open(state, seat, [])} == set(
                    encoding.open(other, seat, [])
                )
        other.apply(line.seat, in_other_colours(case, line.action, colours))
        if isinstance(other, Chromino) and len(other.laid) == 1:  # the base lies as its name reads: turn it round
            other.laid = [recoloured(positions[at + 1].laid[0], colours)]
            other.ground.clear()


def in_other_colours(case: Case, action: int, colours: list[int]) -> int:
    """Every capital letter of an action's words is a colour."""
    letters = LETTERS[case.game.name]
    renamed = {letter: letters[colours[index]] for index, letter in enumerate(letters[: len(colours)])}
    return case.game.parse("".join(renamed.get(letter, letter) for letter in case.game.text(action)))


def recoloured(laid: int, colours: list[int]) -> int:
    squares = [colours[colour] for colour in colours_of(laid)]
    name = "".join(LETTERS["chromino"][colour] for colour in squares)
    return laid_at(BY_NAME[name], column(laid), tile_row(laid), upright(laid))


def seats_are_relative(case: Case, recall: bool) -> None:
    """Where the viewer sits does not show: when everybody moves on by one seat, each sees what it saw before."""
    encoding = encoding_of(case, recall)
    positions = walk(case).positions
    seats = case.seats
    other = positions[0].clone()
    stride = max(1, len(positions) // case.looks)
    for at, line in enumerate(walk(case).table.log):
        state = positions[at]
        for seat in range(seats) if at and at % stride == 0 else ():
            beside = (seat + 1) % seats
            assert row(encoding, state.view(seat, recall), seat) == row(encoding, other.view(beside, recall), beside)
            if seat in state.acting():
                assert encoding.open(state, seat, []) == encoding.open(other, beside, [])
        if line.seat == NATURE:
            other.apply(NATURE, moved_on(case, line.action))
        else:
            beside = (line.seat + 1) % seats
            spelling = encoding.spell(state, line.seat, line.action)
            other.apply(beside, encoding.read(other, beside, spelling))


def moved_on(case: Case, action: int) -> int:
    """What nature does when everybody sits one seat further: the lot falls there, and pawns have the next colour."""
    if START <= action < START + case.seats:
        return START + (action - START + 1) % case.seats
    if SHOWS <= action < START and "aveugl" in case.game.name:
        return SHOWS + (action - SHOWS + 1) % case.seats
    return action
