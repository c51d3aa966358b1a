"""What the page and Python say to each other, as TypeScript: from the Structs of room/wire.py and scenes/scene.py, and
for a page without a server from those of offline/calls.py."""

import ast
import inspect
import sys
import tokenize
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Raw, Struct
from msgspec.structs import fields

from polychrome.engine.core import Argument, Message
from polychrome.offline import calls
from polychrome.room import entries, thought, wire
from polychrome.scenes import scene

WIRE = """\
// What page and server say to each other; docs/protocol.md explains it. Written by scripts/wire from room/wire.py and
// scenes/scene.py: change it there.
"""
CALLS = """\
// What this page says to the tables of its device, and what it is to do for them. Written by scripts/wire from
// polychrome/offline/calls.py: change it there. What is kept of a table comes back as it was given.
"""
PLAIN = {
    int: "number",
    float: "number",
    str: "string",
    bytes: "string",  # in Base64
    bool: "boolean",
    NoneType: "null",
    Argument: "Argument",
    Message: "Message",
}
OVER_HTTP = (
    wire.NewTable,
    wire.Join,
    wire.Entered,
    wire.GameInfo,
    wire.DayPuzzle,
    wire.OwnTable,
    wire.Replay,
    wire.Told,
)


def remarks(module: ModuleType) -> dict[tuple[str, str], str]:
    """What is said behind each field of the classes of a module."""
    source = inspect.getsource(module)
    lines = iter(source.splitlines(keepends=True))
    said = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(lambda: next(lines, ""))
        if token.type == tokenize.COMMENT and token.line.strip() != token.string
    }
    return {
        (node.name, field.target.id): said[field.lineno]
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
        for field in node.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and field.lineno in said
    }


class Types:
    """Every Struct that is asked for or leads to, in the order of their asking."""

    def __init__(self, *modules: ModuleType) -> None:
        self.interfaces: dict[type[Struct], str] = {}
        self.unions: dict[Any, str] = {}  # those that have a name
        self.remarks = {module.__name__: remarks(module) for module in modules}

    def name(self, kind: Any) -> str:
        """How a type is called in TypeScript."""
        if kind in PLAIN:
            return PLAIN[kind]
        if kind in self.unions:
            return self.unions[kind]
        if isinstance(kind, type) and issubclass(kind, Struct):
            self.add(kind)
            return kind.__name__
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):  # Raw is written already
            return " | ".join(dict.fromkeys(self.name(part) for part in inner if part is not Raw))
        if origin is Literal:
            return " | ".join(f"'{word}'" for word in inner)
        if origin is dict:
            return f"Record<string, {self.name(inner[1])}>"
        if origin is list or (origin is tuple and inner[1:] == (Ellipsis,)):
            part = self.name(inner[0])
            return f"({part})[]" if " | " in part else f"{part}[]"
        if origin is tuple:
            return f"[{', '.join(map(self.name, inner))}]"
        raise TypeError(f"scripts/wire does not know how to write {kind}")

    def add(self, struct: type[Struct]) -> None:
        if struct in self.interfaces:
            return
        self.interfaces[struct] = ""  # so that one that leads to itself comes to an end
        config, hints = struct.__struct_config__, get_type_hints(struct)
        if config.array_like:
            parts = ", ".join(f"{field.name}: {self.name(hints[field.name])}" for field in fields(struct))
            self.interfaces[struct] = f"export type {struct.__name__} = [{parts}]\n"
            return
        told = self.remarks.get(struct.__module__, {})
        heard = issubclass(struct, wire.Heard) or config.forbid_unknown_fields
        lines = [f"  {config.tag_field}: '{config.tag}'"] if config.tag is not None else []
        for field in fields(struct):
            usual = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
            sign = "?" if usual and (heard or config.omit_defaults) else ""
            kind = self.name(hints[field.name])
            if field.default is None and config.omit_defaults:
                kind = kind.removesuffix(" | null")  # then it is not said at all
            remark = told.get((struct.__name__, field.name), "").replace("None", "null")
            lines.append(f"  {field.name}{sign}: {kind}" + (f" // {remark}" if remark else ""))
        body = "\n".join(lines)
        self.interfaces[struct] = f"export interface {struct.__name__} {{\n{body}\n}}\n"

    def union(self, name: str, kinds: Any) -> str:
        self.unions[kinds] = name
        parts = "".join(f"\n  | {self.name(kind)}" for kind in get_args(kinds))
        return f"export type {name} ={parts}\n"


def wire_types() -> str:
    types = Types(wire, scene)
    argument = " | ".join(types.name(part) for part in get_args(Argument))
    ends = [
        f"export type Argument = {argument}\n",
        "export type Message = { key: string; args: Record<string, Argument> } | [string, Record<string, Argument>]\n",
        types.union("FromServer", wire.FromServer),
        types.union("ToServer", wire.ToServer),
    ]
    for struct in OVER_HTTP:
        types.add(struct)
    return "\n".join([WIRE, *ends, *types.interfaces.values()])


def call_types() -> str:
    types = Types(calls, entries, thought)
    ends = [types.union("Call", calls.Calls), types.union("Command", calls.Commands)]
    types.add(calls.Round)
    return "\n".join([CALLS, *ends, *types.interfaces.values()])


FILES: dict[str, Callable[[], str]] = {"wire.ts": wire_types, "site/calls.ts": call_types}


def main(arguments: list[str], page: Path) -> int:
    """Write the files in the folder of the page's sources, or only look."""
    texts = {page / name: write() for name, write in FILES.items()}
    if arguments == ["--check"]:
        old = [file for file, text in texts.items() if not file.is_file() or file.read_text(encoding="utf-8") != text]
        for file in old:
            print(f"{file} does not say what Python defines: run scripts/wire.", file=sys.stderr)
        return 1 if old else 0
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8")
    return 0
