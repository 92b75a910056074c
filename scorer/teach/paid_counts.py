"""The counts behind a payment: 3,900 points on a discard are paid for 3 han 30 fu."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from scorer.engine.totals import possible_totals
from scorer.engine.value import Amount
from scorer.hand import DEALER, Situation
from scorer.ruleset.model import Limit
from scorer.teach.payment_table import HandCount, PaymentCase, PaymentCell, PaymentTable
from scorer.values import dataclass

MOST_COUNTS = 400
"""The most counts that are tried in games without a largest one."""


@dataclass(frozen=True)
class PaidCount:
    """A count in a case, and its payment without counters: what the winner gets, the different amounts that
    players pay, and the limit that applies.
    """

    count: HandCount
    case: PaymentCase
    points: Amount
    amounts: frozenset[Amount]
    limit: Limit | None = None


def situation_cases(table: PaymentTable, situation: Situation) -> tuple[PaymentCase, ...]:
    """The cases of a payment table that a situation belongs to."""
    is_dealer, is_apart = situation.seat == DEALER, any(case.dealer for case in table.cases)
    return tuple(
        case for case in table.cases
        if case.self_draw == situation.self_draw and (case.dealer == is_dealer or not is_apart)
        and case.from_dealer in (None, situation.discarder == DEALER)
    )  # fmt: skip


def paid_counts(
    table: PaymentTable, cases: Sequence[PaymentCase], most: int = MOST_COUNTS
) -> Iterator[PaidCount]:
    """The counts that tables list for these cases, case by case and the lowest first. If a table lists
    patterns alone, these are the lowest counts that hands can have, at most so many.
    """
    rows = [row for row in table.entries if not row.patterns]
    grids = {grid.case: grid for grid in table.grids}
    for case in cases:
        if case in grids:
            for sheet, cells in grids[case].rows:
                for total, cell in zip(grids[case].totals, cells, strict=True):
                    if cell is not None:
                        yield _count_in_cell(HandCount(total, sheet), case, cell)
        for row in rows:
            cell = row.cells[table.cases.index(case)]
            yield _count_in_cell(HandCount(row.low, tier=row.tier), case, cell)
        if not (rows or grids):
            totals = (total for total in possible_totals(table.ruleset) if total >= table.lowest)
            for total in islice(totals, most):
                gains = [gain for _, gain in table.case_payment(case, HandCount(total)).payments.transfers]
                amounts = frozenset(-gain for gain in gains if gain < 0)
                yield PaidCount(HandCount(total), case, max(gains), amounts)


def _count_in_cell(count: HandCount, case: PaymentCase, cell: PaymentCell) -> PaidCount:
    return PaidCount(count, case, cell.points, frozenset(dict(cell.shares).values()), cell.limit)


def count_behind(
    paid: Sequence[PaidCount], amounts: Collection[Amount], is_each: bool = False
) -> PaidCount | None:
    """The first of these counts for which players pay these amounts. A single amount is the sum of what they
    pay, or if no count has this sum or `is_each` is set, what each of them pays.

    >>> from scorer.scoring import load_ruleset
    >>> from scorer.teach.points import table_of
    >>> table = table_of(load_ruleset("riichi"))
    >>> paid = [*paid_counts(table, situation_cases(table, Situation(True, "S")))]
    >>> [count_behind(paid, amounts).count.total for amounts in ([2700], [1300, 2600], [8000])]
    [3, 4, 4]
    """
    wanted = set(amounts)
    by_amounts = (one for one in paid if one.amounts == wanted)
    if len(wanted) > 1 or is_each:
        return next(by_amounts, None)
    by_sum = (one for one in paid if {one.points} == wanted)
    return next(by_sum, None) or next(by_amounts, None)
