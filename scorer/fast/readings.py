"""Hands with several readings, and the reading behind a score: work that most hands do not need."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from scorer.fast.jokers import JokerReading, Jokers
from scorer.fast.packing import NO_SUM, PackedTiles, ReadingSum
from scorer.readings import MOST_READINGS
from scorer.shapes import TooManyReadings
from scorer.tiles import Tile

if TYPE_CHECKING:
    from scorer.fast.hand_layout import HandLayout, PackedMelds, PackedShape
    from scorer.fast.packing import SummedReading
    from scorer.fast.rows import Filling
    from scorer.fast.situations import PackedSituation


class FoundReading(NamedTuple):
    """One reading: the filling of each row, and the group that the winning tile completed."""

    shape: PackedShape
    total: ReadingSum
    tiles: PackedTiles
    winning_kind: int
    fillings: tuple[int, ...]
    row: int
    place: int


class PackedReadings:
    """Every reading of a hand, in the order of the readable evaluator."""

    def __init__(self, layout: HandLayout) -> None:
        self.layout = layout
        self.jokers = Jokers(layout)

    def all_sums(
        self,
        tiles: PackedTiles,
        melds: PackedMelds,
        winning_kind: int,
        situation: PackedSituation,
        any_shape: bool = False,
    ) -> list[SummedReading]:
        """The sums of all readings of a hand without jokers; with `any_shape` in shapes not open as well."""
        key = tiles + self.layout.winning_marks[winning_kind, situation.discard] + situation.marks
        return [
            (total, tiles)
            for shape in melds.shapes.shapes_of(tiles & self.layout.counts_mask)
            if (any_shape or situation.open_shapes[shape.place]) and shape.may_be(tiles)
            for total in self._shape_sums(shape, key, tiles, melds, winning_kind, situation)
        ]

    def _shape_sums(
        self,
        shape: PackedShape,
        key: int,
        tiles: PackedTiles,
        melds: PackedMelds,
        winning_kind: int,
        situation: PackedSituation,
    ) -> list[ReadingSum]:
        """The sums of the readings in one shape; their order matters only if several rows have several
        fillings.
        """
        total, several = melds.bases[shape.place] + melds.change(tiles), None
        for start, mask, memo in shape.places:
            entries = memo[key >> start & mask]
            if len(entries) == 1:
                total += entries[0][0]
            elif not entries:
                return []
            elif several is None:
                several = entries
            elif prod([len(one[key >> at & own]) for at, own, one in shape.places]) > MOST_READINGS:
                raise TooManyReadings
            else:
                return [found.total for found in self._of_shape(shape, tiles, melds, winning_kind, situation)]
        valid, value = self.layout.valid_mask, shape.value
        sums = [total] if several is None else [total + more for more, _, _ in several]
        return [ReadingSum(one) for one in sums if one & valid == value]

    def _of_shape(
        self,
        shape: PackedShape,
        tiles: PackedTiles,
        melds: PackedMelds,
        winning_kind: int,
        situation: PackedSituation,
    ) -> list[FoundReading]:
        layout = self.layout
        key = tiles + layout.winning_marks[winning_kind, situation.discard] + situation.marks
        base = melds.bases[shape.place] + melds.change(tiles)
        at = layout.row_of[winning_kind].number
        found = []
        for entries in product(*[memo[key >> start & mask] for start, mask, memo in shape.places]):
            total = base + sum([more for more, _, _ in entries])
            if total & layout.valid_mask == shape.value:
                fillings = tuple([number for _, number, _ in entries])
                found.append(
                    FoundReading(shape, ReadingSum(total), tiles, winning_kind, fillings, at, entries[at][2])
                )
        return found if len(found) < 2 else sorted(found, key=lambda item: (item.fillings, item.place))

    def fillings_of(self, reading: FoundReading) -> list[Filling]:
        rows = zip(self.layout.rows, reading.fillings, strict=True)
        return [
            reading.shape.of_row[row.number].pieces[row.row_counts(reading.tiles)][number]
            for row, number in rows
        ]

    def reading(
        self,
        tiles: PackedTiles,
        melds: PackedMelds,
        winning_kind: int,
        situation: PackedSituation,
        place: int | JokerReading,
    ) -> FoundReading:
        """The reading at a place in the order of the readable evaluator; of a hand with jokers, as it was
        found.
        """
        if not isinstance(place, int):
            played = PackedTiles(tiles + sum([self.layout.units[Tile(kind)] for kind in place.kinds]))
            won = place.joker_winning_kind if winning_kind in self.layout.jokers else winning_kind
            shape = melds.shapes.numbered_shape(place.shape)
            return FoundReading(shape, NO_SUM, played, won, place.fillings, place.row, place.group)
        for shape in melds.shapes.shapes_of(tiles & self.layout.counts_mask):
            if situation.open_shapes[shape.place] and shape.may_be(tiles):
                found = self._of_shape(shape, tiles, melds, winning_kind, situation)
                if place < len(found):
                    return found[place]
                place -= len(found)
        raise IndexError(place)
