"""Lists of rulesets, and the page of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorer.engine.configure import Overview, overview
from scorer.engine.evaluate import holds, rules_view
from scorer.notation import suit_list
from scorer.phrases import enumerated, joined, label
from scorer.render.document import KEEP, Block, Document, Table, paragraph, table
from scorer.render.result import Object
from scorer.ruleset.model import Option, Ruleset, Value
from scorer.teach.labels import amount, choice, native_name, option_words
from scorer.tiles import Suit, TileKind, name_in


def ruleset_list(rulesets: Sequence[Overview]) -> Document:
    """A table for each family, in the order of their names."""
    families = groupby(sorted(rulesets, key=lambda one: one.family), lambda one: one.family)
    return tuple(
        table(
            ((one.id, str(one.players), amount(one.tiles), one.unit, one.about) for one in family),
            "krrll",
            header=(name, "players", "tiles", "unit", "about"),
        )
        for name, family in families
    )


def ruleset_summary(ruleset: Overview, language: str = "en") -> Object:
    """What a list says of a ruleset, as plain data."""
    return {
        "id": ruleset.id,
        "name": name_in(ruleset.names, language),
        "family": ruleset.family,
        "players": ruleset.players,
        "tiles": ruleset.tiles,
        "unit": ruleset.unit,
        "about": ruleset.about,
        "extends": list(ruleset.extends),
    }


def ruleset_object(ruleset: Ruleset, language: str = "en") -> Object:
    """The page of a ruleset as plain data."""
    circumstances = (
        {"id": item.id, "name": name_in(item.names, language), "most": item.most}
        for item in ruleset.circumstances
    )
    return ruleset_summary(overview(ruleset), language) | {
        "letters": [_letter_object(suit, kinds, language) for suit, kinds in _letters(ruleset)],
        "options": [_option_object(option, ruleset.option_values[option.id]) for option in ruleset.options],
        "circumstances": list(circumstances),
        "indicators": [item.id for item in ruleset.indicators],
        "patterns": [pattern.id for pattern in ruleset.pattern_by_id.values()],
        "remarks": list(ruleset.remarks),
        "notes": list(ruleset.notes),
        "source": ruleset.source,
    }


def _letter_object(suit: Suit, kinds: Sequence[TileKind], language: str) -> Object:
    """A letter with its tiles and how many there are of each."""
    tiles = ((kind.code, name_in(kind.names, language), kind.copies) for kind in kinds)
    return {
        "letter": suit.letter,
        "name": name_in(suit.names, language),
        "tiles": [{"code": code, "name": name, "copies": copies} for code, name, copies in tiles],
    }


def _option_object(option: Option, value: Value) -> Object:
    return {
        "id": option.id,
        "default": option.default,
        "choices": [True, False] if option.sort == "truth" else list(option.choices),
        "from": option.low,
        "to": option.high,
        "help": option.help,
        "value": value,
    }


def ruleset_page(ruleset: Ruleset, language: str = "en") -> Document:
    """Everything that a player would ask about a ruleset before the first hand."""
    texts = {
        "Note": (*ruleset.remarks, *ruleset.notes),
        "Source": [text for text in ruleset.source.split("; ") if text],
    }
    return (
        paragraph(*_title(ruleset, language)),
        letter_table(ruleset, language),
        *_choices(ruleset, language),
        paragraph(*_patterns(ruleset)),
        *(paragraph(*(f"{word}: {text}" for text in some)) for word, some in texts.items() if some),
    )


def _title(ruleset: Ruleset, language: str) -> Iterator[str]:
    native, seen = native_name(ruleset.names, ruleset, language), overview(ruleset)
    yield f"{name_in(ruleset.names, language)}{f'   {native}' if native else ''}"
    yield ruleset.about
    facts = [
        f"{seen.players} players",
        f"{amount(seen.tiles)} tiles",
        f"counted in {ruleset.unit_word()}",
        f"won on {'self-draw' if ruleset.default_self_draw else 'a discard'} unless said",
    ]
    yield " · ".join([*facts, *([f"extends {', '.join(ruleset.extends)}"] if ruleset.extends else [])])


def _choices(ruleset: Ruleset, language: str) -> Iterator[Block]:
    """Each option with its value and what it may be, what was chosen otherwise; circumstances, indicators."""
    if ruleset.options:
        lines = (_option(option, ruleset.option_values[option.id]) for option in ruleset.options)
        yield paragraph("Options (-o NAME=VALUE)", *lines, indent=4)
    named = [(f"-w {item.id}{'=N' if item.counted else ''}", item.names) for item in ruleset.circumstances]
    named += [(f"--{item.id} TILES", item.names) for item in ruleset.indicators]
    if named:
        rows = ((w, name_in(names, language), native_name(names, ruleset, language)) for w, names in named)
        yield table(rows, "kll", "Circumstances")


def _option(option: Option, value: Value) -> str:
    """An option, and what it may be, where that is more than true or false."""
    usual = "" if value == option.default else f"; usually {choice(option.id, option.default)}"
    may_be = f" ({option.low} to {option.high})" if option.high is not None else ""
    if option.choices:
        may_be = f" ({', '.join(str(value) for value in option.choices)})"
    return f"  {option_words(option, value)}{may_be}{usual}"


def _patterns(ruleset: Ruleset) -> Iterator[str]:
    view = rules_view(ruleset)
    played = sum(holds(pattern.enabled, view) for pattern in ruleset.patterns)
    off = len(ruleset.patterns) - played
    more = f", {off} more with options that are off" if off else ""
    yield f"{played} patterns{more}; scorer patterns -r {ruleset.id} lists them."
    if ruleset.bonuses:
        yield f"Bonuses: {joined(name_in(bonus.names) for bonus in ruleset.bonuses)}."
    if ruleset.limits:
        yield f"Limits: {joined(name_in(limit.names) for limit in reversed(ruleset.limits))}."


# ---- the letters of a tile set


def letter_table(ruleset: Ruleset, language: str = "en") -> Table:
    """A row for each letter: its name and the digits that go before it, with the tiles' own names."""
    between = label("semicolon", language)
    rows = (
        (suit.letter, name_in(suit.names, language), between.join(_digits(ruleset, kinds, language)))
        for suit, kinds in _letters(ruleset)
    )
    return table(rows, "kkl", "Tiles")


def letters_line(ruleset: Ruleset) -> str:
    """The letters in one line: `k black, r red, b blue`."""
    return suit_list(suit for suit, _ in _letters(ruleset))


def _letters(ruleset: Ruleset) -> Iterator[tuple[Suit, list[TileKind]]]:
    """The letters, each with the faces of it that the game has."""
    for suit in ruleset.tileset.suits:
        kinds = [kind for kind in ruleset.tileset.kinds if kind.letter == suit.letter and kind.copies]
        if kinds:
            yield suit, kinds


def _digits(ruleset: Ruleset, kinds: list[TileKind], language: str) -> Iterator[str]:
    """The digits with names where the tiles have some, and the red copies, written 0."""
    named = [
        f"{kind.code[:-1]} {name_in(kind.names, language)}".rstrip().replace(" ", KEEP) for kind in kinds
    ]
    plain = not any(kind.names for kind in kinds)
    first, last = kinds[0].code[:-1], kinds[-1].code[:-1]
    unbroken = plain and len(kinds) > 2 and int(last) - int(first) == len(kinds) - 1
    yield label("to", language, first, last) if unbroken else enumerated(named, language)
    for kind in kinds:
        if ruleset.tileset.red_copies(kind.index):
            yield label("a red", language, kind.code[:-1])
