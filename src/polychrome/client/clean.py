"""What others wrote may hold anything: letters that move the cursor, hide text or turn it round are taken out."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

KEPT: Final = "\n\u200d\ufe0f"  # a new line, and what joins and dresses emoji


def clean(text: str) -> str:
    """Without control characters (Cc), invisible formats (Cf: writing direction), surrogates and private letters."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign for sign in text if sign in KEPT or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co"))


def cleaned(found: Any) -> Any:
    """The same for every text in a message, however deep."""
    if isinstance(found, str):
        return clean(found)
    if isinstance(found, list):
        return [cleaned(item) for item in found]
    if isinstance(found, dict):
        return {clean(name): cleaned(item) for name, item in found.items()}
    return found
