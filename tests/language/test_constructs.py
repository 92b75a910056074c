"""Every construct of the rule language has its row in whatever has to do with it: none is forgotten.

An aspect (how a construct is evaluated, lowered, bounded, said, how near a hand is) is a dictionary keyed
by the words of the vocabulary. A construct of which an aspect has nothing to say has a row that says so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from importlib import import_module

import pytest

from scorer.language import NUMBER, TRUTH, nodes
from scorer.language.vocabulary import (
    AMOUNTS,
    FACTS,
    FUNCTIONS,
    GIVEN_CLASSES,
    NUMBER_FACTS,
    SET_STATES,
    TABLE_FUNCTIONS,
    TABLE_NUMBERS,
    TABLE_TRUTHS,
    TRUTH_FACTS,
    WAIT_KINDS,
)
from scorer.ruleset.section_table import SECTIONS
from tests.support.guide import whole_text
from tests.support.places import ROOT

TRUTHS = [name for name, function in FUNCTIONS.items() if function.gives == TRUTH]
COUNTS = [name for name, function in FUNCTIONS.items() if function.gives == NUMBER]
VALUES = (
    "number", "truth", "word", "fact", "named", "option", "amount", "letter", "and", "or", "not", "compare",
    "arithmetic", "negative", "if", "call", "table",
)  # fmt: skip
"""The nodes of conditions and numbers."""
SORTS = {sort for function in FUNCTIONS.values() for sort in function.takes if sort != "..."}
ASPECTS: dict[str, Iterable[str]] = {
    "scorer.engine.evaluate.NODE_VALUES": (*VALUES, "output"),
    "scorer.engine.evaluate.FUNCTION_VALUES": FUNCTIONS,
    "scorer.language.parser.ARGUMENT_PARSERS": SORTS,
    "scorer.engine.evaluate.TABLE_CALLS": TABLE_FUNCTIONS.keys() - FUNCTIONS.keys(),
    "scorer.replay.moment.FUNCTIONS": TABLE_FUNCTIONS.keys() - FUNCTIONS.keys(),
    "scorer.engine.match.SELECTOR_TESTS": nodes.SELECTOR_NODES,
    "scorer.engine.match.STATE_TESTS": SET_STATES,
    "scorer.fast.lower.NODES": VALUES,
    "scorer.fast.lower.CALLS": FUNCTIONS,
    "scorer.fast.lower.FACTS": FACTS,
    "scorer.check.bounds.RANGE_BY_NODE": VALUES,
    "scorer.check.bounds.RANGE_BY_FUNCTION": FUNCTIONS,
    "scorer.check.bounds.RANGE_BY_FACT": NUMBER_FACTS,
    "scorer.check.bounds.RANGE_BY_AMOUNT": AMOUNTS,
    "scorer.check.demands.DEMANDS_BY_FUNCTION": TRUTHS,
    "scorer.check.demands.WEIGHTS_BY_FUNCTION": COUNTS,
    "scorer.check.demands.DEMANDS_BY_FACT": TRUTH_FACTS,
    "scorer.check.demands.WEIGHTS_BY_FACT": NUMBER_FACTS,
    "scorer.check.demands.CONDITIONS": VALUES,
    "scorer.check.expressions.IS_EMPTY_BY_SORT": SORTS,
    "scorer.check.table_words.RANGE_BY_TABLE_NUMBER": TABLE_NUMBERS,
    "scorer.check.table_words.RANGE_BY_TABLE_TRUTH": TABLE_TRUTHS,
    "scorer.check.table_words.RANGE_BY_TABLE_FUNCTION": TABLE_FUNCTIONS.keys() - FUNCTIONS.keys(),
    "scorer.check.world.CLASSES": nodes.CLASS_NODES,
    "scorer.check.world.BOUNDS_BY_GIVEN_CLASS": GIVEN_CLASSES,
    "scorer.check.world.SELECTORS": nodes.SELECTOR_NODES,
    "scorer.check.world.STATES": SET_STATES,
    "scorer.teach.constructs.CONSTRUCTS": VALUES,
    "scorer.teach.constructs.FUNCTION_EVIDENCE": FUNCTIONS,
    "scorer.teach.constructs.FACT_EVIDENCE": FACTS,
    "scorer.teach.words.STATE_WORDS": SET_STATES,
    "scorer.teach.words.CLASS_WRITERS": nodes.CLASS_NODES,
    # what is joined by "and" is written part by part
    "scorer.teach.words.SELECTOR_WRITERS": frozenset(nodes.SELECTOR_NODES) - {"and"},
}
"""A dictionary -> the words that are its keys. `output` is what the compiled evaluator puts for a number that
it has looked up."""


def dictionary(place: str) -> Mapping[str, object]:
    module, _, name = place.rpartition(".")
    found: Mapping[str, object] = getattr(import_module(module), name)
    return found


@pytest.mark.parametrize("place", ASPECTS)
def test_an_aspect_has_a_row_for_every_construct_and_for_nothing_else(place: str) -> None:
    assert not set(ASPECTS[place]) - set(dictionary(place)), f"{place} has no row for these words"
    assert not set(dictionary(place)) - set(ASPECTS[place]), f"{place} has rows for words that do not exist"


# ---- properties of functions and facts stand in the vocabulary alone

OTHER_MEANINGS = {
    "scorer/batch/arrow.py TYPES": "fields of a hand's situation",
    "scorer/ruleset/forms.py WAYS_OF_WINNING": "ways to win",
    "scorer/check/worth.py ON_THE_TABLE": "fields of a hand's situation",
    "scorer/cli/main.py HELP": "commands",
    "scorer/labels.py BOUND_PHRASES": "minimum and maximum in arithmetic that is shown",
    "scorer/labels.py LIMIT_PHRASES": "the most and the least in arithmetic that is shown",
    "scorer/teach/constructs.py NAMES_OF_ONE": "sorts of arguments",
    "scorer/teach/progress.py TOPIC_PHRASES": "topics of the quiz",
    "scorer/session/commands.py COMMANDS": "commands",
    "scorer/session/commands.py ANSWERS_AT_TABLE": "questions",
    "scorer/teach/quiz.py ANSWER_SORTS": "topics of the quiz",
    "scorer/parameters.py TABLE_SETTINGS": "fields of a hand's situation",
    "scorer/session/spoken.py SPOKEN": "questions",
    "scorer/sentence/count.py WIN_FACTS": "ways to win",
    "scorer/fast/assembler.py WRITERS": "operations of a compiled program",
    "scorer/fast/waits.py (EXPOSED, OF_HAND)": "sorts of late numbers",
    "scorer/engine/evaluate.py DERIVED_FACTS": "an aspect; tests/engine/test_facts.py tries every fact",
    "scorer/engine/evaluate.py SHARED_BY_WAITS": "properties of a view",
    "scorer/parameters.py HAND": "fields of a hand's situation",
    "scorer/scoring.py ARGUMENTS": "fields of a hand's situation",
    "scorer/ruleset/authoring.py KEY_REFINEMENTS": "keys of rule files",
    "scorer/ruleset/entries.py ENTRY_SECTIONS": "keys of rule files",
    "scorer/replay/mjlog.py WIN_FIELDS": "fields of a record",
    "scorer/ruleset/section_table.py _TABLE": "keys of rule files",
    "scorer/teach/constructs.py SLOT_WORDS": "sorts of arguments",
    "scorer/teach/constructs.py SPECIAL_PHRASES": "phrases that depend on the argument",
    "scorer/teach/progress.py TOPICS": "topics of the quiz",
    "scorer/teach/quiz.py TOPIC_STEPS": "topics of the quiz",
    "scorer/teach/winners.py TABLE_FIELDS": "fields of a hand's situation",
    "scorer/questions/registry.py QUESTIONS": "questions",
}
"""Collections of words that are also names of functions or facts, and what they mean there."""
SECTION_KEYS = {key for section in SECTIONS.values() for key in section}
"""Keys of rule files, some of which are also names of functions or facts."""
COLLECTIONS = (ast.Tuple, ast.List, ast.Set, ast.Dict)


def lists_of_names() -> list[str]:
    """Module-level collections outside the vocabulary that name functions or facts."""
    names, found = {*FUNCTIONS, *FACTS}, []
    for path in sorted((ROOT / "scorer").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        statements = ast.parse(path.read_text(encoding="utf-8")).body if path.stem != "vocabulary" else []
        for statement in statements:
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                words = words_in_collections(statement.value)
                if words & (names - SECTION_KEYS) or (words and words <= names):
                    target = (
                        statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
                    )
                    found.append(f"{place} {ast.unparse(target)}")
    return found


def words_in_collections(tree: ast.expr | None) -> set[str]:
    """The texts in the collections of an expression, but not those within a function. The argument of a single
    condition is no collection.
    """
    if tree is None or isinstance(tree, ast.Lambda) or (isinstance(tree, ast.Tuple) and len(tree.elts) == 1):
        return set()
    parts = [part for part in ast.iter_child_nodes(tree) if isinstance(part, ast.expr)]
    texts = [part.value for part in parts if isinstance(part, ast.Constant)]
    own = {text for text in texts if isinstance(text, str)} if isinstance(tree, COLLECTIONS) else set()
    return own.union(*map(words_in_collections, parts))


@pytest.mark.slow
def test_no_list_outside_the_vocabulary_names_functions_or_facts() -> None:
    places = [place.rpartition(".") for place in ASPECTS]
    aspects = {f"{module.replace('.', '/')}.py {name}" for module, _, name in places}
    assert {*lists_of_names()} - aspects - OTHER_MEANINGS.keys() == set()


def test_a_list_of_names_is_found() -> None:
    tree = ast.parse("SETS_ONLY = frozenset(('sets', *{'all_sets': lambda: ('match', 'shape')}))").body[0]
    assert isinstance(tree, ast.Assign)
    assert words_in_collections(tree.value) == {"sets", "all_sets"}


@pytest.mark.parametrize("words", [FUNCTIONS, SET_STATES, WAIT_KINDS, GIVEN_CLASSES, FACTS])
def test_every_word_of_the_vocabulary_stands_in_the_guide(words: Iterable[str]) -> None:
    guide = whole_text()
    assert words
    assert not [word for word in words if f"`{word}" not in guide]
