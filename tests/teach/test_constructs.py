"""Each construct of the language is said, shown and measured: on a hand for which it holds, and on one for which not.

The rows stand in tests/data/sentences.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from scorer.engine.evaluate import value_of
from scorer.engine.examples import parse_example
from scorer.engine.score import HandView
from scorer.language import TRUTH
from scorer.language.nodes import Node
from scorer.language.parser import read_expression
from scorer.language.vocabulary import (
    AMOUNTS,
    FUNCTIONS,
    GIVEN_CLASSES,
    NUMBER_FACTS,
    TRUTH_FACTS,
    WAIT_KINDS,
    KnownNames,
    Scope,
)
from scorer.ruleset.find import shipped_folder
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset, readings_of
from scorer.teach.constructs import SLOT_WORDS, SPECIAL_PHRASES, clause, negated_clause
from scorer.teach.why import ConditionFinding, condition_finding
from scorer.teach.words import Speech
from scorer.texts import phrases
from scorer.values import replace
from tests.support.small import asking, usual
from tests.support.tables import table

ROWS = table("sentences")
SAID = " ".join(row["when"] for row in ROWS)
MEASURED = " ".join(row["when"] for row in ROWS if row.get("far"))
Row = dict[str, Any]


def condition(row: Row) -> Node:
    when = asking(row["when"], row.get("rules", "")).pattern_by_id["it"].condition
    assert when is not None
    return when


def finding(
    row: Row, hand: str, language: str = "en", told: Callable[[Ruleset], Ruleset] = lambda rules: rules
) -> ConditionFinding:
    """What is found for the condition in the reading that comes nearest."""
    rules = asking(row["when"], row.get("rules", ""))
    rules, read, situation = parse_example(hand, rules)
    view = HandView(rules, read, situation)
    node = condition(row)
    views = [view.with_reading(reading) for reading in readings_of(view)]
    speech = Speech(told(rules), language)
    return min((condition_finding(node, one, speech) for one in views), key=lambda found: found.distance)


def named(rules: Ruleset) -> Ruleset:
    """The rules with a name for everything in the other languages, as every shipped file gives it."""
    names = (("en", "name"), ("ja", "名"), ("zh", "名"))
    classes = tuple(replace(item, names=names) for item in rules.classes)
    shapes = tuple(replace(item, names=names) for item in rules.shapes)
    declared = rules.file_ruleset and named(rules.file_ruleset)
    return replace(rules, classes=classes, shapes=shapes, file_ruleset=declared)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["when"])
def test_a_condition_and_its_opposite_are_said(row: Row) -> None:
    speech, node = Speech(asking(row["when"], row.get("rules", ""))), condition(row)
    assert clause(node, speech) == row["asks"]
    assert negated_clause(node, speech) == row["opposite"]


@pytest.mark.parametrize("row", [row for row in ROWS if "holds" in row], ids=lambda row: row["when"])
def test_what_holds_is_no_way_off_and_is_shown(row: Row) -> None:
    found = finding(row, row["holds"])
    assert (found.is_met, found.distance, found.evidence) == (True, 0, row["shown"])


@pytest.mark.parametrize("row", [row for row in ROWS if "fails" in row], ids=lambda row: row["when"])
def test_what_fails_is_so_far_off_and_what_stands_there_instead_is_shown(row: Row) -> None:
    found = finding(row, row["fails"])
    shown = found.evidence or found.denial
    assert (found.is_met, found.distance, shown) == (False, row["far"], row["instead"])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", ["ja", "zh"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["when"])
def test_a_condition_is_said_wholly_in_each_language(row: Row, language: str) -> None:
    speech, node = Speech(named(asking(row["when"], row.get("rules", ""))), language), condition(row)
    said = [clause(node, speech), negated_clause(node, speech)]
    for hand in (row[key] for key in ("holds", "fails") if key in row):
        found = finding(row, hand, language, named)
        said += [found.asks, found.evidence]
    assert not [text for text in said if re.search("[A-Za-z]{3}", text)]


def test_every_class_of_a_win_has_a_phrase() -> None:
    assert GIVEN_CLASSES
    assert {f"class:{name}" for name in GIVEN_CLASSES} <= set(phrases())


def test_every_function_and_fact_has_a_row_with_a_distance() -> None:
    apart = {"awarded", "indicated", "shape", "flowers", "jokers"}
    """no conditions of one hand: awards, indicators, the only shape; and flowers and jokers, tried below"""
    assert {name for name in FUNCTIONS if f"{name}(" not in MEASURED} - apart == set()
    facts = {*TRUTH_FACTS, *NUMBER_FACTS}
    assert {name for name in facts if name not in MEASURED} == {"jokers"}
    assert "jokers" in SAID


@pytest.mark.parametrize(
    ("flowers", "holds", "far"), [("26", True, 0.0), ("2", False, 1.0), ("1", False, 2.0)]
)
def test_flowers_are_said_and_measured(flowers: str, holds: bool, far: float) -> None:
    ruleset = load_ruleset("taiwanese")
    text = f"(123m)123456p123456s7z{flowers}f +7z seat=S"
    view = HandView(*parse_example(text, ruleset))
    names = KnownNames(classes=frozenset(ruleset.class_masks))
    node, _, flaws = read_expression("flowers(seat_flower) >= 2", names, Scope.READING, TRUTH)
    assert not flaws
    assert clause(node, Speech(ruleset)) == "at least two flowers of the winner's seat set aside"
    assert value_of(node, view) is holds
    assert condition_finding(node, view, Speech(ruleset)).distance == far


@pytest.mark.parametrize(
    ("game", "condition", "said"),
    [
        ("riichi", "sets(triplet & dragon) == 3", "three triplets of dragons"),
        ("riichi", "sets(triplet & dragon) == 2", "two triplets of dragons"),
        ("doubutsu-janpon", "sets(pung & lion) == 2", "two triplets of lions"),
    ],
)
def test_a_number_of_sets_is_exact_unless_there_cannot_be_more(game: str, condition: str, said: str) -> None:
    ruleset = load_ruleset(game)
    names = KnownNames(
        classes=frozenset(ruleset.class_masks),
        kinds=frozenset((*ruleset.kind_by_id, *dict(ruleset.kind_unions))),
    )
    node, _, flaws = read_expression(condition, names, Scope.READING, TRUTH)
    assert not flaws
    assert said in clause(node, Speech(ruleset))


def test_a_choice_in_a_list_of_what_a_hand_has_keeps_its_verb() -> None:
    ruleset = load_ruleset("riichi")
    names = KnownNames(classes=frozenset(ruleset.class_masks))
    condition = "any_tile(terminal) and (any_tile(dragon) or any_tile(wind))"
    node, _, flaws = read_expression(condition, names, Scope.READING, TRUTH)
    assert not flaws
    assert clause(node, Speech(ruleset)) == "the hand has terminals and has dragons or winds"


def test_jokers_of_a_sort_are_said_and_measured() -> None:
    ruleset = usual(
        "tileset: {jokers: {j: {count: 2}, w: {count: 2, stands: wind}}}\n"
        "patterns: [{id: it, value: 1, when: jokers(wind) >= 2}]"
    )
    node = ruleset.pattern_by_id["it"].condition
    assert node is not None
    assert clause(node, Speech(ruleset)) == "at least two jokers for winds"
    for hand, far in (("123456m78p1z0w0w55z+9p", 0.0), ("123456m78p1z0j0w55z+9p", 1.0)):
        view = HandView(*parse_example(hand, ruleset))
        assert condition_finding(node, view, Speech(ruleset)).distance == far


def keys() -> list[str]:
    """The phrases of every function, fact and wait."""
    truths = [name for name, function in FUNCTIONS.items() if function.gives == TRUTH]
    numbers = [name for name in FUNCTIONS if name not in truths]
    facts = [name.removesuffix("s") if name in FUNCTIONS else name for name in NUMBER_FACTS]
    pairs = {
        ("condition:", "condition:not "): [*truths, *TRUTH_FACTS],
        ("count:one ", "count:many "): [*numbers, *facts],
        ("wait:is ", "wait:a "): WAIT_KINDS,
    }
    return [how + name for both, names in pairs.items() for how in both for name in names]


def words_at(key: str) -> set[str]:
    """The words that the shipped rule files have at a key, such as the groups of patterns."""
    lines = (
        re.findall(rf"\b{key}: (.+)", file.read_text("utf-8")) for file in shipped_folder().glob("*.yaml")
    )
    return {name for found in lines for line in found for name in re.findall(r"\w+", line)}


def test_a_prefix_is_only_for_words_of_the_rule_language() -> None:
    facts = {*TRUTH_FACTS, *NUMBER_FACTS, "flower", "joker"}
    words = {
        "condition": {*FUNCTIONS, *facts}, "count": {*FUNCTIONS, *facts}, "amount": {*AMOUNTS, "share", "difference"},
        "class": {*GIVEN_CLASSES}, "wait": {*WAIT_KINDS, "pair"}, "group": words_at("group"),
        "family": words_at("family"),
    }  # fmt: skip
    of_table = ("table:", "table and:")
    prefixed = [key for key in phrases() if ":" in key and key != ":" and not key.startswith(of_table)]
    assert {key.partition(":")[0] for key in prefixed} == set(words)
    assert all(key.split()[-1].rpartition(":")[2] in words[key.partition(":")[0]] for key in prefixed)


@pytest.mark.parametrize("key", keys())
def test_every_word_has_a_phrase_and_the_slots_of_a_phrase_are_known(key: str) -> None:
    assert key in SPECIAL_PHRASES or key in phrases()
    slots = {part.partition("}")[0] for text in phrases().get(key, ()) for part in text.split("{")[1:]}
    assert slots <= {*SLOT_WORDS, ""}


def test_what_lies_on_the_table_is_called_as_the_game_calls_it() -> None:
    riichi = load_ruleset("riichi")
    for fact, said in [
        ("honba", "at least two honba on the table"),
        ("sticks", "at least two riichi sticks on the table"),
    ]:
        assert clause(condition({"when": f"{fact} >= 2"}), Speech(riichi)) == said
