"""What an unquoted word of a rule file means: the scalars of YAML 1.2, read strictly.

Only `true`, `false`, `null`, `~` and numbers are more than text. Dates, `0777`, `1_000`, `1:30` and `yes` are
text, whatever YAML 1.1 made of them.
"""

from __future__ import annotations

import math
import re

#: Words that were booleans in YAML 1.1 and are text today: https://yaml.org/type/bool.html
OLD_BOOLEANS = frozenset(
    form for word in ("yes", "no", "on", "off") for form in (word, word.capitalize(), word.upper())
)
MOST_DIGITS = 20

Scalar = str | int | float | bool | None

_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_BASED = re.compile(r"0(?:x[0-9a-fA-F]+|o[0-7]+)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_MAY_BE_NUMBER = frozenset("+-.0123456789")


def plain_value(text: str) -> Scalar:
    """The value of an unquoted scalar. OverflowError, with the reason, for a number beyond all use.

    >>> [plain_value(text) for text in ("12", "-0x1", "0x1F", "1.5", "true", "~", "no", "0777", "6-7")]
    [12, '-0x1', 31, 1.5, True, None, 'no', '0777', '6-7']
    """
    if text[:1] not in _MAY_BE_NUMBER:
        return _WORDS.get(text, text)
    if _WHOLE.match(text) or _BASED.match(text):
        return _whole(text)
    if _NO_NUMBER.match(text):
        raise OverflowError("infinity and 'not a number' are no values of a rule")
    return _float(text) if _FLOAT.match(text) else text


def _whole(text: str) -> int:
    if len(text.lstrip("+-")) > MOST_DIGITS:
        raise OverflowError(f"a number of more than {MOST_DIGITS} digits")
    return int(text, 0)


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise OverflowError("a number too large to count with")
    return value


def kind(value: object) -> str:
    """The name of a value's tag in YAML 1.2, for instance `int`.

    >>> kind(True), kind("x"), kind(None)
    ('bool', 'str', 'null')
    """
    names = {dict: "map", list: "seq", type(None): "null"}
    return names.get(type(value), type(value).__name__)


def shown(text: str, most: int = 40) -> str:
    """Text of the file, quoted and shortened for a message.

    >>> shown("a" * 50, 5)
    "'aaaa…'"
    """
    return repr(text if len(text) <= most else text[: most - 1] + "…")
