"""Parquet with columns of any type: results, or one clear error."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any

from tests.campaign.areas.lines import KEYS
from tests.campaign.areas.words import UNCLEAN
from tests.campaign.running import Area
from tests.cli.runs import HAND, run

SORTS = (
    "string", "large_string", "binary", "int8", "int64", "uint64", "float64", "float16", "bool_", "null", "date32",
    "timestamp_ns", "timestamp_us_tz", "duration_ns", "time64", "decimal", "list", "list_int", "struct", "map", "dictionary",
    "string_view", "list_large_string", "large_list", "list_dictionary",
)  # fmt: skip


def draw(rng: Random) -> dict[str, Any]:
    """Columns with their types, and where the file is damaged."""
    columns = ["hand", *rng.sample([name for name in KEYS if name != "hand"], rng.randint(0, 3))]
    fitting = {"with": "list", "honba": "int64", "sticks": "int64"}
    sorts = {
        name: rng.choice(SORTS)
        if rng.random() < (0.1 if name == "hand" else 0.6)
        else fitting.get(name, "string")
        for name in columns
    }
    damage = rng.randrange(1, 2000) if rng.random() < 0.15 else 0
    return {
        "columns": sorts,
        "rows": rng.choice((rng.randint(0, 5), 400)),
        "group": rng.choice((1, 3, 100, 1000)),
        "damage": damage,
        "seed": rng.randrange(1 << 30),
        "out": rng.choice(("jsonl", "csv", "parquet")),
    }


def _values(rng: Random, name: str, sort: str, rows: int) -> Any:
    import pyarrow as pa

    types: dict[str, Any] = {
        "timestamp_ns": pa.timestamp("ns"), "timestamp_us_tz": pa.timestamp("us", "UTC"), "duration_ns": pa.duration("ns"),
        "time64": pa.time64("ns"), "list": pa.list_(pa.string()), "list_int": pa.list_(pa.int32()),
        "list_large_string": pa.list_(pa.large_string()), "large_list": pa.large_list(pa.string()),
        "list_dictionary": pa.list_(pa.dictionary(pa.int32(), pa.string())),
        "struct": pa.struct([("a", pa.int32())]), "map": pa.map_(pa.string(), pa.string()),
    }  # fmt: skip
    texts = ["", HAND, "1m", "tsumo", "E", "riichi", "x\x1b", "\u202e"]
    if name == "hand":
        texts = [HAND, HAND, "1q"]
    numbers = [0, 1, 5, 100]
    lists = [[], ["riichi"], [None], ["x", "y"]]
    plain: dict[str, Any] = {
        "list_large_string": lists, "large_list": lists, "list_dictionary": lists, "string_view": texts,
        "string": texts, "large_string": texts, "dictionary": texts, "binary": [b"", b"\xff"], "float64": [0.0, 1.5, float("nan"), float("inf")],
        "float16": [0.0], "bool_": [True, False], "null": [None], "list": lists, "list_int": [[1], []],
        "struct": [{"a": 1}], "map": [[("a", "b")], []],
    }  # fmt: skip
    values = [*plain.get(sort, numbers), None]
    if sort == "dictionary":
        return pa.array([rng.choice(values) for _ in range(rows)], pa.string()).dictionary_encode()
    if sort == "decimal":
        whole = pa.array([rng.choice((0, 1)) for _ in range(rows)], pa.int64())
        return whole.cast(pa.decimal128(19, 0)).cast(pa.decimal128(21, 2))
    if sort == "float16":
        import numpy as np

        return pa.array(np.zeros(rows, dtype=np.float16))
    kind = types.get(sort) or getattr(pa, sort)()
    if sort in ("date32", "timestamp_ns", "timestamp_us_tz", "duration_ns", "time64"):
        width = pa.int32() if sort == "date32" else pa.int64()
        return pa.array([rng.choice([0, 1, 123456789]) for _ in range(rows)], width).cast(kind)
    return pa.array([rng.choice(values) for _ in range(rows)], kind)


def tried(data: dict[str, Any]) -> int:
    """Writes the file and runs it."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = Random(data["seed"])
    columns = {name: _values(rng, name, sort, data["rows"]) for name, sort in data["columns"].items()}
    with tempfile.TemporaryDirectory() as folder:
        given, out = Path(folder, "hands.parquet"), Path(folder, f"out.{data['out']}")
        pq.write_table(pa.table(columns), given, row_group_size=data["group"])
        if data["damage"]:
            content = bytearray(given.read_bytes())
            content[data["damage"] % len(content)] ^= 1 << rng.randrange(8)
            given.write_bytes(bytes(content))
        result = run("batch", str(given), "--out", str(out))
        assert result.exit_code in (0, 1, 2), result.exit_code
        if not data["damage"]:
            assert "cannot be read as Parquet" not in result.stderr, result.stderr
        assert not UNCLEAN.search(result.stderr), result.stderr
        if result.exit_code < 2 and data["out"] == "parquet" and not data["damage"]:
            assert pq.read_table(out).num_rows == data["rows"]
    return 1


AREA = Area("parquet", "Parquet files with columns of any type", draw, tried, share=0.5)
