"""`scorer rulesets diff`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from scorer.audit.differences import Difference, differences
from scorer.audit.effects import Effect, effect
from scorer.cli import completion
from scorer.cli.options import format_option, language_option
from scorer.cli.output import show, show_json
from scorer.cli.progress import progress
from scorer.library import load_ruleset
from scorer.render.comparison import comparison, comparison_json
from scorer.render.differences import differences_document, differences_json, effect_document, effect_json
from scorer.render.document import Document, paragraph
from scorer.render.result import Object
from scorer.ruleset.model import Ruleset
from scorer.teach.compare import Column, compared

MOST_HANDS = 100_000


@click.command("diff")
@click.argument("before", metavar="A", shell_complete=completion.rulesets)
@click.argument("after", metavar="B", shell_complete=completion.rulesets)
@click.option(
    "--hands",
    type=click.IntRange(1, MOST_HANDS),
    metavar="N",
    help="Score N sample hands under both as well, and show three that change.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Other hands for another number.")
@language_option
@format_option
def command(before: str, after: str, hands: int | None, seed: int, language: str, form: str) -> None:
    """Show how two rulesets differ, by id and value, and with --hands what it does to hands.

    A and B are shipped rulesets or YAML files. Options that differ are named with what they do; values
    are those in force under the options of each.

    \b
    scorer rulesets diff riichi m-league
    scorer rulesets diff tenhou ema --hands 1000
    """
    rulesets = load_ruleset(before), load_ruleset(after)
    shown = _Shown(_labels(before, after, rulesets), language)
    found = differences(*rulesets)
    played = _played(rulesets, hands, seed) if hands else None
    examples = [compared(pair.request, (before, after), {}) for pair in played.examples] if played else []
    if form == "json":
        show_json(shown.json(found, played, examples))
    else:
        show(shown.document(found, played, examples), form)


def _played(rulesets: tuple[Ruleset, Ruleset], hands: int, seed: int) -> Effect:
    with progress("Sample hands", hands) as tick:
        return effect(*rulesets, hands, seed, tick)


def _labels(before: str, after: str, rulesets: tuple[Ruleset, Ruleset]) -> tuple[str, str]:
    """Ids, or what was typed where two files have the same name."""
    first, second = (ruleset.id for ruleset in rulesets)
    return (first, second) if first != second else (before, after)


class _Shown:
    """The parts of the answer, put together in one of two ways."""

    def __init__(self, labels: tuple[str, str], language: str) -> None:
        self.labels, self.language = labels, language

    def document(
        self, found: Sequence[Difference], played: Effect | None, examples: Sequence[list[Column]]
    ) -> Document:
        document = differences_document(found, self.labels, self.language)
        if played is not None:
            document = (*document, *effect_document(played, self.labels, self.language))
        for number, columns in enumerate(examples, 1):
            document = (*document, paragraph(f"Hand {number}"), *comparison(columns, self.language))
        return document

    def json(
        self, found: Sequence[Difference], played: Effect | None, examples: Sequence[list[Column]]
    ) -> Object:
        result = differences_json(found, self.labels, self.language)
        if played is None:
            return result
        hands = [comparison_json(columns, self.language) for columns in examples]
        return result | {"effect": effect_json(played) | {"examples": hands}}
