"""L704 to L706: payers who never pay, hands for which nobody pays, shares that do not add up."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from scorer.check.subject import Subject
from scorer.engine.configure import NO_HAND
from scorer.engine.evaluate import TooLarge, value_of
from scorer.engine.view import View
from scorer.errors import Problem
from scorer.hand import Situation
from scorer.ruleset.items import Item

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
