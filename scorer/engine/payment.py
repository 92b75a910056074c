"""From the base to the payments: shares by role, counters, sticks, and liability (pao).

Seats are wind letters; `E` is the dealer. Where the discarder is not named, he is not the dealer: his
share goes to the payer `discarder` and what the rest pay together to `others`, but for a dealer who pays
a share of his own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from scorer.engine.evaluate import Evaluator, holds, number, value_of
from scorer.engine.results import Award, Payments, Share
from scorer.engine.value import worth
from scorer.hand import DEALER, WINDS
from scorer.language.nodes import Node
from scorer.ruleset.model import Liability, Shares, ShareSheet
from scorer.tiles import Names
from scorer.values import dataclass, replace

if TYPE_CHECKING:
    from fractions import Fraction

UNNAMED = "discarder"
OTHERS = "others"
Amount = int | float


@dataclass(frozen=True)
class Payer:
    """One who may pay: the seat (or a word for it), and how many players that is."""

    seat: str
    is_dealer: bool
    is_discarder: bool
    players: int = 1


def payments(view: Evaluator, awards: tuple[Award, ...]) -> Payments:
    """Who pays what for a valued reading; `view` knows what it is worth."""
    return payments_with(view, hand_shares(view), awards)


def payments_with(view: Evaluator, shares: list[Share], awards: tuple[Award, ...]) -> Payments:
    """The same where the shares of the hand itself are known."""
    counters = list(_sheet_shares(view, _counter_sheet(view), "counters", ()))
    liability = view.ruleset.payment.liability
    if liability is not None and view.situation.liable:
        shares, counters = _with_liability(view, awards, liability, shares, counters)
    sticks = number(view.ruleset.payment.sticks, view)
    return _settled(view, (*shares, *counters), sticks)


def hand_shares(view: Evaluator) -> list[Share]:
    """The shares of the hand itself, extras included."""
    payment, drawn = view.ruleset.payment, view.situation.self_draw
    shares = list(_sheet_shares(view, payment.self_draw if drawn else payment.discard, "hand", ()))
    for extra in payment.extras:
        if holds(extra.when, view):
            sheet = extra.self_draw if drawn else extra.discard
            shares += _sheet_shares(view, sheet, extra.id, extra.names)
    return shares


def _counter_sheet(view: Evaluator) -> ShareSheet:
    discard, self_draw = view.ruleset.payment.counters
    return self_draw if view.situation.self_draw else discard


def _sheet_shares(view: Evaluator, sheet: ShareSheet, part: str, names: Names) -> Iterable[Share]:
    shares = sheet.dealer if view.situation.seat == DEALER else sheet.other
    situation = view.situation.self_draw, view.situation.seat, view.situation.discarder
    most = view.ruleset.payment.most
    for payer in payers(situation, number(view.ruleset.players, view), "dealer" in dict(shares)):
        found = _share_of(payer, shares)
        if found:
            role, node = found
            exact = value_of(node, view)
            asked = exact if most is None or part == "counters" else min(exact, number(most, view))
            amount = payer.players * rounded(asked, view.ruleset.payment.round_up_to)
            if amount:
                yield Share(payer.seat, role, amount, part, view.worked(node), names, exact, payer.players)


def _share_of(payer: Payer, shares: Shares) -> tuple[str, Node] | None:
    """The first line that names the payer: discarder, then dealer, then each."""
    table = dict(shares)
    if payer.is_discarder and "discarder" in table:
        return "discarder", table["discarder"]
    if payer.is_dealer and "dealer" in table:
        return "dealer", table["dealer"]
    return ("each", table["each"]) if "each" in table else None


@lru_cache(maxsize=128)
def payers(situation: tuple[bool, str, str | None], count: int, dealer_apart: bool) -> tuple[Payer, ...]:
    """Everybody but the winner, by seats; a situation is self-draw, the winner's seat, the discarder.

    `dealer_apart`: it matters who is the dealer among those whose seats are not known.
    """
    self_draw, own, discarder = situation
    seats = [seat for seat in WINDS[:count] if seat != own]
    if self_draw or discarder:
        return tuple([Payer(seat, seat == DEALER, seat == discarder) for seat in seats])
    dealer = [Payer(DEALER, True, False)] if dealer_apart and DEALER in seats[: len(seats) - 1] else []
    rest = Payer(OTHERS, False, False, len(seats) - 1 - len(dealer))
    return (Payer(UNNAMED, False, True), *dealer, *([rest] if rest.players else []))


def rounded(amount: int | Fraction, to: int) -> Amount:
    """A share rounded up to the payment unit; halves of a point are kept where there is no unit."""
    return _plain(amount) if to <= 1 else int(-(-amount // to) * to)


def _plain(amount: Amount | Fraction) -> Amount:
    """A whole number as such; halves, which some tables pay, as they are written in decimals."""
    whole = int(amount)
    return whole if whole == amount else float(amount)


def _with_liability(
    view: Evaluator,
    awards: tuple[Award, ...],
    liability: Liability,
    shares: list[Share],
    counters: list[Share],
) -> tuple[list[Share], list[Share]]:
    """Moves the covered part of the shares to the players who answer for a pattern."""
    patterns = {award.pattern.id: award for award in awards}
    able = {name for name, node in liability.patterns if holds(node, view)}
    for name, seat in view.situation.liable:
        if name in patterns and name in able:
            covered = _covered(view, (patterns[name],), liability, shares)
            shares = _moved(view, liability, shares, covered, seat)
            counters = _moved_counters(view, liability, counters, seat)
    return shares, counters


def _covered(
    view: Evaluator, awards: tuple[Award, ...], liability: Liability, shares: list[Share]
) -> list[Share]:
    """The shares that the liability covers: those of the pattern alone, or of the whole hand."""
    if value_of(liability.covers, view) == "hand":
        return shares
    return hand_shares(worth(view.afresh(), awards).view)


def _moved(
    view: Evaluator, liability: Liability, shares: list[Share], covered: list[Share], seat: str
) -> list[Share]:
    total = sum(share.amount for share in covered)
    rest = [_less(share, _paid(covered, share)) for share in shares]
    sheet = liability.self_draw if view.situation.self_draw else liability.discard
    known = view.knowing({"share": int(total)})
    moved = [
        Share(
            seat if role == "liable" else view.situation.discarder or UNNAMED,
            role,
            amount,
            "liability",
            known.worked(node),
            exact=value_of(node, known),
        )
        for role, node in sheet
        if (amount := int(value_of(node, known)))
    ]
    return [share for share in rest if share.amount] + moved


def _less(share: Share, paid: Amount) -> Share:
    return replace(share, amount=share.amount - paid, worked="", exact=None) if paid else share


def _paid(covered: list[Share], share: Share) -> int | float:
    return sum(c.amount for c in covered if (c.payer, c.part) == (share.payer, share.part))


def _moved_counters(view: Evaluator, liability: Liability, counters: list[Share], seat: str) -> list[Share]:
    """The liable player pays the counters of a self-draw, and of a discard where the rules say so."""
    if not view.situation.self_draw and value_of(liability.counters, view) != "liable":
        return counters
    moved = [replace(share, payer=seat, role="liable") for share in counters]
    return [_joint(moved)] if len(moved) > 1 and len({share.worked for share in moved}) == 1 else moved


def _joint(shares: list[Share]) -> Share:
    """Equal shares of one payer as one."""
    first, times = shares[0], len(shares)
    exact = None if first.exact is None else first.exact * times
    return replace(first, amount=first.amount * times, worked=f"{times} x {first.worked}", exact=exact)


def _settled(view: Evaluator, shares: tuple[Share, ...], sticks: int) -> Payments:
    points = sum(share.amount for share in shares if share.part != "counters")
    counters = sum(share.amount for share in shares if share.part == "counters")
    total = points + counters + sticks
    gains: dict[str, Amount] = dict.fromkeys(_seats_shown(view), 0)
    for share in shares:
        gains[share.payer] = gains.get(share.payer, 0) - share.amount
    gains[view.situation.seat] = gains.get(view.situation.seat, 0) + total
    transfers = tuple((seat, _plain(gain)) for seat, gain in gains.items())
    others = max((share.players for share in shares if share.payer == OTHERS), default=0)
    return Payments(_plain(points), shares, transfers, _plain(total), sticks, others)


def _seats_shown(view: Evaluator) -> list[str]:
    """Every seat where all payers are known, else the winner alone."""
    situation = view.situation
    if situation.self_draw or situation.discarder:
        return list(WINDS[: number(view.ruleset.players, view)])
    return [situation.seat]


def penalty_transfers(view: Evaluator, pay: Shares) -> tuple[tuple[str, int], ...]:
    """Gain and loss of each seat where the claimant pays the others."""
    amounts: Callable[[str], int] = lambda seat: number(_paid_to(seat, pay), view)  # noqa: E731
    seats = [seat for seat in WINDS[: number(view.ruleset.players, view)] if seat != view.situation.seat]
    gains = {seat: amounts(seat) for seat in seats}
    claimant = (view.situation.seat, -sum(gains.values()))
    table = dict([claimant, *gains.items()])
    return tuple((seat, table[seat]) for seat in WINDS if seat in table)


def _paid_to(seat: str, pay: Shares) -> Node | None:
    table = dict(pay)
    return table.get("dealer", table.get("each")) if seat == DEALER else table.get("each")
