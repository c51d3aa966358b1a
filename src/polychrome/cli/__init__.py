"""The command `polychrome`."""

from __future__ import annotations


def main() -> None:
    """Run the command line and leave with its exit code."""
    from polychrome.cli.program import program

    program.main(prog_name="polychrome")
