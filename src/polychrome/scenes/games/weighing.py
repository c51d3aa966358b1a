"""What a word of Color Words would bring, while it is being written: every point explained, and why it cannot stand."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Argument, Explained, Message, State
from polychrome.games.color_words import rules, scoring
from polychrome.games.color_words.cards import ALPHABET, LANGUAGES, POINTS
from polychrome.games.color_words.notation import CLAIMS_THEME, IS_NAME, Written, read, written
from polychrome.games.color_words.rules import OPEN, UNKNOWN, WRITE, ColorWords
from polychrome.games.color_words.sheet import BY_NAME, COLOUR, GRID_B, LINES, NAMES, PLAIN, STARS, path
from polychrome.games.color_words.spelling import BEFORE_A, normalise
from polychrome.scenes.scene import Weighing

VERB: Final = "submit"


def weigh(view: State, seat: int, text: str, ask: bool) -> Weighing:
    """Uses what the seat may see and nothing else. The word list speaks only when it is asked."""
    assert isinstance(view, ColorWords)
    if view.phase != WRITE or view.answer[seat] != OPEN:
        late = view.phase == WRITE
        return Weighing(0, reason=Message(f"color_words.refused.{'sealed' if late else 'not_now'}", {}))
    language = LANGUAGES[view.options[rules.LANGUAGE]]
    try:
        entry = written(read(text, language))
        reason = view.why_no_word(seat, entry)
    except Explained as no:
        begun = beginning(text, language)
        if begun is None:
            return Weighing(0, reason=no.reason)
        entry, reason = begun, Message("color_words.unreadable.short", {"word": begun.word})
    if reason is not None and reason.key == UNKNOWN:
        reason = None
    points, parts = explained(view, seat, entry)
    return Weighing(points, parts, reason, verdict(view, entry) if ask else None)


def beginning(text: str, language: str) -> Written | None:
    """The first letter of a word, which has no steps yet."""
    words = text.split()
    if (
        len(words) < 3
        or words[0] != VERB
        or words[2].upper() not in BY_NAME
        or any(set(w) <= {*"RD"} for w in words[3:])
    ):
        return None
    word = normalise(words[1], language)
    return Written(word, BY_NAME[words[2].upper()], 0, 0) if word is not None and len(word) == 1 else None


def explained(view: ColorWords, seat: int, entry: Written) -> tuple[int, tuple[Message, ...]]:
    """The points, and a sentence for each thing that earns some."""
    colours = COLOUR[view.options[rules.GRID]]
    cells = path(entry.start, entry.steps, len(entry.word))
    letters = [ord(letter) - BEFORE_A for letter in entry.word]
    points = 0
    parts: list[Message] = []
    for letter, cell in zip(letters, cells, strict=False):
        n = scoring.letter_value(letter, colours[cell], view.tray)
        if n:
            points += n
            why = "start" if colours[cell] == PLAIN else "match" if n > 1 else "other"
            args: dict[str, Argument] = {"letter": ALPHABET[letter - 1], "place": NAMES[cell], "n": n}
            parts.append(Message(f"color_words.part.{why}", args))
    bonus = POINTS[view.options[rules.LANGUAGE]][view.bonus]
    claimed = view.theme_round() and entry.flags & CLAIMS_THEME
    if claimed or (len(cells) == len(letters) and scoring.earned(view.bonus, letters, cells, colours, entry.steps)):
        points += bonus
        judged = claimed and view.seats > 1
        parts.append(Message("color_words.part.claim" if judged else "color_words.part.bonus", {"n": bonus}))
    return points, (*parts, *ahead(view, seat, cells))


def ahead(view: ColorWords, seat: int, cells: list[int]) -> list[Message]:
    """What the word does for the stars (CWO-16, CWO-17); that counts at the end."""
    filled = view.filled(seat)
    for cell in cells:
        filled[cell] = True
    if view.options[rules.GRID] != GRID_B:
        return [Message("color_words.part.empty", {"n": filled.count(False)})]
    taken = view.circled[seat] | view.crossed[seat]
    lines = [star for star, line in enumerate(LINES) if not taken >> star & 1 and all(filled[cell] for cell in line)]
    return [Message("color_words.part.star", {"star": STARS[star]}) for star in lines]


def verdict(view: ColorWords, entry: Written) -> Message | None:
    """What the word list says of this one word; None if there is none."""
    check = view.options[rules.CHECK]
    if check == rules.BY_NOBODY:
        return Message("color_words.verdict.everything", {})
    if entry.flags & IS_NAME:
        return Message("color_words.verdict.proper", {})
    lexicon = view.lexicon()
    if lexicon is None:
        return rules.no_list(view.options)
    if lexicon.knows(entry.word):
        return Message("color_words.verdict.known", {"word": entry.word})
    unknown = rules.not_listed(entry.word, view.options)
    return Message("color_words.verdict.vote", unknown.args) if check == rules.BY_VOTE else unknown
