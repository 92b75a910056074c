"""What the checks of expressions share: which are looked at, and which of their parts are conditions."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.check.subject import Subject
from scorer.language.nodes import Node
from scorer.ruleset.builder import Asked

INNER = ("on_every_wait", "min", "max")
"""Functions whose arguments are conditions or numbers themselves."""


def looked_at(subject: Subject) -> Iterator[Asked]:
    """The expressions that stand in the file itself."""
    return (asked for asked in subject.asked if subject.is_own(asked.item))


def parts_of(node: Node) -> Iterator[Node]:
    """Every condition and number in an expression, the whole first; selectors and classes are left out."""
    yield node
    for part in below(node):
        yield from parts_of(part)


def below(node: Node) -> tuple[Node, ...]:
    """The conditions and numbers that a condition or a number is directly made of."""
    if node.op == "call" and node.args[0] not in INNER:
        return ()
    return () if node.op in ("template", "match") else node.parts


def selectors_of(node: Node) -> Iterator[tuple[str, Node]]:
    """Every selector and class that stands as an argument, with the function it belongs to."""
    for part in parts_of(node):
        if part.op == "call" and part.args[0] not in INNER:
            yield from ((part.args[0], arg) for arg in part.args[1:] if isinstance(arg, Node))
