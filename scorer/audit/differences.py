"""The differences between two configured rulesets, by section, id and value.

Expressions that depend only on options are evaluated with the current options. Anything that players do not
notice (names, definitions, sources, examples) is left out. The table of sections says which keys are compared
and how they are labelled; entries that need another form have a function here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial

from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import holds, rules_view, value_of, whole_number
from scorer.engine.partial import branch_in_force, constant_node, is_decided, options_in_force, simplify
from scorer.engine.results import shown_value
from scorer.engine.totals import BOUND_FUNCTIONS
from scorer.errors import InputError
from scorer.labels import value_label
from scorer.language import TRUTH
from scorer.language.nodes import Node, comparable_tree
from scorer.language.vocabulary import FACTS, FUNCTIONS, Scope
from scorer.languages import ENGLISH, GameLanguage, has_text, is_english, text_in
from scorer.message import Listed, ListKind, Message, Text, message_parts
from scorer.phrases import format_amount
from scorer.ruleset.builder import SECTION_OF
from scorer.ruleset.find import base_name
from scorer.ruleset.model import (
    FALSE,
    Option,
    Pattern,
    Payment,
    Penalty,
    Requirement,
    Ruleset,
    RulesPart,
    Shares,
    ShareSheet,
    Sheet,
    SheetItem,
    TopTier,
    Value,
    ValueTable,
)
from scorer.ruleset.section_table import SECTIONS, SectionKey
from scorer.scoring import load_ruleset
from scorer.shapes import Shape
from scorer.teach.constructs import clause, templates_clause
from scorer.teach.formula_words import amount_in_words, formula_in_words, is_choice_between
from scorer.teach.payment_table import PaymentCase
from scorer.teach.table_clauses import table_clause
from scorer.teach.words import MissingWord, Speech, selector_words
from scorer.texts import phrases
from scorer.tiles import Names, Tile, mask_kinds, name_in
from scorer.values import dataclass, replace

# ---- entries

Pair = tuple[Text, Text]
"""A label, such as `Message("rule when")`, and what it is there, which is empty if there is nothing."""
PAYS = {
    "discarder": Message("rule discarder pays"),
    "dealer": Message("rule dealer pays"),
    "each": Message("rule each other player pays"),
    "liable": Message("rule liable pays"),
}
"""The label of what each payer pays."""
PAYS_FOR_EVENT = {**PAYS, "discarder": Message("rule feeder pays")}
"""The same for what is paid during the deal, such as for a kong."""
PAYS_IN_TRANSFER = {**PAYS, "each": Message("rule each who pays")}
"""The same for what some players pay others, such as after a draw."""
PAID_BY_FALSE_WINNER = {
    "dealer": Message("rule paid to the dealer"),
    "each": Message("rule paid to each other player"),
}
"""The label of what a false winner pays, by who receives it."""
WINNERS = Message("rule to the dealer"), Message("rule to another")
FALSE_WINNERS = Message("rule false win of the dealer"), Message("rule false win of another")
YES, TRUE, FALSE_WORD = Message("rule yes"), Message("word true"), Message("word false")
MAKES_TRUE = Message("rule makes true")
VALUE, UNIT = Message("rule value"), Message("rule unit")
FIRST_OF, BASE = Message("rule first of"), Message("rule base")
"""The title of the order in which entries are tried, and that of the value from which payments follow."""
PAYMENT = Message("rule pays")
"""The label of what is paid, which goes without saying beside a payer."""
AS_WRITTEN = "rule as written"
"""The phrase for an expression as it is written, which marks it among the words of other languages."""
ATTRIBUTE_KEYS = ("same", "differ", "run")
"""The keys of a kind of set that name attributes of its tiles."""
FORMULA_PARTS = ("arithmetic", "if", "table")
"""The parts of an expression that is a formula."""
EACH_KEY = "each"
"""The key of the kind of set that is counted one by one."""
CONDITION_PARTS = ("and", "or", "not")
"""The parts of an expression that joins conditions."""
SELECTORS = ("kind", "state", "of", "has")
"""The parts of an expression that chooses sets of a hand."""


def listed(texts: Iterable[Text], kind: ListKind = "comma") -> Text:
    """Those texts that are not empty, as one text.

    >>> str(listed(["a", "", "b"])), listed(["a"]), listed([])
    ('a, b', 'a', '')
    """
    items = tuple(text for text in texts if text != "")
    return Listed(items, kind) if len(items) > 1 else items[0] if items else ""


def items_of(text: Text) -> tuple[Hashable, ...]:
    """The texts that `listed` joined."""
    return text.items if isinstance(text, Listed) else (text,) if text != "" else ()


@dataclass(frozen=True)
class RulesEntry:
    """An entry of a ruleset, such as a pattern, an option or a limit. A pair without a label is its
    whole description. The title of an entry that the rule file names is its id.
    """

    section: str
    title: Text
    pairs: tuple[Pair, ...]
    names: Names = ()
    note: str = ""
    definition: str = ""
    """what it is for players, if it is described in the words of a language"""

    @property
    def id(self) -> str:
        """Its id, or its title in English."""
        return str(self.title)

    @property
    def description(self) -> Text:
        """All that the rules say of it."""
        return _joined_pairs(self.pairs)

    @property
    def summary(self) -> Text:
        """The description without expressions as they are written, without what is not so and without the
        fact that it makes true, which has no name; of what has a definition, that and the value.
        """
        pairs = [
            pair
            for pair in self.pairs
            if pair[0] != MAKES_TRUE and not has_code(pair[1]) and not (pair[0] and pair[1] == FALSE_WORD)
        ]
        if self.definition:
            pairs = [*(pair for pair in pairs if pair[0] in (VALUE, UNIT)), ("", self.definition)]
        elif self.section == "options":
            pairs = pairs[:1]
        return _joined_pairs(pairs) or YES


def _joined_pairs(pairs: Iterable[Pair]) -> Text:
    """The pairs as one text; what is only so or not so is told by its label alone."""
    return listed(
        (
            pair[1] if not pair[0] else pair[0] if pair[1] in (YES, TRUE) else Message("rule labelled", *pair)
            for pair in pairs
        ),
        "semicolon",
    )


def has_code(text: Text) -> bool:
    """Whether a part of a text is an expression as it is written."""
    return any(part.key == AS_WRITTEN for part in message_parts(text))


def entry_from_pairs(
    section: str, title: Text, content: Text | Iterable[Pair], names: Names = (), note: str = ""
) -> RulesEntry:
    """An entry described by one text, or by those pairs that have a text."""
    pairs: Iterable[Pair] = [("", content)] if isinstance(content, Message | Listed | str) else content
    return RulesEntry(section, title, tuple(pair for pair in pairs if pair[1] != ""), names, note)


def tidy_text(text: str) -> str:
    """An expression with normal spacing.

    >>> tidy_text("chow(n,A) ,  chow( n, B )")
    'chow(n, A), chow(n, B)'
    """
    text = re.sub(" ?, ?", ", ", " ".join(text.split()))
    return text.replace("( ", "(").replace(" )", ")")


def flag_text(value: bool) -> Text:
    return YES if value else ""


def _is_selector(node: Node) -> bool:
    """Whether an expression chooses sets of a hand."""
    return node.op in SELECTORS or (node.op in CONDITION_PARTS and any(map(_is_selector, node.args)))


def _is_condition_of_hand(key: SectionKey) -> bool:
    """Whether a key has a condition that is asked of hands, not of what happens at the table."""
    asks = key.expression
    return asks is not None and asks.gives == TRUTH and asks.scope != Scope.TABLE


class RulesDescription:
    """Describes the entries of a configured ruleset: expressions as they are written, or in the words of a
    language, as far as the rules have these words. Of the amounts `by_formula`, the formula is described, not
    what the rules say of it.
    """

    def __init__(
        self, ruleset: Ruleset, language: str = "", by_formula: frozenset[str] = frozenset()
    ) -> None:
        self.by_formula = by_formula
        self.ruleset, self.tileset, self.view = ruleset, ruleset.tileset, rules_view(ruleset)
        self.language, self.is_english = language, is_english(language or ENGLISH)

    def expression_text(self, node: Node | None, key: str = "") -> Text:
        """The text of an expression, or its value if it depends only on options; `key` is the key of the rule
        file under which it stands, for a value that is a word.
        """
        if node is None:
            return ""
        node = self.in_force(node)
        if is_decided(node, self.ruleset):
            return self.word_text(value_of(node, self.view), key)
        return self.node_in_words(node, key) or self.as_written(node.text)

    def factor_text(self, factor: Node | None) -> Text:
        """What payments are multiplied by; conditions that double them are listed one after another."""
        parts = [*_multiplied(self.in_force(factor))] if factor else []
        if parts and all(is_choice_between(one, 2, 1) for one in parts):
            doubled = self.in_words(
                lambda speech: speech.list_words(
                    speech.phrase("doubled if", clause(one.args[0], speech)) for one in parts
                )
            )
            if doubled:
                return doubled
        return self.expression_text(factor)

    def in_force(self, node: Node) -> Node:
        """An expression without the parts that the options in force decide, if it is told in words."""
        if not self.language:
            return node
        found = simplify(node, self.view) if node.op in CONDITION_PARTS else branch_in_force(node, self.view)
        return self.with_values(found)

    def with_values(self, node: Node) -> Node:
        """A condition that compares with values of options instead of their names."""
        parts: tuple[Node | str, ...] = node.args
        if node.op in CONDITION_PARTS:
            return replace(node, args=tuple(map(self.with_values, node.parts)))
        if node.op != "compare" or is_decided(node, self.ruleset):
            return node
        return replace(node, args=tuple(self._value_or_self(part) for part in parts))

    def _value_or_self(self, part: Node | str) -> Node | str:
        if isinstance(part, str) or part.op != "option":
            return part
        value = value_of(part, self.view)
        return constant_node(value) if isinstance(value, int) else part

    def condition_text(self, node: Node) -> Text:
        """The text of a condition on hands; empty if it always holds."""
        text = self.expression_text(node)
        return "" if text == TRUE else text

    def node_in_words(self, node: Node, key: str = "") -> str:
        """An expression in words; empty if it is to be shown as it is written, or words are missing."""
        if any(map(self._is_of_table, node.walk())):
            return self.in_words(lambda speech: table_clause(node, speech))
        base = self.ruleset.base
        if (node.op, node.args, base.op) == ("amount", ("base",), "amount"):
            node = base  # the base is only another word for it
        if _is_selector(node):
            return self.in_words(lambda speech: selector_words(node, speech, is_plural=key != EACH_KEY))
        if node.op in FORMULA_PARTS or (node.op == "call" and node.args[0] in BOUND_FUNCTIONS):
            return self.in_words(lambda speech: formula_in_words(node, self.ruleset, speech))
        return self.in_words(lambda speech: clause(node, speech))

    def _is_of_table(self, node: Node) -> bool:
        """Whether a node is about what happens at the table."""
        name = node.args[0] if node.args else ""
        if node.op == "fact":
            return name not in FACTS and name not in self.stated_facts
        return node.op == "call" and name not in FUNCTIONS

    @cached_property
    def stated_facts(self) -> set[str]:
        """The facts of circumstances in the rule file."""
        return {fact for one in self.ruleset.circumstances_of_file for fact in (one.fact, one.of_seat)}

    def as_written(self, text: str) -> Text:
        """An expression as it is written, marked as such among the words of a language."""
        return Message(AS_WRITTEN, tidy_text(text)) if self.language and text else tidy_text(text)

    def name_for(self, ident: str) -> str:
        """What has an id, by its name in the language."""
        return self.name_by_id.get(ident) or ident if self.language else ident

    def word_text(self, value: object, key: str) -> Text:
        """A value that stands under a key of a rule file: a word of rule files, an id or a number."""
        if isinstance(value, bool):
            return TRUE if value else FALSE_WORD
        if not self.language:
            return str(value)
        if key in ATTRIBUTE_KEYS:
            return self.attribute_text(str(value))
        phrase = f"word {key}={value}"
        if phrase in phrases():
            return Message(phrase)
        if isinstance(value, int):
            return format_amount(value)
        return self.name_for(str(value))

    def attribute_text(self, name: str) -> str:
        """The word for an attribute of tiles."""
        return (name and self.in_words(lambda s: s.attribute_word(name))) or name

    @cached_property
    def name_by_id(self) -> dict[str, str]:
        """The names of everything in the rules that has an id, in the language."""
        rules = self.ruleset
        parts: tuple[RulesPart | Pattern | SheetItem, ...] = (
            *rules.draws, *rules.events, *rules.comparisons, *rules.kinds, *rules.shapes, *rules.indicators,
            *rules.circumstances, *rules.limits, *rules.bonuses, *rules.pattern_by_id.values(),
            *((*rules.sheet.items, *rules.sheet.fixed_items) if rules.sheet else ()),
            *(rules.final.transfers if rules.final else ()),
            *(transfer for draw in rules.draws for transfer in draw.transfers),
        )  # fmt: skip
        found = {part.id: text_in(dict(part.names), self.language) for part in parts}
        units = {name: rules.unit_word(name, language=self.language) for name in rules.unit_by_id}
        return {**units, **found}

    def option_text(self, option: Option, value: Value) -> Text:
        """A value of an option."""
        if not self.language or (self.is_english and isinstance(value, bool)):
            return self.word_text(value, "")
        if isinstance(value, bool):
            return Message("switch on" if value else "switch off")
        return value_label(option, value, self.language)

    def in_words(self, write: Callable[[Speech], str]) -> str:
        """A part of the rules in words; empty if it is to be shown as it is written, or words are missing."""
        if not self.language:
            return ""
        words = self.ruleset.phrases_in(self.language)
        language = GameLanguage(self.language, words) if words else self.language
        try:
            return write(Speech(self.ruleset, language))
        except MissingWord:
            return ""

    def requirement_text(self, requirement: Requirement) -> Text:
        """A condition for winning: in words, the reason that is given where it does not hold."""
        reason = name_in(requirement.reason, self.language) if self.language else ""
        return reason or self.as_written(requirement.node.text)

    def tile_notation(self, kinds: Iterable[int]) -> str:
        """Tiles in notation."""
        return self.tileset.format_tiles(Tile(kind) for kind in kinds)

    def value_text(self, value: object, key: str) -> Text:
        """A value as text; empty for a condition that always holds and for a missing value."""
        if isinstance(value, Node):
            text = self.expression_text(value, key)
            return "" if text == TRUE else text
        if isinstance(value, tuple):
            is_sentence = any(isinstance(part, Requirement) for part in value)
            texts = (self._element_text(one, key) for one in value)
            return listed(dict.fromkeys(texts), "semicolon") if is_sentence else listed(texts)
        if isinstance(value, bool):
            return flag_text(value)
        return "" if value is None else self.word_text(value, key)

    def _element_text(self, element: object, key: str) -> Text:
        """An element of a list: a requirement, a number of something, or what is required of something."""
        if isinstance(element, Requirement):
            return self.requirement_text(element)
        if isinstance(element, tuple):
            name, said_of = element
            if isinstance(said_of, tuple):
                required = listed((self._element_text(one, key) for one in said_of), "and")
                return Message("rule headed", self.name_for(name), required)
            if isinstance(said_of, Node):
                return Message("rule headed", self.name_for(name), self.condition_text(said_of))
            return Message("rule count of", said_of, self.name_for(name))
        return self.word_text(element, key)

    def described_fields(self, part: object, **descriptions: Text) -> Iterator[Pair]:
        """The description of a part of a ruleset, key by key; `descriptions` has the keys with a special
        description.
        """
        for key, declared in SECTIONS[SECTION_OF[type(part)]].items():
            if declared.label is None:
                continue
            if key in descriptions:
                shares: list[Pair] = [("", descriptions[key])]
            elif declared.form == "roles":
                shares = self.by_role(getattr(part, declared.field), *self._role_labels(part, key))
            elif declared.form.endswith("shares"):
                labels, _ = self._role_labels(part, key)
                shares = self.share_pairs(getattr(part, declared.field), labels)
            elif _is_condition_of_hand(declared) and isinstance(node := getattr(part, declared.field), Node):
                shares = [("", self.condition_text(node))]
            else:
                shares = [("", self.value_text(getattr(part, declared.field), key))]
            label = Message(declared.label) if declared.label else ""
            is_told = label == PAYMENT and all(payer for payer, _ in shares)
            yield from ((listed(("" if is_told else label, payer)), text) for payer, text in shares)

    def entry_of_part(self, section: str, part: RulesPart, **descriptions: Text) -> RulesEntry:
        """An entry with the description of a part that the table of sections declares."""
        entry = entry_from_pairs(section, part.id, self.described_fields(part, **descriptions), part.names)
        texts = dict(getattr(part, "definition", ()) or getattr(part, "help", ()))
        is_defined = bool(self.language) and has_text(texts, self.language)
        return replace(entry, definition=text_in(texts, self.language)) if is_defined else entry

    @staticmethod
    def _role_labels(part: object, key: str) -> tuple[Mapping[str, Message], tuple[Message, Message]]:
        """How the shares of a payment are labelled, and the two roles for which they may differ."""
        if key == "false_win" or isinstance(part, Penalty):
            return PAID_BY_FALSE_WINNER, FALSE_WINNERS
        kinds = {"event": PAYS_FOR_EVENT, "transfer": PAYS_IN_TRANSFER}
        return kinds.get(SECTION_OF[type(part)], PAYS), WINNERS

    def by_role(
        self, sheet: ShareSheet, labels: Mapping[str, Message] = PAYS, roles: Iterable[Message] = WINNERS
    ) -> list[Pair]:
        """The payers, described once if they are the same for all winners."""
        both = [self.share_pairs(shares, labels) for shares in (sheet.dealer, sheet.non_dealer)]
        if both[0] == both[1]:
            return both[0]
        by_role = zip(roles, both, strict=True)
        return [(listed((role, label)), text) for role, pairs in by_role for label, text in pairs]

    def share_pairs(self, shares: Shares, labels: Mapping[str, Message] = PAYS) -> list[Pair]:
        return [(labels[payer], self.expression_text(node)) for payer, node in shares]

    # -- section by section -------------------------------------------------------------------------------

    def all_entries(self) -> Iterator[RulesEntry]:
        rules = self.ruleset
        for option in rules.offered_options:
            told = self.described_fields(
                option,
                default=self.option_text(option, rules.option_values[option.id]),
                choices=listed(self.option_text(option, choice) for choice in option.choices),
            )
            note = name_in(option.help, self.language or ENGLISH)
            yield entry_from_pairs("options", option.id, told, option.names, note)
        yield from (entry_from_pairs("game", *pair) for pair in self._game_pairs() if pair[1] != "")
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
        for said_of in rules.circumstances_of_file:
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
            (Message("rule players"), said(rules.players)),
            (Message("rule unit"), self.name_for(rules.unit)),
            (
                Message("rule default win"),
                Message("rule self-draw") if rules.default_self_draw else Message("rule discard"),
            ),
            (
                Message("rule default seat and round"),
                Listed((Message(rules.default_seat), Message(rules.default_round)), "comma"),
            ),
            (
                Message("rule attributes in a tile's notation"),
                listed(map(self.attribute_text, self.tileset.attributes), "and"),
            ),
            (Message("rule sets that may be called"), self._calls_text()),
            (Message("rule only the most valuable pattern counts"), flag_text(rules.highest_only)),
            (
                Message("rule waits on a tile of which the hand has all copies"),
                self.value_text(rules.formal_waits, "formal_waits"),
            ),
            (Message("rule patterns that count alone"), self._tier_text(tier) if tier else ""),
            (
                Message("rule worth of a pattern that counts alone"),
                str(tier.unit_value) if tier and tier.unit else "",
            ),
            (Message("rule patterns that count alone add up"), said(tier.add) if tier else ""),
            (Message("rule most patterns that count alone"), said(tier.cap, "cap") if tier else ""),
            (Message("rule minimum to win"), said(rules.minimum)),
            (Message("rule maximum of a hand"), said(rules.maximum)),
            (Message("rule conditions for winning"), self.value_text(rules.to_win, "to_win")),
        ]

    def _tier_text(self, tier: TopTier) -> Text:
        """Which patterns count alone: those from a value on."""
        start = str(tier.start)
        value = Message("rule number and unit", start, self.name_for(tier.unit)) if tier.unit else start
        return Message("rule from value", value)

    def _calls_text(self) -> Text:
        calls = self.ruleset.calls
        return "" if calls is None else listed(map(self.name_for, calls)) or Message("rule none")

    def _tile_entries(self) -> Iterator[RulesEntry]:
        tileset = self.tileset
        for kind in tileset.kinds:
            red = tileset.red_copies(kind.index)
            written = dict(zip(tileset.attributes, (kind.letter, kind.digit), strict=True))
            others = (
                Message("rule labelled", self.attribute_text(name), self.name_for(str(value)))
                for name, value in kind.attributes
                if written.get(name) != value
            )
            pairs: list[Pair] = [
                (Message("rule copies"), str(kind.copies)),
                (Message("rule red copies"), str(red or "")),
                (Message("rule is"), listed(others)),
            ]
            yield entry_from_pairs("tiles", kind.code, pairs, kind.names)
        order = listed(map(self.tile_notation, tileset.order), "semicolon")
        yield entry_from_pairs("tiles", Message("rule order"), order)
        yield entry_from_pairs("tiles", Message("rule winds of the seats"), self.tile_notation(tileset.winds))

    def _shape_entry(self, shape: Shape, condition: Node | None) -> RulesEntry:
        pairs: list[Pair] = [
            (Message("rule tiles"), "" if shape.flowers else str(shape.size)),
            (Message("rule flowers"), str(shape.flowers or "")),
            (Message("rule sets"), str(shape.sets or "")),
            (Message("rule pairs"), str(shape.pairs or "")),
            (Message("rule kind of pair"), self.name_for(shape.pair_kind)),
            (Message("rule loose tiles"), str(shape.singles or "")),
            (Message("rule kinds of set"), listed(map(self.name_for, shape.kinds))),
            (Message("rule all different"), flag_text(shape.different)),
            (Message("rule nothing called"), flag_text(shape.concealed)),
            (Message("rule of"), self.tile_notation(mask_kinds(shape.mask))),
            (Message("rule rows"), shape.knitted),
            (Message("rule when"), self.value_text(condition, "when")),
        ]
        return entry_from_pairs("shapes", shape.id, pairs, shape.names)

    def _pattern_entry(self, item: Pattern, section: str = "patterns") -> RulesEntry:
        written = (", ".join(node.text for node in nodes) for nodes in item.alternatives)
        match: Text = ""
        if item.alternatives:
            match = self.in_words(lambda speech: templates_clause(item, speech))
        alone = self.expression_text(item.alone_condition)
        return self.entry_of_part(
            section,
            item,
            value=self._pattern_value(item),
            unit=self.name_for(item.larger_unit or (item.unit if item.unit != self.ruleset.unit else "")),
            match=match or (self.as_written(" or ".join(written)) if item.alternatives else ""),
            alone=YES if alone == TRUE else alone,
        )

    def _pattern_value(self, item: Pattern) -> Text:
        """The value of an item: one value, or separate values for closed and open hands."""
        closed, opened = (self._worth_text(node, item) for node in (item.closed_value, item.open_value))
        if not item.zero:
            closed, opened = ("" if text == "0" else text for text in (closed, opened))
        if closed == opened:
            return closed or Message("rule not allowed")
        if not opened:
            return Message("rule closed only", closed)
        if not closed:
            return Message("rule open only", opened)
        return Message("rule closed and open", closed, opened)

    def _worth_text(self, node: Node | None, item: Pattern) -> Text:
        """A value of a pattern; in other languages than English with its unit if it is not the usual one."""
        if self.is_english or node is None or not is_decided(node, self.ruleset):
            return self.expression_text(node)
        value, unit = shown_value(whole_number(node, self.view), item, self.ruleset)
        is_usual = unit == self.ruleset.unit
        return f"{value:,}" if is_usual else self.ruleset.amount_text(value, unit, self.language)

    def _amount_entries(self) -> Iterator[RulesEntry]:
        """The amounts that are computed for a hand; one that is the base as it is goes by that name."""
        rules = self.ruleset
        base = rules.base.args[0] if rules.base.op == "amount" else None
        for amount in rules.amounts:
            has_words = amount.says and amount.id not in self.by_formula
            said = self.in_words(partial(amount_in_words, amount, rules)) if has_words else ""
            entry = self.entry_of_part("amounts", amount, **({"is": said} if said else {}))
            yield replace(entry, title=BASE) if amount.id == base else entry
        if base is None:
            yield entry_from_pairs("amounts", BASE, self.expression_text(rules.base))

    def _payment_entries(self) -> Iterator[RulesEntry]:
        """The entries for values and payments, from bonuses to payment."""
        rules, never = self.ruleset, FALSE_WORD
        bonuses = (bonus for bonus in rules.bonuses if self.expression_text(bonus.condition) != never)
        yield from (self.entry_of_part("bonuses", bonus) for bonus in bonuses)
        if rules.sheet is not None:
            yield from self._shares_entries(rules.sheet)
        yield from map(self._table_entry, rules.tables)
        yield from self._amount_entries()
        limits = [limit for limit in rules.limits if self.expression_text(limit.condition) != never]
        yield from (self.entry_of_part("limits", limit) for limit in limits)
        yield entry_from_pairs("limits", FIRST_OF, listed(self.name_for(one.id) for one in limits))
        yield from self._payment(rules.payment)
        yield from (self.entry_of_part("penalties", penalty) for penalty in rules.penalties)
        yield from self._table_play()

    def _table_play(self) -> Iterator[RulesEntry]:
        """How deals follow one another, and what the final scores are worth."""
        rules, never = self.ruleset, FALSE_WORD
        if rules.losing_hands is not None:
            near = listed(
                (
                    Message(
                        "rule headed",
                        listed(map(self.name_for, one.patterns)),
                        self.expression_text(one.count),
                    )
                    for one in rules.losing_hands.near_hands
                    if one.patterns
                ),
                "semicolon",
            )
            pairs = self.described_fields(rules.losing_hands, near=near)
            yield entry_from_pairs("losing_hands", Message("rule what counts"), pairs)
        compared = [one for one in rules.comparisons if self.expression_text(one.option_condition) != never]
        yield from (self.entry_of_part("comparisons", one) for one in compared)
        paid = [one for one in rules.events if self.expression_text(one.option_condition) != never]
        yield from (self.entry_of_part("events", one) for one in paid)
        if rules.deals is not None:
            title = Message("rule from deal to deal")
            yield entry_from_pairs("deals", title, self.described_fields(rules.deals))
        draws = [draw for draw in rules.draws if self.expression_text(draw.option_condition) != never]
        for draw in draws:
            transfers = listed(
                self.name_for(one.id)
                for one in draw.transfers
                if self.expression_text(one.option_condition) != never
            )
            yield self.entry_of_part("draws", draw, transfers=transfers)
            for one in draw.transfers:
                yield entry_from_pairs("draws", f"{draw.id}.{one.id}", self.described_fields(one), one.names)
        if rules.final is not None:
            rows = (
                Message("rule headed", str(count), _numbers(row)) for count, row in rules.final.by_floating
            )
            settled = [
                one for one in rules.final.transfers if self.expression_text(one.option_condition) != never
            ]
            own = {
                "transfers": listed(self.name_for(one.id) for one in settled),
                "places": _numbers(map(self.expression_text, rules.final.places)),
                "by_floating": listed(rows, "semicolon"),
            }
            if not self._has_sticks or rules.payment.sticks is None:
                own["sticks"] = ""  # there are none that could be left
            title = Message("rule final result")
            yield entry_from_pairs("final", title, self.described_fields(rules.final, **own))
            yield from (self.entry_of_part("final", one) for one in settled)

    def _shares_entries(self, sheet: Sheet) -> Iterator[RulesEntry]:
        yield entry_from_pairs("sheet", Message("rule counted in"), self.name_for(sheet.unit))
        for label, items in ((VALUE, sheet.items), (Message("rule replaces all others"), sheet.fixed_items)):
            for item in items:
                (_, value), *pairs = self.described_fields(item)
                yield entry_from_pairs("sheet", item.id, [(label, value), *pairs], item.names)
        first_of = listed(self.name_for(item.id) for item in sheet.fixed_items)
        yield entry_from_pairs("sheet", FIRST_OF, first_of)
        yield entry_from_pairs("sheet", Message("rule rounded up to"), str(sheet.round_up_to))

    def _table_entry(self, table: ValueTable) -> RulesEntry:
        rows = []
        for low, high, values in table.rows:
            counts = f"{low}+" if high is None else str(low) if high == low else f"{low}-{high}"
            rows.append(Message("rule headed", counts, _numbers(values)))
        columns = (Message("rule columns"), listed(self._column_texts(table.columns)))
        return entry_from_pairs(
            "tables", table.id, [columns, (Message("rule rows"), listed(rows, "semicolon"))]
        )

    def _column_texts(self, columns: tuple[str, ...]) -> Iterator[Text]:
        """The columns of a table; one that is chosen with an option is called as the option calls it."""
        chosen = (one for one in self.ruleset.options if {*columns} <= {*map(str, one.choices)})
        option = next(chosen, None)
        return (self.option_text(option, one) if option else one for one in columns)

    def _payment(self, payment: Payment) -> Iterator[RulesEntry]:
        for title, content in self._payment_pairs(payment):
            yield entry_from_pairs("payment", title, content)
        events = {event.id for event in self.ruleset.events}
        extras = [extra for extra in payment.extras if extra.id not in events]
        yield from (self.entry_of_part("payment", extra) for extra in extras)
        if (liability := payment.liability) is not None:
            named = listed(
                self.name_for(name)
                for name, when in liability.patterns
                if self.expression_text(when) != FALSE_WORD
            )
            pairs = self.described_fields(liability, patterns=named)
            yield entry_from_pairs("payment", Message("rule liability"), pairs)

    def several_winners(self, rule: str) -> Text:
        """Who is paid if several players win: all, if no sticks are played that one of them could take."""
        return self.word_text("each" if rule == "first" and not self._has_sticks else rule, "two")

    @cached_property
    def _has_sticks(self) -> bool:
        return "sticks" in self.ruleset.table_counters

    @cached_property
    def _is_only_drawn(self) -> bool:
        """Whether nobody can win on a discard."""
        return not any(PaymentCase(dealer, False).can_win(self.ruleset) for dealer in (True, False))

    def _payment_pairs(self, payment: Payment) -> Iterator[tuple[Text, Text | Iterable[Pair]]]:
        """What is said of payments in general, by titles."""
        yield Message("rule each share rounded up to"), self.word_text(payment.round_up_to, "")
        if payment.round_counters_up_to != payment.round_up_to:
            counters = self.word_text(payment.round_counters_up_to, "")
            yield Message("rule each share for counters rounded up to"), counters
        winners = payment.winners
        if not self._is_only_drawn:
            several = dict.fromkeys((winners.two_winners, winners.three_winners))
            yield (
                Message("rule two or three winners"),
                listed(dict.fromkeys(map(self.several_winners, several)), "or"),
            )
        sticks = Message("rule sticks of several winners")
        if winners.own_stick == FALSE:
            yield sticks, self.word_text(winners.sticks, "sticks")
        else:
            yield sticks, self.described_fields(winners)
        yield Message("rule at most from each"), self.expression_text(payment.share_limit)
        yield Message("rule times"), self.factor_text(payment.factor)
        if not self._is_only_drawn:
            yield Message("rule on a discard"), self.by_role(payment.discard)
        yield Message("rule on a self-draw"), self.by_role(payment.self_draw)
        on_discard, on_self_draw = payment.counters
        yield Message("rule counters on a discard"), self.by_role(on_discard)
        yield Message("rule counters on a self-draw"), self.by_role(on_self_draw)
        yield Message("rule sticks"), self.expression_text(payment.sticks)


def _multiplied(node: Node) -> Iterator[Node]:
    """The factors of a product."""
    if node.op == "arithmetic" and node.args[0] == "*":
        for part in node.parts:
            yield from _multiplied(part)
    else:
        yield node


def _numbers(numbers: Iterable[object]) -> Text:
    return listed(map(str, numbers))


# ---- differences

ORDER = (
    "options", "game", "tiles", "classes", "sets", "shapes", "facts", "circumstances", "indicators",
    "patterns", "otherwise", "bonuses", "sheet", "tables", "amounts", "limits", "payment", "penalties",
    "losing_hands", "comparisons", "events", "deals", "draws", "final",
)  # fmt: skip
"""The sections in the order of a rule file; `game` stands for the settings at its top."""
SAME_IN_WORDS = ("facts", "patterns", "limits", "payment")
"""Sections in which entries with the same words are the same to players."""
THERE = "there"
"""The label of a difference that is a whole entry, which only one ruleset has."""


@dataclass(frozen=True)
class Difference:
    """A difference between two rulesets. A side without a text is empty.

    Without an `aspect`, the difference is the whole description of the entry. The aspect `there` means that
    only one side has the entry, whose text is its whole description. The title of an entry that the rule file
    names is its id. `id`, `label`, `old_text` and `new_text` are in English.
    """

    section: str
    title: Text
    aspect: Text
    old: Text
    new: Text
    names: Names = ()
    note: str = ""

    @property
    def id(self) -> str:
        return str(self.title)

    @property
    def label(self) -> str:
        return str(self.aspect)

    @property
    def old_text(self) -> str:
        return str(self.old)

    @property
    def new_text(self) -> str:
        return str(self.new)

    @property
    def is_whole(self) -> bool:
        """Whether only one side has the entry."""
        return self.aspect == THERE


def differences(old_ruleset: Ruleset, new_ruleset: Ruleset, language: str = "") -> tuple[Difference, ...]:
    """All differences between two configured rulesets, in the order of the sections, with expressions as they
    are written or in the words of a language.

    >>> from scorer.scoring import load_ruleset
    >>> plain, rounded = load_ruleset("riichi"), load_ruleset("riichi", {"kiriage_mangan": True})
    >>> [(change.id, change.old_text, change.new_text) for change in differences(plain, rounded)]
    [('kiriage_mangan', 'false', 'true')]
    """
    changes = changes_between(old_ruleset, new_ruleset)
    if language:
        changes = _changes_in_words(changes, old_ruleset, new_ruleset, language)
    return tiles_together(changes)


def changes_between(old_ruleset: Ruleset, new_ruleset: Ruleset) -> list[Difference]:
    """All differences as they are written, tile by tile."""
    first, second = entries_of(old_ruleset), entries_of(new_ruleset)
    keys = [*first, *(key for key in second if key not in first)]
    keys.sort(key=lambda key: ORDER.index(key[0]))
    return [change for key in keys for change in _entry_differences(first.get(key), second.get(key))]


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
    by_formula = amounts_said_alike(base, own)
    before, after = (entries_of(side, language, by_formula) for side in (base, own))
    is_foreign = not is_english(language)

    def text_in_words(entries: dict[tuple[str, Text], RulesEntry], change: Difference) -> Text:
        entry = entries.get((change.section, change.title))
        if entry is None:
            return ""
        if change.is_whole:
            return entry.summary
        return dict(entry.pairs).get(change.aspect, "")

    found = []
    for change in changes:
        entry = after.get((change.section, change.title)) or before.get((change.section, change.title))
        if entry is None:
            continue  # the options close it in both rulesets, so there is nothing to put in words
        old, new = text_in_words(before, change), text_in_words(after, change)
        if old == new and (change.title == UNIT or change.section in SAME_IN_WORDS):
            continue  # units or limits that are called the same, or another way to write a condition
        if old == new:
            old, new = (
                Message(AS_WRITTEN, str(text)) if is_foreign and str(text) else text
                for text in (change.old, change.new)
            )
        found.append(replace(change, old=old, new=new, note=entry.note))
    return found


def entries_of(
    ruleset: Ruleset, language: str = "", by_formula: frozenset[str] = frozenset()
) -> dict[tuple[str, Text], RulesEntry]:
    """The descriptions of all entries of a ruleset, by section and title, with expressions as they are
    written or in the words of a language; of the amounts `by_formula`, always their formulas.
    """
    described = RulesDescription(ruleset, language, by_formula).all_entries()
    return {(item.section, item.title): item for item in described}


def amounts_said_alike(first: Ruleset, second: Ruleset) -> frozenset[str]:
    """The ids of amounts of which two rulesets say the same, though they have other formulas."""
    others = {amount.id: amount for amount in second.amounts if amount.says}
    return frozenset(
        amount.id
        for amount in first.amounts
        if (other := others.get(amount.id))
        and amount.says == other.says
        and comparable_tree(amount.node) != comparable_tree(other.node)
    )


def _entry_differences(old_entry: RulesEntry | None, new_entry: RulesEntry | None) -> Iterator[Difference]:
    """The differences of an entry: the whole entry if one side lacks it, or else label by label."""
    either = new_entry or old_entry
    if either is None or old_entry == new_entry:
        return
    if old_entry is None or new_entry is None:
        told: dict[Text, tuple[Text, Text]] = {
            THERE: (
                "" if old_entry is None else old_entry.description,
                "" if new_entry is None else new_entry.description,
            )
        }
    else:
        first, second = dict(old_entry.pairs), dict(new_entry.pairs)
        every = {label: (first.get(label, ""), second.get(label, "")) for label in (*first, *second)}
        told = {label: (old, new) for label, (old, new) in every.items() if old != new}
    for label, (old, new) in told.items():
        yield Difference(either.section, either.title, label, old, new, either.names, either.note)


def tiles_together(differences: Iterable[Difference]) -> tuple[Difference, ...]:
    """The differences, with equal differences of tiles combined, because boxes usually differ by whole
    suits.
    """
    together: dict[tuple[Text, ...], Difference] = {}
    for one in differences:
        is_tile = one.section == "tiles"
        key = (one.section, one.aspect, one.old, one.new, *(() if is_tile else (one.title,)))
        first = together.get(key)
        if first is None:
            together[key] = one
        else:  # add a tile to the notation: digits before one letter
            codes = first.id[:-1] if first.id[-1:] == one.id[-1:] else first.id
            together[key] = replace(first, title=codes + one.id, names=())
    return tuple(together.values())
