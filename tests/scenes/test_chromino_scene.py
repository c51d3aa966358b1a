"""The scene of Chromino: a table without end, a way to every place, and nothing that its viewer may not know."""

from __future__ import annotations

from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from rich.cells import cell_len

from games.script import Script
from laws.test_chromino import CASES, covered_otherwise
from laws.walks import Case, some_positions
from polychrome.engine.core import SPECTATOR, Message
from polychrome.engine.dice import Dice
from polychrome.games.chromino import GAME, rules, tiles
from polychrome.games.chromino.ground import SYSTEM_A, SYSTEM_B, SYSTEM_C, ground_of
from polychrome.games.chromino.rules import Chromino
from polychrome.palette import THEMES
from polychrome.scenes import draw, terminal, text
from polychrome.scenes.games import chromino
from polychrome.scenes.picture import svg
from polychrome.scenes.picture.blocks import Block, PlacedPart
from polychrome.scenes.picture.field import field
from polychrome.scenes.picture.pieces import Look
from polychrome.scenes.scene import FIELD, SPOT, TILE, Piece, Scene, Seat, Zone
from polychrome.scenes.terminal.boards import AXIS
from polychrome.scenes.walk import Walk
from polychrome.words import LANGUAGES, Words
from scenes.test_renderings import printed
from scenes.test_scene_laws import faults, reached
from scenes.test_scene_laws import scenes as drawn
from spec.chromino import ADAPTER, placed

SOME = CASES[::2]
ENGLISH = Words("en")
WORDS = [Words(language) for language in LANGUAGES]


def script(
    *hands: list[str], bag: list[str] | None = None, options: dict[str, Any] | None = None, **more: Any
) -> Script:
    return Script(ADAPTER, len(hands), options, hands=list(hands), bag=bag or [], **more)


def seen(script: Script, viewer: int, lines: int = 0) -> Scene:
    """What a viewer sees, having just been told the last few lines."""
    table = script.table
    return draw(GAME, table.state.view(viewer), viewer, table.told(viewer, len(table.log) - lines))


def said(scene: Scene) -> list[str]:
    return [ENGLISH.translate(message, (), scene.viewer) for message in scene.news]


def zone(scene: Scene, name: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == name)


# The laws.


@pytest.mark.parametrize("case", SOME, ids=str)
def test_scenes_obey_the_laws(case: Case) -> None:
    for view, scene in drawn(case, every=9):
        assert faults(scene, case.game, view) == []


@pytest.mark.parametrize("case", SOME[::2], ids=str)
def test_touching_targets_leads_to_every_choice(case: Case) -> None:
    for _, scene in drawn(case, every=31):
        assert sorted(choice.action for choice in reached(Walk(scene))) == sorted(c.action for c in scene.choices)


@pytest.mark.parametrize("case", SOME, ids=str)
def test_scenes_fit_eighty_columns_in_every_language(case: Case) -> None:
    for number, (_, scene) in enumerate(drawn(case, every=37)):
        for ascii in (False, True):
            words = WORDS[number % len(WORDS)]
            shown = printed(terminal.render(scene, words, [], ascii=ascii))
            assert max(cell_len(line.rstrip()) for line in shown.splitlines()) <= 80
            assert "…" not in shown
            assert not ascii or shown.isascii()
            assert [
                each.id for each in scene.zones if each.seat is None and words.word(each.label.key) not in shown
            ] == [] or ascii


@pytest.mark.parametrize("case", SOME, ids=str)
def test_scenes_can_be_read_aloud_in_every_language(case: Case) -> None:
    for number, (_, scene) in enumerate(drawn(case, every=53)):
        words = WORDS[number % len(WORDS)]
        spoken = text.render(scene, words, words.names(case.seats))
        assert all(line.endswith((".", "!", "?")) for line in spoken.splitlines() if line)
        for command in text.COMMANDS:
            assert text.answer(scene, words, words.names(case.seats), command, "table")


@pytest.mark.parametrize("case", SOME[::3], ids=str)
def test_nobody_sees_a_hidden_tile(case: Case) -> None:  # CHR-10
    dice = Dice(case.seed)
    for state in some_positions(case):
        for viewer in case.viewers():
            other = covered_otherwise(state, viewer, dice)
            assert draw(GAME, other.view(viewer), viewer) == draw(GAME, state.view(viewer), viewer)


@pytest.mark.parametrize("case", SOME[::3], ids=str)
def test_every_cell_of_the_table_is_drawn_once(case: Case) -> None:
    for view, scene in drawn(case, every=41):
        assert isinstance(view, Chromino)
        table = zone(scene, "table")
        assert table.kind == FIELD
        cells = Counter(cell for piece in table.pieces for cell in piece.cells)
        assert not cells or max(cells.values()) == 1  # nor does a place to touch lie on a tile
        assert sum(piece.shape != SPOT for piece in table.pieces) == len(view.laid)
        assert all(len(piece.cells) == len(piece.colours) == 3 for piece in table.pieces if piece.shape != SPOT)


# The table.


def test_a_tile_keeps_its_name_from_the_hand_to_the_table() -> None:
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"])
    assert [piece.id for piece in zone(seen(game, 0), "hand0").pieces] == ["tile.YYY", "tile.GRP"]
    game.play("0 place PRG -2 1 h")
    tile = zone(seen(game, 1, lines=3), "table").pieces[-1]
    assert tile.id == "tile.GRP"
    assert tile.colours == ("violet", "red", "green")
    assert tile.cells == ((-2, 1), (-1, 1), (0, 1))
    assert tile.fresh


def test_hidden_tiles_are_only_counted() -> None:  # CHR-10
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"])
    (back,) = zone(seen(game, 0), "hand1").pieces
    assert (back.up, back.colours, back.count) == (False, (), 2)


def test_a_last_tile_is_seen_by_all() -> None:  # CHR-10
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"]).play("0 place PRG -2 1 h")
    scene = seen(game, 1, lines=3)
    assert [piece.id for piece in zone(scene, "hand0").pieces] == ["tile.YYY"]
    assert said(scene)[1] == "Fox’s last tile is yellow-yellow-yellow."


# Ways to lay a tile.


def test_tile_then_place_then_turn() -> None:
    game = script(["GRP", "RRG"], ["PPP", "YPY"], bag=["YYP"])
    scene = seen(game, 0)
    paths = {choice.action: choice.path for choice in scene.choices}
    assert paths["place PRG -2 1 h"] == ("tile.GRP", "at.-1.1", "turn.h.PRG")
    assert len(set(paths.values())) == len(paths)
    button = next(button for button in scene.buttons if button.id == "turn.h.PRG")
    assert (button.colours, button.upright) == (("violet", "red", "green"), False)
    cells = {piece.id: piece.cells for piece in zone(scene, "table").pieces if piece.shape == SPOT}
    assert cells["at.-1.1"] == ((-1, 1),)


def test_who_waits_sees_no_places() -> None:
    game = script(["GRP", "RRG"], ["PPP", "YPY"], bag=["YYP"])
    for viewer in (1, SPECTATOR):
        scene = seen(game, viewer)
        assert not scene.choices
        assert not scene.buttons
        assert not any(piece.shape == SPOT for piece in zone(scene, "table").pieces)


def test_too_many_places_are_split_by_rows() -> None:
    ways = [placed(["RYG", x, y, "h"]) for x in range(0, 30, 3) for y in range(14)]
    buttons: dict[str, Any] = {}
    areas = chromino.split(tiles.BY_NAME["RYG"] // 2, ways, buttons)
    assert len(areas) == 140
    assert max(Counter(areas.values()).values()) <= chromino.TARGETS_AT_ONCE
    assert ENGLISH.translate(next(iter(buttons.values())).label) == "Rows 0 to 4: 47 places"
    assert chromino.split(0, ways[:60], {}) == {}


def test_a_choice_says_what_it_scores() -> None:
    game = script(["GRP", "RRG"], ["PPP", "YPY"], bag=["YYP"], options={"scoring": "B"})
    choice = next(choice for choice in seen(game, 0).choices if choice.action == "place PRG -2 1 h")
    assert ENGLISH.translate(choice.label) == "violet-red-green across, 1 left, 1 down: 2 contacts, 16 points"


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ((0, 0), "in the middle"),
        ((3, 0), "3 right"),
        ((0, -2), "2 up"),
        ((-4, 5), "4 left, 5 down"),
        ((1, -1), "1 right, 1 up"),
    ],
)
def test_a_cell_is_called_by_its_way_from_the_middle(cell: tuple[int, int], words: str) -> None:
    assert ENGLISH.translate(Message("chromino.spot", chromino.where(*cell))) == f"middle square {words}"


# Points, explained.


def test_every_contact_is_explained() -> None:  # CHR-14 to CHR-16
    ground = ground_of([placed(["RGB", -1, 0, "h"]), placed(["GBB", 0, 1, "h"])])
    laid = placed(["BYP", 2, 0, "h"])
    lines = {system: [ENGLISH.translate(m) for m in chromino.explained(ground, laid, system)] for system in (1, 2, 3)}
    assert lines[SYSTEM_A] == [
        "The tile itself, blue-yellow-violet: 3.",
        "It touches green-blue-blue: 2.",
        "It touches red-green-blue: 3.",
    ]
    assert lines[SYSTEM_B] == [
        "A contact, blue on green-blue-blue: 4 + 2 = 6.",
        "A contact, blue on red-green-blue: 4 + 4 = 8.",
    ]
    assert lines[SYSTEM_C] == [
        "A long edge, blue on green-blue-blue: 4 + 2 = 6.",
        "An end, blue on red-green-blue: 4 × 4 = 16.",
    ]


@pytest.mark.parametrize("system", [SYSTEM_A, SYSTEM_B, SYSTEM_C])
def test_explanations_add_up(system: int) -> None:
    for case in CASES[::3]:
        for state in some_positions(case._replace(looks=1)):
            assert isinstance(state, Chromino)
            ground = ground_of(state.laid[:1])
            for laid in state.laid[1:]:
                rows = chromino.explained(ground, laid, system)
                assert sum(int(str(row.args["worth"])) for row in rows) == ground.points(laid, system)
                ground.lay(laid)


def test_news_of_a_tile_with_points() -> None:
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"], options={"scoring": "C"}).play("0 place PRG -2 1 h")
    assert said(seen(game, 1, lines=3)) == [
        "Fox laid violet-red-green across, 1 left, 1 down.",
        "Fox scores 16.",
        "A long edge, red on red-green-blue: 4 + 4 = 8.",
        "A long edge, green on red-green-blue: 4 + 4 = 8.",
        "Fox’s last tile is yellow-yellow-yellow.",
    ]


def test_news_of_drawing() -> None:  # CHR-9, CHR-10
    game = script(["YYY", "PPP"], ["YPY", "GRP"], bag=["YYP"]).play("0 draw")
    assert said(seen(game, 0, lines=4)) == ["You drew yellow-yellow-violet.", "It does not fit; you keep it."]
    assert said(seen(game, 1, lines=4)) == ["Fox keeps the tile drawn; it does not fit."]


def test_news_of_passing() -> None:  # CHR-9
    game = script(["GRP", "YYY", "PPP"], ["YPY", "YYP"], ["GBB", "PYP"], bag=[]).play("0 place PRG -2 1 h")
    assert said(seen(game, 1, lines=3)) == [
        "Fox laid violet-red-green across, 1 left, 1 down.",
        "You can neither lay nor draw a tile.",
    ]


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([["GRP"], ["PPP"]], "You have laid every tile: you win!"),
        ([["GRP", "YYY"], ["PPP", "YPY"]], "Nobody can go on. You win with 1 tile left."),
        ([["GRP", "YYY"], ["PPP"]], "Nobody can go on. You win together with Owl, with 1 tile left each!"),
        ([["GRP", "YYY", "PPP"]], "No tile fits any more, and 2 are left. Lost this time!"),
    ],
)
def test_how_a_game_ended_is_said(hands: list[list[str]], words: str) -> None:  # CHR-11, CHR-12, CHR-18
    game = script(*hands, bag=[]).play("0 place PRG -2 1 h")
    assert ENGLISH.translate(seen(game, 0).status, (), 0) == words


def test_without_points_tiles_left_are_the_standing() -> None:
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"])
    standings = [ENGLISH.translate(place.standing) for place in seen(game, 0).seats if place.standing]
    assert standings == ["2 tiles left", "2 tiles left"]
    counted = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"], options={"scoring": "A"})
    assert [place.standing for place in seen(counted, 0).seats] == [None, None]


# How it is drawn.


def test_the_terminal_joins_the_squares_of_a_tile() -> None:
    table = [["PYB", 2, -2, "v"]]
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"], table=table)
    lines = printed(terminal.render(seen(game, SPECTATOR), ENGLISH, [])).splitlines()
    assert "     -1   0   1   2" in [line.rstrip() for line in lines]
    assert "   0 ×RE─▲GN─≈BL ≈BL╯" in [line.rstrip() for line in lines]
    assert "  -2             ▚VI╮" in [line.rstrip() for line in lines]


def test_a_wide_table_is_drawn_in_strips() -> None:
    label = Message("chromino.back", {})
    spans = [tuple((3 * at + i, 0) for i in range(3)) for at in range(30)]
    pieces = tuple(Piece(f"p{at}", TILE, label, ("red",) * 3, cells=cells) for at, cells in enumerate(spans))
    field = Zone("wide", FIELD, label, pieces)
    scene = Scene(game="chromino", seats=(Seat(0, 0, False),), zones=(field,), status=label)
    shown = printed(terminal.render(scene, ENGLISH, []))
    assert max(cell_len(line.rstrip()) for line in shown.splitlines()) <= 80
    assert sum(line.count("×") for line in shown.splitlines() if line.startswith("   0 ")) == 90


def test_numbers_of_places_stand_on_the_table() -> None:
    game = script(["GRP", "RRG"], ["PPP", "YPY"], bag=["YYP"])
    scene = seen(game, 0)
    walk = Walk(scene)
    walk.touch("tile.GRP")
    shown = printed(terminal.render(scene, ENGLISH, [], walk=walk))
    rows = [line[AXIS:] for line in shown.split("Fox")[0].splitlines() if line[:4].strip(" -").isdigit()]
    numbers = sorted(int(word) for row in rows for word in row.split() if word.isdigit())
    assert numbers == list(range(1, len(walk.targets()) + 1))


def test_a_long_table_is_not_read_out_unless_asked_for() -> None:
    table = [["YRG", -2, 1, "h"], ["GBB", 0, -1, "h"], ["BYP", 2, 0, "h"], ["PYR", -2, 2, "h"]]
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"], table=table)
    scene = seen(game, 0)
    assert "Table: 5 pieces, columns -2 to 4, rows -1 to 2." in text.render(scene, ENGLISH, [])
    assert "blue-yellow-violet, across, 3 right" in text.answer(scene, ENGLISH, [], "scan", "table")


@pytest.mark.parametrize("theme", THEMES)
def test_squares_of_two_tiles_are_apart_and_patterns_upright(theme: str) -> None:
    game = script(["GRP", "YYY"], ["PPP", "YPY"], bag=["YYP"], table=[["PYB", 2, -2, "v"]])
    table = zone(seen(game, SPECTATOR), "table")
    block = field(table, 1, THEMES[theme])
    squares = [part for part in block.parts if isinstance(part.what, Look)]
    assert len(squares) == 6
    assert {part.what.width for part in squares if isinstance(part.what, Look)} == {46}  # one colour each, never turned
    places = sorted((part.x, part.y) for part in squares)
    assert len({x for x, _ in places}) == 4
    assert all(inside(part, block) for part in squares)


def inside(part: PlacedPart, block: Block) -> bool:
    assert isinstance(part.what, Look)
    return 0 <= part.x <= block.width - part.what.width and 0 <= part.y <= block.height - part.what.height


def test_a_whole_game_can_be_drawn() -> None:
    for case in CASES[::5]:
        state = some_positions(case)[-1]
        picture = svg(draw(GAME, state.view(0), 0), ENGLISH, [])
        assert ET.fromstring(picture).tag.endswith("svg")
        assert len(picture) < 250_000


def test_the_scene_knows_every_phase() -> None:
    assert {state.phase for case in CASES for state in some_positions(case._replace(looks=400))} == set(
        range(rules.OVER + 1)
    )
