"""The model of a ruleset: plain frozen data, with every expression as a checked tree.

The parts stand in the order in which a player would explain the game: what the situation can be, the
patterns, what a hand is worth and who pays; `Ruleset` has them all.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from scorer.foreign import value_text
from scorer.hand import USUAL_ROUND, USUAL_SEAT, Hand
from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import Node, comparable_tree
from scorer.language.vocabulary import ADDED_STATE, WINS_BY_FACT
from scorer.languages import (
    ENGLISH,
    ENGLISH_WITH_ROMAJI,
    NAME_LANGUAGES,
    ROMAJI,
    GameLanguage,
    fallbacks,
    has_text,
    is_english,
    is_traditional,
    text_in,
)
from scorer.memo import Memo
from scorer.message import Listed, LocalizedText, Message, Text, clauses
from scorer.shapes import SetKind, SetTables, Shape
from scorer.suggest import did_you_mean, id_or_name
from scorer.texts import foreign_terms
from scorer.tiles import Names, TileSet, fold_name, ids_by_spelling, kinds_mask, spelled_names
from scorer.values import cached_property, dataclass, field, fields_of, plain_fields, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import TypeVar

    from scorer.errors import Fault

    Part = TypeVar("Part")
    One = TypeVar("One", SetKind, Shape, "Fact", "Unit", "ValueTable", "Circumstance", "Option", "Pattern")

Value = bool | int | str
NUMBER_ZERO, NUMBER_ONE = Node("number", (0,), "0"), Node("number", (1,), "1")
MOST_HANDS = 1000
"""Of how many texts it is kept which hand they say."""
NO_LIMIT = 10**12
"""The maximum of a hand if options say that there is none: more than any hand is worth."""
ALWAYS_TRUE = Node("truth", (True,), "true")
FALSE = Node("truth", (False,), "false")


class RulesPart(Protocol):
    """A part of a ruleset that has an id and names."""

    @property
    def id(self) -> str: ...
    @property
    def names(self) -> Names: ...


class NamedPart(RulesPart, Protocol):
    """A part of a ruleset that people name, also in other words."""

    @property
    def also(self) -> tuple[str, ...]: ...


def recognized_names(item: NamedPart) -> Names:
    """The names of a part of a ruleset, with the other words that are recognized for it."""
    return (*item.names, *(("also", word) for word in item.also))


@dataclass(frozen=True)
class Option:
    """A rule that players can choose. `sort` is truth, number or word. `choice_names` has what players call a
    choice, `same_as` further values, written as text, each with the choice that it means.

    An option `is_idle` if no rule asks for it, for example because an overlay has replaced every rule that
    did.
    """

    id: str
    default: Value
    sort: str
    choices: tuple[Value, ...] = ()
    choice_names: tuple[tuple[str, Names], ...] = ()
    same_as: tuple[tuple[str, Value], ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    names: Names = ()
    help: Names = ()
    is_idle: bool = False
    also: tuple[str, ...] = ()


NUMBER_SLOT = "{}"
"""What stands for the number in the name of a unit that does not just follow it."""
ROUND_CLASS = "round_wind"
"""The class of tiles that the round decides."""
ROUND_FUNCTION = "round"
"""The function that asks for the round."""


@dataclass(frozen=True)
class Unit:
    """A unit of value, such as han or points: its English singular and plural, and its names in other
    languages. `title` is what it is called where no number stands beside it, `none` is the word for a count
    of 0, and `single` for a count of 1. If it is worth so many (`rate`) of another unit, that is its `base`.
    """

    id: str
    singular: str = ""
    plural: str = ""
    names: Names = ()
    also: tuple[str, ...] = ()
    title: Names = ()
    none: Names = ()
    single: Names = ()
    base: str = ""
    rate: int = 1

    @property
    def all_names(self) -> tuple[str, ...]:
        words = (self.singular, self.plural, *dict(self.names).values(), *self.also)
        return tuple(word.replace(NUMBER_SLOT, "") for word in words if word)

    def name_for(self, is_one: bool, language: str = "en") -> str:
        """What it is called beside a number, for which `{}` in the name stands. What has no name in a
        language has the English one.

        >>> unit = Unit("doubles", singular="double", names=(("zh", "番"),))
        >>> unit.name_for(is_one=True), unit.name_for(False, "zh")
        ('double', '番')
        """
        english = (self.singular if is_one else self.plural) or self.id
        return text_in(dict(self.names), language) or english


@dataclass(frozen=True)
class TileClass:
    """A named class of tiles; `mask` has a bit for each kind of the set."""

    id: str
    mask: int
    names: Names = ()


@dataclass(frozen=True)
class Fact:
    """A named sub-expression of the rules. `gives` is truth or number."""

    id: str
    node: Node
    gives: str
    names: Names = ()


@dataclass(frozen=True)
class Requirement:
    """A condition and the reason that is given when it does not hold."""

    node: Node
    reason: Names


@dataclass(frozen=True)
class Circumstance:
    """What a request can state about a win: `fact` becomes true, or is a number from 1 to `maximum`.

    If it `names_seat`, the number is that of a seat, the dealer's first, and it is written as the letter of
    the seat. If `each_seat` has a number, this is the one `of_seat`, and `whole` is that of the file.
    `tiles` are the kinds of tile that the circumstance sets aside (norths). `own_discard` is set if
    it follows from the winner's own discards: `any` if they hold a tile that the winner waits for, `same` if
    they hold the winning tile. If it `robs`, the other copies of the winning tile are in another player's
    set.
    """

    id: str
    fact: str
    maximum: int = 1
    is_number: bool = False
    names_seat: bool = False
    names: Names = ()
    help: Names = ()
    option_condition: Node | None = None
    requires: tuple[Requirement, ...] = ()
    tiles: tuple[int, ...] = ()
    own_discard: str = ""
    robs: bool = False
    table_expression: Node | None = None
    """whether it holds, or its number, in facts about the table; recorded games are read with it"""
    also: tuple[str, ...] = ()
    is_stated_count: bool = False
    """whether it is a number that a player states instead of the tiles that show it, so that no sample hand
    has it
    """
    each_seat: bool = False
    of_seat: str = ""
    whole: Circumstance | None = None


@dataclass(frozen=True)
class Indicator:
    """An input of tiles that indicate bonus tiles. `shows` says which tile each indicates: the next one in
    the order of its suit, or the same one.

    If there is an `upper_indicator`, the tiles lie underneath those of the input with this id, and there are
    no more of them than of those.
    """

    id: str
    shows: str = "next"
    at_most: Node | None = None
    option_condition: Node | None = None
    requires: tuple[Requirement, ...] = ()
    names: Names = ()
    upper_indicator: str = ""
    is_wild: bool = False
    """whether the tiles that it points at are jokers as well as themselves"""


@dataclass(frozen=True)
class Pattern:
    """A pattern (yaku, fan): when it holds, what it is worth, and which other patterns it suppresses.

    `closed_value` and `open_value` are its values in a hand without and with called sets; a hand for which
    the value is None does not have the pattern. `alternatives` are lists of templates. It is not used if
    `option_condition` fails. If `alone_condition` holds, either the pattern counts or everything else does.

    Its relations to other patterns are lists of their ids, named as in rule files. Patterns that it `implies`
    are not counted with it, nor those that they imply; nor are those that it `excludes`. It `absorbs`
    patterns that are formed inside its own sets. `less` has patterns of which some instances are not counted,
    with their number. It counts `instead` of patterns, unless they are worth more. Patterns `beside` it
    always occur with it and are meant to count. A pattern that `asks_others` has a condition on which other
    patterns count, and is looked for after these.
    """

    id: str
    names: Names
    closed_value: Node | None
    open_value: Node | None
    unit: str
    also: tuple[str, ...] = ()
    definition: Names = ()
    source: str = ""
    groups: tuple[str, ...] = ()
    option_condition: Node | None = None
    condition: Node | None = None
    alternatives: tuple[tuple[Node, ...], ...] = ()
    letter_condition: Node | None = None
    count: Node | None = None
    repeat: bool = False
    alone_condition: Node | None = None
    zero: bool = False
    implies: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    absorbs: tuple[str, ...] = ()
    less: tuple[tuple[str, int], ...] = ()
    instead: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    link: str = ""
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    conditional: tuple[tuple[str, str, Node], ...] = ()
    """relations that stand only where options say so: relation, other pattern, condition"""
    level: str = "usual"
    """who learns it from handouts and quizzes: beginner, usual or expert"""
    larger_unit: str = ""
    """the unit in which its value is written, if that is worth several of `unit`"""
    asks_others: bool = False

    @property
    def rule(self) -> tuple[object, ...]:
        """What a hand must have for it, however that is written and whatever it is called and worth; empty if
        nothing is asked of the hand itself. Facts and classes of tiles go by their ids.
        """
        asked = self.condition, self.alternatives, self.letter_condition, self.count
        return (*map(comparable_tree, asked), self.repeat) if any(asked) else ()


@dataclass(frozen=True)
class Bonus:
    """Added to the total of a hand that wins (dora, flowers); no help to reach the minimum."""

    id: str
    names: Names
    value: Node = NUMBER_ONE
    count: Node | None = None
    condition: Node | None = None
    definition: Names = ()
    source: str = ""
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class TopTier:
    """The patterns worth at least `start`: if a hand has one, only they count. If there is a `unit`, they are
    counted in it, and one of it is worth `unit_value`.
    """

    start: int = 0
    unit: str = ""
    unit_value: int = 1
    add: Node | None = None
    cap: Node | None = None


@dataclass(frozen=True)
class SheetItem:
    """A line of the second value sheet. It counts once for every set that `set_selector` selects, or as often
    as `count` says.
    """

    id: str
    value: Node = NUMBER_ZERO
    names: Names = ()
    condition: Node | None = None
    set_selector: Node | None = None
    count: Node | None = None
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    reason: Names = ()
    """why it counts as much as it does, for learners"""


@dataclass(frozen=True)
class Sheet:
    """A secondary score in addition to the patterns. The first of `fixed_items` that holds replaces the sum
    of the items.
    """

    unit: str
    items: tuple[SheetItem, ...]
    fixed_items: tuple[SheetItem, ...] = ()
    round_up_to: int = 1


@dataclass(frozen=True)
class ValueTable:
    """A table that expressions look up like a function. A row has its first key, its last key (None if it has
    no end), and the value of each column.
    """

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, int | None, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Amount:
    """A named number computed on the way from the total to the payment; 0 if `condition` fails. `says` is its
    formula in the words of players, if the rules have it.
    """

    id: str
    node: Node = NUMBER_ZERO
    names: Names = ()
    condition: Node | None = None
    says: Names = ()


@dataclass(frozen=True)
class Limit:
    """A named limit, the first that fits; `base` replaces the base where it is given."""

    id: str
    names: Names
    condition: Node = ALWAYS_TRUE
    base: Node | None = None
    also: tuple[str, ...] = ()


Shares = tuple[tuple[str, Node], ...]
"""Who pays what: payer (discarder, dealer, each, liable) and amount."""


@dataclass(frozen=True)
class ShareSheet:
    """What is paid if the dealer wins, and if another player does."""

    dealer: Shares = ()
    non_dealer: Shares = ()


@dataclass(frozen=True)
class Extra:
    """An additional payment that belongs to the hand, or a paid event that the hand shows."""

    id: str
    names: Names
    condition: Node = ALWAYS_TRUE
    discard: ShareSheet = ShareSheet()
    self_draw: ShareSheet = ShareSheet()
    is_event: bool = False


@dataclass(frozen=True)
class Liability:
    """Who is liable for a pattern (pao): the patterns, each with a condition on options, whether the liable
    player answers for the pattern or the whole hand (`covers`), and who pays the counters. `fed` is what a
    hand must show of a pattern for somebody to have fed it.
    """

    patterns: tuple[tuple[str, Node], ...]
    covers: Node
    counters: Node
    self_draw: Shares = ()
    discard: Shares = ()
    fed: tuple[tuple[str, tuple[Requirement, ...]], ...] = ()
    certainty_conditions: tuple[tuple[str, Node], ...] = ()
    """by pattern, when called sets make it certain: who fed the last of them is liable"""
    whole_hand: tuple[str, ...] = ()
    """the patterns for which `covers` is always the whole hand"""
    takes_over: Node | None = None
    """the part of what each other player would pay that the liable player pays in their place; all of it if
    None
    """


@dataclass(frozen=True)
class Winners:
    """Who is paid if two or three players win on one discard: nearest (only the nearest), first (all; the
    nearest takes the counters), each (all, each with the counters) or nobody. Paid winners for whom
    `own_stick` holds take back a stick of their own first. The other sticks go to the nearest, or are shared.
    """

    two_winners: str = "first"
    three_winners: str = "first"
    own_stick: Node = FALSE
    sticks: str = "nearest"


@dataclass(frozen=True)
class Payment:
    """How payments follow from the base. Each share is rounded up to a multiple of `round_up_to`; a share for
    counters, of `round_counters_up_to`. A share is multiplied by the `factor` of the winner's seat and by
    that of the payer's. What a player pays for the hand is at most `share_limit`, extras included.
    """

    discard: ShareSheet = ShareSheet()
    self_draw: ShareSheet = ShareSheet()
    round_up_to: int = 1
    round_counters_up_to: int = 1
    extras: tuple[Extra, ...] = ()
    counters: tuple[ShareSheet, ShareSheet] = (ShareSheet(), ShareSheet())
    """on a discard, on a self-draw"""
    sticks: Node | None = None
    share_limit: Node | None = None
    factor: Node | None = None
    liability: Liability | None = None
    winners: Winners = Winners()


@dataclass(frozen=True)
class Penalty:
    """A false win: the claimant pays these shares, for this reason."""

    id: str
    names: Names
    condition: Node = ALWAYS_TRUE
    pay: Shares = ()
    reason: Names = ()


@dataclass(frozen=True)
class NearHand:
    """What a hand counts at least if it lacks one tile to one of these patterns."""

    patterns: tuple[str, ...] = ()
    count: Node = NUMBER_ZERO


@dataclass(frozen=True)
class LosingHands:
    """What counts in a hand that has not won: ids of items of the secondary score, of patterns or groups of
    patterns, and of bonuses.
    """

    items: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    bonuses: tuple[str, ...] = ()
    near_hands: tuple[NearHand, ...] = ()


@dataclass(frozen=True)
class PlayerComparison:
    """A payment between each two players: the one with the smaller number pays for the difference."""

    id: str
    names: Names
    number: Node = NUMBER_ZERO
    compared_players: str = "losers"
    option_condition: Node | None = None
    pays: ShareSheet = ShareSheet()


def _multiplied_shares(shares: Shares, number: Node) -> Shares:
    """Shares that are paid as often as a number says."""
    return tuple(
        (role, Node("arithmetic", ("*", number, node), f"({number.text}) * ({node.text})"))
        for role, node in shares
    )


@dataclass(frozen=True)
class PaidEvent:
    """What is paid at once while a deal is played. It is given back in a drawn deal if `return_condition`
    holds for its owner, and if the next tile that the owner discards is won on with one of the circumstances
    `lost_to`.
    """

    id: str
    names: Names
    option_condition: Node | None = None
    pays: ShareSheet = ShareSheet()
    return_condition: Node = FALSE
    lost_to: tuple[str, ...] = ()
    shown_number: Node | None = None
    """how many of them the owner's hand shows, so that nobody need tell of them; None if a hand shows none"""
    hand_condition: Node = FALSE
    """the condition on options that the winner's own are paid with the hand"""

    @property
    def extra(self) -> Extra | None:
        """The payment for those that the winner's hand shows, if they are paid with the hand."""
        shown, enabled = self.shown_number, self.option_condition or ALWAYS_TRUE
        if shown is None or self.hand_condition == FALSE:
            return None
        is_shown = Node("compare", (shown, ">=", NUMBER_ONE), f"{shown.text} >= 1")
        condition = Node("and", (enabled, self.hand_condition, is_shown), is_shown.text)
        shares = (_multiplied_shares(one, shown) for one in (self.pays.dealer, self.pays.non_dealer))
        sheet = ShareSheet(*shares)
        return Extra(self.id, self.names, condition, sheet, sheet, is_event=True)

    @property
    def is_fed(self) -> bool:
        """Whether a player who discarded a tile for it pays."""
        return "discarder" in {role for role, _ in (*self.pays.dealer, *self.pays.non_dealer)}


@dataclass(frozen=True)
class HandTransfer:
    """What players pay one another in a drawn deal: each for whose hand `payers` holds pays each for whose
    hand `receivers` holds.
    """

    id: str
    names: Names
    payers: Node = FALSE
    receivers: Node = FALSE
    option_condition: Node | None = None
    pays: ShareSheet = ShareSheet()


@dataclass(frozen=True)
class DrawnDeal:
    """A way in which a deal ends without a winner. Conditions about a player hold for any of them.

    The player for whom it holds is paid by `pays`, or the ready players share the `pool` that the others pay.
    """

    id: str
    names: Names
    condition: Node = ALWAYS_TRUE
    option_condition: Node | None = None
    aborts: bool = False
    pool: Node | None = None
    pays: ShareSheet = ShareSheet()
    transfers: tuple[HandTransfer, ...] = ()


@dataclass(frozen=True)
class Deals:
    """How the deals of a game follow one another: what players begin with, who deals next, the counters of
    the next deal, and when the game ends: after its planned deals, at once because of the scores, or because
    the dealer who may go on does not.

    `winners` is the number of winners that ends a deal. `declare` is whether a player may put a stick on the
    table. A false winner pays the others by `false_win`, loses `false_win_costs` to nobody, and the deal is
    played again if `replays` holds; if it goes on, they cannot win it any more if `dead_hand` holds.
    """

    start: Node = NUMBER_ZERO
    wall: Node | None = None
    rounds: Node = NUMBER_ONE
    stick: Node | None = None
    stays: Node = FALSE
    honba: Node = NUMBER_ZERO
    ends: Node = FALSE
    bust: Node = FALSE
    dealer_ends: Node = FALSE
    next_dealer: str = "turn"
    winners: Node = NUMBER_ONE
    declare: Node = ALWAYS_TRUE
    false_win: ShareSheet = ShareSheet()
    false_win_costs: Node | None = None
    replays: Node = ALWAYS_TRUE
    dead_hand: Node = FALSE


@dataclass(frozen=True)
class ResultTransfer:
    """What players pay one another in the results: each for whom `payers` holds pays `each` to each for whom
    `receivers` holds, and `shared` to all of them together.
    """

    id: str
    names: Names
    payers: Node = FALSE
    receivers: Node = FALSE
    option_condition: Node | None = None
    each: Node | None = None
    shared: Node | None = None


@dataclass(frozen=True)
class Final:
    """How the final scores become results: the points subtracted, the points that count as 1, what the
    places earn, by the number of players at or above the points subtracted while `floating` holds, and what
    the first player takes. A chip earns `chip`, and players pay one another by `transfers`. If `counts_score`
    is false, the result is what the place earns alone, and scores decide between players with equal results.
    """

    returns: Node = NUMBER_ZERO
    unit: Node | None = None
    places: tuple[Node, ...] = ()
    by_floating: tuple[tuple[int, tuple[int, ...]], ...] = ()
    floating: Node = ALWAYS_TRUE
    first_takes: Node = NUMBER_ZERO
    ties: Node = Node("word", ("seat",), "seat")
    sticks: Node = Node("word", ("first",), "first")
    false_win: Node | None = None
    chip: Node | None = None
    transfers: tuple[ResultTransfer, ...] = ()
    counts_score: bool = True


MOST_IN_A_CALL = 3
"""The most jokers of which rules can say that they lie in one called set."""


@dataclass(frozen=True)
class JokerSort:
    """What the rules say of the jokers of one sort, by their kind. `won` is whether one may be the winning
    tile; `self_draw`: only if it is drawn. A called or declared set with one may have `calls` jokers in all;
    `fours` is whether it may be one of four tiles or more.
    """

    kind: int
    won: bool | str = True
    calls: int = MOST_IN_A_CALL
    fours: bool = True


@dataclass(frozen=True)
class ChildrensWords:
    """The game explained for children; `patterns` has a sentence for each pattern."""

    summary: Names = ()
    deal: Names = ()
    turn: Names = ()
    end: Names = ()
    patterns: tuple[tuple[str, Names], ...] = ()


@dataclass(frozen=True)
class TableWins:
    """How hands are won at tables, for practice hands: how many of 1,000 wins are by self-draw, have a called
    set, a shape, or a count; how many of 1,000 sets are of each kind; and how many of 1,000 wins that allow a
    circumstance have it.
    """

    source: str = ""
    self_draw: int = 500
    called: int = 500
    sets: tuple[tuple[str, int], ...] = ()
    shapes: tuple[tuple[str, int], ...] = ()
    circumstances: tuple[tuple[str, int], ...] = ()
    totals: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Play:
    """How the game is played, for lessons. `calls` is false if players call no sets; a hand with a called set
    may be scored nevertheless.
    """

    deal: Names = ()
    turn: Names = ()
    end: Names = ()
    calls: bool = True
    children: ChildrensWords | None = None
    wins: TableWins | None = None


def _mapping_by_id(parts: Callable[[Ruleset], tuple[One, ...]]) -> cached_property[Mapping[str, One]]:
    return cached_property(lambda rules: MappingProxyType({part.id: part for part in parts(rules)}))


@dataclass(frozen=True)
class Ruleset:
    """Everything that decides what a hand is worth, as data.

    >>> from scorer import load_ruleset
    >>> rules = load_ruleset("riichi")
    >>> rules.id, rules.default_seat, rules.pattern_by_id["pinfu"].id
    ('riichi', 'S', 'pinfu')
    """

    id: str
    names: Names
    unit: str
    tileset: TileSet
    players: Node
    patterns: tuple[Pattern, ...]
    shapes: tuple[Shape, ...]
    kinds: tuple[SetKind, ...]
    classes: tuple[TileClass, ...]
    base: Node
    payment: Payment
    file: str = ""
    summary: Names = ()
    family: str = ""
    source: str = ""
    author: str = ""
    version: str = ""
    license: str = ""
    url: str = ""
    requires: str = ""
    """the version of scorer that the file needs"""
    notes: tuple[Names, ...] = ()
    usage: tuple[Names, ...] = ()
    """notes on how to tell scorer about a hand; no handout prints them"""
    remarks: tuple[Names, ...] = ()
    """notes that every breakdown shows"""
    native: str = "ja"
    """the language in which players know the names"""
    words: tuple[tuple[str, Names], ...] = ()
    """the phrases that this game says differently"""
    language: str = field(default=ENGLISH, compare=False)
    """the language of which the files beside the rule files were read"""
    extends: tuple[str, ...] = ()
    units: tuple[Unit, ...] = ()
    options: tuple[Option, ...] = ()
    chosen_options: tuple[tuple[str, Value], ...] = ()
    """options whose value is not the default"""
    kind_unions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """words for several kinds of set: triplet is pung or kong"""
    calls: tuple[str, ...] | None = None
    """kinds of set that may be called; None is all"""
    shape_conditions: tuple[tuple[str, Node], ...] = ()
    facts: tuple[Fact, ...] = ()
    circumstances: tuple[Circumstance, ...] = ()
    indicators: tuple[Indicator, ...] = ()
    otherwise: Pattern | None = None
    top_tier: TopTier | None = None
    highest_only: bool = False
    formal_waits: bool | str = False
    """whether a hand may wait for a tile of which it holds every copy; `concealed`: only if some of them are
    in melds
    """
    maximum: Node | None = None
    minimum: Node | None = None
    to_win: tuple[Requirement, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    sheet: Sheet | None = None
    tables: tuple[ValueTable, ...] = ()
    amounts: tuple[Amount, ...] = ()
    limits: tuple[Limit, ...] = ()
    losing_hands: LosingHands | None = None
    """what counts in a hand that has not won; None if nothing does"""
    comparisons: tuple[PlayerComparison, ...] = ()
    events: tuple[PaidEvent, ...] = ()
    """what is paid at once while a deal is played"""
    deals: Deals | None = None
    """how deals follow one another; None if the file does not say"""
    draws: tuple[DrawnDeal, ...] = ()
    final: Final | None = None
    play: Play | None = None
    """how the game is played, for lessons; None if the file does not say"""
    default_self_draw: bool = False
    also: tuple[str, ...] = ()
    default_seat: str = USUAL_SEAT
    default_round: str = USUAL_ROUND
    option_counts: tuple[tuple[str, Node], ...] = ()
    """by notation: how many copies are red, how many jokers there are, by options"""
    optional_kinds: tuple[tuple[tuple[int, ...], Node], ...] = ()
    """kinds of tile that are in the set only under a condition on options"""
    joker_tiles: tuple[tuple[int, int], ...] = ()
    """by the kind of a joker: the tiles that it may represent, if these are not all"""
    joker_groups: tuple[str, ...] = ()
    """the kinds of group that jokers may stand in; none if they may stand in all of them"""
    joker_sorts: tuple[JokerSort, ...] = ()
    files: tuple[tuple[str, str], ...] = field(default=(), repr=False, compare=False)
    """the files that it was built from, each with the digest of the bytes that were read"""
    file_ruleset: Ruleset | None = field(default=None, repr=False, compare=False)
    """the ruleset as its file declares it, where this one is as a table has chosen"""

    @cached_property
    def option_values(self) -> Mapping[str, Value]:
        return MappingProxyType(
            {option.id: option.default for option in self.options} | dict(self.chosen_options)
        )

    @cached_property
    def offered_options(self) -> tuple[Option, ...]:
        """The options that change anything, in the order of the file."""
        return tuple(option for option in self.options if not option.is_idle)

    @cached_property
    def file_and_options(self) -> tuple[str, tuple[tuple[str, Value], ...]] | None:
        """The rule file and the unusual options from which the ruleset can be opened again; None if unknown.
        `scorer.scoring` sets it when it opens a ruleset.
        """
        return None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles all fields. `scorer.scoring` pickles a shipped ruleset by its name and options instead."""
        return object.__new__, (Ruleset,), {**fields_of(self), "file_and_options": self.file_and_options}

    @cached_property
    def unusual_options(self) -> tuple[tuple[str, Value], ...]:
        """The chosen options whose values are not the defaults of the file."""
        return tuple(
            (name, value) for name, value in self.chosen_options if value != self.option_by_id[name].default
        )

    @property
    def label(self) -> LocalizedText:
        """What messages call this ruleset: its id in English, else its name."""
        return id_or_name(self.id, self.names)

    @property
    def title(self) -> LocalizedText:
        """What sentences for players call this ruleset: its name in every language."""
        return LocalizedText(self.names)

    def display_language(self, language: str) -> str:
        """The language in which this game is told, with its own words: English if its patterns have no names
        in the other; the Chinese of its players for `zh`, and for `zh-Hant` if that is Traditional; and
        English with romaji names for `en` if the rules have them.

        >>> from scorer import load_ruleset
        >>> [load_ruleset(name).display_language("ja") for name in ("british", "riichi")]
        ['en', 'ja']
        >>> [load_ruleset(name).display_language("en") for name in ("british", "riichi")]
        ['en', 'en-romaji']
        >>> [load_ruleset("hong-kong").display_language(asked) for asked in ("zh", "zh-Hant", "zh-Hans")]
        ['zh-HK', 'zh-HK', 'zh-Hans']
        """
        told = language if self.is_told_in(language) else ENGLISH
        if told == ENGLISH and any(ROMAJI in dict(pattern.names) for pattern in self.patterns):
            told = ENGLISH_WITH_ROMAJI
        if not is_english(told) and told in fallbacks(self.native):
            told = self.native
        words = self.phrases_in(told)
        return GameLanguage(told, words) if words else told

    def phrases_in(self, language: str) -> Mapping[str, Mapping[str, str]]:
        """The phrases that this game says differently in a language, each by language. A game that comes from
        elsewhere keeps its terms in Taiwan and Hong Kong.

        >>> from scorer import load_ruleset
        >>> [load_ruleset(name).phrases_in("zh-HK").get("discarder") for name in ("hong-kong", "mcr")]
        [None, {'zh': '点炮者'}]
        """
        is_abroad = is_traditional(language) and not is_traditional(self.native)
        return self._phrases_abroad if is_abroad else self.phrases

    @cached_property
    def _phrases_abroad(self) -> Mapping[str, Mapping[str, str]]:
        own, foreign = self.phrases, foreign_terms()
        return {key: {**foreign.get(key, {}), **own.get(key, {})} for key in {**foreign, **own}}

    def is_told_in(self, language: str) -> bool:
        """Whether the patterns have names in a language."""
        return any(has_text(dict(pattern.names), language) for pattern in self.patterns)

    @cached_property
    def phrases(self) -> Mapping[str, Mapping[str, str]]:
        """The phrases that this game says differently, each by language."""
        return MappingProxyType({key: MappingProxyType(dict(names)) for key, names in self.words})

    def unit_word(self, unit: str = "", is_one: bool = False, language: str = "en") -> str:
        """What a unit is called beside a number; without one, the ruleset's own. If the number stands within
        the word, the title.
        """
        found = self._unit(unit)
        word = found.name_for(is_one, language)
        return word if NUMBER_SLOT not in word else text_in(dict(found.title), language) or found.id

    def _unit(self, unit: str) -> Unit:
        return self.unit_by_id.get(unit or self.unit, Unit(unit or self.unit))

    def unit_title(self, unit: str, language: str = "en") -> str:
        """What a unit is called where no number stands beside it.

        >>> from scorer import load_ruleset
        >>> load_ruleset("riichi").unit_title("sticks", "ja")
        '供託'
        """
        title = self.unit_by_id[unit].title if unit in self.unit_by_id else ()
        return text_in(dict(title), language) or self.unit_word(unit, language=language)

    @property
    def counts_points(self) -> bool:
        """Whether hands are counted in points, so that a count may be taken for what is paid."""
        return self.unit == "points"

    def amount_text(self, count: int | str, unit: str = "", language: str = "en") -> str:
        """A number with its unit; without one, the ruleset's own.

        >>> from scorer import load_ruleset
        >>> rules = load_ruleset("british")
        >>> rules.amount_text(1), rules.amount_text(1200, "points"), rules.amount_text(2, "doubles", "zh")
        ('1 double', '1,200 points', '2番')
        >>> rules.amount_text(2, "sticks", "ja")
        '供託2本'
        >>> load_ruleset("vietnamese").amount_text(2)
        '2 phán'

        A count in the ruleset's own unit is written in a unit that is worth several of it, and the rest:

        >>> rules = load_ruleset("vietnamese")
        >>> rules.amount_text(5), rules.amount_text(6), rules.amount_text(20, language="zh")
        ('5 phán', '1 mủn', '3满2番')
        """
        larger = self.larger_unit if unit in ("", self.unit) else None
        if larger and isinstance(count, int) and count >= larger.rate:
            whole, rest = divmod(count, larger.rate)
            parts = [self._unit_text(f"{whole:,}", larger, language)]
            parts += [self._unit_text(str(rest), self._unit(unit), language)] if rest else []
            return (" " if _is_spaced(parts[0]) else "").join(parts)
        return self._unit_text(f"{count:,}" if isinstance(count, int) else count, self._unit(unit), language)

    @staticmethod
    def _unit_text(shown: str, unit: Unit, language: str) -> str:
        own_words = {"0": unit.none, "1": unit.single}.get(shown, ())
        if has_text(dict(own_words), language):
            return text_in(dict(own_words), language)
        word = unit.name_for(shown == "1", language)
        if NUMBER_SLOT in word:
            return word.replace(NUMBER_SLOT, shown)
        return f"{shown} {word}" if _is_spaced(word) else shown + word

    @cached_property
    def larger_unit(self) -> Unit | None:
        """The unit that is worth several of the ruleset's own, if there is one."""
        return next((unit for unit in self.units if unit.base == self.unit), None)

    @property
    def sheet_unit(self) -> str:
        """The unit of the secondary score; empty if there is none."""
        return self.sheet.unit if self.sheet else ""

    @property
    def tier_unit(self) -> str:
        """The unit in which the top tier is counted; nothing where it has none."""
        return self.top_tier.unit if self.top_tier else ""

    def count_text(self, total: int, sheet: int | None = None, tier: int = 0, language: str = "en") -> str:
        """A count with its units: `4 han 30 fu`, or the number of units of the top tier."""
        if tier:
            return self.amount_text(tier, self.tier_unit, language)
        text = self.amount_text(total, language=language)
        if sheet is None:
            return text
        besides = self.amount_text(sheet, self.sheet_unit, language)
        return f"{text} {besides}" if _is_spaced(text) or _is_spaced(besides) else text + besides

    def may_call(self, kind: str) -> bool:
        """Whether a set of this kind may be called from another player."""
        return self.calls is None or kind in self.calls

    @cached_property
    def callable_kinds(self) -> tuple[str, ...]:
        """The kinds of set that may be written in brackets."""
        if self.calls is not None:
            return self.calls
        used = {name for shape in self.shapes for name in shape.kinds}
        return tuple(kind.id for kind in self.kinds if kind.size > 2 and kind.id in used)

    @cached_property
    def patterns_in_force(self) -> tuple[Pattern, ...]:
        """The patterns without those that the options switch off; all, as long as no options are chosen."""
        return self.patterns

    @cached_property
    def amounts_to_win(self) -> frozenset[str]:
        """The amounts on which the conditions for winning depend."""
        return frozenset(part.args[0] for part in expressions_in(self.to_win) if part.op == "amount")

    @cached_property
    def set_tables(self) -> SetTables:
        """The tile tuples of every kind of set."""
        return SetTables(
            self.kinds, self.tileset, joker_tiles=self.joker_tiles, joker_groups=self.joker_groups
        )

    @cached_property
    def represented_tiles(self) -> Mapping[int, int]:
        """By the kind of a joker the class of tiles that it may represent."""
        every, some = kinds_mask(self.tileset.playing_kinds), dict(self.joker_tiles)
        jokers = [kind.index for kind in self.tileset.kinds if kind.role == "joker"]
        return MappingProxyType({kind: some.get(kind, every) for kind in jokers})

    @cached_property
    def shared_values(self) -> dict[tuple[str, tuple[int, ...], str], int | str | None]:
        """A cache for templates: the attribute that the tiles of a set share, by kind of set, tiles and name
        of the attribute; None if they do not share it.
        """
        return {}

    @cached_property
    def configured_rulesets(self) -> dict[object, Ruleset]:
        """A cache: this ruleset with options chosen, by the options."""
        return {}

    @cached_property
    def hands_by_text(self) -> Memo[object, tuple[TileSet, Hand | None, list[Fault]]]:
        """A cache of the rules as declared: the hands that texts describe and the faults in them, by text,
        sets that may be called and tile set.
        """
        return Memo(limit=MOST_HANDS)

    @cached_property
    def class_masks(self) -> Mapping[str, int]:
        """The tiles of each class; a tile that an expression names in quotes is a class under its code."""
        tiles = {kind.code: 1 << kind.index for kind in self.tileset.kinds}
        return MappingProxyType(tiles | {item.id: item.mask for item in self.classes})

    @cached_property
    def unions(self) -> Mapping[str, tuple[str, ...]]:
        return MappingProxyType(dict(self.kind_unions))

    def kinds_named(self, names: Iterable[str]) -> tuple[SetKind, ...]:
        """The kinds of set for words of rule files, all those of a word that stands for several; empty if one
        of the words is none, such as `pair`.
        """
        found = [self.kind_by_id.get(one) for name in names for one in self.unions.get(name, (name,))]
        return tuple(kind for kind in found if kind) if all(found) else ()

    kind_by_id = _mapping_by_id(lambda rules: rules.kinds)
    shape_by_id = _mapping_by_id(lambda rules: rules.shapes)
    fact_by_id = _mapping_by_id(lambda rules: rules.facts)
    unit_by_id = _mapping_by_id(lambda rules: rules.units)
    table_by_id = _mapping_by_id(lambda rules: rules.tables)
    circumstance_by_id = _mapping_by_id(lambda rules: rules.circumstances)
    option_by_id = _mapping_by_id(lambda rules: rules.options)
    pattern_by_id = _mapping_by_id(lambda rules: (*rules.patterns, *filter(None, [rules.otherwise])))

    @cached_property
    def unset_facts(self) -> Mapping[str, bool | int]:
        """The facts of the circumstances as they are without any circumstance."""
        facts = {item.fact: 0 if item.is_number else False for item in self.circumstances}
        return MappingProxyType(facts)

    @cached_property
    def circumstances_by_seat(self) -> Mapping[str, Mapping[str, str]]:
        """For each number that every seat has, the ids of its circumstances by the letter of the seat."""
        found: dict[str, dict[str, str]] = {}
        for one in self.circumstances:
            if one.whole:
                found.setdefault(one.whole.id, {})[one.of_seat] = one.id
        return MappingProxyType(found)

    @cached_property
    def circumstances_of_file(self) -> tuple[Circumstance, ...]:
        """The circumstances as the file has them: a number of each seat is one."""
        return tuple(dict.fromkeys([one.whole or one for one in self.circumstances]))

    @cached_property
    def circumstance_spellings(self) -> Mapping[str, str]:
        """The id of each circumstance, by every folded word for it. The words for a pattern of the same id
        are words for the circumstance too, and so are those for a pattern that needs nothing else than the
        circumstance and a way to win: a win on the last tile drawn has a name of its own.
        """
        stated = (*self.circumstances, *self.circumstances_of_file)
        known = {item.id: recognized_names(item) for item in stated}
        both = [self.pattern_by_id[ident] for ident in known if ident in self.pattern_by_id]
        lent = {pattern.id: recognized_names(pattern) for pattern in both}
        needed = [(self._only_circumstance(pattern), pattern) for pattern in self.pattern_by_id.values()]
        of_facts = {
            fold_name(word): ident
            for ident, pattern in needed
            if ident
            for word in (pattern.id, *spelled_names(recognized_names(pattern)))
        }
        return MappingProxyType(of_facts | ids_by_spelling(lent) | ids_by_spelling(known))

    def _only_circumstance(self, pattern: Pattern) -> str:
        """The circumstance that is all that a pattern needs besides a way to win; empty if there is none."""
        node = pattern.condition
        parts = () if node is None else node.args if node.op == "and" else (node,)
        facts = [part.args[0] for part in parts if part.op == "fact" and part.args[0] not in WINS_BY_FACT]
        stated = [one.id for one in self.circumstances if one.fact in facts and not one.is_number]
        is_all = len(stated) == len(facts) == 1 and all(part.op == "fact" for part in parts)
        return stated[0] if is_all else ""

    @cached_property
    def option_spellings(self) -> Mapping[str, str]:
        """The id of each option, by every folded word for it."""
        return MappingProxyType(ids_by_spelling({one.id: recognized_names(one) for one in self.options}))

    @cached_property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles a complete hand may have. Hands of flowers alone, which have no other tiles, are
        left out.
        """
        return tuple(sorted({shape.size for shape in self.shapes if not shape.flowers}))

    @cached_property
    def meld_size(self) -> int:
        """How many tiles of a complete hand a meld replaces, even if it has more itself (a kong)."""
        kinds = {kind.id: kind for kind in self.kinds}
        melded = [
            shape
            for shape in self.shapes
            if not shape.concealed or any(kinds[name].declared for name in shape.kinds)
        ]
        return max((shape.set_size for shape in melded or self.shapes), default=0)

    @cached_property
    def implied_ids(self) -> Mapping[str, frozenset[str]]:
        """By the id of each pattern, the ids of all that follow from it: implication is transitive."""
        found: dict[str, frozenset[str]] = {}
        for name, pattern in self.pattern_by_id.items():
            if not pattern.implies:
                found[name] = frozenset()
                continue
            waiting, reached = list(pattern.implies), set[str]()
            while waiting:
                if (one := waiting.pop()) not in reached:
                    reached.add(one)
                    waiting += self.pattern_by_id[one].implies if one in self.pattern_by_id else ()
            found[name] = frozenset(reached - {name})
        return MappingProxyType(found)

    @cached_property
    def depends_on_dealer_discard(self) -> bool:
        """Whether patterns or payments may depend on whether the dealer discarded."""
        shares = dict(self.payment.discard.non_dealer)
        if self.payment.factor is not None:
            return True
        return {"discarder", "dealer"} <= set(shares) or "from_dealer" in self.facts_in_rules

    @cached_property
    def table_counters(self) -> frozenset[str]:
        """Those of `honba` and `sticks` that the rules ask for."""
        return self.facts_in_rules & {"honba", "sticks"}

    @cached_property
    def counter_circumstance(self) -> Circumstance | None:
        """The circumstance whose number is that of the counters on the table, if requests state these so."""
        asked = (one for one in self.circumstances if one.table_expression and not one.names_seat)
        return next((one for one in asked if _is_fact(one.table_expression, "honba")), None)

    @cached_property
    def asks_round(self) -> bool:
        """Whether the round can change what a hand is worth, under any options."""
        if self.file_ruleset:
            return self.file_ruleset.asks_round
        asking = expressions_in((self,))
        return any(ROUND_CLASS in node.args or node.args[:1] == (ROUND_FUNCTION,) for node in asking)

    @cached_property
    def facts_in_rules(self) -> frozenset[str]:
        """The facts that patterns, bonuses and payments ask for, under any options."""
        if self.file_ruleset:
            return self.file_ruleset.facts_in_rules
        asking = (
            self.facts, self.patterns, self.otherwise, self.to_win, self.minimum, self.bonuses, self.sheet,
            self.amounts, self.limits, self.base, self.payment,
        )  # fmt: skip
        return frozenset(str(node.args[0]) for node in expressions_in(asking) if node.op == "fact")

    @cached_property
    def asks_added_sets(self) -> bool:
        """Whether the rules ask for sets to which a tile was added after they were called."""
        if self.file_ruleset:
            return self.file_ruleset.asks_added_sets
        return any(node.op == "state" and node.args[0] == ADDED_STATE for node in expressions_in(self))

    def untranslated_texts(self, language: str) -> tuple[int, int]:
        """How many texts of the ruleset are missing in a language, and how many texts there are.

        >>> from scorer import load_ruleset
        >>> load_ruleset("riichi", language="ja").untranslated_texts("en")[0]
        0
        """
        declared = self.file_ruleset or self
        units = tuple(map(_unit_with_english_names, declared.units))
        options = tuple(map(_option_with_english_names, declared.options))
        texts = {*texts_in(replace(declared, file_ruleset=None, words=(), units=units, options=options))}
        return sum(not has_text(dict(names), language) for names in texts), len(texts)

    def with_options(self, **values: Value) -> Ruleset:
        """This ruleset with other option values, which are not checked."""
        return replace(self, chosen_options=tuple({**dict(self.chosen_options), **values}.items()))


def _unit_with_english_names(unit: Unit) -> Unit:
    """A unit whose names have an English text: the singular or the id, if they have none."""
    word = ("en", unit.singular or unit.id)
    names, title, single = (
        texts if not texts or has_text(dict(texts), "en") else (word, *texts)
        for texts in (unit.names, unit.title, unit.single)
    )
    return replace(unit, names=names, title=title, single=single)


def _option_with_english_names(option: Option) -> Option:
    """An option whose names have an English text: the words of its id, if they have none."""
    names = option.names
    return (
        option
        if not names or has_text(dict(names), "en")
        else replace(option, names=(("en", option.id), *names))
    )


FIRST_EAST_ASIAN = "\u2e80"
"""The first of the characters that are written without spaces."""


def _is_spaced(text: str) -> bool:
    """Whether spaces are written around a text: around `han` and `phán`, but not around Chinese units."""
    return all(character < FIRST_EAST_ASIAN for character in text)


PLAIN = frozenset({str, int, bool, type(None)})
"""The types of most parts of a ruleset. Nothing is in them, so a search passes over them to save time."""


def _is_fact(node: Node | None, name: str) -> bool:
    return node is not None and node.op == "fact" and node.args[0] == name


def expressions_in(part: object) -> Iterator[Node]:
    """Every expression in a part of a ruleset, and every expression inside these."""
    if isinstance(part, Node):
        yield from part.walk()
        return
    for below in part if isinstance(part, tuple) else plain_fields(part) or ():
        if below.__class__ not in PLAIN:
            yield from expressions_in(below)


def texts_in(part: object) -> Iterator[Names]:
    """Every text for people in a part of a ruleset.

    >>> list(texts_in(Limit("top", (("en", "Top"), ("ja", "最高")))))
    [(('en', 'Top'), ('ja', '最高'))]
    """
    if isinstance(part, Node):
        return
    if isinstance(part, tuple):
        pairs = [one for one in part if isinstance(one, tuple) and len(one) == 2]
        if part and len(pairs) == len(part) and all(language in NAME_LANGUAGES for language, _ in pairs):
            yield part
            return
    for below in part if isinstance(part, tuple) else plain_fields(part) or ():
        yield from texts_in(below)


def with_expressions(part: Part, change: Callable[[Node], Node]) -> Part:
    """A part of a ruleset with every expression changed."""
    changed: object = part
    if isinstance(part, Node):
        changed = change(part)
    elif isinstance(part, tuple):
        changed = tuple(with_expressions(below, change) for below in part)
    elif (fields := plain_fields(part)) is not None:
        changed = type(part)(*(with_expressions(below, change) for below in fields))
    return changed  # type: ignore[return-value]


# ---- whether a value fits an option

LARGEST_NUMBER = 10**6


def option_value_fault(option: Option, value: Value) -> Text:
    """What is wrong with a value for an option; empty if it is allowed."""
    if isinstance(value, str | int) and not isinstance(value, bool) and value in option.choices:  # true is 1
        return ""
    if option.sort == TRUTH and not option.choices and isinstance(value, bool):
        return ""
    given = value if isinstance(value, str) else value_text(value)
    name = id_or_name(option.id, option.names)
    if option.choices:
        called = dict(option.choice_names)
        words = tuple(id_or_name(str(one).lower(), called.get(str(one), ())) for one in option.choices)
        known = clauses(Listed(words, "comma"), did_you_mean(given, map(str, option.choices)))
        return Message("not a choice", given, name, known)
    if option.sort == TRUTH:
        return Message("must be true or false", name, given)
    if option.sort == NUMBER:
        if isinstance(value, bool) or not isinstance(value, int):
            return Message("must be a whole number", name, given.lower())
        low, high = option.minimum or 0, LARGEST_NUMBER if option.maximum is None else option.maximum
        return "" if low <= value <= high else Message("must be in range", name, low, high, given)
    return ""
