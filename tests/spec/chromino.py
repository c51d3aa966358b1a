"""Chromino's vectors: hands and bags as lists of tiles, tables as tiles with their places, and the three calls."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import NATURE, State
from polychrome.engine.dice import Dice
from polychrome.games.chromino import notation, rules, tiles
from polychrome.games.chromino.ground import SYSTEM_A, SYSTEM_B, SYSTEM_C, ground_of
from polychrome.games.chromino.rules import Chromino
from spec.adapter import Adapter, Chance, Json, Mistaken

STANDARD_BASE = "RGB"


def set_up(state: Chromino, setup: Mapping[str, Json]) -> Chance:
    """Tiles that the set-up does not name are in the bag, unless it names the bag; hands it leaves out are dealt."""
    dice = Dice(0)
    used: set[int] = set()
    laid = table(setup)
    state.laid = laid
    state.where = [rules.IN_BAG] * tiles.TILES
    for each in laid:
        put(state, tiles.tile_of(each), rules.ON_TABLE, used)
    hands = (
        [tiles_of(hand, "a hand") for hand in listed(setup["hands"], "hands", state.seats)] if "hands" in setup else []
    )
    order = tiles_of(setup["bag"], "bag") if "bag" in setup else None
    for seat, hand in enumerate(hands):
        for tile in hand:
            put(
                state,
                tile,
                seat if len(hand) > 1 or state.options[rules.RESERVE] == rules.OPEN else seat + rules.SHOWN,
                used,
            )
        state.held[seat] = len(hand)
    if order is not None:
        for tile in order:
            put(state, tile, rules.IN_BAG, used)
        for tile in range(tiles.TILES):
            if tile not in used:
                state.where[tile] = rules.AWAY
    state.left = len(state.bag())
    if "scores" in setup:
        state.points = numbers(setup["scores"], state.seats)
    state.phase = rules.BASE
    state.first = start(setup, state)
    state.seat = state.first
    if hands:
        state.phase = rules.LOOK
    else:
        state.deal()
    return script(order, dice)


def put(state: Chromino, tile: int, where: int, used: set[int]) -> None:
    if tile in used:
        raise Mistaken(f"{tiles.NAMES[tile]} is there twice; all tiles are different.")
    used.add(tile)
    state.where[tile] = where


def script(order: list[int] | None, dice: Dice) -> Chance:
    """Nature draws from the left; whether a tile fits, and what is turned up, follows from the position."""
    coming = None if order is None else iter(order)

    def chance(state: State) -> int:
        if coming is None or state.phase not in (rules.DRAWN, rules.DEAL):
            return state.sample(NATURE, dice)
        tile = next(coming, None)
        if tile is None:
            raise Mistaken("The bag of the set-up is used up.")
        return notation.TILE + tile

    return chance


def start(setup: Mapping[str, Json], state: Chromino) -> int:
    chosen = state.options[rules.STARTER]
    value = setup.get("start", 0 if chosen == rules.AT_RANDOM else chosen)
    if type(value) is not int or not 0 <= value < state.seats:
        raise Mistaken(f"start is {value!r}; the seats are 0 to {state.seats - 1}.")
    return value


def listed(value: Json, what: str, length: int) -> list[Json]:
    if not isinstance(value, list) or len(value) != length:
        raise Mistaken(f"{what} is {value!r}; it has {length} entries.")
    return value


def numbers(value: Json, length: int) -> list[int]:
    found = [number for number in listed(value, "scores", length) if type(number) is int]
    if len(found) != length:
        raise Mistaken(f"scores is {value!r}; scores are whole numbers.")
    return found


def reading(value: Json) -> int:
    """A tile and the direction in which it is read."""
    if not isinstance(value, str) or value not in tiles.BY_NAME:
        raise Mistaken(f"{value!r} is no tile; a tile is three of the letters {tiles.LETTERS}.")
    return tiles.BY_NAME[value]


def tiles_of(value: Json, what: str) -> list[int]:
    if not isinstance(value, list):
        raise Mistaken(f"{what} is {value!r}; it is a list of tiles.")
    return [reading(tile) // 2 for tile in value]


def placed(value: Json) -> int:
    tile, x, y, way = listed(value, "a tile on the table", 4)
    if type(x) is not int or type(y) is not int or way not in ("h", "v"):
        raise Mistaken(f"{value!r} is no place; a tile lies at [tile, x, y, h or v].")
    if abs(x) > tiles.REACH or abs(y) > tiles.REACH:
        raise Mistaken(f"{value!r} is too far away; the table reaches {tiles.REACH} cells.")
    return tiles.laid_at(reading(tile), x, y, way == "v")


def table(setup: Mapping[str, Json]) -> list[int]:
    """The base and whatever else lies there."""
    base = tiles.laid_at(reading(setup.get("base", STANDARD_BASE)), -1, 0, False)
    more = setup.get("table", [])
    if not isinstance(more, list):
        raise Mistaken(f"table is {more!r}; it is a list of tiles with their places.")
    return [base, *[placed(each) for each in more]]


def check(arguments: Mapping[str, Json], needed: tuple[str, ...], known: tuple[str, ...] = ()) -> None:
    if not set(needed) <= set(arguments) <= {*needed, *known}:
        names = ", ".join((*needed, *known)) or "nothing"
        raise Mistaken(f"The call takes {names}; it was given {', '.join(arguments) or 'nothing'}.")


def whole_set(arguments: Mapping[str, Json]) -> Json:
    check(arguments, ())
    found: dict[str, Json] = {"tiles": len(tiles.NAMES)}
    for kind, name in enumerate(tiles.KINDS):
        found[name] = tiles.KIND.count(kind)
    return {**found, "with_red": sum("R" in name for name in tiles.NAMES)}


def kind(arguments: Mapping[str, Json]) -> Json:
    check(arguments, ("tiles",))
    return [tiles.KINDS[tiles.KIND[tile]] for tile in tiles_of(arguments["tiles"], "tiles")]


def lay(arguments: Mapping[str, Json]) -> Json:
    check(arguments, ("place",), ("base", "table"))
    ground = ground_of(table(arguments))
    laid = placed(arguments["place"])
    if not ground.fits(laid):
        return {"legal": False}
    points = {
        name: ground.points(laid, system) for name, system in zip("ABC", (SYSTEM_A, SYSTEM_B, SYSTEM_C), strict=True)
    }
    return {"legal": True, "contacts": len(ground.contacts(laid)), **points}


def names(found: list[int]) -> list[Json]:
    return [tiles.NAMES[tile] for tile in found]


def shown(state: Chromino) -> list[Json]:
    """By seat, the only tile in its hand, which everybody sees (CHR-10)."""
    return [tiles.NAMES[state.hand(seat)[0]] if state.held[seat] == 1 else None for seat in range(state.seats)]


def scores(state: Chromino) -> list[Json]:
    return list(state.points) if state.options[rules.SCORING] == 0 else list(state.scores())


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("hands", "bag", "start", "base", "table", "scores"),
    set_up=set_up,
    phases={rules.PLACE: "place", rules.DRAW: "draw", rules.OVER: "over"},
    together=(),
    probes={
        "hands": lambda state: [names(state.hand(seat)) for seat in range(state.seats)],
        "bag": lambda state: state.left,
        "scores": scores,
        "shown": shown,
        "placed": lambda state: len(state.laid),
        "final": lambda state: state.phase != rules.OVER and 0 in state.held,
    },
    calls={"set": whole_set, "kind": kind, "lay": lay},
)
