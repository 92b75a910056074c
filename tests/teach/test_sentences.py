"""Every pattern of every shipped ruleset has a why and a why-not that reads as a player would say it."""

from __future__ import annotations

import re

import pytest

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import View
from scorer.engine.examples import read_example
from scorer.engine.request import parse_request
from scorer.engine.score import readings_of
from scorer.errors import InputError
from scorer.library import load_ruleset as load_named
from scorer.ruleset.load import load_ruleset
from scorer.ruleset.model import Pattern, Ruleset
from scorer.teach.why import nearest_analysis, reason_sentence
from tests.support.loops import some
from tests.support.shipped import each_box
from tests.support.told import documents, texts

CODE = re.compile(r"\w+_\w+\(|[<>=&|~]=?|\bnode\b|\bNone\b|\bTrue\b|\bFalse\b|  |\(\)|: ?$|^ ?:")
"""What no sentence may show: calls, operators, names of Python, empty brackets, loose colons."""
RULE = re.compile(r"the rule '\w+'")
"""Rules are named as the command line takes them; no other id may be said."""
GRAMMAR = re.compile(
    r"\(\(|\b[Oo]ne \w+s only|\b1 points\b|\ba [aeio]\w|\ban (?!hono)[^aeiou']|applies: it does not|it is so here|: [A-C], |\b[Oo]ne the\b|: : |, and and|\bno no\b"
)
"""Brackets in brackets, one thing in the plural, a wrong article, what is denied as soon as it is said."""
SUM = re.compile(r"\(\d+ - \d+\) x| x [01](?![\d,.])|\+ 0(?![\d,.])")
"""Arithmetic that a person would have done in the head."""
AWKWARD = re.compile(r"\b(\w+) \1\b|\bnot not\b|\bis not: |\b(\w+) (is|are) (is|are)\b")


def own_patterns(ruleset: Ruleset) -> list[Pattern]:
    """The patterns of a ruleset; an overlay's are those that its base does not have."""
    known = {pattern.id for base in ruleset.extends for pattern in load_ruleset(base).patterns}
    return [pattern for pattern in ruleset.patterns if pattern.id not in known]


def views_of(ruleset: Ruleset, text: str) -> list[View]:
    """The readings of an example; none where it is no complete hand."""
    example = read_example(text, ruleset)
    rules = configure_ruleset(ruleset, dict(example.options))
    try:
        hand, situation = parse_request(example.request, rules)
    except InputError:
        return []
    view = View(rules, hand, situation)
    return [view.with_reading(reading) for reading in readings_of(view)]


def said(ruleset: Ruleset, pattern: Pattern, texts: tuple[str, ...], true: bool) -> list[str]:
    whys = [nearest_analysis(pattern, views) for text in texts if (views := views_of(ruleset, text))]
    assert all(why.true is true for why in whys), texts
    return [reason_sentence(why) for why in whys]


@pytest.mark.parametrize("name", each_box())
def test_every_pattern_says_why_and_why_not_in_words(name: str) -> None:
    ruleset = load_ruleset(name)
    wrong = []
    for pattern in some(own_patterns(ruleset), least=0):
        why = said(ruleset, pattern, pattern.holds, True)
        assert why, pattern.id
        every = [*why, *said(ruleset, pattern, pattern.fails, False)]
        wrong += [(pattern.id, text) for text in every if not reads_well(text)]
    assert wrong == []


def reads_well(text: str) -> bool:
    """Whether a sentence shows nothing of the machine, is good English and says nothing twice."""
    clauses = text.split("; ")
    shown = CODE.search(text) or "_" in RULE.sub("", text)
    return not (
        len(text) <= 8
        or shown
        or AWKWARD.search(text)
        or GRAMMAR.search(text)
        or len(set(clauses)) < len(clauses)
    )


@pytest.mark.parametrize("name", each_box())
def test_every_line_of_a_view_is_good_english(name: str) -> None:
    lines = {text for document in documents(load_named(name), "en", 1, 12) for text in texts(document)}
    assert len(lines) > 40
    assert [text for text in sorted(lines) if GRAMMAR.search(text)] == []
    assert [text for text in sorted(lines) if SUM.search(text)] == []
