"""Where results and errors go: the terminal's width, its colours, the exit status."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from scorer.errors import NotAWinner, ScorerError

if TYPE_CHECKING:
    from scorer.render.document import Document

FORMATS = ("table", "json", "markdown", "plain")
DOES_NOT_WIN, NOT_UNDERSTOOD = 1, 2
"""Exit statuses beside 0."""
WIDTH = 80
"""Columns where there is no terminal."""


def columns() -> int:
    """How many columns may be filled."""
    from shutil import get_terminal_size

    return get_terminal_size((WIDTH, 24)).columns


def colour(stream: TextIO) -> bool:
    """Whether marks are shown in colour: on a terminal, unless NO_COLOR asks for none (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def show(document: Document, form: str) -> None:
    """Prints a document in one of the formats for people."""
    click.echo(text_in(document, form), color=colour(sys.stdout))


def text_in(document: Document, form: str) -> str:
    """The document in one of the formats for people."""
    if form == "markdown":
        from scorer.render.markdown import markdown_text

        return markdown_text(document)
    if form == "plain":
        from scorer.render.markdown import plain_text

        return plain_text(document)
    from scorer.render.text import terminal_text

    return terminal_text(document, columns(), colour(sys.stdout))


def show_json(result: Any) -> None:
    """Prints a result as JSON: indented for people, on one line for programs."""
    import json

    text = json.dumps(result, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None)
    click.echo(text.encode("utf-8", "backslashreplace"))


def show_json_text(text: str) -> None:
    """Prints a result that is JSON already."""
    if sys.stdout.isatty():
        import json

        show_json(json.loads(text))
    else:
        click.echo(text.encode("utf-8", "backslashreplace"))


def fail(error: ScorerError) -> NoReturn:
    """Prints what is wrong on standard error and leaves with the status of the error."""
    from scorer.render.faults import fault_lines
    from scorer.render.text import terminal_text

    shows_colour = colour(sys.stderr)
    text = terminal_text((fault_lines(error, columns()),), columns(), shows_colour)
    click.echo(text, err=True, color=shows_colour)
    sys.exit(status_of(error))


def status_of(error: ScorerError) -> int:
    """1 for a hand that does not win, 2 for what cannot be understood.

    >>> status_of(NotAWinner("no_pattern", "This hand cannot win."))
    1
    """
    return DOES_NOT_WIN if isinstance(error, NotAWinner) else NOT_UNDERSTOOD
