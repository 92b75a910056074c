"""The rules behind the conditions, lowered: the same model, in which whatever asks a reading is an output.

The steps of `scorer.engine` run on it as on the ruleset itself. Options are folded, patterns that cannot
count are left out, and what only people read is dropped.
"""

from __future__ import annotations

from scorer.compiled.evaluator import Lookup
from scorer.compiled.lines import is_truth
from scorer.compiled.lower import Lowering, is_hand_number
from scorer.compiled.trees import FALSE, TRUE, Tree, Unsupported, both, leaves, parts, with_parts
from scorer.engine.evaluate import value_of
from scorer.hand import Situation
from scorer.language.nodes import Node
from scorer.ruleset.model import (
    Amount,
    Bonus,
    Extra,
    Liability,
    Limit,
    Pattern,
    Payment,
    Penalty,
    Requirement,
    Ruleset,
    Shares,
    ShareSheet,
    Sheet,
    SheetItem,
    TopTier,
)
from scorer.tiles import TileSet
from scorer.values import replace

COUNT_WIDTH = 6
VALUE_WIDTH = 14
OF_READING, OF_PROGRAM = set("FZTL"), set("FZTLS")
"""Leaves that only a reading can answer, and those that the program knows."""
OF_SITUATION, OF_HAND, OF_AWARDS, OF_WORTH = "S", "SXHI", "SXHIN", "SXHINV"
"""What is known of a hand before it is read, read, awarded and worth something: letters of leaves."""
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
            tuple(self._pattern(pattern) for pattern in ruleset.patterns if self._is_played(pattern)),
            (),
            (),
            (),
            self._node(ruleset.base),
            self._payment(ruleset.payment),
            otherwise=ruleset.otherwise and self._pattern(ruleset.otherwise),
            top_tier=ruleset.top_tier and self._top_tier(ruleset.top_tier),
            highest_only=ruleset.highest_only,
            maximum=ruleset.maximum and self._constant(ruleset.maximum),
            minimum=ruleset.minimum and self._constant(ruleset.minimum),
            to_win=tuple(Requirement(self._node(item.node), ()) for item in ruleset.to_win),
            penalties=tuple(Penalty(p.id, (), self._penalty(p), (), ()) for p in ruleset.penalties),
            bonuses=tuple(map(self._bonus, ruleset.bonuses)),
            tables=ruleset.tables,
            amounts=tuple(map(self._amount, ruleset.amounts)),
            limits=tuple(map(self._limit, ruleset.limits)),
        )
        return replace(rules, sheet=ruleset.sheet and self._sheet(ruleset.sheet))

    # ---- expressions

    def _node(self, node: Node, known: str = OF_WORTH) -> Node:
        return self._residual(self.lowering.tree(node), known)

    def _when(self, node: Node | None, known: str = OF_WORTH) -> Node | None:
        return None if node is None else self._node(node, known)

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
        if letters <= OF_PROGRAM:
            return ("X", first + out.add(tree, 1 if is_truth(tree) else VALUE_WIDTH))
        return with_parts(tree, tuple(self._lifted(part, out, first) for part in parts(tree)))

    def _constant(self, node: Node) -> Node:
        return node_of(("k", self.lowering.constant(node)))

    # ---- sections

    def _is_played(self, pattern: Pattern) -> bool:
        lower = self.lowering
        return lower.tree(pattern.enabled) != FALSE and lower.tree(pattern.when) != FALSE

    def _pattern(self, pattern: Pattern) -> Pattern:
        lower = self.lowering
        condition = both(lower.tree(pattern.enabled), lower.tree(pattern.when))
        count: Tree = lower.tree(pattern.count, ("k", 1))
        placed = bool(pattern.alternatives) and asks_instances(pattern, self.ruleset)
        if pattern.alternatives:
            bound = lower.bindings(pattern.alternatives, pattern.where)
            condition = both(condition, lower.truth_of(bound))
            if placed:
                lower.place(pattern)
            elif pattern.repeat:
                count = bound if count == ("k", 1) else ("ar", "*", count, bound)
        return Pattern(
            pattern.id,
            pattern.names,
            self._when(pattern.closed, OF_HAND),
            self._when(pattern.open, OF_HAND),
            pattern.unit,
            groups=pattern.groups,
            when=None if condition == TRUE else self._residual(condition, OF_HAND),
            alternatives=((),) if placed else (),
            count=None if count == ("k", 1) else self._counting(count),
            repeat=placed and pattern.repeat,
            alone=self._when(pattern.alone, OF_HAND),
            zero=pattern.zero,
            implies=tuple(sorted(self.ruleset.implied[pattern.id])),
            **{name: getattr(pattern, name) for name in RELATIONS},
        )

    def _amount(self, amount: Amount) -> Amount:
        return Amount(amount.id, self._node(amount.node), (), self._when(amount.when))

    def _limit(self, limit: Limit) -> Limit:
        return Limit(limit.id, limit.names, self._node(limit.when), self._when(limit.base))

    def _counting(self, tree: Tree) -> Node:
        if {leaf[0] for leaf in leaves(tree)} <= OF_PROGRAM and tree[0] != "k":
            return node_of(("X", self.found.add(tree, COUNT_WIDTH)))
        return self._residual(tree, OF_HAND)

    def _penalty(self, penalty: Penalty) -> Node:
        """Asked of the first reading, of which nothing is counted yet."""
        return self._residual(self.lowering.tree(penalty.when), OF_AWARDS)

    def _bonus(self, bonus: Bonus) -> Bonus:
        count = bonus.count and self._node(bonus.count, OF_AWARDS)
        return Bonus(
            bonus.id,
            bonus.names,
            self._node(bonus.value, OF_AWARDS),
            count,
            self._when(bonus.when, OF_AWARDS),
        )

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

    def _top_tier(self, tier: TopTier) -> TopTier:
        add, cap = tier.add and self._constant(tier.add), tier.cap and self._constant(tier.cap)
        return TopTier(tier.start, tier.unit, tier.each, add, cap)

    def _payment(self, payment: Payment) -> Payment:
        return Payment(
            self._share_sheet(payment.discard),
            self._share_sheet(payment.self_draw),
            payment.round_up_to,
            tuple(
                Extra(
                    extra.id,
                    extra.names,
                    self._node(extra.when),
                    self._share_sheet(extra.discard),
                    self._share_sheet(extra.self_draw),
                )
                for extra in payment.extras
            ),
            (self._share_sheet(payment.counters[0]), self._share_sheet(payment.counters[1])),
            payment.sticks and self._node(payment.sticks),
            payment.most and self._node(payment.most),
            payment.liability and self._liability(payment.liability),
            payment.several,
        )

    def _liability(self, liability: Liability) -> Liability:
        return Liability(
            self._shares(liability.patterns),
            self._node(liability.covers),
            self._node(liability.counters),
            self._shares(liability.self_draw),
            self._shares(liability.discard),
        )

    def _share_sheet(self, sheet: ShareSheet) -> ShareSheet:
        return ShareSheet(self._shares(sheet.dealer), self._shares(sheet.other))

    def _shares(self, shares: Shares) -> Shares:
        return tuple((payer, self._node(node)) for payer, node in shares)


def asks_instances(pattern: Pattern, ruleset: Ruleset) -> bool:
    """Whether it matters which sets a pattern is made of: it is linked, absorbs, or is absorbed."""
    absorbed = {name for other in ruleset.patterns for name in other.absorbs}
    return bool(pattern.link or pattern.absorbs or pattern.id in absorbed)


# ---- trees as nodes

SORTS = {bool: "truth", int: "number", str: "word"}
PLAIN = {"S": "fact", "H": "fact", "V": "amount", "X": "output"}
CALLS = {"I": "indicated", "N": "awarded"}


def node_of(tree: Tree) -> Node:
    """A lowered tree as a node of the language, with `output` for what the program gives."""
    op = tree[0]
    if op == "k":
        return Node(SORTS[type(tree[1])], (tree[1],))
    if op in PLAIN:
        return Node(PLAIN[op], (tree[1],))
    if op in CALLS:
        return Node("call", (CALLS[op], tree[1]))
    below = tuple(map(node_of, parts(tree)))
    return MADE[op](tree, below)


MADE = {
    "and": lambda tree, below: Node("and", below),
    "or": lambda tree, below: Node("or", below),
    "not": lambda tree, below: Node("not", below),
    "neg": lambda tree, below: Node("negative", below),
    "if": lambda tree, below: Node("if", below),
    "min": lambda tree, below: Node("call", ("min", *below)),
    "max": lambda tree, below: Node("call", ("max", *below)),
    "cmp": lambda tree, below: Node("compare", (below[0], tree[1], below[1])),
    "ar": lambda tree, below: Node("arithmetic", (tree[1], *below)),
    "table": lambda tree, below: Node("table", (*tree[3], *below)),
}
"""Branches of trees: how each is made of what is below it."""


# ---- what the rules ask, and so what each step hangs on


def asked_by(nodes: list[Node | None]) -> tuple[str, ...]:
    """The facts of the situation that expressions ask."""
    every = [part for node in nodes if node for part in node.walk()]
    return tuple(
        sorted({part.args[0] for part in every if part.op == "fact" and not is_hand_number(part.args[0])})
    )


def award_nodes(rules: Ruleset) -> list[Node | None]:
    """What patterns ask before anything is worth something."""
    extra = (rules.otherwise,) if rules.otherwise else ()
    of_patterns = [(p.when, p.count, p.closed, p.open, p.alone) for p in (*rules.patterns, *extra)]
    return [*(node for nodes in of_patterns for node in nodes), *(item.node for item in rules.to_win)]


def worth_nodes(rules: Ruleset) -> list[Node | None]:
    """What is asked between the awards and the payments."""
    payment = rules.payment
    sheets = [payment.discard, payment.self_draw]
    sheets += [sheet for extra in payment.extras for sheet in (extra.discard, extra.self_draw)]
    shares = [node for sheet in sheets for table in (sheet.dealer, sheet.other) for _, node in table]
    named = [node for amount in rules.amounts for node in (amount.node, amount.when)]
    limits = [node for limit in rules.limits for node in (limit.when, limit.base)]
    return [*shares, *named, *limits, *(e.when for e in payment.extras), rules.base, payment.most,
            *(item.node for item in rules.to_win)]  # fmt: skip


def sheet_nodes(rules: Ruleset) -> list[Node | None]:
    """What items of the second sheet ask beside the reading."""
    lines = (*rules.sheet.items, *rules.sheet.fixed) if rules.sheet else ()
    return [node for item in lines for node in (item.when, item.count)]


def bonus_nodes(rules: Ruleset) -> list[Node | None]:
    """What bonuses ask."""
    return [node for bonus in rules.bonuses for node in (bonus.value, bonus.count, bonus.when)]


def table_nodes(rules: Ruleset) -> list[Node | None]:
    """What the table adds."""
    counters = rules.payment.counters
    shares = [node for sheet in counters for table in (sheet.dealer, sheet.other) for _, node in table]
    liability = rules.payment.liability
    able = (
        [node for _, node in (*liability.patterns, *liability.self_draw, *liability.discard)]
        if liability
        else []
    )
    more = [liability.covers, liability.counters] if liability else []
    return [*shares, *able, *more, rules.payment.sticks]


def hand_numbers(nodes: list[Node | None]) -> tuple[str, ...]:
    """The numbers of the hand that expressions ask."""
    every = [part for node in nodes if node for part in node.walk() if part.op == "fact"]
    return tuple(sorted({part.args[0] for part in every if is_hand_number(part.args[0])}))


def asks_hand(nodes: list[Node | None]) -> bool:
    """Whether expressions ask what the tiles show beside the sets: flowers, red tiles, indicators."""
    return any(
        (part.op == "fact" and is_hand_number(part.args[0])) or part.args[:1] == ("indicated",)
        for node in nodes
        if node
        for part in node.walk()
    )


KNOWN_WITH_AWARDS = {"patterns", "best_closed_value"}


def late_numbers(nodes: list[Node]) -> bool:
    """Whether conditions of winning ask numbers that are known only once a reading is worth something."""
    asked = {part.args[0] for node in nodes for part in node.walk() if part.op == "amount"}
    return not asked <= KNOWN_WITH_AWARDS


def is_always_asked(bonus: Bonus, rules: Ruleset) -> bool:
    """Whether a bonus may count where the tiles show nothing: no flower, red tile or indicator's tile."""
    nodes = [node for node in (bonus.count, bonus.when) if node]
    every = [part for node in nodes for part in node.walk() if part.op in ("fact", "output", "call")]
    shown = [asks_hand([part]) or part.args[0] in ("min", "max") for part in every]
    return not all(shown) or not every or _counts_without(nodes, rules)


def _counts_without(nodes: list[Node], rules: Ruleset) -> bool:
    """Whether conditions hold and counts are above zero where the tiles show nothing (no flower at all)."""
    asked = [part.args for node in nodes for part in node.walk() if part.op in ("fact", "call")]
    view = Lookup(rules, Situation(True), {args[0]: 0 for args in asked})
    view.pointed = {str(args[-1]): 0 for args in asked}
    return all(value_of(node, view) for node in nodes)


def is_of_situation(tree: Tree) -> bool:
    """Whether a condition asks nothing but the situation."""
    return all(leaf[0] in OF_SITUATION for leaf in leaves(tree))
