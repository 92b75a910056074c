"""Readings spelled out: a hand and its groups in notation, and which items of the sheet count them, straight
from the tiles.
"""

from __future__ import annotations

from operator import itemgetter

from scorer.compiled.groups import CONCEALED, WON, selector
from scorer.compiled.memo import MOST_ROWS, Memo
from scorer.compiled.tiles import meld_flags
from scorer.tiles import mask_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer.compiled.jokers import Chosen
    from scorer.compiled.readings import Found, Readings
    from scorer.compiled.rows import Filling, Piece, Row
    from scorer.compiled.situations import Situated
    from scorer.compiled.text import Writing
    from scorer.compiled.tiles import Board, Called, Counted, Melds, Shape, Spelled, Tiles

    Laid = tuple[Tiles, int]
    """the tiles of a group, and a bit for each item of the sheet that counts it"""

REORDERED = ("one_of_each", "fixed")
"""Ways to fill a shape whose groups do not stand in the order of their rows."""


NOTHING: Spelled = ("", "", (), False)
PLACES = 5
"""Bits of a place in a row: it has less than 31 groups."""
CLAIMED = 2
"""A piece that the winning tile completed by discard; 1: by self-draw."""


class Spelling:
    """Spells readings out; rows that lie alike are spelled once.

    How a row lies is one number: its part of the hand, the mark of the winning tile, its red tiles, a bit
    where that is red too and, where there is a choice, the group that won and the reading chosen. Rows
    without red tiles look alike wherever the winning tile is; only what counts sets asks for more.
    """

    def __init__(self, board: Board, readings: Readings, writing: Writing) -> None:
        self.board, self.readings, self.writing = board, readings, writing
        self.tests = [tree and selector(tree) for tree in board.groups.items]
        self.winds = mask_of(board.winds)
        self.items: Memo[tuple[str, int, int, int], int] = Memo(self._items)
        self.red_bit, self.place_at = 1 << board.end, board.end + 1
        self.choice_at = self.place_at + PLACES
        self.rows = [_RowSpelling(self, row) for row in board.rows]
        self.looked_up = [row.looked_up() for row in self.rows]
        self.melds: Memo[tuple[Called, bool, int], tuple[str, Spelled]] = Memo(self._meld)

    def spelled(
        self,
        tiles: int,
        melds: Melds,
        winning: int,
        red: bool,
        made: Situated,
        place: int | Chosen,
    ) -> tuple[str, str, tuple[Counted, ...]]:
        """The hand in notation, the groups of a reading quoted, and those that items of the sheet count.

        `place` is that of the reading among all; below 0 it is the only one, of the first shape.
        """
        loose = self.writing.concealed(tiles - self.board.units[winning, red])
        key = tiles + self.board.won.get((winning, made.discard), 0) + made.marks
        if red:
            key |= self.red_bit
        if place == -1 and self.board.main.rule.way not in REORDERED:
            sets, smaller, counted, _ = self._rows(key)
        else:
            found = self.readings.reading(tiles, melds, winning, made, 0 if place == -1 else place)
            if found.jokers or found.shape.rule.way in REORDERED:
                groups = self.groups_of(found, red, made)
                sets, smaller, counted, _ = _joined([self.group(own, items) for own, items in groups])
            else:
                sets, smaller, counted, _ = self._chosen(found, key)
        won = self.writing.code[winning, red]
        if not melds.count:
            return f"{loose}+{won}", sets + smaller, counted
        called, (melded, _, more, _) = melds.lying or self.melded(melds, made.context)
        return f"{loose}{called}+{won}", sets + smaller + melded, counted + more

    def _rows(self, key: int) -> Spelled:
        """The rows one after another, each with one way to be read."""
        sets, smaller, counted, asks = NOTHING
        for own, reds, marks, plain, mask, memo, exact in self.looked_up:
            if key & own:
                row = NOTHING if key & reds else memo[key & plain]
                if key & reds or (row[3] and key & marks):
                    row = exact[key & mask]
                sets += row[0]
                smaller += row[1]
                counted += row[2]
        return sets, smaller, counted, asks

    def _chosen(self, found: Found, key: int) -> Spelled:
        """The rows of a reading that is one of several."""
        shapes, shape, parts = len(self.board.shapes), found.shape.number + 1, []
        for number, (own, reds, marks, plain, mask, memo, exact) in enumerate(self.looked_up):
            if key & own:
                choice = shape + shapes * found.fillings[number] << self.choice_at
                row = NOTHING if key & reds else memo[key & plain | choice]
                if key & reds or (row[3] and key & marks):
                    at = found.place + 1 if number == found.row else 0
                    row = exact[key & mask | choice | at << self.place_at]
                parts.append(row)
        return _joined(parts)

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

    def group(self, tiles: Tiles, items: int) -> Spelled:
        """A group that so many items of the sheet count."""
        text = self.writing.sets[tiles]
        counted = ((text, items),) if items else ()
        quoted = f'"{text}", '
        return (quoted, "", counted, False) if len(tiles) > 2 else ("", quoted, counted, False)

    def melded(self, melds: Melds, context: int) -> tuple[str, Spelled]:
        """The melds: spelled once for each hand's, and kept with them."""
        texts, parts, first = "", [], True
        for one in melds.called:
            text, part = self.melds[one, first and not one.concealed, context]
            texts += text
            parts.append(part)
            first = first and one.concealed
        melds.lying = spelled = (texts, _joined(parts))
        return spelled

    def _meld(self, key: tuple[Called, bool, int]) -> tuple[str, Spelled]:
        """A meld; its second part says whether it was called before all others."""
        one, first, context = key
        kind, tiles, concealed = one.meld
        flags, text = meld_flags(concealed, first), self.writing.sets[tiles]
        spelled = self.group(tiles, self.items_of(kind, tiles, flags, context))
        return f"[{text}]" if concealed else f"({text})", spelled


class _RowSpelling:
    """Spells one row."""

    def __init__(self, spelling: Spelling, row: Row) -> None:
        self.spelling, self.board, self.row = spelling, spelling.board, row
        self.reds = sum(15 << at for at in self.board.row_reds[row.number])
        self.fillers = [shape.filler.of_row[row.number].pieces for shape in self.board.shapes]
        self.pieces: Memo[int, Memo[Piece, Spelled]] = Memo(self._pieces)
        """by context and by what the winning tile is to the piece: nothing, drawn or claimed"""
        self.red_places = frozenset(row.place[kind] for kind in row.kinds if kind in self.board.red_at)

    def looked_up(self) -> tuple[int, int, int, int, int, Memo[int, Spelled], Memo[int, Spelled]]:
        """Where the row's tiles stand, its red ones, the mark of the winning tile; what a row without red
        tiles is known by and what any is known by, and the memos of both.
        """
        row = self.row
        tiles, marks = row.counts_mask << row.start, row.variant_mask << row.variant_at + row.start
        mask = row.mask << row.start | self.reds | (self.spelling.red_bit if self.reds else 0)
        plain = (row.mask << row.start) - marks
        return tiles, self.reds, marks, plain, mask, Memo(self.plain, MOST_ROWS), Memo(self.exact, MOST_ROWS)

    def plain(self, lies: int) -> Spelled:
        """A row as it is without red tiles and without the winning one."""
        pieces = self.pieces[self._context(lies)]
        return _joined([pieces[piece] for piece in self._filling(lies)])

    def exact(self, lies: int) -> Spelled:
        """A row with all that is to be said of it."""
        row, filling, context = self.row, self._filling(lies), self._context(lies)
        pieces, variant = self.pieces[context], lies >> row.start + row.variant_at & row.variant_mask
        parts = [pieces[piece] for piece in filling]
        at, winning, red = -1, -1, False
        if variant:
            at = self._place(lies)
            parts[at] = self.pieces[context + CLAIMED - variant % 2][filling[at]]
            winning = row.kinds[variant - 1 >> 1]
            red = winning in self.board.red_at and lies & self.spelling.red_bit > 0
        if lies & self.reds:
            self._redden(parts, filling, lies, (at, winning, red))
        return _joined(parts)

    def _filling(self, lies: int) -> Filling:
        """The row's groups: in the reading chosen, else the only way to take it apart."""
        filled, shape = 0, 0
        if choice := lies >> self.spelling.choice_at:
            filled, shape = divmod(choice - 1, len(self.fillers))
        return self.fillers[shape][lies >> self.row.start & self.row.counts_mask][filled]

    def _place(self, lies: int) -> int:
        """The place of the group that the winning tile completed."""
        place = lies >> self.spelling.place_at & (1 << PLACES) - 1
        if place:
            return int(place) - 1
        return int(self.board.main.every[self.row.number][lies >> self.row.start & self.row.mask][0][2])

    def _context(self, lies: int) -> int:
        context: int = (lies >> self.row.start & self.row.mask) >> self.row.context_at
        return context << 2

    def _pieces(self, state: int) -> Memo[Piece, Spelled]:
        context, won = state >> 2, state & 3
        return Memo(lambda piece: self._piece(piece, won, context), 1024)

    def _piece(self, piece: Piece, won: int, context: int) -> Spelled:
        """A piece without red tiles."""
        tiles = tuple([(self.row.kinds[place], False) for place in piece[1]])
        states = [said_of(piece, state > 0, state == CLAIMED) for state in (0, 1, CLAIMED)]
        items = [self.spelling.items_of(piece[0], tiles, flags, context) for flags in states]
        sets, smaller, counted, _ = self.spelling.group(tiles, items[won])
        return sets, smaller, counted, any(items)

    def _redden(self, parts: list[Spelled], filling: Filling, lies: int, won: tuple[int, int, bool]) -> None:
        """Spells groups anew that have red tiles; the one that won is the first to take them."""
        at, winning, red = won
        kinds, red_at = self.row.kinds, self.board.red_at
        pools = {kinds[place]: lies >> red_at[kinds[place]] & 15 for place in self.red_places}
        if red:
            pools[winning] -= 1
        order = range(len(filling)) if at < 0 else (at, *range(at), *range(at + 1, len(filling)))
        for place in order:
            places = filling[place][1]
            if not self.red_places.isdisjoint(places):
                fresh = (winning, red) if place == at else None
                tiles = drawn(tuple([kinds[one] for one in places]), pools, fresh)
                counted = parts[place][2]
                parts[place] = self.spelling.group(tiles, counted[0][1] if counted else 0)


def _joined(parts: Iterable[Spelled]) -> Spelled:
    sets, smaller, counted, asks = NOTHING
    for part in parts:
        sets += part[0]
        smaller += part[1]
        counted += part[2]
        asks = asks or part[3]
    return sets, smaller, counted, asks


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
