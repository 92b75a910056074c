"""Explains each construct of the rule language: a clause for what it asks, the evidence that a hand shows for
it, and how far the hand is from meeting it.

A clause is a phrase of phrases.txt with slots (`SLOTS`). A boolean function has the phrases `NAME` and
`not NAME`, a number `one NAME` and `many NAME`, a fact `is NAME` and `not NAME`. `SPECIAL` lists the phrases
whose words depend on the argument.

The evidence is the sets or tiles that make a condition true, or what the hand has in their place. The
distance is roughly the number of tiles that would have to change. Conditions that tiles cannot change have a
distance too, so that patterns can be ranked as a teacher would: a wait or a call counts little, another shape
or luck counts much.

The module is long because every construct of the language has a row here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from scorer.engine.evaluate import View, holds, value_of
from scorer.engine.match import mask, most_bound, selected, selects
from scorer.language import TRUTH
from scorer.language.nodes import MIRRORED, OPPOSITE, Node
from scorer.language.vocabulary import AMOUNTS, FUNCTIONS, NUMBER_FACTS, TRUTH_FACTS
from scorer.phrases import is_a_name
from scorer.shapes import Group
from scorer.teach.words import (
    Speech,
    class_words,
    group_text,
    said_once,
    selector_words,
    templates_words,
    tiles_of_class,
    value_words,
)
from scorer.tiles import Tile
from scorer.values import dataclass, replace

ClauseWriter = Callable[[Node, Speech], str]
Evidence = tuple[float, str]
"""How far a condition is from changing (for a number: the distance for each one too few or too many), and
what the hand shows for it, if anything.
"""
EvidenceFinder = Callable[[Node, View, Speech], Evidence]
OTHER = 2.0
"""the distance of things that are not counted: a missing class, the wrong number of waits"""
WAIT, CALLED, WAY, LUCK, SHAPE = 1.0, 2.0, 2.5, 5.0, 4.0
SET, RARE_SET, GROWN_PAIR = 2.0, 4.0, 1.0
"""the distance of a set that is missing, of a set from a small class of tiles, and of a set with a pair
present
"""
OF_SETS = ("sets", "groups", "melds")
COMPARED = {
    "==": "exactly", "!=": "not exactly", "<": "fewer than", "<=": "no more than", ">": "more than",
    ">=": "at least",
}  # fmt: skip
APPLIES = " applies"
WHOLES = {"pips": "the sum of", "set_total": "the sum of", "min": "", "max": ""}
"""Functions that return a number but do not count things, with the phrase for the number."""
COUNT_WORDS = {
    **dict.fromkeys(("tiles", "flowers", "exposed", "indicated", "jokers", "reds"), "of them"),
    **dict.fromkeys(("sets", "groups", "melds"), "of sets"),
    **dict.fromkeys(("kinds", "values", "waits", "suits", "copies"), "of kinds"),
}
"""The phrase with the counter word for such things, in languages that use counter words: 3枚."""


def asks(node: Node, speech: Speech) -> str:
    """A condition as a clause ('all tiles are simples'), or a number as a noun phrase ('the number of
    suits').
    """
    return NODES[node.op].clause(node, speech)


def negated(node: Node, speech: Speech) -> str:
    """The opposite of a condition, as a clause."""
    return NODES[node.op].negated_clause(node, speech)


def look(node: Node, view: View, speech: Speech) -> Evidence:
    """How far a condition is from changing, and what the hand shows for it."""
    return NODES[node.op].evidence(node, view, speech)


def noun_of(node: Node, speech: Speech, count: int) -> str:
    """The noun for what a number counts, in the singular or plural: 'triplets of dragons'."""
    rules, many = speech.rules, count != 1
    if node.op == "call":
        return _phrase(f"{'many' if many else 'one'} {node.args[0]}", node, speech)
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
    """Whether an amount is counted in units that have words of their own: limits, yakuman."""
    return node.op == "amount" and node.args[0] in speech.rules.unit_by_id


def award_words(name: str, speech: Speech) -> str:
    """The name of a pattern, or the word for a group of patterns."""
    pattern = speech.rules.pattern_by_id.get(name)
    return speech.name(pattern.names) if pattern else speech.word(name)


def wait_words(wait: str, speech: Speech) -> str:
    return speech.say(f"a {wait}" if wait else "no wait name")


# ---- slots


class _Slots(dict[str, str]):
    """The words for the slots of a phrase, computed when a phrase uses them."""

    def __init__(self, node: Node, speech: Speech) -> None:
        self.node, self.speech = node, speech

    def __missing__(self, slot: str) -> str:
        return SLOTS[slot](self.node, self.speech)


def _phrase(key: str, node: Node, speech: Speech) -> str:
    return SPECIAL[key](node, speech) if key in SPECIAL else _filled(key, node, speech)


def _filled(key: str, node: Node, speech: Speech) -> str:
    return speech.form(key).format_map(_Slots(node, speech))


def _are(selector: Node, speech: Speech, many: bool) -> str:
    """The predicate for a selector: 'is a run'; for a class 'is made of dragons' or 'has dragons'."""
    if selector.op in ("of", "has"):
        key = {"of": ("is made of", "are made of"), "has": ("has class", "have class")}[selector.op][many]
        return speech.say(key, class_words(selector.args[0], speech))
    return speech.say("are sets" if many else "is set", selector_words(selector, speech, many))


def _tiles_of_suits(text: str, speech: Speech) -> str:
    digits = "".join(letter for letter in text if letter.isdigit())
    one = sum(letter.isalpha() for letter in text) == 1 and text[-1].isupper()
    return speech.say("in one suit", digits) if one else speech.say("capitals", text)


def _indicator(node: Node, speech: Speech) -> str:
    """The id of an indicator as users type it; in other languages its name."""
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
    "wait": lambda n, s: s.say(f"is {n.args[1]}"),
    "tiles": lambda n, s: _tiles_of_suits(n.args[1], s),
    "templates": lambda n, s: templates_words(tuple(n.args[1:]), s),
    "condition": lambda n, s: asks(n.args[1], s),
    "number": lambda n, s: s.number(n.args[1]),
    "indicator": _indicator,
    "award": lambda n, s: award_words(n.args[1], s),
    "values": lambda n, s: s.listed(asks(part, s) for part in n.args[1:]),
}
"""The words that fill each slot of a phrase, from the argument of a function."""


# ---- functions


def _any_tile(node: Node, speech: Speech) -> str:
    """The clause for `any_tile`. A class with a single tile given by the situation is named as that tile."""
    return _given_tile(node.args[1], speech, "one of the") or _filled("any_tile", node, speech)


def _given_tile(of: Node, speech: Speech, key: str) -> str:
    parts: tuple[Node, ...] = of.args if of.op == "and" else ()
    given = [part for part in parts if part.op == "given"]
    others = [part for part in parts if part.op != "given"]
    if not given or not others:
        return ""
    return speech.say(key, class_words(given[0], speech), class_words(others[0], speech))


def _no_tile(node: Node, speech: Speech) -> str:
    """The clause for `no_tile`: 'the hand has no honors', or for a single named tile 'the hand is without
    Nami'.
    """
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


def _declared(node: Node, speech: Speech, many: bool) -> str:
    said = selector_words(node.args[1], speech, many)
    return said if said.startswith(speech.say("called set")) else speech.say("declared", said)


def _exposed(node: Node, speech: Speech, tiles: str, copies: str) -> str:
    """The noun for `exposed`: 'called tiles among the honors', or for one tile 'called copies of the winning
    tile'.
    """
    said = class_words(node.args[1], speech)
    return speech.say(copies if speech.english and said.startswith("the ") else tiles, said)


def _awarded(node: Node, speech: Speech, pattern: str, group: str) -> str:
    return _filled(pattern if node.args[1] in speech.rules.pattern_by_id else group, node, speech)


SPECIAL: dict[str, ClauseWriter] = {
    "any_tile": _any_tile,
    "not any_tile": _no_tile,
    "no_tile": _no_tile,
    "not no_tile": _any_tile,
    "not match": _no_match,
    "one melds": partial(_declared, many=False),
    "many melds": partial(_declared, many=True),
    "one exposed": partial(_exposed, tiles="called tile", copies="called copy"),
    "many exposed": partial(_exposed, tiles="called tiles", copies="called copies"),
    "one awarded": partial(_awarded, pattern="one awarded", group="one of group"),
    "many awarded": partial(_awarded, pattern="many awarded", group="many of group"),
}
"""Phrases whose words depend on the argument."""


def _call(node: Node, speech: Speech) -> str:
    name = node.args[0]
    if FUNCTIONS[name].gives == TRUTH:
        return _phrase(name, node, speech)
    key, noun = WHOLES.get(name, "the number of"), noun_of(node, speech, 2)
    return speech.say(key, noun) if key else noun


def _not_call(node: Node, speech: Speech) -> str:
    if FUNCTIONS[node.args[0]].gives == TRUTH:
        return _phrase(f"not {node.args[0]}", node, speech)
    return _not_so(node, speech)


# ---- facts, options, comparisons


def _not_so(node: Node, speech: Speech) -> str:
    return speech.say("not so", asks(node, speech))


def _fact(node: Node, speech: Speech, opposite: bool = False) -> str:
    """The clause for a fact. A circumstance is called by its name in the ruleset."""
    name = node.args[0]
    if name in TRUTH_FACTS:
        return speech.say(f"{'not' if opposite else 'is'} {name}")
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
    """The noun for what a numeric fact counts. Counters on the table are called by the ruleset's word."""
    word, thing = (
        speech.rules.unit_word(name, not many, speech.language),
        "flower" if name == "flowers" else name,
    )
    return speech.say(f"{'many' if many else 'one'} {thing}", word)


def applies_not(said: str) -> str:
    """The negated clause for a circumstance: "neither 'Heavenly hand' nor 'Earthly hand' applies"."""
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
    """A number, with a counter word in languages that use them."""
    while node.op in ("named", "arithmetic"):
        node = speech.rules.fact_by_id[node.args[0]].node if node.op == "named" else node.args[1]
    key = COUNT_WORDS.get(node.args[0]) if node.op in ("call", "fact") and not speech.english else None
    return speech.say(key, speech.number(count)) if key else speech.number(count)


# ---- conditions made of others


def _or(node: Node, speech: Speech) -> str:
    """The clause for `or`: 'either it is a run or a pair'. A common beginning is written once."""
    says = [asks(part, speech) for part in node.args]
    if not speech.english:
        return speech.listed(says, "or")
    if all(text.endswith(APPLIES) for text in says):
        return speech.listed((text.removesuffix(APPLIES) for text in says), "or") + APPLIES
    alike, rest = said_once(says)
    return f"{alike} {speech.listed(rest, 'or')}" if " " in alike else f"either {speech.listed(says, 'or')}"


# ---- what a hand shows: tiles


def _told(one: str, many: str, things: Sequence[object], shown: str, speech: Speech) -> str:
    """The phrase for one thing or for several; empty if there are none."""
    return speech.say(one if len(things) == 1 else many, shown) if things else ""


def _kept_by(tiles: Callable[[Node, View], list[Tile]], one: str, many: str) -> EvidenceFinder:
    """The evidence for a function that is false because of individual tiles."""

    def looked(node: Node, view: View, speech: Speech) -> Evidence:
        found = tiles(node, view)
        return float(len(found)) or OTHER, _told(one, many, found, speech.tiles(found), speech)

    return looked


def _tiles(node: Node, view: View, inside: bool = True) -> list[Tile]:
    wanted = mask(node.args[1], view)
    return [tile for tile in view.tiles if bool(wanted >> tile.kind & 1) is inside]


def _tiles_lacking(node: Node, view: View) -> list[Tile]:
    """The tiles that `contains` requires and the hand lacks, in the suits in which the fewest are missing."""
    ways = [
        [Tile(kind) for kind, count in (Counter(sum(rows, ())) - view.counts).items() for _ in range(count)]
        for rows in view.ruleset.set_tables.knitted(node.args[1])
    ]
    return min(ways, key=len, default=[])


def _some_tile(node: Node, view: View, speech: Speech) -> Evidence:
    if there := _tiles(node, view):
        return float(len(there)), speech.tiles(there)
    if any(part.op == "given" and part.args[0] == "win_tile" for part in node.args[1].walk()):
        return OTHER, speech.say("it is so", view.ruleset.tileset.code(view.hand.winning_tile))
    return OTHER, speech.say("found none")


# ---- sets


def _class_asked(selector: Node) -> Node | None:
    """The class that a selector requires of every tile of a set, or None."""
    parts = selector.args if selector.op == "and" else (selector,)
    return next((part.args[0] for part in parts if part.op == "of"), None)


def _pairs_of(of: Node | None, view: View) -> list[Group]:
    """The pairs of a class in a hand that is made of sets: each lacks one tile to be a set of the class."""
    if of is None or not view.sets:
        return []
    wanted = mask(of, view)
    pairs = (group for group in view.groups if len(group.tiles) == 2)
    return [pair for pair in pairs if all(wanted >> kind & 1 for kind in pair.kinds)]


def _missing_set(of: Node | None, view: View, speech: Speech) -> Evidence:
    """The evidence that a hand has no set of a class: the pairs of the class, if there are any."""
    pairs = _pairs_of(of, view)
    found = _told("found only pair", "found only pairs", pairs, speech.groups(pairs), speech)
    return SET if of is None else GROWN_PAIR if pairs else RARE_SET, found or speech.say("found none")


def _every(node: Node, view: View, speech: Speech) -> Evidence:
    """The evidence for `all_sets` and `all_groups`: the sets that do not satisfy the selector."""
    among, holders = view.sets if node.args[0] == "all_sets" else view.groups, node.args[1].op == "has"
    failing = [group for group in among if not selects(node.args[1], group, view)]
    if not failing:
        return (OTHER, "") if among else (SHAPE, speech.say("no sets"))
    one, many = ("has none", "have none") if holders else ("is not", "are not")
    return (1.0 if holders else SET) * len(failing), _told(one, many, failing, speech.groups(failing), speech)


def _some(node: Node, view: View, speech: Speech) -> Evidence:
    """The evidence for `any_group`: the sets that satisfy the selector. If there are none, the pair that the
    hand has in their place, or a pair of the class.
    """
    selector: Node = node.args[1]
    if there := selected(selector, view, view.groups):
        return SET * len(there), speech.groups(there)
    far, found = _missing_set(_class_asked(selector), view, speech)
    kinds = [part for part in selector.walk() if part.op == "kind"]
    only = [group for group in view.groups if any(selects(kind, group, view) for kind in kinds)]
    if len(only) == 1 and len(only[0].tiles) == 2:
        found = speech.say("the pair is", group_text(only[0], view.ruleset.tileset))
    return SET if any(kind.args[0] == "pair" for kind in kinds) else far, found


def fitting(places: tuple[int, ...], templates: tuple[Node, ...], view: View, speech: Speech) -> Evidence:
    """The evidence for templates: the sets that fit them, or how many do. A single set fits any template, so
    it does not count.
    """
    bound, wanted = len(places), len(templates)
    there = speech.groups(view.groups[place] for place in sorted(places))
    if bound == wanted:
        return OTHER, there
    if wanted == 1:
        return _missing_set(templates[0].args[2], view, speech)
    if bound < 2:
        return SET * wanted, speech.say("no two fit" if bound else "found none")
    found = speech.say("found of", speech.number(bound), speech.number(wanted), there)
    return SET * (wanted - bound), found


# ---- the shape and the wait


def _shape(node: Node, view: View, speech: Speech) -> Evidence:
    if view.reading is None or view.reading.shape == node.args[1]:
        return SHAPE if view.reading is None else OTHER, ""
    return SHAPE, speech.say("read as", speech.name(view.ruleset.shape_by_id[view.reading.shape].names))


def _wait(node: Node, view: View, speech: Speech) -> Evidence:
    reading = view.reading
    if reading is None or reading.won is None:
        return WAIT, ""
    tile = view.ruleset.tileset.code(view.hand.winning_tile)
    done = speech.say("completed", tile, speech.groups([reading.won]))
    if reading.wait == node.args[1]:
        return OTHER, done
    return WAIT, speech.say("and how", done, wait_words(reading.wait, speech))


CALLS: dict[str, EvidenceFinder] = {
    "all_tiles": _kept_by(partial(_tiles, inside=False), "is not", "are not"),
    "any_tile": _some_tile,
    "no_tile": _kept_by(_tiles, "found", "found"),
    "contains": _kept_by(_tiles_lacking, "is missing", "are missing"),
    "all_sets": _every,
    "all_groups": _every,
    "any_group": _some,
    "match": lambda n, v, s: fitting(most_bound(n.args[1:], v), n.args[1:], v, s),
    "shape": _shape,
    "wait": _wait,
    "on_every_wait": lambda n, v, s: (
        OTHER,
        s.say("hand waits for", s.rules.tileset.text(map(Tile, v.waits))),
    ),
    "sets": lambda n, v, s: (SET, s.groups(selected(n.args[1], v, v.sets))),
    "groups": lambda n, v, s: (SET, s.groups(selected(n.args[1], v, v.groups))),
    "melds": lambda n, v, s: (SET, ""),
    "tiles": lambda n, v, s: (1.0, s.tiles(_tiles(n, v))),
    "kinds": lambda n, v, s: (3.0, s.tiles(_tiles(n, v))),
    "values": lambda n, v, s: (3.0, s.listed(value_words(n.args[1], v.tiles, s))),
    **dict.fromkeys(
        ("copies", "flowers", "exposed", "indicated", "awarded", "pips", "set_total", "min", "max"),
        lambda n, v, s: (1.0, ""),
    ),
}
"""The evidence for each function. For a number, the distance is that of each one too few or too many."""


# ---- facts and comparisons


def was_called(view: View, speech: Speech) -> str:
    called = [f"({speech.rules.tileset.text(meld.tiles)})" for meld in view.hand.melds if not meld.concealed]
    return _told("was called", "were called", called, speech.listed(called), speech)


def _stayed_concealed(view: View, speech: Speech) -> str:
    concealed = [group for group in view.sets if not group.called]
    return speech.say("stayed concealed", speech.groups(concealed) or speech.say("a set"))


def _suits(view: View) -> dict[str, list[Tile]]:
    tileset = view.ruleset.tileset
    suits: dict[str, list[Tile]] = {}
    for tile in view.tiles:
        kind = tileset.kinds[tile.kind]
        if tileset.attributes[0] in kind.attribute:
            suits.setdefault(kind.letter, []).append(tile)
    return suits


def _by_suit(view: View, speech: Speech) -> str:
    names = view.ruleset.tileset.by_letter
    return speech.listed(speech.name(names[letter].names) or letter for letter in _suits(view))


FACTS: dict[str, tuple[float, Callable[[View, Speech], str]]] = {
    "self_draw": (WAY, lambda view, speech: speech.say("why not self_draw")),
    "discard": (WAY, lambda view, speech: speech.say("why not discard")),
    "dealer": (LUCK, lambda view, speech: speech.say("not dealer")),
    "from_dealer": (LUCK, lambda view, speech: speech.say("why not from_dealer")),
    "concealed_hand": (CALLED, was_called),
    "fully_open": (LUCK, _stayed_concealed),
    "suits": (OTHER, _by_suit),
    "waits": (OTHER, lambda view, speech: speech.rules.tileset.text(map(Tile, view.waits))),
    **dict.fromkeys(
        ("players", "honba", "sticks", "flowers", "jokers", "reds"),
        (OTHER, lambda view, speech: ""),
    ),
}
"""The distance of each fact, and the words for why it is not true or for what a number counts."""


def _seen_fact(node: Node, view: View, speech: Speech) -> Evidence:
    """The evidence for a fact. Circumstances depend on luck."""
    far, shown = FACTS.get(node.args[0], (LUCK, lambda view, speech: ""))
    return (LUCK, "") if value_of(node, view) is True else (far, shown(view, speech))


def _off(node: Node, view: View, speech: Speech) -> float:
    left, right = node.args[0], node.args[2]
    have, want = value_of(left, view), value_of(right, view)
    if not isinstance(have, int) or not isinstance(want, int):
        return OTHER
    left, off = opened(left, view), abs(want - have) or 1
    if left.op == "fact":
        suits = [len(tiles) for tiles in _suits(view).values()]
        too_many = left.args[0] == "suits" and have > want
        return float(sum(suits) - max(suits, default=0)) if too_many else OTHER
    if left.op != "call":
        return float(off)
    if left.args[0] not in OF_SETS or have > want:
        return look(left, view, speech)[0] * off
    of = _class_asked(left.args[1])
    grown = min(off, len(_pairs_of(of, view)))
    return GROWN_PAIR * grown + (SET if of is None else RARE_SET) * (off - grown)


def _number_found(node: Node, view: View, speech: Speech) -> str:
    """The number found, with the sets or tiles that it counts. If the number is as required, only these."""
    true = holds(node, view)
    left = next((part for part in node.args[::2] if part.op != "number"), node.args[0])
    value = value_of(left, view)
    if left.op == "option":
        return speech.say("value here", value)
    shown, counted = look(left, view, speech)[1], opened(left, view)
    if value == 0 and true:
        return ""
    if value == 0:
        of_sets = counted.op == "call" and counted.args[0] in ("sets", "groups")
        return _missing_set(_class_asked(counted.args[1]) if of_sets else None, view, speech)[1]
    number = number_of(left, value, speech) if isinstance(value, int) else str(value)
    if true:
        asked = (part.args[0] for part in node.args[::2] if part.op == "number")
        return shown or ("" if value in asked else number)
    more = f"{shown}{_intruder(left, view, speech)}"
    said = speech.say("found some", number, more) if shown else speech.say("found number", number)
    return said + _lost_to_the_discard(left, view, speech)


def _intruder(node: Node, view: View, speech: Speech) -> str:
    """The tiles of the smaller suit, if a condition on the number of suits finds two of them."""
    if (node.op, node.args[:1]) != ("fact", ("suits",)) or len(_suits(view)) != 2:
        return ""
    smaller: list[Tile] = min(_suits(view).values(), key=len)
    return speech.say("in brackets", speech.tiles(smaller))


def _lost_to_the_discard(node: Node, view: View, speech: Speech) -> str:
    """The set that does not count only because its last tile was a discard, so that it is open but not
    called.
    """
    if node.op != "call" or node.args[0] not in ("sets", "groups"):
        return ""
    open_ = (group for group in view.groups if group.won and not group.concealed and not group.melded)
    drawn = (replace(group, concealed=True) for group in open_)
    already = {group.tiles for group in selected(node.args[1], view, view.groups)}
    lost = [group for group in drawn if selects(node.args[1], group, view) and group.tiles not in already]
    return speech.say("lost", speech.groups(lost)) if lost else ""


# ---- conditions made of others


def opened(node: Node, view: View) -> Node:
    """The expression that defines a named fact; other nodes unchanged."""
    while node.op == "named":
        node = view.ruleset.fact_by_id[node.args[0]].node
    return node


def _several(node: Node, view: View, speech: Speech) -> Evidence:
    """The evidence for `and` and `or`: that of the parts that hold, or of all parts if the condition fails. A
    wait that holds is named as well.
    """
    true, ways, said = holds(node, view), list[float](), list[str]()
    for part in node.args:
        fits = holds(part, view)
        if fits or not true:
            far, shown = look(part, view, speech)
            ways.append(0.0 if fits else far)
            is_wait = part.op == "call" and part.args[0] == "wait"
            named = true and shown and is_wait
            said.append(speech.headed(wait_words(part.args[1], speech), shown) if named else shown)
    together = sum(ways) if node.op == "and" else min(ways)
    return OTHER if true else together, speech.listed(dict.fromkeys(filter(None, said)))


def _not(node: Node, view: View, speech: Speech) -> Evidence:
    if holds(node, view):
        return OTHER, ""
    (far, shown), inner = look(node.args[0], view, speech), opened(node.args[0], view)
    if shown and inner.op == "call" and inner.args[0] in ("any_group", "any_tile", "match"):
        return far, speech.say("found", shown)
    return far, shown or _so_it_is(inner, speech)


def _so_it_is(node: Node, speech: Speech) -> str:
    """The clause for a condition that should not hold but does: 'it is made of seven pairs'."""
    said = asks(node, speech)
    if not speech.english:
        return said
    return "it applies" if said.endswith(APPLIES) else re.sub("^the (hand|wait|winning tile) ", "it ", said)


@dataclass(frozen=True)
class Construct:
    """How a kind of node is explained: its clause, the negated clause, and the evidence that a hand shows."""

    clause: ClauseWriter
    negated_clause: ClauseWriter = _not_so
    evidence: EvidenceFinder = lambda node, view, speech: (OTHER, "")


NODES = {
    "truth": Construct(lambda n, s: s.say("always" if n.args[0] else "never")),
    "fact": Construct(_fact, partial(_fact, opposite=True), _seen_fact),
    "named": Construct(_named, _not_named, lambda n, v, s: look(opened(n, v), v, s)),
    "option": Construct(
        lambda n, s: s.say("on", n.args[0]),
        lambda n, s: s.say("off", n.args[0]),
        lambda n, v, s: (OTHER, s.say("on here" if value_of(n, v) else "off here")),
    ),
    "and": Construct(
        lambda n, s: s.listed(asks(part, s) for part in n.args),
        lambda n, s: s.say("either", s.listed((negated(part, s) for part in n.args), "or")),
        _several,
    ),
    "or": Construct(_or, lambda n, s: s.listed(negated(part, s) for part in n.args), _several),
    "not": Construct(lambda n, s: negated(n.args[0], s), lambda n, s: asks(n.args[0], s), _not),
    "compare": Construct(
        _compare,
        _not_compare,
        lambda n, v, s: (OTHER if holds(n, v) else _off(n, v, s), _number_found(n, v, s)),
    ),
    "call": Construct(_call, _not_call, lambda n, v, s: CALLS[n.args[0]](n, v, s)),
    "if": Construct(
        lambda n, s: s.say("if else", asks(n.args[1], s), asks(n.args[0], s), asks(n.args[2], s))
    ),
    "number": Construct(lambda n, s: f"{n.args[0]:,}"),
    "word": Construct(lambda n, s: s.word(n.args[0])),
    "amount": Construct(
        lambda n, s: s.say(f"amount {n.args[0]}") if n.args[0] in AMOUNTS else s.word(n.args[0])
    ),
    "letter": Construct(lambda n, s: n.args[0]),
    "arithmetic": Construct(lambda n, s: f"{asks(n.args[1], s)} {n.args[0]} {asks(n.args[2], s)}"),
    "negative": Construct(lambda n, s: f"-{asks(n.args[0], s)}"),
    "table": Construct(lambda n, s: s.say("in the table", asks(n.args[2], s), n.args[0])),
}
"""The explanation of every kind of node."""
