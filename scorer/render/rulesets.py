"""Lists of rulesets, and the page of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.engine.configure import Overview, overview
from scorer.engine.evaluate import holds, rules_view
from scorer.notation import suit_list as letters_of
from scorer.phrases import enumerated, label, listed
from scorer.render.document import KEEP, Block, Document, Row, Table, line, paragraph
from scorer.render.result import Object
from scorer.ruleset.model import Option, Ruleset, Value
from scorer.teach.labels import amount, choice, native_name, option_words
from scorer.tiles import Names, Suit, TileKind, name_in


def ruleset_list(rulesets: Sequence[Overview]) -> Document:
    """A table for each family, in the order of their names."""
    families = sorted({ruleset.family for ruleset in rulesets})
    return tuple(_family(name, [r for r in rulesets if r.family == name]) for name in families)


def _family(name: str, rulesets: Sequence[Overview]) -> Table:
    rows = (
        (
            line(ruleset.id),
            line(str(ruleset.players)),
            line(amount(ruleset.tiles)),
            line(ruleset.unit),
            line(ruleset.about),
        )
        for ruleset in rulesets
    )
    return Table(tuple(rows), "krrll", header=(name, "players", "tiles", "unit", "about"))


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
    options = (
        {**_option_object(option), "value": ruleset.option_values[option.id]} for option in ruleset.options
    )
    return ruleset_summary(overview(ruleset), language) | {
        "letters": letter_objects(ruleset, language),
        "options": list(options),
        "circumstances": list(circumstances),
        "indicators": [item.id for item in ruleset.indicators],
        "patterns": [pattern.id for pattern in ruleset.pattern_by_id.values()],
        "remarks": list(ruleset.remarks),
        "notes": list(ruleset.notes),
        "source": ruleset.source,
    }


def _option_object(option: Option) -> Object:
    return {
        "id": option.id,
        "default": option.default,
        "choices": [True, False] if option.sort == "truth" else list(option.choices),
        "from": option.low,
        "to": option.high,
        "help": option.help,
    }


def ruleset_page(ruleset: Ruleset, language: str = "en") -> Document:
    """Everything that a player would ask about a ruleset before the first hand."""
    return (
        paragraph(*_title(ruleset, language)),
        letter_table(ruleset, language),
        *_options(ruleset),
        *_circumstances(ruleset, language),
        paragraph(*_patterns(ruleset)),
        *_texts("Note", (*ruleset.remarks, *ruleset.notes)),
        *_texts("Source", tuple(text for text in ruleset.source.split("; ") if text)),
    )


def _title(ruleset: Ruleset, language: str) -> Iterator[str]:
    native = native_name(ruleset.names, ruleset, language)
    yield f"{name_in(ruleset.names, language)}{f'   {native}' if native else ''}"
    yield ruleset.about
    win = "self-draw" if ruleset.default_self_draw else "a discard"
    facts = [
        f"{overview(ruleset).players} players",
        f"{amount(overview(ruleset).tiles)} tiles",
        f"counted in {ruleset.unit_word()}",
        f"won on {win} unless said",
    ]
    yield " · ".join([*facts, *([f"extends {', '.join(ruleset.extends)}"] if ruleset.extends else [])])


def _options(ruleset: Ruleset) -> Iterator[Block]:
    """Each option with its value and what it may be; what was chosen otherwise is said."""
    lines = [_option(option, ruleset.option_values[option.id]) for option in ruleset.options]
    if lines:
        yield paragraph("Options (-o NAME=VALUE)", *lines, indent=4)


def _option(option: Option, value: Value) -> str:
    usual = "" if value == option.default else f"; usually {choice(option.id, option.default)}"
    return f"  {option_words(option, value)}{_choices(option)}{usual}"


def _choices(option: Option) -> str:
    """What an option may be, where that is more than true or false."""
    if option.choices:
        return f" ({', '.join(str(value) for value in option.choices)})"
    return f" ({option.low} to {option.high})" if option.high is not None else ""


def _circumstances(ruleset: Ruleset, language: str) -> Iterator[Block]:
    rows = [(f"-w {item.id}{'=N' if item.counted else ''}", item.names) for item in ruleset.circumstances] + [
        (f"--{item.id} TILES", item.names) for item in ruleset.indicators
    ]
    if rows:
        yield Table(tuple(_named_row(*row, ruleset, language) for row in rows), "kll", "Circumstances")


def _named_row(word: str, names: Names, ruleset: Ruleset, language: str) -> Row:
    return line(word), line(name_in(names, language)), line(native_name(names, ruleset, language))


def _patterns(ruleset: Ruleset) -> Iterator[str]:
    view = rules_view(ruleset)
    played = sum(holds(pattern.enabled, view) for pattern in ruleset.patterns)
    off = len(ruleset.patterns) - played
    more = f", {off} more with options that are off" if off else ""
    yield f"{played} patterns{more}; scorer patterns -r {ruleset.id} lists them."
    bonuses = [name_in(bonus.names) for bonus in ruleset.bonuses]
    if bonuses:
        yield f"Bonuses: {listed(bonuses)}."
    limits = [name_in(limit.names) for limit in reversed(ruleset.limits)]
    if limits:
        yield f"Limits: {listed(limits)}."


def _texts(title: str, texts: tuple[str, ...]) -> Iterator[Block]:
    if texts:
        yield paragraph(*(f"{title}: {text}" for text in texts))


# ---- the letters of a tile set


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
    digits = label("semicolon", language).join(_digits(ruleset, _kinds(ruleset, suit), language))
    return line(suit.letter), line(name_in(suit.names, language)), line(digits)


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
