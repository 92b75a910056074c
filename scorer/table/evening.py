"""An evening: the games that follow from a list of events, with results, money and a ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import whole_number
from scorer.engine.value import Amount
from scorer.errors import Fault, InputError, RulesetError
from scorer.message import Message
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from scorer.table.events import Event, GameStart
from scorer.table.faults import event_error
from scorer.table.rules import DealRules
from scorer.table.settle import game_result
from scorer.table.side_results import SideResult, side_results
from scorer.table.state import EndedDeal, GameState, Transfer, first_state
from scorer.table.steps import table_after
from scorer.values import cached_property, dataclass, replace

NOT_FINISHED = "not finished"
LoadRuleset = Callable[[str], Ruleset]


@dataclass(frozen=True)
class EventStep:
    """One event with the state after it. `number` counts the events of the evening from 1; `state` is None
    before the first game. `faults` are why the event changed nothing.
    """

    number: int
    event: Event | None
    state: GameState | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class PlayedDeal:
    """A deal that has ended, with the number of the event that ended it, what was paid in it and remarks."""

    number: int
    deal: EndedDeal
    transfers: tuple[Transfer, ...]
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True)
class FinishedGame:
    """The end of a game, or where it is: scores with the sticks that were left, places, results in units of
    the ruleset, and money if there is a stake. `deducted` is what was subtracted from the results, `sides`
    what chips and prices added to them.
    """

    why: str
    scores: tuple[Amount, ...]
    places: tuple[int, ...]
    results: tuple[Amount, ...]
    deducted: tuple[Amount, ...]
    sticks_left: int
    money: tuple[Amount, ...] | None = None
    sides: tuple[SideResult, ...] = ()


@dataclass(frozen=True)
class PlayedGame:
    """A game of an evening: the event that began it, its rules, its deals, and the state after its last
    event.
    """

    start: GameStart
    rules: DealRules
    deals: tuple[PlayedDeal, ...]
    state: GameState

    @property
    def ruleset(self) -> Ruleset:
        return self.rules.ruleset

    @cached_property
    def final(self) -> FinishedGame:
        """The result of the game, as if it ended now if it has not ended."""
        state, rules = self.state, self.rules
        found = game_result(rules, state.scores, state.sticks)
        sides = side_results(rules, state, [played.deal for played in self.deals])
        results = tuple(
            _rounded_amount(result - state.deductions[player] + sum(side.gains[player] for side in sides))
            for player, result in enumerate(found.results)
        )
        money = tuple(_rounded_amount(result * self.start.stake) for result in results)
        scores = tuple(map(_rounded_amount, found.scores))
        paid_out = state.sticks if rules.takes_leftover_sticks else 0
        return FinishedGame(
            state.over or NOT_FINISHED,
            scores,
            found.places,
            results,
            state.deductions,
            state.sticks - paid_out,
            money if self.start.stake else None,
            sides,
        )


@dataclass(frozen=True)
class RankedPlayer:
    """A player in the ranking of one or several evenings. `score` decides between equal totals; None if it
    does not.
    """

    place: int
    player: str
    total: Amount
    games: int
    score: Amount | None = None

    @property
    def average(self) -> float:
        """The total divided by the number of games."""
        return round(self.total / self.games, 2)


@dataclass(frozen=True)
class Ranking:
    """The players by their results in one unit: the rulesets of the games, the currency if it is money, and
    the players.
    """

    rulesets: tuple[str, ...]
    currency: str
    players: tuple[RankedPlayer, ...]


@dataclass(frozen=True)
class Evening:
    """What follows from a list of events: a step for each event, and the games with their deals."""

    steps: tuple[EventStep, ...]
    games: tuple[PlayedGame, ...]
    name: str = ""
    date: str = ""

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for step in self.steps for fault in step.faults)

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """The players by their results, with a ranking for each unit in which games have results."""
        return rankings([self])

    @property
    def ranking(self) -> tuple[RankedPlayer, ...]:
        """The players by their results in all games; nobody if the games have results in different units."""
        return self.rankings[0].players if len(self.rankings) == 1 else ()


def _rounded_amount(number: Amount) -> Amount:
    """A number without the noise of fractions; whole numbers as such."""
    short = round(number, 2)
    return int(short) if short == int(short) else short


def evening_of(
    events: Iterable[Event | InputError], *, load: LoadRuleset = load_ruleset, name: str = "", date: str = ""
) -> Evening:
    """The evening that follows from its events. An event that is not possible changes nothing, and its faults
    are in its step. An InputError among the events is one that could not be read.

    `load` finds the ruleset of a game by its name.

    >>> from scorer import read_evening
    >>> lines = b"events:", b"- {game: sanma, players: [Ann, Ben, Cho]}", b"- {win: {Ben: mangan}, from: Ann}"
    >>> events = [step.event for step in read_evening(b"\\n".join(lines)).evening.steps]
    >>> game = evening_of(events).games[0]
    >>> game.deals[0].deal.gains, game.deals[0].deal.next_name
    ((-8000, 8000, 0), 'E2')
    """
    builder = _EveningBuilder(load)
    for event in events:
        builder.add(event)
    return Evening(tuple(builder.steps), tuple(builder.finished_games()), name, date)


class _EveningBuilder:
    """Goes through events and collects games and deals."""

    def __init__(self, load: LoadRuleset) -> None:
        self.load = load
        self.steps: list[EventStep] = []
        self.games: list[PlayedGame] = []
        self.transfers: list[Transfer] = []
        self.notes: list[Message] = []

    def add(self, event: Event | InputError) -> None:
        number, game = len(self.steps) + 1, self.games[-1] if self.games else None
        before = game.state if game else None
        try:
            if isinstance(event, InputError):
                raise event
            if isinstance(event, GameStart):
                self.games.append(_begun_game(event, self.load))
                self.transfers, self.notes = [], []
            elif game is None:
                raise event_error(Message("no game yet"))
            else:
                self.games[-1] = self._continued_game(
                    game, table_after(game.rules, game.state, event), number
                )
        except InputError as error:
            told = None if isinstance(event, InputError) else event
            self.steps.append(EventStep(number, told, before, error.faults))
            return
        self.steps.append(EventStep(number, event, self.games[-1].state))

    def _continued_game(self, game: PlayedGame, state: GameState, number: int) -> PlayedGame:
        self.transfers += state.transfers
        self.notes += state.notes
        if state.ended is None:
            return replace(game, state=state)
        deal = PlayedDeal(number, state.ended, tuple(self.transfers), tuple(self.notes))
        self.transfers, self.notes = [], []
        return replace(game, state=state, deals=(*game.deals, deal))

    def finished_games(self) -> list[PlayedGame]:
        return self.games


def _begun_game(event: GameStart, load: LoadRuleset) -> PlayedGame:
    """A game in which nothing has happened. Raises InputError if it cannot be played so."""
    try:
        ruleset = configure_ruleset(load(event.ruleset), dict(event.options))
    except RulesetError as error:
        raise event_error(error.problems[0].message, event.ruleset) from error
    rules = DealRules(ruleset)
    if len(event.players) != rules.players:
        message = Message("wrong number of players", ruleset.label, rules.players, len(event.players))
        raise event_error(message)
    for place, player in enumerate(event.players):
        if not player or player in event.players[:place]:
            raise event_error(
                Message("name given twice", player) if player else Message("player without a name"), player
            )
    state = first_state(rules, event.players, event.rounds)
    if event.rounds and not state.rounds:
        raise event_error(Message("game without rounds", ruleset.label))
    return PlayedGame(event, rules, (), state)


def rankings(evenings: Sequence[Evening]) -> tuple[Ranking, ...]:
    """The players of one or several evenings by the sum of their results, or of their money where there is a
    stake. Games whose results are not in the same unit are not added: each unit has a ranking.
    """
    games_by_unit: dict[tuple[object, ...], list[PlayedGame]] = {}
    for game in (game for evening in evenings for game in evening.games):
        games_by_unit.setdefault(result_unit(game), []).append(game)
    return tuple(
        Ranking(
            tuple(dict.fromkeys(game.start.ruleset for game in games)),
            next((game.start.currency for game in games if game.start.stake), ""),
            ranking(games),
        )
        for games in games_by_unit.values()
    )


def result_unit(game: PlayedGame) -> tuple[object, ...]:
    """What the results of a game are in: money, a number of points, table points, or the points of a ruleset.
    Results are added only if this is equal.
    """
    if game.start.stake:
        return "money", game.start.currency
    final = game.ruleset.final
    if final is None:
        return "points", game.start.ruleset
    if not final.counts_score:
        return ("places",)
    return "results", whole_number(final.unit, game.rules.view, 1)


def ranking(games: Sequence[PlayedGame]) -> tuple[RankedPlayer, ...]:
    """The players of some games by the sum of their results. Players with equal totals share a place, unless
    the rules let the scores decide.
    """
    totals: dict[str, Amount] = {}
    scores: dict[str, Amount] = {}
    played: dict[str, int] = {}
    by_score = False
    for game in games:
        final, rule = game.final, game.ruleset.final
        by_score |= rule is not None and not rule.counts_score
        gained = final.results if final.money is None else final.money
        for player, result, score in zip(game.start.players, gained, final.scores, strict=True):
            totals[player] = _rounded_amount(totals.get(player, 0) + result)
            scores[player] = _rounded_amount(scores.get(player, 0) + score)
            played[player] = played.get(player, 0) + 1
    keys = {player: (totals[player], scores[player] if by_score else 0) for player in totals}
    order = sorted(totals, key=lambda player: keys[player], reverse=True)
    return tuple(
        RankedPlayer(
            1 + sum(keys[other] > keys[player] for other in totals),
            player,
            totals[player],
            played[player],
            scores[player] if by_score else None,
        )
        for player in order
    )
