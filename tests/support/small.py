"""Small rulesets for tests: written as text, loaded, asked with example hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import dedent, indent

from scorer.check import run as checks
from scorer.engine.configure import configure_ruleset
from scorer.engine.examples import holds_in_any, parse_example
from scorer.engine.results import Score
from scorer.engine.score import HandView
from scorer.errors import Fault, InputError, Problem
from scorer.ruleset.load import load_text
from scorer.ruleset.model import Ruleset, Value
from scorer.scoring import readings_of, score_hand

CLASSES = """
tiles:
  man: 123456789m
  terminal: 19mps
  simple: 2345678mps
  wind: 1234z
  dragon: 567z
  honor: wind | dragon
  orphan: terminal | honor
  green: 23468s 6z
"""
STANDARD = "shapes:\n  standard: {sets: 4, pair: 1}\n"


def read_text(text: str, name: str) -> tuple[Ruleset | None, list[Problem]]:
    """A ruleset as far as it can be built, and everything that is wrong with its text."""
    loaded = load_text(text, name)
    return loaded.ruleset, list(loaded.problems)


def check_text(
    text: str | bytes, name: str = "<text>", select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> tuple[Problem, ...]:
    """Everything that a check says of the text of a rule file; `name` is what problems call it."""
    return checks.selected_problems(checks.problems_of(load_text(text, name)), select, ignore)


@lru_cache(maxsize=64)
def rules(text: str, **options: Value) -> Ruleset:
    """A ruleset without a single problem: as loaded, or with these options chosen."""
    ruleset, problems = read_text(dedent(text), "small.yaml")
    assert not problems, "\n".join(f"{problem} ({problem.hint})" for problem in problems)
    assert ruleset is not None
    return configure_ruleset(ruleset, options) if options else ruleset


def made(text: str, **options: Value) -> Ruleset:
    """A ruleset with its options chosen, whatever may be said against its text."""
    ruleset, problems = read_text(dedent(text), "small.yaml")
    assert ruleset is not None, problems
    return configure_ruleset(ruleset, options)


def usual(text: str, **options: Value) -> Ruleset:
    """A ruleset with the usual classes and the standard shape before the text."""
    return rules(CLASSES + STANDARD + dedent(text), **options)


def asking(expression: str, extra: str = "") -> Ruleset:
    """A ruleset whose one pattern, `it`, asks this condition."""
    pattern = f"patterns:\n- id: it\n  value: 1\n  when: |-\n{indent(expression, '    ')}\n"
    return usual(pattern + dedent(extra))


def truth(expression: str, hand: str, extra: str = "") -> bool:
    """Whether a condition is true of a hand in some reading."""
    return holds(asking(expression, extra), "it", hand)


def number(expression: str, hand: str, extra: str = "") -> int:
    """What a number expression gives for a hand; the largest of its readings."""
    ruleset = usual(f"base: |-\n{indent(expression, '  ')}\n" + dedent(extra))
    return max(valued.worth.base for valued in score(ruleset, hand).readings)


def holds(ruleset: Ruleset, pattern: str, example: str) -> bool:
    """Whether a pattern holds in an example, whatever swallows it."""
    view = HandView(*parse_example(example, ruleset))
    return holds_in_any(view.ruleset.pattern_by_id[pattern], view, readings_of(view))


def complete(ruleset: Ruleset, hand: str) -> bool:
    """Whether a hand can be read in some shape of the ruleset."""
    return bool(readings_of(HandView(*parse_example(hand, ruleset))))


def faults_of(ruleset: Ruleset, example: str) -> tuple[Fault, ...]:
    """What is wrong with an example, as it is written."""
    try:
        parse_example(example, ruleset)
    except InputError as error:
        return error.faults
    return ()


def score(ruleset: Ruleset, example: str) -> Score:
    """The score of an example hand."""
    return score_hand(*parse_example(example, ruleset))


def lines(ruleset: Ruleset, example: str) -> dict[str, int]:
    """The patterns that count, with what each adds."""
    return {award.pattern.id: award.total for award in score(ruleset, example).best.awards}


def problems_of(text: str, name: str = "bad.yaml") -> list[str]:
    """Every problem as `line:column: message | hint`, in the order of the file.

    A text without shapes gets the standard one behind it, where it moves no place.
    """
    text += "" if "shapes:" in text else STANDARD
    _, problems = read_text(text, name)
    return [f"{p.line}:{p.column}: {p.message}" + (f" | {p.hint}" if str(p.hint) else "") for p in problems]
