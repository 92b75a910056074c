"""Builds the patterns of a ruleset: their values, conditions and templates, and how they are related."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from scorer.language import TRUTH
from scorer.language.nodes import Node
from scorer.language.parser import read_expression, read_templates, read_where
from scorer.language.vocabulary import PATTERNS_AMOUNT, Scope, Source, functions_depending_on
from scorer.message import Listed, Message
from scorer.ruleset.builder import (
    DEFAULT_UNIT,
    RELATIONS,
    UNNAMED_ID,
    RulesetBuilder,
    build_once,
    build_section,
    placeholder,
    related_word,
    related_words,
    text_list,
)
from scorer.ruleset.items import Item, id_hint, names_its_id, repeated_items
from scorer.ruleset.model import Pattern, Ruleset
from scorer.values import replace

UNBOUND_ARGS = ("", (), None, None)
"""What stands in a template with flaws, which is never bound: a kind that no set is of."""
LIST_RELATIONS = tuple(name for name in RELATIONS if name != "less")
"""Relations that are lists; `less` gives each pattern a number."""
SERIES_PREFIX = "series:"
Groups = dict[str, tuple[str, ...]]
Alternatives = tuple[tuple[Node, ...], ...]

OF_AWARDS = functions_depending_on(Source.AWARDS)


def build_patterns(building: RulesetBuilder) -> tuple[Pattern, ...]:
    """The patterns in the order of the file."""
    entries = building.root.get("patterns").entries
    groups = _patterns_by_group(entries)
    patterns = tuple(
        _with_expanded_relations(building, build_once(building, entry, _build_pattern), entry, groups)
        for entry in entries
        if entry.fields
    )
    for ident in repeated_items(entry.get("id") for entry in entries):
        place = _copied_id(entries, ident)
        building.add_error(
            place, "L404", Message("a second pattern X", ident.text()), Message("give it a different id")
        )
    for entry in entries:
        for section in map(entry.get, RELATIONS):
            building.count_parts(section or entry, len(related_words(section)), key=True)
    return patterns


def _copied_id(entries: list[Item], second: Item) -> Item:
    """Of two equal ids the one to report: the first, if only the second fits the name of its entry."""
    first, later = (
        next(entry for entry in order if entry.get("id").text() == second.text())
        for order in (entries, entries[::-1])
    )
    fits = [
        names_its_id(entry.get("name", "en") or entry.get("name"), second.text()) for entry in (first, later)
    ]
    return first.get("id") if fits == [False, True] else second


def build_otherwise(building: RulesetBuilder) -> Pattern | None:
    item = building.root.get("otherwise")
    return _build_pattern(building, item) if item.fields else None


def pattern_id(entry: Item) -> str:
    return entry.get("id").text(UNNAMED_ID)


def _patterns_by_group(entries: list[Item]) -> Groups:
    """The patterns of each group and of each series, in the order of the file; an id goes before a group."""
    found: dict[str, list[str]] = {}
    for entry in entries:
        for word in (
            *text_list(entry.get("group")),
            *(SERIES_PREFIX + name for name in text_list(entry.get("series"))),
        ):
            found.setdefault(word, []).append(pattern_id(entry))
    patterns = {pattern_id(entry) for entry in entries}
    return {word: tuple(ids) for word, ids in found.items() if word not in patterns}


def _with_expanded_relations(
    building: RulesetBuilder, pattern: Pattern, item: Item, patterns_by_group: Groups
) -> Pattern:
    """The pattern with every group that its relations name spelled out.

    Of a series only the best counts, and that one is counted first: it takes away the others.
    """

    def members(word: str) -> list[str]:
        others = [
            name
            for name in patterns_by_group.get(word, (word,))
            if name != pattern.id or word not in patterns_by_group
        ]
        return [name for name in others if name not in building.dropped_ids]

    related = {
        how: [name for word in getattr(pattern, how) for name in members(word)] for how in LIST_RELATIONS
    }
    for name in text_list(item.get("series")):
        related["excludes"] += members(SERIES_PREFIX + name)
    conditional = [
        (how, name, node)
        for how, word, node in _conditional_relations(building, item)
        for name in members(word)
    ]
    expanded = {how: tuple(dict.fromkeys(names)) for how, names in related.items()}
    return replace(pattern, conditional=tuple(conditional), **expanded)  # type: ignore[arg-type]


def _conditional_relations(building: RulesetBuilder, item: Item) -> Iterator[tuple[str, str, Node]]:
    """The relations that stand only where options say so: relation, word, condition."""
    for how in LIST_RELATIONS:
        section = item.get(how)
        for entry in () if section.fields else section.entries:
            word, text = related_word(entry.text())
            if text:
                node, _, flaws = read_expression(text, building.names, Scope.OPTIONS, TRUTH)
                at = entry.text().rfind(text)
                building.note_expression(
                    entry, node, TRUTH, [replace(flaw, position=flaw.position + at) for flaw in flaws]
                )
                yield how, word, node


def _build_pattern(building: RulesetBuilder, item: Item) -> Pattern:
    """A pattern. One value serves a closed and an open hand; a missing side is not allowed."""
    value = item.get("value")
    sides = [value.get("closed"), value.get("open")] if value.fields else [value]
    nodes = [building.number_expression(side, Scope.READING) for side in sides]
    own_unit = building.root.get("unit").text(DEFAULT_UNIT)
    unit, larger = item.get("unit").text(own_unit), ""
    rated = building.root.get("units").fields.get(unit)
    if rated is not None and rated.get("of").text() == own_unit:
        unit, larger = own_unit, unit
        nodes = [_in_smaller_unit(node, rated.get("each").integer(1)) for node in nodes]
    match, where = item.get("match"), item.get("where")
    alternatives = tuple(_template_alternatives(building, match)) if match else ()
    fields = {
        "closed_value": nodes[0],
        "open_value": nodes[-1],
        "unit": unit,
        "larger_unit": larger,
        "alternatives": alternatives,
        "letter_condition": _letter_condition(building, where, alternatives) if where else None,
    }
    pattern = build_section(building, Pattern, item, **fields)
    return replace(pattern, asks_others=_asks_others(building, pattern.condition))


def _asks_others(building: RulesetBuilder, condition: Node | None) -> bool:
    """Whether a condition uses which patterns count, perhaps by a fact."""
    facts = building.names.defined_facts
    parts = [*condition.walk()] if condition else []
    named = [facts[part.args[0]] for part in parts if part.op == "named" and part.args[0] in facts]
    return any(scope >= Scope.OTHERS for _, scope in named) or any(
        (part.op == "call" and part.args[0] in OF_AWARDS)
        or (part.op, *part.args) == ("amount", PATTERNS_AMOUNT)
        for part in parts
    )


def _in_smaller_unit(node: Node | None, rate: int) -> Node | None:
    """A value in a unit that is worth several of the ruleset's, in the ruleset's."""
    if node is None or node.op != "number":
        number = Node("number", (rate,), str(rate))
        return node and Node("arithmetic", ("*", number, node), f"{rate} * ({node.text})")
    return Node("number", (rate * node.args[0],), str(rate * node.args[0]))


def _letter_condition(building: RulesetBuilder, item: Item, alternatives: Alternatives) -> Node | None:
    """The condition on the letters of the templates, which each alternative must have."""
    if not alternatives:
        building.add_error(item, "L308", Message("where refers to letters"), key=True)
        return None
    node = Node("truth", (True,))
    for templates in alternatives:
        node, flaws = read_where(item.text(), building.names, templates)
        building.note_expression(item, node, TRUTH, flaws)
        if flaws:
            return placeholder(item.text())
    return node


def _template_alternatives(building: RulesetBuilder, match: Item) -> list[tuple[Node, ...]]:
    """A list in which every text is one template is one alternative; otherwise each text is one."""
    if not isinstance(match.value, list):
        return [_parse_templates(building, match)] if match.is_plain else []
    rows = [
        tuple(node for part in entry.entries for node in _parse_templates(building, part))
        for entry in match.entries
    ]
    texts_only = not any(isinstance(entry.value, list) for entry in match.entries)
    single = [len(row) == 1 for row in rows]
    if texts_only and all(single):
        return [tuple(row[0] for row in rows)]
    if texts_only and any(single) and all(rows):
        place = match.entries[single.index(True)]
        hint = Message("write each alternative on one line")
        building.add_error(place, "L308", Message("a single template among alternatives of several"), hint)
    return rows


def _parse_templates(building: RulesetBuilder, item: Item) -> tuple[Node, ...]:
    text = item.text()
    templates, flaws = read_templates(text, building.names)
    building.note_expression(item, Node("match", (templates,), text), "templates", flaws)
    return templates if not flaws else tuple(replace(node, args=UNBOUND_ARGS) for node in templates)


# ---- L402, L602, L605: relations that cannot be

RELATION_VERBS = {
    "less": Message("takes away"),
    "instead": Message("counts instead of"),
    "beside": Message("stands beside"),
}
"""What a pattern does that says so, where the word of the relation is no verb."""


def check_relations(building: RulesetBuilder, ruleset: Ruleset) -> None:
    """Every pattern that a relation names, and relations that look at sets which no template binds."""
    entries = building.root.get("patterns").mappings
    for pattern, entry in zip(ruleset.patterns, entries, strict=True):
        for how in RELATIONS:
            for name, place in related_words(entry.get(how)):
                _check_related_word(building, ruleset, pattern, how, name, place)
        _check_needs_templates(building, pattern, entry)
    _check_implication_cycles(building, ruleset, entries)
    _check_asked_patterns(building, ruleset)


def _check_asked_patterns(building: RulesetBuilder, ruleset: Ruleset) -> None:
    """A pattern may ask for others only if these ask for none, so that it is known which come first."""
    late = {one.id: one for one in ruleset.patterns if one.asks_others}
    entries = [*building.root.get("patterns").mappings, building.root.get("otherwise")]
    for entry in entries:
        pattern = ruleset.pattern_by_id.get(pattern_id(entry))
        if pattern is None or not pattern.asks_others:
            continue
        if pattern is ruleset.otherwise:
            message = Message("the pattern for hands without patterns asks for patterns", pattern.id)
            building.add_error(entry.get("when"), "L310", message)
            continue
        asked = {name for name in _awards_asked(ruleset, pattern.condition) if name in building.names.awards}
        wrong = [one.id for one in late.values() if asked.intersection((one.id, *one.groups))]
        if wrong:
            message = Message("asks for a pattern that asks for others", pattern.id, wrong[0])
            hint = Message("ask for patterns with conditions on the hand")
            building.add_error(entry.get("when"), "L403", message, hint)


def _awards_asked(ruleset: Ruleset, condition: Node | None) -> Iterator[str]:
    """The patterns and groups that a condition asks for, perhaps by facts."""
    waiting, seen = [condition] if condition else [], set[str]()
    while waiting:
        for part in waiting.pop().walk():
            if part.op == "call" and part.args[0] in OF_AWARDS:
                yield str(part.args[1])
            elif part.op == "named" and part.args[0] not in seen:
                seen.add(part.args[0])
                fact = ruleset.fact_by_id.get(part.args[0])
                waiting += [fact.node] if fact else []


def _check_related_word(
    building: RulesetBuilder, ruleset: Ruleset, pattern: Pattern, relation: str, name: str, place: Item
) -> None:
    """A word must be another pattern, or a group of some; a misspelt one would never act."""
    award_names, is_key, does = (
        building.names.awards,
        relation == "less",
        RELATION_VERBS.get(relation, relation),
    )
    is_pattern = name in ruleset.pattern_by_id
    members = [one.id for one in ruleset.patterns if name in one.groups] if not is_pattern else []
    if name and name not in award_names:
        hint = id_hint(name, award_names, building.pattern_ids_by_title)
        is_bonus = any(one.id == name for one in ruleset.bonuses)
        key = "pattern names a bonus" if is_bonus else "pattern which this ruleset does not define"
        message = Message(key, pattern.id, does, name)
        building.add_error(place, "L402", message, hint, key=is_key, word=name)
    elif name == pattern.id:
        building.add_error(place, "L602", Message("X Y itself", name, does), key=is_key)
    elif is_pattern or (members and not is_key):
        return
    elif members:
        message, hint = (
            Message("which is a group less names single patterns", does, name, pattern.id),
            ", ".join(members),
        )
        building.add_error(place, "L402", message, Message("its patterns X", hint), key=is_key)
    elif name in building.dropped_ids and place.source is building.root.source:
        message = Message("which is dropped by this overlay", does, name, pattern.id)
        building.add_error(place, "L402", message, Message("remove this name as well"), key=is_key)


def _check_needs_templates(building: RulesetBuilder, pattern: Pattern, item: Item) -> None:
    """Absorbing, taking away and account-once look at the sets that templates bind."""
    link = item.get("link")
    for word in () if pattern.alternatives else item.get("absorbs").entries:
        message = Message("has no match so it would absorb every set", pattern.id)
        building.add_error(word, "L605", message, Message("absorbs works on the sets that match templates"))
    for name, count in item.get("less").fields.items():
        if count.integer(1) < 1:
            message = Message("suppresses X of Y", count.integer(), name)
            building.add_error(count, "L605", message, Message("write how many instances"), key=True)
    if link and not pattern.alternatives:
        message = Message("is linked but has no match", pattern.id)
        building.add_error(
            link, "L605", message, Message("account-once works on the sets that match templates")
        )


def _check_implication_cycles(building: RulesetBuilder, ruleset: Ruleset, entries: list[Item]) -> None:
    """Implications that lead back to where they began."""
    reported: set[frozenset[str]] = set()
    for pattern, item in zip(ruleset.patterns, entries, strict=True):
        path, section = _implication_cycle(pattern.id, ruleset.pattern_by_id), item.get("implies")
        if path and section and frozenset(path) not in reported:
            reported.add(frozenset(path))
            place = next((entry for entry in section.entries if entry.text() == path[1]), section)
            steps = Listed(tuple(Message("X implies X", *step) for step in pairwise(path)), "semicolon")
            building.add_error(
                place, "L602", Message("a circle X", steps), Message("remove one of these implications")
            )


def _implication_cycle(start: str, pattern_by_id: Mapping[str, Pattern]) -> list[str] | None:
    """A shortest path of implications from a pattern to itself, of at least two steps."""
    paths, seen = [[start]], {start}
    for path in paths:  # it grows while it is gone through
        for name in pattern_by_id[path[-1]].implies:
            if name == start and len(path) > 1:
                return [*path, start]
            if name in pattern_by_id and name not in seen:
                seen.add(name)
                paths.append([*path, name])
    return None
