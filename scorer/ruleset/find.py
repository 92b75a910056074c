"""Where rulesets are, the shipped ones by name, others by path, and what tells their files apart.

Shipped rulesets lie beside the package in a checkout and inside it in an installed wheel.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING

try:
    from _blake2 import blake2b  # `hashlib` loads all of OpenSSL first
except ImportError:
    from hashlib import blake2b

from scorer.languages import ENGLISH, HONG_KONG, TEXT_LANGUAGES, local_text, translation_languages
from scorer.message import Listed, LocalizedText
from scorer.package import package_folder
from scorer.suggest import id_or_name, nearest_names
from scorer.tiles import fold_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

State = tuple[int, ...]
DEFAULT_RULESET = "riichi"
"""The ruleset that is meant where none is named."""
READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
MOST_FILE_BYTES = 1 << 20
DEFAULTS_NAME = "defaults"
SUFFIXES = (".yaml", ".yml")
RULES_VARIABLE = "SCORER_RULES"
"""The environment variable that names folders with rule files of one's own."""
RULES_FOLDER = "rules"
"""The folder for rule files of one's own in the user's data folder."""
PACK_GROUP = "mahjong_scorer.rulesets"
"""The group of entry points of installed packages that bring rule files."""
PLAIN_NAME = re.compile(r"\w[\w.-]*")
BUILT_FOLDER = "built"
"""The folder that the page without a server has beside its rule files, with what was worked out for them."""
SETTINGS_NAME, REPOSITORY = ".scorer.yaml", ".git"
"""What marks the folder of a project: its settings, or its repository."""
MOST_FOLDERS = 64


@lru_cache(maxsize=1)
def _rulesets_folder() -> str:
    package = package_folder()
    inside = os.path.join(package, "rulesets")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "rulesets")


def shipped_folder() -> Path:
    from pathlib import Path  # slow to import, and one hand is scored without it

    return Path(_rulesets_folder())


def shipped_place(*names: str) -> str:
    """A path in the folder of the shipped rulesets; one that is absolute stays what it is."""
    return os.path.join(_rulesets_folder(), *names)


def shipped_names() -> tuple[str, ...]:
    """The names of all shipped rulesets, sorted.

    >>> "riichi" in shipped_names()
    True
    """
    files = (name for name in os.listdir(_rulesets_folder()) if name.endswith(".yaml"))
    names = (name.removesuffix(".yaml") for name in files if not translation_language(name))
    return tuple(sorted(name for name in names if name != DEFAULTS_NAME))


def shipped_path(name: str) -> str | None:
    """The path of a shipped ruleset, or None where there is none of that name."""
    file = f"{name}.yaml"
    known = file in os.listdir(_rulesets_folder()) and not translation_language(file)
    return shipped_place(file) if known else None


NAME_LINE = re.compile(r"^(?:name|also): (.*)$", re.MULTILINE)
NAME_PART = re.compile(r'(?:[a-z]{2}(?:-[A-Z]{2})?: )?("[^"]*"|[^\s\[\]{},"#][^\[\]{},"#]*)')


TITLE_LINE = re.compile(r"^name: (.*)$", re.MULTILINE)
TITLE_PART = re.compile(r'([a-z]{2}(?:-[A-Z]{2})?): ("[^"]*"|[^{},"#]+)')


def shipped_titles() -> Listed:
    """What players type for the shipped rulesets, in the order of their ids, for a message.

    >>> [title.names["ja"] for title in shipped_titles().items if title == "tenhou"]
    ['天鳳（四人打ち）']
    """
    return Listed(tuple(map(ruleset_title, shipped_names())), "comma")


def ruleset_title(name: str) -> LocalizedText:
    """A ruleset as players call it, if it is shipped.

    >>> ruleset_title("tenhou").names["ja"], ruleset_title("club.yaml")
    ('天鳳（四人打ち）', 'club.yaml')
    """
    return id_or_name(name, _shipped_titles(name) if name in shipped_names() else ())


def _shipped_titles(name: str) -> Iterator[tuple[str, str]]:
    """The names of a shipped ruleset by language, read from its line `name` alone."""
    with open(shipped_place(f"{name}.yaml"), encoding="utf-8") as file:
        for line in TITLE_LINE.findall(file.read())[:1]:
            yield from ((language, text.strip(' "')) for language, text in TITLE_PART.findall(line))


@lru_cache(maxsize=1)
def names_by_word() -> dict[str, tuple[str, ...]]:
    """The shipped rulesets that each folded name stands for, as it is written or as Hong Kong writes it, read
    from the lines `name` and `also` of the rule files alone, because reading all of every file takes seconds.
    """
    found: dict[str, dict[str, None]] = {}
    for name in shipped_names():
        with open(shipped_place(f"{name}.yaml"), encoding="utf-8") as file:
            texts = NAME_LINE.findall(file.read())
        words = (part for text in texts for part in NAME_PART.findall(text))
        for word in (name, *words):
            for written in (word, local_text(word, HONG_KONG)):
                found.setdefault(fold_name(written.strip(' "')), {})[name] = None
    return {word: tuple(names) for word, names in found.items()}


def resolved_name(name: str) -> str:
    """The shipped ruleset that a name stands for in any case and language; any other name as it is.

    >>> [resolved_name(name) for name in ("Riichi", "天鳳", "club.yaml", "台灣麻雀（十六張）")]
    ['riichi', 'tenhou', 'club.yaml', 'taiwanese']
    """
    if shipped_path(name) or looks_like_a_file(name) or os.path.exists(name):
        return name
    if own := _path_in(own_folders(), name):
        return own
    meant = names_by_word().get(fold_name(name), ())
    return meant[0] if len(meant) == 1 else _path_in(pack_folders(), name) or name


def meant_ruleset(name: str) -> str:
    """The shipped ruleset that a misspelled name stands for, in any language; empty if none is close.

    >>> meant_ruleset("香港麻將協會"), meant_ruleset("Tenhuo"), meant_ruleset("x")
    ('hkma', 'tenhou', '')
    """
    by_word = names_by_word()
    close = [*nearest_names(name, shipped_names(), 1), *nearest_names(fold_name(name), by_word, 1)]
    return next((one if one in shipped_names() else by_word[one][0] for one in close), "")


# ---- rules that are not shipped, found by name


def user_folder(variable: str, default: str) -> str | None:
    """A folder of the user's for scorer, in the place that an environment variable names or in the usual one
    below the home folder; None if there is no home folder.
    """
    given = os.environ.get(variable) or os.environ.get("LOCALAPPDATA")
    home = os.path.expanduser("~")
    if not given and not os.path.isabs(home):
        return None
    default = "Library/Application Support" if sys.platform == "darwin" else default
    return os.path.join(given or os.path.join(home, default), "scorer")


def own_folders() -> tuple[str, ...]:
    """The folders whose rule files are found by name: those that the environment variable names, and the one
    in the user's data folder.
    """
    given = [folder for folder in os.environ.get(RULES_VARIABLE, "").split(os.pathsep) if folder]
    data = user_folder("XDG_DATA_HOME", ".local/share")
    return (*map(os.path.expanduser, given), *([os.path.join(data, RULES_FOLDER)] if data else []))


def pack_folders() -> tuple[str, ...]:
    """The folders of installed packages that bring rule files. None of their code is run."""
    from importlib import metadata, util

    found = []
    for entry in sorted(metadata.entry_points(group=PACK_GROUP), key=lambda one: one.name):
        package, *parts = entry.value.partition(":")[0].split(".")
        try:
            spec = util.find_spec(package)  # of a package at the top, which is not imported for that
        except (ImportError, ValueError):
            continue
        places = spec.submodule_search_locations if spec else None
        found += [os.path.join(place, *parts) for place in places or ()]
    return tuple(found)


def project_root(folder: str) -> str:
    """The top of the repository that a folder is in; without one, the nearest folder from there up that has
    settings which nobody but the user can have written; empty if there is none.

    >>> project_root(os.path.sep)
    ''
    """
    above = [os.path.realpath(folder)]
    while len(above) < MOST_FOLDERS and os.path.dirname(above[-1]) != above[-1]:
        above.append(os.path.dirname(above[-1]))
    for place in above:
        if os.path.lexists(os.path.join(place, REPOSITORY)):
            return place
    return next((place for place in above if _has_own_settings(place)), "")


def _has_own_settings(folder: str) -> bool:
    try:
        return is_written_by_user_only(os.lstat(os.path.join(folder, SETTINGS_NAME)))
    except OSError:
        return False


def own_path(name: str) -> str | None:
    """The path of a rule file that is not shipped, by its name; None if there is none."""
    return _path_in(own_folders(), name) or _path_in(pack_folders(), name)


def own_names() -> tuple[str, ...]:
    """The names of all rule files that are found by name and not shipped, sorted."""
    return tuple(sorted({name for name, _ in own_files() if not shipped_path(name)}))


def own_files() -> tuple[tuple[str, str], ...]:
    """The name and path of every rule file in the user's folders and those of packages. Of equal names, the
    first is the one that is used, unless a shipped ruleset has the name.
    """
    return tuple(
        (stem, os.path.join(folder, file))
        for folder in dict.fromkeys((*own_folders(), *pack_folders()))
        if os.path.isdir(folder)
        for file in sorted(os.listdir(folder))
        for stem in _plain_stem(file)
    )


def _plain_stem(file: str) -> Iterator[str]:
    """The name of a rule file by that of its file; nothing for other files, and files of texts."""
    stem, suffix = os.path.splitext(file)
    if suffix in SUFFIXES and PLAIN_NAME.fullmatch(stem) and not translation_language(file):
        yield stem


def _path_in(folders: Iterable[str], name: str) -> str | None:
    if not PLAIN_NAME.fullmatch(name) or name == DEFAULTS_NAME:
        return None
    paths = (os.path.join(folder, name + suffix) for folder in folders for suffix in SUFFIXES)
    return next(filter(os.path.isfile, paths), None)


def shipped_file(path: str) -> str:
    """The file name of a shipped ruleset by its path; empty for any other path.

    >>> shipped_file(shipped_path("riichi")), shipped_file("/club/riichi.yaml")
    ('riichi.yaml', '')
    """
    folder, name = os.path.split(os.path.abspath(path))
    return name if folder == _rulesets_folder() and name.endswith(".yaml") else ""


def translation_path(path: str, language: str) -> str:
    """Where the texts of a rule file in a language are, if they have a file of their own.

    >>> translation_path("rules/club.yaml", "ja")
    'rules/club.ja.yaml'
    """
    stem, suffix = os.path.splitext(path)
    return f"{stem}.{language}{suffix}"


def translation_paths(path: str, language: str) -> list[str]:
    """Where the texts of a rule file are that may be shown if texts in a language are asked for."""
    return [translation_path(path, one) for one in translation_languages(language)]


def translation_language(path: str) -> str:
    """The language of a file of texts by its name; empty for the name of a rule file.

    >>> translation_language("rules/club.ja.yaml"), translation_language("rules/club.yaml")
    ('ja', '')
    """
    stem, suffix = os.path.splitext(path)
    language = os.path.splitext(stem)[1][1:]
    return language if suffix in SUFFIXES and language in TEXT_LANGUAGES and language != ENGLISH else ""


def translated_path(path: str) -> str:
    """The rule file of which a file has the texts in a language; empty if there is none.

    >>> translated_path("club.yaml")
    ''
    """
    language = translation_language(path)
    stem, suffix = os.path.splitext(path)
    rules = stem.removesuffix(f".{language}") + suffix
    return rules if language and os.path.isfile(rules) else ""


def looks_like_a_file(name: str) -> bool:
    """Whether a name given by the user means a path."""
    return name.endswith(SUFFIXES) or "/" in name or "\\" in name


def base_name(reference: str, path: str) -> str:
    """The shipped name, or the path, of a base by what `extends` of the rule file at this path says.

    >>> base_name("riichi", "rules/club.yaml"), base_name("house.yaml", "rules/club.yaml")
    ('riichi', 'rules/house.yaml')
    """
    is_file = looks_like_a_file(reference) and path
    return os.path.normpath(os.path.join(os.path.dirname(path), reference)) if is_file else reference


NO_TEXTS: Mapping[str, bytes] = {}
UNSAVED: ContextVar[Mapping[str, bytes]] = ContextVar("UNSAVED", default=NO_TEXTS)
"""The texts of files that an editor has not saved yet, by their real paths."""


@contextmanager
def unsaved_texts(texts: Mapping[str, str]) -> Iterator[None]:
    """Reads these texts instead of the files at the paths that they are for, as long as the context lasts,
    beside those of a context around it. A path at which there is no file is not read either way.
    """
    found = {os.path.realpath(path): text.encode("utf-8", "surrogateescape") for path, text in texts.items()}
    token = UNSAVED.set({**UNSAVED.get(), **found})
    try:
        yield
    finally:
        UNSAVED.reset(token)


def plain_bytes(path: str | Path, flags: int = READ_FLAGS, is_owned: bool = False) -> bytes:
    """All bytes of a regular file, of one larger than 1 MiB one byte more than that; `is_owned`: written by
    nobody but this user. Only what is a regular file before and after is opened, never waiting for a pipe's
    other end. Raises OSError, ValueError.
    """
    _refuse_special(os.stat(path))
    if (texts := UNSAVED.get()) and (data := texts.get(os.path.realpath(path))) is not None:
        return data
    with os.fdopen(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        _refuse_special(found)
        if is_owned and not is_written_by_user_only(found):
            raise ValueError("this file belongs to another user")
        return file.read(MOST_FILE_BYTES + 1) or b""


def _refuse_special(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("this is a device or a pipe, not a file")


def is_written_by_user_only(status: os.stat_result) -> bool:
    """Whether nobody but this user can have written it."""
    return os.name == "nt" or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def digest_of(data: bytes) -> str:
    """A name for these bytes that no others have.

    >>> digest_of(b"")
    'cae66941d9efbd404e4d88758ea67670'
    """
    return blake2b(data, digest_size=16).hexdigest()


def file_state(path: str) -> State:
    """What tells a file from the same file changed, without reading it; empty where it cannot be said."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return ()
    state = found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
    data = UNSAVED.get().get(os.path.realpath(path)) if UNSAVED.get() else None
    return state if data is None else (*state, int(digest_of(data), 16))
