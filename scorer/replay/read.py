"""Reads a log of any format: unpacks it, detects its format, and calls the reader."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from scorer.errors import InputError
from scorer.foreign import value_text
from scorer.replay import botzone, kobalab, majsoul, mjai, mjlog, mjx, tenhou6
from scorer.replay.drafts import MALFORMED
from scorer.replay.game import Game, Trouble
from scorer.replay.limits import MOST_BYTES, decode_text, parse_json, refuse, unpack_log
from scorer.ruleset.find import READ_FLAGS
from scorer.values import replace

OF_JSON = {
    "kobalab": (kobalab.is_kobalab, kobalab.read),
    "tenhou6": (tenhou6.is_tenhou6, tenhou6.read),
    "majsoul": (majsoul.is_majsoul, majsoul.read),
}
"""Formats of one JSON value: how each is recognized and read."""
OF_LINES = {"mjai": (mjai.is_mjai, mjai.read), "mjx": (mjx.is_mjx, mjx.read)}
"""Formats of one JSON value a line, recognized by the first."""
OF_TEXT = {"mjlog": (mjlog.is_mjlog, mjlog.read), "botzone": (botzone.is_botzone, botzone.read)}
DAMAGED_JSON = (kobalab.damaged_value, tenhou6.damaged_value, majsoul.damaged_value)
DAMAGED_TEXT = (mjlog.is_damaged_mjlog, botzone.is_damaged_botzone)
"""How the formats above are recognized in a damaged file, in the same order."""
FIRST_LINES = 20
"""Lines that are tried to recognize a format of lines; the first ones may be damaged."""
FORMATS = (*OF_TEXT, *OF_LINES, *OF_JSON)
KNOWN = "mjlog (XML), tenhou/6 (JSON), mjai, Mahjong Soul, kobalab, mjx, Botzone"


def read_game(path: str | os.PathLike[str]) -> Game:
    """The game in a file of any known format.

    Raises InputError if no deal can be read. Errors in parts of it are in `troubles`.

    >>> read_game("no-such-game.xml")
    Traceback (most recent call last):
        ...
    scorer.errors.InputError: ...
    """
    return replace(read_log(log_bytes(path)), file=Path(path).name)


def log_bytes(path: str | os.PathLike[str]) -> bytes:
    """The contents of a file, one byte more than a log may have at most. Raises InputError if it cannot be
    read.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise refuse(f"expected the path of a file, not {value_text(path)}")
    try:
        with os.fdopen(os.open(path, READ_FLAGS), "rb") as file:
            return file.read(MOST_BYTES + 1) or b""
    except (OSError, ValueError) as error:
        raise refuse(
            f"cannot read '{os.fspath(path)}': {getattr(error, 'strerror', None) or error}"
        ) from error


def read_log(log: bytes | BinaryIO) -> Game:
    """The game in a log, given as bytes or as a file to read. Raises InputError if no deal can be read.

    >>> from scorer.questions.games import SAMPLE_LOG
    >>> game = read_log(SAMPLE_LOG)
    >>> game.format, game.players, [deal.name for deal in game.deals]
    ('mjai', 4, ['E1'])
    """
    plain, slips = unpack_log(log if isinstance(log, bytes) else log.read(MOST_BYTES + 1) or b"")
    text = decode_text(plain).strip()
    if not text:
        raise refuse("the file is empty")
    try:
        game = _read(text)
    except MALFORMED as error:
        raise refuse(f"the log is malformed: {error}") from error
    if not game.deals:
        raise (
            InputError(refuse(one.message).faults[0] for one in game.troubles)
            if game.troubles
            else refuse("the log has no deal")
        )
    return replace(game, troubles=(*slips, *game.troubles)) if slips else game


def _read(text: str) -> Game:
    for is_text, read_text in OF_TEXT.values():
        if is_text(text):
            return read_text(text)
    lines = list(islice(filter(None, map(str.strip, text.splitlines())), FIRST_LINES))
    for value in map(_json_or_none, lines):
        for is_line, read_lines in OF_LINES.values():
            if is_line(value):
                return read_lines(text)
    try:
        value = parse_json(text)
    except ValueError as error:
        game = _read_damaged(text, str(error))
        if game is None:
            reason = f": {error}" if text[0] in "{[/" else ""
            raise refuse(f"this is not a log in a known format{reason}; known: {KNOWN}") from error
        return game
    for is_value, read_value in OF_JSON.values():
        if is_value(value):
            return read_value(value)
    raise refuse(f"this JSON is not a log in a known format; known: {KNOWN}")


def _json_or_none(line: str) -> object:
    try:
        return parse_json(line)
    except ValueError:
        return None


def _read_damaged(text: str, reason: str) -> Game | None:
    """The game in a text that is damaged so that it is not in any format; None if no deal can be found."""
    for damaged_value, (_, read_value) in zip(DAMAGED_JSON, OF_JSON.values(), strict=True):
        value = damaged_value(text)
        if value is not None:
            trouble = Trouble(f"the file is cut off or damaged, so it is not JSON: {reason}")
            game = read_value(value)
            return replace(game, troubles=(trouble, *game.troubles))
    for is_damaged, (_, read_text) in zip(DAMAGED_TEXT, OF_TEXT.values(), strict=True):
        if is_damaged(text):
            game = read_text(text)
            trouble = Trouble("the beginning of the file is damaged")
            return replace(game, troubles=(trouble, *game.troubles))
    return None
