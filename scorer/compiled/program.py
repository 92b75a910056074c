"""Conditions as a straight line of steps that run on whole numbers and on columns of them alike.

Every distinct part is worked out once. There is no `and`, `or` or `if`: truths are 0 and 1, and are
joined with & and |.
"""

from __future__ import annotations

from operator import add, and_, floordiv, mul, or_, sub, xor

from scorer.language.nodes import COMPARE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Step = tuple[str, int, int]

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
