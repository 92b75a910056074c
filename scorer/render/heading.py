"""The first lines over a hand: what was understood of its tiles, of the situation and of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.hand import Hand, Meld, Situation, WaitingHand
from scorer.notation import format_meld
from scorer.phrases import enumerated, label
from scorer.render.document import KEEP, WINNING, Document, Line, Paragraph, Part, line, paragraph
from scorer.render.result import group_text, laid_out
from scorer.render.width import width
from scorer.ruleset.art import glyphs
from scorer.ruleset.find import shipped_file
from scorer.ruleset.model import Ruleset
from scorer.shapes import Group, Reading
from scorer.teach.labels import choice, situation_words, way_words
from scorer.tiles import Tile, TileSet, name_in

if TYPE_CHECKING:
    from scorer.audit.differences import Difference

GAP = "   "
MARK = "\0"
"""where the winning tile goes in the words around it"""
DOT = " · "
LONGEST_WHOLE = 24
"""Columns of a phrase that is not broken."""


def heading(
    ruleset: Ruleset,
    hand: Hand,
    situation: Situation,
    reading: Reading | None,
    language: str,
    rules: bool = True,
) -> Paragraph:
    """The hand, its tiles by name where they have names of their own, the situation, and the rules."""
    said = situation_words(situation, ruleset, language)
    under = _side_by_side([*(_rules(ruleset, language) if rules else ()), *said])
    first = _hand_line(ruleset, hand, situation, reading, language)
    lines = (first, line(tile_names(ruleset, hand, reading, language)), line(under))
    return paragraph(*(shown for shown in lines if shown))


def _hand_line(
    ruleset: Ruleset, hand: Hand, situation: Situation, reading: Reading | None, language: str
) -> Line:
    """The tiles set by set, or by suit where there is no reading; the winning tile and how it was won."""
    tileset = ruleset.tileset
    if reading:
        groups = tuple(_bracketed(group, ruleset) for group in laid_out(reading.groups))
    else:
        groups = suits(tileset, (*hand.concealed, hand.winning_tile), hand.melds)
    jokers = tileset.text(Tile(kind) for kind in reading.jokers) if reading else ""
    before, after = label("won on", language, MARK).split(MARK)
    shown = [
        " ".join(groups),
        *([label("joker", language, jokers)] if jokers else []),
        *_aside(hand, tileset, language),
        before,
    ]
    won = Part(tileset.code(hand.winning_tile), WINNING)
    return line(GAP.join(shown), won, label("and how", language, after, way_words(situation, language)))


def _bracketed(group: Group, ruleset: Ruleset) -> str:
    return group_text(group, ruleset).join(_brackets(group.melded, group.called) or ("", ""))


def _brackets(melded: bool, called: bool) -> str:
    """What a group stands in: round brackets where it was called, square ones for a concealed kong."""
    return ("()" if called else "[]") if melded else ""


def _aside(hand: Hand | WaitingHand, tileset: TileSet, language: str) -> Iterator[str]:
    if hand.flowers:
        yield label("aside", language, tileset.text(tileset.sorted(hand.flowers)))


def waiting_heading(ruleset: Ruleset, hand: WaitingHand, situation: Situation, language: str) -> Paragraph:
    """The same over a hand without its winning tile."""
    tiles = " ".join(suits(ruleset.tileset, hand.concealed, hand.melds))
    shown = GAP.join([tiles, *_aside(hand, ruleset.tileset, language)])
    return paragraph(shown, rules_line(ruleset, situation, language))


def suits(tileset: TileSet, concealed: Iterable[Tile], melds: Iterable[Meld]) -> tuple[str, ...]:
    """Tiles in notation, a word for each suit, then the melds in their brackets."""
    by_letter: dict[str, list[Tile]] = {}
    for tile in tileset.sorted(concealed):
        by_letter.setdefault(tileset.kinds[tile.kind].letter, []).append(tile)
    return (*map(tileset.text, by_letter.values()), *(format_meld(meld, tileset) for meld in melds))


def tile_names(ruleset: Ruleset, hand: Hand | WaitingHand, reading: Reading | None, language: str) -> str:
    """The tiles in words for games whose suited tiles have names, else nothing; a set of one tile once."""
    kinds = ruleset.tileset.kinds
    if not any(kind.names and kind.attributes for kind in kinds):
        return ""
    groups = laid_out(reading.groups) if reading else []
    tiles = [tuple(dict.fromkeys(group.tiles)) for group in groups] or [tuple(dict.fromkeys(hand.tiles))]
    joint = " + " if groups else label("comma", language)
    named = (joint.join(ruleset.tileset.name(tile, language) for tile in each) for each in tiles)
    return enumerated(named, language)


def _rules(ruleset: Ruleset, language: str) -> Iterator[str]:
    """The ruleset, the house rules of a file of one's own, and the options that are not as usual."""
    yield name_in(ruleset.names, language)
    yield from house_rules(ruleset, language)
    yield from (choice(name, value) for name, value in ruleset.unusual)


MOST_NAMED = 8
SHORT = 24
"""Characters of a rule of the game that are told in a word."""
TITLES = ("patterns", "bonuses", "limits", "circumstances", "penalties")
"""Sections of which each entry that differs is named; of others it is said that they differ."""


def house_rules(ruleset: Ruleset, language: str = "en") -> Iterator[str]:
    """The file of rules that are not shipped, and what differs from the rules below it, in a word each."""
    if not ruleset.file or shipped_file(ruleset.file):
        return
    yield Path(ruleset.file).name
    if not ruleset.extends:
        return
    from scorer.audit.differences import departures

    chosen, changes = departures(ruleset)
    yield from (choice(name, value) for name, value in chosen)
    named = {name_in(one.names, language) or one.id: one for one in reversed(changes)}
    words = list(dict.fromkeys(_changed(change, language) for change in reversed(named.values())))
    yield from words[:MOST_NAMED]
    if len(words) > MOST_NAMED:
        yield f"{len(words) - MOST_NAMED} more"


def _changed(change: Difference, language: str) -> str:
    """What differs in a word: a value, what is new, what is not played."""
    name = name_in(change.names, language) or change.id.replace("_", " ")
    if change.section == "game":
        return f"{name}: {change.after or 'no'}" if len(change.after) <= SHORT else f"other {name}"
    if change.section not in TITLES:
        return f"other {change.section}"
    if change.is_whole:
        return f"{'with' if change.after else 'without'} {name}"
    return f"{name} {change.after}" if change.label == "value" else f"{name} otherwise"


def rules_line(ruleset: Ruleset, situation: Situation, language: str) -> str:
    """The ruleset, the seats and all that was said of the situation."""
    return _side_by_side([*_rules(ruleset, language), *situation_words(situation, ruleset, language)])


def _side_by_side(phrases: Iterable[str]) -> str:
    """Phrases in one line; a line is broken between them, but for long ones."""
    return DOT.join([text.replace(" ", KEEP) if width(text) <= LONGEST_WHOLE else text for text in phrases])


# ---- tiles as characters of Unicode (U+1F000 to U+1F02B), for terminals that can show them

AS_TEXT = "\ufe0e"
"""Asks for the tile as text: one of them would else be a wide emoji."""
EMOJI = "\U0001f004"
RED = "*"


def glyph(tile: Tile, tileset: TileSet) -> str:
    """The character of a tile, a star behind a red one; nothing where Unicode has none.

    >>> from scorer.library import load_ruleset
    >>> tiles = load_ruleset("riichi").tileset
    >>> [glyph(tiles.pieces[code], tiles) for code in ("1m", "0p", "7z")]
    ['🀇', '🀝*', '🀄︎']
    >>> glyph(Tile(0), load_ruleset("ponjan").tileset)
    ''
    """
    shown = glyphs().get(tileset.kinds[tile.kind].picture, "")
    return shown and shown + (AS_TEXT if shown == EMOJI else "") + (RED if tile.red else "")


def glyph_line(hand: Hand, reading: Reading | None, tileset: TileSet) -> str:
    """A hand in characters, set by set, as written without a reading; nothing where some tile has none."""
    if reading:
        groups = [(_brackets(group.melded, group.called), group.tiles) for group in laid_out(reading.groups)]
    else:
        groups = [("", (*hand.concealed, hand.winning_tile))]
        groups += [(_brackets(True, not meld.concealed), meld.tiles) for meld in hand.melds]
    groups += [("", hand.flowers)] if hand.flowers else []
    parts = [_glyph_group(around, tileset.sorted(tiles), tileset) for around, tiles in groups]
    return GAP.join(parts) if all(parts) else ""


def _glyph_group(around: str, tiles: Iterable[Tile], tileset: TileSet) -> str:
    """Tiles apart by spaces: most fonts draw them wider than a column."""
    shown = [glyph(tile, tileset) for tile in tiles]
    return " ".join(shown).join(around or ("", "")) if all(shown) else ""


def with_tile_line(document: Document, hand: Hand, reading: Reading | None, tileset: TileSet) -> Document:
    """A document about a hand with the hand in characters above its first line, where they can be drawn."""
    tiles = glyph_line(hand, reading, tileset)
    if not tiles or not document or not isinstance(document[0], Paragraph):
        return document
    first = document[0]
    return (Paragraph((line(tiles), *first.lines), first.indent), *document[1:])
