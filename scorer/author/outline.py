"""The outline of a rule file: its sections, and the entries of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.author.completion import name_of_entry
from scorer.author.rules import readable_file
from scorer.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from scorer.ruleset.items import Item


@dataclass(frozen=True)
class Symbol:
    """A part of a rule file: its id or key, its name, where it begins and where the next one does, and its
    own parts. Lines and columns count from 1.
    """

    id: str
    name: str
    line: int
    column: int
    last_line: int
    parts: tuple[Symbol, ...] = ()


def file_outline(text: str, name: str, path: Path | None = None, language: str = "en") -> tuple[Symbol, ...]:
    """The sections of a rule file with their entries, as far as the file can be read."""
    root = readable_file(text, name, path).file_root
    return _parts(root, language, 2) if root else ()


def _parts(item: Item, language: str, depth: int) -> tuple[Symbol, ...]:
    """The parts of a mapping, or those of a list that are mappings themselves."""
    entries = [*item.fields.values()] or item.mappings
    return tuple(_symbol(entry, language, depth) for entry in entries)


def _symbol(item: Item, language: str, depth: int) -> Symbol:
    ident = item.get("id").text() or item.key
    line, column = item.position(key=True)
    end, _ = item.source.line_and_column(max(item.span.start, item.span.end - 1))
    is_named = bool(item.fields) and depth < 2
    parts = _parts(item, language, depth - 1) if depth > 1 else ()
    return Symbol(
        ident, name_of_entry(item, language) if is_named else "", line, column, max(line, end), parts
    )
