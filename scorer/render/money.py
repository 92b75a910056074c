"""From the base to what each seat gains: the arithmetic, every share, counters and sticks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from scorer.render.document import KEEP, TOTAL, Line, Part, Row, Table, line
from scorer.render.words import amount, gain, listed, sentence
from scorer.request import DEALER
from scorer.tiles import name_in
from scorer.words.labels import label

if TYPE_CHECKING:
    from scorer.engine.paid import Share, Step
    from scorer.words.account import Account

GAP = "   "
BASE = "base"


def money(account: Account, language: str) -> Table:
    """A table of arithmetic: steps from the total to the base, then who pays what."""
    paid = account.payments
    steps = [_step_row(step, language) for step in account.steps if _says_something(step)]
    sticks = [(line(label("table", language)), (), line(amount(paid.sticks)))] if paid.sticks else []
    winner = label("receives", language, label(account.heading.said.seat, language))
    total = (line(winner), (), line(Part(amount(paid.total), TOTAL)))
    return Table((*steps, *_share_rows(account, language), *sticks), "llr", last=total)


def _says_something(step: Step) -> bool:
    """A base that only repeats a number worked out before needs no line."""
    return step.id != BASE or not step.formula.isidentifier()


def _step_row(step: Step, language: str) -> Row:
    named = name_in(step.names, language) or label(step.id, language).replace("_", " ")
    worked = "" if step.worked == amount(step.result) else step.worked
    return line(sentence(named)), line(worked), line(amount(step.result))


def _share_rows(account: Account, language: str) -> Iterator[Row]:
    """Equal shares of neighbours in one row."""
    shares = account.payments.shares
    for _, group in groupby(shares, lambda share: (share.part, share.role, share.amount, share.worked)):
        alike = list(group)
        first = alike[0]
        origin = label("from", language, _payers(alike, account, language))
        yield (
            line(sentence(_for(first, origin, language))),
            line(_how(first, language)),
            line(amount(first.amount)),
        )


def _payers(alike: list[Share], account: Account, language: str) -> str:
    """Those who pay the same: all of them are `each`."""
    names = [_payer(share, account.heading.said.discarder, language) for share in alike]
    if len(alike) == 1:
        return names[0]
    everybody = len(alike) == len(account.payments.transfers) - 1
    if everybody:
        return label("each of", language, len(alike))
    return label("each", language, listed(names) if language == "en" else "、".join(names))


def _for(share: Share, origin: str, language: str) -> str:
    """From whom, after what is paid for where it is not the hand itself."""
    if share.part in ("hand", "liability"):
        return origin
    if share.part == "counters":
        return label("counters", language, _within(origin, language))
    return f"{name_in(share.names, language) or share.part} {_within(origin, language)}"


def _within(text: str, language: str) -> str:
    """A phrase that begins no line."""
    return text[:1].lower() + text[1:] if language == "en" else text


def _payer(share: Share, discarder: str | None, language: str) -> str:
    name = label(share.payer, language)
    if share.role == "liable":
        return label("liable", language, name)
    if share.payer == DEALER:
        return label("the dealer", language, name)
    return label("discarded", language, name) if share.payer == discarder else name


def _how(share: Share, language: str) -> str:
    """The share worked out, with the rounding; nothing where it is the amount itself."""
    if share.exact is None or not share.worked:
        return ""
    text = "" if share.worked == amount(share.exact) else share.worked
    if share.players * share.exact != share.amount:
        equal = f"{text} = {amount(share.exact)}" if text else amount(share.exact)
        text = label("rounded", language, equal)
    if share.players > 1:
        return f"{label('each of', language, share.players)}: {text or amount(share.exact)}"
    return text


def gains(account: Account, language: str = "en") -> Line:
    """What each seat gains or loses, the winner last."""
    winner = account.heading.said.seat
    seats = sorted(account.payments.transfers, key=lambda item: item[0] == winner)
    parts: list[Part] = []
    for seat, number in seats:
        name = seat_name(seat, language)
        parts += [
            Part(f"{GAP if parts else ''}{name}{KEEP}"),
            Part(gain(number), TOTAL if seat == winner else ""),
        ]
    return line(*parts)


def seat_name(seat: str, language: str) -> str:
    """A seat, or the payer whose seat is not known, at the beginning of a line.

    >>> seat_name("E", "en"), seat_name("discarder", "en"), seat_name("discarder", "ja")
    ('East', 'Discarder', '放銃者')
    """
    return sentence(label(seat, language).removeprefix("the "))
