"""Draws tiles as SVG: each face once as a symbol `tile-CODE`, and marks that place these symbols.

A drawing is text with `<use href="#tile-5p">` in it; `definitions` gives the symbols that a text asks for.
What a tile shows is data: its picture, its ink and its names (`scorer.ruleset.art`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from pathlib import Path

from scorer.ruleset.art import Picture, inks, pictures, with_parts
from scorer.tiles import Tile, TileKind, TileSet, name_in

WIDTH, HEIGHT = 60, 80
"""Size of an upright tile in the drawing's own units."""
BACK = "back"
USED = re.compile(r'href="#tile-([0-9a-z]+)"')
PART = re.compile(r'<use href="#(?!tile-)([a-z0-9_]+)"')


@lru_cache(maxsize=1)
def style() -> str:
    """The style sheet of tiles: inks and faces."""
    rules = "\n".join(f".ink-{name} {{ {rule} }}" for name, rule in inks().items())
    return f"{rules}\n{Path(__file__).with_name('tiles.css').read_text(encoding='utf-8')}"


def upright(code: str, x: float, y: float = 0) -> str:
    """A tile that stands, its top left corner at x and y."""
    return f'<use href="#tile-{code}" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}"/>'


def sideways(code: str, x: float) -> str:
    """A tile that lies, its foot on the line on which the others stand."""
    return f'<g transform="translate({x:g} {HEIGHT}) rotate(-90)">{upright(code, 0)}</g>'


def marked(code: str, x: float) -> str:
    """A tile that stands and has a frame round it."""
    frame = f'<rect class="tile-mark" x="{x:g}" y="0" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
    return upright(code, x) + frame


def definitions(drawing: str, tileset: TileSet, language: str = "en") -> str:
    """The symbols of every tile that a drawing places, and of every picture that these need."""
    codes = sorted(set(USED.findall(drawing)))
    faces = "".join(_back() if code == BACK else face(tileset, code, language) for code in codes)
    parts = with_parts(sorted(set(PART.findall(faces))))
    return "<defs>" + "".join(part.markup for part in parts) + faces + "</defs>"


def face(tileset: TileSet, code: str, language: str = "en") -> str:
    """The symbol of one tile, by its notation.

    >>> from scorer.library import load_ruleset
    >>> 'href="#circles_5_red"' in face(load_ruleset("riichi").tileset, "0p")
    True
    """
    tile = tileset.pieces[code]
    kind = tileset.kinds[tile.kind]
    picture = _picture(kind, tile)
    inside = _pictured(kind, tile, picture, language) if picture else _named(kind, tile, language)
    return _symbol(code, _body("tile-face") + inside + _index(kind, tile, picture))


def _symbol(code: str, inside: str) -> str:
    return f'<symbol id="tile-{code}" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</symbol>'


def _body(surface: str) -> str:
    side = '<rect class="tile-side" x="2" y="3" width="57" height="76" rx="7"/>'
    return side + f'<rect class="{surface}" x="1.5" y="1.5" width="56" height="74" rx="6"/>'


def _back() -> str:
    weave = '<rect class="tile-weave" x="8" y="8" width="43" height="61" rx="3"/>'
    weave += '<path class="tile-weave" d="M15,38.5 L29.5,18 L44,38.5 L29.5,59 Z"/>'
    return _symbol(BACK, _body("tile-back") + weave)


def _picture(kind: TileKind, tile: Tile) -> Picture | None:
    """The picture of a tile; a red copy has one of its own where somebody drew it."""
    known = pictures()
    return (known.get(f"{kind.picture}_red") if tile.red else None) or known.get(kind.picture)


def _ink(kind: TileKind, tile: Tile) -> str:
    return f"ink-{'red' if tile.red else kind.ink}"


def _pictured(kind: TileKind, tile: Tile, picture: Picture, language: str) -> str:
    """The picture right of and below the corner's index; smaller where a name stands below it."""
    name = name_in(kind.names, language) if picture.labelled else ""
    place = 'x="11" y="9" width="40" height="53.3"' if name else 'x="10" y="13" width="44" height="58.7"'
    drawn = f'<g class="{_ink(kind, tile)}"><use href="#{picture.id}" {place}/></g>'
    return drawn + (_line(name, 70, 12, _ink(kind, tile)) if name else "")


def _named(kind: TileKind, tile: Tile, language: str) -> str:
    """A tile without a picture: its name in its ink, a word a line."""
    words = (name_in(kind.names, language) or kind.code).split()
    lines = words if len(words) <= 4 else [*words[:3], " ".join(words[3:])]
    top = 46 - 7 * (len(lines) - 1)
    return "".join(
        _line(text, top + 14 * place, 22 if len(lines) == 1 else 14, _ink(kind, tile))
        for place, text in enumerate(lines)
    )


def _line(text: str, y: float, size: float, ink: str) -> str:
    """Centered text, as small as it must be to fit on the face."""
    width = sum(1 if ord(letter) > 0x2E80 else 0.6 for letter in text)
    fitting = min(size, 50 / max(1, width))
    attributes = f'class="tile-text {ink}" fill="currentColor" text-anchor="middle"'
    return f'<text {attributes} x="29.5" y="{y:g}" font-size="{fitting:.3g}">{escape(text)}</text>'


def _index(kind: TileKind, tile: Tile, picture: Picture | None) -> str:
    text = (picture.index if picture else "") or str(kind.digit)
    colour = "tile-index-red" if tile.red else "tile-index"
    return f'<text class="tile-text {colour}" x="4.5" y="13.5" font-size="12.5">{text}</text>'
