"""Golden records: whole games, and what could be seen and done after every line."""

from __future__ import annotations

from pathlib import Path

from laws.walks import few_ways, ways
from polychrome.engine.core import NATURE, SPECTATOR, Game, Value
from polychrome.engine.record import Record
from polychrome.engine.table import Table
from polychrome.scenes import draw
from polychrome.scenes.text import SceneReader, render
from polychrome.words import Words

FOLDER = Path(__file__).parent
MANY = 20  # moves are not listed, only counted: sixty discs to turn up, again and again


# Choices that came when the others had their records: each has one of its own, and moves none of theirs.
LATER: dict[str, dict[str, tuple[Value, ...]]] = {
    "color_words": {"word_check": ("mine",)},
    **{game: {"discs": (24,)} for game in ("ronde", "trio", "arc_en_ciel", "rondo")},
}


def wanted(game: Game) -> dict[str, tuple[int, tuple[int, ...]]]:
    """The ways to play that have a record, by name (`coloretto-3-beige-manual`): every number of seats and every
    choice of every option, but not all their combinations, to keep the folder small."""
    later = LATER.get(game.name, {})
    kept = [
        option._replace(choices=tuple(each for each in option.choices if each not in later.get(option.name, ())))
        for option in game.options
    ]
    found = first_ways(game._replace(options=tuple(kept)))
    for option, values in later.items():
        for value in values:
            options = game.choose(2, {option: value})
            found["-".join([game.name, "2", *map(str, game.written(options).values())])] = (2, options)
    return found


def first_ways(game: Game) -> dict[str, tuple[int, tuple[int, ...]]]:
    found = {}
    for seats in range(game.fewest, game.most + 1):
        all_sets = [options for number, options in ways(game) if number == seats]
        sets = [options for number, options in few_ways(game) if number == seats]
        half = [options for options in sets if (seats + sum(options)) % 2 == 0] or sets[:1]
        for options in half if sets == all_sets else sets:
            found["-".join([game.name, str(seats), *map(str, game.written(options).values())])] = (seats, options)
    return found


def rendering(record: Record) -> str:
    """Each line of a record, and under it what it changes: of the text that spectators get, the sentences that were
    not there before; then what the seats that are to act may do, unless they are asked together and it is the same."""
    words = Words("en")
    table = Table(record.game, record.seats, record.options, None)
    told = len(table.log)
    before: list[str] = []
    open_to: dict[int, list[str]] = {}  # by seat
    out: list[str] = []
    for seat, action in record.lines:
        table.play(seat, action)
        out.append(table.text(table.log[-1]))
        scene = draw(table.game, table.state.view(SPECTATOR), SPECTATOR, table.told(SPECTATOR, told))
        told = len(table.log)
        now = [line for line in render(scene, words, ()).splitlines() if line]
        out += [f"    {line}" for line in now if line not in before]
        before = now
        together = len(table.acting()) > 1
        for other in table.acting():
            if other != NATURE:
                moves = SceneReader(draw(table.game, table.state.view(other), other), words, ()).moves(None)
                if not (together and open_to.get(other) == moves):
                    short = moves if len(moves) <= MANY else [f"{len(moves)} moves"]
                    out += [f"    {other}: {move}" for move in short]
                open_to[other] = moves
    return "\n".join([*out, ""])
