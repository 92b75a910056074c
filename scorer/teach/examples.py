"""The patterns of a lesson: what each is worth, and one example of its own with the reason."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.evaluate import View, holds, number, rules_view
from scorer.engine.examples import holds_in, read_example, understood
from scorer.engine.results import Score
from scorer.engine.score import readings_of
from scorer.errors import InputError, NotAWinner
from scorer.hand import Hand, Situation
from scorer.library import score_hand
from scorer.ruleset.model import Pattern, Ruleset
from scorer.shapes import Reading
from scorer.teach.why import sentence, why
from scorer.values import dataclass


@dataclass(frozen=True)
class Worked:
    """An example hand of a pattern, in the reading in which the pattern holds; no score where the hand
    does not win by itself.
    """

    hand: Hand
    situation: Situation
    reading: Reading
    reason: str
    score: Score | None


@dataclass(frozen=True)
class Entry:
    """A pattern as it is taught."""

    pattern: Pattern
    example: Worked | None


def entries(ruleset: Ruleset, examples: dict[str, Worked]) -> tuple[Entry, ...]:
    """Every pattern that is played under the options in force, in the order of the rule book."""
    return tuple(Entry(pattern, examples.get(pattern.id)) for pattern in played(ruleset))


def played(ruleset: Ruleset) -> Iterator[Pattern]:
    """The patterns that the options in force switch on and give a value, the last resort included."""
    view = rules_view(ruleset)
    for pattern in ruleset.pattern_by_id.values():
        closed, opened = (number(side, view) for side in (pattern.closed, pattern.open))
        if holds(pattern.enabled, view) and (closed or opened or pattern.zero):
            yield pattern


def worked_examples(ruleset: Ruleset, language: str = "en") -> dict[str, Worked]:
    """For each pattern that is played, the first of its examples that is played by these options."""
    found = {pattern.id: _example(pattern, ruleset, language) for pattern in played(ruleset)}
    return {name: example for name, example in found.items() if example is not None}


def _example(pattern: Pattern, ruleset: Ruleset, language: str) -> Worked | None:
    for text in pattern.holds:
        example = read_example(text, ruleset)
        if any(ruleset.option_values[name] != value for name, value in example.options):
            continue
        try:
            rules, hand, situation = understood(example, ruleset)
        except InputError:
            continue
        worked = _worked(pattern.id, rules, hand, situation, language)
        if worked is not None:
            return worked
    return None


def _worked(ident: str, rules: Ruleset, hand: Hand, situation: Situation, language: str) -> Worked | None:
    view, pattern = View(rules, hand, situation), rules.pattern_by_id[ident]
    score = _score(rules, hand, situation)
    first = [score.best.reading] if score else []
    readings = [*first, *(reading for reading in readings_of(view) if reading not in first)]
    shown = next((reading for reading in readings if holds_in(pattern, view, [reading])), None)
    if shown is None:
        return None
    reason = sentence(why(pattern, view.reading_as(shown), language))
    return Worked(hand, situation, shown, reason, score)


def _score(rules: Ruleset, hand: Hand, situation: Situation) -> Score | None:
    try:
        return score_hand(rules, hand, situation)
    except (NotAWinner, InputError):
        return None
