"""`scorer batch`: many hands in, as many results out."""

from __future__ import annotations

import json
import sys
from functools import partial

import click

from scorer.cli.main import PlainCommand
from scorer.cli.options import (
    default_ruleset,
    language_option_for_programs,
    option_values,
    parameter_option,
    rule_options,
    ruleset_option,
)
from scorer.cli.output import JSON, progress, terminal_columns
from scorer.cli.usage import WholeNumber, WordChoice, usage_error
from scorer.message import Message, message_text
from scorer.scoring import load_ruleset
from scorer.writing import as_data, as_text

STANDARD = "-"
MOST_JOBS = 256
SAMPLE_LINE = '{"hand": "123m456p789s11222z+1z"}'


@click.command(cls=PlainCommand)
@click.argument("file", default=STANDARD, metavar="[FILE|-]")
@ruleset_option
@rule_options
@language_option_for_programs
@click.option(
    "--near",
    "near_misses",
    is_flag=True,
    help="For each hand that does not win, show what it lacks and the patterns it just misses (slow).",
)
@click.option(
    "--out",
    "output_path",
    metavar="FILE",
    help="Write the results to a file: .csv, .parquet, or JSON Lines for any other ending.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Continue an interrupted run after the last complete line of --out.",
)
@click.option(
    "--jobs",
    type=WholeNumber(1, MOST_JOBS),
    metavar="N",
    help="Number of processes. Default: 1, or one per CPU for a long file.",
)
@click.option("--summary", is_flag=True, help="Print a summary of the run on standard error.")
@parameter_option(
    "form",
    help_text="Format of the summary.",
    metavar=None,
    type=WordChoice(["table", JSON]),
    default="table",
)
def batch(
    file: str,
    ruleset: str,
    options: tuple[str, ...],
    language: str,
    near_misses: bool,
    output_path: str | None,
    resume: bool,
    jobs: int | None,
    summary: bool,
    form: str,
) -> None:
    """Score many hands: read one JSON object per line and write one result per
    line, in the same order.

    Only "hand" is required; the other keys are id, win, round, seat, from,
    with, dora, ura, honba, sticks, pao, ruleset and options. House rules set
    with -o apply to all lines that use the ruleset of the command line; the
    "options" of a line override them. For an invalid line, an error takes the
    place of the result, and the run continues. Blank lines are skipped.

    \b
    scorer batch hands.jsonl -r tenhou --out results.jsonl
    scorer batch hands.csv --out results.csv --jobs 2 --summary
    scorer batch hands.csv --out results.csv --resume
    echo '{"hand": "234m345p67p456s55s+8p", "win": "tsumo"}' | scorer batch

    In a .csv or .parquet file, each key is a column; leave a cell empty to
    omit the key. The cells of "with", "options" (NAME=VALUE) and "pao"
    (PATTERN=WIND) may hold several words, separated by spaces.

    \b
    Columns of the results in a .csv or .parquet file:
      id ok ruleset hand      as in JSON; ok is true or false
      patterns bonuses        id:value id:value ...
      units of the ruleset    han fu yakuman in riichi, fan in pocket-mahjong
      limit points total      as in JSON
      payments                E:-1000 S:3000 ...
      error message           kind of error, and message, if there is no score
      line                    line of the input, for an error without an id

    An id is written to a CSV file exactly as it was given. A spreadsheet may treat an id such as
    =HYPERLINK(...) as a formula: if you do not trust the ids, import the columns as text.

    Next to results.csv, a run writes results.csv.resume. It records the ruleset, options, version, formats
    and language of the run, and a digest of the input so far. --resume continues only if all of these are
    unchanged. The file stays after the run, so that --resume can also score lines that are added to the
    input later. If you do not need that, delete it.

    Every invalid line gets an error message. Finding a hint, such as
    another ruleset in which the tiles form a complete hand, takes as long as
    scoring 200 hands, so only the first 20 invalid lines of a run get one.

    Ctrl-C and SIGTERM stop a run between two lines. Parquet needs pyarrow: run
    pip install '.[batch]' in the folder of your clone.

    The exit status is 0 if every line is scored, 1 if some are not, and 2 if
    the run cannot start.
    """
    from scorer.batch.run import can_resume, score_file

    if resume and not can_resume(output_path):
        raise usage_error(Message("resume needs out with ending"))
    name, values = ruleset or default_ruleset(), option_values(options)
    load_ruleset(name, values)  # its errors come before hands are waited for
    if file == STANDARD and sys.stdin.isatty():
        click.echo(message_text(Message("waiting for hands", SAMPLE_LINE), language), err=True)
    report = score_file(
        file, output_path, name, values,
        resume=resume, jobs=jobs, near_misses=near_misses, language=language, summary=summary,
        say=partial(click.echo, err=True), bar=partial(progress, "Hands", is_shown=bool(output_path)),
    )  # fmt: skip
    if report.summary and form == JSON:
        click.echo(json.dumps(as_data(report.summary), ensure_ascii=False), err=True)
    elif report.summary:
        click.echo(as_text(report.summary, language=language, columns=terminal_columns()), err=True)
    elif report.failures:
        told = Message("hands not scored", report.failures, report.hands)
        click.echo(message_text(told, language), err=True)
    sys.exit(report.status or (1 if report.failures else 0))
