"""Format results as lines of JSON, rows of CSV or cells of Parquet.

A result is assembled from the parts of `scorer.render.result`. Many hands share the values of these parts, so
each distinct part is formatted once and kept.
"""

from __future__ import annotations

import csv
import io
import json
import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, groupby, repeat
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from scorer.fast.requests import DictionaryColumn
from scorer.memo import Memo
from scorer.render.result import Object, ResultWriter
from scorer.render.text import json_bytes
from scorer.ruleset.model import Ruleset

if TYPE_CHECKING:
    from scorer.engine.results import Score, SheetLine
    from scorer.fast.interface import CountedGroup, RequestScores
    from scorer.fast.requests import ScoredColumns

Part = TypeVar("Part")
Value = TypeVar("Value")
MOST_TEXTS = 4096
ENCODING = ("utf-8", "backslashreplace")
MARK = "\x7f"
"""Placeholder for the text of a hand: no name contains it, and JSON writes it unescaped."""
Pieces = tuple[str, tuple[tuple[int, str], ...]]
"""The fu of a result, split for quick assembly: the text up to the first line that counts sets, then for each
such line its item and the text between its sets and those of the next.
"""

Result = Any
"""A result in the format of its file: a string, a list of cells, or a ColumnRow. Only its Form depends on
which.
"""


class ResultFormat(NamedTuple):
    """The format of results in a file: `from_json_line` converts a line of JSON to a result, and `join`
    converts several results to what is written.
    """

    from_json_line: Callable[[str], Result]
    join: Callable[[list[Result]], Any]


def result_format(ending: str, columns: Sequence[str]) -> ResultFormat:
    """The Form for files with this ending; tables have these `columns`."""

    def cells(line: str) -> list[object]:
        return result_cells(json.loads(line), columns)

    if ending == "csv":
        return ResultFormat(lambda line: csv_text(cells(line)), lambda rows: csv_bytes("\n".join(rows)))
    if ending == "parquet":
        return ResultFormat(cells, joined_columns)
    return ResultFormat(str, lambda lines: line_bytes("\n".join(lines)))


ENCODER = json.JSONEncoder(ensure_ascii=False)


class PartCache(Generic[Part]):
    """A function that is called once for each value; the results are kept."""

    def __init__(self, make: Callable[..., Part]) -> None:
        self.make = make
        self.memo: Memo[tuple[int, ...], tuple[Part, tuple[object, ...]]] = Memo(None, MOST_TEXTS)
        """results by the identity of their arguments, which is quicker than by content; the arguments are
        kept alive so that their ids are not reused
        """

    def __call__(self, *values: object) -> Part:
        key = tuple([value if isinstance(value, int) else id(value) for value in values])
        found = self.memo.get(key) or self.memo.keep(key, (self.make(*values), values))
        return found[0]


ORDER = ("head", "hand", "patterns", "bonuses", "items", "worth", "paid", "reading", "others", "amounts")
"""The parts of a line that come from columns, in the order of their keys."""


def columns_of_parts(part: PartCache[Part], columns: ScoredColumns) -> dict[str, DictionaryColumn[Part]]:
    """The parts of all rows, by name. The parts of rows that could not be scored are meaningless."""

    def each(
        name: str, values: DictionaryColumn[Value], further_values: DictionaryColumn[int] | None = None
    ) -> DictionaryColumn[Part]:
        if further_values is None:
            return DictionaryColumn(values.map_values(lambda value: part(name, value)), values.places)
        keys = list(zip(values.places, further_values.places, strict=True))
        numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        made = [
            None if values.values[one] is None else part(name, values.values[one], further_values.values[two])
            for one, two in numbers
        ]
        return DictionaryColumn(made, array("i", [numbers[key] for key in keys]))

    worths, sheets = columns.worths, columns.sheets
    sums = DictionaryColumn(sheets.map_values(lambda sheet: sheet.total), sheets.places)
    return {
        "head": DictionaryColumn([part("header")], array("i", bytes(4 * len(worths.places)))),
        "patterns": each("pattern_data", columns.awards),
        "bonuses": each(
            "bonus_data", DictionaryColumn([(), *columns.bonuses.values[1:]], columns.bonuses.places)
        ),
        "worth": each("worth_data", worths, sums),
        "paid": each("payment_data", columns.payments),
        "amounts": each("amount_data", worths),
    }


def _rows_of(columns: Mapping[str, DictionaryColumn[Part]]) -> dict[str, Sequence[Part | None]]:
    """The value of each row, by the name of the column."""
    return {name: [column.values[place] for place in column.places] for name, column in columns.items()}


class JsonLineWriter:
    """Writes results as lines of JSON, exactly as `json` would write the dictionary from `result_data`."""

    def __init__(self, parts: ResultWriter, items: Sequence[str]) -> None:
        """`items` are the fu items, in order."""
        self.parts, self.places = parts, {name: place for place, name in enumerate(items)}
        self.part = PartCache(lambda name, *values: _part_text(getattr(parts, name)(*values)))
        self.pieces = PartCache(self._sheet_pieces)
        self.hand = _part_text({"hand": MARK}).split(MARK)
        self.reading = _part_text({"reading": [MARK]}).split(f'"{MARK}"')

    def score_line(self, ident: object, score: Score) -> str:
        """The line for one score."""
        source: Any = score.source  # the compiled engine spells readings out
        worth, sheet, part = score.worth, score.sheet, self.part
        hand, reading, counted = source.notation_parts()
        texts = {
            "head": part("header"),
            "hand": f"{self.hand[0]}{hand}{self.hand[1]}",
            "patterns": part("pattern_data", score.awards),
            "bonuses": part("bonus_data", score.bonuses),
            "items": _sheet_text(self.pieces(sheet.lines if sheet else (), int(worth.tier > 0)), counted),
            "worth": part("worth_data", worth, sheet.total if sheet else None),
            "paid": part("payment_data", score.payments),
            "reading": f"{self.reading[0]}{reading[:-2]}{self.reading[1]}",
            "others": _other_readings_text(score.complete),
            "jokers": part("joker_data", source.jokers),
            "amounts": part("amount_data", worth),
            "from_dealer": _part_text(self.parts.dealer_discard_data(score))
            if self.parts.ruleset.depends_on_dealer_discard
            else "",
        }
        return _line_start(ident) + "".join(texts.values()) + "}"

    def result_rows(
        self, idents: Sequence[object], hands: Sequence[str | None], scores: RequestScores
    ) -> list[str | None]:
        """The lines for requests with these ids and hands; None if the hand or its reading is not known."""
        scored, size = scores.columns, len(hands)
        columns = _rows_of(columns_of_parts(self.part, scored))
        tiers = scored.worths.map_rows(lambda worth: worth.tier)
        sheets, told = list(zip(scored.sheets.places, tiers, strict=True)), scored.sheets.values
        lines = [sheet.lines if sheet else () for sheet in told]
        pieces = {(at, tier): self.pieces(lines[at], int(bool(tier))) for at, tier in set(sheets)}
        known = [scores.readings.get(row) for row in range(size)]
        (before, after), (first, last) = self.hand, self.reading
        columns["hand"] = [f"{before}{hand}{after}" for hand in hands]
        columns["items"] = [
            _sheet_text(pieces[sheet], read[1]) if read else ""
            for sheet, read in zip(sheets, known, strict=True)
        ]
        columns["reading"] = [f"{first}{read[0][:-2]}{last}" if read else "" for read in known]
        columns["others"] = list(map(_other_readings_text, scores.reading_counts))
        every = [columns[name] for name in ORDER if any(columns[name])]
        joined = zip(map(_line_start, idents), *every, repeat("}"), strict=False)
        rows = zip(joined, hands, known, strict=False)
        return ["".join(texts) if hand and read else None for texts, hand, read in rows]

    def _sheet_pieces(self, lines: Sequence[SheetLine], tier: int) -> Pieces:
        def sets(line: SheetLine) -> list[str]:
            return [MARK] if line.count else []

        first, *others = _part_text(self.parts.sheet_data(lines, tier, sets)).split(
            _part_text({"sets": [MARK]})
        )
        places = [self.places[line.id] for line in lines if line.count] if others else []
        return first, tuple(zip(places, others, strict=True))


def _sheet_text(pieces: Pieces, groups: tuple[CountedGroup, ...]) -> str:
    """The fu lines with the sets that they count filled in."""
    text, counting = pieces
    for place, rest in counting:
        quoted = '", "'.join([group for group, items in groups if items >> place & 1])
        text += f', "sets": ["{quoted}"]{rest}' if quoted else rest
    return text


def line_bytes(text: str) -> bytes:
    """The bytes of complete lines. Control characters repeated from the input are escaped, so a terminal does
    not obey them.
    """
    return f"{text}\n".encode() if text.isascii() else json_bytes(f"{text}\n")


def _part_text(part: Object) -> str:
    """The JSON text of a part that follows others."""
    return f", {ENCODER.encode(part)[1:-1]}" if part else ""


def _other_readings_text(complete: int) -> str:
    return f', "other_readings": {complete - 1}'


def _line_start(ident: object) -> str:
    return f'{{"id": {ident if ident.__class__ is int else ENCODER.encode(ident)}'


# ---- a result as one row of plain cells, for tables: CSV and Parquet have the same

FIRST_COLUMNS = ("id", "ok", "ruleset", "hand", "patterns", "bonuses")
LAST_COLUMNS = ("limit", "points", "total", "payments", "error", "message", "line")


def units_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The names, in order, of the ruleset's own units in a result."""
    found = dict.fromkeys((ruleset.unit, ruleset.sheet_unit, ruleset.tier_unit))
    return tuple(name for name in found if name and name not in (*FIRST_COLUMNS, *LAST_COLUMNS))


def columns_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The columns of a run, including the units of its ruleset.

    >>> from scorer import load_ruleset
    >>> columns_of(load_ruleset("riichi"))[6:9]
    ('han', 'fu', 'yakuman')
    """
    return (*FIRST_COLUMNS, *units_of(ruleset), *LAST_COLUMNS)


def result_cells(result: Object, columns: Sequence[str]) -> list[object]:
    """The cells of a result, None for keys that it does not have.

    >>> result = {"id": 7, "ok": True, "payments": {"E": -100, "S": 100}}
    >>> result_cells(result, ["id", "ok", "payments", "limit"])
    ['7', True, 'E:-100 S:100', None]
    """
    return [CELL_OF[name](result) if name in CELL_OF else result.get(name) for name in columns]


def _error_of(result: Object) -> Object:
    return result.get("error") or {}


def _payments_text(result: Object) -> str | None:
    payments = result.get("payments") or _error_of(result).get("payments")
    return _pairs_text(payments.items()) if payments else None


def ident_text(ident: object) -> str | None:
    """An id as a cell."""
    return ident if isinstance(ident, str) or ident is None else json.dumps(ident, ensure_ascii=False)


def _valued_text(lines: Iterable[Object] | None) -> str | None:
    return None if lines is None else _pairs_text((line["id"], line["value"]) for line in lines)


def _pairs_text(pairs: Iterable[tuple[str, object]]) -> str:
    return " ".join(f"{name}:{value}" for name, value in pairs)


CELL_OF: Mapping[str, Callable[[Object], object]] = {
    "id": lambda result: ident_text(result.get("id")),
    "patterns": lambda result: _valued_text(result.get("patterns")),
    "bonuses": lambda result: _valued_text(result.get("bonuses")),
    "payments": _payments_text,
    "error": lambda result: _error_of(result).get("kind"),
    "message": lambda result: _error_of(result).get("message"),
}
"""The columns whose cells are not simply the values under their names."""
QUOTED = re.compile("[^ !#-+\\--~]")
"""A character because of which a CSV cell may need quotes."""


def csv_text(cells: Sequence[object]) -> str:
    """A CSV row without its line break; None becomes an empty cell.

    >>> csv_text(["a,b", True, None, 8000])
    '"a,b",true,,8000'
    """
    texts = [
        "" if cell is None else ("false", "true")[cell] if cell.__class__ is bool else str(cell)
        for cell in cells
    ]
    if len(texts) > 1 and not QUOTED.search("".join(texts)):
        return ",".join(texts)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(texts)
    return text.getvalue()[:-1]


def csv_bytes(text: str) -> bytes:
    """The bytes of complete CSV rows."""
    return f"{text}\n".encode(*ENCODING)


# ---- many rows of a table together

ERROR_COLUMNS = ("error", "message", "line")
"""Columns that are empty for a scored hand."""
PART_OF: Mapping[str, str] = {
    "id": "id", "hand": "hand", "ok": "head", "ruleset": "head", "patterns": "patterns", "bonuses": "bonuses",
    "points": "paid", "payments": "paid", "total": "paid", **dict.fromkeys(ERROR_COLUMNS, "nothing"),
}  # fmt: skip
"""The part that each column is taken from; the limit and the ruleset's own units come from `worth`."""


CELLS_FROM = {
    "header": "head", "pattern_data": "patterns", "bonus_data": "bonuses", "worth_data": "worth",
    "payment_data": "paid",
}  # fmt: skip
"""The part for each method of ResultWriter that fills columns."""


class ColumnRow(NamedTuple):
    """A row of a table that is kept as columns."""

    columns: Sequence[DictionaryColumn[object]]
    row: int


def joined_columns(results: list[Result]) -> Sequence[DictionaryColumn[object]]:
    """Results, each a ColumnRow or a list of cells, as the columns of one table.

    >>> columns = joined_columns([["a", 1], ["b", None]])
    >>> [[column[row] for column in columns] for row in (0, 1)]
    [['a', 1], ['b', None]]
    """
    tables = {id(one.columns): one.columns for one in results if isinstance(one, ColumnRow)}
    size = len(next(iter(tables.values()))[0].places) if tables else 0
    if len(tables) == 1 and size == len(results) and all(isinstance(one, ColumnRow) for one in results):
        return next(iter(tables.values()))
    rows = [one for one in results if not isinstance(one, ColumnRow)]
    width = len(rows[0] if rows else results[0].columns)
    return [_joined_column(results, rows, list(tables.values()), column) for column in range(width)]


def _joined_column(
    results: list[Result],
    rows: list[list[object]],
    tables: list[Sequence[DictionaryColumn[object]]],
    column: int,
) -> DictionaryColumn[object]:
    """One column of results; `rows` are those that are lists of cells, and `tables` hold the others."""
    values, starts = [row[column] for row in rows], dict[int, int]()
    for table in tables:
        starts[id(table)] = len(values)
        values += table[column].values
    number = count()
    places = [
        starts[id(one.columns)] + one.columns[column].places[one.row]
        if isinstance(one, ColumnRow)
        else next(number)
        for one in results
    ]
    return DictionaryColumn(values, array("i", places))


class TableRowWriter:
    """Converts results to rows with the columns named, as `result_cells` does: columns of cells for Parquet,
    text for CSV.
    """

    def __init__(self, parts: ResultWriter, column_names: Sequence[str], as_text: bool) -> None:
        self.column_names, self.as_text = column_names, as_text
        self.runs = {
            name: list(names)
            for name, names in groupby(column_names, lambda name: PART_OF.get(name, "worth"))
        }
        """the parts of a row in order, with the columns of each"""
        self.part = PartCache(lambda name, *values: self._part_cells(name, getattr(parts, name)(*values)))

    def result_rows(
        self, idents: Sequence[object], hands: Sequence[str | None], scores: RequestScores
    ) -> list[Result | None]:
        """The rows for requests with these ids and hands; None if the hand is not known."""
        parts, texts = columns_of_parts(self.part, scores.columns), list(map(ident_text, idents))
        if not self.as_text:
            table = self._cell_columns(texts, hands, parts)
            return [ColumnRow(table, row) if hand else None for row, hand in enumerate(hands)]
        columns = _rows_of(parts)
        columns["id"], columns["hand"] = self._text_column(texts), self._text_column(hands)
        columns["nothing"] = [self._adjacent_cells([None] * len(ERROR_COLUMNS))] * len(hands)
        rows = zip(hands, *[columns[name] for name in self.runs], strict=True)
        return [",".join(row[1:]) if row[0] else None for row in rows]

    def _text_column(self, cells: Sequence[str | None]) -> Sequence[str]:
        if not QUOTED.search("".join([cell or "" for cell in cells])):
            return [cell or "" for cell in cells]
        return [self._adjacent_cells([cell]) for cell in cells]

    def _cell_columns(
        self,
        idents: list[str | None],
        hands: Sequence[str | None],
        parts: Mapping[str, DictionaryColumn[Result]],
    ) -> list[DictionaryColumn[object]]:
        """The columns of a table."""
        every, none = array("i", range(len(hands))), array("i", bytes(4 * len(hands)))
        columns: dict[str, DictionaryColumn[Result]] = {
            **parts,
            "id": DictionaryColumn([[ident] for ident in idents], every),
            "hand": DictionaryColumn([[hand] for hand in hands], every),
            "nothing": DictionaryColumn([[None] * len(ERROR_COLUMNS)], none),
        }
        return [
            DictionaryColumn(
                [None if cells is None else cells[place] for cells in columns[name].values],
                columns[name].places,
            )
            for name, names in self.runs.items()
            for place in range(len(names))
        ]

    def _part_cells(self, name: str, part: Object) -> Result:
        """The cells of a part, also those of columns that only other rulesets fill."""
        return self._adjacent_cells(result_cells(part, self.runs.get(CELLS_FROM.get(name, ""), ())))

    def _adjacent_cells(self, cells: Sequence[object]) -> Result:
        """Adjacent cells of a row."""
        return csv_text([None, *cells])[1:] if self.as_text else cells
