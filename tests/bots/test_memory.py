"""A memory that fades: it keeps what it may, loses the rest for good, and never breaks a rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from families import COLOMO
from laws.walks import Case, cases, some_positions, walk
from polychrome.arena.match import play
from polychrome.bots import KINDS, make
from polychrome.bots.forgetful import ForgetfulBot
from polychrome.bots.memory import MEMORIES, PERFECT, Memory
from polychrome.bots.search import SearchBot
from polychrome.engine.core import HIDDEN, NATURE, SPECTATOR, Bot, Game, State, Unplayable
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE, FaceDown
from polychrome.engine.playout import playout
from polychrome.engine.table import Table
from polychrome.games import coloretto
from polychrome.games.colomo import arc_en_ciel, blackout, les_aveugles, ronde, rondo, trio
from samples import few

PERFECT_MEMORY = Memory(PERFECT, 0, 0, seed=1)
POOR = Memory(4, 0.02, 0.5, seed=1)
CASES = [case._replace(looks=few(12)) for case in cases(COLOMO, seeds=[1])]


def fade(memory: Memory, state: State, viewer: int) -> FaceDown:
    faded = memory.fade(state.view(viewer, recall=True), viewer)
    assert isinstance(faded, FaceDown)
    return faded


def seen_through(case: Case) -> Iterator[tuple[FaceDown, int]]:
    """Positions of a random game, each with everybody who looks at it."""
    for state in some_positions(case):
        assert isinstance(state, FaceDown)
        for viewer in case.viewers():
            yield state, viewer


def known(view: FaceDown) -> set[int]:
    """Places whose face-down disc has a colour."""
    return {place for place, colour in enumerate(view.disc) if colour >= 0 and not view.lies_open(place)}


def table_of(colours: list[int], sighted: list[int], played: int) -> FaceDown:
    """Discs that have all been seen; nothing else is on the table."""
    state = FaceDown()
    state.seats = 1
    state.pool = [0] * (max(colours) + 1)
    state.disc = colours[:]
    state.seen = sighted[:]
    state.played = played
    return state


# What every memory does, whatever it forgets.


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_perfect_memory_changes_nothing(case: Case) -> None:
    for state, viewer in seen_through(case):
        assert fade(PERFECT_MEMORY, state, viewer) == state.view(viewer, recall=True)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_without_any_span_there_is_only_what_lies_open(case: Case) -> None:
    for state, viewer in seen_through(case):
        bare, now = fade(Memory(0, 0, 1, seed=2), state, viewer).dump(), state.view(viewer).dump()
        del bare["seen"], now["seen"]  # that something was seen, and when, is known; what it was, is not
        assert bare == now


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_faded_view_is_a_view_that_can_be_played(case: Case) -> None:
    """Nothing is added or lost, what lies open stays, everybody may do what they may, and worlds fit it."""
    pieces = walk(case).positions[0].pieces()
    dice = Dice(3)
    for state, viewer in seen_through(case):
        faded = fade(POOR, state, viewer)
        assert faded.pieces() == pieces
        assert faded.unseen == sum(faded.pool) == faded.disc.count(HIDDEN)
        assert min(faded.pool, default=0) >= 0
        assert faded.view(viewer) == state.view(viewer)
        assert faded.acting() == state.acting()
        if viewer in state.acting():
            assert faded.legal(viewer) == state.legal(viewer)
        assert known(faded) <= {place for place, colour in enumerate(state.disc) if colour != NONE}
        world = faded.clone()
        world.imagine(dice)
        assert world.view(viewer) == state.view(viewer)
    playout(world, dice, case.game.limit)
    assert not world.acting()
    assert world.pieces() == pieces


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_view_is_remembered_the_same_way(case: Case) -> None:
    """Pure: nothing is noted down, in the memory or in the view."""
    for state, viewer in seen_through(case):
        view = state.view(viewer, recall=True)
        first = POOR.fade(view, viewer)
        assert view == state.view(viewer, recall=True)
        assert first is not view
        assert first == Memory(4, 0.02, 0.5, seed=1).fade(view, viewer)


def test_a_game_without_discs_to_remember_is_left_alone() -> None:
    view = coloretto.GAME.begin(3).view(0, recall=True)
    assert POOR.fade(view, 0) is view


@pytest.mark.parametrize(
    ("span", "decay", "confusion"), [(-1, 0, 0), (4, -0.1, 0), (4, 1.1, 0), (4, 0, 2), (float("nan"), 0, 0)]
)
def test_a_memory_that_cannot_be_is_refused(span: float, decay: float, confusion: float) -> None:
    with pytest.raises(ValueError, match="no memory has span"):
        Memory(span, decay, confusion, seed=1)


# Time and load.


@pytest.mark.parametrize("game", COLOMO, ids=lambda game: game.name)
def test_the_older_the_less_is_left(game: Game) -> None:
    """The same sightings, later and later: what is gone is gone, and in the end all is."""
    memory = Memory(PERFECT, 0.02, 0, seed=5)
    lost = 0
    for state, viewer in seen_through(Case(game, game.most, game.choose(game.most, {}), 2, 12)):
        later = state.view(viewer, recall=True)
        all_of_it = held = known(later)
        for _ in range(8):
            left = known(fade(memory, later, viewer))
            assert left <= held
            held = left
            later.played += 40
        lost += len(all_of_it - held)
        later.played += 100_000
        assert not known(fade(memory, later, viewer))
    assert lost


@pytest.mark.parametrize("game", COLOMO, ids=lambda game: game.name)
def test_a_wider_span_and_a_slower_decay_hold_what_a_poorer_memory_holds(game: Game) -> None:
    for state, viewer in seen_through(Case(game, game.fewest, game.choose(game.fewest, {}), 2, 12)):
        for poor, better in [((2, 0.03), (5, 0.03)), ((5, 0.03), (5, 0.01)), ((5, 0.01), (PERFECT, 0))]:
            memories = [Memory(span, decay, 0, seed=9) for span, decay in (poor, better)]
            held = [known(fade(memory, state, viewer)) for memory in memories]
            assert held[0] <= held[1]


@pytest.mark.parametrize("span", [1, 2, 3, 5, 8, 12])
@pytest.mark.parametrize("together", [1, 2, 6])
def test_about_as_many_discs_are_held_as_the_span_says(span: int, together: int) -> None:
    """Whether they were seen one by one or some at a time. The mean of 300 memories."""
    discs = 30
    state = table_of([place % 6 for place in range(discs)], [1 + place // together for place in range(discs)], 100)
    held = [len(known(fade(Memory(span, 0, 0, seed), state, 0))) for seed in range(300)]
    assert sum(held) / len(held) == pytest.approx(span, abs=0.25)
    assert max(held) <= 1.5 * span


def test_time_takes_its_part_of_everything() -> None:
    """Of discs seen 20 actions ago, (1 - decay)**20 is left."""
    state = table_of([place % 30 for place in range(30)], [80] * 30, 100)
    held = [len(known(fade(Memory(PERFECT, 0.05, 0, seed), state, 0))) for seed in range(200)]
    assert sum(held) / len(held) / 30 == pytest.approx(0.95**20, abs=0.03)


def test_what_was_seen_last_is_what_is_left() -> None:
    state = table_of([0, 1, 2, 3, 4, 5], [5, 60, 10, 50, 20, 40], 60)
    assert known(fade(Memory(1, 0, 0, seed=3), state, 0)) == {1}
    assert {1} <= known(fade(Memory(2, 0, 0, seed=3), state, 0)) <= {1, 3, 5}


@pytest.mark.parametrize("game", [ronde.GAME, trio.GAME, arc_en_ciel.GAME, rondo.GAME], ids=lambda game: game.name)
def test_what_is_forgotten_stays_forgotten_until_it_is_seen_again(game: Game) -> None:
    """Also when what pushed it out has left the table."""
    memory = Memory(6, 0.01, 0, seed=4)
    gone: dict[int, int] = {}  # by place: the sighting that was forgotten
    for state in walk(Case(game, 3, tuple(0 for _ in game.options), 5)).positions[::8]:
        assert isinstance(state, FaceDown)
        held = known(fade(memory, state, 1))
        for place in known(state):
            sighted = state.sighted(1, place)
            if place in held:
                assert gone.get(place) != sighted, f"the disc at {place} came back to mind"
            else:
                gone[place] = sighted
    assert len(gone) >= 6


def test_a_pawn_that_moves_is_remembered_as_well_as_before() -> None:
    """Pawns are followed with the eyes: their luck goes with them, wherever they go."""
    memory = Memory(PERFECT, 0.02, 0, seed=8)
    pawns = table_of([0, 1, 0, 1, NONE, NONE, NONE, NONE], [3, 9, 14, 21, 0, 0, 0, 0], 60)
    moved = table_of([NONE, NONE, NONE, NONE, 1, 0, 1, 0], [0, 0, 0, 0, 21, 14, 9, 3], 60)
    for _ in range(10):
        assert {7 - place for place in known(fade(memory, pawns, 0))} == known(fade(memory, moved, 0))
        pawns.played += 15
        moved.played += 15


def test_a_line_that_is_shifted_is_remembered_as_well_as_before() -> None:  # BLK-5
    """All six were seen at once; who of them is forgotten goes along with the disc."""
    fewer = 0
    for seed in range(30):
        memory = Memory(3, 0, 0, seed)
        line = table_of([0, 1, 2, 3, 4, 5], [7] * 6, 8)
        shifted = table_of([5, 0, 4, 1, 3, 2], [7] * 6, 9)
        kept = [{state.disc[place] for place in known(fade(memory, state, 0))} for state in (line, shifted)]
        assert kept[0] == kept[1]
        fewer += len(kept[0]) < 6
    assert fewer == 30


def test_everybody_forgets_something_else() -> None:
    state = table_of([0, 1, 2, 3, 4, 5] * 5, list(range(1, 31)), 31)
    memory = Memory(PERFECT, 0.05, 0, seed=1)
    assert len({frozenset(known(fade(memory, state, viewer))) for viewer in (0, 1, 2, SPECTATOR)}) == 4
    assert len({frozenset(known(fade(Memory(PERFECT, 0.05, 0, seed), state, 0))) for seed in range(4)}) == 4


def test_a_peek_is_remembered_by_who_peeked() -> None:
    """Sightings differ from seat to seat in Les Aveugles: the fresher one lasts longer."""
    state = les_aveugles.GAME.begin(2)
    assert isinstance(state, FaceDown)
    state.disc[3], state.played = 0, 400
    row = 3 * (state.seats + 1)
    state.seen[row : row + 3] = [10, 400, 10]  # seat 1 has just looked
    memory = Memory(PERFECT, 0.05, 0, seed=1)
    assert known(fade(memory, state, 1)) == {3}
    assert known(fade(memory, state, 0)) == set()
    assert known(fade(memory, state, SPECTATOR)) == set()


# Confusion.


@pytest.mark.parametrize("confusion", [0.2, 1])
@pytest.mark.parametrize("game", COLOMO, ids=lambda game: game.name)
def test_colours_are_mixed_up_only_between_neighbours(game: Game, confusion: float) -> None:
    memory = Memory(PERFECT, 0, confusion, seed=6)
    looks = [look for case in CASES if case.game is game for look in seen_through(case)]
    mixed = 0
    for state, viewer in looks:
        view = state.view(viewer, recall=True)
        faded = fade(memory, state, viewer)
        places = [place for place in range(len(view.disc)) if faded.disc[place] != view.disc[place]]
        mixed += len(places)
        assert (faded.pool, faded.unseen) == (view.pool, view.unseen)
        while places:  # they come in pairs of neighbours that have changed what is believed of them
            first, second = places.pop(0), places.pop(0)
            assert second == first + 1
            assert (faded.disc[first], faded.disc[second]) == (view.disc[second], view.disc[first])
            assert not view.lies_open(first)
            assert not view.lies_open(second)
            assert NONE not in (view.disc[first], view.disc[second])
    assert mixed


def test_as_many_are_mixed_up_as_confusion_says() -> None:
    """Every third place has a disc that was seen, between two that nobody knows."""
    state = table_of([HIDDEN, 1, HIDDEN] * 20, [0, 7, 0] * 20, 8)
    state.pool = [20, 20]
    state.unseen = 40
    for place in range(60):
        state.seen[place] = state.seen[place] and 1 + place  # at different times, so that their luck differs
    kept = [
        len(known(fade(Memory(PERFECT, 0, 0.3, seed), state, 0)) & set(range(1, 60, 3))) / 20 for seed in range(100)
    ]
    assert sum(kept) / len(kept) == pytest.approx(0.7, abs=0.04)


def test_a_mistake_lasts_until_one_of_the_two_is_seen_again() -> None:
    """Who has turned up the wrong disc knows better from then on, and does not turn it up for ever."""
    memory = Memory(PERFECT, 0, 1, seed=1)
    mistakes = 0
    for moment in range(1, 40):
        # The two in the middle can be mixed up with each other only; the outer ones have been seen last.
        state = table_of([0, NONE, 1, 2, NONE, 3], [98, 98, moment, 0, 98, 99], 100)
        if fade(memory, state, 0).disc[2:4] == [1, 2]:
            continue  # slipped to the other side, where nothing lies
        mistakes += 1
        assert fade(memory, state, 0).disc[2:4] == [2, 1]
        state.seen[3] = 97
        state.disc[3] = HIDDEN  # what it is does not matter, nor what luck it brings
        state.pool, state.unseen = [0, 0, 1, 0], 1
        assert fade(memory, state, 0).disc[2:4] == [1, HIDDEN]
    assert 10 < mistakes < 30


def test_seen_again_a_disc_is_mixed_up_by_new_luck() -> None:
    memory = Memory(PERFECT, 0, 0.5, seed=1)
    state = table_of([HIDDEN, 1, HIDDEN, NONE, 2, 2], [0, 1, 0, 0, 299, 300], 300)
    state.pool, state.unseen = [2, 0, 0], 2
    believed = []
    for moment in range(1, 200):
        state.seen[1] = moment
        believed.append(fade(memory, state, 0).disc.index(1))
    assert [believed.count(place) for place in range(3)] == pytest.approx([50, 100, 50], abs=20)


@pytest.mark.parametrize("earlier", [60, 50], ids=["at once", "one by one"])
def test_the_last_two_things_seen_are_never_mixed_up(earlier: int) -> None:
    others = 0
    for seed in range(50):
        state = table_of([0, 1, 2, 3, 4, 5], [1, 2, earlier, 60, 3, 4], 70)
        faded = fade(Memory(PERFECT, 0, 1, seed), state, 0)
        assert faded.disc[2:4] == [2, 3]
        others += faded.disc != state.disc
    assert others > 20


def test_what_was_just_covered_is_sure() -> None:
    """Whatever time takes away, and however much was seen before."""
    state = table_of([place % 6 for place in range(30)], [*range(1, 29), 40, 40], 40)
    for seed in range(50):
        faded = fade(Memory(4, 1, 1, seed), state, 0)
        assert known(faded) == {28, 29}
        assert faded.disc[28:] == state.disc[28:]


def test_a_disc_without_a_neighbour_is_not_mixed_up() -> None:
    state = table_of([0, NONE, 1, NONE, 2], [1, 2, 3, 4, 5], 6)
    assert fade(Memory(PERFECT, 0, 1, seed=1), state, 0) == state


# Bots with such a memory.


class Head(Bot):
    """Notes what it is shown."""

    def __init__(self) -> None:
        self.shown: State | None = None

    def choose(self, view: State, seat: int) -> int:
        self.shown = view
        return view.legal(seat)[0]


def test_a_forgetful_bot_thinks_about_what_is_left() -> None:
    state = trio.GAME.begin(2)
    playout(state, Dice(1), 200)
    while state.acting() == [NATURE]:
        playout(state, Dice(2), 1)
    seat = state.acting()[0]
    view = state.view(seat, recall=True)
    head = Head()
    assert ForgetfulBot(head, POOR).choose(view, seat) == state.legal(seat)[0]
    assert head.shown == POOR.fade(view, seat) != view
    assert view == state.view(seat, recall=True)


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("game", [*COLOMO, coloretto.GAME], ids=lambda game: game.name)
def test_forgetful_bots_play_every_game_by_the_rules(game: Game, memory: str) -> None:
    table = Table(game, game.fewest, None, Dice(1))
    bots = [make(f"{memory}/search:4", seat) for seat in range(game.fewest)]
    while table.acting() and len(table.log) < 60:
        seat = table.acting()[-1]
        table.play(seat, bots[seat].choose(table.state.view(seat, recall=True), seat))
    assert len(table.log) > 20


def forgetful(spec: str, seed: int) -> Bot:
    """A child that hardly thinks, for games to the end."""
    return ForgetfulBot(SearchBot(seed, 6, 0, 20), Memory(*MEMORIES[spec], seed))


@pytest.mark.parametrize("game", COLOMO, ids=lambda game: game.name)
def test_games_of_forgetful_bots_come_to_an_end(game: Game) -> None:
    """By the rules, or because nobody gets anywhere any more (GEN-15); not by running into the limit."""
    result = play(game, ["child"] * game.fewest, {}, 1, make=forgetful)
    assert result.failures == []
    assert result.steps < game.limit


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_bot_can_be_forgetful(kind: str) -> None:
    bot = make(f"child/{kind}", 3)
    assert isinstance(bot, ForgetfulBot)
    assert type(bot.head) is type(make(kind, 3))
    assert (bot.memory.span, bot.memory.decay, bot.memory.confusion) == MEMORIES["child"]


def test_a_bot_made_anew_for_every_move_forgets_the_same() -> None:
    state = blackout.GAME.begin(3)
    one, two = make("child/search:20", 1), make("child/search:20", 2)
    assert isinstance(one, ForgetfulBot)
    assert isinstance(two, ForgetfulBot)
    assert one.memory.seed == two.memory.seed
    assert one.memory.fade(state, 0) == two.memory.fade(state, 0)


@pytest.mark.parametrize("spec", ["elephant/search:300", "/search", "child/", "child/chess", "child/child/search"])
def test_an_unknown_memory_is_refused_with_those_there_are(spec: str) -> None:
    with pytest.raises(Unplayable) as refused:
        make(spec, 1)
    assert refused.value.reason.key == "setup.bot"
    assert refused.value.reason.args["spec"] == spec


def test_a_budget_is_checked_behind_the_slash_too() -> None:
    with pytest.raises(Unplayable) as refused:
        make("child/search:0", 1)
    assert refused.value.reason.key == "setup.budget"
