"""Color Words: six rounds, in each of which everybody writes a word along a staircase of coloured cells, in secret."""

from __future__ import annotations

from typing import ClassVar, Final

from polychrome.engine.core import (
    EVERYONE,
    HIDDEN,
    NATURE,
    NATURE_ALONE,
    NOBODY,
    Argument,
    Game,
    Message,
    Option,
    Reason,
    State,
)
from polychrome.engine.dice import Dice
from polychrome.games.color_words import example, scoring
from polychrome.games.color_words.cards import ALPHABET, BONUS_DECK, BONUSES, LANGUAGES, LETTER_DECK, POINTS
from polychrome.games.color_words.cards import THEME as THEME_CARD
from polychrome.games.color_words.lexicon import MINE, MINE_IN_GERMAN, SHELF, Lexicon
from polychrome.games.color_words.notation import (
    ABSTAIN,
    ANSWERS,
    BALLOTS,
    BALLOTS_END,
    BONUS,
    CLAIMS_THEME,
    CROSSES,
    IS_NAME,
    LETTER,
    NO,
    PASS,
    PROPER,
    SEATS,
    SUBMITS,
    THEME,
    WORD,
    YES,
    Written,
    flags_of,
    handed_in,
    of_nature,
    parse,
    read,
    show,
    sound,
    text,
    topic,
    vote_on,
    voted,
    votes,
    written,
)
from polychrome.games.color_words.sheet import (
    CELLS,
    COLOUR,
    GRID_B,
    GRIDS,
    LINES,
    NAMES,
    NEXT_TO,
    STARS,
    START,
    path,
)
from polychrome.games.color_words.spelling import BEFORE_A

ROUNDS: Final = 6
TRAYS: Final = 3

# Phases.
CROSS: Final = 0  # alone on grid B, one star is crossed out before the cards are drawn (CWO-19)
DRAW: Final = 1  # nature turns up three letters and a bonus
WRITE: Final = 2  # all at once, in secret
SHOW: Final = 3  # nature turns the words over
VOTE: Final = 4  # all at once, in secret
TELL: Final = 5  # nature reads out the votes
OVER: Final = 6

# Options, as indices.
GRID: Final = 0
CHECK: Final = 1
LANGUAGE: Final = 2
BY_LIST: Final = 0
BY_VOTE: Final = 1
BY_NOBODY: Final = 2
BY_OWN_LIST: Final = 3

# What stands in `answer` and `ballot` where there is no answer. HIDDEN means: sealed.
OPEN: Final = -1  # not answered yet
UNASKED: Final = -3

NONE: Final = -1  # no card
ROUND: Final = 32  # a written cell is its letter (A is 1) and this times the round
SLOTS: Final = 2  # what may be asked about one word:
COUNTS: Final = 0  # does it count?
FITS: Final = 1  # does it fit the theme?
UNKNOWN: Final = "color_words.refused.unknown"
VERDICT: Final = "color_words.refused.verdict"


class ColorWords(State):
    """All sheets are public, cell by cell; `answer` and `ballot` are sealed until nature turns them over."""

    NAME = "color_words"
    FIELDS: ClassVar[tuple[str, ...]] = (
        "round",
        "letters",
        "bonuses",
        "tray",
        "bonus",
        "cell",
        "points",
        "extra",
        "answer",
        "known",
        "shown",
        "ballot",
        "circled",
        "crossed",
        "unverified",
    )

    def __init__(self) -> None:
        super().__init__()
        self.round = 1
        self.letters = 0  # mask of the letter cards still in the deck, A is bit 0
        self.bonuses = 0  # mask of the bonus cards still in the deck
        self.tray: list[int] = []  # the letters on blue, yellow and red, A is 1; 0 = none yet
        self.bonus = NONE  # the bonus card of this round
        self.cell: list[int] = []  # by seat and cell: 0, or letter + ROUND · round
        self.points: list[int] = []  # by seat and round
        self.extra: list[int] = []  # by seat and round: how many of them are for the bonus
        self.answer: list[int] = []  # by seat: OPEN, or what was handed in this round
        self.known: list[int] = []  # by seat: does the word need no vote? Nature says so with the word
        self.shown = 0  # in SHOW: seats turned over; in TELL: questions read out
        self.ballot: list[int] = []  # by voter, target and slot: UNASKED, OPEN or an answer
        self.circled: list[int] = []  # by seat: mask of stars
        self.crossed: list[int] = []
        self.unverified = 0  # alone with a proper name, which nobody could judge (CWO-15)

    def acting(self) -> list[int]:
        phase = self.phase
        if phase == WRITE:
            return [seat for seat in range(self.seats) if self.answer[seat] == OPEN]
        if phase == VOTE:
            width = self.seats * SLOTS
            return [seat for seat in range(self.seats) if OPEN in self.ballot[seat * width : (seat + 1) * width]]
        if phase == CROSS:
            return [0]
        return NATURE_ALONE if phase < OVER else NOBODY

    def legal(self, seat: int) -> list[int]:
        """Without words: they cannot all be listed, so `refuse` decides about them and `sample` gives an example."""
        phase = self.phase
        if phase == WRITE:
            return [PASS]
        if phase == VOTE:
            return [vote_on(about, answer) for about in self.questions(seat) for answer in (NO, YES, ABSTAIN)]
        if phase == CROSS:
            taken = self.circled[0] | self.crossed[0]
            return [CROSSES + star for star in range(len(STARS)) if not taken >> star & 1]
        if phase == DRAW:
            return self.cards()
        return [self.revealed()] if phase == SHOW else [self.votes_told()]

    def questions(self, voter: int) -> list[int]:
        """What this voter has still to answer, as topics, ascending."""
        every = [(target, slot) for target in range(self.seats) for slot in range(SLOTS)]
        asked = [(target, slot) for target, slot in every if self.ballot[self.at(voter, target, slot)] == OPEN]
        return sorted(topic(target, self.question(target, slot)) for target, slot in asked)

    def at(self, voter: int, target: int, slot: int) -> int:
        return (voter * self.seats + target) * SLOTS + slot

    def question(self, target: int, slot: int) -> int:
        """What is asked in a slot: about the theme; or about the name, if it is one, or else about the word."""
        if slot == FITS:
            return THEME
        return PROPER if flags_of(self.answer[target]) & IS_NAME else WORD

    def sample(self, seat: int, dice: Dice) -> int:
        phase = self.phase
        if phase == WRITE:
            return self.example(seat, dice)
        if phase == DRAW:
            return dice.pick(self.cards())
        return dice.pick(self.legal(seat))

    def example(self, seat: int, dice: Dice) -> int:
        """Something a seat may hand in; where the others judge, it need not be in the list."""
        lexicon = self.lexicon() if self.strict() or (self.options[CHECK] == BY_VOTE and dice.below(2)) else None
        return example.submission(self.filled(seat), lexicon, self.theme_round(), dice)

    def cards(self) -> list[int]:
        """What may be turned up next: blue, yellow, red, then the bonus (CWO-7)."""
        for tray in range(TRAYS):
            if not self.tray[tray]:
                first = LETTER + tray * len(ALPHABET)
                return [first + letter for letter in range(len(ALPHABET)) if self.letters >> letter & 1]
        return [BONUS + card for card in range(len(BONUSES)) if self.bonuses >> card & 1]

    def revealed(self, other_verdict: bool = False) -> int:
        """What is turned over next, with the verdict of the list at hand; or with the other one."""
        seat = self.shown
        answer = self.answer[seat]
        known = answer == PASS or self.counts(written(answer).word)
        return show(seat, answer, int(known != other_verdict))

    def counts(self, word: str) -> bool:
        """Is this a word that needs no vote? Without a list every word needs one (CWO-12)."""
        if self.options[CHECK] == BY_NOBODY:
            return True
        lexicon = self.lexicon()
        return lexicon is not None and lexicon.knows(word)

    def strict(self) -> bool:
        """Are only words of a list taken?"""
        return self.options[CHECK] == BY_LIST or self.options[CHECK] == BY_OWN_LIST

    def lexicon(self) -> Lexicon | None:
        return SHELF.find(list_name(self.options))

    def votes_told(self) -> int:
        """The votes on the question that is read out next."""
        target, slot = divmod(self.shown, SLOTS)
        answers = [self.ballot[self.at(voter, target, slot)] for voter in range(self.seats)]
        return votes(target, self.question(target, slot), [answer if answer >= 0 else -1 for answer in answers])

    def audience(self, seat: int, action: int) -> int:
        return 1 << seat if self.phase == WRITE or self.phase == VOTE else EVERYONE

    def idle(self, seat: int) -> int | None:
        if self.phase == WRITE:
            return PASS
        if self.phase == VOTE:
            return vote_on(self.questions(seat)[0], ABSTAIN)
        return None

    def talks(self) -> bool:
        """What a theme means is agreed upon before anybody has to hurry (CWO-7)."""
        return self.phase == WRITE and self.theme_round()

    def apply(self, seat: int, action: int) -> None:
        phase = self.phase
        if phase == CROSS:
            self.crossed[0] |= 1 << action - CROSSES
            self.phase = DRAW
        elif phase == DRAW:
            self.turn_up(action)
        elif phase == WRITE:
            self.answer[seat] = action
            if OPEN not in self.answer:
                self.phase = SHOW
                self.shown = 0
        elif phase == SHOW:
            self.known[self.shown] = handed_in(action).known
            self.shown += 1
            if self.shown == self.seats:
                self.call_vote()
        elif phase == VOTE:
            self.vote(seat, action)
        else:
            self.tell()

    def turn_up(self, action: int) -> None:
        if action < BONUS:
            tray, letter = divmod(action - LETTER, len(ALPHABET))
            self.tray[tray] = letter + 1
            self.letters &= ~(1 << letter)
        else:
            self.bonus = action - BONUS
            self.bonuses &= ~(1 << self.bonus)
            self.phase = WRITE

    # Voting (CWO-12, CWO-15).

    def call_vote(self) -> None:
        """All words lie open: ask the others about each that needs it; alone there is nobody to ask."""
        asked = False
        for target in range(self.seats):
            answer = self.answer[target]
            if answer == PASS:
                continue
            flags = flags_of(answer)
            doubts = (flags & IS_NAME or not self.known[target], flags & CLAIMS_THEME)  # COUNTS, FITS
            for slot in range(SLOTS):
                for voter in range(self.seats):
                    if doubts[slot] and voter != target:
                        self.ballot[self.at(voter, target, slot)] = OPEN
                        asked = True
        if asked:
            self.phase = VOTE
        else:
            self.score_round()

    def vote(self, voter: int, action: int) -> None:
        target, question, answer = voted(action)
        self.ballot[self.at(voter, target, slot_of(question))] = answer
        if OPEN not in self.ballot:
            self.phase = TELL
            self.shown = -1
            self.tell()

    def tell(self) -> None:
        """On to the next question that was asked; after the last one the round is scored."""
        self.shown += 1
        while self.shown < self.seats * SLOTS and not self.was_asked(self.shown):
            self.shown += 1
        if self.shown == self.seats * SLOTS:
            self.score_round()

    def was_asked(self, number: int) -> bool:
        target, slot = divmod(number, SLOTS)
        return any(self.ballot[self.at(voter, target, slot)] != UNASKED for voter in range(self.seats))

    def lead(self, target: int, slot: int) -> int:
        """How many more say yes than no; an abstention counts for neither side."""
        lead = 0
        for voter in range(self.seats):
            answer = self.ballot[self.at(voter, target, slot)]
            if answer == YES:
                lead += 1
            elif answer == NO:
                lead -= 1
        return lead

    def stands(self, seat: int) -> bool:
        """Does the word count? A name that is voted down is still a word if the list has it."""
        if self.known[seat] and not flags_of(self.answer[seat]) & IS_NAME:
            return True
        return self.lead(seat, COUNTS) >= 0 or self.known[seat] == 1

    # Scoring.

    def score_round(self) -> None:
        for seat in range(self.seats):
            earned = 0
            if self.answer[seat] != PASS and self.stands(seat):
                earned = self.enter(seat, written(self.answer[seat]))
            self.points[seat * ROUNDS + self.round - 1] = earned
        if self.options[GRID] == GRID_B:
            self.claim_stars()
        if self.round == ROUNDS:
            self.clear_table()
            self.phase = OVER
        else:
            self.round += 1
            self.begin_round()

    def enter(self, seat: int, entry: Written) -> int:
        """Write a word into the sheet; what it earns."""
        cells = path(entry.start, entry.steps, len(entry.word))
        letters = [ord(letter) - BEFORE_A for letter in entry.word]
        for i in range(len(cells)):
            self.cell[seat * CELLS + cells[i]] = letters[i] + ROUND * self.round
        if self.seats == 1 and entry.flags & IS_NAME:
            self.unverified = 1
        colours = COLOUR[self.options[GRID]]
        earned = scoring.letter_points(letters, cells, colours, self.tray)
        if self.theme_round():
            # The claimant counts as a yes (CWO-15).
            met = entry.flags & CLAIMS_THEME != 0 and self.lead(seat, FITS) + 1 >= 0
        else:
            met = scoring.earned(self.bonus, letters, cells, colours, entry.steps)
        extra = POINTS[self.options[LANGUAGE]][self.bonus] if met else 0
        self.extra[seat * ROUNDS + self.round - 1] = extra
        return earned + extra

    def theme_round(self) -> bool:
        return BONUSES[self.bonus].kind == THEME_CARD

    def claim_stars(self) -> None:
        """Who has filled a line first circles its star; the others cross theirs (CWO-17)."""
        for star in range(len(STARS)):
            bit = 1 << star
            waiting = [seat for seat in range(self.seats) if not (self.circled[seat] | self.crossed[seat]) & bit]
            full = [seat for seat in waiting if self.line_full(seat, star)]
            for seat in waiting:
                if seat in full:
                    self.circled[seat] |= bit
                elif full:
                    self.crossed[seat] |= bit

    def line_full(self, seat: int, star: int) -> bool:
        return all(self.cell[seat * CELLS + cell] for cell in LINES[star])

    def begin_round(self) -> None:
        self.clear_table()
        self.tray = [0] * TRAYS
        self.bonus = NONE
        alone_on_b = self.seats == 1 and self.options[GRID] == GRID_B
        self.phase = CROSS if alone_on_b and self.circled[0] | self.crossed[0] != (1 << len(STARS)) - 1 else DRAW

    def clear_table(self) -> None:
        """What was handed in and voted has done its work."""
        self.answer = [OPEN] * self.seats
        self.known = [0] * self.seats
        self.ballot = [UNASKED] * (self.seats * self.seats * SLOTS)
        self.shown = 0

    def empty(self, seat: int) -> int:
        return self.cell[seat * CELLS : (seat + 1) * CELLS].count(0)

    def filled(self, seat: int) -> list[bool]:
        return [letter != 0 for letter in self.cell[seat * CELLS : (seat + 1) * CELLS]]

    def scores(self) -> list[int]:
        """The rounds so far; at the end with the stars (CWO-18)."""
        totals = [sum(self.points[seat * ROUNDS : (seat + 1) * ROUNDS]) for seat in range(self.seats)]
        if self.phase == OVER:
            for seat, stars in enumerate(self.star_points()):
                totals[seat] += stars
        return totals

    def star_points(self) -> list[int]:
        """What the stars are worth as the sheets are now (CWO-16, CWO-17, CWO-19)."""
        seats = range(self.seats)
        if self.options[GRID] == GRID_B:
            return [scoring.STAR_B * self.circled[seat].bit_count() for seat in seats]
        empty = [self.empty(seat) for seat in seats]
        most = scoring.SOLO_EMPTY if self.seats == 1 else min(empty)
        return [scoring.STAR_A if empty[seat] <= most else 0 for seat in seats]

    def pieces(self) -> list[int]:
        """Letter cards and bonus cards: in the deck, on the trays, and under them from earlier rounds."""
        before = self.round - 1
        on_trays = TRAYS - self.tray.count(0)
        return [
            self.letters.bit_count() + on_trays + TRAYS * before,
            self.bonuses.bit_count() + before + (self.bonus != NONE),
        ]

    # Secrets.

    def redact(self, viewer: int, recall: bool) -> None:
        if self.phase == WRITE or self.phase == SHOW:
            turned = self.shown if self.phase == SHOW else 0
            for seat in range(turned, self.seats):
                if seat != viewer and self.answer[seat] != OPEN:
                    self.answer[seat] = HIDDEN
        elif self.phase == VOTE or self.phase == TELL:
            for voter in range(self.seats):
                if voter != viewer:
                    self.seal(voter)

    def seal(self, voter: int) -> None:
        """Leave of somebody's votes only how many are given, not even on what."""
        first = voter * self.seats * SLOTS
        told = self.shown if self.phase == TELL else 0
        asked = [at for at in range(first + told, first + self.seats * SLOTS) if self.ballot[at] != UNASKED]
        left = [self.ballot[at] for at in asked].count(OPEN)
        for number, at in enumerate(asked):
            self.ballot[at] = HIDDEN if number < len(asked) - left else OPEN

    def imagine(self, dice: Dice) -> None:
        for seat in range(self.seats):
            if self.answer[seat] == HIDDEN:
                self.answer[seat] = self.example(seat, dice)
        for at in range(len(self.ballot)):
            if self.ballot[at] == HIDDEN:
                self.ballot[at] = dice.below(len(ANSWERS))

    # Why not.

    def refuse(self, seat: int, action: int) -> Reason | None:
        phase = self.phase
        if seat == NATURE:
            return self.why_not_nature(action)
        if phase == WRITE and sound(action):
            return self.why_no_word(seat, written(action))
        if action in self.legal(seat):
            return None
        if not (sound(action) or PASS <= action < BALLOTS_END or of_nature(action)):
            return Reason("refused.illegal", {})
        if of_nature(action):
            return Reason("refused.nature_only", {})
        if phase == WRITE:
            return refused("write")
        if phase == CROSS:
            crossing = CROSSES <= action < CROSSES + len(STARS)
            return refused("star", star=STARS[action - CROSSES]) if crossing else refused("cross_first")
        return self.why_no_vote(seat, action)

    def why_not_nature(self, action: int) -> Reason | None:
        if action in self.legal(NATURE):
            return None
        if self.phase == SHOW and action == self.revealed(other_verdict=True):
            return Reason(VERDICT, {})  # another list would say so: a record is believed
        return Reason("refused.illegal", {})

    def why_no_word(self, seat: int, entry: Written) -> Reason | None:
        word, start, steps, flags = entry
        if flags and not self.theme_round():
            return refused("flags")
        cells = path(start, steps, len(word))
        if len(cells) < len(word):
            return refused("off", word=word, cell=NAMES[cells[-1]])
        filled = self.filled(seat)
        if True not in filled and start != START:
            return refused("first", cell=NAMES[start])
        for cell in cells:
            if filled[cell]:
                return refused("taken", cell=NAMES[cell])
        if True in filled and not any(filled[other] for other in NEXT_TO[start]):
            return refused("apart", cell=NAMES[start])
        if self.strict() and not flags & IS_NAME and not self.counts(word) and self.lexicon() is not None:
            return not_listed(word, self.options)  # without a list the others judge
        return None

    def why_no_vote(self, seat: int, action: int) -> Reason:
        if action < BALLOTS or action >= SUBMITS:
            return refused("vote_now")
        target, question, _ = voted(action)
        if target == seat:
            return refused("own_word")
        if target < self.seats:
            slot = slot_of(question)
            given = self.ballot[self.at(seat, target, slot)]
            if given >= 0 and self.question(target, slot) == question:
                return refused("voted", seat=target)
        return refused("not_asked")


def slot_of(question: int) -> int:
    """The opposite of `question`: where the answer is kept."""
    return FITS if question == THEME else COUNTS


def refused(why: str, **args: Argument) -> Reason:
    return Reason(f"color_words.refused.{why}", args)


def start(seats: int, options: tuple[int, ...]) -> ColorWords:
    state = ColorWords()
    state.seats = seats
    state.options = options
    state.letters = LETTER_DECK[options[LANGUAGE]]
    state.bonuses = BONUS_DECK[options[LANGUAGE]]
    state.cell = [0] * (seats * CELLS)
    state.points = [0] * (seats * ROUNDS)
    state.extra = [0] * (seats * ROUNDS)
    state.circled = [0] * seats
    state.crossed = [0] * seats
    state.begin_round()
    return state


def heard(text: str, options: tuple[int, ...]) -> int:
    """What somebody writes, in the language of the table."""
    return read(text, LANGUAGES[options[LANGUAGE]])


def list_name(options: tuple[int, ...]) -> str:
    """The list that is asked, as the shelf calls it."""
    language = LANGUAGES[options[LANGUAGE]]
    if options[CHECK] == BY_OWN_LIST:
        return MINE_IN_GERMAN if language == "de" else MINE
    return language


def not_listed(word: str, options: tuple[int, ...]) -> Reason:
    judge = MINE if options[CHECK] == BY_OWN_LIST else LANGUAGES[options[LANGUAGE]]
    return Reason(UNKNOWN, {"word": word, "language": judge})


def word_list(options: tuple[int, ...]) -> str:
    """The name and fingerprint of the list that judges words; nothing if there is none or none is wanted."""
    lexicon = None if options[CHECK] == BY_NOBODY else SHELF.find(list_name(options))
    return f"{lexicon.name} {lexicon.mark}" if lexicon is not None else ""


def no_list(options: tuple[int, ...]) -> Message | None:
    """What to say where a list is wanted and there is none: the others will judge (CWO-12)."""
    if options[CHECK] == BY_NOBODY or SHELF.find(list_name(options)) is not None:
        return None
    if options[CHECK] == BY_OWN_LIST:
        return Message("words.no_own", {})
    return Message("words.missing", {"language": LANGUAGES[options[LANGUAGE]]})


GAME: Final[Game] = Game(
    name=ColorWords.NAME,
    version=1,
    fewest=1,
    most=SEATS,
    age=10,
    minutes=25,
    limit=1_000,  # six seats, each word with a vote on name and theme: 6 · (4 + 6 + 6 + 60 + 12) lines
    options=(
        Option("grid", GRIDS),
        Option("word_check", ("list", "vote", "none", "mine")),
        Option("language", LANGUAGES),
    ),
    start=start,
    text=text,
    parse=parse,
    timed=((WRITE, "write"),),
    clocked=True,
    data=word_list,
    outside=(UNKNOWN, VERDICT),
    reading=True,
    read=heard,
)
