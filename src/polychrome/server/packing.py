"""Frames as text, quickly: most of what lies on a table was sent before, a move ago or to another viewer."""

from __future__ import annotations

from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from polychrome.engine.core import SPECTATOR
from polychrome.scenes.scene import Place, Scene, Zone
from polychrome.server.wire import encoder

Things = tuple[Zone, ...] | tuple[Place, ...]

PACKED: Final[dict[int, tuple[object, bytes]]] = {}  # by identity: things of scenes, as text
MOST: Final = 8192

NOBODYS: Final = '{"t":"frame","viewer":null,'  # so begins a spectator's frame
SCENES: Final = f'"viewer":{SPECTATOR},'  # and so, a little later, its scene


class Latest:
    """What was packed last: the scenes of one table share it."""

    def __init__(self) -> None:
        self.things: Things = ()
        self.text = Raw(b"[]")

    def packed(self, things: Things) -> Raw:
        if things is not self.things:
            self.text = packed(things)
            self.things = things
        return self.text


ZONES: Final = Latest()
PLACES: Final = Latest()


def packed(things: Things) -> Raw:
    texts: list[bytes] = []
    for thing in things:
        known = PACKED.get(id(thing))
        if known is None:
            if len(PACKED) >= MOST:
                PACKED.clear()
            known = PACKED[id(thing)] = (thing, encoder.encode(thing))  # kept, so that no other gets its identity
        texts.append(known[1])
    return Raw(b"[" + b",".join(texts) + b"]")


def lightened(scene: Scene) -> Scene:
    """A scene that is encoded quickly, and means the same."""
    return replace(scene, zones=ZONES.packed(scene.zones), places=PLACES.packed(scene.places))


def shown_to(viewer: int, frame: str) -> str:
    """A spectator's frame for a seat that sees just the same. No text within can look like the mark of the scene,
    because quotes within texts are escaped."""
    at = frame.index(SCENES, len(NOBODYS))
    head, rest = frame[len(NOBODYS) : at], frame[at + len(SCENES) :]
    return f'{{"t":"frame","viewer":{viewer},{head}"viewer":{viewer},{rest}'
