"""The groups behind a score: which tiles lie in them, how they are written, which items count them."""

from __future__ import annotations

from scorer.fast.groups import CALLED, CONCEALED, FIRST, MELDED, WON, selector
from scorer.fast.memo import Memo
from scorer.fast.results import Group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from scorer.fast.board import Board, Melds
    from scorer.fast.readings import Found, Readings
    from scorer.fast.situations import Situated
    from scorer.fast.writing import Writing

    Laid = tuple[Group, str, int]
    """a group, its tiles in notation, and a bit for each item of the sheet that counts it"""
    Piece = tuple[str, tuple[int, ...]]


class Laying:
    """Lays out readings; rows that lie alike are laid out once."""

    def __init__(self, board: Board, readings: Readings, writing: Writing) -> None:
        self.board, self.readings, self.writing = board, readings, writing
        self.items = [tree and selector(tree) for tree in board.groups.items]
        self.rows: Memo[Any, tuple[Laid, ...]] = Memo(self._row, 8192)
        self.melds: Memo[Any, tuple[Laid, ...]] = Memo(self._melded, 4096)
        self.groups: Memo[tuple[Group, int], Laid] = Memo(self._laid, 4096)

    def laid(
        self, tiles: int, melds: Melds, winning: int, red: bool, made: Situated, place: int
    ) -> tuple[Laid, ...]:
        """The groups of a reading; of the only one of the first shape where `place` is below 0."""
        called = self.melds[melds.melds, made.context] if melds.count else ()
        if place >= 0:
            found = self.readings.reading(tiles, melds, winning, made, place)
            return (*self._whole(found, tiles, red, made), *called)
        board = self.board
        key = tiles + board.won[winning, made.discard] + made.marks
        laid: tuple[Laid, ...] = ()
        for row, reds in zip(board.rows, board.row_reds, strict=True):
            packed = key >> row.start & row.mask
            if packed & row.counts_mask:
                red_tiles = tuple([tiles >> at & 15 for at in reds]) if reds else ()
                laid += self.rows[row.number, packed, red_tiles, red]
        return laid + called

    def _row(self, key: tuple[int, int, tuple[int, ...], bool]) -> tuple[Laid, ...]:
        """One row of a hand with a single reading."""
        number, packed, red_tiles, red = key
        row = self.board.rows[number]
        pieces = self.board.main.filler.pieces[number][packed & row.counts_mask]
        variant, context = packed >> row.variant_at & row.variant_mask, packed >> row.context_at
        (entry,) = self.board.main.every[number][packed]
        plain = [(kind, tuple([row.kinds[at] for at in places])) for kind, places in pieces[entry[1]]]
        pools = dict(zip(self.readings.red_kinds[number], red_tiles, strict=True))
        won, discard = (row.kinds[variant - 1 >> 1], variant - 1 & 1) if variant else (-1, 0)
        groups = _groups(plain, pools, entry[2] if variant else -1, won, red, bool(discard))
        return tuple([self.groups[group, context] for group in groups])

    def _whole(self, found: Found, tiles: int, red: bool, made: Situated) -> list[Laid]:
        """A reading that is one of several, or of another shape."""
        rows = self.readings.fillings(found)
        at = sum(map(len, rows[: found.row])) + found.place
        pieces = [piece for row in rows for piece in row]
        pools = {kind: tiles >> top & 15 for kind, top in self.board.red_at.items()}
        groups = list(_groups(pieces, pools, at, found.winning, red, bool(made.discard)))
        if found.shape.form["way"] == "one_of_each":
            groups.sort(key=lambda group: len(group.tiles))
        return [self.groups[group, made.context] for group in groups]

    def _melded(self, key: tuple[tuple[Any, ...], int]) -> tuple[Laid, ...]:
        melds, context = key
        laid, called = [], False
        for kind, tiles, concealed in melds:
            plain = tuple((tile[0], bool(tile[1])) for tile in tiles)
            first = not concealed and not called
            laid.append(
                self.groups[_group(kind, plain, concealed, not concealed, False, first, True), context]
            )
            called = called or not concealed
        return tuple(laid)

    def _laid(self, key: tuple[Group, int]) -> Laid:
        group, context = key
        given, mask = self.board.groups.masks(context), 0
        for kind, _ in group.tiles:
            mask |= 1 << kind
        flags = CONCEALED * group.concealed | CALLED * group.called | WON * group.won
        flags |= FIRST * group.first_called | MELDED * group.melded
        items = 0
        for place, test in enumerate(self.items):
            if test and test(group.kind, mask, flags, given):
                items |= 1 << place
        return group, self.writing.sets[group.tiles], items


def _groups(
    pieces: list[Piece], pools: dict[int, int], won: int, winning: int, red: bool, discard: bool
) -> Iterator[Group]:
    """Pieces with their tiles: the winning tile in the group that it completed, red copies first."""
    if red and winning in pools:
        pools[winning] -= 1
    drawn = {won: _drawn(pieces[won][1], pools, (winning, red))} if won >= 0 else {}
    for place, (kind, tiles) in enumerate(pieces):
        own = drawn[place] if place in drawn else _drawn(tiles, pools, None)
        claimed = discard and place == won and len(tiles) >= 3
        yield _group(kind, own, not claimed, False, place == won, False, False)


def _drawn(kinds: tuple[int, ...], pools: dict[int, int], fresh: Any) -> tuple[tuple[int, bool], ...]:
    tiles = []
    for kind in kinds:
        if fresh is not None and kind == fresh[0]:
            tiles.append((kind, bool(fresh[1])))
            fresh = None
        else:
            red = pools.get(kind, 0) > 0
            if red:
                pools[kind] -= 1
            tiles.append((kind, red))
    return tuple(tiles)


def _group(*values: Any) -> Group:
    return tuple.__new__(Group, values)
