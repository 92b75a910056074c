"""Whatever a dealt hand does, the solver of `check` considers possible: every kind of shape, every construct.

Rule files are made for each way to be complete, conditions from the whole language; hands are dealt for them. A
condition that holds in a reading of some hand can hold, one that fails can fail, and a number lies in its bounds.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from scorer.check.solver import Solver
from scorer.engine.evaluate import View, value_of
from scorer.language import NUMBER
from scorer.language.nodes import Node
from scorer.language.vocabulary import (
    FUNCTIONS,
    GIVEN_CLASSES,
    NUMBER_FACTS,
    SET_STATES,
    TRUTH_FACTS,
    WAIT_KINDS,
)
from scorer.ruleset.load import load_text
from scorer.ruleset.model import Ruleset
from scorer.sampling import sample_hands
from scorer.scoring import readings_of
from tests.support.small import check_text, holds, rules

STANDARD = (
    "tiles: {wind: 1234z, dragon: 567z, honor: wind | dragon, end: 19mps, orphan: end | honor, low: 123mps}\n"
)
PATTERNS = "unit: points\npatterns: [{id: any, name: Any, value: 1, when: true}]\n"
SHAPES: dict[str, str] = {
    "sets and a pair": "{sets: 4, pair: 1}",
    "sets with singles": "{sets: 3, pair: 1, singles: 3}",
    "sets and two pairs": "{sets: 2, pairs: 4}",
    "sets of one kind": "{sets: 4, pair: 1, kinds: [pung]}",
    "concealed sets": "{sets: 4, pair: 1, concealed: true}",
    "pairs of a kind": "{sets: 4, pair: mixed}",
    "three knitted rows": "{fixed: 147A258B369C, sets: 1, pair: 1}",
    "three knitted rows by themselves": "{fixed: 147A258B369C, pairs: 2}",
    "three runs in three suits": "{fixed: 123A456B789C, sets: 1, pair: 1}",
    "a row of five": "{fixed: 13579A, sets: 2, pair: 1}",
    "a row of four twice": "{fixed: 2468A2468B, sets: 1, pair: 1}",
    "the same row twice": "{fixed: 135A135A, sets: 2, pair: 1}",
    "a row of nine": "{fixed: 123456789A, sets: 1, pair: 1}",
    "rows of a known suit": "{fixed: 111m222p, sets: 2, pair: 1}",
    "rows of winds": "{fixed: 1234z, sets: 3, singles: 1}",
    "rows of one and two tiles": "{fixed: 1A55B, sets: 3, pair: 1}",
    "fixed rows, concealed": "{fixed: 258A258B, sets: 2, pair: 1, concealed: true}",
    "pairs": "{pairs: 7}",
    "different pairs": "{pairs: 7, different: true}",
    "one of each": "{one_of_each: orphan}",
    "one of each of few": "{one_of_each: dragon}",
    "different tiles": "{different: 14, from: 147A 258B 369C honor}",
    "different tiles of a class": "{different: 9, from: honor end}",
    "two shapes": "{sets: 4, pair: 1}, other: {fixed: 159A159B, sets: 2, pair: 1}",
    "a shape on a condition": "{sets: 4, pair: 1, when: self_draw}, other: {pairs: 7, when: concealed_hand}",
    "pairs of a kind alone": "{sets: 3, pair: mixed, singles: 3}",
    "runs with gaps": "{sets: 4, pair: 1, kinds: [gap, pung]}",
    "sets across suits": "{sets: 4, pair: 1, kinds: [mixed_run, kong]}",
}
KINDS = """sets:
  mixed: {size: 2, same: rank, differ: suit}
  gap: {size: 3, same: suit, run: rank, step: 2}
  mixed_run: {size: 3, run: rank, differ: suit}
"""
BOXES: dict[str, str] = {
    "": "",
    "jokers": "tileset: {jokers: 2}\n",
    "red tiles": "tileset: {red: {5m: 1, 5p: 2}}\n",
    "flowers": "tileset: {flowers: {f: 8}}\n",
    "three of each": "tileset: {copies: 3}\n",
    "six suits": "tileset: {suits: {m: {ranks: 1-9}, p: {ranks: 1-9}, s: {ranks: 1-9}, a: {ranks: 1-9}, b: {ranks: 1-9}, c: {ranks: 1-9}, z: {tiles: [E, S, W, N, White, Green, Red]}}}\n",
}
HANDS, SUBSETS = 16, 14
FEW_HANDS, FEW_SUBSETS = 3, 8
FLOWERS = """tileset: {flowers: {f: 8}}
tiles: {flower: 12345678f}
shapes: {standard: {sets: 4, pair: 1}, flowers: {flowers: 8}}
"""
CLASSES = (
    "wind",
    "dragon",
    "honor",
    "end",
    "low",
    "~end",
    "honor | low",
    "~honor & ~low",
    *GIVEN_CLASSES[:3],
)
IMPOSSIBLE = ("L501", "L502", "L503", "L505", "L506", "L507", "L510")
ATTRIBUTES = ("suit", "rank", "tile")


def selectors(rng: Random, kinds: list[str], depth: int = 0) -> str:
    """A selector of random depth out of kinds, states and classes."""
    word = rng.choice(
        (
            *kinds,
            *kinds,
            "pair",
            "any",
            *SET_STATES,
            rng.choice(CLASSES[:5]),
            f"has({rng.choice(CLASSES)})",
        )
    )
    if depth > 1 or rng.random() < 0.5:
        return word if rng.random() < 0.8 else f"~{word}"
    return f"({selectors(rng, kinds, depth + 1)} {rng.choice('&|')} {selectors(rng, kinds, depth + 1)})"


def templates(rng: Random, kinds: list[str]) -> str:
    rows = ("{}(n, A)", "{}(n, A), {}(k, B)", "{}(1, A)", "{}(honor)", "{}(n, m)", "{}(n, A), {}(n+1, A)")
    row = rng.choice((*rows, "{}(suit=A), {}(suit=A)", "{}(tile=T), {}(tile=T)"))
    return row.replace("{}", rng.choice(kinds))


def expressions(rng: Random, kinds: list[str]) -> list[str]:
    """Conditions and numbers of every function and fact of the language."""
    of, pick = (lambda: rng.choice(CLASSES)), (lambda: selectors(rng, kinds))
    arguments: dict[str, list[str]] = {
        "class": [of() for _ in range(3)],
        "selector": [pick() for _ in range(5)],
        "attribute": [*ATTRIBUTES],
        "shape": ["only"],
        "wait": [*WAIT_KINDS],
        "number": ["1", "2", "3", "4"],
        "tiles": ["'123A'", "'11z'", "'135A135B'", "'1111m'"],
        "template": [templates(rng, kinds) for _ in range(4)],
        "condition": [f"any_tile({of()})"],
        "value": ["suits, 2", "honba, 1"],
    }
    arguments["flower"] = arguments["class"]
    calls = [
        f"{name}({argument})"
        for name, function in FUNCTIONS.items()
        for argument in arguments.get(function.takes[0], [])
        if not (name == "set_total" and argument != "rank")
    ]
    sums = [
        f"sets({pick()}) - groups({pick()})",
        f"tiles({of()}) + suits",
        f"2 * sets({pick()}) - kinds({of()})",
    ]
    return [*calls, *TRUTH_FACTS, *NUMBER_FACTS, *sums]


def box_of(shape: str, box: str) -> str:
    return f"name: Dealt\n{BOXES[box]}{STANDARD}{KINDS}shapes: {{only: {SHAPES[shape]}}}\n"


def rules_of(shape: str, box: str, seed: int) -> Ruleset:
    """The rules of one shape with one box, with expressions as facts."""
    kinds = ["chow", "pung", "kong", "triplet", "knitted", "gap"]
    facts = enumerate(dict.fromkeys(expressions(Random(seed), kinds)))
    lines = "".join(f'  e{place}: {{is: "{text}", name: e}}\n' for place, text in facts)
    loaded = load_text(f"{box_of(shape, box)}facts:\n{lines}{PATTERNS}", "dealt.yaml")
    assert loaded.ruleset is not None, loaded.problems
    assert not [one for one in loaded.problems if one.is_error], loaded.problems[:3]
    return loaded.ruleset


CASES = [(shape, "") for shape in SHAPES]
CASES += [("three knitted rows", "six suits"), ("sets and a pair", "six suits")]
CASES += [(shape, [*BOXES][1 + place % 4]) for place, shape in enumerate(SHAPES)]


def dealt_views(ruleset: Ruleset, seed: int, count: int) -> Iterator[View]:
    """Readings of dealt hands."""
    for hand, situation in sample_hands(ruleset, seed, count):
        view = View(ruleset, hand, situation)
        for reading in readings_of(view)[:3]:
            yield view.with_reading(reading)


def literal(node: Node, result: object) -> tuple[Node, bool]:
    """What is so of a hand: the condition holds or fails, the number is this one."""
    if isinstance(result, bool):
        return node, result
    return Node("compare", (node, "==", Node("number", (result,), str(result))), node.text), True


def faults_of(shape: str, box: str, seed: int, hands: int, subsets: int) -> Iterator[str]:
    """What hands do and the solver calls impossible."""
    ruleset, rng = rules_of(shape, box, seed), Random(seed)
    solver = Solver(ruleset)
    for view in dealt_views(ruleset, seed, hands):
        literals = [literal(fact.node, value_of(fact.node, view)) for fact in ruleset.facts]
        for number in [node.args[0] for node, _ in literals if node.op == "compare"]:
            value, bounds = value_of(number, view), solver.ranges.range_of(number)
            if not bounds.low <= value <= bounds.high:
                yield f"{number.text} is {value}, not in {bounds}"
        for _ in range(subsets):
            together = rng.sample(literals, rng.choice((1, 1, 2, 2, 3, 4)))
            solver.world.work = 0
            if not solver.possible(*together):
                yield " and ".join(f"{node.text} ({holds})" for node, holds in together)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("shape", SHAPES)
def test_what_a_few_dealt_hands_do_is_possible(shape: str) -> None:
    assert list(faults_of(shape, "", 1, FEW_HANDS, FEW_SUBSETS)) == []


@pytest.mark.slow_one_in(6)
@pytest.mark.parametrize(("shape", "box"), CASES)
def test_what_a_dealt_hand_does_is_possible(shape: str, box: str) -> None:
    seed = int(os.environ.get("SCORER_FUZZ_SEED", "1"))
    assert list(faults_of(shape, box, seed, HANDS, SUBSETS)) == []


@pytest.mark.one_in(3)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_that_can_be_filled_is_not_called_impossible(shape: str) -> None:
    for box in ("", "jokers"):
        text = f"{box_of(shape, box)}unit: points\npatterns: [{{id: it, name: I, value: 1, when: shape(only)}}]\n"
        found = check_text(text, select=IMPOSSIBLE, ignore=["L502"])  # it always holds
        assert list(map(str, found)) == []


@pytest.mark.parametrize(
    "condition",
    ["any_group(won)", "groups(any) == 1", "any_group(has(flower))", "any_tile(flower)", "wait(single)",
     "all_groups(concealed)", "concealed_hand", "sets(any) == 0", "flowers(flower) >= 7"],
)  # fmt: skip
def test_what_a_hand_of_flowers_alone_does_is_possible(condition: str) -> None:
    asked = f"shape(flowers) and {condition}"
    ruleset = rules(f"{FLOWERS}patterns: [{{id: it, value: 1, when: {asked}}}]\n")
    assert holds(ruleset, "it", "12345678f tsumo")
    text = f"name: F\n{FLOWERS}unit: points\npatterns: [{{id: it, value: 1, when: {asked}}}]\n"
    assert [one for one in check_text(text, select=IMPOSSIBLE) if one.is_error] == []


def patterns_of(shape: str, box: str, seed: int) -> str:
    """A rule file with a pattern for each expression that some dealt hand fulfils and another does not."""
    ruleset = rules_of(shape, box, seed)
    results: dict[str, set[bool]] = {}
    for view in dealt_views(ruleset, seed, HANDS):
        for fact in ruleset.facts:
            asked = f"{fact.node.text} != 0" if fact.gives == NUMBER else fact.node.text
            results.setdefault(asked, set()).add(bool(value_of(fact.node, view)))
    texts = [text for text, found in results.items() if len(found) == 2][seed % 3 :: 3]
    rows = (f'- {{id: p{n}, name: P{n}, value: 1, when: "{text}"}}\n' for n, text in enumerate(texts))
    return f"{box_of(shape, box)}unit: points\npatterns:\n{''.join(rows)}"


@pytest.mark.slow_one_in(3)
@pytest.mark.parametrize(("shape", "box"), CASES)
def test_check_calls_no_pattern_impossible_that_a_dealt_hand_has(shape: str, box: str) -> None:
    found = check_text(
        patterns_of(shape, box, int(os.environ.get("SCORER_FUZZ_SEED", "1"))), select=IMPOSSIBLE
    )
    told = [
        f"{one.source_line} {one}" for one in found if "no shape of this ruleset uses" not in str(one.message)
    ]
    assert told == []
