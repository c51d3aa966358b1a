"""Who is at a table just now, and what they have seen. Nothing of this lasts."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from polychrome.room.people import Wish, denied
from polychrome.room.watcher import Watcher

GRACE: Final = 30.0  # seconds a browser may be gone before others may let a bot play for it
EMOTE_REST: Final = 3.0


class Presence:
    def __init__(self) -> None:
        self.watchers: list[Watcher] = []
        self.shown: dict[tuple[str, int], int] = {}  # by guest and viewer, how much of the log it has seen
        self.begun: dict[tuple[str, int], int] = {}  # the same, before a page came that was new
        self.gone: dict[str, float] = {}  # guests without a watcher, and since when
        self.away: set[str] = set()  # those gone for longer than the grace time
        self.ready: set[str] = set()  # guests who have seen enough, agree to what is talked over, or wait for the game
        self.listening: set[str] = set()  # guests who are still being told aloud what lies open
        self.wish: Wish | None = None
        self.emoted: dict[int, float] = {}

    def here(self, guest: str | None) -> bool:
        return any(watcher.guest == guest for watcher in self.watchers)

    def arrive(self, watcher: Watcher) -> bool:
        """Somebody looks at the table now. Had they been gone?"""
        self.watchers.append(watcher)
        self.away.discard(watcher.guest)
        return self.gone.pop(watcher.guest, None) is not None

    def depart(self, watcher: Watcher) -> None:
        self.watchers.remove(watcher)
        if self.wish is not None and self.wish.guest == watcher.guest and not self.here(watcher.guest):
            self.wish = None

    def ask(self, wish: Wish) -> None:
        """A wish that comes twice takes no consent back."""
        if self.wish is None or replace(self.wish, agreed=wish.agreed) != wish:
            self.wish = wish

    def expect(self, guests: list[str], now: float) -> None:
        """Those who have a seat: whoever is not here is gone, and whoever has none is not missed."""
        for guest in guests:
            if not self.here(guest):
                self.gone.setdefault(guest, now)
        for guest in [guest for guest in self.gone if guest not in guests]:
            del self.gone[guest]
            self.away.discard(guest)

    def late(self, now: float) -> bool:
        """Has somebody now been gone for too long?"""
        late = {guest for guest, since in self.gone.items() if now - since >= GRACE} - self.away
        self.away |= late
        return bool(late)

    def due(self) -> float | None:
        """When somebody will have been gone for too long."""
        if not self.gone:
            return None
        return min((since + GRACE for guest, since in self.gone.items() if guest not in self.away), default=None)

    def agree(self, guest: str, ready: bool) -> None:
        """Before the game, a guest says whether it may begin."""
        if ready:
            self.ready.add(guest)
        else:
            self.ready.discard(guest)

    def feel(self, seat: int, now: float) -> None:
        if now - self.emoted.get(seat, -EMOTE_REST) < EMOTE_REST:
            raise denied("emote_rest")
        self.emoted[seat] = now

    def rewind(self, length: int) -> None:
        """A move has been taken back: nobody has seen more than there is."""
        for watcher in self.watchers:
            watcher.shown = {viewer: min(shown, length) for viewer, shown in watcher.shown.items()}
        self.shown = {who: min(shown, length) for who, shown in self.shown.items()}
        self.begun = {who: min(shown, length) for who, shown in self.begun.items()}

    def post(self, text: bytes) -> None:
        for watcher in self.watchers:
            watcher.post(text)
