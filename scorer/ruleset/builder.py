"""What the builders of a ruleset share: the merged file, what is known and built so far, the problems found.

A section becomes its part of the model as the table of sections declares it; what only one section needs, its
builder adds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from scorer.errors import Problem
from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import Flaw, Node
from scorer.language.parser import read_expression, read_selector
from scorer.language.vocabulary import KnownNames, Scope
from scorer.languages import NAME_LANGUAGES
from scorer.memo import Memo
from scorer.message import Listed, Message, Text, Translated
from scorer.ruleset.forms import SELECTOR_SORT, WAYS_OF_WINNING, WORD_FORMS
from scorer.ruleset.items import Item, RuleText, ids_by_title
from scorer.ruleset.model import FIRST_EAST_ASIAN, Fact, Option, Requirement, Shares, ShareSheet, Unit
from scorer.ruleset.section_table import MODELS, SECTIONS, SectionKey
from scorer.shapes import SetKind
from scorer.suggest import did_you_mean
from scorer.tiles import Names as Texts
from scorer.tiles import TileSet
from scorer.values import cached_property, dataclass, field, replace

Built = TypeVar("Built")
UNNAMED_ID = "unnamed"
DEFAULT_UNIT = "points"
"""What patterns are counted in unless the file says more."""
ROW_KEY = re.compile(r"([0-9]+)(?:\s*-\s*([0-9]+)|(\+))?\Z")
KANA = re.compile("[\u3041-\u30fa]")
SECTION_OF: dict[Callable[..., object], str] = {kind: section for section, kind in MODELS.items()}
MODEL_FIELDS = {section: frozenset(vars(kind)["__match_args__"]) for section, kind in MODELS.items()}
KNOWN_NAME_FIELDS: tuple[str, ...] = vars(KnownNames)["__match_args__"]
SUPPRESSING_RELATIONS = ("implies", "excludes", "absorbs", "less")
RELATIONS = (*SUPPRESSING_RELATIONS, "instead", "beside")
NAMED_BY_ID: tuple[Callable[..., object], ...] = (Option, Fact, Unit)
"""Without a name these are told by their id or by other words."""
MOST_PARTS = 6_000
"""Names, numbers, operators in all expressions and relations of a ruleset; a large game has about 1,000."""
MOST_PARTS_IN_ONE = 2_000
"""parts of one fact or class, with all that it is made of"""


class TooManyParts(Exception):
    """More in the expressions of a ruleset than can be checked while somebody waits."""

    def __init__(self, item: Item, key: bool = False) -> None:
        message = Message("more than names", MOST_PARTS)
        super().__init__(message)
        hint = Message("split the file name repeated conditions or put patterns")
        self.problem = item.problem("L106", message, hint=hint, key=key)


@dataclass(frozen=True)
class CheckedExpression:
    """A sound expression and where it stands: the value of `item`, or its key."""

    item: Item
    node: Node
    sort: str
    key: bool = False


@dataclass
class RulesetBuilder:
    """A ruleset on its way from a merged file to the model.

    `base_root` is what lies below the file itself, the defaults with it; `files` has every file with the
    digest of its bytes. `defaults_source` is the very file of defaults: threads that load at once may each
    read it.
    """

    root: Item
    base_root: Item
    defaults_source: RuleText
    dropped_ids: frozenset[str] = frozenset()
    base_names: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    names: KnownNames = field(default_factory=KnownNames)
    problems: list[Problem] = field(default_factory=list)
    used_facts: set[str] = field(default_factory=set)
    expressions: list[CheckedExpression] = field(default_factory=list)
    """every sound expression, in the order of reading"""
    table_expressions: list[CheckedExpression] = field(default_factory=list)
    """the sound conditions and numbers at the table, which refer to other words"""
    fact_sizes: dict[str, int] = field(default_factory=dict)
    """how many parts each named fact has, those of the facts in it included"""
    part_count: int = 0
    """how many parts all expressions have together"""
    tileset: TileSet = TileSet((), ())
    masks: dict[str, int] = field(default_factory=dict)
    """the tiles of each class that is the same in every situation"""
    kinds: dict[str, SetKind] = field(default_factory=dict)
    kind_unions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """words for several kinds of set"""
    repeats_rules: bool = False
    """whether all but values of options was built before, from the same shipped ruleset"""

    @cached_property
    def pattern_ids_by_title(self) -> dict[str, str]:
        """The ids of patterns by their names in every language."""
        return ids_by_title(self.root.get("patterns").entries)

    @cached_property
    def used_names(self) -> frozenset[tuple[str, object]]:
        """The sort of node and the first word of every part of every expression, once all are read."""
        return frozenset(
            (part.op, part.args[0])
            for asked in self.expressions
            for part in asked.node.walk()
            if part.args and isinstance(part.args[0], str)
        )

    @property
    def noted_counts(self) -> tuple[int, int, int]:
        """How many expressions of hands, problems, and expressions of the table are noted so far."""
        return len(self.expressions), len(self.problems), len(self.table_expressions)

    @property
    def settled_names(self) -> KnownNames:
        """The names that expressions may use: the same object for every ruleset that has the same."""
        sizes = tuple(len(vars(self.names)[name]) for name in KNOWN_NAME_FIELDS)
        known = KNOWN_NAMES.get(sizes)
        if known is not self.names and known != self.names:
            KNOWN_NAMES.keep(sizes, self.names)
        elif known is not None:
            self.names = known
        return self.names

    def note_as_in(self, other: RulesetBuilder) -> None:
        """Notes all that was noted of the same rules in another file, which has no problem."""
        self.repeats_rules = True
        self.names, self.tileset, self.part_count = other.names, other.tileset, other.part_count
        self.used_facts, self.masks, self.kinds = set(other.used_facts), {**other.masks}, {**other.kinds}
        self.expressions, self.table_expressions = [*other.expressions], [*other.table_expressions]
        self.fact_sizes, self.kind_unions = {**other.fact_sizes}, {**other.kind_unions}

    def is_standard(self, item: Item) -> bool:
        """Whether a value comes from the defaults, not from a ruleset."""
        return item.source is self.defaults_source

    def add_error(
        self, item: Item, code: str, message: Text, hint: Text = "", *, key: bool = False, word: str = ""
    ) -> None:
        """Notes what is wrong with a value or with its key, of which all is marked unless it is one word."""
        at = 0 if key else max(0, item.text().find(word))
        self.problems.append(item.problem(code, message, hint, key=key, offset=at, length=len(word)))

    def expanded_size(self, node: Node) -> int:
        """How many parts an expression has once every fact in it is written out."""
        return sum(
            1 + self.fact_sizes.get(str(part.args[0]), 0) if part.op == "named" else 1 for part in node.walk()
        )

    def declare(self, **changes: object) -> None:
        """Adds to the names that expressions may use."""
        self.names = replace(self.names, **changes)  # type: ignore[arg-type]

    def expression(self, item: Item, scope: Scope, gives: str = TRUTH) -> Node | None:
        """The checked tree of an expression or a selector of sets, or None where there is none."""
        if not item.is_plain or isinstance(item.value, float):
            return None
        if gives == SELECTOR_SORT:
            node, flaws = read_selector(item.text(), self.names)
        else:
            node, _, flaws = read_expression(item.text(), self.names, scope, gives)
            if gives == NUMBER and scope < Scope.AWARD:
                flaws = [replace(flaw, hint=self._threshold_hint(item, flaw) or flaw.hint) for flaw in flaws]
        if scope == Scope.TABLE:
            self._note(item, node, flaws)
            if not flaws:
                self.table_expressions.append(CheckedExpression(item, node, gives))
        else:
            self.note_expression(item, node, gives, flaws)
        return node if not flaws else placeholder(item.text(), gives)

    def number_expression(self, item: Item, scope: Scope = Scope.AWARD) -> Node | None:
        """The checked tree of an expression that gives a number."""
        return self.expression(item, scope, NUMBER)

    def _note(self, item: Item, node: Node, flaws: Sequence[Flaw], key: bool = False) -> list[Node]:
        """Notes what is wrong with an expression, and how many parts it has; its parts."""
        for flaw in flaws:
            at = flaw.position if key else min(flaw.position, max(0, len(item.text()) - 1))
            self.problems.append(
                item.problem(flaw.code, flaw.message, flaw.hint, key=key, offset=at, length=flaw.length)
            )
        parts = list(node.walk())
        self.count_parts(item, len(parts))
        return parts

    def note_expression(
        self, item: Item, node: Node, sort: str, flaws: Sequence[Flaw] = (), key: bool = False
    ) -> None:
        """Notes what an expression asks and what is wrong with it; one with flaws asks for its facts only."""
        parts = self._note(item, node, flaws, key)
        self.used_facts.update(part.args[0] for part in parts if part.op == "fact")
        if not flaws:
            self.expressions.append(CheckedExpression(item, node, sort, key))

    def _threshold_hint(self, item: Item, flaw: Flaw) -> Text:
        """What was meant where a limit, or a unit of the top tier, stands for what it takes."""
        tier, name = self.root.get("top_tier_only"), item.text()[flaw.position : flaw.position + flaw.length]
        limits = {one.get("id").text(): one.get("when").text() for one in self.root.get("limits").mappings}
        found = re.match(r"\w+ >= ([0-9]+)", limits.get(name, ""))
        if name and name == tier.get("unit").text():
            return Message("write", (tier.get("each") or tier.get("from")).text())
        return Message("write", found[1]) if found else ""

    def count_parts(self, item: Item, parts: int, key: bool = False) -> None:
        """Adds to what there is to check. Raises TooManyParts."""
        self.part_count += parts
        if self.part_count > MOST_PARTS:
            raise TooManyParts(item, key)

    def requirements(self, item: Item, scope: Scope) -> tuple[Requirement, ...]:
        """Conditions with the reasons given where they fail; the conditions are the keys."""
        found = []
        for text, reason in item.fields.items():
            node, _, flaws = read_expression(text, self.names, scope)
            if flaws and reason.is_plain and not read_expression(reason.text(), self.names, scope)[2]:
                flaws = [replace(flaws[0], hint=Message("write the condition before the"))]
            self.note_expression(reason, node, TRUTH, flaws, key=True)
            found += [Requirement(node, localized_texts(reason))] if not flaws else []
        return tuple(found)


@dataclass(frozen=True)
class BuiltEntry:
    """What an entry became, and what was noted about it while it was built."""

    item: Item
    names: KnownNames
    value: object
    expressions: tuple[CheckedExpression, ...]
    used_facts: frozenset[str]
    part_count: int


BUILT_ENTRIES: Memo[tuple[object, ...], BuiltEntry] = Memo(limit=2048)
"""Entries of bases as they were built last. While an overlay is edited, its base stays the same."""
KNOWN_NAMES: Memo[tuple[int, ...], KnownNames] = Memo(limit=32)
"""The names of the rulesets that were built last, by the numbers of names of each sort."""


def build_once(building: RulesetBuilder, item: Item, build: Callable[[RulesetBuilder, Item], Built]) -> Built:
    """What `build` makes of an entry. Entries of a base are not built again as long as the expressions of the
    ruleset may refer to the same names. `build` may use no more of `building` than its names and its unit.
    """
    if item.source is building.root.source:
        return build(building, item)
    key = (build, id(item), id(building.settled_names), building.root.get("unit").text(DEFAULT_UNIT))
    known = BUILT_ENTRIES.get(key)
    if known is None or known.item is not item:  # another item may have been at the same place in memory
        noted, asked = building.noted_counts, building.used_facts
        parts, building.used_facts = building.part_count, set()
        known = BuiltEntry(
            item,
            building.settled_names,
            build(building, item),
            tuple(building.expressions[noted[0] :]),
            frozenset(building.used_facts),
            building.part_count - parts,
        )
        building.used_facts |= asked
        if building.noted_counts[1:] == noted[1:]:
            BUILT_ENTRIES.keep(key, known)
    else:
        building.count_parts(item, known.part_count)
        building.expressions += known.expressions
        building.used_facts |= known.used_facts
    return cast("Built", known.value)


def placeholder(text: str, gives: str = TRUTH) -> Node:
    """What stands for an expression with flaws, which is never run: it holds nowhere and is worth nothing."""
    return Node("number", (0,), text) if gives == NUMBER else Node("truth", (False,), text)


def require_known(building: RulesetBuilder, item: Item, word: str, words: Sequence[str], noun: Text) -> bool:
    """Whether a word is one of those; a problem where it is not."""
    if word in words:
        return True
    hint = did_you_mean(
        word, words, Message("known", Listed(tuple(words), "comma")) if words else Message("known none")
    )
    if set(word) & {*"|&~"}:
        hint = Message("give it a name under tiles")
    building.add_error(item, "L301", Message("X is not Y", word, noun), hint, word=word)
    return False


def require_known_words(building: RulesetBuilder, item: Item, words: Sequence[str], noun: Text) -> list[str]:
    """Those words of a list that are known; a problem for each of the others."""
    return [
        entry.text() for entry in item.entries if require_known(building, entry, entry.text(), words, noun)
    ]


def fixed_class_mask(building: RulesetBuilder, item: Item, name: str) -> int:
    """The tiles of a class that a kind of set or a shape names: they are the same in every situation."""
    masks = building.masks
    if name in building.names.class_trees:
        message = Message("the class depends on the situation", name)
        building.add_error(item, "L301", message, word=name)
        return 0
    return masks[name] if require_known(building, item, name, sorted(masks), Message("a tile class")) else 0


# ---- a section, as the table of sections declares it


def build_section(
    building: RulesetBuilder, kind: Callable[..., Built], item: Item, **fields: object
) -> Built:
    """The part of the model that a section is, from what it says and what only its builder knows (`fields`).
    A plain value is what the section must say.
    """
    section = SECTION_OF[kind]
    fields = dict(fields)
    for key, declared in SECTIONS[section].items():
        field, entry = declared.field, item if item.is_plain and declared.is_required else item.get(key)
        if entry and field not in fields and field in MODEL_FIELDS[section]:
            value = key_value(building, entry, declared)
            fields |= {} if value is None else {field: value}
    if "id" in SECTIONS[section]:
        fields.setdefault("id", UNNAMED_ID)
    if kind not in NAMED_BY_ID and "names" in MODEL_FIELDS[section] and not fields.get("names"):
        fields["names"] = name_from_id(str(fields["id"]))
    return kind(**fields)


def key_value(building: RulesetBuilder, item: Item, section_key: SectionKey) -> object:
    """The value of a key, read as its form says; None for one of a form that nothing can be made of."""
    form, asks = section_key.form, section_key.expression
    if asks is not None and form == "map:names":
        return building.requirements(item, asks.scope)
    if asks is not None and form == "list:expr":
        nodes = (building.expression(entry, asks.scope, asks.gives) for entry in item.entries)
        return tuple(node for node in nodes if node is not None)
    if asks is not None:
        return building.expression(item, asks.scope, asks.gives)
    if section_key.is_joined:
        return "; ".join(text_list(item))
    head, _, entry = form.partition(":")
    if head == "named":
        return tuple(
            build_section(building, MODELS[entry], part, id=name) for name, part in item.fields.items()
        )
    if head == "list" and entry in MODELS:
        return tuple(build_section(building, MODELS[entry], part) for part in item.entries if part.fields)
    if form in MODELS:
        return build_section(building, MODELS[form], item) if item.fields else None
    return FORM_READERS[form if form not in WORD_FORMS else "text"](building, item)


def related_word(text: str) -> tuple[str, str]:
    """A pattern or group named by a relation, and the condition on options under which it is.

    >>> related_word("concealed_hand if strict")
    ('concealed_hand', 'strict')
    """
    word, _, condition = text.partition(" if ")
    return word.strip(), condition.strip()


def related_words(section: Item) -> list[tuple[str, Item]]:
    """What a relation names, each with its place: keys of a mapping, or words of a list."""
    if section.fields:
        return list(section.fields.items())
    return [(related_word(entry.text())[0], entry) for entry in section.entries]


def _build_shares(building: RulesetBuilder, item: Item) -> Shares:
    found = ((name, building.number_expression(entry)) for name, entry in item.fields.items())
    return tuple((name, node) for name, node in found if node is not None)


def _build_share_sheet(building: RulesetBuilder, item: Item) -> ShareSheet:
    """Shares by the winner's role; written without roles they hold for both."""
    dealer, other = item.get("dealer"), item.get("other")
    if other or dealer.fields:
        return ShareSheet(_build_shares(building, dealer), _build_shares(building, other))
    shares = _build_shares(building, item)
    return ShareSheet(shares, shares)


FORM_READERS: dict[str, Callable[[RulesetBuilder, Item], object]] = {
    "text": lambda building, item: item.text(),
    "version": lambda building, item: item.text(),
    "id": lambda building, item: item.text(),
    "flag": lambda building, item: item.is_true(),
    "flag|formal": lambda building, item: word_or_truth(item),
    "whole": lambda building, item: item.value if type(item.value) is int else None,
    "names": lambda building, item: localized_texts(item),
    "list:names": lambda building, item: tuple(map(localized_texts, item.entries)),
    "list:text": lambda building, item: text_list(item),
    "list:id": lambda building, item: text_list(item),
    "list:whole": lambda building, item: tuple(entry.integer() for entry in item.entries),
    "list:known": lambda building, item: tuple(
        word for text in text_list(item) if (word := related_word(text)[0]) not in building.dropped_ids
    ),
    "map:names": lambda building, item: tuple(
        (name, localized_texts(one)) for name, one in item.fields.items()
    ),
    "map:whole": lambda building, item: tuple((name, one.integer(1)) for name, one in item.fields.items()),
    "shares": _build_shares,
    "liable_shares": _build_shares,
    "roles": _build_share_sheet,
    "counters": lambda building, item: tuple(
        _build_share_sheet(building, item.get(how)) for how in WAYS_OF_WINNING
    ),
}
"""How a value of each form is read that is neither an expression nor a section."""


# ---- single values


def word_or_truth(item: Item) -> str | bool:
    """A value that is one of a few words, or true or false."""
    return item.text() if isinstance(item.value, str) else item.is_true()


def localized_texts(item: Item) -> Texts:
    """Text for people by language. A plain text is English; one in East Asian characters is Japanese and
    Chinese as well, so that a game whose names are written in them alone is told in that language.
    """
    if not item.fields:
        text = item.text()
        return tuple((name, text) for name in _languages_of(text)) if text else ()
    return tuple((name, item.fields[name].text()) for name in NAME_LANGUAGES if name in item.fields)


def option_meaning(name: str, names: Texts, help_texts: Texts) -> Text:
    """What an option means, after the name by which it is written: its help, or what it is called in a
    language without help; empty if it has neither.
    """
    told = {**dict(names), **dict(help_texts)}
    return Message("X because Y", name, Translated(tuple(told.items()))) if told else ""


def _languages_of(text: str) -> tuple[str, ...]:
    """The languages that a text of which no language is said is taken for."""
    if text[0] < FIRST_EAST_ASIAN:
        return ("en",)
    return ("en", "ja") if KANA.search(text) else ("en", "ja", "zh")


def name_from_id(ident: str) -> Texts:
    """The name of what has none: its id as words."""
    return (("en", ident.replace("_", " ")),)


def text_list(item: Item) -> tuple[str, ...]:
    """A text or a list of texts."""
    return tuple(entry.text() for entry in item.entries)


def row_bounds(key: str) -> tuple[int, int | None] | None:
    """The first and the last key of a row of a table, no last one where it is open; None for what is no row.

    >>> row_bounds("3"), row_bounds("6-7"), row_bounds("13+"), row_bounds("many")
    ((3, 3), (6, 7), (13, None), None)
    """
    match = ROW_KEY.match(key)
    if match is None:
        return None
    return int(match[1]), None if match[3] else int(match[2] or match[1])
