"""One game being played: what is refused, who is told, and how to go back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from polychrome.engine.core import EVERYONE, NATURE, SPECTATOR, Refused, Unreadable
from polychrome.engine.dice import Dice, KeyedDice
from polychrome.engine.table import Line, Table
from polychrome.games import coloretto
from polychrome.games.colomo import ronde
from toys import peek, pips, sealed


def pips_table(seed: int = 1) -> Table:
    return Table(pips.GAME, 2, None, Dice(seed))


def reason(table: Table, seat: int, action: int) -> str:
    before, log = table.state.dump(), table.log[:]
    with pytest.raises(Refused) as refusal:
        table.play(seat, action)
    assert table.state.dump() == before
    assert table.log == log
    return refusal.value.reason.key


def test_nature_acts_before_anybody_is_asked() -> None:
    table = pips_table()
    assert [line.seat for line in table.log] == [NATURE]
    assert table.acting() == [table.state.seat]


def test_without_dice_nature_waits() -> None:
    table = Table(pips.GAME, 2, None, None)
    assert table.acting() == [NATURE]
    assert reason(table, 0, pips.DRAW) == "refused.nature"
    table.play(NATURE, pips.START + 1)
    table.play(1, pips.DRAW)
    assert table.acting() == [NATURE]


def test_a_wrong_turn_is_named_before_a_wrong_action() -> None:
    table = pips_table()
    mover = table.acting()[0]
    assert reason(table, 1 - mover, pips.STOP) == "refused.turn"
    assert reason(table, mover, pips.STOP) == "pips.refused.stop"
    assert reason(table, mover, pips.PIP) == "refused.nature_only"
    assert reason(table, NATURE, pips.PIP) == "refused.turn"
    assert reason(table, 7, pips.DRAW) == "refused.turn"


def test_a_refused_turn_says_whose_turn_it_is() -> None:
    table = Table(sealed.GAME, 3, None, Dice(1))
    table.play(1, sealed.NOTE)
    with pytest.raises(Refused) as refusal:
        table.play(1, sealed.NOTE)
    assert refusal.value.reason.args == {"seats": [0, 2]}
    assert str(refusal.value) == "It is not your turn; we are waiting for Fox and Bear."


def finished() -> Table:
    table = pips_table()
    while not table.over():
        table.play(table.acting()[0], pips.DRAW)
    return table


def test_nothing_is_played_after_the_end() -> None:
    table = finished()
    for seat in (0, 1, NATURE):
        assert reason(table, seat, pips.DRAW) == "refused.over"


def test_all_lines_are_logged_with_their_audience() -> None:
    table = Table(peek.GAME, 2, None, Dice(1))
    table.play(0, peek.LOOK_AT + 3)
    assert [(line.seat, line.audience) for line in table.log] == [(0, EVERYONE), (NATURE, 1)]
    assert table.told(0) == table.log
    assert table.told(1) == table.told(SPECTATOR) == table.log[:1]
    assert table.told(0, since=1) == table.log[1:]
    assert table.told(1, since=1) == []


def test_a_line_as_text() -> None:
    table = Table(peek.GAME, 2, None, None)
    assert table.text(Line(1, peek.FLIP_AT + 4, EVERYONE)) == "1 flip 4"
    assert table.text(Line(NATURE, peek.TURNS, EVERYONE)) == "* turns R"


def test_recorded_lines_are_checked() -> None:
    table = Table(pips.GAME, 2, None, None)
    with pytest.raises(Refused):
        table.replay([(NATURE, pips.START), (1, pips.DRAW)])


def test_dice_act_only_after_the_last_recorded_line() -> None:
    lines = [(line.seat, line.action) for line in finished().log[:5]]
    table = Table(pips.GAME, 2, None, None)
    table.dice = Dice(99)
    table.replay(lines)
    assert [(line.seat, line.action) for line in table.log[:5]] == lines
    assert NATURE not in table.acting()


def test_the_dice_are_back_after_a_refused_replay() -> None:
    table = pips_table()
    dice = table.dice
    with pytest.raises(Refused):
        table.replay([(9, pips.DRAW)])
    assert table.dice is dice


@pytest.mark.parametrize("dice", [lambda: Dice(4), lambda: KeyedDice(bytes(32))], ids=["fast", "keyed"])
def test_a_rewound_game_meets_the_same_luck(dice: Callable[[], Dice]) -> None:
    table = Table(coloretto.GAME, 3, None, dice())
    for _ in range(40):
        seat = table.acting()[0]
        table.play(seat, table.state.legal(seat)[0])
    log = table.log[:]
    for length in (30, 17, 5, 0):
        table.rewind(length)
        assert table.log == log[:length]
        table.settle()
        while len(table.log) < len(log):
            line = log[len(table.log)]
            table.play(line.seat, line.action)
        assert table.log[: len(log)] == log


def test_rewinding_does_not_let_nature_act() -> None:
    table = finished()
    table.rewind(0)
    assert (table.log, table.acting()) == ([], [NATURE])


@pytest.mark.parametrize("length", [-1, 1000])
def test_a_log_cannot_be_rewound_beyond_its_ends(length: int) -> None:
    table = finished()
    log = table.log[:]
    with pytest.raises(IndexError, match=f"the log has {len(log)} lines"):
        table.rewind(length)
    assert table.log == log


def test_rewinding_keeps_the_options() -> None:
    table = Table(pips.GAME, 3, {"colours": 3}, Dice(1))
    table.rewind(0)
    assert (table.state.seats, table.state.options) == (3, (1,))


def test_a_sealed_answer_is_not_taken_back() -> None:  # A31
    table = Table(sealed.GAME, 2, None, Dice(1))
    assert not table.undoable(0)
    table.play(0, sealed.NOTE)
    assert not table.undoable(0)
    assert not table.undoable(1)


def test_placing_a_card_is_undoable_but_drawing_it_is_not() -> None:
    table = Table(coloretto.GAME, 3, None, Dice(1))
    seat = table.acting()[0]
    table.play(seat, coloretto.DRAW)
    assert not table.undoable(seat)
    table.play(seat, coloretto.TO_ROW)
    assert table.undoable(seat)
    assert not table.undoable((seat + 1) % 3)


def test_what_is_written_at_a_table_may_depend_on_its_options() -> None:
    def read(text: str, options: tuple[int, ...]) -> int:
        return pips.GAME.parse("draw" if text == "go" and options == (1,) else text)

    game = pips.GAME._replace(read=read)
    assert Table(game, 2, {"colours": 3}, Dice(1)).read("go") == pips.DRAW
    with pytest.raises(Unreadable):
        Table(game, 2, None, Dice(1)).read("go")
    assert pips_table().read("draw") == pips.DRAW  # by `parse`, where a game has nothing else


def test_a_game_that_is_too_long_is_stuck_until_it_is_over() -> None:  # GEN-15
    table = Table(coloretto.GAME, 2, None, Dice(1))
    length = len(table.log)
    assert not table.stuck()
    table.game = coloretto.GAME._replace(limit=length + 1)
    assert not table.stuck()
    table.game = coloretto.GAME._replace(limit=length)
    assert table.stuck()
    lot = Dice(2)
    while table.acting():
        assert table.stuck()
        seat = table.acting()[0]
        table.play(seat, table.state.sample(seat, lot))
    assert not table.stuck()


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_game_in_which_nobody_gets_anywhere_is_stuck(seats: int) -> None:  # GEN-15
    table = Table(ronde.GAME, seats, None, Dice(1))
    state = table.state
    assert isinstance(state, ronde.Ronde)
    state.dry = 100 * seats - 1
    assert not table.stuck()
    state.dry += 1
    assert table.stuck()
