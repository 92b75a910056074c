"""From awards to payments, on plain data; the steps are those of `engine.value` and `engine.payment`."""

from __future__ import annotations

from scorer.compiled.resolve import counts_of
from scorer.compiled.results import BonusLine, Payments, Share, SheetLine, SheetTotal, Worth
from scorer.compiled.trees import evaluate
from scorer.request import DEALER, WINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorer.compiled.resolve import Way

    Form = dict[str, Any]
    ShareTable = tuple[tuple[str, Any], ...]

UNNAMED, OTHERS = "discarder", "others"


class Valued:
    """A way of counting with its worth; `shares` are by what a payer is."""

    __slots__ = ("amounts", "base", "limit", "plain", "shares", "source", "tier", "total")

    def __init__(self, total: int, tier: int) -> None:
        self.total, self.tier = total, tier
        self.base: Any = 0
        self.limit: str | None = None
        self.amounts: tuple[tuple[str, int], ...] = ()
        self.shares: tuple[tuple[str, ShareTable], ...] = ()
        self.plain: Any = None
        self.source: tuple[Any, ...] = ()
        """what `worked_out` made it from"""


def bonus_lines(form: Form, env: Any) -> tuple[int, tuple[BonusLine, ...]]:
    """What the bonuses add, and those that count."""
    lines = []
    for bonus in form["bonuses"]:
        if not evaluate(bonus["when"], env):
            continue
        count = int(evaluate(bonus["count"], env))
        value = int(evaluate(bonus["value"], env)) if count else 0
        if count * value:
            lines.append(tuple.__new__(BonusLine, (bonus["id"], value, count)))
    return sum(line.total for line in lines), tuple(lines)


def sheet_total(sheet: Form, counts: list[int], holds: int) -> SheetTotal:
    """The second sheet: `counts` are sets for each item, `holds` the conditions that hold, a bit each."""
    for name, value, bit in sheet["fixed"]:
        if _counts(bit, holds):
            line = tuple.__new__(SheetLine, (name, value, 0, -1))
            return tuple.__new__(SheetTotal, ((line,), value, value))
    lines = []
    for place, (name, value, bit, each) in enumerate(sheet["items"]):
        amount = value * counts[place] if each else value
        if amount and _counts(bit, holds):
            lines.append(tuple.__new__(SheetLine, (name, amount, counts[place] if each else 0, place)))
    total = sum(line.value for line in lines)
    return tuple.__new__(SheetTotal, (tuple(lines), total, rounded(total, sheet["round"])))


def _counts(bit: int, holds: int) -> bool:
    return bit == -1 or (bit >= 0 and bool(holds >> bit & 1))


def rounded(amount: Any, to: int) -> Any:
    """An amount rounded up to the payment unit; halves of a point are kept where there is no unit."""
    return as_plain(amount) if to <= 1 else int(-(-amount // to) * to)


def as_plain(amount: Any) -> Any:
    """A whole number as such; halves as they are written in decimals."""
    whole = int(amount)
    return whole if whole == amount else float(amount)


def worth_of(form: Form, way: Way, bonus: int, sheet: int, facts: dict[str, Any], dealer: bool) -> Valued:
    """Works out total, amounts, base, limit, and what each kind of payer pays."""
    worth, env = worked_out(form, way, bonus, sheet, facts)
    worth.source = (way, bonus, sheet, facts)
    worth.plain = tuple.__new__(Worth, (worth.total, way.tier, worth.base, worth.limit, worth.amounts))
    worth.shares = _shares(form, env, facts["self_draw"], dealer)
    return worth


def worked_out(
    form: Form, way: Way, bonus: int, sheet: int, facts: dict[str, Any]
) -> tuple[Valued, dict[str, Any]]:
    """A worth up to its base, and everything that its expressions were worked out with."""
    total = way.patterns + bonus
    if form["maximum"] is not None:
        total = min(total, form["maximum"])
    worth = Valued(total, way.tier)
    known = _known(form, way, bonus, sheet, total)
    env = {"V": known, "S": facts, "X": way.values, "N": counts_of(way)}
    worth.amounts = tuple(_amounts(form, env))
    worth.base = known["base"] = int(evaluate(form["base"], env))
    for name, when, base in form["limits"]:
        if evaluate(when, env):
            worth.limit = name
            if base is not None:
                worth.base = known["base"] = int(evaluate(base, env))
            break
    return worth, env


def _known(form: Form, way: Way, bonus: int, sheet: int, total: int) -> dict[str, Any]:
    known = {
        "total": total, form["unit"]: total, "patterns": way.patterns, "bonus": bonus,
        "best_closed_value": way.best_closed,
    }  # fmt: skip
    if form["sheet"]:
        known[form["sheet"]["unit"]] = sheet
    if form["tier"] and form["tier"][1]:
        known[form["tier"][1]] = way.tier
        known[form["unit"]] = 0 if way.tier else total
    return _Known(known)


class _Known(dict):  # type: ignore[type-arg]
    """Numbers known so far; one that is not is 0, as in the reference engine."""

    __slots__ = ()

    def __missing__(self, name: str) -> int:
        return 0


def _amounts(form: Form, env: Any) -> Any:
    for name, when, tree in form["amounts"]:
        if evaluate(when, env):
            env["V"][name] = int(evaluate(tree, env))
            yield name, env["V"][name]


def _shares(form: Form, env: Any, self_draw: bool, dealer: bool) -> tuple[tuple[str, ShareTable], ...]:
    """For each sheet of shares, what a payer pays who is (1) the discarder, (2) the dealer."""
    payment = form["payment"]
    sheets = [("hand", payment["self_draw" if self_draw else "discard"])]
    for name, when, discard, drawn in payment["extras"]:
        if evaluate(when, env):
            sheets.append((name, drawn if self_draw else discard))
    return tuple([(part, share_table(sheet[dealer], env, payment["round"])) for part, sheet in sheets])


def share_table(shares: Any, env: Any, unit: int) -> ShareTable:
    """Role and amount by what a payer is: 1 the discarder, 2 the dealer, 3 both, 0 neither."""
    found = [NOTHING] * 4
    named = dict(shares)
    for role, sorts in SORTS:
        if role in named:
            share = (role, rounded(evaluate(named[role], env), unit))
            for sort in sorts:
                found[sort] = share
    return tuple(found)


SORTS = (("each", (0, 1, 2, 3)), ("dealer", (2, 3)), ("discarder", (1, 3)))
"""Who is meant by a role; the later line goes before the earlier one."""
NOTHING: Any = ("", 0)


class Paying:
    """Who sits where in one situation, and what the table adds: everything but the hand's own shares."""

    __slots__ = ("counted", "counters", "named", "number", "payers", "seat", "shown", "sticks")

    def __init__(self, form: Form, situation: Any, facts: dict[str, Any], number: int) -> None:
        self.number = number
        seat, discarder, players = situation.seat, situation.discarder, form["players"]
        self.seat = seat
        seats = [wind for wind in WINDS[:players] if wind != seat]
        self.named = situation.self_draw or bool(discarder)
        if self.named:
            self.payers = [(w, (w == discarder) | (w == DEALER) << 1, 1) for w in seats]
        else:
            rest = len(seats) - 1
            self.payers = [(UNNAMED, 1, 1), *([(OTHERS, 0, rest)] if rest else [])]
        self.shown = list(WINDS[:players]) if self.named else [seat]
        payment = form["payment"]
        env = {"V": {}, "S": facts}
        sheet = payment["counters"][bool(situation.self_draw)]
        self.counters = share_table(sheet[seat == DEALER], env, payment["round"])
        self.counted = any(amount for _, amount in self.counters)
        self.sticks = int(evaluate(payment["sticks"], env))


def payments_of(worth: Valued, paying: Paying) -> Payments:
    """Who pays what in the end."""
    shares: list[Share] = []
    points: Any = 0
    gains: dict[str, Any] = dict.fromkeys(paying.shown, 0)
    for part, table in worth.shares:
        points += _pay(part, table, paying.payers, shares, gains)
    counters = _pay("counters", paying.counters, paying.payers, shares, gains) if paying.counted else 0
    total = points + counters + paying.sticks
    gains[paying.seat] = gains.get(paying.seat, 0) + total
    if any(share[2].__class__ is not int for share in shares):
        points, total = as_plain(points), as_plain(total)
        gains = {seat: as_plain(gain) for seat, gain in gains.items()}
    made = (points, tuple(shares), tuple(gains.items()), total, paying.sticks)
    return tuple.__new__(Payments, made)


def _pay(part: str, table: Any, payers: Any, shares: list[Share], gains: dict[str, Any]) -> Any:
    """What one sheet of shares comes to; the shares and what they cost are put down."""
    paid: Any = 0
    for payer, sort, players in payers:
        role, amount = table[sort]
        if amount:
            amount *= players
            shares.append(tuple.__new__(Share, (payer, role, amount, part)))
            gains[payer] = gains.get(payer, 0) - amount
            paid += amount
    return paid
