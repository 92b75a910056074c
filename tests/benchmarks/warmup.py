"""How a fresh process gets faster: hands a second by the number of hands scored before, beside other libraries.

    python -m tests.benchmarks.warmup (single | columns) HANDS

The benchmarks start this as a process of its own; it prints the rates as JSON.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

from tests.benchmarks.figures import Figure, Rates, ratio
from tests.benchmarks.hands import columns, played_requests, understood
from tests.support.places import ROOT

FIRST, LATER = "score(text), first 1,000 hands of a process", "score(text), new, after 5,000 other hands"
SCORE, BATCH = "score(text)", "score_record_batch"
STRINGS, RUST = "mahjong, from strings", "riichienv, objects ready"
TIMED, OF_PEERS = 1_000, 250
"""how many hands are timed at each place, and how many of them by the other libraries, which keep nothing"""
PLACES = (0, 1_000, 2_000, 5_000, 10_000, 20_000)
BLOCK = 5_000
"""how many hands stand in a record batch"""


def figures(only: str, rounds: int) -> Iterator[Figure]:
    """The rows whose names have this text, each round in a process of its own."""
    from tests.benchmarks.calls import has_mahjong

    wanted = {name: place for name, place in ((FIRST, 0), (LATER, 5_000)) if only in name}
    if wanted and not has_mahjong(FIRST if FIRST in wanted else LATER):
        return
    found = [rates_of("single", 5_000 + TIMED) for _ in range(rounds if wanted else 0)]
    for name, place in wanted.items():
        own, other = ([dict(one[series])[place] for one in found] for series in (SCORE, STRINGS))
        yield Figure(name, ratio(own, other), "x", median(own))


def rates_of(kind: str, hands: int) -> Rates:
    """The rates that a fresh process measures. Compiled files are kept, as after any installation."""
    command = [sys.executable, "-m", "tests.benchmarks.warmup", kind, str(hands)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    told = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=True, text=True, env=environment
    ).stdout
    return {name: [(place, rate) for place, rate in rates] for name, rates in json.loads(told).items()}


def rate(run: Callable[[], Any], hands: int) -> float:
    """Hands a second of processor time. A full collection of garbage, which takes as long as a thousand hands,
    is made before, so that it does not fall into the time of one place and not of another.
    """
    gc.collect()
    start = process_time()
    run()
    return hands / (process_time() - start)


def single_rates(hands: int) -> Rates:
    """`score` on one hand after another, all of them different."""
    from tests.benchmarks.calls import texts_run

    found = Rates()
    for place in range(0, hands, TIMED):
        requests = played_requests(TIMED, seed=33_000 + place)
        here = rate(texts_run(requests), TIMED)
        if place in PLACES:
            found.setdefault(SCORE, []).append((place, here))
            _add_peers(found, place, requests)
    return found


def column_rates(hands: int) -> Rates:
    """`score_record_batch` on one batch after another, all hands different."""
    import pyarrow as pa

    from scorer.batch.arrow import score_record_batch

    found = Rates()
    for place in range(0, hands, BLOCK):
        batch = pa.RecordBatch.from_pydict(columns(played_requests(BLOCK, seed=34_000 + place)))
        here = rate(lambda batch=batch: score_record_batch(batch), batch.num_rows)
        found.setdefault(BATCH, []).append((place, here))
    return found


def _add_peers(found: Rates, place: int, timed: list[Any]) -> None:
    """The rates of the other libraries at the same place."""
    from scorer import load_ruleset
    from tests.benchmarks.peers import mahjong_strings, riichienv_objects

    samples = understood(timed[:OF_PEERS])
    found.setdefault(STRINGS, []).append(
        (place, rate(mahjong_strings(samples, load_ruleset("riichi")), OF_PEERS))
    )
    if run := riichienv_objects(samples):
        found.setdefault(RUST, []).append((place, rate(run, OF_PEERS)))


if __name__ == "__main__":
    measured = {"single": single_rates, "columns": column_rates}[sys.argv[1]]
    print(json.dumps(measured(int(sys.argv[2]))))
