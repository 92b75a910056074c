"""A lesson: one game for one evening, as data that a page lays out.

Everything comes from the ruleset: what it is played with, every pattern with an example from its own file,
its tables, and exercises drawn by seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from scorer.engine.evaluate import View, holds, number, rules_view
from scorer.engine.results import Score
from scorer.hand import Hand
from scorer.language.nodes import Node
from scorer.phrases import enumerated, joined, label, numeral
from scorer.ruleset.model import Option, Ruleset, SheetItem
from scorer.shapes import Group
from scorer.teach.examples import Entry, Worked, entries, worked_examples
from scorer.teach.payment_table import PaymentTable, payment_table
from scorer.teach.quiz import LEVELS, Wish, quiz_scores
from scorer.teach.why import TRUE, settled
from scorer.tiles import Suit, Tile, name_in
from scorer.values import dataclass

EXERCISES = 10


@dataclass(frozen=True)
class Lesson:
    """What is handed out: the game, its patterns, tables of points, house rules and notes, exercises."""

    ruleset: Ruleset
    language: str
    basics: tuple[Topic, ...]
    entries: tuple[Entry, ...]
    sheet: SheetTable | None
    payments: PaymentTable
    house_rules: Topic | None
    notes: Topic | None
    exercises: tuple[Exercise, ...]


def lesson(ruleset: Ruleset, seed: int = 1, count: int = EXERCISES, language: str = "en") -> Lesson:
    """The lesson of a ruleset as configured; the same seed gives the same exercises.

    >>> from scorer.library import load_ruleset
    >>> handout = lesson(load_ruleset("ponjan-anoa"), count=2)
    >>> handout.entries[0].pattern.id, len(handout.exercises)
    ('triple', 2)
    """
    examples: dict[str, Worked] = worked_examples(ruleset, language)
    tasks = exercises(ruleset, seed, count)
    shown = (*(item.score for item in examples.values() if item.score), *(task.score for task in tasks))
    return Lesson(
        ruleset,
        language,
        basics(ruleset, examples, language),
        entries(ruleset, examples),
        sheet_table(ruleset, shown, language),
        payment_table(ruleset),
        house_rules(ruleset, language),
        notes(ruleset, language),
        tasks,
    )


# ---- the game on one page

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
    parts = (
        ("tiles", "the tiles", teller.tiles()),
        ("sets", "the sets", teller.sets()),
        ("shapes", "complete hand", teller.shapes()),
        ("winning", "winning", teller.winning()),
        ("bonuses", "added", teller.bonuses()),
        ("circumstances", "say it", teller.circumstances()),
        ("remarks", "please note", (Point("", remark) for remark in ruleset.remarks)),
    )
    topics = (Topic(name, label(title, language), tuple(points)) for name, title, points in parts)
    return tuple(topic for topic in topics if topic.points)


def house_rules(ruleset: Ruleset, language: str) -> Topic | None:
    """The options with the values in force."""
    points = tuple(
        Point(option.help or option.id, value_of_option(option, ruleset)) for option in ruleset.options
    )
    return Topic("house_rules", label("house rules", language), points) if points else None


def notes(ruleset: Ruleset, language: str) -> Topic | None:
    """What the ruleset's author remarks."""
    points = tuple(Point("", note) for note in ruleset.notes)
    return Topic("notes", label("good to know", language), points) if points else None


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

    def say(self, key: str, *words: object) -> str:
        return label(key, self.language, *words)

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
            yield Point(self.say("red tiles"), self.say("in place of plain"), reds)

    def _copies(self, suit: Suit) -> str:
        kinds = [kind for kind in self.rules.tileset.kinds if kind.letter == suit.letter and kind.copies]
        copies = {kind.copies for kind in kinds}
        if len(copies) > 1:
            return self.say("so many of each", min(copies), max(copies))
        number = numeral(copies.pop(), self.language)
        return self.say("many of each", number) if len(kinds) > 1 else number

    def sets(self) -> Iterator[Point]:
        """Each kind of set that a shape is made of, with one that an example shows."""
        used = dict.fromkeys(kind for shape in self.rules.shapes for kind in shape.set_kinds)
        pairs = {"pair": None} if any(shape.pairs for shape in self.rules.shapes) else {}
        for name in {**used, **pairs}:
            tuples = self.rules.set_tables.tuples.get(name, ())
            kind = self.rules.kind_by_id.get(name)
            if kind is not None and tuples:
                shown = tuple(Tile(index) for index in tuples[0])
                yield Point(self.name(kind.names, name), self._call(name, kind.size, kind.declared), shown)

    def _call(self, name: str, size: int, declared: bool) -> str:
        if size < FEWEST or not self.rules.may_call(name):
            return ""
        return self.say("counts declared" if declared else "may be called")

    def shapes(self) -> Iterator[Point]:
        conditions = dict(self.rules.shape_conditions)
        for shape in self.rules.shapes:
            if not switched_off(conditions.get(shape.id), self.view):
                text = self.say("closed hands only") if shape.concealed and not self._closed_always() else ""
                yield Point(self.name(shape.names, shape.id), text, (), self._hand_of(shape.id))

    def _closed_always(self) -> bool:
        return all(shape.concealed for shape in self.rules.shapes)

    def _hand_of(self, shape: str) -> Hand | None:
        """A hand of this shape, rather one that calls nothing."""
        hands = [item.hand for item in self.examples.values() if item.reading.shape == shape]
        return min(hands, key=lambda hand: len(hand.melds), default=None)

    def winning(self) -> Iterator[Point]:
        rules = self.rules
        players = numeral(number(rules.players, self.view), self.language)
        yield Point("", self.say("so many players", players.capitalize()))
        least = number(rules.minimum, self.view)
        if least:
            yield Point("", self.say("needs to win", rules.counted(least, language=self.language)))
        asked = (item for item in rules.to_win if settled(item.node, self.view) != TRUE)
        yield from (Point("", self._sentence(self.name(item.reason))) for item in asked)
        yield Point("", self._adding())
        if rules.otherwise:
            yield Point("", self.say("otherwise called", self.name(rules.otherwise.names)))
        if rules.maximum is not None:
            most = rules.counted(number(rules.maximum, self.view), language=self.language)
            yield Point("", self.say("no more counted", most))

    def _adding(self) -> str:
        if self.rules.highest_only:
            return self.say("only the best")
        tier = self.rules.top_tier
        if tier is None:
            return self.say("add up unless")
        value = self.rules.counted(tier.start // tier.each, tier.unit, self.language)
        return self.say("add up beside", value)

    def _sentence(self, text: str) -> str:
        stop = label("full stop", "en" if text.isascii() else self.language)
        return f"{text[:1].upper()}{text[1:].removesuffix(stop)}{stop}"

    def bonuses(self) -> Iterator[Point]:
        for bonus in self.rules.bonuses:
            if not switched_off(bonus.when, self.view):
                value = number(bonus.value, self.view)
                worth = self.rules.counted(value, language=self.language)
                named = enumerated([self.name(bonus.names), worth], self.language)
                yield Point(named, self.name(bonus.definition))

    def circumstances(self) -> Iterator[Point]:
        """One point: their names."""
        names = [self.name(item.names, item.id) for item in self.rules.circumstances]
        if names:
            yield Point("", joined(names, self.language) + self.say("full stop"))


# ---- the second sheet


@dataclass(frozen=True)
class SheetRow:
    """An item: what it is called, what it adds, and a set of an example that earned it."""

    name: str
    value: int
    example: Group | None = None


@dataclass(frozen=True)
class SheetTable:
    """The items that are added up, those that replace them all, and to what the sum is rounded up."""

    unit: str
    rows: tuple[SheetRow, ...]
    fixed: tuple[SheetRow, ...]
    round_up_to: int


def sheet_table(ruleset: Ruleset, scores: Iterable[Score], language: str) -> SheetTable | None:
    """The second sheet, where there is one; `scores` are hands to take example sets from."""
    sheet = ruleset.sheet
    if sheet is None:
        return None
    view, shown = rules_view(ruleset), _examples(scores)

    def row(item: SheetItem) -> SheetRow:
        return SheetRow(
            name_in(item.names, language) or item.id, number(item.value, view), shown.get(item.id)
        )

    items, fixed = tuple(map(row, sheet.items)), tuple(map(row, sheet.fixed))
    return SheetTable(ruleset.unit_word(sheet.unit, language=language), items, fixed, sheet.round_up_to)


def _examples(scores: Iterable[Score]) -> dict[str, Group]:
    found: dict[str, Group] = {}
    for score in scores:
        for line in score.best.sheet.lines if score.best.sheet else ():
            for place in line.places[:1]:
                found.setdefault(line.id, score.best.reading.groups[place])
    return found


# ---- exercises

POOL = 4
"""How many hands are drawn for each exercise."""


@dataclass(frozen=True)
class Exercise:
    """A hand to score, with its solution; `level` is one of the quiz."""

    number: int
    level: int
    score: Score


def exercises(ruleset: Ruleset, seed: int, count: int) -> tuple[Exercise, ...]:
    """`count` exercises, as many of each level, the easier ones first; fewer where the rules let hardly any
    hand win.

    >>> from scorer.library import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> [task.score.hand for task in exercises(rules, 3, 2)] == [
    ...     task.score.hand for task in exercises(rules, 3, 2)]
    True
    """
    found: list[tuple[int, Score]] = []
    for place, level in enumerate(LEVELS, 1):
        missing = -(-count * place // len(LEVELS)) - len(found)
        drawn = islice(quiz_scores(ruleset, Wish(("points",), level), seed), POOL * missing)
        taken = {score.hand for _, score in found}
        pool = [score for score in drawn if score.hand not in taken]
        found += [(level, score) for score in _varied(pool, missing)]
    return tuple(Exercise(number, level, score) for number, (level, score) in enumerate(found, 1))


def _varied(pool: list[Score], count: int) -> Iterator[Score]:
    """One after another, the hand that shows most that is new."""
    left, seen = list(pool), dict[str, int]()
    while left and count > 0:
        best = min(left, key=lambda score: _staleness(score, seen))
        left.remove(best)
        count -= 1
        for name in best.patterns:
            seen[name] = seen.get(name, 0) + 1
        yield best


def _staleness(score: Score, seen: dict[str, int]) -> float:
    """How often the patterns of a hand were shown already, on average; hands of several go first."""
    times = [seen.get(name, 0) for name in score.patterns]
    return sum(times) / max(1, len(times)) - min(len(times), 4) / 10
