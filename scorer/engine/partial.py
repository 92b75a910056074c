"""Evaluates expressions of which only some parts are known: the options are, the hand is not.

`sources_of` lists what an expression depends on. `simplify` replaces each part that the options decide with
its value. The other functions build an expression from parts, of which some may be constants: parts that
change nothing are left out, and a part that decides the whole replaces it. The fast evaluator, the checks
and the explanations all use these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from scorer.engine.evaluate import Result, TooLarge, View, holds, rules_view, value_of
from scorer.language.nodes import COMPARISON_FUNCTIONS, MIRRORED_COMPARISONS, Node
from scorer.language.vocabulary import FACTS, FUNCTIONS, TABLE_FACTS, TABLE_FUNCTIONS, Source
from scorer.ruleset.model import PLAIN, Liability, Ruleset, Sheet
from scorer.values import plain_fields, replace

if TYPE_CHECKING:
    from scorer.engine.evaluate import Evaluator

CONSTANT_OPS: dict[type, str] = {bool: "truth", int: "number", str: "word"}
CONSTANTS = frozenset(CONSTANT_OPS.values())
"""The nodes that are constants."""
KNOWN_FROM_RULES = frozenset((Source.ARGUMENTS, Source.RULES))
"""What is known as soon as the options are chosen."""


# ---- what an expression depends on


def expression_nodes(node: Node, ruleset: Ruleset) -> Iterator[Node]:
    """All nodes of an expression, including those of the facts that the ruleset defines."""
    for part in node.walk():
        yield part
        if part.op == "named":
            yield from expression_nodes(ruleset.fact_by_id[part.args[0]].node, ruleset)


def sources_of(node: Node, ruleset: Ruleset) -> frozenset[Source]:
    """What the value of an expression depends on; nothing for one made of constants.

    >>> from scorer.ruleset.load import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> sorted(source.name for source in sources_of(rules.pattern_by_id["pinfu"].condition, rules))
    ['READING', 'RULES', 'SITUATION', 'TILES']
    """
    return frozenset(
        SOURCE_BY_NODE[part.op](part, ruleset)
        for part in expression_nodes(node, ruleset)
        if part.op in SOURCE_BY_NODE
    )


def _fact_source(node: Node, ruleset: Ruleset) -> Source:
    """The source of a built-in fact, of one that circumstances set, or of a word of the table."""
    name = node.args[0]
    if name in FACTS:
        return FACTS[name].depends_on
    is_circumstance = any(item.fact == name for item in ruleset.circumstances)
    return Source.TABLE if name in TABLE_FACTS and not is_circumstance else Source.CIRCUMSTANCES


SOURCE_BY_NODE: dict[str, Callable[[Node, Ruleset], Source]] = {
    "option": lambda node, ruleset: Source.RULES,
    "fact": _fact_source,
    "call": lambda node, ruleset: (FUNCTIONS.get(node.args[0]) or TABLE_FUNCTIONS[node.args[0]]).depends_on,
    "amount": lambda node, ruleset: Source.AMOUNTS,
    "letter": lambda node, ruleset: Source.READING,
    "given": lambda node, ruleset: Source.TILES if node.args[0] == "win_tile" else Source.SITUATION,
    "class": lambda node, ruleset: Source.TILES,
    **dict.fromkeys(("kind", "state", "of", "has", "template"), lambda node, ruleset: Source.READING),
}
"""The source of the value of a node; all others depend on their parts alone."""


def depends_on_tiles(node: Node, ruleset: Ruleset) -> bool:
    """Whether an expression depends on the tiles of the hand, not only on the situation."""
    return any(source.is_of_hand for source in sources_of(node, ruleset))


def is_decided(node: Node, ruleset: Ruleset) -> bool:
    """Whether an expression can be evaluated as soon as the options are chosen."""
    return sources_of(node, ruleset) <= KNOWN_FROM_RULES


# ---- expressions from parts


def constant_node(value: Result) -> Node:
    """A boolean, whole number or word as an expression."""
    return Node(CONSTANT_OPS[type(value)], (value,))


TRUE, FALSE, ZERO, ONE = map(constant_node, (True, False, 0, 1))


def conjunction(*parts: Node) -> Node:
    """The condition that all parts hold."""
    return _joined_conditions("and", True, parts)


def disjunction(*parts: Node) -> Node:
    """The condition that some part holds."""
    return _joined_conditions("or", False, parts)


def _joined_conditions(op: str, idle: bool, parts: tuple[Node, ...]) -> Node:
    """Conditions joined. A constant equal to `idle` changes nothing, and its opposite decides."""
    flat = [inner for part in parts for inner in (part.args if part.op == op else (part,))]
    kept = tuple(
        dict.fromkeys(part for part in flat if part.op not in CONSTANTS or bool(part.args[0]) != idle)
    )
    if any(part.op in CONSTANTS for part in kept):
        return constant_node(not idle)
    return constant_node(idle) if not kept else kept[0] if len(kept) == 1 else Node(op, kept)


def negation(part: Node) -> Node:
    """The condition that a part does not hold."""
    if part.op in CONSTANTS:
        return constant_node(not part.args[0])
    return part.parts[0] if part.op == "not" else Node("not", (part,))


def comparison(op: str, left_operand: Node, right_operand: Node) -> Node:
    """The comparison of two numbers or words, a constant on the right if there is one."""
    if left_operand.op in CONSTANTS and right_operand.op in CONSTANTS:
        return constant_node(COMPARISON_FUNCTIONS[op](left_operand.args[0], right_operand.args[0]))
    if left_operand.op in CONSTANTS:
        op, left_operand, right_operand = MIRRORED_COMPARISONS[op], right_operand, left_operand
    return Node("compare", (left_operand, op, right_operand))


def map_parts(node: Node, change: Callable[[Node], Node]) -> Node:
    """The same operator with each part changed, without text."""
    return Node(node.op, tuple([change(arg) if isinstance(arg, Node) else arg for arg in node.args]))


def folded_operation(tree: Node, view: Evaluator) -> Node:
    """An operation on numbers, or its value if all parts are constants. A choice with a constant condition is
    replaced by the branch that applies.
    """
    if tree.op == "if" and tree.parts[0].op in CONSTANTS:
        return tree.parts[1 if tree.parts[0].args[0] else 2]
    if all(part.op in CONSTANTS for part in tree.parts):
        try:
            value = value_of(tree, view)
        except TooLarge:  # reported for the first hand that needs the value
            return tree
        if value == int(value):
            return constant_node(value if isinstance(value, bool) else int(value))
    return tree


# ---- conditions under the options in force


def simplify(node: Node, view: Evaluator) -> Node:
    """A condition without the parts that the options in force decide; TRUE or FALSE if they decide it all.

    >>> from scorer.engine.evaluate import rules_view
    >>> from scorer.ruleset.load import load_ruleset
    >>> rules = load_ruleset("pocket-mahjong")
    >>> condition = rules.pattern_by_id["ping_wu"].condition
    >>> str(condition), str(simplify(condition, rules_view(rules)))
    ('sets(chow) == 4 and (not ping_wu_suited_pair or no_tile(honor))', 'sets(chow) == 4')
    """
    if is_decided(node, view.ruleset):
        return constant_node(holds(node, view))
    if node.op in ("and", "or"):
        parts = [simplify(part, view) for part in node.args]
        simpler = (conjunction if node.op == "and" else disjunction)(*parts)
        if simpler.op != node.op:
            return simpler
        texts = (f"({part})" if part.op in ("and", "or", "if") else str(part) for part in simpler.parts)
        is_same = simpler.args == node.args
        return node if is_same else Node(node.op, simpler.args, f" {node.op} ".join(texts), node.position)
    if node.op == "not":
        inner = simplify(node.args[0], view)
        return (
            negation(inner) if inner.op in CONSTANTS else Node("not", (inner,), f"not {inner}", node.position)
        )
    if node.op == "named":  # the name stays as long as the options leave a part of it open
        inner = simplify(view.ruleset.fact_by_id[node.args[0]].node, view)
        return inner if inner.op in CONSTANTS else node
    left = branch_in_force(node, view)
    return node if left is node else simplify(left, view)


def branch_in_force(node: Node, view: Evaluator) -> Node:
    """The branch of a choice that the options in force leave, the expression itself if they leave several.

    >>> from scorer.engine.evaluate import rules_view
    >>> from scorer.ruleset.load import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> str(branch_in_force(rules.payment.factor, rules_view(rules)))
    '1'
    """
    while node.op == "if" and (condition := simplify(node.args[0], view)) in (TRUE, FALSE):
        node = node.args[1] if condition == TRUE else node.args[2]
    return node


# ---- which options matter


def options_in_force(ruleset: Ruleset) -> frozenset[str]:
    """The options that can change a result when only their own value changes.

    >>> from scorer.ruleset.load import load_ruleset
    >>> rules = load_ruleset("hong-kong")
    >>> choices = rules, rules.with_options(bonus_tiles_reach_minimum=True)
    >>> ["nine_gates_any_wait" in options_in_force(one) for one in choices]
    [True, True]
    """
    rules = (ruleset.file_ruleset or ruleset).with_options(**dict(ruleset.chosen_options))
    return frozenset(_options_in_part(replace(rules, facts=()), rules_view(rules)))


def _options_in_part(part: object, view: View) -> set[str]:
    """The options that affect a part of a ruleset. For a part that is switched off, only the options in the
    condition that does so.
    """
    if isinstance(part, Node):
        return _options_in_node(part, view)
    enabled = getattr(part, "option_condition", None)
    if isinstance(enabled, Node) and not holds(enabled, view):
        return _options_in_node(enabled, view)
    parts = _parts_in_force(part, view)
    nested = [below for below in parts if below.__class__ not in PLAIN]
    return {name for below in nested for name in _options_in_part(below, view)}


def _parts_in_force(part: object, view: View) -> Iterable[object]:
    """The parts of a part of a ruleset, without those that can never be asked for: the items of a sheet in
    which a fixed line always applies, and who pays for patterns of which none is liable.
    """
    if isinstance(part, Sheet):
        for place, fixed in enumerate(part.fixed_items, 1):
            always = fixed.condition is None or is_decided(fixed.condition, view.ruleset)
            if always and (fixed.condition is None or holds(fixed.condition, view)):
                return part.fixed_items[:place]
    elif isinstance(part, Liability) and not any(holds(node, view) for _, node in part.patterns):
        return part.patterns
    return part if isinstance(part, tuple) else plain_fields(part) or ()


def _options_in_node(node: Node, view: View) -> set[str]:
    """The options that affect an expression. Branches that are not taken are skipped, and so are the other
    parts of an `and` or `or` that one part already decides.
    """
    if node.op == "option":
        return {node.args[0]}
    parts: tuple[Node, ...] = node.parts
    if node.op == "named":
        parts = (view.ruleset.fact_by_id[node.args[0]].node,)
    elif node.op == "if" and is_decided(parts[0], view.ruleset):
        parts = (parts[0], parts[1] if value_of(parts[0], view) else parts[2])
    elif node.op in ("and", "or"):
        fixed = [part for part in parts if is_decided(part, view.ruleset)]
        deciding = [part for part in fixed if bool(value_of(part, view)) == (node.op == "or")]
        if deciding:
            return set.intersection(*(_options_in_node(part, view) for part in deciding))
    return {name for part in parts for name in _options_in_node(part, view)}
