"""How few tiles a hand lacks for a shape that asks, of each kind, how many copies are held.

Pairs, one of each and different tiles are of this sort: a kind is used in one of a few ways, each way
needs so many copies and fills so many places. The kinds are walked once.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorer.waits.covering import Lack
from scorer.waits.stock import Stock

Ways = tuple[tuple[int, int], ...]
"""How a kind may be used: the places that it fills, the copies that it needs."""
State = tuple[int, int]
"""Places filled, and copies that no draw can bring."""


def lack_by_kind(stock: Stock, ways: Mapping[int, Ways], places: int) -> Lack | None:
    """What is missing to fill the places; None where it cannot be had at all."""
    missing = _fewest(stock, ways, places)
    if missing is None:
        return None
    helping = (kind for kind in ways if stock.free[kind] and _helps(stock, ways, places, kind, missing))
    return Lack(missing, frozenset(helping))


def _helps(stock: Stock, ways: Mapping[int, Ways], places: int, kind: int, missing: int) -> bool:
    """Whether some best way lacks this kind."""
    lacking = tuple(way for way in ways[kind] if way[1] > stock.held[kind])
    return bool(lacking) and _fewest(stock, {**ways, kind: lacking}, places) == missing


def _fewest(stock: Stock, ways: Mapping[int, Ways], places: int) -> int | None:
    """The fewest tiles missing, over all choices of one way for each kind."""
    best: dict[State, int] = {(0, 0): 0}
    for kind, choices in ways.items():
        best = _with_kind(stock, best, kind, choices, places)
    found = [missing for (filled, _), missing in best.items() if filled == places]
    return min(found, default=None)


def _with_kind(
    stock: Stock, before: dict[State, int], kind: int, choices: Ways, places: int
) -> dict[State, int]:
    after: dict[State, int] = {}
    for (filled, beyond), missing in before.items():
        for more, copies in choices:
            lacking = max(0, copies - stock.held[kind])
            state = (filled + more, beyond + max(0, lacking - stock.free[kind]))
            if state[0] <= places and state[1] <= stock.jokers:
                after[state] = min(after.get(state, missing + lacking), missing + lacking)
    return after
