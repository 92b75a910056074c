"""What an expression sees: the rules, one hand, its situation, and perhaps one reading and its awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorer.engine.evaluate import DERIVED_FACTS, bindings_of, holds, pointed_at, value_of
from scorer.engine.match import Instance, selects
from scorer.hand import DEALER, WINDS, Hand, Situation
from scorer.language.nodes import Node
from scorer.language.sums import Sum, looked_up, picked, written
from scorer.readings import waits_of
from scorer.ruleset.model import Bonus, Pattern, Ruleset, SheetItem
from scorer.shapes import Group, Reading
from scorer.tiles import Tile, mask_of
from scorer.values import cached_property, dataclass, field, replace

SETS_NOT = ("pair", "single")


@dataclass(frozen=True)
class View:
    """One hand under one ruleset. `amounts` are the numbers known so far while it is valued, `awards`
    the pattern ids (and groups) with how often each is awarded.
    """

    ruleset: Ruleset
    hand: Hand
    situation: Situation
    reading: Reading | None = None
    amounts: dict[str, int] = field(default_factory=dict)
    awards: Counter[str] = field(default_factory=Counter)

    def reading_as(self, reading: Reading) -> View:
        """The same hand in one of its readings."""
        view = View(self.ruleset, self.hand, self.situation, reading)
        for name in ("waits", "asked_of_waits"):
            if name in self.__dict__:
                view.__dict__[name] = self.__dict__[name]
        return view

    def knowing(self, amounts: dict[str, int], awards: Counter[str] | None = None) -> View:
        """The same reading with more numbers known."""
        kept = self.awards if awards is None else awards
        view = View(self.ruleset, self.hand, self.situation, self.reading, self.amounts | amounts, kept)
        for name in ("tiles", "counts", "mask", "facts", "waits", "asked_of_waits"):
            if name in self.__dict__:
                view.__dict__[name] = self.__dict__[name]
        return view

    def afresh(self) -> View:
        """The same reading before anything of its worth is known."""
        return View(self.ruleset, self.hand, self.situation, self.reading)

    def waiting_for(self, kind: int) -> View:
        """The hand as it would be with another winning tile; it waits for the same ones."""
        view = View(self.ruleset, replace(self.hand, winning_tile=Tile(kind)), self.situation)
        view.__dict__.update(waits=self.waits, asked_of_waits=self.asked_of_waits)
        return view

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """Those that may hold: every one."""
        return self.ruleset.patterns

    @property
    def is_concealed(self) -> bool:
        return self.hand.is_concealed

    def fact(self, name: str) -> bool | int:
        """A fact of the vocabulary or of the ruleset's circumstances."""
        derived = DERIVED_FACTS.get(name)
        return derived(self) if derived else self.facts.get(name, False)

    def output(self, place: int) -> int:
        """Compiled conditions are not known here."""
        raise LookupError(place)

    def indicated(self, name: str) -> int:
        """How many tiles an input of indicators points at."""
        counts = self.counts + self.set_aside
        return sum(counts[kind] for kind in pointed_at(self, name))

    def instances(self, pattern: Pattern) -> tuple[Instance, ...]:
        """Every way in which the sets of the reading fit a pattern's templates."""
        return bindings_of(pattern, self)

    def counted(self, item: SheetItem) -> tuple[int, tuple[int, ...]]:
        """How many sets an item of the sheet counts, and which."""
        if item.each is None:
            return 0, ()
        places = tuple(p for p, group in enumerate(self.groups) if selects(item.each, group, self))
        return len(places), places

    def bonus_tiles(self, bonus: Bonus) -> tuple[Tile, ...]:
        """The tiles that a bonus counts, as far as its expression tells."""
        tiles: list[Tile] = []
        for sort, name in counted_in(bonus):
            if sort == "indicated":
                aside = [Tile(kind) for kind, count in self.set_aside.items() for _ in range(count)]
                pointed = pointed_at(self, name)
                tiles += [tile for kind in pointed for tile in (*self.tiles, *aside) if tile.kind == kind]
            elif sort == "reds":
                tiles += [tile for tile in self.tiles if tile.red]
            else:
                tiles += self._aside_for(name)
        return tuple(tiles)

    def _aside_for(self, fact: str) -> list[Tile]:
        items = (item for item in self.ruleset.circumstances if item.fact == fact)
        return [
            Tile(kind)
            for item in items
            for kind in item.tiles
            for _ in range(self.situation.number.get(item.id, 0))
        ]

    def worked(self, node: Node) -> str:
        """The formula with numbers for names; of a choice only the branch that applies.

        `fu * 2 ** (han + 2)` with 30 fu and 4 han gives `30 x 2^(4 + 2)`.
        """
        return written(self._filled(node))

    def _filled(self, node: Node) -> Sum:
        if node.op == "arithmetic":
            op, left, right = node.args
            return (op, self._filled(left), self._filled(right))
        if node.op == "if":
            condition, then, otherwise = node.args
            return self._filled(then if holds(condition, self) else otherwise)
        if node.op == "named":
            return self._filled(self.ruleset.fact_by_id[node.args[0]].node)
        if node.op == "table":
            name, column, key = node.args
            return looked_up(name, column, self.worked(key))
        if node.op == "call" and node.args[0] in ("min", "max") and len(node.args) > 2:
            return picked(node.args[0], (self.worked(part) for part in node.args[1:]))
        return f"{value_of(node, self):,}"

    @property
    def groups(self) -> tuple[Group, ...]:
        return self.reading.groups if self.reading else ()

    @cached_property
    def sets(self) -> tuple[Group, ...]:
        """Groups other than pairs and loose tiles."""
        return tuple(group for group in self.groups if group.kind not in SETS_NOT)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the sets; jokers as what they stand for once a reading is chosen."""
        return self.reading.tiles if self.reading else self.hand.tiles

    @cached_property
    def counts(self) -> Counter[int]:
        return Counter(tile.kind for tile in self.tiles)

    @property
    def flowers(self) -> tuple[Tile, ...]:
        """The flowers beside the hand; the winning tile too in a hand of flowers alone."""
        hand, tileset = self.hand, self.ruleset.tileset
        won = tileset.kinds[hand.winning_tile.kind].role == "flower"
        return (*hand.flowers, hand.winning_tile) if won else hand.flowers

    @cached_property
    def set_aside(self) -> Counter[int]:
        """Tiles laid aside by circumstances (norths); indicators see them, sets do not."""
        number = self.situation.number
        return Counter(
            {kind: number.get(item.id, 0) for item in self.ruleset.circumstances for kind in item.tiles}
        )

    @cached_property
    def mask(self) -> int:
        """The kinds in the hand, a bit for each."""
        return mask_of(self.counts)

    @cached_property
    def facts(self) -> dict[str, bool | int]:
        """Everything that is known of the situation and the tiles without looking at sets."""
        tileset = self.ruleset.tileset
        return {
            **situation_facts(self.situation, self.ruleset),
            "concealed_hand": self.hand.is_concealed,
            "flowers": len(self.flowers),
            "jokers": sum(tileset.role(tile) == "joker" for tile in self.hand.tiles),
            "reds": sum(tile.red for tile in self.hand.tiles),
        }

    @cached_property
    def waits(self) -> tuple[int, ...]:
        """The kinds that would complete the hand."""
        ruleset = self.ruleset
        return waits_of(self.hand, ruleset.shapes, ruleset.set_tables, ruleset.formal_waits)

    @cached_property
    def asked_of_waits(self) -> dict[Node, bool]:
        """What was asked of every wait: one answer for all hands that lack the same tile, so that such a
        question within another takes no longer than beside it.
        """
        return {}

    def attribute_values(self, name: str) -> set[str | int]:
        """The different values of an attribute in the hand."""
        kinds = self.ruleset.tileset.kinds
        if name == "tile":
            return {kinds[kind].id for kind in self.counts}
        return {kinds[kind].attribute[name] for kind in self.counts if name in kinds[kind].attribute}

    def given_class(self, name: str) -> int:
        """The mask of a class that the situation gives: seat_wind, round_wind, win_tile, seat_flower."""
        if name == "win_tile":
            won = next((group for group in self.groups if group.won), None)
            return 1 << self._winning_kind(won)
        if name == "seat_flower":
            return dict(zip(WINDS, self.ruleset.tileset.seat_flowers, strict=False)).get(
                self.situation.seat, 0
            )
        wind = self.situation.seat if name == "seat_wind" else self.situation.round
        winds = self.ruleset.tileset.winds
        place = WINDS.index(wind)
        return 1 << winds[place] if place < len(winds) else 0

    def _winning_kind(self, won: Group | None) -> int:
        """The winning tile's kind; a joker counts as what it stands for."""
        kind = self.hand.winning_tile.kind
        if self.ruleset.tileset.kinds[kind].role != "joker" or won is None:
            return kind
        stands_for = self.reading.jokers if self.reading else ()
        return next((tile.kind for tile in won.tiles if tile.kind in stands_for), kind)


def situation_facts(situation: Situation, ruleset: Ruleset) -> dict[str, bool | int]:
    """What is known of a win before anybody looks at its tiles, by the facts of the rules."""
    facts: dict[str, bool | int] = {
        "self_draw": situation.self_draw,
        "discard": not situation.self_draw,
        "dealer": situation.seat == DEALER,
        "from_dealer": not situation.self_draw and situation.discarder == DEALER,
        "honba": situation.honba,
        "sticks": situation.sticks,
    }
    for item in ruleset.circumstances:
        number = situation.number.get(item.id, 0)
        if item.counted:
            facts[item.fact] = int(facts.get(item.fact, 0)) + number
        else:
            facts[item.fact] = bool(facts.get(item.fact, False)) or number > 0
    return facts


def counted_in(bonus: Bonus) -> Iterator[tuple[str, str]]:
    """What a bonus counts: tiles that are `indicated` by an input, `reds`, or those of another `fact`."""
    for node in bonus.count.walk() if bonus.count else ():
        if node.op == "call" and node.args[0] == "indicated":
            yield "indicated", node.args[1]
        elif node.op == "fact":
            yield ("reds" if node.args[0] == "reds" else "fact"), node.args[0]
