"""Lines of JSON in, lines of results out: all that one process does of a bulk run.

Lines that are plainly good never need the reference engine, so nothing imports it before a line does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from scorer.batch.lines import NotPlain, PlainKeys, plain_object
from scorer.batch.run import MOST_ENGINES, Rulesets
from scorer.compiled.engine import Engine
from scorer.compiled.memo import Memo
from scorer.compiled.scoring import Beyond
from scorer.compiled.trees import TooLarge
from scorer.render.quick import QuickResults, line_text
from scorer.request import USUAL_INDICATORS

if TYPE_CHECKING:
    from scorer.batch.tables import Item
    from scorer.render.outcome_lines import OutcomeLines
    from scorer.ruleset.model import Value

Result = tuple[bytes, bool]
"""A line of JSON with its line break, and whether the hand is scored."""
Writer = tuple[Engine, QuickResults, PlainKeys]
"""What scores and writes plain lines of one ruleset, with the keys that they may have."""


FEW, MANY = 30, 5_000
"""Lines that are scored sooner than what earlier runs knew is read; lines after which, twice, it is looked
whether there is much to add to that, while there is still room in memory for writing it.
"""


class LineScorer:
    """Scores items and writes their results; `near` adds what a hand that does not win just misses.

    >>> scorer = LineScorer(Rulesets("riichi", {}))
    >>> scorer.result(b'{"id": 1, "hand": "1m"}')[1]
    False
    """

    def __init__(self, rulesets: Rulesets, near: bool = False, language: str = "en") -> None:
        self.rulesets, self.near, self.language = rulesets, near, language
        self.writers: Memo[str, Writer] = Memo(None, MOST_ENGINES)
        self.others: OutcomeLines | None = None

    def results(self, items: Iterable[Item]) -> Iterator[Result]:
        """The results in order, each worked out when it is asked for."""
        left = iter(items)
        yield from map(self.result, islice(left, FEW))
        for item in left:
            self.rulesets.recall()
            yield self.result(item)
            break
        for _ in range(2):
            yield from map(self.result, islice(left, MANY))
            self.rulesets.remember()
        yield from map(self.result, left)

    def result(self, item: Item) -> Result:
        """The result of one item."""
        text = self._at_once(item) if item.__class__ is bytes else None
        if text is not None:
            return text.encode("utf-8", "backslashreplace"), True
        text, is_scored = self._others().line(item)
        return f"{text}\n".encode("utf-8", "backslashreplace"), is_scored

    def _at_once(self, raw: Any) -> str | None:
        """The result of a line that is plainly well said and wins; None for every other one."""
        try:
            data = plain_object(raw)
            name = data.get("ruleset", "")
            writer = self._writer(name) if name.__class__ is str else None
            if writer is None:
                return None
            engine, results, keys = writer
            score, loose = engine.score_written(keys.request(data))
        except (NotPlain, Beyond, TooLarge):
            return None
        return line_text(data.get("id"), results.line(score, loose)) + "\n" if score else None

    def _writer(self, name: str) -> Writer | None:
        """What scores and writes the lines of a ruleset that has ever been compiled."""
        found = self.writers.get(name)
        if found is None and (engine := self.rulesets.engine_at_hand(name)):
            own = tuple(dict.fromkeys((*USUAL_INDICATORS, *(one[0] for one in engine.form["indicators"]))))
            writer = (engine, QuickResults(engine, self.language), PlainKeys(own))
            found = self.writers.keep(name, writer)
        return found

    def _others(self) -> OutcomeLines:
        """What answers to the lines that are not plainly good."""
        if self.others is None:
            from scorer.render.outcome_lines import OutcomeLines

            self.others = OutcomeLines(self.rulesets, self.near, self.language)
        return self.others


_of_this_process: list[LineScorer] = []


def prepare(name: str, options: Mapping[str, Value], near: bool, language: str) -> None:
    """Makes the scorer of this process, for `score_group`."""
    _of_this_process[:] = [LineScorer(Rulesets(name, options), near, language)]


def score_group(items: list[Item]) -> list[Result]:
    """The results of some items, by the scorer that `prepare` made."""
    return list(_of_this_process[0].results(items))
