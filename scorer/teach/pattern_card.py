"""All about one pattern: what it is, how it stands to others, and its examples with the reasons.

Everything is the ruleset's own: its texts, its relations read in both directions, its examples played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from scorer.engine.evaluate import View, holds, rules_view
from scorer.engine.examples import holds_in, read_example, understood
from scorer.engine.score import readings_of
from scorer.errors import InputError
from scorer.hand import Hand, Situation
from scorer.phrases import label
from scorer.ruleset.model import Pattern, Ruleset
from scorer.shapes import Reading
from scorer.teach.advice import why_incomplete
from scorer.teach.why import Why, sentence, why
from scorer.tiles import folded
from scorer.values import dataclass


@dataclass(frozen=True)
class Relation:
    """How a pattern stands to others: `kind` is a key of RELATIONS."""

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
    return PatternCard(pattern, ruleset, played, tuple(_relations(pattern, ruleset)), tuple(examples))


# ---- relations

Related = Callable[[Pattern, Pattern, Ruleset], bool]
RELATIONS: dict[str, Related] = {
    "implies": lambda one, other, rules: other.id in rules.implied[one.id],
    "implied_by": lambda one, other, rules: one.id in rules.implied[other.id],
    "excludes": lambda one, other, rules: other.id in one.excludes,
    "excluded_by": lambda one, other, rules: one.id in other.excludes,
    "absorbs": lambda one, other, rules: other.id in one.absorbs,
    "absorbed_by": lambda one, other, rules: one.id in other.absorbs,
    "instead": lambda one, other, rules: other.id in one.instead,
    "instead_by": lambda one, other, rules: one.id in other.instead,
    "less": lambda one, other, rules: other.id in dict(one.less),
    "less_by": lambda one, other, rules: one.id in dict(other.less),
    "beside": lambda one, other, rules: other.id in one.beside,
    "beside_by": lambda one, other, rules: one.id in other.beside,
    "link": lambda one, other, rules: bool(one.link) and one.link == other.link,
}
"""By kind: whether the first pattern stands so to the second."""


def _relations(pattern: Pattern, ruleset: Ruleset) -> Iterator[Relation]:
    others = [other for other in ruleset.patterns if other.id != pattern.id]
    for kind, related in RELATIONS.items():
        found = tuple(other for other in others if related(pattern, other, ruleset))
        if found:
            yield Relation(kind, found)


# ---- examples


def _example(pattern: Pattern, text: str, meant: bool, loaded: Ruleset, language: str) -> CardExample:
    try:
        rules, hand, situation = understood(read_example(text, loaded), loaded)
    except InputError as error:
        return CardExample(text, meant, False, "; ".join(fault.message for fault in error.faults))
    view = View(rules, hand, situation)
    readings = readings_of(view)
    pattern = rules.pattern_by_id[pattern.id]
    if not readings:
        reasons = (label("incomplete", language), why_incomplete(rules, hand, language))
        told = label("semicolon", language).join(filter(None, reasons))
        return CardExample(text, meant, False, told, hand, situation)
    true = holds_in(pattern, view, readings)
    found, reading = _nearest(pattern, view, readings, language)
    reason = label("nothing here", language) if found.true and not true else sentence(found)
    return CardExample(text, meant, true, reason, hand, situation, reading)


def _nearest(pattern: Pattern, view: View, readings: Iterable[Reading], language: str) -> tuple[Why, Reading]:
    """The reading in which most of the pattern holds."""
    every = [(why(pattern, view.reading_as(reading), language), reading) for reading in readings]
    return max(every, key=lambda item: (item[0].true, -item[0].far))


# ---- search


def matching(ruleset: Ruleset, query: str) -> tuple[Pattern, ...]:
    """The patterns in which every word of the query occurs: id, names, definition or groups.

    >>> from scorer.library import load_ruleset
    >>> [pattern.id for pattern in matching(load_ruleset("riichi"), "concealed four")][:1]
    ['suuankou']
    """
    words = [folded(word) for word in query.split()]
    return tuple(
        pattern for pattern in ruleset.pattern_by_id.values() if all(word in _said(pattern) for word in words)
    )


def _said(pattern: Pattern) -> str:
    names = (text for _, text in (*pattern.names, *pattern.definition))
    return " ".join(map(folded, (pattern.id, *names, *pattern.groups)))
