"""Groups of tiles under one ruleset, and what each adds to a reading: one for each counter that counts it, at
that counter's place.
"""

from __future__ import annotations

from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple

from scorer.fast.packing import Context
from scorer.language.vocabulary import WAIT_KINDS
from scorer.memo import Memo
from scorer.readings import wait_name
from scorer.tiles import kinds_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scorer.fast.compiled_form import CompiledForm, Measure
    from scorer.language.nodes import Node
    from scorer.ruleset.model import Ruleset

    Masks = dict[str, int]
    Test = Callable[["RowGroup"], int]
    """whether a group is selected"""
    Counter = Callable[["RowGroup"], int]
    """how often a group counts"""

CONCEALED, CALLED, WON, FIRST, MELDED, ADDED = 1, 2, 4, 8, 16, 32
STATES = {"concealed": CONCEALED, "called": CALLED, "won": WON, "first_called": FIRST, "added": ADDED}
NO_SETS = ("pair", "single")
ROW_MEASURES = ("holds", "kinds", "copies")
"""Counters that depend on more than one group; rows add them up."""


class RowGroup(NamedTuple):
    """One group as counters look at it: flags say what is to be said of it, `class_masks` are the classes
    that the winds in force give.
    """

    kind: str
    tiles: tuple[int, ...]
    mask: int
    flags: int
    class_masks: Masks


class GroupNumbers:
    """The contributions of groups under one compiled ruleset."""

    def __init__(self, form: CompiledForm, ruleset: Ruleset) -> None:
        self.tileset, self.tables = ruleset.tileset, ruleset.set_tables
        self.lanes, self.given_classes = form.lanes.sets, form.given_classes
        self.items, self.counter_places = form.worth.items, form.counters
        self.winds = frozenset(self.tileset.winds)
        self.counters: Memo[str, list[tuple[Counter, int]]] = Memo(self._counters)
        self.count_memo: Memo[tuple[str, tuple[int, ...], int, Context], int] = Memo(
            self._count_without_winning_tile
        )
        """what counters add, by kind, tiles, flags and context"""
        fields = [(measure, position) for measure, position, _ in form.counters]
        self.of_winning = [field for field in fields if field[0][0] in ("wait", "win")]
        self.row_counters = [field for field in fields if field[0][0] in ROW_MEASURES]
        at = {measure[0]: 1 << position for measure, position in fields}
        self.sizes = {"": at["n_sets"], "pair": at["n_pairs"], "single": at["n_singles"]}
        """what groups add to the numbers of sets, pairs and singles"""

    def windless(self, tiles: Iterable[int]) -> bool:
        """Whether these tiles add the same for all seat and round winds."""
        return self.winds.isdisjoint(tiles)

    def group(self, kind: str, tiles: tuple[int, ...], flags: int, context: Context) -> RowGroup:
        """A group with the winds of a context in force."""
        return RowGroup(
            kind,
            tiles,
            kinds_mask(tiles),
            flags,
            given_masks(context, self.given_classes, self.tileset.winds),
        )

    def group_number(
        self, kind: str, tiles: tuple[int, ...], flags: int, winning_kind: int, context: Context
    ) -> int:
        """What a group adds to a reading; `winning_kind` is the tile that completed it, -1 where none did.
        Rows and melds remember it.
        """
        total = self.count_memo[kind, tiles, flags, context]
        for (name, *of), position in self.of_winning if winning_kind >= 0 else ():
            if name == "wait":
                total += self.wait_number(kind, tiles, winning_kind) << position
            else:
                total += (of[0] >> winning_kind & 1) << position
        return total

    def _count_without_winning_tile(self, key: tuple[str, tuple[int, ...], int, Context]) -> int:
        """What a group adds, regardless of the tile that completed it."""
        one, total = self.group(*key), self.lanes.get(key[:2], 0)
        for counter, position in self.counters[key[0]]:
            if count := counter(one):
                total += count << position
        return total

    def wait_number(self, kind: str, tiles: tuple[int, ...], winning_kind: int) -> int:
        """How the winning tile completed a group, by the place of the word; 0 where none fits it."""
        wait = wait_name((kind, tiles), winning_kind, self.tables)
        return WAIT_KINDS.index(wait) + 1 if wait else 0

    def _counters(self, kind: str) -> list[tuple[Counter, int]]:
        """The counters of groups of one kind, each with its place."""
        found = ((self._counter(kind, measure), position) for measure, position, _ in self.counter_places)
        return [(counter, position) for counter, position in found if counter]

    def _counter(self, kind: str, measure: Measure) -> Counter | None:
        """What counts a measure in such groups; None where it is counted in none: by rows, or by shapes."""
        name, *of = measure
        if name in ("groups", "sets", "melds", "item"):
            tree = self.items[of[0]] if name == "item" else of[0]
            if not tree or not _may_be(tree, kind) or (name == "sets" and kind in NO_SETS):
                return None
            test = selector(tree)
            if name == "melds":
                return lambda one: one.flags & MELDED and bool(test(one))
            return lambda one: bool(test(one))
        if name in ("tiles", "exposed"):
            flags = CALLED if name == "exposed" else ~0
            return lambda one: sum(of[0] >> tile & 1 for tile in one.tiles) if one.flags & flags else 0
        if name == "pips":
            rank = self.tileset.attributes[1]
            return lambda one: sum(
                self._attribute_number(tile, rank) for tile in one.tiles if of[0] >> tile & 1
            )
        if name == "total" and kind not in NO_SETS:
            return lambda one: self._attribute_number(one.tiles[0], of[0])
        return (
            (lambda one: 1)
            if name == {"pair": "n_pairs", "single": "n_singles"}.get(kind, "n_sets")
            else None
        )

    def _attribute_number(self, tile: int, attribute: str) -> int:
        """The number of an attribute; 0 where the tile has none."""
        value = self.tileset.kinds[tile].attribute_values.get(attribute)
        return value if isinstance(value, int) else 0


def given_masks(context: Context, names: Iterable[str], winds: Sequence[int]) -> Masks:
    """The classes of these names in a context, which is four times the seat wind plus the round wind."""
    places = {"seat_wind": context // 4, "round_wind": context % 4}
    return {name: 1 << winds[places[name]] if places[name] < len(winds) else 0 for name in names}


def _may_be(tree: Node, kind: str) -> bool:
    """Whether a selector may select sets of a kind, as far as it says so at once."""
    return all(
        kind in part.args for part in (tree.args if tree.op == "and" else (tree,)) if part.op == "kind"
    )


def selector(tree: Node) -> Test:
    op, of = tree.op, tree.args
    if op == "truth":
        return lambda one: of[0]
    if op == "kind":
        names = frozenset(of)
        return lambda one: one.kind in names
    if op == "state":
        bit = STATES[of[0]]
        return lambda one: one.flags & bit
    if op in ("of", "has"):
        if of[0].op != "mask":
            if op == "of":
                return lambda one: not one.mask & ~class_mask(of[0], one.class_masks)
            return lambda one: one.mask & class_mask(of[0], one.class_masks)
        inside, outside = of[0].args[0], ~of[0].args[0]
        return (lambda one: not one.mask & outside) if op == "of" else (lambda one: one.mask & inside)
    tests = map(selector, of)
    if op == "not":
        test = next(tests)
        return lambda one: not test(one)
    return reduce(_both_tests if op == "and" else _either_test, tests)


def _both_tests(first_test: Test, second_test: Test) -> Test:
    return lambda one: first_test(one) and second_test(one)


def _either_test(first_test: Test, second_test: Test) -> Test:
    return lambda one: first_test(one) or second_test(one)


def class_mask(tree: Node, class_masks: Masks) -> int:
    """The tiles of a class under the winds in force."""
    if tree.op == "mask":
        return int(tree.args[0])
    if tree.op == "given":
        return class_masks[tree.args[0]]
    masks = [class_mask(part, class_masks) for part in tree.args]
    return ~masks[0] if tree.op == "not" else reduce(and_ if tree.op == "and" else or_, masks)
