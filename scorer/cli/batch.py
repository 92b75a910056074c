"""`scorer batch`: many hands in, as many results out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from functools import partial
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from scorer.batch.jobs import Interrupts, Stopped
from scorer.batch.lines import raw_lines
from scorer.batch.resume import refuse_others, skipped
from scorer.batch.rulesets import Rulesets
from scorer.batch.scoring import Result, prepare, score_group, scorer_of
from scorer.batch.tables import JSON_BEGIN, LineSink, Sink, Together
from scorer.cli.command import default_ruleset
from scorer.cli.options import language_option, one_ruleset, option_values, rule_options
from scorer.cli.output import columns, measured
from scorer.errors import ScorerError
from scorer.values import dataclass, replace

if TYPE_CHECKING:
    from scorer.render.views.summary import Summary


# ---- the files: hands by file ending in, results by file ending out

STANDARD = "-"
CSV, PARQUET = ".csv", ".parquet"
PATIENCE = 0.05
"""Seconds that results of a file may wait for one another; whoever reads along sees no delay in that."""
Names = Callable[[], Sequence[str]]
"""Names that are worked out for tables only: a ruleset must be opened for them."""


class Counted:
    """Items, and how many of them were read."""

    def __init__(self, items: Iterator[Any]) -> None:
        self.items, self.read = items, 0

    def __iter__(self) -> Counted:
        return self

    def __next__(self) -> Any:
        item = next(self.items)
        self.read += 1
        return item


@dataclass(frozen=True)
class Hands:
    """What is read: the items, and how far reading has come on the way to `length` (None: not known).

    Results may wait for one another for `patience` seconds: not where hands come as somebody types them.
    """

    items: Counted
    position: Callable[[], int]
    length: int | None = None
    patience: float = PATIENCE
    columns: Sequence[str] | None = None
    """those of a table, whose rows are the items"""


def ending(path: str | None) -> str:
    """The ending of a file in small letters, by which its kind is known."""
    return os.path.splitext(path or "")[1].lower()


def opened_hands(path: str, indicators: Names, stack: ExitStack, as_rows: bool = False) -> Hands:
    """The hands of a file or of standard input; `as_rows`: those of a table as its cells, with its columns.

    Raises InputError for a table of no use.
    """
    if ending(path) == PARQUET:
        from scorer.batch.parquet import ParquetHands

        stack.enter_context(_opened(path, "rb"))
        table = ParquetHands(path, indicators())
        stack.callback(table.close)
        items: Iterator[Any] = table.rows_of_cells() if as_rows else table.items()
        given = table.columns if as_rows else None
        return Hands(Counted(items), lambda: table.taken, table.rows, columns=given)
    source = sys.stdin.buffer if path == STANDARD else stack.enter_context(_opened(path, "rb"))
    length, patience = _measured(source)
    columns: Sequence[str] | None = None
    if ending(path) == CSV:
        columns, items = _rows(source, indicators(), path, as_rows and length > 0)
    else:
        items = raw_lines(source)
    if path == STANDARD or not length:
        return Hands(Counted(items), lambda: 0, None, patience, columns)
    return Hands(Counted(items), source.tell, length, patience, columns)


def _rows(
    source: BinaryIO, indicators: Sequence[str], path: str, as_rows: bool
) -> tuple[Sequence[str] | None, Iterator[Any]]:
    from scorer.batch.tables import csv_items, csv_rows

    return csv_rows(source, indicators, path) if as_rows else (None, csv_items(source, indicators, path))


def _measured(source: BinaryIO) -> tuple[int, float]:
    """How long a file is, and how long its results may wait; what is no file may never end."""
    try:
        found = os.fstat(source.fileno())
    except OSError:  # standard input of a test is no file
        return 0, 0.0
    return found.st_size, PATIENCE if S_ISREG(found.st_mode) else 0.0


def opened_results(
    path: str | None, columns: Names, resume: bool, patience: float, stack: ExitStack
) -> tuple[Sink, int]:
    """Where results go, and how many are there already."""
    if path is None:
        return LineSink(sys.stdout.buffer, patience), 0
    if ending(path) == PARQUET:
        from scorer.batch.parquet import ParquetSink

        _opened(path, "wb").close()
        return ParquetSink(path, columns()), 0
    again = resume and os.path.exists(path)
    target = _opened(path, "r+b" if again else "wb")
    stack.callback(_close, target)
    if ending(path) == CSV:
        return _rows_sink(target, columns(), path if again else "", patience)
    return LineSink(target, patience), _done(target, JSON_BEGIN, path) if again else 0


def _rows_sink(target: BinaryIO, columns: Sequence[str], again: str, patience: float) -> tuple[Sink, int]:
    from scorer.batch.tables import CsvSink, csv_row

    done = _done(target, csv_row(columns), again) if again else 0
    headed = bool(again) and target.tell() > 0
    return CsvSink(target, patience, columns, headed), done


def _done(target: BinaryIO, head: bytes, path: str) -> int:
    from scorer.batch.resume import go_on

    return go_on(target, head, path)


def _opened(path: str, mode: str) -> Any:
    try:
        return open(path, mode)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.UsageError(f"{path!r} cannot be opened: {reason}") from error


def _close(target: BinaryIO) -> None:
    """Every line is written out before; what a full disk has refused is refused again here."""
    with suppress(OSError):
        target.close()


def refuse_own_input(path: str, out: str | None) -> None:
    """Opening a file for the results empties it; the hands must not be lost by that."""
    try:
        read = os.fstat(sys.stdin.buffer.fileno()) if path == STANDARD else os.stat(path)
        same = out is not None and os.path.samestat(read, os.stat(out))
    except (OSError, ValueError):
        return
    if same and os.path.isfile(out or ""):
        raise click.UsageError(f"--out {out!r} is the file that is read")


# ---- the run: every result to its place, and what there is to say at the end

Results = Generator[Result, None, None]


class Run:
    """Counts what is written; `summary` counts what it is."""

    def __init__(self, sink: Sink, summary: Summary | None, done: int = 0) -> None:
        self.sink, self.summary, self.done = sink, summary, done
        self.lines = self.failed = 0

    def through(self, hands: Hands, results: Results, shows_bar: bool) -> int:
        """Writes the results until there are no more; gives the exit status of what ended it early, or 0."""
        try:
            self._write(hands, results, shows_bar)
            self.sink.close()
        except Stopped as stopped:
            return self._ended(stopped.status)
        except OSError as error:
            self._close()
            error.strerror = f"{error.strerror or error}, {self._far()}"
            raise
        except ScorerError:
            self._ended(0)
            raise
        return 0

    def _write(self, hands: Hands, results: Results, shows_bar: bool) -> None:
        bar = measured("Hands", hands.length, partial(self._position, hands), shows_bar)
        with closing(results), Interrupts() as stop, bar as tick:
            for text, is_scored in results:
                stop.hold()
                self._take(text, is_scored)
                stop.release()
                tick()

    def _position(self, hands: Hands) -> int:
        """How far the results are: what is read ahead does not count."""
        return hands.position() * self.lines // max(1, hands.items.read)

    def _take(self, text: Any, is_scored: bool) -> None:
        self.sink.write(text)
        self.lines += 1
        self.failed += not is_scored
        if self.summary is not None:
            self.summary.add(json.loads(text))

    def _ended(self, status: int) -> int:
        """Closes what is written so far and says how far that is."""
        self._close()
        click.echo(f"stopped {self._far()}", err=True)
        return status

    def _close(self) -> None:
        with suppress(OSError):  # what a full disk has refused it refuses again
            self.sink.close()

    def _far(self) -> str:
        before = f" ({self.done:,} before)" if self.done else ""
        return f"after {self.sink.written:,} hands{before}"

    def report(self, form: str) -> None:
        """The summary, or how many hands are not scored."""
        if self.summary is None:
            if self.failed:
                click.echo(f"{self.failed:,} of {self.lines:,} hands are not scored", err=True)
            return
        from scorer.render.terminal import terminal_text
        from scorer.render.views.summary import summary_document, summary_json

        if form == "json":
            click.echo(json.dumps(summary_json(self.summary), ensure_ascii=False), err=True)
        else:
            click.echo(terminal_text(summary_document(self.summary), columns()), err=True)


# ---- the command

GROUP, SLOW_GROUP, ROWS = 200, 4, 4096
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
    rulesets = Rulesets(
        given["ruleset"] or default_ruleset(), option_values(given["options"]), partial(click.echo, err=True)
    )
    rulesets.check()
    with ExitStack() as stack:
        as_rows = ending(given["out"]) in (CSV, PARQUET) and not given["summary"] and not given["near"]
        hands = opened_hands(given["file"], lambda: rulesets.indicators("", {}), stack, as_rows)
        refuse_own_input(given["file"], given["out"])
        if given["file"] == STANDARD and sys.stdin.isatty():
            click.echo(WAITING, err=True)
        columns = partial(_columns, rulesets)
        sink, done = opened_results(given["out"], columns, given["resume"], hands.patience, stack)
        if isinstance(sink, Together) and done:
            before = replace(hands, items=Counted(iter(skipped(hands.items, done, given["out"]))))
            results = _results(before, rulesets, {**given, "jobs": 1})
            refuse_others(given["out"], sink.as_written(text for text, _ in results))
        run = Run(sink, _summary(rulesets) if given["summary"] else None, done)
        status = run.through(hands, _results(hands, rulesets, given), bool(given["out"]))
    run.report(given["form"])
    sys.exit(status or (1 if run.failed else 0))


def _columns(rulesets: Rulesets) -> tuple[str, ...]:
    from scorer.batch.tables import columns_of

    return columns_of(rulesets.get())


def _summary(rulesets: Rulesets) -> Summary:
    from scorer.batch.tables import units_of
    from scorer.render.views.summary import Summary

    return Summary(("points", *units_of(rulesets.get())))


def _results(hands: Hands, rulesets: Rulesets, given: dict[str, Any]) -> Results:
    near, language, jobs = given["near"], given["language"], given["jobs"]
    tables = None if hands.columns is None else (hands.columns, _columns(rulesets))
    together = hands.patience > 0 and not near
    if jobs == 1:
        yield from scorer_of(rulesets, near, language, together, tables).results(hands.items)
        return
    from scorer.batch.jobs import groups_of, in_order

    groups = groups_of(hands.items, SLOW_GROUP if near else ROWS if together else GROUP)
    arguments = (rulesets.name, rulesets.options, near, language, together, tables)
    for group in in_order(score_group, groups, jobs, prepare, arguments):
        yield from group
