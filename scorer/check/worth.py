"""What hands are worth and who pays.

L701, L703    limits and fixed lines that come too late, bounds that nothing can meet
L702          tables with rows that overlap, are missing, or fall where they should rise
L704 to L706  payers who never pay, hands for which nobody pays, shares that do not add up
L707          better hands that are paid less, winning hands that are paid nothing: worked out
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf

from scorer.check.possible.bounds import Size
from scorer.check.subject import NO_CONDITIONS, Subject, parts_of
from scorer.engine.configure import NO_HAND
from scorer.engine.evaluate import TooLarge, holds, number, value_of
from scorer.engine.view import View
from scorer.errors import Problem
from scorer.hand import Situation
from scorer.language.nodes import Node
from scorer.ruleset.build_worth import ROW
from scorer.ruleset.items import Item
from scorer.ruleset.model import ValueTable
from scorer.values import dataclass

# ---- L701, L703: limits and bounds

Case = tuple[str, Node | None, Item]
"""An entry of a list of which the first that holds is taken: its id, its condition, where it stands."""


def limits_in_order(subject: Subject) -> Iterator[Problem]:
    """Every list of cases, and the bounds of a hand's worth."""
    rules = subject.ruleset
    limits = zip(rules.limits, subject.entries("limits"), strict=True)
    yield from _cases(
        subject, [(limit.id, subject.node_at(item.get("when")), item) for limit, item in limits]
    )
    fixed = zip(rules.sheet.fixed if rules.sheet else (), subject.entries("fu", "fixed"), strict=True)
    yield from _cases(subject, [(line.id, subject.node_at(item.get("when")), item) for line, item in fixed])
    yield from _bounds(subject)
    yield from _tier(subject)


def _cases(subject: Subject, cases: Sequence[Case]) -> Iterator[Problem]:
    for place, (name, node, item) in enumerate(cases):
        earlier = [case for case in cases[:place] if case[1] is not None]
        always = next((case for case in cases[:place] if case[2].get("when") is None), None)
        if not subject.is_own(item) or (node is None and item.get("when") is not None):
            continue
        if always is not None:
            yield from _late(subject, name, item, f"'{always[0]}' has no condition and takes every hand")
        elif node is not None and not subject.solver.never(node):
            yield from _after(subject, name, node, item, earlier)


def _after(subject: Subject, name: str, node: Node, item: Item, earlier: list[Case]) -> Iterator[Problem]:
    possible = subject.solver.possible
    denied = [(other, False) for _, other, _ in earlier if other is not None]
    if not denied or possible((node, True), *denied):
        return
    first = next((n for n, other, _ in earlier if other and not possible((node, True), (other, False))), "")
    taken = f"'{first}' above it takes every such hand" if first else "those above it take every such hand"
    yield from _late(subject, name, item, taken, f"move '{name}' above '{first}'" if first else "")


def _late(subject: Subject, name: str, item: Item, why: str, hint: str = "") -> Iterator[Problem]:
    place = item.get("when") or item
    message = f"'{name}' is never reached: {why}"
    yield from subject.problem(place, "L701", message, length=0 if place is not item else 1, hint=hint)


def _bounds(subject: Subject) -> Iterator[Problem]:
    """The least that wins, the most that counts, and what patterns can come to."""
    least, most = subject.section("minimum"), subject.section("maximum")
    low, high = subject.node_at(least), subject.node_at(most)
    ranges = subject.solver.ranges
    if most is not None and high is not None and ranges.of(high).high < 1:
        yield from subject.problem(most, "L703", "no hand counts more than this", length=0)
        return
    if least is None or low is None:
        return
    if ranges.of(low).high < 0:
        yield from subject.problem(
            least, "L703", "every hand has more than this", length=0, hint="minimum: 0"
        )
        return
    needed = ranges.of(low).low
    if high is not None and needed > ranges.of(high).high:
        message = f"a hand needs {needed} to win, and counts {ranges.of(high).high} at most"
        yield from subject.problem(least, "L703", message, length=0)
    elif needed > _most_of_all(subject):
        message = f"all patterns together are worth {_most_of_all(subject)}: no hand reaches {needed}"
        yield from subject.problem(least, "L703", message, length=0)


def _most_of_all(subject: Subject) -> float:
    """What a hand with every pattern would count."""
    total: float = 0
    for pattern in subject.ruleset.patterns:
        if pattern.count is not None or pattern.repeat or pattern.link:
            return inf
        total += _most_of(subject, pattern.closed, pattern.open)
    otherwise = subject.ruleset.otherwise
    return max(total, _most_of(subject, otherwise.closed, otherwise.open) if otherwise else 0)


def _most_of(subject: Subject, *nodes: Node | None) -> float:
    found = [float(subject.solver.ranges.of(node).high) for node in nodes if node is not None]
    return max([0.0, *found])


def _tier(subject: Subject) -> Iterator[Problem]:
    """The top tier begins where some pattern is, and its unit is not larger than its beginning."""
    tier, item = subject.ruleset.top_tier, subject.section("top_tier_only")
    if tier is None or item is None or subject.is_faulty(item):
        return
    place = item.get("from") or item
    most = max([_most_of(subject, p.closed, p.open) for p in subject.ruleset.patterns], default=0.0)
    if tier.start < 1:
        yield from subject.problem(place, "L703", "every pattern is of this tier", length=0)
    elif most < tier.start and subject.ruleset.patterns:
        message = f"no pattern is worth {tier.start}; the dearest is worth {most:g}"
        yield from subject.problem(place, "L703", message, length=0)
    elif tier.unit and tier.each > tier.start:
        each = item.get("each") or item
        message = f"a pattern of {tier.start} counts as 0 {tier.unit}: each one takes {tier.each}"
        yield from subject.problem(each, "L703", message, length=0)


# ---- L702: tables


@dataclass(frozen=True)
class Row:
    """One row as written: from, to (infinite where it is open), its numbers, where it stands."""

    low: int
    high: Size
    values: tuple[int, ...]
    item: Item


def tables_whole(subject: Subject) -> Iterator[Problem]:
    """Every table of the file."""
    section = subject.section("tables")
    for name, item in (section.fields if section else {}).items():
        table = subject.ruleset.table_by_id.get(name)
        if table is not None and subject.is_own(item) and not subject.is_faulty(item):
            yield from _table(subject, table, item)


def _table(subject: Subject, table: ValueTable, item: Item) -> Iterator[Problem]:
    written = sorted(_rows(item), key=lambda row: row.low)
    if not written:
        yield from subject.problem(item, "L702", f"the table '{table.id}' has no rows", key=True)
        return
    rows = [row for row in written if row.low <= row.high]
    for row in written:
        if row not in rows:
            yield from _at_row(
                subject, row, f"from {row.low} to {row.high} there is nothing", "the lower first"
            )
    for before, row in pairwise(rows):
        yield from _neighbours(subject, table, before, row)
    if len(rows) == len(written):
        yield from _end(subject, table, rows[-1])


def _rows(item: Item) -> Iterator[Row]:
    rows = item.get("rows")
    for key, entry in (rows or item).fields.items():
        match = ROW.match(key)
        if match is not None and not (rows is None and key in ("rows", "columns")):
            low = int(match[1])
            high: Size = inf if match[3] else int(match[2] or low)
            yield Row(low, high, tuple(value.whole() for value in entry.entries), entry)


def _at_row(
    subject: Subject, row: Row, message: str, hint: str = "", severity: str = "error"
) -> Iterator[Problem]:
    yield from subject.problem(row.item, "L702", message, key=True, hint=hint, severity=severity)


def _neighbours(subject: Subject, table: ValueTable, before: Row, row: Row) -> Iterator[Problem]:
    if row.low <= before.high:
        yield from _at_row(subject, row, f"{row.low} has a row already: '{before.item.key}'")
    elif row.low > before.high + 1:
        first, last = before.high + 1, row.low - 1
        missing = f"{first}" if first == last else f"{first} to {last}"
        message = f"no row for {missing}: the table '{table.id}' gives 0 there"
        yield from _at_row(subject, row, message)
    else:
        yield from _falling(subject, table, before, row)


def _falling(subject: Subject, table: ValueTable, before: Row, row: Row) -> Iterator[Problem]:
    for place, (old, new) in enumerate(zip(before.values, row.values, strict=False)):
        if new < old:
            column = f" of '{table.columns[place]}'" if place < len(table.columns) else ""
            message = f"{new}{column} is less than the {old} of the row before"
            yield from _at_row(subject, row, message, severity="warning")


def _end(subject: Subject, table: ValueTable, last: Row) -> Iterator[Problem]:
    """A table that ends although larger numbers are asked."""
    if last.high == inf:
        return
    keys = [
        subject.solver.ranges.of(part.args[2])
        for asked in subject.asked
        if asked.sort not in NO_CONDITIONS
        for part in parts_of(asked.node)
        if part.op == "table" and part.args[0] == table.id
    ]
    if any(key.high > last.high for key in keys):
        message = f"the table '{table.id}' ends here and gives 0 for anything larger"
        hint = f"write {last.low}+ where the last row goes on"
        yield from _at_row(subject, last, message, hint, "warning")


# ---- L704 to L706: payments

WINS = ("discard", "self_draw")
DISCARDER, DEALER, EACH = "discarder", "dealer", "each"
SHARES = (1000, 2600, 7700)


def payments_sound(subject: Subject) -> Iterator[Problem]:
    """Who pays: the hand, the counters, further payments, liability and penalties."""
    payment = subject.section("payment")
    if payment is not None:
        yield from _both_wins(subject, payment, whole=True)
        yield from _both_wins(subject, payment.get("counters"), whole=False)
        for extra in subject.entries("payment", "extras"):
            yield from _both_wins(subject, extra, whole=False)
        yield from _liability(subject, payment.get("liability"))
        yield from _unit(subject, payment.get("round_up_to"))
    for penalty in subject.entries("penalties"):
        yield from _penalty(subject, penalty.get("pay"))


def _both_wins(subject: Subject, item: Item | None, whole: bool) -> Iterator[Problem]:
    for win in WINS:
        sheet = item.get(win) if item else None
        if sheet is not None and whole and sheet.value == {} and subject.is_own(sheet):
            yield from _unpaid(subject, sheet, win, WINS, dealer_pays=False)
        if sheet is not None and sheet.fields and not subject.is_faulty(sheet):
            yield from _sheet(subject, sheet, win, whole)


def _has_roles(sheet: Item) -> bool:
    dealer = sheet.get(DEALER)
    return sheet.get("other") is not None or (dealer is not None and bool(dealer.fields))


def _sheet(subject: Subject, sheet: Item, win: str, whole: bool) -> Iterator[Problem]:
    if not _has_roles(sheet):
        yield from _shares(subject, sheet, win, ("dealer", "other"), whole)
        return
    for role, who in ((DEALER, "the dealer"), ("other", "a player who is not the dealer")):
        shares = sheet.get(role)
        if shares is not None:
            yield from _shares(subject, shares, win, (role,), whole)
        elif whole and subject.is_own(sheet):
            message = f"nobody pays where {who} wins"
            yield from subject.problem(sheet, "L705", message, key=True, hint=f"add {role}: ...")
    for name in (DISCARDER, EACH):
        extra = sheet.get(name)
        if extra is not None:
            message = f"'{name}' never pays here: dealer and other say it for each winner"
            yield from _never(subject, extra, message)


def _shares(
    subject: Subject, shares: Item, win: str, roles: tuple[str, ...], whole: bool
) -> Iterator[Problem]:
    discarder, dealer, each = (shares.get(name) for name in (DISCARDER, DEALER, EACH))
    if win == "self_draw" and discarder is not None:
        yield from _never(subject, discarder, "'discarder' never pays here: nobody discarded the tile")
    if roles == (DEALER,) and dealer is not None:
        yield from _never(subject, dealer, "'dealer' never pays here: the dealer is the winner")
    for item in (discarder, dealer, each):
        yield from _amount(subject, item)
    if not whole or not subject.is_own(shares):
        return
    if each is None and not (win == "discard" and discarder is not None):
        yield from _unpaid(subject, shares, win, roles, dealer is not None)


def _unpaid(
    subject: Subject, shares: Item, win: str, roles: tuple[str, ...], dealer_pays: bool
) -> Iterator[Problem]:
    """Nobody is named who pays in every case."""
    if not dealer_pays or roles == (DEALER,):
        message, severity = "nobody pays here", "error"
    elif win == "discard":
        message, severity = "only the dealer pays here, and nothing where another player discards", "error"
    else:
        message, severity = "only the dealer pays here, the other players nothing", "warning"
    hint = (
        "name discarder, or each for all the others" if win == "discard" else "name each for all the others"
    )
    yield from subject.problem(shares, "L705", message, key=True, hint=hint, severity=severity)


def _never(subject: Subject, item: Item, message: str) -> Iterator[Problem]:
    yield from subject.problem(item, "L704", message, key=True)


def _amount(subject: Subject, item: Item | None) -> Iterator[Problem]:
    node = subject.node_at(item)
    if item is None or node is None:
        return
    found = subject.solver.ranges.of(node)
    if found.high <= 0 and found.low < 0:
        yield from subject.problem(item, "L706", "a payer would get money: the share is below zero", length=0)
    elif found.high == 0:
        message = "this payer pays nothing"
        yield from subject.problem(item, "L706", message, length=0, severity="warning")


def _unit(subject: Subject, item: Item | None) -> Iterator[Problem]:
    if item is not None and subject.is_own(item) and item.whole() < 1:
        yield from subject.problem(item, "L706", "shares are rounded up to 1 or more", length=0)


def _liability(subject: Subject, liability: Item | None) -> Iterator[Problem]:
    """What the liable player and the discarder pay is the whole share, no more and no less."""
    for win in WINS:
        sheet = liability.get(win) if liability else None
        if liability is None or sheet is None or not subject.is_own(sheet):
            continue
        if win == "self_draw" and sheet.get(DISCARDER) is not None:
            message = "'discarder' never pays here: nobody discarded the tile"
            yield from _never(subject, sheet.fields[DISCARDER], message)
        sums = _sums(subject, sheet)
        wrong = next(
            ((share, paid) for share, paid in zip(SHARES, sums, strict=False) if share != paid), None
        )
        if wrong:
            message = f"of a share of {wrong[0]} they pay {float(wrong[1]):g} together"
            yield from subject.problem(sheet, "L706", message, key=True, hint="the parts must make one share")


def _sums(subject: Subject, sheet: Item) -> list[Fraction]:
    nodes = [subject.node_at(item) for item in sheet.fields.values()]
    found = []
    for share in SHARES:
        view = View(subject.ruleset, NO_HAND, Situation(True), amounts={"share": share})
        try:
            found.append(sum((Fraction(value_of(node, view)) for node in nodes if node), Fraction(0)))
        except TooLarge:
            return []
    return found if all(nodes) else []


def _penalty(subject: Subject, pay: Item | None) -> Iterator[Problem]:
    if pay is None:
        return
    for name, item in pay.fields.items():
        if name == DISCARDER:
            yield from _never(
                subject, item, "'discarder' gets nothing here: the claimant pays dealer and each"
            )
        yield from _amount(subject, item)


# ---- L707: better hands are paid more

MOST_TOTAL = 60
SHEET_SIZES = 10
KNOWN_FACTS = ("players", "self_draw", "discard", "dealer")
PLAIN = ("number", "truth", "option", "word", "amount", "compare", "arithmetic", "negative", "if", "table")
JOINS = ("and", "or", "not", "named")


@dataclass(frozen=True)
class Step:
    """What a hand of so much is paid by a discarder, and the limit that it reached."""

    total: int
    sheet: int
    paid: Fraction
    limit: str = ""


def ladder_rises(subject: Subject) -> Iterator[Problem]:
    """Works out hands of every total, a sheet of each size beside it."""
    if not _can_be_worked_out(subject):
        return
    rules = subject.ruleset
    sizes = [rules.sheet.round_up_to * n for n in range(1, SHEET_SIZES + 2)] if rules.sheet else [0]
    for size in sizes:
        found = list(_falls(subject, list(_steps(subject, size))))
        if found:
            yield from found
            return


def _steps(subject: Subject, size: int) -> Iterator[Step]:
    """Hands of every total, as far as the arithmetic goes."""
    try:
        for total in range(1, _most(subject) + 1):
            yield _step(subject, total, size)
    except (TooLarge, OverflowError):
        return


def _nodes(subject: Subject) -> Iterator[Node]:
    rules = subject.ruleset
    yield rules.base
    yield from (amount.node for amount in rules.amounts)
    for limit in rules.limits:
        yield from (node for node in (limit.when, limit.base) if node is not None)
    yield from (node for _, node in rules.payment.discard.other)


def _can_be_worked_out(subject: Subject) -> bool:
    """Only where payments follow from numbers and options, not from the hand itself."""
    sections = ("base", "amounts", "limits", "payment", "tables", "fu", "unit")
    items = [subject.section(name) for name in sections]
    if any(item is not None and subject.is_faulty(item) for item in items) or not subject.ruleset.patterns:
        return False
    if not any(item is not None and subject.is_own(item) for item in items):
        return False
    parts = [part for node in _nodes(subject) for part in parts_of(node)]
    return all(_is_plain(part) for part in parts)


def _is_plain(part: Node) -> bool:
    if part.op == "fact":
        return part.args[0] in KNOWN_FACTS
    if part.op == "call":
        return part.args[0] in ("min", "max")
    return part.op in PLAIN or part.op in JOINS


def _most(subject: Subject) -> int:
    most = subject.ruleset.maximum
    high = subject.solver.ranges.of(most).high if most is not None else MOST_TOTAL
    return int(min(high, MOST_TOTAL))


def _step(subject: Subject, total: int, size: int) -> Step:
    """The arithmetic of `engine.value`, for a hand of which only the numbers are known."""
    rules = subject.ruleset
    known = {"total": total, rules.unit: total, "patterns": total, "best_closed_value": total}
    if rules.sheet:
        known[rules.sheet.unit] = size
    view = View(rules, NO_HAND, Situation(False), amounts=known)
    for amount in rules.amounts:
        view = view.knowing({amount.id: number(amount.node, view)})
    view = view.knowing({"base": number(rules.base, view)})
    limit = next((limit for limit in rules.limits if holds(limit.when, view)), None)
    if limit is not None and limit.base is not None:
        view = view.knowing({"base": number(limit.base, view)})
    paid = sum((Fraction(value_of(node, view)) for _, node in rules.payment.discard.other), Fraction(0))
    return Step(total, size, paid, limit.id if limit else "")


def _falls(subject: Subject, steps: Sequence[Step]) -> Iterator[Problem]:
    """The first hand that is paid less than a lesser one; a table that ends is told by itself."""
    if not steps:
        return
    first = next((step for step in steps if step.paid > 0), None)
    if first is None:
        yield from _say(subject, steps[0], "no hand is paid anything", "error")
        return
    least = number(subject.ruleset.minimum, View(subject.ruleset, NO_HAND, Situation(False)))
    if first.total > max(1, least):
        shown = _shown(subject, steps[max(0, least - 1)])
        yield from _say(subject, first, f"a hand of {shown} is paid nothing", "warning")
    for before, after in pairwise(steps):
        if 0 < after.paid < before.paid:
            message = (
                f"a hand of {_shown(subject, after)} is paid {float(after.paid):g}, "
                f"one of {_shown(subject, before)} {float(before.paid):g}"
            )
            yield from _say(subject, after, message, "warning")
            return


def _shown(subject: Subject, step: Step) -> str:
    sheet = subject.ruleset.sheet
    beside = f" and {step.sheet} {sheet.unit}" if sheet else ""
    return f"{step.total} {subject.ruleset.unit}{beside}"


def _say(subject: Subject, step: Step, message: str, severity: str) -> Iterator[Problem]:
    place = _place(subject, step.limit)
    if place is not None:
        yield from subject.problem(place, "L707", message, length=0, severity=severity)


def _place(subject: Subject, limit: str) -> Item | None:
    """The limit that the better hand reached, else the base, else the payment."""
    for item in subject.entries("limits"):
        name = item.get("id")
        if limit and name is not None and name.text() == limit and subject.is_own(item):
            return item.get("when") or item
    sections = (subject.section(name) for name in ("base", "limits", "amounts", "tables", "payment"))
    return next((item for item in sections if item is not None and subject.is_own(item)), None)
