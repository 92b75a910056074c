"""What the fast evaluator is given and what it returns for many hands: requests and scores as columns."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from scorer.hand import Request
from scorer.memo import weight
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.engine.results import Award, BonusLine, Payments, Score, SheetTotal, Worth
    from scorer.hand import Situation

    Pairs = tuple[tuple[str, str], ...]
    SituationFields = tuple[str, str, str, str, tuple[str, ...], int, int, Pairs]
    """the fields of a SituationText, as they come from columns"""
    RequestFields = tuple[str, SituationFields, Pairs]
    """the fields of a RequestKey; a plain tuple of texts costs nothing when Python collects garbage"""

Entry = TypeVar("Entry")
Result = TypeVar("Result")


class SituationText(NamedTuple):
    """How a hand was won, as it is written; see `scorer.hand.Request` for the fields.

    This is the key under which a `PackedSituation` is found, not a second form of it: to find one takes 0.1
    microseconds, to read and pack the texts again 46, more than to score a whole hand of many.
    """

    win: str
    round: str
    seat: str
    discarder: str
    circumstances: tuple[str, ...]
    honba: int
    sticks: int
    pao: Pairs


class SituationKey(NamedTuple):
    """The fields of a situation without its indicators; equal for situations that differ in these alone."""

    self_draw: bool
    seat: str
    round: str
    discarder: str | None
    circumstances: tuple[tuple[str, int], ...]
    honba: int
    sticks: int
    liable: Pairs

    @classmethod
    def of_situation(cls, situation: Situation) -> SituationKey:
        return cls(
            situation.self_draw, situation.seat, situation.round, situation.discarder,
            situation.circumstances, situation.honba, situation.sticks, situation.liable,
        )  # fmt: skip


class RequestKey(NamedTuple):
    """A request that can be the key of a memo."""

    hand: str
    situation: SituationText
    indicators: Pairs
    """inputs of indicators, each with its tiles in notation"""

    @classmethod
    def of_request(cls, request: Request) -> RequestKey:
        hand, situation, indicators = request_fields(request)
        return cls(hand, SituationText(*situation), indicators)

    def request(self) -> Request:
        return request_of_fields(self)


def request_fields(request: Request) -> RequestFields:
    """A request as the key of a memo."""
    situation = (
        request.win, request.round, request.seat, request.discarder, tuple(request.circumstances),
        request.honba, request.sticks, tuple(request.pao.items()),
    )  # fmt: skip
    return request.hand, situation, tuple(request.indicators.items())


def request_of_fields(fields: RequestFields) -> Request:
    """The request that such a key stands for."""
    hand, (win, round_, seat, discarder, circumstances, honba, sticks, pao), indicators = fields
    return Request(
        hand, win, round_, seat, discarder, circumstances, dict(indicators), honba, sticks, dict(pao)
    )


@dataclass(frozen=True)
class Requests:
    """Requests as columns: hands, their situations, and the tiles of each indicator input."""

    hands: list[str]
    situations: DictionaryColumn[SituationFields]
    indicator_texts: dict[str, DictionaryColumn[str]]

    def __len__(self) -> int:
        return len(self.hands)

    @classmethod
    def of_rows(
        cls, hands: list[str], situations: Iterable[SituationFields], texts: Mapping[str, Iterable[str]]
    ) -> Requests:
        """Requests as columns with a cell for each row."""
        shown = {name: DictionaryColumn.of_rows(column, "") for name, column in texts.items()}
        return cls(hands, DictionaryColumn.of_rows(situations), shown)

    def section(self, start: int, stop: int) -> Requests:
        shown = {name: texts.section(start, stop) for name, texts in self.indicator_texts.items()}
        return Requests(self.hands[start:stop], self.situations.section(start, stop), shown)

    def row(self, place: int) -> RequestKey:
        """One request, as the scorer of single hands takes it."""
        texts = [(name, column[place]) for name, column in self.indicator_texts.items()]
        situation = self.situations[place]
        assert situation is not None
        shown = tuple([(name, text) for name, text in texts if text])
        return RequestKey(self.hands[place], SituationText(*situation), shown)

    def set_row(self, place: int, request: RequestKey) -> None:
        self.hands[place] = request.hand
        self.situations.set_row(place, request.situation)
        for name, text in request.indicators:
            self.indicator_texts[name].set_row(place, text)


SAMPLED = 8
"""One value in this many is weighed; the others are assumed to be like it."""


class Interner(Generic[Entry]):
    """Distinct values, numbered from 1 in order of arrival. Values with equal keys share a number; 0 means
    none.

    >>> values = Interner()
    >>> values.number("a", "A"), values.number("b", "B"), values.number("a", "A"), values.values
    (1, 2, 1, [None, 'A', 'B'])
    """

    def __init__(self) -> None:
        self.number_by_key: dict[Hashable, int] = {}
        self.values: list[Entry | None] = [None]
        self.size = 0
        """estimated size of the values in bytes"""

    def __getitem__(self, number: int) -> Entry:
        """The value with this number, which must not be 0."""
        found = self.values[number]
        assert found is not None
        return found

    def number(self, key: Hashable, value: Entry) -> int:
        found = self.number_by_key.setdefault(key, len(self.values))
        if found == len(self.values):
            self.values.append(value)
            if found % SAMPLED == 1:
                self.size += SAMPLED * weight(value)
        return found


class DictionaryColumn(Generic[Entry]):
    """A column in which many rows share a value: the distinct `values`, and for each row its place among
    them. The value at place 0 is None.
    """

    def __init__(self, values: list[Entry | None], places: array[int]) -> None:
        self.values, self.places = values, places

    @classmethod
    def of_rows(cls, cells: Iterable[Entry | None], absent: Entry | None = None) -> DictionaryColumn[Entry]:
        """A column of these cells; None stands for `absent` ones.

        >>> column = DictionaryColumn.of_rows(["a", "", "a", "b"], absent="")
        >>> column.values, column.places.tolist(), column[3], column[1]
        ([None, 'a', 'b'], [1, 0, 1, 2], 'b', None)
        """
        numbers: dict[Entry | None, int] = {absent: 0}
        places = array("i", [numbers.setdefault(cell, len(numbers)) for cell in cells])
        return cls([None, *list(numbers)[1:]], places)

    @classmethod
    def of_bytes(cls, values: list[Entry | None], places: bytes) -> DictionaryColumn[Entry]:
        """A column with its places as bytes of 32-bit numbers, as numpy and Arrow keep them."""
        return cls(values, array("i", places))

    def __getitem__(self, row: int) -> Entry | None:
        return self.values[self.places[row]]

    def section(self, start: int, stop: int) -> DictionaryColumn[Entry]:
        """Some adjacent rows, with the same values."""
        return DictionaryColumn(self.values, self.places[start:stop])

    def set_row(self, row: int, value: Entry | None) -> None:
        self.places[row] = 0 if value is None else len(self.values)
        if value is not None:
            self.values.append(value)

    def map_values(self, make: Callable[[Entry], Result]) -> list[Result | None]:
        """The function's result for each distinct value, by place."""
        return [None if value is None else make(value) for value in self.values]

    def map_rows(self, make: Callable[[Entry], Result]) -> list[Result | None]:
        """The function's result for each row."""
        made = self.map_values(make)
        return [made[place] for place in self.places]


def _empty_column(size: int) -> DictionaryColumn[Entry]:
    return DictionaryColumn([None], array("i", bytes(4 * size)))


@dataclass(frozen=True)
class ScoredColumns:
    """The scores of hands as columns; None for rows that are left out or have not won."""

    awards: DictionaryColumn[tuple[Award, ...]]
    bonuses: DictionaryColumn[tuple[BonusLine, ...]]
    sheets: DictionaryColumn[SheetTotal]
    worths: DictionaryColumn[Worth]
    payments: DictionaryColumn[Payments]

    @classmethod
    def empty(cls, size: int) -> ScoredColumns:
        """Columns with this many rows, all of them empty."""
        return cls(
            _empty_column(size),
            _empty_column(size),
            _empty_column(size),
            _empty_column(size),
            _empty_column(size),
        )

    def set_row(self, row: int, score: Score) -> None:
        """Fill in a row that was scored on its own."""
        self.awards.set_row(row, score.awards)
        self.bonuses.set_row(row, score.bonuses)
        self.sheets.set_row(row, score.sheet)
        self.worths.set_row(row, score.worth)
        self.payments.set_row(row, score.payments)
