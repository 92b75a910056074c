"""The conditions of a ruleset on a reading, as a straight line of steps on whole numbers.

Every distinct part is computed once. There is no `and`, `or` or `if`: truths are 0 and 1, and are joined with
& and |.
"""

from __future__ import annotations

from functools import partial
from operator import add, and_, floordiv, mul, or_, sub, xor
from typing import TYPE_CHECKING

from scorer.fast.compiled_form import SHIFT, SHIFT_BITS, WORD
from scorer.language.nodes import COMPARISON_FUNCTIONS
from scorer.memo import MOST_NUMBERS, Memo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorer.engine.results import SheetTotal
    from scorer.fast.compiled_form import CompiledForm, LaneForm, ProgramForm
    from scorer.fast.hand_values import HandValues
    from scorer.fast.situations import PackedSituation


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


class Conditions:
    """The conditions of one ruleset on a reading, evaluated once for each key."""

    def __init__(self, form: CompiledForm, values: HandValues) -> None:
        self.form, self.values = form, values
        asked = form.conditions
        self.fill, self.keep, self.words = asked.fill, asked.keep, asked.words
        self.bindings_at, self.binding_mask = self.words * WORD, (1 << asked.binding_bits) - 1
        self.facts_at = self.bindings_at + asked.binding_bits
        self._open_lanes(form.lanes)
        self.program = Program(asked.program)
        self.clusters = [(mask, self._memo_of(Program(program))) for mask, program in asked.clusters]
        self.award_bits, self.late_at = asked.award_bits, asked.award_bits + asked.sheet_bits
        self.late_programs = [Program(program) for program in asked.late]
        low, high = form.sheet_range
        self.sheet_at, self.sheet_mask, self.sheet_end = low, (1 << high - low) - 1, high - low
        self.sheet_items = [(p - low, w) for measure, p, w in form.counters if measure[0] == "item"]
        self.holding: Memo[int, tuple[int, int]] = Memo(self._holding, MOST_NUMBERS)
        self.holding_late: Memo[tuple[int, tuple[int, ...]], tuple[int, int]] = Memo(
            self._holding_late, MOST_NUMBERS
        )
        self.sheets: Memo[int, SheetTotal | None] = Memo(self._sheet_of_key)
        self.sheets_shown: Memo[tuple[int, int, str], SheetTotal] = Memo(self._sheet_shown)
        """the same where items ask what the tiles show beside the sets, by that and the seat"""

    def _open_lanes(self, lanes: LaneForm) -> None:
        """The sets that every lane counts, and the instances that are sums of lanes."""
        starts = [low for low, _ in lanes.parts]
        self.ground: list[dict[int, tuple[int, int]]] = [
            {total >> low: (truths, counts) for total, truths, counts in table}
            for low, table in zip(starts, lanes.instances, strict=True)
        ]
        self.lanes: list[dict[int, tuple[int, ...]]] = [{} for _ in starts]
        """for each bit of a bag the set that it counts, as often as it counts it"""
        for position, width, part in lanes.places:
            one = 1 << position - starts[part]
            self.lanes[part] |= {one << bit: (one,) * (1 << bit) for bit in range(width)}
        self.parts = [
            (low, (1 << high - low) - 1, Memo(partial(self._bound_instances, part), MOST_NUMBERS))
            for part, (low, high) in enumerate(lanes.parts)
        ]

    def _bound_instances(self, part: int, bag: int) -> int:
        """The templates that a bag of sets fits: every sub-bag that is an instance."""
        table, lanes, sums, rest = self.ground[part], self.lanes[part], [0], bag
        while rest:
            bit = rest & -rest
            for one in lanes[bit]:
                sums += [total + one for total in sums]
            rest ^= bit
        if table.keys().isdisjoint(sums):
            return 0
        truths = counts = 0
        for truth, count in [table[total] for total in sums if total in table]:
            truths |= truth
            counts += count
        bound: int = truths + counts << self.bindings_at
        return bound

    def condition_key(self, total: int, situation: PackedSituation) -> int:
        """A reading as the key of what holds in it."""
        key = (total + self.fill & self.keep) + situation.program
        bound: int = sum(part[total >> low & mask] for low, mask, part in self.parts)
        asked: int = key + bound
        return asked

    def inputs(self, key: int) -> list[int]:
        """The words, templates and facts of a key, as inputs of the program."""
        words = [key >> WORD * place & (1 << WORD) - 1 for place in range(self.words)]
        return [*words, key >> self.bindings_at & self.binding_mask, key >> self.facts_at]

    def _memo_of(self, program: Program) -> Memo[int, int]:
        return Memo(lambda asked: program.run_program(self.inputs(asked))[0])

    def _holding(self, key: int) -> tuple[int, int]:
        """What holds in a reading; below zero where a number has to be worked out first."""
        answer = 0
        for mask, memo in self.clusters:
            answer |= memo[key & mask]
        if answer >> self.late_at:
            return -1, 0
        return answer & (1 << self.award_bits) - 1, answer >> self.award_bits

    def _holding_late(self, key: tuple[int, tuple[int, ...]]) -> tuple[int, int]:
        found, conditions, _ = self.program.run_program([*self.inputs(key[0]), *key[1]])
        return found, conditions

    def _sheet_of_key(self, key: int) -> SheetTotal | None:
        if not self.form.worth.has_sheet:
            return None
        return self.values.sheet_total(self.sheet_counts(key), key >> self.sheet_end)

    def _sheet_shown(self, key: tuple[int, int, str]) -> SheetTotal:
        section, extras, seat = key
        shown = self.values.shown_tiles(extras, seat)
        return self.values.sheet_total(self.sheet_counts(section), section >> self.sheet_end, shown)

    def sheet_counts(self, section: int) -> list[int]:
        """How many sets each item of the sheet counts, by its section of a reading."""
        return [section >> at & (1 << width) - 1 for at, width in self.sheet_items]
