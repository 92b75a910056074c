"""The text of an expression, and the trees that speak of tiles and sets: classes, selectors, templates.

`ast` does nothing but read; the readers of this package accept a few node types and refuse the rest. Two
guards stand before it, since a text of 3,000 `not ` exhausts its stack: length and nesting.

A *class* speaks of tiles: `wind | dragon`. A *selector* speaks of one set: its kind, its state, or that every
tile of it belongs to a class: `triplet & dragon & concealed`. *Templates* say how different sets of one hand
relate: in `chow(n, A), chow(n+1, B)` small letters are ranks and may carry an offset, capitals are suits (or
values of another attribute), and different capitals are different values. A class in place of them asks for
a set of that class.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from threading import Lock

from scorer.errors import did_you_mean
from scorer.language.nodes import Flaw, Node
from scorer.language.vocabulary import FUNCTIONS, GIVEN_CLASSES, STATES, Names, Scope
from scorer.values import replace

LONGEST = 500
DEEPEST = 40
LARGEST = 10**9

PARSING = Lock()
"""CPython 3.11 counts the depth of trees for all threads together, and fails where two parse at once."""


class Cursor:
    """The text of one expression: reads it once, tells places, collects flaws."""

    def __init__(self, text: str, names: Names, scope: Scope) -> None:
        self.text = text
        self.names = names
        self.scope = scope
        self.reached = Scope.OPTIONS
        self.flaws: list[Flaw] = []

    def flaw(self, code: str, place: ast.AST | int, message: str, hint: str = "") -> None:
        """Notes what is wrong at a node (or at a column)."""
        at, length = (place, 1) if isinstance(place, int) else (self.at(place), len(self.source(place)))
        self.flaws.append(Flaw(code, at, message, hint, max(1, length)))

    def at(self, node: ast.AST) -> int:
        """Where a syntax node begins, in characters of the text (`ast` counts bytes)."""
        column = getattr(node, "col_offset", 0)
        return len(self.text.encode()[:column].decode(errors="replace"))

    def source(self, node: ast.AST) -> str:
        """The text of a syntax node."""
        data = self.text.encode()
        end = getattr(node, "end_col_offset", None) or len(data)
        return data[getattr(node, "col_offset", 0) : end].decode(errors="replace")

    def parse(self) -> ast.expr | None:
        """The syntax tree, or None after noting why there is none."""
        if len(self.text) > LONGEST:
            self.flaw("L309", 0, f"an expression of {len(self.text)} characters; at most {LONGEST} are read",
                      "name parts of it under 'facts'")  # fmt: skip
            return None
        if not self.text.strip():
            self.flaw("L304", 0, "an empty expression")
            return None
        return self._parse()

    def _parse(self) -> ast.expr | None:
        flat = self.text.replace("\n", " ").replace("\t", " ")
        lead = len(flat) - len(flat.lstrip())
        try:
            with PARSING:
                tree = ast.parse(flat.lstrip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            self._unreadable(error, lead)
            return None
        if lead:
            _shift(tree, lead)
        if _depth(tree) > DEEPEST:
            self.flaw("L309", 0, f"an expression nested more than {DEEPEST} deep")
            return None
        return tree

    def _unreadable(self, error: BaseException, lead: int) -> None:
        column = getattr(error, "offset", None) or 1
        why = getattr(error, "msg", None) or "too deeply nested"
        at = max(0, min(lead + column - 1, len(self.text) - 1))
        self.flaw("L304", at, f"cannot read this expression: {why}", _advice(self.text))


_NO_JOIN = r"(?!(?:and|or|not|if|else)\b)"
_CALLED = "|".join(sorted(FUNCTIONS, key=len, reverse=True))
SLIPS = (
    (r"(?<!\w)[0-9]{5,}[A-Z]\b(?!\")", 'put the tiles in quotes: "{0}"'),
    (r"^\s*[0-9]{2,4}[A-Z]\b", 'a template is a kind of set, its rank and its suit; or say contains("{0}")'),
    (r"(?<!\w)(\d)-(\d+)([a-z]+)\b", "write out every tile from {1} to {2}: no '-' stands between them"),
    (r"(?<!\w)(\d+)([a-z]{4,})\b", "write {1} * {2}"),
    (r"(?<!\w)[0-9]+[a-z]+", "give the tiles {0} a name under 'tiles', and say the name here"),
    (r"[\uff01-\uff5e]", "write '{0}' in half width, as in a < (b + c)"),
    (r"===+", "write '==' for '{0}'"),
    (r";\s*$", "leave the ';' away"),
    (r"&&|;(?=\s*\w)(?![^()]*\))", "write 'and' for '{0}'"),
    (r"\|\|", "write 'or' for '{0}'"),
    (r"!(?!=)", "write 'not' for '{0}'"),
    (r"<>|≠", "write '!=' for '{0}'"),
    (r"=>|≥", "write '>=' for '{0}'"),
    (r"=<|≤", "write '<=' for '{0}'"),
    (r"[×·]|(?<= )x(?= )", "write '*' for '{0}'"),
    (r"÷", "write '//' for '{0}'"),
    (r"\b(?:equals|equal to|is)\b", "write '==' for '{0}'"),
    (r"\b(?:AND|And|but|plus|with)\b", "write 'and' for '{0}'"),
    (r"\b(?:OR|Or)\b", "write 'or' for '{0}'"),
    (r"\b(?:NOT|Not|without)\b", "write 'not' for '{0}'"),
    (r"\bno (\w+)", "write not {1}, or no_tile({1}) of a class"),
    (r"\b(?:xor|XOR)\b", "write (a and not b) or (b and not a)"),
    (r"\?.*:", "write 'value if condition else other value'"),
    (r"\b(?:then|THEN|IF|ELSE)\b|^\s*if\b", "write 'value if condition else other value'"),
    (r"\bif\b(?!.*\belse\b)", "say what it is otherwise as well: value if condition else 0"),
    (r"[“”‘’„«»]", "take the quotes away: names stand without any"),
    (rf"\b({_CALLED})\s+\(?(?!(?:is|are|of|with|in)\b)(\w+)", "write {1}({2})"),
    (r"\ball\s+(\w+)", "write all_sets({1}) or all_tiles({1})"),
    (r"[&|]\s*not\b|^\s*not\b.*[&|]", "write '~' for 'not' between classes"),
    (r"^\s*(\d+)\s+[^\W\d]\w*\s*$", "write the number alone: {1}"),
    (r"=\s*\w+\s+\w+\s*=(?!=)", "put a ',' between the two"),
    (rf"([<>=] *\d+) +{_NO_JOIN}[a-z_]+\b", "write the number alone: {1}"),
    (r"\)\s*(?=\w+\()", "put a ',' between the two"),
    (r"\w\s+[A-Z]\s*\)", "put a ',' between rank and suit"),
    (r"^[^()]*\([^()]*$", "add the closing bracket"),
    (r"^[^()]*\)", "add the opening bracket, or take this one away"),
    (r"\b(?:and|or|not|if|else)\s*$", "something is missing at the end"),
    (r"(?<![=<>!])=(?!=)", "'==' compares; a single '=' does not"),
    (rf"\b{_NO_JOIN}([a-z_]+) {_NO_JOIN}([a-z_]+)\b", "a name has no space in it: {1}_{2}"),
)
"""What people write who know other notations, and what is meant."""


def _advice(text: str) -> str:
    """What writers of other notations usually meant."""
    found = ((re.search(pattern, text), hint) for pattern, hint in SLIPS)
    slip = next((hint.format(slip[0], *slip.groups()) for slip, hint in found if slip), "")
    if text.count("(") != text.count(")") and (not slip or slip.startswith("a name")):
        slip = "add the closing bracket" if text.count("(") > text.count(")") else "a bracket is closed twice"
    return slip


def _shift(tree: ast.AST, by: int) -> None:
    for node in ast.walk(tree):
        if hasattr(node, "col_offset"):
            node.col_offset += by
            node.end_col_offset = (getattr(node, "end_col_offset", 0) or 0) + by  # type: ignore[attr-defined]


def _depth(tree: ast.AST) -> int:
    """The nesting of a tree, counted without recursion."""
    deepest, open_nodes = 0, [(tree, 1)]
    while open_nodes:
        node, depth = open_nodes.pop()
        deepest = max(deepest, depth)
        open_nodes.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    return deepest


Leaf = Callable[[Cursor, ast.expr], Node]
JOINS: dict[type[ast.operator], str] = {ast.BitOr: "or", ast.BitAnd: "and"}


def class_tree(cursor: Cursor, tree: ast.expr) -> Node:
    """The tree of a tile class; flaws are noted at the cursor."""
    return _joined(cursor, tree, _class_leaf)


def selector_tree(cursor: Cursor, tree: ast.expr) -> Node:
    """The tree of a selector of sets; flaws are noted at the cursor."""
    return _joined(cursor, tree, _selector_leaf)


def _joined(cursor: Cursor, tree: ast.expr, leaf: Leaf) -> Node:
    text, at = cursor.source(tree), cursor.at(tree)
    if isinstance(tree, ast.BinOp) and type(tree.op) in JOINS:
        sides = (_joined(cursor, tree.left, leaf), _joined(cursor, tree.right, leaf))
        return Node(JOINS[type(tree.op)], sides, text, at)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Invert):
        return Node("not", (_joined(cursor, tree.operand, leaf),), text, at)
    if isinstance(tree, ast.BoolOp | ast.UnaryOp | ast.BinOp):
        cursor.flaw(
            "L303", tree, "sets and classes are joined with & | ~", "'&' is both, '|' either, '~' not"
        )
        return Node("truth", (False,), text, at)
    return leaf(cursor, tree)


def _class_leaf(cursor: Cursor, tree: ast.expr) -> Node:
    text, at = cursor.source(tree), cursor.at(tree)
    if not isinstance(tree, ast.Name):
        cursor.flaw("L301", tree, f"'{text}' is not a tile class", "classes are named under 'tiles'")
    elif tree.id in GIVEN_CLASSES:
        cursor.reached = max(cursor.reached, Scope.HAND)
        return Node("given", (tree.id,), text, at)
    elif tree.id in cursor.names.class_trees:
        cursor.reached = max(cursor.reached, Scope.HAND)
        return replace(cursor.names.class_trees[tree.id], text=text, at=at)
    elif tree.id not in cursor.names.classes:
        _unknown_class(cursor, tree)
    return Node("class", (text,), text, at)


def _unknown_class(cursor: Cursor, tree: ast.Name) -> None:
    names = cursor.names
    if tree.id in names.kinds or tree.id in STATES:
        cursor.flaw("L301", tree, f"'{tree.id}' says what a set is; a class of tiles is needed here",
                    f"count sets with sets({tree.id})")  # fmt: skip
        return
    known = [*names.classes, *GIVEN_CLASSES]
    tiles = re.fullmatch(r"([a-z])([0-9]+)", tree.id)
    if tiles and tiles[1] in names.suit_letters:
        cursor.flaw("L301", tree, f"'{tree.id}' is not a tile class", f"write {tiles[2]}{tiles[1]}")
        return
    cursor.flaw("L301", tree, f"'{tree.id}' is not a tile class", _hint(tree.id, known))


def _selector_leaf(cursor: Cursor, tree: ast.expr) -> Node:
    text, at = cursor.source(tree), cursor.at(tree)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "has":
        return _has(cursor, tree)
    if isinstance(tree, ast.Name):
        return _word(cursor, tree)
    cursor.flaw("L301", tree, f"'{text}' selects no sets", "use kinds of set, states and tile classes")
    return Node("truth", (False,), text, at)


def _has(cursor: Cursor, tree: ast.Call) -> Node:
    text, at = cursor.source(tree), cursor.at(tree)
    if len(tree.args) != 1 or tree.keywords:
        cursor.flaw("L307", tree, "has(...) takes one tile class")
        return Node("truth", (False,), text, at)
    return Node("has", (class_tree(cursor, tree.args[0]),), text, at)


def _word(cursor: Cursor, tree: ast.Name) -> Node:
    word, at = tree.id, cursor.at(tree)
    if word in cursor.names.kinds:
        return Node("kind", (word,), word, at)
    if word in STATES:
        return Node("state", (word,), word, at)
    if word in GIVEN_CLASSES or word in cursor.names.classes:
        return Node("of", (_class_leaf(cursor, tree),), word, at)
    known = [*cursor.names.kinds, *STATES, *cursor.names.classes, *GIVEN_CLASSES]
    message = f"'{word}' is neither a kind of set nor a tile class"
    cursor.flaw("L301", tree, message, _hint(word, known))
    return Node("truth", (False,), word, at)


def _hint(word: str, known: list[str]) -> str:
    return did_you_mean(word, known, "known: " + ", ".join(sorted(known)[:40]))


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
        hint = did_you_mean(kind, cursor.names.kinds, "kinds: " + ", ".join(sorted(cursor.names.kinds)))
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
        hint = did_you_mean(attribute, names.attributes, "attributes: " + ", ".join(names.attributes))
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
    hint = "ranks are numbers or small letters (5, n, n+1), and stand before the suit"
    cursor.flaw("L308", tree, f"'{cursor.source(tree)}' is not a {attribute}", hint)
    return ("letter", "n", 0)


def _is_small(tree: ast.expr) -> bool:
    return isinstance(tree, ast.Name) and len(tree.id) == 1 and tree.id.islower()


def _value(cursor: Cursor, tree: ast.expr, attribute: str, value: str | int) -> Term:
    """A value written out, which some tile must have."""
    known = cursor.names.values.get(attribute)
    if known is not None and value not in known:
        words = sorted(str(one) for one in known)
        hint = f"there are: {', '.join(words)}"
        hint = did_you_mean(value, words, hint) if isinstance(value, str) else hint
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
