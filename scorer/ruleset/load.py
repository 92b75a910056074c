"""Load a ruleset from a name or a file: read, extend, build and check it.

Each part is checked where it is built. This module checks what the names of a file mean together: duplicate,
hidden and unknown names. These checks need neither a hand nor a calculation, and every command refuses a file
that fails them.
"""

from __future__ import annotations

import keyword
import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from scorer.errors import Problem, RulesetError
from scorer.language.vocabulary import (
    AMOUNTS,
    FUNCTIONS,
    GIVEN_CLASSES,
    NUMBER_FACTS,
    SET_STATES,
    TRUTH_FACTS,
)
from scorer.languages import ENGLISH, main_language, translation_languages
from scorer.memo import Memo
from scorer.message import Listed, Message
from scorer.ruleset.advice.bases import NamedBase, fault_of_base
from scorer.ruleset.advice.paths import set_hint
from scorer.ruleset.build import build_ruleset
from scorer.ruleset.builder import RulesetBuilder, TooManyParts
from scorer.ruleset.entries import EntryIndex
from scorer.ruleset.find import (
    DEFAULTS_NAME,
    State,
    file_state,
    looks_like_a_file,
    meant_ruleset,
    resolved_name,
    ruleset_title,
    shipped_file,
    shipped_names,
    shipped_path,
    shipped_place,
    shipped_titles,
    translated_path,
    translation_path,
)
from scorer.ruleset.items import SHEET_KEY, Item, repeated_items, root_item
from scorer.ruleset.metadata import metadata_problems, unmet_requirement
from scorer.ruleset.model import Ruleset
from scorer.ruleset.overlay import merge_overlay
from scorer.ruleset.sections import (
    CORRECTABLE_CODES,
    changes_nothing,
    merged_problems,
    structure_problems,
    with_corrected_keys,
    without_misformed,
)
from scorer.ruleset.source import TextAndProblems, read_bytes, read_file, read_source
from scorer.ruleset.translation import read_translation
from scorer.shapes import TooManySets
from scorer.suggest import did_you_mean, nearest_names
from scorer.values import dataclass, replace

MOST_ENTRIES_IN_ONE = 400


@dataclass(frozen=True)
class LoadedFile:
    """A rule file as far as it could be read, and all problems found while reading it.

    `file_root` is the file alone. `builder` includes the rulesets that it extends, and the position of every
    expression.
    """

    name: str
    problems: tuple[Problem, ...]
    ruleset: Ruleset | None = None
    file_root: Item | None = None
    builder: RulesetBuilder | None = None
    path: Path | None = None
    """where the files are that it may build on, if it was read from a file"""


def load_ruleset(name: str, language: str = ENGLISH) -> Ruleset:
    """A ruleset, by its shipped name or the path of a YAML file, with default options and with the texts of
    translation files in this language.

    Raises RulesetError with every problem of the file.

    >>> load_ruleset("riichi").unit
    'han'
    """
    return load_with_builder(name, language)[0]


def load_with_builder(name: str, language: str = ENGLISH) -> tuple[Ruleset, RulesetBuilder]:
    """A ruleset with everything that its builders know about its file. Raises RulesetError with every problem
    of it.
    """
    loaded = load_for_check(name, language)
    errors = [problem for problem in loaded.problems if problem.is_error]
    if errors or loaded.ruleset is None or loaded.builder is None:
        raise RulesetError(errors or loaded.problems)
    return loaded.ruleset, loaded.builder


def load_for_check(name: str, language: str = ENGLISH) -> LoadedFile:
    """A rule file, by its shipped name or its path, with everything that a check of it needs, and with the
    texts of files beside it in this language. Raises nothing.
    """
    name = resolved_name(name)
    path = shipped_path(name)
    if path is not None:
        return _load_shipped(path, language)
    if not looks_like_a_file(name) and not os.path.exists(name):
        meant, known = meant_ruleset(name), Message("shipped rulesets", shipped_titles())
        hint = Message("did you mean the word", ruleset_title(meant)) if meant else known
        hint = Message("did you mean the word", f"{name}.yaml") if os.path.exists(f"{name}.yaml") else hint
        message = Message("there is no ruleset and no file of that name", name)
        return LoadedFile(name, (Problem("L101", name, 1, 1, message, hint=hint),))
    if rules := translated_path(name):
        message = Message("this file has the texts of in another language", os.path.basename(rules))
        return LoadedFile(name, (Problem("L101", name, 1, 1, message, hint=f"name {rules}"),))
    return _load_file(name, language)


def _load_file(name: str, language: str = ENGLISH) -> LoadedFile:
    path = Path(name)
    return _check_and_build(read_file(path), str(path), path.stem, path, language)


_load_shipped = lru_cache(maxsize=64)(_load_file)


def load_text(text: str | bytes, name: str, path: Path | None = None, language: str = ENGLISH) -> LoadedFile:
    """The text of a rule file with everything that a check of it needs. Problems refer to it as `name`.

    With a path, it may extend files in the same folder, and has the translation files beside it.
    """
    outcome = read_bytes(text, name) if isinstance(text, bytes) else read_source(text, name)
    return _check_and_build(outcome, name, Path(name).stem.strip("<>"), path, language)


def _check_and_build(
    outcome: TextAndProblems, name: str, ident: str, path: Path | None, language: str = ENGLISH
) -> LoadedFile:
    ident = "".join([sign if sign.isprintable() else "\ufffd" for sign in ident])
    source, problems = outcome
    if source is None:
        return LoadedFile(name, tuple(problems))
    root = root_item(source)
    if large := list(_too_large(root)):
        return LoadedFile(name, (*problems, *large), file_root=root)
    if unmet := unmet_requirement(root):
        return LoadedFile(name, (*problems, unmet), file_root=root)
    found = [*structure_problems(root), *metadata_problems(root)]
    if (meant := with_corrected_keys(root, found)) is not root:  # without consequences of a misspelt key
        root, misspelt = meant, [problem for problem in found if problem.code in CORRECTABLE_CODES]
        found = [*misspelt, *structure_problems(root)]
    problems = [*problems, *found]
    root, ruleset = without_misformed(root), None
    building = None if changes_nothing(root) else _merge_with_bases(root, ident, path, problems, language)
    if building is not None:
        problems += merged_problems(building.root, root, building.base_root)
        try:
            ruleset = replace(build_ruleset(building, ident, path), language=main_language(language))
        except TooManyParts as error:
            problems.append(_too_many_parts(error, root))
    if building is None or ruleset is None:
        return LoadedFile(name, distinct_problems(problems), file_root=root, path=path)
    problems += (*building.problems, *_too_many_sets(ruleset, building))
    found = (
        [] if building.repeats_rules else [*_name_problems(building), *_dropped_fact_problems(building, root)]
    )
    problems += [one for one in found if one.file == root.source.name or _is_problem_of_base(one)]
    problems += _unit_problems(ruleset, building.root)
    return LoadedFile(name, distinct_problems(problems), ruleset, root, building, path)


def _is_problem_of_base(problem: Problem) -> bool:
    """Whether the problem is one of a base in the same folder, regardless of the overlay."""
    return (
        not shipped_file(problem.file)
        and os.path.exists(problem.file)
        and problem in load_for_check(problem.file).problems
    )


def _too_large(root: Item) -> Iterator[Problem]:
    """Lists and mappings larger than any game needs, which would take too long to check."""
    for item in root.walk():
        count = len(item.value) if isinstance(item.value, dict | list) else 0
        if count > MOST_ENTRIES_IN_ONE:
            message = Message("entries the limit is", count, MOST_ENTRIES_IN_ONE)
            yield item.problem("L106", message, key=bool(item.path), hint=Message("split the file 2"))


def _too_many_parts(error: TooManyParts, root: Item) -> Problem:
    """The problem of a file with too many parts; if only the base is too large, it is reported at
    `extends`.
    """
    base = root.get("extends")
    if not base or error.problem.file == root.source.name:
        return error.problem
    return base.problem("L106", str(error), error.problem.hint)


def _too_many_sets(ruleset: Ruleset, building: RulesetBuilder) -> list[Problem]:
    """Kinds of set with more different sets than can be searched for in a hand."""
    try:
        _ = ruleset.set_tables
    except TooManySets as error:
        place = building.root.get("sets", error.kind) or building.root
        hint = Message("restrict it to fewer tiles or smaller sets")
        return [place.problem("L106", error.message, key=True, hint=hint)]
    return []


def distinct_problems(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems in the order of their positions, without repetitions.

    For an expression that cannot be parsed, only that is reported. Warnings about how older YAML readers take
    a word are left out if the word is wrong anyway, and problems at an alias are left out if they repeat
    those of its anchor.
    """
    wrong = {one.place[:3] for one in problems if one.is_error}
    unread = {one.place[:3] for one in problems if one.is_error and one.code < "L2"}
    of_nothing = {one.place[:2] for one in problems if one.code in ("L102", "L107") and one.is_error}
    written = {one.place[3:] for one in problems if not _is_at_alias(one)}
    forms = {one.place[:3]: one for one in reversed(problems) if one.code == "L203"}

    def is_reported(problem: Problem) -> bool:
        if problem.code < "L2":
            return problem.is_error or problem.code != "L104" or problem.place[:3] not in wrong
        if problem.code in ("L202", "L206", "L304") and problem.place[:2] in of_nothing:
            return False
        if forms.get(problem.place[:3], problem) != problem and problem.code == "L203":
            return False
        return problem.place[:3] not in unread and not (
            _is_at_alias(problem) and problem.place[3:] in written
        )

    reported = filter(is_reported, problems)
    return tuple(sorted(dict.fromkeys(reported), key=lambda problem: problem.place))


def _is_at_alias(problem: Problem) -> bool:
    """Whether the problem is at an alias: `key: *name`."""
    line, at = problem.source_line, problem.column - 1
    before, here, after = line[:at].rstrip()[-1:], line[at : at + 1], line[at + 1 : at + 2]
    return here == "*" and after.isalnum() and before in ("", *":-,[{")


def _merge_with_bases(
    root: Item, ident: str, path: Path | None, problems: list[Problem], language: str = ENGLISH
) -> RulesetBuilder | None:
    """The file merged with everything that it extends, including the defaults."""
    files = _with_bases(root, ident, path, problems)
    if files is None:
        return None
    standard = _defaults_root()
    base_root = whole = standard
    dropped, translations = set[str](), list[tuple[str, str]]()
    for overlay in reversed([*_with_translations(files, path, language, problems, translations)]):
        dropped |= {item.text() for item in overlay.get("drop").entries}
        base_root = whole
        is_base = overlay.source is not root.source
        whole, wrong = (_merged_base if is_base else merge_overlay)(base_root, overlay)
        problems += wrong
    if len(files) > 1:
        index = EntryIndex(base_root.fields)
        problems[:] = [_with_set_hint(problem, root, index) for problem in problems]
    sources = [file.source for file in (*files, standard)] if path else []
    files_read = tuple((os.path.abspath(source.name), source.digest) for source in sources)
    files_read += tuple(translations)
    bases = tuple(file.get("extends").text() for file in files[:-1])
    return RulesetBuilder(whole, base_root, standard.source, frozenset(dropped), bases, files_read)


def _merged_base(below: Item, file: Item) -> tuple[Item, list[Problem]]:
    """A base merged with what is below it, once for all files that extend it."""
    key = id(below), id(file)
    known = MERGED_BASES.get(key)
    if (
        known is None or known[0] is not below or known[1] is not file
    ):  # others were at the same place in memory
        known = MERGED_BASES.keep(key, (below, file, merge_overlay(below, file)))
    return known[2]


MERGED_BASES: Memo[tuple[int, int], tuple[Item, Item, tuple[Item, list[Problem]]]] = Memo(limit=32)


def _with_translations(
    files: Sequence[Item],
    path: Path | None,
    language: str,
    problems: list[Problem],
    files_read: list[tuple[str, str]],
) -> Iterator[Item]:
    """Each file with its texts in a language, as far as it is shipped or was itself read from a path. Notes
    the files that were read, or that are not there, with their digests.
    """
    for place, file in enumerate(files):
        for one in translation_languages(language) if path or place else ():
            beside = translation_path(file.source.name, one)
            found, wrong, digest = (
                read_translation(file, beside, one) if os.path.lexists(beside) else (None, [], "")
            )
            files_read.append((os.path.abspath(beside), digest))
            problems += wrong
            file = found.merged_into(file) if found else file
        yield file


def _with_bases(root: Item, ident: str, path: Path | None, problems: list[Problem]) -> list[Item] | None:
    """The file and everything that it extends except for the defaults; None if a base cannot be used."""
    files, names = [root], [ident]
    while base := files[-1].get("extends"):
        places = [path] if path is None else [path, *(Path(file.source.name) for file in files[1:])]
        found = _load_base(base, names, places, problems)
        if found is None:
            return None
        files.append(found)
        names.append(base.text())
    return files


def file_chain(loaded_file: LoadedFile) -> list[Item]:
    """A file without errors and everything that it extends except for the defaults, each as written."""
    assert loaded_file.file_root
    files = _with_bases(loaded_file.file_root, Path(loaded_file.name).stem, loaded_file.path, [])
    assert files
    return files


def merged_root(loaded_file: LoadedFile) -> Item:
    """A file without errors, merged with everything that it extends except for the defaults."""
    files = file_chain(loaded_file)
    whole = files.pop()
    for overlay in reversed(files):
        whole, _ = merge_overlay(whole, overlay)
    return whole


def _with_set_hint(problem: Problem, root: Item, base_rules: EntryIndex) -> Problem:
    """The problem of an unknown key, with a hint if it is an option or another id of the base."""
    message = problem.message if isinstance(problem.message, Message) else None
    if message is None or message.key != "unknown key" or problem.column != 1:
        return problem
    name = str(message.arguments[0])
    entry = root.source.root.get(name)
    if not entry.is_plain:
        return problem
    hint = set_hint(base_rules, name, entry)
    if any(section == "options" for _, section, *_ in base_rules.entries_of(name)):
        hint = Message("options of the base are set with", f"set: {{{name}: {entry.text()}}}")
    return entry.problem(problem.code, message, hint, key=True) if hint else problem


def _load_base(
    item: Item, names: list[str], places: Sequence[Path | None], problems: list[Problem]
) -> Item | None:
    """The file that `extends` names: a shipped ruleset, a file at a path that begins at the folder of the
    file, or a file in a folder of one's own. If there is none, the most similar name is used, so that the
    rest of the file is checked as well. `places` are the files of the chain so far, the one named by the user
    first; nothing above its folder is read.
    """
    named = NamedBase(item, tuple(names), tuple(places))
    if wrong := fault_of_base(named):
        problems.append(item.problem(*wrong))
        return None
    if named.file is None:
        if named.name:  # otherwise its type is wrong, which is reported
            problems.append(
                item.problem("L401", Message("extends which is not a ruleset", named.name), named.hint)
            )
        close = nearest_names(named.name, shipped_names(), 1) if named.name else ()
        return load_for_check(close[0]).file_root if close else None
    base, errors = _base_root(named.file, file_state(str(named.file)))
    if base is None:
        problems += [item.problem("L401", Message("cannot be extended", named.name)), *errors]
    return base


@lru_cache(maxsize=8)
def _base_root(path: Path, _state: State) -> tuple[Item | None, tuple[Problem, ...]]:
    """A base, or its problems; cached, because many files extend the same base."""
    source, problems = read_file(path)
    if source is None:
        return None, tuple(problems)
    base = root_item(source)
    if unmet := unmet_requirement(base):
        return None, (unmet,)
    wrong = [problem for problem in problems if problem.is_error] + structure_problems(base)
    return (None, tuple(wrong)) if wrong else (base, ())


@lru_cache(maxsize=1)
def _defaults_root() -> Item:
    source, problems = read_file(Path(shipped_place(f"{DEFAULTS_NAME}.yaml")))
    if source is None:
        raise RulesetError(problems)
    return root_item(source)


# ---- L205, L404, L405: names that have no effect or are ambiguous

NAMING_SECTIONS = ("options", "sets", "shapes", "facts", "circumstances", "indicators", "tables", "amounts")
ID_LISTS = (
    ("bonuses",),
    ("limits",),
    ("penalties",),
    (SHEET_KEY, "items"),
    (SHEET_KEY, "fixed"),
    ("payment", "extras"),
)
LANGUAGE_WORDS = ("true", "false", *keyword.kwlist)


def default_ids() -> dict[str, list[str]]:
    """The names in each section of the defaults."""
    return {name: list(item.fields) for name, item in _defaults_root().fields.items() if item.fields}


def _own_entries(building: RulesetBuilder, *path: str) -> dict[str, Item]:
    """The entries of a mapping, without those of the defaults."""
    fields = building.root.get(*path).fields
    return {name: entry for name, entry in fields.items() if not building.is_standard(entry)}


def _name_problems(building: RulesetBuilder) -> Iterator[Problem]:
    """The problems of the names that the file defines."""
    root = building.root
    for section in NAMING_SECTIONS:
        for name, item in _own_entries(building, section).items():
            if name in LANGUAGE_WORDS:
                message = Message("is a word of the expression language and cannot be", name)
                yield item.problem("L205", message, Message("choose another name"), key=True)
    known = list(root.get("sets").fields)
    for entry in root.get("calls").entries:
        if entry.text() not in known:
            hint = did_you_mean(entry.text(), known, Message("known", Listed(tuple(known), "comma")))
            hint = Message("write entry", "calls: []") if entry.text() == "none" else hint
            yield entry.problem("L301", Message("there is no kind of set", entry.text()), hint)
    yield from _repeated_ids(root)
    for tile in _own_entries(building, "tiles", "table").values():
        if its := tile.get("tile"):
            message = Message("expressions use tile for the name of each tile")
            yield its.problem("L405", message, Message("choose another name for the attribute"), key=True)
    for section, meanings in _reserved_names(building).items():
        for key, item in _own_entries(building, *section.split(".")).items():
            name = item.get("fact").text(key) if section == "circumstances" else key
            if name in meanings and not _is_reachable(building, section, name):
                message = Message("X is already Y", name, meanings[name])
                if section not in ("circumstances", "indicators", "sets"):
                    message = Message("is already something that expressions use", name, meanings[name])
                yield item.problem("L405", message, Message("choose another name"), key=True)


def _repeated_ids(root: Item) -> Iterator[Problem]:
    """Duplicate ids in a list, and ids of bonuses, groups or fixed entries that are also ids of patterns,
    which hands and relations could not tell apart.
    """
    for path in ID_LISTS:
        for ident in repeated_items(entry.get("id") for entry in root.get(*path).mappings):
            yield ident.problem("L404", Message("a second in this list", ident.text()))
    patterns = root.get("patterns").mappings
    ids = {entry.get("id").text(): entry.get("id") for entry in patterns}
    other_ids = [entry.get("id") for entry in (*root.get("bonuses").mappings, *root.get("otherwise").entries)]
    for name in (*other_ids, *(word for entry in patterns for word in entry.get("group").entries)):
        pattern, hint = ids.get(name.text()) if name else None, Message("give it a different name")
        if pattern:
            yield name.problem("L404", Message("is already the name of a pattern", name.text()), hint)
        if pattern and pattern.source is not name.source and name.key == "id":  # not those of the base
            yield pattern.problem("L404", Message("is already the name of something else", name.text()), hint)


def _reserved_names(building: RulesetBuilder) -> dict[str, dict[str, Message]]:
    """For each section, the names that already have another meaning wherever they are used."""
    names = building.names
    engine = dict.fromkeys((*TRUTH_FACTS, *NUMBER_FACTS), Message("a fact of every game"))
    declared = dict.fromkeys(names.circumstance_facts, Message("the fact of a circumstance"))
    states = dict.fromkeys(SET_STATES, Message("a state of sets"))
    given = dict.fromkeys(GIVEN_CLASSES, Message("a tile class that depends on the situation"))
    amounts = [name for name in names.amounts if name not in _own_entries(building, "amounts")]
    numbers = dict.fromkeys(amounts, Message("a number calculated for the hand"))
    of_tiles = [name for name in names.classes if name not in building.root.get("tiles").fields]
    below = {
        name: Message("in a section of the base", section)
        for section in ("facts", "options", "amounts", "indicators")
        for name, item in _own_entries(building, section).items()
        if item.source is not building.root.source
    }
    return {
        "facts": numbers | declared | engine,
        "options": numbers | declared | engine,
        "circumstances": below | numbers | engine,
        "indicators": dict.fromkeys(names.circumstances, Message("a circumstance")) | engine,
        "tiles": states | dict.fromkeys(names.kinds, Message("a kind of set 2")) | given,
        "tiles.table": states | given,
        "tables": dict.fromkeys(FUNCTIONS, Message("a function")),
        "sets": states | dict.fromkeys(of_tiles, Message("the name of tiles")) | given,
        "amounts": declared | engine | dict.fromkeys(AMOUNTS, Message("a number calculated for every hand")),
    }


def _is_reachable(building: RulesetBuilder, section: str, name: str) -> bool:
    """Whether a name is unambiguous anyway: a class is found where only classes are allowed, and an option
    where only options are, whatever else has the name.
    """
    used = building.used_names
    if section in ("options", "circumstances"):
        return ("option", name) in used
    return section == "tiles" and name not in GIVEN_CLASSES and not {("kind", name), ("state", name)} & used


# ---- L402, L405: units


def _unit_problems(ruleset: Ruleset, root: Item) -> Iterator[Problem]:
    """The problems of units: the unit of a pattern must be the ruleset's, one that is worth several of it, or
    that of its top tier.
    """
    tier = ruleset.top_tier
    known = [ruleset.unit, *([tier.unit] if tier and tier.unit else [])]
    known += [ruleset.larger_unit.id] if ruleset.larger_unit else []
    sheet, place = ruleset.sheet, root.get(SHEET_KEY, "unit")
    if sheet and place and sheet.unit in (*known, *AMOUNTS, "points"):
        message = Message("is already the name of another unit", sheet.unit)
        yield place.problem("L405", message, Message("choose a different unit for fu"))
    for item in (*root.get("patterns").mappings, *root.get("otherwise").mappings):
        unit = item.get("unit")
        if unit and unit.text() not in known:
            hint = did_you_mean(unit.text(), known, Message("known", Listed(tuple(known), "comma")))
            name = (item.get("id") or item).text("unnamed")
            message = Message("is counted in", name, unit.text())
            yield unit.problem("L402", message, hint)


# ---- L402: what an overlay removes


def _dropped_fact_problems(building: RulesetBuilder, file_root: Item) -> Iterator[Problem]:
    """Facts that an overlay drops although its base still uses them, so that they would be false."""
    if not file_root.get("extends"):
        return
    facts = building.base_root.get("facts").fields
    for name, item in {item.text(): item for item in file_root.get("drop").entries}.items():
        asked = next((a for a in building.expressions if any(p.args == (name,) for p in a.node.walk())), None)
        if asked is not None and name in facts:
            message = Message("drops the fact", name, asked.item.position()[0])
            yield item.problem("L402", message)
