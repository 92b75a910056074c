"""A run from input to output: every result in order, and a report of the progress if it ends early."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from itertools import chain, islice
from typing import TYPE_CHECKING

from scorer.batch.files import (
    CSV,
    PARQUET,
    HandSource,
    Sink,
    WholeResults,
    count_invalid,
    file_ending,
    open_hands,
    open_results,
    open_side_file,
    refuse_foreign_results,
    refuse_own_input,
    whole_results,
)
from scorer.batch.jobs import Interrupts, Stopped, default_process_count, groups_of, map_in_order
from scorer.batch.lines import LineNumbers, NumberedItems
from scorer.batch.results import columns_of, units_of
from scorer.batch.resume import run_conditions
from scorer.batch.scoring import (
    GROUP_SIZE,
    MOST_HINTS,
    BlockScorer,
    ResultBlock,
    WorkOrder,
    prepare_process,
    save_memory,
    score_group,
)
from scorer.errors import Fault, InputError, ScorerError
from scorer.message import Message
from scorer.phrases import plural, translate
from scorer.rows import Rulesets
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.batch.resume import SideFile
    from scorer.render.summary import Summary
    from scorer.ruleset.model import Value

GROUP, SLOW_GROUP = 200, 4
"""Number of hands given to a process at a time if results may be held back; few if each hand takes long."""
FRUGAL = {"ARROW_DEFAULT_MEMORY_POOL": "system", "OPENBLAS_NUM_THREADS": "1"}
"""Environment settings for importing pyarrow and numpy: Arrow's own memory pool takes some tens of MiB, and
starting threads for linear algebra, which is not used here, takes half the import time.
"""
Bar = Callable[[int | None, Callable[[], int]], AbstractContextManager[Callable[[int], None]]]
"""Called with the total number of hands and the number read; returns a function to call after each block of
results.
"""
Blocks = Generator[ResultBlock, None, None]


@dataclass(frozen=True)
class RunOptions:
    """The request for a run: the files (`-` is standard input, None is standard output) and how to resume.

    With `jobs` None, a long file uses one process per CPU.
    """

    file: str
    output_path: str | None = None
    resume: bool = False
    jobs: int | None = 1
    near_misses: bool = False
    language: str = "en"
    summary: bool = False


@dataclass(frozen=True)
class RunReport:
    """What a run has done: the hands it read and how many have no score, with a summary if it was asked for.
    `status` is 0, or the exit status of the signal that ended the run early.
    """

    hands: int
    failures: int
    summary: Summary | None
    status: int


@contextmanager
def without_bar(length: int | None, position: Callable[[], int]) -> Iterator[Callable[[int], None]]:
    """No progress bar."""
    yield lambda done: None


def can_resume(output_path: str | None) -> bool:
    """Whether a run into this file can be resumed: JSON Lines and CSV are written line by line.

    >>> can_resume("results.csv"), can_resume("results.parquet"), can_resume(None)
    (True, False, False)
    """
    return bool(output_path) and file_ending(output_path) != PARQUET


class Run:
    """Scores one file into another; `summary` counts the results by kind."""

    def __init__(
        self, run_options: RunOptions, ruleset: str, options: Mapping[str, Value], say: Callable[[str], None]
    ) -> None:
        """`say` is called with messages about slow rulesets, and about the progress of a run that ends early.

        Raises RulesetError or InputError.
        """
        self.run_options, self.say, self.interrupts = run_options, say, Interrupts()
        self.rulesets = Rulesets(ruleset, options, run_options.language)
        self.rules = self.rulesets.get()
        self.lines = self.failures = self.hands_done = 0
        self.hints_left = MOST_HINTS
        self.slow_rulesets: set[str] = set()
        """rulesets already reported as scoring hands one by one"""
        self.summary: Summary | None = None
        self.sink: Sink
        self.side: SideFile | None = None

    def write_all(self, bar: Bar) -> int:
        """Score all hands. Returns 0, or the exit status of the signal that ended the run early."""
        asked, kind, columns = (
            self.run_options,
            file_ending(self.run_options.output_path),
            columns_of(self.rules),
        )
        for name, value in FRUGAL.items():
            os.environ.setdefault(name, value)
        save_memory()
        with ExitStack() as stack:
            hands = open_hands(asked.file, [item.id for item in self.rules.indicators], stack)
            refuse_own_input(asked.file, asked.output_path)
            wanted = columns if kind in (CSV, PARQUET) else ()
            work = WorkOrder(
                asked.near_misses, asked.language, hands.columns, kind, wanted, hands.patience, asked.summary
            )
            self._open_results(hands, work, columns, stack)
            if asked.summary:
                from scorer.render.summary import KINDS_OF_ERROR, Summary

                units = units_of(self.rules)
                titles = {unit: self.rules.unit_title(unit, asked.language) for unit in units}
                told = self.rules.display_language(asked.language)
                titles["points"] = translate("points", told)
                titles["patterns"] = translate("most common patterns", told)
                titles |= {kind: translate(key, told) for kind, key in KINDS_OF_ERROR.items()}
                self.summary = Summary(("points", *units), titles)
            return self._exit_status(hands, self._blocks(hands, work), bar)

    def _open_results(
        self, hands: HandSource, work: WorkOrder, columns: Sequence[str], stack: ExitStack
    ) -> None:
        """Open the results and their side file, for a new or a resumed run. Raises InputError, leaving both
        files unchanged, if this run cannot continue the results.
        """
        out, before = self.run_options.output_path, WholeResults()
        side = self.side = hands.side = open_side_file(out, stack)
        if out is None or side is None:
            self.sink = open_results(out, columns, before, stack)
            return
        input_format = kind if (kind := file_ending(self.run_options.file)) in (CSV, PARQUET) else "jsonl"
        conditions = run_conditions(
            self.rules, self.rulesets.name, input_format, work.columns_given, work.near_misses, work.language
        )
        if self.run_options.resume:
            before = whole_results(out, columns)
            self._check_results(hands, work, before, conditions)
        self.sink = open_results(out, columns, before, stack)
        if before.hands:
            side.continue_file()
        else:
            side.begin_anew(conditions)

    def _check_results(
        self, hands: HandSource, work: WorkOrder, old_results: WholeResults, conditions: Mapping[str, object]
    ) -> None:
        """Raise InputError if the existing results do not belong to these hands and conditions."""
        out, side = self.run_options.output_path, self.side
        if out is None or side is None or (old_results.is_of_a_run and not old_results.hands):
            return
        if not old_results.is_of_a_run and not os.path.exists(side.path):
            raise InputError([Fault(out, None, Message("no results of such a run"))])
        checkpoint = side.last_checkpoint(conditions)
        if not old_results.is_of_a_run or checkpoint.hands < old_results.hands:
            raise side.difference_error(Message("side file of other results", out))
        last = hands.skip(old_results.hands, checkpoint, side)
        blocks = BlockScorer(self.rulesets, work).blocks(last.items, LineNumbers(last.line_numbers))
        refuse_foreign_results(out, old_results.size, list(blocks))
        self.hints_left -= count_invalid(out, old_results.size, MOST_HINTS)
        self.hands_done = old_results.hands

    def _blocks(self, hands: HandSource, work: WorkOrder) -> Blocks:
        """The results in order, from one or several processes; by default several if there is more than one
        group.
        """
        jobs, items = self.run_options.jobs if work.patience or self.run_options.jobs else 1, hands.items
        if jobs != 1:
            groups = groups_of(
                items, SLOW_GROUP if work.near_misses else GROUP_SIZE if work.patience else GROUP
            )
            first = list(islice(groups, 1 if jobs else 2))
            left = chain(first, groups)
            if first if jobs else len(first) == 2 and default_process_count() > 1:
                arguments = (self.rulesets.name, self.rulesets.options, work)
                numbered = (NumberedItems(group, hands.line_numbers.take(len(group))) for group in left)
                yield from chain.from_iterable(
                    map_in_order(score_group, numbered, jobs, prepare_process, arguments, self.interrupts)
                )
                return
            items = chain.from_iterable(left)
        yield from BlockScorer(self.rulesets, work).blocks(items, hands.line_numbers)

    def _exit_status(self, hands: HandSource, blocks: Blocks, bar: Bar) -> int:
        try:
            self._write(hands, blocks, bar)
            self.sink.close()
        except OSError as error:
            self._close()
            error.strerror = f"{error.strerror or error}, {self._progress_text()}"
            raise
        except (Stopped, ScorerError) as ended:
            self._close()
            self.say(f"stopped {self._progress_text()}")
            if isinstance(ended, Stopped):
                return ended.status
            raise
        return 0

    def _write(self, hands: HandSource, blocks: Blocks, bar: Bar) -> None:
        def position() -> int:  # does not count what is read ahead
            return hands.position() * (self.hands_done + self.lines) // max(1, hands.hands_read)

        with closing(blocks), self.interrupts as stop, bar(hands.length, position) as tick:
            for block in blocks:
                stop.hold()
                self._write_block(block)
                stop.release()
                tick(block.size)

    def _write_block(self, block: ResultBlock) -> None:
        if block.without_hint is not None:
            block = block if self.hints_left > 0 else block.without_hint
            self.hints_left -= 1
        if self.side is not None:
            self.side.record_hands(self.hands_done + self.lines + block.size)
        self.sink.write(block)
        self.lines += block.size
        self.failures += block.failures
        for name in block.fallback_reasons.keys() - self.slow_rulesets:
            self.say(
                f"{name}: hands are scored one by one, which takes longer: {block.fallback_reasons[name]}"
            )
        self.slow_rulesets.update(block.fallback_reasons)
        if self.summary:
            for line in block.json_lines:
                self.summary.count_result(json.loads(line))

    def _close(self) -> None:
        with suppress(OSError):  # a full disk refuses it again
            self.sink.close()

    def _progress_text(self) -> str:
        before = f" ({self.hands_done:,} before)" if self.hands_done else ""
        return f"after {self.sink.results_written:,} {plural('hand', self.sink.results_written)}{before}"


def score_file(
    file: str,
    output_path: str | None = None,
    ruleset: str = DEFAULT_RULESET,
    options: Mapping[str, Value] | None = None,
    *,
    resume: bool = False,
    jobs: int | None = 1,
    near_misses: bool = False,
    language: str = "en",
    summary: bool = False,
    say: Callable[[str], None] = lambda message: None,
    bar: Bar = without_bar,
) -> RunReport:
    """Scores a file of hands into a file of results, in the same order, as `scorer batch` does.

    `file` has one object of JSON on each line, or is .csv or .parquet; `-` is standard input. `output_path`
    is .csv, .parquet or, for any other ending, JSON Lines; None is standard output. A line that cannot be
    scored has an error as its result. `resume` goes on after the last complete line of `output_path`. `jobs`
    is the number of processes; None takes one, or one for each CPU for a long file. `near_misses` adds to
    hands that do not win which patterns they just miss, which is slow. `summary` counts the results. `say` is
    called with messages about the run; `bar` makes a progress bar.

    Raises InputError if a file cannot be used, or `output_path` cannot be resumed; RulesetError for faulty
    rules.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     hands, results = Path(folder, "hands.jsonl"), Path(folder, "results.jsonl")
    ...     _ = hands.write_text('{"hand": "234m345p67p456s55s+8p", "win": "tsumo"}')
    ...     report = score_file(str(hands), str(results), "tenhou")
    ...     report.hands, report.failures, '"points": 3900' in results.read_text()
    (1, 0, False)
    """
    asked = RunOptions(file, output_path, resume, jobs, near_misses, language, summary)
    run = Run(asked, ruleset, options or {}, say)
    status = run.write_all(bar)
    return RunReport(run.lines, run.failures, run.summary, status)
