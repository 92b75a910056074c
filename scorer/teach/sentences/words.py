"""Classes of tiles, selectors and numbers in the words of a player.

Every word of a game comes from its ruleset (names of classes, kinds of set, suits); here are only the
words of the language itself: called, concealed, how many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scorer.language.nodes import Node
from scorer.readings import Group
from scorer.ruleset.model import Ruleset
from scorer.teach.phrases import listed, plural
from scorer.tiles import Tile, TileSet, name_in

STATE_WORDS = {
    "concealed": "concealed", "called": "called", "won": "completed by the winning tile",
    "first_called": "called first", "joker": "with a joker", "any": "",
}  # fmt: skip
BEFORE = ("concealed", "called")
GIVEN = {
    "seat_wind": "the seat wind",
    "round_wind": "the round wind",
    "win_tile": "the winning tile",
    "seat_flower": "flowers of the own seat",
}


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


def class_words(node: Node, rules: Ruleset) -> str:
    """A class of tiles, in the plural: simples, terminals or dragons, anything but honors."""
    return CLASSES[node.op](node, rules)


def _class(node: Node, rules: Ruleset) -> str:
    found = next((item for item in rules.classes if item.id == node.args[0]), None)
    own = found is not None and all(kind.id != found.id for kind in rules.tileset.kinds)
    return (name_in(found.names) if found and own else "") or _written(node, rules)


def _both(node: Node, rules: Ruleset) -> str:
    if ("seat_flower",) in [part.args for part in node.args]:
        return (
            f"{listed(class_words(part, rules) for part in node.args if part.op != 'given')} of the own seat"
        )
    join = "but" if node.args[-1].op == "not" else "that are also"
    return listed((class_words(part, rules) for part in node.args), join)


CLASSES: dict[str, Callable[[Node, Ruleset], str]] = {
    "class": _class,
    "given": lambda node, rules: GIVEN[node.args[0]],
    "and": _both,
    "or": lambda node, rules: listed((class_words(part, rules) for part in _parts(node)), "or"),
    "not": lambda node, rules: f"anything but {class_words(node.args[0], rules)}",
}


def _parts(node: Node) -> Iterable[Node]:
    """The parts of an `or`, those of an `or` inside it among them."""
    for part in node.args:
        yield from _parts(part) if part.op == "or" else (part,)


def _written(node: Node, rules: Ruleset) -> str:
    """A class without a name: its one tile's name, its tiles where they are few, else its id in words."""
    tiles = tiles_of_class(node, rules)
    word = str(node.args[0]).replace("_", " ")
    names = rules.tileset.kinds[tiles[0].kind].names if len(tiles) == 1 else ()
    if names:
        return plural(name_in(names))
    return rules.tileset.text(tiles) if 0 < len(tiles) <= 5 and not _is_word(word) else plural(word)


def tiles_of_class(node: Node, rules: Ruleset) -> list[Tile]:
    """The tiles of a class that is named by a word."""
    mask = rules.class_masks.get(node.args[0], 0) if node.op == "class" else 0
    return [Tile(kind) for kind in rules.tileset.playing if mask >> kind & 1]


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
        SELECTORS[node.op](self, node)

    def all_of(self, node: Node) -> None:
        for part in node.args:
            self.take(part)

    def any_of(self, node: Node) -> None:
        if all(part.op == "kind" for part in node.args):
            kinds = (kind_words(part.args[0], self.rules, self.many) for part in node.args)
            self.nouns.append(listed(kinds, "or"))
        elif self.nouns and all(part.op in ("of", "and", "or") for part in node.args):
            self.after.append(listed((self._following(part) for part in node.args), "or"))
        else:
            self.nouns.append(
                listed((selector_words(part, self.rules, self.many) for part in node.args), "or")
            )

    def none_of(self, node: Node) -> None:
        inner = node.args[0]
        if inner.op == "state" and inner.args[0] == "concealed":
            self.before.append("open")
        elif inner.op in ("state", "of", "has"):
            self.after.append(f"but not {self._following(inner)}")
        else:
            self.after.append(f"other than {selector_words(inner, self.rules, self.many)}")

    def kind(self, node: Node) -> None:
        self.nouns.append(kind_words(node.args[0], self.rules, self.many))

    def state(self, node: Node) -> None:
        if said := STATE_WORDS[node.args[0]]:
            (self.before if node.args[0] in BEFORE else self.after).append(said)

    def made_of(self, node: Node) -> None:
        self.after.append(f"of {class_words(node.args[0], self.rules)}")

    def holding(self, node: Node) -> None:
        self.after.append(f"with {class_words(node.args[0], self.rules)} in {'them' if self.many else 'it'}")

    def anything(self, node: Node) -> None:
        """Every set: nothing to add."""

    def said(self) -> str:
        noun = " ".join(self.nouns) or ("sets" if self.many else "set")
        return " ".join([*self.before, noun, *self.after])

    def _following(self, node: Node) -> str:
        """A part as it follows a noun that is already said."""
        words = _Selector(self.rules, self.many)
        words.take(node)
        return " ".join([*words.before, *words.after]) or words.said()


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


def value_words(attribute: str, tiles: Iterable[Tile], rules: Ruleset) -> list[str]:
    """The different values of an attribute among tiles: by name, or by the tiles that show it."""
    by_value: dict[str | int, list[Tile]] = {}
    for tile in rules.tileset.sorted(tiles):
        kind = rules.tileset.kinds[tile.kind]
        value = kind.id if attribute == "tile" else kind.attribute.get(attribute)
        if value is not None:
            by_value.setdefault(value, []).append(tile)
    return [_value_word(attribute, value, found, rules) for value, found in by_value.items()]


def _value_word(attribute: str, value: str | int, tiles: list[Tile], rules: Ruleset) -> str:
    """The name of the notation letter that stands for the value, or of its class; of numbers the tiles."""
    kinds = rules.tileset.kinds
    letter = kinds[tiles[0].kind].letter
    if all(
        (kind.attribute.get(attribute) == value) == (kind.letter == letter) for kind in kinds if kind.copies
    ):
        return name_in(rules.tileset.by_letter[letter].names) or letter
    if isinstance(value, int) or attribute == "tile":
        return rules.tileset.text(tiles)
    named = next((item.names for item in rules.classes if item.id == value), ())
    return name_in(named) or value.replace("_", " ")
