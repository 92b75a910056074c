"""Builds the model of a merged file: what can be said of a hand, its patterns, what it is worth, who pays.

`STEPS` has the fields of the model that are more than what one key says, in the order in which they are made:
what is declared early is known to every expression that is read later.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from scorer.errors import did_you_mean
from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import Node
from scorer.language.parser import read_expression, sort_of
from scorer.language.vocabulary import AMOUNTS, NUMBER_WORDS, TRUTH_WORDS, OptionSort, Scope
from scorer.ruleset import build_patterns, build_tiles
from scorer.ruleset.build_patterns import check_relations, id_of
from scorer.ruleset.build_tiles import kinds_of
from scorer.ruleset.builder import (
    MOST_IN_ONE,
    POINTS,
    Building,
    known,
    lines,
    made,
    row_bounds,
    texts,
    unread,
)
from scorer.ruleset.items import SHEET, Item, meant_by, twice
from scorer.ruleset.model import (
    NO_LIMIT,
    NUMBER_ZERO,
    Amount,
    Bonus,
    Circumstance,
    Fact,
    Indicator,
    Liability,
    Option,
    Payment,
    Ruleset,
    Sheet,
    SheetItem,
    TopTier,
    Value,
    ValueTable,
    Winners,
    nodes_in,
    value_fault,
)
from scorer.tiles import Names as Texts
from scorer.values import replace

# ---- options, circumstances, indicators, facts


def build_options(building: Building) -> tuple[Option, ...]:
    """The options; they and all that the file only names are known to every expression from here on."""
    fields = building.root.get("options").fields
    options = tuple(_option(building, name, item) for name, item in fields.items())
    sorts = {
        option.id: OptionSort(option.sort, tuple(c for c in option.choices if isinstance(c, str)))
        for option in options
    }
    building.knows(options=sorts)
    _declare(building)
    return options


def _option(building: Building, name: str, item: Item) -> Option:
    said, written, low, high = map(item.get, ("default", "choices", "from", "to"))
    default, choices = _plain(said) if said else False, tuple(map(_plain, written.entries))
    sort, truth = _sort_of(default, choices, has_range=bool(low or high))
    is_unread = sort == NUMBER and isinstance(default, str)
    value, text = low.whole(high.whole()) if is_unread else default, (item.get("help") or item).text()
    option = made(building, Option, item, id=name, default=value, sort=sort, choices=choices, help=text)
    if low and high and low.whole() > high.whole():
        message = f"the range {low.whole()} to {high.whole()} is empty"
        building.refuse(low, "L206", message, "swap the two numbers")
    elif said and not (written.is_plain or (isinstance(default, bool) and bool in map(type, choices))):
        _check_default(building, said, option, truth)
    if written:
        _check_choices(building, name, written, has_range=bool(low or high))
    return option


def _plain(entry: Item) -> Value:
    return entry.value if isinstance(entry.value, bool | int | str) else entry.text()


def _sort_of(default: Value, choices: tuple[Value, ...], has_range: bool) -> tuple[str, str]:
    """The sort of an option's values, and the truth that a word stands for."""
    sort = "word" if isinstance(default, str) and (choices or not has_range) else NUMBER
    truth = TRUTH_WORDS.get(str(default).lower(), "") if sort == "word" and not choices else ""
    return TRUTH if (isinstance(default, bool) and not choices) or truth else sort, truth


def _check_default(building: Building, said: Item, option: Option, truth: str) -> None:
    default, hint = _plain(said), f"write {truth} without quotes" if truth else ""
    message = value_fault(option, default)
    if isinstance(default, str) and not (option.choices or truth):
        number = NUMBER_WORDS.index(default) if default in NUMBER_WORDS else ""
        message = f"'{default}' is a word, and there are no choices"
        hint = f"write {number}" if number != "" else "write true or false, a number, or choices"
    if message:
        building.refuse(said, "L206", message, hint or (f"{option.id}: {option.help}" if option.help else ""))


def _check_choices(building: Building, name: str, choices: Item, has_range: bool) -> None:
    """Choices beside a range, of several sorts, that stand there twice."""
    if has_range:
        building.refuse(choices, "L206", f"{name} has choices and a range", "use only one of them", key=True)
    sorts = {type(entry.value) for entry in choices.entries}
    if bool in sorts:
        hint = "omit choices: an option whose default is true or false always has both"
        building.refuse(choices, "L206", f"choices of {name} are true and false", hint, key=True)
    elif len(sorts) > 1:
        building.refuse(choices, "L206", f"choices of {name} are partly words, partly numbers", key=True)
    for entry in twice(choices.entries):
        building.refuse(entry, "L206", f"duplicate choice '{entry.text()}'")


def _declare(building: Building) -> None:
    """Makes known what the file gives names to: facts of circumstances, kinds of set, shapes, patterns with
    their groups, numbers that are worked out while a hand is valued.
    """
    root, dropped = building.root, building.dropped
    entries = root.get("circumstances").fields
    circumstances = {name: entry.get("fact").text(name) for name, entry in entries.items()}
    facts = {circumstances[name]: NUMBER if entry.get("number") else TRUTH for name, entry in entries.items()}
    patterns = [*root.get("patterns").entries, *root.get("otherwise").entries]
    patterns += building.below.get("patterns").entries  # rules of a base still ask for what is lost here
    awards = {word for entry in patterns for word in (id_of(entry), *lines(entry.get("group")))}
    amounts = {*AMOUNTS, root.get("unit").text(POINTS), *root.get("amounts").fields}
    amounts |= {root.get(SHEET, "unit").text(SHEET)} if root.get(SHEET) else set()
    amounts |= {unit.text()} if (unit := root.get("top_tier_only", "unit")) else set()
    building.knows(
        facts=dict.fromkeys(dropped - amounts, TRUTH) | facts,
        circumstances=circumstances,
        indicators=frozenset(root.get("indicators").fields),
        kinds=frozenset(root.get("sets").fields),
        shapes=frozenset(root.get("shapes").fields),
        awards=frozenset(awards | dropped),
        amounts=frozenset(amounts),
    )


def build_circumstances(building: Building) -> tuple[Circumstance, ...]:
    """The circumstances; a standard one stays only where no own one sets its fact, and something asks it."""
    entries, facts = building.root.get("circumstances").fields, building.names.circumstances
    own = {facts[name] for name, entry in entries.items() if not building.is_standard(entry)}
    used = set(building.used_facts)
    return tuple(
        circumstance
        for name, entry in entries.items()
        if not building.is_standard(entry) or facts[name] not in own
        for circumstance in [_circumstance(building, name, entry)]
        if not building.is_standard(entry) or facts[name] in used
    )


def _circumstance(building: Building, name: str, item: Item) -> Circumstance:
    tiles, number = item.get("tiles"), item.get("number")
    if number and type(number.value) is int and number.value < 1:
        message = f"'{name}' is at most {number.value}, so it can never be given"
        building.refuse(number, "L205", message, "write the largest number allowed, 1 or more")
    return made(
        building,
        Circumstance,
        item,
        id=name,
        fact=building.names.circumstances[name],
        most=number.whole(1),
        counted=bool(number),
        tiles=tuple(kinds_of(building, tiles)) if tiles else (),
    )


def build_indicators(building: Building) -> tuple[Indicator, ...]:
    found, entries = [], building.root.get("indicators").fields
    for name, item in entries.items():
        if not building.tileset.order and item.get("shows").text("next") == "next":
            message = f"no tile follows another in this set, so '{name}' cannot indicate a tile"
            hint = "give the tiles an order under 'tileset', or write shows: same"
            building.refuse(item, "L206", message, hint, key=True)
        under, above = item.get("under"), ""
        if under and under.text() not in building.dropped:
            others = sorted(entries.keys() - {name})
            is_there = known(building, under, under.text(), others, "another indicator")
            above = under.text() if is_there else ""
        found.append(made(building, Indicator, item, id=name, under=above))
    return tuple(found)


def build_facts(building: Building) -> tuple[Fact, ...]:
    """Named expressions; those that others need are read first, a circle is a fault."""
    written = building.root.get("facts").fields
    waiting = {name: entry.get("is") or entry for name, entry in written.items()}
    found: dict[str, Fact] = {}
    while waiting:
        words = {name: set(re.findall(r"[a-z_][a-z0-9_]*", item.text())) for name, item in waiting.items()}
        ready = [name for name in waiting if words[name].isdisjoint(waiting)]
        if not ready:
            message = f"these facts refer to each other in a circle: {', '.join(waiting)}"
            building.refuse(next(iter(waiting.values())), "L403", message)
            ready = list(waiting)
            guessed = dict.fromkeys(ready, (TRUTH, Scope.HAND))
            building.knows(named={**building.names.named, **guessed})
        for name in ready:
            found[name] = _fact(building, name, waiting.pop(name), texts(written[name].get("name")))
    return tuple(found[name] for name in written)


def _fact(building: Building, name: str, item: Item, names: Texts) -> Fact:
    if not item.is_plain:
        return Fact(name, unread(item.text(), TRUTH), TRUTH)
    gives = sort_of(item.text(), building.names, Scope.AWARD) or TRUTH
    node, reached, flaws = read_expression(item.text(), building.names, Scope.AWARD, gives)
    size = building.size_of(node)
    if size > MOST_IN_ONE:
        message = f"has {size:,} parts once its facts are expanded; at most {MOST_IN_ONE:,}"
        building.refuse(item, "L309", message)
        node, size = Node("truth", (False,), item.text()), 1
    building.sizes[name] = size
    building.ask(item, node, gives, flaws)
    node = unread(item.text(), gives) if flaws else node
    building.knows(named={**building.names.named, name: ("" if flaws else gives, reached)})
    return Fact(name, node, gives, names)


# ---- bonuses, sheets, amounts, payments

NO_MAXIMUM = "none"
BASE = "base"
FOUR = Node("number", (4,), "4")
Row = tuple[int, int | None, tuple[int, ...]]


def build_tables(building: Building) -> tuple[ValueTable, ...]:
    """Tables that expressions ask like functions."""
    tables = []
    for name, item in building.root.get("tables").fields.items():
        rows = item.get("rows")
        columns = lines(item.get("columns")) if rows else ()
        written = (rows or item).fields.items() if columns or not rows else ()
        read = [(_row(building, key, entry, max(1, len(columns))), entry) for key, entry in written]
        found = [(row, entry) for row, entry in read if row]
        tables.append(ValueTable(name, columns, tuple(row for row, _ in found)))
        if (rows or item).value == {}:
            building.refuse(item, "L702", f"the table '{name}' has no rows", key=True)
        _check_rows(building, name, sorted(found, key=lambda one: one[0][0]), len(found) == len(written))
    building.knows(tables={table.id: table.columns for table in tables})
    return tuple(tables)


def _row(building: Building, key: str, item: Item, columns: int) -> Row | None:
    bounds, values = row_bounds(key), tuple(entry.whole() for entry in item.entries)
    if bounds is None:
        building.refuse(item, "L205", f"'{key}' is not a row of a table", "write 3, 6-7 or 13+", key=True)
        return None
    low, high = bounds
    if high is not None and low > high:
        building.refuse(
            item, "L702", f"the range {low} to {high} is empty", "put the lower number first", key=True
        )
        low, high = high, low
    if len(values) != columns:
        building.refuse(item, "L205", f"numbers in this row: {len(values)}, expected: {columns}")
    return (low, high, values) if len(values) == columns else None


def _check_rows(building: Building, name: str, rows: list[tuple[Row, Item]], is_whole: bool) -> None:
    """Rows that overlap, and numbers between two of them that have none."""
    for ((_, before, _), above), ((low, _, _), item) in pairwise(rows):
        if before is None or low <= before:
            building.refuse(item, "L702", f"{low} is already in the row '{above.key}'", key=True)
        elif low > before + 1 and is_whole:
            missing = f"{before + 1}" if low == before + 2 else f"{before + 1} to {low - 1}"
            message = f"no row for {missing}: the table '{name}' gives 0 there"
            building.refuse(item, "L702", message, key=True)


def build_bonuses(building: Building) -> tuple[Bonus, ...]:
    """The bonuses; one that is not played is one whose condition does not hold."""
    found = []
    for item in building.root.get("bonuses").mappings:
        enabled = building.expression(item.get("enabled"), Scope.OPTIONS)
        when = building.expression(item.get("when"), Scope.READING)
        both = Node("and", (enabled, when)) if enabled and when else enabled or when
        found.append(made(building, Bonus, item, when=both))
    return tuple(found)


def build_sheet(building: Building) -> Sheet | None:
    """The secondary score; without a unit, its name is the name of its section."""
    item = building.root.get(SHEET)
    if not item:
        return None
    parts = {
        name: tuple(
            made(building, SheetItem, entry, id=entry.get("id").text(f"fixed_{place}"))
            for place, entry in enumerate(item.get(name).entries, 1)
            if entry.fields
        )
        for name in ("items", "fixed")
    }
    round_up_to = max(1, item.get("round_up_to").whole(1))
    return made(building, Sheet, item, unit=item.get("unit").text(SHEET), round_up_to=round_up_to, **parts)


def build_tier(building: Building) -> TopTier | None:
    item = building.root.get("top_tier_only")
    each = item.get("each")
    if each.whole(1) < 1:
        building.refuse(each, "L205", "the value of one unit is 1 or more")
    return made(building, TopTier, item, each=max(1, each.whole(1))) if item else None


def build_amounts(building: Building) -> tuple[Amount, ...]:
    """The amounts, worked out in order: each knows those before it, and none the base."""
    known, fields = building.names.amounts, building.root.get("amounts").fields
    found = []
    for place, (name, item) in enumerate(fields.items()):
        later = {*list(fields)[place:], BASE}
        building.knows(amounts=known - later, later=frozenset(later))
        found.append(made(building, Amount, item, id=name))
    building.knows(amounts=known, later=frozenset())
    return tuple(found)


def build_base(building: Building) -> Node:
    """The number that a hand is paid by; it does not know itself."""
    known = building.names.amounts
    building.knows(amounts=known - {BASE}, later=frozenset({BASE}))
    base = building.number(building.root.get(BASE)) or NUMBER_ZERO
    building.knows(amounts=known, later=frozenset())
    return base


def build_maximum(building: Building) -> Node | None:
    """The most that a hand counts; with a condition, beyond all bounds where that fails."""
    item = building.root.get("maximum")
    if item.value == NO_MAXIMUM:
        return None
    node = building.expression(item.get("is") if item.fields else item, Scope.OPTIONS, NUMBER)
    condition = building.expression(item.get("when"), Scope.OPTIONS)
    if node is None or condition is None:
        return node
    return Node("if", (condition, node, Node("number", (NO_LIMIT,), NO_MAXIMUM)), item.text())


def build_payment(building: Building) -> Payment:
    item = building.root.get("payment")
    written = item.get("liability")
    round_up_to = max(1, item.get("round_up_to").whole(1))
    liability = _liability(building, written) if written else None
    several = item.get("several")
    winners = made(building, Winners, several) if several.fields else Winners(*[several.text("first")] * 2)
    return made(building, Payment, item, round_up_to=round_up_to, liability=liability, several=winners)


def _liability(building: Building, item: Item) -> Liability:
    named, fed = item.get("patterns").fields, item.get("fed").fields
    pairs = [(name, building.expression(entry, Scope.OPTIONS)) for name, entry in named.items()]
    for name, entry in (*named.items(), *fed.items()):
        if name not in building.names.awards:
            message = f"liability for '{name}', which is not a pattern or group"
            building.refuse(entry, "L402", message, meant_by(name, building.names.awards), key=True)
    _require_shares(building, item)
    amounts = building.names.amounts
    building.knows(amounts=amounts | {"share"})
    found = made(
        building,
        Liability,
        item,
        patterns=tuple((name, node) for name, node in pairs if node),
        fed=tuple((name, building.requirements(entry, Scope.HAND)) for name, entry in fed.items()),
        covers=_word(building, item.get("covers"), ("pattern", "hand")),
        counters=_word(building, item.get("counters"), ("discarder", "liable")),
    )
    building.knows(amounts=amounts)
    return found


def _require_shares(building: Building, item: Item) -> None:
    """What a liable player answers for is taken from the others, so that somebody must pay it in every way of
    winning.
    """
    missing = [win for win in ("discard", "self_draw") if not item.get(win).fields]
    if not missing or not item.get("patterns").fields:
        return
    message = f"nobody pays what the liable player answers for: {' and '.join(missing)} are not here"
    if len(missing) == 1:
        message = message.replace("are not", "is not")
    name, entry = next(iter(item.get("patterns").fields.items()))
    hint = f"add {missing[-1]}: {{liable: share}}"
    if building.below.get("payment", "liability"):
        line = f"set: {{payment.liability.patterns.{name}: {entry.text()}}}"
        hint = f"this replaces all of the base's liability: write {line}"
    building.refuse(item, "L705", message, hint, key=True)


def _word(building: Building, item: Item, words: tuple[str, ...]) -> Node:
    """One of the words, or an option that has them."""
    text = item.text() if item else words[0]
    if text in words:
        return Node("word", (text,), text)
    option = building.names.options.get(text)
    if option is None or not set(option.words) <= set(words):
        message = f"'{text}' is neither {' nor '.join(words)} nor an option with these choices"
        hint = did_you_mean(text, (*words, *building.names.options))
        building.refuse(item, "L302", message, hint, word=text)
    return Node("option", (text,), text)


# ---- the model

STEPS: dict[str, Callable[[Building], object]] = {
    "options": build_options,
    "tileset": build_tiles.build_tileset,
    "option_counts": build_tiles.build_counts,
    "classes": build_tiles.build_classes,
    "kinds": build_tiles.build_kinds,
    "kind_unions": build_tiles.build_unions,
    "tables": build_tables,
    "shapes": build_tiles.build_shapes,
    "shape_conditions": build_tiles.build_shape_conditions,
    "facts": build_facts,
    "patterns": build_patterns.build_patterns,
    "otherwise": build_patterns.build_otherwise,
    "indicators": build_indicators,
    "top_tier": build_tier,
    "maximum": build_maximum,
    "bonuses": build_bonuses,
    "sheet": build_sheet,
    "amounts": build_amounts,
    "base": build_base,
    "payment": build_payment,
}


def build(building: Building, ident: str, path: Path | None) -> Ruleset:
    """The model; the building has everything that was found wrong on the way."""
    root, seats = building.root, building.root.get("seats")
    fields = {field: step(building) for field, step in STEPS.items()}
    whole = made(
        building,
        Ruleset,
        root,
        **fields,
        id=ident,
        names=texts(root.get("name")) or (("en", ident),),
        unit=root.get("unit").text(POINTS),
        players=building.number(root.get("players"), Scope.OPTIONS) or FOUR,
        file=str(path or ""),
        files=building.files,
        extends=building.chain,
        default_self_draw=root.get("default_win").text() == "self_draw",
        default_seat=seats.get("seat").text("S"),
        default_round=seats.get("round").text("E"),
        circumstances=(),  # which of the standard ones stay hangs on all that is asked
    )
    check_relations(building, whole)
    whole = replace(whole, circumstances=build_circumstances(building))
    asked = asked_options(building, whole)
    options = tuple(replace(option, is_idle=option.id not in asked) for option in whole.options)
    return replace(whole, options=options)


def asked_options(building: Building, ruleset: Ruleset) -> set[str]:
    """The options for which some rule asks; a fact asks for them only if something asks for the fact."""
    facts: dict[str, Node] = {}
    waiting = list(nodes_in((ruleset.payment, tuple(pattern.conditional for pattern in ruleset.patterns))))
    for asked in building.asked:
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
