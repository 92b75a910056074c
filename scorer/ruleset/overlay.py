"""Merging a ruleset over the one that it extends.

Scalars and lists replace, mappings merge key by key, patterns are changed by `set`, `drop` and `add`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scorer.errors import Problem
from scorer.ruleset.items import SHEET, SHORT, Item, Path, meant_by
from scorer.ruleset.sections import RULESET, SECTIONS
from scorer.values import replace

HANDS = "hands"
SIDES = ("closed", "open")
OTHERWISE = "otherwise"
ENTRIES = {
    "patterns": "pattern", OTHERWISE: "pattern", "bonuses": "bonus", "limits": "limit",
    "penalties": "penalty", SHEET: "item",
    "options": "option", "tiles": "class", "sets": "set_kind", "shapes": "shape", "facts": "fact",
    "circumstances": "circumstance", "indicators": "indicator", "tables": "table_of_columns",
}  # fmt: skip
"""The section that describes the entries of each part of a rule file."""
OWN = ("extends", "set", "drop", "add")
BY_ID = ("patterns", "bonuses", "limits", "penalties")
MERGED = (
    "units", "options", "tileset", "tiles", "sets", "shapes", "facts", "circumstances", "indicators",
    "tables", "payment", HANDS,
)  # fmt: skip
WHOLE_ENTRIES = ("payment", "tileset", "tables", HANDS)
"""Sections of which an entry takes the place of the base's whole entry: a table is not laid over a table."""
KEPT = ("units", "options", "payment")
DROPPED_FROM = (*BY_ID, *(name for name in MERGED if name not in KEPT), SHEET)
"""An option is not dropped but set: expressions go on asking it."""


def merged(base: Item, over: Item) -> tuple[Item, list[Problem]]:
    """The base with the overlay's changes, and what is wrong with the overlay's references."""
    problems: list[Problem] = []
    fields = dict(base.fields)
    for name, item in over.fields.items():
        if name not in OWN:
            fields[name] = _merged_section(name, fields.get(name), item)
    drop = {item.text(): item for item in over.entries_at("drop")}
    fields = dict(_dropped(fields, drop, _droppable(base.fields), problems))
    fields = _added(fields, over.get("add"), problems)
    for key, item in over.fields_at("set").items():
        if key.partition(".")[0] in drop:
            message = f"sets '{key}', and drops '{key.partition('.')[0]}'"
            problems.append(item.problem("L402", message, "do one of the two", key=True))
        elif whole := next((one for one in over.fields_at("set") if key.startswith(f"{one}.")), ""):
            message = f"sets '{key}', and '{whole}' as well"
            problems.append(item.problem("L402", message, "do one of the two", key=True))
        else:
            fields = _set(fields, key, item, problems)
    if over.get("extends") is None:
        problems = [replace(problem, hint="there is no base: name it, extends: ...") for problem in problems]
    return replace(over, value=fields), problems


def _merged_section(name: str, base: Item | None, over: Item) -> Item:
    if name == "notes" and base is not None:
        return replace(over, value=[*base.entries, *over.entries])
    if base is None or name not in MERGED or not isinstance(over.value, dict):
        return over
    return _deep(base, over, name not in WHOLE_ENTRIES)


def _deep(base: Item, over: Item, entries_merge: bool) -> Item:
    """Mappings key by key; one level deeper for entries such as an option or a circumstance."""
    fields = dict(base.fields)
    for key, item in over.fields.items():
        below = fields.get(key)
        both = below is not None and isinstance(below.value, dict) and isinstance(item.value, dict)
        fields[key] = _deep(below, item, False) if both and entries_merge and below is not None else item
    return replace(over, value=fields)


def _dropped(
    fields: dict[str, Item], names: dict[str, Item], before: set[str], problems: list[Problem]
) -> Iterator[tuple[str, Item]]:
    known, options = before | _droppable(fields), fields.get("options")
    for name, item in names.items():
        if name in known:
            continue
        message, hint = f"drops '{name}', which the base does not define", _hint(name, known, fields)
        if options and name in options.fields:
            message = f"drops the option '{name}', which expressions ask"
            hint = "give it the value that it always has, under 'set'"
        problems.append(item.problem("L402", message, hint))
    for section, item in fields.items():
        if section != OTHERWISE or item.text_at("id") not in names:  # one entry goes as a whole
            yield section, _without(item, names) if section in DROPPED_FROM else item


def _droppable(fields: dict[str, Item]) -> set[str]:
    """The ids of all that an overlay can drop; of a list that it replaces as well."""
    return {name for name, section, *_ in _named(fields) if section in (*DROPPED_FROM, OTHERWISE)}


def _without(item: Item, names: dict[str, Item]) -> Item:
    if isinstance(item.value, list):
        kept = [entry for entry in item.value if (entry.get("id") or entry).text() not in names]
        return replace(item, value=kept)
    if isinstance(item.value, dict):
        lists = {k: _without(v, names) if isinstance(v.value, list) else v for k, v in item.value.items()}
        return replace(item, value={k: v for k, v in lists.items() if k not in names})
    return item


def _named(fields: dict[str, Item]) -> Iterator[tuple[str, str, Path, Item]]:
    """All that an overlay can name: its id, its section, the path to it there, and itself. Patterns go before
    all others, since the circumstance of a pattern often bears its name.
    """
    for section in (*BY_ID, OTHERWISE, SHEET, *MERGED):
        item = fields.get(section)
        if item is None:
            continue
        if section in MERGED:
            yield from ((name, section, (name,), entry) for name, entry in item.fields.items())
        elif section == OTHERWISE:
            yield item.text_at("id"), section, (), item
        else:
            parts: list[tuple[Path, Item]] = [((name,), part) for name, part in item.fields.items()]
            for path, part in parts if section == SHEET else [((), item)]:
                for place, entry in enumerate(part.entries):
                    if entry.fields:
                        yield entry.text_at("id"), section, (*path, place), entry


def _hint(word: str, known: set[str], fields: dict[str, Item]) -> str:
    return meant_by(word, known, [entry for _, section, _, entry in _named(fields) if section in BY_ID])


def _added(fields: dict[str, Item], add: Item | None, problems: list[Problem]) -> dict[str, Item]:
    """New patterns at the end; one with a known id takes its place."""
    if add is None:
        return fields
    patterns = fields.get("patterns")
    table = {entry.text_at("id"): entry for entry in (patterns.entries if patterns else [])}
    seen: set[str] = set()
    for entry in add.entries:
        name = entry.text_at("id")
        if name in seen and name:
            problems.append(entry.fields["id"].problem("L404", f"a second pattern '{name}'"))
        seen.add(name)
        table[name] = entry
    place = patterns or add
    return {**fields, "patterns": replace(place, value=list(table.values()))}


def _set(fields: dict[str, Item], key: str, item: Item, problems: list[Problem]) -> dict[str, Item]:
    """One line of `set`: an option, id.field, or a path from the top."""
    head, _, rest = key.partition(".")
    options = fields.get("options")
    if not rest and options and head in options.fields:
        option = _with_default(options.fields[head], item, problems)
        return {**fields, "options": replace(options, value={**options.fields, head: option})}
    is_option = options is not None and head == "options" and rest in options.fields
    if head in fields and head not in BY_ID and not is_option:
        return {**fields, head: _with(fields[head], tuple(rest.split(".")) if rest else (), item)}
    path = tuple(rest.split("."))
    found = [(section, place) for name, section, place, _ in _named(fields) if name == head]
    sections = [section for section, _ in found]
    fault = _unset_field(sections, head, rest, item)
    if rest and found and fault is None:
        having = [name for name in sections if path[0] in SECTIONS.get(ENTRIES.get(name, ""), {})]
        first = (having or sections)[0]
        changed = fields[first]
        for section, place in found:
            changed = _with(changed, (*place, *path), item) if section == first else changed
        return {**fields, first: changed}
    message, hint = fault or _wrong_path(fields, head, rest, item)
    length = len(key if fault else head)
    problems.append(item.problem("L402", message, hint, key=True, length=length))
    return fields


def _unset_field(sections: list[str], head: str, rest: str, item: Item) -> tuple[str, str] | None:
    """Why a field cannot be set though these sections have the id, and what to do; None where it can."""
    if rest in SIDES and any(section in BY_ID for section in sections):
        return f"'{rest}' is a side of the value", f"write {head}.value.{rest}: {item.text()}"
    if rest == "id":
        return "an id stays what it is: others name it", "drop it, and add one with the other id"
    if str(item.path[-1]) == f"{head}.{SHORT}" and SHEET not in sections:
        message = f"'{head}' is no item of the second sheet and has no '{SHORT}'"
        return message, f"write {head}.value: {item.text()}"
    return None


def _wrong_path(fields: dict[str, Item], head: str, rest: str, item: Item) -> tuple[str, str]:
    """Why a path leads to nothing that can be set, and what to write."""
    known = {name for name, *_ in _named(fields)} | set(fields)
    if rest and head in (*BY_ID, "options"):
        return f"'{head}.{rest}' begins with a section instead of an id", f"write {rest}: ..."
    if head in BY_ID:
        return f"sets '{head}' as a whole", "set a field of one by its id, or name what goes under drop"
    if head not in known and head in RULESET:
        return f"sets '{head}', a key of the file itself", "write it at the left margin, not under set"
    for section in ("tileset", "payment"):
        if not rest and section in fields and head in fields[section].fields:
            return f"sets '{head}', a key of {section}", f"write {section}.{head}: {item.text('...')}"
    if head in known and not rest:
        return f"sets '{head}' as a whole", f"write {'.'.join([head, *_first_path(fields, item)])}: ..."
    key = f"{head}.{rest}" if rest else head
    return f"sets '{key}', but the base has no '{head}'", _hint(head, known, fields)


def _first_path(fields: dict[str, Item], item: Item) -> Iterator[str]:
    """The keys that lead to the first plain value, or what stands for them."""
    for key, below in list(item.fields.items())[:1]:
        yield key
        yield from _first_path(fields, below) if below.fields else ()
    if not item.fields:
        limits = fields["limits"].entries if "limits" in fields else []
        yield "base" if item.key in [limit.text_at("id") for limit in limits] else "value"


QUOTED = ("on", "off", "yes", "no")
"""Choices that YAML takes for true or false without quotes."""


def _with_default(option: Item, item: Item, problems: list[Problem]) -> Item:
    """The option with another default. A value of another sort would turn it into another option."""
    before = option.fields.get("default")
    sorts = [_sort(value.value) for value in (before, item) if value is not None]
    if len(set(sorts)) < 2:
        return _with(option, ("default",), item)
    message = f"{option.key} is {sorts[0]}, not '{item.text()}'"
    problems.append(item.problem("L206", message, _meant_value(option, item)))
    return option


def _meant_value(option: Item, item: Item) -> str:
    """The choices of an option, or how a value is written to which something was added."""
    text = item.text()
    if isinstance(item.value, float):
        return f"write {text[:-2]}" if text.endswith(".0") else "numbers are whole numbers"
    choices = option.get("choices")
    words = (
        [f'"{one.text()}"' if one.text() in QUOTED else one.text() for one in choices.entries]
        if choices
        else []
    )
    number = re.sub(r"[,.'_ ]", "", text)
    if text in words and isinstance(item.value, str):
        return f"write it without quotes: {text}"
    if words:
        return "known: " + ", ".join(words)
    if " //" in text:
        return "a remark begins with #"
    if isinstance(item.value, int) and not isinstance(item.value, bool):
        return {"0": "write false", "1": "write true"}.get(text, "")
    alone = re.match(r"-?\d+(?=\s)", text)
    if number.isdecimal():
        return f"write {int(number)}"
    return f"write the number alone: {alone[0]}" if alone else ""


def _sort(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    return "a whole number" if isinstance(value, int) else "one of its choices"


def _with(item: Item, path: Path, new: Item) -> Item:
    """The item with the value at a path replaced."""
    if not path:
        return new
    key, *rest = path
    if isinstance(key, int):
        entries = list(item.entries)
        entries[key] = _with(entries[key], tuple(rest), new)
        return replace(item, value=entries)
    fields = dict(item.fields) or _long_form(item, key)
    fields[key] = _with(fields.get(key, replace(new, value={})), tuple(rest), new)
    return replace(item, value=fields)


def _long_form(item: Item, key: str) -> dict[str, Item]:
    """A value written in one line, as the mapping that it is short for."""
    if item.value is None or isinstance(item.value, dict | list):
        return {}
    return dict.fromkeys(SIDES, item) if key in SIDES else {"is": item}


# ---- looking into a base


def value_at(base: Item, key: str) -> Item | None:
    """The value in the base at a path from the top, or at id.field."""
    head, _, rest = key.partition(".")
    found = base.get(head) or entry_of(base, head)
    return found.at(*rest.split(".")) if found and rest else found


def entry_of(base: Item, name: str) -> Item | None:
    """The entry of that id, in whichever list of the base it stands."""
    found = ((section, entry) for one, section, _, entry in _named(base.fields) if one == name)
    return next((entry for section, entry in found if section not in MERGED), None)
