"""No test is green or red by luck or haste: none is tried twice, waits for a time to pass, measures one, gives up soon,
hopes that a port stays free, or draws what has no name.

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
    "waits for a time (see tests/patience.py)": r"\b(pg_)?sleep\((?!0\))|\bsleep \d|\bwait_for_timeout\b",
    "a timer": r"\bset(Timeout|Interval)\(|\bcall_(later|at)\(|\bTimer\(",
    "measures a time": "|".join(
        (
            r"(?<![\"'\w])(monotonic|perf_counter|process_time)(_ns)?\(|\btime\.time(_ns)?\(",
            r"\bperformance\.now\(|\bDate\.now\b|\bnew Date\(\)|\b(datetime|date)\.(now|utcnow|today)\(",
        )
    ),
    # Less than a hundred seconds: a busy machine may be ten times slower. 0 is none.
    "a short time-out": "|".join(
        (
            r"\btimeout=(?!0\b)\d{1,2}(\.\d*)?(?![\d_])|\btimeout\((?!0\))\d{1,2}(\.\d*)?\)",
            r"\bwait_for\(.*, ?\d{1,2}(\.\d*)?\)|\.(join|poll)\([\d.]+\)",
            r"\bfrom websockets\S* import .*\bconnect\b",  # which gives up after ten (see `dial` in server/house.py)
        )
    ),
    "a port that others may take meanwhile (see tests/ports.py)": r"\b(free|unused)_port\b",
    "luck without a name (see tests/luck.py)": "|".join(
        (
            r"\bMath\.random\b|\bgetRandomValues\b|\brandomUUID\b|\bgen_random_\w+\(",
            r"\bsecrets\.[a-z]\w*\(|\bfrom (secrets|uuid) import\b|\buuid\.uuid|\burandom\(",
            r"\bSystemRandom\b|\bRandom\(\)|\bdefault_rng\(\)|\b(np|numpy)\.random\.(?!(default_rng|RandomState|seed)\([^)])",
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
    '    await db.execute("SELECT pg_sleep(1)")',
    "    loop.call_later(0.5, put)",
    "    loop.call_at(loop.time() + 1, put)",
    "    threading.Timer(3, kill).start()",
    "    assert monotonic() - begun < 5",
    "    begun = time.perf_counter()",
    "    begun = time.time()",
    "    const begun = performance.now()",
    "    today = date.today()",
    "    process.wait(timeout=5)",
    "    process.communicate(timeout=30.0)",
    "@pytest.mark.timeout(60)",
    "    await asyncio.wait_for(talk.hear(), 10)",
    "    async with asyncio.timeout(2.5):",
    "    process.join(20)",
    "from websockets.asyncio.client import connect",
    "    port = free_port()",
    "    row = np.random.rand(3)",
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
        "    process.wait(timeout=PATIENCE)",
        "@pytest.mark.timeout(0)",
        "@pytest.mark.timeout(7200)",
        "    await asyncio.wait_for(talk.hear(), PATIENCE)",
        '    monkeypatch.setattr(websocket, "monotonic", lambda: now[0])',
        '    assert ", ".join(names) == "5"',
        "    rows = np.random.default_rng(7)",
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
