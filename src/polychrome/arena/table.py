"""The figures of a tournament as text: for the terminal and, as Markdown, for the docs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.arena.plots import duration
from polychrome.arena.summary import Duel, Summary
from polychrome.engine.core import Argument, Message
from polychrome.words import Words

SIGNS: Final = {"above": "▲", "below": "▼", "level": "≈"}
COLUMNS: Final = ("table", "one", "rest", "games", "wins", "interval", "parity", "points", "verdict")
CLEAR: Final = 0.9  # share of wins that leaves little to luck
LATELY: Final = 200  # characters of what a bot said when it failed


def translate(words: Words, key: str, **args: Argument) -> str:
    return words.translate(Message(key, args))


def verdict(duel: Duel) -> str:
    return SIGNS[duel.verdict]


def share(duel: Duel) -> str:
    return f"{duel.share.low:.0%} – {duel.share.high:.0%}"


def duel_name(words: Words, duel: Duel) -> str:
    return translate(words, "arena.duel", one=duel.pairing.one, rest=duel.pairing.rest)


def rows(words: Words, found: Summary) -> list[list[str]]:
    """Titles, then a row for every duel."""
    table = [[words.word(f"arena.column.{name}") for name in COLUMNS]]
    return table + [row(words, duel) for one in found.sheets for duel in one.duels]


def row(words: Words, duel: Duel) -> list[str]:
    return [
        f"{words.word(f'game.{duel.pairing.game}')} · {duel.pairing.seats}",
        duel.pairing.one,
        duel.pairing.rest,
        str(duel.games),
        f"{duel.share.middle:.1%}",
        f"{duel.share.low:.1%} – {duel.share.high:.1%}",
        f"{duel.parity:.1%}",
        f"{duel.points.middle:.1f} : {duel.others.middle:.1f}",
        f"{verdict(duel)} {words.word(f'arena.verdict.{duel.verdict}')}",
    ]


def rated(words: Words, found: Summary) -> list[list[str]]:
    """Titles, then rating and thought of every bot, the best first."""
    table = [[words.word(f"arena.column.{name}") for name in ("bot", "rating", "usual", "slowest", "failures")]]
    tempos = {tempo.bot: tempo for tempo in found.tempos}
    for bot in sorted(found.ratings, key=lambda bot: -found.ratings[bot].middle):
        value, tempo = found.ratings[bot], tempos.get(bot)
        table.append(
            [
                bot,
                f"{value.middle:.0f} ± {value.high - value.middle:.0f}",
                duration(tempo.usual) if tempo else "–",
                duration(tempo.slowest) if tempo else "–",
                str(len(found.failed(bot))),
            ]
        )
    return table


def mishaps(words: Words, found: Summary) -> list[str]:
    """Each bot that failed, how often, and the first time."""
    lines = []
    for bot in dict.fromkeys(mishap.bot for mishap in found.mishaps):
        all_of_it = found.failed(bot)
        first = all_of_it[0]
        key = f"arena.mishap.{first.kind}"
        lines.append(translate(words, key, bot=bot, n=len(all_of_it), game=first.number, what=first.what[:LATELY]))
    return lines


def markdown(words: Words, found: Summary, command: str) -> str:
    """A page for the docs. Thinking times belong to the machine; everything else follows from the seed."""
    made = translate(words, "arena.page.made", n=found.games, seed=str(found.seed), version=found.version)
    text = [f"# {words.word('arena.page.title')}", "", made, "", "```sh", command, "```", ""]
    text += [words.word("arena.doc.reading"), ""]
    open_ones = [duel for one in found.sheets for duel in one.duels if duel.verdict != "above"]
    duels = sum(len(one.duels) for one in found.sheets)
    text += [translate(words, "arena.doc.above", n=duels - len(open_ones), duels=duels), ""]
    text += heights(words, found)
    text += grid(overview(words, found), right=())
    text += ["", words.word("arena.page.cells")]
    text += ["", f"## {words.word('arena.page.ratings')}", "", words.word("arena.page.ratings_note"), ""]
    text += grid(rated(words, found), right=(1, 2, 3, 4))
    text += ["", words.word("arena.doc.times")]
    text += ["", f"## {words.word('arena.doc.duels')}", "", *grid(rows(words, found), right=(3, 4, 5, 6, 7))]
    failed = mishaps(words, found)
    if failed:
        text += ["", f"## {words.word('arena.page.mishaps')}", "", *(f"- {escaped(line)}" for line in failed)]
    return "\n".join(text) + "\n"


def overview(words: Words, found: Summary) -> list[list[str]]:
    """A row for every table, a column for every pair of rivals."""
    pairs = list(dict.fromkeys((duel.pairing.one, duel.pairing.rest) for one in found.sheets for duel in one.duels))
    table = [[words.word("arena.column.table"), *(translate(words, "arena.duel", one=a, rest=b) for a, b in pairs)]]
    for one in found.sheets:
        duels = {(duel.pairing.one, duel.pairing.rest): duel for duel in one.duels}
        cells = [f"{words.word(f'game.{one.game}')} · {one.seats}"]
        for pair in pairs:
            duel = duels.get(pair)
            cells.append(f"{duel.share.middle:.0%} {verdict(duel)} ({share(duel)})" if duel else "–")
        table.append(cells)
    return table


def heights(words: Words, found: Summary) -> list[str]:
    """Where the last named leaves the first named no chance, and where luck gives it one."""
    last, first = found.bots[-1:], found.bots[:1]
    low: list[str] = []
    high: list[str] = []
    for one in found.sheets:
        for duel in one.duels:
            if one.seats == 2 and ([duel.pairing.one], [duel.pairing.rest]) == (last, first):
                figure = f"{words.word(f'game.{one.game}')} {duel.share.middle:.1%}"
                (high if duel.share.middle >= CLEAR else low).append(figure)
    said = []
    for key, games in (("arena.doc.clear", high), ("arena.doc.lucky", low)):
        if games:
            said += [translate(words, key, one=last[0], rest=first[0], games=games), ""]
    return said


def grid(table: Sequence[Sequence[str]], right: Sequence[int]) -> list[str]:
    rule = ["---:" if at in right else "---" for at in range(len(table[0]))]
    body = [[escaped(text) for text in row] for row in table]
    return [f"| {' | '.join(row)} |" for row in [body[0], rule, *body[1:]]]


def escaped(text: str) -> str:
    """A bot may be called anything."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
