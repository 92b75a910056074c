"""`scorer serve`: the page for clicking tiles on this computer; `scorer page`: the same page as a folder."""

from __future__ import annotations

import webbrowser
from contextlib import suppress

import click

from scorer.api import load_ruleset
from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.web.server import DEFAULT_PORT, LOOPBACK, PageServer

LOOPBACKS = (LOOPBACK, "localhost", "::1")


@click.command(cls=PlainCommand)
@shared.rulesets_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The port; 0 chooses a free one.",
)
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    help="The address to listen on. Others than the default let other computers in.",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the page in your browser.")
def serve(rulesets: tuple[str, ...], port: int, host: str, opens: bool) -> None:
    """Open the page for clicking tiles in your browser.

    The page scores hands, shows waits and discards, explains and compares, and has a quiz and an editor for
    your own rules. It works without a network. Pass your own rule files with -r to choose them on the page.
    Stop the server with Ctrl-C.

    \b
    scorer serve
    scorer serve -r club.yaml --port 9000
    """
    named = {rules.id: rules for rules in map(load_ruleset, filter(None, rulesets))}
    with PageServer(host, port, named) as server, suppress(KeyboardInterrupt):
        if host not in LOOPBACKS:
            click.echo(f"Warning: every computer that reaches {host} can use this page.", err=True)
        click.echo(f"{server.address} (stop with Ctrl-C)")
        if opens:
            webbrowser.open(server.address)
        server.serve_forever(poll_interval=0.2)
