"""Arithmetic as a referee writes it: numbers filled in, brackets only where they are needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Sum: TypeAlias = "str | tuple[str, Sum, Sum]"
"""A text, or (operator, left sum, right sum)."""
BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "**": 3}
SIGNS = {"*": "x", "//": "/", "**": "^"}


def written(sum_: Sum) -> str:
    """A sum with the signs of a pocket calculator.

    >>> written(("*", "30", ("**", "2", ("+", "4", "2"))))
    '30 x 2^(4 + 2)'
    """
    sum_ = _plain(sum_)
    if isinstance(sum_, str):
        return sum_
    op, *sides = sum_
    left, right = (_side(side, op, place) for place, side in enumerate(sides))
    return joined(op, left, right)


def _plain(sum_: Sum) -> Sum:
    """A sum without what changes nothing, and with differences inside a product worked out.

    >>> written(("*", ("*", ("-", "4", "1"), "100"), "2")), written(("+", ("*", "42", "2"), ("*", "4", "0")))
    ('3 x 100 x 2', '42 x 2')
    """
    if isinstance(sum_, str):
        return sum_
    op, left, right = sum_[0], _plain(sum_[1]), _plain(sum_[2])
    if op == "*":
        left, right = _difference(left), _difference(right)
        if "0" in (left, right):
            return "0"
    idle = {"+": "0", "*": "1"}.get(op)
    if idle in (left, right):
        return right if left == idle else left
    return op, left, right


def _difference(sum_: Sum) -> Sum:
    """Of two whole numbers what is left: the players but the winner are `3`, not `(4 - 1)`."""
    op, left, right = ("", "", "") if isinstance(sum_, str) else sum_
    if op == "-" and isinstance(left, str) and isinstance(right, str) and (left + right).isdigit():
        return str(int(left) - int(right))
    return sum_


def joined(op: str, left: str, right: str) -> str:
    """Two texts with the sign of an operator between them."""
    sign = SIGNS.get(op, op)
    return f"{left}{sign}{right}" if op == "**" else f"{left} {sign} {right}"


def _side(side: Sum, outer: str, place: int) -> str:
    text = written(side)
    return f"({text})" if not isinstance(side, str) and is_loose(side[0], outer, place) else text


def is_loose(inner: str, outer: str, place: int) -> bool:
    """Whether a sum by one operator needs brackets as the left (0) or right (1) side of another."""
    weaker = BINDING[inner] < BINDING[outer]
    return weaker or (place == 1 and BINDING[inner] == BINDING[outer] and outer in ("-", "/", "//"))


def picked(name: str, parts: Iterable[str]) -> str:
    """The smallest or the largest of texts: `the lesser of 25 and 64`."""
    *others, last = parts
    word = {"min": "lesser", "max": "greater"}[name]
    return f"the {word} of {', '.join(others)} and {last}"


def looked_up(table: str, column: str | None, key: str) -> str:
    """A look-up in a table of values: `scale (self draw) for 5`."""
    name, of = table.replace("_", " "), (column or "").replace("_", " ")
    return f"{name} ({of}) for {key}" if of else f"{name} for {key}"
