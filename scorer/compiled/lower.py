"""From checked rules to plain trees over counters: what is counted is found here, never written down.

Every question about a reading is a question about sums over its groups. `all_sets(S)` becomes "no set that
is not S, and some set"; `any_tile(C)` "some group has a tile of C". A counter is asked for by its measure,
and two questions of one measure share it.
"""

from __future__ import annotations

from collections.abc import Callable

from scorer.compiled.form import (
    FALSE,
    TRUE,
    Tree,
    Unsupported,
    both,
    compared,
    either,
    is_written,
    leaves,
    negated,
    node_of,
    parts,
)
from scorer.engine.evaluate import NO_HAND, TooLarge, View, parts_of, rules_view, value_of
from scorer.engine.match import Letters, mask
from scorer.hand import WINDS, Situation
from scorer.language.nodes import Node
from scorer.language.vocabulary import FUNCTIONS, WAITS, Scope
from scorer.ruleset.model import Pattern, Ruleset
from scorer.tiles import mask_of

Lazy = tuple[str, Tree | Node | None]
"""a sort of number that is worked out only when needed, and of what"""
Unit = tuple[tuple[tuple[Tree, ...], ...], Node | None]
"""alternatives of templates (kinds of set, terms, class of tiles), and the condition on their letters"""
Measured = Tree | int | str
ANY: Tree = ("all",)
CALLED: Tree = ("state", "called")
SITUATION = ("self_draw", "discard", "dealer", "from_dealer", "honba", "sticks")
HAND_NUMBERS = ("flowers", "jokers", "reds")
"""Numbers that the tiles show beside the sets; `flowers 15 15 15 15` counts a class of each seat."""


NOT_OF_HAND = (*HAND_NUMBERS, "honba", "sticks", "indicated", "awarded")
"""What may differ between hands of the same tiles won in the same way."""


def is_hand_number(name: str) -> bool:
    return name.partition(" ")[0] in HAND_NUMBERS


class Lowering:
    """The trees of one configured ruleset, and what has to be counted for them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.view = rules_view(ruleset)
        self.fields: dict[Tree, int] = {}
        self.units: dict[Unit, int] = {}
        self.lazies: dict[Lazy, int] = {("waits", None): 0}
        self.placed: dict[str, Unit] = {}
        """patterns of which it matters which sets they are made of: templates and the condition on letters"""
        self.given: set[str] = set()
        self.facts = {item.fact for item in ruleset.circumstances}
        self.flowers = mask_of(kind.index for kind in ruleset.tileset.kinds if kind.role == "flower")

    # ---- expressions

    def tree(self, node: Node | None, default: Tree = TRUE) -> Tree:
        """The plain tree of an expression; `default` where there is none."""
        if node is None:
            return default
        try:
            return NODES[node.op](self, node)
        except Unsupported as error:
            error.node = error.node or node
            raise

    def constant(self, node: Node | None) -> bool | int | str:
        """The value of an expression that asks options only; 0 where there is none."""
        if node is None:
            return 0
        found = self.tree(node)
        if found[0] != "k":
            raise Unsupported(f"'{node.text}' where only options can be asked")
        value: bool | int | str = found[1]
        return value

    def folded(self, tree: Tree) -> Tree:
        if tree[0] == "if" and tree[1][0] == "k":
            chosen: Tree = tree[2] if tree[1][1] else tree[3]
            return chosen
        if all(part[0] == "k" for part in parts(tree)):
            try:
                value = value_of(node_of(tree), self.view)
            except TooLarge:  # whoever has a hand for which it matters says so
                return tree
            if value == int(value):
                return ("k", value if isinstance(value, bool) else int(value))
        return tree

    def trees(self, nodes: tuple[Node, ...]) -> tuple[Tree, ...]:
        return tuple(map(self.tree, nodes))

    def fact(self, node: Node) -> Tree:
        """A fact of the situation, or a derived one. A circumstance that options turn off is not true."""
        name = node.args[0]
        return FACTS[name](self) if name in FACTS else ("S", name) if name in self.facts else FALSE

    def compare(self, node: Node) -> Tree:
        """Comparisons in a row: each must hold."""
        values = self.trees(node.args[::2])
        links = zip(values, node.args[1::2], values[1:], strict=False)
        return both(*(compared(op, left, right) for left, op, right in links))

    def table(self, node: Node) -> Tree:
        name, column, key = node.args
        table = self.ruleset.table_by_id[name]
        place = table.columns.index(column) if column else 0
        rows = tuple((low, high, values[place]) for low, high, values in table.rows)
        return self.folded(("table", rows, self.tree(key), (name, column)))

    # ---- functions of the vocabulary

    def any_tile(self, of: Node) -> Tree:
        if any(part.op == "given" and part.args[0] == "win_tile" for part in of.walk()):
            return self._winning_tile(of)
        return self.some("groups", ("has", self.tiles(of)))

    def _winning_tile(self, of: Node) -> Tree:
        """`win_tile & C`: the winning tile is of the class, and it is always in the hand."""
        sides = of.args if of.op == "and" else (of,)
        plain = [part for part in sides if part.op != "given"]
        if len(plain) == len(sides) or self.ruleset_has_jokers:
            raise Unsupported(f"'{of.text}' with the winning tile")
        masks = [self.tiles(part) for part in plain]
        if any(mask[0] != "mask" for mask in masks):
            raise Unsupported(f"'{of.text}' with the winning tile")
        return self.some("win", joined("and", *masks)[1]) if masks else TRUE

    @property
    def ruleset_has_jokers(self) -> bool:
        return any(kind.role == "joker" and kind.copies for kind in self.ruleset.tileset.kinds)

    def seated_flowers(self, of: Node) -> Tree:
        """A number of the hand: the flowers of a class, which may be another one in each seat."""
        seated = (View(self.ruleset, NO_HAND, Situation(True, seat)) for seat in WINDS)
        return ("H", " ".join(["flowers", *(str(mask(of, view) & self.flowers) for view in seated)]))

    def exposed(self, of: Node) -> Tree:
        """Tiles of a class in called sets; of the winning tile's kind a late number."""
        if of.op == "given" and of.args[0] == "win_tile":
            return self.late("exposed")
        return self.field("exposed", self.fixed_tiles(of))

    def late(self, sort: str, of: Tree | Node | None = None) -> Tree:
        return ("L", self.lazies.setdefault((sort, of), len(self.lazies)))

    def values(self, attribute: str) -> Tree:
        """How many different values of an attribute the hand has: a truth for each, added up."""
        if attribute == "tile":
            return self.field("kinds", -1)
        kinds = self.ruleset.tileset.kinds
        values = dict.fromkeys(k.attribute[attribute] for k in kinds if attribute in k.attribute)
        total: Tree = ("k", 0)
        for value in values:
            mask = mask_of(k.index for k in kinds if k.attribute.get(attribute) == value)
            one: Tree = ("if", self.some("groups", ("has", ("mask", mask))), ("k", 1), ("k", 0))
            total = one if total == ("k", 0) else ("ar", "+", total, one)
        return total

    def contains(self, text: str) -> Tree:
        """For some suits, every row of tiles holds its part of them."""
        choices = []
        for rows in self.ruleset.set_tables.knitted(text):
            wanted: dict[int, int] = {}
            for kind in (kind for row in rows for kind in row):
                wanted[kind] = wanted.get(kind, 0) + 1
            by_suit: dict[str, list[tuple[int, int]]] = {}
            for kind, count in wanted.items():
                by_suit.setdefault(self.ruleset.tileset.kinds[kind].letter, []).append((kind, count))
            choices.append(both(*(self.some("holds", tuple(part)) for part in by_suit.values())))
        return either(*choices)

    def indicated(self, name: str) -> Tree:
        """How many tiles an input of indicators points at; none where options turn it off."""
        known = any(item.id == name for item in self.ruleset.indicators)
        return ("I", name) if known else ("k", 0)

    def call(self, node: Node) -> Tree:
        """A function. What no counter answers and only hangs on the hand is a late number: the readable
        evaluator works it out when something hangs on it.
        """
        name, *args = node.args
        try:
            return CALLS[name](self, *args)
        except Unsupported:
            if not self._is_of_hand(node):
                raise
            return self.late("hand", node)

    def _is_of_hand(self, node: Node) -> bool:
        """Whether an expression is one for all readings of a hand, whatever lies beside it."""
        parts = list(parts_of(node, self.ruleset))
        names = {str(part.args[0]) for part in parts if part.op in ("call", "fact")}
        if any(part.op in ("amount", "letter") for part in parts) or not names.isdisjoint(NOT_OF_HAND):
            return False
        if node.args[0] == "on_every_wait":
            return True
        calls = [part.args[0] for part in parts if part.op == "call"]
        return not self.ruleset_has_jokers and all(FUNCTIONS[name].scope <= Scope.HAND for name in calls)

    def on_every_wait(self, condition: Node) -> Tree:
        """A late number: whether the condition holds with every tile waited for."""
        tree = self.tree(condition)
        if self.ruleset_has_jokers or not is_written(tree) or any(leaf[0] == "L" for leaf in leaves(tree)):
            raise Unsupported(f"on_every_wait({condition.text})")
        return self.late("every", tree)

    def every(self, measure: str, selector: Tree) -> Tree:
        return negated(self.some(measure, ("not", selector)))

    def shape(self, name: str) -> Tree:
        place = [shape.id for shape in self.ruleset.shapes].index(name)
        return compared("==", self.field("shape"), ("k", place + 1))

    # ---- counters

    def field(self, measure: str, *of: Measured) -> Tree:
        """The counter of a measure, the same one whenever it is asked for."""
        return ("F", self.fields.setdefault((measure, *of), len(self.fields)))

    def some(self, measure: str, *of: Measured) -> Tree:
        """Whether a counter is above zero."""
        return compared(">", self.field(measure, *of), ("k", 0))

    # ---- classes and selectors

    def tiles(self, node: Node) -> Tree:
        """A class: a mask, or a tree over what the situation gives."""
        if node.op == "class":
            return ("mask", self.ruleset.class_masks[node.args[0]])
        if node.op == "given":
            if node.args[0] == "win_tile":
                raise Unsupported("win_tile in this place")
            if node.args[0] == "seat_flower":  # flowers are in no set
                return ("mask", 0)
            self.given.add(node.args[0])
            return ("given", node.args[0])
        if node.op == "not":
            return turned(self.tiles(node.args[0]))
        return joined(node.op, *map(self.tiles, node.args))

    def fixed_tiles(self, node: Node) -> int:
        """A class that does not depend on the situation, as a mask."""
        found = self.tiles(node)
        if found[0] != "mask":
            raise Unsupported(f"'{node.text}' in this place")
        return int(found[1])

    def selector(self, node: Node) -> Tree:
        """A selector of sets, kinds spelled out."""
        if node.op == "kind":
            return ("kind", self.ruleset.unions.get(node.args[0], (node.args[0],)))
        if node.op == "state" and node.args[0] == "joker":
            raise Unsupported("sets told apart by their jokers")
        if node.op == "state":
            return ANY if node.args[0] == "any" else ("state", node.args[0])
        if node.op in ("of", "has"):
            return (node.op, self.tiles(node.args[0]))
        if node.op == "truth":
            return ANY if node.args[0] else ("not", ANY)
        return (node.op, *map(self.selector, node.args))

    # ---- templates

    def bindings(self, alternatives: tuple[tuple[Node, ...], ...], where: Node | None) -> Tree:
        """How often templates are bound: a counter where every alternative is one set of a class."""
        single = all(len(parts) == 1 and parts[0].args[2] is not None for parts in alternatives)
        if single and where is None:
            chosen = [self._of_class(parts[0]) for parts in alternatives]
            return self.field("groups", chosen[0] if len(chosen) == 1 else ("or", *chosen))
        plain = tuple(tuple(map(self._template, parts)) for parts in alternatives)
        _refuse_but_letters(where)
        return ("T", self.units.setdefault((plain, where), len(self.units)))

    def counts_bindings(self, pattern: Pattern) -> bool:
        """Whether bindings of a pattern's templates are a number alone: not where the class of one beside
        others is another one in each seat.
        """
        several = (parts for parts in pattern.alternatives if len(pattern.alternatives) > 1 or len(parts) > 1)
        classes = (self._any_template(part)[2] for parts in several for part in parts)
        return all(of is None or of[0] == "mask" for of in classes)

    def place(self, pattern: Pattern) -> None:
        """Has the instances of a pattern told apart."""
        templates = tuple(tuple(map(self._any_template, parts)) for parts in pattern.alternatives)
        _refuse_but_letters(pattern.where)
        self.placed[pattern.id] = templates, pattern.where

    def _of_class(self, template: Node) -> Tree:
        kind, _, of = template.args
        return ("and", ("kind", self.ruleset.unions.get(kind, (kind,))), ("of", self.tiles(of)))

    def _any_template(self, node: Node) -> Tree:
        """The kinds of set, the terms of its attributes, and the class of its tiles."""
        kind, terms, of = node.args
        return (self.ruleset.unions.get(kind, (kind,)), terms, of and self.tiles(of))

    def _template(self, node: Node) -> Tree:
        found = self._any_template(node)
        if found[2] is not None and found[2][0] != "mask":
            raise Unsupported(f"'{node.text}' beside another template")
        return found

    def accepts(self, where: Node | None, letters: Letters) -> bool:
        """Whether the condition on rank letters holds."""
        ranks = {name: value for name, (_, value) in letters.items() if isinstance(value, int)}
        return where is None or bool(value_of(where, self.view.knowing(ranks)))


def _refuse_but_letters(where: Node | None) -> None:
    """Instances are worked out once, whatever the hand: a condition on them asks letters and options."""
    if where and any(part.op in ("fact", "call", "named", "amount") for part in where.walk()):
        raise Unsupported(f"'{where.text}' of its templates, which is more than their letters")


def _refused(what: str) -> Tree:
    raise Unsupported(what)


def turned(tree: Tree) -> Tree:
    """Every other tile."""
    return ("mask", ~tree[1]) if tree[0] == "mask" else ("not", tree)


def joined(op: str, *trees: Tree) -> Tree:
    """Classes joined with `and` or `or`."""
    if any(tree[0] != "mask" for tree in trees):
        return (op, *trees)
    mask = trees[0][1]
    for tree in trees[1:]:
        mask = mask & tree[1] if op == "and" else mask | tree[1]
    return ("mask", mask)


# ---- one row for each construct

NODES: dict[str, Callable[[Lowering, Node], Tree]] = {
    "number": lambda low, node: ("k", node.args[0]),
    "truth": lambda low, node: ("k", node.args[0]),
    "word": lambda low, node: ("k", node.args[0]),
    "fact": Lowering.fact,
    "named": lambda low, node: low.tree(low.ruleset.fact_by_id[node.args[0]].node),
    "option": lambda low, node: ("k", low.ruleset.option_values[node.args[0]]),
    "amount": lambda low, node: ("V", node.args[0]),
    "letter": lambda low, node: _refused(f"'{node.text}' beyond its templates"),
    "and": lambda low, node: both(*low.trees(node.args)),
    "or": lambda low, node: either(*low.trees(node.args)),
    "not": lambda low, node: negated(low.tree(node.args[0])),
    "compare": Lowering.compare,
    "arithmetic": lambda low, node: low.folded(("ar", node.args[0], *low.trees(node.args[1:]))),
    "negative": lambda low, node: low.folded(("neg", *low.trees(node.args))),
    "if": lambda low, node: low.folded(("if", *low.trees(node.args))),
    "call": Lowering.call,
    "table": Lowering.table,
}


def _given(kind: str, name: str) -> Callable[[Lowering], Tree]:
    return lambda low: (kind, name)


FACTS: dict[str, Callable[[Lowering], Tree]] = {
    **{name: _given("S", name) for name in SITUATION},
    **{name: _given("H", name) for name in HAND_NUMBERS},
    "concealed_hand": lambda low: negated(low.some("melds", CALLED)),
    "fully_open": lambda low: both(low.some("sets", ANY), low.every("sets", CALLED)),
    "waits": lambda low: ("L", 0),
    "players": lambda low: low.tree(low.ruleset.players),
    "suits": lambda low: low.values(low.ruleset.tileset.attributes[0]),
}

CALLS: dict[str, Callable[..., Tree]] = {
    "all_tiles": lambda low, of: negated(low.some("groups", ("has", turned(low.tiles(of))))),
    "any_tile": Lowering.any_tile,
    "no_tile": lambda low, of: negated(low.any_tile(of)),
    "tiles": lambda low, of: low.field("tiles", low.fixed_tiles(of)),
    "kinds": lambda low, of: low.field("kinds", low.fixed_tiles(of)),
    "pips": lambda low, of: low.field("pips", low.fixed_tiles(of)),
    "copies": lambda low, times: low.field("copies", times),
    "values": Lowering.values,
    "contains": Lowering.contains,
    "flowers": Lowering.seated_flowers,
    "exposed": Lowering.exposed,
    "melds": lambda low, of: low.field("melds", low.selector(of)),
    "indicated": Lowering.indicated,
    "sets": lambda low, of: low.field("sets", low.selector(of)),
    "groups": lambda low, of: low.field("groups", low.selector(of)),
    "all_sets": lambda low, of: both(low.some("sets", ANY), low.every("sets", low.selector(of))),
    "all_groups": lambda low, of: low.every("groups", low.selector(of)),
    "any_group": lambda low, of: low.some("groups", low.selector(of)),
    "set_total": lambda low, attribute: low.field("total", attribute),
    "match": lambda low, *templates: compared(">", low.bindings((templates,), None), ("k", 0)),
    "shape": Lowering.shape,
    "wait": lambda low, name: ("cmp", "==", low.field("wait"), ("k", WAITS.index(name) + 1)),
    "on_every_wait": Lowering.on_every_wait,
    "awarded": lambda low, name: ("N", name),
    "min": lambda low, *nodes: low.folded(("min", *low.trees(nodes))),
    "max": lambda low, *nodes: low.folded(("max", *low.trees(nodes))),
}
