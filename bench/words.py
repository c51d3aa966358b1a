#!/usr/bin/env python3
"""Color Words: how fast the best word is proved, and how well the bots play alone: python bench/words.py fr --solo 200

The best word is found by branch and bound and, in the same run, by looking at every placement; both must agree. Times
are CPU times of this process. `--sample 200` shows instead which words bots write at tables of five of their level.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
import time
import tracemalloc
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))
try:
    import polychrome  # noqa: F401 - the build at hand, or else the sources of this clone
except ImportError:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from bots.plain_walk import PlainWalk
from polychrome.arena.stats import mean
from polychrome.bots.best_word import BestWords, Found, WordTask
from polychrome.bots.words import LEVELS, WordsBot
from polychrome.engine.core import COMPILED
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.color_words import GAME
from polychrome.games.color_words.cards import BY_ID, LANGUAGES, LETTERS, POINTS
from polychrome.games.color_words.lexicon import SHELF, Lexicon
from polychrome.games.color_words.notation import SUBMITS, written
from polychrome.games.color_words.sheet import COLOUR
from polychrome.lexicon.file import make, read
from polychrome.lexicon.shelf import file_at_hand, hand_over

SHEETS = {  # what is filled
    "empty": ["......."] * 7,
    "half": ["#####..", "#...#..", "###.###", "#.##..#", "##.##..", ".###...", "......."],
}
EVERY = {"empty": 200, "half": 1}  # the plain walk takes minutes on an empty sheet: it gets every Nth word
CARDS = ("TH-01", "SZ-8", "SZ-4", "TU-B", "CE-BBYYRR", "CE-BBB", "SR-1", "SD-1")
SEATS = 5  # at the tables of a sample
TRAYS = 12  # how many draws of letters are tried with each card


def main() -> int:
    parser = argparse.ArgumentParser(description="Prove best words and let bots play alone.")
    parser.add_argument("language", nargs="?", default="fr", choices=LANGUAGES, help="of the list (fr)")
    parser.add_argument("--solo", type=int, default=0, help="how many games each bot plays alone (0)")
    parser.add_argument("--sample", type=int, default=0, help="show so many words of each bot (0)")
    parser.add_argument("--grid", default="A", choices=("A", "B"), help="on which grid (A)")
    parser.add_argument("--level", action="append", choices=tuple(LEVELS), help="only this bot; may be repeated")
    chosen = parser.parse_args()
    print("compiled" if COMPILED else "interpreted")
    if chosen.sample:
        hand_over()
        for level in chosen.level or LEVELS:
            sample(level, chosen.sample, chosen.language, chosen.grid)
        return 0
    lexicon = loaded(chosen.language)
    agreed = True
    for sheet in SHEETS:
        agreed = best_words(lexicon, chosen.language, sheet) and agreed
    SHELF.put(chosen.language, lexicon)
    for level in chosen.level or LEVELS:
        if chosen.solo:
            alone(level, chosen.solo, chosen.language, chosen.grid)
    return 0 if agreed else 1


def loaded(language: str) -> Lexicon:
    begun = time.perf_counter()
    file = file_at_hand(language)
    if file is None:
        raise SystemExit(f"There is no word list: polychrome words {language} build")
    lexicon = read(file).lexicon
    ready = time.perf_counter() - begun
    tracemalloc.start()
    again = read(file).lexicon
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    print(f"list      {lexicon.count} words ready in {1000 * ready:.0f} ms, {size / 1e6:.1f} MB ({again.name})")
    return lexicon


def tasks(sheet: str, language: str) -> list[WordTask]:
    """Different letters and cards on the same sheet."""
    number = LANGUAGES.index(language)
    filled = [cell == "#" for row in SHEETS[sheet] for cell in row]
    dice = Dice(1)
    found = []
    for _ in range(TRAYS):
        letters = list(LETTERS[number])
        trays = [ord(letters.pop(dice.below(len(letters)))) - 64 for _ in range(3)]
        found += [WordTask(filled, COLOUR[0], trays, BY_ID[card], POINTS[number][BY_ID[card]]) for card in CARDS]
    return found


def best_words(lexicon: Lexicon, language: str, sheet: str) -> bool:
    """The full list by branch and bound, a part of it by both; do they agree?"""
    wanted = tasks(sheet, language)
    for count in (1, 51):
        costs = [timed(lexicon, task, count)[0] for task in wanted]
        print(
            f"{sheet:9} best {count:2} of {len(wanted)} tasks: median {median(costs):.1f} ms, worst {max(costs):.1f} ms"
        )
    part = make(list(lexicon.words())[:: EVERY[sheet]], "part")
    task = wanted[3]
    walk = PlainWalk(part, task)
    begun = time.process_time()
    plain = walk.search(51)
    slow = 1000 * (time.process_time() - begun)
    quick, found = timed(part, task, 51)
    same = [each.points for each in plain] == [each.points for each in found]
    same = same and [each.written.word for each in plain] == [each.written.word for each in found]
    print(
        f"{sheet:9} {part.count} words: plain walk {slow:.0f} ms for {walk.placements} placements, branch and bound "
        f"{quick:.1f} ms: {slow / quick:.0f} times as fast, {'same words' if same else 'OTHER WORDS'}"
    )
    return same


def timed(lexicon: Lexicon, task: WordTask, count: int) -> tuple[float, list[Found]]:
    """Milliseconds of a search with all that it prepares, and what was found."""
    begun = time.process_time()
    found = BestWords(lexicon, task).search(count)
    return 1000 * (time.process_time() - begun), found


def sample(level: str, words: int, language: str, grid: str) -> None:
    """What five bots of a level write, round by round, and how often two of them write the same."""
    shown: list[str] = []
    rounds = twice = 0
    seed = 0
    while len(shown) < words:
        table = Table(GAME, SEATS, {"language": language, "grid": grid}, Dice(seed))
        bots = [WordsBot(SEATS * seed + seat, LEVELS[level]) for seat in range(SEATS)]
        while table.acting() and len(shown) < words:
            seats = table.acting()
            chosen = [(seat, bots[seat].choose(table.state.view(seat), seat)) for seat in seats]
            together = [written(action).word for _, action in chosen if action >= SUBMITS]
            rounds += bool(together)
            twice += len(together) - len(set(together))
            shown += together
            for seat, action in chosen:
                table.play(seat, action)
        seed += 1
    print(f"{level}, {language}: {rounds} rounds, {twice} words that somebody else wrote as well", flush=True)
    print(textwrap.fill(" ".join(shown), 150), flush=True)


def alone(level: str, games: int, language: str, grid: str) -> None:
    totals: list[float] = []
    begun = time.process_time()
    for seed in range(games):
        table = Table(GAME, 1, {"language": language, "grid": grid}, Dice(seed))
        bot = WordsBot(seed, LEVELS[level])
        while table.acting():
            table.play(0, bot.choose(table.state.view(0), 0))
        totals.append(table.state.scores()[0])
    found = mean(totals)
    cost = (time.process_time() - begun) / games
    print(
        f"{level:9} alone on grid {grid}: mean {found.middle:.1f}, 95 % interval {found.low:.1f} to {found.high:.1f}, "
        f"{games} games, {cost:.2f} s each",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
