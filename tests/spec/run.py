"""Running a vector: what differs, if anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from polychrome.engine.core import NATURE, Explained, Refused, State, Unplayable, Unreadable, Value
from polychrome.engine.table import Table
from polychrome.words import Words
from spec.adapter import Adapter, Chance, Json, Mistaken
from spec.block import Step, Vector

COMMON = ("turn", "phase", "over", "winners")  # probes of every game


def differences(vector: Vector, adapters: Mapping[str, Adapter]) -> list[str]:
    """One sentence for each difference, none if the vector holds; Mistaken if it cannot be run."""
    adapter = adapters.get(vector.game)
    if adapter is None:
        raise Mistaken(f"There is no game {vector.game!r}; there are {listed(adapters)}.")
    if vector.call is not None:
        return call_differences(adapter, vector.call, vector.answer)
    table, chance = set_up(adapter, vector)
    for step in vector.steps:
        where = f"Line {step.line}, `{step.text}`: "
        try:
            found = step_differences(adapter, table, chance, step)
        except Mistaken as mistake:
            raise Mistaken(f"{where}{mistake}") from None
        if found:
            return [where + sentence for sentence in found]
    return []


def call_differences(adapter: Adapter, call: Mapping[str, Json], answer: Json) -> list[str]:
    name = call.get("fn")
    if not isinstance(name, str) or name not in adapter.calls:
        raise Mistaken(f"{adapter.game.name} has no call {name!r}; there are {listed(adapter.calls)}.")
    found = adapter.calls[name]({key: value for key, value in call.items() if key != "fn"})
    return [] if alike(found, answer) else [f"The answer is {shown(found)}, not {shown(answer)}."]


def set_up(adapter: Adapter, vector: Vector) -> tuple[Table, Chance]:
    """A table in the explicit position, nature waiting for the script."""
    setup = vector.setup or {}
    odd = [key for key in setup if key not in adapter.keys]
    if odd:
        raise Mistaken(f"{adapter.game.name} has no set-up key {odd[0]!r}; there are {listed(adapter.keys)}.")
    options: dict[str, Value] = {}
    for name, value in (vector.options or {}).items():
        if not isinstance(value, str | int):
            raise Mistaken(f"The option {name!r} cannot be {shown(value)}.")
        options[name] = value
    try:
        table = Table(adapter.game, vector.players, options, None)
    except Unplayable as problem:
        raise Mistaken(f"The game cannot be set up like this: {said(problem)}") from None
    chance = adapter.set_up(table.state, setup)
    let_nature_act(table, chance)
    return table, chance


def let_nature_act(table: Table, chance: Chance) -> None:
    """Scripted outcomes are not checked: they need not be possible (GEN-4)."""
    while NATURE in table.acting():
        table.put(NATURE, chance(table.state))


def step_differences(adapter: Adapter, table: Table, chance: Chance, step: Step) -> list[str]:
    if step.expected is not None:
        return probe_differences(adapter, table.state, step.expected)
    before, length = table.state.dump(), len(table.log)
    try:
        table.play(step.seat, table.read(step.action))
    except (Refused, Unreadable) as refusal:
        if not step.refused:
            return [f"refused: {said(refusal)}"]
        if table.state.dump() != before or len(table.log) != length:
            return ["refused, but something has changed."]
        return []
    if step.refused:
        return ["accepted, but it should be refused."]
    let_nature_act(table, chance)
    return []


def probe_differences(adapter: Adapter, state: State, expected: Mapping[str, Json]) -> list[str]:
    probes = {**common_probes(adapter), **adapter.probes}
    found = []
    for key, value in expected.items():
        if key not in probes:
            raise Mistaken(f"{adapter.game.name} has no probe {key!r}; there are {listed(probes)}.")
        seen = probes[key](state)
        if not alike(seen, value):
            found.append(f"{key} is {shown(seen)}, not {shown(value)}.")
    return found


def common_probes(adapter: Adapter) -> dict[str, Callable[[Any], Json]]:
    def turn(state: State) -> Json:
        acting = state.acting()
        if not acting:
            return None
        return list(acting) if state.phase in adapter.together else acting[0]

    def phase(state: State) -> Json:
        return adapter.phases[state.phase]

    def over(state: State) -> Json:
        return not state.acting()

    def winners(state: State) -> Json:
        return None if state.acting() else list(state.winners())

    return dict(zip(COMMON, (turn, phase, over, winners), strict=True))


def said(problem: Explained) -> str:
    words = Words()
    return words.translate(problem.reason) if problem.reason.key in words.entries else str(problem)


def alike(a: Json, b: Json) -> bool:
    """As JSON: 1 is not true."""
    return shown(a) == shown(b)


def shown(value: Json) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
