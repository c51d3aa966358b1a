"""What a series of games shows, in lines for people; and who sits where in it."""

from __future__ import annotations

from collections.abc import Sequence

from polychrome.arena.series import Series
from polychrome.arena.stats import finite
from polychrome.arena.table import translate
from polychrome.arena.tally import SeriesTally, Standing
from polychrome.columns import columns
from polychrome.engine.core import Game, Message, Unplayable
from polychrome.words import Words


def seated(game: Game, bots: Sequence[str], seats: int | None) -> tuple[str, ...]:
    """One bot for each seat; the last one named fills the seats that are left."""
    wanted = max(len(bots), game.fewest) if seats is None else seats
    if len(bots) > wanted:
        raise Unplayable(Message("setup.bots", {"bots": len(bots), "seats": wanted}))
    return (*bots, *[bots[-1]] * (wanted - len(bots)))


def lines(words: Words, series: Series, counted: SeriesTally) -> list[str]:
    head = translate(
        words,
        "cli.simulate.head",
        game=words.word(f"game.{series.game}"),
        seats=len(series.bots),
        n=counted.games,
        seed=str(series.seed),
    )
    text = [head, ""]
    if not counted.games:
        return text[:1]
    titles = [words.word(f"cli.simulate.column.{name}") for name in ("bot", "seats", "wins", "fair", "score")]
    rows = [titles] + [row(standing) for standing in counted.standings]
    text += columns(rows, right=(1, 2, 3, 4))
    text += ["", words.word("cli.simulate.intervals")]
    if counted.adjudicated:
        text.append(translate(words, "cli.simulate.adjudicated", n=counted.adjudicated))
    for standing in counted.standings:
        if standing.failures:
            number, first = standing.failures[0]
            key = "cli.simulate.illegal" if first.illegal else "cli.simulate.raised"
            if first.ended:
                key = f"arena.mishap.{first.ended}"
            text.append(
                translate(
                    words, key, bot=standing.bot, n=len(standing.failures), game=number + 1, what=first.what[:200]
                )
            )
    if any(bot.endswith("ms") for bot in series.bots):
        text.append(words.word("cli.simulate.clock"))
    return text


def row(standing: Standing) -> list[str]:
    share, score = standing.share, standing.score
    return [
        standing.bot,
        str(standing.seats),
        f"{share.middle:.1%} ({share.low:.1%} – {share.high:.1%})",
        f"{standing.fair:.1%}",
        f"{score.middle:.2f} ± {score.high - score.middle:.2f}" if finite(score) else f"{score.middle:.2f}",
    ]
