"""`polychrome games`: what is in the box."""

from __future__ import annotations

import json

import click

from polychrome.cli import spoken
from polychrome.cli.spoken import in_language, option, translate, words_of
from polychrome.columns import wrapped
from polychrome.engine.core import Game
from polychrome.registry import GAMES
from polychrome.words import Words

EXAMPLES = """\
polychrome games
polychrome games --json"""


@spoken.command("games", help="cli.games.help", examples=EXAMPLES)
@option("--json", "as_json", is_flag=True, help="cli.help.json")
@in_language
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    words = words_of(context)
    if as_json:
        click.echo(json.dumps([described(words, game) for game in GAMES], indent=2, ensure_ascii=False))
        return
    for number, game in enumerate(GAMES):
        if number:
            click.echo()
        for line in lines(words, game):
            click.echo(line)


def described(words: Words, game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": words.word(f"game.{game.name}"),
        "version": game.version,
        "seats": {"fewest": game.fewest, "most": game.most},
        "age": game.age,
        "minutes": game.minutes,
        "options": [
            {
                "name": option.name,
                "choices": list(option.choices),
                "default": option.choices[0],
                "meaning": words.word(f"cli.option.{game.name}.{option.name}"),
            }
            for option in game.options
        ],
    }


def lines(words: Words, game: Game) -> list[str]:
    head = translate(
        words,
        "cli.games.line",
        title=words.word(f"game.{game.name}"),
        fewest=game.fewest,
        most=game.most,
        age=game.age,
        minutes=game.minutes,
    )
    text = [head, f"  polychrome play {game.name}"]
    for choice in game.options:
        text.append(f"  --option {choice.name}={'|'.join(str(value) for value in choice.choices)}")
        text += wrapped(words.word(f"cli.option.{game.name}.{choice.name}"), indent="      ")
    return text
