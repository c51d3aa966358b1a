"""What a server may say, as far as we build on it: docs/protocol.md, checked before anybody believes it."""

from __future__ import annotations

from typing import Any


def well_formed(message: object) -> bool:
    """Is this a message of docs/protocol.md? A kind that we do not know is a newer server's, and harms nobody."""
    return isinstance(message, dict) and fits(message)


def fits(message: dict[str, Any]) -> bool:
    match message:
        case {"t": "room"}:
            return is_room(message)
        case {"t": "frame"}:
            return is_frame(message)
        case {"t": "curtain"}:
            return is_number(message.get("seat"))
        case {"t": "weighed", "parts": list(parts), "reason": reason, "verdict": verdict}:
            return all(is_message(part) for part in [*parts, *(said for said in (reason, verdict) if said is not None)])
        case {"t": "because", "reason": reason}:
            return is_message(reason)
        case {"t": "hinted", "others": list(others)}:
            reason = message.get("reason")
            return all(isinstance(other, dict) for other in others) and (reason is None or is_message(reason))
        case {"t": "weighed" | "because" | "hinted"}:
            return False
        case {"t": str()}:
            return True
    return False


def is_room(message: dict[str, Any]) -> bool:
    match message:
        case {"game": str(), "phase": str(), "options": dict(), "you": list(you), "seats": list(seats)}:
            known = all(isinstance(seat, dict) and isinstance(seat.get("kind"), str) for seat in seats)
            return known and all(is_number(seat) and seat < len(seats) for seat in you)
    return False


def is_frame(message: dict[str, Any]) -> bool:
    match message:
        case {"viewer": viewer, "length": length, "question": question, "told": list(told), "scene": dict()}:
            numbers = (viewer if question is not None else 0, length, 0 if question is None else question)
            return all(map(is_number, numbers)) and all(isinstance(line, str) for line in told)
    return False


def is_message(found: object) -> bool:
    """Something said to people."""
    match found:
        case [str(), dict()]:
            return True
    return False


def is_number(found: object) -> bool:
    return type(found) is int and found >= 0
