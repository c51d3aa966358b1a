"""The committed vectors hold, on both builds; and the runner fails where it should, with a clear sentence."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from polychrome.registry import GAMES
from spec.block import Block, blocks
from spec.program import ADAPTERS, check_block, main
from toys import pips_vectors

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BOX = {**ADAPTERS, "pips": pips_vectors.ADAPTER}
FILES = [
    *[HERE / f"{game.name}.md" for game in GAMES],
    *sorted((HERE / "more").glob("*.md")),
    HERE.parent / "toys" / "pips.md",
]
COMMITTED = [(file, block) for file in FILES for block in blocks(file.read_text(encoding="utf-8"))]


def name(block: Block) -> str:
    return check_block(block, {})[0]


@pytest.mark.parametrize("block", [block for _, block in COMMITTED], ids=name)
def test_a_committed_vector_holds(block: Block) -> None:
    assert check_block(block, BOX) == (name(block), [])


def test_every_game_has_an_adapter_and_committed_vectors() -> None:
    for game in GAMES:
        assert ADAPTERS[game.name].game is game
        assert list(blocks((HERE / f"{game.name}.md").read_text(encoding="utf-8")))


def test_committed_files_hold_nothing_but_blocks() -> None:
    for game in GAMES:
        text = (HERE / f"{game.name}.md").read_text(encoding="utf-8")
        outside = re.sub(r"^```vector\n.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
        title, *rest = [line for line in outside.splitlines() if line]
        assert title.startswith("# ")
        assert not rest


GOOD = """id: X
game: coloretto
players: 3
setup: {"deck":"RGBL","hands":["R","G","B"],"start":0}
steps:
0 draw
! 0 draw
= {"held":"R","phase":"place"}
"""


def problems(text: str) -> list[str]:
    return check_block(Block(1, text.splitlines()), BOX)[1]


def test_the_good_block_is_good() -> None:
    assert problems(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"held":"R"', '"held":"G"', 'Line 9, `= {"held":"G","phase":"place"}`: held is "R", not "G".'),
        ('"held":"R"', '"held":null', 'held is "R", not null.'),
        ('"held":"R"', '"last":0', "last is false, not 0."),
        ('"held":"R"', '"hold":"R"', "coloretto has no probe 'hold'; there are turn, phase, over, winners, rows"),
        ("game: coloretto", "game: colorette", "There is no game 'colorette'; there are ronde, trio"),
        ('"start":0', '"begin":0', "coloretto has no set-up key 'begin'; there are deck, hands, start."),
        ('"start":0', '"start":3', "start is 3; the seats are 0 to 2."),
        ('"start":0', '"start":true', "start is True; the seats are 0 to 2."),
        ("RGBL", "RGXL", "deck is 'RGXL'; cards are the letters ROYGBPN+JL."),
        ("RGBL", "RLBL", "The deck has more than one L."),
        ('"deck":"RGBL"', '"deck":7', "deck is 7; cards are"),
        ('["R","G","B"]', '["R","G"]', "it has a string of cards for each of 3 seats."),
        ('["R","G","B"]', '["R","G",5]', "a hand is 5; cards are"),
        ("! 0 draw", "! 0 place 0", "Line 8, `! 0 place 0`: accepted, but it should be refused."),
        ("! 0 draw", "0 draw", "Line 8, `0 draw`: refused: You have drawn"),
        ("! 0 draw", "1 place 0", "Line 8, `1 place 0`: refused: It is not your turn"),
        ("! 0 draw", "0 juggle", "Line 8, `0 juggle`: refused:"),
        ("! 0 draw", "zero draw", "Line 8: 'zero draw' is no step"),
        ("! 0 draw", "= [1]", "Line 8: [1] is no JSON object."),
        ("! 0 draw", "= {1}", "Line 8: '{1}' is no JSON."),
        ('"deck":"RGBL"', '"deck":""', "Line 7, `0 draw`: The deck of the set-up is used up."),
        ("players: 3", "players: 6", "The game coloretto is for 2 to 5 players, not for 6."),
        ("players: 3", "players: three", "A block with `steps:` needs a number of `players:`."),
        ("players: 3", "seats: 3", "Line 4: 'seats: 3' is no header"),
        ("players: 3", "players: 3\nplayers: 3", "Line 5: a second `players:`."),
        ("players: 3", 'players: 3\noptions: {"colour":"red"}', "has no option “colour”"),
        ("players: 3", 'players: 3\noptions: {"score_side":"blue"}', "cannot be “blue” here"),
        ("players: 3", 'players: 3\noptions: {"score_side":null}', "The option 'score_side' cannot be null."),
        ("id: X\n", "", "The block has no `id:`."),
        ("game: coloretto", "game:", "The block has no `game:`."),
        ("steps:", "steps: 0 draw", "the steps begin on the next line."),
        ("steps:", "call: {}\nsteps:", "A block has either `steps:` or `call:`."),
    ],
)
def test_a_planted_error_is_named(old: str, new: str, sentence: str) -> None:
    found = problems(GOOD.replace(old, new, 1))
    assert len(found) == 1
    assert sentence in found[0]


CALL = """id: X
game: coloretto
call: {"fn":"score","cards":"RR","side":"grey"}
= 4
"""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("= 4", "= 5", "The answer is 4, not 5."),
        ("= 4", "= true", "The answer is 4, not true."),
        ("= 4", "", "After `call:` there is one line `= VALUE`."),
        ("= 4", "= four", "Line 5: 'four' is no JSON."),
        ("score", "points", "coloretto has no call 'points'; there are score, fixed."),
        ("grey", "gray", "side is 'gray'; it is beige or grey."),
        ('"RR"', '"RX"', "cards is 'RX'; cards are the letters ROYGBPN+J."),
        ('"side"', '"table"', "The call takes cards, side; it was given cards, table."),
        ('{"fn"', '["fn"', "is no JSON."),
    ],
)
def test_a_planted_error_in_a_call_is_named(old: str, new: str, sentence: str) -> None:
    found = problems(CALL.replace(old, new, 1))
    assert len(found) == 1
    assert sentence in found[0]


def test_all_that_differs_is_named_at_once() -> None:
    assert len(problems(GOOD.replace('{"held":"R","phase":"place"}', '{"held":"G","turn":0,"phase":"final"}'))) == 2


def test_a_game_that_breaks_down_fails_its_vector_only() -> None:
    broken = {**BOX, "pips": BOX["pips"]._replace(probes={"line": lambda state: state.no_such_thing})}
    text = 'id: X\ngame: pips\nplayers: 2\nsteps:\n= {"line":""}\n'
    assert "The game broke down: AttributeError" in check_block(Block(1, text.splitlines()), broken)[1][0]


def run(folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, list[str]]:
    code = main([str(argument) for argument in arguments], folder, BOX)
    return code, capsys.readouterr().out.splitlines()


def test_files_are_counted_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.md"
    bad.write_text(
        f"Some text.\n\n```vector\n{GOOD}```\n\n```vector\n{CALL.replace('= 4', '= 9')}```\n", encoding="utf-8"
    )
    code, lines = run(tmp_path, capsys, HERE / "coloretto.md", bad)
    assert code == 1
    assert lines == [f"{bad}:14: X", "    The answer is 4, not 9.", "9 passed, 1 failed"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"# Nothing\n\n```python\nprint()\n```\n", "There are no vectors in this file."),
        (b"\xff\xfe", "The file cannot be read: it is no UTF-8 text."),
        (b"```vector\nid: X\n", "The block has no closing fence."),
        (None, "The file cannot be read: No such file or directory."),
    ],
)
def test_a_file_without_vectors_fails(
    content: bytes | None, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.md"
    if content is not None:
        file.write_bytes(content)
    code, lines = run(tmp_path, capsys, file)
    assert code == 1
    assert sentence in lines[1]
    assert lines[-1] == "0 passed, 1 failed"


def test_a_vector_inside_another_block_is_just_text() -> None:
    text = f"````markdown\n```vector\n{GOOD}```\n````\n~~~vector\n{CALL}~~~\n"
    assert [block.line for block in blocks(text)] == [text.splitlines().index("~~~vector") + 1]


def test_comparing_finds_every_drift(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    for folder, answer, extra in ((theirs, 4, "there"), (ours, 5, "here")):
        folder.mkdir()
        same = CALL.replace("id: X", "id: S")
        drifted = CALL.replace("= 4", f"= {answer}")
        single = CALL.replace("id: X", f"id: only-{extra}")
        other = CALL.replace("game: coloretto", "game: not-yet-written") if folder is theirs else CALL
        texts = (same, drifted, single, other.replace("id: X", "id: S"))
        (folder / "a.md").write_text("".join(f"```vector\n{text}```\n" for text in texts), encoding="utf-8")
    code, lines = run(ours, capsys, "--compare", theirs)
    assert code == 1
    assert lines[-1] == "1 passed, 3 failed"
    assert lines[0].endswith(": X")
    assert "differs from" in lines[1]
    assert lines[2].endswith(": only-here")
    assert lines[4].endswith(": only-there")


def test_comparing_needs_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = run(HERE, capsys, "--compare", tmp_path / "nowhere")
    assert (code, lines[1].strip()) == (1, "There is no such folder to compare with.")


def test_the_program_needs_something_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([], HERE)
    assert stopped.value.code == 2
    assert "name a Markdown file" in capsys.readouterr().err


def test_the_script_runs_in_a_process_of_its_own() -> None:
    script = [sys.executable, str(ROOT / "scripts" / "vectors")]
    good = subprocess.run([*script, str(HERE / "coloretto.md")], capture_output=True, text=True)
    assert (good.returncode, good.stdout) == (0, "8 passed, 0 failed\n"), good.stderr
    bad = subprocess.run([*script, str(HERE / "nowhere.md")], capture_output=True, text=True)
    assert bad.returncode == 1
    assert bad.stdout.splitlines()[-1] == "0 passed, 1 failed"
