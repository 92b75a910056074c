"""A score told step by step: the walk of `engine/score.py`, each step with its reasons.

An explanation is data (titled sections of lines); `scorer.render` lays it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from scorer.engine.evaluate import holds, number
from scorer.engine.match import mask
from scorer.engine.results import Award, BonusLine, Score, Valued
from scorer.engine.score import readings_of
from scorer.engine.value import award_counts
from scorer.engine.view import View
from scorer.language.nodes import Node
from scorer.notation import format_hand
from scorer.phrases import joined, label, numeral
from scorer.ruleset.model import Bonus, nodes_in
from scorer.teach.account import Line, share_lines, sheet_lines, step_lines
from scorer.teach.labels import situation_words, way_words
from scorer.teach.sentences.conditions import asks, negated
from scorer.teach.sentences.words import Speech, group_text, in_words
from scorer.teach.why import (
    Why,
    award_sentence,
    finding_of,
    near_misses,
    rest,
    sentence,
    swallowed_sentence,
    why,
)
from scorer.tiles import Tile, name_in
from scorer.values import dataclass

MOST_READINGS, MOST_LOST = 8, 4
"""Ways to read a hand that are told one by one: those that win, and those that do not."""


@dataclass(frozen=True)
class Section:
    """One step of the walk."""

    id: str
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Explanation:
    """A score with every step told, in the order in which it is worked out."""

    score: Score
    sections: tuple[Section, ...]


def explain_score(score: Score, language: str = "en", near: int = 3) -> Explanation:
    """Tells a score from the tiles to the payment; `near` is how many near misses are named."""
    view = view_of(score)
    teller = _Teller(score, view, language)
    steps = (
        ("understood", "understood", teller.understood()),
        ("readings", "readings", teller.readings()),
        ("patterns", "patterns", teller.patterns()),
        ("right", "right to win", teller.right_to_win()),
        ("swallowed", "swallowed", teller.swallowed()),
        ("bonuses", "bonuses", teller.bonuses()),
        ("sheet", teller.sheet_title(), sheet_lines(score, language)),
        ("arithmetic", "arithmetic", teller.arithmetic()),
        ("payments", "who pays", share_lines(score.best.payments, score.situation, score.ruleset, language)),
        ("near", "near", teller.near(near)),
    )
    sections = (Section(ident, label(title, language), tuple(lines)) for ident, title, lines in steps)
    return Explanation(score, tuple(section for section in sections if section.lines))


def view_of(score: Score) -> View:
    """The view of the best reading, its awards known."""
    view = View(score.ruleset, score.hand, score.situation, score.best.reading)
    return view.knowing(dict(score.best.amounts), award_counts(score.best.awards))


class _Teller:
    """Tells the steps of one score in one language."""

    def __init__(self, score: Score, view: View, language: str) -> None:
        self.score, self.view, self.language = score, view, language
        self.best, self.rules = score.best, view.ruleset

    def _label(self, key: str, *words: object) -> str:
        return label(key, self.language, *words)

    def _least_of_use(self) -> int:
        """What a pattern must be worth to better this hand; 0 where any would add to it."""
        tier = self.rules.top_tier
        if tier and any(award.value >= tier.start for award in self.best.awards):
            return tier.start
        best = max((award.total for award in self.best.awards), default=0)
        return best + 1 if self.rules.highest_only else 0

    def name(self, names: tuple[tuple[str, str], ...]) -> str:
        return name_in(names, self.language)

    def understood(self) -> Iterator[Line]:
        tileset = self.rules.tileset
        situation = self.score.situation
        yield Line(self._label("hand"), format_hand(self.score.hand, tileset))
        tile = self.score.hand.winning_tile
        code, name = tileset.code(tile), tileset.name(tile, self.language)
        shown = code if tile.red or name == code else code + self._label("named", name)
        yield Line(
            self._label("winning tile"), self._label("and how", shown, way_words(situation, self.language))
        )
        yield Line(self._label("rules"), name_in(self.score.ruleset.names, self.language))
        yield from (Line("", text) for text in situation_words(situation, self.score.ruleset, self.language))
        yield from (Line(self._label("indicator"), text) for text in self._indicators())

    def _indicators(self) -> Iterator[str]:
        """The tiles that were turned; what they point at is told with the situation."""
        for item in self.rules.indicators:
            tiles = dict(self.score.situation.indicators).get(item.id, ())
            if tiles:
                yield f"{self.rules.tileset.text(tiles)} ({self.name(item.names) or item.id})"

    def readings(self) -> Iterator[Line]:
        """Every way to read the hand, and why this one counts."""
        ways = self.score.readings
        for place, item in enumerate(ways[:MOST_READINGS]):
            yield Line(
                self._label("counts") if place == 0 else "", self._reading(item), f"{item.payments.points:,}"
            )
        if len(ways) > MOST_READINGS:
            last = f"{ways[-1].payments.points:,}"
            yield Line("", self._label("more ways", f"{len(ways) - MOST_READINGS:,}", last))
        valued = {item.reading for item in ways}
        every = readings_of(View(self.rules, self.score.hand, self.score.situation))
        lost = [reading for reading in every if reading not in valued]
        for reading in lost[:MOST_LOST]:
            sets = " ".join(group_text(group, self.rules.tileset) for group in reading.groups)
            yield Line(self._label("cannot win"), sets)
        if len(lost) > MOST_LOST:
            yield Line("", self._label("more that cannot", f"{len(lost) - MOST_LOST:,}"))
        if len(ways) > 1:
            yield Line("", _why_best(ways[0], ways[1], self.language))

    def _reading(self, item: Valued) -> str:
        sets = " ".join(group_text(group, self.rules.tileset) for group in item.reading.groups)
        won = next(group for group in item.reading.groups if group.won)
        text = self._label("won in", sets, group_text(won, self.rules.tileset))
        stands = [self.rules.tileset.kinds[kind].code for kind in item.reading.jokers]
        return f"{text}; {self._label('joker', joined(stands, self.language))}" if stands else text

    def patterns(self) -> Iterator[Line]:
        for award in self.best.awards:
            yield Line(
                self.name(award.pattern.names),
                award_sentence(award, self.view, self.language),
                self._worth(award),
            )

    def right_to_win(self) -> Iterator[Line]:
        """What fulfils a condition of winning that this hand does not meet as a matter of course."""
        for requirement in self.rules.to_win:
            parts = requirement.node.args if requirement.node.op == "or" else ()
            held = [part for part in parts if holds(part, self.view)]
            missed = [part for part in parts if part.op == "fact" and part not in held]
            if held and missed and not any(part.op == "fact" for part in held):
                yield Line("", in_words(partial(self._though, held[0], missed[0]), self.rules, self.language))
                return

    def _though(self, held: Node, missed: Node, speech: Speech) -> str:
        found = finding_of(held, self.view, speech)
        shown = speech.say("in brackets", found.found.strip("()")) if found.found else ""
        return speech.say("though", found.asks + shown, negated(missed, speech))

    def _worth(self, award: Award) -> str:
        tier = self.rules.top_tier
        value, unit = award.value, award.pattern.unit
        if tier and tier.unit and value >= tier.start:
            value, unit = value // tier.each, tier.unit
        times = f" x {award.count}" if award.count > 1 else ""
        return self.rules.counted(f"{value}{times}", unit, self.language)

    def swallowed(self) -> Iterator[Line]:
        for item in self.best.swallowed:
            yield Line(self.name(item.pattern.names), swallowed_sentence(item, self.view, self.language))

    def bonuses(self) -> Iterator[Line]:
        for line in self.best.bonuses:
            worth = self.rules.counted(line.total, language=self.language)
            yield Line(self.name(line.names), self._bonus_tiles(line), worth)

    def _bonus_tiles(self, line: BonusLine) -> str:
        """The tiles that a bonus counts; of one that counts none its condition."""
        bonus = next(item for item in self.rules.bonuses if item.id == line.id)
        tiles = line.tiles or self._flowers_counted(bonus)
        if bonus.when is not None and bonus.count is None and not tiles:
            return in_words(partial(asks, bonus.when), self.rules, self.language)
        said = joined(map(self.rules.tileset.code, tiles), self.language)
        return said or self._label("of them", numeral(line.count, self.language))

    def _flowers_counted(self, bonus: Bonus) -> tuple[Tile, ...]:
        """The flowers beside the hand that a bonus counts."""
        calls = [node for node in nodes_in((bonus.count, bonus.when)) if node.op == "call"]
        classes = [mask(node.args[1], self.view) for node in calls if node.args[0] == "flowers"]
        return tuple(t for t in self.view.flowers if any(of >> t.kind & 1 for of in classes))

    def sheet_title(self) -> str:
        sheet = self.best.sheet
        return self.rules.unit_word(sheet.unit, language=self.language).capitalize() if sheet else ""

    def arithmetic(self) -> Iterator[Line]:
        """The total, and the steps from it to the base."""
        if not self.best.tier:
            parts = [award.total for award in self.best.awards] + [line.total for line in self.best.bonuses]
            added = " + ".join(map(str, parts)) or "0"
            if sum(parts) > self.best.total:
                added = self._label("at most", added, self.best.total)
            yield Line(
                self._label("total"), added, self.rules.counted(self.best.total, language=self.language)
            )
        yield from step_lines(self.best.steps, self.language)

    def near(self, most: int) -> Iterator[Line]:
        names = [award.pattern.id for award in self.best.awards] + [s.pattern.id for s in self.best.swallowed]
        closed, least = self.score.hand.is_concealed, self._least_of_use()
        worth = ((p.id, p.closed if closed else p.open) for p in self.rules.patterns)
        names += [name for name, value in worth if least and number(value, self.view) < least]
        names += self._lesser_twins() if least else []
        for item in near_misses([self.view], names, most, self.language):
            yield near_line(item, self.language)
            if held := rest(item):
                yield Line("", held)

    def _lesser_twins(self) -> Iterator[str]:
        """Patterns of which all that holds is asked by one that counts, and that bring no more than it."""
        closed = self.score.hand.is_concealed
        counted_asks = [
            (award.value, {finding.asks for finding in why(award.pattern, self.view).findings})
            for award in self.best.awards
        ]
        for pattern in self.rules.patterns:
            held = {finding.asks for finding in why(pattern, self.view).held}
            value = number(pattern.closed if closed else pattern.open, self.view)
            if held and any(held <= asked and value <= worth for worth, asked in counted_asks):
                yield pattern.id


def near_line(item: Why, language: str = "en") -> Line:
    """A near miss as one line."""
    return Line(name_in(item.pattern.names, language), sentence(item))


def _why_best(first: Valued, second: Valued, language: str) -> str:
    if first.payments.points > second.payments.points:
        both = (f"{way.payments.points:,}" for way in (first, second))
        return label("first pays more", language, *both)
    counts = first.worth.uncapped, second.worth.uncapped
    if counts[0] > counts[1]:
        return label("first counts more", language, *counts)
    return label("first has more" if len(first.awards) > len(second.awards) else "worth the same", language)
