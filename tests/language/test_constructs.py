"""Every construct of the rule language has its row in whatever has to do with it: none is forgotten.

An aspect (how a construct is evaluated, lowered, bounded, said, how near a hand is) is a dictionary keyed
by the words of the vocabulary. A construct of which an aspect has nothing to say has a row that says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module

import pytest

from scorer.language import NUMBER, TRUTH, nodes
from scorer.language.vocabulary import (
    AMOUNTS,
    FUNCTIONS,
    GIVEN_CLASSES,
    NUMBER_FACTS,
    SET_STATES,
    TABLE_FUNCTIONS,
    TRUTH_FACTS,
    WAIT_KINDS,
)
from tests.support.places import ROOT

TRUTHS = [name for name, function in FUNCTIONS.items() if function.gives == TRUTH]
COUNTS = [name for name, function in FUNCTIONS.items() if function.gives == NUMBER]
VALUES = (
    "number", "truth", "word", "fact", "named", "option", "amount", "letter", "and", "or", "not", "compare",
    "arithmetic", "negative", "if", "call", "table",
)  # fmt: skip
"""The nodes of conditions and numbers."""
ASPECTS: dict[str, Iterable[str]] = {
    "scorer.engine.evaluate.NODE_VALUES": (*VALUES, "output"),
    "scorer.engine.evaluate.FUNCTION_VALUES": FUNCTIONS,
    "scorer.engine.evaluate.TABLE_CALLS": TABLE_FUNCTIONS.keys() - FUNCTIONS.keys(),
    "scorer.replay.moment.FUNCTIONS": TABLE_FUNCTIONS.keys() - FUNCTIONS.keys(),
    "scorer.engine.match.SELECTOR_TESTS": nodes.SELECTOR_NODES,
    "scorer.engine.match.STATE_TESTS": SET_STATES,
    "scorer.fast.lower.NODES": VALUES,
    "scorer.fast.lower.CALLS": FUNCTIONS,
    "scorer.fast.lower.FACTS": {**TRUTH_FACTS, **NUMBER_FACTS},
    "scorer.check.bounds.RANGE_BY_NODE": VALUES,
    "scorer.check.bounds.RANGE_BY_FUNCTION": FUNCTIONS,
    "scorer.check.bounds.RANGE_BY_FACT": NUMBER_FACTS,
    "scorer.check.bounds.RANGE_BY_AMOUNT": AMOUNTS,
    "scorer.check.demands.DEMANDS": TRUTHS,
    "scorer.check.demands.WEIGHTS": COUNTS,
    "scorer.check.demands.FACTS": TRUTH_FACTS,
    "scorer.check.demands.CONDITIONS": VALUES,
    "scorer.check.world.CLASSES": nodes.CLASS_NODES,
    "scorer.check.world.GIVEN": GIVEN_CLASSES,
    "scorer.check.world.SELECTORS": nodes.SELECTOR_NODES,
    "scorer.check.world.STATES": SET_STATES,
    "scorer.teach.constructs.CONSTRUCTS": VALUES,
    "scorer.teach.constructs.FUNCTION_EVIDENCE": FUNCTIONS,
    "scorer.teach.constructs.FACT_EVIDENCE": {**TRUTH_FACTS, **NUMBER_FACTS},
    "scorer.teach.words.STATE_WORDS": SET_STATES,
    "scorer.teach.words.CLASS_WRITERS": nodes.CLASS_NODES,
    "scorer.teach.words.SELECTOR_WRITERS": nodes.SELECTOR_NODES,
}
"""A dictionary -> the words that are its keys. `output` is what the compiled evaluator puts for a number that
it has looked up."""


def dictionary(place: str) -> Mapping[str, object]:
    module, _, name = place.rpartition(".")
    found: Mapping[str, object] = getattr(import_module(module), name)
    return found


@pytest.mark.parametrize("place", ASPECTS)
def test_an_aspect_has_a_row_for_every_construct_and_for_nothing_else(place: str) -> None:
    assert set(dictionary(place)) == set(ASPECTS[place])


@pytest.mark.parametrize(
    "words", [FUNCTIONS, SET_STATES, WAIT_KINDS, GIVEN_CLASSES, {**TRUTH_FACTS, **NUMBER_FACTS}]
)
def test_every_word_of_the_vocabulary_stands_in_the_guide(words: Iterable[str]) -> None:
    guide = (ROOT / "rulesets" / "README.md").read_text(encoding="utf-8")
    assert words
    assert not [word for word in words if f"`{word}" not in guide]
