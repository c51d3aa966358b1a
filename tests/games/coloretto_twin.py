"""Coloretto a second time, written as one reads the rules, with nothing in common with the real one.

A generator: it yields what lies on the table and what everybody may do, and is sent what somebody did.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from itertools import combinations, product

NATURE = -1
COLOURS = "ROYGBPN"
ORDER = "ROYGBPN+J"
BEIGE = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21}
GREY = {0: 0, 1: 1, 2: 4, 3: 8, 4: 7, 5: 6, 6: 5}


@dataclass
class Board:
    seats: int
    deck: dict[str, int]
    above: int = 0  # cards above the last-round card
    last: bool = False
    hands: list[str] = field(default_factory=list)
    rows: list[str | None] = field(default_factory=list)
    took: list[int | None] = field(default_factory=list)
    held: str | None = None
    removed: str = ""
    may: dict[int, dict[str, int]] = field(default_factory=dict)  # seat to texts, with nature's weights
    scores: list[int] | None = None


Play = Generator[Board, tuple[int, str], None]


def coloretto(seats: int, side: str, manual: bool) -> Play:
    board = Board(seats, dict.fromkeys(COLOURS, 9) | {"+": 10, "J": 3}, hands=[""] * seats)

    # The colours that are left out, the first cards, the start seat.
    for _ in range({2: 2, 3: 1}.get(seats, 0)):
        board.may = {NATURE: {f"* remove {colour}": 1 for colour in COLOURS if board.deck[colour] == 9}}
        _, text = yield board
        board.removed += 9 * text[-1]
        board.deck[text[-1]] = 0
    for seat in [0, 1, 0, 1] if seats == 2 else range(seats):
        board.may = {NATURE: {f"* give {colour}": 1 for colour in COLOURS if board.deck[colour] == 9}}
        _, text = yield board
        board.deck[text[-1]] -= 1
        board.hands[seat] += text[-1]
    board.above = sum(board.deck.values()) - 15
    board.may = {NATURE: {f"* start {seat}": 1 for seat in range(seats)}}
    _, text = yield board
    mover = int(text[-1])

    while not board.last:
        mover = yield from one_round(board, mover)

    board.rows, board.took = [""] * len(board.rows), [None] * seats
    if manual:
        yield from final(board, side)
    else:
        board.scores = [best(hand, side) for hand in board.hands]
    board.may = {}
    yield board


def one_round(board: Board, mover: int) -> Generator[Board, tuple[int, str], int]:
    """Until everybody has a row; answers who took last."""
    room = [1, 2, 3] if board.seats == 2 else [3] * board.seats
    board.rows = [""] * len(room)
    board.took = [None] * board.seats
    while None in board.took:
        while board.took[mover] is not None:
            mover = (mover + 1) % board.seats
        free = [f"place {i}" for i, row in enumerate(board.rows) if row is not None and len(row) < room[i]]
        board.may = {mover: {f"take {i}": 1 for i, row in enumerate(board.rows) if row}}
        if free:
            board.may[mover]["draw"] = 1
        _, text = yield board
        if text == "draw":
            yield from draw(board)
            board.may = {mover: dict.fromkeys(free, 1)}
            _, text = yield board
            board.rows[int(text[-1])] = (board.rows[int(text[-1])] or "") + (board.held or "")
            board.held = None
            mover = (mover + 1) % board.seats
        else:
            number = int(text[-1])
            board.hands[mover] += board.rows[number] or ""
            board.rows[number] = None
            board.took[mover] = number
    board.removed += "".join(row or "" for row in board.rows)
    return mover


def draw(board: Board) -> Play:
    if board.above == 0 and not board.last:
        board.may = {NATURE: {"* last": 1}}
        yield board
        board.last = True
    board.may = {NATURE: {f"* card {kind}": count for kind, count in board.deck.items() if count}}
    _, text = yield board
    board.deck[text[-1]] -= 1
    board.above -= 1
    board.held = text[-1]


def final(board: Board, side: str) -> Play:
    choices: dict[int, dict[str, int]] = {}
    for seat, hand in enumerate(board.hands):
        ways = [f"choose {jokers or '-'} {plus}" for jokers, plus in assignments(hand)]
        choices[seat] = dict.fromkeys(ways, 1)
    scores = [0] * board.seats
    while choices:
        board.may = choices
        seat, text = yield board
        _, jokers, plus = text.split()
        scores[seat] = points(board.hands[seat], jokers.replace("-", ""), plus, side)
        del choices[seat]
    board.scores = scores


def sort(cards: str) -> str:
    return "".join(sorted(cards, key=ORDER.index))


def assignments(hand: str) -> set[tuple[str, str]]:
    """Every way to give colours to one's jokers and to name three plus colours, or all if there are fewer."""
    found = set()
    for given in product(COLOURS, repeat=hand.count("J")):
        own = sort("".join({card for card in [*hand, *given] if card in COLOURS}))
        for plus in combinations(own, min(3, len(own))):
            found.add((sort("".join(given)), "".join(plus)))
    return found


def points(hand: str, jokers: str, plus: str, side: str) -> int:
    table = BEIGE if side == "beige" else GREY
    total = 2 * hand.count("+")
    for colour in COLOURS:
        worth = table[min(6, (hand + jokers).count(colour))]
        total += worth if colour in plus else -worth
    return total


def best(hand: str, side: str) -> int:
    return max((points(hand, jokers, plus, side) for jokers, plus in assignments(hand)), default=0)
