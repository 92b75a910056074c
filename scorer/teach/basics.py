"""A game on one page: what it is played with, what a hand is made of, what wins, what is added."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.configure import rules_view
from scorer.engine.evaluate import holds, number
from scorer.engine.view import View
from scorer.hand import Hand
from scorer.language.nodes import Node
from scorer.ruleset.model import Option, Ruleset
from scorer.teach.lesson_patterns import Worked
from scorer.teach.words import counted, listed
from scorer.tiles import Suit, Tile, name_in
from scorer.values import dataclass

FEWEST = 3
"""A kind of set smaller than this (a pair) is not called."""


@dataclass(frozen=True)
class Point:
    """One thing to know: a word or two, a sentence, and tiles or a hand that show it."""

    label: str
    text: str = ""
    tiles: tuple[Tile, ...] = ()
    hand: Hand | None = None


@dataclass(frozen=True)
class Topic:
    """Points under one title."""

    id: str
    title: str
    points: tuple[Point, ...]


def basics(ruleset: Ruleset, examples: dict[str, Worked], language: str) -> tuple[Topic, ...]:
    """The topics of the first page, in the order in which a game is explained."""
    teller = _Basics(ruleset, examples, language)
    topics = (
        Topic("tiles", "The tiles", tuple(teller.tiles())),
        Topic("sets", "Sets", tuple(teller.sets())),
        Topic("shapes", "A complete hand", tuple(teller.shapes())),
        Topic("winning", "Winning", tuple(teller.winning())),
        Topic("bonuses", "Added to a hand that wins", tuple(teller.bonuses())),
        Topic("circumstances", "Say it when it happens", tuple(teller.circumstances())),
        Topic("remarks", "Please note", tuple(Point("", remark) for remark in ruleset.remarks)),
    )
    return tuple(topic for topic in topics if topic.points)


def house_rules(ruleset: Ruleset) -> Topic | None:
    """The options with the values in force."""
    points = tuple(
        Point(option.help or option.id, value_of_option(option, ruleset)) for option in ruleset.options
    )
    return Topic("house_rules", "House rules in force", points) if points else None


def notes(ruleset: Ruleset) -> Topic | None:
    """What the ruleset's author remarks."""
    points = tuple(Point("", note) for note in ruleset.notes)
    return Topic("notes", "Good to know", points) if points else None


def value_of_option(option: Option, ruleset: Ruleset) -> str:
    """The value in force as a word: yes, no, a number or a choice."""
    value = ruleset.option_values[option.id]
    return ("yes" if value else "no") if isinstance(value, bool) else str(value).replace("_", " ")


def switched_off(node: Node | None, view: View) -> bool:
    """Whether the options in force alone make a condition fail."""
    if node is None:
        return False
    if node.op == "and":
        return any(switched_off(part, view) for part in node.args)
    leaves = [part for part in node.walk() if not any(isinstance(below, Node) for below in part.args)]
    asks_options = all(part.op in ("option", "number", "truth", "word") for part in leaves)
    return asks_options and not holds(node, view)


class _Basics:
    """Tells each topic of one ruleset in one language."""

    def __init__(self, ruleset: Ruleset, examples: dict[str, Worked], language: str) -> None:
        self.rules, self.examples, self.language = ruleset, examples, language
        self.view = rules_view(ruleset)

    def name(self, names: tuple[tuple[str, str], ...], otherwise: str = "") -> str:
        return name_in(names, self.language) or otherwise.replace("_", " ")

    def tiles(self) -> Iterator[Point]:
        tileset = self.rules.tileset
        for suit in tileset.suits:
            kinds = [kind for kind in tileset.kinds if kind.letter == suit.letter and kind.copies]
            if kinds:
                shown = tuple(Tile(kind.index) for kind in kinds)
                yield Point(self.name(suit.names, suit.letter), self._copies(suit), shown)
        reds = tuple(Tile(kind, True) for kind, count in tileset.reds for _ in range(count))
        if reds:
            yield Point("red", "in place of as many plain ones", reds)

    def _copies(self, suit: Suit) -> str:
        kinds = [kind for kind in self.rules.tileset.kinds if kind.letter == suit.letter and kind.copies]
        copies = {kind.copies for kind in kinds}
        if len(copies) > 1:
            return f"{min(copies)} to {max(copies)} of each"
        return f"{counted(copies.pop())}{' of each' if len(kinds) > 1 else ''}"

    def sets(self) -> Iterator[Point]:
        """Each kind of set that a shape is made of, with one that an example shows."""
        used = dict.fromkeys(kind for shape in self.rules.shapes for kind in shape.kinds)
        pairs = {"pair": None} if any(shape.pairs for shape in self.rules.shapes) else {}
        for name in {**used, **pairs}:
            tuples = self.rules.set_tables.tuples.get(name, ())
            kind = self.rules.kind_by_id.get(name)
            if kind is not None and tuples:
                shown = tuple(Tile(index) for index in tuples[0])
                yield Point(self.name(kind.names, name), self._call(name, kind.size, kind.declared), shown)

    def _call(self, name: str, size: int, declared: bool) -> str:
        may = size >= FEWEST and self.rules.may_call(name)
        text = "it may be called" if may else ""
        return f"{text}; it counts when it is declared" if declared and may else text

    def shapes(self) -> Iterator[Point]:
        conditions = dict(self.rules.shape_conditions)
        for shape in self.rules.shapes:
            if not switched_off(conditions.get(shape.id), self.view):
                text = "closed hands only" if shape.concealed and not self._closed_always() else ""
                yield Point(self.name(shape.names, shape.id), text, (), self._hand_of(shape.id))

    def _closed_always(self) -> bool:
        return all(shape.concealed for shape in self.rules.shapes)

    def _hand_of(self, shape: str) -> Hand | None:
        """A hand of this shape, rather one that calls nothing."""
        hands = [item.hand for item in self.examples.values() if item.reading.shape == shape]
        return min(hands, key=lambda hand: len(hand.melds), default=None)

    def winning(self) -> Iterator[Point]:
        rules, unit = self.rules, self.rules.unit
        yield Point("", f"{counted(number(rules.players, self.view)).capitalize()} players.")
        least = number(rules.minimum, self.view)
        if least:
            yield Point("", f"A hand needs {least:,} {unit} from its patterns to win; bonuses do not help.")
        yield from (Point("", self._sentence(self.name(item.reason))) for item in rules.to_win)
        yield Point("", self._adding())
        if rules.otherwise:
            yield Point("", f"A hand without any pattern is called {self.name(rules.otherwise.names)}.")
        if rules.maximum is not None:
            yield Point("", f"No hand counts more than {number(rules.maximum, self.view):,} {unit}.")

    def _adding(self) -> str:
        if self.rules.highest_only:
            return "Only the most valuable pattern counts."
        tier = self.rules.top_tier
        if tier is None:
            return "Patterns add up, unless one says that it takes the place of another."
        value = f"a {tier.unit}" if tier.unit else f"{tier.start} {self.rules.unit}"
        return f"Patterns add up; one worth {value} stands alone, without the lesser ones."

    def _sentence(self, text: str) -> str:
        return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"

    def bonuses(self) -> Iterator[Point]:
        for bonus in self.rules.bonuses:
            if not switched_off(bonus.when, self.view):
                value = number(bonus.value, self.view)
                unit = self.rules.unit.removesuffix("s") if value == 1 else self.rules.unit
                yield Point(f"{self.name(bonus.names)}, {value:,} {unit}", self.name(bonus.definition))

    def circumstances(self) -> Iterator[Point]:
        """One point: their names."""
        names = [self.name(item.names, item.id) for item in self.rules.circumstances]
        if names:
            yield Point("", f"{listed(names)}.")
