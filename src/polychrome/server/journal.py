"""The log as lines of JSON, for machines that collect such: when, how bad, what, and the same in a sentence."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime

from msgspec.json import encode


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": str(record.msg),  # always the same for the same kind of thing
            "said": record.getMessage(),
        }
        if record.exc_info:
            line["trouble"] = self.formatException(record.exc_info)
        return encode(line).decode()


def begin() -> None:
    """From now on this process writes its log as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    log = logging.getLogger("polychrome")
    log.handlers = [handler]
    log.propagate = False
