"""The words that every ruleset may use: functions, facts, states of a set, waits.

This is the vocabulary of the language, not of a game. Classes, kinds of set and circumstances are named in
the rule files.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from scorer.language import NUMBER, TRUTH
from scorer.values import dataclass, field

if TYPE_CHECKING:
    from scorer.language.nodes import Node

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Words that people write instead of a number."""
TRUTH_WORDS = {
    **dict.fromkeys(("yes", "on", "always"), "true"),
    **dict.fromkeys(("no", "off", "never", "none"), "false"),
}
"""Words that people write instead of true or false."""


class Scope(IntEnum):
    """When an expression is evaluated, and so what it may refer to. Each scope includes the previous ones."""

    OPTIONS = 0
    HAND = 1
    READING = 2
    AWARD = 3
    TABLE = 4
    """at the table, while a deal is played: the words of the table and the options, and nothing else"""


@dataclass(frozen=True)
class Function:
    """A function: the sorts of its arguments, the type of its value, the scope from which it can be used, and
    its meaning.

    A sort is class, selector, attribute, shape, wait, tiles, templates, condition, number, award or
    indicator; `...` after it means one or more.
    """

    takes: tuple[str, ...]
    gives: str
    scope: Scope
    meaning: str


FUNCTIONS: dict[str, Function] = {
    "all_tiles": Function(("class",), TRUTH, Scope.HAND, "every tile of the hand belongs to the class"),
    "any_tile": Function(("class",), TRUTH, Scope.HAND, "some tile of the hand belongs to the class"),
    "no_tile": Function(("class",), TRUTH, Scope.HAND, "no tile of the hand belongs to the class"),
    "tiles": Function(("class",), NUMBER, Scope.HAND, "how many tiles belong to the class"),
    "kinds": Function(("class",), NUMBER, Scope.HAND, "how many different tiles of the class there are"),
    "pips": Function(("class",), NUMBER, Scope.HAND, "the sum of the ranks of the class's tiles"),
    "copies": Function(("number",), NUMBER, Scope.HAND, "how many tiles are held exactly that many times"),
    "values": Function(("attribute",), NUMBER, Scope.HAND, "how many different values of the attribute"),
    "contains": Function(("tiles",), TRUTH, Scope.HAND, "the hand contains these tiles for some suits"),
    "flowers": Function(("class",), NUMBER, Scope.HAND, "the number of flowers of the class"),
    "exposed": Function(("class",), NUMBER, Scope.HAND, "the number of such tiles in called sets"),
    "melds": Function(("selector",), NUMBER, Scope.HAND, "how many melds satisfy the selector"),
    "indicated": Function(("indicator",), NUMBER, Scope.HAND, "how many tiles the indicators point at"),
    "sets": Function(("selector",), NUMBER, Scope.READING, "how many sets satisfy the selector"),
    "groups": Function(("selector",), NUMBER, Scope.READING, "how many sets and pairs satisfy it"),
    "all_sets": Function(("selector",), TRUTH, Scope.READING, "every set satisfies the selector"),
    "all_groups": Function(("selector",), TRUTH, Scope.READING, "every set and the pair satisfy it"),
    "any_group": Function(("selector",), TRUTH, Scope.READING, "some set or pair satisfies the selector"),
    "set_total": Function(("attribute",), NUMBER, Scope.READING, "the sum of a value over the sets"),
    "match": Function(("template", "..."), TRUTH, Scope.READING, "different sets fit the templates"),
    "shape": Function(("shape",), TRUTH, Scope.READING, "the hand is read in this shape"),
    "wait": Function(("wait",), TRUTH, Scope.READING, "the winning tile completed its set in this way"),
    "on_every_wait": Function(("condition",), TRUTH, Scope.HAND, "it holds with every tile waited for"),
    "awarded": Function(("award",), NUMBER, Scope.AWARD, "how many such patterns the hand has"),
    "min": Function(("value", "..."), NUMBER, Scope.OPTIONS, "the smallest"),
    "max": Function(("value", "..."), NUMBER, Scope.OPTIONS, "the largest"),
}

WAIT_KINDS = ("two_sided", "edge", "closed", "dual", "single")
SET_STATES = ("concealed", "called", "won", "first_called", "joker", "any")
GIVEN_CLASSES = ("seat_wind", "round_wind", "win_tile", "seat_flower")

TRUTH_FACTS: dict[str, Scope] = {
    **dict.fromkeys(("self_draw", "discard", "dealer", "from_dealer", "concealed_hand"), Scope.HAND),
    "fully_open": Scope.READING,
}
NUMBER_FACTS: dict[str, Scope] = dict.fromkeys(
    ("players", "honba", "sticks", "suits", "flowers", "jokers", "reds", "waits"), Scope.HAND
)
TABLE_TRUTHS: dict[str, str] = {
    "self_draw": "the player has drawn the tile",
    "discard": "another player has discarded the tile, or is adding it to a set",
    "dealer": "the player is the dealer",
    "replacement": "the tile was drawn to replace a tile of a set of four or one set aside",
    "adding": "another player is adding the tile to a called set",
    "declaring": "the tile is in a concealed set of four that another player is declaring",
    "declared": "the player has declared a ready hand",
    "called": "in this deal somebody has called a tile, declared a set of four or set a tile aside",
    "called_before_declaration": "that happened before the player declared",
    "called_since_declaration": "that happened after the player declared",
    "discard_called": "one of the player's discards was called",
    "waits_discarded": "the player waits for a tile that they discarded earlier",
    "passed_since_draw": "since the player's last draw, another player let a tile go that they wait for",
    "passed_since_declaration": "that happened at some time after the player declared",
    "dealer_won": "the dealer has won",
    "dealer_ready": "the deal is drawn and the dealer is ready",
    "dealer_leads": "no player has more points than the dealer",
    "won": "somebody has won",
    "drawn": "nobody has won",
    "aborted": "the deal was stopped before the wall was used up",
    "dealer_stays": "the dealer deals again",
}
"""Conditions of the table, with their meaning. Those about a player hold for each player in turn."""
TABLE_NUMBERS: dict[str, str] = {
    "wall_left": "tiles that can still be drawn",
    "turn": "turns of the player in this deal, the present one included",
    "declaration_turn": "the turn in which the player declared a ready hand, 0 if they did not",
    "turns_since_declaration": "tiles that the player has drawn since declaring",
    "set_aside": "tiles that the player has set aside",
    "discards": "tiles discarded in this deal by all players",
    "declarations": "players who have declared a ready hand",
    "fours": "sets of four tiles on the table",
    "four_owners": "players with such a set",
    "claims": "players who may win on the last discard",
    "ready": "players who are ready at the end of a drawn deal",
    "players": "players at the table",
    "honba": "counters on the table",
    "sticks": "sticks on the table",
    "deals_left": "dealers to come in the planned rounds, less than 0 in extra rounds",
    "lowest": "the points of the last player",
    "highest": "the points of the first player",
}
"""Numbers of the table, with their meaning."""
TABLE_FUNCTIONS: dict[str, Function] = {
    "seen": Function(
        ("class",), NUMBER, Scope.TABLE, "how many such tiles everybody has seen: discards and called sets"
    ),
    "held": Function(
        ("class",), NUMBER, Scope.TABLE, "how many different tiles of the class the player holds"
    ),
    "all_discards": Function(
        ("class",), TRUTH, Scope.TABLE, "every tile that the player discarded belongs to the class"
    ),
    "first_discards": Function(
        ("class",),
        NUMBER,
        Scope.TABLE,
        "how many players began by discarding one and the same tile of the class",
    ),
    **{name: FUNCTIONS[name] for name in ("min", "max")},
}
"""The functions that can be used at the table."""
TABLE_FACTS: dict[str, tuple[str, Scope]] = {
    **dict.fromkeys(TABLE_TRUTHS, (TRUTH, Scope.TABLE)),
    **dict.fromkeys(TABLE_NUMBERS, (NUMBER, Scope.TABLE)),
}

AMOUNTS = ("total", "patterns", "bonus", "base", "best_closed_value")
"""Numbers known once patterns are awarded; a ruleset adds its unit, its sheet's and its own amounts."""


@dataclass(frozen=True)
class OptionSort:
    """The type of an option in expressions: boolean, number, or word with its choices."""

    sort: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class KnownNames:
    """The names that the expressions of one ruleset may refer to."""

    classes: frozenset[str] = frozenset()
    class_trees: dict[str, Node] = field(default_factory=dict)
    """classes that depend on the situation, with their definitions"""
    kinds: frozenset[str] = frozenset()
    shapes: frozenset[str] = frozenset()
    attributes: tuple[str, ...] = ("suit", "rank", "tile")
    suit_letters: frozenset[str] = frozenset()
    values: dict[str, frozenset[str | int]] = field(default_factory=dict)
    """the values that tiles have for each attribute"""
    circumstance_facts: dict[str, str] = field(default_factory=dict)
    """facts that circumstances set: name -> truth or number"""
    defined_facts: dict[str, tuple[str, Scope]] = field(default_factory=dict)
    """facts that the ruleset defines: name -> type of value, scope"""
    options: dict[str, OptionSort] = field(default_factory=dict)
    amounts: frozenset[str] = frozenset(AMOUNTS)
    later_amounts: frozenset[str] = frozenset()
    """amounts that are computed after this expression, for hints only"""
    awards: frozenset[str] = frozenset()
    indicators: frozenset[str] = frozenset()
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    letters: frozenset[str] = frozenset()
    """rank letters, for `where` only"""
    circumstances: dict[str, str] = field(default_factory=dict)
    """circumstance -> the fact it sets, for hints only"""
