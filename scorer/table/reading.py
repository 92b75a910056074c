"""Reads an evening from a file: YAML with one event a line, every fault at its line and column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from scorer.engine.value import Amount
from scorer.errors import Fault, InputError, Problem
from scorer.message import Listed, Message, Text
from scorer.ruleset.find import DEFAULT_RULESET, plain_bytes
from scorer.ruleset.items import Item, RuleText
from scorer.ruleset.model import Value
from scorer.ruleset.source import read_bytes, read_error_reason, read_source, shown_name
from scorer.scoring import load_ruleset
from scorer.suggest import nearest_names
from scorer.table.club_sheet import read_club_sheet, reads_as_club_sheet
from scorer.table.dates import EXAMPLE_DATE, is_date, meant_date
from scorer.table.evening import LoadRuleset, evening_of
from scorer.table.evening_file import EveningFile, PlacedFault
from scorer.table.events import (
    DECLARATION,
    Adjustment,
    ChipPayment,
    Count,
    Declaration,
    Draw,
    Event,
    FalseWin,
    GameEnd,
    GameStart,
    KnownResult,
    Note,
    PointPenalty,
    PointsByPlayer,
    SpotPayment,
    ValuesByPlayer,
    Win,
)
from scorer.table.faults import event_error
from scorer.values import replace

HEAD = ("evening", "date", "events")
REASONS = ("agreed", "time")
MOST_EVENTS = 2000
SECOND_DOCUMENT = "L108"
"""The code of the problem that a file has more than one YAML document."""


def read_evening(
    source: str | Path | bytes, *, ruleset: str = DEFAULT_RULESET, load: LoadRuleset = load_ruleset
) -> EveningFile:
    """Reads an evening from a file, or from its bytes: YAML with one event a line, or a table of results in
    CSV. Faults do not stop it: an event that is not possible changes nothing, and all faults are reported at
    their places.

    `ruleset` is for tables of results that name none. `load` finds a ruleset by its name; a program that must
    open no files passes another one. Raises InputError if the file cannot be opened.

    >>> text = b"events:\\n- {game: sanma, players: [Ann, Ben, Cho]}\\n- {win: {Eve: mangan}, from: Ben}\\n"
    >>> fault = read_evening(text).faults[0]
    >>> str(fault.message), fault.line, fault.column, fault.length
    ('Eve is not at the table', 3, 10, 3)
    """
    if isinstance(source, bytes):
        name, data = "evening", source
    else:
        try:
            name, data = shown_name(Path(source)), plain_bytes(source)
        except (OSError, ValueError) as error:
            reason = Message("cannot be opened", shown_name(Path(source)), read_error_reason(error))
            raise InputError([Fault("FILE", None, reason)]) from error
    if reads_as_club_sheet(data):
        return read_club_sheet(data.decode("utf-8", "replace"), name, ruleset, load=load)
    text, problems = read_bytes(data, name)
    if text is None:
        text, problems = _readable_lines(data, name, problems)
    elif any(one.code == SECOND_DOCUMENT for one in problems):
        text, left = read_bytes(_one_document(data), name)
        problems = [*problems, *left]
    return _evening_from_text(text, problems, name, load)


def _readable_lines(data: bytes, name: str, problems: list[Problem]) -> tuple[RuleText | None, list[Problem]]:
    """A file that is not YAML or not UTF-8 as a whole, with the events emptied that are not; a crash may have
    cut the last one. The places of all others remain.
    """
    lines, at_fault = data.split(b"\n"), list[Problem]()
    for number, line in enumerate(lines):
        if line.startswith((b"- ", b"-\t")):
            source, found = read_bytes(line, name)
            if source is None:
                at_fault += [replace(one, line=number + 1) for one in found[:1]]
                lines[number] = b"- {}"
    text, left = read_source(b"\n".join(lines).decode("utf-8", "replace"), name)
    if text is None:
        return None, [*at_fault, *left] if at_fault else problems
    return text, [*(at_fault or problems), *left]


def _one_document(data: bytes) -> bytes:
    """A file with the lines emptied that begin another YAML document, and with those of a head that is said
    again, so that all events are in one list. The places of all others remain.
    """
    lines, said = data.split(b"\n"), set[bytes]()
    for number, line in enumerate(lines):
        key = line.partition(b":")[0]
        if line.startswith((b"---", b"...")) or key in said:
            lines[number] = b""
        elif key.decode("utf-8", "replace") in HEAD:
            said.add(key)
    return b"\n".join(lines)


def _evening_from_text(
    text: RuleText | None, problems: list[Problem], name: str, load: LoadRuleset
) -> EveningFile:
    """The evening of a text that was read as YAML, with the problems that were found then."""
    reader = _EveningReader(name)
    reader.faults = [PlacedFault(one.line, one.column, 0, one.message) for one in problems if one.is_error]
    if text is None:
        return EveningFile(name, evening_of(()), (), tuple(reader.faults))
    broken = {one.line for one in reader.faults}
    events = [
        (item, InputError(()) if broken.intersection(_lines(item)) else event)
        for item, event in reader.events(text)
    ]
    name_of_it, date = text.root.get("evening").text(), reader.date(text.root.get("date"))
    evening = evening_of((event for _, event in events), load=load, name=name_of_it, date=date)
    for (item, _), step in zip(events, evening.steps, strict=True):
        reader.faults += [_placed_fault(fault, item, step.number) for fault in step.faults]
    order = sorted(dict.fromkeys(reader.faults), key=lambda one: (one.line, one.column))
    return EveningFile(name, evening, tuple(item.position()[0] for item, _ in events), tuple(order))


def _lines(item: Item) -> range:
    """The lines on which an event is written."""
    first = item.position()[0]
    return range(first, max([first, *(part.position()[0] for part, _, _ in _texts(item))]) + 1)


def _placed_fault(fault: Fault, item: Item, number: int) -> PlacedFault:
    """A fault of an event at its place: where its text is in the event, or where the event begins."""
    found = next((one for one in _texts(item) if one[1] == fault.text), None) if fault.text else None
    if not found:
        return PlacedFault(*item.position(), number, fault.message, fault.suggestions)
    part, _, is_key = found
    line, column = part.position(fault.position or 0, key=is_key)
    return PlacedFault(line, column, number, fault.message, fault.suggestions, fault.length)


def _texts(item: Item) -> Iterator[tuple[Item, str, bool]]:
    """Every text in an event, with whether it is a key."""
    for key, one in item.fields.items():
        yield one, key, True
        yield from _texts(one)
    if not item.fields:
        if isinstance(item.value, list):
            for one in item.entries:
                yield from _texts(one)
        else:
            yield item, _written_value(item), False


def _written_value(item: Item) -> str:
    """A plain value as it is written."""
    return item.span.content or item.text()


class _EveningReader:
    """Turns the items of a file into events; what is wrong with its head is noted."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[PlacedFault] = []

    def events(self, text: RuleText) -> Iterator[tuple[Item, Event | InputError]]:
        """Every event with its item; an InputError for one that cannot be read."""
        root = text.root
        for key, item in root.fields.items():
            if key not in HEAD:
                near = nearest_names(key, HEAD, 1)
                self._fault(
                    item, Message("no such key of an evening", key, Listed(HEAD, "comma")), near, key=True
                )
        listed = root.get("events")
        if not isinstance(listed.value, list):
            self._fault(listed if listed else root, Message("events expected"))
            return
        for item in listed.entries[:MOST_EVENTS]:
            yield item, _event_or_error(item)
        for item in listed.entries[MOST_EVENTS : MOST_EVENTS + 1]:
            self._fault(item, Message("too many events", MOST_EVENTS))

    def date(self, item: Item) -> str:
        """The date of the evening as it is written."""
        said = _written_value(item) if item.is_plain else ""
        if item.value is not None and not is_date(said):
            near = filter(None, [meant_date(said)])
            self._fault(item, Message("date expected", EXAMPLE_DATE), near, length=len(said))
        return said

    def _fault(
        self,
        item: Item,
        message: Text,
        suggestions: Iterable[str] = (),
        key: bool = False,
        length: int = 0,
    ) -> None:
        line, column = item.position(key=key)
        self.faults.append(PlacedFault(line, column, 0, message, tuple(suggestions), length))


# ---- one event


class _Fields:
    """The fields of one event, read one after another; those that are left over are faults."""

    def __init__(self, item: Item) -> None:
        self.item, self.left = item, dict(item.fields)

    def _take(self, key: str) -> Item:
        self.left.pop(key, None)
        return self.item.get(key)

    def text(self, key: str, default: str = "") -> str:
        item = self._take(key)
        if not item or item.value is None:
            return default
        if isinstance(item.value, (dict, list)):
            raise event_error(Message("word expected", key), key)
        return _written_value(item)

    def texts(self, key: str) -> tuple[str, ...]:
        item = self._take(key)
        if not item or item.value is None:
            return ()
        if isinstance(item.value, dict):
            raise event_error(Message("names expected", key), key)
        return tuple(_written_value(one) for one in item.entries)

    def values(self, key: str) -> ValuesByPlayer:
        """A text for each player: `{Ann: mangan}`, or names alone."""
        item = self._take(key)
        if isinstance(item.value, dict):
            for name, one in item.fields.items():
                if isinstance(one.value, (dict, list)):
                    raise event_error(Message("text expected for", name), name)
            return tuple((name, _written_value(one)) for name, one in item.fields.items())
        return tuple((_written_value(one), "") for one in item.entries if one.value is not None)

    def points(self, key: str) -> PointsByPlayer:
        item = self._take(key)
        if not isinstance(item.value, dict) or not item.fields:
            raise event_error(Message("points expected", key), key)
        return tuple((name, _amount(one, name)) for name, one in item.fields.items())

    def number(self, key: str) -> Amount:
        item = self._take(key)
        return _amount(item, key) if item and item.value is not None else 0

    def options(self, key: str) -> tuple[tuple[str, Value], ...]:
        item = self._take(key)
        found = []
        for name, one in item.fields.items():
            if not isinstance(one.value, (str, int)):
                raise event_error(Message("option value expected", name), name)
            found.append((name, one.value))
        return tuple(found)

    def refuse_rest(self, kind: str) -> None:
        """Raises InputError for a field that the event does not have."""
        for key in self.left:
            if key != kind:
                known = FIELDS[kind]
                message = Message("no such field", kind, key, Listed(known, "comma"))
                if not known:
                    message = Message("no other fields", kind, key)
                raise event_error(message, key, nearest_names(key, known, 1))


def _amount(item: Item, name: str) -> Amount:
    if isinstance(item.value, bool) or not isinstance(item.value, (int, float)) or abs(item.value) > 10**9:
        raise event_error(Message("number expected for", name), name)
    return item.value


def _whole(number: Amount, key: str) -> int:
    if not isinstance(number, int) or not 0 <= number <= 1000:
        raise event_error(Message("whole number expected", key), key)
    return number


def _event_or_error(item: Item) -> Event | InputError:
    try:
        return _event(item)
    except InputError as error:
        return error


def _event(item: Item) -> Event:
    """The event of one line. Raises InputError if it is none."""
    fields = item.fields
    if not fields:
        raise event_error(Message("event expected"))
    kind = next((key for key in fields if key in EVENT_READERS), "")
    if not kind:
        key = next(iter(fields))
        message = Message("no such event of an evening", key, Listed(tuple(EVENT_READERS), "comma"))
        raise event_error(message, key, nearest_names(key, EVENT_READERS, 1))
    read = _Fields(item)
    read.left.pop(kind)
    event = EVENT_READERS[kind](read)
    read.refuse_rest(kind)
    return event


def _game(read: _Fields) -> Event:
    players = read.texts("players")
    stake = read.number("stake")
    rounds = _whole(read.number("rounds"), "rounds")
    if stake < 0:
        raise event_error(Message("negative stake"), "stake")
    return GameStart(
        read.text("game"), players, rounds, read.options("options"), stake, read.text("currency")
    )


def _win_event(read: _Fields) -> Event:
    values = read.values("win")
    if missing := next((name for name, text in values if not text), ""):
        raise event_error(Message("winner without a value", missing), missing)
    return Win(values, read.text("from"), read.values("liable"), read.values("others"), read.text("next"))


def _draw_event(read: _Fields) -> Event:
    return Draw(
        read.text("draw"), read.values("ready"), read.texts("by"), read.texts("pigs"), read.text("next")
    )


def _end_event(read: _Fields) -> Event:
    reason = read.text("end", REASONS[0])
    if reason not in REASONS:
        raise event_error(
            Message("no such end", Listed(REASONS, "or")), reason, nearest_names(reason, REASONS, 1)
        )
    return GameEnd(reason)


EVENT_READERS: Mapping[str, Callable[[_Fields], Event]] = {
    "game": _game,
    DECLARATION: lambda read: Declaration(read.text(DECLARATION)),
    "win": _win_event,
    "draw": _draw_event,
    "false_win": lambda read: FalseWin(read.text("false_win")),
    "paid": lambda read: SpotPayment(read.text("paid"), read.text("by"), read.text("from")),
    "penalty": lambda read: PointPenalty(read.points("penalty"), read.text("to"), read.text("why")),
    "adjust": lambda read: Adjustment(read.points("adjust"), read.text("why")),
    "chips": lambda read: ChipPayment(read.points("chips")),
    "count": lambda read: Count(read.points("count")),
    "result": lambda read: KnownResult(read.points("result"), _whole(read.number("sticks"), "sticks")),
    "end": _end_event,
    "note": lambda read: Note(read.text("note")),
}
"""How the event is read that begins with a word."""
FIELDS: Mapping[str, tuple[str, ...]] = {
    "game": ("players", "rounds", "options", "stake", "currency"),
    DECLARATION: (),
    "win": ("from", "liable", "others", "next"),
    "draw": ("ready", "by", "pigs", "next"),
    "false_win": (),
    "paid": ("by", "from"),
    "penalty": ("to", "why"),
    "adjust": ("why",),
    "chips": (),
    "count": (),
    "result": ("sticks",),
    "end": (),
    "note": (),
}
"""The fields that each event may have besides its own word."""
