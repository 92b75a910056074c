"""Hands worked out by hand from the rule texts: every row of tests/data/*.yaml is a test.

A row is `input`, a line as `scorer batch` takes it, and `expect`: fields of the result line, or
`ok: false` with the kind of the error. Patterns are written [id, value]; of a limit hand only which
patterns they are is compared, since the result counts them in yakuman and the tables in han.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from scorer.batch.scoring import LineScorer
from scorer.rows import Rulesets
from tests.support.tables import hand_tables

SCORER = LineScorer(Rulesets("riichi", {}))


def rows() -> Iterator[Any]:
    for name, table in hand_tables().items():
        for number, row in table:
            yield pytest.param(row["input"], row["expect"], id=f"{name}-{number}-{row['input']['hand']}")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("given", "expected"), list(rows()))
def test_the_hand_scores_as_worked_out(given: dict[str, Any], expected: dict[str, Any]) -> None:
    found = result_line(given)
    of_limit = bool(found.get("yakuman"))
    seen = {key: comparable(key, found.get(key), of_limit) for key in expected}
    assert seen == {key: comparable(key, expected[key], of_limit) for key in expected}, found.get("message")


def result_line(given: dict[str, Any]) -> dict[str, Any]:
    """The line that `scorer batch` writes for a row's input; the fields of an error beside `ok`."""
    line = SCORER.result(json.dumps(given).encode())[0]
    result = json.loads(line)
    if not result["ok"]:
        return {"ok": False, **result["error"]}
    lists = {key: [(one["id"], one["value"]) for one in result[key]] for key in ("patterns", "bonuses")}
    return result | lists


def comparable(key: str, value: Any, of_limit: bool) -> Any:
    """Lists of patterns in one order; of a limit hand only which patterns they are."""
    if key not in ("patterns", "bonuses") or value is None:
        return value
    return sorted(name if of_limit else (name, amount) for name, amount in value)
