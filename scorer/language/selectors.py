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
from scorer.languages import LANGUAGES, is_english
from scorer.message import Listed, Message, Text, Translated, message_text
from scorer.suggest import did_you_mean
from scorer.tiles import plain_name
from scorer.usual import notation_of_letters
from scorer.values import replace

LONGEST_EXPRESSION = 500
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What Python raises for a text that is no expression."""
NESTING_SIGN = re.compile(r"[(\[{~+-]|\*\*|\b(?:not|lambda|if|else|await|yield)\b")
"""What can make an expression of Python deeper by one level."""
DEEPEST_EXPRESSION = 40
LARGEST_NUMBER = 10**9

Advice = tuple[Message, tuple[int, int]]
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

    def add_flaw(self, code: str, place: ast.AST | int, message: Text, hint: Text = "") -> None:
        """Adds an error at a syntax node or at a column."""
        at, length = (place, 1) if isinstance(place, int) else (self.position(place), len(self.source(place)))
        self.flaws.append(Flaw(code, at, message, hint, max(1, length)))

    def flawed_node(self, tree: ast.expr, code: str, message: Text, hint: Text = "") -> Node:
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
            message = Message("an expression of characters", len(self.text), LONGEST_EXPRESSION)
            self.add_flaw("L309", 0, message, Message("give parts of it names under facts"))
            return None
        if not self.text.strip():
            self.add_flaw("L304", 0, Message("an empty expression"))
            return None
        flat = self.text.replace("\n", " ").replace("\t", " ")
        lead = len(flat) - len(flat.lstrip())
        try:
            tree, depth = _tree_and_depth(flat.lstrip())
        except UNREADABLE as error:
            raise_if_out_of_memory(error, flat)
            column = getattr(error, "offset", None) or 1
            reason = getattr(error, "msg", None) or ""
            why = _reason_text(reason) if reason else Message("too deeply nested")
            why = next((plain for said, plain in PLAIN_REASONS.items() if reason.startswith(said)), why)
            at = max(0, min(lead + column - 1, len(self.text) - 1))
            hint, (start, end) = self._advice() or ("", (at, at + 1))
            at, length = (start, end - start) if _written_text(hint) else (at, 1)
            self.flaws.append(Flaw("L304", at, Message("cannot read this expression", why), hint, length))
            return None
        self.lead = lead
        if depth > DEEPEST_EXPRESSION:
            self.add_flaw("L309", 0, Message("an expression nested more than deep", DEEPEST_EXPRESSION))
            return None
        return tree

    def _advice(self) -> Advice | None:
        names = self.names
        every = {*names.kinds, *names.classes, *names.class_trees, *names.circumstance_facts}
        tiles = re.fullmatch(r"\s*(\d+)\s+([a-z]+)\s*", self.text)
        if tiles and {*tiles[2]} <= {*names.suit_letters}:
            return Message("write", tiles[1] + tiles[2]), (0, len(self.text))
        if joined := _joined_classes(self.text, names):
            return Message("write", joined), (0, len(self.text))
        found = _notation_hint(self.text, every, names.kinds)
        written = _written_text(found[0]) if found else ""
        template = re.fullmatch(r"(\w+)\(\d, \w\)", written)
        if found and template and template[1] in names.kinds and not self.reads_templates:
            return Message("write", f"match({written})"), found[1]
        return found


def _reason_text(reason: str) -> Translated:
    """What Python's parser says, which is English; in other languages only that the syntax is wrong."""
    wrong = Message("wrong syntax")
    others = ((language, message_text(wrong, language)) for language in LANGUAGES if not is_english(language))
    return Translated((("en", reason), *others))


PLAIN_REASONS = {
    "invalid syntax": Message("wrong syntax"),
    "invalid decimal literal": Message("a number is followed by letters"),
    "leading zeros": Message("a number begins with 0"),
}
"""Why a text is no expression, by the beginning of what Python's parser says."""
_NO_JOIN = r"(?!(?:and|or|not|if|else)\b)"
_FUNCTION_NAMES = "|".join(sorted(FUNCTIONS, key=len, reverse=True))
_ARE = r"(?:(?:is|are|of|in|from)\s+)?(?:(?:a|an|the)\s+)?"
_NAME = r"(?:\(([^()]+)\)|(\w+))"
JOIN_HINT = Message("names are joined with and")
UNDERSCORE_HINT = "names cannot contain spaces"
NOT_OF_BRACKETS = ("a name begins with a letter", "write", "write for")
"""Hints of texts whose fault may as well be a bracket that is open or closed twice."""
NOTATION_HINTS = (
    (r"contains\(\s*([0-9]\w*)\s*\)", Message("put the tiles in quotes", "{1}")),
    (r"(?<!\w)[0-9]{5,}[A-Z]\b(?!\")", Message("put the tiles in quotes 2", "{0}")),
    (
        r"^\s*[0-9]{2,4}[A-Z]\b",
        Message("a template is a kind of set", "{0}"),
    ),
    (r"^\s*\d+(?:[,、]\s*\d+)+\s*[a-z]+\s*$", Message("write the digits without anything between them")),
    (r"(?<![\w.,])(\d{1,3})[,. ](\d{3})(?!\w)", Message("write", "{1}{2}")),
    (r"(?<![\w.])0+([1-9]\d*)\b", Message("write", "{1}")),
    (r"\b(?!(?:any|all|no)_)(\w+)\((\d)([a-z])\)", Message("write", "{1}({2}, {3})")),
    (r"(?<!\w)(\d)-(\d+)([a-z]+)\b", Message("list every tile from to", "{1}", "{2}")),
    (r"\bshape\(\s*\d", Message("a name begins with a letter")),
    (r"(?<!\w)(\d+)([a-z]{4,})\b", Message("write X * Y", "{1}", "{2}")),
    (r"(?<!\w)[0-9]+[a-z]+", Message("give the tiles a name under tiles", "{0}")),
    (r"[\uff01-\uff5e]", Message("write in half width", "{0}")),
    (r"===+", Message("write for", "==", "{0}")),
    (r";\s*$", Message("remove the 2")),
    (rf"\b(?:{_FUNCTION_NAMES})\([^()]*?&&", Message("write for", "&", "&&")),
    (rf"\b(?:{_FUNCTION_NAMES})\([^()]*?\|\|", Message("write for", "|", "||")),
    (r"&&|;(?=\s*\w)(?![^()]*\))", Message("write for", "and", "{0}")),
    (r"\|\|", Message("write for", "or", "{0}")),
    (r"!(?!=)", Message("write for", "not", "{0}")),
    (r"<>|≠", Message("write for", "!=", "{0}")),
    (r"=>|≥", Message("write for", ">=", "{0}")),
    (r"=<|≤", Message("write for", "<=", "{0}")),
    (r"[×·]|(?<= )x(?= )", Message("write for", "*", "{0}")),
    (r"^\s*[‐-―−]\s*(\d+)\s*$", Message("use a plain", "{1}")),
    (r"(?!^.\s*\d+\s*$)[‐-―−]", Message("write for", "-", "{0}")),
    (r"÷", Message("write for", "//", "{0}")),
    (rf"\b(?:all|every|each) (tile|set|group)s?\s*{_ARE}{_NAME}", Message("write", "all_{1}s({name})")),
    (rf"\bany (tile|group)s?\s*{_ARE}{_NAME}", Message("write", "any_{1}({name})")),
    (rf"\bno tiles?\s*{_ARE}{_NAME}", Message("write", "no_tile({name})")),
    (r"^\s*is\s+(\w+)", Message("write for", "{1}", "{0}")),
    (r"\b(?:equals|equal to|is)\b", Message("write for", "==", "{0}")),
    (r"\b(?:AND|And|but|plus|with)\b", Message("write for", "and", "{0}")),
    (r"\b(?:OR|Or)\b", Message("write for", "or", "{0}")),
    (r"\b(?:NOT|Not|without)\b", Message("write for", "not", "{0}")),
    (r"\bno (\w+)", Message("write not or no_tile of a class", "{1}")),
    (r"\b(?:xor|XOR)\b", Message("write a and not b or b and not a")),
    (r"\?.*:", Message("use the form")),
    (r"\b(?:then|THEN|IF|ELSE)\b|^\s*if\b", Message("use the form")),
    (r"\bif\b(?!.*\belse\b)", Message("add the other value")),
    (r"[“”‘’„«»]", Message("remove the quotes")),
    (rf"\b({_FUNCTION_NAMES})\s+(?!(?:is|are|of|with|in)\b){_NAME}", Message("write", "{1}({name})")),
    (r"\ball\s+(\w+)", Message("use all_sets or all_tiles", "{1}")),
    (r"[&|]\s*not\b|^\s*not\b.*[&|]", Message("write for not between classes")),
    (r"^(?=.*\b(?:open|closed|concealed)\b)(?=.*\d.*\d)[\w (),:/]*$", Message("write closed open")),
    (r"^\s*(\d+)\s*\+\s*$", Message("write a comparison", "{1}")),
    (r"^\s*\+?\s*(-?\d+)\s+[^\W\d]\w*\s*$", Message("write the number alone: X", "{1}")),
    (r"^\s*(-?\d+)[^\W\da-zA-Z_]+\s*$", Message("write the number alone: X", "{1}")),
    (r"=\s*\w+\s+\w+\s*=(?!=)", Message("put a between the two")),
    (rf"([<>=] *\d+) +{_NO_JOIN}[a-z_]+\b", Message("write the number alone: X", "{1}")),
    (r"\)\s*(?=\w+\()", Message("put a between the two")),
    (r"\w\s+[A-Z]\s*\)", Message("put a between rank and suit")),
    (r"^[^()]*\([^()]*$", Message("add the closing bracket")),
    (r"^[^()]*\)", Message("add the opening bracket")),
    (r"(?:\b(?:and|or|not|if|else)|[-+*/<>=])\s*$", Message("something is missing at the end")),
    (r"(?<![=<>!])=(?!=)", Message("use to compare")),
    (rf"\b{_NO_JOIN}([a-z_]+) {_NO_JOIN}([a-z_]+)\b", Message("names cannot contain spaces", "{1}", "{2}")),
    (rf"\b(\d+) +{_NO_JOIN}[^\W\d]\w*\b", Message("write the number alone: X", "{1}")),
    (r"^\s*\w+(?:\s+\w+)+\s*$", JOIN_HINT),
)
"""Patterns of text that people write who know other notations, with the hint for each."""


def _notation_hint(text: str, names: Container[str], kinds: Container[str]) -> Advice | None:
    """The hint for a text that looks like another notation: the first that makes an expression of it, or
    else the first; None if there is none. Where a name is written in the plural, the hint has the name.
    """
    counted = re.fullmatch(r"\s*(\d+)\s+(\w+?)s?\s*", text)
    if counted and counted[2] in kinds:
        return Message("to count them use sets as in sets", counted[2], counted[1]), (0, 1)
    found = [(slip, hint) for pattern, hint in NOTATION_HINTS if (slip := re.search(pattern, text))]
    told = [(_name_hint(_fill_hint(hint, slip), names), slip.span()) for slip, hint in found]
    opened, closed = text.count("("), text.count(")")
    if told and told[0][0].key == UNDERSCORE_HINT and _has_names_side_by_side(text, names):
        return JOIN_HINT, (0, 1)
    best = next((one for one in told if _is_expression(_text_after_hint(text, *one))), None)
    if best is None and opened != closed and (not told or told[0][0].key in NOT_OF_BRACKETS):
        return Message("add the closing bracket") if opened > closed else Message(
            "a bracket is closed twice"
        ), (0, 1)
    return best or next(iter(told), None)


def _has_names_side_by_side(text: str, names: Container[str]) -> bool:
    """Whether a text is words with spaces between them, of which some are names but not all together."""
    words = text.split()
    return (
        "_".join(words) not in names
        and all(map(str.isidentifier, words))
        and any(word in names for word in words)
    )


def _fill_hint(hint: Message, slip: re.Match[str]) -> Message:
    """The hint with what was found; `name` is the last group that found anything."""
    name = slip[slip.lastindex] if slip.lastindex else ""
    filled = (str(part).format(slip[0], *slip.groups(), name=name) for part in hint.arguments)
    return Message(hint.key, *filled)


def _written_text(hint: Text) -> str:
    """What a hint says to write; empty if it does not say it."""
    is_text = isinstance(hint, Message) and hint.key == "write"
    return str(hint.arguments[0]) if isinstance(hint, Message) and is_text else ""


def _name_hint(hint: Message, names: Container[str]) -> Message:
    """The hint with known names only: the singular of a plural, and dots for a word that is no name."""

    def name(word: re.Match[str]) -> str:
        return next((one for one in (word[1], word[1][:-1]) if one in names), "...")

    written = _written_text(hint)
    return Message(hint.key, re.sub(r"(?<=[a-z]\()([^\W\d]\w*)(?=\)$)", name, written)) if written else hint


def _text_after_hint(text: str, hint: Message, part: tuple[int, int]) -> str:
    """The text as the hint says; as it is if the hint says no text."""
    if hint.key == "write for":
        new, old = map(str, hint.arguments)
        return text.replace(old, new)
    written = _written_text(hint)
    return text[: part[0]] + written + text[part[1] :] if written else text


def _is_expression(text: str) -> bool:
    try:
        with PARSER_LOCK:
            ast.parse(text.strip(), mode="eval")
    except UNREADABLE as error:
        raise_if_out_of_memory(error, text)
        return False
    return True


def raise_if_out_of_memory(error: Exception, text: str) -> None:
    """Raises the MemoryError again if the memory was not enough to read an expression. Python raises the same
    error for an expression that is nested too deeply; such a text has many signs that nest.

    >>> raise_if_out_of_memory(MemoryError(), "not " * 300 + "x")
    >>> raise_if_out_of_memory(MemoryError(), "not x")
    Traceback (most recent call last):
    MemoryError
    """
    if isinstance(error, MemoryError) and len(NESTING_SIGN.findall(text)) <= DEEPEST_EXPRESSION:
        raise error


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
        message, text = Message("sets and classes are joined with"), cursor.source(tree)
        return cursor.flawed_node(tree, "L303", message, _in_signs(text))
    return leaf(cursor, tree)


def _in_signs(text: str) -> Text:
    """The hint for classes that are joined with words, or for tiles from one to another."""
    if re.fullmatch(r"\d+ *- *\d+", text):
        return Message("list every tile under tiles")
    signs = (
        (r"\bnot\s+", "~"),
        (r"\band\b", "&"),
        (r"\bor\b|\+", "|"),
        (r"\s*/\s*", " | "),
        (r"\s-\s*(?=\w)", " & ~"),
    )
    for word, sign in signs:
        text = re.sub(word, sign, text)
    return Message("write", text) if re.fullmatch(r"[\w\s&|~()]+", text) else Message("use for both")


def _class_leaf(cursor: Cursor, tree: ast.expr) -> Node:
    names, text, at = cursor.names, cursor.source(tree), cursor.position(tree)
    hint: Text
    word = tree.id if isinstance(tree, ast.Name) else ""
    if quoted := _quoted_text(tree):
        if (code := names.tile_names.get(plain_name(quoted))) is None:
            message = Message("no tile has the name", quoted)
            hint = did_you_mean(quoted, [*names.tile_names])
            cursor.flaws.append(Flaw("L301", at + 1, message, hint, len(quoted)))
        return Node("class", (code or "",), text, at)
    if word in GIVEN_CLASSES or word in names.class_trees:
        cursor.reached_scope = max(cursor.reached_scope, Scope.HAND)
        known = names.class_trees.get(word)
        return replace(known, text=text, position=at) if known else Node("given", (word,), text, at)
    if word not in names.classes:
        message, hint = Message("is not a tile class", word or text), Message("classes are named under tiles")
        joined = _joined_classes(text, names) if text == cursor.text.strip() else ""
        hint = Message("classes are joined with") if "," in text else hint
        tiles = re.fullmatch(r"([a-z])([0-9]+)", word)
        if text.isdecimal() and names.suit_letters:
            hint = Message("write the suit letter after the digits", text, min(names.suit_letters))
        if word in names.kinds or word in SET_STATES:
            message = Message("describes a set", word)
            hint = Message("count sets with sets", word)
        elif tiles and tiles[1] in names.suit_letters:
            hint = Message("write", f"{tiles[2]}{tiles[1]}")
        elif joined:
            hint = Message("write", joined)
        elif word:
            hint = _word_suggestion(word, [*names.classes, *GIVEN_CLASSES])
        cursor.add_flaw("L301", tree, message, hint)
    return Node("class", (text,), text, at)


def _joined_classes(text: str, names: KnownNames) -> str:
    """What a list of classes, or of letters for honors such as ESWN, means in the rule language; empty for
    anything else.
    """
    if notation := notation_of_letters(text, names.suit_letters):
        return notation
    words = re.findall(r"\w+", text) if re.fullmatch(r"\s*\w+(?:[\s,/]+\w+)+\s*", text) else []
    known = {*names.classes, *GIVEN_CLASSES}
    meant = [word if word in known else word.removesuffix("s") for word in words if word not in ("and", "or")]
    return " | ".join(meant) if len(meant) > 1 and known.issuperset(meant) else ""


def _quoted_text(tree: ast.expr) -> str:
    """The text in quotes; empty for anything else."""
    return tree.value if isinstance(tree, ast.Constant) and isinstance(tree.value, str) else ""


def _selector_leaf(cursor: Cursor, tree: ast.expr) -> Node:
    names = cursor.names
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "has":
        if len(tree.args) != 1 or tree.keywords:
            return cursor.flawed_node(tree, "L307", Message("has takes one tile class"))
        return cursor.make_node(tree, "has", class_tree(cursor, tree.args[0]))
    if _quoted_text(tree):
        return cursor.make_node(tree, "of", _class_leaf(cursor, tree))
    if not isinstance(tree, ast.Name):
        message = Message("selects no sets", cursor.source(tree))
        hint: Text = Message("use kinds of set")
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and len(tree.args) == 1:
            function = FUNCTIONS.get(tree.func.id)
            if function is not None and "selector" in function.takes:
                hint = Message("write X without Y", cursor.source(tree.args[0]), tree.func.id)
        return cursor.flawed_node(tree, "L301", message, hint)
    if tree.id in names.kinds:
        return cursor.make_node(tree, "kind", tree.id)
    if tree.id in SET_STATES:
        return cursor.make_node(tree, "state", tree.id)
    if tree.id in GIVEN_CLASSES or tree.id in names.classes:
        return cursor.make_node(tree, "of", _class_leaf(cursor, tree))
    message = Message("is neither a kind of set nor a tile class", tree.id)
    hint = _word_suggestion(tree.id, [*names.kinds, *SET_STATES, *names.classes, *GIVEN_CLASSES])
    return cursor.flawed_node(tree, "L301", message, hint)


def _word_suggestion(word: str, known_words: list[str]) -> Text:
    return did_you_mean(word, known_words, Message("known", Listed(tuple(sorted(known_words)[:40]), "comma")))


Term = tuple[str, str | int] | tuple[str, str, int]
MOST_TEMPLATES = 8
WIDEST_RANK = 99


def template_nodes(cursor: Cursor, tree: ast.expr) -> tuple[Node, ...]:
    """The templates of one alternative: a single call or several joined by commas."""
    calls = tree.elts if isinstance(tree, ast.Tuple) else [tree]
    if len(calls) > MOST_TEMPLATES:
        cursor.add_flaw("L308", calls[MOST_TEMPLATES], Message("more than templates", MOST_TEMPLATES))
        return ()
    return tuple(template_node(cursor, call) for call in calls)


def template_node(cursor: Cursor, tree: ast.expr) -> Node:
    """One template, `kind(rank, suit)`, `kind(class)` or `kind(attribute=letter, ...)`. Selectors that are
    joined to it with `&` say more of the set: `kind(rank, suit) & concealed`.
    """
    whole, selector = tree, None
    while isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.BitAnd):
        part = selector_tree(cursor, tree.right)
        selector = part if selector is None else cursor.make_node(whole, "and", part, selector)
        tree = tree.left
    if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)):
        message = Message("is not a template", cursor.source(tree))
        cursor.add_flaw("L308", tree, message, Message("a template is kind rank"))
        return cursor.make_node(tree, "template", "", (), None, None)
    kind = tree.func.id
    if kind not in cursor.names.kinds:
        hint = did_you_mean(
            kind, cursor.names.kinds, Message("kinds X", Listed(tuple(sorted(cursor.names.kinds)), "comma"))
        )
        cursor.add_flaw("L308", tree.func, Message("is not a kind of set", kind), hint)
    return cursor.make_node(whole, "template", kind, *_parse_binding(cursor, tree), selector)


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
                Message("the suit is written before the rank"),
                f"{cursor.source(tree.func)}({second}, {first})",
            )
            cursor.add_flaw("L308", tree, message, Message("write", hint))
            return (), None
        return (
            (rank, _parse_rank(cursor, tree.args[0], rank)),
            (suit, _parse_suit(cursor, tree.args[1], suit)),
        ), None
    cursor.add_flaw("L308", tree, Message("a template takes rank"))
    return (), None


def _parse_keyword(cursor: Cursor, word: ast.keyword) -> tuple[str, Term]:
    attribute, value, names = word.arg or "", word.value, cursor.names
    if attribute not in names.attributes:
        hint = did_you_mean(
            attribute, names.attributes, Message("attributes X", Listed(tuple(names.attributes), "comma"))
        )
        cursor.add_flaw("L308", word, Message("tiles have no attribute", attribute), hint)
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
        hint = Message("ranks are numbers or small letters 5")
        _add_wrong_value(cursor, tree, attribute, hint)
        return ("letter", "n", 0)
    if isinstance(tree, ast.BinOp) and by > WIDEST_RANK:
        cursor.add_flaw("L308", tree.right, Message("is not a rank", by))
        by = 0
    is_less = isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Sub)
    return ("letter", cursor.source(letter), -by if is_less else by)


def _checked_value(cursor: Cursor, tree: ast.expr, attribute: str, value: str | int) -> Term:
    """A literal value. Adds an error if no tile has it."""
    known = cursor.names.values.get(attribute)
    if known is not None and value not in known:
        words = sorted(str(one) for one in known)
        hint: Text = Message("known", Listed(tuple(words), "comma"))
        hint = did_you_mean(value, words, hint) if isinstance(value, str) else hint
        digits = str(value)
        if len(digits) > 1 and {int(one) for one in digits if one.isdecimal()} <= {*known}:
            hint = Message("write the first of the set", digits[0], attribute)
        message = Message("no tile has the", attribute_noun(attribute), value)
        cursor.add_flaw("L308", tree, message, hint)
    return ("value", value)


def _parse_suit(cursor: Cursor, tree: ast.expr, attribute: str) -> Term:
    """A (any suit, different from B) or a suit of the set by its letter."""
    known = cursor.names.values.get(attribute, cursor.names.suit_letters)
    word = tree.id if isinstance(tree, ast.Name) else ""
    if len(word) == 1 and word.isupper():
        return ("letter", word, 0)
    if word in known:
        return ("value", word)
    suits = Listed(tuple(sorted(str(suit) for suit in known)), "comma")
    _add_wrong_value(
        cursor, tree, attribute, Message("variables are capital letters", attribute_noun(attribute), suits)
    )
    return ("letter", "A", 0)


def _add_wrong_value(cursor: Cursor, tree: ast.expr, attribute: str, hint: Text) -> None:
    """Adds a flaw for what is no value of an attribute."""
    message = Message("X is not a Y", cursor.source(tree), attribute_noun(attribute))
    cursor.add_flaw("L308", tree, message, hint)


def attribute_noun(attribute: str) -> Text:
    """What an attribute of tiles is called in a message: that of the usual tiles in words, another by its
    id.
    """
    return Message(f"tile attribute {attribute}") if attribute in ("suit", "rank") else attribute


def rank_letters(templates: tuple[Node, ...]) -> frozenset[str]:
    """The rank letters that an alternative binds."""
    terms = [term for node in templates for _, term in node.args[1]]
    return frozenset(term[1] for term in terms if term[0] == "letter" and term[1].islower())
