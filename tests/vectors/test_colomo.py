"""The committed vectors of the seven COLOMO games hold, and set-ups that cannot be are named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from families import COLOMO
from spec.block import Block, blocks
from spec.program import ADAPTERS, check_block

HERE = Path(__file__).parent
TEXTS = {game.name: (HERE / f"{game.name}.md").read_text(encoding="utf-8") for game in COLOMO}
COMMITTED = [block for text in TEXTS.values() for block in blocks(text)]


def name(block: Block) -> str:
    return check_block(block, {})[0]


@pytest.mark.parametrize("block", COMMITTED, ids=name)
def test_a_committed_vector_holds(block: Block) -> None:
    assert check_block(block, ADAPTERS) == (name(block), [])


def test_every_game_has_vectors_and_its_file_holds_nothing_else() -> None:
    for game in COLOMO:
        assert ADAPTERS[game.name].game is game
        outside = re.sub(r"^```vector\n.*?^```$", "", TEXTS[game.name], flags=re.DOTALL | re.MULTILINE)
        assert [line for line in outside.splitlines() if line] == [f"# Vectors of {game.name.capitalize()}"]


@pytest.mark.parametrize(
    ("game", "setup", "sentence"),
    [
        ("ronde", "{}", "The set-up has no layout"),
        ("ronde", '{"layout":"RX"}', "it is made of the letters ROYGBV."),
        ("ronde", '{"layout":".."}', "a disc in one of them"),
        ("ronde", '{"layout":"RR","start":2}', "it is a number from 0 to 1."),
        ("ronde", '{"layout":"RR","pairs":["R"]}', "it is a list of 2."),
        ("ronde", '{"layout":"RR","discs":1}', "ronde has no set-up key 'discs'"),
        ("trio", '{"layout":"RRR","trios":[1,true]}', "trios is True"),
        ("rondo", '{"circle":"RRRRRRRRRRRR"}', "it has two discs of each colour."),
        ("rondo", '{"circle":"RROOYYGGBBVV","pile":""}', "The pile is empty"),
        ("les_aveugles", '{"cells":{"10":"R"}}', "cells has no place '10'."),  # a gate
        ("les_aveugles", '{"cells":{"3":"Y"}}', "it is made of the letters RO."),
        ("les_aveugles", '{"dice":[7]}', "dice is 7"),
        ("les_aveugles", '{"dice":6}', "it is a list"),
        ("a_l_aveuglette", '{"board":{"f1":"R"}}', "board has no place 'f1'."),
        ("a_l_aveuglette", '{"board":["c1"]}', "it is an object of places and colours."),
        ("a_l_aveuglette", '{"waiting":[9,0]}', "waiting is 9"),
    ],
)
def test_a_set_up_that_cannot_be_is_named(game: str, setup: str, sentence: str) -> None:
    lines = ["id: X", f"game: {game}", "players: 2", f"setup: {setup}", "steps:", "= {}"]
    found = check_block(Block(1, lines), ADAPTERS)[1]
    assert len(found) == 1
    assert sentence in found[0]


def test_a_script_that_has_run_out_is_named() -> None:
    for game, setup, steps in [
        ("les_aveugles", '{"dice":[]}', ["0 roll"]),
        ("rondo", '{"circle":"RROOYYGGBBVV","pile":"R","up":"R"}', ["0 draw", "0 draw"]),
    ]:
        lines = ["id: X", f"game: {game}", "players: 2", f"setup: {setup}", "steps:", *steps]
        assert check_block(Block(1, lines), ADAPTERS)[1] != []


@pytest.mark.parametrize("call", ['{"fn":"order"}', '{"fn":"order","order":7}', '{"fn":"count","of":2}', '{"fn":1}'])
def test_a_call_that_cannot_be_is_named(call: str) -> None:
    problems = check_block(Block(1, ["id: X", "game: blackout", f"call: {call}", "= true"]), ADAPTERS)[1]
    assert len(problems) == 1
    assert "broke down" not in problems[0]
