"""What became of a pattern that was asked about: counted, swallowed, or not true."""

from __future__ import annotations

from scorer.engine.results import Score
from scorer.engine.view import View
from scorer.teach.why import Why, sentence, swallowed_sentence


def verdict(item: Why, score: Score | None, view: View) -> str:
    """One sentence: awarded and why, true but swallowed, or not awarded and why."""
    if not item.true:
        return f"not awarded; {sentence(item)}."
    if score is None:
        return f"its conditions hold: {sentence(item)}; but the hand does not win."
    if any(award.pattern.id == item.pattern.id for award in score.best.awards):
        return f"awarded; {sentence(item)}."
    for swallowed in score.best.swallowed:
        if swallowed.pattern.id == item.pattern.id:
            return f"its conditions hold, but {swallowed_sentence(swallowed, view)}."
    return f"its conditions hold: {sentence(item)}."
