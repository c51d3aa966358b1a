"""Pictures: everything in its place, nothing on top of it, readable in every language and by every tool."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from polychrome.engine.core import SPECTATOR, Message
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games import coloretto
from polychrome.palette import COLOURS, THEMES
from polychrome.scenes import draw
from polychrome.scenes.picture import svg
from polychrome.scenes.picture.animals import HEADS
from polychrome.scenes.picture.blocks import Block, PlacedPart, Text, walk
from polychrome.scenes.picture.lettering import balanced, clean, fit, width, wrap
from polychrome.scenes.picture.pieces import Look
from polychrome.scenes.picture.table import ARRANGEMENTS_TRIED, Family, boards, lengths, table
from polychrome.scenes.picture.zones import Pen
from polychrome.scenes.scene import (
    CAP,
    CARD,
    DISC,
    GRID,
    HAND,
    LINE,
    PAWN,
    PILE,
    RING,
    ROW,
    TILE,
    TRAY,
    Piece,
    Scene,
    Seat,
    Zone,
)
from polychrome.words import ANIMALS, LANGUAGES, NO_LISTENER, Words

SPACE = "{http://www.w3.org/2000/svg}"
MEAN = '<script>alert("&")</script>]]>'
NINE = [name for name in COLOURS if name != "joker"]


# Scenes: of the game there is, and made by hand for what no game needs yet.


class Plain(Words):
    """Says `=anything` as it is, so that scenes made by hand need no catalogue."""

    def translate(self, message: Message, names: Sequence[str] = (), you: int = NO_LISTENER) -> str:
        return message.key[1:] if message.key.startswith("=") else super().translate(message, names, you)


def said(text: str) -> Message:
    return Message(f"={text}", {})


def piece(number: object, shape: str, *colours: str, up: bool = True, **more: object) -> Piece:
    return replace(Piece(f"piece{number}", shape, said(" and ".join(colours) or "a piece"), colours, up), **more)


def scene(*zones: Zone, seats: int = 2, viewer: int = SPECTATOR) -> Scene:
    places = tuple(Seat(seat, 7 * seat - 3, acting=seat == 1, notes=(said("thinks"),) * seat) for seat in range(seats))
    status, facts = said("Owl is to turn up two discs."), (said("A fact."),)
    return Scene(game="toy", viewer=viewer, seats=places, zones=zones, status=status, facts=facts)


def played(seats: int, steps: int, viewer: int = SPECTATOR) -> Scene:
    """A game of Coloretto after so many random actions."""
    game, dice = Table(coloretto.GAME, seats, {}, Dice(seats)), Dice(steps)
    told = 0
    for _ in range(steps):
        if not game.over():
            told = len(game.log)
            seat = game.acting()[0]
            game.play(seat, game.state.sample(seat, dice))
    return draw(coloretto.GAME, game.state.view(viewer), viewer, game.log[told:])


BOARD = Zone(
    "board",
    GRID,
    said("Board"),
    tuple(piece(i, DISC, NINE[i % 9]) if i % 3 else piece(i, DISC, up=False) for i in range(60)),
    slots=64,
    columns=8,
)
TRACK = Zone("track", RING, said("Track"), tuple(piece(i, CAP, NINE[i % 9]) for i in range(28)), slots=30)
SNAKE = Zone("snake", LINE, said("Line"), tuple(piece(i, TILE, NINE[i], "joker", "red") for i in range(9)))
BAG = Zone("bag", PILE, said("Bag"), (piece("bag", TILE, up=False, count=38),))
PAWNS = Zone("pawns", ROW, said("Pawns"), tuple(piece(i, PAWN, NINE[i]) for i in range(9)), slots=10)
MIXED = Zone(
    "mixed",
    ROW,
    said("Mixed"),
    (
        piece(1, CARD, "red", "blue", fresh=True),
        piece(2, DISC, "pink", badge="12"),
        piece(3, CARD, badge="+2", count=4),
        piece(4, CAP, "brown", "joker", badge="7", count=12),
    ),
    note=said("a note of some length that will have to be broken somewhere"),
)
LONG = Zone(
    "long",
    ROW,
    said("Donaudampfschifffahrtsgesellschaftskapitänsmützenbandfabrikant"),
    (piece("long", CARD, "grey"),),
    slots=2,
    note=said("Rechtsschutzversicherungsgesellschaftsangestellte & Co."),
)
TAKEN = Zone("taken", ROW, said("Row A"), slots=1, closed=True, note=said("von Nilpferddame genommen"))


def hands(seats: int) -> tuple[Zone, ...]:
    return tuple(
        zone
        for seat in range(seats)
        for zone in (
            Zone(
                f"hand{seat}", HAND, said("Hand"), tuple(piece(f"{seat}.{i}", CARD, up=False) for i in range(9)), seat
            ),
            Zone(f"won{seat}", TRAY, said("Won"), tuple(piece(f"{seat}.{c}", DISC, c, count=3) for c in NINE), seat),
        )
    )


BY_HAND: dict[str, Scene] = {
    "empty": scene(),
    "nobody": scene(BOARD, seats=0),
    "grid": scene(BOARD, *hands(4), seats=4),
    "ring": scene(TRACK, BAG, seats=5),
    "line": scene(SNAKE, BAG, Zone("hand", HAND, said("Your hand"), SNAKE.pieces[:5], 0), viewer=0),
    "pawns": scene(PAWNS, MIXED, *hands(2)),
    "words": scene(LONG, TAKEN, seats=5),
    "many": scene(
        *(replace(MIXED, id=f"zone{i}", label=said(f"Zone {i}")) for i in range(7)),
        *(replace(BAG, id=f"bag{i}") for i in range(6)),
        seats=8,
    ),
}
GAMES: dict[str, Scene] = {
    f"coloretto {seats} after {steps}": played(seats, steps, viewer)
    for seats, steps, viewer in (
        *((2, 0, SPECTATOR), (2, 45, 0), (2, 999, 1)),
        *((3, 0, SPECTATOR), (3, 70, 2), (3, 999, 0)),
        *((4, 0, SPECTATOR), (4, 81, 3), (4, 999, SPECTATOR)),
        *((5, 0, SPECTATOR), (5, 94, 0), (5, 150, 4), (5, 999, 1)),
    )
}
SCENES = BY_HAND | GAMES
NAMES = [
    "Wolfgang Amadeus Theophilus von Hohenlohe-Waldenburg",
    MEAN,
    "",
    "名前がとても長い人です",
    "👩‍👩‍👧‍👦🦊",
    "a\x00b\x1b",
]


def laid(name: str, language: str = "de", names: Sequence[str] = ()) -> list[PlacedPart]:
    return list(walk(table(SCENES[name], Pen(THEMES["light"], Plain(language), names, SCENES[name].viewer))))


def picture(scene: Scene, theme: str = "light", names: Sequence[str] = (), language: str = "en") -> ET.Element:
    return ET.fromstring(svg(scene, Plain(language), names, theme))


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SPACE}text")]


# Composition.


HAIR = 0.001  # sums of sizes are not exact


class Box:
    def __init__(self, left: float, top: float, width: float, height: float) -> None:
        self.left, self.top, self.right, self.bottom = left, top, left + width, top + height

    def inside(self, other: Box) -> bool:
        across = other.left <= self.left + HAIR and self.right <= other.right + HAIR
        return across and other.top <= self.top + HAIR and self.bottom <= other.bottom + HAIR

    def meets(self, other: Box) -> bool:
        across = self.left + HAIR < other.right and other.left + HAIR < self.right
        return across and self.top + HAIR < other.bottom and other.top + HAIR < self.bottom


def boxes(items: list[PlacedPart], kind: str) -> dict[str, Box]:
    """Of zones or seats, by name."""
    return {
        item.what.name: Box(item.x, item.y, item.what.width, item.what.height)
        for item in items
        if isinstance(item.what, Block) and item.what.name.startswith(kind)
    }


def text_boxes(items: list[PlacedPart]) -> list[tuple[str, Box]]:
    """Every text from the top of its capitals to the foot of its letters."""
    found = []
    for item in items:
        if isinstance(item.what, Text):
            text = item.what
            found.append((text.text, Box(item.x + text.left, item.y - 0.75 * text.size, text.width, text.size)))
    return found


@pytest.mark.parametrize("name", SCENES)
def test_nothing_lies_on_anything_else(name: str) -> None:
    items = laid(name)
    zones, seats = boxes(items, "zone"), boxes(items, "seat")
    assert len(zones) == len(SCENES[name].zones)
    assert len(seats) == len(SCENES[name].seats)
    for kind in (zones, seats):
        for (one, a), (two, b) in combinations(kind.items(), 2):
            assert not a.meets(b), f"{one} and {two}"
    for zone in SCENES[name].zones:
        if zone.seat is None or (zone.kind == HAND and zone.seat == SCENES[name].viewer):
            assert not any(zones[f"zone {zone.id}"].meets(seat) for seat in seats.values()), zone.id
        else:
            assert zones[f"zone {zone.id}"].inside(seats[f"seat {zone.seat}"]), zone.id


@pytest.mark.parametrize("names", [(), NAMES], ids=["animals", "long names"])
@pytest.mark.parametrize("name", SCENES)
def test_all_words_are_in_the_picture_and_apart(name: str, names: Sequence[str]) -> None:
    items = laid(name, names=names)
    assert isinstance(items[0].what, Block)
    frame = Box(0, 0, items[0].what.width, items[0].what.height)
    found = text_boxes(items)
    for text, box in found:
        assert box.inside(frame), text
    for (one, a), (two, b) in combinations(found, 2):
        assert not a.meets(b), f"{one} and {two}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_fit_in_every_language(language: str) -> None:
    for name in ("coloretto 2 after 45", "coloretto 5 after 999"):
        items = laid(name, language)
        assert isinstance(items[0].what, Block)
        frame = Box(0, 0, items[0].what.width, items[0].what.height)
        assert all(box.inside(frame) for _, box in text_boxes(items))


@pytest.mark.parametrize("name", SCENES)
def test_pieces_lie_in_their_zones(name: str) -> None:
    """But for the lifted ones, which rise a little out of them."""
    items = laid(name)
    zones = list(boxes(items, "zone").values())
    for item in items:
        if isinstance(item.what, Look):
            edge = 4 if item.what.lifted else 0
            box = Box(item.x + edge, item.y + edge, item.what.width - 2 * edge, item.what.height - 2 * edge)
            assert any(box.inside(zone) for zone in zones)
            assert min(item.what.width, item.what.height) >= 20


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_pictures_have_the_shape_of_a_screen(seats: int) -> None:
    for name in GAMES:
        if name.startswith(f"coloretto {seats}"):
            whole = laid(name)[0].what
            assert isinstance(whole, Block)
            assert 1.1 < whole.width / whole.height < 2, name


def test_crowds_of_zones_do_not_take_for_ever() -> None:
    assert lengths([5, 1]) == [[1, 2, 3, 4, 5], [1]]
    blocks = [Block(10, 10)] * 5
    assert len(list(boards([Family(blocks, True)] * 12))) <= 3 * ARRANGEMENTS_TRIED
    assert len(list(boards([Family(blocks, True)] * 4))) <= 16 * 3 * ARRANGEMENTS_TRIED


# Pieces.


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("shape", [CARD, DISC, TILE, PAWN, CAP])
def test_colour_pattern_and_glyph_come_together(shape: str, theme: str) -> None:
    pieces = tuple(piece(name, shape, name) for name in COLOURS)
    root = picture(scene(Zone("all", ROW, said("All"), pieces)), theme)
    defined = {element.get("id"): ET.tostring(element, "unicode") for element in root.iter() if element.get("id")}
    for name, colour in COLOURS.items():
        look = next(text for id_, text in defined.items() if id_ and id_.startswith(f"{theme}-{shape}-{name}-"))
        assert f'fill="{colour.hex}" stroke="{THEMES[theme].outline}" stroke-width="2"' in look
        assert f'href="#glyph-{name}"' in look
        assert colour.ink in defined[f"glyph-{name}"]
        if colour.pattern not in ("plain", "star"):
            assert f'fill="url(#p-{name})"' in look
            assert colour.ink in defined[f"p-{name}"]
            assert 'patternUnits="userSpaceOnUse"' in defined[f"p-{name}"]
    bodies = {re.sub(r'color="[^"]*"|id="[^"]*"', "", defined[f"glyph-{name}"]) for name in COLOURS}
    assert len(bodies) == len(COLOURS)


def test_every_field_of_a_tile_has_its_signs() -> None:
    look = Look(TILE, ("red", "joker", "blue"), True, 1.0).svg(THEMES["light"])
    assert look.count("<use ") == 3
    assert all(f"#glyph-{name}" in look for name in ("red", "joker", "blue"))
    assert f'fill="{COLOURS["joker"].hex}"' in look
    assert f'fill="{COLOURS["joker"].ink}"' in look


def test_a_small_piece_shows_its_glyph_alone() -> None:
    assert "p-red" not in Look(DISC, ("red",), True, 0.3).svg(THEMES["light"])
    assert "glyph-red" in Look(DISC, ("red",), True, 0.3).svg(THEMES["light"])
    assert "p-red" in Look(DISC, ("red",), True, 0.4).svg(THEMES["light"])


@pytest.mark.parametrize("shape", [CARD, DISC, TILE, PAWN, CAP])
def test_face_down_pieces_are_all_alike(shape: str) -> None:
    def drawn(*colours: str) -> str:
        hidden = (piece("a", shape, *colours, up=False), piece("b", shape, "red"))
        return svg(scene(Zone("z", ROW, said("Z"), hidden)), Plain(), ())

    assert drawn("red") == drawn("violet") == drawn()


def test_a_hidden_tile_is_as_long_as_the_open_ones() -> None:
    looks = {item.what for item in laid("line") if isinstance(item.what, Look)}
    assert len({look.width / look.height for look in looks}) == 1


def test_a_stack_says_how_many_lie_there() -> None:
    assert texts(picture(scene(BAG))).count("38") == 1
    two = Zone("pile", PILE, said("Pile"), (piece(1, CARD, "red", count=3), piece(2, CARD, "blue", count=2)))
    root = picture(scene(two))
    assert "5" in texts(root)
    assert not [use for use in root.iter(f"{SPACE}use") if "card-red" in use.get("href", "")]  # only the top shows


def test_what_just_happened_is_lifted() -> None:
    root = picture(scene(MIXED))
    lifted = [use.get("href", "") for use in root.iter(f"{SPACE}use") if use.get("href", "").endswith("-lifted")]
    assert len(lifted) == 1
    assert lifted[0].startswith("#light-card-red-blue-")
    assert [element for element in root.iter(f"{SPACE}rect") if element.get("stroke") == THEMES["light"].glow]


def test_badges_are_printed() -> None:
    assert {"+2", "12", "7"} <= set(texts(picture(scene(MIXED))))


def test_empty_places_are_drawn() -> None:
    def hollows(zone: Zone) -> int:
        return len([True for element in picture(scene(zone)).iter() if element.get("stroke-dasharray")])

    assert hollows(BOARD) == 4
    assert hollows(TRACK) == 2
    assert hollows(PAWNS) == 1
    assert hollows(BAG) == 0
    assert hollows(replace(BAG, pieces=())) == 1
    assert hollows(replace(TAKEN, slots=3)) == 1  # closed: one wide place with the note in it


def test_a_closed_zone_is_pale_and_says_why() -> None:
    root = picture(scene(TAKEN))
    assert [element for element in root.iter(f"{SPACE}g") if element.get("opacity") == ".45"]
    assert "von Nilpferddame genommen" in " ".join(texts(root))
    held = picture(scene(replace(PAWNS, closed=True, note=said("out"))))
    pale = next(element for element in held.iter(f"{SPACE}g") if element.get("opacity") == ".45")
    assert len(list(pale.iter(f"{SPACE}use"))) == 9
    assert "out" in texts(held)


# Seats and words.


def test_every_animal_has_a_head() -> None:
    assert list(HEADS) == list(ANIMALS)


def test_seats_show_name_score_and_whose_turn_it_is() -> None:
    root = picture(BY_HAND["ring"], names=["Ann", "Bob", "Cy", "Di", "Ed"])
    found = texts(root)
    assert [text for text in found if text in ("Ann", "Bob", "Cy", "Di", "Ed")] == ["Ann", "Bob", "Cy", "Di", "Ed"]
    assert {"-3", "4", "11", "18", "25", "thinks"} <= set(found)
    assert "Owl is to turn up two discs." in found
    rings = [circle for circle in root.iter(f"{SPACE}circle") if circle.get("stroke-width") == "6"]
    assert len(rings) == 1
    assert "Fox (you)" in texts(picture(BY_HAND["line"]))


def test_winners_wear_a_star() -> None:
    end = GAMES["coloretto 4 after 999"]
    won = sum(place.winner for place in end.seats)
    stars = [path for path in picture(end).iter(f"{SPACE}path") if path.get("fill") == THEMES["light"].glow]
    assert end.over
    assert len(stars) == won >= 1


def test_a_picture_can_be_read_aloud() -> None:
    root = picture(GAMES["coloretto 2 after 45"], language="de")
    title, description = root[0], root[1]
    assert (title.tag, description.tag) == (f"{SPACE}title", f"{SPACE}desc")
    assert root.get("role") == "img"
    assert title.text == "Du bist dran. " + Words("de").translate(GAMES["coloretto 2 after 45"].prompt or said(""))
    for word in ("Nachziehstapel", "Reihe A", "Reihe C", "Fuchs", "Eule"):
        assert word in (description.text or "")


# The file.


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SCENES)
def test_a_picture_needs_nothing_else(name: str, theme: str) -> None:
    text = svg(SCENES[name], Plain("fr"), NAMES, theme)
    root = ET.fromstring(text)
    tags = {element.tag.removeprefix(SPACE) for element in root.iter()}
    assert tags <= {
        *("svg", "title", "desc", "defs", "g", "use", "rect", "circle", "ellipse", "path", "text"),
        *("pattern", "linearGradient", "stop", "clipPath"),
    }
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    wanted = {target for target in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text) for target in target if target}
    assert wanted <= set(ids)
    assert not [link for link in re.findall(r'href="([^"]*)"', text) if not link.startswith("#")]
    assert text.count("http") == 1  # the namespace
    assert next(element.get("fill") for element in root.findall(f"{SPACE}rect")) == THEMES[theme].paper


@pytest.mark.parametrize("name", ["grid", "pawns", "words", "coloretto 4 after 81", "coloretto 5 after 999"])
def test_themes_differ_only_in_what_pieces_lie_on(name: str) -> None:
    light, dark = (svg(SCENES[name], Plain(), (), theme) for theme in ("light", "dark"))
    assert light != dark
    changes = {'"light-': '"dark-', "#light-": "#dark-"}
    for surface in ("paper", "place", "edge", "outline", "text", "quiet", "glow", "shadow"):
        changes[f'"{getattr(THEMES["light"], surface)}"'] = f'"{getattr(THEMES["dark"], surface)}"'
    assert re.sub("|".join(map(re.escape, changes)), lambda found: changes[found[0]], light) == dark


def test_the_same_scene_gives_the_same_picture() -> None:
    assert svg(played(4, 60), Words("es"), ()) == svg(played(4, 60), Words("es"), ())


def test_pictures_stay_small() -> None:
    for name in ("coloretto 5 after 999", "coloretto 2 after 0"):
        assert len(svg(GAMES[name], Words(), ())) < 40_000


def test_names_cannot_break_out_of_their_text() -> None:
    root = picture(GAMES["coloretto 2 after 45"], names=[MEAN, 'O\'Neil & "Söhne" <b>'])
    assert not list(root.iter(f"{SPACE}script"))
    assert any(text.startswith("<script>alert(") for text in texts(root))
    assert 'O\'Neil & "Söhne" <b>' in texts(root)
    assert MEAN in (root[1].text or "")


@settings(max_examples=40)
@given(st.lists(st.text(max_size=60), min_size=2, max_size=2))
def test_any_name_can_be_drawn(names: list[str]) -> None:
    small = scene(TAKEN, seats=2)
    text = svg(small, Plain(), names)
    ET.fromstring(text.encode("utf-8"))
    items = list(walk(table(small, Pen(THEMES["light"], Plain(), names, small.viewer))))
    assert isinstance(items[0].what, Block)
    frame = Box(0, 0, items[0].what.width, items[0].what.height)
    assert all(box.inside(frame) for _, box in text_boxes(items))


def test_there_are_two_themes() -> None:
    with pytest.raises(ValueError, match="There is no theme 'pink'; the themes are light, dark"):
        svg(scene(), Plain(), (), theme="pink")


# Lettering.


@given(st.text(max_size=200), st.integers(20, 400))
def test_wrapping_loses_nothing(text: str, room: int) -> None:
    text = clean(text)
    for lines in (wrap(text, 16, room), balanced(text, 16, room)):
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(width(line, 16) <= room or len(line) == 1 for line in lines)
    assert len(balanced(text, 16, room)) == len(wrap(text, 16, room))


def test_a_line_of_its_own_shrinks_and_then_is_cut() -> None:
    assert fit("Fox", 20, 200, 13) == ("Fox", 20)
    text, size = fit("Hedgehog the Second", 20, 180, 13)
    assert (text, 13 < size < 20) == ("Hedgehog the Second", True)
    text, size = fit("Hedgehog the Second", 20, 80, 13)
    assert text.endswith("…")
    assert size == 13
    assert width(text, size) <= 80


@pytest.mark.parametrize(
    ("text", "measured"),
    [
        ("Nachziehstapel", 122.4),
        ("MWMWMWMW", 118.5),
        ("fillings, till it's ill", 128.8),
        ("ABDEGHKNPRSTUVXYZÄÜÉ", 219.1),
        ("abdeghknuvxyäöüéñ", 167.9),
        ("0123456789", 101.8),
    ],
)
def test_letters_have_the_width_of_the_widest_usual_font(text: str, measured: float) -> None:
    """Measured in DejaVu Sans at size 16."""
    assert measured <= width(text, 16) <= 1.25 * measured
