"""Games of Coloretto played from a script, nature's lines included, for scenes to be drawn of."""

from __future__ import annotations

from polychrome.engine.core import NATURE
from polychrome.engine.table import Table
from polychrome.games import coloretto
from polychrome.scenes import draw
from polychrome.scenes.scene import Scene, Zone

THREE = "* remove O; * give R; * give G; * give B; * start 0"
TWO = "* remove O; * remove G; * give R; * give Y; * give B; * give P; * start 1"

# Three seats and one round: Bear draws a joker, Fox takes row A, Owl has just drawn a yellow card.
MIDDLE = f"{THREE}; 0 draw; * card R; 0 place 0; 1 draw; * card B; 1 place 0; 2 draw; * card J; 2 place 1; 0 take 0"
DRAWN = f"{MIDDLE}; 1 draw; * card Y"


def played(seats: int, script: str, final_choice: str = "auto") -> Table:
    table = Table(coloretto.GAME, seats, {"final_choice": final_choice}, None)
    for line in script.split("; "):
        seat = NATURE if line.startswith("*") else int(line[0])
        table.play(seat, coloretto.parse(line if seat == NATURE else line[2:]))
    return table


def seen(table: Table, viewer: int, lines: int = 0) -> Scene:
    """What a viewer sees, having just been told the last few lines."""
    told = table.told(viewer, len(table.log) - lines)
    return draw(table.game, table.state.view(viewer), viewer, told)


def zone(scene: Scene, name: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == name)
