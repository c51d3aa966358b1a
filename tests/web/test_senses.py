"""For those who do not read: the sentence read aloud, and a little knock in the hand."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from web.people import ROOT, Person
from web.watching import WATCH

People = Callable[..., Person]

# A voice that only remembers what it was given; browsers on servers have none.
VOICE = """
window.said = []
Object.defineProperty(window, 'speechSynthesis', { value: {
    getVoices: () => [{ lang: 'de-DE', localService: true }, { lang: 'xx-XX', localService: true }],
    cancel: () => window.said.push('hush'),
    speak: (speech) => window.said.push([speech.lang, speech.text]),
} })
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } }
"""

# One that has said something only when the test says so.
SLOW = f"{VOICE}; window.saying = []; speechSynthesis.speak = (speech) => saying.push(speech)"


@pytest.mark.parametrize(("language", "tag"), [("en", "en-GB"), ("fr", "fr-FR"), ("de", "de-DE"), ("es", "es-ES")])
def test_the_sentence_is_read_aloud(person: People, language: str, tag: str) -> None:
    words = json.loads((ROOT / f"src/polychrome/locales/{language}.json").read_text(encoding="utf-8"))
    fox = person(locale=language)
    fox.page.add_init_script(VOICE)
    fox.sit_down()
    fox.page.wait_for_selector("[data-target=deck]")
    assert fox.page.evaluate("said") == []  # off by default
    fox.page.get_by_role("button", name=words["page.read"]).click()
    fox.until("said.length === 2")
    hush, (lang, text) = fox.page.evaluate("said")
    assert (hush, lang) == ("hush", tag)
    assert words["scene.you_turn"] in text
    if language != "en":
        return
    read_aloud(fox)
    fox.page.evaluate("said.length = 0")
    fox.touch("deck")
    fox.until("said.some(([, text]) => /^You drew .* Place/.test(text))")
    fox.page.reload()
    fox.until("said.some(([, text]) => /Place/.test(text))")  # the browser remembers the setting


def read_aloud(fox: Person) -> None:
    fox.page.get_by_role("button", name="Settings").click()
    fox.page.get_by_label("Read every turn aloud").check()
    fox.page.keyboard.press("Escape")


def test_a_look_lasts_until_it_is_spoken(person: People) -> None:
    """However short it is for eyes, the faces stay until the voice has come to its end."""
    fox = person()
    fox.page.add_init_script(SLOW)
    fox.page.add_init_script(WATCH)
    said = fox.overhear()
    fox.sit_down(game="ronde")
    fox.say(look=1)
    read_aloud(fox)
    while not fox.page.evaluate("frames_.at(-1).look"):
        fox.touch(fox.asked()[0])
        fox.until("frames_.at(-1).look || document.querySelector('[data-target]')")
    fox.until("saying.some((speech) => speech.onend)")
    assert [message.get("heard", True) for message in said if message["t"] == "ready"] == [False]
    open_now = "frames_.at(-1).scene.zones.flatMap(({ pieces }) => pieces ?? []).filter(({ up }) => up ?? true).length"
    assert fox.page.evaluate(open_now) == 2
    fox.page.evaluate("void setTimeout(() => (window.late = true), 2 * frames_.at(-1).look)")  # subject: a look
    fox.until("window.late")
    assert fox.page.evaluate(open_now) == 2
    count = fox.page.evaluate("frames_.length")
    fox.page.evaluate("saying.findLast((speech) => speech.onend).onend()")
    fox.until(f"frames_.slice({count}).some(({{ look }}) => look === undefined)")  # covered
    assert [message.get("heard", True) for message in said if message["t"] == "ready"][:2] == [False, True]


def test_without_a_voice_nothing_speaks_of_it(person: People) -> None:
    fox = person()
    fox.page.add_init_script("Object.defineProperty(window, 'speechSynthesis', { value: undefined })")
    fox.sit_down()
    fox.page.wait_for_selector("[data-target=deck]")
    assert fox.page.get_by_role("button", name="Read aloud").count() == 0
    fox.page.get_by_role("button", name="Settings").click()
    fox.page.get_by_label("Sound").last.wait_for()
    assert fox.page.get_by_label("Read every turn aloud").count() == 0


def test_an_own_move_is_felt(person: People) -> None:
    fox = person()
    fox.page.add_init_script("window.felt = []; navigator.vibrate = (time) => felt.push(time)")
    fox.sit_down()
    fox.page.wait_for_selector("[data-target=deck]")
    assert fox.page.evaluate("felt") == []  # not at what others do
    fox.touch("deck")
    fox.page.wait_for_selector("[data-piece='drawn.0']")
    assert fox.page.evaluate("felt") == [15]
    fox.page.get_by_role("button", name="Settings").click()
    fox.page.get_by_label("Feel your moves").uncheck()
    fox.page.keyboard.press("Escape")
    fox.touch(fox.targets()[0])
    fox.page.wait_for_selector("[data-piece='drawn.0']", state="detached")
    assert fox.page.evaluate("felt") == [15]
