"""Games of memory: what is seen for a moment only.

A scene drawn with the lines just told may show faces that the rules have covered again. Whoever shows such a scene
shows it for a while and then draws the view once more, without any lines. Until then it goes on handing in all lines
since the last scene without lines, so that two discs of one turn lie open together though they came in two frames.
"""

from __future__ import annotations

from polychrome.scenes.scene import Scene


def fleeting(told: Scene, plain: Scene) -> bool:
    """Does the scene with the lines told show a face that the one without them does not?"""
    lying = {piece.id for zone in plain.zones for piece in zone.pieces if piece.up}
    return any(piece.up and piece.id not in lying for zone in told.zones for piece in zone.pieces)


def unfinished(told: Scene) -> bool:
    """Does something that was just turned up lie open on the table, for the turn to go on?"""
    return any(piece.up and piece.fresh for zone in told.zones if zone.seat is None for piece in zone.pieces)
