"""Builds what tiles look like: the picture and the ink of each, from `draw` or from what a tile is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.errors import nearest
from scorer.ruleset.art import inks, picture_names
from scorer.ruleset.building import Building
from scorer.ruleset.items import Item
from scorer.tiles import TileKind
from scorer.values import replace


def with_pictures(
    building: Building, kinds: tuple[TileKind, ...], suits: Item | None, table: Item | None
) -> tuple[TileKind, ...]:
    """The kinds, each with its picture (none: it is drawn by its name) and its ink."""
    written = dict(_in_table(table) if table else _in_suits(suits))
    letters = list(dict.fromkeys(kind.letter for kind in kinds))
    return tuple(_drawn(building, kind, written.get(kind.id), letters.index(kind.letter)) for kind in kinds)


def _in_table(table: Item) -> Iterator[tuple[str, Item]]:
    return ((name, draw) for name, tile in table.fields.items() if (draw := tile.get("draw")) is not None)


def _in_suits(suits: Item | None) -> Iterator[tuple[str, Item]]:
    """One picture for each digit; a single one is numbered (circles_5) or serves the whole suit."""
    for letter, suit in (suits.fields if suits else {}).items():
        draw = suit.get("draw")
        entries = draw.entries if draw else []
        every = entries if draw is None or isinstance(draw.value, list) else entries * 9
        yield from ((f"{digit}{letter}", entry) for digit, entry in enumerate(every, 1))


def _drawn(building: Building, kind: TileKind, written: Item | None, place: int) -> TileKind:
    *colours, name = (written.text() if written else _usual(kind)).split() or [""]
    known = picture_names()
    found = next((word for word in (f"{name}_{kind.digit}", name) if word in known), "")
    if written is not None and not found:
        _unknown(building, written, name, "picture", known)
    for word in colours:
        if word not in inks():
            _unknown(building, written or building.root, word, "ink", inks())
    ink = next((word for word in colours if word in inks()), "") or _ink_of(kind, place)
    return replace(kind, picture=found, ink=ink)


def _usual(kind: TileKind) -> str:
    """The picture of a tile that says none: the one of its own name, or of a flower or joker."""
    return kind.id if kind.role == "tile" else kind.role


def _ink_of(kind: TileKind, place: int) -> str:
    """The color that a tile's attributes speak of, else one for each letter of the set."""
    named = (str(value) for _, value in kind.attributes)
    return next((word for word in named if word in inks()), "") or list(inks())[place % len(inks())]


def _unknown(building: Building, item: Item, word: str, what: str, known: Iterable[str]) -> None:
    names = sorted(known)
    close = nearest(word, names, 1)
    hint = f"did you mean '{close[0]}'?" if close else f"rulesets/art has {', '.join(names)}"
    offset = max(0, item.text().find(word))
    message = f"there is no {what} '{word}'"
    building.problems.append(item.problem("L301", message, offset=offset, length=len(word), hint=hint))
