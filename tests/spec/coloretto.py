"""Coloretto's vectors: decks from the top, hands as strings, and the two scoring calls."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import NATURE, State
from polychrome.engine.dice import Dice
from polychrome.games import coloretto as rules
from polychrome.games.coloretto import KINDS, Coloretto
from spec.adapter import Adapter, Chance, Json, Mistaken

LAST = "L"
COLOURS = KINDS[: rules.COLOURS]


def set_up(state: Coloretto, setup: Mapping[str, Json]) -> Chance:
    dice = Dice(0)
    while state.phase < rules.CHOOSE:  # what the set-up leaves out is as at the start of some game
        state.apply(NATURE, state.sample(NATURE, dice))
    if "hands" in setup:
        state.own = hands(setup["hands"], state.seats)
        fill_deck(state)
    state.seat = seat(setup.get("start", 0), state.seats)
    if "deck" not in setup:
        return lambda state: state.sample(NATURE, dice)
    deck = cards(setup["deck"], "deck", KINDS + LAST)
    if deck.count(LAST) > 1:
        raise Mistaken("The deck has more than one L.")
    state.deck = [deck.count(kind) for kind in KINDS]
    state.left = sum(state.deck)
    state.below = len(deck) - 1 - deck.index(LAST) if LAST in deck else rules.ABSENT
    return script(deck)


def script(deck: str) -> Chance:
    order = iter(deck)

    def chance(state: State) -> int:
        card = next(order, None)
        if card is None:
            raise Mistaken("The deck of the set-up is used up.")
        return rules.LAST if card == LAST else rules.CARD + KINDS.index(card)

    return chance


def fill_deck(state: Coloretto) -> None:
    """All cards but those in the hands and as many colours as this number of players leaves out, unheld ones first."""
    held = [sum(kinds) for kinds in zip(*map(rules.counts, state.own), strict=True)]
    colours = sorted(range(rules.COLOURS), key=lambda colour: not held[colour])
    out = colours[len(colours) - rules.removed_colours(state.seats) :]
    state.deck = [0 if kind in out else max(0, n - held[kind]) for kind, n in enumerate(rules.FULL_DECK)]
    state.left = sum(state.deck)
    state.gone = sum(rules.ONE[colour] * rules.FULL_DECK[colour] for colour in out)


def cards(value: Json, what: str, known: str = KINDS) -> str:
    """Cards as a string, given as one or as a list of letters."""
    text = "".join(map(str, value)) if isinstance(value, list) else value
    if not isinstance(text, str) or any(card not in known for card in text):
        raise Mistaken(f"{what} is {value!r}; cards are the letters {known}.")
    return text


def colours(value: Json, what: str) -> list[int]:
    return [COLOURS.index(letter) for letter in cards("" if value == "-" else value, what, COLOURS)]


def pile(text: str) -> int:
    if any(text.count(kind) > rules.MASK for kind in KINDS):
        raise Mistaken(f"Nobody can hold more than {rules.MASK} cards of a kind.")
    return sum(rules.ONE[KINDS.index(card)] for card in text)


def hands(value: Json, seats: int) -> list[int]:
    if not isinstance(value, list) or len(value) != seats:
        raise Mistaken(f"hands is {value!r}; it has a string of cards for each of {seats} seats.")
    return [pile(cards(hand, "a hand")) for hand in value]


def seat(value: Json, seats: int) -> int:
    if type(value) is not int or not 0 <= value < seats:
        raise Mistaken(f"start is {value!r}; the seats are 0 to {seats - 1}.")
    return value


def spelled(counts: list[int]) -> str:
    return "".join(kind * count for kind, count in zip(KINDS, counts, strict=True))


def took(state: Coloretto) -> list[Json]:
    """By seat, the row it has taken in the round at hand."""
    still_in = rules.CHOOSE <= state.phase <= rules.PLACE
    return [
        rules.taken(state.took, seat) if still_in and not state.still >> seat & 1 else None
        for seat in range(state.seats)
    ]


def removed(state: Coloretto) -> int:
    """Cards of third rows that nobody took; the colours left out before the game are not among them."""
    return sum(rules.counts(state.gone)) - rules.removed_colours(state.seats) * rules.FULL_DECK[0]


def rows(state: Coloretto) -> list[Json]:
    taken = took(state)
    found: list[Json] = []
    for number, row in enumerate(state.rows):
        found.append(None if number in taken else "".join(KINDS[kind] for kind in rules.cards(row)))
    return found


def side(arguments: Mapping[str, Json]) -> int:
    sides = rules.GAME.options[rules.SCORE_SIDE].choices
    name = arguments.get("side", sides[0])
    if not isinstance(name, str) or name not in sides:
        raise Mistaken(f"side is {name!r}; it is beige or grey.")
    return sides.index(name)


def check(arguments: Mapping[str, Json], *known: str) -> None:
    odd = [name for name in arguments if name not in known]
    if odd or "cards" not in arguments:
        raise Mistaken(f"The call takes {', '.join(known)}; it was given {', '.join(arguments) or 'nothing'}.")


def score(arguments: Mapping[str, Json]) -> int:
    check(arguments, "cards", "side")
    return rules.best(pile(cards(arguments["cards"], "cards")), side(arguments))


def fixed(arguments: Mapping[str, Json]) -> int:
    check(arguments, "cards", "side", "jokers", "plus")
    jokers, plus = colours(arguments.get("jokers", "-"), "jokers"), colours(arguments.get("plus", "-"), "plus")
    return rules.fixed(pile(cards(arguments["cards"], "cards")), side(arguments), rules.assign(jokers, plus))


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("deck", "hands", "start"),
    set_up=set_up,
    phases={rules.CHOOSE: "choose", rules.PLACE: "place", rules.FINAL: "final", rules.OVER: "over"},
    together=(rules.FINAL,),
    probes={
        "rows": rows,
        "hands": lambda state: [spelled(rules.counts(hand)) for hand in state.own],
        "held": lambda state: None if state.card == rules.NONE else KINDS[state.card],
        "deck": lambda state: state.left + (state.below >= 0),
        "last": lambda state: state.below == rules.SHOWN,
        "removed": removed,
        "took": took,
        "scores": lambda state: None if state.acting() else state.scores(),
    },
    calls={"score": score, "fixed": fixed},
)
