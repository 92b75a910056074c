"""Hands worked out by hand from the rule texts: every row of tests/data/*.yaml is a test.

A row is `input`, a line as `scorer batch` takes it, and `expect`: fields of the result line, or
`ok: false` with the kind of the error. Patterns are written [id, value]; of a limit hand only which
patterns they are is compared, since the result counts them in yakuman and the tables in han.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from scorer.batch.run import Rulesets, outcomes
from scorer.render.result import error_of, result_of

DATA = Path(__file__).parent / "data"
RULESETS = Rulesets("riichi", {})


def rows() -> Iterator[Any]:
    for path in sorted(DATA.glob("*.yaml")):
        for number, row in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")), 1):
            if "input" in row:  # the other tables say what wrong inputs are told
                hand = row["input"]["hand"]
                yield pytest.param(row["input"], row["expect"], id=f"{path.stem}-{number}-{hand}")


@pytest.mark.parametrize(("given", "expected"), list(rows()))
def test_the_hand_scores_as_worked_out(given: dict[str, Any], expected: dict[str, Any]) -> None:
    found = result_line(given)
    of_limit = bool(found.get("yakuman"))
    seen = {key: comparable(key, found.get(key), of_limit) for key in expected}
    assert seen == {key: comparable(key, expected[key], of_limit) for key in expected}, found.get("message")


def result_line(given: dict[str, Any]) -> dict[str, Any]:
    """What `scorer batch` answers to a row's input; the fields of an error beside `ok`."""
    [outcome] = outcomes([json.dumps(given).encode()], RULESETS)
    if outcome.score is not None:
        result = result_of(outcome.score)
        lists = {
            key: [(line["id"], line["value"]) for line in result[key]] for key in ("patterns", "bonuses")
        }
        return result | lists
    assert outcome.error is not None
    answer = error_of(outcome.error)
    return {"ok": answer["ok"], **answer["error"]}


def comparable(key: str, value: Any, of_limit: bool) -> Any:
    """Lists of patterns in one order; of a limit hand only which patterns they are."""
    if key not in ("patterns", "bonuses") or value is None:
        return value
    return sorted(name if of_limit else (name, amount) for name, amount in value)
