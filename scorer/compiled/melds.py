"""The sets fixed before the win, each by itself and together."""

from __future__ import annotations

from scorer.compiled.groups import CALLED, CONCEALED, FIRST, MELDED
from scorer.compiled.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorer.compiled.groups import Groups
    from scorer.compiled.rows import Row

FLAG_BITS = 5
FLAGS = (1 << FLAG_BITS) - 1


def meld_flags(concealed: bool, first: bool) -> int:
    """What is to be said of a meld; `first`: none was called before it."""
    return MELDED | (CONCEALED if concealed else CALLED | FIRST if first else CALLED)


class Called:
    """One set fixed before the win; what it adds is worked out once for each context."""

    __slots__ = ("added", "concealed", "context_mask", "flags", "kind", "meld", "row", "tiles")

    def __init__(self, meld: Any, kind: int, tiles: int, row: Row, in_winds: bool, groups: Groups) -> None:
        self.meld, self.kind, self.tiles, self.row = meld, kind, tiles, row
        name, own, self.concealed = meld
        plain = tuple([tile[0] for tile in own])
        self.flags = meld_flags(self.concealed, False), meld_flags(self.concealed, True)
        """what is to be said of it where one was called before it, and where none was"""
        self.context_mask = -1 if in_winds else 0
        self.added: Memo[int, int] = Memo(
            lambda said: groups.memo[name, plain, said & FLAGS, -1, said >> FLAG_BITS]
        )
        """by flags, and by context above them"""


class Melds:
    """The sets fixed before the win, summed."""

    __slots__ = ("bases", "called", "concealed", "count", "lying", "others", "rows", "whole")

    def __init__(
        self, called: tuple[Called, ...], bases: tuple[int, ...], whole: int, concealed: bool
    ) -> None:
        self.called, self.bases, self.whole, self.concealed = called, bases, whole, concealed
        self.count = len(called)
        self.lying: Any = None
        """how they are written, once that was asked"""
        self.others: tuple[int, ...] = ()
        """bits that a hand of another shape with these melds never has"""
        self.rows: tuple[tuple[int, int, int, Memo[int, int]], ...] = ()
        """rows that have tiles of melds: start, mask, those tiles, and what whole rows add"""

    @property
    def melds(self) -> tuple[Any, ...]:
        """Each as kind, tiles and whether concealed."""
        return tuple([one.meld for one in self.called])

    def change(self, tiles: int) -> int:
        """What the melds change in counters of whole rows."""
        change = 0
        for start, mask, added, words in self.rows:
            own = tiles >> start & mask
            change += words[own + added] - words[own]
        return change
