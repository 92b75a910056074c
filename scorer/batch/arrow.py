"""Arrow record batches: hands in columns in, what they are worth in columns out.

The columns of a batch are the keys of a JSON line; unknown ones are refused. A function of its arguments
alone, so any engine that maps batches (dask, Spark, DuckDB, Polars) may call it wherever it likes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from scorer.batch.lines import KEYS
from scorer.batch.many import WorthLists, opened
from scorer.columns import Requests
from scorer.errors import Fault, InputError, NotAWinner, ScorerError, nearest
from scorer.library import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset, Value

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
NONE = (None, None)
BETWEEN = "\0"
"""Stands between the texts of a list: none has it."""
NOT_HERE = ("ruleset", "options", "pao")
"""Keys of a line that are no columns: a batch has one ruleset, and liability is a matter of single hands."""


def _is_texts(sort: Any) -> bool:
    return bool(pa.types.is_list(sort) or pa.types.is_large_list(sort)) and _is_text(sort.value_type)


def _is_text(sort: Any) -> bool:
    inner = sort.value_type if pa.types.is_dictionary(sort) else sort
    return bool(pa.types.is_string(inner) or pa.types.is_large_string(inner) or pa.types.is_null(inner))


TEXTS = ("a text", (_is_text,))
COUNTS = ("a whole number", (pa.types.is_integer, pa.types.is_null))
TYPES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "with": ("a list of texts", (_is_texts, pa.types.is_null)), "honba": COUNTS, "sticks": COUNTS
}  # fmt: skip
"""What the columns must hold, where that is no text."""


def score_record_batch(
    batch: pa.RecordBatch, ruleset: str = DEFAULT_RULESET, options: Mapping[str, Value] | None = None
) -> pa.RecordBatch:
    """The scores of a batch of hands, a row for each in the same order.

    Columns taken are `hand` and, as far as they are there, `id`, `win`, `round`, `seat`, `from`, `with`
    (lists of texts), `honba`, `sticks` and the ruleset's indicators. Points are counted in the game's
    units; a row that is not scored has `ok` false, the kind of `error` and its `message`.

    Raises InputError for columns that the ruleset does not have or that hold other things, RulesetError
    for a bad ruleset. Threads may call this at the same time.

    >>> batch = pa.RecordBatch.from_pydict({"hand": ["234m345p67p456s55s+8p"], "win": ["tsumo"]})
    >>> score_record_batch(batch).to_pylist()[0]["points"]
    2700.0
    """
    scorer = opened(ruleset, tuple(sorted((options or {}).items())))
    rules = scorer.rules
    _refuse_columns(batch, rules)
    worths = scorer.worths(_asked(batch, scorer.indicators))
    names, arrays = [name for name, _ in OUTCOME], _outcome(worths, batch.num_rows)
    for name, cells in _units(worths, rules).items():
        names.append(name)
        arrays.append(pa.array(cells, pa.int64()))
    if "id" in batch.schema.names:
        names, arrays = ["id", *names], [batch.column("id"), *arrays]
    return pa.RecordBatch.from_arrays(arrays, names=names)


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
    for field in batch.schema:
        wanted, fits = TYPES.get(field.name, TEXTS)
        if field.name in known and field.name != "id" and not any(fit(field.type) for fit in fits):
            message = f"the column '{field.name}' is {field.type}; {wanted} is needed"
            faults.append(Fault("batch", None, message))
    if faults:
        raise InputError(faults)


def _asked(batch: pa.RecordBatch, indicators: Sequence[str]) -> Requests:
    """The rows as what is said in them; an empty cell is a key left out."""
    columns = {name: batch.column(name) for name in batch.schema.names if name != "id"}
    texts = [_texts(batch, columns.get(name)) for name in ("hand", "win", "round", "seat", "from")]
    counts = [_counts(batch, columns.get(name)) for name in ("honba", "sticks")]
    said = zip(*texts[1:], _lists(batch, columns.get("with")), *counts, repeat(()), strict=False)
    return Requests(
        texts[0],
        list(said),
        {name: _texts(batch, columns[name]) for name in indicators if name in columns},
    )


def _texts(batch: pa.RecordBatch, column: Any) -> list[str]:
    """The texts of a column, equal ones as one."""
    if column is None or pa.types.is_null(column.type):
        return [""] * batch.num_rows
    coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    every = [text or "" for text in coded.dictionary.to_pylist()] + [""]
    places = coded.indices.fill_null(len(every) - 1).to_pylist()
    return [every[place] for place in places]


def _lists(batch: pa.RecordBatch, column: Any) -> list[tuple[str, ...]]:
    """The lists of texts of a column, equal ones as one."""
    if column is None or pa.types.is_null(column.type):
        return [()] * batch.num_rows
    texts = column.flatten()
    strange = pc.or_(pc.match_substring(texts, BETWEEN), pc.equal(texts, ""))
    if texts.null_count or pc.any(strange).as_py():
        return [tuple([text for text in cell or () if text is not None]) for cell in column.to_pylist()]
    joined = pc.binary_join(column, BETWEEN)
    every: dict[str, tuple[str, ...]] = {"": ()}
    found = []
    for text in _texts(batch, joined):
        if text not in every:
            every[text] = tuple(text.split(BETWEEN))
        found.append(every[text])
    return found


def _counts(batch: pa.RecordBatch, column: Any) -> list[Any]:
    return [0] * batch.num_rows if column is None else [cell or 0 for cell in column.to_pylist()]


def _outcome(worths: WorthLists, rows: int) -> list[Any]:
    """The columns of OUTCOME."""
    errors = {place: _error(error) for place, error in worths.errors.items()}
    kinds, messages = (
        [(errors.get(row) or NONE)[part] for row in range(rows)] if errors else None for part in (0, 1)
    )
    lists = pa.array(list(map(list, worths.lists)), OUTCOME[4][1])
    return [
        pa.array([row not in errors for row in range(rows)], pa.bool_()),
        pa.array(worths.points, pa.float64()),
        pa.array(worths.received, pa.float64()),
        pa.array(worths.limits, pa.string()),
        lists.take(pa.array(worths.patterns, pa.int32())),
        pa.nulls(rows, pa.string()) if kinds is None else pa.array(kinds, pa.string()),
        pa.nulls(rows, pa.string()) if messages is None else pa.array(messages, pa.string()),
    ]


def _error(error: ScorerError) -> tuple[str, str]:
    """The kind and the message."""
    if isinstance(error, InputError):
        return error.kind, error.faults[0].message
    return (error.kind, error.message) if isinstance(error, NotAWinner) else ("ruleset", str(error))


def _units(worths: WorthLists, rules: Ruleset) -> dict[str, list[int | None]]:
    """The numbers of the ruleset's own units, under the names that a result has them."""
    taken = {name for name, _ in OUTCOME}

    def outside_tier(numbers: list[int | None]) -> list[int | None]:
        return [None if tier else one for one, tier in zip(numbers, worths.tiers, strict=True)]

    units = {rules.unit: outside_tier(worths.totals)}
    if rules.sheet:
        units[rules.sheet.unit] = outside_tier(worths.sheets)
    if rules.top_tier and rules.top_tier.unit:
        units[rules.top_tier.unit] = worths.tiers
    return {name: cells for name, cells in units.items() if name not in taken}
