"""What is wrong with the keys and forms of a rule file, by the table of its sections."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import zip_longest

from scorer.errors import Problem
from scorer.language.vocabulary import NUMBER_WORDS
from scorer.languages import NAME_LANGUAGES
from scorer.message import Listed, Message, Text, clauses
from scorer.ruleset.advice.keys import (
    UnknownKey,
    meant_key,
    path_of_key,
    place_hint,
    slip_hint,
)
from scorer.ruleset.find import SUFFIXES, shipped_names
from scorer.ruleset.forms import (
    EXTENDS_KEY,
    ID_PATTERN,
    MAPPING_FORMS,
    OVERLAY_KEYS,
    RULESET_KEYS,
    WORD_FORMS,
    flow_text,
    form_alternatives,
    form_text,
    is_misplaced,
    is_named_entries,
    quoted_value,
    resembled_form,
    words_run_together,
)
from scorer.ruleset.items import (
    EACH_KEY,
    MOST_COMBINATIONS,
    Item,
    Path,
)
from scorer.ruleset.section_table import SECTIONS, Section
from scorer.suggest import did_you_mean
from scorer.values import replace

MISSING_KEY = "L204"
EACH_HINT = Message("such as each")
ID_HINT = Message("use lowercase letters")
SHAPES_HINT = Message("define the shapes of a complete hand")


def structure_problems(root: Item) -> list[Problem]:
    """Everything that is wrong with the keys and forms of a rule file.

    What an overlay leaves out of an entry of its base is not missing: see `merged_problems`.
    """
    if not isinstance(root.value, dict):
        wanted = Message("a ruleset is a mapping of sections")
        said = re.match(r"\s*(\w+)\s*=\s*(\S+)", root.text())
        hint = Message("write entry", f"{said[1]}: {said[2]}") if said else Message("begin with name")
        return [root.problem("L203", Message("found X Y", quoted_value(root), wanted), hint=hint)]
    problems = list(_section_problems(root, "ruleset"))
    base, kinds, extends = root.get("base"), root.get("sets"), root.get(EXTENDS_KEY)
    if extends:
        problems = [problem for problem in problems if problem.code != MISSING_KEY]
        if any(isinstance(entry.value, int) for entry in kinds.fields.values()):
            # numbers and truths are no kinds of set, and no other section has a name that is a slip for `set`
            message = Message("sets declares kinds of set")
            hint = Message("did you mean the word", "set")
            return [kinds.problem("L201", message, hint, key=True), *problems]
    elif base.text() in shipped_names() or base.text().endswith(SUFFIXES):
        message = Message("is a ruleset", base.text())
        hint = Message("did you mean the word", EXTENDS_KEY)
        return [base.problem("L401", message, hint, key=True), *problems]
    elif changes_nothing(root) and all(root.fields.get(key, root) for key in ("base", EXTENDS_KEY)):
        first = next(item for key, item in root.fields.items() if key in OVERLAY_KEYS)
        message = Message("changes a ruleset", first.key)
        return [*problems, first.problem("L402", message, Message("name it X", EXTENDS_KEY), key=True)]
    return problems


def changes_nothing(root: Item) -> bool:
    """Whether a file is to change a ruleset and does not say which: of the rest nothing is known."""
    return not (root.get(EXTENDS_KEY) or root.get("shapes")) and is_misplaced(root.fields)


CORRECTABLE_CODES = ("L201", "L401")
"""Codes of keys that are read as they were meant."""


def with_corrected_keys(root: Item, problems: Iterable[Problem]) -> Item:
    """The file with those keys that are misspelt as they were meant, so that nothing follows from them."""
    proposed = [(one, one.hint) for one in problems if isinstance(one.hint, Message)]
    hints = {
        one.place[1:3]: str(hint.arguments[0])
        for one, hint in proposed
        if one.code in CORRECTABLE_CODES and hint.key == "did you mean the word"
    }
    parents = {
        one.place[1:3]: str(hint.arguments[1])
        for one, hint in proposed
        if hint.key == "belongs under, indent it"
    }

    def corrected_key(key: str, entry: Item) -> str:
        """Another one only where it begins alike: the author's word for it may be about something else."""
        hint = hints.get(entry.position(key=True), key)
        return hint if hint[:1] == key[:1].lower() or hint == EXTENDS_KEY else key

    def corrected_item(item: Item, path: Path) -> Item:
        value = item.value
        if isinstance(value, dict):
            names = {key: corrected_key(key, entry) for key, entry in value.items()}
            names = {key: key if name in value else name for key, name in names.items()}
            value = {names[key]: corrected_item(entry, (*path, names[key])) for key, entry in value.items()}
            for key in [key for key, entry in value.items() if entry.position(key=True) in parents]:
                above, entry = value[parents[value[key].position(key=True)]], value.pop(key)
                entry = replace(entry, path=(*above.path, key))
                value[above.key] = replace(above, value=above.fields | {key: entry})
        elif isinstance(value, list):
            value = [corrected_item(entry, (*path, place)) for place, entry in enumerate(value)]
        return replace(item, value=value, path=path)

    return corrected_item(root, ()) if hints or parents else root


def without_misformed(root: Item) -> Item:
    """An overlay without the sections, and parts of them, of a form that nothing could be made of: the base's
    stay in force.
    """
    if not root.get("extends"):
        return root

    def is_usable(key: str, item: Item) -> bool:
        if key not in RULESET_KEYS or key == "extends":
            return True
        head, _, entry = (resembled_form(item, form_alternatives(RULESET_KEYS[key].form)) or "").partition(
            ":"
        )
        is_of_form = head != "" and not (head == "list" and is_named_entries(item, entry))
        return is_of_form and (key in OVERLAY_KEYS or not is_misplaced(item.fields))

    def usable_parts(key: str, item: Item) -> Item:
        keys = SECTIONS.get(RULESET_KEYS[key].form, {}) if key in RULESET_KEYS else {}
        forms = {part: form_alternatives(keys[part].form) for part in item.fields if part in keys}
        kept = {k: one for k, one in item.fields.items() if k not in forms or resembled_form(one, forms[k])}
        return replace(item, value=kept) if len(kept) < len(item.fields) else item

    kept = {key: usable_parts(key, item) for key, item in root.fields.items() if is_usable(key, item)}
    return replace(root, value=kept)


def merged_problems(merged_root: Item, overlay: Item, base_root: Item) -> list[Problem]:
    """What is wrong with an overlay once it is laid over its base: values under `set`, missing keys."""
    has_gaps = any(item.value is None for item in merged_root.fields.values())
    known = {
        key: _with_own(key, item, overlay, base_root.get(key))
        for key, item in merged_root.fields.items()
        if key in RULESET_KEYS
        and (has_gaps or RULESET_KEYS[key].is_required or item is not base_root.fields.get(key))
    }
    found = _section_problems(replace(merged_root, value=known), "ruleset")
    problems = [problem for problem in found if problem.file == overlay.source.name]
    if isinstance(overlay.value, dict) and not merged_root.get("shapes").value:
        problems.append(overlay.problem(MISSING_KEY, Message("shapes is missing"), hint=SHAPES_HINT))
    return problems


def _with_own(key: str, item: Item, own_section: Item, below: Item) -> Item:
    """A section of a ruleset without the entries in which nothing is from the overlay: they were judged in
    the base.
    """
    unchanged = {id(entry) for entry in (below.fields.values() or below.entries)}

    def is_changed(entry: Item) -> bool:
        return id(entry) not in unchanged and any(part.source is own_section.source for part in entry.walk())

    if isinstance(item.value, list):
        return replace(item, value=[entry for entry in item.value if is_changed(entry)])
    if RULESET_KEYS[key].form.partition(":")[0] not in MAPPING_FORMS:
        return item
    return replace(item, value={name: entry for name, entry in item.fields.items() if is_changed(entry)})


def _value_problems(item: Item, form: str) -> Iterator[Problem]:
    """The problems of a value against a form; with alternatives, against the one that it resembles."""
    forms = form_alternatives(form)
    fitting = resembled_form(item, forms)
    if fitting is None:
        above, _, key = item.key.rpartition(".")
        made = next((part for part in item.fields.values() if part.path == item.path), None)
        if made is not None:  # by a path under set that goes on behind a plain value
            message, hint = (
                Message("is and has no", above, form_text(forms), key),
                Message("write entry", f"{above}: {made.text('...')}"),
            )
            yield item.problem("L201", message, hint, key=True)
        else:
            message = Message("expected X found Y", form_text(forms), quoted_value(item))
            place = path_of_key(item) if item.path[:-1] == ("options",) else None
            shown = place_hint(item, *place) if place else slip_hint(item, forms)
            yield item.problem("L203", message, shown)
        return
    head, _, rest = fitting.partition(":")
    if head == "list":
        yield from _list_problems(item, rest)
    elif head in MAPPING_FORMS:
        last: Item | None = None
        for key, entry in item.fields.items():
            if head == "named" and _is_word_of_overlays(entry):
                yield _word_of_overlays(entry)
                continue
            if last and head == "named" and _is_key_of_entry(entry, key, SECTIONS.get(rest, {})):
                hint = Message("belongs under, indent it", key, last.key)
                yield entry.problem("L201", Message("X is outside Y", key, last.key), hint, key=True)
                continue
            if head == "named" and not ID_PATTERN.match(key):
                yield entry.problem("L205", Message("is not a valid name", key), ID_HINT, key=True)
            yield from _value_problems(entry, rest)
            last = entry if entry.fields else None
    elif head in SPECIAL_FORMS:
        yield from SPECIAL_FORMS[head](item)
    elif head in SECTIONS:
        yield from _section_problems(item, head)
    elif head in WORD_FORMS and item.text() not in WORD_FORMS[head]:
        message = Message("expected X found Y 2", Listed(WORD_FORMS[head], "or"), item.text())
        yield item.problem("L203", message, did_you_mean(item.text(), WORD_FORMS[head]))


def _list_problems(item: Item, form: str) -> Iterator[Problem]:
    """A list, or one entry without its brackets."""
    if is_named_entries(item, form) and (other := _entry_of_the_file(item)):
        line = f"{other.key}: {flow_text(other)}"
        own_key = Message("is a key of the file itself", line, other.key, item.key)
        yield other.problem("L201", Message("unknown key", other.key), own_key, key=True)
    elif is_named_entries(item, form):
        hint = Message("write list entry", next(iter(item.fields)))
        yield item.problem("L203", Message("X is a list", item.key), hint, key=True)
    elif words := words_run_together(item, form):
        yield item.problem(
            "L203", Message("expected a list", quoted_value(item)), Message("write", f"[{', '.join(words)}]")
        )
    else:
        for entry in item.entries:
            yield from _value_problems(entry, form)


def _entry_of_the_file(item: Item) -> Item | None:
    """The only entry of a mapping, if its key is one of the file itself and its value fits there."""
    entry = next(iter(item.fields.values())) if len(item.fields) == 1 else None
    form = RULESET_KEYS[entry.key].form if entry is not None and entry.key in RULESET_KEYS else ""
    is_of_file = entry is not None and form and resembled_form(entry, form_alternatives(form)) is not None
    return entry if is_of_file else None


def _is_word_of_overlays(entry: Item) -> bool:
    """Whether an entry by name is `add` or another key of overlays, with entries by name below it."""
    parts = entry.fields.values()
    return entry.key in OVERLAY_KEYS and bool(parts) and all(part.fields for part in parts)


def _word_of_overlays(entry: Item) -> Problem:
    hint = Message("remove the key, entries by name are merged", entry.key)
    return entry.problem("L201", Message("unknown key", entry.key), hint, key=True)


def _is_key_of_entry(entry: Item, key: str, section: Section) -> bool:
    """Whether a line among named entries is a key of the entry above it that lacks its indentation."""
    is_entry = not section.keys().isdisjoint(entry.fields)
    return (
        key in section
        and not is_entry
        and resembled_form(entry, form_alternatives(section[key].form)) is not None
    )


def _keys_beside(entry: Item, item: Item) -> Collection[str]:
    """The keys of the same file beside an entry; those of the base below it may be meant."""
    return [key for key, other in item.fields.items() if other.source is entry.source]


def _section_problems(item: Item, name: str) -> Iterator[Problem]:
    section, is_above, last = SECTIONS[name], False, item
    outdented: Text = ""
    meant = {
        key: meant_key(entry, key, section, _keys_beside(entry, item))
        for key, entry in item.fields.items()
        if key not in section
    }
    missing = [key for key, wanted in section.items() if wanted.is_required and key not in item.fields]
    missing = [key for key in missing if key not in meant.values()]
    for (key, entry), after in zip_longest(item.fields.items(), [*item.fields.values()][1:]):
        if key not in section:
            # of several missing keys, none is known to be the one that was meant
            lost = next(iter(missing), "") if len(missing) == 1 else ""
            if lost and not resembled_form(entry, form_alternatives(section[lost].form)):
                lost = ""
            there = item.fields.get(meant[key])
            is_there = there is not None and there.source is entry.source
            twice = Message("is already here", meant[key]) if is_there else ""
            if outdented or not is_above:  # of several outdented lines, the first is reported
                yield UnknownKey(entry, key, section, meant[key] or lost, last).problem(outdented or twice)
            outdented = ""
            continue
        last = entry
        is_above = entry.value is None and after is not None and _is_out_of_place(entry, after, section)
        outdented = Message("indent it below", key) if is_above else ""
        if entry.value is None:
            problem = entry.problem("L202", Message("has no value 2", key), key=True)
            hint = Message("the lines below belong under", key) if is_above else ""
            if re.search(rf"{re.escape(key)}\W?: +&", problem.source_line):
                hint = Message("cannot begin a text")
            yield replace(problem, hint=hint)
        else:
            yield from _value_problems(entry, section[key].form)
    if "" in meant.values() or (len(item.path) == 1 and is_misplaced(item.fields)):
        return  # a key that is none may be the one that is missing
    for key in missing:
        yield item.problem(MISSING_KEY, Message("X is missing Y", key, section[key].meaning))


def _is_out_of_place(empty_item: Item, next_item: Item, section: Section) -> bool:
    """Whether the line behind an empty key belongs under it: it is no key of the section, nor near one."""
    is_below = next_item.position(key=True)[0] > empty_item.position(key=True)[0]
    is_key = re.match(r"\w", next_item.key) is not None
    return is_below and is_key and next_item.key not in section and not did_you_mean(next_item.key, section)


def _tiles_problems(item: Item) -> Iterator[Problem]:
    """Classes by name; `table` holds the tiles of a box without suits."""
    known = SECTIONS["tile"]
    for key, entry in item.fields.items():
        if key == "table":
            for tile in entry.fields.values():
                if not isinstance(tile.value, dict):
                    message = Message("expected a mapping of attributes", quoted_value(tile))
                    yield tile.problem("L203", message)
                if each := tile.get(EACH_KEY):  # combinations that could not be written out
                    most = Message("at most tiles", MOST_COMBINATIONS)
                    message = Message("expected a list of values for each attribute", most)
                    yield each.problem("L205", message, EACH_HINT, key=True)
                    continue
                for name, one in tile.fields.items():
                    yield from _value_problems(one, known[name].form if name in known else "scalar")
        elif _is_word_of_overlays(entry):
            yield _word_of_overlays(entry)
        elif not ID_PATTERN.match(key):
            yield entry.problem("L205", Message("is not a valid class name", key), ID_HINT, key=True)
        else:
            yield from _value_problems(entry, "expr|class")


def _table_problems(item: Item) -> Iterator[Problem]:
    """One number for each key, or rows of several columns."""
    if "rows" in item.fields or "columns" in item.fields:
        yield from _section_problems(item, "table_of_columns")
        return
    for entry in item.fields.values():
        yield from _value_problems(entry, "whole")


def _jokers_problems(item: Item) -> Iterator[Problem]:
    """The jokers of one sort, or each sort by its letter."""
    if not has_sorts_of_jokers(item):
        yield from _section_problems(item, "joker")
        return
    for entry in item.fields.values():
        yield from _value_problems(entry, "joker")


def has_sorts_of_jokers(item: Item) -> bool:
    """Whether jokers are listed by their letters."""
    return bool(item.fields) and all(len(key) == 1 for key in item.fields)


def _hand_problems(item: Item) -> Iterator[Problem]:
    """A worked hand: beside the keys that are known, numbers by the names that formulas give them."""
    keys = SECTIONS["hand"]
    for key, entry in item.fields.items():
        if entry.value is None and key in keys:
            yield entry.problem("L202", Message("has no value 2", key), key=True)
        elif key in keys:
            yield from _value_problems(entry, keys[key].form)
        elif entry.text().lower() in NUMBER_WORDS or (
            type(entry.value) is str and entry.text()[:1].isdigit()
        ):
            yield from _value_problems(entry, "whole")
        elif type(entry.value) is not int:
            yield UnknownKey(entry, key, keys, meant_key(entry, key, keys), item).problem()
    if not item.fields:
        yield item.problem(
            MISSING_KEY, Message("this hand has no expected result"), hint=Message("add counts or points")
        )


LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-\w+)?")


def _names_problems(item: Item) -> Iterator[Problem]:
    for key, entry in item.fields.items():
        if key not in NAME_LANGUAGES:
            known: Text = Message("known", Listed(tuple(NAME_LANGUAGES), "comma"))
            if not LANGUAGE_CODE.fullmatch(key):
                known = clauses(known, Message("put a text that contains a colon in quotes"))
            hint = did_you_mean(key, NAME_LANGUAGES, known)
            yield entry.problem("L201", Message("unknown language X", key), hint, key=True)
        else:
            yield from _value_problems(entry, "text")


SPECIAL_FORMS: dict[str, Callable[[Item], Iterator[Problem]]] = {
    "hand": _hand_problems,
    "tiles": _tiles_problems,
    "table": _table_problems,
    "jokers": _jokers_problems,
    "names": _names_problems,
}
"""Forms that are more than a section with its keys."""
