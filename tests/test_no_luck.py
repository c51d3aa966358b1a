"""No test is green or red by luck: none is tried twice, none waits for a time to pass, none draws what has no name.

Where such a thing is what the test is about, its line says so: `# subject: why`, in JavaScript `// subject: why`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SUBJECT = re.compile(r"(#|//) subject: \w")

# What is wrong, and how a line looks that does it.
WRONG = {
    "a second try": r"\breruns?\b|\bmark\.flaky\b|@flaky\b",
    "waits for a time (see tests/patience.py)": r"\bsleep\((?!0\))|\bsleep \d|\bwait_for_timeout\b",
    "a timer": r"\bset(Timeout|Interval)\(",
    "luck without a name (see tests/luck.py)": "|".join(
        (
            r"\bMath\.random\b|\bgetRandomValues\b|\brandomUUID\b",
            r"\bsecrets\.[a-z]\w*\(|\bfrom (secrets|uuid) import\b|\buuid\.uuid|\burandom\(",
            r"\bSystemRandom\b|\bRandom\(\)|\bdefault_rng\(\)",
            r"(?<![.\w])random\.[a-z]\w*\(|\bfrom random import (?!Random$)",
        )
    ),
    "the place of something in memory": r"(?<![.\w])id\(self\)",
}
SEARCHES = {what: re.compile(pattern) for what, pattern in WRONG.items()}


def found_in(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not SUBJECT.search(line):
            yield from ((number, what) for what, search in SEARCHES.items() if search.search(line))


def files() -> list[Path]:
    own = Path(__file__)
    return sorted(file for end in ("py", "js", "mjs", "ts") for file in TESTS.rglob(f"*.{end}") if file != own)


def test_no_test_waits_for_a_time_or_draws_without_a_name() -> None:
    wrong = [
        f"{file.relative_to(TESTS.parent)}:{number}: {what}"
        for file in files()
        for number, what in found_in(file.read_text(encoding="utf-8"))
    ]
    assert len(files()) > 100
    assert not wrong, "\n".join(["", *wrong])


def test_no_plugin_tries_a_test_twice() -> None:
    settings = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [
        *settings["project"]["optional-dependencies"]["test"],
        *settings["tool"]["pytest"]["ini_options"]["addopts"],
    ]
    plugins = [
        f"{distribution.name} {point.name}"
        for distribution in distributions()
        for point in distribution.entry_points
        if point.group == "pytest11"
    ]
    assert len(plugins) >= 3  # hypothesis, time-outs, several workers: the search finds what is there
    assert not [name for name in [*asked, *plugins] if re.search(r"re-?run|flaky|retry", name, re.IGNORECASE)]


PLANTED = [
    "    time.sleep(0.5)",
    "    await asyncio.sleep(0.01)",
    "    await asyncio.sleep(pause())",
    "    sleep(wait)",
    '    subprocess.run("sleep 3", shell=True)',
    "    page.wait_for_timeout(20)",
    "    setTimeout(() => done(), 30)",
    "    setInterval(look, 30)",
    "    const any = nodes[Math.floor(Math.random() * nodes.length)]",
    "    const id = crypto.randomUUID()",
    "    key = secrets.token_bytes(32)",
    "from secrets import token_hex",
    "    name = uuid.uuid4().hex",
    "    key = os.urandom(16)",
    "    whims = random.Random()",
    "    whims = Random()",
    "    seat = random.choice(seats)",
    "    random.shuffle(cards)",
    "from random import choice",
    "    whims = random.SystemRandom()",
    '    name = f"{id(self):x}"',
    "@pytest.mark.flaky(reruns=2)",
    'addopts = ["--reruns", "1"]',
]


@pytest.mark.parametrize("line", PLANTED)
def test_each_kind_of_luck_is_found(line: str) -> None:
    text = f"import random\n\n{line}\n"
    assert [number for number, _ in found_in(text)] == [3]
    assert not list(found_in(f"import random\n\n{line}  # subject: how the server bears it\n"))
    assert not list(found_in(f"import random\n\n{line}  // subject: how the page bears it\n"))
    assert list(found_in(f"import random\n\n{line}  # subject:\n")), "a reason is asked for"


@pytest.mark.parametrize(
    "line",
    [
        "    await asyncio.sleep(0)",
        "    whims = random.Random(7)",
        "    whims = Random(name)",
        "    seat = whims.choice(seats)",
        "    if whims.random() < 0.5:",
        "def play(whims: random.Random) -> None:",
        '    """Nobody reads the secrets. Nor the uuid."""',
        "from random import Random",
    ],
)
def test_what_has_a_name_is_left_alone(line: str) -> None:
    assert not list(found_in(line))
