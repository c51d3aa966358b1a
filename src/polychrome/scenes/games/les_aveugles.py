"""Les Aveugles on the table: the ring with its gates, the die and the pawns that are home in its middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.engine.core import HIDDEN, NATURE, Message, State
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.table import Line
from polychrome.games.colomo import les_aveugles as rules
from polychrome.games.colomo.les_aveugles import CELLS, GAP, LEAVE, PEEK, LesAveugles
from polychrome.games.colomo.table import ACCEPT, CHALLENGE, CHALLENGED, DIE, LUCK, OVER, OWN, SHOWS, START
from polychrome.scenes.games.colomo import pawns, table
from polychrome.scenes.scene import DISC, PILE, RING, SHUT, SPOT, TILE, TRAY, Button, Choice, Piece, Scene, Zone
from polychrome.scenes.turn import spoken, status, why
from polychrome.words import letter

EXITS = range(LEAVE, LEAVE + CELLS)


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, LesAveugles)
    return Scene(
        game="les_aveugles",
        viewer=viewer,
        seats=pawns.seats(view),
        zones=zones(view, told),
        status=status(view),
        prompt=prompt(view, viewer),
        news=news(view, told),
        choices=choices(view, viewer),
        buttons=buttons(view, viewer),
        over=view.phase == OVER,
        why=why(view, spoken("les_aveugles.why.home", view.winners()[0])) if view.phase == OVER else (),
    )


def name(view: LesAveugles, cell: int) -> str:
    """A gate is a letter, the cells behind it are counted from it: A, A1, A2 … B, B1 …"""
    gate, steps = divmod(cell, GAP[view.seats])
    return letter(gate) + (str(steps) if steps else "")


# What lies on the table.


def zones(view: LesAveugles, told: Sequence[Line]) -> tuple[Zone, ...]:
    label = Message("les_aveugles.ring", {})
    board = Zone("ring", RING, label, (*ground(view), *walkers(view, told)), slots=len(view.disc))
    left = [line.action - SHOWS for at, line in enumerate(told) if at and shown_by(told, at) == LEAVE]
    home = [table.pawns("home", seat, view.home[seat], seat in left) for seat in range(view.seats) if view.home[seat]]
    middle = Zone("middle", TRAY, Message("les_aveugles.middle", {}), tuple(home), within="ring")
    return (board, die(view), middle, *(outside(view, seat) for seat in range(view.seats)))


def ground(view: LesAveugles) -> list[Piece]:
    """The gates, and every cell where nobody stands."""
    found = []
    for cell in range(len(view.disc)):
        gate, steps = divmod(cell, GAP[view.seats])
        if not steps:
            label = Message("les_aveugles.gate", {"seat": gate, "place": letter(gate)})
            found.append(Piece(f"gate{gate}", DISC, label, table.hue(gate), at=cell))
        elif view.disc[cell] == NONE:
            called = name(view, cell)
            found.append(Piece(f"cell{cell}", SPOT, Message("colomo.cell", {"place": called}), badge=called, at=cell))
    return found


def walkers(view: LesAveugles, told: Sequence[Line]) -> list[Piece]:
    seen = glimpses(view, told)
    trail = way(view, told)
    found = []
    for cell in view.walkers():
        colour = seen.get(cell, HIDDEN) if view.disc[cell] == HIDDEN else view.disc[cell]
        came = trail if cell == view.pawn else ()
        found.append(table.pawn(cell, name(view, cell), colour, cell, bool(came) or cell in seen, came))
    return found


def die(view: LesAveugles) -> Zone:
    """Blank while it waits to be rolled."""
    waits = view.phase in (rules.ROLLING, rules.REROLLING, LUCK) or not view.die
    label = Message("les_aveugles.die_waits", {}) if waits else Message("les_aveugles.die_shows", {"n": view.die})
    piece = Piece("die.0", TILE, label, badge="" if waits else str(view.die))
    return Zone("die", PILE, Message("les_aveugles.die", {}), (piece,), within="ring")


def outside(view: LesAveugles, seat: int) -> Zone:
    label = Message("les_aveugles.outside", {"seat": seat})
    count = view.outside[seat]
    pieces = (table.pawns(f"outside{seat}", seat, count),) if count else ()
    return Zone(f"outside{seat}", TRAY, label, pieces, seat=seat)


# What just happened. Lines say which pawn walks, but not where it lands: that is in the view, for the last pawn only.


def walks(line: Line) -> bool:
    action = line.action
    return line.seat != NATURE and (action < LEAVE or action in (rules.ENTER, rules.CONTINUE))


def leaves(line: Line) -> bool:
    return line.seat != NATURE and (line.action in EXITS or line.action == rules.CONTINUE_EXIT)


def last_walk(told: Sequence[Line]) -> int:
    """The number of the line with which the last pawn came to where it stands; -1 if it left or did not move."""
    found = [at for at, line in enumerate(told) if walks(line) or leaves(line)]
    return found[-1] if found and walks(told[found[-1]]) else -1


def shown_by(told: Sequence[Line], at: int) -> int:
    """What the colour in this line answers: PEEK, LEAVE, CHALLENGE; NATURE if it is not told or no colour."""
    if at == 0 or not table.shows(told[at]):
        return NATURE
    before = told[at - 1]
    if leaves(before):
        return LEAVE
    return PEEK if before.action >= PEEK else CHALLENGE if before.action == CHALLENGE else NATURE


def glimpses(view: LesAveugles, told: Sequence[Line]) -> dict[int, int]:
    """Pawns on the ring that were shown, though they are face down by now: peeked at, challenged, or just entered."""
    seen = {}
    walked = last_walk(told)
    if walked >= 0 and view.origin == NONE and view.pawn != NONE:
        seen[view.pawn] = told[walked].seat
    for at, line in enumerate(told):
        why, colour = shown_by(told, at), line.action - SHOWS
        if why == CHALLENGE and not any(walks(later) or leaves(later) for later in told[at:]):
            seen[view.pawn] = colour
        elif why == PEEK:
            cell = told[at - 1].action - PEEK
            if not any(later.action in (cell, LEAVE + cell) and later.seat != NATURE for later in told[at:]):
                seen.setdefault(cell, colour)
    return seen


def own(view: LesAveugles, told: Sequence[Line], at: int) -> bool:
    """Was the challenged pawn the mover's? Otherwise it stands again where it came from."""
    movers = [line.seat for line in told[:at] if walks(line)]
    return movers[-1] == told[at].action - SHOWS if movers else view.pawn != view.origin


def way(view: LesAveugles, told: Sequence[Line]) -> tuple[int, ...]:
    """The cells that the last pawn has just come over: free ones only, occupied ones were jumped (AVE-6)."""
    back = any(shown_by(told, at) == CHALLENGE for at in range(max(0, last_walk(told)), len(told)))
    if view.pawn == NONE or (last_walk(told) < 0 and not back):
        return ()
    if back:
        return (view.leg, view.pawn) if view.pawn == view.origin else ()
    last = len(view.disc)
    cell = told[last_walk(told)].seat * GAP[view.seats] if view.leg == NONE else view.leg  # in through the own gate
    cells = [cell]
    while cell != view.pawn:
        cell = (cell + 1) % last
        if view.disc[cell] == NONE or cell == view.pawn:
            cells.append(cell)
    return tuple(cells)


def news(view: LesAveugles, told: Sequence[Line]) -> tuple[Message, ...]:
    found = []
    walked = last_walk(told)
    for at, line in enumerate(told):
        seat, action = line.seat, line.action
        why = shown_by(told, at)
        if why == LEAVE:
            found.append(spoken("les_aveugles.news.home", told[at - 1].seat, owner=action - SHOWS))
        elif why == CHALLENGE:
            found.append(pawns.called(own(view, told, at)))
        elif DIE <= action < OWN:
            roller = told[at - 1].seat if at else table.follower(view, told, at)
            found.append(spoken("les_aveugles.news.rolled", roller, n=action - DIE + 1))
        elif START <= action < OWN:
            found.append(table.starts(line))
        elif action >= PEEK:
            found.append(spoken("les_aveugles.news.peeked", seat, cell=name(view, action - PEEK)))
        elif action == CHALLENGE:
            found.append(spoken("colomo.news.called", seat))
        elif walks(line):
            found.append(moved(view, line))
            if at == walked and not any(shown_by(told, later) == CHALLENGE for later in range(at, len(told))):
                found.append(Message("les_aveugles.news.stands", {"cell": name(view, view.pawn)}))
    return tuple(found)


def moved(view: LesAveugles, line: Line) -> Message:
    if line.action == rules.ENTER:
        return spoken("les_aveugles.news.entered", line.seat)
    if line.action == rules.CONTINUE:
        return spoken("les_aveugles.news.went_on", line.seat)
    return spoken("les_aveugles.news.moved", line.seat, cell=name(view, line.action))


# What the viewer can do.


def prompt(view: LesAveugles, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    phase = view.phase
    if phase == CHALLENGED:
        return pawns.question(view)
    if phase == rules.ROLLING:
        return Message("les_aveugles.prompt.roll", {})
    if phase == rules.REROLLING:
        return Message("les_aveugles.prompt.roll_again", {})
    if phase == rules.PEEKING:
        return Message("les_aveugles.prompt.peek", {})
    if phase == rules.CONTINUING:
        return Message("les_aveugles.prompt.leave_or_walk" if view.may_leave() else "les_aveugles.prompt.walk_on", {})
    return Message("les_aveugles.prompt.enter" if view.outside[viewer] else "les_aveugles.prompt.move", {"n": view.die})


def choices(view: LesAveugles, viewer: int) -> tuple[Choice, ...]:
    if viewer not in view.acting():
        return ()
    return tuple(choice(view, viewer, action) for action in view.legal(viewer))


def choice(view: LesAveugles, viewer: int, action: int) -> Choice:
    text = rules.TEXTS[action]
    if action in (ACCEPT, CHALLENGE):
        return pawns.answer(view, action)
    if action == rules.ROLL:
        return Choice(text, ("die",), Message("les_aveugles.choice.roll", {}))
    if action == rules.ENTER:
        return Choice(text, (f"outside{viewer}",), Message("les_aveugles.choice.enter", {"n": view.die}))
    if action == rules.NOPEEK:
        return Choice(text, ("nopeek",), Message("les_aveugles.choice.nopeek", {}))
    if action >= PEEK:
        cell = action - PEEK
        return Choice(text, (f"pawn{cell}",), Message("les_aveugles.choice.peek", {"cell": name(view, cell)}))
    if action == rules.CONTINUE or action < LEAVE:
        return walk(view, text, view.pawn if action == rules.CONTINUE else action)
    cell = view.pawn if action == rules.CONTINUE_EXIT else action - LEAVE
    label = Message("les_aveugles.choice.exit", {"cell": name(view, cell)})
    return Choice(text, (f"pawn{cell}", "middle"), label, weighty=True)


def walk(view: LesAveugles, text: str, cell: int) -> Choice:
    """To the cell where the roll leads. A move of one's choice has weight, walking on from a gate is due anyway."""
    to = view.landing(cell)
    gate, steps = divmod(to, GAP[view.seats])
    label = Message("les_aveugles.choice.move", {"cell": name(view, cell), "to": name(view, to)})
    target = f"cell{to}" if steps else f"gate{gate}"
    return Choice(text, (f"pawn{cell}", target), label, weighty=view.phase == rules.MOVING)


def buttons(view: LesAveugles, viewer: int) -> tuple[Button, ...]:
    if viewer not in view.acting():
        return ()
    if view.phase == CHALLENGED:
        return pawns.answers(view)
    nopeek = (Button("nopeek", Message("les_aveugles.choice.nopeek", {}), sign=SHUT),)
    return nopeek if view.phase == rules.PEEKING else ()


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "enter": ("enter_first", "none_outside", "roll_first", "rolled"),
    "move": ("no_pawn", "not_on_gate", "roll_again", "same_pawn"),
    "peek": ("no_six", "peek_first", "peeked"),
    "home": ("exit", "fresh_exit", "short"),
    "call": pawns.CALLS,
}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    """A pawn is touched to move it or to look at its colour, then the middle for it to leave."""
    first, last = path[0], path[-1]
    if last == "die":
        return ("roll",)
    if last.startswith("outside"):
        return ("enter",)
    if not first.startswith("pawn"):
        return ()
    return (f"move {first[4:]} exit",) if last == "middle" else (f"move {first[4:]}", f"peek {first[4:]}")
