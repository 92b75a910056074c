"""What makes a payment, line by line, as a referee adds it up: the second sheet, the steps from the total to
the base, and who pays what.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.engine.results import Payments, Score, Share, Step
from scorer.hand import DEALER, Situation
from scorer.phrases import headed, joined, label, within
from scorer.ruleset.model import Ruleset
from scorer.teach.labels import amount, arithmetic_words, payer_name, sentence, sheet_words, times
from scorer.tiles import name_in
from scorer.values import dataclass

BASE = "base"


@dataclass(frozen=True)
class Line:
    """One line: what it speaks of, what is said, and the number at the end."""

    label: str
    text: str = ""
    value: str = ""


def sheet_lines(score: Score, language: str) -> tuple[Line, ...]:
    """The items of the second sheet and their sum; nothing where a top tier makes them idle."""
    best, ruleset = score.best, score.ruleset
    sheet = best.sheet
    if sheet is None or best.tier:
        return ()
    items = []
    for item in sheet.lines:
        name = name_in(item.names, language)
        said = sheet_words(item, score, ruleset, language)
        items.append(Line(name if item.places else times(name, item.count), said, amount(item.value)))
    exact = sheet.sum == sheet.total
    total = label("sum", language) if exact else label("rounded", language, amount(sheet.sum))
    return (*items, Line(total, "", amount(sheet.total)))


def step_lines(worked: Sequence[Step], language: str) -> Iterator[Line]:
    """From the total over the named amounts and the limit to the base."""
    for step in worked:
        if step.id == BASE and step.formula.isidentifier():
            continue  # it only repeats a number worked out before
        named = name_in(step.names, language) or label(step.id, language).replace("_", " ")
        how = "" if step.worked == amount(step.result) else arithmetic_words(step.worked, language)
        yield Line(sentence(named), how, amount(step.result))


def share_lines(paid: Payments, situation: Situation, ruleset: Ruleset, language: str) -> Iterator[Line]:
    """Who pays what, equal shares of neighbours in one line; what lies on the table, what the winner gets."""
    for _, group in groupby(paid.shares, lambda share: (share.part, share.role, share.amount, share.worked)):
        alike = list(group)
        first = alike[0]
        payers = _payers(alike, len(paid.transfers) - 1, situation.discarder, language)
        said = _for(first, label("from", language, payers), ruleset, language)
        yield Line(sentence(said), _how(first, language), amount(first.amount))
    if paid.sticks:
        lying = ruleset.unit_word("sticks", language=language).capitalize()
        yield Line(label("table", language, lying), "", amount(paid.sticks))
    yield Line(label("receives", language, label(situation.seat, language)), "", amount(paid.total))


def _payers(alike: list[Share], everybody: int, discarder: str | None, language: str) -> str:
    """Those who pay the same: all of them are `each`."""
    names = [_payer(share, discarder, language) for share in alike]
    if len(alike) == 1:
        return names[0]
    if len(alike) == everybody:
        return label("each of", language, len(alike))
    return label("each", language, joined(names, language))


def _for(share: Share, origin: str, ruleset: Ruleset, language: str) -> str:
    """From whom, after what is paid for where it is not the hand itself."""
    if share.part in ("hand", "liability"):
        return origin
    if share.part == "counters":
        return label(
            "counters", language, ruleset.unit_word("honba", False, language), within(origin, language)
        )
    return f"{name_in(share.names, language) or share.part} {within(origin, language)}"


def _payer(share: Share, discarder: str | None, language: str) -> str:
    name = payer_name(share.payer, share.players, language)
    if share.role == "liable":
        return label("liable", language, name)
    if share.payer == DEALER:
        return label("the dealer", language, name)
    return label("discarded", language, name) if share.payer == discarder else name


def _how(share: Share, language: str) -> str:
    """The share worked out, with the rounding; nothing where it is the amount itself."""
    if share.exact is None or not share.worked:
        return ""
    text = "" if share.worked == amount(share.exact) else arithmetic_words(share.worked, language)
    if share.players * share.exact != share.amount:
        equal = f"{text} = {amount(share.exact)}" if text else amount(share.exact)
        each = share.amount / share.players
        how = "at most" if share.exact > each else "rounded"
        text = label(how, language, equal, amount(each))
    if share.players > 1:
        return headed(label("each of", language, share.players), text or amount(share.exact), language)
    return text


def seat_name(seat: str, language: str, others: int = 0) -> str:
    """A seat, or the payer whose seat is not known, at the beginning of a line.

    >>> seat_name("E", "en"), seat_name("discarder", "en"), seat_name("discarder", "ja")
    ('East', 'Discarder', '放銃者')
    """
    return sentence(payer_name(seat, others, language).removeprefix("the "))
