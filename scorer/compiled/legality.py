"""What is said of a hand, found possible or left to the readable evaluator, which names the faults."""

from __future__ import annotations

from scorer.compiled.groups import STATES, selector
from scorer.compiled.memo import Memo
from scorer.compiled.scoring import Beyond
from scorer.compiled.trees import evaluate, leaves
from scorer.request import MOST_CIRCUMSTANCES, MOST_COUNTERS, WINDS, WINS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scorer.compiled.situations import Seated, Situated, Situations
    from scorer.compiled.tiles import Board, Melds

    Form = dict[str, Any]
    Shown = tuple[tuple[tuple[int, int], ...], int, tuple[str, ...]]
    Pairs = tuple[tuple[str, str], ...]
    Spoken = tuple[str, str, str, str, str, tuple[str, ...], int, int, Pairs, Pairs]
    """hand, way to win, round, seat, discarder, circumstances, honba, sticks, pao, indicators: as written"""
    Plain = tuple[bool, str, str, str | None, tuple[tuple[str, int], ...]]
    """self-draw, seat, round, discarder, circumstances"""
    ReadTiles = Callable[[str], tuple[tuple[int, bool], ...]]


class Checked:
    """What was said of a hand, found possible in itself; `checks` are conditions on the hand."""

    __slots__ = ("checks", "closed", "made", "open", "table")

    def __init__(self, made: Situated, table: Seated) -> None:
        self.made, self.table = made, table
        self.closed = False
        self.checks: list[Any] = []
        self.open: dict[str, bool] = {}
        """indicators that this situation allows or not"""


class Speech:
    """Situations as they are written, for one ruleset."""

    def __init__(self, form: Form, board: Board, situations: Situations, read: ReadTiles) -> None:
        self.form, self.board, self.situations, self.read_tiles = form, board, situations, read
        self.limits = limits(form, board)
        self.cores: Memo[Any, tuple[Checked, Plain]] = Memo(self._core)
        self.said: Memo[Any, Checked] = Memo(self._checked)
        self.shown: Memo[Any, Shown] = Memo(self._point)
        self.indicators: Memo[tuple[str, str], Any] = Memo(self._indicator)
        self.legal = [self._measure(measure) for measure in form["legal"]]

    def _checked(self, said: tuple[Any, ...]) -> Checked:
        *where, honba, sticks, pao = said
        for name, count in (("honba", honba), ("sticks", sticks)):
            most = MOST_COUNTERS if name in self.form["on_table"] else 0
            if type(count) is not int or not 0 <= count <= most:
                raise Beyond("a number of counters")
        if pao:
            raise Beyond("liability")
        counted = (honba, sticks) if self.situations.asks_counters else (0, 0)
        asked = (*where, *counted)
        core, plain = self.cores[asked]
        checked = Checked(*self.situations.taken_apart((*plain, honba, sticks, ())))
        checked.open, checked.closed, checked.checks = core.open, core.closed, core.checks
        return checked

    def plain(self, said: Spoken) -> Plain:
        """What is said of a situation, counters left out and defaults filled in."""
        counted = said[6:8] if self.situations.asks_counters else (0, 0)
        asked = (*said[1:6], *counted)
        return self.cores[asked][1]

    def _core(self, where: tuple[Any, ...]) -> tuple[Checked, Plain]:
        """What is possible whatever the counters, and the situation without them."""
        win, round_, seat, discarder, circumstances, honba, sticks = where
        self_draw, own_seat, own_round = self.form["default"]
        if win:
            if win not in WINS:
                raise Beyond("the way to win")
            self_draw = WINS[win]
        seat, round_ = self._wind(seat, own_seat), self._wind(round_, own_round)
        discarder = self._wind(discarder, "") or None
        self._seats(self_draw, seat, discarder)
        given = tuple(self._circumstance(text) for text in circumstances)
        if len({name for name, _ in given}) < len(given) or len(given) > MOST_CIRCUMSTANCES:
            raise Beyond("a circumstance twice")
        plain = (self_draw, seat, round_, discarder, given)
        checked = Checked(*self.situations.taken_apart((*plain, honba, sticks, ())))
        for name, _, _, requires in self.form["indicators"]:
            checked.open[name] = all(self._known(tree, checked) for tree in requires)
        for name, number in given:
            if number:
                self._require(checked, self._named("circumstances", name)[5])
        return checked, plain

    def _wind(self, text: str, default: str) -> str:
        wind = text or default
        if (wind and wind not in WINDS) or len(wind) > 1:
            raise Beyond("a wind")
        return wind

    def _seats(self, self_draw: bool, seat: str, discarder: str | None) -> None:
        seats = WINDS[: self.form["players"]]
        if seat not in seats or (discarder and (discarder not in seats or self_draw or discarder == seat)):
            raise Beyond("a seat")

    def _circumstance(self, text: str) -> tuple[str, int]:
        name, equals, number = text.partition("=")
        item = self._named("circumstances", name)
        if not equals:
            return name, 1
        if not item[2] or not number.isdigit() or not number.isascii() or not int(number[:5]) <= item[3]:
            raise Beyond("a circumstance's number")
        return name, int(number)

    def _named(self, section: str, name: str) -> Any:
        for item in self.form[section]:
            if item[0] == name:
                return item
        raise Beyond(f"'{name}' among {section}")

    @staticmethod
    def _known(tree: Any, checked: Checked) -> bool:
        """Whether a condition holds by the situation alone; one on the hand is taken not to."""
        return all(leaf[0] == "S" for leaf in leaves(tree)) and _is_possible(tree, checked)

    def _point(self, indicators: tuple[tuple[str, str], ...]) -> Shown:
        """What indicators point at, their tiles as counts, and which there are."""
        pointed: tuple[tuple[int, int], ...] = ()
        names, seen, count = [], 0, 0
        for said in indicators:
            if said[1]:
                places, units, tiles = self.indicators[said]
                pointed += places
                seen += units
                count += tiles
                names.append(said[0])
        add, guard = self.limits
        if count > 12 or seen + add & guard:
            raise Beyond("too many of a tile")
        return pointed, seen, tuple(names)

    def _indicator(self, said: tuple[str, str]) -> tuple[tuple[tuple[int, int], ...], int, int]:
        """What the tiles of one input point at, their counts, and how many there are."""
        name, text = said
        item, tiles = self._named("indicators", name), self.read_tiles(text)
        if len(tiles) > item[2] or any(tile not in self.board.units for tile in tiles):
            raise Beyond("indicators")
        units = sum([self.board.units[tile] for tile in tiles])
        return self.board.pointers[((name, tiles),)], units, len(tiles)

    def _require(self, checked: Checked, trees: tuple[Any, ...]) -> None:
        """Conditions on the situation are asked now, those on the hand with every hand."""
        for tree in trees:
            if all(leaf[0] == "S" for leaf in leaves(tree)):
                if not _is_possible(tree, checked):
                    raise Beyond("circumstances that contradict one another")
            elif tree[0] == "not" and tree[1][0] == "Z" and self.form["legal"][tree[1][1]] == CLOSED:
                checked.closed = True
            else:
                checked.checks.append(tree)

    # ---- conditions of legality on the hand

    def allowed(self, checked: Checked, held: int, melds: Melds, winning: int) -> bool:
        given = self.board.groups.masks(checked.made.context)
        counts = _Counts(self.legal, (held, melds, winning, given))
        env = {"S": checked.made.facts, "F": counts, "Z": counts}
        try:
            return all(evaluate(tree, env) for tree in checked.checks)
        except KeyError as error:
            raise Beyond("a condition that needs a reading") from error

    def _measure(self, measure: tuple[Any, ...]) -> Any:
        """How a counter that legality asks is worked out without a reading."""
        name, *of = measure
        if name == "melds":
            test = selector(of[0])
            return lambda held, melds, winning, given: sum(
                bool(test(kind, _mask(tiles), _flags(concealed), given))
                for kind, tiles, concealed in melds.melds
            )
        if name == "own":
            return lambda held, melds, winning, given: (
                held >> self.board.shift[winning] & self.board.tile_mask
            )
        if name in ("kinds", "tiles"):
            return lambda held, melds, winning, given: sum(
                min(count, 1) if name == "kinds" else count
                for kind, at in self.board.shift.items()
                if (count := held >> at & self.board.tile_mask) and of[0] >> kind & 1
            )
        return None


def limits(form: Form, board: Board) -> tuple[int, int]:
    """Added to counts, the first number sets a bit of the second where there are too many of a tile."""
    add = guard = 0
    half = 1 << form["width"] - 1
    for kind, at in board.shift.items():
        add |= half - 1 - form["tiles"][kind]["copies"] << at
        guard |= half << at
    for kind, at in board.red_at.items():
        add |= 7 - form["tiles"][kind]["red"] << at
        guard |= 8 << at
    jokers = sum(form["tiles"][kind]["copies"] for kind in board.jokers)
    return add | 7 - min(7, jokers) << board.joker_at, guard | 8 << board.joker_at


CLOSED = ("melds", ("state", "called"))


def _is_possible(tree: Any, checked: Checked) -> bool:
    """Whether a condition on the situation holds, or may where nobody is said to have discarded."""
    facts = checked.made.facts
    if evaluate(tree, {"S": facts}):
        return True
    unsaid = checked.table.situation.may_be_from_dealer
    return unsaid and bool(evaluate(tree, {"S": {**facts, "from_dealer": True}}))


class _Counts:
    """Counters of a hand, worked out as they are asked."""

    def __init__(self, measures: list[Any], hand: tuple[Any, ...]) -> None:
        self.measures, self.hand = measures, hand

    def __getitem__(self, place: int) -> int:
        measure = self.measures[place]
        if measure is None:
            raise KeyError(place)
        return int(measure(*self.hand))


def _mask(tiles: tuple[tuple[int, bool], ...]) -> int:
    mask = 0
    for kind, _ in tiles:
        mask |= 1 << kind
    return mask


def _flags(concealed: bool) -> int:
    return STATES["concealed"] if concealed else STATES["called"]
