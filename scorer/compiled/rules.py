"""The rules behind the conditions, lowered: the same model, in which whatever asks a reading is an output.

The steps of `scorer.engine` run on it as on the ruleset itself. Options are folded, patterns that cannot
count are left out, and what only people read is dropped.
"""

from __future__ import annotations

from itertools import chain

from scorer.compiled.evaluator import Lookup
from scorer.compiled.lower import Lowering, is_hand_number
from scorer.compiled.trees import (
    FALSE,
    TRUE,
    Tree,
    Unsupported,
    both,
    is_truth,
    is_written,
    leaves,
    node_of,
    parts,
    with_parts,
)
from scorer.engine.evaluate import value_of
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
from scorer.tiles import TileSet
from scorer.values import replace

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
