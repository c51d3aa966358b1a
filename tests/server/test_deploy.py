"""Two servers and a proxy, set up with the very lines of docs/deploy.md: people are sent to either, and play."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from ssl import SSLContext
from typing import Any
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

import pytest
from websockets.asyncio.client import ClientConnection

from patience import PATIENCE
from polychrome.server import leases
from ports import own_port
from server.house import DATABASES, Dialled, Heard, dial, everyone, runs, served
from server.local_cluster import ROOT, local_cluster
from server.test_metrics import figures
from server.test_proxy import NGINX, OPENSSL, proxy, until_it_listens

GUIDE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")


def lines(beginning: str, end: str) -> list[str]:
    """The files of the guide that begin and end like this."""
    found = re.findall(rf"^    {beginning}\n.*?^    {end}\n", GUIDE, re.DOTALL | re.MULTILINE)
    return ["".join(line[4:] or "\n" for line in file.splitlines(keepends=True)) for file in found]


def servers_block() -> str:
    """nginx before two servers, without the certificate, which is the tests' own."""
    (found,) = lines(r"upstream polychrome \{", r"\}\n\n    server \{.*?^    \}")
    return found


class Guest:
    """Somebody who comes through the proxy, with one seat."""

    def __init__(self, public: str, trust: SSLContext) -> None:
        self.public = public
        self.trust = trust
        self.opener = build_opener(ProxyHandler({}), HTTPSHandler(context=trust))
        self.cookie = ""

    async def post(self, path: str, wish: Heard) -> Any:
        headers = {"Origin": self.public, "Content-Type": "application/json", "Cookie": self.cookie}
        request = Request(f"{self.public}{path}", json.dumps(wish).encode(), headers)
        answer = await asyncio.to_thread(self.opener.open, request, timeout=PATIENCE)
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return json.loads(answer.read())

    def socket(self, table: str) -> Dialled:
        return dial(
            f"{self.public.replace('https', 'wss')}/ws/{table}",
            ssl=self.trust,
            origin=self.public,
            additional_headers={"Cookie": self.cookie},
        )


async def heard(line: ClientConnection, *kinds: str) -> Heard:
    while True:
        message: Heard = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        if message["t"] in kinds:
            return message


async def play(line: ClientConnection, moves: int) -> None:
    """So many moves of this seat."""
    played = 0
    while played < moves:
        frame = await heard(line, "frame")
        if frame["question"] is not None:
            action = frame["scene"]["choices"][0]["action"]
            move = {"t": "move", "seat": frame["viewer"], "id": f"m{played}", "question": frame["question"]}
            await line.send(json.dumps({**move, "action": action}))
            assert (await heard(line, "ack", "refused"))["t"] == "ack"
            played += 1


@pytest.mark.skipif(not NGINX, reason="there is no nginx here (`apt install nginx`)")
@pytest.mark.skipif(not OPENSSL, reason="there is no openssl here to make a certificate with")
@runs
async def test_people_play_through_the_proxy_wherever_it_sends_them(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE", 2 * PATIENCE)
    port, watched = own_port(), [own_port(), own_port()]
    public = f"https://localhost:{port}"
    folders = [tmp_path / name for name in ("one", "two")]
    DATABASES.update(dict.fromkeys(folders, database))
    async with (
        served(folders[0], public_url=public, metrics=str(watched[0])) as one,
        served(folders[1], public_url=public, metrics=str(watched[1])) as two,
    ):
        block = servers_block()
        for number, where in ((7777, one), (7778, two)):
            block = block.replace(f"127.0.0.1:{number}", where.local.removeprefix("http://"))
        folder = tmp_path / "proxy"
        folder.mkdir()
        with proxy(folder, port, block) as trust:
            await until_it_listens(port)
            host, friend = Guest(public, trust), Guest(public, trust)
            table = (await host.post("/api/tables", {"game": "coloretto", "seats": 2}))["table"]
            async with host.socket(table) as here:
                secret = (await heard(here, "room"))["invite"].partition("#")[2]
                assert await friend.post("/api/join", {"table": table, "secret": secret}) == {"table": table}
                async with friend.socket(table) as there, friend.socket(table) as again:  # by turns at either server
                    await here.send('{"t":"begin"}')
                    await everyone(play(here, 4), play(there, 4), heard(again, "frame"))
                    found = [await figures(number) for number in watched]
        assert sum(figure["polychrome_moves_kept_total"] for figure in found) == 8
        assert sum(figure["polychrome_sockets"] for figure in found) == 3
        assert sum(figure["polychrome_relayed_sockets"] for figure in found) in (1, 2)


@pytest.mark.skipif(not NGINX, reason="there is no nginx here (`apt install nginx`)")
@pytest.mark.skipif(not OPENSSL, reason="there is no openssl here to make a certificate with")
@runs
async def test_the_page_comes_also_if_one_of_the_servers_stands_still(tmp_path: Path) -> None:
    port = own_port()
    public = f"https://localhost:{port}"
    with socket.create_server(("127.0.0.1", 0)) as deaf:  # takes every connection, and never says a word
        async with served(tmp_path / "data", public_url=public) as where:
            block = servers_block().replace("127.0.0.1:7777", f"127.0.0.1:{deaf.getsockname()[1]}")
            block = block.replace("127.0.0.1:7778", where.local.removeprefix("http://"))
            folder = tmp_path / "proxy"
            folder.mkdir()
            with proxy(folder, port, block) as trust:
                await until_it_listens(port)
                opener = Guest(public, trust).opener
                for _ in range(4):  # by turns at either server
                    answer = await asyncio.to_thread(opener.open, f"{public}/", timeout=PATIENCE)
                    assert answer.status == 200


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_units_are_what_systemd_wants(tmp_path: Path) -> None:
    units = lines(r"\[Unit\]", r"WantedBy=\S+")
    assert len(units) == 2
    for name, unit in zip(("polychrome.service", "polychrome@7777.service"), units, strict=True):
        file = tmp_path / name
        file.write_text(unit.replace("/opt/polychrome/bin/polychrome", "/bin/true"), encoding="utf-8")
        done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def has_compose() -> bool:
    docker = shutil.which("docker")
    return docker is not None and not subprocess.run([docker, "compose", "version"], capture_output=True).returncode


@pytest.mark.skipif(not has_compose(), reason="there is no `docker compose` here")
def test_the_services_are_what_compose_wants(tmp_path: Path) -> None:
    (services,) = lines("services:", "volumes:\n      games:")
    (tmp_path / "compose.yaml").write_text(services, encoding="utf-8")
    done = subprocess.run(
        ["docker", "compose", "config", "--quiet"], cwd=tmp_path, env=os.environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("postgres")
def test_a_look_at_a_cluster_on_this_machine() -> None:
    """`scripts/cluster` starts everything, serves through its proxy, and ends everything."""
    with local_cluster(2) as found:
        answer = build_opener(ProxyHandler({})).open(f"{found.address}/readyz", timeout=PATIENCE)
        assert answer.read() == b"ok"
    for server in found.servers:
        with pytest.raises(ProcessLookupError):
            os.kill(server.process, 0)
