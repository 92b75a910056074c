"""Parquet in row groups of any size, with texts of any type: the results are those of the same lines of JSON."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.campaign.hands import Line, drawn_lines
from tests.campaign.running import Area
from tests.cli.runs import run

TEXTS = ("string", "large_string", "string_view", "dictionary")
SIZES = (1, 3, 100, 1_000, 3_000)
KINDS: dict[str, type] = {"with": list, "honba": int, "sticks": int}


def draw(rng: Random) -> dict[str, Any]:
    """Lines, how often they are repeated, the rows of a group, and the type of each column of texts."""
    name = rng.choice(shipped_names())
    lines = [line for line in drawn_lines(rng, load_ruleset(name), 40) if _fits(line)]
    columns = sorted({key for line in lines for key in line})
    return {
        "ruleset": name,
        "lines": lines,
        "rows": rng.choice((1, 40, 400, 400, 5_000)),
        "group": rng.choice(SIZES),
        "sorts": {key: rng.choice(TEXTS) for key in columns if key not in ("honba", "sticks")},
    }


def _fits(line: Line) -> bool:
    """Whether the line can be a row of typed columns."""
    values = {key: value for key, value in line.items() if key not in KINDS}
    texts = [*values.values(), *line.get("with", ())]
    numbers = [line.get(key, 0) for key in ("honba", "sticks")]
    return (
        bool(line.get("hand"))
        and all(isinstance(text, str) and text.isprintable() for text in texts)
        and all(-(1 << 62) < number < 1 << 62 for number in numbers)
    )


def tried(data: dict[str, Any]) -> int:
    """Scores the rows from both files."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    lines = [line for line in data["lines"] if _fits(line)]
    if not lines or not data["ruleset"]:
        return 0
    rows = [lines[number % len(lines)] for number in range(max(1, data["rows"]))]
    table = pa.table(
        {key: _column(rows, key, sort) for key, sort in {**data["sorts"], **_numbers(rows)}.items()}
    )
    with tempfile.TemporaryDirectory() as folder:
        given, typed = Path(folder, "hands.jsonl"), Path(folder, "hands.parquet")
        given.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        pq.write_table(table, typed, row_group_size=max(1, data["group"]))
        want, found = (
            run("batch", str(path), "-r", data["ruleset"], "--jobs", "1") for path in (given, typed)
        )
    assert found.exit_code == want.exit_code, (found.stderr, want.stderr)
    answers = zip(found.stdout.splitlines(), want.stdout.splitlines(), strict=True)
    wrong = next(
        ((one, other, row) for (one, other), row in zip(answers, rows, strict=True) if one != other), None
    )
    assert wrong is None, wrong
    return len(rows)


def _numbers(rows: list[Line]) -> dict[str, str]:
    return {key: "int64" for key in ("honba", "sticks") if any(key in row for row in rows)}


def _column(rows: list[Line], key: str, sort: str) -> Any:
    import pyarrow as pa

    values = [row.get(key) for row in rows]
    text = pa.dictionary(pa.int32(), pa.string()) if sort == "dictionary" else getattr(pa, sort)()
    return pa.array(values, pa.list_(text) if key == "with" else text)


AREA = Area("groups", "Parquet in row groups of any size beside lines of JSON", draw, tried, share=0.5, few=6)
