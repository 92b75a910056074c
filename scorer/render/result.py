"""The result of a hand as plain data, the object of `score -f json` and of every line of `batch`.

The keys are fixed (README.md); amounts that a ruleset names itself are added under their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

from scorer.engine.configure import worth_nothing
from scorer.engine.results import Award, BonusLine, Payments, Score, SheetLine, Valued, Worth
from scorer.engine.value import OTHERS
from scorer.library import if_dealer_discarded
from scorer.notation import format_hand
from scorer.phrases import label, plural
from scorer.ruleset.model import Indicator, Ruleset
from scorer.shapes import Group
from scorer.tiles import name_in

Object = dict[str, Any]
FIXED = frozenset({
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


def key_of(unit: str) -> str:
    """The key of what a hand counts in a unit: points are what it is paid, so a count of points is `count`.

    >>> key_of("han"), key_of("points")
    ('han', 'count')
    """
    return "count" if unit == "points" else unit


class Parts:
    """What a result says of each value that a score is made of, under one ruleset in one language.

    Equal hands share these values, so whoever writes many results may keep what is written of each.
    """

    def __init__(self, ruleset: Ruleset, language: str = "en") -> None:
        self.ruleset, self.language = ruleset, language
        self.sheet, self.tier = ruleset.sheet_unit, ruleset.tier_unit
        self.names = {item.id: name_in(item.names, language) for item in ruleset.pattern_by_id.values()}
        self.names |= {item.id: name_in(item.names, language) for item in ruleset.bonuses}
        self.taken = {*FIXED, ruleset.unit, self.sheet, self.tier, f"{self.sheet}_items", "count"}
        """Keys that are in use, so that numbers of the ruleset are not written under them."""

    def head(self) -> Object:
        """The first keys of a result: that the hand is scored, and by which ruleset."""
        return {"ok": True, "ruleset": self.ruleset.id}

    def patterns(self, awards: Iterable[Award]) -> Object:
        """The patterns that count."""
        return {"patterns": [self._line(one.id, one.count, *one.worth(self.ruleset)) for one in awards]}

    def _line(self, name: str, count: int, value: int, unit: str) -> Object:
        counted = {"count": count} if count > 1 else {}
        return {"id": name, "name": self.names[name], "value": value, "unit": unit, **counted}

    def bonuses(self, lines: Iterable[BonusLine]) -> Object:
        return {"bonuses": [self._line(one.id, one.count, one.total, self.ruleset.unit) for one in lines]}

    def items(self, lines: Iterable[SheetLine], tier: int, sets: Callable[[SheetLine], list[str]]) -> Object:
        """The secondary score, which the top tier does not use; `sets` are those that a line counts."""
        if not self.sheet:
            return {}
        told: list[Object] = []
        for line in () if tier else lines:
            counted = sets(line)
            told.append({"id": line.id, **({"sets": counted} if counted else {}), self.sheet: line.value})
        return {f"{self.sheet}_items": told}

    def worth(self, worth: Worth, sheet: int | None) -> Object:
        """The total in the ruleset's unit, the secondary score, the top tier's, and the limit.

        Below the top tier a hand has 0 of its unit; but a `count` of 0 beside another total would be taken
        for what the hand counts, so there is none.
        """
        total, inside = worth.total, worth.tier > 0
        found = {key_of(self.ruleset.unit): None if inside else total, self.sheet: None if inside else sheet}
        if self.tier:
            key = key_of(self.tier)
            found[key] = worth.tier if inside or key == self.tier else None
        named = {name: value for name, value in found.items() if name and name not in FIXED}
        return named | {"limit": worth.limit.id if worth.limit else None}

    def paid(self, paid: Payments) -> Object:
        """The payment, the gain or loss of each seat, and the payment of each of several players."""
        gains = dict(paid.transfers)
        found = {"points": paid.points, "payments": gains, "total": paid.total}
        if not paid.others:
            return found
        each = gains[OTHERS] / paid.others
        return found | {OTHERS: {"players": paid.others, "each": int(each) if each == int(each) else each}}

    def jokers(self, kinds: Iterable[int]) -> Object:
        """The tiles that jokers represent."""
        codes = [self.ruleset.tileset.kinds[kind].code for kind in kinds]
        return {"jokers": codes} if codes else {}

    def amounts(self, worth: Worth) -> Object:
        return {name: value for name, value in worth.amounts if name not in self.taken}

    def from_dealer(self, score: Score) -> Object:
        """The payment if the dealer discarded; empty if the discarder is given or makes no difference."""
        other = if_dealer_discarded(score)
        return {"if_dealer_discarded": self.paid(other.payments)} if other else {}

    def valued(self, one: Valued) -> Object:
        """The patterns, bonuses and totals of one reading."""
        groups = one.reading.groups

        def sets(line: SheetLine) -> list[str]:
            return [group_text(groups[place], self.ruleset) for place in line.places]

        return {
            **self.patterns(one.awards),
            **self.bonuses(one.bonuses),
            **self.items(one.sheet.lines if one.sheet else (), one.worth.tier, sets),
            **self.worth(one.worth, one.sheet.total if one.sheet else None),
        }

    def laid(self, one: Valued) -> list[str]:
        """The groups of a reading in notation, as players lay them out."""
        return [group_text(group, self.ruleset) for group in laid_out(one.reading.groups)]

    def read(self, one: Valued) -> Object:
        """One of several readings of a winning hand."""
        begin = {"reading": self.laid(one), "wait": one.reading.wait}
        return begin | self.valued(one) | {"points": one.payments.points}


def noted_result(score: Score, language: str = "en", every: bool = False) -> Object:
    """The result of a winning hand with notes; `every` adds all readings that can win, best first."""
    readings = {"readings": list(map(Parts(score.ruleset, language).read, score.readings))} if every else {}
    notes = list(remarks(score, language))
    return result_of(score, language) | readings | ({"notes": notes} if notes else {})


def result_of(score: Score, language: str = "en") -> Object:
    """A winning hand, as a line of `batch` has it.

    >>> from scorer import score
    >>> result = result_of(score("234m345p67p456s55s+8p", win="tsumo", circumstances=["riichi"]))
    >>> result["han"], result["fu"], result["limit"], result["payments"]
    (4, 20, None, {'E': -2600, 'S': 5200, 'W': -1300, 'N': -1300})
    """
    parts, best = Parts(score.ruleset, language), score.best
    return {
        **parts.head(),
        "hand": format_hand(score.hand, score.ruleset.tileset),
        **parts.valued(best),
        **parts.paid(best.payments),
        "reading": parts.laid(best),
        "other_readings": score.complete - 1,
        **parts.jokers(best.reading.jokers),
        **parts.amounts(best.worth),
        **parts.from_dealer(score),
    }


def remarks(score: Score, language: str = "en") -> Iterator[str]:
    """Notes, in English: inputs that change nothing and why, and remarks of the ruleset."""
    rules, situation = score.ruleset, score.situation
    missing = (rules.pattern_by_id[name] for name, _ in situation.liable if name not in score.patterns)
    for pattern in missing:
        yield label("nobody pays", language, name_in(pattern.names, language))
    given = {name: len(tiles) for name, tiles in situation.indicators}
    turned = {item.id: item for item in rules.indicators}
    for below in (item for item in rules.indicators if item.under and item.id in given):
        above = given.get(below.under, 0)
        if given[below.id] > max(1, above):
            pair = ((below, given[below.id]), (turned[below.under], above))
            yield label("unequal", language, *(_turned(item, count, language) for item, count in pair))
    for name in worth_nothing(rules, situation):
        asked = f"--{name} {getattr(situation, name)}"
        yield label("worth nothing", language, asked, rules.unit_word(name, language=language))
    yield from rules.remarks


def _turned(item: Indicator, count: int, language: str) -> str:
    """Indicators with their number: `2 ura dora indicators`."""
    name = name_in(item.names, language) or item.id
    if language != "en":
        return name + label("of them", language, count)
    return f"{count} {plural(name.lower(), count)}"


def laid_out(groups: Iterable[Group]) -> list[Group]:
    """Groups as players lay them out: sets, the pair, then what was called."""
    return sorted(groups, key=lambda group: (group.melded, len(group.tiles) < 3))


def group_text(group: Group, ruleset: Ruleset) -> str:
    """A group in notation, its tiles in the order of the set."""
    return ruleset.tileset.text(ruleset.tileset.sorted(group.tiles))
