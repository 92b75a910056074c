"""Looks up the payment for a count (4 han 30 fu, 7 fan, a mangan), and for the next higher counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import gcd

from scorer.engine.evaluate import TooLarge, rules_view, whole_number
from scorer.engine.request import refuse_wrong_counters, typed_item, unit_name
from scorer.engine.totals import LARGEST_COUNT, possible_totals
from scorer.errors import Fault, InputError
from scorer.foreign import value_text
from scorer.languages import LANGUAGES
from scorer.memo import kept_by_identity
from scorer.message import Listed, LocalizedText, Message, Text, clauses
from scorer.phrases import HAN_DIGITS, number_of_han
from scorer.ruleset.model import Ruleset, recognized_names
from scorer.suggest import nearest_names
from scorer.teach.payment_table import (
    CasePayment,
    HandCount,
    PaymentCase,
    PaymentTable,
)
from scorer.tiles import fold_name, ids_by_spelling
from scorer.values import cached_property, dataclass, replace

FURTHER_COUNTS = 2
"""The number of higher counts to list after the requested one."""
HAN_NUMBER = rf"[{HAN_DIGITS}]?十[{HAN_DIGITS}]?|[{HAN_DIGITS}]"
COUNT_PART = re.compile(r"(?P<number>[0-9]+)?\s*(?P<word>[^0-9\s][^0-9]*)?")


@dataclass(frozen=True)
class HowWon:
    """How a count is won: by self-draw or on a discard, either if `self_draw` is None; by the dealer, by one
    of the `others`, or by any player; with counters, and with sticks on the table.
    """

    self_draw: bool | None = None
    dealer: bool = False
    others: bool = False
    honba: int = 0
    sticks: int = 0

    def includes(self, case: PaymentCase, is_dealer_apart: bool) -> bool:
        """Whether a case is one of those asked about; without payments of its own the dealer is nobody
        special.
        """
        is_of_winner = not is_dealer_apart or (not self.others if case.dealer else not self.dealer)
        return self.self_draw in (None, case.self_draw) and is_of_winner


ANY_WIN = HowWon()


@dataclass(frozen=True)
class Points:
    """The requested count and the next higher ones, each with its payment in every case, or None if there is
    no such hand. `told` says how the input was interpreted.
    """

    table: PaymentTable
    cases: tuple[PaymentCase, ...]
    rows: tuple[tuple[HandCount, tuple[CasePayment | None, ...]], ...]
    told: tuple[Message, ...] = ()
    won: HowWon = ANY_WIN

    @cached_property
    def notes(self) -> tuple[Message, ...]:
        """How the input was interpreted, and in which cases no hand is known; a search, done when asked."""
        count, paid_by_case = self.rows[0]
        cases = [case for case, paid in zip(self.cases, paid_by_case, strict=True) if paid]
        without = [case for case in cases if not self.table.has_hand(case, count)]
        if not without:
            return self.told
        ways = {case.self_draw for case in without}
        way = ways.pop() if len(ways) == 1 else None
        return (*self.told, _no_hand_message(self.table, count, without, way))


@kept_by_identity(limit=24)
def table_of(ruleset: Ruleset) -> PaymentTable:
    """The payment table of a ruleset. It holds hundreds of payments and is kept, because who asks for one
    count mostly asks for more.
    """
    return PaymentTable(ruleset)


def points_of(ruleset: Ruleset, text: str, won: HowWon = ANY_WIN) -> Points:
    """The payments for a count in each case in which it may be won so. Raises InputError if the text is not a
    valid count under the ruleset.

    >>> from scorer.scoring import load_ruleset
    >>> found = points_of(load_ruleset("riichi"), "4 30", HowWon(self_draw=True))
    >>> [paid.payments.points for _, cases in found.rows for paid in cases if not paid.case.dealer]
    [7900, 8000, 12000]
    """
    finder = _PointsFinder(ruleset, won)
    reader = _CountReader(finder.table, text)
    if not finder.cases:
        if won.self_draw:
            raise reader.input_error(Message("no win by self-draw", ruleset.label))
        raise reader.input_error(Message("no win on discard", ruleset.label))
    count, notes = reader.read_count()
    try:
        found = finder.points_of(_count_and_further(count, finder.table), notes)
    except TooLarge as error:
        raise reader.input_error(Message("more than any hand", _count_name(count, ruleset))) from error
    if not finder.may_have_hand(count):
        raise reader.input_error(_no_hand_message(finder.table, count, finder.cases, won.self_draw))
    return found


def points_by_sheet(ruleset: Ruleset, text: str, won: HowWon = ANY_WIN) -> list[tuple[int, Points]]:
    """The payments for a count that does not name the secondary score, with each value of it that hands can
    have, up to the first with which every case has reached its limit. Nothing if the text is no such count.

    >>> from scorer.scoring import load_ruleset
    >>> [sheet for sheet, _ in points_by_sheet(load_ruleset("riichi"), "4 han")]
    [20, 25, 30, 40]
    """
    try:
        finder = _PointsFinder(ruleset, won)
    except InputError:
        return []
    found: list[tuple[int, Points]] = []
    for sheet in sorted(sheet for sheet in finder.table.sheets if sheet is not None):
        try:
            reader = _CountReader(finder.table, f"{text} {sheet} {ruleset.sheet_unit}")
            count, notes = reader.read_count()
            if not finder.may_have_hand(count):
                continue
            found.append((sheet, finder.points_of([count], notes)))
        except (InputError, TooLarge):
            continue
        if all(one.worth.worth.limit for one in found[-1][1].rows[0][1] if one):
            break  # more of it is paid the same
    return found


class _PointsFinder:
    """Finds the payments for counts in the cases that are asked about."""

    def __init__(self, ruleset: Ruleset, won: HowWon) -> None:
        stated = won.honba if ruleset.counter_circumstance else 0
        refuse_wrong_counters(ruleset, honba=won.honba - stated, sticks=won.sticks)
        if (counter := ruleset.counter_circumstance) and not 0 <= won.honba <= counter.maximum:
            wrong = Message("count out of range", 0, counter.maximum, value_text(won.honba))
            raise InputError([Fault("--honba", None, wrong, "circumstance")])
        self.table, self.won = table_of(ruleset), won
        is_dealer_apart = any(case.dealer for case in self.table.cases)
        self.cases = tuple(case for case in self.table.cases if won.includes(case, is_dealer_apart))

    def may_have_hand(self, count: HandCount) -> bool:
        return any(self.table.may_have_hand(case, count) for case in self.cases)

    def points_of(self, counts: Iterable[HandCount], notes: Sequence[Message]) -> Points:
        rows = tuple((one, tuple(self._case_payment(one, case) for case in self.cases)) for one in counts)
        return Points(self.table, self.cases, rows, tuple(notes), self.won)

    def _case_payment(self, count: HandCount, case: PaymentCase) -> CasePayment | None:
        # A count without a way of winning is looked up as in a table, which does not ask for tiles.
        table = self.table
        if table.may_have_hand(case, count) or (self.won.self_draw is None and table.has_cell(case, count)):
            count = table.with_any_sheet(count)
            return table.case_payment(case, count, honba=self.won.honba, sticks=self.won.sticks)
        return None


@dataclass(frozen=True)
class ReadCount:
    """A count of a hand, with the payment table that has it and what was assumed."""

    table: PaymentTable
    count: HandCount
    notes: tuple[Message, ...]


def read_count(ruleset: Ruleset, text: str, self_draw: bool | None = None) -> ReadCount:
    """A count of a hand as a player says it, such as `3 han 40 fu` or `mangan`. `self_draw` is how the hand
    was won, if that is known.

    Raises InputError if the text is not a count that a winning hand can have.

    >>> from scorer.scoring import load_ruleset
    >>> read_count(load_ruleset("riichi"), "3 han 40 fu").count
    HandCount(total=3, sheet=40, tier=0)
    """
    table = table_of(ruleset)
    reader = _CountReader(table, text)
    count, notes = reader.read_count(of_hand=True)
    possible = [case for case in table.cases if table.may_have_hand(case, count)]
    if not possible:
        raise reader.input_error(_no_hand_message(table, count, table.cases))
    if self_draw is not None and all(case.self_draw != self_draw for case in possible):
        cases = [case for case in table.cases if case.self_draw == self_draw]
        raise reader.input_error(_no_hand_message(table, count, cases, self_draw))
    return ReadCount(table, table.with_any_sheet(count), tuple(notes))


def sheet_step(ruleset: Ruleset) -> int:
    """The largest number of which every sum of lines of the secondary score is a multiple, before rounding.

    >>> from scorer.scoring import load_ruleset
    >>> sheet_step(load_ruleset("riichi"))
    2
    """
    view = rules_view(ruleset)
    items = ruleset.sheet.items if ruleset.sheet else ()
    return gcd(*(whole_number(one.value, view) for one in items)) or 1


def _no_hand_message(
    table: PaymentTable, count: HandCount, cases: Sequence[PaymentCase], self_draw: bool | None = None
) -> Message:
    """Tells that no hand has a count in these cases, or that none is known if that is not proved, and the
    nearest counts that hands have.
    """
    if self_draw is not None and not cases:
        return Message("no win by self-draw" if self_draw else "no win on discard", table.ruleset.label)
    name = _count_name(count, table.ruleset)
    is_proved = not any(table.may_have_hand(case, count) for case in cases)
    if not (near := table.nearest_counts(count, cases)):
        return Message("no hand has" if is_proved else "no known hand has", name)
    nearest = Listed(tuple(_count_name(one, table.ruleset) for one in near), "and")
    if self_draw is None:
        return Message("nearest counts" if is_proved else "nearest known counts", name, nearest)
    if self_draw:
        key = "nearest counts of self-draws" if is_proved else "nearest known counts of self-draws"
    else:
        key = "nearest counts of discards" if is_proved else "nearest known counts of discards"
    return Message(key, name, nearest)


def _count_and_further(count: HandCount, table: PaymentTable) -> Iterator[HandCount]:
    """The count, and the next higher counts that are possible under the rules."""
    yield count
    if count.tier:
        most = max(entry.tier for entry in table.entries)
        yield from (
            HandCount(tier=tier) for tier in range(count.tier + 1, min(count.tier + FURTHER_COUNTS, most) + 1)
        )
        return
    most = whole_number(table.ruleset.maximum, rules_view(table.ruleset), LARGEST_COUNT)
    more = (total for total in possible_totals(table.ruleset) if count.total < total <= most)
    yield from (replace(count, total=total) for total in islice(more, FURTHER_COUNTS))


def _count_name(count: HandCount, ruleset: Ruleset) -> LocalizedText:
    """A count with its units, in every language."""
    return LocalizedText((language, count.count_words(ruleset, language)) for language in LANGUAGES)


class _CountWords:
    """The words of counts under a ruleset, as names are compared: limits and units by their ids, and what is
    said of a hand that counts nothing.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.limits = ids_by_spelling({limit.id: recognized_names(limit) for limit in ruleset.limits})
        counted = (ruleset.unit, ruleset.sheet_unit, ruleset.tier_unit)
        self.units = {fold_name(unit): unit for unit in counted if unit}
        named = [unit for unit in ruleset.units if unit.id in self.units.values()]
        named += [ruleset.larger_unit] if ruleset.larger_unit else []
        self.units |= {fold_name(word): unit.id for unit in named for word in (unit.id, *unit.all_names)}
        self.nothing = {fold_name(word) for unit in named for _, word in unit.none}


_words_of_counts = kept_by_identity(limit=24)(_CountWords)


class _CountReader:
    """Reads a count: numbers with units, numbers in the usual order, or the name of a limit."""

    def __init__(self, table: PaymentTable, text: str) -> None:
        ruleset = table.ruleset
        self.table, self.text, self.ruleset = table, text, ruleset
        self.tier, self.sheet, self.larger_unit = ruleset.tier_unit, ruleset.sheet_unit, ruleset.larger_unit
        words = _words_of_counts(ruleset)
        self.limits, self.units, self.nothing = words.limits, words.units, words.nothing
        self.least = min((sheet for sheet in table.sheets if sheet is not None), default=0)

    def input_error(self, message: Text, *suggestion: str) -> InputError:
        at, length = 0 if self.text else None, max(1, len(self.text))
        return InputError([Fault("count", at, message, "notation", length, self.text, suggestion)])

    def read_count(self, of_hand: bool = False) -> tuple[HandCount, list[Message]]:
        """The count and what was assumed. `of_hand` is whether a hand has it, so that no sum of lines of the
        secondary score may be rounded up that there cannot be.
        """
        self.of_hand = of_hand
        if fold_name(self.text) in self.nothing:
            return self._checked_count(0, None)
        given: dict[str, int] = {}
        bare: set[str] = set()
        parts = [part for part in COUNT_PART.finditer(self._with_digits()) if part[0]]
        for part in parts:
            if self._is_limit(part):
                count = self._limit_count(part["word"].strip())
                if part["number"] or len(parts) > 1:
                    raise self.input_error(Message("limit with number", part["word"].strip()))
                return count, []
            self._add_number(part, given, bare)
        if self.larger_unit and self.larger_unit.id in given:
            more = given.pop(self.larger_unit.id) * self.larger_unit.rate
            given[self.ruleset.unit] = given.get(self.ruleset.unit, 0) + more
        if any(value > LARGEST_COUNT for value in given.values()):
            raise self.input_error(Message("count too large", LARGEST_COUNT))
        if self.tier in given:
            return self._tier_count(given[self.tier]), []
        if self.ruleset.unit not in given:
            raise self.input_error(Message("number missing", self._unit_name()))
        total, sheet = given[self.ruleset.unit], given.get(self.sheet) if self.sheet else None
        self._refuse_swapped_numbers(total, sheet, is_bare=self.ruleset.unit in bare)
        return self._checked_count(total, sheet)

    def _is_limit(self, part: re.Match[str]) -> bool:
        """Whether a part of a count is the name of a limit, or of the top tier alone."""
        word = fold_name(part["word"] or "")
        if part["number"]:
            return word in self.limits and word not in self.units
        return word not in self.units or word == fold_name(self.tier)

    def _add_number(self, part: re.Match[str], given: dict[str, int], bare: set[str]) -> None:
        """Adds the number of a part to those given by unit; `bare` has the units that are not named. Raises
        InputError for a part that is no number with a unit.
        """
        word = (part["word"] or "").strip()
        free = [unit for unit in (self.ruleset.unit, self.sheet) if unit and unit not in given]
        if not part["number"]:
            raise self.input_error(Message("number before unit", word, self._example()))
        if word and fold_name(word) not in self.units:
            raise self._unknown_word_error(word, self.units)
        if not (word or free):
            raise self.input_error(Message("expected units", self._usage(), self.ruleset.title))
        unit = self.units[fold_name(word)] if word else free[0]
        if unit in given or (given and self.tier in (unit, *given)):
            alone = (Message("unit alone", self._unit_name(self.tier)),) if self.tier else ()
            usage = Listed((self._usage(), *alone), "comma")
            raise self.input_error(Message("number twice", usage))
        given[unit] = int(part["number"][:9])
        bare |= set() if word else {unit}

    def _with_digits(self) -> str:
        """The text with digits for numbers that are written in Chinese characters before a unit: 三番."""

        def plain(match: re.Match[str]) -> str:
            is_count = fold_name(match["unit"]) in self.units
            return f"{number_of_han(match['number'])}{match['unit']}" if is_count else match[0]

        return re.sub(rf"(?P<number>{HAN_NUMBER})(?P<unit>[^\W\d])", plain, self.text)

    def _refuse_swapped_numbers(self, total: int, sheet: int | None, is_bare: bool) -> None:
        """Raises InputError for a secondary score lower than that of any hand, and for a number without a
        unit that is more likely a secondary score than a total, because it is above the last limit.
        """
        is_sheet = is_bare and total in self.table.sheets and total > self._last_limit(total)
        exchanged = [self._count_words(sheet, total)] if sheet and total in self.table.sheets else []
        if sheet is not None and sheet < self.least:
            least = self._amount(self.least, self.sheet)
            message = Message("below the minimum", self._amount(sheet, self.sheet), least)
            raise self.input_error(message, *exchanged)
        if is_sheet:
            likely = exchanged or [self._count_words(self._least_total(total), total)]
            message = Message("unit unclear", total, self._unit_name(), self._unit_name(self.sheet))
            raise self.input_error(message, *likely, self._count_words(total, sheet))

    def _count_words(self, total: int, sheet: int | None) -> LocalizedText:
        """A count with its units in every language."""
        rules = self.ruleset
        return LocalizedText((one, rules.count_text(total, sheet, language=one)) for one in LANGUAGES)

    def _least_total(self, sheet: int) -> int:
        """The lowest total of a hand with this secondary score, or that of any hand if none has it."""
        lowest = max(1, whole_number(self.ruleset.minimum, rules_view(self.ruleset)))
        totals = (total for total in possible_totals(self.ruleset) if total >= lowest)
        counts = (HandCount(total, sheet) for total in totals)
        cases = self.table.cases
        return next(
            (one.total for one in counts if any(self.table.has_hand(case, one) for case in cases)), lowest
        )

    def _last_limit(self, default: int) -> int:
        """The lowest total of the last row of the payment table."""
        return max((entry.low for entry in self.table.entries if not entry.tier), default=default)

    def _example(self) -> LocalizedText:
        """An example of a count with its units, in every language."""
        sheet = self.least + 20 if self.sheet else None
        return LocalizedText((tag, self.ruleset.count_text(3, sheet, language=tag)) for tag in LANGUAGES)

    def _usage(self) -> Text:
        unit = self._unit_name()
        return Listed((unit, self._unit_name(self.sheet)), "and") if self.sheet else unit

    def _unit_name(self, unit: str = "") -> LocalizedText:
        return unit_name(unit, self.ruleset)

    def _amount(self, count: int, unit: str = "") -> LocalizedText:
        """A count with its unit, in every language."""
        return LocalizedText(
            (language, self.ruleset.amount_text(count, unit, language)) for language in LANGUAGES
        )

    def _unknown_word_error(self, word: str, words: Iterable[str]) -> InputError:
        names = tuple(map(typed_item, self.ruleset.limits))
        limits = Message("its limits", Listed(names, "comma")) if names else ""
        message = clauses(Message("not a unit or limit", word, self.ruleset.label, self._usage()), limits)
        return self.input_error(message, *nearest_names(fold_name(word), words, 1))

    def _limit_count(self, word: str) -> HandCount:
        """The lowest count that reaches a limit with any secondary score."""
        name = self.limits.get(fold_name(word))
        if name is None and not (self.tier and fold_name(word) == fold_name(self.tier)):
            raise self._unknown_word_error(word, self.limits)
        for entry in self.table.entries:
            if entry.limit and entry.limit.id == name:
                return HandCount(entry.low, None, entry.tier)
        if fold_name(word) == fold_name(self.tier):
            return self._tier_count(1)
        raise self.input_error(Message("no count reaches limit", word))

    def _tier_count(self, count: int) -> HandCount:
        most = max((entry.tier for entry in self.table.entries), default=0)
        if not 0 < count <= most:
            raise self.input_error(Message("number of tier", self._amount(most, self.tier)))
        return HandCount(tier=count)

    def _checked_count(self, total: int, sheet: int | None) -> tuple[HandCount, list[Message]]:
        rules, view = self.ruleset, rules_view(self.ruleset)
        lowest, most = whole_number(rules.minimum, view), whole_number(rules.maximum, view, LARGEST_COUNT)
        notes = []
        if total < lowest:
            raise self.input_error(Message("minimum to win", self._amount(lowest), self._amount(total)))
        if total < most and total not in (known := possible_totals(rules)):
            near = [*[one for one in known if one < total][-1:], *[one for one in known if one > total][:1]]
            raise self.input_error(
                Message("nearest counts", self._amount(total), Listed(tuple(map(str, near)), "and"))
            )
        if total > most:
            notes.append(Message("at most counted", self._amount(most)))
        fixed = {whole_number(item.value, view) for item in rules.sheet.fixed_items} if rules.sheet else set()
        if sheet is not None and rules.sheet and sheet not in fixed:
            rounded = -(-sheet // rules.sheet.round_up_to) * rules.sheet.round_up_to
            if self.of_hand and sheet % sheet_step(rules):
                possible = Listed((str(rounded - rules.sheet.round_up_to), str(rounded)), "and")
                raise self.input_error(Message("nearest counts", self._amount(sheet, self.sheet), possible))
            if rounded != sheet:
                notes.append(Message("rounded up", self._amount(sheet, self.sheet), rounded))
            sheet = rounded
        needs_sheet = sheet is None and bool(self.sheet)
        if needs_sheet and not any(row.low <= total for row in self.table.entries if not row.tier):
            unit = self._unit_name(self.sheet)
            raise self.input_error(Message("secondary number missing", unit, total, self._amount(total)))
        return HandCount(min(total, most), sheet), notes
