"""Lines of JSON in, lines of results out: all that one process does of a bulk run.

Lines that are plainly good never need the reference engine, so nothing imports it before a line does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    from scorer.batch.many import Scorer
    from scorer.batch.tables import Item, Refused, Row
    from scorer.columns import Requests
    from scorer.columns.requests import RequestScores
    from scorer.render.outcome_lines import OutcomeLines
    from scorer.ruleset.model import Ruleset, Value

Result = tuple[bytes, bool]
"""A line of JSON with its line break, and whether the hand is scored."""
POINTS = "points"
RowResult = tuple[Any, bool]
"""The cells of a result, or where a hand needed more a line of JSON."""
TOGETHER = 2048
"""Rows that are scored together."""
LEAST = 250
"""Rows below which columns cost more than they save."""
WIDER = 4
"""Memos of an engine that scores many lines hold so many times as much as for single hands."""
Writer = tuple[Engine, QuickResults, PlainKeys]
"""What scores and writes plain lines of one ruleset, with the keys that they may have."""


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
        return map(self.result, items)

    def result(self, item: Item) -> Result:
        """The result of one item."""
        text = self._at_once(item) if item.__class__ is bytes else None
        if text is not None:
            return _written(text), True
        text, is_scored = self._others().line(item)
        return _written(f"{text}\n"), is_scored

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
            engine.widen(WIDER)
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


class RowScorer:
    """Scores rows of a table into rows of a table, thousands together; others go as lines of JSON.

    `given` and `wanted` are the columns of the hands and of the results.
    """

    def __init__(self, lines: LineScorer, given: Sequence[str], wanted: Sequence[str]) -> None:
        from scorer.batch.tables import RowReader

        self.lines, self.given, self.wanted = lines, tuple(given), tuple(wanted)
        self.scorer = None if lines.near else _many(lines.rulesets)
        indicators = self.scorer.indicators if self.scorer else ()
        self.reader = RowReader(self.given, indicators, lines.rulesets.name)

    def results(self, rows: Iterable[Row | Refused]) -> Iterator[RowResult]:
        """The results in order."""
        left = iter(rows)
        while group := list(islice(left, TOGETHER)):
            yield from self.group(group)

    def group(self, group: list[Row | Refused]) -> Iterator[RowResult]:
        """The results of some rows."""
        found = self._together([row for row in group if isinstance(row, tuple)])
        done = iter(found)
        for row in group:
            cells = next(done) if isinstance(row, tuple) else None
            yield (cells, True) if cells is not None else self.lines.result(self._item(row))

    def _item(self, row: Row | Refused) -> Item:
        from scorer.batch.tables import Refused, row_line

        if isinstance(row, Refused):
            return row
        cells = [list(cell) if isinstance(cell, tuple) else cell for cell in row]
        return row_line(dict(zip(self.given, cells, strict=True)))

    def _together(self, rows: list[Row]) -> list[Row | None]:
        """The cells of the results of plain rows, None for every other one."""
        scorer = self.scorer
        try:
            made = None
            if scorer is not None and len(rows) >= LEAST:
                asked, odd = self.reader.requests(rows)
                made = scorer.together(asked)
        except TypeError:  # cells of a kind that is not plain
            made = None
        if scorer is None or made is None:
            return [None] * len(rows)
        idents = [row[self.given.index("id")] for row in rows] if "id" in self.given else [None] * len(rows)
        cells = ResultCells(scorer.rules).rows(idents, asked, made, self.wanted)
        left = made.left | ~made.plain
        left[list(odd)] = True
        return [None if alone else row for alone, row in zip(left.tolist(), cells, strict=True)]


class ResultCells:
    """Results as rows of cells, straight from columns: `flat` of what `result_of` gives."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def rows(
        self, idents: Sequence[Any], asked: Requests, made: RequestScores, wanted: Sequence[str]
    ) -> list[Row]:
        """The cells of every row, of which those that columns leave say nothing."""
        from scorer.batch.many import plain
        from scorer.batch.tables import ident_text

        worth, size, paid = made.worth, len(made.left), made.payments()
        tiers: list[int] = worth.tier.tolist()
        limits = (*worth.limits, None)
        bonuses = [_pairs((name, value * count) for name, value, count in one) for one in worth.lines]
        gains = {one: _pairs(one[1]) for one in dict.fromkeys(paid)}
        columns: dict[str, Any] = {
            "id": list(map(ident_text, idents)),
            "ok": [True] * size,
            "ruleset": [self.ruleset.id] * size,
            "hand": asked.hands,
            "patterns": self._patterns(worth.awards, worth.award.tolist(), tiers),
            "bonuses": [bonuses[place] for place in worth.bonuses.tolist()],
            **self._units(worth.total.tolist(), worth.sheet.tolist(), tiers),
            "limit": [limits[place] for place in worth.limit.tolist()],
            "points": plain(worth.points),
            "total": [one[0] for one in paid],
            "payments": [gains[one] for one in paid],
        }
        return list(zip(*[columns.get(name) or [None] * size for name in wanted], strict=True))

    def _patterns(self, awards: Sequence[Any], places: list[int], tiers: list[int]) -> list[str]:
        top = self.ruleset.top_tier
        each = top.each if top else 1
        known: dict[tuple[int, bool], str] = {}
        found = []
        for place, tier in zip(places, tiers, strict=True):
            key = (place, tier > 0)
            if key not in known:
                part = each if tier else 1
                known[key] = _pairs((name, value * count // part) for name, value, count in awards[place])
            found.append(known[key])
        return found

    def _units(self, totals: list[int], sheets: list[int], tiers: list[int]) -> dict[str, list[int | None]]:
        rules = self.ruleset
        units: dict[str, list[int | None]] = {}
        if rules.unit != POINTS:
            units[rules.unit] = [None if tier else one for one, tier in zip(totals, tiers, strict=True)]
        if rules.sheet is not None:
            units[rules.sheet.unit] = [None if tier else one for one, tier in zip(sheets, tiers, strict=True)]
        if rules.top_tier and rules.top_tier.unit:
            units[rules.top_tier.unit] = [*tiers]
        return units


def _pairs(pairs: Iterable[tuple[str, Any]]) -> str:
    return " ".join([f"{name}:{value}" for name, value in pairs])


def _many(rulesets: Rulesets) -> Scorer | None:
    """What scores many rows of the run's ruleset together, where anything can."""
    from scorer.batch.many import opened

    scorer = opened(rulesets.name, tuple(sorted(rulesets.options.items())))
    if scorer.engine:
        rulesets.keep_engine(scorer.engine)
    return scorer if scorer.columns else None


def _written(text: str) -> bytes:
    """A line as bytes; a terminal obeys nothing that it repeats of its input."""
    if text.isascii():
        return text.encode()
    from scorer.render.problems import json_bytes  # few lines need it

    return json_bytes(text)


_of_this_process: list[LineScorer | RowScorer] = []


def prepare(
    name: str,
    options: Mapping[str, Value],
    near: bool,
    language: str,
    tables: tuple[Sequence[str], Sequence[str]] | None = None,
) -> None:
    """Makes the scorer of this process, for `score_group`; `tables` are the columns given and wanted."""
    _of_this_process[:] = [scorer_of(Rulesets(name, options), near, language, tables)]


def scorer_of(
    rulesets: Rulesets, near: bool, language: str, tables: tuple[Sequence[str], Sequence[str]] | None
) -> LineScorer | RowScorer:
    """What scores items into lines of JSON, or rows into rows where both are tables."""
    lines = LineScorer(rulesets, near, language)
    return RowScorer(lines, *tables) if tables else lines


def score_group(items: list[Any]) -> list[Any]:
    """The results of some items, by the scorer that `prepare` made."""
    return list(_of_this_process[0].results(items))
