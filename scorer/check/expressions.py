"""The sense of single expressions.

L501 to L504  conditions that never hold, always hold, contradict one another or say a thing twice
L506          classes without tiles, and selectors that no set satisfies
L509          arithmetic that is beyond all bounds, divides by nothing, or loses a fraction
L514          what only the evaluator with reasons answers, many times as slowly
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.check.possible.bounds import BEYOND, exactly
from scorer.check.possible.claims import linear, plainly_follows
from scorer.check.possible.world import TooLarge
from scorer.check.subject import WARNING, Subject, conditions_of_file, looked_at, parts_of, selectors_of
from scorer.compiled import left_out
from scorer.engine import evaluate
from scorer.engine.configure import configured
from scorer.engine.evaluate import LARGEST_EXPONENT
from scorer.errors import Problem
from scorer.language.nodes import Node, plain
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


def _asks_for_nothing(subject: Subject, node: Node) -> bool:
    """Whether a call asks for sets or tiles of which there are none."""
    if node.op != "call":
        return False
    arguments = [arg for arg in node.args[1:] if isinstance(arg, Node)]
    classes = [part for arg in arguments for part in arg.walk() if part.op == "class"]
    try:
        empty = any(_is_empty(subject, node.args[0], arg) for arg in arguments)
        return empty or not all(subject.solver.world.class_mask(part)[1] for part in classes)
    except TooLarge:
        return False


def _in_expression(subject: Subject, asked: Asked) -> Iterator[Problem]:
    is_selector = asked.sort == "selector"
    for function, node in [("groups", asked.node)] if is_selector else selectors_of(asked.node):
        if _is_empty(subject, function, node):
            small = _smallest(subject, function, node)
            say = _no_tile if "class" in FUNCTIONS[function].takes else _no_set
            yield from subject.at(asked, small, "L506", *say(subject, function, small))


def _no_tile(subject: Subject, function: str, node: Node) -> tuple[str, str]:
    what, hint = "flower" if function == "flowers" else "tile of this set", ""
    if function != "flowers" and subject.solver.world.flowers_in(node):
        what, hint = "tile of a hand", f"flowers lie beside it: ask flowers({node.text})"
    return f"no {what} belongs to '{node.text}'", hint


def _no_set(subject: Subject, function: str, node: Node) -> tuple[str, str]:
    hint = f"{function}(...) leaves pairs and single tiles out: say groups(...) or any_group(...)"
    is_left_out = function in SETS_ONLY and not _is_empty(subject, "groups", node)
    return f"there is no set that is '{node.text}'", hint if is_left_out else ""


def _is_empty(subject: Subject, function: str, node: Node) -> bool:
    """Whether no tile is of a class, or no set is as a selector says; a class is told where it is defined."""
    sorts, world = FUNCTIONS[function].takes, subject.solver.world
    if "class" in sorts:
        there = world.every | world.flowers
        if node.op == "class" and not subject.ruleset.class_masks.get(node.args[0], 0) & there:
            return False
        return not (world.flowers_in(node) if function == "flowers" else world.class_mask(node)[1])
    among = world.sets if function in SETS_ONLY else -1
    return "selector" in sorts and not world.selected(node)[1] & among


def _smallest(subject: Subject, function: str, node: Node) -> Node:
    """The smallest part that is empty although it stands in its own words (not in those of a class)."""
    if node.op in ("and", "or", "not") and node.text:
        for part in node.parts:
            if node.op != "not" and _is_empty(subject, function, part) and part.text in node.text:
                return _smallest(subject, function, part)
    return node


def _empty_classes(subject: Subject) -> Iterator[Problem]:
    """Classes of the file that no tile belongs to, or no tile any more."""
    there = subject.solver.world.every | subject.solver.world.flowers
    for name, item in subject.root.fields_at("tiles").items():
        mask = subject.ruleset.class_masks.get(name)
        if mask is None or mask & there or subject.is_faulty(item) or name in subject.tainted_names:
            continue
        left = "no tile belongs to it" if mask == 0 else "its tiles are all taken out of the set"
        entry = item.get("is") or item
        yield from subject.problem(entry, "L506", f"the class '{name}' is empty: {left}")


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
        if part.op == "compare" or (part.op == "call" and part.args[0] in QUANTIFIERS):
            yield from _Part(subject, asked, part).alone()
        elif part.op in ("and", "or"):
            yield from _Part(subject, asked, part).joined()


class _Part:
    """One condition inside an expression."""

    def __init__(self, subject: Subject, asked: Asked, node: Node) -> None:
        self.subject, self.asked, self.node = subject, asked, node
        self.solver = subject.solver
        self.may_always_hold = any(key in LAST_MAY_ALWAYS_HOLD for key in asked.item.path)

    def _report(self, node: Node, code: str, message: str, hint: str = "") -> Iterator[Problem]:
        yield from self.subject.at(self.asked, node, code, message, hint)

    # -- single conditions ---------------------------------------------------------------------------------

    def alone(self) -> Iterator[Problem]:
        """A comparison, or a truth about tiles and sets, that never or always holds."""
        node = self.node
        if any(_asks_for_nothing(self.subject, part) for part in parts_of(node)):
            return
        if self._never(node):
            yield from self._report(node, "L501", f"'{node.text}' can never hold", self._bounds())
        elif not self.may_always_hold and self._always(node):
            yield from self._report(node, "L502", f"'{node.text}' always holds", self._bounds())

    def _bounds(self) -> str:
        """What the number that is compared can be."""
        if self.node.op != "compare" or len(self.node.args) != 3:
            return ""
        left, _, right = self.node.args
        terms = linear(left, self.subject.ruleset).terms | linear(right, self.subject.ruleset).terms
        if len(terms) != 1:
            return ""
        (term,) = terms.values()
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

    def joined(self) -> Iterator[Problem]:
        """Parts of an `and` or `or` that say a thing twice, or that exclude one another."""
        twice = list(self._repeated())
        yield from twice
        if not twice and not any(self._is_constant(part) for part in self.node.args):
            yield from self._together() if self.node.op == "and" else self._either()

    def _is_constant(self, part: Node) -> bool:
        """Whether a part is reported by itself, or meant to be constant."""
        return part.op == "truth" or self._never(part) or self._always(part)

    def _repeated(self) -> Iterator[Problem]:
        seen: set[object] = set()
        for part in self.node.args:
            if plain(part) in seen:
                yield from self._idle(part, "stands here twice")
            seen.add(plain(part))

    def _others(self) -> Iterator[tuple[Node, list[Node]]]:
        """Each part with those beside it."""
        for place, part in enumerate(self.node.args):
            yield part, [*self.node.args[:place], *self.node.args[place + 1 :]]

    def _together(self) -> Iterator[Problem]:
        if self._never(self.node):
            yield from self._contradiction()
            return
        for part, others in self._others():
            yield from self._dead_branches(part, others)
            first = next((other for other in others if self._follows(other, part)), None)
            if first is not None:
                yield from self._idle(part, f"adds nothing: it follows from '{first.text}'")
                return

    def _follows(self, first: Node, second: Node) -> bool:
        return plainly_follows(first, second, self.solver.world, self.solver.ranges)

    def _contradiction(self) -> Iterator[Problem]:
        """Points at the second of two parts that exclude each other, or at all where more are needed."""
        for second, part in enumerate(self.node.args):
            for other in self.node.args[:second]:
                if not self.solver.possible((other, True), (part, True)):
                    message = f"'{part.text}' can never hold together with '{other.text}'"
                    yield from self._report(part, "L503", message)
                    return
        yield from self._report(self.node, "L503", "these conditions can never hold together")

    def _dead_branches(self, part: Node, others: Sequence[Node]) -> Iterator[Problem]:
        """Alternatives inside a part that the other parts exclude."""
        beside = [(other, True) for other in others]
        for branch in part.args if part.op == "or" else ():
            together = [(branch, True), *beside]
            if self.subject.witness(together) is None and not self.solver.possible(*together):
                message = f"'{branch.text}' can never hold beside the other conditions here"
                yield from self._report(branch, "L503", message)

    def _either(self) -> Iterator[Problem]:
        if self._always(self.node):
            if not self.may_always_hold:
                yield from self._report(self.node, "L502", f"'{self.node.text}' always holds")
            return
        for part, others in self._others():
            other = next((other for other in others if self._follows(part, other)), None)
            if other is not None:
                yield from self._idle(part, f"adds nothing beside '{other.text}'")
                return

    def _idle(self, part: Node, why: str) -> Iterator[Problem]:
        yield from self.subject.at(self.asked, part, "L504", f"'{part.text}' {why}", "drop it", WARNING)

    # -- asking the example hands first --------------------------------------------------------------------

    def _never(self, node: Node) -> bool:
        return self.subject.witness([(node, True)]) is None and self.solver.never(node)

    def _always(self, node: Node) -> bool:
        return self.subject.witness([(node, False)]) is None and self.solver.always(node)


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


def _is_guarded(whole: Node) -> bool:
    """Whether the whole expression tells cases apart: small numbers may have one of their own."""
    return any(part.op == "if" for part in whole.walk())


def _part(subject: Subject, asked: Asked, node: Node) -> Iterator[Problem]:
    op, left, right = node.args
    ranges = subject.solver.ranges
    of_left, of_right, whole = ranges.of(left), ranges.of(right), ranges.of(node)
    message, hint, severity = "", "", "error"
    if op == "**" and (of_right.low > LARGEST_EXPONENT or of_left.low > LARGEST_BASE):
        message = f"'{node.text}' is beyond all bounds"
        hint = f"at most {LARGEST_BASE:,} ** {LARGEST_EXPONENT}"
    elif op == "**" and of_right.high < 0:
        message = f"'{node.text}' has an exponent below zero"
    elif op == "**" and of_right.low < 0 and not _is_guarded(asked.node):
        message = f"the exponent of '{node.text}' may be below zero, and such a hand is not scored"
        severity = WARNING
        hint = f"write max({right.text}, 0), or say for which hands it is meant: ... if ... else ..."
    elif whole.low > BEYOND or whole.high < -BEYOND:
        message = f"'{node.text}' is beyond all bounds"
    elif op in ("/", "//") and of_right == exactly(0):
        message = f"'{node.text}' divides by zero, which gives 0"
    elif op == "/" and not (asked.item.path and asked.item.path[0] in EXACT_IN):
        message, severity = "a fraction is cut off here", WARNING
        hint = f"write {left.text} // {right.text} if that is meant"
    if message:
        yield from subject.at(asked, node, "L509", message, hint, severity)


# ---- L514: what only the readable evaluator answers


def scored_quickly(subject: Subject) -> Iterator[Problem]:
    """Whether the compiled evaluator scores what the file says; one that is faulty is not asked."""
    if subject.has_errors:
        return
    try:
        reason = left_out(configured(subject.ruleset))
    except evaluate.TooLarge:  # which is told where it stands
        return
    if reason:
        message = f"hands are scored one by one, which takes many times as long: {reason}"
        hint = "rulesets/README.md lists under 'Speed' what is not compiled"
        found = (asked for asked in subject.asked if any(part == reason.node for part in asked.node.walk()))
        asked = next(found, None)
        if asked is None or reason.node is None:
            yield subject.written.problem("L514", message, hint=hint, severity=WARNING)
        else:
            yield from subject.at(asked, reason.node, "L514", message, hint, WARNING)
