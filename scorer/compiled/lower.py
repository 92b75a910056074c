"""From checked rules to plain trees over counters: what is counted is found here, never written down.

`all_sets(S)` becomes "no set that is not S, and some set"; `any_tile(C)` "some group has a tile of C".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorer.compiled.counting import ANY, Counting, joined, turned
from scorer.compiled.trees import FALSE, TRUE, Tree, Unsupported, both, compared, either, negated
from scorer.engine.configure import NO_HAND
from scorer.engine.match import mask
from scorer.engine.view import View
from scorer.hand import Situation
from scorer.language.nodes import Node
from scorer.language.vocabulary import WAITS
from scorer.readings import knitted_rows
from scorer.request import WINDS
from scorer.tiles import mask_of

HAND_NUMBERS = ("flowers", "jokers", "reds")
"""Numbers that the tiles show beside the sets; `flowers 15 15 15 15` counts a class of each seat."""
SITUATION = ("self_draw", "discard", "dealer", "from_dealer", "honba", "sticks")


def is_hand_number(name: str) -> bool:
    return name.partition(" ")[0] in HAND_NUMBERS


class Lowering(Counting):
    """The trees of one configured ruleset, and what has to be counted for them."""

    # ---- expressions

    def tree(self, node: Node | None, default: Tree = TRUE) -> Tree:
        """The plain tree of an expression; `default` where there is none."""
        if node is None:
            return default
        reader: Callable[[Node], Tree] | None = getattr(self, f"_{node.op}", None)
        if reader is None:
            raise Unsupported(f"'{node.text}' ({node.op})")
        return reader(node)

    def constant(self, node: Node | None, default: int = 0) -> Any:
        """The value of an expression that asks options only."""
        if node is None:
            return default
        found = self.tree(node)
        if found[0] != "k":
            raise Unsupported(f"'{node.text}' where only options can be asked")
        return found[1]

    def _number(self, node: Node) -> Tree:
        return ("k", node.args[0])

    _truth = _word = _number

    def _option(self, node: Node) -> Tree:
        return ("k", self.ruleset.option_values[node.args[0]])

    def _named(self, node: Node) -> Tree:
        return self.tree(self.ruleset.fact_by_id[node.args[0]].node)

    def _amount(self, node: Node) -> Tree:
        return ("V", node.args[0])

    def _fact(self, node: Node) -> Tree:
        name = node.args[0]
        if name in self.facts or name in SITUATION:
            return ("S", name)
        if is_hand_number(name):
            return ("H", name)
        readers: dict[str, Callable[[], Tree]] = {
            "concealed_hand": lambda: negated(self.some("melds", ("state", "called"))),
            "fully_open": self._fully_open,
            "waits": lambda: ("L", 0),
            "players": lambda: self.tree(self.ruleset.players),
            "suits": lambda: self._values(self.ruleset.tileset.attributes[0]),
        }
        return readers[name]() if name in readers else FALSE

    def _fully_open(self) -> Tree:
        return both(self.some("sets", ANY), negated(self.some("sets", ("not", ("state", "called")))))

    def _and(self, node: Node) -> Tree:
        return both(*map(self.tree, node.args))

    def _or(self, node: Node) -> Tree:
        return either(*map(self.tree, node.args))

    def _not(self, node: Node) -> Tree:
        return negated(self.tree(node.args[0]))

    def _compare(self, node: Node) -> Tree:
        values = [self.tree(part) for part in node.args[::2]]
        links = zip(values, node.args[1::2], values[1:], strict=False)
        return both(*(compared(op, left, right) for left, op, right in links))

    def _arithmetic(self, node: Node) -> Tree:
        op, left, right = node.args
        return self.folded(("ar", op, self.tree(left), self.tree(right)))

    def _negative(self, node: Node) -> Tree:
        return self.folded(("neg", self.tree(node.args[0])))

    def _if(self, node: Node) -> Tree:
        return self.folded(("if", *map(self.tree, node.args)))

    def _table(self, node: Node) -> Tree:
        name, column, key = node.args
        table = self.ruleset.table_by_id[name]
        place = table.columns.index(column) if column else 0
        rows = tuple((low, high, values[place]) for low, high, values in table.rows)
        return self.folded(("table", rows, self.tree(key), (name, column)))

    def _call(self, node: Node) -> Tree:
        name, *args = node.args
        reader: Callable[..., Tree] | None = getattr(self, f"_f_{name}", None)
        if reader is None:
            raise Unsupported(f"{name}(...)")
        return reader(*args)

    # ---- functions of the vocabulary

    def _f_any_tile(self, of: Node) -> Tree:
        if any(part.op == "given" and part.args[0] == "win_tile" for part in of.walk()):
            return self._winning_tile(of)
        return self.some("groups", ("has", self.tiles(of)))

    def _f_no_tile(self, of: Node) -> Tree:
        return negated(self._f_any_tile(of))

    def _f_all_tiles(self, of: Node) -> Tree:
        return negated(self.some("groups", ("has", turned(self.tiles(of)))))

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

    def _f_tiles(self, of: Node) -> Tree:
        if of.op == "given" and of.args[0] == "win_tile":
            return self.field("own")
        return self.field("tiles", self.fixed_tiles(of))

    def _f_pips(self, of: Node) -> Tree:
        return self.field("pips", self.fixed_tiles(of))

    def _f_flowers(self, of: Node) -> Tree:
        """A number of the hand: the flowers of a class, which may be another one in each seat."""
        seated = (View(self.ruleset, NO_HAND, Situation(True, seat)) for seat in WINDS)
        return ("H", " ".join(["flowers", *(str(mask(of, view) & self.flowers) for view in seated)]))

    def _f_exposed(self, of: Node) -> Tree:
        if of.op == "given" and of.args[0] == "win_tile":
            return ("L", self.lazies.setdefault(("exposed",), len(self.lazies)))
        return self.field("exposed", self.fixed_tiles(of))

    def _f_kinds(self, of: Node) -> Tree:
        return self.field("kinds", self.fixed_tiles(of))

    def _f_copies(self, times: int) -> Tree:
        return self.field("copies", times)

    def _f_values(self, attribute: str) -> Tree:
        return self._values(attribute)

    def _values(self, attribute: str) -> Tree:
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

    def _f_contains(self, text: str) -> Tree:
        """For some suits, every row of tiles holds its part of them."""
        choices = []
        for rows in knitted_rows(text, self.ruleset.tileset):
            wanted: dict[int, int] = {}
            for kind in (kind for row in rows for kind in row):
                wanted[kind] = wanted.get(kind, 0) + 1
            by_suit: dict[str, list[tuple[int, int]]] = {}
            for kind, count in wanted.items():
                by_suit.setdefault(self.ruleset.tileset.kinds[kind].letter, []).append((kind, count))
            choices.append(both(*(self.some("holds", tuple(part)) for part in by_suit.values())))
        return either(*choices)

    def _f_melds(self, selector: Node) -> Tree:
        return self.field("melds", self.selector(selector))

    def _f_indicated(self, name: str) -> Tree:
        known = any(item.id == name for item in self.ruleset.indicators)
        return ("I", name) if known else ("k", 0)

    def _f_sets(self, selector: Node) -> Tree:
        return self.field("sets", self.selector(selector))

    def _f_groups(self, selector: Node) -> Tree:
        return self.field("groups", self.selector(selector))

    def _f_all_sets(self, selector: Node) -> Tree:
        return both(self.some("sets", ANY), negated(self.some("sets", ("not", self.selector(selector)))))

    def _f_all_groups(self, selector: Node) -> Tree:
        return negated(self.some("groups", ("not", self.selector(selector))))

    def _f_any_group(self, selector: Node) -> Tree:
        return self.some("groups", self.selector(selector))

    def _f_set_total(self, attribute: str) -> Tree:
        return self.field("total", attribute)

    def _f_match(self, *templates: Node) -> Tree:
        return self.truth_of(self.bindings(((*templates,),), None))

    def _f_shape(self, name: str) -> Tree:
        place = [shape.id for shape in self.ruleset.shapes].index(name)
        return compared("==", self.field("shape"), ("k", place + 1))

    def _f_wait(self, name: str) -> Tree:
        return ("cmp", "==", self.field("wait"), ("k", WAITS.index(name) + 1))

    def _f_on_every_wait(self, condition: Node) -> Tree:
        return ("L", self.lazies.setdefault(("every", self.tree(condition)), len(self.lazies)))

    def _f_awarded(self, name: str) -> Tree:
        return ("N", name)

    def _f_min(self, *args: Node) -> Tree:
        return self.folded(("min", *map(self.tree, args)))

    def _f_max(self, *args: Node) -> Tree:
        return self.folded(("max", *map(self.tree, args)))
