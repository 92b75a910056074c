"""The text of a result straight from the compiled engine: every character as `json` writes `result_of`.

Equal parts of results are one value, so each part is written once and kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scorer.compiled.memo import Memo

if TYPE_CHECKING:
    from scorer.compiled.engine import Engine
    from scorer.engine.results import Award, BonusLine, Payments, Score, SheetLine, SheetTotal, Worth

Object = dict[str, Any]
POINTS = "points"
MOST = 8192
SETS = "\0"
"""Stands where the sets of an item come: no name in JSON has it."""


class Texts:
    """What is said of shared values, found by which they are: by what they hold would take longer.

    A text is kept together with its value, so that no other one can come to stand at the same place.
    """

    def __init__(self, write: Callable[[Any], Any]) -> None:
        self.write = write
        self.kept: Memo[int, tuple[Any, Any]] = Memo(None, MOST)

    def of(self, value: Any) -> Any:
        found = self.kept.get(id(value))
        return found[1] if found else self.kept.keep(id(value), (value, self.write(value)))[1]


class QuickResults:
    """Writes the scores of one engine.

    >>> from scorer.compiled import open_engine
    >>> engine = open_engine("riichi")
    >>> hand = ("234m345p67p456s55s+8p", "tsumo", "", "", "", ("riichi",), 0, 0, (), ())
    >>> score = engine.score_text(hand)
    >>> import json
    >>> json.loads(QuickResults(engine).text(score))["reading"]
    ['234m', '345p', '678p', '456s', '55s']
    """

    def __init__(self, engine: Engine, language: str = "en") -> None:
        self.engine, self.language = engine, language
        self.form = engine.form
        self.names = {name: self._name(names) for name, names in self.form["names"]}
        self.awards = Texts(lambda awards: self._awards(awards, False))
        self.top_awards = Texts(lambda awards: self._awards(awards, True))
        self.bonuses, self.paid, self.sheets = Texts(self._bonuses), Texts(_paid), Texts(self._lines)
        self.totals: Memo[tuple[int, int | None], tuple[Worth, str]] = Memo(None, MOST)
        self.places = {item.id: place for place, item in enumerate(engine.sheet_items)}
        self.asks_from_dealer = self.form["asks_from_dealer"]
        self.no_sheet = self._lines(())[0] if self.form["sheet_unit"] else ""
        self.begin = f'"ok": true, "ruleset": {_dumped(self.form["id"])}, "hand": "'

    def _name(self, names: Any) -> str:
        table = dict(names)
        return table.get(self.language) or (names[0][1] if names else "")

    def text(self, score: Score) -> str:
        """The result as JSON."""
        return "{" + self.line(score)

    def line(self, score: Score, loose: str = "") -> str:
        """The result as JSON without the first brace: other keys may come before it. `loose` is the part of
        the hand's notation that is known already.
        """
        worth, sheet, paid = score.worth, score.sheet, self.paid.of(score.payments)
        source: Any = score.source
        hand, reading, counted = source.spelled(loose)
        said = (self.top_awards if worth.tier else self.awards).of(score.awards)
        text = (
            f'{self.begin}{hand}", "patterns": {said}, "bonuses": {self.bonuses.of(score.bonuses)}'
            f"{self._sheet(sheet, worth.tier, counted)}{self._total(worth, sheet)}"
            f', {paid}, "reading": [{reading[:-2]}], "other_readings": {score.complete - 1}'
        )
        if worth.amounts or self.engine.board.jokers:
            text += self._rare(score)
        if self.asks_from_dealer:
            text += self._from_dealer(score)
        return text + "}"

    @staticmethod
    def _from_dealer(score: Score) -> str:
        """What would be paid if the dealer discarded."""
        from scorer.render.result import from_dealer

        return "".join([f', "{name}": {_dumped(value)}' for name, value in from_dealer(score).items()])

    def _rare(self, score: Score) -> str:
        """What jokers stand for, and the ruleset's own numbers."""
        source: Any = score.source
        jokers = [self.form["tiles"][kind]["code"] for kind in source.jokers]
        parts = [f', "jokers": {_dumped(jokers)}'] if jokers else []
        parts += [f", {_dumped(name)}: {value}" for name, value in self._amounts(score.worth)]
        return "".join(parts)

    def _awards(self, awards: tuple[Award, ...], top: bool) -> str:
        return _dumped([self._award(award, top) for award in awards])

    def _award(self, award: Award, top: bool) -> Object:
        value, unit = award.total, award.pattern.unit or self.form["unit"]
        if top:
            _, unit, each = self.form["tier"]
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

    def _sheet(self, sheet: SheetTotal | None, tier: int, counted: tuple[tuple[str, int], ...]) -> str:
        """The lines of the second sheet with the sets that they count."""
        if sheet is None or tier:
            return self.no_sheet
        text: str
        text, counting = self.sheets.of(sheet.lines)
        for place, rest in counting:
            quoted = '", "'.join([group for group, items in counted if items >> place & 1])
            text += f', "sets": ["{quoted}"]{rest}' if quoted else rest
        return text

    def _lines(self, lines: tuple[SheetLine, ...]) -> tuple[str, tuple[tuple[int, str], ...]]:
        """Lines of the second sheet up to the first that counts sets; then for each that does, which item
        it is, and what stands between its sets and those of the next one.
        """
        unit = self.form["sheet_unit"]
        text, places = f', "{unit}_items": [', []
        for line in lines:
            text += f'{{"id": {_dumped(line.id)}'
            if line.count:
                places.append(self.places[line.id])
                text += SETS
            text += f', "{unit}": {line.value}}}, '
        first, *others = (text.removesuffix(", ") + "]").split(SETS)
        return first, tuple(zip(places, others, strict=True))

    def _total(self, worth: Worth, sheet: SheetTotal | None) -> str:
        """What is said of a worth with such a sheet, once."""
        total = sheet.total if sheet else None
        found = self.totals.get((id(worth), total))
        return found[1] if found else self._totals(worth, total)

    def _totals(self, worth: Worth, sheet: int | None) -> str:
        totals: Object = {}
        if self.form["unit"] != POINTS:
            totals[self.form["unit"]] = None if worth.tier else worth.total
        if self.form["sheet_unit"]:
            totals[self.form["sheet_unit"]] = None if worth.tier else sheet
        if self.form["tier"] and self.form["tier"][1]:
            totals[self.form["tier"][1]] = worth.tier
        totals["limit"] = worth.limit.id if worth.limit else None
        text = "".join(f", {_dumped(name)}: {_dumped(value)}" for name, value in totals.items())
        return self.totals.keep((id(worth), sheet), (worth, text))[1]

    def _amounts(self, worth: Worth) -> list[tuple[str, int]]:
        """The ruleset's own numbers, unless a key of the result has their name."""
        taken = {*FIXED, self.form["unit"], self.form["sheet_unit"], f"{self.form['sheet_unit']}_items"}
        tier = self.form["tier"]
        return [a for a in worth.amounts if a[0] not in taken and not (tier and tier[1] == a[0])]


FIXED = (
    "ok", "ruleset", "hand", "patterns", "bonuses", "limit", "points", "payments", "total", "reading",
    "other_readings",
)  # fmt: skip


def line_text(ident: object, result: str) -> str:
    """A line of results: the id that the line was given, then the result without its first brace."""
    return f'{{"id": {ident if type(ident) is int else _dumped(ident)}, {result}'


def _paid(paid: Payments) -> str:
    """What is paid; seats are plain words, and numbers look the same in Python and in JSON."""
    gains = ", ".join([f'"{seat}": {gain}' for seat, gain in paid.transfers])
    return f'"points": {paid.points}, "payments": {{{gains}}}, "total": {paid.total}'


def _dumped(value: Any) -> str:
    """As `json` writes it, which takes longer to load than a hand takes, and is needed for odd texts only."""
    if isinstance(value, dict):
        return f"{{{', '.join([f'{_dumped(key)}: {_dumped(one)}' for key, one in value.items()])}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_dumped, value))}]"
    if isinstance(value, str) and value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    if type(value) is int or value is None:
        return "null" if value is None else str(value)
    import json

    return json.dumps(value, ensure_ascii=False)
