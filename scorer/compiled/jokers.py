"""Hands with jokers: each row is filled with every number of jokers, and the jokers shared out over rows.

What a row with so many jokers comes to is remembered by the row; readings that add up to the same are
one, with their number and the first of them in the order of the readable evaluator.
"""

from __future__ import annotations

from math import comb

from scorer.compiled.memo import Memo
from scorer.readings import MOST_SUBSTITUTIONS, Steps
from scorer.shapes import TooManyReadings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer.compiled.rows import Filling, Piece, Row
    from scorer.compiled.situations import Situated
    from scorer.compiled.tiles import Board, Melds, Shape

    Kinds = tuple[int, ...]
    First = tuple[Kinds, int, Kinds, int, int]
    """what jokers stand for, the tile that won where it is one of them, the filling of each row, the
    group that won and its row
    """
    Chosen = tuple[Kinds, int, int, Kinds, int, int]
    """the same, with the shape before the fillings"""
    Sums = dict[tuple[int, int], tuple[First, int]]
    """by what readings add up to and the tiles that jokers stand for, where those are asked: the first
    reading, and how many there are
    """
    RowKey = tuple[int, int, bool, int, int]
    """the row with its marks, how many jokers at most, whether tiles are asked, tiles of melds, and how a
    joker won: not, by self-draw, by discard
    """
    Filled = tuple[tuple[int, int, Sums], ...]
    """how many jokers stand in the row, whether one of them won, and the sums"""

NOTHING: First = ((), -1, (), 0, -1)
NOT_WON, DRAWN, CLAIMED = 0, 1, 2
MOST_SUMS = 50_000
"""tried for one shape; a hand of more is left to the readable evaluator"""


class Joined:
    """The readings of a hand with jokers: their sums in order, and what each of them is."""

    __slots__ = ("count", "firsts", "sums")

    def __init__(self) -> None:
        self.sums: list[tuple[int, int]] = []
        """what a reading adds up to, and its tiles"""
        self.firsts: list[Chosen] = []
        self.count = 0


class Jokers:
    """Readings of hands with jokers under one ruleset."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.playing = len(board.shift)
        self.rows = [
            [Memo(_RowFiller(shape, row).filled) for row in board.rows] for shape in board.shapes
        ]  # fmt: skip

    def joined(self, tiles: int, melds: Melds, winning: int, made: Situated, exact: bool) -> Joined:
        """Every reading, those that add up to the same as one; with `exact` only those of the same tiles.

        Raises TooManyReadings where jokers can stand for too many different tiles.
        """
        board = self.board
        count = tiles >> board.joker_at & 15
        if comb(self.playing + count - 1, count) > MOST_SUBSTITUTIONS:
            raise TooManyReadings(f"{count} jokers can stand for too many different tiles")
        by_joker = winning in board.jokers
        key = tiles + made.marks + (0 if by_joker else board.won[winning, made.discard])
        won = (DRAWN + made.discard) if by_joker else NOT_WON
        found = []
        for shape in board.shapes:
            if made.open[shape.place] and melds.bases[shape.place] >= 0:
                for (total, added), (first, more) in self._shared_out(shape, key, melds, count, won, exact):
                    kinds, drawn, fillings, at, row = first
                    order = (kinds, drawn, shape.number, fillings, at, row)
                    found.append((order, total, added, more))
        found.sort()
        joined = Joined()
        for order, total, added, more in found:
            joined.firsts.append(order)
            joined.sums.append((total, tiles + added))
            joined.count += more
        return joined

    def complete(self, tiles: int, melds: Melds) -> bool:
        """Whether some shape can be filled, whatever the jokers stand for."""
        count = tiles >> self.board.joker_at & 15
        return any(
            next(self._shared_out(shape, tiles, melds, count, NOT_WON, False), None)
            for shape in self.board.shapes
            if melds.bases[shape.place] >= 0
        )

    def _shared_out(
        self, shape: Shape, key: int, melds: Melds, count: int, won: int, exact: bool
    ) -> Iterator[tuple[tuple[int, int], tuple[First, int]]]:
        """The sums of one shape: rows one after another, with what is left of the jokers."""
        melded = {start: own for start, _, own, _ in melds.rows}
        rows = []
        for (start, mask, _), memo in zip(shape.places, self.rows[shape.number], strict=True):
            filled = memo[key >> start & mask, count, exact, melded.get(start, 0), won]
            if not filled:
                return
            rows.append(filled)
        states: dict[tuple[int, int], Sums] = {(count, won): {(melds.bases[shape.place], 0): (NOTHING, 1)}}
        needed, steps = sum([filled[0][0] for filled in rows]), Steps(MOST_SUMS)
        for filled in rows:
            after: dict[tuple[int, int], Sums] = {}
            needed -= filled[0][0]
            for (left, to_win), sums in states.items():
                for jokers, here, row in filled:
                    if jokers + needed <= left and (not here or to_win):
                        still = left - jokers, NOT_WON if here else to_win
                        steps.take(len(sums) * len(row))
                        _combine(after.setdefault(still, {}), sums, row)
            states = after
        valid, value = self.board.valid_mask, shape.value
        for total, one in states.get((0, NOT_WON), {}).items():
            if total[0] & valid == value:
                yield total, one


def _combine(into: Sums, sums: Sums, row: Sums) -> None:
    """Adds every sum of a row to every sum so far."""
    for (total, added), (first, count) in sums.items():
        for (more, units), (own, times) in row.items():
            kinds = tuple(sorted(first[0] + own[0])) if first[0] and own[0] else first[0] or own[0]
            drawn, at, won_row = max(first[1], own[1]), max(first[3], own[3]), max(first[4], own[4])
            joined = kinds, drawn, first[2] + own[2], at, won_row
            _keep(into, (total + more, added + units), joined, count * times)


def _keep(sums: Sums, key: tuple[int, int], first: First, count: int) -> None:
    known = sums.get(key)
    sums[key] = (min(known[0], first), known[1] + count) if known else (first, count)


class _RowFiller:
    """What one row of a shape comes to with jokers in it."""

    def __init__(self, shape: Shape, row: Row) -> None:
        self.row, self.groups, self.filler = row, shape.filler.groups, shape.filler

    def filled(self, key: RowKey) -> Filled:
        """What the row comes to with each number of jokers that fills it."""
        own, most, exact, melded, won = key
        found = [
            (jokers, here, self._sums(own, jokers, exact, melded, here))
            for jokers in range(most + 1)
            for here in ((NOT_WON, won) if won and jokers else (NOT_WON,))
        ]
        return tuple([one for one in found if one[2]])

    def _sums(self, own: int, jokers: int, exact: bool, melded: int, won: int) -> Sums:
        """Every sum of the row, with the first reading of each and their number."""
        row = self.row
        found: Sums = {}
        counts, context = own & row.counts_mask, own >> row.context_at
        for places, number, filling in self.filler.with_jokers(row, counts, jokers):
            units = sum([1 << place * row.width for place in places])
            kinds = tuple([row.kinds[place] for place in places])
            plain = [row.sums[piece, 0, context] for piece in filling]
            total = sum(plain) + (row.words[counts + units + melded] if self.groups.row_counters else 0)
            added = units << row.start if exact else 0
            for winning, at, variant in self._completed(own, won, places, filling):
                first, more = (kinds, -1, (number,), 0, -1), 0
                if variant:
                    more = row.sums[filling[at], variant, context] - plain[at]
                    first = (kinds, row.kinds[winning] if won else -1, (number,), at, row.number)
                _keep(found, (total + more, added), first, 1)
        return found

    def _completed(
        self, own: int, won: int, places: Kinds, filling: Filling
    ) -> Iterator[tuple[int, int, int]]:
        """The tile that won, the group that it completed and the variant; readings that look alike count
        once.
        """
        variant = own >> self.row.variant_at & self.row.variant_mask
        if not variant and not won:
            yield -1, 0, 0
            return
        claimed = won == CLAIMED or (not won and (variant - 1) % 2 > 0)
        seen = set()
        for winning in dict.fromkeys(places) if won else ((variant - 1) // 2,):
            for at, piece in enumerate(filling):
                if winning in piece[1] and piece not in filling[:at]:
                    look = at, self._wait(piece, winning)
                    if look not in seen:
                        seen.add(look)
                        yield winning, at, self.row.variant(winning, claimed)

    def _wait(self, piece: Piece, winning: int) -> int:
        kinds = self.row.kinds
        return self.groups.wait(piece[0], tuple([kinds[place] for place in piece[1]]), kinds[winning])
