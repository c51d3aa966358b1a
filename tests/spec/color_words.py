"""Color Words' vectors: decks in drawing order, sheets, scores and stars; and the calls that score a word."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import NATURE, State
from polychrome.games.color_words import rules, scoring
from polychrome.games.color_words.cards import ALPHABET, BONUSES, BY_ID, LANGUAGES, POINTS
from polychrome.games.color_words.cards import THEME as THEME_CARD
from polychrome.games.color_words.notation import BONUS, LETTER
from polychrome.games.color_words.rules import (
    CROSS,
    OVER,
    ROUNDS,
    TELL,
    TRAYS,
    VOTE,
    WRITE,
    ColorWords,
)
from polychrome.games.color_words.sheet import BY_NAME, COLOUR, COLOURS, GRIDS, SIDE, STARS, path
from polychrome.games.color_words.spelling import normalise
from spec.adapter import Adapter, Chance, Json, Mistaken
from spec.discs import a_list, letters

LETTERS = ROUNDS * TRAYS


def a_card(value: Json) -> int:
    if not isinstance(value, str) or value not in BY_ID:
        raise Mistaken(f"{value!r} is no bonus card.")
    return BY_ID[value]


def a_number(value: Json, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Mistaken(f"{name} is {value!r}; it is a whole number.")
    return value


def stars(value: Json, name: str) -> int:
    """A mask of stars from their names."""
    return sum(1 << STARS.index(star) for star in letters(value, name, STARS))


def sheet(rows: Json) -> list[int]:
    """The cells of a sheet from seven strings; which round a letter was written in is not known."""
    cells = []
    for row in a_list(rows, "grids", SIDE):
        text = letters(row, "grids", "." + ALPHABET)
        if len(text) != SIDE:
            raise Mistaken(f"grids has {row!r}; a row has {SIDE} cells.")
        cells += [0 if letter == "." else ord(letter) - 64 for letter in text]
    return cells


def set_up(state: ColorWords, setup: Mapping[str, Json]) -> Chance:
    deck = letters(setup.get("letters", ""), "letters", ALPHABET)
    bonus = setup.get("bonus", [])
    if len(deck) != LETTERS or not isinstance(bonus, list) or len(bonus) < ROUNDS:
        raise Mistaken(f"The set-up needs {LETTERS} letters and at least {ROUNDS} bonus cards, in drawing order.")
    cards = [a_card(card) for card in bonus]
    seats = state.seats
    state.round = a_number(setup.get("round", 1), "round")
    if not 1 <= state.round <= ROUNDS:
        raise Mistaken(f"round is {state.round}; there are {ROUNDS}.")
    if "grids" in setup:
        state.cell = [cell for rows in a_list(setup["grids"], "grids", seats) for cell in sheet(rows)]
    if "scores" in setup:
        for seat, scores in enumerate(a_list(setup["scores"], "scores", seats)):
            for number, points in enumerate(a_list(scores, "scores", state.round - 1)):
                state.points[seat * ROUNDS + number] = a_number(points, "scores")
    if "circled" in setup:
        state.circled = [stars(value, "circled") for value in a_list(setup["circled"], "circled", seats)]
    if "crossed" in setup:
        state.crossed = [stars(value, "crossed") for value in a_list(setup["crossed"], "crossed", seats)]
    drawn = TRAYS * (state.round - 1)
    state.letters = sum(1 << ALPHABET.index(letter) for letter in set(deck[drawn:]))
    state.bonuses = sum(1 << card for card in set(cards[state.round - 1 :]))
    state.begin_round()

    def chance(state: State) -> int:
        assert isinstance(state, ColorWords)
        if state.phase in (rules.SHOW, TELL):
            return state.legal(NATURE)[0]
        if 0 in state.tray:
            tray = state.tray.index(0)
            letter = ALPHABET.index(deck[TRAYS * (state.round - 1) + tray])
            return LETTER + tray * len(ALPHABET) + letter
        return BONUS + cards[state.round - 1]

    return chance


def rounds(state: ColorWords) -> Json:
    """By seat, the points of the rounds that are over."""
    done = ROUNDS if state.phase == OVER else state.round - 1
    return [[*state.points[seat * ROUNDS : seat * ROUNDS + done]] for seat in range(state.seats)]


def named(masks: list[int]) -> Json:
    return ["".join(star for at, star in enumerate(STARS) if mask >> at & 1) for mask in masks]


def rating(state: ColorWords) -> Json:
    if state.phase != OVER or state.seats > 1:
        return None
    return scoring.rating(state.options[rules.GRID], state.scores()[0])


# Calls.


def grid(value: Json) -> int:
    if not isinstance(value, str) or value not in GRIDS:
        raise Mistaken(f"grid is {value!r}; there are A and B.")
    return GRIDS.index(value)


def language(call: Mapping[str, Json]) -> str:
    """French where none is named, as at a table."""
    name = call.get("language", LANGUAGES[0])
    if not isinstance(name, str) or name not in LANGUAGES:
        raise Mistaken(f"language is {name!r}; there are {', '.join(LANGUAGES)}.")
    return name


def score(call: Mapping[str, Json]) -> Json:
    """Letter points, bonus points and their sum; whether the word may stand there is not asked."""
    word = normalise(str(call["word"]), language(call))
    if not word:
        raise Mistaken(f"word is {call['word']!r}; it is made of letters (CWO-11).")
    way = letters(call["steps"], "steps", "RD")
    start, cards = call["start"], call["letters"]
    if not isinstance(start, str) or start not in BY_NAME or not isinstance(cards, dict) or len(way) != len(word) - 1:
        raise Mistaken("A call of score needs a word, its start and steps, and the letters by colour.")
    steps = sum(1 << i for i, step in enumerate(way) if step == "D")
    cells = path(BY_NAME[start], steps, len(word))
    if len(cells) < len(word):
        raise Mistaken("The word leaves the sheet.")
    spelled = [ord(letter) - 64 for letter in word]
    trays = [ord(str(cards[colour])) - 64 for colour in COLOURS]
    colours = COLOUR[grid(call["grid"])]
    card = a_card(call["bonus"])
    theme = BONUSES[card].kind == THEME_CARD and call.get("theme_ok") is True
    met = theme or scoring.earned(card, spelled, cells, colours, steps)
    points = scoring.letter_points(spelled, cells, colours, trays)
    bonus = POINTS[LANGUAGES.index(language(call))][card] if met else 0
    return {"letters": points, "bonus": bonus, "total": points + bonus}


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("letters", "bonus", "round", "grids", "scores", "circled", "crossed"),
    set_up=set_up,
    phases={CROSS: "cross", WRITE: "write", VOTE: "vote", OVER: "over"},
    together=(CROSS, WRITE, VOTE),
    probes={
        "round": lambda state: state.round,
        "scores": rounds,
        "totals": lambda state: state.scores(),
        "empty": lambda state: [state.empty(seat) for seat in range(state.seats)],
        "circled": lambda state: named(state.circled),
        "crossed": lambda state: named(state.crossed),
        "rating": rating,
    },
    calls={
        "score": score,
        "normalise": lambda call: normalise(str(call["word"]), language(call)),
        "rating": lambda call: scoring.rating(grid(call["grid"]), a_number(call["total"], "total")),
    },
)
