"""Running `polychrome` in a real terminal, for tests."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.console import ROOT


class Terminal:
    """A program in a pseudo-terminal, 80 columns wide."""

    def __init__(self, *arguments: str, home: Path, rows: int = 30) -> None:
        import fcntl
        import pty
        import struct
        import termios

        env = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
            "XDG_STATE_HOME": str(home),
        }
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.execve(sys.executable, [sys.executable, "-m", "polychrome", *arguments], env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
        self.said = ""

    def expect(self, text: str, nudge: Callable[[], object] | None = None) -> None:
        """Read until the terminal shows this; nudge the program, and again whenever it falls silent before that."""
        for _ in range(60):  # only so that a failing test ends
            if nudge is not None and text not in self.said:
                nudge()
            while text not in self.said and select.select([self.fd], [], [], 1)[0]:
                try:
                    self.said += os.read(self.fd, 65536).decode(errors="replace")
                except OSError:  # the program has ended
                    break
        assert text in self.said
        self.said = self.said.partition(text)[2]

    def interrupt(self, how: str = "") -> None:
        """Ctrl-C, or a signal. Between showing a prompt and waiting for its answer Python may miss one."""
        if how:
            os.kill(self.pid, getattr(signal, how))
        else:
            self.type("\x03")

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def end(self) -> int:
        """The exit code; whatever is still said is read, or the program could not say it."""
        left = b""
        while True:
            try:
                rest = os.read(self.fd, 65536)
            except OSError:
                break
            if not rest:
                break
            left += rest
        self.said += left.decode(errors="replace")
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


needs_terminals = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a thing of Unix")
