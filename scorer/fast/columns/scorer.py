"""Score columns of requests, with the same functions as the compiled engine filling tables instead of memos.

Hands that are plainly legal and win are scored together, and those that fit no shape are told. All other rows
are left out, and the caller scores them one by one, which finds the errors or reasons: hands that are not
legal or may not win, jokers, very many readings, several ways to count.

A column holds 62-bit numbers. A row of more bits takes several columns: sets that join the suits (`differ:
suit`) put all their tiles in one row. A ruleset that does not fit in other ways is refused with
`Unsupported`, and its hands are scored one by one:

- there are too many templates (`match`) that share no set;

- a shape has so many sets that their count overflows its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

import numpy as np

from scorer.errors import ScorerError
from scorer.fast.columns.chunk import Chunk, HandTables
from scorer.fast.columns.notation import ReadingNotation, ReadingText
from scorer.fast.columns.reader import LineReader
from scorer.fast.columns.table import Column
from scorer.fast.columns.values import ValueColumns
from scorer.fast.engine import Engine
from scorer.fast.requests import DictionaryColumn, Entry, Interner, Requests, ScoredColumns

CHUNK = 25_000
CACHED_BYTES_OF_HAND = 512
"""Size, per hand, of the largest block of memory to keep; a column of all readings is smaller."""


class RequestScores(NamedTuple):
    """The scores of requests. The rows in `fallback_rows` must be scored one by one; `errors` are those of
    plainly legal hands that fit no shape. The values of both are meaningless.

    `is_plain` are the hands written in canonical notation. `readings` are the best readings by row, if they
    were requested and follow the order of their rows. `reading_counts` is the number of ways to read each
    hand.
    """

    fallback_rows: list[int]
    errors: Mapping[int, ScorerError]
    columns: ScoredColumns
    is_plain: list[bool]
    readings: Mapping[int, ReadingText]
    reading_counts: list[int]


class ColumnScorer:
    """Scores columns of requests for one engine. Threads may share it; only one uses it at a time.

    Raises Unsupported if the ruleset's templates or numbers of sets do not fit in a column.
    """

    def __init__(self, engine: Engine) -> None:
        self.tables, self.lock = HandTables(engine), Lock()
        self.line_reader = LineReader(engine, self.tables.melds)
        self.valuing = ValueColumns(engine, self.tables)
        self.notation = ReadingNotation(self.tables)

    def score(self, requests: Requests, with_readings: bool = False) -> RequestScores:
        """The scores of requests, in order; with their readings if `with_readings` is set.

        Raises OverflowError if a number is larger than a column holds.
        """
        with self.lock:
            self.valuing.trim_values()
            _keep_freed_memory(min(len(requests), CHUNK))
            found: list[Mapping[str, Column]] = []
            spelled = dict[int, ReadingText]()
            for start in range(0, max(1, len(requests)), CHUNK):
                self.tables.trim_tables()
                if self.valuing.is_full() or self.tables.situations.is_full():
                    self.tables.clear_situations()
                    self.valuing.clear_tables()
                part = requests.section(start, start + CHUNK)
                chunk = Chunk(self.tables, part, self.line_reader.read(part.hands))
                if not chunk.fallback_rows.all():
                    readings = chunk.readings()
                    best = readings.select(self.valuing.fill_best(chunk, readings.hands, readings.words))
                    if with_readings:
                        spelled |= {
                            start + row: one for row, one in self.notation.reading_texts(chunk, best).items()
                        }
                told = {"plain": chunk.lines.is_canonical, "complete": chunk.reading_counts}
                found.append(chunk.value_columns | told | {"incomplete": chunk.incomplete_rows()})
            columns = {name: np.concatenate([one[name] for one in found]) for name in found[0]}
            scored = self._scored_columns(columns)
        left = np.flatnonzero((columns["award"] == 0) & ~columns["incomplete"]).tolist()
        incomplete = np.flatnonzero(columns["incomplete"]).tolist()
        errors = {row: self.tables.engine.incomplete_error() for row in incomplete}
        plain, complete = columns["plain"].tolist(), columns["complete"].tolist()
        return RequestScores(left, errors, scored, plain, spelled, complete)

    def _scored_columns(self, columns: Mapping[str, Column]) -> ScoredColumns:
        """The scores, with numbers replaced by the values they represent."""
        valuing = self.valuing
        return ScoredColumns(
            _dictionary_column(valuing.awards, columns["award"]),
            _dictionary_column(valuing.lines, columns["bonuses"]),
            _dictionary_column(valuing.sheet_totals, columns["sheet"]),
            _dictionary_column(valuing.worths, columns["worth"]),
            valuing.payments(columns["owed"], columns["seated"]),
        )

    def hand_texts(self, requests: Requests, scores: RequestScores) -> list[str | None]:
        """The canonical notation of each scored hand, None for others."""
        every = zip(requests.hands, scores.is_plain, scores.columns.awards.places, strict=True)
        return [
            None if not scored else hand if plain else self.notation.normalized_hand(hand)
            for hand, plain, scored in every
        ]


def _keep_freed_memory(hands: int) -> None:
    """Allocate and free one large block of memory without touching it.

    After that, the C library of Linux keeps smaller freed blocks. Otherwise every step's columns would be
    requested from the system again, page by page, which takes a twentieth of the total time.
    """
    np.empty(CACHED_BYTES_OF_HAND * hands, dtype=np.uint8)


def _dictionary_column(values: Interner[Entry], numbers: Column) -> DictionaryColumn[Entry]:
    """A column of values by number, keeping only values that some row has."""
    counts = np.bincount(numbers, minlength=1)
    counts[0] = 1
    used = np.flatnonzero(counts)
    places = np.zeros(len(counts), dtype=np.int64)
    places[used] = np.arange(len(used))
    kept = [values.values[number] for number in used.tolist()]
    return DictionaryColumn.of_bytes(kept, places[numbers].astype(np.intc).tobytes())
