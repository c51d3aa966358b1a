"""`scripts/cluster`, running: a proxy, and the servers behind it, which may be killed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from patience import PATIENCE

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"http://[0-9.]+:\d+")


class LocalServer(NamedTuple):
    process: int
    address: str


class LocalCluster(NamedTuple):
    address: str  # of the proxy
    servers: list[LocalServer]


@contextmanager
def local_cluster(servers: int) -> Iterator[LocalCluster]:
    command = [sys.executable, str(ROOT / "scripts" / "cluster"), "--servers", str(servers), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = [process.stdout.readline() for _ in range(servers + 1)]
            assert [line.split()[0] for line in said] == ["Server"] * servers + ["Play"], said
            places = [ADDRESS.findall(line)[0] for line in said]
            numbers = [int(re.findall(r"process (\d+)", line)[0]) for line in said[:-1]]
            yield LocalCluster(places[-1], [LocalServer(*one) for one in zip(numbers, places, strict=False)])
        finally:
            process.terminate()
        assert process.wait(PATIENCE) == 0
