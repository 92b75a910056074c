"""Score Arrow record batches of hands, and read and write Parquet.

The columns of a batch are the keys of a JSON line; unknown columns are refused. `score_record_batch` depends
on its arguments only, so any thread or process may call it. `.github/BULK.md` has examples for data frames,
DuckDB and clusters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow.parquet import ParquetFile, ParquetWriter

from scorer.batch.lines import NumberedItems
from scorer.batch.results import ENCODING, FIRST_COLUMNS, LAST_COLUMNS, units_of
from scorer.batch.tables import MOST_FAULTS, check_columns
from scorer.errors import Fault, InputError, NotAWinner, ScorerError
from scorer.fast.requests import DictionaryColumn, Entry, Requests, ScoredColumns
from scorer.foreign import value_text
from scorer.message import Listed, Message
from scorer.rows import KEYS, REQUEST_DEFAULTS, cell_value, is_empty
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.ruleset.model import Ruleset, Value
from scorer.scoring import BulkScorer, RulesetOrName, bulk_scorer
from scorer.suggest import nearest_names

if TYPE_CHECKING:
    from scorer.batch.scoring import ResultBlock

NOT_HERE = ("ruleset", "options", "pao")
"""Keys of a JSON line that cannot be columns: a batch uses one ruleset, and liability applies to single
hands.
"""


def _is_text(sort: Any) -> bool:
    inner = sort.value_type if pa.types.is_dictionary(sort) else sort
    text = pa.types.is_string(inner) or pa.types.is_large_string(inner) or str(inner) == "string_view"
    return bool(text or pa.types.is_null(inner))  # older versions do not have string views


def _is_list(sort: Any) -> bool:
    return bool(pa.types.is_list(sort) or pa.types.is_large_list(sort))


def _is_texts(sort: Any) -> bool:
    lists = _is_list(sort) or pa.types.is_fixed_size_list(sort) or "list_view<" in str(sort)
    return bool(lists) and _is_text(sort.value_type)


def column_cells(column: Any) -> list[Any]:
    """The values of a column. Equal values of a dictionary column share one object; lists become tuples."""
    if pa.types.is_dictionary(column.type):
        every = dict(enumerate(column.dictionary.to_pylist()))
        return list(map(every.get, column_cells(column.indices)))
    if _is_texts(column.type):
        if column.null_count or not _is_list(column.type):
            return [None if cell is None else tuple(cell) for cell in column.to_pylist()]
        texts = column_cells(column.values)  # encoding them as a dictionary would load 10 MiB of functions
        return [tuple(texts[start:end]) for start, end in pairwise(column_cells(column.offsets))]
    if pa.types.is_integer(column.type) and not column.null_count and len(column):
        return list(_whole_numbers(column).tolist())
    found: list[Any] = column.to_pylist()
    return found


def _whole_numbers(column: Any) -> Any:
    """The numbers of a column without empty cells, as an array. The method of pyarrow that does the same
    loads pandas, which takes 40 MiB.
    """
    sort = column.type
    start = column.offset * sort.bit_width // 8
    return np.frombuffer(column.buffers()[1], str(sort), len(column), start)


# ---- record batches

TEXTS = (Message("type string"), (_is_text,))
COUNTS = (Message("type whole number"), (pa.types.is_integer, pa.types.is_floating, *TEXTS[1]))
TYPES: dict[str, tuple[Message, tuple[Any, ...]]] = {
    "with": (Message("type texts"), (_is_texts, *TEXTS[1])), "honba": COUNTS, "sticks": COUNTS
}  # fmt: skip
"""The accepted types of the columns that are not plain strings."""


def score_record_batch(
    batch: Any, ruleset: RulesetOrName = DEFAULT_RULESET, options: Mapping[str, Value] | None = None
) -> Any:
    """Score a record batch of hands; the result is one with a row for each hand, in the same order. A table
    of Arrow or a data frame of pandas or Polars can be given as well; the result is an Arrow table then.

    The columns are `hand` and, optionally, `id`, `win`, `round`, `seat`, `from`, `with` (lists of strings, or
    words separated by spaces), `honba`, `sticks` and the ruleset's indicators. Points are in the game's
    units. For a hand that cannot be scored, `ok` is false, `error` is the kind of error and `message`
    explains it.

    Raises InputError for columns that the ruleset does not have or that have the wrong type, and RulesetError
    for an invalid ruleset. Several threads may call this function at the same time.

    >>> import pyarrow as pa
    >>> batch = pa.RecordBatch.from_pydict({"hand": ["234m345p67p456s55s+8p"], "win": ["tsumo"]})
    >>> score_record_batch(batch).to_pylist()[0]["points"]
    2700.0
    """
    scorer = bulk_scorer(ruleset, options)
    if isinstance(batch, pa.RecordBatch):
        return _scored_batch(scorer, batch)
    table = _arrow_table(batch)
    empty = pa.RecordBatch.from_arrays([pa.array([], one.type) for one in table.schema], schema=table.schema)
    return pa.Table.from_batches([_scored_batch(scorer, one) for one in table.to_batches() or [empty]])


def _arrow_table(table: Any) -> pa.Table:
    """A table of Arrow, Polars or pandas as one of Arrow. Raises InputError for other values."""
    if isinstance(table, pa.Table):
        return table
    if hasattr(table, "to_arrow"):
        return table.to_arrow()
    if hasattr(table, "columns") and hasattr(table, "to_dict"):
        return pa.Table.from_pandas(table, preserve_index=False)
    raise InputError([Fault("batch", None, Message("expected record batch", value_text(table)))])


def _scored_batch(scorer: BulkScorer, batch: pa.RecordBatch) -> pa.RecordBatch:
    """The results of a batch."""
    _refuse_columns(batch, scorer.rules)
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    ident = {"id": columns.pop("id")} if "id" in columns else {}
    scored, errors = scorer.score(_requests_of_columns(columns))
    found = {
        **ident,
        **_outcome_columns(scored, errors, batch.num_rows),
        **_unit_columns(scored, scorer.rules),
    }
    return pa.RecordBatch.from_arrays(list(found.values()), names=list(found))


def _refuse_columns(batch: pa.RecordBatch, rules: Ruleset) -> None:
    known = ["id", *(key for key in KEYS if key not in NOT_HERE), *(i.id for i in rules.indicators)]
    faults = [
        Fault(
            "batch",
            None,
            Message("no such column in batch", name, Listed(tuple(known), "comma")),
            suggestions=nearest_names(name, known, 1),
        )
        for name in batch.schema.names
        if name not in known
    ]
    if "hand" not in batch.schema.names:
        faults.append(Fault("batch", None, Message("column hand missing")))
    for field in batch.schema:
        wanted, fits = TYPES.get(field.name, TEXTS)
        if field.name in known and field.name != "id" and not any(fit(field.type) for fit in fits):
            message = Message("column of other type", field.name, str(field.type), wanted)
            faults.append(Fault("batch", None, message))
    if faults:
        raise InputError(faults)


class _CodedColumn(NamedTuple):
    """A column as its distinct cells, and for each row the place of its own among them."""

    cells: list[Any]
    codes: NDArray[np.int64]


MOST_CODES = 1 << 62
"""The most different numbers of a column."""


def _requests_of_columns(columns: Mapping[str, Any]) -> Requests:
    """The requests of columns, in which an empty cell means that the key was omitted."""
    hands = ["" if hand is None else hand for hand in column_cells(columns["hand"])]
    coded = {name: _plain_column(name, column) for name, column in columns.items() if name != "hand"}
    said = [
        coded.pop(name, _CodedColumn([absent], np.zeros(len(hands), dtype=np.int64)))
        for name, absent in REQUEST_DEFAULTS.items()
        if name != "hand"
    ]
    codes, firsts = _numbered_rows([column.codes for column in said], [len(column.cells) for column in said])
    cells = [[column.cells[code] for code in column.codes[firsts].tolist()] for column in said]
    situations: list[Any] = [None, *zip(*cells, strict=True)]
    shown = {name: _indicator_texts(column) for name, column in coded.items()}
    return Requests(hands, _dictionary_column(situations, codes + 1), shown)


def _dictionary_column(values: list[Entry | None], codes: NDArray[np.integer]) -> DictionaryColumn[Entry]:
    return DictionaryColumn.of_bytes(values, codes.astype(np.intc).tobytes())


def _indicator_texts(column: _CodedColumn) -> DictionaryColumn[str]:
    cells = DictionaryColumn.of_rows(column.cells, "")
    return _dictionary_column(cells.values, np.asarray(cells.places)[column.codes])


def _numbered_rows(
    columns: Sequence[NDArray[np.int64]], sizes: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A number for each row, from 0, equal for rows that are equal in all columns; and the first row of each
    number. The columns have numbers below `sizes`.
    """
    codes, size = columns[0], sizes[0]
    for column, further in zip(columns[1:], sizes[1:], strict=True):
        if size * further > MOST_CODES:
            codes, size = _places_by_arrival(codes), len(codes)
        codes, size = codes * further + column, size * further
    codes = _places_by_arrival(codes)
    return codes, np.flatnonzero(np.diff(np.maximum.accumulate(codes), prepend=-1))


def _places_by_arrival(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Equal numbers as equal places, in order of arrival."""
    column = pa.Array.from_buffers(pa.int64(), len(codes), [None, pa.py_buffer(np.ascontiguousarray(codes))])
    return _codes(column.dictionary_encode().indices, 0)


def _codes(indices: Any, absent: int) -> NDArray[np.int64]:
    """The places in a dictionary, `absent` for empty cells."""
    filled = indices.fill_null(absent) if indices.null_count else indices
    if not len(filled):
        return np.zeros(0, dtype=np.int64)
    found: NDArray[np.int64] = _whole_numbers(filled).astype(np.int64)
    return found


def _plain_column(name: str, column: Any) -> _CodedColumn:
    """A column with its cells in the form that requests use."""
    cells, codes = _coded_column(column)
    absent = REQUEST_DEFAULTS.get(name, "")
    if name == "with" or (name in TYPES and not pa.types.is_integer(column.type)):
        made: Callable[[Any], Any] = tuple if name == "with" else lambda count: count
        return _CodedColumn(
            [absent if is_empty(cell) else made(cell_value(name, cell)) for cell in cells], codes
        )
    return _CodedColumn([absent if cell is None else cell for cell in cells], codes)


def _coded_column(column: Any) -> _CodedColumn:
    """A column with its cells as they are; lists become tuples."""
    if _is_list(column.type) and not column.null_count:
        texts, codes = _coded_column(column.values)
        starts = np.array(column_cells(column.offsets), dtype=np.int64)
        sizes, code_count = np.diff(starts), len(texts) + 1
        places = [np.zeros(len(sizes), dtype=np.int64) for _ in range(int(sizes.max(initial=1)))]
        for place, found in enumerate(places):
            rows = np.flatnonzero(sizes > place)
            found[rows] = codes[starts[rows] + place] + 1
        numbers, firsts = _numbered_rows(places, [code_count] * len(places))
        lists = [codes[starts[row] : starts[row + 1]].tolist() for row in firsts.tolist()]
        return _CodedColumn([tuple([texts[code] for code in one]) for one in lists], numbers)
    if "view" in str(column.type) or _is_texts(column.type):
        shared = DictionaryColumn.of_rows(column_cells(column))
        return _CodedColumn(shared.values, np.array(shared.places, dtype=np.int64))
    encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    cells = encoded.dictionary.to_pylist()
    return _CodedColumn([*cells, None], _codes(encoded.indices, len(cells)))


def _outcome_columns(columns: ScoredColumns, errors: Mapping[int, ScorerError], rows: int) -> dict[str, Any]:
    """The columns that every ruleset has. The numbers of a ruleset's own units are added under their own
    names.
    """
    told = {row: _error_cells(error) for row, error in errors.items()}
    return {
        "ok": _places_array(columns.awards).cast(pa.bool_()),
        "points": _dictionary_array(columns.payments, lambda paid: paid.points, pa.float64()),
        "total": _dictionary_array(columns.payments, lambda paid: paid.total, pa.float64()),
        "limit": _dictionary_array(
            columns.worths, lambda worth: worth.limit.id if worth.limit else None, pa.string()
        ),
        "patterns": _dictionary_array(
            columns.awards, lambda awards: [one.id for one in awards], pa.list_(pa.string())
        ),
        "error": _text_array({row: kind for row, (kind, _) in told.items()}, rows),
        "message": _text_array({row: message for row, (_, message) in told.items()}, rows),
    }


def _dictionary_array(column: DictionaryColumn[Entry], make: Callable[[Entry], Any], sort: Any) -> Any:
    """A column made by applying a function to shared values, once to each."""
    return pa.array(column.map_values(make), sort).take(_places_array(column))


def _places_array(column: DictionaryColumn[Entry]) -> Any:
    return pa.Array.from_buffers(pa.int32(), len(column.places), [None, pa.py_buffer(column.places)])


def _text_array(texts: Mapping[int, str], rows: int) -> Any:
    """A column of texts, of which most are missing."""
    if not texts:
        return pa.nulls(rows, pa.string())
    return pa.array([texts.get(row) for row in range(rows)], pa.string())


def _error_cells(error: ScorerError) -> tuple[str, str]:
    """The kind and message of an error."""
    if isinstance(error, InputError):
        return error.kind, str(error.faults[0].message)
    return (error.kind, error.message) if isinstance(error, NotAWinner) else ("ruleset", str(error))


def _unit_columns(columns: ScoredColumns, rules: Ruleset) -> dict[str, Any]:
    """The numbers of the ruleset's own units, under the names that results use."""
    from pyarrow import compute  # not needed for Parquet files

    worths, number = columns.worths, pa.int64()
    units = {rules.unit: _dictionary_array(worths, lambda worth: None if worth.tier else worth.total, number)}
    if rules.sheet:
        sums = _dictionary_array(columns.sheets, lambda sheet: sheet.total, number)
        tiers = _dictionary_array(worths, lambda worth: worth.tier > 0, pa.bool_())
        units[rules.sheet.unit] = compute.if_else(tiers, None, sums)
    if rules.top_tier:
        units[rules.top_tier.unit] = _dictionary_array(worths, lambda worth: worth.tier, number)
    return {name: units[name] for name in units_of(rules)}


# ---- Parquet, a few thousand rows at a time

ROWS = 4096
BUFFER = 1 << 16
"""Bytes of a column to read at a time, regardless of the size of the row groups in the file."""
FLOATS = ("points", "total")
"""Columns that may hold half points."""
DIFFERENT = ("id", "hand", "options", "pao")
"""Columns that are read without a dictionary because most of their values differ. Columns nested in lists,
maps and structs are read without one too, because Arrow cannot join the dictionaries of several row groups
there.
"""
READING_ERRORS = (pa.ArrowException, OSError, UnicodeDecodeError)
"""The exceptions that reading a damaged file may raise."""


class ParquetHands:
    """The rows of a Parquet file, whose columns may hold text as in CSV or typed values as in JSON.

    Raises InputError if the file or its columns cannot be used.
    """

    def __init__(self, path: str, indicators: Iterable[str]) -> None:
        self.path, self.rows_taken = path, 0
        try:
            self.file = self._open_file()
            schema = self.file.metadata.schema
            paths = [schema.column(place).path for place in range(len(schema))]
            texts = [schema.column(place).physical_type == "BYTE_ARRAY" for place in range(len(schema))]
        except READING_ERRORS as error:
            raise self._read_error(error) from error
        self.rows: int = self.file.metadata.num_rows
        self.columns: list[str] = list(self.file.schema_arrow.names)
        check_columns(self.columns, indicators, path)
        self._check_types()
        alike = [path in self.columns and path not in DIFFERENT for path in paths]
        chosen = [path for path, text, one in zip(paths, texts, alike, strict=True) if text and one]
        self.file.close()
        self.file = self._open_file(read_dictionary=chosen)

    def _open_file(self, **options: Any) -> Any:
        source = pa.OSFile(self.path)  # a path alone could be taken for an address of a cloud store
        return ParquetFile(source, buffer_size=BUFFER, pre_buffer=False, **options)

    def _check_types(self) -> None:
        """Raise InputError for columns of types that JSON does not have: dates, bytes, decimals."""
        wanted = Message("type of cells")
        faults = [
            Fault(self.path, None, Message("column of other type", field.name, str(field.type), wanted))
            for field in self.file.schema_arrow
            if not _is_json_type(field.type)
        ]
        if faults:
            raise InputError(faults[:MOST_FAULTS])

    def groups(self) -> Iterator[NumberedItems]:
        """The rows, numbered from 1, in groups of limited size. Raises InputError if the file turns out to be
        damaged.

        Row groups are read one at a time, because Arrow refuses to join two of them in one batch if a list,
        map or struct was written with a dictionary ("Nested data conversions not implemented").
        """
        try:
            for group in range(self.file.metadata.num_row_groups):
                for batch in self.file.iter_batches(ROWS, row_groups=[group], use_threads=False):
                    numbers = range(self.rows_taken + 1, self.rows_taken + batch.num_rows + 1)
                    self.rows_taken += batch.num_rows
                    rows = list(zip(*map(column_cells, batch.columns), strict=True))
                    yield NumberedItems(rows, numbers)
        except READING_ERRORS as error:
            raise self._read_error(error) from error

    def _read_error(self, error: Exception) -> InputError:
        reason = str(error).partition("\n")[0][:200]
        return InputError([Fault(self.path, None, Message("not Parquet", reason))])

    def close(self) -> None:
        self.file.close()


def _is_json_type(sort: Any) -> bool:
    """Whether an Arrow type holds values that JSON can represent."""
    types = pa.types
    if types.is_dictionary(sort):
        return _is_json_type(sort.value_type)
    if types.is_nested(sort):
        return all(_is_json_type(sort.field(place).type) for place in range(sort.num_fields))
    return str(sort) == "string_view" or any(  # missing in older versions
        fits(sort)
        for fits in (types.is_string, types.is_large_string, types.is_integer, types.is_floating,
                     types.is_boolean, types.is_null)
    )  # fmt: skip


class ParquetSink:
    """Writes columns of cells (from `joined_columns`) to a Parquet file, which is complete after `close`."""

    def __init__(self, path: str, columns: Sequence[str]) -> None:
        self.results_written, types = 0, {"ok": pa.bool_(), **dict.fromkeys(FLOATS, pa.float64())}
        types = {**types, "line": pa.int64()}
        types = {**dict.fromkeys((*FIRST_COLUMNS, *LAST_COLUMNS), pa.string()), **types}
        self.schema = pa.schema([(name, types.get(name, pa.int64())) for name in columns])
        self.writer = ParquetWriter(
            pa.OSFile(path, "wb"),
            self.schema,
            version="2.6",
            compression="snappy",
            use_dictionary=True,
            writer_engine_version="V2",
        )
        self.waiting: list[pa.RecordBatch] = []

    def write(self, block: ResultBlock) -> None:
        """Add results."""
        columns = [
            _array_of(column, sort) for column, sort in zip(block.data, self.schema.types, strict=True)
        ]
        batch = pa.record_batch(columns, schema=self.schema)
        self.waiting.append(batch)
        self.results_written += block.size
        while sum(one.num_rows for one in self.waiting) >= ROWS:
            self._write_row_group()

    def _write_row_group(self) -> None:
        if self.waiting:
            table = pa.Table.from_batches(self.waiting)
            self.writer.write_table(table.slice(0, ROWS))
            self.waiting = table.slice(ROWS).to_batches()

    def close(self) -> None:
        """Write the remaining rows and the footer of the file."""
        self._write_row_group()
        self.writer.close()


def _array_of(column: DictionaryColumn[Any], sort: Any) -> Any:
    """A column, some of whose cells are None, as an array; unpaired surrogates are escaped, because UTF-8
    cannot encode them. It is made of the bytes that Arrow keeps, because pyarrow loads pandas to convert a
    list.
    """
    cells, places = column.values, np.asarray(column.places)
    there = np.array([cell is not None for cell in cells])[places]
    given = None if there.all() else np.packbits(there, bitorder="little")
    if pa.types.is_string(sort):
        texts = [b"" if cell is None else cell.encode(*ENCODING) for cell in cells]
        sizes = np.array([len(text) for text in texts], dtype=np.int32)[places]
        offsets = np.cumsum(np.append(0, sizes), dtype=np.int32)
        buffers = [given, offsets, b"".join([texts[place] for place in column.places])]
    elif pa.types.is_boolean(sort):
        buffers = [given, np.packbits(np.array(cells, dtype=bool)[places], bitorder="little")]
    else:
        numbers = np.array([0 if cell is None else cell for cell in cells], dtype=str(sort))
        buffers = [given, numbers[places]]
    return pa.Array.from_buffers(
        sort, len(places), [None if one is None else pa.py_buffer(one) for one in buffers]
    )
