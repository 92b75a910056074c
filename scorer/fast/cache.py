"""Compiled rulesets in the user's cache folder, as plain data that nothing has to be imported for.

A file holds marshal of numbers, texts, tuples and dictionaries, never code; it is used only where it is
whole, made by this version of scorer and Python, and where every file that it was compiled from still
says the same. Anything else is as if it were not there. `SCORER_NO_CACHE` turns the cache off.
"""

from __future__ import annotations

import marshal
import os
import sys
from zlib import crc32

from scorer.ruleset.folders import cache_folder
from scorer.ruleset.stamp import code_stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Form = dict[str, Any]
    Options = tuple[tuple[str, Any], ...]

FORMAT = 1
LARGEST = 8_000_000


def recall(path: str, options: Options) -> Form | None:
    """The compiled form of a rule file with these options, if it is stored and still true."""
    stored = _read(_place(path, options))
    if stored is None:
        return None
    stamp, chosen, content, form = stored
    if stamp != _stamp() or chosen != options or type(form) is not dict or type(content) is not tuple:
        return None
    if not content or any(_content(name) != text for name, text in content):
        return None
    return form


def remember(path: str, options: Options, form: Form, files: Iterable[str]) -> None:
    """Stores a compiled form. A folder that cannot be written is no fault."""
    place = _place(path, options)
    content = tuple((name, _content(name)) for name in files)
    if place is None or any(text is None for _, text in content):
        return
    data = marshal.dumps((_stamp(), options, content, form))
    fresh = f"{place}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(fresh, "wb") as file:
            file.write(crc32(data).to_bytes(4, "big") + data)
        os.replace(fresh, place)
    except OSError:
        return


def _read(place: str | None) -> tuple[Any, Any, Any, Any] | None:
    """What a stored file says, None where it is not there or not whole."""
    text = _content(place) if place else None
    if not text or len(text) < 5 or crc32(text[4:]).to_bytes(4, "big") != text[:4]:
        return None
    try:
        stamp, options, content, form = marshal.loads(text[4:])
    except (ValueError, EOFError, TypeError):
        return None
    return stamp, options, content, form


def _stamp() -> tuple[Any, ...]:
    code = code_stamp("fast", "ruleset", "language", "readings")
    return (FORMAT, code, tuple(sys.version_info[:3]), marshal.version)


def _content(name: str) -> bytes | None:
    """The bytes of a plain file of a sensible size."""
    try:
        if not os.path.isfile(name) or os.path.getsize(name) > LARGEST:
            return None
        with open(name, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        return None


def _place(path: str, options: Options) -> str | None:
    folder = cache_folder()
    if folder is None:
        return None
    whole = f"{os.path.abspath(path)} {options!r}"
    stem = os.path.splitext(os.path.basename(path))[0]
    return os.path.join(folder, f"{stem}-{crc32(whole.encode(errors='replace')):08x}.compiled")
