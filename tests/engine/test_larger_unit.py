"""A unit that is worth several of another: values and totals are written in it, and results stay in the smaller one."""

from __future__ import annotations

import json

import pytest

from scorer import load_ruleset, score, score_many
from scorer.teach.points import points_of
from tests.cli.runs import run

HAND = "123m456m789m111m5m1k+5m"


def test_a_total_is_written_in_both_units() -> None:
    shown = run("score", HAND, "-r", "vietnamese", "--seat", "E", "--from", "S").stdout.splitlines()
    assert shown[0] == "1 mủn 1 phán · 70/38 (146)"
    assert [
        line.split("  ")[-1].strip()
        for line in shown
        if line.startswith(("Full flush", "Own flower", "Total  "))
    ] == [
        "1 mủn",
        "1 phán",
        "1 mủn 1 phán",
    ]


def test_json_counts_in_the_unit_of_the_ruleset() -> None:
    data = json.loads(
        run("score", HAND, "-r", "vietnamese", "--seat", "E", "--from", "S", "-f", "json").stdout
    )
    assert data["phan"] == 7
    assert [(one["id"], one["value"], one["unit"]) for one in data["patterns"]] == [("full_flush", 6, "phan")]


def test_many_hands_count_what_single_ones_do() -> None:
    hands = [HAND, "111m999m111s999p1p+1p", "123m456m79m345p55z+8m"]
    alone = [score(hand, "vietnamese") for hand in hands]
    together = score_many(hands, "vietnamese")
    assert [one.best.worth.total for one in alone] == [together[place].best.worth.total for place in range(3)]


@pytest.mark.parametrize(
    ("text", "total"), [("2 mủn 1 phán", 13), ("1 mun", 6), ("1满2番", 8), ("5 phán", 5), ("9", 9)]
)
def test_a_count_can_be_given_in_both_units(text: str, total: int) -> None:
    (found, _), *_ = points_of(load_ruleset("vietnamese"), text).rows
    assert found.total == total
