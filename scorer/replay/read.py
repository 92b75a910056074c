"""Reads a log of any format: unpacks it, detects its format, and calls the reader."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from scorer.errors import InputError
from scorer.foreign import value_text
from scorer.message import Message, Text
from scorer.replay.drafts import MALFORMED, reason_text
from scorer.replay.game import Game, Trouble
from scorer.replay.limits import (
    MOST_BYTES,
    MOST_OUTER,
    decode_text,
    parse_json,
    parse_values,
    refuse,
    unpack_log,
    without_comments,
)
from scorer.replay.several import games_of_file
from scorer.ruleset.find import READ_FLAGS
from scorer.ruleset.source import read_error_reason
from scorer.values import replace


class JsonFormat(NamedTuple):
    """A format of one JSON value: what recognizes and reads it, and what can be read of a damaged text."""

    recognizes: Callable[[object], bool]
    read: Callable[[Any], Game]
    damaged_value: Callable[[str], object | None]


class LineFormat(NamedTuple):
    """A format of one JSON value a line, recognized by the first line."""

    recognizes: Callable[[object], bool]
    read: Callable[[str], Sequence[Game]]


class TextFormat(NamedTuple):
    """A format of text, and what recognizes one that is damaged so that it is in no format."""

    recognizes: Callable[[str], bool]
    read: Callable[[str], Sequence[Game]]
    recognizes_damaged: Callable[[str], bool]


# Each module is imported when a log is tried, because most logs need one or two of them.


def json_formats() -> Iterator[JsonFormat]:
    from scorer.replay import kobalab

    yield JsonFormat(kobalab.is_kobalab, kobalab.read, kobalab.damaged_value)
    from scorer.replay import tenhou6

    yield JsonFormat(tenhou6.is_tenhou6, tenhou6.read, tenhou6.damaged_value)
    from scorer.replay import majsoul

    yield JsonFormat(majsoul.is_majsoul, majsoul.read, majsoul.damaged_value)
    from scorer.replay import botzone

    yield JsonFormat(botzone.is_botzone_match, botzone.read_match, botzone.damaged_value)


def line_formats() -> Iterator[LineFormat]:
    """A deal of mjx has events like those of mjai."""
    from scorer.replay import mjx

    yield LineFormat(mjx.is_mjx, mjx.read)
    from scorer.replay import mjai

    yield LineFormat(mjai.is_mjai, mjai.read)


def text_formats() -> Iterator[TextFormat]:
    from scorer.replay import mjlog

    yield TextFormat(mjlog.is_mjlog, mjlog.read, mjlog.is_damaged_mjlog)
    from scorer.replay import botzone

    yield TextFormat(botzone.is_botzone, botzone.read, botzone.is_damaged_botzone)


NO_DEAL = Trouble(Message("log without deal"))
FIRST_LINES = 20
"""Lines that are tried to recognize a format of lines; the first ones may be damaged."""
BETWEEN_EVENTS = " \t[],"
"""What stands around the events of a list that has one in each line."""
KNOWN = Message("formats of logs")


def read_game(log: str | os.PathLike[str] | bytes | BinaryIO) -> Game:
    """The game in a log of any known format, given by the path of its file, as bytes, or as a file to read.

    Raises InputError if no deal can be read, or if the log has several games, which `read_games` reads.
    Errors in parts of a game are in its `troubles`.

    >>> from scorer import sample_log
    >>> game = read_game(sample_log())
    >>> game.format, game.players, [deal.name for deal in game.deals]
    ('mjai', 4, ['E1'])
    >>> read_game("no-such-game.xml")
    Traceback (most recent call last):
        ...
    scorer.errors.InputError: ...
    """
    return _only_game(read_games_of_file(log) if isinstance(log, (str, os.PathLike)) else read_games(log))


def read_games_of_file(path: str | os.PathLike[str]) -> tuple[Game, ...]:
    """The games in a file of any known format; most files have one.

    Raises InputError if no deal can be read.
    """
    return tuple(replace(game, file=Path(path).name) for game in read_games(log_bytes(path)))


def log_bytes(path: str | os.PathLike[str]) -> bytes:
    """The contents of a file, one byte more than a log may have at most. Raises InputError if it cannot be
    read.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise refuse(Message("expected path", value_text(path)))
    try:
        with os.fdopen(os.open(path, READ_FLAGS), "rb") as file:
            return file.read(MOST_BYTES + 1) or b""
    except (OSError, ValueError) as error:
        raise refuse(Message("cannot be opened", os.fspath(path), read_error_reason(error))) from error


def log_files(names: Iterable[str], output_path: str | None = None) -> list[str]:
    """The files with these names, and all files below those that are folders, except for `output_path` and
    its record if an earlier run has written them.

    >>> log_files(["game.xml"])
    ['game.xml']
    """
    written = _files_of_earlier_run(output_path) if output_path else set()
    found = []
    for name in names:
        if os.path.isdir(name):
            files = sorted(path for path in Path(name).rglob("*") if path.is_file())
            found += [str(path) for path in files if os.path.realpath(path) not in written]
        else:
            found.append(name)
    return found


def _files_of_earlier_run(output_path: str) -> set[str]:
    """The file with the lines of an earlier run and its record, if there was one."""
    from scorer.batch.resume import ENDING

    if not os.path.isfile(output_path + ENDING):
        return set()
    return {os.path.realpath(output_path + ending) for ending in ("", ENDING)}


def read_log(log: bytes | BinaryIO) -> Game:
    """The game in a log, given as bytes or as a file to read. Raises InputError if no deal can be read, or
    if the log has several games, which `read_games` reads.

    >>> from scorer import sample_log
    >>> game = read_log(sample_log())
    >>> game.format, game.players, [deal.name for deal in game.deals]
    ('mjai', 4, ['E1'])
    """
    return _only_game(read_games(log))


def _only_game(games: Sequence[Game]) -> Game:
    if len(games) > 1:
        raise refuse(Message("log has games", len(games)))
    return games[0]


def read_games(log: str | os.PathLike[str] | bytes | BinaryIO) -> tuple[Game, ...]:
    """The games in a log, given by the path of its file, as bytes, or as a file to read; most logs have one.

    Raises InputError if no deal can be read.

    >>> from scorer import sample_log
    >>> [len(game.deals) for game in read_games(sample_log())]
    [1]
    """
    if isinstance(log, (str, os.PathLike)):
        return read_games_of_file(log)
    plain, slips = unpack_log(log if isinstance(log, bytes) else log.read(MOST_BYTES + 1) or b"")
    text = decode_text(plain).strip()
    if not text:
        raise refuse(Message("file empty"))
    try:
        games = games_of_file(_parts_of_text(text))
    except MALFORMED as error:
        raise refuse(Message("log malformed", reason_text(error))) from error
    first = games[0]
    if not any(deal.is_over or any(deal.hands) for game in games for deal in game.deals):
        in_deals = [one for game in games for deal in game.deals for one in deal.troubles][:1]
        troubles = in_deals or first.troubles
        raise InputError(refuse(one.message).faults[0] for one in troubles or [NO_DEAL])
    return (replace(first, troubles=(*slips, *first.troubles)), *games[1:]) if slips else games


def _parts_of_text(text: str) -> Sequence[Game]:
    """The parts of a text in the order of the file, each read by itself."""
    for text_format in text_formats():
        if text_format.recognizes(text):
            return text_format.read(text)
    if "/*" in text:  # a comment may have several lines
        text = without_comments(text)
    lines = list(islice(filter(None, map(str.strip, text.splitlines())), FIRST_LINES))
    is_list = text.startswith("[")
    for value in map(_json_or_none, () if is_list else lines):
        for line_format in line_formats():
            if line_format.recognizes(value):
                return line_format.read(text)
    try:
        values = parse_values(text)
    except ValueError as error:
        reason = reason_text(error)
        game = _read_damaged(text, reason)
        if game is None:
            message = Message("unknown format", KNOWN)
            if text[0] in "{[/":
                message = Message("unknown format because", reason, KNOWN)
            raise refuse(message) from error
        return game
    games = [game for value in values for game in _games_of_value(value)]
    games = games or [*_games_of_value(values)] or [*_games_of_events(values)]  # one event in each value
    if not games:
        raise refuse(Message("unknown JSON", KNOWN))
    return games


def _games_of_value(value: object, depth: int = 0) -> Sequence[Game]:
    """The games of a JSON value, which may be a list of them, or lie in fields of another; none if it is in
    no known format.
    """
    for json_format in json_formats():
        if json_format.recognizes(value):
            return [json_format.read(value)]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if depth > MOST_OUTER:
        return []
    holders = [part for part in parts if isinstance(part, (dict, list))]
    return [game for part in holders for game in _games_of_value(part, depth + 1)]


def _games_of_events(values: Sequence[object]) -> Sequence[Game]:
    """The games of events that do not stand one in each line, but in a list, in a field, or over lines."""
    for line_format in line_formats():
        if found := list(_events(values, line_format.recognizes)):
            return line_format.read("\n".join(map(json.dumps, found)))
    return []


def _events(values: Iterable[object], is_line: Callable[[object], bool], depth: int = 0) -> Iterator[object]:
    """The values that a predicate knows, in lists and fields of others."""
    for value in values:
        if is_line(value):
            yield value
        elif depth <= MOST_OUTER:
            parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            yield from _events(parts, is_line, depth + 1)


def _json_or_none(line: str) -> object:
    try:
        return parse_json(line)
    except ValueError:
        return None


def _read_damaged(text: str, reason: Text) -> Sequence[Game] | None:
    """The games in a text that is damaged so that it is not in any format; None if no deal can be found."""
    for json_format in json_formats():
        value = json_format.damaged_value(text)
        if value is not None:
            return _with_trouble([json_format.read(value)], Message("file cut off", reason))
    lines = [line.strip(BETWEEN_EVENTS) for line in text.splitlines()]
    firsts = [_json_or_none(line) for line in islice(filter(None, lines), FIRST_LINES)]
    for line_format in line_formats():
        if any(map(line_format.recognizes, firsts)):  # a list of events that is cut off
            return _with_trouble(line_format.read("\n".join(lines)), Message("file cut off", reason))
    for text_format in text_formats():
        if text_format.recognizes_damaged(text):
            return _with_trouble(text_format.read(text), Message("beginning damaged"))
    return None


def _with_trouble(games: Sequence[Game], message: Message) -> Sequence[Game]:
    """The games, with a trouble of the file at the first of them."""
    first, *others = games
    return [replace(first, troubles=(Trouble(message), *first.troubles)), *others]
