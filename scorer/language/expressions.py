"""Reads the expressions of a rule file: conditions and numbers, classes, selectors, templates."""

from __future__ import annotations

from scorer.language.facts import UNKNOWN
from scorer.language.nodes import Flaw, Node
from scorer.language.reading import Cursor
from scorer.language.selectors import class_tree, selector_tree
from scorer.language.templates import letters_of, template_list
from scorer.language.vocabulary import TRUTH, Names, Scope
from scorer.language.walker import expect, walk
from scorer.values import replace


def read_expression(
    text: str, names: Names, scope: Scope, gives: str = TRUTH
) -> tuple[Node, Scope, list[Flaw]]:
    """The checked tree of an expression, the scope that it needs, and what is wrong with it.

    >>> names = Names(classes=frozenset({"terminal"}))
    >>> read_expression("no_tile(terminal)", names, Scope.HAND)[0].op
    'call'
    >>> print(read_expression("not terminal", names, Scope.HAND)[2][0].message)
    unknown fact 'terminal'
    """
    cursor = Cursor(text, names, scope)
    tree = cursor.parse()
    if tree is None:
        return Node("truth", (False,), text), Scope.OPTIONS, cursor.flaws
    node, sort = walk(cursor, tree)
    expect(cursor, tree, sort, gives)
    return node, cursor.reached, cursor.flaws


def sort_of(text: str, names: Names, scope: Scope) -> str:
    """Whether a sound expression gives a truth or a number; empty for one with flaws."""
    cursor = Cursor(text, names, scope)
    tree = cursor.parse()
    return walk(cursor, tree)[1] if tree is not None and not cursor.flaws else UNKNOWN


def read_class(text: str, names: Names) -> tuple[Node, list[Flaw]]:
    """The checked tree of a class of tiles written with other classes."""
    cursor = Cursor(text, names, Scope.HAND)
    tree = cursor.parse()
    node = class_tree(cursor, tree) if tree is not None else Node("truth", (False,), text)
    return node, cursor.flaws


def read_selector(text: str, names: Names) -> tuple[Node, list[Flaw]]:
    """The checked tree of a selector of sets."""
    cursor = Cursor(text, names, Scope.READING)
    tree = cursor.parse()
    node = selector_tree(cursor, tree) if tree is not None else Node("truth", (False,), text)
    return node, cursor.flaws


def read_templates(text: str, names: Names) -> tuple[tuple[Node, ...], list[Flaw]]:
    """The templates of one `match` alternative.

    >>> names = Names(kinds=frozenset({"chow"}))
    >>> templates, flaws = read_templates("chow(n, A), chow(n+1, B)", names)
    >>> len(templates), flaws
    (2, [])
    """
    cursor = Cursor(text, names, Scope.READING)
    tree = cursor.parse()
    templates = template_list(cursor, tree) if tree is not None else ()
    return templates, cursor.flaws


def read_where(text: str, names: Names, templates: tuple[Node, ...]) -> tuple[Node, list[Flaw]]:
    """A condition on the rank letters of templates."""
    letters = replace(names, letters=letters_of(templates))
    node, _, flaws = read_expression(text, letters, Scope.READING)
    return node, flaws
