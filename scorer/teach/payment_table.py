"""The payment table of a ruleset: what every total is paid, as players learn it by heart.

All numbers are computed with the base, limits and shares of the ruleset. Totals that pay the same share a
row. If a secondary score (fu) affects the payment, grids show it against the totals. If payments have no
upper bound, the rows are the values of the patterns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.engine.evaluate import NO_HAND, View, holds, number, parts_of, rules_view, value_of
from scorer.engine.results import Award, Payments
from scorer.engine.value import Numbers, Valuation, award_counts, payments, worth_of
from scorer.hand import DEALER, WINDS, Situation
from scorer.language.nodes import Node, Sum, looked_up, picked, plain, signed
from scorer.phrases import joined
from scorer.ruleset.model import Limit, Pattern, Ruleset, Sheet, SheetItem, nodes_in
from scorer.teach.constructs import asks, noun_of
from scorer.teach.labels import Line
from scorer.teach.words import Speech
from scorer.values import dataclass

MOST_TOTAL = 40
MOST_ROWS = 25
MOST_TIERS = 3
MOST_SHEET_ROWS = 40
ROLES = ("discarder", "each", "dealer")
BOUNDS = ("min", "max")
Amount = int | float


@dataclass(frozen=True)
class Case:
    """Who wins and how. `from_dealer` is None if it makes no difference who discards."""

    dealer: bool
    self_draw: bool
    from_dealer: bool | None = None

    def situation(self, ruleset: Ruleset, honba: int = 0, sticks: int = 0) -> Situation:
        """A situation of this case."""
        players = number(ruleset.players, rules_view(ruleset))
        seat, others = (DEALER, WINDS[1]) if self.dealer else (WINDS[1], WINDS[2:players] or DEALER)
        payer = None if self.self_draw else DEALER if self.from_dealer else others[0]
        return Situation(self.self_draw, seat, discarder=payer, honba=honba, sticks=sticks)


@dataclass(frozen=True)
class Count:
    """What a hand counts: a total in the ruleset's unit and the secondary score, or a number of top-tier
    units.
    """

    total: int = 0
    sheet: int | None = None
    tier: int = 0

    def words(self, ruleset: Ruleset, language: str = "en") -> str:
        return ruleset.count_words(self.total, self.sheet, self.tier, language)


@dataclass(frozen=True)
class Cell:
    """The payment for one count in one case: the share of each payer by role (discarder, dealer, each), the
    sum, and the limit that applies.
    """

    shares: tuple[tuple[str, Amount], ...]
    points: Amount
    limit: Limit | None = None


@dataclass(frozen=True)
class Paid:
    """What a count is worth in one case, and who pays it."""

    case: Case
    worth: Valuation
    payments: Payments

    def cell(self, counters: bool = False) -> Cell:
        """The table cell with the payment for the count itself, or for the counters on the table."""
        found: dict[str, Amount] = {}
        for share in self.payments.shares:
            if (share.part == "counters") is counters:
                whole = isinstance(share.amount, int) and not share.amount % share.players
                each = share.amount // share.players if whole else share.amount / share.players
                found[share.role] = each
        shares = tuple((role, found[role]) for role in ROLES if role in found)
        points = sum(found.values()) if counters else self.payments.points
        return Cell(shares, points, None if counters else self.worth.worth.limit)


@dataclass(frozen=True)
class Entry:
    """A row of the table, with a cell for each case: totals from `low` to `high` (None if unbounded), a
    number of top-tier units, or patterns of one value.
    """

    low: int
    high: int | None
    cells: tuple[Cell, ...]
    tier: int = 0
    patterns: tuple[Pattern, ...] = ()

    @property
    def limit(self) -> Limit | None:
        """The limit that applies in all cells of the row, or None."""
        limits = {cell.limit for cell in self.cells}
        return limits.pop() if len(limits) == 1 else None


@dataclass(frozen=True)
class Grid:
    """The payments of one case by total (across) and secondary score (down); None if no hand has both."""

    case: Case
    totals: tuple[int, ...]
    rows: tuple[tuple[int, tuple[Cell | None, ...]], ...]


class PaymentTable:
    """The payments of a configured ruleset for every total that a hand can have. `counters` are the shares
    that one counter adds in each case, `stick` is the value of a stick on the table. `varying` are the
    patterns whose value depends on the tiles.

    >>> from scorer.library import load_ruleset
    >>> table = PaymentTable(load_ruleset("riichi"))
    >>> [(entry.low, entry.high, entry.cells[0].shares) for entry in table.entries[:2]]
    [(5, 5, (('discarder', 8000),)), (6, 7, (('discarder', 12000),))]
    >>> dict(table.grids[0].rows)[30][1].points
    2000
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset, self.view = ruleset, rules_view(ruleset)
        self._known: dict[tuple[Case, Count, str], Cell] = {}
        self._least: dict[tuple[int, bool], int | None] = {}
        self.lowest = max(0, number(ruleset.minimum, self.view))
        self.highest = number(ruleset.maximum, self.view, MOST_TOTAL)
        self.sheets = self._sheet_values()
        self.cases = self._cases()
        self.grids, self.entries = self._rows()
        self.counters = [
            self.paid(case, Count(sheet=self.sheets[-1]), honba=1).cell(counters=True) for case in self.cases
        ]
        self.stick = number(ruleset.payment.sticks, rules_view(ruleset, Situation(True, sticks=1)))
        self.varying = [p for p in ruleset.patterns if varies(p) and holds(p.enabled, self.view)]

    def paid(
        self, case: Case, count: Count, pattern: Pattern | None = None, honba: int = 0, sticks: int = 0
    ) -> Paid:
        """The worth of a count and its payments, for a hand that has the given pattern."""
        awards = award_counts([Award(pattern, count.total)] if pattern else ())
        view = View(self.ruleset, NO_HAND, case.situation(self.ruleset, honba, sticks), awards=awards)
        total = count.total
        worth = worth_of(view, Numbers(total, total, 0, total, count.sheet, count.tier))
        return Paid(case, worth, payments(worth.view, ()))

    def has(self, case: Case, count: Count) -> bool:
        """Whether any hand can have a count in a case."""
        key = count.sheet or 0, case.self_draw
        if key not in self._least:
            self._least[key] = least_total(self.ruleset, *key)
        least = self._least[key]
        return least is not None and (count.tier > 0 or count.total >= least)

    def _rows(self) -> tuple[list[Grid], list[Entry]]:
        every = range(self.lowest, self.highest + 1)
        totals = [
            total for total in every if any(amount for cell in self._row(total) for _, amount in cell.shares)
        ]
        runs = [list(run) for _, run in groupby(totals, self._ends)] or [[0]]
        grids: list[Grid] = []
        if len(runs) > MOST_ROWS or (self.ruleset.maximum is None and len(runs[-1]) == 1):
            entries = list(self._pattern_entries())
        else:
            crossed = [run[0] for run in runs if len(set(self._ends(run[0]))) > 1]
            grids = [self._grid(case, crossed) for case in self.cases if crossed]
            entries = [self._entry(run) for run in runs if run[0] not in crossed]
        return grids, [*entries, *self._tier_entries()]

    # ---- axes

    def _sheet_values(self) -> tuple[int | None, ...]:
        """The values of the secondary score: its fixed values, and the multiples that it is rounded to."""
        sheet = self.ruleset.sheet
        if sheet is None:
            return (None,)
        step = sheet.round_up_to
        first = -(-_free_items(sheet, self.view) // step) * step
        rounded = range(first, first + step * MOST_SHEET_ROWS, step)
        return tuple(sorted({*rounded, *(number(item.value, self.view) for item in sheet.fixed)}))

    def _cases(self) -> tuple[Case, ...]:
        """The cases of winner and way of winning. Cases with the same payments in every row are merged."""
        other, from_dealer, drawn = Case(False, False, False), Case(False, False, True), Case(False, True)
        dealer, dealer_drawn = Case(True, False), Case(True, True)
        totals = range(max(1, self.lowest), self.highest + 1)

        def alike(one: Case, two: Case) -> bool:
            counts = [Count(total, self.sheets[-1]) for total in totals]
            return all(self._cell(one, count) == self._cell(two, count) for count in counts)

        discards = (Case(False, False),) if alike(other, from_dealer) else (other, from_dealer)
        if alike(other, dealer) and alike(drawn, dealer_drawn):
            return (*discards, drawn)
        return (*discards, drawn, dealer, dealer_drawn)

    def _ends(self, total: int) -> tuple[tuple[Cell, ...], ...]:
        """The cells of a total with the lowest and the highest secondary score."""
        ends = (self.sheets[0], self.sheets[-1])
        return tuple(tuple(self._cell(case, Count(total, sheet)) for case in self.cases) for sheet in ends)

    # ---- cells

    def _cell(self, case: Case, count: Count, award: str = "") -> Cell:
        key = (case, count, award)
        if key not in self._known:
            self._known[key] = self.paid(case, count, self.ruleset.pattern_by_id.get(award)).cell()
        return self._known[key]

    def _row(self, total: int, tier: int = 0, award: str = "") -> tuple[Cell, ...]:
        """A cell for each case with the highest secondary score, for a hand with the given pattern."""
        count = Count(total, self.sheets[-1], tier)
        return tuple(self._cell(case, count, award) for case in self.cases)

    # ---- rows

    def _entry(self, run: Sequence[int]) -> Entry:
        endless = self.ruleset.maximum is None and run[-1] == self.highest
        return Entry(run[0], None if endless else run[-1], self._row(run[0]))

    def _tier_entries(self) -> Iterator[Entry]:
        """The rows for one or more top-tier units, as far as the rules add them up."""
        tier = self.ruleset.top_tier
        if tier is None or not tier.unit:
            return
        values = {value for pattern in self.ruleset.patterns for value in values_of(pattern, self.view)}
        single = sorted({value // tier.each for value in values if value >= tier.start})
        most = min(number(tier.cap, self.view) or MOST_TIERS, MOST_TIERS)
        for count in range(single[0], most + 1) if single and holds(tier.add, self.view) else single:
            yield Entry(0, 0, self._row(0, count), tier=count)

    def _pattern_entries(self) -> Iterator[Entry]:
        """A row for each value of a pattern that is enough to win, highest first."""
        patterns: dict[tuple[int, bool], list[Pattern]] = {}
        for pattern in self.ruleset.pattern_by_id.values():
            for value in values_of(pattern, self.view):
                patterns.setdefault((value, varies(pattern)), []).append(pattern)
        apart = self.ruleset.highest_only or len(self.ruleset.patterns) <= MOST_ROWS
        for value, open_ended in sorted(patterns, reverse=True):
            found = tuple(patterns[value, open_ended])
            for several in [(pattern,) for pattern in found] if apart else [found]:
                if value >= self.lowest:
                    row = self._row_of(value, several)
                    yield Entry(value, None if open_ended else value, row, patterns=several)

    def _row_of(self, value: int, patterns: Sequence[Pattern]) -> tuple[Cell, ...]:
        """The cells for patterns of one value. A cell is empty if none of them can be won in that case."""
        rows = {self._row(value, award=pattern.id) for pattern in patterns}
        row = rows.pop() if len(rows) == 1 else self._row(value)
        wins = (any(self._wins(pattern, case) for pattern in patterns) for case in self.cases)
        return tuple(cell if won else Cell((), 0) for cell, won in zip(row, wins, strict=True))

    def _wins(self, pattern: Pattern, case: Case) -> bool:
        """Whether a pattern is possible in a case; a win on the first draw, for example, is not a discard."""
        view = View(self.ruleset, NO_HAND, case.situation(self.ruleset))
        return pattern.when is None or all(holds(node, view) for node in self._of_case(pattern.when))

    def _of_case(self, node: Node) -> Iterator[Node]:
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
            yield from self._of_case(part)
        inner = node.args[0] if node.op == "not" else node
        asked = ("self_draw", "discard", *(["dealer"] if any(case.dealer for case in self.cases) else []))
        if inner.op == "fact" and inner.args[0] in asked:
            yield node

    def _grid(self, case: Case, totals: Sequence[int]) -> Grid:
        """The grid of a case. It ends where all totals but the lowest have reached their limit."""
        rows = []
        last = [self._cell(case, Count(total, self.sheets[-1])) for total in totals]
        for sheet in self.sheets:
            counts = [Count(total, sheet) for total in totals]
            cells = tuple(self._cell(case, one) if self.has(case, one) else None for one in counts)
            if len(totals) > 1 and list(cells[1:]) == last[1:]:
                break
            if sheet is not None and any(cells):
                rows.append((sheet, cells))
        return Grid(case, tuple(totals), tuple(rows))


def values_of(pattern: Pattern, view: View) -> set[int]:
    """The values that a pattern can have, closed and open; empty if an option switches it off."""
    if not holds(pattern.enabled, view):
        return set()
    values = {number(node, view) for node in (pattern.closed, pattern.open) if node is not None}
    return {value for value in values if value > 0 or pattern.zero}


def varies(pattern: Pattern) -> bool:
    """Whether the value of a pattern depends on the tiles. Without tiles, only its minimum is known."""
    return any(
        part.op in ("fact", "named") or (part.op == "call" and part.args[0] not in BOUNDS)
        for part in nodes_in((pattern.closed, pattern.open))
    )


# ---- which totals are possible with a value of the secondary score

DRAWN: object = ("fact", ("self_draw",))
CLAIMED = ("fact", ("discard",))
CLOSED = ("fact", ("concealed_hand",))
CALLED: object = ("not", (CLOSED,))
FALSE = ("truth", (False,))
SETTLED_OPS = ("option", "number", "word", "truth", "compare", "and", "or", "not", "arithmetic")
"""What expressions are made of that options decide."""


def least_total(ruleset: Ruleset, value: int, self_draw: bool) -> int | None:
    """The least total of a hand with this secondary score, or None if no hand has it. In riichi, for example,
    20 fu require at least two han and a self-draw.

    A fixed line of the secondary score replaces its items under a condition. Patterns that the condition asks
    for, and those whose conditions are part of it, hold in every such hand, so the sum of their values is the
    minimum.

    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> least_total(rules, 25, False), least_total(rules, 20, True), least_total(rules, 20, False)
    (2, 2, None)
    """
    view, sheet = rules_view(ruleset), ruleset.sheet
    if sheet is None or (value % sheet.round_up_to == 0 and value > _free_items(sheet, view)):
        return 0
    # Any other value can only come from a fixed line.
    lines = [item for item in sheet.fixed if number(item.value, view) == value]
    totals = [total for item in lines if (total := _least(item, self_draw, view)) is not None]
    is_sum = not value % sheet.round_up_to and (not lines or _is_bare(sheet, self_draw, view))
    return min([*totals, 0] if is_sum else totals, default=None)


def _free_items(sheet: Sheet, view: View) -> int:
    """The sum of the items that every hand has."""
    free = (item for item in sheet.items if item.when is item.each is item.count is None)
    return sum(number(item.value, view) for item in free)


def _least(item: SheetItem, self_draw: bool, view: View) -> int | None:
    known = _known_of(item, self_draw, view)
    return sum(_certain_value(pattern, known, view) for pattern in view.ruleset.patterns) if known else None


def _known_of(item: SheetItem, self_draw: bool, view: View) -> set[object]:
    """What holds for certain where a line of the sheet does in a way of winning; nothing where it cannot."""
    known, rules = set(_conjuncts(item.when, view)), view.ruleset
    played = {name for one in rules.patterns if holds(one.enabled, view) for name in (one.id, *one.groups)}
    asked = {part.args[1] for part in nodes_in(item.when) if part.args[:1] == ("awarded",)}
    for pattern in rules.patterns:
        known |= set(_conjuncts(pattern.when, view)) if _award(pattern.id) in known else set()
    if FALSE in known or (CLAIMED if self_draw else DRAWN) in known or not asked <= played:
        return set()
    closed: list[object] = [("call", ("shape", shape.id)) for shape in rules.shapes if shape.concealed]
    closed += [_award(pattern.id) for pattern in rules.patterns if pattern.open is None]
    return known | {DRAWN if self_draw else CLAIMED} | (set() if known.isdisjoint(closed) else {CLOSED})


def _is_bare(sheet: Sheet, self_draw: bool, view: View) -> bool:
    """Whether some hand earns what every hand has and no more: no item counts for certain, and no fixed line
    may take its place.
    """
    fixed = [known for item in sheet.fixed if (known := _known_of(item, self_draw, view))]
    items = [item.when for item in sheet.items if item.when and not (item.each or item.count)]
    for own, other in ((CLOSED, CALLED), (CALLED, CLOSED)):
        told = {own, DRAWN if self_draw else CLAIMED}
        is_taken = any(other not in known for known in fixed)
        if not is_taken and not any(set(_conjuncts(node, view)) <= told for node in items):
            return True
    return False


def _award(name: str) -> object:
    """The condition that a pattern is awarded."""
    return "compare", (("call", ("awarded", name)), ">=", ("number", (1,)))


def _certain_value(pattern: Pattern, known: set[object], view: View) -> int:
    """The value that a pattern certainly adds; 0 if it requires more than the known conditions."""
    tier = view.ruleset.top_tier
    if not holds(pattern.enabled, view):
        return 0
    if _award(pattern.id) not in known:
        is_told = pattern.when is not None and not pattern.alternatives
        if not is_told or not set(_conjuncts(pattern.when, view)) <= known:
            return 0
    closed, opened = (number(node, view) for node in (pattern.closed, pattern.open))
    value = closed if CLOSED in known else min(closed, opened)
    return 0 if tier and value >= tier.start else value


def _conjuncts(node: Node | None, view: View) -> Iterator[object]:
    """The parts of a condition that must all hold. Named facts are expanded. Parts decided by options are
    left out, or yield FALSE if they do not hold.
    """
    if node is None:
        return
    if all(part.op in SETTLED_OPS for part in node.walk()):
        if not holds(node, view):
            yield FALSE
    elif node.op == "and":
        for part in node.args:
            yield from _conjuncts(part, view)
    elif node.op == "named":
        yield from _conjuncts(view.ruleset.fact_by_id[node.args[0]].node, view)
    elif node.op == "or" and any(
        holds(part, view) for part in node.parts if all(one.op in SETTLED_OPS for one in part.walk())
    ):
        return
    else:
        yield plain(node)


# ---- the formulas, with the options in force put in

OPEN = ("amount", "call", "table", "letter")
"""Nodes whose value is not known without a hand."""
SETTLED = ("players",)
"""Facts whose value depends on the rules alone."""


def amount_formulas(ruleset: Ruleset) -> Iterator[Line]:
    """The formulas of the named amounts and of the base. A base that is just another amount is left out.

    >>> from scorer.library import load_ruleset
    >>> [formula.text for formula in amount_formulas(load_ruleset("riichi"))]
    ['fu x 2^(han + 2)']
    """
    writer = _Writer(rules_view(ruleset), open_facts=True)
    for amount in ruleset.amounts:
        yield Line(amount.id.replace("_", " "), writer.text(amount.node))
    if ruleset.base.op != "amount":
        yield Line("base", writer.text(ruleset.base))


def most_from_each(ruleset: Ruleset) -> str:
    """The formula for the most that one player pays; empty if there is no such limit."""
    most = ruleset.payment.most
    return _Writer(rules_view(ruleset)).text(most) if most else ""


def share_formula(ruleset: Ruleset, case: Case) -> str:
    """The payment formula of one case: '2 x base from the dealer, base from each other player'."""
    view = View(ruleset, NO_HAND, case.situation(ruleset))
    sheet = ruleset.payment.self_draw if case.self_draw else ruleset.payment.discard
    shares = sheet.dealer if case.dealer else sheet.other
    each = "each other player" if len(shares) > 1 else "each player"
    names = {"discarder": "the discarder", "dealer": "the dealer", "each": each}
    texts = [(_Writer(view).text(node), names.get(payer, payer)) for payer, node in shares]
    return joined(f"{text} from {payer}" for text, payer in texts if text != "0")


class _Writer:
    """Writes an expression as a formula, with known values filled in as numbers.

    Options are always known. Facts of the situation are known if there is a case.
    """

    def __init__(self, view: View, open_facts: bool = False) -> None:
        self.view, self.open_facts = view, open_facts

    def is_open(self, node: Node) -> bool:
        """Whether the value of an expression depends on the hand or the case."""
        return any(
            part.op in OPEN or (self.open_facts and part.op == "fact" and part.args[0] not in SETTLED)
            for part in parts_of(node, self.view.ruleset)
        )

    def text(self, node: Node) -> str:
        return signed(self._sum(node))

    def _sum(self, node: Node) -> Sum:
        """The formula of an expression in signs, names and numbers. Nodes without words of their own are
        written as in the rule file.
        """
        if not self.is_open(node):
            return f"{value_of(node, self.view):,}"
        if node.op == "arithmetic":
            op, left, right = node.args
            return op, self._sum(left), self._sum(right)
        if node.op == "if":
            return self._choice(*node.args)
        if node.op == "table":
            return looked_up(node.args[0], node.args[1], self.text(node.args[2]))
        if node.op == "call" and node.args[0] in BOUNDS:
            return picked(node.args[0], map(self.text, node.args[1:]))
        if node.op in ("call", "named"):
            return noun_of(node, Speech(self.view.ruleset), 2)
        base = self.view.ruleset.base
        if node.op == "amount" and node.args[0] == "base" and base.op == "amount":
            return base.text.replace("_", " ")
        return node.text.replace("_", " ") if node.op == "amount" else node.text

    def _choice(self, condition: Node, then: Node, otherwise: Node) -> str:
        """A choice, with only the branches that are still possible."""
        parts = condition.args if condition.op == "and" else (condition,)
        if any(not self.is_open(part) and not holds(part, self.view) for part in parts):
            return self.text(otherwise)
        left = [asks(part, Speech(self.view.ruleset)) for part in parts if self.is_open(part)]
        text = self.text(then)
        return f"{text} if {joined(left)}, else {self.text(otherwise)}" if left else text
