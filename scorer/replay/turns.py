"""A recorded deal as a series of states: the table after each event, and what a player could discard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scorer.hand import WINDS, Situation, WaitingHand
from scorer.notation import format_meld
from scorer.replay.game import UNKNOWN, Event
from scorer.replay.referee import RefereedDeal, Report
from scorer.replay.rules import TableRules
from scorer.replay.table import PlayTable
from scorer.tiles import Tile
from scorer.values import dataclass
from scorer.waiting import Discards, find_discards


@dataclass(frozen=True)
class TurnState:
    """The table after an event of a recorded deal. `number` counts the events from 1; 0 is the deal before
    the first one, where `event` is None.

    `hands` are the tiles of each player in notation, with their sets; `?` is a tile that the log does not
    show. `rivers` are the codes of the discards. `to_act` is the player whose turn it is, and `has_tile`
    whether they have taken a tile. `sources` has for each set of each player who fed it, -1 for nobody.
    """

    number: int
    event: Event | None
    hands: tuple[str, ...]
    rivers: tuple[tuple[str, ...], ...]
    sources: tuple[tuple[int, ...], ...]
    indicators: tuple[str, ...]
    wall_left: int
    to_act: int
    has_tile: bool
    discards: Discards | None = None
    """what the player to act can discard to stay nearest to complete, if that was asked for"""


def turn_states(
    report: Report,
    deal: RefereedDeal,
    advised_player: int = -1,
    looks: Mapping[int, Callable[[PlayTable], object]] = MappingProxyType({}),
) -> tuple[TurnState, ...]:
    """The states of a deal, from the deal of the tiles to its last event that can be followed. For one
    player, each turn has the discards that leave their hand nearest to complete. `looks` are called with the
    table after the events of these numbers.

    >>> from scorer import read_game, referee, sample_log
    >>> report = referee(read_game(sample_log()))
    >>> start, end = turn_states(report, report.deals[0])
    >>> start.hands[0], end.event.kind, end.hands[0]
    ('123m456p789s1122z', 'draw', '123m456p789s11222z')
    """
    found: list[TurnState] = []
    rules = report.rules
    table = PlayTable(deal.deal, rules)
    if table.players and any(deal.deal.hands):
        found.append(_state(table, 0, None, None))
        if 0 in looks:
            looks[0](table)

    def add(table: PlayTable, event: Event) -> None:
        acts = table.has_tile and table.to_act == event.player == advised_player
        advice = possible_discards(table, rules, advised_player) if acts else None
        found.append(_state(table, table.at, event, advice))
        if table.at in looks:
            looks[table.at](table)

    table.follow(add)
    return tuple(found)


def _state(table: PlayTable, number: int, event: Event | None, advice: Discards | None) -> TurnState:
    players = range(len(table.players))
    return TurnState(
        number, event, tuple(held_tiles(table, player) for player in players),
        tuple(tuple(one.river) for one in table.players), tuple(tuple(one.sources) for one in table.players),
        tuple(table.indicators), table.wall_left, table.to_act, table.has_tile, advice,
    )  # fmt: skip


def held_tiles(table: PlayTable, player: int) -> str:
    """The tiles that a player holds in notation, with their sets; `?` for those that the log does not
    show.
    """
    rules, one = table.rules, table.players[player]
    tileset = rules.ruleset.tileset
    known = sorted(rules.tiles[code] for code in one.hand if code != UNKNOWN and code in rules.tiles)
    hidden = "?" * (len(one.hand) - len(known))
    melds = [format_meld(meld, tileset) for meld in one.melds]
    return " ".join(filter(None, [tileset.format_tiles(known), hidden, *melds]))


def possible_discards(table: PlayTable, rules: TableRules, player: int) -> Discards | None:
    """The discards that leave the hand of a player nearest to complete, with what it then waits for; None if
    their tiles are not known, or if they have declared a ready hand. Tiles that everybody sees are not left
    to draw.
    """
    one = table.players[player]
    if one.is_hidden or one.declared_turn:  # who has declared discards what they draw
        return None
    hand = WaitingHand(tuple(sorted(rules.tiles[code] for code in one.hand)), tuple(one.melds))
    seat, wind = table.seat(player), WINDS[table.deal.round % len(WINDS)]
    shown = tuple(rules.tiles[code] for code in table.indicators)
    indicators = ((rules.open_indicator, shown),) if rules.open_indicator else ()

    situation = Situation(False, seat, wind, None, (), indicators)
    own = tuple(rules.tiles[code] for code in one.river)
    return find_discards(rules.ruleset, hand, situation, own, _visible(table, rules, player))


def _visible(table: PlayTable, rules: TableRules, player: int) -> tuple[Tile, ...]:
    """The tiles of others that everybody sees, without indicators; a called tile is counted once."""
    found: list[Tile] = []
    for at, other in enumerate(table.players):
        if at == player:
            continue
        found += [rules.tiles[code] for code in other.river]
        found += [tile for meld in other.melds for tile in meld.tiles]
        for kind in other.called:
            called = next((tile for tile in found if tile.kind == kind), None)
            if called is not None:
                found.remove(called)
    return tuple(found)
