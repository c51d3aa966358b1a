"""Tables in the log: who knows the id of one may watch it, so a log has a keyed hash of it, always the same one."""

from __future__ import annotations

import re
import secrets
from hashlib import blake2b
from typing import Final

NAMED: Final = re.compile(r"/(tables|qr|ws|t|r)/([^/?]+)")  # in the path of a request


class LogNames:
    """The key of one process's log; servers of one store share it, so that their logs can be compared."""

    key = secrets.token_bytes(32)


def share(key: str) -> None:
    LogNames.key = blake2b(key.encode(), person=b"log").digest()


def name_in_log(table: str) -> str:
    return blake2b(table.encode(), key=LogNames.key, digest_size=5).hexdigest()


def path_in_log(path: str) -> str:
    return NAMED.sub(lambda found: f"/{found[1]}/{name_in_log(found[2])}", path)
