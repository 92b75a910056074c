"""The first lines of a breakdown: what was understood of the hand and of the situation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.hand import Hand, Meld, Situation, WaitingHand
from scorer.notation import format_meld
from scorer.readings import Group, Reading
from scorer.render.document import WINNING, Line, Paragraph, Part, line, paragraph
from scorer.render.result import group_text, laid_out
from scorer.render.words import choice
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile, name_in
from scorer.words.labels import label
from scorer.words.situation import situation_words, way_words

GAP = "   "
MARK = "\0"
"""where the winning tile goes in the words around it"""
DOT = " · "


def heading(
    ruleset: Ruleset,
    hand: Hand,
    situation: Situation,
    reading: Reading | None,
    language: str,
    rules: bool = True,
) -> Paragraph:
    """The hand, the tiles by name where they have names of their own, the situation, and under which
    `rules` it is scored.
    """
    lines = [
        _hand_line(ruleset, hand, situation, reading, language),
        line(tile_names(ruleset, hand, reading, language)),
        line(rules_line(ruleset, situation, language, rules)),
    ]
    return paragraph(*(shown for shown in lines if shown))


def _hand_line(
    ruleset: Ruleset, hand: Hand, situation: Situation, reading: Reading | None, language: str
) -> Line:
    """The sets of the reading, or the tiles by suit where there is none."""
    tiles = (*hand.concealed, hand.winning_tile)
    groups = _groups(ruleset, reading, language) if reading else line(by_suit(ruleset, tiles, hand.melds))
    flowers = ruleset.tileset.text(ruleset.tileset.sorted(hand.flowers))
    tile = Part(ruleset.tileset.code(hand.winning_tile), WINNING)
    aside = f"{GAP}{label('aside', language, flowers)}" if flowers else ""
    before, after = label("won on", language, MARK).split(MARK)
    return (*groups, *line(f"{aside}{GAP}{before}", tile, f"{after}, {way_words(situation, language)}"))


def _groups(ruleset: Ruleset, reading: Reading, language: str) -> Line:
    parts: list[Part] = []
    for group in laid_out(reading.groups):
        parts += [Part(" " if parts else ""), *_group(ruleset, group)]
    jokers = ruleset.tileset.text(Tile(kind) for kind in reading.jokers)
    if jokers:
        parts.append(Part(f"{GAP}{label('joker', language, jokers)}"))
    return line(*parts)


def _group(ruleset: Ruleset, group: Group) -> list[Part]:
    """A set as it is written: called ones in round brackets, concealed kongs in square ones."""
    text = group_text(group, ruleset)
    if group.melded:
        return [Part(f"({text})" if group.called else f"[{text}]")]
    return [Part(text)]


def by_suit(ruleset: Ruleset, concealed: Iterable[Tile], melds: Iterable[Meld]) -> str:
    """Tiles in notation, a word for each suit, then the melds in their brackets."""
    tileset = ruleset.tileset
    by_letter: dict[str, list[Tile]] = {}
    for tile in tileset.sorted(concealed):
        by_letter.setdefault(tileset.kinds[tile.kind].letter, []).append(tile)
    return " ".join([*map(tileset.text, by_letter.values()), *(format_meld(meld, tileset) for meld in melds)])


def tile_names(ruleset: Ruleset, hand: Hand | WaitingHand, reading: Reading | None, language: str) -> str:
    """The tiles in words for games whose suited tiles have names, else nothing; a set of one tile once."""
    kinds = ruleset.tileset.kinds
    if not any(kind.names and kind.attributes for kind in kinds):
        return ""
    groups = laid_out(reading.groups) if reading else []
    tiles = [tuple(dict.fromkeys(group.tiles)) for group in groups] or [tuple(dict.fromkeys(hand.tiles))]
    joint = " + " if groups else ", "
    return ", ".join(joint.join(ruleset.tileset.name(tile, language) for tile in each) for each in tiles)


def _rules(ruleset: Ruleset, language: str) -> Iterator[str]:
    """The ruleset, and the options that are not as usual."""
    usual = {option.id: option.default for option in ruleset.options}
    yield name_in(ruleset.names, language)
    yield from (choice(name, value) for name, value in ruleset.chosen if value != usual[name])


def rules_line(ruleset: Ruleset, situation: Situation, language: str, rules: bool = True) -> str:
    """The ruleset unless it is left out, the seats and all that was said of the situation."""
    said = situation_words(situation, ruleset, language)
    return DOT.join([*(_rules(ruleset, language) if rules else ()), *said])
