"""What the compiled engine gives: named tuples, frozen, shared between equal hands.

They are written out because importing a helper that makes such classes costs more than scoring a hand.
"""

from __future__ import annotations

from operator import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Named(tuple):  # type: ignore[type-arg]
    """A tuple whose places have names."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({inside})"

    def __reduce__(self) -> Any:
        return _restored, (type(self), tuple(self))


def _restored(cls: type[_Named], values: tuple[Any, ...]) -> Any:
    return tuple.__new__(cls, values)


def _at(place: int, meaning: str) -> Any:
    return property(itemgetter(place), doc=meaning)


def _inner(place: int, inner: int, meaning: str) -> Any:
    return property(lambda self: self[place][inner], doc=meaning)


class Award(_Named):
    """A pattern that counts: `value` for each of `count` times."""

    __slots__ = ()
    _fields = ("id", "value", "count", "unit")
    id = _at(0, "the pattern")
    value = _at(1, "what it is worth once")
    count = _at(2, "how often it counts")
    unit = _at(3, "the unit of its value")

    @property
    def total(self) -> int:
        return int(self[1] * self[2])


class BonusLine(_Named):
    """A bonus that counts."""

    __slots__ = ()
    _fields = ("id", "value", "count")
    id = _at(0, "the bonus")
    value = _at(1, "what it is worth once")
    count = _at(2, "how often it counts")

    @property
    def total(self) -> int:
        return int(self[1] * self[2])


class SheetLine(_Named):
    """An item of the second sheet: `value` in all, for `count` sets (0 where it counts no sets)."""

    __slots__ = ()
    _fields = ("id", "value", "count", "place")
    id = _at(0, "the item")
    value = _at(1, "what it adds")
    count = _at(2, "for how many sets")
    place = _at(3, "its number among the items of the sheet, -1 for a fixed line")


class SheetTotal(_Named):
    """The second sheet: its lines, their sum and what it is rounded up to."""

    __slots__ = ()
    _fields = ("lines", "sum", "total")
    lines = _at(0, "the lines that count")
    sum = _at(1, "their sum")
    total = _at(2, "the sum rounded up")


class Share(_Named):
    """What one player pays, and for what."""

    __slots__ = ()
    _fields = ("payer", "role", "amount", "part")
    payer = _at(0, "a seat, `discarder` or `others`")
    role = _at(1, "as what: discarder, dealer or each")
    amount = _at(2, "in points")
    part = _at(3, "hand, counters, or the extra payment")


class Payments(_Named):
    """Who pays what; the names and meanings of the reference engine."""

    __slots__ = ()
    _fields = ("points", "shares", "transfers", "total", "sticks")
    points = _at(0, "what all payers give for the hand, without counters and sticks")
    shares = _at(1, "every payment")
    transfers = _at(2, "gain and loss of each seat, as pairs")
    total = _at(3, "what the winner receives")
    sticks = _at(4, "of which from the table")


class Group(_Named):
    """One set, pair or single of a reading; tiles are (kind, red), lowest first."""

    __slots__ = ()
    _fields = ("kind", "tiles", "concealed", "called", "won", "first_called", "melded")
    kind = _at(0, "the kind of set")
    tiles = _at(1, "its tiles")
    concealed = _at(2, "not called, not completed by a discard")
    called = _at(3, "called from another player")
    won = _at(4, "completed by the winning tile")
    first_called = _at(5, "the first called set")
    melded = _at(6, "fixed before the win")


class Worth(_Named):
    """What a way of counting comes to before anybody pays."""

    __slots__ = ()
    _fields = ("total", "tier", "base", "limit", "amounts")
    total = _at(0, "the sum of patterns and bonuses")
    tier = _at(1, "units of the top tier, 0 outside of it")
    base = _at(2, "the base of the payments")
    limit = _at(3, "the id of the limit, or None")
    amounts = _at(4, "the ruleset's own numbers, as pairs")


class Score(_Named):
    """A winning hand in its best reading."""

    __slots__ = ()
    _fields = ("awards", "bonuses", "sheet", "worth", "payments", "complete", "source")
    awards = _at(0, "the patterns that count")
    bonuses = _at(1, "the bonuses that count")
    sheet = _at(2, "the second sheet, or None where the ruleset has none")
    worth = _at(3, "what it comes to before anybody pays")
    payments = _at(4, "who pays what")
    complete = _at(5, "how many ways there are to read the hand")
    source = _at(6, "what the reading is worked out from when it is asked for")

    total = _inner(3, 0, "the sum of patterns and bonuses")
    tier = _inner(3, 1, "units of the top tier, 0 outside of it")
    base = _inner(3, 2, "the base of the payments")
    limit = _inner(3, 3, "the id of the limit, or None")
    amounts = _inner(3, 4, "the ruleset's own numbers, as pairs")

    @property
    def points(self) -> int | float:
        """What all payers together pay for the hand, without counters and sticks."""
        return self[4][0]  # type: ignore[no-any-return]

    @property
    def patterns(self) -> tuple[str, ...]:
        """The ids of the patterns that count."""
        return tuple(award[0] for award in self[0])

    @property
    def other_readings(self) -> int:
        return int(self[5] - 1)

    @property
    def reading(self) -> tuple[Group, ...]:
        """The groups of the reading, melds last."""
        return tuple([laid[0] for laid in self.laid])

    def places(self, line: SheetLine) -> tuple[int, ...]:
        """The places in the reading of the sets that an item of the sheet counts."""
        if not line.count:
            return ()
        return tuple(place for place, laid in enumerate(self.laid) if laid[1] >> line.place & 1)

    @property
    def jokers(self) -> tuple[int, ...]:
        """What the hand's jokers stand for, as places in the tile set."""
        engine, *source = self[6]
        return engine.jokers_of(*source)  # type: ignore[no-any-return]

    @property
    def laid(self) -> list[tuple[Group, int]]:
        """The groups of the reading, each with a bit for each item of the sheet that counts it."""
        engine, *source = self[6]
        return engine.laid_of(*source)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields[:-1])
        return f"Score({shown})"
