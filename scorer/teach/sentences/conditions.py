"""What a condition asks and a number counts, as a clause: one phrase for each construct of the language."""

from __future__ import annotations

from collections.abc import Callable

from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset
from scorer.teach.sentences.templates import templates_words
from scorer.teach.sentences.words import (
    class_words,
    counted,
    is_a_name,
    listed,
    said_once,
    selector_words,
    tiles_of_class,
)
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
WAIT_WORDS = {
    "two_sided": "two-sided", "edge": "an edge wait", "closed": "a closed wait",
    "dual": "on two pairs", "single": "on a single tile",
}  # fmt: skip
WAIT_NOUNS = {
    "two_sided": "a two-sided wait", "edge": "an edge wait", "closed": "a closed wait",
    "dual": "a wait on two pairs", "single": "a wait on a single tile", "": "a wait without a name",
}  # fmt: skip


def asks(node: Node, rules: Ruleset) -> str:
    """The condition as a clause: 'all tiles are simples', 'exactly two triplets of dragons'."""
    return PHRASES[node.op](node, rules)


def negated(node: Node, rules: Ruleset) -> str:
    """The opposite of a condition, as a clause."""
    if node.op == "not":
        return asks(node.args[0], rules)
    if node.op == "fact":
        return OPPOSITES.get(node.args[0]) or _fact(node, rules, " does not apply")
    if node.op == "option":
        return f"the rule '{node.args[0]}' is off"
    if node.op == "named":
        said = _named(node, rules)
        return f"no {said.partition(' ')[2]}" if said.startswith(("a ", "an ")) else f"not {said}"
    if node.op in ("and", "or"):
        parts = listed((negated(part, rules) for part in node.args), "or" if node.op == "and" else "and")
        return f"either {parts}" if node.op == "and" else parts
    if node.op == "compare" and len(node.args) == 3:
        turned = Node("compare", (node.args[0], INVERSE[node.args[1]], node.args[2]), node.text, node.at)
        return _compare(turned, rules)
    if node.op == "call" and node.args[0] in CALLS_NEGATED:
        return CALLS_NEGATED[node.args[0]](node, rules)
    return f"it is not so that {asks(node, rules)}"


INVERSE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


OPPOSITES = {
    "self_draw": FACTS["discard"],
    "discard": FACTS["self_draw"],
    "dealer": "the winner is not the dealer",
    "from_dealer": "the dealer did not discard the winning tile",
    "concealed_hand": "a set was called",
    "fully_open": "a set stayed concealed",
}


APPLIES = " applies"


def _fact(node: Node, rules: Ruleset, verb: str = APPLIES) -> str:
    """A fact of the win; a circumstance by the name that the ruleset gives it."""
    name = node.args[0]
    if name in FACTS or name in NUMBERS:
        return FACTS.get(name) or NUMBERS[name]
    said = dict.fromkeys(name_in(item.names) for item in rules.circumstances if item.fact == name)
    quoted = [f"'{word}'" for word in said or [name.replace("_", " ")]]
    return f"{listed(quoted, 'or')}{verb}"


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
    if (op, count) == ("==", 1) and (left.op == "fact" or left.args[:1] == ("values",)):
        return f"one {noun_of(left, rules, 1).removeprefix('different ')} only"
    return f"{COMPARED[op].format(counted(count))} {noun_of(left, rules, count)}"


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
        return f"{class_words(given[0], rules)} is one of the {class_words(others[0], rules)}"
    return f"the hand has {class_words(of, rules)}"


def _no_tile(of: Node, rules: Ruleset) -> str:
    """'the hand has no honors', and of a single tile with a name of its own 'the hand is without Nami'."""
    named = len(tiles_of_class(of, rules)) == 1 and is_a_name(class_words(of, rules))
    return f"the hand {'is without' if named else 'has no'} {class_words(of, rules)}"


def _every_set(node: Node, rules: Ruleset) -> str:
    """'every set is a run'; a class is held or made of."""
    return f"every set {_are(node.args[1], rules, many=False)}"


def _every_group(node: Node, rules: Ruleset) -> str:
    return f"every set and the pair {_are(node.args[1], rules, many=True)}"


def _are(selector: Node, rules: Ruleset, many: bool) -> str:
    if selector.op == "of":
        return f"{'are' if many else 'is'} made of {class_words(selector.args[0], rules)}"
    if selector.op == "has":
        return f"{'have' if many else 'has'} {class_words(selector.args[0], rules)}"
    return f"{'are' if many else 'is a'} {selector_words(selector, rules, many)}"


def _there_is(node: Node, rules: Ruleset) -> str:
    return f"there is a {selector_words(node.args[1], rules, many=False)}"


CALLS: dict[str, Callable[[Node, Ruleset], str]] = {
    "all_tiles": lambda n, r: f"all tiles are {class_words(n.args[1], r)}",
    "any_tile": lambda n, r: _any_tile(n.args[1], r),
    "no_tile": lambda n, r: _no_tile(n.args[1], r),
    "all_sets": _every_set,
    "all_groups": _every_group,
    "any_group": _there_is,
    "match": _match,
    "contains": _contains,
    "shape": _shape,
    "wait": lambda n, r: f"the wait is {WAIT_WORDS[n.args[1]]}",
    "on_every_wait": lambda n, r: f"{asks(n.args[1], r)} with every tile waited for",
}
CALLS_NEGATED: dict[str, Callable[[Node, Ruleset], str]] = {
    "all_tiles": lambda n, r: f"not all tiles are {class_words(n.args[1], r)}",
    "any_tile": CALLS["no_tile"],
    "no_tile": CALLS["any_tile"],
    "any_group": lambda n, r: _there_is(n, r).replace("there is a ", "there is no ", 1),
    "all_sets": lambda n, r: f"not {_every_set(n, r)}",
    "all_groups": lambda n, r: f"not {_every_group(n, r)}",
    "match": lambda n, r: f"there are not {_match(n, r)}",
    "contains": lambda n, r: _contains(n, r).replace("holds", "does not hold", 1),
    "wait": lambda n, r: f"the wait is not {WAIT_WORDS[n.args[1]]}",
    "shape": lambda n, r: f"the hand is not made of {name_in(r.shape_by_id[n.args[1]].names) or n.args[1]}",
}


def _or(node: Node, rules: Ruleset) -> str:
    """'either it is a run or a pair': what the parts say alike is said once."""
    says = [asks(part, rules) for part in node.args]
    if all(text.endswith(APPLIES) for text in says):
        return listed((text.removesuffix(APPLIES) for text in says), "or") + APPLIES
    alike, rest = said_once(says)
    return f"{alike} {listed(rest, 'or')}" if " " in alike else f"either {listed(says, 'or')}"


PHRASES: dict[str, Callable[[Node, Ruleset], str]] = {
    "truth": lambda n, r: "always" if n.args[0] else "never",
    "fact": lambda n, r: _fact(n, r),
    "option": _option,
    "named": _named,
    "and": lambda n, r: listed(asks(part, r) for part in n.args),
    "or": _or,
    "not": lambda n, r: negated(n.args[0], r),
    "compare": _compare,
    "call": _call,
    "if": lambda n, r: f"{asks(n.args[1], r)} if {asks(n.args[0], r)}, else {asks(n.args[2], r)}",
}


# ---- numbers

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
