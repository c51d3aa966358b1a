"""mypyc leaves docstrings out of what it compiles; this writes them into its C files, so that `help` shows them."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

# As mypyc writes them: a method or a function with its wrapper (if a default of theirs is no number or text, without a
# word), a class, a NamedTuple (its class is made when the module is loaded, with a text that fills the place) and the
# object that is a method of it, a module.
CALLED = re.compile(r'(\(PyCFunction\)CPyPy_\w+?___(?P<name>\w+),[^"{}]*PyDoc_STR\("(?:[^"\\]|\\.)*)(?="\))')
SILENT = re.compile(r'(\(PyCFunction\)CPyPy_\w+?___(?P<name>\w+),[^"{}]*PyDoc_STR\()NULL(?=\))')
KIND = re.compile(r'(\.tp_name = "(?P<name>\w+)",[^{}]*?\.tp_doc = PyDoc_STR\("(?:[^"\\]|\\.)*)(?="\))')
TUPLE = re.compile(
    r"CPyStatics\[\d+\](?=; /\* 'mypyc filler docstring' \*/.*?/\* '__module__' \*/.*?/\* '(?P<name>\w+)' \*/)",
    re.DOTALL,
)
OBJECT = re.compile(r'(\.tp_name = "(?P<name>\w+_obj)",\n)(?![^{}]*\.tp_doc)')
MODULE = re.compile(r'(?<=",\n    )NULL(?=, /\* docstring \*/\n)')


def write_into(folder: Path, sources: list[Path]) -> int:
    """Write the docstrings of these modules (paths from the package's folder on) into their C files: how many."""
    return sum(documented(folder / f"__native_{mangled(source)}.c", source) for source in sources)


def mangled(source: Path) -> str:
    parts = source.with_suffix("").parts
    return "___".join(parts[:-1] if parts[-1] == "__init__" else parts)


def documented(file: Path, source: Path) -> int:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    known = dict(docstrings(tree))
    text = file.read_text(encoding="utf-8")
    written = 0

    def said(name: str) -> str:
        nonlocal written
        # A wrapper is called table___Table___play or table___line_text: whatever stands before is the module.
        doc = next((known[key] for key in known if name == key or name.endswith(f"___{key}")), "")
        written += bool(doc)
        return literal(doc)

    def add(found: re.Match[str]) -> str:
        return found[1] + said(found["name"])

    def begin(found: re.Match[str]) -> str:
        doc = said(found["name"])
        return f'{found[1]}"{doc}"' if doc else found[0]

    def put(found: re.Match[str]) -> str:
        doc = said(found["name"])
        return f'{found[1]}    .tp_doc = PyDoc_STR("{doc}"),\n' if doc else found[0]

    def build(found: re.Match[str]) -> str:
        doc = said(found["name"])
        return f'PyUnicode_InternFromString("{doc}")' if doc else "Py_None"

    text = TUPLE.sub(build, text)
    text = OBJECT.sub(put, SILENT.sub(begin, KIND.sub(add, CALLED.sub(add, text))))
    doc = ast.get_docstring(tree)
    if doc is not None:
        text, there = MODULE.subn(lambda _: f'PyDoc_STR("{literal(doc)}")', text)
        written += there
    file.write_text(text, encoding="utf-8")
    return written


def docstrings(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Name in C and docstring of everything in a module. Methods first, silent ones too, or else a method would be
    explained by a function of its name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{node.name}___{part.name}", ast.get_docstring(part) or ""
                    yield f"{part.name}_{node.name}_obj", ast.get_docstring(part) or ""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name, ast.get_docstring(node) or ""


def literal(text: str) -> str:
    """As the inside of a C string: bytes beyond ASCII as octal numbers, which unlike hexadecimal ones have an end."""
    quoted = json.dumps(text, ensure_ascii=False)[1:-1].replace("?", "\\?")  # ??/ and the like would be trigraphs
    return "".join(chr(byte) if byte < 128 else f"\\{byte:03o}" for byte in quoted.encode())
