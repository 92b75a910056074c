"""Results as lines of JSON and as cells of tables: what is made of the parts of `scorer.render.result`.

Many hands share the values that parts tell, so what is made of each is made once and kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scorer.batch.tables import Row, flat, ident_text
from scorer.columns import Shared
from scorer.compiled.memo import Memo
from scorer.render.problems import json_bytes
from scorer.render.result import ORDER, Object, Parts

if TYPE_CHECKING:
    from scorer.columns import Requests, Scored
    from scorer.columns.requests import RequestScores
    from scorer.compiled.spelling import Counted
    from scorer.engine.results import Score, SheetLine, SheetTotal

Made = TypeVar("Made")
MOST = 8192
MARK = "\0"
"""Stands where the text of a hand comes: no name in JSON has it."""
Pieces = tuple[str, tuple[tuple[int, str], ...]]
"""the second sheet up to the first line that counts sets; for each such line which item it is, and what
stands between its sets and those of the next"""


class Written(Generic[Made]):
    """What is made of the parts of results, once of each value."""

    def __init__(self, parts: Parts, make: Callable[[Object], Made]) -> None:
        self.parts, self.make = parts, make
        self.kept: Memo[tuple[Any, ...], tuple[Made, tuple[Any, ...]]] = Memo(None, MOST)
        """by which values they are, since by what they hold would take longer; the values are kept, so that
        no other can come to stand at the place of one"""

    def part(self, name: str, *values: Any) -> Made:
        """What is made of a part, by its name in ORDER, for such values."""
        key = (name, *[value if value.__class__ is int else id(value) for value in values])
        found = self.kept.get(key)
        if found is None:
            found = self.kept.keep(key, (self.make(getattr(self.parts, name)(*values)), values))
        return found[0]

    def columns(self, scored: Scored) -> dict[str, list[Made | None]]:
        """By name the parts of all rows, None where a row has not been scored."""
        worths, sheets = scored.worths, scored.sheets
        tiers = [int(bool(worth and worth.tier)) for worth in worths.values]
        tier = Shared[int]([0, 1], [tiers[place] for place in worths.places])
        sums = Shared(sheets.once(lambda sheet: sheet.total), sheets.places)
        return {
            "head": [self.part("head")] * len(worths.places),
            "patterns": self._each("patterns", scored.awards, tier),
            "bonuses": [one or self.part("bonuses", ()) for one in self._each("bonuses", scored.bonuses)],
            "worth": self._each("worth", worths, sums),
            "paid": self._each("paid", scored.payments),
            "amounts": self._each("amounts", worths),
        }

    def _each(self, name: str, *of: Shared[Any]) -> list[Made | None]:
        """A part of all rows, of what these columns have in common."""
        keys = list(zip(*[one.places for one in of], strict=True))
        made = {
            key: self.part(name, *[one.values[place] for one, place in zip(of, key, strict=True)])
            for key in set(keys)
            if key[0]
        }
        return [made.get(key) for key in keys]


class JsonLines:
    """Writes results as lines of JSON, every character as `json` writes `result_of`."""

    def __init__(self, parts: Parts, items: Sequence[str]) -> None:
        """`items` are those of the second sheet, in their order."""
        self.parts, self.places = parts, {name: place for place, name in enumerate(items)}
        self.written = Written(parts, _text)
        self.sheets: Memo[Any, tuple[Pieces, Any]] = Memo(None, MOST)
        self.hand = _around(parts.hand(MARK))
        self.reading = _around(parts.reading([MARK]))

    def line(self, ident: object, score: Score, loose: str = "") -> str:
        """The line of a score; `loose` is the part of the hand's notation that is known already."""
        source: Any = score.source  # of the compiled engine, which spells readings
        worth, sheet, part = score.worth, score.sheet, self.written.part
        hand, reading, counted = source.spelled(loose)
        texts = {
            "head": part("head"),
            "hand": f"{self.hand[0]}{hand}{self.hand[1]}",
            "patterns": part("patterns", score.awards, int(worth.tier > 0)),
            "bonuses": part("bonuses", score.bonuses),
            "items": self._items(sheet, worth.tier, counted),
            "worth": part("worth", worth, sheet.total if sheet else None),
            "paid": part("paid", score.payments),
            "reading": f"{self.reading[0]}{reading[:-2]}{self.reading[1]}",
            "others": part("others", score.complete - 1),
            "jokers": part("jokers", source.jokers),
            "amounts": part("amounts", worth),
            "from_dealer": _text(self.parts.from_dealer(score))
            if self.parts.ruleset.asks_from_dealer
            else "",
        }
        return _begin(ident) + "".join([texts[name] for name in ORDER]) + "}"

    def lines(self, idents: Sequence[object], asked: Requests, made: RequestScores) -> dict[int, str]:
        """The lines of requests by row, of those whose readings are known."""
        scored, hands = made.scored, asked.hands
        rows = sorted(row for row in made.read if made.plain[row] and scored.awards.places[row])
        tiers = scored.worths.each(lambda worth: worth.tier)
        sheets = [scored.sheets.values[place] for place in scored.sheets.places]
        (before, after), (first, last) = self.hand, self.reading
        columns: dict[str, Sequence[Any]] = {
            name: [column[row] for row in rows]
            for name, column in self.written.columns(scored).items()
            if any(column)
        }
        columns["hand"] = [f"{before}{hands[row]}{after}" for row in rows]
        columns["items"] = [self._items(sheets[row], tiers[row] or 0, made.read[row][1]) for row in rows]
        columns["reading"] = [f"{first}{made.read[row][0][:-2]}{last}" for row in rows]
        others = {count: self.written.part("others", count - 1) for count in set(made.complete)}
        columns["others"] = [others[made.complete[row]] for row in rows]
        columns = {name: columns[name] for name in ORDER if name in columns}
        begins = [_begin(idents[row]) for row in rows]
        return dict(zip(rows, map("".join, zip(begins, *columns.values(), repeat("}"))), strict=True))

    def _items(self, sheet: SheetTotal | None, tier: int, counted: tuple[Counted, ...]) -> str:
        """The second sheet with the sets that its lines count."""
        text, counting = self._pieces(sheet, int(tier > 0))
        for place, rest in counting:
            quoted = '", "'.join([group for group, items in counted if items >> place & 1])
            text += f', "sets": ["{quoted}"]{rest}' if quoted else rest
        return text

    def _pieces(self, sheet: SheetTotal | None, tier: int) -> Pieces:
        lines = sheet.lines if sheet else ()
        found = self.sheets.get((id(lines), tier))
        return found[0] if found else self.sheets.keep((id(lines), tier), (self._cut(sheet, tier), lines))[0]

    def _cut(self, sheet: SheetTotal | None, tier: int) -> Pieces:
        def sets(line: SheetLine) -> list[str]:
            return [MARK] if line.count else []

        text = _text(self.parts.items(sheet, tier, sets))
        first, *others = text.split(_text({"sets": [MARK]}))
        places = [self.places[line.id] for line in sheet.lines if line.count] if others and sheet else []
        return first, tuple(zip(places, others, strict=True))


def line_bytes(text: str) -> bytes:
    """A line with its end; a terminal obeys nothing that it repeats of its input."""
    return f"{text}\n".encode() if text.isascii() else json_bytes(f"{text}\n")


def _text(part: Object) -> str:
    """What is written of a part, behind others."""
    return f", {json.dumps(part, ensure_ascii=False)[1:-1]}" if part else ""


def _around(part: Object) -> tuple[str, str]:
    """What is written of a part before and behind a text that needs no other signs in JSON."""
    mark = json.dumps(MARK) if "]" in _text(part) else json.dumps(MARK)[1:-1]
    before, after = _text(part).split(mark)
    return before, after


def _begin(ident: object) -> str:
    return f'{{"id": {ident if ident.__class__ is int else json.dumps(ident, ensure_ascii=False)}'


class Cells:
    """Makes results rows of cells, `wanted` by name: `flat` of what `result_of` gives."""

    def __init__(self, parts: Parts, wanted: Sequence[str]) -> None:
        self.wanted = wanted
        self.written = Written(parts, self._cells)

    def _cells(self, part: Object) -> dict[str, Any]:
        names = [name for name in self.wanted if name in part]
        return dict(zip(names, flat(part, names), strict=True))

    def rows(self, idents: Iterable[object], asked: Requests, made: RequestScores) -> dict[int, Row]:
        """The cells of requests by row, of those that are scored and written as they should be."""
        columns: dict[str, list[Any]] = {
            "id": list(map(ident_text, idents)),
            "hand": list(asked.hands),
        }
        for column in self.written.columns(made.scored).values():
            for name in next(filter(None, column), {}):
                columns[name] = [cells[name] if cells else None for cells in column]
        nothing = [None] * len(asked)
        every = zip(*[columns.get(name, nothing) for name in self.wanted], strict=True)
        places = made.scored.awards.places
        return {row: cells for row, cells in enumerate(every) if places[row] and made.plain[row]}
