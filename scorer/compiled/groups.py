"""What one group adds to a reading: one for each counter that counts it, at that counter's place."""

from __future__ import annotations

from scorer.compiled.memo import Memo
from scorer.language.vocabulary import WAITS
from scorer.readings import wait_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scorer.compiled.form import Form, Kinds
    from scorer.compiled.trees import Tree
    from scorer.ruleset.model import Ruleset

    Masks = dict[str, int]
    Test = Callable[[str, int, int, Masks], int]
    """whether a group is selected: by its kind, tiles as a mask, flags and the classes in force"""
    Counter = Callable[[str, Kinds, int, int, Masks], int]
    """how often a group counts: the same, with its tiles before the mask"""

CONCEALED, CALLED, WON, FIRST, MELDED = 1, 2, 4, 8, 16
STATES = {"concealed": CONCEALED, "called": CALLED, "won": WON, "first_called": FIRST}
NO_SETS = ("pair", "single")
ROW_MEASURES = ("holds", "kinds", "copies")
"""Counters that no single group can tell; rows add them up."""


class Groups:
    """The contributions of groups under one compiled ruleset."""

    def __init__(self, form: Form, ruleset: Ruleset) -> None:
        self.tileset, self.tables = ruleset.tileset, ruleset.set_tables
        self.lanes = form.lanes.sets
        self.seats, self.winds = self.tileset.winds, frozenset(self.tileset.winds)
        self.given = form.given
        self.items = form.worth.items
        self.fields = form.fields
        self.counters: Memo[str, list[tuple[Counter, int]]] = Memo(self._counters_of)
        self.of_winning = [
            (measure, position) for measure, position, _ in form.fields if measure[0] in ("wait", "win")
        ]
        at = {measure[0]: 1 << position for measure, position, _ in form.fields}
        self.sizes = {"": at["n_sets"], "pair": at["n_pairs"], "single": at["n_singles"]}
        """what groups add to the numbers of sets, pairs and singles"""
        self.row_counters = [
            (measure, position) for measure, position, _ in form.fields if measure[0] in ROW_MEASURES
        ]

    def masks(self, context: int) -> Masks:
        """The classes that the winds in force give."""
        return given_masks(context, self.given, self.seats)

    def windless(self, tiles: tuple[int, ...]) -> bool:
        """Whether these tiles add the same whatever winds are in force."""
        return self.winds.isdisjoint(tiles)

    def added(self, kind: str, tiles: tuple[int, ...], flags: int, winning: int, context: int) -> int:
        """What a group adds to a reading; `winning` is the tile that completed it, -1 where none did. Rows
        and melds remember it.
        """
        total = self._contribution(kind, tiles, flags, context)
        for (name, *of), position in self.of_winning if winning >= 0 else ():
            if name == "wait":
                total += self.wait(kind, tiles, winning) << position
            else:
                total += (of[0] >> winning & 1) << position
        return total

    def _contribution(self, kind: str, tiles: tuple[int, ...], flags: int, context: int) -> int:
        mask = 0
        for tile in tiles:
            mask |= 1 << tile
        given = self.masks(context)
        total = self.lanes.get((kind, tiles), 0)
        for counter, position in self.counters[kind]:
            count = counter(kind, tiles, mask, flags, given)
            if count:
                total += count << position
        return total

    def _counters_of(self, kind: str) -> list[tuple[Counter, int]]:
        """What counts groups of one kind, each with the place of its counter."""
        asked = [(measure, at) for measure, at, _ in self.fields if kind in self._kinds_of(measure, (kind,))]
        return [(counter, at) for measure, at in asked if (counter := self._counter(measure))]

    def _kinds_of(self, measure: Tree, known: tuple[str, ...]) -> tuple[str, ...]:
        """The kinds of set that a measure can count, as far as its selector says so at once."""
        if measure[0] not in ("groups", "sets", "melds", "item"):
            return known
        tree = self.items[measure[1]] if measure[0] == "item" else measure[1]
        if not tree:
            return ()
        parts = tree[1:] if tree[0] == "and" else (tree,)
        named = [part[1] for part in parts if part[0] == "kind"]
        return tuple(named[0]) if named else known

    def _counter(self, measure: Tree) -> Counter | None:
        """The function that counts a measure in one group; None for measures of rows and of the shape."""
        name, *of = measure
        if name in ("groups", "sets", "melds", "item"):
            return self._selecting(name, self.items[of[0]] if name == "item" else of[0])
        if name in ("tiles", "exposed"):
            return lambda kind, tiles, mask, flags, given: (
                sum(of[0] >> tile & 1 for tile in tiles) if name == "tiles" or flags & CALLED else 0
            )
        if name == "pips":
            rank = self.tileset.attributes[1]
            return lambda kind, tiles, *_: sum(self._value(t, rank) for t in tiles if of[0] >> t & 1)
        if name == "total":
            return lambda kind, tiles, *_: self._value(tiles[0], of[0]) if kind not in NO_SETS else 0
        return {
            "n_sets": lambda kind, *_: kind not in NO_SETS,
            "n_pairs": lambda kind, *_: kind == "pair",
            "n_singles": lambda kind, *_: kind == "single",
        }.get(name)

    def _selecting(self, name: str, of: Tree | None) -> Counter:
        if of is None:
            return lambda *_: 0
        test = selector(of)
        if name == "sets":
            return lambda kind, tiles, mask, flags, given: (
                kind not in NO_SETS and bool(test(kind, mask, flags, given))
            )
        if name == "melds":
            return lambda kind, tiles, mask, flags, given: (
                flags & MELDED and bool(test(kind, mask, flags, given))
            )
        return lambda kind, tiles, mask, flags, given: bool(test(kind, mask, flags, given))

    def _value(self, tile: int, attribute: str) -> int:
        """The number of an attribute; 0 where the tile has none."""
        value = self.tileset.kinds[tile].attribute.get(attribute)
        return value if isinstance(value, int) else 0

    def wait(self, kind: str, tiles: tuple[int, ...], winning: int) -> int:
        """How the winning tile completed a group, by the place of the word; 0 where none fits it."""
        wait = wait_of((kind, tiles), winning, self.tables)
        return WAITS.index(wait) + 1 if wait else 0


def given_masks(context: int, names: Iterable[str], winds: Sequence[int]) -> Masks:
    """The classes of these names in a context: four times the seat's wind, and that of the round."""
    places = {"seat_wind": context // 4, "round_wind": context % 4}
    return {name: 1 << winds[places[name]] if places[name] < len(winds) else 0 for name in names}


def selector(tree: Tree) -> Test:
    """A selector as a function of kind of set, tiles, flags and the classes in force."""
    op = tree[0]
    if op == "kind":
        names = frozenset(tree[1])
        return lambda kind, mask, flags, given: kind in names
    if op == "state":
        bit = STATES[tree[1]]
        return lambda kind, mask, flags, given: flags & bit
    if op in ("of", "has"):
        return _class_test(op, tree[1])
    if op == "all":
        return lambda kind, mask, flags, given: True
    tests = [selector(part) for part in tree[1:]]
    if op == "not":
        return lambda kind, mask, flags, given: not tests[0](kind, mask, flags, given)
    return _joined(op, tests)


def _joined(op: str, tests: Sequence[Test]) -> Test:
    """Two tests as one; of more the first, and all the others."""
    first, *rest = tests
    second = rest[0] if len(rest) == 1 else _joined(op, rest) if rest else first
    if op == "and":
        return lambda kind, mask, flags, given: (
            first(kind, mask, flags, given) and second(kind, mask, flags, given)
        )
    return lambda kind, mask, flags, given: (
        first(kind, mask, flags, given) or second(kind, mask, flags, given)
    )


def _class_test(op: str, tree: Tree) -> Test:
    if tree[0] == "mask":
        fixed = tree[1]
        if op == "of":
            return lambda kind, mask, flags, given: not mask & ~fixed
        return lambda kind, mask, flags, given: mask & fixed
    if op == "of":
        return lambda kind, mask, flags, given: not mask & ~class_mask(tree, given)
    return lambda kind, mask, flags, given: mask & class_mask(tree, given)


def class_mask(tree: Tree, given: Masks) -> int:
    """The tiles of a class under the winds in force."""
    if tree[0] == "mask":
        return int(tree[1])
    if tree[0] == "given":
        return given[tree[1]]
    if tree[0] == "not":
        return ~class_mask(tree[1], given)
    masks = [class_mask(part, given) for part in tree[1:]]
    found = masks[0]
    for mask in masks[1:]:
        found = found & mask if tree[0] == "and" else found | mask
    return found
