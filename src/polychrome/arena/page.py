"""The report of a tournament as one page: no network, no scripts, plots before words."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from polychrome.arena import plots
from polychrome.arena.summary import Duel, Sheet, Summary, Tempo
from polychrome.arena.table import duel_name, mishaps, share, translate, verdict
from polychrome.palette import COLOURS, THEMES
from polychrome.words import Words

DISCS: Final = ("red", "orange", "yellow", "green", "blue", "violet", "pink", "brown")
BETTER: Final = "11 80 240"  # blue and orange: told apart by everybody
WORSE: Final = "240 115 0"

STYLE: Final = """
* { box-sizing: border-box }
html { font-family: 'Nunito', system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; color-scheme: light dark }
body { margin: 0; background: var(--paper); color: var(--text); font-size: 16px; line-height: 1.45 }
main, header { max-width: 1400px; margin: 0 auto; padding: 0 16px }
header { padding-top: 28px }
h1 { font-size: clamp(28px, 5vw, 46px); line-height: 1.1; margin: 10px 0 6px; font-weight: 900 }
h2 { font-size: 24px; font-weight: 900; margin: 44px 0 4px }
h2 small { font-size: 16px; font-weight: 600; color: var(--quiet); margin-left: 6px }
p { margin: 6px 0; max-width: 72ch }
.quiet { color: var(--quiet) }
.discs { display: flex; gap: 6px }
.discs i { width: 20px; height: 20px; border-radius: 50%; border: 1.5px solid var(--outline) }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0 }
nav a { color: inherit; text-decoration: none; background: var(--place); border: 1px solid var(--edge);
  border-radius: 16px; padding: 5px 12px; font-weight: 700; font-size: 15px }
nav a:hover, nav a:focus-visible { outline: 2px solid var(--glow) }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 16px;
  margin: 14px 0 }
figure, .wide { margin: 0; background: var(--place); border: 1px solid var(--edge); border-radius: 14px; padding: 12px }
figcaption { font-weight: 800; margin-bottom: 6px }
figcaption span { display: block; font-weight: 500; font-size: 13.5px; color: var(--quiet); line-height: 1.3 }
.scroll { overflow-x: auto }
.over { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; margin: 14px 0 }
.over > .wide { flex: 100 1 auto; max-width: 100% }
.over > .side { flex: 1 1 380px; display: grid; gap: 16px; max-width: 100% }
.wide p { font-size: 14px; max-width: 60ch }
table { border-collapse: separate; border-spacing: 3px; font-size: 15px; font-variant-numeric: tabular-nums }
.wide table { width: 100% }
.wide tbody th { position: sticky; left: 0; background: var(--place) }
.matrix { width: 100%; font-size: 14px }
.matrix th { font-size: 12.5px; padding: 4px; overflow-wrap: anywhere; white-space: normal }
.matrix td { padding: 7px 2px }
th { text-align: start; font-weight: 800; padding: 4px 8px; font-size: 14px }
thead th { vertical-align: bottom }
thead th, td { text-align: center }
td { padding: 6px 8px; border-radius: 8px; white-space: nowrap }
td small { display: block; font-size: 12px; opacity: 0.85 }
tbody th { white-space: nowrap }
svg { display: block; width: 100%; max-width: 420px; margin: 0 auto; height: auto; overflow: visible }
svg text { font-size: 12.5px; fill: var(--text) }
svg .name { font-weight: 800 }
svg .quiet { fill: var(--quiet); font-size: 12px }
svg .halo { paint-order: stroke; stroke: var(--place); stroke-width: 3.5px }
svg .grid { stroke: var(--edge); stroke-width: 1 }
svg .axis { stroke: var(--text); stroke-width: 1.5 }
svg .fair { stroke: var(--text); stroke-width: 1.5; stroke-dasharray: 5 4 }
svg .reach { stroke: var(--text); stroke-width: 2; stroke-linecap: round }
svg .middle { stroke: var(--text); stroke-width: 2 }
svg .mark, svg .hill, svg .bar { stroke: var(--outline); stroke-width: 1.5; stroke-linejoin: round }
ul { padding-left: 20px; max-width: 90ch; overflow-wrap: anywhere }
footer { max-width: 1400px; margin: 40px auto; padding: 0 16px; color: var(--quiet); font-size: 14px }
"""


def page(words: Words, found: Summary) -> str:
    title = words.word("arena.page.title")
    discs = "".join(f'<i style="background:{COLOURS[name].hex}"></i>' for name in DISCS)
    links = "".join(
        f'<a href="#{one.game}-{one.seats}">{escape(words.word(f"game.{one.game}"))} · {one.seats}</a>'
        for one in found.sheets
    )
    made = translate(words, "arena.page.made", n=found.games, seed=str(found.seed), version=found.version)
    body = [
        f'<header><div class="discs" aria-hidden="true">{discs}</div><h1>{escape(title)}</h1>',
        f'<p class="quiet">{escape(made)}</p><nav>{links}</nav></header><main>',
        overview(words, found),
        *(section(words, found, one) for one in found.sheets),
        troubles(words, found),
        f"</main><footer><p>{escape(words.word('arena.page.how'))}</p></footer>",
    ]
    return (
        f'<!doctype html>\n<html lang="{words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{font()}{themes()}{STYLE}</style></head><body>"
        f"{''.join(body)}</body></html>\n"
    )


def themes() -> str:
    light, dark = (
        "".join(
            f"--{name}:{getattr(theme, name)};"
            for name in ("paper", "place", "edge", "outline", "text", "quiet", "glow")
        )
        for theme in (THEMES["light"], THEMES["dark"])
    )
    return f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"


def font() -> str:
    """The page's own letters, if the page has been built; otherwise those of the system."""
    assets = files("polychrome").joinpath("web_dist", "assets")
    if not assets.is_dir():
        return ""
    for file in assets.iterdir():
        if file.name.startswith("nunito-latin-wght") and file.name.endswith(".woff2"):
            letters = b64encode(file.read_bytes()).decode()
            return (
                "@font-face{font-family:'Nunito';font-weight:200 1000;"
                f"src:url(data:font/woff2;base64,{letters}) format('woff2')}}"
            )
    return ""


def figure(title: str, note: str, drawing: str) -> str:
    small = f"<span>{escape(note)}</span>" if note else ""
    return f"<figure><figcaption>{escape(title)}{small}</figcaption>{drawing}</figure>"


def overview(words: Words, found: Summary) -> str:
    """Who beats whom in which game, at a glance; then the ratings and the thinking times of all games together."""
    if not found.sheets:
        return f"<p>{escape(words.word('arena.nothing'))}</p>"
    pairs = list(dict.fromkeys((duel.pairing.one, duel.pairing.rest) for one in found.sheets for duel in one.duels))
    head = "".join(f'<th scope="col">{escape(translate(words, "arena.duel", one=a, rest=b))}</th>' for a, b in pairs)
    rows = []
    for one in found.sheets:
        duels = {(duel.pairing.one, duel.pairing.rest): duel for duel in one.duels}
        cells = "".join(cell(words, duels.get(pair)) for pair in pairs)
        rows.append(f'<tr><th scope="row">{escape(words.word(f"game.{one.game}"))} · {one.seats}</th>{cells}</tr>')
    table = (
        f'<div class="wide"><div class="scroll"><table><thead><tr><th>{escape(words.word("arena.column.table"))}</th>'
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        f'<p class="quiet">{escape(words.word("arena.page.cells"))}</p></div>'
    )
    ladder, thought = words.word("arena.page.ratings"), words.word("arena.page.thought")
    return (
        f"<h2>{escape(words.word('arena.page.all'))}</h2>"
        f'<div class="over">{table}<div class="side">'
        + figure(ladder, words.word("arena.page.ratings_note"), plots.ladder(found.ratings, found.bots, ladder))
        + figure(thought, words.word("arena.page.thought_note"), clocked(found.tempos, found.bots, thought))
        + "</div></div>"
    )


def cell(words: Words, duel: Duel | None, brief: bool = False) -> str:
    if duel is None:
        return "<td>–</td>"
    middle, parity = duel.share.middle, duel.parity
    away = (middle - parity) / (1 - parity) if middle > parity else (parity - middle) / parity
    colour = BETTER if middle > parity else WORSE
    reach = "" if brief else f"<small>{share(duel)}</small>"
    return (
        f'<td style="background:rgb({colour} / {0.06 + 0.5 * away:.2f})" '
        f'title="{escape(duel_name(words, duel))}: {share(duel)}"><b>{middle:.0%}</b> {verdict(duel)}{reach}</td>'
    )


def clocked(tempos: Sequence[Tempo], order: Sequence[str], title: str) -> str:
    return plots.tempo([(tempo.bot, tempo.usual, tempo.slowest) for tempo in tempos], order, title)


def section(words: Words, found: Summary, one: Sheet) -> str:
    name = words.word(f"game.{one.game}")
    titles = {
        key: words.word(f"arena.page.{key}") for key in ("ratings", "matrix", "scores", "bias", "lengths", "thought")
    }
    numbers = [translate(words, "arena.page.seat", seat=seat + 1) for seat in range(one.seats)]
    middle = translate(words, "arena.page.middle", n=one.steps[len(one.steps) // 2])
    parts = [
        figure(titles["ratings"], "", plots.ladder(one.ratings, found.bots, titles["ratings"])),
        figure(titles["matrix"], words.word("arena.page.matrix_note"), matrix(words, one, found.bots)),
        figure(
            titles["scores"],
            words.word("arena.page.scores_note"),
            plots.hills(one.scores, found.bots, titles["scores"]),
        ),
        figure(titles["bias"], words.word("arena.page.bias_note"), plots.seats(one.by_seat, numbers, titles["bias"])),
        figure(
            titles["lengths"],
            words.word("arena.page.lengths_note"),
            plots.lengths(one.steps, titles["lengths"], middle),
        ),
        figure(titles["thought"], "", clocked(one.tempos, found.bots, titles["thought"])),
    ]
    adjudicated = f" · {translate(words, 'cli.simulate.adjudicated', n=one.adjudicated)}" if one.adjudicated else ""
    games = translate(words, "arena.page.table", seats=one.seats, n=one.games)
    return (
        f'<section id="{one.game}-{one.seats}"><h2>{escape(name)} <small>{escape(games + adjudicated)}</small></h2>'
        f'<div class="cards">{"".join(parts)}</div></section>'
    )


def matrix(words: Words, one: Sheet, order: Sequence[str]) -> str:
    """Rows win so often against columns."""
    known: Mapping[tuple[str, str], Duel] = {(duel.pairing.one, duel.pairing.rest): duel for duel in one.duels}
    bots = [bot for bot in order if any(bot in pair for pair in known)]
    head = "".join(f'<th scope="col">{escape(bot)}</th>' for bot in bots)
    rows = []
    for bot in bots:
        cells = []
        for other in bots:
            duel = known.get((bot, other))
            if duel is None and one.seats == 2 and (other, bot) in known:
                duel = turned(known[other, bot])
            cells.append(cell(words, duel, brief=True))
        rows.append(f'<tr><th scope="row">{escape(bot)}</th>{"".join(cells)}</tr>')
    return (
        f'<div class="scroll"><table class="matrix"><thead><tr><td></td>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def turned(duel: Duel) -> Duel:
    """The same games from the other side; of two seats one wins what the other does not."""
    share = duel.share._replace(middle=1 - duel.share.middle, low=1 - duel.share.high, high=1 - duel.share.low)
    pairing = duel.pairing._replace(one=duel.pairing.rest, rest=duel.pairing.one)
    return duel._replace(
        pairing=pairing, share=share, wins=duel.games - duel.wins, points=duel.others, others=duel.points
    )


def troubles(words: Words, found: Summary) -> str:
    lines = mishaps(words, found)
    if not lines:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<h2>{escape(words.word('arena.page.mishaps'))}</h2><ul>{items}</ul>"
