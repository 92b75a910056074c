"""All about one pattern: what it is, how it stands to others, and its examples with the reasons.

Everything is the ruleset's own: its texts, its relations read in both directions, its examples played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorer.engine.evaluate import View, holds, rules_view
from scorer.engine.examples import holds_in, understood
from scorer.engine.score import readings_of
from scorer.errors import InputError
from scorer.hand import Hand, Situation
from scorer.phrases import label
from scorer.ruleset.model import Pattern, Ruleset
from scorer.shapes import Reading
from scorer.teach.advice import why_incomplete
from scorer.teach.why import sentence, why
from scorer.tiles import folded
from scorer.values import dataclass


@dataclass(frozen=True)
class Relation:
    """How a pattern stands to others, those to whom it stands so."""

    kind: str
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True)
class CardExample:
    """An example hand, played: whether the pattern holds, in which reading, and why or why not.

    `meant` is what the rule file says; `reading` is None for tiles that are no complete hand.
    """

    text: str
    meant: bool
    holds: bool
    reason: str
    hand: Hand | None = None
    situation: Situation | None = None
    reading: Reading | None = None


@dataclass(frozen=True)
class PatternCard:
    """A pattern of a ruleset as configured, with its relations and examples."""

    pattern: Pattern
    ruleset: Ruleset
    played: bool
    relations: tuple[Relation, ...]
    examples: tuple[CardExample, ...]


def pattern_card(
    pattern: Pattern, ruleset: Ruleset, loaded: Ruleset | None = None, language: str = "en"
) -> PatternCard:
    """The card of a pattern, its reasons in a language.

    Examples are played under `loaded`, the ruleset before options were chosen.

    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> card = pattern_card(rules.pattern_by_id["iipeikou"], rules)
    >>> [(relation.kind, relation.patterns[0].id) for relation in card.relations]
    [('implied_by', 'ryanpeikou')]
    >>> all(example.holds == example.meant for example in card.examples)
    True
    """
    played = holds(pattern.enabled, rules_view(ruleset))
    texts = [*((text, True) for text in pattern.holds), *((text, False) for text in pattern.fails)]
    examples = (_example(pattern, text, meant, loaded or ruleset, language) for text, meant in texts)
    relations = (relation for relation in _relations(pattern, ruleset) if relation.patterns)
    return PatternCard(pattern, ruleset, played, tuple(relations), tuple(examples))


# ---- relations

RELATIONS: dict[str, tuple[str, Callable[[Pattern, Pattern, Ruleset], bool]]] = {
    "implies": ("implied_by", lambda one, other, rules: other.id in rules.implied[one.id]),
    "excludes": ("excluded_by", lambda one, other, rules: other.id in one.excludes),
    "absorbs": ("absorbed_by", lambda one, other, rules: other.id in one.absorbs),
    "instead": ("instead_by", lambda one, other, rules: other.id in one.instead),
    "less": ("less_by", lambda one, other, rules: other.id in dict(one.less)),
    "beside": ("beside_by", lambda one, other, rules: other.id in one.beside),
}
"""By kind: what it is called the other way round, and whether the first pattern stands so to the second."""
LINK = "link"


def _relations(pattern: Pattern, ruleset: Ruleset) -> Iterator[Relation]:
    others = [other for other in ruleset.patterns if other.id != pattern.id]
    for kind, (back, related) in RELATIONS.items():
        yield Relation(kind, tuple(other for other in others if related(pattern, other, ruleset)))
        yield Relation(back, tuple(other for other in others if related(other, pattern, ruleset)))
    yield Relation(LINK, tuple(other for other in others if pattern.link and other.link == pattern.link))


# ---- examples


def _example(pattern: Pattern, text: str, meant: bool, loaded: Ruleset, language: str) -> CardExample:
    try:
        rules, hand, situation = understood(text, loaded)
    except InputError as error:
        return CardExample(text, meant, False, "; ".join(fault.message for fault in error.faults))
    view, pattern = View(rules, hand, situation), rules.pattern_by_id[pattern.id]
    readings = readings_of(view)
    if not readings:
        reasons = (label("incomplete", language), why_incomplete(rules, hand, language))
        told = label("semicolon", language).join(filter(None, reasons))
        return CardExample(text, meant, False, told, hand, situation)
    every = [(why(pattern, view.reading_as(reading), language), reading) for reading in readings]
    found, reading = max(every, key=lambda item: (item[0].true, -item[0].far))
    true = holds_in(pattern, view, readings)
    reason = label("nothing here", language) if found.true and not true else sentence(found)
    return CardExample(text, meant, true, reason, hand, situation, reading)


# ---- search


def matching(ruleset: Ruleset, query: str) -> tuple[Pattern, ...]:
    """The patterns in which every word of the query occurs: id, names, definition or groups.

    >>> from scorer.library import load_ruleset
    >>> [pattern.id for pattern in matching(load_ruleset("riichi"), "concealed four")][:1]
    ['suuankou']
    """
    words = list(map(folded, query.split()))

    def said(pattern: Pattern) -> str:
        names = (text for _, text in (*pattern.names, *pattern.definition))
        return " ".join(map(folded, (pattern.id, *names, *pattern.groups)))

    every = ruleset.pattern_by_id.values()
    return tuple(pattern for pattern in every if all(word in said(pattern) for word in words))
