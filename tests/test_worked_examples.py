"""Hands worked out by hand from the rule texts: every row of tests/data/*.yaml is a test.

A row is `input`, as `scorer batch` takes it, and `expect`: fields of the result, or `ok: false` with the
kind of the error. Of a limit hand the patterns are compared by id, since their unit is the limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from scorer import InputError, NotAWinner, Score, score

DATA = Path(__file__).parent / "data"
ARGUMENTS = {"from": "discarder", "with": "circumstances"}


def rows() -> Iterator[Any]:
    for path in sorted(DATA.glob("*.yaml")):
        for number, row in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")), 1):
            yield pytest.param(row["input"], row["expect"], id=f"{path.stem}-{number}-{row['input']['hand']}")


@pytest.mark.parametrize(("given", "expected"), list(rows()))
def test_the_hand_scores_as_worked_out(given: dict[str, Any], expected: dict[str, Any]) -> None:
    found = outcome(given)
    ids_only = bool(found.get("yakuman"))
    seen = {key: comparable(key, found.get(key), ids_only) for key in expected}
    assert seen == {key: comparable(key, expected[key], ids_only) for key in expected}, found.get("message")


def outcome(given: dict[str, Any]) -> dict[str, Any]:
    """The result of a row's input, or its error."""
    arguments = {ARGUMENTS.get(key, key): value for key, value in given.items() if key != "id"}
    try:
        return result_of(score(**arguments))
    except InputError as error:
        return {"ok": False, "kind": error.kind, "message": str(error)}
    except NotAWinner as error:
        payments = dict(error.payments)
        return {"ok": False, "kind": error.kind, "message": error.message, "payments": payments}


def result_of(scored: Score) -> dict[str, Any]:
    best = scored.best
    return {
        "ok": True,
        "patterns": [(award.pattern.id, award.total) for award in best.awards],
        "bonuses": [(bonus.id, bonus.total) for bonus in best.bonuses],
        scored.ruleset.unit: None if best.tier else best.total,
        "fu": best.sheet.total if best.sheet and not best.tier else None,
        "yakuman": best.tier,
        "limit": best.limit.id if best.limit else None,
        "points": scored.points,
        "payments": dict(best.payments.transfers),
        "total": scored.total,
        **dict(best.amounts),
    }


def comparable(key: str, value: Any, ids_only: bool) -> Any:
    """Lists of patterns in one order; of a limit hand only which patterns they are."""
    if key not in ("patterns", "bonuses") or value is None:
        return value
    return sorted(name if ids_only else (name, amount) for name, amount in value)
