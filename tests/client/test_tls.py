"""Over HTTPS: a certificate that nobody vouches for is refused; with a good one the whole game is played."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.test_client import around, play
from polychrome.client import Misled, sit
from polychrome.client.jar import Jar
from ports import own_port
from server.house import runs, served
from server.test_proxy import one_server, proxy, pytestmark, until_it_listens

__all__ = ["pytestmark"]  # without nginx and openssl there is nothing to test


def test_a_server_is_trusted_only_with_a_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, port = tmp_path / "proxy", own_port()
    folder.mkdir()
    public = f"https://localhost:{port}"

    @runs
    async def sitting() -> None:
        async with served(tmp_path / "data", public_url=public) as where:
            with proxy(folder, port, one_server(int(where.local.rpartition(":")[2]))):
                await until_it_listens(port)
                with pytest.raises(Misled, match=r"CERTIFICATE_VERIFY_FAILED|certificate verify failed"):
                    async with sit(f"{public}/t/abc#secret", Jar(tmp_path / "stranger.json")):
                        pass
                assert not (tmp_path / "stranger.json").exists()
                monkeypatch.setenv("SSL_CERT_FILE", str(folder / "certificate.pem"))
                async with around(public, tmp_path, "coloretto", 2) as places:
                    await asyncio.gather(*(play(place, "quick", 1000, cut=4) for place in places))
                    for place in places:
                        assert place.frame is not None
                        assert place.frame["scene"]["over"]
                        assert place.replayed().over()
                assert "__Host-polychrome=" in (tmp_path / "0.json").read_text(encoding="utf-8")

    sitting()
