"""The position of everything: the counts of a hand in rows, the counters of a reading in words.

A hand is one integer: a region for each row of tiles (a notation letter, or several where a set may span
them), `width` bits a tile, then `mark` (which tile of the row won, and how) and `context` (the winds in
force, only in rows that have winds).

    | context mark counts | context mark counts | ...                  reds jokers flowers
      row n                 row n-1

A reading is one integer too, the sum of its groups, in words of 60 bits so that a column of numbers can hold
each:

    | lanes: which sets templates can bind | sheet: an item each | counters and truths | sets pairs singles |

A truth is a counter of which only matters whether it is zero: adding `truth_addend` sets the bit above the
counter if it is not zero, and `asked_mask` keeps only that bit. Readings that do not differ
in anything the rules ask then have the same key.

No other module knows positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.partial import ZERO
from scorer.fast.compiled_form import WORD, BitRange, CounterPlace, Place, RowForm
from scorer.fast.fallback import Unsupported
from scorer.fast.lower import Lowering, leaves, operator_of
from scorer.fast.packing import win_mark
from scorer.ruleset.model import Ruleset
from scorer.shapes import Shape

if TYPE_CHECKING:
    from scorer.fast.compiled_form import Kinds
    from scorer.language.nodes import Node


CONTEXTS = 16
MOST_WORDS = 16
COUNT_WIDTH = 6
"""Bits that count how often templates are bound."""

# ---- hands


class RowLayout(NamedTuple):
    """The rows of a hand, the bits of the count of a tile, and where the rows end."""

    rows: tuple[RowForm, ...]
    width: int
    top: int


def row_layout(ruleset: Ruleset, contexts: bool) -> RowLayout:
    """Where the tiles of a hand are counted; tiles that a set may join are in one row."""
    tileset, rows, top = ruleset.tileset, list[RowForm](), 0
    size = max(shape.size for shape in ruleset.shapes)
    most = max(tileset.kinds[kind].copies for kind in tileset.playing_kinds) + ruleset.tileset.jokers
    width = min(most, max(size, 4)).bit_length() + 1
    for kinds in _tile_rows(ruleset):
        counts, mark = len(kinds) * width, win_mark(len(kinds) - 1, True).bit_length()
        context = 4 if contexts and set(kinds) & set(tileset.winds) else 0
        rows.append(RowForm(kinds, top, counts, mark, context))
        top += counts + mark + context
    return RowLayout(tuple(rows), width, top)


def _tile_rows(ruleset: Ruleset) -> list[Kinds]:
    """Tiles by letter; letters that a set joins are one row."""
    kinds, used = ruleset.tileset.kinds, {name for shape in ruleset.shapes for name in shape.set_kinds}
    by_letter = [
        tuple(group)
        for _, group in groupby(ruleset.tileset.playing_kinds, key=lambda kind: kinds[kind].letter)
    ]
    home = {kind: place for place, row in enumerate(by_letter) for kind in row}
    for name in used:
        for tiles in ruleset.set_tables.tuples[name]:
            places = {home[kind] for kind in tiles}
            for kind, place in home.items():
                home[kind] = min(places) if place in places else place
    rows = {place: tuple(k for k in home if home[k] == place) for place in sorted(set(home.values()))}
    return [tuple(sorted(row)) for row in rows.values()]


def most_rows(shape: Shape, ruleset: Ruleset) -> int:
    """The most sets, pairs and single tiles that the rows of a shape are."""
    choices = ruleset.set_tables.row_choices(shape.knitted) if shape.way == "fixed" else ()
    return max(map(len, choices), default=0)


# ---- readings


class ConditionCounter(NamedTuple):
    """Where a counter stands that conditions ask, and whether only its truth matters."""

    position: int
    width: int
    is_truth: bool


class KeyPlace(NamedTuple):
    """A part of the key of conditions, and where a number stands in it."""

    part: int
    shift: int
    width: int


class KeyReduction(NamedTuple):
    """Reduces the sum of a reading to what its conditions ask: the addend is added, then the mask applied."""

    truth_addend: int
    asked_mask: int


class Layout:
    """The positions of what conditions use: counters, facts of the situation, and counts of templates."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering, self.ruleset = lowering, lowering.ruleset
        self.counters: list[CounterPlace] = []
        """every counter of a reading"""
        self.condition_counters: dict[int, ConditionCounter] = {}
        """the counters that conditions ask, by their numbers"""
        self.facts: dict[str, Place] = {}
        self.binding_places: list[Place] = []
        """where the bindings of templates are counted"""
        self.end = self.words = 0
        """where the next counter stands; so many words are asked by conditions"""

    def place_leaves(self, trees: list[Node]) -> BitRange:
        """Places what these trees ask; returns the section of the sheet.

        A counter that only options turned off or folded away asked for would tell readings apart for nothing.
        """
        truths, numbers, facts = (
            sorted({leaf.args[0] for tree in trees for leaf in leaves(tree) if operator_of(leaf) == sort})
            for sort in ("truth_of", "counter", "fact")
        )
        widths, sheet = self._widths(), self.ruleset.sheet
        for name in ("n_sets", "n_pairs", "n_singles"):
            width = widths["sets"] if name == "n_sets" else widths["groups"]
            self.counters.append(CounterPlace((name,), self.reserve_bits(width + 1), width))
        for measure, place in self.lowering.fields.items():
            if place in truths or place in numbers:
                width, truth = widths[measure[0]], place not in numbers
                counter = CounterPlace(measure, self.reserve_bits(width + truth), width)
                self.counters.append(counter)
                self.condition_counters[place] = ConditionCounter(counter.position, width, truth)
        start = self._next_word()
        self.words = start // WORD
        for item in range(len(sheet.items) if sheet else 0):
            self.counters.append(
                CounterPlace(("item", item), self.reserve_bits(widths["item"]), widths["item"])
            )
        stop = self.end
        self._next_word()
        self._place_facts_and_bindings(trees, facts)
        return BitRange(start, stop)

    def _place_facts_and_bindings(self, trees: list[Node], facts: list[str]) -> None:
        """Places facts of the situation and counts of templates; a count takes one bit if it is only
        compared with zero.
        """
        most = {"honba": 1000, "sticks": 1000}
        for one in self.ruleset.circumstances:
            most[one.fact] = most.get(one.fact, 0) + one.maximum if one.is_number else 1
        at = _side_by_side(most.get(name, 1).bit_length() for name in facts)
        self.facts = dict(zip(facts, at, strict=True))
        counted = {leaf.args[0] for tree in trees for leaf in _numbers_of(tree) if leaf.op == "bound"}
        self.binding_places = _side_by_side(
            COUNT_WIDTH if n in counted else 1 for n in range(len(self.lowering.counted_templates))
        )

    def reserve_bits(self, width: int) -> int:
        """The next free position for this many bits, never across the end of a word."""
        if self.end % WORD + width > WORD:
            self._next_word()
        self.end += width
        if self.end > WORD * MOST_WORDS:
            raise Unsupported(f"more than {MOST_WORDS} words of counters")
        return self.end - width

    def _next_word(self) -> int:
        self.end = -(-self.end // WORD) * WORD
        return self.end

    def _widths(self) -> dict[str, int]:
        """The width of the counter of a measure, so that no sum overflows into its neighbour."""
        ruleset, shapes = self.ruleset, self.ruleset.shapes
        groups = max(shape.sets + most_rows(shape, ruleset) + shape.pairs + shape.singles for shape in shapes)
        groups = max([groups, *(shape.size for shape in shapes if shape.way in ("one_of_each", "different"))])
        sets = max(1, max(shape.kind_group_count + most_rows(shape, ruleset) for shape in shapes))
        tiles = max(shape.size for shape in shapes) + sets
        ranks = [r for k in ruleset.tileset.kinds for _, r in k.attributes if isinstance(r, int)] or [1]
        if min(ranks) < 0:
            raise Unsupported("an attribute below zero")
        return {
            **dict.fromkeys(("groups", "item"), groups.bit_length()),
            **dict.fromkeys(("sets", "melds"), sets.bit_length()),
            **dict.fromkeys(("tiles", "exposed", "kinds", "copies"), tiles.bit_length()),
            "pips": (max(ranks) * tiles).bit_length(), "total": (max(ranks) * sets).bit_length(),
            "holds": 1, "win": 1, "wait": 3, "shape": len(shapes).bit_length(),
        }  # fmt: skip

    # ---- what conditions ask: a key of the words of a reading, what templates bind, and facts

    @property
    def binding_bits(self) -> int:
        """The total width of the counts of templates."""
        return sum(width for _, width in self.binding_places)

    @property
    def input_count(self) -> int:
        """The number of inputs of a program: the parts of the key, followed by the late numbers."""
        return self.words + 2 + len(self.lowering.late_numbers)

    def place_of(self, leaf: Node) -> KeyPlace:
        """The place of a leaf in the key."""
        name = leaf.args[0]
        if leaf.op == "bound":
            return KeyPlace(self.words, *self.binding_places[name])
        if leaf.op == "fact":
            return KeyPlace(self.words + 1, *self.facts[name])
        at, width, is_truth = self.condition_counters[name]
        word, shift = divmod(at, WORD)
        if leaf.op == "truth_of" and is_truth:
            return KeyPlace(word, shift + width, 1)
        return KeyPlace(word, shift, width)

    def asked_bits(self, tree: Node) -> int:
        """The bits of the key that a tree depends on, without late numbers."""
        mask, facts_at = 0, self.words * WORD + self.binding_bits
        for leaf in leaves(tree):
            if leaf.op != "late":
                part, shift, width = self.place_of(leaf)
                mask |= (1 << width) - 1 << shift + (part * WORD if part <= self.words else facts_at)
        return mask

    def key_reduction(self) -> KeyReduction:
        """What reduces a reading to what its conditions ask."""
        addend = mask = 0
        for position, width, truth in self.condition_counters.values():
            ones = (1 << width) - 1
            addend |= ones << position if truth else 0
            mask |= 1 << position + width if truth else ones << position
        return KeyReduction(addend, mask)


def _side_by_side(widths: Iterable[int]) -> list[Place]:
    places, end = [], 0
    for width in widths:
        places.append(Place(end, width))
        end += width
    return places


def _numbers_of(tree: Node) -> list[Node]:
    """Leaves that are used as numbers, not only compared with zero."""
    below = tree.parts
    if tree.op == "compare" and below[0].op == "bound" and tree.args[1:] == (">", ZERO):
        return []
    return [tree] if not below else [leaf for part in below for leaf in _numbers_of(part)]
