"""Parts of a ruleset up to its patterns: options, classes, facts, circumstances, patterns, bonuses."""

from __future__ import annotations

from scorer.language.nodes import Node
from scorer.tiles import Names
from scorer.values import dataclass

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """A rule that a table chooses: `sort` is truth, number or word."""

    id: str
    default: Value
    sort: str
    choices: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    names: Names = ()
    help: str = ""


@dataclass(frozen=True)
class TileClass:
    """A named class of tiles; `mask` has a bit for each kind of the set."""

    id: str
    mask: int
    names: Names = ()


@dataclass(frozen=True)
class Fact:
    """A named sub-expression; `gives` is truth or number."""

    id: str
    node: Node
    gives: str
    names: Names = ()


@dataclass(frozen=True)
class Requirement:
    """A condition and the reason that is given when it does not hold."""

    node: Node
    reason: Names


@dataclass(frozen=True)
class Circumstance:
    """What can be said of a win: its `fact` becomes true, or a number up to `most`.

    `tiles` are the kinds that such a circumstance sets aside (norths). `own_discard`: it follows from the
    winner's own discards, where `any` tile waited for, or the `same` tile as the winning one, lies there.
    """

    id: str
    fact: str
    most: int = 1
    counted: bool = False
    names: Names = ()
    help: str = ""
    enabled: Node | None = None
    requires: tuple[Requirement, ...] = ()
    tiles: tuple[int, ...] = ()
    own_discard: str = ""


@dataclass(frozen=True)
class Indicator:
    """An input of tiles that point at others: `shows` is next (the cycle of the set) or same."""

    id: str
    shows: str = "next"
    at_most: Node | None = None
    enabled: Node | None = None
    requires: tuple[Requirement, ...] = ()
    names: Names = ()


@dataclass(frozen=True)
class Pattern:
    """A pattern (yaku, fan): when it holds, what it is worth, and what it swallows.

    `closed` and `open` are its values by the state of the hand; None is not allowed. `alternatives`
    are lists of templates. `relations` keep ids: `implies` is read transitively, `excludes` is not,
    `absorbs` acts on instances inside its own sets, `less` takes a number of instances away. `beside`
    takes nothing away: it says that those patterns always come with it and are meant to count.
    """

    id: str
    names: Names
    closed: Node | None
    open: Node | None
    unit: str
    definition: Names = ()
    source: str = ""
    groups: tuple[str, ...] = ()
    enabled: Node | None = None
    when: Node | None = None
    alternatives: tuple[tuple[Node, ...], ...] = ()
    where: Node | None = None
    count: Node | None = None
    repeat: bool = False
    alone: Node | None = None
    zero: bool = False
    implies: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    absorbs: tuple[str, ...] = ()
    less: tuple[tuple[str, int], ...] = ()
    beside: tuple[str, ...] = ()
    link: str = ""
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bonus:
    """Added to the total of a hand that wins (dora, flowers); no help to reach the minimum."""

    id: str
    names: Names
    value: Node
    count: Node | None = None
    when: Node | None = None
    definition: Names = ()
    source: str = ""


def implied_by(award: Pattern, patterns: dict[str, Pattern]) -> frozenset[str]:
    """Everything that follows from a pattern; implication is transitive, exclusion is not."""
    found: set[str] = set()
    waiting = list(award.implies)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(patterns[name].implies if name in patterns else ())
    return frozenset(found - {award.id})


@dataclass(frozen=True)
class TopTier:
    """Patterns of at least `start` stand alone. With a `unit` they are counted in it, `each` at a time."""

    start: int
    unit: str = ""
    each: int = 1
    add: Node | None = None
    cap: Node | None = None
