"""What a condition asks and a number counts, as a clause: one phrase for each construct of the language.

A phrase stands in phrases.txt with slots (`SLOTS`): of a function that is true or false `NAME` and its
opposite `not NAME`; of a number `one NAME` and `many NAME`. It is a function where the words depend on what
is asked about.
"""

from __future__ import annotations

from collections.abc import Callable

from scorer.language.nodes import MIRRORED, OPPOSITE, Node
from scorer.phrases import is_a_name
from scorer.teach.words import Speech, class_words, said_once, selector_words, templates_words, tiles_of_class

Phrase = str | Callable[[Node, Speech], str]
COMPARED = {
    "==": "exactly", "!=": "not exactly", "<": "fewer than", "<=": "no more than", ">": "more than",
    ">=": "at least",
}  # fmt: skip
APPLIES = " applies"


def asks(node: Node, speech: Speech) -> str:
    """The condition as a clause: 'all tiles are simples'; a number by itself: 'the number of suits'."""
    return _filled(PHRASES[node.op][0], node, speech)


def negated(node: Node, speech: Speech) -> str:
    """The opposite of a condition, as a clause."""
    return _filled(PHRASES[node.op][1], node, speech)


def noun_of(node: Node, speech: Speech, count: int) -> str:
    """What a number counts, in the singular or plural: 'triplets of dragons'."""
    rules, many = speech.rules, count != 1
    if node.op == "call":
        return _filled(NOUNS[node.args[0]][many], node, speech)
    if node.op == "named":
        fact = rules.fact_by_id[node.args[0]]
        return speech.name(fact.names) or noun_of(fact.node, speech, count)
    if node.op == "fact" and node.args[0] in NUMBER_FACTS:
        return _counted_fact(node.args[0], speech, many)
    if _counts_units(node, speech):
        return rules.unit_word(node.args[0], not many, speech.language)
    if node.op == "arithmetic" and node.args[0] == "-" and node.args[1].op == "call":
        return speech.say("beyond", noun_of(node.args[1], speech, count), asks(node.args[2], speech))
    return asks(node, speech)


def _counts_units(node: Node, speech: Speech) -> bool:
    """Whether a number on the way to the base counts units that have words: limits, yakuman."""
    return node.op == "amount" and node.args[0] in speech.rules.unit_by_id


def award_words(name: str, speech: Speech) -> str:
    """A pattern by its name, a group of patterns by its word."""
    pattern = speech.rules.pattern_by_id.get(name)
    return speech.name(pattern.names) if pattern else speech.word(name)


def wait_words(wait: str, speech: Speech) -> str:
    """What a wait is called."""
    return speech.say(WAITS[wait][1]) if wait else speech.say("no wait name")


# ---- slots


class _Slots(dict[str, str]):
    """The words for the slots of a phrase, found as they are asked for."""

    def __init__(self, node: Node, speech: Speech) -> None:
        self.node, self.speech = node, speech

    def __missing__(self, slot: str) -> str:
        return SLOTS[slot](self.node, self.speech)


def _filled(phrase: Phrase, node: Node, speech: Speech) -> str:
    if isinstance(phrase, str):
        return speech.form(phrase).format_map(_Slots(node, speech))
    return phrase(node, speech)


def _are(selector: Node, speech: Speech, many: bool) -> str:
    """'is a run'; a class is held or made of."""
    if selector.op in ("of", "has"):
        key = {"of": ("is made of", "are made of"), "has": ("has class", "have class")}[selector.op][many]
        return speech.say(key, class_words(selector.args[0], speech))
    return speech.say("are sets" if many else "is set", selector_words(selector, speech, many))


def _tiles_of_suits(text: str, speech: Speech) -> str:
    digits = "".join(letter for letter in text if letter.isdigit())
    one = sum(letter.isalpha() for letter in text) == 1 and text[-1].isupper()
    return speech.say("in one suit", digits) if one else speech.say("capitals", text)


def _indicator(node: Node, speech: Speech) -> str:
    """An indicator by the word that is typed, in other languages by its name."""
    names = next((item.names for item in speech.rules.indicators if item.id == node.args[1]), ())
    return str(node.args[1]) if speech.english else speech.name(names)


SLOTS: dict[str, Callable[[Node, Speech], str]] = {
    "class": lambda n, s: class_words(n.args[1], s),
    "one": lambda n, s: selector_words(n.args[1], s, many=False),
    "many": lambda n, s: selector_words(n.args[1], s),
    "is": lambda n, s: _are(n.args[1], s, many=False),
    "are": lambda n, s: _are(n.args[1], s, many=True),
    "attribute": lambda n, s: s.attribute(n.args[1]),
    "attributes": lambda n, s: s.attribute(n.args[1], many=True),
    "shape": lambda n, s: s.name(s.rules.shape_by_id[n.args[1]].names) or n.args[1],
    "wait": lambda n, s: s.say(WAITS[n.args[1]][0]),
    "tiles": lambda n, s: _tiles_of_suits(n.args[1], s),
    "templates": lambda n, s: templates_words(tuple(n.args[1:]), s),
    "condition": lambda n, s: asks(n.args[1], s),
    "number": lambda n, s: s.number(n.args[1]),
    "indicator": _indicator,
    "award": lambda n, s: award_words(n.args[1], s),
    "values": lambda n, s: s.listed(asks(part, s) for part in n.args[1:]),
}
"""What stands in a phrase for the argument of a function."""


# ---- functions


def _any_tile(node: Node, speech: Speech) -> str:
    """A class that holds one tile, given by the situation, is spoken of as that tile."""
    return _given_tile(node.args[1], speech, "one of the") or _filled("any_tile", node, speech)


def _given_tile(of: Node, speech: Speech, key: str) -> str:
    parts: tuple[Node, ...] = of.args if of.op == "and" else ()
    given = [part for part in parts if part.op == "given"]
    others = [part for part in parts if part.op != "given"]
    if not given or not others:
        return ""
    return speech.say(key, class_words(given[0], speech), class_words(others[0], speech))


def _no_tile(node: Node, speech: Speech) -> str:
    """'the hand has no honors', and of a single tile with a name of its own 'the hand is without Nami'."""
    of: Node = node.args[1]
    if said := _given_tile(of, speech, "none of the"):
        return said
    words = class_words(of, speech)
    named = len(tiles_of_class(of, speech.rules)) == 1 and is_a_name(words)
    return speech.say("is without", words) if named else _filled("not any_tile", node, speech)


def _no_match(node: Node, speech: Speech) -> str:
    said = SLOTS["templates"](node, speech)
    one = speech.english and said.startswith("a ")
    return speech.say("there is no", said[2:]) if one else speech.say("there are no", said)


def _declared(many: bool) -> Phrase:
    def phrase(node: Node, speech: Speech) -> str:
        said = selector_words(node.args[1], speech, many)
        return said if said.startswith(speech.say("called set")) else speech.say("declared", said)

    return phrase


def _exposed(one: str, alone: str) -> Phrase:
    """'called tiles among the honors', but 'called copies of the winning tile', which is one alone."""

    def phrase(node: Node, speech: Speech) -> str:
        said = class_words(node.args[1], speech)
        return speech.say(alone if speech.english and said.startswith("the ") else one, said)

    return phrase


CLAUSES: dict[str, tuple[Phrase, Phrase]] = {
    **{name: (name, f"not {name}") for name in (
        "all_tiles", "contains", "all_sets", "all_groups", "any_group", "shape", "wait", "on_every_wait",
    )},
    "any_tile": (_any_tile, _no_tile),
    "no_tile": (_no_tile, _any_tile),
    "match": ("match", _no_match),
}  # fmt: skip
"""Functions that are true or false: what they ask, and the opposite."""
NOUNS: dict[str, tuple[Phrase, Phrase]] = {
    **{name: (f"one {name}", f"many {name}") for name in (
        "sets", "groups", "tiles", "kinds", "copies", "values", "flowers", "indicated", "awarded", "pips",
        "set_total", "min", "max",
    )},
    "melds": (_declared(many=False), _declared(many=True)),
    "exposed": (_exposed("called tile", "called copy"), _exposed("called tiles", "called copies")),
}  # fmt: skip
"""Functions that give a number: what they count or add up, one of it and several."""
WHOLES = {"pips": "the sum of", "set_total": "the sum of", "min": "", "max": ""}
"""Numbers that are no count of things, and what they are by themselves."""
WAITS: dict[str, tuple[str, str]] = {
    name: (f"is {name}", f"a {name}") for name in ("two_sided", "edge", "closed", "dual", "single")
}
"""What the wait is, and what it is called."""
TRUTH_FACTS = {
    name: (f"is {name}", f"not {name}")
    for name in ("self_draw", "discard", "dealer", "from_dealer", "concealed_hand", "fully_open")
}
NUMBER_FACTS = {
    "players": "players", "honba": "honba", "sticks": "sticks", "suits": "suits", "flowers": "flower",
    "jokers": "jokers", "reds": "reds", "waits": "waits",
}  # fmt: skip
"""The phrase of what a number of the win counts."""
COUNT_WORDS = {
    **dict.fromkeys(("tiles", "flowers", "exposed", "indicated", "jokers", "reds"), "of them"),
    **dict.fromkeys(("sets", "groups", "melds"), "of sets"),
    **dict.fromkeys(("kinds", "values", "waits", "suits", "copies"), "of kinds"),
}
"""The phrase of how a language that has words for it counts such things: 3枚."""


def _call(node: Node, speech: Speech) -> str:
    name = node.args[0]
    if name in CLAUSES:
        return _filled(CLAUSES[name][0], node, speech)
    key, noun = WHOLES.get(name, "the number of"), noun_of(node, speech, 2)
    return speech.say(key, noun) if key else noun


# ---- facts, options, comparisons


def _not_so(node: Node, speech: Speech) -> str:
    return speech.say("not so", asks(node, speech))


def _fact(node: Node, speech: Speech, opposite: bool = False) -> str:
    """A fact of the win; a circumstance by the name that the ruleset gives it."""
    name = node.args[0]
    if name in TRUTH_FACTS:
        return speech.say(TRUTH_FACTS[name][opposite])
    if name in NUMBER_FACTS:
        return speech.say("the number of", _counted_fact(name, speech, many=True))
    found = [speech.name(item.names) for item in speech.rules.circumstances if item.fact == name]
    words = dict.fromkeys(found or [speech.word(name)])
    quoted = speech.listed((speech.say("quoted", word) for word in words), "or")
    if opposite and not speech.english:
        return speech.say("does not apply", quoted)
    asked = speech.say("applies", quoted)
    return applies_not(asked) if opposite else asked


def _counted_fact(name: str, speech: Speech, many: bool) -> str:
    """What a number of the win counts; what lies on the table is called as the game calls it."""
    word = speech.rules.unit_word(name, not many, speech.language)
    return speech.say(f"{'many' if many else 'one'} {NUMBER_FACTS[name]}", word)


def applies_not(said: str) -> str:
    """The opposite of a circumstance: "neither 'Heavenly hand' nor 'Earthly hand' applies"."""
    names = said.removesuffix(APPLIES)
    if "' or '" in names:
        return "neither " + names.replace("' or '", "' nor '") + APPLIES
    return f"{names} does not apply"


def _named(node: Node, speech: Speech) -> str:
    fact = speech.rules.fact_by_id[node.args[0]]
    return speech.name(fact.names) or asks(fact.node, speech)


def _not_named(node: Node, speech: Speech) -> str:
    said = _named(node, speech)
    if not speech.english:
        return speech.say("there is no", said)
    return f"no {said.partition(' ')[2]}" if said.startswith(("a ", "an ")) else f"not {said}"


def _compare(node: Node, speech: Speech) -> str:
    left, op, right, *more = node.args
    if left.op == "option":
        return speech.say("rule is" if op == "==" else "rule is not", left.args[0], right)
    if left.op == "number" and more:
        # 'the number of suits is at least 2 and at most 3' for a chain that begins with a number
        bounds = [(MIRRORED[op], left), *zip(more[::2], more[1::2], strict=True)]
        said = speech.listed(speech.say(COMPARED[how], asks(one, speech)) for how, one in bounds)
        return speech.say("comes to", asks(right, speech), said)
    if more or right.op != "number":
        links = zip(node.args[::2], node.args[1::2], node.args[2::2], strict=False)
        return speech.listed(
            speech.say("comes to", asks(one, speech), speech.say(COMPARED[how], asks(other, speech)))
            for one, how, other in links
        )
    return _counts(left, op, right.args[0], speech)


def _not_compare(node: Node, speech: Speech) -> str:
    if len(node.args) > 3:
        return _not_so(node, speech)
    left, op, right = node.args
    return _compare(Node("compare", (left, OPPOSITE[op], right), node.text, node.at), speech)


def _counts(left: Node, op: str, count: int, speech: Speech) -> str:
    """A number compared: 'only one suit', 'exactly two triplets of dragons'."""
    if left.op == "call" and left.args[0] in WHOLES:
        key = "add up to" if WHOLES[left.args[0]] else "comes to"
        return speech.say(key, noun_of(left, speech, 2), speech.say(COMPARED[op], speech.number(count)))
    if left.op not in ("call", "fact", "named") and not _counts_units(left, speech):
        return speech.say("comes to", asks(left, speech), speech.say(COMPARED[op], speech.number(count)))
    if (op, count) in (("==", 0), ("<", 1), ("<=", 0)):
        return speech.say("no such", noun_of(left, speech, 2))
    if (op, count) in (("!=", 0), (">", 0), (">=", 1)):
        return speech.say("at least one", noun_of(left, speech, 1))
    if (op, count) == ("==", 1) and (left.op == "fact" or left.args[:1] == ("values",)):
        noun = noun_of(left, speech, 1).removeprefix("different ")
        return speech.say("only one", number_of(left, 1, speech), noun)
    number = speech.say(COMPARED[op], number_of(left, count, speech))
    return speech.say("so many", number, noun_of(left, speech, count))


def number_of(node: Node, count: int, speech: Speech) -> str:
    """A number with the word by which a language counts such things."""
    while node.op in ("named", "arithmetic"):
        node = speech.rules.fact_by_id[node.args[0]].node if node.op == "named" else node.args[1]
    key = COUNT_WORDS.get(node.args[0]) if node.op in ("call", "fact") and not speech.english else None
    return speech.say(key, speech.number(count)) if key else speech.number(count)


# ---- conditions made of others


def _or(node: Node, speech: Speech) -> str:
    """'either it is a run or a pair': what the parts say alike is said once."""
    says = [asks(part, speech) for part in node.args]
    if not speech.english:
        return speech.listed(says, "or")
    if all(text.endswith(APPLIES) for text in says):
        return speech.listed((text.removesuffix(APPLIES) for text in says), "or") + APPLIES
    alike, rest = said_once(says)
    return f"{alike} {speech.listed(rest, 'or')}" if " " in alike else f"either {speech.listed(says, 'or')}"


PHRASES: dict[str, tuple[Phrase, Phrase]] = {
    "truth": (lambda n, s: s.say("always" if n.args[0] else "never"), _not_so),
    "fact": (_fact, lambda n, s: _fact(n, s, opposite=True)),
    "named": (_named, _not_named),
    "option": (lambda n, s: s.say("on", n.args[0]), lambda n, s: s.say("off", n.args[0])),
    "and": (
        lambda n, s: s.listed(asks(part, s) for part in n.args),
        lambda n, s: s.say("either", s.listed((negated(part, s) for part in n.args), "or")),
    ),
    "or": (_or, lambda n, s: s.listed(negated(part, s) for part in n.args)),
    "not": (lambda n, s: negated(n.args[0], s), lambda n, s: asks(n.args[0], s)),
    "compare": (_compare, _not_compare),
    "call": (_call, lambda n, s: _filled(CLAUSES.get(n.args[0], (_call, _not_so))[1], n, s)),
    "if": (
        lambda n, s: s.say("if else", asks(n.args[1], s), asks(n.args[0], s), asks(n.args[2], s)),
        _not_so,
    ),
    "number": (lambda n, s: f"{n.args[0]:,}", _not_so),
    "word": (lambda n, s: s.word(n.args[0]), _not_so),
    "amount": (lambda n, s: s.word(n.args[0]), _not_so),
    "letter": (lambda n, s: n.args[0], _not_so),
    "arithmetic": (lambda n, s: f"{asks(n.args[1], s)} {n.args[0]} {asks(n.args[2], s)}", _not_so),
    "negative": (lambda n, s: f"-{asks(n.args[0], s)}", _not_so),
    "table": (lambda n, s: s.say("in the table", asks(n.args[2], s), n.args[0]), _not_so),
}
"""Every kind of condition and number: what it says, and its opposite."""
