"""The secondary score counts sets or anything else, in a unit of its own; `fu` is its short name in files."""

from __future__ import annotations

import pytest

from scorer.fast.interface import compile_engine
from scorer.render.breakdown import breakdown_document
from scorer.render.result import result_data
from scorer.render.text import terminal_text
from scorer.ruleset.model import Ruleset
from tests.support.small import check_text, problems_of, rules, score

GAME = """
tileset: {flowers: {f: 8}}
tiles: {season: 5678f, wind: 1234z, dragon: 567z}
shapes: {standard: {sets: 4, pair: 1}}
units: {petals: {one: petal}}
patterns: [{id: hand, value: 1, when: shape(standard)}]
sheet:
  unit: petals
  round_up_to: 5
  items:
  - {id: drawn, value: 2, when: self_draw and flowers >= 1}
  - {id: season, value: 3, count: flowers(season)}
  - {id: own, value: 4, count: flowers(seat_flower)}
  - {id: honors, value: 1, count: kinds(wind)}
  - {id: set, value: 7, each: triplet & dragon}
base: total * petals
"""
SHORT = """
shapes: {standard: {sets: 4, pair: 1}}
patterns: [{id: hand, value: 1, when: shape(standard)}]
fu: {round_up_to: 10, items: [{id: start, fu: 13}]}
base: fu
"""
LONG = SHORT.replace("fu: {round", "sheet: {unit: fu, round").replace("fu: 13", "value: 13")
HAND = "123456789m555z1z15f+1z tsumo"


def sums(ruleset: Ruleset, example: str) -> tuple[dict[str, int], int]:
    """What each item adds and the sheet comes to, the same by both evaluators."""
    found = score(ruleset, example)
    quick = compile_engine(found.ruleset).score(found.hand, found.situation)
    assert quick is not None
    assert quick.sheet == found.best.sheet
    assert found.best.sheet is not None
    return {line.id: line.value for line in found.best.sheet.lines}, found.best.sheet.total


@pytest.mark.parametrize(
    ("hand", "items", "total"),
    [
        (f"{HAND} seat=E", {"drawn": 2, "season": 3, "own": 8, "honors": 1, "set": 7}, 25),
        (f"{HAND} seat=S", {"drawn": 2, "season": 3, "honors": 1, "set": 7}, 15),
        (HAND.replace("15f", ""), {"honors": 1, "set": 7}, 10),
        (
            HAND.replace("15f", "5678f").replace("tsumo", "ron") + " seat=N",
            {"season": 12, "own": 4, "honors": 1, "set": 7},
            25,
        ),
    ],
)
def test_an_item_counts_sets_flowers_tiles_or_the_way_of_the_win(
    hand: str, items: dict[str, int], total: int
) -> None:
    assert sums(rules(GAME), hand) == (items, total)


def test_a_sheet_is_told_and_keyed_by_its_own_unit() -> None:
    found = score(rules(GAME), f"{HAND} seat=E")
    shown = terminal_text(breakdown_document(found), 80)
    assert "1 point 25 petals" in shown
    assert "own x2" in shown
    plain = result_data(found)
    assert plain["petals"] == 25
    assert plain["petals_items"][1] == {"id": "season", "petals": 3}  # type: ignore[index]
    assert "fu" not in plain


def test_fu_is_short_for_a_sheet_in_that_unit_and_for_the_value_of_its_items() -> None:
    assert rules(SHORT).sheet == rules(LONG).sheet
    assert score(rules(SHORT), HAND.replace("15f", "")).worth.base == 20


def test_a_short_name_does_not_take_the_place_of_a_long_one() -> None:
    both = SHORT + "sheet: {unit: petals, items: [{id: other, value: 1}]}\n"
    assert any("unknown key 'fu'" in problem or "'fu'" in problem for problem in problems_of(both))


@pytest.mark.parametrize("unit", ["points", "total"])
def test_a_sheet_is_not_counted_in_the_unit_of_another_number(unit: str) -> None:
    found = check_text(GAME.replace("unit: petals", f"unit: {unit}"), "x.yaml")
    assert [
        problem.code for problem in found if "already the name of another unit" in str(problem.message)
    ] == ["L405"]
