"""Lines of JSON in, lines of results out: all that one process does of a bulk run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.batch.cells import Item, Refused
from scorer.batch.lines import BadLine
from scorer.batch.quick_lines import NotPlain, known_keys, plain_object, plain_request
from scorer.batch.run import MOST_ENGINES, Outcome, Rulesets, outcomes
from scorer.fast.engine import Engine
from scorer.fast.memo import Memo
from scorer.fast.results import Score as QuickScore
from scorer.fast.scoring import Beyond
from scorer.fast.trees import TooLarge
from scorer.render.quick import QuickResults, line_text
from scorer.render.result import error_of, result_of
from scorer.request import USUAL_INDICATORS
from scorer.ruleset.model import Value

Result = tuple[bytes, bool]
"""A line of JSON with its line break, and whether the hand is scored."""
Writer = tuple[Engine, QuickResults, frozenset[str], tuple[str, ...]]
"""What scores and writes plain lines of one ruleset, with the keys and indicators that they may have."""


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
        self.writers: Memo[str, Writer] = Memo(None, MOST_ENGINES)

    def results(self, items: Iterable[Item]) -> Iterator[Result]:
        """The results in order, each worked out when it is asked for."""
        return map(self.result, items)

    def result(self, item: Item) -> Result:
        """The result of one item."""
        text = self._at_once(item) if item.__class__ is bytes else None
        if text is not None:
            return text.encode("utf-8", "backslashreplace"), True
        outcome = self._outcome(item)
        text = self._quick(outcome.ident, *outcome.quick) if outcome.quick else self._plain(outcome)
        return f"{text}\n".encode("utf-8", "backslashreplace"), outcome.is_scored

    def _at_once(self, raw: Any) -> str | None:
        """The result of a line that is plainly well said and wins; None for every other one."""
        try:
            data = plain_object(raw)
            name = data.get("ruleset", "")
            writer = self._writer(name) if name.__class__ is str else None
            if writer is None:
                return None
            engine, results, known, indicators = writer
            score = engine.score_text(plain_request(data, known, indicators))
        except (NotPlain, Beyond, TooLarge):
            return None
        return line_text(data.get("id"), results.line(score)) + "\n" if score else None

    def _writer(self, name: str) -> Writer | None:
        """What scores and writes the lines of a ruleset, once an earlier line has had it compiled."""
        found = self.writers.get(name)
        if found is None and (engine := self.rulesets.engine_at_hand(name)):
            own = tuple(dict.fromkeys((*USUAL_INDICATORS, *self.rulesets.indicators(name, {}))))
            writer = (engine, QuickResults(engine, self.language), known_keys(own), own)
            found = self.writers.keep(name, writer)
        return found

    def _outcome(self, item: Item) -> Outcome:
        if isinstance(item, Refused):
            return Outcome(item.ident, error=BadLine(list(item.faults), item.ident))
        return next(outcomes((item,), self.rulesets, self.near))

    def _quick(self, ident: object, engine: Engine, score: QuickScore) -> str:
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


_of_this_process: list[LineScorer] = []


def prepare(name: str, options: Mapping[str, Value], near: bool, language: str) -> None:
    """Makes the scorer of this process, for `score_group`."""
    _of_this_process[:] = [LineScorer(Rulesets(name, options), near, language)]


def score_group(items: list[Item]) -> list[Result]:
    """The results of some items, by the scorer that `prepare` made."""
    return list(_of_this_process[0].results(items))
