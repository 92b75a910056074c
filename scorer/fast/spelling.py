"""Readings spelled out: a hand and its groups in notation, straight from the tiles, without making groups."""

from __future__ import annotations

from scorer.fast.laying import drawn, said_of
from scorer.fast.memo import MOST_ROWS, Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from scorer.fast.board import Board, Melds
    from scorer.fast.laying import Laying
    from scorer.fast.readings import Found
    from scorer.fast.rows import Filling, Piece, Row
    from scorer.fast.situations import Situated
    from scorer.fast.writing import Tiles, Writing

    Counted = tuple[str, int]
    """a group in notation, and a bit for each item of the sheet that counts it"""
    Spelled = tuple[str, str, str, tuple[Counted, ...]]
    """tiles as the hand has them, sets quoted, pairs and singles quoted, groups that items count"""

NOTHING: Spelled = ("", "", "", ())
MOST_GROUPS = 32
"""More than a row ever has."""
CLAIMED = 2
"""A piece that the winning tile completed by discard; 1: by self-draw."""


class Spelling:
    """Spells readings out; rows that lie alike are spelled once.

    How a row lies is one number: its part of the hand, the mark of the winning tile, its red tiles, a bit
    where that is red too, and above them, where there is a choice, the reading chosen.
    """

    def __init__(self, board: Board, laying: Laying, writing: Writing) -> None:
        self.board, self.laying, self.writing = board, laying, writing
        self.red_bit, self.choice_at = 1 << board.end, board.end + 1
        spellers = [_RowSpelling(self, row) for row in board.rows]
        self.rows = [(one.tiles_mask, one.mask, Memo(one.spelled, MOST_ROWS)) for one in spellers]
        self.melds: Memo[tuple[Any, bool, int], Spelled] = Memo(self._meld, 4096)

    def spelled(
        self, tiles: int, melds: Melds, winning: int, red: bool, made: Situated, place: int
    ) -> tuple[str, str, tuple[Counted, ...]]:
        """The hand in notation, the groups of a reading quoted, and those that items of the sheet count.

        `place` is that of the reading among all; below 0 it is the only one, of the first shape.
        """
        key = tiles + self.board.won.get((winning, made.discard), 0) + made.marks
        if red:
            key |= self.red_bit
        if place < 0:
            parts = [memo[key & mask] for own, mask, memo in self.rows if key & own]
        else:
            found = self.laying.readings.reading(tiles, melds, winning, made, place)
            if found.jokers or found.shape.form["way"] == "one_of_each":
                parts = [self._whole(found, tiles - self.board.units[winning, red], red, made)]
            else:
                parts = self._chosen(found, key)
        loose, sets, smaller, counted = _joined(parts)
        won = self.writing.code[winning, red]
        if not melds.count:
            return f"{loose}+{won}", sets + smaller, counted
        called, melded, _, more = melds.lying or self._called(melds, made.context)
        return f"{loose}{called}+{won}", sets + smaller + melded, counted + more

    def _chosen(self, found: Found, key: int) -> list[Spelled]:
        """The rows of a reading that is one of several."""
        shapes, shape = len(self.board.shapes), found.shape.place + 1
        parts = []
        for number, (own, mask, memo) in enumerate(self.rows):
            if key & own:
                at = found.place + 1 if number == found.row else 0
                choice = shape + shapes * (at + MOST_GROUPS * found.fillings[number])
                parts.append(memo[key & mask | choice << self.choice_at])
        return parts

    def choice(self, lies: int) -> tuple[int, int, int]:
        """The reading chosen for a row: the shape, the filling, the place of the group that won."""
        rest, shape = divmod((lies >> self.choice_at) - 1, len(self.board.shapes))
        filled, at = divmod(rest, MOST_GROUPS)
        return shape, filled, at - 1

    def group(self, tiles: Tiles, items: int) -> Spelled:
        """A group that so many items of the sheet count."""
        text = self.writing.sets[tiles]
        counted = ((text, items),) if items else ()
        return (text, f'"{text}", ', "", counted) if len(tiles) > 2 else (text, "", f'"{text}", ', counted)

    def _whole(self, found: Found, loose: int, red: bool, made: Situated) -> Spelled:
        """A reading as it is laid out, group by group."""
        groups = [self.group(group.tiles, items) for group, items in self.laying.groups_of(found, red, made)]
        _, sets, smaller, counted = _joined(groups)
        return self.writing.concealed(loose), sets, smaller, counted

    def _called(self, melds: Melds, context: int) -> Spelled:
        """The melds: spelled once for each hand's, and kept with them."""
        parts, first = [], True
        for meld in melds.melds:
            parts.append(self.melds[meld, first and not meld[2], context])
            first = first and meld[2]
        melds.lying = spelled = _joined(parts)
        return spelled

    def _meld(self, key: tuple[Any, bool, int]) -> Spelled:
        """A meld; its second part says whether it was called before all others."""
        (kind, tiles, concealed), first, context = key
        flags = self.board.meld_flags(concealed, first)
        text, sets, smaller, counted = self.group(tiles, self.laying.items_of(kind, tiles, flags, context))
        return f"[{text}]" if concealed else f"({text})", sets, smaller, counted


class _RowSpelling:
    """Spells one row."""

    def __init__(self, spelling: Spelling, row: Row) -> None:
        self.spelling, self.board, self.row = spelling, spelling.board, row
        self.red_bit, self.choice_at = spelling.red_bit, spelling.choice_at
        self.reds = sum(15 << at for at in self.board.row_reds[row.number])
        self.tiles_mask = row.counts_mask << row.start
        self.mask = row.mask << row.start | self.reds | (self.red_bit if self.reds else 0)
        """all that tells how the row lies"""
        self.fillers = [shape.filler.pieces[row.number] for shape in self.board.shapes]
        self.pieces: Memo[int, Memo[Piece, Spelled]] = Memo(self._pieces)
        """by context and by what the winning tile is to the piece: nothing, drawn or claimed"""
        self.red_places = frozenset(row.place[kind] for kind in row.kinds if kind in self.board.red_at)

    def spelled(self, lies: int) -> Spelled:
        """How the row is spelled where it lies so."""
        row, packed = self.row, lies >> self.row.start & self.row.mask
        if lies >> self.choice_at:
            shape, filled, at = self.spelling.choice(lies)
        else:
            shape, (_, filled, at) = 0, self.board.main.every[row.number][packed][0]
        filling = self.fillers[shape][packed & row.counts_mask][filled]
        context, variant = packed >> row.context_at << 2, packed >> row.variant_at & row.variant_mask
        plain = self.pieces[context]
        parts = [plain[piece] for piece in filling]
        loose, winning, red = lies, -1, False
        if variant:
            parts[at] = self.pieces[context + CLAIMED - variant % 2][filling[at]]
            winning = row.kinds[variant - 1 >> 1]
            red = winning in self.board.red_at and lies & self.red_bit > 0
            loose -= self.board.units[winning, red]
        if lies & self.reds:
            self._redden(parts, filling, lies, (at if variant else -1, winning, red))
        _, sets, smaller, counted = _joined(parts)
        return self.spelling.writing.row(row, loose), sets, smaller, counted

    def _pieces(self, state: int) -> Memo[Piece, Spelled]:
        context, won = state >> 2, state & 3
        return Memo(lambda piece: self._piece(piece, said_of(piece, won > 0, won == CLAIMED), context), 1024)

    def _piece(self, piece: Piece, flags: int, context: int) -> Spelled:
        """A piece without red tiles."""
        tiles = tuple([(self.row.kinds[place], False) for place in piece[1]])
        return self.spelling.group(tiles, self.spelling.laying.items_of(piece[0], tiles, flags, context))

    def _redden(self, parts: list[Spelled], filling: Filling, lies: int, won: tuple[int, int, bool]) -> None:
        """Spells groups anew that have red tiles; the one that won is the first to take them."""
        at, winning, red = won
        kinds, red_at = self.row.kinds, self.board.red_at
        pools = {kinds[place]: lies >> red_at[kinds[place]] & 15 for place in self.red_places}
        if red:
            pools[winning] -= 1
        for place in sorted(range(len(filling)), key=lambda place: place != at):
            places = filling[place][1]
            if not self.red_places.isdisjoint(places):
                fresh = (winning, red) if place == at else None
                tiles = drawn(tuple([kinds[one] for one in places]), pools, fresh)
                counted = parts[place][3]
                parts[place] = self.spelling.group(tiles, counted[0][1] if counted else 0)


def _joined(parts: Iterable[Spelled]) -> Spelled:
    loose, sets, smaller, counted = NOTHING
    for part in parts:
        loose += part[0]
        sets += part[1]
        smaller += part[2]
        counted += part[3]
    return loose, sets, smaller, counted
