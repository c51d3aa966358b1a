"""Tables in the log: who knows the id of one may watch it, so a log has a keyed hash of it, always the same one."""

from __future__ import annotations

import re
import secrets
from hashlib import blake2b
from typing import Final

NAMED: Final = re.compile(r"/(tables|qr|ws|t|r)/([^/?]+)")  # in the path of a request


class Veil:
    """Of one process; servers of one store share their key, so that their logs can be compared."""

    key = secrets.token_bytes(32)


def share(key: str) -> None:
    Veil.key = blake2b(key.encode(), person=b"log").digest()


def veiled(table: str) -> str:
    return blake2b(table.encode(), key=Veil.key, digest_size=5).hexdigest()


def veiled_path(path: str) -> str:
    return NAMED.sub(lambda found: f"/{found[1]}/{veiled(found[2])}", path)
