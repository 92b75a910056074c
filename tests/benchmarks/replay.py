"""How many recorded games a second are refereed, and how long one takes as a command, in processor time.

python -m tests.benchmarks.replay FOLDER
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

from scorer import read_game
from scorer.replay.chances import all_passed_wins
from scorer.replay.referee import referee_many

ENOUGH = 100
"""Games per second that are promised with `--check`."""
ONE_GAME, WITH_PASSED = 0.3, 0.5
"""Seconds that one game may take as a command."""
LIBRARIES = "import click, yaml, tabulate"
"""The libraries that a command needs: how long they take shows how fast the machine is."""


def bulk_figures(files: list[Path]) -> tuple[float, float]:
    """Games per second of processor time, read and refereed; and milliseconds a game for the passed wins."""
    gc.set_threshold(200_000)  # as the command does
    referee_many([read_game(path) for path in files[:3]])
    start = process_time()
    reports = referee_many([read_game(path) for path in files])
    checked = process_time()
    for report in reports[:20]:
        all_passed_wins(report)
    passed = (process_time() - checked) / min(20, len(reports)) * 1000
    return len(files) / (checked - start), passed


def processor_seconds(*arguments: str) -> float:
    """The least processor time of five runs of Python. Compiled files are kept, as after any installation."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times = []
    for _ in range(5):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], capture_output=True, check=False, env=environment)
        after = getrusage(RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(times)


if __name__ == "__main__":
    names = [path for path in sorted(Path(sys.argv[1]).rglob("*")) if path.suffix in (".xml", ".gz")]
    logs = [path for path in names if path.parent.name != "damaged"]
    rate, milliseconds = bulk_figures(logs)
    print(
        f"{len(logs)} games: {rate:.0f} a second (promised {ENOUGH}); passed wins {milliseconds:.0f} ms a game"
    )
    command = "-m", "scorer", "replay", str(logs[0])
    print(f"one game: {processor_seconds(*command):.2f} s (promised {ONE_GAME})")
    print(f"with --passed: {processor_seconds(*command, '--passed'):.2f} s (promised {WITH_PASSED})")
    print(f"for comparison, `import click, yaml, tabulate`: {processor_seconds('-c', LIBRARIES):.2f} s")
