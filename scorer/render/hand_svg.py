"""Lays a hand out as it lies on the table: concealed tiles, the winning tile apart, called sets sideways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from scorer.hand import Hand, Meld, WaitingHand
from scorer.notation import format_meld
from scorer.readings import Group
from scorer.render.svg import BACK, HEIGHT, WIDTH, definitions, marked, sideways, style, upright
from scorer.tiles import Tile, TileSet
from scorer.values import dataclass

GAP = 22
"""Between the parts of a hand, in the drawing's units."""
MARGIN = 3


@dataclass(frozen=True)
class Block:
    """A row of tiles that stay together: its width and the marks that draw it."""

    width: float
    markup: str


def hand_blocks(hand: Hand | WaitingHand, tileset: TileSet) -> tuple[Block, ...]:
    """The parts of a hand: concealed tiles, the winning tile, sets in the order of calls, flowers."""
    won = [Block(WIDTH, marked(tileset.code(hand.winning_tile), 0))] if isinstance(hand, Hand) else []
    concealed = [row(hand.concealed, tileset)] if hand.concealed else []
    flowers = [row(hand.flowers, tileset)] if hand.flowers else []
    return (*concealed, *won, *(meld_block(meld, tileset) for meld in hand.melds), *flowers)


def row(tiles: Iterable[Tile], tileset: TileSet) -> Block:
    """Tiles side by side in the order of the set."""
    codes = [tileset.code(tile) for tile in tileset.sorted(tiles)]
    return Block(WIDTH * len(codes), "".join(upright(code, WIDTH * at) for at, code in enumerate(codes)))


def meld_block(meld: Meld, tileset: TileSet) -> Block:
    """A set that was called, its first tile lying on the side; the outer tiles of a concealed one face
    down. (From whom a tile was taken, the notation does not say.)
    """
    codes = [tileset.code(tile) for tile in tileset.sorted(meld.tiles)]
    if meld.concealed:
        shown = [BACK, *codes[1:-1], BACK]
        return Block(WIDTH * len(shown), "".join(upright(code, WIDTH * at) for at, code in enumerate(shown)))
    standing = (upright(code, HEIGHT + WIDTH * at) for at, code in enumerate(codes[1:]))
    return Block(HEIGHT + WIDTH * (len(codes) - 1), sideways(codes[0], 0) + "".join(standing))


def group_block(group: Group, tileset: TileSet, winning: Tile | None = None) -> Block:
    """A group of a reading; the winning tile in it, where it was completed last, has a frame."""
    if group.melded:
        return meld_block(Meld(group.kind, group.tiles, group.concealed), tileset)
    tiles = list(tileset.sorted(group.tiles))
    last = len(tiles) - 1 - tiles[::-1].index(winning) if group.won and winning in tiles else -1
    drawn = [
        (marked if at == last else upright)(tileset.code(tile), WIDTH * at) for at, tile in enumerate(tiles)
    ]
    return Block(WIDTH * len(drawn), "".join(drawn))


def svg(blocks: Sequence[Block], tileset: TileSet, title: str, language: str = "en", gap: float = GAP) -> str:
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
        x += block.width + gap
    drawing = "".join(parts)
    width, height = x - gap + MARGIN, HEIGHT + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height}" '
        f'viewBox="0 0 {width:g} {height}"><title>{escape(title)}</title><style>{style()}</style>'
        f"{definitions(drawing, tileset, language)}{drawing}</svg>\n"
    )


def inline(block: Block) -> str:
    """One block as an element of a page that holds the definitions; it is as wide as its tiles."""
    wide, high = block.width + 2 * MARGIN, HEIGHT + 2 * MARGIN
    return (
        f'<svg class="tiles" style="--wide:{wide / WIDTH:.4g}" viewBox="{-MARGIN} {-MARGIN} {wide:g} {high}" '
        f'aria-hidden="true">{block.markup}</svg>'
    )


def drawn(blocks: Iterable[Block], label: str, small: bool = False) -> str:
    """Blocks in a line of a page, which breaks between them; `label` says the same in words (none:
    the text beside it does). Small ones stand in a line of text.
    """
    shown = list(blocks)
    parts = "".join(map(inline, shown))
    kind = "row small" if small else "row"
    named = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<span class="{kind}" style="--all:{_wide(shown):.4g}" {named}>{parts}</span>'


def _wide(blocks: list[Block]) -> float:
    """The width of a line in tiles, so that a style sheet can fit it into a page; a space is a third."""
    return sum((block.width + 2 * MARGIN) / WIDTH for block in blocks) + (len(blocks) - 1) / 3


def spoken(hand: Hand | WaitingHand, tileset: TileSet) -> str:
    """A hand for those who hear a page: the names of its tiles."""
    parts = [_names(hand.concealed, tileset), *(f"{format_meld(m, tileset)}" for m in hand.melds)]
    won = [f"won on {tileset.name(hand.winning_tile)}"] if isinstance(hand, Hand) else []
    return "; ".join(filter(None, [*parts, *won]))


def _names(tiles: Iterable[Tile], tileset: TileSet) -> str:
    return ", ".join(tileset.name(tile) for tile in tileset.sorted(tiles))
