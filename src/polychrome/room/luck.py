"""What nobody may foresee: the ids, invitations and codes of tables, and the keys of their shuffles.

A test hands in a luck of its own (see `Box`), so that it plays the same game each time. Whatever else happens by chance
at a table (nicknames, what bots choose) follows from the table's key: see `Room.seed`.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode


class Luck:
    def draw(self, count: int, guest: str) -> bytes:
        """So many bytes, drawn for what a guest wants."""
        return secrets.token_bytes(count)

    def token(self, guest: str) -> str:
        """A secret of 128 bits that may stand in an address."""
        return urlsafe_b64encode(self.draw(16, guest)).rstrip(b"=").decode()

    def letters(self, alphabet: str, count: int, guest: str) -> str:
        number = int.from_bytes(self.draw(count + 8, guest), "big")  # 64 bits more than needed: all equally likely
        found = []
        for _ in range(count):
            number, letter = divmod(number, len(alphabet))
            found.append(alphabet[letter])
        return "".join(found)
