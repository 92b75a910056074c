"""`scorer lesson`: a handout of one game as a page to print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from scorer.cli import options
from scorer.cli.main import PlainCommand
from scorer.cli.output import print_utf8
from scorer.errors import Fault, InputError

EXERCISES = 10


@click.command(cls=PlainCommand)
@options.one_ruleset
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the page goes; standard output where it is not said.",
)
@options.rule_options
@click.option("--seed", default=1, show_default=True, help="Another number, other exercises.")
@options.number("--exercises count", 0, 50, EXERCISES, "How many exercises.")
@options.language_option
def lesson(**given: Any) -> None:
    """Write a handout for a club evening as one page in HTML.

    The game on one page, every pattern with a drawn example, the tables of points and payments, exercises
    and, on the last page, their solutions. The page needs no network and prints on A4.

    \b
    scorer lesson --out riichi.html
    scorer lesson -r ponjan-anoa --out ponjan.html
    scorer lesson -r club.yaml -o red_fives=0 --seed 7 --out club.html
    """
    from scorer.render.lesson import lesson_page
    from scorer.teach.lesson import lesson as taught

    rules, file = options.ruleset_of(given), given["out"]
    text = lesson_page(taught(rules, given["seed"], given["count"], given["language"]))
    if file is None:
        print_utf8(text)
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"this file cannot be written: {error.strerror or error}"
        raise InputError([Fault("--out", 0, message, "notation", len(str(file)), str(file))]) from error
