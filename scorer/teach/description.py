"""What a form needs to know of a ruleset: which tiles there are, which sets can be called, and which inputs
mean anything under its rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.engine.evaluate import holds, rules_view, seats_of
from scorer.ruleset.model import DrawnDeal, PaidEvent, Pattern, Ruleset
from scorer.shapes import SetKind, can_be_added
from scorer.tiles import Suit, Tile, TileKind
from scorer.values import cached_property, dataclass

MOST_LISTED_SETS = 2000
"""A kind with more different sets is described without them."""


@dataclass(frozen=True)
class OfferedTile:
    """A tile as it can be chosen. Red copies of a kind are a tile of their own."""

    tile: Tile
    code: str
    kind: TileKind
    copies: int


@dataclass(frozen=True)
class Description:
    """A ruleset as configured, as a form shows it."""

    ruleset: Ruleset

    @cached_property
    def seats(self) -> str:
        """The seats of the game, the dealer's first."""
        return seats_of(self.ruleset)

    @cached_property
    def tiles(self) -> tuple[tuple[Suit, tuple[OfferedTile, ...]], ...]:
        """The tiles of each suit, red copies last."""
        faces = self.ruleset.tileset.faces_by_suit
        return tuple((suit, tuple(self._offered_tiles(kinds))) for suit, kinds in faces)

    def _offered_tiles(self, kinds: tuple[TileKind, ...]) -> Iterator[OfferedTile]:
        tileset = self.ruleset.tileset
        reds = {kind.index: tileset.red_copies(kind.index) for kind in kinds}
        for kind in kinds:
            if plain := kind.copies - reds[kind.index]:
                yield OfferedTile(Tile(kind.index), kind.code, kind, plain)
        for kind in kinds:
            if red := reds[kind.index]:
                tile = Tile(kind.index, True)
                yield OfferedTile(tile, tileset.tile_code(tile), kind, red)

    @property
    def callable_kinds(self) -> tuple[SetKind, ...]:
        """The kinds of set that can be called from another player."""
        return tuple(self.ruleset.kind_by_id[name] for name in self.ruleset.callable_kinds)

    @property
    def added_kinds(self) -> tuple[SetKind, ...]:
        """The kinds of set that a tile can be added to a called set for, if the rules ask for that."""
        sets = self.ruleset.set_tables
        if not self.ruleset.asks_added_sets:
            return ()
        return tuple(
            kind
            for kind in self.callable_kinds
            if any(can_be_added(kind.id, tuple(map(Tile, kinds)), sets) for kinds in sets.tuples[kind.id][:1])
        )

    def sets_of_kind(self, kind: SetKind) -> tuple[str, ...]:
        """Every set of a kind in notation; none if there are too many to list."""
        found = self.ruleset.set_tables.tuples[kind.id]
        if len(found) > MOST_LISTED_SETS:
            return ()
        return tuple(self.ruleset.tileset.format_tiles(map(Tile, kinds)) for kinds in found)

    @property
    def liable_patterns(self) -> tuple[Pattern, ...]:
        """The patterns for which a player can be liable."""
        liability, view = self.ruleset.payment.liability, rules_view(self.ruleset)
        named = liability.patterns if liability else ()
        return tuple(self.ruleset.pattern_by_id[name] for name, node in named if holds(node, view))

    @property
    def paid_events(self) -> tuple[PaidEvent, ...]:
        """What is paid at once while a deal is played."""
        view = rules_view(self.ruleset)
        return tuple(item for item in self.ruleset.events if holds(item.option_condition, view))

    @property
    def drawn_deals(self) -> tuple[DrawnDeal, ...]:
        """The ways in which a deal ends without a winner."""
        view = rules_view(self.ruleset)
        return tuple(item for item in self.ruleset.draws if holds(item.option_condition, view))

    @property
    def played_patterns(self) -> tuple[Pattern, ...]:
        """The patterns that no option switches off."""
        view = rules_view(self.ruleset)
        return tuple(
            item for item in self.ruleset.pattern_by_id.values() if holds(item.option_condition, view)
        )
