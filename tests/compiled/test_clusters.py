"""Conditions asked a few at a time say what all of them say at once."""

from __future__ import annotations

import pytest

from scorer.compiled import compiled
from scorer.compiled.assembler import MOST_BITS, clusters
from scorer.compiled.form import bits_at
from scorer.compiled.values import Conditions, Program
from scorer.library import load_ruleset
from scorer.sampling import sample_hands
from tests.support.shipped import each_box


def at_once(conditions: Conditions, key: int) -> tuple[int, ...]:
    """What the whole program says of a reading, without numbers that are worked out later."""
    return conditions.program.run([*conditions.inputs(key), *[0] * conditions.late_wanted])


@pytest.mark.parametrize("name", each_box())
def test_clusters_say_what_the_whole_program_says(name: str) -> None:
    ruleset = load_ruleset(name)
    engine = compiled(ruleset)
    for hand, situation in sample_hands(ruleset, 3, 4 if name == "ponjan" else 12):
        engine.score(hand, situation)
    conditions = engine.conditions
    assert conditions.holding
    for key, answer in conditions.holding.items():
        found, held, late = at_once(conditions, key)
        assert answer == ((-1, 0) if late else (found, held))


def test_outputs_that_ask_the_same_bits_share_a_cluster() -> None:
    bits = [("bits", 0, 1), ("bits", 0, 2), ("==", 3, 4), ("!=", 3, 4)]
    program = (1, (bits_at(0, 1), bits_at(4, 2)), tuple(bits), (((5, 0), (6, 1)), ((3, 0),)))
    ((mask, part),) = clusters(program, [10], [0, 2])
    assert mask == 0b110001 << 10
    assert [Program(part).run([word])[0] for word in (0b010001, 0b010000, 0)] == [0b101, 0b010, 0b001]


def test_a_cluster_asks_few_bits() -> None:
    wide = tuple(bits_at(8 * place, 8) for place in range(3))
    steps = tuple(("bits", 0, 1 + place) for place in range(3))
    program = (1, wide, steps, (tuple((4 + place, 8 * place) for place in range(3)),))
    parts = clusters(program, [0], [0])
    assert len(parts) == 3
    assert all(mask.bit_count() <= MOST_BITS for mask, _ in parts)
