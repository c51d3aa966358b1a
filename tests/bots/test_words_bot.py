"""Who plays Color Words: legal at every level, modest in votes and claims, and better the more it knows."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

import pytest

from polychrome.bots import make
from polychrome.bots.best_word import BestWords, WordTask
from polychrome.bots.words import CROWD, FOR_EACH, LEVELS, Vocabulary, WordsBot, whose
from polychrome.engine.core import NATURE
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.color_words import GAME, rules
from polychrome.games.color_words.cards import LANGUAGES, POINTS
from polychrome.games.color_words.lexicon import SHELF, Band, build
from polychrome.games.color_words.notation import PASS, SUBMITS, written
from polychrome.games.color_words.sheet import CELLS, COLOUR, PLAIN
from polychrome.lexicon.shelf import bands, hand_over

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


def played(level: Vocabulary, seats: int = 1, seed: int = 1, **options: str) -> Table:
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
def test_every_level_plays_a_whole_game_by_the_rules(level: Vocabulary, grid: str) -> None:
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


# Which words they know, and that each writes one of its own.


def test_a_vocabulary_has_the_most_usual_words_of_the_list_and_no_others() -> None:
    usual = [Band(2, ["BABA", "ZZZ"]), Band(4, ["CECE", "DIDI"]), Band(8, ["FOFO"])]
    french = SHELF.find("fr")
    SHELF.fill_from(lambda language: french if language == "fr" else None, lambda _: usual)
    for most, expected in ((2, ["BABA"]), (4, ["BABA", "CECE", "DIDI"]), (7, ["BABA", "CECE", "DIDI"])):
        known = SHELF.known("fr", most)
        assert known is not None
        assert list(known.words()) == expected
        assert SHELF.known("fr", most) is known  # made once
    assert SHELF.known("de", 2) is None


def test_where_nobody_says_how_usual_words_are_all_are_known() -> None:
    assert SHELF.known("fr", 2) is SHELF.find("fr")
    french = SHELF.find("fr")
    SHELF.fill_from(lambda _: french, lambda _: [])
    assert SHELF.known("fr", 2) is french


@pytest.fixture
def shipped_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POLYCHROME_LISTS")
    hand_over()


def vocabulary(language: str, most: int) -> set[str]:
    return {word for band in bands(language) if band.most <= most for word in band.words}


@pytest.mark.usefixtures("shipped_lists")
@pytest.mark.parametrize(
    "language", [pytest.param(each, marks=[pytest.mark.long] * (each != "en")) for each in LANGUAGES]
)
@pytest.mark.parametrize("name", ["beginner", "casual", "reader", "champion"])
def test_bots_write_words_that_people_know(name: str, language: str) -> None:
    level = LEVELS[name]
    written = [entry.word for entry in entries(played(level, 2, language=language))]
    assert len(written) >= 8
    assert {*written} <= vocabulary(language, level.known)
    assert max(map(len, written)) <= level.longest


def words_together(table: Table, name: str, seed: int) -> list[str]:
    """What five bots of a level write, none of them seeing the others."""
    bots = [WordsBot(seed + seat, LEVELS[name]) for seat in range(table.state.seats)]
    actions = [bots[seat].choose(table.state.view(seat), seat) for seat in table.acting()]
    return [written(action).word for action in actions if action >= SUBMITS]


def has_one_of_its_own(table: Table, level: Vocabulary, seat: int) -> bool:
    """Is there a word left to this seat that is about as good as the best it knows?"""
    view = table.state.view(seat)
    assert isinstance(view, rules.ColorWords)
    language = view.options[rules.LANGUAGE]
    known = SHELF.known(LANGUAGES[language], level.known)
    assert known is not None
    colours = COLOUR[view.options[rules.GRID]] if level.colours else [PLAIN] * CELLS
    task = WordTask(view.filled(seat), colours, view.tray, view.bonus, POINTS[language][view.bonus])
    found = BestWords(known, task, level.longest).search(level.among + FOR_EACH * view.seats)
    near = [each for each in found if each.points >= found[0].points - level.leeway]
    return any(whose(each.written.word, view) == seat for each in near)


@pytest.mark.usefixtures("shipped_lists")
@pytest.mark.parametrize("name", ["beginner", "casual", "reader", "champion"])
def test_five_bots_do_not_write_the_same_word_where_another_is_about_as_good(name: str) -> None:
    rounds = 0
    for seed in range(3):
        table = Table(GAME, 5, {"language": "en"}, Dice(seed))  # five empty sheets: all look for the same
        together = words_together(table, name, 10 * seed)
        assert len(together) == 5
        if all(has_one_of_its_own(table, LEVELS[name], seat) for seat in range(5)):
            rounds += 1
            assert len(set(together)) == 5, together
    assert rounds  # the cards of these tables leave room for it


@pytest.mark.usefixtures("shipped_lists")
@pytest.mark.parametrize("seed", [12, 14])
def test_five_bots_never_write_the_same_word(seed: int) -> None:
    """By these cards three or four of them have none of their own that is about as good: they take one that brings
    less."""
    table = Table(GAME, CROWD, {"language": "en"}, Dice(seed))
    assert sum(has_one_of_its_own(table, LEVELS["champion"], seat) for seat in range(CROWD)) <= 2
    together = words_together(table, "champion", seed)
    assert len({*together}) == len(together) == CROWD, together


@pytest.mark.long
@pytest.mark.usefixtures("shipped_lists")
@pytest.mark.parametrize("name", ["beginner", "casual", "reader", "champion"])
def test_five_bots_never_write_the_same_word_in_a_whole_game(name: str) -> None:
    table = Table(GAME, CROWD, {"language": "en"}, Dice(1))
    bots = [WordsBot(seat, LEVELS[name]) for seat in range(CROWD)]
    while seats := table.acting():
        actions = {seat: bots[seat].choose(table.state.view(seat), seat) for seat in seats}
        together = [written(action).word for action in actions.values() if action >= SUBMITS]
        assert len({*together}) == len(together), together
        for seat, action in actions.items():
            table.play(seat, action)
