"""What two scorers have to agree on for one hand, in a form that both can be brought to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from scorer.errors import NotAWinner
from scorer.hand import Hand, Situation
from scorer.ruleset.model import Ruleset
from scorer.scoring import score_hand

Amounts = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Line:
    """One scored hand. A yakuman has no bonuses, han and fu. `gains` are those of each seat, honba and
    sticks included; the payer of a discard that is not named is `discarder`.
    """

    wins: bool
    patterns: tuple[str, ...] = ()
    bonuses: Amounts = ()
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    points: int = 0
    gains: Amounts = ()


def differing(one: Line, other: Line) -> tuple[str, ...]:
    """The names of the fields in which two lines differ."""
    return tuple(f.name for f in fields(Line) if getattr(one, f.name) != getattr(other, f.name))


def our_line(hand: Hand, situation: Situation, ruleset: Ruleset) -> Line:
    """The hand as this program scores it."""
    try:
        score = score_hand(ruleset, hand, situation)
    except NotAWinner:
        return Line(False)
    best = score.best
    patterns, gains = tuple(sorted(score.patterns)), amounts(dict(best.payments.transfers))
    if best.worth.tier:
        return Line(True, patterns, yakuman=best.worth.tier, points=int(score.points), gains=gains)
    bonuses = amounts({line.id: line.total for line in best.bonuses})
    fu = best.sheet.total if best.sheet else 0
    return Line(True, patterns, bonuses, best.worth.total, fu, 0, int(score.points), gains)


def amounts(table: Mapping[str, int | float]) -> Amounts:
    """Amounts by name, in one order, without those that are nothing."""
    return tuple(sorted((name, int(amount)) for name, amount in table.items() if amount))
