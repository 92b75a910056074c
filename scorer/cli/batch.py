"""`scorer batch`: many hands in, as many results out."""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import Any

import click

from scorer.batch.files import PARQUET, STANDARD, file_ending
from scorer.batch.run import Run, RunOptions
from scorer.cli.main import PlainCommand
from scorer.cli.options import default_ruleset, language_option, option_values, rule_options, ruleset_option
from scorer.cli.output import progress, terminal_columns
from scorer.phrases import plural

MOST_JOBS = 256
WAITING = (
    'waiting for hands on standard input, one object a line, such as {"hand": "123m456p789s11222z+1z"}; '
    "Ctrl-D ends them, Ctrl-C stops; scorer batch --help tells more"
)


@click.command(cls=PlainCommand)
@click.argument("file", default=STANDARD, metavar="[FILE|-]")
@ruleset_option
@rule_options
@language_option
@click.option(
    "--near",
    is_flag=True,
    help="For each hand that does not win, show what it lacks and the patterns it just misses (slow).",
)
@click.option(
    "--out",
    metavar="FILE",
    help="Write the results to a file: .csv, .parquet, or JSON Lines for any other ending.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Continue --out after its last complete line, if nothing that it depends on has changed.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Use N processes; results stay in order. Default: one, or one per CPU for a long file.",
)
@click.option("--summary", is_flag=True, help="Print a summary of the run on standard error.")
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(["table", "json"]),
    default="table",
    help="How --summary is printed.",
)
def batch(**given: Any) -> None:
    """Score many hands: read one JSON object per line and write one result per
    line, in the same order.

    Only "hand" is required; the other keys are id, win, round, seat, from,
    with, dora, ura, honba, sticks, pao, ruleset and options. The options of a
    line override those of the command line, which apply only to the ruleset
    given there. An invalid line gives an error in its place, and the run
    continues. Blank lines are skipped.

    \b
    scorer batch hands.jsonl -r tenhou --out results.jsonl
    scorer batch hands.csv --out results.csv --jobs 2 --summary
    scorer batch hands.csv --out results.csv --resume
    echo '{"hand": "234m345p67p456s55s+8p", "win": "tsumo"}' | scorer batch

    FILE.csv and FILE.parquet have the keys as columns; leave the cell empty to
    omit a key. "with", "options" (NAME=VALUE) and "pao" (PATTERN=WIND) hold
    words separated by spaces.

    \b
    Columns of results as .csv or .parquet:
      id ok ruleset hand      as in JSON; ok is true or false
      patterns bonuses        id:value id:value ...
      the ruleset's units     han fu yakuman in riichi, fan in pocket-mahjong
      limit points total      as in JSON
      payments                E:-1000 S:3000 ...
      error message           kind and message if there is no score

    An id is written to a CSV file exactly as it was given. A spreadsheet may treat an id such as
    =HYPERLINK(...) as a formula: if you do not trust the ids, import the columns as text.

    Next to results.csv, a run keeps results.csv.resume: the ruleset, options, version, formats and language
    of the run, and a digest of the input so far. --resume continues only if all of this is unchanged. The
    file is kept when the run is finished, so that lines added to the input can be scored with --resume as
    well; delete it if you do not need that.

    Every invalid line gets an error message. Only the first 20 of a run also
    get a hint, such as other rulesets in which the tiles are complete, because
    a hint takes as long as 200 hands.

    Ctrl-C and SIGTERM stop a run between two lines. Parquet needs pip install 'mahjong-scorer[batch]'.

    The exit status is 0 if every line is scored, 1 if some are not, and 2 if
    the run cannot start.
    """
    if given["resume"] and (not given["out"] or file_ending(given["out"]) == PARQUET):
        raise click.UsageError("--resume goes on with the lines of --out FILE, which can be .jsonl or .csv")
    rules = given["ruleset"] or default_ruleset(), option_values(given["options"])
    asked = {name: given[name] for name in ("file", "out", "resume", "jobs", "near", "language", "summary")}
    run = Run(RunOptions(**asked), *rules, partial(click.echo, err=True))
    if given["file"] == STANDARD and sys.stdin.isatty():
        click.echo(WAITING, err=True)
    status = run.write_all(partial(progress, "Hands", is_shown=bool(given["out"])))
    _report(run, given["form"])
    sys.exit(status or (1 if run.failed else 0))


def _report(run: Run, form: str) -> None:
    """The summary, or how many hands are not scored."""
    if run.summary:
        from scorer.render.summary import summary_document, summary_json
        from scorer.render.text import terminal_text

        if form == "json":
            click.echo(json.dumps(summary_json(run.summary), ensure_ascii=False), err=True)
        else:
            click.echo(terminal_text(summary_document(run.summary), terminal_columns()), err=True)
    elif run.failed:
        hands, are = plural("hand", run.lines), "is" if run.failed == 1 else "are"
        click.echo(f"{run.failed:,} of {run.lines:,} {hands} {are} not scored", err=True)
