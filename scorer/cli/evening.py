"""`scorer evening`: the deals, results and ranking of an evening at the table."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from scorer.cli import options as shared
from scorer.cli.main import PlainCommand
from scorer.cli.output import HTML, PAGE_FORMATS, print_answer, print_utf8
from scorer.cli.usage import WordChoice
from scorer.ruleset.find import DEFAULT_RULESET, MOST_FILE_BYTES

if TYPE_CHECKING:
    from scorer.table.evening_file import EveningFile

CSV = "csv"
HAS_FAULTS = 1
STANDARD = "-"
SUFFIXES = (".yaml", ".yml", ".csv", ".txt")
"""The ends of names of evenings and tables of results; other files are recorded games."""


@click.command(cls=PlainCommand)
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--ranking", "ranking_alone", is_flag=True, help="Show only the ranking of all files.")
@click.option(
    "--results", "results_alone", is_flag=True, help="With -f csv: write a row for each game, not each deal."
)
@click.option(
    "--empty",
    "is_empty",
    is_flag=True,
    help="Write an empty HTML sheet to print, for writing down a game of --ruleset by hand.",
)
@click.option(
    "--paper",
    type=WordChoice(["a4", "letter"], case_sensitive=False),
    default="a4",
    show_default=True,
    help="The size of the paper, for -f html and --empty.",
)
@click.option(
    "-r", "--ruleset", default=DEFAULT_RULESET, metavar="RULESET",
    help="The rules of an empty sheet, or of a table of results (CSV) that does not name them.",
)  # fmt: skip
@shared.language_option
@shared.format_option((*PAGE_FORMATS, CSV), "Output format; html is a sheet to print.")
def evening(
    files: tuple[str, ...],
    ranking_alone: bool,
    results_alone: bool,
    is_empty: bool,
    paper: str,
    ruleset: str,
    language: str,
    form: str,
) -> None:
    """Show the deals, the results and the ranking of an evening from a file
    that lists its events.

    A file is YAML with one event per line; the round, the dealer, counters and
    sticks are worked out from the events. You can also pass a table of results
    (CSV with the columns Date, E Player, E Pts and so on), or a recorded game
    that `scorer replay` can read. Several files give one ranking. The exit
    status is 1 if an event is not possible.

    \b
    scorer evening friday.yaml
    scorer evening friday.yaml -f html > sheet.html
    scorer evening *.yaml --ranking
    scorer evening friday.yaml -f csv --results
    scorer evening results.csv -r ema
    scorer evening --empty -r hong-kong --paper letter > sheet.html

    \b
    events:
    - {game: riichi, players: [Ann, Ben, Cho, Dia]}
    - {riichi: Cho}
    - {win: {Ann: 3 han 40 fu}, from: Ben}
    - {draw: exhaustive, ready: [Ann, Cho]}
    """
    from scorer.render.evening import fault_lines
    from scorer.render.evening_sheet import empty_sheet_page, evening_page
    from scorer.render.text import printable
    from scorer.scoring import load_ruleset
    from scorer.table.club_sheet import deals_csv, results_csv
    from scorer.table.evening_file import EveningRanking

    if results_alone and form != CSV:
        raise click.UsageError("--results is for -f csv")
    if bool(files) == is_empty:
        raise click.UsageError("write the FILE of an evening, or --empty for an empty sheet")
    if is_empty:
        print_utf8(empty_sheet_page(load_ruleset(ruleset, language=language), language, paper))
        return
    read = [_evening_of_file(name, ruleset, language) for name in files]
    found = EveningRanking(tuple(read))
    if form == CSV:
        evenings = [one.evening for one in read]
        print_utf8((results_csv if results_alone else deals_csv)(evenings))
        for line in (line for one in read for line in fault_lines(one, language)):
            click.echo(printable(line), err=True)
    elif ranking_alone or len(read) > 1:
        print_answer(found, language, form)
    elif form == HTML:
        print_utf8(evening_page(read[0], language, paper))
    else:
        print_answer(read[0], language, form)
    sys.exit(HAS_FAULTS if any(one.faults for one in read) else 0)


def _evening_of_file(name: str, ruleset: str, language: str) -> EveningFile:
    """An evening that was written down, or that of a recorded game, told in the words of its games."""
    from scorer.scoring import load_ruleset
    from scorer.table.evening_file import EveningFile
    from scorer.table.reading import read_evening

    load = partial(load_ruleset, language=language)
    if name == STANDARD:
        return read_evening(sys.stdin.buffer.read(MOST_FILE_BYTES + 1), ruleset=ruleset, load=load)
    if name.lower().endswith(SUFFIXES):
        return read_evening(name, ruleset=ruleset, load=load)
    from scorer.replay.evening import evening_of_log
    from scorer.replay.read import read_game

    return EveningFile(name, evening_of_log(read_game(name), language), (), ())
