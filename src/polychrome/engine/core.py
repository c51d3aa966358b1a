"""The contract between the rules of a game and everything that plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, NamedTuple, Self

from mypy_extensions import mypyc_attr

from polychrome.engine.dice import Dice

NATURE: Final = -1  # the seat that draws cards, colours discs and rolls dice
HIDDEN: Final = -2  # "something is here, and this viewer may not know what"
SPECTATOR: Final = 15  # a viewer without a seat; also its bit in an audience
EVERYONE: Final = -1  # all bits set: an audience of every seat and the spectators

NOBODY: Final[list[int]] = []  # what acting() answers when the game is over
NATURE_ALONE: Final[list[int]] = [NATURE]
ALONE: Final[list[list[int]]] = [[seat] for seat in range(SPECTATOR)]  # ALONE[3] == [3]

COMPILED: Final = not hasattr(Dice(0), "__dict__")  # objects of compiled classes have none

Value = str | int  # of an option
Argument = int | str | list[int] | list[str]  # of a message


class Message(NamedTuple):
    """Something to say to people: a key of the catalogues in locales/, and what fills its gaps."""

    key: str
    args: dict[str, Argument]


Reason = Message  # why an action is refused: which rule, and what would be legal

LISTS: Final[dict[type, list[str]]] = {}  # by kind of position: which of its fields are lists, for `State.clone`

# Who says a message in words. The engine has none of its own; polychrome/__init__.py lends it the English catalogue.
VOICE: Final[list[Callable[[Message], str]]] = []


class Explained(Exception):
    """Something that cannot be done, and the reason in words every player's language has."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return VOICE[0](self.reason) if VOICE else self.reason.key


class Refused(Explained):
    """The one answer to an action that the rules do not allow; nothing has changed."""


class Unreadable(Explained):
    """A text that is no action of this game."""


class Unplayable(Explained):
    """A game that cannot be set up like this: wrong number of seats, unknown option or choice."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position: ints and flat lists of ints, the game's own named once in FIELDS. What is a list remains one.

    Lists answered by `acting` and `legal` may be shared tables: read them, never change them.
    """

    NAME: ClassVar[str] = ""  # of the game, by which whatever belongs to it is found
    FIELDS: ClassVar[tuple[str, ...]] = ()
    CACHES: ClassVar[tuple[str, ...]] = ()  # lists derived from FIELDS; empty until needed, never copied

    def __init__(self) -> None:
        self.seats = 0
        self.options: tuple[int, ...] = ()  # for each option of the game, which of its choices
        self.phase = 0
        self.seat = 0  # whose turn it is

    # What every game says.

    def acting(self) -> list[int]:
        """Seats that may act now: one, several at once, [NATURE], or none when over."""
        raise NotImplementedError

    def legal(self, seat: int) -> list[int]:
        """Actions open to an acting seat, or outcomes open to nature: ascending, no synonyms."""
        raise NotImplementedError

    def apply(self, seat: int, action: int) -> None:
        """Play a legal action. Trusts its caller; `Table` checks."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Points by seat: the standing now, final once nobody acts."""
        raise NotImplementedError

    # What a game says where the default does not fit.

    def winners(self) -> list[int]:
        """Seats that win (or lead, before the end): the highest score, ties shared (GEN-9)."""
        scores = self.scores()
        best = max(scores)
        return [seat for seat in range(self.seats) if scores[seat] == best]

    def refuse(self, seat: int, action: int) -> Reason | None:
        """Why an acting seat may not play this; None when it may."""
        return None if action in self.legal(seat) else Reason("refused.illegal", {})

    def sample(self, seat: int, dice: Dice) -> int:
        """A legal action at random; for nature, by weight."""
        actions = self.legal(seat)
        if seat != NATURE:
            return dice.pick(actions)
        return actions[dice.weighted([self.weight(action) for action in actions])]

    def weight(self, outcome: int) -> int:
        """In how many ways nature can bring about an outcome."""
        return 1

    def audience(self, seat: int, action: int) -> int:
        """Bitmask of the seats (and SPECTATOR) that are told this action when it is played."""
        return EVERYONE

    def idle(self, seat: int) -> int | None:
        """What a run-out clock plays for a silent seat, if anything."""
        return None

    def talks(self) -> bool:
        """Do people talk something over first, before a clock runs?"""
        return False

    def stale(self) -> bool:
        """Has nobody got anywhere for so long that a game between bots is adjudicated (GEN-15)?"""
        return False

    def irrevocable(self) -> bool:
        """Did the last action, told to all, show somebody something hidden, or cover what all had seen? Taking it back
        would then be a second look."""
        return False

    def redact(self, viewer: int, recall: bool) -> None:
        """Blank, in place, what the viewer may not know."""

    def imagine(self, dice: Dice) -> None:
        """Fill the blanks of a view, in place, at random and consistently."""

    def pieces(self) -> list[int]:
        """How many pieces of each kind exist, wherever they are: constant through a game."""
        return []

    # Written once, for every game.

    def clone(self) -> Self:
        """The same position once more; what happens to one does not happen to the other."""
        kind = type(self)
        if COMPILED:
            new = kind()
            new.seats = self.seats
            new.options = self.options
            new.phase = self.phase
            new.seat = self.seat
            for name in self.FIELDS:
                value = getattr(self, name)
                setattr(new, name, value[:] if isinstance(value, list) else value)
            return new
        if kind not in LISTS:
            LISTS[kind] = [name for name in kind.FIELDS if isinstance(getattr(self, name), list)]
        fields = self.__dict__.copy()
        for name in LISTS[kind]:
            fields[name] = fields[name][:]
        for name in kind.CACHES:
            fields[name] = []
        new = kind.__new__(kind)
        new.__dict__ = fields
        return new

    def view(self, viewer: int, recall: bool = False) -> Self:
        """The position as this viewer may know it. With recall: all it ever saw; else what lies open."""
        new = self.clone()
        new.redact(viewer, recall)
        return new

    def dump(self) -> dict[str, int | list[int]]:
        """Everything the position is made of, as plain data."""
        data: dict[str, int | list[int]] = {
            "seats": self.seats,
            "options": list(self.options),
            "phase": self.phase,
            "seat": self.seat,
        }
        for name in self.FIELDS:
            value = getattr(self, name)
            data[name] = value[:] if isinstance(value, list) else value
        return data

    def load(self, data: Mapping[str, object]) -> None:
        """Become the position that `dump` described."""
        names = ("seats", "options", "phase", "seat", *self.FIELDS)
        if set(data) != set(names):
            odd = ", ".join(sorted(set(data) ^ set(names)))
            raise ValueError(f"{type(self).__name__} has other fields: {odd}")
        for name in names:
            value = data[name]
            if isinstance(value, list) and all(type(item) is int for item in value):
                setattr(self, name, tuple(value) if name == "options" else value[:])
            elif type(value) is int and name != "options":
                setattr(self, name, value)
            else:
                raise ValueError(f"{name} is {value!r}; a field is an int or a list of ints")

    def __repr__(self) -> str:
        """Everything the position is made of, as it would be written."""
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in self.dump().items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.dump() == other.dump()

    def __hash__(self) -> int:
        raise TypeError("a position changes; use dump() for a key")


class Option(NamedTuple):
    """A choice made before a game begins. The first choice is the default."""

    name: str
    choices: tuple[Value, ...]
    when: Callable[[int, Value], bool] | None = None  # does this value fit this number of seats?
    added: bool = False  # when the game had records already: they name it only where it is not the default

    def fits(self, seats: int, value: Value) -> bool:
        return value in self.choices and (self.when is None or self.when(seats, value))


class Game(NamedTuple):
    """A game of the box: who can play it, its options, and its words for actions."""

    name: str
    version: int  # raised when an old record would replay differently
    fewest: int  # seats
    most: int
    age: int
    minutes: int
    limit: int  # actions, nature's included; games between bots are adjudicated beyond it
    options: tuple[Option, ...]
    start: Callable[[int, tuple[int, ...]], State]
    text: Callable[[int], str]  # the one canonical spelling of an action; nature's lines start with "*"
    parse: Callable[[str], int]  # every spelling that means one thing at every table; Unreadable otherwise
    timed: tuple[tuple[int, str], ...] = ()  # phases with a clock of their own, and its name; how long, the room knows
    clocked: bool = False  # can the room act for somebody in other phases, too, when the time of the table is up?
    # A game that is judged by something from outside, such as a word list, says for its options which one is at hand
    # (name and fingerprint, or nothing), and which refusals depend on it: in a record they have been overruled.
    data: Callable[[tuple[int, ...]], str] | None = None
    outside: tuple[str, ...] = ()
    read: Callable[[str, tuple[int, ...]], int] | None = None  # instead of `parse`, where options say what is meant
    opening: tuple[int, ...] = ()  # phases with which a round begins: people want to see first how the last one ended
    reading: bool = False  # can nobody play it who cannot read?

    def __repr__(self) -> str:
        return f"<game {self.name}, version {self.version}, {self.fewest} to {self.most} seats>"

    def begin(self, seats: int, options: Mapping[str, Value] | None = None) -> State:
        """A new position in nature's hands, after checking that the game can be played like this."""
        if not self.fewest <= seats <= self.most:
            raise Unplayable(
                Reason("setup.seats", {"game": self.name, "fewest": self.fewest, "most": self.most, "seats": seats})
            )
        return self.start(seats, self.choose(seats, options or {}))

    def choose(self, seats: int, options: Mapping[str, Value]) -> tuple[int, ...]:
        """Options by name as indices into their choices; what is not named takes its default."""
        known = [option.name for option in self.options]
        for name in options:
            if name not in known:
                key = "setup.option" if known else "setup.no_options"
                raise Unplayable(Reason(key, {"game": self.name, "option": name, "options": known}))
        chosen = []
        for option in self.options:
            value = options.get(option.name, option.choices[0])
            if not option.fits(seats, value):
                fitting = [str(choice) for choice in option.choices if option.fits(seats, choice)]
                raise Unplayable(
                    Reason("setup.choice", {"option": option.name, "value": str(value), "choices": fitting})
                )
            chosen.append(option.choices.index(value))
        return tuple(chosen)

    def written(self, chosen: tuple[int, ...]) -> dict[str, Value]:
        """The options that a record names: all but the defaults of those that were added later (GEN-16)."""
        pairs = zip(self.options, chosen, strict=True)
        return {option.name: option.choices[index] for option, index in pairs if index or not option.added}

    def named(self, chosen: tuple[int, ...]) -> dict[str, Value]:
        """The opposite of `choose`: every option with its value."""
        return {option.name: option.choices[index] for option, index in zip(self.options, chosen, strict=True)}


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Somebody who plays. Sees a view, never the position itself."""

    def choose(self, view: State, seat: int) -> int:
        """The action to play, one of those that `view.legal(seat)` lists or `view.refuse` has nothing against."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"
