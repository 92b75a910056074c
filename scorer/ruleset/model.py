"""The model of a ruleset: plain frozen data, with every expression as a checked tree.

Sections stand in the order in which a player would explain the game: the tiles, the sets and shapes,
what the situation can be, the patterns, and what a hand is worth and who pays.
"""

from __future__ import annotations

from functools import cached_property

from scorer.language.nodes import Node
from scorer.readings import SetKind, SetTables, Shape
from scorer.ruleset.parts import (
    Bonus,
    Circumstance,
    Fact,
    Indicator,
    Option,
    Pattern,
    Requirement,
    TileClass,
    TopTier,
    Value,
    implied_by,
)
from scorer.ruleset.paying import (
    Amount,
    Extra,
    Liability,
    Limit,
    Payment,
    Penalty,
    Shares,
    ShareSheet,
    Sheet,
    SheetItem,
    ValueTable,
)
from scorer.tiles import Names, TileSet
from scorer.values import dataclass, field, replace

__all__ = [
    "Amount",
    "Bonus",
    "Circumstance",
    "Extra",
    "Fact",
    "Indicator",
    "Liability",
    "Limit",
    "Option",
    "Pattern",
    "Payment",
    "Penalty",
    "Requirement",
    "Ruleset",
    "ShareSheet",
    "Shares",
    "Sheet",
    "SheetItem",
    "TileClass",
    "TopTier",
    "Value",
    "ValueTable",
]


@dataclass(frozen=True)
class Ruleset:
    """Everything that decides what a hand is worth, as data."""

    id: str
    names: Names
    about: str
    family: str
    unit: str
    tileset: TileSet
    players: Node
    patterns: tuple[Pattern, ...]
    shapes: tuple[Shape, ...]
    kinds: tuple[SetKind, ...]
    classes: tuple[TileClass, ...]
    base: Node
    payment: Payment
    file: str = ""
    source: str = ""
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """notes that every breakdown shows"""
    native: str = "ja"
    """the language in which players know the names"""
    extends: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    chosen: tuple[tuple[str, Value], ...] = ()
    """options whose value is not the default"""
    kind_unions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """words for several kinds of set: triplet is pung or kong"""
    calls: tuple[str, ...] | None = None
    """kinds of set that may be called; None is all"""
    shape_conditions: tuple[tuple[str, Node], ...] = ()
    facts: tuple[Fact, ...] = ()
    circumstances: tuple[Circumstance, ...] = ()
    indicators: tuple[Indicator, ...] = ()
    otherwise: Pattern | None = None
    top_tier: TopTier | None = None
    highest_only: bool = False
    maximum: Node | None = None
    minimum: Node | None = None
    to_win: tuple[Requirement, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    sheet: Sheet | None = None
    tables: tuple[ValueTable, ...] = ()
    amounts: tuple[Amount, ...] = ()
    limits: tuple[Limit, ...] = ()
    default_self_draw: bool = False
    default_seat: str = "S"
    default_round: str = "E"
    option_counts: tuple[tuple[str, Node], ...] = ()
    """by notation: how many copies are red, how many jokers there are, by options"""
    declared: Ruleset | None = field(default=None, repr=False, compare=False)
    """the ruleset as its file declares it, where this one is as a table has chosen"""

    @cached_property
    def option_values(self) -> dict[str, Value]:
        """Every option with the value in force."""
        return {option.id: option.default for option in self.options} | dict(self.chosen)

    @cached_property
    def unusual(self) -> tuple[tuple[str, Value], ...]:
        """The options that are not as the file has them, with their values."""
        usual = {option.id: option.default for option in self.options}
        return tuple((name, value) for name, value in self.chosen if value != usual[name])

    def may_call(self, kind: str) -> bool:
        """Whether a set of this kind may be called from another player."""
        return self.calls is None or kind in self.calls

    @cached_property
    def set_tables(self) -> SetTables:
        """The tile tuples of every kind of set, worked out once."""
        return SetTables(self.kinds, self.tileset)

    @cached_property
    def class_masks(self) -> dict[str, int]:
        return {item.id: item.mask for item in self.classes}

    @cached_property
    def unions(self) -> dict[str, tuple[str, ...]]:
        return dict(self.kind_unions)

    @cached_property
    def kind_by_id(self) -> dict[str, SetKind]:
        return {kind.id: kind for kind in self.kinds}

    @cached_property
    def shape_by_id(self) -> dict[str, Shape]:
        return {shape.id: shape for shape in self.shapes}

    @cached_property
    def fact_by_id(self) -> dict[str, Fact]:
        return {fact.id: fact for fact in self.facts}

    @cached_property
    def pattern_by_id(self) -> dict[str, Pattern]:
        """Patterns by id, the one for hands without any included."""
        extra = (self.otherwise,) if self.otherwise else ()
        return {pattern.id: pattern for pattern in (*self.patterns, *extra)}

    @cached_property
    def implied(self) -> dict[str, frozenset[str]]:
        """By the id of each pattern, the ids of all that follow from it."""
        return {name: implied_by(pattern, self.pattern_by_id) for name, pattern in self.pattern_by_id.items()}

    @cached_property
    def table_by_id(self) -> dict[str, ValueTable]:
        return {table.id: table for table in self.tables}

    @cached_property
    def circumstance_by_id(self) -> dict[str, Circumstance]:
        return {item.id: item for item in self.circumstances}

    def choosing(self, **values: Value) -> Ruleset:
        """The same ruleset with other option values; they are not checked here."""
        return replace(self, chosen=tuple({**dict(self.chosen), **values}.items()))
