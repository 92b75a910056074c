"""Hands as text and back: `406p78s11z(777z)[2222s]+9s`.

Reading reports every fault with its place and never raises; the text of any hand reads as that hand.

>>> from scorer.tiles import Suit, TileKind, TileSet
>>> animals = [TileKind(n, f"{n + 1}k", name, (), (), 9) for n, name in enumerate(("lion", "bear"))]
>>> tileset = TileSet(tuple(animals), (Suit("k", (("en", "animals"),), 2),))
>>> class Sets:
...     declared = ()
...     def kind_of(self, tiles): return "pung"
>>> hand, faults = read_hand("21k (222k) 2k", tileset, Sets())
>>> format_hand(hand, tileset)
'12k(222k)+2k'
>>> hand, faults = read_hand("12k+3q", tileset, Sets())
>>> [(fault.at, fault.message) for fault in faults]
[(5, "no suit 'q' in this ruleset: k animals")]
"""

from scorer.notation.faults import surplus
from scorer.notation.reading import Sets, read_class, read_hand, read_tiles, read_waiting
from scorer.notation.writing import format_hand, format_meld, format_waiting

__all__ = [
    "Sets", "format_hand", "format_meld", "format_waiting", "read_class", "read_hand", "read_tiles",
    "read_waiting", "surplus",
]  # fmt: skip
