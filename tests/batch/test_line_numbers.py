"""An error without an id has the number of its line, whatever the format and however the run is divided."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from scorer.batch.lines import LineNumbers
from scorer.batch.scoring import GROUP_SIZE
from tests.cli.runs import HAND, run
from tests.support.loops import some

GOOD, NO_WIN, BAD, BLANK = json.dumps({"hand": HAND}), '{"hand": "1m"}', "no hand at all", ""
LINES = [
    GOOD,
    BLANK,
    NO_WIN,
    BAD,
    '{"id": 7, "hand": "1m"}',
    BLANK,
    BLANK,
    NO_WIN,
    GOOD,
    '{"id": null, "hand": 7}',
]
ERRORS = {3, 4, 8, 10}
"""the lines of errors without an id"""


def errors(path: Path, *args: str) -> set[int]:
    """The line numbers of the results of a file; only errors without an id have one."""
    found = [json.loads(line) for line in run("batch", str(path), *args).stdout.splitlines()]
    numbered = [one for one in found if "line" in one]
    assert all(not one["ok"] and one["id"] is None for one in some(numbered))
    assert len(numbered) == sum(not one["ok"] and one["id"] is None for one in found)
    return {one["line"] for one in numbered}


def lines_file(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.mark.parametrize("args", [(), ("--near",), ("--jobs", "2"), ("--jobs", "2", "--near")], ids=str)
def test_an_error_without_an_id_has_the_number_of_its_line(tmp_path: Path, args: tuple[str, ...]) -> None:
    assert errors(lines_file(tmp_path / "hands.jsonl", LINES), *args) == ERRORS


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_lines_of_a_long_run_are_counted_through_all_groups(tmp_path: Path, jobs: str) -> None:
    lines = [GOOD] * (GROUP_SIZE - 2) + LINES + [BLANK] * 5 + [GOOD] * GROUP_SIZE + LINES
    second = len(lines) - len(LINES)
    wanted = {line + start for line in ERRORS for start in (GROUP_SIZE - 2, second)}
    assert errors(lines_file(tmp_path / "hands.jsonl", lines), "--jobs", jobs) == wanted


def test_the_rows_of_a_table_are_counted_from_its_first_line(tmp_path: Path) -> None:
    table = f'id,hand\n,{HAND}\n\n,"1\nm"\n,1m\n7,1m\n,1m,1\n,"1m\n,1m\n'
    assert errors(lines_file(tmp_path / "quoted.csv", [table])) == {4, 6, 8, 9, 10}
    plain = f"id,hand\n,{HAND}\n,1m\n\n7,1m\n,1m,1\n"
    assert errors(lines_file(tmp_path / "plain.csv", ["", plain])) == {4, 7}


def test_the_rows_of_a_parquet_file_are_counted(tmp_path: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("numpy")
    table = pyarrow.table({"hand": [HAND, "1m", None] * 3})
    parquet.write_table(table, tmp_path / "hands.parquet", row_group_size=4)
    assert errors(tmp_path / "hands.parquet") == {2, 3, 5, 6, 8, 9}
    run("batch", str(tmp_path / "hands.parquet"), "--out", str(tmp_path / "out.parquet"))
    column = parquet.read_table(tmp_path / "out.parquet").column("line").to_pylist()
    assert column == [None, 2, 3, None, 5, 6, None, 8, 9]


def csv_lines(path: Path) -> list[str]:
    with path.open(newline="", encoding="utf-8") as file:
        return [row["line"] for row in csv.DictReader(file)]


def test_a_table_of_results_has_the_line_in_a_column(tmp_path: Path) -> None:
    run("batch", str(lines_file(tmp_path / "hands.jsonl", LINES)), "--out", str(tmp_path / "out.csv"))
    assert csv_lines(tmp_path / "out.csv") == ["", "3", "4", "", "8", "", "10"]


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_a_resumed_run_counts_the_lines_before_it(tmp_path: Path, ending: str) -> None:
    given, whole, out = (tmp_path / f"{name}.{ending}" for name in ("hands", "whole", "out"))
    rows: list[Any] = ["hand", *[HAND, "", "1m"] * 200] if ending == "csv" else [GOOD, BLANK, NO_WIN] * 200
    lines_file(given, rows)
    run("batch", str(given), "--out", str(whole))
    run("batch", str(given), "--out", str(out))
    out.write_bytes(b"".join(out.read_bytes().splitlines(keepends=True)[:303]))
    assert run("batch", str(given), "--out", str(out), "--resume").exit_code == 1
    assert out.read_bytes() == whole.read_bytes()


def test_the_numbers_of_adjacent_lines_take_no_memory() -> None:
    numbers = LineNumbers()
    for begin in range(1, 1001, 10):
        numbers.add(range(begin, begin + 10))
    assert len(numbers.waiting) == 1
    assert numbers.take(995) == range(1, 996)
    assert list(numbers.take(10)) == [996, 997, 998, 999, 1000]
