"""Bots of one's own: how they are found, and that one who falls over its feet takes nobody along."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from polychrome.arena.match import play
from polychrome.bots import hire, make, own
from polychrome.engine.core import Bot, State, Unplayable
from polychrome.registry import find

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = "own_bots_for_tests"


class Plain:
    """Neither a subclass nor one that wants a seed."""

    def choose(self, view: State, seat: int) -> int:
        return view.legal(seat)[0]


class Lost(Bot):
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: State, seat: int) -> int:
        raise KeyError("I lost my notes")


class Cheat(Bot):
    def choose(self, view: State, seat: int) -> int:
        return 10_000


class Unborn(Bot):
    def __init__(self, seed: int) -> None:
        raise RuntimeError("no")


def first(view: State, seat: int) -> int:
    return view.legal(seat)[0]


number = 5


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, HERE, sys.modules[__name__])
    for spec in [spec for spec in own.ENLISTED if spec.startswith((HERE, "examples", "greedy"))]:
        monkeypatch.delitem(own.ENLISTED, spec)


@pytest.mark.parametrize("name", ["Plain", "first", "Cheat", "Lost"])
def test_a_class_or_a_function_by_module_and_name(name: str) -> None:
    assert isinstance(hire(f"{HERE}:{name}", 1), Bot)
    state = find("coloretto").begin(3)
    if name in ("Plain", "first"):
        assert hire(f"{HERE}:{name}", 1).choose(state, -1) == state.legal(-1)[0]


def test_an_entry_point_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "greedy_bots-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: greedy_bots\nVersion: 1\n", encoding="utf-8")
    (package / "entry_points.txt").write_text(f"[{own.GROUP}]\ngreedy = {HERE}:Plain\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "greedy" in own.installed()
    assert isinstance(hire("greedy", 1), Bot)


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        ("no_such_module:Bot", "setup.own_bot"),
        (f"{HERE}:Nobody", "setup.own_bot"),
        (f"{HERE}:number", "setup.no_bot_there"),
        (f"{HERE}:", "setup.own_bot"),
        (":Plain", "setup.own_bot"),
        ("genius", "setup.bot"),
        ("search:0", "setup.budget"),
        ("master:5", "setup.own_bot"),
    ],
)
def test_what_cannot_be_had_is_refused_with_a_reason(spec: str, key: str) -> None:
    with pytest.raises(Unplayable) as refused:
        hire(spec, 1)
    assert refused.value.reason.key == key


def test_a_guest_cannot_make_us_load_anything() -> None:
    with pytest.raises(Unplayable):
        make(f"{HERE}:Plain", 1)
    hire(f"{HERE}:Plain", 1)  # whoever types the command may
    assert isinstance(make(f"{HERE}:Plain", 1), Bot)


@pytest.mark.parametrize(("name", "kind"), [("Lost", "raised"), ("Cheat", "illegal"), ("Unborn", "raised")])
def test_a_bad_bot_is_named_and_its_seat_played_on(name: str, kind: str) -> None:
    result = play(find("coloretto"), [f"{HERE}:{name}", "random", "random"], {}, 1)
    assert [(failure.seat, failure.kind) for failure in result.failures] == [(0, kind)]
    assert result.winners  # the game came to its end


def test_the_example_of_the_guide_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    result = play(find("coloretto"), ["examples.cautious:Cautious", "examples.cautious:last", "random"], {}, 1)
    assert not result.failures
    guide = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert "examples.cautious:Cautious" in guide
    wins = sum(
        0 in play(find("coloretto"), ["examples.cautious:Cautious", "random"], {}, seed).winners for seed in range(20)
    )
    assert wins >= 15
