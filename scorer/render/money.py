"""From the base to what each seat gains: the arithmetic, every share, counters and sticks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from scorer.engine.results import Score, Share, Step
from scorer.engine.view import DEALER
from scorer.render.document import KEEP, TOTAL, Block, Line, Part, Row, Table, line
from scorer.render.words import WINDS, amount, gain, listed, sentence
from scorer.tiles import name_in

GAP = "   "
UNNAMED = {"discarder": "the discarder", "others": "the others"}
BASE = "base"


def money(score: Score, language: str) -> Iterator[Block]:
    """A table of arithmetic: steps from the total to the base, then who pays what."""
    best = score.best
    steps = [_step_row(step, language) for step in best.steps if _says_something(step)]
    shares = list(_share_rows(score, language))
    rows = (*steps, *shares, *_stick_row(score))
    total = (line(f"{WINDS[score.situation.seat]} receives"), (), line(Part(amount(score.total), TOTAL)))
    yield Table(rows, "llr", last=total)


def _says_something(step: Step) -> bool:
    """A base that only repeats a number worked out before needs no line."""
    return step.id != BASE or not step.formula.isidentifier()


def _step_row(step: Step, language: str) -> Row:
    label = name_in(step.names, language) or step.id.replace("_", " ")
    worked = "" if step.worked == amount(step.result) else step.worked
    return line(sentence(label)), line(worked), line(amount(step.result))


def _share_rows(score: Score, language: str) -> Iterator[Row]:
    """Equal shares of neighbours in one row."""
    shares = score.best.payments.shares
    for _, group in groupby(shares, lambda share: (share.part, share.role, share.amount, share.worked)):
        alike = list(group)
        first = alike[0]
        label = f"{_part(first, language)}from {_payers(alike, score)}"
        yield line(sentence(label)), line(_how(first)), line(amount(first.amount))


def _payers(alike: list[Share], score: Score) -> str:
    """Those who pay the same: all of them are `each`."""
    if len(alike) == 1:
        return _payer(alike[0], score)
    everybody = len(alike) == len(score.best.payments.transfers) - 1
    return (
        f"each of {len(alike)}" if everybody else f"{listed([_payer(share, score) for share in alike])}, each"
    )


def _part(share: Share, language: str) -> str:
    """What is paid for, where it is not the hand itself."""
    named = {"hand": "", "counters": "honba ", "liability": ""}
    return named.get(share.part, f"{name_in(share.names, language) or share.part} ")


def _payer(share: Share, score: Score) -> str:
    name = WINDS.get(share.payer) or UNNAMED.get(share.payer, share.payer)
    if share.role == "liable":
        return f"{name}, who is liable"
    if share.payer == DEALER:
        return f"{name} (dealer)"
    return f"{name}, who discarded" if share.payer == score.situation.discarder else name


def _how(share: Share) -> str:
    """The share worked out, with the rounding; nothing where it is the amount itself."""
    if share.exact is None or not share.worked:
        return ""
    text = "" if share.worked == amount(share.exact) else share.worked
    if share.players * share.exact != share.amount:
        equal = f"{text} = {amount(share.exact)}" if text else amount(share.exact)
        text = f"{equal}, rounded up"
    return f"{share.players} players, {text or amount(share.exact)}" if share.players > 1 else text


def _stick_row(score: Score) -> Iterator[Row]:
    sticks = score.best.payments.sticks
    if sticks:
        yield line("Sticks on the table"), (), line(amount(sticks))


def gains(score: Score) -> Line:
    """What each seat gains or loses, the winner last."""
    winner = score.situation.seat
    seats = sorted(score.best.payments.transfers, key=lambda item: item[0] == winner)
    parts: list[Part] = []
    for seat, number in seats:
        name = WINDS.get(seat) or sentence(seat)
        parts += [
            Part(f"{GAP if parts else ''}{name}{KEEP}"),
            Part(gain(number), TOTAL if seat == winner else ""),
        ]
    return line(*parts)
