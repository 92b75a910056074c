"""Tiles as characters of Unicode (U+1F000 to U+1F02B), for terminals that can show them.

Which picture is which character stands with the pictures (`rulesets/art`).
"""

from __future__ import annotations

from collections.abc import Iterable

from scorer.hand import Hand, Meld
from scorer.readings import Group, Reading
from scorer.render.document import Document, Paragraph, line
from scorer.render.result import laid_out
from scorer.ruleset.art import pictures
from scorer.tiles import Tile, TileSet

AS_TEXT = "\ufe0e"
"""Asks for the tile as text: one of them would else be a wide emoji."""
EMOJI = "\U0001f004"
RED = "*"
GAP = "   "


def glyph(tile: Tile, tileset: TileSet) -> str:
    """The character of a tile, a star behind a red one; nothing where Unicode has none.

    >>> from scorer.library import load_ruleset
    >>> riichi, ponjan = (load_ruleset(name).tileset for name in ("riichi", "ponjan"))
    >>> [glyph(riichi.pieces[code], riichi) for code in ("1m", "0p", "7z")], glyph(Tile(0), ponjan)
    (['🀇', '🀝*', '🀄︎'], '')
    """
    picture = pictures().get(tileset.kinds[tile.kind].picture)
    if picture is None or not picture.glyph:
        return ""
    return picture.glyph + (AS_TEXT if picture.glyph == EMOJI else "") + (RED if tile.red else "")


def hand_glyphs(hand: Hand, reading: Reading | None, tileset: TileSet) -> str:
    """A hand in characters, set by set; nothing where some tile has none."""
    groups = laid_out(reading.groups) if reading else _as_written(hand)
    parts = [_group(group, tileset) for group in groups]
    aside = [_row(hand.flowers, tileset)] if hand.flowers else []
    return GAP.join([*parts, *aside]) if all([*parts, *aside]) else ""


def _as_written(hand: Hand) -> list[Group]:
    """The hand as groups where it has no reading."""
    concealed = Group("", (*hand.concealed, hand.winning_tile))
    return [concealed, *(_melded(meld) for meld in hand.melds)]


def _melded(meld: Meld) -> Group:
    return Group(meld.kind, meld.tiles, meld.concealed, called=not meld.concealed, melded=True)


def _group(group: Group, tileset: TileSet) -> str:
    row = _row(group.tiles, tileset)
    if not group.melded or not row:
        return row
    return f"({row})" if group.called else f"[{row}]"


def _row(tiles: Iterable[Tile], tileset: TileSet) -> str:
    """Tiles apart by spaces: most fonts draw them wider than a column."""
    shown = [glyph(tile, tileset) for tile in tileset.sorted(tiles)]
    return " ".join(shown) if all(shown) else ""


def with_tile_line(document: Document, glyphs: str) -> Document:
    """A document about a hand with the hand in characters above its first line."""
    if not glyphs or not document or not isinstance(document[0], Paragraph):
        return document
    first = document[0]
    return (Paragraph((line(glyphs), *first.lines), first.indent), *document[1:])
