"""Trees to the steps of a program, and the steps shared out to clusters that ask few bits each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING

from scorer.compiled.form import Tree, Unsupported, bits_at, both, either, leaves, negated
from scorer.compiled.layout import Layout

if TYPE_CHECKING:
    from scorer.compiled.form import Code

Register = tuple[str, int]
"""("in", n), ("c", n) or ("s", n) until the numbers of constants and steps are known"""
Output = tuple[Tree, int]
"""a condition or number, and where it stands in the answer"""


def asks_late(tree: Tree) -> bool:
    return any(leaf[0] == "L" for leaf in leaves(tree))


def needed(tree: Tree) -> Tree:
    """The condition under which a tree's value hangs on a late number."""
    if not asks_late(tree):
        return ("k", False)
    if tree[0] in ("and", "or"):
        plain = [part for part in tree[1:] if not asks_late(part)]
        late = either(*(needed(part) for part in tree[1:] if asks_late(part)))
        sure = plain if tree[0] == "and" else [negated(part) for part in plain]
        return both(*sure, late)
    if tree[0] == "not":
        return needed(tree[1])
    return ("k", True)


class Writer:
    """Collects the steps of a program; equal steps are one."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.constants: dict[int, int] = {}
        self.steps: dict[tuple[str, Register, Register], int] = {}

    def constant(self, value: int) -> Register:
        return ("c", self.constants.setdefault(int(value), len(self.constants)))

    def step(self, op: str, left: Register, right: Register) -> Register:
        return ("s", self.steps.setdefault((op, left, right), len(self.steps)))

    def number(self, tree: Tree) -> Register:
        """The register that holds a tree's value; a truth is 0 or 1."""
        if tree[0] not in WRITERS:
            raise Unsupported(f"a condition on '{tree[1]}'")
        return WRITERS[tree[0]](self, tree)

    def bits(self, leaf: Tree) -> Register:
        word, shift, width = self.layout.of(leaf)
        return self.step("bits", ("in", word), self.constant(bits_at(shift, width)))

    def truth(self, tree: Tree) -> Register:
        """Whether a counter is above zero."""
        found = self.bits(tree)
        return found if self.layout.of(tree)[2] == 1 else self.step(">", found, self.constant(0))

    def chain(self, op: str, tree: Tree) -> Register:
        """Truths joined one after another."""
        return reduce(partial(self.step, op), map(self.number, tree[1:]))

    def turned(self, register: Register) -> Register:
        return self.step("^", register, self.constant(True))

    def choice(self, condition: Register, then: Register, otherwise: Register) -> Register:
        first, second = self.step("*", then, condition), self.step("*", otherwise, self.turned(condition))
        return self.step("+", first, second)

    def extreme(self, op: str, tree: Tree) -> Register:
        best = self.number(tree[1])
        for part in tree[2:]:
            other = self.number(part)
            best = self.choice(self.step(op, other, best), other, best)
        return best


WRITERS: dict[str, Callable[[Writer, Tree], Register]] = {
    "k": lambda to, tree: to.constant(tree[1]),
    **dict.fromkeys("FTS", Writer.bits),
    "Z": Writer.truth,
    "L": lambda to, tree: ("in", to.layout.words + 2 + tree[1]),
    "and": lambda to, tree: to.chain("&", tree),
    "or": lambda to, tree: to.chain("|", tree),
    "not": lambda to, tree: to.turned(to.number(tree[1])),
    **dict.fromkeys(("cmp", "ar"), lambda to, tree: to.step(tree[1], to.number(tree[2]), to.number(tree[3]))),
    "neg": lambda to, tree: to.step("-", to.constant(0), to.number(tree[1])),
    "if": lambda to, tree: to.choice(*map(to.number, tree[1:])),
    "min": lambda to, tree: to.extreme("<", tree),
    "max": lambda to, tree: to.extreme(">", tree),
}
"""Leaves that the program knows and branches; a table in a condition on a reading is left."""


def program_of(outputs: Sequence[Sequence[Output]], layout: Layout) -> Code:
    """The program of some trees, those of each list packed into one number."""
    writer = Writer(layout)
    registers = [[(writer.number(tree), at) for tree, at in packed] for packed in outputs]
    base = {"in": 0, "c": layout.inputs, "s": layout.inputs + len(writer.constants)}

    def plain(register: Register) -> int:
        return base[register[0]] + register[1]

    steps = tuple([(op, plain(left), plain(right)) for op, left, right in writer.steps])
    packed = tuple([tuple([(plain(register), at) for register, at in out]) for out in registers])
    return layout.inputs, tuple(writer.constants), steps, packed


# ---- clusters: readings differ in many counters, and each condition asks few of them. What one cluster says
# has been worked out before nearly always, even for a reading that has not been seen.

MOST_BITS = 12
"""How many bits a cluster asks where its widest condition does not ask more: few hundred of their
combinations occur in play."""


def clusters(outputs: Iterable[Output], layout: Layout) -> tuple[tuple[int, Code], ...]:
    """Outputs shared out to small programs of one output, each with the bits of a key that it asks.

    The widest come first, each goes to the cluster that it makes the least wider.
    """
    found: list[tuple[int, list[Output]]] = []
    wanted = [(layout.asked(tree), (tree, at)) for tree, at in outputs]
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
    return tuple([(mask, program_of([together], layout)) for mask, together in found])
