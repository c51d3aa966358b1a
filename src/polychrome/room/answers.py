"""The best answer to a puzzle, in words: for whoever has given theirs."""

from __future__ import annotations

from polychrome.engine.core import Game, Message
from polychrome.puzzles import SOLVER, Puzzle
from polychrome.room.catalogue import Catalogue


def best_answer(catalogue: Catalogue, game: Game, puzzle: Puzzle) -> list[Message]:
    scene = catalogue.draw(game, puzzle.position(game).view(SOLVER), SOLVER, ())
    texts = [game.text(action) for action in puzzle.answer]
    if scene.composer is not None:  # of all the words there are, no scene has a list
        return [Message("puzzle.word", {"word": word, "place": place}) for _, word, place, _ in map(str.split, texts)]
    labels = {choice.action: choice.label for choice in scene.choices}
    moves = [labels[text] for text in texts]
    if not puzzle.look:
        return moves
    places = [str(move.args["place"]) for move in moves]
    size = len(places) // puzzle.par
    sets = [places[at : at + size] for at in range(0, len(places), size)]
    return [Message("puzzle.together", {"places": found}) for found in sets]
