"""Expressions of which only the options are known."""

from __future__ import annotations

import pytest

from scorer.engine.evaluate import rules_view
from scorer.engine.partial import is_decided, simplify, sources_of
from scorer.language.vocabulary import Source
from tests.support.small import asking

EXTRA = """
options:
  open_tanyao: {default: true, help: it can be open}
circumstances:
  riichi: {name: {en: Riichi}}
"""


@pytest.mark.parametrize(
    ("condition", "simpler"),
    [
        ("open_tanyao and dealer", "dealer"),
        ("not open_tanyao and dealer", False),
        ("not open_tanyao or dealer", "dealer"),
        ("open_tanyao or dealer", True),
        ("open_tanyao and dealer and (self_draw or not open_tanyao or riichi)", "dealer and (self_draw or riichi)"),
        ("players == 4 and dealer", "dealer"),
        ("min(players, 3) == 3", True),
        ("dealer if open_tanyao else self_draw", "dealer"),
        ("not (open_tanyao and dealer)", "not dealer"),
        ("dealer and honba > 2", "dealer and honba > 2"),
    ],
)  # fmt: skip
def test_what_the_options_decide_is_left_out(condition: str, simpler: str | bool) -> None:
    rules = asking(condition, EXTRA)
    node = rules.pattern_by_id["it"].condition
    assert node is not None
    found = simplify(node, rules_view(rules))
    assert (found.args[0] if found.op == "truth" else str(found)) == simpler


@pytest.mark.parametrize(
    ("condition", "sources"),
    [
        ("open_tanyao", {Source.RULES}),
        ("riichi and dealer", {Source.CIRCUMSTANCES, Source.SITUATION}),
        ("tiles(honor) > 2", {Source.TILES}),
        ("1 > 2", set()),
    ],
)
def test_an_expression_depends_on_what_it_asks(condition: str, sources: set[Source]) -> None:
    rules = asking(condition, EXTRA)
    node = rules.pattern_by_id["it"].condition
    assert node is not None
    assert sources_of(node, rules) == sources
    assert is_decided(node, rules) == (sources <= {Source.RULES})
