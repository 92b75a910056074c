"""Score items: everything that one process of a bulk run does.

Plainly valid items are scored in columns, thousands together; all others are scored one by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from scorer.batch.jobs import groups_of
from scorer.batch.lines import INVALID, BadLine, Line, plain_objects, plain_requests, read_line
from scorer.batch.many import LEAST, Scorer, made_or_error, opened, scored, understood
from scorer.batch.results import Form, JsonLines, TableRows, form_of
from scorer.batch.rulesets import MOST_RULESETS, Rulesets
from scorer.batch.tables import RowReader, row_line
from scorer.columns import Requests
from scorer.compiled.memo import Memo
from scorer.engine.results import Readings
from scorer.errors import InputError, NotAWinner, ScorerError
from scorer.render.problems import error_of
from scorer.render.result import Object, Parts, result_of
from scorer.ruleset.model import Ruleset
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.batch.results import Result
    from scorer.batch.tables import Item, Items, Row
    from scorer.compiled.engine import Engine
    from scorer.ruleset.model import Value
    from scorer.teach.advice import Advice

TOGETHER = 2500
"""Number of items that are scored together."""
HINTED = 20
"""Number of invalid lines of a run that get a hint, such as another ruleset in which the tiles are complete
or a circumstance is known. Finding a hint means trying every shipped ruleset, which takes as long as 200
hands.
"""


class LineResult(NamedTuple):
    """The line for one item, without its line end, and whether the hand was scored. One of the first invalid
    items also has its line `without_hint`; for all others that is None.
    """

    text: str
    is_scored: bool
    without_hint: str | None = None


class LineScorer:
    """Scores items one by one and formats the results as lines. With `near`, a hand that does not win lists
    what it just misses. The first HINTED invalid items get hints.

    >>> scorer = LineScorer(Rulesets("riichi", {}))
    >>> scorer.result(b'{"id": 1, "hand": "1m"}').is_scored
    False
    """

    def __init__(self, rulesets: Rulesets, near: bool = False, language: str = "en") -> None:
        self.rulesets, self.near, self.language = rulesets, near, language
        self.hints_left = HINTED
        self.writers: Memo[Engine, JsonLines] = Memo(
            lambda engine: self.writer(engine.ruleset), MOST_RULESETS
        )

    def result(self, item: Item) -> LineResult:
        """The result of one item."""
        line = made_or_error(partial(self._line, item))
        if isinstance(line, ScorerError):
            return self._error(line.ident if isinstance(line, BadLine) else None, line)
        ruleset = made_or_error(partial(self.rulesets.get, line.ruleset, line.options))
        if isinstance(ruleset, ScorerError):
            return self._error(line.ident, ruleset)
        engine = self.rulesets.engine(line.ruleset, line.options)
        found = scored(ruleset, engine, line.said)
        if isinstance(found, ScorerError):
            return self._unscored(line, ruleset, found)
        if engine and not isinstance(found.source, Readings):
            return LineResult(self.writers[engine].line(line.ident, found), True)
        return LineResult(_dumped(line.ident, result_of(found, self.language)), True)

    def _line(self, item: Item) -> Line:
        """The request of an item. Raises BadLine."""
        if isinstance(item, BadLine):
            raise item
        return read_line(item, self.rulesets.indicators)

    def _unscored(self, line: Line, ruleset: Ruleset, error: ScorerError) -> LineResult:
        if isinstance(error, NotAWinner) and self.near:
            from scorer.teach.advice import advice_on  # hands that win need no hint

            advice = advice_on(error, ruleset, *understood(ruleset, line.said), self.language)
            return LineResult(self._error_line(line.ident, error, advice), False)
        result = self._error(line.ident, error)
        if isinstance(error, InputError) and result.without_hint is not None:
            from scorer.teach.advice import with_rulesets

            hinted = with_rulesets(error, line.said[0], ruleset)
            return result._replace(text=self._error_line(line.ident, hinted))
        return result

    def writer(self, ruleset: Ruleset) -> JsonLines:
        """The formatter for results under a ruleset."""
        items = [item.id for item in ruleset.sheet.items] if ruleset.sheet else []
        return JsonLines(Parts(ruleset, self.language), items)

    def _error(self, ident: object, error: ScorerError) -> LineResult:
        text = self._error_line(ident, error)
        if not self.hints_left or not isinstance(error, InputError) or error.kind not in INVALID:
            return LineResult(text, False)
        self.hints_left -= 1
        return LineResult(text, False, text)

    def _error_line(self, ident: object, error: ScorerError, advice: Advice | None = None) -> str:
        return _dumped(ident, error_of(error, advice, self.language))


def _dumped(ident: object, result: Object) -> str:
    return json.dumps({"id": ident, **result}, ensure_ascii=False)


class Block(NamedTuple):
    """Adjacent results: what to write, how many there are, and how many hands could not be scored.

    `told` are the lines of JSON, if requested. `alone` gives the reason for each ruleset whose hands are
    scored one by one.

    The result of one of the first invalid items of a process is a block of its own, together with the same
    block `without_hint`: only the whole run knows whether it is among its first, too.
    """

    data: Result
    size: int
    failed: int
    told: list[str]
    alone: dict[str, str]
    without_hint: Block | None = None


@dataclass(frozen=True)
class Work:
    """The settings of a run that every process needs.

    Items are rows with the columns `given`, or lines of JSON if that is None. Results have the format of
    files with this `ending` and the columns `wanted`. They may be held back for `patience` seconds; if that
    is not zero, items are scored together. `told` requests the results as lines of JSON as well.
    """

    near: bool = False
    language: str = "en"
    given: Sequence[str] | None = None
    ending: str = "jsonl"
    wanted: Sequence[str] = ()
    patience: float = 0.0
    told: bool = False


class BlockScorer:
    """Scores the items of a run."""

    def __init__(self, rulesets: Rulesets, work: Work) -> None:
        self.work, self.rulesets = work, rulesets
        self.lines = LineScorer(rulesets, work.near, work.language)
        self.out = form_of(work.ending, work.wanted)
        self.form: Form = form_of("jsonl", ()) if work.told else self.out
        """the format of the results"""

    @cached_property
    def scorer(self) -> Scorer:
        """The scorer for many requests under the run's ruleset."""
        rulesets = self.rulesets
        scorer = opened(rulesets.name, rulesets.options)
        if scorer.why_alone:
            rulesets.alone[rulesets.name] = scorer.why_alone
        return scorer

    @cached_property
    def rows(self) -> RowReader:
        """The reader of rows."""
        return RowReader(self.work.given or (), self.scorer.indicators, self.rulesets.name)

    @cached_property
    def writer(self) -> JsonLines | TableRows:
        """The formatter for the results of plain requests."""
        rules, work = self.scorer.rules, self.work
        if self.form is not self.out or not work.wanted:
            return self.lines.writer(rules)
        return TableRows(Parts(rules, work.language), work.wanted, as_text=work.ending == "csv")

    def blocks(self, items: Iterable[Item | Row]) -> Iterator[Block]:
        """The results in order; those of a short time are combined."""
        for group in groups_of(items, TOGETHER if self.work.patience else 1):
            due, begin, failed = monotonic() + self.work.patience, 0, 0
            found = self._together(group)
            for place in [place for place, made in enumerate(found) if made is None]:
                result = self.lines.result(self._item(group[place]))
                if result.without_hint is not None:
                    if begin < place:
                        yield self._block(found[begin:place], failed)
                    yield self._hinted_block(result.text, result.without_hint)
                    due, begin, failed = monotonic() + self.work.patience, place + 1, 0
                    continue
                found[place] = self.form.one(result.text)
                failed += not result.is_scored
                if monotonic() > due:
                    yield self._block(found[begin : place + 1], failed)
                    due, begin, failed = monotonic() + self.work.patience, place + 1, 0
            if begin < len(found):
                yield self._block(found[begin:], failed)

    def _block(self, made: list[Result], failed: int) -> Block:
        own = made if self.form is self.out else list(map(self.out.one, made))
        return Block(
            self.out.joined(own), len(made), failed, made if self.work.told else [], dict(self.rulesets.alone)
        )

    def _hinted_block(self, text: str, without_hint: str) -> Block:
        plain, hinted = (self._block([self.form.one(line)], 1) for line in (without_hint, text))
        return hinted._replace(without_hint=plain)

    def _item(self, row: Item | Row) -> Item:
        """An item in the form in which it is scored alone."""
        if not isinstance(row, tuple):
            return row
        cells = [list(cell) if isinstance(cell, tuple) else cell for cell in row]
        return row_line(dict(zip(self.work.given or (), cells, strict=True)))

    def _together(self, group: Items) -> list[Result | None]:
        """The results of plain items, None for others."""
        found: list[Result | None] = [None] * len(group)
        if self.work.near or len(group) < LEAST or not (columns := self.scorer.columns):
            return found
        idents, asked = self._from_lines(group) if self.work.given is None else self._from_rows(group)
        made = self.scorer.together(asked, read=isinstance(self.writer, JsonLines))
        return self.writer.rows(idents, columns.written(asked, made), made) if made else found

    def _from_lines(self, group: Items) -> tuple[list[object], Requests]:
        """The ids and requests of lines; lines that are not plain, or use other rulesets, have empty
        requests.
        """
        own = ("", self.rulesets.name)
        every = plain_objects(group)
        idents = [data.pop("id", None) if data else None for data in every]
        plain = [data if data and data.pop("ruleset", "") in own else None for data in every]
        return idents, plain_requests(plain, self.scorer.indicators)

    def _from_rows(self, group: Items) -> tuple[list[object], Requests]:
        """The ids and requests of rows."""
        nothing = (None,) * len(self.rows.columns)
        try:
            return self.rows.requests([row if row.__class__ is tuple else nothing for row in group])
        except TypeError:  # a cell has a type that is not plain
            return self.rows.requests([nothing] * len(group))


# ---- one scorer for each process

_of_this_process: list[BlockScorer] = []


def prepare(name: str, options: Mapping[str, Value], work: Work) -> None:
    """Create the scorer of this process, which `score_group` uses."""
    _of_this_process[:] = [BlockScorer(Rulesets(name, options), work)]


def score_group(items: Items) -> list[Block]:
    """The results of some items, from the scorer that `prepare` created."""
    return list(_of_this_process[0].blocks(items))
