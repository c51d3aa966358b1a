"""`polychrome words`: build a word list, look words up in it, and see what it is made of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from polychrome.cli import spoken
from polychrome.cli.failed import FAILURE, Failed, Misused, meant, misused
from polychrome.cli.files import explained, make_folder
from polychrome.cli.spoken import in_language, translate, words_of
from polychrome.columns import columns
from polychrome.engine.core import Message
from polychrome.words import Words

if TYPE_CHECKING:
    from polychrome.lexicon.file import Listed

EXAMPLES = """\
polychrome words fr build
polychrome words fr check chat cœur
polychrome words de stats
polychrome words mine build animals.txt"""

JOBS = ("check", "stats", "build")


@spoken.command("words", help="words.help", examples=EXAMPLES)
@click.argument("language", metavar="fr|de|en|es|mine")
@click.argument("job", metavar="|".join(JOBS))
@click.argument("wanted", metavar="[WORD|FILE]...", nargs=-1)
@in_language
@click.pass_context
def command(context: click.Context, language: str, job: str, wanted: tuple[str, ...]) -> None:
    from polychrome.games.color_words.lexicon import MINE
    from polychrome.lexicon.sources import SOURCES

    words = words_of(context)
    lists = [*SOURCES, MINE]
    if language not in lists:
        reason = Message("cli.usage.language", {"name": language[:40], "languages": list(SOURCES)})
        raise Misused(reason, hint=meant(language, lists))
    if job not in JOBS:
        raise Misused(Message("server.data.job", {"job": job[:40], "jobs": list(JOBS)}), hint=meant(job, JOBS))
    own = job == "build" and language == MINE
    if (job == "check" or own) and not wanted:
        missing = "FILE" if own else "WORD"
        raise misused("cli.usage.missing", name=missing, command=f"polychrome words {language} {job}")
    if wanted[1 if own else 0 :] and job != "check":
        raise misused(
            "cli.usage.extra", command=f"polychrome words {language} {job}", words=list(wanted[1 if own else 0 :])
        )
    if own:
        build_own(words, wanted[0])
    elif job == "build":
        build(words, language)
    elif job == "stats":
        stats(words, language)
    elif not check(words, language, wanted):
        context.exit(FAILURE)


def build_own(words: Words, file: str) -> None:
    from polychrome.games.color_words.lexicon import MINE
    from polychrome.lexicon import own
    from polychrome.lexicon.shelf import file_of

    text, kept = Path(file).expanduser(), file_of(MINE)
    with explained(text):
        text.open("rb").close()
    make_folder(kept.parent)
    lexicon = own.build(text)
    click.echo(translate(words, "words.built", n=lexicon.count, file=str(kept)))


def build(words: Words, language: str) -> None:
    from polychrome.lexicon import fetch
    from polychrome.lexicon.shelf import file_of
    from polychrome.lexicon.sources import SOURCES

    source = SOURCES[language]
    click.echo(translate(words, "words.fetching", packages=list(source.packages), licence=source.licence))
    lexicon = fetch.build(language)
    click.echo(translate(words, "words.built", n=lexicon.count, file=str(file_of(language))))


def check(words: Words, language: str, wanted: tuple[str, ...]) -> bool:
    """Say for each word whether the list has it; are all of them in it?"""
    from polychrome.games.color_words.spelling import normalise

    lexicon = listed(language)[0]
    all_there = True
    for word in wanted:
        letters = normalise(word, language)
        there = letters is not None and lexicon.knows(letters)
        all_there = all_there and there
        verdict = "words.known" if there else "words.unknown" if letters is not None else "words.no_word"
        click.echo(translate(words, verdict, word=word[:40] if letters is None else letters[:40]))
    return all_there


def stats(words: Words, language: str) -> None:
    lexicon, licence = listed(language)
    click.echo(translate(words, "words.source", name=lexicon.name, mark=lexicon.mark, licence=licence))
    size = file_of(language).stat().st_size
    click.echo(translate(words, "words.count", n=lexicon.count, edges=len(lexicon.edges), bytes=size))
    lengths: dict[int, int] = {}
    for word in lexicon.words():
        lengths[len(word)] = lengths.get(len(word), 0) + 1
    rows = [[str(length), str(lengths[length])] for length in sorted(lengths)]
    for line in columns([[words.word("words.letters"), words.word("words.words")], *rows], right=(0, 1)):
        click.echo(line)


def listed(language: str) -> Listed:
    """The list of a language, read from disk; a sentence if there is none."""
    from polychrome.lexicon.file import DamagedList, read

    try:
        return read(file_of(language))
    except DamagedList:
        raise Failed(Message("words.damaged", {"language": language})) from None


def file_of(language: str) -> Path:
    """The file that words are judged by; a sentence if there is none."""
    from polychrome.lexicon.shelf import file_at_hand

    file = file_at_hand(language)
    if file is None:
        from polychrome.games.color_words.lexicon import MINE

        if language == MINE:
            raise Failed(Message("words.no_own", {}))
        raise Failed(Message("words.missing", {"language": language}))
    return file
