"""From awards to the base: bonuses, the second sheet, the total, the named amounts and the limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from scorer.engine.evaluate import holds, number, pointed_at, value_of
from scorer.engine.paid import Step
from scorer.engine.results import Award, BonusLine, SheetLine, SheetTotal
from scorer.engine.selecting import selects
from scorer.engine.view import View
from scorer.engine.worked import worked
from scorer.language.nodes import Node
from scorer.ruleset.model import Bonus, Limit, Ruleset, Sheet, SheetItem
from scorer.tiles import Names, Tile
from scorer.values import dataclass


@dataclass(frozen=True)
class Worth:
    """What the awards of one reading come to, before anybody pays."""

    view: View
    bonuses: tuple[BonusLine, ...]
    sheet: SheetTotal | None
    total: int
    tier: int
    base: int
    limit: Limit | None
    steps: tuple[Step, ...]
    amounts: tuple[tuple[str, int], ...]


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

    def by_name(self, ruleset: Ruleset) -> dict[str, int]:
        """The numbers under the names that expressions use."""
        known = {
            "total": self.total,
            ruleset.unit: self.total,
            "patterns": self.patterns,
            "bonus": self.bonus,
            "best_closed_value": self.best_closed_value,
        }
        if ruleset.sheet and self.sheet is not None:
            known[ruleset.sheet.unit] = self.sheet
        if ruleset.top_tier and ruleset.top_tier.unit:
            known[ruleset.top_tier.unit] = self.tier
            known[ruleset.unit] = 0 if self.tier else self.total
        return known


def worth(view: View, awards: tuple[Award, ...], alone: bool = False) -> Worth:
    """Values a reading with these awards. `alone`: the award combines with no bonus."""
    bonuses = () if alone or is_top(view, awards) or not awards else bonus_lines(view)
    sheet = sheet_total(view.ruleset.sheet, view) if view.ruleset.sheet else None
    numbers = Numbers(
        _total(view, awards, bonuses),
        sum(award.total for award in awards),
        sum(line.total for line in bonuses),
        max((number(award.pattern.closed, view) for award in awards), default=0),
        sheet.total if sheet else None,
        tier_of(view, awards),
    )
    return worth_of(view.knowing({}, award_counts(awards)), numbers, bonuses, sheet)


def worth_of(
    view: View, numbers: Numbers, bonuses: tuple[BonusLine, ...] = (), sheet: SheetTotal | None = None
) -> Worth:
    """What these numbers come to, whatever hand they are of."""
    view = view.knowing(numbers.by_name(view.ruleset))
    amounts, steps, view = _amounts(view)
    base, limit, based, view = _base(view)
    return Worth(view, bonuses, sheet, numbers.total, numbers.tier, base, limit, (*steps, *based), amounts)


def award_counts(awards: Iterable[Award]) -> Counter[str]:
    """How often each pattern, and each group of patterns, is awarded."""
    counts: Counter[str] = Counter()
    for award in awards:
        for name in (award.pattern.id, *award.pattern.groups):
            counts[name] += award.count
    return counts


def is_top(view: View, awards: tuple[Award, ...]) -> bool:
    """Whether the awards are of the top tier, which stands alone."""
    tier = view.ruleset.top_tier
    return tier is not None and any(award.value >= tier.start for award in awards)


def tier_of(view: View, awards: tuple[Award, ...]) -> int:
    """How many top-tier units the awards come to; 0 outside the tier or where it has no unit."""
    tier = view.ruleset.top_tier
    if tier is None or not tier.unit or not is_top(view, awards):
        return 0
    counts = [award.total // tier.each for award in awards]
    amount = sum(counts) if holds(tier.add, view) else max(counts)
    cap = number(tier.cap, view)
    return min(amount, cap) if cap else amount


def _total(view: View, awards: tuple[Award, ...], bonuses: tuple[BonusLine, ...]) -> int:
    total = sum(award.total for award in awards) + sum(line.total for line in bonuses)
    most = number(view.ruleset.maximum, view)
    return min(total, most) if view.ruleset.maximum is not None else total


def bonus_lines(view: View) -> tuple[BonusLine, ...]:
    """The bonuses that count, each with its tiles."""
    lines = (_bonus_line(bonus, view) for bonus in view.ruleset.bonuses if holds(bonus.when, view))
    return tuple(line for line in lines if line.total)


def _bonus_line(bonus: Bonus, view: View) -> BonusLine:
    count = number(bonus.count, view, 1)
    value = number(bonus.value, view) if count else 0
    return BonusLine(bonus.id, bonus.names, value, count, _bonus_tiles(bonus, view) if count else ())


def _bonus_tiles(bonus: Bonus, view: View) -> tuple[Tile, ...]:
    """The tiles that a bonus counts, as far as its expression tells."""
    tiles: list[Tile] = []
    for sort, name in counted_in(bonus):
        if sort == "indicated":
            aside = [Tile(kind) for kind, count in view.set_aside.items() for _ in range(count)]
            pointed = pointed_at(view, name)
            tiles += [tile for kind in pointed for tile in (*view.tiles, *aside) if tile.kind == kind]
        elif sort == "reds":
            tiles += [tile for tile in view.tiles if tile.red]
        else:
            tiles += _aside_for(name, view)
    return tuple(tiles)


def counted_in(bonus: Bonus) -> Iterator[tuple[str, str]]:
    """What a bonus counts: tiles that are `indicated` by an input, `reds`, or those of another `fact`."""
    for node in bonus.count.walk() if bonus.count else ():
        if node.op == "call" and node.args[0] == "indicated":
            yield "indicated", node.args[1]
        elif node.op == "fact":
            yield ("reds" if node.args[0] == "reds" else "fact"), node.args[0]


def _aside_for(fact: str, view: View) -> list[Tile]:
    items = (item for item in view.ruleset.circumstances if item.fact == fact)
    return [
        Tile(kind)
        for item in items
        for kind in item.tiles
        for _ in range(view.situation.number.get(item.id, 0))
    ]


def sheet_total(sheet: Sheet, view: View) -> SheetTotal:
    """The second sheet: the first fixed line that holds, else every item that counts, rounded up."""
    fixed = next((item for item in sheet.fixed if holds(item.when, view)), None)
    if fixed is not None:
        value = number(fixed.value, view)
        return SheetTotal(sheet.unit, (SheetLine(fixed.id, fixed.names, value),), value, value)
    lines = tuple(line for item in sheet.items if (line := _sheet_line(item, view)))
    total = sum(line.value for line in lines)
    return SheetTotal(sheet.unit, lines, total, round_up(total, sheet.round_up_to))


def _sheet_line(item: SheetItem, view: View) -> SheetLine | None:
    if not holds(item.when, view):
        return None
    value = number(item.value, view)
    places: tuple[int, ...] = ()
    if item.each is not None:
        places = tuple(p for p, group in enumerate(view.groups) if selects(item.each, group, view))
        value *= len(places)
    return SheetLine(item.id, item.names, value, places) if value else None


def round_up(amount: int, to: int) -> int:
    """The next multiple of `to`.

    >>> round_up(7680, 100)
    7700
    """
    return -(-amount // to) * to if to > 1 else amount


def _amounts(view: View) -> tuple[tuple[tuple[str, int], ...], tuple[Step, ...], View]:
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


def step_of(name: str, names: Names, node: Node, view: View) -> Step:
    """A line of arithmetic worked out."""
    return Step(name, names, node.text, worked(node, view), int(value_of(node, view)))


def _base(view: View) -> tuple[int, Limit | None, tuple[Step, ...], View]:
    """The base, replaced by the base of the first limit that fits."""
    plain = step_of("base", (), view.ruleset.base, view)
    view = view.knowing({"base": plain.result})
    limit = next((limit for limit in view.ruleset.limits if holds(limit.when, view)), None)
    if limit is None or limit.base is None:
        return plain.result, limit, (plain,), view
    step = step_of(limit.id, limit.names, limit.base, view)
    return step.result, limit, (step,), view.knowing({"base": step.result})
