"""The situation of a win, taken apart once: what conditions ask of it, who pays, where indicators point.

What is said of a hand is found possible or left to the readable evaluator, which names the faults.
"""

from __future__ import annotations

from scorer.compiled.memo import Memo, Numbers
from scorer.compiled.rows import Beyond
from scorer.engine.evaluate import (
    BESIDE_SETS,
    NO_HAND,
    View,
    asks_tiles,
    holds,
    parts_of,
    rules_view,
    situation_facts,
    tiles_aside,
)
from scorer.engine.request import count_fault, demands, is_met, seat_faults, situation_of, too_many
from scorer.hand import DEALER, WINDS, Request, Situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from scorer.compiled.form import Form
    from scorer.compiled.tiles import Board, Melds, Pointed, Tiles
    from scorer.language.nodes import Node

    Facts = dict[str, bool | int]
    """facts of the situation by their names"""
    Pairs = tuple[tuple[str, str], ...]
    Said = tuple[bool, str, str, str | None, tuple[tuple[str, int], ...], int, int, Pairs]
    """the fields of a situation in their order, without indicators"""
    Shown = tuple[Pointed, int, tuple[str, ...]]
    Where = tuple[str, str, str, str, tuple[str, ...], int, int, Pairs]
    """way to win, round, seat, discarder, circumstances, honba, sticks, pao: as written"""
    Spoken = tuple[str, str, str, str, str, tuple[str, ...], int, int, Pairs, Pairs]
    """hand, way to win, round, seat, discarder, circumstances, honba, sticks, pao, indicators: as written"""
    ReadTiles = Callable[[str], Tiles]


class Situated:
    """One situation as the engine uses it; see the fields."""

    __slots__ = (
        "aside", "award_key", "bonus_key", "claim", "context", "dealer", "discard", "facts", "marks",
        "no_melds", "open", "penalty", "program", "situation", "worth_key",
    )  # fmt: skip

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.facts: Facts = {}
        """every fact of the situation by name"""
        self.program = self.award_key = self.worth_key = self.bonus_key = 0
        """the facts that conditions, awards, payments and bonuses ask, as keys"""
        self.context = self.marks = 0
        """the winds in force, as a number and where rows keep it"""
        self.discard = self.dealer = 0
        self.open: tuple[bool, ...] = ()
        """which shapes may be read"""
        self.aside = 0
        """tiles set aside, as counts"""
        self.claim: frozenset[str] = frozenset()
        """patterns that somebody is liable for"""
        self.penalty = False
        """the win costs instead of earning"""
        self.no_melds: Melds


COUNTERS = {"honba", "sticks"}


class Seated:
    """Who sits where and what lies on the table: what payments ask of a situation."""

    __slots__ = ("facts", "number", "situation")

    def __init__(self, number: int, situation: Situation, facts: Facts) -> None:
        self.number, self.situation, self.facts = number, situation, facts


def said_in(situation: Situation) -> Said:
    """The key of a situation: everything but the indicators."""
    said = situation
    return (
        said.self_draw, said.seat, said.round, said.discarder, said.circumstances, said.honba, said.sticks,
        said.liable,
    )  # fmt: skip


class Situations:
    """Situations by what is said in them."""

    def __init__(self, form: Form, board: Board, facts_at: int) -> None:
        self.form, self.facts_at, self.board, self.ruleset = form, facts_at, board, board.ruleset
        self.of_rules = rules_view(self.ruleset)
        self.marks = tuple((row.context_at + row.start) for row in board.rows if row.mask >> row.context_at)
        self.cores: Memo[Hashable, Situated] = Memo()
        self.tables: Memo[Hashable, Seated] = Memo()
        self.asked = form.worth.asked
        self.numbers = {name: Numbers() for name in ("award", "worth", "bonus")}
        self.table_numbers = Numbers()
        self.asked_by_table = tuple([name for name in self.asked["table"] if name not in COUNTERS])
        self.asks_seat = any(" " in name for name in form.worth.hand_numbers)
        """whether flowers are counted by whose they are"""
        self.asks_counters = form.worth.asks_counters
        self.conditions = dict(self.ruleset.shape_conditions)
        rules = self.ruleset
        self.penalties = [one.when for one in rules.penalties if not asks_tiles(one.when, rules)]

    def taken_apart(self, key: Said) -> tuple[Situated, Seated]:
        """What a situation is to the hand, and who pays; hands that differ in counters share the first."""
        self_draw, seat, round_, discarder, circumstances, honba, sticks, liable = key
        said = Situation(self_draw, seat, round_, discarder, circumstances, (), honba, sticks, liable)
        from_dealer = said.discarder == DEALER
        counted = (said.honba, said.sticks) if self.asks_counters else ()
        made = self.cores.get((*key[:3], from_dealer, key[4], key[7], counted))
        if made is None:
            made = self.cores.keep((*key[:3], from_dealer, key[4], key[7], counted), self._made(said))
        asked = tuple([made.facts[name] for name in self.asked_by_table])
        table = (said.self_draw, said.seat, said.discarder, *key[5:], made.worth_key, asked)
        return made, self.tables.get(table) or self.tables.keep(table, self._seated(said, made.facts))

    def _seated(self, said: Situation, facts: Facts) -> Seated:
        counted = {**facts, "honba": said.honba, "sticks": said.sticks}
        return Seated(self.table_numbers.fresh(), said, counted)

    def _made(self, situation: Situation) -> Situated:
        made = Situated(situation)
        made.facts = facts = situation_facts(situation, self.ruleset)
        view = View(self.ruleset, NO_HAND, situation)
        seat = situation.seat if self.asks_seat else ""
        for name, numbers in self.numbers.items():
            setattr(made, f"{name}_key", numbers[tuple([facts[fact] for fact in self.asked[name]]), seat])
        made.program = self._program(facts)
        made.discard, made.dealer = int(not situation.self_draw), int(situation.seat == DEALER)
        if self.form.given:
            made.context = WINDS.index(situation.seat) * 4 + WINDS.index(situation.round)
        made.marks = sum(made.context << at for at in self.marks)
        made.open = tuple(holds(self.conditions.get(shape.id), view) for shape in self.ruleset.shapes)
        made.penalty = any(holds(when, view) for when in self.penalties)
        made.claim = frozenset(name for name, _ in situation.liable)
        made.aside = sum(self.board.units[tile] for tile in tiles_aside(situation, self.ruleset))
        made.no_melds = self.board.melded(made.context, ())
        return made

    def _program(self, facts: Facts) -> int:
        packed = 0
        for name, position, _ in self.form.conditions.facts:
            packed |= int(facts[name]) << position
        return packed << self.facts_at


MOST_SHOWN = 12
"""tiles of all indicators of a hand"""


class Checked:
    """What was said of a hand, found possible in itself. `closed`: nothing may be called; `checks` are more
    conditions on the hand, some on what lies `beside` its sets.
    """

    __slots__ = ("alone", "beside", "checks", "closed", "made", "open", "situation", "table")

    def __init__(self, situation: Situation, made: Situated, table: Seated) -> None:
        self.situation, self.made, self.table = situation, made, table
        self.alone = made, table
        """the same without what lies on the table"""
        self.closed = self.beside = False
        self.checks: list[Node] = []
        self.open: dict[str, bool] = {}
        """indicators that this situation allows or not"""

    def counting(self, made: Situated, table: Seated) -> Checked:
        """The same with counters on the table."""
        checked = Checked(self.situation, made, table)
        checked.closed, checked.checks, checked.beside = self.closed, self.checks, self.beside
        checked.open, checked.alone = self.open, self.alone
        return checked


class Speech:
    """Situations as they are written, for one ruleset."""

    def __init__(self, board: Board, situations: Situations, read: ReadTiles) -> None:
        self.ruleset, self.board, self.situations, self.read_tiles = board.ruleset, board, situations, read
        self.limits = limits(board)
        self.cores: Memo[Where, Checked] = Memo(self._core)
        self.said: Memo[Where, Checked] = Memo(self._checked)
        self.shown: Memo[Pairs, Shown] = Memo(self._point)
        self.indicators: Memo[tuple[str, str], tuple[Pointed, int, int]] = Memo(self._indicator)

    def _checked(self, said: Where) -> Checked:
        honba, sticks = said[5:7]
        if count_fault("honba", honba, self.ruleset) or count_fault("sticks", sticks, self.ruleset):
            raise Beyond("a number of counters")
        counted = (honba, sticks) if self.situations.asks_counters else (0, 0)
        asked = (*said[:5], *counted, said[7])
        core = self.cores[asked]
        key = said_in(core.situation)
        return core.counting(*self.situations.taken_apart((*key[:5], honba, sticks, key[7])))

    def _core(self, where: Where) -> Checked:
        """What is possible whatever lies on the table."""
        win, round_, seat, discarder, circumstances, honba, sticks, pao = where
        request = Request("", win, round_, seat, discarder, circumstances, {}, honba, sticks, dict(pao))
        situation, faults = situation_of(request, self.ruleset)
        view = View(self.ruleset, NO_HAND, situation)
        if faults or any(seat_faults(view)):
            raise Beyond("a situation that cannot be")
        checked = Checked(situation, *self.situations.taken_apart(said_in(situation)))
        for item in self.ruleset.indicators:  # a condition on the hand is taken not to hold
            asked = [one.node for one in item.requires]
            checked.open[item.id] = all(
                not asks_tiles(node, self.ruleset) and is_met(node, view) for node in asked
            )
        for _, _, requirement in demands(situation, self.ruleset):
            node = requirement.node
            if (node.op, *node.args) == ("fact", "concealed_hand"):
                checked.closed = True
            elif asks_tiles(node, self.ruleset):
                checked.checks.append(node)
                names = [part.args[:1] for part in parts_of(node, self.ruleset)]
                checked.beside |= any((name,) in names for name in BESIDE_SETS)
            elif not is_met(node, view):
                raise Beyond("circumstances that contradict one another")
        return checked

    def allowed(self, checked: Checked, held: int, melds: Melds, winning: int) -> bool:
        """Whether a hand allows what is said of it; `held` are all of its tiles."""
        view = View(self.ruleset, self.board.hand(held, melds, winning), checked.situation)
        return all(is_met(node, view) for node in checked.checks)

    # ---- indicators

    def _point(self, indicators: Pairs) -> Shown:
        """What indicators point at, their tiles as counts, and which there are."""
        pointed: Pointed = ()
        names, seen, count = [], 0, 0
        for said in indicators:
            if said[1]:
                places, units, tiles = self.indicators[said]
                pointed += places
                seen += units
                count += tiles
                names.append(said[0])
        add, guard = self.limits
        if count > MOST_SHOWN or seen + add & guard:
            raise Beyond("too many of a tile")
        return pointed, seen, tuple(names)

    def _indicator(self, said: tuple[str, str]) -> tuple[Pointed, int, int]:
        """What the tiles of one input point at, their counts, and how many there are."""
        name, text = said
        item = next((item for item in self.ruleset.indicators if item.id == name), None)
        tiles = self.read_tiles(text)
        if item is None or any(tile not in self.board.units for tile in tiles):
            raise Beyond("indicators")
        if any(too_many(item, len(tiles), self.situations.of_rules)):
            raise Beyond("too many indicators")
        units = sum([self.board.units[tile] for tile in tiles])
        return self.board.pointers[((name, tiles),)], units, len(tiles)


def limits(board: Board) -> tuple[int, int]:
    """Added to counts, the first number sets a bit of the second where there are too many of a tile."""
    add = guard = 0
    half, tileset = board.tile_mask + 1 >> 1, board.tileset
    for kind, at in board.shift.items():
        add |= half - 1 - tileset.kinds[kind].copies << at
        guard |= half << at
    for kind, at in board.red_at.items():
        add |= 7 - tileset.red_copies(kind) << at
        guard |= 8 << at
    jokers = sum(tileset.kinds[kind].copies for kind in board.jokers)
    return add | 7 - min(7, jokers) << board.joker_at, guard | 8 << board.joker_at
