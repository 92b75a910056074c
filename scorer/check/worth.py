"""Checks of values and payments.

L701, L703    limits and fixed lines that are never reached, bounds that no hand meets
L512          sheet items that count the same
L702          tables whose values fall, or that end too early
L502          penalties for every win
L704 to L706  payers who never pay, hands that nobody pays for, shares that do not add up
L707          better hands that are paid less, winning hands that are paid nothing
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product, starmap
from math import inf
from typing import NamedTuple

from scorer.check.bounds import Range, Ranges, Size
from scorer.check.subject import ERROR, NO_CONDITIONS, WARNING, RulesUnderCheck, parts_of
from scorer.engine.evaluate import NO_HAND, Evaluator, TooLarge, View, rules_view, value_of, whole_number
from scorer.engine.partial import KNOWN_FROM_RULES, branch_in_force, constant_node, map_parts, sources_of
from scorer.engine.value import Amount, HandNumbers, Valuation, numbers_valuation, payers, round_up
from scorer.errors import Problem
from scorer.hand import WINDS, Situation
from scorer.language.nodes import Node, comparable_tree
from scorer.language.vocabulary import Source, facts_depending_on
from scorer.languages import TEXT_LANGUAGES
from scorer.message import LocalizedText, Message, Text
from scorer.ruleset.forms import WAYS_OF_WINNING, WINNERS
from scorer.ruleset.items import SHEET_KEY, SHORT_SHEET, Item
from scorer.ruleset.model import (
    NO_LIMIT,
    Pattern,
    Ruleset,
    Shares,
    ShareSheet,
    Sheet,
    TopTier,
    ValueTable,
    expressions_in,
)
from scorer.values import dataclass, replace

# ---- L701, L703: limits and bounds

Case = tuple[str, Item]
"""An entry of a list of which the first that holds is used: its id and its place."""
LIMITS_RISE = Message("a higher limit needs a higher base")
SEVERAL = 10
"""More than the number of times that any pattern counts in a hand."""


def limit_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of limits, fixed lines, and the top tier."""
    limits = zip(subject.ruleset.limits, subject.root.get("limits").mappings, strict=True)
    if subject.is_judged(subject.root.get("limits")):
        yield from _check_unreachable_cases(subject, [(one.id, item) for one, item in limits])
    fixed = [(one.id, item) for one, item in subject.sheet_items if item.path[1] == "fixed"]
    yield from _check_unreachable_cases(subject, fixed)
    yield from _check_sheet(subject, [item for _, item in fixed])
    yield from _check_top_tier(subject)


def bound_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the bounds of a hand's value."""
    yield from list(_check_bounds(subject)) or _check_values_above_maximum(subject)
    yield from _check_most(subject)


def _check_most(subject: RulesUnderCheck) -> Iterator[Problem]:
    """The problem of a highest payment that no hand reaches."""
    item, payment = subject.root.get("payment", "most"), subject.ruleset.payment
    most = subject.range_at(item) if subject.is_judged(item) else None
    if most is None or subject.has_errors:
        return
    ranges = _BoundedRanges(subject)
    extras = [one for one in payment.extras if not one.is_event]  # events are paid in addition

    def highest_share(*sheets: ShareSheet) -> int | float | Fraction:
        shares = [node for sheet in sheets for _, node in (*sheet.dealer, *sheet.non_dealer)]
        return max((ranges.range_of(node).high for node in shares), default=0)

    highest = highest_share(payment.discard, payment.self_draw) or inf
    highest = _highest_by_total(subject, ranges) if highest == inf else highest
    highest += sum(highest_share(one.discard, one.self_draw) + payment.round_up_to for one in extras)
    highest *= max(1, _highest_factor(subject, ranges))
    if highest + payment.round_up_to <= most.low:
        message = Message("no player pays more than", f"{int(highest):,}")
        yield from subject.warn(item, "L907", message, Message("write a lower number or remove the line"))


MOST_NAMED_SEATS = 3
"""The number of circumstances that name a seat for which all seats are tried together."""


def _highest_factor(subject: RulesUnderCheck, ranges: Ranges) -> Size:
    """The largest product of the factors of a winner and a payer, who have different seats."""
    factor, rules = subject.ruleset.payment.factor, subject.ruleset
    if factor is None:
        return 1
    view = rules_view(rules)
    players = whole_number(rules.players, view)
    named = sorted({part.args[0] for part in factor.walk() if part.op == "fact" and _names_seat(rules, part)})
    if len(named) > MOST_NAMED_SEATS:
        return ranges.range_of(factor).high ** 2
    found = list[Size]()
    for places in product(range(players + 1), repeat=len(named)):
        known = {name: constant_node(place) for name, place in zip(named, places, strict=True)}
        by_seat = [
            ranges.range_of(_factor_in_seat(factor, wind, known, view)).high for wind in WINDS[:players]
        ]
        first, second = sorted(by_seat)[-2:]
        found.append(first * second)
    return max(found)


def _names_seat(rules: Ruleset, fact: Node) -> bool:
    """Whether a fact is a circumstance whose value is the seat of a player."""
    return any(item.fact == fact.args[0] and item.names_seat for item in rules.circumstances)


def _factor_in_seat(node: Node, wind: str, known: dict[str, Node], view: View) -> Node:
    """A factor for the player in one seat, where it is known which seats the circumstances name."""
    if node.op == "fact" and node.args[0] in known:
        return known[node.args[0]]
    if node.op == "option":
        return constant_node(value_of(node, view))
    if node.op == "call" and node.args[0] == "seat":
        return constant_node(node.args[1] == wind)
    return branch_in_force(map_parts(node, lambda part: _factor_in_seat(part, wind, known, view)), view)


class _BoundedRanges(Ranges):
    """Bounds of numbers in which no hand counts more than all patterns and bonuses together."""

    def __init__(self, subject: RulesUnderCheck) -> None:
        super().__init__(subject.solver.world)
        known = subject.solver.ranges
        self._most_of_patterns = _sum_of_largest_values(subject)
        self._most_of_bonuses = sum(
            (known.range_of(one.count).high if one.count else 1) * known.range_of(one.value).high
            for one in self.ruleset.bonuses
        )

    @property
    def patterns_range(self) -> Range:
        return Range(super().patterns_range.low, self._most_of_patterns)

    @property
    def bonus_range(self) -> Range:
        return Range(super().bonus_range.low, self._most_of_bonuses)


def _highest_by_total(subject: RulesUnderCheck, ranges: Ranges) -> int | float | Fraction:
    """The highest share of a hand that counts as much as any: unknown, and so infinite, if shares depend on
    more than what a hand counts.
    """
    rules = subject.ruleset
    ways, most = _ways_to_win(subject), ranges.patterns_range.high + ranges.bonus_range.high
    asked = (rules.base, rules.amounts, rules.limits)
    sheets = (rules.payment.discard, rules.payment.self_draw)
    if most == inf or not _is_known(rules, (*asked, *sheets)):
        return inf
    tier, largest, high = rules.top_tier, _largest_sheet(rules.sheet, ranges), int(most)
    if largest == inf:
        return inf
    sheet, units = int(largest) if rules.sheet else None, [0]
    if tier is not None and tier.unit:
        units += range(1, _most_units(subject, tier) + 1)
    found: list[int | float | Fraction] = []
    for way, count in product(ways, units):
        view = View(rules, NO_HAND, way.way.situation)
        valued = _valued_at_most(view, HandNumbers(high, high, 0, high, sheet, count))
        if valued is None:
            return inf
        found += [value_of(node, valued.view) for _, node in way.shares]
    return max(found, default=inf)


def _least_sheet_size(sheet: Sheet) -> int:
    """The least sum of a sheet that a hand can have, counted in the steps to which it is rounded: that of the
    items that every hand has, or that of a hand with a fixed sum.
    """
    always = [one.value for one in sheet.items if not (one.condition or one.set_selector or one.count)]
    least = sum(int(node.args[0]) for node in always if node.op == "number")
    fixed = (int(one.value.args[0]) for one in sheet.fixed_items if one.value.op == "number")
    return max(1, -(-min((least, *fixed)) // sheet.round_up_to))


def _largest_sheet(sheet: Sheet | None, ranges: Ranges) -> Size:
    """More than the secondary score of any hand: every line as often as it can count, or the largest fixed
    line; infinite if that is unknown.
    """
    if sheet is None:
        return 0
    groups = max(shape.most_sets + max(shape.pairs, 1) for shape in ranges.ruleset.shapes)
    fixed = max((ranges.range_of(item.value).high for item in sheet.fixed_items), default=0)
    highest = sum(
        max(0, ranges.range_of(item.value).high)
        * (groups if item.set_selector is not None else 1)
        * (ranges.range_of(item.count).high if item.count is not None else 1)
        for item in sheet.items
    )
    return max(highest, fixed) + sheet.round_up_to


def _valued_at_most(view: View, numbers: HandNumbers) -> Valuation | None:
    """The valuation of the highest total or, if its numbers are too large, of one at the same limit."""
    high = 2 * USUAL_TOTAL
    lower = replace(numbers, total=high, patterns=high, best_closed_value=high)
    for asked in (numbers, lower):
        try:
            valued = numbers_valuation(view, asked, is_told=False)
        except (TooLarge, OverflowError):
            continue
        return valued if asked is numbers or valued.worth.limit else None
    return None


def _check_unreachable_cases(subject: RulesUnderCheck, cases: Sequence[Case]) -> Iterator[Problem]:
    for place, (name, item) in enumerate(cases):
        node = subject.node_at(item.get("when"))
        if node is None and item.get("when"):
            continue
        always = next((other for other, before in cases[:place] if not before.get("when")), None)
        why: Text = Message("has no condition and applies to every hand", always) if always else ""
        hint: Text = ""
        if node is not None and not why:
            why = _reason_beyond_maximum(subject, node)
        if node is not None and not why and not subject.solver.is_impossible(node):
            taken = [(other, subject.node_at(before.get("when"))) for other, before in cases[:place]]
            why, hint = _reason_covered(
                subject, name, node, [(one, by) for one, by in taken if by is not None]
            )
        if why:
            message = Message("is never reached", name, why)
            yield from subject.problem(item.get("when") or item, "L701", message, hint)


def _reason_beyond_maximum(subject: RulesUnderCheck, node: Node) -> Text:
    """Why a condition asks for more than any hand counts: more than the maximum of the same file, or than all
    patterns together in a file without bonuses, which have no known bound.
    """
    rules, most = subject.ruleset, subject.ruleset.maximum
    if node.op != "compare" or node.args[0].text not in (rules.unit, "total"):
        return ""
    if most is not None and node.args[1] == ">" and comparable_tree(node.args[2]) == comparable_tree(most):
        return Message("no hand counts more than the maximum")
    if rules.bonuses or len(node.args) != 3 or node.args[1] not in (">=", ">"):
        return ""
    every = _sum_of_largest_values(subject)
    is_past = subject.solver.ranges.range_of(node.args[2]).low > every
    return Message("all patterns are worth together", f"{every:g}") if is_past else ""


def _reason_covered(
    subject: RulesUnderCheck, name: str, node: Node, earlier_cases: Sequence[tuple[str, Node]]
) -> tuple[Text, Text]:
    """Why earlier cases leave no hand for a case, and the hint; empty if some hand is left."""
    possible = subject.solver.possible
    if not earlier_cases or possible((node, True), *((taken, False) for _, taken in earlier_cases)):
        return "", ""
    first = next((other for other, taken in earlier_cases if not possible((node, True), (taken, False))), "")
    if first:
        return Message("above it applies to every such hand", first), Message("move X above Y", name, first)
    return Message("those above it apply to every such hand"), ""


def _check_sheet(subject: RulesUnderCheck, fixed_lines: list[Item]) -> Iterator[Problem]:
    """Problems of sheet items that never count, that count the same, or that have two values."""
    conditions = ((one, one.get("when"), subject.node_at(one.get("when"))) for one in fixed_lines)
    every = (one for one, when, node in conditions if not when or (node and subject.solver.always(node)))
    always = next(every, None)
    if always and subject.root.get(SHEET_KEY, "items"):
        why = (
            Message("applies to every hand")
            if always.get("when")
            else Message("has no condition and applies to every hand 2")
        )
        message = Message("no item ever counts", always.get("id").text(), why)
        yield from subject.problem(always, "L701", message, Message("add a condition"))
    seen: dict[object, str] = {}
    for one, item in subject.sheet_items:
        if item.get(SHORT_SHEET) and item.get("value"):
            yield from subject.problem(
                item.fields[SHORT_SHEET], "L205", Message("its value is written here twice"), key=True
            )
        asked = (item.get("when").text(), _selected_sets(subject, item.get("each")), item.get("count").text())
        same = seen.setdefault((item.path[1], asked), one.id)
        if same != one.id and item.path[1] == "items" and any(asked):
            message = Message("counts exactly when does", one.id, same)
            yield from subject.warn(item, "L512", message, Message("combine them into one"))


def _selected_sets(subject: RulesUnderCheck, selector: Item) -> object:
    """The sets that a selector picks, or its text if they depend on the winds."""
    node = subject.node_at(selector)
    surely, perhaps = (
        subject.solver.world.selected_elements(node) if node and subject.has_sound_hands else (0, 1)
    )
    return surely if surely == perhaps else selector.text()


def _check_bounds(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the minimum and the maximum."""
    least, most = subject.root.get("minimum"), subject.root.get("maximum")
    low, high, rules = subject.range_at(least), subject.range_at(most), subject.ruleset
    view = View(rules, NO_HAND, Situation(False))  # with the current options
    # only the file's own `otherwise`, because an overlay may raise the minimum of its base
    otherwise = rules.otherwise if subject.is_own(subject.root.get("otherwise")) else None
    if high is not None and high.high < 1:
        yield from subject.problem(most, "L703", Message("no hand counts more than this"))
    elif low is None or (most and subject.is_faulty(most)):
        return
    elif low.high < 0:
        yield from subject.problem(
            least, "L703", Message("every hand has more than this"), Message("minimum 0")
        )
    elif (needed := whole_number(rules.minimum, view)) > (
        counted := whole_number(rules.maximum, view, NO_LIMIT)
    ):
        message = Message("a hand needs to win", needed, counted)
        hint = Message("are minimum needed to win and maximum the most that")
        yield from subject.warn(least, "L703", message, hint)
    elif not any(_largest_value(subject, one) >= low.low for one in rules.patterns) and low.low > (
        together := _sum_of_largest_values(subject)
    ):
        message = Message("all patterns together are worth", f"{together:g}", low.low)
        yield from subject.problem(least, "L703", message, Message("lower it to or less", f"{together:g}"))
    elif otherwise and low.low > _largest_value(subject, otherwise):
        place = subject.root.get("otherwise", "value") or subject.root.get("otherwise")
        message = Message("never counts a hand with nothing else needs to", otherwise.id, low.low)
        yield from subject.warn(place, "L703", message)


def _check_values_above_maximum(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of values above the maximum, whatever the options."""
    tier, most = subject.ruleset.top_tier, subject.range_at(subject.root.get("maximum"))
    high = most.high if most is not None and most.high >= 1 else inf
    if high == inf:
        return
    for pattern, item in subject.pattern_items:
        for value in _possible_values(pattern):
            if value > high and not (tier and value >= tier.start):
                message = Message("a hand counts at most", f"{high:g}", value)
                yield from subject.warn(item.get("value") or item, "L703", message, Message("write", high))


def _sum_of_largest_values(subject: RulesUnderCheck) -> float:
    """The sum of all patterns, in which a repeated pattern counts several times."""
    rules = subject.ruleset
    otherwise = _largest_value(subject, rules.otherwise) if rules.otherwise else 0
    return max(sum((_largest_value(subject, pattern) for pattern in rules.patterns), 0.0), otherwise)


def _most_units(subject: RulesUnderCheck, tier: TopTier) -> int:
    """The units of the top tier that all its patterns are worth together."""
    values = (_largest_value(subject, pattern) for pattern in subject.ruleset.patterns)
    return sum(int(value // tier.unit_value) for value in values if value >= tier.start)


def _largest_value(subject: RulesUnderCheck, pattern: Pattern) -> float:
    """The largest possible value of a pattern, closed or open."""
    sides = (node for node in (pattern.closed_value, pattern.open_value) if node is not None)
    ranges = subject.solver.ranges
    several = SEVERAL if pattern.repeat or pattern.link else 1
    times = ranges.range_of(pattern.count).high if pattern.count else several
    return max([0.0, *(float(ranges.range_of(node).high) * times for node in sides)])


def _check_top_tier(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of a top tier that no pattern reaches, or whose values are not whole units."""
    tier, item = subject.ruleset.top_tier, subject.root.get("top_tier_only")
    if tier is None or subject.is_faulty(item):
        return
    place, rules = item.get("from") or item, subject.ruleset
    if tier.unit and not item.get("each") and tier.start > 1:
        none = _localized_amount(rules, tier.start, tier.unit)
        message = Message("a pattern of counts as", tier.start, none)
        yield from subject.warn(item, "L703", message, Message("each X", tier.start), key=True)
    most = max([_largest_value(subject, pattern) for pattern in rules.patterns], default=inf)
    if tier.start < 1:
        yield from subject.problem(place, "L703", Message("every pattern belongs to this tier"))
    elif most < tier.start:
        message = Message("no pattern is worth", tier.start, f"{most:g}")
        yield from subject.problem(place, "L703", message)
    elif tier.unit and tier.unit_value > tier.start:
        none = _localized_amount(rules, 0, tier.unit)
        message = Message("a pattern of counts as each one takes", tier.start, none, tier.unit_value)
        yield from subject.problem(item.get("each") or item, "L703", message)
    elif tier.unit:
        yield from _check_units_of_tier(subject, tier)


MOST_TIMES = 20
"""Units of the top tier of which no pattern is worth as many."""


def _check_units_of_tier(subject: RulesUnderCheck, tier: TopTier) -> Iterator[Problem]:
    """Problems of values in units of the top tier that do not reach it, or leave a remainder that does
    not count.
    """
    for pattern, item in subject.pattern_items:
        values = _possible_values(pattern)
        if pattern.unit == tier.unit and values and max(values) < tier.start:
            message = Message("a pattern of does not count as", max(values), tier.unit, tier.start)
            yield from subject.problem(
                item.get("unit") or item, "L703", message, Message("write entry", f"value: {tier.unit_value}")
            )
        for value in values:
            times, rest = divmod(value, tier.unit_value)
            if value >= tier.start and rest:
                counted = _localized_amount(subject.ruleset, times, tier.unit)
                message = Message(
                    "counts as each of which takes is lost", value, counted, tier.unit_value, rest
                )
                hint = Message("write", value - rest)
                if value >= MOST_TIMES * tier.start:
                    hint = Message("values are counted in", subject.ruleset.unit)
                yield from subject.warn(item.get("value") or item, "L703", message, hint)


def _possible_values(pattern: Pattern) -> list[int]:
    """The possible values of a pattern, closed and open, whatever the options."""
    nodes, values = [node for node in (pattern.closed_value, pattern.open_value) if node], set[int]()
    for node in nodes:  # the list grows during the loop by the branches of conditional values
        values |= {node.args[0]} if node.op == "number" else set()
        nodes += node.args[1:] if node.op == "if" else ()
    return sorted(values)


# ---- L702: tables


def table_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of tables."""
    for name, item in subject.own_entries("tables"):
        table = subject.ruleset.table_by_id.get(name)
        if table is not None and not subject.is_faulty(item):
            yield from _check_table(subject, table, (item.get("rows") or item).fields)


def _check_table(subject: RulesUnderCheck, table: ValueTable, items: dict[str, Item]) -> Iterator[Problem]:
    """Problems of rows that fall although they should rise, and of a last row that ends too early."""
    rows = sorted(zip(table.rows, items.values(), strict=True), key=lambda row: row[0][0])
    for ((*_, before), _), ((*_, values), item) in pairwise(rows):
        for place, (old, new) in enumerate(zip(before, values, strict=True)):
            column = Message("of X", table.columns[place]) if table.columns else ""
            message = Message("is less than the of the row before", new, column, old)
            yield from subject.warn(item, "L702", message, key=True) if new < old else ()
    asked = (
        part.args[2]
        for asked in subject.sound_expressions
        if asked.sort not in NO_CONDITIONS
        for part in parts_of(asked.node)
        if part.op == "table" and part.args[0] == table.id
    )
    (low, high, _), item = rows[-1]
    if high is not None and any(subject.solver.ranges.range_of(node).high > high for node in asked):
        message = Message("the table ends here and gives 0 for anything larger", table.id)
        hint = Message("write if the last row is open-ended", low)
        yield from subject.warn(item, "L702", message, hint, key=True)


# ---- L704 to L706: payments

DISCARDER, DEALER, EACH = "discarder", "dealer", "each"
SEATS = {DEALER: WINDS[0], "other": WINDS[1]}
"""A seat for a winner of each role."""
COUNTER_KEYS = (("counters", "honba"), ("sticks", "sticks"))
SAMPLE_SHARES = (1000, 2600, 7700)
NO_DISCARD = Message("discarder never pays here")
CLAIMANT_PAYS = Message("discarder gets nothing here")
FORBIDDEN_WINS = Message("write which wins are forbidden")
NOT_COMPARED = Message("discarder never pays here the player with the smaller")
NOT_FED = Message("discarder never pays here who pays is what from")
NOT_SHOWN = Message("a hand does not show who discarded a tile for")
TELL_EVENTS = Message("leave out shown")
NAME_EACH = Message("use each for all other players")


def payment_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the payments for hands, counters, extras, liability and penalties."""
    payment, counters = (subject.root.get("payment", *path) for path in ((), ("counters",)))
    parts = (payment, counters, *subject.root.get("payment", "extras").mappings)
    for part, win in product(parts, WAYS_OF_WINNING):
        sheet = part.get(win)
        when, won = subject.node_at(part.get("when")), Node("fact", (win,), win)
        can_be = subject.solver.possible
        if when and can_be((when, True)) and not can_be((when, True), (won, True)):
            yield from _report_useless_payer(subject, sheet, Message("nobody pays this", when.text, win))
        if isinstance(sheet.value, dict) and not (sheet.fields and subject.is_faulty(sheet)):
            yield from _check_payment_of_win(subject, sheet, win, is_whole=part is payment)
    for win in (
        [win for win in WAYS_OF_WINNING if win not in counters.fields] if len(counters.fields) == 1 else ()
    ):
        way = WIN_PHRASES[win, "other", None]
        message = Message("counters are not paid", way)
        yield from subject.warn(counters, "L705", message, Message("add X", win), key=True)
    yield from _check_comparisons(subject)
    yield from _check_liability(subject)
    yield from _check_counters(subject, payment)
    yield from _check_penalties(subject)


def _check_comparisons(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of what players pay for differences and events and in drawn deals, and of losing hands that
    are counted for nobody.
    """
    numbers = []
    for name, item in subject.root.get("comparisons").fields.items():
        asked, pays = item.get("number"), item.get("pays")
        numbers += [part.args[:1] for part in parts_of(node)] if (node := subject.node_at(asked)) else []
        if subject.is_faulty(item):
            continue
        discarders = [pays.get(*path, DISCARDER) for path in ((), (DEALER,), ("other",))]
        for discarder in discarders:
            yield from _report_useless_payer(subject, discarder, NOT_COMPARED)
        if not any(discarders):
            yield from _check_payment_of_win(subject, pays, "self_draw", is_whole=True)
        if (found := subject.range_at(asked)) and found.low == found.high:
            message = Message("is the same for every player", asked.text(), name)
            yield from subject.problem(asked, "L706", message, Message("for what a hand counts"))
    sheets = [*subject.items_at("events.*.pays"), *subject.items_at("draws.*.transfers.*.pays")]
    for sheet in sheets:
        is_event = sheet.path[0] == "events"
        discarder = sheet.get(DISCARDER)
        if not is_event:
            yield from _report_useless_payer(subject, discarder, NOT_FED)
        shown = subject.root.get("events", str(sheet.path[1]), "shown") if is_event else None
        if discarder and shown:
            yield from subject.problem(shown, "L310", NOT_SHOWN, TELL_EVENTS)
        if not (discarder or subject.is_faulty(sheet)):
            yield from _check_payment_of_win(subject, sheet, "self_draw", is_whole=True)
    losing = subject.root.get("losing_hands")
    if losing and subject.is_own(losing) and ("base",) not in numbers:
        message = Message("losing hands are counted")
        hint = Message("add comparisons losers number base pays each difference")
        yield from subject.warn(losing, "L705", message, hint, key=True)


def _check_penalties(subject: RulesUnderCheck) -> Iterator[Problem]:
    for item in subject.items_at("penalties.*.when"):
        node = subject.node_at(item)
        if node and node.op == "truth" and node.args[0]:
            message = Message("this holds for every hand")
            yield from subject.problem(item, "L502", message, FORBIDDEN_WINS)
    for item in subject.items_at("penalties.*.pay.*"):
        if item.key == DISCARDER:
            yield from _report_useless_payer(subject, item, CLAIMANT_PAYS)
        node = subject.node_at(item)
        asked = next((one for one in parts_of(node) if one.op == "amount"), None) if node else None
        if asked:
            message = Message("is 0 here", asked.text)
            yield from subject.problem(item, "L706", message, Message("write a number"), part=asked)
        else:
            yield from _check_share_amount(subject, item)


def _check_counters(subject: RulesUnderCheck, payment: Item) -> Iterator[Problem]:
    """Problems of counters and sticks that are paid even if there are none."""
    for key, lying in COUNTER_KEYS:
        item, counted = payment.get(key), {lying, *subject.root.get("amounts").fields}
        for part in item.walk():
            node, found = subject.node_at(part), subject.range_at(part)
            if node is None or found is None:
                continue
            if found.high < 0:
                yield from subject.problem(
                    part, "L706", Message("the winner would pay for counters or sticks on the")
                )
            elif found.high > 0 and not any(
                one.args[:1] and one.args[0] in counted for one in parts_of(node)
            ):
                message = Message("this is paid regardless of how many are on the", lying)
                yield from subject.warn(part, "L706", message, Message("write times", lying))


def _check_payment_of_win(
    subject: RulesUnderCheck, sheet: Item, win: str, is_whole: bool
) -> Iterator[Problem]:
    """Problems of the payments for one way of winning, either for all winners or by role."""
    dealer = sheet.get(DEALER)
    if not sheet.get("other") and not dealer.fields:
        yield from _check_shares(subject, sheet, win, is_whole)
        return
    dealer_wins, another_wins = Message("the dealer as the winner"), Message("another player as the winner")
    for role, who in zip(WINNERS, (dealer_wins, another_wins), strict=True):
        shares = sheet.get(role)
        if shares:
            yield from _check_shares(subject, shares, win, is_whole, role)
        elif is_whole and subject.is_own(sheet):
            message = Message("nobody pays if wins", who)
            yield from subject.problem(sheet, "L705", message, Message("add X", role), key=True)
    for name in (DISCARDER, EACH):
        message = Message("never pays here", name)
        yield from _report_useless_payer(subject, sheet.get(name), message)


def _check_shares(
    subject: RulesUnderCheck, shares: Item, win: str, is_whole: bool, role: str = ""
) -> Iterator[Problem]:
    """Problems of payers who never pay or pay nothing, and of cases in which nobody pays."""
    discarder, dealer, each = (shares.get(name) for name in (DISCARDER, DEALER, EACH))
    if win == "self_draw":
        yield from _report_useless_payer(subject, discarder, NO_DISCARD, "" if each else NAME_EACH)
    if role == DEALER:
        hint = "" if each or discarder else NAME_EACH
        yield from _report_useless_payer(subject, dealer, Message("dealer never pays here"), hint)
    payers = [item for item in (discarder, dealer, each) if item]
    if is_whole and payers and all(_is_nothing(subject, item) for item in payers):
        where = {DEALER: Message("if the dealer wins"), "other": Message("if another player wins")}
        message = Message("nobody pays for a hand", where.get(role, ""))
        place = payers[0]
        yield from subject.problem(place, "L706", message, Message("write the payment"), key=True)
        return
    for item in payers:
        yield from _check_share_amount(subject, item)
    if not is_whole or not subject.is_own(shares) or each or discarder or (role == DEALER and dealer):
        return
    message, severity = Message("nobody pays here"), ERROR
    hint = Message("X or discarder", NAME_EACH) if win == "discard" else NAME_EACH
    if dealer:
        message, severity = Message("only the dealer pays here"), WARNING
        if win == "discard":
            message, severity = Message("only the dealer pays here and nothing if another"), ERROR
    yield from subject.problem(shares, "L705", message, hint, severity, key=True)


def _report_useless_payer(
    subject: RulesUnderCheck, item: Item, message: Text, hint: Text = ""
) -> Iterator[Problem]:
    """The problem of a named payer who never pays."""
    if item:
        yield from subject.problem(item, "L704", message, hint, key=True)


def _is_nothing(subject: RulesUnderCheck, item: Item) -> bool:
    """Whether a share is zero for all hands, and not because of the base."""
    found = subject.range_at(item)
    return found is not None and found.low == found.high == 0 and not _is_of_faulty_base(subject, item)


def _is_of_faulty_base(subject: RulesUnderCheck, item: Item) -> bool:
    """Whether a problem of the base, reported there, explains what the share comes to."""
    base, node = subject.root.get("base"), subject.node_at(item)
    asks = node is not None and any(part.args[:1] == ("base",) for part in node.walk())
    return bool(base) and (subject.is_faulty(base) or (asks and _is_zero(subject, base)))


def _is_zero(subject: RulesUnderCheck, item: Item) -> bool:
    found = subject.range_at(item)
    return found is not None and found.low == found.high == 0


def _check_share_amount(subject: RulesUnderCheck, item: Item) -> Iterator[Problem]:
    found = subject.range_at(item)
    if found is None or _is_of_faulty_base(subject, item):
        return
    if found.high <= 0 and found.low < 0:
        yield from subject.problem(item, "L706", Message("a payer would receive money"))
    elif found.high == 0:
        yield from subject.warn(item, "L706", Message("this payer pays nothing"))


def _check_liability(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of shares of the liable player and the discarder that do not add up to one whole share."""
    part = subject.root.get("payment", "liability", "takes_over")
    found = subject.range_at(part) if part and subject.is_own(part) else None
    if found is not None and not 0 <= found.low <= found.high <= 1:
        message = Message("a part of a payment is a number from 0")
        yield from subject.problem(part, "L706", message, Message("write 1 2 for half of it"))
    for win in WAYS_OF_WINNING:
        sheet = subject.root.get("payment", "liability", win)
        own = next(filter(subject.is_own, sheet.walk()), None)
        if own is None:
            continue
        if win == "self_draw":
            yield from _report_useless_payer(subject, sheet.get(DISCARDER), NO_DISCARD)
        paid = zip(SAMPLE_SHARES, _share_sums(subject, sheet), strict=False)
        wrong = next(((share, together) for share, together in paid if share != together), None)
        if wrong:
            message = Message("the players pay in total for a share of", f"{float(wrong[1]):g}", wrong[0])
            hint = Message("the parts must add up to one share")
            yield from subject.problem(own, "L706", message, hint, key=own is sheet)


def _share_sums(subject: RulesUnderCheck, sheet: Item) -> list[Fraction]:
    """The sums of the shares; empty if they cannot be computed."""
    nodes = [node for item in sheet.fields.values() if (node := subject.node_at(item))]
    views = [
        View(subject.ruleset, NO_HAND, Situation(True), amounts={"share": share}) for share in SAMPLE_SHARES
    ]
    try:
        sums = [sum((Fraction(value_of(node, view)) for node in nodes), Fraction(0)) for view in views]
    except TooLarge:
        return []
    return sums if len(nodes) == len(sheet.fields) else []


# ---- L707: better hands are paid more

MOST_TOTAL, USUAL_TOTAL = 60, 20
"""The largest total that is computed, and one that some hand of every game reaches."""
SHEET_SIZES = 10
SECTIONS_OF_PAYMENT = ("base", "amounts", "limits", "payment", "tables", SHEET_KEY, "unit")
WIN_FACTS = facts_depending_on(Source.SITUATION)
KNOWN_OF_TOTAL = KNOWN_FROM_RULES | {Source.SITUATION, Source.AMOUNTS}
"""What is known of a total and a way to win, without a hand."""


class WayToWin(NamedTuple):
    """How a hand is won: on a discard or by self-draw, the role of the winner, and the seat of the discarder
    if payments may depend on it.
    """

    win: str
    winner: str
    discarder: str | None

    @property
    def situation(self) -> Situation:
        return Situation(self.win == "self_draw", SEATS[self.winner], discarder=self.discarder)


class PaidWay(NamedTuple):
    """A way to win, and the shares of those who pay for it."""

    way: WayToWin
    shares: Shares


WIN_PHRASES: dict[tuple[str, str, str | None], Message] = {
    ("discard", "other", None): Message("on a discard"),
    ("discard", DEALER, None): Message("if the dealer wins on a discard"),
    ("self_draw", "other", None): Message("on a self-draw"),
    ("self_draw", DEALER, None): Message("on the dealer's self-draw"),
    ("discard", "other", SEATS[DEALER]): Message("if the dealer discards"),
}
"""The ways to win for which payments are computed, with the phrase for a fault that only this way has."""


@dataclass(frozen=True)
class PaymentStep:
    """The payment for a hand of one total and way of winning, and the limit that it reaches."""

    total: int
    count_text: Text
    """the total with its unit"""
    shares: tuple[tuple[Amount, str], ...] = ()
    """how much, and who pays it"""
    exact_shares: tuple[tuple[Amount, str], ...] = ()
    """the amount before it is limited and rounded"""
    limit: str = ""
    is_top: bool = False
    """whether it is one unit of the top tier"""
    is_lost: bool = False
    """whether the payment is too large for the engine"""

    @property
    def total_paid(self) -> Amount:
        return sum(amount for amount, _ in self.shares)

    @property
    def paid_text(self) -> str:
        return f"{float(self.total_paid):,.12g}"


class LadderFault(NamedTuple):
    """A fault in a series of payments, at one of its steps."""

    step: PaymentStep
    message: Text
    severity: str


def payment_ladder_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of payments that fall or are zero, found by computing all totals with sheets of several
    sizes.
    """
    base = subject.root.get("base")
    if base and subject.is_own(base) and _is_zero(subject, base) and _is_used_in_payment(subject, "base"):
        message = Message("the base is 0 for every hand")
        yield from subject.problem(base, "L707", message, Message("use a value of the hand"))
        return
    if not _is_computable(subject):
        return
    sheet, ways = subject.ruleset.sheet, _ways_to_win(subject)
    first = _least_sheet_size(sheet) if sheet else 0
    sizes = [sheet.round_up_to * n for n in range(first, first + SHEET_SIZES + 1)] if sheet else [0]
    ladders = [(size, way) for size in sizes for way in (ways if size == sizes[0] else ways[:1])]
    for size, way in ladders:
        steps = list(_payment_steps(subject, way, size, size == sizes[-1]))
        problems = [
            problem
            for fault in _ladder_faults(subject.ruleset, steps)
            for problem in _problem_at_step(subject, steps, way, way is ways[0], fault)
        ]
        if problems:
            yield from problems
            return


def _is_used_in_payment(subject: RulesUnderCheck, amount: str) -> bool:
    """Whether a share asks for an amount."""
    parts = (
        part
        for asked in subject.sound_expressions
        if asked.item.path[0] == "payment"
        for part in asked.node.walk()
    )
    return any(part.op == "amount" and part.args[0] == amount for part in parts)


def _is_computable(subject: RulesUnderCheck) -> bool:
    """Whether payments depend only on numbers and options, not on the hand itself."""
    rules, items = subject.ruleset, [item for name in SECTIONS_OF_PAYMENT if (item := subject.root.get(name))]
    is_asked = any(map(subject.is_judged, items)) or _dropped_limits(subject)
    if any(map(subject.is_faulty, items)) or not is_asked or not rules.patterns:
        return False
    amounts = tuple(amount.node for amount in rules.amounts)
    limits = tuple((limit.condition, limit.base) for limit in rules.limits)
    return _is_known(rules, (rules.base, rules.payment.share_limit, amounts, limits))


def _is_known(rules: Ruleset, part: object) -> bool:
    """Whether all expressions in a part of a ruleset depend only on the total and the way to win."""
    return all(sources_of(node, rules) <= KNOWN_OF_TOTAL for node in expressions_in(part))


def _dropped_limits(subject: RulesUnderCheck) -> list[Item]:
    """The entries of an overlay that drop limits of its base."""
    names = {limit.get("id").text() for limit in subject.building.base_root.get("limits").mappings}
    return [item for item in subject.file_root.get("drop").entries if item.text() in names]


def _ways_to_win(subject: RulesUnderCheck) -> list[PaidWay]:
    """The ways to win whose payments can be computed, one of those with equal shares, the dealer's discards
    last. Payers who never pay are reported by other checks.
    """
    ways, payment, bounds = dict[object, PaidWay](), subject.ruleset.payment, subject.solver.ranges
    if payment.share_limit is not None and bounds.range_of(payment.share_limit).high <= 0:
        return []
    rules = subject.ruleset
    is_told_apart = _asks_about_win((rules.base, rules.amounts, rules.limits, payment.share_limit))
    for way in starmap(WayToWin, WIN_PHRASES):
        shares = tuple(one for one in _shares_paid(rules, way) if bounds.range_of(one[1]).high > 0)
        if (shares or not ways) and _is_known(rules, shares):
            paid_way = PaidWay(way, shares)
            ways.setdefault(paid_way if is_told_apart or _asks_about_win(shares) else shares, paid_way)
    return list(ways.values())


def _asks_about_win(part: object) -> bool:
    """Whether a part of a ruleset asks how the hand was won, or by whom."""
    return any(node.op == "fact" and node.args[0] in WIN_FACTS for node in expressions_in(part))


def _shares_paid(rules: Ruleset, way: WayToWin) -> Shares:
    """The shares of the roles that a player has, if a hand is won in this way."""
    sheet: ShareSheet = getattr(rules.payment, way.win)
    shares = dict(sheet.dealer if way.winner == DEALER else sheet.non_dealer)
    players = whole_number(rules.players, View(rules, NO_HAND, Situation(False)))
    win = way.win == "self_draw", SEATS[way.winner], way.discarder
    sitting = payers(win, players, dealer_apart=True)
    first = (next((role for role in roles if role in shares), None) for _, roles, _ in sitting)
    return tuple((role, shares[role]) for role in dict.fromkeys(first) if role)


def _payment_steps(
    subject: RulesUnderCheck, way: PaidWay, sheet_sum: int, with_top_tier: bool
) -> Iterator[PaymentStep]:
    """The payments for all totals that are computed, and for one hand of the top tier."""
    rules, shares = subject.ruleset, way.shares
    most = subject.solver.ranges.range_of(rules.maximum).high if rules.maximum is not None else MOST_TOTAL
    most = most if rules.bonuses else min(most, _sum_of_largest_values(subject))
    view = View(rules, NO_HAND, way.way.situation)
    sheet = sheet_sum if rules.sheet else None
    ladder = [
        HandNumbers(total, total, 0, total, sheet) for total in range(1, int(min(most, MOST_TOTAL)) + 1)
    ]
    if with_top_tier and rules.top_tier and rules.top_tier.unit:
        first = rules.top_tier.start
        ladder.append(HandNumbers(first, 1, 0, first, sheet, 1))
    for numbers in ladder:
        text = _localized_count(rules, numbers)
        try:
            value = numbers_valuation(view, numbers, is_told=False)
            exact = tuple((value_of(node, value.view), payer) for payer, node in shares)
            paid = tuple((_rounded_share(amount, value.view), payer) for amount, payer in exact)
        except (TooLarge, OverflowError):
            yield PaymentStep(numbers.total, text, is_lost=True)
            continue
        limit = value.worth.limit
        yield PaymentStep(numbers.total, text, paid, exact, limit.id if limit else "", numbers.tier > 0)


def _localized_amount(rules: Ruleset, count: int, unit: str = "") -> LocalizedText:
    """A number with its unit, in every language."""
    return LocalizedText.of_english(
        rules.amount_text(count, unit),
        lambda: [(one, rules.amount_text(count, unit, one)) for one in TEXT_LANGUAGES],
    )


def _localized_count(rules: Ruleset, numbers: HandNumbers) -> LocalizedText:
    """What a hand counts, with its units, in every language."""
    count = numbers.total, numbers.sheet, numbers.tier
    return LocalizedText.of_english(
        rules.count_text(*count), lambda: [(one, rules.count_text(*count, one)) for one in TEXT_LANGUAGES]
    )


def _rounded_share(amount: Amount, view: Evaluator) -> Amount:
    payment = view.ruleset.payment
    asked = amount if payment.share_limit is None else min(amount, whole_number(payment.share_limit, view))
    return round_up(asked, payment.round_up_to)


def _ladder_faults(rules: Ruleset, steps: Sequence[PaymentStep]) -> Iterator[LadderFault]:
    """The faults of a series of payments. Of several hands that are paid less than a lower one, the first is
    reported.
    """
    least = max(1, whole_number(rules.minimum, View(rules, NO_HAND, Situation(False))))
    steps = [step for step in steps if step.total >= least] or steps  # no other hand wins
    lost = next((step for step in steps if step.is_lost), None)
    first = next((step for step in steps if step.total_paid > 0), None)
    if lost and lost.total <= USUAL_TOTAL:
        yield LadderFault(lost, Message("the payment for a hand is too large", lost.count_text), ERROR)
        return
    if first is None:
        yield from [LadderFault(step, Message("no hand is paid anything"), ERROR) for step in steps[:1]]
        return
    values = {value for pattern in rules.patterns for value in _possible_values(pattern)}
    unpaid = list(_unpaid_steps([step for step in steps if not step.is_lost], values))
    yield from unpaid
    if any(fault.severity == ERROR for fault in unpaid):
        return
    plain, top = [step for step in steps if not (step.is_top or step.is_lost)], steps[-1]
    is_told_apart = not rules.sheet or len({step.exact_shares for step in plain}) > 1
    if is_told_apart and len(plain) > 1 and len({step.total_paid for step in plain}) == 1:
        yield LadderFault(first, Message("every hand is paid the same", first.paid_text), WARNING)
    limited = (step for step in plain if step.limit)
    pairs = [*pairwise(plain), (max(limited, key=lambda step: step.total_paid, default=top), top)]
    rows = [pair for table in rules.tables for pair in pairwise(table.rows)]
    if any(new < old for before, row in rows for old, new in zip(before[2], row[2], strict=False)):
        return  # a table falls, which L702 tells
    for before, after in pairs:  # a limit of zero is always a mistake
        if after.total_paid < before.total_paid and (after.total_paid or after.limit):
            texts = (before.count_text, before.paid_text, after.count_text, after.paid_text)
            message = Message("a higher hand is paid less", *texts)
            yield LadderFault(after, message, WARNING)
            return


def _unpaid_steps(steps: Sequence[PaymentStep], values: set[int]) -> Iterator[LadderFault]:
    """The first negative share, and a share of zero for the lowest hand or the top tier. It is an error if
    nobody pays for a hand that certainly exists, because a pattern has that value or a lower hand is paid.
    """
    paying = {payer for step in steps for amount, payer in step.shares if amount > 0}
    is_paid = False
    for step in steps:
        amount, payer = min(step.shares)
        if amount < 0:
            share = Message("the share of a hand of is", step.count_text, f"{float(amount):g}")
            yield LadderFault(step, Message("a payer would receive", payer, share), ERROR)
            return
        is_certain = not step.total_paid and (step.is_top or is_paid or step.total in values)
        if amount == 0 and payer in paying and (is_certain or step is steps[0] or step.is_top):
            message = Message("a hand is paid nothing", step.count_text)
            if step.total_paid:
                message = Message("a hand is paid nothing by", step.count_text, payer)
            yield LadderFault(step, message, ERROR if is_certain else WARNING)
            if is_certain:
                return
        is_paid = is_paid or step.total_paid > 0


def _problem_at_step(
    subject: RulesUnderCheck,
    steps: Sequence[PaymentStep],
    way: PaidWay,
    is_first: bool,
    fault: LadderFault,
) -> Iterator[Problem]:
    """The problem of a step, at the first place in the file itself, or else in a base whose rules it
    changes.
    """
    step, message, severity = fault
    message = message if is_first else Message("on a way to win", message, WIN_PHRASES[way.way])
    places = [*_limiting_entries(subject, steps), *_possible_places(subject, way, is_first, step)]
    judged = sorted(filter(subject.is_judged, places), key=lambda item: not subject.is_own(item))
    for place in judged[:1]:
        hint = LIMITS_RISE if step.limit and severity == WARNING else ""
        yield from subject.problem(place, "L707", message, hint, severity, key=not place.is_plain)


def _limiting_entries(subject: RulesUnderCheck, steps: Sequence[PaymentStep]) -> list[Item]:
    """The entries that limit or round the shares, if the shares have no fault by themselves."""
    if list(_ladder_faults(subject.ruleset, [replace(step, shares=step.exact_shares) for step in steps])):
        return []
    is_less = any(step.shares < step.exact_shares for step in steps)
    return [subject.root.get("payment", "most" if is_less else "round_up_to")]


def _possible_places(subject: RulesUnderCheck, way: PaidWay, is_first: bool, step: PaymentStep) -> list[Item]:
    """The possible places of a faulty payment: the limit that the hand reaches, the base, and the payment.
    The share comes first if only one way of winning is affected.
    """
    limits = subject.root.get("limits").mappings
    own = [item for item in limits if item.get("id").text() == step.limit != ""]
    reached = [place for item in own for place in (item.get("base"), item.get("when") or item) if place]
    reached.sort(key=lambda place: not subject.is_own(place))
    sections = [subject.root.get(name) for name in ("base", "limits", "amounts", "tables")]
    sheet = subject.root.get("payment", way.way.win)
    _, payer = min(step.shares, default=(0, ""))
    shares = [sheet.get(way.way.winner, payer) or sheet.get(payer), sheet]
    found = [*reached, *_dropped_limits(subject), *sections]
    return [*(found + shares if is_first else shares + found), subject.root.get("payment")]
