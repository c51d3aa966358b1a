#!/usr/bin/env python3
"""Colorio: how fast it plays, and whether thinking helps.

    python bench/colorio.py [--compiled DIR] [--json]
    python bench/colorio.py --strength search:300 --against random --games 400 [--seats 2] [--side white]

Speed is CPU time at its best of several rounds, on both builds; the compiled one is looked for in build/compiled unless
--compiled names another folder. The luck is measured apart: what it costs to count the arrangements of the strips.
Strength plays one bot against others on the build at hand; a win shared by k seats counts 1/k. Its exit code is 0 if
the share is at least --aim.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
try:
    import polychrome  # noqa: F401 - the build at hand, or else the sources of this clone
except ImportError:
    sys.path.insert(0, str(ROOT / "src"))

from measure import cost, costs  # noqa: E402

from polychrome.arena.match import derived, play  # noqa: E402
from polychrome.arena.stats import wilson  # noqa: E402
from polychrome.bots import make  # noqa: E402
from polychrome.bots.search import SearchBot  # noqa: E402
from polychrome.engine.core import COMPILED, HIDDEN, NATURE  # noqa: E402
from polychrome.engine.dice import Dice  # noqa: E402
from polychrome.engine.playout import playout  # noqa: E402
from polychrome.games.colorio import GAME  # noqa: E402
from polychrome.games.colorio.rules import LIFT, Colorio  # noqa: E402

SEATS = (2, 3, 4, 5)


def begun(seats: int, **options: str) -> Colorio:
    state = GAME.begin(seats, options)
    assert isinstance(state, Colorio)
    return state


def middle() -> Colorio:
    """Some turns into a game of three, somebody about to lift a cap."""
    state = begun(3)
    dice = Dice(3)
    playout(state, dice, 30)
    while state.phase != LIFT:
        playout(state, dice, 1)
    return state


def steps(seats: int, games: int = 200) -> tuple[float, float]:
    """Lines of a random game, nature's included, and players' choices among them; in the mean."""
    dice = Dice(1)
    lines = choices = 0
    for _ in range(games):
        state = begun(seats)
        while acting := state.acting():
            lines += 1
            choices += acting[0] != NATURE
            state.apply(acting[0], state.sample(acting[0], dice))
    return lines / games, choices / games


def whole_game(seats: int, dice: Dice, side: str = "white") -> None:
    state = begun(seats, side=side)
    playout(state, dice, GAME.limit)
    state.scores()


def figures() -> dict[str, Any]:
    """What this build costs."""
    dice = Dice(2)
    position = middle()
    seat = position.seat
    blank = next(place for place in range(25) if position.disc[place] == HIDDEN)
    bot = make("search:1000", 1)
    assert isinstance(bot, SearchBot)
    begin, clone, view, luck, search = costs(
        (lambda: begun(4), 500),
        (position.clone, 2000),
        (lambda: position.view(seat), 2000),
        (lambda: position.chances(blank), 2000),
        (lambda: bot.search(position.view(seat, True), seat), 1),
    )
    found: dict[str, Any] = {
        "compiled": COMPILED,
        "begin_us": begin * 1e6,
        "clone_us": clone * 1e6,
        "view_us": view * 1e6,
        "luck_us": luck * 1e6,
        "search_s": bot.iterations / search,
        "games": {},
    }
    for seats in SEATS:
        lines, choices = steps(seats)
        white, grey = costs(
            (lambda seats=seats: whole_game(seats, dice), 60),  # type: ignore[misc]
            (lambda seats=seats: whole_game(seats, dice, "grey"), 60),  # type: ignore[misc]
        )
        found["games"][str(seats)] = {
            "games_s": 1 / white,
            "step_us": white / lines * 1e6,
            "grey_us": grey / lines * 1e6,
            "decision_us": white / choices * 1e6,
            "lines": lines,
        }
    found["points_s"] = 1 / cost(lambda: playout(begun(4, variant="points"), dice, GAME.limit), 20)
    return found


def measured(package: Path) -> dict[str, Any]:
    """The figures of one build, from a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(HERE)])}
    command = [sys.executable, str(HERE / "colorio.py"), "--measure"]
    return dict(json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout))


def row(label: str, *cells: str) -> str:
    return f"{label:<40}" + "".join(f"{cell:>14}" for cell in cells)


def report(builds: list[dict[str, Any]]) -> list[str]:
    lines = [row("Colorio", *["compiled" if build["compiled"] else "interpreted" for build in builds])]
    for label, name, form in (
        ("µs a clone", "clone_us", "{:.2f}"),
        ("µs a view", "view_us", "{:.2f}"),
        ("µs to count the strips for a field", "luck_us", "{:.2f}"),
        ("search iterations a second", "search_s", "{:,.0f}"),
        ("games for points a second, four seats", "points_s", "{:,.0f}"),
    ):
        lines.append(row(label, *[form.format(build[name]) for build in builds]))
    for seats in SEATS:
        games = [build["games"][str(seats)] for build in builds]
        lines.append("")
        lines.append(row(f"{seats} seats, {games[0]['lines']:.0f} lines a game"))
        lines.append(row("  random games a second", *[f"{game['games_s']:,.0f}" for game in games]))
        lines.append(row("  µs a line, nature's included", *[f"{game['step_us']:.3f}" for game in games]))
        lines.append(row("  µs a line, grey strips", *[f"{game['grey_us']:.3f}" for game in games]))
        lines.append(row("  µs a decision", *[f"{game['decision_us']:.3f}" for game in games]))
    return lines


def share(task: tuple[str, str, int, str, int, int]) -> tuple[float, int, int]:
    """What one game brings the bot: its part of the win, lines played, and failures."""
    bot, against, seats, side, seed, number = task
    seat = number % seats
    bots = [bot if other == seat else against for other in range(seats)]
    result = play(GAME, bots, {"side": side}, derived(seed, "colorio", number))
    return (seat in result.winners) / len(result.winners), result.steps, len(result.failures)


def strength(chosen: argparse.Namespace) -> int:
    begun_at = time.monotonic()
    tasks = [
        (chosen.strength, chosen.against, chosen.seats, chosen.side, chosen.seed, number)
        for number in range(chosen.games)
    ]
    with get_context("spawn").Pool(chosen.workers) as pool:
        found = pool.map(share, tasks, chunksize=4)
    wins = wilson(sum(win for win, _, _ in found), len(found))
    failures = sum(failed for _, _, failed in found)
    build = "compiled" if COMPILED else "interpreted"
    print(f"{chosen.strength} against {chosen.against}, {chosen.seats} seats, {chosen.side} side, {build}")
    print(f"{len(found)} games: {wins.middle:.1%}, 95 % interval {wins.low:.1%} to {wins.high:.1%}")
    print(f"{sum(lines for _, lines, _ in found) / len(found):.0f} lines a game, {failures} failures", end=", ")
    print(f"{time.monotonic() - begun_at:.0f} s; the aim is {chosen.aim:.0%}")
    return 0 if wins.middle >= chosen.aim and not failures else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiled", type=Path, default=ROOT / "build" / "compiled")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.add_argument("--measure", action="store_true", help="only the build at hand, as JSON")
    parser.add_argument("--strength", metavar="BOT", help="play this bot instead of measuring speed")
    parser.add_argument("--against", default="random", help="who sits on the other seats (random)")
    parser.add_argument("--games", type=int, default=400, help="how many (400)")
    parser.add_argument("--seats", type=int, default=2, choices=SEATS, help="at the table (2)")
    parser.add_argument("--side", default="white", choices=("white", "grey", "random"), help="of the strips (white)")
    parser.add_argument("--seed", type=int, default=1, help="of the whole measurement (1)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--aim", type=float, default=0.6, help="share of wins wanted (0.6)")
    chosen = parser.parse_args()
    if chosen.strength:
        return strength(chosen)
    if chosen.measure:
        json.dump(figures(), sys.stdout)
        return 0
    builds = [measured(ROOT / "src")]
    if (chosen.compiled / "polychrome").is_dir():
        builds.append(measured(chosen.compiled))
    print(json.dumps(builds, indent=2) if chosen.json else "\n".join(report(builds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
