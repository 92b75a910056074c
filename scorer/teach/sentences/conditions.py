"""What a condition asks and a number counts, as a clause: one phrase for each construct of the language.

A phrase is a text with slots (`SLOTS`), one for a condition and one for its opposite; of a number, one for
the singular and one for the plural. It is a function where the words depend on what is asked about.
"""

from __future__ import annotations

from collections.abc import Callable

from scorer.language.nodes import MIRRORED, OPPOSITE, Node
from scorer.ruleset.model import Ruleset
from scorer.teach.phrases import counted, is_a_name, listed, plural
from scorer.teach.sentences.templates import templates_words
from scorer.teach.sentences.words import class_words, said_once, selector_words, tiles_of_class
from scorer.tiles import name_in

Phrase = str | Callable[[Node, Ruleset], str]
COMPARED = {
    "==": "exactly {}", "!=": "not exactly {}", "<": "fewer than {}", "<=": "at most {}",
    ">": "more than {}", ">=": "at least {}",
}  # fmt: skip
WAITS = {
    "two_sided": ("two-sided", "a two-sided wait"),
    "edge": ("an edge wait", "an edge wait"),
    "closed": ("a closed wait", "a closed wait"),
    "dual": ("on two pairs", "a wait on two pairs"),
    "single": ("on a single tile", "a wait on a single tile"),
}
"""What the wait is, and what it is called."""
TRUTH_FACTS = {
    "self_draw": ("the winning tile is self-drawn", "the winning tile is another player's discard"),
    "discard": ("the winning tile is another player's discard", "the winning tile is self-drawn"),
    "dealer": ("the winner is the dealer", "the winner is not the dealer"),
    "from_dealer": (
        "the dealer discarded the winning tile",
        "the dealer did not discard the winning tile",
    ),
    "concealed_hand": ("nothing was called", "a set was called"),
    "fully_open": ("every set was called", "a set stayed concealed"),
}
NUMBER_FACTS = {
    "players": ("player", "players"),
    "honba": ("{} on the table", "{} on the table"),
    "sticks": ("{} on the table", "{} on the table"),
    "suits": ("suit", "suits"),
    "flowers": ("flower", "flowers"),
    "jokers": ("joker", "jokers"),
    "reds": ("red tile", "red tiles"),
    "waits": ("tile waited for", "different tiles waited for"),
}
APPLIES = " applies"


def asks(node: Node, rules: Ruleset) -> str:
    """The condition as a clause: 'all tiles are simples'; a number by itself: 'the number of suits'."""
    return _filled(PHRASES[node.op][0], node, rules)


def negated(node: Node, rules: Ruleset) -> str:
    """The opposite of a condition, as a clause."""
    return _filled(PHRASES[node.op][1], node, rules)


def noun_of(node: Node, rules: Ruleset, count: int) -> str:
    """What a number counts, in the singular or plural: 'triplets of dragons'."""
    many = count != 1
    if node.op == "call":
        return _filled(NOUNS[node.args[0]][many], node, rules)
    if node.op == "named":
        fact = rules.fact_by_id[node.args[0]]
        return name_in(fact.names) or noun_of(fact.node, rules, count)
    if node.op == "fact" and node.args[0] in NUMBER_FACTS:
        return _counted_fact(node.args[0], rules, many)
    if _counts_units(node, rules):
        return rules.unit_word(node.args[0], one=not many)
    if node.op == "arithmetic" and node.args[0] == "-" and node.args[1].op == "call":
        return f"{noun_of(node.args[1], rules, count)} beyond {asks(node.args[2], rules)}"
    return asks(node, rules)


def _counts_units(node: Node, rules: Ruleset) -> bool:
    """Whether a number on the way to the base counts units that have words: limits, yakuman."""
    return node.op == "amount" and node.args[0] in rules.unit_by_id


def award_words(name: str, rules: Ruleset) -> str:
    """A pattern by its name, a group of patterns by its word."""
    pattern = rules.pattern_by_id.get(name)
    return name_in(pattern.names) if pattern else name.replace("_", " ")


# ---- slots


class _Slots(dict[str, str]):
    """The words for the slots of a phrase, found as they are asked for."""

    def __init__(self, node: Node, rules: Ruleset) -> None:
        self.node, self.rules = node, rules

    def __missing__(self, slot: str) -> str:
        return SLOTS[slot](self.node, self.rules)


def _filled(phrase: Phrase, node: Node, rules: Ruleset) -> str:
    return phrase.format_map(_Slots(node, rules)) if isinstance(phrase, str) else phrase(node, rules)


def _are(selector: Node, rules: Ruleset, many: bool) -> str:
    """'is a run'; a class is held or made of."""
    if selector.op == "of":
        return f"{'are' if many else 'is'} made of {class_words(selector.args[0], rules)}"
    if selector.op == "has":
        return f"{'have' if many else 'has'} {class_words(selector.args[0], rules)}"
    return f"{'are' if many else 'is a'} {selector_words(selector, rules, many)}"


def _tiles_of_suits(text: str) -> str:
    digits = "".join(letter for letter in text if letter.isdigit())
    one = sum(letter.isalpha() for letter in text) == 1 and text[-1].isupper()
    return f"{digits} in one suit" if one else f"{text} (capitals stand for suits)"


SLOTS: dict[str, Callable[[Node, Ruleset], str]] = {
    "class": lambda n, r: class_words(n.args[1], r),
    "one": lambda n, r: selector_words(n.args[1], r, many=False),
    "many": lambda n, r: selector_words(n.args[1], r),
    "is": lambda n, r: _are(n.args[1], r, many=False),
    "are": lambda n, r: _are(n.args[1], r, many=True),
    "attribute": lambda n, r: n.args[1].replace("_", " "),
    "attributes": lambda n, r: plural(n.args[1].replace("_", " ")),
    "shape": lambda n, r: name_in(r.shape_by_id[n.args[1]].names) or n.args[1],
    "wait": lambda n, r: WAITS[n.args[1]][0],
    "tiles": lambda n, r: _tiles_of_suits(n.args[1]),
    "templates": lambda n, r: templates_words(tuple(n.args[1:]), r),
    "condition": lambda n, r: asks(n.args[1], r),
    "number": lambda n, r: counted(n.args[1]),
    "indicator": lambda n, r: n.args[1],
    "award": lambda n, r: award_words(n.args[1], r),
    "values": lambda n, r: listed(asks(part, r) for part in n.args[1:]),
}
"""What stands in a phrase for the argument of a function."""


# ---- functions


def _any_tile(node: Node, rules: Ruleset) -> str:
    """A class that holds one tile, given by the situation, is spoken of as that tile."""
    of: Node = node.args[1]
    return _given_tile(of, rules, "one") or f"the hand has {class_words(of, rules)}"


def _given_tile(of: Node, rules: Ruleset, how_many: str) -> str:
    parts: tuple[Node, ...] = of.args if of.op == "and" else ()
    given = [part for part in parts if part.op == "given"]
    others = [part for part in parts if part.op != "given"]
    if not given or not others:
        return ""
    return f"{class_words(given[0], rules)} is {how_many} of the {class_words(others[0], rules)}"


def _no_tile(node: Node, rules: Ruleset) -> str:
    """'the hand has no honors', and of a single tile with a name of its own 'the hand is without Nami'."""
    of: Node = node.args[1]
    if said := _given_tile(of, rules, "none"):
        return said
    named = len(tiles_of_class(of, rules)) == 1 and is_a_name(class_words(of, rules))
    return f"the hand {'is without' if named else 'has no'} {class_words(of, rules)}"


def _no_match(node: Node, rules: Ruleset) -> str:
    said = SLOTS["templates"](node, rules)
    return f"there is no {said[2:]}" if said.startswith("a ") else f"there are no {said}"


def _declared(node: Node, rules: Ruleset, many: bool) -> str:
    said = selector_words(node.args[1], rules, many)
    return said if said.startswith("called ") else f"declared {said}"


def _exposed(node: Node, rules: Ruleset, many: bool) -> str:
    """'called tiles among the honors', but 'called copies of the winning tile', which is one alone."""
    said = class_words(node.args[1], rules)
    if said.startswith("the "):
        return f"called {'copies' if many else 'copy'} of {said}"
    return f"called {'tiles' if many else 'tile'} among the {said}"


CLAUSES: dict[str, tuple[Phrase, Phrase]] = {
    "all_tiles": ("all tiles are {class}", "not all tiles are {class}"),
    "any_tile": (_any_tile, _no_tile),
    "no_tile": (_no_tile, _any_tile),
    "contains": ("the hand holds {tiles}", "the hand does not hold {tiles}"),
    "all_sets": ("every set {is}", "not every set {is}"),
    "all_groups": ("every set and the pair {are}", "not every set and the pair {are}"),
    "any_group": ("there is a {one}", "there is no {one}"),
    "match": ("{templates}", _no_match),
    "shape": ("the hand is made of {shape}", "the hand is not made of {shape}"),
    "wait": ("the wait is {wait}", "the wait is not {wait}"),
    "on_every_wait": (
        "{condition} with every tile waited for",
        "it is not so that {condition} with every tile waited for",
    ),
}
"""Functions that are true or false: what they ask, and the opposite."""
NOUNS: dict[str, tuple[Phrase, Phrase]] = {
    "sets": ("{one}", "{many}"),
    "groups": ("{one}", "{many}"),
    "melds": (lambda n, r: _declared(n, r, many=False), lambda n, r: _declared(n, r, many=True)),
    "tiles": ("of the {class}", "{class}"),
    "kinds": ("kind of {class}", "kinds of {class}"),
    "copies": ("tile held {number} times", "tiles held {number} times"),
    "values": ("different {attribute}", "different {attributes}"),
    "flowers": ("of the {class} beside the hand", "{class} beside the hand"),
    "exposed": (lambda n, r: _exposed(n, r, many=False), lambda n, r: _exposed(n, r, many=True)),
    "indicated": ("tile that the {indicator} indicators show", "tiles that the {indicator} indicators show"),
    "awarded": ("pattern '{award}'", "patterns '{award}'"),
    "pips": ("the numbers on {class}", "the numbers on {class}"),
    "set_total": ("the {attributes} of the sets", "the {attributes} of the sets"),
    "min": ("the smallest of {values}", "the smallest of {values}"),
    "max": ("the largest of {values}", "the largest of {values}"),
}
"""Functions that give a number: what they count or add up, one of it and several."""
WHOLES = {
    "pips": ("the sum of {}", "{} add up to {}"),
    "set_total": ("the sum of {}", "{} add up to {}"),
    "min": ("{}", "{} is {}"),
    "max": ("{}", "{} is {}"),
}
"""Numbers that are no count of things: by themselves, and compared."""


def _call(node: Node, rules: Ruleset) -> str:
    name = node.args[0]
    if name in CLAUSES:
        return _filled(CLAUSES[name][0], node, rules)
    alone = WHOLES[name][0] if name in WHOLES else "the number of {}"
    return alone.format(noun_of(node, rules, 2))


def _not_call(node: Node, rules: Ruleset) -> str:
    name = node.args[0]
    return _filled(CLAUSES[name][1], node, rules) if name in CLAUSES else _not_so(node, rules)


# ---- facts, options, comparisons


def _not_so(node: Node, rules: Ruleset) -> str:
    return f"it is not so that {asks(node, rules)}"


def _fact(node: Node, rules: Ruleset, opposite: bool = False) -> str:
    """A fact of the win; a circumstance by the name that the ruleset gives it."""
    name = node.args[0]
    if name in TRUTH_FACTS:
        return TRUTH_FACTS[name][opposite]
    if name in NUMBER_FACTS:
        return f"the number of {_counted_fact(name, rules, many=True)}"
    said = dict.fromkeys(name_in(item.names) for item in rules.circumstances if item.fact == name)
    quoted = [f"'{word}'" for word in said or [name.replace("_", " ")]]
    asked = f"{listed(quoted, 'or')}{APPLIES}"
    return applies_not(asked) if opposite else asked


def _counted_fact(name: str, rules: Ruleset, many: bool) -> str:
    """What a number of the win counts; what lies on the table is called as the game calls it."""
    return NUMBER_FACTS[name][many].format(rules.unit_word(name, not many))


def applies_not(said: str) -> str:
    """The opposite of a circumstance: "neither 'Heavenly hand' nor 'Earthly hand' applies"."""
    names = said.removesuffix(APPLIES)
    if "' or '" in names:
        return "neither " + names.replace("' or '", "' nor '") + APPLIES
    return f"{names} does not apply"


def _named(node: Node, rules: Ruleset) -> str:
    fact = rules.fact_by_id[node.args[0]]
    return name_in(fact.names) or asks(fact.node, rules)


def _not_named(node: Node, rules: Ruleset) -> str:
    said = _named(node, rules)
    return f"no {said.partition(' ')[2]}" if said.startswith(("a ", "an ")) else f"not {said}"


def _compare(node: Node, rules: Ruleset) -> str:
    left, op, right = node.args[:3]
    if left.op == "option":
        return f"the rule '{left.args[0]}' is {'' if op == '==' else 'not '}{right}"
    if left.op == "number" and len(node.args) > 3:
        return _between(node, rules)
    if len(node.args) > 3 or right.op != "number":
        links = zip(node.args[::2], node.args[1::2], node.args[2::2], strict=False)
        return listed(f"{asks(one, rules)} is {_than(how, other, rules)}" for one, how, other in links)
    return _counts(left, op, right.args[0], rules)


def _than(op: str, other: Node, rules: Ruleset) -> str:
    return COMPARED[op].format(asks(other, rules))


def _between(node: Node, rules: Ruleset) -> str:
    """'the number of suits is at least 2 and at most 3' for a chain that begins with a number."""
    low, first, middle, *rest = node.args
    bounds = [_than(MIRRORED[first], low, rules)]
    bounds += [_than(op, other, rules) for op, other in zip(rest[::2], rest[1::2], strict=True)]
    return f"{asks(middle, rules)} is {listed(bounds)}"


def _not_compare(node: Node, rules: Ruleset) -> str:
    if len(node.args) > 3:
        return _not_so(node, rules)
    left, op, right = node.args
    return _compare(Node("compare", (left, OPPOSITE[op], right), node.text, node.at), rules)


def _counts(left: Node, op: str, count: int, rules: Ruleset) -> str:
    """A number compared: 'only one suit', 'exactly two triplets of dragons'."""
    if left.op == "call" and left.args[0] in WHOLES:
        whole = noun_of(left, rules, 2)
        return WHOLES[left.args[0]][1].format(whole, COMPARED[op].format(counted(count)))
    if left.op not in ("call", "fact", "named") and not _counts_units(left, rules):
        return f"{asks(left, rules)} is {COMPARED[op].format(counted(count))}"
    op, count = ("!=", 0) if (op, count) == (">", 0) else (op, count)
    if (op, count) in (("==", 0), ("<", 1), ("<=", 0)):
        return f"no {noun_of(left, rules, 2)}"
    if (op, count) in (("!=", 0), (">=", 1)):
        return f"at least one {noun_of(left, rules, 1)}"
    if (op, count) == ("==", 1) and (left.op == "fact" or left.args[:1] == ("values",)):
        return f"only one {noun_of(left, rules, 1).removeprefix('different ')}"
    return f"{COMPARED[op].format(counted(count))} {noun_of(left, rules, count)}"


# ---- conditions made of others


def _or(node: Node, rules: Ruleset) -> str:
    """'either it is a run or a pair': what the parts say alike is said once."""
    says = [asks(part, rules) for part in node.args]
    if all(text.endswith(APPLIES) for text in says):
        return listed((text.removesuffix(APPLIES) for text in says), "or") + APPLIES
    alike, rest = said_once(says)
    return f"{alike} {listed(rest, 'or')}" if " " in alike else f"either {listed(says, 'or')}"


def _not_all(node: Node, rules: Ruleset) -> str:
    return f"either {listed((negated(part, rules) for part in node.args), 'or')}"


def _if(node: Node, rules: Ruleset) -> str:
    condition, then, otherwise = node.args
    return f"{asks(then, rules)} if {asks(condition, rules)}, else {asks(otherwise, rules)}"


def _arithmetic(node: Node, rules: Ruleset) -> str:
    op, left, right = node.args
    return f"{asks(left, rules)} {op} {asks(right, rules)}"


PHRASES: dict[str, tuple[Phrase, Phrase]] = {
    "truth": (lambda n, r: "always" if n.args[0] else "never", _not_so),
    "fact": (_fact, lambda n, r: _fact(n, r, opposite=True)),
    "named": (_named, _not_named),
    "option": (
        lambda n, r: f"the rule '{n.args[0]}' is on",
        lambda n, r: f"the rule '{n.args[0]}' is off",
    ),
    "and": (lambda n, r: listed(asks(part, r) for part in n.args), _not_all),
    "or": (_or, lambda n, r: listed(negated(part, r) for part in n.args)),
    "not": (lambda n, r: negated(n.args[0], r), lambda n, r: asks(n.args[0], r)),
    "compare": (_compare, _not_compare),
    "call": (_call, _not_call),
    "if": (_if, _not_so),
    "number": (lambda n, r: f"{n.args[0]:,}", _not_so),
    "word": (lambda n, r: n.args[0].replace("_", " "), _not_so),
    "amount": (lambda n, r: n.args[0].replace("_", " "), _not_so),
    "letter": (lambda n, r: n.args[0], _not_so),
    "arithmetic": (_arithmetic, _not_so),
    "negative": (lambda n, r: f"-{asks(n.args[0], r)}", _not_so),
    "table": (lambda n, r: f"the value of {asks(n.args[2], r)} in the table '{n.args[0]}'", _not_so),
}
"""Every kind of condition and number: what it says, and its opposite."""
