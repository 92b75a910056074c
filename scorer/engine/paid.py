"""Arithmetic worked out and who pays what: what every breakdown shows, whichever engine has scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.values import dataclass

if TYPE_CHECKING:
    from fractions import Fraction

    from scorer.tiles import Names


@dataclass(frozen=True)
class Step:
    """One line of arithmetic: what is worked out, the formula, the same with numbers, and the result."""

    id: str
    names: Names
    formula: str
    worked: str
    result: int


@dataclass(frozen=True)
class Share:
    """What one payer gives: a seat, `discarder` or `others` (so many `players`); `part` says for what."""

    payer: str
    role: str
    amount: int | float
    part: str = "hand"
    worked: str = ""
    names: Names = ()
    exact: int | Fraction | None = None
    """what `worked` gives for one player before rounding; None where nothing is worked out"""
    players: int = 1


@dataclass(frozen=True)
class Payments:
    """Who pays what. `points` is what all payers give for the hand, without counters and sticks;
    `transfers` is gain and loss of each seat with them.
    """

    points: int | float
    shares: tuple[Share, ...]
    transfers: tuple[tuple[str, int | float], ...]
    total: int | float
    sticks: int = 0
