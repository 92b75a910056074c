"""Checked trees: one kind of node for conditions, numbers, selectors, tile classes and templates.

    op          args                                  means
    number      (3,)                                  a whole number
    truth       (True,)                               true or false
    fact        ("self_draw",)                        a fact of the situation, true or false or a number
    named       ("value_pair",)                       a fact that the ruleset defines by an expression
    option      ("open_tanyao",)                      the chosen value of a rule option
    word        ("mangan",)                           one of an option's words
    amount      ("base",)                             a number worked out while the hand is valued
    letter      ("n",)                                a rank letter of the templates, for `where`
    and or      (node, ...)                           on conditions, selectors and classes alike
    not         (node,)
    compare     (node, "<=", node, ...)               a chain: 6 <= score <= 7
    arithmetic  ("+", node, node)                     + - * / // **
    negative    (node,)
    if          (condition, then, otherwise)
    call        ("sets", argument, ...)               a function of the vocabulary
    table       ("spicy", column or None, node)       a look-up in a value table
    kind        ("pung",)            selector: a kind of set
    state       ("concealed",)       selector: concealed, called, won, first_called, added, joker, any
    has         (class,)             selector: some tile of the set belongs to the class
    of          (class,)             selector: every tile of the set belongs to the class
    class       ("terminal",)        a class of tiles by name
    given       ("seat_wind",)       a class of tiles given by the situation
    template    ("chow", ((attribute, term), ...), class or None)     one set that a `match` asks for
    match       ((template, ...), ...)                alternatives of templates

A term of a template is ("letter", "n", 1), a letter with an offset, or ("value", 5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from scorer.message import Text
from scorer.values import cached_property, dataclass

SELECTOR_NODES = ("kind", "state", "of", "has", "and", "or", "not", "truth")
"""Nodes that choose among the sets of a hand."""
CLASS_NODES = ("class", "given", "and", "or", "not")
"""Nodes that describe a class of tiles."""
Argument = Any
"""an argument of a node, as in the table above: a node, a word, a number, terms of a template"""
COMPARISON_FUNCTIONS: dict[str, Callable[[Argument, Argument], bool]] = {
    "==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip
OPPOSITE_COMPARISONS = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""For each comparison, the one that holds exactly if it fails."""
MIRRORED_COMPARISONS = {"==": "==", "!=": "!=", "<": ">", ">=": "<=", ">": "<", "<=": ">="}
"""For each comparison, the same comparison with its sides swapped."""


@dataclass(frozen=True)
class Node:
    """A checked part of a rule: its kind (`op`), its arguments, its source text, and the position of that
    text in the expression.
    """

    op: str
    args: tuple[Argument, ...]
    text: str = ""
    position: int = 0

    def __str__(self) -> str:
        return self.text

    @cached_property
    def parts(self) -> tuple[Node, ...]:
        return tuple(_nodes(self.args))

    @cached_property
    def comparable(self) -> object:
        """The tree without texts and positions: see `comparable_tree`."""
        return self.op, comparable_tree(self.args)

    def walk(self) -> Iterator[Node]:
        """This node and all nodes below it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.parts)


@dataclass(frozen=True)
class Flaw:
    """An error in an expression: a code, the position in its text, a message and a hint."""

    code: str
    position: int
    message: Text
    hint: Text = ""
    length: int = 1


def comparable_tree(part: Argument) -> object:
    """A tree without its text and position, so that equal conditions compare equal.

    >>> a, b = Node("fact", ("dealer",), "dealer", 0), Node("fact", ("dealer",), "dealer", 9)
    >>> a == b, comparable_tree(a) == comparable_tree(b)
    (False, True)
    """
    if isinstance(part, Node):
        return part.comparable
    return tuple(map(comparable_tree, part)) if isinstance(part, tuple) else part


def _nodes(args: tuple[Argument, ...]) -> Iterator[Node]:
    for arg in args:
        if isinstance(arg, Node):
            yield arg
        elif isinstance(arg, tuple):
            yield from _nodes(arg)
