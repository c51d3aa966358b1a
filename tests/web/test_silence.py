"""A line over which nobody answers: nothing glows, and what was tapped is kept, said and sent at last."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

from web.people import Person, serving

Visitor = Callable[..., Person]
RING = "getComputedStyle(document.querySelector('[data-target=deck]'), '::before').boxShadow"


def test_what_is_tapped_while_nobody_answers_is_kept_and_said(
    visitor: Visitor, page_files: Path, tmp_path: Path
) -> None:
    with serving(tmp_path) as served:
        assert served.process
        fox = visitor(served).sit_down()
        fox.page.wait_for_selector("[data-target=deck]")
        ring = fox.page.evaluate(RING)
        served.process.send_signal(signal.SIGSTOP)
        try:
            status = fox.page.locator("p[role=status].lost")
            status.wait_for()  # by a heartbeat: this server closes nothing
            assert fox.page.evaluate(RING) != ring
            fox.touch("deck")
            status.get_by_text("Your move is kept").wait_for()
        finally:
            served.process.send_signal(signal.SIGCONT)
        fox.page.wait_for_selector("[data-piece='drawn.0']")
        status.wait_for(state="detached")
