"""Waits, and other numbers that are worked out only when a condition depends on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.engine.evaluate import value_of
from scorer.engine.score import HandView
from scorer.fast.packing import PackedTiles
from scorer.memo import MOST_NUMBERS, Memo
from scorer.readings import tiles_against_waits
from scorer.tiles import Tile, mask_kinds

if TYPE_CHECKING:
    from collections.abc import Hashable

    from scorer.fast.conditions import Conditions, Program
    from scorer.fast.hand_layout import HandLayout, PackedMelds, PackedShape
    from scorer.fast.readings import PackedReadings
    from scorer.fast.situations import PackedSituation


EXPOSED, OF_HAND = "exposed", "hand"


class PackedWaits:
    """The tiles that would complete a hand in place of its winning tile."""

    def __init__(self, layout: HandLayout, conditions: Conditions, readings: PackedReadings) -> None:
        self.layout, self.conditions, self.readings = layout, conditions, readings
        self.memo: Memo[Hashable, tuple[int, ...]] = Memo(limit=MOST_NUMBERS)
        self.sorts = layout.form.conditions.late_sorts
        self.asks_winning = any(sort in (EXPOSED, OF_HAND) for sort, _ in self.sorts)
        self.asks_situation = any(sort == OF_HAND for sort, _ in self.sorts)

    def late_numbers(
        self, tiles: PackedTiles, melds: PackedMelds, winning_kind: int, situation: PackedSituation
    ) -> tuple[int, ...]:
        """The late numbers in the order of the program: how many waits, then those of the form."""
        rest = PackedTiles(tiles - self.layout.units[Tile(winning_kind)])
        won, where = winning_kind if self.asks_winning else -1, situation if self.asks_situation else None
        key = (rest, melds.called_sets, situation.fact_bits, situation.discard, situation.context, won, where)
        return self.memo.get(key) or self.memo.keep(
            key, self._late_numbers(rest, melds, winning_kind, situation)
        )

    def _late_numbers(
        self, waiting_tiles: PackedTiles, melds: PackedMelds, winning_kind: int, situation: PackedSituation
    ) -> tuple[int, ...]:
        """For each kind of late number: the copies of the winning tile in called sets, the result of the
        readable evaluator, or whether a condition holds with every tile waited for.
        """
        layout, waits = self.layout, self.completing_kinds(waiting_tiles, melds)
        found = [len(waits)]
        for sort, place in self.sorts:
            if sort == EXPOSED:
                called = (tiles for _, tiles, concealed, *_ in melds.melds if not concealed)
                found.append(sum(tile.kind == winning_kind for tiles in called for tile in tiles))
            elif sort == OF_HAND:
                held = PackedTiles(waiting_tiles + layout.units[Tile(winning_kind)] + melds.tiles)
                hand = layout.unpacked_hand(held, melds, winning_kind)
                view = HandView(layout.ruleset, hand, situation.source)
                found.append(int(value_of(layout.form.conditions.late_hand[place], view)))
            else:
                program = self.conditions.late_programs[place]
                found.append(
                    int(
                        all(
                            self._condition_holds(program, waiting_tiles, kind, melds, situation)
                            for kind in waits
                        )
                    )
                )
        return tuple(found)

    def completing_kinds(self, waiting_tiles: PackedTiles, melds: PackedMelds) -> tuple[int, ...]:
        """The kinds that complete these tiles, except those that are not waits because the hand holds
        every copy.
        """
        layout, kinds, unit = self.layout, self.layout.tileset.kinds, self.layout.units
        held = tiles_against_waits(layout.ruleset.formal_waits, waiting_tiles, melds.tiles)
        if layout.jokers and waiting_tiles >> layout.joker_at & 15:
            can_be_complete = self.readings.jokers.can_be_complete
            found = {
                kind
                for kind in layout.shift
                if can_be_complete(PackedTiles(waiting_tiles + unit[Tile(kind)]), melds)
            }
        else:
            shapes = [shape for shape in melds.shapes.all_of_them if shape.may_become(waiting_tiles)]
            found = set().union(*[self._completing(shape, waiting_tiles, melds) for shape in shapes])
        return tuple(
            kind
            for kind, at in layout.shift.items()
            if kind in found and held >> at & layout.tile_mask < kinds[kind].copies
        )

    def _completing(self, shape: PackedShape, waiting_tiles: PackedTiles, melds: PackedMelds) -> set[int]:
        """The tiles with which a shape can be filled; only numbers of sets, pairs and singles matter. A
        tile changes only its own row, so the tiles of a row are tried only if all other rows can be
        filled.
        """
        layout, base = self.layout, melds.bases[shape.place]
        if shape.is_exact:
            lacking = shape.required_tiles - (waiting_tiles & layout.counts_mask)
            return {kind for kind, at in layout.shift.items() if lacking == 1 << at}
        found: set[int] = set()
        rows = [(row, row.row_counts(waiting_tiles)) for row in layout.rows]
        sizes = [family.sizes[counts] for family, (_, counts) in zip(shape.of_row, rows, strict=True)]
        unfilled = [place for place, sums in enumerate(sizes) if not sums]
        for place in unfilled or range(len(rows)) if len(unfilled) < 2 else ():
            wanted = {shape.value - (base & layout.valid_mask)}
            for other, sums in enumerate(sizes):
                if other != place:
                    wanted = {total - less for total in wanted for less in sums}
            more = shape.of_row[place].one_more[rows[place][1]]
            places = [at for total in wanted if total in more for at in mask_kinds(more[total])]
            found.update([rows[place][0].kinds[at] for at in places])
        return found

    def _condition_holds(
        self,
        program: Program,
        waiting_tiles: PackedTiles,
        kind: int,
        melds: PackedMelds,
        situation: PackedSituation,
    ) -> bool:
        """Whether a condition holds in some reading with this tile as the winning one."""
        tiles = PackedTiles(waiting_tiles + self.layout.units[Tile(kind)])
        return any(
            program.run_program(self.conditions.inputs(self.conditions.condition_key(total, situation)))[0]
            for total, _ in self.readings.all_sums(tiles, melds, kind, situation, any_shape=True)
        )
