"""From awards to the base: bonuses, the second sheet, the total, the named amounts and the limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scorer.engine.evaluate import Evaluator, holds, number, value_of
from scorer.engine.results import Award, BonusLine, SheetLine, SheetTotal, Step, Worth
from scorer.language.nodes import Node
from scorer.ruleset.model import Bonus, Limit, Ruleset, Sheet, SheetItem
from scorer.tiles import Names
from scorer.values import dataclass


@dataclass(frozen=True)
class Valuation:
    """What the awards of one reading come to, and what knows every number on the way."""

    view: Evaluator
    worth: Worth
    steps: tuple[Step, ...]
    bonuses: tuple[BonusLine, ...] = ()
    sheet: SheetTotal | None = None


@dataclass(frozen=True)
class Numbers:
    """What the amounts, the base, the limits and the shares are worked out from.

    `total` is in the ruleset's unit, `sheet` the second sheet's total, `tier` how many top-tier units.
    """

    total: int
    patterns: int = 0
    bonus: int = 0
    best_closed_value: int = 0
    sheet: int | None = None
    tier: int = 0

    @property
    def known_with_awards(self) -> dict[str, int]:
        """Those that are known as soon as the awards are."""
        return {"patterns": self.patterns, "best_closed_value": self.best_closed_value}

    def by_name(self, ruleset: Ruleset) -> dict[str, int]:
        """The numbers under the names that expressions use."""
        known = {
            "total": self.total,
            ruleset.unit: self.total,
            "bonus": self.bonus,
            **self.known_with_awards,
        }
        if ruleset.sheet and self.sheet is not None:
            known[ruleset.sheet.unit] = self.sheet
        if ruleset.top_tier and ruleset.top_tier.unit:
            known[ruleset.top_tier.unit] = self.tier
            known[ruleset.unit] = 0 if self.tier else self.total
        return known


def worth(view: Evaluator, awards: tuple[Award, ...], alone: bool = False) -> Valuation:
    """Values a reading with these awards. `alone`: the award combines with no bonus."""
    bonuses = bonus_lines(view) if takes_bonus(view, awards, alone) else ()
    sheet = sheet_total(view.ruleset.sheet, view) if view.ruleset.sheet else None
    bonus = sum(line.total for line in bonuses)
    numbers = numbers_of(view, awards, bonus, sheet.total if sheet else None)
    value = worth_of(view.knowing({}, award_counts(awards)), numbers)
    return Valuation(value.view, value.worth, value.steps, bonuses, sheet)


def stands_alone(view: Evaluator, awards: tuple[Award, ...]) -> bool:
    """Whether one of the awards combines with nothing, bonuses included."""
    return any(award.pattern.alone is not None and holds(award.pattern.alone, view) for award in awards)


def takes_bonus(view: Evaluator, awards: tuple[Award, ...], alone: bool = False) -> bool:
    """Whether bonuses are added: not to the top tier, nor where nothing is awarded."""
    return bool(awards) and not alone and not is_top(view, awards)


def numbers_of(view: Evaluator, awards: tuple[Award, ...], bonus: int, sheet: int | None) -> Numbers:
    """What the worth of these awards is worked out from."""
    patterns = sum(award.total for award in awards)
    most = number(view.ruleset.maximum, view)
    return Numbers(
        patterns + bonus if view.ruleset.maximum is None else min(patterns + bonus, most),
        patterns,
        bonus,
        max((number(award.pattern.closed, view) for award in awards), default=0),
        sheet,
        tier_of(view, awards),
    )


def worth_of(view: Evaluator, numbers: Numbers) -> Valuation:
    """What these numbers come to, whatever hand they are of."""
    view = view.knowing(numbers.by_name(view.ruleset))
    amounts, steps, view = _amounts(view)
    base, limit, based, view = _base(view)
    uncapped = numbers.patterns + numbers.bonus
    worth = Worth(numbers.total, numbers.tier, base, limit, amounts, uncapped)
    return Valuation(view, worth, (*steps, *based))


def award_counts(awards: Iterable[Award]) -> Counter[str]:
    """How often each pattern, and each group of patterns, is awarded."""
    counts: Counter[str] = Counter()
    for award in awards:
        for name in (award.pattern.id, *award.pattern.groups):
            counts[name] += award.count
    return counts


def is_top(view: Evaluator, awards: tuple[Award, ...]) -> bool:
    """Whether the awards are of the top tier, which stands alone."""
    tier = view.ruleset.top_tier
    return tier is not None and any(award.value >= tier.start for award in awards)


def tier_of(view: Evaluator, awards: tuple[Award, ...]) -> int:
    """How many top-tier units the awards come to; 0 outside the tier or where it has no unit."""
    tier = view.ruleset.top_tier
    if tier is None or not tier.unit or not is_top(view, awards):
        return 0
    counts = [award.total // tier.each for award in awards]
    amount = sum(counts) if holds(tier.add, view) else max(counts)
    cap = number(tier.cap, view)
    return min(amount, cap) if cap else amount


def bonus_lines(view: Evaluator) -> tuple[BonusLine, ...]:
    """The bonuses that count, each with its tiles."""
    lines = (_bonus_line(bonus, view) for bonus in view.ruleset.bonuses if holds(bonus.when, view))
    return tuple(line for line in lines if line.total)


def _bonus_line(bonus: Bonus, view: Evaluator) -> BonusLine:
    count = number(bonus.count, view, 1)
    value = number(bonus.value, view) if count else 0
    return BonusLine(bonus.id, bonus.names, value, count, view.bonus_tiles(bonus) if count else ())


def sheet_total(sheet: Sheet, view: Evaluator) -> SheetTotal:
    """The second sheet: the first fixed line that holds, else every item that counts, rounded up."""
    fixed = next((item for item in sheet.fixed if holds(item.when, view)), None)
    if fixed is not None:
        value = number(fixed.value, view)
        return SheetTotal(sheet.unit, (SheetLine(fixed.id, fixed.names, value),), value, value)
    lines = tuple(line for item in sheet.items if (line := _sheet_line(item, view)))
    total = sum(line.value for line in lines)
    return SheetTotal(sheet.unit, lines, total, round_up(total, sheet.round_up_to))


def _sheet_line(item: SheetItem, view: Evaluator) -> SheetLine | None:
    if not holds(item.when, view):
        return None
    value = number(item.value, view)
    count, places = view.counted(item)
    if item.each is not None:
        value *= count
    if item.count is not None:
        count = number(item.count, view)
        value *= count
    return SheetLine(item.id, item.names, value, count, places) if value else None


def round_up(amount: int, to: int) -> int:
    """The next multiple of `to`.

    >>> round_up(7680, 100)
    7700
    """
    return -(-amount // to) * to if to > 1 else amount


def _amounts(view: Evaluator) -> tuple[tuple[tuple[str, int], ...], tuple[Step, ...], Evaluator]:
    amounts: list[tuple[str, int]] = []
    steps: list[Step] = []
    for amount in view.ruleset.amounts:
        if not holds(amount.when, view):
            continue
        step = step_of(amount.id, amount.names, amount.node, view)
        amounts.append((amount.id, step.result))
        steps.append(step)
        view = view.knowing({amount.id: step.result})
    return tuple(amounts), tuple(steps), view


def step_of(name: str, names: Names, node: Node, view: Evaluator) -> Step:
    """A line of arithmetic worked out."""
    return Step(name, names, node.text, view.worked(node), int(value_of(node, view)))


def _base(view: Evaluator) -> tuple[int, Limit | None, tuple[Step, ...], Evaluator]:
    """The base, replaced by the base of the first limit that fits."""
    plain = step_of("base", (), view.ruleset.base, view)
    view = view.knowing({"base": plain.result})
    limit = next((limit for limit in view.ruleset.limits if holds(limit.when, view)), None)
    if limit is None or limit.base is None:
        return plain.result, limit, (plain,), view
    step = step_of(limit.id, limit.names, limit.base, view)
    return step.result, limit, (step,), view.knowing({"base": step.result})
