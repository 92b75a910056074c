"""Score columns of requests, with the same functions as the compiled engine filling tables instead of memos.

Hands that are plainly legal and win are scored together. All other rows are left out, and the caller scores
them one by one, which finds the errors or reasons: hands that are not legal, jokers, very many readings,
several ways to count.

A column holds 62-bit numbers. A ruleset that does not fit is refused with `Unsupported`, and its hands are
scored one by one:

- a row has too many tiles, because sets that join the suits (`differ: suit`) put all their tiles in one row;

- there are too many templates (`match`) that share no set;

- a shape has so many sets that their count overflows its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

import numpy as np

from scorer.columns import Kept, Numbered, Requests, Scored, Shared
from scorer.columns.chunk import Chunk, HandTables
from scorer.columns.spelled import Read, Spelled
from scorer.columns.table import Column
from scorer.columns.text import LineReader
from scorer.columns.worth import Valuing
from scorer.compiled.engine import Engine

CHUNK = 25_000
KEPT = 512
"""Size, per hand, of the largest block of memory to keep; a column of all readings is smaller."""


class RequestScores(NamedTuple):
    """The scores of requests. The rows in `left` must be scored one by one; their values are meaningless.

    `plain` are the hands written in canonical notation. `read` are the best readings by row, if they were
    requested and follow the order of their rows. `complete` is the number of ways to read each hand.
    """

    left: list[int]
    scored: Scored
    plain: list[bool]
    read: Mapping[int, Read]
    complete: list[int]


class ColumnScorer:
    """Scores columns of requests for one engine. Threads may share it; only one uses it at a time.

    Raises Unsupported if the ruleset's rows or templates do not fit in a column.
    """

    def __init__(self, engine: Engine) -> None:
        self.tables, self.lock = HandTables(engine), Lock()
        self.reader = LineReader(engine, self.tables.melds)
        self.valuing = Valuing(engine, self.tables)
        self.spelled = Spelled(self.tables)

    def score(self, asked: Requests, read: bool = False) -> RequestScores:
        """The scores of requests, in order; with their readings if `read` is set.

        Raises OverflowError if a number is larger than a column holds.
        """
        with self.lock:
            self.valuing.begin()
            _keep_freed_memory(min(len(asked), CHUNK))
            found: list[Mapping[str, Column]] = []
            spelled = dict[int, Read]()
            for start in range(0, max(1, len(asked)), CHUNK):
                self.tables.trim()
                if self.valuing.is_full() or self.tables.situations.is_full():
                    self.tables.forget()
                    self.valuing.forget()
                part = asked.part(start, start + CHUNK)
                chunk = Chunk(self.tables, part, self.reader.read(part.hands))
                if not chunk.alone.all():
                    readings = chunk.readings()
                    best = readings.some(self.valuing.fill(chunk, readings.hands, readings.words))
                    if read:
                        spelled |= {start + row: one for row, one in self.spelled.read(chunk, best).items()}
                found.append(chunk.found | {"plain": chunk.lines.plain, "complete": chunk.complete})
            columns = {name: np.concatenate([one[name] for one in found]) for name in found[0]}
            scored = self._scored(columns)
        left = np.flatnonzero(columns["award"] == 0).tolist()
        return RequestScores(left, scored, columns["plain"].tolist(), spelled, columns["complete"].tolist())

    def _scored(self, columns: Mapping[str, Column]) -> Scored:
        """The scores, with numbers replaced by the values they represent."""
        valuing = self.valuing
        return Scored(
            _shared(valuing.awards, columns["award"]),
            _shared(valuing.lines, columns["bonuses"]),
            _shared(valuing.sheet_totals, columns["sheet"]),
            _shared(valuing.worths, columns["worth"]),
            valuing.payments(columns["owed"], columns["seated"]),
        )

    def written(self, asked: Requests, made: RequestScores) -> list[str | None]:
        """The canonical notation of each scored hand, None for others."""
        every = zip(asked.hands, made.plain, made.scored.awards.places, strict=True)
        return [
            None if not scored else hand if plain else self.spelled.written(hand)
            for hand, plain, scored in every
        ]


def _keep_freed_memory(hands: int) -> None:
    """Allocate and free one large block of memory without touching it.

    After that, the C library of Linux keeps smaller freed blocks. Otherwise every step's columns would be
    requested from the system again, page by page, which takes a twentieth of the total time.
    """
    np.empty(KEPT * hands, dtype=np.uint8)


def _shared(values: Numbered[Kept], numbers: Column) -> Shared[Kept]:
    """A column of values by number, keeping only values that some row has."""
    counts = np.bincount(numbers, minlength=1)
    counts[0] = 1
    used = np.flatnonzero(counts)
    places = np.zeros(len(counts), dtype=np.int64)
    places[used] = np.arange(len(used))
    return Shared([values.made[number] for number in used.tolist()], places[numbers].tolist())
