"""The parts of a ruleset that a table needs, looked up once: tiles by code, kinds of set, circumstances
that follow from events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.engine.evaluate import holds, whole_number
from scorer.fast.interface import Unsupported, waits_engine
from scorer.hand import Meld, WaitingHand
from scorer.language.nodes import Node
from scorer.readings import completing_kinds
from scorer.replay.game import PLAIN_TILES
from scorer.ruleset.model import Circumstance, Ruleset, ShareSheet
from scorer.shapes import Kinds
from scorer.table.rules import DealRules
from scorer.tiles import Tile
from scorer.values import cached_property

if TYPE_CHECKING:
    from scorer.fast.interface import Engine


FOR_ALL = frozenset(
    {
        "wall_left", "next_wall_left", "discards", "called", "declarations", "fours", "four_owners", "claims",
        "players", "honba", "sticks", "first_discards",
    }
)  # fmt: skip
"""Words of the rules that mean the same for every player at a table."""


class TableRules(DealRules):
    """One configured ruleset, as the tiles of a table are played by it."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.hand_size = max((shape.size for shape in ruleset.shapes), default=1) - 1
        """the tiles that a player is dealt: one less than a complete hand has"""
        self.tiles = {tile.code: Tile(tile.index) for tile in ruleset.tileset.kinds if tile.copies}
        self.copies = {tile.code: tile.copies for tile in ruleset.tileset.kinds if tile.copies}
        """how many copies of each tile there are; a red tile is also one of its kind"""
        self.plain_by_red: dict[str, str] = {}
        """the plain tile of each red tile of this ruleset"""
        for kind, count in ruleset.tileset.reds:
            plain = ruleset.tileset.kinds[kind].code
            if plain in self.copies:
                red = f"0{plain[1:]}"
                self.plain_by_red[red] = plain
                self.tiles[red], self.copies[red] = Tile(kind, True), count
        self.plain_tiles = {
            red: plain for red, plain in PLAIN_TILES.items() if plain in self.tiles and red not in self.tiles
        }
        """the plain tiles that stand for red ones of a log, which this ruleset does not have"""
        self.decided: tuple[Circumstance, ...] = tuple(
            one for one in ruleset.circumstances if one.table_expression is not None
        )
        """circumstances that follow from the events at the table"""
        indicators = ruleset.indicators
        self.open_indicator = next((one.id for one in indicators if not one.upper_indicator), "")
        self.hidden_indicator = next((one.id for one in indicators if one.upper_indicator), "")
        self.most_indicators = max(
            (whole_number(one.at_most, self.view, 1) for one in indicators if not one.upper_indicator),
            default=0,
        )
        """how many open indicators there can be"""
        self.most_hidden = max(
            (whole_number(one.at_most, self.view, 1) for one in indicators if one.upper_indicator), default=0
        )
        """how many hidden indicators there can be"""
        self.known: dict[tuple[tuple[str, ...], tuple[Meld, ...]], Kinds] = {}
        self.waits_of: TableRules | None = None
        """other rules by which the same tiles complete a hand"""

    @cached_property
    def draws_for_all(self) -> frozenset[str]:
        """The draws that pay no player by themselves and whose conditions are the same for all players."""
        return frozenset(
            draw.id
            for draw in self.draws
            if draw.pays == ShareSheet()
            and all(part.args[0] in FOR_ALL for part in draw.condition.walk() if part.op in ("fact", "call"))
        )

    @cached_property
    def engine(self) -> Engine | None:
        """An engine for waits; None for a ruleset whose shapes only the readable evaluator knows."""
        try:
            return waits_engine(self.ruleset)
        except Unsupported:
            return None

    @cached_property
    def kinds_of_set(self) -> dict[tuple[int, bool], str]:
        """The kind of a set by the number of its tiles and whether they are all alike."""
        found: dict[tuple[int, bool], str] = {}
        for kind in self.ruleset.kinds:
            if kind.size > 2 and (kind.same == ("tile",) or (kind.run and kind.step == 1)):
                found.setdefault((kind.size, not kind.run), kind.id)
        return found

    @cached_property
    def certain(self) -> tuple[tuple[str, Node], ...]:
        """The patterns for which somebody can be liable, with the sets that make each certain."""
        liability = self.ruleset.payment.liability
        played = dict(liability.patterns) if liability else {}
        return tuple(
            (name, node)
            for name, node in (liability.certainty_conditions if liability else ())
            if name in played and holds(played[name], self.view)
        )

    def meld(self, tiles: tuple[str, ...], is_concealed: bool, is_added: bool = False) -> Meld:
        """A set on the table. Raises KeyError for tiles or sets that the game does not have."""
        found = tuple([self.tiles[code] for code in tiles])
        kinds = {tile.kind for tile in found}
        kind = self.kinds_of_set.get((len(found), len(kinds) == 1))
        if (
            kind is None
            or tuple(sorted(tile.kind for tile in found)) not in self.ruleset.set_tables.tuple_sets[kind]
        ):
            raise KeyError(" ".join(tiles))
        return Meld(kind, tuple(sorted(found)), is_concealed, is_added)

    def share_waits(self, other: TableRules) -> None:
        """Takes waits from other rules if the same tiles complete a hand there: to compile these for a few
        hands takes longer than all the rest.
        """
        mine, theirs = self.ruleset, other.ruleset
        has_same_sets = (mine.shapes, mine.formal_waits) == (theirs.shapes, theirs.formal_waits)
        if has_same_sets and mine.set_tables.tuples == theirs.set_tables.tuples:
            self.waits_of = other if self.tiles.keys() <= other.tiles.keys() else None

    def waits(self, concealed_tiles: list[str], melds: tuple[Meld, ...]) -> Kinds:
        """The kinds of tile that complete a hand which lacks one."""
        if self.waits_of is not None and self.waits_of is not self:
            return self.waits_of.waits(concealed_tiles, melds)
        key = tuple(sorted(concealed_tiles)), melds
        if key in self.known:
            return self.known[key]
        try:
            hand = WaitingHand(tuple([self.tiles[code] for code in key[0]]), melds)
        except KeyError:  # tiles that nobody has seen
            return ()
        if self.engine:
            found = self.engine.winning_kinds(hand)
        else:
            rules = self.ruleset
            found = completing_kinds(hand, rules.shapes, rules.set_tables, rules.formal_waits)
        if len(self.known) > 20_000:
            self.known.clear()
        self.known[key] = found
        return found
