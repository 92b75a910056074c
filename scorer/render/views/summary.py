"""What a bulk run came to, for people and for programs."""

from __future__ import annotations

from scorer.batch.run import Summary
from scorer.render.document import Block, Document, Row, Table, line, paragraph
from scorer.render.result import Object

MOST_PATTERNS = 10


def summary_document(summary: Summary) -> Document:
    """Hands, errors by kind, the mean values, and the most common patterns with their share of the hands
    that are scored.
    """
    blocks: list[Block] = [paragraph(f"{summary.hands:,} hands, {summary.scored:,} scored")]
    if summary.errors:
        rows = tuple((line(kind), line(f"{count:,}")) for kind, count in summary.errors.most_common())
        blocks.append(Table(rows, "lr", "Not scored"))
    if summary.means:
        means = tuple((line(unit), line(f"{mean:,.2f}")) for unit, mean in summary.means.items())
        blocks.append(Table(means, "lr", "Mean value"))
    common = tuple(
        _pattern(summary, name, count) for name, count in summary.patterns.most_common(MOST_PATTERNS)
    )
    if common:
        blocks.append(Table(common, "lkrr", "Most common patterns"))
    return tuple(blocks)


def _pattern(summary: Summary, name: str, count: int) -> Row:
    share = f"{100 * count / summary.scored:.1f}%"
    return line(summary.names[name]), line(name), line(f"{count:,}"), line(share)


def summary_json(summary: Summary) -> Object:
    """The same as plain data, with every pattern, the most common first.

    >>> summary_json(Summary(["points"]))
    {'hands': 0, 'scored': 0, 'errors': {}, 'means': {}, 'patterns': {}}
    """
    return {
        "hands": summary.hands,
        "scored": summary.scored,
        "errors": dict(summary.errors.most_common()),
        "means": summary.means,
        "patterns": dict(summary.patterns.most_common()),
    }
