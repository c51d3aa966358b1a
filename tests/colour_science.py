"""How far apart two colours look, to eyes of every kind: just enough colour science to measure the palette.

Colours are linear sRGB triples from 0 to 1. Dichromats are simulated at full severity as published by Brettel, Viénot
and Mollon (1997), Viénot, Brettel and Mollon (1999) and Machado, Oliveira and Fernandes (2009), on the cones of Smith
and Pokorny (1975); distances are CIEDE2000.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

XYZ_OF_RGB: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
LMS_OF_XYZ: Matrix = ((0.15514, 0.54312, -0.03286), (-0.15514, 0.45684, 0.03286), (0.0, 0.0, 0.01608))
WHITE: Triple = (1.0, 1.0, 1.0)

# Pure lights that dichromats see as everybody does, as XYZ (CIE 1931), for the cone that is missing.
L, M, S = 0, 1, 2
ANCHORS: dict[int, tuple[Triple, Triple]] = {
    L: ((0.1421, 0.1126, 1.0419), (0.8425, 0.9154, 0.0018)),  # 475 and 575 nm
    M: ((0.1421, 0.1126, 1.0419), (0.8425, 0.9154, 0.0018)),
    S: ((0.05795, 0.1693, 0.6162), (0.1649, 0.0610, 0.0)),  # 485 and 660 nm
}
MACHADO: dict[int, Matrix] = {
    L: ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    M: ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}


def times(matrix: Matrix, v: Triple) -> Triple:
    a, b, c = (row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in matrix)
    return a, b, c


def dot(a: Triple, b: Triple) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Triple, b: Triple) -> Triple:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def inverse(m: Matrix) -> Matrix:
    columns = cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])
    size = dot(m[0], columns[0])
    a, b, c = ((columns[0][i] / size, columns[1][i] / size, columns[2][i] / size) for i in range(3))
    return a, b, c


RGB_OF_XYZ = inverse(XYZ_OF_RGB)
XYZ_OF_LMS = inverse(LMS_OF_XYZ)


def linear(text: str) -> Triple:
    """`#RRGGBB` as light."""
    values = [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return r, g, b


def lms(rgb: Triple) -> Triple:
    return times(LMS_OF_XYZ, times(XYZ_OF_RGB, rgb))


def shown(cones: Triple) -> Triple:
    """What a screen can show of it."""
    return clipped(times(RGB_OF_XYZ, times(XYZ_OF_LMS, cones)))


def clipped(rgb: Triple) -> Triple:
    r, g, b = (min(1.0, max(0.0, v)) for v in rgb)
    return r, g, b


def onto(normal: Triple, cone: int, v: Triple) -> Triple:
    """Along the axis of the missing cone onto a plane through black."""
    rest = sum(normal[i] * v[i] for i in range(3) if i != cone)
    a, b, c = (-rest / normal[cone] if i == cone else v[i] for i in range(3))
    return a, b, c


def brettel(cone: int, rgb: Triple) -> Triple:
    """Two half planes that meet in grey, one to each anchor."""
    white, colour = lms(WHITE), lms(rgb)
    axis = cross(white, (float(cone == L), float(cone == M), float(cone == S)))
    first, second = (times(LMS_OF_XYZ, xyz) for xyz in ANCHORS[cone])
    same_side = dot(axis, first) * dot(axis, colour) >= 0
    return shown(onto(cross(white, first if same_side else second), cone, colour))


def vienot(cone: int, rgb: Triple) -> Triple:
    """One plane, through the screen's blue and yellow; for missing L and M cones."""
    return shown(onto(cross(lms((1.0, 1.0, 0.0)), lms((0.0, 0.0, 1.0))), cone, lms(rgb)))


def machado(cone: int, rgb: Triple) -> Triple:
    return clipped(times(MACHADO[cone], rgb))


# For each kind of eye every model of it; the worst counts.
EYES: dict[str, tuple[Callable[[Triple], Triple], ...]] = {
    "normal": (lambda rgb: rgb,),
    "protan": (lambda rgb: brettel(L, rgb), lambda rgb: vienot(L, rgb), lambda rgb: machado(L, rgb)),
    "deutan": (lambda rgb: brettel(M, rgb), lambda rgb: vienot(M, rgb), lambda rgb: machado(M, rgb)),
    "tritan": (lambda rgb: brettel(S, rgb),),
}


def lab(rgb: Triple) -> Triple:
    white, xyz = times(XYZ_OF_RGB, WHITE), times(XYZ_OF_RGB, rgb)
    x, y, z = (
        ratio ** (1 / 3) if ratio > (6 / 29) ** 3 else ratio / (3 * (6 / 29) ** 2) + 4 / 29
        for ratio in (xyz[i] / white[i] for i in range(3))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, two: Triple) -> float:
    """The distance of two colours given as Lab, in the words of Sharma, Wu and Dalal (2005)."""
    mean_c = (hypot(*one[1:]) + hypot(*two[1:])) / 2
    g = 0.5 * (1 - sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    (l1, a1, b1), (l2, a2, b2) = one, two
    c1, c2 = hypot((1 + g) * a1, b1), hypot((1 + g) * a2, b2)
    h1, h2 = degrees(atan2(b1, (1 + g) * a1)) % 360, degrees(atan2(b2, (1 + g) * a2)) % 360

    turn, mean_h = h2 - h1, (h1 + h2) / 2
    if c1 * c2 == 0:
        turn, mean_h = 0, h1 + h2
    elif abs(h2 - h1) > 180:
        turn += 360 if turn < 0 else -360
        mean_h += 180 if h1 + h2 < 360 else -180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))

    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(mean_h - 30))
        + 0.24 * cos(radians(2 * mean_h))
        + 0.32 * cos(radians(3 * mean_h + 6))
        - 0.20 * cos(radians(4 * mean_h - 63))
    )
    sl = 1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2)
    sc, sh = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    chroma = 2 * sqrt(mean_c**7 / (mean_c**7 + 25**7))
    rt = -chroma * sin(radians(60 * exp(-(((mean_h - 275) / 25) ** 2))))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


def apart(one: str, two: str, eyes: str) -> float:
    """How far apart two `#RRGGBB` look to these eyes, by the model that says least."""
    return min(ciede2000(lab(model(linear(one))), lab(model(linear(two)))) for model in EYES[eyes])


def contrast(one: str, two: str) -> float:
    """The contrast ratio of WCAG 2."""
    low, high = sorted(dot((0.2126, 0.7152, 0.0722), linear(text)) for text in (one, two))
    return (high + 0.05) / (low + 0.05)
