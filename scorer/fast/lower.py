"""From checked rules to trees over counters: what is counted is found here, never written down.

Every question about a reading is a question about sums over its groups. `all_sets(S)` becomes "no set that
is not S, and some set"; `any_tile(C)` "some group has a tile of C". A counter is asked for by its measure,
and two questions of one measure share it.

A tree is made of nodes of the language, without their texts and with no name or option left in it, so that
equal questions are equal. Beside the operators of the language there are

    counter (number,)   a counter of the reading            late   (place,)   a number that is worked out
    truth_of (number,)  whether that counter is above zero                    only when asked for
    bound   (unit,)     how often templates are bound       output (place,)   of the program on the reading
    mask    (tiles,)    a class of tiles, a bit for each
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import chain, product
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple

from scorer.engine.evaluate import NO_HAND, View, round_fact, rules_view, seat_fact, value_of
from scorer.engine.match import Letters, class_mask
from scorer.engine.partial import (
    CONSTANTS,
    FALSE,
    ONE,
    TRUE,
    ZERO,
    comparison,
    conjunction,
    constant_node,
    disjunction,
    folded_operation,
    map_parts,
    negation,
    sources_of,
)
from scorer.fast.fallback import Unsupported
from scorer.hand import WINDS, Situation
from scorer.language.nodes import Argument, Node
from scorer.language.vocabulary import (
    WAIT_KINDS,
    Scope,
    Source,
    facts_depending_on,
)
from scorer.ruleset.model import Pattern, Ruleset
from scorer.tiles import kinds_mask

if TYPE_CHECKING:
    from scorer.fast.compiled_form import Measure


class LateNumber(NamedTuple):
    """A sort of number that is worked out only when needed, and the expression that it is of, if any."""

    sort: str
    expression: Node | None


class Template(NamedTuple):
    """One template: the kinds of set, the terms of attributes, and the class of tiles."""

    kinds: tuple[str, ...]
    terms: Argument
    tiles: Node | None


class Templates(NamedTuple):
    """Alternatives of templates that are bound together, and the condition on their letters."""

    alternatives: tuple[tuple[Template, ...], ...]
    letter_condition: Node | None


EXTRA_FACTS = facts_depending_on(Source.EXTRAS)
SITUATION_FACTS = facts_depending_on(Source.SITUATION, Source.COUNTERS)
OUTSIDE_OF_TILES_AND_WIN = frozenset(
    (Source.EXTRAS, Source.COUNTERS, Source.INDICATORS, Source.AWARDS, Source.AMOUNTS)
)
"""What may differ between hands of the same tiles won in the same way."""

# ---- trees

TRUTHS = ("and", "or", "not", "compare", "truth_of", "truth")
WHOLE = ("+", "*")
CALLED_STATE = Node("state", ("called",))


def leaves(tree: Node) -> Iterator[Node]:
    """Every leaf that is no constant."""
    below = [arg for arg in tree.args if isinstance(arg, Node)]
    if not below and tree.op not in CONSTANTS:
        yield tree
    for part in below:
        yield from leaves(part)


def operator_of(tree: Node) -> str:
    """The operator; of calls the function, and `shown` for facts that the tiles show beside the sets, as
    `flowers 15 15 15 15` counts a class of each seat, and `jokers 5` the jokers of some sorts.
    """
    if tree.op == "fact" and is_hand_number(tree.args[0]):
        return "shown"
    return str(tree.args[0]) if tree.op == "call" else tree.op


def is_hand_number(name: str) -> bool:
    return name.partition(" ")[0] in EXTRA_FACTS


def is_truth(tree: Node) -> bool:
    """Whether a tree is a condition; a number otherwise."""
    return tree.op in TRUTHS


def is_written(tree: Node, below_zero: bool = False) -> bool:
    """Whether a program of whole numbers works a tree out; only what is compared may be `below_zero`."""
    op, args, below_zero = tree.op, tree.args, below_zero or is_truth(tree)
    if op == "arithmetic" and args[0] == "//":
        written = args[2].op == "number" and args[2].args[0] > 0
    elif op in ("arithmetic", "negative"):
        written = args[0] in WHOLE or (below_zero and (op == "negative" or args[0] == "-"))
    else:
        written = op not in ("table", "word")
    return written and all(is_written(part, below_zero) for part in tree.parts)


IS_NOT_ZERO = {(">", 0), (">=", 1), ("!=", 0)}
IS_ZERO = {("==", 0), ("<", 1), ("<=", 0)}


def counter_comparison(op: str, left_tree: Node, right_tree: Node) -> Node:
    """A comparison; a counter that is only compared with zero becomes a boolean."""
    tree = comparison(op, left_tree, right_tree)
    if tree.op == "compare" and tree.parts[0].op == "counter" and tree.parts[1].op in CONSTANTS:
        counter, op, zero = tree.args
        if (op, zero.args[0]) in IS_NOT_ZERO:
            return Node("truth_of", counter.args)
        if (op, zero.args[0]) in IS_ZERO:
            return Node("not", (Node("truth_of", counter.args),))
    return tree


# ---- the rules of a ruleset


class Lowering:
    """The trees of one configured ruleset, and what has to be counted for them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.view = rules_view(ruleset)
        self.fields: dict[Measure, int] = {}
        self.counted_templates: dict[Templates, int] = {}
        """templates of which it matters how often they are bound, with their numbers"""
        self.late_numbers: dict[LateNumber, int] = {LateNumber("waits", None): 0}
        self.pattern_templates: dict[str, Templates] = {}
        """the templates of patterns of which it matters which sets they are made of"""
        self.template_nodes: dict[Templates, tuple[Node, ...]] = {}
        """the expressions of a rule file that templates are made from"""
        self.given_classes: set[str] = set()
        self.facts = {item.fact for item in ruleset.circumstances}
        self.flowers = kinds_mask(kind.index for kind in ruleset.tileset.kinds if kind.role == "flower")

    # ---- expressions

    def tree(self, node: Node | None, default: Node = TRUE) -> Node:
        """The tree of an expression; `default` where there is none."""
        if node is None:
            return default
        try:
            return NODES[node.op](self, node)
        except Unsupported as error:
            error.node = error.node or node
            raise

    def constant_value(self, node: Node | None) -> bool | int | str:
        """The value of an expression that asks options only; 0 where there is none."""
        if node is None:
            return 0
        found = self.tree(node)
        if found.op not in CONSTANTS:
            error = Unsupported(f"'{node.text}' where only options can be used")
            error.node = node
            raise error
        value: bool | int | str = found.args[0]
        return value

    def folded_node(self, node: Node) -> Node:
        """The same operator on lowered parts, or its value if all of them are constants."""
        return folded_operation(map_parts(node, self.tree), self.view)

    def trees(self, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        return tuple(map(self.tree, nodes))

    def lower_fact(self, node: Node) -> Node:
        """A fact of the situation, or a derived one. A circumstance that options turn off is not true."""
        name = node.args[0]
        return FACTS[name](self) if name in FACTS else without_text(node) if name in self.facts else FALSE

    def lower_comparison(self, node: Node) -> Node:
        """Comparisons in a row: each must hold."""
        values = self.trees(node.args[::2])
        links = zip(values, node.args[1::2], values[1:], strict=False)
        return conjunction(*(counter_comparison(op, left, right) for left, op, right in links))

    # ---- functions of the vocabulary

    def any_tile(self, tile_class: Node) -> Node:
        if any(part.op == "given" and part.args[0] == "win_tile" for part in tile_class.walk()):
            return self._winning_tile(tile_class)
        return self.lower_some("groups", Node("has", (self.lower_tile_class(tile_class),)))

    def _winning_tile(self, tile_class: Node) -> Node:
        """`win_tile & C`: the winning tile is of the class, and it is always in the hand."""
        sides = tile_class.args if tile_class.op == "and" else (tile_class,)
        plain = [part for part in sides if part.op != "given"]
        if len(plain) == len(sides):
            raise Unsupported(f"'{tile_class.text}' with the winning tile")
        masks = [self.lower_tile_class(part) for part in plain]
        if any(mask.op != "mask" for mask in masks):
            raise Unsupported(f"'{tile_class.text}' with the winning tile")
        return self.lower_some("win", class_operator("and", *masks).args[0]) if masks else TRUE

    @property
    def ruleset_has_jokers(self) -> bool:
        return any(kind.role == "joker" and kind.copies for kind in self.ruleset.tileset.kinds)

    def seated_flowers(self, tile_class: Node) -> Node:
        """A number of the hand: the flowers of a class, which may be another one in each seat."""
        seated = (View(self.ruleset, NO_HAND, Situation(True, seat)) for seat in WINDS)
        classes = (str(class_mask(tile_class, view) & self.flowers) for view in seated)
        return Node("fact", (" ".join(["flowers", *classes]),))

    def class_jokers(self, tile_class: Node) -> Node:
        """The number of jokers that represent only tiles of a class."""
        every, counted = self.ruleset.represented_tiles.items(), set[int]()
        if any(part.op == "given" and part.args[0] == "win_tile" for part in tile_class.walk()):
            raise Unsupported(f"jokers({tile_class.text}) with the winning tile")
        for seat, round_wind in product(WINDS, WINDS):
            situation = Situation(True, seat, round_wind)
            wanted = class_mask(tile_class, View(self.ruleset, NO_HAND, situation))
            counted.add(kinds_mask(joker for joker, tiles in every if not tiles & ~wanted))
        if counted == {0}:
            return ZERO
        if counted == {kinds_mask(joker for joker, _ in every)}:
            return Node("fact", ("jokers",))
        if len(counted) > 1:
            raise Unsupported(f"jokers({tile_class.text}) of another sort for each wind")
        return Node("fact", (f"jokers {counted.pop()}",))

    def lower_exposed_tiles(self, tile_class: Node) -> Node:
        """Tiles of a class in called sets; of the winning tile's kind a late number."""
        if tile_class.op == "given" and tile_class.args[0] == "win_tile":
            return self.late_number("exposed")
        return self.field("exposed", self.fixed_tiles(tile_class))

    def late_number(self, sort: str, expression: Node | None = None) -> Node:
        number = self.late_numbers.setdefault(LateNumber(sort, expression), len(self.late_numbers))
        return Node("late", (number,))

    def distinct_values(self, attribute: str) -> Node:
        """How many different values of an attribute the hand has: a boolean for each, added up."""
        if attribute == "tile":
            return self.field("kinds", -1)
        kinds = self.ruleset.tileset.kinds
        values = dict.fromkeys(
            k.attribute_values[attribute] for k in kinds if attribute in k.attribute_values
        )
        total = ZERO
        for value in values:
            mask = kinds_mask(k.index for k in kinds if k.attribute_values.get(attribute) == value)
            one = Node("if", (self.lower_some("groups", Node("has", (Node("mask", (mask,)),))), ONE, ZERO))
            total = one if total == ZERO else Node("arithmetic", ("+", total, one))
        return total

    def contains(self, text: str) -> Node:
        """For some suits, every row of tiles holds its part of them."""
        choices = []
        for rows in self.ruleset.set_tables.knitted_choices(text):
            wanted: dict[int, int] = {}
            for kind in (kind for row in rows for kind in row):
                wanted[kind] = wanted.get(kind, 0) + 1
            by_suit: dict[str, list[tuple[int, int]]] = {}
            for kind, count in wanted.items():
                by_suit.setdefault(self.ruleset.tileset.kinds[kind].letter, []).append((kind, count))
            choices.append(conjunction(*(self.lower_some("holds", tuple(part)) for part in by_suit.values())))
        return disjunction(*choices)

    def lower_indicated_tiles(self, name: str) -> Node:
        """How many tiles an input of indicators points at; none where options turn it off."""
        known = any(item.id == name for item in self.ruleset.indicators)
        return Node("call", ("indicated", name)) if known else ZERO

    def lower_call(self, node: Node) -> Node:
        """A function. What no counter answers and only hangs on the hand is a late number: the readable
        evaluator works it out when something hangs on it.
        """
        name, *args = node.args
        try:
            return CALLS[name](self, *args)
        except Unsupported:
            if not self._is_of_hand(node):
                raise
            return self.late_number("hand", node)

    def _is_of_hand(self, node: Node) -> bool:
        """Whether an expression is one for all readings of a hand, whatever lies beside it."""
        sources = sources_of(node, self.ruleset)
        if not sources.isdisjoint(OUTSIDE_OF_TILES_AND_WIN):
            return False
        if node.args[0] == "on_every_wait":
            return True
        return not self.ruleset_has_jokers and all(source.scope <= Scope.HAND for source in sources)

    def on_every_wait(self, condition: Node) -> Node:
        """A late number: whether the condition holds with every tile waited for."""
        tree = self.tree(condition)
        if self.ruleset_has_jokers or not is_written(tree) or any(leaf.op == "late" for leaf in leaves(tree)):
            raise Unsupported(f"on_every_wait({condition.text})")
        return self.late_number("every", tree)

    def lower_every(self, measure: str, selector: Node) -> Node:
        return negation(self.lower_some(measure, Node("not", (selector,))))

    def lower_shape(self, name: str) -> Node:
        shapes = [shape.id for shape in self.ruleset.shapes]
        if name not in shapes:  # the options close it
            return FALSE
        return counter_comparison("==", self.field("shape"), constant_node(shapes.index(name) + 1))

    def lower_wait(self, name: str) -> Node:
        return counter_comparison("==", self.field("wait"), constant_node(WAIT_KINDS.index(name) + 1))

    # ---- counters

    def field(self, measure: str, *operands: object) -> Node:
        """The counter of a measure, the same one whenever it is asked for."""
        return Node("counter", (self.fields.setdefault((measure, *operands), len(self.fields)),))

    def lower_some(self, measure: str, *operands: object) -> Node:
        """Whether a counter is above zero."""
        return counter_comparison(">", self.field(measure, *operands), ZERO)

    # ---- classes and selectors

    def lower_tile_class(self, node: Node) -> Node:
        """A class: a mask, or a tree over what the situation gives."""
        if node.op == "class":
            return Node("mask", (self.ruleset.class_masks[node.args[0]],))
        if node.op == "given":
            if node.args[0] == "win_tile":
                raise Unsupported("win_tile in this place")
            if node.args[0] == "seat_flower":  # flowers are in no set
                return Node("mask", (0,))
            self.given_classes.add(node.args[0])
            return without_text(node)
        if node.op == "not":
            return complement(self.lower_tile_class(node.args[0]))
        return class_operator(node.op, *map(self.lower_tile_class, node.args))

    def fixed_tiles(self, node: Node) -> int:
        """A class that does not depend on the situation, as a mask."""
        found = self.lower_tile_class(node)
        if found.op != "mask":
            raise Unsupported(f"'{node.text}' in this place")
        return int(found.args[0])

    def selector(self, node: Node) -> Node:
        """A selector of sets, kinds spelled out."""
        if node.op == "kind":
            return Node("kind", self.ruleset.unions.get(node.args[0], node.args))
        if node.op == "state" and node.args[0] == "joker":
            raise Unsupported("sets told apart by their jokers")
        if node.op == "state" and node.args[0] == "any":
            return TRUE
        return map_parts(node, self.lower_tile_class if node.op in ("of", "has") else self.selector)

    # ---- templates

    def lower_bindings(
        self, alternatives: tuple[tuple[Node, ...], ...], letter_condition: Node | None
    ) -> Node:
        """How often templates are bound: a counter where every alternative is one set of a class."""
        single = all(len(parts) == 1 and parts[0].args[2] is not None for parts in alternatives)
        if single and letter_condition is None:
            chosen = [self._of_class(parts[0]) for parts in alternatives]
            return self.field("groups", chosen[0] if len(chosen) == 1 else Node("or", tuple(chosen)))
        templates = Templates(
            tuple(tuple(map(self._template, parts)) for parts in alternatives), letter_condition
        )
        _refuse_but_letters(letter_condition)
        self.template_nodes.setdefault(templates, tuple(chain(*alternatives)))
        number = self.counted_templates.setdefault(templates, len(self.counted_templates))
        return Node("bound", (number,))

    def counts_bindings(self, pattern: Pattern) -> bool:
        """Whether bindings of a pattern's templates are a number alone: not where the class of one beside
        others is another one in each seat.
        """
        several = (parts for parts in pattern.alternatives if len(pattern.alternatives) > 1 or len(parts) > 1)
        classes = (self._any_template(part).tiles for parts in several for part in parts)
        return all(tiles is None or tiles.op == "mask" for tiles in classes)

    def number_instances(self, pattern: Pattern) -> None:
        """Has the instances of a pattern told apart."""
        alternatives = tuple(tuple(map(self._any_template, parts)) for parts in pattern.alternatives)
        _refuse_but_letters(pattern.letter_condition)
        templates = self.pattern_templates[pattern.id] = Templates(alternatives, pattern.letter_condition)
        self.template_nodes.setdefault(templates, tuple(chain(*pattern.alternatives)))

    def _of_class(self, template: Node) -> Node:
        kinds, _, tiles = self._any_template(template)
        assert tiles is not None
        return Node("and", (Node("kind", kinds), Node("of", (tiles,))))

    def _any_template(self, node: Node) -> Template:
        kind, terms, of, selector = node.args
        if selector is not None:
            refused = Unsupported(f"more than tiles in a template: '{node.text}'")
            refused.node = node
            raise refused
        return Template(self.ruleset.unions.get(kind, (kind,)), terms, of and self.lower_tile_class(of))

    def _template(self, node: Node) -> Template:
        found = self._any_template(node)
        if found.tiles is not None and found.tiles.op != "mask":
            raise Unsupported(f"'{node.text}' together with another template")
        return found

    def accepts(self, letter_condition: Node | None, letters: Letters) -> bool:
        """Whether the condition on rank letters holds."""
        ranks = {name: value for name, (_, value) in letters.items() if isinstance(value, int)}
        return letter_condition is None or bool(value_of(letter_condition, self.view.with_amounts(ranks)))


def _refuse_but_letters(letter_condition: Node | None) -> None:
    """Instances are worked out once, whatever the hand: a condition on them asks letters and options."""
    if letter_condition and any(
        part.op in ("fact", "call", "named", "amount") for part in letter_condition.walk()
    ):
        raise Unsupported(f"a where on more than letters and options: '{letter_condition.text}'")


def _unsupported_node(reason: str) -> Node:
    raise Unsupported(reason)


def without_text(node: Node) -> Node:
    """A node without its text."""
    return Node(node.op, node.args)


def complement(tree: Node) -> Node:
    """Every other tile."""
    return Node("mask", (~tree.args[0],)) if tree.op == "mask" else Node("not", (tree,))


def class_operator(op: str, *trees: Node) -> Node:
    """Classes joined with `and` or `or`."""
    if any(tree.op != "mask" for tree in trees):
        return Node(op, trees)
    return Node("mask", (reduce(and_ if op == "and" else or_, [tree.args[0] for tree in trees]),))


# ---- one row for each construct

NODES: dict[str, Callable[[Lowering, Node], Node]] = {
    **dict.fromkeys(("number", "truth", "word", "amount"), lambda low, node: without_text(node)),
    "fact": Lowering.lower_fact,
    "named": lambda low, node: low.tree(low.ruleset.fact_by_id[node.args[0]].node),
    "option": lambda low, node: constant_node(low.ruleset.option_values[node.args[0]]),
    "letter": lambda low, node: _unsupported_node(f"'{node.text}' beyond its templates"),
    "and": lambda low, node: conjunction(*low.trees(node.args)),
    "or": lambda low, node: disjunction(*low.trees(node.args)),
    "not": lambda low, node: negation(low.tree(node.args[0])),
    "compare": Lowering.lower_comparison,
    **dict.fromkeys(("arithmetic", "negative", "if", "table"), Lowering.folded_node),
    "call": Lowering.lower_call,
}


def _fact_lowering(name: str) -> Callable[[Lowering], Node]:
    return lambda low: Node("fact", (name,))


def _refuse_wins_on_discard(low: Lowering) -> Node:
    """It asks what the whole hand is worth in another situation."""
    raise Unsupported("wins_on_discard")


FACTS: dict[str, Callable[[Lowering], Node]] = {
    **{name: _fact_lowering(name) for name in (*SITUATION_FACTS, *EXTRA_FACTS)},
    "concealed_hand": lambda low: negation(low.lower_some("melds", CALLED_STATE)),
    "fully_open": lambda low: conjunction(
        low.lower_some("sets", TRUE), low.lower_every("sets", CALLED_STATE)
    ),
    "waits": lambda low: Node("late", (0,)),
    "wins_on_discard": _refuse_wins_on_discard,
    "players": lambda low: low.tree(low.ruleset.players),
    "suits": lambda low: low.distinct_values(low.ruleset.tileset.attributes[0]),
}

CALLS: dict[str, Callable[..., Node]] = {
    "all_tiles": lambda low, of: negation(
        low.lower_some("groups", Node("has", (complement(low.lower_tile_class(of)),)))
    ),
    "any_tile": Lowering.any_tile,
    "no_tile": lambda low, of: negation(low.any_tile(of)),
    "tiles": lambda low, of: low.field("tiles", low.fixed_tiles(of)),
    "kinds": lambda low, of: low.field("kinds", low.fixed_tiles(of)),
    "pips": lambda low, of: low.field("pips", low.fixed_tiles(of)),
    "copies": lambda low, times: low.field("copies", times),
    "values": Lowering.distinct_values,
    "contains": Lowering.contains,
    "flowers": Lowering.seated_flowers,
    "jokers": Lowering.class_jokers,
    "exposed": Lowering.lower_exposed_tiles,
    "melds": lambda low, of: low.field("melds", low.selector(of)),
    "indicated": Lowering.lower_indicated_tiles,
    "sets": lambda low, of: low.field("sets", low.selector(of)),
    "groups": lambda low, of: low.field("groups", low.selector(of)),
    "all_sets": lambda low, of: conjunction(
        low.lower_some("sets", TRUE), low.lower_every("sets", low.selector(of))
    ),
    "all_groups": lambda low, of: low.lower_every("groups", low.selector(of)),
    "any_group": lambda low, of: low.lower_some("groups", low.selector(of)),
    "set_total": lambda low, attribute: low.field("total", attribute),
    "match": lambda low, *templates: counter_comparison(">", low.lower_bindings((templates,), None), ZERO),
    "shape": Lowering.lower_shape,
    "wait": Lowering.lower_wait,
    "seat": lambda low, wind: Node("fact", (seat_fact(wind),)),
    "round": lambda low, wind: Node("fact", (round_fact(wind),)),
    "on_every_wait": Lowering.on_every_wait,
    "awarded": lambda low, name: Node("call", ("awarded", name)),
    "min": lambda low, *nodes: low.folded_node(Node("call", ("min", *nodes))),
    "max": lambda low, *nodes: low.folded_node(Node("call", ("max", *nodes))),
}
