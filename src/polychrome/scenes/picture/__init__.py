"""Scenes as still pictures: SVG that needs nothing else, for light and dark paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from polychrome.palette import THEMES
from polychrome.scenes.picture.blocks import START, Block, Text, walk
from polychrome.scenes.picture.lettering import FAMILY, xml
from polychrome.scenes.picture.pieces import Look, number
from polychrome.scenes.picture.table import table
from polychrome.scenes.picture.zones import Pen
from polychrome.scenes.scene import Scene
from polychrome.scenes.text import SceneReader
from polychrome.words import Words


def svg(scene: Scene, words: Words, names: Sequence[str], theme: str = "light") -> str:
    """A picture of the scene; the same scene, words and names always give the same text."""
    if theme not in THEMES:
        raise ValueError(f"There is no theme {theme!r}; the themes are {', '.join(THEMES)}.")
    pen = Pen(THEMES[theme], words, names, scene.viewer)
    whole = table(scene, pen)
    reader = SceneReader(scene, words, names)
    described = " ".join([*reader.board(), *reader.seats(), *reader.news(), *reader.facts()])
    w, h = ceil(whole.width), ceil(whole.height)
    laid = list(walk(whole))
    looks = dict.fromkeys(item.what for item in laid if isinstance(item.what, Look))
    shared = dict.fromkeys(text for look in looks for text in look.needs())
    size = f'width="{w}" height="{h}" viewBox="0 0 {w} {h}" style="max-width:100%;height:auto"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{xml(FAMILY)}">',
        f"<title>{xml(reader.turn())}</title>",
        f"<desc>{xml(described)}</desc>",
        "<defs>",
        *shared,
        *(look.svg(pen.theme) for look in looks),
        "</defs>",
        f'<rect width="100%" height="100%" fill="{pen.theme.paper}"/>',
        *painted(whole, pen),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def painted(block: Block, pen: Pen, x: float = 0, y: float = 0) -> Iterator[str]:
    """Everything in a block, in the order in which it lies on each other."""
    if block.pale:
        yield '<g opacity=".45">'
    for part in block.parts:
        what, left, top = part.what, x + part.x, y + part.y
        if isinstance(what, Block):
            yield from painted(what, pen, left, top)
        elif isinstance(what, Look):
            yield f'<use href="#{what.id(pen.theme)}" x="{number(left)}" y="{number(top)}"/>'
        elif isinstance(what, Text):
            yield lettered(what, left, top, pen)
        else:
            yield f'<g transform="translate({number(left)} {number(top)})">{what.svg}</g>'
    if block.pale:
        yield "</g>"


def lettered(text: Text, x: float, y: float, pen: Pen) -> str:
    ink = text.ink or (pen.theme.quiet if text.quiet else pen.theme.text)
    style = f'font-size="{number(text.size)}" fill="{ink}"'
    if text.bold:
        style += ' font-weight="700"'
    if text.anchor != START:
        style += f' text-anchor="{text.anchor}"'
    return f'<text x="{number(x)}" y="{number(y)}" {style}>{xml(text.text)}</text>'
