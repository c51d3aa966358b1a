"""Scenes as text, quickly: most of what lies on a table was sent before, a move ago or to another viewer."""

from __future__ import annotations

from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from polychrome.scenes.scene import Place, Scene, Zone
from polychrome.server.wire import encoder

PACKED: Final[dict[int, tuple[object, bytes]]] = {}  # by identity: things of scenes, as text
MOST: Final = 8192


def packed(things: tuple[Zone, ...] | tuple[Place, ...]) -> Raw:
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
    return replace(scene, zones=packed(scene.zones), places=packed(scene.places))
