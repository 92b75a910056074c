"""What a count is paid without any hand (4 han 30 fu, 7 fan, a mangan), and what more would bring."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import gcd

from scorer.engine.evaluate import NO_HAND, TooLarge, View, number, rules_view
from scorer.engine.results import Payments
from scorer.engine.value import Numbers, Valuation, payments, worth_of
from scorer.errors import Fault, InputError, nearest
from scorer.ruleset.model import Ruleset
from scorer.teach.payment_table import Case, PaymentTable, Reachable, payment_table, values_of
from scorer.tiles import folded, spellings
from scorer.values import dataclass, replace

MOST = 2000
"""The largest number that is read: beyond it no hand of any game goes."""
MORE = 2
"""So many counts are told beyond the one that is asked for."""
PART = re.compile(r"(?P<number>[0-9]+)?\s*(?P<word>[^0-9\s][^0-9]*)?")


@dataclass(frozen=True)
class Count:
    """What a hand comes to: a total in the ruleset's unit with the second sheet's, or top-tier units."""

    total: int = 0
    sheet: int | None = None
    tier: int = 0

    def words(self, ruleset: Ruleset, language: str = "en") -> str:
        """The count with its units: `4 han 30 fu`."""
        if self.tier and ruleset.top_tier:
            return ruleset.counted(self.tier, ruleset.top_tier.unit, language)
        text = ruleset.counted(self.total, language=language)
        if self.sheet is None or not ruleset.sheet:
            return text
        return f"{text} {ruleset.counted(self.sheet, ruleset.sheet.unit, language)}"


@dataclass(frozen=True)
class Paid:
    """What a count is worth in one case, and who pays it."""

    case: Case
    worth: Valuation
    payments: Payments


@dataclass(frozen=True)
class Points:
    """The counts, the one asked for first, each with what is paid in every case; None where there is no
    such hand. `notes` say how the count was understood.
    """

    ruleset: Ruleset
    table: PaymentTable
    rows: tuple[tuple[Count, tuple[Paid | None, ...]], ...]
    notes: tuple[str, ...] = ()
    honba: int = 0
    sticks: int = 0


def points_of(
    ruleset: Ruleset,
    text: str,
    dealer: bool = False,
    self_draw: bool | None = None,
    honba: int = 0,
    sticks: int = 0,
) -> Points:
    """What a count is paid in each case that is left open. Raises InputError for what is no count here.

    >>> from scorer.library import load_ruleset
    >>> found = points_of(load_ruleset("riichi"), "4 30", self_draw=True)
    >>> [paid.payments.points for _, cases in found.rows for paid in cases if not paid.case.dealer]
    [7900, 8000, 12000]
    """
    for name, given in (("honba", honba), ("sticks", sticks)):
        if given and name not in ruleset.on_table:
            raise InputError(
                [Fault(f"--{name}", None, f"{ruleset.id} is played without them", "circumstance")]
            )
    table = payment_table(ruleset)
    apart = any(case.dealer for case in table.cases)
    cases = tuple(
        case for case in table.cases
        if self_draw in (None, case.self_draw) and (case.dealer or not (dealer and apart))
    )  # fmt: skip
    count, notes = _Reader(ruleset, table).read(text)
    till = _Till(ruleset, table, honba, sticks)
    try:
        rows = [(one, tuple(till.paid(one, case) for case in cases)) for one in _with_more(count, table)]
    except TooLarge as error:
        raise _fault(f"{count.words(ruleset)} are more than any hand has", text) from error
    if not any(rows[0][1]):
        raise _fault(f"no hand has {count.words(ruleset)}", text)
    return Points(ruleset, replace(table, cases=cases), tuple(rows), tuple(notes), honba, sticks)


def _with_more(count: Count, table: PaymentTable) -> Iterator[Count]:
    """The count, and those above it that the rules know."""
    yield count
    if count.tier:
        most = max(entry.tier for entry in table.entries)
        yield from (Count(tier=tier) for tier in range(count.tier + 1, min(count.tier + MORE, most) + 1))
        return
    view = rules_view(table.ruleset)
    values = [value for pattern in table.ruleset.patterns for value in values_of(pattern, view)]
    step = gcd(*values, *(number(bonus.value, view) for bonus in table.ruleset.bonuses)) or 1
    most = number(table.ruleset.maximum, view, MOST)
    for more in range(1, MORE + 1):
        if count.total + more * step <= most:
            yield replace(count, total=count.total + more * step)


class _Till:
    """Pays counts, with what lies on the table."""

    def __init__(self, ruleset: Ruleset, table: PaymentTable, honba: int, sticks: int) -> None:
        self.ruleset, self.honba, self.sticks = ruleset, honba, sticks
        self.reachable = Reachable(ruleset)
        self.least = min((sheet for grid in table.grids for sheet, _ in grid.rows), default=None)
        """Stands for the second sheet of a count that is paid the same whatever the sheet says."""

    def paid(self, count: Count, case: Case) -> Paid | None:
        lowest = self.reachable.least_total(count.sheet, case.self_draw) if count.sheet else 0
        if lowest is None or (not count.tier and count.total < lowest):
            return None
        situation = replace(case.situation(self.ruleset), honba=self.honba, sticks=self.sticks)
        sheet = self.least if count.sheet is None else count.sheet
        numbers = Numbers(count.total, count.total, 0, count.total, sheet, count.tier)
        worth = worth_of(View(self.ruleset, NO_HAND, situation), numbers)
        return Paid(case, worth, payments(worth.view, ()))


# ---- reading a count


def _fault(message: str, text: str = "", *known: str) -> InputError:
    return InputError(
        [Fault("count", 0 if text else None, message, "notation", max(1, len(text)), text, known)]
    )


class _Reader:
    """Reads a count: numbers with their units or in their order, or the name of a limit."""

    def __init__(self, ruleset: Ruleset, table: PaymentTable) -> None:
        self.ruleset, self.table, self.view = ruleset, table, rules_view(ruleset)
        self.tier = ruleset.top_tier.unit if ruleset.top_tier else ""
        self.sheet = ruleset.sheet.unit if ruleset.sheet else ""
        self.limits = spellings({limit.id: limit.names for limit in ruleset.limits})
        self.units = {folded(unit): unit for unit in (ruleset.unit, self.sheet, self.tier) if unit}
        named = [unit for unit in ruleset.units if unit.id in self.units.values()]
        self.units |= {folded(word): unit.id for unit in named for word in unit.words}

    def read(self, text: str) -> tuple[Count, list[str]]:
        given: dict[str, int] = {}
        for part in PART.finditer(text):
            if part["number"]:
                given[self._unit(part["word"], given, text)] = int(part["number"][:9])
            elif part["word"]:
                return self._limit(part["word"].strip(), text), []
        if any(value > MOST for value in given.values()):
            raise _fault(f"no hand comes to more than {MOST:,}", text)
        if self.tier in given:
            return self._tier(given[self.tier], text), []
        if self.ruleset.unit not in given:
            raise _fault(f"how many {self.ruleset.unit_word()}?", text)
        return self._checked(given[self.ruleset.unit], given.get(self.sheet) if self.sheet else None, text)

    def _unit(self, word: str | None, given: dict[str, int], text: str) -> str:
        if word and word.strip():
            if folded(word) in self.units:
                return self.units[folded(word)]
            raise _fault(self._unknown(word.strip()), text, *nearest(folded(word), self.units, 1))
        free = [unit for unit in (self.ruleset.unit, self.sheet) if unit and unit not in given]
        if not free:
            raise _fault(f"{self.ruleset.id} counts {self._usage()}", text)
        return free[0]

    def _usage(self) -> str:
        unit = self.ruleset.unit_word()
        return f"{unit} and {self.ruleset.unit_word(self.sheet)}" if self.sheet else f"{unit} alone"

    def _unknown(self, word: str) -> str:
        names = ", ".join(limit.id for limit in self.ruleset.limits)
        limits = f", and these limits by name: {names}" if names else ""
        return f"'{word}' is no unit or limit of {self.ruleset.id}; it counts {self._usage()}{limits}"

    def _limit(self, word: str, text: str) -> Count:
        """The lowest count that comes to a limit whatever the second sheet says."""
        name = self.limits.get(folded(word))
        if name is None and folded(word) != folded(self.tier):
            raise _fault(self._unknown(word), text, *nearest(folded(word), self.limits, 1))
        for entry in self.table.entries:
            if entry.limit and entry.limit.id == name:
                return Count(entry.low, None, entry.tier)
        if folded(word) == folded(self.tier):
            return self._tier(1, text)
        raise _fault(f"no count alone comes to {word} here", text)

    def _tier(self, count: int, text: str) -> Count:
        most = max((entry.tier for entry in self.table.entries), default=0)
        if not 0 < count <= most:
            raise _fault(f"1 to {self.ruleset.counted(most, self.tier)} are told", text)
        return Count(tier=count)

    def _checked(self, total: int, sheet: int | None, text: str) -> tuple[Count, list[str]]:
        least, most = self.table.ruleset.minimum, number(self.ruleset.maximum, self.view, MOST)
        lowest, notes = number(least, self.view), []
        if total < lowest:
            raise _fault(f"a hand needs {self.ruleset.counted(lowest)} to win", text)
        if total > most:
            notes.append(f"At most {self.ruleset.counted(most)} count.")
        rounded = self._rounded(sheet)
        if sheet is not None and rounded != sheet:
            notes.append(f"{self.ruleset.counted(sheet, self.sheet)} are rounded up to {rounded}.")
        alone = any(entry.low <= total for entry in self.table.entries if not entry.tier)
        if rounded is None and self.sheet and not alone:
            raise _fault(
                f"how many {self.ruleset.unit_word(self.sheet)}? 'scorer points {total} 30', say", text
            )
        return Count(min(total, most), rounded), notes

    def _rounded(self, sheet: int | None) -> int | None:
        """What the second sheet is rounded up to; its fixed values stay as they are."""
        rules = self.ruleset.sheet
        if sheet is None or rules is None or sheet in {number(item.value, self.view) for item in rules.fixed}:
            return sheet
        return -(-sheet // rules.round_up_to) * rules.round_up_to
