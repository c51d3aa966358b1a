"""What a page and its tables say to each other is the same in Python and for the page, which is written from it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from msgspec import Struct
from msgspec.structs import fields

from polychrome.offline.calls import Calls, Commands, Round

PAGE = Path(__file__).parents[2] / "web" / "src" / "site" / "calls.ts"
INTERFACE = re.compile(r"export interface \w+ \{\n  (call|do): '(\w+)'\n(.*?)^\}", re.DOTALL | re.MULTILINE)

Messages = dict[tuple[str, str], list[str]]


def in_typescript(text: str) -> Messages:
    """The names of the fields, by kind of message."""
    return {
        (tag, kind): re.findall(r"^  (\w+)\??: ", body, re.MULTILINE) for tag, kind, body in INTERFACE.findall(text)
    }


def in_python(kinds: tuple[type[Struct], ...]) -> Messages:
    config = {kind: kind.__struct_config__ for kind in kinds}
    return {
        (str(config[kind].tag_field), str(config[kind].tag)): [field.name for field in fields(kind)] for kind in kinds
    }


def test_the_page_knows_every_message_and_its_fields() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert in_typescript(text) == in_python((*get_args(Calls), *get_args(Commands)))
    (round_,) = re.findall(r"interface Round \{(.*?)\}", text, re.DOTALL)
    assert re.findall(r"(\w+): ", round_) == [field.name for field in fields(Round)]


def test_another_name_is_seen() -> None:
    text = "export interface Halt {\n  do: 'halt'\n  count?: number\n}\n"
    assert in_typescript(text) == {("do", "halt"): ["count"]}


def test_a_page_is_told_what_may_be_left_out_and_what_is_kept_as_a_row() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "  problem?: string | null\n  conflict?: boolean\n" in text
    assert "export type StoredEntry = [table: string, number: number, at: number, entry: string]" in text
    assert "  commands: Command[]\n" in text
