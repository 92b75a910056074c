"""The sense of single expressions.

L501 to L504  conditions that never hold, always hold, contradict one another or say a thing twice
L506          classes without tiles, and selectors that no set satisfies
L509          arithmetic that is beyond all bounds, divides by nothing, or loses a fraction
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.check.possible.bounds import BEYOND, exactly
from scorer.check.possible.claims import linear, plainly_follows
from scorer.check.possible.literals import plain
from scorer.check.possible.solver import Solver
from scorer.check.possible.world import TooLarge
from scorer.check.subject import Subject, conditions_of_file, looked_at, parts_of, selectors_of
from scorer.engine.evaluate import LARGEST_EXPONENT
from scorer.engine.view import View
from scorer.errors import Problem
from scorer.language.nodes import Node
from scorer.language.vocabulary import FUNCTIONS, TRUTH
from scorer.ruleset.builder import Asked

# ---- L506: nothing selected

SETS_ONLY = ("sets", "all_sets")


def nothing_selected(subject: Subject) -> Iterator[Problem]:
    """Every class and selector that is empty, at its smallest part that is."""
    if not subject.has_sound_hands:
        return
    yield from _empty_classes(subject)
    try:
        for asked in looked_at(subject):
            yield from _in_expression(subject, asked)
    except TooLarge:
        return


def is_empty_call(subject: Subject, node: Node) -> bool:
    """Whether a call asks for sets or tiles of which there are none."""
    if node.op != "call":
        return False
    try:
        arguments = [arg for arg in node.args[1:] if isinstance(arg, Node)]
        empty = any(_is_empty(subject, node.args[0], arg) for arg in arguments)
        return empty or any(_is_empty_class(subject, part) for arg in arguments for part in arg.walk())
    except TooLarge:
        return False


def _in_expression(subject: Subject, asked: Asked) -> Iterator[Problem]:
    if asked.sort == "selector":
        yield from _in_selector(subject, asked, "groups", asked.node)
        return
    for function, argument in selectors_of(asked.node):
        yield from _in_selector(subject, asked, function, argument)


def _in_selector(subject: Subject, asked: Asked, function: str, node: Node) -> Iterator[Problem]:
    sorts = FUNCTIONS[function].takes
    if not ("class" in sorts or "selector" in sorts) or not _is_empty(subject, function, node):
        return
    small = _smallest(subject, function, node)
    if "class" in sorts:
        what, hint = "tile of this set", ""
        if function == "flowers":
            what = "flower"
        elif subject.solver.world.flowers_in(small):
            what, hint = "tile of a hand", f"flowers lie beside it: ask flowers({small.text})"
        yield from subject.at(asked, small, "L506", f"no {what} belongs to '{small.text}'", hint)
        return
    hint = ""
    if function in SETS_ONLY and not _is_empty(subject, "groups", small):
        hint = f"{function}(...) leaves pairs and single tiles out: say groups(...) or any_group(...)"
    yield from subject.at(asked, small, "L506", f"there is no set that is '{small.text}'", hint)


def _is_empty(subject: Subject, function: str, node: Node) -> bool:
    sorts, world = FUNCTIONS[function].takes, subject.solver.world
    if function == "flowers":
        return not _has_own_problem(subject, node) and not world.flowers_in(node)
    if "class" in sorts:
        return not _has_own_problem(subject, node) and world.class_mask(node)[1] == 0
    if "selector" not in sorts:
        return False
    perhaps = world.selected(node)[1]
    if function in SETS_ONLY:
        perhaps &= world.bits([element.is_set for element in world.elements])
    return perhaps == 0


def _has_own_problem(subject: Subject, node: Node) -> bool:
    """Whether an empty class is reported where it is defined."""
    world, masks = subject.solver.world, subject.ruleset.class_masks
    return node.op == "class" and not masks.get(node.args[0], 0) & (world.every | world.flowers)


def _is_empty_class(subject: Subject, node: Node) -> bool:
    return node.op == "class" and subject.solver.world.class_mask(node)[1] == 0


def _smallest(subject: Subject, function: str, node: Node) -> Node:
    """The smallest part that is empty although it stands in its own words (not in those of a class)."""
    if node.op in ("and", "or", "not") and node.text:
        for part in node.parts:
            if node.op != "not" and _is_empty(subject, function, part) and part.text in node.text:
                return _smallest(subject, function, part)
    return node


def _empty_classes(subject: Subject) -> Iterator[Problem]:
    """Classes of the file that no tile belongs to, or no tile any more."""
    section = subject.section("tiles")
    for name, item in (section.fields if section else {}).items():
        mask = subject.ruleset.class_masks.get(name)
        if (
            mask is None
            or not subject.is_own(item)
            or subject.is_faulty(item)
            or name in subject.tainted_names
        ):
            continue
        entry = item.get("is") or item
        if mask & (subject.solver.world.every | subject.solver.world.flowers) == 0:
            left = "no tile belongs to it" if mask == 0 else "its tiles are all taken out of the set"
            yield from subject.problem(
                entry, "L506", f"the class '{name}' is empty: {left}", length=len(entry.text())
            )


# ---- L501 to L504: conditions

QUANTIFIERS = frozenset(
    name
    for name, function in FUNCTIONS.items()
    if function.gives == TRUTH and {"class", "selector", "tiles"} & {*function.takes}
)
"""Truths about tiles and sets."""
MOST_COUNTED = 30
LAST_MAY_ALWAYS_HOLD = ("limits", "fixed")
"""Lists of which the first entry that holds is taken: the last one may stand for all the rest."""


def sense_of_conditions(subject: Subject) -> Iterator[Problem]:
    """Every condition that is not worth asking."""
    if not subject.has_sound_hands:
        return
    for asked, part in conditions_of_file(subject):
        yield from _Part(subject, asked, part).problems()


class _Part:
    """One condition inside an expression."""

    def __init__(self, subject: Subject, asked: Asked, node: Node) -> None:
        self.subject, self.asked, self.node = subject, asked, node
        self.solver: Solver = subject.solver

    def problems(self) -> Iterator[Problem]:
        node = self.node
        if node.op == "compare" or (node.op == "call" and node.args[0] in QUANTIFIERS):
            yield from self._leaf()
        elif node.op in ("and", "or"):
            yield from self._joined()

    def _report(
        self, node: Node, code: str, message: str, hint: str = "", warn: bool = False
    ) -> Iterator[Problem]:
        severity = "warning" if warn else "error"
        yield from self.subject.at(self.asked, node, code, message, hint, severity)

    # -- single conditions ---------------------------------------------------------------------------------

    def _leaf(self) -> Iterator[Problem]:
        node = self.node
        if any(is_empty_call(self.subject, part) for part in parts_of(node)):
            return
        if self._never(node):
            yield from self._report(node, "L501", f"'{node.text}' can never hold", self._bounds())
        elif self._always(node) and not self._may_always_hold():
            yield from self._report(node, "L502", f"'{node.text}' always holds", self._bounds())

    def _may_always_hold(self) -> bool:
        return any(key in LAST_MAY_ALWAYS_HOLD for key in self.asked.item.path)

    def _bounds(self) -> str:
        """What the number that is compared can be."""
        if self.node.op != "compare" or len(self.node.args) != 3:
            return ""
        left, _, right = self.node.args
        total = linear(left, self.subject.ruleset).terms | linear(right, self.subject.ruleset).terms
        if len(total) != 1:
            return ""
        (term,) = total.values()
        most = self._most(term.node)
        return f"{term.node.text} is {most}" if most else ""

    def _most(self, term: Node) -> str:
        if term.op == "option":
            choices = self.solver.world.choices(term.args[0])
            return " or ".join(map(str, choices)) if len(choices) < 8 else f"{choices[0]} to {choices[-1]}"
        known = self.solver.ranges.of(term)
        if known.high > MOST_COUNTED or known.low < 0:
            return ""
        numbers = [n for n in range(int(known.high) + 1) if self.solver.possible((_equal(term, n), True))]
        if not numbers:
            return ""
        return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"always {numbers[0]}"

    # -- conditions joined --------------------------------------------------------------------------------

    def _joined(self) -> Iterator[Problem]:
        parts = self.node.args
        twice = list(self._repeated(parts))
        if twice or any(self._is_constant(part) for part in parts):
            yield from twice
        elif self.node.op == "and":
            yield from self._together(parts)
        else:
            yield from self._either(parts)

    def _is_constant(self, part: Node) -> bool:
        """Whether a part is reported by itself, or meant to be constant."""
        return part.op == "truth" or self._never(part) or self._always(part)

    def _repeated(self, parts: Sequence[Node]) -> Iterator[Problem]:
        seen: set[object] = set()
        for part in parts:
            if plain(part) in seen:
                yield from self._warn(part, f"'{part.text}' stands here twice")
            seen.add(plain(part))

    def _together(self, parts: Sequence[Node]) -> Iterator[Problem]:
        if self._never(self.node):
            yield from self._contradiction(parts)
            return
        for place, part in enumerate(parts):
            others = (*parts[:place], *parts[place + 1 :])
            yield from self._dead_branches(part, others)
            first = next((other for other in others if self._follows(other, part)), None)
            if first is not None:
                yield from self._warn(part, f"'{part.text}' adds nothing: it follows from '{first.text}'")
                return

    def _follows(self, first: Node, second: Node) -> bool:
        return plainly_follows(first, second, self.solver.world, self.solver.ranges)

    def _contradiction(self, parts: Sequence[Node]) -> Iterator[Problem]:
        """Points at the second of two parts that exclude each other, or at all where more are needed."""
        for place, part in enumerate(parts):
            for other in parts[:place]:
                if not self.solver.possible((other, True), (part, True)):
                    message = f"'{part.text}' can never hold together with '{other.text}'"
                    yield from self._report(part, "L503", message)
                    return
        yield from self._report(self.node, "L503", "these conditions can never hold together")

    def _dead_branches(self, part: Node, others: Sequence[Node]) -> Iterator[Problem]:
        """Alternatives inside a part that the other parts exclude."""
        for branch in part.args if part.op == "or" else ():
            if self._witness(branch, others) is None and not self.solver.possible(
                (branch, True), *((other, True) for other in others)
            ):
                message = f"'{branch.text}' can never hold beside the other conditions here"
                yield from self._report(branch, "L503", message)

    def _either(self, parts: Sequence[Node]) -> Iterator[Problem]:
        if self._always(self.node):
            if not self._may_always_hold():
                yield from self._report(self.node, "L502", f"'{self.node.text}' always holds")
            return
        for place, part in enumerate(parts):
            others = (*parts[:place], *parts[place + 1 :])
            other = next((other for other in others if self._follows(part, other)), None)
            if other is not None:
                yield from self._warn(part, f"'{part.text}' adds nothing beside '{other.text}'")
                return

    def _warn(self, part: Node, message: str) -> Iterator[Problem]:
        yield from self.subject.at(self.asked, part, "L504", message, "drop it", "warning")

    # -- asking the example hands first --------------------------------------------------------------------

    def _never(self, node: Node) -> bool:
        return self._witness(node) is None and self.solver.never(node)

    def _always(self, node: Node) -> bool:
        return self._witness(node, holds=False) is None and self.solver.always(node)

    def _witness(self, node: Node, beside: Sequence[Node] = (), holds: bool = True) -> View | None:
        """A reading of an example hand in which a condition holds (or fails), beside others that hold."""
        return self.subject.witness([(node, holds), *((other, True) for other in beside)])


def _equal(term: Node, number: int) -> Node:
    return Node("compare", (term, "==", Node("number", (number,), str(number))), term.text)


# ---- L509: arithmetic

LARGEST_BASE = 1000
EXACT_IN = ("payment", "penalties")
"""Sections that keep fractions until a share is rounded."""


def arithmetic_sound(subject: Subject) -> Iterator[Problem]:
    """Every piece of arithmetic in the file."""
    for asked, part in conditions_of_file(subject):
        if part.op == "arithmetic":
            yield from _part(subject, asked, part)


def _part(subject: Subject, asked: Asked, node: Node) -> Iterator[Problem]:
    op, left, right = node.args
    ranges = subject.solver.ranges
    of_left, of_right, whole = ranges.of(left), ranges.of(right), ranges.of(node)
    if op == "**" and (of_right.low > LARGEST_EXPONENT or of_left.low > LARGEST_BASE):
        hint = f"at most {LARGEST_BASE:,} ** {LARGEST_EXPONENT}"
        yield from subject.at(asked, node, "L509", f"'{node.text}' is beyond all bounds", hint)
    elif op == "**" and of_right.high < 0:
        yield from subject.at(asked, node, "L509", f"'{node.text}' has an exponent below zero")
    elif whole.low > BEYOND or whole.high < -BEYOND:
        yield from subject.at(asked, node, "L509", f"'{node.text}' is beyond all bounds")
    elif op in ("/", "//") and of_right == exactly(0):
        yield from subject.at(asked, node, "L509", f"'{node.text}' divides by zero, which gives 0")
    elif op == "/" and not (asked.item.path and asked.item.path[0] in EXACT_IN):
        hint = f"write {left.text} // {right.text} if that is meant"
        message = "a fraction is cut off here"
        yield from subject.at(asked, node, "L509", message, hint, "warning")
