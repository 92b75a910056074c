"""The types of packed integers: what each of them holds.

They are plain integers at run time. Where their parts stand is worked out in `scorer.fast.layout`, which
draws hands and readings; `scorer.fast.hand_layout` opens this for one ruleset.

What is made for every hand, such as keys of memos and their small results, is a plain tuple of such numbers
with a named alias, such as `SummedReading`. A named tuple takes longer to make and to take apart, and the
garbage collector of Python never stops visiting it, which costs with memos of millions. Everything else is a
named tuple.
"""

from __future__ import annotations

from typing import NewType

PackedTiles = NewType("PackedTiles", int)
"""Tiles as counts, a region for each row; above the rows red tiles, jokers and flowers are counted."""

RowCounts = NewType("RowCounts", int)
"""The tiles of one row as counts."""

WinMark = NewType("WinMark", int)
"""Which tile of a row won, and how: 0 for none, else two numbers for each tile of the row, in order: one if
it was drawn, one if it was claimed.
"""


def win_mark(place: int, is_claimed: bool) -> WinMark:
    """The mark of the winning tile, by its place in the row.

    >>> [(winning_place(mark), is_claim(mark)) for mark in (win_mark(0, False), win_mark(4, True))]
    [(0, False), (4, True)]
    """
    return WinMark(1 + 2 * place + is_claimed)


def winning_place(mark: int) -> int:
    """The place in the row of the tile that a mark stands for; the mark is not 0."""
    return mark - 1 >> 1


def is_claim(mark: int) -> bool:
    """Whether the tile that a mark stands for was claimed; the mark is not 0."""
    return mark % 2 == 0


NO_MARK = WinMark(0)

WinState = NewType("WinState", int)
"""Whether the winning tile belongs to something, and how it was won."""

NOT_WON, DRAWN, CLAIMED = WinState(0), WinState(1), WinState(2)

PackedRow = NewType("PackedRow", int)
"""One row of a hand: `RowCounts`, above them the `WinMark`, above that the winds."""

ReadingSum = NewType("ReadingSum", int)
"""The sum of the groups of a reading: counters of sets, pairs and singles, of what conditions ask, of items
of the sheet, and lanes, which tell the sets that templates can bind.
"""

Extras = NewType("Extras", int)
"""What tiles show beside sets: red tiles, jokers and flowers as in `PackedTiles`, without the rows, and above
them how many tiles each input of indicators points at.
"""

NO_SUM, NOTHING_BESIDE = ReadingSum(0), Extras(0)
"""What steps are given that do not depend on the sum, or on what tiles show beside sets."""

Context = NewType("Context", int)
"""The winds in force: four times the place of the seat wind, plus that of the round wind; 0 where no rule
asks them.
"""

NO_WINDS = Context(0)

ConditionKey = NewType("ConditionKey", int)
"""What the conditions on a reading depend on: the words of its sum reduced to what they ask, how often
templates are bound, and facts of the situation.
"""

AwardOutputs = NewType("AwardOutputs", int)
"""What the conditions of patterns give in a reading: truths, and counts of several bits."""

SheetOutputs = NewType("SheetOutputs", int)
"""What the conditions of items of the second sheet give in a reading, and above that a number for the awards
that items ask.
"""

SheetKey = NewType("SheetKey", int)
"""What the second sheet of a reading depends on: how many sets each item counts, and above that
`SheetOutputs`.
"""


WorthKey = NewType("WorthKey", int)
"""A number that stands for all that the worth uses of a way to count a reading; see `WayToCount`."""

SummedReading = tuple[ReadingSum, PackedTiles]
"""A reading as its sum, and the tiles outside melds with those that jokers stand for."""

SetsOfMelds = tuple[int, bool, int]
"""What shapes ask of the melds of a hand: a bit for each kind of set among them, whether all are concealed,
and their number.
"""
