"""Any input at all: a correct result, or the one error that is meant for it. Never another exception."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from polychrome.engine.core import Game, Refused, Unplayable, Unreadable
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout
from polychrome.engine.record import Broken, read, record, resume, write
from polychrome.engine.table import Table
from polychrome.registry import GAMES, find
from spec.block import Block, blocks
from spec.program import ADAPTERS, check_block
from toys.box import TOYS
from toys.pips_vectors import ADAPTER as PIPS

BOX = (*GAMES, *TOYS)
games = st.sampled_from(BOX)
thorough = settings(max_examples=300)
anything = st.text(st.characters(), max_size=60)


def find_any(name: str) -> Game:
    return next((game for game in TOYS if game.name == name), None) or find(name)


def parsed(game: Game, text: str) -> int | None:
    """The action of a text, once it has proved to be one."""
    try:
        action = game.parse(text)
    except Unreadable:
        return None
    assert game.parse(game.text(action)) == action
    return action


# Notation.


@thorough
@given(games, anything)
def test_any_text_is_an_action_or_unreadable(game: Game, text: str) -> None:
    parsed(game, text)


NEAR = [
    "draw",
    "place",
    "take",
    "choose",
    "*",
    "card",
    "last",
    "remove",
    "give",
    "start",
    "look",
    "flip",
    "write",
    "pip",
]
words = st.one_of(
    st.sampled_from(NEAR),
    st.integers(-3, 99).map(str),
    st.text("ROYGBPN+JL-", max_size=6),
    st.sampled_from(["٣", "²", "\x00", "0x1", "1e1", "１", "\ud800", "\u2028"]),
)
near_misses = st.builds(
    lambda parts, gap: gap.join(parts), st.lists(words, max_size=5), st.sampled_from([" ", "  ", "\t"])
)


@thorough
@given(games, near_misses)
def test_nearly_an_action_is_an_action_or_unreadable(game: Game, text: str) -> None:
    parsed(game, text)


@pytest.mark.parametrize("game", BOX, ids=lambda game: game.name)
def test_a_text_without_end_is_unreadable(game: Game) -> None:
    for text in ("choose " + "R" * 10_000 + " R", "9" * 10_000, "place " + "0" * 10_000, " " * 10_000):
        with pytest.raises(Unreadable):
            game.parse(text)


@thorough
@given(games, st.integers(0, 99), st.integers(0, 300), st.integers(-3, 20), near_misses)
def test_whatever_is_played_is_legal_or_refused(game: Game, seed: int, steps: int, seat: int, text: str) -> None:
    action = parsed(game, text)
    if action is None:
        return
    table = Table(game, game.fewest, {}, Dice(seed))
    playout(table.state, Dice(seed), steps)
    before = table.state.dump()
    legal = table.state.legal(seat) if seat in table.acting() else []
    try:
        table.play(seat, action)
    except Refused:
        assert action not in legal
        assert table.state.dump() == before
    else:
        assert action in legal


# Options.

values = st.one_of(st.text(max_size=8), st.integers(), st.sampled_from(["beige", "grey", "auto", "manual", 3, 4, 6, 9]))
names = st.one_of(st.text(max_size=8), st.sampled_from([option.name for game in BOX for option in game.options]))


@given(games, st.integers(), st.dictionaries(names, values, max_size=3))
def test_any_set_up_is_a_position_or_unplayable(game: Game, seats: int, options: dict[str, str | int]) -> None:
    for number in (seats, game.fewest, game.most):
        try:
            state = game.begin(number, options)
        except Unplayable:
            continue
        assert state.seats == number
        assert game.named(state.options).items() >= options.items()


@given(st.text())
def test_any_name_is_a_game_or_unplayable(name: str) -> None:
    if name in [game.name for game in GAMES]:
        assert find(name).name == name
    else:
        with pytest.raises(Unplayable):
            find(name)


# Records.


def good(game: Game, seed: int, steps: int) -> str:
    table = Table(game, game.fewest + seed % 2, {}, Dice(seed))
    whims = Dice(seed + 1)
    while table.acting() and len(table.log) < steps:
        seat = table.acting()[0]
        table.play(seat, table.state.sample(seat, whims))
    return write(record(table, luck=seed % 3 > 0))


def check_record(text: str) -> None:
    try:
        found = read(text, find_any)
    except Broken as broken:
        line = broken.reason.args["line"]
        assert isinstance(line, int)
        assert 1 <= line <= text.count("\n") + 1
    else:
        assert write(found) == text
        assert [(line.seat, line.action) for line in resume(found).log[: len(found.lines)]] == found.lines


@thorough
@given(anything)
def test_any_text_is_a_record_or_broken(text: str) -> None:
    check_record(text)
    check_record(f"polychrome record 1\n{text}\nend 0 0\n")


edits = st.lists(
    st.tuples(
        st.sampled_from(["cut", "swap", "insert", "double", "line"]),
        st.integers(0, 10**6),
        st.integers(1, 40),
        anything,
    ),
    min_size=1,
    max_size=4,
)


def edited(text: str, how: list[tuple[str, int, int, str]]) -> str:
    for kind, where, length, other in how:
        at = where % (len(text) + 1)
        if kind == "cut":
            text = text[:at] + text[at + length :]
        elif kind == "swap":
            text = text[:at] + other + text[at + len(other) :]
        elif kind == "insert":
            text = text[:at] + other + text[at:]
        elif kind == "double":
            text = text[:at] + text[at : at + length] + text[at:]
        else:
            lines = text.split("\n")
            lines[at % len(lines)] = other
            text = "\n".join(lines)
    return text


@thorough
@given(games, st.integers(0, 20), st.integers(0, 60), edits)
def test_an_edited_record_is_good_or_broken(
    game: Game, seed: int, steps: int, how: list[tuple[str, int, int, str]]
) -> None:
    check_record(edited(good(game, seed, steps), how))


HEADER = """game coloretto 1
game pips 1
game peek 1
seats 2
seats 3
option score_side grey
option discs 6
luck seed 1
luck seed -

* start 1
end 0 0"""
header = st.sampled_from(HEADER.split("\n"))


@thorough
@given(st.lists(st.one_of(header, near_misses, anything), max_size=14))
def test_lines_in_any_order_are_a_record_or_broken(lines: list[str]) -> None:
    check_record("\n".join(["polychrome record 1", *lines, ""]))


@thorough
@example("seed", "--1")
@given(st.sampled_from(["seed", "key", "dice"]), st.text("-+_0123456789abcdefx²٣", max_size=8))
def test_any_luck_is_read_or_broken(kind: str, value: str) -> None:
    text = good(find_any("pips"), 1, 9)
    assert "luck seed 1\n" in text
    check_record(text.replace("luck seed 1\n", f"luck {kind} {value}\n"))
    check_record(text.replace("luck seed 1\n", f"luck {kind} {value * 8}\n"))


# Vectors.

json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.text("ROYGBPN+JL", max_size=9)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["deck", "hands", "start", "bag", "fn", "cards", "side", "rows", "x"]), inner),
    ),
    max_leaves=8,
).map(json.dumps)
vector_lines = st.one_of(
    st.sampled_from(
        ["id: X", "game: coloretto", "game: pips", "players: 2", "players: 3", "steps:", "0 draw", "! 1 draw"]
    ),
    st.builds("{} {}".format, st.sampled_from(["setup:", "options:", "call:", "=", "0", "! 0"]), json_values),
    near_misses,
)


@thorough
@given(st.lists(vector_lines, max_size=10), st.booleans())
def test_any_block_holds_or_says_what_is_wrong(lines: list[str], ordered: bool) -> None:
    if ordered:
        lines = ["id: X", "game: coloretto", "players: 3", *lines]
    name, problems = check_block(Block(1, lines), {**ADAPTERS, "pips": PIPS})
    assert name
    assert not any("broke down" in problem for problem in problems)


@given(json_values, st.sampled_from(["deck", "hands", "start"]))
def test_any_set_up_value_is_used_or_named(value: str, key: str) -> None:
    lines = ["id: X", "game: coloretto", "players: 3", f'setup: {{"{key}":{value}}}', "steps:", '= {"over":false}']
    problems = check_block(Block(1, lines), ADAPTERS)[1]
    assert not any("broke down" in problem for problem in problems)


@given(json_values, st.sampled_from(["cards", "side", "jokers", "plus"]))
def test_any_argument_of_a_call_is_used_or_named(value: str, key: str) -> None:
    cards = "" if key == "cards" else '"cards":"RR",'
    lines = ["id: X", "game: coloretto", f'call: {{"fn":"fixed",{cards}"{key}":{value}}}', "= 1"]
    problems = check_block(Block(1, lines), ADAPTERS)[1]
    assert not any("broke down" in problem for problem in problems)


@given(anything, edits)
def test_any_markdown_has_blocks_or_none(text: str, how: list[tuple[str, int, int, str]]) -> None:
    list(blocks(text))
    whole = (Path(__file__).parent.parent / "vectors" / "coloretto.md").read_text(encoding="utf-8")
    for block in blocks(edited(whole, how)):
        assert not any("broke down" in problem for problem in check_block(block, ADAPTERS)[1])
