"""Compiled rulesets in the user's cache folder, as plain data that nothing has to be imported for.

A file holds marshal of numbers, texts, tuples and dictionaries, never code; it is used only where it is
whole, made by this version of scorer and Python, and where every file that it was compiled from still
says the same. Anything else is as if it were not there. `SCORER_NO_CACHE` turns the cache off.
"""

from __future__ import annotations

import marshal
import sys
from itertools import chain, takewhile

from scorer.ruleset.folders import cache_folder, content_of, keep, kept_name, read_kept
from scorer.ruleset.stamp import code_stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Form = dict[str, Any]
    Options = tuple[tuple[str, Any], ...]
    Content = tuple[tuple[str, bytes], ...]
    """every file that went in, with what it said"""

FORMAT = 3
COMPILED, KNOWN = "compiled", "known"


def recall(path: str, options: Options) -> Form | None:
    """The compiled form of a rule file with these options, if it is stored and still true."""
    found = _recalled(path, options)
    return found and found[1]


def _recalled(path: str, options: Options) -> tuple[Content, Form] | None:
    """What a stored form was compiled from, and the form."""
    try:
        stamp, chosen, content, form = marshal.loads(read_kept(_name(path, options, COMPILED)) or b"")
    except (ValueError, EOFError, TypeError):
        return None
    if stamp != _stamp() or chosen != options or type(form) is not dict or type(content) is not tuple:
        return None
    if not content or any(content_of(name) != text for name, text in content):
        return None
    return content, form


def remember(path: str, options: Options, form: Form, files: Iterable[str]) -> None:
    """Stores a compiled form. A folder that cannot be written is no fault."""
    content = tuple((name, content_of(name)) for name in files)
    if cache_folder() is not None and all(text is not None for _, text in content):
        keep(_name(path, options, COMPILED), [marshal.dumps((_stamp(), options, content, form))])


def recall_known(path: str, options: Options, form: Form) -> Iterator[dict[Any, Any]]:
    """What was stored beside this compiled form, piece by piece; nothing where it is of another."""
    pieces = _pieces(read_kept(_name(path, options, KNOWN)) or b"")
    try:
        if next(pieces, None) == _origin(path, options, form):
            yield from takewhile(lambda piece: type(piece) is dict, pieces)
    except (ValueError, EOFError, TypeError):
        return


def remember_known(path: str, options: Options, form: Form, known: Iterable[dict[Any, Any]]) -> None:
    """Stores what hangs on a compiled form alone; each piece is taken and written before the next one."""
    origin = _origin(path, options, form)
    if origin:
        pieces: Iterable[Any] = chain([origin], known)
        dumped = map(marshal.dumps, pieces)
        keep(_name(path, options, KNOWN), (len(piece).to_bytes(4, "big") + piece for piece in dumped))


def _pieces(text: bytes) -> Iterator[Any]:
    at = 0
    while at < len(text):
        end = at + 4 + int.from_bytes(text[at : at + 4], "big")
        yield marshal.loads(text[at + 4 : end])
        at = end


def _origin(path: str, options: Options, form: Form) -> tuple[Any, ...]:
    """What the stored form was made from and by; empty where this is not the form that is stored."""
    found = _recalled(path, options)
    return (_stamp(), options, found[0]) if found and found[1] == form else ()


def _name(path: str, options: Options, sort: str) -> str:
    return kept_name(path, sort, f" {options!r}")


def _stamp() -> tuple[Any, ...]:
    code = code_stamp("compiled", "ruleset", "language", "readings")
    return (FORMAT, code, tuple(sys.version_info[:3]), marshal.version)
