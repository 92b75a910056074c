"""The command `python -m tests.mutation.code`: prints the changes of the code that no default test notices.

The repository's files are copied into a temporary folder. Each mutant is written there, and the default tests run
until one fails: first those of the mutant's own package, then those that score hands, then all others.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import click

from tests.mutation.code_mutants import CodeMutant, code_mutants
from tests.mutation.mutants import sampled
from tests.support.places import ROOT

MODULES = ("scorer/engine", "scorer/readings.py", "scorer/waiting.py", "scorer/table", "scorer/replay/chances.py",
           "scorer/teach/points.py")  # fmt: skip
"""The code that decides what a hand is worth and who pays."""
STAGES: tuple[tuple[str, ...], ...] = (
    ("tests/engine", "tests/readings", "tests/waits"),
    ("tests/replay", "tests/table", "tests/questions", "tests/teach", "tests/test_library.py", "tests/cli"),
    ("tests",),
)
"""Folders of tests in the order in which they are tried."""
LONGEST_RUN = 900
"""Seconds after which the tests of a mutant count as failed: it runs for ever."""


def modules(names: Sequence[str]) -> list[Path]:
    """The files of modules and packages, relative to the repository."""
    paths = [ROOT / name for name in names]
    if missing := [name for name, path in zip(names, paths, strict=True) if not path.exists()]:
        raise click.UsageError(f"There is no {' and no '.join(missing)}.")
    files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.glob("*.py")))]
    return [file.relative_to(ROOT) for file in files]


def is_caught(mutant: CodeMutant, folder: Path) -> bool:
    """Whether a default test fails in a copy of the repository in which the mutant is written."""
    file = folder / mutant.path
    original = file.read_text(encoding="utf-8")
    file.write_text(mutant.source, encoding="utf-8")
    try:
        return any(has_failure(stage, folder) for stage in STAGES)
    finally:
        file.write_text(original, encoding="utf-8")


def has_failure(tests: Sequence[str], folder: Path) -> bool:
    """Whether one of these tests fails. Each run has a cache of its own, as all runs of tests have."""
    existing = [name for name in tests if (folder / name).exists()]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *existing]
    environment = {
        "PYTHONPATH": str(folder),
        "PATH": "/usr/bin:/bin",
        "PYTHONHASHSEED": "0",
    }
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, timeout=LONGEST_RUN, env=environment)
    except subprocess.TimeoutExpired:
        return True
    return run.returncode not in (0, 5)  # 5: no test was collected


def copied_repository(folder: Path) -> Path:
    """A copy of the files that git knows."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    for name in filter(None, names.split("\0")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    return folder


@click.command()
@click.argument("names", nargs=-1)
@click.option(
    "--sample", default=0, help="The number of mutants to try, evenly over the modules (default: all)."
)
@click.option("--seed", default=0, help="Chooses another sample.")
@click.option("--jobs", default=1, help="The number of mutants to try at the same time.")
def main(names: tuple[str, ...], sample: int, seed: int, jobs: int) -> None:
    """Changes one expression at a time in NAMES (default: the code that scores) and runs the default tests."""
    mutants = [
        mutant
        for path in modules(names or MODULES)
        for mutant in code_mutants((ROOT / path).read_text(encoding="utf-8"), str(path))
    ]
    chosen = sampled(mutants, sample, seed)
    tried, caught = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as temporary:
        folders = SimpleQueue[Path]()
        for job in range(jobs):
            folders.put(copied_repository(Path(temporary) / str(job)))

        unchanged = copied_repository(Path(temporary) / "unchanged")
        if failing := [stage for stage in STAGES if has_failure(stage, unchanged)]:
            raise click.ClickException(f"Tests fail without a change: {' '.join(map(' '.join, failing))}.")

        def judge(mutant: CodeMutant) -> tuple[CodeMutant, bool]:
            folder = folders.get()
            try:
                return mutant, is_caught(mutant, folder)
            finally:
                folders.put(folder)

        with ThreadPoolExecutor(jobs) as pool:
            for mutant, has_failed in pool.map(judge, chosen):
                tried[mutant.path] += 1
                caught[mutant.path] += has_failed
                if not has_failed:
                    click.echo(f"  survived: {mutant}")
    for path, count in tried.items():
        click.echo(f"{path}: {caught[path]} of {count} caught")
    click.echo(
        f"all: {caught.total()} of {tried.total()} caught ({caught.total() / max(tried.total(), 1):.1%})"
    )


if __name__ == "__main__":
    main()
