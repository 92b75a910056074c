"""Parses the text of an expression, and the trees that describe tiles and sets: classes, selectors,
templates.

`ast` only parses; this package accepts a few node types and refuses all others. Length and nesting are
limited first, because a text such as 3,000 times `not ` exhausts the stack of `ast`.

A *class* describes tiles: `wind | dragon`. A *selector* describes one set by its kind, its state, or a class
to which all of its tiles belong: `triplet & dragon & concealed`. *Templates* describe how different sets of
one hand are related: in `chow(n, A), chow(n+1, B)`, lower-case letters are ranks and may have an offset;
capitals are suits (or values of another attribute), and different capitals are different values. A template
with a class instead, such as `triplet(dragon)`, asks for a set of that class.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container
from functools import lru_cache
from threading import Lock

from scorer.language.nodes import Argument, Flaw, Node
from scorer.language.vocabulary import FUNCTIONS, GIVEN_CLASSES, SET_STATES, KnownNames, Scope
from scorer.suggest import did_you_mean
from scorer.values import replace

LONGEST_EXPRESSION = 500
DEEPEST_EXPRESSION = 40
LARGEST_NUMBER = 10**9

Advice = tuple[str, tuple[int, int]]
"""A hint, and the part of the text that it is about."""
PARSER_LOCK = Lock()
"""CPython 3.11 counts the depth of trees for all threads together, and fails if two threads parse at once."""


class Cursor:
    """The text of one expression: parses it once, finds positions, and collects errors."""

    def __init__(self, text: str, names: KnownNames, scope: Scope) -> None:
        self.text = text
        self.names = names
        self.scope = scope
        self.reached_scope = Scope.OPTIONS
        self.reads_templates = False
        self.expected_sort = ""
        """the sort that the part being read must give, for hints"""
        self.flaws: list[Flaw] = []
        self.lead = 0
        """the number of leading spaces, which the syntax tree does not contain"""

    def add_flaw(self, code: str, place: ast.AST | int, message: str, hint: str = "") -> None:
        """Adds an error at a syntax node or at a column."""
        at, length = (place, 1) if isinstance(place, int) else (self.position(place), len(self.source(place)))
        self.flaws.append(Flaw(code, at, message, hint, max(1, length)))

    def flawed_node(self, tree: ast.expr, code: str, message: str, hint: str = "") -> Node:
        """Adds an error for a part, and returns a placeholder node for it."""
        self.add_flaw(code, tree, message, hint)
        return self.make_node(tree, "truth", False)

    def make_node(self, tree: ast.expr, op: str, *args: Argument) -> Node:
        return Node(op, args, self.source(tree), self.position(tree))

    def parse_with(self, reader: Callable[[ast.expr], Node]) -> Node:
        """The node that a reader builds from the syntax tree; a placeholder if the text cannot be parsed."""
        tree = self.parse_text()
        return reader(tree) if tree is not None else Node("truth", (False,), self.text)

    def position(self, node: ast.AST) -> int:
        """The position of a syntax node in characters of the text (`ast` counts bytes)."""
        return len(self.text.encode()[: self.lead + getattr(node, "col_offset", 0)].decode(errors="replace"))

    def source(self, node: ast.AST) -> str:
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", None)
        part = self.text.encode()[self.lead + start : self.lead + end if end else None]
        return part.decode(errors="replace")

    def parse_text(self) -> ast.expr | None:
        """The syntax tree, or None after adding an error if the text cannot be parsed."""
        if len(self.text) > LONGEST_EXPRESSION:
            message = f"an expression of {len(self.text)} characters; the limit is {LONGEST_EXPRESSION}"
            self.add_flaw("L309", 0, message, "give parts of it names under 'facts'")
            return None
        if not self.text.strip():
            self.add_flaw("L304", 0, "an empty expression")
            return None
        flat = self.text.replace("\n", " ").replace("\t", " ")
        lead = len(flat) - len(flat.lstrip())
        try:
            tree, depth = _tree_and_depth(flat.lstrip())
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            column = getattr(error, "offset", None) or 1
            why = getattr(error, "msg", None) or "too deeply nested"
            why = next((plain for said, plain in PLAIN_REASONS.items() if why.startswith(said)), why)
            at = max(0, min(lead + column - 1, len(self.text) - 1))
            hint, (start, end) = self._advice() or ("", (at, at + 1))
            at, length = (start, end - start) if hint.startswith("write ") else (at, 1)
            self.flaws.append(Flaw("L304", at, f"cannot read this expression: {why}", hint, length))
            return None
        self.lead = lead
        if depth > DEEPEST_EXPRESSION:
            self.add_flaw("L309", 0, f"an expression nested more than {DEEPEST_EXPRESSION} deep")
            return None
        return tree

    def _advice(self) -> Advice | None:
        names = self.names
        every = {*names.kinds, *names.classes, *names.class_trees, *names.circumstance_facts}
        found = _notation_hint(self.text, every, names.kinds)
        template = re.fullmatch(r"write ((\w+)\(\d, \w\))", found[0]) if found else None
        if found and template and template[2] in names.kinds and not self.reads_templates:
            return f"write match({template[1]})", found[1]
        return found


PLAIN_REASONS = {
    "invalid decimal literal": "a number is followed by letters",
    "leading zeros": "a number begins with 0",
}
"""Why a text is no expression, by the beginning of what Python's parser says."""
_NO_JOIN = r"(?!(?:and|or|not|if|else)\b)"
_FUNCTION_NAMES = "|".join(sorted(FUNCTIONS, key=len, reverse=True))
_ARE = r"(?:(?:is|are|of|in|from)\s+)?(?:(?:a|an|the)\s+)?"
_NAME = r"(?:\(([^()]+)\)|(\w+))"
JOIN_HINT = "names are joined with and, or in a condition, with | and & in a class"
NOTATION_HINTS = (
    (r"contains\(\s*([0-9]\w*)\s*\)", 'put the tiles in quotes: contains("{1}")'),
    (r"(?<!\w)[0-9]{5,}[A-Z]\b(?!\")", 'put the tiles in quotes: "{0}"'),
    (
        r"^\s*[0-9]{2,4}[A-Z]\b",
        'a template is a kind of set, its rank and its suit; or write contains("{0}")',
    ),
    (r"^\s*\d+(?:[,、]\s*\d+)+\s*[a-z]+\s*$", "write the digits without anything between them, as in 19mps"),
    (r"(?<![\w.,])(\d{1,3})[,. ](\d{3})(?!\w)", "write {1}{2}"),
    (r"(?<![\w.])0+([1-9]\d*)\b", "write {1}"),
    (r"\b(\w+)\((\d)([a-z])\)", "write {1}({2}, {3})"),
    (r"(?<!\w)(\d)-(\d+)([a-z]+)\b", "list every tile from {1} to {2}, without a '-'"),
    (r"\bshape\(\s*\d", "a name begins with a letter; use the name of a shape"),
    (r"(?<!\w)(\d+)([a-z]{4,})\b", "write {1} * {2}"),
    (r"(?<!\w)[0-9]+[a-z]+", "give the tiles {0} a name under 'tiles', and write the name here"),
    (r"[\uff01-\uff5e]", "write '{0}' in half width, as in a < (b + c)"),
    (r"===+", "write '==' for '{0}'"),
    (r";\s*$", "remove the ';'"),
    (rf"\b(?:{_FUNCTION_NAMES})\([^()]*?&&", "write '&' for '&&'"),
    (rf"\b(?:{_FUNCTION_NAMES})\([^()]*?\|\|", "write '|' for '||'"),
    (r"&&|;(?=\s*\w)(?![^()]*\))", "write 'and' for '{0}'"),
    (r"\|\|", "write 'or' for '{0}'"),
    (r"!(?!=)", "write 'not' for '{0}'"),
    (r"<>|≠", "write '!=' for '{0}'"),
    (r"=>|≥", "write '>=' for '{0}'"),
    (r"=<|≤", "write '<=' for '{0}'"),
    (r"[×·]|(?<= )x(?= )", "write '*' for '{0}'"),
    (r"^\s*[‐-―−]\s*(\d+)\s*$", "use a plain '-', as in -{1}"),
    (r"(?!^.\s*\d+\s*$)[‐-―−]", "write '-' for '{0}'"),
    (r"÷", "write '//' for '{0}'"),
    (rf"\b(?:all|every|each) (tile|set|group)s?\s*{_ARE}{_NAME}", "write all_{1}s({name})"),
    (rf"\bany (tile|group)s?\s*{_ARE}{_NAME}", "write any_{1}({name})"),
    (rf"\bno tiles?\s*{_ARE}{_NAME}", "write no_tile({name})"),
    (r"^\s*is\s+(\w+)", "write '{1}' for '{0}'"),
    (r"\b(?:equals|equal to|is)\b", "write '==' for '{0}'"),
    (r"\b(?:AND|And|but|plus|with)\b", "write 'and' for '{0}'"),
    (r"\b(?:OR|Or)\b", "write 'or' for '{0}'"),
    (r"\b(?:NOT|Not|without)\b", "write 'not' for '{0}'"),
    (r"\bno (\w+)", "write not {1}, or no_tile({1}) of a class"),
    (r"\b(?:xor|XOR)\b", "write (a and not b) or (b and not a)"),
    (r"\?.*:", "use the form: value if condition else other value"),
    (r"\b(?:then|THEN|IF|ELSE)\b|^\s*if\b", "use the form: value if condition else other value"),
    (r"\bif\b(?!.*\belse\b)", "add the other value: value if condition else 0"),
    (r"[“”‘’„«»]", "remove the quotes: names are written without quotes"),
    (rf"\b({_FUNCTION_NAMES})\s+(?!(?:is|are|of|with|in)\b){_NAME}", "write {1}({name})"),
    (r"\ball\s+(\w+)", "use all_sets({1}) or all_tiles({1})"),
    (r"[&|]\s*not\b|^\s*not\b.*[&|]", "write '~' for 'not' between classes"),
    (r"^(?=.*\b(?:open|closed|concealed)\b)(?=.*\d.*\d)[\w (),:/]*$", "write {{closed: ..., open: ...}}"),
    (r"^\s*(\d+)\s*\+\s*$", "write a comparison, such as total >= {1}"),
    (r"^\s*\+?\s*(-?\d+)\s+[^\W\d]\w*\s*$", "write the number alone: {1}"),
    (r"^\s*(-?\d+)[^\W\da-zA-Z_]+\s*$", "write the number alone: {1}"),
    (r"=\s*\w+\s+\w+\s*=(?!=)", "put a ',' between the two"),
    (rf"([<>=] *\d+) +{_NO_JOIN}[a-z_]+\b", "write the number alone: {1}"),
    (r"\)\s*(?=\w+\()", "put a ',' between the two"),
    (r"\w\s+[A-Z]\s*\)", "put a ',' between rank and suit"),
    (r"^[^()]*\([^()]*$", "add the closing bracket"),
    (r"^[^()]*\)", "add the opening bracket, or remove this one"),
    (r"(?:\b(?:and|or|not|if|else)|[-+*/<>=])\s*$", "something is missing at the end"),
    (r"(?<![=<>!])=(?!=)", "use '==' to compare"),
    (rf"\b{_NO_JOIN}([a-z_]+) {_NO_JOIN}([a-z_]+)\b", "names cannot contain spaces: {1}_{2}"),
    (rf"\b(\d+) +{_NO_JOIN}[^\W\d]\w*\b", "write the number alone: {1}"),
    (r"^\s*\w+(?:\s+\w+)+\s*$", JOIN_HINT),
)
"""Patterns of text that people write who know other notations, with the hint for each."""


def _notation_hint(text: str, names: Container[str], kinds: Container[str]) -> Advice | None:
    """The hint for a text that looks like another notation: the first that makes an expression of it, or
    else the first; None if there is none. Where a name is written in the plural, the hint has the name.
    """
    counted = re.fullmatch(r"\s*(\d+)\s+(\w+?)s?\s*", text)
    if counted and counted[2] in kinds:
        return f"to count them, use sets({counted[2]}), as in sets({counted[2]}) >= {counted[1]}", (0, 1)
    found = [(slip, hint) for pattern, hint in NOTATION_HINTS if (slip := re.search(pattern, text))]
    told = [(_name_hint(_fill_hint(hint, slip), names), slip.span()) for slip, hint in found]
    opened, closed = text.count("("), text.count(")")
    if told and told[0][0].startswith("names") and _has_names_side_by_side(text, names):
        return JOIN_HINT, (0, 1)
    best = next((one for one in told if _is_expression(_text_after_hint(text, *one))), None)
    if best is None and opened != closed and (not told or told[0][0].startswith(("a name", "write "))):
        return "add the closing bracket" if opened > closed else "a bracket is closed twice", (0, 1)
    return best or next(iter(told), None)


def _has_names_side_by_side(text: str, names: Container[str]) -> bool:
    """Whether a text is words with spaces between them, of which some are names but not all together."""
    words = text.split()
    return (
        "_".join(words) not in names
        and all(map(str.isidentifier, words))
        and any(word in names for word in words)
    )


def _fill_hint(hint: str, slip: re.Match[str]) -> str:
    """The hint with what was found; `name` is the last group that found anything."""
    return hint.format(slip[0], *slip.groups(), name=slip[slip.lastindex] if slip.lastindex else "")


def _name_hint(hint: str, names: Container[str]) -> str:
    """The hint with known names only: the singular of a plural, and dots for a word that is no name."""

    def name(word: re.Match[str]) -> str:
        return next((one for one in (word[1], word[1][:-1]) if one in names), "...")

    return re.sub(r"(?<=[a-z]\()([^\W\d]\w*)(?=\)$)", name, hint) if hint.startswith("write ") else hint


def _text_after_hint(text: str, hint: str, part: tuple[int, int]) -> str:
    """The text as the hint says; as it is if the hint says no text."""
    if both := re.fullmatch("write '([^']+)' for '([^']+)'", hint):
        return text.replace(both[2], both[1])
    found = re.fullmatch(r"write (\S+|\S+\(.*\))", hint)
    return text[: part[0]] + found[1] + text[part[1] :] if found else text


def _is_expression(text: str) -> bool:
    try:
        with PARSER_LOCK:
            ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


@lru_cache(maxsize=4096)
def _tree_and_depth(text: str) -> tuple[ast.expr, int]:
    """The syntax tree of a text and its nesting depth. Many overlays of a process have the same base."""
    with PARSER_LOCK:
        tree = ast.parse(text, mode="eval").body
    return tree, _depth(tree)


def _depth(tree: ast.AST) -> int:
    """The nesting depth of a tree, computed without recursion."""
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
    return _parse_joined(cursor, tree, _class_leaf)


def selector_tree(cursor: Cursor, tree: ast.expr) -> Node:
    """The tree of a selector of sets; flaws are noted at the cursor."""
    return _parse_joined(cursor, tree, _selector_leaf)


def _parse_joined(cursor: Cursor, tree: ast.expr, leaf: Leaf) -> Node:
    if isinstance(tree, ast.BinOp) and type(tree.op) in JOINS:
        left, right = _parse_joined(cursor, tree.left, leaf), _parse_joined(cursor, tree.right, leaf)
        return cursor.make_node(tree, JOINS[type(tree.op)], left, right)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Invert):
        return cursor.make_node(tree, "not", _parse_joined(cursor, tree.operand, leaf))
    if isinstance(tree, ast.BoolOp | ast.UnaryOp | ast.BinOp):
        message, text = "sets and classes are joined with & | ~", cursor.source(tree)
        return cursor.flawed_node(tree, "L303", message, _in_signs(text))
    return leaf(cursor, tree)


def _in_signs(text: str) -> str:
    """The hint for classes that are joined with words, or for tiles from one to another."""
    if re.fullmatch(r"\d+ *- *\d+", text):
        return "list every tile under tiles, as in 2345678m"
    signs = (r"\bnot\s+", "~"), (r"\band\b", "&"), (r"\bor\b|\+", "|"), (r"\s-\s*(?=\w)", " & ~")
    for word, sign in signs:
        text = re.sub(word, sign, text)
    return (
        f"write {text}"
        if re.fullmatch(r"[\w\s&|~()]+", text)
        else "use '&' for both, '|' for either, '~' for not"
    )


def _class_leaf(cursor: Cursor, tree: ast.expr) -> Node:
    names, text, at = cursor.names, cursor.source(tree), cursor.position(tree)
    word = tree.id if isinstance(tree, ast.Name) else ""
    if word in GIVEN_CLASSES or word in names.class_trees:
        cursor.reached_scope = max(cursor.reached_scope, Scope.HAND)
        known = names.class_trees.get(word)
        return replace(known, text=text, position=at) if known else Node("given", (word,), text, at)
    if word not in names.classes:
        message, hint = f"'{word or text}' is not a tile class", "classes are named under 'tiles'"
        hint = "classes are joined with |, without a ','" if "," in text else hint
        tiles = re.fullmatch(r"([a-z])([0-9]+)", word)
        if text.isdecimal() and names.suit_letters:
            hint = f"write the suit letter after the digits: {text}{min(names.suit_letters)}"
        if word in names.kinds or word in SET_STATES:
            message = f"'{word}' describes a set; expected a class of tiles"
            hint = f"count sets with sets({word})"
        elif tiles and tiles[1] in names.suit_letters:
            hint = f"write {tiles[2]}{tiles[1]}"
        elif word:
            hint = _word_suggestion(word, [*names.classes, *GIVEN_CLASSES])
        cursor.add_flaw("L301", tree, message, hint)
    return Node("class", (text,), text, at)


def _selector_leaf(cursor: Cursor, tree: ast.expr) -> Node:
    names = cursor.names
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "has":
        if len(tree.args) != 1 or tree.keywords:
            return cursor.flawed_node(tree, "L307", "has(...) takes one tile class")
        return cursor.make_node(tree, "has", class_tree(cursor, tree.args[0]))
    if not isinstance(tree, ast.Name):
        message = f"'{cursor.source(tree)}' selects no sets"
        hint = "use kinds of set, states and tile classes"
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and len(tree.args) == 1:
            function = FUNCTIONS.get(tree.func.id)
            if function is not None and "selector" in function.takes:
                hint = f"write {cursor.source(tree.args[0])} without {tree.func.id}( )"
        return cursor.flawed_node(tree, "L301", message, hint)
    if tree.id in names.kinds:
        return cursor.make_node(tree, "kind", tree.id)
    if tree.id in SET_STATES:
        return cursor.make_node(tree, "state", tree.id)
    if tree.id in GIVEN_CLASSES or tree.id in names.classes:
        return cursor.make_node(tree, "of", _class_leaf(cursor, tree))
    message = f"'{tree.id}' is neither a kind of set nor a tile class"
    hint = _word_suggestion(tree.id, [*names.kinds, *SET_STATES, *names.classes, *GIVEN_CLASSES])
    return cursor.flawed_node(tree, "L301", message, hint)


def _word_suggestion(word: str, known_words: list[str]) -> str:
    return did_you_mean(word, known_words, "known: " + ", ".join(sorted(known_words)[:40]))


Term = tuple[str, str | int] | tuple[str, str, int]
MOST_TEMPLATES = 8
WIDEST_RANK = 99


def template_nodes(cursor: Cursor, tree: ast.expr) -> tuple[Node, ...]:
    """The templates of one alternative: a single call or several joined by commas."""
    calls = tree.elts if isinstance(tree, ast.Tuple) else [tree]
    if len(calls) > MOST_TEMPLATES:
        cursor.add_flaw("L308", calls[MOST_TEMPLATES], f"more than {MOST_TEMPLATES} templates")
        return ()
    return tuple(template_node(cursor, call) for call in calls)


def template_node(cursor: Cursor, tree: ast.expr) -> Node:
    """One template, `kind(rank, suit)`, `kind(class)` or `kind(attribute=letter, ...)`."""
    if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)):
        message = f"'{cursor.source(tree)}' is not a template"
        cursor.add_flaw("L308", tree, message, "a template is kind(rank, suit) or kind(class)")
        return cursor.make_node(tree, "template", "", (), None)
    kind = tree.func.id
    if kind not in cursor.names.kinds:
        hint = did_you_mean(kind, cursor.names.kinds, "kinds: " + ", ".join(sorted(cursor.names.kinds)))
        cursor.add_flaw("L308", tree.func, f"'{kind}' is not a kind of set", hint)
    return cursor.make_node(tree, "template", kind, *_parse_binding(cursor, tree))


def _parse_binding(cursor: Cursor, tree: ast.Call) -> tuple[tuple[tuple[str, Term], ...], Node | None]:
    if len(tree.args) == 1 and not tree.keywords:
        return (), class_tree(cursor, tree.args[0])
    if tree.keywords and not tree.args:
        return tuple(_parse_keyword(cursor, word) for word in tree.keywords), None
    if len(tree.args) == 2 and not tree.keywords:
        suit, rank = cursor.names.attributes[0], cursor.names.attributes[1]
        first, second = map(cursor.source, tree.args)
        if first.isupper() and not second[:1].isupper() and second not in cursor.names.suit_letters:
            message, hint = (
                "the suit is written before the rank",
                f"{cursor.source(tree.func)}({second}, {first})",
            )
            cursor.add_flaw("L308", tree, message, f"write {hint}")
            return (), None
        return (
            (rank, _parse_rank(cursor, tree.args[0], rank)),
            (suit, _parse_suit(cursor, tree.args[1], suit)),
        ), None
    cursor.add_flaw("L308", tree, "a template takes (rank, suit), (class) or (attribute=letter, ...)")
    return (), None


def _parse_keyword(cursor: Cursor, word: ast.keyword) -> tuple[str, Term]:
    attribute, value, names = word.arg or "", word.value, cursor.names
    if attribute not in names.attributes:
        hint = did_you_mean(attribute, names.attributes, "attributes: " + ", ".join(names.attributes))
        cursor.add_flaw("L308", word, f"tiles have no attribute '{attribute}'", hint)
    if isinstance(value, ast.Name) and (len(value.id) > 1 or value.id in names.values.get(attribute, ())):
        return attribute, _checked_value(cursor, value, attribute, value.id)
    if isinstance(value, ast.Name) and value.id.isupper():
        return attribute, ("letter", value.id, 0)
    read = _parse_suit if attribute == names.attributes[0] else _parse_rank
    return attribute, read(cursor, value, attribute)


def _parse_rank(cursor: Cursor, tree: ast.expr, attribute: str) -> Term:
    """5, n, n+1 or n-1."""
    if isinstance(tree, ast.Constant) and type(tree.value) is int:
        return _checked_value(cursor, tree, attribute, tree.value)
    letter, by = tree, 0
    match tree:
        case ast.BinOp(left, ast.Add() | ast.Sub(), ast.Constant(offset)) if type(offset) is int:
            letter, by = left, offset
    if not (isinstance(letter, ast.Name) and len(letter.id) == 1 and letter.id.islower()):
        hint = "ranks are numbers or small letters (5, n, n+1), and are written before the suit"
        cursor.add_flaw("L308", tree, f"'{cursor.source(tree)}' is not a {attribute}", hint)
        return ("letter", "n", 0)
    if isinstance(tree, ast.BinOp) and by > WIDEST_RANK:
        cursor.add_flaw("L308", tree.right, f"{by} is not a rank")
        by = 0
    is_less = isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Sub)
    return ("letter", cursor.source(letter), -by if is_less else by)


def _checked_value(cursor: Cursor, tree: ast.expr, attribute: str, value: str | int) -> Term:
    """A literal value. Adds an error if no tile has it."""
    known = cursor.names.values.get(attribute)
    if known is not None and value not in known:
        words = sorted(str(one) for one in known)
        hint = f"known: {', '.join(words)}"
        hint = did_you_mean(value, words, hint) if isinstance(value, str) else hint
        digits = str(value)
        if len(digits) > 1 and {int(one) for one in digits if one.isdecimal()} <= {*known}:
            hint = f"write {digits[0]}, the first {attribute} of the set"
        cursor.add_flaw("L308", tree, f"no tile has the {attribute} '{value}'", hint)
    return ("value", value)


def _parse_suit(cursor: Cursor, tree: ast.expr, attribute: str) -> Term:
    """A (any suit, different from B) or a suit of the set by its letter."""
    known = cursor.names.values.get(attribute, cursor.names.suit_letters)
    word = tree.id if isinstance(tree, ast.Name) else ""
    if len(word) == 1 and word.isupper():
        return ("letter", word, 0)
    if word in known:
        return ("value", word)
    suits = ", ".join(sorted(str(suit) for suit in known))
    hint = f"{attribute} variables are capital letters; the {attribute}s themselves are {suits}"
    cursor.add_flaw("L308", tree, f"'{cursor.source(tree)}' is not a {attribute}", hint)
    return ("letter", "A", 0)


def rank_letters(templates: tuple[Node, ...]) -> frozenset[str]:
    """The rank letters that an alternative binds."""
    terms = [term for node in templates for _, term in node.args[1]]
    return frozenset(term[1] for term in terms if term[0] == "letter" and term[1].islower())
