"""Trees to the steps of a program, and the steps shared out to clusters that ask few bits each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from typing import NamedTuple

from scorer.engine.partial import FALSE, TRUE, conjunction, disjunction, negation
from scorer.fast.compiled_form import Cluster, PlacedValue, ProgramForm, Step, bits_at
from scorer.fast.fallback import Unsupported
from scorer.fast.layout import Layout
from scorer.fast.lower import leaves, operator_of
from scorer.language.nodes import Node


class Register(NamedTuple):
    """A value of a program, until the numbers of constants and steps are known: its sort, an input "in", a
    constant "c" or a step "s", and its number among those.
    """

    sort: str
    number: int


class PlacedTree(NamedTuple):
    """A condition or number, and where it stands in the answer."""

    tree: Node
    position: int


def asks_late(tree: Node) -> bool:
    return any(leaf.op == "late" for leaf in leaves(tree))


def late_number_condition(tree: Node) -> Node:
    """The condition under which a tree's value depends on a late number."""
    if not asks_late(tree):
        return FALSE
    if tree.op in ("and", "or"):
        plain = [part for part in tree.args if not asks_late(part)]
        late = disjunction(*map(late_number_condition, tree.args))
        return conjunction(*(plain if tree.op == "and" else map(negation, plain)), late)
    return late_number_condition(tree.args[0]) if tree.op == "not" else TRUE


class Operation(NamedTuple):
    """A step of a program, until the numbers of its operands are known."""

    operator: str
    left_operand: Register
    right_operand: Register


class Writer:
    """Collects the steps of a program; equal steps are merged."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.constants: dict[int, int] = {}
        self.steps: dict[Operation, int] = {}

    def constant_register(self, value: int) -> Register:
        return Register("c", self.constants.setdefault(int(value), len(self.constants)))

    def operation_register(self, op: str, left_operand: Register, right_operand: Register) -> Register:
        return Register(
            "s", self.steps.setdefault(Operation(op, left_operand, right_operand), len(self.steps))
        )

    def value_register(self, tree: Node) -> Register:
        """The register that holds a tree's value; a boolean is 0 or 1."""
        if operator_of(tree) not in WRITERS:
            raise Unsupported(f"a condition on '{tree.args[-1]}'")
        return WRITERS[operator_of(tree)](self, tree)

    def bits(self, leaf: Node) -> Register:
        word, shift, width = self.layout.place_of(leaf)
        return self.operation_register(
            "bits", Register("in", word), self.constant_register(bits_at(shift, width))
        )

    def truth(self, tree: Node) -> Register:
        """Whether a counter is above zero."""
        found = self.bits(tree)
        return (
            found
            if self.layout.place_of(tree).width == 1
            else self.operation_register(">", found, self.constant_register(0))
        )

    def chain(self, op: str, tree: Node) -> Register:
        """Booleans joined one after another."""
        return reduce(partial(self.operation_register, op), map(self.value_register, tree.args))

    def operand_register(self, op: str, left_tree: Node, right_tree: Node) -> Register:
        return self.operation_register(op, self.value_register(left_tree), self.value_register(right_tree))

    def negation_register(self, register: Register) -> Register:
        return self.operation_register("^", register, self.constant_register(True))

    def choice_register(
        self, condition: Register, value_if_true: Register, value_if_false: Register
    ) -> Register:
        first, second = (
            self.operation_register("*", value_if_true, condition),
            self.operation_register("*", value_if_false, self.negation_register(condition)),
        )
        return self.operation_register("+", first, second)

    def extreme(self, op: str, tree: Node) -> Register:
        best, *others = map(self.value_register, tree.parts)
        for other in others:
            best = self.choice_register(self.operation_register(op, other, best), other, best)
        return best


WRITERS: dict[str, Callable[[Writer, Node], Register]] = {
    **dict.fromkeys(("number", "truth"), lambda to, tree: to.constant_register(tree.args[0])),
    **dict.fromkeys(("counter", "bound", "fact"), Writer.bits),
    "truth_of": Writer.truth,
    "late": lambda to, tree: Register("in", to.layout.words + 2 + tree.args[0]),
    "and": lambda to, tree: to.chain("&", tree),
    "or": lambda to, tree: to.chain("|", tree),
    "not": lambda to, tree: to.negation_register(to.value_register(tree.args[0])),
    "compare": lambda to, tree: to.operand_register(tree.args[1], tree.args[0], tree.args[2]),
    "arithmetic": lambda to, tree: to.operand_register(*tree.args),
    "negative": lambda to, tree: to.operation_register(
        "-", to.constant_register(0), to.value_register(tree.args[0])
    ),
    "if": lambda to, tree: to.choice_register(*map(to.value_register, tree.args)),
    "min": lambda to, tree: to.extreme("<", tree),
    "max": lambda to, tree: to.extreme(">", tree),
}
"""Leaves that the program knows and branches; a table in a condition on a reading is left."""


def program_of(outputs: Sequence[Sequence[PlacedTree]], layout: Layout) -> ProgramForm:
    """The program of some trees, those of each list packed into one number."""
    writer = Writer(layout)
    registers = [[(writer.value_register(tree), at) for tree, at in packed] for packed in outputs]
    base = {"in": 0, "c": layout.input_count, "s": layout.input_count + len(writer.constants)}

    def register_number(register: Register) -> int:
        return base[register.sort] + register.number

    steps = tuple([
        Step(op, register_number(left), register_number(right)) for op, left, right in writer.steps
    ])  # fmt: skip
    packed = tuple(
        [tuple([PlacedValue(register_number(register), at) for register, at in out]) for out in registers]
    )
    return ProgramForm(layout.input_count, tuple(writer.constants), steps, packed)


# ---- clusters: readings differ in many counters, and each condition asks few of them. What one cluster says
# has been worked out before nearly always, even for a reading that has not been seen.

MOST_BITS = 12
"""How many bits a cluster asks where its widest condition does not ask more: few hundred of their
combinations occur in play."""


def clusters(outputs: Iterable[PlacedTree], layout: Layout) -> tuple[Cluster, ...]:
    """Outputs shared out to small programs of one output.

    The widest come first, each goes to the cluster that it makes the least wider.
    """
    found: list[tuple[int, list[PlacedTree]]] = []
    wanted = [(layout.asked_bits(output.tree), output) for output in outputs]
    for mask, output in sorted(wanted, key=lambda one: -one[0].bit_count()):
        wider = [
            ((taken | mask).bit_count() - taken.bit_count(), place)
            for place, (taken, _) in enumerate(found)
            if (taken | mask).bit_count() <= max(MOST_BITS, taken.bit_count())
        ]
        if wider:
            place = min(wider)[1]
            found[place] = (found[place][0] | mask, [*found[place][1], output])
        else:
            found.append((mask, [output]))
    return tuple([Cluster(mask, program_of([together], layout)) for mask, together in found])
