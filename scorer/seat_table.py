"""The deals of a session without a table of names: the model of an evening with the seats as players.

The players are numbered from the first dealer, and are named by the seats that they have in the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.engine.results import Score
from scorer.engine.value import Amount
from scorer.hand import WINDS
from scorer.sampling import request_for_hand
from scorer.table.claims import declaring_circumstances
from scorer.table.events import DealEvent, Declaration, Win
from scorer.table.rules import DealRules
from scorer.table.state import GameState, empty_book, first_state
from scorer.table.steps import table_after
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.ruleset.model import Ruleset


def seat_state(
    rules: DealRules, round_wind: str, turn: int, honba: int, sticks: int, scores: Sequence[int]
) -> GameState:
    """A deal that begins. Without scores, players have what they began the game with.

    >>> from scorer import load_ruleset
    >>> seat_state(DealRules(load_ruleset("riichi")), "S", 1, 0, 2, ()).player_at("E")
    1
    """
    begun = first_state(rules, [*WINDS[: rules.players]])
    known = tuple(scores) or begun.scores
    elsewhere = rules.start * rules.players - sum(known) - sticks * rules.stick
    round_ = WINDS.index(round_wind) if begun.rounds else 0
    return replace(
        begun, scores=known, deal_scores=known, dealer=turn, round=round_, turn=turn, honba=honba,
        sticks=sticks, lost=elsewhere,
    )  # fmt: skip


def named_by_seats(state: GameState, names: Sequence[str]) -> GameState:
    """The state with every player named by the seat in this deal; `names` begin with that of the dealer."""
    players = len(state.players)
    return replace(
        state, players=tuple(names[(player - state.dealer) % players] for player in range(players))
    )


def with_unknown_scores(rules: DealRules, state: GameState) -> GameState:
    """The state at the beginning of a deal whose scores are not known: those that players begin with."""
    scores: tuple[Amount, ...] = (rules.start,) * rules.players
    return replace(
        state, scores=scores, deal_scores=scores, lost=-state.sticks * rules.stick, book=empty_book(rules)
    )


def after_events(
    rules: DealRules, state: GameState, events: Sequence[DealEvent]
) -> tuple[GameState, tuple[Amount, ...]]:
    """The state after some events, and what each player gained by them.

    Raises InputError if one is not possible.
    """
    before = state.scores
    for event in events:
        state = table_after(rules, state, event)
    return state, tuple(after - one for after, one in zip(state.scores, before, strict=True))


def names_payers(score: Score) -> bool:
    """Whether it is known who pays for a hand: for a discard, who discarded."""
    return score.situation.self_draw or score.situation.discarder is not None


def win_events(rules: DealRules, state: GameState, scores: Sequence[Score]) -> list[DealEvent]:
    """The events of a win by hands: the winner's stick, if the hand has one that is not on the table yet, and
    the win.
    """
    first = scores[0]
    players = {seat: state.players[state.player_at(seat)] for seat in WINDS[: len(state.players)]}
    declaring = declaring_circumstances(rules.ruleset) if rules.stick else frozenset[str]()
    events: list[DealEvent] = []
    for score in scores:
        has_declared = any(count and name in declaring for name, count in score.situation.circumstances)
        if has_declared and state.player_at(score.situation.seat) not in state.declared:
            events.append(Declaration(players[score.situation.seat]))
    values = tuple((players[one.situation.seat], evening_hand(one, rules.ruleset)) for one in scores)
    liable = tuple(
        (players[one.situation.seat], players[seat]) for one in scores for _, seat in one.situation.liable[:1]
    )
    return [*events, Win(values, players.get(first.situation.discarder or "", ""), liable)]


def evening_hand(score: Score, ruleset: Ruleset) -> str:
    """A hand with its words, as an evening has it: without what follows from the table."""
    request = request_for_hand(score.hand, score.situation, ruleset)
    counter = ruleset.counter_circumstance
    words = [one for one in request.circumstances if not counter or one.partition("=")[0] != counter.id]
    return " ".join(
        (request.hand, *words, *(f"{name}={tiles}" for name, tiles in request.indicators.items() if tiles))
    )
