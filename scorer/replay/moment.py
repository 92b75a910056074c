"""One player at one moment of a deal, with the values of the facts about the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from scorer.engine.evaluate import at_table
from scorer.engine.request import is_met
from scorer.engine.score import HandView
from scorer.hand import WINDS, Hand, Situation
from scorer.replay.game import ADD, DISCARD, DRAW, QUAD, Event
from scorer.replay.table import PlayTable
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile
from scorer.values import cached_property


class Moment:
    """The player could win with a tile, or the deal could end. `tile` is the kind to win with, -1 if none.
    `offer` is the event that offers it: the last one that offered or took a tile, unless an earlier one is
    given.

    Facts are computed when an expression asks for them, because finding the waits takes long.
    """

    def __init__(self, table: PlayTable, player: int, tile: int = -1, offer: Event | None = None) -> None:
        self.table, self.player, self.tile = table, player, tile
        self.player_state = table.players[player]
        self.last = last = offer or table.last
        self.is_own = last is not None and last.kind == DRAW and last.player == player

    @property
    def payer(self) -> int:
        """The player of the last event that offered or took a tile."""
        return self.last.player if self.last else self.player

    @property
    def ruleset(self) -> Ruleset:
        return self.table.rules.ruleset

    def fact_value(self, name: str) -> bool | int:
        """What is known only when the deal is over is false or 0 until then."""
        fact = FACTS.get(name)
        return fact(self) if fact else False

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of the players, sticks of this deal taken off; zeros if the log does not write them."""
        players, stick = self.table.players, self.table.rules.stick
        scores = self.table.deal.scores or (0,) * len(players)
        return tuple(score - stick * player.has_stick for score, player in zip(scores, players, strict=False))

    def given_class(self, name: str) -> int:
        """The tiles of a class that depends on the player or the winning tile."""
        tileset = self.ruleset.tileset
        if name == "win_tile":
            return 1 << self.tile if self.tile >= 0 else 0
        place = self.table.deal.round if name == "round_wind" else self._place
        return 1 << tileset.winds[place] if place < len(tileset.winds) else 0

    @property
    def _place(self) -> int:
        return (self.player - self.table.deal.dealer) % len(self.table.players)

    def counted_at_table(self, name: str, tiles: int) -> bool | int:
        return FUNCTIONS[name](self, tiles)

    def circumstances(self) -> dict[str, int]:
        """The circumstances that hold, each with its number."""
        found = {
            one.id: int(at_table(one.table_expression, self))
            for one in self.table.rules.decided
            if one.table_expression is not None
        }
        return {name: number for name, number in found.items() if number}

    # ---- the player

    @cached_property
    def waits(self) -> frozenset[int]:
        """What the player waits for, without the tile that they have drawn."""
        hand = list(self.player_state.hand)
        if self.is_own and self.player_state.drawn in hand:
            hand.remove(self.player_state.drawn)
        return frozenset(self.table.rules.waits(hand, tuple(self.player_state.melds)))

    def passed_since(self, offer: int) -> bool:
        """Whether somebody else has offered a tile that the player waits for, counting from that offer.
        The last offer is the current tile.
        """
        offers = self.table.offers
        end = len(offers) if self.is_own or self.tile < 0 else len(offers) - 1
        passed = [one for one in offers[offer:end] if one.player != self.player]
        tiles = self.table.rules.tiles
        return bool(passed) and any(
            tiles[one.tile].kind in self.waits
            and (one.kind != QUAD or Moment(self.table, self.player, tiles[one.tile].kind, one).may_rob())
            for one in passed
        )

    def may_rob(self) -> bool:
        """Whether a circumstance of robbing sets applies to the tile that is offered, and the player's hand
        meets its requirements. Without one, the tile of a concealed set of four cannot be won on.
        """
        rules, one = self.table.rules, self.player_state
        takers = [item for item in rules.decided if item.robs]
        facts = {
            item.id: 1
            for item in takers
            if item.table_expression is not None and at_table(item.table_expression, self)
        }
        hand = Hand(tuple(sorted(rules.tiles[code] for code in one.hand)), tuple(one.melds), Tile(self.tile))
        view = HandView(rules.ruleset, hand, self.situation(facts))
        return any(
            all(is_met(requirement.node, view) for requirement in item.requires)
            for item in takers
            if item.id in facts
        )

    def situation(self, facts: Mapping[str, int]) -> Situation:
        """How the player would win with the tile, in these circumstances."""
        table, rules = self.table, self.table.rules
        return Situation(
            self.is_own,
            table.seat(self.player),
            WINDS[table.deal.round % len(WINDS)],
            None if self.is_own else table.seat(self.payer),
            tuple(facts.items()),
            ((rules.open_indicator, tuple(rules.tiles[code] for code in table.indicators)),)
            if rules.open_indicator
            else (),
        )

    def has_discarded_wait(self) -> bool:
        tiles = self.table.rules.tiles
        return not {tiles[code].kind for code in self.player_state.river}.isdisjoint(self.waits)

    def _kinds(self, codes: Iterable[str]) -> list[int]:
        tiles = self.table.rules.tiles
        return [tiles[code].kind for code in codes if code]

    # ---- functions

    def seen(self, tiles: int) -> int:
        """How many such tiles everybody has seen, without the current tile."""
        found = 0
        for player in self.table.players:
            found += sum(tiles >> kind & 1 for kind in self._kinds(player.river))
            open_tiles = (tile for meld in player.melds if not meld.is_concealed for tile in meld.tiles)
            found += sum(tiles >> tile.kind & 1 for tile in open_tiles)
            found -= sum(tiles >> kind & 1 for kind in player.called)  # they are among the discards too
        last = self.last
        if last is not None and last.kind == DISCARD and self.tile >= 0:
            found -= tiles >> self.tile & 1
        return found

    def held(self, tiles: int) -> int:
        return sum(tiles >> kind & 1 for kind in set(self._kinds(self.player_state.hand)))

    def all_discards(self, tiles: int) -> bool:
        return all(tiles >> kind & 1 for kind in self._kinds(self.player_state.river))

    def first_discards(self, tiles: int) -> int:
        kinds = Counter(self._kinds(player.first_discard for player in self.table.players))
        return max((count for kind, count in kinds.items() if tiles >> kind & 1), default=0)

    def claims(self) -> int:
        """How many players may win on the last discard: they wait for it, and nothing forbids them to."""
        last, table = self.table.last, self.table
        if last is None or last.kind != DISCARD:
            return 0
        kind = table.rules.tiles[last.tile].kind
        others = [at for at in range(len(table.players)) if at != last.player]
        return sum(may_win_on(Moment(table, other, kind)) for other in others)


def may_win_on(moment: Moment) -> bool:
    """Whether a player waits for a discard and no circumstance that follows from discards forbids the win."""
    if moment.tile not in moment.waits:
        return False
    forbidding = {one.id for one in moment.table.rules.decided if one.own_discard == "any"}
    return forbidding.isdisjoint(moment.circumstances())


FUNCTIONS: dict[str, Callable[[Moment, int], bool | int]] = {
    "seen": Moment.seen,
    "held": Moment.held,
    "all_discards": Moment.all_discards,
    "first_discards": Moment.first_discards,
}


def _is_offered(moment: Moment, kind: str) -> bool:
    last = moment.last
    return last is not None and last.kind == kind and last.player != moment.player


FACTS: dict[str, Callable[[Moment], bool | int]] = {
    "self_draw": lambda moment: moment.is_own,
    "discard": lambda moment: not moment.is_own,
    "dealer": lambda moment: moment.player == moment.table.deal.dealer,
    "replacement": lambda moment: moment.is_own and moment.table.is_replacement,
    "adding": lambda moment: _is_offered(moment, ADD),
    "declaring": lambda moment: _is_offered(moment, QUAD),
    "declaring_discard": lambda moment: not moment.is_own and moment.table.is_last_declared(moment.payer),
    "replacement_discard": lambda moment: (
        _is_offered(moment, DISCARD) and moment.table.players[moment.payer].replacements > 0
    ),
    "declared": lambda moment: moment.player_state.declared_turn > 0,
    "called": lambda moment: moment.table.calls > 0,
    "called_before_declaration": lambda moment: moment.player_state.called_before,
    "called_since_declaration": lambda moment: (
        moment.player_state.declared_turn > 0
        and moment.table.calls > moment.player_state.calls_at_declaration
    ),
    "discard_called": lambda moment: moment.player_state.river_called,
    "waits_discarded": Moment.has_discarded_wait,
    "passed_since_draw": lambda moment: moment.passed_since(moment.player_state.offers_at_draw),
    "passed_since_declaration": lambda moment: (
        moment.player_state.declared_turn > 0
        and moment.passed_since(moment.player_state.offers_at_declaration)
    ),
    "wall_left": lambda moment: moment.table.wall_left,
    "next_wall_left": lambda moment: moment.table.next_wall_left,
    "turn": lambda moment: moment.player_state.turns,
    "declaration_turn": lambda moment: moment.player_state.declared_turn,
    "turns_since_declaration": lambda moment: (
        moment.player_state.draws_since if moment.player_state.declared_turn else 0
    ),
    "replacements": lambda moment: moment.player_state.replacements if moment.is_own else 0,
    "wins_in_a_row": lambda moment: (moment.table.deal.wins_before or {moment.player: 0})[moment.player],
    "set_aside": lambda moment: moment.player_state.set_aside,
    "discards": lambda moment: moment.table.discards,
    "declarations": lambda moment: sum(player.declared_turn > 0 for player in moment.table.players),
    "fours": lambda moment: sum(moment.table.fours()),
    "four_owners": lambda moment: sum(count > 0 for count in moment.table.fours()),
    "claims": Moment.claims,
    "players": lambda moment: len(moment.table.players),
    "score": lambda moment: moment.scores[moment.player],
    "lowest": lambda moment: min(moment.scores),
    "highest": lambda moment: max(moment.scores),
    "honba": lambda moment: moment.table.deal.honba,
    "sticks": lambda moment: moment.table.deal.sticks,
}
"""The facts about the table that are known while a deal is played."""
