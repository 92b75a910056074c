"""Builds the classes of tiles: by notation, by other classes, by attributes, by the situation.

A class that asks the situation (`value: dragon | seat_wind`) has no tiles of its own: wherever an
expression names it, its tree stands in place of the name.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorer.language.expressions import read_class
from scorer.language.nodes import Node
from scorer.ruleset.build_tiles import NOTATION, kinds_of
from scorer.ruleset.building import MOST_IN_ONE, Building, known, texts
from scorer.ruleset.items import Item
from scorer.ruleset.model import TileClass
from scorer.tiles import TileSet, mask_of
from scorer.values import replace


def build_classes(building: Building, tileset: TileSet) -> tuple[TileClass, ...]:
    """Every class with fixed tiles: attribute values and tile names, then those of the file."""
    found = dict(_attribute_classes(tileset))
    item = building.root.get("tiles")
    written = {name: entry for name, entry in (item.fields if item else {}).items() if name != "table"}
    building.knows(classes=frozenset({*found, *written}))
    classes = _Classes(building, tileset, written, {name: c.mask for name, c in found.items()})
    for name, entry in written.items():
        classes.resolve(name)
        if name in classes.masks:
            found[name] = TileClass(name, classes.masks[name], texts(entry.get("name")))
    building.knows(class_trees=classes.trees)
    return tuple(found.values())


def fixed_class(building: Building, item: Item, name: str, masks: dict[str, int]) -> int:
    """The tiles of a class that a kind of set or a shape names: they are the same in every situation."""
    if name in building.names.class_trees:
        message = f"the class '{name}' depends on the situation; sets and shapes are made of fixed tiles"
        at = max(0, item.text().find(name))
        building.problems.append(item.problem("L301", message, offset=at, length=len(name)))
        return 0
    return masks[name] if known(building, item, name, sorted(masks), "a tile class") else 0


def _attribute_classes(tileset: TileSet) -> Iterator[tuple[str, TileClass]]:
    table = any(kind.id != kind.code and kind.role == "tile" for kind in tileset.kinds)
    values: dict[str, int] = {}
    for kind in tileset.kinds if table else ():
        if kind.role != "tile":
            continue
        for _, value in kind.attributes:
            if isinstance(value, str) and value.isidentifier():
                values[value] = values.get(value, 0) | 1 << kind.index
        values[kind.id] = values.get(kind.id, 0) | 1 << kind.index
    return ((name, TileClass(name, mask, (("en", name.replace("_", " ")),))) for name, mask in values.items())


class _Classes:
    """Works out masks and trees, classes that others need first; a circle of classes is a fault."""

    def __init__(
        self, building: Building, tileset: TileSet, written: dict[str, Item], given: dict[str, int]
    ) -> None:
        self.building, self.tileset, self.written = building, tileset, written
        self.masks = {name: mask for name, mask in given.items() if name not in written}
        self.trees: dict[str, Node] = {}
        self.sizes: dict[str, int] = {}
        self.every = mask_of(kind.index for kind in tileset.kinds if kind.role == "tile")

    def resolve(self, name: str, path: tuple[str, ...] = ()) -> None:
        """Fills in the mask of a class, or its tree where it asks the situation."""
        if name in self.masks or name in self.trees:
            return
        entry = self.written[name].get("is") or self.written[name]
        if name in path:
            self.building.problems.append(entry.problem("L403", f"the class '{name}' is made of itself"))
            self.masks[name] = 0
        elif NOTATION.match(entry.text()):
            self.masks[name] = mask_of(kinds_of(self.building, entry, self.tileset)) & self.every
        else:
            self._by_expression(name, entry, (*path, name))

    def _by_expression(self, name: str, entry: Item, path: tuple[str, ...]) -> None:
        node, flaws = read_class(entry.text(), self.building.names)
        self.building.note(entry, flaws)
        self.building.ask(entry, node, "class", flaws)
        if flaws:
            self.masks[name] = 0
            return
        for leaf in node.walk():
            if leaf.op == "class":
                self.resolve(leaf.args[0], path)
        size = sum(self.sizes.get(str(leaf.args[0]), 1) if leaf.op == "class" else 1 for leaf in node.walk())
        if size > MOST_IN_ONE:
            message = f"made of {size:,} parts with all the classes in it; at most {MOST_IN_ONE:,}"
            self.building.problems.append(entry.problem("L309", message))
            self.masks[name] = 0
            return
        tree = self._inlined(node)
        if any(leaf.op == "given" for leaf in tree.walk()):
            self.trees[name] = tree
            self.sizes[name] = size
        else:
            self.masks.setdefault(name, self._mask(tree))

    def _inlined(self, node: Node) -> Node:
        """The tree with the trees of classes in place of their names."""
        if node.op == "class":
            return self.trees.get(node.args[0], node)
        if node.op == "given":
            return node
        return replace(node, args=tuple(self._inlined(part) for part in node.args))

    def _mask(self, node: Node) -> int:
        if node.op == "class":
            return self.masks[node.args[0]]
        masks = [self._mask(part) for part in node.args]
        if node.op == "not":
            return self.every & ~masks[0]
        return masks[0] | masks[1] if node.op == "or" else masks[0] & masks[1]
