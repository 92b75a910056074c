"""What is offered at a table can be entered there, in every game."""

from __future__ import annotations

import pytest

from scorer.ruleset.find import shipped_names
from scorer.scoring import load_ruleset
from scorer.table.choices import counted_wins, draw_choices, is_possible
from scorer.table.events import Declaration, Draw, Win
from scorer.table.rules import DealRules
from scorer.table.state import GameState, first_state
from scorer.table.steps import table_after
from tests.support.loops import some

NAMES = ["Ann", "Ben", "Cho", "Dia"]


def table_of(name: str) -> tuple[DealRules, GameState]:
    rules = DealRules(load_ruleset(name))
    return rules, first_state(rules, NAMES[: rules.players])


@pytest.mark.one_in(10)
@pytest.mark.parametrize("name", shipped_names())
def test_every_count_and_draw_that_is_offered_is_possible(name: str) -> None:
    rules, state = table_of(name)
    following = "" if rules.deals else "Ann"
    for choice in some(draw_choices(rules, state), 0):
        paid = ("Ben",) if choice.asks_paid else ()
        assert is_possible(rules, state, Draw(choice.rule.id, (), paid, (), following)), choice
    for discarder in ("Ann", ""):
        wins = counted_wins(rules, state, "S", discarder and "E")
        assert wins or rules.compares or rules.ruleset.default_self_draw or discarder, discarder
        for win in some(wins, 0):
            after = table_after(rules, state, Win((("Ben", win.text),), discarder, next_dealer=following))
            if rules.ruleset.id not in ("sichuan", "sichuan-apps"):  # settled at the end of the deal
                assert after.scores[1] - state.scores[1] == win.gain, win


def test_who_is_ready_is_asked_only_if_it_matters() -> None:
    for name, expected in some({"riichi": True, "hong-kong": False, "saikouisen-classic": False}.items()):
        usual = draw_choices(*table_of(name))[0]
        assert (usual.rule.id, usual.asks_ready) == ("exhaustive", expected), name


def test_a_player_who_declared_changes_nothing_in_what_is_asked() -> None:
    rules, state = table_of("tenhou")
    declared = table_after(rules, table_after(rules, state, Declaration("Ann")), Declaration("Dia"))
    assert [one.rule.id for one in draw_choices(rules, declared)] == [
        one.rule.id for one in draw_choices(rules, state)
    ]
    assert draw_choices(rules, declared)[0].asks_ready


def test_counts_follow_the_counters_on_the_table() -> None:
    rules, state = table_of("riichi")
    state = table_after(rules, state, Draw("exhaustive", (("Ann", ""),)))
    assert [one.gain for one in counted_wins(rules, state, "S", "E")][:2] == [1300, 1600]


def test_high_secondary_scores_are_rare_and_limits_are_not() -> None:
    wins = {one.text: one.is_rare for one in counted_wins(*table_of("riichi"), "S", "E")}
    assert (wins["1 han 40 fu"], wins["1 han 110 fu"], wins["mangan"]) == (False, True, False)
