"""The settings of a project: `.scorer.yaml`, or the table `[tool.scorer]` of pyproject.toml.

They are looked for in the current folder and, in a git repository, in the folders above it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping

from scorer.errors import Fault, InputError
from scorer.languages import LANGUAGES, language_of_tag
from scorer.message import Listed, Message, Text, clauses
from scorer.ruleset.find import MOST_FOLDERS, REPOSITORY, SETTINGS_NAME
from scorer.suggest import nearest_names
from scorer.values import dataclass

PYPROJECT_NAME = "pyproject.toml"
TABLE = re.compile(
    r"""^[ \t]*\[{1,2}[ \t]*["']?tool["']?[ \t]*\.[ \t]*["']?scorer\b["']?[^\n]*""", re.MULTILINE
)
"""The first line of the table in pyproject.toml."""
ANY_TABLE = re.compile(
    rf"""{TABLE.pattern}|^[ \t]*(?:\[[ \t]*["']?tool["']?[ \t]*\]|["']?tool["']?[ \t]*[.=])""", re.MULTILINE
)
"""Where it may begin, or a table that may have it. Reading TOML takes a tenth of the time of a score."""
TEXT, TEXTS, TRUTH = "a text", "a list of texts", "true or false"
FORMS = {
    "paths": TEXTS,
    "exclude": TEXTS,
    "select": TEXTS,
    "ignore": TEXTS,
    "strict": TRUTH,
    "lang": TEXT,
    "ruleset": TEXT,
}
"""What each setting takes."""

Place = Callable[[str], tuple[int, int, int]]
"""From a key to its line and column, from 1, and its length."""


@dataclass(frozen=True)
class ProjectSettings:
    """What a project has chosen. Paths and patterns are relative to its folder."""

    folder: str = ""
    paths: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    lang: str = ""
    ruleset: str = ""

    def path_from_here(self, path: str) -> str:
        """A path of the project as it is found from the current folder; the name of a ruleset as it is."""
        found = os.path.join(self.folder, path)
        return os.path.relpath(found) if self.folder and os.path.exists(found) else path


def project_settings(folder: str = ".") -> ProjectSettings:
    """The settings of the project that a folder belongs to; those of no project if it has none.

    Raises InputError with every fault of the settings, with its line.

    >>> project_settings(os.path.sep)
    ProjectSettings(folder='', paths=(), exclude=(), select=(), ignore=(), strict=False, lang='', ruleset='')
    """
    for place in _project_folders(os.path.abspath(folder)):
        own = os.path.join(place, SETTINGS_NAME)
        if os.path.lexists(own):
            return _settings_of_yaml(own)
        shared = os.path.join(place, PYPROJECT_NAME)
        if os.path.isfile(shared) and (found := _settings_of_toml(shared)):
            return found
    return ProjectSettings()


def _project_folders(folder: str) -> Iterator[str]:
    """A folder and those above it up to the top of its git repository; the folder alone if it is in none.

    Above a repository anybody may have put a file, such as in a folder for temporary files.
    """
    above = [folder]
    while not os.path.lexists(os.path.join(above[-1], REPOSITORY)):
        parent = os.path.dirname(above[-1])
        if parent == above[-1] or len(above) >= MOST_FOLDERS:
            return iter([folder])
        above.append(parent)
    return iter(above)


def _settings_of_yaml(path: str) -> ProjectSettings:
    from pathlib import Path  # few folders have settings

    from scorer.ruleset.items import root_item
    from scorer.ruleset.source import read_file

    source, problems = read_file(Path(path))
    shown = os.path.relpath(path)
    lines = source.text.split("\n") if source else []
    wrong = [
        _fault(shown, str(one.message), one.line, one.column, one.length, one.source_line)
        for one in problems
        if one.is_error and one.code != "L108"
    ]
    if wrong:
        raise InputError(wrong)
    if source is None:  # an empty file
        return ProjectSettings(folder=os.path.dirname(path))
    root = root_item(source)

    def place(key: str) -> tuple[int, int, int]:
        return (*root.fields[key].position(key=True), len(key))

    return _settings(root.data, path, lines, place)


def _settings_of_toml(path: str) -> ProjectSettings | None:
    from scorer.ruleset.find import plain_bytes

    try:
        text = plain_bytes(path).decode("utf-8-sig")
    except (OSError, ValueError):
        return None
    if "scorer" not in text or not ANY_TABLE.search(text):
        return None
    head, shown, lines = TABLE.search(text), os.path.relpath(path), text.split("\n")
    try:
        tool = _toml_data(text).get("tool")
    except ValueError as error:
        if not head:  # other tools tell what is wrong with the file
            return None
        at = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line, column = (int(at[1]), int(at[2])) if at else (text.count("\n", 0, head.start()) + 1, 1)
        message = str(error).partition(" (at ")[0]
        raise InputError([_fault(shown, message, line, column, 1, lines[line - 1])]) from None
    data = tool.get("scorer") if isinstance(tool, dict) else None
    if data is None:
        return None

    def place(key: str) -> tuple[int, int, int]:
        written = re.compile(rf"""(?:^|[{{,.])[ \t]*["']?({re.escape(key)})["']?[ \t]*[=.]""", re.MULTILINE)
        found = written.search(text, head.end() if head else 0) or re.compile("scorer").search(text)
        start, end = found.span(found.re.groups) if found else (0, 0)
        line_start = text.rfind("\n", 0, start) + 1
        return text.count("\n", 0, start) + 1, start - line_start + 1, end - start

    return _settings(data, path, lines, place)


def _toml_data(text: str) -> Mapping[str, object]:
    """The data of a TOML file. Raises ValueError for a text that is not TOML, and where it cannot be read."""
    if sys.version_info >= (3, 11):
        import tomllib

        return tomllib.loads(text)
    version = ".".join(map(str, sys.version_info[:2]))
    raise ValueError(
        f"Python {version} cannot read these settings; write them into {SETTINGS_NAME} beside this file, "
        "or use Python 3.11 or newer"
    )


def _fault(file: str, message: Text, line: int, column: int, length: int, text: str, *close: str) -> Fault:
    return Fault(f"{file}, line {line}", column - 1, message, "notation", max(1, length), text, close)


def _settings(data: object, path: str, lines: list[str], place: Place) -> ProjectSettings:
    """The settings that a file has. Raises InputError with what is wrong with them."""
    shown, faults, values = os.path.relpath(path), list[Fault](), dict[str, str | bool | tuple[str, ...]]()
    if not isinstance(data, Mapping):
        message = Message("expected settings", Listed(tuple(FORMS), "comma"))
        raise InputError([_fault(shown, message, 1, 1, 1, lines[0] if lines else "")])

    def refuse(key: str, message: Text, *close: str) -> None:
        line, column, length = place(key)
        faults.append(_fault(shown, message, line, column, length, lines[line - 1], *close))

    for key, value in data.items():
        close = nearest_names(key, FORMS, 1)
        form = FORMS.get(key)
        if form is None:
            others = "" if close else Message("available settings", Listed(tuple(FORMS), "comma"))
            refuse(key, clauses(Message("no such setting", key), others), *close)
        elif (form == TRUTH and isinstance(value, bool)) or (form == TEXT and isinstance(value, str)):
            values[key] = value
        elif form == TEXTS and (texts := [value] if isinstance(value, str) else value) and _is_texts(texts):
            values[key] = tuple(texts)
        elif value not in (None, []):
            refuse(key, Message("setting takes", key, form))
    named = values.get("lang")
    if isinstance(named, str) and not language_of_tag(named):
        refuse("lang", Message("no such language", named, Listed(tuple(LANGUAGES), "comma")))
    if faults:
        raise InputError(faults)
    return ProjectSettings(folder=os.path.dirname(path), **values)  # type: ignore[arg-type]


def _is_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
