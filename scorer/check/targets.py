"""The rule files that names, files and folders mean: in a folder what looks like one, and nothing that is
another's: virtual environments, hidden folders, what git ignores.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from scorer.ruleset.find import (
    DEFAULTS_NAME,
    SETTINGS_NAME,
    SUFFIXES,
    own_folders,
    plain_bytes,
    shipped_path,
    translated_path,
)
from scorer.ruleset.forms import RULESET_KEYS
from scorer.ruleset.items import root_item
from scorer.ruleset.source import OTHER_MARKS, read_source
from scorer.settings import PYPROJECT_NAME, ProjectSettings

STANDARD_INPUT = "-"
MOST_FILES, MOST_WATCHED_FILES = 1000, 5000
ENVIRONMENTS = ("pyvenv.cfg", "conda-meta")
"""What lies at the top of a virtual environment; https://docs.python.org/3/library/venv.html."""
REPOSITORY = ".git"
"""What lies at the top of a repository: a folder, in a submodule a file."""
GIT_PLACES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""Variables of a hook, which name another repository than that of the folder."""
PATIENCE = 20
"""Seconds that git may take."""
ANYBODYS = {
    "id", "name", "about", "family", "source", "notes", "usage", "remarks", "native", "players", "unit",
    "units", "words", "options", "tables", "facts", "base", "limits",
}  # fmt: skip
"""Keys of a rule file that other files have as well."""
KEY = re.compile(r"""^(["']?)(?P<key>[A-Za-z_][\w.-]*)\1[ \t]*:(?=\s|$)""", re.MULTILINE)
"""A key at the left margin, also in a file that cannot be read."""
FLOW = re.compile(r"(?:\s|#[^\n]*\n|---)*\{")
"""The beginning of a file that is one mapping in braces."""


FileStates = frozenset[tuple[str, int, int]]
"""Files, each with its time in nanoseconds and its size."""


class Targets(NamedTuple):
    """What is to be checked, and what lies beside it in the folders."""

    files: list[str]
    other_files: list[str]
    """YAML files that do not look like rule files"""


def rule_files(
    names: Iterable[str], excluded_patterns: Iterable[str] = (), project: ProjectSettings | None = None
) -> Targets:
    """Every file that the names mean, each once: a folder means all rule files in it and below, without those
    that match an excluded pattern, or one of the project. What is named itself is checked whatever it looks
    like; a translation file means its rule file.

    >>> rule_files(["riichi", "club.yaml", "riichi"]).files
    ['riichi', 'club.yaml']
    """
    files: list[str] = []
    others: list[str] = []
    patterns = [*excluded_patterns]
    for name in names:
        if name == STANDARD_INPUT or shipped_path(name) is not None or not os.path.isdir(name):
            files.append(translated_path(name) or name)
            continue
        for path in _without_ignored(name):
            if _is_excluded(os.path.relpath(path, name), patterns) or (
                project and _is_excluded(os.path.relpath(path, project.folder or "."), project.exclude)
            ):
                continue
            if rules := translated_path(path):
                files.append(rules)
            elif looks_like_rules(path):
                files.append(path)
            else:
                others.append(path)
    chosen = list(dict.fromkeys(files))
    return Targets(chosen[:MOST_FILES], [one for one in dict.fromkeys(others) if one not in chosen])


def watched_files(names: Iterable[str], project: ProjectSettings | None = None) -> FileStates:
    """The YAML files that a check of these names may read, and the settings of the project, each with its
    time and size: where one differs, the check may find something else. Nothing above the folder of a file
    is read for it, unless it is in a folder for the user's own rules.
    """
    folders = {name if os.path.isdir(name) else os.path.dirname(name) or "." for name in names}
    paths = [os.path.join(project.folder, one) for one in (SETTINGS_NAME, PYPROJECT_NAME)] if project else []
    for folder in sorted({*folders, *own_folders()}):
        paths += islice((path for _, path in _yaml_files(folder)), MOST_WATCHED_FILES)
    found = []
    for path in paths:
        with suppress(OSError):  # it may have gone since
            state = os.stat(path)
            found.append((path, state.st_mtime_ns, state.st_size))
    return frozenset(found)


def changes(state: Callable[[], FileStates], wait: Callable[[], object]) -> Iterator[None]:
    """Yields at once, and again whenever the state is another than before.

    >>> states, waits = iter(["a", "a", "b", "b", "c"]), []
    >>> def wait() -> None: waits.append(1)
    >>> [next(found) for found in [changes(lambda: next(states), wait)] for _ in range(3)], len(waits)
    ([None, None, None], 2)
    """
    before = state()
    while True:
        yield
        while (now := state()) == before:
            wait()
        before = now


def _is_excluded(path: str, patterns: Iterable[str]) -> bool:
    """Whether a path in a folder, or a folder on the way to it, matches a pattern by its path or name."""
    parts = Path(path).parts
    ways = ["/".join(parts[: end + 1]) for end in range(len(parts))]
    wanted = [pattern.replace("\\", "/").removesuffix("/") for pattern in patterns]
    return any(
        fnmatchcase(way, one) or fnmatchcase(part, one)
        for one in wanted
        for way, part in zip(ways, parts, strict=True)
    )


def looks_like_rules(path: str) -> bool:
    """Whether most of a file's keys are those of a rule file, one of them such as hardly another file has.
    So does what cannot be opened: that has to be told.
    """
    data = _bytes_of(path)
    if data is None:
        return True
    keys = _top_keys(data)
    known = keys & RULESET_KEYS.keys()
    return len(known) > len(keys) / 2 and not (known <= ANYBODYS)


def _top_keys(data: bytes) -> set[str]:
    """The keys of a file's outermost mapping, as far as they can be told without understanding it."""
    encoding = next((name for mark, name in OTHER_MARKS if data.startswith(mark)), "utf-8-sig")
    text = data.decode(encoding, "replace")
    if FLOW.match(text):
        source, _ = read_source(text, "")
        return {*root_item(source).fields} if source else set()
    return {found["key"] for found in KEY.finditer(text)}


def _is_defaults(path: str) -> bool:
    """Whether a file is that of the defaults, of this scorer or of another checkout."""
    return Path(path).stem == DEFAULTS_NAME and not {"extends", "patterns"} & _top_keys(
        _bytes_of(path) or b""
    )


def _bytes_of(path: str) -> bytes | None:
    """What stands in a file, None where it cannot be opened."""
    try:
        return plain_bytes(path)
    except (OSError, ValueError):
        return None


# ---- the files of a folder


def _without_ignored(folder: str) -> Iterator[str]:
    """The YAML files in a folder and below, but for those that git ignores there. In a folder that is
    ignored itself nothing is: it was named.
    """
    by_repository: dict[str, list[str]] = {}
    for repository, path in _yaml_files(folder):
        by_repository.setdefault(repository, []).append(path)
    ignored: set[str] = set()
    for repository, paths in by_repository.items():  # git refuses paths in a repository inside another
        asked = [os.path.relpath(path, repository) for path in paths]
        found = _ignored_by_git(repository, [*asked, "."])
        is_top = os.path.exists(os.path.join(repository, REPOSITORY))  # which no rule of its own can ignore
        if is_top or "." not in found:
            ignored |= {path for path, name in zip(paths, asked, strict=True) if name in found}
    yield from (path for paths in by_repository.values() for path in paths if path not in ignored)


def _yaml_files(folder: str) -> Iterator[tuple[str, str]]:
    """YAML files in a folder and below in their order, each with the innermost repository below the folder
    that it lies in, or the folder. The defaults, which every ruleset has below it, are no ruleset.
    """
    repositories = {folder: folder}
    for here, folders, files in os.walk(folder):
        if here != folder and not {*ENVIRONMENTS}.isdisjoint([*folders, *files]):
            folders.clear()
            continue
        repository = repositories.pop(here)
        if REPOSITORY in (*folders, *files):
            repository = here
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        repositories |= {os.path.join(here, name): repository for name in folders}
        for name in sorted(files):
            path = os.path.join(here, name)
            if name.endswith(SUFFIXES) and not _is_defaults(path):
                yield repository, str(Path(path))


def _ignored_by_git(folder: str, names: list[str]) -> set[str]:
    """Those of these paths in a folder that git ignores; none where there is no git or no repository.

    Nothing that a repository names is run: its configuration may come from anybody.
    """
    import shutil  # only for folders
    import subprocess

    git = shutil.which("git")
    if not git or not os.path.isabs(git):  # never a program of that name in the folder at hand
        return set()
    command = [git, "-c", "core.fsmonitor=false", "-C", folder, "check-ignore", "-z", "--stdin"]
    environment = {name: value for name, value in os.environ.items() if name not in GIT_PLACES}
    try:
        asked = "\0".join([*names, ""]).encode("utf-8", "surrogateescape")
        found = subprocess.run(
            command, input=asked, capture_output=True, timeout=PATIENCE, env=environment, check=False
        ).stdout
    except (OSError, ValueError, subprocess.SubprocessError):
        return set()
    return {*found.decode("utf-8", "surrogateescape").split("\0")} - {""}
