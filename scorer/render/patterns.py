"""The list of a ruleset's patterns with their values."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.engine.configure import rules_view
from scorer.engine.evaluate import holds, number
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.render.document import Document, Row, Table, line
from scorer.render.result import Object
from scorer.render.words import amount, counted, native_name
from scorer.ruleset.model import Pattern, Ruleset
from scorer.tiles import name_in

BY_OPTIONS = frozenset(
    ("number", "truth", "word", "option", "and", "or", "not", "compare", "arithmetic", "negative", "if")
)
"""Kinds of node that can be worked out before there is a hand."""
NO_VALUE = "-"


def pattern_list(ruleset: Ruleset, language: str = "en", chosen: Sequence[Pattern] | None = None) -> Document:
    """Patterns with their values, all unless some are chosen; those that are switched off stand apart."""
    view = rules_view(ruleset)
    every = tuple(ruleset.pattern_by_id.values() if chosen is None else chosen)
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
        line(value_text(pattern.closed, view)),
        line(value_text(pattern.open, view)),
    )


def value_text(node: Node | None, view: View) -> str:
    """A value in its unit; one that depends on the hand by the least that is known: `20+`."""
    if node is None:
        return NO_VALUE
    if any(part.op not in BY_OPTIONS for part in node.walk()):
        least = number(node, view)
        return f"{amount(least)}+" if least else node.text
    value, tier = number(node, view), view.ruleset.top_tier
    if tier and tier.unit and value >= tier.start:
        times = value // tier.each
        return tier.unit if times == 1 else f"{amount(times)} {tier.unit}"
    return amount(value) if value else NO_VALUE


def worth_text(pattern: Pattern, ruleset: Ruleset) -> str:
    """The values in one phrase: `1 han, closed hands only`."""
    view = rules_view(ruleset)
    closed, opened = value_text(pattern.closed, view), value_text(pattern.open, view)
    if closed == opened:
        return _in_unit(closed, pattern)
    if opened == NO_VALUE:
        return f"{_in_unit(closed, pattern)}, closed hands only"
    return f"{_in_unit(closed, pattern)} closed, {opened} open"


def _in_unit(value: str, pattern: Pattern) -> str:
    """A value with its unit, which stands with numbers only."""
    if not value[:1].isdigit():
        return value
    return counted(1, pattern.unit) if value == "1" else f"{value} {pattern.unit}"


def pattern_object(pattern: Pattern, ruleset: Ruleset, language: str = "en") -> Object:
    """The card as plain data."""
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
