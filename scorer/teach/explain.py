"""A score told step by step: the walk of `engine/score.py`, each step with its reasons.

An explanation is data (titled sections of lines); `scorer.render` lays it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from scorer.engine.evaluate import View, holds, number
from scorer.engine.match import mask
from scorer.engine.results import Award, BonusLine, Score, Valued
from scorer.engine.score import readings_of
from scorer.engine.value import award_counts
from scorer.language.nodes import Node
from scorer.notation import format_hand
from scorer.phrases import joined, label, numeral
from scorer.ruleset.model import nodes_in
from scorer.teach.constructs import asks, negated
from scorer.teach.labels import (
    Line,
    Section,
    share_lines,
    sheet_lines,
    situation_words,
    step_lines,
    way_words,
)
from scorer.teach.why import award_sentence, finding_of, near_misses, rest, sentence, swallowed_sentence, why
from scorer.teach.words import Speech, in_words, reading_text, won_text
from scorer.tiles import name_in

MOST_READINGS, MOST_LOST = 8, 4
"""Ways to read a hand that are told one by one: those that win, and those that do not."""


def explain_score(score: Score, language: str = "en", near: int = 3) -> tuple[Section, ...]:
    """Tells a score from the tiles to the payment; `near` is how many near misses are named."""
    teller, best, rules = _Teller(score, language), score.best, score.ruleset
    sheet = rules.unit_word(best.sheet.unit, language=language).capitalize() if best.sheet else ""
    steps = (
        ("understood", "understood", teller.understood()),
        ("readings", "readings", teller.readings()),
        ("patterns", "patterns", teller.patterns()),
        ("right", "right to win", teller.right_to_win()),
        ("swallowed", "swallowed", teller.swallowed()),
        ("bonuses", "bonuses", teller.bonuses()),
        ("sheet", sheet, sheet_lines(score, language)),
        ("arithmetic", "arithmetic", teller.arithmetic()),
        ("payments", "who pays", share_lines(best.payments, score.situation, rules, language)),
        ("near", "near", teller.near(near)),
    )
    sections = (Section(ident, label(title, language), tuple(lines)) for ident, title, lines in steps)
    return tuple(section for section in sections if section.lines)


def view_of(score: Score) -> View:
    """The view of the best reading, its awards known."""
    view = View(score.ruleset, score.hand, score.situation, score.best.reading)
    return view.knowing(dict(score.worth.amounts), award_counts(score.best.awards))


class _Teller:
    """Tells the steps of one score in one language."""

    def __init__(self, score: Score, language: str) -> None:
        self.score, self.view, self.language = score, view_of(score), language
        self.best, self.rules = score.best, score.ruleset

    def label(self, key: str, *words: object) -> str:
        return label(key, self.language, *words)

    def name(self, names: tuple[tuple[str, str], ...]) -> str:
        return name_in(names, self.language)

    def understood(self) -> Iterator[Line]:
        tileset, situation, tile = self.rules.tileset, self.score.situation, self.score.hand.winning_tile
        yield Line(self.label("hand"), format_hand(self.score.hand, tileset))
        code, name = tileset.code(tile), tileset.name(tile, self.language)
        shown = code if tile.red or name == code else code + self.label("named", name)
        how = self.label("and how", shown, way_words(situation, self.language))
        yield Line(self.label("winning tile"), how)
        yield Line(self.label("rules"), self.name(self.rules.names))
        yield from (Line("", text) for text in situation_words(situation, self.rules, self.language))
        for item in self.rules.indicators:  # what they point at is told with the situation
            if tiles := dict(situation.indicators).get(item.id):
                shown = f"{tileset.text(tiles)} ({self.name(item.names) or item.id})"
                yield Line(self.label("indicator"), shown)

    def readings(self) -> Iterator[Line]:
        """Every way to read the hand, and why this one counts."""
        ways, tileset = self.score.readings, self.rules.tileset
        for place, item in enumerate(ways[:MOST_READINGS]):
            counts = self.label("counts") if place == 0 else ""
            yield Line(counts, self._reading(item), f"{item.payments.points:,}")
        if len(ways) > MOST_READINGS:
            last = f"{ways[-1].payments.points:,}"
            yield Line("", self.label("more ways", f"{len(ways) - MOST_READINGS:,}", last))
        valued = {item.reading for item in ways}
        every = readings_of(View(self.rules, self.score.hand, self.score.situation))
        lost = [reading for reading in every if reading not in valued]
        yield from (Line(self.label("cannot win"), reading_text(one, tileset)) for one in lost[:MOST_LOST])
        if len(lost) > MOST_LOST:
            yield Line("", self.label("more that cannot", f"{len(lost) - MOST_LOST:,}"))
        if len(ways) > 1:
            yield Line("", self._why_best(ways[0], ways[1]))

    def _reading(self, item: Valued) -> str:
        text = won_text(item.reading, self.rules.tileset, self.language)
        stands = [self.rules.tileset.kinds[kind].code for kind in item.reading.jokers]
        return f"{text}; {self.label('joker', joined(stands, self.language))}" if stands else text

    def _why_best(self, first: Valued, second: Valued) -> str:
        points = first.payments.points, second.payments.points
        if points[0] > points[1]:
            return self.label("first pays more", *(f"{number:,}" for number in points))
        counts = first.worth.uncapped, second.worth.uncapped
        if counts[0] > counts[1]:
            return self.label("first counts more", *counts)
        return self.label("first has more" if len(first.awards) > len(second.awards) else "worth the same")

    def patterns(self) -> Iterator[Line]:
        for award in self.best.awards:
            said = award_sentence(award, self.view, self.language)
            yield Line(self.name(award.pattern.names), said, self._worth(award))

    def _worth(self, award: Award) -> str:
        tier = self.rules.top_tier
        value, unit = award.value, award.pattern.unit
        if tier and tier.unit and value >= tier.start:
            value, unit = value // tier.each, tier.unit
        times = f" x {award.count}" if award.count > 1 else ""
        return self.rules.counted(f"{value}{times}", unit, self.language)

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

    def swallowed(self) -> Iterator[Line]:
        for item in self.best.swallowed:
            yield Line(self.name(item.pattern.names), swallowed_sentence(item, self.view, self.language))

    def bonuses(self) -> Iterator[Line]:
        for line in self.best.bonuses:
            worth = self.rules.counted(line.total, language=self.language)
            yield Line(self.name(line.names), self._bonus_tiles(line), worth)

    def _bonus_tiles(self, line: BonusLine) -> str:
        """The tiles, or the flowers beside the hand, that a bonus counts; without any its condition."""
        bonus = next(item for item in self.rules.bonuses if item.id == line.id)
        calls = [node for node in nodes_in((bonus.count, bonus.when)) if node.op == "call"]
        classes = [mask(node.args[1], self.view) for node in calls if node.args[0] == "flowers"]
        tiles = line.tiles or [t for t in self.view.flowers if any(of >> t.kind & 1 for of in classes)]
        if bonus.when is not None and bonus.count is None and not tiles:
            return in_words(partial(asks, bonus.when), self.rules, self.language)
        said = joined(map(self.rules.tileset.code, tiles), self.language)
        return said or self.label("of them", numeral(line.count, self.language))

    def arithmetic(self) -> Iterator[Line]:
        if not self.best.worth.tier:
            parts = [award.total for award in self.best.awards] + [line.total for line in self.best.bonuses]
            added = " + ".join(map(str, parts)) or "0"
            if sum(parts) > self.best.worth.total:
                added = self.label("at most", added, self.best.worth.total)
            total = self.rules.counted(self.best.worth.total, language=self.language)
            yield Line(self.label("total"), added, total)
        yield from step_lines(self.best.steps, self.language)

    def near(self, most: int) -> Iterator[Line]:
        idle = [award.pattern.id for award in self.best.awards] + [s.pattern.id for s in self.best.swallowed]
        for item in near_misses([self.view], [*idle, *self._of_no_use()], most, self.language):
            yield Line(name_in(item.pattern.names, self.language), sentence(item))
            if held := rest(item):
                yield Line("", held)

    def _of_no_use(self) -> Iterator[str]:
        """The patterns that would not better this hand: those of little value where another stands alone, and
        those of which all that holds is asked by one that counts, and that bring no more than it.
        """
        tier, awards = self.rules.top_tier, self.best.awards
        if tier and any(award.value >= tier.start for award in awards):
            least = tier.start
        elif self.rules.highest_only:
            least = max((award.total for award in awards), default=0) + 1
        else:
            return
        counted = [
            (award.value, {one.asks for one in why(award.pattern, self.view).findings}) for award in awards
        ]
        for pattern in self.rules.patterns:
            value = number(pattern.closed if self.score.hand.is_concealed else pattern.open, self.view)
            held = {finding.asks for finding in why(pattern, self.view).held}
            lesser = held and any(held <= asked and value <= worth for worth, asked in counted)
            if value < least or lesser:
                yield pattern.id
