"""Trees to the steps of a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorer.compiled.layout import WORD, Layout
from scorer.compiled.trees import Tree, Unsupported, both, either, leaves, negated, parts

TRUTHS = ("and", "or", "not", "cmp", "Z")


def is_truth(tree: Tree) -> bool:
    """Whether a tree is a condition; a number otherwise."""
    return tree[0] in TRUTHS or (tree[0] == "k" and isinstance(tree[1], bool))


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
        self.constants: dict[Any, int] = {}
        self.steps: dict[tuple[str, Any, Any], int] = {}

    # registers are ("in", n), ("c", n) or ("s", n) until the numbers of inputs and constants are known

    def constant(self, value: Any) -> Any:
        return ("c", self.constants.setdefault((type(value).__name__, value), len(self.constants)))

    def step(self, op: str, left: Any, right: Any) -> Any:
        return ("s", self.steps.setdefault((op, left, right), len(self.steps)))

    def bits(self, word: Any, shift: int, width: int) -> Any:
        return self.step("bits", word, self.constant((shift, (1 << width) - 1)))

    def number(self, tree: Tree) -> Any:
        """The register that holds a tree's value; a truth is 0 or 1."""
        op = tree[0]
        if op == "k":
            if not isinstance(tree[1], int):
                raise Unsupported(f"a word as a number: {tree[1]}")
            return self.constant(int(tree[1]))
        writer: Callable[[Tree], Any] | None = getattr(self, f"_{op}", None)
        if writer is None:
            raise Unsupported(f"a condition on '{tree[1] if len(tree) > 1 else op}'")
        return writer(tree)

    def _field(self, place: int) -> tuple[Any, int, int, bool]:
        _, position, width, truth = self.layout.counters[place]
        word, shift = divmod(position, WORD)
        return ("in", word), shift, width, truth

    def _F(self, tree: Tree) -> Any:  # noqa: N802 - the letter of the leaf
        word, shift, width, _ = self._field(tree[1])
        return self.bits(word, shift, width)

    def _Z(self, tree: Tree) -> Any:  # noqa: N802
        word, shift, width, truth = self._field(tree[1])
        if truth:
            return self.bits(word, shift + width, 1)
        return self.step(">", self.bits(word, shift, width), self.constant(0))

    def _T(self, tree: Tree) -> Any:  # noqa: N802
        return self.bits(("in", self.words), *self.units[tree[1]])

    def _S(self, tree: Tree) -> Any:  # noqa: N802
        return self.bits(("in", self.words + 1), *self.facts[tree[1]])

    def _L(self, tree: Tree) -> Any:  # noqa: N802
        self.late = max(self.late, tree[1] + 1)
        return ("in", self.words + 2 + tree[1])

    def _chain(self, op: str, tree: Tree) -> Any:
        found = self.number(tree[1])
        for part in tree[2:]:
            found = self.step(op, found, self.number(part))
        return found

    def _and(self, tree: Tree) -> Any:
        return self._chain("&", tree)

    def _or(self, tree: Tree) -> Any:
        return self._chain("|", tree)

    def _not(self, tree: Tree) -> Any:
        return self.step("^", self.number(tree[1]), self.constant(True))

    def _cmp(self, tree: Tree) -> Any:
        return self.step(tree[1], self.number(tree[2]), self.number(tree[3]))

    def _ar(self, tree: Tree) -> Any:
        op, right = tree[1], tree[3]
        if op not in "+-*//" or op == "/" or (op == "//" and (right[0] != "k" or right[1] <= 0)):
            raise Unsupported(f"'{op}' in a condition")
        return self.step(op, self.number(tree[2]), self.number(right))

    def _neg(self, tree: Tree) -> Any:
        return self.step("-", self.constant(0), self.number(tree[1]))

    def _if(self, tree: Tree) -> Any:
        return self._choice(self.number(tree[1]), self.number(tree[2]), self.number(tree[3]))

    def _choice(self, condition: Any, then: Any, otherwise: Any) -> Any:
        turned = self.step("^", condition, self.constant(True))
        return self.step("+", self.step("*", then, condition), self.step("*", otherwise, turned))

    def _extreme(self, op: str, tree: Tree) -> Any:
        best = self.number(tree[1])
        for part in tree[2:]:
            other = self.number(part)
            best = self._choice(self.step(op, other, best), other, best)
        return best

    def _min(self, tree: Tree) -> Any:
        return self._extreme("<", tree)

    def _max(self, tree: Tree) -> Any:
        return self._extreme(">", tree)

    def program(self, outputs: list[list[tuple[Any, int]]]) -> tuple[Any, ...]:
        """Inputs, constants, steps and outputs by plain numbers."""
        inputs = self.words + 2 + self.late
        base = {"in": 0, "c": inputs, "s": inputs + len(self.constants)}

        def plain(register: Any) -> int:
            return base[register[0]] + int(register[1])

        steps = tuple((op, plain(left), plain(right)) for op, left, right in self.steps)
        packed = tuple(tuple((plain(register), at) for register, at in out) for out in outputs)
        return inputs, tuple(value for _, value in self.constants), steps, packed


def every_leaf(trees: list[Tree], letter: str) -> set[Any]:
    """What the leaves of one letter name, in all trees."""
    return {leaf[1] for tree in trees for leaf in leaves(tree) if leaf[0] == letter}


__all__ = ["Writer", "asks_late", "every_leaf", "is_truth", "needed", "parts"]
