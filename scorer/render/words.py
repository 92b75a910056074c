"""Numbers, winds and lists as they are said at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.tiles import native_in

if TYPE_CHECKING:
    from fractions import Fraction

    from scorer.ruleset.model import Ruleset
    from scorer.tiles import Names


def amount(number: int | float | Fraction) -> str:
    """A number with its thousands separated, halves as decimals.

    >>> from fractions import Fraction
    >>> amount(12000), amount(2.5), amount(Fraction(5, 2))
    ('12,000', '2.5', '2.5')
    """
    whole = int(number)
    return f"{whole if whole == number else float(number):,}"


def gain(number: int | float) -> str:
    """A gain or a loss with its sign.

    >>> gain(12000), gain(-300), gain(0)
    ('+12,000', '-300', '0')
    """
    return f"{number:+,}" if number else "0"


def counted(number: int, unit: str) -> str:
    """A number with its unit.

    >>> counted(1, "points"), counted(8, "fan")
    ('1 point', '8 fan')
    """
    return f"{amount(number)} {unit_word(number, unit)}"


def unit_word(number: int, unit: str) -> str:
    """The unit of a number; only points have a singular of their own."""
    return "point" if number == 1 and unit == "points" else unit


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listed(["West", "North"]), listed(["a", "b", "c"], "or")
    ('West and North', 'a, b or c')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def native_name(names: Names, ruleset: Ruleset, language: str) -> str:
    """What the game's own players call it, beside an English name; nothing where that is the same."""
    return native_in(names, ruleset.native, language)
