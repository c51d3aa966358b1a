"""Scenes in short plain sentences, for screen readers and tests: nothing to look at, nothing left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.engine.core import Message
from polychrome.palette import COLOURS
from polychrome.scenes.scene import CELL, FIELD, ROW, SPOT, STAR, Piece, Scene, Seat, Zone
from polychrome.scenes.turn import signed
from polychrome.scenes.walk import Walk
from polychrome.words import Words

# What can be asked for. Each language has its own words for it (`command.board`); the English ones always work.
COMMANDS: Final = ("board", "scan", "hand", "where", "moves", "last", "score")
MANY: Final = 20  # face-down pieces are not named one by one, unless somebody asks for it
FEW: Final = 4  # pieces of a field are


def render(scene: Scene, words: Words, names: Sequence[str], walk: Walk | None = None) -> str:
    """The whole scene; with a walk, the choices from where it stands."""
    reader = SceneReader(scene, words, names)
    parts = [[*reader.news(), reader.turn()], [*reader.board(), *reader.facts()], reader.seats(), reader.moves(walk)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def command(words: Words, word: str) -> str | None:
    """The command meant by a word in English or the reader's language."""
    asked = word.casefold()
    return next((name for name in COMMANDS if asked in (name, words.word(f"command.{name}").casefold())), None)


def help_lines(words: Words) -> list[str]:
    """Each command and what it answers."""
    pairs = [(words.word(f"command.{name}"), words.word(f"command.{name}.about")) for name in COMMANDS]
    return [words.translate(Message("text.zone", {"label": word, "content": about})) for word, about in pairs]


def answer(
    scene: Scene, words: Words, names: Sequence[str], command: str, argument: str = "", walk: Walk | None = None
) -> str:
    """The answer to one of COMMANDS about a scene."""
    reader = SceneReader(scene, words, names)
    wanted = argument.strip().casefold()
    if command == "board":
        lines = [reader.turn(), *reader.board(), *reader.facts()]
    elif command == "scan":
        lines = reader.scan(wanted)
    elif command == "hand":
        lines = reader.hand(wanted)
    elif command == "where":
        lines = [reader.where(wanted)]
    elif command == "moves":
        lines = reader.moves(walk) or [words.word("text.no_moves")]
    elif command == "last":
        lines = reader.news() or [words.word("text.no_news")]
    elif command == "score":
        lines = reader.scores()
    else:
        raise ValueError(f"{command!r} is no command; there are {', '.join(COMMANDS)}")
    return "\n".join(lines)


def stop(sentence: str) -> str:
    """The sentence with a full stop, unless it ends already."""
    return sentence if sentence.endswith((".", "!", "?")) else sentence + "."


def grouped(pieces: list[Piece]) -> list[Message]:
    """The labels of pieces; those that are called alike, wherever they stand on a board, are called once."""
    seen: list[Message] = []
    found: list[Message] = []
    for piece in pieces:
        if piece.at >= 0 and piece.label in seen:
            n = sum(other.count for other in pieces if other.label == piece.label)
            found[seen.index(piece.label)] = Message(piece.label.key, {**piece.label.args, "n": n})
        elif piece.shape != SPOT:
            seen.append(piece.label)
            found.append(piece.label)
    return found


def printed(zone: Zone) -> bool:
    """Is this a sheet, or something at its edge?"""
    return bool(zone.pieces) and zone.pieces[0].shape in (CELL, STAR)


class SceneReader:
    """Reads one scene aloud, in one language and with the names of the people at the table."""

    def __init__(self, scene: Scene, words: Words, names: Sequence[str]) -> None:
        self.scene = scene
        self.words = words
        self.names = names

    def translate(self, message: Message) -> str:
        return self.words.translate(message, self.names, self.scene.viewer)

    def turn(self) -> str:
        """Whose turn it is and what to do."""
        prompt = self.scene.prompt
        more = [*self.scene.why, *([prompt] if prompt else [])]
        return " ".join(self.translate(message) for message in (self.scene.status, *more))

    def news(self) -> list[str]:
        return [self.translate(message) for message in self.scene.news]

    def faces(self) -> list[str]:
        """What was just turned up where other things lie face down; the news of such games names places only."""
        hiding = [zone for zone in self.scene.zones if zone.seat is None and not all(piece.up for piece in zone.pieces)]
        seen = [self.translate(piece.label) for zone in hiding for piece in zone.pieces if piece.up and piece.fresh]
        return [self.translate(Message("text.faces", {"faces": seen}))] if seen else []

    def facts(self) -> list[str]:
        return [self.translate(message) for message in self.scene.facts]

    def board(self) -> list[str]:
        """Everything on the table that is nobody's own."""
        return [self.zone(zone) for zone in self.scene.zones if zone.seat is None]

    def zone(self, zone: Zone, all_of_it: bool = False) -> str:
        content = self.content(zone, all_of_it)
        return self.translate(Message("text.zone", {"label": self.translate(zone.label), "content": content}))

    def content(self, zone: Zone, all_of_it: bool = False) -> str:
        """What lies in a zone, how much room is left, and what is noted about it."""
        if zone.note and printed(zone):  # cells and stars are read out one by one only if somebody asks for it
            cells = [self.translate(piece.label) for piece in zone.pieces] if all_of_it else []
            return self.words.word("list.semicolon").join([*cells, self.translate(zone.note)])
        parts = []
        pieces = self.pieces(zone, all_of_it)
        if pieces:
            parts.append(self.words.word("list.comma").join(pieces))
        elif not zone.closed:
            parts.append(self.words.word("text.empty"))
        room = zone.slots - sum(piece.count for piece in zone.pieces)
        if zone.kind == ROW and zone.slots > 1 and not zone.closed:
            parts.append(
                self.translate(Message("text.room", {"n": room})) if room > 0 else self.words.word("text.full")
            )
        if zone.note:
            parts.append(self.translate(zone.note))
        return self.words.word("list.semicolon").join(parts) or self.words.word("text.empty")

    def pieces(self, zone: Zone, all_of_it: bool) -> list[str]:
        """The pieces in order; those face down are alike, so they are only counted, unless they have places."""
        if zone.kind == FIELD and not all_of_it:
            return self.field(zone)
        spoken = [self.translate(label) for label in grouped([piece for piece in zone.pieces if piece.up])]
        hidden = [piece for piece in zone.pieces if not piece.up]
        if not hidden:
            return spoken
        n = sum(piece.count for piece in hidden)
        if min(piece.at for piece in hidden) < 0 or (n > MANY and not all_of_it):
            return [*spoken, self.translate(Message("text.face_down", {"n": n}))]
        places = [self.translate(piece.label) for piece in hidden]
        return [*spoken, self.translate(Message("text.face_down_at", {"n": n, "pieces": places}))]

    def field(self, zone: Zone) -> list[str]:
        """A field soon holds more than anybody can listen to: how far it reaches, and what is new there."""
        pieces = [piece for piece in zone.pieces if piece.shape != SPOT]
        new = [piece for piece in pieces if piece.fresh]
        if len(pieces) <= FEW:
            return [self.translate(piece.label) for piece in pieces]
        columns = [x for piece in pieces for x, _ in piece.cells]
        rows = [y for piece in pieces for _, y in piece.cells]
        edges = {"left": min(columns), "right": max(columns), "top": min(rows), "bottom": max(rows)}
        return [
            self.translate(Message("text.field", {"n": len(pieces), **edges})),
            *(self.translate(piece.label) for piece in new),
        ]

    def name(self, seat: int) -> str:
        name = self.words.name(seat, self.names)
        return self.translate(Message("text.you", {"name": name})) if seat == self.scene.viewer else name

    def title(self, player: Seat) -> str:
        """Name and, where the rules give one, colour."""
        colour = [self.words.word(f"palette.{player.colour}")] if player.colour else []
        return self.words.word("list.comma").join([self.name(player.seat), *colour])

    def points(self, player: Seat) -> str:
        return (
            self.translate(player.standing)
            if player.standing
            else self.translate(Message("text.points", {"n": player.score}))
        )

    def seats(self) -> list[str]:
        return [self.seat(player) for player in self.scene.seats]

    def seat(self, player: Seat) -> str:
        """A seat with its points, what lies before it, and what is noted about it."""
        own = [self.content(zone) for zone in self.scene.zones if zone.seat == player.seat and zone.pieces]
        sums = [f"{self.translate(part.label)} {signed(part.points)}" for part in player.sums]
        parts = [*own, *(self.translate(note) for note in player.notes)]
        if sums:
            parts.append(self.words.word("list.comma").join(sums))
        content = self.words.word("list.semicolon").join(parts) or self.words.word("text.nothing")
        args = {"name": self.title(player), "points": self.points(player), "content": content}
        return self.translate(Message("text.seat", {**args}))

    def moves(self, walk: Walk | None) -> list[str]:
        """What can be touched now, numbered from 1."""
        walk = walk or Walk(self.scene)
        targets, total = walk.targets(), walk.total()
        first = [self.words.word("text.compose")] if self.scene.composer else []
        if total is not None:
            first.append(self.translate(Message("scene.total", {"n": total})))
        return [*first, *(f"{number}. {stop(self.translate(label))}" for number, (_, label) in enumerate(targets, 1))]

    # Answers to questions.

    def scan(self, wanted: str) -> list[str]:
        """One zone, by its name or the last word of it ("row b" or "b")."""
        found = [zone for zone in self.scene.zones if wanted and wanted in self.zone_names(zone)]
        if found:
            return [self.zone(zone, all_of_it=True) for zone in found]
        labels = [self.translate(zone.label) for zone in self.scene.zones]
        return [self.translate(Message("text.which_zone", {"zones": labels}))]

    def zone_names(self, zone: Zone) -> tuple[str, str]:
        label = self.translate(zone.label).casefold()
        return label, label.split()[-1]

    def hand(self, wanted: str) -> list[str]:
        """What lies before a seat: one's own, unless a name (or the number of the seat, from 1) is given."""
        names = [self.words.name(player.seat, self.names) for player in self.scene.seats]
        if not wanted and self.scene.viewer < len(names):
            return [self.seat(self.scene.seats[self.scene.viewer])]
        found = [
            player
            for player, name in zip(self.scene.seats, names, strict=True)
            if wanted in (name.casefold(), str(player.seat + 1))
        ]
        return [self.seat(player) for player in found] or [self.translate(Message("text.which_seat", {"names": names}))]

    def where(self, wanted: str) -> str:
        """Where a colour lies; it can be called by name, code, pattern or glyph."""
        colour = next((colour for colour in COLOURS if wanted in self.colour_names(colour)), None)
        if colour is None:
            return self.translate(Message("text.which_colour", {"colours": self.colours_shown()}))
        found = []
        for zone in self.scene.zones:
            pieces = [piece for piece in zone.pieces if colour in piece.colours and piece.shape != SPOT]
            if pieces:
                owner = self.translate(zone.label) if zone.seat is None else self.name(zone.seat)
                found.append(f"{owner} ({self.counted(pieces)})")
        name = self.words.word(f"palette.{colour}")
        name = name[0].upper() + name[1:]
        if not found:
            return self.translate(Message("text.nowhere", {"colour": name}))
        return self.translate(
            Message("text.zone", {"label": name, "content": self.words.word("list.comma").join(found)})
        )

    def colours_shown(self) -> list[str]:
        shown = {colour for zone in self.scene.zones for piece in zone.pieces for colour in piece.colours}
        return [self.words.word(f"palette.{colour}") for colour in COLOURS if colour in shown]

    def counted(self, pieces: list[Piece]) -> str:
        """Their number, or the places where they lie."""
        if all("place" in piece.label.args for piece in pieces):
            return self.words.word("list.comma").join(str(piece.label.args["place"]) for piece in pieces)
        return str(sum(piece.count for piece in pieces))

    def colour_names(self, colour: str) -> tuple[str, ...]:
        keys = (f"palette.{colour}", f"palette.code.{colour}", f"palette.pattern.{colour}")
        return (*(self.words.word(key).casefold() for key in keys), colour, COLOURS[colour].glyph)

    def scores(self) -> list[str]:
        """Everybody's points, the best first."""
        ranked = sorted(self.scene.seats, key=lambda player: -player.score)
        standing = [f"{self.name(player.seat)}, {self.points(player)}" for player in ranked]
        return [*([self.turn()] if self.scene.over else []), *(stop(line) for line in standing)]
