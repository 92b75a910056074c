"""Draws tiles as SVG: each face once as a symbol `tile-CODE`, and marks that place these symbols.

A drawing is text with `<use href="#tile-5p">` in it; `definitions` gives the symbols that a text asks for.
What a tile shows is data: its picture, its ink and its names (`scorer.ruleset.art`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path

from scorer.hand import Hand, Meld, WaitingHand
from scorer.notation import format_meld
from scorer.ruleset.art import Picture, inks, pictures, with_parts
from scorer.shapes import Group
from scorer.tiles import Tile, TileKind, TileSet, name_in
from scorer.values import dataclass

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


def upright(code: str, x: float) -> str:
    """A tile that stands, its left edge at x."""
    return f'<use href="#tile-{code}" x="{x:g}" y="0" width="{WIDTH}" height="{HEIGHT}"/>'


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


# ---- a hand as it lies on the table

GAP = 22
"""Between the parts of a hand, in the drawing's units."""
MARGIN = 3


@dataclass(frozen=True)
class Drawing:
    """A row of tiles that stay together: its width and the marks that draw it."""

    width: float
    markup: str


def hand_blocks(hand: Hand | WaitingHand, tileset: TileSet) -> tuple[Drawing, ...]:
    """The parts of a hand: concealed tiles, the winning tile, sets in the order of calls, flowers."""
    won = [Drawing(WIDTH, marked(tileset.code(hand.winning_tile), 0))] if isinstance(hand, Hand) else []
    concealed = [row(hand.concealed, tileset)] if hand.concealed else []
    flowers = [row(hand.flowers, tileset)] if hand.flowers else []
    return (*concealed, *won, *(meld_block(meld, tileset) for meld in hand.melds), *flowers)


def row(tiles: Iterable[Tile], tileset: TileSet) -> Drawing:
    """Tiles side by side in the order of the set."""
    codes = [tileset.code(tile) for tile in tileset.sorted(tiles)]
    return Drawing(WIDTH * len(codes), "".join(upright(code, WIDTH * at) for at, code in enumerate(codes)))


def meld_block(meld: Meld, tileset: TileSet) -> Drawing:
    """A set that was called, its first tile lying on the side; the outer tiles of a concealed one face
    down. (From whom a tile was taken, the notation does not say.)
    """
    codes = [tileset.code(tile) for tile in tileset.sorted(meld.tiles)]
    if meld.concealed:
        shown = [BACK, *codes[1:-1], BACK]
        return Drawing(
            WIDTH * len(shown), "".join(upright(code, WIDTH * at) for at, code in enumerate(shown))
        )
    standing = (upright(code, HEIGHT + WIDTH * at) for at, code in enumerate(codes[1:]))
    return Drawing(HEIGHT + WIDTH * (len(codes) - 1), sideways(codes[0], 0) + "".join(standing))


def group_block(group: Group, tileset: TileSet, winning: Tile | None = None) -> Drawing:
    """A group of a reading; the winning tile in it, where it was completed last, has a frame."""
    if group.melded:
        return meld_block(Meld(group.kind, group.tiles, group.concealed), tileset)
    tiles = list(tileset.sorted(group.tiles))
    last = len(tiles) - 1 - tiles[::-1].index(winning) if group.won and winning in tiles else -1
    drawn = [
        (marked if at == last else upright)(tileset.code(tile), WIDTH * at) for at, tile in enumerate(tiles)
    ]
    return Drawing(WIDTH * len(drawn), "".join(drawn))


def svg(blocks: Sequence[Drawing], tileset: TileSet, title: str, language: str = "en") -> str:
    """A picture of its own, in one row, with everything in it that it needs.

    >>> from scorer import load_ruleset, parse_hand
    >>> tiles = load_ruleset("riichi").tileset
    >>> picture = svg(hand_blocks(parse_hand("11z(777z)+1z"), tiles), tiles, "East and Red")
    >>> picture.startswith("<svg") and "<title>East and Red</title>" in picture
    True
    """
    parts, x = [], float(MARGIN)
    for block in blocks:
        parts.append(f'<g transform="translate({x:g} {MARGIN})">{block.markup}</g>')
        x += block.width + GAP
    drawing = "".join(parts)
    width, height = x - GAP + MARGIN, HEIGHT + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height}" '
        f'viewBox="0 0 {width:g} {height}"><title>{escape(title)}</title><style>{style()}</style>'
        f"{definitions(drawing, tileset, language)}{drawing}</svg>\n"
    )


def inline(block: Drawing) -> str:
    """One block as an element of a page that holds the definitions; it is as wide as its tiles."""
    wide, high = block.width + 2 * MARGIN, HEIGHT + 2 * MARGIN
    return (
        f'<svg class="tiles" style="--wide:{wide / WIDTH:.4g}" viewBox="{-MARGIN} {-MARGIN} {wide:g} {high}" '
        f'aria-hidden="true">{block.markup}</svg>'
    )


def drawn(blocks: Iterable[Drawing], label: str, small: bool = False) -> str:
    """Blocks in a line of a page, which breaks between them; `label` says the same in words (none:
    the text beside it does). Small ones stand in a line of text.
    """
    shown = list(blocks)
    parts = "".join(map(inline, shown))
    kind = "row small" if small else "row"
    named = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<span class="{kind}" style="--all:{_wide(shown):.4g}" {named}>{parts}</span>'


def _wide(blocks: list[Drawing]) -> float:
    """The width of a line in tiles, so that a style sheet can fit it into a page; a space is a third."""
    return sum((block.width + 2 * MARGIN) / WIDTH for block in blocks) + (len(blocks) - 1) / 3


def spoken(hand: Hand | WaitingHand, tileset: TileSet) -> str:
    """A hand for those who hear a page: the names of its tiles."""
    parts = [_names(hand.concealed, tileset), *(f"{format_meld(m, tileset)}" for m in hand.melds)]
    won = [f"won on {tileset.name(hand.winning_tile)}"] if isinstance(hand, Hand) else []
    return "; ".join(filter(None, [*parts, *won]))


def _names(tiles: Iterable[Tile], tileset: TileSet) -> str:
    return ", ".join(tileset.name(tile) for tile in tileset.sorted(tiles))


# ---- text with its notation drawn

GROUP = re.compile(r"([0-9]+)([a-z])")
ROUND = re.compile(r"[1-9]0+[a-z]")
"""Not tiles but a rounding: up to 10s, 100s."""


def with_tiles(text: str, tileset: TileSet, melds: Collection[str] = ()) -> str:
    """Text as HTML with every notation of tiles drawn: `pair 11z` shows two tiles.

    `melds` are the called and concealed sets that the text may speak of, in notation; they are drawn as
    they lie. Other brackets belong to the sentence and stay.

    >>> from scorer.library import load_ruleset
    >>> tiles = load_ruleset("riichi").tileset
    >>> with_tiles("rounded up to 100s & more", tiles)
    'rounded up to 100s &amp; more'
    >>> with_tiles("2 of 11z", tiles).count("#tile-1z")
    2
    """
    return "".join(_pieces(text, tileset, melds))


def _pieces(text: str, tileset: TileSet, melds: Collection[str]) -> Iterator[str]:
    end = 0
    for match in _notation("".join(tileset.by_letter)).finditer(text):
        opens, codes, closes = match.groups()
        tiles = _tiles(codes, tileset)
        if not tiles:
            continue
        whole = match[0] in melds
        before, after = ("", "") if whole else (opens, closes)
        block = _meld(tiles, opens == "[", tileset) if whole else row(tiles, tileset)
        yield plain(text[end : match.start()] + before)
        yield drawn([block], match[0] if whole else codes, small=True)
        yield plain(after)
        end = match.end()
    yield plain(text[end:])


def plain(text: str) -> str:
    """Text in which nothing is drawn; names of rules may break at their underscores."""
    return escape(text).replace("_", "_<wbr>")


@lru_cache(maxsize=16)
def _notation(letters: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?<![\w.,])|(?=[(\[]))([(\[]?)((?:[0-9]+[{letters}])+)([)\]]?)(?!\w)")


def _tiles(codes: str, tileset: TileSet) -> tuple[Tile, ...]:
    """The tiles that the text means; none where it means a number or tiles that do not exist."""
    written = [digit + letter for digits, letter in GROUP.findall(codes) for digit in digits]
    if ROUND.fullmatch(codes) or any(code not in tileset.pieces for code in written):
        return ()
    return tuple(tileset.pieces[code] for code in written)


def _meld(tiles: tuple[Tile, ...], concealed: bool, tileset: TileSet) -> Drawing:
    return meld_block(Meld("", tiles, concealed), tileset)
