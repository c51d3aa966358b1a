"""The best words for a sheet, proved: branch and bound over the word graph, along all staircases at once.

For every beginning of a word the search knows, for each cell where it may end, the most letter points on the way there:
the cells that can be reached after so many letters do not depend on the letters, so they are laid out once. What can
still be earned is bounded by the letters that follow in the graph and by the room that follows on the sheet.
Beginnings come in alphabetical order, so that of equal words the first counts, and whatever cannot beat the worst of
the words wanted is left out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i64

from polychrome.games.color_words import scoring
from polychrome.games.color_words.cards import BONUSES, FIRST, HUES, SIZE, STRAIGHT, THEME, TURN, cells_wanted
from polychrome.games.color_words.lexicon import CHILD, ENDS, LAST, LETTER, Lexicon
from polychrome.games.color_words.notation import Written
from polychrome.games.color_words.sheet import CELLS, DOWN, LONGEST_WORD, OFF, PLAIN, RIGHT, starts
from polychrome.games.color_words.spelling import BEFORE_A

NOWHERE: Final = -1000  # points of a place that cannot be reached
GENTLE: Final = 5  # looks
MOST_POINTS: Final = 64  # more than any word earns
COUNT_BITS: Final = 8  # cells of a colour on the way, in one number for all three colours
COUNT_MASK: Final = 255


class Found(NamedTuple):
    points: int
    written: Written


class WordTask(NamedTuple):
    """What the best words are wanted for."""

    filled: list[bool]  # by cell
    colours: list[int]  # by cell
    trays: list[int]  # letters on blue, yellow and red; A is 1
    card: int  # the bonus; -1 for none
    bonus: int  # its points


class Places:
    """The free cells that a word's first, second … letter can reach, one after the other, and how they are joined."""

    def __init__(self, filled: list[bool]) -> None:
        self.cell = [OFF]  # place 0 is nowhere
        self.left = [0]  # the place before, one letter earlier
        self.up = [0]
        self.right: list[int] = [0]  # the place after
        self.down: list[int] = [0]
        self.first = [1]  # by letter: its first place
        self.depth = 0  # how many letters there is room for
        at = starts(filled)
        before: dict[int, int] = {}
        while at and self.depth < LONGEST_WORD:
            here: dict[int, int] = {}
            for cell in at:
                here[cell] = len(self.cell)
                self.cell.append(cell)
                self.left.append(before.get(cell - 1, 0) if cell - 1 >= 0 and RIGHT[cell - 1] == cell else 0)
                self.up.append(before.get(cell - DOWN[0], 0))
                self.right.append(0)
                self.down.append(0)
            self.first.append(len(self.cell))
            self.depth += 1
            before = here
            after = {RIGHT[cell] for cell in at} | {DOWN[cell] for cell in at}
            at = [cell for cell in sorted(after) if cell != OFF and not filled[cell]]
        for place in range(1, len(self.cell)):
            self.right[self.left[place]] = place
            self.down[self.up[place]] = place
        self.right[0] = self.down[0] = 0
        self.room = [0] * len(self.cell)  # letters that still fit behind
        for place in range(len(self.cell) - 1, 0, -1):
            after_right = 1 + self.room[self.right[place]] if self.right[place] else 0
            after_down = 1 + self.room[self.down[place]] if self.down[place] else 0
            self.room[place] = max(after_right, after_down)


def bounds(edges: list[int], trays: list[int], most_each: int = 2) -> list[int]:
    """By node: the most points of the letters that can still come; children stand before their parents."""
    worth = [most_each if letter in trays else 0 for letter in range(LETTER + 1)]
    rest = [0] * len(edges)
    node: i64 = 1
    most: i64 = 0
    for at in range(1, len(edges)):
        edge: i64 = edges[at]
        points: i64 = rest[edge >> CHILD] + worth[edge & LETTER]
        if points > most:
            most = points
        if edge & LAST:
            rest[node] = most
            node = at + 1
            most = 0
    return rest


class BestWords:
    """One search. Words of more than `longest` letters are left out.

    What stands in `rest` depends on the letters of the trays only; whoever has it from another search may hand it in.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        task: WordTask,
        longest: int = LONGEST_WORD,
        rest: list[int] | None = None,
    ) -> None:
        self.lexicon = lexicon
        self.task = task
        self.places = Places(task.filled)
        self.depth = min(self.places.depth, longest)
        self.value = [0] * ((LETTER + 1) * CELLS)  # by letter and cell
        for letter in task.trays:
            for cell in range(CELLS):
                self.value[letter * CELLS + cell] = scoring.letter_value(letter, task.colours[cell], task.trays)
        self.best = [NOWHERE] * len(self.places.cell)  # by place: the most points on the way there
        self.after = [NOWHERE] * len(self.places.cell)  # by place: the most points of one word from there on
        self.most_each = most_each = max(self.value)  # points of one letter
        self.caps = [0] * len(self.places.cell)  # by place: the most points in the room behind it
        for depth in range(self.depth):
            for place in range(self.places.first[depth], self.places.first[depth + 1]):
                self.caps[place] = most_each * min(self.places.room[place], self.depth - depth - 1)
        self.rest = bounds(lexicon.edges, task.trays, most_each) if rest is None else rest
        self.kind = BONUSES[task.card].kind if task.card >= 0 else THEME
        self.wanted = BONUSES[task.card].value if task.card >= 0 else 0
        # Whoever does not look at colours cannot be asked for them: every word would be traced in vain.
        blind = self.kind in (TURN, HUES) and task.colours.count(PLAIN) == CELLS
        self.bonus = 0 if self.kind == THEME or blind else task.bonus
        self.hope = [self.bonus if self.possible(length) else 0 for length in range(LONGEST_WORD + 2)]  # by length
        self.hope_on = [max(self.hope[length + 1 :], default=0) for length in range(LONGEST_WORD + 2)]  # if it goes on
        self.first_fits = True
        self.letters = [0] * (LONGEST_WORD + 1)
        self.floor = 0  # what a word must beat
        self.count = 1
        self.scored = [0] * MOST_POINTS  # how many words were found, by points
        self.found: list[tuple[int, str]] = []
        self.ways: list[Written] = []  # placements of one word
        self.most = 1  # how many of them are wanted
        self.visited = 0  # beginnings looked at

    def possible(self, length: int) -> bool:
        """Can a word of this length earn the bonus at all?"""
        if self.kind == SIZE:
            return length == self.wanted
        if self.kind == TURN:
            return length > 2
        if self.kind == HUES:
            return length >= sum(cells_wanted(self.wanted))
        return length > 1

    def search(self, count: int) -> list[Found]:
        """The best words, each once on its best place: by points, then by the alphabet.

        It looks for words above a floor, and lowers the floor until there are enough: first gently, then in leaps, for
        the last look costs the most, and the floor rises again by itself as words are found.
        """
        self.count = count
        floor = min(self.rest[self.lexicon.root], self.most_each * self.depth) + self.bonus - 1
        looks = 0
        while True:
            self.floor = floor
            self.found = []
            self.scored = [0] * MOST_POINTS
            if self.depth > 1:
                self.descend(self.lexicon.root, 0)
            if len(self.found) >= count or floor < 0:
                break
            looks += 1
            floor = max(-1, floor - (1 if looks < GENTLE else 1 << looks - GENTLE))
        self.found.sort(key=order)
        return [self.placed(points, word) for points, word in self.found[:count]]

    def descend(self, node: int, depth: int) -> None:
        """Try every letter that may follow here."""
        edges = self.lexicon.edges
        value = self.value
        best = self.best
        rest = self.rest
        caps = self.caps
        cell = self.places.cell
        left = self.places.left
        up = self.places.up
        begin: i64 = self.places.first[depth]
        end: i64 = self.places.first[depth + 1]
        length = depth + 1
        goes_on = length < self.depth
        at: i64 = node
        last: i64 = 0
        while not last:
            edge: i64 = edges[at]
            at += 1
            last = edge & LAST
            letter: i64 = edge & LETTER
            child: i64 = edge >> CHILD
            most: i64 = rest[child]
            row: i64 = letter * CELLS
            top: i64 = NOWHERE
            bound: i64 = NOWHERE
            place: i64 = begin
            while place < end:
                here: i64 = 0
                if depth:
                    here = best[left[place]]
                    other: i64 = best[up[place]]
                    if other > here:
                        here = other
                here += value[row + cell[place]]
                best[place] = here
                if here > top:
                    top = here
                more: i64 = caps[place]
                if most < more:
                    more = most
                if here + more > bound:
                    bound = here + more
                place += 1
            if top < 0:
                continue
            if depth == 0:
                self.first_fits = self.kind != FIRST or letter == self.wanted
            self.letters[depth] = letter
            self.visited += 1
            fits = self.first_fits
            if edge & ENDS and length > 1 and top + (self.hope[length] if fits else 0) > self.floor:
                self.consider(length, top)
            if child and goes_on and bound + (self.hope_on[length] if fits else 0) > self.floor:
                self.descend(child, length)

    def consider(self, length: int, plain: int) -> None:
        """A word whose letters may earn enough: what does it earn with its bonus?"""
        points = plain
        if self.hope[length] and self.first_fits:
            if self.kind == FIRST or self.kind == SIZE:
                points += self.bonus
            else:
                points = self.with_bonus(length, plain)
        if points > self.floor:
            self.found.append((points, self.word(length)))
            self.scored[points] += 1
            above = sum(self.scored[self.floor + 1 :])
            while above >= self.count:
                self.floor += 1
                above -= self.scored[self.floor]

    def word(self, length: int) -> str:
        return "".join([chr(BEFORE_A + letter) for letter in self.letters[:length]])

    def with_bonus(self, length: int, plain: int) -> int:
        """The most points of a word: fewer letter points may be worth the bonus."""
        self.look_back(length)
        for points in range(plain, max(plain - self.bonus, self.floor - self.bonus, -1), -1):
            if self.trace(length, points, True):
                return points + self.bonus
        return plain

    def look_back(self, length: int) -> None:
        """From the last letter to the first: the most points from each place on."""
        after = self.after
        places = self.places
        for depth in range(length - 1, -1, -1):
            row = self.letters[depth] * CELLS
            for place in range(places.first[depth], places.first[depth + 1]):
                more = 0
                if depth < length - 1:
                    more = NOWHERE
                    if places.right[place]:
                        more = after[places.right[place]]
                    if places.down[place] and after[places.down[place]] > more:
                        more = after[places.down[place]]
                after[place] = more + self.value[row + places.cell[place]]

    def trace(self, length: int, points: int, bonus: bool) -> bool:
        """Find places where the word earns these letter points, and the bonus if it must; is there one?"""
        self.ways = []
        for place in range(self.places.first[0], self.places.first[1]):
            if self.follow(length, place, self.places.cell[place], 0, points, 0, self.hue(place), not bonus):
                break
        return len(self.ways) > 0

    def follow(
        self, length: int, place: int, start: int, depth: int, points: int, steps: int, hues: int, free: bool
    ) -> bool:
        """Go on from a place where `points` are still to be earned, until there are places enough.

        `hues` counts the cells of each colour, a byte each; `free` says that nothing more is asked of the way.
        """
        if self.after[place] < points:
            return False
        if depth == length - 1:
            if free or self.met(hues):
                self.ways.append(Written(self.word(length), start, steps, 0))
            return len(self.ways) >= self.most
        left = points - self.value[self.letters[depth] * CELLS + self.places.cell[place]]
        for way in (0, 1):
            ahead = self.places.down[place] if way else self.places.right[place]
            if not ahead or (self.kind == STRAIGHT and not free and way != self.wanted):
                continue
            done = free or (self.kind == TURN and self.turns(place, depth, steps, way))
            if self.follow(length, ahead, start, depth + 1, left, steps | way << depth, hues + self.hue(ahead), done):
                return True
        return False

    def turns(self, place: int, depth: int, steps: int, way: int) -> bool:
        """Does the word change its direction here, on a cell of the right colour?"""
        return (
            depth > 0 and (steps >> depth - 1 & 1) != way and self.task.colours[self.places.cell[place]] == self.wanted
        )

    def hue(self, place: int) -> int:
        colour = self.task.colours[self.places.cell[place]]
        return 0 if colour == PLAIN else 1 << COUNT_BITS * colour

    def met(self, hues: int) -> bool:
        """At the end of a word: has it earned the bonus? A straight line has been kept to, a turn would be known."""
        if self.kind != HUES:
            return self.kind == STRAIGHT
        blue, yellow, red = cells_wanted(self.wanted)
        enough_blue = hues & COUNT_MASK >= blue
        return enough_blue and hues >> COUNT_BITS & COUNT_MASK >= yellow and hues >> 2 * COUNT_BITS >= red

    def placed(self, points: int, word: str) -> Found:
        """A word on one of its best places."""
        return Found(points, self.placements(points, word, 1)[0])

    def placements(self, points: int, word: str, most: int) -> list[Written]:
        """Some of the places where a word earns the most points it can earn."""
        length = len(word)
        for depth in range(length):
            self.letters[depth] = ord(word[depth]) - BEFORE_A
        self.look_back(length)
        plain = max(self.after[self.places.first[0] : self.places.first[1]])
        self.first_fits = self.kind != FIRST or self.letters[0] == self.wanted
        sure = self.kind == FIRST or self.kind == SIZE
        earned = self.bonus if sure and self.hope[length] and self.first_fits else 0
        self.most = most
        if plain + earned == points:
            self.trace(length, plain, False)
        else:
            self.trace(length, points - self.bonus, True)
        self.most = 1
        return self.ways


def order(found: tuple[int, str]) -> tuple[int, str]:
    return -found[0], found[1]
