"""What the probes say of games that nature began, and not only of set-ups."""

from __future__ import annotations

import json

import pytest

from laws.walks import Case, few_ways, walk
from polychrome.engine.core import NATURE, Game
from polychrome.games import coloretto
from polychrome.games.colomo import les_aveugles
from polychrome.games.colomo.table import DIE, LETTERS, SHOWS
from polychrome.registry import GAMES
from spec.program import ADAPTERS
from spec.run import common_probes


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_probe_answers_wherever_somebody_is_asked(game: Game) -> None:
    adapter = ADAPTERS[game.name]
    probes = {**common_probes(adapter), **adapter.probes}
    seats, options = next(iter(few_ways(game)))
    for state in walk(Case(game, seats, options, seed=5)).positions:
        if NATURE not in state.acting():
            for probe in probes.values():
                json.dumps(probe(state))


@pytest.mark.parametrize("seats", range(2, 7))
def test_peeked_is_the_colour_seen_with_the_current_roll_wherever_the_pawn_goes(seats: int) -> None:  # AVE-11
    found = walk(Case(les_aveugles.GAME, seats, (), seed=seats))
    probe = ADAPTERS["les_aveugles"].probes["peeked"]
    looking, seen, looks = False, None, 0
    for line, state in zip(found.table.log, found.positions[1:], strict=True):
        if line.seat == NATURE and line.action >= DIE:
            seen = None
        elif line.seat == NATURE and looking:
            seen = LETTERS[line.action - SHOWS]
            looks += 1
        looking = line.seat != NATURE and line.action >= les_aveugles.PEEK
        if not looking:
            assert probe(state) == seen
    assert looks


@pytest.mark.parametrize("seats", range(2, 6))
def test_removed_counts_the_cards_of_rows_nobody_took(seats: int) -> None:  # CTO-11
    found = walk(Case(coloretto.GAME, seats, (0, 0), seed=seats))
    probes = ADAPTERS["coloretto"].probes
    begun = 0
    for state in found.positions:
        if state.phase >= coloretto.CHOOSE:
            rows = probes["rows"](state)
            assert isinstance(rows, list)
            cards = sum(len(str(row)) for row in rows if row is not None)
            held = sum(sum(coloretto.counts(pile)) for pile in state.own) + (state.card != coloretto.NONE)
            begun = begun or state.left + cards + held
            assert probes["removed"](state) == begun - state.left - cards - held
    assert begun == coloretto.DECK[seats] + (4 if seats == 2 else seats)
    assert (probes["removed"](state) > 0) == (seats == 2)
