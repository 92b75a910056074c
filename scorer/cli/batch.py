"""`scorer batch`: JSON Lines in, JSON Lines out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from typing import BinaryIO

import click

from scorer.batch.lines import raw_lines
from scorer.batch.run import Outcome, Rulesets, outcomes
from scorer.cli.default import default_ruleset
from scorer.cli.options import one_ruleset, option_values, rule_options
from scorer.render.result import error_of, result_of


@click.command()
@click.argument("file", default="-")
@one_ruleset
@rule_options
@click.option("--out", metavar="FILE", help="Write the results to a file.")
def batch(file: str, ruleset: str, options: tuple[str, ...], out: str | None) -> None:
    """Score many hands: one JSON object on each line, one result line for each, in the same order."""
    rulesets = Rulesets(ruleset or default_ruleset(), option_values(options))
    rulesets.get()
    with ExitStack() as stack:
        source = sys.stdin.buffer if file == "-" else stack.enter_context(open(file, "rb"))
        target = stack.enter_context(open(out, "wb")) if out else sys.stdout.buffer
        failed = _write(outcomes(raw_lines(source), rulesets), target)
    sys.exit(1 if failed else 0)


def _write(found: Iterable[Outcome], target: BinaryIO) -> int:
    failed = 0
    for outcome in found:
        target.write(_line(outcome))
        target.flush()
        failed += outcome.score is None
    return failed


def _line(outcome: Outcome) -> bytes:
    result = {"id": outcome.ident}
    if outcome.score is not None:
        result |= result_of(outcome.score)
    elif outcome.error is not None:
        result |= error_of(outcome.error)
    text = json.dumps(result, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace")  # a lone surrogate becomes its JSON escape
