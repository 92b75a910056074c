"""The differences between two rulesets as a player would write them on a sheet: what is played differently,
each thing once and in a sentence.

`differences` has everything by key and id. Here, what follows from an option that differs is left out, and so
is what only the author of a rule file sees: ids, ways of checking, and the reasons for refusing an input.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from itertools import chain, starmap

from scorer.audit.differences import (
    BASE,
    FALSE_WORD,
    FIRST_OF,
    PAID_BY_FALSE_WINNER,
    PAYS,
    PAYS_FOR_EVENT,
    PAYS_IN_TRANSFER,
    THERE,
    TRUE,
    UNIT,
    VALUE,
    YES,
    Difference,
    Pair,
    RulesDescription,
    RulesEntry,
    amounts_said_alike,
    changes_between,
    has_code,
    items_of,
    listed,
    tiles_together,
)
from scorer.engine.configure import configure_ruleset
from scorer.engine.evaluate import value_of, whole_number
from scorer.engine.partial import is_decided
from scorer.engine.results import shown_value
from scorer.errors import InputError
from scorer.language.nodes import Node
from scorer.languages import ENGLISH, is_english, text_in
from scorer.message import Listed, Message, Text, message_text
from scorer.ruleset.model import Bonus, Pattern, Ruleset, SheetItem, expressions_in
from scorer.texts import phrases
from scorer.tiles import Names
from scorer.values import dataclass, replace

Key = tuple[str, Text]
"""The section and the title of an entry."""
Row = tuple[Difference, frozenset[Text]]
"""A difference, and the labels that it stands for."""
DETAILS: Mapping[str, Sequence[str]] = {
    "options": ("choices", "from", "to"),
    "game": (
        "default win",
        "default seat and round",
        "attributes in a tile's notation",
        "patterns that count alone",
        "worth of a pattern that counts alone",
    ),
    "tiles": ("is", "winds of the seats"),
    "classes": ("",),
    "facts": ("",),
    "tables": ("columns",),
    "circumstances": (
        "makes true",
        "up to",
        "names a seat",
        "for each seat",
        "sets aside",
        "own discards that bring it",
        "stated instead of tiles",
        "robs",
        "at the table",
        "requires",
    ),
    "indicators": ("under", "requires", "shows"),
    "patterns": ("link", "awarded though worth nothing"),
    "otherwise": ("awarded though worth nothing",),
    "sheet": ("first of", "counted in"),
    "payment": ("fed", "certain", "takes over", "sticks", "whole hand"),
    "events": ("shown by a hand", "paid with the hand"),
    "deals": ("tiles to draw",),
    "draws": ("transfers",),
    "final": ("transfers", "unit", "the score counts"),
}
"""By section, what only the author of a rule file sees, by the labels without the word `rule`."""
FACT_NAMES = ("fact", "named")
"""The parts of an expression that name a fact."""
OF_FACTS = (*FACT_NAMES, "and", "or", "not")
"""The parts of a condition on facts alone."""
HELPERS = ("classes", "facts", "sets", "tables")
"""Sections whose entries do nothing by themselves, so that those of one ruleset alone are no difference."""
SIZES = ("tiles", "sets", "pairs", "kind of pair", "loose tiles", "flowers", "kinds of set", "of", "rows")
"""What a shape consists of, which its name says."""
CONDITIONS = ("when", "match", "where", "count")
"""What a pattern is, which its definition says."""
COUNTED = ("patterns", "otherwise", "bonuses")
"""Sections of what adds to the value of a hand."""
WORTH = ("value", "unit", *CONDITIONS)
"""What a line about a pattern tells at once."""
RELATIONS = ("implies", "excludes", "absorbs", "suppresses", "counts instead of")
"""What a pattern has to do with other patterns."""
SENTENCES = ("events", "comparisons", "penalties", "limits")
"""Sections whose entries are told in one sentence each."""
COMMAS = (", ", "、", "，")
SIGNS = re.compile(" [-+x×/] ")
PLAIN = 24
"""The longest text of a formula that fits into a sentence."""
LONGEST = 60
"""The longest formula of an amount that only one ruleset has."""
NAMED = (
    "options",
    "patterns",
    "bonuses",
    "otherwise",
    "limits",
    "events",
    "draws",
    "sheet",
    "amounts",
    "shapes",
)
"""Sections whose entries are the same to players if they are called the same."""
PAYERS: Mapping[Text, str] = {
    label: f"told {label.key.removeprefix('rule ')}"
    for label in (
        *PAYS.values(),
        *PAYS_FOR_EVENT.values(),
        *PAYS_IN_TRANSFER.values(),
        *PAID_BY_FALSE_WINNER.values(),
    )
}
"""The sentence for what each payer pays, by the label."""
ROLES = ("to the dealer", "to another", "false win of the dealer", "false win of another")
"""The labels of the two roles for which payments may differ."""
FOR_A_WIN = tuple(
    Message(f"rule {counters}on a {how}")
    for counters in ("", "counters ")
    for how in ("discard", "self-draw")
)
"""The titles of what is paid for a win, whose two roles are winners."""
FALSE_WIN = Message("rule false win")
COSTS = Message("rule false win, to nobody")
BY_FORMULA = Message("told by a formula")
WORDS = {TRUE: Message("told yes"), FALSE_WORD: Message("told no")}
NOTHING = (
    FALSE_WORD, Message("told no"), Message("option off"), Message("switch off"),
    Message("rule none"), Message("rule not allowed"),
)  # fmt: skip
OFF = (False, 0, "none", "no", "off", "never")
"""Values of options that only say that something is not played."""


@dataclass(frozen=True)
class ToldDifferences:
    """The differences that a player notices, and how many others there are."""

    shown: tuple[Difference, ...]
    left_out: int


@dataclass(frozen=True)
class _Line:
    """A line about an entry: what it is about, its text, and the labels that it stands for."""

    label: Text
    text: Text
    labels: frozenset[Text]


def told_differences(old_ruleset: Ruleset, new_ruleset: Ruleset, language: str = ENGLISH) -> ToldDifferences:
    """The differences between two configured rulesets in the words of a language.

    >>> from scorer.scoring import load_ruleset
    >>> told = told_differences(load_ruleset("hong-kong"), load_ruleset("hkma"))
    >>> [message_text(one.old) for one in told.shown if one.section == "patterns"]
    ['1 faan. You win on the discard after the last tile of the wall.']
    """
    return _Comparison(old_ruleset, new_ruleset, language).told()


def column_languages(rulesets: Sequence[Ruleset], language: str) -> tuple[str, ...]:
    """The language in which each ruleset is told: with the words of its game, if it has words in it."""
    told = (ruleset.display_language(language) for ruleset in rulesets)
    return tuple(language if is_english(own) else own for own in told)


def _key(label: Text) -> str:
    """The key of a label without the word that all have."""
    return label.key.removeprefix("rule ") if isinstance(label, Message) else ""


def is_nothing(text: Text) -> bool:
    """Whether a text only says that there is none of what it is about.

    >>> [is_nothing(text) for text in ("", "0", "1", Message("rule none"))]
    [True, True, False, True]
    """
    return text in ("", "0", *NOTHING)


def _flat(label: Text) -> list[Text]:
    """The parts of a label."""
    if isinstance(label, Listed):
        return [
            part for item in label.items if isinstance(item, Message | Listed | str) for part in _flat(item)
        ]
    return [label] if label else []


def told_shares(shares: Iterable[Pair]) -> Text:
    """Who pays what, without those who pay nothing.

    >>> str(told_shares([(PAYS["dealer"], "200"), (PAYS["each"], "100")]))
    'the dealer pays 200, each other player pays 100'
    """
    paid = [(payer, text) for payer, text in shares if not is_nothing(text)]
    if any(map(_is_long, (text for _, text in paid))):
        return listed(starmap(_paid_at_length, paid), "semicolon")
    clauses = [Message(PAYERS[payer], _with_points(text)) for payer, text in paid]
    return reduce(lambda told, clause: Message("told and", told, clause), clauses) if clauses else ""


def _paid_at_length(payer: Text, text: Text) -> Text:
    """A payment with a long formula: with its own words, or after a colon."""
    key = f"told at length {_key(payer)}"
    return Message(key, text) if key in phrases() else Message("rule headed", payer, text)


def _is_long(text: Text) -> bool:
    """Whether a formula does not fit into a sentence.

    >>> _is_long("base + 8"), _is_long("5 + 9 + 2 x repeats")
    (False, True)
    """
    shown = message_text(text)
    return (
        text == BY_FORMULA
        or len(shown) > PLAIN
        or any(sign in shown for sign in COMMAS)
        or len(SIGNS.findall(shown)) > 1
    )


def _with_points(text: Text) -> Text:
    """A number with the word for points."""
    is_number = isinstance(text, str) and text.replace(",", "").isdigit()
    return Message("told points", text) if is_number else text


def _paid_text(by_role: Mapping[str, Sequence[Pair]], frame: str) -> Text:
    """Who pays what, by role if that matters; `frame` is the phrase for the two roles."""
    if "" in by_role:
        return told_shares(by_role[""])
    dealer, others = (
        {payer: text for role in by_role if ("dealer" in role) == is_dealer for payer, text in by_role[role]}
        for is_dealer in (True, False)
    )
    if len({*dealer.values(), *others.values()}) == 1 and dealer.keys() < others.keys():
        return told_shares(dealer.items())  # the dealer pays another player as much as anybody
    both = told_shares(dealer.items()), told_shares(others.items())
    return Message(frame, *(text or Message("rule none") for text in both)) if any(both) else ""


def _in_play(text: Text) -> Text:
    """A truth as players say it."""
    return WORDS.get(text, text) if isinstance(text, Message) else text


def _without_code(text: Text) -> Text:
    return BY_FORMULA if has_code(text) else _in_play(text)


def _sentence(lines: Iterable[_Line]) -> Text:
    """Lines as one text."""
    texts = list[Text]()
    for one in lines:
        frame = f"told {_key(one.label)}"
        if is_nothing(one.text):
            continue
        if frame in phrases():
            texts.append(Message(frame, one.text))
        elif not one.label:
            texts.append(one.text)
        elif one.text in (YES, *WORDS.values()):
            texts.append(one.label)
        else:
            texts.append(Message("rule labelled", one.label, one.text))
    return listed(texts, "clauses")


class _Comparison:
    """Two rulesets side by side."""

    def __init__(self, old_ruleset: Ruleset, new_ruleset: Ruleset, language: str) -> None:
        self.language = language
        self.rulesets = old_ruleset, new_ruleset
        by_formula = amounts_said_alike(old_ruleset, new_ruleset)
        languages = column_languages(self.rulesets, language)
        self.sides = tuple(_Side(*one, by_formula) for one in zip(self.rulesets, languages, strict=True))
        self.changes = changes_between(*self.rulesets)
        self.has_indicators = all(one.indicators for one in self.rulesets)
        old, new = ({one.id, *one.extends} for one in self.rulesets)
        self.are_related = bool(old & new)
        """whether one ruleset builds on the other, or both on another one"""

    def told(self) -> ToldDifferences:
        following, groups = self._following_keys(), dict[Key, list[Difference]]()
        for change in self.changes:
            groups.setdefault((change.section, change.title), []).append(change)
        partners = self._partners(groups)
        shown, left = list[Difference](), list[Difference]()
        for key, changes in groups.items():
            if key in partners.values():
                continue
            every = [*changes, *(groups[partners[key]] if key in partners else ())]
            kept = [one for one in every if (*_key_of(one), one.aspect) not in following]
            rows = [*self._rows(key, partners.get(key, key), kept)] if kept else []
            shown += (row for row, _ in rows)
            labels = frozenset(chain.from_iterable(labels for _, labels in rows))
            left += (one for one in every if one.aspect not in labels and not (one.is_whole and rows))
        used = [one for one in shown if not self._is_unused(one)]
        left += (one for one in shown if one not in used)
        return ToldDifferences(tuple(map(_tiles_row, tiles_together(used))), len(tiles_together(left)))

    def _is_unused(self, row: Difference) -> bool:
        """Whether a row is about an amount that no payment depends on."""
        is_whole_amount = row.section == "amounts" and row.is_whole
        return is_whole_amount and not any(row.title in side.paid_amounts for side in self.sides)

    def _following_keys(self) -> set[tuple[str, Text, Text]]:
        """The differences that are no longer there once both rulesets have the same options."""
        old, new = self.rulesets
        alike = old
        for name, value in new.option_values.items():
            if name in old.option_values and value != old.option_values[name]:
                with suppress(InputError):  # the other ruleset does not have this value
                    alike = configure_ruleset(alike, {name: value})
        if alike is old:
            return set()
        left = changes_between(alike, new)
        keys, titles = {(*_key_of(one), one.aspect) for one in left}, set(map(_key_of, left))
        return {
            (*_key_of(one), one.aspect)
            for one in self.changes
            if one.section != "options"
            and (*_key_of(one), one.aspect) not in keys
            and not (one.is_whole and _key_of(one) in titles)
        }

    def _partners(self, groups: Mapping[Key, Sequence[Difference]]) -> dict[Key, Key]:
        """The entries of the first ruleset that the second one has under another id: entries with the same
        name, and patterns with the same rule.
        """
        alone = [key for key, changes in groups.items() if key[0] in NAMED and changes[0].is_whole]
        first, second = self.sides
        by_name = {(key[0], name): key for key in reversed(alone) if (name := second.name_of(key))}
        found: dict[Key, Key] = {}
        for key in alone:
            if (name := first.name_of(key)) and (key[0], name) in by_name:
                found[key] = by_name.pop((key[0], name))
        left = [key for key in alone if key not in found and key not in found.values()]
        own, by_rule = (side.patterns_by_rule(left) for side in self.sides)
        return found | {key: by_rule[rule] for rule, key in own.items() if rule in by_rule}

    # -- the rows of one entry ---------------------------------------------------------------------------

    def _rows(self, key: Key, other: Key, changes: Sequence[Difference]) -> Iterator[Row]:
        section, title = key
        first, second = self.sides[0].entries.get(key), self.sides[1].entries.get(other)
        if self._is_detail(key, first, second):
            return
        row = Difference(section, title, "", "", "", self._names(first, second), changes[0].note)
        if not (first and second) and not (section == "final" and isinstance(title, Message)):
            yield from self._whole_rows(row, first, second)
            return
        changed: set[Text] = {one.aspect for one in changes} - {THERE} if key == other else {THERE}
        if section == "options" and self._are_off(title, other[1]):
            return
        if title == Message("rule order"):
            texts = [items_of(one.description) if one else () for one in (first, second)]
            old, new = (
                listed([str(one) for one in own if one not in others], "semicolon")
                for own, others in (texts, texts[::-1])
            )
            yield replace(row, title=Message("told order"), old=old, new=new), frozenset(changed)
        elif section in SENTENCES:
            yield from self._sentence_rows(row, first, second, changed)
        elif section == "shapes" and first and second:
            yield from self._shape_rows(row, first, second, changed)
        elif section in COUNTED and first and second:
            yield from self._pattern_rows(row, first, second, changed)
        if section not in SENTENCES and title != Message("rule order"):
            yield from self._line_rows(row, first, second, changed)

    def _are_off(self, *options: Text) -> bool:
        """Whether neither ruleset plays what its option is about."""
        values = (
            side.ruleset.option_values.get(str(one)) for side, one in zip(self.sides, options, strict=True)
        )
        return all(isinstance(value, bool | str) and value in OFF for value in values)

    def _is_detail(self, key: Key, first: RulesEntry | None, second: RulesEntry | None) -> bool:
        """Whether only the author of a rule file sees an entry."""
        section, title = key
        if _key(title) in DETAILS.get(section, ()) or (section in HELPERS and not (first and second)):
            return True
        if title == FIRST_OF:
            texts = [[*map(str, items_of(one.description))] if one else [] for one in (first, second)]
            shared = [[name for name in names if name in other] for names, other in (texts, texts[::-1])]
            return shared[0] == shared[1]
        if title == Message("rule order"):
            return not (self.has_indicators and first and second)
        if section in ("sets", "losing_hands") or title == Message("rule liability"):
            is_one_sided = not (first and second)
            return not self.are_related and not (is_one_sided and section != "sets")
        is_of_tier = _key(title) in ("patterns that count alone add up", "most patterns that count alone")
        return (section == "deals" or is_of_tier) and not (first and second)

    def _whole_rows(
        self, row: Difference, first: RulesEntry | None, second: RulesEntry | None
    ) -> Iterator[Row]:
        """An entry that only one ruleset has."""
        texts: list[Text] = ["", ""]
        for place, (side, entry) in enumerate(zip(self.sides, (first, second), strict=True)):
            if entry:
                texts[place] = side.whole_text(entry)
                if self._shown(texts[place]) and not is_nothing(texts[place]):
                    row = replace(row, aspect=THERE, note=entry.note)
        if row.is_whole:
            told = [text or self._absent(row.title) for text in texts]
            if self._shown(told[0]) != self._shown(told[1]):
                yield replace(row, old=told[0], new=told[1]), frozenset()

    def _absent(self, title: Text) -> Text:
        """What holds without an entry, if that has a name."""
        key = f"told no {_key(title)}"
        return Message(key) if key in phrases() else ""

    def _sentence_rows(
        self, row: Difference, first: RulesEntry | None, second: RulesEntry | None, changed: set[Text]
    ) -> Iterator[Row]:
        """An entry that is told in one sentence."""
        lines = [
            [*side.lines(entry)] if entry else []
            for side, entry in zip(self.sides, (first, second), strict=True)
        ]
        labels = frozenset(chain.from_iterable(one.labels for one in chain(*lines)))
        old, new = map(_sentence, lines)
        if (THERE in changed or labels & changed) and self._shown(old) != self._shown(new):
            yield replace(row, old=old, new=new), labels

    def _line_rows(
        self, row: Difference, first: RulesEntry | None, second: RulesEntry | None, changed: set[Text]
    ) -> Iterator[Row]:
        """An entry label by label."""
        texts = [
            {one.label: one for one in side.lines(entry)} if entry else {}
            for side, entry in zip(self.sides, (first, second), strict=True)
        ]
        is_sheet = row.section == "sheet" and isinstance(row.title, str)
        has_other_sets = is_sheet and Message("rule each") in changed
        for label in dict.fromkeys(chain(*texts)):
            lines = [one.get(label) for one in texts]
            labels = frozenset[Text]().union(*(one.labels for one in lines if one))
            if first and second and THERE not in changed and not labels & changed:
                continue
            if not self.are_related and (_key(label) in RELATIONS or (is_sheet and label)):
                continue
            if has_other_sets and label:
                continue  # the condition goes with the sets
            old, new = (one.text if one and not is_nothing(one.text) else "" for one in lines)
            if self._shown(old) != self._shown(new):
                if row.section == "options":
                    old, new = (one.text if one else "" for one in lines)
                    if self._shown(old) == self._shown(new):
                        continue
                yield replace(row, aspect=label, old=old, new=new, note=_note(first, second, row)), labels

    def _shown(self, text: Text) -> str:
        return message_text(text, self.language)

    def _names(self, first: RulesEntry | None, second: RulesEntry | None) -> Names:
        """What an entry is called, by both names if the games call it differently; the base has a name even
        if its rule file gives it none.
        """
        names = dict.fromkeys(
            text_in(dict(one.names), self.language) or (self._shown(one.title) if one.title == BASE else "")
            for one in (first, second)
            if one
        )
        shown = [name for name in names if name]
        told = (
            reduce(lambda one, name: self._shown(Message("told both names", one, name)), shown)
            if shown
            else ""
        )
        return ((ENGLISH, told),) if told else ()

    def _are_about_other_facts(self, *entries: RulesEntry) -> bool:
        """Whether two patterns of one name depend on facts that have nothing in common."""
        first, second = (side.facts_of(one) for side, one in zip(self.sides, entries, strict=True))
        return bool(first and second) and first.isdisjoint(second)

    def _shape_rows(
        self, row: Difference, first: RulesEntry, second: RulesEntry, changed: set[Text]
    ) -> Iterator[Row]:
        """Two shapes by their names, if they consist of different sets."""
        names = [text_in(dict(one.names), self.language) for one in (first, second)]
        sizes = {Message(f"rule {one}") for one in SIZES}
        if names[0] != names[1] and (THERE in changed or changed & sizes):
            title = Message("rule section shapes")
            told = replace(row, title=title, names=(), aspect=title, old=names[0], new=names[1])
            yield told, frozenset(changed)

    def _pattern_rows(
        self, row: Difference, first: RulesEntry, second: RulesEntry, changed: set[Text]
    ) -> Iterator[Row]:
        """The value of a pattern and what is needed for it."""
        worth, conditions = {VALUE, UNIT}, {Message(f"rule {one}") for one in CONDITIONS}
        values = [side.worth(one) for side, one in zip(self.sides, (first, second), strict=True)]
        meanings = [one.definition for one in (first, second)]
        is_other = THERE in changed
        has_other_value = (is_other or changed & worth) and self._shown(values[0]) != self._shown(values[1])
        has_other_meaning = (
            (is_other or changed & conditions) and all(meanings) and meanings[0] != meanings[1]
        )
        if (
            has_other_meaning
            and not is_other
            and not self.are_related
            and (set(first.names).isdisjoint(second.names) or self._are_about_other_facts(first, second))
        ):
            for entries in ((first, None), (None, second)):
                row = replace(row, names=self._names(*entries))
                yield from ((told, frozenset(changed)) for told, _ in self._whole_rows(row, *entries))
            return
        if has_other_value and has_other_meaning:
            texts: list[Text] = [
                side.whole_text(one) for side, one in zip(self.sides, (first, second), strict=True)
            ]
            yield replace(row, old=texts[0], new=texts[1]), frozenset(worth | conditions)
        elif has_other_value:
            yield replace(row, old=values[0], new=values[1]), frozenset(worth)
        elif has_other_meaning:
            yield replace(row, old=meanings[0], new=meanings[1]), frozenset(conditions)
        if not has_other_meaning and self.are_related:
            for key in CONDITIONS:
                label = Message(f"rule {key}")
                old, new = (dict(one.pairs).get(label, "") for one in (first, second))
                if label in changed and self._shown(old) != self._shown(new):
                    yield (
                        replace(row, aspect=label, old=_without_code(old), new=_without_code(new)),
                        frozenset([label]),
                    )


def _key_of(change: Difference) -> Key:
    return change.section, change.title


def _note(first: RulesEntry | None, second: RulesEntry | None, row: Difference) -> str:
    """What the note of an option says, unless the games call the option differently."""
    notes = [one.note for one in (second, first) if one]
    is_named_twice = first and second and first.names != second.names and len(set(notes)) > 1 and row.names
    return "" if is_named_twice else next(iter(notes), "")


CODES_OF_SUIT = re.compile(r"(\d+)(\D)")
"""The numbers and the letter of tiles of one suit."""


def _tiles_row(row: Difference) -> Difference:
    """A row about tiles: those of its title suit by suit, and what one of them or each of several has."""
    if row.section != "tiles":
        return row
    if not row.names:
        return replace(row, title=_suits_apart(row.title)) if isinstance(row.title, str) else row
    old, new = (
        Message("told copies of a tile", *text.arguments)
        if isinstance(text, Message) and text.key == "told copies"
        else text
        for text in (row.old, row.new)
    )
    return replace(row, old=old, new=new)


def _suits_apart(codes: str) -> str:
    """The codes of several tiles with a comma after each suit, and numbers in a row as such.

    >>> _suits_apart("123456789b12346789c0j"), _suits_apart("5m")
    ('1-9b, 12346789c, 0j', '5m')
    """
    suits = CODES_OF_SUIT.findall(codes)
    if "".join(map("".join, suits)) != codes:
        return codes
    shown = (
        f"{digits[0]}-{digits[-1]}{suit}" if len(digits) > 2 and digits in "0123456789" else digits + suit
        for digits, suit in suits
    )
    return ", ".join(shown)


class _Side:
    """A ruleset with its entries in words."""

    def __init__(self, ruleset: Ruleset, language: str, by_formula: frozenset[str]) -> None:
        self.ruleset, self.language = ruleset, language
        self.description = RulesDescription(ruleset, language, by_formula)
        self.entries = {(one.section, one.title): one for one in self.description.all_entries()}
        self._add_calls()
        asked = [*expressions_in((ruleset.patterns, ruleset.bonuses, ruleset.facts))]
        self.counted_facts = {part.args[0] for part in asked if part.op == "fact"}
        self.counted_shapes = {
            part.args[1] for part in asked if part.op == "call" and part.args[0] == "shape"
        }
        """what a pattern or a bonus is about"""
        asked = [*expressions_in((ruleset.payment, ruleset.base))]
        self.paid_amounts = set[str]()
        """what payments depend on, also through other amounts"""
        by_id = {one.id: one for one in ruleset.amounts}
        while asked:
            part = asked.pop()
            if part.op == "amount" and part.args[0] not in self.paid_amounts:
                self.paid_amounts.add(part.args[0])
                asked += expressions_in(by_id.get(part.args[0], ()))

    def facts_of(self, entry: RulesEntry) -> frozenset[str]:
        """The facts on which a pattern depends that asks nothing of the tiles; else none."""
        part = self._counted_part(entry)
        asked = [*expressions_in((part.condition,))] if isinstance(part, Pattern) and part.condition else []
        if not all(one.op in OF_FACTS for one in asked):
            return frozenset()
        return frozenset(str(one.args[0]) for one in asked if one.op in FACT_NAMES)

    def _add_calls(self) -> None:
        """The kinds of set that may be called, also if the file does not list them."""
        title = Message("rule sets that may be called")
        kinds = self.ruleset.callable_kinds
        text = listed(map(self.description.name_for, kinds)) or Message("rule none")
        self.entries["game", title] = RulesEntry("game", title, (("", text),))

    def name_of(self, key: Key) -> str:
        entry = self.entries.get(key)
        return text_in(dict(entry.names), self.language) if entry else ""

    def patterns_by_rule(self, keys: Iterable[Key]) -> dict[Hashable, Key]:
        """The patterns among these entries by what a hand must have for them, without those that share it."""
        found: dict[Hashable, list[Key]] = {}
        for key in keys:
            is_played = key[0] == "patterns" and key in self.entries
            if is_played and (rule := self.ruleset.pattern_by_id[str(key[1])].rule):
                found.setdefault(rule, []).append(key)
        return {rule: alike[0] for rule, alike in found.items() if len(alike) == 1}

    # -- entries that only one ruleset has -----------------------------------------------------------------

    def whole_text(self, entry: RulesEntry) -> Text:
        """What a player says of an entry that only this ruleset has; empty if it is no rule by itself."""
        section = entry.section
        if section == "circumstances":
            facts = {one.fact for one in self.ruleset.circumstances if one.id == entry.title}
            return entry.definition if entry.names and facts.isdisjoint(self.counted_facts) else ""
        if section == "shapes":
            labels = {_key(label) for label, _ in entry.pairs}
            has_sets = "loose tiles" not in labels and bool({"sets", "pairs"} & labels)
            is_counted = not has_sets or entry.title in self.counted_shapes  # a pattern says what it is
            return YES if entry.names and not is_counted else ""
        if section == "sheet" and self._is_worthless(entry):
            return ""
        if section in (*COUNTED, "sheet") and isinstance(entry.title, str):
            return self._counted_text(entry)
        if section == "options" and self.ruleset.option_values.get(str(entry.title)) in OFF:
            return ""
        if section in ("indicators", "losing_hands"):
            return YES
        if section == "amounts" and entry.names:
            text = _sentence(self.lines(entry))
            return text if len(message_text(text)) <= LONGEST and not has_code(entry.description) else ""
        if section in ("draws", "final"):
            return self._draw_text(entry)
        if entry.title == Message("rule liability"):
            return dict(entry.pairs).get(Message("rule for"), "")
        if section == "payment" and isinstance(entry.title, str):
            return _sentence(one for one in self.lines(entry) if _key(one.label) != "when")
        return _sentence(self.lines(entry))

    def _draw_text(self, entry: RulesEntry) -> Text:
        """What a draw brings; its name says when it happens."""
        silent = ("when", "aborts", "who pays", "who is paid") if entry.names else ()
        paid = _sentence(one for one in self.lines(entry) if _key(one.label) not in silent)
        return paid or (YES if Message("rule aborts") in dict(entry.pairs) else "")

    def _counted_text(self, entry: RulesEntry) -> Text:
        """The worth of a pattern, with its definition or what it needs."""
        worth = self.worth(entry)
        needed: Text = entry.definition
        if not needed and entry.section != "sheet":
            pairs = (pair for pair in entry.pairs if _key(pair[0]) in CONDITIONS and not has_code(pair[1]))
            needed = listed((text for _, text in pairs), "clauses")
        if not needed or not worth:
            return needed or worth
        is_told = entry.definition and (not self._is_decided(entry) or str(worth) in entry.definition)
        return needed if is_told else Message("told worth", worth, needed)

    def _is_decided(self, entry: RulesEntry) -> bool:
        """Whether the value of a pattern is the same for every hand."""
        part = self._counted_part(entry)
        if isinstance(part, Pattern):
            nodes: tuple[Node | None, ...] = (part.closed_value, part.open_value)
        else:
            nodes = (part.value if part else None,)
        return all(node is None or is_decided(node, self.ruleset) for node in nodes)

    def worth(self, entry: RulesEntry) -> Text:
        """The value of a pattern, a bonus or a line of the secondary score, with its unit."""
        part = self._counted_part(entry)
        if not isinstance(part, Pattern):
            return self._amount(part.value, part) if part else dict(entry.pairs).get(VALUE, "")
        closed, opened = (self._amount(node, part) for node in (part.closed_value, part.open_value))
        if closed == opened:
            return closed
        if self._is_zero(part.open_value) and not part.zero:
            return Message("rule closed only", closed)
        if self._is_zero(part.closed_value) and not part.zero:
            return Message("rule open only", opened)
        return Message("rule closed and open", closed, opened)

    def _is_worthless(self, entry: RulesEntry) -> bool:
        """Whether a line of the secondary score counts 0."""
        part = self._counted_part(entry)
        return isinstance(part, SheetItem) and self._is_zero(part.value)

    def _is_zero(self, node: Node | None) -> bool:
        """Whether a value is 0, whatever the hand."""
        return node is None or (is_decided(node, self.ruleset) and value_of(node, self.description.view) == 0)

    def _counted_part(self, entry: RulesEntry) -> Pattern | Bonus | SheetItem | None:
        rules, ident = self.ruleset, str(entry.title)
        if entry.section in ("patterns", "otherwise"):
            return rules.otherwise if entry.section == "otherwise" else rules.pattern_by_id.get(ident)
        parts: Iterable[Bonus | SheetItem] = rules.bonuses
        if entry.section == "sheet" and rules.sheet:
            parts = (*rules.sheet.items, *rules.sheet.fixed_items)
        return next((one for one in parts if one.id == ident), None)

    def _amount(self, node: Node | None, part: Pattern | Bonus | SheetItem) -> Text:
        """A value with its unit, or a formula in words."""
        if node is None:
            return ""
        if not is_decided(node, self.ruleset):
            return _without_code(self.description.expression_text(node))
        value = whole_number(node, self.description.view)
        if isinstance(part, Pattern):
            return self.ruleset.amount_text(*shown_value(value, part, self.ruleset), self.language)
        unit = self.ruleset.sheet_unit if isinstance(part, SheetItem) else ""
        return self.ruleset.amount_text(value, unit, self.language)

    # -- entries line by line ------------------------------------------------------------------------------

    def lines(self, entry: RulesEntry) -> Iterator[_Line]:
        """The description of an entry without details: first who pays what, as one sentence."""
        silent = {*DETAILS.get(entry.section, ()), *(WORTH if entry.section in COUNTED else ())}
        if entry.section == "shapes":
            silent |= set(SIZES)
        paid: dict[Text, dict[str, list[Pair]]] = {}
        labels: dict[Text, set[Text]] = {}
        others = list[_Line]()
        for label, text in entry.pairs:
            parts = _flat(label)
            if parts and parts[-1] in PAYERS:
                role = next((_key(part) for part in parts if _key(part) in ROLES), "")
                about = listed(part for part in parts[:-1] if _key(part) not in ROLES)
                paid.setdefault(about, {}).setdefault(role, []).append((parts[-1], _without_code(text)))
                labels.setdefault(about, set()).add(label)
            elif _key(label) not in silent:
                others.append(self._line(entry, label, text))
        frame = "told dealer wins and others" if entry.title in FOR_A_WIN else "told dealer and others"
        lines = {
            about: _Line(
                "" if about == Message("rule pays") else about,
                _paid_text(roles, frame),
                frozenset(labels[about]),
            )
            for about, roles in paid.items()
        }
        yield from self._with_costs(lines, others) if entry.section == "deals" else (*lines.values(), *others)

    @staticmethod
    def _with_costs(lines: Mapping[Text, _Line], others: Iterable[_Line]) -> Iterator[_Line]:
        """What a false win costs in one line, whoever is paid."""
        paid = lines.get(FALSE_WIN) or _Line(FALSE_WIN, "", frozenset())
        for one in others:
            if one.label == COSTS:
                texts = [
                    text
                    for text in (
                        paid.text,
                        "" if is_nothing(one.text) else Message("told paid to nobody", one.text),
                    )
                    if text
                ]
                paid = _Line(FALSE_WIN, listed(texts, "clauses"), paid.labels | one.labels)
            else:
                yield one
        yield paid

    def _line(self, entry: RulesEntry, label: Text, text: Text) -> _Line:
        """One line of a description."""
        about, told, key = label, _without_code(text), _key(label)
        section, title = entry.section, _key(entry.title)
        if section == "tiles" and key == "copies":
            about, told = "", "" if is_nothing(text) else Message("told copies", text)
        elif section == "sheet" and isinstance(entry.title, str) and key in ("value", "each"):
            about, told = "", self.worth(entry) if key == "value" else told
        elif section == "limits" and key == "when":
            about = ""
        elif section == "final" and key == "places by floating players":
            told = self._floating_text()
        elif section in ("game", "payment") and not label:
            told = self._settled_text(title, told)
        elif title == "sticks of several winners":
            about, told = (
                "",
                Message(
                    "told own stick back",
                    self.description.word_text(self.ruleset.payment.winners.sticks, "sticks"),
                ),
            )
        return _Line(about, told, frozenset([label]))

    def _floating_text(self) -> Text:
        """What places earn by how many players have at least the points that are subtracted."""
        rows = self.ruleset.final.by_floating if self.ruleset.final else ()
        return listed(
            (Message("told floating", str(count), listed(map(str, row))) for count, row in rows), "semicolon"
        )

    def _settled_text(self, title: str, text: Text) -> Text:
        """The value of a setting of the game as a player says it."""
        if title in ("minimum to win", "maximum of a hand") and isinstance(text, str) and text.isdigit():
            return self.ruleset.amount_text(int(text), language=self.language) if text != "0" else ""
        if title == "waits on a tile of which the hand has all copies":
            return Message(
                "told waits if concealed" if text == Message("word formal_waits=concealed") else "told waits"
            )
        if title == "conditions for winning":
            texts = (
                self.description.requirement_text(one)
                for one in self.ruleset.to_win
                if not any(node.op == "option" for node in one.node.walk())
            )
            return listed(dict.fromkeys(texts), "clauses")
        winners = self.ruleset.payment.winners
        if title == "two or three winners" and winners.two_winners != winners.three_winners:
            both = (winners.two_winners, winners.three_winners)
            return Message("told two and three winners", *map(self.description.several_winners, both))
        return text
