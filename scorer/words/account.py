"""The account of a winning hand: all that its breakdown shows, in the names of one language.

Each engine makes one of what it knows (`scorer.render.accounts`, `scorer.compiled.telling`); whoever shows it
needs neither engine nor ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.values import dataclass

if TYPE_CHECKING:
    from scorer.engine.paid import Payments, Step
    from scorer.words.situation import Said


def brackets(melded: bool, called: bool) -> str:
    """What a group stands in: round brackets where it was called, square ones for a concealed kong.

    >>> brackets(True, False), brackets(False, False)
    ('[]', '')
    """
    return ("()" if called else "[]") if melded else ""


def lying(melded: bool, tiles: int) -> tuple[bool, bool]:
    """The order in which players lay groups out: sets, the pair, then what was called."""
    return melded, tiles < 3


@dataclass(frozen=True)
class Heading:
    """What was understood: the tiles as they lie, in notation, and what was said of the win.

    `groups` are sets in their brackets, or suits where the hand has no reading. `tiles` are the tiles by
    name, empty where they have no names of their own. `rules` are the ruleset and what was chosen in it.
    """

    groups: tuple[str, ...]
    winning: str
    said: Said
    rules: tuple[str, ...] = ()
    jokers: str = ""
    flowers: str = ""
    tiles: str = ""


@dataclass(frozen=True)
class Counted:
    """A pattern or a bonus that counts: `value` in all, for `count` times; a bonus shows its `tiles`."""

    name: str
    native: str
    value: int
    unit: str
    count: int = 1
    tiles: str = ""


@dataclass(frozen=True)
class Total:
    """What counts comes to: `lines` is the sum, `total` what is left of it under a maximum.

    `tier` is how many units of a top tier, which stands for everything else; `sheet` is the second sheet's
    total; each number has its unit. `limit` is the name of the limit that is reached.
    """

    total: int
    unit: str
    lines: int
    tier: int = 0
    tier_unit: str = ""
    sheet: int | None = None
    sheet_unit: str = ""
    limit: str = ""


@dataclass(frozen=True)
class SheetRow:
    """A line of the second sheet and the sets that it is for."""

    name: str
    sets: tuple[str, ...]
    value: int


@dataclass(frozen=True)
class Sheet:
    """The second sheet: its rows, their sum, and what that is rounded up to."""

    unit: str
    rows: tuple[SheetRow, ...]
    sum: int
    total: int


@dataclass(frozen=True)
class Account:
    """A winning hand in its best reading. `note` tells of other readings, or `readings` tells each of them;
    `remarks` are warnings, and what every breakdown under these rules must say.
    """

    language: str
    heading: Heading
    counted: tuple[Counted, ...]
    total: Total
    sheet: Sheet | None
    steps: tuple[Step, ...]
    payments: Payments
    note: str = ""
    readings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
