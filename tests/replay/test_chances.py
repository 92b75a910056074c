"""Passed wins and ready hands of made-up deals are those of `tests/data/passed-wins.yaml`."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from scorer.replay.chances import all_passed_wins, passed_wins, ready_hands
from scorer.replay.read import read_log
from scorer.replay.referee import referee
from tests.replay.made_up import MadeUpDeal, as_mjai
from tests.support.loops import some
from tests.support.places import DATA

Case = dict[str, Any]
DEALS: list[Case] = yaml.safe_load((DATA / "passed-wins.yaml").read_text("utf-8"))["deals"]


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case["name"])
def test_every_pass_and_every_ready_hand_is_found_with_its_reason(case: Case) -> None:
    more = {"paid": (0, 0, 0, 0), **case.get("won", {}), **case.get("at", {})}
    deal = MadeUpDeal(case["hands"], case["moves"], indicator=case.get("indicator", "4z"), **more)
    report = referee(read_log(as_mjai([deal])), case.get("rules", "tenhou"))
    passed = passed_wins(report, report.deals[0])
    lines: list[dict[str, Any]] = [{"from": "-", "with": [], **one.line} for one in passed]
    listed = [
        [
            one.player, one.source, one.tile, one.verdict, one.score.points if one.score else "-",
            line["seat"], line["round"], line["from"], [*line["with"], *one.circumstances],
        ]
        for one, line in zip(passed, lines, strict=True)
    ]  # fmt: skip
    assert listed == case["passed"]
    for one, line in some(zip(passed, lines, strict=True), least=0):
        assert (line["win"] == "tsumo") == (one.player == one.source)
        assert line["hand"].endswith(f" +{one.tile}")
        assert line.get("dora") == case.get("dora", deal.indicator), "nobody had turned another over"
        assert bool(one.reasons) == (one.score is None)
    ready = ready_hands(report, report.deals[0])
    waits = [{tile: score.points if score else "-" for tile, score in one.waits} for one in ready]
    found = [[one.player, one.is_forbidden, wait] for one, wait in zip(ready, waits, strict=True)]
    assert found == case["ready"]
    assert all_passed_wins(report) == ([(report.deals[0], passed)] if passed else [])


def test_what_a_ready_hand_would_pay_is_paid_by_the_next_player() -> None:
    case = DEALS[0]
    deal = MadeUpDeal(case["hands"], case["moves"], (0, 0, 0, 0), indicator="4z")
    report = referee(read_log(as_mjai([deal])), "tenhou")
    seats = {one.player: one.waits[0][1] for one in ready_hands(report, report.deals[0])}
    payers = {
        player: [seat for seat, gain in score.best.payments.transfers if gain < 0]
        for player, score in seats.items()
        if score
    }
    assert payers == {0: ["S"], 3: ["E"]}
    assert all(score and not score.situation.self_draw for score in seats.values())
