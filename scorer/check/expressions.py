"""Checks of single expressions.

L501 to L504  conditions that never hold, always hold, contradict one another or are redundant
L506          classes without tiles, and selectors that no set satisfies
L509          arithmetic that is too large, divides by zero, or loses a fraction
L514          rules that cannot be compiled and are evaluated many times as slowly
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import NamedTuple

from scorer.check.bounds import linear_form, single_number
from scorer.check.demands import plainly_follows
from scorer.check.subject import (
    ERROR,
    NAME_IT,
    WARNING,
    RulesUnderCheck,
    names_in,
    parts_of,
    text_in_brackets,
)
from scorer.check.world import Undecided
from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import LARGEST_EXPONENT, LARGEST_RESULT, TooLarge
from scorer.errors import Problem
from scorer.fast.interface import has_room_to_compile, left_out
from scorer.language import TRUTH
from scorer.language.nodes import Argument, Node, comparable_tree
from scorer.language.vocabulary import FUNCTIONS
from scorer.memo import Memo
from scorer.message import Listed, Message, Text
from scorer.ruleset.build_tiles import codes_in_notation
from scorer.ruleset.builder import CheckedExpression
from scorer.ruleset.model import Ruleset, expressions_in
from scorer.values import cached_property

# ---- L506: nothing selected


def empty_selection_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of empty classes and selectors, at their smallest empty part."""
    if not subject.has_sound_hands:
        return
    world, seen = subject.solver.world, dict[int, str]()
    for name, item in subject.root.get("tiles").fields.items():
        written = item.get("is") or item
        codes = codes_in_notation(written.text()) if subject.is_own(written) else []
        if twice := [code for place, code in enumerate(codes) if code in codes[:place]]:
            yield from subject.warn(
                written,
                "L504",
                Message("is written here twice", twice[0]),
                Message("remove one or replace it with what you meant"),
            )
        mask = subject.ruleset.class_masks.get(name)
        if codes and mask and (other := seen.setdefault(mask, name)) != name:
            same = Message("has the same tiles as", name, other)
            yield from subject.warn(written, "L504", same, Message("list different tiles", name, other))
        if mask is None or mask & (world.every | world.flowers):
            continue
        if not subject.is_faulty(item) and name not in subject.tainted_names:
            left = (
                Message("no tile belongs to it")
                if mask == 0
                else Message("all its tiles are removed from the set")
            )
            yield from subject.problem(written, "L506", Message("the class is empty", name, left))
    unmade = {name for name, _ in subject.own_entries("sets") if not world.tables.tuples.get(name, True)}
    for asked in subject.judged_expressions:
        is_selector = asked.sort == "selector"
        for function, node in [("groups", asked.node)] if is_selector else _selectors_of(asked.node):
            if _selects_nothing(subject, function, node):
                small = _smallest(subject, function, node)
                if not names_in(small) & unmade:  # a kind without sets is reported at its declaration
                    message, hint = _empty_selection(subject, function, small)
                    if _wins_alone(subject, small):  # it can hold, but usually flowers(..) is meant
                        weaker = Message("except a flower that wins by itself", message)
                        yield from subject.problem_at_node(asked, small, "L506", weaker, hint, WARNING)
                    else:
                        yield from subject.problem_at_node(asked, small, "L506", message, hint)


def _selectors_of(node: Node) -> Iterator[tuple[str, Node]]:
    """Every selector and class that is an argument, with its function."""
    for part in parts_of(node):
        if part.op == "call" and {"class", "selector"} & {*FUNCTIONS[part.args[0]].takes}:
            yield part.args[0], part.args[1]


def _empty_selection(subject: RulesUnderCheck, function: str, node: Node) -> tuple[Text, Text]:
    """The message and the hint for a class without tiles, or a selector that no set satisfies."""
    if "class" in FUNCTIONS[function].takes:
        if function == "flowers":
            return Message("no flower belongs to", node.text), ""
        if function == "jokers":
            return Message("no joker represents only tiles of", node.text), ""
        if subject.solver.world.flowers_in(node):
            hint = Message("it does not include flowers", node.text)
            return Message("no tile of a hand belongs to", node.text), hint
        return Message("no tile of this set belongs to", node.text), ""
    hint = Message("does not include pairs and single tiles", function)
    is_left_out = FUNCTIONS[function].applies_to == "sets" and not _selects_nothing(subject, "groups", node)
    if not is_left_out and node.text in {*subject.ruleset.unions, *subject.ruleset.kind_by_id}:
        return Message("no shape of this ruleset uses 2", node.text), NAME_IT
    return Message("no set can match", node.text), hint if is_left_out else ""


def _selects_nothing(subject: RulesUnderCheck, function: str, node: Argument) -> bool:
    """Whether the first argument of a function selects nothing that a hand of the ruleset can have."""
    return IS_EMPTY_BY_SORT[FUNCTIONS[function].takes[0]](subject, function, node)


def _has_no_tile(subject: RulesUnderCheck, function: str, node: Node) -> bool:
    """Whether a class has no tile. An empty named class is reported at its definition."""
    world = subject.solver.world
    there = world.every | world.flowers
    if node.op == "class" and not subject.ruleset.class_masks.get(node.args[0], 0) & there:
        return False
    if function == "jokers":
        return not world.joker_count(node)
    return not (world.flowers_in(node) if function == "flowers" else world.class_mask(node)[1])


def _has_no_set(subject: RulesUnderCheck, function: str, node: Node) -> bool:
    """Whether no set that a function counts satisfies a selector."""
    world = subject.solver.world
    among = world.elements_in_state("is_set") if FUNCTIONS[function].applies_to == "sets" else -1
    return not world.selected_elements(node)[1] & among


def _is_left_to_solver(subject: RulesUnderCheck, function: str, node: Argument) -> bool:
    """Never: the solver finds out whether a condition on such an argument can hold."""
    return False


IS_EMPTY_BY_SORT: dict[str, Callable[[RulesUnderCheck, str, Argument], bool]] = {
    "class": _has_no_tile,
    "selector": _has_no_set,
    **dict.fromkeys(
        ("attribute", "shape", "wait", "wind", "tiles", "template", "condition", "value", "number"),
        _is_left_to_solver,
    ),
    "award": lambda subject, function, name: False,  # patterns that never count are reported themselves
    "indicator": lambda subject, function, name: False,  # the parser knows all inputs
}
"""For each sort of argument, whether a hand of the ruleset can have nothing that it selects."""


def _wins_alone(subject: RulesUnderCheck, node: Node) -> bool:
    """Whether a class of flowers is meant although a single flower can win as a whole hand."""
    classes = [part for part in node.walk() if part.op in ("class", "given")]
    has_shape = any(shape.flowers for shape in subject.ruleset.shapes)
    return has_shape and any(map(subject.solver.world.flowers_in, classes))


def _smallest(subject: RulesUnderCheck, function: str, node: Node) -> Node:
    """The smallest empty part that is written out in the expression, not in the definition of a class."""
    for part in node.parts if node.op in ("and", "or") and node.text else ():
        if _selects_nothing(subject, function, part) and part.text in node.text:
            return _smallest(subject, function, part)
    return node


# ---- L501 to L504: conditions

QUANTIFIERS = frozenset(
    name
    for name, function in FUNCTIONS.items()
    if function.gives == TRUTH and {"class", "selector", "tiles", "wait", "wind"} & {*function.takes}
)
"""Boolean functions of tiles, sets, waits and winds."""
MOST_COUNTED, RANGE_LENGTH = 30, 8
COUNTED_BY = ("fact", "call", "amount")
"""Numbers whose bounds are exact, however large they are."""
LAST_MAY_ALWAYS_HOLD = {"limits", "fixed"}
"""Lists of which the first entry that holds is used, so that the last one may always hold."""


def condition_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of conditions that never hold, always hold or are redundant."""
    for asked, part in subject.judged_conditions if subject.has_sound_hands else ():
        if part.op == "compare" or (part.op == "call" and part.args[0] in QUANTIFIERS):
            yield from _PartOfExpression(subject, asked, part).constant_conditions()
        elif part.op in ("and", "or"):
            yield from _PartOfExpression(subject, asked, part).redundant_parts()
        elif part.op == "if" and comparable_tree(part.args[1]) == comparable_tree(part.args[2]):
            message = Message("is on both sides", part.args[1].text)
            yield from subject.problem_at_node(
                asked, part, "L504", message, Message("write", text_in_brackets(part.args[1])), WARNING
            )


class _PartOfExpression:
    """A condition within an expression."""

    def __init__(self, subject: RulesUnderCheck, expression: CheckedExpression, node: Node) -> None:
        self.subject, self.asked, self.node = subject, expression, node
        self.solver = subject.solver
        # and other expressions use it
        is_for_some = any(part.args[:1] == ("players",) for part in node.walk())
        self.may_always_hold = is_for_some or bool(LAST_MAY_ALWAYS_HOLD & {*expression.item.path})

    def _report_problem(
        self, node: Node, code: str, message: Message, hint: Text = "", severity: str = ERROR
    ) -> Iterator[Problem]:
        """A problem whose message begins with the text of the node."""
        whole = Message(message.key, node.text, *message.arguments)
        return self.subject.problem_at_node(self.asked, node, code, whole, hint, severity)

    def _can_never_hold(self, node: Node) -> bool:
        """Whether a condition can never hold. Example hands are tried first."""
        if comparable_tree(node) in self.subject.met_conditions:
            return False
        return self.subject.witness([(node, True)]) is None and self.solver.is_impossible(node)

    def _always(self, node: Node) -> bool:
        return self.subject.witness([(node, False)]) is None and self.solver.always(node)

    # -- single conditions ---------------------------------------------------------------------------------

    def constant_conditions(self) -> Iterator[Problem]:
        """Problems of a comparison or a boolean function of tiles and sets that never or always holds."""
        node = self.node
        if any(self._asks_for_nothing(part) for part in parts_of(node)):
            return
        if self._can_never_hold(node):
            yield from self._report_problem(node, "L501", Message("can never hold"), self._bounds())
        elif not self.may_always_hold and self._always(node):
            yield from self._report_problem(node, "L502", Message("always holds"), self._bounds())

    def _asks_for_nothing(self, node: Node) -> bool:
        """Whether a call asks for sets or tiles that do not exist, which is reported separately."""
        arguments = [arg for arg in node.args[1:] if isinstance(arg, Node)] if node.op == "call" else []
        classes = [part for arg in arguments for part in arg.walk() if part.op == "class"]
        try:
            empty = any(_selects_nothing(self.subject, node.args[0], arg) for arg in arguments)
            asks_hand = node.args[0] != "flowers"  # flowers are not tiles of the hand
            return empty or (asks_hand and not all(self.solver.world.class_mask(part)[1] for part in classes))
        except Undecided:
            return False

    def _bounds(self) -> Text:
        """The hint with the possible values of the compared number."""
        if self.node.op != "compare" or len(self.node.args) != 3:
            return ""
        left, _, right = self.node.args
        terms = linear_form(left, self.subject.ruleset).terms | linear_form(right, self.subject.ruleset).terms
        if len(terms) != 1:
            return ""
        (term,) = terms.values()
        most = self._limit_hint(term.node)
        return Message("values of a term", term.node.text, most) if most else ""

    def _limit_hint(self, term: Node) -> Text:
        if term.op == "option":
            choices = self.solver.world.option_values(term.args[0])
            return (
                Listed(tuple(map(str, choices)), "or")
                if len(choices) < RANGE_LENGTH
                else Message("between X and Y", choices[0], choices[-1])
            )
        known = self.solver.ranges.range_of(term)
        if known.high > MOST_COUNTED or known.low < 0:
            if known.low == -inf or term.op not in COUNTED_BY:
                return ""
            return (
                Message("X or more", known.low)
                if known.high == inf
                else Message("between X and Y", known.low, known.high)
            )
        numbers = []
        for number in range(int(known.high) + 1):
            equal = Node("compare", (term, "==", Node("number", (number,), str(number))), term.text)
            numbers += [number] if self.solver.possible((equal, True)) else []
        if not numbers:
            return ""
        # the values have gaps, and the number asked for may lie in one
        if len(numbers) <= numbers[-1] - numbers[0]:
            return Listed(tuple(map(str, numbers)), "or") if len(numbers) < RANGE_LENGTH else ""
        return (
            Message("between X and Y", numbers[0], numbers[-1])
            if len(numbers) > 1
            else Message("always X", numbers[0])
        )

    # -- conditions joined ---------------------------------------------------------------------------------

    def redundant_parts(self) -> Iterator[Problem]:
        """Problems of the parts of an `and` or `or` that repeat or exclude one another."""
        keys = [comparable_tree(part) for part in self.node.args]
        twice = [part for place, part in enumerate(self.node.args) if keys[place] in keys[:place]]
        for part in twice:
            yield from self._report_idle(part, Message("is written here twice"))
        if not twice and not any(map(self._is_constant, self.node.args)):  # reported separately, or intended
            yield from self._implied_parts() if self.node.op == "and" else self._exhaustive_parts()

    def _is_constant(self, part: Node) -> bool:
        """Whether a part never or always holds. Where the whole can hold, so can each part of an `and`."""
        if part.op == "truth":
            return True
        if self.node.op == "and" and not self._whole_never_holds:
            return self._always(part)
        return self._can_never_hold(part) or self._always(part)

    @cached_property
    def _whole_never_holds(self) -> bool:
        return self._can_never_hold(self.node)

    def _report_idle(self, part: Node, message: Message) -> Iterator[Problem]:
        return self._report_problem(part, "L504", message, Message("drop it"), WARNING)

    def _parts_with_others(self) -> Iterator[tuple[Node, list[Node]]]:
        """Each part with the other parts."""
        for place, part in enumerate(self.node.args):
            yield part, [*self.node.args[:place], *self.node.args[place + 1 :]]

    def _follows(self, premise: Node, conclusion: Node) -> bool:
        return plainly_follows(premise, conclusion, self.solver.world, self.solver.ranges)

    def _implied_parts(self) -> Iterator[Problem]:
        if self._whole_never_holds:
            yield from self._contradicting_parts()
            return
        for part, others in self._parts_with_others():
            for branch in part.args if part.op == "or" else ():
                together = [(branch, True), *((other, True) for other in others)]
                if self.subject.witness(together) is None and not self.solver.possible(*together):
                    yield from self._report_problem(
                        branch, "L503", Message("can never hold together with the other conditions here")
                    )
            first = next((other for other in others if self._follows(other, part)), None)
            if first is not None:
                yield from self._report_idle(part, Message("is redundant it follows from", first.text))
                return

    def _contradicting_parts(self) -> Iterator[Problem]:
        """The problem at the second of two parts that exclude each other, or at the whole if it takes more
        than two.
        """
        for second, part in enumerate(self.node.args):
            for other in self.node.args[:second]:
                if not self.solver.possible((other, True), (part, True)):
                    yield from self._report_problem(
                        part, "L503", Message("can never hold together with", other.text)
                    )
                    return
        message = Message("these conditions can never hold together")
        yield from self.subject.problem_at_node(self.asked, self.node, "L503", message)

    def _exhaustive_parts(self) -> Iterator[Problem]:
        if self._always(self.node):
            if not self.may_always_hold:
                yield from self._report_problem(self.node, "L502", Message("always holds"))
            return
        for part, others in self._parts_with_others():
            other = next((other for other in others if self._follows(part, other)), None)
            if other is not None:
                yield from self._report_idle(part, Message("is redundant because of", other.text))
                return


# ---- L509: arithmetic

LARGEST_BASE = 1000
EXACT_IN = ("payment", "penalties")
"""Sections in which fractions are kept until a share is rounded."""


def arithmetic_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the arithmetic of the file."""
    for asked, part in subject.judged_conditions:
        if part.op == "arithmetic":
            message, hint, severity = _arithmetic_fault(subject, asked, part)
            yield from (
                subject.problem_at_node(asked, part, "L509", message, hint, severity) if message else ()
            )
        elif part.args[:1] == ("set_total",):
            name, kinds = part.args[1], subject.ruleset.tileset.kinds
            if not any(isinstance(kind.attribute_values.get(name), int) for kind in kinds):
                message = Message("the of a tile is not a number and has", name)
                yield from subject.problem_at_node(
                    asked, part, "L509", message, Message("use values to count its different values", name)
                )


def _arithmetic_fault(
    subject: RulesUnderCheck, expression: CheckedExpression, node: Node
) -> tuple[Text, Text, str]:
    """The message, the hint and the severity of a problem of arithmetic."""
    op, left, right = node.args
    of_left, of_right, whole = (subject.solver.ranges.range_of(part) for part in (left, right, node))
    is_guarded = any(
        part.op == "if" for part in expression.node.walk()
    )  # small numbers may be handled in a separate case
    if op == "**" and (of_right.low > LARGEST_EXPONENT or of_left.low > LARGEST_BASE):
        hint = Message("at most X ** Y", LARGEST_BASE, LARGEST_EXPONENT)
        return Message("is too large", node.text), hint, ERROR
    if op == "**" and of_right.high < 0:
        return Message("has an exponent below zero", node.text), "", ERROR
    if op == "**" and of_right.low < 0 and not (is_guarded or _is_of_winning_hands(subject, right)):
        message = Message("the exponent of may be below zero", node.text)
        hint = Message("write max 0 or limit it to the hands", right.text)
        return message, hint, WARNING
    if whole.low > LARGEST_RESULT or whole.high < -LARGEST_RESULT:
        return Message("can become too large", node.text), "", ERROR
    if op in ("/", "//") and of_right == single_number(0):
        return Message("divides by zero", node.text), "", ERROR
    path = ".".join(map(str, expression.item.path)).removeprefix("set.").split(".")
    if op == "/" and path[0] not in EXACT_IN:
        if whole.high < 1:
            return Message("a fraction is cut off here which leaves 0"), "", ERROR
        hint = Message("write if that is meant", text_in_brackets(left), text_in_brackets(right))
        if left.op == right.op == "number" and str(expression.item.path[-1]).endswith("value"):
            hint = Message("write closed open if that is meant", left.text, right.text)
        return Message("a fraction is cut off here"), hint, WARNING
    return "", "", ERROR


def _is_of_winning_hands(subject: RulesUnderCheck, exponent: Node) -> bool:
    """Whether an exponent is zero or more for each hand that reaches the minimum: `total - 3` from 3 on."""
    rules = subject.ruleset
    sum_ = linear_form(exponent, rules)
    least = subject.solver.ranges.range_of(rules.minimum).low if rules.minimum else 0
    if len(sum_.terms) != 1 or least == -inf:
        return False
    (term,) = sum_.terms.values()
    is_total = term.node.op == "amount" and term.node.args[0] in ("total", rules.unit)
    return is_total and term.times > 0 and term.times * int(least) + sum_.constant >= 0


# ---- L514: rules that only the readable evaluator supports


class CompiledRules(NamedTuple):
    """A file that has nothing left out: its rules as read, as configured, and the names in each pattern."""

    read: Ruleset
    configured: Ruleset
    names_by_pattern: dict[str, frozenset[str]]


COMPILED_RULES: Memo[int, CompiledRules] = Memo(limit=16)
"""For shipped rules, by the place of their patterns in memory, a file that has them."""


def _configured_rules(subject: RulesUnderCheck) -> Ruleset:
    return configure_ruleset(subject.ruleset)


def _is_compiled(subject: RulesUnderCheck) -> bool:
    """Whether a file that keeps the rules of a shipped ruleset is known to have nothing left out. Patterns
    that do not ask for the options in which it differs from another such file are like those of the other.
    """
    if not subject.keeps_rules:
        return False
    read, rules = subject.ruleset, _configured_rules(subject)
    known = COMPILED_RULES.get(id(read.patterns))
    if known and known.read.patterns is read.patterns and known.configured.tileset == rules.tileset:
        before, now = known.configured.option_values, rules.option_values
        changed = subject.spread_names({name for name in now if now[name] != before[name]})
        asking = {name for name, used in known.names_by_pattern.items() if used & changed}
        return has_room_to_compile(rules, asking)
    is_compiled = has_room_to_compile(rules, rules.pattern_by_id)
    if is_compiled:
        nodes = {pattern.id: expressions_in(pattern) for pattern in read.patterns}
        names = {
            name: frozenset(arg for node in found for arg in node.args if isinstance(arg, str))
            for name, found in nodes.items()
        }
        COMPILED_RULES.keep(id(read.patterns), CompiledRules(read, rules, names))
    return is_compiled


def speed_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of rules that cannot be compiled; files with errors are not compiled."""
    try:
        reason = None if subject.has_errors or _is_compiled(subject) else left_out(_configured_rules(subject))
    except TooLarge:  # reported at its own place
        return
    if reason:
        message = Message("hands are scored one by one", Message("what slows it", reason))
        hint = Message("rulesets/REFERENCE.md lists these constructs under Speed")
        found = (
            asked
            for asked in subject.sound_expressions
            if any(part == reason.node for part in asked.node.walk())
        )
        asked = next(found, None)
        if asked is None or reason.node is None:
            yield from subject.warn(subject.file_root, "L514", message, hint)
        else:
            yield from subject.problem_at_node(asked, reason.node, "L514", message, hint, WARNING)
