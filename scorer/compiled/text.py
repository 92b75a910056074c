"""Notation straight to packed hands: plainly legal inputs only, the readable evaluator takes any other.

A hand is cut into pieces (`406p`, `(345m)`), and every piece is read once. Sums tell the rest: how many
tiles there are, and with a spare bit above each count whether there are too many of one.
"""

from __future__ import annotations

import re
from itertools import groupby

from scorer.compiled.legality import Speech, limits
from scorer.compiled.memo import Memo
from scorer.compiled.rows import Beyond
from scorer.engine.request import callable_kinds
from scorer.hand import LONGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorer.compiled.legality import Spoken as Spoken
    from scorer.compiled.rows import Row
    from scorer.compiled.situations import Seated, Situated, Situations
    from scorer.compiled.tiles import Board, Called, Melds, Pointed, Tiles
    from scorer.hand import Request

    Packed = tuple[int, Melds, int, bool, Situated, Seated, Pointed]
    """the tiles, the winning one among them; melds; the winning tile and whether it is red; situation; table;
    what indicators point at
    """

MELD = re.compile(r"[(\[][^()\[\]]*[)\]]")


class Reader:
    """Reads hands in notation for one ruleset."""

    def __init__(self, board: Board, situations: Situations) -> None:
        self.board, ruleset = board, board.ruleset
        self.kinds = board.tileset.kinds
        self.writing = Writing(board)
        self.tile_of = {code: (tile.kind, tile.red) for code, tile in board.tileset.pieces.items()}
        order = self.writing.order()
        self.letters = [*order, *sorted({text[-1] for text in self.tile_of} - {*order})]
        self.count_at = board.end
        self.in_order = bool(order)
        self.alike = min((board.tile_mask >> 1) - 1, 6)
        """how many digits of a piece must repeat before a count can leave its place"""
        self.flowers = {text[-1] for text, tile in self.tile_of.items() if tile[0] in board.flower_bit}
        self.tiles_mask = (1 << self.count_at) - 1
        self.add, self.guard = limits(board)
        tables = ruleset.set_tables
        self.kind_of = {
            (len(tiles), tuple(sorted(tiles))): kind.id
            for kind in reversed(ruleset.kinds)
            for tiles in tables.tuples[kind.id]
        }
        self.declared, self.callable = frozenset(tables.declared), frozenset(callable_kinds(ruleset))
        self.sizes = board.sizes
        self.suits = [(letter, self._suit(letter)) for letter in self.letters]
        self.winning: Memo[str, tuple[int, int, bool]] = Memo(self._winning, 256)
        self.called: Memo[str, Called] = Memo(self._called)
        self.speech = Speech(board, situations, self._loose_tiles)
        self.said, self.shown = self.speech.said, self.speech.shown

    def read(self, said: Spoken) -> Packed:
        """The packed hand and its situation. Raises Beyond for anything that is not plainly legal."""
        text = said[0]
        if " " in text or "," in text or len(text) > LONGEST:
            text = _joined(text)
        checked = self.said[said[1:-1]]
        pointed, seen, names = self.shown[said[-1]]
        if names and not all(map(checked.open.__getitem__, names)):
            raise Beyond("indicators that the situation does not allow")
        loose, plus, last = text.partition("+")
        if not plus:
            loose, last = self._last_written(text)
        melds, whole = checked.made.no_melds, 0
        if "(" in loose or "[" in loose:
            loose, melds = self.split(loose, checked.made.context)
            whole = melds.whole
        unit, winning, red = self.winning[last]
        tiles = self.concealed(loose) + unit
        if (tiles >> self.count_at) + self.board.set_size * melds.count not in self.sizes:
            raise Beyond("the number of tiles")
        tiles &= self.tiles_mask
        held = tiles + whole
        if (held + self.add | held + seen + checked.made.aside + self.add) & self.guard:
            raise Beyond("too many of a tile")
        if checked.closed and not melds.concealed:
            raise Beyond("a closed hand is needed")
        if checked.checks and not self.speech.allowed(checked, held, melds, winning):
            raise Beyond("a circumstance that the hand does not allow")
        return tiles, melds, winning, red, checked.made, checked.table, pointed

    # ---- the hand

    def _suit(self, letter: str) -> Memo[str, int]:
        """What the digits before a letter stand for."""
        tiles = {text[:-1]: tile for text, tile in self.tile_of.items() if text[-1] == letter}
        faces = {digit: self._face(tile) for digit, tile in tiles.items()}
        return Memo(lambda digits: self._piece(faces, letter, digits))

    def _face(self, tile: tuple[int, bool]) -> int:
        """What a tile adds to a piece; a flower, which lies beside the hand, is none of its number."""
        unit: int = self.board.units[tile]
        return unit if tile[0] in self.board.flower_bit else unit + (1 << self.count_at)

    def concealed(self, loose: str) -> int:
        """The tiles outside of brackets, and above them how many."""
        try:
            return self._added(loose)
        except Beyond:
            return self._added(self._gathered(loose))

    def _added(self, loose: str) -> int:
        """The tiles of a text that has one piece for each letter, in the order of the letters."""
        tiles, rest = 0, loose
        for letter, pieces in self.suits:
            digits, found, behind = rest.partition(letter)
            if found:
                tiles += pieces[digits]
                rest = behind
        if rest:
            raise Beyond("more than one piece of a letter")
        return tiles

    def _gathered(self, loose: str) -> str:
        """One piece for each letter in their order, where one was written in several or they in another."""
        digits, begin = dict.fromkeys(self.letters, ""), 0
        for at, sign in enumerate(loose):
            if sign in digits:
                if at == begin:
                    raise Beyond("no digits")
                digits[sign] += loose[begin:at]
                begin = at + 1
        return "".join([digits[letter] + letter for letter in self.letters if digits[letter]]) + loose[begin:]

    def _last_written(self, text: str) -> tuple[str, str]:
        """Without `+` the last concealed tile written has won."""
        if len(text) < 3 or text[-1] in ")]":
            raise Beyond("no winning tile")
        rest = text[:-2] + text[-1] if text[-3].isdigit() else text[:-2]
        return rest, text[-2:]

    def _piece(self, faces: dict[str, int], letter: str, digits: str) -> int:
        """The tiles of a piece, and above them how many."""
        if not digits or len(digits) > 15:
            raise Beyond("a piece that is no tiles")
        try:
            packed: int = sum([faces[digit] for digit in digits])
        except KeyError as error:
            raise Beyond("a piece that is no tiles") from error
        alike = len(digits) - len(set(digits))
        if alike and letter in self.flowers:
            raise Beyond("too many of a flower")
        if alike >= self.alike:
            self._count(digits + letter)
        return packed

    def _count(self, text: str) -> None:
        """Refuses so many of a tile that its count would run into the next one's."""
        kinds = [kind for kind, _ in self._tiles(text)]
        if any(kinds.count(kind) > self.kinds[kind].copies for kind in set(kinds)):
            raise Beyond("too many of a tile")

    def _loose_tiles(self, text: str) -> tuple[tuple[int, bool], ...]:
        """Tiles alone, in the order written."""
        plain = _joined(text)
        for letter in self.letters:
            plain = plain.replace(letter, letter + " ")
        return tuple([tile for piece in plain.split() for tile in self._tiles(piece)])

    def _tiles(self, text: str) -> tuple[tuple[int, bool], ...]:
        digits, letter = text[:-1], text[-1:]
        if not digits:
            raise Beyond("no digits")
        try:
            return tuple([self.tile_of[digit + letter] for digit in digits])
        except KeyError as error:
            raise Beyond("a piece that is no tiles") from error

    def _winning(self, text: str) -> tuple[int, int, bool]:
        if text not in self.tile_of or text[-1] in self.flowers:
            raise Beyond("no winning tile")
        kind, red = self.tile_of[text]
        unit: int = self.board.units[kind, red] + (1 << self.count_at)
        return unit, kind, red

    def split(self, loose: str, context: int) -> tuple[str, Melds]:
        """The tiles and the melds; one look finds those that stand behind all tiles, as they mostly do."""
        if loose[-1] not in ")]":
            loose = self._melds_last(loose)
        at, concealed = loose.find("("), loose.find("[")
        if at < 0 or 0 <= concealed < at:
            at = concealed
        melds = [self.called[part] for part in loose[at:].replace("]", "])").split(")")[:-1]]
        made = self.board.melds[context, tuple(melds)]
        if made.whole + self.add & self.guard or len(melds) > 6:
            raise Beyond("too many of a tile")
        return loose[:at], made

    def _melds_last(self, text: str) -> str:
        """The same hand with its melds behind all tiles."""
        pieces, melds = MELD.split(text), MELD.findall(text)
        if not melds or any(piece and piece[-1] not in self.letters for piece in pieces):
            raise Beyond("a bracket or a letter is missing")
        return "".join([*pieces, *melds])

    def _called(self, text: str) -> Called:
        """A set in brackets, without a closing round one."""
        concealed = text[:1] == "["
        inside = text[1:-1] if concealed else text[1:]
        if text[:1] not in "([" or concealed != (text[-1:] == "]") or len(inside) > 15:
            raise Beyond("no set")
        tiles = tuple(sorted(self._tiles(inside), key=lambda tile: (tile[0], not tile[1])))
        name = self.kind_of.get((len(tiles), tuple([kind for kind, _ in tiles])))
        allowed = name in self.declared if concealed else name in self.callable
        if name is None or not allowed:
            raise Beyond("no set that may be called")
        return self.board.called[name, tiles, concealed]


def _joined(text: str) -> str:
    """The text without the spaces and commas between groups."""
    chunks = text.replace(",", " ").split(" ")
    if len(text) > LONGEST or any(chunk[-1].isdigit() for chunk in chunks if chunk):
        raise Beyond("digits without a suit")
    return "".join(chunks)


def spoken(request: Request) -> Spoken:
    """A request as the quick reader takes it."""
    return (
        request.hand, request.win, request.round, request.seat, request.discarder, tuple(request.with_),
        request.honba, request.sticks, tuple(request.pao.items()), tuple(request.indicators.items()),
    )  # fmt: skip


# ---- packed hands and groups back to canonical notation

FEW = 5
"""Tiles of a row that are written at once: as few look alike in most rows."""


class Writing:
    """Writes the tiles of one ruleset; what was written once is remembered."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.code = {(kind.index, False): kind.code for kind in board.tileset.kinds}
        self.code |= {(kind, True): "0" + self.code[kind, False][-1] for kind in board.red_at}
        self.parts = [[self._part(*run) for run in self._runs(row)] for row in board.rows]
        self.sets: Memo[Tiles, str] = Memo(self._set)
        self.beside_mask = sum(board.flower_bit.values()) | 15
        self.beside: Memo[int, str] = Memo(self._beside, 1024)

    def text(self, tiles: Iterable[tuple[int, bool]]) -> str:
        """Tiles in the order given, digits joined before one letter."""
        text, before = "", ""
        for tile in tiles:
            code = self.code[tile]
            text = text[:-1] + code if code[-1] == before else text + code
            before = code[-1]
        return text

    def _set(self, tiles: Tiles) -> str:
        return self.text(sorted(tiles, key=lambda tile: (tile[0], not tile[1])))

    def _runs(self, row: Row) -> list[tuple[str, list[int]]]:
        """The kinds of a row by their letters, few at a time."""
        found = [(letter, list(kinds)) for letter, kinds in groupby(row.kinds, self._letter)]
        return [(letter, kinds[at : at + FEW]) for letter, kinds in found for at in range(0, len(kinds), FEW)]

    def order(self) -> tuple[str, ...]:
        """The letters of rows in the order in which they are written; none where one is written twice."""
        every = [letter for row in self.board.rows for letter, _ in groupby(row.kinds, self._letter)]
        return tuple(every) if len(set(every)) == len(every) else ()

    def _letter(self, kind: int) -> str:
        return str(self.code[kind, False][-1])

    def _part(self, letter: str, kinds: list[int]) -> tuple[str, int, Memo[int, str]]:
        """A letter, where the tiles of these kinds stand in a hand, and a memo of what they look like."""
        board, mask = self.board, 0
        for kind in kinds:
            mask |= board.tile_mask << board.shift[kind]
            if kind in board.red_at:
                mask |= 15 << board.red_at[kind]
        return letter, mask, Memo(lambda tiles: self._some(kinds, tiles) + letter, 1024)

    def _some(self, kinds: list[int], tiles: int) -> str:
        """The digits of tiles of one letter, red ones first among their kind."""
        board, digits = self.board, ""
        for kind in kinds:
            count = tiles >> board.shift[kind] & board.tile_mask
            reds = tiles >> board.red_at[kind] & 15 if kind in board.red_at else 0
            digits += "0" * reds + self.code[kind, False][:-1] * (count - reds)
        return digits

    def row(self, row: Row, tiles: int) -> str:
        """The tiles of one row of a hand."""
        text = before = ""
        for letter, mask, memo in self.parts[row.number]:
            own = tiles & mask
            if own:
                text = text[:-1] + memo[own] if letter == before else text + memo[own]
                before = letter
        return text

    def concealed(self, tiles: int) -> str:
        """Tiles outside of melds, behind the rows jokers and flowers."""
        return (
            "".join([self.row(row, tiles) for row in self.board.rows])
            + self.beside[tiles >> self.board.top & self.beside_mask]
        )

    def _beside(self, code: int) -> str:
        """Jokers and flowers, by what the tiles show above the rows."""
        flowers = [(kind, False) for kind, bit in self.board.flower_bit.items() if code & bit]
        return self.text([(joker, False) for joker in self.board.jokers[:1]] * (code & 15) + flowers)
