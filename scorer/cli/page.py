"""`scorer serve`: the page for clicking tiles on this computer; `scorer page`: the same page as a folder."""

from __future__ import annotations

import secrets
import sys
import webbrowser
from contextlib import suppress
from io import StringIO
from pathlib import Path

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import default_language, progress
from scorer.cli.usage import WholeNumber
from scorer.message import Message, message_text
from scorer.package import installation_command
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from scorer.web.server import DEFAULT_PORT, LOOPBACK, PageServer

LOOPBACKS = (LOOPBACK, "localhost", "::1")
EVERY_ADDRESS = "0.0.0.0"
"""Listens on every address of this computer."""


@click.command(cls=PlainCommand)
@shared.several_rulesets_option(
    "A ruleset or a YAML file to choose on the page, in addition to the shipped ones. Repeatable."
)
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port to listen on; 0 chooses a free one.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default=LOOPBACK,
    show_default=True,
    help="Address to listen on. With an address other than the default, other computers can connect.",
)
@click.option(
    "--phone",
    is_flag=True,
    help="Listen for phones in your network, and print the address and a QR code for them.",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the page in your browser.")
def serve(rulesets: tuple[str, ...], port: int, host: str, phone: bool, opens: bool) -> None:
    """Open a page in your browser where you click tiles to enter hands.

    The page scores hands, shows waits and discards, explains scores and compares rulesets. It keeps the
    scores of an evening at the table, steps through recorded games, and has a quiz and an editor for your own
    rules. It works without a network. Pass your own rule files with -r to choose them on the page. Stop the
    server with Ctrl-C.

    With --phone, the page opens on a phone that is in the same network (Wi-Fi) as this computer: point its
    camera at the QR code, or type the address. The address contains a secret that changes each time, so
    nobody else in the network can use the page.

    \b
    scorer serve
    scorer serve --phone
    scorer serve -r club.yaml --port 9000
    """
    named = {rules.id: rules for rules in map(load_ruleset, filter(None, rulesets))}
    token = secrets.token_urlsafe(6) if phone else ""
    if phone and host in LOOPBACKS:
        host = EVERY_ADDRESS
    with PageServer(host, port, named, token) as server, suppress(KeyboardInterrupt):
        if host not in LOOPBACKS and not token:
            click.echo(_localized_message("page for everybody", host), err=True)
        click.echo(_localized_message("page address", server.address))
        if phone:
            click.echo(phone_instructions(server))
        elif opens:
            webbrowser.open(server.address)
        server.serve_forever(poll_interval=0.2)


def phone_instructions(server: PageServer) -> str:
    """How to open the page on a phone: the QR code of its address, if it can be drawn here."""
    if server.own_address(EVERY_ADDRESS) == LOOPBACK:
        return _localized_message("no network for a phone")
    code = qr_code(server.address) if sys.stdout.isatty() else ""
    if code:
        return f"{code}\n{_localized_message('address as a code')}"
    return _localized_message("address on a phone", installation_command("phone"))


def _localized_message(key: str, *words: str) -> str:
    """A message in the language of the reader; these commands have no option for it."""
    return message_text(Message(key, *words), default_language(follows_locale=True))


def qr_code(address: str) -> str:
    """The QR code of an address as half blocks for a terminal; empty without the package `segno`.

    >>> len(qr_code("http://192.168.0.2:8300/").splitlines()) in (0, 15)
    True
    """
    try:
        import segno
    except ImportError:
        return ""
    lines = StringIO()
    segno.make(address, micro=False).terminal(lines, border=2, compact=True)
    return lines.getvalue()


@click.command(cls=PlainCommand)
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write.",
)
@click.option(
    "--pyodide",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with Pyodide, which runs Python in the browser.",
)
def page(folder: Path, pyodide: Path | None) -> None:
    """Write the page of `scorer serve` as a folder that any web host can serve.

    Python runs in the browser: no hand is sent anywhere, and after the first visit the page works without a
    network. Get Pyodide with npm, and unpack it:

    \b
    npm pack pyodide@314.0.7
    tar xzf pyodide-314.0.7.tgz
    scorer page --out site --pyodide package
    python -m http.server -d site
    """
    from scorer.web.site import PYODIDE_VERSION, write_site

    if pyodide is None:
        version = PYODIDE_VERSION
        raise click.UsageError(
            f"--pyodide is missing. Get the folder with 'npm pack pyodide@{version} && tar xzf "
            f"pyodide-{version}.tgz', and pass '--pyodide package'."
        )
    names = shipped_names()
    with progress("writing", len(names)) as tick:
        version = write_site(folder, pyodide, lambda name: tick())
    click.echo(_localized_message("wrote page", str(folder), version))
    if version != PYODIDE_VERSION:
        click.echo(_localized_message("page is tested with", PYODIDE_VERSION), err=True)
