"""How long the command takes for one hand, beside the bare import of the packages that it needs.

    python -m tests.benchmarks.one_hand [--runs 40]

Both are whole processes, run in pairs and in turn, so that a busy machine slows both alike. The ratio of
a pair is what counts; the median of the ratios is printed last.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

from tests.support.places import ROOT

BARE = ["-c", "import click, yaml, tabulate"]
HAND = ["-m", "scorer", "score", "234m345p67p456s55s+8p", "--tsumo", "-w", "riichi", "--dora", "4s"]


def seconds(arguments: Sequence[str]) -> float:
    """The wall time of one run of this Python, with compiled files as an installed package has them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=40, help="pairs of runs")
    runs = parser.parse_args().runs
    for arguments in (BARE, HAND):  # compiled files and caches are made before anything is timed
        seconds(arguments)
    pairs = [(seconds(BARE), seconds(HAND)) for _ in range(runs)]
    bare, hand = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(hand / bare for bare, hand in pairs)
    print(f"bare imports {1000 * bare:.0f} ms, one hand {1000 * hand:.0f} ms")
    print(f"median ratio {ratio:.2f} over {runs} pairs")


if __name__ == "__main__":
    main()
