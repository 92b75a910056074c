"""A ruleset as configured, compiled to plain data: numbers, texts, tuples and dictionaries alone.

The order is that of the data: what is counted, where it stands, which templates there are, the
conditions, and what a hand is worth. The rules behind the conditions stay the same model, in which whatever
asks a reading is an output, so that the steps of `scorer.engine` run on it as on the ruleset itself: options
are folded, patterns that cannot count are left out, and what only people read is dropped.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from scorer.engine.evaluate import value_of
from scorer.engine.partial import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    conjunction,
    constant_node,
    depends_on_tiles,
    disjunction,
    expression_nodes,
    map_parts,
)
from scorer.engine.score import has_payment_conditions, has_worth_conditions
from scorer.fast.assembler import PlacedTree, clusters, late_number_condition, program_of
from scorer.fast.compiled_form import (
    CompiledForm,
    ConditionForm,
    FactPlace,
    LateSort,
    PatternOutputs,
    Place,
    RulesForm,
)
from scorer.fast.fallback import Unsupported
from scorer.fast.layout import Layout, row_layout
from scorer.fast.lower import (
    Lowering,
    counter_comparison,
    is_hand_number,
    is_truth,
    is_written,
    leaves,
    operator_of,
)
from scorer.fast.packed_view import PackedView
from scorer.fast.templates import TemplateInstances, may_fit_often
from scorer.hand import Situation
from scorer.language.nodes import Node
from scorer.language.vocabulary import Source, facts_depending_on, functions_depending_on
from scorer.ruleset.model import (
    Bonus,
    Pattern,
    Penalty,
    Requirement,
    Ruleset,
    Sheet,
    SheetItem,
    expressions_in,
    with_expressions,
)
from scorer.shapes import Shape
from scorer.tiles import TileSet
from scorer.values import replace

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

VALUE_WIDTH = 14
COUNTER_FACTS = frozenset(facts_depending_on(Source.COUNTERS))
OF_READING = {"counter", "truth_of", "bound", "late"}
OF_PROGRAM = OF_READING | {"fact"}
"""Leaves whose value depends on the reading, and those that the program knows."""
OF_HAND = {"fact", "output", "shown", *functions_depending_on(Source.INDICATORS)}
OF_AWARDS = OF_HAND | {*functions_depending_on(Source.AWARDS)}
OF_WORTH = OF_AWARDS | {"amount"}
"""Leaves that are known of a hand that is read, awarded and worth something."""
RELATIONS = ("excludes", "absorbs", "less", "instead", "link")
"""The relations of a pattern to others that are kept; implied patterns are listed in full."""
NO_TILES = TileSet((), ())


class ProgramOutputs:
    """The outputs of the program that go into one number."""

    def __init__(self) -> None:
        self.trees: dict[Node, int] = {}
        """by what they give, the numbers of the outputs"""
        self.places: list[Place] = []
        self.end = 0

    def add_output(self, tree: Node) -> int:
        """The number of the output that gives a tree's value."""
        number = self.trees.setdefault(tree, len(self.places))
        if number == len(self.places):
            place = Place(self.end, 1 if is_truth(tree) else VALUE_WIDTH)
            self.places.append(place)
            self.end += place.width
        return number


class Compiler:
    """Lowers the rules of a ruleset, and collects what awards and items of the sheet ask of readings."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset, self.lowering = ruleset, Lowering(ruleset)
        self.award_outputs, self.sheet_outputs = ProgramOutputs(), ProgramOutputs()
        self.pattern_outputs: list[PatternOutputs] = []
        """what must be given for each pattern to hold"""
        for shape in ruleset.shapes:
            self._refuse_shape(shape)

    def rules(self, pattern_ids: Container[str] | None = None) -> Ruleset:
        """The lowered rules, with all patterns or those with these ids. Outputs of the sheet are numbered
        behind all others, so it comes last.

        Left out are what a hand must show for a player to be liable, and the texts of bonuses.
        """
        ruleset, payment = self.ruleset, self.ruleset.payment
        payment = replace(
            payment,
            liability=payment.liability and replace(payment.liability, fed=(), certainty_conditions=()),
        )
        asked = (one for one in ruleset.patterns if pattern_ids is None or one.id in pattern_ids)
        bonuses = [replace(one, definition=(), source="", holds=(), fails=()) for one in ruleset.bonuses]
        rules = Ruleset(
            ruleset.id,
            (),
            ruleset.unit,
            NO_TILES,
            self._constant_node(ruleset.players),
            tuple([self._when_found(one) for one in map(self._pattern_in_force, asked) if one]),
            (),
            (),
            (),
            self._node(ruleset.base),
            with_expressions(payment, self._node),
            otherwise=ruleset.otherwise and self._compiled_pattern(ruleset.otherwise),
            top_tier=with_expressions(ruleset.top_tier, self._constant_node),
            highest_only=ruleset.highest_only,
            maximum=with_expressions(ruleset.maximum, self._constant_node),
            minimum=ruleset.minimum and self._of_awards(ruleset.minimum),
            to_win=tuple(Requirement(self._node(item.node), ()) for item in ruleset.to_win),
            penalties=tuple(
                Penalty(p.id, (), self._of_awards(p.condition), (), ()) for p in ruleset.penalties
            ),
            bonuses=with_expressions(tuple(bonuses), self._of_awards),
            tables=ruleset.tables,
            amounts=with_expressions(ruleset.amounts, self._node),
            limits=with_expressions(ruleset.limits, self._node),
        )
        return replace(rules, sheet=ruleset.sheet and self._compiled_sheet(ruleset.sheet))

    def _refuse_shape(self, shape: Shape) -> None:
        if not self.ruleset.hand_sizes:
            raise Unsupported("a game of flowers alone")
        choices = self.ruleset.set_tables.row_choices(shape.knitted)
        several = shape.way == "different" and len(choices) > 1
        if not choices or (several and self.lowering.ruleset_has_jokers):
            raise Unsupported(f"the shape '{shape.id}' uses {shape.knitted} from several suits with jokers")
        free = {*(shape.kinds if shape.sets else ()), *(["pair"] if shape.pairs else ())}
        free |= {"single"} if shape.singles else set()
        if (
            shape.way == "fixed"
            and len(choices) > 1
            and any(name in free for row in choices for name, _ in row)
        ):
            raise Unsupported(f"the shape '{shape.id}' has rows of the same kind as the groups beside them")
        node = dict(self.ruleset.shape_conditions).get(shape.id)
        if any(operator_of(leaf) != "fact" for leaf in leaves(self.lowering.tree(node))):
            error = Unsupported(f"a condition on tiles for the shape '{shape.id}'")
            error.node = node
            raise error

    # ---- expressions

    def _node(self, node: Node) -> Node:
        return self._residual(self.lowering.tree(node), OF_WORTH)

    def _of_awards(self, node: Node) -> Node:
        return self._residual(self.lowering.tree(node), OF_AWARDS)

    def _of_hand(self, node: Node | None) -> Node | None:
        return None if node is None else self._residual(self.lowering.tree(node), OF_HAND)

    def _residual(self, tree: Node, known_operators: set[str]) -> Node:
        """The tree with outputs for what asks a reading, if the rest asks no more than is known by then."""
        lifted = self._with_reading_outputs(tree, self.award_outputs)
        for leaf in leaves(lifted):
            if operator_of(leaf) not in known_operators:
                raise Unsupported(f"'{leaf.args[-1]}' before its value is known")
        return lifted

    def _with_reading_outputs(self, tree: Node, outputs: ProgramOutputs, first_number: int = 0) -> Node:
        """The tree with what asks a reading as outputs, numbered from the first on."""
        sorts = set(map(operator_of, leaves(tree)))
        if not sorts & (OF_READING if outputs is self.award_outputs else OF_PROGRAM):
            return tree
        if sorts <= OF_PROGRAM and is_written(tree):
            return Node("output", (first_number + outputs.add_output(tree),))
        return map_parts(tree, lambda part: self._with_reading_outputs(part, outputs, first_number))

    def _constant_node(self, node: Node) -> Node:
        return constant_node(self.lowering.constant_value(node))

    # ---- sections

    def _pattern_in_force(self, pattern: Pattern) -> Pattern | None:
        """A pattern, or none if options switch it off."""
        lower = self.lowering
        try:
            if lower.tree(pattern.option_condition) == FALSE or lower.tree(pattern.condition) == FALSE:
                return None
            return self._compiled_pattern(pattern)
        except Unsupported as error:
            said = Unsupported(f"the pattern '{pattern.id}' uses {error}")
            said.node = (
                error.node
                or pattern.letter_condition
                or next(chain(*pattern.alternatives), pattern.condition)
            )
            raise said from error

    def _when_found(self, pattern: Pattern) -> Pattern:
        """A pattern that is asked only where what it asks of a reading is found, and so asks the rest."""
        when, places = pattern.condition, self.award_outputs.places
        parts = () if when is None else when.args if when.op == "and" else (when,)
        numbers = [part.args[0] for part in parts if part.op == "output"]
        truths = sum({1 << places[number].position for number in numbers if places[number].width == 1})
        counts = tuple([number for number in numbers if places[number].width > 1])
        self.pattern_outputs.append(PatternOutputs(truths, counts))
        rest = tuple([part for part in parts if part.op != "output"])
        return replace(pattern, condition=rest[0] if len(rest) == 1 else Node("and", rest) if rest else None)

    def _compiled_pattern(self, pattern: Pattern) -> Pattern:
        lower = self.lowering
        condition = conjunction(lower.tree(pattern.option_condition), lower.tree(pattern.condition))
        count = lower.tree(pattern.count, ONE)
        placed = bool(pattern.alternatives) and asks_instances(pattern, self.ruleset)
        placed = placed or not lower.counts_bindings(pattern)
        if placed:
            lower.number_instances(pattern)
        elif pattern.alternatives:
            bound = lower.lower_bindings(pattern.alternatives, pattern.letter_condition)
            condition = conjunction(condition, counter_comparison(">", bound, ZERO))
            if pattern.repeat:
                count = bound if count == ONE else Node("arithmetic", ("*", count, bound))
        counted = None if count == ONE else self._residual(count, OF_HAND)
        return Pattern(
            pattern.id,
            pattern.names,
            self._of_hand(pattern.closed_value),
            self._of_hand(pattern.open_value),
            pattern.unit,
            groups=pattern.groups,
            condition=None
            if condition == TRUE
            else self._residual(condition, OF_WORTH if pattern.asks_others else OF_HAND),
            asks_others=pattern.asks_others,
            alternatives=((),) if placed else (),
            count=counted,
            repeat=placed and pattern.repeat,
            alone_condition=self._of_hand(pattern.alone_condition),
            zero=pattern.zero,
            larger_unit=pattern.larger_unit,
            implies=tuple(sorted(self.ruleset.implied_ids[pattern.id])),
            **{name: getattr(pattern, name) for name in RELATIONS},
        )

    def _compiled_sheet(self, sheet: Sheet) -> Sheet:
        """Lowers the items of the sheet: their conditions become separate outputs, and their values whole
        numbers.
        """
        fixed, items = (tuple(map(self._sheet_item, lines)) for lines in (sheet.fixed_items, sheet.items))
        return Sheet(sheet.unit, items, fixed, sheet.round_up_to)

    def _sheet_item(self, item: SheetItem) -> SheetItem:
        """Of `each` it only stands that there is one: the sets are counted in a field of the reading."""
        return SheetItem(
            item.id,
            self._constant_node(item.value),
            item.names,
            self._of_sheet(item.condition),
            item.set_selector and TRUE,
            self._of_sheet(item.count),
        )

    def _of_sheet(self, node: Node | None) -> Node | None:
        """What an item asks: outputs of the sheet's own for what asks a reading; what is awarded, and what
        the tiles beside the sets show, stays as it is.
        """
        tree = TRUE if node is None else self.lowering.tree(node)
        if tree == TRUE:
            return None
        lifted = self._with_reading_outputs(tree, self.sheet_outputs, len(self.award_outputs.trees))
        if any(operator_of(leaf) not in OF_AWARDS for leaf in leaves(lifted)):
            raise Unsupported(f"'{node.text if node else ''}' in the secondary score")
        return lifted

    # ---- the whole form, in the order of the data

    def compiled_form(self) -> CompiledForm:
        rules, lowering = self.rules(), self.lowering
        late = [of for sort, of in lowering.late_numbers if of and sort == "every"]
        layout = Layout(lowering)
        sheet_range = layout.place_leaves([*self.award_outputs.trees, *self.sheet_outputs.trees, *late])
        lanes = TemplateInstances(lowering).lane_form(layout)
        rows, width, top = row_layout(self.ruleset, bool(lowering.given_classes))
        return CompiledForm(
            worth=self._worth_form(rules, layout.facts),
            rows=rows,
            width=width,
            top=top,
            given_classes=tuple(sorted(lowering.given_classes)),
            counters=tuple(layout.counters),
            sheet_range=sheet_range,
            lanes=lanes,
            conditions=self._condition_form(layout),
        )

    def _worth_form(self, rules: Ruleset, facts: Iterable[str]) -> RulesForm:
        """What steps behind the conditions ask: awards, the worth with the shares of a hand, the table;
        and what is asked of a situation before.

        Long since it fills all of a form.
        """
        ruleset, paid = self.ruleset, rules.payment
        shares = _nodes(paid.discard, paid.self_draw, paid.extras, paid.share_limit, paid.factor)
        awards = _nodes(rules.patterns, rules.otherwise, rules.to_win, rules.minimum)
        worth = shares + _nodes(rules.amounts, rules.limits, rules.base, rules.to_win, rules.minimum)
        table = _nodes(paid.counters, paid.liability, paid.sticks)
        valued = worth + table
        bonuses, sheet = _nodes(rules.bonuses), _nodes(rules.sheet)
        said = ruleset.circumstances, ruleset.indicators, ruleset.payment.liability, ruleset.penalties
        before = _nodes(said, ruleset.shape_conditions)
        first = [part for node in before for part in expression_nodes(node, ruleset)]
        items = [item.set_selector for item in ruleset.sheet.items] if ruleset.sheet else []
        numbers = names_in(awards + valued + bonuses + sheet + _nodes(rules.penalties), "fact")
        return RulesForm(
            rules=rules,
            pattern_outputs=tuple(self.pattern_outputs),
            has_sheet=bool(ruleset.sheet),
            has_bonuses=bool(rules.bonuses),
            items=tuple([each if each is None else self.lowering.selector(each) for each in items]),
            facts_by_step={
                "award": asked_by(awards),
                "worth": tuple(sorted({*asked_by(worth), "self_draw", "dealer"})),
                "bonus": asked_by(bonuses),
                "table": asked_by(table),
            },
            asks_counters=not COUNTER_FACTS.isdisjoint({*facts, *asked_by(awards + worth + bonuses + first)}),
            award_names=_awards_named(valued + bonuses),
            asks_outputs=any(part.op == "output" for part in valued + bonuses),
            asks_parts=has_worth_conditions(rules)
            or has_payment_conditions(rules)
            or not PARTS.isdisjoint(names_in(valued, "amount")),
            payment_amounts=tuple(sorted(names_in(shares + table, "amount"))),
            always_bonus=any(is_always_asked(bonus, rules) for bonus in rules.bonuses),
            wins_late=has_worth_conditions(rules),
            wins_by_payment=has_payment_conditions(rules),
            asks_penalty=any(depends_on_tiles(one.condition, ruleset) for one in ruleset.penalties),
            asks_hand=asks_hand(awards + valued),
            sheet_asks_hand=asks_hand(sheet),
            sheet_awards=_awards_named(sheet),
            hand_numbers=tuple(sorted(filter(is_hand_number, numbers))),
        )

    def _condition_form(self, layout: Layout) -> ConditionForm:
        """The conditions on a reading; the program's last output says whether a late number is needed.

        Long since it fills all of a form.
        """
        awards, sheet = self.award_outputs, self.sheet_outputs
        late_numbers = list(self.lowering.late_numbers)
        wanted = disjunction(*map(late_number_condition, (*awards.trees, *sheet.trees)))
        packed = [
            [PlacedTree(tree, place.position) for tree, place in zip(out.trees, out.places, strict=True)]
            for out in (awards, sheet)
        ] + [[PlacedTree(wanted, 0)]]
        ends = [0, awards.end, awards.end + sheet.end]
        every = [
            PlacedTree(tree, end + at) for out, end in zip(packed, ends, strict=True) for tree, at in out
        ]
        reduction = layout.key_reduction()
        alike = [[other for other in late_numbers if other.sort == late.sort] for late in late_numbers]
        return ConditionForm(
            truth_addend=reduction.truth_addend,
            asked_mask=reduction.asked_mask,
            words=layout.words,
            binding_bits=layout.binding_bits,
            facts=tuple([FactPlace(name, *place) for name, place in layout.facts.items()]),
            program=program_of(packed, layout),
            clusters=clusters(every, layout),
            late_programs=tuple(
                [
                    program_of([[PlacedTree(of, 0)]], layout)
                    for sort, of in late_numbers
                    if of and sort == "every"
                ]
            ),
            late_hand=tuple([of for sort, of in late_numbers if of and sort == "hand"]),
            late_sorts=tuple(
                [
                    LateSort(late.sort, same.index(late))
                    for late, same in zip(late_numbers, alike, strict=True)
                ][1:]
            ),
            award_outputs=tuple(awards.places),
            award_bits=awards.end,
            sheet_outputs=tuple(sheet.places),
            sheet_bits=sheet.end,
        )


def asks_instances(pattern: Pattern, ruleset: Ruleset) -> bool:
    """Whether it matters which sets a pattern is made of: it is linked, absorbs, or is absorbed."""
    absorbed = {name for other in ruleset.patterns for name in other.absorbs}
    return bool(pattern.link or pattern.absorbs or pattern.id in absorbed)


# ---- what the rules ask, and so what each step hangs on

PARTS = {"patterns", "bonus", "best_closed_value"}
"""The amounts that do not follow from the total."""


def _nodes(*asking: object) -> list[Node]:
    return [*expressions_in(asking)]


def _awards_named(asking: list[Node]) -> tuple[str, ...]:
    """The patterns and groups that are asked for with `awarded`."""
    return tuple(sorted({str(part.args[1]) for part in asking if operator_of(part) == "awarded"}))


def names_in(asking: list[Node], op: str) -> set[str]:
    """The names that are used: facts of the situation and numbers of the hand, or amounts."""
    return {str(part.args[0]) for part in asking if part.op == op}


def asked_by(asking: list[Node]) -> tuple[str, ...]:
    """The facts of the situation that are used."""
    return tuple(sorted(name for name in names_in(asking, "fact") if not is_hand_number(name)))


def asks_hand(asking: list[Node]) -> bool:
    """Whether a tree uses flowers, red tiles or indicators."""
    return any(operator_of(part) in ("shown", "indicated") for part in asking)


def is_always_asked(bonus: Bonus, rules: Ruleset) -> bool:
    """Whether a bonus may count in a hand without flowers, red tiles and tiles that indicators point at."""
    asked = bonus.count, bonus.condition
    every = [part for part in expressions_in(asked) if part.op in ("fact", "output", "call")]
    shown = [asks_hand([part]) or part.args[0] in ("min", "max") for part in every]
    if not every or not all(shown):
        return True
    view = PackedView(rules, Situation(True), {part.args[0]: 0 for part in every})
    view.pointed_counts = {str(part.args[-1]): 0 for part in every}
    return all(value_of(node, view) for node in asked if node)


def compile_ruleset(ruleset: Ruleset) -> CompiledForm:
    """The compiled form of a ruleset as configured.

    Raises Unsupported, with the construct, if only the readable evaluator supports it.
    """
    return Compiler(ruleset).compiled_form()


def has_room_to_compile(ruleset: Ruleset, pattern_ids: Container[str]) -> bool:
    """Whether a ruleset with these patterns alone is compiled, and would be with twice as many templates."""
    try:
        compiler = Compiler(ruleset)
        compiler.rules(pattern_ids)
        return not may_fit_often(compiler.lowering, 2)
    except Unsupported:
        return False


def left_out(ruleset: Ruleset) -> Unsupported | None:
    """What only the readable evaluator answers; None where there is nothing. Templates are counted only where
    they may fit in too many ways.
    """
    try:
        compiler = Compiler(ruleset)
        compiler.rules()
        if may_fit_often(compiler.lowering):
            TemplateInstances(compiler.lowering)
    except Unsupported as error:
        return error
    return None
