"""The pictures of tiles: symbols of the SVG files in `rulesets/art`, and the inks they are printed in.

A ruleset says which tile is which picture (`draw: red ship`); how a ship looks is drawn in those files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from scorer.ruleset.drawings import svg_texts
from scorer.values import dataclass

if TYPE_CHECKING:
    from xml.etree import ElementTree as Tree

SPACE = "{http://www.w3.org/2000/svg}"
GLYPH = re.compile(r'<symbol id="([a-z0-9_]+)"[^>]* data-glyph="([^"]+)"')


@dataclass(frozen=True)
class Picture:
    """One symbol. `index` is what it wants in the corner of its tile; a picture with `has_label` has the name
    of its tile printed below. `uses` are the symbols it is made of.
    """

    id: str
    markup: str
    uses: tuple[str, ...] = ()
    index: str = ""
    has_label: bool = False


@lru_cache(maxsize=1)
def glyphs() -> dict[str, str]:
    """By the name of a picture the same tile in Unicode, where there is one. Nothing is drawn for it.

    >>> glyphs()["circles_1"], "ship" in glyphs()
    ('🀙', False)
    """
    return {name: glyph for text in svg_texts() for name, glyph in GLYPH.findall(text)}


@lru_cache(maxsize=1)
def pictures() -> dict[str, Picture]:
    """Every symbol by name, parts included."""
    from xml.etree import ElementTree as Tree  # only drawing pays for this import

    trees = (Tree.fromstring(text) for text in svg_texts())
    symbols = (symbol for tree in trees for symbol in tree.iter(f"{SPACE}symbol"))
    return {picture.id: picture for picture in map(_parse_picture, symbols)}


def _parse_picture(symbol: Tree.Element) -> Picture:
    from xml.etree import ElementTree as Tree

    for element in symbol.iter():
        element.tag = element.tag.removeprefix(SPACE)
    uses = tuple(use.get("href", "")[1:] for use in symbol.iter("use"))
    attributes = {name: symbol.attrib.pop(f"data-{name}", "") for name in ("index", "glyph", "label")}
    symbol.tail = ""
    markup = re.sub(r">\s+<", "><", Tree.tostring(symbol, encoding="unicode")).strip()
    name = symbol.get("id", "")
    return Picture(name, markup, uses, attributes["index"], attributes["label"] == "name")


def pictures_with_parts(names: Iterable[str]) -> tuple[Picture, ...]:
    """These pictures and all the parts they are made of, each once, parts first."""
    all_pictures, found = pictures(), dict[str, Picture]()

    def add_picture(name: str) -> None:
        if name in all_pictures and name not in found:
            for part in all_pictures[name].uses:
                add_picture(part)
            found[name] = all_pictures[name]

    for name in names:
        add_picture(name)
    return tuple(found.values())
