"""What the book of a tournament shows: duels, ratings, points, seats, lengths, thought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from polychrome.arena.book import Book, Mishap, Row, SeatResult
from polychrome.arena.ratings import Contest, ratings
from polychrome.arena.schedule import Pairing
from polychrome.arena.stats import Interval, mean, wilson


class Duel(NamedTuple):
    """One bot among others of one kind, at one table."""

    pairing: Pairing
    games: int
    wins: float
    share: Interval
    parity: float  # the share that luck alone would give
    points: Interval  # of the one
    others: Interval  # of a seat of the rest, in the mean
    adjudicated: int

    @property
    def verdict(self) -> str:
        if self.share.low > self.parity:
            return "above"
        return "below" if self.share.high < self.parity else "level"


class Tempo(NamedTuple):
    """How long a bot thinks."""

    bot: str
    decisions: int
    seconds: float
    slowest: float

    @property
    def usual(self) -> float:
        """Seconds for a move, in the mean."""
        return self.seconds / self.decisions if self.decisions else 0.0


class Sheet(NamedTuple):
    """One game with one number of seats."""

    game: str
    seats: int
    games: int
    adjudicated: int
    duels: list[Duel]
    ratings: dict[str, Interval]
    by_seat: list[Interval]  # the share of wins of each seat, whoever sat there
    steps: list[int]  # of every game, ascending
    scores: dict[str, list[int]]  # of every seat of a bot, ascending
    tempos: list[Tempo]


class Summary(NamedTuple):
    sheets: list[Sheet]
    bots: list[str]  # as they were named: the weakest first, if somebody knew
    ratings: dict[str, Interval]  # over all games
    tempos: list[Tempo]
    mishaps: list[Mishap]
    games: int  # finished
    asked: int  # of every pairing
    seed: int
    version: str
    rules: dict[str, int]

    def failed(self, bot: str) -> list[Mishap]:
        return [mishap for mishap in self.mishaps if mishap.bot == bot]


class Heap:
    """The games of one table, as they are read."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.sittings: list[list[SeatResult]] = []


def summary(book: Book) -> Summary:
    with book.moment():
        return counted(book)


def counted(book: Book) -> Summary:
    plan = book.plan() or {}
    planned = [Pairing(*pairing) for pairing in plan.get("pairings", [])]  # type: ignore[attr-defined]
    heaps: dict[tuple[str, int], Heap] = {(pairing.game, pairing.seats): Heap() for pairing in planned}
    sittings = book.sittings()
    games = 0
    for row in book.games():
        heap = heaps.setdefault((row.game, row.seats), Heap())
        heap.rows.append(row)
        heap.sittings.append([next(sittings) for _ in range(row.seats)])
        games += 1
    bots = named(planned)
    sheets = [sheet(game, seats, heap, planned, bots) for (game, seats), heap in heaps.items() if heap.rows]
    return Summary(
        sheets=sheets,
        bots=bots,
        ratings=ratings(bots, [contest(duel) for one in sheets for duel in one.duels]),
        tempos=tempos(bots, (seat for heap in heaps.values() for table in heap.sittings for seat in table)),
        mishaps=book.mishaps(),
        games=games,
        asked=int(book.about("games") or 0),
        seed=int(str(plan.get("seed", 0))),
        version=str(plan.get("version", "?")),
        rules=dict(plan.get("rules", {})),  # type: ignore[call-overload]
    )


def named(planned: Iterable[Pairing]) -> list[str]:
    """The bots in the order in which they were named: a pairing names the later one first."""
    return list(dict.fromkeys(bot for pairing in planned for bot in (pairing.rest, pairing.one)))


def contest(duel: Duel) -> Contest:
    pairing = duel.pairing
    return Contest(pairing.one, pairing.rest, pairing.seats, duel.games, duel.wins)


def sheet(game: str, seats: int, heap: Heap, planned: Sequence[Pairing], bots: list[str]) -> Sheet:
    duels = [duel(pairing, heap) for pairing in planned if (pairing.game, pairing.seats) == (game, seats)]
    scores: dict[str, list[int]] = {bot: [] for bot in bots}
    by_seat = [0.0] * seats
    for table in heap.sittings:
        for sitting in table:
            by_seat[sitting.seat] += sitting.win
            scores[sitting.bot].append(sitting.score)
    return Sheet(
        game=game,
        seats=seats,
        games=len(heap.rows),
        adjudicated=sum(row.adjudicated for row in heap.rows),
        duels=[one for one in duels if one.games],
        ratings=ratings(bots, [contest(one) for one in duels]),
        by_seat=[wilson(min(wins, len(heap.rows)), len(heap.rows)) for wins in by_seat],
        steps=sorted(row.steps for row in heap.rows),
        scores={bot: sorted(found) for bot, found in scores.items() if found},
        tempos=tempos(bots, (sitting for table in heap.sittings for sitting in table)),
    )


def duel(pairing: Pairing, heap: Heap) -> Duel:
    wins, adjudicated = 0.0, 0
    points: list[float] = []
    others: list[float] = []
    for row, table in zip(heap.rows, heap.sittings, strict=True):
        if (row.one, row.rest) == (pairing.one, pairing.rest):
            wins += table[row.seat].win
            adjudicated += row.adjudicated
            points.append(table[row.seat].score)
            others.append(sum(seat.score for seat in table if seat.seat != row.seat) / (row.seats - 1))
    games = len(points)
    share = wilson(min(wins, games), games)
    return Duel(pairing, games, wins, share, 1 / pairing.seats, mean(points), mean(others), adjudicated)


def tempos(bots: Iterable[str], sittings: Iterable[SeatResult]) -> list[Tempo]:
    found = {bot: Tempo(bot, 0, 0.0, 0.0) for bot in bots}
    for sitting in sittings:
        known = found[sitting.bot]
        found[sitting.bot] = Tempo(
            sitting.bot,
            known.decisions + sitting.decisions,
            known.seconds + sitting.seconds,
            max(known.slowest, sitting.slowest),
        )
    return [tempo for tempo in found.values() if tempo.decisions]


def quantile(values: Sequence[float], part: float) -> float:
    """Below which value that part of ascending values lies; between two of them in proportion."""
    at = part * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (at - low)


def data(found: Summary) -> dict[str, object]:
    """Everything, as plain data. All but the thinking times follow from the seed."""
    return {
        "seed": found.seed,
        "version": found.version,
        "rules": found.rules,
        "asked": found.asked,
        "games": found.games,
        "bots": found.bots,
        "ratings": {bot: interval(value) for bot, value in found.ratings.items()},
        "tables": [
            {
                "game": one.game,
                "seats": one.seats,
                "games": one.games,
                "adjudicated": one.adjudicated,
                "ratings": {bot: interval(value) for bot, value in one.ratings.items()},
                "duels": [
                    {
                        "one": duel.pairing.one,
                        "rest": duel.pairing.rest,
                        "games": duel.games,
                        "wins": round(duel.wins, 6),
                        "share": interval(duel.share),
                        "parity": round(duel.parity, 6),
                        "verdict": duel.verdict,
                        "points": interval(duel.points),
                        "others": interval(duel.others),
                        "adjudicated": duel.adjudicated,
                    }
                    for duel in one.duels
                ],
                "by_seat": [interval(value) for value in one.by_seat],
                "steps": spread(one.steps),
                "scores": {bot: spread(scores) for bot, scores in one.scores.items()},
            }
            for one in found.sheets
        ],
        "failures": [mishap._asdict() for mishap in found.mishaps],
        "thought": [
            {
                "bot": tempo.bot,
                "decisions": tempo.decisions,
                "milliseconds": round(1000 * tempo.usual, 3),
                "slowest": round(1000 * tempo.slowest, 3),
            }
            for tempo in found.tempos
        ],
    }


def interval(value: Interval) -> list[float] | None:
    """Low, middle, high."""
    sure = abs(value.low) < float("inf") and abs(value.high) < float("inf")
    return [round(value.low, 6), round(value.middle, 6), round(value.high, 6)] if sure else None


def spread(values: Sequence[int]) -> list[float]:
    """Least, a tenth, a quarter, half, three quarters, nine tenths, most."""
    return [round(quantile(values, part), 3) for part in (0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)]
