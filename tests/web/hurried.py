"""The command `polychrome` for people who play faster than hands can: `python -m web.hurried serve …`.

A page that plays a whole game in seconds would be taken for a flood and put out in the middle of it. What becomes of
floods, tests/server/test_security.py looks at.
"""

from __future__ import annotations

from polychrome.cli import main
from polychrome.server import hub, lean, lobby

PLENTY = (100_000, 10_000.0)

if __name__ == "__main__":
    hub.MESSAGES = PLENTY  # type: ignore[misc]
    lean.BYTES = (100_000_000, 10_000_000)  # type: ignore[misc]
    lobby.TABLES = PLENTY  # type: ignore[misc]
    lobby.VISITS = PLENTY  # type: ignore[misc]
    main()
