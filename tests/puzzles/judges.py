"""What each first move of a puzzle is worth, found a second time by plain means: by trying everything, by laying out
every board, by writing every word. Nothing here knows how puzzles are made, nor what solvers and bots know."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

import polychrome
from polychrome.engine.core import NATURE, State
from polychrome.engine.table import Table
from polychrome.lexicon.file import read
from polychrome.lexicon.shelf import shipped
from polychrome.registry import find

STOCK = Path(polychrome.__file__).parent / "puzzles" / "stock"
SOLVER = 0

Puzzle = dict[str, Any]
Worths = Mapping[str, float]  # by the text of a move


def puzzles(file: Path) -> list[Puzzle]:
    """All puzzles of a file, with the name of their game."""
    return [{"game": game_of(file), **json.loads(line)} for line in file.read_text(encoding="utf-8").splitlines()[1:]]


def game_of(file: Path) -> str:
    return file.name.split(".")[0]


def laid_out(puzzle: Puzzle) -> Table:
    """The position, by the rules: each line is checked."""
    game = find(puzzle["game"])
    table = Table(game, puzzle["seats"], puzzle.get("options", {}), None)
    for written in puzzle["lines"].split(";"):
        [seat] = table.acting()
        table.play(seat, game.parse(f"* {written}" if seat == NATURE else written), trust_external_data=True)
    assert table.acting() == [SOLVER]
    return table


# Coloretto: every action and every card, played out in the game itself.


class Trying:
    """Everybody plays for the own share of the win; whoever has several equal moves plays any of them."""

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], list[Fraction]] = {}

    def worth(self, state: State) -> list[Fraction]:
        key = tuple(tuple(value) if isinstance(value, list) else value for value in map(state.__getattribute__, FIELDS))
        if key not in self.known:
            self.known[key] = self.tried(state)
        return self.known[key]

    def tried(self, state: State) -> list[Fraction]:
        acting = state.acting()
        if not acting:
            winners = state.winners()
            return [Fraction(seat in winners, len(winners)) + POINT * n for seat, n in enumerate(state.scores())]
        seat = acting[0]
        actions = state.legal(seat)
        found = [self.worth(after(state, seat, action)) for action in actions]
        weights = [state.weight(action) if seat == NATURE else 1 for action in actions]
        if seat != NATURE:
            top = max(worth[seat] for worth in found)
            weights = [int(worth[seat] == top) for worth in found]
        return [
            sum((w * worth[i] for w, worth in zip(weights, found, strict=True)), Fraction(0)) / sum(weights)
            for i in range(state.seats)
        ]


FIELDS = [name for name in type(find("coloretto").begin(2)).FIELDS if name != "played"]
POINT = Fraction(1, 10**6)  # of two ways to win, or to lose, the one with more points


def after(state: State, seat: int, action: int) -> State:
    new = state.clone()
    new.apply(seat, action)
    return new


def coloretto(puzzle: Puzzle) -> Worths:
    """The percentage of games that each move wins."""
    state, trying = laid_out(puzzle).state, Trying()
    text = find("coloretto").text
    return {
        text(action): 100 * float(trying.worth(after(state, SOLVER, action))[SOLVER]) for action in state.legal(SOLVER)
    }


# Colorio: all boards that the five strips can make.

STRIPS = ("BGYRO", "YOBGR", "RBOYG", "GYROB", "ORGBY")  # CIO-3, the white side
BOARDS = [
    "".join(rows) for order in permutations(STRIPS) for rows in product(*[(strip, strip[::-1]) for strip in order])
]


def colorio(puzzle: Puzzle) -> Worths:
    """The percentage of boards that fit what lies open in which lifting a cap does not show a fifth field."""
    assert puzzle["options"]["side"] == "white"
    table = laid_out(puzzle)
    seen: dict[int, str] = {}
    place = 0
    for line in puzzle["lines"].split(";"):
        verb, _, rest = line.partition(" ")
        if verb == "shows":
            seen[place] = rest
        elif verb != "remove":
            place = "abcde".index(rest[0]) + 5 * (int(rest[1]) - 1)
            if verb == "move":
                del seen[place]  # covered; nobody who comes now has seen it
    boards = [board for board in BOARDS if all(board[field] == colour for field, colour in seen.items())]
    visible = Counter(seen.values())
    found = {}
    for move in map(find("colorio").text, table.state.legal(SOLVER)):
        field = "abcde".index(move[-2]) + 5 * (int(move[-1]) - 1)
        found[move] = 100 * sum(visible[board[field]] < 4 for board in boards) / len(boards)
    return found


# Chromino: every tile of the hand, either way round, on every place.

Field = dict[tuple[int, int], tuple[str, int]]  # by cell: the colour, and which tile it is part of


def chromino(puzzle: Puzzle) -> Worths:
    """By lay: the points of system B (CHR-15)."""
    assert puzzle["options"]["scoring"] == "B"
    field: Field = {}
    tiles: list[str] = []
    hands: list[set[str]] = [set(), set()]
    dealt = 0
    for line in puzzle["lines"].split(";"):
        verb, *rest = line.split()
        if verb == "base":
            lay(field, tiles, rest[0], -1, 0, "h")
        elif verb == "tile":
            hands[dealt // 8].add(min(rest[0], rest[0][::-1]))
            dealt += 1
        elif verb == "place":
            owner = next(hand for hand in hands if min(rest[0], rest[0][::-1]) in hand)
            owner.remove(min(rest[0], rest[0][::-1]))
            lay(field, tiles, rest[0], int(rest[1]), int(rest[2]), rest[3])
    span = range(min(min(cell) for cell in field) - 3, max(max(cell) for cell in field) + 4)
    found = {}
    for tile in sorted(hands[SOLVER]):
        for way, x, y, direction in product(sorted({tile, tile[::-1]}), span, span, "hv"):
            points = points_of(field, tiles, way, cells_of(x, y, direction))
            if points is not None:
                found[f"place {way} {x} {y} {direction}"] = points
    return found


def cells_of(x: int, y: int, direction: str) -> list[tuple[int, int]]:
    return [(x + i, y) if direction == "h" else (x, y + i) for i in range(3)]


def lay(field: Field, tiles: list[str], tile: str, x: int, y: int, direction: str) -> None:
    for colour, cell in zip(tile, cells_of(x, y, direction), strict=True):
        field[cell] = (colour, len(tiles))
    tiles.append(tile)


def value(tile: str) -> int:
    if len(set(tile)) == 2:
        return 3 if tile[0] == tile[2] else 2
    return 1 if len(set(tile)) == 1 else 4


def points_of(field: Field, tiles: list[str], tile: str, cells: list[tuple[int, int]]) -> int | None:
    """None if it may not lie there (CHR-8)."""
    if any(cell in field for cell in cells):
        return None
    points = contacts = 0
    for colour, (x, y) in zip(tile, cells, strict=True):
        for other in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if other in field:
                theirs, whose = field[other]
                if theirs != colour:
                    return None
                contacts += 1
                points += value(tile) + value(tiles[whose])
    return points if contacts >= 2 else None


# Color Words: every word of the list, from every cell, along every staircase.

SHEET = ["*RYBRYB", "YBRYBRY", "RYBRYBR", "BRYBRYB", "YBRYBRY", "RYBRYBR", "BRYBRYB"]  # CWO-3, grid A
CELLS = {f"{'ABCDEFG'[x]}{y + 1}": (x, y) for x in range(7) for y in range(7)}
FIRST = {  # CWO-4a: what a first letter brings
    "fr": {"A": 2, "C": 2, "P": 2, "E": 3, "M": 3, "V": 4},
    "en": {"A": 2, "C": 2, "S": 2, "E": 3, "M": 3, "W": 4},
    "es": {"A": 2, "C": 2, "P": 2, "E": 3, "M": 3, "V": 4},
    "de": {"A": 2, "B": 2, "S": 2, "E": 3, "M": 3, "Z": 4},
}
SIZE = {"4": 2, "5": 2, "6": 3, "7": 3, "8": 4, "9": 4}
COVERED = {"BYR": 2, "BBB": 3, "YYY": 3, "RRR": 3, "BBYYRR": 4}
LISTS: dict[str, list[str]] = {}

Place = tuple[int, int]


class Writing:
    """The sheet of a puzzle, and what a word on it brings."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.language: str = puzzle["options"]["language"]
        assert puzzle["options"] == {"language": self.language}  # grid A
        self.filled: set[Place] = set()
        self.trays: dict[str, str] = {}  # the colour on which a letter counts twice
        self.card = ""
        for line in puzzle["lines"].split(";"):
            verb, *rest = line.split()
            if verb == "blue":
                self.trays = {rest[0]: "B"}
            elif verb in ("yellow", "red"):
                self.trays[rest[0]] = verb[0].upper()
            elif verb == "bonus":
                self.card = rest[0]
            elif verb == "submit":
                self.filled |= set(self.way(CELLS[rest[1]], rest[2]))
        self.starts = [
            (x, y)
            for x, y in CELLS.values()
            if (x, y) not in self.filled and {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & self.filled
        ]

        kind, _, what = self.card.partition("-")
        self.most = {"FL": FIRST[self.language], "SZ": SIZE, "CE": COVERED}.get(kind, {}).get(what, 2)  # of the bonus

    def way(self, start: Place, steps: str) -> Iterator[Place]:
        x, y = start
        yield start
        for step in steps:
            x, y = (x + 1, y) if step == "R" else (x, y + 1)
            yield x, y

    def words(self) -> list[str]:
        if self.language not in LISTS:
            LISTS[self.language] = list(read(shipped(self.language)).lexicon.words())
        return LISTS[self.language]

    def bonus(self, word: str, cells: list[Place], steps: str) -> int:
        kind, _, what = self.card.partition("-")
        colours = [SHEET[y][x] for x, y in cells]
        if kind == "FL":
            return FIRST[self.language][what] if word[0] == what else 0
        if kind == "SZ":
            return SIZE[what] if len(word) == int(what) else 0
        if kind in ("SR", "SD"):
            return 2 if set(steps) <= {kind[1]} else 0
        if kind == "TU":
            turns = [i for i in range(1, len(steps)) if steps[i] != steps[i - 1]]
            return 2 if any(colours[i] == what for i in turns) else 0
        assert kind == "CE"  # a theme is no puzzle
        return COVERED[what] if not Counter(what) - Counter(colours) else 0

    def points(self, word: str, start: Place, steps: str) -> int:
        cells = list(self.way(start, steps))
        letters = sum(self.letter(letter, x, y) for letter, (x, y) in zip(word, cells, strict=True))
        return letters + self.bonus(word, cells, steps)

    def letter(self, letter: str, x: int, y: int) -> int:
        return 0 if letter not in self.trays else 2 if self.trays[letter] == SHEET[y][x] else 1

    def best(self, word: str, enough: int) -> int:
        """What the word brings at best, if that is enough; else something less."""
        rest = [2 * sum(letter in self.trays for letter in word[at:]) + self.most for at in range(len(word) + 1)]
        found = 0

        def walk(x: int, y: int, steps: str, sofar: int) -> None:
            nonlocal found
            at = len(steps)
            if x > 6 or y > 6 or (x, y) in self.filled or sofar + rest[at] < enough:
                return
            sofar += self.letter(word[at], x, y)
            if at + 1 == len(word):
                found = max(found, sofar + self.bonus(word, list(self.way(start, steps)), steps))
            else:
                walk(x + 1, y, steps + "R", sofar)
                walk(x, y + 1, steps + "D", sofar)

        if rest[0] >= enough:  # else no place can make it worth so much
            for start in self.starts:
                walk(*start, "", 0)
        return found


def color_words(puzzle: Puzzle) -> Worths:
    """By word: what it brings at best, if that is as much as the best; else something less."""
    writing = Writing(puzzle)
    found = {word: writing.best(word, puzzle["par"]) for word in writing.words() if 2 <= len(word) <= 13}
    _, word, start, steps = puzzle["answer"][0].split()
    assert writing.points(word, CELLS[start], steps) == puzzle["par"]
    return {f"{word} {start} {steps}" if other == word else other: worth for other, worth in found.items()}


JUDGES = {"coloretto": coloretto, "colorio": colorio, "chromino": chromino, "color_words": color_words}
