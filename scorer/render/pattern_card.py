"""The card of one pattern as a document: examples are drawn, with the reason why they hold or fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.hand import Hand, WaitingHand
from scorer.notation import format_hand
from scorer.readings import Group, Reading
from scorer.render.document import WINNING, Block, Document, Part, Tiles, line, paragraph
from scorer.render.patterns import pattern_object, worth_text
from scorer.render.result import Object, laid_out
from scorer.render.understood import tile_names
from scorer.render.words import listed, sentence
from scorer.ruleset.model import Pattern
from scorer.teach.pattern_card import CardExample, PatternCard, Relation
from scorer.tiles import Tile, TileSet, name_in
from scorer.words.labels import choice

LANGUAGES = ("en", "ja", "zh")
RELATION_WORDS = {
    "implies": "Counts in place of",
    "implied_by": "Not counted beside",
    "excludes": "Takes the place of",
    "excluded_by": "Gives way to",
    "absorbs": "Takes the sets of",
    "absorbed_by": "Its sets are taken by",
    "less": "Takes an instance of",
    "less_by": "Loses an instance to",
    "beside": "Always comes with, and counts beside",
    "beside_by": "Always comes, and counts, with",
    "link": "Joins each set once together with",
}


def card_document(card: PatternCard, language: str = "en") -> Document:
    """Names, definition, values, relations, source; then every example."""
    pattern = card.pattern
    names = "   ".join(dict.fromkeys(name for name in _names(pattern, language) if name))
    lines = [line(Part(names, WINNING)), *(line(text) for text in _lines(card, language))]
    return (paragraph(*lines), *(block for item in card.examples for block in _example(item, card, language)))


def _names(pattern: Pattern, language: str) -> Iterator[str]:
    """The chosen language first, then the others, then the id."""
    table = dict(pattern.names)
    yield from (table.get(code, "") for code in (language, *LANGUAGES))
    yield f"({pattern.id})"


def _lines(card: PatternCard, language: str) -> Iterator[str]:
    pattern, ruleset = card.pattern, card.ruleset
    yield name_in(pattern.definition, language)
    times = ", for each" if pattern.repeat or pattern.count is not None else ""
    yield f"Worth: {worth_text(pattern, ruleset)}{times}"
    if pattern.enabled is not None:
        asked = dict.fromkeys(str(node.args[0]) for node in pattern.enabled.walk() if node.op == "option")
        chosen = listed([choice(name, ruleset.option_values[name]) for name in asked])
        yield f"{'Played' if card.played else 'Not played'} here, with {chosen}."
    if pattern.alone is not None:
        yield "It combines with nothing: the hand counts with it alone or without it."
    yield from (_relation(relation, language) for relation in card.relations)
    if pattern.source:
        yield f"Source: {pattern.source}"


def _relation(relation: Relation, language: str) -> str:
    names = [name_in(pattern.names, language) or pattern.id for pattern in relation.patterns]
    return f"{RELATION_WORDS[relation.kind]}: {listed(names)}"


# ---- examples


def _example(item: CardExample, card: PatternCard, language: str) -> Iterator[Block]:
    verdict = "Holds" if item.holds else "Fails"
    yield paragraph(f"{verdict}: {item.text}", indent=4)
    if item.hand is not None:
        yield tiles_block(item.hand, item.reading, card.ruleset.tileset)
    names = tile_names(card.ruleset, item.hand, item.reading, language) if item.hand else ""
    yield paragraph(*([f"  {names}"] if names else []), f"  {_reason(item)}.", indent=2)


def _reason(item: CardExample) -> str:
    return sentence(item.reason) if item.holds or item.reading is None else f"Not met: {item.reason}"


def tiles_block(hand: Hand, reading: Reading | None, tileset: TileSet) -> Tiles:
    """A hand drawn set by set, or suit by suit where it is not complete; the winning tile is marked."""
    groups = _of_reading(laid_out(reading.groups), hand, tileset) if reading else _of_hand(hand, tileset)
    return Tiles(tuple(groups), format_hand(hand, tileset))


def _of_reading(groups: Sequence[Group], hand: Hand, tileset: TileSet) -> Iterator[tuple[Part, ...]]:
    for group in groups:
        tiles = tileset.sorted(group.tiles)
        won = tiles.index(hand.winning_tile) if group.won and hand.winning_tile in tiles else -1
        yield tuple(_part(tile, tileset, place == won) for place, tile in enumerate(tiles))


def _of_hand(hand: Hand, tileset: TileSet) -> Iterator[tuple[Part, ...]]:
    yield from hand_tiles(WaitingHand(hand.concealed, hand.melds, hand.flowers), tileset)
    yield (_part(hand.winning_tile, tileset, True),)


def hand_tiles(hand: WaitingHand, tileset: TileSet) -> Iterator[tuple[Part, ...]]:
    """A hand without its winning tile: a group for each suit, then the melds."""
    by_letter: dict[str, list[Tile]] = {}
    for tile in hand.concealed:
        by_letter.setdefault(tileset.kinds[tile.kind].letter, []).append(tile)
    for tiles in (*by_letter.values(), *(list(meld.tiles) for meld in hand.melds)):
        yield tuple(_part(tile, tileset) for tile in tiles)


def _part(tile: Tile, tileset: TileSet, won: bool = False) -> Part:
    return Part(tileset.code(tile), WINNING if won else "")


# ---- data


def card_object(card: PatternCard, language: str = "en") -> Object:
    """The card as plain data: the pattern as in the list, its relations, its examples with the reasons."""
    return pattern_object(card.pattern, card.ruleset, language) | {
        "relations": {item.kind: [other.id for other in item.patterns] for item in card.relations},
        "examples": [
            {"hand": item.text, "holds": item.holds, "reason": item.reason} for item in card.examples
        ],
    }
