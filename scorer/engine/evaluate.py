"""What a checked tree gives, by an evaluator that knows one hand in one of its readings.

One short function for each kind of node and each function of the vocabulary, found by name. There are two
evaluators: `View` walks the trees as the rule file has them; the compiled one, whose trees have `output`
wherever a reading is asked, looks up. Everything behind what holds (`resolve`, `value`, `payment`) asks an
evaluator and is written once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from scorer.engine.match import Grouped, Instance, Letters, fits, instances, mask, selected, selects
from scorer.errors import ScorerError
from scorer.language.nodes import COMPARE, Node
from scorer.readings import melded, read_hand
from scorer.ruleset.model import Pattern, Value
from scorer.shapes import Group
from scorer.tiles import members

if TYPE_CHECKING:
    from scorer.hand import Hand, Situation
    from scorer.ruleset.model import Bonus, Ruleset, SheetItem
    from scorer.shapes import Reading
    from scorer.tiles import Tile

Result = Any
"""what an expression comes to: a number, a truth or a word, as its construct has it"""
LARGEST_EXPONENT = 64
LARGEST_RESULT = 10**18


class TooLarge(ScorerError):
    """A rule file asks for a number beyond all bounds."""


class Evaluator(Protocol):
    """What the rules are worked out with; `amounts` and `awards` are what is known so far."""

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def situation(self) -> Situation: ...
    @property
    def amounts(self) -> dict[str, int]: ...
    @property
    def awards(self) -> Counter[str]: ...
    @property
    def is_concealed(self) -> bool: ...
    @property
    def patterns(self) -> tuple[Pattern, ...]: ...

    def fact(self, name: str) -> bool | int:
        """A fact of the vocabulary or of the ruleset's circumstances."""

    def output(self, place: int) -> int:
        """What a compiled condition on the reading gives."""

    def indicated(self, name: str) -> int:
        """How many tiles an input of indicators points at."""

    def instances(self, pattern: Pattern) -> tuple[Instance, ...]:
        """Every way in which the sets of the reading fit a pattern's templates."""

    def counted(self, item: SheetItem) -> tuple[int, tuple[int, ...]]:
        """How many sets an item of the sheet counts, and which, where that is known."""

    def bonus_tiles(self, bonus: Bonus) -> tuple[Tile, ...]:
        """The tiles that a bonus counts, as far as they are known."""

    def worked(self, node: Node) -> str:
        """A formula with its numbers filled in, for people."""

    def knowing(self, amounts: dict[str, int], awards: Counter[str] | None = None) -> Evaluator:
        """The same reading with more numbers known."""

    def afresh(self) -> Evaluator:
        """The same reading before anything of its worth is known."""


class Reader(Evaluator, Grouped, Protocol):
    """An evaluator that looks at the tiles and the sets themselves."""

    @property
    def hand(self) -> Hand: ...
    @property
    def reading(self) -> Reading | None: ...
    @property
    def sets(self) -> tuple[Group, ...]: ...
    @property
    def counts(self) -> Counter[int]: ...
    @property
    def mask(self) -> int: ...
    @property
    def waits(self) -> tuple[int, ...]: ...
    @property
    def flowers(self) -> tuple[Tile, ...]: ...
    @property
    def asked_of_waits(self) -> dict[Node, bool]: ...

    def attribute_values(self, name: str) -> set[str | int]:
        """The different values of an attribute in the hand."""

    def waiting_for(self, kind: int) -> Reader:
        """The hand as it would be with another winning tile."""

    def reading_as(self, reading: Reading) -> Reader:
        """The same hand in one of its readings."""

    def knowing(self, amounts: dict[str, int], awards: Counter[str] | None = None) -> Reader: ...


def holds(node: Node | None, view: Evaluator) -> bool:
    """Whether a condition is true; no condition always is."""
    return node is None or bool(value_of(node, view))


def number(node: Node | None, view: Evaluator, default: int = 0) -> int:
    """A whole number; `default` where there is no expression. A fraction is cut off."""
    return default if node is None else int(value_of(node, view))


def bindings_of(pattern: Pattern, view: Reader) -> tuple[Instance, ...]:
    """Every way in which the sets of a reading fit a pattern's templates."""

    def accept(letters: Letters) -> bool:
        if pattern.where is None:
            return True
        ranks = {name: value for name, (_, value) in letters.items() if isinstance(value, int)}
        return holds(pattern.where, view.knowing(ranks))

    return instances(pattern.alternatives, view, accept)


def value_of(node: Node, view: Evaluator) -> Result:
    """The truth, number or word that a tree gives."""
    return NODES[node.op](node, view)


def _literal(node: Node, view: Evaluator) -> Value:
    return node.args[0]  # type: ignore[no-any-return]


def _fact(node: Node, view: Evaluator) -> bool | int:
    return view.fact(node.args[0])


def _fully_open(view: Reader) -> bool:
    return bool(view.sets) and all(group.called for group in view.sets)


DERIVED_FACTS: dict[str, Callable[[Reader], bool | int]] = {
    "fully_open": _fully_open,
    "waits": lambda view: len(view.waits),
    "suits": lambda view: len(view.attribute_values(view.ruleset.tileset.attributes[0])),
    "players": lambda view: number(view.ruleset.players, view),
}


def _named(node: Node, view: Evaluator) -> Result:
    return value_of(view.ruleset.fact_by_id[node.args[0]].node, view)


def _option(node: Node, view: Evaluator) -> Value:
    return view.ruleset.option_values[node.args[0]]


def _amount(node: Node, view: Evaluator) -> int:
    return view.amounts.get(node.args[0], 0)


def _and(node: Node, view: Evaluator) -> bool:
    return all(value_of(part, view) for part in node.args)


def _or(node: Node, view: Evaluator) -> bool:
    return any(value_of(part, view) for part in node.args)


def _not(node: Node, view: Evaluator) -> bool:
    return not value_of(node.args[0], view)


def _compare(node: Node, view: Evaluator) -> bool:
    values: list[Result] = [value_of(part, view) for part in node.args[::2]]
    links = zip(values, node.args[1::2], values[1:], strict=False)
    return all(COMPARE[op](left, right) for left, op, right in links)


def _power(base: Result, exponent: Result) -> Result:
    if not 0 <= exponent <= LARGEST_EXPONENT or abs(base) > 1000:
        raise TooLarge(f"{base} ** {exponent} is beyond all bounds")
    return base ** int(exponent)


def _ratio(a: Result, b: Result) -> Result:
    from fractions import Fraction  # few rulesets divide, and the import is slow

    return Fraction(a) / b


ARITHMETIC: dict[str, Callable[[Result, Result], Result]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: _ratio(a, b) if b else 0,
    "//": lambda a, b: a // b if b else 0,
    "**": _power,
}


def _arithmetic(node: Node, view: Evaluator) -> Result:
    op, left, right = node.args
    result = ARITHMETIC[op](value_of(left, view), value_of(right, view))
    if abs(result) > LARGEST_RESULT:
        raise TooLarge(f"'{node.text}' is beyond all bounds")
    return result


def _negative(node: Node, view: Evaluator) -> Result:
    return -value_of(node.args[0], view)


def _if(node: Node, view: Evaluator) -> Result:
    condition, then, otherwise = node.args
    return value_of(then if holds(condition, view) else otherwise, view)


def _table(node: Node, view: Evaluator) -> int:
    name, column, key_node = node.args
    table, key = view.ruleset.table_by_id[name], value_of(key_node, view)
    place = table.columns.index(column) if column else 0
    for low, high, values in table.rows:
        if low <= key and (high is None or key <= high):
            return values[place]
    return 0


def _call(node: Node, view: Evaluator) -> Result:
    return CALLS[node.args[0]](view, *node.args[1:])


# ---- functions of the vocabulary


def _count_tiles(view: Reader, of: Node) -> int:
    wanted = mask(of, view)
    return sum(count for kind, count in view.counts.items() if wanted >> kind & 1)


def _pips(view: Reader, of: Node) -> int:
    wanted, kinds = mask(of, view), view.ruleset.tileset.kinds
    rank = view.ruleset.tileset.attributes[1]
    ranks = (
        (kinds[kind].attribute.get(rank), count) for kind, count in view.counts.items() if wanted >> kind & 1
    )
    return sum(value * count for value, count in ranks if isinstance(value, int))


def _set_total(view: Reader, attribute: str) -> int:
    kinds = view.ruleset.tileset.kinds
    values = (kinds[group.kinds[0]].attribute.get(attribute) for group in view.sets)
    return sum(value for value in values if isinstance(value, int))


def _contains(view: Reader, text: str) -> bool:
    return any(
        all(view.counts[kind] >= sum(row.count(kind) for row in rows) for row in rows for kind in row)
        for rows in view.ruleset.set_tables.knitted(text)
    )


def _flowers(view: Reader, of: Node) -> int:
    wanted = mask(of, view)
    return sum(wanted >> tile.kind & 1 for tile in view.flowers)


def _exposed(view: Reader, of: Node) -> int:
    wanted = mask(of, view)
    called = (meld for meld in view.hand.melds if not meld.concealed)
    return sum(wanted >> tile.kind & 1 for meld in called for tile in meld.tiles)


def _melds(view: Reader, selector: Node) -> int:
    return sum(selects(selector, group, view) for group in melded(view.hand))


def pointed_at(view: Reader, name: str) -> list[int]:
    """The kinds that an input of indicators points at, one for each indicator that points at one."""
    indicator = next((item for item in view.ruleset.indicators if item.id == name), None)
    tiles = dict(view.situation.indicators).get(name, ())
    if indicator is None or not holds(indicator.enabled, view):
        return []
    if indicator.shows != "next":
        return [tile.kind for tile in tiles]
    following = view.ruleset.tileset.following
    return [following[tile.kind] for tile in tiles if tile.kind in following]


def _on_every_wait(view: Reader, condition: Node) -> bool:
    known = view.asked_of_waits
    if condition not in known:
        known[condition] = all(_holds_waiting_for(kind, condition, view) for kind in view.waits)
    return known[condition]


def _holds_waiting_for(kind: int, condition: Node, view: Reader) -> bool:
    other, ruleset = view.waiting_for(kind), view.ruleset
    readings = read_hand(other.hand, view.situation.self_draw, ruleset.shapes, ruleset.set_tables)
    return any(holds(condition, other.reading_as(reading)) for reading in readings)


CALLS: dict[str, Callable[..., Result]] = {
    "all_tiles": lambda view, of: not view.mask & ~mask(of, view),
    "any_tile": lambda view, of: bool(view.mask & mask(of, view)),
    "no_tile": lambda view, of: not view.mask & mask(of, view),
    "tiles": _count_tiles,
    "kinds": lambda view, of: sum(1 for _ in members(view.mask & mask(of, view))),
    "pips": _pips,
    "copies": lambda view, times: sum(count == times for count in view.counts.values()),
    "values": lambda view, attribute: len(view.attribute_values(attribute)),
    "contains": _contains,
    "flowers": _flowers,
    "exposed": _exposed,
    "melds": _melds,
    "indicated": lambda view, name: view.indicated(name),
    "sets": lambda view, selector: len(selected(selector, view, view.sets)),
    "groups": lambda view, selector: len(selected(selector, view, view.groups)),
    "all_sets": lambda view, selector: bool(view.sets) and all(selects(selector, g, view) for g in view.sets),
    "all_groups": lambda view, selector: all(selects(selector, g, view) for g in view.groups),
    "any_group": lambda view, selector: any(selects(selector, g, view) for g in view.groups),
    "set_total": _set_total,
    "match": lambda view, *templates: fits(templates, view),
    "shape": lambda view, name: view.reading is not None and view.reading.shape == name,
    "wait": lambda view, name: view.reading is not None and view.reading.wait == name,
    "on_every_wait": _on_every_wait,
    "awarded": lambda view, name: view.awards[name],
    "min": lambda view, *parts: min(value_of(part, view) for part in parts),
    "max": lambda view, *parts: max(value_of(part, view) for part in parts),
}

NODES: dict[str, Callable[[Node, Evaluator], Result]] = {
    "number": _literal,
    "truth": _literal,
    "word": _literal,
    "fact": _fact,
    "named": _named,
    "option": _option,
    "amount": _amount,
    "letter": lambda node, view: view.amounts[node.args[0]],
    "and": _and,
    "or": _or,
    "not": _not,
    "compare": _compare,
    "arithmetic": _arithmetic,
    "negative": _negative,
    "if": _if,
    "call": _call,
    "table": _table,
    "output": lambda node, view: view.output(node.args[0]),
}
