"""The list of a ruleset's patterns, and the card of one: what it is, what it is worth, where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.configure import rules_view
from scorer.engine.evaluate import holds, number
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.render.document import Document, Paragraph, Row, Table, line, paragraph
from scorer.render.result import Object
from scorer.render.words import amount, listed, native_name
from scorer.ruleset.model import Pattern, Ruleset
from scorer.tiles import name_in

BY_OPTIONS = frozenset(
    ("number", "truth", "word", "option", "and", "or", "not", "compare", "arithmetic", "negative", "if")
)
"""Kinds of node that can be worked out before there is a hand."""
NO_VALUE = "-"


def pattern_list(ruleset: Ruleset, language: str = "en") -> Document:
    """Every pattern with its values; those that need an option that is off stand apart."""
    view = rules_view(ruleset)
    every = tuple(ruleset.pattern_by_id.values())
    played = tuple(pattern for pattern in every if holds(pattern.enabled, view))
    rest = tuple(pattern for pattern in every if pattern not in played)
    return tuple(
        _table(patterns, ruleset, language, title)
        for patterns, title in ((played, ""), (rest, "With options that are off"))
        if patterns
    )


def _table(patterns: tuple[Pattern, ...], ruleset: Ruleset, language: str, title: str) -> Table:
    """One column of values where calling makes no difference, else two."""
    rows = [_row(pattern, ruleset, language) for pattern in patterns]
    sides = any(closed != opened for *_, closed, opened in rows)
    values = ("closed", "open") if sides else ("value",)
    shown = tuple(row if sides else row[:-1] for row in rows)
    return Table(shown, "kl" + "r" * len(values), title, header=("id", "name", *values))


def _row(pattern: Pattern, ruleset: Ruleset, language: str) -> Row:
    view = rules_view(ruleset)
    times = " (each)" if pattern.repeat or pattern.count is not None else ""
    native = native_name(pattern.names, ruleset, language)
    return (
        line(pattern.id),
        line(f"{name_in(pattern.names, language)}{times} {native}".strip()),
        line(_value(pattern.closed, view)),
        line(_value(pattern.open, view)),
    )


def _value(node: Node | None, view: View) -> str:
    """A value in its unit; one that depends on the hand as it is written."""
    if node is None:
        return NO_VALUE
    if any(part.op not in BY_OPTIONS for part in node.walk()):
        return node.text
    value, tier = number(node, view), view.ruleset.top_tier
    if tier and tier.unit and value >= tier.start:
        times = value // tier.each
        return tier.unit if times == 1 else f"{amount(times)} {tier.unit}"
    return amount(value) if value else NO_VALUE


def pattern_card(pattern: Pattern, ruleset: Ruleset, language: str = "en") -> Document:
    """All about one pattern, in the order in which one would ask."""
    lines = [line(text) for text in _card_lines(pattern, ruleset, language)]
    names = "   ".join(dict.fromkeys(name for _, name in pattern.names))
    return (paragraph(f"{pattern.id}   {names}", *lines), *_examples(pattern))


def _card_lines(pattern: Pattern, ruleset: Ruleset, language: str) -> Iterator[str]:
    if pattern.definition:
        yield name_in(pattern.definition, language)
    yield f"Worth: {_worth(pattern, ruleset)}"
    if pattern.enabled is not None:
        state = "played" if holds(pattern.enabled, rules_view(ruleset)) else "not played"
        yield f"Option: {pattern.enabled.text} ({state} here)"
    for label, names in (
        ("Counts in place of", pattern.implies),
        ("Never beside", pattern.excludes),
        ("Takes the sets of", pattern.absorbs),
    ):
        if names:
            yield f"{label}: {listed([_name_of(name, ruleset, language) for name in names])}"
    if pattern.source:
        yield f"Source: {pattern.source}"


def _worth(pattern: Pattern, ruleset: Ruleset) -> str:
    view = rules_view(ruleset)
    closed, opened = _value(pattern.closed, view), _value(pattern.open, view)
    unit = pattern.unit if closed.isdigit() or opened.isdigit() else ""
    if closed == opened:
        return f"{closed} {unit}".strip()
    if opened == NO_VALUE:
        return f"{closed} {unit}".strip() + ", closed hands only"
    return f"{closed} {unit}".strip() + f" closed, {opened} open"


def _name_of(name: str, ruleset: Ruleset, language: str) -> str:
    pattern = ruleset.pattern_by_id.get(name)
    return name_in(pattern.names, language) if pattern else name


def _examples(pattern: Pattern) -> Iterator[Paragraph]:
    for title, examples in (("Holds:", pattern.holds), ("Fails:", pattern.fails)):
        if examples:
            yield paragraph(title, *(f"  {example}" for example in examples), indent=4)


def pattern_object(pattern: Pattern, ruleset: Ruleset, language: str = "en") -> Object:
    """The card as plain data."""
    view = rules_view(ruleset)
    return {
        "id": pattern.id,
        "name": name_in(pattern.names, language),
        "names": dict(pattern.names),
        "definition": name_in(pattern.definition, language),
        "played": holds(pattern.enabled, view),
        "closed": _value(pattern.closed, view),
        "open": _value(pattern.open, view),
        "unit": pattern.unit,
        "groups": list(pattern.groups),
        "implies": list(pattern.implies),
        "excludes": list(pattern.excludes),
        "holds": list(pattern.holds),
        "fails": list(pattern.fails),
        "source": pattern.source,
    }
