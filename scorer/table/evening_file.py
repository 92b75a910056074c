"""An evening as it was read from a file, with the place of every fault."""

from __future__ import annotations

from scorer.message import Text
from scorer.table.evening import Evening, Ranking, rankings
from scorer.values import dataclass


@dataclass(frozen=True)
class PlacedFault:
    """A fault of a file: its line and column, both from 1, and the number of its event, 0 for none. `length`
    is that of the word which the first suggestion replaces, 0 if its place is not known.
    """

    line: int
    column: int
    event: int
    message: Text
    suggestions: tuple[str, ...] = ()
    length: int = 0


@dataclass(frozen=True)
class EveningFile:
    """An evening that was read, with the line of each event, and every fault in the order of the file."""

    name: str
    evening: Evening
    lines: tuple[int, ...]
    faults: tuple[PlacedFault, ...]


@dataclass(frozen=True)
class EveningRanking:
    """The ranking of the players of several files."""

    files: tuple[EveningFile, ...]

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        return rankings([one.evening for one in self.files])
