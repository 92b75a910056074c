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
from scorer.batch.lines import INVALID, LineNumbers, NumberedItems, plain_objects, read_line
from scorer.batch.results import JsonLineWriter, ResultFormat, TableRowWriter, result_format
from scorer.batch.tables import RowReader, row_line
from scorer.engine.results import ScoredReadings
from scorer.errors import InputError, NotAWinner, ScorerError
from scorer.fast.requests import Requests
from scorer.languages import data_language
from scorer.memo import BUDGET, Memo
from scorer.render.problems import error_data
from scorer.render.result import Object, ResultWriter, result_data
from scorer.rows import KEYS, MOST_RULESETS, BadLine, RequestLine, Rulesets, plain_requests
from scorer.ruleset.model import Ruleset
from scorer.scoring import (
    FEWEST_FOR_COLUMNS,
    BulkScorer,
    bulk_scorer,
    hand_and_situation,
    score_or_error,
    value_or_error,
)
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.batch.results import Result
    from scorer.batch.tables import Item, Items, Row
    from scorer.fast.interface import Engine
    from scorer.ruleset.model import Value
    from scorer.teach.advice import Advice

GROUP_SIZE = 3000
"""Number of items that are scored together."""
BYTES_OF_A_RUN = 10 << 20
"""Estimated bytes of the memos of single hands in a process of a run, for each ruleset in use."""
MOST_HINTS = 20
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
    """Scores items one by one and formats the results as lines. With `near_misses`, a hand that does not
    win lists what it just misses. The first HINTED invalid items get hints.

    >>> scorer = LineScorer(Rulesets("riichi", {}))
    >>> scorer.result(b'{"id": 1, "hand": "1m"}').is_scored
    False
    """

    def __init__(self, rulesets: Rulesets, near_misses: bool = False, language: str = "en") -> None:
        self.rulesets, self.near_misses, self.language = rulesets, near_misses, language
        self.hints_left = MOST_HINTS
        self.writers: Memo[Engine, JsonLineWriter] = Memo(
            lambda engine: self.writer(engine.ruleset), MOST_RULESETS
        )

    def result(self, item: Item | RequestLine, number: int | None = None) -> LineResult:
        """The result of one item, or of a line that has been read. `number` is the number of its line, which
        an error has if the item has no id.
        """
        line = value_or_error(partial(self._line, item))
        if isinstance(line, ScorerError):
            return self.error_result(line.ident if isinstance(line, BadLine) else None, line, number)
        ruleset = value_or_error(partial(self.rulesets.get, line.ruleset, line.options))
        if isinstance(ruleset, ScorerError):
            return self.error_result(line.ident, ruleset, number)
        engine = self.rulesets.engine(line.ruleset, line.options)
        found = score_or_error(ruleset, engine, line.request)
        if isinstance(found, ScorerError):
            return self._advised_result(line, ruleset, found, number)
        if engine and not isinstance(found.source, ScoredReadings):
            return LineResult(self.writers[engine].score_line(line.ident, found), True)
        return LineResult(_json_line(line.ident, result_data(found, self.language)), True)

    def _line(self, item: Item | RequestLine) -> RequestLine:
        """The request of an item. Raises BadLine."""
        if isinstance(item, RequestLine):
            return item
        if isinstance(item, BadLine):
            raise item
        return read_line(item, self.rulesets.indicators)

    def _advised_result(
        self, line: RequestLine, ruleset: Ruleset, error: ScorerError, number: int | None
    ) -> LineResult:
        if isinstance(error, NotAWinner) and self.near_misses:
            from scorer.teach.advice import advice_on  # hands that win need no hint

            told = ruleset.display_language(data_language(self.language))
            advice = advice_on(error, ruleset, *hand_and_situation(ruleset, line.request), told)
            return LineResult(self._error_line(line.ident, error, number, advice, told), False)
        result = self.error_result(line.ident, error, number)
        if isinstance(error, InputError) and result.without_hint is not None:
            from scorer.teach.advice import suggest_rulesets

            hinted = suggest_rulesets(error, line.request.hand, ruleset)
            return result._replace(text=self._error_line(line.ident, hinted, number))
        return result

    def writer(self, ruleset: Ruleset) -> JsonLineWriter:
        """The formatter for results under a ruleset."""
        items = [item.id for item in ruleset.sheet.items] if ruleset.sheet else []
        return JsonLineWriter(ResultWriter(ruleset, self.language), items)

    def error_result(self, ident: object, error: ScorerError, number: int | None = None) -> LineResult:
        """The result of an item that cannot be scored, without advice."""
        text = self._error_line(ident, error, number)
        if not self.hints_left or not isinstance(error, InputError) or error.kind not in INVALID:
            return LineResult(text, False)
        self.hints_left -= 1
        return LineResult(text, False, text)

    def _error_line(
        self,
        ident: object,
        error: ScorerError,
        number: int | None,
        advice: Advice | None = None,
        language: str = "",
    ) -> str:
        place = {"line": number} if ident is None and number is not None else {}
        return _json_line(ident, {**place, **error_data(error, advice, language or self.language)})


def _json_line(ident: object, result: Object) -> str:
    return json.dumps({"id": ident, **result}, ensure_ascii=False)


class ResultBlock(NamedTuple):
    """Adjacent results: what to write, how many there are, and how many hands could not be scored.

    `told` are the lines of JSON, if requested. `fallback_reasons` gives the reason for each ruleset whose
    hands are scored one by one.

    The result of one of the first invalid items of a process is a block of its own, together with the same
    block `without_hint`: only the whole run knows whether it is among its first, too.
    """

    data: Result
    size: int
    failures: int
    json_lines: list[str]
    fallback_reasons: dict[str, str]
    without_hint: ResultBlock | None = None


@dataclass(frozen=True)
class WorkOrder:
    """The settings of a run that every process needs.

    Items are rows with the columns `columns_given`, or lines of JSON if that is None. Results have the format
    of files with this `ending` and the columns `columns_wanted`. They may be held back for `patience`
    seconds; if that is not zero, items are scored together. `with_json_lines` requests the results as lines
    of JSON as well.
    """

    near_misses: bool = False
    language: str = "en"
    columns_given: Sequence[str] | None = None
    ending: str = "jsonl"
    columns_wanted: Sequence[str] = ()
    patience: float = 0.0
    with_json_lines: bool = False


def save_memory() -> None:
    """Keep less of single hands: a run scores most hands in columns, which have tables of their own."""
    BUDGET.per_ruleset = BYTES_OF_A_RUN


class BlockScorer:
    """Scores the items of a run."""

    def __init__(self, rulesets: Rulesets, work: WorkOrder) -> None:
        self.work, self.rulesets = work, rulesets
        self.lines = LineScorer(rulesets, work.near_misses, work.language)
        self.output_format = result_format(work.ending, work.columns_wanted)
        self.result_format: ResultFormat = (
            result_format("jsonl", ()) if work.with_json_lines else self.output_format
        )
        """the format of the results"""
        self.writers: Memo[BulkScorer, JsonLineWriter | TableRowWriter] = Memo(
            lambda scorer: self.writer(scorer.rules), MOST_RULESETS
        )
        """the formatters of plain requests, kept because each keeps the parts that it has formatted"""

    @cached_property
    def scorer(self) -> BulkScorer:
        """The scorer for many requests under the run's ruleset."""
        rulesets = self.rulesets
        scorer = bulk_scorer(rulesets.name, rulesets.options)
        if scorer.why_alone:
            rulesets.reasons_for_slow_scoring[rulesets.name] = scorer.why_alone
        return scorer

    @cached_property
    def rows(self) -> RowReader:
        """The reader of rows."""
        return RowReader(self.work.columns_given or (), self.scorer.indicators, self.rulesets.name)

    def writer(self, rules: Ruleset) -> JsonLineWriter | TableRowWriter:
        """The formatter for the results of plain requests under a ruleset."""
        work = self.work
        if self.result_format is not self.output_format or not work.columns_wanted:
            return self.lines.writer(rules)
        return TableRowWriter(
            ResultWriter(rules, work.language), work.columns_wanted, as_text=work.ending == "csv"
        )

    def blocks(
        self, items: Iterable[Item | Row], line_numbers: LineNumbers | None = None
    ) -> Iterator[ResultBlock]:
        """The results in order; those of a short time are combined. `line_numbers` are those of the items."""
        for group in groups_of(items, GROUP_SIZE if self.work.patience else 1):
            due, begin, failed = monotonic() + self.work.patience, 0, 0
            numbers = line_numbers.take(len(group)) if line_numbers else [None] * len(group)
            found, told = self._score_together(group, numbers)
            for place in [place for place, made in enumerate(found) if made is None]:
                line = told.get(place) or self._item(group[place])
                result = line if isinstance(line, LineResult) else self.lines.result(line, numbers[place])
                if result.without_hint is not None:
                    if begin < place:
                        yield self._block(found[begin:place], failed)
                    yield self._hinted_block(result.text, result.without_hint)
                    due, begin, failed = monotonic() + self.work.patience, place + 1, 0
                    continue
                found[place] = self.result_format.from_json_line(result.text)
                failed += not result.is_scored
                if monotonic() > due:
                    yield self._block(found[begin : place + 1], failed)
                    due, begin, failed = monotonic() + self.work.patience, place + 1, 0
            if begin < len(found):
                yield self._block(found[begin:], failed)

    def _block(self, results: list[Result], failures: int) -> ResultBlock:
        own = (
            results
            if self.result_format is self.output_format
            else list(map(self.output_format.from_json_line, results))
        )
        return ResultBlock(
            self.output_format.join(own),
            len(results),
            failures,
            results if self.work.with_json_lines else [],
            dict(self.rulesets.reasons_for_slow_scoring),
        )

    def _hinted_block(self, text: str, without_hint: str) -> ResultBlock:
        plain, hinted = (
            self._block([self.result_format.from_json_line(line)], 1) for line in (without_hint, text)
        )
        return hinted._replace(without_hint=plain)

    def _item(self, row: Item | Row) -> Item:
        """An item in the form in which it is scored alone."""
        if not isinstance(row, tuple):
            return row
        cells = [list(cell) if isinstance(cell, tuple) else cell for cell in row]
        return row_line(dict(zip(self.work.columns_given or (), cells, strict=True)))

    def _score_together(
        self, group: Items, numbers: Sequence[int | None]
    ) -> tuple[list[Result | None], dict[int, RequestLine | LineResult]]:
        """The results of plain items that win, None for others; and of plain items without a result the line,
        which need not be read again, or what was found of it.
        """
        found: list[Result | None] = [None] * len(group)
        told: dict[int, RequestLine | LineResult] = {}
        if self.work.near_misses or len(group) < FEWEST_FOR_COLUMNS:
            return found, told

        def add_results(
            scorer: BulkScorer, places: Iterable[int], idents: list[object], requests: Requests, key: RulesKey
        ) -> None:
            results, errors = self._results(scorer, idents, requests)
            for row, (place, result) in enumerate(zip(places, results, strict=False)):
                found[place] = result
                if row in errors:
                    told[place] = self.lines.error_result(idents[row], errors[row], numbers[place])
                elif result is None and requests.hands[row]:
                    told[place] = RequestLine(idents[row], requests.row(row), key[0], _chosen_options(key[1]))

        if self.work.columns_given is not None:
            add_results(self.scorer, range(len(group)), *self._row_requests(group), OWN_RULES)
            return found, told
        for key, lines in _lines_by_rules(plain_objects(group), self.rulesets.name).items():
            scorer = self.scorer if key == OWN_RULES else None
            if scorer is None and len(lines) >= FEWEST_FOR_COLUMNS:
                scorer = self._other_scorer(key)
            if scorer is not None:
                idents = [data.pop("id", None) for data in lines.values()]
                places, asked = list(lines), plain_requests(list(lines.values()), scorer.indicators)
                lines.clear()  # thousands of objects, which are not needed any more
                add_results(scorer, places, idents, asked, key)
        return found, told

    def _other_scorer(self, key: RulesKey) -> BulkScorer | None:
        """The scorer for lines with their own ruleset or options; None if these cannot be used."""
        rules = value_or_error(partial(self.rulesets.get, key[0], _chosen_options(key[1])))
        return None if isinstance(rules, ScorerError) else bulk_scorer(rules)

    def _results(
        self, scorer: BulkScorer, idents: Sequence[object], requests: Requests
    ) -> tuple[list[Result | None], Mapping[int, ScorerError]]:
        """The results of requests under one ruleset, None for those that are not plain or do not win, and the
        errors that are known; empty if the ruleset does not fit in columns.
        """
        if not (columns := scorer.columns):
            return [], {}
        writer = self.writers[scorer]
        made = scorer.score_together(requests, with_readings=isinstance(writer, JsonLineWriter))
        if made is None:
            return [], {}
        return writer.result_rows(idents, columns.hand_texts(requests, made), made), made.errors

    def _row_requests(self, group: Items) -> tuple[list[object], Requests]:
        """The ids and requests of rows."""
        nothing = (None,) * len(self.rows.columns)
        try:
            return self.rows.requests([row if row.__class__ is tuple else nothing for row in group])
        except TypeError:  # a cell has a type that is not plain
            return self.rows.requests([nothing] * len(group))


OptionsKey = tuple[tuple[str, type, "Value"], ...]
"""Options by name; without their types, true and 1 would be equal."""
RulesKey = tuple[str, OptionsKey]
"""A ruleset by name, empty for that of the run, and the options of a line."""
OWN_RULES: RulesKey = ("", ())


def _chosen_options(key: OptionsKey) -> dict[str, Value]:
    return {option: value for option, _, value in key}


def _lines_by_rules(lines: Sequence[Object | None], own_name: str) -> dict[RulesKey, dict[int, Object]]:
    """The lines of each ruleset, with their places and without the keys that choose it."""
    found: dict[RulesKey, dict[int, Object]] = {}
    for place, data in enumerate(lines):
        if data is None:
            continue
        key = OWN_RULES
        if "ruleset" in data or "options" in data:
            name, options = data.pop("ruleset", ""), data.pop("options", {})
            if not isinstance(name, str) or not KEYS["options"].fits(options):
                continue
            chosen = sorted((option, type(value), value) for option, value in options.items())
            key = "" if name == own_name else name, tuple(chosen)
        found.setdefault(key, {})[place] = data
    return found


# ---- one scorer for each process

_block_scorers: list[BlockScorer] = []


def prepare_process(name: str, options: Mapping[str, Value], work: WorkOrder) -> None:
    """Create the scorer of this process, which `score_group` uses."""
    save_memory()
    _block_scorers[:] = [BlockScorer(Rulesets(name, options, work.language), work)]


def score_group(group: NumberedItems) -> list[ResultBlock]:
    """The results of some items, from the scorer that `prepare_process` created."""
    return list(_block_scorers[0].blocks(group.items, LineNumbers(group.line_numbers)))
