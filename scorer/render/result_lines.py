"""Lines of JSON in, lines of results out: all that one process does of a bulk run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from scorer.batch.cells import Item, Refused
from scorer.batch.lines import BadLine
from scorer.batch.run import Outcome, Rulesets, outcomes
from scorer.fast.engine import Engine
from scorer.fast.results import Score as QuickScore
from scorer.render.quick import QuickResults, line_text
from scorer.render.result import error_of, result_of
from scorer.ruleset.model import Value

Result = tuple[bytes, bool]
"""A line of JSON with its line break, and whether the hand is scored."""


class LineScorer:
    """Scores items and writes their results; `near` adds what a hand that does not win just misses.

    >>> scorer = LineScorer(Rulesets("riichi", {}))
    >>> scorer.result(b'{"id": 1, "hand": "1m"}')[1]
    False
    """

    def __init__(self, rulesets: Rulesets, near: bool = False, language: str = "en") -> None:
        self.rulesets, self.near, self.language = rulesets, near, language
        self.engine: Engine | None = None
        self.quick: QuickResults | None = None

    def results(self, items: Iterable[Item]) -> Iterator[Result]:
        """The results in order, each worked out when it is asked for."""
        return map(self.result, items)

    def result(self, item: Item) -> Result:
        """The result of one item."""
        outcome = self._outcome(item)
        text = self._quick(outcome.ident, *outcome.quick) if outcome.quick else self._plain(outcome)
        return f"{text}\n".encode("utf-8", "backslashreplace"), outcome.is_scored

    def _outcome(self, item: Item) -> Outcome:
        if isinstance(item, Refused):
            return Outcome(item.ident, error=BadLine(list(item.faults), item.ident))
        return next(outcomes((item,), self.rulesets, self.near))

    def _quick(self, ident: object, engine: Engine, score: QuickScore) -> str:
        """The line of a score, written with what equal scores have left."""
        if self.quick is None or engine is not self.engine:
            self.engine, self.quick = engine, QuickResults(engine, self.language)
        return line_text(ident, self.quick.text(score))

    def _plain(self, outcome: Outcome) -> str:
        result = {"id": outcome.ident}
        if outcome.score is not None:
            result |= result_of(outcome.score, self.language)
        elif outcome.error is not None:
            result |= error_of(outcome.error, outcome.advice, self.language)
        return json.dumps(result, ensure_ascii=False)


_of_this_process: list[LineScorer] = []


def prepare(name: str, options: Mapping[str, Value], near: bool, language: str) -> None:
    """Makes the scorer of this process, for `score_group`."""
    _of_this_process[:] = [LineScorer(Rulesets(name, options), near, language)]


def score_group(items: list[Item]) -> list[Result]:
    """The results of some items, by the scorer that `prepare` made."""
    return list(_of_this_process[0].results(items))
