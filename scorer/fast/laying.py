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
    Lying = tuple[tuple[Laid, ...], str, str, str]
    """groups, their tiles as the hand has them without the winning one, sets and smaller groups quoted"""
    Piece = tuple[str, tuple[int, ...]]

NOTHING: Lying = ((), "", "", "")


class Laying:
    """Lays out readings; rows that lie alike are laid out once."""

    def __init__(self, board: Board, readings: Readings, writing: Writing) -> None:
        self.board, self.readings, self.writing = board, readings, writing
        self.items = [tree and selector(tree) for tree in board.groups.items]
        self.rows = [self._open(place) for place in range(len(board.rows))]
        self.pieces: Memo[Any, Laid] = Memo(self._piece, 4096)
        self.melds: Memo[Any, Laid] = Memo(self._meld, 4096)
        self.groups: Memo[tuple[Group, int], Laid] = Memo(self._laid, 4096)

    def _open(self, place: int) -> tuple[int, int, int, int, Memo[Any, Lying]]:
        """Where a row stands: start, mask, its counts, its red tiles above the rows, and its memo."""
        board = self.board
        row, reds = board.rows[place], sum(15 << at - board.top for at in board.row_reds[place])
        memo: Memo[Any, Lying] = Memo(lambda key: self._row(place, *key), 2048)
        return row.start, row.mask, row.counts_mask, reds, memo

    def laid(
        self, tiles: int, melds: Melds, winning: int, red: bool, made: Situated, place: int
    ) -> tuple[Laid, ...]:
        """The groups of a reading; of the only one of the first shape where `place` is below 0."""
        return self.lying(tiles, melds, winning, red, made, place)[0]

    def lying(
        self, tiles: int, melds: Melds, winning: int, red: bool, made: Situated, place: int
    ) -> tuple[tuple[Laid, ...], str, str]:
        """The groups of a reading, the hand in notation, and the groups quoted: sets, pairs, melds."""
        melded, called, quoted_melds, _ = self._called(melds, made.context) if melds.count else NOTHING
        won = self.writing.code[winning, bool(red)]
        found = self.readings.reading(tiles, melds, winning, made, place) if place >= 0 else None
        if found and (found.jokers or found.shape.form["way"] == "one_of_each"):
            laid = tuple(self._whole(found, tiles, red, made))
            loose = self.writing.concealed(tiles - self.board.units[winning, bool(red)])
            sets, smaller = _quoted(laid)
        else:
            laid, loose, sets, smaller = self._rows(tiles, winning, red, made, found)
        return laid + melded, f"{loose}{called}+{won}", sets + smaller + quoted_melds

    def _rows(self, tiles: int, winning: int, red: bool, made: Situated, found: Found | None) -> Lying:
        """The rows of a reading one after another; without `found` each has one way to be read."""
        board = self.board
        key = tiles + board.won[winning, made.discard] + made.marks
        reds = tiles >> board.top
        laid, loose, sets, smaller = NOTHING
        for number, (start, mask, counts, red_mask, memo) in enumerate(self.rows):
            packed = key >> start & mask
            if packed & counts:
                asked = (packed, reds & red_mask, red)
                row = memo[(*asked, *found.row_at(number)) if found else asked]
                laid += row[0]
                loose += row[1]
                sets += row[2]
                smaller += row[3]
        return laid, loose, sets, smaller

    def _row(self, number: int, packed: int, reds: int, red: bool, *chosen: int) -> Lying:
        """One row of a reading; `chosen`: the shape, the filling, the group that won, if not the only."""
        row = self.board.rows[number]
        counts = packed & row.counts_mask
        variant, context = packed >> row.variant_at & row.variant_mask, packed >> row.context_at
        shape, filled, completed = chosen or (0, *self.board.main.every[number][packed][0][1:])
        filling = self.board.shapes[shape].filler.pieces[number][counts][filled]
        won, discard = divmod(variant - 1, 2) if variant else (-1, 0)
        if reds:
            laid = self._with_reds(number, filling, reds, completed, (won, red, discard), context)
        else:
            laid = tuple([
                self.pieces[number, piece, _flags(piece, at == completed and won >= 0, discard), context]
                for at, piece in enumerate(filling)
            ])  # fmt: skip
        return (laid, self._loose(number, counts, reds, won, red), *_quoted(laid))

    def _with_reds(
        self, number: int, filling: Any, reds: int, at: int, won: tuple[int, bool, int], context: int
    ) -> tuple[Laid, ...]:
        """Pieces with red tiles among them."""
        board, row = self.board, self.board.rows[number]
        plain = [(kind, tuple([row.kinds[place] for place in places])) for kind, places in filling]
        pools = {
            kind: reds >> board.red_at[kind] - board.top & 15 for kind in self.readings.red_kinds[number]
        }
        place, red, discard = won
        kind = row.kinds[place] if place >= 0 else -1
        groups = _groups(plain, pools, at if place >= 0 else -1, kind, red, bool(discard))
        return tuple([self.groups[group, context] for group in groups])

    def _loose(self, number: int, counts: int, reds: int, won: int, red: bool) -> str:
        """The tiles of a row without the winning one."""
        row, board = self.board.rows[number], self.board
        rest = counts << row.start | reds << board.top
        if won >= 0:
            kind = row.kinds[won]
            rest -= board.units[kind, bool(red and kind in board.red_at)]
        return self.writing.row(row, rest)

    def _piece(self, key: tuple[int, Piece, int, int]) -> Laid:
        """A piece of a row without red tiles."""
        number, (kind, places), flags, context = key
        kinds = self.board.rows[number].kinds
        tiles = tuple([(kinds[place], False) for place in places])
        group = _group(kind, tiles, bool(flags & CONCEALED), False, bool(flags & WON), False, False)
        return self._laid((group, context))

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

    def _called(self, melds: Melds, context: int) -> Lying:
        """The melds: laid out once for each hand's, and kept with them."""
        if melds.lying is None:
            laid, loose, quoted, called = [], "", "", False
            for meld in melds.melds:
                first = not meld[2] and not called
                called = called or not meld[2]
                one = self.melds[meld, first, context]
                laid.append(one)
                loose += f"[{one[1]}]" if meld[2] else f"({one[1]})"
                quoted += f'"{one[1]}", '
            melds.lying = (tuple(laid), loose, quoted, "")
        return melds.lying  # type: ignore[no-any-return]

    def _meld(self, key: tuple[Any, bool, int]) -> Laid:
        """A meld; `first` was called before all others."""
        (kind, tiles, concealed), first, context = key
        plain = tuple([(tile[0], bool(tile[1])) for tile in tiles])
        return self._laid((_group(kind, plain, concealed, not concealed, False, first, True), context))

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


def _flags(piece: Piece, won: bool, discard: int) -> int:
    """What is to be said of a piece that was not fixed before the win."""
    if not won:
        return CONCEALED
    return WON if discard and len(piece[1]) >= 3 else WON | CONCEALED


def _quoted(laid: tuple[Laid, ...]) -> tuple[str, str]:
    """The notation of sets, and that of smaller groups, as a list in JSON goes on."""
    sets = "".join([f'"{one[1]}", ' for one in laid if len(one[0][1]) > 2])
    return sets, "".join([f'"{one[1]}", ' for one in laid if len(one[0][1]) < 3])


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
