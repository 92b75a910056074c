"""The compiled form of a ruleset: what the compiler hands to the engine and the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.values import dataclass

if TYPE_CHECKING:
    from typing import Any

    from scorer.language.nodes import Node
    from scorer.ruleset.model import Ruleset

    Measure = tuple[Any, ...]
    """what a counter counts: a name, and of most what: a selector, tiles, a number"""
    Kinds = tuple[int, ...]
    """tiles by their places in the tile set"""
    Place = tuple[int, int]
    """where a number stands, and how wide it is; of a range, where it begins and ends"""
    Code = tuple[int, tuple[int, ...], tuple[tuple[str, int, int], ...], tuple[tuple[Place, ...], ...]]
    """a program: how many inputs, the constants, steps over numbered values, and outputs: lists of the
    values that are packed into one number, each with its place there
    """
    RowForm = tuple[Kinds, int, int, int, int]
    """the tiles of a row, where it starts, and how many bits counts, variant and context have"""

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


@dataclass(frozen=True)
class LaneForm:
    """The sets that templates can bind: each has a lane, a small counter in the reading."""

    sets: dict[tuple[str, Kinds], int]
    """what a set adds to a reading, by its kind and tiles"""
    places: tuple[tuple[int, int, int], ...]
    """where each lane stands, how wide it is, and its part"""
    orders: tuple[tuple[Kinds, int], ...]
    """what the sets of each lane are ordered by"""
    parts: tuple[Place, ...]
    """lanes that some template joins stand together"""
    instances: tuple[tuple[tuple[int, int, int], ...], ...]
    """for each part the sum of every instance, the truths that it makes, what it adds to counters"""
    placed: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    """by pattern that is told apart the sums of its instances, and the contexts of each"""


@dataclass(frozen=True)
class ConditionForm:
    """The conditions on a reading: what they ask, the program, and where its answers stand."""

    fill: int
    keep: int
    """they reduce a reading to what is asked of it"""
    words: int
    """so many words of it are asked"""
    unit_bits: int
    """how wide the counts of templates are together"""
    facts: tuple[tuple[str, int, int], ...]
    """the facts of the situation that are asked: where they stand, and how wide"""
    program: Code
    clusters: tuple[tuple[int, Code], ...]
    """the same a few at a time, each with the bits that it asks"""
    late: tuple[Code, ...]
    """conditions that are asked with every tile waited for"""
    late_hand: tuple[Node, ...]
    """what the readable evaluator is asked of a hand"""
    late_sorts: tuple[tuple[str, int], ...]
    """the numbers that are worked out only when needed: their sort, and place among those of it"""
    found: tuple[Place, ...]
    found_bits: int
    """outputs for awards, and how wide they are together"""
    sheet: tuple[Place, ...]
    sheet_bits: int
    """the same for the second sheet"""


@dataclass(frozen=True)
class RulesForm:
    """What a hand is worth: the lowered rules, what is told of them without opening them, what steps ask."""

    rules: Ruleset
    holding: tuple[tuple[int, Kinds], ...]
    """for each pattern what must be found: truths as bits, counts by their numbers"""
    has_sheet: bool
    has_bonuses: bool
    items: tuple[Node | None, ...]
    """the selector of each item of the sheet that counts sets"""
    asked: dict[str, tuple[str, ...]]
    """the facts of the situation that each step asks"""
    asks_counters: bool
    """whether more than what the table adds hangs on counters or sticks"""
    asked_awards: tuple[str, ...]
    """the patterns and groups of which the worth or the payments ask whether they were awarded"""
    asks_outputs: bool
    """whether the worth or the payments ask conditions that were compiled"""
    asks_parts: bool
    """whether the worth asks more of what the total is made of than the sum"""
    paid_amounts: tuple[str, ...]
    """the amounts that payments ask"""
    always_bonus: bool
    wins_late: bool
    """whether only the worth tells that a hand may win"""
    asks_penalty: bool
    """whether a penalty asks the tiles"""
    asks_hand: bool
    sheet_asks_hand: bool
    """whether ways to count, items of the sheet, ask what the tiles show beside the sets"""
    sheet_awards: tuple[str, ...]
    """the patterns and groups that items of the sheet ask"""
    hand_numbers: tuple[str, ...]


@dataclass(frozen=True)
class Form:
    """A ruleset as configured, compiled; `layout` draws where everything stands."""

    rows: tuple[RowForm, ...]
    width: int
    """bits of the count of a tile"""
    top: int
    """where the rows end"""
    given: tuple[str, ...]
    """the classes of tiles that the situation gives"""
    fields: tuple[tuple[Measure, int, int], ...]
    """the counters of a reading: the measure, where it stands, how wide"""
    sheet_range: Place
    """where the section of the second sheet begins and ends"""
    lanes: LaneForm
    conditions: ConditionForm
    worth: RulesForm


FORMS = {kind.__name__: kind for kind in (Form, LaneForm, ConditionForm, RulesForm)}
"""The classes that a compiled form is made of, beside those of a model."""
