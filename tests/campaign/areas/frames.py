"""Rows of pandas and Polars: each hand is paid as the row of CSV that it comes from."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from scorer import score_many
from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from tests.campaign.hands import Line, drawn_lines
from tests.campaign.running import Area
from tests.cli.runs import run

HANDS = 30


def draw(rng: Random) -> dict[str, Any]:
    """A table of hands of one ruleset: columns in any order, with cells left empty."""
    name = rng.choice(shipped_names())
    lines = drawn_lines(rng, load_ruleset(name), HANDS)
    columns = sorted({key for line in lines for key in line if key != "hand"} - {""})
    rng.shuffle(columns)
    return {"ruleset": name, "rows": [["hand", *columns], *(_cells(line, columns) for line in lines)]}


def _cells(line: Line, columns: list[str]) -> list[str]:
    return [_cell(line.get(key, "")) for key in ("hand", *columns)]


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={wind}" for name, wind in value.items())
    text = " ".join(value) if isinstance(value, list) else str(value)
    return text.replace("\x00", "").strip()  # no text of a table holds NUL, and frames keep or cut blanks


def tried(data: dict[str, Any]) -> int:
    """Scores the table as a file and as rows of frames."""
    pandas, polars = map(import_module, ("pandas", "polars"))
    rows = [row for row in data["rows"] if len(row) == len(data["rows"][0])]
    if len(rows) < 2 or "hand" not in rows[0] or len({*rows[0]}) < len(rows[0]) or data["ruleset"] == "":
        return 0
    rows = [["id", *rows[0]], *([str(number), *row] for number, row in enumerate(rows[1:]))]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hands.csv")
        path.write_text(text.getvalue(), encoding="utf-8", newline="")
        told = run("batch", str(path), "-r", data["ruleset"])
        if told.exit_code == 2:
            return 0
        wanted = [answer.get("total") for answer in map(json.loads, told.stdout.splitlines())]
        frame = pandas.read_csv(path)
        frames = {
            "pandas": frame.to_dict("records"),
            "pandas with its own types": frame.convert_dtypes().to_dict("records"),
            "pandas with texts": pandas.read_csv(path, dtype=str).to_dict("records"),
            "Polars": polars.read_csv(path, infer_schema_length=None).to_dicts(),
        }
    for sort, records in frames.items():
        found = list(score_many(records, data["ruleset"]).totals)
        wrong = [row for row, one, other in zip(rows[1:], found, wanted, strict=True) if one != other]
        assert not wrong, f"{sort}: {wrong[0]}"
    return len(frames) * len(wanted)


AREA = Area("frames", "rows of pandas and Polars beside the CSV that they come from", draw, tried, share=0.5)
