"""Builds the model of a merged file: what can be said of a hand, its patterns, what it is worth, who pays.

`STEPS` has the fields of the model that are more than what one key says, in the order in which they are made:
what is declared early is known to every expression that is read later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import pairwise
from pathlib import Path
from string import Formatter

from scorer.hand import USUAL_ROUND, USUAL_SEAT, WINDS
from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import Node
from scorer.language.parser import expression_sort, read_expression
from scorer.language.vocabulary import (
    AMOUNTS,
    FACTS,
    FUNCTIONS,
    NUMBER_WORDS,
    OWED_AMOUNTS,
    TRUTH_WORDS,
    OptionSort,
    Scope,
    Source,
    seat_fact,
)
from scorer.languages import ENGLISH
from scorer.memo import Memo
from scorer.message import Listed, Message, Text
from scorer.phrases import translations
from scorer.ruleset import build_patterns, build_tiles
from scorer.ruleset.build_patterns import check_relations, pattern_id
from scorer.ruleset.build_tiles import tile_kinds
from scorer.ruleset.builder import (
    DEFAULT_UNIT,
    MOST_PARTS_IN_ONE,
    RulesetBuilder,
    build_section,
    localized_texts,
    option_meaning,
    placeholder,
    require_known,
    row_bounds,
    text_list,
)
from scorer.ruleset.find import shipped_file
from scorer.ruleset.forms import WAYS_OF_WINNING, WORD_FORMS
from scorer.ruleset.items import SHEET_KEY, Item, id_hint, repeated_items
from scorer.ruleset.metadata import NO_RULES
from scorer.ruleset.model import (
    NO_LIMIT,
    NUMBER_ZERO,
    Amount,
    Bonus,
    Circumstance,
    Fact,
    Final,
    Indicator,
    Liability,
    LosingHands,
    Option,
    PaidEvent,
    Payment,
    Play,
    PlayerComparison,
    Requirement,
    Ruleset,
    Sheet,
    SheetItem,
    TopTier,
    Unit,
    Value,
    ValueTable,
    Winners,
    expressions_in,
    option_value_fault,
)
from scorer.ruleset.section_table import SECTIONS
from scorer.suggest import did_you_mean
from scorer.texts import PHRASES_FILE, phrases
from scorer.tiles import Names as Texts
from scorer.values import fields_of, replace

# ---- options, circumstances, indicators, facts


def build_options(building: RulesetBuilder) -> tuple[Option, ...]:
    """The options; they and all that the file only names are known to every expression from here on."""
    fields = building.root.get("options").fields
    options = tuple(_build_option(building, name, item) for name, item in fields.items())
    sorts = {
        option.id: OptionSort(option.sort, tuple(c for c in option.choices if isinstance(c, str)))
        for option in options
    }
    building.declare(options=sorts)
    _declare_names(building)
    return options


def _build_option(building: RulesetBuilder, name: str, item: Item) -> Option:
    default_item, choices_item, low, high = map(item.get, ("default", "choices", "from", "to"))
    default, choices = (
        _scalar(default_item) if default_item else False,
        tuple(map(_scalar, choices_item.entries)),
    )
    sort, truth_word = _option_sort(default, choices, has_range=bool(low or high))
    is_unread = sort == NUMBER and isinstance(default, str)
    value = low.integer(high.integer()) if is_unread else default
    said = localized_texts(item.get("help") or item)
    further = tuple((word, _scalar(one)) for word, one in item.get("same_as").fields.items())
    option = build_section(
        building, Option, item, id=name, default=value, sort=sort, choices=choices, same_as=further, help=said
    )
    for one in item.get("same_as").fields.values():
        if fault := str(option_value_fault(option, _scalar(one))):
            building.add_error(one, "L206", fault)
    if low and high and low.integer() > high.integer():
        message = Message("the range to is empty", low.integer(), high.integer())
        building.add_error(low, "L206", message, Message("swap the two numbers"))
    elif default_item and not (
        choices_item.is_plain or (isinstance(default, bool) and bool in map(type, choices))
    ):
        _check_default(building, default_item, option, truth_word)
    if choices_item:
        _check_choices(building, name, choices_item, has_range=bool(low or high))
    _check_choice_names(building, option, item.get("choice_names"))
    return option


def _scalar(entry: Item) -> Value:
    return entry.value if isinstance(entry.value, bool | int | str) else entry.text()


def _option_sort(default: Value, choices: tuple[Value, ...], has_range: bool) -> tuple[str, str]:
    """The sort of an option's values, and the truth that a word stands for."""
    sort = "word" if isinstance(default, str) and (choices or not has_range) else NUMBER
    truth_word = TRUTH_WORDS.get(str(default).lower(), "") if sort == "word" and not choices else ""
    return TRUTH if (isinstance(default, bool) and not choices) or truth_word else sort, truth_word


def _check_default(building: RulesetBuilder, default_item: Item, option: Option, truth_word: str) -> None:
    default = _scalar(default_item)
    hint: Text = Message("write without quotes", truth_word) if truth_word else ""
    message = option_value_fault(option, default)
    if isinstance(default, str) and not (option.choices or truth_word):
        number = NUMBER_WORDS.index(default) if default in NUMBER_WORDS else ""
        message = Message("is a word", default)
        hint = (
            Message("write", number) if number != "" else Message("write true or false a number or choices")
        )
    if message and option.choices and not hint:
        message = Message("is not one of the choices", default, option.id, Listed(option.choices, "comma"))
        is_word = isinstance(default, str) and not default.isdecimal()  # no number is a slip for another
        hint = did_you_mean(str(default).casefold(), map(str, option.choices)) if is_word else ""
    if message:
        hint = hint or option_meaning(option.id, option.names, option.help)
        building.add_error(default_item, "L206", message, hint)


def _check_choices(building: RulesetBuilder, name: str, choices: Item, has_range: bool) -> None:
    """Choices beside a range, of several sorts, that stand there twice."""
    if has_range:
        building.add_error(
            choices,
            "L206",
            Message("has choices and a range", name),
            Message("use only one of them"),
            key=True,
        )
    sorts = {type(entry.value) for entry in choices.entries}
    if bool in sorts:
        hint = Message("omit choices an option whose default is true or")
        building.add_error(choices, "L206", Message("choices of are true and false", name), hint, key=True)
    elif len(sorts) > 1:
        building.add_error(choices, "L206", Message("choices of are partly words", name), key=True)
    for entry in repeated_items(choices.entries):
        building.add_error(entry, "L206", Message("duplicate choice X", entry.text()))


def _check_choice_names(building: RulesetBuilder, option: Option, names: Item) -> None:
    """Names of what is no choice of the option."""
    known = [*dict.fromkeys(map(str, option.choices))]
    for word, entry in names.fields.items():
        if word not in known:
            hint = did_you_mean(
                word,
                known,
                Message("known", Listed(tuple(known), "comma")) if known else Message("it has no choices"),
            )
            building.add_error(entry, "L206", Message("has no choice", option.id, word), hint, key=True)


def _declare_names(building: RulesetBuilder) -> None:
    """Makes known what the file gives names to: facts of circumstances, kinds of set, shapes, patterns with
    their groups, numbers that are worked out while a hand is valued.
    """
    root, dropped = building.root, building.dropped_ids
    entries = root.get("circumstances").fields
    of_seats = {name for name, entry in entries.items() if entry.get("each_seat").is_true()}
    circumstances = {name: entry.get("fact").text(name) for name, entry in entries.items()}
    circumstances |= {seat_fact(name, wind): seat_fact(name, wind) for name in of_seats for wind in WINDS}
    counted = {name for name, entry in entries.items() if entry.get("number") or entry.get("seat")}
    counted |= {seat_fact(name, wind) for name in of_seats for wind in WINDS}
    facts = {fact: NUMBER if name in counted else TRUTH for name, fact in circumstances.items()}
    patterns = [*root.get("patterns").entries, *root.get("otherwise").entries]
    patterns += building.base_root.get("patterns").entries  # rules of a base still ask for what is lost here
    awards = {word for entry in patterns for word in (pattern_id(entry), *text_list(entry.get("group")))}
    amounts = {*AMOUNTS, root.get("unit").text(DEFAULT_UNIT), *root.get("amounts").fields} - OWED
    amounts |= {root.get(SHEET_KEY, "unit").text(SHEET_KEY)} if root.get(SHEET_KEY) else set()
    amounts |= {unit.text()} if (unit := root.get("top_tier_only", "unit")) else set()
    building.declare(
        circumstance_facts=dict.fromkeys(dropped - amounts, TRUTH) | facts,
        circumstances=circumstances,
        seat_names=frozenset(circumstances[name] for name, entry in entries.items() if entry.get("seat")),
        seat_numbers=frozenset(of_seats),
        indicators=frozenset(root.get("indicators").fields),
        kinds=frozenset(root.get("sets").fields),
        shapes=frozenset(root.get("shapes").fields),
        awards=frozenset(awards | dropped),
        amounts=frozenset(amounts),
    )


def build_circumstances(building: RulesetBuilder) -> tuple[Circumstance, ...]:
    """The circumstances; a standard one stays only where no own one sets its fact, and something asks it."""
    entries, facts = building.root.get("circumstances").fields, building.names.circumstances
    own_facts = {facts[name] for name, entry in entries.items() if not building.is_standard(entry)}
    used = set(building.used_facts)
    return tuple(
        circumstance
        for name, entry in entries.items()
        if not building.is_standard(entry) or facts[name] not in own_facts
        for circumstance in _for_each_seat(_build_circumstance(building, name, entry), entry)
        if not building.is_standard(entry) or facts[name] in used
    )


def _for_each_seat(circumstance: Circumstance, item: Item) -> Iterable[Circumstance]:
    """The circumstance, or one for each seat if each has a number of its own."""
    if not item.get("each_seat").is_true():
        yield circumstance
        return
    for wind in WINDS:
        words = dict(translations(wind))
        names = tuple((one, f"{name} ({words.get(one, words[ENGLISH])})") for one, name in circumstance.names)
        fact = seat_fact(circumstance.id, wind)
        own = replace(circumstance, id=fact, fact=fact, names=names, also=())
        yield replace(own, of_seat=wind, whole=circumstance)


def _build_circumstance(building: RulesetBuilder, name: str, item: Item) -> Circumstance:
    tiles, number, seat = item.get("tiles"), item.get("number"), item.get("seat")
    if seat and number:
        message = Message("names a seat", name)
        building.add_error(number, "L205", message, Message("remove number or seat"), key=True)
    if item.get("each_seat").is_true() and (seat or item.get("fact") or not number):
        message = Message("a number of each seat", name)
        place = seat or item.get("fact") or item.get("each_seat")
        building.add_error(place, "L205", message, Message("write number, the largest"), key=True)
    if number and type(number.value) is int and number.value < 1:
        message = Message("is at most", name, number.value)
        building.add_error(number, "L205", message, Message("write the largest number allowed"))
    return build_section(
        building,
        Circumstance,
        item,
        id=name,
        fact=building.names.circumstances[name],
        maximum=len(WINDS) if seat else number.integer(1),
        is_number=bool(number or seat),
        tiles=tuple(tile_kinds(building, tiles)) if tiles else (),
        table_expression=building.expression(
            item.get("at"), Scope.TABLE, NUMBER if number or seat else TRUTH
        ),
    )


def build_indicators(building: RulesetBuilder) -> tuple[Indicator, ...]:
    found, entries = [], building.root.get("indicators").fields
    for name, item in entries.items():
        if not building.tileset.order and item.get("shows").text("next") == "next":
            message = Message("no tile follows another in this set", name)
            hint = Message("give the tiles an order under tileset")
            building.add_error(item, "L206", message, hint, key=True)
        under, above = item.get("under"), ""
        if under and under.text() not in building.dropped_ids:
            others = sorted(entries.keys() - {name})
            is_there = require_known(building, under, under.text(), others, Message("another indicator"))
            above = under.text() if is_there else ""
        found.append(build_section(building, Indicator, item, id=name, upper_indicator=above))
    return tuple(found)


def build_facts(building: RulesetBuilder) -> tuple[Fact, ...]:
    """Named expressions; those that others need are read first, a circle is a fault."""
    fact_items = building.root.get("facts").fields
    waiting = {name: entry.get("is") or entry for name, entry in fact_items.items()}
    found: dict[str, Fact] = {}
    while waiting:
        words = {name: set(re.findall(r"[a-z_][a-z0-9_]*", item.text())) for name, item in waiting.items()}
        ready = [name for name in waiting if words[name].isdisjoint(waiting)]
        if not ready:
            message = Message("these facts refer to each other in a circle", Listed(tuple(waiting), "comma"))
            building.add_error(next(iter(waiting.values())), "L403", message)
            ready = list(waiting)
            guessed = dict.fromkeys(ready, (TRUTH, Scope.HAND))
            building.declare(defined_facts={**building.names.defined_facts, **guessed})
        for name in ready:
            found[name] = _build_fact(
                building, name, waiting.pop(name), localized_texts(fact_items[name].get("name"))
            )
    return tuple(found[name] for name in fact_items)


def _build_fact(building: RulesetBuilder, name: str, item: Item, names: Texts) -> Fact:
    if not item.is_plain:
        return Fact(name, placeholder(item.text(), TRUTH), TRUTH)
    gives = expression_sort(item.text(), building.names, Scope.AWARD) or TRUTH
    node, reached, flaws = read_expression(item.text(), building.names, Scope.AWARD, gives)
    size = building.expanded_size(node)
    if size > MOST_PARTS_IN_ONE:
        message = Message("has parts once its facts are expanded", size, MOST_PARTS_IN_ONE)
        building.add_error(item, "L309", message)
        node, size = Node("truth", (False,), item.text()), 1
    building.fact_sizes[name] = size
    building.note_expression(item, node, gives, flaws)
    node = placeholder(item.text(), gives) if flaws else node
    building.declare(defined_facts={**building.names.defined_facts, name: ("" if flaws else gives, reached)})
    return Fact(name, node, gives, names)


# ---- bonuses, sheets, amounts, payments

NO_MAXIMUM = "none"
BASE = "base"
OWED = frozenset(OWED_AMOUNTS)
FOUR = Node("number", (4,), "4")
Row = tuple[int, int | None, tuple[int, ...]]


def build_tables(building: RulesetBuilder) -> tuple[ValueTable, ...]:
    """Tables that expressions ask like functions."""
    tables = []
    for name, item in building.root.get("tables").fields.items():
        rows = item.get("rows")
        columns = text_list(item.get("columns")) if rows else ()
        row_items = (rows or item).fields.items() if columns or not rows else ()
        parsed_rows = [
            (_table_row(building, key, entry, max(1, len(columns))), entry) for key, entry in row_items
        ]
        found = [(row, entry) for row, entry in parsed_rows if row]
        tables.append(ValueTable(name, columns, tuple(row for row, _ in found)))
        if (rows or item).value == {}:
            building.add_error(item, "L702", Message("the table has no rows", name), key=True)
        _check_rows(building, name, sorted(found, key=lambda one: one[0][0]), len(found) == len(row_items))
    building.declare(tables={table.id: table.columns for table in tables})
    return tuple(tables)


def _table_row(building: RulesetBuilder, key: str, item: Item, columns: int) -> Row | None:
    bounds, values = row_bounds(key), tuple(entry.integer() for entry in item.entries)
    if bounds is None:
        building.add_error(
            item, "L205", Message("is not a row of a table", key), Message("write 3 6-7 or 13"), key=True
        )
        return None
    low, high = bounds
    if high is not None and low > high:
        building.add_error(
            item,
            "L702",
            Message("the range to is empty", low, high),
            Message("put the lower number first"),
            key=True,
        )
        low, high = high, low
    if len(values) != columns:
        building.add_error(item, "L205", Message("numbers in this row", len(values), columns))
    return (low, high, values) if len(values) == columns else None


def _check_rows(building: RulesetBuilder, name: str, rows: list[tuple[Row, Item]], is_whole: bool) -> None:
    """Rows that overlap, and numbers between two of them that have none."""
    for ((_, before, _), above), ((low, _, _), item) in pairwise(rows):
        if before is None or low <= before:
            building.add_error(item, "L702", Message("is already in the row", low, above.key), key=True)
        elif low > before + 1 and is_whole:
            missing = (
                f"{before + 1}" if low == before + 2 else Message("range of numbers", before + 1, low - 1)
            )
            message = Message("no row for", missing, name)
            building.add_error(item, "L702", message, key=True)


def build_bonuses(building: RulesetBuilder) -> tuple[Bonus, ...]:
    """The bonuses; one that is not played is one whose condition does not hold."""
    found = []
    for item in building.root.get("bonuses").mappings:
        enabled = building.expression(item.get("enabled"), Scope.OPTIONS)
        when = building.expression(item.get("when"), Scope.READING)
        both = Node("and", (enabled, when)) if enabled and when else enabled or when
        found.append(build_section(building, Bonus, item, condition=both))
    return tuple(found)


def build_sheet(building: RulesetBuilder) -> Sheet | None:
    """The secondary score; without a unit, its name is the name of its section."""
    item = building.root.get(SHEET_KEY)
    if not item:
        return None
    parts = {
        field: tuple(
            build_section(building, SheetItem, entry, id=entry.get("id").text(f"fixed_{place}"))
            for place, entry in enumerate(item.get(name).entries, 1)
            if entry.fields
        )
        for field, name in (("items", "items"), ("fixed_items", "fixed"))
    }
    round_up_to = max(1, item.get("round_up_to").integer(1))
    return build_section(
        building, Sheet, item, unit=item.get("unit").text(SHEET_KEY), round_up_to=round_up_to, **parts
    )


def build_top_tier(building: RulesetBuilder) -> TopTier | None:
    item = building.root.get("top_tier_only")
    each = item.get("each")
    if each.integer(1) < 1:
        building.add_error(each, "L205", Message("the value of one unit is 1 or more"))
    return build_section(building, TopTier, item, unit_value=max(1, each.integer(1))) if item else None


def build_amounts(building: RulesetBuilder) -> tuple[Amount, ...]:
    """The amounts, worked out in order: each knows those before it, and none the base."""
    amount_names, fields = building.names.amounts, building.root.get("amounts").fields
    found = []
    for place, (name, item) in enumerate(fields.items()):
        later = {*list(fields)[place:], BASE} | OWED
        building.declare(amounts=amount_names - later, later_amounts=frozenset(later))
        found.append(build_section(building, Amount, item, id=name))
        _check_option_slots(building, item.get("says"))
    building.declare(amounts=amount_names, later_amounts=OWED)
    return tuple(found)


def _check_option_slots(building: RulesetBuilder, item: Item) -> None:
    """Reports a text with braces that do not hold the id of an option."""
    for text in item.fields.values() or (item,):
        for ident in re.findall(r"\{([^{}]*)\}", text.text()):
            if ident in building.names.options:
                continue
            hint = did_you_mean(ident, building.names.options)
            building.add_error(text, "L205", Message("braces hold no option", ident), hint)


def build_base(building: RulesetBuilder) -> Node:
    """The number that a hand is paid by; it does not know itself."""
    amount_names = building.names.amounts
    building.declare(amounts=amount_names - {BASE}, later_amounts=OWED | {BASE})
    base = building.number_expression(building.root.get(BASE)) or NUMBER_ZERO
    building.declare(amounts=amount_names, later_amounts=OWED)
    return base


def build_to_win(building: RulesetBuilder) -> tuple[Requirement, ...]:
    """The conditions for winning, which alone may ask what would be paid."""
    before = building.names.amounts
    building.declare(amounts=before | OWED, later_amounts=frozenset())
    found = building.requirements(building.root.get("to_win"), Scope.AWARD)
    building.declare(amounts=before, later_amounts=OWED)
    return tuple(found)


def build_maximum(building: RulesetBuilder) -> Node | None:
    """The most that a hand counts; with a condition, beyond all bounds where that fails."""
    item = building.root.get("maximum")
    if item.value == NO_MAXIMUM:
        return None
    node = building.expression(item.get("is") if item.fields else item, Scope.OPTIONS, NUMBER)
    condition = building.expression(item.get("when"), Scope.OPTIONS)
    if node is None or condition is None:
        return node
    return Node("if", (condition, node, Node("number", (NO_LIMIT,), NO_MAXIMUM)), item.text())


def build_payment(building: RulesetBuilder) -> Payment:
    item = building.root.get("payment")
    liability_item = item.get("liability")
    round_up_to = max(1, item.get("round_up_to").integer(1))
    round_counters_up_to = max(1, item.get("round_counters_up_to").integer(round_up_to))
    liability = _build_liability(building, liability_item) if liability_item else None
    several = item.get("several")
    winners = (
        build_section(building, Winners, several)
        if several.fields
        else Winners(several.text("first"), several.text("first"))
    )
    return build_section(
        building,
        Payment,
        item,
        round_up_to=round_up_to,
        round_counters_up_to=round_counters_up_to,
        liability=liability,
        winners=winners,
    )


def build_losing_hands(building: RulesetBuilder) -> LosingHands | None:
    """What counts in a hand that has not won; an error for each id that the file does not have."""
    item = building.root.get("losing_hands")
    if not item.fields:
        return None
    items = [entry.get("id").text() for entry in building.root.get(SHEET_KEY, "items").mappings]
    bonuses = [entry.get("id").text() for entry in building.root.get("bonuses").mappings]
    awards = sorted(building.names.awards)
    _require_ids(building, item.get("items"), items, Message("an item of the secondary score"))
    _require_ids(building, item.get("bonuses"), bonuses, Message("a bonus"))
    for named in (item.get("patterns"), *(entry.get("of") for entry in item.get("near").mappings)):
        _require_ids(building, named, awards, Message("a pattern or group"))
    return build_section(building, LosingHands, item)


def _require_ids(building: RulesetBuilder, item: Item, ids: Collection[str], noun: Text) -> None:
    """An error for each id of a list or key of a mapping that is neither known nor dropped by an overlay."""
    is_mapping = isinstance(item.value, dict)
    named = item.fields.items() if is_mapping else ((entry.text(), entry) for entry in item.entries)
    for name, entry in named:
        if name not in ids and name not in building.dropped_ids:
            message = Message("is not of this ruleset", name, noun)
            building.add_error(entry, "L402", message, id_hint(name, ids), key=is_mapping)


def build_comparisons(building: RulesetBuilder) -> tuple[PlayerComparison, ...]:
    """The comparisons of players; their shares may ask for the difference."""
    amounts = building.names.amounts
    building.declare(amounts=amounts | {"difference"})
    found = tuple(
        build_section(building, PlayerComparison, item, id=name)
        for name, item in building.root.get("comparisons").fields.items()
    )
    building.declare(amounts=amounts)
    return found


def build_events(building: RulesetBuilder) -> tuple[PaidEvent, ...]:
    """What is paid at once; an error for each circumstance of `lost_to` that the file does not have."""
    items, known = building.root.get("events").fields, sorted(building.root.get("circumstances").fields)
    for item in items.values():
        _require_ids(building, item.get("lost_to"), known, Message("a circumstance"))
    return tuple(build_section(building, PaidEvent, item, id=name) for name, item in items.items())


def build_final(building: RulesetBuilder) -> Final | None:
    item = building.root.get("final")
    by_floating = item.get("by_floating").fields
    if players := building.root.get("players").integer():  # otherwise an option decides
        _check_places(building, item, players)
    rows = tuple(
        (int(key), tuple(entry.integer() for entry in row.entries))
        for key, row in by_floating.items()
        if PLAYER_COUNT.fullmatch(key)
    )
    if not item.fields:
        return None
    words = {
        key: _word_or_option(building, item.get(key), WORD_FORMS[form])
        for key, form in (("ties", "ties"), ("sticks", "leftover"))
    }
    return build_section(building, Final, item, by_floating=rows, **words)


def build_play(building: RulesetBuilder) -> Play | None:
    """How the game is played. A sentence for children about a pattern that is not there is an error."""
    item, known = building.root.get("play"), building.names.awards
    for name, text in item.get("children").get("patterns").fields.items():
        if name not in known and name not in building.dropped_ids:
            hint = did_you_mean(name, known, Message("the ids of patterns are their names here"))
            message = Message("a sentence for the pattern", name)
            building.add_error(text, "L402", message, hint, key=True)
    _check_table_wins(building, item.get("wins"))
    return build_section(building, Play, item) if item.fields else None


def _check_table_wins(building: RulesetBuilder, wins: Item) -> None:
    """Reports sets and circumstances that the rules do not have, and numbers that are no part of 1,000."""
    root = building.root
    _require_ids(building, wins.get("sets"), building.names.kinds, Message("a kind of set 2"))
    _require_ids(building, wins.get("shapes"), sorted(root.get("shapes").fields), Message("a shape"))
    circumstances = sorted(root.get("circumstances").fields)
    _require_ids(building, wins.get("circumstances"), circumstances, Message("a circumstance"))
    for name, entry in wins.get("totals").fields.items():
        if not name.isdecimal():
            building.add_error(entry, "L205", Message("is no count", name), key=True)
    numbers = [wins.get("self_draw"), wins.get("called")]
    numbers += [
        entry
        for name in ("sets", "shapes", "circumstances", "totals")
        for entry in wins.get(name).fields.values()
    ]
    for entry in numbers:
        if not 0 <= entry.integer() <= 1000:
            building.add_error(entry, "L205", Message("is no part of 1,000", str(entry.value)))


PLAYER_COUNT = re.compile("[0-9]")


def _check_places(building: RulesetBuilder, final: Item, players: int) -> None:
    """Reports what this file has for more or fewer players than there are."""
    by_floating = final.get("by_floating").fields
    for row in (final.get("places"), *by_floating.values()):
        count = len(row.entries)
        if row.source is building.root.source and count not in (0, players):
            message = Message("X Y for Z players", count, players)
            building.add_error(row, "L205", message, Message("write a number for each place"))
    for key, row in by_floating.items():
        is_count = PLAYER_COUNT.fullmatch(key) and int(key) <= players
        if row.source is building.root.source and not is_count:
            message = Message("is not a number of players whose score is at", key)
            building.add_error(row, "L205", message, Message("write a number from 0 to", players), key=True)


def _build_liability(building: RulesetBuilder, item: Item) -> Liability:
    pattern_items, fed = item.get("patterns").fields, item.get("fed").fields
    pairs = [(name, building.expression(entry, Scope.OPTIONS)) for name, entry in pattern_items.items()]
    whole_hand = [(entry.text(), entry) for entry in item.get("whole_hand").entries]
    for name, entry in (*pattern_items.items(), *fed.items(), *whole_hand):
        if name not in building.names.awards:
            message = Message("liability for which is not a pattern or group", name)
            hint = id_hint(name, building.names.awards)
            building.add_error(entry, "L402", message, hint, key=(name, entry) not in whole_hand)
    _require_shares(building, item)
    amounts = building.names.amounts
    building.declare(amounts=amounts | {"share"})
    found = build_section(
        building,
        Liability,
        item,
        patterns=tuple((name, node) for name, node in pairs if node),
        fed=tuple((name, building.requirements(entry, Scope.HAND)) for name, entry in fed.items()),
        certainty_conditions=tuple(
            (name, node)
            for name, entry in item.get("certain").fields.items()
            if (node := building.expression(entry, Scope.HAND))
        ),
        covers=_word_or_option(building, item.get("covers"), ("pattern", "hand")),
        counters=_word_or_option(building, item.get("counters"), ("discarder", "liable")),
    )
    building.declare(amounts=amounts)
    return found


def _require_shares(building: RulesetBuilder, item: Item) -> None:
    """What a liable player answers for is taken from the others, so that somebody must pay it in every way of
    winning.
    """
    missing = [win for win in WAYS_OF_WINNING if not item.get(win).fields]
    if not missing or not item.get("patterns").fields:
        return
    message = Message("nobody pays the covered part", Listed(tuple(missing)))
    name, entry = next(iter(item.get("patterns").fields.items()))
    hint = Message("add liable share", missing[-1])
    if building.base_root.get("payment", "liability"):
        line = Message("set payment.liability.patterns.X Y", name, entry.text())
        hint = Message("this replaces all of the base's liability", line)
    building.add_error(item, "L705", message, hint, key=True)


def _word_or_option(building: RulesetBuilder, item: Item, words: tuple[str, ...]) -> Node:
    """One of the words, or an option that has them."""
    text = item.text() if item else words[0]
    if text in words:
        return Node("word", (text,), text)
    option = building.names.options.get(text)
    if option is None or not set(option.words) <= set(words):
        message = Message("is neither nor an option with these choices", text, Listed(words, "or"))
        hint = did_you_mean(text, (*words, *building.names.options))
        building.add_error(item, "L302", message, hint, word=text)
    return Node("option", (text,), text)


# ---- texts


def build_units(building: RulesetBuilder) -> tuple[Unit, ...]:
    """The units, each with its names by language; an error for one that is worth several of a unit that the
    ruleset does not count in.
    """
    own = building.root.get("unit").text(DEFAULT_UNIT)
    for item in building.root.get("units").fields.values():
        base, rate = item.get("of"), item.get("each")
        if base and base.text() != own:
            message = Message("is not the unit of this ruleset", base.text())
            building.add_error(base, "L402", message, Message("write", own))
        if bool(base) != bool(rate) or (rate and rate.integer(2) < 2):
            message, hint = Message("of and each go together"), Message("as in of each 6", own)
            building.add_error(rate or base, "L205", message, hint)
    return tuple(
        build_section(building, Unit, item, id=name, names=localized_texts(item))
        for name, item in building.root.get("units").fields.items()
    )


def build_words(building: RulesetBuilder) -> tuple[tuple[str, Texts], ...]:
    """The phrases that the game says differently: known ones, with slots of the usual phrase only."""
    fields = building.root.get("words").fields
    for key, item in fields.items():
        if key not in phrases():
            hint = did_you_mean(key, phrases(), Message("the phrases are in", PHRASES_FILE))
            building.add_error(item, "L201", Message("unknown phrase X", key), hint, key=True)
            continue
        usual = phrases()[key]["en"]
        for text in item.fields.values() or (item,):
            slots = _slots(text.text())
            if slots is None or not slots <= (_slots(usual) or frozenset()):
                message = Message("has other slots than the usual phrase", text.text())
                building.add_error(text, "L205", message, Message("the usual phrase is", usual))
    return tuple((key, localized_texts(item)) for key, item in fields.items())


def _slots(text: str) -> frozenset[str] | None:
    """The numbers of the slots of a phrase; None if its braces cannot be read."""
    try:
        names = [name for _, name, *_ in Formatter().parse(text) if name is not None]
    except ValueError:
        return None
    return frozenset(name or str(place) for place, name in enumerate(names))


# ---- the model

STEPS: dict[str, Callable[[RulesetBuilder], object]] = {
    "options": build_options,
    "tileset": build_tiles.build_tileset,
    "units": build_units,
    "words": build_words,
    "option_counts": build_tiles.build_option_counts,
    "classes": build_tiles.build_classes,
    "joker_tiles": build_tiles.build_joker_tiles,
    "kinds": build_tiles.build_kinds,
    "kind_unions": build_tiles.build_unions,
    "joker_groups": build_tiles.build_joker_groups,
    "optional_kinds": build_tiles.build_optional_kinds,
    "joker_sorts": build_tiles.build_joker_sorts,
    "tables": build_tables,
    "shapes": build_tiles.build_shapes,
    "shape_conditions": build_tiles.build_shape_conditions,
    "facts": build_facts,
    "patterns": build_patterns.build_patterns,
    "otherwise": build_patterns.build_otherwise,
    "indicators": build_indicators,
    "top_tier": build_top_tier,
    "maximum": build_maximum,
    "bonuses": build_bonuses,
    "sheet": build_sheet,
    "amounts": build_amounts,
    "base": build_base,
    "payment": build_payment,
    "to_win": build_to_win,
    "losing_hands": build_losing_hands,
    "comparisons": build_comparisons,
    "events": build_events,
    "final": build_final,
    "play": build_play,
}


KEPT_RULES: Memo[int, tuple[RulesetBuilder, Ruleset]] = Memo(limit=16)
"""For each shipped ruleset, by its place in memory, an overlay that keeps its rules, as it was built."""
FIELDS_OF_FILE = frozenset(SECTIONS["ruleset"][name].field for name in NO_RULES)


def build_ruleset(building: RulesetBuilder, ident: str, path: Path | None) -> Ruleset:
    """The model; the building has everything that was found wrong on the way.

    Rules are not built again for an overlay that only gives options of its base other values.
    """
    base, name = building.base_root, localized_texts(building.root.get("name")) or (("en", ident),)
    said = {"id": ident, "names": name, "file": str(path or ""), "files": building.files}
    known, rules = KEPT_RULES.get(id(base), (building, None))
    if rules is not None and known.base_root is base and _has_same_rules(building, known):
        options = _options_as_in(building, known, rules)
        fields = {name: value for name, value in fields_of(rules).items() if name not in FIELDS_OF_FILE}
        return build_section(building, Ruleset, building.root, **{**fields, **said, "options": options})
    whole = _build_rules(building, **said)
    is_whole = not building.problems and shipped_file(base.source.name) != ""
    if is_whole and _changed_sections(building.root, base) <= {"options", *NO_RULES}:
        KEPT_RULES.keep(id(base), (building, whole))
    return whole


def _has_same_rules(building: RulesetBuilder, known: RulesetBuilder) -> bool:
    """Whether two overlays of a base have the same rules, and the same options with perhaps other values."""
    names, others = building.root.get("options").fields, known.root.get("options").fields
    return (
        building.dropped_ids == known.dropped_ids
        and building.base_names == known.base_names
        and _changed_sections(building.root, known.root) <= {"options", *NO_RULES}
        and [*names] == [*others]
        and all(
            _differ_in_value_only(item, other)
            for item, other in zip(names.values(), others.values(), strict=True)
        )
    )


def _changed_sections(root: Item, other: Item) -> set[str]:
    """The sections that are not the very same in both."""
    names = root.fields.keys() | other.fields.keys()
    return {name for name in names if root.fields.get(name) is not other.fields.get(name)}


def _differ_in_value_only(option: Item, other: Item) -> bool:
    """Whether two options are the same but for the default, which is of the same sort in both."""
    if option is other:
        return True
    values = [_scalar(one.get("default")) for one in (option, other)]
    is_word = isinstance(values[0], str) and not option.get("choices")
    return (
        type(values[0]) is type(values[1]) and not is_word and _changed_sections(option, other) <= {"default"}
    )


def _options_as_in(building: RulesetBuilder, known: RulesetBuilder, rules: Ruleset) -> tuple[Option, ...]:
    """The options, with everything noted that was noted for the same rules."""
    fields, before = building.root.get("options").fields, known.root.get("options").fields
    options = [
        option
        if fields[option.id] is before[option.id]
        else replace(_build_option(building, option.id, fields[option.id]), is_idle=option.is_idle)
        for option in rules.options
    ]
    building.note_as_in(known)
    return tuple(options)


def _build_rules(building: RulesetBuilder, **said: object) -> Ruleset:
    root, seats = building.root, building.root.get("seats")
    fields = {field: step(building) for field, step in STEPS.items()}
    whole = build_section(
        building,
        Ruleset,
        root,
        **fields,
        **said,
        unit=root.get("unit").text(DEFAULT_UNIT),
        players=building.number_expression(root.get("players"), Scope.OPTIONS) or FOUR,
        extends=building.base_names,
        default_self_draw=root.get("default_win").text() == "self_draw",
        also=text_list(root.get("also")),
        default_seat=seats.get("seat").text(USUAL_SEAT),
        default_round=seats.get("round").text(USUAL_ROUND),
        circumstances=(),  # which of the standard ones stay hangs on all that is asked
    )
    check_relations(building, whole)
    whole = replace(whole, circumstances=build_circumstances(building))
    whole = _with_paid_events(whole)
    _check_factor(building, whole)
    asked = options_in_rules(building, whole)
    options = tuple(replace(option, is_idle=option.id not in asked) for option in whole.options)
    return replace(whole, options=options)


def _with_paid_events(ruleset: Ruleset) -> Ruleset:
    """The ruleset with the events among its payments that the winner's hand shows and is paid with."""
    shown = tuple(extra for event in ruleset.events if (extra := event.extra))
    payment = ruleset.payment
    return replace(ruleset, payment=replace(payment, extras=(*payment.extras, *shown))) if shown else ruleset


def _check_factor(building: RulesetBuilder, ruleset: Ruleset) -> None:
    """An error for a factor of payments that asks for tiles: it is asked of players with unknown hands."""
    waiting = [*ruleset.payment.factor.walk()] if ruleset.payment.factor else []
    for node in waiting:
        name, known = str(node.args[0]) if node.args else "", ruleset.fact_by_id
        if node.op == "named" and name in known:
            waiting += known[name].node.walk()
        asked = FUNCTIONS.get(name) if node.op == "call" else FACTS.get(name) if node.op == "fact" else None
        if asked is not None and (asked.depends_on.is_of_hand or asked.depends_on == Source.COUNTERS):
            message = Message("is not known of the player who pays", name)
            hint = Message("use options circumstances seat round dealer self_draw and discard")
            building.add_error(building.root.get("payment", "factor"), "L310", message, hint)
            return


def options_in_rules(building: RulesetBuilder, ruleset: Ruleset) -> set[str]:
    """The options for which some rule asks; a fact asks for them only if something asks for the fact."""
    facts: dict[str, Node] = {}
    at_table = (
        ruleset.deals,
        ruleset.draws,
        ruleset.final,
        tuple(one.table_expression for one in ruleset.circumstances),
    )
    conditional = tuple(pattern.conditional for pattern in ruleset.patterns)
    compared = ruleset.losing_hands, ruleset.comparisons, ruleset.events
    waiting = list(expressions_in((ruleset.payment, compared, conditional, at_table)))
    for asked in building.expressions:
        section, *names = asked.item.path
        if section == "facts":
            facts[str(names[0])] = asked.node
        else:
            waiting += asked.node.walk()
    found = set[str]()
    while waiting:
        node = waiting.pop()
        if node.op == "option":
            found.add(node.args[0])
        elif node.op == "named":
            waiting += fact.walk() if (fact := facts.pop(node.args[0], None)) else ()
    return found
