"""The laws of observations and symbols, for every game at every number of seats and with every option."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from laws.walks import Case, cases, walk
from luck import number
from polychrome.engine.dice import Dice
from polychrome.games.color_words.cards import LANGUAGES
from polychrome.games.color_words.lexicon import SHELF, build
from polychrome.games.color_words.notation import PASS, written
from polychrome.registry import GAMES, find
from rl import sight
from samples import few

LOOKS = few(12)  # positions of each game
WORDS = "A AN AS AT BE BEAN BEAR BEE EAR EAT ERA NET O RAT RATE SEA SEAT SET STAR STARE TAR TEA TEAR TEN ENTRANCES"
CASES = [Case(*case[:4], LOOKS) for case in cases(GAMES, seeds=[1])]
EXTREMES = [case for case in CASES if case.seats in (case.game.fewest, case.game.most)]
TURNING = ("ronde", "trio", "arc_en_ciel", "rondo", "blackout", "les_aveugles", "a_l_aveuglette")
LISTED = [Case(find("color_words"), seats, (grid, 0, 0), 1, LOOKS) for seats in (1, 2, 6) for grid in (0, 1)]
ALIKE = [  # three sides of a square are not
    case for case in CASES if case.game.name in TURNING and (case.game.name, case.seats) != ("a_l_aveuglette", 3)
]
RECOLOURED = (*TURNING[:5], "coloretto", "colorio", "chromino")


@pytest.mark.parametrize("recall", [False, True], ids=["now", "recall"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_view_is_a_row_and_a_row_a_view(case: Case, recall: bool) -> None:
    sight.a_view_is_a_row(case, recall)


@pytest.mark.parametrize("recall", [False, True], ids=["now", "recall"])
@pytest.mark.parametrize("case", [case for case in CASES if sight.encoding_of(case, False).all_open], ids=str)
def test_where_all_lies_open_a_view_is_the_position(case: Case, recall: bool) -> None:
    sight.what_lies_open_is_everything(case, recall)


@pytest.mark.parametrize("recall", [False, True], ids=["now", "recall"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_field_of_a_view_shows(case: Case, recall: bool) -> None:
    sight.every_field_shows(case, recall)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_action_is_spelled_in_open_symbols(case: Case) -> None:
    sight.symbols_spell_actions(case)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whatever_is_composed_is_legal(case: Case) -> None:
    sight.open_symbols_are_legal(case)


@pytest.mark.parametrize("case", [case for case in EXTREMES if case.game.name != "color_words"], ids=str)
def test_masks_are_exact(case: Case) -> None:
    sight.masks_are_exact(case)


@pytest.fixture
def small_list() -> Iterator[None]:
    """A word list at hand, as long as the test takes."""
    for language in LANGUAGES:
        SHELF.put(language, build(sorted(WORDS.split()), "small", "00ff"))
    yield
    SHELF.fill_from(None)


@pytest.mark.usefixtures("small_list")
@pytest.mark.parametrize("case", LISTED, ids=str)
@pytest.mark.parametrize(
    "law", [sight.symbols_spell_actions, sight.open_symbols_are_legal], ids=lambda law: law.__name__
)
def test_words_of_a_list_are_composed(case: Case, law: Callable[[Case], None]) -> None:
    walk.cache_clear()  # the same game goes otherwise where there is a list
    law(case)
    walk.cache_clear()


@pytest.mark.usefixtures("small_list")
def test_exactly_the_words_of_the_list_can_be_composed() -> None:
    case = LISTED[2]
    tables = (case.table(Dice(seed)) for seed in range(100))
    state = next(table.state for table in tables if not table.state.theme_round())
    encoding = sight.encoding_of(case, recall=False)
    words = {written(action).word for action in sight.composed(encoding, state, 0, []) if action != PASS}
    assert words == {word for word in WORDS.split() if len(word) >= 2}  # A1 has room for all of them


@pytest.mark.parametrize("recall", [False, True], ids=["now", "recall"])
@pytest.mark.parametrize("case", [case for case in EXTREMES if case.game.name in RECOLOURED], ids=str)
def test_relabelling_colours_commutes(case: Case, recall: bool) -> None:
    ways = sight.encoding_of(case, recall).recolourings()
    sight.relabelling_commutes(case, recall, ways[number("colours", str(case)) % len(ways)])


@pytest.mark.parametrize("recall", [False, True], ids=["now", "recall"])
@pytest.mark.parametrize("case", ALIKE, ids=str)
def test_where_one_sits_does_not_show(case: Case, recall: bool) -> None:
    sight.seats_are_relative(case, recall)
