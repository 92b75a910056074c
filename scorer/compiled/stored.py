"""Lowered rules as plain data, and back: tuples that name a class and its fields.

    ("Limit", "mangan", ("", ("", "en", "Mangan")), ("Node", "compare", ("", ...)))

A tuple of the model begins with an empty name. Fields at the end that are as usual are left out.
"""

from __future__ import annotations

from scorer.language.nodes import Node
from scorer.ruleset.model import (
    Amount,
    Bonus,
    Extra,
    Liability,
    Limit,
    Pattern,
    Payment,
    Penalty,
    Requirement,
    Ruleset,
    ShareSheet,
    Sheet,
    SheetItem,
    TopTier,
    ValueTable,
)
from scorer.tiles import TileSet
from scorer.values import plain_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CLASSES = (
    Amount, Bonus, Extra, Liability, Limit, Node, Pattern, Payment, Penalty, Requirement, Ruleset, ShareSheet,
    Sheet, SheetItem, TileSet, TopTier, ValueTable,
)  # fmt: skip
BY_NAME: dict[str, Any] = {sort.__name__: sort for sort in CLASSES}


def plain(value: Any) -> Any:
    """A value of the model as tuples, texts and numbers.

    >>> plain(Node("number", (3,)))
    ('Node', 'number', ('', 3))
    """
    sort = type(value)
    if sort is tuple:
        return ("", *map(plain, value))
    if sort not in CLASSES:
        return value
    return (sort.__name__, *map(plain, plain_fields(value) or ()))


def opened(stored: Any) -> Any:
    """The value that `plain` was given.

    >>> opened(("Node", "number", ("", 3))).args
    (3,)
    """
    if type(stored) is not tuple:
        return stored
    below = [opened(part) if type(part) is tuple else part for part in stored[1:]]
    return BY_NAME[stored[0]](*below) if stored[0] else tuple(below)
