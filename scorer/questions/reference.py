"""What can be looked up without a hand: payments for a count, payment tables, and patterns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.errors import Fault, InputError
from scorer.hand import WINS, Win, Wind, wind_letter
from scorer.message import Message
from scorer.ruleset.find import DEFAULT_RULESET
from scorer.scoring import resolve_ruleset

if TYPE_CHECKING:
    from scorer.scoring import RulesetOrName
    from scorer.teach.answers import Card, PatternEntry
    from scorer.teach.overtake import Overtaking
    from scorer.teach.payment_table import PaymentTable
    from scorer.teach.points import Points


SELF_DRAW: dict[str, bool | None] = {"": None, **WINS}


def points(
    count: str,
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    dealer: bool = False,
    win: Win = "",
    honba: int = 0,
    sticks: int = 0,
    others: bool = False,
) -> Points:
    """The payment for a count such as `3 40`, `3 han 40 fu` or `mangan`, and what one or two more bring.

    `win` is "tsumo" or "ron"; both are answered if it is empty. With `dealer`, the dealer wins; with
    `others`, another player does; otherwise both are answered.

    Payments are points. Raises InputError if the count cannot be read, RulesetError if there is no such
    ruleset.

    >>> from scorer import as_text
    >>> as_text(points("3 40", dealer=True)).splitlines()[0]
    'Riichi (four players): 3 han 40 fu'
    """
    from scorer.teach.points import HowWon, points_of

    won = HowWon(_is_self_draw(win), dealer, others, honba, sticks)
    return points_of(resolve_ruleset(ruleset), count, won)


def _is_self_draw(win: str) -> bool | None:
    """Whether a hand is won by self-draw; None if it is not said. Raises InputError for other texts."""
    if win not in SELF_DRAW:
        message = Message("no way to win", win)
        raise InputError([Fault("win", None, message, "circumstance")])
    return SELF_DRAW[win]


def overtaking(
    points_behind: int | str,
    ruleset: RulesetOrName = DEFAULT_RULESET,
    *,
    seat: Wind = "",
    win: Win = "",
    honba: int = 0,
    sticks: int = 0,
) -> Overtaking:
    """The cheapest hands that overtake a rival, by the way to win, and those that make the scores equal.

    `points_behind` is the number of points that the rival is ahead, or a text such as `7,800` or `W=7,800`,
    which names the rival's seat. `seat` is the seat of the player who is behind; if it is empty, there are
    rows for the dealer and for other players. `win` is "tsumo" or "ron"; both are answered if it is empty.

    Points behind, and payments, are points. Raises InputError if `points_behind` or a seat cannot be read,
    RulesetError if there is no such ruleset.

    >>> found = overtaking("7,800", seat="S", win="ron")
    >>> [hand.count.count_words(found.ruleset) for hand in found.rows[0].hands]
    ['2 han 70 fu', '3 han 40 fu', '4 han 25 fu']
    """
    from scorer.teach.overtake import overtaking_hands, read_deficit

    rules = resolve_ruleset(ruleset)
    deficit = read_deficit(str(points_behind), rules)
    return overtaking_hands(rules, deficit, wind_letter(seat), _is_self_draw(win), honba, sticks)


def payment_table(ruleset: RulesetOrName = DEFAULT_RULESET) -> PaymentTable:
    """The payments of every total that a hand can have.

    Payments are points. Raises RulesetError if there is no such ruleset.

    >>> from scorer import as_data
    >>> as_data(payment_table())["ruleset"]
    'riichi'
    """
    from scorer.teach.payment_table import PaymentTable

    return PaymentTable(resolve_ruleset(ruleset))


def patterns(ruleset: RulesetOrName = DEFAULT_RULESET, query: str = "") -> tuple[PatternEntry, ...]:
    """The patterns of a ruleset; with a query those whose names or definition contain its words.

    Values are in the unit of the ruleset. Raises RulesetError if there is no such ruleset.

    >>> [entry.pattern.id for entry in patterns("riichi", "pure double")][:1]
    ['iipeikou']
    """
    from scorer.teach.answers import PatternEntry
    from scorer.teach.patterns import find_patterns

    rules = resolve_ruleset(ruleset)
    found = find_patterns(rules, query) if query.strip() else tuple(rules.pattern_by_id.values())
    return tuple(PatternEntry(rules, pattern) for pattern in found)


def pattern_card(name: str, ruleset: RulesetOrName = DEFAULT_RULESET) -> Card:
    """Everything about a pattern, named by its id or any of its names: values, relations, worked examples.

    Values are in the unit of the ruleset. Raises InputError if no pattern has this name, RulesetError if
    there is no such ruleset.

    >>> from scorer import as_data
    >>> as_data(pattern_card("平和"))["id"]
    'pinfu'
    """
    (card,) = pattern_cards([name], ruleset)
    return card


def pattern_cards(names: Sequence[str], ruleset: RulesetOrName = DEFAULT_RULESET) -> tuple[Card, ...]:
    """The cards of several patterns, each named by its id or any of its names.

    Raises InputError for names that no pattern has.

    >>> from scorer import as_data
    >>> [item["id"] for item in as_data(pattern_cards(["pinfu", "Half flush"]))]
    ['pinfu', 'honitsu']
    """
    from scorer.teach.answers import Card, PatternEntry
    from scorer.teach.patterns import chosen_patterns

    rules = resolve_ruleset(ruleset)
    chosen = chosen_patterns(names, "pattern", rules)
    return tuple(Card(PatternEntry(rules, rules.pattern_by_id[name])) for name in chosen)
