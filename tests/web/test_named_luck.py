"""Browser tests play the same game each time: on another server, in another browser, whatever was played before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import luck
from web.people import Person, serving


def test_the_same_luck_plays_the_same_game(browser: Any, page_files: Path, tmp_path: Path) -> None:
    def played(name: str, *, other_first: bool) -> str:
        folder = tmp_path / name
        folder.mkdir()
        with serving(folder) as server:
            if other_first:
                other = Person(browser, server, luck.token("somebody else"))
                other.wish("coloretto", 2, "random", {})
                other.context.close()
            fox = Person(browser, server, luck.token("the same"))
            record = fox.sit_late("end").record()
            fox.context.close()
        return record

    first = played("first", other_first=False)
    assert "luck key" in first
    assert played("second", other_first=True) == first
