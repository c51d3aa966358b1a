#!/usr/bin/env python3
"""How long people wait before anything happens: python bench/startup.py [--times 15]

Each figure is the processor time of a fresh Python process less that of one which does nothing, at best and in the
middle of so many; on an idle machine that is what people wait. Goal: `import polychrome` within 150 ms.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
GOAL = 0.150  # seconds
WORKS = {
    "import polychrome": "import polychrome",
    "polychrome.catalogue()": "import polychrome; polychrome.catalogue()",
    "polychrome.new('coloretto')": "import polychrome; polychrome.new('coloretto')",
    "print(polychrome.new('coloretto'))": "import polychrome; str(polychrome.new('coloretto'))",
    "polychrome.bot('sharp')": "import polychrome; polychrome.bot('sharp')",
    "polychrome --version": "import sys; sys.argv[1:] = ['--version']; from polychrome.cli import main; main()",
}


def seconds(code: str) -> float:
    """Of one process. The build at hand is measured, or else the sources of this clone."""
    paths = [os.environ.get("PYTHONPATH", ""), str(ROOT / "src")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
    before = spent()
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, stdout=subprocess.DEVNULL)
    return spent() - before


def spent() -> float:
    """Processor time of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("--times", type=int, default=15)
    times = reader.parse_args().times
    figures: dict[str, list[float]] = {name: [] for name in WORKS}
    for _ in range(times):  # the works take turns, so that all meet the same neighbours
        nothing = seconds("pass")
        for name, code in WORKS.items():
            figures[name].append(seconds(code) - nothing)
    for name, found in figures.items():
        print(f"{name:36} at best {min(found) * 1000:4.0f} ms, in the middle {median(found) * 1000:4.0f} ms")
    good = min(figures["import polychrome"]) <= GOAL
    print(f"`import polychrome` within {GOAL * 1000:.0f} ms: {'yes' if good else 'NO'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
