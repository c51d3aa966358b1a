"""The home page: games to choose from, and what matters now."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from polychrome.registry import GAMES
from polychrome.room.cards import game_info
from polychrome.room.catalogue import ours
from polychrome.words import LANGUAGES
from web.people import ROOT, Person, finish, serving

People = Callable[..., Person]
PHONE = {"viewport": {"width": 360, "height": 740}}
HEIGHT = "document.documentElement.scrollHeight"
SMALLEST = """Math.min(...[...document.querySelectorAll('button:not(.open), select, input, a, summary')]
    .filter((node) => node.checkVisibility()).map((node) => node.offsetHeight))"""
# Names and facts that lie below the button of their lid, or beyond its edge.
HIDDEN = """[...document.querySelectorAll('.games article')].flatMap((lid) => {
    const box = (node) => node.getBoundingClientRect()
    const [key, edge] = [box(lid.querySelector('.key')), box(lid)]
    return [...lid.querySelectorAll('.open, .facts > span')].filter((node) => {
        const { left, right, top, bottom } = box(node)
        const covered = right > key.left && left < key.right && bottom > key.top && top < key.bottom
        return covered || right > edge.right || bottom > edge.bottom
    }).map((node) => node.textContent)
})"""


def shown(fox: Person) -> list[str]:
    fox.page.wait_for_selector(".games article")
    names: list[str] = fox.page.locator(".games h2").all_inner_texts()
    return names


def remember(fox: Person, *games: dict[str, Any], pauses: Sequence[list[str]] = ()) -> None:
    """What this device has kept of finished games, the latest first; `ago`: days before today."""
    fox.page.evaluate(
        """([games, pauses]) => {
            const now = Date.now() - 6e4 * new Date().getTimezoneOffset() // subject: days of a calendar
            const day = (ago) => new Date(now - 864e5 * ago)
            const kept = games.map(({ ago, ...game }) => ({ ...game, day: day(ago).toISOString().slice(0, 10) }))
            localStorage['polychrome.finished'] = JSON.stringify({ games: kept, pauses })
        }""",
        [games, list(pauses)],
    )


def played(table: str, ago: int = 0, kind: str = "bot", won: bool | None = False) -> dict[str, Any]:
    other = {"kind": kind, "nickname": ["nickname.owl.3", {}], "bot": "sharp" if kind == "bot" else None}
    return {"table": table, "game": "ronde", "ago": ago, "others": [other], "won": won, "score": 7}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_shelf_is_short_on_phones(person: People, language: str) -> None:
    """With everything that can lie on it: open tables, once more with the same people, what was played here."""
    fox = person(**PHONE, locale=language).go()
    assert len(shown(fox)) == len(GAMES)
    remember(fox, played("long-ago", kind="person"))
    for _ in range(5):
        fox.wish("ronde", 4, "casual", {})
    fox.go()
    fox.page.locator(".own").wait_for()
    expect(fox.page.locator(".tables li:visible")).to_have_count(3)
    expect(fox.page.locator(".filters select")).to_have_count(3)
    fox.page.locator(".today li").first.wait_for()
    fox.page.locator(".children button, .children input").first.wait_for(state="attached")
    for width, height in ((360, 740), (320, 640)):
        fox.page.set_viewport_size({"width": width, "height": height})
        fox.settle()
        tall = fox.page.evaluate(HEIGHT)
        print(f"The whole shelf at {width}×{height} ({language}): {tall} px")
        assert tall <= 2000
        assert fox.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert fox.page.evaluate(HIDDEN) == []
    assert fox.page.evaluate(SMALLEST) >= 44


@pytest.mark.parametrize(("width", "height"), [(740, 360), (820, 1180), (1000, 700), (1440, 900)])
def test_every_lid_has_room_for_what_stands_on_it(person: People, width: int, height: int) -> None:
    fox = person(viewport={"width": width, "height": height}).go()
    shown(fox)
    fox.settle()
    assert fox.page.evaluate(HIDDEN) == []
    assert fox.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_game_has_an_emblem_of_its_own() -> None:
    box = ours()
    emblems = [game_info(box, game).emblem for game in GAMES]
    assert all(emblems)
    assert all(one != other for one in emblems for other in emblems if one is not other)


def test_a_game_that_nobody_has_drawn_is_on_the_shelf_too(visitor: People, page_files: Path, tmp_path: Path) -> None:
    with serving(tmp_path, box="web.toybox:box") as server:
        toys = visitor(server, **PHONE).go()
        assert len(shown(toys)) == 1
        toys.page.locator(".games .open").click()
        toys.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Play now")).click()
        toys.page.wait_for_selector(".board")


def test_what_is_wished_for_is_found_and_remembered(person: People) -> None:
    fox = person(**PHONE).go()
    shown(fox)
    fox.page.get_by_label("Age", exact=True).select_option("4")
    assert shown(fox) == ["Ronde", "Arc-en-ciel"]
    fox.page.get_by_label("Time", exact=True).select_option("20")
    assert shown(fox) == ["Ronde"]
    fox.page.reload()
    assert shown(fox) == ["Ronde"]
    fox.page.get_by_role("button", name="Show all").click()
    assert len(shown(fox)) == len(GAMES)
    fox.page.get_by_label("Players", exact=True).select_option("8")
    assert shown(fox) == ["Chromino"]
    fox.page.get_by_role("button", name="Alone").click()
    assert shown(fox) == ["Chromino", "Color Words"]
    fox.page.get_by_role("button", name="No reading").click()
    assert shown(fox) == ["Chromino"]
    expect(fox.page.locator(".filters [role=status]")).to_have_text("1 game fits.")
    fox.page.get_by_label("Age", exact=True).select_option("4")
    fox.page.get_by_text("No game is all of this.").wait_for()
    assert fox.page.locator(".games article").count() == 0


def test_as_many_play_as_are_looked_for(person: People) -> None:
    fox = person().go()
    fox.page.get_by_label("Players", exact=True).select_option("5")
    fox.page.get_by_role("button", name="Play now: Ronde").click()
    expect(fox.page.locator(".seat")).to_have_count(5)


def two(person: People) -> tuple[Person, Person]:
    """At a table of Coloretto that has begun: its host, and a friend with a phone."""
    host, friend = person(), person(**PHONE)
    host.make_table(2)
    friend.join(host)
    host.page.get_by_role("button", name="Begin").click()
    for one in (host, friend):
        one.page.wait_for_selector(".board")
    return host, friend


def test_an_open_table_says_with_whom_and_leads_there(person: People) -> None:
    host, friend = two(person)
    names = host.page.locator(".seat .name").all_inner_texts()
    asked = host if host.targets() else friend
    there = asked.page.url
    asked.go()
    table = asked.page.locator(".tables a")
    table.wait_for()
    said = " ".join(table.inner_text().split())
    assert said.startswith("Coloretto with ")
    assert sum(name in said for name in names) == 1  # the other one
    assert "Your turn" in said
    table.click()
    asked.page.wait_for_selector("[data-target]")
    assert asked.page.url == there


def test_a_box_is_opened_and_closed_by_keys_and_the_focus_comes_back(person: People) -> None:
    fox = person(**PHONE).go()
    shown(fox)
    fox.page.locator(".open").nth(2).focus()
    fox.page.keyboard.press("Enter")
    box = fox.page.get_by_role("dialog", name="Arc-en-ciel")
    box.wait_for()
    box.get_by_text("Rules").click()
    box.get_by_role("heading", name="What it is about").wait_for()
    fox.page.keyboard.press("Escape")
    fox.until("!document.querySelector('dialog')")
    fox.until("document.activeElement?.textContent === 'Arc-en-ciel'")


def test_a_friend_is_played_with_again_by_one_tap(person: People) -> None:
    host, friend = two(person)
    finish(host, friend)
    last, names = host.page.url, friend.page.locator(".seat .name").all_inner_texts()
    for one in (host, friend):
        one.page.wait_for_selector(".end")
        one.go()
    again = friend.page.get_by_role("button", name=re.compile("^Once more: Coloretto with "))
    again.wait_for()
    assert sum(name in again.inner_text() for name in names) == 1
    again.click()
    friend.page.wait_for_selector(".board")
    assert friend.page.url != last
    host.page.get_by_role("button", name="Once more").click()  # whoever comes second sits at the same table
    host.page.wait_for_selector(".board")
    assert host.page.url == friend.page.url
    host.go()
    host.page.locator(".tables a").wait_for()
    assert host.page.get_by_role("button", name="Once more").count() == 0  # we sit there already


def test_a_table_that_is_gone_is_not_played_again(person: People) -> None:
    fox = person().go()
    remember(fox, played("long-ago", kind="person"))
    fox.go()
    fox.page.get_by_role("button", name="Once more").click()
    fox.page.get_by_text("This table is not there any more.").wait_for()
    assert fox.page.locator(".games .key:disabled").count() == 0


def test_what_was_played_is_kept_here_and_nowhere_else(person: People) -> None:
    fox = person().sit_late("end")
    fox.page.wait_for_selector(".end")
    table = fox.page.url.rpartition("/")[2]
    sent: list[str] = []
    fox.page.on("request", lambda request: sent.append(f"{request.method} {request.url} {request.post_data}"))
    fox.go()
    fox.page.get_by_role("button", name=re.compile("^On this device 1 game played")).click()
    panel = fox.page.get_by_role("dialog", name="On this device")
    panel.get_by_role("heading", name="Finished games").wait_for()
    assert "Coloretto with " in panel.get_by_role("listitem").inner_text()
    assert "Coloretto" in panel.locator("dl").last.inner_text()  # the best result
    with fox.page.expect_download() as download:
        panel.get_by_role("button", name="Export").click()
    kept = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert [game["table"] for game in kept["games"]] == [table]
    assert [line for line in sent if not line.startswith("GET ") or table in line] == []
    panel.get_by_role("link", name=re.compile("Replay")).click()
    fox.page.wait_for_selector("input[type=range]")
    fox.go()
    fox.page.locator(".own").click()
    panel.get_by_role("button", name="Delete everything").click()
    assert panel.get_by_role("listitem").count() == 1
    panel.get_by_role("button", name=re.compile("^Delete everything. Tap again")).click()
    panel.get_by_text("Nothing has been played here yet.").wait_for()
    assert fox.page.evaluate("localStorage['polychrome.finished'] ?? null") is None
    fox.page.keyboard.press("Escape")
    fox.until("!document.querySelector('dialog')")
    assert fox.page.locator(".own").count() == 0


def test_puzzles_are_exported_and_deleted_like_games(person: People) -> None:
    fox = person().go()
    fox.page.evaluate(
        """() => {
            const day = (ahead) => new Date(Date.now() + 864e5 * ahead).toISOString() // subject: days of a calendar
            const reached = [0, 1].map((ahead) => [day(ahead).slice(0, 10), { ronde: 99 }])
            localStorage['polychrome.puzzles'] = JSON.stringify(Object.fromEntries(reached))
        }"""
    )
    fox.go()
    solved = fox.page.locator(".today .grade svg")
    expect(solved).to_have_count(1)
    fox.page.get_by_role("button", name=re.compile("^On this device 2 puzzles tried")).click()
    panel = fox.page.get_by_role("dialog", name="On this device")
    panel.get_by_text("2 puzzles tried.").wait_for()
    with fox.page.expect_download() as download:
        panel.get_by_role("button", name="Export").click()
    kept = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert [*kept["puzzles"].values()] == [{"ronde": 99}, {"ronde": 99}]
    panel.get_by_role("button", name="Delete everything").click()
    panel.get_by_role("button", name=re.compile("^Delete everything. Tap again")).click()
    panel.get_by_text("Nothing has been played here yet.").wait_for()
    assert fox.page.evaluate("localStorage['polychrome.puzzles'] ?? null") is None
    expect(solved).to_have_count(0)
    expect(fox.page.locator(".own")).to_have_count(0)


def test_days_in_a_row_press_nobody(person: People) -> None:
    fox = person().go()
    panel = fox.page.get_by_role("dialog", name="On this device")

    def open_panel() -> str:
        fox.go()
        fox.page.locator(".own").click()
        panel.get_by_role("heading", name="Finished games").wait_for()
        return str(panel.inner_text())

    remember(fox, played("a", won=True), played("b", 1), played("c", 2))
    said = open_panel()
    assert "3 days in a row." in said
    assert "1 of 3" in said  # won against sharp bots
    panel.get_by_role("button", name="Pause counting days").click()
    expect(panel.get_by_role("button", name="Pause counting days")).to_have_attribute("aria-pressed", "true")
    pauses = fox.page.evaluate("JSON.parse(localStorage['polychrome.finished']).pauses")
    assert len(pauses) == 1
    remember(fox, played("a", 4), played("b", 5))  # it has ended, and nobody is told
    assert "row" not in open_panel()
    remember(fox, played("a"), played("b", 1))
    fox.page.evaluate("localStorage['polychrome.settings'] = JSON.stringify({ level: 'kid' })")  # where children play
    assert "row" not in open_panel()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_shelf_nor_in_what_opens_there(person: People, scheme: str) -> None:
    axe = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
    fox = person(**PHONE, color_scheme=scheme).go()
    remember(fox, played("a", kind="person"), played("b", 1))
    fox.wish("ronde", 3, "casual", {})
    fox.go()
    fox.page.locator(".own").wait_for()
    fox.page.locator(".tables a").wait_for()
    fox.page.evaluate(axe)

    def found() -> list[str]:
        violations = fox.page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        return [f"{one['id']}: {node['html']}" for one in violations for node in one["nodes"]]

    assert found() == []
    for opener in (".own", ".games .open"):
        fox.page.locator(opener).first.click()
        fox.page.get_by_role("dialog").locator("summary, dl").first.wait_for()
        assert found() == []
        fox.page.keyboard.press("Escape")
        fox.until("!document.querySelector('dialog')")
