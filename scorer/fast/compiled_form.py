"""The compiled form of a ruleset: what the compiler hands to the engine and the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.values import dataclass

if TYPE_CHECKING:
    from typing import Any

    from scorer.language.nodes import Node
    from scorer.ruleset.model import Ruleset

    Measure = tuple[Any, ...]
    """what a counter counts: a name, and of most what: a selector, tiles, a number"""
    Kinds = tuple[int, ...]
    """tiles by their places in the tile set"""

WORD = 60
"""bits of a word of a reading: a column of numbers can hold it"""

SHIFT_BITS = 16
SHIFT = (1 << SHIFT_BITS) - 1


def bits_at(shift: int, width: int) -> int:
    """The constant of a program that takes so many bits out of a word: the shift, and the mask above it.

    >>> bits_at(4, 2) == 4 + (0b11 << SHIFT_BITS)
    True
    """
    return (1 << width) - 1 << SHIFT_BITS | shift


class Place(NamedTuple):
    """Where a number stands in a packed integer."""

    position: int
    width: int


class BitRange(NamedTuple):
    """The bits of a section of a packed integer, `stop` not included."""

    start: int
    stop: int


class PlacedValue(NamedTuple):
    """A value of a program that is packed into an output."""

    value: int
    """its number among the values"""
    position: int


class Step(NamedTuple):
    """A step of a program: an operator and the numbers of the two values that it joins."""

    operator: str
    left_operand: int
    right_operand: int


class ProgramForm(NamedTuple):
    """A program: steps over numbered values, which are inputs, constants, and what each step gives."""

    input_count: int
    constants: tuple[int, ...]
    steps: tuple[Step, ...]
    outputs: tuple[tuple[PlacedValue, ...], ...]
    """each is packed into one number"""


class Cluster(NamedTuple):
    """A program of a few conditions, and the bits of a key that they depend on."""

    mask: int
    program: ProgramForm


class RowForm(NamedTuple):
    """A row of tiles: where it starts, and how many bits its counts, the mark of the winning tile and the
    winds have.
    """

    kinds: Kinds
    start: int
    count_bits: int
    win_mark_bits: int
    context_bits: int


class LanePlace(NamedTuple):
    """Where the counter of a lane stands, and the part that it belongs to."""

    position: int
    width: int
    part: int


class CounterPlace(NamedTuple):
    """A counter of a reading: what it measures, and where it stands."""

    measure: Measure
    position: int
    width: int


class FactPlace(NamedTuple):
    """Where a fact of the situation stands in a key."""

    name: str
    position: int
    width: int


class PatternOutputs(NamedTuple):
    """What the conditions must give for a pattern to hold: truths as bits, and numbers of counts."""

    truths: int
    counts: tuple[int, ...]


class LateSort(NamedTuple):
    """A number that is worked out only when needed: its sort, and its place among those of the sort."""

    sort: str
    place: int


class LaneOrder(NamedTuple):
    """What the sets of a lane are ordered by: their tiles, and how many of them count for the order."""

    tiles: Kinds
    size: int


class InstanceSum(NamedTuple):
    """The sum of the lanes of an instance, the truths that it makes, and what it adds to counters."""

    total: int
    truths: int
    counts: int


class PlacedSum(NamedTuple):
    """The sum of the lanes of an instance, and a bit for each context in which it is one; -1 for all."""

    total: int
    contexts: int


class PlacedPattern(NamedTuple):
    """A pattern for which it matters what sets make it, and its instances."""

    name: str
    instances: tuple[PlacedSum, ...]


@dataclass(frozen=True)
class LaneForm:
    """The sets that templates can bind: each has a lane, a small counter in the reading."""

    sets: dict[tuple[str, Kinds], int]
    """what a set adds to a reading, by its kind and tiles"""
    places: tuple[LanePlace, ...]
    orders: tuple[LaneOrder, ...]
    """for each lane"""
    parts: tuple[BitRange, ...]
    """lanes that some template joins stand together"""
    instances: tuple[tuple[InstanceSum, ...], ...]
    """for each part its instances"""
    placed_patterns: tuple[PlacedPattern, ...]


@dataclass(frozen=True)
class ConditionForm:
    """The conditions on a reading: what they ask, the program, and where its answers stand."""

    truth_addend: int
    asked_mask: int
    """added to a reading, the first sets the bit above each truth that is not zero; of the sum, the second
    keeps what conditions ask
    """
    words: int
    """so many words of it are asked"""
    binding_bits: int
    """how wide the counts of templates are together"""
    facts: tuple[FactPlace, ...]
    """the facts of the situation that conditions ask"""
    program: ProgramForm
    clusters: tuple[Cluster, ...]
    """the steps of the program, a few conditions at a time"""
    late_programs: tuple[ProgramForm, ...]
    """conditions that are asked with every tile waited for"""
    late_hand: tuple[Node, ...]
    """what the readable evaluator is asked of a hand"""
    late_sorts: tuple[LateSort, ...]
    award_outputs: tuple[Place, ...]
    """what awards depend on: where each output stands in their number"""
    award_bits: int
    """how wide these are together"""
    sheet_outputs: tuple[Place, ...]
    """what items of the second sheet depend on, apart from the sets that they count"""
    sheet_bits: int


@dataclass(frozen=True)
class RulesForm:
    """What a hand is worth: the lowered rules, what is told of them without opening them, what steps ask."""

    rules: Ruleset
    pattern_outputs: tuple[PatternOutputs, ...]
    """for each pattern what must be given for it to hold"""
    has_sheet: bool
    has_bonuses: bool
    items: tuple[Node | None, ...]
    """the selector of each item of the sheet that counts sets"""
    facts_by_step: dict[str, tuple[str, ...]]
    """the facts of the situation that each step asks"""
    asks_counters: bool
    """whether more than what the table adds hangs on counters or sticks"""
    award_names: tuple[str, ...]
    """the patterns and groups of which the worth or the payments ask whether they were awarded"""
    asks_outputs: bool
    """whether the worth or the payments ask conditions that were compiled"""
    asks_parts: bool
    """whether the worth asks more of what the total is made of than the sum"""
    payment_amounts: tuple[str, ...]
    """the amounts that payments ask"""
    always_bonus: bool
    wins_late: bool
    """whether only the worth tells that a hand may win"""
    wins_by_payment: bool
    """whether only what is paid tells that a hand may win"""
    asks_penalty: bool
    """whether a penalty asks the tiles"""
    asks_hand: bool
    sheet_asks_hand: bool
    """whether ways to count, items of the sheet, ask what the tiles show beside the sets"""
    sheet_awards: tuple[str, ...]
    """the patterns and groups that items of the sheet ask"""
    hand_numbers: tuple[str, ...]


@dataclass(frozen=True)
class CompiledForm:
    """A ruleset as configured, compiled; `layout` draws where everything stands."""

    rows: tuple[RowForm, ...]
    width: int
    """bits of the count of a tile"""
    top: int
    """where the rows end"""
    given_classes: tuple[str, ...]
    """the classes of tiles that the situation gives"""
    counters: tuple[CounterPlace, ...]
    """the counters of a reading"""
    sheet_range: BitRange
    """the section of the second sheet in a reading"""
    lanes: LaneForm
    conditions: ConditionForm
    worth: RulesForm
