"""What is wrong with the keys and forms of a rule file, by the table of its sections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest

from scorer.errors import REMOVE, LineHint, Problem
from scorer.language.vocabulary import NUMBER_WORDS, truth_word
from scorer.languages import NAME_LANGUAGES, TEXT_LANGUAGES
from scorer.ruleset.find import SUFFIXES, shipped_names
from scorer.ruleset.items import (
    EACH_KEY,
    MOST_COMBINATIONS,
    Item,
    Path,
    fill_template,
    fitting_rows,
    number_from_digits,
    yaml_type,
)
from scorer.ruleset.section_table import SECTIONS, Section
from scorer.suggest import did_you_mean, nearest_names, normalized_name, players_words
from scorer.values import replace

SELECTOR_SORT = "selector"
RULESET_KEYS = SECTIONS["ruleset"]
EXTENDS_KEY = "extends"
OVERLAY_KEYS = (EXTENDS_KEY, "set", "drop", "add")
"""Keys of a file that changes another ruleset."""
WORD_FORMS = {
    "win": ("discard", "self_draw"),
    "wind": ("E", "S", "W", "N"),
    "shows": ("next", "same"),
    "several": ("nearest", "first", "each", "nobody"),
    "discards": ("any", "same"),
    "ties": ("seat", "shared"),
    "level": ("beginner", "usual", "expert"),
    "compared": ("losers", "all"),
    "leftover": ("first", "nobody"),
    "stick_takers": ("nearest", "shared"),
    "next_dealer": ("turn", "first_winner"),
    "formal": ("concealed",),
    "drawn": ("self_draw",),
    "language": TEXT_LANGUAGES,
}
"""Forms that are one of a few words."""


def is_misplaced(keys: Iterable[str]) -> bool:
    """Whether what an overlay changes stands in a section instead of at the left margin.

    >>> is_misplaced(["add"]), is_misplaced(["id", "name"])
    (True, False)
    """
    return not set(OVERLAY_KEYS).isdisjoint(keys)


# ---- what is wrong with the keys and forms of a file

MISSING_KEY = "L204"
ID_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,63}\Z")
EACH_HINT = "such as each: [color, who], color: [red, blue], who: [cook, pilot]"
ID_HINT = "use lowercase letters, digits and _, beginning with a letter"
SHAPES_HINT = "define the shapes of a complete hand, or extend a ruleset that does"
MAPPING_FORMS = ("map", "named")


def structure_problems(root: Item) -> list[Problem]:
    """Everything that is wrong with the keys and forms of a rule file.

    What an overlay leaves out of an entry of its base is not missing: see `merged_problems`.
    """
    if not isinstance(root.value, dict):
        wanted = "a ruleset is a mapping of sections"
        said = re.match(r"\s*(\w+)\s*=\s*(\S+)", root.text())
        hint = f"write {said[1]}: {said[2]}" if said else "begin with name: ..."
        return [root.problem("L203", f"found {quoted_value(root)}; {wanted}", hint=hint)]
    problems = list(_section_problems(root, "ruleset"))
    base, kinds, extends = root.get("base"), root.get("sets"), root.get(EXTENDS_KEY)
    if extends:
        problems = [problem for problem in problems if problem.code != MISSING_KEY]
        if any(isinstance(entry.value, int) for entry in kinds.fields.values()):
            # numbers and truths are no kinds of set, and no other section has a name that is a slip for `set`
            message = "'sets' declares kinds of set; changes to the base belong under 'set'"
            return [kinds.problem("L201", message, "did you mean 'set'?", key=True), *problems]
    elif base.text() in shipped_names() or base.text().endswith(SUFFIXES):
        message = f"'{base.text()}' is a ruleset; 'base' is the number that payments are calculated from"
        return [base.problem("L401", message, f"did you mean '{EXTENDS_KEY}'?", key=True), *problems]
    elif changes_nothing(root) and all(root.fields.get(key, root) for key in ("base", EXTENDS_KEY)):
        first = next(item for key, item in root.fields.items() if key in OVERLAY_KEYS)
        message = f"'{first.key}' changes a ruleset, and none is named"
        return [*problems, first.problem("L402", message, f"name it: {EXTENDS_KEY}: ...", key=True)]
    return problems


def changes_nothing(root: Item) -> bool:
    """Whether a file is to change a ruleset and does not say which: of the rest nothing is known."""
    return not (root.get(EXTENDS_KEY) or root.get("shapes")) and is_misplaced(root.fields)


MEANT_HINT = re.compile(r"did you mean '(\w+)'")
INDENT_HINT = re.compile(r"'\w+' belongs under '(\w+)': indent it")
CORRECTABLE_CODES = ("L201", "L401")
"""Codes of keys that are read as they were meant."""


def with_corrected_keys(root: Item, problems: Iterable[Problem]) -> Item:
    """The file with those keys that are misspelt as they were meant, so that nothing follows from them."""
    hinted = [(one, MEANT_HINT.match(one.hint)) for one in problems if one.code in CORRECTABLE_CODES]
    hints = {one.place[1:3]: said[1] for one, said in hinted if said}
    parents = {one.place[1:3]: said[1] for one in problems if (said := INDENT_HINT.match(one.hint))}

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
        head, _, entry = (_resembled_form(item, form_alternatives(RULESET_KEYS[key].form)) or "").partition(
            ":"
        )
        is_of_form = head != "" and not (head == "list" and _is_named_entries(item, entry))
        return is_of_form and (key in OVERLAY_KEYS or not is_misplaced(item.fields))

    def usable_parts(key: str, item: Item) -> Item:
        keys = SECTIONS.get(RULESET_KEYS[key].form, {}) if key in RULESET_KEYS else {}
        forms = {part: form_alternatives(keys[part].form) for part in item.fields if part in keys}
        kept = {k: one for k, one in item.fields.items() if k not in forms or _resembled_form(one, forms[k])}
        return replace(item, value=kept) if len(kept) < len(item.fields) else item

    kept = {key: usable_parts(key, item) for key, item in root.fields.items() if is_usable(key, item)}
    return replace(root, value=kept)


def _resembled_form(item: Item, forms: list[str]) -> str | None:
    """The form that a value resembles; for a list of which only some entries are wrong, that of a list."""
    lists = (form for form in forms if form.startswith("list:") and isinstance(item.value, list))
    return next((form for form in forms if _resembles(item, form)), None) or next(lists, None)


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
        problems.append(
            overlay.problem(MISSING_KEY, "'shapes' is missing, so no hand can be complete", hint=SHAPES_HINT)
        )
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


def form_alternatives(form: str) -> list[str]:
    """The alternatives of a form; a map stands last and keeps all that follows.

    >>> form_alternatives("whole|map:expr|fact")
    ['whole', 'map:expr|fact']
    """
    first, bar, rest = form.partition("|")
    if not bar or first.partition(":")[0] in MAPPING_FORMS:
        return [form]
    return [first, *form_alternatives(rest)]


def _value_problems(item: Item, form: str) -> Iterator[Problem]:
    """The problems of a value against a form; with alternatives, against the one that it resembles."""
    forms = form_alternatives(form)
    fitting = _resembled_form(item, forms)
    if fitting is None:
        above, _, key = item.key.rpartition(".")
        made = next((part for part in item.fields.values() if part.path == item.path), None)
        if made is not None:  # by a path under set that goes on behind a plain value
            message, hint = (
                f"'{above}' is {_form_text(forms)} and has no '{key}'",
                f"write {above}: {made.text('...')}",
            )
            yield item.problem("L201", message, hint, key=True)
        else:
            message = f"expected {_form_text(forms)}, found {quoted_value(item)}"
            place = path_of_key(item) if item.path[:-1] == ("options",) else None
            hint = _place_hint(item, *place) if place else slip_hint(item, forms)
            yield item.problem("L203", message, hint)
        return
    head, _, rest = fitting.partition(":")
    if head == "list":
        yield from _list_problems(item, rest)
    elif head in MAPPING_FORMS:
        last: Item | None = None
        for key, entry in item.fields.items():
            if last and head == "named" and _is_key_of_entry(entry, key, SECTIONS.get(rest, {})):
                hint = f"'{key}' belongs under '{last.key}': indent it"
                yield entry.problem("L201", f"'{key}' is outside '{last.key}'", hint, key=True)
                continue
            if head == "named" and not ID_PATTERN.match(key):
                yield entry.problem("L205", f"'{key}' is not a valid name", ID_HINT, key=True)
            yield from _value_problems(entry, rest)
            last = entry if entry.fields else None
    elif head in SPECIAL_FORMS:
        yield from SPECIAL_FORMS[head](item)
    elif head in SECTIONS:
        yield from _section_problems(item, head)
    elif head in WORD_FORMS and item.text() not in WORD_FORMS[head]:
        message = f"expected {' or '.join(WORD_FORMS[head])}, found '{item.text()}'"
        yield item.problem("L203", message, did_you_mean(item.text(), WORD_FORMS[head]))


def _list_problems(item: Item, form: str) -> Iterator[Problem]:
    """A list, or one entry without its brackets."""
    if _is_named_entries(item, form):
        hint = f"write - id: {next(iter(item.fields))}"
        yield item.problem("L203", f"'{item.key}' is a list", hint, key=True)
    elif words := _words_run_together(item, form):
        yield item.problem(
            "L203", f"expected a list, found {quoted_value(item)}", f"write [{', '.join(words)}]"
        )
    else:
        for entry in item.entries:
            yield from _value_problems(entry, form)


def _is_key_of_entry(entry: Item, key: str, section: Section) -> bool:
    """Whether a line among named entries is a key of the entry above it that lacks its indentation."""
    is_entry = not section.keys().isdisjoint(entry.fields)
    return (
        key in section
        and not is_entry
        and _resembled_form(entry, form_alternatives(section[key].form)) is not None
    )


BETWEEN_WORDS = {
    "known": r"(?:(?<!\s)\s+)?[,;、，；]\s*",
    "id": r"\W+(?:and\W+)?",
    "scalar": r"\W+",
    "whole": r"(?:(?<!\s)\s+)?[,;/、，；]\s*|\s+|(?<=\d)-(?=[-+]?\d)",
}
"""What is written between the words of a list by those who leave its brackets away."""


def _words_run_together(item: Item, form: str) -> list[str]:
    """The words of a list that is written as one text."""
    is_text = isinstance(item.value, str) and form in BETWEEN_WORDS
    words = re.split(BETWEEN_WORDS[form], item.text().strip()) if is_text else []
    return words if len(words) > 1 and all(re.fullmatch(r"[-+]?\w+", word) for word in words) else []


def _is_named_entries(item: Item, form: str) -> bool:
    """Whether entries of a list are written as a mapping from their ids."""
    section = SECTIONS.get(form, {})
    entries = item.fields.values()
    is_of_others = bool(entries) and not set(section) & set(item.fields)
    return "id" in section and is_of_others and not any(isinstance(one.value, list) for one in entries)


def _resembles(item: Item, form: str) -> bool:
    head, _, rest = form.partition(":")
    value = item.value
    if head == "list" and isinstance(value, list):
        return all(_resembles(entry, rest) for entry in value)
    if head == "list":
        return _resembles(item, rest)
    if isinstance(value, dict):
        return head in MAPPING_HEADS or head in ("names", "any")
    return head == "any" or (
        head not in MAPPING_HEADS and PLAIN_FORM_TESTS.get(head, PLAIN_FORM_TESTS["text"])(value)
    )


MAPPING_HEADS = frozenset({*MAPPING_FORMS, *SECTIONS, "tiles", "table", "jokers"})
PLAIN_FORM_TESTS: dict[str, Callable[[object], bool]] = {
    "whole": lambda value: type(value) is int,
    "flag": lambda value: type(value) is bool,
    "formal": lambda value: value in WORD_FORMS["formal"],
    "drawn": lambda value: value in WORD_FORMS["drawn"],
    "id": lambda value: isinstance(value, str) and ID_PATTERN.match(value) is not None,
    "expr": lambda value: type(value) in (str, int, bool),
    "scalar": lambda value: type(value) in (str, int, bool) and value != "",
    "text": lambda value: type(value) in (str, int) and value != "",
    "version": lambda value: type(value) in (str, int, float) and value != "",
}
"""Whether a value that is no mapping is of a form; what is not named here is a text."""


def _section_problems(item: Item, name: str) -> Iterator[Problem]:
    section, is_above, last = SECTIONS[name], False, item
    meant = {key: _meant_key(entry, key, section) for key, entry in item.fields.items() if key not in section}
    missing = [key for key, wanted in section.items() if wanted.is_required and key not in item.fields]
    missing = [key for key in missing if key not in meant.values()]
    for (key, entry), after in zip_longest(item.fields.items(), [*item.fields.values()][1:]):
        if key not in section:
            # of several missing keys, none is known to be the one that was meant
            lost = next(iter(missing), "") if len(missing) == 1 else ""
            if lost and not _resembled_form(entry, form_alternatives(section[lost].form)):
                lost = ""
            found = (
                [_unknown_key_problem(entry, key, section, meant[key] or lost, last)] if not is_above else []
            )
            there = item.fields.get(meant[key])
            is_there = there is not None and there.source is entry.source
            twice = IS_THERE.format(meant[key])
            yield from [replace(one, hint=twice, remedy=REMOVE) if is_there else one for one in found]
            continue
        last = entry
        is_above = entry.value is None and after is not None and _is_out_of_place(entry, after, section)
        if entry.value is None:
            problem = entry.problem("L202", f"'{key}' has no value", key=True)
            hint = f"the lines below belong under '{key}': indent them" if is_above else ""
            if re.search(rf"{re.escape(key)}\W?: +&", problem.source_line):
                hint = "'&' cannot begin a text: put it in quotes"
            yield replace(problem, hint=hint)
        else:
            yield from _value_problems(entry, section[key].form)
    if "" in meant.values() or (len(item.path) == 1 and is_misplaced(item.fields)):
        return  # a key that is none may be the one that is missing
    for key in missing:
        yield item.problem(MISSING_KEY, f"'{key}' is missing: {section[key].meaning}")


def _is_out_of_place(empty_item: Item, next_item: Item, section: Section) -> bool:
    """Whether the line behind an empty key belongs under it: it is no key of the section, nor near one."""
    is_below = next_item.position(key=True)[0] > empty_item.position(key=True)[0]
    is_key = re.match(r"\w", next_item.key) is not None
    return is_below and is_key and next_item.key not in section and not did_you_mean(next_item.key, section)


def slip_hint(item: Item, forms: list[str], **words: str) -> str:
    """What was probably meant by a value of the wrong form: the first of the slips that it fits."""
    from scorer.ruleset.slips import SLIPS  # few files have one

    marked = (
        f"={form}{'{}' if form.partition(':')[0] in (*MAPPING_FORMS, *SECTIONS) else ''}" for form in forms
    )
    subjects = " ".join(marked), " / ".join(map(str, item.path)), _value_description(item)
    words = hint_words(item, forms) | words
    for slip, found in fitting_rows(SLIPS, *subjects):
        said = words | {name: one[name] for name, one in found.items()}
        if hint := fill_template(slip.hint, said):
            return LineHint(hint, fill_template(slip.line, said))
    return ""


def _value_description(item: Item) -> str:
    """The sort of a value and what it says, as slips look at it."""
    if isinstance(item.value, dict):
        said = [f"{key}: {entry.text('nothing')}" for key, entry in item.value.items()]
        text = f"mapping {said[0]}" if len(said) == 1 else f"mapping of {len(said)}"
    elif isinstance(item.value, list):
        text = f"list {', '.join(map(Item.text, item.value))}"
    else:
        text = "nothing" if item.value is None else f"{yaml_type(item.value)} {item.text()}"
    return " ".join(text.split())


def hint_words(item: Item, forms: list[str]) -> dict[str, str]:
    """What a hint may write of a value; nothing where it has no such word."""
    text, entries = item.text().strip(), list(map(Item.text, item.entries))
    plain, lower = normalized_name(text), text.lower()
    section = list(SECTIONS.get(forms[0], {}))
    is_whole_section = len(entries) == len(section) and all(one.is_plain for one in item.entries)
    is_marked = all(one.value in (True, None) for one in item.fields.values())
    number = NUMBER_WORDS.index(lower) if lower in NUMBER_WORDS else number_from_digits(text)
    if re.fullmatch(r"\d(\.\d+)?e\+?\d", lower) and float(lower).is_integer():
        number = int(float(lower))
    return {
        "key": item.key,
        "value": item.text("..."),
        "plain": plain if ID_PATTERN.match(plain) else "",
        "listed": ", ".join(_words_run_together(item, forms[0].removeprefix("list:"))),
        "required": " and ".join(entries),
        "keyed": ", ".join(map(": ".join, zip(section, entries, strict=True))) if is_whole_section else "",
        "marked": ", ".join(item.fields) if is_marked else "",
        "counted": ", ".join(f"{one}: 1" for one in entries),
        "joined": (" " if any(one[:1].isdigit() for one in entries) else " | ").join(entries),
        "whole": "" if number is None else str(number),
    }


ENTRY_KEYS = {
    field
    for name in ("pattern", "bonus", "limit", "item", "option", "circumstance")
    for field in SECTIONS[name]
}


SURE_SIMILARITY = 0.8
IS_THERE = "'{}' is already here: keep only one of them"
NOT_A_RULE_HINT = "a rule file says how hands are scored, and has no such key"


def _meant_key(entry: Item, key: str, section: Section) -> str:
    """The key that was probably meant, of those that fit the value if one is near, else of all."""
    if EXTENDS_KEY in section and entry.text() in shipped_names():
        return EXTENDS_KEY
    key = NUMBER_WORDS[int(key)] if re.fullmatch("[0-9]", key) else key
    fitting = [
        name for name, known in section.items() if _resembled_form(entry, form_alternatives(known.form))
    ]
    close = nearest_names(key.lower(), fitting, 1) or nearest_names(key.lower(), section, 1)
    found = next((one for one in close if one in fitting or is_misspelt(key, one)), "")
    has_values = bool(entry.fields) and all(one.is_plain for one in entry.fields.values())
    return "set" if found == "sets" and "set" in section and has_values else found


def is_misspelt(key: str, name: str) -> bool:
    """Whether a key is surely a name with a slip in it, though what stands there does not fit."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, key.lower(), name).ratio() > SURE_SIMILARITY


def _unknown_key_problem(
    entry: Item, key: str, section: Section, intended_key: str, previous_key: Item
) -> Problem:
    """The problem that a key is none, with what was probably meant by it; `previous_key` is the last that is
    one.
    """
    head, _, rest = key.partition(" ")
    hint = f"did you mean '{intended_key}'?" if intended_key else ""
    if slip := re.match(r"(\w+)\s*[：﹕︰](.*)", key):
        hint = f"put a plain ':' and a space after '{slip[1]}'"
    elif entry.value is None and rest and head in section:
        hint = f"write {head}: {rest}"
    elif (
        entry.value is None
        and "id" in section
        and isinstance(entry.path[-2:][0], int)
        and ID_PATTERN.match(key)
    ):
        hint = f"write id: {key}"
    elif (
        len(entry.path) == 1
        and entry.fields.keys() <= RULESET_KEYS.keys()
        and _is_wrapper(entry, intended_key)
    ):
        hint = f"remove '{key}:', and begin the lines below it at the left margin"
    elif section is SECTIONS["tileset"] and re.fullmatch(r"[1-9]+[a-z]+( [1-9]+[a-z]+)*", entry.text()):
        line = f"tiles: {{{key}: {entry.text()}}}"
        hint = LineHint(f"classes of tiles belong under {line}", line)
    elif (
        previous_key.fields
        and previous_key.key in section
        and _is_key_of_form(key, section[previous_key.key].form)
    ):
        hint = f"'{key}' belongs under '{previous_key.key}': indent it"
    elif not is_misspelt(key, intended_key) and (above := _key_above(entry, key, section)):
        hint = f"'{key}' belongs under '{above}': {above}: {{{key}: {flow_text(entry)}}}"
    elif len(entry.path) > 1 and key in OVERLAY_KEYS and not any(known.startswith(key) for known in section):
        above = next(name for name in reversed(entry.path[:-1]) if isinstance(name, str))
        text = f"'{key}' is a key of the file itself: write it at the left margin, not under {above}"
        hint = LineHint(text, "" if entry.fields else f"{key}: {flow_text(entry)}")
    elif section is SECTIONS["joker"] and entry.text().isdecimal():
        hint = f"write jokers: {entry.text()}, a number without a letter"
    elif entry.fields and "id" in section and isinstance(entry.path[-2:][0], int):
        hint = f"write id: {key}, and its other keys below"
    elif (
        not hint
        and len(entry.path) == 1
        and entry.fields
        and (field := next(iter(entry.fields))) in ENTRY_KEYS
    ):
        line = f"set: {{{key}.{field}: {flow_text(entry.fields[field])}}}"
        is_only = len(entry.fields) == 1 and not entry.fields[field].fields
        hint = LineHint(f"changes to a base belong under set: {key}.{field}: ...", line if is_only else "")
    elif not hint and entry.is_plain and (place_hint := hint_for_word(entry)):
        hint = place_hint
    elif not hint and len(entry.path) == 1 and (place := path_of_key(entry)):
        hint = _place_hint(entry, *place)
    elif not hint and len(entry.path) == 1 and entry.is_plain and "extends" in entry.source.root.fields:
        hint = f"{NOT_A_RULE_HINT}; put remarks under notes: [...]"
    return entry.problem(
        "L201", f"unknown key '{key}'", hint or "known here: " + ", ".join(section), key=True
    )


def _key_above(entry: Item, key: str, section: Section) -> str:
    """The only key of a section under which a key with a plain value can be; empty at the left margin."""
    above = [name for name, known in section.items() if _is_key_of_form(key, known.form)]
    return above[0] if len(above) == 1 and len(entry.path) > 1 and entry.is_plain else ""


def path_of_key(entry: Item) -> tuple[str, str] | None:
    """The section to which a key belongs that is written elsewhere, and the name of the key there: uma are
    the `places` under `final`. None if its value does not fit.
    """
    words = (entry.key, *players_words().get(normalized_name(entry.key), ()))
    for name in PLAIN_SECTIONS:
        for word in words:
            known = SECTIONS[RULESET_KEYS[name].form].get(word)
            if known and _resembled_form(entry, form_alternatives(known.form)) is not None:
                return name, word
    return None


def _place_hint(entry: Item, section: str, key: str) -> str:
    """Where a key belongs. A number under a player's word may count in another unit, so the hint has the
    meaning too.
    """
    is_sure = key == entry.key or isinstance(entry.value, list)
    meaning = "" if is_sure else SECTIONS[RULESET_KEYS[section].form][key].meaning
    return left_margin_hint(section, f"{{{key}: {flow_text(entry)}}}", meaning)


def left_margin_hint(key: str, value: str, meaning: str = "") -> LineHint:
    """The hint to write a line at the left margin, with what it means.

    >>> left_margin_hint("drop", "[pinfu]")
    'write drop: [pinfu] at the left margin'
    """
    line = f"{key}: {value}"
    return LineHint(f"write {line} at the left margin" + (f": {meaning}" if meaning else ""), line)


def hint_for_word(entry: Item) -> str:
    """What to write for a path that belongs under `set`, or for a key that players have for one of the words
    of a key: `head_bump: true`.
    """
    if "." in entry.key and len(entry.path) == 1 and EXTENDS_KEY in entry.source.root.fields:
        return left_margin_hint("set", f"{{{entry.key}: {flow_text(entry)}}}")
    spoken = normalized_name(entry.key)
    if truth_word(entry.text()) != "true":
        spoken = f"no_{spoken}"
    for section in PLAIN_SECTIONS:
        for key, known in SECTIONS[RULESET_KEYS[section].form].items():
            words = [word for form in form_alternatives(known.form) for word in WORD_FORMS.get(form, ())]
            meant = [one for one in players_words().get(spoken, ()) if one in words]
            if meant:
                return left_margin_hint(section, f"{{{key}: {meant[0]}}}")
    return ""


PLAIN_SECTIONS = ("final", "deals", "payment", "tileset")
"""Sections whose keys players expect at the left margin or under options."""


def flow_text(item: Item) -> str:
    """A value in one line: `[15, 5]`."""
    is_list = isinstance(item.value, list)
    return f"[{', '.join(map(Item.text, item.entries))}]" if is_list else item.text("...")


def _is_wrapper(entry: Item, intended_key: str) -> bool:
    """Whether sections stand below a key that is no section, nor a misspelt one."""
    return bool(entry.fields) and not (intended_key and is_misspelt(entry.key, intended_key))


def _is_key_of_form(key: str, form: str) -> bool:
    return any(key in SECTIONS.get(one, ()) for one in form_alternatives(form))


def _tiles_problems(item: Item) -> Iterator[Problem]:
    """Classes by name; `table` holds the tiles of a box without suits."""
    known = SECTIONS["tile"]
    for key, entry in item.fields.items():
        if key == "table":
            for tile in entry.fields.values():
                if not isinstance(tile.value, dict):
                    message = f"expected a mapping of attributes, found {quoted_value(tile)}"
                    yield tile.problem("L203", message)
                if each := tile.get(EACH_KEY):  # combinations that could not be written out
                    most = f"at most {MOST_COMBINATIONS} tiles"
                    message = f"expected a list of values for each attribute, {most}"
                    yield each.problem("L205", message, EACH_HINT, key=True)
                    continue
                for name, one in tile.fields.items():
                    yield from _value_problems(one, known[name].form if name in known else "scalar")
        elif not ID_PATTERN.match(key):
            yield entry.problem("L205", f"'{key}' is not a valid class name", ID_HINT, key=True)
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
        if key in keys and entry.value is not None:
            yield from _value_problems(entry, keys[key].form)
        elif entry.text().lower() in NUMBER_WORDS or (
            type(entry.value) is str and entry.text()[:1].isdigit()
        ):
            yield from _value_problems(entry, "whole")
        elif type(entry.value) is not int:
            yield _unknown_key_problem(entry, key, keys, _meant_key(entry, key, keys), item)
    if not item.fields:
        yield item.problem(MISSING_KEY, "this hand has no expected result", hint="add counts or points: ...")


LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-\w+)?")


def _names_problems(item: Item) -> Iterator[Problem]:
    for key, entry in item.fields.items():
        if key not in NAME_LANGUAGES:
            known = f"known: {', '.join(NAME_LANGUAGES)}"
            if not LANGUAGE_CODE.fullmatch(key):
                known += "; put a text that contains ': ' in quotes"
            hint = did_you_mean(key, NAME_LANGUAGES, known)
            yield entry.problem("L201", f"unknown language '{key}'", hint, key=True)
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


def quoted_value(item: Item) -> str:
    """A value as messages quote it."""
    value = item.value
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = " ".join(item.text().split())
    return "nothing" if value in (None, "") else f"'{text if len(text) <= 40 else text[:37] + '...'}'"


FORM_WORDS = {
    "text": "text",
    "names": "text (or text by language)",
    "id": "an id (lowercase letters, digits and _, beginning with a letter)",
    "known": "an id",
    "whole": "a whole number",
    "flag": "true or false",
    "expr": "an expression",
    "scalar": "a plain value",
    "version": "a version",
    "list": "a list",
    "map": "a mapping",
    "named": "a mapping from names",
    "word": "a word",
}


def _form_text(forms: list[str]) -> str:
    heads = dict.fromkeys(form.partition(":")[0] for form in forms)
    choices = {head: WORD_FORMS[head] for head in heads if head in WORD_FORMS}
    words = {head: "one of " * (len(some) > 1) + ", ".join(some) for head, some in choices.items()}
    return " or ".join(dict.fromkeys((FORM_WORDS | words).get(head, "a mapping") for head in heads))
