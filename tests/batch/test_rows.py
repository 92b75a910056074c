"""Rows of data frames score as the same rows of CSV do, whatever holds them."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pytest

from scorer import score_many
from scorer.batch.tables import row_line
from scorer.sampling import request_for_hand, sample_hands
from scorer.scoring import load_ruleset
from tests.cli.runs import HAND, run

COLUMNS = ("id", "hand", "win", "round", "seat", "from", "with", "honba", "sticks", "dora", "ura", "pao")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hands of riichi in a table, with cells left empty and rows that are wrong."""
    rules, rows = load_ruleset("riichi"), list[dict[str, Any]]()
    for number, sample in enumerate(sample_hands(rules, 11, 400)):
        one = request_for_hand(*sample, rules)
        rows.append(
            {"id": number, "hand": one.hand, "win": one.win, "round": one.round, "seat": one.seat,
             "from": one.discarder, "with": " ".join(one.circumstances), "honba": one.honba or "", "sticks": one.sticks or "",
             **one.indicators, "pao": " ".join(f"{name}={wind}" for name, wind in one.pao.items())}
        )  # fmt: skip
    rows += [
        {"id": 900, "hand": "12x"},
        {"id": 901, "hand": HAND, "with": "riichi nothing"},
        {"id": 902, "hand": HAND, "honba": -1},
    ]
    path = tmp_path_factory.mktemp("rows") / "hands.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


Paid = list[tuple[Any, Any]]


def from_csv(table: Path) -> Paid:
    """What `scorer batch` says of each row."""
    results = map(json.loads, run("batch", str(table)).stdout.splitlines())
    return [
        (one.get("total"), one["error"]["message"] if "error" in one else None)
        for one in results
        if "id" in one
    ]


def from_rows(rows: list[Any]) -> Paid:
    found = score_many(rows)
    errors = {place: str(error).splitlines()[0] for place, error in found.errors.items()}
    return [(total, errors.get(place)) for place, total in enumerate(found.totals)]


@pytest.mark.slow
def test_texts_of_csv_score_as_scorer_batch_scores_them(table: Path) -> None:
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert_same(from_rows(rows), from_csv(table))


def assert_same(found: Paid, wanted: Paid) -> None:
    assert [total for total, _ in found] == [total for total, _ in wanted]
    assert [bool(error) for _, error in found] == [bool(error) for _, error in wanted]
    assert sum(total is not None for total, _ in found) > 300


def test_rows_of_pandas_score_as_the_csv_that_they_come_from(table: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(table)
    assert frame["honba"].dtype == float and frame["dora"].isna().any()
    assert_same(from_rows(frame), from_csv(table))
    assert_same(from_rows(frame.to_dict("records")), from_csv(table))
    assert_same(from_rows(frame.convert_dtypes().to_dict("records")), from_csv(table))


def test_rows_of_polars_score_as_the_csv_that_they_come_from(table: Path) -> None:
    polars = pytest.importorskip("polars")
    assert_same(from_rows(polars.read_csv(table)), from_csv(table))


def test_rows_of_arrow_score_as_the_csv_that_they_come_from(table: Path) -> None:
    arrow = pytest.importorskip("pyarrow.csv")
    rows = arrow.read_csv(table)
    assert_same(from_rows(rows), from_csv(table))
    assert_same(from_rows(rows.to_pylist()), from_csv(table))
    assert_same(
        from_rows(
            [dict(zip(rows.column_names, row, strict=True)) for row in zip(*rows.columns, strict=True)]
        ),
        from_csv(table),
    )


@pytest.mark.parametrize(
    ("key", "cell", "same"),
    [
        ("with", "riichi ippatsu", ["riichi", "ippatsu"]), ("with", ("riichi", None), ["riichi"]), ("honba", "2", 2),
        ("honba", 2.0, 2), ("honba", "2.0", 2), ("honba", math.nan, 0), ("honba", " ", 0), ("win", "", None),
        ("win", " tsumo ", "tsumo"), ("dora", math.nan, None), ("pao", "daisangen=W", {"daisangen": "W"}),
        ("options", "kiriage_mangan=true", {"kiriage_mangan": True}), ("ruleset", "riichi", None),
    ],
)  # fmt: skip
def test_a_cell_says_what_it_says_in_csv(key: str, cell: object, same: object) -> None:
    found, wanted = score_many([{"hand": HAND, key: cell}]), score_many([{"hand": HAND, key: same}])
    assert (found.totals, list(map(str, found.errors.values()))) == (
        wanted.totals,
        list(map(str, wanted.errors.values())),
    )
    line = row_line({"hand": HAND, key: list(cell) if isinstance(cell, tuple) else cell})
    assert isinstance(line, bytes)
    result = json.loads(run("batch", "-", given=line.decode()).stdout.splitlines()[0])
    assert result.get("total") == found.totals[0]


def test_a_row_may_name_its_ruleset_and_options() -> None:
    mangan = {"hand": "234m067p345p67s99s+8s", "with": "riichi ippatsu"}
    found = score_many([mangan, {**mangan, "options": "kiriage_mangan=true"}, {"hand": HAND, "ruleset": "tenhou"},
                        {"hand": HAND, "ruleset": "/etc/passwd"}, {"hand": HAND, "ruleset": "mcr", "options": {"x": 1}}])  # fmt: skip
    assert found.points == [7700, 8000, 2000, None, None]
    assert (found[1].points, found[2].ruleset.id) == (8000, "tenhou")  # type: ignore[union-attr]
    assert [type(error).__name__ for error in found.errors.values()] == ["RulesetError", "InputError"]
