"""The actions of Color Words: their numbers and their words (CWO-20)."""

from __future__ import annotations

from typing import Final, NamedTuple

from polychrome.engine.core import Argument, Reason, Unreadable
from polychrome.games.color_words.cards import ALPHABET, BONUSES, BY_ID
from polychrome.games.color_words.sheet import BY_NAME, CELLS, LONGEST_WORD, NAMES, SHORTEST_WORD, STARS
from polychrome.games.color_words.spelling import BEFORE_A, normalise

SEATS: Final = 6

# Actions. Each number means one thing in the whole game.
PASS: Final = 0
CROSSES: Final = 1  # + star
BALLOTS: Final = 16  # + a question and its answer, see `vote_on`
LETTER: Final = 100  # + tray · 26 + letter, A is 0; nature's from here
BONUS: Final = 200  # + card
VOTES: Final = 1 << 24  # + a question's votes, see `votes`
SUBMITS: Final = 1 << 32  # + a word and its place, see `submit`; a player's again
SHOWS: Final = 1 << 100  # + what a seat has handed in, see `show`; nature's again

TRAYS: Final = ("blue", "yellow", "red")

# What can be voted on.
WORD: Final = 0
THEME: Final = 1
PROPER: Final = 2
QUESTIONS: Final = ("word", "theme", "proper")

# Answers.
NO: Final = 0
YES: Final = 1
ABSTAIN: Final = 2
ANSWERS: Final = ("no", "yes", "abstain")
BALLOTS_END: Final = BALLOTS + SEATS * len(QUESTIONS) * len(ANSWERS)

# Flags of a submission.
CLAIMS_THEME: Final = 1
IS_NAME: Final = 2

# A submission says, from its lowest bit: two flags, the start cell, twelve steps and the letters, the first one lowest.
FLAGS_MASK: Final = 3
START_BIT: Final = 2
START_MASK: Final = 63
STEPS_BIT: Final = 8
STEPS_MASK: Final = 4095
WORD_BIT: Final = 20
LETTER_BITS: Final = 5  # A is 1
LETTER_MASK: Final = 31

# What a seat has handed in says, from its lowest bit: whether the word needs no vote, whose it is, and the action.
KNOWN_MASK: Final = 1
OWNER_BIT: Final = 1
OWNER_MASK: Final = 7
ANSWER_BIT: Final = 4

# A question's votes say: each seat's answer + 1, and above them who is voted on, and what.
VOTE_BITS: Final = 2
VOTE_MASK: Final = 3
QUESTION_BIT: Final = VOTE_BITS * SEATS

TEXT_LIMIT: Final = 200  # characters; the longest line has fewer than a hundred
QUOTED: Final = 40  # characters of a text that is quoted in a sentence


class Written(NamedTuple):
    """A word and where it goes; bit i of `steps` says that step i goes down."""

    word: str
    start: int
    steps: int
    flags: int


class HandedIn(NamedTuple):
    """What a seat has handed in, once it is turned over."""

    seat: int
    answer: int  # an action: PASS or a submission
    known: int  # 1 if the word needs no vote


class Vote(NamedTuple):
    """What somebody answers when asked about the word of another seat."""

    target: int
    question: int
    answer: int


def submit(written: Written) -> int:
    letters = 0
    for letter in reversed(written.word):
        letters = letters << LETTER_BITS | ord(letter) - BEFORE_A
    return SUBMITS + (letters << WORD_BIT | written.steps << STEPS_BIT | written.start << START_BIT | written.flags)


def written(action: int) -> Written:
    """What a submission says. Any number can be asked; `sound` tells whether it is a submission."""
    rest = action - SUBMITS
    letters = rest >> WORD_BIT
    word = ""
    while letters > 0 and len(word) < LONGEST_WORD:
        word += chr(BEFORE_A + (letters & LETTER_MASK))
        letters >>= LETTER_BITS
    return Written(word, rest >> START_BIT & START_MASK, rest >> STEPS_BIT & STEPS_MASK, rest & FLAGS_MASK)


def flags_of(action: int) -> int:
    """What is said of the word of a submission, as flags: this is asked often, and the word need not be read for it."""
    return action - SUBMITS & FLAGS_MASK


def sound(action: int) -> bool:
    """Is this the number of a word of fitting length on a cell of the sheet?"""
    if not SUBMITS <= action < SHOWS:
        return False
    word, start, steps, flags = written(action)
    if not SHORTEST_WORD <= len(word) <= LONGEST_WORD or start >= CELLS or steps >> len(word) - 1:
        return False
    return all("A" <= letter <= "Z" for letter in word) and submit(Written(word, start, steps, flags)) == action


def show(seat: int, answer: int, known: int) -> int:
    return SHOWS + (answer << ANSWER_BIT | seat << OWNER_BIT | known)


def handed_in(action: int) -> HandedIn:
    """The opposite of `show`."""
    rest = action - SHOWS
    return HandedIn(rest >> OWNER_BIT & OWNER_MASK, rest >> ANSWER_BIT, rest & KNOWN_MASK)


def topic(target: int, question: int) -> int:
    """Whose word is asked about, and what, as one number."""
    return target * len(QUESTIONS) + question


def vote_on(topic: int, answer: int) -> int:
    return BALLOTS + topic * len(ANSWERS) + answer


def voted(action: int) -> Vote:
    """The opposite of `vote_on`."""
    topic, answer = divmod(action - BALLOTS, len(ANSWERS))
    target, question = divmod(topic, len(QUESTIONS))
    return Vote(target, question, answer)


def votes(target: int, question: int, answers: list[int]) -> int:
    """The answers by seat, -1 for who is not asked."""
    packed = 0
    for voter, answer in enumerate(answers):
        packed |= answer + 1 << VOTE_BITS * voter
    return VOTES + (topic(target, question) << QUESTION_BIT | packed)


def voted_on(action: int) -> tuple[int, int]:
    """Whose word these votes are about, and what was asked."""
    return divmod(action - VOTES >> QUESTION_BIT, len(QUESTIONS))


def counted(action: int) -> list[int]:
    """The answers by seat that `votes` has packed, -1 for who was not asked."""
    packed = action - VOTES
    return [(packed >> VOTE_BITS * voter & VOTE_MASK) - 1 for voter in range(SEATS)]


def of_nature(action: int) -> bool:
    return LETTER <= action < SUBMITS or action >= SHOWS


# Words.


def text(action: int) -> str:
    if action >= SHOWS:
        seat, answer, known = handed_in(action)
        doubt = "" if known or answer == PASS else " doubtful"
        return f"* show {seat} {text(answer).removeprefix('submit ')}{doubt}"
    if action >= SUBMITS:
        return f"submit {placed(written(action))}"
    if action >= VOTES:
        target, question = voted_on(action)
        said = [f" {voter} {ANSWERS[answer]}" for voter, answer in enumerate(counted(action)) if answer >= 0]
        return f"* votes {target} {QUESTIONS[question]}{''.join(said)}"
    if action >= BONUS:
        return f"* bonus {BONUSES[action - BONUS].id}"
    if action >= LETTER:
        tray, letter = divmod(action - LETTER, len(ALPHABET))
        return f"* {TRAYS[tray]} {ALPHABET[letter]}"
    if action >= BALLOTS:
        target, question, answer = voted(action)
        return f"vote {target} {QUESTIONS[question]} {ANSWERS[answer]}"
    return f"cross {STARS[action - CROSSES]}" if action else "pass"


def placed(written: Written) -> str:
    word, start, steps, flags = written
    way = "".join("D" if steps >> i & 1 else "R" for i in range(len(word) - 1))
    claims = (" theme" if flags & CLAIMS_THEME else "") + (" proper" if flags & IS_NAME else "")
    return f"{word} {NAMES[start]} {way}{claims}"


def parse(text: str) -> int:
    """A line that means one thing at every table, as in records: its word has the letters of the cells."""
    return read(text, "")


def read(text: str, language: str) -> int:
    """What is written at a table of this language, which says how many cells an umlaut takes (CWO-6, CWO-11)."""
    if len(text) > TEXT_LIMIT:
        raise unreadable("long", most=TEXT_LIMIT)
    words = text.split()
    action = -1
    if words == ["pass"]:
        return PASS
    if len(words) == 2 and words[0] == "cross" and len(words[1]) == 1 and words[1].upper() in STARS:
        return CROSSES + STARS.index(words[1].upper())
    if len(words) == 4 and words[0] == "vote":
        action = ballot(words)
    elif len(words) >= 2 and words[0] == "submit":
        return submission(words[1:], language)
    elif len(words) >= 3 and words[0] == "*":
        action = natures(words[1:], language)
    if action < 0:
        raise unreadable("", text=text[:QUOTED])
    return action


def ballot(words: list[str]) -> int:
    seat, question, answer = words[1:]
    if seat not in list("012345") or question not in QUESTIONS or answer not in ANSWERS:
        return -1
    return vote_on(topic(int(seat), QUESTIONS.index(question)), ANSWERS.index(answer))


def submission(words: list[str], language: str) -> int:
    """`WORD START STEPS`, then flags in any order; each mistake has a sentence of its own."""
    word = letters_of(words[0], language)
    if len(words) < 3:
        raise unreadable("place", word=word[:QUOTED])
    start, way = words[1].upper(), words[2].upper()
    if start not in BY_NAME:
        raise unreadable("cell", text=words[1][:QUOTED])
    if way.strip("RD"):
        raise unreadable("steps", text=words[2][:QUOTED])
    if len(word) < SHORTEST_WORD:
        raise unreadable("short", word=word)
    if len(word) > LONGEST_WORD:
        raise unreadable("word_long", word=word[:QUOTED], most=LONGEST_WORD)
    if len(way) != len(word) - 1:
        raise unreadable("count", word=word, n=len(word) - 1, steps=len(way))
    flags = 0
    for flag in words[3:]:
        bit = {"theme": CLAIMS_THEME, "proper": IS_NAME}.get(flag, 0)
        if not bit or flags & bit:
            raise unreadable("flag", text=flag[:QUOTED])
        flags |= bit
    steps = sum(1 << i for i, step in enumerate(way) if step == "D")
    return submit(Written(word, BY_NAME[start], steps, flags))


def letters_of(word: str, language: str) -> str:
    letters = normalise(word, language or "fr")
    if letters is None:
        raise unreadable("letters", word=word[:QUOTED])
    if not language and letters != normalise(word, "de"):
        raise unreadable("dots", word=word[:QUOTED])
    return letters


def natures(words: list[str], language: str) -> int:
    """An outcome of nature's, or -1."""
    kind, first = words[0], words[1]
    if kind in TRAYS and len(words) == 2 and len(first) == 1 and first in ALPHABET:
        return LETTER + TRAYS.index(kind) * len(ALPHABET) + ALPHABET.index(first)
    if kind == "bonus" and len(words) == 2 and first in BY_ID:
        return BONUS + BY_ID[first]
    if first not in list("012345"):
        return -1
    if kind == "show" and len(words) == 3 and words[2] == "pass":
        return show(int(first), PASS, 1)
    if kind == "show" and len(words) > 3:
        doubtful = words[-1] == "doubtful"
        return show(int(first), submission(words[2:-1] if doubtful else words[2:], language), 0 if doubtful else 1)
    if kind == "votes" and len(words) > 4 and len(words) % 2 and words[2] in QUESTIONS:
        answers = [-1] * SEATS
        for voter, answer in zip(words[3::2], words[4::2], strict=True):
            if voter not in list("012345") or answer not in ANSWERS:
                return -1
            answers[int(voter)] = ANSWERS.index(answer)
        return votes(int(first), QUESTIONS.index(words[2]), answers)
    return -1


def unreadable(why: str, **args: Argument) -> Unreadable:
    return Unreadable(Reason(f"color_words.unreadable.{why}" if why else "color_words.unreadable", args))
