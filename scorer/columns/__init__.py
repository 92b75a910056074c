"""Score many hands at once by applying each step of scoring one hand to whole columns. All modules except
this one need numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Generic, TypeVar

from scorer.compiled.memo import weight
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.compiled.situations import Spoken, Where
    from scorer.engine.results import Award, BonusLine, Payments, Score, SheetTotal, Worth

Kept = TypeVar("Kept")
Made = TypeVar("Made")


@dataclass(frozen=True)
class Requests:
    """Requests as columns of strings: hands, their circumstances, and the tiles of each indicator input."""

    hands: list[str]
    said: list[Where]
    shown: dict[str, list[str]]

    def __len__(self) -> int:
        return len(self.hands)

    def part(self, start: int, stop: int) -> Requests:
        shown = {name: texts[start:stop] for name, texts in self.shown.items()}
        return Requests(self.hands[start:stop], self.said[start:stop], shown)

    def row(self, place: int) -> Spoken:
        """One request in the form that the reader of single hands takes."""
        shown = tuple([(name, texts[place]) for name, texts in self.shown.items() if texts[place]])
        return (self.hands[place], *self.said[place], shown)

    def put(self, place: int, said: Spoken) -> None:
        self.hands[place], self.said[place] = said[0], said[1:-1]
        for name, text in said[-1]:
            self.shown[name][place] = text


class Numbered(Generic[Kept]):
    """Distinct values, numbered from 1 in order of arrival. Values with equal keys share a number; 0 means
    none.

    >>> values = Numbered()
    >>> values.number("a", "A"), values.number("b", "B"), values.number("a", "A"), values.made
    (1, 2, 1, [None, 'A', 'B'])
    """

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.made: list[Kept | None] = [None]
        self.size = 0
        """estimated size of the values in bytes"""

    def __getitem__(self, number: int) -> Kept:
        """The value with this number, which must not be 0."""
        found = self.made[number]
        assert found is not None
        return found

    def number(self, key: Hashable, value: Kept) -> int:
        found = self.numbers.setdefault(key, len(self.made))
        if found == len(self.made):
            self.made.append(value)
            self.size += weight(value)
        return found


class Shared(Generic[Kept]):
    """A column in which many rows share a value: the distinct `values`, and for each row its place among
    them. The value at place 0 is None.
    """

    def __init__(self, values: list[Kept | None], places: list[int]) -> None:
        self.values, self.places = values, places

    def put(self, row: int, value: Kept | None) -> None:
        self.places[row] = 0 if value is None else len(self.values)
        if value is not None:
            self.values.append(value)

    def once(self, make: Callable[[Kept], Made]) -> list[Made | None]:
        """The function's result for each distinct value, by place."""
        return [None if value is None else make(value) for value in self.values]

    def each(self, make: Callable[[Kept], Made]) -> list[Made | None]:
        """The function's result for each row."""
        made = self.once(make)
        return [made[place] for place in self.places]


def _no(size: int) -> Shared[Kept]:
    return Shared([None], [0] * size)


@dataclass(frozen=True)
class Scored:
    """The scores of hands as columns; None for rows that are left out or have not won."""

    awards: Shared[tuple[Award, ...]]
    bonuses: Shared[tuple[BonusLine, ...]]
    sheets: Shared[SheetTotal]
    worths: Shared[Worth]
    payments: Shared[Payments]

    @classmethod
    def nothing(cls, size: int) -> Scored:
        """Columns with this many rows, all of them empty."""
        return cls(_no(size), _no(size), _no(size), _no(size), _no(size))

    def put(self, row: int, score: Score) -> None:
        """Fill in a row that was scored on its own."""
        self.awards.put(row, score.awards)
        self.bonuses.put(row, score.bonuses)
        self.sheets.put(row, score.sheet)
        self.worths.put(row, score.worth)
        self.payments.put(row, score.payments)
