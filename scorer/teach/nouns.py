"""What a number counts, in the words of a player: two triplets of dragons, at least one kong."""

from __future__ import annotations

from collections.abc import Callable

from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset
from scorer.teach.words import class_words, counted, selector_words
from scorer.tiles import name_in

NUMBERS = {
    "players": "players", "honba": "counters on the table", "sticks": "sticks on the table",
    "suits": "suits", "flowers": "flowers", "jokers": "jokers", "reds": "red tiles",
    "waits": "different tiles waited for", "total": "in total", "bonus": "from bonuses",
    "patterns": "from patterns", "base": "as the base",
    "best_closed_value": "as the highest closed value of a pattern",
}  # fmt: skip


def noun_of(node: Node, rules: Ruleset, count: int) -> str:
    """What a number counts, in the singular or plural."""
    many = count != 1
    if node.op == "call" and node.args[0] in NOUNS:
        return NOUNS[node.args[0]](node, rules, many)
    if node.op == "named":
        fact = rules.fact_by_id[node.args[0]]
        return name_in(fact.names) or noun_of(fact.node, rules, count)
    if node.op == "fact" and node.args[0] in NUMBERS:
        words = NUMBERS[node.args[0]]
        return words if many else words.removesuffix("s")
    return amount(node, rules)


def amount(node: Node, rules: Ruleset) -> str:
    """A number inside a longer comparison."""
    if node.op == "number":
        return f"{node.args[0]:,}"
    if node.op == "arithmetic":
        return f"{amount(node.args[1], rules)} {node.args[0]} {amount(node.args[2], rules)}"
    if node.op == "call" and node.args[0] in NOUNS:
        return f"the number of {NOUNS[node.args[0]](node, rules, True)}"
    if node.op == "call" and node.args[0] in SUMS:
        return f"the sum of {SUMS[node.args[0]](node, rules)}"
    if node.op == "fact" and node.args[0] in NUMBERS:
        return f"the number of {NUMBERS[node.args[0]]}"
    return str(node)


NOUNS: dict[str, Callable[[Node, Ruleset, bool], str]] = {
    "sets": lambda n, r, many: selector_words(n.args[1], r, many),
    "groups": lambda n, r, many: selector_words(n.args[1], r, many),
    "melds": lambda n, r, many: f"declared {selector_words(n.args[1], r, many)}",
    "tiles": lambda n, r, many: class_words(n.args[1], r) if many else f"of the {class_words(n.args[1], r)}",
    "kinds": lambda n, r, many: f"kind{'s' if many else ''} of {class_words(n.args[1], r)}",
    "copies": lambda n, r, many: f"tile{'s' if many else ''} held {counted(n.args[1])} times",
    "values": lambda n, r, many: f"different {attribute_words(n.args[1], many)}",
    "exposed": lambda n, r, many: f"called tile{'s' if many else ''} among the {class_words(n.args[1], r)}",
    "indicated": lambda n, r, many: f"tile{'s' if many else ''} that the {n.args[1]} indicators show",
    "awarded": lambda n, r, many: f"pattern{'s' if many else ''} '{award_words(n.args[1], r)}'",
}


SUMS: dict[str, Callable[[Node, Ruleset], str]] = {
    "pips": lambda n, r: f"the numbers on {class_words(n.args[1], r)}",
    "set_total": lambda n, r: f"the {attribute_words(n.args[1], True)} of the sets",
}


def attribute_words(name: str, many: bool) -> str:
    word = name.replace("_", " ")
    return word + "s" if many and not word.endswith("s") else word


def award_words(name: str, rules: Ruleset) -> str:
    """A pattern by its name, a group of patterns by its word."""
    pattern = rules.pattern_by_id.get(name)
    return name_in(pattern.names) if pattern else name.replace("_", " ")
