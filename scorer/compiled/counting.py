"""What has to be counted: classes of tiles, selectors of sets, and templates, as plain trees.

Every question about a reading is a question about sums over its groups. A counter is asked for by its
measure, and two questions of one measure share it.
"""

from __future__ import annotations

from typing import Any

from scorer.compiled.trees import Tree, Unsupported, compared, node_of, parts
from scorer.engine.configure import rules_view
from scorer.engine.evaluate import value_of
from scorer.language.nodes import Node
from scorer.ruleset.model import Pattern, Ruleset
from scorer.tiles import mask_of

ANY: Tree = ("all",)


class Counting:
    """The counters of one configured ruleset, as its rules ask for them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.view = rules_view(ruleset)
        self.fields: dict[Tree, int] = {}
        self.units: dict[Any, int] = {}
        self.lazies: dict[Any, int] = {("waits",): 0}
        self.placed: dict[str, tuple[Any, Node | None]] = {}
        """patterns of which it matters which sets they are made of: templates and the condition on letters"""
        self.given: set[str] = set()
        self.facts = {item.fact for item in ruleset.circumstances}
        self.flowers = mask_of(kind.index for kind in ruleset.tileset.kinds if kind.role == "flower")

    def folded(self, tree: Tree) -> Tree:
        """A branch over constants alone as the constant that it is."""
        if tree[0] == "if" and tree[1][0] == "k":
            chosen: Tree = tree[2] if tree[1][1] else tree[3]
            return chosen
        if all(part[0] == "k" for part in parts(tree)):
            value = value_of(node_of(tree), self.view)
            if value == int(value):
                return ("k", value if isinstance(value, bool) else int(value))
        return tree

    # ---- counters

    def field(self, measure: str, *of: Any) -> Tree:
        """The counter of a measure, the same one whenever it is asked for."""
        return ("F", self.fields.setdefault((measure, *of), len(self.fields)))

    def some(self, measure: str, *of: Any) -> Tree:
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
        return ("T", self.units.setdefault((plain, where), len(self.units)))

    def place(self, pattern: Pattern) -> None:
        """Has the instances of a pattern told apart."""
        templates = tuple(tuple(map(self._any_template, parts)) for parts in pattern.alternatives)
        self.placed[pattern.id] = templates, pattern.where

    def truth_of(self, bound: Tree) -> Tree:
        """Whether templates are bound at all."""
        return compared(">", bound, ("k", 0))

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
            raise Unsupported(f"'{node.text}' in this place")
        return found

    def accepts(self, where: Node | None, letters: dict[str, Any]) -> bool:
        """Whether the condition on rank letters holds."""
        ranks = {name: value for name, (_, value) in letters.items() if isinstance(value, int)}
        if where is None:
            return True
        if any(part.op in ("fact", "call", "named", "amount") for part in where.walk()):
            raise Unsupported(f"'{where.text}' asks more than rank letters")
        return bool(value_of(where, self.view.knowing(ranks)))


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
