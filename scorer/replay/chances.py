"""Missed chances of one deal: winning tiles that were passed, and who is ready at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorer.engine.results import Score
from scorer.errors import InputError
from scorer.hand import WINDS, Hand, Situation
from scorer.language.nodes import Node
from scorer.language.vocabulary import LASTING_TABLE_WORDS
from scorer.message import localized_message_text
from scorer.notation import format_meld
from scorer.replay.game import ADD, ASIDE, DISCARD, DRAW, QUAD, Event
from scorer.replay.moment import Moment, may_win_on
from scorer.replay.referee import FollowedDeal, Line, RefereedDeal, Report
from scorer.replay.table import PlayTable
from scorer.rows import RowRules
from scorer.ruleset.model import Ruleset
from scorer.scoring import hand_and_situation, hand_outcome
from scorer.tiles import Tile
from scorer.values import dataclass

CLAIMS = "claims"
"""The word of the rules for how many players may win on the last discard."""
LEGAL, FORBIDDEN, WORTHLESS = "legal", "forbidden", "worthless"
"""Why a win was passed: it was legal but declined; a circumstance that follows from discards forbids it
(furiten); or the hand is not worth enough to win.
"""


@dataclass(frozen=True)
class PassedWin:
    """A tile that completed a player's hand and was not taken. `source` is the discarder, or the player
    for a draw; `verdict` is legal, forbidden or worthless. `circumstances` forbid the win.
    """

    player: int
    source: int
    tile: str
    event: int
    verdict: str
    line: Line
    score: Score | None
    reasons: tuple[str, ...] = ()
    circumstances: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadyHand:
    """A hand that is ready at the end of a deal: each tile that completes it with what it would have paid
    on a discard, None if it may not win there.
    """

    player: int
    hand: str
    waits: tuple[tuple[str, Score | None], ...]
    is_forbidden: bool
    """a circumstance that follows from discards forbids a win on a discard (furiten)"""


class PassedTile(NamedTuple):
    """A tile that completed a player's hand and was not taken: the event that offered it with its number,
    the circumstances that forbid the win, and the hand as a line of `scorer batch`.
    """

    player: int
    event: Event
    number: int
    forbidding: tuple[str, ...]
    line: Line


class Watcher:
    """Watches a deal for tiles that complete a hand."""

    def __init__(self, deal: FollowedDeal) -> None:
        self.followed, self.rules = deal, deal.rules
        players = range(len(deal.table.players))
        self.waits: list[frozenset[int]] = [frozenset() for _ in players]
        self.passed_tiles: list[PassedTile] = []
        self.last = len(deal.deal.events)
        self.winners = {win.player for win in deal.deal.wins}

    def __call__(self, table: PlayTable, event: Event) -> None:
        if event.kind == DISCARD:
            self._note_offer(table, event)
            self.waits[event.player] = frozenset(table.waits(event.player))
        elif event.kind in (ADD, QUAD, ASIDE):
            self._note_offer(table, event)
        elif event.kind == DRAW:
            if not self.waits[event.player]:
                self.waits[event.player] = self._waits_before(table, event)
            kind = self.rules.tiles[event.tile].kind if event.tile else -1
            is_won = table.at == self.last and event.player in self.winners
            if kind in self.waits[event.player] and not is_won:
                self._note(table, event.player, event, kind)

    def _waits_before(self, table: PlayTable, event: Event) -> frozenset[int]:
        """What the player waited for before the draw."""
        one = table.players[event.player]
        if one.is_hidden:
            return frozenset()
        hand = list(one.hand)
        hand.remove(event.tile)
        return frozenset(self.rules.waits(hand, tuple(one.melds)))

    def _note_offer(self, table: PlayTable, event: Event) -> None:
        kind = self.rules.tiles[event.tile].kind
        for player, waits in enumerate(self.waits):
            is_won = table.at == self.last and player in self.winners
            if player == event.player or kind not in waits or is_won:
                continue
            if event.kind != QUAD or Moment(table, player, kind).may_rob():
                self._note(table, player, event, kind)

    def _note(self, table: PlayTable, player: int, event: Event, kind: int) -> None:
        moment = Moment(table, player, kind)
        facts = moment.circumstances()
        forbidding = tuple(
            one.id for one in self.rules.decided if one.own_discard == "any" and one.id in facts
        )
        allowed = {name: count for name, count in facts.items() if name not in forbidding}
        line = line_at(self.followed, table, player, event, allowed)
        self.passed_tiles.append(PassedTile(player, event, table.at, forbidding, line))


def line_at(deal: FollowedDeal, table: PlayTable, player: int, event: Event, facts: dict[str, int]) -> Line:
    """The line of `scorer batch` for a player who would win with the tile of an event."""
    one, own = table.players[player], event.kind == DRAW
    tileset = table.rules.ruleset.tileset
    concealed = list(one.hand)
    if own:
        concealed.remove(event.tile)
    tiles = tileset.format_tiles(sorted(table.rules.tiles[code] for code in concealed))
    melds = [format_meld(meld, tileset) for meld in one.melds]
    line: Line = {
        "hand": " ".join([tiles, *melds]) + f" +{event.tile}",
        "win": "tsumo" if own else "ron",
        "seat": table.seat(player),
        "round": WINDS[deal.deal.round % len(WINDS)],
    }
    if not own:
        line["from"] = table.seat(event.player)
    if facts:
        line["with"] = [name if count == 1 else f"{name}={count}" for name, count in facts.items()]
    if table.rules.open_indicator and table.indicators:
        line[table.rules.open_indicator] = "".join(table.indicators)
    return line


def scored_line(line: Line, ruleset: Ruleset) -> tuple[Score | None, tuple[str, ...]]:
    """The score of a line, or the reasons why it has none."""
    rules = RowRules(ruleset)
    try:
        hand, situation = hand_and_situation(*rules.read(line))
    except InputError as error:
        return None, tuple(localized_message_text(fault.message) for fault in error.faults)
    outcome = hand_outcome(ruleset, hand, situation)
    return outcome.score, outcome.reasons if outcome.score is None else ()


def passed_wins(report: Report, deal: RefereedDeal) -> tuple[PassedWin, ...]:
    """Every tile of a deal that completed a hand and was not taken, with the reason."""
    followed = FollowedDeal(deal.deal, report.rules, report.site, follow=False)
    watcher = Watcher(followed)
    followed.table.follow(watcher)
    ending = deal.draw.rule if deal.draw else None
    is_claimed = ending is not None and CLAIMS in _words(ending.condition)
    found = []
    for player, event, number, forbidding, line in watcher.passed_tiles:
        if is_claimed and number == watcher.last:  # so many claimed the last discard that nobody wins
            continue
        score, reasons = scored_line(line, report.ruleset)
        verdict = FORBIDDEN if forbidding and event.kind != DRAW else LEGAL if score else WORTHLESS
        found.append(
            PassedWin(player, event.player, event.tile, number, verdict, line, score, reasons, forbidding)
        )
    return tuple(found)


def ready_hands(report: Report, deal: RefereedDeal) -> tuple[ReadyHand, ...]:
    """Who is ready at the end of a deal, for what, and what each tile would pay on a discard. Winners are
    left out.
    """
    if not deal.is_followed:
        return ()
    return tuple(_ready_hands(report, deal, {win.claim.player for win in deal.wins}))


def _ready_hands(report: Report, deal: RefereedDeal, winners: set[int]) -> Iterator[ReadyHand]:
    for player in range(len(deal.table.players)):
        found = None if player in winners else ready_hand(report, deal.table, player)
        if found:
            yield found


def ready_hand(report: Report, table: PlayTable, player: int) -> ReadyHand | None:
    """The hand of a player at a table, if it is ready and known: each tile that completes it with what it
    would pay on a discard. A tile that was drawn and completes the hand is left out.
    """
    one, rules = table.players[player], report.rules
    moment = Moment(table, player)
    if one.is_hidden or not moment.waits:
        return None
    lasting = {
        one.id
        for one in rules.decided
        if one.table_expression is not None and _words(one.table_expression) <= {*LASTING_TABLE_WORDS}
    }
    facts = {name: count for name, count in moment.circumstances().items() if name in lasting}
    hand = list(one.hand)
    if moment.is_own and one.drawn in hand:
        hand.remove(one.drawn)
    concealed = tuple(sorted(rules.tiles[code] for code in hand))
    payer = table.seat((player + 1) % len(table.players))
    situation = Situation(
        False, table.seat(player), WINDS[table.deal.round % len(WINDS)], payer, tuple(facts.items()),
        ((rules.open_indicator, tuple(rules.tiles[code] for code in table.indicators)),)
        if rules.open_indicator else (),
    )  # fmt: skip
    waits, tileset = [], report.ruleset.tileset
    for kind in sorted(moment.waits):
        won = Hand(concealed, tuple(one.melds), Tile(kind))
        waits.append((tileset.tile_code(Tile(kind)), hand_outcome(report.ruleset, won, situation).score))
    melds = [format_meld(meld, tileset) for meld in one.melds]
    text = " ".join([tileset.format_tiles(concealed), *melds])
    return ReadyHand(player, text, tuple(waits), _is_forbidden(moment))


def _is_forbidden(moment: Moment) -> bool:
    """Whether a win on a discard is forbidden, although the player waits for the tile."""
    kind = min(moment.waits)
    return not may_win_on(Moment(moment.table, moment.player, kind))


def _words(node: Node) -> frozenset[str]:
    return frozenset(str(part.args[0]) for part in node.walk() if part.op == "fact")


def all_passed_wins(report: Report) -> Sequence[tuple[RefereedDeal, tuple[PassedWin, ...]]]:
    """The passed wins of each deal that has some."""
    found = [(deal, passed_wins(report, deal)) for deal in report.deals if deal.deal.hands]
    return [(deal, passed) for deal, passed in found if passed]
