"""What is said of a hand, found possible or left to the readable evaluator, which names the faults."""

from __future__ import annotations

from scorer.compiled.memo import Memo
from scorer.compiled.rows import Beyond
from scorer.compiled.situations import said_in
from scorer.engine.evaluate import BESIDE_SETS, NO_HAND, View, asks_tiles, parts_of
from scorer.engine.request import count_fault, demands, is_met, seat_faults, situation_of, too_many
from scorer.hand import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scorer.compiled.situations import Seated, Situated, Situations
    from scorer.compiled.tiles import Board, Melds, Pointed, Tiles
    from scorer.hand import Situation
    from scorer.language.nodes import Node

    Shown = tuple[Pointed, int, tuple[str, ...]]
    Pairs = tuple[tuple[str, str], ...]
    Where = tuple[str, str, str, str, tuple[str, ...], int, int, Pairs]
    """way to win, round, seat, discarder, circumstances, honba, sticks, pao: as written"""
    Spoken = tuple[str, str, str, str, str, tuple[str, ...], int, int, Pairs, Pairs]
    """hand, way to win, round, seat, discarder, circumstances, honba, sticks, pao, indicators: as written"""
    ReadTiles = Callable[[str], Tiles]

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
        for item in self.ruleset.indicators:
            checked.open[item.id] = all(self._is_sure(one.node, view) for one in item.requires)
        for _, _, requirement in demands(situation, self.ruleset):
            self._require(checked, requirement.node, view)
        return checked

    def _is_sure(self, node: Node, view: View) -> bool:
        """Whether a condition holds by the situation alone; one on the hand is taken not to."""
        return not asks_tiles(node, self.ruleset) and is_met(node, view)

    def _require(self, checked: Checked, node: Node, view: View) -> None:
        """Conditions on the situation are asked now, those on the hand with every hand."""
        if (node.op, *node.args) == ("fact", "concealed_hand"):
            checked.closed = True
        elif asks_tiles(node, self.ruleset):
            checked.checks.append(node)
            parts = parts_of(node, self.ruleset)
            checked.beside |= any(part.args[:1] in ((name,) for name in BESIDE_SETS) for part in parts)
        elif not is_met(node, view):
            raise Beyond("circumstances that contradict one another")

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
