"""Two worlds that a viewer cannot tell apart must look alike to it, down to the last byte of all it is sent.  (A1)

Two rooms with different keys play the same game as far as one viewer is told of it: outcomes and moves it hears of are
the same, everything else is free to differ. Whatever the two rooms post to that viewer is compared, message by message.
That the comparison can fail is shown by rooms and rules that leak.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import zip_longest
from typing import Any, NamedTuple

import pytest
from msgspec import structs
from msgspec.json import encode

from laws.walks import few_ways
from luck import NamedLuck
from polychrome.engine.core import EVERYONE, NATURE, SPECTATOR, Explained, Game, Message, Reason, State, Value
from polychrome.engine.dice import Dice, KeyedDice
from polychrome.engine.table import Line, Table
from polychrome.registry import GAMES
from polychrome.room import ended, wire
from polychrome.room.catalogue import Catalogue, by_dice
from polychrome.room.fold import OVER, PLAYING, Fold
from polychrome.room.frames import Frames
from polychrome.room.moves import Moves, Turn
from polychrome.room.people import OPEN, PERSON, Denied
from polychrome.room.room import CODE_LETTERS, Room
from polychrome.room.seen import Seen
from polychrome.room.steps import Step
from polychrome.room.telling import Telling
from polychrome.scenes.turn import view_to_draw
from server.hands import Hands, bare, box
from server.house import Eyes, Sitting, opened
from server.test_hints import MEMORY, others

TOYS = box()

View = tuple[int, tuple[int, ...], int]  # the seats and options of a game, and who looks at it


class Different(AssertionError):
    """The viewer could tell the worlds apart."""


class Apart(Exception):
    """This pair cannot go on: what the viewer is told in one world is impossible in the other."""


def told(line: Line, viewer: int) -> bool:
    return bool(line.audience >> viewer & 1)


class Pair(NamedTuple):
    one: Sitting
    other: Sitting
    eyes: list[Eyes]  # in the first world: one for each seat, and a spectator
    other_eyes: list[Eyes]


def pair(base: Catalogue, kind: type[Room], game: str, seats: int, options: dict[str, Value], viewer: int) -> Pair:
    guests = [f"guest{seat}" for seat in range(seats)]
    base = base._replace(luck=NamedLuck("two worlds", game, seats, viewer))  # the second draws another key

    def follow(state: State, line: int, dice: Dice) -> int:
        """Chance brings what the model's did, wherever the viewer is told."""
        assert one.room.table is not None
        model, outcome = one.room.table.log, by_dice(state, line, dice)
        if line < len(model) and told(model[line], viewer):
            outcome = model[line].action
            if outcome not in state.legal(NATURE):
                raise Apart
        return outcome

    one, eyes = gather(base, kind, game, options, guests)
    other, other_eyes = gather(base._replace(chance=follow), kind, game, options, guests)
    return Pair(one, other, eyes, other_eyes)


def gather(
    base: Catalogue, kind: type[Room], game: str, options: dict[str, Value], guests: list[str]
) -> tuple[Sitting, list[Eyes]]:
    sitting = Sitting(*opened(base, guests[0], game, len(guests), options, kind=kind))
    for guest in guests[1:]:
        sitting.join(guest)
    eyes = [sitting.arrive(guest) for guest in [*guests, "spectator"]]
    sitting.say(eyes[0], wire.Begin())
    return sitting, eyes


def masked(sitting: Sitting, sent: bytes) -> str:
    """What may differ between two rooms: names drawn by lot, and the commitment to the key if it is the right one."""
    room, message = sitting.room, json.loads(sent)
    if message["t"] != "room":
        return sent.decode()
    own = {"table": room.id, "commitment": KeyedDice(room.key).commitment()}
    for name, value in own.items():
        message[name] = "OWN" if message[name] == value else message[name]
    for name, kind in (("code", f"[{CODE_LETTERS}]{{6}}"), ("invite", rf"http://here/t/{room.id}#[\w-]{{22}}")):
        message[name] = "DRAWN" if message[name] and re.fullmatch(kind, message[name]) else message[name]
    for seat in message["seats"]:
        seat["nickname"] = None
    return json.dumps(message)


def compare(pair: Pair, viewer: int) -> int:
    """How many messages the viewer got since the last time; Different if not the same ones in both worlds."""
    at = -1 if viewer == SPECTATOR else viewer
    texts = [masked(pair.one, text) for text in pair.eyes[at].texts]
    others = [masked(pair.other, text) for text in pair.other_eyes[at].texts]
    if texts != others:
        wrong = next((a, b) for a, b in zip([*texts, ""], [*others, ""], strict=False) if a != b)
        raise Different(f"viewer {viewer} can tell:\n{wrong[0]}\n{wrong[1]}")
    for eyes in (*pair.eyes, *pair.other_eyes):
        eyes.forget()
    return len(texts)


def play(pair: Pair, viewer: int, whims: random.Random, most: int) -> tuple[int, int]:
    """Play both worlds as long as they can go on; how many messages were compared, and how many lines differ."""
    one, other = pair.one.room.table, pair.other.room.table
    assert one is not None
    assert other is not None
    compared = 0
    for number in range(most):
        compared += compare(pair, viewer)
        compared += same_replays(pair, viewer)
        if one.acting() != other.acting():
            raise Different(f"viewer {viewer}: the worlds ask {one.acting()} and {other.acting()}")
        if not one.acting():
            break
        if whims.random() < 0.5 or pair.one.room.clocks.memorising():  # what lay open for a moment is gone then
            try:
                pair.one.wait(20)
                pair.other.wait(20)
            except Apart:  # a clock has run out, and sealed words are shown
                break
            continue
        if whims.random() < 0.2:
            compared += looked_in(pair, viewer, whims)
        if whims.random() < 0.25:
            change_hands(pair, viewer, whims)
        seat = whims.choice(one.acting())
        same_hints(pair, viewer)
        if seat == viewer and whims.random() < 0.3:
            refused(pair, viewer, whims, number)
        if viewer != SPECTATOR:
            weighed(pair, viewer, whims, number)
            asked_why(pair, viewer, whims, number)
        if taken_back(pair, whims, number):
            continue
        mine, theirs = one.state.legal(seat), other.state.legal(seat)
        audience = one.state.audience(seat, mine[0])
        hidden = seat != viewer and not audience >> viewer & 1
        both = [action for action in mine if action in theirs]
        if not hidden and not both:
            break
        action = whims.choice(both) if audience == EVERYONE else sampled(one, seat, whims)  # sealed words, too
        answer = sampled(other, seat, whims) if hidden and whims.random() < 0.4 else action
        if other.state.refuse(seat, answer) is not None:
            break
        text = one.game.text
        try:
            move(pair.one, pair.eyes[seat], seat, text(action), f"m{number}")
            move(pair.other, pair.other_eyes[seat], seat, text(answer), f"m{number}")
        except Apart:
            break
    else:
        compared += compare(pair, viewer)
        compared += same_replays(pair, viewer)
    same = [a[:2] == b[:2] for a, b in zip(one.log, other.log, strict=False)]
    return compared, same.count(False)


def sampled(table: Table, seat: int, whims: random.Random) -> int:
    return table.state.view(seat).sample(seat, Dice(whims.getrandbits(40)))


def worlds(pair: Pair) -> list[tuple[Sitting, list[Eyes]]]:
    return [(pair.one, pair.eyes), (pair.other, pair.other_eyes)]


def move(sitting: Sitting, eyes: Eyes, seat: int, action: str, name: str) -> None:
    """By whoever sits there, or the bot that has taken the seat over."""
    room = sitting.room
    bot = room.chairs[seat].bot
    if bot is None:
        sitting.move(eyes, seat, action, name)
    else:
        sitting.bot_move(Turn(seat, room.asked[seat].number, bot, 0, room.playing().undone), action)


def looked_in(pair: Pair, viewer: int, whims: random.Random) -> int:
    """The viewer comes with a second page, or with one that says what has reached it, of whichever eyes: what it gets
    is the same in both worlds."""
    seen = None
    if whims.random() < 0.6:
        length, undone = len(pair.one.room.playing().table.log), pair.one.room.playing().undone
        viewers = [SPECTATOR, *range(len(pair.one.room.chairs))]
        claimed = {viewer, *whims.sample(viewers, whims.randrange(len(viewers)))}
        seen = {eyes: Seen(whims.randint(0, length), whims.randint(0, undone)) for eyes in sorted(claimed)}
    texts = []
    for sitting, eyes in worlds(pair):
        page = sitting.arrive(eyes[-1 if viewer == SPECTATOR else viewer].guest, seen)
        texts.append([masked(sitting, text) for text in page.texts])
        sitting.room.depart(page, sitting.now)
    if texts[0] != texts[1]:
        raise Different(f"viewer {viewer} can tell from a second page:\n{texts[0]}\n{texts[1]}")
    return len(texts[0])


def change_hands(pair: Pair, viewer: int, whims: random.Random) -> None:
    """Somebody other than viewer and host goes. Either a bot stands in until they come back, or the host removes them:
    then somebody new wants the seat, and gets it if all agree, else a bot does."""
    seats = len(pair.one.room.chairs)
    seat = whims.randrange(1, seats) if seats > 1 else 0
    if seat in (0, viewer) or pair.one.room.chairs[seat].kind != PERSON:
        return
    comes_back, agreed = whims.random() < 0.3, whims.random() < 0.5 and viewer != SPECTATOR
    for sitting, eyes in worlds(pair):
        if comes_back:
            sitting.say(eyes[seat], wire.Leave(seat=seat))
            sitting.say(eyes[0], wire.StandIn(seat=seat))
            sitting.say(eyes[seat], wire.Take(seat=seat))
            continue
        sitting.say(eyes[0], wire.Remove(seat=seat))
        if sitting.room.private:
            with suppress(Denied):  # if there is nobody left to agree
                sitting.join("spectator")
            if agreed:
                consents(sitting, eyes)
            else:
                sitting.say(eyes[0], wire.Consent(yes=True))
                refusing = next((other for other in range(1, seats) if sitting.room.chairs[other].kind == PERSON), 0)
                sitting.say(eyes[refusing], wire.Consent(yes=False))
        if sitting.room.chairs[seat].guest == "spectator":
            eyes[seat] = eyes[-1]
        else:
            sitting.say(eyes[0], wire.Bot(seat=seat, bot="random"))


def consents(sitting: Sitting, eyes: list[Eyes]) -> None:
    for seat, chair in enumerate(sitting.room.chairs):
        if chair.kind == PERSON:
            sitting.say(eyes[seat], wire.Consent(yes=True))


def taken_back(pair: Pair, whims: random.Random, number: int) -> bool:
    """Whoever may take back does so now and then; it must be possible in both worlds or in none."""
    seat = pair.one.room.undoable()
    if seat != pair.other.room.undoable():
        raise Different("only in one world something may be taken back")
    if seat is None or whims.random() < 0.8:
        return False
    for sitting, eyes in worlds(pair):
        assert sitting.room.table is not None
        sitting.say(eyes[seat], wire.Undo(seat=seat, id=f"u{number}", length=len(sitting.room.table.log)))
    return True


def same_hints(pair: Pair, viewer: int) -> None:
    """A bot that thinks for the viewer is told the same in both worlds, whether it may remember or not."""
    if viewer == SPECTATOR:
        return
    rooms = (pair.one.room, pair.other.room)
    for remember in (True, False):
        for room in rooms:
            room.seating.settings = structs.replace(room.settings, remember=remember)
        one, other = (room.moves.hint_view(viewer).dump() for room in rooms)
        if one != other:
            raise Different(f"viewer {viewer}: hints of the two worlds would know\n{one}\n{other}")


def same_replays(pair: Pair, viewer: int) -> int:
    """What anybody may read of a game without a seat: nothing while it is played, and then what a spectator saw."""
    texts = [told_afterwards(sitting.room) for sitting, _ in worlds(pair)]
    if texts[0] != texts[1]:
        wrong = next((one, other) for one, other in zip(*texts, strict=False) if one != other)
        raise Different(f"viewer {viewer} can tell from what is read afterwards:\n{wrong[0]}\n{wrong[1]}")
    return len(texts[0])


def told_afterwards(room: Room) -> list[str]:
    """While it is played, every answer; after the end the replay, but for what is drawn by lot. (Record and scores
    hold the whole truth then.)"""
    if room.phase != OVER:
        reads = [ended.record, ended.scores, lambda room: ended.replayed(room, 0)]
        return [answered(read, room) for read in reads]
    assert room.table is not None
    replays = [ended.replayed(room, at) for at in range(len(room.table.log) + 1)]
    drawn = {"key": "", "commitment": "", "nicknames": []}
    return [repr(encode(structs.replace(replay, **drawn))) for replay in replays]


def answered(read: Callable[[Room], object], room: Room) -> str:
    try:
        return repr(encode(read(room)))
    except Explained as no:
        return repr(no.reason)


def refused(pair: Pair, viewer: int, whims: random.Random, number: int) -> None:
    """Ask for something that the rules do not allow now: the refusal must not say more than the view does."""
    for action in ("* card 1", f"lay {whims.randrange(6)}", "take 4", "place 4", "flip 0", "write 4", "nonsense"):
        legal = [[one.game.text(a) for a in one.state.legal(viewer)] for one in tables(pair)]
        if all(action not in actions for actions in legal):
            pair.one.move(pair.eyes[viewer], viewer, action, f"x{number}")
            pair.other.move(pair.other_eyes[viewer], viewer, action, f"x{number}")


def weighed(pair: Pair, viewer: int, whims: random.Random, number: int) -> None:
    if whims.random() < 0.2:
        for sitting, eyes in worlds(pair):
            sitting.say(eyes[viewer], wire.Weigh(seat=viewer, id=f"w{number}", action="submit CHAT A1 RRR", ask=True))


def asked_why(pair: Pair, viewer: int, whims: random.Random, number: int) -> None:
    """Ask why things cannot be touched, whatever lies on the table: the reason must not say more than the view does."""
    scene = pair.one.room.catalogue.draw(tables(pair)[0].game, tables(pair)[0].state.view(viewer), viewer, ())
    targets = [target for zone in scene.zones for target in (zone.id, *(piece.id for piece in zone.pieces))]
    targets += [button.id for button in scene.buttons]
    targets += [f"{zone.id}@{whims.randint(-4, 4)},{whims.randint(-4, 4)}" for zone in scene.zones]
    for tries in range(3):
        path = whims.choices(targets, k=whims.randint(1, 3))
        for sitting, eyes in worlds(pair):
            sitting.say(eyes[viewer], wire.Why(seat=viewer, id=f"y{number}{tries}", path=path))


def tables(pair: Pair) -> list[Table]:
    return [sitting.room.table for sitting in (pair.one, pair.other) if sitting.room.table is not None]


def compare_many(
    base: Catalogue, game: str, pairs: int, kind: type[Room] = Room, most: int = 400, least: int = 0
) -> tuple[int, int]:
    """Pairs of worlds for every number of seats, every option and every viewer in turn; messages compared, and lines in
    which the worlds differed. Where they soon come apart (a tile laid in one is elsewhere in the other), it takes more
    pairs."""
    compared = differing = 0
    found = base.find(game)
    eyes = [(*form, viewer) for form in few_ways(found) for viewer in (SPECTATOR, *range(form[0]))]
    for number in range(pairs if not least else 40 * pairs):
        if number >= pairs and compared >= least:
            break
        whims = random.Random(f"{game} {number}")
        if number % len(eyes) == 0:
            random.Random(f"{game} eyes {number}").shuffle(eyes)
            eyes = by_turns(eyes)
        seats, options, viewer = eyes[number % len(eyes)]
        try:
            both = pair(base, kind, game, seats, found.named(options), viewer)
        except Apart:
            continue
        more, apart = play(both, viewer, whims, most)
        compared += more
        differing += apart
    return compared, differing


def by_turns(eyes: list[View]) -> list[View]:
    """An onlooker, a host, somebody else, and so on: a few of them are of every kind."""
    kinds: dict[int, list[View]] = {SPECTATOR: [], 0: [], 1: []}
    for one in eyes:
        kinds[one[2] if one[2] in kinds else 1].append(one)
    return [one for some in zip_longest(*kinds.values()) for one in some if one is not None]


@pytest.mark.parametrize("game", [game.name for game in TOYS.games if game not in GAMES])
def test_no_viewer_can_tell_two_worlds_apart(game: str) -> None:
    compared, differing = compare_many(TOYS, game, pairs=50)
    assert compared > 200
    secrets = game != "pips"  # where everything is open there is nothing to differ in
    assert (differing > 20) == secrets


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_no_viewer_can_tell_two_worlds_of_a_real_game_apart(game: str) -> None:
    compared, _ = compare_many(Catalogue(), game, pairs=3, most=80, least=50)
    assert compared >= 50
    compared, _ = compare_many(TOYS, game, pairs=8, most=50, least=100)  # with scenes that show all of the view
    assert compared >= 100


@pytest.mark.long
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_no_viewer_can_tell_many_worlds_of_a_real_game_apart(game: str) -> None:
    compare_many(Catalogue(), game, pairs=60)
    compare_many(TOYS, game, pairs=200)


# That the test can fail: rooms that leak.


def telling(kind: type[Telling]) -> type[Room]:
    """A room that tells like this."""

    class Leaking(Room):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.telling = kind(self, self.presence, self.frames, self.clocks, self.base)
            self.look_at(self.now)

    Leaking.__name__ = kind.__name__
    return Leaking


def moving(kind: type[Moves]) -> type[Room]:
    """A room that answers like this."""

    class Leaking(Room):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.moves = kind(self, self.clocks)

    Leaking.__name__ = kind.__name__
    return Leaking


class TellsAll(Telling):
    """Tells every line to everybody."""

    def frame(self, viewer: int, since: int, held: int) -> bytes:
        frame = json.loads(super().frame(viewer, since, held))
        table = self.fold.playing().table
        frame["told"] = [table.text(line) for line in table.log[since:]]
        return json.dumps(frame).encode()


class DrawsTruth(Telling):
    """Draws the position instead of the view."""

    def frame(self, viewer: int, since: int, held: int) -> bytes:
        fold = self.fold
        scene = fold.catalogue.draw(fold.game, fold.playing().table.state, viewer, [])
        return wire.encode(wire.Frame(viewer=None, length=0, question=None, told=[], scene=scene))


class SendsLog(Telling):
    """Sends the log along, for debugging."""

    def room_for(self, guest: str) -> bytes:
        text = super().room_for(guest)
        if self.fold.table is None:
            return text
        return text[:-1] + b',"log":%b}' % json.dumps([line[:2] for line in self.fold.table.log]).encode()

    def tell(self) -> None:
        super().tell()
        self.tell_room()


class ShowsKey(Room):
    """Shows the key of the luck instead of the commitment."""

    def commitment(self) -> str:
        return self.key.hex()


class ShowsSeed(Telling):
    """Sends a few bytes of the key as a number to seed animations with."""

    def frame(self, viewer: int, since: int, held: int) -> bytes:
        return super().frame(viewer, since, held)[:-1] + b',"seed":%d}' % self.fold.key[0]


def hands_of(fold: Fold) -> list[int]:
    state = fold.playing().table.state
    assert isinstance(state, Hands)
    return state.hand


class CountsHidden(Telling):
    """The length of the answer depends on what somebody else holds."""

    def frame(self, viewer: int, since: int, held: int) -> bytes:
        return super().frame(viewer, since, held) + b" " * max(hands_of(self.fold))


class ExtraFrame(Telling):
    """One message more when somebody holds a five."""

    def tell(self) -> None:
        super().tell()
        if 5 in hands_of(self.fold):
            super().tell()


class UndoSays(Room):
    """Offers to take back depending on the next card's luck."""

    def undoable(self) -> int | None:
        return self.key[1] % 2


class HintsKnow(Moves):
    """Whoever thinks for a person is told everything."""

    def hint_view(self, seat: int) -> State:
        return self.fold.playing().table.state


class WeighsTruth(Moves):
    """Weighing a word tells what others hold."""

    def weigh(self, watcher: Any, message: wire.Weigh) -> None:
        watcher.post(wire.encode(wire.Weighed(message.id, sum(hands_of(self.fold)), [], None, None)))


class ExplainsTruth(Moves):
    """Says why not as whoever knows everything would."""

    def explain(self, watcher: Any, message: wire.Why) -> None:
        watcher.post(
            wire.encode(wire.Because(message.id, Message("refused.illegal", {"cards": hands_of(self.fold)[:]}), None))
        )


class ReadEarly(Room):
    """The record of a game can be had before its end."""

    def finished(self) -> Table:
        return self.playing().table


class SeatsAnybody(Room):
    """As it was: whoever has the invitation sits down where somebody was removed, and sees what lies there."""

    def join(self, guest: str, now: float, program: bool = False) -> Step | None:
        free = [seat for seat, chair in enumerate(self.chairs) if chair.kind == OPEN]
        if not self.private or self.phase != PLAYING or not free:
            return super().join(guest, now, program)
        draft = self.draft()
        draft.sit(free[0], guest, late=True)
        return self.drafted(draft)


class SecondPageKnows(Room):
    """Whoever opens a second page is told all that has happened."""

    def greet(self, watcher: Any, returned: bool) -> None:
        super().greet(watcher, returned)
        if self.table is not None and not returned:
            watcher.post(
                wire.encode(wire.Sorry(Message("scene.empty", {"log": [line.action for line in self.table.log]})))
            )


class AckSays(Room):
    """The acknowledgement names the card that somebody else holds."""

    def refuse(self, watcher: Any, message: wire.ToServer, no: Any) -> None:
        watcher.post(wire.encode(wire.Sorry(Message("scene.empty", {"hand": hands_of(self)[:]}))))


@pytest.mark.parametrize(
    "kind",
    [
        *map(telling, (TellsAll, DrawsTruth, SendsLog, ShowsSeed, CountsHidden, ExtraFrame)),
        *map(moving, (HintsKnow, WeighsTruth, ExplainsTruth)),
        *(ShowsKey, UndoSays, AckSays, ReadEarly, SeatsAnybody, SecondPageKnows),
    ],
    ids=lambda kind: kind.__name__,
)
def test_a_leaking_room_is_caught(kind: type[Room]) -> None:
    with pytest.raises(Different):
        compare_many(TOYS, "hands", 50, kind)


# Replays: worlds that differ seldom come to the same end, so whole games are compared with what a spectator was told.


def played_out(game: Game) -> Room:
    sitting, eyes = Sitting.between(TOYS, game.name, [f"guest{seat}" for seat in range(max(2, game.fewest))])
    room, whims = sitting.room, random.Random(f"{game.name} played out")
    while room.phase != OVER:
        if room.clocks.memorising():
            for watcher in eyes:
                sitting.say(watcher, wire.Ready())
            continue
        seat = whims.choice(sitting.acting())
        action = sampled(room.playing().table, seat, whims)
        sitting.move(eyes[seat], seat, game.text(action), f"m{len(sitting.steps)}")
    return room


def compare_replays(game: Game) -> int:
    """How many positions were compared."""
    room = played_out(game)
    whole, model = room.finished(), Table(game, len(room.chairs), room.options, None)
    since = compared = 0
    for at, line in enumerate(whole.log, 1):
        model.put(line.seat, line.action)
        since = at - 1 if line.seat >= 0 else since
        if at % max(1, len(whole.log) // 60) and at < len(whole.log):
            continue
        lines = [other for other in model.log[since:] if told(other, SPECTATOR)]
        seen = bare(game, view_to_draw(model.state, SPECTATOR), SPECTATOR, lines)
        replay = ended.replayed(room, at)
        if (replay.scene, replay.told) != (seen, [model.text(line) for line in lines]):
            raise Different(f"a replay shows more than a spectator saw:\n{replay.scene}\n{seen}")
        compared += 1
    return compared


@pytest.mark.parametrize("game", TOYS.games, ids=lambda game: game.name)
def test_a_replay_shows_what_a_spectator_saw(game: Game) -> None:
    assert compare_replays(game) > 10


@pytest.mark.parametrize("game", ["hands", "sealed", "chromino", "color_words"])
def test_a_replay_through_somebody_s_eyes_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ended, "SPECTATOR", 0)
    with pytest.raises(Different):
        compare_replays(TOYS.find(game))


@pytest.mark.parametrize("kind", [telling(DrawsTruth), moving(HintsKnow)], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("game", ["chromino", "color_words"])  # elsewhere nobody is told what others are not
def test_a_leak_in_a_real_game_is_caught(game: str, kind: type[Room]) -> None:
    with pytest.raises(Different):
        compare_many(TOYS, game, 50, kind, most=60)


# Games of memory: all are told the same, and what was covered again must be as if nobody had ever seen it.


def later(room: Room, state: State, kind: type[Telling]) -> list[bytes]:
    """What pages would get that come in this position: of every seat, and a spectator's."""
    table = room.playing().table
    table.state, real = state, table.state
    length = len(table.log)
    told = kind(room, room.presence, Frames(room), room.clocks, room.base)
    found = [told.frame(viewer, length, length) for viewer in [*range(len(room.chairs)), SPECTATOR]]
    table.state = real
    return found


def compare_histories(game: str, kind: type[Telling] = Telling) -> int:
    """How many positions were compared with others that differ in covered colours."""
    compared = 0
    for number in range(2):
        for room, other, _ in others(TOYS.find(game), random.Random(f"{game} later {number}")):
            room.catalogue = room.catalogue._replace(draw=bare)
            if later(room, room.playing().table.state, kind) != later(room, other, kind):
                raise Different(f"after {len(room.playing().table.log)} lines")
            compared += other != room.playing().table.state
    return compared


@pytest.mark.parametrize("game", MEMORY)
def test_no_page_that_comes_later_can_tell_what_is_covered(game: str) -> None:
    assert compare_histories(game) > 10
    with pytest.raises(Different):
        compare_histories(game, DrawsTruth)


# Rules that leak.


class Unredacted(Hands):
    """Forgets to blank the hands of others."""

    def redact(self, viewer: int, recall: bool) -> None:
        pass


class LeakyDeck(Hands):
    """Blanks the hands, but not what is missing from the deck."""

    def redact(self, viewer: int, recall: bool) -> None:
        deck = self.deck[:]
        super().redact(viewer, recall)
        self.deck = deck


class Gossip(Hands):
    """Its refusals tell what the neighbour holds."""

    def refuse(self, seat: int, action: int) -> Reason | None:
        if super().refuse(seat, action) is None:
            return None
        return Reason("refused.illegal", {"hint": self.own((seat + 1) % self.seats)})


@pytest.mark.parametrize("kind", [Unredacted, LeakyDeck, Gossip])
def test_leaking_rules_are_caught(kind: Callable[[], Hands]) -> None:
    def start(seats: int, options: tuple[int, ...]) -> State:
        state = kind()
        model = TOYS.games[0].start(seats, options)
        state.load(model.dump())
        return state

    leaky = Catalogue((TOYS.games[0]._replace(start=start),), bare)
    with pytest.raises(Different):
        compare_many(leaky, "hands", 50)
