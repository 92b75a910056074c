"""Rows of a table to lines of JSON: columns are keys, and an empty cell is a key left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from scorer.batch.lines import COUNT, KEYS
from scorer.errors import Fault, InputError, nearest
from scorer.request import USUAL_INDICATORS
from scorer.values import dataclass

WHOLE = re.compile(r"-?[0-9]{1,9}\Z")
MOST_FAULTS = 20
PAIRS = {"options": "NAME=VALUE", "pao": "PATTERN=WIND"}
"""Columns of pairs separated by spaces, and what a pair is."""


@dataclass(frozen=True)
class Refused:
    """A row that cannot become a line: what is wrong, and its `id` where that could be read."""

    faults: tuple[Fault, ...]
    ident: object = None


Item = bytes | Refused
"""What is scored: a line of JSON, or a row that was none."""


def refused(message: str, at: int | None = None, key: str = "row", ident: object = None) -> Refused:
    """A row with one fault."""
    return Refused((Fault(key, at, message),), ident)


def check_columns(columns: list[str], indicators: Iterable[str], source: str) -> None:
    """Columns that no line can have are one fault of the table, not a fault of every row.

    Rows that name their own rulesets may have inputs of their own; `read_line` judges those. Raises
    InputError.

    >>> check_columns(["id", "hnad"], (), "hands.csv")
    Traceback (most recent call last):
        ...
    scorer.errors.InputError: no such column 'hnad'; ...
    """
    known = tuple(dict.fromkeys(("id", *KEYS, *USUAL_INDICATORS, *indicators)))
    any_name = "ruleset" in columns
    unknown = (name for name in columns if not name or (name not in known and not any_name))
    faults = [_unknown(name, known, source) for name in islice(unknown, MOST_FAULTS)]
    twice = [name for name in known if columns.count(name) > 1]
    faults += [Fault(source, None, f"the column '{name}' is given twice") for name in twice]
    if "hand" not in columns:
        faults.append(Fault(source, None, "the first line names the columns; there is no column 'hand'"))
    if faults:
        raise InputError(faults[:MOST_FAULTS])


def _unknown(name: str, known: tuple[str, ...], source: str) -> Fault:
    message = (
        f"no such column '{name[:80]}'; there are: {', '.join(known)}" if name else "a column has no name"
    )
    return Fault(source, None, message, suggestions=nearest(name[:80], known, 1))


def row_line(cells: Mapping[str, Any]) -> Item:
    """The line of a row. Texts are read as a table writes them; other values are taken as they are.

    >>> row_line({"id": "7", "hand": "123m", "with": "riichi ippatsu", "honba": "1", "dora": ""})
    b'{"id": "7", "hand": "123m", "with": ["riichi", "ippatsu"], "honba": 1}'
    >>> row_line({"hand": "123m", "options": "kiriage_mangan=true"})
    b'{"hand": "123m", "options": {"kiriage_mangan": "true"}}'
    """
    try:
        line = {name: _value(name, cell) for name, cell in cells.items() if not _is_empty(cell)}
        return json.dumps(line, ensure_ascii=False, default=str).encode("utf-8", "backslashreplace")
    except InputError as error:
        return Refused(error.faults, cells.get("id") or None)


def _is_empty(cell: object) -> bool:
    """An empty text, nothing, or the number that stands for nothing in tables."""
    return cell is None or cell != cell or (isinstance(cell, str) and not cell.strip())


def _value(name: str, cell: Any) -> Any:
    if name in PAIRS:
        return _pairs(name, cell)
    if isinstance(cell, float) and cell.is_integer() and KEYS.get(name) is COUNT:
        return int(cell)
    if not isinstance(cell, str) or name == "id":
        return cell
    if name == "with":
        return cell.split()
    text = cell.strip()
    return int(text) if KEYS.get(name) is COUNT and WHOLE.match(text) else text


def _pairs(name: str, cell: Any) -> Any:
    """Texts of pairs, lists of pairs (a map of Arrow) and records (a struct of Arrow) as an object."""
    if isinstance(cell, Mapping):
        return {key: value for key, value in cell.items() if value is not None}
    if not isinstance(cell, str):
        return dict(cell) if _is_map(cell) else cell
    found: dict[str, str] = {}
    for text in cell.split():
        key, sign, value = text.partition("=")
        if not sign or key in found:
            why = "is given twice" if sign else f"is not {PAIRS[name]}"
            raise InputError([Fault(name, None, f"'{key}' {why}", text=cell)])
        found[key] = value
    return found


def _is_map(cell: Any) -> bool:
    return isinstance(cell, list) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in cell)
