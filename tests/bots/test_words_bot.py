"""Who plays Color Words: legal at every level, modest in votes and claims, and better the more it knows."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

import pytest

from polychrome.bots import make
from polychrome.bots.words import LEVELS, Level, WordsBot
from polychrome.engine.core import NATURE
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.color_words import GAME, rules
from polychrome.games.color_words.lexicon import SHELF, build
from polychrome.games.color_words.notation import PASS, SUBMITS, written

SYLLABLES = ("BA", "CE", "DI", "FO", "LU", "MA", "NE", "RI", "SO", "TU", "PA", "GE")
WORDS = sorted(
    {a + b for a in SYLLABLES for b in SYLLABLES}
    | {a + b + c for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES}
    | {a + b + c + d for a in SYLLABLES[:6] for b in SYLLABLES[3:9] for c in SYLLABLES[6:] for d in SYLLABLES[:4]}
)


@pytest.fixture(autouse=True)
def made_up_words() -> Iterator[None]:
    SHELF.fill_from(None)
    SHELF.put("fr", build(WORDS, "made-up", "00"))
    yield
    SHELF.fill_from(None)


def played(level: Level, seats: int = 1, seed: int = 1, **options: str) -> Table:
    table = Table(GAME, seats, options, Dice(seed))
    bots = [WordsBot(seed + seat, level) for seat in range(seats)]
    while table.acting():
        seat = table.acting()[0]
        table.play(seat, bots[seat].choose(table.state.view(seat), seat))
    return table


def entries(table: Table) -> list[rules.Written]:
    return [written(line.action) for line in table.log if line.seat != NATURE and line.action >= SUBMITS]


STRONGER = ("beginner", "reader", "champion")
QUICK = LEVELS["planner"]._replace(futures=1, places=1)


@pytest.mark.parametrize("grid", ["A", "B"])
@pytest.mark.parametrize("level", [*(LEVELS[name] for name in LEVELS if name != "planner"), QUICK])
def test_every_level_plays_a_whole_game_by_the_rules(level: Level, grid: str) -> None:
    for seats in (1, 2):
        table = played(level, seats, grid=grid)
        assert table.over()
        assert entries(table)
        assert all(entry.word in WORDS and len(entry.word) <= level.longest for entry in entries(table))


def test_bots_claim_no_themes_and_no_names() -> None:
    """Six games have a dozen theme cards or so, and nobody but people can judge them."""
    cards = [line.action for seed in range(6) for line in played(LEVELS["champion"], seed=seed).log]
    assert any(GAME.text(action).startswith("* bonus TH") for action in cards)
    assert not any(entry.flags for seed in range(6) for entry in entries(played(LEVELS["champion"], seed=seed)))


def test_bots_abstain() -> None:  # CWO-20
    table = Table(GAME, 2, {"word_check": "vote"}, Dice(3))
    table.play(0, GAME.parse("submit XYZ A1 RR"))
    table.play(1, GAME.parse("pass"))
    assert GAME.text(WordsBot(1, LEVELS["champion"]).choose(table.state.view(1), 1)) == "vote 0 word abstain"


def test_without_a_list_a_bot_passes() -> None:
    SHELF.fill_from(None)
    table = Table(GAME, 1, {}, Dice(3))
    assert WordsBot(1, LEVELS["champion"]).choose(table.state.view(0), 0) == rules.PASS


def test_the_same_seed_plays_the_same_game() -> None:
    assert played(QUICK, seed=5).log == played(QUICK, seed=5).log
    assert played(LEVELS["casual"], seed=5).log == played(LEVELS["casual"], seed=5).log


def test_who_knows_more_scores_more() -> None:
    means = [fmean(played(LEVELS[name], seed=seed).state.scores()[0] for seed in range(3)) for name in STRONGER]
    assert means == sorted(means)
    assert means[0] * 1.5 < means[-1]


def test_alone_on_grid_b_the_emptiest_line_is_crossed_out() -> None:  # CWO-19
    table = Table(GAME, 1, {"grid": "B"}, Dice(3))
    assert GAME.text(WordsBot(1, LEVELS["champion"]).choose(table.state.view(0), 0)) == "cross 7"


@pytest.mark.parametrize("spec", ["search:5", "flat:5", "quick", "keen:5", "kid", "sharp", "child/search:5"])
def test_every_bot_finds_words_where_no_list_of_actions_holds_them(spec: str) -> None:
    table = Table(GAME, 2, {}, Dice(3))
    action = make(spec, 1).choose(table.state.view(0), 0)
    assert written(action).word in WORDS
    assert table.state.refuse(0, action) is None
    assert make(spec, 1).choose(table.state.view(0), 0) == action


def test_without_a_list_every_bot_passes() -> None:
    SHELF.fill_from(None)
    table = Table(GAME, 2, {}, Dice(3))
    assert [make(spec, 1).choose(table.state.view(0), 0) for spec in ("search:5", "kid")] == [PASS, PASS]
