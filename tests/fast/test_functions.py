"""Every function of the rule language gives in the compiled evaluator what it gives in the readable one."""

from __future__ import annotations

from functools import cache

import pytest

from scorer.engine.examples import parse_example
from scorer.fast.interface import compile_engine
from scorer.ruleset.model import Ruleset
from tests.engine.test_functions import NUMBERS, TRUTHS
from tests.fast.comparing import differences
from tests.support.small import score, usual

WINNING = [
    "any_tile(win_tile & dragon)",
    "any_tile(win_tile & simple)",
    "exposed(honor) == 3",
    "melds(triplet & called) == 1",
    "any_group(pair & won)",
    "any_group(triplet & concealed)",
    "any_group(triplet & (wind & ~seat_wind))",
    "from_dealer",
    "fully_open",
]
"""What is asked of the winning tile, of calls and of who discarded."""
IMPOSSIBLE = ["copies(8) == 0", "copies(10) == 0", "copies(20) == 0", "not contains('111111111m')"]
"""More of a tile than a count has room for."""
LEFT = ("exposed(win_tile)", "has(win_tile)")
"""What is left to the readable evaluator."""
ALL = [
    *(expression for expression, *_ in TRUTHS),
    *(f"{expression} == {value}" for expression, _, value in NUMBERS),
    *WINNING,
    *IMPOSSIBLE,
]
CONDITIONS = [condition for condition in ALL if not any(part in condition for part in LEFT)]
EXAMPLES = [
    *(example for _, *examples in TRUTHS for example in examples if example),
    *(example for _, example, _ in NUMBERS),
    "123m(111z)345p678s5z+5z ron",
    "(123m)(111z)(345p)(678s)5z+5z ron",
    "123m345p678s11z55z+1z ron from=E",
    "123m345p678s11z55z+1z ron from=W",
    "123m345p678s11z55z+1z tsumo",
]


@cache
def asking_all() -> Ruleset:
    """A ruleset with a pattern for each condition."""
    patterns = "".join(
        f"- {{id: p{place}, value: 1, when: '{condition.replace(chr(39), chr(39) * 2)}'}}\n"
        for place, condition in enumerate(CONDITIONS)
    )
    return usual(f"patterns:\n{patterns}")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("example", dict.fromkeys(EXAMPLES))
def test_both_evaluators_find_the_same_conditions_true(example: str) -> None:
    ruleset, hand, situation = parse_example(example, asking_all())
    found, seen = differences(compile_engine(ruleset), ruleset, [(hand, situation)])
    assert not found
    assert seen["won"] == 1, "the compiled evaluator takes the hand"


def test_every_condition_is_true_of_some_example() -> None:
    awarded = {name for example in EXAMPLES for name in score(asking_all(), example).patterns}
    assert awarded == {f"p{place}" for place in range(len(CONDITIONS))}
