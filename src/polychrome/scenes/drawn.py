"""A Scene from its JSON, or a message with one. msgspec cannot read a Message, whose arguments may be lists of two
kinds, so this does."""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from polychrome.engine.core import Message
from polychrome.scenes.scene import Scene


def scene(found: object) -> Scene:
    """ValueError if this is none: a field is missing, or is not what it should be. Unknown fields are passed over."""
    made = built(Scene, found)
    assert isinstance(made, Scene)
    return made


@cache
def fields(kind: type[Struct]) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}


def built(wanted: Any, found: object) -> Any:
    """What was meant to be this; ValueError if it is not."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is UnionType or NoneType in inner:
        return None if found is None else built(next(kind for kind in inner if kind is not NoneType), found)
    if wanted is Message:
        return message(found)
    if isinstance(wanted, type):
        return struct(wanted, found) if issubclass(wanted, Struct) else exactly(wanted, found)
    if isinstance(found, list) and origin in (list, tuple):
        return sequence(origin, inner, found)
    if isinstance(found, dict) and origin is dict:
        return {built(inner[0], name): built(inner[1], value) for name, value in found.items()}
    raise unlike(wanted, found)


def exactly(wanted: type, found: object) -> object:
    if type(found) is not wanted:
        raise unlike(wanted, found)
    return found


def unlike(wanted: Any, found: object) -> ValueError:
    return ValueError(f"{found!r:.80} is no {wanted}")


def struct(wanted: type[Struct], found: object) -> Struct:
    if not isinstance(found, dict):
        raise unlike(wanted, found)
    known = fields(wanted)
    try:
        return wanted(**{name: built(known[name], value) for name, value in found.items() if name in known})
    except TypeError:  # a field is missing
        raise ValueError(wanted.__name__) from None


def sequence(origin: Any, inner: tuple[Any, ...], found: list[object]) -> Any:
    """A list, a tuple of any length, or one of several kinds."""
    if origin is list or inner[-1] is Ellipsis:
        return origin(built(inner[0], value) for value in found)
    if len(inner) != len(found):
        raise unlike(inner, found)
    return tuple(built(kind, value) for kind, value in zip(inner, found, strict=True))


def message(found: object) -> Message:
    match found:
        case [str(key), dict(args)]:
            return Message(key, {str(name): argument(value) for name, value in args.items()})
    raise unlike(Message, found)


def argument(value: object) -> int | str | list[int] | list[str]:
    """What fills a gap of a message."""
    if isinstance(value, int | str) and not isinstance(value, bool):
        return value
    if isinstance(value, list) and all(type(item) is int for item in value):
        return value
    if isinstance(value, list) and all(type(item) is str for item in value):
        return value
    raise ValueError(f"{value!r:.80} fills no gap")
