"""How large samples are: whole on the compiled build and in `scripts/test --all`, a quarter on the interpreted one.

Both builds run the same sources, but the interpreted one takes about four times as long.
"""

from __future__ import annotations

import os

WHOLE = "POLYCHROME_SAMPLES"  # scripts/test --all sets it
THIN = 1 if os.environ.get("POLYCHROME_BUILD") == "compiled" or os.environ.get(WHOLE) == "whole" else 4


def few(count: int) -> int:
    """So many, or a quarter of them."""
    return -(-count // THIN)
