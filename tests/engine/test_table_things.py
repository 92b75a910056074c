"""What lies on the table where a game has it, and a top tier of which only the dearest pattern counts."""

from __future__ import annotations

import json

import pytest

from scorer import load_ruleset, score
from scorer.errors import InputError
from scorer.ruleset.find import shipped_names
from tests.cli.runs import run
from tests.support.small import lines, usual

TOP = """
top_tier_only: {from: 8, add: %s}
patterns:
- {id: one_suit, value: 8, when: suits == 1}
- {id: runs, value: 10, when: sets(chow) == 4}
- {id: self_drawn, value: 1, when: self_draw}
"""
ONE_SUIT = "123456789m234m5m +5m tsumo"
WINS = {"sichuan": "123456789m111s5s+5s", "mcr": "123456789m123p5s+5s", "hong-kong": "123456789m123m5m+5m"}


def test_what_may_lie_on_the_table_is_what_the_rules_ask() -> None:
    found = {name: sorted(load_ruleset(name).on_table) for name in shipped_names()}
    assert found["riichi"] == found["tenhou-sanma"] == ["honba", "sticks"]
    assert found["ponjan"] == ["sticks"]
    assert found["mcr"] == found["sichuan"] == found["british"] == []


@pytest.mark.parametrize(("thing", "word"), [("honba", "counters"), ("sticks", "sticks")])
@pytest.mark.parametrize("name", WINS)
def test_counters_and_sticks_in_a_game_without_are_refused(name: str, thing: str, word: str) -> None:
    with pytest.raises(InputError, match=f"{name} is played without {word} on the table") as caught:
        score(WINS[name], name, **{thing: 3})  # type: ignore[arg-type]
    assert [fault.source for fault in caught.value.faults] == [f"--{thing}"]


def test_json_lines_refuse_them_too_however_many_there_are() -> None:
    line = json.dumps({"hand": WINS["sichuan"], "honba": 1})
    found = run("batch", "-r", "sichuan", given=f"{line}\n" * 120).stdout.splitlines()
    assert len(found) == 120 and len(set(found)) == 1
    assert "played without counters" in found[0]


def test_of_a_top_tier_that_is_not_added_only_the_dearest_counts() -> None:
    assert lines(usual(TOP % "false"), ONE_SUIT) == {"runs": 10}


def test_a_top_tier_is_added_unless_it_says_otherwise() -> None:
    assert lines(usual(TOP % "true"), ONE_SUIT) == {"one_suit": 8, "runs": 10}
