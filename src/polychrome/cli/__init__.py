"""The command `polychrome`."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """Run the command line and leave with its exit code.

    Bots of one's own are looked for in the current folder, too; last, so that no file there gets before a library.
    """
    if not sys.flags.safe_path:
        sys.path.append(str(Path.cwd()))
    from polychrome.cli.program import program

    program.main(prog_name="polychrome")
