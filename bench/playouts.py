"""How fast the engine plays: both builds, a naive reference and the C++ limit, measured in one run.

    python bench/playouts.py [--compiled DIR] [--cpp DIR] [--json]

Everything is CPU time at its best of several rounds; ratios are what to compare, for machines are noisy. The compiled
build is looked for in build/compiled (made by scripts/test) unless --compiled names another folder; the limit
program is compiled from --cpp (by default the peers beside this repository) if it and a C++ compiler are there.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


def measured(package: Path) -> dict[str, Any]:
    """The figures of one build, from a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(HERE)])}
    command = [sys.executable, str(HERE / "measure.py")]
    return dict(json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout))


def limit(folder: Path) -> dict[str, float] | None:
    """C++: microseconds a decision, and search iterations a second. None if it cannot be had here."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None or not (folder / "coloretto_main.cpp").exists():
        return None
    with tempfile.TemporaryDirectory() as scratch:
        figures = {}
        for source, arguments, name in (
            ("coloretto_main.cpp", ["2", "4", "1"], "moves_s"),
            ("ismcts.cpp", ["1000", "100", "1"], "iters_s"),
        ):
            program = str(Path(scratch) / name)
            options = ["-O3", "-march=native", "-std=c++17", "-w", "-o", program]
            subprocess.run([compiler, *options, str(folder / source)], check=True)
            line = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
            figures[name] = float(json.loads(line)[name])
    return {"decision_us": 1e6 / figures["moves_s"], "search_s": figures["iters_s"]}


def row(label: str, *cells: str) -> str:
    return f"{label:<34}" + "".join(f"{cell:>14}" for cell in cells)


def report(plain: dict[str, Any], compiled: dict[str, Any] | None, best: dict[str, float] | None) -> list[str]:
    builds = [build for build in (plain, compiled) if build is not None]
    lines = [row("Coloretto, four seats", "interpreted", *["compiled"] * (len(builds) - 1))]
    for label, name, form in (
        ("random games a second", "games_s", "{:,.0f}"),
        ("µs a decision", "decision_us", "{:.3f}"),
        ("µs a clone", "clone_us", "{:.2f}"),
        ("µs a view", "view_us", "{:.2f}"),
        ("search iterations a second", "search_s", "{:,.0f}"),
    ):
        lines.append(row(label, *[form.format(build[name]) for build in builds]))
    lines.append(row("faster than naive, decisions", *[f"{b['naive_us'] / b['decision_us']:.1f}×" for b in builds]))
    lines.append(row("faster than naive, clones", *[f"{b['naive_clone_us'] / b['clone_us']:.0f}×" for b in builds]))
    if best is not None:
        slower = [f"{b['decision_us'] / best['decision_us']:.1f}×" for b in builds]
        lines.append(row("slower than C++, decisions", *slower))
        lines.append(row("slower than C++, search", *[f"{best['search_s'] / b['search_s']:.1f}×" for b in builds]))
    lines.append("")
    lines.append(row("µs an action, playouts cut after", "interpreted", *["compiled"] * (len(builds) - 1)))
    for i, length in enumerate((50, 100, 150, 200)):
        lines.append(row(f"  {length} actions", *[f"{build['growth_us'][i]:.3f}" for build in builds]))
    lines.append("")
    lines.append(row("µs a decision, game and seats", "interpreted", *["compiled"] * (len(builds) - 1)))
    for name in plain["all_games_us"]:
        cells = [f"{build['all_games_us'][name]:.3f}" for build in builds]
        lines.append(row(f"  {name}", *cells))
    lines.append("")
    lines.append(f"naive reference: {plain['naive_us']:.2f} µs a decision, {plain['naive_clone_us']:.0f} µs a clone")
    lines.append(
        f"C++ limit: {best['decision_us']:.4f} µs a decision, {best['search_s']:,.0f} search iterations a second"
        if best
        else "C++ limit: not measured (no compiler, or no program in --cpp)"
    )
    if compiled is None:
        lines.append("compiled build: not found; make it with `python3 scripts/test`, or name it with --compiled")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiled", type=Path, default=ROOT / "build" / "compiled")
    parser.add_argument("--cpp", type=Path, default=ROOT.parent / "shared" / "peers" / "cpp")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    options = parser.parse_args()
    plain = measured(ROOT / "src")
    compiled = measured(options.compiled) if (options.compiled / "polychrome").is_dir() else None
    best = limit(options.cpp)
    if options.json:
        print(json.dumps({"interpreted": plain, "compiled": compiled, "cpp": best}, indent=2))
    else:
        print("\n".join(report(plain, compiled, best)))


if __name__ == "__main__":
    main()
