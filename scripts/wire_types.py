"""What page and server say to each other, as TypeScript: from the Structs of room/wire.py and scenes/scene.py."""

import ast
import inspect
import sys
import tokenize
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Raw, Struct
from msgspec.structs import fields

from polychrome.engine.core import Argument, Message
from polychrome.room import wire
from polychrome.scenes import scene

HEAD = """\
// What page and server say to each other; docs/protocol.md explains it. Written by scripts/wire from room/wire.py and
// scenes/scene.py: change it there.
"""
PLAIN = {int: "number", str: "string", bool: "boolean", NoneType: "null", Argument: "Argument", Message: "Message"}
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

    def __init__(self) -> None:
        self.interfaces: dict[type[Struct], str] = {}
        self.remarks = {module.__name__: remarks(module) for module in (wire, scene)}

    def name(self, kind: Any) -> str:
        """How a type is called in TypeScript."""
        if kind in PLAIN:
            return PLAIN[kind]
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

    def union(self, name: str, kinds: tuple[type[Struct], ...]) -> str:
        parts = "".join(f"\n  | {self.name(kind)}" for kind in kinds)
        return f"export type {name} ={parts}\n"


def written() -> str:
    types = Types()
    argument = " | ".join(types.name(part) for part in get_args(Argument))
    ends = [
        f"export type Argument = {argument}\n",
        "export type Message = { key: string; args: Record<string, Argument> } | [string, Record<string, Argument>]\n",
        types.union("FromServer", get_args(wire.FromServer)),
        types.union("ToServer", get_args(wire.ToServer)),
    ]
    for struct in OVER_HTTP:
        types.add(struct)
    return "\n".join([HEAD, *ends, *types.interfaces.values()])


def main(arguments: list[str], file: Path) -> int:
    text = written()
    if arguments == ["--check"]:
        if file.is_file() and file.read_text(encoding="utf-8") == text:
            return 0
        print(f"{file} does not say what Python defines: run scripts/wire.", file=sys.stderr)
        return 1
    file.write_text(text, encoding="utf-8")
    return 0
