"""A box of toys instead of our games."""

from __future__ import annotations

from collections.abc import Sequence

from luck import NamedLuck
from polychrome.engine.core import Game, Message, State
from polychrome.engine.table import Line
from polychrome.room.catalogue import Catalogue
from polychrome.scenes.scene import CARD, HAND, ROW, Button, Choice, Piece, Scene, Seat, Zone
from polychrome.scenes.turn import status
from server import hands

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")


def card(name: str, kind: int) -> Piece:
    """Its number is in its label, so that a test can look for it; face down there is none."""
    if kind < 0:
        return Piece(name, CARD, Message("toy.back", {}), up=False)
    return Piece(name, CARD, Message(f"toy.card{kind}", {}), (COLOURS[kind],))


def scene(game: Game, view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    """Hands, as it would lie on a table: what was laid, and everybody's hand."""
    assert isinstance(view, hands.Hands)
    acting = view.acting()
    label = Message("toy.hand", {})
    zones = [Zone("laid", ROW, Message("toy.laid", {}), tuple(card(f"laid.{i}", k) for i, k in enumerate(view.laid)))]
    for seat in range(view.seats):
        own = [(i, kind) for i, kind in enumerate(view.own(seat)) if kind != -1]
        pieces = tuple(card(f"hand{seat}.{i}", kind) for i, kind in own)
        zones.append(Zone(f"hand{seat}", HAND, label, pieces, seat=seat))
    legal = view.legal(viewer) if viewer in acting else []
    choices = []
    for action in legal:
        text = game.text(action)
        target = "pass" if action == hands.PASS else f"hand{viewer}.{view.own(viewer).index(action - hands.GIVE)}"
        choices.append(Choice(text, (target,), Message(f"toy.{text.replace(' ', '')}", {})))
    return Scene(
        game=game.name,
        viewer=viewer,
        seats=tuple(Seat(seat, score, seat in acting) for seat, score in enumerate(view.scores())),
        zones=tuple(zones),
        status=status(view),
        prompt=Message("toy.prompt", {}) if legal else None,
        choices=tuple(choices),
        buttons=(Button("pass", Message("toy.pass", {})),) if hands.PASS in legal else (),
        over=not acting,
    )


def box() -> Catalogue:
    return Catalogue((hands.GAME,), scene, luck=NamedLuck("toys"))
