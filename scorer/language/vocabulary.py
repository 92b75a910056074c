"""The words that every ruleset may use: functions, facts, states of a set, waits.

This is the vocabulary of the language, not of a game. Classes, kinds of set and circumstances are named in
the rule files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

from scorer.language import NUMBER, TRUTH
from scorer.values import dataclass, field

if TYPE_CHECKING:
    from scorer.language.nodes import Node

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Words that people write instead of a number."""
HAN_NUMBER = "([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)"
"""A number below 100 in Chinese or Japanese."""
TRUTH_WORDS = {
    **dict.fromkeys(("true", "yes", "on", "always"), "true"),
    **dict.fromkeys(("allowed", "enabled", "ari", "oui", "vrai", "wahr", "ein", "ja", "si", "sí"), "true"),
    **dict.fromkeys(("あり", "有り", "有", "採用", "する", "はい", "是", "开", "開", "要"), "true"),
    **dict.fromkeys(("false", "no", "off", "never", "none"), "false"),
    **dict.fromkeys(
        ("not allowed", "forbidden", "disabled", "nashi", "non", "faux", "nein", "falsch", "aus"), "false"
    ),
    **dict.fromkeys(
        ("なし", "無し", "無", "不採用", "しない", "いいえ", "否", "关", "關", "无", "不要"), "false"
    ),
}
"""Words that people write instead of true or false."""
TRUTH_ENDINGS = ("あり", "有り", "なし", "無し")
"""Those that Japanese players write behind the name of a rule."""


ROUND_NUMBERS = {"百": 100, "千": 1000, "万": 10_000, "萬": 10_000}


def number_word(text: str) -> int | None:
    """The number that a word means, in English or as 十三; None if it means none.

    >>> number_word("three"), number_word("十三"), number_word("二十"), number_word("pung")
    (3, 13, 20, None)
    """
    if text in ROUND_NUMBERS:
        return ROUND_NUMBERS[text]
    if text.lower() in NUMBER_WORDS:
        return NUMBER_WORDS.index(text.lower())
    found = re.fullmatch(HAN_NUMBER, text)
    if not text or not found or (found[1] and found[3] and not found[2]):
        return None
    tens, ones = ("零一二三四五六七八九".index(sign or "零") for sign in found.group(1, 3))
    return 10 * (tens or 1) + ones if found[2] else tens + ones


def truth_word(text: str) -> str:
    """true or false if a text means one of them in some language, else nothing.

    >>> truth_word("Ｆａｌｓｅ"), truth_word("あり"), truth_word("perhaps")
    ('false', 'true', '')
    """
    import unicodedata  # only a wrong input pays for this import

    word = unicodedata.normalize("NFKC", text).strip(" .!").casefold()
    ended = next((one for one in TRUTH_ENDINGS if word.endswith(one)), word)  # 裏なし, 喰いタンあり
    return TRUTH_WORDS.get(word, "") or TRUTH_WORDS.get(ended, "")


class Scope(IntEnum):
    """When an expression is evaluated, and so what it may refer to. Each scope includes the previous ones."""

    OPTIONS = 0
    HAND = 1
    READING = 2
    OTHERS = 3
    """of a pattern that is looked for after the others: which of these count"""
    AWARD = 4
    TABLE = 5
    """at the table, while a deal is played: the words of the table and the options, and nothing else"""


class Source(Enum):
    """What the value of a function or fact depends on, besides the arguments of the function."""

    ARGUMENTS = "nothing else"
    RULES = "the options of the ruleset"
    SITUATION = "how the hand was won, and by whom"
    WINDS = "the wind of the winner's seat, and of the round"
    CIRCUMSTANCES = "what the player declares about the win"
    COUNTERS = "what lies on the table from earlier hands"
    TILES = "the tiles of the hand"
    WAITS = "every tile that the hand waits for"
    EXTRAS = "what the sets of the hand do not show: flowers, jokers and red tiles"
    INDICATORS = "the tiles of the hand and the indicators"
    READING = "the sets of one reading"
    AWARDS = "the patterns of the hand"
    AMOUNTS = "the numbers that are computed from the patterns"
    TABLE = "what has happened at the table in this deal"

    @property
    def is_of_hand(self) -> bool:
        """Whether the tiles of the hand have a part in it, not the situation alone."""
        return self not in NOT_OF_HAND

    @property
    def scope(self) -> Scope:
        """The scope from which it is known. How many players there are depends on options alone, but options
        may not ask it.
        """
        return SCOPE_BY_SOURCE.get(self, Scope.HAND)


NOT_OF_HAND = (
    Source.ARGUMENTS, Source.RULES, Source.SITUATION, Source.WINDS, Source.CIRCUMSTANCES, Source.COUNTERS,
    Source.TABLE,
)  # fmt: skip
SCOPE_BY_SOURCE = {
    Source.ARGUMENTS: Scope.OPTIONS,
    Source.READING: Scope.READING,
    Source.AWARDS: Scope.OTHERS,
    Source.AMOUNTS: Scope.AWARD,
    Source.TABLE: Scope.TABLE,
}


@dataclass(frozen=True)
class Function:
    """A function: the sorts of its arguments, the type of its value, what that depends on, and its meaning.

    A sort is class, selector, attribute, shape, wait, wind, tiles, templates, condition, number, award or
    indicator; `...` after it means one or more.
    """

    takes: tuple[str, ...]
    gives: str
    depends_on: Source
    meaning: str
    noun_kind: str = ""
    """what a number counts: tiles, kinds (of anything) or sets; `sum` for a number that is no count"""
    applies_to: str = ""
    """what a class or selector is applied to: the tiles, the sets, the groups (sets and pairs), the melds"""
    quantifier: str = ""
    """how many of those a condition is about: all, any, none"""
    is_exclusive: bool = False
    """whether it holds for only one argument at a time"""
    tells_flowers_apart: bool = False
    """whether it matters which flowers are held, and not only how many"""

    @property
    def scope(self) -> Scope:
        """The scope from which the function can be used."""
        return self.depends_on.scope


FUNCTIONS: dict[str, Function] = {
    "all_tiles": Function(
        ("class",), TRUTH, Source.TILES, "every tile of the hand belongs to the class",
        applies_to="tiles", quantifier="all",
    ),
    "any_tile": Function(
        ("class",), TRUTH, Source.TILES, "some tile of the hand belongs to the class",
        applies_to="tiles", quantifier="any",
    ),
    "no_tile": Function(
        ("class",), TRUTH, Source.TILES, "no tile of the hand belongs to the class",
        applies_to="tiles", quantifier="none",
    ),
    "tiles": Function(
        ("class",), NUMBER, Source.TILES, "how many tiles belong to the class", "tiles", "tiles"
    ),
    "kinds": Function(
        ("class",), NUMBER, Source.TILES, "how many different tiles of the class there are", "kinds", "tiles"
    ),
    "pips": Function(
        ("class",), NUMBER, Source.TILES, "the sum of the ranks of the class's tiles", "sum", "tiles"
    ),
    "copies": Function(
        ("number",),
        NUMBER,
        Source.TILES,
        "how many different tiles are held exactly that many times",
        "kinds",
    ),
    "values": Function(
        ("attribute",), NUMBER, Source.TILES, "how many different values of the attribute", "kinds"
    ),
    "contains": Function(("tiles",), TRUTH, Source.TILES, "the hand contains these tiles for some suits"),
    "flowers": Function(
        ("class",), NUMBER, Source.EXTRAS, "the number of flowers of the class", "tiles",
        tells_flowers_apart=True,
    ),
    "jokers": Function(
        ("class",), NUMBER, Source.EXTRAS, "the number of jokers that represent only tiles of the class",
        "tiles",
    ),
    "exposed": Function(
        ("class",), NUMBER, Source.TILES, "the number of tiles of the class in called sets", "tiles", "tiles"
    ),
    "melds": Function(
        ("selector",), NUMBER, Source.TILES, "how many melds satisfy the selector", "sets", "melds"
    ),
    "indicated": Function(
        ("indicator",), NUMBER, Source.INDICATORS, "how many tiles the indicators point at", "tiles",
        tells_flowers_apart=True,
    ),
    "sets": Function(
        ("selector",), NUMBER, Source.READING, "how many sets satisfy the selector", "sets", "sets"
    ),
    "groups": Function(
        ("selector",), NUMBER, Source.READING, "how many sets and pairs satisfy it", "sets", "groups"
    ),
    "all_sets": Function(
        ("selector",), TRUTH, Source.READING, "every set satisfies the selector",
        applies_to="sets", quantifier="all",
    ),
    "all_groups": Function(
        ("selector",), TRUTH, Source.READING, "every set and the pair satisfy it",
        applies_to="groups", quantifier="all",
    ),
    "any_group": Function(
        ("selector",), TRUTH, Source.READING, "some set or pair satisfies the selector",
        applies_to="groups", quantifier="any",
    ),
    "set_total": Function(
        ("attribute",), NUMBER, Source.READING, "the sum of a value over the sets", "sum", "sets"
    ),
    "match": Function(("template", "..."), TRUTH, Source.READING, "each template fits a different set"),
    "shape": Function(("shape",), TRUTH, Source.READING, "the hand is read in this shape", is_exclusive=True),
    "wait": Function(
        ("wait",), TRUTH, Source.READING, "the winning tile completed its set in this way", is_exclusive=True
    ),
    "seat": Function(("wind",), TRUTH, Source.WINDS, "the winner has this seat", is_exclusive=True),
    "round": Function(("wind",), TRUTH, Source.WINDS, "this round is played", is_exclusive=True),
    "on_every_wait": Function(("condition",), TRUTH, Source.WAITS, "it holds with every tile waited for"),
    "awarded": Function(("award",), NUMBER, Source.AWARDS, "how many such patterns the hand has"),
    "min": Function(("value", "..."), NUMBER, Source.ARGUMENTS, "the smallest"),
    "max": Function(("value", "..."), NUMBER, Source.ARGUMENTS, "the largest"),
}  # fmt: skip


@dataclass(frozen=True)
class BuiltinFact:
    """A fact that every ruleset may use: the type of its value, and what that depends on."""

    gives: str
    depends_on: Source
    noun_kind: str = ""
    """what a number counts: tiles or kinds"""
    opposite: str = ""
    """the fact that is true exactly if this one is false"""
    excludes: tuple[str, ...] = ()
    """facts that are false if this one is true"""

    @property
    def scope(self) -> Scope:
        """The scope from which the fact is known."""
        return self.depends_on.scope


FACTS: dict[str, BuiltinFact] = {
    "self_draw": BuiltinFact(TRUTH, Source.SITUATION),
    "discard": BuiltinFact(TRUTH, Source.SITUATION, opposite="self_draw"),
    "dealer": BuiltinFact(TRUTH, Source.SITUATION),
    "from_dealer": BuiltinFact(TRUTH, Source.SITUATION, excludes=("dealer", "self_draw")),
    "concealed_hand": BuiltinFact(TRUTH, Source.TILES),
    "fully_open": BuiltinFact(TRUTH, Source.READING),
    "wins_on_discard": BuiltinFact(TRUTH, Source.WAITS),
    "players": BuiltinFact(NUMBER, Source.RULES),
    "honba": BuiltinFact(NUMBER, Source.COUNTERS),
    "sticks": BuiltinFact(NUMBER, Source.COUNTERS),
    "suits": BuiltinFact(NUMBER, Source.TILES, "kinds"),
    "flowers": BuiltinFact(NUMBER, Source.EXTRAS, "tiles"),
    "jokers": BuiltinFact(NUMBER, Source.EXTRAS, "tiles"),
    "reds": BuiltinFact(NUMBER, Source.EXTRAS, "tiles"),
    "waits": BuiltinFact(NUMBER, Source.WAITS, "kinds"),
}
TRUTH_FACTS: dict[str, Scope] = {name: fact.scope for name, fact in FACTS.items() if fact.gives == TRUTH}
NUMBER_FACTS: dict[str, Scope] = {name: fact.scope for name, fact in FACTS.items() if fact.gives == NUMBER}


def functions_depending_on(*sources: Source) -> tuple[str, ...]:
    """The names of the functions that depend on one of these.

    >>> functions_depending_on(Source.ARGUMENTS)
    ('min', 'max')
    """
    return tuple([name for name, function in FUNCTIONS.items() if function.depends_on in sources])


def facts_depending_on(*sources: Source) -> tuple[str, ...]:
    """The names of the facts that depend on one of these.

    >>> facts_depending_on(Source.COUNTERS)
    ('honba', 'sticks')
    """
    return tuple([name for name, fact in FACTS.items() if fact.depends_on in sources])


WAIT_KINDS = ("two_sided", "edge", "closed", "dual", "single")
ADDED_STATE = "added"
"""The state of a called set to which its owner added a tile later."""
SET_STATES = ("concealed", "called", "won", "first_called", ADDED_STATE, "joker", "any")
GIVEN_CLASSES = ("seat_wind", "round_wind", "win_tile", "seat_flower")

TABLE_TRUTHS: dict[str, str] = {
    "self_draw": "the player has drawn the tile",
    "discard": "another player has discarded the tile, or is adding it to a set",
    "dealer": "the player is the dealer",
    "replacement": "the tile was drawn to replace a tile of a set of four or one set aside",
    "adding": "another player is adding the tile to a called set",
    "declaring": "the tile is in a concealed set of four that another player is declaring",
    "declaring_discard": "the tile is the discard with which another player declares a ready hand",
    "replacement_discard": "another player has discarded the tile right after drawing a replacement tile",
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
    "dealer_leads": "the dealer has the most points, or as many as players who were dealer later",
    "won": "somebody has won",
    "drawn": "nobody has won",
    "aborted": "the deal was stopped before the wall was used up",
    "dealer_stays": "the dealer deals again",
    "won_last_deal": "at the end of the game, the player is a winner of the last deal",
    "went_bust": "at the end of the game, the points of the player ended it, by `bust`",
}
"""Conditions of the table, with their meaning. Those about a player hold for each player in turn."""
TABLE_NUMBERS: dict[str, str] = {
    "wall_left": "tiles that can still be drawn",
    "next_wall_left": "tiles that the next player can still draw, if each player has a wall of their own",
    "turn": "turns of the player in this deal, the present one included",
    "declaration_turn": "the turn in which the player declared a ready hand, 0 if they did not",
    "turns_since_declaration": "tiles that the player has drawn since declaring",
    "replacements": "replacement tiles that the player has drawn in a row, the present one included",
    "wins_in_a_row": "deals that the player won in a row before this one",
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
    "score": "the points of the player; in `deals`, of the one who declares a ready hand",
    "deals_won": "deals that the player has won, at the end of the game",
}
"""Numbers of the table, with their meaning."""
LASTING_TABLE_WORDS = ("declared", "declaration_turn", "called_before_declaration", "set_aside")
"""Words of the table about a player that stay as they are until the player wins, whatever others do."""
TABLE_FUNCTIONS: dict[str, Function] = {
    "seen": Function(
        ("class",), NUMBER, Source.TABLE, "how many such tiles everybody has seen: discards and called sets"
    ),
    "held": Function(
        ("class",), NUMBER, Source.TABLE, "how many different tiles of the class the player holds"
    ),
    "all_discards": Function(
        ("class",), TRUTH, Source.TABLE, "every tile that the player discarded belongs to the class"
    ),
    "first_discards": Function(
        ("class",),
        NUMBER,
        Source.TABLE,
        "how many players began by discarding one and the same tile of the class",
    ),
    **{name: FUNCTIONS[name] for name in functions_depending_on(Source.ARGUMENTS)},
}
"""The functions that can be used at the table."""
TABLE_FACTS: dict[str, tuple[str, Scope]] = {
    **dict.fromkeys(TABLE_TRUTHS, (TRUTH, Scope.TABLE)),
    **dict.fromkeys(TABLE_NUMBERS, (NUMBER, Scope.TABLE)),
}

WINS_BY_FACT = {"self_draw": "tsumo", "discard": "ron"}
"""The way of winning of each fact that states one."""
PATTERNS_AMOUNT = "patterns"
"""The sum of the patterns, which a pattern that is looked for after the others may ask as well."""
OWED_AMOUNTS = ("owed", "least_owed")
"""Numbers known once the payments are worked out, for conditions for winning."""
AMOUNTS = ("total", PATTERNS_AMOUNT, "bonus", "base", "best_closed_value", *OWED_AMOUNTS)
"""Numbers known once patterns are awarded; a ruleset adds its unit, its sheet's and its own amounts."""


def seat_fact(name: str, wind: str) -> str:
    """The fact for the number that one seat has.

    >>> seat_fact("doubles", "W")
    'doubles_w'
    """
    return f"{name}_{wind.lower()}"


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
    tile_names: Mapping[str, str] = field(default_factory=dict)
    """the codes of tiles, by the names that may be written in quotes"""
    attributes: tuple[str, ...] = ("suit", "rank", "tile")
    suit_letters: frozenset[str] = frozenset()
    values: dict[str, frozenset[str | int]] = field(default_factory=dict)
    """the values that tiles have for each attribute"""
    circumstance_facts: dict[str, str] = field(default_factory=dict)
    """facts that circumstances set: name -> truth or number"""
    seat_numbers: frozenset[str] = frozenset()
    """names for the number of the seat that is asked, of which each seat has one (`seat_fact`)"""
    seat_names: frozenset[str] = frozenset()
    """facts of circumstances that name a seat, which `seat` may ask for"""
    defined_facts: dict[str, tuple[str, Scope]] = field(default_factory=dict)
    """facts that the ruleset defines: name -> type of value, scope"""
    options: dict[str, OptionSort] = field(default_factory=dict)
    amounts: frozenset[str] = frozenset(AMOUNTS) - frozenset(OWED_AMOUNTS)
    later_amounts: frozenset[str] = frozenset(OWED_AMOUNTS)
    """amounts that are computed after this expression, for hints only"""
    awards: frozenset[str] = frozenset()
    indicators: frozenset[str] = frozenset()
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    letters: frozenset[str] = frozenset()
    """rank letters, for `where` only"""
    circumstances: dict[str, str] = field(default_factory=dict)
    """circumstance -> the fact it sets, for hints only"""
