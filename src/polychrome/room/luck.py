"""What nobody may foresee: the ids, invitations and codes of tables, and the keys of their shuffles.

A test hands in a luck of its own (see `Catalogue`), so that it plays the same game each time. Whatever else happens by
chance at a table (nicknames, what bots choose) follows from the table's key: see `Fold.seed`.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from hashlib import blake2b


class Luck:
    def draw(self, count: int, guest: str) -> bytes:
        """So many bytes, drawn for what a guest wants."""
        return secrets.token_bytes(count)

    def token(self, guest: str) -> str:
        """A secret of 128 bits that may stand in an address."""
        return urlsafe_b64encode(self.draw(16, guest)).rstrip(b"=").decode()

    def letters(self, alphabet: str, count: int, guest: str) -> str:
        return spelled(self.draw(count + 8, guest), alphabet, count)  # 64 bits more than needed: all equally likely


def spelled(drawn: bytes, alphabet: str, count: int) -> str:
    number = int.from_bytes(drawn, "big")
    found = []
    for _ in range(count):
        number, letter = divmod(number, len(alphabet))
        found.append(alphabet[letter])
    return "".join(found)


def letters_for(wish: str, guest: str, alphabet: str, count: int) -> str:
    """The same for the same wish of the same guest, wherever it is asked for; who does not know the guest, which only
    the store does, cannot foresee them either."""
    return spelled(blake2b(f"{guest} {wish}".encode(), digest_size=count + 8, person=b"wish").digest(), alphabet, count)
