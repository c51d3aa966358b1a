"""Why something was refused, whatever the sentence: `with pytest.raises(Refused, check=because("refused.over"))`."""

from __future__ import annotations

from collections.abc import Callable


def because(key: str) -> Callable[[Exception], bool]:
    return lambda trouble: getattr(trouble, "reason").key == key  # noqa: B009 – of any Explained
