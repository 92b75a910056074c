"""Tiles as characters of Unicode (U+1F000 to U+1F02B), for terminals that can show them.

Which picture is which character stands with the pictures (`rulesets/art`).
"""

from __future__ import annotations

from collections.abc import Iterable

from scorer.render.document import Document, Paragraph, line
from scorer.ruleset.art import glyphs

AS_TEXT = "\ufe0e"
"""Asks for the tile as text: one of them would else be a wide emoji."""
EMOJI = "\U0001f004"
RED = "*"
GAP = "   "
Face = tuple[str, bool]
"""The picture of a tile, and whether it is a red one."""
Faces = tuple[tuple[str, tuple[Face, ...]], ...]
"""Groups of tiles, each with its brackets: `()`, `[]` or none."""


def glyph(face: Face) -> str:
    """The character of a tile, a star behind a red one; nothing where Unicode has none.

    >>> from scorer.library import load_ruleset
    >>> tiles = load_ruleset("riichi").tileset
    >>> [glyph((tiles.by_code[code].picture, code == "5p")) for code in ("1m", "5p", "7z")]
    ['🀇', '🀝*', '🀄︎']
    >>> glyph((load_ruleset("ponjan").tileset.kinds[0].picture, False))
    ''
    """
    name, red = face
    shown = glyphs().get(name, "")
    return shown and shown + (AS_TEXT if shown == EMOJI else "") + (RED if red else "")


def glyph_line(groups: Faces) -> str:
    """A hand in characters, set by set; nothing where some tile has none."""
    parts = [_group(brackets, faces) for brackets, faces in groups]
    return GAP.join(parts) if all(parts) else ""


def _group(brackets: str, faces: Iterable[Face]) -> str:
    """Tiles apart by spaces: most fonts draw them wider than a column."""
    shown = [glyph(face) for face in faces]
    return " ".join(shown).join(brackets or ("", "")) if all(shown) else ""


def with_tile_line(document: Document, glyphs: str) -> Document:
    """A document about a hand with the hand in characters above its first line."""
    if not glyphs or not document or not isinstance(document[0], Paragraph):
        return document
    first = document[0]
    return (Paragraph((line(glyphs), *first.lines), first.indent), *document[1:])
