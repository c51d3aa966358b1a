"""Guided first games in the browser, on a small phone: whoever taps where the hand points gets to the end, and so does
whoever has only keys and ears."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

import luck
from polychrome.registry import GAMES
from web.blind import EARS
from web.people import ROOT, Person
from web.pupil import Pupil
from web.test_senses import VOICE, read_aloud

People = Callable[..., Person]
WORDS = json.loads((ROOT / "src/polychrome/locales/en.json").read_text(encoding="utf-8"))
ENOUGH = 80  # taps
DESK = {"width": 1000, "height": 760}

# What the strip says, where the hand points to (none: nowhere), and whether the others play.
LOOK = """() => {
    const [strip, hand] = [document.querySelector('.guide'), document.querySelector('.pointer')]
    const at = hand && !hand.hidden ? hand.style.translate.match(/[-.\\d]+/g).map(Number) : null
    return strip && atRest() && { said: strip.querySelector('p').innerText, at }
}"""


def heard(game: str, which: int | str) -> str:
    """A sentence of a guide, whatever the others are called."""
    return re.escape(WORDS[f"guide.{game}.{which}"]).replace(re.escape("{other:seat}"), ".+")


def has(game: str, which: int | str) -> bool:
    return f"guide.{game}.{which}" in WORDS


def open_guide(fox: Person, game: str, **wish: Any) -> Person:
    answer = fox.context.request.post(
        f"{fox.served.address}/api/tables",
        data={"game": game, "seats": 1, "options": {"language": "en"}, "guide": True, **wish},
        headers={"Origin": fox.served.address},
    )
    assert answer.ok, answer.text()
    fox.go(f"/t/{answer.json()['table']}")
    fox.page.wait_for_selector(".guide")
    fox.say(pause=0, look=1)
    return fox


def steps(fox: Person, game: str) -> list[str]:
    """Tap where the hand points until the guide has ended; every sentence on the way."""
    found: list[str] = []
    end = re.compile(heard(game, "end"))
    for _ in range(ENOUGH):
        seen = fox.look(lambda: pointing(fox, end), "a hand that points")
        own = any(re.fullmatch(heard(game, which), seen["said"]) for which in (*range(1, 7), "end") if has(game, which))
        if own and seen["said"] not in found[-1:]:  # else it is said that something is to be tapped again
            found.append(seen["said"])
        if end.fullmatch(seen["said"]):
            return found
        fox.breathe()
        before = fox.page.evaluate("touches")
        fox.page.mouse.click(*seen["at"])
        fox.until(f"touches > {before}")
        fox.settle()
    pytest.fail(f"never at the end of {game}: {found}")


def pointing(fox: Person, end: re.Pattern[str]) -> dict[str, Any] | None:
    seen: dict[str, Any] | None = fox.page.evaluate(LOOK)
    return seen if seen and (seen["at"] or end.fullmatch(seen["said"])) else None


@pytest.mark.parametrize("game", ["rondo", "a_l_aveuglette"])
def test_whoever_taps_where_the_hand_points_gets_to_the_end(person: People, game: str) -> None:
    followed(person(), game)


@pytest.mark.long
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_guide_can_be_followed(person: People, game: str) -> None:
    followed(person(), game)


def followed(fox: Person, game: str) -> None:
    found = steps(open_guide(fox, game), game)
    said = [key for key in WORDS if key.startswith(f"guide.{game}.") and not key.endswith(".end")]
    for at, sentence in enumerate(found[:-1], 1):
        assert re.fullmatch(heard(game, at), sentence)
    assert len(found) == len(said) + 1
    # Nothing lies over the board, and the page is no wider than the phone.
    assert fox.page.locator("dialog").count() == 0
    assert fox.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert fox.page.evaluate("localStorage['polychrome.finished'] ?? null") is None  # nobody has won by being shown how


@pytest.mark.parametrize(("width", "height"), [(360, 740), (820, 1180), (1440, 900)])
def test_a_guide_leaves_the_board_its_room(person: People, width: int, height: int) -> None:
    fox = open_guide(person(viewport={"width": width, "height": height}), "trio")
    rooms = "['.middle', 'footer'].map((name) => document.querySelector(name).getBoundingClientRect())"
    middle, foot = fox.page.evaluate(f"{rooms}.map(({{ height, bottom }}) => [height, bottom])")
    assert middle[0] > 0.4 * height
    assert abs(foot[1] - height) < 2


# Keys below the window's edge.
CUT = """[...document.querySelectorAll('footer button')].filter((key) =>
    key.getBoundingClientRect().bottom > innerHeight).map((key) => key.textContent)"""


def test_letters_lie_beside_the_sheet_and_over_nobodys_head(person: People) -> None:
    fox = open_guide(person(viewport={"width": 320, "height": 640}), "color_words")
    fox.page.wait_for_selector(".strip .tray")
    fox.settle()
    rooms = "['.seats', '.strip', '.facts'].map((name) => document.querySelector(name).getBoundingClientRect())"
    seats, strip, facts = fox.page.evaluate(f"{rooms}.map(({{ top, bottom }}) => [top, bottom])")
    assert seats[1] <= strip[0]
    assert strip[1] <= facts[0]


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740)])
def test_the_keys_are_whole_below_the_longest_sentence(person: People, width: int, height: int) -> None:
    """In German, with the letters that a word is written with below it."""
    fox = person(locale="de", viewport={"width": width, "height": height})
    open_guide(fox, "color_words", options={"language": "de"})
    letters = "document.querySelector('.guide .step').textContent === '2/3' && !!document.querySelector('.keys')"
    for _ in range(ENOUGH):
        seen = fox.look(lambda: pointing(fox, re.compile("")), "a hand that points")
        assert fox.page.evaluate(CUT) == []
        if fox.page.evaluate(letters):
            return
        fox.breathe()
        before = fox.page.evaluate("touches")
        fox.page.mouse.click(*seen["at"])
        fox.until(f"touches > {before}")
        fox.settle()
    pytest.fail("never at the second word")


def test_keys_and_ears_are_enough(person: People) -> None:
    """The sentence and the name of the move are in the live region; arrows and Enter do it."""
    fox = person()
    fox.page.add_init_script(EARS)
    open_guide(fox, "trio")
    for at in range(1, 7):
        ears = fox.look(partial(live, fox, at), f"the sentence {at}")
        move = re.search(r"Now: Turn up ([A-F]\d+)", ears)
        assert move, ears
        name = fox.page.get_by_role("button", name=f"Turn up {move[1]}", exact=True)
        target = name.get_attribute("data-target")
        reach(fox, str(target))
        fox.page.keyboard.press("Enter")
    fox.look(partial(live, fox, "end"), "the last sentence")


@pytest.mark.long
@pytest.mark.parametrize("game", [game.name for game in GAMES if game.name != "color_words"])
def test_every_guide_of_moves_can_be_followed_by_ear(person: People, request: pytest.FixtureRequest, game: str) -> None:
    pupil = Pupil(person(viewport=DESK), Random(luck.number(request.node.nodeid)), WORDS["guide.first"])
    pupil.fox.page.add_init_script(EARS)
    open_guide(pupil.fox, game)
    pupil.follow([heard(game, which) for which in (*range(1, 7), "end") if has(game, which)])


def test_a_voice_says_what_the_guide_says(person: People) -> None:
    fox = person()
    fox.page.add_init_script(VOICE)
    open_guide(fox, "coloretto")
    read_aloud(fox)
    fox.touch("deck")
    sentence = heard("coloretto", 2)
    fox.look(lambda: re.search(sentence, str(fox.page.evaluate("said.join(' ')"))), sentence)


def live(fox: Person, which: int | str) -> str:
    """The newest of what was said that is that sentence."""
    said = [text for text in fox.page.evaluate("heard") if re.search(heard("trio", which), text)]
    return said[-1] if said else ""


def reach(fox: Person, target: str) -> None:
    """By arrows, by turns along and across: over a gap an arrow goes further than it should."""
    where = """(id) => { const node = id ? document.querySelector(`[data-target="${id}"]`) : document.activeElement
        const box = node.getBoundingClientRect()
        return node.dataset.target ? [box.x + scrollX, box.y + scrollY] : null }"""
    fox.page.keyboard.press("ArrowDown")
    for turn in range(ENOUGH):
        here, there = fox.page.evaluate(where, ""), fox.page.evaluate(where, target)
        if here is None:
            fox.page.keyboard.press("ArrowDown")
            continue
        right, down = there[0] - here[0], there[1] - here[1]
        if abs(right) < 4 and abs(down) < 4:
            return
        if abs(down) < 4 or (turn % 2 and abs(right) >= 4):
            fox.page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        else:
            fox.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    pytest.fail(f"never at {target}")


def test_a_wrong_tap_is_explained_and_the_guide_can_be_left(person: People) -> None:
    fox = open_guide(person(), "coloretto")
    fox.page.wait_for_selector("[data-target=row0]")
    fox.touch("row0")
    fox.breathe()
    fox.touch("row0")  # taking a row is asked for twice
    fox.page.get_by_text(WORDS["guide.first"]).first.wait_for()
    fox.page.get_by_role("button", name=WORDS["page.guide.leave"]).click()
    fox.until("!document.querySelector('.guide, .pointer')")
    fox.breathe()
    fox.touch("row0")
    fox.breathe()
    fox.touch("row0")
    fox.until("!document.querySelector('[data-target=deck]')")  # it is taken


def test_what_is_taken_up_by_mistake_is_put_down_again(person: People) -> None:
    fox = open_guide(person(), "a_l_aveuglette")
    fox.touch("pawn0")
    fox.page.get_by_text(WORDS["guide.first"]).first.wait_for()
    fox.page.wait_for_selector("[data-target=pawn1]")  # any pawn can be taken up


def test_whoever_opens_a_game_for_the_first_time_is_offered_its_guide(person: People) -> None:
    fox = person(new=True).sit_down()
    offer = fox.page.get_by_role("button", name=WORDS["page.guide.offer"])
    offer.wait_for()
    table = fox.page.url
    offer.click()
    fox.page.wait_for_selector(".guide")
    assert fox.page.url != table
    fox.sit_down()  # the second time nobody asks
    fox.page.wait_for_selector("[data-target=deck]")
    assert fox.page.get_by_text(WORDS["page.guide.offer"]).count() == 0


def test_each_game_can_be_learned_from_its_card(person: People) -> None:
    fox = person().go()
    fox.take().get_by_role("button", name=f"{WORDS['page.guide']}: Coloretto").click()
    fox.page.wait_for_selector(".guide")
