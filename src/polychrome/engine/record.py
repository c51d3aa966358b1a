"""A game as text: a header, one line per action, nature's lines behind a star, and a seal at the end.

    polychrome record 1
    game coloretto 1
    seats 4
    option score_side beige
    option final_choice auto
    luck seed 42

    * give R
    …
    * start 2
    2 draw
    * card G
    2 place 0
    end 6 1f0c…

Reading is strict: whatever is damaged, cut short, foreign or against the rules is named with its line.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final, NamedTuple

from polychrome.engine.core import NATURE, Explained, Game, Message, Refused, Unplayable, Unreadable, Value
from polychrome.engine.dice import Dice, KeyedDice
from polychrome.engine.table import Table, line_text

FORMAT: Final = 1
TITLE: Final = "polychrome record"
# What is wrong with the whole text rather than with one of its lines; the seal has nothing to add to that.
BEFORE_THE_SEAL: Final = tuple(f"record.{way}" for way in ("long", "foreign", "format", "short", "after", "seal"))
RECORD_CHARACTERS: Final = 1_000_000  # characters; no game of the box comes near


class Broken(Explained):
    """A text that is no record, or a damaged one. The reason says which line, and why."""


class Record(NamedTuple):
    game: Game
    seats: int
    options: dict[str, Value]
    lines: list[tuple[int, int]]  # seat and action
    luck: str = ""  # "seed 42" or "key 00ff…"; empty when unknown or still secret
    data: str = ""  # name and fingerprint of what was handed in from outside, a word list for instance


def record(table: Table, luck: bool = False) -> Record:
    """What a table has played so far; with its luck to come only if asked for."""
    options = table.game.written(table.state.options)
    lines = [(line.seat, line.action) for line in table.log]
    data = data_at_hand(table.game, table.state.options)
    return Record(table.game, table.state.seats, options, lines, luck_text(table.dice) if luck else "", data)


def data_at_hand(game: Game, options: tuple[int, ...]) -> str:
    return "" if game.data is None else game.data(options)


def other_data(record: Record) -> Message | None:
    """What to say if a record was judged by other data than is at hand; its lines are believed all the same."""
    here = data_at_hand(record.game, record.game.choose(record.seats, record.options))
    if record.data == here:
        return None
    there = record.data.partition(" ")[0]
    return Message("record.other_data" if there else "record.no_data", {"there": there})


def luck_text(dice: Dice | None) -> str:
    if dice is None:
        return ""
    return f"key {dice.key.hex()}" if isinstance(dice, KeyedDice) else f"seed {dice.seed}"


def write(record: Record) -> str:
    head = [f"{TITLE} {FORMAT}", f"game {record.game.name} {record.game.version}", f"seats {record.seats}"]
    options = record.game.written(record.game.choose(record.seats, record.options))  # in the game's order
    head += [f"option {name} {value}" for name, value in options.items()]
    if record.data:
        head.append(f"data {record.data}")
    if record.luck:
        head.append(f"luck {record.luck}")
    body = [line_text(record.game, seat, action) for seat, action in record.lines]
    text = "\n".join([*head, "", *body, ""])
    return f"{text}end {len(body)} {seal(text)}\n"


def seal(text: str) -> str:
    """A short fingerprint, so that a damaged record is noticed even where it still makes sense."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()  # any text has one


def read(text: str, find: Callable[[str], Game]) -> Record:
    """A record from its text, replayed to make sure that every line is legal. `find` knows the games by name."""
    try:
        return RecordReader(text, find).read()
    except Broken as broken:
        reason = broken.reason
        if reason.key in BEFORE_THE_SEAL or not tampered(text):
            raise
        raise Broken(Message("record.tampered", {**reason.args, "trouble": reason.key})) from None


def tampered(text: str) -> bool:
    """Does this end like a whole record, but with the seal of another one?"""
    body, _, end = text.removesuffix("\n").rpartition("\n")
    words = end.split(" ")
    return text.endswith("\n") and len(words) == 3 and words[0] == "end" and words[2] != seal(body + "\n")


def resume(record: Record, dice: Dice | None = None) -> Table:
    """A table where the record ends, with the luck that was to come if the record (or the caller) has it."""
    table = Table(record.game, record.seats, record.options, None)
    table.replay(record.lines)
    table.dice = dice or dice_of(record.luck)
    table.settle()
    return table


def dice_of(luck: str) -> Dice | None:
    kind, _, value = luck.partition(" ")
    if kind == "seed":
        return Dice(int(value))
    return KeyedDice(bytes.fromhex(value)) if kind == "key" else None


class RecordReader:
    """Reads one record, line by line, remembering where it is for the sake of what it may have to say."""

    def __init__(self, text: str, find: Callable[[str], Game]) -> None:
        self.text = text
        self.find = find
        self.rows = text.split("\n")
        self.at = 0

    def wrong(self, key: str, **args: str | int) -> Broken:
        return Broken(Message(f"record.{key}", {"line": self.at + 1, **args}))

    def next(self) -> str:
        """The line at hand, and on to the next."""
        if self.at >= len(self.rows) - 1:
            raise self.wrong("short")
        row = self.rows[self.at]
        self.at += 1
        return row

    def read(self) -> Record:
        if len(self.text) > RECORD_CHARACTERS:
            raise self.wrong("long", most=RECORD_CHARACTERS)
        title = self.rows[0]
        if not title.startswith(TITLE + " "):
            raise self.wrong("foreign")
        if title != f"{TITLE} {FORMAT}":
            raise self.wrong("format", found=title[len(TITLE) + 1 :][:20], known=FORMAT)
        if not any(row.startswith("end ") for row in self.rows[:-1]):
            self.at = len(self.rows) - 1
            raise self.wrong("short")
        self.next()
        game = self.game()
        seats = self.number("seats")
        options, data, luck = self.options(game)
        record = Record(game, seats, options, [], luck, data)
        self.lines(record)
        rewritten = write(record).split("\n")
        if rewritten != self.rows:
            self.at = next(at for at, row in enumerate(self.rows) if rewritten[at : at + 1] != [row])
            raise self.wrong("spelling")
        return record

    def game(self) -> Game:
        words = self.next().split(" ")
        if len(words) != 3 or words[0] != "game":
            self.at -= 1
            raise self.wrong("expected", what="game NAME VERSION")
        try:
            game = self.find(words[1])
        except Unplayable:
            self.at -= 1
            raise self.wrong("game", name=words[1][:40]) from None
        if words[2] != str(game.version):
            self.at -= 1
            raise self.wrong("version", name=game.name, found=words[2][:20], known=game.version)
        return game

    def number(self, word: str) -> int:
        row = self.next()
        digits = row[len(word) + 1 :]
        if not row.startswith(word + " ") or not (digits.isascii() and digits.isdigit() and len(digits) < 4):
            self.at -= 1
            raise self.wrong("expected", what=f"{word} NUMBER")
        return int(digits)

    def options(self, game: Game) -> tuple[dict[str, Value], str, str]:
        """The options, the data from outside and the luck."""
        options: dict[str, Value] = {}
        data = luck = ""
        while row := self.next():
            words = row.split(" ")
            if len(words) != 3 or words[0] not in ("option", "data", "luck") or luck:
                self.at -= 1
                raise self.wrong("expected", what="option NAME VALUE")
            if words[0] == "luck":
                luck = f"{words[1]} {words[2]}"
                if not sound_luck(words[1], words[2]):
                    self.at -= 1
                    raise self.wrong("luck")
            elif words[0] == "data":
                if game.data is None or data:
                    self.at -= 1
                    raise self.wrong("expected", what="option NAME VALUE")
                data = f"{words[1]} {words[2]}"
            else:
                options[words[1]] = option_value(game, words[1], words[2])
        return options, data, luck

    def lines(self, record: Record) -> None:
        try:
            table = Table(record.game, record.seats, record.options, None)
        except Unplayable as problem:
            args = {**problem.reason.args, "why": problem.reason.key, "line": 2}
            raise Broken(Message("record.setup", args)) from None
        while not (row := self.next()).startswith("end "):
            self.at -= 1
            seat, action = self.action(record.game, row)
            try:
                table.play(seat, action, trust_external_data=True)
            except Refused as refusal:
                args = {**refusal.reason.args, "why": refusal.reason.key, "line": self.at + 1, "text": row}
                raise Broken(Message("record.illegal", args)) from None
            record.lines.append((seat, action))
            self.at += 1
        if self.rows[self.at :] != [""]:
            raise self.wrong("after")
        if row != f"end {len(record.lines)} {seal(self.text[: -len(row) - 1])}":
            self.at -= 1
            raise self.wrong("seal")

    def action(self, game: Game, row: str) -> tuple[int, int]:
        """A line as seat and action."""
        try:
            if row.startswith("*"):
                return NATURE, game.parse(row)
            seat, _, words = row.partition(" ")
            if seat.isascii() and seat.isdigit() and len(seat) < 3 and not words.startswith("*"):
                return int(seat), game.parse(words)
        except Unreadable:
            pass
        raise self.wrong("unreadable", text=row[:60])


def sound_luck(kind: str, value: str) -> bool:
    if kind == "seed":
        digits = value.removeprefix("-")
        return digits.isascii() and digits.isdigit() and len(value) < 40 and str(int(value)) == value
    return kind == "key" and len(value) == 64 and all(digit in "0123456789abcdef" for digit in value)


def option_value(game: Game, name: str, text: str) -> Value:
    """The choice that is written like this; the text itself if there is none (the set-up will say so)."""
    for option in game.options:
        if option.name == name:
            for choice in option.choices:
                if str(choice) == text:
                    return choice
    return text
