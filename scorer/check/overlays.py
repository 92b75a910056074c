"""Checks of overlays: lines that change nothing (L905), patterns of the base that are lost (L906), and rules
that a dropped or changed pattern leaves behind (L910). Faults that an overlay causes in its base are reported
in the overlay, where they can be fixed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from scorer.check.bounds import Size
from scorer.check.examples import WRONG_HAND_HINT
from scorer.check.names import UNASKING
from scorer.check.subject import HARMLESS, RulesUnderCheck, some_of
from scorer.engine.evaluate import holds, rules_view
from scorer.engine.partial import options_in_force
from scorer.errors import Problem
from scorer.language import NUMBER, TRUTH
from scorer.language.nodes import Node, comparable_tree
from scorer.language.parser import read_expression
from scorer.language.vocabulary import Scope
from scorer.message import Listed, LocalizedText, Message, Text
from scorer.ruleset.advice.edits import words_of
from scorer.ruleset.builder import RELATIONS
from scorer.ruleset.entries import (
    HANDS_SECTION,
    LISTS_BY_ID,
    MERGED_SECTIONS,
    WHOLE_ENTRIES,
    added_entries,
    added_lists,
    named_entries,
)
from scorer.ruleset.find import base_name, translated_path
from scorer.ruleset.forms import is_misplaced
from scorer.ruleset.items import SHEET_KEY, SHORT_SHEET, Item
from scorer.ruleset.load import load_for_check
from scorer.ruleset.metadata import CREDITS, REQUIREMENT_KEY
from scorer.ruleset.model import Option, Pattern, Ruleset, Value
from scorer.ruleset.overlay import value_at
from scorer.ruleset.source import yaml_text
from scorer.values import cached_property, replace

MADE_OF = ("tileset", "tiles", "sets", "shapes", "calls")
SAID_OF_FILE = ("name", "about", "source", "notes", "usage", "family", "id", *CREDITS, REQUIREMENT_KEY)
"""Sections that say something about a file and change no rules."""
OWN_LINES = ("extends", "set", "drop", "add", *SAID_OF_FILE)
SAID_WHY = Message("remove this line or explain in a comment after")


def overlay_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of the lines of an overlay, and of their effects on the base."""
    base, extends = subject.building.base_root, subject.file_root.get("extends")
    if not extends:
        return
    for key, item in subject.file_root.get("set").fields.items():
        before = base.get("options", key, "default") or value_at(base, key)
        yield from _unchanged_value(subject, item, before, Message("is the same in the base", key), SAID_WHY)
        tier, (name, _, field) = subject.ruleset.top_tier, key.partition(".")
        is_value = before and field[:5] == "value" and not subject.is_faulty(item)
        line = f"{name}.{SHORT_SHEET}"
        pattern = _pattern_of_line(base, name) if is_value and item.written_key() != line else ""
        if pattern:
            message = Message("is a line of the secondary score", name, line)
            meant = Message("did you mean the word", pattern)
            yield from subject.warn(item, "L906", message, meant, key=True)
        elif (
            tier
            and is_value
            and _largest_value(subject, before) >= tier.start > _largest_value(subject, item)
        ):
            message = Message("is no longer in the top tier", name, tier.start)
            hint = (
                Message("one is two are", tier.unit, tier.unit_value, 2 * tier.unit_value)
                if tier.unit
                else ""
            )
            yield from subject.warn(item, "L906", message, hint)
    yield from _options_without_effect(subject)
    for key, item in subject.file_root.fields.items():
        own = base.get(key)
        if key not in OWN_LINES and own and own.data == item.data:
            yield from subject.warn(item, "L905", Message("is the same as in the base", key), key=True)
        elif (
            key in (*MERGED_SECTIONS, "seats") and key != HANDS_SECTION
        ):  # worked hands prove the options here
            for name, entry in item.fields.items():
                message = Message("is the same in the of the base", name, key)
                yield from _unchanged_value(subject, entry, own.get(name), message, Message("remove it here"))
    dropped = [item.text() for item in subject.file_root.get("drop").entries]
    for place, item in enumerate(subject.file_root.get("drop").entries):
        if dropped[place] in dropped[:place]:
            yield from subject.warn(item, "L905", Message("is dropped twice", dropped[place]))
    if not subject.has_errors:
        yield from _idle_options(subject, base)
    yield from _replaced_lists(subject, base)
    yield from _replaced_patterns(subject, base)
    yield from _left_behind(subject, base)
    yield from _impossible_base_patterns(subject, extends)


def _pattern_of_line(base: Item, name: str) -> str:
    """The pattern for which a line of the secondary score is counted, if nothing else with a value has
    its name.
    """
    entries = [
        (section, entry)
        for one, section, _, entry in named_entries(base.fields)
        if one == name and section not in MERGED_SECTIONS
    ]
    if [section for section, _ in entries] != [SHEET_KEY]:
        return ""
    asked = re.search(r"\bawarded\((\w+)\)", entries[0][1].get("when").text())
    return asked[1] if asked else ""


def _largest_value(subject: RulesUnderCheck, item: Item) -> Size:
    """The largest possible value of a pattern, which may be in the base."""
    texts, names = (part.text() for part in item.walk() if part.is_plain), subject.building.names
    nodes = (read_expression(text, names, Scope.READING, NUMBER)[0] for text in texts)
    return max((subject.solver.ranges.range_of(node).high for node in nodes), default=0)


# ---- L905: nothing changes


def _unchanged_value(
    subject: RulesUnderCheck, item: Item, base_item: Item, message: Text, hint: Text
) -> Iterator[Problem]:
    """The problem of a value that the base has already, unless a comment gives a reason, such as the source
    of a preset.
    """
    has_comment = " #" in item.rest_of_line()
    merges = item.path[:1] != ("set",) and item.path[0] not in WHOLE_ENTRIES
    is_alike = base_item and (_is_part_of(item, base_item) if merges else _is_same(item, base_item))
    if is_alike and not has_comment and not subject.is_faulty(item):
        yield from subject.warn(item, "L905", message, hint, key=True)


def _is_same(item: Item, base_item: Item) -> bool:
    return repr(base_item.data) == repr(item.data)  # True is no 1


def _is_part_of(item: Item, base_item: Item) -> bool:
    """Whether a mapping that is merged with that of the base says only what is there."""
    if not (item.fields and base_item.fields):
        return _is_same(item, base_item)
    return all(
        key in base_item.fields and _is_same(part, base_item.fields[key]) for key, part in item.fields.items()
    )


# ---- L907: options of the base that no longer have an effect

Keys = tuple[str | int, ...]
"""The place of a value in a file that is merged from several files."""


def _idle_options(subject: RulesUnderCheck, base: Item) -> Iterator[Problem]:
    """Problems of options that have an effect in the base, but not in the overlay. Dropping all rules that
    use an option is allowed, unless the overlay still sets the option.
    """
    if _only_sets_options(subject.file_root, base):
        return
    lines, extends = subject.file_root.get("set").fields, subject.file_root.get("extends").text()
    replaced: dict[int, tuple[Item, list[Message]]] = {}
    for option in _lost_options(subject):
        found = (_change_of(subject.file_root, keys, base) for keys in _places_of_option(base, option))
        causes = [cause for cause in found if cause is not None]
        cause = next((item for item in causes if item.path[0] != "drop" and item.value != []), None)
        if line := lines.get(option):
            place = causes[0].position(key=_is_told_at_key(causes[0])) if causes else (0, 0)
            hint = (
                Message("line replaces the rule that used it", place[0])
                if causes
                else Message("drop this line")
            )
            message = Message("no longer has any effect", option)
            yield from subject.warn(line, "L907", message, hint, key=True)
        elif cause:
            replaced.setdefault(id(cause), (cause, []))[1].append(Message("quoted", option))
    for cause, options in replaced.values():
        them = Message("it or them", len(options))
        why = Message("this replaces the rules of that use", extends, them)
        message = Message("no effect any more", some_of(options), why)
        hint = Message("use in the new rule", them)
        yield from subject.warn(cause, "L907", message, hint, key=_is_told_at_key(cause))


def _only_sets_options(overlay: Item, base: Item) -> bool:
    """Whether an overlay keeps all rules of its base, and only gives options other values."""
    keeps_rules = overlay.fields.keys() <= {"extends", "set", *SAID_OF_FILE}
    return keeps_rules and overlay.get("set").fields.keys() <= base.get("options").fields.keys()


def _options_without_effect(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of options that are set and change nothing because of another option."""
    rules = subject.ruleset
    lines = {
        key: item for key, item in subject.file_root.get("set").fields.items() if key in rules.option_by_id
    }
    if not lines or subject.has_errors:
        return
    acting = options_in_force(rules)
    before = subject.building.base_root.get("options")
    for key, item in lines.items():
        if key in acting or item.data == before.get(key, "default").data:
            continue
        cause = _cause_of_idleness(rules, key)
        if cause is None:
            continue
        other, choice = cause
        message = Message("has no effect while", key, other.id, str(other.default).lower())
        yield from subject.warn(item, "L907", message, Message("remove this line, or set", other.id, choice))


def _cause_of_idleness(rules: Ruleset, name: str) -> tuple[Option, str] | None:
    """The option because of which another one has no effect, and a value with which it would have one."""
    words = {*name.split("_")}  # an option and its switch often share a word
    others = (option for option in rules.options if option.id != name)
    for other in sorted(others, key=lambda option: words.isdisjoint(option.id.split("_"))):
        for value in _other_values(other):
            if name in options_in_force(rules.with_options(**{other.id: value})):
                return other, str(value).lower()
    return None


def _other_values(option: Option) -> Iterator[Value]:
    """Some values that an option may have beside its own."""
    ends = (False, True) if option.sort == TRUTH else (option.minimum, option.maximum)
    every = option.choices or tuple(value for value in ends if value is not None)
    yield from (value for value in every if value != option.default)


def _lost_options(subject: RulesUnderCheck) -> list[str]:
    """The options that change something in the base, with the values of the overlay, but nothing in the
    overlay.
    """
    rules = subject.ruleset
    base = load_for_check(base_name(rules.extends[0], rules.file)).ruleset
    if base is None:
        return []
    values = {name: value for name, value in rules.option_values.items() if name in base.option_values}
    there, here = options_in_force(base.with_options(**values)), options_in_force(rules)
    return [one.id for one in rules.options if one.id in there and one.id not in here]


def _is_told_at_key(item: Item) -> bool:
    return item.path[0] != "drop" and item.key != "id"


def _places_of_option(base: Item, option: str) -> list[Keys]:
    """The places at which expressions of a base use an option, directly or through facts."""
    names, found, texts = [option], list[Keys](), list(_expressions(base, ()))
    for name in names:  # the list grows during the loop by the facts that use the option
        asking = [keys for keys, text in texts if name in WORD.findall(text) and keys not in found]
        found += asking
        names += [str(keys[1]) for keys in asking if keys[0] == "facts" and keys[1] not in names]
    return found


def _expressions(item: Item, keys: Keys) -> Iterator[tuple[Keys, str]]:
    """The texts and keys of a merged file that may be expressions, with their places."""
    parts: list[tuple[str | int, Item]] = [*item.fields.items()]
    parts += enumerate(item.value) if isinstance(item.value, list) else ()
    for key, part in parts:
        if (*keys, key)[:1] != ("options",) and key not in UNASKING:
            if isinstance(key, str) and keys:
                yield (*keys, key), key
            yield from [((*keys, key), part.text())] if part.is_plain else _expressions(part, (*keys, key))


def _change_of(overlay: Item, keys: Keys, base: Item) -> Item | None:
    """The items of an overlay that drop, add, set or replace something of its base."""
    entry, head, rest = base, "", keys
    for place, key in enumerate(keys):
        entry = entry.entries[key] if isinstance(key, int) else entry.fields.get(key, entry)
        if ident := (entry.get("id").text() or (key if place == 1 and keys[0] in MERGED_SECTIONS else "")):
            head, rest = str(ident), keys[place + 1 :]
            break
    added = (one.get("id") for one in added_entries(overlay))
    named = [item for item in (*overlay.get("drop").entries, *added) if item.text() == head]
    paths = [".".join(map(str, path)) for path in ((head, *rest), keys)]
    lines = overlay.get("set").fields.items()
    named += [item for line, item in lines if any(f"{path}.".startswith(f"{line}.") for path in paths)]
    own = overlay.get(str(keys[0]))
    for key in keys[1:]:
        own = own.get(str(key)) if own.fields and keys[0] in MERGED_SECTIONS else own
    return next(iter(named), own if own or own.value == [] else None)


# ---- L906: what is lost


def _replaced_lists(subject: RulesUnderCheck, base: Item) -> Iterator[Problem]:
    """Problems of lists that replace a list of the base and lose its entries. A sheet in another unit is
    meant to.
    """
    lists = [(name, subject.file_root.get(name), base.get(name)) for name in LISTS_BY_ID]
    own_sheet, sheet = subject.file_root.get(SHEET_KEY), base.get(SHEET_KEY)
    if own_sheet and own_sheet.get("unit").text() in ("", sheet.get("unit").text()):
        lists.append(("lines", own_sheet, sheet))
    for section, own, before in lists:
        if not own.entries or is_misplaced(own.fields):
            continue
        kept = {*_ids_in(own), *subject.building.dropped_ids}
        lost = [name for name in _ids_in(before) if name not in kept]
        if lost:
            hint = Message("change one of them under set .when", lost[0], ADDED_AS.get(section, section))
            if section == "patterns":
                hint = Message("put new patterns under add")
            message = Message("these replace those of the base and lose", section, some_of(lost))
            yield from subject.warn(own, "L906", message, hint, key=True)


ADDED_AS = {"lines": "fu"}


def _ids_in(item: Item) -> list[str]:
    return [name.text() for entry in item.walk() if (name := entry.get("id"))]


def _replaced_patterns(subject: RulesUnderCheck, base: Item) -> Iterator[Problem]:
    """Problems of a pattern under `add` that the base has already: an equal one, or another one with the same
    id.
    """
    added = added_lists(subject.file_root.get("add")).get("patterns")
    for entry in added.entries if added else ():
        name, place = entry.get("id").text(), entry.fields.get("id", entry)
        before = next((one for one in base.get("patterns").entries if one.get("id").text() == name), None)
        if not name or name in subject.building.dropped_ids or not before:
            continue
        old, new = _entry_title(before), _entry_title(entry)
        pairs = [(before.get(key), entry.get(key)) for key in ("when", "match", "where", "holds")]
        is_alike = not new or any(one and other and one.data == other.data for one, other in pairs)
        if before.data == entry.data:
            yield from subject.warn(
                place, "L905", Message("is the same in the base", name), Message("remove it here")
            )
        elif lost := list(_lost_relations(subject, before, entry)):
            title = _localized_title(before)
            message = Message("replaces the base's pattern", name, title, Listed(tuple(lost), "semicolon"))
            yield from subject.warn(place, "L906", message, _instead_of_adding(subject, before, name))
        elif old != new and not is_alike:  # it is about the same thing if part of its conditions stays
            message = Message("replaces the base's pattern 2", name, _localized_title(before))
            hint = Message("give the new pattern a different id")
            yield from subject.warn(place, "L906", message, hint)


KEYS_LOST = (*RELATIONS, "series", "link", "alone", "enabled")
"""Keys that relate a pattern to others. An author who replaces a pattern is told which of them are lost."""


def _lost_relations(subject: RulesUnderCheck, base_entry: Item, entry: Item) -> Iterator[str]:
    """What the base's pattern said of others, and is not said any more; what it said of dropped patterns is
    no loss.
    """
    for key in KEYS_LOST:
        item = base_entry.get(key)
        names = [*item.fields] or [one.text() for one in item.entries]
        left = [name for name in names if key not in RELATIONS or name not in subject.building.dropped_ids]
        if item and not entry.get(key) and (left or not names):
            yield f"{key} {', '.join(left)}"


def _instead_of_adding(subject: RulesUnderCheck, base_entry: Item, name: str) -> Text:
    """The hint for a pattern that the base has already: turn on its option, or change the pattern."""
    base = subject.file_root.get("extends").text()
    if setting := _enabling_setting(subject, base_entry.get("enabled").text()):
        return Message("already has this pattern write", base, setting)
    return Message("already has this pattern", base, name)


def _enabling_setting(subject: RulesUnderCheck, condition: str) -> str:
    """The value of one option under which a condition on options holds, as written in a file; empty if the
    condition holds already, or under no such value.
    """
    node, _, flaws = read_expression(condition, subject.building.names, Scope.OPTIONS)
    if flaws or holds(node, rules_view(subject.ruleset)):
        return ""
    for option in subject.ruleset.options:
        for value in subject.solver.world.option_values(option.id):
            if holds(node, rules_view(subject.ruleset.with_options(**{option.id: value}))):
                return yaml_text({"set": {option.id: value}}).strip()
    return ""


def _entry_title(entry: Item) -> str:
    return (entry.get("name", "en") or entry.get("name")).text()


def _localized_title(entry: Item) -> str:
    """The name of an entry in each language in which it is written."""
    return LocalizedText(
        [(one, item.text()) for one, item in entry.get("name").fields.items()]
        or [("en", _entry_title(entry))]
    )


def _impossible_base_patterns(subject: RulesUnderCheck, extends: Item) -> Iterator[Problem]:
    """Problems of patterns of the base that no hand can have with the tiles, shapes and facts of the
    overlay.
    """
    changed = [section for name in MADE_OF if (section := subject.file_root.get(name))]
    unset = subject.building.dropped_ids - {item.fact for item in subject.ruleset.circumstances}
    is_known = subject.has_sound_hands and not subject.names_tainted(subject.root.get("shapes"))
    if not (changed or unset) or not is_known:
        return

    def is_lost(pattern: Pattern, item: Item) -> bool:
        nodes = [
            part for node in (pattern.condition, pattern.option_condition) if node for part in node.walk()
        ]
        asks = changed or any(part.op == "fact" and part.args[0] in unset for part in nodes)
        is_judged = asks and not subject.is_own(item) and pattern.id not in subject.unclear
        return bool(is_judged) and not subject.can_hold(pattern, subject.side_of(pattern))

    lost = [pattern.id for pattern, item in subject.pattern_items if is_lost(pattern, item)]
    if lost:
        why = Message("with these tiles") if changed else Message("without what is dropped")
        message = Message("no hand can have of", why, some_of(lost), extends.text())
        place = only_entry(changed[0]) if changed else extends
        yield from subject.warn(place, "L906", message, Message("list them under drop"), key=bool(changed))


def only_entry(section: Item) -> Item:
    """The only entry of a section, or the section itself."""
    fields = list(section.fields.values())
    return fields[0] if len(fields) == 1 else section


# ---- L910: rules that belong to a pattern

DEPENDENT_SECTIONS = (SHEET_KEY, "bonuses", "limits", "amounts", "payment")
"""Sections of rules that may depend on a pattern."""
PATTERN_KEYS = ("when", "match", "where")


def _left_behind(subject: RulesUnderCheck, base: Item) -> Iterator[Problem]:
    """Problems of rules that still ask for a dropped pattern, or that repeat the condition that a dropped or
    changed pattern had in the base.
    """
    dropped = {item.text(): item for item in subject.file_root.get("drop").entries}
    lines = subject.file_root.get("set").fields
    for entry in base.get("patterns").entries:
        name = entry.get("id").text()
        changed = next((lines[key] for part in PATTERN_KEYS if (key := f"{name}.{part}") in lines), None)
        if name in dropped and name not in subject.ruleset.pattern_by_id:
            yield from _orphaned_rules(subject, name, dropped[name])
        if place := dropped.get(name, changed):
            yield from _repeated_condition_problems(
                subject, entry, place, "dropped" if name in dropped else "changed"
            )


def _orphaned_rules(subject: RulesUnderCheck, name: str, place: Item) -> Iterator[Problem]:
    """Problems of a dropped pattern for which rules still ask."""
    names = [
        owner
        for owner, item in _dependent_entries(subject)
        for part in item.fields.values()
        if (node := subject.node_at(part)) and any(one.args == ("awarded", name) for one in node.walk())
    ]
    liable = subject.root.get("payment", "liability", "patterns", name)
    if names:
        names = list(dict.fromkeys(names))
        message = Message("is dropped here but uses it", name, some_of(names))
        sections = Counter(entry for entry, *_ in named_entries(subject.root.fields))
        shared = [owner for owner in names if sections[owner] > 1]
        hint = Message("write entry", f"drop: [{', '.join([name, *names])}]")
        if shared:  # to drop such a name would drop the other entry as well
            hint = Message("write under set as well", ", ".join(f"{owner}.when: false" for owner in shared))
        yield from subject.warn(place, "L910", message, hint)
    if liable and liable.value is not False:
        message = Message("is dropped here but payment.liability still lists it", name)
        hint = Message("write set payment.liability.patterns false", name)
        yield from subject.warn(place, "L910", message, hint)


def _repeated_condition_problems(
    subject: RulesUnderCheck, entry: Item, place: Item, change: str
) -> Iterator[Problem]:
    """Problems of rules that repeat the condition of a pattern instead of asking whether it is awarded."""
    name, text = entry.get("id").text(), entry.get("when").text()
    node, _, flaws = read_expression(text, subject.building.names, Scope.READING)
    before = {
        comparable_tree(part) for part in _parts_of(node) if any(one.op in OF_TILES for one in part.walk())
    }
    for owner, item in _dependent_entries(subject) if text and before and not flaws else ():
        asked = subject.node_at(item.get("when"))
        if asked and before <= {comparable_tree(part) for part in _parts_of(asked)}:
            message = Message("is here but still uses its old condition", name, change, owner)
            hint = Message("use the pattern in", owner, name)
            yield from subject.warn(place, "L910", message, hint)


def _dependent_entries(subject: RulesUnderCheck) -> Iterator[tuple[str, Item]]:
    """Every entry that may depend on a pattern, with its id or key."""
    for section in DEPENDENT_SECTIONS:
        for part in subject.root.get(section).walk():
            if part.fields and part.get("when"):
                yield part.get("id").text(str(part.path[-1])), part


OF_TILES = ("call", "named")
"""The conditions that depend on tiles and sets, and not only on the situation."""


def _parts_of(node: Node) -> tuple[Node, ...]:
    return node.parts if node.op == "and" else (node,)


# ---- faults of the base

WORD = re.compile(r"[a-z_][a-z0-9_]*")
MEANING = ("is", "enabled", "when", "match", "where", "count", "each")
NESTED_SECTIONS = (SHEET_KEY, *MERGED_SECTIONS)
CONSEQUENCES = ("L106", "L503", "L505", "L506", "L508", "L801")
"""Codes of conditions that no hand meets with fewer tiles or calls; L906 reports the lost patterns."""


def problems_at_their_cause(problems: Iterable[Problem], subject: RulesUnderCheck) -> Iterator[Problem]:
    """The problems, with those that an overlay causes in its base moved to the line of the overlay that
    causes them.

    Consequences are left out for a line that already has a problem, and warnings about the base for a file
    with errors.
    """
    base, every = subject.file_root.get("extends"), list(problems)
    name = subject.file_root.source.name
    own = [one for one in every if not base or name in (one.file, translated_path(one.file))]
    yield from own
    if not base:
        return
    is_wrong = any(problem.is_error for problem in every)
    told = [problem for problem in own if not problem.code.startswith("L90") or problem.code == "L906"]
    broken: dict[int, tuple[Item, list[Problem]]] = {}
    causes = _Causes(subject)
    for problem in every:
        is_error = problem.is_error
        if problem not in own and (is_error or not (is_wrong or problem.code in CONSEQUENCES)):
            cause = causes.cause_of(problem) or base
            if not _is_told(cause, told, is_error):
                broken.setdefault(id(cause), (cause, []))[1].append(problem)
    for cause, found in broken.values():
        yield _problem_in_overlay(found, cause, base.text(), subject.building.base_root)


def _is_told(cause: Item, problems: list[Problem], is_error: bool) -> bool:
    """Whether a problem is already reported at the cause: an error within it, or a warning in its line."""
    if not is_error:
        line, _ = cause.position(key=_is_made_of_parts(cause))
        return any(one.line == line for one in problems)
    begin, end = cause.position(key=True), cause.source.line_and_column(cause.span.end)
    return any(begin <= (one.line, one.column) < end for one in problems if one.is_error)


def _is_made_of_parts(item: Item) -> bool:
    """Whether problems of a value are shown at its key."""
    return isinstance(item.value, dict | list)


def _problem_in_overlay(problems: list[Problem], item: Item, base: str, base_rules: Item) -> Problem:
    first = min(problems, key=lambda problem: (problem.severity, problem.place))
    hint, others = first.hint, len(problems) - 1
    message = Message("this breaks a line of", base, first.line, first.message)
    if others:
        message = Message("this breaks lines of", base, first.line, others, first.message)
    if hint == WRONG_HAND_HINT:
        hint = Message("check this line or the examples", base)
    if item.path[:1] == ("drop",):
        hint = _without_drop(item, first, base_rules)
    elif item.path == (item.key,) and base_rules.get("options", base_rules.get(item.key).text()):
        hint = Message("the base has an option for this", base_rules.get(item.key).text(), item.text())
    if item.path == ("unit",) or hint == Message("did you mean the word", item.text()):
        hint = Message("expressions use this name")
    section, *keys = item.path
    is_whole = (
        section == "set"
        or (not keys and section not in MERGED_SECTIONS)
        or (keys and section in WHOLE_ENTRIES)
    )
    path = item.key if section == "set" else ".".join(map(str, item.path))
    before = value_at(base_rules, path).fields if is_whole else ()
    if lost := [key for key in before if key not in item.fields]:
        hint = Message("this replaces everything that the base has there", some_of(lost))
    moved = item.problem(first.code, message, hint, first.severity, key=_is_made_of_parts(item))
    is_of_base = hint == first.hint and moved.edit is not None
    return (
        replace(moved, hint="", edit=None) if is_of_base else moved
    )  # a word of the base does not stand in this line


def _without_drop(item: Item, problem: Problem, base_rules: Item) -> Text:
    """The hint for a dropped entry that is still needed: the option that turns it off, if there is one."""
    switch = next(
        (e.get("enabled").text() for e in _base_entries(base_rules, item.text()) if e.get("enabled")), ""
    )
    if switch and base_rules.get("options", switch).get("default").value is True:
        return Message("is dropped here write set false instead", item.text(), switch)
    is_of_total = isinstance(problem.hint, Message) and problem.hint.key == "also write tileset.total"
    return problem.hint if is_of_total else Message("is dropped here", item.text())


def _base_entries(base_rules: Item, name: str) -> Iterator[Item]:
    """The entries of the base with a name."""
    yield from (entry for section in MERGED_SECTIONS if (entry := base_rules.get(section, name)))
    yield from (
        e for section in LISTS_BY_ID for e in base_rules.get(section).entries if e.get("id").text() == name
    )


class _Causes:
    """Finds the line of an overlay that causes a fault in its base."""

    def __init__(self, subject: RulesUnderCheck) -> None:
        self.subject = subject

    @cached_property
    def base_entries(self) -> list[tuple[str, int, Item]]:
        """Every entry of the base: its file, its first line, and its current item."""
        found: list[Item] = []
        for section, item in self.subject.root.fields.items():
            nested = item.fields.values() if section in NESTED_SECTIONS else ()
            found += [item, *nested, *item.entries, *(e for part in nested for e in part.entries)]
        return [(one.source.name, one.position(key=True)[0], one) for one in found]

    @cached_property
    def base_items_by_name(self) -> dict[str, Item]:
        """Every entry of the base by its id or its key."""
        return {found.text() if (found := one.get("id")) else one.key: one for _, _, one in self.base_entries}

    def cause_of(self, problem: Problem) -> Item | None:
        """The cause of a problem: a changed value inside the faulty entry, a changed name that it uses, or
        the first change of a rule.
        """
        above = [part for part in self.base_entries if part[0] == problem.file and part[1] <= problem.line]
        walked = [*max(above, key=lambda part: part[1])[2].walk()] if above else []
        inside = next(filter(self.subject.is_own, walked), None)
        return inside or self._change_named_in(walked, problem.message) or self._any()

    def _change_named_in(self, parts: list[Item], message: Text) -> Item | None:
        """The first change of the overlay to a name that an entry uses, directly or through other names."""
        texts = (f"{part.key} {part.text()}" for part in parts)
        words = list(dict.fromkeys(WORD.findall(" ".join([*words_of(message), *texts]))))
        for word in words:  # the list grows during the loop by the definitions of the words
            if word in self.subject.changes_by_name:
                return self.subject.changes_by_name[word]
            made = self.base_items_by_name.get(word)
            told = [item for key in MEANING if made and (item := made.get(key))]
            texts = (part.text() for item in told for part in item.walk())
            meaning = " ".join(texts) if made and made.fields else made.text() if made else ""
            words += [new for new in WORD.findall(meaning) if new not in words]
        return None

    def _any(self) -> Item | None:
        """Whether a change affects all hands, as one of the tile set or of payments does."""
        written = self.subject.file_root.fields.items()
        sections = [item for key, item in written if key not in (*HARMLESS, "drop")]
        options = self.subject.root.get("options").fields
        lines = [item for key, item in self.subject.file_root.get("set").fields.items() if key not in options]
        dropped = self.subject.file_root.get("drop").entries
        return next(map(only_entry, (*lines, *sections, *dropped)), None)
