"""Explains each construct of the rule language: a clause for what it asks, the evidence that a hand shows for
it, and how far the hand is from meeting it.

A clause is a phrase of phrases.txt with slots (`SLOT_WORDS`). A boolean function has the phrases `NAME` and
`not NAME`, a number `one NAME` and `many NAME`, a fact `is NAME` and `not NAME`. `SPECIAL_PHRASES` lists the
phrases whose words depend on the argument.

The evidence is the sets or tiles that make a condition true, or what the hand has in their place. The
distance is roughly the number of tiles that would have to change. Conditions that tiles cannot change have a
distance too, so that patterns can be ranked as a teacher would: a wait or a call counts little, another shape
or luck counts much.

The module is long because every construct of the language has a row here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from scorer.engine.evaluate import View, holds, value_of
from scorer.engine.match import class_mask, is_selected, largest_binding, selected_groups
from scorer.hand import WINDS
from scorer.labels import uncapitalize_first
from scorer.language import TRUTH
from scorer.language.formulas import Calculation, Formula, FormulaStyle, formula_text
from scorer.language.nodes import (
    MIRRORED_COMPARISONS,
    OPPOSITE_COMPARISONS,
    Node,
    comparable_tree,
)
from scorer.language.vocabulary import (
    AMOUNTS,
    FACTS,
    FUNCTIONS,
    LASTING_TABLE_WORDS,
    NUMBER_FACTS,
    TRUTH_FACTS,
    Source,
    functions_depending_on,
)
from scorer.languages import has_text
from scorer.phrases import is_proper_name, join_words
from scorer.ruleset.model import NUMBER_ZERO, Circumstance, Pattern
from scorer.shapes import Group
from scorer.teach.template_words import (
    alternatives_words,
    are_divided,
    distant_pairs_words,
    each_suit_words,
    missing_templates_words,
    mixed_pairs_words,
    templates_words,
)
from scorer.teach.words import (
    JoinedClauses,
    Speech,
    class_words,
    conjuncts,
    counter_of,
    group_text,
    kinds_asked_for,
    selector_words,
    tiles_of_class,
    union_parts,
    value_words,
)
from scorer.texts import phrases
from scorer.tiles import Tile, kinds_mask
from scorer.values import dataclass, replace

ClauseWriter = Callable[[Node, Speech], str]
Evidence = tuple[float, str]
"""How far a condition is from changing (for a number: the distance for each one too few or too many), and
what the hand shows for it, if anything.
"""
EvidenceFinder = Callable[[Node, View, Speech], Evidence]


class NoneFound(str):
    """The evidence that a hand has none of what a condition asks for."""


class NoSetsFound(str):
    """The evidence that a hand does not consist of sets."""


OTHER_DISTANCE = 2.0
"""the distance of things that are not counted: a missing class, the wrong number of waits"""
WAIT_DISTANCE, CALL_DISTANCE, WIN_TYPE_DISTANCE, LUCK_DISTANCE, SHAPE_DISTANCE = 1.0, 2.0, 2.5, 5.0, 4.0
SET_DISTANCE, RARE_SET_DISTANCE, PAIR_DISTANCE = 2.0, 4.0, 1.0
"""the distance of a set that is missing, of a set from a small class of tiles, and of a set with a pair
present
"""
PASSED_DISTANCE = 12.0
"""the distance of an exact number of sets of which the hand has more: another pattern counts these"""
UNDECLARED_SET_DISTANCE = 12.0
"""the distance of a set that exists only if it is declared, of which the hand lacks the tiles: no other tile
brings it
"""
COMPARISON_KEYS = {
    "==": "exactly", "!=": "not exactly", "<": "fewer than", "<=": "no more than", ">": "more than",
    ">=": "at least",
}  # fmt: skip
VALUE_COMPARISON_KEYS = {**COMPARISON_KEYS, "==": "is exactly", "<": "less than"}
"""The phrases for a comparison of a value, instead of things that are counted."""
WHOLE_PHRASES = {
    **{name: "the sum of" for name, function in FUNCTIONS.items() if function.noun_kind == "sum"},
    **dict.fromkeys(functions_depending_on(Source.ARGUMENTS), ""),
}
"""Functions that return a number but do not count things, with the phrase for the number."""
MORE_THAN_NOTHING = ((">", 0), (">=", 1))
"""How an expression asks whether an option that is a number is not 0."""
SUIT_OF_TILES = re.compile("([0-9]+)([A-Za-z])")
SIMPLE_PLURAL = re.compile("(?:[a-z]+ )?[a-z]*[a-rt-z]s")
"""A noun in the plural, perhaps with one adjective: white dragons."""
BEGINS_WITH_VOWEL = re.compile("(?!one)[aeiou]|hono")
"""A word that is spoken with a vowel at its beginning."""
NAMES_OF_ONE = ("shape", "wait", "wind")
"""Arguments that name the only one that a hand can have, so that a list of them means one of these."""
LISTED_FUNCTIONS = ("contains",)
"""Functions whose arguments make one list, because the hand has one of them or none: 'holds A or B'."""
WIDE_WAIT = 9
"""As many tiles as a hand of sets can wait for at most; a hand that waits for more waits for all it can."""
WIDE_WAIT_KEYS = {
    **dict.fromkeys(("==", ">="), "sided wait of the hand"),
    **dict.fromkeys(("!=", "<"), "no sided wait of the hand"),
}
COUNTER_WORDS = {"tiles": "of tiles", "sets": "of sets", "kinds": "of kinds"}
"""The phrase with the counter word for each kind of noun, in languages that use counter words: 3枚."""


def clause(node: Node, speech: Speech) -> str:
    """A condition as a clause ('all tiles are simples'), or a number as a noun phrase ('the number of
    suits').
    """
    return CONSTRUCTS[node.op].clause(node, speech)


def negated_clause(node: Node, speech: Speech) -> str:
    """The opposite of a condition, as a clause."""
    return CONSTRUCTS[node.op].negated_clause(node, speech)


def templates_clause(pattern: Pattern, speech: Speech) -> str:
    """The sets that the templates of a pattern demand, with the condition on their letters."""
    condition = pattern.letter_condition
    first, *others = pattern.alternatives
    if condition and not others and (pairs := distant_pairs_words(first, condition, speech)):
        return pairs
    said = alternatives_words(pattern.alternatives, speech, has_letters=condition is not None)
    return said if condition is None else speech.phrase("where", said, clause(condition, speech))


def is_part_of(one: Node | None, other: Node | None) -> bool:
    """Whether one condition asks for a set and the other for such a set of a narrower kind, or for the same
    with every tile waited for.
    """
    if one is None or other is None:
        return False
    if other.args[:1] == ("on_every_wait",):
        return comparable_tree(one) == comparable_tree(other.args[1])
    if (one.op, other.op) == ("compare", "compare") and one.args[1] == other.args[1] == "==":
        is_alike = len(one.args) == 3 and one.args[2].args == other.args[2].args
        return is_alike and is_part_of(one.args[0], other.args[0])  # of two kongs both are concealed
    if (one.op, other.op) != ("call", "call") or one.args[0] != other.args[0]:
        return False
    if FUNCTIONS[one.args[0]].takes != ("selector",):
        return False
    few, many = ({comparable_tree(part) for part in conjuncts(node.args[1])} for node in (one, other))
    return few < many


def follows_from(one: Node | None, other: Node | None, speech: Speech) -> bool:
    """Whether one condition that holds is required by the circumstance that another one asks for: the last
    tile of the wall is self-drawn.
    """
    if one is None or other is None or (one.op, other.op) != ("fact", "fact") or one.args == other.args:
        return False
    required = (need.node for item in _circumstances_of(other.args[0], speech) for need in item.requires)
    return any((need.op, need.args) == ("fact", one.args) for need in required)


NEEDS, ALLOWS, ASKS_BUT = "needs but", "allows but", "asks but"
"""The phrases for what a pattern needs or allows, which is a noun, or asks, which is a clause, and for what
is there instead.
"""


def requirement_frame(node: Node, speech: Speech) -> str:
    """The phrase for a condition that its clause names as a thing: 'it needs four triplets, but ...';
    empty for a clause with a verb: 'the wait is two-sided'.
    """
    if node.op == "or":
        frames = {requirement_frame(part, speech) for part in node.args}
        return NEEDS if frames == {NEEDS} else ""
    if node.op == "named":
        fact = speech.rules.fact_by_id[node.args[0]]
        return NEEDS if speech.localized_name(fact.names) else requirement_frame(fact.node, speech)
    if node.op == "call":
        return NEEDS if node.args[0] == "match" else ""
    if node.op != "compare" or len(node.args) > 3 or not _is_counted(node.args[0], speech):
        return ""
    left, op, right = node.args
    if right.op != "number" or left.args[:1] == ("waits",) or circumstance_words(left, speech):
        return ""
    asked = op, right.args[0]
    if asked in NONE or op in ("<", "<=") or (op == "==" and _is_only_one(left, right.args[0])):
        return ALLOWS
    is_one = op in ("==", "!=") and right.args[0] == 1 and _is_single(left, speech)
    return "" if is_one or (op == "!=" and asked not in SOME) else NEEDS


def statement_clause(node: Node, speech: Speech) -> str:
    """A condition as a clause with a verb, for a list of such clauses: 'there are four triplets'."""
    said = clause(node, speech)
    if speech.is_english and node.op == "or" and _mixed_pairs(node, speech):
        return speech.phrase("the hand has", said)
    if not _is_noun(node, speech):
        return said
    if node.op == "named":
        return speech.phrase("the hand has", said)
    if node.op == "call":
        return speech.phrase("the hand has", said)
    counted, op, number = node.args if len(node.args) == 3 else (node, "", node)
    if op == "==" and _is_every_kind(counted, number.args[0], speech):
        return speech.phrase("the hand has", said)
    is_one = node.op == "compare" and node.args[2].args == (1,) and node.args[1] != "<"
    return speech.phrase("there is one" if is_one else "there are many", said)


def _is_noun(node: Node, speech: Speech) -> bool:
    """Whether an English clause is a noun without a verb."""
    if not speech.is_english or node.op == "or":
        return False
    return bool(requirement_frame(node, speech))


def listed_clauses(nodes: Iterable[Node], speech: Speech) -> list[str]:
    """The clauses of a list: nouns alone, or, if one of them has a verb, all with a verb."""
    every = list(nodes)
    write = clause if all(_is_noun(node, speech) for node in every) else statement_clause
    return [write(node, speech) for node in every]


def _is_counted(node: Node, speech: Speech) -> bool:
    """Whether a number counts things, so that a comparison of it is a noun: 'at least two runs'."""
    if node.op == "call":
        return node.args[0] not in WHOLE_PHRASES
    return node.op in ("fact", "named") or _counts_units(node, speech)


def evidence(node: Node, view: View, speech: Speech) -> Evidence:
    """How far a condition is from changing, and what the hand shows for it."""
    return CONSTRUCTS[node.op].evidence(node, view, speech)


def counted_noun(node: Node, speech: Speech, count: int) -> str:
    """The noun for what a number counts, in the singular or plural: 'triplets of dragons'."""
    rules, many = speech.rules, count != 1
    if node.op == "call":
        return _phrase(f"count:{'many' if many else 'one'} {node.args[0]}", node, speech)
    if node.op == "named":
        fact = rules.fact_by_id[node.args[0]]
        if name := speech.localized_name(fact.names):
            singular = " or ".join(_singular_nouns(name)) if speech.is_english else ""
            return name if many else singular or speech.phrase("one of named", name)
        return counted_noun(fact.node, speech, count)
    if node.op == "fact" and node.args[0] in NUMBER_FACTS:
        return _fact_noun(node.args[0], speech, many)
    if words := circumstance_words(node, speech):
        named = join_words(words, speech.language, "or")
        is_plain = many or not speech.is_english or _circumstance_phrases(node, speech) != COUNTED
        return named if is_plain else speech.phrase("one of named", named)
    if _counts_units(node, speech):
        return rules.unit_word(node.args[0], not many, speech.language)
    if node.op == "arithmetic" and node.args[0] == "-" and node.args[1].op == "call":
        left_out = counted_noun(node.args[2], speech, 2)
        return speech.phrase("beyond", counted_noun(node.args[1], speech, count), left_out)
    return clause(node, speech)


def _counts_units(node: Node, speech: Speech) -> bool:
    """Whether an amount is counted in units that have words of their own: limits, yakuman."""
    return node.op == "amount" and node.args[0] in speech.rules.unit_by_id


def award_words(name: str, speech: Speech) -> str:
    """The name of a pattern, or the word for a group of patterns."""
    if pattern := speech.rules.pattern_by_id.get(name):
        return speech.localized_name(pattern.names)
    key = f"group:{name}"
    return speech.phrase(key) if key in phrases() else speech.id_words(name)


def _amount_words(node: Node, speech: Speech) -> str:
    """What an amount is called; in English by its id, if it has no name."""
    ident = node.args[0]
    if ident in AMOUNTS or (not speech.is_english and speech.has_phrase(f"amount:{ident}")):
        return speech.phrase(f"amount:{ident}")
    if own := next((one.names for one in speech.rules.amounts if one.id == ident), ()):
        return speech.localized_name(own)
    if speech.is_english:
        return speech.id_words(ident)
    word = speech.rules.unit_title(ident, speech.language) if ident in speech.rules.unit_by_id else ""
    return speech.id_words(ident) if word.isascii() else word


def wait_phrase(wait: str, speech: Speech) -> str:
    return speech.phrase(f"wait:a {wait}" if wait else "no wait name")


# ---- slots


class _Slots(dict[str, str]):
    """The words for the slots of a phrase, computed when a phrase uses them."""

    def __init__(self, node: Node, speech: Speech) -> None:
        self.node, self.speech = node, speech

    def __missing__(self, slot: str) -> str:
        if self.node.op != "or":
            return SLOT_WORDS[slot](self.node, self.speech)
        if slot == "tiles" and (said := _one_suit_words(self.node.args, self.speech)):
            return said
        words = dict.fromkeys(SLOT_WORDS[slot](part, self.speech) for part in self.node.args)
        return join_words(words, self.speech.language, "or")


def _phrase(key: str, node: Node, speech: Speech) -> str:
    return SPECIAL_PHRASES[key](node, speech) if key in SPECIAL_PHRASES else _fill_phrase(key, node, speech)


def _fill_phrase(key: str, node: Node, speech: Speech) -> str:
    return speech.phrase_template(key).format_map(_Slots(node, speech))


def _set_predicate(selector: Node, speech: Speech, is_plural: bool) -> str:
    """The predicate for a selector: 'is a run'; for a class 'is made of dragons' or 'has dragons'."""
    if selector.op in ("of", "has"):
        key = {"of": ("is made of", "are made of"), "has": ("has class", "have class")}[selector.op][
            is_plural
        ]
        return speech.phrase(key, class_words(selector.args[0], speech))
    return speech.phrase("are sets" if is_plural else "is set", selector_words(selector, speech, is_plural))


def _missing_predicate(selector: Node, speech: Speech) -> str:
    """The opposite of a predicate, before the noun of which it is true, as in Japanese: 么九牌を含まない."""
    if selector.op in ("of", "has"):
        key = {"of": "lacks made of", "has": "lacks class"}[selector.op]
        return speech.phrase(key, class_words(selector.args[0], speech))
    return speech.phrase("lacks", selector_words(selector, speech, is_plural=False))


def _one_suit_words(alternatives: Iterable[Node], speech: Speech) -> str:
    """Alternatives that are each tiles of any one suit, which is named once: '123 or 789 in one suit'; empty
    if one of them has other tiles.
    """
    found = [SUIT_OF_TILES.fullmatch(part.args[1]) for part in alternatives]
    digits = [one[1] for one in found if one and one[2].isupper()]
    if len(digits) < len(found):
        return ""
    return speech.phrase("in one suit", join_words(digits, speech.language, "or"))


def _tiles_of_suits(text: str, speech: Speech) -> str:
    """Tiles whose suits are letters that stand for any suit, or as they are written if they are not."""
    by_suit: dict[str, str] = {}
    for digits, suit in SUIT_OF_TILES.findall(text):
        by_suit[suit] = by_suit.get(suit, "") + digits
    if not any(suit.isupper() for suit in by_suit):
        return text
    has_names = "".join(map("".join, SUIT_OF_TILES.findall(text))) != text or not all(
        map(str.isupper, by_suit)
    )
    return (not has_names and each_suit_words([*by_suit.values()], speech)) or speech.phrase("capitals", text)


def _indicator_word(node: Node, speech: Speech) -> str:
    """The id of an indicator as users type it; in other languages its name."""
    names = next((item.names for item in speech.rules.indicators if item.id == node.args[1]), ())
    return str(node.args[1]) if speech.is_english else speech.localized_name(names)


def _has_pair(call: Node) -> bool:
    """Whether a function is about the pair as well as the sets."""
    function = FUNCTIONS.get(call.args[0])
    return function is not None and function.applies_to == "groups"


SLOT_WORDS: dict[str, Callable[[Node, Speech], str]] = {
    "class": lambda n, s: class_words(n.args[1], s),
    "one": lambda n, s: selector_words(n.args[1], s, False, _has_pair(n)),
    "many": lambda n, s: selector_words(n.args[1], s, True, _has_pair(n)),
    "is": lambda n, s: _set_predicate(n.args[1], s, is_plural=False),
    "are": lambda n, s: _set_predicate(n.args[1], s, is_plural=True),
    "attribute": lambda n, s: s.attribute_word(n.args[1]),
    "attributes": lambda n, s: s.attribute_word(n.args[1], is_plural=True),
    "shape": lambda n, s: (
        s.localized_name((s.rules.file_ruleset or s.rules).shape_by_id[n.args[1]].names) or n.args[1]
    ),
    "wait": lambda n, s: s.phrase(f"wait:is {n.args[1]}"),
    "wind": lambda n, s: s.phrase(n.args[1]),
    "tiles": lambda n, s: _tiles_of_suits(n.args[1], s),
    "templates": lambda n, s: templates_words(tuple(n.args[1:]), s),
    "condition": lambda n, s: statement_clause(n.args[1], s),
    "negated": lambda n, s: negated_clause(n.args[1], s),
    "number": lambda n, s: s.number_word(n.args[1]),
    "indicator": _indicator_word,
    "award": lambda n, s: award_words(n.args[1], s),
    "values": lambda n, s: s.list_words(_operand(part, s) for part in n.args[1:]),
}
"""The words that fill each slot of a phrase, from the argument of a function."""


# ---- functions


def _any_tile_clause(node: Node, speech: Speech) -> str:
    """The clause for `any_tile`. A class with a single tile given by the situation is named as that tile."""
    given = _given_tile_clause(node.args[1], speech, "one of the")
    return given or _fill_phrase("condition:any_tile", node, speech)


def _given_tile_clause(tile_class: Node, speech: Speech, key: str) -> str:
    parts: tuple[Node, ...] = tile_class.args if tile_class.op == "and" else ()
    given = [part for part in parts if part.op == "given"]
    others = [part for part in parts if part.op != "given"]
    if not given or not others:
        return ""
    words = class_words(others[0], speech)
    if speech.is_english and (one := _singular_words(words)):
        key = {"one of the": "is one", "none of the": "is not one"}[key]
        words = one
    return speech.phrase(key, class_words(given[0], speech), words)


def _all_tiles_clause(node: Node, speech: Speech, key: str) -> str:
    """That all tiles are of a class, or not all; in English with 'or' between the kinds of the class, as each
    tile is one of these: 'all tiles are sevens, eights or nines'. Elsewhere, not all are of a class if there
    are tiles of the class of all others.
    """
    is_denied = key == "condition:not all_tiles" and not speech.is_english
    if is_denied and (rest := _class_of_the_rest(node.args[1], speech)):
        return speech.phrase_template("condition:any_tile").format_map({"class": class_words(rest, speech)})
    words = class_words(node.args[1], speech)
    if node.args[1].op == "or" and not speech.is_english:
        words = speech.list_words((class_words(part, speech) for part in union_parts(node.args[1])), "or all")
        if not is_denied:
            return speech.phrase("all tiles of several", words)
    if speech.is_english and " with " not in words:
        words = words.replace(" and ", " or ")
    return speech.phrase_template(key).format_map({"class": words})


def _class_of_the_rest(tile_class: Node, speech: Speech) -> Node | None:
    """The class of all tiles that are not of a class, if the rules have a name for one."""
    masks, every = speech.rules.class_masks, kinds_mask(speech.rules.tileset.playing_kinds)
    if tile_class.op != "class":
        return None
    wanted = every & ~masks[tile_class.args[0]]
    equal = (item for item in speech.rules.classes if masks[item.id] & every == wanted)
    found = next((item.id for item in equal if has_text(dict(item.names), speech.language)), "")
    return Node("class", (found,), found) if found and wanted else None


def _singular_words(words: str) -> str:
    """A class of tiles in the singular: 'the five of circles' for 'fives of circles', 'a one or a nine' for
    'ones and nines'; empty for other words.
    """
    return " or ".join(f"{_article(noun)} {noun}" for noun in _singular_nouns(words))


def _singular_nouns(words: str) -> list[str]:
    """The nouns of a list in the singular: 'flower' and 'season' for 'flowers or seasons'; empty if one is
    not in a plural that ends in s.
    """
    nouns = words.replace(" and ", " or ").split(" or ")
    heads = [noun.partition(" of ")[0] for noun in nouns]
    if not all(SIMPLE_PLURAL.fullmatch(head) for head in heads):
        return []
    return [f"{head[:-1]}{noun.removeprefix(head)}" for noun, head in zip(nouns, heads, strict=True)]


def _article(noun: str) -> str:
    """The article of a class in the singular; of a number of one suit there is only one kind of tile."""
    return "the" if " of " in noun else "an" if BEGINS_WITH_VOWEL.match(noun) else "a"


def _no_tile_clause(node: Node, speech: Speech) -> str:
    """The clause for `no_tile`: 'the hand has no honors', or for a single named tile 'the hand is without
    Nami'.
    """
    of: Node = node.args[1]
    if said := _given_tile_clause(of, speech, "none of the"):
        return said
    words = class_words(of, speech)
    named = len(tiles_of_class(of, speech.rules)) == 1 and is_proper_name(words)
    return (
        speech.phrase("is without", words) if named else _fill_phrase("condition:not any_tile", node, speech)
    )


def _not_all_clause(node: Node, speech: Speech, key: str) -> str:
    """That some set is not as all should be; in English that not every set is."""
    if speech.is_english:
        return _fill_phrase(f"condition:not {node.args[0]}", node, speech)
    return speech.phrase(key, _missing_predicate(node.args[1], speech))


def _group_words(node: Node, speech: Speech, is_plural: bool) -> str:
    """The noun for `groups`, which counts the pair as well."""
    return selector_words(node.args[1], speech, is_plural, has_pair=True)


def _meld_words(node: Node, speech: Speech, is_plural: bool) -> str:
    said = selector_words(node.args[1], speech, is_plural)
    parts = [*conjuncts(node.args[1])]
    is_called = any(part.args == ("called",) for part in parts)
    is_so_named = not speech.is_english and any(map(partial(_is_always_declared, speech=speech), parts))
    return said if is_called or is_so_named else speech.phrase("declared", said)


def _is_always_declared(part: Node, speech: Speech) -> bool:
    """Whether a part of a selector is a kind of set that is declared by itself, such as a kong."""
    kind = speech.rules.kind_by_id.get(str(part.args[0])) if part.op == "kind" else None
    return kind is not None and kind.declared


def _called_tile_words(node: Node, speech: Speech, tiles: str, copies: str) -> str:
    """The noun for `exposed`: 'called tiles among the honors', or for one tile 'called copies of the winning
    tile'.
    """
    key = copies if node.args[1].op == "given" else tiles
    return speech.phrase(key, class_words(node.args[1], speech))


def _award_phrase(node: Node, speech: Speech, pattern: str, group: str) -> str:
    return _fill_phrase(pattern if node.args[1] in speech.rules.pattern_by_id else group, node, speech)


SPECIAL_PHRASES: dict[str, ClauseWriter] = {
    "condition:all_tiles": partial(_all_tiles_clause, key="condition:all_tiles"),
    "condition:not all_tiles": partial(_all_tiles_clause, key="condition:not all_tiles"),
    "condition:any_tile": _any_tile_clause,
    "condition:not any_tile": _no_tile_clause,
    "condition:no_tile": _no_tile_clause,
    "condition:not no_tile": _any_tile_clause,
    "condition:not all_sets": partial(_not_all_clause, key="a set lacks"),
    "condition:not all_groups": partial(_not_all_clause, key="a group lacks"),
    "condition:not match": lambda n, s: missing_templates_words(tuple(n.args[1:]), s),
    "count:one groups": partial(_group_words, is_plural=False),
    "count:many groups": partial(_group_words, is_plural=True),
    "count:one melds": partial(_meld_words, is_plural=False),
    "count:many melds": partial(_meld_words, is_plural=True),
    "count:one exposed": partial(_called_tile_words, tiles="called tile", copies="called copy"),
    "count:many exposed": partial(_called_tile_words, tiles="called tiles", copies="called copies"),
    "count:one awarded": partial(_award_phrase, pattern="count:one awarded", group="one of group"),
    "count:many awarded": partial(_award_phrase, pattern="count:many awarded", group="many of group"),
}
"""Phrases whose words depend on the argument."""


def _call_clause(node: Node, speech: Speech) -> str:
    name = node.args[0]
    if FUNCTIONS[name].gives == TRUTH:
        return _phrase(f"condition:{name}", node, speech)
    key, noun = WHOLE_PHRASES.get(name, "the number of"), counted_noun(node, speech, 2)
    return speech.phrase(key, noun) if key else noun


def _negated_call_clause(node: Node, speech: Speech) -> str:
    if FUNCTIONS[node.args[0]].gives == TRUTH:
        return _phrase(f"condition:not {node.args[0]}", node, speech)
    return _general_negation(node, speech)


# ---- facts, options, comparisons


def _general_negation(node: Node, speech: Speech) -> str:
    return speech.phrase("not so", clause(node, speech))


def _negated_negation(node: Node, speech: Speech) -> str:
    """The opposite of a negation: the condition itself; of sets, which it names, that the hand has them."""
    inner, said = _without_name(node.args[0], speech), clause(node.args[0], speech)
    if speech.is_english:
        return said
    if inner.op == "call" and inner.args[0] == "match":
        return speech.phrase("found", said)
    is_pair = inner.op == "named" and _asks_for_pair(speech.rules.fact_by_id[inner.args[0]].node)
    return speech.phrase("named condition holds", said) if inner.op == "named" and not is_pair else said


def _fact_clause(node: Node, speech: Speech, opposite: bool = False) -> str:
    """The clause for a fact. A circumstance is called by its name in the ruleset."""
    name = node.args[0]
    if name in TRUTH_FACTS:
        return speech.phrase(f"condition:{'not ' if opposite else ''}{name}")
    if name in NUMBER_FACTS:
        return speech.phrase("the number of", _fact_noun(name, speech, is_plural=True))
    words = circumstance_words(node, speech)
    if not opposite and (number := _counted_circumstance(node, speech)):
        return number
    if opposite:
        return no_circumstance_clause(node, words, speech)
    return _circumstances_clause(node, words, speech)


def circumstance_words(node: Node, speech: Speech, view: View | None = None) -> tuple[str, ...]:
    """The circumstances of which a condition requires one, in quotes; empty for any other condition. With a
    hand, of the circumstances of one fact only those of its way to win, if there are any.
    """
    if node.op == "or":
        parts = [circumstance_words(part, speech, view) for part in node.args]
        return tuple(dict.fromkeys(chain.from_iterable(parts))) if all(parts) else ()
    if node.op == "named":
        fact = speech.rules.fact_by_id[node.args[0]]
        return () if fact.names else circumstance_words(fact.node, speech, view)
    if node.op != "fact" or node.args[0] in (*TRUTH_FACTS, *NUMBER_FACTS):
        return ()
    items = _circumstances_of(node.args[0], speech)
    if view is not None:
        items = [item for item in items if _is_won_so(item, view)] or items
    names = [speech.localized_name(item.names) for item in items] or [speech.id_words(node.args[0])]
    if speech.is_english and items and _phrases_of(items[0]) == COUNTED:
        return tuple(dict.fromkeys(map(uncapitalize_first, names)))  # 'no dealer repeats'
    return tuple(speech.phrase("quoted", name) for name in dict.fromkeys(names))


def _is_won_so(item: Circumstance, view: View) -> bool:
    """Whether a circumstance allows the way in which a hand is won."""
    ways = {"self_draw": view.situation.self_draw, "discard": not view.situation.self_draw}
    asked = (one.node.args[0] for one in item.requires if one.node.op == "fact")
    return all(ways.get(fact, True) for fact in asked)


def is_named_by_way_to_win(node: Node | None, speech: Speech) -> bool:
    """Whether a condition asks for a circumstance that is another one by self-draw than on a discard."""
    items = _circumstances_of(node.args[0], speech) if node is not None and node.op == "fact" else []
    ways = {need.node.args[0] for item in items for need in item.requires if need.node.op == "fact"}
    return len(items) > 1 and {"self_draw", "discard"} <= ways


def absent_things(node: Node, is_true: bool, speech: Speech) -> tuple[str, ...]:
    """What a hand has none of if a condition is true or false, as nouns: circumstances, or the things that it
    counts; empty if a clause says it.
    """
    if not is_true and circumstance_words(node, speech):
        names = (speech.localized_name(item.names) for item in _circumstances_of(node.args[0], speech))
        is_plain = node.op == "fact" and not speech.is_english
        return tuple(dict.fromkeys(names)) if is_plain else circumstance_words(node, speech)
    left, op, right, *more = (*node.args, None, None)[:4] if node.op == "compare" else (None,) * 4
    is_count = isinstance(left, Node) and right.op == "number" and not any(more)
    asked = NONE if is_true else SOME
    return (counted_noun(left, speech, 2),) if is_count and (op, *right.args) in asked else ()


def _circumstances_clause(node: Node, words: Sequence[str], speech: Speech) -> str:
    """That one of these circumstances is part of the win: 'Riichi' was declared."""
    return speech.phrase(_circumstance_phrases(node, speech).one, join_words(words, speech.language, "or"))


def stated_circumstance_clause(node: Node, view: View, speech: Speech) -> str:
    """That the circumstance of a hand is part of the win, where a fact has several: 'Haitei' applies. Empty
    for any other condition, or if none of them was stated.
    """
    stated = {name for name, _ in view.situation.circumstances}
    parts = node.args if node.op == "or" and circumstance_words(node, speech) else (node,)
    facts = [named_expression(part, view) for part in parts]
    items = [item for one in facts if one.op == "fact" for item in _circumstances_of(one.args[0], speech)]
    here = [speech.localized_name(item.names) for item in items if item.id in stated]
    if not here or len(here) == len(items):
        return ""
    return _circumstances_clause(node, [speech.phrase("quoted", name) for name in here], speech)


def is_declared_before(node: Node | None, speech: Speech) -> bool:
    """Whether a condition requires a circumstance that a player declares before the win."""
    return node is not None and _circumstance_phrases(node, speech) == DECLARED


def no_circumstance_clause(node: Node, words: Sequence[str], speech: Speech) -> str:
    """That none of these circumstances is: "neither 'Riichi' nor 'Double riichi' was declared"."""
    keys, (*others, last) = _circumstance_phrases(node, speech), words
    if others:
        return speech.phrase(keys.neither, speech.list_words(others), last)
    return speech.phrase(keys.none, last)


class CircumstancePhrases(NamedTuple):
    """The phrases for a circumstance of a win, for its absence, and for the absence of several."""

    one: str
    none: str
    neither: str


DECLARED = CircumstancePhrases("was declared", "was not declared", "neither was declared")
WON_BY = CircumstancePhrases("won by", "not won by", "won by neither")
COUNTED = CircumstancePhrases("with some", "with none", "with neither")


def _circumstance_phrases(node: Node, speech: Speech) -> CircumstancePhrases:
    """How a condition that requires circumstances is said: whether they are declared before the win, counted,
    or ways to win. Circumstances of several kinds are ways to win.
    """
    if node.op == "named":
        return _circumstance_phrases(speech.rules.fact_by_id[node.args[0]].node, speech)
    if node.op == "or":
        each = {_circumstance_phrases(part, speech) for part in node.args}
        return each.pop() if len(each) == 1 else WON_BY
    return _phrases_of(next(iter(_circumstances_of(node.args[0], speech)), None))


def _phrases_of(item: Circumstance | None) -> CircumstancePhrases:
    if item is not None and (item.maximum > 1 or item.names_seat):
        return COUNTED
    at_table = item.table_expression.walk() if item and item.table_expression else ()
    facts = {part.args[0] for part in at_table if part.op == "fact"}
    return DECLARED if facts and facts <= {*LASTING_TABLE_WORDS} else WON_BY


def _circumstances_of(fact: str, speech: Speech) -> list[Circumstance]:
    """The circumstances that set a fact; if the options leave none, those in the file."""
    for rules in (speech.rules, speech.rules.file_ruleset or speech.rules):
        if found := [item for item in rules.circumstances if item.fact == fact]:
            return found
    return []


def _fact_noun(name: str, speech: Speech, is_plural: bool) -> str:
    """The noun for what a numeric fact counts. Counters on the table are called by the ruleset's word."""
    rules = speech.rules
    thing = name.removesuffix("s") if name in FUNCTIONS else name  # the function is about some of them
    english = rules.unit_word(name, not is_plural)
    word = english if speech.is_english else rules.unit_title(name, speech.language)
    return speech.phrase(f"count:{'many' if is_plural else 'one'} {thing}", word)


def _definition_clause(node: Node, speech: Speech) -> str:
    fact = speech.rules.fact_by_id[node.args[0]]
    name = speech.localized_name(fact.names)
    if name and _asks_for_pair(fact.node):
        return speech.phrase("named pair", name)
    return name or clause(fact.node, speech)


def _negated_definition_clause(node: Node, speech: Speech) -> str:
    fact = speech.rules.fact_by_id[node.args[0]]
    name = speech.localized_name(fact.names)
    if name and speech.is_english and (noun := name.removeprefix("a ")) != name:
        return speech.phrase("there is no", noun)
    if not name:
        return negated_clause(fact.node, speech)
    if _asks_for_pair(fact.node):
        return speech.phrase("without named pair", name)
    return speech.phrase("without named sets" if _asks_for_set(fact.node) else "without named", name)


def _asks_for_pair(node: Node) -> bool:
    """Whether a definition asks that the pair of a hand is of some kind, and for nothing else."""
    alternatives = node.args if node.op == "or" else (node,)
    has_plain = any(one.args[:1] == ("any_group",) for one in alternatives)
    return has_plain and all(any(part.args == ("pair",) for part in one.walk()) for one in alternatives)


def _asks_for_set(node: Node) -> bool:
    """Whether a definition, or each of its alternatives, asks that the hand has some set, and not only that
    its pair is of some kind.
    """
    if node.op == "or":
        return all(map(_asks_for_set, node.args))
    return any(
        part.args[:1] == ("any_group",) and not any(one.args == ("pair",) for one in part.walk())
        for part in (node.args if node.op == "and" else (node,))
    )


def _comparison_clause(node: Node, speech: Speech) -> str:
    left, op, right, *more = node.args
    if left.op == "option" and op in ("==", "!="):
        return _option_clause(left, [right], op == "==", speech)
    if left.op == "option" and (op, *right.args) in MORE_THAN_NOTHING:
        return _option_clause(left, [NUMBER_ZERO], False, speech)
    if left.op == "number" and more:
        # 'the number of suits is at least 2 and at most 3' for a chain that begins with a number
        bounds = [(MIRRORED_COMPARISONS[op], left), *zip(more[::2], more[1::2], strict=True)]
        said = speech.list_words(
            speech.phrase(VALUE_COMPARISON_KEYS[how], _side(one, speech)) for how, one in bounds
        )
        return speech.phrase("comes to", _side(right, speech), said)
    if more or right.op != "number" or left.op == "option":
        links = zip(node.args[::2], node.args[1::2], node.args[2::2], strict=False)
        return speech.list_words(
            speech.phrase(
                "comes to",
                _side(one, speech),
                speech.phrase(VALUE_COMPARISON_KEYS[how], _side(other, speech)),
            )
            for one, how, other in links
        )
    return _count_clause(left, op, right.args[0], speech)


def _option_clause(option: Node, values: Iterable[Node], is_one: bool, speech: Speech) -> str:
    """That an option has one of these values, or none of them; of 0 that the rule is on or off."""
    asked = [value.args[0] if isinstance(value, Node) else value for value in values]
    if asked == [0] and not isinstance(asked[0], bool):
        return speech.phrase("off" if is_one else "on", speech.option_words(option.args[0]))
    said = [quoted_choice(option, value, speech) for value in asked]
    if not is_one and said == [speech.phrase("option word", speech.phrase("not played"))]:
        return speech.phrase("on", speech.option_words(option.args[0]))
    quoted = join_words(said, speech.language, "or")
    key = "option value is" if is_one else "option value is not"
    return speech.phrase(key, speech.option_words(option.args[0]), quoted)


def quoted_choice(option: Node, value: object, speech: Speech) -> str:
    """The value of an option in quotes; English has none around a number."""
    said = speech.choice_words(option.args[0], value)
    return said if speech.is_english and said.isdigit() else speech.phrase("option word", said)


def _option_words(node: Node, speech: Speech) -> str:
    """That an option is on, or the number that it stands for."""
    name = str(node.args[0])
    is_flag = isinstance(speech.rules.option_values[name], bool)
    return speech.phrase("on" if is_flag else "option number", speech.option_words(name))


def _side(node: Node, speech: Speech) -> str:
    """A number as a side of a comparison; a choice between numbers is in brackets."""
    said = clause(node, speech)
    return _in_brackets(said, speech) if _says_choice(_without_name(node, speech), said, speech) else said


def _says_choice(node: Node, said: str, speech: Speech) -> bool:
    """Whether the words for an expression choose between two numbers."""
    return node.op == "if" and said != clause(node.args[2], speech)


def _operand(node: Node, speech: Speech) -> str:
    """A number as a part of a longer expression; a choice and the least of several are in brackets."""
    inner, said = _without_name(node, speech), clause(node, speech)
    is_long = _says_choice(inner, said, speech) or (
        inner.op == "call" and WHOLE_PHRASES.get(inner.args[0]) == ""
    )
    return _in_brackets(said, speech) if is_long else said


def _without_name(node: Node, speech: Speech) -> Node:
    """The expression that is written for a fact without a name; other nodes unchanged."""
    while node.op == "named" and not speech.localized_name(speech.rules.fact_by_id[node.args[0]].names):
        node = speech.rules.fact_by_id[node.args[0]].node
    return node


def _in_brackets(text: str, speech: Speech) -> str:
    return speech.phrase("in brackets", text).strip()


def _arithmetic_words(node: Node, speech: Speech) -> str:
    """A sum, difference, product, quotient or power in words, with brackets where its value needs them."""
    return _formula_words(_open_formula(node, speech), speech)


def _formula_words(formula: Formula, speech: Speech) -> str:
    return formula_text(
        formula, FormulaStyle(speech.phrase("times"), lambda text: _in_brackets(text, speech))
    )


def _open_formula(node: Node, speech: Speech) -> Formula:
    node = _without_name(node, speech)
    if node.op == "number":
        number: int | float = node.args[0]
        return number
    if node.op != "arithmetic":
        return _counted_circumstance(node, speech) or _operand(node, speech)
    op, left, right = node.args[0], *(_open_formula(part, speech) for part in node.args[1:])
    if op == "//":
        quotient = _formula_words(Calculation("/", left, right), speech)
        return _in_brackets(speech.phrase("rounded down", quotient), speech)
    if op == "**":
        left, right = (
            _in_brackets(side, speech) if isinstance(side, str) else side for side in (left, right)
        )
    return Calculation(op, left, right)


def _counted_circumstance(node: Node, speech: Speech) -> str:
    """The name of a circumstance whose number is calculated with; empty for anything else."""
    is_counted = node.op == "fact" and any(one.is_number for one in _circumstances_of(node.args[0], speech))
    return "".join(circumstance_words(node, speech)) if is_counted else ""


def _negative_words(node: Node, speech: Speech) -> str:
    said = clause(node.args[0], speech)
    return f"-{said if said.isdigit() else _in_brackets(said, speech)}"


def _choice_words(node: Node, speech: Speech) -> str:
    """A value that depends on a condition: '2 if the winner is the dealer, else 1'. Columns of a table that
    are chosen by a condition are called the same.
    """
    condition, value, other = node.args
    said, else_said = _side(value, speech), clause(other, speech)
    if not speech.is_english and said == else_said:
        return said
    return speech.phrase("if else", said, _side(condition, speech), else_said)


def _negated_comparison_clause(node: Node, speech: Speech) -> str:
    if len(node.args) > 3:
        return _general_negation(node, speech)
    left, op, right = node.args
    return _comparison_clause(
        Node("compare", (left, OPPOSITE_COMPARISONS[op], right), node.text, node.position), speech
    )


def _count_clause(left: Node, op: str, count: int, speech: Speech) -> str:
    if left.op == "call" and left.args[0] in WHOLE_PHRASES:
        key = "add up to" if WHOLE_PHRASES[left.args[0]] else "comes to"
        return speech.phrase(
            key,
            counted_noun(left, speech, 2),
            speech.phrase(VALUE_COMPARISON_KEYS[op], _amount_in_words(count, speech)),
        )
    if left.op != "call" and not _is_counted(left, speech):
        return speech.phrase(
            "comes to",
            _side(left, speech),
            speech.phrase(VALUE_COMPARISON_KEYS[op], _amount_in_words(count, speech)),
        )
    if (op, count) in NONE:
        return _absence_clause(left, speech)
    if (op, count) in SOME:
        return _presence_clause(left, speech)
    if op in ("==", "!=") and count == 1 and _is_single(left, speech):
        return _fill_phrase(f"condition:{'not ' if op == '!=' else ''}any_group", left, speech)
    is_told = not speech.is_english or left.args[:1] == ("waits",)
    if (op == "==" or (op == "!=" and is_told)) and _is_only_one(left, count):
        key, only = f"count:only {left.args[0]}", "only one" if op == "==" else "not only one"
        noun = _fill_phrase(key, left, speech) if key in phrases() else counted_noun(left, speech, 1)
        return speech.phrase(only, number_words(left, 1, speech), noun)
    if _counts_units(left, speech) and not speech.is_english:
        amount = speech.rules.amount_text(count, left.args[0], speech.language)
        return speech.phrase("at least in units" if op == ">=" else COMPARISON_KEYS[op], amount)
    if op == "<" and count > 1 and speech.is_english and left.args[:1] != ("waits",):
        op, count = "<=", count - 1
    noun, number = counted_noun(left, speech, count), number_words(left, count, speech)
    if left.args[:1] == ("waits",) and count != 1:
        if count >= WIDE_WAIT and op in WIDE_WAIT_KEYS:
            return speech.phrase(WIDE_WAIT_KEYS[op], speech.number_word(count))
        key, told = ("not so many waits", number) if op == "!=" else ("so many waits", "")
        return speech.phrase(key, told or speech.phrase(COMPARISON_KEYS[op], number))
    if op == "!=" and speech.is_english:
        whole = speech.phrase("the number of", counted_noun(left, speech, 2))
        return speech.phrase("comes to", whole, speech.phrase(COMPARISON_KEYS[op], number))
    if op == "!=":
        return speech.phrase("not so many", number, noun)
    if op == "==" and _is_every_kind(left, count, speech):
        return speech.phrase("all so many", number, _fill_phrase("count:many tiles", left, speech))
    is_plain = op == "==" and _is_every_set(left, count, speech)  # 'four triplets', as there cannot be more
    return speech.phrase("so many", number if is_plain else speech.phrase(COMPARISON_KEYS[op], number), noun)


def _is_every_kind(left: Node, count: int, speech: Speech) -> bool:
    """Whether a number is compared with how many kinds of tile a class of three or more has in all."""
    is_number_of_kinds = count > 2 and left.op == "call" and left.args[0] == "kinds"
    return is_number_of_kinds and count == len(tiles_of_class(left.args[1], speech.rules))


def _is_every_set(left: Node, count: int, speech: Speech) -> bool:
    """Whether a hand cannot have more: as many sets as an ordinary hand of the game has, a set of each of a
    few tiles, or all suits.
    """
    if (left.op, left.args) == ("fact", ("suits",)):
        tileset = speech.rules.tileset
        kinds = (kind for kind in tileset.kinds if tileset.attributes[0] in kind.attribute_values)
        return count >= len({kind.letter for kind in kinds})
    usual = next(iter(speech.rules.shapes), None)
    if left.args[:1] != ("sets",) or usual is None:
        return False
    parts = [*conjuncts(left.args[1])]
    asked = kinds_asked_for(parts, speech.rules)
    may_repeat = not asked or any(kind.run for kind in asked) or speech.rules.tileset.jokers
    classes = [] if may_repeat else [part.args[0] for part in parts if part.op == "of"]
    size = min((kind.size for kind in asked), default=0)
    most = min((_most_sets_of(one, size, speech) for one in classes), default=usual.most_sets)
    return count >= min(most, usual.most_sets)


def _most_sets_of(class_node: Node, size: int, speech: Speech) -> int:
    """How many sets of equal tiles the copies of the tiles of a class are enough for."""
    kinds, tiles = speech.rules.tileset.kinds, tiles_of_class(class_node, speech.rules)
    return sum(kinds[tile.kind].copies // size for tile in tiles)


def _is_only_one(left: Node, count: int) -> bool:
    """Whether a number is compared with a single suit or color, of which a hand has some anyhow."""
    return count == 1 and (left.op == "fact" or left.args[:1] == ("values",))


NONE, SOME = (("==", 0), ("<", 1), ("<=", 0)), (("!=", 0), (">", 0), (">=", 1))
"""Comparisons that ask whether there is nothing to count, or something."""


def absence_clause(node: Node, speech: Speech) -> str:
    """That a hand has none of what it should have several of; the opposite of any other condition."""
    left, op, right, *more = (*node.args, None, None)[:4] if node.op == "compare" else (None,) * 4
    is_count = isinstance(left, Node) and left.op in ("call", "fact", "named")
    if not is_count or op not in ("==", ">=") or right.op != "number" or any(more):
        return negated_clause(node, speech)
    return _absence_clause(left, speech)


def counts_nothing(node: Node, view: View) -> bool:
    """Whether a condition compares a number of sets of which a hand has none."""
    left = node.args[0] if node.op == "compare" else None
    if not isinstance(left, Node) or left.args[:1] not in (("sets",), ("groups",)):
        return False
    return bool(value_of(left, view) == 0)


def _absence_clause(counted: Node, speech: Speech) -> str:
    """That there is none of what a number counts; a circumstance of which there may be several has words of
    its own.
    """
    if words := circumstance_words(counted, speech):
        return no_circumstance_clause(counted, words, speech)
    is_about_waits = counted.args[:1] == ("waits",)
    if is_about_waits and not speech.is_english:
        return speech.phrase("not ready")
    return speech.phrase("no such", counted_noun(counted, speech, 1 if is_about_waits else 2))


def some_of_counted_clause(comparison: Node, speech: Speech) -> str:
    """That there is at least one of what a comparison counts: 'at least one suit'."""
    return _presence_clause(comparison.args[0], speech)


def _presence_clause(counted: Node, speech: Speech) -> str:
    """That there is at least one of what a number counts."""
    if words := circumstance_words(counted, speech):
        return _circumstances_clause(counted, words, speech)
    if counted.args[:1] == ("waits",) and not speech.is_english:
        return speech.phrase("ready")
    return speech.phrase("at least one", counted_noun(counted, speech, 1))


def _is_single(node: Node, speech: Speech) -> bool:
    """Whether a number counts sets of one kind of tile, of which a hand has one at most."""
    if node.args[:1] not in (("sets",), ("groups",)):
        return False
    classes = [part.args[0] for part in conjuncts(node.args[1]) if part.op == "of"]
    return any(len(tiles_of_class(one, speech.rules)) == 1 for one in classes)


def _noun_kind(node: Node) -> str:
    """What a function or fact counts; empty if it counts nothing or circumstances set the fact."""
    if node.op == "call":
        return FUNCTIONS[node.args[0]].noun_kind
    return FACTS[node.args[0]].noun_kind if node.op == "fact" and node.args[0] in FACTS else ""


def number_words(node: Node, count: int, speech: Speech) -> str:
    """A number, with a counter word in languages that use them."""
    while node.op in ("named", "arithmetic"):
        node = speech.rules.fact_by_id[node.args[0]].node if node.op == "named" else node.args[1]
    key = COUNTER_WORDS.get(_noun_kind(node)) if not speech.is_english else None
    key = "of colors" if key and node.args == ("suits",) else key
    key = _counter_of_sets(node, speech) if key == "of sets" else key
    if node.op == "if" and not speech.is_english and _counts_some_tiles(node.args[0]):
        key = "of sets"  # one for all tiles of a series
    number = _amount_in_words(count, speech)
    return speech.phrase(key, number) if key else number


def _counter_of_sets(node: Node, speech: Speech) -> str:
    """The phrase with the counter word of the sets that a number counts."""
    parts = conjuncts(node.args[1]) if len(node.args) > 1 and isinstance(node.args[1], Node) else ()
    return counter_of([str(part.args[0]) for part in parts if part.op == "kind"], speech)


def _counts_some_tiles(condition: Node) -> bool:
    return condition.op == "compare" and _noun_kind(condition.args[0]) == "tiles"


def _amount_in_words(count: int, speech: Speech) -> str:
    """A number that something is compared with; zero is a digit, because 'no' would deny the whole."""
    return speech.number_word(count) if count else "0"


# ---- conditions made of others


def _alternative_clause(node: Node, speech: Speech) -> str:
    """The clause for `or`. Conditions that differ in one word are one: 'the wait is closed or on a pair'."""
    if words := circumstance_words(node, speech):
        return _circumstances_clause(node, words, speech)
    if said := _named_seat_clause(node, speech):
        return said
    if name := _common_function(node):
        said = _fill_phrase(f"condition:{name}", node, speech)
        return JoinedClauses(said, (said,), are_alternatives=True) if speech.is_english else said
    if option := _common_option(node):
        return _option_clause(option, [part.args[2] for part in node.args], True, speech)
    if pairs := _mixed_pairs(node, speech):
        return pairs
    if nouns := _nouns_with_base(node.args, speech):
        return JoinedClauses(said := speech.list_words(nouns, "or"), (said,), are_alternatives=True)
    single = [part for part in node.args if part.op != "and"]
    write = clause if len(single) == len(node.args) and all(_is_noun(one, speech) for one in single) else None
    return speech.alternative_clauses(
        speech.joint_clauses(listed_clauses(part.args, speech))
        if part.op == "and"
        else (write or statement_clause)(part, speech)
        for part in _options_together(node.args)
    )


def _nouns_with_base(parts: Sequence[Node], speech: Speech) -> list[str]:
    """The parts of an `or` as nouns if one is about the base of the payment and the others count something:
    'at least five han or a base of more than 2,000'; in other languages nothing.
    """
    about_base = [part.op == "compare" and part.args[0].args == ("base",) for part in parts]
    if not speech.is_english or not any(about_base):
        return []
    if not all(is_base or _is_noun(part, speech) for part, is_base in zip(parts, about_base, strict=True)):
        return []
    nouns = []
    for part, is_base in zip(parts, about_base, strict=True):
        op, value = part.args[1:3] if is_base else ("", None)
        if is_base and (value.op != "number" or len(part.args) > 3):
            return []
        amount = speech.phrase(VALUE_COMPARISON_KEYS[op], f"{value.args[0]:,}") if is_base else ""
        nouns.append(speech.phrase("a base of", amount) if is_base else clause(part, speech))
    return nouns


def has_separate_clauses(node: Node, speech: Speech) -> bool:
    """Whether an `or` is said as several clauses: 'either the hand is closed or ...'."""
    return node.op == "or" and not (
        circumstance_words(node, speech)
        or _named_seat_clause(node, speech)
        or is_one_clause(node)
        or _mixed_pairs(node, speech)
    )


def _negated_alternative_clause(node: Node, speech: Speech) -> str:
    if words := circumstance_words(node, speech):
        return no_circumstance_clause(node, words, speech)
    if name := _common_function(node):
        return _fill_phrase(f"condition:not {name}", node, speech)
    if option := _common_option(node):
        return _option_clause(option, [part.args[2] for part in node.args], False, speech)
    if pairs := _mixed_pairs(node, speech):
        return speech.phrase("there is no combination", pairs)
    return speech.joint_clauses(negated_clause(part, speech) for part in node.args)


def _named_seat_clause(node: Node, speech: Speech) -> str:
    """That a circumstance names the winner's seat, which is written out seat by seat; empty for others."""
    seats = {part.args[1].args for part in node.args if part.op == "and" and len(part.args) == 2}
    numbers = [part.args[0] for part in node.args if part.op == "and" and part.args[0].op == "compare"]
    if len(numbers) < len(node.args) or seats != {("seat", wind) for wind in WINDS[: len(numbers)]}:
        return ""
    words = {circumstance_words(one.args[0], speech) for one in numbers}
    return speech.phrase("names the winner", *words.pop()) if len(words) == 1 else ""


def _mixed_pairs(node: Node, speech: Speech) -> str:
    """Lists of templates that together are two pairs of sets in two suits each; empty for others."""
    are_templates = all(part.op == "call" and part.args[0] == "match" for part in node.args)
    return mixed_pairs_words(tuple(part.args[1:] for part in node.args), speech) if are_templates else ""


def _common_option(node: Node) -> Node | None:
    """The option that all parts of an `or` compare with a value; None if they ask for other things."""
    asked = [part.args[0] for part in node.args if part.op == "compare" and part.args[1] == "=="]
    is_one = len(asked) == len(node.args) and len({one.args for one in asked}) == 1
    return asked[0] if is_one and asked[0].op == "option" else None


def _options_together(parts: Sequence[Node]) -> Iterable[Node]:
    """The parts of an `or`, with those that compare one option with several values as one part."""
    same = dict[object, list[Node]]()
    for part in parts:
        is_value = part.op == "compare" and part.args[0].op == "option" and part.args[1] == "=="
        same.setdefault(part.args[0].args if is_value else id(part), []).append(part)
    return (many[0] if len(many) == 1 else replace(many[0], op="or", args=(*many,)) for many in same.values())


def is_one_clause(node: Node) -> bool:
    """Whether an `or` is one clause that can be denied as a whole: 'the wait is closed or on a pair'."""
    return bool(_common_function(node) or _common_option(node))


def option_evidence(node: Node, view: View, speech: Speech) -> str:
    """What an option that switches something off is: its value, if the condition asks for another one."""
    if node.op == "not":
        return speech.phrase("on here")
    if node.op == "compare" and isinstance(node.args[0], Node) and node.args[0].op == "option":
        option: Node | None = node.args[0]
    else:
        option = _common_option(node) if node.op == "or" else None
    if option is None or isinstance(value := value_of(option, view), bool) or not value:
        return speech.phrase("off here")
    return speech.phrase("value here", quoted_choice(option, value, speech))


def _common_function(node: Node) -> str:
    """The function that all parts of an `or` ask, if a list of what they ask for means the same."""
    names = {part.args[0] if part.op == "call" else "" for part in node.args}
    name = names.pop() if len(names) == 1 else ""
    if not name or any(part.op == "given" for part in node.walk()):
        return ""
    function = FUNCTIONS[name]
    is_list = function.quantifier == "any" or function.takes[0] in NAMES_OF_ONE or name in LISTED_FUNCTIONS
    return name if is_list else ""


# ---- what a hand shows: tiles


def _singular_or_plural(
    singular_key: str, plural_key: str, things: Sequence[object], phrase: str, speech: Speech
) -> str:
    """The phrase for one thing or for several; empty if there are none."""
    return speech.phrase(singular_key if len(things) == 1 else plural_key, phrase) if things else ""


def _counterexample_evidence(
    find_tiles: Callable[[Node, View], list[Tile]], singular_key: str, plural_key: str
) -> EvidenceFinder:
    """The evidence for a function that is false because of individual tiles."""

    def find_evidence(node: Node, view: View, speech: Speech) -> Evidence:
        found = find_tiles(node, view)
        return float(len(found)) or OTHER_DISTANCE, _singular_or_plural(
            singular_key, plural_key, found, speech.tiles_text(found), speech
        )

    return find_evidence


def _class_tiles(node: Node, view: View, inside: bool = True) -> list[Tile]:
    wanted = class_mask(node.args[1], view)
    return [tile for tile in view.tiles if bool(wanted >> tile.kind & 1) is inside]


def _missing_tiles(node: Node, view: View) -> list[Tile]:
    """The tiles that `contains` requires and the hand lacks, in the suits in which the fewest are missing."""
    ways = [
        [
            Tile(kind)
            for kind, count in (Counter(sum(rows, ())) - view.kind_counts).items()
            for _ in range(count)
        ]
        for rows in view.ruleset.set_tables.knitted_choices(node.args[1])
    ]
    return min(ways, key=len, default=[])


def _contains_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    """The tiles that are missing from a row, unless these are all of it."""
    missing = _missing_tiles(node, view)
    far, shown = _counterexample_evidence(_missing_tiles, "is missing", "are missing")(node, view, speech)
    rows = view.ruleset.set_tables.knitted_choices(node.args[1])
    is_all = bool(missing) and any(len(missing) == len(sum(row, ())) for row in rows)
    return far, NoneFound(speech.phrase("found none")) if is_all else shown


def _any_tile_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    is_of_winning_tile = any(
        part.op == "given" and part.args[0] == "win_tile" for part in node.args[1].walk()
    )
    won = view.ruleset.tileset.tile_code(view.hand.winning_tile) if is_of_winning_tile else ""
    if there := _class_tiles(node, view):
        return float(len(there)), won or speech.tiles_text(there)
    if won:
        return OTHER_DISTANCE, speech.phrase("it is so", won)
    return OTHER_DISTANCE, NoneFound(speech.phrase("found none"))


# ---- sets


def _required_class(selector: Node) -> Node | None:
    """The class that a selector requires of every tile of a set, or None."""
    parts = selector.args if selector.op == "and" else (selector,)
    return next((part.args[0] for part in parts if part.op == "of"), None)


def _class_pairs(tile_class: Node | None, view: View) -> list[Group]:
    """The pairs of a class in a hand that is made of sets: each lacks one tile to be a set of the class."""
    if tile_class is None or not view.sets:
        return []
    wanted = class_mask(tile_class, view)
    pairs = (group for group in view.groups if len(group.tiles) == 2)
    return [pair for pair in pairs if all(wanted >> kind & 1 for kind in pair.kinds)]


def failing_sets_clause(node: Node, found: str, view: View, speech: Speech) -> str:
    """The sets that are not as all should be, as a statement: '111z has no ones or nines'; empty for any
    other condition, in English, and for a hand without sets.
    """
    if speech.is_english or node.args[:1] not in (("all_sets",), ("all_groups",)) or not found:
        return ""
    selector: Node = node.args[1]
    among = view.sets if node.args[0] == "all_sets" else view.groups
    failing = [group for group in among if not is_selected(selector, group, view)]
    if not failing:
        return ""
    named = speech.groups_text(failing)
    if selector.op in ("of", "has"):
        key = {"of": "sets not made of", "has": "sets lack class"}[selector.op]
        return speech.phrase(key, named, class_words(selector.args[0], speech))
    return speech.phrase("sets are no", named, selector_words(selector, speech, is_plural=False))


def _lacks_declared_set(selector: Node, view: View) -> bool:
    """Whether a selector asks for a kind of set that is always declared, such as a kong, and the hand has no
    tiles for another one.
    """
    kinds = kinds_asked_for(conjuncts(selector), view.ruleset)
    if not kinds or not all(kind.declared for kind in kinds):
        return False
    size = min(kind.size for kind in kinds)
    melded = {tile.kind for meld in view.hand.melds if len(meld.pieces) >= size for tile in meld.pieces}
    return all(count < size or kind in melded for kind, count in view.kind_counts.items())


def _missing_set_evidence(tile_class: Node | None, view: View, speech: Speech) -> Evidence:
    """The evidence that a hand has no set of a class: the pairs of the class, if there are any."""
    pairs = _class_pairs(tile_class, view)
    found = _singular_or_plural(
        "found only pair", "found only pairs", pairs, speech.groups_text(pairs), speech
    )
    far = SET_DISTANCE if tile_class is None else PAIR_DISTANCE if pairs else RARE_SET_DISTANCE
    return SHAPE_DISTANCE if _is_without_sets(view) else far, found or NoneFound(speech.phrase("found none"))


def _is_without_sets(view: View) -> bool:
    """Whether a hand is of a shape that has no sets, so that neither its sets nor its wait are as asked for
    but for a tile or two.
    """
    return view.reading is not None and not view.sets


def _all_sets_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    """The evidence for `all_sets` and `all_groups`: the sets that do not satisfy the selector."""
    among, holders = view.sets if node.args[0] == "all_sets" else view.groups, node.args[1].op == "has"
    failing = [group for group in among if not is_selected(node.args[1], group, view)]
    if not failing:
        return (OTHER_DISTANCE, "") if among else (SHAPE_DISTANCE, NoSetsFound(speech.phrase("no sets")))
    one, many = ("has none", "have none") if holders else ("is not", "are not")
    return (1.0 if holders else SET_DISTANCE) * len(failing), _singular_or_plural(
        one, many, failing, speech.groups_text(failing), speech
    )


def _any_group_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    """The evidence for `any_group`: the sets that satisfy the selector. If there are none, the pair that the
    hand has in their place, or a pair of the class.
    """
    selector: Node = node.args[1]
    if there := selected_groups(selector, view, view.groups):
        return SET_DISTANCE * len(there), speech.groups_text(there)
    far, found = _missing_set_evidence(_required_class(selector), view, speech)
    if _lacks_declared_set(selector, view):
        far = UNDECLARED_SET_DISTANCE
    kinds = [part for part in selector.walk() if part.op == "kind"]
    only = [group for group in view.groups if any(is_selected(kind, group, view) for kind in kinds)]
    if len(only) == 1 and len(only[0].tiles) == 2:
        found = speech.phrase("the pair is", group_text(only[0], view.ruleset.tileset))
    return SET_DISTANCE if any(kind.args[0] == "pair" for kind in kinds) else far, found


def _places_with_partner(places: tuple[int, ...], templates: tuple[Node, ...], view: View) -> tuple[int, ...]:
    """The places of sets that fit templates, without a set alone of its number, if each number is asked for
    in several sets: of 234s, 234s and 567p, the last belongs to nothing yet.
    """
    terms = [dict(one.args[1]).get("rank", ("",)) for one in templates]
    numbers = Counter(term[1] for term in terms if term[0] == "letter" and not term[2])
    if sum(numbers.values()) < len(templates) or len(numbers) < 2 or min(numbers.values()) < 2:
        return places
    kinds = view.ruleset.tileset.kinds
    first = {place: dict(kinds[view.groups[place].kinds[0]].attributes).get("rank") for place in places}
    found = Counter(first.values())
    return tuple(place for place in places if found[first[place]] > 1)


def template_evidence(
    places: tuple[int, ...], templates: tuple[Node, ...], view: View, speech: Speech
) -> Evidence:
    """The evidence for templates: the sets that fit them, or how many do. A single set fits any template, so
    it does not count.
    """
    bound, wanted = len(places), len(templates)
    if bound < wanted:
        places = _places_with_partner(places, templates, view)
        bound = len(places)
    there = speech.groups_text(
        sorted((view.groups[place] for place in sorted(places)), key=lambda group: group.kinds)
    )
    if bound == wanted:
        return OTHER_DISTANCE, there
    if wanted == 1:
        return _missing_set_evidence(templates[0].args[2], view, speech)
    if are_divided(templates, speech) and len(view.groups) == wanted:  # any two may fit
        far = SET_DISTANCE * (wanted - bound if bound > 1 else wanted)
        # in English 'it needs ..., but the hand has ...'; elsewhere nothing is said of what is in sight
        return far, speech.phrase("found tiles", speech.groups_text(view.groups)) if speech.is_english else ""
    if bound < 2:
        is_told = speech.is_english or wanted > 2  # 'no two identical runs' needs no 'no two fit'
        if bound and is_told:
            return SET_DISTANCE * wanted, speech.phrase("no two fit")
        return SET_DISTANCE * wanted, NoneFound(speech.phrase("found none"))
    found = speech.phrase("found of", speech.number_word(bound), speech.number_word(wanted), there)
    return SET_DISTANCE * (wanted - bound), found


# ---- the shape and the wait


def _shape_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    if view.reading is None or view.reading.shape == node.args[1]:
        return SHAPE_DISTANCE if view.reading is None else OTHER_DISTANCE, ""
    return SHAPE_DISTANCE, speech.phrase(
        "read as", speech.localized_name(view.ruleset.shape_by_id[view.reading.shape].names)
    )


def _wait_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    reading = view.reading
    if reading is None or reading.winning_group is None:
        return WAIT_DISTANCE, ""
    tile = view.ruleset.tileset.tile_code(view.hand.winning_tile)
    done = speech.phrase("completed", tile, speech.groups_text([reading.winning_group]))
    if reading.wait == node.args[1]:
        return OTHER_DISTANCE, done
    key = "completed otherwise" if reading.wait else "and how"
    far = WAIT_DISTANCE if reading.wait and not _is_without_sets(view) else SHAPE_DISTANCE
    return far, speech.phrase(key, done, wait_phrase(reading.wait, speech))


def _wind_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    """The evidence for `seat` and `round`: the wind that the hand has instead."""
    name, wind = node.args
    found = view.situation.seat if name == "seat" else view.situation.round
    return LUCK_DISTANCE, "" if found == wind else speech.phrase(name, speech.phrase(found))


FUNCTION_EVIDENCE: dict[str, EvidenceFinder] = {
    "all_tiles": _counterexample_evidence(
        partial(_class_tiles, inside=False), "tile is not", "tiles are not"
    ),
    "any_tile": _any_tile_evidence,
    "no_tile": _counterexample_evidence(_class_tiles, "found tiles", "found tiles"),
    "contains": _contains_evidence,
    "all_sets": _all_sets_evidence,
    "all_groups": _all_sets_evidence,
    "any_group": _any_group_evidence,
    "match": lambda n, v, s: template_evidence(largest_binding(n.args[1:], v), n.args[1:], v, s),
    "shape": _shape_evidence,
    "wait": _wait_evidence,
    "seat": _wind_evidence,
    "round": _wind_evidence,
    "on_every_wait": lambda n, v, s: (
        OTHER_DISTANCE,
        s.phrase("hand waits for", s.rules.tileset.format_tiles(map(Tile, v.waits))),
    ),
    "sets": lambda n, v, s: (SET_DISTANCE, s.groups_text(selected_groups(n.args[1], v, v.sets))),
    "groups": lambda n, v, s: (SET_DISTANCE, s.groups_text(selected_groups(n.args[1], v, v.groups))),
    "melds": lambda n, v, s: (
        SET_DISTANCE,
        ""
        if s.is_english
        else s.groups_text(one for one in selected_groups(n.args[1], v, v.sets) if one.is_melded),
    ),
    "tiles": lambda n, v, s: (1.0, s.tiles_text(_class_tiles(n, v))),
    "kinds": lambda n, v, s: (3.0, s.tiles_text(_class_tiles(n, v))),
    "values": lambda n, v, s: (3.0, s.list_words(value_words(n.args[1], v.tiles, s))),
    **dict.fromkeys(
        ("copies", "flowers", "jokers", "exposed", "indicated", "awarded", "pips", "set_total", "min", "max"),
        lambda n, v, s: (1.0, ""),
    ),
}
"""The evidence for each function. For a number, the distance is that of each one too few or too many."""


# ---- facts and comparisons


def calls_distance(view: View) -> float:
    """How far a hand is from being closed: the more sets it has called, the farther."""
    return CALL_DISTANCE * (sum(not meld.is_concealed for meld in view.hand.melds) or 1)


def called_sets_words(view: View, speech: Speech) -> str:
    called = [
        f"({speech.rules.tileset.format_tiles(meld.pieces)})"
        for meld in view.hand.melds
        if not meld.is_concealed
    ]
    return _singular_or_plural("was called", "were called", called, speech.list_words(called), speech)


def _concealed_sets_words(view: View, speech: Speech) -> str:
    concealed = [group for group in view.sets if not group.is_called]
    return speech.phrase("stayed concealed", speech.groups_text(concealed) or speech.phrase("a set"))


def _tiles_by_suit(view: View) -> dict[str, list[Tile]]:
    tileset = view.ruleset.tileset
    suits: dict[str, list[Tile]] = {}
    for tile in sorted(view.tiles, key=lambda tile: tile.kind):
        kind = tileset.kinds[tile.kind]
        if tileset.attributes[0] in kind.attribute_values:
            suits.setdefault(kind.letter, []).append(tile)
    return suits


def _suit_names(view: View, speech: Speech) -> str:
    return speech.list_words(_suit_name(letter, view, speech) for letter in _tiles_by_suit(view))


def _suit_name(letter: str, view: View, speech: Speech) -> str:
    return speech.localized_name(view.ruleset.tileset.by_letter[letter].names) or letter


FACT_EVIDENCE: dict[str, tuple[float, Callable[[View, Speech], str]]] = {
    "self_draw": (WIN_TYPE_DISTANCE, lambda view, speech: speech.phrase("condition:why not self_draw")),
    "discard": (WIN_TYPE_DISTANCE, lambda view, speech: speech.phrase("condition:why not discard")),
    "dealer": (LUCK_DISTANCE, lambda view, speech: speech.phrase("condition:not dealer")),
    "from_dealer": (LUCK_DISTANCE, lambda view, speech: speech.phrase("condition:why not from_dealer")),
    "concealed_hand": (CALL_DISTANCE, called_sets_words),
    "fully_open": (LUCK_DISTANCE, _concealed_sets_words),
    "wins_on_discard": (OTHER_DISTANCE, lambda view, speech: speech.phrase("condition:not wins_on_discard")),
    "suits": (OTHER_DISTANCE, _suit_names),
    "waits": (OTHER_DISTANCE, lambda view, speech: speech.rules.tileset.format_tiles(map(Tile, view.waits))),
    **dict.fromkeys(
        ("players", "honba", "sticks", "flowers", "jokers", "reds"),
        (OTHER_DISTANCE, lambda view, speech: ""),
    ),
}
"""The distance of each fact, and the words for why it is not true or for what a number counts."""


def _fact_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    """The evidence for a fact. Circumstances depend on luck."""
    far, shown = FACT_EVIDENCE.get(node.args[0], (LUCK_DISTANCE, lambda view, speech: ""))
    far = calls_distance(view) if shown is called_sets_words else far
    return (LUCK_DISTANCE, "") if value_of(node, view) is True else (far, shown(view, speech))


def _comparison_distance(node: Node, view: View, speech: Speech) -> float:
    left, right = node.args[0], node.args[2]
    have, want = value_of(left, view), value_of(right, view)
    if not isinstance(have, int) or not isinstance(want, int):
        return OTHER_DISTANCE
    left, off = named_expression(left, view), abs(want - have) or 1
    if left.op == "fact":
        suits = [len(tiles) for tiles in _tiles_by_suit(view).values()]
        if left.args[0] == "waits" and _is_without_sets(view):
            return SHAPE_DISTANCE
        too_many = left.args[0] == "suits" and have > want
        return float(sum(suits) - max(suits, default=0)) if too_many else OTHER_DISTANCE
    if left.op != "call":
        return float(off)
    counts_sets = FUNCTIONS[left.args[0]].noun_kind == "sets"
    if counts_sets and node.args[1] == "==" and have > want > 0:  # a better pattern asks for that many
        return PASSED_DISTANCE
    if not counts_sets or have > want:
        return evidence(left, view, speech)[0] * off
    if _lacks_declared_set(left.args[1], view):
        return UNDECLARED_SET_DISTANCE * off
    of = _required_class(left.args[1])
    grown = min(off, len(_class_pairs(of, view)))
    return PAIR_DISTANCE * grown + (SET_DISTANCE if of is None else RARE_SET_DISTANCE) * (off - grown)


def _number_evidence(node: Node, view: View, speech: Speech) -> str:
    """The number found, with the sets or tiles that it counts. If the number is as required, only these."""
    true = holds(node, view)
    left = next((part for part in node.args[::2] if part.op != "number"), node.args[0])
    value = value_of(left, view)
    if left.op == "option":
        return speech.phrase("value here", quoted_choice(left, value, speech))
    shown, counted = evidence(left, view, speech)[1], named_expression(left, view)
    if value == 0 and true:
        return ""
    if value == 0:
        of_sets = counted.op == "call" and counted.args[0] in ("sets", "groups")
        return _missing_set_evidence(_required_class(counted.args[1]) if of_sets else None, view, speech)[1]
    number = number_words(left, value, speech) if isinstance(value, int) else str(value)
    asked = [part.args[0] for part in node.args[::2] if part.op == "number"]
    has_other_waits = counted.args == ("waits",) and node.args[1] == "!="
    if true and shown and has_other_waits and not speech.is_english:
        return speech.phrase("hand waits for", shown)
    if true:
        return shown or ("" if value in asked else number)
    if shown and counted.args == ("waits",) and speech.is_english:
        is_told = asked == [1] or _falls_short(node, value)
        return speech.phrase("hand waits for", shown) if is_told else shown
    if shown and (left.op, left.args[:1]) == ("fact", ("suits",)):
        shown = _suits_in_words(view, speech)
    is_less = isinstance(value, int) and _falls_short(node, value)
    if shown and not speech.is_english and len(node.args) == 3 and (node.args[1], *asked) in NONE:
        return shown  # that there is one is said before it
    if shown and "(" in shown and not speech.is_english:  # called sets have brackets of their own
        said = speech.headed_text(
            speech.phrase("found too few" if is_less else "found number", number), shown
        )
    elif shown:
        said = speech.phrase("found too few of these" if is_less else "found some", number, shown)
    else:
        said = speech.phrase("found too few" if is_less else "found number", number)
    return said + _discard_loss_words(left, view, speech)


def number_found_clause(node: Node, found: str, view: View, speech: Speech) -> str:
    """That a hand has another number of things than a condition asks for, with what was found of them: 'only
    two triplets of dragons'; empty if it has none, or if the number is none of sets or tiles.
    """
    left, *_, right = node.args if node.op == "compare" and len(node.args) == 3 else (None, None)
    if not isinstance(left, Node) or not isinstance(right, Node) or right.op != "number":
        return ""
    counted, value = named_expression(left, view), value_of(left, view)
    is_none = (node.args[1], *right.args) in NONE  # that there is one is said instead
    if counted.args[:1] not in COUNTING_WORDS or value == 0 or is_none:
        return ""
    return speech.phrase("so many instead", found, counted_noun(left, speech, 2))


def is_choice_of_one(node: Node) -> bool:
    """Whether a condition lists shapes or waits, of which a hand has one."""
    names = {part.args[:1] for part in node.args} if node.op == "or" else set()
    return names in ({("wait",)}, {("shape",)})


def several_groups_clause(node: Node, view: View, speech: Speech) -> str:
    """That a hand has several of the sets of which a condition asks for one: 'there are runs'; empty for any
    other condition, and in other languages than English.
    """
    if not speech.is_english or node.args[:1] != ("any_group",):
        return ""
    found = selected_groups(node.args[1], view, view.groups)
    return speech.phrase("there are many", selector_words(node.args[1], speech)) if len(found) > 1 else ""


def other_waits_clause(node: Node, view: View, speech: Speech) -> str:
    """What a hand waits for of which a condition asks that it does not wait for a number of tiles: 'the hand
    waits for 7z'; empty for any other condition, and in other languages than English.
    """
    asked = (node.args[0].args, node.args[1]) if speech.is_english and node.op == "compare" else ()
    if asked not in ((("waits",), "<"), (("waits",), "!=")):
        return ""
    shown = evidence(node.args[0], view, speech)[1]
    return speech.phrase("the hand waits for", shown) if shown else ""


def exact_count_clause(node: Node, view: View, speech: Speech) -> str:
    """What a hand has of things of which a condition asks for at least or fewer than a number, with the
    number that it has: 'three concealed triplets'; empty for any other condition, and in English unless it
    asks for fewer.
    """
    left, op, right, *more = (*node.args, None, None)[:4] if node.op == "compare" else (None,) * 4
    if op not in (("<",) if speech.is_english else (">=", "<")) or not isinstance(left, Node) or any(more):
        return ""
    value = value_of(left, view)
    counted = named_expression(left, view).args[:1]
    is_counted = right.op == "number" and counted in COUNTING_WORDS
    if not is_counted or not isinstance(value, int) or not value or (op, *right.args) in SOME:
        return ""
    if speech.is_english:
        said = speech.phrase("so many", number_words(left, value, speech), counted_noun(left, speech, value))
        return speech.phrase("there is one" if value == 1 else "there are many", said)
    said = _count_clause(left, "==", value, speech)
    is_of_waits = counted == ("waits",)
    if op != "<" or value >= right.args[0] or (is_of_waits and value == 1):  # of one wait, the clause says it
        return said
    return speech.phrase("only so many waits" if is_of_waits else "found too few", said)


COUNTING_WORDS = tuple(
    (one,) for one in ("sets", "groups", "melds", "tiles", "kinds", "values", "suits", "waits", "reds")
)
"""The functions and facts of rule files that count something of which a sentence can name a number."""


def _falls_short(node: Node, value: int) -> bool:
    """Whether a number is less than the one that a comparison asks for."""
    return any(
        part.op == "number" and value < part.args[0] for part in node.args[::2] if isinstance(part, Node)
    )


def _suits_in_words(view: View, speech: Speech) -> str:
    """The suits of a hand that has too few or too many; of two, the smaller one with its tiles."""
    found, names = _tiles_by_suit(view), dict[str, str]()
    for letter, tiles in found.items():
        names[letter] = _suit_name(letter, view, speech)
        if len(found) == 2 and tiles == min(found.values(), key=len):
            names[letter] = speech.phrase("suit with tiles", names[letter], speech.tiles_text(tiles))
    if len(names) == 2 and not speech.is_english:
        few, many = sorted(found, key=lambda letter: len(found[letter]))
        return speech.phrase("besides one suit", names[many], names[few])
    return speech.list_words(names.values())


def _discard_loss_words(node: Node, view: View, speech: Speech) -> str:
    """The set that does not count only because its last tile was a discard, so that it is open but not
    called.
    """
    if node.op != "call" or node.args[0] not in ("sets", "groups"):
        return ""
    open_ = (
        group for group in view.groups if group.is_won and not group.is_concealed and not group.is_melded
    )
    drawn = (replace(group, is_concealed=True) for group in open_)
    already = {group.tiles for group in selected_groups(node.args[1], view, view.groups)}
    lost = [group for group in drawn if is_selected(node.args[1], group, view) and group.tiles not in already]
    return speech.phrase("lost", speech.groups_text(lost)) if lost else ""


# ---- conditions made of others


def named_expression(node: Node, view: View) -> Node:
    """The expression that defines a named fact; other nodes unchanged."""
    while node.op == "named":
        node = view.ruleset.fact_by_id[node.args[0]].node
    return node


SETS_SHOWN = (("any_group",), ("match",))
"""Functions whose evidence is the sets of which a condition speaks, beside which single tiles say nothing."""


def _parts_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    """The evidence for `and` and `or`: that of the parts that hold, or of all parts if the condition fails. A
    wait that holds is named as well.
    """
    true, ways = holds(node, view), list[float]()
    for part in node.args:
        fits = holds(part, view)
        if fits or not true:
            ways.append(0.0 if fits else evidence(part, view, speech)[0])
    together = sum(ways) if node.op == "and" else min(ways)
    if node.op == "or" and not true and all(part.args[:1] == ("contains",) for part in node.args):
        return together, _nearest_row(node, view, speech)
    said = dict.fromkeys(filter(None, _shown_by_parts(node, view, speech)))
    shown = next(iter(said)) if len(said) == 1 else speech.list_words(said)
    return OTHER_DISTANCE if true else together, shown


def _nearest_row(node: Node, view: View, speech: Speech) -> str:
    """What is missing from the rows of tiles of which a hand needs one; only of those that lack fewest."""
    missing = [tiles for part in node.args if (tiles := _missing_tiles(part, view))]
    fewest = min(map(len, missing), default=0)
    nearest = [tiles for tiles in missing if len(tiles) == fewest]
    said = speech.list_words(dict.fromkeys(map(speech.tiles_text, nearest)), "or")
    return _singular_or_plural("is missing", "are missing", nearest[0] if nearest else (), said, speech)


def _shown_by_parts(node: Node, view: View, speech: Speech) -> Iterable[str]:
    """What the hand shows for each part of an `and` or `or`, and for the parts of these parts."""
    true = holds(node, view)
    has_sets = true and node.op == "and" and any(part.args[:1] in SETS_SHOWN for part in node.args)
    for part in node.args:
        if true and not holds(part, view):
            continue
        if has_sets and part.args[:1] == ("any_tile",):
            continue  # the sets say it
        if (inner := named_expression(part, view)).op in ("and", "or"):
            yield from _shown_by_parts(inner, view, speech)
            continue
        shown = evidence(part, view, speech)[1]
        is_wait = part.op == "call" and part.args[0] == "wait"
        named = true and shown and is_wait
        yield speech.headed_text(wait_phrase(part.args[1], speech), shown) if named else shown


def _negation_evidence(node: Node, view: View, speech: Speech) -> Evidence:
    if holds(node, view):
        return OTHER_DISTANCE, ""
    (far, shown), inner = evidence(node.args[0], view, speech), named_expression(node.args[0], view)
    far = SHAPE_DISTANCE if inner.args[:1] == ("shape",) else far
    if shown and inner.op == "call" and inner.args[0] in ("any_group", "any_tile", "match"):
        return far, speech.phrase("found tiles", shown)
    return far, shown


@dataclass(frozen=True)
class Construct:
    """How a kind of node is explained: its clause, the negated clause, and the evidence that a hand shows."""

    clause: ClauseWriter
    negated_clause: ClauseWriter = _general_negation
    evidence: EvidenceFinder = lambda node, view, speech: (OTHER_DISTANCE, "")


CONSTRUCTS = {
    "truth": Construct(
        lambda n, s: s.phrase("always" if n.args[0] else "never"),
        lambda n, s: s.phrase("never" if n.args[0] else "always"),
    ),
    "fact": Construct(_fact_clause, partial(_fact_clause, opposite=True), _fact_evidence),
    "named": Construct(
        _definition_clause, _negated_definition_clause, lambda n, v, s: evidence(named_expression(n, v), v, s)
    ),
    "option": Construct(
        _option_words,
        lambda n, s: s.phrase("off", s.option_words(n.args[0])),
        lambda n, v, s: (OTHER_DISTANCE, s.phrase("on here" if value_of(n, v) else "off here")),
    ),
    "and": Construct(
        lambda n, s: s.all_clauses(listed_clauses(n.args, s)),
        lambda n, s: s.alternative_clauses(negated_clause(part, s) for part in n.args),
        _parts_evidence,
    ),
    "or": Construct(_alternative_clause, _negated_alternative_clause, _parts_evidence),
    "not": Construct(lambda n, s: negated_clause(n.args[0], s), _negated_negation, _negation_evidence),
    "compare": Construct(
        _comparison_clause,
        _negated_comparison_clause,
        lambda n, v, s: (
            OTHER_DISTANCE if holds(n, v) else _comparison_distance(n, v, s),
            _number_evidence(n, v, s),
        ),
    ),
    "call": Construct(
        _call_clause, _negated_call_clause, lambda n, v, s: FUNCTION_EVIDENCE[n.args[0]](n, v, s)
    ),
    "if": Construct(_choice_words),
    "number": Construct(lambda n, s: f"{n.args[0]:,}"),
    "word": Construct(lambda n, s: s.id_words(n.args[0])),
    "amount": Construct(_amount_words),
    "letter": Construct(lambda n, s: n.args[0]),
    "arithmetic": Construct(_arithmetic_words),
    "negative": Construct(_negative_words),
    "table": Construct(lambda n, s: s.phrase("in the table", clause(n.args[2], s), n.args[0])),
}
"""The explanation of every kind of node."""
