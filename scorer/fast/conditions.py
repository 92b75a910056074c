"""The conditions of a ruleset on a reading, as a straight line of steps on whole numbers.

Every distinct part is computed once. There is no `and`, `or` or `if`: truths are 0 and 1, and are joined with
& and |.
"""

from __future__ import annotations

from functools import partial
from operator import add, and_, floordiv, mul, or_, sub, xor
from typing import TYPE_CHECKING, NamedTuple

from scorer.fast.compiled_form import SHIFT, SHIFT_BITS, WORD
from scorer.fast.packing import AwardOutputs, ConditionKey, Extras, ReadingSum, SheetKey, SheetOutputs
from scorer.language.nodes import COMPARISON_FUNCTIONS
from scorer.memo import MOST_NUMBERS, Memo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorer.engine.results import SheetTotal
    from scorer.fast.compiled_form import CompiledForm, LaneForm, ProgramForm
    from scorer.fast.hand_values import HandValues
    from scorer.fast.situations import PackedSituation

    ReadingOutputs = tuple[AwardOutputs, SheetOutputs]
    """what the conditions give in a reading: the outputs that awards depend on, and those that items of the
    second sheet depend on; a plain tuple, see `scorer.fast.packing`
    """
    LateKey = tuple[ConditionKey, tuple[int, ...]]
    """a key of conditions, and the late numbers of the hand in the order of the program"""
    ShownSheetKey = tuple[SheetKey, Extras, str]
    """what the second sheet depends on where its items ask what tiles show beside sets; last the seat"""

OPERATORS: dict[str, Callable[[int, int], int]] = {
    "bits": lambda word, place: word >> (place & SHIFT) & place >> SHIFT_BITS,
    "+": add, "-": sub, "*": mul, "//": floordiv, "&": and_, "|": or_, "^": xor, **COMPARISON_FUNCTIONS,
}  # fmt: skip


class Program:
    """Steps over numbered values: inputs first, then constants, then one value for each step.

    `outputs` are lists of (value, position): each list is packed into one number.
    """

    def __init__(self, form: ProgramForm) -> None:
        self.input_count, self.constants, steps, self.outputs = form
        self.steps = [(OPERATORS[op], left, right) for op, left, right in steps]

    def run_program(self, inputs: Sequence[int]) -> tuple[int, ...]:
        """The outputs for these inputs; those at the end that are not given are 0."""
        values = [*inputs, *[0] * (self.input_count - len(inputs)), *self.constants]
        for operate, left, right in self.steps:
            values.append(operate(values[left], values[right]))
        return tuple([sum([values[value] << at for value, at in packed]) for packed in self.outputs])


class LanePart(NamedTuple):
    """A part of the lanes: where it starts, its mask, and the templates that its bags of sets fit."""

    start: int
    mask: int
    memo: Memo[int, int]


NEEDS_LATE_NUMBERS: ReadingOutputs = (AwardOutputs(-1), SheetOutputs(0))
"""What stands for the outputs of a reading as long as they depend on late numbers."""


class Conditions:
    """The conditions of one ruleset on a reading, evaluated once for each key."""

    def __init__(self, form: CompiledForm, values: HandValues) -> None:
        self.form, self.values = form, values
        condition_form = form.conditions
        self.truth_addend, self.asked_mask = condition_form.truth_addend, condition_form.asked_mask
        self.words = condition_form.words
        self.bindings_at, self.binding_mask = self.words * WORD, (1 << condition_form.binding_bits) - 1
        self.facts_at = self.bindings_at + condition_form.binding_bits
        self._open_lanes(form.lanes)
        self.program = Program(condition_form.program)
        self.clusters = [(mask, self._memo_of(Program(program))) for mask, program in condition_form.clusters]
        self.award_bits, self.late_at = (
            condition_form.award_bits,
            condition_form.award_bits + condition_form.sheet_bits,
        )
        self.late_programs = [Program(program) for program in condition_form.late_programs]
        low, high = form.sheet_range
        self.sheet_at, self.sheet_mask, self.sheet_end = low, (1 << high - low) - 1, high - low
        self.sheet_items = [(p - low, w) for measure, p, w in form.counters if measure[0] == "item"]
        self.outputs_by_key: Memo[ConditionKey, ReadingOutputs] = Memo(self._outputs_of_key, MOST_NUMBERS)
        self.outputs_with_late_numbers: Memo[LateKey, ReadingOutputs] = Memo(
            self._outputs_with_late_numbers, MOST_NUMBERS
        )
        self.sheets: Memo[SheetKey, SheetTotal | None] = Memo(self._sheet_of_key)
        self.sheets_shown: Memo[ShownSheetKey, SheetTotal] = Memo(self._sheet_shown)

    def _open_lanes(self, lanes: LaneForm) -> None:
        """The sets that every lane counts, and the instances that are sums of lanes."""
        starts = [low for low, _ in lanes.parts]
        self.instances = [
            {one.total >> low: one for one in table}
            for low, table in zip(starts, lanes.instances, strict=True)
        ]
        """for each part its instances by their lanes, as they stand in a bag"""
        self.lanes: list[dict[int, tuple[int, ...]]] = [{} for _ in starts]
        """for each bit of a bag the set that it counts, as often as it counts it"""
        for position, width, part in lanes.places:
            one = 1 << position - starts[part]
            self.lanes[part] |= {one << bit: (one,) * (1 << bit) for bit in range(width)}
        self.parts = [
            LanePart(low, (1 << high - low) - 1, Memo(partial(self._bound_instances, part), MOST_NUMBERS))
            for part, (low, high) in enumerate(lanes.parts)
        ]

    def _bound_instances(self, part: int, bag: int) -> int:
        """The templates that a bag of sets fits: every sub-bag that is an instance."""
        table, lanes, sums, rest = self.instances[part], self.lanes[part], [0], bag
        while rest:
            bit = rest & -rest
            for one in lanes[bit]:
                sums += [total + one for total in sums]
            rest ^= bit
        if table.keys().isdisjoint(sums):
            return 0
        truths = counts = 0
        for _, truth, count in [table[total] for total in sums if total in table]:
            truths |= truth
            counts += count
        bound: int = truths + counts << self.bindings_at
        return bound

    def condition_key(self, total: ReadingSum, situation: PackedSituation) -> ConditionKey:
        """A reading as the key of what holds in it."""
        key = (total + self.truth_addend & self.asked_mask) + situation.fact_bits
        bound: int = sum(part[total >> low & mask] for low, mask, part in self.parts)
        return ConditionKey(key + bound)

    def inputs(self, key: ConditionKey) -> list[int]:
        """The words, templates and facts of a key, as inputs of the program."""
        words = [key >> WORD * place & (1 << WORD) - 1 for place in range(self.words)]
        return [*words, key >> self.bindings_at & self.binding_mask, key >> self.facts_at]

    def _memo_of(self, program: Program) -> Memo[int, int]:
        return Memo(lambda key: program.run_program(self.inputs(ConditionKey(key)))[0])

    def _outputs_of_key(self, key: ConditionKey) -> ReadingOutputs:
        """What the conditions give in a reading, or NEEDS_LATE_NUMBERS."""
        answer = 0
        for mask, memo in self.clusters:
            answer |= memo[key & mask]
        if answer >> self.late_at:
            return NEEDS_LATE_NUMBERS
        awards, sheet = answer & (1 << self.award_bits) - 1, answer >> self.award_bits
        return AwardOutputs(awards), SheetOutputs(sheet)

    def _outputs_with_late_numbers(self, key: LateKey) -> ReadingOutputs:
        awards, sheet, _ = self.program.run_program([*self.inputs(key[0]), *key[1]])
        return AwardOutputs(awards), SheetOutputs(sheet)

    def _sheet_of_key(self, key: SheetKey) -> SheetTotal | None:
        if not self.form.worth.has_sheet:
            return None
        return self.values.sheet_total(self.sheet_counts(key), SheetOutputs(key >> self.sheet_end))

    def _sheet_shown(self, key: ShownSheetKey) -> SheetTotal:
        section, extras, seat = key
        shown = self.values.shown_tiles(extras, seat)
        return self.values.sheet_total(
            self.sheet_counts(section), SheetOutputs(section >> self.sheet_end), shown
        )

    def sheet_counts(self, section: int) -> list[int]:
        """How many sets each item of the sheet counts, by its section of a reading."""
        return [section >> at & (1 << width) - 1 for at, width in self.sheet_items]
