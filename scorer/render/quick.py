"""The text of a result straight from the compiled engine: every character as `json` writes `result_of`.

Equal parts of results are one value, so each part is written once and kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scorer.fast.memo import Memo

if TYPE_CHECKING:
    from scorer.fast.engine import Engine
    from scorer.fast.results import Award, BonusLine, Group, Payments, Score, SheetLine, Worth

Object = dict[str, Any]
POINTS = "points"
MOST = 2048


class QuickResults:
    """Writes the scores of one engine.

    >>> from scorer.fast import open_engine
    >>> engine = open_engine("riichi")
    >>> hand = ("234m345p67p456s55s+8p", "tsumo", "", "", "", ("riichi",), 0, 0, (), ())
    >>> score = engine.score_text(hand)
    >>> json.loads(QuickResults(engine).text(score))["reading"]
    ['234m', '345p', '678p', '456s', '55s']
    """

    def __init__(self, engine: Engine, language: str = "en") -> None:
        self.engine, self.language = engine, language
        self.form = engine.form
        self.names = {name: self._name(names) for name, names in self.form["names"]}
        self.awards: Memo[Any, str] = Memo(self._awards, MOST)
        self.bonuses: Memo[Any, str] = Memo(self._bonuses, MOST)
        self.totals: Memo[Any, str] = Memo(self._totals, MOST)
        self.lines: Memo[Any, tuple[str, str]] = Memo(self._line, MOST)
        self.begin = f'{{"ok": true, "ruleset": {_dumped(self.form["id"])}, "hand": "'

    def _name(self, names: Any) -> str:
        table = dict(names)
        return table.get(self.language) or (names[0][1] if names else "")

    def text(self, score: Score) -> str:
        """The result as JSON, without the braces of a line's own keys."""
        engine, *source = score.source
        laid, hand, reading = engine.lying_of(*source)
        worth, sheet = score.worth, score.sheet
        parts = [
            f'{self.begin}{hand}", "patterns": {self.awards[score.awards, worth[1]]}, '
            f'"bonuses": {self.bonuses[score.bonuses]}{self._items(score, laid)}'
            f"{self.totals[worth, sheet and sheet[2]]}, {_paid(score.payments)}, "
            f'"reading": [{reading[:-2]}], "other_readings": {score.complete - 1}'
        ]
        if not engine.board.jokers and not worth[4]:
            return parts[0] + "}"
        jokers = [self.form["tiles"][kind]["code"] for kind in score.jokers] if engine.board.jokers else ()
        parts += [f', "jokers": {_dumped(jokers)}'] if jokers else []
        parts += [f", {_dumped(name)}: {value}" for name, value in self._amounts(worth)]
        return "".join(parts) + "}"

    def _awards(self, key: tuple[tuple[Award, ...], int]) -> str:
        awards, tier = key
        return _dumped([self._award(award, tier) for award in awards])

    def _award(self, award: Award, tier: int) -> Object:
        value, unit = award.total, award.unit
        if tier:
            _, unit, each, *_ = self.form["tier"]
            value //= each
        named = {"id": award.id, "name": self.names[award.id], "value": value, "unit": unit}
        return named | ({"count": award.count} if award.count > 1 else {})

    def _bonuses(self, lines: tuple[BonusLine, ...]) -> str:
        unit = self.form["unit"]
        shown = []
        for line in lines:
            named = {"id": line.id, "name": self.names[line.id], "value": line.total, "unit": unit}
            shown.append(named | ({"count": line.count} if line.count > 1 else {}))
        return _dumped(shown)

    def _items(self, score: Score, laid: tuple[tuple[Group, str, int], ...]) -> str:
        """The lines of the second sheet with the sets that they count."""
        unit = self.form["sheet_unit"]
        if not unit:
            return ""
        lines = []
        for line in score.sheet.lines if score.sheet and not score.tier else ():
            begin, end = self.lines[line]
            place = line[3]
            sets = [one[1] for one in laid if one[2] >> place & 1] if line[2] else ()
            quoted = '", "'.join(sets)
            lines.append(f'{begin}, "sets": ["{quoted}"]{end}' if sets else begin + end)
        return f', "{unit}_items": [{", ".join(lines)}]'

    def _line(self, line: SheetLine) -> tuple[str, str]:
        """A line of the second sheet before and after its sets."""
        return f'{{"id": {_dumped(line.id)}', f', "{self.form["sheet_unit"]}": {line.value}}}'

    def _totals(self, key: tuple[Worth, int | None]) -> str:
        worth, sheet = key
        totals: Object = {}
        if self.form["unit"] != POINTS:
            totals[self.form["unit"]] = None if worth.tier else worth.total
        if self.form["sheet_unit"]:
            totals[self.form["sheet_unit"]] = None if worth.tier else sheet
        if self.form["tier"] and self.form["tier"][1]:
            totals[self.form["tier"][1]] = worth.tier
        totals["limit"] = worth.limit
        return "".join(f", {_dumped(name)}: {_dumped(value)}" for name, value in totals.items())

    def _amounts(self, worth: Worth) -> list[tuple[str, int]]:
        """The ruleset's own numbers, unless a key of the result has their name."""
        taken = {*FIXED, self.form["unit"], self.form["sheet_unit"], f"{self.form['sheet_unit']}_items"}
        tier = self.form["tier"]
        return [a for a in worth.amounts if a[0] not in taken and not (tier and tier[1] == a[0])]


FIXED = (
    "ok", "ruleset", "hand", "patterns", "bonuses", "limit", "points", "payments", "total", "reading",
    "other_readings",
)  # fmt: skip


def line_text(ident: object, text: str) -> str:
    """A line of results: the id that the line was given, then the result."""
    return f'{{"id": {ident if type(ident) is int else _dumped(ident)}, {text[1:]}'


def _paid(paid: Payments) -> str:
    """What is paid; seats are plain words, and numbers look the same in Python and in JSON."""
    points, _, transfers, total, _ = paid
    gains = ", ".join([f'"{seat}": {gain}' for seat, gain in transfers])
    return f'"points": {points}, "payments": {{{gains}}}, "total": {total}'


def _dumped(value: object | Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
