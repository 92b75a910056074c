"""The command `python -m tests.mutation.code`: prints the changes of the code that no default test notices.

The repository's files are copied into a temporary folder. Each mutant is written there, and the default tests run
until one fails: first those of the mutant's own package, then those that score hands, then all others. All mutants
go through one stage before the survivors go through the next, so that the first survivors appear soon.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
FOLDERS_WITH_HANDS = ("engine", "readings", "waits", "table", "replay", "questions", "teach")
STAGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("its package", ()),
    ("hands", tuple(f"tests/{name}" for name in FOLDERS_WITH_HANDS)),
    ("all", ("tests", "scorer")),
)
"""By the name of a stage, the folders whose tests are tried. The first stage is that of the mutated module."""
MOST_TIMES_LONGER = 3
"""The tests of a mutant count as failed if they take more than this many times as long as without a change: a loop
does not end."""


def modules(name: str) -> list[Path]:
    """The files of a module or package, relative to the repository."""
    path = ROOT / name
    if not path.exists():
        raise click.UsageError(f"There is no {name}.")
    return [file.relative_to(ROOT) for file in ([path] if path.is_file() else sorted(path.glob("*.py")))]


def test_files(folders: Sequence[str]) -> list[str]:
    """The files below some folders that have tests: those of the package itself have examples in docstrings."""
    return [
        str(file.relative_to(ROOT))
        for folder in folders
        for file in sorted((ROOT / folder).rglob("*.py"))
        if file.name.startswith("test_") or folder == "scorer"
    ]


def files_of_package(path: str) -> list[str]:
    """The tests of a module: its examples, the tests of its package, and those that import it."""
    package = f"tests/{Path(path).with_suffix('').parts[1]}"
    name = path.removesuffix(".py").replace("/", ".")
    importing = [file for file in test_files(["tests"]) if name in (ROOT / file).read_text(encoding="utf-8")]
    return list(dict.fromkeys((path, *test_files([package]), *importing)))


def files_of_stage(stage: int, path: str) -> list[str]:
    """The tests that are tried for a mutant of a module: those of a stage that no earlier stage tried."""
    tried: set[str] = set()
    for earlier in range(stage):
        tried.update(files_of_stage(earlier, path))
    return [file for file in test_files(STAGES[stage][1]) or files_of_package(path) if file not in tried]


def is_caught(mutant: CodeMutant, stage: int, folder: Path, seconds: float) -> bool:
    """Whether a test of a stage fails in a copy of the repository in which the mutant is written."""
    file = folder / mutant.path
    original = file.read_text(encoding="utf-8")
    file.write_text(mutant.source, encoding="utf-8")
    try:
        return has_failure(files_of_stage(stage, mutant.path), folder, seconds)
    finally:
        file.write_text(original, encoding="utf-8")


def has_failure(tests: Sequence[str], folder: Path, seconds: float | None = None) -> bool:
    """Whether one of these tests fails, or all take longer than some seconds. Each run has a cache of its own, as
    all runs of tests have.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
    environment = {
        "PYTHONPATH": str(folder),
        "PATH": "/usr/bin:/bin",
        "PYTHONHASHSEED": "0",
    }
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, timeout=seconds, env=environment)
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


def chosen_mutants(names: Sequence[str], sample: int, seed: int) -> list[CodeMutant]:
    """The mutants of each of some modules and packages, or that many of each."""
    return [
        mutant
        for name in names
        for mutant in sampled(
            (
                mutant
                for path in modules(name)
                for mutant in code_mutants((ROOT / path).read_text(encoding="utf-8"), str(path))
            ),
            sample,
            seed,
        )
    ]


def survivors(
    mutants: Sequence[CodeMutant], stage: int, folders: Sequence[Path], seconds: float
) -> Iterator[CodeMutant]:
    """The mutants that the tests of a stage do not notice. Each folder tries one at a time."""
    free = SimpleQueue[Path]()
    for folder in folders:
        free.put(folder)

    def judge(mutant: CodeMutant) -> bool:
        folder = free.get()
        try:
            return is_caught(mutant, stage, folder, seconds)
        finally:
            free.put(folder)

    with ThreadPoolExecutor(len(folders)) as pool:
        for mutant, has_failed in zip(mutants, pool.map(judge, mutants), strict=True):
            if not has_failed:
                click.echo(f"  not caught by {STAGES[stage][0]}: {mutant}")
                yield mutant


def tests_of_all(stage: int, paths: Iterable[str]) -> list[str]:
    """The tests of a stage for any of some modules."""
    return list(dict.fromkeys(file for path in paths for file in files_of_stage(stage, path)))


@click.command()
@click.argument("names", nargs=-1)
@click.option("--sample", default=0, help="The number of mutants of each of NAMES, evenly (default: all).")
@click.option("--seed", default=0, help="Chooses another sample.")
@click.option("--jobs", default=1, help="The number of mutants to try at the same time.")
@click.option("--stages", default=len(STAGES), help="1: run only the tests of the package of the mutant.")
def main(names: tuple[str, ...], sample: int, seed: int, jobs: int, stages: int) -> None:
    """Changes one expression at a time in NAMES (default: the code that scores) and runs the default tests."""
    names = names or MODULES
    left = chosen_mutants(names, sample, seed)
    tried = Counter(mutant.path for mutant in left)
    with tempfile.TemporaryDirectory() as temporary:
        folders = [copied_repository(Path(temporary) / str(job)) for job in range(jobs)]
        for stage in range(stages):
            start = time.monotonic()
            if has_failure(tests_of_all(stage, tried), folders[0]):
                raise click.ClickException(f"Tests fail without a change, in stage {stage + 1}.")
            seconds = MOST_TIMES_LONGER * (time.monotonic() - start) + 60
            left = list(survivors(left, stage, folders, seconds))
            caught = tried.total() - len(left)
            click.echo(f"up to stage {stage + 1}: {caught} of {tried.total()} caught")
    alive = Counter(mutant.path for mutant in left)
    for path, count in tried.items():
        click.echo(f"{path}: {count - alive[path]} of {count} caught")
    for mutant in left:
        click.echo(f"  survived: {mutant}")
    share = 1 - len(left) / max(tried.total(), 1)
    click.echo(f"all: {tried.total() - len(left)} of {tried.total()} caught ({share:.1%})")


if __name__ == "__main__":
    main()
