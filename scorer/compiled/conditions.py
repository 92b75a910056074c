"""What holds in a reading: templates bound, conditions, the second sheet.

Conditions are a straight line of steps that run on whole numbers and on columns of them alike. Every
distinct part is worked out once. There is no `and`, `or` or `if`: truths are 0 and 1, and are joined with &
and |.
"""

from __future__ import annotations

from operator import add, and_, floordiv, mul, or_, sub, xor

from scorer.compiled.memo import MOST_NUMBERS, Memo
from scorer.language.nodes import COMPARE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Step = tuple[str, int, int]
    from scorer.compiled.situations import Situated
    from scorer.compiled.values import Values
    from scorer.engine.results import SheetTotal

    Form = dict[str, Any]


WARM = 60
"""Runs after which the steps are worth a function of their own."""


def _bits(word: Any, place: tuple[int, int]) -> Any:
    return (word >> place[0]) & place[1]


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "bits": _bits, "+": add, "-": sub, "*": mul, "//": floordiv, "&": and_, "|": or_, "^": xor, **COMPARE,
}  # fmt: skip


class Program:
    """Steps over numbered values: inputs first, then constants, then one value for each step.

    `outputs` are lists of (value, position): each list is packed into one number.
    """

    def __init__(
        self,
        inputs: int,
        constants: tuple[Any, ...],
        steps: tuple[Step, ...],
        outputs: tuple[tuple[tuple[int, int], ...], ...],
    ) -> None:
        self.inputs, self.constants, self.steps, self.outputs = inputs, constants, steps, outputs
        if not self._is_sound():
            raise ValueError("a program of whole numbers and known operators is needed")
        self._runs = 0
        self.run: Callable[[Sequence[int]], tuple[int, ...]] = self._slow

    def _is_sound(self) -> bool:
        """Whether only whole numbers and known operators would be written: a program may come from a file."""
        pairs = (constant if type(constant) is tuple else (constant,) for constant in self.constants)
        numbers = [number for pair in pairs for number in pair]
        numbers += [number for _, *places in self.steps for number in places]
        numbers += [number for packed in self.outputs for output in packed for number in output]
        known = all(op in OPERATORS for op, *_ in self.steps)
        return known and all(type(number) in (int, bool) for number in (self.inputs, *numbers))

    def values(self, inputs: Sequence[Any]) -> list[Any]:
        """Every value, for whole numbers or columns."""
        values = [*inputs, *self.constants]
        for op, left, right in self.steps:
            values.append(OPERATORS[op](values[left], values[right]))
        return values

    def _slow(self, inputs: Sequence[int]) -> tuple[int, ...]:
        self._runs += 1
        if self._runs == WARM:
            self.run = self._written()
        values = self.values(inputs)
        return tuple(sum(int(values[value]) << at for value, at in packed) for packed in self.outputs)

    def _written(self) -> Callable[[Sequence[int]], tuple[int, ...]]:
        """The same steps as one Python function: three times as fast, and made of our own numbers only."""
        names = [f"v{place}" for place in range(self.inputs)]
        names += [f"c{place}" for place in range(len(self.constants))]
        lines = ["def run(inputs):", f"    {', '.join(names[: self.inputs])}, = inputs"]
        for op, left, right in self.steps:
            name = f"v{len(names)}"
            lines.append(f"    {name} = {self._step(op, left, right, names)}")
            names.append(name)
        packed = [" | ".join(f"{names[v]} << {at}" for v, at in out) or "0" for out in self.outputs]
        lines.append(f"    return {', '.join(packed)},")
        space: dict[str, Any] = {f"c{place}": value for place, value in enumerate(self.constants)}
        exec(compile("\n".join(lines), "<program>", "exec"), space)
        written: Callable[[Sequence[int]], tuple[int, ...]] = space["run"]
        return written

    def _step(self, op: str, left: int, right: int, names: list[str]) -> str:
        if op == "bits":
            shift, mask = self.constants[right - self.inputs]
            return f"{names[left]} >> {shift} & {mask}"
        return f"{names[left]} {op} {names[right]}"


class Conditions:
    """The conditions of one ruleset on a reading, each key worked out once."""

    def __init__(self, form: Form, values: Values) -> None:
        self.form, self.values = form, values
        self.fill, self.keep, self.words = form["reduce"]
        self.units_at = self.words * form["word"]
        self.facts_at = self.units_at + form["unit_bits"]
        starts = [low for low, _ in form["parts"]]
        self.ground: list[dict[int, tuple[int, int]]] = [
            {total >> low: (truths, counts) for total, truths, counts in table}
            for low, table in zip(starts, form["ground"], strict=True)
        ]
        self.lanes: list[dict[int, tuple[int, int]]] = [{} for _ in starts]
        """for each bit of a bag the set that it counts, and how many"""
        for position, width, part in form["lane_list"]:
            one = 1 << position - starts[part]
            self.lanes[part] |= {one << bit: (one, 1 << bit) for bit in range(width)}
        self.parts = [
            (low, (1 << high - low) - 1, self._part(part)) for part, (low, high) in enumerate(form["parts"])
        ]
        self.program = Program(*form["program"])
        self.clusters = [(mask, self._cluster(Program(*program))) for mask, program in form["clusters"]]
        self.found_bits, self.late_at = form["found_bits"], form["found_bits"] + form["sheet_bits"]
        self.late_programs = [Program(*program) for program in form["late"]]
        self.late_wanted = self.program.inputs - self.words - 2
        low, high = form["sheet_range"]
        self.sheet_at, self.sheet_mask, self.sheet_end = low, (1 << high - low) - 1, high - low
        self.sheet_items = [(p - low, w) for measure, p, w in form["fields"] if measure[0] == "item"]
        self.holding: Memo[int, tuple[int, int]] = Memo(self._holding, MOST_NUMBERS)
        self.holding_late: Memo[Any, tuple[int, int]] = Memo(self._holding_late, MOST_NUMBERS)
        self.sheets: Memo[int, SheetTotal | None] = Memo(self._sheet)

    def _part(self, part: int) -> Memo[int, int]:
        return Memo(lambda bag: self._bound(part, bag), MOST_NUMBERS)

    def _bound(self, part: int, bag: int) -> int:
        """What templates a bag of sets binds: every sub-bag that is an instance."""
        table, lanes, sums, rest = self.ground[part], self.lanes[part], [0], bag
        while rest:
            bit = rest & -rest
            one, times = lanes[bit]
            for _ in range(times):
                sums += [total + one for total in sums]
            rest ^= bit
        truths = counts = 0
        for truth, count in [table[total] for total in sums if total in table]:
            truths |= truth
            counts += count
        bound: int = truths + counts << self.units_at
        return bound

    def asked(self, total: int, made: Situated) -> int:
        """A reading as the key of what holds in it."""
        key = (total + self.fill & self.keep) + made.program
        bound: int = sum(part[total >> low & mask] for low, mask, part in self.parts)
        asked: int = key + bound
        return asked

    def inputs(self, key: int) -> list[int]:
        """The words, templates and facts of a key, as the program reads them."""
        word = self.form["word"]
        words = [key >> word * place & (1 << word) - 1 for place in range(self.words)]
        bound = key >> self.units_at & (1 << self.form["unit_bits"]) - 1
        return [*words, bound, key >> self.facts_at]

    def _cluster(self, program: Program) -> Memo[int, int]:
        return Memo(lambda asked: program.run([*self.inputs(asked), *[0] * self.late_wanted])[0])

    def _holding(self, key: int) -> tuple[int, int]:
        """What holds in a reading; below zero where a number has to be worked out first."""
        answer = 0
        for mask, memo in self.clusters:
            answer |= memo[key & mask]
        if answer >> self.late_at:
            return -1, 0
        return answer & (1 << self.found_bits) - 1, answer >> self.found_bits

    def _holding_late(self, key: tuple[int, tuple[int, ...]]) -> tuple[int, int]:
        found, conditions, _ = self.program.run([*self.inputs(key[0]), *key[1][: self.late_wanted]])
        return found, conditions

    def _sheet(self, key: int) -> SheetTotal | None:
        if not self.form["sheet"]:
            return None
        return self.values.sheet(self.sheet_counts(key), key >> self.sheet_end)

    def sheet_of(self, section: int, code: int, made: Situated) -> SheetTotal:
        """The sheet where its items ask what the tiles show beside the sets."""
        return self.values.sheet(
            self.sheet_counts(section), section >> self.sheet_end, self.values.shown(code, made)
        )

    def sheet_counts(self, section: int) -> list[int]:
        """How many sets each item of the sheet counts, by its section of a reading."""
        return [section >> at & (1 << width) - 1 for at, width in self.sheet_items]
