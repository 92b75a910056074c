"""Checks of names and texts: unused names, and missing documentation.

L901 to L904  missing names, definitions, sources and examples; each is reported in a shipped ruleset, and one
              warning for each sort in other files
L907, L908    unused names, choices of an option that make no difference
L203, L405    texts that end too early or are in another language, patterns with the same name
L912          words of players that would mean another part
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence

from scorer.check.examples import shown_by_hands
from scorer.check.subject import NO_CONDITIONS, WARNING, RulesUnderCheck, meant_hint, parts_of, some_of
from scorer.errors import Problem
from scorer.hand import WINDS
from scorer.language.nodes import COMPARISON_FUNCTIONS, Node
from scorer.language.vocabulary import seat_fact
from scorer.languages import MAIN_LANGUAGES, NAME_LANGUAGES, ROMAJI, TEXT_LANGUAGES
from scorer.message import Listed, Message
from scorer.ruleset.builder import RELATIONS
from scorer.ruleset.entries import HANDS_SECTION
from scorer.ruleset.items import SHEET_KEY, Item, names_its_id
from scorer.ruleset.model import Option, Value
from scorer.suggest import nearest_names
from scorer.tiles import fold_name

# ---- L907: unused names

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
UNASKING = (
    "name", "definition", "source", "author", "license", "url", "notes", "usage", "about", "help", "holds",
    "fails", "why", "family", "id", "group", "drop", "extends", "unit", "link", "also", "play", "romaji",
    "title", "words", "says", *RELATIONS,
)  # fmt: skip
"""Keys of prose and of names, in which no word is a use of a name."""
SECTIONS = {
    "tiles": Message("section class"), "facts": Message("section fact"), "options": Message("section option"),
    "tables": Message("section table"), "indicators": Message("section indicator"),
    "sets": Message("kind of set"),
}  # fmt: skip
"""Sections whose entries are meant to be used in expressions, and what an entry is called. An amount is shown
with the result, such as the chips of a hand, and need not be used.
"""


def unused_name_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of unused names. Nothing is reported in a file with broken expressions."""
    if any(p.is_error and p.code[:2] in ("L3", "L2", "L4") for p in subject.loaded.problems):
        return
    own = {section: subject.own_entries(section) for section in SECTIONS}
    sheet, base = subject.root.get(SHEET_KEY), subject.root.get("base")
    options = [option for option in subject.ruleset.options if _is_own_option(subject, option)]
    is_asked = options or any(own.values()) or subject.is_own(sheet) or subject.is_own(base)
    used = set(_words_in_expressions(subject.root, ())) if is_asked else set()
    words = [subject.root.get("payment", "liability"), subject.root.get("final")]
    liable = {word for item in words for word in _words_in_expressions(item, ())}
    asked = liable | set(_names_asked_for(subject, "option")) if is_asked else set()
    for section, what in SECTIONS.items():
        for name, item in own[section]:
            is_used = name in (asked if section == "options" else used) or item.get("wild").is_true()
            if name != "table" and not is_used:
                hint = Message("use it in an expression")
                yield from subject.warn(
                    item, "L907", Message("the is never used", what, name), hint, key=True
                )
    yield from _unused_circumstances(subject)
    yield from _unused_columns(subject)
    if subject.is_own(sheet) and subject.ruleset.sheet and subject.ruleset.sheet.unit not in used:
        message = Message("the result of this sheet", subject.ruleset.sheet.unit)
        yield from subject.warn(sheet, "L907", message, key=True)
    if subject.is_own(base) and subject.file_root.get("extends") and "base" not in used:
        hint = Message("payments do not depend on it")
        yield from subject.warn(base, "L907", Message("base is never used"), hint, key=True)
    expressions = _expressions_by_option(subject) if options else {}
    for option in options:
        if option.id in asked and option.id not in liable:  # its columns tell all choices apart
            yield from _equal_choices(subject, option, expressions.get(option.id, []))


def _is_own_option(subject: RulesUnderCheck, option: Option) -> bool:
    """Whether the file itself defines an option, or its choices."""
    item = subject.root.get("options", option.id)
    return subject.is_own(item) or subject.is_own(item.get("choices"))


def _unused_columns(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of unused columns of a table of which others are used."""
    tables = subject.own_entries("tables")
    expressions = subject.building.expressions if tables else ()
    nodes = (part for asked in expressions for part in asked.node.walk() if part.op == "table")
    asked = {node.args[:2] for node in nodes}
    for name, table in tables:
        for column in table.get("columns").entries if name in {one for one, _ in asked} else ():
            if (name, column.text()) not in asked:
                yield from subject.warn(column, "L907", Message("the column is never used", column.text()))


def _names_asked_for(subject: RulesUnderCheck, op: str) -> Iterator[str]:
    """The names used by nodes of a kind. A circumstance that requires its own fact does not count as a
    use.
    """
    table = subject.building.table_expressions if op == "option" else []
    for asked in (*subject.building.expressions, *table):
        if op != "fact" or asked.item.path[:1] != ("circumstances",):
            yield from (part.args[0] for part in asked.node.walk() if part.op == op)


def _words_in_expressions(item: Item, path: tuple[str, ...]) -> Iterator[str]:
    """The words of all expressions, without the names of the entries themselves."""
    if path and path[-1] in UNASKING:
        return
    if isinstance(item.value, dict):
        keys_ask = path[-1:] in (("requires",), ("to_win",)) or path[-2:] == ("liability", "patterns")
        keys_ask = keys_ask or path[-3:-1] == ("liability", "fed")
        for key, entry in item.value.items():
            if keys_ask:
                yield from WORD.findall(key)
            yield from _words_in_expressions(entry, (*path, key))
    elif isinstance(item.value, list):
        for entry in item.value:
            yield from _words_in_expressions(entry, path)
    else:
        yield from WORD.findall(item.text())


def _unused_circumstances(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of circumstances whose fact no rule uses, so that they change nothing."""
    own = subject.own_entries("circumstances")
    asked = set(_names_asked_for(subject, "fact")) if own else set()
    declared = {(item.get("fact") or item).text() or name for name, item in own}
    for name, item in own:
        fact = item.get("fact")
        what = fact.text(name)
        facts = {what, *(seat_fact(what, wind) for wind in WINDS if item.get("each_seat"))}
        if facts & asked or item.get("tiles"):
            continue  # it is used
        close = nearest_names(what, (asked & subject.building.names.circumstance_facts.keys()) - declared, 1)
        if item.get("requires") and not close:
            continue  # it excludes others
        message = Message("no rule uses", what)
        place, key = (fact, False) if fact and close else (item, True)
        yield place.problem("L907", message, meant_hint(close), WARNING, key=key, length=len(what))


# ---- L908: choices that make no difference


def _expressions_by_option(subject: RulesUnderCheck) -> dict[str, list[Node]]:
    """The expressions in which each option occurs."""
    found: dict[str, list[Node]] = {}
    for asked in (*subject.building.expressions, *subject.building.table_expressions):
        if asked.sort not in NO_CONDITIONS:
            for name in {part.args[0] for part in asked.node.walk() if part.op == "option"}:
                found.setdefault(name, []).append(asked.node)
    return found


def _equal_choices(
    subject: RulesUnderCheck, option: Option, expressions: Sequence[Node]
) -> Iterator[Problem]:
    """Problems of two choices of an option that none of the expressions with the option tells apart."""
    item, places = (subject.root.get("options", option.id, *key) for key in ((), ("choices",)))
    values = {*(option.choices or (option.minimum, option.maximum))} - {None}
    if subject.is_own(item) and len(values) == 1 and (option.choices or option.minimum == option.maximum):
        message = Message("is always so there is nothing to choose", option.id, values.pop())
        yield from subject.warn(item, "L908", message, Message("add another possible value"), key=True)
    seen: dict[object, Value] = {}
    for choice, place in zip(option.choices, places.entries, strict=False) if subject.is_own(places) else ():
        same = seen.setdefault(_results_of_choice(expressions, option, choice), choice)
        if same != choice:
            yield from subject.warn(place, "L908", Message("no rule distinguishes from", choice, same))


def _results_of_choice(expressions: Sequence[Node], option: Option, choice: Value) -> object:
    """The results of all comparisons with the option for a choice. Other uses tell all choices apart."""
    results: list[object] = []
    for node in expressions:
        results += [choice] if _is(node, option) else []
        for part in parts_of(node):
            results += _results(part, option, choice)
    return tuple(results)


def _results(part: Node, option: Option, choice: Value) -> list[object]:
    if not any(_is(below, option) for below in part.parts):
        return [choice] if _is(part, option) and not part.text else []
    if part.op == "compare" and len(part.args) == 3:
        left, op, right = part.args
        constant = right if _is(left, option) else left
        if constant.op in ("number", "word", "truth"):
            other = constant.args[0]
            pair = (choice, other) if _is(left, option) else (other, choice)
            is_told = op not in ("==", "!=") or other in option.choices  # else L501 reports it
            return [COMPARISON_FUNCTIONS[op](*pair)] if type(choice) is type(other) and is_told else [choice]
    return [choice]


def _is(node: Node, option: Option) -> bool:
    return node.op == "option" and node.args[0] == option.id


# ---- L901 to L904: missing documentation

WHOLE = ("name", "definition", "source")
LACKS = {
    "name": ("L901", Message("has no name")),
    "definition": ("L902", Message("has no definition")),
    "source": ("L903", Message("has no source")),
}
"""The code and the message for an entry without a text."""
TEXTS = ("name", "about", "definition", "says", "help", "notes", "usage", "source", *NAME_LANGUAGES)
CUT = re.compile(r"\s(#\w[^\n]*)")
LATIN, CHINESE = re.compile(r"[A-Za-z]{2}"), re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def documentation_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of missing documentation, for each entry of a shipped file and together for other files."""
    yield from _texts_whole(subject)
    yield from _names_apart(subject)
    together: dict[tuple[str, Message], list[Item]] = {}
    for code, what, entry in _lacks(subject):
        if subject.is_own(entry):
            together.setdefault((code, what), []).append(entry)
    for (code, what), entries in together.items():
        names: list[Hashable] = [
            Message("quoted", entry.get("id").text(entry.key)) if entry.path else Message("the ruleset")
            for entry in entries
        ]
        if subject.is_shipped:
            for name, entry in zip(names, entries, strict=True):
                message = Message(what.key, Listed((name,)), *what.arguments)
                yield from subject.problem(entry, code, message, key=True)
        else:
            message = Message(what.key, some_of(list(dict.fromkeys(names))), *what.arguments)
            yield from subject.warn(entries[0], code, message, key=True)


def _lacks(subject: RulesUnderCheck) -> Iterator[tuple[str, Message, Item]]:
    """The code, what an entry lacks, and the entry."""
    root, written = subject.root, subject.file_root
    counting, missing = shown_by_hands(written.get(HANDS_SECTION))
    if not written.get("name"):
        yield "L901", Message("has no name of its own"), written
    if subject.is_shipped and not written.get("source") and not written.get("extends"):
        yield "L903", Message("has no source"), written
    for _, entry in subject.every_pattern:
        if entry.get("id") and subject.is_own(entry):
            yield from _lacks_texts(subject, entry, WHOLE)
            name = entry.get("id").text()
            holds = entry.get("holds") or name in counting
            fails = entry.get("fails") or name in missing
            if not holds:
                yield (
                    "L904",
                    Message("has no example under holds") if fails else Message("has no examples"),
                    entry,
                )
            elif not fails and (entry.get("match") or entry.get("when").text() not in ("", "true")):
                yield "L904", Message("has no example under fails"), entry
    for entry in root.get("bonuses").mappings:
        yield from _lacks_texts(subject, entry, WHOLE)
    declared = (*root.get("circumstances").fields.values(), *root.get("indicators").fields.values())
    for entry in (*root.get("limits").mappings, *(one for one in declared if one.fields)):
        yield from _lacks_texts(subject, entry, ("name",))


def _lacks_texts(
    subject: RulesUnderCheck, entry: Item, keys: tuple[str, ...]
) -> Iterator[tuple[str, Message, Item]]:
    yield from ((*LACKS[key], entry) for key in keys if not entry.get(key))
    if subject.is_shipped and (name := entry.get("name")):
        asked = [language for language in MAIN_LANGUAGES if subject.ruleset.is_told_in(language)]
        missing = [language for language in asked if language not in name.fields]
        if missing:
            yield "L901", Message("has no name in", Listed(tuple(missing))), entry


def _texts_whole(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of texts cut off at a `#`, and of names in another language than their key says."""
    for item in subject.file_root.walk():
        text, key = item.value, next((step for step in reversed(item.path) if isinstance(step, str)), "")
        if not isinstance(text, str) or key not in TEXTS or "hands" in item.path[:1]:
            continue
        rest = item.rest_of_line()
        cut = CUT.match(rest[len(text) :]) if rest.startswith(text) else None
        if cut is not None:
            message = Message("this text ends before", cut[1].strip())
            yield from subject.warn(item, "L203", message, Message("put the whole text in quotes"))
        if key in ("en", ROMAJI) and CHINESE.search(text) and not LATIN.search(text):
            yield from subject.warn(
                item, "L203", Message("is not an English name", text), Message("are the languages swapped")
            )
        if key in TEXT_LANGUAGES[1:] and LATIN.search(text) and not CHINESE.search(text):
            hint = Message("write it in that language")
            yield from subject.warn(item, "L203", Message("is in Latin letters", text), hint)


def _names_apart(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of two patterns, or two circumstances, with the same name. If only one of them has an id that
    fits the name, the other was probably copied and is reported.
    """
    patterns = [(pattern.id, entry) for pattern, entry in subject.pattern_items]
    declared = subject.root.get("circumstances").fields.items()
    circumstances = [(name, entry) for name, entry in declared if not subject.building.is_standard(entry)]
    for section, entries in (("patterns", patterns), ("circumstances", circumstances)):
        seen: dict[str, tuple[str, Item]] = {}
        for ident, entry in entries if section in subject.changed_sections else ():
            named = entry.get("name")
            shown = entry.get("name", "en") or next(iter(named.fields.values()), named)
            before, first = (
                seen.setdefault(shown.text().casefold(), (ident, shown)) if shown else (ident, shown)
            )
            if before == ident or not (subject.is_own(shown) or subject.is_own(first)):
                continue
            place, other = (shown, before)
            if subject.is_own(first) and names_its_id(shown, ident) and not names_its_id(first, before):
                place, other = (first, ident)
            if subject.is_own(place):
                message = Message("is already the name of", shown.text(), other)
                yield from subject.warn(place, "L405", message, Message("give them different names"))


# ---- L912: words that players type

ARE_WORDS_SHARED = {
    "patterns": True, "bonuses": True, "circumstances": False, "indicators": False, "limits": False,
    "options": False,
}  # fmt: skip
"""The sections whose parts players name, and whether several parts of it may have the same word, which
finds all of them.
"""


def ambiguous_word_problems(subject: RulesUnderCheck) -> Iterator[Problem]:
    """Problems of words that are taken for another part, since they equal one of its names or words."""
    for section, may_be_shared in ARE_WORDS_SHARED.items():
        if section not in subject.changed_sections:
            continue
        part = subject.root.get(section)
        entries = [(item.get("id").text(), item) for item in part.mappings] or [*part.fields.items()]
        named: dict[str, tuple[str, str, Item]] = {}
        for ident, item in entries:
            for text, place in ((ident, item), *((one.text(), one) for one in _names_of(item))):
                named.setdefault(fold_name(text), (ident, text, place))
        given: dict[str, tuple[str, str, Item]] = {}
        for ident, item in entries:
            for word in item.get("also").entries:
                text, folded = word.text(), fold_name(word.text())
                before = given.setdefault(folded, (ident, text, word))
                is_shared = may_be_shared and folded not in named and text == before[1]
                other, same, place = named.get(folded, before)
                here = word if subject.is_own(word) else place
                if other != ident and not is_shared and subject.is_own(here):
                    what = Message("a name") if folded in named else Message("a word")
                    message = Message("of reads the same as", text, ident, same, what, other)
                    yield from subject.warn(here, "L912", message, Message("use another word"))


def _names_of(item: Item) -> list[Item]:
    """The names of a part, one for each language."""
    name = item.get("name")
    return [*name.fields.values()] or ([name] if name else [])
