"""Finds patterns by the words that people type, and builds the card of a pattern: its definition, its
relations to other patterns, and its examples with reasons.

All texts, relations and examples come from the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from scorer.engine.evaluate import View, holds, rules_view
from scorer.engine.examples import holds_in, understood
from scorer.engine.score import readings_of
from scorer.errors import Fault, InputError, it_has, nearest
from scorer.hand import Hand, Situation
from scorer.phrases import label
from scorer.ruleset.model import Pattern, Ruleset
from scorer.shapes import Reading
from scorer.teach.why import sentence, why, why_incomplete
from scorer.tiles import Names, folded, spellings
from scorer.values import dataclass

# ---- finding patterns by words

MOST_LISTED = 12


def pattern_words(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The ids that each folded word stands for. Words are ids, names, alternative names, and the first part
    of an id, which several patterns may share.

    >>> from scorer.library import load_ruleset
    >>> pattern_words(load_ruleset("riichi"))["sanshoku"]
    ('sanshoku_doujun', 'sanshoku_doukou')
    """
    found: dict[str, dict[str, None]] = {}
    for ident, pattern in ruleset.pattern_by_id.items():
        stem = ident.partition("_")[0]
        for word in (*pattern.also, *([stem] if stem != ident and len(stem) > 4 else [])):
            found.setdefault(folded(word), {})[ident] = None
    known = {ident: pattern.names for ident, pattern in ruleset.pattern_by_id.items()}
    own = {word: (ident,) for word, ident in spellings(known).items()}
    return {word: tuple(idents) for word, idents in found.items()} | own


def chosen_patterns(texts: Sequence[str], source: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The ids of the patterns that the user names. Raises InputError for words that name no pattern."""
    return _chosen(texts, source, pattern_words(ruleset), ruleset)


def chosen_limits(texts: Sequence[str], source: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The ids of the limits that the user names. Raises InputError for words that name no limit."""
    spelled = spellings({limit.id: limit.names for limit in ruleset.limits})
    return _chosen(texts, source, {word: (ident,) for word, ident in spelled.items()}, ruleset, "limit")


def _chosen(
    texts: Sequence[str],
    source: str,
    spelled: Mapping[str, tuple[str, ...]],
    ruleset: Ruleset,
    what: str = "pattern",
) -> tuple[str, ...]:
    faults = []
    for text in (text for text in texts if folded(text) not in spelled):
        known = dict.fromkeys(idents[0] for idents in spelled.values())
        close = tuple(spelled[name][0] for name in nearest(folded(text), spelled, 1))
        lists = "" if close else f"; scorer patterns -r {ruleset.id} lists them"
        has = f"; {it_has(known)}" if len(known) <= MOST_LISTED else lists
        message = f"no such {what} in {ruleset.id}{has}"
        if what == "pattern" and (where := _elsewhere(text, ruleset)):
            message, close = where, ()
        faults.append(Fault(source, 0, message, "circumstance", max(1, len(text)), text, close))
    if faults:
        raise InputError(faults)
    return tuple(dict.fromkeys(ident for text in texts for ident in spelled[folded(text)]))


def _elsewhere(text: str, ruleset: Ruleset) -> str:
    """The message for a word that names a limit, bonus, circumstance or option instead of a pattern; empty if
    it names none of these.
    """
    homes: tuple[tuple[dict[str, Names], str], ...] = (
        (
            {item.id: item.names for item in ruleset.limits},
            "a limit; for what it pays, run 'scorer points {}'",
        ),
        ({item.id: item.names for item in ruleset.bonuses}, "a bonus, which adds to a winning hand"),
        ({item.id: item.names for item in ruleset.circumstances}, "a circumstance; use -w {}"),
        ({item.id: () for item in ruleset.offered_options}, "a rule option; use -o {}=VALUE"),
    )
    for known, said in homes:
        ident = spellings(known).get(folded(text))
        if ident is not None:
            return f"'{text}' is {said.format(ident)}"
    return ""


def matching(ruleset: Ruleset, query: str) -> tuple[Pattern, ...]:
    """The patterns whose id, names, definition or groups contain every word of the query.

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


# ---- the card of one pattern


@dataclass(frozen=True)
class Relation:
    """A kind of relation, and the patterns to which a pattern has it."""

    kind: str
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True)
class CardExample:
    """An example hand, evaluated: whether the pattern holds, in which reading, and why or why not.

    `meant` is whether the rule file expects it to hold. `reading` is None if the hand is not complete.
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
    """A pattern of a configured ruleset, with its relations and examples."""

    pattern: Pattern
    ruleset: Ruleset
    played: bool
    relations: tuple[Relation, ...]
    examples: tuple[CardExample, ...]


def pattern_card(
    pattern: Pattern, ruleset: Ruleset, loaded: Ruleset | None = None, language: str = "en"
) -> PatternCard:
    """The card of a pattern, with reasons in the given language.

    Examples are evaluated under `loaded`, the ruleset before options were chosen.

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


RELATIONS: dict[str, tuple[str, Callable[[Pattern, Pattern, Ruleset], bool]]] = {
    "implies": ("implied_by", lambda one, other, rules: other.id in rules.implied[one.id]),
    "excludes": ("excluded_by", lambda one, other, rules: other.id in one.excludes),
    "absorbs": ("absorbed_by", lambda one, other, rules: other.id in one.absorbs),
    "instead": ("instead_by", lambda one, other, rules: other.id in one.instead),
    "less": ("less_by", lambda one, other, rules: other.id in dict(one.less)),
    "beside": ("beside_by", lambda one, other, rules: other.id in one.beside),
}
"""By kind of relation: the name of the reverse relation, and whether the first pattern has it to the second.
"""
LINK = "link"


def _relations(pattern: Pattern, ruleset: Ruleset) -> Iterator[Relation]:
    others = [other for other in ruleset.patterns if other.id != pattern.id]
    for kind, (back, related) in RELATIONS.items():
        yield Relation(kind, tuple(other for other in others if related(pattern, other, ruleset)))
        yield Relation(back, tuple(other for other in others if related(other, pattern, ruleset)))
    yield Relation(LINK, tuple(other for other in others if pattern.link and other.link == pattern.link))


def _example(pattern: Pattern, text: str, meant: bool, loaded: Ruleset, language: str) -> CardExample:
    try:
        rules, hand, situation = understood(text, loaded)
    except InputError as error:
        return CardExample(text, meant, False, "; ".join(fault.message for fault in error.faults))
    view, pattern = View(rules, hand, situation), rules.pattern_by_id[pattern.id]
    readings = readings_of(view)
    if not readings:
        reasons = (label("incomplete", language), why_incomplete(view, language))
        told = label("semicolon", language).join(filter(None, reasons))
        return CardExample(text, meant, False, told, hand, situation)
    every = [(why(pattern, view.reading_as(reading), language), reading) for reading in readings]
    found, reading = max(every, key=lambda item: (item[0].true, -item[0].far))
    true = holds_in(pattern, view, readings)
    reason = label("nothing here", language) if found.true and not true else sentence(found)
    return CardExample(text, meant, true, reason, hand, situation, reading)
