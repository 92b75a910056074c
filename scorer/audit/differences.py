"""How two rulesets differ: what each says, entry by entry, as it is played, by section, id and value.

Expressions that ask options only are worked out, so that a value is the one in force. What no player notices
(names, definitions, sources, examples) is left out. What is said of a section, and how it is called, stands
in the table of sections; what is told in another way has a function of its own here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeGuard

from scorer.engine.configure import configured
from scorer.engine.evaluate import View, holds, rules_view, value_of
from scorer.errors import InputError
from scorer.language.nodes import Node
from scorer.library import load_ruleset
from scorer.ruleset.builder import SECTION_OF
from scorer.ruleset.find import SUFFIXES
from scorer.ruleset.model import (
    Pattern,
    Payment,
    Requirement,
    Ruleset,
    Shares,
    ShareSheet,
    Sheet,
    Value,
    ValueTable,
)
from scorer.ruleset.sections import SECTIONS
from scorer.shapes import Shape
from scorer.tiles import Names, Tile, TileSet, members
from scorer.values import dataclass, replace

# ---- entries

PAYERS = {"each": "each other player"}

Pair = tuple[str, str]
"""What is said (`value`, `when`) and how; nothing said is an empty text."""
OPTIONS_ONLY = frozenset(
    ("number", "truth", "option", "word", "compare", "arithmetic", "negative", "if", "and", "or", "not")
)
"""Kinds of node that can be worked out without a hand."""
YES = "yes"


class Named(Protocol):
    """A part of a ruleset with an id and names."""

    @property
    def id(self) -> str: ...
    @property
    def names(self) -> Names: ...


@dataclass(frozen=True)
class Entry:
    """A pattern, an option, a limit and so on. Without a label, a pair says all there is to say."""

    section: str
    id: str
    pairs: tuple[Pair, ...]
    names: Names = ()
    note: str = ""

    @property
    def text(self) -> str:
        """All that it says, in one line."""
        return "; ".join(f"{label} {text}" if label else text for label, text in self.pairs)


def entry(section: str, ident: str, pairs: Iterable[Pair], names: Names = (), note: str = "") -> Entry:
    """An entry of the pairs that say something."""
    return Entry(section, ident, tuple(pair for pair in pairs if pair[1]), names, note)


def single(section: str, ident: str, text: str) -> Entry:
    """An entry that says one thing."""
    return entry(section, ident, [("", text)])


def declared(section: str, part: Named, view: View, **own: str) -> Entry:
    """An entry that says of a part what the table of sections declares."""
    return entry(section, part.id, told(part, view, **own), part.names)


def said(node: Node | None, view: View) -> str:
    """An expression as it is written, or its value where it asks options only."""
    if node is None:
        return ""
    if all(part.op in OPTIONS_ONLY for part in node.walk()):
        return plain(value_of(node, view))
    return tidy(node.text)


def tidy(text: str) -> str:
    """An expression with white space where one would write it.

    >>> tidy("chow(n,A) ,  chow( n, B )")
    'chow(n, A), chow(n, B)'
    """
    text = re.sub(r"\s*,\s*", ", ", " ".join(text.split()))
    return text.replace("( ", "(").replace(" )", ")")


def is_always(truth: bool, node: Node | None, view: View) -> bool:
    """Whether a condition asks options only, and these make it true, or false."""
    return said(node, view) == plain(truth)


def plain(value: object) -> str:
    """A value as a rule file writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def flag(value: bool) -> str:
    return YES if value else ""


# ---- a section, as the table of sections declares it


def told(part: object, view: View, **own: str) -> list[Pair]:
    """What a part of a ruleset says, key by key; `own` is the text of what is said in a way of its own."""
    pairs: list[Pair] = []
    for key, entry in SECTIONS[SECTION_OF[type(part)]].items():
        if entry.label is None:
            continue
        value = None if key in own else getattr(part, entry.field)
        if isinstance(value, ShareSheet):
            shares = _by_role(value, view)
        elif _says_who_pays(value):
            shares = _shares(value, view)
        else:
            shares = [("", own.get(key) or _text_of(value, view))]
        pairs += [(", ".join(filter(None, (entry.label, payer))), text) for payer, text in shares]
    return pairs


def _says_who_pays(value: object) -> TypeGuard[Shares]:
    first = value[0] if isinstance(value, tuple) and value else None
    return isinstance(first, tuple) and isinstance(first[1], Node)


def _text_of(value: object, view: View) -> str:
    """A value in words: a condition that always holds says nothing, nor does what is not there."""
    if isinstance(value, Node):
        return "" if is_always(True, value, view) else said(value, view)
    if isinstance(value, tuple):
        return (", ", "; ")[any(isinstance(part, Requirement) for part in value)].join(map(_part_of, value))
    return "" if value is None else flag(value) if isinstance(value, bool) else str(value)


def _part_of(value: object) -> str:
    if isinstance(value, Requirement):
        return tidy(value.node.text)
    if isinstance(value, tuple):
        name, said_of = value
        if isinstance(said_of, tuple):
            return f"{name}: {' and '.join(map(_part_of, said_of))}"
        return f"{said_of} of {name}"
    return plain(value)


# ---- up to the patterns


def rules_of_the_hand(ruleset: Ruleset) -> Iterator[Entry]:
    """Entries of a configured ruleset, from its options to its patterns."""
    view = rules_view(ruleset)
    values = ruleset.option_values
    for option in ruleset.options:
        pairs = told(option, view, default=plain(values[option.id]))
        yield entry("options", option.id, pairs, option.names, option.help)
    yield from _game(ruleset, view)
    yield from _tiles(ruleset.tileset)
    for item in ruleset.classes:
        yield entry("classes", item.id, [("", _text(members(item.mask), ruleset.tileset))], item.names)
    for kind in ruleset.kinds:
        only = _text(members(kind.mask), ruleset.tileset) if kind.mask is not None else ""
        yield declared("sets", kind, view, step=str(kind.step) if kind.run else "", of=only)
    conditions = dict(ruleset.shape_conditions)
    yield from (_shape(shape, conditions.get(shape.id), ruleset, view) for shape in ruleset.shapes)
    yield from (entry("facts", fact.id, [("", said(fact.node, view))], fact.names) for fact in ruleset.facts)
    for said_of in ruleset.circumstances:
        most = str(said_of.most) if said_of.counted else ""
        aside = _text(said_of.tiles, ruleset.tileset)
        yield declared("circumstances", said_of, view, number=most, tiles=aside)
    yield from (declared("indicators", indicator, view) for indicator in ruleset.indicators)
    yield from (_pattern(pattern, view) for pattern in ruleset.patterns if holds(pattern.enabled, view))
    if ruleset.otherwise is not None:
        yield _pattern(ruleset.otherwise, view, "otherwise")


def _game(ruleset: Ruleset, view: View) -> Iterator[Entry]:
    tier = ruleset.top_tier
    lines = {
        "players": said(ruleset.players, view),
        "unit": ruleset.unit,
        "a win, unless it is said": "self-draw" if ruleset.default_self_draw else "discard",
        "seat and round, unless they are said": f"{ruleset.default_seat} {ruleset.default_round}",
        "what a tile's letter and digit say": " and ".join(ruleset.tileset.attributes),
        "sets that may be called": "" if ruleset.calls is None else ", ".join(ruleset.calls) or "none",
        "only the most valuable pattern counts": flag(ruleset.highest_only),
        "a tile held wholly is waited for": flag(ruleset.formal_waits),
        "patterns that stand alone": f"from {tier.start} {tier.unit}".strip() if tier else "",
        "worth of a pattern that stands alone": str(tier.each) if tier and tier.unit else "",
        "patterns that stand alone add up": said(tier.add, view) if tier else "",
        "at most patterns that stand alone": said(tier.cap, view) if tier else "",
        "least to win": said(ruleset.minimum, view),
        "most a hand counts": said(ruleset.maximum, view),
        "conditions of winning": _text_of(ruleset.to_win, view),
    }
    yield from (single("game", name, text) for name, text in lines.items() if text)


def _tiles(tileset: TileSet) -> Iterator[Entry]:
    for kind in tileset.kinds:
        red = tileset.red_copies(kind.index)
        written = dict(zip(tileset.attributes, (kind.letter, kind.digit), strict=True))
        others = (f"{name} {value}" for name, value in kind.attributes if written.get(name) != value)
        pairs = [("copies", str(kind.copies)), ("red copies", str(red or "")), ("is", ", ".join(others))]
        yield entry("tiles", kind.code, pairs, kind.names)
    cycles = "; ".join(_text(cycle, tileset) for cycle in tileset.order)
    yield single("tiles", "order", cycles)
    yield single("tiles", "winds of the seats", _text(tileset.winds, tileset))


def _text(kinds: Iterable[int], tileset: TileSet) -> str:
    """Tiles in notation."""
    return tileset.text(Tile(kind) for kind in kinds)


def _shape(shape: Shape, when: Node | None, ruleset: Ruleset, view: View) -> Entry:
    pairs = [
        ("tiles", "" if shape.flowers else str(shape.size)),
        ("flowers", str(shape.flowers or "")),
        ("sets", str(shape.sets or "")),
        ("pairs", str(shape.pairs or "")),
        ("kind of pair", shape.pair_kind),
        ("loose tiles", str(shape.singles or "")),
        ("kinds of set", ", ".join(shape.kinds)),
        ("all different", flag(shape.different)),
        ("nothing called", flag(shape.concealed)),
        ("of", _text(members(shape.mask), ruleset.tileset)),
        ("rows", shape.knitted),
        ("when", _text_of(when, view)),
    ]
    return entry("shapes", shape.id, pairs, shape.names)


def _pattern(item: Pattern, view: View, section: str = "patterns") -> Entry:
    alternatives = (", ".join(node.text for node in nodes) for nodes in item.alternatives)
    return declared(
        section,
        item,
        view,
        value=_value(item, view),
        unit=item.unit if item.unit != view.ruleset.unit else "",
        match=" or ".join(map(tidy, alternatives)),
        alone=YES if is_always(True, item.alone, view) else said(item.alone, view),
    )


def _value(item: Pattern, view: View) -> str:
    """Its worth: the same closed and open, one of the two only, or both."""
    closed, opened = said(item.closed, view), said(item.open, view)
    if not item.zero:
        closed, opened = ("" if text == "0" else text for text in (closed, opened))
    if closed == opened:
        return closed or "not allowed"
    if not (closed and opened):
        return f"{closed or opened} {'closed' if closed else 'open'} only"
    return f"{closed} closed, {opened} open"


# ---- from the patterns to the payments


def rules_of_payment(ruleset: Ruleset) -> Iterator[Entry]:
    """Entries of a configured ruleset, from its bonuses to who pays."""
    view = rules_view(ruleset)
    bonuses = [bonus for bonus in ruleset.bonuses if not is_always(False, bonus.when, view)]
    yield from (declared("bonuses", bonus, view) for bonus in bonuses)
    if ruleset.sheet is not None:
        yield from _sheet(ruleset.sheet, view)
    yield from (_table(table) for table in ruleset.tables)
    yield from (declared("amounts", amount, view) for amount in ruleset.amounts)
    yield single("amounts", "base", said(ruleset.base, view))
    limits = [limit for limit in ruleset.limits if not is_always(False, limit.when, view)]
    yield from (declared("limits", limit, view) for limit in limits)
    yield single("limits", "first of", ", ".join(limit.id for limit in limits))
    yield from _payment(ruleset.payment, view)
    yield from (declared("penalties", penalty, view) for penalty in ruleset.penalties)


def _sheet(sheet: Sheet, view: View) -> Iterator[Entry]:
    yield single("sheet", "counted in", sheet.unit)
    for label, items in (("value", sheet.items), ("instead of all", sheet.fixed)):
        for item in items:
            (_, value), *pairs = told(item, view)
            yield entry("sheet", item.id, [(label, value), *pairs], item.names)
    yield single("sheet", "first of", ", ".join(item.id for item in sheet.fixed))
    yield single("sheet", "rounded up to", str(sheet.round_up_to))


def _table(table: ValueTable) -> Entry:
    rows = []
    for low, high, values in table.rows:
        counts = f"{low}+" if high is None else str(low) if high == low else f"{low}-{high}"
        rows.append(f"{counts}: {', '.join(map(str, values))}")
    return entry("tables", table.id, [("columns", ", ".join(table.columns)), ("rows", "; ".join(rows))])


def _payment(payment: Payment, view: View) -> Iterator[Entry]:
    yield single("payment", "each share rounded up to", str(payment.round_up_to))
    yield single("payment", "several winners", payment.several)
    yield entry("payment", "at most from each", [("", said(payment.most, view))])
    yield entry("payment", "on a discard", _by_role(payment.discard, view))
    yield entry("payment", "on a self-draw", _by_role(payment.self_draw, view))
    yield from (declared("payment", extra, view) for extra in payment.extras)
    for way, sheet in zip(("discard", "self-draw"), payment.counters, strict=True):
        yield entry("payment", f"counters on a {way}", _by_role(sheet, view))
    yield single("payment", "sticks", said(payment.sticks, view))
    if payment.liability is not None:
        named = [name for name, when in payment.liability.patterns if said(when, view) != "false"]
        told_of = told(payment.liability, view, patterns=", ".join(named))
        yield entry("payment", "liability", told_of)


def _by_role(sheet: ShareSheet, view: View) -> list[Pair]:
    """Who pays, said once where it is the same whoever wins."""
    dealer, other = _shares(sheet.dealer, view), _shares(sheet.other, view)
    if dealer == other:
        return dealer
    by_role = (("to the dealer", dealer), ("to another", other))
    return [(f"{role}, {label}", text) for role, pairs in by_role for label, text in pairs]


def _shares(shares: Shares, view: View) -> list[Pair]:
    return [(f"{PAYERS.get(payer, payer)} pays", said(node, view)) for payer, node in shares]


# ---- differences

ORDER = (
    "options", "game", "tiles", "classes", "sets", "shapes", "facts", "circumstances", "indicators",
    "patterns", "otherwise", "bonuses", "sheet", "tables", "amounts", "limits", "payment", "penalties",
)  # fmt: skip
"""The order of a rule file; `game` are the settings that stand at its top."""
THERE = "there"
"""The label of a difference that is the whole entry: it stands in one ruleset only."""


@dataclass(frozen=True)
class Difference:
    """One thing that two rulesets say differently. An empty side says nothing.

    Without a `label`, the difference is all that the entry says; the label `there` means that the whole
    entry stands on one side only, and its text is all that it says.
    """

    section: str
    id: str
    label: str
    before: str
    after: str
    names: Names = ()
    note: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the whole entry stands on one side only."""
        return self.label == THERE


def differences(before: Ruleset, after: Ruleset) -> tuple[Difference, ...]:
    """Everything that two rulesets, as configured, say differently, in the order of the sections.

    >>> from scorer.library import load_ruleset
    >>> plain, rounded = load_ruleset("riichi"), load_ruleset("riichi", {"kiriage_mangan": True})
    >>> [(change.id, change.before, change.after) for change in differences(plain, rounded)]
    [('kiriage_mangan', 'false', 'true')]
    """
    first, second = entries_of(before), entries_of(after)
    keys = [*first, *(key for key in second if key not in first)]
    keys.sort(key=lambda key: ORDER.index(key[0]))
    return _tiles_together(change for key in keys for change in _compared(first.get(key), second.get(key)))


def departures(ruleset: Ruleset) -> tuple[tuple[tuple[str, Value], ...], tuple[Difference, ...]]:
    """How a rule file departs from the ruleset below it: the options that it sets, and all else.

    Of the file itself, whatever options a table has chosen. Raises ScorerError where the file is gone.
    """
    below = ruleset.extends[0]
    base = load_ruleset(str(Path(ruleset.file).with_name(below)) if below.endswith(SUFFIXES) else below)
    own = load_ruleset(ruleset.file)
    shared = {name: value for name, value in own.option_values.items() if name in base.option_values}
    chosen = tuple((name, value) for name, value in shared.items() if value != base.option_values[name])
    with suppress(InputError):  # a value that the base does not offer
        base = configured(base, shared)
    return chosen, tuple(one for one in differences(base, own) if one.section != "options")


def entries_of(ruleset: Ruleset) -> dict[tuple[str, str], Entry]:
    """Everything that a ruleset says, by section and id."""
    entries = (*rules_of_the_hand(ruleset), *rules_of_payment(ruleset))
    return {(item.section, item.id): item for item in entries}


def _compared(before: Entry | None, after: Entry | None) -> Iterator[Difference]:
    """The differences of an entry: the whole of it where one side has none, else label by label."""
    either = after or before
    if either is None or before == after:
        return
    if before is None or after is None:
        told = {THERE: ("" if before is None else before.text, "" if after is None else after.text)}
    else:
        first, second = dict(before.pairs), dict(after.pairs)
        every = {label: (first.get(label, ""), second.get(label, "")) for label in (*first, *second)}
        told = {label: (old, new) for label, (old, new) in every.items() if old != new}
    for label, (old, new) in told.items():
        yield Difference(either.section, either.id, label, old, new, either.names, either.note)


def _tiles_together(found: Iterable[Difference]) -> tuple[Difference, ...]:
    """Tiles that differ in the same way as one difference, since boxes differ by whole suits."""
    together: dict[tuple[str, ...], Difference] = {}
    for one in found:
        is_tile = one.section == "tiles"
        key = (one.section, one.label, *((one.before, one.after) if is_tile else (one.id,)))
        first = together.get(key)
        if first is None:
            together[key] = one
        else:  # notation with one tile more: digits before one letter
            codes = first.id[:-1] if first.id[-1:] == one.id[-1:] else first.id
            together[key] = replace(first, id=codes + one.id, names=())
    return tuple(together.values())
