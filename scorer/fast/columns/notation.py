"""Write out the readings of many hands, each distinct row of groups once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scorer.fast.columns.chunk import joined_parts
from scorer.fast.columns.table import PLACES, ColumnMemo, Ints, RunsMemo, Truths
from scorer.fast.fallback import NeedsReadableEvaluator
from scorer.fast.notation import REORDERED, GroupTexts, join_groups
from scorer.fast.packing import NO_WINDS, Context, PackedTiles, WinMark
from scorer.fast.reader import MELD

if TYPE_CHECKING:
    from scorer.fast.columns.chunk import Chunk, HandTables, Readings
    from scorer.fast.hand_layout import CountedGroup

MOST_TEXTS = 1 << 12
NOT_READ = -1
"""Marks the shape of hands that need more than their groups written out."""
WON_RED = 1 << 50
"""The bit above a row's red tiles: the winning tile is red as well."""

NO_MELDS = GroupTexts("", "", ())


class ReadingText(NamedTuple):
    """The groups of a reading, quoted, and those that fu items count."""

    groups: str
    counted_groups: tuple[CountedGroup, ...]


class RowTexts:
    """The texts for the readings of one row in one shape, by arrangement and red tiles."""

    def __init__(self, tables: HandTables, shape: int, number: int) -> None:
        self.writer, self.layout = tables.engine.notation, tables.layout
        self.row, self.family = self.layout.rows[number], self.layout.shapes[shape].of_row[number]
        self.reds = self.layout.reds_of[number] >> self.layout.top
        self.sets: list[str] = []
        self.small_groups: list[str] = []
        self.counted_groups: list[tuple[CountedGroup, ...]] = []
        self.parts = tables.parts_of_rows[number]
        self.table = ColumnMemo(len(self.parts) + 2, 1, self._fill, MOST_TEXTS)

    def _fill(self, key: tuple[int, ...]) -> tuple[int]:
        (*lying, how, reds), row = key, self.row
        lies = joined_parts(lying, self.parts)
        filling = self.family.pieces[lies & row.counts_mask][how >> PLACES]
        mark, context = WinMark(lies >> row.win_mark_at & row.win_mark_mask), Context(lies >> row.context_at)
        tiles, place = PackedTiles((reds & WON_RED - 1) << self.layout.top), how & (1 << PLACES) - 1
        parts = self.writer.row_groups(row, filling, context, place, mark, tiles, reds >= WON_RED)
        groups = join_groups(parts)
        self.sets.append(groups.sets)
        self.small_groups.append(groups.small_groups)
        self.counted_groups.append(groups.counted_groups)
        return (len(self.sets) - 1,)

    def places(self, table: RunsMemo, entry_places: Ints, reds: Ints, won_red: Truths) -> list[int]:
        """The places of the texts for readings, given their places in a row's table."""
        if len(self.table) > self.table.limit:
            self.table.clear()
            for texts in (self.sets, self.small_groups, self.counted_groups):
                texts.clear()
        *lies, how = (column.data[entry_places] for column in table.entries[-1 - len(self.parts) :])
        own = reds & self.reds
        mark_at = self.row.win_mark_at + self.row.start - self.parts[-1].start
        own[won_red & (lies[-1] >> mark_at & self.row.win_mark_mask > 0)] |= WON_RED
        found: list[int] = self.table.values_of(0, self.table.ids(*lies, how, own)).tolist()
        return found


class ReadingNotation:
    """Writes out the best readings of hands."""

    def __init__(self, tables: HandTables) -> None:
        self.tables = tables

    @cached_property
    def texts(self) -> list[list[RowTexts]]:
        """The texts by shape and row."""
        shapes, rows = self.tables.layout.shapes, range(len(self.tables.rows))
        return [[RowTexts(self.tables, shape.number, row) for row in rows] for shape in shapes]

    def reading_texts(self, chunk: Chunk, readings: Readings) -> dict[int, ReadingText]:
        """The best reading of each hand by row, except hands whose groups do not follow the order of their
        rows or that pay differently if the dealer discarded.
        """
        won, _, shapes, firsts = readings
        lines = chunk.lines
        if self.tables.engine.ruleset.depends_on_dealer_discard:
            unsaid = chunk.situation_fact("from_dealer")[won] > 0
            shapes = np.where(unsaid, NOT_READ, shapes)
        found: dict[int, ReadingText] = {}
        for shape in self.tables.layout.shapes:
            chosen = np.flatnonzero(shapes == shape.number)
            if len(chosen) and shape.rule.way not in REORDERED:
                rows = won[chosen]
                own = [
                    texts.places(table, first[chosen], lines.red_tiles[rows], lines.red_won[rows])
                    for texts, table, first in zip(
                        self.texts[shape.number], self.tables.shapes[shape.number], firsts, strict=True
                    )
                ]
                read = self._reading_texts(shape.number, own, self._meld_texts(chunk, rows.tolist()))
                found.update(zip(rows.tolist(), read, strict=True))
        return found

    def normalized_hand(self, hand: str) -> str | None:
        """The canonical notation of a hand; None if some tiles are outside its rows."""
        reader = self.tables.engine.reader
        loose, _, won = reader.plain_text(hand).rpartition("+")
        melds = reader.layout.melds[NO_WINDS, reader.called_sets_of(loose)]
        unit, winning, red = reader.winning_tiles[won]
        try:
            tiles = reader.concealed_counts(MELD.sub("", loose)) + unit & reader.tiles_mask
        except NeedsReadableEvaluator:
            return None
        return self.tables.engine.notation.tiles_notation(PackedTiles(tiles), melds, winning, red)

    def _meld_texts(self, chunk: Chunk, rows: list[int]) -> list[GroupTexts]:
        hands, contexts, melded = (
            chunk.requests.hands,
            chunk.situation_fact("context").tolist(),
            chunk.meld_counts.tolist(),
        )
        reader, writer = self.tables.engine.reader, self.tables.engine.notation
        return [
            writer.meld_texts(
                reader.called_sets_of(reader.plain_text(hands[at])),
                contexts[at],
            )
            if melded[at]
            else NO_MELDS
            for at in rows
        ]

    def _reading_texts(
        self, shape: int, text_places: list[list[int]], melds: list[GroupTexts]
    ) -> list[ReadingText]:
        """The sets of all rows, then smaller groups, then melds."""
        texts = self.texts[shape]
        sets = [[one.sets[at] for at in places] for one, places in zip(texts, text_places, strict=True)]
        smaller = [
            [one.small_groups[at] for at in places] for one, places in zip(texts, text_places, strict=True)
        ]
        counted = [
            [one.counted_groups[at] for at in places] for one, places in zip(texts, text_places, strict=True)
        ]
        joined = map("".join, zip(*sets, *smaller, [one.sets for one in melds], strict=True))
        every = zip(*counted, [one.counted_groups for one in melds], strict=True)
        return list(map(ReadingText, joined, [sum(filter(None, one), ()) for one in every]))
