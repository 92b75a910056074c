"""Values from callers, which may be of any type: how messages show them, and how they become plain values.

A foreign class runs its own code when it is compared, converted or shown, and that code may raise any error.
This module catches all such errors.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from types import NoneType

PLAIN_TYPES = frozenset({str, int, bool, float, NoneType})
CONVERSIONS = ("tolist", "to_list", "as_py")
"""Methods by which numbers and arrays of numpy, pandas, Polars and Arrow become values of Python."""
EMPTY_MARKS = frozenset({"NAType", "NaTType"})
"""The types of the pandas markers for an empty cell; these values equal nothing, not even themselves."""
MOST_SHOWN = 60


def value_text(value: object) -> str:
    """A value as messages show it: short and on one line.

    >>> value_text(["riichi", 1]), value_text("ab" * 50)[:9], value_text(10**5000)
    ("['riichi', 1]", "'abababab", '<a number of 16610 bits>')
    """
    from reprlib import Repr  # only a wrong input pays for this import

    class Short(Repr):
        """Shortens nested values, and shows the type of a value whose repr fails."""

        def repr1(self, x: object, level: int) -> str:
            try:
                return super().repr1(x, level)
            except Exception:
                return f"<{type(x).__name__} object>"

        def repr_int(self, x: int, level: int) -> str:
            return repr(x) if x.bit_length() < 1000 else f"<a number of {x.bit_length()} bits>"

        def repr_instance(self, x: object, level: int) -> str:
            return repr(x)

    short = Short()
    short.maxstring = short.maxother = MOST_SHOWN
    text = " ".join(short.repr(value).split())
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 3]}..."


class UnreadableValue:
    """Replaces a value that could not be read; its type is never an accepted one."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __repr__(self) -> str:
        return f"<{self.kind} object>"


def plain_value(value: object) -> object:
    """A value converted to the types of JSON if possible; None for a marker of an empty cell. Other values
    are returned unchanged.

    >>> plain_value(["riichi", ("a", 1.0)]), plain_value({"E": 1})
    (['riichi', ['a', 1.0]], {'E': 1})
    """
    try:
        return _convert_value(value)
    except Exception:  # also RecursionError: a list may hold itself
        return UnreadableValue(type(value).__name__)


def _convert_value(value: object) -> object:
    if type(value) in PLAIN_TYPES:
        return value
    if isinstance(value, str):
        return str.__str__(value)  # a subclass may do anything with its text
    if isinstance(value, Mapping):
        return {str.__str__(key) if isinstance(key, str) else key: plain_value(value[key]) for key in value}
    if isinstance(value, list | tuple | Set):
        return [_convert_value(item) for item in value]
    if type(value).__name__ in EMPTY_MARKS:
        return None
    for name in CONVERSIONS:
        if callable(convert := getattr(value, name, None)):
            made = convert()
            return made if made is value else _convert_value(made)
    if isinstance(value, Collection) and not isinstance(value, bytes | bytearray | memoryview):
        return [_convert_value(item) for item in value]
    return value
