"""Classes of tiles, selectors and numbers in the words of a player.

Every word of a game comes from its ruleset (names of classes, kinds of set, suits); here are only the
words of the language itself: called, concealed, how many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorer.language.nodes import Node
from scorer.readings import Group
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile, TileSet, name_in

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
STATE_WORDS = {
    "concealed": "concealed", "called": "called", "won": "completed by the winning tile",
    "first_called": "called first", "joker": "with a joker", "any": "",
}  # fmt: skip
BEFORE = ("concealed", "called")
GIVEN = {"seat_wind": "the seat wind", "round_wind": "the round wind", "win_tile": "the winning tile"}


def counted(count: int) -> str:
    """A small number as a word, a larger one in digits.

    >>> counted(3), counted(14)
    ('three', '14')
    """
    return COUNTS[count] if 0 <= count < len(COUNTS) else f"{count:,}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listed(["riichi", "pinfu", "dora"])
    'riichi, pinfu and dora'
    """
    items = list(words)
    return f" {last} ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def plural(word: str, count: int = 2) -> str:
    """An English plural, as far as names of sets need it.

    >>> plural("triplet"), plural("triplet", 1)
    ('triplets', 'triplet')
    """
    if count == 1 or not word or word.endswith("s"):
        return word
    return word + "s"


def class_words(node: Node, rules: Ruleset) -> str:
    """A class of tiles, in the plural: simples, terminals or dragons, anything but honors."""
    if node.op == "class":
        found = next((item for item in rules.classes if item.id == node.args[0]), None)
        return (name_in(found.names) if found else "") or _written(node, rules)
    if node.op == "given":
        return GIVEN[node.args[0]]
    if node.op == "not":
        return f"anything but {class_words(node.args[0], rules)}"
    join = "or" if node.op == "or" else "that are also"
    return f" {join} ".join(class_words(part, rules) for part in node.args)


def _written(node: Node, rules: Ruleset) -> str:
    """A class without a name: its tiles where they are few, else its id in words."""
    mask = rules.class_masks.get(node.args[0], 0)
    tiles = [Tile(kind) for kind in rules.tileset.playing if mask >> kind & 1]
    word = str(node.args[0]).replace("_", " ")
    return rules.tileset.text(tiles) if 0 < len(tiles) <= 5 and not _is_word(word) else plural(word)


def _is_word(word: str) -> bool:
    return word.replace(" ", "").isalpha()


def selector_words(node: Node, rules: Ruleset, many: bool = True) -> str:
    """What a selector picks: concealed triplets of dragons, pairs of the seat wind."""
    words = _Selector(rules, many)
    words.take(node)
    return words.said()


class _Selector:
    """Sorts the parts of a selector into what stands before and after the noun."""

    def __init__(self, rules: Ruleset, many: bool) -> None:
        self.rules, self.many = rules, many
        self.before: list[str] = []
        self.nouns: list[str] = []
        self.after: list[str] = []

    def take(self, node: Node) -> None:
        if node.op == "and":
            for part in node.args:
                self.take(part)
        elif node.op == "kind":
            self.nouns.append(kind_words(node.args[0], self.rules, self.many))
        elif node.op == "state":
            self._state(node.args[0])
        elif node.op == "of":
            self.after.append(f"of {class_words(node.args[0], self.rules)}")
        elif node.op == "has":
            self.after.append(
                f"with {class_words(node.args[0], self.rules)} in {'them' if self.many else 'it'}"
            )
        else:
            self._joined(node)

    def _state(self, word: str) -> None:
        if STATE_WORDS[word]:
            (self.before if word in BEFORE else self.after).append(STATE_WORDS[word])

    def _joined(self, node: Node) -> None:
        if node.op == "or" and all(part.op == "kind" for part in node.args):
            kinds = (kind_words(part.args[0], self.rules, self.many) for part in node.args)
            self.nouns.append(listed(kinds, "or"))
        elif node.op == "or" and all(part.op in ("of", "and", "or") for part in node.args) and self.nouns:
            self.after.append(listed((_after(part, self.rules, self.many) for part in node.args), "or"))
        elif node.op == "or":
            self.nouns.append(
                listed((selector_words(part, self.rules, self.many) for part in node.args), "or")
            )
        elif node.args[0].op == "state" and node.args[0].args[0] == "concealed":
            self.before.append("open")
        elif node.args[0].op in ("state", "of", "has"):
            self.after.append("not " + _after(node.args[0], self.rules, self.many))
        else:
            self.after.append("other than " + selector_words(node.args[0], self.rules, self.many))

    def said(self) -> str:
        noun = " ".join(self.nouns) or ("sets" if self.many else "set")
        return " ".join([*self.before, noun, *self.after])


def _after(node: Node, rules: Ruleset, many: bool) -> str:
    """A part of a selector as it follows a noun that is already said."""
    words = _Selector(rules, many)
    words.take(node)
    return " ".join([*words.before, *words.after]) or words.said()


def kind_words(kind: str, rules: Ruleset, many: bool = True) -> str:
    """A kind of set as players call it; a word for several kinds by its own name."""
    found = rules.kind_by_id.get(kind)
    word = name_in(found.names) if found else kind.replace("_", " ")
    return plural(word) if many else word


def group_text(group: Group, tileset: TileSet) -> str:
    """A set in notation, brackets where it was called or declared."""
    text = tileset.text(group.tiles)
    if not group.melded:
        return text
    return f"({text})" if group.called else f"[{text}]"


def groups_text(groups: Sequence[Group], tileset: TileSet) -> str:
    return listed([group_text(group, tileset) for group in groups])


def tiles_text(tiles: Iterable[Tile], tileset: TileSet) -> str:
    """Tiles in notation, sorted."""
    return tileset.text(tileset.sorted(tiles))
