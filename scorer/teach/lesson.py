"""A lesson: a handout for teaching one game, as data for a page.

Everything comes from the ruleset: the tiles and sets, every pattern with an example from the rule file, the
payment tables, and exercises that depend only on the seed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from scorer.engine.evaluate import rules_view, whole_number
from scorer.engine.examples import holds_in_any
from scorer.engine.partial import TRUE, expression_nodes, simplify
from scorer.engine.results import Score
from scorer.engine.score import HandView
from scorer.engine.totals import pattern_values
from scorer.errors import Fault, InputError
from scorer.hand import Hand, Situation
from scorer.labels import LabeledLine, Section, option_help, value_label
from scorer.language.nodes import Node
from scorer.languages import has_text
from scorer.message import Message
from scorer.phrases import join_words, numeral, translate
from scorer.ruleset.model import Pattern, Requirement, Ruleset, expressions_in
from scorer.scoring import hand_outcome, readings_of
from scorer.shapes import KNITTED, Group, Reading, Shape
from scorer.teach.payment_table import PaymentTable
from scorer.teach.quiz import LEVELS, Wish, patterns_of_level, played_examples, quiz_scores, usual_wins
from scorer.teach.why import analyze_pattern, reason_sentence
from scorer.tiles import Names, Tile, name_in
from scorer.values import dataclass

EXERCISES = 10
HANDS_PER_EXERCISE = 4
"""The number of hands drawn for each exercise."""
MOST_DRAWN = 40
"""How many hands are looked at for each exercise that may have only some patterns."""
PLAIN_SHARE = 10
"""How many hands are drawn for each that children can count: without circumstances and bonuses."""
SMALLEST_CALL = 3
"""A kind of set smaller than this (a pair) is not called."""


@dataclass(frozen=True)
class WorkedExample:
    """An example hand of a pattern, in the reading in which the pattern holds. `score` is None if the hand
    does not win.
    """

    hand: Hand
    situation: Situation
    reading: Reading
    reason: str
    score: Score | None


@dataclass(frozen=True)
class LessonEntry:
    """A pattern of the lesson, with an example. Only patterns that the options switch on are taught."""

    pattern: Pattern
    example: WorkedExample | None


@dataclass(frozen=True)
class Exercise:
    """A hand to score, with its solution. `level` is a level of the quiz."""

    number: int
    level: int
    score: Score


@dataclass(frozen=True)
class Lesson:
    """The handout: the game, its patterns, payment tables, house rules, notes and exercises. `sheet_examples`
    has an example set for each item of the secondary score that occurs in a hand of the lesson. `untaught`
    has the patterns that are played and left for later.
    """

    ruleset: Ruleset
    language: str
    basics: tuple[Section, ...]
    entries: tuple[LessonEntry, ...]
    sheet_examples: dict[str, Group]
    payments: PaymentTable
    house_rules: Section
    notes: Section
    exercises: tuple[Exercise, ...]
    untaught: tuple[Pattern, ...] = ()


def make_lesson(
    ruleset: Ruleset,
    seed: int = 1,
    count: int = EXERCISES,
    language: str = "en",
    *,
    has_all_patterns: bool = False,
) -> Lesson:
    """The lesson of a configured ruleset. The same seed gives the same exercises.

    It is for beginners: it has the patterns that the rules name for them, and exercises with these alone.
    With `has_all_patterns` it has every pattern, the notes, the house rules in force, and exercises with rare
    hands.

    >>> from scorer.scoring import load_ruleset
    >>> handout = make_lesson(load_ruleset("ponjan-anoa"), count=2)
    >>> handout.entries[0].pattern.id, len(handout.exercises)
    ('triple', 2)
    """
    played = _played_patterns(ruleset)
    taught = played if has_all_patterns else _beginners_patterns(ruleset, played)
    known = tuple(_lesson_entry(pattern, ruleset, language) for pattern in played)
    entries = tuple(entry for entry in known if entry.pattern in taught)
    tasks = exercises(ruleset, seed, count, None if has_all_patterns else [one.id for one in taught])
    examples = [entry.example for entry in (*entries, *known) if entry.example]  # taught patterns first
    shown = (*(item.score for item in examples if item.score), *(task.score for task in tasks))
    basics = _GameSummary(ruleset, examples, language, taught)
    rules = basics.house_rule_lines() if has_all_patterns else ()
    notes = ruleset.notes if has_all_patterns else ()
    return Lesson(
        ruleset,
        language,
        basics.sections(),
        entries,
        _sheet_examples(shown),
        PaymentTable(ruleset),
        basics.make_section("house rules", rules),
        basics.make_section("good to know", (LabeledLine("", name_in(one, language)) for one in notes)),
        tasks,
        tuple(pattern for pattern in played if pattern not in taught),
    )


# ---- the patterns, each with an example


def _played_patterns(ruleset: Ruleset) -> tuple[Pattern, ...]:
    """The patterns that the options switch on, with the one for hands without any: in the order of the rule
    book, those of a group together.
    """
    view, by_group = rules_view(ruleset), dict[tuple[str, ...], list[Pattern]]()
    for pattern in ruleset.pattern_by_id.values():
        if pattern_values(pattern, view):
            by_group.setdefault(pattern.groups[:1], []).append(pattern)
    return tuple(pattern for patterns in by_group.values() for pattern in patterns)


def _beginners_patterns(ruleset: Ruleset, played: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
    """Those of the patterns that a beginner learns first; all if the options have switched these off."""
    first = {pattern.id for pattern in patterns_of_level(ruleset, min(LEVELS))}
    return tuple(pattern for pattern in played if pattern.id in first) or played


def _lesson_entry(pattern: Pattern, ruleset: Ruleset, language: str) -> LessonEntry:
    return LessonEntry(pattern, next(_worked_examples(pattern, ruleset, language), None))


def _worked_examples(pattern: Pattern, ruleset: Ruleset, language: str) -> Iterator[WorkedExample]:
    """The examples of a pattern that use the options in force."""
    for hand, situation in played_examples(pattern, ruleset, ruleset):
        view, score = HandView(ruleset, hand, situation), hand_outcome(ruleset, hand, situation).score
        readings = readings_of(view)
        if score and len(readings) > 1:
            readings = [score.best.reading, *readings]
        for reading in readings:
            if holds_in_any(pattern, view, [reading]):
                reason = reason_sentence(analyze_pattern(pattern, view.with_reading(reading), language))
                yield WorkedExample(hand, situation, reading, reason, score)
                break


# ---- the game on one page


class _GameSummary:
    """Writes the sections on the basics of one ruleset in one language."""

    def __init__(
        self, ruleset: Ruleset, examples: list[WorkedExample], language: str, taught: tuple[Pattern, ...]
    ) -> None:
        self.rules, self.examples, self.language, self.taught = ruleset, examples, language, taught
        self.view = rules_view(ruleset)

    def phrase(self, key: str, *words: object) -> str:
        return translate(key, self.language, *words)

    def localized_name(self, names: Names, otherwise: str = "") -> str:
        return name_in(names, self.language) or otherwise.replace("_", " ")

    def count_words(self, count: int) -> str:
        return self.rules.amount_text(count, language=self.language)

    def make_section(self, title: str, lines: Iterable[LabeledLine]) -> Section:
        return Section(title, self.phrase(title), tuple(lines))

    def sections(self) -> tuple[Section, ...]:
        """The sections of the first page, in the order in which a game is explained."""
        names = self.declared_names()
        all_said = join_words(names, self.language) + self.phrase("full stop")
        told = (
            *self.play_parts(),
            ("the tiles", self.tile_lines()),
            ("the sets", self.set_lines()),
            ("complete hand", self.shape_lines()),
            ("winning", self.winning_lines()),
            ("added", self.bonus_lines()),
            ("say it", [LabeledLine("", all_said)] if names else []),
            ("please note", (LabeledLine("", self.localized_name(remark)) for remark in self.rules.remarks)),
        )
        return tuple(one for one in (self.make_section(*item) for item in told) if one.lines)

    def declared_names(self) -> list[str]:
        """What a winner declares because the tiles do not show it, if a rule of the lesson asks for it. What
        the other players find out or the bonus tiles show is left out.
        """
        rules = self.rules
        parts = (self.taught, rules.to_win, rules.bonuses, rules.limits, rules.payment)
        asked = {name for node in expressions_in(parts) for name in self._facts_of(node)}
        return [
            self.localized_name(item.names, item.id)
            for item in rules.circumstances
            if item.fact in asked and not (item.own_discard or item.is_stated_count or item.of_seat)
        ]

    def _facts_of(self, node: Node) -> Iterator[str]:
        """The facts that an expression asks for, itself or through facts that the rules define."""
        yield from (part.args[0] for part in expression_nodes(node, self.rules) if part.op == "fact")

    def play_parts(self) -> Iterator[tuple[str, list[LabeledLine]]]:
        """How to deal, how a turn goes, and how a deal ends, if the rules say it."""
        play = self.rules.play
        for key, names in (
            (("how to deal", play.deal), ("how a turn goes", play.turn), ("how a deal ends", play.end))
            if play
            else ()
        ):
            if names:
                yield key, [LabeledLine("", self.localized_name(names))]

    def tile_lines(self) -> Iterator[LabeledLine]:
        tileset = self.rules.tileset
        for suit, kinds in tileset.faces_by_suit:
            fewest, most = (pick(kind.copies for kind in kinds) for pick in (min, max))
            number = numeral(most, self.language)
            each = self.phrase("many of each" if len(kinds) > 1 else "told copies of a tile", number)
            copies = each if fewest == most else self.phrase("so many of each", fewest, most)
            tiles = tuple(Tile(kind.index) for kind in kinds)
            yield LabeledLine(self.localized_name(suit.names, suit.letter), copies, tiles=tiles)
        reds = tuple(Tile(kind, True) for kind, count in tileset.reds for _ in range(count))
        if reds:
            yield LabeledLine(self.phrase("red tiles"), self.phrase("in place of plain"), tiles=reds)

    def set_lines(self) -> Iterator[LabeledLine]:
        """Each kind of set that shapes are made of, with an example."""
        used = dict.fromkeys(self._kinds_in_shapes())
        pairs = {"pair": None} if any(shape.pairs for shape in self.rules.shapes) else {}
        for name in {**used, **pairs}:
            tuples = self.rules.set_tables.tuples.get(name, ())
            kind = self.rules.kind_by_id.get(name)
            if kind is not None and tuples:
                called = self.phrase("counts declared" if kind.declared else "may be called")
                has_calls = self.rules.play is None or self.rules.play.calls
                text = (
                    called if has_calls and kind.size >= SMALLEST_CALL and self.rules.may_call(name) else ""
                )
                yield LabeledLine(
                    self.localized_name(kind.names, name), text, tiles=tuple(map(Tile, tuples[0]))
                )

    def _kinds_in_shapes(self) -> tuple[str, ...]:
        """The kinds of set that shapes are made of; those of fixed rows last, by size."""
        tables, shapes = self.rules.set_tables, self.rules.shapes
        asked = [shape for shape in shapes if shape.kind_group_count or shape.way != "fixed"]
        fixed = [shape.knitted for shape in shapes if shape.way == "fixed"]
        made = {kind for text in fixed for rows in tables.row_choices(text) for kind, _ in rows}
        by_size = sorted(made - {"single", KNITTED}, key=lambda kind: (len(tables.tuples[kind][0]), kind))
        return (*(kind for shape in asked for kind in shape.set_kinds), *by_size)

    def shape_lines(self) -> Iterator[LabeledLine]:
        """Each name of shapes with an example hand, preferably one without called sets."""
        conditions = dict(self.rules.shape_conditions)
        closed_always = all(shape.concealed for shape in self.rules.shapes)
        by_name: dict[str, list[Shape]] = {}
        for shape in self.rules.shapes:
            if not self._can_never_hold(conditions.get(shape.id)):
                by_name.setdefault(self.localized_name(shape.names, shape.id), []).append(shape)
        for name, shapes in by_name.items():
            is_closed = all(shape.concealed for shape in shapes) and not closed_always
            ids = {shape.id for shape in shapes}
            hands = [item.hand for item in self.examples if item.reading.shape in ids]
            hand = min(hands, key=lambda hand: len(hand.melds), default=None)
            yield LabeledLine(name, self.phrase("closed hands only") if is_closed else "", hand=hand)

    def _can_never_hold(self, node: Node | None) -> bool:
        """Whether a condition can never hold under the options in force."""
        plain = TRUE if node is None else simplify(node, self.view)
        return plain.op == "truth" and not plain.args[0]

    def winning_lines(self) -> Iterator[LabeledLine]:
        rules = self.rules
        players = numeral(whole_number(rules.players, self.view), self.language)
        yield LabeledLine("", self.phrase("so many players", players.capitalize()))
        if least := whole_number(rules.minimum, self.view):
            yield LabeledLine("", self.phrase("needs to win", self.count_words(least)))
        for item in rules.to_win:
            if simplify(item.node, self.view) != TRUE:
                yield LabeledLine("", self.requirement_sentence(item))
        tier = rules.top_tier
        if rules.highest_only:
            yield LabeledLine("", self.phrase("only the best"))
        elif tier is None:
            yield LabeledLine("", self.phrase("add up unless"))
        else:
            value = rules.amount_text(tier.start // tier.unit_value, tier.unit, self.language)
            yield LabeledLine("", self.phrase("add up beside", value))
        if rules.otherwise:
            yield LabeledLine("", self.phrase("otherwise called", self.localized_name(rules.otherwise.names)))
        if rules.maximum is not None:
            most = whole_number(rules.maximum, self.view)
            is_exceeded = any(
                whole_number(pattern.closed_value, self.view) > most for pattern in rules.patterns
            )
            key = "paid at most" if is_exceeded else "no more counted"
            yield LabeledLine("", self.phrase(key, self.count_words(most)))

    def requirement_sentence(self, requirement: Requirement) -> str:
        """What a hand needs to win. A condition for the least of something counted in a unit says how much:
        its reason is written for a hand that has too little.
        """
        match simplify(requirement.node, self.view):
            case Node("compare", (Node("amount", (str(name),)), ">=", Node() as least)):
                unit = "" if name == "total" else name
                if not unit or unit in self.rules.unit_by_id:
                    number = whole_number(least, self.view)
                    return self.phrase("needs in all", self.rules.amount_text(number, unit, self.language))
        text = self.localized_name(requirement.reason)
        stop = translate("full stop", "en" if text.isascii() else self.language)
        return f"{text[:1].upper()}{text[1:].removesuffix(stop)}{stop}"

    def bonus_lines(self) -> Iterator[LabeledLine]:
        for bonus in self.rules.bonuses:
            if not self._can_never_hold(bonus.condition):
                worth = self.count_words(whole_number(bonus.value, self.view))
                named = self.phrase("bonus and worth", self.localized_name(bonus.names), worth)
                yield LabeledLine(named, self.localized_name(bonus.definition))

    def house_rule_lines(self) -> Iterator[LabeledLine]:
        """The options with their values: yes, a number or a choice. What is switched off is left out: also a
        number of 0, and a choice that means the same as no.
        """
        for option in self.rules.offered_options:
            value = self.rules.option_values[option.id]
            if value and dict(option.same_as).get("false") != value:
                yield LabeledLine(
                    option_help(option, self.language), value_label(option, value, self.language)
                )


# ---- for children


@dataclass(frozen=True)
class ChildrensLesson:
    """A handout for children: short sentences, each pattern with large tiles, and exercises whose solutions
    are sums.
    """

    ruleset: Ruleset
    language: str
    parts: tuple[Section, ...]
    entries: tuple[tuple[LessonEntry, str], ...]
    """the patterns that are played, each with its sentence"""
    exercises: tuple[Exercise, ...]


def make_childrens_lesson(
    ruleset: Ruleset, seed: int = 1, count: int = EXERCISES, language: str = "ja"
) -> ChildrensLesson:
    """The handout for children, in a language in which the rules have text for children: the wanted one, or
    their first. Raises InputError if there are no such words.

    >>> from scorer.scoring import load_ruleset
    >>> handout = make_childrens_lesson(load_ruleset("ponjan"), count=2)
    >>> handout.parts[0].lines[0].text
    'おなじ えの ふだを 3まいずつ、3くみ あつめる あそびです。'
    """
    words = ruleset.play.children if ruleset.play else None
    if words is None or not words.summary:
        message = Message("no text for children", ruleset.label)
        raise InputError([Fault("--children", None, message, "circumstance")])
    told = [name for name, _ in words.summary]
    language = language if has_text(told, language) else told[0]
    sentences = dict(words.patterns)
    parts = (
        Section(key, translate(phrase, language), (LabeledLine("", name_in(names, language)),))
        for key, phrase, names in (
            ("game", "children game", words.summary),
            ("deal", "children deal", words.deal),
            ("turn", "children turn", words.turn),
            ("end", "children end", words.end),
        )
        if names
    )  # fmt: skip
    entries = tuple(
        (_lesson_entry(pattern, ruleset, language), name_in(sentences.get(pattern.id, ()), language))
        for pattern in _played_patterns(ruleset)
    )
    most = HANDS_PER_EXERCISE * count
    easy = islice(quiz_scores(ruleset, Wish(("points",), min(LEVELS)), seed), PLAIN_SHARE * most)
    needed = {node.args[0] for node in expressions_in(ruleset.to_win) if node.op == "fact"}
    plain = (score for score in easy if _is_plain(score, needed))
    chosen = _varied_hands(list(islice(plain, most)), count)
    tasks = tuple(Exercise(number, min(LEVELS), score) for number, score in enumerate(chosen, 1))
    return ChildrensLesson(ruleset, language, tuple(parts), entries, tasks)


def _is_plain(score: Score, needed_circumstances: Collection[str]) -> bool:
    """Whether children can count a hand: it has no bonuses, and no circumstances but those that a win on a
    discard needs.
    """
    stated = {ident for ident, _ in score.situation.circumstances}
    return not score.best.bonuses and stated <= (
        {*needed_circumstances} if not score.situation.self_draw else set()
    )


def _sheet_examples(scores: Iterable[Score]) -> dict[str, Group]:
    """An example set for each item of the secondary score that counts sets. Few readings need to be spelled
    out for them.
    """
    found, known = dict[str, Group](), set[str]()
    for score in scores:
        lines = score.sheet.lines if score.sheet else ()
        if known.issuperset(line.id for line in lines):
            continue
        best = score.best
        for line in best.sheet.lines if best.sheet else ():
            known.add(line.id)
            for place in line.places[:1]:
                found.setdefault(line.id, best.reading.groups[place])
    return found


# ---- exercises


def exercises(
    ruleset: Ruleset, seed: int, count: int, taught: Collection[str] | None = None
) -> tuple[Exercise, ...]:
    """`count` exercises, divided evenly among the levels, easier ones first: all levels, or those without
    rare hands if only the patterns that are `taught` may count. There are fewer if hardly any hand wins under
    the rules.

    >>> from scorer.scoring import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> [task.score.hand for task in exercises(rules, 3, 2)] == [
    ...     task.score.hand for task in exercises(rules, 3, 2)]
    True
    """
    found = _drawn_exercises(ruleset, seed, count, taught)
    return tuple(Exercise(number, level, score) for number, (level, score) in enumerate(found, 1))


def _drawn_exercises(
    ruleset: Ruleset, seed: int, count: int, taught: Collection[str] | None
) -> list[tuple[int, Score]]:
    """New exercises, with their levels."""
    found: list[tuple[int, Score]] = []
    levels = [number for number, level in LEVELS.items() if taught is None or not level.is_unrestricted]
    for place, level in enumerate(levels, 1):
        missing = -(-count * place // len(levels)) - len(found)
        wish, seen = Wish(("points",), level), {score.hand for _, score in found}
        drawn = islice(quiz_scores(ruleset, wish, seed), MOST_DRAWN * missing)
        new = (
            score
            for score in drawn
            if score.hand not in seen and (taught is None or set(score.patterns) <= set(taught))
        )
        if usual_wins(ruleset, wish):
            chosen: Iterable[Score] = islice(new, missing)
        else:
            chosen = _varied_hands(list(islice(new, HANDS_PER_EXERCISE * missing)), missing)
        found += [(level, score) for score in chosen]
    return found


def _varied_hands(pool: list[Score], count: int) -> Iterator[Score]:
    """Up to `count` hands from the pool, each time the one whose patterns have been shown least; hands with
    several patterns are preferred.
    """
    left, seen = list(pool), dict[str, int]()

    def staleness(score: Score) -> float:
        times = [seen.get(name, 0) for name in score.patterns]
        return sum(times) / max(1, len(times)) - min(len(times), 4) / 10

    while left and count > 0:
        best = min(left, key=staleness)
        left.remove(best)
        count -= 1
        for name in best.patterns:
            seen[name] = seen.get(name, 0) + 1
        yield best
