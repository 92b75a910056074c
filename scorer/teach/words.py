"""Puts classes of tiles, selectors, templates and numbers into the words of a player.

The words of a game (names of classes, kinds of set, suits) come from its ruleset. This module adds only the
words of the rule language: called, concealed, numbers of things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeVar

from scorer.language.nodes import Node
from scorer.phrases import headed, joined, label, numeral, phrases, plural
from scorer.ruleset.model import Ruleset
from scorer.shapes import Group, Reading
from scorer.tiles import LANGUAGES, Names, Tile, TileSet, name_in
from scorer.values import dataclass

T = TypeVar("T")
STATE_WORDS = {
    "concealed": "concealed set", "called": "called set", "won": "won set",
    "first_called": "first_called set", "joker": "joker set", "any": "",
}  # fmt: skip
"""The phrase key for each state of a set."""
BEFORE = ("concealed", "called")
MOST_TILES = 5


class NoWord(Exception):
    """A term has no name in the requested language."""


@dataclass(frozen=True)
class Speech:
    """Writes the terms of a ruleset in one language. Every sentence of this package is made with one.

    The methods raise NoWord if a name is missing, so that the whole sentence falls back to English.
    """

    rules: Ruleset
    language: str = "en"

    @property
    def english(self) -> bool:
        return self.language == "en"

    def say(self, key: str, *words: object) -> str:
        """A phrase of phrases.txt with its slots filled."""
        return self.form(key).format(*words)

    def form(self, key: str) -> str:
        """A phrase of phrases.txt with its slots open."""
        return phrases()[key][LANGUAGES.index(self.language)]

    def name(self, names: Names) -> str:
        if names and not self.english and self.language not in dict(names):
            raise NoWord(name_in(names))
        return name_in(names, self.language)

    def word(self, ident: str) -> str:
        """An id as English words. Raises NoWord in other languages."""
        if not self.english:
            raise NoWord(ident)
        return ident.replace("_", " ")

    def attribute(self, ident: str, many: bool = False) -> str:
        """The word for an attribute of tiles. A unit of the same name in the rules provides the word."""
        if ident in self.rules.unit_by_id or self.english:
            word = self.rules.unit_word(ident, not many, self.language).replace("_", " ")
            return plural(word) if many else word
        if ident not in ("suit", "rank", "tile"):
            raise NoWord(ident)
        return self.say(ident)

    def listed(self, texts: Iterable[str], last: str = "and") -> str:
        return joined(texts, self.language, last)

    def headed(self, head: str, text: str) -> str:
        return headed(head, text, self.language)

    def number(self, count: int) -> str:
        return numeral(count, self.language)

    def groups(self, groups: Iterable[Group]) -> str:
        return self.listed(group_text(group, self.rules.tileset) for group in groups)

    def tiles(self, tiles: Iterable[Tile]) -> str:
        return self.rules.tileset.text(self.rules.tileset.sorted(tiles))


def in_words(say: Callable[[Speech], T], rules: Ruleset, language: str) -> T:
    """The result of `say` in a language, or in English if the rules have no word for a part of it.

    >>> from scorer import load_ruleset
    >>> in_words(lambda speech: speech.word("big_one"), load_ruleset("riichi"), "ja")
    'big one'
    """
    try:
        return say(Speech(rules, language))
    except NoWord:
        return say(Speech(rules))


def said_once(texts: Iterable[str]) -> tuple[str, list[str]]:
    """The words that all texts begin with, and the rest of each text.

    >>> said_once(["two runs in one suit", "two runs in two suits"])
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
    text = tileset.text(group.tiles)
    if not group.melded:
        return text
    return f"({text})" if group.called else f"[{text}]"


def reading_text(reading: Reading, tileset: TileSet) -> str:
    return " ".join(group_text(group, tileset) for group in reading.groups)


def won_text(reading: Reading, tileset: TileSet, language: str) -> str:
    """A reading in notation, with the set that the winning tile completed, if there is one."""
    text, won = reading_text(reading, tileset), reading.won
    return label("won in", language, text, group_text(won, tileset)) if won else text


# ---- classes of tiles


def class_words(node: Node, speech: Speech) -> str:
    """A class of tiles in the plural: simples, terminals or dragons, anything but honors."""
    return CLASSES[node.op](node, speech)


def _class(node: Node, speech: Speech) -> str:
    """The name of a class; without one, the name of its only tile, its tiles if they are few, or its id."""
    rules, ident = speech.rules, node.args[0]
    found = next((item for item in rules.classes if item.id == ident), None)
    own = found is not None and all(kind.id != found.id for kind in rules.tileset.kinds)
    if found and own and (name := speech.name(found.names)):
        return name
    tiles = tiles_of_class(node, rules)
    names = rules.tileset.kinds[tiles[0].kind].names if len(tiles) == 1 else ()
    if names:
        return plural(speech.name(names))
    is_word = ident.replace("_", "").isalpha()
    if 0 < len(tiles) <= MOST_TILES and not (speech.english and is_word):
        return rules.tileset.text(tiles)
    return plural(speech.word(ident))


def _both(node: Node, speech: Speech) -> str:
    if ("seat_flower",) in [part.args for part in node.args]:
        others = (class_words(part, speech) for part in node.args if part.op != "given")
        return speech.say("own seat", speech.listed(others))
    join = "but" if node.args[-1].op == "not" else "that are also"
    return speech.listed((class_words(part, speech) for part in node.args), join)


CLASSES: dict[str, Callable[[Node, Speech], str]] = {
    "class": _class,
    "given": lambda node, speech: speech.say(node.args[0]),
    "and": _both,
    "or": lambda node, speech: speech.listed((class_words(part, speech) for part in _parts(node)), "or"),
    "not": lambda node, speech: speech.say("anything but", class_words(node.args[0], speech)),
}


def _parts(node: Node) -> Iterable[Node]:
    """The parts of an `or`, with nested ones flattened."""
    for part in node.args:
        yield from _parts(part) if part.op == "or" else (part,)


def tiles_of_class(node: Node, rules: Ruleset) -> list[Tile]:
    mask = rules.class_masks.get(node.args[0], 0) if node.op == "class" else 0
    return [Tile(kind) for kind in rules.tileset.playing if mask >> kind & 1]


def value_words(attribute: str, tiles: Iterable[Tile], speech: Speech) -> list[str]:
    """The different values of an attribute among tiles, each by its name or by the tiles that have it."""
    tileset = speech.rules.tileset
    by_value: dict[str | int, list[Tile]] = {}
    for tile in tileset.sorted(tiles):
        kind = tileset.kinds[tile.kind]
        value = kind.id if attribute == "tile" else kind.attribute.get(attribute)
        if value is not None:
            by_value.setdefault(value, []).append(tile)
    return [_value_word(attribute, value, found, speech) for value, found in by_value.items()]


def _value_word(attribute: str, value: str | int, tiles: list[Tile], speech: Speech) -> str:
    """The name of the suit letter or class that stands for the value; for numbers, the tiles."""
    tileset = speech.rules.tileset
    letter = tileset.kinds[tiles[0].kind].letter
    playing = (kind for kind in tileset.kinds if kind.copies)
    if all((kind.attribute.get(attribute) == value) == (kind.letter == letter) for kind in playing):
        return speech.name(tileset.by_letter[letter].names) or letter
    if isinstance(value, int) or attribute == "tile":
        return tileset.text(tiles)
    named = next((item.names for item in speech.rules.classes if item.id == value), ())
    return speech.name(named) or speech.word(value)


# ---- selectors


def selector_words(node: Node, speech: Speech, many: bool = True) -> str:
    """A selector as a noun phrase: concealed triplets of dragons, pairs of the seat wind."""
    return _Selector(node, speech, many).said()


class _Selector:
    """Sorts the parts of a selector into words before the noun, nouns, and words after the noun."""

    def __init__(self, node: Node, speech: Speech, many: bool) -> None:
        self.speech, self.many = speech, many
        self.before: list[str] = []
        self.nouns: list[str] = []
        self.after: list[str] = []
        self.take(node)

    def take(self, *nodes: Node) -> None:
        for node in nodes:
            SELECTORS[node.op](self, node)

    def said(self) -> str:
        return self._around(" ".join(self.nouns) or self.speech.say("sets" if self.many else "set"))

    def _around(self, *noun: str) -> str:
        """The noun with its modifiers. English has some of them after the noun, other languages none."""
        if self.speech.english:
            return " ".join([*self.before, *noun, *self.after])
        return "".join([*self.after, *self.before, *noun])

    def _following(self, node: Node) -> str:
        """A part as a modifier of a noun that is already written."""
        words = _Selector(node, self.speech, self.many)
        return words._around() or words.said()

    def any_of(self, node: Node) -> None:
        if self.nouns and all(part.op in ("of", "and", "or") for part in node.args):
            # 'of dragons or of winds'; where such words stand before the noun, only the last leads to it
            *first, last = map(self._following, node.args)
            leads = "" if self.speech.english else self.speech.say("of class", "")
            self.after.append(self.speech.listed([*(text.removesuffix(leads) for text in first), last], "or"))
        else:
            parts = (selector_words(part, self.speech, self.many) for part in node.args)
            self.nouns.append(self.speech.listed(parts, "or"))

    def none_of(self, node: Node) -> None:
        inner = node.args[0]
        if inner.op == "state" and inner.args[0] == "concealed":
            self.before.append(self.speech.say("open set"))
        elif self.speech.english and inner.op in ("state", "of", "has"):
            self.after.append(self.speech.say("but not", self._following(inner)))
        else:
            self.after.append(self.speech.say("other than", selector_words(inner, self.speech, self.many)))

    def state(self, node: Node) -> None:
        if key := STATE_WORDS[node.args[0]]:
            (self.before if node.args[0] in BEFORE else self.after).append(self.speech.say(key))

    def of_class(self, node: Node) -> None:
        key = "of class" if node.op == "of" else "with in them" if self.many else "with in it"
        self.after.append(self.speech.say(key, class_words(node.args[0], self.speech)))


SELECTORS: dict[str, Callable[[_Selector, Node], None]] = {
    "kind": lambda words, node: words.nouns.append(kind_words(node.args[0], words.speech, words.many)),
    "state": _Selector.state,
    "of": _Selector.of_class,
    "has": _Selector.of_class,
    "and": lambda words, node: words.take(*node.args),
    "or": _Selector.any_of,
    "not": _Selector.none_of,
    "truth": lambda words, node: None,  # every set: nothing to add
}


def kind_words(kind: str, speech: Speech, many: bool = True) -> str:
    """The name of a kind of set. A word for several kinds is used as it is in English, otherwise the name of
    the first kind.
    """
    union = () if speech.english else dict(speech.rules.kind_unions).get(kind, ())
    found = speech.rules.kind_by_id.get(next(iter(union), kind))
    word = speech.name(found.names) if found else speech.word(kind)
    return plural(word) if many else word


# ---- templates

CLOSE = (*"123456789", "of ", "in ", "all ", "with ")
"""The beginnings of relations that follow their noun without a comma."""
NTH = ("nth 0", "nth 1", "nth 2")
Term = tuple[str, str | int, int] | tuple[str, str | int]


def alternatives_words(alternatives: tuple[tuple[Node, ...], ...], speech: Speech) -> str:
    """Alternative lists of templates in words. A common beginning is written once."""
    says = [templates_words(one, speech) for one in alternatives]
    if not speech.english:
        return speech.listed(dict.fromkeys(says), "or")
    alike, rest = said_once(says)
    start, _, last = alike.rpartition(" ")
    if rest and last in ("in", "of", "with"):
        alike, rest = start, sorted((f"{last} {text}" for text in rest), key=len)
    return f"{alike} {speech.listed(rest, 'or')}".strip()


def templates_words(templates: tuple[Node, ...], speech: Speech) -> str:
    """One list of templates in words: `chow(n, A), chow(n, B), chow(n, C)` is three runs of the same numbers
    in three different suits.
    """
    if any(template.args[2] is not None for template in templates):
        return speech.listed(
            _so_many(template.args[0], count, speech, class_words(template.args[2], speech))
            if template.args[2] is not None
            else templates_words((template,), speech)
            for template, count in Counter(templates).items()
        )
    if whole := _twins(templates, speech) or _by_suit(templates, speech):
        return whole
    kinds = [template.args[0] for template in templates]
    counts = [(kinds[0], len(kinds))] if len(set(kinds)) == 1 else [(kind, 1) for kind in kinds]
    nouns = speech.listed(_so_many(kind, count, speech) for kind, count in counts)
    attributes = dict.fromkeys(name for template in templates for name, _ in template.args[1])
    relations = [said for name in attributes if (said := _relation(name, templates, speech))]
    return _related(nouns, relations, speech)


def _so_many(kind: str, count: int, speech: Speech, of: str = "") -> str:
    """A number of sets of one kind: 'a triplet', 'two triplets of winds'."""
    noun = kind_words(kind, speech, count > 1)
    noun = speech.say("class of", noun, of) if of else noun
    if count == 1:
        return speech.say("a set of", noun)
    number = speech.number(count)
    return speech.say("sets in number", number if speech.english else speech.say("of sets", number), noun)


def _related(nouns: str, relations: list[str], speech: Speech) -> str:
    """The sets and how they are related: 'three triplets of one color and of three different things'."""
    if not speech.english:
        return speech.say("related", nouns, speech.listed(relations)) if relations else nouns
    close = [text for text in relations if text.startswith(CLOSE)]
    counted = [text for text in close if text[0].isdigit()]
    kinds = speech.listed(text for text in close if text.startswith("of "))
    others = [text for text in close if not text.startswith("of ") and text not in counted]
    first = " ".join(filter(None, [nouns, *counted, kinds, *others]))
    return ", ".join([first, *(text for text in relations if text not in close)])


def _twins(templates: tuple[Node, ...], speech: Speech) -> str:
    """Templates that occur twice each, described as pairs: 'two pairs of equal runs'."""
    pairs = Counter(template.args[:2] for template in templates)
    if len(pairs) < 2 or set(pairs.values()) != {2} or len({kind for kind, _ in pairs}) > 1:
        return ""
    suit = speech.rules.tileset.attributes[0]
    letters = [str(dict(terms)[suit][1]) for _, terms in pairs if suit in dict(terms)]
    where = _partition(letters, suit, speech) if len(letters) > 1 and suit == "suit" else ""
    number, kind = speech.number(len(pairs)), kind_words(next(iter(pairs))[0], speech)
    return speech.say("pairs of equal" if where else "equal pairs", number, kind, where)


def _by_suit(templates: tuple[Node, ...], speech: Speech) -> str:
    """Sets of several kinds with given numbers, by suit: '123 and 789 in one suit and 55 in a second'."""
    suit, rank = speech.rules.tileset.attributes
    suits: dict[str, list[str]] = {}
    for name, pairs, _ in (template.args for template in templates):
        terms, kind = dict(pairs), speech.rules.kind_by_id.get(name)
        if kind is None or (terms.get(rank, ("",))[0], terms.get(suit, ("",))[0]) != ("value", "letter"):
            return ""
        step = kind.step if kind.run == rank else 0
        suits.setdefault(terms[suit][1], []).append(_span(terms[rank][1], step, kind.size))
    if len({template.args[0] for template in templates}) == 1 or len(suits) > len(NTH):
        return ""
    each = zip(NTH, suits.values(), strict=False)
    return speech.listed(speech.say(nth, speech.listed(sets)) for nth, sets in each)


def _span(first: str | int, step: int, size: int) -> str:
    """The numbers of a set as digits: 789."""
    return "".join(str(int(first) + place * step) for place in range(size))


def _relation(attribute: str, templates: tuple[Node, ...], speech: Speech) -> str:
    """The words for how the sets agree or differ in one attribute."""
    terms: list[Term] = [
        dict(template.args[1])[attribute] for template in templates if attribute in dict(template.args[1])
    ]
    suit, rank = speech.rules.tileset.attributes
    if all(term[0] == "value" for term in terms):
        return _written(attribute, [term[1] for term in terms], templates, speech)
    if len(terms) == 1:
        return ""
    letters = [str(term[1]) for term in terms]
    if attribute == rank and (rank, suit) == ("rank", "suit"):
        return _numbers(terms, letters, speech)
    if attribute == "tile" and len(set(letters)) == 1:
        return speech.say("same tile")
    return _partition(letters, attribute, speech)


def _written(attribute: str, values: list[str | int], templates: tuple[Node, ...], speech: Speech) -> str:
    """The words for literal values. A run is named by all its numbers."""
    known = speech.rules.kind_by_id
    runs = [known[template.args[0]] for template in templates if template.args[0] in known]
    if runs and all(kind.run == attribute for kind in runs) and len(runs) == len(values):
        return speech.listed(_span(v, kind.step, kind.size) for v, kind in zip(values, runs, strict=True))
    word = attribute if speech.english else speech.attribute(attribute)
    return speech.say("with attribute", word, speech.listed(map(str, values)))


def _numbers(terms: list[Term], letters: list[str], speech: Speech) -> str:
    if len(set(letters)) > 1:
        return speech.say("two by two" if set(Counter(letters).values()) == {2} else "fitting numbers")
    offsets = [term[2] if len(term) > 2 else 0 for term in terms]
    steps = {after - before for before, after in pairwise(offsets)}
    if steps == {0}:
        return speech.say("same numbers")
    if len(steps) == 1:
        return speech.say("each higher", speech.number(abs(steps.pop())))
    return speech.say("at numbers", ", ".join(f"n{offset:+d}" if offset else "n" for offset in offsets))


def _partition(letters: list[str], attribute: str, speech: Speech) -> str:
    """How an attribute divides the sets: 'of one color', 'two of one color and one of another'."""
    sizes = sorted(Counter(letters).values(), reverse=True)
    word, is_suit = speech.attribute(attribute), attribute == speech.rules.tileset.attributes[0] == "suit"
    if len(sizes) == 1:
        return speech.say("same suit" if is_suit else "of one", word)
    if len(sizes) == len(letters):
        return speech.say("different suits" if is_suit else "of different", speech.number(len(sizes)), word)
    rest = speech.listed(speech.number(size) for size in sizes[1:])
    return speech.say("of one and another", speech.number(sizes[0]), word, rest)
