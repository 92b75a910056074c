"""The differences between two configured rulesets, by section, id and value.

Expressions that depend only on options are evaluated with the current options. Anything that players do not
notice (names, definitions, sources, examples) is left out. The table of sections says which keys are compared
and how they are labelled; entries that need another form have a function here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import holds, rules_view, value_of
from scorer.engine.partial import is_decided, options_in_force
from scorer.errors import InputError
from scorer.labels import choice_label, rule_label, rule_word
from scorer.language import TRUTH
from scorer.language.nodes import Node
from scorer.language.vocabulary import FUNCTIONS, Scope
from scorer.languages import ENGLISH, has_text, is_english, text_in
from scorer.phrases import comma_list, join_words, translate
from scorer.ruleset.builder import SECTION_OF
from scorer.ruleset.find import base_name
from scorer.ruleset.model import (
    FALSE,
    Option,
    Pattern,
    Payment,
    Requirement,
    Ruleset,
    RulesPart,
    Shares,
    ShareSheet,
    Sheet,
    TopTier,
    Value,
    ValueTable,
)
from scorer.ruleset.section_table import SECTIONS, SectionKey
from scorer.scoring import load_ruleset
from scorer.shapes import Shape
from scorer.teach.constructs import clause, templates_clause
from scorer.teach.words import MissingWord, Speech, selector_words
from scorer.tiles import Names, Tile, mask_kinds, name_in
from scorer.values import dataclass, replace

# ---- entries

PAYERS = {"each": "each other player"}

Pair = tuple[str, str]
"""A label (`value_text`, `when`) and its text, which is empty if there is none."""
YES = "yes"
SELECTORS = ("kind", "state", "of", "has")
"""The parts of an expression that chooses sets of a hand."""
CODE_SIGN = "`"
"""What surrounds an expression as it is written, among the words of a language."""


@dataclass(frozen=True)
class RulesEntry:
    """An entry of a ruleset, such as a pattern, an option or a limit. A pair without a label is its
    whole description.
    """

    section: str
    id: str
    pairs: tuple[Pair, ...]
    names: Names = ()
    note: str = ""
    definition: str = ""
    """what it is for players, if it is described in the words of a language"""

    @property
    def one_line(self) -> str:
        """The whole description in one line."""
        return "; ".join(f"{label} {text}" if label else text for label, text in self.pairs)

    def words(self, language: str) -> str:
        """The whole description in a language, without what has no words there; what has a definition is
        described by that and its value.
        """
        said = [pair for pair in self.pairs if CODE_SIGN not in pair[1]]
        if self.definition:
            said = [*(pair for pair in said if pair[0] in ("value", "unit")), ("", self.definition)]
        elif self.section == "options":
            said = said[:1]
        told = (f"{rule_label(label, language)} {rule_word(text, language)}".strip() for label, text in said)
        return translate("semicolon", language).join(told) or rule_word(YES, language)


def entry_from_pairs(
    section: str, ident: str, content: str | Iterable[Pair], names: Names = (), note: str = ""
) -> RulesEntry:
    """An entry described by one text, or by those pairs that have a text."""
    pairs = [("", content)] if isinstance(content, str) else content
    return RulesEntry(section, ident, tuple(pair for pair in pairs if pair[1]), names, note)


def tidy_text(text: str) -> str:
    """An expression with normal spacing.

    >>> tidy_text("chow(n,A) ,  chow( n, B )")
    'chow(n, A), chow(n, B)'
    """
    text = re.sub(" ?, ?", ", ", " ".join(text.split()))
    return text.replace("( ", "(").replace(" )", ")")


def yaml_text(value: object) -> str:
    """A value in the notation of rule files."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def flag_text(value: bool) -> str:
    return YES if value else ""


def _formal_waits_text(value: bool | str) -> str:
    return f"unless all are {value}" if isinstance(value, str) else flag_text(value)


def _is_selector(node: Node) -> bool:
    """Whether an expression chooses sets of a hand."""
    return node.op in SELECTORS or (node.op in ("and", "or", "not") and any(map(_is_selector, node.args)))


def _is_condition_of_hand(key: SectionKey) -> bool:
    """Whether a key has a condition that is asked of hands, not of what happens at the table."""
    asks = key.expression
    return asks is not None and asks.gives == TRUTH and asks.scope != Scope.TABLE


class _RulesDescription:
    """Describes the entries of a configured ruleset: expressions as they are written, or in the words of a
    language, as far as the rules have these words.
    """

    def __init__(self, ruleset: Ruleset, language: str = "") -> None:
        self.ruleset, self.tileset, self.view = ruleset, ruleset.tileset, rules_view(ruleset)
        self.language, self.is_english = language, is_english(language or ENGLISH)

    def expression_text(self, node: Node | None) -> str:
        """The text of an expression, or its value if it depends only on options."""
        if node is None:
            return ""
        if is_decided(node, self.ruleset):
            return yaml_text(value_of(node, self.view))
        return ("" if self.is_english else self.node_in_words(node)) or self.as_written(node.text)

    def condition_text(self, node: Node) -> str:
        """The text of a condition on hands; empty if it always holds."""
        if is_decided(node, self.ruleset):
            text = self.expression_text(node)
            return "" if text == yaml_text(True) else text
        return self.node_in_words(node) or self.as_written(node.text)

    def node_in_words(self, node: Node) -> str:
        """An expression in words; empty if it is to be shown as it is written, or words are missing."""
        parts = [*node.walk()]
        if any(part.op == "call" and part.args[0] not in FUNCTIONS for part in parts):
            return ""  # a function of what happens at the table
        write = selector_words if _is_selector(node) else clause
        return self.in_words(lambda speech: write(node, speech))

    def as_written(self, text: str) -> str:
        """An expression as it is written, marked as such among the words of a language."""
        return tidy_text(text) if self.is_english else f"{CODE_SIGN}{tidy_text(text)}{CODE_SIGN}"

    def word_for(self, text: str) -> str:
        """An id or a value in the words of the language: the name of what it stands for, or a rule word."""
        if self.is_english:
            return text
        return self.name_by_id.get(text) or rule_word(text, self.language)

    def list_text(self, texts: Iterable[str]) -> str:
        return comma_list(texts, self.language or ENGLISH)

    @cached_property
    def name_by_id(self) -> dict[str, str]:
        """The names of everything in the rules that has an id, in the language."""
        rules = self.ruleset
        parts: tuple[RulesPart | Pattern, ...] = (
            *rules.draws, *rules.events, *rules.comparisons, *rules.kinds, *rules.shapes, *rules.indicators,
            *rules.circumstances, *rules.limits, *rules.bonuses, *rules.pattern_by_id.values(),
        )  # fmt: skip
        found = {part.id: text_in(dict(part.names), self.language) for part in parts}
        units = {name: rules.unit_word(name, language=self.language) for name in rules.unit_by_id}
        return {**units, **found}

    def option_text(self, option: Option, value: Value) -> str:
        """A value of an option."""
        if self.is_english or isinstance(value, bool):
            return yaml_text(value)
        return choice_label(option, value, self.language)

    def in_words(self, write: Callable[[Speech], str]) -> str:
        """A part of the rules in words; empty if it is to be shown as it is written, or words are missing."""
        if not self.language:
            return ""
        try:
            return write(Speech(self.ruleset, self.language))
        except MissingWord:
            return ""

    def requirement_text(self, requirement: Requirement) -> str:
        """A condition for winning: in words, the reason that is given where it does not hold."""
        reason = name_in(requirement.reason, self.language) if self.language else ""
        return reason or self.as_written(requirement.node.text)

    def tile_notation(self, kinds: Iterable[int]) -> str:
        """Tiles in notation."""
        return self.tileset.format_tiles(Tile(kind) for kind in kinds)

    def value_text(self, value: object) -> str:
        """A value as text; empty for a condition that always holds and for a missing value."""
        if isinstance(value, Node):
            return "" if self.expression_text(value) == yaml_text(True) else self.expression_text(value)
        if isinstance(value, tuple):
            texts = map(self._element_text, value)
            is_sentence = any(isinstance(part, Requirement) for part in value)
            return "; ".join(texts) if is_sentence else self.list_text(texts)
        if isinstance(value, bool):
            return flag_text(value)
        return "" if value is None else self.word_for(str(value))

    def _element_text(self, element: object) -> str:
        """An element of a list: a requirement, a number of something, or what is required of something."""
        if isinstance(element, Requirement):
            return self.requirement_text(element)
        if isinstance(element, tuple):
            name, said_of = element
            if isinstance(said_of, tuple):
                return f"{name}: {' and '.join(map(self._element_text, said_of))}"
            return f"{said_of} of {name}"
        return self.word_for(yaml_text(element))

    def described_fields(self, part: object, **descriptions: str) -> Iterator[Pair]:
        """The description of a part of a ruleset, key by key; `descriptions` has the keys with a special
        description.
        """
        for key, declared in SECTIONS[SECTION_OF[type(part)]].items():
            if declared.label is None:
                continue
            if key in descriptions:
                shares = [("", descriptions[key])]
            elif declared.form == "roles":
                shares = self.by_role(getattr(part, declared.field))
            elif declared.form.endswith("shares"):
                shares = self.share_pairs(getattr(part, declared.field))
            elif _is_condition_of_hand(declared) and isinstance(node := getattr(part, declared.field), Node):
                shares = [("", self.condition_text(node))]
            else:
                shares = [("", self.value_text(getattr(part, declared.field)))]
            yield from ((", ".join(filter(None, (declared.label, payer))), text) for payer, text in shares)

    def entry_of_part(self, section: str, part: RulesPart, **descriptions: str) -> RulesEntry:
        """An entry with the description of a part that the table of sections declares."""
        entry = entry_from_pairs(section, part.id, self.described_fields(part, **descriptions), part.names)
        texts = dict(getattr(part, "definition", ()) or getattr(part, "help", ()))
        is_defined = not self.is_english and has_text(texts, self.language)
        return replace(entry, definition=text_in(texts, self.language)) if is_defined else entry

    def by_role(self, sheet: ShareSheet) -> list[Pair]:
        """The payers, described once if they are the same for all winners."""
        dealer, other = self.share_pairs(sheet.dealer), self.share_pairs(sheet.non_dealer)
        if dealer == other:
            return dealer
        by_role = (("to the dealer", dealer), ("to another", other))
        return [(f"{role}, {label}", text) for role, pairs in by_role for label, text in pairs]

    def share_pairs(self, shares: Shares) -> list[Pair]:
        return [(f"{PAYERS.get(payer, payer)} pays", self.expression_text(node)) for payer, node in shares]

    # -- section by section -------------------------------------------------------------------------------

    def all_entries(self) -> Iterator[RulesEntry]:
        rules = self.ruleset
        for option in rules.offered_options:
            told = self.described_fields(
                option,
                default=self.option_text(option, rules.option_values[option.id]),
                choices=self.list_text(self.option_text(option, choice) for choice in option.choices),
            )
            note = name_in(option.help, self.language or ENGLISH)
            yield entry_from_pairs("options", option.id, told, option.names, note)
        yield from (entry_from_pairs("game", name, text) for name, text in self._game_pairs() if text)
        yield from self._tile_entries()
        for item in rules.classes:
            yield entry_from_pairs("classes", item.id, self.tile_notation(mask_kinds(item.mask)), item.names)
        for kind in rules.kinds:
            only = self.tile_notation(mask_kinds(kind.mask)) if kind.mask is not None else ""
            yield self.entry_of_part("sets", kind, step=str(kind.step) if kind.run else "", of=only)
        conditions = dict(rules.shape_conditions)
        yield from (self._shape_entry(shape, conditions.get(shape.id)) for shape in rules.shapes)
        yield from (
            entry_from_pairs("facts", fact.id, self.expression_text(fact.node), fact.names)
            for fact in rules.facts
        )
        for said_of in rules.circumstances:
            most, aside = str(said_of.maximum) if said_of.is_number else "", self.tile_notation(said_of.tiles)
            yield self.entry_of_part("circumstances", said_of, number=most, tiles=aside)
        yield from (self.entry_of_part("indicators", indicator) for indicator in rules.indicators)
        yield from (
            self._pattern_entry(one) for one in rules.patterns if holds(one.option_condition, self.view)
        )
        if rules.otherwise is not None:
            yield self._pattern_entry(rules.otherwise, "otherwise")
        yield from self._payment_entries()

    def _game_pairs(self) -> list[Pair]:
        rules, tier, said = self.ruleset, self.ruleset.top_tier, self.expression_text
        return [
            ("players", said(rules.players)),
            ("unit", self.word_for(rules.unit)),
            ("default win", "self-draw" if rules.default_self_draw else "discard"),
            ("default seat and round", f"{rules.default_seat} {rules.default_round}"),
            ("attributes in a tile's notation", " and ".join(self.tileset.attributes)),
            ("sets that may be called", self._calls_text()),
            ("only the most valuable pattern counts", flag_text(rules.highest_only)),
            ("waits on a tile of which the hand has all copies", _formal_waits_text(rules.formal_waits)),
            ("patterns that count alone", self._tier_text(tier) if tier else ""),
            ("worth of a pattern that counts alone", str(tier.unit_value) if tier and tier.unit else ""),
            ("patterns that count alone add up", said(tier.add) if tier else ""),
            ("most patterns that count alone", said(tier.cap) if tier else ""),
            ("minimum to win", said(rules.minimum)),
            ("maximum of a hand", said(rules.maximum)),
            ("conditions for winning", self.value_text(rules.to_win)),
        ]

    def _tier_text(self, tier: TopTier) -> str:
        """Which patterns count alone: those from a value on."""
        unit = self.word_for(tier.unit) if tier.unit else ""
        return f"from {tier.start} {unit}".strip() if self.is_english else f"{tier.start}{unit}"

    def _calls_text(self) -> str:
        calls = self.ruleset.calls
        return "" if calls is None else self.list_text(map(self.word_for, calls)) or "none"

    def _tile_entries(self) -> Iterator[RulesEntry]:
        tileset = self.tileset
        for kind in tileset.kinds:
            red = tileset.red_copies(kind.index)
            written = dict(zip(tileset.attributes, (kind.letter, kind.digit), strict=True))
            others = (
                f"{self.word_for(name)} {self.word_for(str(value))}"
                for name, value in kind.attributes
                if written.get(name) != value
            )
            pairs = [("copies", str(kind.copies)), ("red copies", str(red or "")), ("is", ", ".join(others))]
            yield entry_from_pairs("tiles", kind.code, pairs, kind.names)
        yield entry_from_pairs("tiles", "order", "; ".join(map(self.tile_notation, tileset.order)))
        yield entry_from_pairs("tiles", "winds of the seats", self.tile_notation(tileset.winds))

    def _shape_entry(self, shape: Shape, condition: Node | None) -> RulesEntry:
        pairs = [
            ("tiles", "" if shape.flowers else str(shape.size)),
            ("flowers", str(shape.flowers or "")),
            ("sets", str(shape.sets or "")),
            ("pairs", str(shape.pairs or "")),
            ("kind of pair", self.word_for(shape.pair_kind)),
            ("loose tiles", str(shape.singles or "")),
            ("kinds of set", self.list_text(map(self.word_for, shape.kinds))),
            ("all different", flag_text(shape.different)),
            ("nothing called", flag_text(shape.concealed)),
            ("of", self.tile_notation(mask_kinds(shape.mask))),
            ("rows", shape.knitted),
            ("when", self.value_text(condition)),
        ]
        return entry_from_pairs("shapes", shape.id, pairs, shape.names)

    def _pattern_entry(self, item: Pattern, section: str = "patterns") -> RulesEntry:
        written = (", ".join(node.text for node in nodes) for nodes in item.alternatives)
        match = ""
        if item.alternatives:
            match = self.in_words(lambda speech: templates_clause(item, speech))
        alone = self.expression_text(item.alone_condition)
        return self.entry_of_part(
            section,
            item,
            value=self._pattern_value(item),
            unit=item.larger_unit or (item.unit if item.unit != self.ruleset.unit else ""),
            match=match or " or ".join(map(self.as_written, written)),
            alone=YES if alone == yaml_text(True) else alone,
        )

    def _pattern_value(self, item: Pattern) -> str:
        """The value of an item: one value, or separate values for closed and open hands."""
        closed, opened = self.expression_text(item.closed_value), self.expression_text(item.open_value)
        if not item.zero:
            closed, opened = ("" if text == "0" else text for text in (closed, opened))
        if closed == opened:
            return closed or "not allowed"
        if not (closed and opened):
            return f"{closed or opened} {'closed' if closed else 'open'} only"
        return f"{closed} closed, {opened} open"

    def _payment_entries(self) -> Iterator[RulesEntry]:
        """The entries for values and payments, from bonuses to payment."""
        rules, never = self.ruleset, yaml_text(False)
        bonuses = (bonus for bonus in rules.bonuses if self.expression_text(bonus.condition) != never)
        yield from (self.entry_of_part("bonuses", bonus) for bonus in bonuses)
        if rules.sheet is not None:
            yield from self._shares_entries(rules.sheet)
        yield from map(_table_entry, rules.tables)
        yield from (self.entry_of_part("amounts", amount) for amount in rules.amounts)
        yield entry_from_pairs("amounts", "base", self.expression_text(rules.base))
        limits = [limit for limit in rules.limits if self.expression_text(limit.condition) != never]
        yield from (self.entry_of_part("limits", limit) for limit in limits)
        yield entry_from_pairs("limits", "first of", self.list_text(self.word_for(one.id) for one in limits))
        yield from self._payment(rules.payment)
        yield from (self.entry_of_part("penalties", penalty) for penalty in rules.penalties)
        yield from self._table_play()

    def _table_play(self) -> Iterator[RulesEntry]:
        """How deals follow one another, and what the final scores are worth."""
        rules, never = self.ruleset, yaml_text(False)
        if rules.losing_hands is not None:
            near = "; ".join(
                f"{self.list_text(map(self.word_for, one.patterns))}: {self.expression_text(one.count)}"
                for one in rules.losing_hands.near_hands
            )
            pairs = self.described_fields(rules.losing_hands, near=near)
            yield entry_from_pairs("losing_hands", "what counts", pairs)
        compared = [one for one in rules.comparisons if self.expression_text(one.option_condition) != never]
        yield from (self.entry_of_part("comparisons", one) for one in compared)
        paid = [one for one in rules.events if self.expression_text(one.option_condition) != never]
        yield from (self.entry_of_part("events", one) for one in paid)
        if rules.deals is not None:
            yield entry_from_pairs("deals", "from deal to deal", self.described_fields(rules.deals))
        draws = [draw for draw in rules.draws if self.expression_text(draw.option_condition) != never]
        for draw in draws:
            transfers = ", ".join(
                one.id for one in draw.transfers if self.expression_text(one.option_condition) != never
            )
            yield self.entry_of_part("draws", draw, transfers=transfers)
            for one in draw.transfers:
                yield entry_from_pairs("draws", f"{draw.id}.{one.id}", self.described_fields(one), one.names)
        if rules.final is not None:
            rows = (f"{count}: {_numbers(row)}" for count, row in rules.final.by_floating)
            own = {
                "places": ", ".join(map(self.expression_text, rules.final.places)),
                "by_floating": "; ".join(rows),
            }
            yield entry_from_pairs("final", "final result", self.described_fields(rules.final, **own))

    def _shares_entries(self, sheet: Sheet) -> Iterator[RulesEntry]:
        yield entry_from_pairs("sheet", "counted in", sheet.unit)
        for label, items in (("value", sheet.items), ("replaces all others", sheet.fixed_items)):
            for item in items:
                (_, value), *pairs = self.described_fields(item)
                yield entry_from_pairs("sheet", item.id, [(label, value), *pairs], item.names)
        yield entry_from_pairs("sheet", "first of", ", ".join(item.id for item in sheet.fixed_items))
        yield entry_from_pairs("sheet", "rounded up to", str(sheet.round_up_to))

    def _payment(self, payment: Payment) -> Iterator[RulesEntry]:
        ways = ("discard", "self-draw")
        yield entry_from_pairs("payment", "each share rounded up to", str(payment.round_up_to))
        if payment.round_counters_up_to != payment.round_up_to:
            rounded = str(payment.round_counters_up_to)
            yield entry_from_pairs("payment", "each share for counters rounded up to", rounded)
        winners = payment.winners
        several = dict.fromkeys((winners.two_winners, winners.three_winners))
        said = join_words(map(self.word_for, several), self.language or ENGLISH, "or")
        yield entry_from_pairs("payment", "two or three winners", said)
        taken = self.described_fields(winners) if winners.own_stick != FALSE else [("", winners.sticks)]
        yield entry_from_pairs("payment", "sticks of several winners", taken)
        yield entry_from_pairs("payment", "at most from each", self.expression_text(payment.share_limit))
        yield entry_from_pairs("payment", "times", self.expression_text(payment.factor))
        for way, sheet in zip(ways, (payment.discard, payment.self_draw), strict=True):
            yield entry_from_pairs("payment", f"on a {way}", self.by_role(sheet))
        events = {event.id for event in self.ruleset.events}
        extras = [extra for extra in payment.extras if extra.id not in events]
        yield from (self.entry_of_part("payment", extra) for extra in extras)
        for way, sheet in zip(ways, payment.counters, strict=True):
            yield entry_from_pairs("payment", f"counters on a {way}", self.by_role(sheet))
        yield entry_from_pairs("payment", "sticks", self.expression_text(payment.sticks))
        if (liability := payment.liability) is not None:
            named = [
                self.word_for(name)
                for name, when in liability.patterns
                if self.expression_text(when) != yaml_text(False)
            ]
            yield entry_from_pairs(
                "payment", "liability", self.described_fields(liability, patterns=self.list_text(named))
            )


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _table_entry(table: ValueTable) -> RulesEntry:
    rows = []
    for low, high, values in table.rows:
        counts = f"{low}+" if high is None else str(low) if high == low else f"{low}-{high}"
        rows.append(f"{counts}: {', '.join(map(str, values))}")
    return entry_from_pairs(
        "tables", table.id, [("columns", ", ".join(table.columns)), ("rows", "; ".join(rows))]
    )


# ---- differences

ORDER = (
    "options", "game", "tiles", "classes", "sets", "shapes", "facts", "circumstances", "indicators",
    "patterns", "otherwise", "bonuses", "sheet", "tables", "amounts", "limits", "payment", "penalties",
    "losing_hands", "comparisons", "events", "deals", "draws", "final",
)  # fmt: skip
"""The sections in the order of a rule file; `game` stands for the settings at its top."""
THERE = "there"
"""The label of a difference that is a whole entry, which only one ruleset has."""


@dataclass(frozen=True)
class Difference:
    """A difference between two rulesets. A side without a text is empty.

    Without a `label`, the difference is the whole description of the entry. The label `there` means that only
    one side has the entry, whose text is its whole description.
    """

    section: str
    id: str
    label: str
    old_text: str
    new_text: str
    names: Names = ()
    note: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether only one side has the entry."""
        return self.label == THERE


def differences(old_ruleset: Ruleset, new_ruleset: Ruleset, language: str = "") -> tuple[Difference, ...]:
    """All differences between two configured rulesets, in the order of the sections, with expressions as they
    are written or in the words of a language.

    >>> from scorer.scoring import load_ruleset
    >>> plain, rounded = load_ruleset("riichi"), load_ruleset("riichi", {"kiriage_mangan": True})
    >>> [(change.id, change.old_text, change.new_text) for change in differences(plain, rounded)]
    [('kiriage_mangan', 'false', 'true')]
    """
    first, second = entries_of(old_ruleset), entries_of(new_ruleset)
    keys = [*first, *(key for key in second if key not in first)]
    keys.sort(key=lambda key: ORDER.index(key[0]))
    changes = [change for key in keys for change in _entry_differences(first.get(key), second.get(key))]
    if language:
        changes = _changes_in_words(changes, old_ruleset, new_ruleset, language)
    return _tiles_together(changes)


def departures(
    ruleset: Ruleset, language: str = ""
) -> tuple[tuple[tuple[str, Value], ...], tuple[Difference, ...]]:
    """The options that a rule file sets, and its other differences from its base, with expressions as they
    are written or in the words of a language.

    Options chosen at the table are ignored. Raises ScorerError if the file no longer exists.
    """
    base = load_ruleset(base_name(ruleset.extends[0], ruleset.file), language=language or ENGLISH)
    own = load_ruleset(ruleset.file, language=language or ENGLISH)
    shared = {name: value for name, value in own.option_values.items() if name in base.option_values}
    in_force = options_in_force(own)
    chosen = tuple(
        (name, value)
        for name, value in shared.items()
        if value != base.option_values[name] and name in in_force
    )
    with suppress(InputError):  # the base does not have this value
        base = configure_ruleset(base, shared)
    changes = differences(base, own, language)
    return chosen, tuple(one for one in changes if one.section != "options")


def _changes_in_words(
    changes: Sequence[Difference], base: Ruleset, own: Ruleset, language: str
) -> list[Difference]:
    """The differences with their texts in words, unless both sides would have the same words."""
    before, after = entries_of(base, language), entries_of(own, language)
    is_foreign = not is_english(language)

    def words_in(entries: dict[tuple[str, str], RulesEntry], change: Difference) -> str:
        entry = entries.get((change.section, change.id))
        if entry is None:
            return ""
        if change.is_whole:
            return entry.words(language) if is_foreign else entry.one_line
        text = dict(entry.pairs).get(change.label, "")
        return rule_word(text, language) if is_foreign else text

    found = []
    for change in changes:
        entry = after.get((change.section, change.id)) or before[change.section, change.id]
        old, new = words_in(before, change), words_in(after, change)
        if old == new:
            old, new = (
                f"{CODE_SIGN}{text}{CODE_SIGN}" if is_foreign and text else text
                for text in (change.old_text, change.new_text)
            )
        found.append(replace(change, old_text=old, new_text=new, note=entry.note))
    return found


def entries_of(ruleset: Ruleset, language: str = "") -> dict[tuple[str, str], RulesEntry]:
    """The descriptions of all entries of a ruleset, by section and id, with expressions as they are written
    or in the words of a language.
    """
    return {(item.section, item.id): item for item in _RulesDescription(ruleset, language).all_entries()}


def _entry_differences(old_entry: RulesEntry | None, new_entry: RulesEntry | None) -> Iterator[Difference]:
    """The differences of an entry: the whole entry if one side lacks it, or else label by label."""
    either = new_entry or old_entry
    if either is None or old_entry == new_entry:
        return
    if old_entry is None or new_entry is None:
        told = {
            THERE: (
                "" if old_entry is None else old_entry.one_line,
                "" if new_entry is None else new_entry.one_line,
            )
        }
    else:
        first, second = dict(old_entry.pairs), dict(new_entry.pairs)
        every = {label: (first.get(label, ""), second.get(label, "")) for label in (*first, *second)}
        told = {label: (old, new) for label, (old, new) in every.items() if old != new}
    for label, (old, new) in told.items():
        yield Difference(either.section, either.id, label, old, new, either.names, either.note)


def _tiles_together(differences: Iterable[Difference]) -> tuple[Difference, ...]:
    """The differences, with equal differences of tiles combined, because boxes usually differ by whole
    suits.
    """
    together: dict[tuple[str, ...], Difference] = {}
    for one in differences:
        is_tile = one.section == "tiles"
        key = (one.section, one.label, *((one.old_text, one.new_text) if is_tile else (one.id,)))
        first = together.get(key)
        if first is None:
            together[key] = one
        else:  # add a tile to the notation: digits before one letter
            codes = first.id[:-1] if first.id[-1:] == one.id[-1:] else first.id
            together[key] = replace(first, id=codes + one.id, names=())
    return tuple(together.values())
