"""Parts of a ruleset from the total to who pays what: sheet, tables, limits, shares."""

from __future__ import annotations

from scorer.language.nodes import Node
from scorer.tiles import Names
from scorer.values import dataclass


@dataclass(frozen=True)
class SheetItem:
    """A line of the second value sheet: `each` counts it once for every set selected."""

    id: str
    value: Node
    names: Names = ()
    when: Node | None = None
    each: Node | None = None

    @property
    def asks_wait(self) -> bool:
        """Whether it is for the way in which the winning tile completed its set."""
        return self.when is not None and any(node.args[:1] == ("wait",) for node in self.when.walk())


@dataclass(frozen=True)
class Sheet:
    """A second sheet of values beside the patterns. The first of `fixed` that holds replaces the items."""

    unit: str
    items: tuple[SheetItem, ...]
    fixed: tuple[SheetItem, ...] = ()
    round_up_to: int = 1


@dataclass(frozen=True)
class ValueTable:
    """A table asked like a function. A row is (first key, last key or None for open, values)."""

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, int | None, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Amount:
    """A named number worked out on the way from the total to the payment; none where `when` fails."""

    id: str
    node: Node
    names: Names = ()
    when: Node | None = None


@dataclass(frozen=True)
class Limit:
    """A named limit, the first that fits; `base` replaces the base where it is given."""

    id: str
    names: Names
    when: Node
    base: Node | None = None


Shares = tuple[tuple[str, Node], ...]
"""Who pays what: payer (discarder, dealer, each, liable) and amount."""


@dataclass(frozen=True)
class ShareSheet:
    """Shares by the winner's role."""

    dealer: Shares = ()
    other: Shares = ()


@dataclass(frozen=True)
class Extra:
    """A payment beside the base that belongs to the hand."""

    id: str
    names: Names
    when: Node
    discard: ShareSheet
    self_draw: ShareSheet


@dataclass(frozen=True)
class Liability:
    """Who answers for a pattern (pao): the patterns, what part of the hand, and who pays the counters."""

    patterns: tuple[tuple[str, Node], ...]
    covers: Node
    counters: Node
    self_draw: Shares
    discard: Shares


@dataclass(frozen=True)
class Payment:
    """From base to payments; each share is rounded up to `round_up_to`."""

    discard: ShareSheet
    self_draw: ShareSheet
    round_up_to: int = 1
    extras: tuple[Extra, ...] = ()
    counters: tuple[ShareSheet, ShareSheet] = (ShareSheet(), ShareSheet())
    """on a discard, on a self-draw"""
    sticks: Node | None = None
    liability: Liability | None = None


@dataclass(frozen=True)
class Penalty:
    """A claim that is no win and costs: the claimant pays these shares."""

    id: str
    names: Names
    when: Node
    pay: Shares
    why: Names
