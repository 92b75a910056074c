"""What the jokers of a hand stand for in its best reading, where it has too many readings to value each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scorer.hand import Hand, Situation
    from scorer.ruleset.model import Ruleset
    from scorer.shapes import Kinds

MOST_RANKED = 256
"""The most readings of a hand with jokers that are valued one by one if the best of them can be found without
that."""


class BestChoice(NamedTuple):
    """What the jokers stand for in the best reading of a hand, and the number of all its readings."""

    kinds: Kinds
    readings: int


JokerChooser = Callable[["Ruleset", "Hand", "Situation"], BestChoice | None]
"""Finds quickly what the jokers of a legal hand stand for in its best reading, or if it may not win, in the
one nearest to winning; None if only valuing every reading can tell. `scorer.scoring` has one.
"""
