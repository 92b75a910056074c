"""Numbers that are worked out only when a condition hangs on them: what a hand waits for."""

from __future__ import annotations

from scorer.compiled.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorer.compiled.conditions import Conditions
    from scorer.compiled.readings import Readings
    from scorer.compiled.situations import Situated
    from scorer.compiled.tiles import Board, Melds


EXPOSED = "exposed"


class Waits:
    """What would complete a hand in place of its winning tile."""

    def __init__(self, board: Board, conditions: Conditions, readings: Readings) -> None:
        self.board, self.conditions, self.readings = board, conditions, readings
        self.memo: Memo[Any, tuple[int, ...]] = Memo()
        self.sorts: tuple[tuple[str, int], ...] = board.form["late_sorts"]
        self.asks_winning = any(sort == EXPOSED for sort, _ in self.sorts)

    def late(self, tiles: int, melds: Melds, winning: int, made: Situated) -> tuple[int, ...]:
        """The late numbers in the order of the program: how many waits, then those of the form."""
        rest = tiles - self.board.units[winning, False]
        won = winning if self.asks_winning else -1
        key = (rest, melds.called, made.program, made.discard, made.context, won)
        return self.memo.get(key) or self.memo.keep(key, self._late(rest, melds, winning, made))

    def _late(self, rest: int, melds: Melds, winning: int, made: Situated) -> tuple[int, ...]:
        waits = self.waits(rest, melds, made)
        return (len(waits), *(self._number(*sort, rest, melds, winning, made, waits) for sort in self.sorts))

    def _number(
        self,
        sort: str,
        place: int,
        rest: int,
        melds: Melds,
        winning: int,
        made: Situated,
        waits: tuple[int, ...],
    ) -> int:
        """A late number: how many of the winning tile lie in called sets, or whether every wait is such."""
        if sort == EXPOSED:
            called = (tiles for _, tiles, concealed in melds.melds if not concealed)
            return sum(tile[0] == winning for tiles in called for tile in tiles)
        program = self.conditions.late_programs[place]
        return int(all(self._holds(program, rest, kind, melds, made) for kind in waits))

    def waits(self, rest: int, melds: Melds, made: Situated) -> tuple[int, ...]:
        """The kinds that complete these tiles; one held wholly can come only where waits are formal."""
        board, held = self.board, rest + melds.whole
        formal, kinds = board.ruleset.formal_waits, board.tileset.kinds
        return tuple(
            kind
            for kind, at in board.shift.items()
            if (formal or held >> at & board.tile_mask < kinds[kind].copies)
            and self._completes(rest + board.units[kind, False], melds, made)
        )

    def _completes(self, tiles: int, melds: Melds, made: Situated) -> bool:
        """Whether some shape can be filled; only numbers of sets, pairs and singles matter."""
        board = self.board
        if board.jokers and tiles >> board.joker_at & 15:
            return self.readings.jokers.complete(tiles, melds)
        for shape in board.shapes:
            base = melds.bases[shape.place]
            if base < 0 or not shape.may_be(tiles):
                continue
            reached = {base & board.valid_mask}
            for row, memo in zip(board.rows, shape.every, strict=True):
                sums = {entry[0] & board.valid_mask for entry in memo[tiles >> row.start & row.counts_mask]}
                reached = {total + more for total in reached for more in sums}
            if shape.value in reached:
                return True
        return False

    def _holds(self, program: Any, rest: int, kind: int, melds: Melds, made: Situated) -> bool:
        """Whether a condition holds in some reading with this tile as the winning one."""
        board = self.board
        tiles = rest + board.units[kind, False]
        return any(
            program.run(self.conditions.inputs(self.conditions.asked(found.total, made)))[0]
            for found in self.readings.found(tiles, melds, kind, made, any_shape=True)
        )
