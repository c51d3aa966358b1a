"""What a page and its tables say to each other is written twice, in Python and for the page, and is the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from msgspec import Struct
from msgspec.structs import fields

from polychrome.offline.calls import Calls, Commands, Round

PAGE = Path(__file__).parents[2] / "web" / "src" / "site" / "calls.ts"
OBJECT = re.compile(r"\{\s*(call|do): '(\w+)'(.*?)\}", re.DOTALL)
ITS_OWN = {("do", "state"): ["state"]}  # what the worker itself tells the page

Messages = dict[tuple[str, str], list[str]]


def in_typescript(text: str) -> Messages:
    """The names of the fields, by kind of message."""
    return {(tag, kind): re.findall(r"(\w+)\??: ", body) for tag, kind, body in OBJECT.findall(text)}


def in_python(kinds: tuple[type[Struct], ...]) -> Messages:
    config = {kind: kind.__struct_config__ for kind in kinds}
    return {
        (str(config[kind].tag_field), str(config[kind].tag)): [field.name for field in fields(kind)] for kind in kinds
    }


def test_the_page_knows_every_message_and_its_fields() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert in_typescript(text) == in_python((*get_args(Calls), *get_args(Commands))) | ITS_OWN
    (round_,) = re.findall(r"interface Round \{(.*?)\}", text, re.DOTALL)
    assert re.findall(r"(\w+): ", round_) == [field.name for field in fields(Round)]


def test_another_name_is_seen() -> None:
    assert in_typescript("type A = | { do: 'halt'; count?: number }\n") == {("do", "halt"): ["count"]}
