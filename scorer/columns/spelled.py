"""Readings of many hands spelled out: each row's groups once, whatever stands beside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from scorer.columns.columns import PLACES
from scorer.columns.table import Ints, Table, Truths
from scorer.compiled.rows import Beyond
from scorer.compiled.spelling import REORDERED, joined

if TYPE_CHECKING:
    from scorer.columns.columns import Chunk, ColumnScorer, RowTable
    from scorer.columns.text import Lines
    from scorer.compiled.tiles import Counted

MELD = re.compile(r"\([^)]*|\[[^+(]*?\]")
"""A meld of a hand, without a closing round bracket."""
MOST_TEXTS = 1 << 12
NOT_READ = -1
"""Stands for the shape of hands of which more has to be said."""
WON_RED = 1 << 50
"""Above the red tiles of a row: the winning tile is red as well."""

Read = tuple[str, tuple["Counted", ...]]
"""the groups of a reading, quoted, and those that items of the second sheet count"""
NO_MELDS: Read = ("", ())


class RowTexts:
    """How the readings of one row in one shape are written, by how they lie and their red tiles."""

    def __init__(self, scorer: ColumnScorer, shape: int, number: int) -> None:
        self.spelling, self.board = scorer.engine.spelling, scorer.board
        self.row, self.filler = self.board.rows[number], self.board.shapes[shape].filler
        self.reds = self.board.reds_of[number] >> self.board.top
        self.sets: list[str] = []
        self.smaller: list[str] = []
        self.counted: list[tuple[Counted, ...]] = []
        self.table = Table(3, 1, self._fill, MOST_TEXTS)

    def _fill(self, key: tuple[int, ...]) -> tuple[int]:
        (lies, how, reds), row = key, self.row
        filling = self.filler.pieces(row, lies & row.counts_mask)[how >> PLACES]
        variant, context = lies >> row.variant_at & row.variant_mask, lies >> row.context_at
        tiles, place = (reds & WON_RED - 1) << self.board.top, how & (1 << PLACES) - 1
        parts = self.spelling.row(row, filling, context, place, variant, tiles, reds >= WON_RED)
        sets, smaller, counted = joined(parts)
        self.sets.append(sets)
        self.smaller.append(smaller)
        self.counted.append(counted)
        return (len(self.sets) - 1,)

    def places(self, table: RowTable, at: Ints, reds: Ints, won_red: Truths) -> list[int]:
        """Where the texts of readings stand that are at these places of a row's table."""
        if len(self.table) > self.table.most:
            self.table.clear()
            for texts in (self.sets, self.smaller, self.counted):
                texts.clear()
        lies, how = (store.data[at] for store in table.lies)
        own = reds & self.reds
        own[won_red & (lies >> self.row.variant_at & self.row.variant_mask > 0)] |= WON_RED
        found: list[int] = self.table.get(0, self.table.ids(lies, how, own)).tolist()
        return found


class Spelled:
    """Spells out the best readings of hands."""

    def __init__(self, scorer: ColumnScorer) -> None:
        self.scorer, rows = scorer, range(len(scorer.rows))
        self.texts = [[RowTexts(scorer, shape.number, row) for row in rows] for shape in scorer.board.shapes]

    def read(self, chunk: Chunk, lines: Lines, rows: Ints, hands: list[str]) -> dict[int, Read]:
        """The best reading of each hand by its row, but of those whose groups do not stand in the order of
        their rows, or that pay otherwise if the dealer discarded; `rows` and `hands` are those of the chunk.
        """
        won, shapes, firsts = chunk.lying
        if self.scorer.engine.ruleset.asks_from_dealer:
            unsaid = chunk.each(lambda made: made.situation.may_be_from_dealer)[chunk.code[won]] > 0
            shapes = np.where(unsaid, NOT_READ, shapes)
        found: dict[int, Read] = {}
        for shape in self.scorer.board.shapes:
            chosen = np.flatnonzero(shapes == shape.number)
            if len(chosen) and shape.rule.way not in REORDERED:
                places = won[chosen]
                at = rows[places]
                own = [
                    texts.places(table, first[chosen], lines.red_tiles[at], lines.red_won[at])
                    for texts, table, first in zip(
                        self.texts[shape.number], self.scorer.shapes[shape.number], firsts, strict=True
                    )
                ]
                melds = self._called(chunk, places.tolist(), hands)
                found.update(zip(at.tolist(), self._joined(shape.number, own, melds), strict=True))
        return found

    def written(self, hand: str) -> str | None:
        """A hand that was read, as it should be written; None where tiles stand outside of its rows."""
        reader, (loose, _, won) = self.scorer.engine.reader, hand.partition("+")
        melds = reader.board.melds[0, tuple([reader.called[text] for text in MELD.findall(loose)])]
        unit, winning, red = reader.winning[won]
        try:
            tiles = reader.concealed(MELD.sub("", loose).replace(")", "")) + unit & reader.tiles_mask
        except Beyond:
            return None
        return self.scorer.engine.spelling.written(tiles, melds, winning, red)

    def _called(self, chunk: Chunk, places: list[int], hands: list[str]) -> list[Read]:
        """The melds of these hands."""
        contexts, melded = chunk.of_situation("context").tolist(), chunk.melded.tolist()
        return [self._melds(hands[at], contexts[at]) if melded[at] else NO_MELDS for at in places]

    def _melds(self, hand: str, context: int) -> Read:
        engine, sets, counted, first = self.scorer.engine, "", NO_MELDS[1], True
        for text in MELD.findall(hand):
            one = engine.reader.called[text]
            spelled = engine.spelling.melds[one, first and not one.concealed, context]
            sets += spelled[0]
            counted += spelled[2]
            first = first and one.concealed
        return sets, counted

    def _joined(self, shape: int, own: list[list[int]], melds: list[Read]) -> list[Read]:
        """Sets of all rows, then what is smaller, then melds."""
        texts = self.texts[shape]
        sets = [[one.sets[at] for at in places] for one, places in zip(texts, own, strict=True)]
        smaller = [[one.smaller[at] for at in places] for one, places in zip(texts, own, strict=True)]
        counted = [[one.counted[at] for at in places] for one, places in zip(texts, own, strict=True)]
        joined = map("".join, zip(*sets, *smaller, [one[0] for one in melds], strict=True))
        every = zip(*counted, [one[1] for one in melds], strict=True)
        return list(zip(joined, [sum(filter(None, one), ()) for one in every], strict=True))
