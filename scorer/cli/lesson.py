"""`scorer lesson`: a printable handout of one game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from scorer.cli import options
from scorer.cli.main import PlainCommand
from scorer.cli.output import print_utf8
from scorer.errors import Fault, InputError

DEFAULT_EXERCISES = 10


@click.command(cls=PlainCommand)
@options.ruleset_option
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Output file (default: standard output).",
)
@options.rule_options
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same exercises.")
@options.number_option("--exercises count", 0, 50, DEFAULT_EXERCISES, "Number of exercises.")
@options.language_option
def lesson(**given: Any) -> None:
    """Write a printable handout for a club evening as one HTML page.

    The handout has the game on one page, every pattern with a drawn example, the tables of points and
    payments, and exercises with their solutions on the last page. It prints on A4 and needs no network.

    \b
    scorer lesson --out riichi.html
    scorer lesson -r ponjan-anoa --out ponjan.html
    scorer lesson -r club.yaml -o red_fives=0 --seed 7 --out club.html
    """
    from scorer.render.lesson import lesson_page
    from scorer.teach.lesson import make_lesson as taught

    rules, file = options.load_given_ruleset(given), given["out"]
    text = lesson_page(taught(rules, given["seed"], given["count"], given["language"]))
    if file is None:
        print_utf8(text)
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"cannot write this file: {error.strerror or error}"
        raise InputError([Fault("--out", 0, message, "notation", len(str(file)), str(file))]) from error
