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

Term = tuple[str, str | int] | tuple[str, str, int]
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
        terms = (rank, _rank(cursor, tree.args[0], rank)), (suit, _suit(cursor, tree.args[1], suit))
        return terms, None
    cursor.flaw("L308", tree, "a template takes (rank, suit), (class) or (attribute=letter, ...)")
    return (), None


def _keyword(cursor: Cursor, word: ast.keyword) -> tuple[str, Term]:
    attribute, value, names = word.arg or "", word.value, cursor.names
    if attribute not in names.attributes:
        close = nearest(attribute, names.attributes, 1)
        hint = f"did you mean '{close[0]}'?" if close else "attributes: " + ", ".join(names.attributes)
        cursor.flaw("L308", word, f"tiles have no attribute '{attribute}'", hint)
    if isinstance(value, ast.Name) and (len(value.id) > 1 or value.id in names.values.get(attribute, ())):
        return attribute, _value(cursor, value, attribute, value.id)
    if isinstance(value, ast.Name) and value.id.isupper():
        return attribute, ("letter", value.id, 0)
    read = _suit if attribute == names.attributes[0] else _rank
    return attribute, read(cursor, value, attribute)


def _rank(cursor: Cursor, tree: ast.expr, attribute: str) -> Term:
    """5, n, n+1 or n-1."""
    if isinstance(tree, ast.Constant) and type(tree.value) is int:
        return _value(cursor, tree, attribute, tree.value)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Add | ast.Sub):
        letter, offset = tree.left, tree.right
        if _is_small(letter) and isinstance(offset, ast.Constant) and type(offset.value) is int:
            sign = 1 if isinstance(tree.op, ast.Add) else -1
            return ("letter", cursor.source(letter), sign * _in_range(cursor, offset, offset.value))
    if _is_small(tree):
        return ("letter", cursor.source(tree), 0)
    hint = "ranks are numbers or small letters: 5, n, n+1"
    cursor.flaw("L308", tree, f"'{cursor.source(tree)}' is not a {attribute}", hint)
    return ("letter", "n", 0)


def _is_small(tree: ast.expr) -> bool:
    return isinstance(tree, ast.Name) and len(tree.id) == 1 and tree.id.islower()


def _value(cursor: Cursor, tree: ast.expr, attribute: str, value: str | int) -> Term:
    """A value written out, which some tile must have."""
    known = cursor.names.values.get(attribute)
    if known is not None and value not in known:
        words = sorted(str(one) for one in known)
        close = nearest(str(value), words, 1) if isinstance(value, str) else ()
        hint = f"did you mean '{close[0]}'?" if close else f"there are: {', '.join(words)}"
        cursor.flaw("L308", tree, f"no tile has the {attribute} '{value}'", hint)
    return ("value", value)


def _in_range(cursor: Cursor, tree: ast.expr, number: int) -> int:
    if not 0 <= number <= WIDEST_RANK:
        cursor.flaw("L308", tree, f"{number} is no rank")
        return 0
    return number


def _suit(cursor: Cursor, tree: ast.expr, attribute: str) -> Term:
    """A (any suit, different from B) or a suit of the set by its letter."""
    known = cursor.names.values.get(attribute, cursor.names.suit_letters)
    if isinstance(tree, ast.Name) and len(tree.id) == 1 and tree.id.isupper():
        return ("letter", tree.id, 0)
    if isinstance(tree, ast.Name) and tree.id in known:
        return ("value", tree.id)
    suits = ", ".join(sorted(str(suit) for suit in known))
    hint = f"{attribute} variables are capital letters; the {attribute}s themselves are {suits}"
    cursor.flaw("L308", tree, f"'{cursor.source(tree)}' is not a {attribute}", hint)
    return ("letter", "A", 0)


def letters_of(templates: tuple[Node, ...]) -> frozenset[str]:
    """The rank letters that an alternative binds."""
    terms = [term for node in templates for _, term in node.args[1]]
    return frozenset(term[1] for term in terms if term[0] == "letter" and term[1].islower())
