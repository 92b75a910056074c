"""Plain trees: what a checked rule becomes, and how one is worked out for a single hand.

A tree is a tuple of a word and its parts; nothing else is needed to keep it in a file.

    k value       a constant                         S name      a fact of the situation
    F field       a counter of the reading           Z field     whether that counter is above zero
    T unit        how often templates are bound      L place     a number worked out only when asked for
    H name        a number of the hand (reds)        I name      how many tiles an indicator points at
    V name        a number of the valuation          N name      how often a pattern is awarded
    X place       an output of the program on the reading

    and or not cmp(op, a, b) ar(op, a, b) neg if(c, a, b) min max table(rows, key, (name, column))
"""

from __future__ import annotations

from operator import add, floordiv, mul, sub

from scorer.engine.evaluate import TooLarge as TooLarge
from scorer.language.nodes import COMPARE, MIRRORED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Tree = tuple[Any, ...]
    Environment = dict[str, Any]
else:
    Tree, Environment = tuple, dict

LARGEST_EXPONENT = 64
LARGEST_RESULT = 10**18
LEAVES = "kSFZTLHIVNX"


class Unsupported(Exception):
    """A construct that the compiled form has no answer to; the reference engine scores such a ruleset."""


def power(base: Any, exponent: Any) -> Any:
    """`base ** exponent` within bounds."""
    if not 0 <= exponent <= LARGEST_EXPONENT or abs(base) > 1000:
        raise TooLarge(f"{base} ** {exponent} is beyond all bounds")
    return base ** int(exponent)


def divided(a: Any, b: Any) -> Any:
    """The exact quotient: a whole number where there is one. By zero it is 0."""
    if not b:
        return 0
    if a % b == 0:
        return a // b
    from fractions import Fraction  # halves of a point are rare, and the module is slow to import

    return Fraction(a) / b


ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "//": lambda a, b: floordiv(a, b) if b else 0,
    "/": divided,
    "**": power,
}


def evaluate(tree: Tree, env: Environment) -> Any:
    """What a tree gives; `env` holds a mapping or list for each letter of the leaves."""
    op = tree[0]
    if op == "k":
        return tree[1]
    if op in LEAVES:
        return env[op][tree[1]]
    return BRANCHES[op](tree, env)


def _compare(tree: Tree, env: Environment) -> bool:
    return bool(COMPARE[tree[1]](evaluate(tree[2], env), evaluate(tree[3], env)))


def _arithmetic(tree: Tree, env: Environment) -> Any:
    result = ARITHMETIC[tree[1]](evaluate(tree[2], env), evaluate(tree[3], env))
    if abs(result) > LARGEST_RESULT:
        raise TooLarge("a number of the ruleset is beyond all bounds")
    return result


def _table(tree: Tree, env: Environment) -> int:
    key = evaluate(tree[2], env)
    for low, high, value in tree[1]:
        if low <= key and (high is None or key <= high):
            return int(value)
    return 0


BRANCHES: dict[str, Callable[[Tree, Environment], Any]] = {
    "and": lambda tree, env: all(evaluate(part, env) for part in tree[1:]),
    "or": lambda tree, env: any(evaluate(part, env) for part in tree[1:]),
    "not": lambda tree, env: not evaluate(tree[1], env),
    "cmp": _compare,
    "ar": _arithmetic,
    "neg": lambda tree, env: -evaluate(tree[1], env),
    "if": lambda tree, env: evaluate(tree[2] if evaluate(tree[1], env) else tree[3], env),
    "min": lambda tree, env: min(evaluate(part, env) for part in tree[1:]),
    "max": lambda tree, env: max(evaluate(part, env) for part in tree[1:]),
    "table": _table,
}


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


def folded(tree: Tree) -> Tree:
    """A branch over constants alone as the constant that it is."""
    if tree[0] == "if" and tree[1][0] == "k":
        chosen: Tree = tree[2] if tree[1][1] else tree[3]
        return chosen
    if all(part[0] == "k" for part in parts(tree)):
        value = evaluate(tree, {})
        return ("k", value) if isinstance(value, int) else tree
    return tree
