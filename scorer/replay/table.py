"""Follows the events of one deal: the tiles of every player, the table, and who could have won.

An impossible event (such as a discard of a tile that the player does not hold) ends this; everything known
before it is kept, and a trouble gives the place and the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain

from scorer.hand import Meld
from scorer.message import Message, Text
from scorer.replay.game import (
    ADD,
    ASIDE,
    CALL,
    DECLARE,
    DISCARD,
    DRAW,
    INDICATOR,
    QUAD,
    STICK,
    UNKNOWN,
    Deal,
    Event,
    Trouble,
    letter,
)
from scorer.replay.rules import TableRules

FOUR = 4


class Impossible(Exception):
    """An event that cannot happen at this point of the deal."""


class Player:
    """The state of one player."""

    __slots__ = (
        "called",
        "called_before",
        "calls_at_declaration",
        "declared_at",
        "declared_turn",
        "drawn",
        "draws",
        "draws_since",
        "first_discard",
        "hand",
        "has_stick",
        "is_hidden",
        "melds",
        "offers_at_declaration",
        "offers_at_draw",
        "replacements",
        "river",
        "river_called",
        "set_aside",
        "sources",
        "turns",
    )  # fmt: skip

    def __init__(self, hand: tuple[str, ...]) -> None:
        self.hand = list(hand)
        self.is_hidden = UNKNOWN in hand or not hand
        self.drawn = UNKNOWN
        self.melds: list[Meld] = []
        self.sources: list[int] = []
        """for each set the player who fed it, -1 for nobody"""
        self.called: list[int] = []
        """the kinds of the tiles that were called"""
        self.river: list[str] = []
        self.river_called = False
        self.first_discard = UNKNOWN
        self.set_aside = 0
        self.replacements = 0
        """replacement tiles drawn in a row"""
        self.turns = 0
        self.declared_turn = 0
        self.declared_at = -1
        self.has_stick = False
        """whether the stick of the declaration has been put down"""
        self.called_before = False
        self.calls_at_declaration = 0
        self.draws = self.draws_since = 0
        self.offers_at_draw = 0
        self.offers_at_declaration = 0


class PlayTable:
    """The table of one deal. The player `to_act` is next: they discard or declare if `has_tile` is true, and
    draw otherwise, unless somebody calls the last discard.
    """

    def __init__(self, deal: Deal, rules: TableRules) -> None:
        self.deal, self.rules = deal, rules
        self.players = [Player(hand) for hand in deal.hands or ((),) * rules.players]
        self.wall_left = rules.wall
        self.calls = 0
        self.discards = 0
        self.discards_at_fours: list[int] = []
        """the discards before each set of four"""
        self.indicators = list(deal.indicators)
        self.offers: list[Event] = []
        """the events that offered a tile for others to win on"""
        self.last: Event | None = None
        """the last event that offered or took a tile"""
        self.is_replacement = False
        self.to_act = deal.dealer
        self.has_tile = False
        """whether the player to act has taken a tile"""
        self.at = 0
        """the number of the event that is followed"""
        self.troubles: list[Trouble] = []

    def follow(self, watch: Callable[[PlayTable, Event], None] | None = None) -> bool:
        """Follows all events, and returns whether the end was reached. `watch` is called after each event."""
        sizes = {len(hand) for hand in self.deal.hands}
        if (
            not sizes <= {self.rules.hand_size, 0}
            or not any(sizes)
            or len(self.players) != self.rules.players
        ):
            if not self.deal.troubles:
                self.troubles.append(Trouble(Message("tiles unknown")))
            return False
        unknown = {*chain(*self.deal.hands), *self.indicators} - {UNKNOWN, *self.rules.tiles}
        if unknown:
            name = self.rules.ruleset.id
            self.troubles += [
                Trouble(Message("no tile or set of rules", code, name), 0, self.deal.place)
                for code in sorted(unknown)
            ]
            return False
        unread = min(
            (one.event for one in self.deal.troubles if one.event), default=len(self.deal.events) + 1
        )
        for number, event in enumerate(self.deal.events, 1):
            self.at = number
            try:
                FOLLOW[event.kind](self, event)
            except (Impossible, KeyError) as error:
                message: Text = str(error) if isinstance(error, KeyError) else error.args[0]
                if isinstance(error, KeyError):
                    message = Message("no tile or set of rules", error.args[0], self.rules.ruleset.label)
                if number < unread:  # otherwise it follows from what could not be read
                    self.troubles.append(Trouble(message, number, event.place))
                return False
            if watch:
                watch(self, event)
        self._count_tiles()
        self._check_sticks()
        self._check_indicators()
        return True

    def _contradiction(self, message: Text, event: Event) -> None:
        """Records something that an event says beside what follows from the events before it."""
        self.troubles.append(Trouble(message, self.at, event.place))

    def _count_tiles(self) -> None:
        """Tells of tiles that the log shows more often than they exist: one of them is damaged."""
        drawn = [event.tile for event in self.deal.events if event.kind == DRAW]
        hidden = max((win.hidden_indicators or () for win in self.deal.wins), key=len, default=())
        copies = self.rules.copies
        counts = Counter([*self.indicators, *hidden, *chain(*self.deal.hands), *drawn])
        for red, plain in self.rules.plain_by_red.items():
            counts[plain] += counts[red]
        for code, count in counts.items():
            if code and count > copies.get(code, 0):
                message = Message("too many copies in log", count, code, copies.get(code, 0))
                self.troubles.append(Trouble(message, 0, self.deal.place))

    def _check_sticks(self) -> None:
        """Tells of declarations without a stick; none is put down if the declaration's discard is won on."""
        is_written = self.deal.writes_sticks and self.deal.is_over
        for at, player in enumerate(self.players) if is_written else ():
            if player.declared_turn and not player.has_stick and not self.is_last_declared(at):
                message = Message("declares without stick", letter(at))
                self.troubles.append(Trouble(message, 0, self.deal.place))

    def _check_indicators(self) -> None:
        """Tells of indicators that are missing, or turned over without a set of four. That of a set may be
        turned over only after the next discard.
        """
        if not self.rules.open_indicator:
            return
        most = min(1 + sum(self.fours()), self.rules.most_indicators)
        found = len(self.indicators)
        late = sum(self.discards - before <= 1 for before in self.discards_at_fours)
        if not max(most - late, 1) <= found <= most:
            message = Message("wrong number of indicators", found, most)
            self.troubles.append(Trouble(message, 0, self.deal.place))

    # ---- events

    def _draw(self, event: Event) -> None:
        player = self.players[event.player]
        if self.has_tile:
            raise Impossible(
                Message("draws before discard", letter(event.player), event.tile, letter(self.to_act))
            )
        if event.player != self.to_act:
            raise Impossible(Message("draws out of turn", letter(event.player), letter(self.to_act)))
        if event.tile and event.tile not in self.rules.tiles:
            raise KeyError(event.tile)
        if self.is_replacement and self.last is not None and self.last.kind in (ADD, QUAD, ASIDE):
            self.calls += 1
        player.hand.append(event.tile)
        player.drawn = event.tile
        if not self.is_replacement:
            player.turns += 1
        player.replacements = player.replacements + 1 if self.is_replacement else 0
        player.draws_since += 1
        player.draws += 1
        player.offers_at_draw = len(self.offers)
        self.wall_left -= 1
        if event.wall_left >= 0 and self.wall_left != event.wall_left:
            self._contradiction(
                Message("wrong number left", event.wall_left, self.wall_left),
                event,
            )
            self.wall_left = event.wall_left
        self.has_tile, self.last = True, event

    def _discard(self, event: Event) -> None:
        player, tile = self.players[event.player], event.tile
        if event.player != self.to_act or not self.has_tile:
            raise Impossible(Message("discards without draw", letter(event.player), tile))
        if event.is_drawn is not None and player.drawn:  # after a call, sites differ in what they mark
            self._check_drawn(event, player)
        if tile in player.hand:
            player.hand.remove(tile)
        else:
            self._take(player, tile, "discards")
        player.river.append(tile)
        player.first_discard = player.first_discard or tile
        player.drawn = UNKNOWN
        self._offer(event)
        self.discards += 1
        self.to_act = (event.player + 1) % len(self.players)
        self.has_tile = self.is_replacement = False

    def _check_drawn(self, event: Event, player: Player) -> None:
        """Tells of a discard that is marked as the tile just drawn but is not, or the other way round."""
        who, drawn = letter(event.player), player.drawn
        if event.is_drawn and drawn != event.tile:
            message = Message("not the drawn tile", who, drawn)
            self._contradiction(message, event)
        if (
            not event.is_drawn
            and drawn == event.tile
            and player.hand.count(drawn) == 1
            and not player.is_hidden
        ):
            self._contradiction(Message("only the drawn tile", who, drawn), event)

    def _call(self, event: Event) -> None:
        player, last = self.players[event.player], self.last
        if last is None or last.kind != DISCARD or (last.player, last.tile) != (event.source, event.tile):
            raise Impossible(Message("calls no discard", letter(event.player), event.tile))
        if event.player == event.source:
            raise Impossible(Message("calls own discard", letter(event.player)))
        for tile in event.tiles:
            self._take(player, tile, "calls with")
        self._lay(player, (event.tile, *event.tiles), False, event.source)
        player.called.append(self.rules.tiles[event.tile].kind)
        player.replacements = 0
        source = self.players[event.source]
        source.river_called = True
        self.calls += 1
        player.turns += 1
        player.offers_at_draw = len(self.offers)
        self.to_act, self.last = event.player, event
        self.has_tile = len(event.tiles) + 1 < FOUR
        self.is_replacement = not self.has_tile

    def _add(self, event: Event) -> None:
        player = self._acting(event)
        kind = self.rules.tiles[event.tile].kind
        place = next(
            (
                at
                for at, one in enumerate(player.melds)
                if len(one.tiles) == FOUR - 1 and _is_alike(one, kind)
            ),
            -1,
        )
        if place < 0:
            raise Impossible(Message("adds to no set", letter(event.player), event.tile))
        self._take(player, event.tile, "adds")
        held = tuple(map(self.rules.ruleset.tileset.tile_code, player.melds[place].tiles))
        if event.tiles and Counter(event.tiles) != Counter(held):
            told, known = " ".join(event.tiles), " ".join(held)
            self._contradiction(
                Message("adds to other set", letter(event.player), event.tile, told, known),
                event,
            )
        codes = (event.tile, *held)
        player.melds[place] = self.rules.meld(codes, is_concealed=False, is_added=True)
        self.discards_at_fours.append(self.discards)
        self._offer(event)
        self._replaces()

    def _quad(self, event: Event) -> None:
        player = self._acting(event)
        for tile in event.tiles:
            self._take(player, tile, "declares")
        self._lay(player, event.tiles, True, -1)
        self._offer(event)
        self._replaces()

    def _aside(self, event: Event) -> None:
        player = self._acting(event)
        self._take(player, event.tile, "sets aside")
        player.set_aside += 1
        self._offer(event)
        self._replaces()

    def _declare(self, event: Event) -> None:
        player = self.players[event.player]
        if player.declared_turn:
            raise Impossible(Message("declares twice", letter(event.player)))
        if event.player != self.to_act or not self.has_tile:
            raise Impossible(Message("declares ready out of turn", letter(event.player)))
        player.declared_turn, player.declared_at = max(player.turns, 1), self.discards
        player.called_before, player.calls_at_declaration = self.calls > 0, self.calls
        player.draws_since, player.offers_at_declaration = 0, len(self.offers) + 1

    def _stick(self, event: Event) -> None:
        player = self.players[event.player]
        if not player.declared_turn:
            raise Impossible(Message("stick without declaration", letter(event.player)))
        if player.has_stick:
            raise Impossible(Message("second stick", letter(event.player)))
        player.has_stick = True
        if event.scores and self.deal.scores and self.rules.stick:
            paid = [self.rules.stick if one.has_stick else 0 for one in self.players]
            expected = tuple(start - stick for start, stick in zip(self.deal.scores, paid, strict=True))
            if expected != event.scores:
                told, known = (", ".join(map(str, scores)) for scores in (event.scores, expected))
                self._contradiction(Message("scores beside stick", told, known), event)

    def _indicator(self, event: Event) -> None:
        self.indicators.append(event.tile)

    # ---- parts of events

    def _acting(self, event: Event) -> Player:
        if event.player != self.to_act or not self.has_tile:
            raise Impossible(
                Message("declares set out of turn", letter(event.player), event.tile or Message("some set"))
            )
        return self.players[event.player]

    def _take(self, player: Player, tile: str, verb: str) -> None:
        """Takes a tile out of a hand."""
        if tile in player.hand:
            player.hand.remove(tile)
        elif player.is_hidden and UNKNOWN in player.hand:
            player.hand.remove(UNKNOWN)
        elif player.is_hidden and not player.hand:
            return
        else:
            holder = letter(self.players.index(player))
            held = self.rules.ruleset.tileset.format_tiles(
                sorted(self.rules.tiles[code] for code in player.hand if code)
            )
            raise Impossible(Message(f"{verb}, but holds", holder, tile, held))

    def _lay(self, player: Player, tiles: tuple[str, ...], is_concealed: bool, source: int) -> None:
        player.melds.append(self.rules.meld(tiles, is_concealed))
        player.sources.append(source)
        if len(tiles) == FOUR:
            self.discards_at_fours.append(self.discards)

    def _offer(self, event: Event) -> None:
        if event.tile not in self.rules.tiles:
            raise KeyError(event.tile)
        self.offers.append(event)
        self.last = event

    def _replaces(self) -> None:
        """The player draws again, for a tile of a set of four or one set aside. The set interrupts the others
        with that draw only: one that is robbed has not been made.
        """
        self.has_tile, self.is_replacement = False, True

    # ---- what lies on the table

    def seat(self, player: int) -> str:
        """The wind of a player's seat."""
        return self.rules.seats[(player - self.deal.dealer) % len(self.players)]

    def is_last_declared(self, player: int) -> bool:
        """Whether the last discard is the one with which this player declared."""
        one, last = self.players[player], self.last
        if not one.declared_turn or last is None or (last.kind, last.player) != (DISCARD, player):
            return False
        return one.declared_at == self.discards - 1

    def sticks(self, is_won_on: bool) -> int:
        """The sticks on the table; a declaration whose discard is won on pays none."""
        declared = [at for at, player in enumerate(self.players) if player.declared_turn]
        lost = [at for at in declared if is_won_on and self.is_last_declared(at)]
        return self.deal.sticks + (len(declared) - len(lost) if self.rules.stick else 0)

    @property
    def next_wall_left(self) -> int:
        """The tiles left in the wall of the player who draws next, if each player has a wall of their own."""
        players = len(self.players)
        following = (self.to_act + 1) % players if self.has_tile else self.to_act
        return self.rules.wall // players - self.players[following].draws

    def fours(self) -> list[int]:
        """The number of sets of four of each player."""
        return [sum(len(meld.tiles) == FOUR for meld in player.melds) for player in self.players]

    def waits(self, player: int) -> tuple[int, ...]:
        """What a player who has no tile to discard waits for."""
        one = self.players[player]
        if one.is_hidden:
            return ()
        return self.rules.waits(one.hand, tuple(one.melds))


def _is_alike(meld: Meld, kind: int) -> bool:
    return all(tile.kind == kind for tile in meld.tiles)


FOLLOW: dict[str, Callable[[PlayTable, Event], None]] = {
    DRAW: PlayTable._draw,
    DISCARD: PlayTable._discard,
    CALL: PlayTable._call,
    ADD: PlayTable._add,
    QUAD: PlayTable._quad,
    ASIDE: PlayTable._aside,
    DECLARE: PlayTable._declare,
    STICK: PlayTable._stick,
    INDICATOR: PlayTable._indicator,
}
