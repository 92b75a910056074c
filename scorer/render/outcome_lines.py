"""Results of lines that are not plainly good: from the reference engine, or an error in their place."""

from __future__ import annotations

import json

from scorer.batch.lines import BadLine
from scorer.batch.run import Outcome, Rulesets, outcomes
from scorer.batch.tables import Item, Refused
from scorer.compiled.engine import Engine
from scorer.engine.results import Score
from scorer.render.quick import QuickResults, line_text
from scorer.render.result import error_of, result_of


class OutcomeLines:
    """Lines of results for items of any kind; `near` adds what a hand that does not win just misses."""

    def __init__(self, rulesets: Rulesets, near: bool, language: str) -> None:
        self.rulesets, self.near, self.language = rulesets, near, language
        self.engine: Engine | None = None
        self.quick: QuickResults | None = None

    def line(self, item: Item) -> tuple[str, bool]:
        """The result of one item as JSON, and whether the hand is scored."""
        outcome = self._outcome(item)
        text = self._quick(outcome.ident, *outcome.quick) if outcome.quick else self._plain(outcome)
        return text, outcome.is_scored

    def _outcome(self, item: Item) -> Outcome:
        if isinstance(item, Refused):
            return Outcome(item.ident, error=BadLine(list(item.faults), item.ident))
        return next(outcomes((item,), self.rulesets, self.near))

    def _quick(self, ident: object, engine: Engine, score: Score) -> str:
        """The line of a score, written with what equal scores have left."""
        if self.quick is None or engine is not self.engine:
            self.engine, self.quick = engine, QuickResults(engine, self.language)
        return line_text(ident, self.quick.line(score))

    def _plain(self, outcome: Outcome) -> str:
        result = {"id": outcome.ident}
        if outcome.score is not None:
            result |= result_of(outcome.score, self.language)
        elif outcome.error is not None:
            result |= error_of(outcome.error, outcome.advice, self.language)
        return json.dumps(result, ensure_ascii=False)
