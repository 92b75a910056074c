"""Classes of tiles, selectors and numbers in the words of a player.

Every word of a game comes from its ruleset (names of classes, kinds of set, suits); here are only the
words of the language itself: called, concealed, how many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from scorer.language.nodes import Node
from scorer.phrases import headed, joined, numeral, phrases, plural
from scorer.ruleset.model import Ruleset
from scorer.shapes import Group
from scorer.tiles import LANGUAGES, Names, Tile, TileSet, name_in
from scorer.values import dataclass

T = TypeVar("T")
STATE_WORDS = {
    "concealed": "concealed set", "called": "called set", "won": "won set",
    "first_called": "first_called set", "joker": "joker set", "any": "",
}  # fmt: skip
"""The phrase of what a set may be."""
BEFORE = ("concealed", "called")
MOST_TILES = 5


class NoWord(Exception):
    """Something that the rules do not name in a language."""


@dataclass(frozen=True)
class Speech:
    """The rules that are spoken of, and the language: every sentence of this package is made by one.

    Raises NoWord where a name is missing, so that a sentence is told in English as a whole.
    """

    rules: Ruleset
    language: str = "en"

    @property
    def english(self) -> bool:
        return self.language == "en"

    def say(self, key: str, *words: object) -> str:
        """A phrase of phrases.txt."""
        return self.form(key).format(*words)

    def form(self, key: str) -> str:
        """A phrase as it is written, what belongs into it left open."""
        return phrases()[key][LANGUAGES.index(self.language)]

    def name(self, names: Names) -> str:
        if names and not self.english and self.language not in dict(names):
            raise NoWord(name_in(names))
        return name_in(names, self.language)

    def word(self, ident: str) -> str:
        """An id in words, which are English."""
        if not self.english:
            raise NoWord(ident)
        return ident.replace("_", " ")

    def attribute(self, ident: str, many: bool = False) -> str:
        """An attribute of tiles: by its unit's words where the rules have some."""
        if ident in self.rules.unit_by_id or self.english:
            word = self.rules.unit_word(ident, not many, self.language)
            return plural(word.replace("_", " ")) if many else word.replace("_", " ")
        if ident not in ("suit", "rank", "tile"):
            raise NoWord(ident)
        return self.say(ident)

    def listed(self, texts: Iterable[str], last: str = "and") -> str:
        return joined(texts, self.language, last)

    def headed(self, head: str, text: str) -> str:
        return headed(head, text, self.language)

    def number(self, count: int) -> str:
        return numeral(count, self.language)


def in_words(say: Callable[[Speech], T], rules: Ruleset, language: str) -> T:
    """What is said in a language, or in English where the rules have no word for a part of it.

    >>> from scorer import load_ruleset
    >>> in_words(lambda speech: speech.word("big_one"), load_ruleset("riichi"), "ja")
    'big one'
    """
    try:
        return say(Speech(rules, language))
    except NoWord:
        return say(Speech(rules))


def said_once(texts: Iterable[str]) -> tuple[str, list[str]]:
    """The words with which different texts begin alike, and how each goes on.

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


def class_words(node: Node, speech: Speech) -> str:
    """A class of tiles, in the plural: simples, terminals or dragons, anything but honors."""
    return CLASSES[node.op](node, speech)


def _class(node: Node, speech: Speech) -> str:
    rules = speech.rules
    found = next((item for item in rules.classes if item.id == node.args[0]), None)
    own = found is not None and all(kind.id != found.id for kind in rules.tileset.kinds)
    return (speech.name(found.names) if found and own else "") or _written(node, speech)


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
    """The parts of an `or`, those of an `or` inside it among them."""
    for part in node.args:
        yield from _parts(part) if part.op == "or" else (part,)


def _written(node: Node, speech: Speech) -> str:
    """A class without a name: its one tile's name, its tiles where they are few, else its id in words."""
    rules = speech.rules
    tiles = tiles_of_class(node, rules)
    word = str(node.args[0]).replace("_", " ")
    names = rules.tileset.kinds[tiles[0].kind].names if len(tiles) == 1 else ()
    if names:
        return plural(speech.name(names))
    if 0 < len(tiles) <= MOST_TILES and not (speech.english and _is_word(word)):
        return rules.tileset.text(tiles)
    return plural(speech.word(word))


def tiles_of_class(node: Node, rules: Ruleset) -> list[Tile]:
    """The tiles of a class that is named by a word."""
    mask = rules.class_masks.get(node.args[0], 0) if node.op == "class" else 0
    return [Tile(kind) for kind in rules.tileset.playing if mask >> kind & 1]


def _is_word(word: str) -> bool:
    return word.replace(" ", "").isalpha()


def selector_words(node: Node, speech: Speech, many: bool = True) -> str:
    """What a selector picks: concealed triplets of dragons, pairs of the seat wind."""
    words = _Selector(speech, many)
    words.take(node)
    return words.said()


class _Selector:
    """Sorts the parts of a selector into what stands before and after the noun."""

    def __init__(self, speech: Speech, many: bool) -> None:
        self.speech, self.many = speech, many
        self.before: list[str] = []
        self.nouns: list[str] = []
        self.after: list[str] = []

    def take(self, node: Node) -> None:
        SELECTORS[node.op](self, node)

    def all_of(self, node: Node) -> None:
        for part in node.args:
            self.take(part)

    def any_of(self, node: Node) -> None:
        if all(part.op == "kind" for part in node.args):
            kinds = (kind_words(part.args[0], self.speech, self.many) for part in node.args)
            self.nouns.append(self.speech.listed(kinds, "or"))
        elif self.nouns and all(part.op in ("of", "and", "or") for part in node.args):
            self.after.append(self._either([self._following(part) for part in node.args]))
        else:
            parts = (selector_words(part, self.speech, self.many) for part in node.args)
            self.nouns.append(self.speech.listed(parts, "or"))

    def _either(self, texts: list[str]) -> str:
        """'of dragons or of winds'; where such words stand before the noun, only the last leads to it."""
        leads = self.speech.say("of class", "")
        first = texts[:-1] if self.speech.english else [text.removesuffix(leads) for text in texts[:-1]]
        return self.speech.listed([*first, texts[-1]], "or")

    def none_of(self, node: Node) -> None:
        inner = node.args[0]
        if inner.op == "state" and inner.args[0] == "concealed":
            self.before.append(self.speech.say("open set"))
        elif self.speech.english and inner.op in ("state", "of", "has"):
            self.after.append(self.speech.say("but not", self._following(inner)))
        else:
            self.after.append(self.speech.say("other than", selector_words(inner, self.speech, self.many)))

    def kind(self, node: Node) -> None:
        self.nouns.append(kind_words(node.args[0], self.speech, self.many))

    def state(self, node: Node) -> None:
        if key := STATE_WORDS[node.args[0]]:
            (self.before if node.args[0] in BEFORE else self.after).append(self.speech.say(key))

    def made_of(self, node: Node) -> None:
        self.after.append(self.speech.say("of class", class_words(node.args[0], self.speech)))

    def holding(self, node: Node) -> None:
        key = "with in them" if self.many else "with in it"
        self.after.append(self.speech.say(key, class_words(node.args[0], self.speech)))

    def anything(self, node: Node) -> None:
        """Every set: nothing to add."""

    def said(self) -> str:
        noun = " ".join(self.nouns) or self.speech.say("sets" if self.many else "set")
        return self._in_order(noun)

    def _following(self, node: Node) -> str:
        """A part as it follows a noun that is already said."""
        words = _Selector(self.speech, self.many)
        words.take(node)
        return words._in_order() or words.said()

    def _in_order(self, *noun: str) -> str:
        """English has some words behind the noun, the others have all before it."""
        english = self.speech.english
        return (
            " ".join([*self.before, *noun, *self.after])
            if english
            else "".join([*self.after, *self.before, *noun])
        )


SELECTORS: dict[str, Callable[[_Selector, Node], None]] = {
    "kind": _Selector.kind,
    "state": _Selector.state,
    "of": _Selector.made_of,
    "has": _Selector.holding,
    "and": _Selector.all_of,
    "or": _Selector.any_of,
    "not": _Selector.none_of,
    "truth": _Selector.anything,
}


def kind_words(kind: str, speech: Speech, many: bool = True) -> str:
    """A kind of set as players call it; a word for several kinds by its own, or as the first of them."""
    union = () if speech.english else dict(speech.rules.kind_unions).get(kind, ())
    found = speech.rules.kind_by_id.get(next(iter(union), kind))
    word = speech.name(found.names) if found else speech.word(kind)
    return plural(word) if many else word


def group_text(group: Group, tileset: TileSet) -> str:
    """A set in notation, brackets where it was called or declared."""
    text = tileset.text(group.tiles)
    if not group.melded:
        return text
    return f"({text})" if group.called else f"[{text}]"


def groups_text(groups: Sequence[Group], speech: Speech) -> str:
    return speech.listed([group_text(group, speech.rules.tileset) for group in groups])


def tiles_text(tiles: Iterable[Tile], tileset: TileSet) -> str:
    """Tiles in notation, sorted."""
    return tileset.text(tileset.sorted(tiles))


def value_words(attribute: str, tiles: Iterable[Tile], speech: Speech) -> list[str]:
    """The different values of an attribute among tiles: by name, or by the tiles that show it."""
    tileset = speech.rules.tileset
    by_value: dict[str | int, list[Tile]] = {}
    for tile in tileset.sorted(tiles):
        kind = tileset.kinds[tile.kind]
        value = kind.id if attribute == "tile" else kind.attribute.get(attribute)
        if value is not None:
            by_value.setdefault(value, []).append(tile)
    return [_value_word(attribute, value, found, speech) for value, found in by_value.items()]


def _value_word(attribute: str, value: str | int, tiles: list[Tile], speech: Speech) -> str:
    """The name of the notation letter that stands for the value, or of its class; of numbers the tiles."""
    tileset = speech.rules.tileset
    letter = tileset.kinds[tiles[0].kind].letter
    playing = (kind for kind in tileset.kinds if kind.copies)
    if all((kind.attribute.get(attribute) == value) == (kind.letter == letter) for kind in playing):
        return speech.name(tileset.by_letter[letter].names) or letter
    if isinstance(value, int) or attribute == "tile":
        return tileset.text(tiles)
    named = next((item.names for item in speech.rules.classes if item.id == value), ())
    return speech.name(named) or speech.word(value)
