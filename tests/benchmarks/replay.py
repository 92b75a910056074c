"""How many recorded games a second are refereed, and how long one takes as a command.

python -m tests.benchmarks.replay FOLDER
"""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time

from scorer import read_game, referee_many
from scorer.replay.chances import all_passed_wins

ENOUGH = 100
"""Games per second that are promised with `--check`."""
ONE_GAME, WITH_PASSED = 0.3, 0.5
"""Seconds that one game may take as a command."""


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


def command_seconds(file: Path, *options: str) -> float:
    """The shortest of three runs of `scorer replay`."""
    times = []
    for _ in range(3):
        start = perf_counter()
        subprocess.run(
            [sys.executable, "-m", "scorer", "replay", str(file), *options], capture_output=True, check=False
        )
        times.append(perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    names = [path for path in sorted(Path(sys.argv[1]).rglob("*")) if path.suffix in (".xml", ".gz")]
    logs = [path for path in names if path.parent.name != "damaged"]
    rate, milliseconds = bulk_figures(logs)
    print(
        f"{len(logs)} games: {rate:.0f} a second (promised {ENOUGH}); passed wins {milliseconds:.0f} ms a game"
    )
    print(f"one game: {command_seconds(logs[0]):.2f} s (promised {ONE_GAME})")
    print(f"with --passed: {command_seconds(logs[0], '--passed'):.2f} s (promised {WITH_PASSED})")
