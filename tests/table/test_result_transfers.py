"""What players pay one another in the results is written in the rule file: who pays, who is paid, and what."""

from __future__ import annotations

import pytest

from scorer.ruleset.load import load_text
from scorer.table.evening import PlayedGame, evening_of
from scorer.table.events import Draw, Event, GameEnd, GameStart, Win

PLAYERS = ("Ann", "Ben", "Cho", "Dia")
PLAIN = "{uma_first: 0, uma_second: 0, first_takes_oka: false, return_points: 25000, target_points: 0}"


def game_with(transfer: str, *events: Event) -> PlayedGame:
    text = f"extends: riichi\nname: Club\nset: {PLAIN}\nfinal: {{transfers: [{transfer}]}}\n"
    loaded = load_text(text, "club.yaml")
    assert loaded.ruleset is not None, loaded.problems
    rules = loaded.ruleset
    evening = evening_of([GameStart("club", PLAYERS, 1), *events], load=lambda name: rules)
    assert not evening.faults
    return evening.games[0]


BEN_WINS = Win((("Ben", "mangan"),), "Ann")
CHO_WINS = Win((("Cho", "1 han 30 fu"),), "Ann")


@pytest.mark.parametrize(
    ("transfer", "events", "gains"),
    [
        ("{id: bird, from: deals_won == 0, to: deals_won >= 1, each: 5}", [BEN_WINS, CHO_WINS], [-10, 10, 10, -10]),
        ("{id: bird, from: deals_won == 0, to: deals_won == 0, each: 5}", [BEN_WINS], None),
        ("{id: lead, from: score < highest, to: score == highest, each: 2}", [BEN_WINS], [-2, 6, -2, -2]),
        ("{id: last, from: not won_last_deal, to: won_last_deal, shared: 6}", [BEN_WINS, CHO_WINS], [-6, -6, 18, -6]),
        ("{id: last, from: score == lowest, to: deals_won >= 1, shared: 5}", [BEN_WINS, CHO_WINS], [-5, 2.5, 2.5, 0]),
        ("{id: bird, enabled: bust == never, from: won, to: deals_won >= 1, each: 5}", [BEN_WINS], None),
        ("{id: bust, from: went_bust, to: won_last_deal, shared: 10}", [BEN_WINS], None),
    ],
)  # fmt: skip
def test_the_rule_file_says_who_pays_whom_in_the_results(
    transfer: str, events: list[Event], gains: list[float] | None
) -> None:
    final = game_with(transfer, *events, GameEnd("time")).final
    assert [one.gains for one in final.sides] == ([tuple(gains)] if gains else [])


def test_nothing_is_transferred_before_the_game_ends() -> None:
    transfer = "{id: lead, from: score < highest, to: score == highest, each: 2}"
    assert game_with(transfer, BEN_WINS).final.sides == ()


def test_nobody_pays_the_winners_of_a_last_deal_that_was_drawn() -> None:
    transfer = "{id: last, from: not won_last_deal, to: won_last_deal, shared: 6}"
    drawn = Draw("exhaustive", (("Ann", ""),))
    assert game_with(transfer, BEN_WINS, drawn, GameEnd("time")).final.sides == ()


@pytest.mark.parametrize(
    ("transfer", "told"),
    [
        ("{id: bird, to: deals_won >= 1, each: 5}", "from"),
        ("{id: bird, from: deals_lost == 0, to: deals_won >= 1, each: 5}", "deals_lost"),
        ("{id: bird, from: deals_won == 0, to: deals_won >= 1, each: many}", "many"),
    ],
)
def test_a_wrong_transfer_of_results_is_refused(transfer: str, told: str) -> None:
    text = f"extends: riichi\nname: Club\nfinal: {{transfers: [{transfer}]}}\n"
    problems = load_text(text, "club.yaml").problems
    assert any(told in str(one.message) for one in problems), problems
