"""`scorer batch`: many hands in, as many results out."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from scorer.batch.resume import skipped
from scorer.batch.run import Rulesets
from scorer.cli.batch_files import (
    PARQUET,
    STANDARD,
    Hands,
    ending,
    opened_hands,
    opened_results,
    refuse_own_input,
)
from scorer.cli.batch_run import Results, Run
from scorer.cli.default import default_ruleset
from scorer.cli.options import language_option, one_ruleset, option_values, rule_options
from scorer.render.result_lines import LineScorer, prepare, score_group

if TYPE_CHECKING:
    from scorer.batch.run import Summary

GROUP, SLOW_GROUP = 200, 4
"""Hands that a process is given at once; few where each takes long."""
MOST_JOBS = 256
WAITING = (
    'waiting for hands on standard input, one object a line, such as {"hand": "123m456p789s11222z+1z"}; '
    "Ctrl-D ends them, Ctrl-C stops; scorer batch --help tells more"
)


@click.command()
@click.argument("file", default=STANDARD, metavar="[FILE|-]")
@one_ruleset
@rule_options
@language_option
@click.option(
    "--near", is_flag=True, help="Say what each hand that does not win lacks and just misses (slow)."
)
@click.option("--out", metavar="FILE", help="Write the results to a file: .csv, .parquet, else JSON Lines.")
@click.option("--resume", is_flag=True, help="Go on with --out after its last whole line.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    metavar="N",
    help="Use so many processes; the order stays.",
)
@click.option("--summary", is_flag=True, help="Tell on standard error what the run comes to.")
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default="table",
    help="How --summary is printed.",
)
def batch(**given: Any) -> None:
    """Score many hands: one JSON object a line in, one result a line out, in the same order.

    Only "hand" must be there; further keys are id, win, round, seat, from, with, dora, ura, honba, sticks,
    pao, ruleset and options. The options of the command line belong to its ruleset; those of a line go over
    them. A bad line gives an error in its place, and the run goes on. Blank lines are left out.

    \b
    scorer batch hands.jsonl -r tenhou --out results.jsonl
    scorer batch hands.csv --out results.csv --jobs 2 --summary
    scorer batch hands.csv --out results.csv --resume
    echo '{"hand": "234m345p67p456s55s+8p", "win": "tsumo"}' | scorer batch

    FILE.csv and FILE.parquet have the keys as columns, an empty cell for a key left out. "with" and
    "options" (NAME=VALUE) hold words separated by spaces, and so does "pao" (PATTERN=WIND).

    \b
    Columns of results as .csv or .parquet:
      id ok ruleset hand      as in JSON; ok is true or false
      patterns bonuses        id:value id:value ...
      the ruleset's units     han fu yakuman in riichi, fan in pocket-mahjong
      limit points total      as in JSON
      payments                E:-1000 S:3000 ...
      error message           kind and message where there is no score

    Ctrl-C and SIGTERM end a run between two lines. Parquet needs pip install 'scorer[batch]'.

    The exit status is 0 where every line is scored, 1 where some are not, 2 where nothing can be run.
    """
    if given["resume"] and (not given["out"] or ending(given["out"]) == PARQUET):
        raise click.UsageError("--resume goes on with the lines of --out FILE, which can be .jsonl or .csv")
    rulesets = Rulesets(given["ruleset"] or default_ruleset(), option_values(given["options"]))
    rulesets.check()
    with ExitStack() as stack:
        hands = opened_hands(given["file"], lambda: rulesets.indicators("", {}), stack)
        refuse_own_input(given["file"], given["out"])
        if given["file"] == STANDARD and sys.stdin.isatty():
            click.echo(WAITING, err=True)
        columns = partial(_columns, rulesets)
        sink, done = opened_results(given["out"], columns, given["resume"], hands.patience, stack)
        if done:
            skipped(hands.items, done, given["out"])
        run = Run(sink, _summary(rulesets) if given["summary"] else None, done)
        status = run.through(hands, _results(hands, rulesets, given), bool(given["out"]))
    run.report(given["form"])
    sys.exit(status or (1 if run.failed else 0))


def _columns(rulesets: Rulesets) -> tuple[str, ...]:
    from scorer.batch.tables import columns_of

    return columns_of(rulesets.get())


def _summary(rulesets: Rulesets) -> Summary:
    from scorer.batch.run import Summary
    from scorer.batch.tables import units_of

    return Summary(("points", *units_of(rulesets.get())))


def _results(hands: Hands, rulesets: Rulesets, given: dict[str, Any]) -> Results:
    near, language, jobs = given["near"], given["language"], given["jobs"]
    if jobs == 1:
        yield from LineScorer(rulesets, near, language).results(hands.items)
        return
    from scorer.batch.jobs import groups_of, in_order

    groups = groups_of(hands.items, SLOW_GROUP if near else GROUP)
    arguments = (rulesets.name, rulesets.options, near, language)
    for group in in_order(score_group, groups, jobs, prepare, arguments):
        yield from group
