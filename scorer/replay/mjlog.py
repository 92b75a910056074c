"""Reads the XML of mjlog: flat elements, one for each event.

There is no official description. Sources: NegativeMjark/tenhou-log (MIT), kobalab's notes of 2017-02-25 and
2017-02-28, mthrok/tenhou-log-utils (MIT). The elements are flat, so a tokenizer is enough, and entities and
nesting cannot do any harm.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from urllib.parse import unquote

from scorer.message import Message, Text
from scorer.replay.drafts import START as START_OF_DEAL
from scorer.replay.drafts import DealDraft, Unreadable, begin_without_start, finished_deals, integer
from scorer.replay.game import (
    DISCARD,
    DRAW,
    NO_ROUND,
    ClaimedDraw,
    ClaimedSet,
    ClaimedWin,
    Event,
    Game,
    Trouble,
    letter,
)
from scorer.replay.limits import note_trouble, refuse
from scorer.replay.tenhou6 import lobby_notes

ELEMENT = re.compile(r"<(?=(/?[A-Za-z]+\d*))\1([^<>]*)>")
"""An element. What the first group finds is taken whole: shorter names would be tried if there is no '>'."""
START = re.compile(r"<(mjloggm|INIT|GO)\b")
OPEN, CLOSED, DEAL = "mjloggm", "/mjloggm", "INIT"
ATTRIBUTE = re.compile(r"""\b(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)", re.DOTALL)
DRAWS, DISCARDS = "TUVW", "DEFG"
SUITS = "mpsz"
SEATS = 4
"""Deals are counted with four dealers a round and seats are numbered 0 to 3, with three players too."""
NO_RED, THREE = 0x2, 0x10
COPIES = 4
RED = {16, 52, 88}
"""The first copy of each five, unless the table has no red fives."""
PLAIN_CODES = tuple(f"{kind % 9 + 1}{SUITS[kind // 9]}" for kind in range(34) for _ in range(COPIES))
RED_CODES = tuple(f"0{code[1]}" if number in RED else code for number, code in enumerate(PLAIN_CODES))
RED_BY_TEXT = {str(number): code for number, code in enumerate(RED_CODES)}
PLAIN_BY_TEXT = {str(number): code for number, code in enumerate(PLAIN_CODES)}
IGNORED = {"SHUFFLE", "BYE", OPEN, CLOSED}
HUNDRED = 100
HAND = 13
EMPTY = ("", "/")
"""What an element without attributes has after its name."""
Move = tuple[str, int, str]
"""A draw or a discard: its kind, the player, and the code of the tile."""


@lru_cache(maxsize=8)
def moves_of(seats: tuple[int, ...], has_red: bool) -> dict[str, Move]:
    """What the elements of draws and discards mean, by their texts: `T12/>`, `d135/>`."""
    codes = RED_CODES if has_red else PLAIN_CODES
    found: dict[str, Move] = {}
    for kind, letters in ((DRAW, DRAWS), (DISCARD, DISCARDS)):
        for player, seat in enumerate(seats):
            for number, code in enumerate(codes):
                for letter_of in (letters[seat], letters[seat].lower()):
                    found[f"{letter_of}{number}/>"] = (kind, player, code)
    return found


def is_mjlog(text: str) -> bool:
    """Whether a text is a log in this format."""
    return text.startswith("<") and START.search(text) is not None


def is_damaged_mjlog(text: str) -> bool:
    """Whether a text that is not in any format has elements of this one."""
    return START.search(text) is not None


def read(text: str) -> list[Game]:
    """The games of a log; each begins with a head. Raises InputError if the log holds entities."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise refuse(Message("file declares entities"))
    plain = COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    bounds = [0, *_later_heads(plain), len(plain)]
    return [MjlogReader(plain, *span).game() for span in pairwise(bounds)]


def _later_heads(text: str) -> Iterator[int]:
    """Where heads begin that come after a deal."""
    has_deal = False
    for match in START.finditer(text):
        if has_deal and match[1] != DEAL:
            yield match.start()
        has_deal = match[1] == DEAL


class MjlogReader:
    """Reads the elements of one game in order: those from a place in the text to another one."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.codes = RED_CODES
        self.drafts: list[DealDraft] = []
        self.open: DealDraft | None = None
        """the last deal, until its result is read"""
        self.names_of_elements: set[str] = set()
        self.troubles: list[Trouble] = []
        self.notes: dict[str, object] = {}
        self.names: tuple[str, ...] = ()
        self.seats: tuple[int, ...] = tuple(range(SEATS))
        """the seats at the table; with three players one of them is empty"""
        self.dealer: int | None = None
        """the seat of the first dealer, if it is written before the first deal"""
        self.ends: tuple[list[float], ...] = ()
        self.dealt_numbers: list[str] = []
        """the numbers of the tiles that were dealt or turned over in the last deal"""
        self.moves_of_deal: list[str] = []

    def game(self) -> Game:
        end = following = self.start
        moves = self._moves()
        for piece in self.text[self.start : self.end].split("<"):
            place, following = following - 1, following + len(piece) + 1
            if place < end:  # a part of an element that has been read
                continue
            move = moves.get(piece.rstrip())
            if move and place == end and self.open:
                self.open.add(Event(*move, (), -1, place))
                self.moves_of_deal.append(piece.partition("/")[0])
                end = following - 1
                continue
            match = ELEMENT.search(self.text, end, self.end)
            if match is None:
                break
            start, before = match.start(), end
            if start != before and self.text[before:start].strip():
                self._trouble(Message("not an element", self.text[before:start].strip()[:20]), before)
            end = match.end()
            try:
                self._element(match[1], match[2], start)
            except Unreadable as error:
                self._trouble(error.message, start)
            moves = self._moves()
        rest = self.text[end : self.end].strip()
        is_last = self.end == len(self.text)
        names = self.names_of_elements
        if rest:
            self._trouble(Message("file ends in element"), end)
        elif is_last and OPEN in names and CLOSED not in names and not self.open:
            message = Message("file without end", f"</{OPEN}>")
            self.troubles.append(Trouble(message, 0, end))
        scores = tuple(map(int, self.ends[0])) if self.ends else None
        return Game(
            "mjlog", len(self.seats), finished_deals(self.drafts), self.notes, self.names, scores,
            tuple(self.ends[1]) if self.ends else None, tuple(self.troubles), "byte",
        )  # fmt: skip

    def _moves(self) -> dict[str, Move]:
        return moves_of(self.seats, self.codes is RED_CODES)

    def _trouble(self, message: Text, place: int) -> None:
        if self.drafts:
            self.drafts[-1].trouble(message, place)
        else:
            note_trouble(self.troubles, Trouble(message, 0, place))

    def _element(self, element: str, text: str, place: int) -> None:
        name = element.rstrip(string.digits)
        number = element[len(name) :]
        self.names_of_elements.add(name)
        if name.startswith("/"):  # the end of an element
            return
        attributes = Attributes(name, text)
        if attributes.rest and name not in IGNORED:
            self._trouble(Message("no attribute in element", name, number, attributes.rest[:20]), place)
        if number and len(name) == 1 and name.upper() in DRAWS + DISCARDS:
            kind, seats = (DRAW, DRAWS) if name.upper() in DRAWS else (DISCARD, DISCARDS)
            player, tile = self._seat(seats.index(name.upper())), self._tile(number)
            self._current(place).add(Event(kind, player, tile, (), -1, place))
            self.moves_of_deal.append(element)
            return
        read = ELEMENTS.get(name + number)
        if read:
            read(self, attributes, place)
        elif name not in IGNORED:
            raise Unreadable(Message("unknown element", name, number))

    def _current(self, place: int) -> DealDraft:
        """The deal that events belong to. Without a start before them, it is a deal of its own."""
        if self.open is None:
            message = Message("deal without start", "INIT")
            self.open = begin_without_start(self.drafts, message, place)
        return self.open

    def _draft_of_result(self, attributes: Attributes, place: int) -> DealDraft:
        """The deal of a result. A second winner follows the first."""
        draft = self.drafts[-1] if self.open is None and self.drafts else self._current(place)
        if self.open:
            hidden = attributes.text("doraHaiUra").split(",") if attributes.has("doraHaiUra") else []
            self._check_numbers(draft, hidden)
        self.open = None
        return draft

    def _check_numbers(self, draft: DealDraft, hidden_indicators: Sequence[str]) -> None:
        """Tells of a tile that comes twice: each has a number of its own."""
        drawn = [move[1:] for move in self.moves_of_deal if move[0] in DRAWS]
        known = [*self.dealt_numbers, *drawn, *hidden_indicators]
        if len(set(known)) == len(known):
            return
        number, count = Counter(known).most_common(1)[0]
        at = len(drawn) - 1 - drawn[::-1].index(number) if number in drawn else -1
        draws = [event for event, one in enumerate(draft.events, 1) if one.kind == DRAW]
        event = draws[at] if 0 <= at < len(draws) else 0
        place = draft.events[event - 1].place if event else draft.place
        note_trouble(draft.troubles, Trouble(Message("tile comes twice", number, count), event, place))

    def _seat(self, number: object) -> int:
        found = integer(number, "player")
        if found not in self.seats:
            raise Unreadable(Message("no player at table", found))
        return self.seats.index(found)

    @property
    def _known_tiles(self) -> Mapping[str, str]:
        return RED_BY_TEXT if self.codes is RED_CODES else PLAIN_BY_TEXT

    def _tile(self, text: str) -> str:
        known = self._known_tiles.get(text)
        if known is not None:
            return known
        number = integer(text, "tile")
        raise Unreadable(Message("no tile of number", number, len(self.codes) - 1))

    def _tiles(self, text: str) -> tuple[str, ...]:
        known = self._known_tiles
        return tuple([known.get(number) or self._tile(number) for number in text.split(",") if number])

    def _scores(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """What belongs to each player at the table, from numbers in hundreds for each seat."""
        if len(numbers) < SEATS:
            raise Unreadable(Message("expected other number of numbers", SEATS, len(numbers)))
        return tuple(HUNDRED * numbers[seat] for seat in self.seats)

    # ---- elements

    def go(self, attributes: Attributes, place: int) -> None:
        flags = integer(attributes.text("type"), "type")
        self.notes["flags"] = flags
        if attributes.has("csrule"):
            self.notes |= lobby_notes((), attributes.text("csrule").split(","))
        self.codes = PLAIN_CODES if flags & NO_RED else RED_CODES
        self.seats = tuple(range(3 if flags & THREE else SEATS))

    def un(self, attributes: Attributes, place: int) -> None:
        if attributes.has("n0") and attributes.has("n1") and not self.names:
            self.names = tuple(
                unquote(attributes.text(f"n{seat}")) for seat in range(SEATS) if attributes.has(f"n{seat}")
            )

    def first_dealer(self, attributes: Attributes, place: int) -> None:
        if not self.drafts and attributes.has("oya"):
            self.dealer = self._seat(attributes.text("oya"))

    def init(self, attributes: Attributes, place: int) -> None:
        present = tuple(seat for seat in range(SEATS) if attributes.found.get(f"hai{seat}"))
        if len(present) == 3 and not any(draft.hands for draft in self.drafts):
            self.seats = present
        draft = self.open = DealDraft(NO_ROUND, 0, 0, 0, 0, place)
        draft.writes_sticks = True
        self.drafts.append(draft)
        self.dealt_numbers, self.moves_of_deal = [], []
        parts = (self.position, self.scores_at_start, self.dealt)
        draft.read_parts(START_OF_DEAL, place, *(partial(part, attributes, draft) for part in parts))

    def position(self, attributes: Attributes, draft: DealDraft) -> None:
        seed, dealer = attributes.numbers("seed", 6), self._seat(attributes.text("oya"))
        if self.dealer not in (None, dealer) and len(self.drafts) == 1 and seed[0] == 0:
            draft.trouble(Message("first dealer before deal", letter(self.dealer or 0)), draft.place)
        draft.round, draft.turn, draft.dealer = seed[0] // SEATS, seed[0] % SEATS, dealer
        draft.honba, draft.sticks = seed[1:3]
        draft.indicators = (self._tile(str(seed[5])),)
        self.dealt_numbers.append(str(seed[5]))

    def scores_at_start(self, attributes: Attributes, draft: DealDraft) -> None:
        draft.scores = self._scores(attributes.numbers("ten", SEATS))

    def dealt(self, attributes: Attributes, draft: DealDraft) -> None:
        draft.hands = tuple(self.tiles_of(attributes, f"hai{seat}") for seat in self.seats)
        for seat in self.seats:
            if attributes.found.get(f"hai{seat}"):
                self.dealt_numbers += attributes.text(f"hai{seat}").split(",")
        for player, hand in enumerate(draft.hands):
            if len(hand) != HAND:
                draft.trouble(
                    Message("player dealt other number", letter(player), len(hand), HAND), draft.place
                )

    def call(self, attributes: Attributes, place: int) -> None:
        player = integer(attributes.text("who"), "who")
        draft, who = self._current(place), self._seat(player)
        meld = PackedMeld(integer(attributes.text("m"), "m"), self.codes)
        source = (player + meld.from_whom) % SEATS
        if meld.kind == "aside":
            draft.add_tile_aside(who, meld.tile, place)
        elif meld.kind == "added":
            draft.add_fourth_tile(who, meld.tile, place, meld.own)
        elif meld.kind == "concealed":
            draft.add_quad(who, meld.own, place)
        else:
            draft.add_call(who, self._seat(source), meld.tile, meld.own, place)

    def reach(self, attributes: Attributes, place: int) -> None:
        who, draft = self._seat(attributes.text("who")), self._current(place)
        step = attributes.text("step")
        if step not in ("1", "2"):
            raise Unreadable(Message("step unknown", step[:10]))
        if step == "1":
            draft.add_declaration(who, place)
        else:
            scores = self._scores(attributes.numbers("ten", SEATS)) if attributes.has("ten") else None
            draft.add_stick(who, place, scores)

    def indicator(self, attributes: Attributes, place: int) -> None:
        self._current(place).add_indicator(self._tile(attributes.text("hai")), place)
        self.dealt_numbers.append(attributes.text("hai"))

    def agari(self, attributes: Attributes, place: int) -> None:
        draft = self._draft_of_result(attributes, place)
        claim: dict[str, object] = {}
        slips: list[Text] = []
        for name, field_of in WIN_FIELDS.items():
            try:
                value = field_of(self, attributes)
            except Unreadable as error:  # noqa: PERF203
                slips.append(error.message)
            else:
                claim[name] = value
        for message in dict.fromkeys(slips):
            draft.trouble(Message("in the result", message), place)
        if "player" in claim and "source" in claim:
            draft.add_result(ClaimedWin(**claim, place=place))  # type: ignore[arg-type]
        self._ends(attributes)

    def drawn_deal(self, attributes: Attributes, place: int) -> None:
        draft = self._draft_of_result(attributes, place)
        word = attributes.text("type") if attributes.has("type") else "exhaustive"
        changes = scores = None
        if attributes.has("sc"):
            scores, changes = self._changes(attributes)
        ready = tuple(attributes.has(f"hai{seat}") for seat in self.seats)
        counters = self.counters(attributes) if attributes.has("ba") else None
        draft.shown = tuple(self.tiles_of(attributes, f"hai{seat}") for seat in self.seats)
        draft.add_result(ClaimedDraw(word, changes, ready, scores, -1, counters, place))
        self._ends(attributes)

    def _ends(self, attributes: Attributes) -> None:
        if not attributes.has("owari"):
            return
        try:
            numbers = [float(part) for part in attributes.text("owari").split(",")]
            pairs = [(numbers[2 * seat] * HUNDRED, numbers[2 * seat + 1]) for seat in self.seats]
            self.ends = ([score for score, _ in pairs], [result for _, result in pairs])
        except (ValueError, IndexError, OverflowError):
            raise Unreadable(Message("expected two numbers in field")) from None

    # ---- parts of a result

    def _changes(self, attributes: Attributes) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The scores before a result and the changes by it."""
        numbers = attributes.numbers("sc", 2 * SEATS)
        return self._scores(numbers[0::2]), self._scores(numbers[1::2])

    def winner(self, attributes: Attributes) -> int:
        return self._seat(attributes.text("who"))

    def discarder(self, attributes: Attributes) -> int:
        return self._seat(attributes.text("fromWho"))

    def patterns(self, attributes: Attributes) -> tuple[tuple[str, int], ...]:
        """The numbers of the patterns with their values; the value of a pattern in the list of its own is
        -1.
        """
        if not attributes.has("yaku") and not attributes.has("yakuman"):
            raise Unreadable(Message("no yaku in log"))
        own = attributes.numbers("yakuman", 0) if attributes.has("yakuman") else []
        pairs = attributes.numbers("yaku", 0) if attributes.has("yaku") else []
        if len(pairs) % 2 or any(number < 0 for number in pairs):
            raise Unreadable(Message("expected pairs in field"))
        usual = zip(pairs[0::2], pairs[1::2], strict=True)
        return (*((str(number), -1) for number in own), *((str(number), value) for number, value in usual))

    def counters(self, attributes: Attributes) -> tuple[int, int]:
        honba, sticks = attributes.numbers("ba", 2)[:2]
        return honba, sticks

    def liable(self, attributes: Attributes) -> int | None:
        return self._seat(attributes.text("paoWho")) if attributes.has("paoWho") else None

    def melds(self, attributes: Attributes) -> tuple[ClaimedSet, ...]:
        """The sets on the table, in the order in which they were made."""
        found = (
            [PackedMeld(number, self.codes) for number in attributes.numbers("m", 0)]
            if attributes.has("m")
            else []
        )
        return tuple(meld.set_on_table for meld in reversed(found) if meld.kind != "aside")

    def tiles_of(self, attributes: Attributes, name: str) -> tuple[str, ...]:
        return self._tiles(attributes.text(name)) if attributes.has(name) else ()


class Attributes:
    """The attributes of one element."""

    def __init__(self, element: str, text: str) -> None:
        self.element = element
        self.found = {name: value or other for name, value, other in ATTRIBUTE.findall(text)}
        self.rest = "" if text in EMPTY else ATTRIBUTE.sub("", text).strip(" \t\r\n/")

    def has(self, name: str) -> bool:
        return name in self.found

    def text(self, name: str) -> str:
        if name not in self.found:
            raise Unreadable(Message("element without attribute", self.element, name))
        return str(self.found[name])

    def numbers(self, name: str, minimum_count: int) -> list[int]:
        """Whole numbers separated by commas, at least that many."""
        found = [integer(part, name) for part in self.text(name).split(",") if part]
        if len(found) < minimum_count:
            raise Unreadable(Message("expected numbers of field", name, minimum_count, len(found)))
        return found


class PackedMeld:
    """A set as the format packs it into the bits of one number: its kind, the tile that was called or
    added, the tiles of the player's own hand, and the seat of the discarder as a distance.
    """

    def __init__(self, bits: int, codes: Sequence[str]) -> None:
        if not 0 <= bits < 1 << 16:
            raise Unreadable(Message("bits are no set", bits))
        self.from_whom, self.kind = bits & 3, "called"
        if bits & 0x4:
            first, which = divmod(bits >> 10, 3)
            suit, rank = divmod(first, 7)
            offsets = (bits >> 3 & 3, bits >> 5 & 3, bits >> 7 & 3)
            self._use([4 * (9 * suit + rank + place) + offsets[place] for place in range(3)], which, codes)
        elif bits & 0x18:
            kind, which = divmod(bits >> 9, 3)
            unused = bits >> 5 & 3
            copies = [4 * kind + copy for copy in range(COPIES) if copy != unused]
            if bits & 0x10:
                self.kind = "added"
                self._use([4 * kind + unused, *copies], 0, codes)
            else:
                self._use(copies, which, codes)
        elif bits & 0x20:
            self.kind = "aside"
            self._use([bits >> 8], 0, codes)
        else:
            number = bits >> 8
            self.kind = "called" if self.from_whom else "concealed"
            copies = [number - number % COPIES + copy for copy in range(COPIES)]
            self._use(copies, number % COPIES, codes)

    def _use(self, numbers: Sequence[int], called_place: int, codes: Sequence[str]) -> None:
        if max(numbers) >= len(codes):
            raise Unreadable(Message("bits are other set"))
        found = [codes[number] for number in numbers]
        self.tile = found[called_place]
        self.own: tuple[str, ...] = tuple(found[:called_place] + found[called_place + 1 :])
        if self.kind == "concealed":
            self.own = tuple(found)

    @property
    def set_on_table(self) -> ClaimedSet:
        is_concealed = self.kind == "concealed"
        tiles = self.own if is_concealed else (self.tile, *self.own)
        return ClaimedSet(tiles, is_concealed, self.kind == "added")


ELEMENTS = {
    "GO": MjlogReader.go,
    "UN": MjlogReader.un,
    "INIT": MjlogReader.init,
    "N": MjlogReader.call,
    "REACH": MjlogReader.reach,
    "DORA": MjlogReader.indicator,
    "AGARI": MjlogReader.agari,
    "RYUUKYOKU": MjlogReader.drawn_deal,
    "TAIKYOKU": MjlogReader.first_dealer,
}
WIN_FIELDS = {
    "player": MjlogReader.winner,
    "source": MjlogReader.discarder,
    "tile": lambda reader, attributes: reader._tile(attributes.text("machi")),
    "hand": lambda reader, attributes: reader._tiles(attributes.text("hai")),
    "open_indicators": lambda reader, attributes: reader._tiles(attributes.text("doraHai")),
    "hidden_indicators": lambda reader, attributes: reader.tiles_of(attributes, "doraHaiUra"),
    "sheet": lambda reader, attributes: attributes.numbers("ten", 3)[0] or None,
    "points": lambda reader, attributes: attributes.numbers("ten", 3)[1],
    "payments": lambda reader, attributes: reader._changes(attributes)[1],
    "scores": lambda reader, attributes: reader._changes(attributes)[0],
    "patterns": MjlogReader.patterns,
    "counters": MjlogReader.counters,
    "melds": MjlogReader.melds,
    "liable": MjlogReader.liable,
}
"""How each part of a claimed win is read."""
