"""The program behind `scripts/vectors`: run files, compare committed vectors with a specification, and count."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from polychrome.registry import GAMES
from spec.adapter import Adapter, Mistaken
from spec.block import Block, blocks, vector
from spec.run import differences

ADAPTERS: Final[Mapping[str, Adapter]] = {game.name: import_module(f"spec.{game.name}").ADAPTER for game in GAMES}


class Count:
    """What has been found so far; failures are told at once."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def add(self, where: str, problems: Sequence[str]) -> None:
        if problems:
            self.failed += 1
            print(where, *problems, sep="\n    ")
        else:
            self.passed += 1


class Committed(NamedTuple):
    """A vector by its name, as text, wherever it stands."""

    game: str
    id: str
    text: str
    where: str


def check_file(path: Path, adapters: Mapping[str, Adapter], count: Count) -> None:
    try:
        found = list(blocks(read(path)))
    except Mistaken as mistake:
        count.add(str(path), [str(mistake)])
        return
    if not found:
        count.add(str(path), ["There are no vectors in this file."])
    for block in found:
        name, problems = check_block(block, adapters)
        count.add(f"{path}:{block.line}: {name}", problems)


def check_block(block: Block, adapters: Mapping[str, Adapter]) -> tuple[str, list[str]]:
    """The name of a block, and what is wrong with it."""
    name = next((text.partition(":")[2].strip() for _, text in block.items() if text.startswith("id:")), "") or "no id"
    try:
        return name, differences(vector(block), adapters)
    except Mistaken as mistake:
        return name, [str(mistake)]
    except Exception as crash:  # a bug in a game must not hide what the other vectors have to say
        return name, [f"The game broke down: {type(crash).__name__}: {crash}"]


def read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise Mistaken(f"The file cannot be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise Mistaken("The file cannot be read: it is no UTF-8 text.") from None


def compare(specification: Path, committed: Path, adapters: Mapping[str, Adapter], count: Count) -> None:
    """Is every vector of the specification here, letter by letter, and no other?"""
    if not specification.is_dir():
        count.add(str(specification), ["There is no such folder to compare with."])
        return
    ours = {(entry.game, entry.id): entry for entry in collect(committed)}
    games = {*adapters, *[game for game, _ in ours]}  # a specification may be ahead of the box
    theirs = {(entry.game, entry.id): entry for entry in collect(specification) if entry.game in games}
    for key in sorted({*theirs, *ours}):
        a, b = theirs.get(key), ours.get(key)
        if a is None or b is None:
            present, absent = (ours[key], specification) if a is None else (a, committed)
            count.add(f"{present.where}: {present.id}", [f"This vector is not in {absent}."])
        else:
            count.add(f"{b.where}: {b.id}", [] if a.text == b.text else [f"This vector differs from {a.where}."])


def collect(folder: Path) -> list[Committed]:
    found = []
    for path in sorted(folder.glob("*.md")):
        for block in blocks(read(path)):
            lines = dict(text.split(":", 1) for _, text in block.items() if text.startswith(("id:", "game:")))
            text = "\n".join(line.rstrip() for line in block.lines)
            names = lines.get("game", "").strip(), lines.get("id", "").strip()
            found.append(Committed(*names, text, f"{path}:{block.line}"))
    return found


def main(arguments: Sequence[str], committed: Path, adapters: Mapping[str, Adapter] = ADAPTERS) -> int:
    """Run the program; its exit code. `committed` is the folder of the vectors that are tested with the code."""
    parser = argparse.ArgumentParser(prog="vectors", description="Run the `vector` blocks of Markdown files.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a Markdown file")
    parser.add_argument("--compare", type=Path, metavar="DIR", help="where the committed vectors differ from DIR")
    chosen = parser.parse_args(arguments)
    if not chosen.files and chosen.compare is None:
        parser.error("name a Markdown file to run, or --compare DIR")
    count = Count()
    for path in chosen.files:
        check_file(path, adapters, count)
    if chosen.compare is not None:
        try:
            compare(chosen.compare, committed, adapters, count)
        except Mistaken as mistake:
            count.add(str(chosen.compare), [str(mistake)])
    print(f"{count.passed} passed, {count.failed} failed")
    return 1 if count.failed or not count.passed else 0
