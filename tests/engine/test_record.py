"""Records: what is written is read again, and whatever is damaged is named with its line."""

from __future__ import annotations

import string
from collections.abc import Callable

import pytest

from polychrome.engine.core import Game, Reason, Unplayable
from polychrome.engine.dice import Dice, KeyedDice
from polychrome.engine.record import RECORD_CHARACTERS, Broken, dice_of, luck_text, read, record, resume, seal, write
from polychrome.engine.table import Table
from polychrome.registry import GAMES
from toys.box import TOYS, english

BOX = {game.name: game for game in (*GAMES, *TOYS)}


def find(name: str) -> Game:
    if name not in BOX:
        raise Unplayable(Reason("setup.game", {"name": name, "games": list(BOX)}))
    return BOX[name]


def played(name: str = "coloretto", seats: int = 3, lines: int = 12, dice: Dice | None = None) -> Table:
    table = Table(find(name), seats, None, dice or Dice(42))
    while len(table.log) < lines and not table.over():
        seat = table.acting()[0]
        table.play(seat, table.state.legal(seat)[-1])
    return table


def small() -> str:
    return write(record(played(), luck=True))


def sealed(text: str) -> str:
    """The same lines under a seal that fits, as somebody might forge it."""
    body = text[: text.rindex("end ")]
    count = body.partition("\n\n")[2].count("\n")
    return f"{body}end {count} {seal(body)}\n"


def problem(text: str) -> Reason:
    with pytest.raises(Broken) as refusal:
        read(text, find)
    reason = refusal.value.reason
    assert english().translate(reason), reason
    return reason


def test_a_record_is_a_header_its_lines_and_a_seal() -> None:
    lines = small().split("\n")
    assert lines[:7] == [
        "polychrome record 1",
        "game coloretto 1",
        "seats 3",
        "option score_side beige",
        "option final_choice auto",
        "luck seed 42",
        "",
    ]
    assert lines[7].startswith("* remove ")
    assert lines[11].startswith("* start ")
    assert lines[12].endswith(" draw")
    assert lines[-2].startswith("end ")
    assert lines[-1] == ""


def test_luck_to_come_is_written_only_if_asked_for() -> None:
    assert "luck" not in write(record(played()))


@pytest.mark.parametrize("dice", [None, Dice(-3), Dice(10**30), KeyedDice(bytes(range(32)))])
def test_luck_is_read_as_it_was_written(dice: Dice | None) -> None:
    again = dice_of(luck_text(dice))
    assert type(again) is type(dice)
    if dice is not None and again is not None:
        dice.seek(3)
        again.seek(3)
        assert [dice.below(100) for _ in range(9)] == [again.below(100) for _ in range(9)]


@pytest.mark.parametrize("dice", [Dice(5), KeyedDice(bytes(range(32)))], ids=["fast", "keyed"])
def test_a_resumed_game_has_the_luck_that_was_to_come(dice: Dice) -> None:
    table = played(lines=20, dice=dice)
    again = resume(read(write(record(table, luck=True)), find))
    for _ in range(30):
        seat = table.acting()[0]
        action = table.state.legal(seat)[0]
        table.play(seat, action)
        again.play(seat, action)
    assert again.log == table.log


def test_a_game_resumed_without_its_luck_waits_for_nature_or_takes_other_dice() -> None:
    table = played(lines=20)
    saved = record(table)
    assert resume(saved).dice is None
    assert resume(saved).log == table.log
    assert resume(saved, Dice(8)).dice is not None


def change(old: str, new: str) -> Callable[[str], str]:
    def changed(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return changed


def resealed(old: str, new: str) -> Callable[[str], str]:
    return lambda text: sealed(change(old, new)(text))


def impossible_card(text: str) -> str:
    """A card of the colour that was removed."""
    removed = text.split("* remove ")[1][0]
    head, _, tail = text.partition("* card ")
    return f"{head}* card {removed}{tail[1:]}"


DAMAGES = {
    "nothing at all": (lambda text: "", "foreign", 1),
    "another text": (lambda text: "Dear diary,\n", "foreign", 1),
    "text before it": (lambda text: "\n" + text, "foreign", 1),
    "a newer format": (resealed("record 1", "record 2"), "format", 1),
    "an odd format": (resealed("record 1", "record one"), "format", 1),
    "another line ending": (lambda text: text.replace("\n", "\r\n"), "format", 1),
    "just the title": (lambda text: "polychrome record 1", "short", 1),
    "only a header": (lambda text: text.partition("\n\n")[0] + "\n", "short", 7),
    "no seal": (lambda text: text[: text.rindex("end ")], "short", 20),
    "no last newline": (lambda text: text[:-1], "short", 20),
    "something after the end": (lambda text: text + "0 draw\n", "after", 21),
    "two ends": (lambda text: text + text.splitlines()[-1] + "\n", "after", 21),
    "no game": (resealed("game coloretto 1\n", ""), "expected", 2),
    "an unknown game": (resealed("game coloretto", "game chess"), "game", 2),
    "another version": (resealed("coloretto 1", "coloretto 2"), "version", 2),
    "no version": (resealed("coloretto 1", "coloretto"), "expected", 2),
    "no seats": (resealed("seats 3\n", ""), "expected", 3),
    "seats in words": (resealed("seats 3", "seats three"), "expected", 3),
    "endless seats": (resealed("seats 3", "seats 33333333"), "expected", 3),
    "too many seats": (resealed("seats 3", "seats 9"), "setup", 2),
    "an unknown option": (resealed("score_side", "score_face"), "setup", 2),
    "an unknown choice": (resealed("beige", "blue"), "setup", 2),
    "half an option": (resealed("score_side beige", "score_side"), "expected", 4),
    "a missing option": (resealed("option score_side beige\n", ""), "spelling", 4),
    "options in another order": (
        resealed("score_side beige\noption final_choice auto", "final_choice auto\noption score_side beige"),
        "spelling",
        4,
    ),
    "an option twice": (resealed("option score_side", "option score_side beige\noption score_side"), "spelling", 5),
    "an option after the luck": (resealed("luck seed 42\n", "luck seed 42\noption score_side beige\n"), "expected", 7),
    "luck twice": (resealed("luck seed 42\n", "luck seed 42\nluck seed 42\n"), "expected", 7),
    "unknown luck": (resealed("seed 42", "clover 4"), "luck", 6),
    "a seed in words": (resealed("seed 42", "seed many"), "luck", 6),
    "a seed with two signs": (resealed("seed 42", "seed --42"), "luck", 6),
    "a seed with a zero in front": (resealed("seed 42", "seed 042"), "luck", 6),
    "a seed of minus zero": (resealed("seed 42", "seed -0"), "luck", 6),
    "a seed in other digits": (resealed("seed 42", "seed ४२"), "luck", 6),
    "a seed without end": (resealed("seed 42", "seed " + "4" * 5000), "luck", 6),
    "a short key": (resealed("seed 42", "key 00ff"), "luck", 6),
    "a key of other letters": (resealed("seed 42", "key " + "g" * 64), "luck", 6),
    "a strange line": (resealed("draw", "fold"), "unreadable", 13),
    "an empty line": (resealed("\n* start", "\n\n* start"), "unreadable", 12),
    "a line without its seat": (resealed("1 draw", "draw"), "unreadable", 13),
    "nature's line by a player": (resealed("* start", "0 * start"), "unreadable", 12),
    "a player's line by nature": (resealed("1 draw", "* draw"), "unreadable", 13),
    "a turn of somebody else": (resealed("1 draw", "0 draw"), "illegal", 13),
    "a seat that is not there": (resealed("1 draw", "77 draw"), "illegal", 13),
    "an action against the rules": (resealed("1 draw", "1 take 0"), "illegal", 13),
    "an impossible card": (lambda text: sealed(impossible_card(text)), "illegal", 14),
    "a line left out": (resealed("1 draw\n", ""), "illegal", 13),
    "odd spaces": (resealed("1 draw", "1  draw"), "spelling", 13),
    "a seat with a zero in front": (resealed("1 draw", "01 draw"), "spelling", 13),
    "a wrong count": (change("end 12", "end 13"), "seal", 20),
    "a wrong seal": (lambda text: text[:-2] + ("0" if text[-2] != "0" else "1") + "\n", "seal", 20),
    "another seed": (change("seed 42", "seed 43"), "seal", 20),
    "another side": (change("beige", "grey"), "seal", 20),
    "a move against the rules under the old seal": (change("1 draw", "1 take 0"), "tampered", 13),
    "a strange line under the old seal": (change("1 draw", "1 fold"), "tampered", 13),
    "an impossible card under the old seal": (impossible_card, "tampered", 14),
    "a line more under the old seal": (change("end 12", "end 12\nend 12"), "after", 21),
    "far too much": (lambda text: text + "\n" * RECORD_CHARACTERS, "long", 1),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_named_with_its_line(name: str) -> None:
    damage, key, line = DAMAGES[name]
    reason = problem(damage(small()))
    assert reason.key == f"record.{key}"
    assert reason.args["line"] == line


def test_an_illegal_line_says_why() -> None:
    reason = problem(sealed(small().replace("1 draw", "1 take 0", 1)))
    assert reason.args["text"] == "1 take 0"
    assert reason.args["why"] == "coloretto.refused.row_empty_draw"


def test_every_damaged_character_is_noticed() -> None:
    """Leave out, double or change any single character: it is broken, always."""
    text = write(record(played("pips", 2, 9), luck=True))
    assert read(text, find)
    letters = string.ascii_letters + string.digits + " *-\n\t\r\0é"
    for at in range(len(text)):
        damaged = [text[:at] + text[at + 1 :], text[: at + 1] + text[at:]]
        damaged += [text[:at] + letter + text[at + 1 :] for letter in letters]
        damaged += [text[:at] + letter + text[at:] for letter in letters[::7]]
        for other in damaged:
            if other != text:
                with pytest.raises(Broken):
                    read(other, find)


def test_every_beginning_of_a_record_is_short() -> None:
    text = small()
    for length in range(len("polychrome record 1"), len(text)):
        assert problem(text[:length]).key in ("record.short", "record.format")
