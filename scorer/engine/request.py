"""Turns a request into a legal hand in a possible situation, or reports all of its faults together.

A `Request` is the input as it is written on the command line or in a JSON line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from scorer.engine.evaluate import NO_HAND, View, holds, rules_view, seats_of, set_aside_tiles, whole_number
from scorer.engine.score import HandView
from scorer.engine.value import seat_factor, unnamed_seats
from scorer.errors import Fault, InputError
from scorer.foreign import value_text
from scorer.hand import (
    DEALER,
    MOST_CIRCUMSTANCES,
    MOST_COUNTERS,
    OPTION_OF_WIN,
    WINDS,
    WINS,
    Hand,
    Meld,
    Request,
    Situation,
    WaitingHand,
    wind_letter,
)
from scorer.language.nodes import Node
from scorer.languages import ENGLISH, LANGUAGES
from scorer.message import Listed, LocalizedText, Message, Text, clauses
from scorer.notation import (
    format_meld,
    names_winning_tile,
    read_hand,
    read_tiles,
    read_waiting,
    surplus_tiles,
)
from scorer.parameters import wrong_type_messages
from scorer.phrases import translations
from scorer.ruleset.model import (
    Circumstance,
    Indicator,
    Limit,
    Option,
    Pattern,
    Requirement,
    Ruleset,
    Value,
    recognized_names,
)
from scorer.suggest import available_names, id_or_name, nearest_items
from scorer.tiles import Tile, fold_name, ids_by_spelling
from scorer.values import replace

REQUIREMENT = "requirement of"
"""The key of the message that a circumstance lacks what it requires: its name and the reason."""


def parse_request(request: Request, ruleset: Ruleset) -> tuple[Hand, Situation]:
    """The hand and the situation of a request, both legal under the ruleset as configured.

    Raises InputError with every fault in the notation, the tiles and the circumstances.
    """
    refuse_wrong_types(request)
    hand, faults = _hand_of_text(request.hand, ruleset)
    situation, slips = read_situation(request, ruleset)
    faults = [*faults, *slips]
    if hand is not None:
        faults += hand_faults(hand, situation, ruleset, request.hand)
        faults += circumstance_faults(hand, situation, ruleset)
    if faults:
        raise InputError(dict.fromkeys(faults))
    return hand, situation  # type: ignore[return-value]


def _hand_of_text(text: str, ruleset: Ruleset) -> tuple[Hand | None, list[Fault]]:
    """The hand that a text describes, and every fault, as `read_hand` finds them. Many hands of a rule file
    have the same tiles, and few options change a tile.
    """
    tileset, sets, kinds = ruleset.tileset, ruleset.set_tables, ruleset.callable_kinds
    key = text, kinds, id(tileset)
    hands = (ruleset.file_ruleset or ruleset).hands_by_text
    known = hands.get(key)
    if known is None or known[0] is not tileset:  # another tile set had this address before
        known = hands.keep(key, (tileset, *read_hand(text, tileset, sets, kinds)))
    return known[1], known[2]


def parse_waiting_request(
    request: Request, ruleset: Ruleset, table_texts: Mapping[str, str], any_size: bool = False
) -> tuple[WaitingHand, Situation, dict[str, tuple[Tile, ...]]]:
    """A hand without its winning tile, its situation, and the tiles seen elsewhere, by input.

    With `any_size`, the number of tiles is not checked, so that a hand can be read while it is written.

    Circumstances are not checked against the hand, because they describe its win. Raises InputError with
    every fault.
    """
    refuse_wrong_types(request, table_texts)
    hand, faults = read_waiting(request.hand, ruleset.tileset, ruleset.set_tables, ruleset.callable_kinds)
    situation, wrong = read_situation(request, ruleset)
    win = View(ruleset, NO_HAND, replace(situation, self_draw=False))  # a discard, so that --from is checked
    faults = [*faults, *wrong, *seat_faults(win)]
    elsewhere = {}
    for source, text in table_texts.items():
        elsewhere[source], slips = read_tiles(text, ruleset.tileset, source)
        faults += slips
    if hand is not None:
        faults += waiting_faults(hand, situation, ruleset, request.hand, elsewhere, any_size)
    if faults or hand is None:
        raise InputError(dict.fromkeys(faults))
    return hand, situation, elsewhere


def refuse_wrong_types(request: Request, table_texts: Mapping[str, str] = MappingProxyType({})) -> None:
    """Raises InputError for values of the wrong type in a request and in the tiles seen elsewhere."""
    wrong = list(wrong_type_messages(request))
    wrong += [
        (source, Message("expected other type", Message("type string"), value_text(text)))
        for source, text in table_texts.items()
        if not isinstance(text, str)
    ]
    if wrong:
        raise InputError([Fault(source, None, message) for source, message in wrong])


def read_situation(request: Request, ruleset: Ruleset) -> tuple[Situation, list[Fault]]:
    reader = _RequestReader(request, ruleset)
    return reader.read_all(), reader.faults


RELATIVE_SEATS = ("typed right", "typed across", "typed left")
"""The phrases with the words for the other players as the winner sees them."""


def relative_seat_key(word: str) -> str:
    """The phrase of `RELATIVE_SEATS` that has this word in some language; empty for other words.

    >>> relative_seat_key("Across"), relative_seat_key("下家"), relative_seat_key("W")
    ('typed across', 'typed right', '')
    """
    return next((key for key in RELATIVE_SEATS if fold_name(word) in relative_seat_words(key)), "")


def relative_seat_words(key: str) -> frozenset[str]:
    """The words of every language for a player who sits to the right or left of the winner or across."""
    return frozenset(fold_name(word) for _, text in translations(key) for word in text.split())


class _RequestReader:
    """Reads the situation field by field and collects all faults."""

    def __init__(self, request: Request, ruleset: Ruleset) -> None:
        self.request, self.ruleset, self.file_rules = request, ruleset, ruleset.file_ruleset or ruleset
        self.faults: list[Fault] = []

    def add_fault(
        self, source: str, message: Text, text: str = "", names: Iterable[LocalizedText] = ()
    ) -> None:
        at, length, meant = 0 if text else None, max(1, len(text)), nearest_items(text, names, 1)
        self.faults.append(Fault(source, at, message, "circumstance", length, text, meant))

    def read_all(self) -> Situation:
        request, ruleset = self.request, self.ruleset
        return Situation(
            self._read_win(),
            seat := self._read_wind("--seat", request.seat, ruleset.default_seat),
            self._read_wind("--round", request.round, ruleset.default_round),
            self._read_discarder(seat),
            tuple(self._read_circumstances()),
            tuple(self._read_indicators()),
            self._read_count("honba", request.honba),
            self._read_count("sticks", request.sticks),
            tuple(self._read_liability()),
        )

    def _read_win(self) -> bool:
        win = self.request.win.strip().casefold()
        if win and win not in WINS:
            self.add_fault(
                "win", Message("no way to win", win), win, [LocalizedText([(ENGLISH, word)]) for word in WINS]
            )
        is_drawn = self.ruleset.default_self_draw and not self.request.discarder.strip()
        return WINS.get(win, is_drawn)

    def _read_wind(self, source: str, text: str, default: str) -> str:
        wind = wind_letter(text) or default
        if wind and (wind not in WINDS or len(wind) > 1):
            self.add_fault(source, Message("not a wind", text), text)
            return default
        return wind

    def _read_discarder(self, seat: str) -> str | None:
        """The seat of the discarder, who may be named by where they sit as the winner sees them."""
        text = self.request.discarder
        seats = seats_of(self.ruleset) if text and wind_letter(text) not in WINDS else ""
        if seats and seat in seats:
            turns = {"typed right": 1, "typed left": len(seats) - 1}
            if len(seats) == len(WINDS):
                turns["typed across"] = 2
            if turn := turns.get(relative_seat_key(text)):
                return seats[(seats.index(seat) + turn) % len(seats)]
        return self._read_wind("--from", text, "") or None

    def _read_count(self, name: str, count: int) -> int:
        if why := count_fault(name, count, self.ruleset):
            self.add_fault(f"--{name}", why)
        return 0 if why else count

    def _read_circumstances(self) -> Iterator[tuple[str, int]]:
        seen: set[str] = set()
        for text in [*self._stated_circumstances()][:MOST_CIRCUMSTANCES]:
            word, equals, number = (part.strip() for part in text.partition("="))
            name = circumstance_id(word, self.ruleset)
            item = self.ruleset.circumstance_by_id.get(name)
            if name in self.ruleset.circumstances_by_seat:
                message = Message("each seat has its own number", name, f"{name}={DEALER}:1")
                self.add_fault("--with", message, text)
            elif item is None:
                self._report_unknown_circumstance(text, name)
            elif item.names_seat and not self._seat_number(number):
                seats = Listed(tuple(seats_of(self.ruleset)), "comma")
                self.add_fault("--with", Message("circumstance takes a seat", typed_item(item), seats), text)
            elif not item.names_seat and equals and not re.fullmatch("-?[0-9]{1,4}", number):
                self.add_fault("--with", Message("not a whole number", number), text)
            elif name in seen:
                self.add_fault("--with", Message("given twice", typed_item(item)), text)
            elif item.names_seat:
                yield name, self._seat_number(number)
            elif number and not item.is_number:
                self.add_fault("--with", Message("takes no number", typed_item(item)), text)
            elif number and not 0 <= int(number) <= item.maximum:
                message = Message("takes a number up to", typed_item(item), item.maximum)
                self.add_fault("--with", message, text)
            else:
                yield name, int(number or 1)
            seen.add(name)

    def _stated_circumstances(self) -> Iterator[str]:
        """The circumstances as they are written, one by one; a number for each of several seats, as in
        `doubles=E:1,W:2`, is one for each of them.
        """
        whole = ""
        for text in self.request.circumstances:
            for part in map(str.strip, text.rstrip(", ").split(",")):
                name, equals, value = (one.strip() for one in part.partition("="))
                whole = circumstance_id(name, self.ruleset) if equals else whole
                seat, colon, number = (value if equals else part).partition(":")
                ids = self.ruleset.circumstances_by_seat.get(whole, {})
                known = ids.get(wind_letter(seat.strip())) if colon else None
                yield f"{known}={number.strip()}" if known else part

    def _seat_number(self, text: str) -> int:
        """The number of a seat, the dealer's first, by its wind or this number; 0 for any other text."""
        seats = seats_of(self.ruleset)
        known = {wind: number for number, wind in enumerate(seats, 1)}
        return known.get(wind_letter(text)) or next((n for n in known.values() if text == str(n)), 0)

    def _report_unknown_circumstance(self, text: str, name: str) -> None:
        stated = [one for one in self.ruleset.circumstances_of_file if not one.is_stated_count]
        known = [typed_item(one) for one in stated]
        off = self.file_rules.circumstance_by_id.get(name)
        where = "" if off else self._other_input_hint(name)
        what = _not_in_rules("no such circumstance", off, self.ruleset)
        what = what if text else Message("no circumstance is named")
        message = clauses(what, where or available_names(known))
        self.add_fault("--with", message, text, () if off or where else known)

    def _other_input_hint(self, name: str) -> Text:
        """The hint for a word that belongs to another option; empty if it belongs to none."""
        if name in OPTION_OF_WIN:
            return Message("use option of win", OPTION_OF_WIN[name])
        if name in ("honba", "sticks"):
            return Message("use option with number", name)
        if any(item.id == name for item in self.file_rules.indicators):
            return Message("use option of indicator", name)
        if any(item.id == name for item in self.ruleset.offered_options):
            return Message("use rule option", name)
        return ""

    def _read_indicators(self) -> Iterator[tuple[str, tuple[Tile, ...]]]:
        known = [indicator.id for indicator in self.ruleset.indicators]
        for name, text in self.request.indicators.items():
            if text.strip() and name in known:
                tiles, faults = read_tiles(text, self.ruleset.tileset, f"--{name}")
                self.faults += faults
                yield name, tiles
            elif text.strip():
                off = next((item for item in self.file_rules.indicators if item.id == name), None)
                what = _not_in_rules("no such indicator", off, self.ruleset)
                has = available_names(f"--{other}" for other in known)
                message = clauses(what, has) if known or off else what
                self.add_fault(f"--{name}", message, text)

    def _read_liability(self) -> Iterator[tuple[str, str]]:
        if not self.request.pao:
            return
        liability, view = self.ruleset.payment.liability, rules_view(self.ruleset)
        liable = [name for name, node in liability.patterns if holds(node, view)] if liability else []
        patterns = self.ruleset.pattern_by_id  # rules that lost a pattern may still name it
        able = {name: typed_item(patterns[name]) for name in liable if name in patterns}
        known = ids_by_spelling({name: recognized_names(patterns[name]) for name in able})
        for word, seat in self.request.pao.items():
            name = word if word in able else known.get(fold_name(word), word)
            wind = self._read_wind("--pao", seat, "")
            if name not in able:
                has = Message("no pattern has liability")
                if able:
                    has = Message("patterns with liability", Listed(tuple(able.values()), "comma"))
                message = Message("no liability for pattern", name, self.ruleset.label, has)
                self.add_fault("--pao", message, name, able.values())
            elif wind:
                yield name, wind


def count_fault(name: str, count: object, ruleset: Ruleset) -> Text:
    """The error in a number of counters or sticks on the table; empty if it is valid."""
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST_COUNTERS:
        return Message("count out of range", 0, MOST_COUNTERS, value_text(count))
    if count and name not in ruleset.table_counters:
        return Message("played without counter", ruleset.title, unit_name(name, ruleset))
    return ""


def typed_item(item: Circumstance | Pattern | Limit) -> LocalizedText:
    """What players type for a circumstance, a pattern or a limit."""
    return id_or_name(item.id, item.names)


def _tile_text(tile: Tile, ruleset: Ruleset) -> LocalizedText:
    """A tile by its notation in English, and by its name if it has one in another language."""
    return id_or_name(ruleset.tileset.tile_code(tile), ruleset.tileset.kinds[tile.kind].names)


def unit_name(unit: str, ruleset: Ruleset) -> LocalizedText:
    """The name of a unit in every language."""
    return LocalizedText((language, ruleset.unit_word(unit, language=language)) for language in LANGUAGES)


def refuse_wrong_counters(ruleset: Ruleset, **counts: object) -> None:
    """Raises InputError for numbers of counters or sticks, by their names, that cannot be on the table."""
    wrong = [(name, why) for name, count in counts.items() if (why := count_fault(name, count, ruleset))]
    if wrong:
        raise InputError([Fault(f"--{name}", None, why, "circumstance") for name, why in wrong])


def circumstance_text(circumstance: Circumstance, count: int) -> str:
    """A circumstance as an input has it, with its number or seat.

    >>> circumstance_text(Circumstance("boats", "boats", 3, is_number=True), 2)
    'boats=2'
    """
    value = WINDS[count - 1] if circumstance.names_seat and count else str(count)
    return f"{circumstance.id}={value}" if circumstance.is_number else circumstance.id


def circumstance_id(word: str, ruleset: Ruleset) -> str:
    """The id of the circumstance that a word names, in any language and case; otherwise the word itself."""
    if word in ruleset.circumstance_by_id:
        return word
    return (ruleset.file_ruleset or ruleset).circumstance_spellings.get(fold_name(word), word)


def _not_in_rules(key: str, item: Circumstance | Indicator | None, ruleset: Ruleset) -> Message:
    """The message that the rules do not have a circumstance or an indicator, with the option values that
    switch it off: `while renhou is false`.
    """
    words = re.findall(r"\w+", item.option_condition.text if item and item.option_condition else "")
    values = {word: ruleset.option_values[word] for word in words if word in ruleset.option_values}
    if not values:
        return Message(key, ruleset.label)
    shown = [_shown_value(ruleset.option_by_id[word], value) for word, value in values.items()]
    if list(values.values()) == [False]:
        (option,) = (ruleset.option_by_id[word] for word in values)
        shown = [Message("value to change", id_or_name(option.id, option.names), option.id)]
    return Message(f"{key} while", ruleset.label, Listed(tuple(shown), "comma"))


def _shown_value(option: Option, value: Value) -> Message:
    """What the value of an option is: `renhou is off`."""
    said = str(value).lower() if isinstance(value, bool) else str(value)
    choice = id_or_name(said, dict(option.choice_names).get(said, ()))
    return Message("value of option", id_or_name(option.id, option.names), choice)


# ---- whether a hand and its situation can be: counts, completeness, contradictions


def hand_faults(hand: Hand, situation: Situation, ruleset: Ruleset, text: str) -> Iterator[Fault]:
    """The faults in the tiles beyond notation: calls, the number of tiles, copies including indicators."""
    yield from _call_faults(hand.melds, ruleset, text)
    yield from joker_call_faults(hand.melds, ruleset, text)
    size = _tile_count(hand, ruleset) + 1
    message: Text = ""
    if ruleset.tileset.tile_role(hand.winning_tile) == "flower":
        declared = ruleset.file_ruleset or ruleset  # with the shapes that the options close
        counts = sorted({shape.flowers for shape in declared.shapes if shape.flowers})
        if len(hand.flowers) + 1 not in counts:
            message = Message("flowers alone", ruleset.title)
            if counts:
                message = Message("flowers alone unless", ruleset.title, Listed(tuple(counts), "or"))
    elif size not in ruleset.hand_sizes:
        wanted = Listed(tuple(ruleset.hand_sizes), "or")
        message = Message(
            "wrong number of tiles", _tile_count_words(size, hand, ruleset), ruleset.title, wanted
        )
        message = clauses(message, _undeclared_set_hint(size, hand, ruleset))
    if message:
        yield Fault("hand", None, message, "hand", text=text)
    yield from joker_win_fault(hand, situation, ruleset, text)
    yield from _fifth_copy_faults(hand, ruleset)
    yield from copy_faults((*hand.pieces, *hand.flowers), situation, ruleset, {})


def joker_win_fault(hand: Hand, situation: Situation, ruleset: Ruleset, text: str) -> Iterator[Fault]:
    """A fault if the hand is won with a joker that may not be the winning tile. `text` is the hand as it was
    written, of which the last tile wins if none is marked.
    """
    won, code = hand.winning_tile, ruleset.tileset.tile_code(hand.winning_tile)
    rule = next((sort.won for sort in ruleset.joker_sorts if sort.kind == won.kind), True)
    if rule is True or (rule and situation.self_draw):
        return
    message: Text = Message("joker cannot win", _tile_text(won, ruleset), ruleset.title)
    if rule:
        message = Message("joker only drawn", _tile_text(won, ruleset), ruleset.title)
    if text and not names_winning_tile(text):
        message = clauses(message, Message("mark the winning tile"))
    at = text.rfind(code)
    yield Fault("hand", None if at < 0 else at, message, "hand", len(code), text)


def waiting_faults(
    hand: WaitingHand,
    situation: Situation,
    ruleset: Ruleset,
    text: str,
    table_tiles: Mapping[str, tuple[Tile, ...]],
    any_size: bool = False,
) -> Iterator[Fault]:
    """The faults in the tiles of a hand that lacks its winning tile. `table_tiles` are the tiles seen
    elsewhere, by the input that names them. With `any_size`, the number of tiles is not checked.
    """
    yield from _call_faults(hand.melds, ruleset, text)
    yield from joker_call_faults(hand.melds, ruleset, text)
    size, sizes = _tile_count(hand, ruleset), [size - 1 for size in ruleset.hand_sizes]
    if size not in sizes and size - 1 not in sizes and not any_size:
        held = _tile_count_words(size, hand, ruleset)
        message = Message("wrong number to wait", held, ruleset.title, Listed(tuple(sizes), "or"))
        yield Fault("hand", None, message, "hand", text=text)
    yield from _fifth_copy_faults(hand, ruleset)
    yield from copy_faults(hand.pieces, situation, ruleset, table_tiles)


def tiles_to_come(hand: WaitingHand, ruleset: Ruleset) -> int:
    """The number of tiles that a hand lacks to the next complete size: 0 if it has that size, negative if it
    has more tiles than any complete hand.
    """
    size = _tile_count(hand, ruleset)
    return min(
        (other - size for other in ruleset.hand_sizes if other >= size),
        default=max(ruleset.hand_sizes) - size,
    )


def has_extra_tile(hand: WaitingHand, ruleset: Ruleset) -> bool:
    """Whether a hand holds one tile too many to wait, so that the player has to discard."""
    return _tile_count(hand, ruleset) + 1 not in ruleset.hand_sizes


def _tile_count(hand: Hand | WaitingHand, ruleset: Ruleset) -> int:
    """The number of tiles in a hand without the winning tile. A declared set (a kong) counts as many tiles as
    any other set.
    """
    declared, usual = ruleset.set_tables.declared_kinds, ruleset.meld_size
    melds = sum(usual if meld.kind in declared else len(meld.tiles) for meld in hand.melds)
    return melds + len(hand.concealed_tiles)


def _undeclared_set_hint(size: int, hand: Hand, ruleset: Ruleset) -> Text:
    """The hint how to write a declared set, if undeclared sets explain the surplus tiles of the hand."""
    counts = Counter(tile.kind for tile in (*hand.concealed_tiles, hand.winning_tile))
    usual = ruleset.meld_size
    for name in ruleset.set_tables.declared_kinds:
        if ruleset.calls is not None and name not in ruleset.calls:
            continue  # a game without such sets
        kind = ruleset.kind_by_id[name]
        whole = [tile for tile, count in counts.items() if count == kind.size > usual]
        fits = (
            size - number * (kind.size - usual) in ruleset.hand_sizes for number in range(1, len(whole) + 1)
        )
        if any(fits):
            tiles = ruleset.tileset.format_tiles([Tile(whole[-1])] * kind.size)
            return Message("how sets are declared", LocalizedText(kind.names), tiles)
    return ""


def _tile_count_words(size: int, hand: Hand | WaitingHand, ruleset: Ruleset) -> Message:
    """The number of tiles in words, with a note on sets that count fewer tiles than they have."""
    kinds = [ruleset.kind_by_id[name] for name in ruleset.set_tables.declared_kinds]
    if not any(meld.kind in ruleset.set_tables.declared_kinds for meld in hand.melds):
        return Message("number of tiles", size)
    names = Listed(tuple(Message("a kind of set", LocalizedText(kind.names)) for kind in kinds))
    return Message("tiles with declared sets", size, names, ruleset.meld_size)


def _call_faults(melds: tuple[Meld, ...], ruleset: Ruleset, text: str) -> Iterator[Fault]:
    for meld in melds:
        if not meld.is_concealed and not ruleset.may_call(meld.kind):
            tiles = ruleset.tileset.format_tiles(meld.pieces)
            at = text.find(tiles) if tiles in text else None
            name = LocalizedText(ruleset.kind_by_id[meld.kind].names)
            message = Message("set cannot be called", name, ruleset.label, tiles)
            yield Fault("hand", at, message, "hand", len(tiles), text)


def joker_call_faults(melds: tuple[Meld, ...], ruleset: Ruleset, text: str) -> Iterator[Fault]:
    """Faults for jokers in sets where the rules allow none, or fewer."""
    sort_of = {sort.kind: sort for sort in ruleset.joker_sorts}
    for meld in (one for one in melds if one.jokers):
        sorts = [sort_of[kind] for _, kind in meld.jokers]
        shown, most = format_meld(meld, ruleset.tileset), min([sort.calls for sort in sorts])
        message = None
        if not most:
            message = Message("no joker in called sets", ruleset.label, shown)
        elif len(sorts) > most:
            message = Message("too many jokers in set", len(sorts), ruleset.id, most, shown)
        elif len(meld.tiles) > ruleset.meld_size and not all(sort.fours for sort in sorts):
            name = LocalizedText(ruleset.kind_by_id[meld.kind].names)
            message = Message("no joker in set of kind", name, ruleset.label, shown)
        if message:
            yield Fault(
                "hand", text.find(shown) if shown in text else None, message, "hand", len(shown), text
            )


def _fifth_copy_faults(hand: Hand | WaitingHand, ruleset: Ruleset) -> Iterator[Fault]:
    """A fault if a joker in a called set is one more copy of a tile than there are, which the rules do not
    allow.
    """
    if not ruleset.tileset.fifth and any(meld.jokers for meld in hand.melds):
        counted = (*hand.tiles, *hand.flowers) if isinstance(hand, Hand) else hand.tiles
        for place, message in surplus_tiles(counted, ruleset.tileset):
            if counted[place].kind in {kind for meld in hand.melds for kind in meld.represented_kinds}:
                yield Fault("hand", None, Message("called jokers counted", message), "hand")


def copy_faults(
    own_tiles: tuple[Tile, ...],
    situation: Situation,
    ruleset: Ruleset,
    elsewhere: Mapping[str, tuple[Tile, ...]],
) -> Iterator[Fault]:
    """Faults for more copies of a tile than the set has, counting indicators, tiles set aside and tiles seen
    elsewhere.
    """
    aside = set_aside_tiles(situation, ruleset)
    shown = {f"--{name}": tiles for name, tiles in situation.indicators} | dict(elsewhere)
    seen = [(name, tile) for name, tiles in shown.items() for tile in tiles]
    if not (aside or seen) or any(True for _ in surplus_tiles(own_tiles, ruleset.tileset)):
        return
    sources = [*["--with"] * (len(own_tiles) + len(aside)), *(source for source, _ in seen)]
    for place, message in surplus_tiles((*own_tiles, *aside, *(tile for _, tile in seen)), ruleset.tileset):
        key = "seen tiles counted" if elsewhere else "indicators counted"
        yield Fault(sources[place], None, Message(key, message), "hand")


def circumstance_faults(hand: Hand, situation: Situation, ruleset: Ruleset) -> Iterator[Fault]:
    """Faults for everything in the situation that contradicts itself or the hand."""
    view = HandView(ruleset, hand, situation)
    yield from seat_faults(view)
    required = list(situation_requirements(situation, ruleset))
    given = dict(situation.indicators)
    shown = [(indicator, given.get(indicator.id, ())) for indicator in ruleset.indicators]
    for indicator, tiles in shown:
        required += [(f"--{indicator.id}", indicator.id, one) for one in indicator.requires if tiles]
    for source, name, requirement in required:
        if not is_met(requirement.node, view):
            reason = Message(REQUIREMENT, name, LocalizedText(requirement.reason))
            yield Fault(source, None, reason, "circumstance", text=name)
    for indicator, tiles in shown:
        yield from indicator_count_faults(indicator, len(tiles), view)
        yield from wild_flower_faults(indicator, tiles, view)
        if is_robbed_set(situation, ruleset) and any(tile.kind == hand.winning_tile.kind for tile in tiles):
            code = ruleset.tileset.tile_code(Tile(hand.winning_tile.kind))
            message = Message("other copies robbed", code)
            yield Fault(f"--{indicator.id}", None, message, "circumstance")


def is_robbed_set(situation: Situation, ruleset: Ruleset) -> bool:
    """Whether the win robs a set: another player was adding the winning tile to it."""
    return any(item.robs and situation.circumstance_numbers.get(item.id) for item in ruleset.circumstances)


def is_met(requirement: Node, view: View) -> bool:
    """Whether a requirement holds, or may hold: if the discarder is not given, it may be the dealer."""
    if holds(requirement, view):
        return True
    if not view.situation.may_be_from_dealer:
        return False
    return holds(requirement, HandView(view.ruleset, view.hand, replace(view.situation, discarder=DEALER)))


def situation_requirements(situation: Situation, ruleset: Ruleset) -> Iterator[tuple[str, str, Requirement]]:
    """The requirements that circumstances and liability set for the situation and the hand, each with its
    input and the name of the circumstance or pattern.
    """
    for item in ruleset.circumstances:
        if situation.circumstance_numbers.get(item.id):
            yield from (("--with", typed_item(item), requirement) for requirement in item.requires)
    fed = dict(ruleset.payment.liability.fed) if ruleset.payment.liability else {}
    for pattern, _ in situation.liable:
        name = typed_item(ruleset.pattern_by_id[pattern])
        yield from (("--pao", name, requirement) for requirement in fed.get(pattern, ()))


def indicator_count_faults(indicator: Indicator, count: int, view: View) -> Iterator[Fault]:
    most = whole_number(indicator.at_most, view, 20)
    if count > most:
        message = Message("too many indicators", count, most)
        yield Fault(f"--{indicator.id}", None, message, "circumstance")


def wild_flower_faults(indicator: Indicator, tiles: tuple[Tile, ...], view: View) -> Iterator[Fault]:
    """Faults for tiles of no set, which cannot make others wild."""
    tileset = view.ruleset.tileset
    for tile in tiles if indicator.is_wild else ():
        if tileset.tile_role(tile) != "tile":
            message = Message("makes no tile wild", tileset.tile_code(tile))
            yield Fault(f"--{indicator.id}", None, message, "circumstance")


def _factor_faults(situation: Situation, seats: str, view: View) -> Iterator[Fault]:
    """A fault if nobody is named who discarded, and players would pay different multiples."""
    if situation.self_draw or situation.discarder or view.ruleset.payment.factor is None:
        return
    unnamed = unnamed_seats(situation.seat, seats)
    if len({seat_factor(view, seat) for seat in unnamed}) > 1:
        message = Message("discarder needed")
        yield Fault("--from", None, message, "circumstance")


def seat_faults(view: View) -> Iterator[Fault]:
    """Faults for seats that nobody has, and for players who cannot have done what the input says."""
    situation, players = view.situation, whole_number(view.ruleset.players, view)
    seats = WINDS[:players]
    named = [("--seat", situation.seat), ("--from", situation.discarder)]
    named += [("--pao", seat) for _, seat in situation.liable]
    wrong = [
        (source, Message("no such seat", players, seat, Listed(tuple(seats), "comma")))
        for source, seat in named
        if seat and seat not in seats
    ]
    if situation.discarder and situation.self_draw:
        wrong.append(("--from", Message("self-draw has no discarder")))
    elif situation.discarder == situation.seat:
        wrong.append(
            ("--from", Message("own discard", id_or_name(situation.seat, translations(situation.seat))))
        )
    yield from _factor_faults(situation, seats, view)
    for pattern, seat in situation.liable:
        if seat == situation.seat:
            wrong.append(("--pao", Message("own liability", typed_item(view.ruleset.pattern_by_id[pattern]))))
    yield from (Fault(source, None, message, "circumstance") for source, message in wrong)
