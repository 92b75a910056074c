"""Arrow record batches: hands in columns in, what they are worth in columns out.

The columns of a batch are the keys of a JSON line; unknown ones are refused. A function of its arguments
alone, so any engine that maps batches (dask, Spark, DuckDB, Polars) may call it wherever it likes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import pyarrow as pa

from scorer.batch.lines import KEYS
from scorer.compiled import open_engine
from scorer.compiled.engine import Engine
from scorer.compiled.scoring import Beyond
from scorer.compiled.text import spoken
from scorer.compiled.trees import TooLarge, Unsupported
from scorer.engine.configure import configured
from scorer.engine.request import understand
from scorer.engine.score import score_hand
from scorer.errors import Fault, InputError, NotAWinner, nearest
from scorer.library import DEFAULT_RULESET
from scorer.request import Request
from scorer.ruleset.model import Ruleset, Value
from scorer.ruleset.opening import open_ruleset

Row = tuple[Any, ...]
OUTCOME = (
    ("ok", pa.bool_()),
    ("points", pa.float64()),
    ("total", pa.float64()),
    ("limit", pa.string()),
    ("patterns", pa.list_(pa.string())),
    ("error", pa.string()),
    ("message", pa.string()),
)
"""What every ruleset gives; the numbers of its units stand beside them under their own names."""
NOT_HERE = ("ruleset", "options", "pao")
"""Keys of a line that are no columns: a batch has one ruleset, and liability is a matter of single hands."""


def score_record_batch(
    batch: pa.RecordBatch, ruleset: str = DEFAULT_RULESET, options: Mapping[str, Value] | None = None
) -> pa.RecordBatch:
    """The scores of a batch of hands, a row for each in the same order.

    Columns taken are `hand` and, as far as they are there, `id`, `win`, `round`, `seat`, `from`, `with`
    (lists of texts), `honba`, `sticks` and the ruleset's indicators. Points are counted in the game's
    units; a row that is not scored has `ok` false, the kind of `error` and its `message`.

    Raises InputError for columns that the ruleset does not have, RulesetError for a bad ruleset.

    >>> batch = pa.RecordBatch.from_pydict({"hand": ["234m345p67p456s55s+8p"], "win": ["tsumo"]})
    >>> score_record_batch(batch).to_pylist()[0]["points"]
    2700.0
    """
    rules, engine = _opened(ruleset, tuple(sorted((options or {}).items())))
    _refuse_columns(batch, rules)
    rows = [_row(request, rules, engine) for request in _requests(batch, rules)]
    fields = [*OUTCOME, *((name, pa.int64()) for name in _units(rules))]
    arrays = [pa.array([row[place] for row in rows], type=sort) for place, (_, sort) in enumerate(fields)]
    names = [name for name, _ in fields]
    if "id" in batch.schema.names:
        names, arrays = ["id", *names], [batch.column("id"), *arrays]
    return pa.RecordBatch.from_arrays(arrays, names=names)


@lru_cache(maxsize=8)
def _opened(name: str, options: tuple[tuple[str, Value], ...]) -> tuple[Ruleset, Engine | None]:
    rules = configured(open_ruleset(name), dict(options))
    try:
        return rules, open_engine(name, dict(options))
    except Unsupported:
        return rules, None


def _refuse_columns(batch: pa.RecordBatch, rules: Ruleset) -> None:
    known = ["id", *(key for key in KEYS if key not in NOT_HERE), *(i.id for i in rules.indicators)]
    faults = [
        Fault("batch", None, f"no such column '{name}'; a batch has: {', '.join(known)}", "notation",
              suggestions=nearest(name, known, 1))
        for name in batch.schema.names
        if name not in known
    ]  # fmt: skip
    if "hand" not in batch.schema.names:
        faults.append(Fault("batch", None, "the column 'hand' is missing"))
    if faults:
        raise InputError(faults)


def _requests(batch: pa.RecordBatch, rules: Ruleset) -> Iterator[Request]:
    """The rows as requests; an empty cell is a key left out."""
    columns = {name: batch.column(name).to_pylist() for name in batch.schema.names if name != "id"}
    shown = [item.id for item in rules.indicators if item.id in columns]

    def cells(name: str, empty: Any) -> list[Any]:
        column = columns.get(name)
        return [empty] * batch.num_rows if column is None else [empty if c is None else c for c in column]

    texts = (cells(name, "") for name in ("hand", "win", "round", "seat", "from"))
    rest = (cells("with", []), cells("honba", 0), cells("sticks", 0), *(cells(name, "") for name in shown))
    for hand, win, round_, seat, discarder, said, honba, sticks, *tiles in zip(*texts, *rest, strict=True):
        named = dict(zip(shown, tiles, strict=True))
        yield Request(hand, win, round_, seat, discarder, tuple(said), named, honba, sticks)


def _units(rules: Ruleset) -> list[str]:
    """The names under which a result's numbers stand."""
    tier = rules.top_tier.unit if rules.top_tier else ""
    named = [rules.unit, rules.sheet.unit if rules.sheet else "", tier]
    taken = {name for name, _ in OUTCOME}
    return [name for name in named if name and name not in taken]


def _row(request: Request, rules: Ruleset, engine: Engine | None) -> Row:
    """The cells of one row: by the compiled engine, else by the reference engine, which knows every fault."""
    try:
        score = engine.score_text(spoken(request)) if engine else None
    except (Beyond, TooLarge):
        score = None
    if score is not None:
        sheet = score.sheet.total if score.sheet else None
        return _cells(rules, score.points, score.payments.total, score.limit, score.patterns,
                      score.total, sheet, score.tier)  # fmt: skip
    try:
        slow = score_hand(rules, *understand(request, rules))
    except InputError as error:
        return _failed(rules, error.kind, error.faults[0].message)
    except NotAWinner as error:
        return _failed(rules, error.kind, error.message)
    best = slow.best
    return _cells(rules, slow.points, slow.total, best.limit.id if best.limit else None, slow.patterns,
                  best.total, best.sheet.total if best.sheet else None, best.tier)  # fmt: skip


def _cells(
    rules: Ruleset,
    points: float,
    received: float,
    limit: str | None,
    patterns: tuple[str, ...],
    total: int,
    sheet: int | None,
    tier: int,
) -> Row:
    numbers: dict[str, int | None] = {rules.unit: None if tier else total}
    if rules.sheet:
        numbers[rules.sheet.unit] = None if tier else sheet
    if rules.top_tier and rules.top_tier.unit:
        numbers[rules.top_tier.unit] = tier
    return (True, points, received, limit, list(patterns), None, None, *(numbers[n] for n in _units(rules)))


def _failed(rules: Ruleset, kind: str, message: str) -> Row:
    return (False, None, None, None, None, kind, message, *(None for _ in _units(rules)))
