"""Compiled rulesets in the user's cache folder, as plain data that nothing has to be imported for.

A file holds marshal of numbers, texts, tuples and dictionaries, never code; it is used only where it is
whole, made by this version of scorer and Python, and where every file that it was compiled from still
says the same. Anything else is as if it were not there. `SCORER_NO_CACHE` turns the cache off.
"""

from __future__ import annotations

import marshal
import sys

from scorer.ruleset.folders import cache_folder, content_of, keep, kept_name, read_kept
from scorer.ruleset.stamp import code_stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Form = dict[str, Any]
    Options = tuple[tuple[str, Any], ...]

FORMAT = 4
COMPILED = "compiled"


def recall(path: str, options: Options) -> Form | None:
    """The compiled form of a rule file with these options, if it is stored and still true."""
    try:
        stamp, chosen, content, form = marshal.loads(read_kept(_name(path, options)) or b"")
    except (ValueError, EOFError, TypeError):
        return None
    if stamp != _stamp() or chosen != options or type(form) is not dict or type(content) is not tuple:
        return None
    if not content or any(content_of(name) != text for name, text in content):
        return None
    return form


def remember(path: str, options: Options, form: Form, files: Iterable[str]) -> None:
    """Stores a compiled form. A folder that cannot be written is no fault."""
    content = tuple((name, content_of(name)) for name in files)
    if cache_folder() is not None and all(text is not None for _, text in content):
        keep(_name(path, options), [marshal.dumps((_stamp(), options, content, form))])


def _name(path: str, options: Options) -> str:
    return kept_name(path, COMPILED, f" {options!r}")


def _stamp() -> tuple[Any, ...]:
    code = code_stamp("compiled", "engine", "ruleset", "language", "readings")
    return (FORMAT, code, tuple(sys.version_info[:3]), marshal.version)
