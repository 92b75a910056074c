"""What an expression sees: the rules, one hand, its situation, and perhaps one reading and its awards."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from scorer.hand import Hand, Situation
from scorer.readings import Group, Reading, waits_of
from scorer.request import DEALER, WINDS
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile, mask_of
from scorer.values import dataclass, field, replace

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
        return View(self.ruleset, self.hand, self.situation, reading)

    def knowing(self, amounts: dict[str, int], awards: Counter[str] | None = None) -> View:
        """The same reading with more numbers known."""
        kept = self.awards if awards is None else awards
        view = View(self.ruleset, self.hand, self.situation, self.reading, self.amounts | amounts, kept)
        for name in ("tiles", "counts", "mask", "facts", "waits"):
            if name in self.__dict__:
                view.__dict__[name] = self.__dict__[name]
        return view

    def waiting_for(self, kind: int) -> View:
        """The hand as it would be with another winning tile."""
        return View(self.ruleset, replace(self.hand, winning_tile=Tile(kind)), self.situation)

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
        """Everything that is known of the situation without looking at sets."""
        return {**self._engine_facts(), **self._declared_facts()}

    def _engine_facts(self) -> dict[str, bool | int]:
        situation, tileset = self.situation, self.ruleset.tileset
        joker = [tile for tile in self.hand.tiles if tileset.role(tile) == "joker"]
        return {
            "self_draw": situation.self_draw,
            "discard": not situation.self_draw,
            "dealer": situation.seat == DEALER,
            "from_dealer": not situation.self_draw and situation.discarder in (DEALER, None),
            "concealed_hand": self.hand.is_concealed,
            "honba": situation.honba,
            "sticks": situation.sticks,
            "flowers": len(self.hand.flowers),
            "jokers": len(joker),
            "reds": sum(tile.red for tile in self.hand.tiles),
        }

    def _declared_facts(self) -> dict[str, bool | int]:
        facts: dict[str, bool | int] = {}
        for item in self.ruleset.circumstances:
            number = self.situation.number.get(item.id, 0)
            if item.counted:
                facts[item.fact] = int(facts.get(item.fact, 0)) + number
            else:
                facts[item.fact] = bool(facts.get(item.fact, False)) or number > 0
        return facts

    @cached_property
    def waits(self) -> tuple[int, ...]:
        """The kinds that would complete the hand."""
        return waits_of(self.hand, self.ruleset.shapes, self.ruleset.set_tables)

    def attribute_values(self, name: str) -> set[str | int]:
        """The different values of an attribute in the hand."""
        kinds = self.ruleset.tileset.kinds
        if name == "tile":
            return {kinds[kind].id for kind in self.counts}
        return {kinds[kind].attribute[name] for kind in self.counts if name in kinds[kind].attribute}

    def given_class(self, name: str) -> int:
        """The mask of a class that the situation gives: seat_wind, round_wind, win_tile."""
        if name == "win_tile":
            won = next((group for group in self.groups if group.won), None)
            return 1 << self._winning_kind(won)
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
