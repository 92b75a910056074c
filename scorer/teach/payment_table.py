"""The payment table of a ruleset: what every total is paid, as players learn it by heart.

All numbers are computed with the base, limits and shares of the ruleset. Totals that pay the same share a
row. If a secondary score (fu) affects the payment, grids show it against the totals. If payments have no
upper bound, the rows are the values of the patterns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice, takewhile
from math import gcd
from typing import NamedTuple

from scorer.engine.evaluate import NO_HAND, View, holds, rules_view, whole_number
from scorer.engine.partial import (
    FALSE,
    KNOWN_FROM_RULES,
    TRUE,
    is_decided,
    simplify,
    sources_of,
)
from scorer.engine.results import Award, Payments
from scorer.engine.totals import has_varying_value, pattern_values
from scorer.engine.value import HandNumbers, Valuation, award_counts, hand_payments, numbers_valuation
from scorer.hand import DEALER, WINDS, Situation
from scorer.labels import LabeledLine
from scorer.language.nodes import Node, comparable_tree
from scorer.language.vocabulary import Source
from scorer.memo import Memo
from scorer.ruleset.model import Amount as NamedAmount
from scorer.ruleset.model import Limit, Pattern, Ruleset, Sheet, SheetItem, expressions_in
from scorer.teach.formula_words import KNOWN_OF_CASE, FormulaWriter, amount_in_words, formula_in_words
from scorer.teach.least_totals import least_totals_of
from scorer.teach.words import Speech, localized_or_english
from scorer.values import cached_property, dataclass, replace

MOST_TOTAL = 40
MOST_ROWS = 25
MOST_TIERS = 3
MOST_SHEET_ROWS = 20
MOST_PAID = 1024
"""The most payments that a table keeps."""
ROLES = ("discarder", "each", "dealer")
Amount = int | float


@dataclass(frozen=True)
class PaymentCase:
    """Who wins and how. `from_dealer` is None if it makes no difference who discards."""

    dealer: bool
    self_draw: bool
    from_dealer: bool | None = None

    def make_situation(self, ruleset: Ruleset, honba: int = 0, sticks: int = 0) -> Situation:
        """A situation of this case."""
        players = whole_number(ruleset.players, rules_view(ruleset))
        seat, others = (DEALER, WINDS[1]) if self.dealer else (WINDS[1], WINDS[2:players] or DEALER)
        payer = None if self.self_draw else DEALER if self.from_dealer else others[0]
        counter = ruleset.counter_circumstance
        stated = ((counter.id, honba),) if counter and honba else ()
        return Situation(
            self.self_draw, seat, circumstances=stated, discarder=payer, honba=0 if stated else honba,
            sticks=sticks,
        )  # fmt: skip

    def can_win(self, ruleset: Ruleset) -> bool:
        """Whether the rules let a hand win in this case; in some games no hand wins on a discard.

        >>> from scorer.scoring import load_ruleset
        >>> [PaymentCase(False, drawn).can_win(load_ruleset("hongzhong")) for drawn in (True, False)]
        [True, False]
        """
        view = View(ruleset, NO_HAND, self.make_situation(ruleset))
        asked = (rule.node for rule in ruleset.to_win if sources_of(rule.node, ruleset) <= KNOWN_OF_WIN)
        return all(holds(node, view) for node in asked)


@dataclass(frozen=True)
class HandCount:
    """What a hand counts: a total in the ruleset's unit and the secondary score, or a number of top-tier
    units.
    """

    total: int = 0
    sheet: int | None = None
    tier: int = 0

    def count_words(self, ruleset: Ruleset, language: str = "en") -> str:
        return ruleset.count_text(self.total, self.sheet, self.tier, language)


@dataclass(frozen=True)
class PaymentCell:
    """The payment for one count in one case: the share of each payer by role (discarder, dealer, each), the
    sum, and the limit that applies.
    """

    shares: tuple[tuple[str, Amount], ...]
    points: Amount
    limit: Limit | None = None


@dataclass(frozen=True)
class CasePayment:
    """What a count is worth in one case, and who pays it."""

    case: PaymentCase
    worth: Valuation
    payments: Payments

    def payment_cell(self, counters: bool = False) -> PaymentCell:
        """The table cell with the payment for the count itself, or for the counters on the table.

        Extras, which are paid for declared kongs, for example, belong to neither.
        """
        found: dict[str, Amount] = {}
        points: Amount = 0
        for share in self.payments.shares:
            if share.part == ("counters" if counters else "hand"):
                points += share.amount
                whole = isinstance(share.amount, int) and not share.amount % share.players
                each = share.amount // share.players if whole else share.amount / share.players
                found[share.role] = each
        shares = tuple((role, found[role]) for role in ROLES if role in found)
        return PaymentCell(
            shares, sum(found.values()) if counters else points, None if counters else self.worth.worth.limit
        )


@dataclass(frozen=True)
class PaymentRow:
    """A row of the table, with a cell for each case: totals from `low` to `high` (None if unbounded), a
    number of top-tier units, or patterns of one value.
    """

    low: int
    high: int | None
    cells: tuple[PaymentCell, ...]
    tier: int = 0
    patterns: tuple[Pattern, ...] = ()

    @property
    def limit(self) -> Limit | None:
        """The limit that applies in all cells of the row, or None."""
        limits = {cell.limit for cell in self.cells}
        return limits.pop() if len(limits) == 1 else None


@dataclass(frozen=True)
class PaymentGrid:
    """The payments of one case by total (across) and secondary score (down); None if no hand has both."""

    case: PaymentCase
    totals: tuple[int, ...]
    rows: tuple[tuple[int, tuple[PaymentCell | None, ...]], ...]


class _Runs(NamedTuple):
    """The totals that are paid alike, in order, None if there are too many for rows; and those whose payment
    depends on the secondary score.
    """

    runs: list[list[int]] | None
    crossed: list[int]


class _CellView(View):
    """What cells are computed from: it writes no formulas, which take half of the time and are not shown."""

    def without_amounts(self) -> View:
        return _CellView(self.ruleset, self.hand, self.situation, self.reading)

    def formula_with_numbers(self, node: Node) -> None:
        return None


PaidKey = tuple[Situation, HandCount, str]
"""A situation, a count, and the id of the pattern that the hand has; empty if it may be any."""


class PaymentTable:
    """The payments of a configured ruleset for every total that a hand can have. `stick` is the value of a
    stick on the table.

    >>> from scorer.scoring import load_ruleset
    >>> table = PaymentTable(load_ruleset("riichi"))
    >>> [(entry.low, entry.high, entry.cells[0].shares) for entry in table.entries[:2]]
    [(5, 5, (('discarder', 8000),)), (6, 7, (('discarder', 12000),))]
    >>> dict(table.grids[0].rows)[30][1].points
    2000
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset, self.view = ruleset, rules_view(ruleset)
        self._known: dict[tuple[PaymentCase, HandCount, str], PaymentCell] = {}
        self._views: dict[PaymentCase, View] = {}
        self._least: dict[tuple[int, bool], int | None] = {}
        self._proved: dict[tuple[int, bool], int | None] = {}
        self._lines: dict[tuple[int, bool], int | None] = {}
        self._paid: Memo[PaidKey, tuple[Valuation, Payments]] = Memo(limit=MOST_PAID)
        self.lowest = max(0, whole_number(ruleset.minimum, self.view))
        self.highest = whole_number(ruleset.maximum, self.view, MOST_TOTAL)
        self.stick = whole_number(ruleset.payment.sticks, rules_view(ruleset, Situation(True, sticks=1)))

    @cached_property
    def grids(self) -> list[PaymentGrid]:
        """The payments by total and secondary score, where they depend on both."""
        crossed = self._runs.crossed
        return [self._build_grid(case, crossed) for case in self.cases if crossed]

    @property
    def crossed_counts(self) -> list[HandCount]:
        """The counts whose payment depends on both numbers, lowest first, whether or not a hand has them, up
        to the secondary score with which all totals but the lowest have reached their limit.
        """
        totals = self._runs.crossed

        def is_below_limit(sheet: int | None) -> bool:
            pairs = ((HandCount(total, sheet), HandCount(total, self.sheets[-1])) for total in totals[1:])
            return len(totals) == 1 or any(
                self._known_cell(case, one) != self._known_cell(case, last)
                for one, last in pairs for case in self.cases
            )  # fmt: skip

        sheets = list(takewhile(is_below_limit, (one for one in self.sheets if one is not None)))
        return [HandCount(total, sheet) for total in totals for sheet in sheets]

    @cached_property
    def entries(self) -> list[PaymentRow]:
        """The other rows."""
        runs, crossed = self._runs
        rows = (
            self._pattern_rows()
            if runs is None
            else (self._total_row(run) for run in runs if run[0] not in crossed)
        )
        return [*rows, *self._tier_rows()]

    @cached_property
    def counters(self) -> list[PaymentCell]:
        """The shares that one counter adds, by case."""
        count = HandCount(sheet=self.sheets[-1])
        return [self.case_payment(case, count, honba=1).payment_cell(counters=True) for case in self.cases]

    @cached_property
    def varying(self) -> list[Pattern]:
        """The patterns whose value depends on the tiles."""
        patterns = self.ruleset.patterns
        return [
            p for p in patterns if has_varying_value(p, self.ruleset) and holds(p.option_condition, self.view)
        ]

    def case_payment(
        self,
        case: PaymentCase,
        count: HandCount,
        pattern: Pattern | None = None,
        honba: int = 0,
        sticks: int = 0,
    ) -> CasePayment:
        """The worth of a count and its payments, for a hand that has the given pattern."""
        situation = case.make_situation(self.ruleset, honba, sticks)
        return CasePayment(case, *self.situation_payment(situation, count, pattern))

    def situation_payment(
        self, situation: Situation, count: HandCount, pattern: Pattern | None = None
    ) -> tuple[Valuation, Payments]:
        """The worth of a count and its payments in a situation."""
        key = situation, count, pattern.id if pattern else ""
        if (found := self._paid.get(key)) is None:
            view = View(self.ruleset, NO_HAND, situation)
            found = self._paid.keep(key, _valuation_and_payments(view, count, pattern))
        return found

    def has_hand(self, case: PaymentCase, count: HandCount) -> bool:
        """Whether any hand can have a count in a case; without a secondary score, with any of them."""
        if count.sheet is None and self.ruleset.sheet is not None:
            return any(self.has_hand(case, replace(count, sheet=sheet)) for sheet in self.sheets)
        key = count.sheet or 0, case.self_draw
        if key not in self._least:
            self._least[key] = least_total(self.ruleset, *key)
        return _reaches(count, self._least[key])

    def may_have_hand(self, case: PaymentCase, count: HandCount) -> bool:
        """Whether it is not proved that no hand has a count in a case. Hands with a rare count may exist
        although the search for `has_hand` does not find them.
        """
        if count.sheet is None and self.ruleset.sheet is not None:
            return any(self.may_have_hand(case, replace(count, sheet=sheet)) for sheet in self.sheets)
        if count.sheet is None:
            return self.has_hand(case, count)
        key = count.sheet or 0, case.self_draw
        if key not in self._proved:
            self._proved[key] = proved_least_total(self.ruleset, *key)
        return _reaches(count, self._proved[key])

    def has_cell(self, case: PaymentCase, count: HandCount) -> bool:
        """Whether tables have a payment for a count in a case: like those of the books, they leave out what
        the fixed lines of the secondary score exclude, and counts that no hand has in any case.
        """
        if count.sheet is None:
            return self.has_hand(case, count)
        key = count.sheet, case.self_draw
        if key not in self._lines:
            self._lines[key] = least_line_total(self.ruleset, *key)
        return _reaches(count, self._lines[key]) and any(self.has_hand(other, count) for other in self.cases)

    @property
    def lowest_sheet(self) -> int | None:
        """The lowest secondary score, which is the only one if the rules give it to every hand; None if no
        payment depends on it.
        """
        return self.sheets[0] if self._runs.crossed or len(self.sheets) == 1 else None

    def with_any_sheet(self, count: HandCount) -> HandCount:
        """A count with a secondary score: if it names none, the lowest one, because it is paid the same with
        any.
        """
        return replace(count, sheet=self.lowest_sheet) if count.sheet is None else count

    def nearest_counts(self, count: HandCount, cases: Sequence[PaymentCase]) -> tuple[HandCount, ...]:
        """The nearest counts below and above one that no hand has in any of the cases: the same total with a
        lower secondary score, and the same secondary score with a higher total. If there is none, the same
        total with a higher secondary score.
        """

        def is_possible(other: HandCount) -> bool:
            return any(self.has_hand(case, other) for case in cases)

        lower = (
            replace(count, sheet=sheet)
            for sheet in reversed(self.sheets)
            if (sheet or 0) < (count.sheet or 0)
        )
        higher = (replace(count, total=total) for total in range(count.total + 1, self.highest + 1))
        nearest = (next(filter(is_possible, counts), None) for counts in (lower, higher))
        above = (replace(count, sheet=one) for one in self.sheets if (one or 0) > (count.sheet or 0))
        return tuple(filter(None, nearest)) or tuple(islice(filter(is_possible, above), 1))

    @cached_property
    def _runs(self) -> _Runs:
        every = range(self.lowest, self.highest + 1)
        totals = [
            total
            for total in every
            if any(amount for cell in self._row_cells(total) for _, amount in cell.shares)
        ]
        runs = [list(run) for _, run in groupby(totals, self._end_cells)] or [[0]]
        if len(runs) > MOST_ROWS or (self.ruleset.maximum is None and len(runs[-1]) == 1):
            return _Runs(None, [])
        return _Runs(runs, [run[0] for run in runs if len(set(self._end_cells(run[0]))) > 1])

    # ---- axes

    @cached_property
    def sheets(self) -> tuple[int | None, ...]:
        """The values of the secondary score: its fixed values, and the multiples that it is rounded to."""
        sheet = self.ruleset.sheet
        if sheet is None:
            return (None,)
        fixed = [
            (
                whole_number(item.value, self.view),
                simplify(item.condition, self.view) if item.condition else TRUE,
            )
            for item in sheet.fixed_items
        ]
        if certain := [value for value, when in fixed if when == TRUE]:  # whatever the hand is
            return tuple(certain[:1])
        step = self._sheet_step(sheet)
        first = -(-_free_item_total(sheet, self.view) // step) * step
        rounded = range(first, first + step * MOST_SHEET_ROWS, step)
        return tuple(sorted({*rounded, *(value for value, when in fixed if when != FALSE)}))

    def _sheet_step(self, sheet: Sheet) -> int:
        """The step between sums of the items: what they are rounded to, or else the greatest number of which
        each item is a multiple.
        """
        if sheet.round_up_to > 1 or not all(is_decided(item.value, self.ruleset) for item in sheet.items):
            return sheet.round_up_to
        return gcd(*(whole_number(item.value, self.view) for item in sheet.items)) or 1

    @cached_property
    def cases(self) -> tuple[PaymentCase, ...]:
        """The cases of winner and way of winning that the rules allow.

        Cases with the same payments in every row are merged.
        """
        other, from_dealer, drawn = (
            PaymentCase(False, False, False),
            PaymentCase(False, False, True),
            PaymentCase(False, True),
        )
        dealer, dealer_drawn = PaymentCase(True, False), PaymentCase(True, True)
        totals = range(max(1, self.lowest), self.highest + 1)

        def pay_alike(case: PaymentCase, other_case: PaymentCase) -> bool:
            counts = [HandCount(total, self.sheets[-1]) for total in totals]
            return all(
                self._known_cell(case, count) == self._known_cell(other_case, count) for count in counts
            )

        differ = self.ruleset.depends_on_dealer_discard and not pay_alike(other, from_dealer)
        discards = (other, from_dealer) if differ else (PaymentCase(False, False),)
        every = [*discards, drawn, dealer, dealer_drawn]
        if pay_alike(other, dealer) and pay_alike(drawn, dealer_drawn):
            every = [*discards, drawn]
        return tuple(case for case in every if case.can_win(self.ruleset))

    def _end_cells(self, total: int) -> tuple[tuple[PaymentCell, ...], ...]:
        """The cells of a total with the lowest and the highest secondary score."""
        ends = (self.sheets[0], self.sheets[-1])
        return tuple(
            tuple(self._known_cell(case, HandCount(total, sheet)) for case in self.cases) for sheet in ends
        )

    # ---- cells

    def _known_cell(self, case: PaymentCase, count: HandCount, award: str = "") -> PaymentCell:
        key = (case, count, award)
        if key not in self._known:
            if case not in self._views:
                self._views[case] = _CellView(self.ruleset, NO_HAND, case.make_situation(self.ruleset))
            paid = _valuation_and_payments(self._views[case], count, self.ruleset.pattern_by_id.get(award))
            self._known[key] = CasePayment(case, *paid).payment_cell()
        return self._known[key]

    def _row_cells(self, total: int, tier: int = 0, award: str = "") -> tuple[PaymentCell, ...]:
        """A cell for each case with the highest secondary score, for a hand with the given pattern."""
        count = HandCount(total, self.sheets[-1], tier)
        return tuple(self._known_cell(case, count, award) for case in self.cases)

    # ---- rows

    def _total_row(self, totals: Sequence[int]) -> PaymentRow:
        endless = self.ruleset.maximum is None and totals[-1] == self.highest
        return PaymentRow(totals[0], None if endless else totals[-1], self._row_cells(totals[0]))

    def _tier_rows(self) -> Iterator[PaymentRow]:
        """The rows for one or more top-tier units, as far as the rules add them up."""
        tier = self.ruleset.top_tier
        if tier is None or not tier.unit:
            return
        values = {value for pattern in self.ruleset.patterns for value in pattern_values(pattern, self.view)}
        single = sorted({value // tier.unit_value for value in values if value >= tier.start})
        most = min(whole_number(tier.cap, self.view) or MOST_TIERS, MOST_TIERS)
        for count in range(single[0], most + 1) if single and holds(tier.add, self.view) else single:
            yield PaymentRow(0, 0, self._row_cells(0, count), tier=count)

    def _pattern_rows(self) -> Iterator[PaymentRow]:
        """A row for each value of a pattern that is enough to win, highest first."""
        patterns: dict[tuple[int, bool], list[Pattern]] = {}
        for pattern in self.ruleset.pattern_by_id.values():
            for value in pattern_values(pattern, self.view):
                patterns.setdefault((value, has_varying_value(pattern, self.ruleset)), []).append(pattern)
        apart = self.ruleset.highest_only or len(self.ruleset.patterns) <= MOST_ROWS
        for value, open_ended in sorted(patterns, reverse=True):
            found = tuple(patterns[value, open_ended])
            for several in [(pattern,) for pattern in found] if apart else [found]:
                if value >= self.lowest:
                    row = self._pattern_row_cells(value, several)
                    yield PaymentRow(value, None if open_ended else value, row, patterns=several)

    def _pattern_row_cells(self, value: int, patterns: Sequence[Pattern]) -> tuple[PaymentCell, ...]:
        """The cells for patterns of one value. A cell is empty if none of them can be won in that case."""
        rows = {self._row_cells(value, award=pattern.id) for pattern in patterns}
        row = rows.pop() if len(rows) == 1 else self._row_cells(value)
        wins = (any(self.can_win(pattern, case) for pattern in patterns) for case in self.cases)
        return tuple(cell if won else PaymentCell((), 0) for cell, won in zip(row, wins, strict=True))

    def can_win(self, pattern: Pattern, case: PaymentCase) -> bool:
        """Whether a pattern is possible in a case; a win on the first draw, for example, is not a discard."""
        view = View(self.ruleset, NO_HAND, case.make_situation(self.ruleset))
        return pattern.condition is None or all(
            holds(node, view) for node in self._case_conditions(pattern.condition)
        )

    def _case_conditions(self, node: Node) -> Iterator[Node]:
        """The parts of a condition, and of the circumstances in it, that depend on the winner and the way of
        winning.
        """
        parts: list[Node] = list(node.args) if node.op == "and" else []
        if node.op == "named":
            parts = [self.ruleset.fact_by_id[node.args[0]].node]
        elif node.op == "fact":
            said = (item for item in self.ruleset.circumstances if item.fact == node.args[0])
            parts = [requirement.node for item in said for requirement in item.requires]
        for part in parts:
            yield from self._case_conditions(part)
        inner = node.args[0] if node.op == "not" else node
        asked = ("self_draw", "discard", *(["dealer"] if any(case.dealer for case in self.cases) else []))
        if inner.op == "fact" and inner.args[0] in asked:
            yield node

    def _build_grid(self, case: PaymentCase, totals: Sequence[int]) -> PaymentGrid:
        """The grid of a case. It ends where all totals but the lowest have reached their limit."""
        rows = []
        last = [self._known_cell(case, HandCount(total, self.sheets[-1])) for total in totals]
        for sheet in self.sheets:
            counts = [HandCount(total, sheet) for total in totals]
            paid = [self._known_cell(case, one) for one in counts]
            if len(totals) > 1 and paid[1:] == last[1:]:
                break
            cells = tuple(
                cell if self.has_cell(case, one) else None for cell, one in zip(paid, counts, strict=True)
            )
            if (
                len(totals) > 1
                and any(cells)
                and all(one in (None, end) for one, end in zip(cells, last, strict=True))
            ):
                break
            if sheet is not None and any(cells):
                rows.append((sheet, cells))
        return PaymentGrid(case, tuple(totals), tuple(rows))


# ---- which totals are possible with a value of the secondary score

SELF_DRAW_FACT: object = ("fact", ("self_draw",))
DISCARD_FACT = ("fact", ("discard",))
CONCEALED_FACT = ("fact", ("concealed_hand",))
CALLED_HAND: object = ("not", (CONCEALED_FACT,))
NEVER = comparable_tree(FALSE)


def _valuation_and_payments(
    view: View, count: HandCount, pattern: Pattern | None
) -> tuple[Valuation, Payments]:
    """The worth of a count and its payments, for a hand that has the given pattern."""
    awards = award_counts([Award(pattern, count.total)] if pattern else ())
    total = count.total
    numbers = HandNumbers(total, total, 0, total, count.sheet, count.tier)
    worth = numbers_valuation(view.with_amounts({}, awards), numbers)
    return worth, hand_payments(worth.view, ())


def _reaches(count: HandCount, least: int | None) -> bool:
    """Whether a count is not below the least total."""
    return least is not None and (count.tier > 0 or count.total >= least)


def least_total(ruleset: Ruleset, value: int, self_draw: bool) -> int | None:
    """The least total of a hand with this secondary score, or None if no hand has it. In riichi, for example,
    20 fu require at least two han and a self-draw, and so do 110 fu by self-draw. A sum of items is looked
    for among hands (`LeastTotals`); it is 0 where the rules have more items than that search knows.

    >>> from scorer.scoring import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> least_total(rules, 25, False), least_total(rules, 20, True), least_total(rules, 20, False)
    (2, 2, None)
    >>> least_total(rules, 110, False), least_total(rules, 110, True)
    (1, 2)
    """
    sheet = ruleset.sheet
    if sheet is None or not _is_item_sum(sheet, value, rules_view(ruleset)):
        return least_line_total(ruleset, value, self_draw)
    found = least_totals_of(ruleset)
    return 0 if found.shape is None else found.least(value, self_draw)


def proved_least_total(ruleset: Ruleset, value: int, self_draw: bool) -> int | None:
    """A total that every hand with this secondary score reaches for certain, or None if it is certain that no
    hand has the secondary score. The least total that hands are known to have (`least_total`) may be higher.

    >>> from scorer.scoring import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> proved_least_total(rules, 110, True), proved_least_total(rules, 20, False)
    (0, None)
    >>> print(proved_least_total(rules, 190, True))  # no four sets add up to it
    None
    """
    sheet = ruleset.sheet
    if sheet is None or not _is_item_sum(sheet, value, rules_view(ruleset)):
        return least_line_total(ruleset, value, self_draw)
    found = least_totals_of(ruleset)
    return 0 if found.shape is None or found.has_forms(value) else None


def least_line_total(ruleset: Ruleset, value: int, self_draw: bool) -> int | None:
    """The least total with a secondary score as far as its fixed lines tell; 0 for any sum of the items.

    A fixed line of the secondary score replaces its items under a condition. Patterns that the condition asks
    for, and those whose conditions are part of it, hold in every such hand, so the sum of their values is the
    minimum.

    >>> from scorer.scoring import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> least_line_total(rules, 25, False), least_line_total(rules, 110, True)
    (2, 0)
    """
    view, sheet = rules_view(ruleset), ruleset.sheet
    if sheet is None or _is_item_sum(sheet, value, view):
        return 0
    # Any other value can only come from a fixed line.
    lines = [item for item in sheet.fixed_items if whole_number(item.value, view) == value]
    totals = [total for item in lines if (total := _least_line_total(item, self_draw, view)) is not None]
    is_sum = not value % sheet.round_up_to and (not lines or _is_bare(sheet, self_draw, view))
    return min([*totals, 0] if is_sum else totals, default=None)


def _is_item_sum(sheet: Sheet, value: int, view: View) -> bool:
    """Whether a secondary score may be a sum of more items than those that every hand has."""
    return value % sheet.round_up_to == 0 and value > _free_item_total(sheet, view)


def _free_item_total(sheet: Sheet, view: View) -> int:
    """The sum of the items that every hand has."""
    free = (item for item in sheet.items if item.condition is item.set_selector is item.count is None)
    return sum(whole_number(item.value, view) for item in free)


def _least_line_total(item: SheetItem, self_draw: bool, view: View) -> int | None:
    known = _known_of(item, self_draw, view)
    return sum(_certain_value(pattern, known, view) for pattern in view.ruleset.patterns) if known else None


def _known_of(item: SheetItem, self_draw: bool, view: View) -> set[object]:
    """What holds for certain where a line of the sheet does in a way of winning; nothing where it cannot."""
    known, rules = set(_needed_conditions(item.condition, view)), view.ruleset
    played = {
        name for one in rules.patterns if holds(one.option_condition, view) for name in (one.id, *one.groups)
    }
    asked = {part.args[1] for part in expressions_in(item.condition) if part.args[:1] == ("awarded",)}
    for pattern in rules.patterns:
        known |= (
            set(_needed_conditions(pattern.condition, view))
            if _award_condition(pattern.id) in known
            else set()
        )
    if NEVER in known or (DISCARD_FACT if self_draw else SELF_DRAW_FACT) in known or not asked <= played:
        return set()
    closed: list[object] = [("call", ("shape", shape.id)) for shape in rules.shapes if shape.concealed]
    closed += [_award_condition(pattern.id) for pattern in rules.patterns if pattern.open_value is None]
    return (
        known
        | {SELF_DRAW_FACT if self_draw else DISCARD_FACT}
        | (set() if known.isdisjoint(closed) else {CONCEALED_FACT})
    )


def _is_bare(sheet: Sheet, self_draw: bool, view: View) -> bool:
    """Whether some hand earns what every hand has and no more: no item counts for certain, and no fixed line
    may take its place.
    """
    fixed = [known for item in sheet.fixed_items if (known := _known_of(item, self_draw, view))]
    items = [
        item.condition for item in sheet.items if item.condition and not (item.set_selector or item.count)
    ]
    for own, other in ((CONCEALED_FACT, CALLED_HAND), (CALLED_HAND, CONCEALED_FACT)):
        told = {own, SELF_DRAW_FACT if self_draw else DISCARD_FACT}
        is_taken = any(other not in known for known in fixed)
        if not is_taken and not any(set(_needed_conditions(node, view)) <= told for node in items):
            return True
    return False


def _award_condition(name: str) -> object:
    """The condition that a pattern is awarded."""
    return "compare", (("call", ("awarded", name)), ">=", ("number", (1,)))


def _certain_value(pattern: Pattern, conditions: set[object], view: View) -> int:
    """The value that a pattern certainly adds; 0 if it requires more than the known conditions."""
    tier = view.ruleset.top_tier
    if not holds(pattern.option_condition, view):
        return 0
    if _award_condition(pattern.id) not in conditions:
        is_told = pattern.condition is not None and not pattern.alternatives
        if not is_told or not set(_needed_conditions(pattern.condition, view)) <= conditions:
            return 0
    closed, opened = (whole_number(node, view) for node in (pattern.closed_value, pattern.open_value))
    value = closed if CONCEALED_FACT in conditions else min(closed, opened)
    return 0 if tier and value >= tier.start else value


def _needed_conditions(node: Node | None, view: View) -> Iterator[object]:
    """The parts of a condition that must all hold. Named facts are expanded. Parts that the options decide
    are left out; NEVER if the options make the condition false.
    """
    simpler = TRUE if node is None else simplify(node, view)
    if simpler.op == "and":
        for part in simpler.args:
            yield from _needed_conditions(part, view)
    elif simpler.op == "named":
        yield from _needed_conditions(view.ruleset.fact_by_id[simpler.args[0]].node, view)
    elif simpler != TRUE:
        yield comparable_tree(simpler)


# ---- the formulas, with the options in force put in

KNOWN_OF_WIN = KNOWN_FROM_RULES | {Source.SITUATION}
"""What is known of a winner and the way of winning, whatever else is said."""


def amount_formulas(ruleset: Ruleset, language: str = "en") -> Iterator[LabeledLine]:
    """The formulas of the named amounts and of the base. A base that is just another amount is left out.

    >>> from scorer.scoring import load_ruleset
    >>> [formula.text for formula in amount_formulas(load_ruleset("riichi"))]
    ['4 x fu, doubled for each han']
    """

    def amount_line(amount: NamedAmount, speech: Speech) -> LabeledLine:
        return LabeledLine(speech.localized_name(amount.names), amount_in_words(amount, ruleset, speech))

    def base_line(speech: Speech) -> LabeledLine:
        return LabeledLine(speech.phrase("base"), formula_in_words(ruleset.base, ruleset, speech))

    for amount in ruleset.amounts:
        yield localized_or_english(partial(amount_line, amount), ruleset, language)
    if ruleset.base.op != "amount":
        yield localized_or_english(base_line, ruleset, language)


def most_from_each(ruleset: Ruleset, language: str = "en") -> str:
    """The formula for the most that one player pays; empty if there is no such limit."""
    most, view = ruleset.payment.share_limit, rules_view(ruleset)
    if not most:
        return ""
    return localized_or_english(
        lambda speech: FormulaWriter(view, KNOWN_OF_CASE, speech).formula_text(most), ruleset, language
    )


def share_formula(ruleset: Ruleset, case: PaymentCase, language: str = "en") -> str:
    """The payment formula of one case: '2 x base from the dealer; base from each other player'. Raises
    MissingWord if the rules lack a word in the language.
    """
    view, speech = View(ruleset, NO_HAND, case.make_situation(ruleset)), Speech(ruleset, language)
    sheet = ruleset.payment.self_draw if case.self_draw else ruleset.payment.discard
    shares = sheet.dealer if case.dealer else sheet.non_dealer
    writer, payers = FormulaWriter(view, KNOWN_OF_CASE, speech), [payer for payer, _ in shares]
    texts = [(writer.formula_text(node), payer) for payer, node in shares]
    paid = [
        speech.phrase("amount from", text, speech.phrase(_payer_phrase(payer, payers)))
        for text, payer in texts
        if text != "0"
    ]
    return speech.phrase("semicolon").join(paid)


def _payer_phrase(payer: str, payers: Sequence[str]) -> str:
    """The key of the phrase for who pays a share; `payers` are all who pay, in the words of rule files."""
    if payer != "each":
        return {"dealer": "payer dealer"}.get(payer, payer)
    if "dealer" in payers:
        return "payer non-dealers"
    return "payer others" if len(payers) > 1 else "payer each"
