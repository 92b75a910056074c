"""L509: arithmetic that is beyond all bounds, divides by nothing, or loses a fraction."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.asking import looked_at, parts_of
from scorer.check.sense.ranges import BEYOND, exactly
from scorer.check.subject import Subject
from scorer.engine.evaluate import LARGEST_EXPONENT
from scorer.errors import Problem
from scorer.language.nodes import Node
from scorer.ruleset.builder import Asked

LARGEST_BASE = 1000
EXACT_IN = ("payment", "penalties")
"""Sections that keep fractions until a share is rounded."""


def arithmetic_sound(subject: Subject) -> Iterator[Problem]:
    """Every piece of arithmetic in the file."""
    for asked in looked_at(subject):
        if asked.sort not in ("class", "selector", "templates"):
            for part in parts_of(asked.node):
                if part.op == "arithmetic":
                    yield from _part(subject, asked, part)


def _part(subject: Subject, asked: Asked, node: Node) -> Iterator[Problem]:
    op, left, right = node.args
    ranges = subject.solver.ranges
    of_left, of_right, whole = ranges.of(left), ranges.of(right), ranges.of(node)
    if op == "**" and (of_right.low > LARGEST_EXPONENT or of_left.low > LARGEST_BASE):
        hint = f"at most {LARGEST_BASE:,} ** {LARGEST_EXPONENT}"
        yield from subject.at(asked, node, "L509", f"'{node.text}' is beyond all bounds", hint)
    elif op == "**" and of_right.high < 0:
        yield from subject.at(asked, node, "L509", f"'{node.text}' has an exponent below zero")
    elif whole.low > BEYOND or whole.high < -BEYOND:
        yield from subject.at(asked, node, "L509", f"'{node.text}' is beyond all bounds")
    elif op in ("/", "//") and of_right == exactly(0):
        yield from subject.at(asked, node, "L509", f"'{node.text}' divides by zero, which gives 0")
    elif op == "/" and not (asked.item.path and asked.item.path[0] in EXACT_IN):
        hint = f"write {left.text} // {right.text} if that is meant"
        message = "a fraction is cut off here"
        yield from subject.at(asked, node, "L509", message, hint, "warning")
