"""Observations as arrays: a row of numbers, and a mask of the actions that are open."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from polychrome.rl.encoding import Encoding


def highest(encoding: Encoding) -> Any:
    """By number of an observation: the most it can be."""
    most = np.zeros(encoding.layout.size, np.uint8)
    for part in encoding.layout.slices:
        most[part.start : part.stop] = part.most
    return most


def observation_space(encoding: Encoding, symbols: int = 0) -> spaces.Dict:
    """What `observed` gives; `symbols` where there are more than those of the game."""
    most = highest(encoding)
    masks = (symbols or len(encoding.symbols),)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(most), most, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, masks, np.int8),
        }
    )


NUMBERS: Final = np.dtype(np.uint8)
FLAGS: Final = np.dtype(np.int8)


def observed(row: bytearray, mask: bytearray) -> dict[str, Any]:
    """Both as arrays of their own, without copying."""
    return {"observation": np.frombuffer(row, NUMBERS), "action_mask": np.frombuffer(mask, FLAGS)}
