"""Overlays: lines that change nothing (L905), patterns of the base that are lost (L906), and faults of the
base that an overlay causes, which are said in the overlay: that is where they can be mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scorer.check.patterns import can_hold, is_tainted, side_of
from scorer.check.possible.world import TooLarge
from scorer.check.subject import Subject, some_of
from scorer.errors import Problem
from scorer.ruleset.find import shipped_folder
from scorer.ruleset.items import Item
from scorer.ruleset.model import Pattern
from scorer.ruleset.overlay import BY_ID, MERGED

MADE_OF = ("tileset", "tiles", "sets", "shapes", "calls")
OWN_LINES = ("extends", "set", "drop", "add", "name", "about", "source", "notes", "family", "id")


def overlay_acts(subject: Subject) -> Iterator[Problem]:
    """Every line of an overlay, and what becomes of its base."""
    base = subject.loaded.base
    if not subject.is_overlay or base is None:
        return
    yield from _unchanged(subject, base)
    yield from _replaced_lists(subject, base)
    yield from _replaced_patterns(subject, base)
    yield from _impossible(subject)
    yield from dropped_still_asked(subject)


# ---- L905: nothing changes


def _unchanged(subject: Subject, base: Item) -> Iterator[Problem]:
    changes = subject.written.get("set")
    for key, item in (changes.fields if changes else {}).items():
        yield from _into_plain(base, key, item)
        before = _at(base, key)
        if _is_option(base, key):
            before = base.fields["options"].fields[key].get("default")
        if before is not None and plain(before) == plain(item) and not _has_comment(item):
            message = f"'{key}' is the same in the base"
            hint = "drop this line, or say in a comment behind it why it stands here"
            yield item.problem("L905", message, key=True, hint=hint, severity="warning")
    for key, item in subject.written.fields.items():
        own = base.get(key)
        if key not in OWN_LINES and own is not None and plain(own) == plain(item):
            yield item.problem("L905", f"'{key}' is the same as in the base", key=True, severity="warning")
        elif key in (*MERGED, "seats") and own is not None:
            yield from _same_entries(key, item, own)
    drop = subject.written.get("drop")
    seen: set[str] = set()
    for item in drop.entries if drop else []:
        if item.text() in seen:
            yield item.problem("L905", f"'{item.text()}' is dropped twice", length=0, severity="warning")
        seen.add(item.text())


def _same_entries(section: str, item: Item, base: Item) -> Iterator[Problem]:
    """Entries of a section that say what the base says."""
    for name, entry in item.fields.items():
        before = base.get(name)
        if before is not None and plain(before) == plain(entry) and not _has_comment(entry):
            message = f"'{name}' is the same in the {section} of the base"
            yield entry.problem("L905", message, key=True, hint="drop it here", severity="warning")


def _has_comment(item: Item) -> bool:
    """Whether the writer says on the line why it stands there: a preset names its sources so."""
    line, column = item.source.place(item.path)
    return " #" in item.source.text.split("\n")[line - 1][column - 1 :]


def _into_plain(base: Item, key: str, item: Item) -> Iterator[Problem]:
    """A path that leads into a plain value would take its place and lose it."""
    steps = key.split(".")
    for count in range(1, len(steps)):
        found = _at(base, ".".join(steps[:count]))
        if found is not None and not found.fields and not isinstance(found.value, list):
            message = f"'{'.'.join(steps[:count])}' is the plain value '{found.text()}' in the base"
            hint = "set it as a whole"
            yield item.problem("L402", message, key=True, hint=hint)
            return


def _is_option(base: Item, key: str) -> bool:
    """Whether a line of `set` names an option, of which it changes the default."""
    options = base.get("options")
    return options is not None and key in options.fields


def _at(base: Item, key: str) -> Item | None:
    """What a line of `set` would change in the base: a path from the top, or id.field."""
    head, _, rest = key.partition(".")
    found = base.get(head) or _by_id(base, head)
    for step in rest.split(".") if rest else ():
        found = found.get(step) if found else None
    return found


def _by_id(base: Item, name: str) -> Item | None:
    lists = [base.get(section) for section in BY_ID]
    sheet = base.get("fu")
    lists += list(sheet.fields.values()) if sheet else []
    entries = [entry for section in lists if section for entry in section.entries if entry.fields]
    return next((entry for entry in entries if _id(entry) == name), None)


def _id(entry: Item) -> str:
    found = entry.get("id")
    return found.text() if found else ""


def plain(item: Item) -> object:
    """A value without its places."""
    if isinstance(item.value, dict):
        return {key: plain(entry) for key, entry in item.value.items()}
    return [plain(entry) for entry in item.value] if isinstance(item.value, list) else item.value


# ---- L906: what is lost


def _replaced_lists(subject: Subject, base: Item) -> Iterator[Problem]:
    """A list in an overlay takes the place of the base's list."""
    for section in BY_ID:
        own, before = subject.written.get(section), base.get(section)
        if own is None or before is None:
            continue
        dropped = subject.building.dropped
        kept = {_id(entry) for entry in own.entries} | dropped
        lost = [_id(entry) for entry in before.entries if entry.fields and _id(entry) not in kept]
        if lost:
            hint = (
                "put new patterns under add"
                if section == "patterns"
                else "name those to be dropped under drop"
            )
            yield own.problem("L906", f"{_lost(section, lost)}", key=True, hint=hint, severity="warning")


def _lost(section: str, lost: list[str]) -> str:
    return f"these {section} take the place of the base's, which loses {some_of(lost)}"


def _replaced_patterns(subject: Subject, base: Item) -> Iterator[Problem]:
    """A pattern under `add` that the base has already: the same, or something else of the same id."""
    add = subject.written.get("add")
    for entry in add.entries if add else []:
        before = _by_id(base, _id(entry)) if _id(entry) else None
        place = entry.fields.get("id", entry)
        if before is None or _id(entry) in subject.building.dropped:
            continue
        if plain(before) == plain(entry):
            message = f"'{_id(entry)}' is the same in the base"
            yield place.problem("L905", message, length=0, hint="drop it here", severity="warning")
        elif _name(before) != _name(entry) and not _alike(before, entry):
            message = f"'{_id(entry)}' takes the place of the base's pattern '{_name(before)}'"
            hint = "give the new pattern an id of its own, or set single fields of the old one"
            yield place.problem("L906", message, length=0, hint=hint, severity="warning")


def _name(entry: Item) -> str:
    name = entry.get("name")
    if name is None:
        return ""
    return (name.get("en") or name).text()


def _alike(before: Item, entry: Item) -> bool:
    """Whether a replacement is about the same thing: part of its conditions stayed."""
    keys = ("when", "match", "where", "holds")
    pairs = [(before.get(key), entry.get(key)) for key in keys]
    return not _name(entry) or any(one and other and plain(one) == plain(other) for one, other in pairs)


def _impossible(subject: Subject) -> Iterator[Problem]:
    """Patterns of the base that no hand can have once the tiles or shapes are others."""
    changed = any(subject.written.get(name) is not None for name in MADE_OF)
    dropped = _dropped_facts(subject)
    if not (changed or dropped) or not subject.has_sound_hands:
        return
    try:
        lost = [
            pattern.id
            for pattern, item in subject.patterns
            if not subject.is_own(item)
            and (changed or asks_for(pattern, dropped))
            and not is_tainted(pattern, subject)
            and not can_hold(pattern, subject, side_of(pattern, subject))
        ]
    except TooLarge:
        return
    base = subject.written.get("extends")
    if lost and base is not None:
        why = "with these tiles" if changed else "without what is dropped"
        message = f"{why} no hand can have {some_of(lost)} of {base.text()}"
        yield base.problem("L906", message, length=0, hint="name them under drop", severity="warning")


def _dropped_facts(subject: Subject) -> frozenset[str]:
    """Facts that no circumstance sets any more."""
    set_facts = {item.fact for item in subject.ruleset.circumstances}
    return subject.building.dropped - set_facts


def asks_for(pattern: Pattern, facts: frozenset[str]) -> bool:
    nodes = [node for node in (pattern.when, pattern.enabled) if node is not None]
    return any(part.op == "fact" and part.args[0] in facts for node in nodes for part in node.walk())


def dropped_still_asked(subject: Subject) -> Iterator[Problem]:
    """Facts of the base that are dropped although its expressions ask for them: they would be false."""
    base = subject.loaded.base
    facts = base.get("facts") if base else None
    drop = subject.written.get("drop")
    for item in drop.entries if drop else []:
        if facts is None or item.text() not in facts.fields:
            continue
        for asked in subject.building.asked:
            if any(part.op == "fact" and part.args[0] == item.text() for part in asked.node.walk()):
                line = asked.item.source.place(asked.item.path)[0]
                message = f"drops the fact '{item.text()}', for which line {line} of the base asks"
                yield item.problem("L402", message, length=0)
                break


# ---- faults of the base

QUOTED = re.compile(r"'([^']+)'")


def blamed(problems: Iterable[Problem], subject: Subject) -> Iterator[Problem]:
    """The problems, those in a shipped base moved to the line of the overlay that causes them, each once."""
    base = subject.written.get("extends")
    broken: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        if base is not None and _is_in_base(problem, subject):
            broken.setdefault((problem.code, problem.message), []).append(problem)
        else:
            yield problem
    for found in broken.values():
        if base is not None:
            yield _moved(found, _cause(found[0], subject.written) or base, base.text())


def _is_in_base(problem: Problem, subject: Subject) -> bool:
    return problem.file != subject.written.source.name and problem.file.startswith(str(shipped_folder()))


def _moved(found: list[Problem], item: Item, base: str) -> Problem:
    first = min(found, key=lambda problem: problem.place)
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    message = f"this breaks {base}, line {first.line}{more}: {first.message}"
    hint = f"'{item.text()}' is dropped here" if item.path[:1] == ("drop",) else first.hint
    return item.problem(first.code, message, length=len(item.text()) or 1, hint=hint)


def _cause(problem: Problem, written: Item) -> Item | None:
    """The word under `drop`, or the value under `set`, that the message speaks of."""
    words = set(QUOTED.findall(problem.message))
    drop, changes = written.get("drop"), written.get("set")
    dropped = [item for item in (drop.entries if drop else []) if item.text() in words]
    changed = [
        item for key, item in (changes.fields if changes else {}).items() if key.split(".")[0] in words
    ]
    return next(iter([*dropped, *changed]), None)
