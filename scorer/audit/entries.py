"""One thing that a ruleset says, in words: where it stands, its id, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scorer.engine.evaluate import value_of
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.tiles import Names
from scorer.values import dataclass

Pair = tuple[str, str]
"""What is said (`value`, `when`) and how; nothing said is an empty text."""
OPTIONS_ONLY = frozenset(
    ("number", "truth", "option", "word", "compare", "arithmetic", "negative", "if", "and", "or", "not")
)
"""Kinds of node that can be worked out without a hand."""
YES = "yes"


@dataclass(frozen=True)
class Entry:
    """A pattern, an option, a limit and so on. Without a label, a pair says all there is to say."""

    section: str
    id: str
    pairs: tuple[Pair, ...]
    names: Names = ()
    note: str = ""


def entry(section: str, ident: str, pairs: Iterable[Pair], names: Names = (), note: str = "") -> Entry:
    """An entry of the pairs that say something."""
    return Entry(section, ident, tuple(pair for pair in pairs if pair[1]), names, note)


def said(node: Node | None, view: View) -> str:
    """An expression as it is written, or its value where it asks options only."""
    if node is None:
        return ""
    if all(part.op in OPTIONS_ONLY for part in node.walk()):
        return plain(value_of(node, view))
    return tidy(node.text)


def tidy(text: str) -> str:
    """An expression with white space where one would write it.

    >>> tidy("chow(n,A) ,  chow( n, B )")
    'chow(n, A), chow(n, B)'
    """
    text = re.sub(r"\s*,\s*", ", ", " ".join(text.split()))
    return text.replace("( ", "(").replace(" )", ")")


def condition(node: Node | None, view: View) -> str:
    """A condition; one that is always true says nothing."""
    return "" if is_always(True, node, view) else said(node, view)


def is_always(truth: bool, node: Node | None, view: View) -> bool:
    """Whether a condition asks options only, and these make it true, or false."""
    return said(node, view) == plain(truth)


def plain(value: object) -> str:
    """A value as a rule file writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def flag(value: bool) -> str:
    return YES if value else ""
