"""Rows that describe hands, read as requests: the objects of JSON lines and the rows of tables.

The keys are those of a line of `scorer batch`. Every key except `hand` is optional. Unknown keys and values
of the wrong type are errors, and an empty cell of a table is a key left out. Rows are untrusted: any row
gives either a request or an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from scorer.engine.configure import configure_ruleset
from scorer.errors import Fault, InputError, Problem, RulesetError, ScorerError
from scorer.fast.interface import engine_of
from scorer.fast.requests import RequestKey, Requests, SituationText
from scorer.foreign import plain_value, value_text
from scorer.hand import USUAL_INDICATORS
from scorer.languages import ENGLISH
from scorer.message import Listed, Message, Text
from scorer.parameters import BY_WORD, COUNT, PARAMETERS, SEATS, TEXT, TILES, Sort
from scorer.ruleset.cache import open_ruleset
from scorer.ruleset.find import shipped_names
from scorer.suggest import did_you_mean, nearest_names
from scorer.values import cached_property, dataclass, field

if TYPE_CHECKING:
    from scorer.fast.interface import Engine
    from scorer.ruleset.model import Ruleset, Value

    IndicatorsOf = Callable[[str, Mapping[str, Value]], tuple[str, ...]]
    Object = dict[str, Any]

LONGEST_NAME = 1000


@dataclass(frozen=True)
class RequestLine:
    """A parsed line: its `id` (None if it has none), and the ruleset and options it names."""

    ident: object
    request: RequestKey
    ruleset: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)


class BadLine(InputError):
    """An invalid line, with its `id` if that could be read."""

    def __init__(self, faults: list[Fault], ident: object = None) -> None:
        super().__init__(faults)
        self.ident = ident


def line_of(data: Object, indicators: IndicatorsOf) -> RequestLine:
    """The request for the parsed JSON object of a line. Raises BadLine.

    >>> data = {"hand": "123m", "win": "tsumo", "dora": "1m"}
    >>> request = line_of(data, lambda ruleset, options: ()).request
    >>> request.hand, request.situation.win, request.indicators
    ('123m', 'tsumo', (('dora', '1m'),))
    """
    ident, ruleset, options = data.get("id"), data.get("ruleset", ""), data.get("options", {})
    fits = isinstance(ruleset, str) and len(ruleset) <= LONGEST_NAME and KEYS["options"].fits(options)
    said = _request_of(data, indicators(ruleset, options) if fits else (), ident)
    return RequestLine(ident, said, ruleset, options)


def _request_of(data: Object, indicators: Sequence[str], ident: object) -> RequestKey:
    names = tuple(dict.fromkeys((*USUAL_INDICATORS, *indicators)))
    if faults := list(_line_faults(data, names)):
        raise BadLine(faults, ident)
    said = REQUEST_DEFAULTS | {key: data[key] for key in REQUEST_DEFAULTS.keys() & data.keys()}
    said |= {"with": tuple(said["with"]), "pao": tuple(dict(said["pao"]).items())}
    hand, *situation = said.values()
    return RequestKey(
        hand, SituationText(*situation), tuple([(name, data[name]) for name in names if name in data])
    )


def line_fault(
    message: Text, position: int | None = None, key: str = "line", names: tuple[str, ...] = ()
) -> Fault:
    """An error in a line: at a position, or in a key, with the `names` that were probably meant."""
    return Fault(key, position, message, "notation", suggestions=names)


def _line_faults(data: Mapping[Any, object], indicators: Sequence[str]) -> Iterator[Fault]:
    known = {"id", *KEYS, *indicators}
    for key, value in data.items():
        if not isinstance(key, str):  # Python callers may pass keys of any type
            yield line_fault(Message("keys not strings", value_text(key)))
        elif key not in known:
            has, start = Listed(("id", *KEYS, *indicators), "comma"), key[:80]
            yield line_fault(Message("no such key", start, has), None, start, nearest_names(start, known, 1))
        elif key != "id":
            sort = KEYS.get(key, TEXT)
            if not sort.fits(value):
                yield line_fault(Message("must be of type", key, sort.wanted), None, key)
    name = data.get("ruleset")
    if isinstance(name, str) and len(name) > LONGEST_NAME:
        yield line_fault(Message("ruleset name too long"), None, "ruleset")
    if "hand" not in data:
        yield line_fault(Message("hand missing"))


OF_RULES = ("ruleset", "options")
"""Keys that choose the rules for a line."""
OF_HAND = {word: one for word, one in BY_WORD.items() if one.sort is not TILES}
"""Keys that say how a hand was won; each indicator is a key of its own."""
KEYS: dict[str, Sort] = {
    **{word: one.sort for word, one in OF_HAND.items()},
    **{name: PARAMETERS[name].sort for name in OF_RULES},
}
PLAIN_IDS = (int, str, type(None))
REQUEST_DEFAULTS: dict[str, Any] = {
    word: () if one.sort is SEATS else one.sort.absent for word, one in OF_HAND.items()
}
"""The keys of a line that go into a request, in order, with their default values."""


def plain_requests(mappings: Sequence[Any], indicators: Sequence[str]) -> Requests:
    """Build requests from mappings, one key at a time. A mapping that is not plainly valid gets an empty hand
    and must be read on its own.

    >>> plain_requests([{"hand": "1m", "with": ["riichi"]}, {"hand": 7}, "2m"], ()).hands
    ['1m', '', '']
    """
    rows = [one if type(one) is dict else {} for one in mappings]
    shown = dict.fromkeys((*USUAL_INDICATORS, *indicators), "")
    sorts: dict[str, Any] = {**REQUEST_DEFAULTS, "with": [], **shown}
    del sorts["pao"]
    left: set[int] = set()
    if not set().union(*rows) <= sorts.keys():
        left.update(row for row, one in enumerate(rows) if not one.keys() <= sorts.keys())
    columns = {name: [one.get(name, absent) for one in rows] for name, absent in sorts.items()}
    for name, column in columns.items():
        if set(map(type, column)) - {type(sorts[name])}:
            left.update(row for row, value in enumerate(column) if type(value) is not type(sorts[name]))
    if not left and set(map(type, chain.from_iterable(columns["with"]))) - {str}:
        left.update(row for row, texts in enumerate(columns["with"]) if set(map(type, texts)) - {str})
    if left:
        return plain_requests([None if row in left else one for row, one in enumerate(rows)], indicators)
    return requests_of({**columns, "with": list(map(tuple, columns["with"]))}, len(rows))


def requests_of(columns: Mapping[str, list[Any]], size: int) -> Requests:
    """Build requests from columns, one for each key.

    >>> first = requests_of({"hand": ["1m", "2m"], "dora": ["3m", ""]}, 2).row(0)
    >>> first.hand, first.situation.honba, first.indicators
    ('1m', 0, (('dora', '3m'),))
    """
    hands, *said = (columns.get(name, [absent] * size) for name, absent in REQUEST_DEFAULTS.items())
    shown = {name: column for name, column in columns.items() if name not in REQUEST_DEFAULTS}
    return Requests.of_rows(hands, zip(*said, strict=True), shown)


# ---- tables

WHOLE = re.compile(r"-?[0-9]{1,9}(\.0+)?\Z")
PAIRS = {"options": "NAME=VALUE", "pao": "PATTERN=WIND"}
"""Columns that hold pairs separated by spaces, with the form of a pair."""
ROWS_OF_TABLES: Mapping[str, tuple[str, ...]] = {"to_pylist": (), "to_dicts": (), "to_dict": ("records",)}
"""The methods that give the rows of a table of Arrow, Polars and pandas, with their arguments."""


def hand_rows(hands: object) -> list[object]:
    """The hands as a list; of a table, its rows. Raises InputError for a single hand and for other tables."""
    if hasattr(type(hands), "columns"):
        for name, arguments in ROWS_OF_TABLES.items():
            if find_rows := getattr(hands, name, None):
                rows: list[object] = find_rows(*arguments)
                return rows
        raise InputError([Fault("hands", None, Message("expected list not table", type(hands).__name__))])
    if not isinstance(hands, Iterable) or isinstance(hands, str | bytes | Mapping):
        raise InputError([Fault("hands", None, Message("expected list of hands", value_text(hands)))])
    return list(hands)


def row_data(cells: Mapping[str, object]) -> Object:
    """The cells of a row as the object of a JSON line; empty cells are omitted. Strings are parsed as in a
    table; other values are kept. Raises InputError.

    >>> row_data({"hand": " 123m ", "with": "riichi ippatsu", "honba": 1.0, "dora": float("nan")})
    {'hand': '123m', 'with': ['riichi', 'ippatsu'], 'honba': 1}
    """
    return {
        name: cell_value(name, cell) if isinstance(name, str) else cell
        for name, cell in cells.items()
        if not is_empty(cell)
    }


def is_empty(cell: object) -> bool:
    """Whether a cell is an empty string, None, or NaN."""
    return (
        cell is None
        or (isinstance(cell, float) and cell != cell)
        or (isinstance(cell, str) and not cell.strip())
    )


def cell_value(name: str, cell: object) -> object:
    """The value under a key of a cell that is not empty."""
    if name in PAIRS:
        return _pairs_value(name, cell)
    if isinstance(cell, float) and cell.is_integer() and KEYS.get(name) is COUNT:
        return int(cell)
    if name == "with" and isinstance(cell, list | tuple):
        return [text for text in cell if text is not None]
    if not isinstance(cell, str) or name == "id":
        return cell
    if name == "with":
        return cell.split()
    text = cell.strip()
    return int(text.partition(".")[0]) if KEYS.get(name) is COUNT and WHOLE.match(text) else text


def _pairs_value(name: str, cell: object) -> object:
    """Strings of pairs, lists of pairs (an Arrow map) and records (an Arrow struct) as an object."""
    if isinstance(cell, Mapping):
        return {key: value for key, value in cell.items() if value is not None}
    if not isinstance(cell, str):
        is_map = isinstance(cell, list) and all(isinstance(one, tuple) and len(one) == 2 for one in cell)
        return dict(cell) if is_map else cell  # type: ignore[call-overload]
    found: dict[str, str] = {}
    for text in cell.split():
        key, sign, value = text.partition("=")
        if not sign or key in found:
            message = Message("given twice", key) if sign else Message("not a pair", key, PAIRS[name])
            raise InputError([Fault(name, None, message, text=cell)])
        found[key] = value
    return found


# ---- the rules that rows name

MOST_RULESETS = 24
"""Most rulesets kept, with their engines."""


class Rulesets:
    """Configured rulesets; the most recently used ones are kept."""

    def __init__(self, name: str, options: Mapping[str, Value], language: str = ENGLISH) -> None:
        self.name, self.options, self.language = name, dict(options), language
        self.reasons_for_slow_scoring: dict[str, str] = {}
        """why the hands of a ruleset are scored one by one, which takes longer, by the name of the ruleset"""
        self._cached_ruleset = lru_cache(MOST_RULESETS)(self._ruleset_or_error)
        self._known_names = {name, *shipped_names()}
        """the names that lines may use: lines are untrusted, and if they could name files, an error would
        reveal the beginning of the file
        """

    def get(self, name: str = "", options: Mapping[str, Value] | None = None) -> Ruleset:
        """The ruleset that a line names. Its options override those of the run, which apply to the run's
        ruleset. Raises the RulesetError or InputError of loading it.
        """
        chosen = dict(options or {})
        if name in ("", self.name):
            name, chosen = self.name, {**self.options, **chosen}
        if name not in self._known_names:
            hint = did_you_mean(name, shipped_names(), Message("rulesets of lines"))
            message = Message("line cannot use ruleset", name)
            raise RulesetError((Problem("L101", name, 1, 1, message, hint=hint),))
        key = [
            (option, type(value), value) for option, value in chosen.items()
        ]  # as keys, true and 1 are equal
        found = self._cached_ruleset(name, tuple(sorted(key)))
        if isinstance(found, ScorerError):
            raise found
        return found

    def _ruleset_or_error(
        self, name: str, key_options: tuple[tuple[str, type, Value], ...]
    ) -> Ruleset | ScorerError:
        """A ruleset, or the error of loading it."""
        options = {option: value for option, _, value in key_options}
        try:
            return configure_ruleset(open_ruleset(name, self.language), options)
        except ScorerError as error:
            return error

    def engine(self, name: str, options: Mapping[str, Value]) -> Engine | None:
        """The compiled engine of a ruleset that loads. None if too few lines have used it for compiling to
        pay off, or if a construct works with the readable evaluator only.
        """
        ruleset = self.get(name, options)
        return engine_of(
            ruleset, lambda _, why: self.reasons_for_slow_scoring.update({name or self.name: why})
        )

    def indicators(self, name: str, options: Mapping[str, Value]) -> tuple[str, ...]:
        """The names of the ruleset's indicator inputs; none if it cannot be loaded."""
        try:
            return tuple(indicator.id for indicator in self.get(name, options).indicators)
        except ScorerError:
            return ()


class RowRules:
    """Reads rows, each under the rules that it names."""

    def __init__(self, rules: Ruleset, requested: Ruleset | str | os.PathLike[str] = "") -> None:
        """`requested` is what the caller asked for: a name or path, by which rows may name the rules, too; or
        the ruleset itself.
        """
        self.rules, self.name = rules, rules.id
        if requested and isinstance(requested, (str, os.PathLike)):
            self.name = os.fspath(requested)

    def read(self, row: object) -> tuple[Ruleset, RequestKey]:
        """The rules and the request of a row. Raises InputError or RulesetError."""
        plain = plain_value(row)
        data = {"hand": plain} if isinstance(plain, str) else plain
        if not isinstance(data, dict):
            message = Message("expected text or mapping", value_text(row))
            raise InputError([Fault("hand", None, message)])
        line = line_of(row_data(data), self._indicators)
        return self._rules_of(line.ruleset, line.options), line.request

    def _rules_of(self, name: str, options: Mapping[str, Value]) -> Ruleset:
        if name in ("", self.name):
            return configure_ruleset(self.rules, options) if options else self.rules
        return self._other_rulesets.get(name, options)

    @cached_property
    def _other_rulesets(self) -> Rulesets:
        return Rulesets("", {})

    def _indicators(self, name: str, options: Mapping[str, Value]) -> tuple[str, ...]:
        try:
            return tuple([item.id for item in self._rules_of(name, options).indicators])
        except ScorerError:
            return ()
