"""Somebody at a table who sees nothing: all they know is the name of what has the focus, what the accessibility tree
lists, and what the live regions said. They press keys, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

from web.people import Person

EARS = Path(__file__).with_name("ears.js").read_text(encoding="utf-8")
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
DISC = re.compile(r"Turn up [A-L]\d*$")
PLACE = re.compile(r"[A-L]\d*$")
SEEN = re.compile(r"\b([A-L]\d*) \((\w+)\)")
STEPS = 15_000  # on a busy machine many lead to nothing, because it has not answered yet


class Listener:
    def __init__(self, fox: Person, luck: Random) -> None:
        self.fox = fox
        self.luck = luck
        self.heard: list[str] = []
        self.over = False
        self.looked = 0  # so much was said when we last pressed Enter because we had heard enough

    def sit(self, game: str, seats: int, **settings: int) -> Listener:
        self.fox.page.add_init_script(EARS)
        self.fox.open_table(game, seats, "random", {})
        self.fox.look(self.listen, "a first sentence")
        self.fox.say(**{"pause": 0, "look": 0, "memorise": 1, "challenge": 0, "write": 0, **settings})
        self.press("ArrowRight")  # to the table
        self.fox.page.evaluate("void (listening = true)")
        return self

    def listen(self) -> list[str]:
        """What was said since the last time."""
        new: list[str] = self.fox.page.evaluate("heard.splice(0)")
        for text in new:
            self.hear(text)
        self.heard += new
        return new

    def hear(self, text: str) -> None:
        self.over = self.over or "Game over" in text

    def press(self, key: str) -> None:
        self.fox.page.keyboard.press(key)

    def focus(self) -> str:
        """The name of the button that has the focus; nothing if it is none."""
        if not self.fox.page.locator(":focus").count():  # where Tab leaves the page
            return ""
        text: str = self.fox.page.locator(":focus").aria_snapshot()
        found = re.match(r'- \'?button "(.*?)"', text.splitlines()[0] if text else "")
        return found[1] if found else ""

    def lists(self, role: str, name: str) -> str:
        """A part of the accessibility tree."""
        text: str = self.fox.page.get_by_role(role, name=name, exact=True).aria_snapshot()
        return text

    def asked(self) -> str:
        """What the focus is on, as soon as there is something to decide; nothing when the game is over."""

        def found() -> tuple[str] | None:
            name = self.focus()
            self.listen()  # what belongs to it was said before
            lost = self.fox.page.evaluate("lost")
            assert lost == [], lost  # the focus is never lost
            if self.over or name == "Once more":
                return ("",)
            if self.waits_for_us():
                self.looked = len(self.heard)
                self.press("Enter")
                return None
            return (name,) if name else None

        return self.fox.look(found, "a decision under the focus")[0]

    def waits_for_us(self) -> bool:
        """Does all wait until we have looked?"""
        return self.looked < len(self.heard) and "Press Enter" in self.heard[-1]

    def answer(self, key: str) -> str:
        """What is said when this key is pressed."""
        self.listen()
        told = len(self.heard)
        self.press(key)
        self.fox.look(lambda: self.listen() or None, f"an answer to {key}")
        return " ".join(self.heard[told:])

    def await_word(self, pattern: str, since: int) -> None:
        def found() -> bool:
            self.listen()
            return any(re.search(pattern, text) for text in self.heard[since:])

        self.fox.look(found, f"a sentence with {pattern}")

    def enter(self) -> None:
        self.press("Enter")
        if "Tap again" in self.focus():
            self.fox.breathe()
            self.press("Enter")

    def decide(self, here: str) -> None:
        """Anywhere: what arrows lead to."""
        for _ in range(self.luck.randrange(4)):
            self.press(self.luck.choice(ARROWS))
        if self.focus():
            self.enter()

    def play(self) -> Listener:
        for _ in range(STEPS):
            here = self.asked()
            if not here:
                return self
            self.decide(here)
        raise AssertionError(f"the game goes on for ever: {self.heard[-5:]}")


def far(here: str, there: str) -> int:
    return abs(ord(here[0]) - ord(there[0])) + abs(int(here[1:] or 0) - int(there[1:] or 0))


class Rememberer(Listener):
    """Plays the games of discs by the colours it has heard."""

    region = "Discs"

    def __init__(self, fox: Person, luck: Random) -> None:
        super().__init__(fox, luck)
        self.game = ""
        self.colours: dict[str, str] = {}  # by place, as they were said
        self.open: list[str] = []  # the discs that we have turned up in this turn
        self.own: set[str] = set()  # colours of our pairs, as it was said: another pair of them would be a present
        self.known = 0  # pairs found because both of their colours had been said

    def sit(self, game: str, seats: int, **settings: int) -> Listener:
        self.game = game
        return super().sit(game, seats, **settings)

    def hear(self, text: str) -> None:
        super().hear(text)
        for place, colour in SEEN.findall(text):
            assert self.colours.setdefault(place, colour) == colour
        if "You found" in text or "complete" in text:
            self.open.clear()
        if self.game == "ronde":
            self.own.update(re.findall(r"You found an? (\w+) pair", text))

    def glimpses(self) -> bool:
        """Is it our turn while something lies open that will be covered?"""

        def found() -> tuple[bool] | None:
            name = self.focus()
            self.listen()  # what belongs to it was said before
            if not self.waits_for_us():
                return (False,) if DISC.match(name) else None
            self.looked = len(self.heard)
            if any("Your turn" in text for text in self.heard[-3:]):
                return (True,)
            self.press("Enter")
            return None

        return self.fox.look(found, "a disc to turn up, or a look")[0]

    def lying(self) -> list[str]:
        """Places where a disc can be turned up, as the tree lists them."""
        return re.findall(r'button "Turn up ([A-L]\d*)"', self.lists("region", self.region))

    def decide(self, here: str) -> None:
        if not DISC.match(here):
            return super().decide(here)
        lying = self.lying()
        self.open = [place for place in self.open if place in self.colours and place not in lying]
        wanted = self.choose(lying, here.removeprefix("Turn up "))
        pair = self.game == "ronde" and len(self.open) == 1 and self.colours.get(wanted) == self.colours[self.open[0]]
        self.go(wanted)
        told = len(self.heard)
        self.press("Enter")
        self.open.append(wanted)
        # Until it is said, the table is as it was before: whoever went on would choose from what is no longer there.
        self.await_word(rf"\b{wanted}\b", told)
        if pair:
            self.await_word("You", told)
            said = " ".join(self.heard[told:])
            assert f"{self.colours[wanted]} pair" in said, said
            self.known += 1
        return None

    def choose(self, lying: list[str], here: str) -> str:
        """Where we know what we need, else where we know nothing."""
        known = {place: colour for place, colour in self.colours.items() if place in lying and colour not in self.own}
        count = Counter(known.values())
        up = [self.colours[place] for place in self.open]
        if up:
            fitting = [place for place, colour in known.items() if colour == up[0]]
        else:
            fitting = [place for place, colour in known.items() if count[colour] >= (3 if self.game == "trio" else 2)]
        return self.nearest(fitting, lying, here)

    def nearest(self, fitting: list[str], lying: list[str], here: str) -> str:
        unknown = [place for place in lying if place not in self.colours]
        return min(fitting or unknown or lying, key=lambda place: far(here, place))

    def go(self, wanted: str) -> None:
        """By arrows to a disc, reading the name of each one on the way; a way that led astray is not gone again."""
        gone: Counter[tuple[str, str]] = Counter()
        for _ in range(300):
            here = self.focus().removeprefix("Turn up ")
            if here == wanted:
                return
            down, right = ord(wanted[0]) - ord(here[0]), int(wanted[1:] or 0) - int(here[1:] or 0)
            nearer = dict(zip(ARROWS, (right, down, -right, -down), strict=True))
            key = min(ARROWS, key=lambda key: (gone[here, key], -nearer[key]))
            gone[here, key] += 1
            self.press(key)
        raise AssertionError(f"no arrows lead to {wanted}")


class Seeker(Rememberer):
    """Plays Rondo: looks for the pair that it is told to find."""

    region = "Circle"
    wanted = ""

    def hear(self, text: str) -> None:
        super().hear(text)
        if found := re.search(r"Find the (\w+) pair", text):
            self.wanted = found[1]

    def choose(self, lying: list[str], here: str) -> str:
        return self.nearest([place for place in lying if self.colours.get(place) == self.wanted], lying, here)


class Painter(Rememberer):
    """Plays Arc-en-ciel: turns up colours that do not lie open yet, and says those of the last rainbow."""

    def choose(self, lying: list[str], here: str) -> str:
        up = {colour for _, colour in SEEN.findall(self.lists("region", self.region))}
        fresh = [place for place in lying if place in self.colours and self.colours[place] not in up]
        return self.nearest(fresh, lying, here)

    def decide(self, here: str) -> None:
        if not PLACE.match(here):
            return super().decide(here)
        told = len(self.heard)
        self.press("Enter")
        self.fox.look(lambda: not PLACE.match(self.focus()), "colours to choose from")
        for _ in range(200):
            if self.colours.get(here, "") in self.focus():
                self.enter()
                return self.await_word(rf"\b{here}\b", told)
            self.press(self.luck.choice(ARROWS))
        raise AssertionError(f"no way to say {self.colours.get(here)}")


class Writer(Listener):
    """Writes one word, on the cell where the pen lies, and passes from then on."""

    word = "TEN"

    def focus(self) -> str:
        return super().focus() or ("a cell" if self.fox.page.locator("[role=gridcell]:focus").count() else "")

    def decide(self, here: str) -> None:
        if here != "a cell" and "Pass" not in here:
            return self.enter()
        if here == "a cell" and not any(f"You wrote {self.word}" in text for text in self.heard):
            return self.write()
        for _ in range(30):
            if "Pass" in self.focus():
                told = len(self.heard)
                self.enter()
                return self.await_word("You wrote nothing", told)  # until all have handed in
            self.press("Tab")
        raise AssertionError(f"no way to pass: {here}")

    def write(self) -> None:
        """Letter by letter, until it is said what the word brings; it is handed in with a second Enter."""
        told = len(self.heard)
        for letter in self.word:
            self.press(letter)
        self.await_word(rf"{self.word}, \d+ points?\.", told)
        self.press("Enter")
        self.await_word("Tap again", told)
        self.fox.breathe()
        self.press("Enter")
        self.await_word(f"You wrote {self.word}", told)
