"""Halves and thirds of a point are paid as they are: nothing is lost on the way from the base to the last share."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer import NotAWinner, load_ruleset, score, score_many
from tests.support.loops import some

GAME = """
name: Halves
about: Every amount is cut up.
unit: points
circumstances: {lost: {}}
tiles: {dragon: 567z}
shapes: {standard: {sets: 4, pair: 1}}
patterns:
  - {id: dragons, name: Dragons, definition: Three sets of dragons., source: us, value: 4, when: sets(triplet & dragon) == 3}
  - {id: runs, name: Runs, definition: Four runs., source: us, value: 5, when: all_sets(chow)}
otherwise: {id: plain, name: Plain, definition: Any other hand., source: us, value: 3}
amounts: {third: total / 3}
base: total / 2
payment:
  discard: {discarder: base, each: third / 2}
  self_draw: {each: base}
  sticks: sticks / 2
  liability:
    patterns: {dragons: true, runs: true}
    covers: hand
    discard: {liable: share / 2, discarder: share / 2}
    self_draw: {liable: share}
"""
PLAIN = "234m678p345p22z678s"
ROWS = [
    ({"hand": "234m678p345p678s2z+2z", "from": "W"}, {"E": -5 / 6, "S": 2.5 + 5 / 3, "W": -2.5, "N": -5 / 6}),
    ({"hand": "234m678p345p678s2z+2z", "win": "tsumo"}, {"E": -2.5, "S": 7.5, "W": -2.5, "N": -2.5}),
    (
        {"hand": "234m678p345p678s2z+2z", "win": "tsumo", "pao": {"runs": "N"}},
        {"E": 0, "S": 7.5, "W": 0, "N": -7.5},
    ),
    (
        {"hand": "(555z)(666z)(777z)234m2z+2z", "from": "W", "pao": {"dragons": "N"}},
        {"E": 0, "S": 2 + 4 / 3, "W": -1 - 2 / 3, "N": -1 - 2 / 3},
    ),
    (
        {"hand": "222m678p345p678s2z+2z", "win": "tsumo", "sticks": 1},
        {"E": -1.5, "S": 5, "W": -1.5, "N": -1.5},
    ),
]


@pytest.fixture(scope="module")
def halves(tmp_path_factory: pytest.TempPathFactory) -> str:
    file: Path = tmp_path_factory.mktemp("rules") / "halves.yaml"
    file.write_text(GAME)
    return str(file)


@pytest.mark.parametrize(("row", "gains"), ROWS, ids=str)
def test_no_half_of_a_share_is_lost(row: dict[str, object], gains: dict[str, float], halves: str) -> None:
    one = score_many([row], halves)[0]
    assert not isinstance(one, Exception), one
    assert dict(one.payments.transfers) == pytest.approx(gains)
    assert sum(dict(one.payments.transfers).values()) == pytest.approx(one.payments.sticks)


def test_bulk_runs_pay_the_same_halves(halves: str) -> None:
    many = score_many([row for row, _ in ROWS] * 50, halves)
    for found, (_, gains) in some(zip(many, ROWS * 50, strict=True)):
        assert dict(found.payments.transfers) == pytest.approx(gains)


def test_half_a_penalty_is_paid(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    rows = "- {id: hasty, name: Hasty, when: early, pay: {each: 5 / 2}, why: too early}"
    file.write_text(
        f"extends: riichi\nname: Club\ncircumstances: {{early: {{name: Early}}}}\npenalties:\n  {rows}\n"
    )
    with pytest.raises(NotAWinner) as refused:
        score(PLAIN, load_ruleset(file), win="tsumo", circumstances=["early"])
    assert dict(refused.value.payments) == {"E": 2.5, "S": -7.5, "W": 2.5, "N": 2.5}
