"""Scenes in the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from polychrome.engine.core import Message
from polychrome.games import coloretto
from polychrome.games.coloretto import JOKER, ONE
from polychrome.palette import COLOURS
from polychrome.scenes import terminal
from polychrome.scenes.games.coloretto import scene as scene_of
from polychrome.scenes.scene import DISC, GRID, HAND, TILE, Piece, Scene, Seat, Zone
from polychrome.scenes.walk import Walk
from polychrome.words import Words
from scenes.played import DRAWN, MIDDLE, played, seen

NAMES = ["Ada", "Ben", "Cléo"]

IN_ENGLISH = """\
────────────────────────────────── Coloretto ───────────────────────────────────
Deck   ▒▒▒  61  45 cards before the last-round card
Drawn card   •YE ◂
╭─ Row A ──────────╮ ╭─ Row B ──────────╮ ╭─ Row C ──────────╮
│ taken by Ada     │ │  ★JO ★ ★ ★ ★ ★ ◂ │ │ · · · · · · ·    │
│                  │ │ · · · · · · ·    │ │ · · · · · · ·    │
│                  │ │ · · · · · · ·    │ │ · · · · · · ·    │
╰──────────────────╯ ╰─ [1] ────────────╯ ╰─ [2] ────────────╯
             ×RE  ▲GN  ≈BL Points
  Ada        ×2    ·   ≈1       4 has row A
▸ Ben (you)   ·   ▲1    ·       1
  Cléo        ·    ·   ≈1       1
Not in this game: orange.
1 to 6 cards of a colour: 1, 3, 6, 10, 15, 21 points. Three colours count plus,
the rest minus.
×RE red, crosses  •YE yellow, dots  ▲GN green, triangles  ≈BL blue, waves
★JO joker, star

· Cléo drew a joker for row B.
· Ada took row A.
· You drew a yellow card.
 Your turn.  Place the yellow card on a row.
  1 Place it on row B, next to joker
  2 Place it on row C
"""

IN_ASCII = """\
---------------------------------- Coloretto -----------------------------------
[1] Pioche   ###  62  46 cartes avant la derniere manche
+- Rangee A -------+ +- Rangee B -------+ +- Rangee C -------+
| prise par Ada    | |  *JO * * * * *   | | - - - - - - -    |
|                  | | - - - - - - -    | | - - - - - - -    |
|                  | | - - - - - - -    | | - - - - - - -    |
+------------------+ +- [2] ------------+ +------------------+
             xRO  ^VE  ~BL Points
  Ada        x2    -   ~1       4 a la rangee A
> Ben (toi)   -   ^1    -       1
  Cleo        -    -   ~1       1
Pas dans cette partie : orange.
1 a 6 cartes d'une couleur : 1, 3, 6, 10, 15, 21 points. Trois couleurs en plus,
les autres en moins.
xRO rouge, croix  ^VE vert, triangles  ~BL bleu, vagues  *JO joker, etoile

 A toi de jouer.  Pioche une carte ou prends une rangee.
  1 Piocher une carte
  2 Prendre la rangee B : joker
"""


def printed(scene: Scene, words: Words, ascii: bool = False, walk: Walk | None = None, names: list[str] = NAMES) -> str:
    console = Console(file=StringIO(), width=80)
    with console.capture() as capture:
        console.print(terminal.render(scene, words, names, ascii=ascii, walk=walk))
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def test_a_scene_in_the_terminal() -> None:
    assert printed(seen(played(3, DRAWN), 1, lines=6), Words("en")) == IN_ENGLISH


def test_a_scene_in_ascii() -> None:
    assert printed(seen(played(3, MIDDLE), 1), Words("fr"), ascii=True) == IN_ASCII


def coloured(scene: Scene, monkeypatch: pytest.MonkeyPatch, **environ: str) -> str:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    console = Console(file=StringIO(), width=80, force_terminal=True, color_system="truecolor")
    with console.capture() as capture:
        console.print(terminal.render(scene, Words("en"), NAMES))
    return capture.get()


def test_colours_are_those_of_the_palette(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = coloured(seen(played(3, DRAWN), 1), monkeypatch)
    red, green, blue = (int(COLOURS["yellow"].hex[at : at + 2], 16) for at in (1, 3, 5))
    assert f"48;2;{red};{green};{blue}m •YE " in shown


def test_no_colour_is_honoured_and_every_sign_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = coloured(seen(played(3, DRAWN), 1), monkeypatch, NO_COLOR="1")
    assert "48;2;" not in shown
    assert "38;2;" not in shown
    assert "•YE" in shown


def at_the_end() -> Scene:
    state = coloretto.start(5, (0, coloretto.MANUAL))
    state.phase, state.below = coloretto.FINAL, coloretto.SHOWN
    state.choice = [coloretto.NONE] * 5
    state.own = [sum(ONE) + ONE[JOKER]] * 5
    return scene_of(state, 0, [])


def test_the_final_choice_is_made_in_any_order_and_its_total_runs_along() -> None:
    scene = at_the_end()
    walk = Walk(scene)
    shown = printed(scene, Words("en"), walk=walk)
    assert " So far: -5 points." in shown
    assert "  3 Joker as yellow    8 red               13 violet\n" in shown
    walk.touch("own0.N")
    walk.touch("joker.G")
    shown = printed(scene, Words("en"), walk=walk)
    assert " So far: -5 points." in shown  # grey turned to plus; the joker makes green dearer, still minus
    assert [target for target, _ in walk.targets()] == [
        target for target, _ in Walk(scene).targets() if target != "own0.N"
    ]


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_five_full_collections_are_not_cut(language: str) -> None:
    shown = printed(at_the_end(), Words(language), names=[])
    assert "…" not in shown
    seats = [line for line in shown.splitlines() if line.startswith("▸")]
    assert len(seats) == 5
    assert all(sign in seats[0] for sign in ("×1", "○1", "•1", "▲1", "≈1", "▚1", "□1", "★2"))


def test_names_cannot_break_the_picture() -> None:
    names = ["[bold red]Ada[/]", "B\x1b[31me\nn", "x" * 200]
    shown = printed(seen(played(3, MIDDLE), 1), Words("en"), names=names)
    assert "[bold red]Ada[/]" in shown
    assert "\x1b" not in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_what_other_games_lay_out_is_shown_too() -> None:
    """Grids, hands, face-down pieces and pieces of several colours."""
    label = Message("game.coloretto", {})
    down = [Piece(f"d{i}", DISC, label, up=False) for i in range(3)]
    up = Piece("u", DISC, label, ("red",))
    tile = Piece("t", TILE, label, ("blue", "green", "blue"))
    scene = Scene(
        game="coloretto",
        viewer=0,
        seats=(Seat(0, 5, True),),
        zones=(Zone("g", GRID, label, (*down, up), columns=2), Zone("h", HAND, label, (tile,), seat=0, slots=2)),
        status=Message("scene.turn", {"seat": 0}),
        prompt=None,
    )
    shown = printed(scene, Words("en"))
    assert " ▒▒▒   ▒▒▒\n ▒▒▒   ×RE\n" in shown
    assert "Coloretto   ≈BL  ▲GN  ≈BL   ···\n" in shown
