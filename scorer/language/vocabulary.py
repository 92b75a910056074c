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
    "flowers": Function(("class",), NUMBER, Scope.HAND, "how many flowers of the class lie beside the hand"),
    "exposed": Function(("class",), NUMBER, Scope.HAND, "how many such tiles lie in called sets"),
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
