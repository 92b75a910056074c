"""What scoring a hand gives: frozen values that hold everything a breakdown shows."""

from __future__ import annotations

from functools import cached_property

from scorer.engine.paid import Payments, Step
from scorer.hand import Hand, Situation
from scorer.readings import Reading
from scorer.ruleset.model import Limit, Pattern, Ruleset
from scorer.tiles import Names, Tile
from scorer.values import dataclass


@dataclass(frozen=True)
class Award:
    """A pattern that counts: `value` for each of `count` times; `places` are the sets that make it."""

    pattern: Pattern
    value: int
    count: int = 1
    places: tuple[frozenset[int], ...] = ()

    @property
    def total(self) -> int:
        return self.value * self.count


@dataclass(frozen=True)
class Swallowed:
    """A pattern whose conditions hold and that does not count, with the pattern to blame and how:
    implied, excluded, absorbed, less, once, tier, highest or alone.
    """

    pattern: Pattern
    how: str
    by: str = ""


@dataclass(frozen=True)
class BonusLine:
    """A bonus that counts, with the tiles that it counts."""

    id: str
    names: Names
    value: int
    count: int
    tiles: tuple[Tile, ...] = ()

    @property
    def total(self) -> int:
        return self.value * self.count


@dataclass(frozen=True)
class SheetLine:
    """An item of the second sheet: `value` in all, from the sets at `places`."""

    id: str
    names: Names
    value: int
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class SheetTotal:
    """The second sheet: its lines, their sum and what it is rounded up to."""

    unit: str
    lines: tuple[SheetLine, ...]
    sum: int
    total: int


@dataclass(frozen=True)
class Valued:
    """One reading with all that it is worth."""

    reading: Reading
    awards: tuple[Award, ...]
    swallowed: tuple[Swallowed, ...]
    bonuses: tuple[BonusLine, ...]
    sheet: SheetTotal | None
    total: int
    tier: int
    base: int
    limit: Limit | None
    steps: tuple[Step, ...]
    amounts: tuple[tuple[str, int], ...]
    payments: Payments

    @property
    def rank(self) -> tuple[int | float, int, int, int]:
        """The better reading pays more, then has more of the top tier (a yakuman before han that are
        counted as one), then the larger total, then the larger sheet.
        """
        return (self.payments.points, self.tier, self.total, self.sheet.total if self.sheet else 0)


@dataclass(frozen=True)
class Score:
    """A winning hand, scored. `best` is the reading that pays most, `readings` all that can win, best
    first; `complete` counts every way to read the hand, winning or not.
    """

    ruleset: Ruleset
    hand: Hand
    situation: Situation
    readings: tuple[Valued, ...]
    complete: int
    warnings: tuple[str, ...] = ()

    @property
    def best(self) -> Valued:
        return self.readings[0]

    @property
    def points(self) -> int | float:
        """What all payers together pay for the hand, without counters and sticks."""
        return self.best.payments.points

    @property
    def total(self) -> int | float:
        """What the winner receives, counters and sticks included."""
        return self.best.payments.total

    @cached_property
    def patterns(self) -> tuple[str, ...]:
        """The ids of the patterns that count."""
        return tuple(award.pattern.id for award in self.best.awards)
