"""Evaluates the checked trees of a ruleset for one hand in one of its readings.

There are two evaluators. `View` walks the trees as the rule file has them, with one short function for each
kind of node and each function of the vocabulary. The compiled evaluator replaces every question about the
reading by an `output` node and looks its value up. The later steps (`resolve`, `value`) work with either
evaluator and are written once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Protocol

from scorer.engine.match import (
    Instance,
    Letters,
    can_bind_templates,
    class_mask,
    is_selected,
    selected_groups,
    template_instances,
)
from scorer.errors import ScorerError
from scorer.hand import DEALER, WINDS, Hand, Situation
from scorer.language.formulas import Bound, Calculation, Formula, Lookup, Number, simplified_formula
from scorer.language.nodes import COMPARISON_FUNCTIONS, Node
from scorer.language.vocabulary import FUNCTIONS, TABLE_FUNCTIONS
from scorer.message import Message
from scorer.readings import completing_kinds, find_readings, meld_groups
from scorer.ruleset.model import Bonus, Pattern, Ruleset, SheetItem
from scorer.shapes import Group, Reading, Shape
from scorer.tiles import Tile, kinds_mask, mask_kinds
from scorer.values import cached_property, dataclass, field, replace

Result = Any
"""the value of an expression: a number, a boolean or a word, depending on the construct"""
Amounts = Mapping[str, int | float]
LARGEST_EXPONENT = 64
LARGEST_RESULT = 10**18
KINDS_OTHER_THAN_SETS = ("pair", "single")
SHARED_BY_WAITS = ("waits", "asked_of_waits")
"""values that are computed once for all hands that lack the same tile"""
SHARED_BY_READINGS = ("wins_on_discard",)
"""values that are computed once for all readings of a hand"""
NO_HAND = Hand((), (), Tile(0))
NO_AMOUNTS: Amounts = {}
NO_AWARDS: Counter[str] = Counter()
"""Nobody changes the numbers of a view, so views without any share these."""


class TooLarge(ScorerError):
    """An expression of a rule file gives a number that is too large."""

    def __init__(self, expression: str) -> None:
        self.message = Message("number too large", expression)
        super().__init__(self.message)


class Evaluator(Protocol):
    """The interface of both evaluators. `amounts` and `awards` are the numbers known so far; `output` is the
    value of a compiled condition on the reading. The methods are documented in `View`.
    """

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def situation(self) -> Situation: ...
    @property
    def amounts(self) -> Amounts: ...
    @property
    def awards(self) -> Counter[str]: ...
    @property
    def is_concealed(self) -> bool: ...
    @property
    def patterns(self) -> tuple[Pattern, ...]: ...
    def fact_value(self, name: str) -> bool | int: ...
    def output(self, place: int) -> int: ...
    def indicator_count(self, name: str) -> int: ...
    def pattern_instances(self, pattern: Pattern) -> tuple[Instance, ...]: ...
    def counted_sets(self, item: SheetItem) -> tuple[int, tuple[int, ...]]: ...
    def bonus_tiles(self, bonus: Bonus) -> tuple[Tile, ...]: ...
    def formula_with_numbers(self, node: Node) -> Formula | None: ...
    def with_amounts(self, amounts: Amounts, awards: Counter[str] | None = None) -> Evaluator: ...
    def without_amounts(self) -> Evaluator: ...
    def in_seat(self, seat: str) -> Evaluator: ...


@dataclass(frozen=True)
class View:
    """One hand under one ruleset. `amounts` are the numbers known so far while the hand is valued; `awards`
    counts how often each pattern, and each group of patterns, is awarded.
    """

    ruleset: Ruleset
    hand: Hand
    situation: Situation
    reading: Reading | None = None
    amounts: Amounts = field(default_factory=lambda: NO_AMOUNTS)
    awards: Counter[str] = field(default_factory=lambda: NO_AWARDS)

    def with_reading(self, reading: Reading) -> View:
        view, known = self._with_waits(self.hand, reading), self.__dict__
        view.__dict__.update({name: known[name] for name in SHARED_BY_READINGS if name in known})
        return view

    def with_winning_kind(self, kind: int) -> View:
        """The hand with another winning tile. Both hands wait for the same tiles."""
        _ = self.waits, self.asked_of_waits
        return self._with_waits(replace(self.hand, winning_tile=Tile(kind)), None)

    def _with_waits(self, hand: Hand, reading: Reading | None) -> View:
        """The view of a hand that waits for the same tiles, with the values already computed for the wait."""
        view, known = type(self)(self.ruleset, hand, self.situation, reading), self.__dict__
        view.__dict__.update({name: known[name] for name in SHARED_BY_WAITS if name in known})
        return view

    def with_amounts(self, amounts: Amounts, awards: Counter[str] | None = None) -> View:
        """A view of the same reading with more numbers known. Cached values are kept."""
        view = self.without_amounts()
        kept = self.awards if awards is None else awards
        view.__dict__.update(self.__dict__ | {"amounts": {**self.amounts, **amounts}, "awards": kept})
        return view

    def without_amounts(self) -> View:
        """A view of the same reading without any amounts or awards."""
        return type(self)(self.ruleset, self.hand, self.situation, self.reading)

    def in_seat(self, seat: str) -> View:
        """The same rules and situation as a player in another seat sees them, without the hand."""
        return rules_view(self.ruleset, replace(self.situation, seat=seat))

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns to look for: those of the ruleset that its options allow."""
        return self.ruleset.patterns_in_force

    @property
    def is_concealed(self) -> bool:
        return self.hand.is_concealed

    def fact_value(self, name: str) -> bool | int:
        """The value of a built-in fact, or of a fact set by the ruleset's circumstances."""
        derived = DERIVED_FACTS.get(name)
        return derived(self) if derived else self.known_facts.get(name, False)

    def output(self, place: int) -> int:
        """Always fails: compiled conditions exist only in the compiled evaluator."""
        raise LookupError(place)

    def indicator_count(self, name: str) -> int:
        """The number of tiles that an input of indicators points at."""
        counts = self.kind_counts + self.set_aside_counts
        return sum(counts[kind] for kind in indicated_kinds(self, name))

    def pattern_instances(self, pattern: Pattern) -> tuple[Instance, ...]:
        """Every way in which the sets of the reading fit a pattern's templates."""

        def accept(letters: Letters) -> bool:
            ranks = {name: value for name, (_, value) in letters.items() if isinstance(value, int)}
            return pattern.letter_condition is None or holds(
                pattern.letter_condition, self.with_amounts(ranks)
            )

        return template_instances(pattern.alternatives, self, accept)

    def counted_sets(self, item: SheetItem) -> tuple[int, tuple[int, ...]]:
        """The number of sets that an item of the secondary score counts, and their places."""
        if item.set_selector is None:
            return 0, ()
        places = tuple(
            p for p, group in enumerate(self.groups) if is_selected(item.set_selector, group, self)
        )
        return len(places), places

    def bonus_tiles(self, bonus: Bonus) -> tuple[Tile, ...]:
        """The tiles that a bonus counts, if its expression shows them: tiles that indicators point at, red
        tiles, or tiles set aside by a circumstance.
        """
        tiles: list[Tile] = []
        for node in bonus.count.walk() if bonus.count else ():
            name = node.args[0] if node.args else ""
            if node.op == "call" and name == "indicated":
                every = *self.tiles, *set_aside_tiles(self.situation, self.ruleset)
                pointed = indicated_kinds(self, node.args[1])
                tiles += [tile for kind in pointed for tile in every if tile.kind == kind]
            elif node.op == "fact" and name == "reds":
                tiles += [tile for tile in self.tiles if tile.red]
            elif node.op == "fact":
                tiles += set_aside_tiles(self.situation, self.ruleset, name)
        return tuple(tiles)

    def formula_with_numbers(self, node: Node) -> Formula | None:
        """The formula with numbers in place of names. Only the branch of a choice that applies is in it.

        `fu * 2 ** (han + 2)` with 30 fu and 4 han gives what is written `30 x 2^(4 + 2)`.
        """
        return simplified_formula(self._open_formula(node))

    def _open_formula(self, node: Node) -> Formula:
        if node.op == "arithmetic":
            op, left, right = node.args
            return Calculation(op, self._open_operand(left), self._open_operand(right))
        if node.op == "if":
            condition, then, otherwise = node.args
            return self._open_formula(then if holds(condition, self) else otherwise)
        if node.op == "named":
            return self._open_formula(self.ruleset.fact_by_id[node.args[0]].node)
        if node.op == "table":
            name, column, key = node.args
            is_counted = key.op == "amount" and key.args[0] in self.ruleset.unit_by_id
            unit_id = key.args[0] if is_counted else ""
            unit = self.ruleset.unit_word(unit_id) if unit_id else ""
            return Lookup(name, column, self._open_formula(key), unit, unit_id)
        if node.op == "call" and node.args[0] in ("min", "max") and len(node.args) > 2:
            return Bound(node.args[0], tuple(map(self._open_formula, node.args[1:])))
        number: Number = value_of(node, self)
        return number

    def _open_operand(self, node: Node) -> Formula:
        """A part of a calculation; of a look-up in a table, the value is told as well."""
        formula = self._open_formula(node)
        return formula._replace(value=value_of(node, self)) if isinstance(formula, Lookup) else formula

    @property
    def groups(self) -> tuple[Group, ...]:
        return self.reading.groups if self.reading else ()

    @cached_property
    def sets(self) -> tuple[Group, ...]:
        """Groups other than pairs and loose tiles."""
        return tuple(group for group in self.groups if group.kind not in KINDS_OTHER_THAN_SETS)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the hand. In a reading, jokers are the tiles that they stand for."""
        return self.reading.tiles if self.reading else self.hand.tiles

    @cached_property
    def kind_counts(self) -> Counter[int]:
        return Counter([tile.kind for tile in self.tiles])

    @property
    def flowers(self) -> tuple[Tile, ...]:
        """The flowers set aside, including the winning tile if it is a flower."""
        hand, tileset = self.hand, self.ruleset.tileset
        won = tileset.kinds[hand.winning_tile.kind].role == "flower"
        return (*hand.flowers, hand.winning_tile) if won else hand.flowers

    @cached_property
    def set_aside_counts(self) -> Counter[int]:
        """The tiles set aside by circumstances (norths). Indicators count them, sets do not."""
        return Counter(tile.kind for tile in set_aside_tiles(self.situation, self.ruleset))

    @cached_property
    def kinds_mask(self) -> int:
        """The kinds of tile in the hand as a bit mask."""
        return kinds_mask(self.kind_counts)

    @cached_property
    def known_facts(self) -> dict[str, bool | int]:
        """The facts that depend on the situation alone."""
        return situation_facts(self.situation, self.ruleset)

    @cached_property
    def wild_kinds(self) -> frozenset[int]:
        """The kinds of tile that indicators make wild."""
        wild = [item.id for item in self.ruleset.indicators if item.is_wild]
        return frozenset(kind for name in wild for kind in indicated_kinds(self, name))

    @cached_property
    def waits(self) -> tuple[int, ...]:
        ruleset, hand = self.ruleset, self.hand.waiting_hand
        if self.wild_kinds:
            from scorer.engine.wild import kinds_completing_wild_hand  # few hands have wild tiles

            return kinds_completing_wild_hand(hand, self.wild_kinds, ruleset)
        return completing_kinds(hand, ruleset.shapes, ruleset.set_tables, ruleset.formal_waits)

    @property
    def wins_on_discard(self) -> bool:
        """Whether the hand would win on a discard: false, unless this is a `scorer.engine.score.HandView`."""
        return False

    @cached_property
    def asked_of_waits(self) -> dict[Node, bool]:
        """The results of `on_every_wait` by condition, shared by all hands that lack the same tile, so that
        nested conditions are not evaluated again for each tile.
        """
        return {}

    def attribute_values(self, name: str) -> set[str | int]:
        kinds = self.ruleset.tileset.kinds
        if name == "tile":
            return {kinds[kind].id for kind in self.kind_counts}
        return {
            kinds[kind].attribute_values[name]
            for kind in self.kind_counts
            if name in kinds[kind].attribute_values
        }

    def given_class(self, name: str) -> int:
        """The bit mask of a class that depends on the situation: seat_wind, round_wind, seat_flower or
        win_tile. A joker counts as the tile that it stands for.
        """
        tileset, situation = self.ruleset.tileset, self.situation
        if name == "win_tile":
            return 1 << (self.reading.won_as if self.reading else self.hand.winning_tile.kind)
        place = WINDS.index(situation.round if name == "round_wind" else situation.seat)
        if name == "seat_flower":
            return tileset.seat_flowers[place]
        return 1 << tileset.winds[place] if place < len(tileset.winds) else 0


def rules_view(ruleset: Ruleset, situation: Situation | None = None) -> View:
    """A view for expressions that depend only on options or the situation."""
    return View(ruleset, NO_HAND, situation or Situation(True))


def seats_of(ruleset: Ruleset) -> str:
    """The letters of the seats of a game, the dealer's first.

    >>> from scorer.scoring import load_ruleset
    >>> [seats_of(load_ruleset(name)) for name in ("riichi", "sanma")]
    ['ESWN', 'ESW']
    """
    return WINDS[: whole_number(ruleset.players, rules_view(ruleset))]


def seat_fact(wind: str) -> str:
    """The name of the fact that the winner has this seat."""
    return f"seat {wind}"


def round_fact(wind: str) -> str:
    """The name of the fact that this round is played."""
    return f"round {wind}"


def facts_of_seat(seat: str) -> dict[str, bool | int]:
    """The facts that depend on a player's seat alone."""
    return {"dealer": seat == DEALER, **{seat_fact(wind): seat == wind for wind in WINDS}}


def situation_facts(situation: Situation, ruleset: Ruleset) -> dict[str, bool | int]:
    """The facts that are known of a win without its tiles."""
    facts: dict[str, bool | int] = {
        **ruleset.unset_facts,
        **_facts_of_place(situation.self_draw, situation.seat, situation.round, situation.discarder),
        "honba": situation.honba,
        "sticks": situation.sticks,
    }
    for name, number in situation.circumstance_numbers.items():
        item = ruleset.circumstance_by_id.get(name)
        if item is not None and number:
            facts[item.fact] = int(facts[item.fact]) + number if item.is_number else True
    return facts


@lru_cache(maxsize=1024)
def _facts_of_place(
    self_draw: bool, seat: str, round_wind: str, discarder: str | None
) -> dict[str, bool | int]:
    """The facts that depend on where the players sit and on who gave the tile."""
    return {
        "self_draw": self_draw,
        "discard": not self_draw,
        **facts_of_seat(seat),
        "from_dealer": not self_draw and discarder == DEALER,
        **{round_fact(wind): round_wind == wind for wind in WINDS},
    }


def set_aside_tiles(situation: Situation, ruleset: Ruleset, fact: str = "") -> list[Tile]:
    """The tiles that circumstances set aside: all of them, or only those of one fact."""
    return [
        Tile(kind)
        for item in ruleset.circumstances
        if not fact or item.fact == fact
        for kind in item.tiles
        for _ in range(situation.circumstance_numbers.get(item.id, 0))
    ]


def at_table(node: Node, view: TableView) -> Result:
    """The value of an expression in the words of the table."""
    return NODE_VALUES[node.op](node, view)  # type: ignore[arg-type]


def holds(node: Node | None, view: Evaluator) -> bool:
    """Whether a condition is true. A missing condition counts as true."""
    return node is None or bool(value_of(node, view))


def whole_number(node: Node | None, view: Evaluator, default: int = 0) -> int:
    """The value of an expression, cut to a whole number; `default` if there is no expression."""
    return default if node is None else int(value_of(node, view))


def value_of(node: Node, view: Evaluator) -> Result:
    """The boolean, number or word that a tree evaluates to."""
    return NODE_VALUES[node.op](node, view)


def _comparison_result(node: Node, view: Evaluator) -> bool:
    if len(node.args) == 3:
        left_node, operator, right_node = node.args
        return COMPARISON_FUNCTIONS[operator](value_of(left_node, view), value_of(right_node, view))
    values: list[Result] = [value_of(part, view) for part in node.args[::2]]
    links = zip(values, node.args[1::2], values[1:], strict=False)
    return all(COMPARISON_FUNCTIONS[op](left, right) for left, op, right in links)


def _all_hold(node: Node, view: Evaluator) -> bool:
    for part in node.args:  # noqa: SIM110 (a generator takes twice as long, and most conditions come here)
        if not NODE_VALUES[part.op](part, view):
            return False
    return True


def _some_holds(node: Node, view: Evaluator) -> bool:
    for part in node.args:  # noqa: SIM110
        if NODE_VALUES[part.op](part, view):
            return True
    return False


def _power(base: Result, exponent: Result) -> Result:
    if not 0 <= exponent <= LARGEST_EXPONENT or abs(base) > 1000:
        raise TooLarge(f"{base} ** {exponent}")
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


def _arithmetic_result(node: Node, view: Evaluator) -> Result:
    op, left, right = node.args
    result = ARITHMETIC[op](value_of(left, view), value_of(right, view))
    if abs(result) > LARGEST_RESULT:
        raise TooLarge(f"'{node.text}'")
    return result


def _table_value(node: Node, view: Evaluator) -> int:
    name, column, key_node = node.args
    table, key = view.ruleset.table_by_id[name], value_of(key_node, view)
    place = table.columns.index(column) if column else 0
    for low, high, values in table.rows:
        if low <= key and (high is None or key <= high):
            return values[place]
    return 0


# ---- functions of the vocabulary


def _class_tile_count(view: View, tile_class: Node, kinds: Iterable[int]) -> int:
    wanted = class_mask(tile_class, view)
    return sum(wanted >> kind & 1 for kind in kinds)


def _class_joker_count(view: View, tile_class: Node) -> int:
    wanted, tiles_of = class_mask(tile_class, view), view.ruleset.represented_tiles
    return sum([tile.kind in tiles_of and not tiles_of[tile.kind] & ~wanted for tile in view.hand.pieces])


def _rank_sum(view: View, tile_class: Node) -> int:
    wanted, tileset = class_mask(tile_class, view), view.ruleset.tileset
    held = (kind for kind in view.kind_counts.elements() if wanted >> kind & 1)
    return _sum_of_numbers(tileset.kinds[kind].attribute_values.get(tileset.attributes[1]) for kind in held)


def _attribute_sum(view: View, attribute: str) -> int:
    kinds = view.ruleset.tileset.kinds
    return _sum_of_numbers(kinds[group.kinds[0]].attribute_values.get(attribute) for group in view.sets)


def _sum_of_numbers(values: Iterable[str | int | None]) -> int:
    return sum(value for value in values if isinstance(value, int))


def _contains_tiles(view: View, text: str) -> bool:
    held, counts = view.kinds_mask, view.kind_counts
    return any(
        not mask & ~held and wanted <= counts for mask, wanted in view.ruleset.set_tables.knitted_counts(text)
    )


def _called_tile_count(view: View, tile_class: Node) -> int:
    called = (meld for meld in view.hand.melds if not meld.is_concealed)
    return _class_tile_count(view, tile_class, (tile.kind for meld in called for tile in meld.tiles))


def indicated_kinds(view: View, name: str) -> list[int]:
    """The kinds of tile that an input of indicators points at, one entry for each indicator."""
    indicator = next((item for item in view.ruleset.indicators if item.id == name), None)
    tiles = dict(view.situation.indicators).get(name, ())
    if indicator is None or not holds(indicator.option_condition, view):
        return []
    if indicator.shows != "next":
        return [tile.kind for tile in tiles]
    following = view.ruleset.tileset.next_kind
    return [following[tile.kind] for tile in tiles if tile.kind in following]


def every_reading(view: View, shapes: Sequence[Shape]) -> list[Reading]:
    """All readings of a hand in these shapes, in which tiles that an indicator makes wild may be jokers."""
    asked = view.situation.self_draw, tuple(shapes), view.ruleset.set_tables
    if not view.wild_kinds:
        return find_readings(view.hand, *asked)
    from scorer.engine.wild import hand_with_jokers, readings_of_wild_hand  # few hands have wild tiles

    played = hand_with_jokers(view.hand, view.wild_kinds, view.ruleset)
    return readings_of_wild_hand(find_readings(played, *asked), view.hand, view.wild_kinds)


def _on_every_wait(view: View, condition: Node) -> bool:
    known = view.asked_of_waits
    if condition not in known:
        known[condition] = all(
            any(
                holds(condition, other.with_reading(reading))
                for reading in every_reading(other, view.ruleset.shapes)
            )
            for other in map(view.with_winning_kind, view.waits)
        )
    return known[condition]


def _at_table(name: str, view: TableView, node: Node) -> Result:
    """The value of a function that only the table can answer."""
    return view.counted_at_table(name, class_mask(node, view))  # type: ignore[arg-type]


class TableView(Protocol):
    """What the words of the table are evaluated for: one player at one moment of a deal."""

    @property
    def ruleset(self) -> Ruleset: ...
    def fact_value(self, name: str) -> bool | int: ...
    def given_class(self, name: str) -> int: ...
    def counted_at_table(self, name: str, tiles: int) -> bool | int: ...


FUNCTION_VALUES: dict[str, Callable[..., Result]] = {
    "all_tiles": lambda view, of: not view.kinds_mask & ~class_mask(of, view),
    "any_tile": lambda view, of: bool(view.kinds_mask & class_mask(of, view)),
    "no_tile": lambda view, of: not view.kinds_mask & class_mask(of, view),
    "tiles": lambda view, of: _class_tile_count(view, of, view.kind_counts.elements()),
    "kinds": lambda view, of: sum(1 for _ in mask_kinds(view.kinds_mask & class_mask(of, view))),
    "pips": _rank_sum,
    "copies": lambda view, times: sum(count == times for count in view.kind_counts.values()),
    "values": lambda view, attribute: len(view.attribute_values(attribute)),
    "contains": _contains_tiles,
    "flowers": lambda view, of: _class_tile_count(view, of, (tile.kind for tile in view.flowers)),
    "jokers": _class_joker_count,
    "exposed": _called_tile_count,
    "melds": lambda view, selector: sum(is_selected(selector, one, view) for one in meld_groups(view.hand)),
    "indicated": lambda view, name: view.indicator_count(name),
    "sets": lambda view, selector: len(selected_groups(selector, view, view.sets)),
    "groups": lambda view, selector: len(selected_groups(selector, view, view.groups)),
    "all_sets": lambda view, selector: (
        bool(view.sets) and all(is_selected(selector, g, view) for g in view.sets)
    ),
    "all_groups": lambda view, selector: all(is_selected(selector, g, view) for g in view.groups),
    "any_group": lambda view, selector: any(is_selected(selector, g, view) for g in view.groups),
    "set_total": _attribute_sum,
    "match": lambda view, *templates: can_bind_templates(templates, view),
    "shape": lambda view, name: view.reading is not None and view.reading.shape == name,
    "wait": lambda view, name: view.reading is not None and view.reading.wait == name,
    "seat": lambda view, wind: view.situation.seat == wind,
    "round": lambda view, wind: view.situation.round == wind,
    "on_every_wait": _on_every_wait,
    "awarded": lambda view, name: view.awards[name],
    "min": lambda view, *parts: min(value_of(part, view) for part in parts),
    "max": lambda view, *parts: max(value_of(part, view) for part in parts),
}

TABLE_CALLS: dict[str, Callable[..., Result]] = {
    name: partial(_at_table, name) for name in TABLE_FUNCTIONS if name not in FUNCTIONS
}


def _call(node: Node, view: Evaluator) -> Result:
    name = node.args[0]
    return (FUNCTION_VALUES.get(name) or TABLE_CALLS[name])(view, *node.args[1:])


NODE_VALUES: dict[str, Callable[[Node, Evaluator], Result]] = {
    "number": lambda node, view: node.args[0],
    "truth": lambda node, view: node.args[0],
    "word": lambda node, view: node.args[0],
    "fact": lambda node, view: view.fact_value(node.args[0]),
    "named": lambda node, view: value_of(view.ruleset.fact_by_id[node.args[0]].node, view),
    "option": lambda node, view: view.ruleset.option_values[node.args[0]],
    "amount": lambda node, view: view.amounts.get(node.args[0], 0),
    "letter": lambda node, view: view.amounts[node.args[0]],
    "and": _all_hold,
    "or": _some_holds,
    "not": lambda node, view: not value_of(node.args[0], view),
    "compare": _comparison_result,
    "arithmetic": _arithmetic_result,
    "negative": lambda node, view: -value_of(node.args[0], view),
    "if": lambda node, view: value_of(node.args[1 if holds(node.args[0], view) else 2], view),
    "call": _call,
    "table": _table_value,
    "output": lambda node, view: view.output(node.args[0]),
}


def _joker_count(view: View) -> int:
    """The jokers of the hand; of wild tiles those that represent another tile in the reading."""
    if view.wild_kinds and view.reading:
        return len(view.reading.jokers)
    kinds = view.ruleset.tileset.kinds
    return sum([kinds[tile.kind].role == "joker" for tile in view.hand.pieces])


DERIVED_FACTS: dict[str, Callable[[View], bool | int]] = {
    "fully_open": lambda view: bool(view.sets) and all(group.is_called for group in view.sets),
    "waits": lambda view: len(view.waits),
    "wins_on_discard": lambda view: view.wins_on_discard,
    "suits": lambda view: len(view.attribute_values(view.ruleset.tileset.attributes[0])),
    "players": lambda view: whole_number(view.ruleset.players, view),
    "concealed_hand": lambda view: view.hand.is_concealed,
    "flowers": lambda view: len(view.flowers),
    "jokers": _joker_count,
    "reds": lambda view: sum([tile.red for tile in view.hand.tiles]),
}
