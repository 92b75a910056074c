"""Finds patterns by the words that people type, and builds the card of a pattern: its definition, its
relations to other patterns, and its examples with reasons.

All texts, relations and examples come from the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from scorer.engine.evaluate import holds, rules_view
from scorer.engine.examples import holds_in_any, parse_example
from scorer.engine.request import typed_item
from scorer.engine.score import HandView
from scorer.errors import Fault, InputError
from scorer.hand import Hand, Situation
from scorer.memo import kept_by_identity
from scorer.message import LocalizedText, Message, Text, clauses
from scorer.phrases import translate
from scorer.ruleset.model import NamedPart, Pattern, Ruleset, recognized_names
from scorer.scoring import readings_of
from scorer.shapes import Reading
from scorer.suggest import available_names, id_or_name, nearest_names
from scorer.teach.why import analyze_pattern, reason_sentence, why_incomplete
from scorer.tiles import fold_name, ids_by_spelling
from scorer.values import dataclass

# ---- finding patterns by words

MOST_LISTED = 12


@kept_by_identity(limit=24)
def pattern_words(ruleset: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """The ids that each folded word stands for. Words are ids, names, alternative names, and the first part
    of an id, which several patterns may share.

    >>> from scorer.scoring import load_ruleset
    >>> pattern_words(load_ruleset("riichi"))["sanshoku"]
    ('sanshoku_doujun', 'sanshoku_doukou', 'sanshoku_ittsuu')
    """
    found: dict[str, dict[str, None]] = {}
    for ident, pattern in ruleset.pattern_by_id.items():
        stem = ident.partition("_")[0]
        for word in (*pattern.also, *([stem] if stem != ident and len(stem) > 4 else [])):
            found.setdefault(fold_name(word), {})[ident] = None
    for item in ruleset.circumstances:  # riichi is both
        for word in item.also if item.id in ruleset.pattern_by_id else ():
            found.setdefault(fold_name(word), {})[item.id] = None
    known = {ident: pattern.names for ident, pattern in ruleset.pattern_by_id.items()}
    own = {word: (ident,) for word, ident in ids_by_spelling(known).items()}
    return MappingProxyType({word: tuple(idents) for word, idents in found.items()} | own)


def chosen_patterns(texts: Sequence[str], source: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The ids of the patterns that the user names. Raises InputError for words that name no pattern."""
    return _chosen_ids(texts, source, pattern_words(ruleset), ruleset)


def chosen_limits(texts: Sequence[str], source: str, ruleset: Ruleset) -> tuple[str, ...]:
    """The ids of the limits that the user names. Raises InputError for words that name no limit."""
    spelled = ids_by_spelling({limit.id: recognized_names(limit) for limit in ruleset.limits})
    return _chosen_ids(texts, source, {word: (ident,) for word, ident in spelled.items()}, ruleset, "limit")


def _chosen_ids(
    texts: Sequence[str],
    source: str,
    ids_by_word: Mapping[str, tuple[str, ...]],
    ruleset: Ruleset,
    noun: str = "pattern",
) -> tuple[str, ...]:
    faults = []
    for text in (text for text in texts if fold_name(text) not in ids_by_word):
        known = dict.fromkeys(idents[0] for idents in ids_by_word.values())
        items = ruleset.limits if noun == "limit" else ruleset.patterns
        names = {one.id: typed_item(one) for one in items if one.id in known}
        called = {one.id: LocalizedText(one.names) for one in items} if " " in text.strip() else names
        near = (ids_by_word[name][0] for name in nearest_names(fold_name(text), ids_by_word, 1))
        close = tuple(called.get(ident, ident) for ident in near)  # of several words, a name
        lists = "" if close else Message("list of patterns", ruleset.id)
        has = available_names(names.values()) if len(known) <= MOST_LISTED else lists
        message = clauses(Message(f"no such {noun}", ruleset.label), has)
        if noun == "pattern" and (where := _other_meaning(text, ruleset)):
            message, close = where, ()
        faults.append(Fault(source, 0, message, "circumstance", max(1, len(text)), text, close))
    if faults:
        raise InputError(faults)
    return tuple(dict.fromkeys(ident for text in texts for ident in ids_by_word[fold_name(text)]))


def _other_meaning(text: str, ruleset: Ruleset) -> Text:
    """The message for a word that names a limit, bonus, circumstance or option instead of a pattern; empty if
    it names none of these.
    """
    homes: tuple[tuple[Iterable[NamedPart], str], ...] = (
        (ruleset.limits, "word is a limit"),
        (ruleset.bonuses, "word is a bonus"),
        (ruleset.circumstances, "word is a circumstance"),
        (ruleset.offered_options, "word is an option"),
    )
    for items, key in homes:
        known = {item.id: recognized_names(item) for item in items}
        ident = ids_by_spelling(known).get(fold_name(text))
        if ident is not None:
            names = next(item.names for item in items if item.id == ident)
            return Message(key, text, id_or_name(ident, names))
    return ""


def find_patterns(ruleset: Ruleset, query: str) -> tuple[Pattern, ...]:
    """The patterns whose id, names, definition or groups contain every word of the query.

    >>> from scorer.scoring import load_ruleset
    >>> [pattern.id for pattern in find_patterns(load_ruleset("riichi"), "concealed four")][:1]
    ['suuankou']
    """
    words = list(map(fold_name, query.split()))

    def searchable_text(pattern: Pattern) -> str:
        names = (text for _, text in (*pattern.names, *pattern.definition))
        return " ".join(map(fold_name, (pattern.id, *names, *pattern.groups)))

    every = ruleset.pattern_by_id.values()
    return tuple(pattern for pattern in every if all(word in searchable_text(pattern) for word in words))


# ---- the card of one pattern


@dataclass(frozen=True)
class Relation:
    """A kind of relation, and the patterns to which a pattern has it."""

    kind: str
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True)
class CardExample:
    """An example hand, evaluated: whether the pattern holds, in which reading, and why or why not.

    `is_good` is whether the rule file expects it to hold. `reading` is None if the hand is not complete.
    """

    text: str
    is_good: bool
    holds: bool
    reason: str
    hand: Hand
    situation: Situation
    ruleset: Ruleset
    """with the options that the example sets"""
    reading: Reading | None = None


@dataclass(frozen=True)
class PatternCard:
    """A pattern of a configured ruleset, with its relations and examples."""

    pattern: Pattern
    ruleset: Ruleset
    is_enabled: bool
    relations: tuple[Relation, ...]
    examples: tuple[CardExample, ...]


def pattern_card(
    pattern: Pattern, ruleset: Ruleset, plain_rules: Ruleset | None = None, language: str = "en"
) -> PatternCard:
    """The card of a pattern, with reasons in the given language.

    Examples are evaluated under `plain_rules`, the ruleset before options were chosen. Those with tiles that
    the ruleset lacks are left out.

    >>> from scorer.scoring import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> card = pattern_card(rules.pattern_by_id["iipeikou"], rules)
    >>> [(relation.kind, relation.patterns[0].id) for relation in card.relations]
    [('implied_by', 'ryanpeikou')]
    >>> all(example.holds == example.is_good for example in card.examples)
    True
    """
    played = holds(pattern.option_condition, rules_view(ruleset))
    known_tiles = {*ruleset.tileset.tile_by_code.values()}  # an example may add red fives by an option
    examples = (
        _card_example(pattern, example, language)
        for example in playable_examples(pattern, plain_rules or ruleset)
        if known_tiles.issuperset(example.hand.tiles)
    )
    relations = (relation for relation in _pattern_relations(pattern, ruleset) if relation.patterns)
    return PatternCard(pattern, ruleset, played, tuple(relations), tuple(examples))


class PlayableExample(NamedTuple):
    """An example of a pattern as a hand of a ruleset with the options that the example sets."""

    text: str
    is_good: bool
    ruleset: Ruleset
    hand: Hand
    situation: Situation


def playable_examples(pattern: Pattern, plain_rules: Ruleset) -> Iterator[PlayableExample]:
    """The examples of a pattern, without those that are no hands in the ruleset, such as examples of its base
    with tiles that it does not have.
    """
    texts = [*((text, True) for text in pattern.holds), *((text, False) for text in pattern.fails)]
    for text, is_good in texts:
        with suppress(InputError):
            yield PlayableExample(text, is_good, *parse_example(text, plain_rules))


RELATIONS: dict[str, tuple[str, Callable[[Pattern, Pattern, Ruleset], bool]]] = {
    "implies": ("implied_by", lambda one, other, rules: other.id in rules.implied_ids[one.id]),
    "excludes": ("excluded_by", lambda one, other, rules: other.id in one.excludes),
    "absorbs": ("absorbed_by", lambda one, other, rules: other.id in one.absorbs),
    "instead": (
        "instead_by",
        lambda one, other, rules: other.id in one.instead and other.id not in one.beside,
    ),
    "less": ("less_by", lambda one, other, rules: other.id in dict(one.less)),
    "beside": (
        "beside_by",
        lambda one, other, rules: other.id in one.beside and other.id not in one.excludes,
    ),
}
"""By kind of relation: the name of the reverse relation, and whether the first pattern has it to the second.
"""
REVERSE_RELATIONS = frozenset(back for back, _ in RELATIONS.values())
"""The kinds of which one of several other patterns is enough."""
LINK = "link"


def _pattern_relations(pattern: Pattern, ruleset: Ruleset) -> Iterator[Relation]:
    others = [other for other in ruleset.patterns if other.id != pattern.id]
    for kind, (back, related) in RELATIONS.items():
        yield Relation(kind, tuple(other for other in others if related(pattern, other, ruleset)))
        yield Relation(back, tuple(other for other in others if related(other, pattern, ruleset)))
    yield Relation(LINK, tuple(other for other in others if pattern.link and other.link == pattern.link))


def _card_example(pattern: Pattern, example: PlayableExample, language: str) -> CardExample:
    text, is_good, rules, hand, situation = example
    view, pattern = HandView(rules, hand, situation), rules.pattern_by_id[pattern.id]
    readings = readings_of(view)
    if not readings:
        reasons = (translate("incomplete", language), why_incomplete(view, language))
        told = translate("between reasons", language).join(filter(None, reasons))
        return CardExample(text, is_good, False, told, hand, situation, rules)
    every = [
        (analyze_pattern(pattern, view.with_reading(reading), language), reading) for reading in readings
    ]
    found, reading = max(every, key=lambda item: (item[0].true, -item[0].distance))
    true = holds_in_any(pattern, view, readings)
    reason = translate("nothing here", language) if found.true and not true else reason_sentence(found)
    return CardExample(text, is_good, true, reason, hand, situation, rules, reading)
