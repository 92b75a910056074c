"""The list of a ruleset's patterns with their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.engine.evaluate import View, holds, number, rules_view
from scorer.hand import Hand, WaitingHand
from scorer.language.nodes import Node
from scorer.notation import format_hand
from scorer.phrases import joined, label
from scorer.render.document import WINNING, Block, Document, Part, Row, Table, Tiles, line, paragraph
from scorer.render.heading import tile_names
from scorer.render.result import Object, laid_out
from scorer.ruleset.model import Pattern, Ruleset
from scorer.shapes import Group, Reading
from scorer.teach.labels import amount, choice, native_name, sentence
from scorer.teach.pattern_card import CardExample, PatternCard, Relation
from scorer.tiles import LANGUAGES, Tile, TileSet, name_in

BY_OPTIONS = frozenset(
    ("number", "truth", "word", "option", "and", "or", "not", "compare", "arithmetic", "negative", "if")
)
"""Kinds of node that can be worked out before there is a hand."""
NO_VALUE = "-"


def pattern_list(ruleset: Ruleset, language: str = "en", chosen: Sequence[Pattern] | None = None) -> Document:
    """Patterns with their values, all unless some are chosen; those that are switched off stand apart."""
    view = rules_view(ruleset)
    every = tuple(ruleset.pattern_by_id.values() if chosen is None else chosen)
    played = tuple(pattern for pattern in every if holds(pattern.enabled, view))
    rest = tuple(pattern for pattern in every if pattern not in played)
    return tuple(
        _table(patterns, ruleset, language, title)
        for patterns, title in ((played, ""), (rest, label("switched off", language)))
        if patterns
    )


def _table(patterns: tuple[Pattern, ...], ruleset: Ruleset, language: str, title: str) -> Table:
    """One column of values where calling makes no difference, else two."""
    rows = [_row(pattern, ruleset, language) for pattern in patterns]
    sides = any(closed != opened for *_, closed, opened in rows)
    values = [label(key, language) for key in (("closed hand", "open hand") if sides else ("value",))]
    shown = tuple(row if sides else row[:-1] for row in rows)
    return Table(shown, "kl" + "r" * len(values), title, header=("id", label("name", language), *values))


def _row(pattern: Pattern, ruleset: Ruleset, language: str) -> Row:
    view = rules_view(ruleset)
    name, native = name_in(pattern.names, language), native_name(pattern.names, ruleset, language)
    if pattern.repeat or pattern.count is not None:
        name = label("(each)", language, name)
    return (
        line(pattern.id),
        line(f"{name} {native}".strip()),
        line(value_text(pattern.closed, view, language)),
        line(value_text(pattern.open, view, language)),
    )


def value_text(node: Node | None, view: View, language: str = "en") -> str:
    """A value in its unit; one that depends on the hand by the least that is known: `20+`."""
    if node is None:
        return NO_VALUE
    if any(part.op not in BY_OPTIONS for part in node.walk()):
        least = number(node, view)
        return f"{amount(least)}+" if least else node.text
    value, tier = number(node, view), view.ruleset.top_tier
    if tier and tier.unit and value >= tier.start:
        times = value // tier.each
        rules = view.ruleset
        if times == 1:
            return rules.unit_word(tier.unit, True, language)
        return rules.counted(times, tier.unit, language)
    return amount(value) if value else NO_VALUE


def worth_text(pattern: Pattern, ruleset: Ruleset, language: str = "en") -> str:
    """The values in one phrase: `1 han, closed hands only`."""
    view = rules_view(ruleset)
    closed, opened = (value_text(node, view, language) for node in (pattern.closed, pattern.open))
    worth = _in_unit(closed, pattern, ruleset, language)
    if closed == opened:
        return worth
    if opened == NO_VALUE:
        return label("closed only", language, worth)
    return label("closed and open", language, worth, opened)


def _in_unit(value: str, pattern: Pattern, ruleset: Ruleset, language: str) -> str:
    """A value with its unit, which stands with numbers only."""
    is_number = value.rstrip("+").replace(",", "").isdigit()
    return ruleset.counted(value, pattern.unit, language) if is_number else value


def pattern_object(pattern: Pattern, ruleset: Ruleset, language: str = "en") -> Object:
    """The card as plain data."""
    view = rules_view(ruleset)
    return {
        "id": pattern.id,
        "name": name_in(pattern.names, language),
        "names": dict(pattern.names),
        "definition": name_in(pattern.definition, language),
        "played": holds(pattern.enabled, view),
        "closed": value_text(pattern.closed, view),
        "open": value_text(pattern.open, view),
        "unit": pattern.unit,
        "groups": list(pattern.groups),
        "implies": list(pattern.implies),
        "excludes": list(pattern.excludes),
        "holds": list(pattern.holds),
        "fails": list(pattern.fails),
        "source": pattern.source,
    }


# ---- the card of one pattern


def cards_document(cards: Sequence[PatternCard], language: str = "en") -> Document:
    """Cards one below the other."""
    return tuple(block for card in cards for block in card_document(card, language))


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
    worth = worth_text(pattern, ruleset, language)
    each = pattern.repeat or pattern.count is not None
    yield label("worth", language, label("for each", language, worth) if each else worth)
    if pattern.enabled is not None:
        asked = dict.fromkeys(str(node.args[0]) for node in pattern.enabled.walk() if node.op == "option")
        chosen = joined([choice(name, ruleset.option_values[name]) for name in asked], language)
        yield label("played here" if card.played else "not played here", language, chosen)
    if pattern.alone is not None:
        yield label("combines with nothing", language)
    yield from (_relation(relation, language) for relation in card.relations)
    if pattern.source:
        yield label("source", language, pattern.source)


def _relation(relation: Relation, language: str) -> str:
    names = [name_in(pattern.names, language) or pattern.id for pattern in relation.patterns]
    return label(relation.kind, language, joined(names, language))


# ---- examples


def _example(item: CardExample, card: PatternCard, language: str) -> Iterator[Block]:
    key = "example holds" if item.holds else "example fails"
    yield paragraph(label(key, language, item.text), indent=4)
    if item.hand is not None:
        yield tiles_block(item.hand, item.reading, card.ruleset.tileset)
    names = tile_names(card.ruleset, item.hand, item.reading, language) if item.hand else ""
    yield paragraph(*([f"  {names}"] if names else []), f"  {_reason(item, language)}", indent=2)


def _reason(item: CardExample, language: str) -> str:
    met = item.holds or item.reading is None
    said = sentence(item.reason) if met else label("not met", language, item.reason)
    return said + label("full stop", language)


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


def cards_json(cards: Sequence[PatternCard], language: str = "en") -> list[Object]:
    """Cards as plain data."""
    return [card_object(card, language) for card in cards]


def card_object(card: PatternCard, language: str = "en") -> Object:
    """The card as plain data: the pattern as in the list, its relations, its examples with the reasons."""
    return pattern_object(card.pattern, card.ruleset, language) | {
        "relations": {item.kind: [other.id for other in item.patterns] for item in card.relations},
        "examples": [
            {"hand": item.text, "holds": item.holds, "reason": item.reason} for item in card.examples
        ],
    }
