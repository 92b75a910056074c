"""The letters of a tile set: how each tile is written and what players call it."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.notation.faults import suit_list as letters_of
from scorer.render.document import KEEP, Row, Table, line
from scorer.render.result import Object
from scorer.ruleset.model import Ruleset
from scorer.tiles import Suit, TileKind, name_in


def letter_table(ruleset: Ruleset, language: str = "en") -> Table:
    """A row for each letter: its name and the digits that go before it, with the tiles' own names."""
    rows = (_row(ruleset, suit, language) for suit in ruleset.tileset.suits if _kinds(ruleset, suit))
    return Table(tuple(rows), "kkl", "Tiles")


def letters_line(ruleset: Ruleset) -> str:
    """The letters in one line: `k black, r red, b blue`."""
    return letters_of(suit for suit in ruleset.tileset.suits if _kinds(ruleset, suit))


def letter_objects(ruleset: Ruleset, language: str = "en") -> list[Object]:
    """The same as plain data, with the number of copies of each tile."""
    return [
        {
            "letter": suit.letter,
            "name": name_in(suit.names, language),
            "tiles": [
                {"code": kind.code, "name": name_in(kind.names, language), "copies": kind.copies}
                for kind in _kinds(ruleset, suit)
            ],
        }
        for suit in ruleset.tileset.suits
        if _kinds(ruleset, suit)
    ]


def _kinds(ruleset: Ruleset, suit: Suit) -> list[TileKind]:
    """The faces of a letter that the game has."""
    return [kind for kind in ruleset.tileset.kinds if kind.letter == suit.letter and kind.copies]


def _row(ruleset: Ruleset, suit: Suit, language: str) -> Row:
    digits = "; ".join(_digits(ruleset, _kinds(ruleset, suit), language))
    return line(suit.letter), line(name_in(suit.names, language)), line(digits)


def _digits(ruleset: Ruleset, kinds: list[TileKind], language: str) -> Iterator[str]:
    """The digits with names where the tiles have some, and the red copies, written 0."""
    named = [
        f"{kind.code[:-1]} {name_in(kind.names, language)}".rstrip().replace(" ", KEEP) for kind in kinds
    ]
    plain = not any(kind.names for kind in kinds)
    first, last = kinds[0].code[:-1], kinds[-1].code[:-1]
    unbroken = plain and len(kinds) > 2 and int(last) - int(first) == len(kinds) - 1
    yield f"{first} to {last}" if unbroken else ", ".join(named)
    for kind in kinds:
        if ruleset.tileset.red_copies(kind.index):
            yield f"0 a red {kind.code[:-1]}"
