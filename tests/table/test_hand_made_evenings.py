"""Evenings that were worked out by hand from the rules of clubs and associations come out as they should."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import read_evening
from scorer.table.writing import evening_text
from tests.support.tables import table

ROWS = table("hand-made-evenings")


@pytest.mark.parametrize("row", ROWS, ids=[row["promise"] for row in ROWS])
def test_an_evening_comes_out_as_worked_out_by_hand(row: dict[str, Any]) -> None:
    read = read_evening(evening_text(map(str, row["events"])).encode())
    assert not read.faults
    game = read.evening.games[0]
    assert list(game.state.scores) == row.get("scores", list(game.state.scores))
    assert list(game.final.results) == row.get("results", list(game.final.results))
    assert "scores" in row or "results" in row
