"""What scoring a hand gives: frozen values that hold everything a breakdown shows.

Names of tiles, formulas and places of sets are kept by the readable evaluator alone; two results that
differ in nothing else are equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.values import cached_property, dataclass, field

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Protocol

    from scorer.hand import Hand, Situation
    from scorer.render.result import Object
    from scorer.ruleset.model import Limit, Pattern, Ruleset
    from scorer.shapes import Reading
    from scorer.tiles import Names, Tile

    class Source(Protocol):
        """What a score was worked out from; it works out what few ask for."""

        @property
        def ruleset(self) -> Ruleset: ...
        @property
        def hand(self) -> Hand: ...
        @property
        def situation(self) -> Situation: ...
        @property
        def readings(self) -> tuple[Valued, ...]: ...


@dataclass(frozen=True)
class Award:
    """A pattern that counts: `value` for each of `count` times; `places` are the sets that make it."""

    pattern: Pattern
    value: int
    count: int = 1
    places: tuple[frozenset[int], ...] = field(default=(), compare=False)

    @property
    def id(self) -> str:
        """The pattern's name in the rule file."""
        return self.pattern.id

    @property
    def total(self) -> int:
        return self.value * self.count

    def worth(self, ruleset: Ruleset) -> tuple[int, str]:
        """What it adds in all, and in which unit."""
        value, unit = in_unit(self.value, ruleset)
        return value * self.count, unit or self.pattern.unit or ruleset.unit


def in_unit(value: int, ruleset: Ruleset) -> tuple[int, str]:
    """The value of a pattern of the top tier in the tier's unit; of any other as it is, without a unit."""
    tier = ruleset.top_tier
    return (value // tier.each, tier.unit) if tier and tier.unit and value >= tier.start else (value, "")


@dataclass(frozen=True)
class Swallowed:
    """A pattern whose conditions hold and that does not count, with the pattern to blame and how:
    implied, excluded, absorbed, less, once, tier, highest, alone, instead (another stands in its place) or
    parts (those in whose place it stands pay more).
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
    tiles: tuple[Tile, ...] = field(default=(), compare=False)

    @property
    def total(self) -> int:
        return self.value * self.count


@dataclass(frozen=True)
class SheetLine:
    """An item of the second sheet: `value` in all, for `count` sets or other things (0 where it counts
    nothing), which stand at `places`.
    """

    id: str
    names: Names
    value: int
    count: int = 0
    places: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class SheetTotal:
    """The second sheet: its lines, their sum and what it is rounded up to."""

    unit: str
    lines: tuple[SheetLine, ...]
    sum: int
    total: int


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
    worked: str = field(default="", compare=False)
    names: Names = ()
    exact: int | Fraction | None = field(default=None, compare=False)
    """what `worked` gives for one player before the most that one pays and rounding; None where nothing is
    worked out
    """
    players: int = 1


@dataclass(frozen=True)
class Payments:
    """Who pays what. `points` is what all payers give for the hand, without counters and sticks;
    `transfers` is gain and loss of each seat with them; `others` is how many players that payer is.
    """

    points: int | float
    shares: tuple[Share, ...]
    transfers: tuple[tuple[str, int | float], ...]
    total: int | float
    sticks: int = 0
    others: int = 0


@dataclass(frozen=True)
class Worth:
    """What the awards of a reading come to before anybody pays: `total` in the ruleset's unit, `tier` in
    units of its top tier (0 outside of it), the base of the payments, and the ruleset's own numbers.
    `uncapped` is the total without regard to the maximum.
    """

    total: int
    tier: int
    base: int
    limit: Limit | None
    amounts: tuple[tuple[str, int], ...]
    uncapped: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Valued:
    """One reading with all that it is worth."""

    reading: Reading
    awards: tuple[Award, ...]
    swallowed: tuple[Swallowed, ...]
    bonuses: tuple[BonusLine, ...]
    sheet: SheetTotal | None
    worth: Worth
    steps: tuple[Step, ...]
    payments: Payments

    @property
    def rank(self) -> tuple[int | float, ...]:
        """What readings of a hand are ranked by."""
        total, unrounded = (self.sheet.total, self.sheet.sum) if self.sheet else (0, 0)
        return (*rank_of(self.payments, self.worth, total), unrounded, len(self.awards))


def rank_of(payments: Payments, worth: Worth, sheet: int) -> tuple[int | float, int, int, int]:
    """The better reading pays more, then has more of the top tier (a yakuman before han that are
    counted as one), then the larger total before the maximum, then the larger sheet.

    Of equal ones the one whose sheet is larger before rounding is better, then the one with more patterns,
    then the one found first: in the order of the shapes.
    """
    return (payments.points, worth.tier, worth.uncapped, sheet)


@dataclass(frozen=True)
class Score:
    """A winning hand, scored: what its best reading is worth, and `complete`, the ways to read it, winning
    or not.

    The tiles of readings, formulas and the other readings are in `best` and `readings`, which are worked
    out when they are first asked for.

    >>> from scorer import score
    >>> result = score("234m345p67p456s55s+8p", win="tsumo", dora="4s")
    >>> result.points, result.worth.total, [award.id for award in result.awards]
    (12000, 6, ['menzen_tsumo', 'pinfu', 'tanyao'])
    >>> result.best.reading.wait
    'two_sided'
    """

    awards: tuple[Award, ...]
    bonuses: tuple[BonusLine, ...]
    sheet: SheetTotal | None
    worth: Worth
    payments: Payments
    complete: int
    source: Source = field(repr=False, compare=False)

    if not TYPE_CHECKING:

        def __init__(self, awards, bonuses, sheet, worth, payments, complete, source) -> None:
            """Written out, since one is made for each of a million hands."""
            fields = self.__dict__
            fields["awards"], fields["bonuses"], fields["sheet"] = awards, bonuses, sheet
            fields["worth"], fields["payments"] = worth, payments
            fields["complete"], fields["source"] = complete, source

    def __reduce__(self) -> tuple[object, ...]:
        """To other processes a score goes with its readings, and not with what would work them out."""
        source = Readings(self.ruleset, self.hand, self.situation, self.readings)
        said = self.awards, self.bonuses, self.sheet, self.worth, self.payments, self.complete
        return Score, (*said, source)

    def __repr__(self) -> str:
        named = ", ".join(self.patterns)
        return f"<Score {self.ruleset.id}: {self.points} points, {named or 'no pattern'}>"

    def to_dict(self, language: str = "en") -> Object:
        """The result as the object that `scorer score -f json` and each line of `scorer batch` hold.

        >>> from scorer import score
        >>> score("234m345p67p456s55s+8p").to_dict()["payments"]
        {'E': 0, 'S': 2000, 'W': -2000, 'N': 0}
        """
        from scorer.render.result import result_of  # few ask for it

        return result_of(self, language)

    @property
    def points(self) -> int | float:
        """What all payers together pay for the hand, without counters and sticks."""
        return self.payments.points

    @property
    def total(self) -> int | float:
        """What the winner receives, counters and sticks included."""
        return self.payments.total

    @cached_property
    def patterns(self) -> tuple[str, ...]:
        """The ids of the patterns that count."""
        return tuple([award.pattern.id for award in self.awards])

    @property
    def other_readings(self) -> int:
        """In how many other ways the hand can be read, winning or not."""
        return self.complete - 1

    @property
    def ruleset(self) -> Ruleset:
        return self.source.ruleset

    @property
    def hand(self) -> Hand:
        return self.source.hand

    @property
    def situation(self) -> Situation:
        return self.source.situation

    @cached_property
    def readings(self) -> tuple[Valued, ...]:
        """All readings that can win, best first."""
        return self.source.readings

    @property
    def best(self) -> Valued:
        """The reading that pays most, with its tiles and formulas."""
        return self.readings[0]


@dataclass(frozen=True)
class Readings:
    """A hand with all its winning readings at hand."""

    ruleset: Ruleset
    hand: Hand
    situation: Situation
    readings: tuple[Valued, ...]

    def score(self, complete: int) -> Score:
        best = self.readings[0]
        return Score(best.awards, best.bonuses, best.sheet, best.worth, best.payments, complete, self)
