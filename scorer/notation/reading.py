"""Text to a hand: what is concealed, what was called, which tile won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from scorer.errors import Fault
from scorer.hand import Hand, Meld, WaitingHand
from scorer.notation.counts import surplus
from scorer.notation.given import Input
from scorer.notation.melds import Calls, KindOf, read_meld
from scorer.notation.parts import CLOSED_BY, Part, parts
from scorer.notation.tokens import Written, tokens
from scorer.notation.wording import number
from scorer.tiles import Tile, TileSet

LONGEST = 200
"""Characters; the longest hand with a space after each tile has fewer than half of them."""


def read_hand(
    text: str,
    tileset: TileSet,
    kind_of: KindOf,
    kinds: Sequence[str] = (),
    source: str = "hand",
) -> tuple[Hand | None, list[Fault]]:
    """The hand that a text describes, and every fault in the order of the text; never raises.

    The hand is None where some of the text could not be read. A hand together with faults can be read
    but has more copies of a tile than there are. `kinds` names the sets that may be called, for
    messages. Tiles come sorted, melds in the order written.
    """
    given = Input(source, text, tileset, tileset.pieces)
    if len(text) > LONGEST:
        return None, [_too_long(given)]
    found, melds, faults = _read_parts(given, Calls(kind_of, tuple(kinds)))
    faults = faults or list(_whole_faults(given, found))
    hand = None if faults else _hand(tileset, found, melds)
    return hand, _in_order([*faults, *_surplus_faults(given, found)])


def read_waiting(
    text: str,
    tileset: TileSet,
    kind_of: KindOf,
    kinds: Sequence[str] = (),
    source: str = "hand",
) -> tuple[WaitingHand | None, list[Fault]]:
    """A hand that lacks its winning tile, and every fault in the order of the text; never raises.

    As `read_hand`, but no tile is taken for the winning one, and a `+` is a fault.
    """
    given = Input(source, text, tileset, tileset.pieces)
    if len(text) > LONGEST:
        return None, [_too_long(given)]
    found, melds, faults = _read_parts(given, Calls(kind_of, tuple(kinds)))
    faults += _waiting_faults(given, found)
    hand = None if faults else _waiting(tileset, found, melds)
    return hand, _in_order([*faults, *_surplus_faults(given, found)])


def read_tiles(text: str, tileset: TileSet, source: str) -> tuple[tuple[Tile, ...], list[Fault]]:
    """Tiles alone, in the order written (indicators, say), and every fault; `source` names the input.

    An empty text is no fault. Copies are not counted: see `surplus`.
    """
    return _read_tiles(Input(source, text, tileset, tileset.pieces))


def read_class(text: str, tileset: TileSet, source: str) -> tuple[tuple[Tile, ...], list[Fault]]:
    """Tiles of a class: several letters share their digits (`19mps`), and a face that was taken out of
    the set may be named; red tiles may not.
    """
    every_face = {kind.code: Tile(kind.index) for kind in tileset.kinds}
    return _read_tiles(Input(source, text, tileset, every_face, many_suits=True))


def _read_tiles(given: Input) -> tuple[tuple[Tile, ...], list[Fault]]:
    if len(given.text) > LONGEST:
        return (), [_too_long(given)]
    found = list(tokens(given))
    marks = [given.fault(t.place, f"{t.mark!r} has no place here: tiles only") for t in found if t.mark]
    faults = [*marks, *chain.from_iterable(token.faults for token in found)]
    return tuple(written.tile for token in found for written in token.tiles), _in_order(faults)


def _read_parts(given: Input, calls: Calls) -> tuple[list[Part], tuple[Meld, ...], list[Fault]]:
    """The parts of a hand, its sets in brackets, and what is wrong with either."""
    found = list(parts(list(tokens(given))))
    melds = [read_meld(given, part, calls) for part in found if part.mark in CLOSED_BY]
    faults = [*_part_faults(given, found), *chain.from_iterable(slips for _, slips in melds)]
    return found, tuple(meld for meld, _ in melds if meld), faults


def _too_long(given: Input) -> Fault:
    message = f"too long: {len(given.text)} characters, at most {LONGEST} are read"
    return Fault(given.source, None, message, text=given.text[:LONGEST])


def _in_order(faults: list[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda fault: (fault.at is None, fault.at or 0))


def _part_faults(given: Input, found: Sequence[Part]) -> Iterator[Fault]:
    """What is wrong with single tiles, with brackets left over, with `+`; not with sets."""
    for part in found:
        yield from (fault for token in part.tokens for fault in token.faults)
        if part.mark in CLOSED_BY.values():
            yield given.fault(part.place, f"{part.mark!r} closes nothing")
    winning = [part for part in found if part.mark == "+"]
    if winning:
        yield from _winning_faults(given, winning)
        yield from _late_faults(given, found, winning[0])


def _winning_faults(given: Input, winning: Sequence[Part]) -> Iterator[Fault]:
    message = _winning_fault(given, winning[0])
    if message and winning[0].is_sound:
        yield given.fault(winning[0].place, message)
    for part in winning[1:]:
        yield given.fault(part.tokens[0].place, "a second winning tile; one '+' only")


def _late_faults(given: Input, found: Sequence[Part], winning: Part) -> Iterator[Fault]:
    concealed, _ = _loose(given.tileset, found)
    late = [written for written in concealed if written.at > winning.place[0]]
    for written in late[:1]:
        message = "a concealed tile behind the winning tile; '+' comes after the concealed ones"
        yield given.fault((written.at, written.at + 1), message)


def _winning_fault(given: Input, part: Part) -> str:
    """Why the tiles behind `+` are not one winning tile, or nothing."""
    if not part.tiles:
        return f"no tile after '+'; the winning tile is written +{given.example}"
    if len(part.tiles) > 1:
        return f"{number(len(part.tiles))} tiles after '+'; one tile wins, the others stand before it"
    if given.tileset.role(part.tiles[0].tile) == "flower":
        return "a flower is set aside; it is no winning tile"
    return ""


def _whole_faults(given: Input, found: Sequence[Part]) -> Iterator[Fault]:
    """What can be said only when every part is right."""
    if not found:
        yield given.fault(None, "no tiles")
    elif not any(part.mark == "+" for part in found) and not _loose(given.tileset, found)[0]:
        message = "no winning tile: nothing is concealed, and nothing follows a '+'"
        yield given.fault(None, message, kind="hand")


def _waiting_faults(given: Input, found: Sequence[Part]) -> Iterator[Fault]:
    """What keeps readable parts from being a hand that still waits."""
    if not found:
        yield given.fault(None, "no tiles")
    for part in found:
        if part.mark == "+":
            message = "a hand that waits has no winning tile yet; leave it out"
            yield given.fault(part.place, message)


def _surplus_faults(given: Input, found: Sequence[Part]) -> Iterator[Fault]:
    written = [tile for part in found for tile in part.tiles]
    for place, message in surplus([tile.tile for tile in written], given.tileset):
        at = written[place].at
        yield given.fault((at, at + 1), message, kind="hand")


def _loose(tileset: TileSet, found: Sequence[Part]) -> tuple[list[Written], list[Written]]:
    """Tiles outside brackets and without `+`: the concealed ones, and the flowers."""
    loose = [written for part in found if not part.mark for written in part.tiles]
    flowers = [written for written in loose if tileset.role(written.tile) == "flower"]
    return [written for written in loose if written not in flowers] if flowers else loose, flowers


def _hand(tileset: TileSet, found: Sequence[Part], melds: tuple[Meld, ...]) -> Hand:
    """Without `+` the last concealed tile written has won."""
    concealed, flowers = ([written.tile for written in tiles] for tiles in _loose(tileset, found))
    won = [part.tiles[0].tile for part in found if part.mark == "+"]
    winning_tile = won[0] if won else concealed.pop()
    return Hand(tileset.sorted(concealed), melds, winning_tile, tileset.sorted(flowers))


def _waiting(tileset: TileSet, found: Sequence[Part], melds: tuple[Meld, ...]) -> WaitingHand:
    concealed, flowers = ([written.tile for written in tiles] for tiles in _loose(tileset, found))
    return WaitingHand(tileset.sorted(concealed), melds, tileset.sorted(flowers))
