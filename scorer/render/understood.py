"""What the reference engine has understood of a hand, as the heading over it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.hand import Hand, Meld, Situation, WaitingHand
from scorer.notation import format_meld
from scorer.readings import Group, Reading
from scorer.render.heading import DOT
from scorer.render.result import group_text, laid_out
from scorer.render.unicode_tiles import Faces
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile, TileSet, name_in
from scorer.words.account import Heading, brackets
from scorer.words.labels import choice
from scorer.words.said import said_of
from scorer.words.situation import situation_words


def heading_of(
    ruleset: Ruleset,
    hand: Hand,
    situation: Situation,
    reading: Reading | None,
    language: str,
    rules: bool = True,
) -> Heading:
    """What is said over a hand: the sets of its reading, or the tiles by suit where there is none."""
    tileset = ruleset.tileset
    tiles = (*hand.concealed, hand.winning_tile)
    groups = _groups(ruleset, reading) if reading else suits(ruleset, tiles, hand.melds)
    return Heading(
        groups,
        tileset.code(hand.winning_tile),
        said_of(situation, ruleset, language),
        tuple(_rules(ruleset, language)) if rules else (),
        tileset.text(Tile(kind) for kind in reading.jokers) if reading else "",
        tileset.text(tileset.sorted(hand.flowers)),
        tile_names(ruleset, hand, reading, language),
    )  # fmt: skip


def _groups(ruleset: Ruleset, reading: Reading) -> tuple[str, ...]:
    return tuple(_group(ruleset, group) for group in laid_out(reading.groups))


def _group(ruleset: Ruleset, group: Group) -> str:
    text = group_text(group, ruleset)
    return text.join(brackets(group.melded, group.called) or ("", ""))


def faces_of(hand: Hand, reading: Reading | None, tileset: TileSet) -> Faces:
    """The pictures of a hand set by set; of one without a reading as it was written."""
    if reading:
        groups = [(brackets(group.melded, group.called), group.tiles) for group in laid_out(reading.groups)]
    else:
        groups = [("", (*hand.concealed, hand.winning_tile))]
        groups += [(brackets(True, not meld.concealed), meld.tiles) for meld in hand.melds]
    groups += [("", hand.flowers)] if hand.flowers else []
    return tuple(
        (around, tuple((tileset.kinds[tile.kind].picture, tile.red) for tile in tileset.sorted(tiles)))
        for around, tiles in groups
    )


def suits(ruleset: Ruleset, concealed: Iterable[Tile], melds: Iterable[Meld]) -> tuple[str, ...]:
    """Tiles in notation, a word for each suit, then the melds in their brackets."""
    tileset = ruleset.tileset
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
    joint = " + " if groups else ", "
    return ", ".join(joint.join(ruleset.tileset.name(tile, language) for tile in each) for each in tiles)


def _rules(ruleset: Ruleset, language: str) -> Iterator[str]:
    """The ruleset, and the options that are not as usual."""
    yield name_in(ruleset.names, language)
    yield from (choice(name, value) for name, value in ruleset.unusual)


def rules_line(ruleset: Ruleset, situation: Situation, language: str) -> str:
    """The ruleset, the seats and all that was said of the situation."""
    said = situation_words(said_of(situation, ruleset, language), language)
    return DOT.join([*_rules(ruleset, language), *said])
