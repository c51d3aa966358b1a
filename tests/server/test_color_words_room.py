"""Color Words in a room: sealed words, the clock, weighing, and everything that cannot be written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from polychrome.arena import daily
from polychrome.engine.core import Unplayable
from polychrome.games.color_words.lexicon import SHELF, build
from polychrome.games.color_words.rules import ColorWords
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue, private
from polychrome.room.entries import Moved
from polychrome.room.room import Room
from polychrome.words import LANGUAGES, Words
from server.house import Eyes, Heard, Sitting, opened

BOX = Catalogue()
WORDS = sorted(["CHAT", "CHATS", "MER", "TACT", "ROME", "ETE", "AMI", "DE", "EAU"])


@pytest.fixture(autouse=True)
def small_list() -> Iterator[None]:
    SHELF.put("fr", build(WORDS, "small", "00ff"))
    yield
    SHELF.fill_from(None)


def sat_down(*guests: str, **options: str) -> tuple[Sitting, list[Eyes]]:
    sitting = Sitting(*opened(BOX, guests[0], "color_words", len(guests), options))
    for guest in guests[1:]:
        sitting.join(guest)
    eyes = [sitting.arrive(guest) for guest in guests]
    sitting.say(eyes[0], wire.Begin())
    return sitting, eyes


def state(sitting: Sitting) -> ColorWords:
    assert sitting.room.table is not None
    found = sitting.room.table.state
    assert isinstance(found, ColorWords)
    return found


def with_theme(*guests: str, **options: str) -> tuple[Sitting, list[Eyes]]:
    """The cards are shuffled; a third of them are themes, so one of these tables has a theme, and one has none."""
    return dealt(True, *guests, **options)


def dealt(theme: bool, *guests: str, **options: str) -> tuple[Sitting, list[Eyes]]:
    for _ in range(200):
        sitting, eyes = sat_down(*guests, **options)
        if state(sitting).theme_round() == theme:
            return sitting, eyes
    raise AssertionError("two hundred shuffles, always the same kind of card")


def refused(sitting: Sitting, eyes: Eyes, seat: int, action: str) -> Heard:
    """What is said to this action; it must change nothing."""
    before, lines = state(sitting).dump(), len(sitting.steps)
    sitting.move(eyes, seat, action, f"n{len(eyes.texts)}")
    assert state(sitting).dump() == before
    assert len(sitting.steps) == lines
    found = eyes.heard()[-1]
    if found["t"] == "frame":  # after a stale one
        found = eyes.heard()[-2]
    assert found["t"] == "refused"
    for language in LANGUAGES:
        key, args = found["reason"]
        assert Words(language).translate(wire.Message(key, args), ["Ann", "Bob", "Eve"])
    return found


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("submit CHATS G1 RRRR", "color_words.refused.off"),
        ("submit CHAT B1 RRR", "color_words.refused.first"),
        ("submit PORTE-CLE A1 RRRRRRRR", "color_words.unreadable.letters"),
        ("submit R2D2 A1 RRR", "color_words.unreadable.letters"),
        ("submit QZX A1 RR", "color_words.refused.unknown"),
        ("submit 🐈🐈 A1 R", "color_words.unreadable.letters"),
        ("submit " + "A" * 10_000 + " A1 R", "room.long"),
        ("submit " + "A" * 150 + " A1 R", "color_words.unreadable.word_long"),
        ("submit A A1", "color_words.unreadable.place"),
        ("submit CHAT A1 RR", "color_words.unreadable.count"),
        ("submit CHAT H9 RRR", "color_words.unreadable.cell"),
        ("submit CHAT A1 RUL", "color_words.unreadable.steps"),
        ("submit CHAT A1 RRR theme", "color_words.refused.flags"),
        ("submit CHAT A1 RRR theme theme", "color_words.unreadable.flag"),
        ("vote 1 word yes", "color_words.refused.write"),
        ("cross A", "color_words.refused.write"),
        ("dance", "color_words.unreadable"),
    ],
)
def test_what_cannot_be_written_is_refused_in_words_and_nothing_is_lost(action: str, key: str) -> None:  # CWO-10…15
    sitting, (ann, _) = dealt(False, "ann", "bob")
    assert refused(sitting, ann, 0, action)["reason"][0] == key
    sitting.move(ann, 0, "submit CHAT A1 RRR", "good")
    assert ann.last("ack")["id"] == "good"


@pytest.mark.parametrize(("language", "steps", "kept"), [("fr", "RR", "FUR"), ("de", "RRR", "FUER")])
def test_an_umlaut_takes_the_cells_that_the_table_s_language_gives_it(language: str, steps: str, kept: str) -> None:
    # CWO-6, CWO-11
    sitting, (ann, _) = dealt(False, "ann", "bob", language=language, word_check="none")
    wrong = "RRR" if steps == "RR" else "RR"
    assert refused(sitting, ann, 0, f"submit FÜR A1 {wrong}")["reason"][0] == "color_words.unreadable.count"
    sitting.move(ann, 0, f"submit FÜR A1 {steps}", "good")
    assert ann.last("ack")["id"] == "good"
    entry = sitting.steps[-1].entries[0]
    assert isinstance(entry, Moved)
    assert entry.action == f"submit {kept} A1 {steps}"
    assert sitting.reloaded().table is not None


def test_the_second_word_must_touch_the_first_and_spare_its_letters() -> None:  # CWO-10
    sitting, (ann, bob) = dealt(False, "ann", "bob")
    sitting.move(ann, 0, "submit CHAT A1 RRR", "a1")
    sitting.move(bob, 1, "pass", "b1")
    assert refused(sitting, ann, 0, "submit MER B1 DD")["reason"][0] == "color_words.refused.taken"
    assert refused(sitting, ann, 0, "submit MER E2 DD")["reason"][0] == "color_words.refused.apart"


def test_a_word_handed_in_is_final() -> None:  # CWO-7
    sitting, (ann, _) = sat_down("ann", "bob")
    sitting.move(ann, 0, "submit CHAT A1 RRR", "a1")
    no = refused(sitting, ann, 0, "submit TACT A1 RRR")
    assert no["reason"] == ["room.answered", {"seats": [1]}]
    assert no["stale"]


def test_nobody_votes_on_an_own_word_nor_twice() -> None:  # CWO-12, CWO-20
    sitting, (ann, bob, eve) = sat_down("ann", "bob", "eve", word_check="vote")
    for seat, eyes in enumerate((ann, bob)):
        sitting.move(eyes, seat, "submit QZX A1 RR", f"m{seat}")
    sitting.move(eve, 2, "pass", "m2")
    assert sitting.acting() == [0, 1, 2]
    assert refused(sitting, ann, 0, "vote 0 word yes")["reason"][0] == "color_words.refused.own_word"
    assert refused(sitting, ann, 0, "submit CHAT A1 RRR")["reason"][0] == "color_words.refused.vote_now"
    assert refused(sitting, ann, 0, "vote 2 word yes")["reason"][0] == "color_words.refused.not_asked"
    sitting.move(eve, 2, "vote 0 word no", "v0")
    assert refused(sitting, eve, 2, "vote 0 word yes")["reason"][0] == "color_words.refused.voted"


def test_an_accepted_name_in_a_theme_round_needs_no_list() -> None:  # CWO-15
    sitting, (ann, bob) = with_theme("ann", "bob")
    sitting.move(ann, 0, "submit QZX A1 RR theme proper", "a")
    sitting.move(bob, 1, "pass", "b")
    buttons = [button["id"] for button in bob.last("frame")["scene"]["buttons"]]
    assert buttons == [f"vote.0.{what}.{said}" for what in ("theme", "proper") for said in ("yes", "no", "abstain")]
    sitting.move(bob, 1, "vote 0 proper yes", "v1")
    sitting.move(bob, 1, "vote 0 theme no", "v2")
    assert state(sitting).round == 2
    assert state(sitting).empty(0) == 46
    assert state(sitting).points[0] >= 3  # who claims counts as a yes


# What others may know.


def test_a_sealed_word_is_on_no_other_screen() -> None:  # CWO-9
    assert private(BOX.find("color_words"))
    sitting, (ann, bob) = sat_down("ann", "bob")
    eve = sitting.arrive("eve")
    sitting.move(ann, 0, "submit TACT A1 RRD", "a")
    for eyes in (bob, eve):
        assert b"TACT" not in b"".join(eyes.texts)
        assert all("badge" not in cell for cell in cells(eyes.last("frame"), 0))
    assert b"TACT" in b"".join(ann.texts)
    pencilled = [cell["label"][1]["place"] for cell in cells(ann.last("frame"), 0) if cell.get("mark") == "pencil"]
    assert pencilled == ["A1", "B1", "C1", "C2"]
    sitting.move(bob, 1, "pass", "b")
    assert [cell["badge"] for cell in cells(bob.last("frame"), 0) if cell.get("fresh")] == ["T", "A", "C", "T"]


def cells(frame: Heard, seat: int) -> list[Heard]:
    found: list[Heard] = next(zone["pieces"] for zone in frame["scene"]["zones"] if zone["id"] == f"sheet{seat}")
    return found


def test_the_word_of_somebody_who_is_gone_stays_sealed_and_counts() -> None:
    sitting, (ann, bob) = dealt(False, "ann", "bob")
    sitting.move(ann, 0, "submit CHAT A1 RRR", "a")
    sitting.room.depart(ann, sitting.now)
    sitting.wait(31)
    assert state(sitting).round == 1
    sitting.move(bob, 1, "submit TACT A1 RRR", "b")
    assert state(sitting).round == 2
    assert [state(sitting).empty(seat) for seat in (0, 1)] == [45, 45]
    again = sitting.reloaded().table
    assert again is not None
    assert again.state == state(sitting)


# The clock.


def test_who_is_silent_for_ninety_seconds_passes() -> None:  # CWO-6, CWO-7
    sitting, (ann, bob) = dealt(False, "ann", "bob")
    assert ann.last("frame")["wait"] == pytest.approx(90_000, abs=50)
    sitting.wait(30)
    sitting.move(ann, 0, "submit CHAT A1 RRR", "a")
    assert bob.last("frame")["wait"] == pytest.approx(60_000, abs=50)  # goes on for the others
    sitting.wait(59)
    assert state(sitting).round == 1
    sitting.wait(2)
    assert state(sitting).round == 2 or state(sitting).phase != 2
    assert "1 pass" in [line for frame in bob.heard("frame") for line in frame["told"]]
    assert state(sitting).empty(1) == 49


def test_the_host_may_give_more_time_or_all_of_it() -> None:
    sitting, (ann, _) = sat_down("ann", "bob")
    sitting.say(ann, wire.Settings(write=0))
    sitting.wait(1000)
    assert state(sitting).round == 1
    sitting.say(ann, wire.Settings(write=180))
    assert ann.last("room")["settings"]["write"] == 180


# Weighing.


def weighed(sitting: Sitting, eyes: Eyes, action: str, seat: int = 0, ask: bool = False) -> Heard:
    before, others = state(sitting).dump(), len(sitting.steps)
    sitting.say(eyes, wire.Weigh(seat=seat, id="w", action=action, ask=ask))
    assert state(sitting).dump() == before
    assert len(sitting.steps) == others
    return eyes.heard()[-1]


def test_a_word_is_weighed_for_its_writer_alone() -> None:
    sitting, (ann, bob) = sat_down("ann", "bob")
    heard = len(bob.texts)
    tray = "".join(chr(64 + letter) for letter in state(sitting).tray)
    answer = weighed(sitting, ann, f"submit {tray} A1 RR")
    assert answer["t"] == "weighed"
    places = {part[1]["place"]: part[1]["n"] for part in answer["parts"] if "place" in part[1]}
    assert set(places) == {"A1", "B1", "C1"}
    assert places["A1"] == 1
    assert answer["points"] >= sum(places.values())
    assert answer["reason"] is answer["verdict"] is None  # the list is not asked
    assert len(bob.texts) == heard


def test_the_list_answers_about_this_word_when_it_is_asked() -> None:
    sitting, (ann, _) = sat_down("ann", "bob")
    assert weighed(sitting, ann, "submit CHAT A1 RRR", ask=True)["verdict"][0] == "color_words.verdict.known"
    assert weighed(sitting, ann, "submit QZX A1 RR", ask=True)["verdict"][0] == "color_words.refused.unknown"


def test_a_weighed_word_agrees_with_what_is_scored() -> None:
    sitting, (ann, bob) = dealt(False, "ann", "bob")
    for number, action in enumerate(("submit CHATS A1 RDRD", "submit TACT A2 DRD"), 1):
        if state(sitting).theme_round():
            break
        points = weighed(sitting, ann, action)["points"]
        sitting.move(ann, 0, action, f"a{number}")
        sitting.move(bob, 1, "pass", f"b{number}")
        assert state(sitting).points[number - 1] == points


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("submit C A1", "color_words.unreadable.short"),
        ("submit CHATS G1 RRRR", "color_words.refused.off"),
        ("submit CHAT B1 RRR", "color_words.refused.first"),
        ("submit C-T A1 RR", "color_words.unreadable.letters"),
        ("submit", "color_words.unreadable"),
        ("A" * 10_000, "room.long"),
    ],
)
def test_weighing_says_why_not(action: str, key: str) -> None:
    sitting, (ann, _) = sat_down("ann", "bob")
    assert weighed(sitting, ann, action)["reason"][0] == key


def test_weighing_is_for_the_own_seat_and_for_the_time_of_writing() -> None:
    sitting, (ann, _) = sat_down("ann", "bob")
    assert weighed(sitting, ann, "submit CHAT A1 RRR", seat=1)["reason"][0] == "room.not_yours"
    sitting.move(ann, 0, "submit CHAT A1 RRR", "a")
    assert weighed(sitting, ann, "submit CHAT A1 RRR")["reason"][0] == "color_words.refused.sealed"
    other, eyes = Sitting.between(BOX, "trio", ["ann", "bob"])
    other.say(eyes[0], wire.Weigh(seat=0, id="w", action="submit CHAT A1 RRR", ask=True))
    assert eyes[0].last("weighed")["reason"][0] == "room.no_words"


# The game of the day.


def test_on_one_day_everybody_gets_the_same_cards() -> None:
    def cards(day: date) -> list[str]:
        wish, key = wire.NewTable("color_words", 1), daily.key(BOX.find("color_words"), 1, day)
        room = Sitting(*Room.open(BOX, "http://here", "ann", wish, key=key)).room
        assert room.table is not None
        return [room.table.text(line) for line in room.table.log]

    monday, tuesday = date(2026, 3, 2), date(2026, 3, 3)
    assert cards(monday) == cards(monday)
    assert cards(monday) != cards(tuesday)


@pytest.mark.parametrize(("game", "seats"), [("color_words", 2), ("trio", 2)])
def test_the_game_of_the_day_is_played_alone(game: str, seats: int) -> None:
    with pytest.raises(Unplayable) as no:
        daily.key(BOX.find(game), seats, date(2026, 3, 2))
    assert no.value.reason.key == "setup.daily"


# Without a list.


def test_without_a_list_the_table_says_so_and_the_others_judge() -> None:  # CWO-12
    SHELF.put("fr", None)
    sitting, (ann, bob) = dealt(False, "ann", "bob")
    facts = [fact[0] for fact in ann.last("frame")["scene"]["facts"]]
    assert "words.missing" in facts
    sitting.move(ann, 0, "submit QZX A1 RR", "a")
    sitting.move(bob, 1, "pass", "b")
    assert sitting.acting() == [1]
    assert [button["id"] for button in bob.last("frame")["scene"]["buttons"]][:1] == ["vote.0.word.yes"]


def test_in_a_theme_round_the_clock_waits_until_all_agree_what_the_theme_means() -> None:  # CWO-7
    sitting, (ann, bob, eve) = with_theme("ann", "bob", "eve")
    room = sitting.room
    assert [eyes.last("frame").get("talk") for eyes in (ann, bob, eve)] == ["ask"] * 3
    assert "wait" not in ann.last("frame")
    sitting.say(ann, wire.Ready())
    assert bob.last("looking")["seats"] == [1, 2]
    sitting.move(eve, 2, "pass", "e")  # who has handed in has agreed
    assert ann.last("frame")["talk"] == "wait"
    assert bob.last("frame")["talk"] == "ask"
    sitting.now += 60
    sitting.say(bob, wire.Ready())
    assert all("talk" not in eyes.last("frame") for eyes in (ann, bob, eve))
    assert ann.last("frame")["wait"] == 90_000  # from now on, not from when the cards were turned up
    assert room.due() == pytest.approx(sitting.now + 90, abs=0.01)


def test_whoever_never_agrees_does_not_hold_the_others_up_for_ever() -> None:
    sitting, (ann, _bob) = with_theme("ann", "bob")
    sitting.say(ann, wire.Ready())
    assert sitting.room.due() == pytest.approx(sitting.now + 120 + 90, abs=0.01)


def test_alone_or_among_bots_nobody_is_asked_to_agree() -> None:
    _, (ann,) = with_theme("ann")
    assert "talk" not in ann.last("frame")
    assert ann.last("frame")["wait"] == 90_000


def test_the_next_theme_is_talked_over_anew() -> None:
    for _ in range(60):
        sitting, (ann, bob) = with_theme("ann", "bob", word_check="none")
        for eyes in (ann, bob):
            sitting.say(eyes, wire.Ready())
        sitting.move(ann, 0, "pass", "a")
        sitting.move(bob, 1, "pass", "b")
        if state(sitting).theme_round():
            assert [eyes.last("frame").get("talk") for eyes in (ann, bob)] == ["ask", "ask"]
            return
    raise AssertionError("never two themes in a row")
