"""Readings spelled out: a hand and its groups in notation, and which items of the sheet count them, straight
from the tiles.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from scorer.fast.groups import CONCEALED, WON, selector
from scorer.fast.hand_layout import CountedGroup, meld_flags
from scorer.fast.packing import (
    CLAIMED,
    DRAWN,
    NO_MARK,
    NO_WINDS,
    NOT_WON,
    Context,
    PackedTiles,
    is_claim,
    win_mark,
    winning_place,
)
from scorer.hand import Meld
from scorer.memo import MOST_NUMBERS, Memo
from scorer.notation import format_meld
from scorer.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer.fast.hand_layout import (
        CalledSet,
        HandLayout,
        MeldKey,
        PackedMelds,
        PackedShape,
        Tiles,
    )
    from scorer.fast.jokers import JokerReading
    from scorer.fast.packing import WinMark, WinState
    from scorer.fast.readings import PackedReadings
    from scorer.fast.rows import Filling, Piece, Row
    from scorer.fast.situations import PackedHand

    GroupKey = tuple[str, tuple[int, ...], int, Context]
    """a group by its kind, its tiles and its flags, and the winds in force"""
    WrittenPiece = tuple[int, Piece, Context, WinState]
    """the number of a row, a piece in it, the winds in force, and what the winning tile is to the piece"""
    WrittenMeld = tuple[CalledSet, bool, Context]
    """a meld, whether it was called before all others, and the winds in force, 0 where it is all the same"""

REORDERED = ("one_of_each", "fixed")
"""Ways to fill a shape whose groups are not written in the order of their rows."""


class GroupTexts(NamedTuple):
    """Groups in notation, each quoted, and those that items of the sheet count."""

    sets: str
    small_groups: str
    """pairs and single tiles"""
    counted_groups: tuple[CountedGroup, ...]


class OrderedGroup(NamedTuple):
    """A group in notation, and what it is ordered by."""

    order: int
    texts: GroupTexts


class HandNotation(NamedTuple):
    """A hand in notation, the groups of a reading of it, and those that items of the sheet count."""

    hand: str
    groups: str
    counted_groups: tuple[CountedGroup, ...]


class ReadingWriter:
    """Writes hands and readings in notation; every piece of a row is written once."""

    def __init__(self, layout: HandLayout, readings: PackedReadings) -> None:
        self.layout, self.readings, self.tileset = layout, readings, layout.tileset
        self.tests = [tree and selector(tree) for tree in layout.groups.items]
        rows = zip(layout.rows, layout.reds_of, strict=True)
        self.parts = [(row.counts_mask << row.start) + reds for row, reds in rows]
        joker_fields = layout.joker_at, *layout.joker_sorts_at.values()
        jokers = sum([15 << at for at in joker_fields])
        self.parts.append(sum(layout.flower_bit.values()) << layout.top | jokers)
        """the bits of tiles that are written together: those of a row, and what is in no row"""
        self.texts: Memo[int, str] = Memo(
            lambda tiles: self.tileset.format_tiles(layout.unpacked_tiles(PackedTiles(tiles))), MOST_NUMBERS
        )
        self.sets: Memo[Tiles, str] = Memo(self._set)
        self.called_texts: Memo[MeldKey, str] = Memo(lambda meld: format_meld(Meld(*meld), self.tileset))
        self.items: Memo[GroupKey, int] = Memo(self._items)
        self.pieces: Memo[WrittenPiece, GroupTexts] = Memo(self._piece)
        self.melds: Memo[WrittenMeld, GroupTexts] = Memo(self._meld_group)

    def hand_notation(self, hand: PackedHand, chosen_reading: int | JokerReading) -> HandNotation:
        """A hand and the chosen one of its readings, which is given by its place if there are no jokers."""
        tiles, melds, situation = hand.tiles, hand.melds, hand.situation
        found = self.readings.reading(tiles, melds, hand.winning_kind, situation, chosen_reading)
        parts: list[OrderedGroup] = []
        for row, filling in zip(self.layout.rows, self.readings.fillings_of(found), strict=True):
            at, mark = -1, NO_MARK
            if row.number == found.row:
                at, mark = found.place, win_mark(row.place[found.winning_kind], situation.discard > 0)
            context = situation.context if row.mask >> row.context_at else NO_WINDS
            groups = self.row_groups(row, filling, context, at, mark, found.tiles, hand.red)
            order = _orders(found.shape, row, filling)
            parts += map(OrderedGroup, order, groups)
        if found.shape.rule.way in REORDERED:
            parts.sort(key=attrgetter("order"))
        own = join_groups([part.texts for part in parts])
        called = self.meld_texts(melds.called_sets, situation.context)
        text = self.tiles_notation(tiles, melds, hand.winning_kind, hand.red)
        return HandNotation(
            text, own.sets + own.small_groups + called.sets, own.counted_groups + called.counted_groups
        )

    def tiles_notation(self, tiles: PackedTiles, melds: PackedMelds, winning_kind: int, red: bool) -> str:
        """A hand in notation, from all its tiles outside of melds."""
        loose = tiles - self.layout.units[Tile(winning_kind, red)]
        called = [self.called_texts[meld] for meld in melds.melds]
        won = self.tileset.tile_code(Tile(winning_kind, red))
        return "".join([*[self.texts[loose & part] for part in self.parts], *called, "+", won])

    def row_groups(
        self,
        row: Row,
        filling: Filling,
        context: Context,
        group_place: int,
        mark: WinMark,
        tiles: PackedTiles,
        red: bool,
    ) -> list[GroupTexts]:
        """The groups of one row of a hand of these `tiles`; the one at `group_place` was completed as
        `mark` says, by a tile that may be `red`.
        """
        pieces, number = self.pieces, row.number
        parts = [pieces[number, piece, context, NOT_WON] for piece in filling]
        if mark:
            parts[group_place] = pieces[
                number, filling[group_place], context, CLAIMED if is_claim(mark) else DRAWN
            ]
        if tiles & self.layout.reds_of[number]:
            winning = Tile(row.kinds[winning_place(mark)], red) if mark else None
            self._redden(row, parts, filling, tiles, group_place, winning)
        return parts

    def _redden(
        self,
        row: Row,
        parts: list[GroupTexts],
        filling: Filling,
        tiles: PackedTiles,
        group_place: int,
        winning_tile: Tile | None,
    ) -> None:
        """Spells groups anew that have red tiles; the one that won is the first to take them."""
        pools = {kind: tiles >> top & 15 for kind, top in self.layout.red_at.items() if kind in row.place}
        if winning_tile and winning_tile.red:
            pools[winning_tile.kind] -= 1
        order: Iterable[int] = range(len(filling))
        if winning_tile:
            order = sorted(order, key=lambda place: place != group_place)
        for place in order:
            kinds = [row.kinds[one] for one in filling[place][1]]
            if not pools.keys().isdisjoint(kinds):
                counted = parts[place].counted_groups
                text = self.sets[_piece_tiles(kinds, pools, winning_tile if place == group_place else None)]
                parts[place] = group_notation(text, len(kinds), counted[0].items if counted else 0)

    def _piece(self, key: WrittenPiece) -> GroupTexts:
        number, (kind, places), context, won = key
        tiles = tuple([Tile(self.layout.rows[number].kinds[place]) for place in places])
        flags = WON if won == CLAIMED and len(places) >= 3 else WON | CONCEALED if won else CONCEALED
        return group_notation(self.sets[tiles], len(tiles), self._counting(kind, tiles, flags, context))

    def _counting(self, kind: str, tiles: Tiles, flags: int, context: Context) -> int:
        """A bit for each item of the sheet that counts such a group."""
        kinds = tuple([tile for tile, _ in tiles])
        return self.items[kind, kinds, flags, NO_WINDS if self.layout.groups.windless(kinds) else context]

    def _items(self, key: GroupKey) -> int:
        one = self.layout.groups.group(*key)
        return sum(1 << place for place, test in enumerate(self.tests) if test and test(one))

    def _set(self, tiles: Tiles) -> str:
        return self.tileset.format_tiles(self.tileset.sort_tiles(list(tiles)))

    def meld_texts(self, melds: Iterable[CalledSet], context: Context) -> GroupTexts:
        """The sets fixed before the win, in their order."""
        parts, first = [], True
        for one in melds:
            parts.append(self.melds[one, first and not one.is_concealed, Context(context & one.context_mask)])
            first = first and one.is_concealed
        return join_groups(parts)

    def _meld_group(self, key: WrittenMeld) -> GroupTexts:
        one, first, context = key
        kind, tiles, *_ = one.meld
        items = self._counting(kind, tiles, meld_flags(one.meld, first), context)
        return group_notation(self.sets[tiles], len(tiles), items)


def group_notation(text: str, size: int, items: int) -> GroupTexts:
    """A group in notation, its number of tiles, and the items of the sheet that count it."""
    counted = (CountedGroup(text, items),) if items else ()
    quoted = f'"{text}", '
    return GroupTexts(quoted, "", counted) if size > 2 else GroupTexts("", quoted, counted)


def join_groups(parts: Iterable[GroupTexts]) -> GroupTexts:
    """Groups in order: the sets, smaller groups, and the groups that items count."""
    sets = smaller = ""
    counted: tuple[CountedGroup, ...] = ()
    for part in parts:
        sets += part.sets
        smaller += part.small_groups
        counted += part.counted_groups
    return GroupTexts(sets, smaller, counted)


def _orders(shape: PackedShape, row: Row, filling: Filling) -> list[int]:
    """The order of the groups of a row: the singles of one of each come before the pair, and the rows of a
    shape as it has them before the sets.
    """
    if shape.rule.way == "one_of_each":
        return [len(places) for _, places in filling]
    left: list[object] = list(shape.choice)
    found = []
    for name, places in filling:
        group = (name, tuple([row.kinds[place] for place in places]))
        found.append(left.index(group) if group in left else len(left))
        if group in left:
            left[found[-1]] = None
    return found


def _piece_tiles(kinds: Iterable[int], pools: dict[int, int], fresh: Tile | None) -> Tiles:
    """The tiles of a piece, `fresh` among them as it is, red ones as long as there are any in the pools."""
    tiles = []
    for kind in kinds:
        if fresh is not None and kind == fresh.kind:
            tiles.append(fresh)
            fresh = None
        else:
            red = pools.get(kind, 0) > 0
            if red:
                pools[kind] -= 1
            tiles.append(Tile(kind, red))
    return tuple(tiles)
