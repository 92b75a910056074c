"""The command: times every row in turn, round after round."""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import numpy as np

from scorer.columns.columns import ColumnScorer
from scorer.columns.table import HandColumns
from scorer.columns.text import LineReader
from scorer.compiled.compile import compile_ruleset
from scorer.compiled.engine import Engine
from scorer.compiled.text import spoken
from scorer.library import load_ruleset
from scorer.notation import format_hand
from scorer.sampling import request_of
from scorer.values import replace
from tests.benchmarks.hands import Samples, played_hands
from tests.benchmarks.peers import mahjong_objects, mahjong_strings, riichienv_objects

Row = tuple[str, str, Callable[[], Any], int]
"""name, the row it is compared with, what is timed, how many hands that is"""
BETWEEN = """
import os, sys, time
start = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                       file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
used = os.wait4(child, 0)[2]
print(time.perf_counter() - start, used.ru_maxrss)
"""
"""A process is started by a small one, since a child is charged with the memory of its parent."""
INSTALLED = "from scorer.cli.main import main; main(prog_name='scorer')"
"""What the installed command does."""
FIRST_RUN = "scorer batch, nothing known"
MILLION = """
import resource, sys
import numpy as np
from tests.benchmarks.__main__ import columns_of
from tests.benchmarks.hands import played_hands
from scorer.columns.columns import ColumnScorer
from scorer.compiled import open_engine
scorer = ColumnScorer(open_engine("riichi"))
hands = columns_of(scorer, played_hands(1000), 1_000_000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
scorer.score(hands)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""

WANTED = {
    "scorer score, table": (1.1, 0.9),
    "scorer score, json": (1.5, 1.25),
    "scorer score, plain": (1.5, 1.25),
    "scorer batch, 10,000 lines": (14.3, 8.3),
    FIRST_RUN: (14.3, 8.3),
    "one hand, full result, seen before": (7, 10),
    "one hand, full result, new engine": (2, 4),
    "from notation, seen before": (6, 10),
    "columns of counts, 100,000": (80, 140),
    "columns from lines, 100,000": (15, 60),
}
"""By row what its ratio must be, and what it shall become. Less is better for whole processes; 0.6 and
0.35 seconds for a bulk run are written as times the import of click on the machine that they were set on."""


def columns_of(scorer: ColumnScorer, samples: Samples, rows: int) -> HandColumns:
    """The samples as columns, over and over up to so many rows."""
    one = scorer.columns(samples)
    times = -(-rows // len(one))

    def more(column: Any) -> Any:
        return None if column is None else np.concatenate([column] * times)[:rows]

    return HandColumns(
        more(one.counts), more(one.winning), more(one.self_draw), more(one.seat), more(one.round),
        more(one.melds), more(one.circumstances), one.said,
        {name: more(column) for name, column in one.indicators.items()}, more(one.reds),
    )  # fmt: skip


def rows_of(samples: Samples) -> list[Row]:
    """Everything that is timed in this process."""
    ruleset, count = load_ruleset("riichi"), len(samples)
    form = compile_ruleset(ruleset)
    engine, scorer = Engine(form), ColumnScorer(Engine(form))
    texts = [spoken(request_of(hand, situation, ruleset)) for hand, situation in samples]
    lines = [format_hand(hand, ruleset.tileset) for hand, _ in samples] * -(-100_000 // count)
    small, large = columns_of(scorer, samples, 10_000), columns_of(scorer, samples, 100_000)
    reader = LineReader(scorer)

    def all_hands(one: Engine) -> Callable[[], Any]:
        return lambda: [one.score(hand, situation) for hand, situation in samples]

    def from_lines() -> Any:
        read = reader.read(lines[:100_000])
        return scorer.score(
            replace(large, counts=read.counts, winning=read.winning, melds=read.melds, reds=read.reds)
        )

    rows: list[Row] = [
        ("mahjong, objects ready", "", mahjong_objects(samples[:1000]), min(count, 1000)),
        ("mahjong, from strings", "", mahjong_strings(samples[:1000], ruleset), min(count, 1000)),
        ("one hand, full result, seen before", "mahjong, objects ready", all_hands(engine), count),
        ("one hand, full result, new engine", "mahjong, objects ready",
         lambda: all_hands(Engine(form))(), count),
        ("from notation, seen before", "mahjong, from strings",
         lambda: [engine.score_text(text) for text in texts], count),
        ("columns of counts, 10,000", "mahjong, objects ready", lambda: scorer.score(small), 10_000),
        ("columns of counts, 100,000", "mahjong, objects ready", lambda: scorer.score(large), 100_000),
        ("columns from lines, 100,000", "mahjong, from strings", from_lines, 100_000),
    ]  # fmt: skip
    other = riichienv_objects(samples[:1000])
    if other is not None:
        rows.insert(2, ("riichienv, objects ready", "mahjong, objects ready", other, min(count, 1000)))
    for name, _, run, _ in rows:
        if "new engine" not in name:
            run()
    return rows


def process_rows(folder: Path, samples: Samples) -> list[tuple[str, str, list[str]]]:
    """Whole processes: name, the row it is compared with, the command.

    A bulk run is timed with what earlier ones of the same hands have left, and without it.
    """
    ruleset = load_ruleset("riichi")
    lines = []
    for number in range(10_000):
        request = request_of(*samples[number % len(samples)], ruleset)
        said = {"id": number, "hand": request.hand, "win": request.win, "seat": request.seat,
                "round": request.round, "with": list(request.with_), **request.indicators}  # fmt: skip
        lines.append(json.dumps(said))
    (folder / "hands.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "many.jsonl").write_text("\n".join(lines * 10) + "\n", encoding="utf-8")
    python, hand = sys.executable, ["234m345p67p456s55s+8p", "--tsumo", "-w", "riichi", "--dora", "4s"]
    command = [python, "-c", INSTALLED]
    score = [*command, "score", *hand]
    return [
        ("python -c pass", "", [python, "-c", "pass"]),
        ("import click, yaml, tabulate", "", [python, "-c", "import click, yaml, tabulate"]),
        ("import click", "", [python, "-c", "import click"]),
        ("scorer score, table", "import click, yaml, tabulate", score),
        ("scorer score, json", "import click", [*score, "-f", "json"]),
        ("scorer score, plain", "import click", [*score, "-f", "plain"]),
        ("scorer batch, 10,000 lines", "import click",
         [*command, "batch", str(folder / "hands.jsonl"), "--out", str(folder / "out.jsonl")]),
        (FIRST_RUN, "import click",
         [*command, "batch", str(folder / "hands.jsonl"), "--out", str(folder / "out.jsonl")]),
        ("scorer batch, 100,000 lines", "",
         [*command, "batch", str(folder / "many.jsonl"), "--out", str(folder / "out.jsonl")]),
    ]  # fmt: skip


def clean_environment(caches: Path) -> dict[str, str]:
    """Without the variables that make every Python slower, and with a cache folder of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    top = Path(__file__).resolve().parents[2]
    return kept | {"PYTHONPATH": str(top), "XDG_CACHE_HOME": str(caches)}


def timed_process(command: list[str], caches: Path) -> tuple[float, float]:
    """Seconds, and MiB at the most."""
    between = subprocess.run(
        [sys.executable, "-S", "-c", BETWEEN, *command],
        env=clean_environment(caches),
        capture_output=True,
        check=True,
    )
    seconds, kibibytes = between.stdout.split()[-2:]
    return float(seconds), int(kibibytes) / 1024


def measured(rows: list[Row], rounds: int) -> dict[str, dict[str, float]]:
    """Hands a second and ratios, medians over the rounds."""
    rates: dict[str, list[float]] = {name: [] for name, *_ in rows}
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for name, _, run, hands in rows:
            start = perf_counter()
            run()
            rates[name].append(hands / (perf_counter() - start))
    found = {}
    for name, against, _, _ in rows:
        ratios = [a / b for a, b in zip(rates[name], rates[against], strict=True)] if against else [1.0]
        found[name] = {"per_second": statistics.median(rates[name]), "ratio": statistics.median(ratios)}
    return found


def measured_processes(
    rows: list[tuple[str, str, list[str]]], rounds: int, caches: Path
) -> dict[str, dict[str, float]]:
    """Seconds, ratios and memory of whole processes."""
    times: dict[str, list[float]] = {name: [] for name, *_ in rows}
    memory: dict[str, float] = {}
    for _ in range(rounds + 1):  # the first fills caches
        for name, _, command in rows:
            if name == FIRST_RUN:
                for known in caches.glob("scorer/*.known"):
                    known.unlink()
            seconds, memory[name] = timed_process(command, caches)
            times[name].append(seconds)
    found = {}
    for name, against, _ in rows:
        own = times[name][1:]
        ratios = [a / b for a, b in zip(own, times[against][1:], strict=True)] if against else [1.0]
        found[name] = {"seconds": statistics.median(own), "ratio": statistics.median(ratios),
                       "mebibytes": memory[name]}  # fmt: skip
    return found


def _ratio(name: str, ratio: float, sign: int) -> str:
    """A ratio beside what it must and shall be."""
    must, goal = WANTED.get(name, (None, None))
    if must is None or goal is None:
        return f"{ratio:8.2f} x"
    word = "goal" if sign * ratio >= sign * goal else "must" if sign * ratio >= sign * must else "MISSED"
    return f"{ratio:8.2f} x   must {must:g}, goal {goal:g}: {word}"


@click.command()
@click.option("--hands", default=10_000, help="How many different hands.")
@click.option("--rounds", default=5, help="How often everything is timed.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the results as JSON.")
def main(hands: int, rounds: int, out: Path | None) -> None:
    """Times the compiled engine beside other libraries."""
    samples = played_hands(hands)
    found = measured(rows_of(samples), rounds)
    with tempfile.TemporaryDirectory() as folder:
        caches = Path(folder) / "caches"
        whole = measured_processes(process_rows(Path(folder), samples), rounds, caches)
        million = subprocess.run(
            [sys.executable, "-c", MILLION], env=clean_environment(caches), capture_output=True
        )
    memory = float(million.stdout or 0)
    for name, row in found.items():
        click.echo(f"{name:36} {row['per_second']:12,.0f} hands/s {_ratio(name, row['ratio'], 1)}")
    for name, row in whole.items():
        shown = f"{row['seconds']:8.3f} s {row['mebibytes']:4.0f} MiB"
        click.echo(f"{name:36} {shown:>20} {_ratio(name, row['ratio'], -1)}")
    click.echo(f"{'a million hands in columns':36} {memory:16.0f} MiB      (250 MiB at the most)")
    if out:
        text = json.dumps({"hands": found, "processes": whole, "million_mebibytes": memory}, indent=1)
        out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
