"""Parses the expressions of a rule file: conditions and numbers, classes, selectors, templates.

The parser walks the Python syntax tree of a text and builds the checked tree node by node. It accepts and,
or, not, comparisons, + - * / // **, `A if C else B`, whole numbers, names, and calls of the functions of the
vocabulary. Anything else is refused, such as attributes, subscripts, lambdas and comprehensions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from scorer.hand import WINDS
from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import Flaw, Node
from scorer.language.selectors import (
    LARGEST_NUMBER,
    Cursor,
    class_tree,
    rank_letters,
    selector_tree,
    template_node,
    template_nodes,
)
from scorer.language.vocabulary import (
    FACTS,
    FUNCTIONS,
    GIVEN_CLASSES,
    NUMBER_FACTS,
    PATTERNS_AMOUNT,
    SET_STATES,
    TABLE_FACTS,
    TABLE_FUNCTIONS,
    TRUTH_FACTS,
    TRUTH_WORDS,
    WAIT_KINDS,
    Function,
    KnownNames,
    Scope,
    number_word,
    seat_fact,
)
from scorer.message import Listed, Message, Text
from scorer.suggest import did_you_mean, players_words
from scorer.values import replace


def read_expression(
    text: str, names: KnownNames, scope: Scope, gives: str = TRUTH
) -> tuple[Node, Scope, list[Flaw]]:
    """The checked tree of an expression, the scope that it needs, and its errors.

    >>> names = KnownNames(classes=frozenset({"terminal"}))
    >>> read_expression("no_tile(terminal)", names, Scope.HAND)[0].op
    'call'
    >>> print(read_expression("not terminal", names, Scope.HAND)[2][0].message)
    unknown fact 'terminal'
    """
    cursor = Cursor(text, names, scope)
    node = cursor.parse_with(lambda tree: _parse_part(cursor, tree, gives))
    return node, cursor.reached_scope, cursor.flaws


def expression_sort(text: str, names: KnownNames, scope: Scope) -> str:
    """Whether an expression gives a boolean or a number; empty if it has errors."""
    cursor = Cursor(text, names, scope)
    tree = cursor.parse_text()
    return parse_node(cursor, tree)[1] if tree is not None and not cursor.flaws else UNKNOWN_SORT


def read_class(text: str, names: KnownNames) -> tuple[Node, list[Flaw]]:
    cursor = Cursor(text, names, Scope.HAND)
    return cursor.parse_with(partial(class_tree, cursor)), cursor.flaws


def read_selector(text: str, names: KnownNames) -> tuple[Node, list[Flaw]]:
    cursor = Cursor(text, names, Scope.READING)
    return cursor.parse_with(partial(selector_tree, cursor)), cursor.flaws


def read_templates(text: str, names: KnownNames) -> tuple[tuple[Node, ...], list[Flaw]]:
    """The templates of one `match` alternative.

    >>> names = KnownNames(kinds=frozenset({"chow"}))
    >>> templates, flaws = read_templates("chow(n, A), chow(n+1, B)", names)
    >>> len(templates), flaws
    (2, [])
    """
    cursor = Cursor(text, names, Scope.READING)
    cursor.reads_templates = True
    tree = cursor.parse_text()
    return template_nodes(cursor, tree) if tree is not None else (), cursor.flaws


def read_where(text: str, names: KnownNames, templates: tuple[Node, ...]) -> tuple[Node, list[Flaw]]:
    """A condition on the rank letters of templates."""
    letters = replace(names, letters=rank_letters(templates))
    node, _, flaws = read_expression(text, letters, Scope.READING)
    return node, flaws


UNKNOWN_SORT = ""
"""The sort of a part with an error that is already reported."""
Sorted = tuple[Node, str]


FACT_SORTS = {word: (fact.gives, fact.scope) for word, fact in FACTS.items()}


def _parse_name(cursor: Cursor, tree: ast.Name) -> Sorted:
    """The node for a name, which is looked up in the vocabulary and in the ruleset."""
    word, names = tree.id, cursor.names
    if word in ("true", "false"):
        return cursor.make_node(tree, "truth", word == "true"), TRUTH
    if cursor.scope == Scope.TABLE and word not in names.options:
        if word in TABLE_FACTS:
            return cursor.make_node(tree, "fact", word), TABLE_FACTS[word][0]
        hint = did_you_mean(word, [*TABLE_FACTS, *names.options], "") or _usage_hint(names, word)
        return cursor.flawed_node(
            tree, "L302", Message("is not a fact about the table", word), hint
        ), UNKNOWN_SORT
    if word in names.letters:
        return cursor.make_node(tree, "letter", word), NUMBER
    if word in names.seat_numbers:
        return _number_of_seat(cursor, tree, word), NUMBER
    sort, scope = FACT_SORTS.get(word, (names.circumstance_facts.get(word, UNKNOWN_SORT), Scope.HAND))
    if sort and (cursor.scope >= scope or word not in names.options):
        op = "fact"
    elif word in names.amounts:
        op, sort, scope = "amount", NUMBER, _scope_of_amount(word)
    elif word in names.defined_facts:
        op, (sort, scope) = "named", names.defined_facts[word]
    elif word in names.options:
        op, sort, scope = "option", names.options[word].sort, Scope.OPTIONS
        sort = f"word of {word}" if sort == "word" else sort
    else:
        return cursor.flawed_node(
            tree, "L302", Message("unknown fact X", word), _fact_hint(cursor, word)
        ), UNKNOWN_SORT
    require_scope(cursor, scope, tree, word)
    return cursor.make_node(tree, op, word), sort


def _scope_of_amount(name: str) -> Scope:
    return Scope.OTHERS if name == PATTERNS_AMOUNT else Scope.AWARD


NOT_COUNTED_HINT = Message("patterns are found before anything is counted")


def require_scope(cursor: Cursor, scope: Scope, tree: ast.expr, word: str) -> None:
    """Records that the expression needs a scope; adds an error if the expression is evaluated earlier."""
    cursor.reached_scope = max(cursor.reached_scope, scope)
    if scope > cursor.scope:
        known = (
            Message("the options"),
            Message("the hand and the situation"),
            Message("one reading of the hand"),
            Message("one reading and the other patterns"),
            Message("the awarded patterns"),
            Message("facts about the table"),
        )
        message = Message("is not known here", word, known[cursor.scope])
        hint = NOT_COUNTED_HINT if cursor.scope >= Scope.READING and scope < Scope.TABLE else ""
        cursor.flaws.append(Flaw("L310", cursor.position(tree), message, hint, len(word)))


def known_facts(names: KnownNames) -> Iterator[tuple[str, str, Scope]]:
    """Every name that an expression may ask, its sort and from where on it is known."""
    for word, known in (FACT_SORTS | names.defined_facts).items():
        yield word, *known
    for word, sort in names.circumstance_facts.items():
        yield word, sort, Scope.HAND
    for word in names.amounts:
        yield word, NUMBER, _scope_of_amount(word)
    for word, option in names.options.items():
        yield word, option.sort, Scope.OPTIONS


def _fact_hint(cursor: Cursor, word: str) -> Text:
    names = cursor.names
    if names.letters and re.fullmatch("[A-Z]", word):
        return Message("suits cannot be compared")
    if names.letters and len(word) == 1:
        return Message("letters of the templates", Listed(tuple(sorted(names.letters)), "comma"))
    if (number := number_word(word)) is not None:
        return Message("write", number)
    if word.lower() in TRUTH_WORDS:
        return Message("write", TRUTH_WORDS[word.lower()])
    facts = [
        one
        for one, sort, scope in known_facts(names)
        if scope <= cursor.scope and one.isidentifier() and cursor.expected_sort in (UNKNOWN_SORT, sort)
    ]
    wait = Message("is a kind of wait", word) if word in WAIT_KINDS else ""
    return _usage_hint(names, word) or did_you_mean(word, facts, wait)


def _usage_hint(names: KnownNames, word: str) -> Text:
    """The hint how to use a word that is not a fact; empty if the word is unknown."""
    if word in (*names.classes, *GIVEN_CLASSES):
        return Message("is a tile class", word)
    if word in names.kinds:
        return Message("is a kind of set", word)
    if word in names.attributes and f"{word}s" not in NUMBER_FACTS:
        return Message("is an attribute of tiles", word)
    if word in names.indicators:
        return Message("is an input of tiles", word)
    several = [kind for kind in (word[:-1], *players_words().get(word, ())) if kind in names.kinds]
    if several:
        return Message("to count them", several[0])
    if word in FUNCTIONS:
        takes = ", ".join(sort if sort != word else "..." for sort in FUNCTIONS[word].takes)
        return Message("X is a function X Y", word, takes)
    if names.circumstances.get(word, word) != word:
        return Message("the circumstance sets the fact", word, names.circumstances[word])
    if word in names.later_amounts:
        return Message("is computed later and depends on this", word)
    if word in names.awards:
        return Message("is a pattern", word)
    return ""


LONGEST_TILES = 40


def _word_parser(
    allowed_words: Callable[[KnownNames], Iterable[str]], description: Message
) -> Callable[[Cursor, ast.expr], str]:
    """A parser for a word that names something in the ruleset."""

    def parse_word(cursor: Cursor, tree: ast.expr) -> str:
        word, words = cursor.source(tree), list(allowed_words(cursor.names))
        if not isinstance(tree, ast.Name) or word not in words:
            hint = did_you_mean(
                word,
                words,
                Message("known", Listed(tuple(sorted(words)), "comma")) if words else Message("known none"),
            )
            cursor.add_flaw("L302", tree, Message("X is not Y", word, description), hint)
        return word

    return parse_word


def _parse_small_number(cursor: Cursor, tree: ast.expr) -> int:
    if isinstance(tree, ast.Constant) and type(tree.value) is int and 0 < tree.value < 100:
        return tree.value
    cursor.add_flaw("L307", tree, Message("is not a small whole number", cursor.source(tree)))
    return 1


def _parse_tile_text(cursor: Cursor, tree: ast.expr) -> str:
    """Parses a text of tiles in quotes, in which capitals stand for suits: "1112345678999A"."""
    value = tree.value if isinstance(tree, ast.Constant) else None
    if not isinstance(value, str) or len(value) > LONGEST_TILES:
        hint = Message("write it in quotes")
        cursor.add_flaw("L307", tree, Message("is not tile notation", cursor.source(tree)), hint)
        return ""
    text, suits = value.replace(" ", ""), "A-Z" + re.escape("".join(cursor.names.suit_letters))
    if re.fullmatch(rf"([0-9]+[{suits}])*", text):
        return text
    what = (
        "ends without a suit" if re.fullmatch(rf"([0-9]+[{suits}])*[0-9]+", text) else "is not tile notation"
    )
    cursor.add_flaw("L307", tree, Message(what, value), Message("digits then a suit 123A456B or 123m"))
    return ""


COMPARISON_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
OPERATOR_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Pow: "**",
}  # fmt: skip


NOT_ALLOWED = "is not allowed in a rule expression"
UNKNOWN_SYNTAX: dict[type[ast.expr], tuple[str, Text]] = {
    ast.Tuple: ("a ','", Message("numbers are whole numbers")),
    ast.Subscript: ("'[...]'", Message("write the arguments of a function in round brackets")),
}
"""Syntax that people try but expressions do not have, with a hint."""


def parse_node(cursor: Cursor, tree: ast.expr) -> Sorted:
    """The checked node of a syntax node, and the sort of its value: boolean, number or an option's words."""
    reader = NODE_PARSERS.get(type(tree))
    if reader is None:
        hint: Text
        what, hint = UNKNOWN_SYNTAX.get(type(tree), (type(tree).__name__, ""))
        hint = Message("remove the") if isinstance(tree, ast.Tuple) and len(tree.elts) == 1 else hint
        hint = _plain_digits_hint(cursor.source(tree)) or hint
        return cursor.flawed_node(tree, "L303", Message(NOT_ALLOWED, what), hint), UNKNOWN_SORT
    return reader(cursor, tree)


def _plain_digits_hint(text: str) -> Text:
    """To write a number without what separates its thousands; empty if no number is written so."""
    plain = re.sub(r"(?<=\d)[.,](?=\d{3}(?!\d))", "", text)
    return Message("write", plain) if plain != text else ""


def _parse_part(cursor: Cursor, tree: ast.expr, wanted_sort: str, suggestion: Text = "") -> Node:
    """The node of a part. Adds an error if the part is valid but gives another sort than its place needs."""
    before, cursor.expected_sort = len(cursor.flaws), wanted_sort
    node, sort = parse_node(cursor, tree)
    if UNKNOWN_SORT in (sort, wanted_sort) or sort == wanted_sort or len(cursor.flaws) > before:
        return node
    text = cursor.source(tree)
    hint: Text
    if wanted_sort == TRUTH and sort == NUMBER:
        message, hint = (
            Message("a number expected a condition"),
            Message("compare it", suggestion or f"{text} >= 1"),
        )
    elif wanted_sort == NUMBER and sort == TRUTH:
        message, hint = Message("true or false"), suggestion or Message("write 1 if else 0", text)
    else:
        words = cursor.names.options[text].words if text in cursor.names.options else ()
        message, hint = (
            Message("one of an option's words"),
            Message("compare it", f"{text} == {words[0]}") if words else "",
        )
    cursor.add_flaw("L305", tree, Message("X is Y", text, message), hint)
    return node


def _parse_constant(cursor: Cursor, tree: ast.Constant) -> Sorted:
    text, value = cursor.source(tree), tree.value
    if type(value) is bool or text in ("true", "false"):
        return cursor.make_node(tree, "truth", bool(value)), TRUTH
    if type(value) is not int:
        is_text = isinstance(value, str)
        what: Text = Message("text in quotes") if is_text else type(value).__name__
        quoted = str(value) if is_text else ""
        hint = Message("write without quotes", quoted) if quoted.isdecimal() else _plain_digits_hint(text)
        hint = hint or Message("numbers are whole")
        return cursor.flawed_node(tree, "L303", Message(NOT_ALLOWED, what), hint), UNKNOWN_SORT
    if value > LARGEST_NUMBER:
        return cursor.flawed_node(
            tree, "L309", Message("is too large at most", text, LARGEST_NUMBER)
        ), UNKNOWN_SORT
    return cursor.make_node(tree, "number", value), NUMBER


def _parse_logic(cursor: Cursor, tree: ast.BoolOp) -> Sorted:
    op, first = "and" if isinstance(tree.op, ast.And) else "or", tree.values[0]
    parts = [
        _parse_part(cursor, value, TRUTH, _repeated_comparison(cursor, first, value)) for value in tree.values
    ]
    return cursor.make_node(tree, op, *parts), TRUTH


def _repeated_comparison(cursor: Cursor, first_operand: ast.expr, value: ast.expr) -> str:
    """The comparison meant by a bare number in `sets(chow) == 2 or 3`; empty for other parts."""
    if not isinstance(first_operand, ast.Compare) or not isinstance(value, ast.Constant):
        return ""
    sign = COMPARISON_SIGNS.get(type(first_operand.ops[0]), "==")
    return f"{cursor.source(first_operand.left)} {sign} {cursor.source(value)}"


def _parse_unary(cursor: Cursor, tree: ast.UnaryOp) -> Sorted:
    if isinstance(tree.op, ast.Not):
        return cursor.make_node(tree, "not", _parse_part(cursor, tree.operand, TRUTH)), TRUTH
    if isinstance(tree.op, ast.USub):
        return cursor.make_node(tree, "negative", _parse_part(cursor, tree.operand, NUMBER)), NUMBER
    hint = Message("negates classes inside sets and tiles")
    return cursor.flawed_node(
        tree, "L303", Message(NOT_ALLOWED, f"'{cursor.source(tree)}'"), hint
    ), UNKNOWN_SORT


def _selection(cursor: Cursor, tree: ast.BinOp) -> Text:
    """The condition probably meant by kinds of set and tile classes joined with & and |, or an empty text."""
    words = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)}
    of_sets, classes = {*cursor.names.kinds, *SET_STATES}, {*cursor.names.classes, *GIVEN_CLASSES}
    if not words <= of_sets | classes:
        return ""
    source = cursor.source(tree)
    return Message("sets X 1", source) if words & of_sets else f"any_tile({source})"


def _parse_arithmetic(cursor: Cursor, tree: ast.BinOp) -> Sorted:
    if type(tree.op) not in OPERATOR_SIGNS:
        hint = (
            Message("conditions are joined with and") if isinstance(tree.op, ast.BitAnd | ast.BitOr) else ""
        )
        if hint and (selection := _selection(cursor, tree)):
            hint = Message("write", selection)
        hint = Message("write ** for powers") if isinstance(tree.op, ast.BitXor) else hint
        return cursor.flawed_node(
            tree, "L303", Message(NOT_ALLOWED, f"'{cursor.source(tree)}'"), hint
        ), UNKNOWN_SORT
    word = cursor.source(tree).replace("-", "_")
    if isinstance(tree.op, ast.Sub) and word in (
        *TRUTH_FACTS,
        *cursor.names.circumstance_facts,
        *cursor.names.options,
    ):
        message = Message("unknown fact X", cursor.source(tree))
        return cursor.flawed_node(tree, "L302", message, Message("did you mean the word", word)), UNKNOWN_SORT
    sides = _parse_part(cursor, tree.left, NUMBER), _parse_part(cursor, tree.right, NUMBER)
    return cursor.make_node(tree, "arithmetic", OPERATOR_SIGNS[type(tree.op)], *sides), NUMBER


def _parse_comparison(cursor: Cursor, tree: ast.Compare) -> Sorted:
    if words := _parse_word_comparison(cursor, tree):
        return words, TRUTH
    if _is_comparison_with_true(cursor, tree):
        return cursor.make_node(tree, "truth", True), TRUTH
    parts: list[Node | str] = [_parse_part(cursor, tree.left, NUMBER, _condition_hint(cursor, tree))]
    for op, right in zip(tree.ops, tree.comparators, strict=True):
        if type(op) not in COMPARISON_SIGNS:
            hint = Message("compare with")
            cursor.add_flaw("L303", tree, Message(NOT_ALLOWED, f"'{cursor.source(tree)}'"), hint)
        parts += [COMPARISON_SIGNS.get(type(op), "=="), _parse_part(cursor, right, NUMBER)]
    return cursor.make_node(tree, "compare", *parts), TRUTH


MEANS_TRUE = {("==", "1"), (">", "0"), (">=", "1"), ("!=", "0")}
MEANS_FALSE = {("==", "0"), ("<", "1"), ("<=", "0"), ("!=", "1")}


def _condition_hint(cursor: Cursor, tree: ast.Compare) -> Text:
    """The hint for `self_draw == 1`, whose left side is true or false; empty for other comparisons."""
    said = COMPARISON_SIGNS.get(type(tree.ops[0]), ""), cursor.source(tree.comparators[0])
    if len(tree.ops) > 1 or said not in MEANS_TRUE | MEANS_FALSE:
        return ""
    return Message("write", f"{'' if said in MEANS_TRUE else 'not '}{cursor.source(tree.left)}")


def _is_comparison_with_true(cursor: Cursor, tree: ast.Compare) -> bool:
    """Whether a comparison is of the form `dealer == true`. If so, adds an error: a boolean is a condition by
    itself.
    """
    words = [side for side in (tree.left, *tree.comparators) if isinstance(side, ast.Name)]
    said = [side for side in words if side.id.lower() in ("true", "false", "yes", "no")]
    rest = [cursor.source(side) for side in (tree.left, *tree.comparators) if side not in said]
    equal = isinstance(tree.ops[0], ast.Eq | ast.Is)
    if len(said) != 1 or len(rest) != 1 or not (equal or isinstance(tree.ops[0], ast.NotEq | ast.IsNot)):
        return False
    word = said[0].id.lower()
    positive = (TRUTH_WORDS.get(word, word) == "true") == equal
    hint = Message("write", rest[0]) if positive else Message("write not X", rest[0])
    cursor.add_flaw(
        "L305", tree, Message("compares a condition with true or false", cursor.source(tree)), hint
    )
    return True


def _parse_word_comparison(cursor: Cursor, tree: ast.Compare) -> Node | None:
    """The node of `renhou == mangan`, an option compared with one of its words; otherwise None."""
    left, right = tree.left, tree.comparators[0]
    if not (isinstance(left, ast.Name) and left.id in cursor.names.options):
        return None
    option = cursor.names.options[left.id]
    if option.sort != "word" or (left.id in cursor.names.circumstance_facts and cursor.scope >= Scope.HAND):
        return None
    word = cursor.source(right).strip("'\"")
    if len(tree.ops) != 1 or not isinstance(tree.ops[0], ast.Eq | ast.NotEq) or word not in option.words:
        hint = did_you_mean(
            word, option.words, Message("its words X", Listed(tuple(dict.fromkeys(option.words)), "comma"))
        )
        cursor.add_flaw("L302", right, Message("is not a choice of the option", word, left.id), hint)
    op, word_node = (
        COMPARISON_SIGNS.get(type(tree.ops[0]), "=="),
        Node("word", (word,), word, cursor.position(right)),
    )
    return cursor.make_node(tree, "compare", cursor.make_node(left, "option", left.id), op, word_node)


def _parse_choice(cursor: Cursor, tree: ast.IfExp) -> Sorted:
    wanted = cursor.expected_sort
    condition = _parse_part(cursor, tree.test, TRUTH)
    cursor.expected_sort = wanted
    then, sort = parse_node(cursor, tree.body)
    return cursor.make_node(tree, "if", condition, then, _parse_part(cursor, tree.orelse, sort)), sort


def _parse_call(cursor: Cursor, tree: ast.Call) -> Sorted:
    name = tree.func.id if isinstance(tree.func, ast.Name) else ""
    if name in cursor.names.tables:
        return _parse_table(cursor, tree, name), NUMBER
    functions = TABLE_FUNCTIONS if cursor.scope == Scope.TABLE else FUNCTIONS
    function = functions.get(name)
    if name == "seat" and function is not None and len(tree.args) == 1 and not tree.keywords:
        word = cursor.source(tree.args[0])
        if word in cursor.names.seat_names:
            require_scope(cursor, function.scope, tree, name)
            return _named_seat(cursor, tree, word), TRUTH
    if function is not None and not tree.keywords:
        require_scope(cursor, function.scope, tree, name)
        return cursor.make_node(
            tree, "call", name, *_parse_arguments(cursor, tree, name, function)
        ), function.gives
    if function is not None:
        cursor.add_flaw("L303", tree, Message(NOT_ALLOWED, f"'{cursor.source(tree)}'"))
    elif name in cursor.names.kinds:
        cursor.add_flaw(
            "L306", tree.func, Message("X is a template", name), Message("use match X", cursor.source(tree))
        )
    elif not name or name.startswith(("__", "eval", "exec")):
        cursor.add_flaw("L303", tree, Message(NOT_ALLOWED, f"'{cursor.source(tree)}'"))
    else:
        known = [*functions, *cursor.names.tables]
        hint = did_you_mean(name, known, Message("functions X", Listed(tuple(sorted(functions)), "comma")))
        cursor.add_flaw("L306", tree.func, Message("unknown function X", name), hint)
    return cursor.make_node(tree, "truth", False), UNKNOWN_SORT


def _named_seat(cursor: Cursor, tree: ast.Call, fact: str) -> Node:
    """The condition that a player has the seat that a circumstance names: one alternative for each seat."""
    asked = cursor.make_node(tree.args[0], "fact", fact)
    seats = []
    for number, wind in enumerate(WINDS, 1):
        named = cursor.make_node(tree, "compare", asked, "==", cursor.make_node(tree, "number", number))
        seats.append(cursor.make_node(tree, "and", named, cursor.make_node(tree, "call", "seat", wind)))
    return cursor.make_node(tree, "or", *seats)


def _number_of_seat(cursor: Cursor, tree: ast.Name, name: str) -> Node:
    """The number that the seat which is asked has: a choice of those of all seats."""
    require_scope(cursor, Scope.HAND, tree, name)
    node = cursor.make_node(tree, "fact", seat_fact(name, WINDS[-1]))
    for wind in WINDS[-2::-1]:
        is_seat = cursor.make_node(tree, "call", "seat", wind)
        number = cursor.make_node(tree, "fact", seat_fact(name, wind))
        node = cursor.make_node(tree, "if", is_seat, number, node)
    return node


def _parse_arguments(cursor: Cursor, tree: ast.Call, name: str, function: Function) -> tuple[object, ...]:
    takes, many = function.takes, function.takes[-1] == "..."
    if many:
        takes = takes[:1] * max(1, len(tree.args))
    if len(tree.args) != len(takes):
        wanted = ", ".join(function.takes)
        is_joined = len(tree.args) > 1 and wanted in ("selector", "class")
        hint: Text = Message("join them with for both") if is_joined else ""
        is_alternative = len(tree.args) > 1 == len(takes) and function.gives == TRUTH and not is_joined
        if is_alternative and all(isinstance(arg, ast.Name) for arg in tree.args):
            hint = Message("write", " or ".join(f"{name}({ast.unparse(arg)})" for arg in tree.args))
        cursor.add_flaw("L307", tree, Message("was given arguments", name, wanted, len(tree.args)), hint)
        return ()
    return tuple(ARGUMENT_PARSERS[sort](cursor, arg) for arg, sort in zip(tree.args, takes, strict=True))


def _parse_reading_condition(cursor: Cursor, tree: ast.expr) -> Node:
    """Parses the condition of `on_every_wait`, which may use readings in any place."""
    outer, reached = cursor.scope, cursor.reached_scope
    cursor.scope = max(outer, Scope.READING)
    node = _parse_part(cursor, tree, TRUTH)
    cursor.scope, cursor.reached_scope = outer, max(reached, Scope.HAND)
    return node


ARGUMENT_PARSERS: dict[str, Callable[[Cursor, ast.expr], object]] = {
    "class": class_tree,
    "selector": selector_tree,
    "template": template_node,
    "shape": _word_parser(lambda names: names.shapes, Message("a shape of this ruleset")),
    "wait": _word_parser(lambda names: WAIT_KINDS, Message("a kind of wait")),
    "wind": _word_parser(lambda names: WINDS, Message("the letter of a wind")),
    "attribute": _word_parser(lambda names: names.attributes, Message("an attribute of the tiles")),
    "award": _word_parser(lambda names: names.awards, Message("a pattern or a group of patterns")),
    "indicator": _word_parser(lambda names: names.indicators, Message("an indicator of this ruleset")),
    "number": _parse_small_number,
    "tiles": _parse_tile_text,
    "value": lambda cursor, tree: _parse_part(cursor, tree, NUMBER),
    "condition": _parse_reading_condition,
}
"""The parser for each sort of argument."""


def _parse_table(cursor: Cursor, tree: ast.Call, name: str) -> Node:
    columns = cursor.names.tables[name]
    column = cursor.source(tree.args[1]) if len(tree.args) == 2 else None
    chosen = cursor.names.options.get(column or "")
    if column not in columns and chosen and chosen.words and set(chosen.words) <= set(columns):
        return _parse_option_column(cursor, tree, name, chosen.words)
    if columns and column is not None and column not in columns:
        there = Message("its columns X", Listed(tuple(columns), "comma"))
        cursor.add_flaw(
            "L307", tree.args[1], Message("has no column", name, column), did_you_mean(column, columns, there)
        )
        return cursor.make_node(tree, "number", 0)
    if len(tree.args) != (2 if columns else 1) or (column is not None and column not in columns):
        form = Message("X number Y", name, " | ".join(columns)) if columns else f"{name}(number)"
        cursor.add_flaw(
            "L307", tree, Message("a table is used as", form), did_you_mean(column or "", columns)
        )
        return cursor.make_node(tree, "number", 0)
    return cursor.make_node(tree, "table", name, column, _parse_part(cursor, tree.args[0], NUMBER))


def _parse_option_column(cursor: Cursor, tree: ast.Call, name: str, words: tuple[str, ...]) -> Node:
    """The node for a column named by an option: a choice of one look-up for each word of the option."""
    text, at, option = cursor.source(tree), cursor.position(tree), cursor.source(tree.args[1])
    asked, key = cursor.make_node(tree.args[1], "option", option), _parse_part(cursor, tree.args[0], NUMBER)
    node = cursor.make_node(tree, "table", name, words[-1], key)
    for word in reversed(words[:-1]):
        equal = Node("compare", (asked, "==", Node("word", (word,), word, at)), f"{option} == {word}", at)
        node = Node("if", (equal, cursor.make_node(tree, "table", name, word, key), node), text, at)
    return node


NODE_PARSERS: dict[type[ast.expr], Callable[[Cursor, Any], Sorted]] = {
    ast.Constant: _parse_constant,
    ast.Name: _parse_name,
    ast.BoolOp: _parse_logic,
    ast.UnaryOp: _parse_unary,
    ast.BinOp: _parse_arithmetic,
    ast.Compare: _parse_comparison,
    ast.IfExp: _parse_choice,
    ast.Call: _parse_call,
}
