"""Color Words: sheets full of letters. A word is composed letter by letter; only what can become one is open."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import HIDDEN, Game, State
from polychrome.games.color_words.cards import ALPHABET, BONUSES
from polychrome.games.color_words.lexicon import CHILD, ENDS, Lexicon
from polychrome.games.color_words.lexicon import LETTER as LETTER_BITS
from polychrome.games.color_words.notation import (
    ANSWERS,
    BALLOTS,
    CROSSES,
    IS_NAME,
    PASS,
    QUESTIONS,
    SUBMITS,
    Written,
    submit,
    text,
    written,
)
from polychrome.games.color_words.rules import (
    OPEN,
    OVER,
    ROUND,
    ROUNDS,
    SHOW,
    SLOTS,
    TELL,
    TRAYS,
    UNASKED,
    WRITE,
    ColorWords,
)
from polychrome.games.color_words.sheet import CELLS, DOWN, NAMES, OFF, RIGHT, SHORTEST_WORD, STARS, path, starts
from polychrome.games.color_words.spelling import BEFORE_A
from polychrome.rl.encoding import BYTE, NOT_YET, Encoding, bits
from polychrome.rl.encodings.spread import by_seat

LETTERS: Final = len(ALPHABET)
BALLOT: Final = len(QUESTIONS) * len(ANSWERS)  # ways to vote about one seat
NEVER: Final = 1000  # letters: no word can be completed

# Symbols. A word is, in a theme round, what it claims to be; then its first cell; then letter, step, letter … and END.
PASSES: Final = 0
STAR: Final = 1
CLAIM: Final = STAR + len(STARS)  # + flags
CELL: Final = CLAIM + 4
LETTER: Final = CELL + CELLS
TO_RIGHT: Final = LETTER + LETTERS
TO_BELOW: Final = TO_RIGHT + 1
END: Final = TO_RIGHT + 2
VOTE: Final = TO_RIGHT + 3  # + BALLOT · seat + which ballot


class UnfinishedWord:
    """A word as far as it is written."""

    def __init__(self, begun: list[int]) -> None:
        self.flags = 0
        self.start = OFF
        self.cell = OFF  # where the pen is
        self.steps = 0
        self.word = ""
        self.to_write = False  # the next symbol is a letter
        self.ended = False
        for symbol in begun:
            if symbol < CELL:
                self.flags = symbol - CLAIM
            elif symbol < LETTER:
                self.start = self.cell = symbol - CELL
                self.to_write = True
            elif symbol < TO_RIGHT:
                self.word += ALPHABET[symbol - LETTER]
                self.to_write = False
            elif symbol == END:
                self.ended = True
            else:
                down = symbol == TO_BELOW
                self.steps |= int(down) << len(self.word) - 1
                self.cell = DOWN[self.cell] if down else RIGHT[self.cell]
                self.to_write = True


class Completions:
    """How few letters make a word of a beginning; remembered for one list."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.fewest: dict[int, int] = {}  # by node

    def after(self, node: int) -> int:
        """The fewest letters from a node to the end of a word."""
        if node == 0:
            return NEVER
        known = self.fewest.get(node, 0)
        if not known:
            known = NEVER
            for edge in self.lexicon.node(node):
                known = min(known, 1 if edge & ENDS else 1 + self.after(edge >> CHILD))
            self.fewest[node] = known
        return known


class ColorWordsEncoding(Encoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.together = True
        self.completions: list[Completions] = []  # one, once it is needed
        layout = self.layout
        self.phase = layout.add("phase", ("phase", OVER + 1))
        self.round = layout.add("round", ("round", ROUNDS))
        self.letters = layout.add("letters", ("letter", LETTERS))
        self.bonuses = layout.add("bonuses", ("bonus", len(BONUSES)))
        self.tray = layout.add("tray", ("tray", TRAYS), ("letter", LETTERS))
        self.bonus = layout.add("bonus", ("bonus", len(BONUSES)))
        self.sheet = layout.add("sheet", ("seat", seats), ("cell", CELLS), ("letter", LETTERS))
        self.written = layout.add("written", ("seat", seats), ("cell", CELLS), most=ROUNDS)  # in which round
        self.points = layout.add("points", ("seat", seats), ("round", ROUNDS), most=BYTE)
        self.answer = layout.add("answer", ("seat", seats), ("state", 4))  # open, sealed, passed, a word
        self.word = layout.add("word", ("seat", seats), ("cell", CELLS), ("letter", LETTERS))
        self.claims = layout.add("claims", ("seat", seats), ("flag", 2))
        self.known = layout.add("known", ("seat", seats))
        self.shown = layout.add("shown", ("seat", seats), ("slot", SLOTS))
        self.ballot = layout.add("ballot", ("seat", seats), ("seat", seats), ("slot", SLOTS), ("state", 6))
        self.circled = layout.add("circled", ("seat", seats), ("star", len(STARS)))
        self.crossed = layout.add("crossed", ("seat", seats), ("star", len(STARS)))
        self.unverified = layout.add("unverified", ("flag", 1))
        self.begun_claims = layout.add("begun_claims", ("claim", 4))
        self.begun = layout.add("begun", ("cell", CELLS), ("letter", LETTERS))
        self.pen = layout.add("pen", ("cell", CELLS))
        self.symbols = [text(PASS), *[text(CROSSES + star) for star in range(len(STARS))]]
        self.symbols += ["a word", "a word of the theme", "a name", "a name of the theme"]
        self.symbols += [*NAMES, *ALPHABET, "right", "down", "end"]
        for target in range(seats):
            votes = [text(BALLOTS + ballot).split(maxsplit=2)[2] for ballot in range(BALLOT)]
            self.symbols += [f"vote about the seat {target} to the left: {vote}" for vote in votes]

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, ColorWords)
        seats = self.seats
        row[self.phase + view.phase] = 1
        row[self.round + view.round - 1] = 1
        bits(row, self.letters, view.letters)
        bits(row, self.bonuses, view.bonuses)
        for tray in range(TRAYS):
            if view.tray[tray]:
                row[self.tray + tray * LETTERS + view.tray[tray] - 1] = 1
        if view.bonus >= 0:
            row[self.bonus + view.bonus] = 1
        for index in range(len(view.cell)):
            here = view.cell[index]
            if here:
                at = (index // CELLS - viewer) % seats * CELLS + index % CELLS
                row[self.sheet + at * LETTERS + here % ROUND - 1] = 1
                row[self.written + at] = here // ROUND
        by_seat(row, self.points, view.points, viewer, seats, ROUNDS)
        by_seat(row, self.known, view.known, viewer, seats, 1)
        for seat in range(seats):
            relative = (seat - viewer) % seats
            self.write_answer(relative, view.answer[seat], row)
            bits(row, self.circled + relative * len(STARS), view.circled[seat])
            bits(row, self.crossed + relative * len(STARS), view.crossed[seat])
        row[self.unverified] = view.unverified
        self.write_votes(view, viewer, row)
        if begun:
            self.write_begun(begun, row)

    def write_answer(self, seat: int, answer: int, row: bytearray) -> None:
        state = 0 if answer == OPEN else 1 if answer == HIDDEN else 2 if answer == PASS else 3
        row[self.answer + seat * 4 + state] = 1
        if state == 3:
            entry = written(answer)
            bits(row, self.claims + seat * 2, entry.flags)
            self.write_word(self.word + seat * CELLS * LETTERS, entry.word, entry.start, entry.steps, row)

    def write_word(self, at: int, word: str, start: int, steps: int, row: bytearray) -> None:
        cells = path(start, steps, len(word))
        for index in range(len(word)):
            row[at + cells[index] * LETTERS + ord(word[index]) - BEFORE_A - 1] = 1

    def write_votes(self, view: ColorWords, viewer: int, row: bytearray) -> None:
        """How far words or votes have been read out, and every vote as far as it is known."""
        seats = self.seats
        told = view.shown * SLOTS if view.phase == SHOW else view.shown if view.phase == TELL else 0
        for number in range(told):
            row[self.shown + (number // SLOTS - viewer) % seats * SLOTS + number % SLOTS] = 1
        for index in range(len(view.ballot)):
            voter, number = divmod(index, seats * SLOTS)
            target, slot = divmod(number, SLOTS)
            at = ((voter - viewer) % seats * seats + (target - viewer) % seats) * SLOTS + slot
            row[self.ballot + at * 6 + view.ballot[index] - UNASKED] = 1

    def write_begun(self, begun: list[int], row: bytearray) -> None:
        draft = UnfinishedWord(begun)
        if begun[0] < CELL:
            row[self.begun_claims + draft.flags] = 1
        if draft.start != OFF:
            self.write_word(self.begun, draft.word, draft.start, draft.steps, row)
            row[self.pen + draft.cell] = 1

    # Actions.

    def spell(self, state: State, seat: int, action: int) -> list[int]:
        assert isinstance(state, ColorWords)
        if action >= SUBMITS:
            return self.spell_word(state, written(action))
        if action >= BALLOTS:
            about, ballot = divmod(action - BALLOTS, BALLOT)
            return [VOTE + (about - seat) % self.seats * BALLOT + ballot]
        return [STAR + action - CROSSES] if action >= CROSSES else [PASSES]

    def spell_word(self, state: ColorWords, entry: Written) -> list[int]:
        spelling = [CLAIM + entry.flags] if state.theme_round() else []
        spelling.append(CELL + entry.start)
        for index in range(len(entry.word)):
            if index:
                spelling.append(TO_BELOW if entry.steps >> index - 1 & 1 else TO_RIGHT)
            spelling.append(LETTER + ord(entry.word[index]) - BEFORE_A - 1)
        spelling.append(END)
        return spelling

    def open(self, state: State, seat: int, begun: list[int]) -> list[int]:
        assert isinstance(state, ColorWords)
        if state.phase != WRITE:
            return super().open(state, seat, begun)
        draft = UnfinishedWord(begun)
        filled = state.filled(seat)
        room = rooms(filled)
        if not begun and state.theme_round():
            claims = [CLAIM + flags for flags in range(4) if self.begins(state, filled, room, flags)]
            return [PASSES, *claims]
        if draft.start == OFF:
            begins = [CELL + cell for cell in self.begins(state, filled, room, draft.flags)]
            return begins if begun else [PASSES, *begins]
        if draft.to_write:
            return [LETTER + letter for letter in self.next_letters(state, draft, room)]
        return self.next_steps(state, draft, filled, room)

    def judge(self, state: ColorWords, flags: int) -> Completions | None:
        """The list that a word must be in, if there is one for it."""
        lexicon = state.lexicon() if state.strict() and not flags & IS_NAME else None
        if lexicon is None:
            return None
        if not self.completions or self.completions[0].lexicon is not lexicon:
            self.completions = [Completions(lexicon)]
        return self.completions[0]

    def begins(self, state: ColorWords, filled: list[bool], room: list[int], flags: int) -> list[int]:
        """The cells where some word can be written; one of a single letter is none."""
        judge = self.judge(state, flags)
        needed = 1
        if judge is not None:
            needed = min(judge.after(edge >> CHILD) for edge in judge.lexicon.node(judge.lexicon.root))
        return [cell for cell in starts(filled) if room[cell] >= needed]

    def next_letters(self, state: ColorWords, draft: UnfinishedWord, room: list[int]) -> list[int]:
        judge = self.judge(state, draft.flags)
        if judge is None:
            return list(range(LETTERS))
        found = []
        for edge in judge.lexicon.node(node_after(judge.lexicon, draft.word)):
            ends = edge & ENDS != 0 and len(draft.word) + 1 >= SHORTEST_WORD
            if ends or judge.after(edge >> CHILD) <= room[draft.cell]:
                found.append((edge & LETTER_BITS) - 1)
        return found

    def next_steps(self, state: ColorWords, draft: UnfinishedWord, filled: list[bool], room: list[int]) -> list[int]:
        judge = self.judge(state, draft.flags)
        needed = 1
        whole = len(draft.word) >= SHORTEST_WORD
        if judge is not None:
            needed = judge.after(node_after(judge.lexicon, draft.word))
            whole = whole and judge.lexicon.knows(draft.word)
        found = []
        for symbol, cell in ((TO_RIGHT, RIGHT[draft.cell]), (TO_BELOW, DOWN[draft.cell])):
            if cell != OFF and not filled[cell] and room[cell] + 1 >= needed:
                found.append(symbol)
        return [*found, END] if whole else found

    def read(self, state: State, seat: int, begun: list[int]) -> int:
        symbol = begun[0]
        if symbol >= VOTE:
            target, ballot = divmod(symbol - VOTE, BALLOT)
            return BALLOTS + (target + seat) % self.seats * BALLOT + ballot
        if symbol < CLAIM:
            return PASS if symbol == PASSES else CROSSES + symbol - STAR
        draft = UnfinishedWord(begun)
        return submit(Written(draft.word, draft.start, draft.steps, draft.flags)) if draft.ended else NOT_YET


def rooms(filled: list[bool]) -> list[int]:
    """By cell: how many more cells the longest way over empty cells has."""
    room = [0] * CELLS
    for cell in range(CELLS - 1, -1, -1):
        for other in (RIGHT[cell], DOWN[cell]):
            if other != OFF and not filled[other]:
                room[cell] = max(room[cell], 1 + room[other])
    return room


def node_after(lexicon: Lexicon, word: str) -> int:
    """Where the list goes on after a beginning."""
    node = lexicon.root
    for sign in word:
        letter = ord(sign) - BEFORE_A
        for edge in lexicon.node(node):
            if edge & LETTER_BITS == letter:
                node = edge >> CHILD
    return node


ENCODING: Final = ColorWordsEncoding
