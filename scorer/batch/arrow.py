"""Arrow record batches: hands in columns in, what they are worth in columns out.

The columns of a batch are the keys of a JSON line; unknown ones are refused. A function of its arguments
alone, so any engine that maps batches (dask, Spark, DuckDB, Polars) may call it wherever it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from scorer.batch.lines import KEYS
from scorer.batch.many import opened
from scorer.batch.tables import units_of
from scorer.columns import Kept, Requests, Scored, Shared
from scorer.errors import Fault, InputError, NotAWinner, ScorerError, nearest
from scorer.library import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset, Value

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
    scored, errors = scorer.score(_asked(batch, scorer.indicators))
    found = {**_outcome(scored, errors, batch.num_rows), **_units(scored, rules)}
    names, arrays = list(found), list(found.values())
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


def _outcome(scored: Scored, errors: Mapping[int, ScorerError], rows: int) -> dict[str, Any]:
    """What every ruleset gives; the numbers of its units stand beside it under their own names."""
    told: list[tuple[str | None, str | None]] = [(None, None)] * rows
    for place, error in errors.items():
        told[place] = _error(error)
    kinds, messages = zip(*told, strict=True) if errors else ([None] * rows, [None] * rows)
    return {
        "ok": pa.array([place > 0 for place in scored.awards.places], pa.bool_()),
        "points": _taken(scored.payments, lambda paid: paid.points, pa.float64()),
        "total": _taken(scored.payments, lambda paid: paid.total, pa.float64()),
        "limit": _taken(scored.worths, lambda worth: worth.limit.id if worth.limit else None, pa.string()),
        "patterns": _taken(scored.awards, lambda awards: [one.id for one in awards], pa.list_(pa.string())),
        "error": pa.array(kinds, pa.string()),
        "message": pa.array(messages, pa.string()),
    }


def _taken(shared: Shared[Kept], make: Callable[[Kept], Any], sort: Any) -> Any:
    """A column of what is made of shared values."""
    return pa.array(shared.once(make), sort).take(pa.array(shared.places, pa.int32()))


def _error(error: ScorerError) -> tuple[str, str]:
    """The kind and the message."""
    if isinstance(error, InputError):
        return error.kind, error.faults[0].message
    return (error.kind, error.message) if isinstance(error, NotAWinner) else ("ruleset", str(error))


def _units(scored: Scored, rules: Ruleset) -> dict[str, Any]:
    """The numbers of the ruleset's own units, under the names that a result has them."""
    worths, number = scored.worths, pa.int64()
    units = {rules.unit: _taken(worths, lambda worth: None if worth.tier else worth.total, number)}
    if rules.sheet:
        sums, inside = _taken(scored.sheets, lambda sheet: sheet.total, number), _in_tier(scored)
        units[rules.sheet.unit] = pc.if_else(inside, None, sums)
    if rules.top_tier:
        units[rules.top_tier.unit] = _taken(worths, lambda worth: worth.tier, number)
    return {name: units[name] for name in units_of(rules)}


def _in_tier(scored: Scored) -> Any:
    """Which hands are counted in the top tier."""
    return _taken(scored.worths, lambda worth: worth.tier > 0, pa.bool_()).fill_null(False)
