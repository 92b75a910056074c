"""Items in, results out: all that one process of a bulk run does.

Items that are plainly right go through columns, thousands together; every other one is looked at by itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scorer.batch.jobs import groups_of
from scorer.batch.lines import BadLine, Line, NotPlain, PlainKeys, plain_object, plain_requests, read_line
from scorer.batch.many import Scorer, opened
from scorer.batch.results import Cells, JsonLines, line_bytes
from scorer.batch.rulesets import MOST_ENGINES, Rulesets
from scorer.batch.tables import Refused, RowReader, row_line
from scorer.columns import Requests
from scorer.compiled.memo import Memo
from scorer.compiled.scoring import Beyond
from scorer.compiled.text import spoken
from scorer.compiled.trees import TooLarge
from scorer.engine.request import understand
from scorer.errors import InputError, NotAWinner, ScorerError
from scorer.library import score_hand
from scorer.render.result import Object, Parts, error_of, result_of

if TYPE_CHECKING:
    from scorer.batch.tables import Item, Row
    from scorer.compiled.engine import Engine
    from scorer.engine.results import Score
    from scorer.ruleset.model import Ruleset, Value
    from scorer.teach.advice import Advice

Result = tuple[Any, bool]
"""A line of JSON with its line break, or the cells of a row; and whether the hand is scored."""
TOGETHER = 4096
"""Items that are scored together."""
LEAST = 250
"""Items below which columns cost more than they save."""
WIDER = 4
"""Memos of an engine that scores many lines hold so many times as much as for single hands."""


class LineScorer:
    """Scores items one by one and writes their results as lines; `near` adds what a hand that does not win
    just misses.

    >>> scorer = LineScorer(Rulesets("riichi", {}))
    >>> scorer.result(b'{"id": 1, "hand": "1m"}')[1]
    False
    """

    def __init__(self, rulesets: Rulesets, near: bool = False, language: str = "en") -> None:
        self.rulesets, self.near, self.language = rulesets, near, language
        self.writers: Memo[Engine, tuple[JsonLines, PlainKeys]] = Memo(self._writer, MOST_ENGINES)

    def results(self, items: Iterable[Item | Row]) -> Iterator[Result]:
        """The results in order, each worked out when it is asked for."""
        return map(self.result, items)

    def result(self, item: Any) -> Result:
        """The result of one item."""
        if isinstance(item, Refused):
            text, is_scored = self._error(item.ident, InputError(item.faults))
        else:
            text, is_scored = self._line(item)
        return line_bytes(text), is_scored

    def _writer(self, engine: Engine) -> tuple[JsonLines, PlainKeys]:
        """What writes the results of an engine, and what its plain lines may say."""
        engine.widen(WIDER)
        items = [item.id for item in engine.sheet_items]
        keys = PlainKeys(tuple([item.id for item in engine.ruleset.indicators]))
        return JsonLines(Parts(engine.ruleset, self.language), items), keys

    def _line(self, raw: bytes) -> tuple[str, bool]:
        """A line of JSON: at once where it is plainly right and its ruleset is compiled."""
        try:
            data = plain_object(raw)
            name = data.get("ruleset", "")
            engine = self.rulesets.engine_at_hand(name) if name.__class__ is str else None
            if engine is not None:
                writer, keys = self.writers[engine]
                score, loose = engine.score_written(keys.request(data))
                if score is not None:
                    return writer.line(data.get("id"), score, loose), True
        except (NotPlain, Beyond, TooLarge):
            pass
        return self._looked_at(raw)

    def _looked_at(self, raw: bytes) -> tuple[str, bool]:
        """Any line at all: a score, or the error that takes its place."""
        ident: object = None
        try:
            line = read_line(raw, self.rulesets.indicators)
            ident = line.ident
            ruleset = self.rulesets.get(line.ruleset, line.options)
            engine = self.rulesets.engine(line.ruleset, line.options)
            score = _compiled(engine, line) if engine else None
            if engine and score:
                return self.writers[engine][0].line(ident, score), True
            return self._scored(line, ruleset)
        except BadLine as error:
            return self._error(error.ident, error)
        except ScorerError as error:
            return self._error(ident, error)

    def _scored(self, line: Line, ruleset: Ruleset) -> tuple[str, bool]:
        """A line that the compiled engine leaves."""
        from scorer.teach.advice import advice_on, with_rulesets  # hands that win need none

        try:
            hand, situation = understand(line.request, ruleset)
        except InputError as error:
            return self._error(line.ident, with_rulesets(error, line.request.hand, ruleset))
        try:
            return _dumped(line.ident, result_of(score_hand(ruleset, hand, situation), self.language)), True
        except NotAWinner as error:
            advice = advice_on(error, ruleset, hand, situation) if self.near else None
            return self._error(line.ident, error, advice)

    def _error(self, ident: object, error: ScorerError, advice: Advice | None = None) -> tuple[str, bool]:
        return _dumped(ident, error_of(error, advice, self.language)), False


def _compiled(engine: Engine, line: Line) -> Score | None:
    """The score of the compiled engine; None where the readable evaluator has to say more."""
    try:
        return engine.score_text(spoken(line.request))
    except (Beyond, TooLarge):
        return None


def _dumped(ident: object, result: Object) -> str:
    return json.dumps({"id": ident, **result}, ensure_ascii=False)


class GroupScorer:
    """Scores items by the thousand, those that columns leave one by one.

    `tables` are the columns given and wanted where items are rows and results too; otherwise both are lines.
    """

    def __init__(self, lines: LineScorer, tables: tuple[Sequence[str], Sequence[str]] | None = None) -> None:
        self.lines, self.tables = lines, tables

    @cached_property
    def scorer(self) -> Scorer:
        """What scores many requests of the run's ruleset together."""
        return opened_of(self.lines.rulesets)

    @cached_property
    def keys(self) -> PlainKeys:
        """What a plain line may say."""
        return PlainKeys(self.scorer.indicators)

    @cached_property
    def rows(self) -> RowReader:
        """What reads rows."""
        given = self.tables[0] if self.tables else ()
        return RowReader(given, self.scorer.indicators, self.lines.rulesets.name)

    @cached_property
    def writer(self) -> JsonLines | Cells:
        """What writes the results of plain requests."""
        rules = self.scorer.rules
        parts = Parts(rules, self.lines.language)
        if self.tables:
            return Cells(parts, self.tables[1])
        return JsonLines(parts, [item.id for item in rules.sheet.items] if rules.sheet else [])

    def results(self, items: Iterable[Any]) -> Iterator[Result]:
        """The results in order."""
        for group in groups_of(items, TOGETHER):
            found = self._together(group) if len(group) >= LEAST and self.scorer.columns else {}
            for place, item in enumerate(group):
                made = found.get(place)
                yield (made, True) if made is not None else self.lines.result(self._item(item))

    def _item(self, row: Any) -> Item:
        """An item as it is scored by itself."""
        if self.tables is None or isinstance(row, Refused):
            return row  # type: ignore[no-any-return]
        cells = [list(cell) if isinstance(cell, tuple) else cell for cell in row]
        return row_line(dict(zip(self.tables[0], cells, strict=True)))

    def _together(self, group: list[Any]) -> Mapping[int, Any]:
        """By place the results of plain items."""
        places, idents, asked = self._from_rows(group) if self.tables else self._from_lines(group)
        made = self.scorer.together(asked, read=self.tables is None)
        if made is None:
            return {}
        if isinstance(self.writer, Cells):
            return {places[row]: cells for row, cells in self.writer.rows(idents, asked, made).items()}
        lines = self.writer.lines(idents, asked, made)
        return {places[row]: line_bytes(line) for row, line in lines.items()}

    def _from_lines(self, group: list[Any]) -> Asked:
        """The plain lines for the ruleset of the run: places, ids, and what is asked."""
        own, places, idents, said = ("", self.lines.rulesets.name), [], [], []
        for place, raw in enumerate(group):
            data = _plain(raw)
            if data is not None and data.pop("ruleset", "") in own:
                places.append(place)
                idents.append(data.pop("id", None))
                said.append(data)
        asked = plain_requests(said, self.scorer.indicators)
        if asked is None:
            good = [row for row, data in enumerate(said) if self.keys.fits(data)]
            places, idents = [places[row] for row in good], [idents[row] for row in good]
            asked = plain_requests([said[row] for row in good], self.scorer.indicators)
        return places, idents, asked or Requests((), (), {})

    def _from_rows(self, group: list[Any]) -> Asked:
        """The same of rows."""
        places = [place for place, row in enumerate(group) if isinstance(row, tuple)]
        rows = [group[place] for place in places]
        try:
            asked, odd = self.rows.requests(rows)
        except TypeError:  # cells of a kind that is not plain
            return [], [], Requests((), (), {})
        given = self.tables[0] if self.tables else ()
        at = given.index("id") if "id" in given else None
        idents = [None if at is None else row[at] for row in rows]
        if odd:
            keep = [row for row in range(len(rows)) if row not in odd]
            places, idents = [places[row] for row in keep], [idents[row] for row in keep]
            asked = asked.of_rows(keep)
        return places, idents, asked


Asked = tuple[list[int], list[Any], Requests]


def _plain(raw: Any) -> dict[str, Any] | None:
    """The object of a line that is plainly good."""
    try:
        return plain_object(raw) if raw.__class__ is bytes else None
    except NotPlain:
        return None


def opened_of(rulesets: Rulesets) -> Scorer:
    """What scores many requests of the run's ruleset; tells where it has to score them one by one."""
    scorer = opened(rulesets.name, tuple(sorted(rulesets.options.items())))
    if scorer.engine:
        rulesets.keep_engine(scorer.engine)
    if scorer.why_alone:
        rulesets.tell_alone(rulesets.name, scorer.why_alone)
    return scorer


# ---- one scorer for each process

_of_this_process: list[LineScorer | GroupScorer] = []


def prepare(
    name: str,
    options: Mapping[str, Value],
    near: bool,
    language: str,
    together: bool,
    tables: tuple[Sequence[str], Sequence[str]] | None = None,
) -> None:
    """Makes the scorer of this process, for `score_group`; `tables` are the columns given and wanted."""
    _of_this_process[:] = [scorer_of(Rulesets(name, options), near, language, together, tables)]


def scorer_of(
    rulesets: Rulesets,
    near: bool,
    language: str,
    together: bool,
    tables: tuple[Sequence[str], Sequence[str]] | None = None,
) -> LineScorer | GroupScorer:
    """What scores items into lines of JSON, or rows into rows where both are tables; `together` where results
    may wait for one another.
    """
    lines = LineScorer(rulesets, near, language)
    return GroupScorer(lines, tables) if together else lines


def score_group(items: list[Any]) -> list[Any]:
    """The results of some items, by the scorer that `prepare` made."""
    return list(_of_this_process[0].results(items))
