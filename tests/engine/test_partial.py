"""Expressions of which only the options are known."""

from __future__ import annotations

import pytest

from scorer.engine.evaluate import rules_view
from scorer.engine.partial import (
    comparison,
    constant_node,
    depends_on_tiles,
    folded_operation,
    is_decided,
    negation,
    options_in_force,
    simplify,
    sources_of,
)
from scorer.language.nodes import Node
from scorer.language.vocabulary import Source
from scorer.ruleset.model import Value
from scorer.scoring import load_ruleset
from tests.support.small import asking, made, usual

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
        ("riichi", {Source.CIRCUMSTANCES}),
        ("honba > 2", {Source.COUNTERS}),
    ],
)
def test_an_expression_depends_on_what_it_asks(condition: str, sources: set[Source]) -> None:
    rules = asking(condition, EXTRA)
    node = rules.pattern_by_id["it"].condition
    assert node is not None
    assert sources_of(node, rules) == sources
    assert is_decided(node, rules) == (sources <= {Source.RULES})


@pytest.mark.parametrize(
    ("condition", "of_tiles"),
    [
        ("dealer and self_draw and riichi", False),
        ("dealer and tiles(honor) > 2", True),
        ("open_tanyao and sets(chow) > 2", True),
        ("open_tanyao", False),
    ],
)
def test_an_expression_depends_on_the_tiles_if_one_part_of_it_does(condition: str, of_tiles: bool) -> None:
    rules = asking(condition, EXTRA)
    node = rules.pattern_by_id["it"].condition
    assert node is not None
    assert depends_on_tiles(node, rules) is of_tiles


CHOICES = """
options:
  large: {default: true, help: large}
  small: {default: true, help: small}
  most: {default: 3, from: 0, to: 9, help: most}
patterns:
- id: it
  value: 1
  when: CONDITION
"""


@pytest.mark.parametrize(
    ("condition", "chosen", "affecting"),
    [
        ("large and dealer", {}, {"large"}),
        ("dealer and most > 2", {}, {"most"}),
        ("(small if large else most > 2) and dealer", {}, {"large", "small"}),
        ("(small if large else most > 2) and dealer", {"large": False}, {"large", "most"}),
        ("(large or small) and dealer", {"large": False}, {"small"}),
        ("(large or small) and dealer", {"small": False}, {"large"}),
        ("small and (large or dealer)", {"small": False}, {"small"}),
        ("large or dealer and small", {}, {"large"}),
    ],
)
def test_options_that_cannot_change_anything_under_the_others_are_not_in_force(
    condition: str, chosen: dict[str, Value], affecting: set[str]
) -> None:
    rules = made(CHOICES.replace("CONDITION", condition), **chosen)
    assert options_in_force(rules) == affecting


def test_of_a_pattern_that_is_switched_off_only_its_switch_is_in_force() -> None:
    text = CHOICES.replace("CONDITION", "most > 2 and dealer") + "  enabled: large\n"
    assert options_in_force(made(text)) == {"large", "most"}
    assert options_in_force(made(text, large=False)) == {"large"}


HONBA = Node("fact", ("honba",))


@pytest.mark.parametrize(
    ("op", "mirrored"), [("<", ">"), ("<=", ">="), (">", "<"), (">=", "<="), ("==", "=="), ("!=", "!=")]
)
def test_a_comparison_has_its_constant_on_the_right(op: str, mirrored: str) -> None:
    two = constant_node(2)
    assert (
        comparison(op, two, HONBA)
        == comparison(mirrored, HONBA, two)
        == Node("compare", (HONBA, mirrored, two))
    )
    assert comparison(op, two, constant_node(3)) == constant_node(op in ("<", "<=", "!="))


@pytest.mark.parametrize(
    ("op", "number", "value"),
    [("+", 2, 8), ("-", 2, 4), ("*", 2, 12), ("/", 2, 3), ("/", 4, None), ("**", 9999, None)],
)
def test_an_operation_on_constants_is_its_value_if_that_is_a_whole_number(
    op: str, number: int, value: int | None
) -> None:
    tree = Node("arithmetic", (op, constant_node(6), constant_node(number)))
    found = folded_operation(tree, rules_view(asking("dealer")))
    assert found == (tree if value is None else constant_node(value))


def test_a_choice_with_a_known_condition_is_the_branch_that_applies() -> None:
    view = rules_view(asking("dealer"))
    for known, branch in ((True, constant_node(1)), (False, HONBA)):
        tree = Node("if", (constant_node(known), constant_node(1), HONBA))
        assert folded_operation(tree, view) == branch
    undecided = Node("if", (HONBA, constant_node(1), constant_node(2)))
    assert folded_operation(undecided, view) == undecided


def test_the_negation_of_a_condition_is_undone_by_another() -> None:
    assert (negation(constant_node(True)), negation(constant_node(False))) == (
        constant_node(False),
        constant_node(True),
    )
    assert negation(negation(HONBA)) == HONBA
    assert negation(HONBA) == Node("not", (HONBA,))


SHEET = """
options:
  plain: {default: true, help: plain}
  most: {default: 3, from: 0, to: 9, help: most}
  other: {default: 3, from: 0, to: 9, help: other}
fu:
  round_up_to: 10
  fixed:
  - {id: first, fu: most, when: plain}
  - {id: second, fu: other, when: all_sets(pung)}
  items:
  - {id: third, fu: other}
base: fu
patterns: [{id: it, value: 1}]
"""


def test_items_below_a_fixed_line_that_always_applies_are_not_in_force() -> None:
    assert options_in_force(usual(SHEET)) == {"plain", "most"}
    assert "other" in options_in_force(usual(SHEET, plain=False))
    assert options_in_force(usual(SHEET.replace(", when: plain", ""))) == {"most"}


@pytest.mark.parametrize(
    ("chosen", "in_force"),
    [
        ({}, True),
        ({"pao_daisangen": False}, True),
        ({"pao_daisangen": False, "pao_daisuushii": False}, False),
        ({"pao_daisangen": False, "pao_daisuushii": False, "pao_suukantsu": True}, True),
    ],
)
def test_who_pays_for_patterns_matters_if_somebody_can_be_liable_for_one(
    chosen: dict[str, Value], in_force: bool
) -> None:
    found = options_in_force(load_ruleset("riichi", chosen))
    assert ({"pao_covers", "pao_counters"} <= found) is in_force
    assert "pao_daisangen" in found


def test_a_condition_without_what_is_decided_is_written_with_brackets_where_it_needs_them() -> None:
    rules = asking(
        "open_tanyao and (dealer or self_draw) and (riichi if dealer else self_draw) and not riichi", EXTRA
    )
    node = rules.pattern_by_id["it"].condition
    assert node is not None
    simpler = simplify(node, rules_view(rules))
    assert (
        simpler.text
        == str(simpler)
        == "(dealer or self_draw) and (riichi if dealer else self_draw) and not riichi"
    )
