"""How many tiles a hand is short of each shape, and which tiles bring it nearer.

>>> from scorer.library import load_ruleset
>>> from scorer.notation import read_waiting
>>> rules = load_ruleset("riichi")
>>> hand, _ = read_waiting("123m456p789s1122z", rules.tileset, rules.set_tables.kind_of)
>>> nearest = distances(hand, rules.shapes, rules.set_tables)[0]
>>> nearest.short, [rules.tileset.kinds[kind].code for kind in nearest.helping]
(1, ['1z', '2z'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from scorer.hand import WaitingHand
from scorer.readings import Kinds, SetTables, Shape, knitted_rows
from scorer.tiles import members
from scorer.values import dataclass
from scorer.waits.counting import Ways, lack_by_kind
from scorer.waits.covering import Lack, Slot, lack
from scorer.waits.stock import Stock, stock_of


@dataclass(frozen=True)
class Distance:
    """A hand lacks at least `short` tiles for a shape; a tile of a `helping` kind leaves one fewer."""

    shape: Shape
    short: int
    helping: Kinds


def distances(hand: WaitingHand, shapes: Iterable[Shape], tables: SetTables) -> tuple[Distance, ...]:
    """The distance to every shape that the hand can still become, nearest first.

    A distance of 1 is a hand that waits; its helping kinds are its winning tiles. Only tiles that the
    player holds himself are taken for gone. Raises TooManyReadings beyond all bounds.
    """
    stock = stock_of(hand, tables.tileset)
    found = (_distance(hand, stock, shape, tables) for shape in shapes)
    return tuple(sorted((item for item in found if item), key=lambda item: item.short))


def _distance(hand: WaitingHand, stock: Stock, shape: Shape, tables: SetTables) -> Distance | None:
    if not _possible(hand, shape):
        return None
    ways = WAYS[shape.way](stock, shape, tables, len(hand.melds))
    lacks = [found for found in ways if found is not None]
    if not lacks:
        return None
    missing = min(found.missing for found in lacks)
    helping = frozenset().union(*(found.helping for found in lacks if found.missing == missing))
    return Distance(shape, missing - stock.jokers, tuple(sorted(helping)))


def _possible(hand: WaitingHand, shape: Shape) -> bool:
    """Whether the hand has the shape's number of tiles but one, and melds that the shape allows."""
    if hand.melds and (shape.concealed and not all(meld.concealed for meld in hand.melds)):
        return False
    if any(meld.kind not in shape.kinds for meld in hand.melds):
        return False
    return len(hand.concealed) + shape.set_size * len(hand.melds) == shape.size - 1


def _sets(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    yield lack(stock, (), _slots(shape, tables, melds))


def _fixed(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    for rows in knitted_rows(shape.knitted, tables.tileset):
        tiles = tuple(kind for row in rows for kind in row)
        yield lack(stock, tiles, _slots(shape, tables, melds))


def _slots(shape: Shape, tables: SetTables, melds: int) -> tuple[Slot, ...]:
    playing = tables.tileset.playing
    starting = tables.starting(shape.kinds)
    sets = tuple(kinds for found in starting.values() for _, kinds in found if len(kinds) == shape.set_size)
    return (
        Slot(max(0, shape.sets - melds), sets),
        Slot(shape.pairs, tuple((kind, kind) for kind in playing)),
        Slot(shape.singles, tuple((kind,) for kind in playing)),
    )


def _pairs(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    copies = max(kind.copies for kind in tables.tileset.kinds if kind.role == "tile") + stock.jokers
    most = 1 if shape.different else min(shape.pairs, copies // 2)
    ways: Ways = tuple((pairs, 2 * pairs) for pairs in range(most + 1))
    yield lack_by_kind(stock, dict.fromkeys(tables.tileset.playing, ways), shape.pairs)


def _one_of_each(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    ways: Ways = ((0, 1), (1, 2))
    yield lack_by_kind(stock, dict.fromkeys(members(shape.mask), ways), 1)


def _different(stock: Stock, shape: Shape, tables: SetTables, melds: int) -> Iterator[Lack | None]:
    ways: Ways = ((0, 0), (1, 1))
    for rows in knitted_rows(shape.knitted, tables.tileset):
        allowed = {kind for row in rows for kind in row} | set(members(shape.mask))
        playing = [kind for kind in tables.tileset.playing if kind in allowed]
        yield lack_by_kind(stock, dict.fromkeys(playing, ways), shape.size)


WAYS: dict[str, Callable[[Stock, Shape, SetTables, int], Iterator[Lack | None]]] = {
    "sets": _sets,
    "fixed": _fixed,
    "pairs": _pairs,
    "one_of_each": _one_of_each,
    "different": _different,
}
