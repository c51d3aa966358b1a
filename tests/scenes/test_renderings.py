"""What holds for the terminal's and the screen reader's rendering of every game. The renderers are plain Python on both
builds, so the interpreted one is asked."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from laws.walks import Case
from polychrome.scenes import terminal, text
from scenes.test_scene_laws import CASES, WORDS, scenes


@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenes_fit_eighty_columns_in_every_language(case: Case) -> None:
    for number, (_, scene) in enumerate(scenes(case, every=30)):
        words = WORDS[(number + case.seats) % len(WORDS)]
        shown = printed(terminal.render(scene, words, []))
        assert max(cell_len(line.rstrip()) for line in shown.splitlines()) <= 80
        assert "…" not in shown  # nothing is cut
        assert [zone.id for zone in scene.zones if zone.seat is None and words.translate(zone.label) not in shown] == []


@pytest.mark.parametrize("case", CASES, ids=str)
def test_where_only_ascii_can_be_shown_all_is_ascii(case: Case) -> None:
    names = ["Maximiliane-Žofia von Hohenfels"] * case.seats  # longer than there is room for
    for number, (_, scene) in enumerate(scenes(case, every=60)):
        shown = printed(terminal.render(scene, WORDS[(number + case.seats) % len(WORDS)], names, ascii=True))
        assert shown.isascii()
        assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80


def printed(scene: RenderableType) -> str:
    console = Console(file=StringIO(), width=100)  # wider than need be: nothing may use that
    with console.capture() as capture:
        console.print(scene)
    return capture.get()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenes_can_be_read_aloud_in_every_language(case: Case) -> None:
    for number, (_, scene) in enumerate(scenes(case, every=20)):
        words = WORDS[(number + case.seats) % len(WORDS)]
        said = text.render(scene, words, words.names(case.seats))
        assert all(line.endswith((".", "!", "?")) for line in said.splitlines() if line)
        for command in text.COMMANDS:
            assert text.answer(scene, words, words.names(case.seats), command)
