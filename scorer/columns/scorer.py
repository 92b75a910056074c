"""Columns: the steps of one hand on whole columns of requests, with memos filled by the same functions.

A table stands for each memo. What is plainly legal and wins is scored together. Every other row is left, and
whoever asks scores it by itself, which finds the faults or the reasons: a hand that is no legal one, jokers,
very many readings, several ways to count.

A column holds numbers of 62 bits. A ruleset that does not fit is refused with `Unsupported`, and its hands
are scored one by one:

- a row of too many tiles: where sets join the suits (`differ: suit`), all their tiles are one row;
- too many templates (`match`) that share no set;
- shapes of so many sets that their number leaves its word.
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
"""Bytes for each hand of the largest piece of memory that is kept: a column of all readings takes less."""


class RequestScores(NamedTuple):
    """What requests are worth. `left` are those that have to be scored one by one, whose row says nothing.

    `plain` are those that are written as they should be; `read` the best readings by row, where they were
    asked for and stand in the order of their rows; `complete` the ways to read each hand.
    """

    left: list[int]
    scored: Scored
    plain: list[bool]
    read: Mapping[int, Read]
    complete: list[int]


class ColumnScorer:
    """Scores requests for one engine. Threads may share it: they take turns.

    Raises Unsupported where the ruleset's rows or templates do not fit in a column.
    """

    def __init__(self, engine: Engine) -> None:
        self.tables, self.lock = HandTables(engine), Lock()
        self.reader = LineReader(engine, self.tables.melds)
        self.valuing = Valuing(engine, self.tables)
        self.spelled = Spelled(self.tables)

    def score(self, asked: Requests, read: bool = False) -> RequestScores:
        """The scores of requests, in order; with their readings if those are to be `read`.

        Raises OverflowError where a number is larger than a column holds.
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
        """What was found, with the values that numbers stand for."""
        valuing = self.valuing
        return Scored(
            _shared(valuing.awards, columns["award"]),
            _shared(valuing.lines, columns["bonuses"]),
            _shared(valuing.sheet_totals, columns["sheet"]),
            _shared(valuing.worths, columns["worth"]),
            valuing.payments(columns["owed"], columns["seated"]),
        )

    def written(self, asked: Requests, made: RequestScores) -> list[str | None]:
        """The hands that are scored as they should be written, None for others."""
        every = zip(asked.hands, made.plain, made.scored.awards.places, strict=True)
        return [
            None if not scored else hand if plain else self.spelled.written(hand)
            for hand, plain, scored in every
        ]


def _keep_freed_memory(hands: int) -> None:
    """Gives back one large piece of memory, untouched.

    The C library of Linux then keeps smaller ones that are given back. Without this every step's columns
    come from the system anew, page by page, which is a twentieth of all the time.
    """
    np.empty(KEPT * hands, dtype=np.uint8)


def _shared(values: Numbered[Kept], numbers: Column) -> Shared[Kept]:
    """A column of values by their numbers, of those alone that any row has."""
    counts = np.bincount(numbers, minlength=1)
    counts[0] = 1
    used = np.flatnonzero(counts)
    places = np.zeros(len(counts), dtype=np.int64)
    places[used] = np.arange(len(used))
    return Shared([values.made[number] for number in used.tolist()], places[numbers].tolist())
