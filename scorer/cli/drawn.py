"""Prints what is said of a hand: as text, with its tiles where they can be shown, as a page, as a picture."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

import click

from scorer.cli.output import show
from scorer.errors import Fault, InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from scorer.hand import Hand
    from scorer.readings import Reading
    from scorer.render.document import Document
    from scorer.render.unicode_tiles import Faces
    from scorer.ruleset.model import Ruleset

PAGE, PICTURE, UNICODE, TABLE = "html", "svg", "unicode", "table"
WITHOUT_TILES = ("", "dumb", "linux")
"""Terminals (TERM) whose fonts have no tiles: none, one without control codes, the console of Linux."""


def show_hand(
    document: Document,
    hand: Hand | None,
    ruleset: Ruleset,
    given: dict[str, Any],
    reading: Reading | None = None,
) -> None:
    """Prints a document about a hand in the format asked for; without a hand only the document.

    Raises InputError where a picture is asked for and there is no hand.
    """
    form = given["form"]
    if form == PAGE:
        _print(_page(document, hand, ruleset, given["language"]))
    elif form == PICTURE:
        _print(_picture(hand, ruleset, given["language"]))
    elif hand:
        from scorer.render.understood import faces_of

        show_tiles(document, lambda: faces_of(hand, reading, ruleset.tileset), given)
    else:
        show(document, form)


def show_tiles(document: Document, faces: Callable[[], Faces], given: dict[str, Any]) -> None:
    """Prints a document about a hand in a format for people, its tiles above it where they can be shown."""
    form = given["form"]
    if form == TABLE and _wants_tiles(given.get("tiles")):
        from scorer.render.unicode_tiles import glyph_line, with_tile_line

        document = with_tile_line(document, glyph_line(faces()))
    show(document, form)


def _page(document: Document, hand: Hand | None, ruleset: Ruleset, language: str) -> str:
    from scorer.render.html import document_page, hand_page
    from scorer.tiles import name_in

    if hand is None:
        return document_page(name_in(ruleset.names, language), document, ruleset, language)
    return hand_page(hand, ruleset, document, language)


def _picture(hand: Hand | None, ruleset: Ruleset, language: str) -> str:
    from scorer.render.html import hand_svg

    if hand is None:
        raise InputError([Fault("--format", None, "no ruleset scores this hand: nothing is drawn", "hand")])
    return hand_svg(hand, ruleset.tileset, language)


def _print(text: str) -> None:
    """A page or picture, in UTF-8 whatever the terminal speaks: the text says that it is."""
    click.echo(text.encode(), nl=False)


def _wants_tiles(asked: str | None) -> bool:
    return asked == UNICODE if asked else can_show_tiles(sys.stdout)


def can_show_tiles(stream: TextIO) -> bool:
    """Whether a stream is a terminal that takes Unicode and can be expected to have tiles in its font."""
    encoding = (stream.encoding or "").lower().replace("-", "")
    return stream.isatty() and encoding == "utf8" and os.environ.get("TERM", "") not in WITHOUT_TILES


def save(text: str, file: Path | None) -> None:
    """Writes a page to a file, or prints it. Raises InputError where the file cannot be written."""
    if file is None:
        _print(text)
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"this file cannot be written: {error.strerror or error}"
        raise InputError([Fault("--out", 0, message, "notation", len(str(file)), str(file))]) from error
