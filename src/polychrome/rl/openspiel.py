"""The games in OpenSpiel: importing this registers `polychrome_<game>`.

    pyspiel.load_game("polychrome_coloretto(players=3,score_side=grey)")

Nature's steps are chance nodes where more than one thing can happen. Seats that are asked at once answer clockwise,
and see of each other's answers what a view shows. `late=n` begins after n decisions at random (by `seed`): a smaller
game.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel

from polychrome.engine.core import NATURE, SPECTATOR, Game, State, Value
from polychrome.engine.dice import Dice
from polychrome.engine.table import Line, line_text
from polychrome.registry import GAMES, find
from polychrome.rl.encoding import NOT_YET, Encoding, ListedEncoding
from polychrome.rl.play import first_after, results
from polychrome.rl.setting import encoding_of

OUTCOMES: Final = 400  # no chance outcome has a higher number
SPELLED: Final = 30  # symbols of one action, at most
SOLO: Final = 1000.0  # points, more than anybody alone can get


class History:
    """A game as far as it has gone: what is copied when OpenSpiel clones a state."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.state = encoding.begin()
        self.log: list[Line] = []
        self.begun: list[int] = []  # by the seat that is asked
        self.seat = NATURE  # who is asked, unless the game is over
        self.over = False
        self.opened: list[int] | None = None  # what may come next, once somebody wanted to know

    def __deepcopy__(self, memo: object) -> History:
        new = History.__new__(History)
        new.encoding = self.encoding
        new.state = self.state.clone()
        new.log = self.log[:]
        new.begun = self.begun[:]
        new.seat = self.seat
        new.over = self.over
        new.opened = self.opened
        return new

    def __reduce__(self) -> Any:
        game, seats, options = self.encoding.game, self.encoding.seats, self.encoding.options
        lines = [tuple(line) for line in self.log]
        return restored, (game.name, seats, options, self.state.dump(), lines, self.begun, self.seat, self.over)

    def put(self, seat: int, action: int) -> None:
        self.log.append(Line(seat, action, self.state.audience(seat, action)))
        self.state.apply(seat, action)
        self.opened = None

    def settle(self) -> None:
        """On to the next question. Where only one thing can happen, nature does it."""
        state = self.state
        while (seats := state.acting()) == [NATURE]:
            outcomes = state.legal(NATURE)
            if len(outcomes) > 1:
                self.seat = NATURE
                return
            self.put(NATURE, outcomes[0])
        self.over = not seats or len(self.log) >= self.encoding.game.limit or state.stale()
        if not self.over:
            self.seat = seats[0] if len(seats) == 1 else first_after(state.seat, seats, state.seats)

    def open(self) -> list[int]:
        """What may come next: outcomes if nature is asked, else symbols."""
        if self.opened is None:
            nature = self.seat == NATURE
            state = self.state
            self.opened = state.legal(NATURE) if nature else self.encoding.open(state, self.seat, self.begun)
        return self.opened

    def why_not(self, action: int) -> str:
        """Why this may not come next, in one sentence."""
        if self.over:
            return "The game is over; nothing can be played any more."
        nature = self.seat == NATURE
        shown = [f"{each} ({words(self.encoding, nature, each)})" for each in self.open()[:10]]
        more = " …" if len(self.open()) > 10 else ""
        return (
            f"{'Chance' if nature else f'Player {self.seat}'} may not play {action} now, but: {', '.join(shown)}{more}."
        )

    def act(self, action: int) -> None:
        if self.over or action not in self.open():
            raise pyspiel.SpielError(self.why_not(action))
        self.opened = None
        if self.seat == NATURE:
            self.put(NATURE, action)
            self.settle()
            return
        self.begun.append(action)
        whole = self.encoding.read(self.state, self.seat, self.begun)
        if whole != NOT_YET:
            self.begun = []
            self.put(self.seat, whole)
            self.settle()

    def resampled(self, player: int, dice: Dice) -> History:
        """Another world in which this player has seen and been told the same."""
        new = History.__new__(History)
        new.encoding = self.encoding
        new.state = self.state.view(player, recall=True)
        new.state.imagine(dice)
        new.log = [line if line.audience >> player & 1 else UNTOLD for line in self.log]
        new.begun = self.begun[:] if player == self.seat else []
        new.seat = self.seat
        new.over = self.over
        new.opened = None
        return new

    def view(self, player: int, seen: Any, recall: bool) -> State:
        """What an observer wants to see: a player's view, what everybody sees, or everything."""
        if seen == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return self.state
        return self.state.view(player if seen == pyspiel.PrivateInfoType.SINGLE_PLAYER else SPECTATOR, recall)


def restored(
    name: str,
    seats: int,
    options: tuple[int, ...],
    position: dict[str, int | list[int]],
    lines: list[tuple[int, int, int]],
    begun: list[int],
    seat: int,
    over: bool,
) -> History:
    """The opposite of pickling."""
    new = History(encoding_for(name, seats, options, "none"))
    new.state.load(position)
    new.log = [Line(*line) for line in lines]
    new.begun = begun
    new.seat = seat
    new.over = over
    return new


@cache
def encoding_for(name: str, seats: int, options: tuple[int, ...], memory: str) -> Encoding:
    return encoding_of(name, seats, find(name).named(options), memory)


def words(encoding: Encoding, nature: bool, action: int) -> str:
    """What an outcome or a symbol is called. What is neither is called by its number: OpenSpiel asks for it, too."""
    try:
        return encoding.game.text(action) if nature else encoding.symbols[action]
    except LookupError:
        return str(action)


UNTOLD: Final = Line(NATURE, 0, 0)  # a line that nobody has been told


class SpielState(pyspiel.State):
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = History(game.encoding)
        self.course.settle()

    def current_player(self) -> int:
        if self.course.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.course.seat == NATURE else self.course.seat

    def _legal_actions(self, player: int) -> list[int]:
        course = self.course
        return [] if course.over or player != course.seat else course.open()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        state = self.course.state
        outcomes = self.course.open()
        weights = [state.weight(outcome) for outcome in outcomes]
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in zip(outcomes, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.course.act(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return words(self.course.encoding, player == pyspiel.PlayerId.CHANCE, action)

    def is_terminal(self) -> bool:
        return self.course.over

    def returns(self) -> list[float]:
        return results(self.course.state) if self.course.over else [0.0] * self.course.encoding.seats

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state in which this player knows the same, the rest drawn at random; its history is not known."""
        new = SpielState(self.get_game())
        new.course = self.course.resampled(player, Dice(int(sampler() * (1 << 60))))
        return new

    def __str__(self) -> str:
        game = self.course.encoding.game
        begun = [self.course.encoding.symbols[symbol] for symbol in self.course.begun]
        return "\n".join([*[line_text(game, line.seat, line.action) for line in self.course.log], *begun])


class Observer:
    """Observations, or information states, as tensor, named slices and text."""

    def __init__(self, game: SpielGame, seen: Any) -> None:
        self.recall: bool = seen.perfect_recall
        self.seen = seen.private_info
        self.encoding = game.recalled if self.recall else game.encoding
        layout = self.encoding.layout
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {part.name: self.tensor[part.start : part.stop].reshape(part.shape) for part in layout.slices}

    def set_from(self, state: SpielState, player: int) -> None:
        row = bytearray(len(self.tensor))
        course = state.course
        self.encoding.write(course.view(player, self.seen, self.recall), player, self.begun(course, player), row)
        self.tensor[:] = np.frombuffer(row, np.uint8)

    def begun(self, course: History, player: int) -> list[int]:
        return course.begun if player == course.seat and self.seen != pyspiel.PrivateInfoType.NONE else []

    def string_from(self, state: SpielState, player: int) -> str:
        """What lies before the player; with perfect recall also every line that it was told."""
        course = state.course
        lines = [repr(course.view(player, self.seen, self.recall).dump())]
        lines += [self.encoding.symbols[symbol] for symbol in self.begun(course, player)]
        if self.recall:
            viewer = SPECTATOR if self.seen == pyspiel.PrivateInfoType.NONE else player
            told = [line for line in course.log if line.audience >> viewer & 1]
            lines += [line_text(self.encoding.game, line.seat, line.action) for line in told]
        return "\n".join(lines)


class Unobserved:
    """What one player knows and the others do not: a view does not tell it apart. This is how OpenSpiel says so."""

    tensor = None
    dict: Final[dict[str, Any]] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There is nothing to set."""

    def string_from(self, state: SpielState, player: int) -> None:
        return None


class SpielGame(pyspiel.Game):
    """One game of the box, for OpenSpiel. Each has a subclass, because OpenSpiel lets go of what was registered when
    Python is gone already, and only a class survives that."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.game
        params = dict(params or {})
        seats = int(params.get("players", game.fewest))
        wanted = [option for option in game.options if option.name in params]
        options = {option.name: chosen(option.choices, params[option.name]) for option in wanted}
        self.late = int(params.get("late", 0))
        try:
            if self.late < 0:
                raise ValueError(f"A game begins after {self.late} decisions at random, which must be 0 or more.")
            encoding = encoding_of(game.name, seats, options)
        except ValueError as problem:  # OpenSpiel's own answer to what cannot be
            raise pyspiel.SpielError(str(problem)) from None
        self.encoding = encoding_for(game.name, seats, encoding.options, "none")
        self.recalled = encoding_for(game.name, seats, encoding.options, "perfect")
        self.first: History | None = None  # where a late game begins, once it is known
        self.seed = int(params.get("seed", 0))
        bound = 1.0 if seats > 1 else SOLO
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.symbols),
            max_chance_outcomes=OUTCOMES,
            num_players=seats,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0 if seats > 1 else None,
            max_game_length=game.limit * (1 if isinstance(encoding, ListedEncoding) else SPELLED),
        )
        super().__init__(game_type(game, seats), info, params)

    def new_initial_state(self, state: str | None = None) -> SpielState:
        if state is not None:
            raise pyspiel.SpielError("A game cannot begin from a text; deserialize_state reads what serialize wrote.")
        new = SpielState(self)
        if self.late:
            self.first = self.first or late(new.course, self.late, Dice(self.seed))
            new.course = deepcopy(self.first)
        return new

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer | Unobserved:
        if params:
            raise ValueError(f"Observers take no parameters, but {', '.join(params)} came.")
        seen = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, seen) if seen.public_info else Unobserved()


def late(course: History, decisions: int, dice: Dice) -> History:
    """The game after so many decisions at random, when a player is asked; what was told before is not told again."""
    while not course.over and (decisions > 0 or course.seat == NATURE):
        decisions -= course.seat != NATURE
        course.put(course.seat, course.state.sample(course.seat, dice))
        course.settle()
    course.log = []
    return course


def spelled(choices: tuple[Value, ...], value: Value) -> Value:
    """A choice of an option as a parameter, which has one type: a seat among words is written `seat_0`."""
    mixed = isinstance(value, int) and not all(isinstance(choice, int) for choice in choices)
    return f"seat_{value}" if mixed else value


def chosen(choices: tuple[Value, ...], value: Value) -> Value:
    """The choice of an option that is written like this."""
    return next((choice for choice in choices if spelled(choices, choice) == value), value)


def game_type(game: Game, seats: int) -> Any:
    """Alone one plays for points; else what one wins, the others lose."""
    options = {option.name: spelled(option.choices, option.choices[0]) for option in game.options}
    return pyspiel.GameType(
        short_name=f"polychrome_{game.name}",
        long_name=f"Polychrome: {game.name.replace('_', ' ')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if seats > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.fewest, "late": 0, "seed": 0, **options},
    )


for each in GAMES:
    name = f"Spiel_{each.name}"
    globals()[name] = type(name, (SpielGame,), {"game": each})  # pickle looks for it here
    pyspiel.register_game(game_type(each, each.fewest), globals()[name])
