"""Color Words on the table: three letters and a bonus in the middle, and in front of every seat its sheet.

Letters that count stand on the sheets; those that wait for the others or for a vote stand there in pencil. The words
of the round before stay fresh while the next ones are written, so that all of them can be seen side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.engine.core import Argument, Message, State
from polychrome.engine.table import Line
from polychrome.games.color_words import rules, scoring
from polychrome.games.color_words.cards import (
    ALPHABET,
    BONUSES,
    FIRST,
    LANGUAGES,
    POINTS,
    SIZE,
    STRAIGHT,
    THEME,
    TURN,
    cells_wanted,
)
from polychrome.games.color_words.notation import (
    ANSWERS,
    BALLOTS,
    BONUS,
    CLAIMS_THEME,
    CROSSES,
    IS_NAME,
    LETTER,
    NO,
    PASS,
    QUESTIONS,
    SHOWS,
    SUBMITS,
    VOTES,
    YES,
    counted,
    handed_in,
    sound,
    text,
    vote_on,
    voted_on,
    written,
)
from polychrome.games.color_words.notation import THEME as FITS_THEME
from polychrome.games.color_words.rules import NONE, OVER, ROUND, ROUNDS, WRITE, ColorWords
from polychrome.games.color_words.sheet import (
    CELLS,
    COLOUR,
    GRID_B,
    GRIDS,
    LINES,
    LONGEST_WORD,
    NAMES,
    PLAIN,
    SHORTEST_WORD,
    SIDE,
    STARS,
    path,
    starts,
)
from polychrome.games.color_words.spelling import TWO_LETTERS, UMLAUTS
from polychrome.remember import remembered
from polychrome.scenes import turn
from polychrome.scenes.games.weighing import weigh
from polychrome.scenes.scene import (
    BEGIN,
    CARD,
    CELL,
    CIRCLED,
    CROSS,
    CROSSED,
    GRID,
    LINE,
    PENCIL,
    ROW,
    STAR,
    THUMB,
    Button,
    Choice,
    Composer,
    Example,
    Piece,
    Scene,
    Seat,
    Sum,
    Tick,
    Zone,
)
from polychrome.scenes.turn import spoken

__all__ = ["scene", "weigh"]  # what is found here by the game's name

PALETTE: Final = ("blue", "yellow", "red")  # CWO-1, in the order of the trays
# On the card of the game: words of all four languages, where chance would write what nobody can read.
WRITTEN: Final = ("submit PANORAMA A1 RRDDRRD", "submit CACAO A2 DDDD", "submit TAXI F4 RDD")
PICTURE: Final = Example(1, {"word_check": "none"}, WRITTEN)
OFFERED: Final = (YES, NO, 2)  # in this order people are asked

VERDICTS: Final = (  # by question: turned down, accepted
    ("color_words.news.word_no", "color_words.news.word_yes"),
    ("color_words.news.theme_no", "color_words.news.theme_yes"),
    ("color_words.news.proper_no", "color_words.news.proper_yes"),
)

# Ids. A cell is "cell0.A1", a star "star0.G", a sheet "sheet0"; what is said in a vote is "vote.1.theme.yes".


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, ColorWords)
    return Scene(
        game="color_words",
        viewer=viewer,
        seats=seats(view),
        zones=(letters(tuple(view.tray)), bonus(view.bonus, view.options), *sheets(view)),
        status=status(view),
        prompt=prompt(view, viewer),
        news=news(view, told),
        choices=choices(view, viewer),
        buttons=buttons(view, viewer),
        over=view.phase == OVER,
        facts=facts(view),
        composer=composer(view, viewer),
        why=turn.why(view, Message("color_words.why.points", {})) if view.phase == OVER else (),
    )


# What lies in the middle.


@remembered
def letters(trays: tuple[int, ...]) -> Zone:
    cards = [letter_card(tray, letter) for tray, letter in enumerate(trays) if letter]
    return Zone("letters", LINE, Message("color_words.letters", {}), tuple(cards))


def letter_card(tray: int, letter: int) -> Piece:
    colour, sign = PALETTE[tray], ALPHABET[letter - 1]
    label = Message("color_words.letter", {"letter": sign, "colour": colour})
    return Piece(f"letter.{colour}", CARD, label, (colour,), badge=sign)


@remembered
def bonus(card: int, options: tuple[int, ...]) -> Zone:
    label = Message("color_words.bonus", {})
    if card == NONE:
        return Zone("bonus", LINE, label)
    points = POINTS[options[rules.LANGUAGE]][card]
    piece = Piece("bonus.card", CARD, condition(card, points), asked_for(card), badge=f"+{points}")
    return Zone("bonus", LINE, label, (piece,))


def asked_for(card: int) -> tuple[str, ...]:
    """The colours that a bonus card shows."""
    kind, value = BONUSES[card].kind, BONUSES[card].value
    if kind == TURN:
        return (PALETTE[value],)
    if kind in (THEME, FIRST, STRAIGHT, SIZE):
        return ()
    return tuple(colour for colour, count in zip(PALETTE, cells_wanted(value), strict=True) for _ in range(count))


def condition(card: int, points: int) -> Message:
    """What a bonus card wants, and what it brings."""
    kind, value = BONUSES[card].kind, BONUSES[card].value
    args: dict[str, Argument] = {"n": points}
    if kind == THEME:
        return Message("color_words.bonus.theme", {**args, "theme": value})
    if kind == FIRST:
        return Message("color_words.bonus.first", {**args, "letter": ALPHABET[value - 1]})
    if kind == STRAIGHT:
        return Message("color_words.bonus.down" if value else "color_words.bonus.right", args)
    if kind == SIZE:
        return Message("color_words.bonus.size", {**args, "size": value})
    if kind == TURN:
        return Message("color_words.bonus.turn", {**args, "colour": PALETTE[value]})
    return Message("color_words.bonus.cells", {**args, "colours": list(asked_for(card))})


# Sheets.


def sheets(view: ColorWords) -> list[Zone]:
    found: list[Zone] = []
    grid = view.options[rules.GRID]
    last = view.round if view.phase == OVER else view.round - 1
    for seat in range(view.seats):
        cells = view.cell[seat * CELLS : (seat + 1) * CELLS]
        points = view.points[seat * ROUNDS : (seat + 1) * ROUNDS]
        draft = view.answer[seat] if sound(view.answer[seat]) else NONE
        found.append(sheet(seat, grid, tuple(cells), tuple(points), last, draft))
        if grid == GRID_B:
            found.append(stars(seat, view.circled[seat], view.crossed[seat], won_now(view, seat, last)))
    return found


@remembered
def sheet(seat: int, grid: int, cells: tuple[int, ...], points: tuple[int, ...], last: int, draft: int) -> Zone:
    pencil: dict[int, str] = {}
    if draft != NONE:
        word, start, steps, _ = written(draft)
        pencil = dict(zip(path(start, steps, len(word)), word, strict=True))
    pieces = [cell(seat, grid, at, cells[at], last, pencil.get(at, "")) for at in range(CELLS)]
    note = Message("color_words.sheet.empty", {"n": CELLS})
    if any(cells):
        note = Message("color_words.sheet.words", {"words": scored(cells, points), "n": cells.count(0)})
    label = Message("color_words.sheet", {"seat": seat, "grid": GRIDS[grid]})
    return Zone(f"sheet{seat}", GRID, label, tuple(pieces), seat=seat, columns=SIDE, note=note)


def cell(seat: int, grid: int, at: int, content: int, last: int, pencil: str) -> Piece:
    colour = COLOUR[grid][at]
    letter = pencil or (ALPHABET[content % ROUND - 1] if content else "")
    mark = PENCIL if pencil else BEGIN if colour == PLAIN else ""
    args: dict[str, Argument] = {"place": NAMES[at]}
    if colour != PLAIN:
        args["colour"] = PALETTE[colour]
    if letter:
        args["letter"] = letter
    key = "color_words.cell.letter" if letter else "color_words.cell"
    if colour == PLAIN:
        key = "color_words.cell.start.letter" if letter else "color_words.cell.start"
    return Piece(
        f"cell{seat}.{NAMES[at]}",
        CELL,
        Message(key, args),
        () if colour == PLAIN else (PALETTE[colour],),
        badge=letter,
        fresh=bool(pencil) or (content > 0 and content // ROUND == last),
        at=at,
        mark=mark,
    )


def words_on(cells: Sequence[int]) -> dict[int, str]:
    """The words of a sheet by round; a word never goes back, so row and column tell the order of its letters."""
    found: dict[int, str] = {}
    for at in sorted(range(CELLS), key=lambda at: at // SIDE + at % SIDE):
        if cells[at]:
            number = cells[at] // ROUND
            found[number] = found.get(number, "") + ALPHABET[cells[at] % ROUND - 1]
    return found


def scored(cells: Sequence[int], points: Sequence[int]) -> list[str]:
    """Every word with its points, in the order in which they were written."""
    found = words_on(cells)
    return [f"{found[number]} {points[number - 1]}" for number in sorted(found) if number]


@remembered
def stars(seat: int, circled: int, crossed: int, fresh: int) -> Zone:
    pieces = []
    for star, sign in enumerate(STARS):
        mark = CIRCLED if circled >> star & 1 else CROSSED if crossed >> star & 1 else ""
        label = Message(f"color_words.star.{mark or 'open'}", {"star": sign})
        pieces.append(Piece(f"star{seat}.{sign}", STAR, label, badge=sign, fresh=bool(fresh >> star & 1), mark=mark))
    label = Message("color_words.stars", {"seat": seat})
    note = tally(
        [sign for star, sign in enumerate(STARS) if circled >> star & 1],
        [sign for star, sign in enumerate(STARS) if crossed >> star & 1],
    )
    return Zone(f"stars{seat}", ROW, label, tuple(pieces), seat=seat, within=f"sheet{seat}", note=note)


def tally(circled: list[str], crossed: list[str]) -> Message:
    if circled and crossed:
        return Message("color_words.stars.both", {"circled": circled, "crossed": crossed})
    if circled:
        return Message("color_words.stars.circled", {"circled": circled})
    return (
        Message("color_words.stars.crossed", {"crossed": crossed}) if crossed else Message("color_words.stars.open", {})
    )


def won_now(view: ColorWords, seat: int, last: int) -> int:
    """A mask of the stars circled at the end of this round: those whose line got its last letter then."""
    cells = view.cell[seat * CELLS : (seat + 1) * CELLS]
    found = 0
    for star, line in enumerate(LINES):
        if view.circled[seat] >> star & 1 and max(cells[at] // ROUND for at in line) == last:
            found |= 1 << star
    return found


# People.


def seats(view: ColorWords) -> tuple[Seat, ...]:
    acting, scores = view.acting(), view.scores()
    winners = view.winners() if view.phase == OVER else []
    return tuple(
        Seat(
            seat,
            scores[seat],
            seat in acting,
            seat in winners,
            notes(view, seat, seat in acting),
            sums=sums(view, seat) if view.phase == OVER else (),
        )
        for seat in range(view.seats)
    )


def sums(view: ColorWords, seat: int) -> tuple[Sum, ...]:
    """Round by round the letters and the bonus of the word, then the stars (CWO-13, CWO-14, CWO-16, CWO-17)."""
    words = words_on(view.cell[seat * CELLS : (seat + 1) * CELLS])
    found = []
    for number in sorted(words):
        at = seat * ROUNDS + number - 1
        args: dict[str, Argument] = {"round": number, "word": words[number]}
        found.append(Sum(Message("color_words.sum.letters", args), view.points[at] - view.extra[at]))
        if view.extra[at]:
            found.append(Sum(Message("color_words.sum.bonus", args), view.extra[at]))
    stars = view.star_points()[seat]
    if stars:
        found.append(Sum(Message("color_words.sum.stars", {}), stars))
    return tuple(found)


def notes(view: ColorWords, seat: int, acting: bool) -> tuple[Message, ...]:
    if view.phase == WRITE and not acting:
        return (Message("color_words.note.sealed", {}),)
    if view.phase == rules.VOTE and not acting and asked_about(view, seat):
        return (Message("color_words.note.voted", {}),)
    return ()


def asked_about(view: ColorWords, voter: int) -> list[int]:
    """What a seat votes on, whether it has answered or not, by writer and slot."""
    first = voter * view.seats * rules.SLOTS
    return [at for at in range(view.seats * rules.SLOTS) if view.ballot[first + at] != rules.UNASKED]


def votes(view: ColorWords) -> list[Message]:
    """Who votes on what."""
    if view.phase != rules.VOTE:
        return []
    asked = [asked_about(view, voter) for voter in range(view.seats)]
    found = []
    for about in range(view.seats * rules.SLOTS):
        voters = [voter for voter in range(view.seats) if about in asked[voter]]
        if voters:
            target, slot = divmod(about, rules.SLOTS)
            args: dict[str, Argument] = {"voters": voters, "writer": target, "word": written(view.answer[target]).word}
            found.append(Message(f"color_words.fact.vote.{QUESTIONS[view.question(target, slot)]}", args))
    return found


def status(view: ColorWords) -> Message:
    if view.phase != OVER or view.seats > 1:
        return turn.status(view)
    n = view.scores()[0]
    rating = scoring.rating(view.options[rules.GRID], n)
    return Message("color_words.end.solo", {"n": n, "rating": rating})


def facts(view: ColorWords) -> tuple[Message, ...]:
    found = [*votes(view), Message("color_words.fact.round", {"round": view.round, "rounds": ROUNDS})]
    if view.unverified:
        found.append(Message("color_words.fact.unverified", {}))
    missing = rules.no_list(view.options)
    if missing is not None and view.phase != OVER:
        found.append(missing)
    return tuple(found)


# What just happened.


def news(view: ColorWords, told: Sequence[Line]) -> tuple[Message, ...]:
    """Line by line; at the end of a round what it brought."""
    found: list[Message] = []
    numbers = rounds(view, told)
    voted = False
    for at, line in enumerate(told):
        action, number = line.action, numbers[at]
        done = number < view.round or view.phase == OVER
        if action >= SHOWS:
            found += shown(view, action, number if done and not votes_follow(told, at) else NONE)
        elif action >= SUBMITS or action == PASS:
            found += sealed(action, told, at)
        elif action >= VOTES:
            voted = True
            found.append(judged(action))
        elif action >= BONUS:
            found += turned_up(view, told, at)
        elif crosses(line):
            found.append(spoken("color_words.news.crossed", 0, star=STARS[action - CROSSES]))
        if done and ends_round(told, at):
            if voted:
                found += [earned(view, seat, number) for seat in range(view.seats)]
            found += new_stars(view, number)
            voted = False
    return tuple(found)


def sealed(action: int, told: Sequence[Line], at: int) -> list[Message]:
    """What the viewer has handed in, as long as that is all there is to say about it."""
    if any(line.action >= SHOWS for line in told[at + 1 :]):
        return []
    if action == PASS:
        return [Message("color_words.news.you_sealed_nothing", {})]
    return [Message("color_words.news.you_sealed", {"word": written(action).word})]


def of_a_reveal(line: Line) -> bool:
    return line.action >= SHOWS or VOTES <= line.action < SUBMITS


def of_a_vote(line: Line) -> bool:
    return BALLOTS <= line.action < LETTER or VOTES <= line.action < SUBMITS


def crosses(line: Line) -> bool:
    return CROSSES <= line.action < BALLOTS


def ends_round(told: Sequence[Line], at: int) -> bool:
    """Is this the last word or vote that is read out in a round?"""
    follows = at + 1 < len(told) and (of_a_reveal(told[at + 1]) or of_a_vote(told[at + 1]))
    return of_a_reveal(told[at]) and not follows


def votes_follow(told: Sequence[Line], at: int) -> bool:
    """Are these words, the first of which is turned over here, voted on?"""
    after = [line for line in told[at + 1 :] if line.action < SHOWS]
    return bool(after) and of_a_vote(after[0])


def rounds(view: ColorWords, told: Sequence[Line]) -> list[int]:
    """The round of each line, counted back from the view: a round begins with the blue letter, or with the star that is
    crossed out before it."""
    number = view.round
    if told and of_a_reveal(told[-1]) and view.phase in (rules.CROSS, rules.DRAW):
        number -= 1
    found: list[int] = []
    for at in reversed(range(len(told))):
        found.append(number)
        blue = LETTER <= told[at].action < LETTER + len(ALPHABET)
        if crosses(told[at]) or (blue and not (at and crosses(told[at - 1]))):
            number -= 1
    return found[::-1]


def turned_up(view: ColorWords, told: Sequence[Line], at: int) -> list[Message]:
    """The cards of a round, in one go."""
    card = told[at].action - BONUS
    found: list[Message] = []
    trays = [divmod(line.action - LETTER, len(ALPHABET)) for line in told[max(0, at - 3) : at]]
    if [tray for tray, _ in trays] == [0, 1, 2]:
        blue, yellow, red = (ALPHABET[letter] for _, letter in trays)
        args = {"blue": blue, "yellow": yellow, "red": red, "first": "blue", "second": "yellow", "third": "red"}
        found.append(Message("color_words.news.letters", {**args}))
    wanted = condition(card, POINTS[view.options[rules.LANGUAGE]][card])
    return [*found, Message("color_words.news.bonus", {**wanted.args, "bonus": wanted.key})]


def shown(view: ColorWords, action: int, number: int) -> list[Message]:
    """A word turned over, with its points if they are certain, and what is claimed for it."""
    seat, answer, _ = handed_in(action)
    if answer == PASS:
        return [spoken("color_words.news.passed", seat)]
    word, start, steps, flags = written(answer)
    way = ["down" if steps >> i & 1 else "right" for i in range(len(word) - 1)]
    args: dict[str, Argument] = {"word": word, "cell": NAMES[start], "way": runs(way)}
    key = "color_words.news.wrote"
    if number != NONE:
        key, args["n"] = "color_words.news.scored", view.points[seat * ROUNDS + number - 1]
    found = [spoken(key, seat, **args)]
    if flags & CLAIMS_THEME:
        found.append(spoken("color_words.news.claims_theme", seat))
    if flags & IS_NAME:
        found.append(spoken("color_words.news.claims_name", seat))
    return found


def runs(way: list[str]) -> list[str]:
    """Steps as they are said: so many to the right, so many down."""
    found: list[str] = []
    at = 0
    while at < len(way):
        end = at
        while end < len(way) and way[end] == way[at]:
            end += 1
        found.append(f"{way[at]}{end - at}")
        at = end
    return found


def judged(action: int) -> Message:
    """How a vote went (CWO-12, CWO-15)."""
    target, question = voted_on(action)
    answers = counted(action)
    yes, no = answers.count(YES), answers.count(NO)
    accepted = yes + (question == FITS_THEME) >= no
    return spoken(VERDICTS[question][accepted], target, yes=yes, no=no)


def earned(view: ColorWords, seat: int, number: int) -> Message:
    return spoken("color_words.news.earned", seat, n=view.points[seat * ROUNDS + number - 1])


def new_stars(view: ColorWords, number: int) -> list[Message]:
    found = []
    for seat in range(view.seats if view.options[rules.GRID] == GRID_B else 0):
        mask = won_now(view, seat, number)
        won = [sign for star, sign in enumerate(STARS) if mask >> star & 1]
        if won:
            found.append(spoken("color_words.news.star", seat, stars=won))
    return found


# What the viewer can do.


def prompt(view: ColorWords, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    key = {rules.CROSS: "cross", WRITE: "write", rules.VOTE: "vote"}[view.phase]
    if view.phase == WRITE and view.theme_round():
        return Message("color_words.prompt.theme", {})
    if view.phase == WRITE and not any(view.filled(viewer)):
        return Message("color_words.prompt.first", {})
    return Message(f"color_words.prompt.{key}", {})


def choices(view: ColorWords, viewer: int) -> tuple[Choice, ...]:
    if viewer not in view.acting():
        return ()
    if view.phase == rules.VOTE:
        return tuple(Choice(text(action), (name,), label) for action, name, label in ballots(view, viewer))
    return tuple(choice(action) for action in view.legal(viewer))


def choice(action: int) -> Choice:
    """Touch a star to cross it out; to write nothing is a button."""
    if action == PASS:
        return Choice(text(action), ("pass",), Message("color_words.choice.pass", {}), weighty=True)
    star = STARS[action - CROSSES]
    return Choice(text(action), (f"star0.{star}",), Message("color_words.choice.cross", {"star": star}), weighty=True)


def ballots(view: ColorWords, voter: int) -> list[tuple[int, str, Message]]:
    """Every answer that can be given: its action, its button and its words."""
    found = []
    for about in view.questions(voter):
        target, question = divmod(about, len(QUESTIONS))
        word = written(view.answer[target]).word
        theme = BONUSES[view.bonus].value if view.theme_round() else 0
        for answer in OFFERED:
            args: dict[str, Argument] = {"seat": target, "word": word, "answer": ANSWERS[answer], "theme": theme}
            label = Message(f"color_words.choice.{QUESTIONS[question]}", args)
            name = f"vote.{target}.{QUESTIONS[question]}.{ANSWERS[answer]}"
            found.append((vote_on(about, answer), name, label))
    return found


def buttons(view: ColorWords, viewer: int) -> tuple[Button, ...]:
    if viewer not in view.acting():
        return ()
    if view.phase == WRITE:
        return (Button("pass", Message("color_words.choice.pass", {})),)
    if view.phase == rules.VOTE:
        return tuple(vote(name, label) for _, name, label in ballots(view, viewer))
    return ()


def vote(name: str, label: Message) -> Button:
    _, seat, _, answer = name.split(".")
    return Button(name, label, zone=f"sheet{seat}", sign={"yes": THUMB, "no": CROSS}.get(answer, ""))


def composer(view: ColorWords, viewer: int) -> Composer | None:
    if view.phase != WRITE or viewer not in view.acting():
        return None
    language = LANGUAGES[view.options[rules.LANGUAGE]]
    claims = (("theme", "color_words.claim.theme"), ("proper", "color_words.claim.proper"))
    return Composer(
        zone=f"sheet{viewer}",
        verb="submit",
        shortest=SHORTEST_WORD,
        longest=LONGEST_WORD,
        starts=tuple(starts(view.filled(viewer))),
        spelled={**TWO_LETTERS, "ß": "SS", **(UMLAUTS if language == "de" else {})},
        ticks=tuple(Tick(name, Message(key, {})) for name, key in claims if view.theme_round()),
        verdict=view.options[rules.CHECK] != rules.BY_NOBODY and view.lexicon() is not None,
        instead="pass",
        keep=str(view.round),
    )


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "round": ("not_now", "sealed", "write"),
    "write": ("apart", "first", "off", "taken"),
    "words": ("unknown", "verdict", "not_asked", "own_word", "vote_now", "voted"),
    "theme": ("flags",),
    "alone": ("cross_first", "star"),
}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    return (f"cross {path[-1].rpartition('.')[2]}",) if path[-1].startswith("star") else ()
