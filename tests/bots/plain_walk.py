"""The best word by looking at every placement: no bounds, no cleverness; what `best_word` is measured and tested by."""

from __future__ import annotations

from polychrome.bots.best_word import Found, WordTask, order
from polychrome.games.color_words import scoring
from polychrome.games.color_words.lexicon import CHILD, ENDS, LETTER, Lexicon
from polychrome.games.color_words.notation import Written
from polychrome.games.color_words.sheet import DOWN, LONGEST_WORD, OFF, RIGHT, SHORTEST_WORD, starts


class PlainWalk:
    def __init__(self, lexicon: Lexicon, task: WordTask) -> None:
        self.lexicon = lexicon
        self.task = task
        self.best: dict[str, Found] = {}  # by word: the first of its best placements
        self.letters: list[int] = []
        self.cells: list[int] = []
        self.placements = 0

    def search(self, count: int) -> list[Found]:
        """The best words, each once: by points, then by the alphabet."""
        for start in starts(self.task.filled):
            self.step(self.lexicon.root, start, 0)
        ranked = sorted([(found.points, word) for word, found in self.best.items()], key=order)
        return [self.best[word] for _, word in ranked[:count]]

    def step(self, node: int, cell: int, steps: int) -> None:
        if cell == OFF or self.task.filled[cell] or len(self.cells) == LONGEST_WORD:
            return
        self.cells.append(cell)
        for edge in self.lexicon.node(node):
            self.letters.append(edge & LETTER)
            if edge & ENDS and len(self.cells) >= SHORTEST_WORD:
                self.note(steps)
            if edge >> CHILD:
                length = len(self.cells)
                self.step(edge >> CHILD, RIGHT[cell], steps)
                self.step(edge >> CHILD, DOWN[cell], steps | 1 << length - 1)
            self.letters.pop()
        self.cells.pop()

    def note(self, steps: int) -> None:
        self.placements += 1
        task = self.task
        points = scoring.letter_points(self.letters, self.cells, task.colours, task.trays)
        if task.card >= 0 and scoring.earned(task.card, self.letters, self.cells, task.colours, steps):
            points += task.bonus
        word = "".join([chr(64 + letter) for letter in self.letters])
        known = self.best.get(word)
        if known is None or points > known.points:
            self.best[word] = Found(points, Written(word, self.cells[0], steps, 0))
