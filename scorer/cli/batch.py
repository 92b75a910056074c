"""`scorer batch`: JSON Lines in, JSON Lines out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from typing import BinaryIO

import click

from scorer.batch.lines import raw_lines
from scorer.batch.run import Outcome, Rulesets, outcomes
from scorer.cli.default import default_ruleset
from scorer.cli.options import language_option, one_ruleset, option_values, rule_options
from scorer.fast.engine import Engine
from scorer.render.quick import QuickResults, line_text
from scorer.render.result import error_of, result_of

STANDARD = "-"


@click.command()
@click.argument("file", default=STANDARD, metavar="[FILE|-]")
@one_ruleset
@rule_options
@language_option
@click.option(
    "--near", is_flag=True, help="Say what each hand that does not win lacks and just misses (slow)."
)
@click.option("--out", metavar="FILE", help="Write the results to a file.")
def batch(
    file: str, ruleset: str, options: tuple[str, ...], language: str, near: bool, out: str | None
) -> None:
    """Score many hands: one JSON object a line in, one result a line out, in the same order.

    Only "hand" must be there; further keys are id, win, round, seat, from, with, dora, ura, honba, sticks,
    pao, ruleset and options. The options of the command line belong to its ruleset; those of a line go over
    them. A bad line gives an error in its place, and the run goes on. Blank lines are left out.

    \b
    scorer batch hands.jsonl -r tenhou --out results.jsonl
    echo '{"hand": "234m345p67p456s55s+8p", "win": "tsumo"}' | scorer batch

    The exit status is 0 where every line is scored, 1 where some are not, 2 where nothing can be run.
    """
    rulesets = Rulesets(ruleset or default_ruleset(), option_values(options))
    rulesets.get()
    with ExitStack() as stack:
        source = sys.stdin.buffer if file == STANDARD else stack.enter_context(_opened(file, "rb"))
        _refuse_own_input(source, out)
        target = stack.enter_context(_opened(out, "wb")) if out else sys.stdout.buffer
        lines, failed = _write(outcomes(raw_lines(source), rulesets, near), target, language)
    if failed:
        click.echo(f"{failed:,} of {lines:,} hands are not scored", err=True)
    sys.exit(1 if failed else 0)


def _opened(path: str, mode: str) -> BinaryIO:
    try:
        return open(path, mode)  # type: ignore[return-value]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.UsageError(f"{path!r} cannot be opened: {reason}") from error


def _refuse_own_input(source: BinaryIO, out: str | None) -> None:
    """Opening a file for the results empties it; the hands must not be lost by that."""
    try:
        same = out is not None and os.path.samestat(os.fstat(source.fileno()), os.stat(out))
    except (OSError, ValueError):
        return
    if same and os.path.isfile(out or ""):
        raise click.UsageError(f"--out {out!r} is the file that is read")


def _write(found: Iterable[Outcome], target: BinaryIO, language: str) -> tuple[int, int]:
    """Writes each result as soon as it is there; gives how many lines there were and how many failed."""
    lines = failed = 0
    quick = _Quick(language)
    for outcome in found:
        target.write(quick.line(outcome) if outcome.quick else _line(outcome, language))
        target.flush()
        lines += 1
        failed += not outcome.is_scored
    return lines, failed


class _Quick:
    """Lines of the compiled engine's scores."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.engine: Engine | None = None
        self.results: QuickResults | None = None

    def line(self, outcome: Outcome) -> bytes:
        """The line of a score, written with what equal scores have left."""
        engine, score = outcome.quick or (None, None)
        if engine is None or score is None:
            return b""
        if self.results is None or engine is not self.engine:
            self.engine, self.results = engine, QuickResults(engine, self.language)
        text = line_text(outcome.ident, self.results.text(score)) + "\n"
        return text.encode("utf-8", "backslashreplace")


def _line(outcome: Outcome, language: str) -> bytes:
    result = {"id": outcome.ident}
    if outcome.score is not None:
        result |= result_of(outcome.score, language)
    elif outcome.error is not None:
        result |= error_of(outcome.error, outcome.advice, language)
    text = json.dumps(result, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace")  # a lone surrogate becomes its JSON escape
