"""What holds for the scenes of every game, with every number of seats and every option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from laws.laws import hidden
from laws.walks import Case, cases, some_positions, walk
from polychrome.engine.core import SPECTATOR, Game, Message, State
from polychrome.palette import COLOURS
from polychrome.registry import GAMES
from polychrome.scenes import draw
from polychrome.scenes.scene import Button, Choice, Scene, Sum, Zone
from polychrome.scenes.turn import view_to_draw
from polychrome.scenes.walk import Walk
from polychrome.words import LANGUAGES, NO_LISTENER, Words
from samples import THIN

MOST_TARGETS = 60  # that a person is asked to choose from at once
WORDS = [Words(language) for language in LANGUAGES]
CASES = cases(GAMES, seeds=[1])


# The laws: each names what is wrong with a scene.


def faults(scene: Scene, game: Game, view: State, words: Sequence[Words] = WORDS) -> list[str]:
    """All that is wrong with a scene of this view."""
    of_view = [*wrong_choices(scene, game, view), *wrong_places(scene, view)]
    of_targets = [*wrong_paths(scene), *wrong_targets(scene), *wrong_end(scene)]
    return [*of_view, *of_targets, *wrong_words(scene, words), *wrong_colours(scene)]


def wrong_choices(scene: Scene, game: Game, view: State) -> Iterator[str]:
    """Every legal action of the viewer is one choice; whoever is not asked has none."""
    legal = view.legal(scene.viewer) if scene.viewer in view.acting() else []
    offered = Counter(choice.action for choice in scene.choices)
    wanted = Counter(game.text(action) for action in legal)
    if offered != wanted:
        yield f"choices: {sorted(offered - wanted)} too many, {sorted(wanted - offered)} lacking"
    if (scene.prompt is not None) != (scene.viewer in view.acting()):
        yield "only whoever acts is told what to do"


def wrong_paths(scene: Scene) -> Iterator[str]:
    """One path for each choice; none is empty, none is the beginning of another or the same."""
    order = sorted if scene.loose else tuple
    paths = sorted(tuple(order(choice.path)) for choice in scene.choices)
    for path, following in pairwise(paths):  # in order, a beginning stands right before one
        if following[: len(path)] == path:
            yield f"{path} is a beginning of {following}"
    if paths and not paths[0]:
        yield "a path is empty"


def wrong_targets(scene: Scene) -> Iterator[str]:
    """Targets exist, each id once, and a person is never asked to choose from too many."""
    ids = Counter(ids_of(scene))
    yield from (f"{name} is the name of {count} things" for name, count in ids.items() if count > 1)
    yield from {f"there is no {name}" for choice in scene.choices for name in choice.path if name not in ids}
    if scene.loose:
        steps = {(name,) for choice in scene.choices for name in choice.path}
    else:
        steps = {choice.path[: at + 1] for choice in scene.choices for at in range(len(choice.path))}
    fan = Counter(step[:-1] for step in steps)
    yield from (f"{count} targets after {node}" for node, count in fan.items() if count > MOST_TARGETS)


def wrong_end(scene: Scene) -> Iterator[str]:
    """At the end, and only then, the rule that decided is named, a kind word for whoever did not win, and figures that
    add up to every score."""
    if bool(scene.why) != scene.over:
        yield "the rule that decided is named at the end, and only there"
    for place in scene.seats:
        if sum(part.points for part in place.sums) != (place.score if scene.over else 0):
            yield f"the sums of seat {place.seat} are not its score"
    losers = [place.seat for place in scene.seats if not place.winner]
    kind = [message.args["seats"] for message in scene.why if message.key == "scene.well_played"]
    if scene.over and kind != ([losers] if losers else []):
        yield "no kind word for whoever did not win"


def ids_of(scene: Scene) -> Iterator[str]:
    for zone in scene.zones:
        yield zone.id
        yield from (piece.id for piece in zone.pieces)
    yield from (button.id for button in scene.buttons)


def wrong_places(scene: Scene, view: State) -> Iterator[str]:
    """Each seat has its place, with its points; a lamp burns for those who act; winners are named at the end only."""
    if [place.seat for place in scene.seats] != list(range(view.seats)):
        yield "not one place for each seat"
    if [place.score for place in scene.seats] != view.scores():
        yield "wrong points"
    if [place.seat for place in scene.seats if place.acting] != [seat for seat in view.acting() if seat >= 0]:
        yield "the wrong seats act"
    over = not view.acting()
    if scene.over != over or [p.seat for p in scene.seats if p.winner] != (view.winners() if over else []):
        yield "the wrong winners"


SAID: set[str] = set()  # in our four languages; a sheet of fifty cells says the same again and again


def wrong_words(scene: Scene, words: Sequence[Words]) -> Iterator[str]:
    """Everything can be said, in every language."""
    for message in messages_of(scene):
        if words is WORDS and repr(message) in SAID:
            continue
        problems = [problem for problem in (unsaid(message, language) for language in words) if problem]
        yield from problems
        if words is WORDS and not problems:
            SAID.add(repr(message))


def unsaid(message: Message, language: Words) -> str:
    """Why a message cannot be said, to whom it is about or to others; nothing if it can."""
    seat = message.args.get("seat")
    try:
        language.translate(message)
        language.translate(message, (), seat if isinstance(seat, int) else NO_LISTENER)
    except KeyError as problem:
        return str(problem)
    return ""


def messages_of(scene: Scene) -> Iterator[Message]:
    yield from (scene.status, *scene.news, *scene.facts, *scene.why, *([scene.prompt] if scene.prompt else []))
    for place in scene.seats:
        yield from (*place.notes, *(part.label for part in place.sums))
    for zone in scene.zones:
        yield from (zone.label, *([zone.note] if zone.note else []), *(piece.label for piece in zone.pieces))
    yield from (button.label for button in scene.buttons)
    yield from (choice.label for choice in scene.choices)


def wrong_colours(scene: Scene) -> Iterator[str]:
    pieces = [piece for zone in scene.zones for piece in zone.pieces]
    yield from (f"{piece.id} shows what it hides" for piece in pieces if piece.colours and not piece.up)
    yield from (
        f"{thing.id} has a colour of its own" for thing in [*pieces, *scene.buttons] if {*thing.colours} - {*COLOURS}
    )


# Every game under them.


def scenes(case: Case, every: int) -> Iterator[tuple[State, Scene]]:
    """Every so many lines of a random game, more often where several seats are asked, and at the end: what whoever
    acts and one of the others see, having been told the last few lines."""
    game = walk(case)
    for at, state in enumerate(game.positions):
        asked = [seat for seat in state.acting() if seat >= 0]
        if at % (THIN * every if len(asked) < 2 else THIN * max(1, every // 4)) and state.acting():
            continue
        for viewer in {*asked[:2], case.viewers()[at % len(case.viewers())]}:
            told = [line for line in game.table.log[max(0, at - at % 7) : at] if line.audience >> viewer & 1]
            view = state.view(viewer)
            yield view, draw(case.game, view, viewer, told)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenes_obey_the_laws(case: Case) -> None:
    for view, scene in scenes(case, every=2):
        assert faults(scene, case.game, view) == []


@pytest.mark.parametrize("case", CASES, ids=str)
def test_touching_targets_leads_to_every_choice(case: Case) -> None:
    for _, scene in scenes(case, every=5):
        if scene.loose:
            in_any_order(scene)
        elif len(scene.choices) < 300:
            assert sorted(choice.action for choice in reached(Walk(scene))) == sorted(c.action for c in scene.choices)


def in_any_order(scene: Scene) -> None:
    """A set: whatever belongs to a choice may be touched first, and every choice is reached from both ends, with its
    running total on the way."""
    assert {target for target, _ in Walk(scene).targets()} == {name for one in scene.choices for name in one.path}
    for wanted in scene.choices[:: max(1, len(scene.choices) // 50)]:
        for path in (wanted.path, wanted.path[::-1]):
            walk = Walk(scene)
            found = None
            for target in path:
                assert found is None or found is wanted
                assert not scene.tallies or walk.total() is not None
                found = walk.touch(target) if found is None else found
            assert found is wanted


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whatever_was_seen_is_turned_up_at_the_end(case: Case) -> None:
    """A scene of what is remembered shows more than one of what lies open, wherever there is more to remember."""
    state = walk(case).positions[-1]
    for viewer in case.viewers():
        views = [state.view(viewer), view_to_draw(state, viewer)]
        blanks, shown = map(hidden, views), (faces(draw(case.game, view, viewer)) for view in views)
        (lying, remembered), (before, after) = blanks, shown
        assert (after > before) == (remembered < lying)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whoever_draws_changes_nothing(case: Case) -> None:
    """Where nothing is hidden, what is drawn is the position itself, which others go on with (turn.view_to_draw)."""
    for state in some_positions(case):
        for viewer in case.viewers():
            view = view_to_draw(state, viewer)
            before = view.dump()
            draw(case.game, view, viewer)
            assert view.dump() == before
            assert view is not state or state.view(viewer) == state


def faces(scene: Scene) -> int:
    """How many pieces lie open."""
    return sum(piece.up for zone in scene.zones for piece in zone.pieces)


def reached(walk: Walk) -> Iterator[Choice]:
    for target, _ in walk.targets():
        depth = len(walk.path)
        choice = walk.touch(target)
        if choice:
            yield choice
        else:
            yield from reached(walk)
            walk.back()
        assert len(walk.path) == depth


# The laws bite.


@pytest.fixture(name="good")
def a_good_scene() -> tuple[Scene, Game, State]:
    """The first position with three choices or more."""
    case = CASES[0]
    for state in walk(case).positions:
        for seat in range(case.seats):
            scene = draw(case.game, state.view(seat), seat)
            if len(scene.choices) > 2:
                return scene, case.game, state.view(seat)
    raise AssertionError("no such position")


def spoiled(scene: Scene) -> dict[str, Scene]:
    """The scene with one mistake each."""
    first, second, *rest = scene.choices
    many = [Button(f"b{i}", scene.status) for i in range(MOST_TARGETS + 1)]
    nonsense = Message("no.such.key", {})
    zone = next(zone for zone in scene.zones if zone.pieces)
    odd = replace(zone.pieces[0], id="odd", colours=("teal",), up=True)
    seen = replace(zone.pieces[0], id="seen", colours=("red",), up=False)
    return {
        "a choice is lacking": replace(scene, choices=scene.choices[1:]),
        "a choice is there twice": replace(scene, choices=(*scene.choices, replace(first, path=(*first.path, "x")))),
        "a choice is illegal": replace(scene, choices=(*scene.choices, Choice("dance", ("deck",), first.label))),
        "a path is the beginning of another": replace(
            scene, choices=(first, replace(second, path=(*first.path, *second.path)), *rest)
        ),
        "two choices have one path": replace(scene, choices=(first, replace(second, path=first.path), *rest)),
        "a path is empty": replace(scene, choices=(replace(first, path=()), second, *rest)),
        "a target does not exist": replace(scene, choices=(replace(first, path=("moon",)), second, *rest)),
        "too many targets": replace(
            scene, buttons=tuple(many), choices=tuple(replace(first, path=(button.id,)) for button in many)
        ),
        "an id is there twice": replace(scene, buttons=(Button(scene.zones[0].id, scene.status),)),
        "a key has no words": replace(scene, status=nonsense),
        "a label has no words": replace(scene, choices=(replace(first, label=nonsense), second, *rest)),
        "a note has no words": replace(scene, zones=(replace(scene.zones[0], note=nonsense), *scene.zones[1:])),
        "a gap is not filled": replace(scene, news=(Message("scene.turn", {}),)),
        "a colour is unknown": replace(scene, zones=(*scene.zones, Zone("z", "row", zone.label, (odd,)))),
        "a hidden piece shows its colour": replace(scene, zones=(*scene.zones, Zone("z", "row", zone.label, (seen,)))),
        "somebody else acts": replace(
            scene, seats=tuple(replace(place, acting=not place.acting) for place in scene.seats)
        ),
        "a point too many": replace(scene, seats=(replace(scene.seats[0], score=999), *scene.seats[1:])),
        "a seat is lacking": replace(scene, seats=scene.seats[1:]),
        "a winner too early": replace(scene, seats=tuple(replace(place, winner=True) for place in scene.seats)),
        "the rule is named too early": replace(scene, why=(scene.status,)),
        "sums before the end": replace(
            scene, seats=(replace(scene.seats[0], sums=(Sum(scene.status, 1),)), *scene.seats[1:])
        ),
        "nothing to do": replace(scene, prompt=None),
        "a spectator may act": replace(scene, viewer=SPECTATOR),
    }


def test_a_good_scene_has_no_faults(good: tuple[Scene, Game, State]) -> None:
    assert faults(*good) == []


def test_every_planted_mistake_is_found(good: tuple[Scene, Game, State]) -> None:
    scene, game, view = good
    assert [mistake for mistake, bad in spoiled(scene).items() if not faults(bad, game, view)] == []


def test_a_key_missing_in_one_language_only_is_found(good: tuple[Scene, Game, State]) -> None:
    words = [Words(language) for language in LANGUAGES]
    words[2].entries = {key: entry for key, entry in words[2].entries.items() if key != "scene.turn"}
    assert faults(*good, words) == ["\"de has no words for 'scene.turn'\""]
