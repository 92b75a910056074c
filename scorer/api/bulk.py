"""Files of many hands, scored into files of as many results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorer.batch.run import Run, RunOptions, RunReport, without_bar
from scorer.ruleset.find import DEFAULT_RULESET

if TYPE_CHECKING:
    from scorer.batch.run import Bar
    from scorer.ruleset.model import Value


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
