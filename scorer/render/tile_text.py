"""Text for a page: what is notation in it is drawn, the rest is escaped."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from html import escape

from scorer.hand import Meld
from scorer.render.hand_svg import Block, drawn, meld_block, row
from scorer.tiles import Tile, TileSet

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


def _meld(tiles: tuple[Tile, ...], concealed: bool, tileset: TileSet) -> Block:
    return meld_block(Meld("", tiles, concealed), tileset)
