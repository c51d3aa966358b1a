"""The palette keeps its promise: people with any colour vision can tell the colours of a game apart.

The limits and the measured values are those of the palette's design; every figure here is computed from the theme.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from colour_science import EYES, L, M, S, apart, brettel, ciede2000, contrast, linear, machado, vienot
from polychrome.palette import COLOURS, PATTERNS, THEMES, Colour

# Colours that lie on one table, and how far apart the closest two look to each kind of eye.
SIX = ("red", "orange", "yellow", "green", "blue", "violet")
SETS: dict[str, tuple[tuple[str, ...], dict[str, float]]] = {
    "Chromino": (
        ("red", "yellow", "green", "blue", "violet"),
        {"normal": 24.7, "protan": 20.8, "deutan": 18.3, "tritan": 22.3},
    ),
    "COLOMO": (SIX, {"normal": 24.7, "protan": 18.4, "deutan": 18.3, "tritan": 20.0}),
    "Coloretto": ((*SIX, "grey"), {"normal": 24.7, "protan": 18.4, "deutan": 18.3, "tritan": 19.4}),
    "with pink": ((*SIX, "pink"), {"normal": 24.7, "protan": 18.4, "deutan": 18.3, "tritan": 13.8}),
}
LIMITS = {"normal": 18.0, "protan": 18.0, "deutan": 18.0, "tritan": 13.5}
INK = 4.5
ROOT = Path(__file__).parents[1]


def closest(names: tuple[str, ...], eyes: str, colours: Mapping[str, Colour] = COLOURS) -> float:
    return min(apart(colours[one].hex, colours[two].hex, eyes) for one, two in combinations(names, 2))


def complaints(colours: Mapping[str, Colour]) -> list[str]:
    """Everything in this palette that somebody could not see."""
    found = []
    for game, (names, _) in SETS.items():
        for eyes, limit in LIMITS.items():
            distance = closest(names, eyes, colours)
            if distance < limit:
                found.append(f"{game}: {distance:.1f} apart for {eyes} eyes, below {limit}")
    for colour in colours.values():
        ratio = contrast(colour.hex, colour.ink)
        if ratio < INK:
            found.append(f"{colour.name}: ink has {ratio:.1f} to 1, below {INK}")
    return found


def test_everybody_can_tell_the_colours_of_a_game_apart() -> None:
    assert complaints(COLOURS) == []


@pytest.mark.parametrize("game", SETS)
def test_distances_are_those_of_the_design(game: str) -> None:
    names, measured = SETS[game]
    for eyes in EYES:
        # The design was measured after rounding to the steps of a screen, which moves a distance by up to 0.3.
        assert closest(names, eyes) == pytest.approx(measured[eyes], abs=0.3), eyes


@pytest.mark.parametrize(
    ("name", "worse", "complaint"),
    [
        ("orange", "#FF9E00", "apart for deutan eyes"),  # close to yellow
        ("violet", "#6A2BC0", "apart for protan eyes"),  # close to blue
        ("grey", "#3C6FB0", "apart for tritan eyes"),  # close to blue
        ("red", "#FF6A5A", "ink has"),  # too pale for white
        ("violet", "#0B50F0", "apart for normal eyes"),  # blue itself
    ],
)
def test_a_bad_colour_is_found(name: str, worse: str, complaint: str) -> None:
    spoilt = COLOURS | {name: replace(COLOURS[name], hex=worse)}
    assert any(complaint in line for line in complaints(spoilt)), complaints(spoilt)


def test_red_and_brown_cannot_share_a_table() -> None:
    assert closest(("red", "brown"), "protan") < 10


def test_every_colour_has_signs_of_its_own() -> None:
    assert list(COLOURS) == ["red", "orange", "yellow", "green", "blue", "violet", "pink", "brown", "grey", "joker"]
    assert all(name == colour.name for name, colour in COLOURS.items())
    for sign in ("hex", "pattern", "glyph", "ascii"):
        assert len({getattr(colour, sign) for colour in COLOURS.values()}) == len(COLOURS), sign
    assert all(len(colour.glyph) == len(colour.ascii) == 1 and colour.ascii.isascii() for colour in COLOURS.values())


def test_every_colour_has_a_pattern_that_can_be_drawn_in_its_ink() -> None:
    assert {colour.pattern for colour in COLOURS.values()} == set(PATTERNS)
    assert len({*PATTERNS.values()}) == len(PATTERNS) - 1  # plain and star are left empty
    for content in PATTERNS.values():
        ET.fromstring(f"<pattern>{content}</pattern>")
        assert content.count("currentColor") == content.count("<")


def test_outlines_part_every_colour_from_the_paper() -> None:  # WCAG 1.4.11
    for theme in THEMES.values():
        assert contrast(theme.outline, theme.paper) >= 15


def test_words_can_be_read_on_the_paper() -> None:
    for theme in THEMES.values():
        for ground in (theme.paper, theme.place):
            assert contrast(theme.text, ground) >= 7
            assert contrast(theme.quiet, ground) >= 4.5


# The science itself, against published figures.


@pytest.mark.parametrize(
    ("one", "two", "distance"),
    [  # Sharma, Wu and Dalal (2005), table 1: pairs 1, 2, 3, 7, 9, 11, 17 to 21, 25, 33 and 34
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
        ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792),
        ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((50, 2.5, 0), (56, -27, -3), 31.9030),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((50, 2.5, 0), (50, 3.1736, 0.5854), 1.0000),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_as_published(
    one: tuple[float, float, float], two: tuple[float, float, float], distance: float
) -> None:
    assert ciede2000(one, two) == pytest.approx(distance, abs=5e-5)
    assert ciede2000(two, one) == pytest.approx(distance, abs=5e-5)


def test_all_eyes_see_grey_as_grey() -> None:
    for eyes, models in EYES.items():
        for model in models:
            for grey in map(linear, ("#000000", "#737373", "#FFFFFF")):
                assert model(grey) == pytest.approx(grey, abs=1e-3), eyes


def test_missing_cones_are_simulated_as_published() -> None:
    """What DaltonLens 0.1.5 makes of the palette's red, orange and blue."""
    for model, cone, name, seen in [
        (brettel, L, "red", "#504830"),
        (brettel, L, "orange", "#9B8508"),
        (brettel, L, "blue", "#0059F0"),
        (vienot, L, "red", "#494930"),
        (vienot, L, "orange", "#88880A"),
        (vienot, L, "blue", "#4B4BEF"),
        (machado, L, "red", "#534C2D"),
        (machado, L, "orange", "#978500"),
        (machado, L, "blue", "#006BF4"),
        (brettel, M, "red", "#7E6D21"),
        (brettel, M, "orange", "#B79C00"),
        (brettel, M, "blue", "#0066EF"),
        (vienot, M, "red", "#727220"),
        (vienot, M, "orange", "#A4A400"),
        (vienot, M, "blue", "#4444F0"),
        (machado, M, "red", "#7E7126"),
        (machado, M, "orange", "#B5A100"),
        (machado, M, "blue", "#0057ED"),
        (brettel, S, "red", "#C80440"),
        (brettel, S, "orange", "#F4687D"),
        (brettel, S, "blue", "#007194"),
    ]:
        assert model(cone, linear(COLOURS[name].hex)) == pytest.approx(linear(seen), abs=0.01), (model, cone, name)


# One place.


OF_EVERYBODY = {"#ffffff", "#000000"}
HEX = re.compile(r"#[0-9a-f]{6}\b")


def coloured() -> dict[str, set[str]]:
    """The colours that stand in each file which does not list them."""
    tops = [ROOT / "src" / "polychrome", ROOT / "scripts", ROOT / "web" / "src", ROOT / "web" / "shell"]
    made = {"__pycache__", "web_dist", "palette.py"}
    inside = [file for top in tops for file in sorted(top.rglob("*")) if made.isdisjoint(file.parts)]
    files = [file for file in (*inside, *(ROOT / "web").glob("*.*")) if file.is_file()]
    assert len(files) > 300
    return {
        str(file.relative_to(ROOT)): {*HEX.findall(text)} - OF_EVERYBODY
        for file in files
        if file.suffix not in (".png", ".woff2", ".pyc", ".so", ".gz")
        for text in [file.read_text(encoding="utf-8", errors="replace").lower()]
    }


def test_a_colour_is_written_once() -> None:
    """In palette.py, be it a game's, a table's or that of paper and ink; logo, icon and page follow."""
    hexes = {*HEX.findall((ROOT / "src" / "polychrome" / "palette.py").read_text(encoding="utf-8").lower())}
    assert len(hexes) > 20
    assert {file: sorted(hexes & found) for file, found in coloured().items() if hexes & found} == {}


def test_no_two_files_have_a_colour_of_their_own_in_common() -> None:
    """What several parts of the page are painted with has a name, in app.css."""
    homes: dict[str, list[str]] = {}
    for file, found in coloured().items():
        for colour in sorted(found):
            homes.setdefault(colour, []).append(file)
    assert {colour: files for colour, files in homes.items() if len(files) > 1} == {}
