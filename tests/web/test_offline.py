"""Installed on a device: the shell and the words are there without a connection, and the page comes back by itself."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from pathlib import Path

from polychrome.palette import COLOURS, THEMES
from web.people import ROOT, Person, serving

People = Callable[..., Person]


def test_without_a_connection_the_page_says_so_and_comes_back(
    visitor: People, page_files: Path, tmp_path: Path
) -> None:
    with serving(tmp_path) as server:
        fox = visitor(server).go()
        fox.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        fox.until("!!navigator.serviceWorker.controller")
        fox.sit_down()
        table = fox.page.url
        fox.page.wait_for_selector("[data-target=deck]")
        server.kill()
        fox.page.reload()
        fox.page.get_by_text("There is no connection. We keep trying.").wait_for()
        fox.page.goto(server.address)
        fox.page.get_by_text("There is no connection. We keep trying.").wait_for()
        fox.take().locator(".board").wait_for()
        assert fox.card().locator("[data-piece]").count() > 3  # the games are there, with their pictures
        fox.page.keyboard.press("Escape")
        fox.page.get_by_role("button", name="Settings").click()
        fox.page.get_by_label("Language").select_option("de")  # and the other catalogues
        fox.page.get_by_text("Keine Verbindung").first.wait_for()
        fox.page.get_by_role("button", name="Einstellungen").click()
        fox.page.get_by_label("Sprache").select_option("en")
        fox.page.get_by_text("There is no connection").first.wait_for()
        server.start()
        fox.page.get_by_role("heading", name="Your open tables").wait_for()
        assert fox.page.get_by_text("There is no connection").count() == 0
        fox.page.goto(table)
        fox.page.wait_for_selector("[data-target=deck]")
        # Nothing that is anybody's own is kept.
        kept = fox.page.evaluate(
            """async () => {
                const box = await caches.open((await caches.keys())[0])
                return (await box.keys()).map((request) => new URL(request.url).pathname)
            }"""
        )
        assert "/api/games" in kept
        assert [path for path in kept if path.startswith(("/api/tables", "/t/", "/r/", "/ws"))] == []
        fox.context.close()
        fox.troubles.clear()  # its browser may complain about the lost connection


def test_it_can_be_installed(page_files: Path) -> None:
    manifest = json.loads((page_files / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    sizes = set()
    for icon in manifest["icons"]:
        content = (page_files / icon["src"].lstrip("/")).read_bytes()
        if icon["type"] == "image/png":
            assert content[:8] == b"\x89PNG\r\n\x1a\n"
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add(width)
    assert sizes >= {192, 512}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    index = (page_files / "index.html").read_text(encoding="utf-8")
    worker = (page_files / "sw.js").read_text(encoding="utf-8")
    for line in ("icon-touch.png", "manifest.webmanifest"):
        assert line in index
    built = {f"/assets/{path.name}" for path in (page_files / "assets").iterdir()}
    listed = json.loads(worker.split("__FILES__=", 1)[1].split("]", 1)[0] + "]")
    assert built <= set(listed)
    assert "skipWaiting" not in worker  # an update waits until the running games are closed
    assert "import" not in worker.split(";", 1)[1]


def test_icon_and_shell_have_the_colours_of_the_palette(page_files: Path) -> None:
    """The pictures repeat the places of shell/icon.svg; whoever changes one changes both."""
    svg = (page_files / "icon.svg").read_text(encoding="utf-8")
    drawn = (ROOT / "web/shell.ts").read_text(encoding="utf-8")
    for x, y, colour in ((21, 22, "red"), (43, 22, "yellow"), (21, 43, "blue"), (43, 43, "green")):
        assert f'cx="{x}" cy="{y}" r="13" fill="{COLOURS[colour].hex}"' in svg
        assert f"[{x}, {y}, hex(palette.{colour})]" in drawn
    light, dark = (THEMES[name].paper for name in ("light", "dark"))
    manifest = json.loads((page_files / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["background_color"], manifest["theme_color"]) == (light, light)
    index = (page_files / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'theme-color" content="(#\w+)"', index) == [light, dark]
