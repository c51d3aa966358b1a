"""A guided first game: a table at which chance and the other seats do what the guide says."""

from __future__ import annotations

from typing import Final

from polychrome.guides import LEARNER, guide_to
from polychrome.room import wire
from polychrome.room.box import Box
from polychrome.room.entries import Arranged, Hosted
from polychrome.room.people import denied
from polychrome.room.room import Room, invitation, new_header
from polychrome.room.steps import Step

COMPANION: Final = "kid"  # on the other seats; thinks for itself when the guide has ended
UNHURRIED: Final = wire.RoomSettings(pause=1000, clock=0, memorise=0, challenge=0, write=0)


def open_guided(
    box: Box,
    base: str,
    guest: str,
    wish: wire.NewTable,
    now: float = 0.0,
    created: int = 0,
    table: str | None = None,
) -> tuple[Room, Step]:
    """A new table with the learner at it, where the guide begins. What is wished for is the game and its language: the
    script is ours alone, so nobody can write one for a game against others."""
    game = box.find(wish.game)
    guide = guide_to(game)
    if guide is None or wish.daily:
        raise denied("no_guide", game=game.name)
    options = guide.chosen(game, wish.options)
    game.begin(guide.seats, options)  # Unplayable if there is no such language
    room = Room(box, base, new_header(box, guest, game.name, guide.seats, options, created, table=table), now)
    draft = room.draft()
    draft.put(Hosted(guest)).put(invitation(box.luck, guest)).put(Arranged(UNHURRIED))
    draft.sit(LEARNER, guest, late=False)
    for seat in range(guide.seats):
        if seat != LEARNER:
            draft.sit_bot(seat, COMPANION)
    return room, room.beginning(draft, guided=True)
