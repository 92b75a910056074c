"""The result of a hand as plain data, the object of `score -f json` and of every line of `batch`.

The keys are fixed (README.md); amounts that a ruleset names itself are added under their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

from scorer.engine.configure import worthless_counters
from scorer.engine.results import Award, BonusLine, Payments, Score, SheetLine, ValuedReading, Worth
from scorer.engine.value import OTHERS
from scorer.languages import is_english
from scorer.notation import format_hand
from scorer.phrases import plural, translate
from scorer.ruleset.model import Indicator, Ruleset
from scorer.scoring import score_if_dealer_discarded
from scorer.shapes import Group
from scorer.tiles import name_in

Object = dict[str, Any]
FIXED_FIELDS = frozenset({
    "ok", "ruleset", "hand", "patterns", "bonuses", "limit", "points", "payments", "total", "reading",
    "other_readings", OTHERS,
})  # fmt: skip
"""Keys of every result, whatever its ruleset."""


def fields(value: object, keys: str, /, **own: Any) -> Object:
    """Some of what a value is made of as plain data, tuples as lists: attributes by their names, or
    `key=attribute` where the key is another; `own` are keys that are told in another way.

    >>> from scorer.shapes import SetKind
    >>> fields(SetKind("pung", 3, same=("tile",)), "kind=id size same run", run="none")
    {'kind': 'pung', 'size': 3, 'same': ['tile'], 'run': 'none'}
    """
    pairs = (key.partition("=") for key in keys.split())
    told = {key: own[key] if key in own else attrgetter(named or key)(value) for key, _, named in pairs}
    return {key: list(one) if isinstance(one, tuple) else one for key, one in told.items()}


def unit_key(unit: str) -> str:
    """The key of what a hand counts in a unit: points are what it is paid, so a count of points is `count`.

    >>> unit_key("han"), unit_key("points")
    ('han', 'count')
    """
    return "count" if unit == "points" else unit


class ResultWriter:
    """What a result says of each value that a score is made of, under one ruleset in one language.

    Equal hands share these values, so whoever writes many results may keep what is written of each.
    """

    def __init__(self, ruleset: Ruleset, language: str = "en") -> None:
        self.ruleset, self.language = ruleset, language
        self.sheet, self.tier = ruleset.sheet_unit, ruleset.tier_unit
        self.names = {item.id: name_in(item.names, language) for item in ruleset.pattern_by_id.values()}
        self.names |= {item.id: name_in(item.names, language) for item in ruleset.bonuses}
        self.taken = {*FIXED_FIELDS, ruleset.unit, self.sheet, self.tier, f"{self.sheet}_items", "count"}
        """Keys that are in use, so that numbers of the ruleset are not written under them."""

    def header(self) -> Object:
        """The first keys of a result: that the hand is scored, and by which ruleset."""
        return {"ok": True, "ruleset": self.ruleset.id}

    def pattern_data(self, awards: Iterable[Award]) -> Object:
        """The patterns that count."""
        return {"patterns": [self._line_data(one.id, one.count, *one.worth(self.ruleset)) for one in awards]}

    def _line_data(self, name: str, count: int, value: int, unit: str) -> Object:
        counted = {"count": count} if count > 1 else {}
        return {"id": name, "name": self.names[name], "value": value, "unit": unit, **counted}

    def bonus_data(self, lines: Iterable[BonusLine]) -> Object:
        return {
            "bonuses": [self._line_data(one.id, one.count, one.total, self.ruleset.unit) for one in lines]
        }

    def sheet_data(
        self, lines: Iterable[SheetLine], tier: int, sets: Callable[[SheetLine], list[str]]
    ) -> Object:
        """The secondary score, which the top tier does not use; `sets` returns what sets a line counts."""
        if not self.sheet:
            return {}
        told: list[Object] = []
        for line in () if tier else lines:
            counted = sets(line)
            told.append({"id": line.id, **({"sets": counted} if counted else {}), self.sheet: line.value})
        return {f"{self.sheet}_items": told}

    def worth_data(self, worth: Worth, sheet: int | None) -> Object:
        """The total in the ruleset's unit, the secondary score, the top tier's, and the limit.

        Below the top tier a hand has 0 of its unit; but a `count` of 0 beside another total would be taken
        for what the hand counts, so there is none.
        """
        total, inside = worth.total, worth.tier > 0
        found = {
            unit_key(self.ruleset.unit): None if inside else total,
            self.sheet: None if inside else sheet,
        }
        if self.tier:
            key = unit_key(self.tier)
            found[key] = worth.tier if inside or key == self.tier else None
        named = {name: value for name, value in found.items() if name and name not in FIXED_FIELDS}
        return named | {"limit": worth.limit.id if worth.limit else None}

    def payment_data(self, payments: Payments) -> Object:
        """The payment, the gain or loss of each seat, and the payment of each of several players."""
        gains = dict(payments.transfers)
        found = {"points": payments.points, "payments": gains, "total": payments.total}
        others = next((loser for loser in payments.losers if loser.seat == OTHERS and loser.paid), None)
        return found | {OTHERS: {"players": others.players, "each": -others.paid}} if others else found

    def joker_data(self, kinds: Iterable[int]) -> Object:
        """The tiles that jokers represent."""
        codes = [self.ruleset.tileset.kinds[kind].code for kind in kinds]
        return {"jokers": codes} if codes else {}

    def amount_data(self, worth: Worth) -> Object:
        return {name: value for name, value in worth.amounts if name not in self.taken}

    def dealer_discard_data(self, score: Score) -> Object:
        """The payment if the dealer discarded; empty if the discarder is given or makes no difference."""
        other = score_if_dealer_discarded(score)
        return {"if_dealer_discarded": self.payment_data(other.payments)} if other else {}

    def reading_worth(self, reading: ValuedReading) -> Object:
        """The patterns, bonuses and totals of one reading."""
        groups = reading.reading.groups

        def sets(line: SheetLine) -> list[str]:
            return [group_text(groups[place], self.ruleset) for place in line.places]

        return {
            **self.pattern_data(reading.awards),
            **self.bonus_data(reading.bonuses),
            **self.sheet_data(reading.sheet.lines if reading.sheet else (), reading.worth.tier, sets),
            **self.worth_data(reading.worth, reading.sheet.total if reading.sheet else None),
        }

    def group_texts(self, reading: ValuedReading) -> list[str]:
        """The groups of a reading in notation, as players lay them out."""
        return [group_text(group, self.ruleset) for group in groups_in_order(reading.reading.groups)]

    def reading_data(self, reading: ValuedReading) -> Object:
        """One of several readings of a winning hand."""
        begin = {"reading": self.group_texts(reading), "wait": reading.reading.wait}
        return begin | self.reading_worth(reading) | {"points": reading.payments.points}


def result_data_with_notes(score: Score, language: str = "en", with_readings: bool = False) -> Object:
    """The result of a winning hand with notes; `with_readings` adds all readings that can win, best first."""
    readings = (
        {"readings": list(map(ResultWriter(score.ruleset, language).reading_data, score.readings))}
        if with_readings
        else {}
    )
    notes = list(remarks(score, language))
    return result_data(score, language) | readings | ({"notes": notes} if notes else {})


def result_data(score: Score, language: str = "en") -> Object:
    """A winning hand, as a line of `batch` has it.

    >>> from scorer import score
    >>> result = result_data(score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"]))
    >>> result["han"], result["fu"], result["limit"], result["payments"]
    (4, 20, None, {'E': -2600, 'S': 5200, 'W': -1300, 'N': -1300})
    """
    parts, best = ResultWriter(score.ruleset, language), score.best
    return {
        **parts.header(),
        "hand": format_hand(score.hand, score.ruleset.tileset),
        **parts.reading_worth(best),
        **parts.payment_data(best.payments),
        "reading": parts.group_texts(best),
        "other_readings": score.complete - 1,
        **parts.joker_data(best.reading.jokers),
        **parts.amount_data(best.worth),
        **parts.dealer_discard_data(score),
    }


def remarks(score: Score, language: str = "en") -> Iterator[str]:
    """Inputs that change nothing and why; then the remarks of the ruleset, which are in English."""
    rules, situation = score.ruleset, score.situation
    missing = (rules.pattern_by_id[name] for name, _ in situation.liable if name not in score.patterns)
    for pattern in missing:
        yield translate("nobody pays", language, name_in(pattern.names, language))
    given = {name: len(tiles) for name, tiles in situation.indicators}
    turned = {item.id: item for item in rules.indicators}
    for below in (item for item in rules.indicators if item.upper_indicator and item.id in given):
        above = given.get(below.upper_indicator, 0)
        if given[below.id] > max(1, above):
            pair = ((below, given[below.id]), (turned[below.upper_indicator], above))
            yield translate(
                "unequal", language, *(_indicator_count(item, count, language) for item, count in pair)
            )
    for name in worthless_counters(rules, situation):
        asked = f"--{name} {getattr(situation, name)}"
        yield translate("worth nothing", language, asked, rules.unit_word(name, language=language))
    yield from (name_in(text, language) for text in rules.remarks)


def _indicator_count(item: Indicator, count: int, language: str) -> str:
    """Indicators with their number: `2 ura dora indicators`."""
    name = name_in(item.names, language) or item.id
    if not is_english(language):
        return name + translate("of them", language, count)
    return f"{count} {plural(name.lower(), count)}"


def groups_in_order(groups: Iterable[Group]) -> list[Group]:
    """Groups as players lay them out: sets, the pair, then what was called."""
    return sorted(groups, key=lambda group: (group.is_melded, len(group.tiles) < 3))


def group_text(group: Group, ruleset: Ruleset) -> str:
    """A group in notation, its tiles in the order of the set."""
    return ruleset.tileset.format_tiles(ruleset.tileset.sort_tiles(group.tiles))
