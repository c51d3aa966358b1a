"""Turn order, and questions that several seats answer at once."""

from __future__ import annotations

from typing import Final

MOST_SEATS: Final = 6  # seats


def members(mask: int) -> list[int]:
    """The seats of a mask, ascending."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


SEATS: Final = [members(mask) for mask in range(1 << MOST_SEATS)]  # shared tables of `members`


def others(seat: int, seats: int) -> int:
    """A mask of everybody but this seat."""
    return (1 << seats) - 1 & ~(1 << seat)


def after(seat: int, seats: int, owed: list[int]) -> int:
    """The next seat clockwise; who owes a turn pays it now and is passed over."""
    while True:
        seat = (seat + 1) % seats
        if not owed[seat]:
            return seat
        owed[seat] -= 1
