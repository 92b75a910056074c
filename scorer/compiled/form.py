"""The compiled form of a ruleset, and the plain trees that it is made from: what the compiler hands to the
engine and the cache.

A tree is what a checked rule becomes before it is a program or a node again: a tuple of a word and its parts.

    k value       a constant                         S name      a fact of the situation
    F field       a counter of the reading           Z field     whether that counter is above zero
    T unit        how often templates are bound      L place     a number worked out only when asked for
    H name        a number of the hand (reds)        I name      how many tiles an indicator points at
    V name        a number of the valuation          N name      how often a pattern is awarded
    X place       an output of the program on the reading

    and or not cmp(op, a, b) ar(op, a, b) neg if(c, a, b) min max table(rows, key, (name, column))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.language.nodes import COMPARE, MIRRORED, Node
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset

    Kinds = tuple[int, ...]
    """tiles by their places in the tile set"""
    Place = tuple[int, int]
    """where a number stands, and how wide it is; of a range, where it begins and ends"""
    Code = tuple[int, tuple[int, ...], tuple[tuple[str, int, int], ...], tuple[tuple[Place, ...], ...]]
    """a program: how many inputs, the constants, steps over numbered values, and outputs: lists of the
    values that are packed into one number, each with its place there
    """
    RowForm = tuple[Kinds, int, int, int, int]
    """the tiles of a row, where it starts, and how many bits counts, variant and context have"""

WORD = 60
"""bits of a word of a reading: a column of numbers can hold it"""

SHIFT_BITS = 16
SHIFT = (1 << SHIFT_BITS) - 1


def bits_at(shift: int, width: int) -> int:
    """The constant of a program that takes so many bits out of a word: the shift, and the mask above it.

    >>> bits_at(4, 2) == 4 + (0b11 << SHIFT_BITS)
    True
    """
    return (1 << width) - 1 << SHIFT_BITS | shift


@dataclass(frozen=True)
class LaneForm:
    """The sets that templates can bind: each has a lane, a small counter in the reading."""

    sets: dict[tuple[str, Kinds], int]
    """what a set adds to a reading, by its kind and tiles"""
    places: tuple[tuple[int, int, int], ...]
    """where each lane stands, how wide it is, and its part"""
    orders: tuple[tuple[Kinds, int], ...]
    """what the sets of each lane are ordered by"""
    parts: tuple[Place, ...]
    """lanes that some template joins stand together"""
    instances: tuple[tuple[tuple[int, int, int], ...], ...]
    """for each part the sum of every instance, the truths that it makes, what it adds to counters"""
    placed: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    """by pattern that is told apart the sums of its instances, and the contexts of each"""


@dataclass(frozen=True)
class ConditionForm:
    """The conditions on a reading: what they ask, the program, and where its answers stand."""

    fill: int
    keep: int
    """they reduce a reading to what is asked of it"""
    words: int
    """so many words of it are asked"""
    unit_bits: int
    """how wide the counts of templates are together"""
    facts: tuple[tuple[str, int, int], ...]
    """the facts of the situation that are asked: where they stand, and how wide"""
    program: Code
    clusters: tuple[tuple[int, Code], ...]
    """the same a few at a time, each with the bits that it asks"""
    late: tuple[Code, ...]
    """conditions that are asked with every tile waited for"""
    late_hand: tuple[Node, ...]
    """what the readable evaluator is asked of a hand"""
    late_sorts: tuple[tuple[str, int], ...]
    """the numbers that are worked out only when needed: their sort, and place among those of it"""
    found: tuple[Place, ...]
    found_bits: int
    """outputs for awards, and how wide they are together"""
    sheet: tuple[Place, ...]
    sheet_bits: int
    """the same for the second sheet"""


@dataclass(frozen=True)
class RulesForm:
    """What a hand is worth: the lowered rules, what is told of them without opening them, what steps ask."""

    rules: Ruleset
    holding: tuple[tuple[int, Kinds], ...]
    """for each pattern what must be found: truths as bits, counts by their numbers"""
    has_sheet: bool
    has_bonuses: bool
    items: tuple[Tree | None, ...]
    """the selector of each item of the sheet that counts sets"""
    asked: dict[str, tuple[str, ...]]
    """the facts of the situation that each step asks"""
    asks_counters: bool
    """whether more than what the table adds hangs on counters or sticks"""
    asks_awards: bool
    """whether the worth asks which patterns were awarded"""
    asks_parts: bool
    """whether the worth asks more of what the total is made of than the sum"""
    paid_amounts: tuple[str, ...]
    """the amounts that payments ask"""
    always_bonus: bool
    wins_late: bool
    """whether only the worth tells that a hand may win"""
    asks_penalty: bool
    """whether a penalty asks the tiles"""
    asks_hand: bool
    sheet_asks_hand: bool
    """whether ways to count, items of the sheet, ask what the tiles show beside the sets"""
    hand_numbers: tuple[str, ...]


@dataclass(frozen=True)
class Form:
    """A ruleset as configured, compiled; `layout` draws where everything stands."""

    rows: tuple[RowForm, ...]
    width: int
    """bits of the count of a tile"""
    top: int
    """where the rows end"""
    given: tuple[str, ...]
    """the classes of tiles that the situation gives"""
    fields: tuple[tuple[Tree, int, int], ...]
    """the counters of a reading: the measure (a name, and mostly of what), where it stands, how wide"""
    sheet_range: Place
    """where the section of the second sheet begins and ends"""
    lanes: LaneForm
    conditions: ConditionForm
    worth: RulesForm


FORMS = {kind.__name__: kind for kind in (Form, LaneForm, ConditionForm, RulesForm)}
"""The classes that a compiled form is made of, beside those of a model."""


if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Tree = tuple[Any, ...]
else:
    Tree = tuple

LEAVES = "kSFZTLHIVNX"


class Unsupported(Exception):
    """A construct that the compiled form has no answer to; the reference engine scores such a ruleset.

    `node` is the expression that asks it, where one does.
    """

    node: Node | None = None


def parts(tree: Tree) -> tuple[Tree, ...]:
    """The trees directly below this one."""
    op = tree[0]
    if op in LEAVES:
        return ()
    if op == "table":
        return (tree[2],)
    return tree[2:] if op in ("cmp", "ar") else tree[1:]


def leaves(tree: Tree) -> Iterator[Tree]:
    """Every leaf that is no constant."""
    if tree[0] in LEAVES:
        if tree[0] != "k":
            yield tree
        return
    for part in parts(tree):
        yield from leaves(part)


def with_parts(tree: Tree, below: tuple[Tree, ...]) -> Tree:
    """The same branch over other parts."""
    if tree[0] == "table":
        return ("table", tree[1], *below, tree[3])
    return (*tree[:2], *below) if tree[0] in ("cmp", "ar") else (tree[0], *below)


TRUTHS = ("and", "or", "not", "cmp", "Z")
WHOLE = ("+", "*")


def is_truth(tree: Tree) -> bool:
    """Whether a tree is a condition; a number otherwise."""
    return tree[0] in TRUTHS or (tree[0] == "k" and isinstance(tree[1], bool))


def is_written(tree: Tree, below_zero: bool = False) -> bool:
    """Whether a program of whole numbers works a tree out; only what is compared may be `below_zero`."""
    op, below_zero = tree[0], below_zero or is_truth(tree)
    if op == "k":
        return isinstance(tree[1], int)
    if op == "ar" and tree[1] == "//":
        written = tree[3][0] == "k" and tree[3][1] > 0
    elif op in ("ar", "neg"):
        written = tree[1] in WHOLE or (below_zero and (op == "neg" or tree[1] == "-"))
    else:
        written = op != "table"
    return written and all(is_written(part, below_zero) for part in parts(tree))


# ---- building trees: constants are folded as they come up

TRUE: Tree = ("k", True)
FALSE: Tree = ("k", False)


def both(*trees: Tree) -> Tree:
    flat = [part for tree in trees for part in (tree[1:] if tree[0] == "and" else (tree,))]
    kept = tuple(dict.fromkeys(part for part in flat if not (part[0] == "k" and part[1])))
    if any(part[0] == "k" for part in kept):
        return FALSE
    return TRUE if not kept else kept[0] if len(kept) == 1 else ("and", *kept)


def either(*trees: Tree) -> Tree:
    flat = [part for tree in trees for part in (tree[1:] if tree[0] == "or" else (tree,))]
    kept = tuple(dict.fromkeys(part for part in flat if not (part[0] == "k" and not part[1])))
    if any(part[0] == "k" for part in kept):
        return TRUE
    return FALSE if not kept else kept[0] if len(kept) == 1 else ("or", *kept)


def negated(tree: Tree) -> Tree:
    """The condition turned round."""
    if tree[0] == "k":
        return ("k", not tree[1])
    return tree[1] if tree[0] == "not" else ("not", tree)


NOT_ZERO = {(">", 0), (">=", 1), ("!=", 0)}
ZERO = {("==", 0), ("<", 1), ("<=", 0)}


def compared(op: str, left: Tree, right: Tree) -> Tree:
    """A comparison; a counter that is only asked whether it is zero becomes a truth."""
    if left[0] == "k" and right[0] != "k":
        op, left, right = MIRRORED[op], right, left
    if left[0] == right[0] == "k":
        return ("k", bool(COMPARE[op](left[1], right[1])))
    if left[0] == "F" and right[0] == "k":
        if (op, right[1]) in NOT_ZERO:
            return ("Z", left[1])
        if (op, right[1]) in ZERO:
            return ("not", ("Z", left[1]))
    return ("cmp", op, left, right)


# ---- trees as nodes

SORTS = {bool: "truth", int: "number", str: "word"}
PLAIN = {"S": "fact", "H": "fact", "V": "amount", "X": "output"}
CALLS = {"I": "indicated", "N": "awarded"}


def node_of(tree: Tree) -> Node:
    """A lowered tree as a node of the language, with `output` for what the program gives."""
    op = tree[0]
    if op == "k":
        return Node(SORTS[type(tree[1])], (tree[1],))
    if op in PLAIN:
        return Node(PLAIN[op], (tree[1],))
    if op in CALLS:
        return Node("call", (CALLS[op], tree[1]))
    below = tuple(map(node_of, parts(tree)))
    if op in ("min", "max"):
        return Node("call", (op, *below))
    if op == "cmp":
        return Node("compare", (below[0], tree[1], below[1]))
    if op == "ar":
        return Node("arithmetic", (tree[1], *below))
    if op == "table":
        return Node("table", (*tree[3], *below))
    return Node("negative" if op == "neg" else op, below)
