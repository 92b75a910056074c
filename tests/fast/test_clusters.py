"""Conditions asked a few at a time say what all of them say at once."""

from __future__ import annotations

from contextlib import suppress

import pytest

from scorer.fast.assembler import MOST_BITS, PlacedTree, clusters
from scorer.fast.conditions import Conditions, Program
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.interface import compile_engine
from scorer.fast.layout import ConditionCounter, Layout
from scorer.fast.lower import Lowering
from scorer.language.nodes import Node
from scorer.sampling import sample_hands
from scorer.scoring import load_ruleset
from tests.fast.comparing import outcome
from tests.support.loops import some
from tests.support.shipped import each_box


def at_once(conditions: Conditions, key: int) -> tuple[int, ...]:
    """What the whole program says of a reading, without numbers that are worked out later."""
    return conditions.program.run_program(conditions.inputs(key))


@pytest.mark.parametrize("name", each_box())
def test_clusters_say_what_the_whole_program_says(name: str) -> None:
    ruleset = load_ruleset(name)
    engine = compile_engine(ruleset)
    for hand, situation in sample_hands(ruleset, 3, 4 if name == "ponjan" else 12):
        with suppress(NeedsReadableEvaluator):
            outcome(engine.score, hand, situation)
    conditions = engine.conditions
    assert conditions.outputs_by_key
    for key, answer in some(conditions.outputs_by_key.items()):
        found, held, late = at_once(conditions, key)
        assert answer == ((-1, 0) if late else (found, held))


def layout_of(*widths: int) -> Layout:
    """Counters of these widths side by side in the only word of a reading."""
    layout = Layout(Lowering(load_ruleset("riichi")))
    layout.condition_counters = {
        number: ConditionCounter(sum(widths[:number]), width, False) for number, width in enumerate(widths)
    }
    layout.words = 1
    return layout


def test_outputs_that_ask_the_same_bits_share_a_cluster() -> None:
    first, second = Node("counter", (0,)), Node("counter", (2,))
    outputs = [PlacedTree(Node("compare", (first, op, second)), at) for at, op in enumerate(("==", "!="))]
    ((mask, part),) = clusters([*outputs, PlacedTree(first, 2)], layout_of(1, 3, 2))
    assert mask == 0b110001
    assert [Program(part).run_program([word])[0] for word in (0b010001, 0b010000, 0)] == [0b101, 0b010, 0b001]


def test_a_cluster_asks_few_bits() -> None:
    parts = clusters([PlacedTree(Node("counter", (n,)), 8 * n) for n in range(3)], layout_of(8, 8, 8))
    assert len(parts) == 3
    assert all(mask.bit_count() <= MOST_BITS for mask, _ in parts)
