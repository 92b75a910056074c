"""One set in brackets: `(345m)` called, `[2222s]` a concealed kong."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorer.errors import Fault
from scorer.hand import Meld
from scorer.notation.given import Input
from scorer.notation.parts import CLOSED_BY, Part
from scorer.notation.wording import listed
from scorer.notation.writing import format_meld
from scorer.tiles import Tile
from scorer.values import dataclass

KindOf = Callable[[tuple[Tile, ...]], "str | None"]
"""The kind of set (`pung`) that some tiles are, or None; jokers and red tiles are its business."""


@dataclass(frozen=True)
class Calls:
    """The sets that may stand in brackets: which kind some tiles are, and every kind there is."""

    kind_of: KindOf
    kinds: tuple[str, ...] = ()


def read_meld(given: Input, part: Part, calls: Calls) -> tuple[Meld | None, list[Fault]]:
    """The set of a bracket, or its faults."""
    faults = list(_bracket_faults(given, part))
    if faults or not part.is_sound:
        return None, faults
    tiles = given.tileset.sorted(written.tile for written in part.tiles)
    meld = Meld(calls.kind_of(tiles) or "", tiles, concealed=part.mark == "[")
    faults = [given.fault(part.place, *fault) for fault in _set_faults(given, meld, calls)]
    return (None if faults else meld), faults


def _bracket_faults(given: Input, part: Part) -> Iterator[Fault]:
    opening, closing = part.marked("(", "["), part.marked(")", "]")
    for plus in part.marked("+"):
        yield given.fault(plus.place, "'+' inside brackets; the winning tile stands outside of them")
    if len(opening) > 1:
        yield given.fault(opening[1].place, "a bracket inside a bracket")
    elif not closing:
        yield given.fault(opening[0].place, f"{part.mark!r} is not closed by {CLOSED_BY[part.mark]!r}")
    elif closing[0].mark != CLOSED_BY[part.mark]:
        message = f"{part.mark!r} is closed by {CLOSED_BY[part.mark]!r}, not by {closing[0].mark!r}"
        yield given.fault(closing[0].place, message)
    elif part.is_sound and not part.tiles:
        yield given.fault(part.place, "empty brackets")


_SetFault = tuple[str, tuple[str, ...], str]
"""Message, suggestions and kind of fault."""


def _set_faults(given: Input, meld: Meld, calls: Calls) -> Iterator[_SetFault]:
    text = format_meld(meld, given.tileset)
    loose = text[1:-1]
    if any(given.tileset.role(tile) == "flower" for tile in meld.tiles):
        yield f"{text}: flowers stand outside the brackets", (), "notation"
    elif meld.concealed and meld.kind != "kong":
        called = (f"({loose})",) if meld.kind else ()
        message = f"{text} is no kong; only a kong is written in square brackets"
        yield message, (loose, *called), "notation"
    elif not meld.kind:
        known = f"; a called set is {listed(calls.kinds, 'or')}" if calls.kinds else " in this ruleset"
        yield f"{text} is no set{known}", (), "hand"
