"""Puts classes of tiles, selectors, templates and numbers into the words of a player.

The words of a game (names of classes, kinds of set, suits) come from its ruleset. This module adds only the
words of the rule language: called, concealed, numbers of things.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import TypeVar

from scorer.labels import choice_label, option_label
from scorer.language.nodes import Node, comparable_tree
from scorer.languages import has_text, is_english
from scorer.notation import format_group
from scorer.phrases import counted_numeral, headed_text, join_words, numeral, plural, translate
from scorer.ruleset.model import Ruleset
from scorer.shapes import Group, Reading
from scorer.texts import phrase_template
from scorer.tiles import Names, Tile, TileSet, name_in
from scorer.values import dataclass, replace

T = TypeVar("T")
STATE_WORDS = {
    "concealed": "concealed set", "called": "called set", "won": "won set",
    "first_called": "first_called set", "added": "added set", "joker": "joker set", "any": "",
}  # fmt: skip
"""The phrase key for each state of a set."""
STATES_BEFORE_NOUN = ("concealed", "called")
STATE_PREFIXES = {"concealed set": "concealed set alone", "open set": "open set alone"}
"""States that some languages write in one word with the set; alone they have another form."""
SET_WITH_STATE = re.compile("(?<=[暗明][刻杠槓])子")
MOST_TILES = 5


class MissingWord(Exception):
    """A term has no name in the requested language."""


@dataclass(frozen=True)
class Speech:
    """Writes the terms of a ruleset in one language. Every sentence of this package is made with one.

    The methods raise NoWord if a name is missing, so that the whole sentence falls back to English.
    """

    rules: Ruleset
    language: str = "en"

    @property
    def is_english(self) -> bool:
        return is_english(self.language)

    def phrase(self, key: str, *words: object) -> str:
        """A phrase of phrases.txt with its slots filled."""
        return self.phrase_template(key).format(*words)

    def phrase_template(self, key: str) -> str:
        """A phrase of phrases.txt with its slots open."""
        return phrase_template(key, self.language)

    def localized_name(self, names: Names) -> str:
        if names and not self.is_english and not has_text(dict(names), self.language):
            raise MissingWord(name_in(names))
        return name_in(names, self.language)

    def option_words(self, ident: str) -> str:
        """What a sentence calls an option."""
        return option_label(self.rules.option_by_id[ident], self.language)

    def choice_words(self, ident: str, value: object) -> str:
        """What a sentence calls the value of an option."""
        return choice_label(self.rules.option_by_id[ident], str(value), self.language)

    def id_words(self, ident: str) -> str:
        """An id as English words. Raises NoWord in other languages."""
        if not self.is_english:
            raise MissingWord(ident)
        return ident.replace("_", " ")

    def attribute_word(self, ident: str, is_plural: bool = False) -> str:
        """The word for an attribute of tiles. A unit of the same name in the rules provides the word."""
        if ident in self.rules.unit_by_id or self.is_english:
            word = self.rules.unit_word(ident, not is_plural, self.language).replace("_", " ")
            return plural(word) if is_plural else word
        if ident not in ("suit", "rank", "tile"):
            raise MissingWord(ident)
        return self.phrase(ident)

    def list_words(self, texts: Iterable[str], conjunction: str = "and") -> str:
        return join_words(texts, self.language, conjunction)

    def headed_text(self, head: str, text: str) -> str:
        return headed_text(head, text, self.language)

    def number_word(self, count: int) -> str:
        return numeral(count, self.language)

    def groups_text(self, groups: Iterable[Group]) -> str:
        return self.list_words(group_text(group, self.rules.tileset) for group in groups)

    def tiles_text(self, tiles: Iterable[Tile]) -> str:
        return self.rules.tileset.format_tiles(self.rules.tileset.sort_tiles(tiles))


def localized_or_english(write: Callable[[Speech], T], rules: Ruleset, language: str) -> T:
    """The result of `say` in a language, or in English if the rules have no word for a part of it.

    >>> from scorer import load_ruleset
    >>> localized_or_english(lambda speech: speech.id_words("big_one"), load_ruleset("riichi"), "ja")
    'big one'
    """
    try:
        return write(Speech(rules, language))
    except MissingWord:
        return write(Speech(rules))


def common_beginning(texts: Iterable[str]) -> tuple[str, list[str]]:
    """The words that all texts begin with, and the rest of each text.

    >>> common_beginning(["two runs in one suit", "two runs in two suits"])
    ('two runs in', ['one suit', 'two suits'])
    """
    says = [text.split() for text in dict.fromkeys(texts)]
    alike = 0
    while len(says) > 1 and alike < min(map(len, says)) and len({words[alike] for words in says}) == 1:
        alike += 1
    while alike and says[0][alike - 1].endswith(","):  # a list stays whole
        alike -= 1
    rest = (" ".join(words[alike:]) for words in says)
    return " ".join(says[0][:alike]), [text for text in rest if text]


def group_text(group: Group, tileset: TileSet) -> str:
    """A set in notation, in brackets if it was called or declared."""
    return format_group(group, tileset) if group.is_melded else tileset.format_tiles(group.tiles)


def reading_text(reading: Reading, tileset: TileSet) -> str:
    return " ".join(group_text(group, tileset) for group in reading.groups)


def won_text(reading: Reading, tileset: TileSet, language: str) -> str:
    """A reading in notation, with the set that the winning tile completed, if there is one."""
    text, won = reading_text(reading, tileset), reading.winning_group
    return translate("won in", language, text, group_text(won, tileset)) if won else text


# ---- classes of tiles


def class_words(node: Node, speech: Speech) -> str:
    """A class of tiles in the plural: simples, terminals or dragons, anything but honors."""
    return CLASS_WRITERS[node.op](node, speech)


def _named_class_words(node: Node, speech: Speech) -> str:
    """The name of a class; without one, the name of its only tile, its tiles if they are few, or its id."""
    rules, ident = speech.rules, node.args[0]
    found = next((item for item in rules.classes if item.id == ident), None)
    own = found is not None and all(kind.id != found.id for kind in rules.tileset.kinds)
    if found and own and (name := speech.localized_name(found.names)):
        return name
    tiles = tiles_of_class(node, rules)
    names = rules.tileset.kinds[tiles[0].kind].names if len(tiles) == 1 else ()
    if names:
        return plural(speech.localized_name(names))
    is_word = ident.replace("_", "").isalpha()
    if 0 < len(tiles) <= MOST_TILES and not (speech.is_english and is_word):
        return rules.tileset.format_tiles(tiles)
    return plural(speech.id_words(ident))


def _intersection_words(node: Node, speech: Speech) -> str:
    if ("seat_flower",) in [part.args for part in node.args]:
        others = (class_words(part, speech) for part in node.args if part.op != "given")
        return speech.phrase("own seat", speech.list_words(others))
    parts = [*_class_conjuncts(node)]
    named = speech.list_words(
        (class_words(part, speech) for part in parts if part.op != "not"), "that are also"
    )
    without = [class_words(part.args[0], speech) for part in parts if part.op == "not"]
    if not without:
        return named
    listed = speech.list_words(without, "or" if speech.is_english else "and")
    return (
        speech.phrase("class other than", named, listed) if named else speech.phrase("anything but", listed)
    )


def _class_conjuncts(node: Node) -> Iterator[Node]:
    for part in node.args:
        yield from _class_conjuncts(part) if part.op == "and" else (part,)


CLASS_WRITERS: dict[str, Callable[[Node, Speech], str]] = {
    "class": _named_class_words,
    "given": lambda node, speech: speech.phrase(f"class:{node.args[0]}"),
    "and": _intersection_words,
    "or": lambda node, speech: speech.list_words(
        (class_words(part, speech) for part in _union_parts(node)), "or"
    ),
    "not": lambda node, speech: speech.phrase("anything but", class_words(node.args[0], speech)),
}


def _union_parts(node: Node) -> Iterable[Node]:
    """The parts of an `or`, with nested ones flattened."""
    for part in node.args:
        yield from _union_parts(part) if part.op == "or" else (part,)


def tiles_of_class(node: Node, rules: Ruleset) -> list[Tile]:
    mask = rules.class_masks.get(node.args[0], 0) if node.op == "class" else 0
    return [Tile(kind) for kind in rules.tileset.playing_kinds if mask >> kind & 1]


def value_words(attribute: str, tiles: Iterable[Tile], speech: Speech) -> list[str]:
    """The different values of an attribute among tiles, each by its name or by the tiles that have it."""
    tileset = speech.rules.tileset
    by_value: dict[str | int, list[Tile]] = {}
    for tile in tileset.sort_tiles(tiles):
        kind = tileset.kinds[tile.kind]
        value = kind.id if attribute == "tile" else kind.attribute_values.get(attribute)
        if value is not None:
            by_value.setdefault(value, []).append(tile)
    return [_value_word(attribute, value, found, speech) for value, found in by_value.items()]


def _value_word(attribute: str, value: str | int, tiles: list[Tile], speech: Speech) -> str:
    """The name of the suit letter or class that stands for the value; for numbers, the tiles."""
    tileset = speech.rules.tileset
    letter = tileset.kinds[tiles[0].kind].letter
    playing = (kind for kind in tileset.kinds if kind.copies)
    if all((kind.attribute_values.get(attribute) == value) == (kind.letter == letter) for kind in playing):
        return speech.localized_name(tileset.by_letter[letter].names) or letter
    if isinstance(value, int) or attribute == "tile":
        return tileset.format_tiles(tiles)
    named = next((item.names for item in speech.rules.classes if item.id == value), ())
    return speech.localized_name(named) or speech.id_words(value)


# ---- selectors


def selector_words(node: Node, speech: Speech, is_plural: bool = True) -> str:
    """A selector as a noun phrase: concealed triplets of dragons, pairs of the seat wind."""
    return _SelectorWriter(node, speech, is_plural).text()


class _SelectorWriter:
    """Sorts the parts of a selector into words before the noun, nouns, and words after the noun. What it
    excludes is written last.
    """

    def __init__(self, node: Node, speech: Speech, is_plural: bool) -> None:
        self.speech, self.is_plural = speech, is_plural
        self.before_noun: list[str] = []
        self.nouns: list[str] = []
        self.after_noun: list[str] = []
        self.excluded: dict[str, list[Node]] = {}
        for part in sorted(_conjuncts(node), key=lambda part: not _is_noun(part)):
            SELECTOR_WRITERS[part.op](self, part)
        for kind, nodes in self.excluded.items():
            EXCLUSION_WRITERS[kind](self, nodes)

    @property
    def has_words_after(self) -> bool:
        """Whether modifiers follow the noun, so that they do not seem to be about a noun before it."""
        return self.speech.is_english and bool(self.after_noun)

    @property
    def has_words_before(self) -> bool:
        return bool(self.before_noun) or (bool(self.after_noun) and not self.speech.is_english)

    def text(self) -> str:
        return self._with_modifiers(" ".join(self.nouns) or self._any_set())

    def _any_set(self) -> str:
        return self.speech.phrase("sets" if self.is_plural else "set")

    def _with_modifiers(self, *noun: str) -> str:
        """The noun with its modifiers. English has some of them after the noun, other languages none; they
        have one word for a set and its state: 暗刻.
        """
        if self.speech.is_english:
            return " ".join([*self.before_noun, *noun, *self.after_noun])
        return SET_WITH_STATE.sub("", "".join([*self.after_noun, *self.before_noun, *noun]))

    def _modifier_text(self, node: Node) -> str:
        """A part as a modifier of a noun that is written elsewhere: 'concealed and of dragons'."""
        words = _SelectorWriter(node, self.speech, self.is_plural)
        if self.speech.is_english:
            return " and ".join([*words.before_noun, *words.after_noun])
        prefixes = {
            self.speech.phrase(key): self.speech.phrase(alone) for key, alone in STATE_PREFIXES.items()
        }
        return "".join([*words.after_noun, *(prefixes.get(word, word) for word in words.before_noun)])

    def add_alternatives(self, node: Node) -> None:
        parts = [*_union_parts(node)]
        if all(part.op == "kind" for part in parts):
            words = (kind_words(part.args[0], self.speech, self.is_plural) for part in parts)
            self.nouns.append(self.speech.list_words(words, "or"))
        elif any(map(_has_noun, parts)):
            self._add_alternative_nouns(parts)
        elif not self.speech.is_english or not any(map(self._goes_before_noun, parts)):
            self._add_modifiers(parts)
        else:
            texts = [self._modifier_text(part) for part in parts]
            between = ", or " if any(" and " in text for text in texts) else ""
            listed = between.join(texts) if between else self.speech.list_words(texts, "or")
            self.after_noun.append(self.speech.phrase("that are" if self.is_plural else "that is", listed))

    def _goes_before_noun(self, node: Node) -> bool:
        words = _SelectorWriter(node, self.speech, self.is_plural)
        return bool(words.before_noun) or len(words.after_noun) > 1

    def _add_modifiers(self, parts: Sequence[Node]) -> None:
        """Modifiers of which one applies: 'of dragons or of winds'; where such words stand before the noun,
        only the last class leads to it.
        """
        *first, last = map(self._modifier_text, parts)
        if not self.speech.is_english and all(part.op == "of" for part in parts):
            first = [text.removesuffix(self.speech.phrase("of class", "")) for text in first]
        self.after_noun.append(self.speech.list_words([*first, last], "or"))

    def _add_alternative_nouns(self, parts: Sequence[Node]) -> None:
        """Nouns with modifiers of their own, in an order in which none seems to be about another noun."""
        writers = [_SelectorWriter(part, self.speech, self.is_plural) for part in parts]
        writers.sort(key=lambda one: one.has_words_before - one.has_words_after)
        texts = [one.text() for one in writers]
        if self.speech.is_english and any(one.has_words_before and one.has_words_after for one in writers):
            self.nouns.append(", or ".join(texts))
        else:
            self.nouns.append(self.speech.list_words(texts, "or"))

    def add_negation(self, node: Node) -> None:
        inner = node.args[0]
        if inner.op == "state" and inner.args[0] == "concealed":
            self.before_noun.append(self.speech.phrase("open set"))
        else:
            kind = inner.op if inner.op in EXCLUSION_WRITERS else "kind"
            self.excluded.setdefault(kind, []).append(inner)

    def exclude_classes(self, nodes: Sequence[Node]) -> None:
        """Classes of which a set does not consist: 'not made of dragons or winds'."""
        classes = (class_words(node.args[0], self.speech) for node in nodes)
        listed = self.speech.list_words(classes, "or" if self.speech.is_english else "and")
        self.after_noun.append(self.speech.phrase("not made of", listed))

    def exclude_tiles(self, nodes: Sequence[Node]) -> None:
        key = "without in them" if self.is_plural else "without in it"
        classes = (class_words(node.args[0], self.speech) for node in nodes)
        self.after_noun.append(self.speech.phrase(key, self.speech.list_words(classes, "or")))

    def exclude_states(self, nodes: Sequence[Node]) -> None:
        if self.speech.is_english:
            texts = (self.speech.phrase(STATE_WORDS[node.args[0]]) for node in nodes)
            self.after_noun += [self.speech.phrase("in another state", text) for text in texts]
        else:
            self.exclude_sets(nodes)

    def exclude_sets(self, nodes: Sequence[Node]) -> None:
        """Sets that are left out: 'other than runs or pairs'."""
        texts = (selector_words(node, self.speech) for node in nodes)
        listed = self.speech.list_words(texts, "or" if self.speech.is_english else "and")
        self.after_noun.append(self.speech.phrase("other than", listed))

    def add_state(self, node: Node) -> None:
        if key := STATE_WORDS[node.args[0]]:
            (self.before_noun if node.args[0] in STATES_BEFORE_NOUN else self.after_noun).append(
                self.speech.phrase(key)
            )

    def add_class(self, node: Node) -> None:
        key = "of class" if node.op == "of" else "with in them" if self.is_plural else "with in it"
        self.after_noun.append(self.speech.phrase(key, class_words(node.args[0], self.speech)))


def _conjuncts(node: Node) -> Iterator[Node]:
    """The parts of a selector that must all hold; what is neither this nor that excludes both."""
    if node.op == "and":
        for part in node.args:
            yield from _conjuncts(part)
    elif node.op == "not" and node.args[0].op == "or":
        for part in _union_parts(node.args[0]):
            yield from _conjuncts(replace(node, args=(part,)))
    elif node.op == "not" and node.args[0].op == "not":
        yield from _conjuncts(node.args[0].args[0])
    else:
        yield node


def _is_noun(node: Node) -> bool:
    """Whether a part names kinds of set and nothing else."""
    return node.op == "kind" or (node.op == "or" and all(part.op == "kind" for part in _union_parts(node)))


def _has_noun(node: Node) -> bool:
    return any(part.op == "kind" for part in node.walk())


SELECTOR_WRITERS: dict[str, Callable[[_SelectorWriter, Node], None]] = {
    "kind": lambda words, node: words.nouns.append(kind_words(node.args[0], words.speech, words.is_plural)),
    "state": _SelectorWriter.add_state,
    "of": _SelectorWriter.add_class,
    "has": _SelectorWriter.add_class,
    "or": _SelectorWriter.add_alternatives,
    "not": _SelectorWriter.add_negation,
    "truth": lambda words, node: None,  # every set: nothing to add
}
EXCLUSION_WRITERS: dict[str, Callable[[_SelectorWriter, Sequence[Node]], None]] = {
    "of": _SelectorWriter.exclude_classes,
    "has": _SelectorWriter.exclude_tiles,
    "state": _SelectorWriter.exclude_states,
    "kind": _SelectorWriter.exclude_sets,
}
"""Writers of what a selector excludes, by what that is; all else is excluded as sets are."""


def kind_words(kind: str, speech: Speech, is_plural: bool = True) -> str:
    """The name of a kind of set. A word for several kinds is used as it is in English, otherwise the name of
    the first kind.
    """
    union = () if speech.is_english else dict(speech.rules.kind_unions).get(kind, ())
    found = speech.rules.kind_by_id.get(next(iter(union), kind))
    word = speech.localized_name(found.names) if found else speech.id_words(kind)
    return plural(word) if is_plural else word


# ---- templates

CLOSE_RELATIONS = (*"123456789", "of ", "in ", "all ", "with ")
"""The beginnings of relations that follow their noun without a comma."""
NTH_KEYS = ("nth 0", "nth 1", "nth 2")
Term = tuple[str, str | int, int] | tuple[str, str | int]


def alternatives_words(alternatives: tuple[tuple[Node, ...], ...], speech: Speech) -> str:
    """Alternative lists of templates in words. A common beginning is written once."""
    if not speech.is_english:
        paired = dict.fromkeys(_twin_sets_words(one, speech, in_any_suits=True) for one in alternatives)
        if len(paired) == 1 and all(paired):  # the alternatives differ only in the suits
            return next(iter(paired))
        return speech.list_words(dict.fromkeys(templates_words(one, speech) for one in alternatives), "or")
    says = [templates_words(one, speech) for one in alternatives]
    alike, rest = common_beginning(says)
    start, _, last = alike.rpartition(" ")
    if rest and last in ("in", "of", "with"):
        alike, rest = start, sorted((f"{last} {text}" for text in rest), key=len)
    return f"{alike} {speech.list_words(rest, 'or')}".strip()


def templates_words(templates: tuple[Node, ...], speech: Speech) -> str:
    """One list of templates in words: `chow(n, A), chow(n, B), chow(n, C)` is three runs of the same numbers
    in three different suits. What is said of the sets besides comes last.
    """
    if selectors := [template.args[3] for template in templates if template.args[3] is not None]:
        plain = tuple(replace(one, args=(*one.args[:3], None)) for one in templates)
        return _words_with_selectors(templates_words(plain, speech), len(templates), selectors, speech)
    if any(template.args[2] is not None for template in templates):
        first_alike = {comparable_tree(template): template for template in templates}
        alike_counts = Counter(map(comparable_tree, templates))
        return speech.list_words(
            _counted_sets_words(template.args[0], count, speech, class_words(template.args[2], speech))
            if template.args[2] is not None
            else templates_words((template,), speech)
            for template, count in ((first_alike[key], n) for key, n in alike_counts.items())
        )
    if whole := _twin_sets_words(templates, speech) or _sets_by_suit_words(templates, speech):
        return whole
    kinds = [template.args[0] for template in templates]
    nouns = speech.list_words(
        _counted_sets_words(kind, count, speech) for kind, count in Counter(kinds).items()
    )
    attributes = dict.fromkeys(name for template in templates for name, _ in template.args[1])
    relations = {name: said for name in attributes if (said := _relation_words(name, templates, speech))}
    if speech.is_english:
        return _related_sets_words(nouns, [*relations.values()], speech)
    return _qualified_sets_words(nouns, relations, templates, speech)


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
    noun = kind_words(kind, speech, count > 1)
    noun = speech.phrase("class of", noun, class_noun) if class_noun else noun
    if count == 1:
        return speech.phrase("a set of", noun)
    number = speech.number_word(count)
    return speech.phrase(
        "sets in number", number if speech.is_english else speech.phrase("of sets", number), noun
    )


def _qualified_sets_words(
    nouns: str, relations: dict[str, str], templates: tuple[Node, ...], speech: Speech
) -> str:
    """The sets after the words for how they are related, as in Japanese and Chinese: the suit comes first,
    and runs with given numbers are called by these.
    """
    suit, rank = speech.rules.tileset.attributes
    if relations.get(rank) == speech.phrase("same numbers") and relations.get(suit) == speech.phrase(
        "same suit"
    ):
        relations = {rank: speech.phrase("identical")}
    if runs := _literal_runs(rank, templates, speech):
        relations.pop(rank, None)
        nouns = speech.phrase("runs joined").join(runs)
    told = [relations[name] for name in sorted(relations, key=lambda name: name != suit)]
    key = "relations joined" if (suit, rank) == ("suit", "rank") else "relations listed"
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


def _related_sets_words(nouns: str, relations: list[str], speech: Speech) -> str:
    """The sets and how they are related: 'three triplets of one color and of three different things'."""
    close = [text for text in relations if text.startswith(CLOSE_RELATIONS)]
    counted = [text for text in close if text[0].isdigit()]
    kinds = speech.list_words(text for text in close if text.startswith("of "))
    others = [text for text in close if not text.startswith("of ") and text not in counted]
    first = " ".join(filter(None, [nouns, *counted, kinds, *others]))
    return ", ".join([first, *(text for text in relations if text not in close)])


def _twin_sets_words(templates: tuple[Node, ...], speech: Speech, in_any_suits: bool = False) -> str:
    """Templates that occur twice each, described as pairs: 'two pairs of equal runs'. The suits are left out
    if they may be any.
    """
    pairs = Counter(template.args[:2] for template in templates)
    if len(pairs) < 2 or set(pairs.values()) != {2} or len({kind for kind, _ in pairs}) > 1:
        return ""
    suit = speech.rules.tileset.attributes[0]
    letters = [str(dict(terms)[suit][1]) for _, terms in pairs if suit in dict(terms)]
    is_told = len(letters) > 1 and suit == "suit" and not in_any_suits
    where = _partition_words(letters, suit, speech) if is_told else ""
    number, kind = speech.number_word(len(pairs)), kind_words(next(iter(pairs))[0], speech)
    return speech.phrase("pairs of equal" if where else "equal pairs", number, kind, where)


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
    if len({template.args[0] for template in templates}) == 1 or len(suits) > len(NTH_KEYS):
        return ""
    each = zip(NTH_KEYS, suits.values(), strict=False)
    return speech.list_words(speech.phrase(nth, speech.list_words(sets)) for nth, sets in each)


def _set_numbers(first_number: str | int, step: int, size: int) -> str:
    """The numbers of a set as digits: 789."""
    return "".join(str(int(first_number) + place * step) for place in range(size))


def _relation_words(attribute: str, templates: tuple[Node, ...], speech: Speech) -> str:
    """The words for how the sets agree or differ in one attribute."""
    terms: list[Term] = [
        dict(template.args[1])[attribute] for template in templates if attribute in dict(template.args[1])
    ]
    suit, rank = speech.rules.tileset.attributes
    if all(term[0] == "value" for term in terms):
        return _literal_values_words(attribute, [term[1] for term in terms], templates, speech)
    if len(terms) == 1:
        return ""
    letters = [str(term[1]) for term in terms]
    if attribute == rank and (rank, suit) == ("rank", "suit"):
        return _rank_relation_words(terms, letters, speech)
    if attribute == "tile" and len(set(letters)) == 1:
        return speech.phrase("same tile")
    return _partition_words(letters, attribute, speech)


def _literal_values_words(
    attribute: str, values: list[str | int], templates: tuple[Node, ...], speech: Speech
) -> str:
    """The words for literal values. A run is named by all its numbers."""
    known = speech.rules.kind_by_id
    runs = [known[template.args[0]] for template in templates if template.args[0] in known]
    if runs and all(kind.run == attribute for kind in runs) and len(runs) == len(values):
        return speech.list_words(
            _set_numbers(v, kind.step, kind.size) for v, kind in zip(values, runs, strict=True)
        )
    if speech.is_english:
        return speech.phrase("with attribute", attribute, speech.list_words(map(str, values)))
    once = [*dict.fromkeys(map(str, values))]
    told = once if len(once) == 1 else [*map(str, values)]
    suits = {suit.letter: suit.names for suit in speech.rules.tileset.suits}
    if attribute == speech.rules.tileset.attributes[0] and set(told) <= suits.keys():
        return speech.phrase("of suits", speech.list_words(speech.localized_name(suits[one]) for one in told))
    return speech.phrase("with attribute", speech.attribute_word(attribute), speech.list_words(told))


def _rank_relation_words(terms: list[Term], letters: list[str], speech: Speech) -> str:
    if len(set(letters)) > 1:
        return speech.phrase("two by two" if set(Counter(letters).values()) == {2} else "fitting numbers")
    offsets = [term[2] if len(term) > 2 else 0 for term in terms]
    steps = {after - before for before, after in pairwise(offsets)}
    if steps == {0}:
        return speech.phrase("same numbers")
    if len(steps) == 1:
        return speech.phrase("each higher", speech.number_word(abs(steps.pop())))
    return speech.phrase("at numbers", ", ".join(f"n{offset:+d}" if offset else "n" for offset in offsets))


def _partition_words(letters: list[str], attribute: str, speech: Speech) -> str:
    """How an attribute divides the sets: 'of one color', 'two of one color and one of another'."""
    sizes = sorted(Counter(letters).values(), reverse=True)
    word, is_suit = (
        speech.attribute_word(attribute),
        attribute == speech.rules.tileset.attributes[0] == "suit",
    )
    if len(sizes) == 1:
        return speech.phrase("same suit" if is_suit else "of one", word)
    if len(sizes) == len(letters):
        if is_suit:
            return speech.phrase("different suits", counted_numeral(len(sizes), speech.language), word)
        return speech.phrase("of different", speech.number_word(len(sizes)), word)
    rest = speech.list_words(speech.number_word(size) for size in sizes[1:])
    return speech.phrase("of one and another", speech.number_word(sizes[0]), word, rest)
