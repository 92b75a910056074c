"""The first lines of a breakdown: what was understood of the hand and of the situation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorer.engine.configure import NO_HAND
from scorer.engine.evaluate import pointed_at
from scorer.engine.view import DEALER, View
from scorer.hand import Hand, Meld, Situation, WaitingHand
from scorer.notation import format_meld
from scorer.readings import Group, Reading
from scorer.render.document import WINNING, Line, Paragraph, Part, line, paragraph
from scorer.render.result import group_text, laid_out
from scorer.render.words import WINDS, choice
from scorer.ruleset.model import Ruleset
from scorer.tiles import Tile, name_in

GAP = "   "
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
        _hand_line(ruleset, hand, situation, reading),
        line(tile_names(ruleset, hand, reading, language)),
        line(rules_line(ruleset, situation, language, rules)),
    ]
    return paragraph(*(shown for shown in lines if shown))


def _hand_line(ruleset: Ruleset, hand: Hand, situation: Situation, reading: Reading | None) -> Line:
    """The sets of the reading, or the tiles by suit where there is none."""
    tiles = (*hand.concealed, hand.winning_tile)
    groups = _groups(ruleset, reading) if reading else line(by_suit(ruleset, tiles, hand.melds))
    flowers = ruleset.tileset.text(ruleset.tileset.sorted(hand.flowers))
    tile = Part(ruleset.tileset.code(hand.winning_tile), WINNING)
    how = "self-draw" if situation.self_draw else "discard"
    origin = f" from {WINDS[situation.discarder]}" if situation.discarder else ""
    aside = f"{GAP}aside {flowers}" if flowers else ""
    return (*groups, *line(f"{aside}{GAP}won on ", tile, f", {how}{origin}"))


def _groups(ruleset: Ruleset, reading: Reading) -> Line:
    parts: list[Part] = []
    for group in laid_out(reading.groups):
        parts += [Part(" " if parts else ""), *_group(ruleset, group)]
    jokers = ruleset.tileset.text(Tile(kind) for kind in reading.jokers)
    if jokers:
        parts.append(Part(f"{GAP}joker as {jokers}"))
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
    said = _situation(ruleset, situation, language)
    return DOT.join([*(_rules(ruleset, language) if rules else ()), *said])


def _situation(ruleset: Ruleset, situation: Situation, language: str) -> Iterator[str]:
    yield _seats(ruleset, situation)
    yield from _circumstances(ruleset, situation, language)
    yield from _indicated(ruleset, situation, language)
    if situation.honba:
        yield f"honba {situation.honba}"
    if situation.sticks:
        yield f"sticks {situation.sticks}"
    for pattern, seat in situation.liable:
        yield f"{WINDS[seat]} answers for {name_in(ruleset.pattern_by_id[pattern].names, language)}"


def _seats(ruleset: Ruleset, situation: Situation) -> str:
    """The winds; a game without wind tiles knows only the seat."""
    seat = f"{WINDS[situation.seat]} seat{' (dealer)' if situation.seat == DEALER else ''}"
    return f"{WINDS[situation.round]} round, {seat}" if ruleset.tileset.winds else seat


def _circumstances(ruleset: Ruleset, situation: Situation, language: str) -> Iterator[str]:
    for name, count in situation.circumstances:
        item = ruleset.circumstance_by_id[name]
        yield f"{name_in(item.names, language)} {count}" if item.counted else name_in(item.names, language)


def _indicated(ruleset: Ruleset, situation: Situation, language: str) -> Iterator[str]:
    """The tiles that indicators point at, under the indicator's own word."""
    view = View(ruleset, NO_HAND, situation)
    for name, tiles in situation.indicators:
        pointed = ruleset.tileset.text(Tile(kind) for kind in pointed_at(view, name))
        if tiles:
            yield f"{name} {pointed}"
