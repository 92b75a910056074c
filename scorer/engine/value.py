"""Computes payments from awards: bonuses, the secondary score, the total, the named amounts, the base and its
limit; then shares by role, counters, sticks, and liability (pao).

Seats are wind letters; `E` is the dealer. A discarder who is not named is taken not to be the dealer. Their
share is paid by the payer `discarder`, and the remaining players pay together as `others`, except a dealer
whose share differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from scorer.engine.evaluate import Evaluator, holds, value_of, whole_number
from scorer.engine.results import (
    ArithmeticStep,
    Award,
    BonusLine,
    Loser,
    Payments,
    Share,
    SheetLine,
    SheetTotal,
    Worth,
)
from scorer.hand import DEALER, WINDS
from scorer.language.formulas import Calculation, Formula
from scorer.language.nodes import Node
from scorer.ruleset.model import Liability, Limit, Ruleset, Shares, ShareSheet, Sheet, SheetItem
from scorer.tiles import Names
from scorer.values import dataclass, replace

if TYPE_CHECKING:
    from fractions import Fraction

UNNAMED_DISCARDER = "discarder"
OTHERS = "others"
LIABILITY = "liability"
"""what the share of a liable player is for"""
Amount = int | float


@dataclass(frozen=True)
class Valuation:
    """The worth of one reading's awards, with the evaluator that knows all numbers computed on the way."""

    view: Evaluator
    worth: Worth
    steps: tuple[ArithmeticStep, ...]
    bonuses: tuple[BonusLine, ...] = ()
    sheet: SheetTotal | None = None


@dataclass(frozen=True)
class HandNumbers:
    """The numbers from which amounts, base, limits and shares are computed.

    `total` is in the ruleset's unit, `sheet` is the total of the secondary score, `tier` the number of
    top-tier units.
    """

    total: int
    patterns: int = 0
    bonus: int = 0
    best_closed_value: int = 0
    sheet: int | None = None
    tier: int = 0

    @property
    def award_numbers(self) -> dict[str, int | float]:
        """The numbers that are known as soon as the awards are, by name."""
        return {"patterns": self.patterns, "best_closed_value": self.best_closed_value}

    def by_name(self, ruleset: Ruleset) -> dict[str, int | float]:
        """The numbers under the names that expressions use."""
        known = {"total": self.total, ruleset.unit: self.total, "bonus": self.bonus, **self.award_numbers}
        if ruleset.sheet and self.sheet is not None:
            known[ruleset.sheet.unit] = self.sheet
        if ruleset.top_tier and ruleset.top_tier.unit:
            known[ruleset.top_tier.unit] = self.tier
            known[ruleset.unit] = 0 if self.tier else self.total
        return known


def award_valuation(view: Evaluator, awards: tuple[Award, ...]) -> Valuation:
    bonuses = bonus_lines(view) if takes_bonus(view, awards) else ()
    view = view.with_amounts({}, award_counts(awards))
    sheet = sheet_total(view.ruleset.sheet, view) if view.ruleset.sheet else None
    bonus = sum(line.total for line in bonuses)
    value = numbers_valuation(view, hand_numbers(view, awards, bonus, sheet.total if sheet else None))
    return replace(value, bonuses=bonuses, sheet=sheet)


def takes_bonus(view: Evaluator, awards: tuple[Award, ...]) -> bool:
    """Whether bonuses are added. They are not if there is no award, if an award combines with nothing, or in
    the top tier.
    """
    alone = (award.pattern.alone_condition for award in awards)
    if not awards or any(node is not None and holds(node, view) for node in alone):
        return False
    return not _has_top_tier(view, awards)


def hand_numbers(view: Evaluator, awards: tuple[Award, ...], bonus: int, sheet: int | None) -> HandNumbers:
    patterns = sum(award.total for award in awards)
    most = whole_number(view.ruleset.maximum, view)
    return HandNumbers(
        patterns + bonus if view.ruleset.maximum is None else min(patterns + bonus, most),
        patterns,
        bonus,
        max((whole_number(award.pattern.closed_value, view) for award in awards), default=0),
        sheet,
        _tier_units(view, awards),
    )


def numbers_valuation(view: Evaluator, numbers: HandNumbers, is_told: bool = True) -> Valuation:
    """The worth of these numbers, independent of the hand: the named amounts, then the base, or the base of
    the first limit that applies. Its formulas are filled with numbers only if it `is_told`.
    """
    rules = view.ruleset
    view = view.with_amounts(numbers.by_name(rules))
    steps: list[ArithmeticStep] = []
    for amount in rules.amounts:
        if holds(amount.condition, view):
            steps.append(_arithmetic_step(amount.id, amount.names, amount.node, view, is_told))
            view = view.with_amounts({amount.id: steps[-1].result})
    amounts = tuple([(step.id, step.result) for step in steps])
    base = _arithmetic_step("base", (), rules.base, view, is_told)
    view = view.with_amounts({"base": base.result})
    limit, view, capped = limited_base(view, is_told)
    base = capped or base
    uncapped = numbers.patterns + numbers.bonus
    worth = Worth(numbers.total, numbers.tier, base.result, limit, amounts, uncapped)
    return Valuation(view, worth, (*steps, base))


def limited_base(view: Evaluator, is_told: bool) -> tuple[Limit | None, Evaluator, ArithmeticStep | None]:
    """The first limit that applies to a base that the evaluator knows, the evaluator with the base at that
    limit, and how it is calculated; None if no limit applies, or if it leaves the base.
    """
    limit = next((limit for limit in view.ruleset.limits if holds(limit.condition, view)), None)
    if limit is None or limit.base is None:
        return limit, view, None
    base = _arithmetic_step(limit.id, limit.names, limit.base, view, is_told)
    return limit, view.with_amounts({"base": base.result}), base


def _arithmetic_step(name: str, names: Names, node: Node, view: Evaluator, is_told: bool) -> ArithmeticStep:
    formula = view.formula_with_numbers(node) if is_told else None
    return ArithmeticStep(name, names, node.text, formula, round_up(value_of(node, view)))


def award_counts(awards: Iterable[Award]) -> Counter[str]:
    """The number of times that each pattern, and each group of patterns, is awarded."""
    counts: Counter[str] = Counter()
    for award in awards:
        for name in (award.pattern.id, *award.pattern.groups):
            counts[name] += award.count
    return counts


def _has_top_tier(view: Evaluator, awards: tuple[Award, ...]) -> bool:
    tier = view.ruleset.top_tier
    return tier is not None and any(award.value >= tier.start for award in awards)


def _tier_units(view: Evaluator, awards: tuple[Award, ...]) -> int:
    """The number of top-tier units of the awards; 0 outside the tier, or if the tier has no unit."""
    tier = view.ruleset.top_tier
    if tier is None or not tier.unit or not _has_top_tier(view, awards):
        return 0
    counts = [award.total // tier.unit_value for award in awards]
    amount = sum(counts) if holds(tier.add, view) else max(counts)
    cap = whole_number(tier.cap, view)
    return min(amount, cap) if cap else amount


def bonus_lines(view: Evaluator) -> tuple[BonusLine, ...]:
    lines = []
    for bonus in view.ruleset.bonuses:
        count = whole_number(bonus.count, view, 1) if holds(bonus.condition, view) else 0
        if count and (value := whole_number(bonus.value, view)):
            lines.append(BonusLine(bonus.id, bonus.names, value, count, view.bonus_tiles(bonus)))
    return tuple(lines)


def sheet_total(sheet: Sheet, view: Evaluator) -> SheetTotal:
    """The secondary score: the first fixed line that holds, otherwise the sum of all items, rounded up."""
    fixed = next((item for item in sheet.fixed_items if holds(item.condition, view)), None)
    if fixed is not None:
        value = whole_number(fixed.value, view)
        return SheetTotal(sheet.unit, (SheetLine(fixed.id, fixed.names, value),), value, value)
    lines = tuple(line for item in sheet.items if (line := _sheet_line(item, view)))
    total = sum(line.value for line in lines)
    return SheetTotal(sheet.unit, lines, total, int(round_up(total, sheet.round_up_to)))


def _sheet_line(item: SheetItem, view: Evaluator) -> SheetLine | None:
    if not holds(item.condition, view):
        return None
    value = whole_number(item.value, view)
    if not value:
        return None
    count, places = view.counted_sets(item)
    if item.set_selector is not None:
        value *= count
    if item.count is not None:
        count = whole_number(item.count, view)
        value *= count
    return SheetLine(item.id, item.names, value, count, places) if value else None


# ---- who pays what


Payer = tuple[str, tuple[str, ...], int]
"""A possible payer: the seat (or a word for it), the roles in which it may pay, and the number of players."""


def hand_payments(view: Evaluator, awards: tuple[Award, ...], shares: list[Share] | None = None) -> Payments:
    """The payments for a valued reading. `view` knows its worth; `shares` are the shares of the hand itself,
    if they are already known.
    """
    shares = hand_shares(view) if shares is None else shares
    payment = view.ruleset.payment
    counters = list(_sheet_shares(view, payment.counters[view.situation.self_draw], "counters", ()))
    liability = payment.liability
    if liability is not None and view.situation.liable:
        shares, counters = _apply_liability(view, awards, liability, shares, counters)
    return _payments_from_shares(
        view, (*shares, *counters), round_up(value_of(payment.sticks, view)) if payment.sticks else 0
    )


def whole_hand_liability(view: Evaluator, liable_seats: Sequence[str]) -> Payments:
    """The payments of a valued hand of which only the base is known, if these players are liable for all of
    it. The rules must have a liability.
    """
    payment, shares = view.ruleset.payment, hand_shares(view)
    liability, seats = payment.liability, [*dict.fromkeys(liable_seats)]
    assert liability is not None
    counters = list(_sheet_shares(view, payment.counters[view.situation.self_draw], "counters", ()))
    if view.situation.self_draw or value_of(liability.counters, view) == "liable":
        counters = _move_counters(counters, seats[0])
    moved = _move_shares(view, liability, shares, shares, seats)
    return _payments_from_shares(view, (*moved, *counters), 0)


def hand_shares(view: Evaluator) -> list[Share]:
    """The shares of the hand itself, including extras, then those of the events that the hand shows."""
    payment, drawn = view.ruleset.payment, view.situation.self_draw
    shares = list(_sheet_shares(view, payment.self_draw if drawn else payment.discard, "hand", ()))
    shown: list[Share] = []
    for extra in payment.extras:
        if holds(extra.condition, view):
            sheet = extra.self_draw if drawn else extra.discard
            (shown if extra.is_event else shares).extend(_sheet_shares(view, sheet, extra.id, extra.names))
    if payment.share_limit is not None:
        shares = [*_capped_shares(view, payment.share_limit, shares)]
    return [*shares, *shown]


def _capped_shares(view: Evaluator, most: Node, shares: Iterable[Share]) -> Iterator[Share]:
    """The shares of the hand so that nobody pays more than the most for all of them together."""
    limit = round_up(whole_number(most, view), view.ruleset.payment.round_up_to)
    unpaid: dict[str, Amount] = {}
    for share in shares:
        left = unpaid.get(share.payer, limit) * share.players
        amount = min(share.amount, left)
        unpaid[share.payer] = (left - amount) / share.players
        if amount:
            yield share if amount == share.amount else replace(share, amount=round_up(amount))


def _sheet_shares(view: Evaluator, sheet: ShareSheet, part: str, names: Names) -> Iterator[Share]:
    """The shares according to a share sheet. If several lines apply to a payer, the line of the first role
    is used.
    """
    shares = dict(sheet.dealer if view.situation.seat == DEALER else sheet.non_dealer)
    situation = view.situation.self_draw, view.situation.seat, view.situation.discarder
    count = whole_number(view.ruleset.players, view)
    for seat, roles, players in payers(situation, count, _dealer_is_apart(view)):
        role = next((role for role in roles if role in shares), None)
        if role:
            exact = value_of(shares[role], view)
            if part == "counters":
                amount = players * round_up(exact, view.ruleset.payment.round_counters_up_to)
            else:
                amount = players * round_up(exact, view.ruleset.payment.round_up_to)
            if amount:
                share = Share(
                    seat, role, amount, part, view.formula_with_numbers(shares[role]), names, exact, players
                )
                yield share if part == "counters" else _multiplied_share(share, view)


def seat_factor(view: Evaluator, seat: str) -> int:
    """What the payments of a player in this seat are multiplied by."""
    return whole_number(view.ruleset.payment.factor, view.in_seat(seat), 1)


def unnamed_seats(own_seat: str, seats: str) -> str:
    """The seats that a player may have who is not named: any but the dealer's, if there are others."""
    others = seats.replace(own_seat, "")
    return others.replace(DEALER, "") or others


def _multiplied_share(share: Share, view: Evaluator) -> Share:
    """A share, multiplied by the factors of both players. Players who are not named all have the same one."""
    if view.ruleset.payment.factor is None:
        return share
    own, seats = view.situation.seat, WINDS[: whole_number(view.ruleset.players, view)]
    payer = share.payer if share.payer in WINDS else unnamed_seats(own, seats)[0]
    factor = seat_factor(view, own) * seat_factor(view, payer)
    if factor == 1:
        return share
    formula = None if share.with_numbers is None else Calculation("*", factor, share.with_numbers)
    exact = None if share.exact_amount is None else share.exact_amount * factor
    return replace(share, amount=share.amount * factor, with_numbers=formula, exact_amount=exact)


def _dealer_is_apart(view: Evaluator) -> bool:
    """Whether the discarder is not named, and the dealer, who may be one of the others, has a share of their
    own.
    """
    situation, payment = view.situation, view.ruleset.payment
    if situation.self_draw or situation.discarder:
        return False
    sheets = (payment.discard, payment.counters[False], *(extra.discard for extra in payment.extras))
    if payment.factor is not None and situation.seat != DEALER:
        seats = WINDS[: whole_number(view.ruleset.players, view)]
        other = unnamed_seats(situation.seat, seats)[0]
        if seat_factor(view, DEALER) != seat_factor(view, other):
            return True
    return any(role == "dealer" for sheet in sheets for role, _ in sheet.non_dealer)


@lru_cache(maxsize=128)
def payers(situation: tuple[bool, str, str | None], count: int, dealer_apart: bool) -> tuple[Payer, ...]:
    """All possible payers, in the order of seats. A situation is (self-draw, winner's seat, discarder).

    `dealer_apart` lists the dealer separately if the discarder's seat is not known.
    """
    self_draw, own, discarder = situation
    seats = [seat for seat in WINDS[:count] if seat != own]
    if self_draw or discarder:
        known = ("discarder", discarder), ("dealer", DEALER)
        roles = {seat: [role for role, one in known if one == seat] for seat in seats}
        return tuple([(seat, (*roles[seat], "each"), 1) for seat in seats])
    dealer = [(DEALER, ("dealer", "each"), 1)] if dealer_apart and DEALER in seats[:-1] else []
    rest = len(seats) - 1 - len(dealer)
    return (
        (UNNAMED_DISCARDER, ("discarder", "each"), 1),
        *dealer,
        *([(OTHERS, ("each",), rest)] if rest else []),
    )


def round_up(amount: Amount | Fraction, unit: int = 1) -> Amount:
    """An amount rounded up to the payment unit. Without a unit, fractions such as half points are kept."""
    if unit > 1:
        return int(-(-amount // unit) * unit)
    whole = int(amount)
    return whole if whole == amount else float(amount)


def _apply_liability(
    view: Evaluator,
    awards: tuple[Award, ...],
    liability: Liability,
    shares: list[Share],
    counters: list[Share],
) -> tuple[list[Share], list[Share]]:
    """Moves the covered part of the shares (for the pattern alone or the whole hand) and the counters to the
    players who are liable for a pattern. Several who are liable for the whole hand pay equal parts of what
    nobody else is liable for.
    """
    for_whole_hand: list[str] = []
    patterns = {award.pattern.id: award for award in awards}
    able = {name for name, node in liability.patterns if holds(node, view)}
    for name, seat in view.situation.liable:
        if name in patterns and name in able:
            if name in liability.whole_hand or value_of(liability.covers, view) == "hand":
                for_whole_hand.append(seat)
            else:
                covered = hand_shares(award_valuation(view.without_amounts(), (patterns[name],)).view)
                shares = _move_shares(view, liability, shares, covered, [seat])
            if view.situation.self_draw or value_of(liability.counters, view) == "liable":
                counters = _move_counters(counters, seat)
    if for_whole_hand:
        covered = [share for share in shares if share.part != LIABILITY]
        shares = _move_shares(view, liability, shares, covered, [*dict.fromkeys(for_whole_hand)])
    return shares, counters


def _move_shares(
    view: Evaluator, liability: Liability, shares: list[Share], covered_shares: list[Share], seats: list[str]
) -> list[Share]:
    """The shares with the covered part paid by the liable players, each an equal part of it."""
    rest = []
    covered_shares = [_part_taken_over(view, liability, share, seats) for share in covered_shares]
    for share in shares:
        paid = sum(c.amount for c in covered_shares if (c.payer, c.part) == (share.payer, share.part))
        left = (
            replace(share, amount=share.amount - paid, with_numbers=None, exact_amount=None)
            if paid
            else share
        )
        rest += [left] if left.amount else []
    whole = sum(share.amount for share in covered_shares)
    part = whole if len(seats) == 1 else round_up(whole / len(seats), view.ruleset.payment.round_up_to)
    for role, node in liability.self_draw if view.situation.self_draw else liability.discard:
        is_liable = role == "liable"
        known = view.with_amounts({"share": round_up(part if is_liable else whole)})
        exact = value_of(node, known)
        if amount := round_up(exact):
            formula = known.formula_with_numbers(node)
            for payer in seats if is_liable else [view.situation.discarder or UNNAMED_DISCARDER]:
                rest.append(Share(payer, role, amount, LIABILITY, formula, exact_amount=exact))
    return rest


def _part_taken_over(view: Evaluator, liability: Liability, share: Share, seats: list[str]) -> Share:
    """What liable players take over of a covered share: of their own all, of another's perhaps a part."""
    if liability.takes_over is None or share.payer in seats:
        return share
    part = share.amount * value_of(liability.takes_over, view)
    return replace(share, amount=round_up(part, view.ruleset.payment.round_up_to), exact_amount=None)


def _move_counters(counters: list[Share], seat: str) -> list[Share]:
    """The counters as paid by the liable player, with equal shares combined."""
    moved = [replace(share, payer=seat, role="liable") for share in counters]
    if len(moved) < 2 or len({(share.amount, share.with_numbers) for share in moved}) > 1:
        return moved
    first, times = moved[0], len(moved)
    exact = None if first.exact_amount is None else first.exact_amount * times
    formula = None if first.with_numbers is None else Calculation("*", times, first.with_numbers)
    return [replace(first, amount=first.amount * times, with_numbers=formula, exact_amount=exact)]


def _payments_from_shares(view: Evaluator, shares: tuple[Share, ...], sticks: Amount) -> Payments:
    situation = view.situation
    points = sum(share.amount for share in shares if share.part != "counters")
    total = sum(share.amount for share in shares) + sticks
    all_known = situation.self_draw or situation.discarder
    seats = WINDS[: whole_number(view.ruleset.players, view)] if all_known else situation.seat
    gains: dict[str, Amount] = dict.fromkeys(seats, 0)
    for share in shares:
        gains[share.payer] = gains.get(share.payer, 0) - share.amount
    gains[situation.seat] += total
    transfers = tuple((seat, round_up(gain)) for seat, gain in gains.items())
    return Payments(round_up(points), shares, transfers, round_up(total), sticks, _losers(view, shares))


def _losers(view: Evaluator, shares: tuple[Share, ...]) -> tuple[Loser, ...]:
    """All players who did not win: first those who pay, in the order of the shares."""
    situation = view.situation
    seats = situation.self_draw, situation.seat, situation.discarder
    sitting = payers(seats, whole_number(view.ruleset.players, view), _dealer_is_apart(view))
    players = {seat: number for seat, _, number in sitting}
    order = dict.fromkeys((*(share.payer for share in shares), *players))
    hand: dict[str, Amount] = dict.fromkeys(order, 0)
    counters = dict(hand)
    for share in shares:
        part = counters if share.part == "counters" else hand
        part[share.payer] += share.amount / share.players
    if OTHERS in players and not hand[OTHERS] + counters[OTHERS]:
        players[OTHERS] -= len(order) - len(players)  # a liable player is one of them
    losers = (
        Loser(seat, players.get(seat, 1), round_up(hand[seat]), round_up(counters[seat])) for seat in order
    )
    return tuple(loser for loser in losers if loser.players)


def share_between(
    view: Evaluator, sheet: ShareSheet, payer: str, feeder: str = ""
) -> tuple[Amount, Formula | None]:
    """What one player pays another, whose seat the evaluator knows, and the formula with numbers. The feeder
    pays as the discarder does.
    """
    shares = dict(sheet.dealer if view.situation.seat == DEALER else sheet.non_dealer)
    roles = [("discarder", feeder), ("dealer", DEALER), ("each", payer)]
    node = next((shares[role] for role, seat in roles if seat == payer and role in shares), None)
    return (round_up(value_of(node, view)), view.formula_with_numbers(node)) if node else (0, None)


def penalty_transfers(view: Evaluator, pay: Shares) -> tuple[tuple[str, Amount], ...]:
    """The gain and loss of each seat if the claimant pays a penalty to the others."""
    table, own = dict(pay), view.situation.seat
    gains: dict[str, Amount] = dict.fromkeys(WINDS[: whole_number(view.ruleset.players, view)], 0)
    for seat in gains:
        if seat != own:
            node = (table.get("dealer") if seat == DEALER else None) or table.get("each")
            gains[seat] = round_up(value_of(node, view)) if node else 0
    gains[own] = round_up(-sum(gains.values()))
    return tuple(gains.items())
