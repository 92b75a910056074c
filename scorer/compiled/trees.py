"""Plain trees: what a checked rule becomes before it is a program or a node again.

A tree is a tuple of a word and its parts.

    k value       a constant                         S name      a fact of the situation
    F field       a counter of the reading           Z field     whether that counter is above zero
    T unit        how often templates are bound      L place     a number worked out only when asked for
    H name        a number of the hand (reds)        I name      how many tiles an indicator points at
    V name        a number of the valuation          N name      how often a pattern is awarded
    X place       an output of the program on the reading

    and or not cmp(op, a, b) ar(op, a, b) neg if(c, a, b) min max table(rows, key, (name, column))
"""

from __future__ import annotations

from scorer.language.nodes import COMPARE, MIRRORED, Node

TYPE_CHECKING = False
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
    """All of the conditions."""
    flat = [part for tree in trees for part in (tree[1:] if tree[0] == "and" else (tree,))]
    kept = tuple(dict.fromkeys(part for part in flat if not (part[0] == "k" and part[1])))
    if any(part[0] == "k" for part in kept):
        return FALSE
    return TRUE if not kept else kept[0] if len(kept) == 1 else ("and", *kept)


def either(*trees: Tree) -> Tree:
    """Any of the conditions."""
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
    return MADE[op](tree, below)


MADE = {
    "and": lambda tree, below: Node("and", below),
    "or": lambda tree, below: Node("or", below),
    "not": lambda tree, below: Node("not", below),
    "neg": lambda tree, below: Node("negative", below),
    "if": lambda tree, below: Node("if", below),
    "min": lambda tree, below: Node("call", ("min", *below)),
    "max": lambda tree, below: Node("call", ("max", *below)),
    "cmp": lambda tree, below: Node("compare", (below[0], tree[1], below[1])),
    "ar": lambda tree, below: Node("arithmetic", (tree[1], *below)),
    "table": lambda tree, below: Node("table", (*tree[3], *below)),
}
"""Branches of trees: how each is made of what is below it."""
