"""Whole commands as processes, beside the bare imports of what they need."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from tests.benchmarks.figures import Figure, ratio
from tests.benchmarks.hands import columns, played_requests
from tests.support.places import ROOT

BETWEEN = """
import os, sys, time
start = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                       file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
used = os.wait4(child, 0)[2]
print(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
"""A process is started by a small one, since a child is charged with the memory of its parent."""
INSTALLED = "from scorer.cli.main import main; main(prog_name='scorer')"
"""What the installed command does."""
ALL, CLICK = "import click, yaml, tabulate", "import click"
SCORE = ["score", "234m345p67p456s55s+8p", "--tsumo", "-w", "riichi", "--dora", "4s"]
FIRST = {
    "score": SCORE,
    "score -f json": [*SCORE, "-f", "json"],
    "score, a wrong number of tiles": ["score", "234m345p67p456s55s5s+8p"],
    "score -r a -r b": [*SCORE, "-r", "riichi", "-r", "ema"],
    "score -r ponjan": ["score", "222m333p777s", "-r", "ponjan"],
    "explain": ["explain", "123456789p77z11z+1z"],
    "waits": ["waits", "234m345p67p456s55s"],
    "patterns": ["patterns"],
    "table": ["table"],
    "rulesets list": ["rulesets", "list"],
    "rulesets show": ["rulesets", "show", "riichi"],
    "check": ["check", "riichi"],
}
"""Commands as they may be the first that somebody gives."""

CHANGED_GAME, OWN_GAME = "check, a whole game just changed", "own-game.yaml"
CHANGED_RULES, OTHER_GAME = "check, a whole game with its rules just changed", "other-game.yaml"
OTHERS = {
    "waits, 14 tiles": ["waits", "1223m4578p3367s12z"],
    "waits, 14 tiles, mcr": ["waits", "1223m4578p3367s12z", "-r", "mcr"],
    "rulesets diff --hands 1000": ["rulesets", "diff", "riichi", "ema", "--hands", "1000"],
    "check --audit": ["check", "--audit", "riichi"],
    "check, a whole game": ["check", str(ROOT / "rulesets" / "hong-kong.yaml")],
    CHANGED_GAME: ["check", OWN_GAME],
    CHANGED_RULES: ["check", OTHER_GAME],
    "quiz": ["quiz"],
    "points": ["points", "3", "30"],
    "table": ["table"],
    "patterns NAME": ["patterns", "pinfu"],
    "lesson": ["lesson"],
}
"""Commands that are given again and again."""
ONE_PROCESS, RANDOM_SITUATIONS = "one process", "lines in random situations"
FEW_LINES = "batch, few JSON lines"
"""a tenth of the lines, beside the bare import"""
ONE_FILE, MANY_FILES, CLUBS = "check, one club file", "check, each of a hundred club files", 100
CLUB = """extends: riichi
name: "Club {title}"
set: {{{options}}}
"""
CLUB_OPTIONS = (
    "open_tanyao: false", "kiriage_mangan: true", "ura_dora: false", "kokushi_ankan: true", "rinshan_fu: false",
    "open_riichi: true", "pao_suukantsu: true",
)  # fmt: skip
"""Of these every file has others."""
KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]


class Row(NamedTuple):
    """A command, what it is compared with, how many hands it scores where its rate is told."""

    name: str
    against: str
    command: list[str]
    hands: int = 0
    empty_cache: bool = False
    by_clock: bool = False
    """whether the time of the clock counts, as with several processes, and not that of the processor"""


def figures(only: str, rounds: int, python: str, folder: Path, many: int) -> Iterator[Figure]:
    """Times the rows whose names have this text, in turn; of other rows only what they are compared with."""
    every = [*command_rows(python), *batch_rows(python, only, folder, many), *club_rows(python, folder)]
    rows = [row for row in every if only in row.name]
    asked = {row.against for row in rows} - {row.name for row in rows}
    peers = [row for row in [*peer_rows(python), *every] if row.name in asked]
    seconds: dict[str, list[float]] = {row.name: [] for row in [*peers, *rows]}
    memory: dict[str, float] = {}
    for number in range(rounds + 1):
        for row in [*peers, *rows]:
            _renew_files(row.name, folder, number)
            used, memory[row.name] = timed(row, folder / ("no caches" if row.empty_cache else "caches"))
            if number:  # the first round has filled the caches
                seconds[row.name].append(used)
    for row in [*peers, *rows]:
        if row.name not in (ONE_FILE, MANY_FILES):
            yield _figure(row, seconds, memory[row.name])
    if MANY_FILES in seconds:
        more = [many - one for one, many in zip(seconds[ONE_FILE], seconds[MANY_FILES], strict=True)]
        yield Figure(MANY_FILES, median(more) / (CLUBS - 1) * 1000, "ms", median(seconds[MANY_FILES]))
    yield from _memory(only, memory)


def _figure(row: Row, seconds: dict[str, list[float]], mebibytes: float) -> Figure:
    own = seconds[row.name]
    if row.hands and not row.against:
        return Figure(row.name, row.hands / median(own), "hands/s", median(own), mebibytes)
    if row.hands and row.against in seconds and row.against != CLICK:  # how many times as fast
        return Figure(row.name, ratio(seconds[row.against], own), "x", row.hands / median(own), mebibytes)
    times = ratio(own, seconds[row.against]) if row.against else 1.0
    return Figure(row.name, times, "x", median(own), mebibytes)


def _renew_files(name: str, folder: Path, round_number: int) -> None:
    """Writes the files that a row checks with texts that no run has seen, so that nothing kept of them can be
    used.
    """
    if name == CHANGED_GAME:
        text = (ROOT / "rulesets" / "hong-kong.yaml").read_text(encoding="utf-8")
        (folder / OWN_GAME).write_text(f"{text}# changed {round_number} times\n", encoding="utf-8")
    if name == CHANGED_RULES:
        text = (ROOT / "rulesets" / "hong-kong.yaml").read_text(encoding="utf-8")
        changed = text.replace("\noptions:\n", f"\noptions:\n  own: {{default: {round_number}}}\n")
        (folder / OTHER_GAME).write_text(changed, encoding="utf-8")
    if name in (ONE_FILE, MANY_FILES):
        for number, file in enumerate(club_files(folder)):
            title = f"{number} in {name}, round {round_number}"
            chosen = [one for place, one in enumerate(CLUB_OPTIONS) if number >> place & 1]
            file.write_text(CLUB.format(title=title, options=", ".join(chosen)), encoding="utf-8")


def _memory(only: str, memory: dict[str, float]) -> Iterator[Figure]:
    for name, used in memory.items():
        kind = "one hand" if name == "scorer score, table" else "batch" if name.startswith("batch") else ""
        kind = "random situations" if name == RANDOM_SITUATIONS else kind
        if kind:
            yield Figure(f"memory, {kind}: {name}", used, "MiB")


def peer_rows(python: str) -> list[Row]:
    return [Row(name, "", [python, "-c", name]) for name in (ALL, CLICK)]


def command_rows(python: str) -> list[Row]:
    """One hand with what was kept before, and every command for the first time."""
    command = [python, "-c", INSTALLED]
    first = [
        Row(f"first use: {name}", ALL, [*command, *words], empty_cache=True) for name, words in FIRST.items()
    ]
    return [
        Row("scorer score, table", ALL, [*command, *SCORE]),
        Row("scorer score, json", CLICK, [*command, *SCORE, "-f", "json"]),
        *first,
        *(Row(name, ALL, [*command, *words]) for name, words in OTHERS.items()),
    ]


def batch_rows(python: str, only: str, folder: Path, many: int) -> list[Row]:
    """Files of hands that are all different; written only where they are asked for."""
    few = many // 10
    said = {
        FEW_LINES: (CLICK, few, "few.jsonl"),
        f"batch, {many:,} JSON lines": ("", many, "many.jsonl"),
        f"batch, {many:,} rows of CSV": (f"batch, {many:,} JSON lines", many, "many.csv"),
        f"batch, {many:,} rows of Parquet": (f"batch, {many:,} JSON lines", many, "many.parquet"),
        RANDOM_SITUATIONS: ("", many, "random.jsonl"),
    }

    def command(file: str, jobs: str) -> list[str]:
        return [python, "-c", INSTALLED, "batch", str(folder / file), "--jobs", jobs, "--out",
                str(folder / f"out-{file}")]  # fmt: skip

    rows = [Row(name, against, command(file, "1"), count) for name, (against, count, file) in said.items()]
    alone, two = f"{ONE_PROCESS}, by the clock", f"batch, {many:,} JSON lines, two processes"
    rows += [
        Row(name, against, command("many.jsonl", jobs), many, by_clock=True)
        for name, against, jobs in ((alone, "", "1"), (two, alone, "2"))
    ]
    if any(only in row.name for row in rows):
        write_files(folder, few, many)
    return rows


def club_files(folder: Path) -> list[Path]:
    """The files of house rules, which are written anew before each run that checks them."""
    return [folder / f"club-{number}.yaml" for number in range(CLUBS)]


def club_rows(python: str, folder: Path) -> list[Row]:
    """Checks of one and of a hundred files of house rules, all different and new in each round."""
    files, command = club_files(folder), [python, "-c", INSTALLED, "check"]
    return [
        Row(ONE_FILE, "", [*command, str(files[0])]),
        Row(MANY_FILES, ONE_FILE, [*command, *map(str, files)]),
    ]


def write_files(folder: Path, few: int, many: int) -> None:
    """The same hands in every format, and hands in situations of all kinds."""
    table = columns(played_requests(many, seed=11))
    rows = [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)]
    for name, count in (("few.jsonl", few), ("many.jsonl", many)):
        with (folder / name).open("w", encoding="utf-8") as lines:
            lines.writelines(
                json.dumps({"id": place, **said(row)}) + "\n" for place, row in enumerate(rows[:count])
            )
    rng = Random(12)
    with (folder / "random.jsonl").open("w", encoding="utf-8") as lines:
        for row in rows:
            table_state = {"honba": rng.randint(0, 30), "sticks": rng.randint(0, 12)}
            shown = "".join(rng.choices(KINDS, k=rng.randint(1, 4)))
            lines.write(json.dumps({**said(row), **table_state, "dora": shown}) + "\n")
    with (folder / "many.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table)
        writer.writerows(
            [" ".join(cell) if isinstance(cell, list) else cell for cell in row.values()] for row in rows
        )
    pq.write_table(pa.table(table), folder / "many.parquet")


def said(row: dict[str, Any]) -> dict[str, Any]:
    """What a line has to say: nothing that is empty."""
    return {key: value for key, value in row.items() if value not in ("", [], 0)}


def timed(row: Row, caches: Path) -> tuple[float, float]:
    """Seconds, and MiB at the most; in an environment of its own."""
    if row.empty_cache:
        shutil.rmtree(caches, ignore_errors=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if row.command[0] == sys.executable:
        kept["PYTHONPATH"] = str(ROOT)
    between = subprocess.run(
        [sys.executable, "-S", "-c", BETWEEN, *row.command],
        env=kept | {"XDG_CACHE_HOME": str(caches)}, cwd=caches.parent, capture_output=True, check=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    elapsed, used, kibibytes = between.stdout.split()[-3:]
    return float(elapsed if row.by_clock else used), int(kibibytes) / 1024
