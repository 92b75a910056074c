"""Templates: `chow(n, A), chow(n+1, B)` says how different sets of one hand relate.

Small letters are ranks and may carry an offset, capitals are suits (or values of another attribute),
and different capitals are different values. A class in place of them asks for a set of that class.
"""

from __future__ import annotations

import ast

from scorer.errors import nearest
from scorer.language.nodes import Node
from scorer.language.reading import Cursor
from scorer.language.selectors import class_tree

Term = tuple[str, ...] | tuple[str, int] | tuple[str, str, int]
MOST_TEMPLATES = 8
WIDEST_RANK = 99


def template_list(cursor: Cursor, tree: ast.expr) -> tuple[Node, ...]:
    """The templates of one alternative: a single call or several joined by commas."""
    calls = tree.elts if isinstance(tree, ast.Tuple) else [tree]
    if len(calls) > MOST_TEMPLATES:
        cursor.flaw("L308", calls[MOST_TEMPLATES], f"more than {MOST_TEMPLATES} templates")
        return ()
    return tuple(template(cursor, call) for call in calls)


def template(cursor: Cursor, tree: ast.expr) -> Node:
    """One template, `kind(rank, suit)`, `kind(class)` or `kind(attribute=letter, ...)`."""
    text, at = cursor.source(tree), cursor.at(tree)
    if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)):
        cursor.flaw("L308", tree, f"'{text}' is no template", "write kind(rank, suit) or kind(class)")
        return Node("template", ("", (), None), text, at)
    kind = tree.func.id
    if kind not in cursor.names.kinds:
        close = nearest(kind, cursor.names.kinds, 1)
        hint = f"did you mean '{close[0]}'?" if close else "kinds: " + ", ".join(sorted(cursor.names.kinds))
        cursor.flaw("L308", tree.func, f"'{kind}' is not a kind of set", hint)
    return Node("template", (kind, *_binding(cursor, tree)), text, at)


def _binding(cursor: Cursor, tree: ast.Call) -> tuple[tuple[tuple[str, Term], ...], Node | None]:
    if len(tree.args) == 1 and not tree.keywords:
        return (), class_tree(cursor, tree.args[0])
    if tree.keywords and not tree.args:
        return tuple(_keyword(cursor, word) for word in tree.keywords), None
    if len(tree.args) == 2 and not tree.keywords:
        suit, rank = cursor.names.attributes[0], cursor.names.attributes[1]
        rank_term = _rank(cursor, tree.args[0])
        return ((rank, rank_term), (suit, _suit(cursor, tree.args[1]))), None
    cursor.flaw("L308", tree, "a template takes (rank, suit), (class) or (attribute=letter, ...)")
    return (), None


def _keyword(cursor: Cursor, word: ast.keyword) -> tuple[str, Term]:
    attribute = word.arg or ""
    if attribute not in cursor.names.attributes:
        close = nearest(attribute, cursor.names.attributes, 1)
        hint = f"did you mean '{close[0]}'?" if close else "attributes: " + ", ".join(cursor.names.attributes)
        cursor.flaw("L308", word, f"tiles have no attribute '{attribute}'", hint)
    value = word.value
    if isinstance(value, ast.Name) and (len(value.id) > 1 or not value.id.isalpha()):
        return attribute, ("value", value.id)
    if isinstance(value, ast.Name) and value.id.isupper():
        return attribute, ("letter", value.id, 0)
    return attribute, _rank(cursor, value)


def _rank(cursor: Cursor, tree: ast.expr) -> Term:
    """5, n, n+1 or n-1."""
    if isinstance(tree, ast.Constant) and type(tree.value) is int:
        return ("value", _in_range(cursor, tree, tree.value))
    if isinstance(tree, ast.Name) and len(tree.id) == 1 and tree.id.islower():
        return ("letter", tree.id, 0)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Add | ast.Sub):
        letter, offset = tree.left, tree.right
        if isinstance(letter, ast.Name) and isinstance(offset, ast.Constant) and type(offset.value) is int:
            sign = 1 if isinstance(tree.op, ast.Add) else -1
            return ("letter", letter.id, sign * _in_range(cursor, offset, offset.value))
    cursor.flaw(
        "L308",
        tree,
        f"'{cursor.source(tree)}' is not a rank",
        "ranks are numbers or small letters: 5, n, n+1",
    )
    return ("letter", "n", 0)


def _in_range(cursor: Cursor, tree: ast.expr, number: int) -> int:
    if not 0 <= number <= WIDEST_RANK:
        cursor.flaw("L308", tree, f"{number} is no rank")
        return 0
    return number


def _suit(cursor: Cursor, tree: ast.expr) -> Term:
    """A (any suit, different from B) or a suit of the set by its letter."""
    if isinstance(tree, ast.Name) and len(tree.id) == 1 and tree.id.isupper():
        return ("letter", tree.id, 0)
    if isinstance(tree, ast.Name) and tree.id in cursor.names.suit_letters:
        return ("value", tree.id)
    suits = ", ".join(sorted(cursor.names.suit_letters))
    hint = f"suit variables are capital letters; the suits themselves are {suits}"
    cursor.flaw("L308", tree, f"'{cursor.source(tree)}' is not a suit", hint)
    return ("letter", "A", 0)


def letters_of(templates: tuple[Node, ...]) -> frozenset[str]:
    """The rank letters that an alternative binds."""
    terms = [term for node in templates for _, term in node.args[1]]
    return frozenset(term[1] for term in terms if term[0] == "letter" and term[1].islower())
