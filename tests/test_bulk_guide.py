"""The examples for data frames, Arrow, DuckDB and clusters run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import ROOT

GUIDE = (ROOT / ".github" / "BULK.md").read_text("utf-8")
CHAPTERS = dict(re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", GUIDE, re.MULTILINE | re.DOTALL))
EXAMPLES = {
    name: found[1]
    for name, text in CHAPTERS.items()
    if (found := re.search("```python\n(.*?)```", text, re.DOTALL))
}
NEEDS = {
    "Dask": ("dask.dataframe",),
    "Spark": ("pyspark",),
    "DuckDB": ("duckdb", "pyarrow"),
    "Arrow": ("pyarrow",),
}
TOTALS = [16000, 1600, None]


def totals_of(result: Any) -> list[int | None]:
    """Points of the rows, whatever holds them."""
    if hasattr(result, "to_pylist"):
        return [None if row["total"] is None else int(row["total"]) for row in result.to_pylist()]
    if hasattr(result, "to_dicts"):
        return [row["total"] for row in result.to_dicts()]
    return [None if total != total else int(total) for total in result["total"]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = re.search("```csv\n(.*?)```", GUIDE, re.DOTALL)
    assert found
    (tmp_path / "hands.csv").write_text(found[1], "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs_as_it_is_printed(name: str, folder: Path) -> None:
    for module in NEEDS.get(name, (name.lower(),)):
        pytest.importorskip(module, reason=f"{module} is not installed")
    room: dict[str, Any] = {}
    exec(EXAMPLES[name], room)
    result = room["result"]
    if name in ("pandas", "Polars", "Arrow"):
        assert totals_of(result) == TOTALS
    elif name == "DuckDB":
        assert result.fetchall() == [(1, 16000.0), (2, 1600.0)]
    else:
        assert len(result) == len(TOTALS)


def test_spark_is_told_the_columns_that_a_batch_has(folder: Path) -> None:
    """Spark itself needs Java; what it is given is tried without it."""
    arrow = pytest.importorskip("pyarrow")
    room: dict[str, Any] = {}
    exec(
        EXAMPLES["Spark"].partition("spark =")[0].replace("from pyspark.sql import SparkSession\n", ""), room
    )
    batch = arrow.RecordBatch.from_pydict(
        {"id": ["1", "2"], "hand": ["123x", "1m"], "with": ["riichi", None], "honba": ["1", None]}
    )
    (made,) = room["scored"]([batch])
    named = {"string": "string", "bool": "boolean", "double": "double", "int64": "long"}
    columns = [f"{field.name} {named.get(str(field.type), 'array<string>')}" for field in made.schema]
    assert columns == [" ".join(column.split()) for column in room["SCHEMA"].split(",")]
