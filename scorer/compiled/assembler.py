"""Trees to the steps of a program, and the steps shared out to clusters that ask few bits each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scorer.compiled.form import (
    SHIFT,
    SHIFT_BITS,
    WORD,
    Tree,
    Unsupported,
    bits_at,
    both,
    either,
    leaves,
    negated,
)
from scorer.compiled.layout import Layout

if TYPE_CHECKING:
    from scorer.compiled.form import Code

Register = tuple[str, int]
"""("in", n), ("c", n) or ("s", n) until the numbers of inputs and constants are known"""


def asks_late(tree: Tree) -> bool:
    """Whether a tree asks for a number that is worked out only when needed."""
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
    """Collects steps; equal steps are one."""

    def __init__(
        self, layout: Layout, facts: dict[str, tuple[int, int]], units: list[tuple[int, int]]
    ) -> None:
        self.layout, self.facts, self.units = layout, facts, units
        self.words = layout.words
        self.late = 0
        self.constants: dict[int, int] = {}
        self.steps: dict[tuple[str, Register, Register], int] = {}

    def constant(self, value: int) -> Register:
        return ("c", self.constants.setdefault(int(value), len(self.constants)))

    def step(self, op: str, left: Register, right: Register) -> Register:
        return ("s", self.steps.setdefault((op, left, right), len(self.steps)))

    def bits(self, word: Register, shift: int, width: int) -> Register:
        return self.step("bits", word, self.constant(bits_at(shift, width)))

    def number(self, tree: Tree) -> Register:
        """The register that holds a tree's value; a truth is 0 or 1."""
        op = tree[0]
        if op == "k":
            if not isinstance(tree[1], int):
                raise Unsupported(f"a word as a number: {tree[1]}")
            return self.constant(tree[1])
        if op not in WRITERS:
            raise Unsupported(f"a condition on '{tree[1] if len(tree) > 1 else op}'")
        return WRITERS[op](self, tree)

    def field(self, place: int) -> tuple[Register, int, int, bool]:
        """The word of a counter, where it stands there, how wide it is, and whether it is a truth."""
        _, position, width, truth = self.layout.counters[place]
        word, shift = divmod(position, WORD)
        return ("in", word), shift, width, truth

    def counter(self, tree: Tree) -> Register:
        """A counter of the reading."""
        word, shift, width, _ = self.field(tree[1])
        return self.bits(word, shift, width)

    def truth(self, tree: Tree) -> Register:
        """Whether a counter is above zero."""
        word, shift, width, truth = self.field(tree[1])
        if truth:
            return self.bits(word, shift + width, 1)
        return self.step(">", self.bits(word, shift, width), self.constant(0))

    def late_number(self, tree: Tree) -> Register:
        """A number that is worked out only when needed."""
        self.late = max(self.late, tree[1] + 1)
        return ("in", self.words + 2 + tree[1])

    def chain(self, op: str, tree: Tree) -> Register:
        """Truths joined one after another."""
        found = self.number(tree[1])
        for part in tree[2:]:
            found = self.step(op, found, self.number(part))
        return found

    def turned(self, register: Register) -> Register:
        """The other truth."""
        return self.step("^", register, self.constant(True))

    def arithmetic(self, tree: Tree) -> Register:
        """What whole numbers can be worked out with in columns."""
        op, right = tree[1], tree[3]
        if op not in "+-*//" or op == "/" or (op == "//" and (right[0] != "k" or right[1] <= 0)):
            raise Unsupported(f"'{op}' in a condition")
        return self.step(op, self.number(tree[2]), self.number(right))

    def choice(self, condition: Register, then: Register, otherwise: Register) -> Register:
        """One of two numbers."""
        first, second = self.step("*", then, condition), self.step("*", otherwise, self.turned(condition))
        return self.step("+", first, second)

    def extreme(self, op: str, tree: Tree) -> Register:
        """The smallest or the largest of some numbers."""
        best = self.number(tree[1])
        for part in tree[2:]:
            other = self.number(part)
            best = self.choice(self.step(op, other, best), other, best)
        return best

    def program(self, outputs: list[list[tuple[Register, int]]]) -> Code:
        """Inputs, constants, steps and outputs by plain numbers."""
        inputs = self.words + 2 + self.late
        base = {"in": 0, "c": inputs, "s": inputs + len(self.constants)}

        def plain(register: Register) -> int:
            return base[register[0]] + register[1]

        steps = tuple((op, plain(left), plain(right)) for op, left, right in self.steps)
        packed = tuple(tuple((plain(register), at) for register, at in out) for out in outputs)
        return inputs, tuple(self.constants), steps, packed


WRITERS: dict[str, Callable[[Writer, Tree], Register]] = {
    "F": Writer.counter,
    "Z": Writer.truth,
    "T": lambda to, tree: to.bits(("in", to.words), *to.units[tree[1]]),
    "S": lambda to, tree: to.bits(("in", to.words + 1), *to.facts[tree[1]]),
    "L": Writer.late_number,
    "and": lambda to, tree: to.chain("&", tree),
    "or": lambda to, tree: to.chain("|", tree),
    "not": lambda to, tree: to.turned(to.number(tree[1])),
    "cmp": lambda to, tree: to.step(tree[1], to.number(tree[2]), to.number(tree[3])),
    "ar": Writer.arithmetic,
    "neg": lambda to, tree: to.step("-", to.constant(0), to.number(tree[1])),
    "if": lambda to, tree: to.choice(*map(to.number, tree[1:])),
    "min": lambda to, tree: to.extreme("<", tree),
    "max": lambda to, tree: to.extreme(">", tree),
}
"""Leaves that the program knows and branches; a table in a condition on a reading is left."""


def every_leaf(trees: list[Tree], letter: str) -> set[Tree]:
    """The leaves of one letter in all trees."""
    return {leaf for tree in trees for leaf in leaves(tree) if leaf[0] == letter}


# ---- clusters: readings differ in many counters, and each condition asks few of them. What one cluster says
# has been worked out before nearly always, even for a reading that has not been seen.

MOST_BITS = 12
"""How many bits a cluster asks where its widest condition does not ask more: few hundred of their
combinations occur in play."""

Output = tuple[int, int]
"""a value by its number, and where it stands in the answer"""


def clusters(program: Code, starts: Sequence[int], ends: Sequence[int]) -> tuple[tuple[int, Code], ...]:
    """The outputs of a program shared out to smaller ones, each with the bits of a key that it asks.

    `starts` tells where the inputs stand in a key; inputs behind those are no part of it. Each smaller
    program has one output: its answers to every output of the whole, which stand from `ends` on.
    """
    asked, outputs = _asked(program, starts), program[-1]
    wanted = [
        (asked[value], (value, end + at))
        for packed, end in zip(outputs, ends, strict=True)
        for value, at in packed
    ]
    return tuple((mask, _part(program, values)) for mask, values in _shared_out(wanted))


def _asked(program: Code, starts: Sequence[int]) -> list[int]:
    """For every value of a program the bits of the key that it comes from."""
    inputs, constants, steps, _ = program
    asked = [0] * (inputs + len(constants))
    for op, left, right in steps:
        if op != "bits":
            asked.append(asked[left] | asked[right])
        elif left < len(starts):
            place = constants[right - inputs]
            asked.append(place >> SHIFT_BITS << (place & SHIFT) + starts[left])
        else:
            asked.append(asked[left])
    return asked


def _shared_out(wanted: list[tuple[int, Output]]) -> list[tuple[int, list[Output]]]:
    """The widest outputs first, each to the cluster that it makes the least wider."""
    found: list[tuple[int, list[Output]]] = []
    for mask, output in sorted(wanted, key=lambda one: -one[0].bit_count()):
        places = [
            ((taken | mask).bit_count() - taken.bit_count(), place)
            for place, (taken, _) in enumerate(found)
            if (taken | mask).bit_count() <= max(MOST_BITS, taken.bit_count())
        ]
        if places:
            place = min(places)[1]
            found[place] = (found[place][0] | mask, [*found[place][1], output])
        else:
            found.append((mask, [output]))
    return found


def _part(program: Code, wanted: list[Output]) -> Code:
    """The program of some outputs alone: the steps that they need, numbered anew."""
    inputs, constants, steps, _ = program
    base = inputs + len(constants)
    needed = {value for value, _ in wanted}
    for place in reversed(range(len(steps))):
        if base + place in needed:
            needed.update(steps[place][1:])
    number = {value: value for value in range(base)}
    kept = [place for place in range(len(steps)) if base + place in needed]
    number |= {base + place: base + at for at, place in enumerate(kept)}
    shorter = tuple((op, number[left], number[right]) for op, left, right in (steps[p] for p in kept))
    return inputs, constants, shorter, (tuple((number[value], at) for value, at in wanted),)
