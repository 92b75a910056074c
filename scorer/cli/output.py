"""Output of results and errors: formats, terminal width, colours and tiles, exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from scorer.errors import Fault, InputError, NotAWinner, ScorerError
from scorer.languages import LANGUAGES, data_language, language_of_tag
from scorer.message import Listed, Message
from scorer.parameters import PARAMETERS
from scorer.settings import project_settings
from scorer.writing import as_data, as_html, as_markdown, as_plain_text, as_svg, as_text, error_text

if TYPE_CHECKING:
    from scorer.hand import Request, SaidParts
    from scorer.render.document import Document
    from scorer.ruleset.model import Ruleset
    from scorer.teach.answers import Refusal

DOES_NOT_WIN, INVALID_INPUT = 1, 2
"""Exit statuses other than 0."""
DEFAULT_COLUMNS = 80
"""Columns if the output is not a terminal."""
TERMINALS_WITHOUT_TILES = ("", "dumb", "linux")
"""Terminals (TERM) whose fonts have no tiles: none, one without control codes, the console of Linux."""


FIRST_USE = "Reading all shipped rulesets, which takes a moment; the next run finds them in the cache."

# ---- the language

LANGUAGE_FLAG, LANGUAGE_VARIABLE = PARAMETERS["language"].option, "SCORER_LANG"
LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language of messages, the most important one first (POSIX, section 8.2)."""


def default_language(follows_locale: bool) -> str:
    """The language named by the environment variable, else by the settings of the project, else by the locale
    if that counts, else English.

    Raises InputError if the environment variable names a language that does not exist.
    """
    named = os.environ.get(LANGUAGE_VARIABLE, "").strip()
    if named:
        if found := language_of_tag(named):
            return found
        message = Message("no such language", named, Listed(LANGUAGES, "comma"))
        raise InputError([Fault(LANGUAGE_VARIABLE, None, message, "notation")])
    if chosen := project_settings().lang:
        return language_of_tag(chosen)
    locale = next((text for name in LOCALE_VARIABLES if (text := os.environ.get(name))), "")
    return (language_of_tag(locale) if follows_locale else "") or LANGUAGES[0]


def language_on_line(args: Sequence[str]) -> str:
    """The language for an error of a command line that could not be parsed."""
    for arg, following in zip(args, [*args[1:], ""], strict=False):
        option, _, value = arg.partition("=")
        if option == LANGUAGE_FLAG and (found := language_of_tag(value or following)):
            return found
    with suppress(ScorerError):
        return default_language(follows_locale=True)
    return LANGUAGES[0]


GAME_LANGUAGE_KEY = "scorer.game_language"
"""Where a context notes the language of errors, with the words of the game that is scored."""


# ---- the terminal


def terminal_columns(fallback: int = DEFAULT_COLUMNS) -> int:
    """The number of columns that a line may fill."""
    from shutil import get_terminal_size

    return get_terminal_size((fallback, 24)).columns


def can_use_colour(stream: TextIO) -> bool:
    """Whether to use colour: on a terminal, unless NO_COLOR is set (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def can_show_tiles(stream: TextIO) -> bool:
    """Whether a stream is a terminal with Unicode whose font probably has mahjong tiles."""
    encoding = (stream.encoding or "").lower().replace("-", "")
    return (
        stream.isatty() and encoding == "utf8" and os.environ.get("TERM", "") not in TERMINALS_WITHOUT_TILES
    )


# ---- formats

TABLE, JSON, MARKDOWN = "table", "json", "markdown"
FORMATS = (TABLE, JSON, MARKDOWN, "plain")
HTML, SVG = "html", "svg"
PAGE_FORMATS = (*FORMATS, HTML)
HAND_FORMATS = (*PAGE_FORMATS, SVG)


def print_json(result: Any) -> None:
    """Prints a result as JSON: indented on a terminal, on one line otherwise."""
    import json

    text = json.dumps(result, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None)
    if text.replace("\n", "").isprintable():
        click.echo(text.encode())
    else:
        from scorer.render.text import json_bytes  # only for texts with control characters

        click.echo(json_bytes(text))


def print_answer(value: object, language: str = "en", form: str = TABLE, tiles: str | None = None) -> None:
    """Prints the answer to a question, in the requested format.

    A table about a hand shows its tiles in Unicode if they are asked for or can be shown. Raises InputError
    if a picture is requested and there is no hand.
    """
    if form == JSON:
        print_json(as_data(value, language))
    elif form == HTML:
        print_utf8(as_html(value, language))
    elif form == SVG:
        print_utf8(as_svg(value, language))
    else:
        shows_colour = can_use_colour(sys.stdout)
        if form == TABLE:
            shows_tiles = tiles == "unicode" if tiles else can_show_tiles(sys.stdout)
            columns = terminal_columns()
            text = as_text(value, language, columns, colour=shows_colour, tiles=shows_tiles)
        else:
            write = as_markdown if form == MARKDOWN else as_plain_text
            text = write(value, language)
        click.echo(text, color=shows_colour)


def said_notes(said: SaidParts, request: Request, ruleset: Ruleset, language: str) -> Document:
    """Why a hand lacks patterns that were named beside it, or has what was denied."""
    if not said:
        return ()
    from scorer.questions.hands import wrongly_said_parts
    from scorer.render.breakdown import wrongly_said_notes

    return wrongly_said_notes(wrongly_said_parts(said, request, ruleset), language)


def compared_notes(said: SaidParts, request: Request, rulesets: Sequence[Ruleset], language: str) -> Document:
    """Why a hand lacks patterns that were named with it, or has what was denied, under each of several
    rulesets.
    """
    if not said:
        return ()
    from scorer.questions.hands import wrongly_said_parts_by_ruleset
    from scorer.render.breakdown import compared_said_notes

    return compared_said_notes(wrongly_said_parts_by_ruleset(said, request, rulesets), language)


def print_notes(notes: Document, language: str, form: str) -> None:
    """Prints notes below the answer to a question; on standard error, if the answer is data or a picture."""
    if not notes:
        return
    if form in (JSON, HTML, SVG):
        click.echo(as_plain_text(notes), err=True)
    else:
        click.echo()
        print_answer(notes, language, form)


def game_language(rules: Ruleset, language: str) -> str:
    """The language in which a game is told. Says on standard error if it is not told in the wanted one."""
    if click.get_current_context().meta.get("scorer.form") == JSON:
        return rules.display_language(data_language(language))
    from scorer.labels import missing_language_note

    if note := missing_language_note(rules, language):
        click.echo(note, err=True)
    return rules.display_language(language)


def print_utf8(text: str) -> None:
    """Prints a page or picture in UTF-8, which it declares itself, whatever the encoding of the terminal."""
    click.echo(text.encode(errors="replace"), nl=False)


def explain_first_use() -> None:
    """Explains on a terminal why a command takes seconds, if it has to read many shipped rulesets. It does so
    only if their files have changed, and only once after each change.
    """
    if not sys.stderr.isatty():
        return
    from scorer.engine.catalogue import BEFORE_INDEX

    if not BEFORE_INDEX:
        BEFORE_INDEX.append(partial(click.echo, FIRST_USE, err=True))


def print_refusal_and_exit(
    refusal: Refusal,
    language: str,
    form: str,
    tiles: str | None = None,
    brief: bool = False,
    notes: Document = (),
) -> NoReturn:
    """Prints why a hand does not win, on standard output like any other result, with notes, and exits.

    `brief` leaves out the hand, and what would make it win.
    """
    explain_first_use()
    print_answer(refusal.error if brief and form != JSON else refusal, language, form, tiles)
    print_notes(notes, language, form)
    sys.exit(exit_status(refusal.error))


# ---- errors


def print_error_and_exit(error: ScorerError, form: str = TABLE, language: str = "en") -> NoReturn:
    """Prints an error on standard error and exits with its status.

    If the format is JSON, the error is printed as JSON on standard output.
    """
    if form == JSON:
        print_json(as_data(error, language))
    else:
        print_error(error, language)
    sys.exit(exit_status(error))


def print_error(error: ScorerError, language: str, head: str = "") -> None:
    """Prints an error on standard error, below a line `head` if there is one."""
    shows_colour = can_use_colour(sys.stderr)
    text = error_text(error, terminal_columns(), language, colour=shows_colour)
    click.echo(f"{head}\n{text}" if head else text, err=True, color=shows_colour)


def exit_status(error: ScorerError) -> int:
    """The exit status of an error: 1 for a hand that does not win, 2 for invalid input.

    >>> exit_status(NotAWinner("no_pattern", "This hand cannot win."))
    1
    """
    return DOES_NOT_WIN if isinstance(error, NotAWinner) else INVALID_INPUT


# ---- progress

UPDATE_SECONDS = 0.2
"""Seconds between two updates of a progress bar, because drawing it takes longer than scoring a hand."""


@contextmanager
def progress(
    label: str, length: int | None, position: Callable[[], int] | None = None, is_shown: bool = True
) -> Iterator[Callable[..., None]]:
    """A progress bar, as a function to call with the number of items done since the last call.

    The bar goes to standard error, so that results can be piped. Nothing is drawn if `is_shown` is false or
    standard error is not a terminal. The bar also shows the number of items and the items per second.
    `length` is the end of the bar, None if it is unknown. If the length is not a number of items, `position`
    returns the current place.
    """
    if not is_shown or not sys.stderr.isatty():
        yield lambda more=1: None
        return
    span: dict[str, Any] = {"iterable": count()} if length is None else {"length": length}
    with click.progressbar(**span, label=label, file=sys.stderr, item_show_func=lambda text: text) as bar:
        done = at = 0
        start = looked = monotonic()

        def tick(count: int = 1, wait: float = UPDATE_SECONDS) -> None:
            nonlocal done, at, looked
            done, now = done + count, monotonic()
            if now - looked > wait:
                looked, place = now, position() if position else done
                bar.update(max(0, place - at), rate_text(done, now - start))
                at = max(at, place)

        yield tick
        tick(0, wait=-1)


def rate_text(count: int, seconds: float) -> str:
    """The number of items done, and the number per second.

    >>> rate_text(12_000, 2)
    '12,000, 6,000/s'
    >>> rate_text(3, 6)
    '3, 0.5/s'
    """
    rate = count / max(seconds, 1e-6)
    return f"{count:,}, {rate:,.{0 if rate >= 10 else 1}f}/s"
