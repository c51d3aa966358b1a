"""Somebody who plays Color Words: knows more or fewer words, and the strongest also plans where to write them.

What a bot knows are the words that people use most, so that people know them, too. Where several bots sit, each leaves
to the others the words that are theirs (`whose`), in a crowd even better ones: they cannot see what is being written,
and look at the same cards.
Votes are left to people: a bot abstains (CWO-20), and it claims neither themes nor names, which it cannot judge.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from polychrome.bots.best_word import BestWords, Found, WordTask, bounds
from polychrome.engine.core import Bot, State
from polychrome.engine.dice import Dice
from polychrome.games.color_words import scoring
from polychrome.games.color_words.cards import ALPHABET, POINTS
from polychrome.games.color_words.lexicon import SHELF, Lexicon
from polychrome.games.color_words.notation import CROSSES, PASS, Written, submit
from polychrome.games.color_words.rules import CROSS, GRID, LANGUAGE, ROUNDS, TRAYS, WRITE, ColorWords, list_name
from polychrome.games.color_words.sheet import CELLS, COLOUR, GRID_A, LINES, LONGEST_WORD, PLAIN, STARS, path


class Vocabulary(NamedTuple):
    longest: int  # letters of the words that it knows
    known: int  # of them those among so many most usual ones
    colours: bool  # does it look at the colours?
    among: int  # takes one of so many best words, any of them
    leeway: int  # points that a word of its own may bring less than the best
    words: int = 0  # how many words of each length it thinks through …
    places: int = 0  # … each on how many places …
    futures: int = 0  # … in how many futures


LEVELS: Final = {
    "beginner": Vocabulary(5, 2_000, False, 6, 3),
    "casual": Vocabulary(7, 8_000, False, 4, 2),
    "reader": Vocabulary(9, 16_000, True, 3, 2),
    "champion": Vocabulary(LONGEST_WORD, 32_000, True, 1, 1),
    "planner": Vocabulary(LONGEST_WORD, 32_000, True, 1, 1, words=1, places=1, futures=3),
}
CROWD: Final = 5  # seats, and more: here nobody writes what another does, whatever that costs
FOR_EACH: Final = 8  # words that are found for each seat, so that everybody has one of their own among them
LAST_WORDS: Final = 30  # that are tried in the last round, for the sake of the stars
LENGTHS: Final = (LONGEST_WORD, 10, 9, 8, 7, 6)  # a shorter word leaves room for others


class Future(NamedTuple):
    """Cards that may come: for each round the letters on the trays, the bonus, and what the search needs of them."""

    trays: list[list[int]]
    cards: list[int]
    rest: list[list[int]]


class WordsBot(Bot):
    def __init__(self, seed: int, level: Vocabulary) -> None:
        self.dice = Dice(seed)
        self.level = level

    def choose(self, view: State, seat: int) -> int:
        assert isinstance(view, ColorWords)
        if view.phase == WRITE:
            lexicon = SHELF.known(list_name(view.options), self.level.known)
            return PASS if lexicon is None else self.write(view, seat, lexicon)
        if view.phase == CROSS:
            return CROSSES + unlikely_star(view)
        abstention = view.idle(seat)
        return view.legal(seat)[0] if abstention is None else abstention

    def write(self, view: ColorWords, seat: int, lexicon: Lexicon) -> int:
        level = self.level
        colours = COLOUR[view.options[GRID]] if level.colours else [PLAIN] * CELLS
        task = WordTask(view.filled(seat), colours, view.tray, view.bonus, POINTS[view.options[LANGUAGE]][view.bonus])
        search = BestWords(lexicon, task, level.longest)
        wanted = level.among + (FOR_EACH * view.seats if view.seats > 1 else 0)
        found = search.search(max(wanted, LAST_WORDS if level.futures and view.round == ROUNDS else 1))
        if not found:
            return PASS
        if level.futures and view.round == ROUNDS:
            return submit(self.last_word(view, seat, search, found))
        if level.futures:
            found = own(found, view, seat, level.leeway)[:1]
            for longest in LENGTHS[1:]:
                shorter = BestWords(lexicon, task, longest, search.rest).search(level.words)
                found += [each for each in shorter if each not in found]
            return submit(self.plan(view, seat, lexicon, search, found))
        mine = own(found, view, seat, level.leeway)[: level.among]
        return submit(mine[self.dice.below(len(mine))].written)

    def plan(self, view: ColorWords, seat: int, lexicon: Lexicon, search: BestWords, found: list[Found]) -> Written:
        """Try the best words on several places and play the game on, greedily, with cards that may come."""
        futures = [self.imagine_cards(view, lexicon) for _ in range(self.level.futures)]
        best = found[0].written
        top = -1.0
        for points, first in found:
            for written in spread(search.placements(points, first.word, 12), self.level.places):
                total = 0.0
                for future in futures:
                    total += points + self.play_on(view, seat, lexicon, after(search.task.filled, written), future)
                if total / len(futures) > top:
                    top = total / len(futures)
                    best = written
        return best

    def last_word(self, view: ColorWords, seat: int, search: BestWords, found: list[Found]) -> Written:
        """In the last round only points and stars count."""
        best = found[0].written
        top = -1.0
        for points, first in found:
            for written in search.placements(points, first.word, 12):
                worth = points + stars(view, seat, after(search.task.filled, written))
                if worth > top:
                    top = worth
                    best = written
        return best

    def imagine_cards(self, view: ColorWords, lexicon: Lexicon) -> Future:
        """Letters and bonuses for the rounds to come, from what is left in the decks."""
        letters = [letter + 1 for letter in range(len(ALPHABET)) if view.letters >> letter & 1]
        cards = [card for card in range(len(POINTS[0])) if view.bonuses >> card & 1]
        shuffle(letters, self.dice)
        shuffle(cards, self.dice)
        rounds = ROUNDS - view.round
        trays = [letters[TRAYS * number : TRAYS * (number + 1)] for number in range(rounds)]
        return Future(trays, cards[:rounds], [bounds(lexicon.edges, tray) for tray in trays])

    def play_on(self, view: ColorWords, seat: int, lexicon: Lexicon, filled: list[bool], future: Future) -> float:
        """What the rest of a game brings to somebody who always takes the best word."""
        total = 0.0
        for number in range(len(future.cards)):
            card = future.cards[number]
            points = POINTS[view.options[LANGUAGE]][card]
            task = WordTask(filled, COLOUR[view.options[GRID]], future.trays[number], card, points)
            found = BestWords(lexicon, task, LONGEST_WORD, future.rest[number]).search(1)
            if not found:
                break
            total += found[0].points
            filled = after(filled, found[0].written)
        return total + stars(view, seat, filled)


def own(found: list[Found], view: ColorWords, seat: int, leeway: int) -> list[Found]:
    """Of the best words those that are this seat's and about as good; where there are none, all of them, but in a crowd
    the best that is this seat's all the same."""
    worst = found[0].points - leeway
    mine = [each for each in found if whose(each.written.word, view) == seat]
    near = [each for each in mine if each.points >= worst]
    return near or (mine[:1] if view.seats >= CROWD else []) or found


def whose(word: str, view: ColorWords) -> int:
    """The seat to which a word is left in this round, the same for everybody who asks."""
    mixed = view.round
    for sign in word:
        mixed = (mixed * 31 + ord(sign)) % 10007
    return mixed % view.seats


def after(filled: list[bool], written: Written) -> list[bool]:
    """The sheet with one word more."""
    new = filled[:]
    for cell in path(written.start, written.steps, len(written.word)):
        new[cell] = True
    return new


def spread(ways: list[Written], most: int) -> list[Written]:
    """A few of many, the first and the last among them."""
    if len(ways) <= most:
        return ways
    return [ways[number * (len(ways) - 1) // (most - 1)] for number in range(most)] if most > 1 else ways[:1]


def stars(view: ColorWords, seat: int, filled: list[bool]) -> float:
    """What a sheet is worth at the end beside its words; rivals on grid A fill about as much as they have so far."""
    if view.options[GRID] == GRID_A:
        empty = filled.count(False)
        if view.seats == 1:
            return float(scoring.STAR_A) if empty <= scoring.SOLO_EMPTY else 0.0
        least = min([view.empty(rival) for rival in range(view.seats) if rival != seat])
        expected = max(0, least - 7 * (ROUNDS - view.round + 1))
        return float(scoring.STAR_A) if empty <= expected else 0.0
    taken = view.crossed[seat]
    full = 0
    for star in range(len(STARS)):
        if not taken >> star & 1 and all(filled[cell] for cell in LINES[star]):
            full += scoring.STAR_B
    return float(full)


def unlikely_star(view: ColorWords) -> int:
    """Alone on grid B: of the open stars, the one whose line is emptiest, the last of several."""
    filled = view.filled(0)
    worst = 0
    most = -1
    for star in range(len(STARS)):
        empty = sum(1 for cell in LINES[star] if not filled[cell])
        if not (view.circled[0] | view.crossed[0]) >> star & 1 and empty >= most:
            worst = star
            most = empty
    return worst


def shuffle(items: list[int], dice: Dice) -> None:
    for last in range(len(items) - 1, 0, -1):
        other = dice.below(last + 1)
        items[last], items[other] = items[other], items[last]
