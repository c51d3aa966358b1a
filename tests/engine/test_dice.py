"""Luck: the same for the same seed, even, and never repeating where it must not."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polychrome.engine.dice import Dice, KeyedDice

KEY = bytes(range(32))

FIRST_OF_42 = [600, 458, 11, 199, 581, 701, 927, 565, 459, 480, 993, 34]
FIRST_OF_MINUS_7 = [0, 3, 2, 3, 1, 3, 4, 3, 1, 4, 2, 1, 4, 4, 5, 2, 0, 3, 3, 5]


def draws(dice: Dice, n: int, count: int = 20) -> list[int]:
    return [dice.below(n) for _ in range(count)]


def test_the_fast_stream_is_the_same_on_every_machine_and_build() -> None:
    """Written down once: records that carry a seed depend on it."""
    assert draws(Dice(42), 1000, 12) == FIRST_OF_42
    assert draws(Dice(-7), 6, 20) == FIRST_OF_MINUS_7


@given(st.integers(), st.integers(0, 10_000))
def test_the_same_seed_brings_the_same_luck(seed: int, line: int) -> None:
    one, other = Dice(seed), Dice(seed)
    one.seek(line)
    other.below(7)
    other.seek(line)
    assert draws(one, 1 << 30) == draws(other, 1 << 30)


def test_other_seeds_and_other_lines_bring_other_luck() -> None:
    streams = set()
    for seed in range(-50, 50):
        dice = Dice(seed)
        for line in range(50):
            dice.seek(line)
            streams.add(tuple(draws(dice, 1 << 30, 3)))
    assert len(streams) == 100 * 50


STREAMS = {
    "fast": [Dice(seed) for seed in range(20)],
    "keyed": [KeyedDice(bytes([seed] * 32)) for seed in range(20)],
}


@pytest.mark.parametrize("kind", STREAMS)
@pytest.mark.parametrize("n", [2, 3, 6, 7, 76])
def test_all_numbers_are_equally_likely(kind: str, n: int) -> None:
    """Chi-square over twenty streams; their seeds are fixed, so this passes always or never."""
    square = 0.0
    for dice in STREAMS[kind]:
        found = Counter(draws(dice, n, 100 * n))
        assert set(found) == set(range(n))
        square += sum((found[number] - 100) ** 2 / 100 for number in range(n))
    freedom = 20 * (n - 1)
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5  # four standard deviations


def test_neighbouring_draws_are_independent() -> None:
    dice = Dice(11)
    pairs = Counter((dice.below(6), dice.below(6)) for _ in range(36 * 300))
    square = sum((pairs[a, b] - 300) ** 2 / 300 for a in range(6) for b in range(6))
    assert abs(square - 35) < 4.5 * 70**0.5


def test_first_draws_of_neighbouring_lines_are_independent() -> None:
    """Every line of a game has its own luck, so the first draw of each line is what players see."""
    dice = Dice(12)
    found: Counter[tuple[int, int]] = Counter()
    before = 0
    for line in range(36 * 300):
        dice.seek(line)
        number = dice.below(6)
        found[before, number] += 1
        before = number
    square = sum((found[a, b] - 300) ** 2 / 300 for a in range(6) for b in range(6))
    assert abs(square - 35) < 4.5 * 70**0.5


@given(st.integers(1, 1 << 30), st.integers())
def test_a_draw_lies_below_its_bound(n: int, seed: int) -> None:
    for dice in (Dice(seed), KeyedDice(KEY)):
        assert all(0 <= number < n for number in draws(dice, n))


def test_picking_is_drawing_a_place() -> None:
    items = [10, 20, 30, 40, 50]
    for make in (lambda: Dice(8), lambda: KeyedDice(KEY)):
        one, other = make(), make()
        assert [one.pick(items) for _ in range(50)] == [items[other.below(5)] for _ in range(50)]
    assert Dice(8).pick([7]) == 7


def test_weights_are_followed() -> None:
    dice = Dice(9)
    found = Counter(dice.weighted([3, 0, 1, 6]) for _ in range(10_000))
    assert found[1] == 0
    for index, weight in ((0, 3), (2, 1), (3, 6)):
        assert abs(found[index] - 1000 * weight) < 4.5 * (1000 * weight) ** 0.5


def test_nothing_can_be_chosen_from_nothing() -> None:
    for weights in ([], [0, 0]):
        with pytest.raises(ValueError, match="nothing has any weight"):
            Dice(1).weighted(weights)


def test_a_keyed_draw_is_the_documented_hash() -> None:
    """Anybody who has the key can check every draw of a finished game with a few lines like these."""
    dice = KeyedDice(KEY)
    for line in (0, 5, 1000):
        dice.seek(line)
        for draw in range(4):
            text = line.to_bytes(8, "big") + draw.to_bytes(8, "big")
            number = int.from_bytes(blake2b(text, key=KEY, digest_size=16).digest(), "big")
            assert dice.below(52) == number * 52 >> 128


def test_a_keyed_stream_depends_on_the_whole_key() -> None:
    streams = set()
    for at in range(32):
        key = bytearray(KEY)
        key[at] ^= 1
        streams.add(tuple(draws(KeyedDice(bytes(key)), 1 << 60, 2)))
    assert len(streams) == 32


def test_the_commitment_fits_one_key_and_shows_none_of_it() -> None:
    commitment = KeyedDice(KEY).commitment()
    assert commitment == blake2b(KEY, digest_size=32, person=b"polychrome").hexdigest()
    assert commitment != KeyedDice(bytes(32)).commitment()
    assert KEY.hex() not in commitment


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_key_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        KeyedDice(bytes(length))


def test_dice_can_be_written_in_plain_python() -> None:
    class Ones(Dice):
        def below(self, n: int) -> int:
            return 0

    assert Ones(1).weighted([0, 0, 5]) == 2
