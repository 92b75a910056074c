"""The steps in order, one page: readings, patterns, value, payment, the best of all.

    hand -> readings -> awards -> worth -> payments -> score

Each step is a function from one frozen value to the next; `explain` walks the same page.
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
"""Less than what any hand pays."""


@dataclass(frozen=True)
class Refused:
    """A way to count a reading that may not win: why, and what it has."""

    reasons: tuple[str, ...]
    awards: tuple[Award, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """The one that is told fails in the fewest conditions; of several, it counts most."""
        return len(self.reasons), -sum(award.total for award in self.awards)


def score_readings(ruleset: Ruleset, hand: Hand, situation: Situation) -> Score:
    """Scores a hand that has been checked for legality, with every reason: by the readable evaluator.

    `scorer.library.score_hand` gives the same many times as quickly. Raises NotAWinner where the hand does
    not win, with the reasons, and InputError beyond all bounds.
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
    """What a hand is told that fills no shape."""
    return NotAWinner("not_winning", Told(_of_rules("not complete", ruleset)))


def readings_of(view: View, steps: Steps | None = None) -> list[Reading]:
    """Every reading whose shape is open to this situation, found in so many steps."""
    ruleset = view.ruleset
    conditions = dict(ruleset.shape_conditions)
    shapes = tuple(shape for shape in ruleset.shapes if holds(conditions.get(shape.id), view))
    return read_hand(view.hand, view.situation.self_draw, shapes, ruleset.set_tables, steps)


def valued_ways(view: View, more: Iterable[Award] = ()) -> list[Valued]:
    """The ways to count one reading, with `more` besides, that may win, each with its payments."""
    return [way for way in ways_of(view, more) if isinstance(way, Valued)]


def ways_of(view: View, more: Iterable[Award] = ()) -> list[Valued | Refused]:
    """The ways to count one reading: those that may win, and of the other ones why they may not."""
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
        return refused  # whatever it would be worth: that may be beyond all bounds
    value = worth(view, way.awards)
    if late and (refused := refusal(value.view, way.awards, rules)):
        return refused
    assert view.reading is not None
    paid = payments(value.view, way.awards)
    said = value.bonuses, value.sheet, value.worth, value.steps, paid
    return Valued(view.reading, way.awards, way.swallowed, *said)


def wins_late(rules: Ruleset) -> bool:
    """Whether conditions of winning ask numbers that are known only once a reading is worth something."""
    asked = {part.args[0] for part in nodes_in(rules.to_win) if part.op == "amount"}
    return not asked <= Numbers(0).known_with_awards.keys()


def refusal(view: Evaluator, awards: tuple[Award, ...], rules: Ruleset) -> Refused | None:
    """Why a reading may not win, in the words of the rules; None where the awards reach the minimum and meet
    every condition of winning. `view` knows their worth.
    """
    asked = zip(view.ruleset.to_win, rules.to_win, strict=True)
    reasons = [Told(told.reason) for item, told in asked if not holds(item.node, view)]
    least, reached = number(view.ruleset.minimum, view), sum(award.total for award in awards)
    if reached < least:
        reasons.insert(0, Told(_too_little(rules, least, reached)))
    return Refused(tuple(reasons), awards) if reasons else None


def may_not_win(ruleset: Ruleset, refused: Iterable[Refused]) -> NotAWinner:
    """The error of a complete hand that may not win, with the reasons of the way to count it that is told."""
    nearest = min(refused, key=lambda way: way.rank)
    return NotAWinner("no_pattern", Told(_of_rules("may not win", ruleset)), nearest.reasons)


def _of_rules(key: str, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """A phrase about a ruleset: by its id in English, else by its name."""
    for language, text in in_every(key):
        yield language, text.format(ruleset.id if language == "en" else name_in(ruleset.names, language))


def _too_little(rules: Ruleset, least: int, reached: int) -> Iterator[tuple[str, str]]:
    """What a hand needs to win, and what it has."""
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
