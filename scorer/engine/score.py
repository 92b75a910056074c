"""Scores a hand step by step: readings, patterns, value, payment, and the best reading.

    hand -> readings -> awards -> worth -> payments -> score

Each step is a function from one frozen value to the next. `scorer explain` shows the same steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.engine.evaluate import Evaluator, TooLarge, View, holds, number
from scorer.engine.resolve import Resolution, resolutions
from scorer.engine.results import Award, Readings, Score, Valued
from scorer.engine.value import Numbers, award_counts, numbers_of, payments, penalty_transfers, worth
from scorer.errors import Fault, InputError, NotAWinner, Told
from scorer.hand import Hand, Situation
from scorer.phrases import in_every
from scorer.readings import Steps, read_hand
from scorer.ruleset.model import Ruleset, nodes_in
from scorer.shapes import Reading, TooManyReadings
from scorer.tiles import name_in
from scorer.values import dataclass

NOTHING_PAID = -1
"""Less than any hand pays."""


@dataclass(frozen=True)
class Refused:
    """A way to count a reading that may not win: the reasons, and the awards that it has."""

    reasons: tuple[str, ...]
    awards: tuple[Award, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key for the refusal to report: the fewest failed conditions, then the highest total."""
        return len(self.reasons), -sum(award.total for award in self.awards)


def score_readings(ruleset: Ruleset, hand: Hand, situation: Situation) -> Score:
    """The score of a hand that has been checked for legality, computed by the readable evaluator.

    `scorer.library.score_hand` returns the same result many times faster. Raises NotAWinner with the reasons
    if the hand does not win, and InputError if the hand has too many readings or a number is too large.
    """
    view = View(ruleset, hand, situation)
    try:
        readings = readings_of(view)
        if not readings:
            raise not_complete(ruleset)
        _refuse_penalties(view, readings)
        ways = [way for reading in readings for way in ways_of(view.reading_as(reading))]
    except (TooManyReadings, TooLarge) as error:
        raise InputError([Fault("hand", None, str(error), "hand")]) from error
    valued = [way for way in ways if isinstance(way, Valued)]
    if not valued:
        raise may_not_win(ruleset, [way for way in ways if isinstance(way, Refused)])
    ranked = sorted(valued, key=lambda item: item.rank, reverse=True)
    return Readings(ruleset, hand, situation, tuple(ranked)).score(len(readings))


def not_complete(ruleset: Ruleset) -> NotAWinner:
    """The error for a hand that fits no shape."""
    return NotAWinner("not_winning", Told(_of_rules("not complete", ruleset)))


def readings_of(view: View, steps: Steps | None = None) -> list[Reading]:
    """Every reading whose shape is allowed in this situation. `steps` limits the search."""
    ruleset = view.ruleset
    conditions = dict(ruleset.shape_conditions)
    shapes = tuple(shape for shape in ruleset.shapes if holds(conditions.get(shape.id), view))
    return read_hand(view.hand, view.situation.self_draw, shapes, ruleset.set_tables, steps)


def valued_ways(view: View, more: Iterable[Award] = ()) -> list[Valued]:
    """The ways to count one reading that may win, each with its payments. `more` are additional awards."""
    return [way for way in ways_of(view, more) if isinstance(way, Valued)]


def ways_of(view: View, more: Iterable[Award] = ()) -> list[Valued | Refused]:
    """All ways to count one reading: a valued reading for each way that may win, a refusal for the others."""
    found: list[Valued | Refused] = []
    first: int | float = NOTHING_PAID
    for way in resolutions(view, more):
        made = _valued(view, way)
        if isinstance(made, Valued):
            if way.must_pay_more and made.payments.points <= first:
                continue
            first = first if way.must_pay_more else made.payments.points
        found.append(made)
    return found


def _valued(view: View, way: Resolution) -> Valued | Refused:
    rules, late = view.ruleset, wins_late(view.ruleset)
    known = numbers_of(view, way.awards, 0, 0).known_with_awards
    if not late and (refused := refusal(view.knowing(known, award_counts(way.awards)), way.awards, rules)):
        return refused  # before the worth is computed, which may be too large a number
    value = worth(view, way.awards)
    if late and (refused := refusal(value.view, way.awards, rules)):
        return refused
    assert view.reading is not None
    paid = payments(value.view, way.awards)
    said = value.bonuses, value.sheet, value.worth, value.steps, paid
    return Valued(view.reading, way.awards, way.swallowed, *said)


def wins_late(rules: Ruleset) -> bool:
    """Whether conditions for winning use numbers that are known only after a reading has been valued."""
    asked = {part.args[0] for part in nodes_in(rules.to_win) if part.op == "amount"}
    return not asked <= Numbers(0).known_with_awards.keys()


def refusal(view: Evaluator, awards: tuple[Award, ...], rules: Ruleset) -> Refused | None:
    """The reasons why a reading may not win, in the words of the rules; None if the awards reach the minimum
    and meet every condition for winning. `view` knows the worth of the awards.
    """
    asked = zip(view.ruleset.to_win, rules.to_win, strict=True)
    reasons = [Told(told.reason) for item, told in asked if not holds(item.node, view)]
    least, reached = number(view.ruleset.minimum, view), sum(award.total for award in awards)
    if reached < least:
        reasons.insert(0, Told(_too_little(rules, least, reached)))
    return Refused(tuple(reasons), awards) if reasons else None


def may_not_win(ruleset: Ruleset, refused: Iterable[Refused]) -> NotAWinner:
    """The error for a complete hand that may not win, with the reasons of the way to count it that is nearest
    to winning.
    """
    nearest = min(refused, key=lambda way: way.rank)
    return NotAWinner("no_pattern", Told(_of_rules("may not win", ruleset)), nearest.reasons)


def _of_rules(key: str, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """A phrase about a ruleset in every language, with its id in English and its name in the others."""
    for language, text in in_every(key):
        yield language, text.format(ruleset.id if language == "en" else name_in(ruleset.names, language))


def _too_little(rules: Ruleset, least: int, reached: int) -> Iterator[tuple[str, str]]:
    """The message that a hand does not reach the minimum, in every language."""
    for language, text in in_every("too little"):
        few = rules.counted(reached, language=language)
        if language == "en" and not reached:
            few = f"no {rules.unit_word()}"
        yield language, text.format(rules.counted(least, language=language), few)


def _refuse_penalties(view: View, readings: list[Reading]) -> None:
    for penalty in view.ruleset.penalties:
        reading = view.reading_as(readings[0]).knowing({}, award_counts(()))
        if holds(penalty.when, reading):
            message = Told(penalty.why or penalty.names or [("en", penalty.id)])
            raise NotAWinner("penalty", message, (), penalty_transfers(reading, penalty.pay))
