"""A ruleset as configured, compiled to plain data: numbers, texts, tuples and dictionaries alone.

The order is that of the data: what is counted, where it stands, which templates there are, the
conditions, and what a hand is worth. The rules behind the conditions stay the same model, in which whatever
asks a reading is an output, so that the steps of `scorer.engine` run on it as on the ruleset itself: options
are folded, patterns that cannot count are left out, and what only people read is dropped.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from scorer.compiled.assembler import Writer, clusters, every_leaf, needed
from scorer.compiled.form import (
    FALSE,
    TRUE,
    WORD,
    ConditionForm,
    Form,
    LaneForm,
    RulesForm,
    Tree,
    Unsupported,
    both,
    either,
    is_truth,
    is_written,
    leaves,
    node_of,
    parts,
    with_parts,
)
from scorer.compiled.layout import (
    Ground,
    Layout,
    fill_and_keep,
    ground_units,
    instance_tables,
    lane_key,
    lane_orders,
    place_counters,
    place_lanes,
    placed_tables,
    row_layout,
)
from scorer.compiled.lower import Lazy, Lowering, is_hand_number
from scorer.compiled.situations import COUNTERS
from scorer.compiled.values import Lookup
from scorer.engine.evaluate import asks_tiles, parts_of, value_of
from scorer.engine.score import wins_late
from scorer.hand import Situation
from scorer.language.nodes import Node
from scorer.ruleset.model import (
    Bonus,
    Pattern,
    Payment,
    Penalty,
    Requirement,
    Ruleset,
    Sheet,
    SheetItem,
    nodes_in,
    with_nodes,
)
from scorer.shapes import Shape
from scorer.tiles import TileSet
from scorer.values import replace

if TYPE_CHECKING:
    from scorer.compiled.form import Code, Place

    Places = dict[str, Place]
    """facts of the situation by their names"""

COUNT_WIDTH = 6
VALUE_WIDTH = 14
OF_READING, OF_PROGRAM = set("FZTL"), set("FZTLS")
"""Leaves that only a reading can answer, and those that the program knows."""
OF_HAND, OF_AWARDS, OF_WORTH = "SXHI", "SXHIN", "SXHINV"
"""What is known of a hand that is read, awarded and worth something: letters of leaves."""
RELATIONS = ("excludes", "absorbs", "less", "instead", "link")
"""What is kept of how a pattern stands to others; what it implies is spelled out."""
NO_TILES = TileSet((), ())


class Output:
    """The outputs of the program that go into one number."""

    def __init__(self) -> None:
        self.trees: list[Tree] = []
        self.places: list[tuple[int, int]] = []
        self.end = 0

    def add(self, tree: Tree, width: int) -> int:
        """The number of the output that gives a tree's value."""
        if tree in self.trees and self.places[self.trees.index(tree)][1] >= width:
            return self.trees.index(tree)
        self.trees.append(tree)
        self.places.append((self.end, width))
        self.end += width
        return len(self.trees) - 1


class RulesCompiler:
    """Lowers the rules of a ruleset; `found` and `sheet` collect what they ask of readings."""

    def __init__(self, ruleset: Ruleset, lowering: Lowering) -> None:
        self.ruleset, self.lowering = ruleset, lowering
        self.found, self.sheet = Output(), Output()
        self.holding: list[tuple[int, tuple[int, ...]]] = []
        """what must be found for each pattern to hold; see `RulesForm`"""

    def rules(self) -> Ruleset:
        """The lowered rules. Outputs of the sheet are numbered behind all others, so it comes last."""
        ruleset = self.ruleset
        rules = Ruleset(
            ruleset.id,
            (),
            "",
            "",
            ruleset.unit,
            NO_TILES,
            self._constant(ruleset.players),
            tuple([self._when_found(one) for one in map(self._played, ruleset.patterns) if one]),
            (),
            (),
            (),
            self._node(ruleset.base),
            with_nodes(self._payment(), self._node),
            otherwise=ruleset.otherwise and self._pattern(ruleset.otherwise),
            top_tier=with_nodes(ruleset.top_tier, self._constant),
            highest_only=ruleset.highest_only,
            maximum=with_nodes(ruleset.maximum, self._constant),
            minimum=with_nodes(ruleset.minimum, self._constant),
            to_win=tuple(Requirement(self._node(item.node), ()) for item in ruleset.to_win),
            penalties=tuple(Penalty(p.id, (), self._penalty(p), (), ()) for p in ruleset.penalties),
            bonuses=tuple(with_nodes(self._without_words(one), self._of_awards) for one in ruleset.bonuses),
            tables=ruleset.tables,
            amounts=with_nodes(ruleset.amounts, self._node),
            limits=with_nodes(ruleset.limits, self._node),
        )
        return replace(rules, sheet=ruleset.sheet and self._sheet(ruleset.sheet))

    # ---- expressions

    def _node(self, node: Node) -> Node:
        return self._residual(self.lowering.tree(node), OF_WORTH)

    def _of_awards(self, node: Node) -> Node:
        return self._residual(self.lowering.tree(node), OF_AWARDS)

    def _of_hand(self, node: Node | None) -> Node | None:
        return None if node is None else self._residual(self.lowering.tree(node), OF_HAND)

    def _residual(self, tree: Tree, known: str) -> Node:
        """The tree with outputs for what asks a reading, if the rest asks no more than is known by then."""
        lifted = self._lifted(tree, self.found)
        for leaf in leaves(lifted):
            if leaf[0] not in known:
                raise Unsupported(f"'{leaf[1]}' so early")
        return node_of(lifted)

    def _lifted(self, tree: Tree, out: Output, first: int = 0) -> Tree:
        """The tree with what asks a reading as outputs, numbered from the first on."""
        letters = {leaf[0] for leaf in leaves(tree)}
        if not letters & (OF_READING if out is self.found else OF_PROGRAM):
            return tree
        if letters <= OF_PROGRAM and is_written(tree):
            return ("X", first + out.add(tree, 1 if is_truth(tree) else VALUE_WIDTH))
        return with_parts(tree, tuple(self._lifted(part, out, first) for part in parts(tree)))

    def _constant(self, node: Node) -> Node:
        return node_of(("k", self.lowering.constant(node)))

    # ---- sections

    def _played(self, pattern: Pattern) -> Pattern | None:
        """A pattern, none where options leave it out."""
        lower = self.lowering
        try:
            if lower.tree(pattern.enabled) == FALSE or lower.tree(pattern.when) == FALSE:
                return None
            return self._pattern(pattern)
        except Unsupported as error:
            said = Unsupported(f"the pattern '{pattern.id}' asks {error}")
            said.node = error.node or pattern.where or next(chain(*pattern.alternatives), pattern.when)
            raise said from error

    def _when_found(self, pattern: Pattern) -> Pattern:
        """A pattern that is asked only where what it asks of a reading is found, and so asks the rest."""
        when, places = pattern.when, self.found.places
        parts = () if when is None else when.args if when.op == "and" else (when,)
        found = [part.args[0] for part in parts if part.op == "output"]
        truths = sum({1 << places[place][0] for place in found if places[place][1] == 1})
        self.holding.append((truths, tuple([place for place in found if places[place][1] > 1])))
        rest = tuple([part for part in parts if part.op != "output"])
        return replace(pattern, when=rest[0] if len(rest) == 1 else Node("and", rest) if rest else None)

    def _pattern(self, pattern: Pattern) -> Pattern:
        lower = self.lowering
        condition = both(lower.tree(pattern.enabled), lower.tree(pattern.when))
        count: Tree = lower.tree(pattern.count, ("k", 1))
        placed = bool(pattern.alternatives) and asks_instances(pattern, self.ruleset)
        placed = placed or not lower.counts_bindings(pattern)
        if placed:
            lower.place(pattern)
        elif pattern.alternatives:
            bound = lower.bindings(pattern.alternatives, pattern.where)
            condition = both(condition, lower.truth_of(bound))
            if pattern.repeat:
                count = bound if count == ("k", 1) else ("ar", "*", count, bound)
        return Pattern(
            pattern.id,
            pattern.names,
            self._of_hand(pattern.closed),
            self._of_hand(pattern.open),
            pattern.unit,
            groups=pattern.groups,
            when=None if condition == TRUE else self._residual(condition, OF_HAND),
            alternatives=((),) if placed else (),
            count=None if count == ("k", 1) else self._counting(count),
            repeat=placed and pattern.repeat,
            alone=self._of_hand(pattern.alone),
            zero=pattern.zero,
            implies=tuple(sorted(self.ruleset.implied[pattern.id])),
            **{name: getattr(pattern, name) for name in RELATIONS},
        )

    def _counting(self, tree: Tree) -> Node:
        if tree[0] == "T":
            return node_of(("X", self.found.add(tree, COUNT_WIDTH)))
        return self._residual(tree, OF_HAND)

    def _penalty(self, penalty: Penalty) -> Node:
        """Asked of the first reading, of which nothing is counted yet."""
        return self._residual(self.lowering.tree(penalty.when), OF_AWARDS)

    @staticmethod
    def _without_words(bonus: Bonus) -> Bonus:
        return replace(bonus, definition=(), source="", holds=(), fails=())

    def _payment(self) -> Payment:
        """The payment without what a hand must show for somebody to be liable."""
        payment = self.ruleset.payment
        return replace(payment, liability=payment.liability and replace(payment.liability, fed=()))

    def _sheet(self, sheet: Sheet) -> Sheet:
        """Conditions of the sheet are outputs of their own; values are whole numbers by the options."""
        fixed, items = (tuple(map(self._sheet_item, lines)) for lines in (sheet.fixed, sheet.items))
        return Sheet(sheet.unit, items, fixed, sheet.round_up_to)

    def _sheet_item(self, item: SheetItem) -> SheetItem:
        """Of `each` it only stands that there is one: the sets are counted in a field of the reading."""
        return SheetItem(
            item.id,
            self._constant(item.value),
            item.names,
            self._of_sheet(item.when),
            item.each and node_of(TRUE),
            self._of_sheet(item.count),
        )

    def _of_sheet(self, node: Node | None) -> Node | None:
        """What an item asks: outputs of the sheet's own for what asks a reading; what the tiles beside the
        sets show stays as it is.
        """
        tree = TRUE if node is None else self.lowering.tree(node)
        if tree == TRUE:
            return None
        lifted = self._lifted(tree, self.sheet, len(self.found.trees))
        if any(leaf[0] not in OF_HAND for leaf in leaves(lifted)):
            raise Unsupported(f"'{node.text if node else ''}' in the second sheet")
        return node_of(lifted)


def asks_instances(pattern: Pattern, ruleset: Ruleset) -> bool:
    """Whether it matters which sets a pattern is made of: it is linked, absorbs, or is absorbed."""
    absorbed = {name for other in ruleset.patterns for name in other.absorbs}
    return bool(pattern.link or pattern.absorbs or pattern.id in absorbed)


# ---- what the rules ask, and so what each step hangs on


def facts_in(asking: object) -> set[str]:
    """The facts that expressions ask: of the situation, and numbers of the hand."""
    return {str(part.args[0]) for part in nodes_in(asking) if part.op == "fact"}


def asked_by(asking: object) -> tuple[str, ...]:
    """The facts of the situation that expressions ask."""
    return tuple(sorted(name for name in facts_in(asking) if not is_hand_number(name)))


PARTS = {"patterns", "bonus", "best_closed_value"}
"""Amounts that the total does not tell."""


def amounts_in(asking: object) -> set[str]:
    """The amounts that expressions ask."""
    return {str(part.args[0]) for part in nodes_in(asking) if part.op == "amount"}


def of_awards(rules: Ruleset) -> object:
    """What patterns ask before anything is worth something."""
    return rules.patterns, rules.otherwise, rules.to_win


def of_worth(rules: Ruleset) -> object:
    """What is asked between the awards and the payments."""
    return of_shares(rules), rules.amounts, rules.limits, rules.base, rules.to_win


def of_shares(rules: Ruleset) -> object:
    """What the shares of a hand ask, whatever lies on the table."""
    paid = rules.payment
    return paid.discard, paid.self_draw, paid.extras, paid.most


def of_table(rules: Ruleset) -> object:
    """What is asked of the table: what it adds, and who is liable."""
    return rules.payment.counters, rules.payment.liability, rules.payment.sticks


def hand_numbers(asking: object) -> tuple[str, ...]:
    """The numbers of the hand that expressions ask."""
    return tuple(sorted(filter(is_hand_number, facts_in(asking))))


def asks_hand(asking: object) -> bool:
    """Whether expressions ask what the tiles show beside the sets: flowers, red tiles, indicators."""
    return bool(hand_numbers(asking)) or any(part.args[:1] == ("indicated",) for part in nodes_in(asking))


def is_always_asked(bonus: Bonus, rules: Ruleset) -> bool:
    """Whether a bonus may count where the tiles show nothing: no flower, red tile or indicator's tile."""
    asked = bonus.count, bonus.when
    every = [part for part in nodes_in(asked) if part.op in ("fact", "output", "call")]
    shown = [asks_hand(part) or part.args[0] in ("min", "max") for part in every]
    if not every or not all(shown):
        return True
    view = Lookup(rules, Situation(True), {part.args[0]: 0 for part in every})
    view.pointed = {str(part.args[-1]): 0 for part in every}
    return all(value_of(node, view) for node in asked if node)


def compile_ruleset(ruleset: Ruleset) -> Form:
    """The compiled form of a ruleset as configured.

    Raises Unsupported, with the construct, where only the reference engine has an answer.
    """
    return _Compiler(ruleset).form()


def left_out(ruleset: Ruleset) -> Unsupported | None:
    """What only the readable evaluator answers, as far as that is known before instances of templates are
    counted; None where there is nothing.
    """
    try:
        _Compiler(ruleset).lowered()
    except Unsupported as error:
        return error
    return None


class _Compiler:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.lowering = Lowering(ruleset)
        self.worth = RulesCompiler(ruleset, self.lowering)

    def lowered(self) -> Ruleset:
        """The lowered rules; what they ask is collected on the way."""
        for shape in self.ruleset.shapes:
            self._refuse_shape(shape)
        return self.worth.rules()

    def form(self) -> Form:
        rules = self.lowered()
        asked = [*self.worth.found.trees, *self.worth.sheet.trees]
        late = [of for _, of in self.lowering.lazies if isinstance(of, tuple)]
        layout, sheet_range = self._layout([*asked, *late])
        ground = ground_units(self.lowering)
        part_ranges = place_lanes(layout, ground)
        units = self._units([*asked, *late])
        facts = self._facts([*asked, *late])
        return Form(
            worth=self._worth_form(rules, tuple(facts)),
            rows=tuple([(r.kinds, r.start, r.counts, r.variant, r.context) for r in layout.rows]),
            width=layout.width,
            top=layout.top,
            given=tuple(sorted(self.lowering.given)),
            fields=tuple([(measure, position, width) for measure, position, width, _ in layout.fields]),
            sheet_range=sheet_range,
            lanes=self._lanes(ground, units, part_ranges),
            conditions=self._conditions(layout, facts, units, late),
        )

    def _layout(self, asked: list[Tree]) -> tuple[Layout, tuple[int, int]]:
        """Where everything stands, and the bits of the sheet's section."""
        truths, numbers = ({leaf[1] for leaf in every_leaf(asked, letter)} for letter in "ZF")
        items = len(self.ruleset.sheet.items) if self.ruleset.sheet else 0
        layout = row_layout(self.ruleset, bool(self.lowering.given))
        return layout, place_counters(layout, self.lowering, truths, numbers, items)

    def _worth_form(self, rules: Ruleset, facts: tuple[str, ...]) -> RulesForm:
        sheet = self.ruleset.sheet
        worth, bonuses = of_worth(rules), rules.bonuses
        counted = of_awards(rules), worth
        return RulesForm(
            rules=rules,
            holding=tuple(self.worth.holding),
            has_sheet=bool(sheet),
            has_bonuses=bool(bonuses),
            items=tuple(
                [
                    None if item.each is None else self.lowering.selector(item.each)
                    for item in (sheet.items if sheet else ())
                ]
            ),
            asked=self._asked(rules),
            asks_counters=self._asks_counters(rules, facts),
            asks_awards=any(
                part.op == "output" or part.args[:1] == ("awarded",) for part in nodes_in((worth, bonuses))
            ),
            asks_parts=wins_late(rules) or not PARTS.isdisjoint(amounts_in(worth)),
            paid_amounts=tuple(sorted(amounts_in((of_shares(rules), of_table(rules))))),
            always_bonus=any(is_always_asked(bonus, rules) for bonus in bonuses),
            wins_late=wins_late(rules),
            asks_penalty=any(asks_tiles(one.when, self.ruleset) for one in self.ruleset.penalties),
            asks_hand=asks_hand(counted),
            sheet_asks_hand=asks_hand(rules.sheet),
            hand_numbers=hand_numbers((counted, bonuses, rules.sheet)),
        )

    def _asked(self, rules: Ruleset) -> dict[str, tuple[str, ...]]:
        """The facts of the situation that each step asks."""
        return {
            "award": asked_by(of_awards(rules)),
            "worth": tuple(sorted({*asked_by(of_worth(rules)), "self_draw", "dealer"})),
            "bonus": asked_by(rules.bonuses),
            "table": asked_by(of_table(rules)),
        }

    def _asks_counters(self, rules: Ruleset, facts: tuple[str, ...]) -> bool:
        """Whether more than what the table adds hangs on counters or sticks."""
        ruleset = self.ruleset
        required = nodes_in((ruleset.circumstances, ruleset.indicators, ruleset.payment.liability))
        legal = [part for node in required for part in parts_of(node, ruleset)]
        asking = of_awards(rules), of_worth(rules), rules.bonuses, tuple(legal)
        return not COUNTERS.isdisjoint({*facts, *asked_by(asking)})

    # ---- conditions

    def _units(self, trees: list[Tree]) -> list[Place]:
        """Where each unit's count stands; one bit where it is only asked whether there is one."""
        counted = {
            leaf[1]
            for tree in trees
            for leaf in _numbers_of(tree)
            if leaf[0] == "T"
        }  # fmt: skip
        units, end = [], 0
        for place in range(len(self.lowering.units)):
            width = COUNT_WIDTH if place in counted else 1
            units.append((end, width))
            end += width
        return units

    def _facts(self, trees: list[Tree]) -> Places:
        """Where each fact that conditions on a reading ask stands in the number of the situation."""
        most = {"honba": 1000, "sticks": 1000}
        for item in self.ruleset.circumstances:
            most[item.fact] = most.get(item.fact, 0) + item.most if item.counted else 1
        facts, end = {}, 0
        for _, name in sorted(every_leaf(trees, "S")):
            width = most.get(name, 1).bit_length()
            facts[name] = (end, width)
            end += width
        return facts

    def _conditions(
        self, layout: Layout, facts: Places, units: list[Place], late: list[Tree]
    ) -> ConditionForm:
        found, sheet, lazies = self.worth.found, self.worth.sheet, list(self.lowering.lazies)
        fill, keep = fill_and_keep(layout)
        program = self._program(Writer(layout, facts, units))
        unit_bits = max((shift + width for shift, width in units), default=0)
        return ConditionForm(
            fill=fill,
            keep=keep,
            words=layout.words,
            unit_bits=unit_bits,
            facts=tuple([(name, *place) for name, place in facts.items()]),
            program=program,
            clusters=self._clusters(program, layout, unit_bits),
            late=tuple([_program_of(Writer(layout, facts, units), condition) for condition in late]),
            late_hand=tuple([of for _, of in lazies if isinstance(of, Node)]),
            late_sorts=_late_sorts(lazies[1:]),
            found=tuple(found.places),
            found_bits=found.end,
            sheet=tuple(sheet.places),
            sheet_bits=sheet.end,
        )

    def _program(self, writer: Writer) -> Code:
        """The conditions on a reading; the last output says whether a late number is needed."""
        outputs = [
            [(writer.number(tree), at) for tree, (at, _) in zip(out.trees, out.places, strict=True)]
            for out in (self.worth.found, self.worth.sheet)
        ]
        late = either(*(needed(tree) for tree in (*self.worth.found.trees, *self.worth.sheet.trees)))
        return writer.program([*outputs, [(writer.number(late), 0)]])

    def _clusters(self, program: Code, layout: Layout, unit_bits: int) -> tuple[tuple[int, Code], ...]:
        """The same conditions a few at a time; what they answer stands as in `Conditions`."""
        words, found = layout.words * WORD, self.worth.found.end
        starts = [*range(0, words, WORD), words, words + unit_bits]
        return clusters(program, starts, [0, found, found + self.worth.sheet.end])

    # ---- parts of the form

    def _refuse_shape(self, shape: Shape) -> None:
        if not self.ruleset.sizes:
            raise Unsupported("a game of flowers alone")
        choices = self.ruleset.set_tables.knitted(shape.knitted)
        several = shape.way == "different" and len(choices) > 1
        if not choices or (several and self.lowering.ruleset_has_jokers):
            raise Unsupported(f"the shape '{shape.id}' is {shape.knitted} in several suits with jokers")
        node = dict(self.ruleset.shape_conditions).get(shape.id)
        if any(leaf[0] != "S" for leaf in leaves(self.lowering.tree(node))):
            error = Unsupported(f"the shape '{shape.id}' asks the tiles")
            error.node = node
            raise error

    def _lanes(self, ground: Ground, units: list[Place], parts: list[Place]) -> LaneForm:
        """The lane of each set that has one, and the instances of templates as sums of lanes."""
        every = [*self.lowering.units, *self.lowering.placed.values()]
        words = {kinds for (plain, _) in every for p in plain for kinds, _, _ in p}
        return LaneForm(
            sets={
                (name, tiles): 1 << lane.position
                for name, tuples in self.ruleset.set_tables.tuples.items()
                for tiles in tuples
                if (lane := ground.lanes.get(lane_key(name, tiles, words))) and lane.position >= 0
            },
            places=tuple([(lane.position, lane.most.bit_length(), lane.part) for lane in ground.used]),
            orders=lane_orders(ground, self.ruleset),
            parts=tuple(parts),
            instances=instance_tables(ground, units, len(parts)),
            placed=placed_tables(ground),
        )


def _program_of(writer: Writer, condition: Tree) -> Code:
    """One condition by itself."""
    return writer.program([[(writer.number(condition), 0)]])


def _late_sorts(lazies: list[Lazy]) -> tuple[tuple[str, int], ...]:
    """What late numbers are, in order, each with its place among those of its sort."""
    return tuple((key[0], [other for other in lazies if other[0] == key[0]].index(key)) for key in lazies)


def _numbers_of(tree: Tree) -> list[Tree]:
    """Leaves that are asked for as numbers, not merely whether they are above zero."""
    if tree[0] == "cmp" and tree[1] == ">" and tree[3] == ("k", 0) and tree[2][0] == "T":
        return []
    below = parts(tree)
    return [tree] if not below else [leaf for part in below for leaf in _numbers_of(part)]
