"""Small plots as SVG: drawn for a phone's width, coloured by the page they stand on, light or dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from polychrome.arena.stats import Interval
from polychrome.palette import COLOURS

WIDTH: Final = 320
EDGE: Final = 10  # left and right
ROW: Final = 36
BINS: Final = 28
# For bots in the order in which they were named; each is also named beside its mark.
SUITS: Final = ("grey", "yellow", "green", "blue", "violet", "orange", "pink", "red", "brown", "joker")


def suit(at: int) -> str:
    return COLOURS[SUITS[at % len(SUITS)]].hex


def svg(height: float, title: str, body: Sequence[str], width: float = WIDTH) -> str:
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers between two others."""
    span = high - low
    if span <= 0:
        return [low]
    raw = span / most
    power = 10.0 ** floor(log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * 0.999)
    first = ceil(low / step - 1e-9)
    return [at * step for at in range(first, floor(high / step + 1e-9) + 1)]


class Axis:
    """Values from left to right."""

    def __init__(self, low: float, high: float, width: float = WIDTH) -> None:
        self.low = low
        self.high = high if high > low else low + 1
        self.width = width - 2 * EDGE

    def at(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return EDGE + self.width * min(1.0, max(0.0, part))

    def marks(self, top: float, bottom: float, unit: str = "") -> list[str]:
        drawn = []
        for value in ticks(self.low, self.high):
            x = self.at(value)
            anchor = "start" if x < EDGE + 12 else "end" if x > EDGE + self.width - 12 else "middle"
            drawn += [line(x, top, x, bottom, "grid"), text(x, bottom + 14, f"{value:g}{unit}", "quiet", anchor)]
        return drawn


def ladder(found: Mapping[str, Interval], order: Sequence[str], title: str) -> str:
    """Ratings from the best down, each with the stretch that it may really lie on."""
    ranked = sorted(found, key=lambda bot: -found[bot].middle)
    low = min(found[bot].low for bot in ranked)
    high = max(found[bot].high for bot in ranked)
    room = max(10.0, (high - low) * 0.04)
    axis = Axis(low - room, high + room)
    bottom = len(ranked) * ROW + 4
    body = axis.marks(4, bottom)
    for at, bot in enumerate(ranked):
        value, y = found[bot], at * ROW + 28
        reach = (value.high - value.low) / 2
        body += [
            text(EDGE, y - 13, bot, "name"),
            text(WIDTH - EDGE, y - 13, f"{value.middle:.0f} ± {reach:.0f}", "quiet", "end"),
            line(axis.at(value.low), y, axis.at(value.high), y, "reach"),
            line(axis.at(value.low), y - 4, axis.at(value.low), y + 4, "reach"),
            line(axis.at(value.high), y - 4, axis.at(value.high), y + 4, "reach"),
            f'<circle cx="{axis.at(value.middle):.1f}" cy="{y}" r="6.5" fill="{suit(order.index(bot))}" class="mark"/>',
        ]
    return svg(bottom + 20, title, body)


def heights(values: Sequence[float], low: float, high: float, bins: int = BINS) -> list[int]:
    """How many values lie in each of so many equal parts; what lies outside counts at the end."""
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, max(0, int((value - low) / (high - low) * bins)))] += 1
    return counts


def hill(counts: Sequence[int], axis: Axis, low: float, high: float, foot: float, tall: float) -> str:
    """A histogram as one shape."""
    most = max(counts) or 1
    width = (high - low) / len(counts)
    path = [f"M{axis.at(low):.1f} {foot:.1f}"]
    for at, count in enumerate(counts):
        y = foot - tall * count / most
        path.append(f"L{axis.at(low + at * width):.1f} {y:.1f}L{axis.at(low + (at + 1) * width):.1f} {y:.1f}")
    return "".join([*path, f"L{axis.at(high):.1f} {foot:.1f}Z"])


def stretch(low: float, high: float) -> tuple[float, float, int]:
    """Bounds and bins for whole numbers: each bin holds equally many of them."""
    wide = max(1, ceil((high - low + 1) / BINS))
    bins = ceil((high - low + 1) / wide)
    return low - 0.5, low - 0.5 + wide * bins, bins


def hills(found: Mapping[str, Sequence[int]], order: Sequence[str], title: str) -> str:
    """The points of each bot, one hill under the other, on one scale."""
    cuts = [(values[len(values) // 200], values[-1 - len(values) // 200]) for values in found.values()]
    low, high, bins = stretch(min(cut[0] for cut in cuts), max(cut[1] for cut in cuts))
    axis = Axis(low, high)
    tall = 44
    bottom = len(found) * tall + 4
    body = axis.marks(4, bottom)
    for at, (bot, values) in enumerate(found.items()):
        foot = (at + 1) * tall
        middle = values[len(values) // 2]
        path = hill(heights(values, low, high, bins), axis, low, high, foot, tall - 8)
        name_left = axis.at(middle) > WIDTH / 2
        x, anchor = (EDGE, "start") if name_left else (WIDTH - EDGE, "end")
        body += [
            f'<path d="{path}" fill="{suit(order.index(bot))}" class="hill"/>',
            line(axis.at(middle), foot - tall + 8, axis.at(middle), foot, "middle"),
            text(x, foot - 26, bot, "name halo", anchor),
            text(x, foot - 12, f"{middle:g}", "quiet halo", anchor),
        ]
    return svg(bottom + 20, title, body)


def lengths(steps: Sequence[int], title: str, middle: str) -> str:
    cut = len(steps) // 200
    low, high, bins = stretch(steps[cut], steps[-1 - cut])
    axis = Axis(low, high)
    half = steps[len(steps) // 2]
    path = hill(heights(steps, low, high, bins), axis, low, high, 104, 84)
    left = axis.at(half) < WIDTH / 2
    body = [
        *axis.marks(8, 104),
        f'<path d="{path}" fill="{COLOURS["orange"].hex}" class="hill"/>',
        line(axis.at(half), 12, axis.at(half), 104, "middle"),
        text(axis.at(half) + (5 if left else -5), 22, middle, "name halo", "start" if left else "end"),
    ]
    return svg(124, title, body)


def seats(found: Sequence[Interval], names: Sequence[str], title: str) -> str:
    """The share of wins of each seat beside the share that would be fair."""
    fair = 1 / len(found)
    high = max(1.3 * fair, *(value.high for value in found)) * 1.05
    foot, tall = 120.0, 100.0
    wide = (WIDTH - 2 * EDGE) / len(found)
    body = []
    for at, value in enumerate(found):
        x = EDGE + wide * (at + 0.5)
        y = foot - tall * value.middle / high
        half = min(26.0, wide * 0.36)
        top, low = foot - tall * value.high / high, foot - tall * value.low / high
        box = f'x="{x - half:.1f}" y="{y:.1f}" width="{2 * half:.1f}" height="{foot - y:.1f}" rx="3"'
        body += [
            f'<rect {box} fill="{COLOURS["green"].hex}" class="bar"/>',
            line(x, top, x, low, "reach"),
            line(x - 4, top, x + 4, top, "reach"),
            line(x - 4, low, x + 4, low, "reach"),
            text(x, foot + 15, names[at], "quiet", "middle"),
            text(x, foot + 31, f"{value.middle:.0%}", "name", "middle"),
        ]
    y = foot - tall * fair / high
    body += [line(EDGE, foot, WIDTH - EDGE, foot, "axis"), line(EDGE, y, WIDTH - EDGE, y, "fair")]
    return svg(156, title, body)


def tempo(found: Sequence[tuple[str, float, float]], order: Sequence[str], title: str) -> str:
    """Seconds for a usual and for the slowest move, each mark of the scale ten times the one before."""
    times = [max(1e-6, value) for _, usual, slowest in found for value in (usual, slowest)]
    axis = Axis(floor(log10(min(times))), ceil(log10(max(times))))
    bottom = len(found) * ROW + 4
    body = []
    power = int(axis.low)
    while power <= axis.high:
        x = axis.at(power)
        anchor = "start" if power == axis.low else "end" if power + 1 > axis.high else "middle"
        body += [line(x, 4, x, bottom, "grid"), text(x, bottom + 14, duration(10.0**power), "quiet", anchor)]
        power += 1
    for at, (bot, usual, slowest) in enumerate(found):
        y = at * ROW + 28
        left, right = (axis.at(log10(max(1e-6, value))) for value in (usual, slowest))
        body += [
            text(EDGE, y - 13, bot, "name"),
            text(WIDTH - EDGE, y - 13, f"{duration(usual)} – {duration(slowest)}", "quiet", "end"),
            line(left, y, right, y, "reach"),
            line(right, y - 4, right, y + 4, "reach"),
            f'<circle cx="{left:.1f}" cy="{y}" r="6.5" fill="{suit(order.index(bot))}" class="mark"/>',
        ]
    return svg(bottom + 20, title, body)


def duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
