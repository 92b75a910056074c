"""The results of scoring a hand: frozen values that hold everything a breakdown shows.

Only the readable evaluator fills in tiles, formulas and the places of sets. These fields are left out of
comparisons, so that results of both evaluators are equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.best_choice import MOST_RANKED
from scorer.values import cached_property, dataclass, field

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Protocol

    from scorer.hand import Hand, Situation
    from scorer.language.formulas import Formula
    from scorer.ruleset.model import Limit, Pattern, Ruleset
    from scorer.shapes import Reading
    from scorer.tiles import Names, Tile

    class ScoreSource(Protocol):
        """The input of a score. It computes the parts of a result that are rarely needed."""

        @property
        def ruleset(self) -> Ruleset: ...
        @property
        def hand(self) -> Hand: ...
        @property
        def situation(self) -> Situation: ...
        @property
        def readings(self) -> tuple[ValuedReading, ...]: ...


@dataclass(frozen=True)
class Award:
    """A pattern that counts `count` times, each worth `value`. `places` are the sets that form it."""

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
        """The total value of the award, and its unit."""
        value, unit = value_in_unit(self.value, ruleset)
        return value * self.count, unit or self.pattern.unit or ruleset.unit

    def shown_worth(self, ruleset: Ruleset) -> tuple[int, str]:
        """The total value of the award as players say it, and its unit."""
        value, unit = shown_value(self.value, self.pattern, ruleset)
        return value * self.count, unit


def shown_value(value: int, pattern: Pattern, ruleset: Ruleset) -> tuple[int, str]:
    """A value of a pattern as players say it, and its unit: that of the top tier, or one that is worth
    several of the ruleset's.
    """
    in_tier, unit = value_in_unit(value, ruleset)
    larger = ruleset.unit_by_id.get(pattern.larger_unit)
    if unit or larger is None or not value or value % larger.rate:
        return in_tier, unit or pattern.unit or ruleset.unit
    return value // larger.rate, larger.id


def value_in_unit(value: int, ruleset: Ruleset) -> tuple[int, str]:
    """The value of a top-tier pattern in the tier's unit; other values unchanged, without a unit."""
    tier = ruleset.top_tier
    return (
        (value // tier.unit_value, tier.unit) if tier and tier.unit and value >= tier.start else (value, "")
    )


@dataclass(frozen=True)
class Suppressed:
    """A pattern whose conditions hold but that does not count, with the pattern responsible (`suppressor`)
    and the reason (`reason`): implied, excluded, absorbed, less, once, tier, highest, alone, instead (another
    pattern replaces it) or parts (the patterns that it would replace pay more).
    """

    pattern: Pattern
    reason: str
    suppressor: str = ""


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
    """A line of the secondary score: its total `value`, the number of sets or other things that it counts (0
    if it counts nothing), and the `places` of these sets.
    """

    id: str
    names: Names
    value: int
    count: int = 0
    places: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class SheetTotal:
    """The secondary score: its lines, their sum, and the rounded total."""

    unit: str
    lines: tuple[SheetLine, ...]
    sum: int
    total: int


@dataclass(frozen=True)
class ArithmeticStep:
    """One line of arithmetic: the amount, its formula, the formula with numbers, and the result."""

    id: str
    names: Names
    formula: str
    with_numbers: Formula | None
    result: int | float


@dataclass(frozen=True)
class Share:
    """The payment of one payer: a seat, `discarder`, or `others` for several `players`. `part` is what the
    payment is for.
    """

    payer: str
    role: str
    amount: int | float
    part: str = "hand"
    with_numbers: Formula | None = field(default=None, compare=False)
    names: Names = ()
    exact_amount: int | Fraction | None = field(default=None, compare=False)
    """the result of `with_numbers` for one player before the cap and rounding; None if nothing is worked
    out
    """
    players: int = 1


@dataclass(frozen=True)
class Loser:
    """A player who did not win, or several of whom the same is known: a seat, `discarder`, or `others` for
    several `players`. What each of them pays for the hand and for the counters is 0 if they pay nothing.
    """

    seat: str
    players: int
    hand: int | float
    counters: int | float

    @property
    def paid(self) -> int | float:
        """What each of them pays, counters included."""
        return self.hand + self.counters


@dataclass(frozen=True)
class Payments:
    """Who pays what. `points` is what all payers pay for the hand, without counters and sticks; `transfers`
    are the gains and losses of each seat including them; `losers` are all other players, including those who
    pay nothing.
    """

    points: int | float
    shares: tuple[Share, ...]
    transfers: tuple[tuple[str, int | float], ...]
    total: int | float
    sticks: int | float = 0
    losers: tuple[Loser, ...] = ()


@dataclass(frozen=True)
class Worth:
    """The worth of a reading before payment: `total` in the ruleset's unit, `tier` in units of its top tier
    (0 outside the tier), the base of the payments, and the ruleset's own amounts. `uncapped_total` is the
    total before the maximum is applied.
    """

    total: int
    tier: int
    base: int | float
    limit: Limit | None
    amounts: tuple[tuple[str, int | float], ...]
    uncapped_total: int = field(default=0, compare=False)


@dataclass(frozen=True)
class ValuedReading:
    """One reading with its awards, its worth and its payments."""

    reading: Reading
    awards: tuple[Award, ...]
    suppressions: tuple[Suppressed, ...]
    bonuses: tuple[BonusLine, ...]
    sheet: SheetTotal | None
    worth: Worth
    steps: tuple[ArithmeticStep, ...]
    payments: Payments

    @property
    def rank(self) -> tuple[int | float, ...]:
        """The sort key for the readings of a hand."""
        total, unrounded = (self.sheet.total, self.sheet.sum) if self.sheet else (0, 0)
        return (*rank_of(self.payments, self.worth, total), unrounded, len(self.awards))


class Rank(NamedTuple):
    """The main part of the sort key for readings: the points paid, then units of the top tier (a yakuman
    ranks above han that are counted as one), then the total before the maximum, then the secondary score.
    """

    points: int | float
    tier: int
    uncapped_total: int
    sheet: int


def rank_of(payments: Payments, worth: Worth, sheet: int) -> Rank:
    """The rank of a reading.

    Ties are broken by the secondary score before rounding, then by the number of patterns, then by the order
    in which the readings are found, which is the order of the shapes.
    """
    return Rank(payments.points, worth.tier, worth.uncapped_total, sheet)


@dataclass(frozen=True)
class Score:
    """The score of a winning hand, by its best reading. `complete` is the number of ways to read the hand,
    winning or not.

    `best` and `readings` hold the tiles of the readings, the formulas and the other readings. They are
    computed when they are first used.

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
    source: ScoreSource = field(repr=False, compare=False)

    if not TYPE_CHECKING:

        def __init__(self, awards, bonuses, sheet, worth, payments, complete, source) -> None:
            """Written by hand for speed, because a batch creates one object for each hand."""
            fields = self.__dict__
            fields["awards"], fields["bonuses"], fields["sheet"] = awards, bonuses, sheet
            fields["worth"], fields["payments"] = worth, payments
            fields["complete"], fields["source"] = complete, source

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the score with its readings instead of the evaluator that would compute them."""
        source = ScoredReadings(self.ruleset, self.hand, self.situation, self.readings)
        said = self.awards, self.bonuses, self.sheet, self.worth, self.payments, self.complete
        return Score, (*said, source)

    def __repr__(self) -> str:
        named = ", ".join(self.patterns)
        return f"<Score {self.ruleset.id}: {self.points} points, {named or 'no pattern'}>"

    @property
    def points(self) -> int | float:
        """The points that all payers together pay for the hand, without counters and sticks."""
        return self.payments.points

    @property
    def total(self) -> int | float:
        """The points that the winner receives, including counters and sticks."""
        return self.payments.total

    @cached_property
    def patterns(self) -> tuple[str, ...]:
        """The ids of the patterns that count."""
        return tuple([award.pattern.id for award in self.awards])

    @property
    def other_readings(self) -> int:
        """The number of other ways to read the hand, winning or not."""
        return self.complete - 1

    @property
    def has_unlisted_readings(self) -> bool:
        """Whether only the best reading is listed, because the hand has jokers and very many readings."""
        if self.complete <= MOST_RANKED:
            return False
        listed = self.readings
        return len(listed) == 1 and bool(listed[0].reading.jokers)

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
    def readings(self) -> tuple[ValuedReading, ...]:
        """All readings that can win, best first."""
        return self.source.readings

    @property
    def best(self) -> ValuedReading:
        """The reading that pays the most, with its tiles and formulas."""
        return self.readings[0]


@dataclass(frozen=True)
class FullScore:
    """A score with what is shown beside it: every reading of its hand that can win, and the same hand won in
    the other way, None if it is known how the hand was won. `is_brief` leaves only the headline.
    `is_unmarked` tells that the winning tile is the last one written, as nothing marks it.
    """

    score: Score
    with_readings: bool = True
    other_way: Score | None = None
    is_brief: bool = False
    is_unmarked: bool = False


@dataclass(frozen=True)
class ScoredReadings:
    """A hand with all of its winning readings, already computed."""

    ruleset: Ruleset
    hand: Hand
    situation: Situation
    readings: tuple[ValuedReading, ...]

    def best_score(self, complete: int) -> Score:
        best = self.readings[0]
        return Score(best.awards, best.bonuses, best.sheet, best.worth, best.payments, complete, self)
