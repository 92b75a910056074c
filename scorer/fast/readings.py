"""Hands with several readings, jokers, and the groups behind a score: what most hands never ask."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import comb

from scorer.fast.groups import CALLED, CONCEALED, FIRST, MELDED, WON, selector
from scorer.fast.results import Group
from scorer.fast.rows import TooMany

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from scorer.fast.board import Board, Melds, Shape
    from scorer.fast.situations import Situated

MOST_READINGS = 4_096
MOST_SUBSTITUTIONS = 5_000


class Found:
    """One reading: its sum, and which filling of each row it takes."""

    __slots__ = ("fillings", "place", "row", "shape", "tiles", "total", "winning")

    def __init__(
        self,
        shape: Shape,
        total: int,
        tiles: int,
        winning: int,
        fillings: tuple[int, ...],
        row: int,
        place: int,
    ) -> None:
        self.shape, self.total, self.tiles, self.winning = shape, total, tiles, winning
        self.fillings, self.row, self.place = fillings, row, place


class Readings:
    """Every reading of a hand, in the order of the reference board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def every(self, tiles: int, melds: Melds, winning: int, made: Situated) -> Any:
        """The sums of all readings of a hand without jokers."""
        return [(found.total, found.tiles) for found in self.found(tiles, melds, winning, made)]

    def with_jokers(self, tiles: int, melds: Melds, winning: int, made: Situated) -> Any:
        """The sums of all readings, whatever the jokers stand for."""
        return [(found.total, found.tiles) for found in self._substituted(tiles, melds, winning, made)]

    def found(
        self, tiles: int, melds: Melds, winning: int, made: Situated, any_shape: bool = False
    ) -> list[Found]:
        """The readings of a hand without jokers; with `any_shape` those of shapes not open as well."""
        return [
            found
            for shape in self.board.shapes
            if (any_shape or made.open[shape.place]) and not tiles & shape.never
            for found in self._of_shape(shape, tiles, melds, winning, made)
        ]

    def _of_shape(self, shape: Shape, tiles: int, melds: Melds, winning: int, made: Situated) -> list[Found]:
        board = self.board
        base = melds.bases[shape.place]
        if base < 0:
            return []
        key = tiles + board.won[winning, made.discard] + made.marks
        rows = [memo[key >> row.start & row.mask] for row, memo in zip(board.rows, shape.every, strict=True)]
        if _ways(rows) > MOST_READINGS:
            raise TooMany("the hand can be read in too many ways")
        base += melds.change(tiles)
        at = board.row_of[winning].number
        found = []
        for entries in product(*rows):
            total = base + sum([entry[0] for entry in entries])
            if total & board.valid_mask == shape.value:
                fillings = tuple([entry[1] for entry in entries])
                found.append(Found(shape, total, tiles, winning, fillings, at, entries[at][2]))
        return found if len(found) < 2 else sorted(found, key=lambda item: (item.fillings, item.place))

    def _substituted(self, tiles: int, melds: Melds, winning: int, made: Situated) -> list[Found]:
        board = self.board
        playing = tuple(sorted(board.shift))
        count = tiles >> board.joker_at & 15
        if comb(len(playing) + count - 1, count) > MOST_SUBSTITUTIONS:
            raise TooMany(f"{count} jokers can stand for too many different tiles")
        found: list[Found] = []
        for kinds in combinations_with_replacement(playing, count):
            played = tiles + sum([board.units[kind, False] for kind in kinds])
            if winning in board.jokers:
                found += self._joker_won(played, melds, kinds, made)
            else:
                found += self.found(played, melds, winning, made)
        return found

    def _joker_won(
        self, played: int, melds: Melds, kinds: tuple[int, ...], made: Situated
    ) -> Iterator[Found]:
        """A joker won: as any of the tiles it may stand for. Readings that look alike count once."""
        seen = set()
        for winning in dict.fromkeys(kinds):
            for found in self.found(played, melds, winning, made):
                kind, tiles = self._piece(found)
                wait = self.board.groups.wait(kind, tiles, winning)
                look = (found.shape.place, found.fillings, found.row, found.place, wait)
                if look not in seen:
                    seen.add(look)
                    yield found

    def _piece(self, found: Found) -> tuple[str, tuple[int, ...]]:
        """The group that the winning tile completed."""
        return self._fillings(found)[found.row][found.place]

    def _fillings(self, found: Found) -> list[list[tuple[str, tuple[int, ...]]]]:
        """The groups of every row, with the tiles of the set."""
        rows = []
        for row, number in zip(self.board.rows, found.fillings, strict=True):
            counts = found.tiles >> row.start & row.counts_mask
            pieces = found.shape.filler.pieces[row.number][counts][number]
            rows.append([(kind, tuple(row.kinds[place] for place in places)) for kind, places in pieces])
        return rows

    # ---- the groups behind a score

    def groups_of(
        self, tiles: int, melds: Melds, winning: int, red: bool, made: Situated, place: int
    ) -> tuple[Group, ...]:
        """The groups of the reading at a place: red copies go to the groups that come first."""
        joker = tiles >> self.board.joker_at & 15
        readings = self._substituted if joker else self.found
        found = readings(tiles, melds, winning, made)[place]
        rows = self._fillings(found)
        at = sum(map(len, rows[: found.row])) + found.place
        pieces = [piece for row in rows for piece in row]
        pools = {kind: tiles >> top & 15 for kind, top in self.board.red_at.items()}
        if red:
            pools[winning] -= 1
        order = [at, *(n for n in range(len(pieces)) if n != at)]
        drawn: dict[int, Any] = {}
        for number in order:
            drawn[number] = _drawn(pieces[number][1], pools, (found.winning, red) if number == at else None)
        claimed = made.discard and len(pieces[at][1]) >= 3
        groups = [
            _group(kind, drawn[number], not (claimed and number == at), False, number == at, False, False)
            for number, (kind, _) in enumerate(pieces)
        ]
        if found.shape.form["way"] == "one_of_each":
            groups.sort(key=lambda group: len(group.tiles))
        return (*groups, *_melded(melds))

    def places_of(self, line: Any, *source: Any) -> tuple[int, ...]:
        """The places of the groups that an item of the sheet counts."""
        each = self.board.form["sheet"]["items"][line.place][3] if line.place >= 0 else None
        if not each:
            return ()
        test, made = selector(each), source[4]
        given = self.board.groups.masks(made.context)
        groups = self.groups_of(*source)
        return tuple(
            place
            for place, group in enumerate(groups)
            if test(group.kind, _mask(group), _flags(group), given)
        )


def _ways(rows: list[Any]) -> int:
    ways = 1
    for row in rows:
        ways *= len(row)
    return ways


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


def _melded(melds: Melds) -> Iterator[Group]:
    called = False
    for kind, tiles, concealed in melds.melds:
        plain = tuple((tile[0], bool(tile[1])) for tile in tiles)
        yield _group(kind, plain, concealed, not concealed, False, not concealed and not called, True)
        called = called or not concealed


def _mask(group: Group) -> int:
    mask = 0
    for kind, _ in group.tiles:
        mask |= 1 << kind
    return mask


def _flags(group: Group) -> int:
    flags = CONCEALED * group.concealed | CALLED * group.called | WON * group.won
    return int(flags | FIRST * group.first_called | MELDED * group.melded)
