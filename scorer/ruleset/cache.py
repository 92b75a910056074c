"""A ruleset by name or path: the one of before if its files say the same, else as it was kept or anew.

What is kept for the next run is the model of its rules, the list of the shipped rulesets, and what a check
found.

An entry hangs on the contents of the rule file and of all that it extends, and on the code of scorer. It is
named by a digest of these, says whose it is, and lists the digest of every file; it is used only where all of
that is as it says. What a check found hangs on the bases of a file alone, and says itself which text and
which rules it is about. The changes of a shipped ruleset that a log makes take the place of its contents. So
entries of a file that was saved while it was read, of a file of the same name elsewhere, of another version
or another owner are as if they were not there.

Entries are JSON: reading one can neither run code nor take more memory than its size allows. They lie in

* the folder `built` beside the rule files of the page without a server, for the shipped rulesets as they are;
* the user's cache folder, for everything else. A folder that others own or may write to is not used, links
  are not followed, and only files that say of themselves that scorer made them are ever taken away.

`SCORER_NO_CACHE` turns the user's folder off.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scorer import __version__
from scorer.errors import RulesetError
from scorer.language.nodes import Node
from scorer.languages import ENGLISH, is_english, main_language
from scorer.message import LocalizedText, Message
from scorer.package import package_folder
from scorer.ruleset import model
from scorer.ruleset.find import (
    BUILT_FOLDER,
    MOST_FILE_BYTES,
    READ_FLAGS,
    State,
    digest_of,
    file_state,
    is_written_by_user_only,
    looks_like_a_file,
    plain_bytes,
    resolved_name,
    shipped_file,
    shipped_path,
    shipped_place,
    translation_paths,
)
from scorer.ruleset.model import Ruleset
from scorer.shapes import SetKind, SetTables, Shape
from scorer.tiles import Suit, TileKind, TileSet
from scorer.values import plain_fields, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Types = Mapping[str, type]
    """classes of frozen values by their names"""

Files = tuple[tuple[str, str], ...]
"""The files that something was made from, each with the digest of the bytes that were read."""
MODEL_SORT = "model"
FORMAT_VERSION = 7
MOST_RULESETS, MOST_ENTRIES, MOST_SMALL_ENTRIES = 64, 200, 2000
"""in the memory of a process, and entries in the user's folder"""
SMALL_SORTS = (".checked",)
"""Entries of a few lines; a folder may have many files to check."""
COLLECTIONS = (list, dict)
ENTRY_MARK = "scorer cache"
ENTRY_NAME = (
    r"[\w.-]*-([0-9a-f]{32})\.(?:model(?:-[A-Za-z-]+)?|index(?:-[A-Za-z-]+)?|checked)"
    r"(?:\.[0-9a-f]{16})?"
)
"""The file of an entry; while it is written there is a random number behind. Few runs look for it."""
BINARY_FLAG, NO_FOLLOW_FLAG = getattr(os, "O_BINARY", 0), getattr(os, "O_NOFOLLOW", 0)
WRITE_NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY_FLAG | NO_FOLLOW_FLAG
CODE_FOLDERS = ("language", "ruleset", "engine", "fast", "teach", "check", "render")
"""What decides what is kept, beside the modules at the top and the names of pictures."""


MODEL_CLASSES = {
    name: found
    for name, found in vars(model).items()
    if isinstance(found, type) and hasattr(found, "__fields__")
}
CACHED_CLASSES = {
    kind.__name__: kind for kind in (Node, SetKind, Shape, Suit, TileKind, TileSet)
} | MODEL_CLASSES
"""The classes that a model is made of."""


def open_ruleset(name: str, language: str = ENGLISH) -> Ruleset:
    """A ruleset by its shipped name or by the path of a YAML file, options at their defaults, with the texts
    that files beside it have in this language.

    The files of shipped rulesets do not change while scorer runs; those of others are looked at each time,
    and read again where they have changed. Several threads may ask at once: each gets something that was
    made whole. Raises RulesetError with every problem of the file.

    >>> open_ruleset("riichi").unit
    'han'
    """
    language = main_language(language)
    entry = _OPEN_RULESETS.get((name, language))
    if entry is not None and not [path for path, state in entry[1] if file_state(path) != state]:
        return entry[0]
    ruleset = _load_or_recall(name, language)
    files = tuple((path, content) for path, content in ruleset.files if not shipped_file(path))
    #: the file that is named, as it is found from the folder of now: from another it is another file
    beside = [place for path, _ in files for place in translation_paths(path, language)]
    places = dict.fromkeys([name, *dict(files), *beside] if files else [])
    states = tuple((path, file_state(path)) for path in places)
    if are_unchanged(files):
        _OPEN_RULESETS[name, language] = ruleset, states
        for oldest in list(_OPEN_RULESETS)[:-MOST_RULESETS]:
            _OPEN_RULESETS.pop(oldest, None)
    return ruleset


_OPEN_RULESETS: dict[tuple[str, str], tuple[Ruleset, tuple[tuple[str, State], ...]]] = {}


def _load_or_recall(name: str, language: str) -> Ruleset:
    name = resolved_name(name)
    path = shipped_path(name) or name
    is_known = path != name or looks_like_a_file(name) or os.path.exists(name)
    ruleset = cached_ruleset(path, language) if is_known else None
    if ruleset is None and not is_english(language):
        english = open_ruleset(name)
        if not has_translations(english, language):
            return english
    if ruleset is None:
        from scorer.ruleset.load import load_ruleset  # YAML is read only where nothing is kept

        ruleset = load_ruleset(name, language)
        remember(model_sort(language), path, cacheable_parts(ruleset), ruleset.files)
    ruleset.__dict__["file_and_options"] = ruleset.file, ()
    return ruleset


def has_translations(ruleset: Ruleset, language: str) -> bool:
    """Whether there are translation files in a language for the files that a ruleset was built from."""
    places = (place for path, _ in ruleset.files for place in translation_paths(path, language))
    return any(map(os.path.lexists, places))


def model_sort(language: str) -> str:
    """The sort under which a model with the texts of a language is kept.

    >>> model_sort("en"), model_sort("ja")
    ('model', 'model-ja')
    """
    return MODEL_SORT if is_english(language) else f"{MODEL_SORT}-{language}"


def cached_ruleset(path: str, language: str = ENGLISH) -> Ruleset | None:
    """The ruleset that was kept for a rule file with the texts of a language, if it still holds."""
    return _recalled_ruleset(recall(model_sort(language), path, CACHED_CLASSES), path)


def changed_ruleset(name: str, changes: str, language: str = ENGLISH) -> Ruleset:
    """A shipped ruleset with changes, which are the text of a rule file that extends it. It is kept for the
    next run as that of a file is. Raises RulesetError with every problem of the text.
    """
    path, content, sort = shipped_path(name) or name, digest_of(changes.encode()), model_sort(language)
    ruleset = _recalled_ruleset(recall(sort, path, CACHED_CLASSES, content))
    if ruleset is None:
        from scorer.ruleset.load import load_text  # YAML is read only where nothing is kept

        loaded = load_text(changes, f"{name}-changed.yaml", language=language)
        errors = [problem for problem in loaded.problems if problem.is_error]
        if loaded.ruleset is None or errors:
            raise RulesetError(errors or loaded.problems)
        ruleset = replace(loaded.ruleset, id=name)
        remember(sort, path, cacheable_parts(ruleset), open_ruleset(name, language).files, content)
    return ruleset


def _recalled_ruleset(data: object, file: str = "") -> Ruleset | None:
    """The ruleset of what `cacheable_parts` gave to keep; None if the data is of another form."""
    if not isinstance(data, tuple) or len(data) != 3:
        return None
    ruleset, tuples, fact_names = data
    if not isinstance(ruleset, Ruleset) or not isinstance(tuples, dict) or not isinstance(fact_names, tuple):
        return None
    files = tuple((shipped_place(name), content) for name, content in ruleset.files)
    ruleset = replace(ruleset, file=file, files=files)
    ruleset.__dict__["set_tables"] = SetTables(
        ruleset.kinds, ruleset.tileset, tuples, ruleset.joker_tiles, ruleset.joker_groups
    )
    ruleset.__dict__["facts_in_rules"] = frozenset(fact_names)
    return ruleset


def cacheable_parts(
    ruleset: Ruleset,
) -> tuple[Ruleset, dict[str, tuple[tuple[int, ...], ...]], tuple[str, ...]]:
    """What is kept of a ruleset: the model, and what takes long to find of it: the sets of every kind, the
    facts that its rules ask. Shipped files go by their names: a wheel is used elsewhere than it is built.
    """
    portable = replace(ruleset, files=_portable_files(ruleset.files))
    return portable, dict(ruleset.set_tables.tuples), tuple(sorted(ruleset.facts_in_rules))


def _portable_files(files: Files) -> Files:
    return tuple((shipped_file(path) or path, content) for path, content in files)


# ---- what is kept for the next run


def recall(sort: str, path: str, types: Types | None = None, content: str = "") -> object | None:
    """What was kept of this sort for a rule file, where it still holds.

    Lists come back as tuples; `types` are the classes of the frozen values that it may be made of. `content`
    is the digest of a text in place of what the file says.
    """
    content, folder = content or file_digest(path), cache_folder()
    if content and (shipped := shipped_file(path)):
        key = _entry_key(sort, path, __version__)
        found = _read_entry(
            shipped_place(BUILT_FOLDER, f"{shipped}.{sort}"), key, content, types or {}, False
        )
        if found is not None:
            return found
    if not content or folder is None or not _is_own_folder(folder):
        return None
    key = _entry_key(sort, path, code_stamp())
    return _read_entry(os.path.join(folder, _entry_name(key, content)), key, content, types or {}, True)


def remember(sort: str, path: str, data: object, files: Files, content: str = "") -> None:
    """Keeps what was made of these files, which were read as their digests say. Where it cannot, it does not.

    `data` are texts, whole numbers, truths, tuples, mappings and frozen values, named tuples among them.
    `content` is the digest of a text in place of what the file at the path says.
    """
    content = content or dict(files).get(os.path.abspath(path), "")
    if content:
        _write_entry(_entry_key(sort, path, code_stamp()), content, data, files)


def recall_of_place(sort: str, path: str, types: Types) -> object | None:
    """What was kept of this sort for the file at a path, whatever it says now, if its bases say the same."""
    key, folder = _entry_key(sort, path, code_stamp()), cache_folder()
    if folder is None or not _is_own_folder(folder):
        return None
    return _read_entry(os.path.join(folder, _entry_name(key, "")), key, "", types, True)


def remember_of_place(sort: str, path: str, data: object, bases: Files) -> None:
    """Keeps what was made of the file at a path and its bases, in place of what was kept of it before."""
    _write_entry(_entry_key(sort, path, code_stamp()), "", data, bases)


def _write_entry(key: list[object], content: str, data: object, files: Files) -> None:
    folder = cache_folder()
    if folder is None:
        return
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if _is_own_folder(folder):
            _write_whole_file(
                os.path.join(folder, _entry_name(key, content)), _entry_bytes(key, content, data, files)
            )
            _remove_oldest_entries(folder)
    except (OSError, ValueError):  # a full disk, a name that no file system takes, data that is not plain
        return


def write_shipped(folder: str, sort: str, path: str, data: object, files: Files) -> None:
    """Writes the entry of a shipped ruleset into the folder that a wheel has beside its rule files."""
    content = dict(files)[os.path.abspath(path)]
    text = _entry_bytes(_entry_key(sort, path, __version__), content, data, files)
    with open(os.path.join(folder, f"{shipped_file(path)}.{sort}"), "wb") as file:
        file.write(text)


def are_unchanged(files: Files) -> bool:
    """Whether every file says what it said when it was read."""
    return all(file_digest(path) == content for path, content in files)


def file_digest(path: str) -> str:
    """The digest of a plain file of a sensible size, empty for anything else."""
    try:
        data = plain_bytes(path)
    except (OSError, ValueError):
        return ""
    return digest_of(data) if len(data) <= MOST_FILE_BYTES else ""


def cache_folder() -> str | None:
    """The user's cache folder for scorer; None where it is turned off or there is no home."""
    if os.environ.get("SCORER_NO_CACHE"):
        return None
    usual = "Library/Caches" if sys.platform == "darwin" else ".cache"
    places = (
        os.environ.get("XDG_CACHE_HOME", ""),
        os.environ.get("LOCALAPPDATA", ""),
        os.path.join(os.path.expanduser("~"), usual),
    )
    place = next(filter(os.path.isabs, places), None)
    return os.path.join(place, "scorer") if place else None


@lru_cache(maxsize=1)
def code_stamp() -> str:
    """What tells this code of scorer from any other: its version, and its files with their sizes and times.

    Who works on scorer changes its code without changing its version.
    """
    here = package_folder()
    folders = (here, *(os.path.join(here, name) for name in CODE_FOLDERS), shipped_place("art"))
    return digest_of(repr((__version__, [sorted(_dated_files(folder)) for folder in folders])).encode())


def _dated_files(folder: str) -> Iterator[tuple[str, int, int]]:
    try:
        entries = os.scandir(folder)
    except OSError:  # a package in an archive has only the folders with data files
        return
    with entries:
        for entry in entries:
            if entry.name.endswith((".py", ".txt", ".svg")):
                found = entry.stat()
                yield entry.name, found.st_size, found.st_mtime_ns


# ---- one entry


def _entry_key(sort: str, path: str, stamp: str) -> list[object]:
    """What an entry is of: the same for the entry that is wanted and the one that is found."""
    place = shipped_file(path) or os.path.abspath(path)
    return [FORMAT_VERSION, sort, place, stamp]


def _entry_digest(key: list[object], content: str) -> str:
    """The digest under which an entry is kept; `content` is that of the rule file itself."""
    return digest_of(json.dumps([*key, content]).encode())


def _entry_name(key: list[object], content: str) -> str:
    stem = re.sub(r"[^\w.-]", "_", os.path.splitext(os.path.basename(str(key[2])))[0], flags=re.ASCII)
    return f"{stem[:40]}-{_entry_digest(key, content)}.{key[1]}"


def _entry_bytes(key: list[object], content: str, data: object, files: Files) -> bytes:
    """The head, a line of the mark, the ident and the digest of the rest; and the rest."""
    parts = [key, _portable_files(files), to_json_value(data)]
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) >= MOST_FILE_BYTES:
        raise ValueError("too large for the cache")
    return _entry_head(_entry_digest(key, content), text) + text


def _entry_head(ident: str, text: bytes) -> bytes:
    return f"{ENTRY_MARK} {ident} {digest_of(text)}\n".encode()


def _read_entry(path: str, key: list[object], content: str, types: Types, is_owned: bool) -> object | None:
    """The data of an entry that is whole, is the one wanted, and was made of what the files still say."""
    try:
        head, line_end, text = plain_bytes(path, READ_FLAGS | NO_FOLLOW_FLAG, is_owned).partition(b"\n")
        if head + line_end != _entry_head(_entry_digest(key, content), text):
            return None
        found, files, data = json.loads(text, parse_float=_refuse_float, parse_constant=_refuse_float)
        shipped_files = tuple((shipped_place(name), content) for name, content in files)
        return (
            from_json_value(data, types)
            if found == key and shipped_files and are_unchanged(shipped_files)
            else None
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _refuse_float(text: str) -> object:
    raise ValueError(f"no such number is ever kept: {text[:20]}")


def to_json_value(value: object) -> object:
    """A value as JSON takes it: tuples are lists, mappings whose keys are no texts are lists of pairs. A text
    in several languages keeps them all.

    >>> to_json_value({(1, 2): True}), from_json_value(to_json_value({(1, 2): True}))
    ({'*': [[[1, 2], True]]}, {(1, 2): True})
    """
    if isinstance(value, tuple | list):
        parts = [to_json_value(part) for part in value]
        return {f"#{type(value).__name__}": parts} if hasattr(value, "_fields") else parts
    if isinstance(value, dict):
        if all(type(key) is str for key in value):
            return {key: to_json_value(part) for key, part in value.items()}
        return {"*": [[to_json_value(key), to_json_value(part)] for key, part in value.items()]}
    if isinstance(value, LocalizedText):
        return {f"#{LocalizedText.__name__}": [to_json_value(tuple(value.names.items()))]}
    if value is None or isinstance(value, str | int):
        return value
    fields = [value.key, *value.arguments] if isinstance(value, Message) else plain_fields(value)
    if fields is None:
        raise ValueError(f"{type(value).__name__} is not plain data")
    return {f"#{type(value).__name__}": [to_json_value(field) for field in fields]}


def from_json_value(data: object, types: Types | None = None) -> object:
    """What `to_json_value` was given. Raises KeyError, TypeError or ValueError for data of another form.

    The lists in the data are used up: most of the time in which a kept ruleset is opened passes here.
    """
    classes = {
        f"#{name}": kind for name, kind in {LocalizedText.__name__: LocalizedText, **(types or {})}.items()
    }

    def convert(part: Any) -> object:
        if type(part) is list:
            for place, one in enumerate(part):
                if type(one) in COLLECTIONS:
                    part[place] = convert(one)
            return tuple(part)
        if type(part) is not dict:
            return part
        if len(part) == 1:
            ((key, parts),) = part.items()
            if key == "*":
                return {convert(name): convert(one) for name, one in parts}
            if key[:1] == "#":
                for place, one in enumerate(parts):
                    if type(one) in COLLECTIONS:
                        parts[place] = convert(one)
                return classes[key](*parts)
        return {key: convert(one) for key, one in part.items()}

    return convert(data)


# ---- the files of the cache folder


def _is_own_folder(folder: str) -> bool:
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and is_written_by_user_only(found)


def _write_whole_file(path: str, text: bytes) -> None:
    """Writes a new file beside its place and puts it there whole: other runs see all of it or nothing."""
    fresh = f"{path}.{os.urandom(8).hex()}"
    with os.fdopen(os.open(fresh, WRITE_NEW_FLAGS, 0o600), "wb") as file:
        try:
            file.write(text)
            file.close()
            os.replace(fresh, path)
        except OSError:
            os.unlink(fresh)
            raise


def _remove_oldest_entries(folder: str) -> None:
    """Takes away the entries written longest ago, where more are kept than are likely to be used again."""
    with os.scandir(folder) as entries:
        named = [entry for entry in entries if re.fullmatch(ENTRY_NAME, entry.name, re.ASCII)]
        files = sorted((entry.stat(follow_symlinks=False).st_mtime, entry.name) for entry in named)
    small = [one for one in files if one[1].endswith(SMALL_SORTS)]
    large = [one for one in files if not one[1].endswith(SMALL_SORTS)]
    for _, name in (*large[:-MOST_ENTRIES], *small[:-MOST_SMALL_ENTRIES]):
        path, match = os.path.join(folder, name), re.fullmatch(ENTRY_NAME, name, re.ASCII)
        try:  # a file that is named like an entry says of itself that it is that one
            if match and plain_bytes(path, READ_FLAGS | NO_FOLLOW_FLAG).startswith(
                f"{ENTRY_MARK} {match[1]} ".encode()
            ):
                os.unlink(path)
        except (OSError, ValueError):
            continue
