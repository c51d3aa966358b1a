"""Who thinks next: nobody's row is another's, and nobody waits for long. Time is a number here.  (A30)"""

from __future__ import annotations

import random
from heapq import heappop, heappush

import pytest

from polychrome.server import thought_queue
from polychrome.server.thought_queue import QueuedThought, ThoughtQueue

PROMISE = 3.0  # seconds


class House:
    """Tables that ask, workers that think in no time of ours, and a clock that is moved on."""

    def __init__(self, workers: int, kind: type[ThoughtQueue] = ThoughtQueue) -> None:
        self.now = 0.0
        self.queue = kind(workers, lambda: self.now)
        self.began: list[QueuedThought] = []
        self.ends: list[tuple[float, int, QueuedThought]] = []
        self.numbers = iter(range(10**9))

    def ask(self, table: str, opener: str = "crowd", heavy: bool = True, seconds: float = 2.0) -> QueuedThought:
        thought = QueuedThought(opener, table, heavy, lambda: self.begin(thought, seconds))
        self.queue.ask(thought)
        return thought

    def begin(self, thought: QueuedThought, seconds: float) -> None:
        self.began.append(thought)
        taken = min(seconds, thought.budget) if thought.budget else seconds
        heappush(self.ends, (self.now + taken, next(self.numbers), thought))

    def end(self) -> QueuedThought:
        """Let the next thought come to its end."""
        self.now, _, thought = heappop(self.ends)
        self.queue.end(thought)
        return thought

    def tables(self) -> list[str]:
        return [thought.table for thought in self.began]


def test_another_opener_is_next_but_one_whatever_it_wants() -> None:
    for heavy in (True, False):
        house = House(1)
        for number in range(60):
            house.ask(f"crowd {number}")
        house.ask("other", "other", heavy)
        house.end()
        assert house.tables() == ["crowd 0", "other"]
        while house.ends:
            house.end()
        assert house.tables()[2:] == [f"crowd {number}" for number in range(1, 60)]  # and all come, in order


def test_a_light_thought_never_waits_behind_heavy_ones() -> None:
    for opener in ("crowd", "other"):
        house = House(2)
        for number in range(60):
            house.ask(f"crowd {number}")
        house.ask("light", opener, heavy=False)
        assert house.tables() == ["crowd 0", "light"]


def test_the_worker_for_light_ones_helps_those_who_have_waited_for_long_but_for_a_moment_only() -> None:
    house = House(2)
    house.ask("long", seconds=60)
    house.ask("late")
    stubborn = QueuedThought("crowd", "stubborn", True, lambda: pytest.fail("it may not end for long"), docile=False)
    house.queue.ask(stubborn)
    house.ask("light", heavy=False, seconds=thought_queue.WAIT)
    house.ask("second", heavy=False)
    house.end()
    assert house.tables() == ["long", "light", "second"]  # light ones first
    house.end()
    assert house.tables()[3:] == ["late"]
    assert house.began[-1].budget == thought_queue.LEAST
    house.end()
    assert house.queue.waiting == [stubborn]


def test_one_table_and_one_opener_have_their_bounds() -> None:
    house = House(5)  # four for heavy thoughts, three of them for one opener
    for _ in range(8):
        house.ask("greedy", heavy=False)
    assert house.tables() == ["greedy"]
    for number in range(60):
        house.ask(f"crowd {number}")
    assert house.tables() == ["greedy", "crowd 0", "crowd 1", "crowd 2"]
    house.ask("other", "other")
    assert house.tables()[4:] == ["other"]


def test_tables_take_turns_though_one_asks_again_and_again() -> None:
    house = House(1)
    for number in range(3):
        house.ask(f"{number}")
    for _ in range(12):
        house.ask(house.end().table)
    assert house.tables()[:9] == ["0", "1", "2"] * 3


def test_a_table_with_many_questions_waits_for_the_other_tables_of_its_opener() -> None:
    house = House(1)
    for _ in range(3):
        house.ask("many")
    house.ask("one")
    while house.ends:
        house.end()
    assert house.tables() == ["many", "one", "many", "many"]


def test_whoever_is_alone_thinks_as_long_as_it_likes() -> None:
    house = House(2)
    assert house.ask("alone").budget == 0
    house.end()
    house.ask("first")
    house.ask("second")
    house.end()
    assert house.began[-1].budget == 0  # nobody is behind the last one


def test_many_who_wait_think_for_less_long_and_equally() -> None:
    house = House(1)
    house.ask("0")
    for number in range(1, 60):
        house.ask(f"{number}")
    house.end()
    for _ in range(200):  # each asks again when it has its answer
        house.ask(house.end().table)
    budgets = [thought.budget for thought in house.began[-60:]]
    assert max(budgets) <= 2 * min(budgets)
    assert sum(budgets) == pytest.approx(thought_queue.WAIT, rel=0.2)


def test_what_a_thought_takes_beside_its_budget_is_reckoned_with() -> None:
    """Where every thought takes twenty milliseconds more than it was given, all come round in the same time."""
    house = House(1)
    for number in range(60):
        house.ask(f"{number}")
    for _ in range(300):
        ended, number, thought = heappop(house.ends)
        heappush(house.ends, (ended + 0.02, number, thought))
        house.ask(house.end().table)
    assert house.now - house.queue.waiting[0].asked < thought_queue.WAIT * 1.1


def test_whoever_floods_the_row_hurries_nobody_for_more_than_its_share() -> None:
    house = House(2)
    for number in range(600):
        house.ask(f"{number}")
    for _ in range(200):
        house.ask(house.end().table)
    other, before = house.ask("other", "other"), len(house.began)
    while other not in house.began:
        house.end()
    assert len(house.began) <= before + 10  # a few that were helped meanwhile
    assert other.budget >= 0.9 * thought_queue.WAIT / thought_queue.ROW


def longest_waits(workers: int, openers: int, kind: type[ThoughtQueue] = ThoughtQueue) -> tuple[float, float]:
    """Sixty heavy tables that ask again as soon as they are answered, or a little later, and others that come in
    between; the longest wait of a heavy thought, and of a light one."""
    whims = random.Random(workers * 100 + openers)
    house = House(workers, kind)
    later: list[tuple[float, int, str]] = []
    for number in range(60):
        heappush(later, (whims.random() * whims.choice((0, 3)), number, f"{number}"))
    for number in range(40):
        heappush(later, (whims.random() * 40, number, f"other {number}"))
    waits: dict[bool, list[float]] = {True: [], False: []}

    def ask(table: str) -> None:
        number = table.removeprefix("other ")
        other = table.startswith("other")
        opener = f"crowd {int(number) % openers}" if not other or number.endswith("0") else table
        asked = house.now
        heavy = not other or whims.random() < 0.5

        def begin() -> None:
            waits[heavy].append(house.now - asked)
            house.begin(thought, whims.choice((0.3, 2.0)) if heavy else 0.05)

        thought = QueuedThought(opener, table, heavy, begin)
        house.queue.ask(thought)

    while house.now < 40:
        if not house.ends or (later and later[0][0] < house.ends[0][0]):
            house.now, _, table = heappop(later)
            ask(table)
        else:
            table = house.end().table
            if not table.startswith("other"):
                heappush(later, (house.now + whims.choice((0.0, 0.6)), int(table), table))
    assert len(waits[False]) > 10 or kind is not ThoughtQueue
    return max(waits[True]), max(waits[False], default=0.0)


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
@pytest.mark.parametrize("openers", [1, 60])
def test_nobody_waits_for_longer_than_promised_beside_sixty_heavy_tables(workers: int, openers: int) -> None:
    heavy, light = longest_waits(workers, openers)
    assert heavy <= PROMISE
    assert light <= (PROMISE if workers == 1 else 0.5)


class FirstCome(ThoughtQueue):
    """As it once was: a row, and everybody thinks for as long as they like."""

    def next(self) -> QueuedThought | None:
        return self.waiting[0] if self.waiting and len(self.running) < self.workers else None

    def budget(self, thought: QueuedThought) -> float:
        return 0.0


class Unhurried(ThoughtQueue):
    """Takes turns, but gives everybody all the time."""

    def budget(self, thought: QueuedThought) -> float:
        return 0.0


@pytest.mark.parametrize("kind", [FirstCome, Unhurried])
def test_without_turns_or_without_hurry_the_promise_is_broken(kind: type[ThoughtQueue]) -> None:
    assert longest_waits(2, 1, kind)[0] > 5 * PROMISE


def test_whoever_gives_up_leaves_the_row_and_the_worker() -> None:
    house = House(1)
    thoughts = [house.ask(f"{number}") for number in range(4)]
    house.queue.end(thoughts[1])  # waits
    house.queue.end(thoughts[0])  # thinks
    assert house.tables() == ["0", "2"]
    assert house.queue.waiting == [thoughts[3]]


def test_the_list_of_those_served_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:  # A24
    monkeypatch.setattr(thought_queue, "REMEMBERED", 50)
    house = House(1)
    for number in range(1000):
        house.ask(f"table {number}", f"opener {number}")
        house.end()
    assert len(house.queue.openers.last) == len(house.queue.tables.last) == 50
