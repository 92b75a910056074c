"""The list of a ruleset's patterns with their values, and the cards of some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.engine.evaluate import View, holds, number, rules_view
from scorer.language.nodes import Node
from scorer.phrases import joined, label
from scorer.render.document import WINNING, Block, Document, Part, Table, paragraph, table
from scorer.render.heading import GAP, tile_names, tiles_block
from scorer.render.result import Object
from scorer.ruleset.model import Pattern, Ruleset
from scorer.teach.labels import amount, choice, native_name, sentence
from scorer.teach.patterns import CardExample, PatternCard
from scorer.tiles import LANGUAGES, name_in

BY_OPTIONS = frozenset(
    ("number", "truth", "word", "option", "and", "or", "not", "compare", "arithmetic", "negative", "if")
)
"""Kinds of node that can be worked out before there is a hand."""
NO_VALUE = "-"


def pattern_list(ruleset: Ruleset, language: str = "en", chosen: Sequence[Pattern] | None = None) -> Document:
    """Patterns with their values, all unless some are chosen; those that are switched off stand apart."""
    view = rules_view(ruleset)
    every = tuple(ruleset.pattern_by_id.values() if chosen is None else chosen)
    played = [pattern for pattern in every if holds(pattern.enabled, view)]
    rest = [pattern for pattern in every if pattern not in played]
    parts = ((played, ""), (rest, label("switched off", language)))
    return tuple(_table(patterns, view, language, title) for patterns, title in parts if patterns)


def _table(patterns: Sequence[Pattern], view: View, language: str, title: str) -> Table:
    """One column of values where calling makes no difference, else two."""
    rows = []
    for pattern in patterns:
        name, native = name_in(pattern.names, language), native_name(pattern.names, view.ruleset, language)
        each = label("(each)", language, name) if is_repeated(pattern) else name
        values = (value_text(node, view, language) for node in (pattern.closed, pattern.open))
        rows.append((pattern.id, f"{each} {native}".strip(), *values))
    sides = any(closed != opened for *_, closed, opened in rows)
    heads = ("closed hand", "open hand") if sides else ("value",)
    header = ("id", *(label(key, language) for key in ("name", *heads)))
    return table((row[: len(header)] for row in rows), "kl" + "r" * len(heads), title, header)


def is_repeated(pattern: Pattern) -> bool:
    """Whether a pattern counts as often as it is there."""
    return pattern.repeat or pattern.count is not None


def value_text(node: Node | None, view: View, language: str = "en") -> str:
    """A value in its unit; one that depends on the hand by the least that is known: `20+`."""
    if node is None:
        return NO_VALUE
    value, rules = number(node, view), view.ruleset
    if any(part.op not in BY_OPTIONS for part in node.walk()):
        return f"{amount(value)}+" if value else node.text
    tier = rules.top_tier
    if tier and tier.unit and value >= tier.start:
        times = value // tier.each
        once = times == 1
        return (
            rules.unit_word(tier.unit, True, language) if once else rules.counted(times, tier.unit, language)
        )
    return amount(value) if value else NO_VALUE


def worth_text(pattern: Pattern, ruleset: Ruleset, language: str = "en") -> str:
    """The values in one phrase: `1 han, closed hands only`; a number stands with its unit."""
    view = rules_view(ruleset)
    closed, opened = (value_text(node, view, language) for node in (pattern.closed, pattern.open))
    is_number = closed.rstrip("+").replace(",", "").isdigit()
    worth = ruleset.counted(closed, pattern.unit, language) if is_number else closed
    if closed == opened:
        return worth
    if opened == NO_VALUE:
        return label("closed only", language, worth)
    return label("closed and open", language, worth, opened)


def pattern_object(pattern: Pattern, ruleset: Ruleset, language: str = "en") -> Object:
    """What the list says of a pattern, as plain data."""
    view = rules_view(ruleset)
    return {
        "id": pattern.id,
        "name": name_in(pattern.names, language),
        "names": dict(pattern.names),
        "definition": name_in(pattern.definition, language),
        "played": holds(pattern.enabled, view),
        "closed": value_text(pattern.closed, view),
        "open": value_text(pattern.open, view),
        "unit": pattern.unit,
        "groups": list(pattern.groups),
        "implies": list(pattern.implies),
        "excludes": list(pattern.excludes),
        "holds": list(pattern.holds),
        "fails": list(pattern.fails),
        "source": pattern.source,
    }


# ---- the card of one pattern


def cards_document(cards: Sequence[PatternCard], language: str = "en") -> Document:
    """Cards one below the other: names, definition, values, relations, source; then every example."""
    return tuple(block for card in cards for block in _card(card, language))


def _card(card: PatternCard, language: str) -> Iterator[Block]:
    pattern, names = card.pattern, dict(card.pattern.names)
    ordered = [*(names.get(code) for code in (language, *LANGUAGES)), f"({pattern.id})"]
    head = GAP.join(dict.fromkeys(name for name in ordered if name))
    yield paragraph(Part(head, WINNING), *_lines(card, language))
    for item in card.examples:
        yield from _example(item, card, language)


def _lines(card: PatternCard, language: str) -> Iterator[str]:
    pattern, ruleset = card.pattern, card.ruleset
    yield name_in(pattern.definition, language)
    worth = worth_text(pattern, ruleset, language)
    yield label("worth", language, label("for each", language, worth) if is_repeated(pattern) else worth)
    if pattern.enabled is not None:
        asked = dict.fromkeys(str(node.args[0]) for node in pattern.enabled.walk() if node.op == "option")
        chosen = joined([choice(name, ruleset.option_values[name]) for name in asked], language)
        yield label("played here" if card.played else "not played here", language, chosen)
    if pattern.alone is not None:
        yield label("combines with nothing", language)
    for relation in card.relations:
        named = [name_in(other.names, language) or other.id for other in relation.patterns]
        yield label(relation.kind, language, joined(named, language))
    if pattern.source:
        yield label("source", language, pattern.source)


def _example(item: CardExample, card: PatternCard, language: str) -> Iterator[Block]:
    yield paragraph(label("example holds" if item.holds else "example fails", language, item.text), indent=4)
    names = ""
    if item.hand is not None:
        yield tiles_block(item.hand, item.reading, card.ruleset.tileset)
        names = tile_names(card.ruleset, item.hand, item.reading, language)
    met = item.holds or item.reading is None
    said = sentence(item.reason) if met else label("not met", language, item.reason)
    reason = said + label("full stop", language)
    yield paragraph(*(f"  {text}" for text in (names, reason) if text), indent=2)


def card_object(card: PatternCard, language: str = "en") -> Object:
    """The card as plain data: the pattern as in the list, its relations, its examples with the reasons."""
    return pattern_object(card.pattern, card.ruleset, language) | {
        "relations": {item.kind: [other.id for other in item.patterns] for item in card.relations},
        "examples": [
            {"hand": item.text, "holds": item.holds, "reason": item.reason} for item in card.examples
        ],
    }
