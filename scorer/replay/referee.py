"""The referee: follows a recorded game, scores every win, settles every draw, and compares both with the
log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import holds
from scorer.engine.results import Score
from scorer.engine.score import HandView
from scorer.errors import ScorerError
from scorer.hand import WINDS, Hand, Meld, Situation
from scorer.language.nodes import Node
from scorer.message import Listed, LocalizedText, Message, Text
from scorer.notation import format_meld
from scorer.replay.draws import SettledDraw, draw_that_pays, drawn_deal
from scorer.replay.game import (
    ADD,
    ASIDE,
    DECLARE,
    DISCARD,
    DRAW,
    NO_ROUND,
    QUAD,
    STICK,
    ClaimedDraw,
    ClaimedWin,
    Deal,
    Game,
    Trouble,
    letter,
    renamed_tiles,
)
from scorer.replay.limits import refuse
from scorer.replay.moment import Moment
from scorer.replay.rules import TableRules
from scorer.replay.sites import ChosenRules, Site, site_of
from scorer.replay.table import PlayTable
from scorer.ruleset.model import Ruleset, Value
from scorer.scoring import RulesetOrName, Scores, resolve_ruleset, score_many
from scorer.table.settle import (
    DealEnd,
    FinalResult,
    NextDeal,
    final_result,
    next_deal,
    paid_scores,
    stick_gains,
)
from scorer.teach.winners import ClaimPortion, claim_portions
from scorer.tiles import Tile
from scorer.values import cached_property, dataclass, replace

Line = dict[str, object]
"""A win as a line of `scorer batch`."""
ROBBED = Message("robbed concealed set")
LONGEST_WORD = 40
"""The most letters of a log's word that are shown."""
NO_DRAW = "none"
"""What the rules call a deal without a winner that no rule of theirs ends."""


@dataclass(frozen=True)
class Mismatch:
    """A place where the log and the rules differ. `win` counts the wins of the deal from 1, 0 for the deal.

    `topic` is one of: payments, points, total, sheet, patterns, indicators, hand, melds, refused, draw,
    ready, scores, counters, sticks, dealer, final, results. For numbers beside the result of a deal it is
    one of: result_scores, result_counters, result_sticks, scores_after.
    """

    topic: str
    log: object
    rules: object
    win: int = 0
    log_players: tuple[int, ...] = ()
    rules_players: tuple[int, ...] = ()
    """for a draw, the players whom it pays by itself"""


class DealMismatch(NamedTuple):
    """A mismatch with the name of its deal, `end` for one of the whole game."""

    deal: str
    mismatch: Mismatch


class LogPattern(NamedTuple):
    """A pattern that a log names: its own word or number, its value (-1 if it writes none), and the ids of
    the patterns of the ruleset that the word may mean; none if it is unknown.
    """

    word: str
    value: int
    ids: tuple[str, ...]


@dataclass(frozen=True)
class RefereedWin:
    """A win with its score. `line` is the win as `scorer batch` reads it, None if the hand is not known;
    `error` is why it has no score. `payments` are the gains of each player.
    """

    claim: ClaimedWin
    line: Line | None
    payments: tuple[int, ...] | None
    points: int | float | None
    from_result: bool
    """whether the hand is taken from the log's result, because the events cannot be followed"""
    scores: Scores | None
    place: int
    """the position of its score among the scores"""
    log_patterns: tuple[LogPattern, ...] | None = None
    """the patterns that the log names; None if it names none"""

    @cached_property
    def score(self) -> Score | None:
        """The whole score, None if the hand has none."""
        found = self.scores[self.place] if self.scores is not None and self.line is not None else None
        return found if isinstance(found, Score) else None

    @property
    def error(self) -> ScorerError | None:
        return self.scores.errors.get(self.place) if self.scores is not None else None


@dataclass(frozen=True)
class RefereedDeal:
    """One deal: its wins or its draw, the scores before and after, and every mismatch and trouble."""

    deal: Deal
    table: PlayTable
    is_followed: bool
    wins: tuple[RefereedWin, ...]
    draw: SettledDraw | None
    scores_before: tuple[int, ...] | None
    scores_after: tuple[int, ...] | None
    stick_payers: tuple[int, ...]
    sticks_after: int
    end: DealEnd | None
    """how the deal ended, as the rules for the next one see it; None if that is not known"""
    rounds: int
    """the planned rounds of the game, 0 if the log does not name them"""
    mismatches: tuple[Mismatch, ...]
    troubles: tuple[Trouble, ...]
    is_draw_named: bool = True
    """whether the log's word for a draw, if it has one, is known"""
    is_draw_checked: bool = True
    """whether the draw follows from tiles that the log shows"""

    @cached_property
    def next_deal(self) -> NextDeal | None:
        """What the next deal begins with; None if that is not known."""
        return next_deal(self.table.rules, self.end, self.rounds) if self.end else None

    @property
    def unchecked(self) -> int:
        """How many of its results cannot be checked: wins with unknown hands, and a draw with such hands."""
        return sum(win.line is None for win in self.wins) + (
            self.draw is not None and not self.is_draw_checked
        )

    @property
    def name(self) -> str:
        return self.deal.name


@dataclass(frozen=True)
class Report:
    """The report on a game: every deal, the final scores, and how many mismatches and troubles there are.

    >>> from scorer import sample_log, read_game
    >>> report = referee(read_game(sample_log()))
    >>> report.ruleset.id, len(report.wins), report.differs
    ('tenhou', 1, ())

    Each difference is an object with the deal, the topic, and the value in the log and by the rules:

    >>> lie = sample_log().replace(b"48000", b"32000")
    >>> for deal, one in referee(read_game(lie)).differs:
    ...     print(deal, one.topic, one.log, one.rules)
    E1 payments (32000, -16000, -16000, -16000) (48000, -16000, -16000, -16000)
    """

    game: Game
    site: Site
    ruleset: Ruleset
    chosen_rules: ChosenRules
    deals: tuple[RefereedDeal, ...]
    troubles: tuple[Trouble, ...]
    notes: tuple[Message, ...] = ()
    """notes about the rules that were used"""
    final_mismatch: Mismatch | None = None

    @cached_property
    def differs(self) -> tuple[DealMismatch, ...]:
        """Every mismatch, with the name of its deal."""
        found = [DealMismatch(deal.name, one) for deal in self.deals for one in deal.mismatches]
        of_end = [DealMismatch("end", self.final_mismatch)] if self.final_mismatch else []
        return (*found, *of_end)

    @property
    def fault_count(self) -> int:
        return len(self.troubles) + sum(len(deal.troubles) for deal in self.deals)

    @property
    def unchecked(self) -> int:
        """How many wins and draws can neither agree nor differ, because the tiles are not known."""
        return sum(deal.unchecked for deal in self.deals)

    @property
    def agrees(self) -> bool:
        """Whether the log and the rules agree everywhere, and all of it could be read."""
        return not self.differs and not self.fault_count

    @property
    def wins(self) -> tuple[RefereedWin, ...]:
        return tuple(win for deal in self.deals for win in deal.wins)

    @property
    def rules(self) -> TableRules:
        return table_rules(self.ruleset)

    def final_result(self, scores: Sequence[int]) -> FinalResult | None:
        """What scores after the last deal are worth, with the sticks that are left; None if the ruleset does
        not say.
        """
        return final_result(
            self.ruleset, self.rules, scores, self.deals[-1].sticks_after, self.game.first_dealer
        )


_TABLES: dict[int, TableRules] = {}


def table_rules(ruleset: Ruleset) -> TableRules:
    """The rules that a table needs; the same object for the same ruleset."""
    held = _TABLES.get(id(ruleset))
    if held is not None and held.ruleset is ruleset:
        return held
    if len(_TABLES) > 16:
        _TABLES.clear()
    found = _TABLES[id(ruleset)] = TableRules(ruleset)
    return found


# ---- following the deals of a game


class FollowedDeal:
    """A deal that has been followed: its table, and the claims of its winners as lines."""

    def __init__(self, deal: Deal, rules: TableRules, site: Site, follow: bool = True) -> None:
        self.deal, self.rules, self.site = deal, rules, site
        self.table = PlayTable(deal, rules)
        self.is_followed = self.table.follow() if follow else False
        self.troubles = [*deal.troubles, *self.table.troubles]
        self.mismatches: list[Mismatch] = []
        self.lines: list[Line | None] = []
        self.honba, self.sticks = deal.honba, deal.sticks
        self.from_result = not self.is_followed or not deal.events
        if not deal.events and deal.is_over:
            self.trouble(Message("deal without events"), deal.place)

    def trouble(self, message: Text, place: int = -1) -> None:
        self.troubles.append(Trouble(message, 0, place))

    # ---- wins as lines

    def claim(self, honba: int, sticks: int) -> None:
        """Makes a line of each claimed win, with these counters and sticks on the table at the start."""
        self.honba, self.sticks = honba, sticks
        self.lines = [self._line(win, number) for number, win in enumerate(self.deal.wins, 1)]
        declared = len(self.stick_payers or ()) if self.rules.stick else 0
        written = self.counters_in_result() if self.from_result else None
        if written:
            honba, sticks, declared = *written, 0
        for portion in self._portions(sticks + declared):
            line = self.lines[portion.place]
            if line is not None:
                line["honba"] = honba if portion.takes_counters else 0
                line["sticks"] = portion.sticks

    def _portions(self, sticks: int = 0) -> list[ClaimPortion]:
        """What each claimed win gets by the rules, with these sticks on the table."""
        wins, table = self.deal.wins, self.table
        payers = {table.seat(win.source) for win in wins[:1] if win.source != win.player}
        seats = [table.seat(win.player) for win in wins]
        have_sticks = [win.player in (self.stick_payers or ()) for win in wins]
        return claim_portions(self.rules.ruleset, "".join(payers), seats, sticks, have_sticks)

    @cached_property
    def paid_wins(self) -> tuple[ClaimedWin, ...]:
        """The claimed wins that the rules pay, in the order of the log."""
        paid = {portion.place for portion in self._portions() if portion.is_paid}
        return tuple(win for place, win in enumerate(self.deal.wins) if place in paid)

    def _line(self, win: ClaimedWin, number: int) -> Line | None:
        """A win as a line of `scorer batch`, without counters and sticks."""
        if self.from_result:
            return self._line_of_result(win)
        table, own = self.table, win.source == win.player
        last = table.last
        expected = (DRAW,) if own else (DISCARD, ADD, QUAD, ASIDE)
        player = table.players[win.player]
        is_unseen = (
            own and player.is_hidden and last is not None and (last.kind, last.player) == (DRAW, win.player)
        )
        if is_unseen and last is not None and not last.tile:
            return self._line_of_hidden(win, win.tile)
        if last is None or not last.tile or last.kind not in expected or last.player != win.source:
            self.trouble(Message("wins on no tile", letter(win.player)), win.place)
            return self._line_of_result(win)
        if win.tile and win.tile != last.tile:
            self.mismatches.append(Mismatch("hand", win.tile, last.tile, number))
        tile = self.rules.tiles[last.tile]
        concealed = list(player.hand)
        if own:
            concealed.remove(last.tile)
        self.mismatches += self._result_mismatches(win, (*concealed, last.tile), number)
        if player.is_hidden:
            return self._line_of_hidden(win, last.tile)
        melds = [format_meld(meld, self.rules.ruleset.tileset) for meld in player.melds]
        moment = Moment(table, win.player, tile.kind)
        if last.kind == QUAD and not moment.may_rob():
            self.mismatches.append(Mismatch("refused", win.payments, ROBBED, number))
        facts = [name if count == 1 else f"{name}={count}" for name, count in moment.circumstances().items()]
        is_told = win.hidden_indicators is not None and player.declared_turn
        hidden = (win.hidden_indicators or ()) if player.declared_turn else ()
        shown = tuple(table.indicators)
        most = min(len(shown), self.rules.most_hidden)
        if is_told and len(hidden) != most:
            who = letter(win.player)
            self.trouble(Message("wrong hidden indicators", who, most, len(hidden)), win.place)
        line = self._batch_line(win, concealed, melds, last.tile, facts, shown, hidden)
        liable = self._liable(win.player)
        return {**line, "pao": liable} if liable else line

    def _result_mismatches(self, win: ClaimedWin, held: Sequence[str], number: int) -> Iterator[Mismatch]:
        """Compares the tiles that a result shows with those on the table; `held` are the winner's concealed
        ones.
        """
        table, player = self.table, self.table.players[win.player]
        if win.hand is not None and Counter(win.hand) != Counter(held) and not player.is_hidden:
            yield Mismatch("hand", self._text(win.hand), self._text(held), number)
        if win.melds is not None and not player.is_hidden:
            claimed = sorted(self._meld_text(one.tiles, one.is_concealed) for one in win.melds)
            laid = sorted(
                self._meld_text(
                    tuple(map(self.rules.ruleset.tileset.tile_code, meld.tiles)), meld.is_concealed
                )
                for meld in player.melds
            )
            if claimed != laid:
                yield Mismatch("melds", " ".join(claimed), " ".join(laid), number)
        shown = tuple(table.indicators)
        if win.open_indicators is not None and not self.deal.lost_order and shown != win.open_indicators:
            yield Mismatch("indicators", "".join(win.open_indicators), "".join(shown), number)

    def _line_of_hidden(self, win: ClaimedWin, tile: str) -> Line | None:
        """The win of a player whose tiles the log does not show, with the hand of the result; None if that
        does not have it either.
        """
        if win.hand is None or tile not in win.hand:
            return None
        concealed = list(win.hand)
        concealed.remove(tile)
        table, tileset = self.table, self.rules.ruleset.tileset
        moment = Moment(table, win.player, self.rules.tiles[tile].kind)
        facts = [name if count == 1 else f"{name}={count}" for name, count in moment.circumstances().items()]
        melds = [format_meld(meld, tileset) for meld in table.players[win.player].melds]
        hidden = win.hidden_indicators or ()
        return self._batch_line(win, concealed, melds, tile, facts, table.indicators, hidden)

    def _batch_line(
        self, win: ClaimedWin, concealed_tiles: Sequence[str], melds: Sequence[str], tile: str,
        facts: Sequence[str], open_indicators: Sequence[str], hidden_indicators: Sequence[str],
    ) -> Line:  # fmt: skip
        """The keys of a line."""
        rules, table, own = self.rules, self.table, win.source == win.player
        hand = " ".join(filter(None, [self._text(concealed_tiles), *melds])) + f" +{tile}"
        line: Line = {"hand": hand, "win": "tsumo" if own else "ron", "seat": table.seat(win.player)}
        if 0 <= self.deal.round < len(WINDS):
            line["round"] = WINDS[self.deal.round]
        if not own:
            line["from"] = table.seat(win.source)
        if facts:
            line["with"] = list(facts)
        if rules.open_indicator and open_indicators:
            line[rules.open_indicator] = "".join(open_indicators)
        if rules.hidden_indicator and hidden_indicators:
            line[rules.hidden_indicator] = "".join(hidden_indicators)
        return line

    def _text(self, codes: Iterable[str]) -> str:
        """Tiles in notation, in order."""
        found = [self.rules.tiles[code] for code in codes if code in self.rules.tiles]
        return self.rules.ruleset.tileset.format_tiles(sorted(found))

    def _liable(self, player: int) -> dict[str, str]:
        """Who is liable for which pattern: who fed the set that made it certain."""
        one, found = self.table.players[player], dict[str, str]()
        if not self.rules.certain or not any(source >= 0 for source in one.sources):
            return found
        for name, node in self.rules.certain:
            if not self._is_certain(node, one.melds):
                continue
            last = next(
                count for count in range(len(one.melds)) if self._is_certain(node, one.melds[: count + 1])
            )
            if one.sources[last] >= 0:
                found[name] = self.table.seat(one.sources[last])
        return found

    def _is_certain(self, node: Node, melds: Sequence[Meld]) -> bool:
        """Whether sets on the table make a pattern certain."""
        ruleset = self.rules.ruleset
        hand = Hand((), tuple(melds), Tile(ruleset.tileset.playing_kinds[0]))
        return bool(holds(node, HandView(ruleset, hand, Situation(True))))

    def _line_of_result(self, win: ClaimedWin) -> Line | None:
        """A win from the log's result alone; None if the result does not include the hand, or nothing shows
        who discarded the tile.
        """
        is_hand_shown = win.hand is not None and win.tile and win.tile in win.hand
        if not is_hand_shown or win.source < 0 or self.deal.round == NO_ROUND:
            return None
        concealed = list(win.hand or ())
        concealed.remove(win.tile)
        known = {one.id for one in self.rules.ruleset.circumstances}
        named = {
            name
            for word, _ in win.patterns or ()
            for name in self.site.patterns_named(word, self.rules.ruleset)
        }
        facts = [one.id for one in self.rules.ruleset.circumstances if one.id in named & known]
        melds = [self._meld_text(*claimed) for claimed in win.melds or ()]
        return self._batch_line(
            win, concealed, melds, win.tile, facts, win.open_indicators or (), win.hidden_indicators or ()
        )

    def _meld_text(self, codes: Sequence[str], is_concealed: bool, is_added: bool = False) -> str:
        text = self._text(codes)
        if is_added:
            return f"({self._text(codes[1:])}+{self._text(codes[:1])})"
        return f"[{text}]" if is_concealed else f"({text})"

    # ---- the end of the deal

    @cached_property
    def settled_draw(self) -> SettledDraw | None:
        """The draw by the rules; by the log, if the events cannot be followed or some tiles are unknown."""
        claim = self.deal.draw
        if claim is None:
            return None
        players = self.rules.players
        word = self.site.draws.get(claim.word, "")
        by_log = next((draw for draw in self.rules.draws if draw.id == word), None)
        paid = claim.payments or (0,) * players
        ready = claim.ready_states or tuple(one > 0 for one in paid)
        if self.from_result:
            return SettledDraw(by_log, paid, ready)
        settled = drawn_deal(self.table, [Moment(self.table, player) for player in range(players)])
        if any(player.is_hidden for player in self.table.players):
            return SettledDraw(by_log or settled.rule, paid, ready)
        return settled

    @property
    def is_draw_checked(self) -> bool:
        """Whether the deal ends in a draw that follows from tiles which the log shows."""
        is_shown = not any(player.is_hidden for player in self.table.players)
        return self.deal.draw is not None and is_shown and not self.from_result

    @property
    def is_draw_named(self) -> bool:
        """Whether the log's word for a draw, if it has one, is known."""
        claim = self.deal.draw
        return claim is None or not claim.word or claim.word in self.site.draws

    @cached_property
    def stick_payers(self) -> tuple[int, ...] | None:
        """The players whose declaration put a stick on the table in this deal; None if the log has no
        events.
        """
        table, wins = self.table, self.deal.wins
        if self.from_result:
            kinds = {event.kind for event in self.deal.events}
            kind = STICK if STICK in kinds else DECLARE
            paid = dict.fromkeys(event.player for event in self.deal.events if event.kind == kind)
            return tuple(paid) if kinds else None
        is_claimed = bool(wins) and wins[0].source != wins[0].player
        return tuple(
            at
            for at, player in enumerate(table.players)
            if player.declared_turn and not (is_claimed and table.is_last_declared(at))
        )

    def outcome(self, scores: Sequence[int]) -> DealEnd | None:
        """How the deal ended, with the scores after it; None if the log is cut in it."""
        deal = self.deal
        if not deal.is_over or self.stick_payers is None or deal.round == NO_ROUND:
            return None
        settled = self.settled_draw
        sticks = 0 if self.paid_wins else self.sticks + (len(self.stick_payers) if self.rules.stick else 0)
        return DealEnd(
            winners=tuple(win.player for win in self.paid_wins),
            is_aborted=bool(settled and settled.rule and settled.rule.aborts),
            ready_states=settled.ready_states if settled else (None,) * self.rules.players,
            scores=tuple(scores),
            sticks=sticks,
            honba=self.honba,
            dealer=deal.dealer,
            round=deal.round,
            turn=deal.turn,
        )

    def hand_mismatches(self, player: int, hand: Sequence[str]) -> Iterator[Mismatch]:
        """Compares the tiles that a player shows at the end with those that they hold."""
        one, last = self.table.players[player], self.table.last
        held = [Counter(one.hand)]
        if last and last.player != player:  # a win that several of the same discard prevent
            held.append(Counter((*one.hand, last.tile)))
        if hand and not one.is_hidden and Counter(hand) not in held:
            yield Mismatch("hand", f"{letter(player)} {self._text(hand)}", self._text(one.hand))

    def counters_in_result(self) -> tuple[int, int] | None:
        """Counters and sticks as the log writes them beside the result."""
        if self.deal.wins:
            return self.deal.wins[0].counters
        return self.deal.draw.counters if self.deal.draw else None


def followed_deals(game: Game, rules: TableRules, site: Site, rounds: int) -> list[FollowedDeal]:
    """Every deal of a game with its wins as lines. Dealer, counters and sticks are compared with what
    follows from the deal before; if the result of the deal itself has the numbers that follow, its start is
    wrong. A deal without a start begins as it follows from the deal before.
    """
    found: list[FollowedDeal] = []
    following: NextDeal | None = None
    streaks = (0,) * rules.players
    for written_deal in game.deals:
        deal = replace(written_deal, wins_before=streaks)
        if rules.plain_tiles:
            deal = renamed_tiles(deal, rules.plain_tiles)
        winners = {win.player for win in deal.wins}
        streaks = tuple(count + 1 if at in winners else 0 for at, count in enumerate(streaks))
        if deal.round == NO_ROUND and following is not None and site.is_chain and not following.ends:
            begin = following
            deal = replace(
                deal, round=begin.round, turn=begin.turn, dealer=begin.dealer, honba=begin.honba,
                sticks=begin.sticks,
            )  # fmt: skip
        one = FollowedDeal(deal, rules, site)
        honba, sticks = deal.honba, deal.sticks
        if following is not None and site.is_chain:
            written = one.counters_in_result()
            if following.honba != honba:
                one.mismatches.append(Mismatch("counters", honba, following.honba))
                honba = following.honba if written and written[0] == following.honba else honba
            if following.sticks != sticks:
                one.mismatches.append(Mismatch("sticks", sticks, following.sticks))
                if written and written[1] == following.sticks + len(one.stick_payers or ()):
                    sticks = following.sticks
            if (following.dealer, following.round, following.turn) != (deal.dealer, deal.round, deal.turn):
                wanted = Deal(following.round, following.turn, following.dealer, 0, 0, ()).name
                is_named = wanted != replace(deal, honba=0).name
                names = (
                    (replace(deal, honba=0).name, wanted)
                    if is_named
                    else map(letter, (deal.dealer, following.dealer))
                )
                one.mismatches.append(Mismatch("dealer", *names))
        one.claim(honba, sticks)
        end = one.outcome((0,) * rules.players)
        is_known = bool(found) or any(deal.hands)  # the start of the first deal may be a guess
        later = game.deals[len(found) + 1 :][:1]
        may_end = bool(later) and later[0].round == NO_ROUND
        following = next_deal(rules, end, rounds, may_end=may_end) if end and is_known else None
        found.append(one)
    return found


# ---- comparing results


class WinColumns:
    """The scores of many wins, looked up once for all games."""

    def __init__(self, scores: Scores) -> None:
        self.scores = scores
        self.payments, self.points = scores.payments, scores.points
        self.sheets, self.counted = scores.sheets, scores.counted_values


class LogComparison:
    """Compares the scored wins and settled draws of one game with its log."""

    def __init__(
        self,
        game: Game,
        rules: TableRules,
        site: Site,
        chosen_rules: ChosenRules,
        columns: WinColumns,
        first_place: int,
    ) -> None:
        """`first_place` is the position of the game's first win among the scores."""
        self.game, self.rules, self.site, self.chosen = game, rules, site, chosen_rules
        self.columns, self.place = columns, first_place

    def deals(self, followed_deals: Sequence[FollowedDeal]) -> list[RefereedDeal]:
        found: list[RefereedDeal] = []
        expected: tuple[int, ...] | None = None
        for place, one in enumerate(followed_deals):
            is_last = place + 1 == len(followed_deals)
            later = None if is_last else followed_deals[place + 1].deal.scores
            deal = self._deal(one, expected, later, is_last)
            expected = deal.scores_after if self.site.is_chain and one.deal.is_over else None
            found.append(deal)
        return found

    def _deal(
        self,
        followed_deal: FollowedDeal,
        expected_scores: tuple[int, ...] | None,
        next_scores: tuple[int, ...] | None,
        is_last: bool,
    ) -> RefereedDeal:
        wins = tuple(
            self._win(followed_deal, claim, line)
            for claim, line in zip(followed_deal.deal.wins, followed_deal.lines, strict=True)
        )
        mismatches = [*followed_deal.mismatches, *self._payment_mismatches(followed_deal, wins)]
        changes = self._changes(followed_deal, wins)
        before, wrong_scores = self._scores_before(followed_deal, expected_scores, changes, next_scores)
        mismatches += wrong_scores
        if before is not None and followed_deal.is_followed and followed_deal.deal.round != NO_ROUND:
            mismatches += self._start_mismatches(followed_deal, before, {one.topic for one in mismatches})
        after = tuple(map(int, paid_scores(before, [changes]))) if before and changes else None
        end = followed_deal.outcome(after) if after else None
        written = followed_deal.deal.scores_after
        if written is not None and after is not None and not mismatches:
            scores = {after, self._scores_with_sticks(after, end.sticks)} if is_last and end else {after}
            mismatches += [Mismatch("scores_after", written, after)] if written not in scores else []
        return RefereedDeal(
            followed_deal.deal,
            followed_deal.table,
            followed_deal.is_followed,
            wins,
            followed_deal.settled_draw,
            before,
            after,
            followed_deal.stick_payers or (),
            end.sticks if end else 0,
            end,
            self.chosen.rounds,
            tuple(mismatches),
            tuple(followed_deal.troubles),
            followed_deal.is_draw_named,
            followed_deal.is_draw_checked,
        )

    def _payment_mismatches(
        self, followed_deal: FollowedDeal, wins: tuple[RefereedWin, ...]
    ) -> Iterator[Mismatch]:
        """Where the log pays the wins or the draw of a deal in another way, or shows other hands."""
        for number, win in enumerate(wins, 1):
            yield from self._win_mismatches(followed_deal, win, number)
        yield from self._total_mismatches(followed_deal, wins)
        if followed_deal.settled_draw is not None:
            yield from self._draw_mismatches(followed_deal)
        for player, hand in enumerate(followed_deal.deal.shown_hands if followed_deal.is_followed else ()):
            yield from followed_deal.hand_mismatches(player, hand)

    def _scores_before(
        self,
        followed_deal: FollowedDeal,
        expected_scores: tuple[int, ...] | None,
        changes: tuple[int, ...] | None,
        next_scores: tuple[int, ...] | None,
    ) -> tuple[tuple[int, ...] | None, list[Mismatch]]:
        """The scores with which a deal begins, and where the log has others than those that follow from the
        deal before. Those of the log count, unless the next deal speaks for the others.
        """
        before = followed_deal.deal.scores
        if before is not None and len(before) != self.rules.players:  # the start of a game of others
            before = None
        if before is None or expected_scores is None:
            if before is not None:
                self._check_sum(followed_deal, before)
            return before or expected_scores, []
        if expected_scores == before:
            return before, []
        is_supported = self._is_supported(followed_deal, expected_scores, changes, next_scores)
        mismatch = Mismatch("scores", before, expected_scores)
        return (expected_scores if is_supported else before), [mismatch]

    def _scores_with_sticks(self, scores: tuple[int, ...], sticks: int) -> tuple[int, ...]:
        """The scores at the end of the game, where the sticks that are left have an owner."""
        found = final_result(self.rules.ruleset, self.rules, scores, sticks, self.game.first_dealer)
        return tuple(map(int, found.scores)) if found else scores

    def _win(self, followed_deal: FollowedDeal, claim: ClaimedWin, line: Line | None) -> RefereedWin:
        if line is None:
            named = self._log_patterns(claim)
            return RefereedWin(claim, None, None, None, followed_deal.from_result, None, -1, named)
        place, self.place = self.place, self.place + 1
        found = self.columns.payments[place]
        payments = None
        if found is not None:
            payments = tuple(
                int(found.get(followed_deal.table.seat(player), 0)) for player in range(self.rules.players)
            )
            if claim not in followed_deal.paid_wins:
                payments = (0,) * self.rules.players
        return RefereedWin(
            claim,
            line,
            payments,
            self.columns.points[place],
            followed_deal.from_result,
            self.columns.scores,
            place,
            self._log_patterns(claim),
        )

    def _log_patterns(self, claim: ClaimedWin) -> tuple[LogPattern, ...] | None:
        """The patterns that a log names, with our ids."""
        if claim.patterns is None:
            return None
        ruleset, site = self.rules.ruleset, self.site
        return tuple(
            [LogPattern(word, value, site.patterns_named(word, ruleset)) for word, value in claim.patterns]
        )

    def _changes(self, followed_deal: FollowedDeal, wins: Sequence[RefereedWin]) -> tuple[int, ...] | None:
        """The change of each player's score by the deal, sticks included; None if it is not known."""
        players, deal = self.rules.players, followed_deal.deal
        if deal.wins and deal.payments and any(win.payments is None for win in wins):
            parts = [deal.payments]
        else:
            parts = [win.payments or win.claim.payments or () for win in wins]
        if followed_deal.settled_draw is not None:
            parts.append(followed_deal.settled_draw.payments)
        if (
            not deal.is_over
            or followed_deal.stick_payers is None
            or any(len(part) != players for part in parts)
        ):
            return None
        sticks = [stick_gains(self.rules, player) for player in followed_deal.stick_payers]
        return tuple(map(int, paid_scores((0,) * players, [*sticks, *parts])))

    def _start_mismatches(
        self, followed_deal: FollowedDeal, scores_before: tuple[int, ...], reported_topics: set[str]
    ) -> Iterator[Mismatch]:
        """Compares the counters, sticks and scores beside each result with those before it, except those of
        which something is `reported_topics`.
        """
        deal, payers = followed_deal.deal, followed_deal.stick_payers or ()
        sticks = followed_deal.sticks + (len(payers) if self.rules.stick else 0)
        expected = paid_scores(scores_before, [stick_gains(self.rules, player) for player in payers])
        results: list[ClaimedWin | ClaimedDraw] = [*deal.wins, *([deal.draw] if deal.draw else [])]
        for number, result in enumerate(results, 1):
            win = number if deal.wins else 0
            honba_told, sticks_told = result.counters or (followed_deal.honba, sticks)
            is_later = number > 1  # the first winner takes the sticks, and often alone the counters
            if (
                honba_told not in (followed_deal.honba, 0 if is_later else -1)
                and "counters" not in reported_topics
            ):
                yield Mismatch("result_counters", honba_told, followed_deal.honba, win)
            if sticks_told not in (sticks, 0 if is_later else -1) and "sticks" not in reported_topics:
                yield Mismatch("result_sticks", sticks_told, sticks, win)
            if result.scores not in (None, tuple(expected)) and "scores" not in reported_topics:
                yield Mismatch("result_scores", result.scores, tuple(expected), win)
            if result.payments is not None and len(result.payments) == len(expected):
                expected = paid_scores(expected, [result.payments])

    def _check_sum(self, followed_deal: FollowedDeal, scores: tuple[int, ...]) -> None:
        """Tells of scores that follow no others, if their sum shows that they did not begin alike."""
        rules, deal = self.rules, followed_deal.deal
        total, least = sum(scores) + rules.stick * deal.sticks, rules.stick * rules.players
        if self.site.is_chain and least and deal.round != NO_ROUND and total % least:
            followed_deal.trouble(Message("scores add up to", total, least), deal.place)

    def _is_supported(
        self,
        followed_deal: FollowedDeal,
        expected_scores: tuple[int, ...],
        changes: tuple[int, ...] | None,
        next_scores: tuple[int, ...] | None,
    ) -> bool:
        """Whether the result, or the start of the next deal, has the scores that follow from the deal
        before.
        """
        result = (
            followed_deal.deal.wins[0].scores
            if followed_deal.deal.wins
            else followed_deal.deal.draw.scores
            if followed_deal.deal.draw
            else None
        )
        sticks = [stick_gains(self.rules, player) for player in followed_deal.stick_payers or ()]
        if result is not None:
            return tuple(result) == paid_scores(expected_scores, sticks)
        return bool(changes and next_scores) and paid_scores(expected_scores, [changes or ()]) == next_scores

    # ---- one win

    def _win_mismatches(
        self, followed_deal: FollowedDeal, win: RefereedWin, number: int
    ) -> Iterator[Mismatch]:
        claim = win.claim
        if win.line is None:
            return
        if win.error is not None:
            yield Mismatch("refused", claim.payments, win.error, number)
            return
        if claim.payments is not None and win.payments != claim.payments:
            yield Mismatch("payments", claim.payments, win.payments, number)
        if claim.points is not None and win.points is not None and win.points != claim.points:
            yield Mismatch("points", claim.points, win.points, number)
        sheet = self.columns.sheets[win.place]
        has_limit_of_its_own = any(value < 0 for _, value in claim.patterns or ())
        if (
            claim.sheet is not None
            and sheet is not None
            and sheet != claim.sheet
            and not has_limit_of_its_own
            and not (self.site.has_unrounded_sheet and _is_unrounded(win, claim.sheet))
        ):
            yield Mismatch("sheet", claim.sheet, sheet, number)
        counted = self.columns.counted[win.place] or ()
        differing: list[Mismatch] = []
        if claim.patterns is not None:
            differing = list(self._pattern_mismatches(claim.patterns, counted, number))
            yield from differing
        total = None if differing else self._total(counted)
        if None not in (claim.total, total) and claim.total != total:
            yield Mismatch("total", claim.total, total, number)

    def _total(self, counted_patterns: Sequence[tuple[str, int]]) -> int | None:
        """What the patterns are worth together; None if one of them is a limit of its own."""
        ruleset = self.rules.ruleset
        units = {
            ruleset.pattern_by_id[name].unit for name, _ in counted_patterns if name in ruleset.pattern_by_id
        }
        if ruleset.tier_unit and ruleset.tier_unit in units:
            return None
        return sum(value for _, value in counted_patterns)

    def _pattern_mismatches(
        self,
        claimed_patterns: Sequence[tuple[str, int]],
        counted_patterns: Sequence[tuple[str, int]],
        number: int,
    ) -> Iterator[Mismatch]:
        ruleset = self.rules.ruleset
        is_special = any(value < 0 for _, value in claimed_patterns)
        of_bonus = {bonus.id for bonus in ruleset.bonuses}
        expected: dict[str, int] = {}
        for name, value in counted_patterns:
            key = next((group for group, parts in self.site.together.items() if name in parts), name)
            if value and not (is_special and name in of_bonus):
                expected[key] = expected.get(key, 0) + value
        logged: dict[str, int] = {}
        for word, value in claimed_patterns:
            names = self.site.patterns_named(word, ruleset)
            name = next((one for one in names if one in expected), names[0] if names else word)
            if value and not (is_special and name in of_bonus):
                logged[name] = logged.get(name, 0) + value
        differing = logged.keys() ^ expected.keys()
        differing |= {name for name in logged.keys() & expected.keys() if 0 <= logged[name] != expected[name]}
        if differing:
            order = [*logged, *(name for name in expected if name not in logged)]
            yield Mismatch(
                "patterns",
                tuple((name, logged[name]) for name in order if name in differing and name in logged),
                tuple((name, expected[name]) for name in order if name in differing and name in expected),
                number,
            )

    def _total_mismatches(
        self, followed_deal: FollowedDeal, wins: Sequence[RefereedWin]
    ) -> Iterator[Mismatch]:
        """Compares the changes by all wins together, if the log gives nothing else."""
        paid = [win.payments for win in wins]
        if (
            followed_deal.deal.payments is None
            or not wins
            or any(part is None for part in paid)
            or wins[0].claim.payments
        ):
            return
        total = tuple(map(sum, zip(*(part for part in paid if part is not None), strict=True)))
        if total != followed_deal.deal.payments:
            yield Mismatch("payments", followed_deal.deal.payments, total)

    def _draw_mismatches(self, followed_deal: FollowedDeal) -> Iterator[Mismatch]:
        claim, settled = followed_deal.deal.draw, followed_deal.settled_draw
        if claim is None or settled is None or not followed_deal.is_draw_checked:
            return
        word = self.site.draws.get(claim.word)
        by_rules = settled.rule.id if settled.rule else NO_DRAW
        is_silent = claim.payments is None and followed_deal.deal.scores_after is not None
        paid = claim.payments or ((0,) * self.rules.players if claim.word and not is_silent else None)
        differs = paid is not None and paid != settled.payments
        explained = draw_that_pays(self.rules, followed_deal.deal.dealer, paid) if paid and differs else None
        if explained and not word:
            word = explained[0].id
        of_log = explained[1] if explained and explained[0].id == word else ()
        if (word or not settled.rule) and (word != by_rules or (of_log != settled.players and of_log)):
            yield Mismatch("draw", word or claim.word, by_rules, 0, of_log, settled.players)
        if differs:
            yield Mismatch("payments", paid, settled.payments)
        if settled.rule and settled.rule.pool is not None and claim.ready_states is not None:
            known = tuple(
                said if is_ready is None else is_ready
                for said, is_ready in zip(claim.ready_states, settled.ready_states, strict=True)
            )
            if known != claim.ready_states:
                yield Mismatch("ready", claim.ready_states, known)


def _is_unrounded(win: RefereedWin, sheet: int) -> bool:
    """Whether a number is the sum of the secondary score before it is rounded."""
    return win.score is not None and win.score.sheet is not None and win.score.sheet.sum == sheet


# ---- whole games


def referee(
    game: Game,
    ruleset: RulesetOrName | None = None,
    options: Mapping[str, Value] | None = None,
    language: str = "en",
) -> Report:
    """The report on a recorded game under a ruleset; without one, under the rules that the log names. The
    rules have their texts in a language.

    Raises RulesetError or InputError if the ruleset cannot be used, or is for another number of players.

    >>> from scorer import sample_log, read_game
    >>> report = referee(read_game(sample_log()))
    >>> report.agrees, [win.points for win in report.wins]
    (True, [48000])
    """
    return referee_many([game], ruleset, options, language)[0]


def referee_many(
    games: Sequence[Game],
    ruleset: RulesetOrName | None = None,
    options: Mapping[str, Value] | None = None,
    language: str = "en",
) -> list[Report]:
    """The reports on many games, in their order. The wins of all games with the same rules are scored
    together.

    Raises RulesetError or InputError if the ruleset cannot be used, or is for another number of players.

    >>> from scorer import sample_log, read_game
    >>> [report.ruleset.id for report in referee_many([read_game(sample_log())] * 2, "m-league")]
    ['m-league', 'm-league']
    """
    prepared = [rules_for_game(game, ruleset, options, language) for game in games]
    reports: dict[int, Report] = {}
    order = sorted(range(len(games)), key=lambda place: id(prepared[place].table.ruleset))
    for _, group in groupby(order, key=lambda place: id(prepared[place].table.ruleset)):
        places = list(group)
        rules = prepared[places[0]].table
        followed = {
            place: followed_deals(
                games[place], rules, prepared[place].site, prepared[place].chosen_rules.rounds
            )
            for place in places
        }
        lines = {place: [line for one in followed[place] for line in one.lines if line] for place in places}
        scored = score_many([line for place in places for line in lines[place]], rules.ruleset)
        columns = WinColumns(scored)
        first = 0
        for place in places:
            site, _, chosen = prepared[place]
            comparison = LogComparison(games[place], rules, site, chosen, columns, first)
            first += len(lines[place])
            reports[place] = _report(games[place], comparison, followed[place])
    return [reports[place] for place in range(len(games))]


class GameRules(NamedTuple):
    """The rules that a game is refereed by, the site whose words its log uses, and what the log says of its
    rules.
    """

    site: Site
    table: TableRules
    chosen_rules: ChosenRules


def rules_for_game(
    game: Game,
    ruleset: RulesetOrName | None,
    options: Mapping[str, Value] | None,
    language: str = "en",
) -> GameRules:
    """The rules that a game is refereed by: those of a ruleset, or those that its log names.

    Raises InputError if the ruleset is for another number of players.
    """
    site = site_of(game)
    named = site.rules(game)
    if ruleset is None:
        chosen = replace(named, options=tuple({**dict(named.options), **(options or {})}.items()))
        return GameRules(site, table_rules(chosen.ruleset(language)), chosen)
    rules = (
        resolve_ruleset(ruleset, options, language)
        if options or not isinstance(ruleset, Ruleset)
        else configure_ruleset(ruleset, None)
    )
    table = table_rules(rules)
    if game.players != table.players:
        raise refuse(Message("other players than rules", game.players, rules.label, table.players))
    return GameRules(site, table, ChosenRules(rules.id, tuple(rules.chosen_options), named.rounds))


def _sum_differs(results_in_log: Sequence[float], results_by_rules: Sequence[float]) -> bool:
    """Whether results of a game do not have the same sum. Lobbies award places in ways of their own, and
    sites round, but nothing is won or lost as a whole.
    """
    return abs(sum(results_in_log) - sum(results_by_rules)) > 0.5


def _report(game: Game, comparison: LogComparison, followed_deals: Sequence[FollowedDeal]) -> Report:
    deals, rules = comparison.deals(followed_deals), comparison.rules
    chosen, notes = comparison.chosen, []
    if chosen.is_assumed:
        notes.append(
            Message("rules assumed", LocalizedText({**dict(rules.ruleset.names), "en": chosen.name}.items()))
        )
    if chosen.changed_rules:
        changes = tuple(dict.fromkeys(one.text(rules.ruleset) for one in chosen.changed_rules))
        notes.append(Message("rules changed by log", Listed(changes, "semicolon")))
    notes += [Message("rule unknown", text) for text in chosen.unknown]
    words = {deal.deal.draw.word for deal in deals if deal.deal.draw and not deal.is_draw_named}
    notes += [Message("draw not compared", word[:LONGEST_WORD]) for word in sorted(words)]
    mismatch, last = None, deals[-1]
    is_known = (
        game.scores is not None and last.scores_after is not None and not last.mismatches and last.is_followed
    )
    if is_known and game.scores is not None and last.scores_after is not None and comparison.site.is_chain:
        found = final_result(rules.ruleset, rules, last.scores_after, last.sticks_after, game.first_dealer)
        ends = found.scores if found else last.scores_after
        is_other = game.scores not in (ends, last.scores_after)
        if is_other and last.next_deal and not last.next_deal.ends:  # a log of some of the game's deals
            notes.append(Message("final scores not compared"))
        elif is_other:
            mismatch = Mismatch("final", game.scores, ends)
        is_usual = sum(ends) == rules.players * rules.start and not (chosen.is_assumed or chosen.unknown)
        if not is_other and is_usual and found and game.results and _sum_differs(game.results, found.results):
            mismatch = Mismatch("results", game.results, found.results)
    return Report(
        game, comparison.site, rules.ruleset, chosen, tuple(deals), game.troubles, tuple(notes), mismatch
    )
