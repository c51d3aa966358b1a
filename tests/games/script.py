"""A COLOMO table in an explicit position, spoken to in the notation of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from polychrome.engine.core import Explained
from spec.adapter import Adapter
from spec.block import Vector
from spec.run import common_probes, let_nature_act, set_up


class Script:
    def __init__(self, adapter: Adapter, players: int, options: dict[str, Any] | None = None, **setup: Any) -> None:
        self.adapter = adapter
        self.table, self.chance = set_up(adapter, Vector("", adapter.game.name, players, options or {}, setup))

    @property
    def state(self) -> Any:
        return self.table.state

    def play(self, *lines: str) -> Script:
        """Each line is a seat and an action; nature answers from the script."""
        for line in lines:
            seat, _, text = line.partition(" ")
            self.table.play(int(seat), self.table.read(text))
            let_nature_act(self.table, self.chance)
        return self

    def refuses(self, line: str) -> str:
        """The key of the reason for which a line is refused; nothing has changed."""
        seat, _, text = line.partition(" ")
        before = self.state.dump()
        with pytest.raises(Explained) as refusal:
            self.table.play(int(seat), self.table.read(text))
        assert self.state.dump() == before
        return refusal.value.reason.key

    def legal(self) -> list[str]:
        seat = self.state.acting()[0]
        return [self.table.game.text(action) for action in self.state.legal(seat)]

    def look(self, *keys: str) -> Any:
        """One probe, or several."""
        probes = {**common_probes(self.adapter), **self.adapter.probes}
        seen = [probes[key](self.state) for key in keys]
        return seen[0] if len(seen) == 1 else seen

    def view(self, viewer: int, recall: bool = False) -> Any:
        return self.state.view(viewer, recall)
