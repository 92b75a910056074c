"""What a condition asks, as a sentence: one phrase for each construct of the language."""

from __future__ import annotations

from collections.abc import Callable

from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset
from scorer.teach.templates import templates_words
from scorer.teach.words import class_words, counted, listed, selector_words
from scorer.tiles import name_in

COMPARED = {
    "==": "exactly {}", "!=": "not {}", "<": "fewer than {}", "<=": "at most {}",
    ">": "more than {}", ">=": "at least {}",
}  # fmt: skip
FACTS = {
    "self_draw": "the winning tile is self-drawn",
    "discard": "the winning tile is another player's discard",
    "dealer": "the winner is the dealer",
    "from_dealer": "the dealer discarded the winning tile",
    "concealed_hand": "nothing was called",
    "fully_open": "every set was called",
}
NUMBERS = {
    "players": "players", "honba": "counters on the table", "sticks": "sticks on the table",
    "suits": "suits", "flowers": "flowers", "jokers": "jokers", "reds": "red tiles",
    "waits": "different tiles waited for", "total": "in total", "bonus": "from bonuses",
    "patterns": "from patterns", "base": "as the base",
    "best_closed_value": "as the highest closed value of a pattern",
}  # fmt: skip
WAIT_WORDS = {
    "two_sided": "two-sided", "edge": "an edge wait", "closed": "a closed wait",
    "dual": "for one of two pairs", "single": "for a single tile",
    "": "a wait without a name",
}  # fmt: skip


def asks(node: Node, rules: Ruleset) -> str:
    """The condition as a clause: 'all tiles are simples', 'exactly two triplets of dragons'."""
    return PHRASES[node.op](node, rules)


def negated(node: Node, rules: Ruleset) -> str:
    """The opposite of a condition, as a clause."""
    if node.op == "not":
        return asks(node.args[0], rules)
    if node.op == "fact":
        return OPPOSITES.get(node.args[0]) or _fact(node, rules).replace("won with", "won without", 1)
    if node.op == "option":
        return f"the rule '{node.args[0]}' is off"
    if node.op == "named":
        said = _named(node, rules)
        return f"no {said[2:]}" if said.startswith("a ") else f"not: {said}"
    if node.op == "call" and node.args[0] in CALLS_NEGATED:
        return CALLS_NEGATED[node.args[0]](node, rules)
    return f"not: {asks(node, rules)}"


OPPOSITES = {
    "self_draw": FACTS["discard"],
    "discard": FACTS["self_draw"],
    "dealer": "the winner is not the dealer",
    "from_dealer": "the dealer did not discard the winning tile",
    "concealed_hand": "a set was called",
    "fully_open": "a set stayed concealed",
}


def _fact(node: Node, rules: Ruleset) -> str:
    name = node.args[0]
    if name in FACTS or name in NUMBERS:
        return FACTS.get(name) or NUMBERS[name]
    said = [name_in(item.names) for item in rules.circumstances if item.fact == name]
    quoted = [f"'{word}'" for word in said or [name.replace("_", " ")]]
    return f"won with {listed(quoted, 'or')}"


def _option(node: Node, rules: Ruleset) -> str:
    return f"the rule '{node.args[0]}' is on"


def _named(node: Node, rules: Ruleset) -> str:
    fact = rules.fact_by_id[node.args[0]]
    return name_in(fact.names) or asks(fact.node, rules)


def _compare(node: Node, rules: Ruleset) -> str:
    left, op, right = node.args[:3]
    if left.op == "option":
        return f"the rule '{left.args[0]}' is {'' if op == '==' else 'not '}{right}"
    if len(node.args) > 3 or right.op != "number":
        return " ".join(part if isinstance(part, str) else amount(part, rules) for part in node.args)
    return _counts(left, op, right.args[0], rules)


def _counts(left: Node, op: str, count: int, rules: Ruleset) -> str:
    """A number compared: 'one suit only', 'exactly two triplets of dragons'."""
    if left.op == "call" and left.args[0] in SUMS:
        return f"{SUMS[left.args[0]](left, rules)} add up to {COMPARED[op].format(counted(count))}"
    op, count = ("!=", 0) if (op, count) == (">", 0) else (op, count)
    if (op, count) in (("==", 0), ("<", 1), ("<=", 0)):
        return f"no {noun_of(left, rules, 2)}"
    if (op, count) in (("!=", 0), (">=", 1)):
        return f"at least one {noun_of(left, rules, 1)}"
    if (op, count) == ("==", 1) and left.op == "fact":
        return f"one {noun_of(left, rules, 1)} only"
    return f"{COMPARED[op].format(counted(count))} {noun_of(left, rules, count)}"


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
    "tiles": lambda n, r, many: f"tile{'s' if many else ''} among {class_words(n.args[1], r)}",
    "kinds": lambda n, r, many: f"different tile{'s' if many else ''} among {class_words(n.args[1], r)}",
    "copies": lambda n, r, many: f"tile{'s' if many else ''} held {counted(n.args[1])} times",
    "values": lambda n, r, many: f"different {attribute_words(n.args[1], many)}",
    "exposed": lambda n, r, many: f"called tile{'s' if many else ''} among {class_words(n.args[1], r)}",
    "indicated": lambda n, r, many: f"tile{'s' if many else ''} shown by the {n.args[1]} indicators",
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


def _call(node: Node, rules: Ruleset) -> str:
    return CALLS[node.args[0]](node, rules)


def _match(node: Node, rules: Ruleset) -> str:
    return templates_words(tuple(node.args[1:]), rules)


def _contains(node: Node, rules: Ruleset) -> str:
    text = node.args[1]
    digits = "".join(letter for letter in text if letter.isdigit())
    one = sum(letter.isalpha() for letter in text) == 1 and text[-1].isupper()
    return (
        f"the hand holds {digits} in one suit" if one else f"the hand holds {text} (capitals stand for suits)"
    )


def _shape(node: Node, rules: Ruleset) -> str:
    shape = rules.shape_by_id[node.args[1]]
    return f"the hand is made of {name_in(shape.names) or shape.id}"


def _any_tile(of: Node, rules: Ruleset) -> str:
    """A class that holds one tile, given by the situation, is spoken of as that tile."""
    given = (
        [part for part in of.args if isinstance(part, Node) and part.op == "given"] if of.op == "and" else []
    )
    others = [part for part in of.args if part not in given]
    if given and others:
        return f"{class_words(given[0], rules)} is among {class_words(others[0], rules)}"
    return f"there are {class_words(of, rules)}"


def _every(what: str) -> Callable[[Node, Ruleset], str]:
    def said(node: Node, rules: Ruleset) -> str:
        selector: Node = node.args[1]
        if selector.op in ("of", "has"):
            verb = "is made of" if selector.op == "of" else "has"
            return f"{what} {verb} {class_words(selector.args[0], rules)}"
        return f"{what} is a {selector_words(selector, rules, many=False)}"

    return said


CALLS: dict[str, Callable[[Node, Ruleset], str]] = {
    "all_tiles": lambda n, r: f"all tiles are {class_words(n.args[1], r)}",
    "any_tile": lambda n, r: _any_tile(n.args[1], r),
    "no_tile": lambda n, r: f"there are no {class_words(n.args[1], r)}",
    "all_sets": _every("every set"),
    "all_groups": _every("every set and the pair"),
    "any_group": lambda n, r: f"there is a {selector_words(n.args[1], r, many=False)}",
    "match": _match,
    "contains": _contains,
    "shape": _shape,
    "wait": lambda n, r: f"the wait is {WAIT_WORDS[n.args[1]]}",
    "on_every_wait": lambda n, r: f"with every tile waited for, {asks(n.args[1], r)}",
}
CALLS_NEGATED: dict[str, Callable[[Node, Ruleset], str]] = {
    "all_tiles": lambda n, r: f"not all tiles are {class_words(n.args[1], r)}",
    "any_tile": CALLS["no_tile"],
    "no_tile": CALLS["any_tile"],
    "any_group": lambda n, r: f"there is no {selector_words(n.args[1], r, many=False)}",
    "wait": lambda n, r: f"the wait is not {WAIT_WORDS[n.args[1]]}",
    "shape": lambda n, r: f"the hand is not made of {name_in(r.shape_by_id[n.args[1]].names) or n.args[1]}",
}

PHRASES: dict[str, Callable[[Node, Ruleset], str]] = {
    "truth": lambda n, r: "always" if n.args[0] else "never",
    "fact": _fact,
    "option": _option,
    "named": _named,
    "and": lambda n, r: listed(asks(part, r) for part in n.args),
    "or": lambda n, r: "either " + listed((asks(part, r) for part in n.args), "or"),
    "not": lambda n, r: negated(n.args[0], r),
    "compare": _compare,
    "call": _call,
    "if": lambda n, r: f"{asks(n.args[1], r)} if {asks(n.args[0], r)}, else {asks(n.args[2], r)}",
}
