"""Why something that somebody touched cannot be done now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from polychrome.engine.core import Explained, Game, Message, State
from polychrome.scenes import chapters, meaning
from polychrome.scenes.scene import Scene


def why_not(game: Game, view: State, seat: int, scene: Scene, path: Sequence[str]) -> Message:
    """The rule against the last target of a path; where there is none, what can be done. Uses what the seat may see
    and nothing else: its view, and the scene of it."""
    meant = meaning(game.name)
    if seat not in view.acting() or meant is None or not path:
        return scene.prompt or scene.status
    for touched in (path, [*path[:-1], zone_of(scene, path[-1])]):  # a card is touched for its row
        for text in likeliest(game, view, seat, meant(touched)):
            reason = refusal(game, view, seat, text)
            if reason is not None:
                return reason
    return scene.prompt or scene.status


def chapter(game: Game, reason: Message) -> str | None:
    """Where the rules of the game explain a refusal: `rules.GAME.CHAPTER` in the catalogues."""
    _, kind, name = (*reason.key.split("."), "", "")[:3]
    if kind != "refused":
        return None
    return next((chapter for chapter, refusals in chapters(game.name).items() if name in refusals), None)


def zone_of(scene: Scene, target: str) -> str:
    return next((zone.id for zone in scene.zones if any(piece.id == target for piece in zone.pieces)), target)


def likeliest(game: Game, view: State, seat: int, texts: Sequence[str]) -> Iterable[str]:
    """First what is done with such words just now."""
    if len(texts) < 2:
        return texts
    verbs = {game.text(action).partition(" ")[0] for action in view.legal(seat)}
    return sorted(texts, key=lambda text: text.partition(" ")[0] not in verbs)


def refusal(game: Game, view: State, seat: int, text: str) -> Message | None:
    """The rule against an action that has one."""
    try:
        reason = view.refuse(seat, game.parse(text))
    except Explained:  # no action at all
        return None
    return None if reason is None or reason.key == "refused.illegal" else reason
