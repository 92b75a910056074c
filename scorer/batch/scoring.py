"""Items in, results out: all that one process of a bulk run does.

Items that are plainly right go through columns, thousands together; every other one is looked at by itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from scorer.batch.jobs import groups_of
from scorer.batch.lines import BadLine, Line, plain_objects, plain_requests, read_line
from scorer.batch.many import LEAST, Scorer, opened, scored, understood
from scorer.batch.results import Form, JsonLines, TableRows, form_of
from scorer.batch.tables import RowReader, row_line
from scorer.columns import Requests
from scorer.compiled import engine_of
from scorer.compiled.memo import Memo
from scorer.engine.configure import configured
from scorer.engine.results import Readings
from scorer.errors import InputError, NotAWinner, Problem, RulesetError, ScorerError, did_you_mean
from scorer.library import load_ruleset
from scorer.render.problems import error_of
from scorer.render.result import Object, Parts, result_of
from scorer.ruleset.cache import open_ruleset
from scorer.ruleset.find import shipped_names
from scorer.ruleset.model import Ruleset
from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.batch.results import Result
    from scorer.batch.tables import Item, Items, Row
    from scorer.compiled.engine import Engine
    from scorer.ruleset.model import Value
    from scorer.teach.advice import Advice

TOGETHER = 2500
"""Items that are scored together."""
MOST_RULESETS = 24
"""with their engines"""


class Rulesets:
    """Rulesets as configured, the ones used last kept at hand."""

    def __init__(self, name: str, options: Mapping[str, Value]) -> None:
        self.name, self.options = name, dict(options)
        self.alone: dict[str, str] = {}
        """by the name of a ruleset why its hands are scored one by one, which takes longer"""
        self._kept = lru_cache(MOST_RULESETS)(self._loaded)
        self._known = {name, *shipped_names()}
        """those that lines may name: lines come from anywhere, and a file that they name would be opened and
        its beginning told in the error"""

    def get(self, name: str = "", options: Mapping[str, Value] | None = None) -> Ruleset:
        """The ruleset that a line asks for; its options go over those of the run, which are for its own
        ruleset. Raises RulesetError or InputError, as loading did.
        """
        chosen = dict(options or {})
        if name in ("", self.name):
            name, chosen = self.name, {**self.options, **chosen}
        if name not in self._known:
            hint = did_you_mean(name, shipped_names(), "a line may name shipped rulesets and that of the run")
            message = f"there is no ruleset '{name}' for lines"
            raise RulesetError((Problem("L101", name, 1, 1, message, hint=hint),))
        key = [(option, type(value), value) for option, value in chosen.items()]  # true and 1 are equal
        found = self._kept(name, tuple(sorted(key)))
        if isinstance(found, ScorerError):
            raise found
        return found

    def _loaded(self, name: str, chosen: tuple[tuple[str, type, Value], ...]) -> Ruleset | ScorerError:
        """A ruleset, or why there is none. That of the run is shared; of those that lines choose no more are
        kept than here.
        """
        options = {option: value for option, _, value in chosen}
        try:
            if (name, options) == (self.name, self.options):
                return load_ruleset(name, options)
            return configured(open_ruleset(name), options)
        except ScorerError as error:
            return error

    def engine(self, name: str, options: Mapping[str, Value]) -> Engine | None:
        """The compiled engine of a ruleset that loads; None while so few lines have asked for it that it
        would not pay, and where it has a construct for the readable evaluator only.
        """
        ruleset = self.get(name, options)
        return engine_of(ruleset, lambda _, why: self.alone.update({name or self.name: why}))

    def indicators(self, name: str, options: Mapping[str, Value]) -> tuple[str, ...]:
        """The inputs of tiles that such a ruleset has, none where it cannot be loaded."""
        try:
            return tuple(indicator.id for indicator in self.get(name, options).indicators)
        except ScorerError:
            return ()


class LineScorer:
    """Scores items one by one and writes their results as lines; `near` adds what a hand that does not win
    just misses.

    >>> scorer = LineScorer(Rulesets("riichi", {}))
    >>> scorer.result(b'{"id": 1, "hand": "1m"}')[1]
    False
    """

    def __init__(self, rulesets: Rulesets, near: bool = False, language: str = "en") -> None:
        self.rulesets, self.near, self.language = rulesets, near, language
        self.writers: Memo[Engine, JsonLines] = Memo(
            lambda engine: self.writer(engine.ruleset), MOST_RULESETS
        )

    def result(self, item: Item) -> tuple[str, bool]:
        """The line of one item, without its end, and whether the hand is scored."""
        ident: object = None
        try:
            if isinstance(item, BadLine):
                raise item
            line = read_line(item, self.rulesets.indicators)
            ident = line.ident
            ruleset = self.rulesets.get(line.ruleset, line.options)
            engine = self.rulesets.engine(line.ruleset, line.options)
        except ScorerError as error:
            return self._error(error.ident if isinstance(error, BadLine) else ident, error)
        found = scored(ruleset, engine, line.said)
        if isinstance(found, ScorerError):
            return self._unscored(line, ruleset, found)
        if engine and not isinstance(found.source, Readings):
            return self.writers[engine].line(ident, found), True
        return _dumped(ident, result_of(found, self.language)), True

    def _unscored(self, line: Line, ruleset: Ruleset, error: ScorerError) -> tuple[str, bool]:
        if isinstance(error, NotAWinner) and not self.near:
            return self._error(line.ident, error)
        from scorer.teach.advice import advice_on, with_rulesets  # hands that win need none

        if isinstance(error, NotAWinner):
            advice = advice_on(error, ruleset, *understood(ruleset, line.said), self.language)
            return self._error(line.ident, error, advice)
        if isinstance(error, InputError):
            error = with_rulesets(error, line.said[0], ruleset)
        return self._error(line.ident, error)

    def writer(self, ruleset: Ruleset) -> JsonLines:
        """What writes the results of a ruleset."""
        items = [item.id for item in ruleset.sheet.items] if ruleset.sheet else []
        return JsonLines(Parts(ruleset, self.language), items)

    def _error(self, ident: object, error: ScorerError, advice: Advice | None = None) -> tuple[str, bool]:
        return _dumped(ident, error_of(error, advice, self.language)), False


def _dumped(ident: object, result: Object) -> str:
    return json.dumps({"id": ident, **result}, ensure_ascii=False)


class Block(NamedTuple):
    """Results that stand side by side: what is written of them, how many there are and how many are not
    scored; where it was asked for their lines of JSON; and the rulesets whose hands go one by one, with why.
    """

    data: Result
    size: int
    failed: int
    told: list[str]
    alone: dict[str, str]


@dataclass(frozen=True)
class Work:
    """What a run asks of every process that scores for it.

    Items are rows with the columns `given`, or lines of JSON where that is None; results stand in the form
    of files of this `ending`, with the columns `wanted`. They may wait `patience` seconds for others; with
    some, items are scored together. `told`: they are wanted as lines of JSON as well.
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
        """that in which results are made"""

    @cached_property
    def scorer(self) -> Scorer:
        """What scores many requests of the run's ruleset together."""
        rulesets = self.rulesets
        scorer = opened(rulesets.name, rulesets.options)
        if scorer.why_alone:
            rulesets.alone[rulesets.name] = scorer.why_alone
        return scorer

    @cached_property
    def rows(self) -> RowReader:
        """What reads rows."""
        return RowReader(self.work.given or (), self.scorer.indicators, self.rulesets.name)

    @cached_property
    def writer(self) -> JsonLines | TableRows:
        """What writes the results of plain requests."""
        rules, work = self.scorer.rules, self.work
        if self.form is not self.out or not work.wanted:
            return self.lines.writer(rules)
        return TableRows(Parts(rules, work.language), work.wanted, as_text=work.ending == "csv")

    def blocks(self, items: Iterable[Item | Row]) -> Iterator[Block]:
        """The results in order, those of some time together."""
        for group in groups_of(items, TOGETHER if self.work.patience else 1):
            due, begin, failed = monotonic() + self.work.patience, 0, 0
            found = self._together(group)
            for place in [place for place, made in enumerate(found) if made is None]:
                text, is_scored = self.lines.result(self._item(group[place]))
                found[place] = self.form.one(text)
                failed += not is_scored
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

    def _item(self, row: Item | Row) -> Item:
        """An item as it is scored by itself."""
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
        """The ids and what is asked; lines not plain, or of other rulesets, ask nothing."""
        own = ("", self.rulesets.name)
        every = plain_objects(group)
        idents = [data.pop("id", None) if data else None for data in every]
        plain = [data if data and data.pop("ruleset", "") in own else None for data in every]
        return idents, plain_requests(plain, self.scorer.indicators)

    def _from_rows(self, group: Items) -> tuple[list[object], Requests]:
        """The same of rows."""
        nothing = (None,) * len(self.rows.columns)
        try:
            return self.rows.requests([row if row.__class__ is tuple else nothing for row in group])
        except TypeError:  # cells of a kind that is not plain
            return self.rows.requests([nothing] * len(group))


# ---- one scorer for each process

_of_this_process: list[BlockScorer] = []


def prepare(name: str, options: Mapping[str, Value], work: Work) -> None:
    """Makes the scorer of this process, for `score_group`."""
    _of_this_process[:] = [BlockScorer(Rulesets(name, options), work)]


def score_group(items: Items) -> list[Block]:
    """The results of some items, by the scorer that `prepare` made."""
    return list(_of_this_process[0].blocks(items))
