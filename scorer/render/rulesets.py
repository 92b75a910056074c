"""Lists of rulesets, the page of a ruleset, the list of its patterns, and pattern cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from os.path import basename
from typing import TYPE_CHECKING

from scorer.engine.catalogue import NamedRuleset, Overview, overview, shipped_overviews
from scorer.engine.evaluate import View, holds, rules_view, whole_number
from scorer.engine.partial import is_decided
from scorer.engine.results import shown_value
from scorer.errors import ScorerError
from scorer.labels import (
    capitalize_first,
    choice_label,
    native_name,
    option_help,
    option_in_words,
    option_setting,
    option_words,
    situation_words,
    typed_example,
    value_label,
    win_words,
)
from scorer.language.nodes import Node
from scorer.languages import (
    ENGLISH,
    is_english,
    local_text,
    name_languages,
    text_in,
)
from scorer.message import message_text
from scorer.phrases import comma_list, format_amount, headed_text, join_words, translate
from scorer.render.document import (
    ITEM,
    KEEP,
    NEW_PAGE,
    WINNING,
    Block,
    Document,
    Part,
    Table,
    paragraph,
    table,
)
from scorer.render.heading import GAP, tile_names, tiles_block
from scorer.render.result import Object, fields
from scorer.ruleset.find import DEFAULTS_NAME, base_name, shipped_file
from scorer.ruleset.metadata import CREDITS
from scorer.ruleset.model import Bonus, Circumstance, Limit, Option, Pattern, Ruleset, SheetItem, Value
from scorer.ruleset.section_table import SECTIONS
from scorer.scoring import load_ruleset
from scorer.texts import phrase_template, phrases
from scorer.tiles import Suit, TileKind, name_in

if TYPE_CHECKING:
    from scorer.audit.differences import Difference, RulesEntry
    from scorer.teach.patterns import CardExample, PatternCard

Changeable = Bonus | Limit | SheetItem
"""What a file of one's own changes by its id, beside options and patterns."""


def ruleset_list(rulesets: Sequence[Overview], language: str = "en") -> Document:
    """A table for each family, in the order of their names."""
    titles = ("list players", "list tiles", "list unit", "list about")
    columns = [translate(title, language) for title in titles]
    families = groupby(sorted(rulesets, key=lambda one: one.family), lambda one: one.family)
    return tuple(
        table(
            (
                (
                    one.id,
                    str(one.players),
                    format_amount(one.tiles),
                    name_in(one.unit_names, language) or one.unit,
                    name_in(one.about, language),
                )
                for one in family
            ),
            "krrll",
            header=(_family_name(name, language), *columns),
        )
        for name, family in families
    )


def named_ruleset_list(rulesets: Sequence[NamedRuleset], language: str = "en") -> Document:
    """The tables of all rulesets that can be used, then where those files are that are not shipped, and why
    some are not used.
    """
    usable = [one.overview for one in rulesets if one.overview is not None]
    own = [(one.id, one.path, _reason_of_disuse(one, language)) for one in rulesets if one.path]
    titles = ("list own", "list file", "list note")
    header = tuple(translate(title, language) for title in titles)
    return (*ruleset_list(usable, language), *([table(own, "kll", header=header)] if own else []))


def _reason_of_disuse(ruleset: NamedRuleset, language: str) -> str:
    """Why a rule file is not used; empty if it is."""
    if ruleset.hidden_by:
        return translate("list hidden", language, ruleset.hidden_by)
    told = []
    for problem in filter(None, (ruleset.problem, ruleset.base_problem)):
        message = f"{problem.code} {message_text(problem.message, language)}"
        told.append(
            translate("list unusable", language, problem.line, message)
            if problem is ruleset.problem
            else f"{basename(problem.file)}:{problem.line}: {message}"
        )
    return "; ".join(told)


def named_ruleset_data(ruleset: NamedRuleset, language: str = "en") -> Object:
    """The entry of a ruleset in a list of names, with the path of its file unless it is shipped."""
    found = ruleset_summary(ruleset.overview, language) if ruleset.overview else {"id": ruleset.id}
    if ruleset.path:
        found |= {"path": ruleset.path}
    if ruleset.hidden_by:
        found |= {"hidden_by": ruleset.hidden_by}
    problems = {"problem": ruleset.problem, "base_problem": ruleset.base_problem}
    return found | {key: str(problem) for key, problem in problems.items() if problem}


def _family_name(family: str, language: str) -> str:
    """The heading of a family; a family of somebody's own rulesets is headed by its id."""
    key = f"family:{family}"
    return translate(key, language) if not is_english(language) and key in phrases() else family


def ruleset_summary(ruleset: Overview, language: str = "en") -> Object:
    """The entry of a ruleset in a list, as plain data."""
    name = name_in(ruleset.names, language)
    about = name_in(ruleset.about, language)
    return fields(ruleset, "id name family players tiles unit about extends", name=name, about=about)


def ruleset_object(ruleset: Ruleset, language: str = "en") -> Object:
    """The page of a ruleset as plain data."""

    def named_item_data(
        item: Suit | TileKind | Circumstance | Changeable, keys: str, **own: object
    ) -> Object:
        return fields(item, keys, name=name_in(item.names, language), **own)

    def option_data(option: Option) -> Object:
        choices = (True, False) if option.sort == "truth" else option.choices
        own = {
            "choices": choices,
            "value": ruleset.option_values[option.id],
            "help": name_in(option.help, language),
        }
        return fields(option, "id default choices from=minimum to=maximum help value", **own)

    return ruleset_summary(overview(ruleset), language) | {
        "letters": [
            named_item_data(
                suit, "letter name tiles", tiles=[named_item_data(kind, "code name copies") for kind in kinds]
            )
            for suit, kinds in ruleset.tileset.faces_by_suit
        ],
        "options": list(map(option_data, ruleset.offered_options)),
        "circumstances": [named_item_data(item, "id name most=maximum") for item in ruleset.circumstances],
        "indicators": [item.id for item in ruleset.indicators],
        "patterns": list(ruleset.pattern_by_id),
        **{
            name: [named_item_data(item, "id name") for item in items]
            for name, _, items in _changeable_sections(ruleset)
        },
        "payment": list(SECTIONS["payment"]),
        "remarks": [name_in(text, language) for text in ruleset.remarks],
        "notes": [name_in(text, language) for text in ruleset.notes],
        "usage": [name_in(text, language) for text in ruleset.usage],
        "source": local_text(ruleset.source, language),
        **{key: value for key in CREDITS if (value := getattr(ruleset, key))},
    }


def ruleset_page(ruleset: Ruleset, language: str = "en", is_printed: bool = False) -> Document:
    """The page of a ruleset: all that a player needs to know before the first hand. A printed one has no
    words that only a command takes.
    """
    texts = {
        "note": [name_in(text, language) for text in (*ruleset.remarks, *ruleset.notes)],
        "usage": [name_in(text, language) for text in ruleset.usage if not is_printed],
    }
    sources = _source_lines(ruleset.source, language)
    between = translate("semicolon", language)
    letters = (
        (suit.letter, name_in(suit.names, language), between.join(_digit_names(ruleset, kinds, language)))
        for suit, kinds in ruleset.tileset.faces_by_suit
    )
    departure_blocks = tuple(_departure_blocks(ruleset, language))
    rest = (paragraph(Part(translate("page all rules", language), NEW_PAGE)),) if departure_blocks else ()
    return (
        paragraph(*_ruleset_title(ruleset, language, is_printed)),
        *_untranslated_note(ruleset, language),
        *departure_blocks,
        *_credits(ruleset, language),
        *rest,
        table(letters, "kkl", translate("page tiles", language)),
        *(_printed_options if is_printed else _choice_blocks)(ruleset, language),
        *(() if is_printed else [paragraph(*_pattern_summary(ruleset, language))]),
        *(
            paragraph(*(translate(key, language, text) for text in some))
            for key, some in texts.items()
            if some
        ),
        *([paragraph(*sources)] if sources else ()),
    )


def _credits(ruleset: Ruleset, language: str) -> Iterator[Block]:
    """Who wrote the file, its version, license and address, as far as it says so."""
    credit_texts = {
        "credit author": ruleset.author,
        "credit version": ruleset.version,
        "credit license": ruleset.license,
        "credit url": ruleset.url,
    }
    lines = [translate(phrase, language, text) for phrase, text in credit_texts.items() if text]
    if lines:
        yield paragraph(*lines)


HOUSE_RULE = "house rule"
"""The source of what is an option because tables play it."""
ENCYCLOPEDIAS = ("Japanese Wikipedia", "Chinese Wikipedia")
"""Sources that have a name in each language; the page follows after a comma."""


def _source_lines(source: str, language: str) -> list[str]:
    """The sources of rules, one in each line, in the language in which they are named."""
    known = {HOUSE_RULE: translate("source house rule", language)}
    titles = (known.get(title) or _cited(title, language) for title in source.split("; "))
    return [translate("source", language, local_text(title, language)) for title in titles if title]


def _cited(title: str, language: str) -> str:
    """A source with the name of an encyclopedia in the language."""
    name, _, page = title.partition(", ")
    return translate(name, language, page) if page and name in ENCYCLOPEDIAS else title


def _untranslated_note(ruleset: Ruleset, language: str) -> Iterator[Block]:
    """How many texts of a ruleset are shown in English, because they have no translation."""
    missing, texts = ruleset.untranslated_texts(language)
    if missing:
        yield paragraph(translate("untranslated", language, format_amount(missing), format_amount(texts)))


def _base_names(bases: Sequence[str], language: str) -> list[str]:
    """The names of the rulesets that one extends; a file that is not shipped as it is written."""
    names = {one.id: name_in(one.names, language) for one in shipped_overviews()}
    return [names.get(base) or base for base in bases]


def _ruleset_title(ruleset: Ruleset, language: str, is_printed: bool) -> Iterator[str]:
    native, seen = native_name(ruleset.names, ruleset, language), overview(ruleset)
    yield f"{name_in(ruleset.names, language)}{f'   {native}' if native else ''}"
    yield name_in(ruleset.summary, language)
    facts: dict[str, object] = {
        "page players": seen.players,
        "page tile count": format_amount(seen.tiles),
        "page unit": ruleset.unit_word(language=language),
        "page default win": translate("a draw" if ruleset.default_self_draw else "a discard", language),
    }
    if ruleset.extends and not is_printed:
        bases = ruleset.extends if is_english(language) else _base_names(ruleset.extends, language)
        facts["page extends"] = comma_list(bases, language)
    yield " · ".join(translate(key, language, said) for key, said in facts.items())


def _departure_blocks(ruleset: Ruleset, language: str) -> Iterator[Block]:
    """How the rules of somebody's own file differ from those that it extends, a line for each difference."""
    if not ruleset.extends or not ruleset.file or shipped_file(ruleset.file):
        return
    from scorer.audit.differences import departures, entries_of  # few pages need them

    try:
        chosen, changes = departures(ruleset, language)
        base = load_ruleset(base_name(ruleset.extends[0], ruleset.file), language=language)
    except ScorerError:  # the file was removed meanwhile
        return
    options = ruleset.option_by_id
    lines = [
        translate(
            "departure value",
            language,
            capitalize_first(option_help(options[name], language)),
            value_label(options[name], value, language),
            value_label(options[name], base.option_values[name], language),
        )
        for name, value in chosen
    ]
    entries = entries_of(ruleset, language)
    shown = [change for change in changes if _is_noticed(change)]
    lines += dict.fromkeys(
        _departure_line(change, entries.get((change.section, change.title)), ruleset, language)
        for change in shown
    )
    lines += [name_in(text, language) for text in ruleset.notes if text not in base.notes]
    if lines:
        heading = translate("page differs", language, name_in(base.names, language))
        yield paragraph(Part(heading, WINNING), *(f"{ITEM}{line}" for line in lines), indent=4)


HELPERS = ("classes", "facts", "tables", "amounts")
"""Sections whose entries do nothing by themselves: what uses a new one is listed anyway."""


def _is_noticed(change: Difference) -> bool:
    """Whether players notice a difference that the other lines do not tell."""
    from scorer.audit.differences import BASE, FIRST_OF, items_of

    if change.title == FIRST_OF:
        before, after = items_of(change.old), items_of(change.new)
        return [one for one in before if one in after] != [one for one in after if one in before]
    return not (change.is_whole and change.section in HELPERS and change.title != BASE)


def _departure_line(change: Difference, entry: RulesEntry | None, ruleset: Ruleset, language: str) -> str:
    """A difference from the base in one line; of a new entry also what it is."""
    name = name_in(change.names, language) or message_text(change.title, language)
    if change.is_whole and (change.names or change.section == "shapes"):
        if not change.new:
            return translate("departure gone", language, name)
        pattern = ruleset.pattern_by_id.get(change.id) if change.section == "patterns" else None
        if pattern:
            name += translate("in brackets", language, worth_text(pattern, ruleset, language))
        added = translate("departure new", language, name)
        described = entry.description if entry else ""
        text = name_in(pattern.definition, language) if pattern else message_text(described, language)
        return headed_text(added, text, language) if text else added
    if change.aspect and not change.is_whole:
        name += translate("in brackets", language, message_text(change.aspect, language))
    old, new = (message_text(text, language) for text in (change.old, change.new))
    if not old:
        return headed_text(capitalize_first(name), new, language)
    none = translate("option off", language)
    return translate("departure value", language, capitalize_first(name), new or none, old)


def _choice_blocks(ruleset: Ruleset, language: str) -> Iterator[Block]:
    """Each option with its value and its possible values, then circumstances and indicators."""
    if options := ruleset.offered_options:
        lines = (_option_line(option, ruleset.option_values[option.id], language) for option in options)
        yield paragraph(
            translate("page options", language, translate("page option form", language)), *lines, indent=4
        )
    rows = []
    for item in ruleset.circumstances_of_file:
        typed, name = _typed_name(item, language), name_in(item.names, language)
        about = item.id if typed != item.id else name
        rows.append((f"-w {typed}{_placeholder(item)}", about, native_name(item.names, ruleset, language)))
    tiles = "TILES" if is_english(language) else translate("tile", language)
    for indicator in ruleset.indicators:
        names = indicator.names
        native = native_name(names, ruleset, language)
        rows.append((f"--{indicator.id} {tiles}", name_in(names, language), native))
    if rows:
        yield table(rows, "kll", translate("page circumstances", language))


def _printed_options(ruleset: Ruleset, language: str) -> Iterator[Block]:
    """Each option by what it is about, with its value."""
    values = ruleset.option_values
    rows = [
        (capitalize_first(option_help(one, language)), value_label(one, values[one.id], language))
        for one in ruleset.offered_options
    ]
    if rows:
        yield table(rows, "ll", translate("house rules", language))


def _typed_name(circumstance: Circumstance, language: str) -> str:
    """A circumstance as it can be typed: by its id in English, by its name in other languages."""
    name = text_in(dict(circumstance.names), language)
    return circumstance.id if is_english(language) or not name or " " in name else name


def _placeholder(circumstance: Circumstance) -> str:
    """What follows the id of a circumstance: S is a seat, N a number; E:1 is a number of one seat."""
    if circumstance.names_seat:
        return "=S"
    number = "=E:1" if circumstance.each_seat else "=N"
    return number if circumstance.is_number else ""


def _option_line(option: Option, value: Value, language: str) -> str:
    """An option with its value, and its possible values unless they are true and false."""
    usual, may_be = "", ""
    if value != option.default:
        usual = translate("page usual", language, option_setting(option, option.default, language))
    if option.choices:
        said = (_choice_words(option, choice, language) for choice in option.choices)
        may_be = translate("in brackets", language, comma_list(said, language))
    elif option.maximum is not None:
        may_be = translate("page range", language, option.minimum, option.maximum)
    return f"  {option_words(option, value, language)}{may_be}{usual}"


def _choice_words(option: Option, choice: Value, language: str) -> str:
    """A choice as it is typed, with its name in a language other than English."""
    name = choice_label(option, choice, language)
    is_said = is_english(language) or name == str(choice)
    return str(choice) if is_said else f"{choice}＝{name}"


PART_TITLES = {"bonuses": "page bonuses", "limits": "page limits", "sheet": "page sheet"}
"""The phrase above each part of the rules whose entries a ruleset may change."""


def _pattern_summary(ruleset: Ruleset, language: str) -> Iterator[str]:
    view = rules_view(ruleset)
    played = sum(holds(pattern.option_condition, view) for pattern in ruleset.patterns)
    off = len(ruleset.patterns) - played
    more = translate("page more patterns", language, off) if off else ""
    yield translate("page patterns", language, played, more, f"scorer patterns -r {ruleset.id}")
    stop = translate("full stop", language)
    for name, _, items in _changeable_sections(ruleset):
        if items:
            unit = ruleset.unit_word(ruleset.sheet_unit, language=language) if name == "sheet" else ""
            title = translate(PART_TITLES[name], language, unit)
            yield (
                headed_text(
                    title, join_words((_with_id(item, language) for item in items), language), language
                )
                + stop
            )


def _changeable_sections(ruleset: Ruleset) -> Iterator[tuple[str, str, Sequence[Changeable]]]:
    """What a file of one's own can set and drop beside options and patterns: section, title, entries."""
    yield "bonuses", "Bonuses", ruleset.bonuses
    yield "limits", "Limits", ruleset.limits[::-1]
    if sheet := ruleset.sheet:
        yield "sheet", f"Items that score {sheet.unit}", (*sheet.fixed_items, *sheet.items)


def _with_id(item: Changeable, language: str) -> str:
    """An entry by the id that a file must use, and its name where that is another word: in English after it,
    in other languages before it.
    """
    name = name_in(item.names, language)
    first, second = (item.id, name) if is_english(language) else (name, item.id)
    return item.id if name in ("", item.id) else first + translate("in brackets", language, second)


# ---- what every ruleset builds on


def defaults_page(names: Mapping[str, Sequence[str]], language: str = ENGLISH) -> Document:
    """The names in each section of the defaults."""
    rows = ((section, ", ".join(ids)) for section, ids in names.items())
    about = translate("defaults", language), translate("about defaults", language)
    return paragraph(*about), table(rows, "kl")


def defaults_object(names: Mapping[str, Sequence[str]]) -> Object:
    """The same as plain data."""
    return {"id": DEFAULTS_NAME, "about": translate("about defaults", ENGLISH), **names}


# ---- the letters of a tile set


def _digit_names(ruleset: Ruleset, kinds: Sequence[TileKind], language: str) -> Iterator[str]:
    """The digits of a suit, with the names of the tiles if they have any, and 0 for the red copies."""
    named = [
        f"{kind.code[:-1]} {name_in(kind.names, language)}".rstrip().replace(" ", KEEP) for kind in kinds
    ]
    plain = not any(kind.names for kind in kinds)
    first, last = kinds[0].code[:-1], kinds[-1].code[:-1]
    unbroken = plain and len(kinds) > 2 and int(last) - int(first) == len(kinds) - 1
    yield translate("to", language, first, last) if unbroken else comma_list(named, language)
    for kind in kinds:
        if ruleset.tileset.red_copies(kind.index):
            yield translate("a red", language, kind.code[:-1])


# ---- patterns

NO_VALUE = "-"


def pattern_list(ruleset: Ruleset, patterns: Sequence[Pattern], language: str = "en") -> Document:
    """The patterns with their values; patterns that are switched off have a table of their own."""
    view = rules_view(ruleset)
    played = [pattern for pattern in patterns if holds(pattern.option_condition, view)]
    rest = [pattern for pattern in patterns if pattern not in played]
    parts = ((played, ""), (rest, translate("switched off", language)))
    return tuple(_pattern_table(some, view, language, title) for some, title in parts if some)


def _pattern_table(patterns: Sequence[Pattern], view: View, language: str, title: str) -> Table:
    """A table of patterns with one column of values if calls make no difference, else two."""
    rows = []
    for pattern in patterns:
        name, native = name_in(pattern.names, language), native_name(pattern.names, view.ruleset, language)
        each = translate("(each)", language, name) if is_repeated(pattern) else name
        values = (
            _value_words(pattern, node, view, language) for node in (pattern.closed_value, pattern.open_value)
        )
        rows.append((pattern.id, f"{each} {native}".strip(), *values))
    sides = any(closed != opened for *_, closed, opened in rows)
    heads = ("closed hand", "open hand") if sides else ("value",)
    header = ("id", *(translate(key, language) for key in ("name", *heads)))
    return table((row[: len(header)] for row in rows), "kl" + "r" * len(heads), title, header)


def is_repeated(pattern: Pattern) -> bool:
    """Whether a pattern counts once for each time it occurs."""
    return pattern.repeat or pattern.count is not None


def pattern_value_text(pattern: Pattern, node: Node | None, view: View, language: str = "en") -> str:
    """A value in its unit; one that depends on the hand by the least that is known: `20+`."""
    if node is None:
        return NO_VALUE
    value, rules = whole_number(node, view), view.ruleset
    if not is_decided(node, rules):
        return f"{format_amount(value)}+" if value else node.text
    value, unit = shown_value(value, pattern, rules)
    if unit != rules.unit and unit in (rules.tier_unit, pattern.larger_unit):
        return (
            rules.amount_text(value, unit, language)
            if value > 1 or unit == pattern.larger_unit
            else rules.unit_word(unit, True, language)
        )
    return format_amount(value) if value else NO_VALUE


def _value_words(pattern: Pattern, node: Node | None, view: View, language: str) -> str:
    """A value for players, who read no formulas."""
    text = pattern_value_text(pattern, node, view, language)
    is_formula = node is not None and text == node.text and not text[:1].isdigit()
    return translate("worth by the hand", language) if is_formula else text


def worth_text(pattern: Pattern, ruleset: Ruleset, language: str = "en") -> str:
    """The values in one phrase, such as `1 han, closed hands only`."""
    view = rules_view(ruleset)
    closed, opened = (
        _value_words(pattern, node, view, language) for node in (pattern.closed_value, pattern.open_value)
    )
    if closed == opened == NO_VALUE and not is_english(language):
        return ruleset.amount_text(0, pattern.unit, language)
    worth = _value_with_unit(pattern, pattern.closed_value, view, language)
    if closed == opened:
        return worth
    if opened == NO_VALUE:
        return translate("closed only", language, worth)
    if not is_english(language):
        opened = _value_with_unit(pattern, pattern.open_value, view, language)
    return translate("closed and open", language, worth, opened)


def _value_with_unit(pattern: Pattern, node: Node | None, view: View, language: str) -> str:
    """A value of a pattern with its unit; one that depends on the hand by the least that is known."""
    text, rules = _value_words(pattern, node, view, language), view.ruleset
    value = whole_number(node, view) if node is not None else 0
    if node is None or not value:
        return text
    if not is_decided(node, rules):
        least = rules.amount_text(format_amount(value), pattern.unit, language)
        is_bare = is_english(language)  # 2+ han
        return (
            rules.amount_text(text, pattern.unit, language)
            if is_bare
            else translate("rule from value", language, least)
        )
    unit = shown_value(value, pattern, rules)[1]
    has_unit = unit != rules.unit and unit in (rules.tier_unit, pattern.larger_unit)
    return text if has_unit else rules.amount_text(text, pattern.unit, language)


def pattern_object(pattern: Pattern, ruleset: Ruleset, language: str = "en") -> Object:
    """The entry of a pattern in the list, as plain data."""
    view = rules_view(ruleset)
    return fields(
        pattern,
        "id name names native definition played closed open worth unit groups implies excludes holds fails "
        "source",
        name=name_in(pattern.names, language),
        names=dict(pattern.names),
        native=native_name(pattern.names, ruleset, language),
        definition=name_in(pattern.definition, language),
        played=holds(pattern.option_condition, view),
        closed=pattern_value_text(pattern, pattern.closed_value, view),
        open=pattern_value_text(pattern, pattern.open_value, view),
        worth=worth_text(pattern, ruleset, language),
    )


# ---- the card of one pattern


def cards_document(cards: Sequence[PatternCard], language: str = "en", is_printed: bool = False) -> Document:
    """The cards of some patterns: names, definition, values, relations, source, and every example. Printed
    ones have no words that only a command takes.
    """
    blocks: list[Block] = []
    for card in cards:
        shows_id = is_english(language) and not is_printed
        names = [*_card_names(card, language), f"({card.pattern.id})" if shows_id else ""]
        head = GAP.join(dict.fromkeys(filter(None, names)))
        head = head if is_printed else translate("card head", language, head)
        blocks.append(paragraph(Part(head, WINNING), *_card_lines(card, language, is_printed)))
        for item in card.examples:
            shown = _example_words(item, card, language) if is_printed else ""
            shown = shown or typed_example(item.text, item.ruleset, language)
            blocks += _example_blocks(item, card, shown, language)
    return tuple(blocks)


def _card_names(card: PatternCard, language: str) -> Iterator[str]:
    """The names at the head of a card: in English all that a player may meet; in other languages only the
    one there.
    """
    names = dict(card.pattern.names)
    known = name_languages(card.ruleset.native, language) if is_english(language) else ()
    yield from (text_in(names, one) for one in (language, *known))


def _card_lines(card: PatternCard, language: str, is_printed: bool) -> Iterator[str]:
    pattern, ruleset = card.pattern, card.ruleset
    yield name_in(pattern.definition, language)
    worth = worth_text(pattern, ruleset, language)
    worth = translate("nothing", language) if worth == NO_VALUE else worth
    each = translate("for each", language, worth) if is_repeated(pattern) else worth
    yield translate("worth", language, each)
    chosen = [
        (option_in_words if is_printed else option_setting)(
            ruleset.option_by_id[name], ruleset.option_values[name], language
        )
        for name in _deciding_options(card)
    ]
    if chosen:
        key = "played here" if card.is_enabled else "not played here"
        yield translate(key, language, join_words(chosen, language))
    elif not card.is_enabled:
        yield translate("never played", language)
    if _may_stand_alone(pattern, ruleset):
        yield translate("combines with nothing", language)
    yield from _relation_lines(card, language)
    if pattern.source:
        yield from _source_lines(pattern.source, language)


def _may_stand_alone(pattern: Pattern, ruleset: Ruleset) -> bool:
    """Whether a pattern is not combined with others, unless the options say otherwise."""
    alone = pattern.alone_condition
    return alone is not None and (not is_decided(alone, ruleset) or holds(alone, rules_view(ruleset)))


def _deciding_options(card: PatternCard) -> Iterable[str]:
    """The options that a pattern needs; if it is off, only those that switch it off."""
    whole = card.pattern.option_condition
    parts = whole.args if whole is not None and whole.op == "and" else (whole,)
    view = rules_view(card.ruleset)
    asked = [part for part in parts if part is not None and (card.is_enabled or not holds(part, view))]
    return dict.fromkeys(str(node.args[0]) for part in asked for node in part.walk() if node.op == "option")


ONE_WAY, EACH_OTHER = ("excludes", "excluded_by"), "excludes each other"
"""The relations of a pattern that takes the place of another, and that of two which do so to each other."""
IN_PLACE = (*ONE_WAY, "instead", "instead_by")
"""The relations of patterns of which only one counts where a hand has both."""


def _relation_lines(card: PatternCard, language: str) -> Iterator[str]:
    """The relations to other patterns; those that a language says with the same words share a line. One of
    several others suffices to take the place of a pattern; two that do so to each other are named once. Those
    that no hand has with it are not named.
    """
    from scorer.check.together import renew_budget  # only for cards
    from scorer.teach.patterns import REVERSE_RELATIONS  # loaded with the card

    renew_budget(card.ruleset)
    related = {relation.kind: relation.patterns for relation in card.relations}
    mutual = [one for one in related.get("excludes", ()) if one in related.get("excluded_by", ())]
    named: dict[tuple[str, str], dict[str, None]] = {}
    enough = "or" if is_english(language) else "and"  # other languages have one sign for both
    for kind, others in (*related.items(), (EACH_OTHER, mutual)):
        shown = [one for one in others if kind not in ONE_WAY or one not in mutual]
        said = phrase_template(kind, language), enough if kind in REVERSE_RELATIONS else "and"
        if kind in (*IN_PLACE, EACH_OTHER):
            shown = [one for one in shown if _can_be_beside(one, card)]
        names = (name_in(one.names, language) or one.id for one in shown)
        named.setdefault(said, {}).update(dict.fromkeys(names))
    for (template, conjunction), found in named.items():
        if found:
            yield template.format(join_words([*found], language, conjunction))


def _can_be_beside(other: Pattern, card: PatternCard) -> bool:
    """Whether some hand can have the pattern of a card and another one, whatever the options are."""
    from scorer.check.together import can_be_together  # only for cards

    pair = card.pattern, other
    conditions = [(one.condition, True) for one in pair if one.condition is not None]
    return card.ruleset.otherwise in pair or can_be_together(pair, conditions, card.ruleset)


def _example_words(item: CardExample, card: PatternCard, language: str) -> str:
    """How the hand of an example was won, with the options that the example changes, in words."""
    usual, rules = (card.ruleset.file_ruleset or card.ruleset).option_values, item.ruleset
    changed = (
        option_in_words(option, rules.option_values[option.id], language)
        for option in rules.options
        if rules.option_values[option.id] != usual[option.id]
    )
    words = (win_words(item.situation, language), *situation_words(item.situation, rules, language))
    return " · ".join((*words, *changed))


def _example_blocks(item: CardExample, card: PatternCard, shown: str, language: str) -> Iterator[Block]:
    yield paragraph(translate("example holds" if item.holds else "example fails", language, shown), indent=4)
    yield tiles_block(item.hand, item.reading, card.ruleset.tileset)
    names = tile_names(card.ruleset, item.hand, item.reading, language)
    met = item.holds or item.reading is None
    said = item.reason if met else translate("not met", language, item.reason)
    reason = capitalize_first(said) + translate("full stop", language)
    yield paragraph(*(f"  {text}" for text in (names, reason) if text), indent=2)


def card_object(card: PatternCard, language: str = "en") -> Object:
    """The card as plain data: the pattern as in the list, its relations, its examples with the reasons."""
    return pattern_object(card.pattern, card.ruleset, language) | {
        "relations": {item.kind: [other.id for other in item.patterns] for item in card.relations},
        "examples": [fields(item, "hand=text holds reason") for item in card.examples],
    }
