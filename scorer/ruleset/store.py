"""Built rulesets kept in the user's cache folder, so that a command need not read YAML again.

A stored ruleset is plain data (marshal of tuples, numbers and texts), never code: reading a foreign or
broken file can at worst give nothing. The key is the content of every file it was built from, the
version of scorer and of Python. `SCORER_NO_CACHE` turns the store off.
"""

from __future__ import annotations

import marshal
import sys
from typing import TYPE_CHECKING, Any

from scorer.language.nodes import Node
from scorer.readings.shapes import SetKind, SetTables, Shape
from scorer.ruleset import model
from scorer.ruleset.folders import cache_folder, content_of, keep, kept_name, read_kept
from scorer.ruleset.model import Ruleset
from scorer.ruleset.stamp import code_stamp
from scorer.tiles import Suit, TileKind, TileSet

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = 1
TUPLE = -1
"""Marks a tuple of values in the stored data; other numbers are places in the list of classes."""

Content = tuple[tuple[str, bytes], ...]
"""The files that a ruleset was built from, each with its content."""


def recall(path: Path | str) -> Ruleset | None:
    """The ruleset stored for a file, if every file that it was built from still says the same."""
    stored = _read(path)
    if stored is None:
        return None
    content, data, tuples = stored
    if any(content_of(name) != text for name, text in content):
        return None
    ruleset: Ruleset = Codec().value(data)
    ruleset.__dict__["set_tables"] = SetTables(ruleset.kinds, ruleset.tileset, dict(tuples))
    return ruleset


def remember(path: Path | str, ruleset: Ruleset, files: tuple[Path, ...]) -> None:
    """Stores a ruleset. A folder that cannot be written is no fault."""
    content = tuple((str(file), content_of(str(file))) for file in files)
    if cache_folder() is None or any(text is None for _, text in content):
        return
    tables = tuple(ruleset.set_tables.tuples.items())
    keep(_name(path), [marshal.dumps((_stamp(), content, Codec().plain(ruleset), tables))])


def _read(path: Path | str) -> tuple[Content, Any, Any] | None:
    """What is stored for a file, or None where that is nothing or of another version."""
    try:
        stamp, content, data, tables = marshal.loads(read_kept(_name(path)) or b"")
    except (ValueError, EOFError, TypeError):
        return None
    return (content, data, tables) if stamp == _stamp() else None


def _name(path: Path | str) -> str:
    return kept_name(str(path), "ruleset")


def _stamp() -> Any:
    """What must be the same to read what was stored: the version, and the fields of every value."""
    code = code_stamp("ruleset", "language", "readings")
    return (FORMAT, code, sys.version_info[:3], marshal.version, Codec().fields)


class Codec:
    """Values to plain tuples and back: (place of the class, field values...); other data as it is."""

    def __init__(self) -> None:
        own = (c for module in (model,) for c in vars(module).values() if _is_value(c, module))
        self.types: list[Any] = [Node, SetKind, Shape, Suit, TileKind, TileSet, *own]
        self.places = {kind: place for place, kind in enumerate(self.types)}

    @property
    def fields(self) -> tuple[tuple[str, ...], ...]:
        """The names of all classes with those of their fields."""
        return tuple((kind.__name__, *kind.__fields__) for kind in self.types)

    def plain(self, value: Any) -> Any:
        """Data that marshal takes."""
        if isinstance(value, tuple):
            return (TUPLE, *map(self.plain, value)) if value else ()
        place = self.places.get(type(value))
        if place is None:
            return value
        return (place, *(self.plain(getattr(value, name)) for name in value.__fields__))

    def value(self, data: Any) -> Any:
        """The value that such data says."""
        if type(data) is not tuple or not data:
            return data
        if data[0] == TUPLE:
            return tuple(map(self.value, data[1:]))
        kind = self.types[data[0]]
        made = kind.__new__(kind)
        made.__dict__.update(zip(kind.__fields__, map(self.value, data[1:]), strict=True))
        return made


def _is_value(found: object, module: object) -> bool:
    home = getattr(module, "__name__", "")
    return isinstance(found, type) and found.__module__ == home and hasattr(found, "__fields__")
