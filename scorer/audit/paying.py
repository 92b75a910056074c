"""What a ruleset says of the way from the patterns to the payments, as it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.audit.entries import Entry, Pair, condition, entry, is_always, said
from scorer.engine.configure import rules_view
from scorer.engine.view import View
from scorer.ruleset.model import Liability, Payment, Ruleset, Shares, ShareSheet, SheetItem, ValueTable

PAYERS = {"each": "each other player"}


def rules_of_payment(ruleset: Ruleset) -> Iterator[Entry]:
    """Entries of a configured ruleset, from its bonuses to who pays."""
    view = rules_view(ruleset)
    for bonus in ruleset.bonuses:
        if is_always(False, bonus.when, view):
            continue
        pairs = [("value", said(bonus.value, view)), ("count", said(bonus.count, view))]
        yield entry("bonuses", bonus.id, [*pairs, ("when", condition(bonus.when, view))], bonus.names)
    yield from _sheet(ruleset, view)
    yield from (_table(table) for table in ruleset.tables)
    for amount in ruleset.amounts:
        pairs = [("", said(amount.node, view)), ("when", condition(amount.when, view))]
        yield entry("amounts", amount.id, pairs, amount.names)
    yield entry("amounts", "base", [("", said(ruleset.base, view))])
    yield from _limits(ruleset, view)
    yield from _payment(ruleset.payment, view)
    for item in ruleset.penalties:
        when = ("when", condition(item.when, view))
        yield entry("penalties", item.id, [when, *_shares(item.pay, view)], item.names)


def _sheet(ruleset: Ruleset, view: View) -> Iterator[Entry]:
    sheet = ruleset.sheet
    if sheet is None:
        return
    yield from (_sheet_item(item, sheet.unit, view) for item in sheet.items)
    yield from (_sheet_item(item, sheet.unit, view, "instead of all") for item in sheet.fixed)
    yield entry(sheet.unit, "first of", [("", ", ".join(item.id for item in sheet.fixed))])
    yield entry(sheet.unit, "rounded up to", [("", str(sheet.round_up_to))])


def _sheet_item(item: SheetItem, section: str, view: View, label: str = "value") -> Entry:
    pairs = [
        (label, said(item.value, view)),
        ("when", condition(item.when, view)),
        ("each", said(item.each, view)),
    ]
    return entry(section, item.id, pairs, item.names)


def _table(table: ValueTable) -> Entry:
    rows = (f"{_row(low, high)}: {', '.join(map(str, values))}" for low, high, values in table.rows)
    return entry("tables", table.id, [("columns", ", ".join(table.columns)), ("rows", "; ".join(rows))])


def _row(low: int, high: int | None) -> str:
    return f"{low}+" if high is None else str(low) if high == low else f"{low}-{high}"


def _limits(ruleset: Ruleset, view: View) -> Iterator[Entry]:
    limits = [limit for limit in ruleset.limits if not is_always(False, limit.when, view)]
    for limit in limits:
        pairs = [("when", condition(limit.when, view)), ("base", said(limit.base, view))]
        yield entry("limits", limit.id, pairs, limit.names)
    yield entry("limits", "first of", [("", ", ".join(limit.id for limit in limits))])


def _payment(payment: Payment, view: View) -> Iterator[Entry]:
    yield entry("payment", "each share rounded up to", [("", str(payment.round_up_to))])
    yield entry("payment", "on a discard", _by_role(payment.discard, view))
    yield entry("payment", "on a self-draw", _by_role(payment.self_draw, view))
    for extra in payment.extras:
        pairs: list[Pair] = [("when", condition(extra.when, view))]
        pairs += [(f"discard, {label}", text) for label, text in _by_role(extra.discard, view)]
        pairs += [(f"self-draw, {label}", text) for label, text in _by_role(extra.self_draw, view)]
        yield entry("payment", extra.id, pairs, extra.names)
    for way, sheet in zip(("discard", "self-draw"), payment.counters, strict=True):
        yield entry("payment", f"counters on a {way}", _by_role(sheet, view))
    yield entry("payment", "sticks", [("", said(payment.sticks, view))])
    if payment.liability is not None:
        yield _liability(payment.liability, view)


def _liability(item: Liability, view: View) -> Entry:
    named = ", ".join(name for name, when in item.patterns if said(when, view) != "false")
    pairs: list[Pair] = [
        ("for", named),
        ("covers", said(item.covers, view)),
        ("counters", said(item.counters, view)),
    ]
    pairs += [(f"self-draw, {label}", text) for label, text in _shares(item.self_draw, view)]
    pairs += [(f"discard, {label}", text) for label, text in _shares(item.discard, view)]
    return entry("payment", "liability", pairs)


def _by_role(sheet: ShareSheet, view: View) -> list[Pair]:
    """Who pays, said once where it is the same whoever wins."""
    dealer, other = list(_shares(sheet.dealer, view)), list(_shares(sheet.other, view))
    if dealer == other:
        return dealer
    by_role = (("to the dealer", dealer), ("to another", other))
    return [(f"{role}, {label}", text) for role, pairs in by_role for label, text in pairs]


def _shares(shares: Shares, view: View) -> Iterable[Pair]:
    return [(f"{PAYERS.get(payer, payer)} pays", said(node, view)) for payer, node in shares]
