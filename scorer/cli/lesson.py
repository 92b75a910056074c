"""`scorer lesson`: a printable handout of one game."""

from __future__ import annotations

from pathlib import Path

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import game_language, print_utf8
from scorer.errors import Fault, InputError, system_message
from scorer.message import Message
from scorer.questions import practice
from scorer.questions.practice import childrens_lesson
from scorer.writing import as_html

DEFAULT_EXERCISES = 10


@click.command(cls=PlainCommand)
@shared.ruleset_option
@click.option(
    "--out",
    "output_path",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Output file (default: standard output).",
)
@shared.rule_options
@shared.parameter_option("seed", help_text="The same seed gives the same exercises.")
@shared.number_option("--exercises count", 0, 50, DEFAULT_EXERCISES, "Number of exercises.")
@click.option(
    "--all",
    "has_all_patterns",
    is_flag=True,
    help="Include every pattern, the house rules, and exercises with rare hands.",
)
@click.option("--children", is_flag=True, help="Write for children: short sentences and large tiles.")
@shared.language_option_of_text
def lesson(
    ruleset: str,
    output_path: Path | None,
    options: tuple[str, ...],
    seed: int,
    count: int,
    has_all_patterns: bool,
    children: bool,
    language: str,
) -> None:
    """Write a printable handout for a club evening as one HTML page.

    The handout is for beginners. It explains the deal and a turn, and has a one-page summary of the game, the
    patterns to learn first with drawn examples, the tables of points and payments, and exercises with
    solutions on the last page. For riichi it prints on six pages, A4 or Letter. It works without a network.
    --children needs rules with text for children, such as ponjan.

    \b
    scorer lesson --out riichi.html
    scorer lesson -r mcr --all --out all-patterns.html
    scorer lesson -r club.yaml -o red_fives=0 --seed 7 --out club.html
    scorer lesson -r ponjan --children --out kodomo.html
    """
    rules = shared.chosen_ruleset(ruleset, options, language)
    told: object
    if children:
        shared.refuse_options({"--all": has_all_patterns}, "options cannot be combined", "--children")
        told = childrens_lesson(rules, seed=seed, exercises=count, language=language)
    else:
        shown = game_language(rules, language)
        told = practice.lesson(
            rules, seed=seed, exercises=count, has_all_patterns=has_all_patterns, language=shown
        )
    text = as_html(told)
    if output_path is None:
        print_utf8(text)
        return
    try:
        output_path.write_text(text, encoding="utf-8")
    except OSError as error:
        message = Message("cannot write this file", system_message(error))
        raise InputError(
            [Fault("--out", 0, message, "notation", len(str(output_path)), str(output_path))]
        ) from error
