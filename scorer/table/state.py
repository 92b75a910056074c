"""Where a game is: who has how much, who deals, and what happened in the deal that is being played."""

from __future__ import annotations

from scorer.engine.value import Amount
from scorer.hand import WINDS
from scorer.message import Message
from scorer.table.rules import DealRules
from scorer.table.settle import planned_rounds
from scorer.table.whole_deal import DealBook
from scorer.values import dataclass


@dataclass(frozen=True)
class Transfer:
    """What each player gains by one payment, and what it is for: the id of a rule, or one of the words in
    `scorer/phrases.txt` that begin with `paid for`.
    """

    cause: str
    gains: tuple[Amount, ...]


@dataclass(frozen=True)
class EndedDeal:
    """A deal that has ended: its name, its dealer, what every player gained in it, how it goes on."""

    name: str
    dealer: int
    gains: tuple[Amount, ...]
    scores: tuple[Amount, ...]
    sticks: int
    honba: int
    next_name: str
    next_dealer: int
    next_honba: int
    over: str = ""
    winners: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameState:
    """A game after some of its events. Players are numbered from 0, the first dealer first.

    `round` and `turn` count from 0. `declared` are those who put a stick on the table in this deal, `winners`
    those who have won in it, `dead_hands` those who can win no more in it. `book` has the payments of this
    deal that may still be given back. `deductions` are subtracted from the result, `chips` are those that
    each player has gained, `lost` is what left the table as penalties. `deal_scores` are the scores at the
    end of the deal before. `over` is why the game has ended, empty if it goes on.

    `transfers`, `notes` and `ended` belong to the last event alone.
    """

    players: tuple[str, ...]
    scores: tuple[Amount, ...]
    book: DealBook
    deal_scores: tuple[Amount, ...]
    deductions: tuple[Amount, ...]
    rounds: int = 0
    dealer: int = 0
    round: int = 0
    turn: int = 0
    honba: int = 0
    sticks: int = 0
    declared: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    dead_hands: tuple[int, ...] = ()
    first_winners: tuple[int, ...] = ()
    first_discarder: int | None = None
    lost: Amount = 0
    chips: tuple[int, ...] = ()
    over: str = ""
    deals: int = 0
    transfers: tuple[Transfer, ...] = ()
    notes: tuple[Message, ...] = ()
    ended: EndedDeal | None = None

    def seat(self, player: int) -> str:
        """The seat of a player in this deal.

        >>> from scorer import load_ruleset
        >>> state = first_state(DealRules(load_ruleset("riichi")), ["Ann", "Ben", "Cho", "Dia"])
        >>> state.seat(2)
        'W'
        """
        return WINDS[(player - self.dealer) % len(self.players)]

    def player_at(self, seat: str) -> int:
        """The player on a seat in this deal."""
        return (WINDS.index(seat) + self.dealer) % len(self.players)


def first_state(rules: DealRules, players: tuple[str, ...] | list[str], rounds: int = 0) -> GameState:
    """The state in which a game begins."""
    scores: tuple[Amount, ...] = (rules.start,) * len(players)
    return GameState(
        tuple(players), scores, empty_book(rules), scores, (0,) * len(players), planned_rounds(rules, rounds),
        chips=(0,) * len(players),
    )  # fmt: skip


def empty_book(rules: DealRules) -> DealBook:
    """The payments of a deal that begins."""
    return DealBook(rules.ruleset, rules.seats, playing=rules.seats)


def deal_name(rules: DealRules, rounds: int, round_: int, turn: int, honba: int) -> str:
    """A deal as players call it: `E1`, `E1.2` with two counters; a number if the game has no rounds.

    >>> from scorer import load_ruleset
    >>> deal_name(DealRules(load_ruleset("riichi")), 2, 1, 3, 2)
    'S4.2'
    """
    if not rounds:
        return str(round_ * rules.players + turn + 1)
    name = f"{WINDS[round_ % len(WINDS)]}{turn + 1}"
    return f"{name}.{honba}" if honba else name
