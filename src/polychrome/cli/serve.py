"""`polychrome serve`: the tables in the browser."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from polychrome.cli import spoken
from polychrome.cli.doctor import has_page
from polychrome.cli.failed import misused
from polychrome.cli.spoken import Number, in_language, option, say, words_of
from polychrome.words import Words

EXAMPLES = """\
polychrome serve
polychrome serve --lan
polychrome serve --public-url https://games.example.org --no-open
polychrome serve --store postgresql://user:password@host/name"""


@spoken.command("serve", help="server.cli.help", examples=EXAMPLES)
@option("--lan", is_flag=True, help="server.cli.lan")
@option("--public-url", metavar="URL", help="server.cli.public_url")
@option("--host", metavar="ADDRESS", help="server.cli.host")
@option("--port", type=Number(0, 65535), default=7777, metavar="N", help="server.cli.port")
@option("--data", metavar="FOLDER", help="server.cli.data")
@option("--store", envvar="POLYCHROME_STORE", metavar="URL", help="server.cli.store")
@option("--relay", envvar="POLYCHROME_RELAY", metavar="HOST:PORT", help="server.cli.relay")
@option("--metrics", metavar="PORT", help="server.cli.metrics")
@option("--log-json", is_flag=True, help="server.cli.log_json")
@option("--keep-days", type=Number(1, 36500), default=30, metavar="N", help="server.cli.keep_days")
@option("--bot", "bots", multiple=True, metavar="MODULE:CLASS", help="server.cli.bot")
@option("--site", metavar="FOLDER", help="server.cli.site")
@option("--no-open", is_flag=True, help="server.cli.no_open")
@in_language
@click.pass_context
def command(
    context: click.Context,
    lan: bool,
    public_url: str | None,
    host: str | None,
    port: int,
    data: str | None,
    store: str | None,
    relay: str | None,
    metrics: str | None,
    log_json: bool,
    keep_days: int,
    bots: tuple[str, ...],
    site: str | None,
    no_open: bool,
) -> None:
    from polychrome.cli.site import MARK
    from polychrome.server.database import SCHEMES
    from polychrome.server.run import ALONE, EVERYWHERE, HOME, Options, Started, run

    words = words_of(context)
    if lan and host is not None:
        raise misused("server.cli.lan_host")
    if store and not store.startswith(SCHEMES):
        raise misused("server.cli.store_kind")
    if relay and not store:
        raise misused("server.cli.relay_store")
    if site and not Path(site, MARK).is_file():
        raise misused("server.cli.site_none", folder=site)
    folder = Path(data).expanduser() if data else None
    host = host or (EVERYWHERE if lan else HOME)
    options = Options(
        host,
        port,
        folder,
        public_url,
        keep_days,
        bots=bots,
        store=store or None,
        relay=relay or ALONE,
        metrics=metrics,
        json=log_json,
        site=Path(site) if site else None,
    )

    page = has_page()
    if not page:
        click.echo(words.word("cli.doctor.missing.page"), err=True)

    def ready(where: Started) -> None:
        announce(words, where.local, where.base, where.reachable)
        if lan and not where.base.startswith("https:"):
            click.echo(words.word("server.cli.lan_plain"))

    run(options, ready, browse=page and not no_open)
    click.echo(words.word("server.cli.stopped"))


def announce(words: Words, local: str, base: str, reachable: bool) -> None:
    """Where to play, for the one who started it and for those who sit elsewhere."""
    click.echo(say(words, "server.cli.ready", address=local))
    if reachable and base != local:
        click.echo(say(words, "server.cli.others", address=base))
        if sys.stdout.isatty():
            from polychrome.server import qr

            click.echo(qr.text(base))
    elif not reachable:
        click.echo(words.word("server.cli.alone"))
    click.echo(words.word("server.cli.end"))
    sys.stdout.flush()
