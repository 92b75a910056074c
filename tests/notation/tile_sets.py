"""Tile sets built by hand, for tests of what is the same in every game."""

from __future__ import annotations

from collections import Counter

from scorer.shapes import SetKind
from scorer.tiles import Suit, Tile, TileKind, TileSet
from scorer.values import replace

Faces = list[tuple[Suit, int]]
"""Suits with the copies of each of their faces."""


def suit(letter: str, names: str, size: int, role: str = "tile") -> Suit:
    """`names` is English, or English and Japanese: `characters/萬子`."""
    return Suit(letter, tuple(zip(("en", "ja"), names.split("/"), strict=False)), size, role)


def tile_set(faces: Faces, reds: dict[str, int] | None = None, without: tuple[str, ...] = ()) -> TileSet:
    """A set of these suits; `reds` are red copies by code, `without` are faces taken out."""
    kinds: list[TileKind] = []
    for one, copies in faces:
        for digit in range(1, one.size + 1) if one.role != "joker" else (0,):
            code = f"{digit}{one.letter}"
            left = 0 if code in without else copies
            kinds.append(TileKind(len(kinds), code, code, (), (), left, one.role))
    index = {kind.code: kind.index for kind in kinds}
    red = tuple((index[code], number) for code, number in (reds or {}).items())
    return TileSet(tuple(kinds), tuple(one for one, _ in faces), red)


M, P = suit("m", "characters/萬子", 9), suit("p", "circles/筒子", 9)
S, Z = suit("s", "bamboo/索子", 9), suit("z", "honors/字牌", 7)
F, J = suit("f", "flowers", 8, "flower"), suit("j", "jokers", 1, "joker")
STANDARD = [(M, 4), (P, 4), (S, 4), (Z, 4)]

WORDS = {
    "m": (("c", "W", "万", "万", "man"), ()),
    "p": (("d", "B", "筒", "餅", "pin"), ()),
    "s": (("b", "T", "索", "条", "sou"), ()),
    "z": (
        (),
        ("east 東 F1", "south 南 F2", "west 西 F3", "north 北 F4", "white 白 J3", "green 發 J2", "red 中 J1"),
    ),
}
"""For each suit of the standard set, other words for it and for its tiles."""


def with_words(tileset: TileSet) -> TileSet:
    """The set with the other words that are read for its suits and tiles."""
    names = {f"{digit}{letter}": tuple(texts.split()) for letter, (_, tiles) in WORDS.items()
             for digit, texts in enumerate(tiles, 1)}  # fmt: skip
    kinds = tuple(replace(kind, also=names.get(kind.code, ())) for kind in tileset.kinds)
    suits = tuple(replace(one, also=WORDS.get(one.letter, ((), ()))[0]) for one in tileset.suits)
    return replace(tileset, kinds=kinds, suits=suits)


SETS = {
    "words": with_words(tile_set(STANDARD, {"5m": 1, "5p": 2, "5s": 1})),
    "flower-words": with_words(tile_set([*STANDARD, (F, 1)])),
    "standard": tile_set(STANDARD, {"5m": 1, "5p": 2, "5s": 1}),
    "flowers": tile_set([*STANDARD, (F, 1), (J, 2)]),
    "sanma": tile_set(STANDARD, {"5p": 1}, tuple(f"{digit}m" for digit in range(2, 9))),
    "anoa": tile_set([(suit("k", "black", 3), 9), (suit("r", "red", 3), 9), (suit("b", "blue", 3), 9)]),
    "colours": tile_set([(suit("x", "pink", 3), 6), (suit("y", "gold", 3), 6), (suit("z", "teal", 3), 6)]),
    "pirates": tile_set([*[(suit(c, c * 2, 9), 2) for c in "vwxy"], (suit("q", "", 5), 2), (J, 1)]),
}
"""Usual tiles; with flowers and jokers; three players; nine faces; a `z` that is
no honors; 41 faces in five suits."""


class SetsOf:
    """Chows, pungs and kongs of a set; a joker stands for any tile, but not in a chow."""

    declared_kinds = ("kong",)
    joker_groups = frozenset(("pung", "kong"))

    def __init__(self, tileset: TileSet) -> None:
        self.tileset = tileset
        self.kinds = {"pung": SetKind("pung", 3), "kong": SetKind("kong", 4)}
        self.joker_tiles: dict[int, int] = {}
        self.tuples = {
            name: [(kind,) * of.size for kind in tileset.playing_kinds] for name, of in self.kinds.items()
        }

    def find_set_kind(self, tiles: tuple[Tile, ...]) -> str | None:
        tileset = self.tileset
        plain = [tileset.kinds[tile.kind] for tile in tiles if tileset.tile_role(tile) != "joker"]
        if len(Counter(kind.code for kind in plain)) == 1:
            return {3: "pung", 4: "kong"}.get(len(tiles))
        digits = [kind.digit for kind in plain]
        is_run = len(tiles) == 3 and digits == [digits[0], digits[0] + 1, digits[0] + 2] if digits else False
        suited = len({kind.letter for kind in plain}) == 1 and plain[0].letter != "z"
        return "chow" if is_run and suited else None
