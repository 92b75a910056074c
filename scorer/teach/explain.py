"""A score told step by step: the walk of `engine/score.py`, each step with its reasons.

An explanation is data (titled sections of lines); `scorer.render` lays it out.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.results import Award, BonusLine, Score, Share, Valued
from scorer.engine.score import readings_of
from scorer.engine.value import award_counts
from scorer.engine.view import View
from scorer.notation import format_hand
from scorer.teach.findings import sets_of_award
from scorer.teach.situation import WIND_WORDS, situation_words
from scorer.teach.why import Why, near_misses, rest, sentence, swallowed_sentence, why
from scorer.teach.words import counted, group_text, groups_text, listed, plural
from scorer.tiles import name_in
from scorer.values import dataclass

SEATS = {**WIND_WORDS, "discarder": "the discarder", "others": "the others"}
PARTS = {"hand": "", "counters": "counters: ", "liability": "liable: "}


@dataclass(frozen=True)
class Line:
    """One line: what it speaks of, what is said, and the number at the end."""

    label: str
    text: str = ""
    value: str = ""


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
        ("understood", "What was understood", teller.understood()),
        ("readings", "How the tiles are read", teller.readings()),
        ("patterns", "Patterns", teller.patterns()),
        ("swallowed", "True, but not counted", teller.swallowed()),
        ("bonuses", "Bonuses", teller.bonuses()),
        ("sheet", teller.sheet_title(), teller.sheet()),
        ("arithmetic", "From the count to the points", teller.arithmetic()),
        ("payments", "Who pays", teller.payments()),
        ("near", "Not awarded, but near", teller.near(near)),
    )
    sections = (Section(ident, title, tuple(lines)) for ident, title, lines in steps)
    return Explanation(score, tuple(section for section in sections if section.lines))


def view_of(score: Score) -> View:
    """The view of the best reading, its awards known."""
    view = View(score.ruleset, score.hand, score.situation, score.best.reading)
    return view.knowing(dict(score.best.amounts), award_counts(score.best.awards))


class _Teller:
    """Tells the steps of one score in one language."""

    def __init__(self, score: Score, view: View, language: str) -> None:
        self.score, self.view, self.language = score, view, language
        self.best, self.rules = score.best, score.ruleset

    def name(self, names: tuple[tuple[str, str], ...]) -> str:
        return name_in(names, self.language)

    def understood(self) -> Iterator[Line]:
        tileset = self.rules.tileset
        yield Line("hand", format_hand(self.score.hand, tileset))
        yield Line("won on", tileset.name(self.score.hand.winning_tile, self.language))
        yield from (
            Line("", text) for text in situation_words(self.score.situation, self.rules, self.language)
        )

    def readings(self) -> Iterator[Line]:
        """Every way to read the hand, and why this one counts."""
        valued = {item.reading for item in self.score.readings}
        for place, item in enumerate(self.score.readings):
            yield Line("counts" if place == 0 else "", self._reading(item), f"{item.payments.points:,}")
        for reading in readings_of(View(self.rules, self.score.hand, self.score.situation)):
            if reading not in valued:
                yield Line("cannot win", groups_text(reading.groups, self.rules.tileset))
        if len(self.score.readings) > 1:
            yield Line("", _why_best(self.score.readings[0], self.score.readings[1]))

    def _reading(self, item: Valued) -> str:
        sets = " ".join(group_text(group, self.rules.tileset) for group in item.reading.groups)
        won = next(group for group in item.reading.groups if group.won)
        text = f"{sets}, won in {group_text(won, self.rules.tileset)}"
        if item.reading.jokers:
            stands = (self.rules.tileset.kinds[kind].code for kind in item.reading.jokers)
            text += f"; {plural('joker', len(item.reading.jokers))} for {listed(stands)}"
        return text

    def patterns(self) -> Iterator[Line]:
        for award in self.best.awards:
            reason = why(award.pattern, self.view)
            sets = groups_text(sets_of_award(award.places, self.view), self.rules.tileset)
            said = sentence(reason)
            yield Line(
                self.name(award.pattern.names),
                said if sets in said else f"{said}: {sets}",
                self._worth(award),
            )

    def _worth(self, award: Award) -> str:
        tier = self.rules.top_tier
        value, unit = award.value, award.pattern.unit
        if tier and tier.unit and value >= tier.start:
            value, unit = value // tier.each, tier.unit
        times = f" x {award.count}" if award.count > 1 else ""
        return f"{value}{times} {unit}"

    def swallowed(self) -> Iterator[Line]:
        for item in self.best.swallowed:
            yield Line(self.name(item.pattern.names), swallowed_sentence(item, self.view))

    def bonuses(self) -> Iterator[Line]:
        for line in self.best.bonuses:
            yield Line(self.name(line.names), self._bonus_tiles(line), f"{line.total} {self.rules.unit}")

    def _bonus_tiles(self, line: BonusLine) -> str:
        return (
            listed(self.rules.tileset.code(tile) for tile in line.tiles) or f"{counted(line.count)} of them"
        )

    def sheet_title(self) -> str:
        return self.best.sheet.unit.capitalize() if self.best.sheet else ""

    def sheet(self) -> Iterator[Line]:
        sheet = self.best.sheet
        if sheet is None or (self.best.limit and self.best.tier):
            return
        for item in sheet.lines:
            sets = groups_text([self.best.reading.groups[place] for place in item.places], self.rules.tileset)
            yield Line(self.name(item.names), sets, str(item.value))
        rounding = f", rounded up from {sheet.sum}" if sheet.total != sheet.sum else ""
        yield Line("sum", f"in all{rounding}", f"{sheet.total} {sheet.unit}")

    def arithmetic(self) -> Iterator[Line]:
        """From the total over the named amounts and the limit to the base."""
        if not self.best.tier:
            parts = [award.total for award in self.best.awards] + [line.total for line in self.best.bonuses]
            added = " + ".join(map(str, parts)) or "0"
            cap = f", at most {self.best.total}" if sum(parts) > self.best.total else ""
            yield Line("total", f"{added}{cap}", f"{self.best.total} {self.rules.unit}")
        for step in self.best.steps:
            label = self.name(step.names) or step.id
            yield Line(label, step.worked if step.worked != f"{step.result:,}" else "", f"{step.result:,}")

    def payments(self) -> Iterator[Line]:
        paid = self.best.payments
        for share in paid.shares:
            yield Line(SEATS.get(share.payer, share.payer), self._share(share), f"{-share.amount:,}")
        if paid.sticks:
            sticks = self.score.situation.sticks
            yield Line("the table", f"{sticks} {plural('stick', sticks)}", f"{paid.sticks:,}")
        winner = SEATS[self.score.situation.seat]
        yield Line(winner, "receives", f"{paid.total:+,}")

    def _share(self, share: Share) -> str:
        """The share's formula with its numbers, and its rounding."""
        part = PARTS.get(share.part, f"{name_in(share.names)}: ")
        shown = f"{share.amount:,}"
        if share.worked == shown:
            return part + shown
        to = self.rules.payment.round_up_to
        rounds = to > 1 and share.part == "hand" and not _exact(share)
        return f"{part}{share.worked}" + (f", rounded up to {to:,}s" if rounds else "")

    def near(self, most: int) -> Iterator[Line]:
        names = [award.pattern.id for award in self.best.awards] + [s.pattern.id for s in self.best.swallowed]
        for item in near_misses([self.view], names, most):
            yield near_line(item, self.language)
            if held := rest(item):
                yield Line("", held)


def near_line(item: Why, language: str = "en") -> Line:
    """A near miss as one line."""
    return Line(name_in(item.pattern.names, language), sentence(item))


def _exact(share: Share) -> bool:
    """Whether a formula of whole factors already gives the share, without rounding."""
    product = 1
    for part in share.worked.replace(",", "").split(" x "):
        if not part.isdigit():
            return True
        product *= int(part)
    return product == share.amount


def _why_best(first: Valued, second: Valued) -> str:
    if first.payments.points > second.payments.points:
        return f"the first pays more: {first.payments.points:,} against {second.payments.points:,}"
    if first.total > second.total:
        return f"both pay the same; the first counts more: {first.total} against {second.total}"
    return "the readings are worth the same; the first is shown"
