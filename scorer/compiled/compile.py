"""A ruleset as configured, compiled to plain data: numbers, texts, tuples and dictionaries alone.

The order is that of the data: what is counted, where it stands, which templates there are, the
conditions, and what a hand is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.compiled.assembler import Writer, clusters, every_leaf, needed
from scorer.compiled.form import WORD, ConditionForm, Form, LaneForm, RulesForm
from scorer.compiled.layout import Layout, fill_and_keep, place_counters, row_layout
from scorer.compiled.lower import Lazy, Lowering
from scorer.compiled.rules import (
    COUNT_WIDTH,
    PARTS,
    RulesCompiler,
    amounts_in,
    asked_by,
    asks_hand,
    hand_numbers,
    is_always_asked,
    of_awards,
    of_shares,
    of_table,
    of_worth,
)
from scorer.compiled.situations import COUNTERS
from scorer.compiled.templates import (
    Ground,
    ground_units,
    instance_tables,
    lane_key,
    lane_orders,
    place_lanes,
    placed_tables,
)
from scorer.compiled.trees import Tree, Unsupported, either, leaves, parts
from scorer.engine.evaluate import asks_tiles, parts_of
from scorer.engine.score import wins_late
from scorer.language.nodes import Node
from scorer.ruleset.model import Ruleset, nodes_in
from scorer.shapes import Shape

if TYPE_CHECKING:
    from scorer.compiled.form import Code, Place

    Places = dict[str, Place]
    """facts of the situation by their names"""


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
