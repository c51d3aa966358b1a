"""The page as people meet it: a real browser at a real server."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from web.people import MOVING, ROOT, Person, finish, serving

People = Callable[..., Person]
LANGUAGES = {"en": "Your turn.", "fr": "À toi", "de": "Du bist dran.", "es": "Te toca"}


def test_a_newcomer_moves_within_two_taps_and_plays_to_the_end(person: People) -> None:
    fox = person(**MOVING).go()
    assert fox.page.locator("dialog").count() == 0  # nothing stands before the games
    fox.page.get_by_role("button", name="Play now: Coloretto").click()  # first tap
    fox.page.wait_for_selector(".board")
    fox.no_pause()
    fox.page.wait_for_selector("[data-target=deck]")
    fox.touch("deck")  # second tap: the first move of one's own
    fox.page.wait_for_selector("[data-piece='drawn.0']")
    finish(fox)
    assert re.search(r"Game over: .* (win|wins) .*points", fox.page.locator(".verdict p").inner_text())
    expect(fox.page.locator(".seat")).to_have_count(3)  # the final table stays in sight
    assert fox.page.locator("figure svg[role=img]").get_attribute("aria-label")
    expect(fox.page.locator(".end ol > li")).to_have_count(3)
    fox.page.get_by_role("button", name="Once more").click()
    fox.until("!document.querySelector('.verdict') && document.querySelector('.board')")


def test_two_browsers_join_by_link_finish_a_game_and_play_once_more(person: People) -> None:
    host, friend = person(), person(viewport={"width": 820, "height": 1180})
    host.make_table(2, from_home=True)
    size = host.page.locator(".invite img").bounding_box()
    assert size
    assert min(size["width"], size["height"]) >= 200
    assert "#" in host.page.get_by_label("Link to this table").input_value()
    friend.join(host)
    assert "#" not in friend.page.url  # the secret does not stay in the address
    host.until("document.querySelectorAll('.table li.person').length === 2")
    host.page.get_by_role("button", name="Begin").click()
    for one in (host, friend):
        one.page.wait_for_selector(".board")
    finish(host, friend)
    verdicts = [one.page.locator(".seat.winner .score").all_inner_texts() for one in (host, friend)]
    assert verdicts[0] == verdicts[1] != []
    before = host.page.url
    friend.page.get_by_role("button", name="Once more").click()
    host.page.wait_for_url(lambda url: url != before)
    host.until("document.querySelectorAll('.seat, .table li.person').length === 2")  # everybody came along


def test_nothing_moves_under_the_finger_when_games_come_into_sight(person: People) -> None:
    """Their pictures are drawn late, in the room that was kept for them."""
    fox = person().go()
    fox.page.wait_for_selector("article")
    heights = (
        "[...document.querySelectorAll('.picture')].map((node) => Math.round(node.getBoundingClientRect().height))"
    )
    kept = fox.page.evaluate(heights)
    for picture in fox.page.locator(".picture").all():
        picture.scroll_into_view_if_needed()
        fox.settle()
    assert fox.page.evaluate(heights) == kept


def test_a_friend_joins_by_code(person: People) -> None:
    host, friend = person(), person()
    host.make_table(2)
    friend.go()
    friend.page.get_by_label("Code").fill("WRONG1")
    friend.page.get_by_role("button", name="Join").click()
    friend.page.get_by_text("No open table has this code").wait_for()
    friend.troubles.clear()  # the browser notes the refusal itself
    friend.page.get_by_label("Code").fill(host.page.locator(".code").inner_text().lower())
    friend.page.get_by_role("button", name="Join").click()
    friend.page.wait_for_selector(".table li.person.yours")
    host.page.get_by_role("button", name="Begin").click()
    friend.page.wait_for_selector(".board")


def test_a_reload_in_the_middle_of_the_game_changes_nothing(person: People) -> None:
    fox = person().sit_late("middle")
    before = board(fox)
    assert len(before) > 10
    fox.page.reload()
    fox.page.wait_for_selector("[data-target]")
    assert board(fox) == before
    fox.go()
    fox.page.get_by_role("link", name=re.compile("Coloretto")).first.click()  # found again among the open tables
    fox.page.wait_for_selector("[data-target]")
    assert board(fox) == before


def board(person: Person) -> list[str]:
    """Every piece on the table, where it lies and how many there are."""
    person.targets()
    pieces: list[str] = person.page.evaluate(
        """[...document.querySelectorAll('[data-piece]')]
            .map(({ dataset }) => [dataset.piece, dataset.look, dataset.count].join())"""
    )
    return sorted(pieces)


# The first move waits in `held` until it is called; `line` is the socket, and `last` the frame that came last.
HELD = """window.WebSocket = class extends WebSocket {
    constructor(...where) {
        super(...where)
        this.addEventListener('message', ({ data }) => data.startsWith('{"t":"frame"') && (window.last = data))
    }
    send(text) {
        if (window.held || JSON.parse(text).t !== 'move') return super.send(text)
        window.line = this
        window.held = () => super.send(text)
    }
}"""
TARGETS = "document.querySelectorAll('[data-target]').length"


@pytest.mark.parametrize(("game", "touched"), [("coloretto", "deck"), ("rondo", "disc0"), ("ronde", "disc0")])
def test_what_was_touched_is_sent_until_it_is_answered(person: People, game: str, touched: str) -> None:
    """Another frame may come before the answer, as when what all had looked at is covered: nothing can be touched."""
    fox = person()
    fox.page.add_init_script(HELD)
    fox.open_table(game, 3, "random", {})
    fox.say(pause=0, look=0)
    fox.look(lambda: press(fox, touched), "something to touch")
    fox.until("!!window.held")
    assert fox.page.evaluate(TARGETS) == 0
    for _ in range(2):
        fox.page.evaluate("line.onmessage(new MessageEvent('message', { data: last })), drawn()")
        assert fox.page.evaluate(TARGETS) == 0
    fox.page.evaluate("held()")
    fox.until(f"!!{TARGETS}")


def press(fox: Person, target: str) -> bool:
    """A touch, once the target is there and nothing has to be looked at; has a move been sent?"""
    script = "id => document.querySelector(`[data-target=${id}]`)?.click() ?? document.querySelector('.eye')?.click()"
    fox.page.evaluate(script, target)
    return bool(fox.page.evaluate("!!window.held"))


def test_nothing_is_lost_when_the_server_dies_under_a_move(visitor: People, page_files: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        fox = visitor(server).sit_down()
        fox.page.wait_for_selector("[data-target=deck]")
        server.kill()
        fox.touch("deck")  # on a table whose server is gone
        fox.page.get_by_text("Your move is kept").wait_for()
        server.start()
        fox.page.wait_for_selector("[data-piece='drawn.0']")  # played, without another touch
        fox.until("!document.querySelector('.lost')")
        fox.context.close()
        fox.troubles.clear()  # its browser may complain about the lost connection


def test_two_people_share_one_browser(person: People) -> None:
    fox = person().make_table(2)
    fox.page.get_by_role("button", name="Sit here too").click()
    fox.until("document.querySelectorAll('li.yours').length === 2")
    fox.page.get_by_role("button", name="Begin").click()
    fox.page.wait_for_selector(".board")
    names = fox.page.locator(".seat:has(.you) .name").all_inner_texts()
    fox.page.evaluate(
        "() => { window.told = new Set(); watchPage(() => told.add(document.querySelector('.say')?.textContent)) }"
    )
    finish(fox)
    told = fox.page.evaluate("[...told]")
    for name in names:  # the sentence says whose turn it is of the two
        assert any(sentence.startswith(name.split()[0]) for sentence in told if sentence)
    assert fox.page.locator(".curtain").count() == 0  # nothing in Coloretto is private


def test_a_whole_game_by_keyboard_alone(person: People) -> None:
    fox = person(viewport={"width": 1000, "height": 760}).go()
    page = fox.page
    page.wait_for_selector("article")
    page.wait_for_selector(".filters")
    for _ in range(24):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.ariaLabel?.startsWith('Play now')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("main > .seats")
    fox.sit_down()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    fox.until("!document.querySelector('dialog')")
    seen: set[str] = set()
    for step in range(1500):
        if not fox.asked():
            break
        # Arrows bring the focus to the board and move it there; Enter touches.
        page.keyboard.press(("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft")[step % 4])
        target = page.evaluate("document.activeElement.dataset.target ?? ''")
        if not target:
            continue
        seen.add(target)
        page.keyboard.press("Enter")
        if page.locator(".armed").count():
            fox.breathe()
            page.keyboard.press("Enter")
    assert fox.over()
    assert "deck" in seen
    assert len(seen) > 2
    for _ in range(24):  # the focus may be there already; a page around the button says "Once more" as well
        if page.evaluate("!!document.activeElement.closest('button')?.textContent.includes('Once more')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    fox.until("!document.querySelector('.verdict')")


def test_esc_takes_a_first_touch_back(person: People) -> None:
    fox = person().sit_late("middle")
    row = next(target for target in fox.targets() if target != "deck")
    before = board(fox)
    fox.touch(row)
    fox.page.wait_for_selector(".armed")
    assert "Tap again" in fox.page.locator(".say").inner_text()
    fox.page.keyboard.press("Escape")
    fox.until("!document.querySelector('.armed')")
    assert board(fox) == before  # nothing was played


def test_a_refusal_is_explained_and_no_move_is_sent(person: People) -> None:
    fox = person()
    said = fox.overhear()
    fox.sit_down()
    fox.page.wait_for_selector("[data-target=deck]")
    fox.touch("deck")
    fox.page.wait_for_selector("[data-piece='drawn.0']")
    fox.page.locator("[data-zone=deck] .off").last.dispatch_event("pointerup")  # drawing twice
    fox.page.get_by_text(re.compile("You have drawn .* place it first")).first.wait_for()
    assert [message["action"] for message in said if message["t"] == "move"] == ["draw"]
    assert sum(message["t"] == "why" for message in said) == 1
    fox.page.get_by_role("button", name="Why not?").click()  # the rules say more, and open where they do
    wanted = fox.page.locator("section.wanted")
    wanted.get_by_role("heading", name="Draw a card").wait_for()
    expect(wanted).to_be_in_viewport()
    fox.until("document.activeElement.textContent === 'Draw a card'")
    fox.page.keyboard.press("Escape")
    fox.touch("row0")  # what can be done is said without a chapter
    fox.page.locator(".why").wait_for(state="detached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_four_languages(person: People, language: str) -> None:
    words = json.loads((ROOT / f"src/polychrome/locales/{language}.json").read_text(encoding="utf-8"))
    fox = person(locale=language, viewport={"width": 320, "height": 568}).go()
    fox.shelf_card().get_by_role("button", name=words["page.play"]).click()
    fox.page.wait_for_selector("[data-target=deck]")
    assert fox.page.evaluate("document.documentElement.lang") == language
    assert words["scene.you_turn"] in fox.page.locator(".say").inner_text()
    assert narrow(fox)
    fox.page.get_by_role("button", name=words["page.rules"]).click()
    fox.page.get_by_role("heading", name=words["rules.coloretto.take.title"]).wait_for()
    assert narrow(fox)
    keys = fox.page.evaluate(r"document.body.innerText.match(/\b(page|rules|coloretto|scene|text)\.[a-z_.]+/g) ?? []")
    assert keys == []  # no key without its words
    fox.page.keyboard.press("Escape")
    fox.page.get_by_role("button", name=words["page.settings"]).click()
    other = "fr" if language != "fr" else "de"
    fox.page.get_by_label(words["page.language"]).select_option(other)
    fox.until(f"document.documentElement.lang === '{other}'")
    fox.page.wait_for_selector("[data-target=deck]")


def narrow(person: Person) -> bool:
    return bool(person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("seats", [2, 5])
def test_320_pixels_are_wide_enough(person: People, seats: int) -> None:
    fox = person(viewport={"width": 320, "height": 568}, locale="de-DE").go()
    assert narrow(fox)
    fox.set_up(seats)
    fox.card().locator(".key").nth(1).click()  # with friends
    fox.page.wait_for_selector(".invite img")
    assert narrow(fox)
    fox.page.locator(".begin").click()
    fox.page.wait_for_selector(".board")
    fox.no_pause()
    fox.let_play()
    for taken in range(4):  # as long as rows are taken, there is more on the table
        fox.until(f"document.querySelectorAll('.own .piece').length > {taken} || document.querySelector('.verdict')")
        assert narrow(fox)
    fox.stop()
    fox.page.wait_for_selector("[data-target], .verdict")
    small = fox.page.evaluate(
        """[...document.querySelectorAll('button, a, select, summary')].filter((n) => n.offsetParent)
            .map((n) => [n.getBoundingClientRect(), n.outerHTML.slice(0, 80)])
            .filter(([box]) => box.width < 44 || box.height < 44).map(([, text]) => text)"""
    )
    assert small == []


def test_a_finished_game_can_be_replayed_and_verified(person: People) -> None:
    fox = person().sit_late("end")
    fox.page.wait_for_selector(".verdict")
    final = fox.page.locator(".seat.winner .score").all_inner_texts()
    fox.page.get_by_role("link", name="Replay").click()
    at = fox.page.locator(".at")
    at.wait_for()
    assert fox.page.locator(".seat.acting").count() == 1  # it opens where somebody first had to decide
    first = int(at.inner_text().split(" / ")[0])
    assert first > 0
    fox.page.keyboard.press("ArrowRight")
    fox.until(f"document.querySelector('.at').textContent.startsWith('{first + 1} /')")
    fox.page.keyboard.press("Home")
    fox.until("document.querySelector('.at').textContent.startsWith('0 /')")
    fox.page.keyboard.press("End")
    fox.until("(([a, b]) => a === b)(document.querySelector('.at').textContent.split(' / '))")
    fox.page.wait_for_selector(".seat.winner")
    assert fox.page.locator(".seat.winner .score").all_inner_texts() == final
    fox.page.get_by_text("Was it shuffled fairly?").click()
    with fox.page.expect_download() as download:
        fox.page.get_by_role("link", name="Download the record").click()
    record = Path(download.value.path()).read_text(encoding="utf-8")
    assert record.startswith("polychrome record")
    assert all(len(code) == 64 for code in fox.page.locator(".hash code").all_inner_texts())


def test_ears_are_told_what_eyes_see(person: People) -> None:
    fox = person().sit_down()
    live = fox.page.locator("[aria-live=polite]")
    fox.page.wait_for_selector("[data-target=deck]")
    assert "Your turn. Draw a card" in live.inner_text()
    fox.touch("deck")
    fox.page.wait_for_selector("[data-piece='drawn.0']")
    assert re.search(r"You drew .* Place .* on a row\.", live.inner_text())
    rows = fox.page.get_by_role("region", name=re.compile("^Row [ABC]$"))
    expect(rows).to_have_count(3)
    assert re.search(r"room for (one|\d) more", rows.last.inner_text())  # the row of three cannot be full yet
    expect(fox.page.get_by_role("button", name=re.compile("^Place it on row C"))).to_have_count(1)
    assert fox.page.get_by_role("list", name="At the table").get_by_role("listitem").first.inner_text()


def test_faces_can_be_shown_and_muted(person: People) -> None:
    host, friend = person(), person()
    host.make_table(2)
    friend.join(host)
    host.page.get_by_role("button", name="Begin").click()
    friend.page.wait_for_selector(".board")
    friend.page.get_by_role("button", name="Faces").click()
    expect(friend.page.locator(".emotes button")).to_have_count(12)
    friend.page.get_by_role("button", name="Well done!").click()
    host.page.get_by_role("img", name="Well done!").wait_for()
    friend.page.get_by_role("button", name="Faces").click()
    friend.page.get_by_label("Show faces from others").uncheck()
    host.page.get_by_role("button", name="Faces").click()
    host.page.get_by_role("button", name="Hooray!").click()
    host.page.get_by_role("img", name="Hooray!").wait_for()
    assert friend.page.get_by_role("img", name="Hooray!").count() == 0


def first_scripts(page_files: Path) -> set[str]:
    """What the page cannot do without: its script, and those that this one names at its head."""
    html = (page_files / "index.html").read_text(encoding="utf-8")
    first = set(re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', html))
    while True:
        found = set(first)
        for name in first:
            text = (page_files / name).read_text(encoding="utf-8")
            found |= {f"assets/{other}" for other in re.findall(r'from"\./([^"]+\.js)"', text)}
        if found == first:
            return first
        first = found


def test_javascript_for_the_first_table_is_small(page_files: Path) -> None:
    """What comes beside it and later (puzzles, voice, rules, end, replay) is not counted, nor waited for."""
    first = first_scripts(page_files)
    size = sum(len(gzip.compress((page_files / name).read_bytes())) for name in first)
    print(f"JavaScript for the first table: {size} bytes gzipped in {len(first)} files")
    assert 0 < size <= 50_000


def test_the_first_table_is_played_while_all_other_scripts_are_still_on_their_way(
    person: People, page_files: Path
) -> None:
    first, held, all_may_come = first_scripts(page_files), list[Any](), False
    fox = person()

    def late(route: Any) -> None:
        if all_may_come or urlsplit(route.request.url).path.removeprefix("/") in first:
            route.continue_()
        else:
            held.append(route)

    fox.page.route("**/*.js", late)
    fox.go().page.get_by_role("button", name="Play now: Coloretto").click()
    fox.page.wait_for_selector("[data-target=deck]")
    fox.touch("deck")
    fox.page.wait_for_selector("[data-piece='drawn.0']")
    assert held
    all_may_come = True
    for route in held:
        route.continue_()
    fox.page.get_by_text("Your turn").first.wait_for()


def test_the_page_holds_no_inline_script_or_style(page_files: Path) -> None:
    html = (page_files / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=", html)


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
