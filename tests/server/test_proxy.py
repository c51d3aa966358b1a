"""Behind a proxy that speaks HTTPS, set up with the very lines of docs/deploy.md: people play, and are told apart."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

import pytest

from patience import PATIENCE, soon
from ports import own_port
from server.house import dial, runs, served

ROOT = Path(__file__).parents[2]
FETCHED = ROOT / "build" / "nginx" / "usr" / "sbin" / "nginx"  # scripts/test unpacks it there
NGINX = shutil.which("nginx") or (str(FETCHED) if FETCHED.exists() else None)
OPENSSL = shutil.which("openssl")

pytestmark = [
    pytest.mark.skipif(not NGINX, reason="there is no nginx here (`apt install nginx`)"),
    pytest.mark.skipif(not OPENSSL, reason="there is no openssl here to make a certificate with"),
]


def location() -> str:
    """The lines for nginx in the guide."""
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    (found,) = re.findall(r"^    location / \{\n.*?^    \}\n", guide, re.DOTALL | re.MULTILINE)
    return str(found)


def one_server(port: int) -> str:
    """nginx before a server at this port of ours."""
    inside = location().replace("127.0.0.1:7777", f"127.0.0.1:{port}")
    return f"server {{ listen 443 ssl; server_name x; ssl_certificate x; ssl_certificate_key x;\n{inside} }}"


@contextmanager
def proxy(folder: Path, port: int, servers: str) -> Iterator[ssl.SSLContext]:
    """nginx with these lines, at a port and with a certificate of its own; what a client needs to trust it."""
    assert NGINX
    assert OPENSSL
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    make = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    make += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([OPENSSL, *make], check=True, capture_output=True, timeout=PATIENCE)
    temporary = "\n".join(
        f"{kind}_temp_path {folder / kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    for what, value in {
        "listen": f"127.0.0.1:{port} ssl",
        "server_name": "localhost",
        "ssl_certificate": str(certificate),
        "ssl_certificate_key": str(key),
    }.items():
        servers = re.sub(rf"\b{what} [^;]+;", f"{what} {value};", servers)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"""{user} daemon off; master_process off; pid {folder / "pid"}; error_log {folder / "errors"};
        events {{ worker_connections 64; }}
        http {{
            access_log off; {temporary}
            {servers}
        }}"""
    )
    running = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
    try:
        yield ssl.create_default_context(cafile=str(certificate))
    finally:
        running.terminate()
        running.wait(PATIENCE)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def until_it_listens(port: int) -> None:
    await soon(lambda: listens(port))


@runs
async def test_a_game_through_the_proxy(tmp_path: Path) -> None:
    port = own_port()
    public = f"https://localhost:{port}"
    async with served(tmp_path / "data", public_url=public) as where:
        inner = int(where.local.rpartition(":")[2])
        folder = tmp_path / "proxy"
        folder.mkdir()
        with proxy(folder, port, one_server(inner)) as trust:
            await until_it_listens(port)
            opener = build_opener(ProxyHandler({}), HTTPSHandler(context=trust))
            wish = json.dumps({"game": "coloretto", "seats": 2, "options": {}, "fill": "random"}).encode()
            headers = {"Origin": public, "Content-Type": "application/json"}

            def ask() -> Any:
                return opener.open(Request(f"{public}/api/tables", wish, headers), timeout=PATIENCE)

            answer = await asyncio.to_thread(ask)
            table = json.loads(answer.read())["table"]
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith("__Host-polychrome=")
            assert "Secure" in cookie
            assert "max-age" in answer.headers["strict-transport-security"]
            async with dial(
                f"wss://localhost:{port}/ws/{table}",
                ssl=trust,
                origin=public,
                additional_headers={"Cookie": cookie.partition(";")[0]},
            ) as line:
                asked = None
                for _ in range(60):
                    said = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
                    if said["t"] == "room":
                        assert said["invite"].startswith(public)
                    if said["t"] == "frame" and said["question"] is not None:
                        asked = said
                        break
                assert asked, "nobody was asked anything"
                move = {"t": "move", "seat": asked["viewer"], "id": "m1", "question": asked["question"]}
                await line.send(json.dumps({**move, "action": asked["scene"]["choices"][0]["action"]}))
                kinds = [json.loads(await asyncio.wait_for(line.recv(), PATIENCE))["t"] for _ in range(2)]
                assert "ack" in kinds
