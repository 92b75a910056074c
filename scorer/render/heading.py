"""A hand in text: the first lines over it, what was understood of its tiles, of the situation and of the
rules; its tiles as boxes, and as characters of Unicode.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.errors import RulesetError
from scorer.hand import Hand, Situation, WaitingHand
from scorer.labels import capitalize_first, option_setting, ruleset_label, situation_words, win_words
from scorer.languages import is_english
from scorer.message import message_text
from scorer.notation import format_group, format_hand, format_meld, format_waiting
from scorer.phrases import comma_list, headed_text, translate
from scorer.render.art import glyphs
from scorer.render.document import (
    HEADLINE,
    KEEP,
    WINNING,
    Block,
    Document,
    Paragraph,
    Part,
    Tiles,
    line,
    paragraph,
)
from scorer.render.result import groups_in_order
from scorer.render.text import display_width
from scorer.ruleset.find import shipped_file
from scorer.ruleset.model import Ruleset
from scorer.scoring import load_ruleset
from scorer.shapes import Group, Reading
from scorer.tiles import Tile, TileSet, name_in

if TYPE_CHECKING:
    from scorer.audit.differences import Difference

GAP = "   "
MARK = "\0"
"""The place of the winning tile in a phrase."""
LONGEST_WHOLE = 24
"""The longest phrase, in columns, that is not broken."""


def heading(
    ruleset: Ruleset,
    hand: Hand,
    situation: Situation,
    reading: Reading | None,
    language: str,
    rules: bool = True,
) -> Paragraph:
    """The hand set by set, or by suit where there is no reading, and how it was won; its tiles by name where
    they have names of their own; the situation, and the rules.
    """
    before, after = translate("won on", language, MARK).split(MARK)
    shown = GAP.join([_laid_out_text(hand, reading, ruleset.tileset, language), before])
    won = Part(ruleset.tileset.tile_code(hand.winning_tile), WINNING)
    first = line(shown, won, translate("and how", language, after, win_words(situation, language)))
    names = tile_names(ruleset, hand, reading, language)
    return paragraph(first, *filter(None, (names, rules_line(ruleset, situation, language, rules))))


def heading_of_drawing(
    ruleset: Ruleset, hand: Hand | WaitingHand, situation: Situation, language: str
) -> Paragraph:
    """The lines for a hand that is drawn beside them: how it was won, the situation, and the rules."""
    how = capitalize_first(win_words(situation, language)) if isinstance(hand, Hand) else ""
    names = tile_names(ruleset, hand, None, language)
    return paragraph(*filter(None, (how, names, rules_line(ruleset, situation, language))))


def _shown_groups(hand: Hand | WaitingHand, reading: Reading | None, tileset: TileSet) -> list[Group]:
    """The groups of a reading as players lay them out; without one the tiles of each suit, then the melds."""
    if reading:
        return groups_in_order(reading.groups)
    tiles = (*hand.concealed_tiles, hand.winning_tile) if isinstance(hand, Hand) else hand.concealed_tiles
    suits = groupby(tileset.sort_tiles(tiles), lambda tile: tileset.kinds[tile.kind].letter)
    melds = (
        Group(m.kind, m.pieces, m.is_concealed, not m.is_concealed, is_melded=True, is_added=m.is_added)
        for m in hand.melds
    )
    return [*(Group("", tuple(suit)) for _, suit in suits), *melds]


def _laid_out_text(hand: Hand | WaitingHand, reading: Reading | None, tileset: TileSet, language: str) -> str:
    """The parts of a hand in notation, what its jokers stand for, and the flowers that are set aside."""
    groups = _shown_groups(hand, reading, tileset)
    melds = [] if reading else [format_meld(meld, tileset) for meld in hand.melds]
    texts = [format_group(one, tileset) for one in groups[: len(groups) - len(melds)]]
    shown = [" ".join([*texts, *melds])]
    if reading and reading.jokers:
        key = "joker" if len(reading.jokers) == 1 else "jokers"
        shown.append(translate(key, language, tileset.format_tiles(Tile(kind) for kind in reading.jokers)))
    if hand.flowers:
        shown.append(translate("aside", language, tileset.format_tiles(tileset.sort_tiles(hand.flowers))))
    return GAP.join(shown)


def waiting_heading(ruleset: Ruleset, hand: WaitingHand, situation: Situation, language: str) -> Paragraph:
    """The first lines over a hand without its winning tile."""
    shown = _laid_out_text(hand, None, ruleset.tileset, language)
    return paragraph(shown, rules_line(ruleset, situation, language))


def tile_names(ruleset: Ruleset, hand: Hand | WaitingHand, reading: Reading | None, language: str) -> str:
    """The tiles in words for games whose suited tiles have names, else nothing; a set of one tile once."""
    kinds = ruleset.tileset.kinds
    if not any(kind.names and kind.attributes for kind in kinds):
        return ""
    groups = [group.tiles for group in groups_in_order(reading.groups)] if reading else []
    joint = " + " if groups else translate("comma", language)
    tiles = (dict.fromkeys(each) for each in groups or [hand.tiles])
    return comma_list(
        (joint.join(ruleset.tileset.tile_name(tile, language) for tile in each) for each in tiles), language
    )


def phrase_line(*phrases: str) -> str:
    """Phrases in one line, with dots between them.

    >>> phrase_line("East round", "South seat")
    'East round · South seat'
    """
    return " · ".join(phrases)


def rules_line(ruleset: Ruleset, situation: Situation, language: str, rules: bool = True) -> str:
    """A line with the ruleset, the seats and the situation; short phrases are not broken."""
    said = (
        *(_ruleset_phrases(ruleset, language) if rules else ()),
        *situation_words(situation, ruleset, language),
    )
    return phrase_line(
        *(text.replace(" ", KEEP) if display_width(text) <= LONGEST_WHOLE else text for text in said)
    )


# ---- the rules

MOST_NAMED = 8
SHORT = 24
"""The longest value, in characters, that the heading shows."""
TITLES = ("patterns", "bonuses", "limits", "circumstances", "penalties")
"""Sections whose entries that differ are named one by one; any other section is only reported as changed."""


def _ruleset_phrases(ruleset: Ruleset, language: str) -> Iterator[str]:
    """The ruleset, the house rules of a rule file, and the options that differ from the default."""
    yield name_in(ruleset.names, language)
    if ruleset.file and not shipped_file(ruleset.file):
        yield Path(ruleset.file).name
        if ruleset.extends:
            yield from _changed_rules(ruleset, language)
    in_force: frozenset[str] = frozenset()
    if ruleset.unusual_options:
        from scorer.engine.partial import options_in_force  # few hands have any

        in_force = options_in_force(ruleset)
    remark = translate("has no effect", language)
    for name, value in ruleset.unusual_options:
        said = option_setting(ruleset.option_by_id[name], value, language)
        yield said + ("" if name in in_force else f" {remark}")


def _changed_rules(ruleset: Ruleset, language: str) -> Iterator[str]:
    """The differences between a rule file and the ruleset that it extends, a phrase each."""
    from scorer.audit.differences import departures

    chosen, changes = departures(ruleset, language)
    known = ruleset.option_by_id
    yield from (option_setting(known[name], value, language) for name, value in chosen)
    named = {_changed_name(one, language): one for one in reversed(changes)}
    words = list(dict.fromkeys(_change_text(change, language) for change in reversed(named.values())))
    yield from words[:MOST_NAMED]
    if len(words) > MOST_NAMED:
        yield translate("more rules", language, len(words) - MOST_NAMED)


def _is_named(change: Difference) -> bool:
    """Whether the heading names the entry that differs, not only its section."""
    from scorer.audit.differences import FIRST_OF

    return change.section in (*TITLES, "game") and change.title != FIRST_OF


def _changed_name(change: Difference, language: str) -> str:
    """The name of an entry that differs, or that of its section."""
    if not _is_named(change):
        return translate(f"rule section {change.section}", language)
    return name_in(change.names, language) or message_text(change.title, language).replace("_", " ")


def _change_text(change: Difference, language: str) -> str:
    """A difference as a phrase: a changed value, an addition or a removal."""
    from scorer.audit.differences import VALUE

    name, value = _changed_name(change, language), message_text(change.new, language)
    if change.section == "game":
        if len(value) <= SHORT:
            return headed_text(name, value or translate("option off", language), language)
    elif _is_named(change) and change.is_whole:
        return translate("rule added" if change.new else "rule dropped", language, name)
    elif _is_named(change) and change.aspect == VALUE:
        return translate("rule labelled", language, name, value)
    return translate("rule changed", language, name)


# ---- tiles as boxes


def tiles_block(hand: Hand | WaitingHand, reading: Reading | None, tileset: TileSet) -> Tiles:
    """A hand drawn set by set, or suit by suit where there is no reading; the winning tile is marked."""
    won, rest = (hand.winning_tile, hand.waiting_hand) if isinstance(hand, Hand) else (None, hand)
    alone = [] if reading or won is None else [Group("", (won,), is_won=True)]
    groups: list[tuple[Part, ...]] = []
    for group in (*_shown_groups(rest, reading, tileset), *alone):
        tiles = tileset.sort_tiles(group.tiles)
        place = tiles.index(won) if group.is_won and won in tiles else -1
        marks = (WINNING if at == place else "" for at in range(len(tiles)))
        groups.append(tuple(map(Part, map(tileset.tile_code, tiles), marks)))
    written = format_hand(hand, tileset) if isinstance(hand, Hand) else format_waiting(hand, tileset)
    return Tiles(tuple(groups), written)


# ---- tiles as characters of Unicode (U+1F000 to U+1F02B), for terminals that can show them

AS_TEXT = "\ufe0e"
"""Selects the text form of a tile, because one of them is a wide emoji by default."""
EMOJI = "\U0001f004"
RED = "*"


def tile_character(tile: Tile, tileset: TileSet) -> str:
    """The character of a tile, a star behind a red one; nothing where Unicode has none.

    >>> from scorer.scoring import load_ruleset
    >>> tiles = load_ruleset("riichi").tileset
    >>> [tile_character(tiles.tile_by_code[code], tiles) for code in ("1m", "0p", "7z")]
    ['🀇', '🀝*', '🀄︎']
    >>> tile_character(Tile(0), load_ruleset("ponjan").tileset)
    ''
    """
    shown = glyphs().get(tileset.kinds[tile.kind].picture, "")
    return shown and shown + (AS_TEXT if shown == EMOJI else "") + (RED if tile.red else "")


def with_tile_line(document: Document, hand: Hand, reading: Reading | None, tileset: TileSet) -> Document:
    """A document about a hand with the hand in characters above its first line, below a headline, where they
    can be drawn: set by set, as written without a reading. They stand apart, as most fonts draw them wider
    than a column.
    """
    groups = _shown_groups(hand, reading, tileset)
    if not reading:
        loose = Group("", (*hand.concealed_tiles, hand.winning_tile))
        groups = [loose, *(group for group in groups if group.is_melded)]
    groups += [Group("", hand.flowers)] if hand.flowers else []
    drawn = [
        (group, [tile_character(tile, tileset) for tile in tileset.sort_tiles(group.tiles)])
        for group in groups
    ]
    place = int(bool(document) and has_headline(document[0]))
    first = document[place] if len(document) > place else None
    if not isinstance(first, Paragraph) or not all(all(shown) for _, shown in drawn):
        return document
    tiles = GAP.join(_bracketed_characters(shown, group) for group, shown in drawn)
    drawn_first = Paragraph((line(tiles), *first.lines), first.indent)
    return (*document[:place], drawn_first, *document[place + 1 :])


def _bracketed_characters(characters: list[str], group: Group) -> str:
    """The characters of a group, in brackets as in notation if it is a meld."""
    if group.is_added:
        return f"({' '.join(characters[:-1])} + {characters[-1]})"
    text = " ".join(characters)
    return text if not group.is_melded else f"({text})" if group.is_called else f"[{text}]"


def has_headline(block: Block) -> bool:
    """Whether a block begins with a headline."""
    return isinstance(block, Paragraph) and any(part.mark == HEADLINE for part in block.lines[0])


def language_of_named_game(ident: str, language: str) -> str:
    """A language with the words of the game whose id or path is given, if that is still there."""
    if is_english(language) or not ident:
        return language
    try:
        return load_ruleset(ident, language=language).display_language(language)
    except RulesetError:
        return language


def ruleset_words(ident: str, language: str = "en") -> str:
    """What a table calls the ruleset with an id or a path; one that is not there any more by its name.

    >>> ruleset_words("m-league"), ruleset_words("m-league", "ja"), ruleset_words("no-such-club", "ja")
    ('m-league', 'Mリーグ', 'no-such-club')
    """
    if is_english(language) or not ident:
        return ident
    try:
        return ruleset_label(load_ruleset(ident, language=language), language)
    except RulesetError:
        return ident
