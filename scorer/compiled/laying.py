"""The groups behind a score, for whoever asks: their tiles, and which items of the sheet count them."""

from __future__ import annotations

from operator import itemgetter

from scorer.compiled.groups import CONCEALED, WON, selector
from scorer.compiled.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorer.compiled.readings import Found, Readings
    from scorer.compiled.situations import Situated
    from scorer.compiled.text import Tiles
    from scorer.compiled.tiles import Board, Shape

    Laid = tuple[Tiles, int]
    """the tiles of a group, and a bit for each item of the sheet that counts it"""
    Piece = tuple[str, tuple[int, ...]]


REORDERED = ("one_of_each", "fixed")
"""Ways to fill a shape whose groups do not stand in the order of their rows."""


class Laying:
    """Lays out readings."""

    def __init__(self, board: Board, readings: Readings) -> None:
        self.board, self.readings = board, readings
        self.tests = [tree and selector(tree) for tree in board.groups.items]
        self.items: Memo[tuple[str, int, int, int], int] = Memo(self._items)
        self.winds = sum(1 << kind for kind in board.winds)

    def groups_of(self, found: Found, red: bool, made: Situated) -> list[Laid]:
        """The groups of a reading but for the melds."""
        board = self.board
        rows = self.readings.fillings(found)
        pieces = [piece for row in rows for piece in row]
        at = sum(map(len, rows[: found.row])) + found.place
        pools = {kind: found.tiles >> top & 15 for kind, top in board.red_at.items()}
        own = _all_drawn([tiles for _, tiles in pieces], pools, at, found.winning, red)
        groups = []
        for place, (piece, tiles) in enumerate(zip(pieces, own, strict=True)):
            flags = said_of(piece, place == at, bool(made.discard))
            laid = tiles, self.items_of(piece[0], tiles, flags, made.context)
            groups.append((_order(found.shape, piece), laid))
        if found.shape.rule.way in REORDERED:
            groups.sort(key=itemgetter(0))
        return [laid for _, laid in groups]

    def items_of(self, kind: str, tiles: Tiles, flags: int, context: int) -> int:
        """A bit for each item of the sheet that counts such a group."""
        mask = 0
        for tile, _ in tiles:
            mask |= 1 << tile
        return self.items[kind, mask, flags, context if mask & self.winds else 0]

    def _items(self, key: tuple[str, int, int, int]) -> int:
        kind, mask, flags, context = key
        given, items = self.board.groups.masks(context), 0
        for place, test in enumerate(self.tests):
            if test and test(kind, mask, flags, given):
                items |= 1 << place
        return items


def _order(shape: Shape, piece: Piece) -> int:
    """The singles of one of each come before the pair, and knitted rows in their order before the sets."""
    if shape.rule.way == "one_of_each":
        return len(piece[1])
    rows = shape.filler.choice
    return rows.index(piece[1]) if piece[0] == "knitted" and piece[1] in rows else len(rows)


def said_of(piece: Piece, won: bool, discard: bool) -> int:
    """What is to be said of a piece that was not fixed before the win, as flags."""
    if not won:
        return CONCEALED
    return WON if discard and len(piece[1]) >= 3 else WON | CONCEALED


def _all_drawn(
    pieces: list[tuple[int, ...]], pools: dict[int, int], won: int, winning: int, red: bool
) -> list[Tiles]:
    """The tiles of pieces: the winning tile in the one that it completed, red copies first."""
    if red and winning in pools:
        pools[winning] -= 1
    own = drawn(pieces[won], pools, (winning, red))
    return [own if place == won else drawn(kinds, pools, None) for place, kinds in enumerate(pieces)]


def drawn(kinds: tuple[int, ...], pools: dict[int, int], fresh: tuple[int, bool] | None) -> Tiles:
    """The tiles of a piece, `fresh` among them as it is, red ones as long as there are any in the pools."""
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
