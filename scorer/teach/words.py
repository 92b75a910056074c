"""Puts classes of tiles, selectors and numbers into the words of a player.

The words of a game (names of classes, kinds of set, suits) come from its ruleset. This module adds only the
words of the rule language: called, concealed, numbers of things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from scorer.labels import choice_label, option_label
from scorer.language.nodes import Node
from scorer.languages import has_text, is_english
from scorer.notation import format_group
from scorer.phrases import headed_text, join_words, numeral, plural, translate
from scorer.ruleset.model import Ruleset
from scorer.shapes import Group, Reading, SetKind
from scorer.texts import phrase_template, phrases
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
SHARED_BEGINNINGS = {"the hand has": False, "the hand does": True, "the winning tile is": False}
"""The phrases for the beginnings that neighboring statements of an English list may share, and whether a verb
follows them, which keeps a choice apart: 'has terminals and has dragons or winds'.
"""


class MissingWord(Exception):
    """A term has no name in the requested language."""


class JoinedClauses(str):
    """Clauses in one text: all of them hold, or one of them (`are_alternatives`). Where another language puts
    such a text into a list, it shows what belongs together.
    """

    clauses: tuple[str, ...]
    are_alternatives: bool

    def __new__(cls, text: str, clauses: Iterable[str], are_alternatives: bool = False) -> JoinedClauses:
        joined = super().__new__(cls, text)
        joined.clauses, joined.are_alternatives = tuple(clauses), are_alternatives
        return joined


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

    def has_phrase(self, key: str) -> bool:
        """Whether phrases.txt has a phrase."""
        try:
            return bool(self.phrase_template(key))
        except KeyError:
            return False

    def localized_name(self, names: Names) -> str:
        if names and not self.is_english and not has_text(dict(names), self.language):
            raise MissingWord(name_in(names))
        return name_in(names, self.language)

    def name_or_quoted(self, names: Names) -> str:
        """A name in the language of the text; without one, the English name in quotes, so that the sentence
        around it can be read.
        """
        try:
            return self.localized_name(names)
        except MissingWord:
            return self.phrase("quoted", name_in(names))

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
        key, is_unit = f"attribute {ident}", ident in self.rules.unit_by_id
        if not is_unit and key in phrases():
            word = self.phrase(key)
        elif is_unit or self.is_english:
            word = self.rules.unit_word(ident, not is_plural, self.language).replace("_", " ")
        else:
            raise MissingWord(ident)
        return plural(word) if is_plural and self.is_english else word

    def list_words(self, texts: Iterable[str], conjunction: str = "and") -> str:
        """A list of words or clauses. A list may be part of another one, so that other languages repeat the
        word between its items.
        """
        if self.is_english:
            return join_words(texts, self.language, conjunction)
        return translate(conjunction, self.language).join(texts)

    def listed_conditions(self, clauses: Iterable[str]) -> str:
        """Conditions in a row, with the mark that a language has between clauses."""
        if self.is_english:
            return self._english_statements([*clauses])
        return self.phrase("between conditions").join(clauses)

    def all_clauses(self, clauses: Iterable[str]) -> str:
        """Clauses that are all true."""
        said = list(clauses)
        if self.is_english or len(said) < 2:
            return self._english_statements(said)
        has_alternatives = any(isinstance(one, JoinedClauses) and one.are_alternatives for one in said)
        if not has_alternatives:
            return JoinedClauses(self.phrase("between conditions").join(said), said)
        *first, last = map(self._choice_among_conditions, said)
        joined = self.phrase("between alternatives").join(first)
        return JoinedClauses(self.phrase("before the last with alternatives").join((joined, last)), said)

    def successive_clauses(self, first: Sequence[str], last: str) -> str:
        """Clauses that are all true, of which all but the last have the form that another clause follows."""
        clauses = [*first, self._choice_among_conditions(last)]
        return JoinedClauses(self.phrase("between conditions").join(clauses), clauses)

    def _choice_among_conditions(self, said: str) -> str:
        """A choice as one of several conditions: a mark shows where it ends."""
        if not isinstance(said, JoinedClauses) or not said.are_alternatives or len(said.clauses) < 2:
            return said
        first, *others = map(self._alternative, said.clauses)
        return self.phrase("choice among conditions", first, self.phrase("or clause").join(others))

    def _english_statements(self, every: Sequence[str]) -> str:
        """Statements that are all true. Neighbors with the same subject name it once: 'the hand has winds and
        dragons'.
        """
        said = [*every]
        for key, allows_choice in SHARED_BEGINNINGS.items():
            said = self._with_shared_beginning(said, self.phrase(key, ""), allows_choice)
        if len(said) in (1, len(every)):
            return self.list_words(said)
        return self.phrase("between alternatives").join([", ".join(said[:-1]), said[-1]])

    def _with_shared_beginning(
        self, clauses: Sequence[str], beginning: str, allows_choice: bool
    ) -> list[str]:
        """Clauses of which neighbors that begin alike are one."""

        def is_joined(clause: str) -> bool:
            is_choice = isinstance(clause, JoinedClauses) and clause.are_alternatives
            return clause.startswith(beginning) and (allows_choice or not is_choice)

        joined: list[str] = []
        for begins, several in groupby(clauses, is_joined):
            ends = [clause.removeprefix(beginning) if begins else clause for clause in several]
            joined += [beginning + self.list_words(ends)] if begins else ends
        return joined

    def alternative_clauses(self, clauses: Iterable[str]) -> str:
        """Clauses of which one is true: `either A or B`; in other languages with a mark between them."""
        said = list(clauses)
        if not self.is_english and len(said) > 1:
            text = translate("or clause", self.language).join(map(self._alternative, said))
            return JoinedClauses(text, said, are_alternatives=True)
        joined = join_words(said, self.language, "or")
        return self.phrase("either", joined) if len(said) == 2 else joined

    def joint_clauses(self, clauses: Iterable[str]) -> str:
        """Clauses that hold together, as one of several alternatives: a comma would not keep them apart.
        A choice among them is in brackets.
        """
        said = list(clauses)
        if self.is_english or len(said) < 2:
            return self.list_words(said)
        parts = (
            self.phrase("in brackets", one)
            if isinstance(one, JoinedClauses) and one.are_alternatives
            else one
            for one in said
        )
        return JoinedClauses(translate("and clause", self.language).join(parts), said)

    def _alternative(self, said: str) -> str:
        """One of several alternatives; parts that hold together are tied."""
        if isinstance(said, JoinedClauses) and not said.are_alternatives:
            return self.joint_clauses(said.clauses)
        return said

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
    if found and own and found.names and (name := speech.name_or_quoted(found.names)):
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
        (class_words(part, speech) for part in union_parts(node)), "or"
    ),
    "not": lambda node, speech: speech.phrase("anything but", class_words(node.args[0], speech)),
}


def union_parts(node: Node) -> Iterable[Node]:
    """The parts of an `or`, with nested ones flattened."""
    for part in node.args:
        yield from union_parts(part) if part.op == "or" else (part,)


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


def selector_words(node: Node, speech: Speech, is_plural: bool = True, has_pair: bool = False) -> str:
    """A selector as a noun phrase: concealed triplets of dragons, pairs of the seat wind. One that names no
    kind of set is about sets, or, with `has_pair`, about the pair as well.
    """
    return _SelectorWriter(node, speech, is_plural, has_pair).text()


class _SelectorWriter:
    """Sorts the parts of a selector into words before the noun, nouns, and words after the noun. What it
    excludes is written last.
    """

    def __init__(self, node: Node, speech: Speech, is_plural: bool, has_pair: bool = False) -> None:
        self.speech, self.is_plural, self.has_pair = speech, is_plural, has_pair
        self.before_noun: list[str] = []
        self.nouns: list[str] = []
        self.after_noun: list[str] = []
        self.excluded: dict[str, list[Node]] = {}
        for part in sorted(conjuncts(node), key=lambda part: not _is_noun(part)):
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
        if self.has_pair:
            return self.speech.phrase("groups" if self.is_plural else "group")
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
        parts = [*union_parts(node)]
        if all(part.op == "kind" for part in parts):
            words = (kind_words(part.args[0], self.speech, self.is_plural) for part in parts)
            self.nouns.append(self.speech.list_words(words, "or"))
        elif any(map(_has_noun, parts)):
            self._add_alternative_nouns(parts)
        elif not self.speech.is_english or not any(map(self._goes_before_noun, parts)):
            self._add_modifiers(parts)
        else:
            texts = [self._modifier_text(part) for part in parts]
            is_long = any(part.op == "and" for part in parts)
            listed = ", or ".join(texts) if is_long else self.speech.list_words(texts, "or")
            self.after_noun.append(self.speech.phrase("that are" if self.is_plural else "that is", listed))

    def _goes_before_noun(self, node: Node) -> bool:
        words = _SelectorWriter(node, self.speech, self.is_plural)
        return bool(words.before_noun) or len(words.after_noun) > 1

    def _add_modifiers(self, parts: Sequence[Node]) -> None:
        """Modifiers of which one applies: 'of dragons or of winds'; where such words stand before the noun,
        only the last class leads to it.
        """
        *first, last = parts
        is_joined = not self.speech.is_english and all(part.op == "of" for part in parts)
        texts = [
            class_words(part.args[0], self.speech) if is_joined else self._modifier_text(part)
            for part in first
        ]
        end = self._modifier_text(last)
        if is_joined:
            end = self.speech.phrase("of class of a choice", class_words(last.args[0], self.speech))
        self.after_noun.append(self.speech.list_words([*texts, end], "or"))

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
        said = class_words(node.args[0], self.speech)
        key = "of class" if node.op == "of" else "with in them" if self.is_plural else "with in it"
        if key == "of class" and says_choice_of_tiles(said, self.speech):
            key = "of class of a choice"
        self.after_noun.append(self.speech.phrase(key, said))


def says_choice_of_tiles(said: str, speech: Speech) -> bool:
    """Whether the words of a class name several, or end in a number, so that the noun after them would join
    the last one alone; always false in English, where they follow the noun.
    """
    return not speech.is_english and (speech.phrase("or").strip() in said or said[-1:].isdecimal())


def conjuncts(node: Node) -> Iterator[Node]:
    """The parts of a selector that must all hold; what is neither this nor that excludes both."""
    if node.op == "and":
        for part in node.args:
            yield from conjuncts(part)
    elif node.op == "not" and node.args[0].op == "or":
        for part in union_parts(node.args[0]):
            yield from conjuncts(replace(node, args=(part,)))
    elif node.op == "not" and node.args[0].op == "not":
        yield from conjuncts(node.args[0].args[0])
    else:
        yield node


def _is_noun(node: Node) -> bool:
    """Whether a part names kinds of set and nothing else."""
    return node.op == "kind" or (node.op == "or" and all(part.op == "kind" for part in union_parts(node)))


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


def counter_of(kinds: Iterable[str], speech: Speech) -> str:
    """The phrase with the counter word of sets of these kinds: Chinese has one for sets of four or more."""
    named = speech.rules.kinds_named(kinds)
    return "of large sets" if named and min(kind.size for kind in named) > 3 else "of sets"


def kinds_asked_for(parts: Iterable[Node], rules: Ruleset) -> tuple[SetKind, ...]:
    """The kinds of set that parts of a selector name; empty if they name none, or a pair."""
    return rules.kinds_named([str(part.args[0]) for part in parts if part.op == "kind"])


def kind_words(kind: str, speech: Speech, is_plural: bool = True) -> str:
    """The name of a kind of set. A word for several kinds goes by the name of the first kind; in English, one
    for runs and others is used as it is.
    """
    kinds, union = speech.rules.kind_by_id, dict(speech.rules.kind_unions).get(kind, ())
    if speech.is_english and any(kinds[one].run for one in union):
        union = ()
    found = kinds.get(next(iter(union), kind))
    word = speech.localized_name(found.names) if found else speech.id_words(kind)
    return plural(word) if is_plural else word
