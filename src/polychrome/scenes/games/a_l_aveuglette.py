"""A l'aveuglette on the table: the board of 5 × 5 cells with its four edges, and the pawns that have arrived."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.engine.core import HIDDEN, NATURE, Message, State
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.table import Line
from polychrome.games.colomo import a_l_aveuglette as rules
from polychrome.games.colomo.a_l_aveuglette import OUTSIDE, PATH, ALAveuglette, path
from polychrome.games.colomo.board import CELLS, NAMES, OUT, SIDE, SIDES, turned
from polychrome.games.colomo.table import CHALLENGE, CHALLENGED, LETTERS, OVER, OWN, SHOWS, START
from polychrome.scenes.games.colomo import pawns, table
from polychrome.scenes.scene import GRID, PAWN, SPOT, Choice, Piece, Scene, Zone
from polychrome.scenes.turn import spoken, status, why

WIDE: Final = SIDE + 2  # with the outside squares of both edges


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, ALAveuglette)
    return Scene(
        game="a_l_aveuglette",
        viewer=viewer,
        seats=pawns.seats(view),
        zones=zones(view, told),
        status=status(view),
        prompt=prompt(view, viewer),
        news=news(view, told),
        choices=choices(view, viewer),
        buttons=pawns.answers(view) if view.phase == CHALLENGED and viewer in view.acting() else (),
        over=view.phase == OVER,
        why=why(view, rule(view)) if view.phase == OVER else (),
    )


def rule(view: ALAveuglette) -> Message:
    """What decided (ALA-10, ALA-11)."""
    winners = view.winners()
    if view.home[winners[0]] == rules.PAWNS:
        return spoken("a_l_aveuglette.why.home", winners[0])
    return Message("a_l_aveuglette.why.most", {})


# Where things are. South is below, as on a map.


def at(east: int, north: int) -> int:
    return WIDE * (SIDE - north) + east + 1


def at_cell(cell: int) -> int:
    return at(cell % SIDE, cell // SIDE)


def at_edge(side: int, square: int) -> int:
    """An outside square, counted from the left by whoever sits there."""
    return at(*turned(square, -1, side))


def exit_square(view: ALAveuglette, words: list[int]) -> str:
    """The outside square that a path leads to: straight on if that is possible (ALA-9)."""
    side = SIDES[view.seats][view.seat]
    cell = words[-2]
    right, forward = turned(cell % SIDE, cell // SIDE, (4 - side) % 4)
    ways = [0]
    if forward < SIDE - 1:
        ways = [way for way in (0, -1, 1) if jumped(view, words[0], right + way, side) and 0 <= right + 2 * way < SIDE]
    return edge((side + 2) % 4, SIDE - 1 - (right + 2 * ways[0]))


def jumped(view: ALAveuglette, origin: int, right: int, side: int) -> bool:
    """Does a pawn stand at this square of the exit row? Not the one that is on its way."""
    east, north = turned(right, SIDE - 1, side)
    over = SIDE * north + east
    return 0 <= right < SIDE and over != origin and view.disc[over] != NONE


def edge(side: int, square: int) -> str:
    return f"edge{side}.{square}"


# What lies on the table.


def zones(view: ALAveuglette, told: Sequence[Line]) -> tuple[Zone, ...]:
    pieces = [*ground(view), *waiting(view), *walkers(view, told)]
    board = Zone("board", GRID, Message("a_l_aveuglette.board", {}), tuple(pieces), columns=WIDE)
    left = arrived(told)
    home = []
    for seat in range(view.seats):
        count = view.home[seat]
        pieces = [table.pawns(f"own{seat}", seat, count, seat in left)] if count else []
        home.append(table.own(seat, pieces, key="a_l_aveuglette.home"))
    return (board, *home)


def ground(view: ALAveuglette) -> list[Piece]:
    """Free cells by their names, and the edges in the colours of those who sit there, also where somebody leaves."""
    found = []
    sides = SIDES[view.seats]
    for side in sorted({*sides, *((side + 2) % 4 for side in sides)}):
        seat = sides.index(side) if side in sides else NONE
        label = Message("a_l_aveuglette.edge" if seat >= 0 else "a_l_aveuglette.free_edge", {"seat": seat})
        squares = [(edge(side, square), at_edge(side, square)) for square in range(SIDE)]
        found += [Piece(name, SPOT, label, table.hue(seat), at=where) for name, where in squares]
    for cell in range(CELLS):
        if view.disc[cell] == NONE:
            label = Message("colomo.cell", {"place": NAMES[cell]})
            found.append(Piece(f"cell{cell}", SPOT, label, badge=NAMES[cell], at=at_cell(cell)))
    return found


def waiting(view: ALAveuglette) -> list[Piece]:
    found = []
    for seat, side in enumerate(SIDES[view.seats]):
        label = Message(f"a_l_aveuglette.waiting.{LETTERS[seat]}", {"n": 1})
        for square in range(view.outside[seat]):
            where = at_edge(side, square)
            found.append(Piece(f"waiting{seat}.{square}", PAWN, label, table.hue(seat), at=where))
    return found


def walkers(view: ALAveuglette, told: Sequence[Line]) -> list[Piece]:
    seen = glimpses(view, told)
    trails = ways(view, told)
    found = []
    for cell in range(CELLS):
        if view.disc[cell] != NONE:
            came = trails.get(cell, ())
            fresh = bool(came) or cell in seen
            colour = seen.get(cell, HIDDEN) if view.disc[cell] == HIDDEN else view.disc[cell]
            found.append(table.pawn(cell, NAMES[cell], colour, at_cell(cell), fresh, came))
    return found


# What just happened.


def challenges(view: ALAveuglette, told: Sequence[Line]) -> dict[int, tuple[int, int]]:
    """By the number of the line that shows a challenged pawn: from where to where it had been moved."""
    found = {}
    for number in range(1, len(told)):
        if table.shows(told[number]) and told[number - 1].action == CHALLENGE:
            moves = [line.action for line in told[:number] if line.action >= PATH]
            later = any(line.action >= PATH for line in told[number:])
            words = path(moves[-1]) if moves else [] if later else path(view.last)
            if words:
                found[number] = (words[0], words[-1])
    return found


def glimpses(view: ALAveuglette, told: Sequence[Line]) -> dict[int, int]:
    """Pawns on the board that were shown, though they are face down by now: just entered, or challenged."""
    seen: dict[int, int] = {}
    called = challenges(view, told)
    for number, line in enumerate(told):
        if line.action >= PATH:
            words = path(line.action)
            seen.pop(words[0], None)
            if words[0] == OUTSIDE:
                seen[words[-1]] = line.seat
        elif number in called:
            start, end = called[number]
            colour = line.action - SHOWS
            seen[end if own(view, told, number, colour) else start] = colour
    return {cell: colour for cell, colour in seen.items() if view.disc[cell] != NONE}


def own(view: ALAveuglette, told: Sequence[Line], number: int, colour: int) -> bool:
    """Was the challenged pawn the mover's? Then the mover plays again."""
    movers = [line.seat for line in told[:number] if line.action >= PATH]
    if movers:
        return movers[-1] == colour
    return view.disc[path(view.last)[-1]] != NONE


def ways(view: ALAveuglette, told: Sequence[Line]) -> dict[int, tuple[int, ...]]:
    """Where pawns have just come from and landed, by the cell where they stand; a foreign one goes straight back."""
    found: dict[int, tuple[int, ...]] = {}
    called = challenges(view, told)
    for number, line in enumerate(told):
        if line.action >= PATH:
            words = path(line.action)
            found.pop(words[0], None)
            if words[-1] != OUT:
                found[words[-1]] = trail(view, words, line.seat)
        elif number in called and not own(view, told, number, line.action - SHOWS):
            start, end = called[number]
            found.pop(end, None)
            found[start] = (at_cell(end), at_cell(start))
    return found


def trail(view: ALAveuglette, words: list[int], seat: int) -> tuple[int, ...]:
    cells = [at_cell(word) for word in words if word < CELLS]
    if words[0] != OUTSIDE:
        return tuple(cells)
    side = SIDES[view.seats][seat]
    right, _ = turned(words[1] % SIDE, words[1] // SIDE, (4 - side) % 4)
    return (at_edge(side, right), *cells)


def arrived(told: Sequence[Line]) -> dict[int, int]:
    """Colours of the pawns that have just left the board, and who led them."""
    found = {}
    for number in range(1, len(told)):
        before = told[number - 1]
        if table.shows(told[number]) and before.action >= PATH:
            found[told[number].action - SHOWS] = before.seat
    return found


def news(view: ALAveuglette, told: Sequence[Line]) -> tuple[Message, ...]:
    found = []
    called = challenges(view, told)
    for number, line in enumerate(told):
        seat, action = line.seat, line.action
        if action >= PATH:
            words = path(action)
            if words[-1] != OUT:
                found.append(moved(words, seat))
        elif action == CHALLENGE:
            found.append(spoken("colomo.news.called", seat))
        elif START <= action < OWN:
            found.append(table.starts(line))
        elif number in called:
            found.append(pawns.called(own(view, told, number, action - SHOWS)))
        elif seat == NATURE and number and told[number - 1].action >= PATH:
            mover, words = told[number - 1].seat, path(told[number - 1].action)
            cell, owner = NAMES[words[0]], action - SHOWS
            found.append(spoken("a_l_aveuglette.news.arrived", mover, cell=cell, owner=owner))
    return tuple(found)


def moved(words: list[int], seat: int) -> Message:
    to = NAMES[words[-1]]
    if words[0] == OUTSIDE:
        return spoken("a_l_aveuglette.news.entered", seat, cell=to)
    return spoken("a_l_aveuglette.news.moved", seat, cell=NAMES[words[0]], to=to)


# What the viewer can do.


def prompt(view: ALAveuglette, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    if view.phase == CHALLENGED:
        return pawns.question(view)
    return Message("a_l_aveuglette.prompt.enter" if view.outside[viewer] else "a_l_aveuglette.prompt.move", {})


def choices(view: ALAveuglette, viewer: int) -> tuple[Choice, ...]:
    if viewer not in view.acting():
        return ()
    actions = view.legal(viewer)
    if view.phase == CHALLENGED:
        return tuple(pawns.answer(view, action) for action in actions)
    paths = [path(action) for action in actions]
    longer = {tuple(words[:end]) for words in paths for end in range(1, len(words))}
    return tuple(choice(view, words, tuple(words) in longer) for words in paths)


def choice(view: ALAveuglette, words: list[int], stops: bool) -> Choice:
    """Touch the pawn and the cells where it lands; where it could jump on, touch the last one again to stay there."""
    targets = [] if words[0] == OUTSIDE else [f"pawn{words[0]}"]
    targets += [exit_square(view, words) if word == OUT else f"cell{word}" for word in words[1:]]
    if stops:
        targets.append(targets[-1])
    text = rules.text(rules.along(words))
    return Choice(text, tuple(targets), meaning(words), weighty=words[-1] == OUT)


def meaning(words: list[int]) -> Message:
    args: dict[str, int | str | list[int] | list[str]] = {"cell": NAMES[words[0]] if words[0] < CELLS else ""}
    args["to"] = NAMES[words[-1]]
    args["cells"] = [NAMES[word] for word in words[1:-1]]
    way = "enter" if words[0] == OUTSIDE else "out" if words[-1] == OUT else "move"
    return Message(f"a_l_aveuglette.choice.{way}_over" if words[1:-1] else f"a_l_aveuglette.choice.{way}", args)


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "enter": ("enter_first", "entry", "none_waiting", "out_entering"),
    "move": ("chain", "far", "no_pawn", "occupied", "twice"),
    "leave": ("out",),
    "call": pawns.CALLS,
}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    """A pawn and the cells where it shall land; without a pawn, one that enters."""
    places = [int(target[4:]) for target in path if target[:4] in ("pawn", "cell") and target[4:].isdecimal()]
    entering = not path[0].startswith("pawn")
    if len(places) + entering < 2 or max(places, default=CELLS) >= CELLS:
        return ()
    names = [NAMES[place] for place in places]
    return (" ".join(["enter" if entering else "move", *names]),)
