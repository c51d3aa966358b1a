"""Which bots a server offers beside our own levels: those it was started with, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from polychrome.bots import own
from server.house import Page, runs, served

OWN = "examples.cautious:Cautious"
ROOT = Path(__file__).resolve().parents[2]


@runs
async def test_a_page_is_told_which_bots_the_server_was_started_with(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT))
        for bots in ((), (OWN,)):
            async with served(tmp_path, bots=bots) as where:
                answer = await Page(where.local).get("/api/bots")
            assert (answer.status, answer.json()) == (200, list(bots))
        own.ENLISTED.pop(OWN, None)
