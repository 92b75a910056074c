"""Puts templates into the words of a player: how the sets of a hand relate to one another.

If relations say all that the templates demand, they are said of all sets together: `three runs of the same
numbers in three different suits`. Otherwise each set is written with its letters: `a run from n in suit A and
a triplet of n+1 in suit B`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from scorer.labels import tile_label
from scorer.language.nodes import Node, comparable_tree
from scorer.phrases import counted_numeral, join_words
from scorer.teach.words import (
    Speech,
    class_words,
    counter_of,
    kind_words,
    says_choice_of_tiles,
    selector_words,
)
from scorer.tiles import Tile
from scorer.values import replace

NUMBERS = ""
"""The key of a relation that is only numbers: 'the runs 123, 456 and 789'."""
RELATIONS_WITH_OF = ("same numbers", "consecutive numbers", "of one", "of different", "of suits")
"""Relations of which several are joined: 'of one color and of three different things'."""
RELATIONS_WITH_VERB = {"each higher", "each one higher", "end to end", "third set"}
"""Relations that are clauses in Japanese."""
RELATIONS_LINKED = {
    "of one": "of one, before another",
    "of different": "of different, before another",
    "of one and another": "of one and another, before another",
}
"""The phrases for relations before another one, as in Japanese: 'of one color and'."""
CLOSE_RELATIONS = ("same suit", "different suits", "same tile", "with attribute")
"""Relations that follow their noun without a comma, after those with "of"."""
NTH_KEYS = ("nth 0", "nth 1", "nth 2")
Term = tuple[str, str | int, int] | tuple[str, str | int]
ALIKE, ORDERED, UNRELATED = "alike", "ordered", "unrelated"
"""How templates relate in an attribute: all in the same way, so that they may change places; each in its own;
or in a way for which there are no words.
"""


class SetsText(NamedTuple):
    """Sets in words, and whether they are one noun that "no" denies as a whole."""

    text: str
    is_one_noun: bool


class SetsRelation(NamedTuple):
    """How sets are related in one attribute: the key of its phrase, its text, and what fills its slots."""

    key: str
    text: str
    words: tuple[object, ...] = ()


def alternatives_words(
    alternatives: tuple[tuple[Node, ...], ...], speech: Speech, has_letters: bool = False
) -> str:
    """Alternative lists of templates in words. If they differ only in the suits or in one relation, the sets
    are written once. `has_letters` writes the letters of the templates, so that a condition on them can
    follow.
    """
    paired = dict.fromkeys(_twin_sets_words(one, speech, in_any_suits=True) for one in alternatives)
    if len(alternatives) > 1 and len(paired) == 1 and all(paired):
        return next(iter(paired))
    said = dict.fromkeys(_sets_text(one, speech, has_letters).text for one in alternatives)
    together = "" if has_letters or len(said) < 2 else _words_for_either_relation(alternatives, speech)
    return together or speech.list_words(said, "or")


def _words_for_either_relation(alternatives: tuple[tuple[Node, ...], ...], speech: Speech) -> str:
    """Alternatives that differ in a number of one relation: 'three runs in one suit, each one or two higher
    than the one before'; empty for others.
    """
    if any(template.args[2:] != (None, None) for one in alternatives for template in one):
        return ""
    if not all(_are_told_by_relations(one, speech) for one in alternatives):
        return ""
    first, *others = (_nouns_and_relations(one, speech) for one in alternatives)
    relations = dict(first[1])
    for name, relation in first[1].items():
        same = [every.get(name, relation) for _, every in (first, *others)]
        if len({*same}) > 1:
            if {(one.key, len(one.words)) for one in same} != {(relation.key, 1)}:
                return ""
            either = speech.list_words((str(one.words[0]) for one in same), "or")
            relations[name] = _relation_in_words(speech, relation.key, either)
    if any(nouns != first[0] or every.keys() != relations.keys() for nouns, every in others):
        return ""
    return _words_with_relations(first[0], relations, alternatives[0], speech)


def templates_words(templates: tuple[Node, ...], speech: Speech) -> str:
    """One list of templates in words: `chow(n, A), chow(n, B), chow(n, C)` is three runs of the same numbers
    in three different suits. What is said of the sets besides comes last.
    """
    return _sets_text(templates, speech).text


def missing_templates_words(templates: tuple[Node, ...], speech: Speech) -> str:
    """That a hand does not have the sets of these templates."""
    if alike := _alike_sets_words(templates, speech, "not alike among"):
        return alike
    said, is_one_noun = _sets_text(templates, speech)
    if not is_one_noun:
        return speech.phrase("there is no combination", said)
    if said == _single_set_words(templates[0], speech):
        return speech.phrase("there is no", _single_set_words(templates[0], speech, count=0))
    if len(templates) == 2:
        return speech.phrase("there are no two", said)
    return speech.phrase("there are no", said)


def are_divided(templates: tuple[Node, ...], speech: Speech) -> bool:
    """Whether templates ask that some of the sets share what others do not: two of three are of one color."""
    attributes = dict.fromkeys(name for template in templates for name, _ in template.args[1])
    if attributes.keys() & {"suit", "rank"} or any(template.args[2] is not None for template in templates):
        return False
    terms = [[dict(one.args[1]).get(name, ("value", "")) for one in templates] for name in attributes]
    if any(term[0] == "value" for every in terms for term in every):
        return False
    kinds_of_letter = [len({term[1] for term in every}) for every in terms]
    return any(1 < count < len(templates) for count in kinds_of_letter)


def _alike_sets_words(templates: tuple[Node, ...], speech: Speech, key: str) -> str:
    """That of several sets of one kind a number is of the same tile and each other set of another, which
    other languages than English say without a noun; empty for other templates.
    """
    kinds = {template.args[0] for template in templates}
    names = {name for template in templates for name, _ in template.args[1]}
    is_plain = all(template.args[2:] == (None, None) for template in templates)
    if speech.is_english or len(kinds) > 1 or names != {"tile"} or not is_plain:
        return ""
    if not are_divided(templates, speech):
        return ""
    counts = Counter(dict(template.args[1])["tile"] for template in templates)
    alike, *rest = sorted(counts.values(), reverse=True)
    if {*rest} != {1}:
        return ""
    numbers = [speech.number_word(number) for number in (len(templates), alike)]
    counted = (speech.phrase(counter_of([*kinds], speech), number) for number in numbers)
    return speech.phrase(key, *numbers, *counted)


def _sets_text(templates: tuple[Node, ...], speech: Speech, has_letters: bool = False) -> SetsText:
    plain = tuple(replace(one, args=(*one.args[:3], None)) for one in templates)
    if selectors := [template.args[3] for template in templates if template.args[3] is not None]:
        is_about_all = len(selectors) == len(templates) and len({*map(comparable_tree, selectors)}) == 1
        if not (is_about_all or _are_interchangeable(plain, speech)):
            return SetsText(speech.list_words(_single_set_words(one, speech) for one in templates), False)
        text, is_one_noun = _sets_text(plain, speech, has_letters)
        return SetsText(_words_with_selectors(text, len(templates), selectors, speech), is_one_noun)
    lettered = tuple(template for template in plain if template.args[2] is None)
    if len(lettered) < len(plain):
        parts = _class_sets_words(plain, speech)
        parts += [_sets_text(lettered, speech, has_letters).text] if lettered else []
        return SetsText(_nouns_together(parts, speech), len(parts) == 1)
    if has_letters:
        return _lettered_sets_text(plain, speech)
    if alike := _alike_sets_words(plain, speech, "alike among"):
        return SetsText(alike, False)
    named = "" if speech.is_english else _named_tiles_words(plain, speech)
    if said := named or _sets_in_turn_words(plain, speech):
        return SetsText(said, False)
    is_related = _are_told_by_relations(plain, speech)
    kinds = {template.args[0] for template in plain}
    if equal_pairs := _twin_sets_words(plain, speech):
        return SetsText(equal_pairs, True)
    if not (is_related and len(kinds) == 1) and (by_suit := _sets_by_suit_words(plain, speech)):
        return SetsText(by_suit, False)
    if is_related:
        return SetsText(_related_words(plain, speech), len(kinds) == 1)
    return _lettered_sets_text(plain, speech)


def _nouns_together(nouns: Sequence[str], speech: Speech) -> str:
    """Nouns as one noun; a comma would not show that they belong together, as in Japanese: 刻子2組と対子."""
    return (
        join_words(nouns, speech.language) if speech.is_english else speech.phrase("nouns joined").join(nouns)
    )


def _class_sets_words(templates: tuple[Node, ...], speech: Speech) -> list[str]:
    """The sets of classes: 'two triplets of winds', 'a pair of dragons'."""
    of_class = {comparable_tree(one): one for one in templates if one.args[2] is not None}
    counts = Counter(map(comparable_tree, templates))
    return [
        _counted_sets_words(one.args[0], counts[key], speech, class_words(one.args[2], speech))
        for key, one in of_class.items()
    ]


def _related_words(templates: tuple[Node, ...], speech: Speech) -> str:
    return _words_with_relations(*_nouns_and_relations(templates, speech), templates, speech)


def _nouns_and_relations(templates: tuple[Node, ...], speech: Speech) -> tuple[str, dict[str, SetsRelation]]:
    """The sets of templates in words, and how they are related in each attribute."""
    kinds = [template.args[0] for template in templates]
    nouns = _nouns_together(
        [_sets_or_pair_words(kind, count, kinds, speech) for kind, count in Counter(kinds).items()], speech
    )
    attributes = dict.fromkeys(name for template in templates for name, _ in template.args[1])
    return nouns, {name: said for name in attributes if (said := _relation(name, templates, speech))}


def _words_with_relations(
    nouns: str, relations: dict[str, SetsRelation], templates: tuple[Node, ...], speech: Speech
) -> str:
    if speech.is_english:
        return _english_related_words(nouns, relations, templates, speech)
    return _qualified_sets_words(nouns, relations, templates, speech)


def _english_related_words(
    nouns: str, relations: dict[str, SetsRelation], templates: tuple[Node, ...], speech: Speech
) -> str:
    """The sets before the words for how they are related: 'two identical runs', 'the runs 123 and 789 in one
    suit', 'two triplets of the same number in two different suits'.
    """
    keys = [one.key for one in relations.values()]
    if len(templates) == 1 or len({one.args[0] for one in templates}) > 1:
        return _related_sets_words(nouns, [*relations.values()], speech)
    kind = kind_words(templates[0].args[0], speech)
    if sorted(keys) == ["same numbers", "same suit"]:
        return speech.phrase("identical sets", speech.number_word(len(templates)), kind)
    if NUMBERS in keys:
        nouns = speech.phrase("named sets", kind)
    return _related_sets_words(nouns, [*relations.values()], speech)


# ---- what relations can say


def _are_told_by_relations(templates: tuple[Node, ...], speech: Speech) -> bool:
    """Whether relations of all sets together say all that the templates demand: at most one attribute differs
    from set to set, and then the sets are of one kind. Letters that relate to nothing demand that the tiles
    have a suit or a number, which only the letters can say.
    """
    attributes = dict.fromkeys(name for template in templates for name, _ in template.args[1])
    if not any(_relation(name, templates, speech) for name in attributes):
        return False
    forms = [_relation_form(name, templates, speech) for name in attributes]
    is_one_kind = len({template.args[0] for template in templates}) == 1
    return UNRELATED not in forms and forms.count(ORDERED) <= (1 if is_one_kind else 0)


def _are_interchangeable(templates: tuple[Node, ...], speech: Speech) -> bool:
    """Whether any of the sets may take the place of another."""
    if len({(one.args[0], one.args[2] and comparable_tree(one.args[2])) for one in templates}) > 1:
        return False
    attributes = dict.fromkeys(name for template in templates for name, _ in template.args[1])
    return all(_relation_form(name, templates, speech) == ALIKE for name in attributes)


def _relation_form(attribute: str, templates: tuple[Node, ...], speech: Speech) -> str:
    terms: list[Term] = [
        dict(template.args[1])[attribute] for template in templates if attribute in dict(template.args[1])
    ]
    is_value = {term[0] == "value" for term in terms}
    if len(terms) < len(templates) or len(is_value) > 1:
        return UNRELATED
    letters = [str(term[1]) for term in terms]
    if is_value == {True}:
        kinds = {template.args[0] for template in templates}
        is_alike = len(set(letters)) == 1 and (
            len(kinds) == 1 or attribute != "rank"
        )  # runs begin with theirs
        return ALIKE if is_alike else ORDERED
    offsets = {*map(_offset, terms)}
    if len(set(letters)) == 1:
        has_words = len(offsets) == 1 or (
            attribute == "rank" and speech.rules.tileset.attributes[1] == "rank"
        )
        return UNRELATED if not has_words else ALIKE if len(offsets) == 1 else ORDERED
    if offsets != {0} or any(letter.islower() for letter in letters):
        is_free = offsets == {0} and len(set(letters)) == len(letters)
        return ALIKE if is_free and all(letter.islower() for letter in letters) else UNRELATED
    return ALIKE if len(set(letters)) == len(letters) else ORDERED


# ---- sets with their letters


def _lettered_sets_text(templates: tuple[Node, ...], speech: Speech) -> SetsText:
    counts = Counter(template.args[:2] for template in templates)
    parts = [_lettered_set_words(kind, terms, count, speech) for (kind, terms), count in counts.items()]
    return SetsText(speech.list_words(parts), len(parts) == 1)


def _named_tiles_words(templates: tuple[Node, ...], speech: Speech) -> str:
    """Sets of given tiles by the names of these: 五筒の刻子. Empty if letters stand for tiles."""
    tileset, said = speech.rules.tileset, dict[str, list[str]]()
    for kind, terms, *_ in (template.args for template in templates):
        values = {name: str(term[1]) for name, term in terms if term[0] == "value"}
        declared = speech.rules.kind_by_id.get(kind)
        if tileset.attributes != ("suit", "rank") or len(values) < 2 or (declared and declared.run):
            return ""
        code = values["rank"] + values["suit"]
        found = next((one for one in tileset.kinds if one.code == code), None)
        if found is None:
            return ""
        name = tile_label(Tile(found.index), tileset, speech.language)
        said.setdefault(kind_words(kind, speech, False), []).append(name)
    sets = (
        speech.phrase("class of", noun, speech.phrase("runs joined").join(names))
        for noun, names in said.items()
    )
    return _nouns_together([*sets], speech)


def _sets_in_turn_words(templates: tuple[Node, ...], speech: Speech) -> str:
    """Sets of one kind by how many of them share what: 'three sets, two of which share a color'. Empty if
    relations of all sets say it, or the tiles have numbers.
    """
    kinds = {template.args[0] for template in templates}
    terms = [dict(template.args[1]) for template in templates]
    attributes = dict.fromkeys(name for each in terms for name in each)
    if len(kinds) > 1 or len(templates) < 3 or any({*each} != {*attributes} for each in terms):
        return ""
    if any(term[0] == "value" or _offset(term) for each in terms for term in each.values()):
        return ""
    if {"suit", "rank"} & attributes.keys() or _are_told_by_relations(templates, speech):
        return ""
    shared = []
    for name in attributes:
        counts = Counter(each[name][1] for each in terms)
        shared += [
            speech.phrase("share", speech.number_word(count), speech.attribute_word(name))
            for count in counts.values()
            if count > 1
        ]
    sets = _counted_sets_words(kinds.pop(), len(templates), speech)
    return speech.phrase("where", sets, speech.list_words(shared)) if shared else sets


def _single_set_words(template: Node, speech: Speech, count: int = 1) -> str:
    """A set with its letters or class and what its selector says; for a `count` of 0 without article."""
    kind, terms, of, selector = template.args
    if of is not None:
        text = _counted_sets_words(kind, count, speech, class_words(of, speech))
    else:
        text = _lettered_set_words(kind, terms, count, speech)
    return text if selector is None else _words_with_selectors(text, 1, [selector], speech)


def _lettered_set_words(kind: str, terms: Sequence[tuple[str, Term]], count: int, speech: Speech) -> str:
    """Sets of one template: 'a run from n in suit A', 'two triplets of the five of circles'."""
    tileset, noun = speech.rules.tileset, kind_words(kind, speech, count > 1)
    if of_tile := _set_of_tile_words(noun, kind, dict(terms), speech):
        return _number_of_sets_words(kind, of_tile, count, speech)
    declared, named = speech.rules.kind_by_id.get(kind), list[str]()
    for attribute, term in sorted(terms, key=lambda item: item[0] == "suit"):
        value = _term_text(term)
        suits = {suit.letter: suit.names for suit in tileset.suits}
        if attribute == tileset.attributes[0] == "suit":
            is_named = term[0] == "value" and value in suits
            suit = speech.localized_name(suits[value]) if is_named else speech.phrase("suit of letter", value)
            noun = speech.phrase("sets in suit", noun, suit)
        elif attribute == "rank" and declared is not None and declared.run == attribute:
            noun = speech.phrase("runs from", noun, value)
        elif attribute == "rank":
            noun = speech.phrase("sets of number", noun, value)
        else:
            named.append(speech.phrase("attribute and value", speech.attribute_word(attribute), value))
    if named:
        noun = speech.phrase("sets with attributes", noun, speech.list_words(named))
    return _number_of_sets_words(kind, noun, count, speech)


def _set_of_tile_words(noun: str, kind: str, terms: dict[str, Term], speech: Speech) -> str:
    """A set of a given tile in English: 'triplet of the five of circles'; empty for any other."""
    declared = speech.rules.kind_by_id.get(kind)
    suits = {suit.letter: suit.names for suit in speech.rules.tileset.suits}
    rank, suit = terms.get("rank"), terms.get("suit")
    if not speech.is_english or len(terms) != 2 or (declared is not None and declared.run):
        return ""
    if rank is None or suit is None or (rank[0], suit[0]) != ("value", "value") or suit[1] not in suits:
        return ""
    name = speech.localized_name(suits[str(suit[1])])
    return speech.phrase("sets of tile", noun, speech.number_word(int(rank[1])), name)


def _term_text(term: Term) -> str:
    """A term as it is written in a template.

    >>> _term_text(("letter", "n", 2)), _term_text(("value", 5))
    ('n+2', '5')
    """
    offset = _offset(term)
    return f"{term[1]}{offset:+d}" if offset else str(term[1])


def _offset(term: Term) -> int:
    return term[2] if len(term) > 2 else 0


# ---- sets with their relations


def _words_with_selectors(text: str, count: int, selectors: Sequence[Node], speech: Speech) -> str:
    """Templates in words, with what selectors say of some or all of their sets."""
    alike = {comparable_tree(selector): selector for selector in selectors}
    for key, times in Counter(map(comparable_tree, selectors)).items():
        if times == 1:
            noun = speech.phrase("a set of", selector_words(alike[key], speech, is_plural=False))
            phrase = "template that is" if count == 1 else "one template is"
            text = speech.phrase(phrase, text, noun)
        elif times == count:
            text = speech.phrase("all templates are", text, selector_words(alike[key], speech))
        else:
            number = speech.number_word(times)
            text = speech.phrase("some templates are", text, number, selector_words(alike[key], speech))
    return text


def _counted_sets_words(kind: str, count: int, speech: Speech, class_noun: str = "") -> str:
    """A number of sets of one kind: 'a triplet', 'two triplets of winds'."""
    noun, declared = kind_words(kind, speech, count > 1), speech.rules.kind_by_id.get(kind)
    if class_noun:
        key = "class of a choice" if says_choice_of_tiles(class_noun, speech) else "class of"
        noun = speech.phrase(key, noun, class_noun)
    elif declared is not None and declared.size == 2 and count > 1 and not speech.is_english:
        return speech.phrase("pairs in number", speech.number_word(count), noun)
    return _number_of_sets_words(kind, noun, count, speech)


def _sets_or_pair_words(kind: str, count: int, kinds: Sequence[str], speech: Speech) -> str:
    """A number of sets of one kind; a pair beside sets is the pair of the hand."""
    said, declared = _counted_sets_words(kind, count, speech), speech.rules.kind_by_id.get(kind)
    is_pair = count == 1 and len(set(kinds)) > 1 and declared is not None and declared.size == 2
    return speech.phrase("a pair beside sets", said) if is_pair else said


def _number_of_sets_words(kind: str, noun: str, count: int, speech: Speech) -> str:
    if count < 2:
        return speech.phrase("a set of", noun) if count else noun
    number = speech.number_word(count)
    counted = number if speech.is_english else speech.phrase(counter_of([kind], speech), number)
    return speech.phrase("sets in number", counted, noun)


def _qualified_sets_words(
    nouns: str, relations: dict[str, SetsRelation], templates: tuple[Node, ...], speech: Speech
) -> str:
    """The sets after the words for how they are related, as in Japanese and Chinese: the suit comes first,
    and runs with given numbers are called by these.
    """
    suit, rank = speech.rules.tileset.attributes
    is_one_kind = len({template.args[0] for template in templates}) == 1
    keys = {name: relation.key for name, relation in relations.items()}
    if is_one_kind and (keys.get(rank), keys.get(suit)) == ("same numbers", "same suit"):
        kind = templates[0].args[0]
        count = speech.phrase(counter_of([kind], speech), speech.number_word(len(templates)))
        return speech.phrase("identical sets", count, kind_words(kind, speech))
    if is_one_kind and keys.get(suit) in ("different suits", "parted evenly"):  # the relation counts them
        nouns = kind_words(templates[0].args[0], speech)
    if runs := _literal_runs(rank, templates, speech):
        relations = {name: relation for name, relation in relations.items() if name != rank}
        nouns = speech.phrase("runs joined").join(runs)
    found = [relations[name] for name in sorted(relations, key=lambda name: name != suit)]
    is_joined = (suit, rank) == ("suit", "rank") and keys.get(suit) != "of one and another"
    told = [one.text for one in found]
    if not is_joined:
        told[:-1] = (
            speech.phrase(RELATIONS_LINKED[one.key], *one.words) if one.key in RELATIONS_LINKED else one.text
            for one in found[:-1]
        )
    if keys.get(suit) == "same suit" and RELATIONS_WITH_VERB & {one.key for one in found}:
        told[0] = speech.phrase("in one suit and")
    key = "relations joined" if is_joined else "relations listed"
    joined = reduce(lambda one, other: speech.phrase(key, one, other), told) if told else ""
    return speech.phrase("related", nouns, joined) if told else nouns


def _literal_runs(attribute: str, templates: tuple[Node, ...], speech: Speech) -> list[str]:
    """The numbers of each set if all are runs that begin with a given number; else nothing."""
    kinds = [speech.rules.kind_by_id.get(template.args[0]) for template in templates]
    terms = [dict(template.args[1]).get(attribute, ("",)) for template in templates]
    found = [
        _set_numbers(term[1], kind.step, kind.size)
        for kind, term in zip(kinds, terms, strict=True)
        if kind is not None and kind.run == attribute and term[0] == "value"
    ]
    return found if len(found) == len(templates) else []


def _related_sets_words(nouns: str, relations: list[SetsRelation], speech: Speech) -> str:
    """The sets and how they are related: 'three triplets of one color and of three different things'."""
    numbers = [one.text for one in relations if one.key == NUMBERS]
    joined = speech.list_words(one.text for one in relations if one.key in RELATIONS_WITH_OF)
    close = [one.text for one in relations if one.key in CLOSE_RELATIONS]
    keys = (NUMBERS, *RELATIONS_WITH_OF, *CLOSE_RELATIONS)
    first = " ".join(filter(None, [nouns, *numbers, joined, *close]))
    return ", ".join([first, *(one.text for one in relations if one.key not in keys)])


def _relation_in_words(speech: Speech, key: str, *words: object) -> SetsRelation:
    return SetsRelation(key, speech.phrase(key, *words), words)


def _twin_sets_words(templates: tuple[Node, ...], speech: Speech, in_any_suits: bool = False) -> str:
    """Templates that occur twice each, described as pairs: 'two pairs of identical runs'. The suits are left
    out if they may be any.
    """
    pairs = Counter(template.args[:2] for template in templates)
    kinds = {kind for kind, _ in pairs}
    if len(pairs) < 2 or set(pairs.values()) != {2} or len(kinds) > 1:
        return ""
    suit, rank = speech.rules.tileset.attributes
    if (suit, rank) != ("suit", "rank") or any({*dict(terms)} != {suit, rank} for _, terms in pairs):
        return ""
    suits, ranks = ([dict(terms)[name] for _, terms in pairs] for name in (suit, rank))
    if any(term[0] == "value" for term in (*suits, *ranks)) or len({*ranks}) < len(ranks):
        return ""
    letters = [str(term[1]) for term in suits]
    if any(map(_offset, ranks)) or len({*letters}) not in (1, len(letters)):
        return ""
    number, kind = speech.number_word(len(pairs)), kind_words(kinds.pop(), speech)
    if in_any_suits:
        return speech.phrase("equal pairs", number, kind, "")
    return speech.phrase("pairs of equal", number, kind, _partition(letters, suit, speech).text)


def mixed_pairs_words(alternatives: tuple[tuple[Node, ...], ...], speech: Speech) -> str:
    """Two pairs of sets with the same numbers in two suits, whichever suits the second pair shares with the
    first: of three suits it shares one or both. Empty for other alternatives.
    """
    if speech.rules.tileset.attributes != ("suit", "rank") or len(speech.rules.tileset.suits) < 3:
        return ""
    kinds = {template.args[0] for one in alternatives for template in one}
    shared = sorted(_suits_shared_by_pairs(one) for one in alternatives)
    if len(kinds) > 1 or shared != [1, 2]:
        return ""
    return speech.phrase("mixed pairs", kind_words(kinds.pop(), speech))


def _suits_shared_by_pairs(templates: tuple[Node, ...]) -> int:
    """How many suits two pairs of sets share, each pair with one number and two suits; 0 for other sets."""
    suits_by_rank: dict[object, set[object]] = {}
    for template in templates:
        terms = dict(template.args[1])
        suit, rank = terms.get("suit", ("",)), terms.get("rank", ("",))
        if template.args[2:] != (None, None) or (suit[0], rank[0]) != ("letter", "letter") or _offset(rank):
            return 0
        suits_by_rank.setdefault(rank[1], set()).add(suit[1])
    if len(templates) != 4 or [len(suits) for suits in suits_by_rank.values()] != [2, 2]:
        return 0
    first, second = suits_by_rank.values()
    return len(first & second)


def distant_pairs_words(templates: tuple[Node, ...], condition: Node, speech: Speech) -> str:
    """Two pairs of runs, each pair with the same numbers in the same two suits, that have no number in common
    by the condition on their letters; empty for other templates and conditions.
    """
    (kind, *others), suits_by_letter = {one.args[0] for one in templates}, dict[object, list[str]]()
    for terms in (dict(one.args[1]) for one in templates):
        suit, rank = terms.get("suit", ("",)), terms.get("rank", ("",))
        if (suit[0], rank[0]) != ("value", "letter") or _offset(rank):
            return ""
        suits_by_letter.setdefault(rank[1], []).append(str(suit[1]))
    declared = speech.rules.kind_by_id.get(kind)
    if others or len(suits_by_letter) != 2 or declared is None or declared.run != "rank":
        return ""
    one, other = suits_by_letter
    apart = {f"{a} >= {b} + {declared.size * declared.step}" for a, b in ((one, other), (other, one))}
    first, second = suits_by_letter.values()
    if condition.text not in apart or first != second or len(first) != 2:
        return ""
    by_letter = speech.rules.tileset.by_letter
    suits = _nouns_together([speech.localized_name(by_letter[letter].names) for letter in first], speech)
    return speech.phrase("distant pairs", kind_words(kind, speech), suits)


def _sets_by_suit_words(templates: tuple[Node, ...], speech: Speech) -> str:
    """Sets of several kinds with given numbers, by suit: '123 and 789 in one suit and 55 in a second'."""
    suit, rank = speech.rules.tileset.attributes
    suits: dict[str, list[str]] = {}
    for name, pairs, *_ in (template.args for template in templates):
        terms, kind = dict(pairs), speech.rules.kind_by_id.get(name)
        if kind is None or (terms.get(rank, ("",))[0], terms.get(suit, ("",))[0]) != ("value", "letter"):
            return ""
        step = kind.step if kind.run == rank else 0
        suits.setdefault(terms[suit][1], []).append(_set_numbers(terms[rank][1], step, kind.size))
    join = speech.list_words if speech.is_english else speech.phrase("runs joined").join
    return each_suit_words([join(sets) for sets in suits.values()], speech)


def each_suit_words(texts: Sequence[str], speech: Speech) -> str:
    """What is in each of several suits: '123 in one suit, 456 in a second'; empty for more than there are
    words for.
    """
    if len(texts) > len(NTH_KEYS):
        return ""
    if len(texts) == 1:
        return speech.phrase("in one suit", *texts)
    each = [speech.phrase(nth, text) for nth, text in zip(NTH_KEYS, texts, strict=False)]
    return speech.list_words(each) if speech.is_english else speech.phrase("between suits").join(each)


def _set_numbers(first_number: str | int, step: int, size: int) -> str:
    """The numbers of a set as digits: 789."""
    return "".join(str(int(first_number) + place * step) for place in range(size))


def _relation(attribute: str, templates: tuple[Node, ...], speech: Speech) -> SetsRelation | None:
    """How the sets agree or differ in one attribute; None if there are no words for it."""
    terms: list[Term] = [
        dict(template.args[1])[attribute] for template in templates if attribute in dict(template.args[1])
    ]
    suit, rank = speech.rules.tileset.attributes
    if all(term[0] == "value" for term in terms):
        return _literal_values(attribute, [term[1] for term in terms], templates, speech)
    if len(terms) == 1:
        return None
    letters = [str(term[1]) for term in terms]
    if len(set(letters)) > 1 and all(letter.islower() for letter in letters):
        return None  # small letters may be equal or not
    if attribute == rank == "rank" and suit == "suit" and len(set(letters)) == 1:
        return _rank_relation(terms, {str(template.args[0]) for template in templates}, speech)
    if attribute == "tile" and len(set(letters)) == 1:
        return _relation_in_words(speech, "same tile")
    return _partition(letters, attribute, speech)


def _literal_values(
    attribute: str, values: list[str | int], templates: tuple[Node, ...], speech: Speech
) -> SetsRelation:
    """The relation that sets have given values. A run is named by all its numbers."""
    known = speech.rules.kind_by_id
    runs = [known[template.args[0]] for template in templates if template.args[0] in known]
    if runs and all(kind.run == attribute for kind in runs) and len(runs) == len(values):
        numbers = (_set_numbers(v, kind.step, kind.size) for v, kind in zip(values, runs, strict=True))
        return SetsRelation(NUMBERS, speech.list_words(numbers))
    once = [*dict.fromkeys(map(str, values))]
    told = once if len(once) == 1 else [*map(str, values)]
    suits = {suit.letter: suit.names for suit in speech.rules.tileset.suits}
    if attribute == speech.rules.tileset.attributes[0] and set(told) <= suits.keys():
        names = speech.list_words(speech.localized_name(suits[one]) for one in told)
        return _relation_in_words(speech, "of suits", names)
    if attribute == "rank" and not speech.is_english:
        return _relation_in_words(speech, "with numbers", speech.phrase("runs joined").join(told))
    word = speech.attribute_word(attribute, is_plural=speech.is_english and len(told) > 1)
    return _relation_in_words(speech, "with attribute", word, speech.list_words(told))


def _rank_relation(terms: Sequence[Term], kinds: set[str], speech: Speech) -> SetsRelation:
    """How the numbers of sets of some kinds relate that have one letter."""
    offsets = sorted(map(_offset, terms))
    steps = {after - before for before, after in pairwise(offsets)}
    found = [speech.rules.kind_by_id.get(kind) for kind in kinds]
    has_one_number = not any(kind and kind.run for kind in found)  # triplets and pairs, not runs
    if steps == {0}:
        return SetsRelation(
            "same numbers", speech.phrase("same number" if has_one_number else "same numbers"), ()
        )
    if speech.is_english and has_one_number and steps == {1}:
        return _relation_in_words(speech, "consecutive numbers")
    if not speech.is_english and all(kind and kind.run and {kind.size} == steps for kind in found):
        return _relation_in_words(speech, "end to end")
    if steps == {1} and not speech.is_english and not any(kind and kind.run for kind in found):
        return _relation_in_words(speech, "each one higher")
    if speech.is_english and len(offsets) == 2:
        return _relation_in_words(speech, "second higher", speech.number_word(steps.pop()))
    if len(steps) == 1:
        return _relation_in_words(speech, "each higher", speech.number_word(steps.pop()))
    if speech.is_english and len(offsets) == 3 and len({*offsets}) == 2:
        is_higher = offsets[0] == offsets[1]
        step = speech.number_word(offsets[2] - offsets[0])
        return _relation_in_words(
            speech, "third set", speech.phrase("higher by" if is_higher else "lower by", step)
        )
    numbers = ", ".join(f"n{offset:+d}" if offset else "n" for offset in offsets)
    return _relation_in_words(speech, "at numbers", numbers)


def _partition(letters: list[str], attribute: str, speech: Speech) -> SetsRelation:
    """How an attribute divides the sets: 'of one color', 'two of one color and one of another'."""
    sizes = sorted(Counter(letters).values(), reverse=True)
    word, is_suit = (
        speech.attribute_word(attribute),
        attribute == speech.rules.tileset.attributes[0] == "suit",
    )
    if len(sizes) == 1:
        return _relation_in_words(speech, "same suit" if is_suit else "of one", word)
    if len(sizes) == len(letters):
        if is_suit:
            number = counted_numeral(len(sizes), speech.language)
            return _relation_in_words(speech, "different suits", number, word)
        return _relation_in_words(speech, "of different", speech.number_word(len(sizes)), word)
    if len({*sizes}) == 1 and not speech.is_english:
        number, size = speech.number_word(len(sizes)), speech.number_word(sizes[0])
        return _relation_in_words(speech, "parted evenly", number, word, size)
    rest = speech.list_words(speech.number_word(size) for size in sizes[1:])
    return _relation_in_words(speech, "of one and another", speech.number_word(sizes[0]), word, rest)
