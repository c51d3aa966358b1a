"""One cookie for each server, in a file that only its owner may read: whoever has it has the seats."""

from __future__ import annotations

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Final

from polychrome.folders import data_folder

TOKEN: Final = re.compile(r"(?:__Host-)?polychrome=[A-Za-z0-9_-]{43}")


class Jar:
    def __init__(self, file: Path | None = None) -> None:
        self.file = data_folder() / "seats.json" if file is None else file

    def all(self) -> dict[str, str]:
        try:
            found = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        pairs = found.items() if isinstance(found, dict) else ()
        return {base: text for base, text in pairs if isinstance(text, str) and TOKEN.fullmatch(text)}

    def cookie(self, base: str) -> str | None:
        return self.all().get(base)

    def keep(self, base: str, cookie: str) -> None:
        """All of it or nothing, and never readable to others, not even for a moment."""
        kept = {**self.all(), base: cookie}
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, beside = tempfile.mkstemp(dir=self.file.parent, prefix=".seats-")  # made with mode 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file, indent=2)
            Path(beside).replace(self.file)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
