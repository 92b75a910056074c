"""Sets of four that are, or are not, robbed; and equal scores at the end of a game."""

from __future__ import annotations

import json
from dataclasses import replace

from scorer import load_ruleset
from scorer.replay.chances import passed_wins
from scorer.replay.game import Deal, Game
from scorer.replay.read import read_log
from scorer.replay.referee import referee
from scorer.table.rules import DealRules
from scorer.table.settle import final_result
from tests.replay.made_up import MadeUpDeal, as_mjai

READY = "234m234p678p34s88s"
"""All simples that wait for 2s and 5s."""
CONCEALED = MadeUpDeal(
    (READY, "0555s1199m1199p1z", "159m159p19s3344z6z", "77m77p77s2255z667z"),
    "A+1z A-1z B+2z B[0s5s5s5s] *2z B+3z B-3z C+2s C-2s",
    (11600, 0, -11600, 0),
    "A",
    "C",
    indicator="4z",
)
ADDED = replace(
    CONCEALED,
    hands=(READY, "22s1199m1199p115z", "1559m159p19s344z6z", "77m77p77s2255z667z"),
    moves="A+1z A-1z B+2z B-2z C+2s C-2s B<2s:2s2s B-5z C+3z C-3z D+3z D-3z A+6m A! A-6m B+2s B^2s",
    source="B",
)
ORPHANS = MadeUpDeal(
    ("119m19p19s123456z", "7777z234m456p567s", "258m258p258s3344z", "369m369p369s1122z"),
    "A+1z A-1z B+2p B[7z7z7z7z] *2p B+9p B-9p C+9s C-9s",
    (0, 0, 0, 0),
)


def test_a_concealed_kong_of_a_tile_that_is_waited_for_is_no_passed_win() -> None:
    report = referee(read_log(as_mjai([CONCEALED])), "tenhou")
    assert report.agrees
    assert not passed_wins(report, report.deals[0])


def test_a_win_on_a_concealed_kong_is_illegal_unless_the_rules_allow_it() -> None:
    moves = CONCEALED.moves.partition(" *2z")[0]
    robbed = replace(CONCEALED, moves=moves, source="B", paid=(5800, -5800, 0, 0))
    report = referee(read_log(as_mjai([robbed])), "tenhou")
    assert "refused" in [mismatch.topic for _, mismatch in report.differs]


def test_thirteen_orphans_pass_a_concealed_kong_only_if_they_may_rob_it() -> None:
    game = read_log(as_mjai([ORPHANS]))
    passed = {}
    for name in ("ema", "tenhou"):
        report = referee(game, name)
        passed[name] = [one.tile for one in passed_wins(report, report.deals[0])]
    assert passed == {"ema": ["7z"], "tenhou": []}


def test_a_robbed_kong_does_not_end_ippatsu() -> None:
    (win,) = referee(read_log(as_mjai([ADDED])), "tenhou").wins
    assert win.line is not None
    assert win.line["with"] == ["riichi", "ippatsu", "chankan"]


def test_a_kong_that_is_not_robbed_ends_ippatsu() -> None:
    deal = replace(ADDED, moves=f"{ADDED.moves} B+9s B-9s C+5s C-5s", source="C")
    (win,) = referee(read_log(as_mjai([deal])), "tenhou").wins
    assert win.line is not None
    assert win.line["with"] == ["riichi", "furiten"]  # the added tile was passed


def test_of_equal_scores_that_of_the_first_dealer_is_before_the_others() -> None:
    ruleset = load_ruleset("tenhou")
    found = final_result(ruleset, DealRules(ruleset), (30000, 20000, 30000, 19000), 1, first_dealer=2)
    assert found is not None
    assert found.places == (2, 3, 1, 4)
    assert found.scores == (30000, 20000, 31000, 19000)


def test_the_first_dealer_is_known_from_any_deal() -> None:
    deal = Deal(round=1, turn=2, dealer=1, honba=0, sticks=0, hands=())
    assert Game("kobalab", 4, (deal,)).first_dealer == 3


def test_the_scores_after_the_last_deal_may_contain_the_stick_that_is_left() -> None:
    terminals = ("19m19p19s1234z258m", *CONCEALED.hands[2:], "33m33p33s1155z116s")
    word = "kyushukyuhai"
    before = (25000, 25000, 25000, 24000)
    quiet = MadeUpDeal(terminals, "A+6s", (0, 0, 0, 0), sticks=1, word=word, indicator="9s", scores=before)
    *lines, result, _, end = as_mjai([quiet]).splitlines()
    for scores, agrees in (((26000, 25000, 25000, 24000), True), ((25000, 26000, 25000, 24000), False)):
        written = {**json.loads(result), "scores": scores}
        report = referee(read_log(b"\n".join([*lines, json.dumps(written).encode(), end])), "tenhou")
        assert report.agrees is agrees
