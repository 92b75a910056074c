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
    from scorer.fast.results import Award, BonusLine, Group, Payments, Score, Worth

Object = dict[str, Any]
POINTS = "points"
MOST = 4096


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
        self.paid: Memo[Any, str] = Memo(self._paid, MOST)
        self.strings: Memo[str, str] = Memo(_dumped, MOST)

    def _name(self, names: Any) -> str:
        table = dict(names)
        return table.get(self.language) or (names[0][1] if names else "")

    def text(self, score: Score) -> str:
        """The result as JSON, without the braces of a line's own keys."""
        worth, payments = score.worth, score.payments
        laid = score.laid
        reading = '", "'.join([one[1] for one in sorted(laid, key=_order)])
        parts = [
            f'{{"ok": true, "ruleset": {self.strings[self.form["id"]]}, '
            f'"hand": "{self.engine.text_of(score)}", "patterns": {self.awards[score.awards, worth[1]]}, '
            f'"bonuses": {self.bonuses[score.bonuses]}{self._items(score, laid)}'
            f"{self.totals[worth, score.sheet and score.sheet[2]]}, {self.paid[payments]}, "
            f'"reading": ["{reading}"], "other_readings": {score.complete - 1}'
        ]
        jokers = (
            [self.form["tiles"][kind]["code"] for kind in score.jokers] if self.engine.board.jokers else ()
        )
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
            name, value, count, place = line
            sets = '", "'.join([one[1] for one in laid if one[2] >> place & 1]) if count else ""
            named = f'"sets": ["{sets}"], ' if sets else ""
            lines.append(f'{{"id": {self.strings[name]}, {named}"{unit}": {value}}}')
        return f', "{unit}_items": [{", ".join(lines)}]'

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

    def _paid(self, paid: Payments) -> str:
        found = {"points": paid.points, "payments": dict(paid.transfers), "total": paid.total}
        return _dumped(found)[1:-1]

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
    return f'{{"id": {_dumped(ident)}, {text[1:]}'


def _order(laid: tuple[Group, str, int]) -> int:
    """Sets, the pair, then what was called."""
    group = laid[0]
    return 2 * bool(group[6]) + (len(group[1]) < 3)


def _dumped(value: object | Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
