"""Every pattern of every shipped ruleset has a why and a why-not that reads as a player would say it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import pytest

from scorer.engine.configure import configured
from scorer.engine.examples import read_example
from scorer.engine.request import understand
from scorer.engine.score import readings_of
from scorer.engine.view import View
from scorer.errors import InputError
from scorer.library import load_ruleset as load_named
from scorer.ruleset.find import shipped_names
from scorer.ruleset.load import load_ruleset
from scorer.ruleset.model import Pattern, Ruleset
from scorer.teach.why import best_why, sentence
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


@lru_cache(maxsize=64)
def rules_of(name: str) -> Ruleset:
    return load_ruleset(name)


def own_patterns() -> Iterator[tuple[str, str]]:
    """Every pattern once: an overlay's are those that its base does not have."""
    for name in shipped_names():
        ruleset = rules_of(name)
        known = {p.id for base in ruleset.extends for p in rules_of(base).patterns}
        yield from ((name, pattern.id) for pattern in ruleset.patterns if pattern.id not in known)


def views_of(ruleset: Ruleset, text: str) -> list[View]:
    """The readings of an example; none where it is no complete hand."""
    example = read_example(text, ruleset)
    rules = configured(ruleset, dict(example.options))
    try:
        hand, situation = understand(example.request, rules)
    except InputError:
        return []
    view = View(rules, hand, situation)
    return [view.reading_as(reading) for reading in readings_of(view)]


def said(ruleset: Ruleset, pattern: Pattern, texts: tuple[str, ...], true: bool) -> list[str]:
    whys = [best_why(pattern, views) for text in texts if (views := views_of(ruleset, text))]
    assert all(why.true is true for why in whys), texts
    return [sentence(why) for why in whys]


@pytest.mark.parametrize(("name", "ident"), list(own_patterns()))
def test_a_pattern_says_why_and_why_not_in_words(name: str, ident: str) -> None:
    ruleset = rules_of(name)
    pattern = ruleset.pattern_by_id[ident]
    why = said(ruleset, pattern, pattern.holds, True)
    why_not = said(ruleset, pattern, pattern.fails, False)
    assert why
    for text in (*why, *why_not):
        assert len(text) > 8
        assert not CODE.search(text), text
        assert "_" not in RULE.sub("", text), text
        assert not AWKWARD.search(text), text
        assert not GRAMMAR.search(text), text
        clauses = text.split("; ")
        assert len(set(clauses)) == len(clauses), text


@pytest.mark.parametrize("name", each_box())
def test_every_line_of_a_view_is_good_english(name: str) -> None:
    lines = {text for document in documents(load_named(name), "en", 1, 12) for text in texts(document)}
    assert len(lines) > 40
    assert [text for text in sorted(lines) if GRAMMAR.search(text)] == []
    assert [text for text in sorted(lines) if SUM.search(text)] == []
