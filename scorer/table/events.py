"""What can happen on an evening: games, wins, draws and everything else that changes who has how much.

Players are named as they are at the table. Events say nothing of the round, the seats, the counters, the
sticks or the dealer: these follow from the events before.
"""

from __future__ import annotations

from scorer.engine.value import Amount
from scorer.ruleset.model import Value
from scorer.values import dataclass

DECLARATION = "riichi"
"""What a file calls the event of a player who puts a stick on the table."""
ValuesByPlayer = tuple[tuple[str, str], ...]
"""What each player has, as text: a hand, or what it counts."""
PointsByPlayer = tuple[tuple[str, Amount], ...]


@dataclass(frozen=True)
class GameStart:
    """A game begins. `players` sit in this order, and the first one deals first. `rounds` is 0 for the usual
    number. With a `stake`, the result is paid out: it is the money for 1 in the result.
    """

    ruleset: str
    players: tuple[str, ...]
    rounds: int = 0
    options: tuple[tuple[str, Value], ...] = ()
    stake: float = 0
    currency: str = ""


@dataclass(frozen=True)
class Declaration:
    """A player puts a stick on the table. It is not entered if the declaring discard is won on."""

    player: str


@dataclass(frozen=True)
class Win:
    """One player wins, or several on one discard. A value is a hand, or what it counts: `3 han 40 fu`,
    `mangan`, `5 faan`, `7700 points`, `1300/2600 points`.

    `discarder` is empty for a self-draw. `liable` has who answers for a winner's hand. `others` has what the
    hands of the other players count, if players settle among themselves. `next_dealer` is only for games
    whose rules do not say who deals next.
    """

    values: ValuesByPlayer
    discarder: str = ""
    liable: tuple[tuple[str, str], ...] = ()
    others: ValuesByPlayer = ()
    next_dealer: str = ""


@dataclass(frozen=True)
class Draw:
    """The deal ends, and nobody wins. `kind` is one of the ruleset. `ready` are the players who are ready,
    with what they wait for if that is paid. `paid` are those whom the draw itself pays. `unsorted` are
    players who hold tiles of every suit at the end (pigs).
    """

    kind: str
    ready: ValuesByPlayer = ()
    paid: tuple[str, ...] = ()
    unsorted: tuple[str, ...] = ()
    next_dealer: str = ""


@dataclass(frozen=True)
class FalseWin:
    """A player wrongly claims a win (chombo)."""

    player: str


@dataclass(frozen=True)
class SpotPayment:
    """Something that is paid at once, such as a kong. `discarder` is who fed it, if anybody did."""

    name: str
    player: str
    discarder: str = ""


@dataclass(frozen=True)
class PointPenalty:
    """Points that players lose: to nobody, to one player, or in equal parts to the `others`."""

    points: PointsByPlayer
    receiver: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Adjustment:
    """A correction. The changes add up to 0."""

    changes: PointsByPlayer
    reason: str = ""


@dataclass(frozen=True)
class ChipPayment:
    """Chips that change hands. The numbers add up to 0. They change the results, and no scores."""

    chips: PointsByPlayer


@dataclass(frozen=True)
class Count:
    """What players counted in their boxes, to compare."""

    scores: PointsByPlayer


@dataclass(frozen=True)
class KnownResult:
    """The end of a game of which no deals are known, with the sticks that were left."""

    scores: PointsByPlayer
    sticks: int = 0


@dataclass(frozen=True)
class GameEnd:
    """The game ends before the rules end it. `reason` is `agreed` or `time`."""

    reason: str


@dataclass(frozen=True)
class Note:
    """A remark, which changes nothing."""

    text: str


DealEvent = (
    Declaration
    | Win
    | Draw
    | FalseWin
    | SpotPayment
    | PointPenalty
    | Adjustment
    | ChipPayment
    | Count
    | KnownResult
    | GameEnd
    | Note
)
Event = GameStart | DealEvent
