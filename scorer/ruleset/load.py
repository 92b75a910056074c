"""From a name or a file to the model: read, extend, build, check. Nothing faulty gets through silently.

Faults in a part are found where that is built. Here is what the names of a file mean together: taken twice,
hidden, unknown. It is seen without a hand and without working out a number: no command takes such a file.
"""

from __future__ import annotations

import keyword
import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from scorer.errors import Problem, RulesetError, did_you_mean, nearest
from scorer.language.vocabulary import AMOUNTS, FUNCTIONS, GIVEN_CLASSES, NUMBER_FACTS, STATES, TRUTH_FACTS
from scorer.ruleset.build import build
from scorer.ruleset.builder import Building, TooManyParts
from scorer.ruleset.find import (
    DEFAULTS,
    SUFFIXES,
    State,
    looks_like_a_file,
    shipped_file,
    shipped_names,
    shipped_path,
    shipped_place,
    state_of,
)
from scorer.ruleset.items import SHEET, Item, item_of, twice
from scorer.ruleset.model import Ruleset
from scorer.ruleset.overlay import merged
from scorer.ruleset.sections import (
    MISREAD,
    as_meant,
    changes_nothing,
    merged_problems,
    structure_problems,
    usable,
)
from scorer.ruleset.source import Outcome, read_bytes, read_file, read_source
from scorer.shapes import TooManySets
from scorer.values import dataclass, replace

LONGEST_CHAIN = 8
MOST_ENTRIES = 300


@dataclass(frozen=True)
class Loaded:
    """A rule file as far as it can be read, and everything that reading it found wrong.

    `written` is the file alone; `building` knows what lies below it, and the place of every expression of
    both together.
    """

    name: str
    problems: tuple[Problem, ...]
    ruleset: Ruleset | None = None
    written: Item | None = None
    building: Building | None = None


def load_ruleset(name: str) -> Ruleset:
    """A ruleset by its shipped name or by the path of a YAML file, options at their defaults.

    Raises RulesetError with every problem of the file.

    >>> load_ruleset("riichi").unit
    'han'
    """
    return built(name)[0]


def name_of_base(ruleset: Ruleset) -> str:
    """The shipped name, or the path, of the ruleset that another extends."""
    below = ruleset.extends[0]
    return str(Path(ruleset.file).with_name(below)) if below.endswith(SUFFIXES) and ruleset.file else below


def built(name: str) -> tuple[Ruleset, Building]:
    """A ruleset with all that its builders know of its file. Raises RulesetError with every problem of it."""
    loaded = load(name)
    errors = [problem for problem in loaded.problems if problem.is_error]
    if errors or loaded.ruleset is None or loaded.building is None:
        raise RulesetError(errors or loaded.problems)
    return loaded.ruleset, loaded.building


def load(name: str) -> Loaded:
    """A rule file by its shipped name or its path, with all that a check of it needs. Raises nothing."""
    path = shipped_path(name)
    if path is not None:
        return _shipped(path)
    if not looks_like_a_file(name) and not os.path.exists(name):
        hint = did_you_mean(name, shipped_names(), "shipped: " + ", ".join(shipped_names()))
        hint = f"did you mean '{name}.yaml'?" if os.path.exists(f"{name}.yaml") else hint
        message = f"there is no ruleset '{name}' and no file of that name"
        return Loaded(name, (Problem("L101", name, 1, 1, message, hint=hint),))
    return _load_path(name)


def _load_path(name: str) -> Loaded:
    path = Path(name)
    return _loaded(read_file(path), str(path), path.stem, path)


_shipped = lru_cache(maxsize=64)(_load_path)


def load_text(text: str | bytes, name: str, path: Path | None = None) -> Loaded:
    """The text of a rule file with all that a check of it needs; `name` is what problems call it.

    With a path it may build on the files beside that.
    """
    outcome = read_bytes(text, name) if isinstance(text, bytes) else read_source(text, name)
    return _loaded(outcome, name, Path(name).stem.strip("<>"), path)


def _loaded(outcome: Outcome, name: str, ident: str, path: Path | None) -> Loaded:
    ident = "".join([sign if sign.isprintable() else "\ufffd" for sign in ident])
    source, problems = outcome
    if source is None:
        return Loaded(name, tuple(problems))
    root = item_of(source)
    if large := list(_too_large(root)):
        return Loaded(name, (*problems, *large), written=root)
    found = structure_problems(root)
    if (meant := as_meant(root, found)) is not root:  # what follows from a misspelt key is not told
        root, misspelt = meant, [problem for problem in found if problem.code in MISREAD]
        found = [*misspelt, *structure_problems(root)]
    problems = [*problems, *found]
    root, ruleset = usable(root), None
    building = None if changes_nothing(root) else _extended(root, ident, path, problems)
    if building is not None:
        problems += merged_problems(building.root, root)
        try:
            ruleset = build(building, ident, path)
        except TooManyParts as error:
            problems.append(_too_many(error, root))
    if building is None or ruleset is None:
        return Loaded(name, each_once(problems), written=root)
    problems += (*building.problems, *_too_many_sets(ruleset, building))
    found = [*_names(building), *_overlay(building, root)]
    problems += [one for one in found if one.file == root.source.name or _is_of_a_base_beside(one)]
    problems += _units(ruleset, building.root)
    return Loaded(name, each_once(problems), ruleset, root, building)


def _is_of_a_base_beside(problem: Problem) -> bool:
    """Whether a base in the same folder has a problem by itself, whatever is laid over it."""
    return (
        not shipped_file(problem.file)
        and os.path.exists(problem.file)
        and problem in load(problem.file).problems
    )


def _too_large(root: Item) -> Iterator[Problem]:
    """Lists and mappings beyond all games; checking them would take longer than anybody waits."""
    for item in root.walk():
        count = len(item.value) if isinstance(item.value, dict | list) else 0
        if count > MOST_ENTRIES:
            message = f"{count:,} entries; at most {MOST_ENTRIES} are read"
            yield item.problem("L106", message, key=bool(item.path), hint="split the file")


def _too_many(error: TooManyParts, root: Item) -> Problem:
    """What goes too far only in a base is said where the base is named."""
    base = root.get("extends")
    if not base or error.problem.file == root.source.name:
        return error.problem
    return base.problem("L106", str(error), error.problem.hint)


def _too_many_sets(ruleset: Ruleset, building: Building) -> list[Problem]:
    """A kind of set that has more different sets than a hand can be searched for."""
    try:
        _ = ruleset.set_tables
    except TooManySets as error:
        place = building.root.get("sets", error.kind) or building.root
        return [place.problem("L106", str(error), key=True, hint="make it smaller, or its tiles more alike")]
    return []


def each_once(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """In the order of places. Of a word that cannot be read nothing more is told, of one that is wrong anyhow
    not how older readers take it, and at an alias not what is wrong in the very value that it repeats.
    """
    wrong = {one.place[:3] for one in problems if one.is_error}
    unread = {one.place[:3] for one in problems if one.is_error and one.code < "L2"}
    of_nothing = {one.place[:2] for one in problems if one.code in ("L102", "L107") and one.is_error}
    written = {one.place[3:] for one in problems if not _is_repeated(one)}
    forms = {one.place[:3]: one for one in reversed(problems) if one.code == "L203"}

    def is_told(one: Problem) -> bool:
        if one.code < "L2":
            return one.is_error or one.code != "L104" or one.place[:3] not in wrong
        if one.code in ("L202", "L206", "L304") and one.place[:2] in of_nothing:
            return False
        if forms.get(one.place[:3], one) != one and one.code == "L203":
            return False
        return one.place[:3] not in unread and not (_is_repeated(one) and one.place[3:] in written)

    told = filter(is_told, problems)
    return tuple(sorted(dict.fromkeys(told), key=lambda problem: problem.place))


def _is_repeated(problem: Problem) -> bool:
    """Whether it stands at an alias: `key: *name`."""
    line, at = problem.source_line, problem.column - 1
    before, here, after = line[:at].rstrip()[-1:], line[at : at + 1], line[at + 1 : at + 2]
    return here == "*" and after.isalnum() and before in ("", *":-,[{")


def _extended(root: Item, ident: str, path: Path | None, problems: list[Problem]) -> Building | None:
    """The file merged over all that it extends, the defaults last."""
    files, names = [root], [ident]
    while base := files[-1].get("extends"):
        found = _base(base, names, path, problems)
        if found is None:
            return None
        files.append(found)
        names.append(base.text())
    standard = _defaults()
    below = whole = standard
    dropped = set[str]()
    for over in reversed(files):
        dropped |= {item.text() for item in over.get("drop").entries}
        below = whole
        whole, wrong = merged(below, over)
        problems += wrong
    if len(files) > 1:
        problems[:] = [_under_set(problem, root, below) for problem in problems]
    sources = [file.source for file in (*files, standard)] if path else []
    read = tuple((os.path.abspath(source.name), source.digest) for source in sources)
    return Building(whole, below, standard.source, frozenset(dropped), tuple(names[1:]), read)


def _under_set(problem: Problem, root: Item, below: Item) -> Problem:
    """A problem that a key is none, with the way out where it is an option of the base."""
    word = UNKNOWN_KEY.match(problem.message) if problem.code == "L201" and problem.column == 1 else None
    entry = root.source.root.get(word[1]) if word else None
    if not (word and entry and entry.is_plain and below.get("options", word[1])):
        return problem
    return replace(problem, hint=f"an option of the base stands under set: {{{word[1]}: {entry.text()}}}")


UNKNOWN_KEY = re.compile(r"unknown key '(\w+)'")


def _base(item: Item, names: list[str], path: Path | None, problems: list[Problem]) -> Item | None:
    """The file that `extends` names: a shipped ruleset, or a file in the same folder. Of a name that is none
    what was most probably meant is taken, so that the rest of the file is checked as well.
    """
    name, is_file = item.text(), looks_like_a_file(item.text())
    shipped = shipped_path(name) if name != DEFAULTS else None
    beside = path.parent / name if path and is_file and name == Path(name).name else None
    if name in names or (path and is_file and Path(name).stem == path.stem):
        hint = f"give this file another name: '{name}' is a shipped ruleset" if shipped_path(name) else ""
        problems.append(item.problem("L403", f"'{name}' extends itself", hint))
    elif len(names) > LONGEST_CHAIN:
        problems.append(item.problem("L403", f"more than {LONGEST_CHAIN} rulesets extend one another"))
    elif shipped or (beside and beside.is_file()):
        file = Path(shipped) if shipped else beside
        base, wrong = _as_written(file, state_of(str(file)))
        if base is None:
            message = f"'{name}' cannot be extended: it has problems of its own"
            problems += [item.problem("L401", message), *wrong]
        return base
    elif name:  # else it is of the wrong form, which is told
        known = "a base is a shipped ruleset or a file in the same folder"
        known = known if is_file else "shipped: " + ", ".join(shipped_names())
        files = [name + suffix for suffix in SUFFIXES if path and (path.parent / (name + suffix)).is_file()]
        hint = f"write {files[0]}" if files else did_you_mean(name, shipped_names(), known)
        problems.append(item.problem("L401", f"extends '{name}', which is not a ruleset", hint))
        close = nearest(name, shipped_names(), 1)
        return load(close[0]).written if close else None
    return None


@lru_cache(maxsize=8)
def _as_written(path: Path, _state: State) -> tuple[Item | None, tuple[Problem, ...]]:
    """A base, or what is wrong with it; remembered, since many files extend the same."""
    source, problems = read_file(path)
    if source is None:
        return None, tuple(problems)
    base = item_of(source)
    wrong = [problem for problem in problems if problem.is_error] + structure_problems(base)
    return (None, tuple(wrong)) if wrong else (base, ())


@lru_cache(maxsize=1)
def _defaults() -> Item:
    source, problems = read_file(Path(shipped_place(f"{DEFAULTS}.yaml")))
    if source is None:
        raise RulesetError(problems)
    return item_of(source)


# ---- L205, L404, L405: names that cannot be reached

NAMED = ("options", "sets", "shapes", "facts", "circumstances", "indicators", "tables", "amounts")
LISTS = (("bonuses",), ("limits",), ("penalties",), (SHEET, "items"), (SHEET, "fixed"), ("payment", "extras"))
WORDS = ("true", "false", *keyword.kwlist)


def default_ids() -> dict[str, list[str]]:
    """By section of the defaults the names that stand in it."""
    return {name: list(item.fields) for name, item in _defaults().fields.items() if item.fields}


def _own(building: Building, *path: str) -> dict[str, Item]:
    """The entries of a mapping, those of the defaults left out."""
    fields = building.root.get(*path).fields
    return {name: entry for name, entry in fields.items() if not building.is_standard(entry)}


def _names(building: Building) -> Iterator[Problem]:
    """Every name that the file gives to something."""
    root = building.root
    for section in NAMED:
        for name, item in _own(building, section).items():
            if name in WORDS:
                message = f"'{name}' is a word of the expression language and cannot be used as a name"
                yield item.problem("L205", message, "choose another name", key=True)
    known = list(root.get("sets").fields)
    for entry in root.get("calls").entries:
        if entry.text() not in known:
            hint = did_you_mean(entry.text(), known, "known: " + ", ".join(known))
            hint = "write calls: []" if entry.text() == "none" else hint
            yield entry.problem("L301", f"there is no kind of set '{entry.text()}'", hint)
    yield from _twice(root)
    for tile in _own(building, "tiles", "table").values():
        if its := tile.get("tile"):
            message = "'tile' is the name of each tile, which is what expressions get"
            yield its.problem("L405", message, "call the attribute otherwise", key=True)
    for section, taken in _meanings(building).items():
        for key, item in _own(building, *section.split(".")).items():
            name = item.get("fact").text(key) if section == "circumstances" else key
            if name in taken and not _is_harmless(building, section, name):
                message = f"'{name}' is {taken[name]} already"
                if section not in ("circumstances", "indicators", "sets"):
                    message += ", which is what expressions get"
                yield item.problem("L405", message, "choose another name", key=True)


def _twice(root: Item) -> Iterator[Problem]:
    """Ids that stand twice in one list, and a bonus, a group, or what stands for no pattern, with the id of a
    pattern: hands and relations name both by it.
    """
    for path in LISTS:
        for ident in twice(entry.get("id") for entry in root.get(*path).mappings):
            yield ident.problem("L404", f"a second '{ident.text()}' in this list")
    patterns = root.get("patterns").mappings
    ids = {entry.get("id").text(): entry.get("id") for entry in patterns}
    named = [entry.get("id") for entry in (*root.get("bonuses").mappings, *root.get("otherwise").entries)]
    for name in (*named, *(word for entry in patterns for word in entry.get("group").entries)):
        pattern, hint = ids.get(name.text()) if name else None, "give it a name of its own"
        if pattern:
            yield name.problem("L404", f"'{name.text()}' is a pattern already", hint)
        if pattern and pattern.source is not name.source and name.key == "id":  # only the file itself is told
            yield pattern.problem("L404", f"'{name.text()}' stands for something else already", hint)


def _meanings(building: Building) -> dict[str, dict[str, str]]:
    """For each section the names that mean something else wherever they are asked for."""
    names = building.names
    engine = dict.fromkeys((*TRUTH_FACTS, *NUMBER_FACTS), "a fact of every game")
    declared = dict.fromkeys(names.facts, "the fact of a circumstance")
    states = dict.fromkeys(STATES, "a state of sets")
    given = dict.fromkeys(GIVEN_CLASSES, "a class that the situation gives")
    amounts = [name for name in names.amounts if name not in _own(building, "amounts")]
    numbers = dict.fromkeys(amounts, "a number worked out for the hand")
    of_tiles = [name for name in names.classes if name not in building.root.get("tiles").fields]
    below = {
        name: f"in the {section} of the base"
        for section in ("facts", "options", "amounts", "indicators")
        for name, item in _own(building, section).items()
        if item.source is not building.root.source
    }
    return {
        "facts": numbers | declared | engine,
        "options": numbers | declared | engine,
        "circumstances": below | numbers | engine,
        "indicators": dict.fromkeys(names.circumstances, "a circumstance") | engine,
        "tiles": states | dict.fromkeys(names.kinds, "a kind of set") | given,
        "tiles.table": states | given,
        "tables": dict.fromkeys(FUNCTIONS, "a function"),
        "sets": states | dict.fromkeys(of_tiles, "the name of tiles") | given,
        "amounts": declared | engine | dict.fromkeys(AMOUNTS, "a number worked out for every hand"),
    }


def _is_harmless(building: Building, section: str, name: str) -> bool:
    """A class is reached where only classes are asked for, an option where only options are, for all that may
    hide it elsewhere.
    """
    ops = {part.op for asked in building.asked for part in asked.node.walk() if part.args[:1] == (name,)}
    if section in ("options", "circumstances"):
        return "option" in ops
    return section == "tiles" and name not in GIVEN_CLASSES and not ops & {"kind", "state"}


# ---- L402, L405: units


def _units(ruleset: Ruleset, root: Item) -> Iterator[Problem]:
    """The unit of a pattern is the ruleset's, or that of its top tier."""
    tier = ruleset.top_tier
    known = [ruleset.unit, *([tier.unit] if tier and tier.unit else [])]
    sheet, place = ruleset.sheet, root.get(SHEET, "unit")
    if sheet and place and sheet.unit in (*known, *AMOUNTS, "points"):
        message = f"'{sheet.unit}' is the word for another number"
        yield place.problem("L405", message, "let the sheet have a unit of its own")
    for item in (*root.get("patterns").mappings, *root.get("otherwise").mappings):
        unit = item.get("unit")
        if unit and unit.text() not in known:
            hint = did_you_mean(unit.text(), known, "known: " + ", ".join(known))
            name = (item.get("id") or item).text("unnamed")
            message = f"'{name}' is counted in '{unit.text()}', which is no unit of this ruleset"
            yield unit.problem("L402", message, hint)


# ---- L402: what an overlay takes away


def _overlay(building: Building, written: Item) -> Iterator[Problem]:
    """Facts that an overlay drops and its base still asks: they would be false."""
    if not written.get("extends"):
        return
    facts = building.below.get("facts").fields
    for name, item in {item.text(): item for item in written.get("drop").entries}.items():
        asked = next((a for a in building.asked if any(p.args == (name,) for p in a.node.walk())), None)
        if asked is not None and name in facts:
            message = f"drops the fact '{name}', for which line {asked.item.place()[0]} of the base asks"
            yield item.problem("L402", message)
